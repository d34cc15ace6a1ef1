#include "lmtune/io/case_json.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cctype>

#include "io/benchmark_json.h"
#include "io/json_value.h"
#include "lmtune/base/error.h"
#include "lmtune/base/file.h"

namespace lmtune {
namespace {

/// Numbers may be written as numbers too; they become the expression that evaluates to them.
Expression read_expression(const JsonValue& value) {
  if (value.is_number()) return {fmt::format("{}", value.number()), value.where()};
  if (!value.is_string()) value.fail("must be a number or an expression in a string");
  if (value.string().find_first_not_of(' ') == std::string::npos) value.fail("is empty");
  return {value.string(), value.where()};
}

Expression read_expression(const JsonValue& parent, std::string_view key,
                           std::string_view missing) {
  if (parent.has(key)) return read_expression(parent.at(key));
  return {std::string(missing), parent.where() + "/" + std::string(key)};
}

std::vector<Expression> read_expressions(const JsonValue& array) {
  std::vector<Expression> all;
  for (const JsonValue& element : array.elements()) all.push_back(read_expression(element));
  return all;
}

CaseFill read_fill(const JsonValue& object) {
  object.only_keys({"low", "high", "slope", "divisor", "modulus", "minimum", "maximum", "seed"});
  const auto optional = [&](std::string_view key) -> std::optional<Expression> {
    if (!object.has(key)) return std::nullopt;
    return read_expression(object.at(key));
  };
  CaseFill fill;
  fill.low = optional("low");
  fill.high = optional("high");
  fill.slope = optional("slope");
  fill.divisor = optional("divisor");
  fill.modulus = optional("modulus");
  fill.minimum = optional("minimum");
  fill.maximum = optional("maximum");
  if (object.has("seed")) fill.seed = object.at("seed").unsigned_integer();
  return fill;
}

CaseArgument read_argument(const JsonValue& object) {
  const int kinds = object.has("buffer") + object.has("scalar") + object.has("local");
  if (kinds != 1) object.fail("must hold exactly one of \"buffer\", \"scalar\" and \"local\"");
  CaseArgument argument{object.at("name").string(), CaseLocal{}};
  if (object.has("buffer")) {
    object.only_keys({"name", "buffer", "count", "access", "fill", "data"});
    CaseBuffer buffer{element_from_json(object.at("buffer")),
                      read_expression(object.at("count")),
                      Access::kRead,
                      {},
                      ""};
    if (object.has("access")) buffer.access = access_from_json(object.at("access"));
    if (object.has("fill")) buffer.fill = read_fill(object.at("fill"));
    if (object.has("data")) buffer.data = object.at("data").string();
    argument.value = std::move(buffer);
  } else if (object.has("scalar")) {
    object.only_keys({"name", "scalar", "value"});
    argument.value =
        CaseScalar{element_from_json(object.at("scalar")), read_expression(object.at("value"))};
  } else {
    object.only_keys({"name", "local"});
    argument.value = CaseLocal{read_expression(object.at("local"))};
  }
  return argument;
}

std::vector<CaseArgument> read_arguments(const JsonValue& array) {
  std::vector<CaseArgument> all;
  for (const JsonValue& element : array.elements()) {
    CaseArgument argument = read_argument(element);
    const bool taken = std::any_of(all.begin(), all.end(), [&](const CaseArgument& earlier) {
      return earlier.name == argument.name;
    });
    if (taken) element.at("name").fail(fmt::format("\"{}\" is named twice", argument.name));
    all.push_back(std::move(argument));
  }
  return all;
}

std::string read_target(const JsonValue& value, const std::vector<CaseArgument>& arguments) {
  const std::string target = value.string();
  std::vector<std::string> candidates;
  for (const CaseArgument& argument : arguments) {
    const auto* buffer = std::get_if<CaseBuffer>(&argument.value);
    if (buffer == nullptr || buffer->access != Access::kRead) {
      if (argument.name == target) {
        value.fail(fmt::format("\"{}\" is no buffer that is only read", target),
                   "a target array is one that the kernel does not write");
      }
      continue;
    }
    if (argument.name == target) return target;
    candidates.push_back(argument.name);
  }
  value.fail(fmt::format("\"{}\" is no argument", target),
             fmt::format("buffers that are only read: {}", fmt::join(candidates, ", ")));
}

bool is_name(std::string_view text) {
  const auto plain = [](char c) { return std::isalnum(static_cast<unsigned char>(c)) || c == '_'; };
  return !text.empty() && !std::isdigit(static_cast<unsigned char>(text.front())) &&
         std::all_of(text.begin(), text.end(), plain);
}

/// "bx,by" to its names.
std::vector<std::string> read_names(const JsonValue& parent, const std::string& key) {
  std::vector<std::string> names(1);
  for (const char c : key) {
    if (c == ',') {
      names.emplace_back();
    } else if (c != ' ') {
      names.back() += c;
    }
  }
  for (const std::string& name : names) {
    if (is_name(name)) continue;
    parent.fail(fmt::format("\"{}\" in the key \"{}\" is no name", name, key),
                "a name is letters, digits and _, not starting with a digit");
  }
  return names;
}

CaseAxis read_axis(const JsonValue& values, const std::string& key) {
  CaseAxis axis{read_names(values, key), {}};
  const JsonValue list = values.at(key);
  for (const JsonValue& element : list.elements()) {
    std::vector<double>& choice = axis.choices.emplace_back();
    if (axis.names.size() == 1) {
      choice.push_back(element.number());
      continue;
    }
    for (const JsonValue& component : element.elements()) choice.push_back(component.number());
    if (choice.size() != axis.names.size()) {
      element.fail(fmt::format("has {} values for the {} names \"{}\"", choice.size(),
                               axis.names.size(), key));
    }
  }
  if (axis.choices.empty()) list.fail("lists no value");
  return axis;
}

std::vector<CaseLaunchSet> read_launch_sets(const JsonValue& array) {
  std::vector<CaseLaunchSet> sets;
  for (const JsonValue& element : array.elements()) {
    element.only_keys({"name", "values"});
    CaseLaunchSet& set = sets.emplace_back();
    set.name = element.at("name").string();
    const JsonValue values = element.at("values");
    std::vector<std::string> names;
    for (const std::string& key : values.keys()) {
      CaseAxis axis = read_axis(values, key);
      for (const std::string& name : axis.names) {
        if (std::find(names.begin(), names.end(), name) != names.end()) {
          values.fail(fmt::format("gives \"{}\" twice", name));
        }
        names.push_back(name);
      }
      set.axes.push_back(std::move(axis));
    }
  }
  if (sets.empty()) array.fail("lists no launch set");
  return sets;
}

std::vector<std::pair<std::string, Expression>> read_definitions(const JsonValue& object) {
  std::vector<std::pair<std::string, Expression>> all;
  for (const std::string& key : object.keys()) {
    if (!is_name(key)) {
      object.fail(fmt::format("\"{}\" is no name", key),
                  "a name is letters, digits and _, not starting with a digit");
    }
    all.emplace_back(key, read_expression(object.at(key)));
  }
  return all;
}

VariantSpec read_variant(const JsonValue& object) {
  object.only_keys({"entry_point", "options"});
  VariantSpec variant{object.at("entry_point").string(), {}};
  if (object.has("options")) variant.options = object.at("options").strings();
  return variant;
}

void read_kernel(const JsonValue& object, CaseFile& file) {
  object.only_keys({"file", "options", "baseline", "cached"});
  file.kernel_file = object.at("file").string();
  if (object.has("options")) file.options = object.at("options").strings();
  file.baseline = read_variant(object.at("baseline"));
  if (object.has("cached")) file.cached = read_variant(object.at("cached"));
}

CaseStaging read_staging(const JsonValue& object) {
  object.only_keys({"regions", "episodes", "barriers_per_episode", "local_bytes", "batched",
                    "copy_elements", "coalesced_stores"});
  CaseStaging staging;
  for (const JsonValue& region : object.at("regions").elements()) {
    region.only_keys({"runs", "run_elements"});
    staging.regions.push_back(
        {read_expression(region.at("runs")), read_expression(region.at("run_elements"))});
  }
  if (staging.regions.empty()) object.at("regions").fail("lists no region");
  staging.episodes = read_expression(object, "episodes", "1");
  staging.barriers_per_episode = read_expression(object, "barriers_per_episode", "2");
  staging.local_bytes = read_expression(object.at("local_bytes"));
  staging.batched = read_expression(object, "batched", "0");
  staging.copy_elements = read_expression(object, "copy_elements", "1");
  staging.coalesced_stores = read_expression(object, "coalesced_stores", "0");
  return staging;
}

std::vector<Expression> read_sizes(const JsonValue& array) {
  std::vector<Expression> sizes = read_expressions(array);
  if (sizes.empty() || sizes.size() > 3) {
    array.fail(fmt::format("lists {} sizes", sizes.size()), "one to three are possible");
  }
  return sizes;
}

}  // namespace

CaseFile read_case(const std::filesystem::path& path) {
  const Json document = parse_json(read_file(path), path.string());
  const JsonValue root(document, path.string());
  check_format(root, "case", kCaseFormatVersion);
  root.only_keys({"format", "format_version", "name", "family", "description", "kernel", "target",
                  "tolerance", "let", "require", "launches", "global", "local", "offset",
                  "arguments", "staging"});
  CaseFile file;
  file.path = path.string();
  file.name = root.at("name").string();
  if (file.name.empty()) root.at("name").fail("is empty");
  file.family = root.has("family") ? root.at("family").string() : file.name;
  if (root.has("description")) file.description = root.at("description").string();
  read_kernel(root.at("kernel"), file);
  if (root.has("tolerance")) file.tolerance = root.at("tolerance").number();
  if (!(file.tolerance >= 0)) root.at("tolerance").fail("must be 0 or more");
  if (root.has("let")) file.definitions = read_definitions(root.at("let"));
  if (root.has("require")) file.requirements = read_expressions(root.at("require"));
  file.launch_sets = read_launch_sets(root.at("launches"));
  file.global = read_sizes(root.at("global"));
  file.local = read_sizes(root.at("local"));
  if (file.local.size() != file.global.size()) {
    root.at("local").fail(
        fmt::format("lists {} sizes, /global {}", file.local.size(), file.global.size()),
        "both need the same number");
  }
  if (root.has("offset")) {
    file.offset = read_sizes(root.at("offset"));
    if (file.offset.size() != file.global.size()) {
      root.at("offset").fail(
          fmt::format("lists {} numbers, /global {}", file.offset.size(), file.global.size()),
          "both need the same number");
    }
  }
  file.arguments = read_arguments(root.at("arguments"));
  file.target = read_target(root.at("target"), file.arguments);
  if (root.has("staging")) file.staging = read_staging(root.at("staging"));
  return file;
}

}  // namespace lmtune
