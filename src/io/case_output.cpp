#include <fmt/format.h>
#include <fmt/ranges.h>

#include "io/json_value.h"
#include "lmtune/io/case_json.h"

namespace lmtune {
namespace {

Json to_json(const Expression& expression) {
  const Json number = Json::parse(expression.text, nullptr, false);
  return number.is_number() ? number : Json(expression.text);
}

Json to_json(const std::vector<Expression>& expressions) {
  Json array = Json::array();
  for (const Expression& expression : expressions) array.push_back(to_json(expression));
  return array;
}

Json variant_json(const VariantSpec& variant) {
  Json json{{"entry_point", variant.entry_point}};
  if (!variant.options.empty()) json["options"] = variant.options;
  return json;
}

Json kernel_json(const CaseFile& file) {
  Json json{{"file", file.kernel_file},
            {"options", file.options},
            {"baseline", variant_json(file.baseline)}};
  if (file.cached) json["cached"] = variant_json(*file.cached);
  return json;
}

/// 64 rather than 64.0.
Json to_json(double number) {
  const auto whole = static_cast<std::int64_t>(number);
  return static_cast<double>(whole) == number ? Json(whole) : Json(number);
}

Json to_json(const CaseAxis& axis) {
  Json array = Json::array();
  for (const std::vector<double>& choice : axis.choices) {
    Json numbers = Json::array();
    for (const double number : choice) numbers.push_back(to_json(number));
    array.push_back(choice.size() == 1 ? numbers.front() : numbers);
  }
  return array;
}

Json to_json(const CaseLaunchSet& set) {
  Json values = Json::object();
  for (const CaseAxis& axis : set.axes) {
    values[fmt::format("{}", fmt::join(axis.names, ","))] = to_json(axis);
  }
  return Json{{"name", set.name}, {"values", values}};
}

Json to_json(const CaseFill& fill) {
  Json json = Json::object();
  const auto add = [&json](const char* key, const std::optional<Expression>& expression) {
    if (expression) json[key] = to_json(*expression);
  };
  add("low", fill.low);
  add("high", fill.high);
  add("slope", fill.slope);
  add("divisor", fill.divisor);
  add("modulus", fill.modulus);
  add("minimum", fill.minimum);
  add("maximum", fill.maximum);
  if (fill.seed != CaseFill().seed) json["seed"] = fill.seed;
  return json;
}

Json to_json(const CaseArgument& argument) {
  Json json{{"name", argument.name}};
  if (const auto* buffer = std::get_if<CaseBuffer>(&argument.value)) {
    json["buffer"] = to_string(buffer->element);
    json["count"] = to_json(buffer->count);
    json["access"] = to_string(buffer->access);
    const Json fill = to_json(buffer->fill);
    if (!fill.empty()) json["fill"] = fill;
    if (!buffer->data.empty()) json["data"] = buffer->data;
  } else if (const auto* scalar = std::get_if<CaseScalar>(&argument.value)) {
    json["scalar"] = to_string(scalar->element);
    json["value"] = to_json(scalar->value);
  } else {
    json["local"] = to_json(std::get<CaseLocal>(argument.value).bytes);
  }
  return json;
}

Json to_json(const CaseStaging& staging) {
  Json regions = Json::array();
  for (const CaseRegion& region : staging.regions) {
    regions.push_back(
        Json{{"runs", to_json(region.runs)}, {"run_elements", to_json(region.run_elements)}});
  }
  return Json{{"regions", regions},
              {"episodes", to_json(staging.episodes)},
              {"barriers_per_episode", to_json(staging.barriers_per_episode)},
              {"local_bytes", to_json(staging.local_bytes)},
              {"batched", to_json(staging.batched)},
              {"copy_elements", to_json(staging.copy_elements)},
              {"coalesced_stores", to_json(staging.coalesced_stores)}};
}

std::string key_text(const Json& parent, const std::string& key) {
  return parent.is_object() ? to_line(key) + ": " : "";
}

const char* brackets(const Json& json) { return json.is_object() ? "{}" : "[]"; }

std::string on_one_line(const Json& json) {
  if (!json.is_structured()) return to_line(json);
  std::vector<std::string> parts;
  for (const auto& [key, value] : json.items()) {
    parts.push_back(key_text(json, key) + on_one_line(value));
  }
  return fmt::format("{}{}{}", brackets(json)[0], fmt::join(parts, ", "), brackets(json)[1]);
}

/// Puts on one line what fits there, for people go on with a case file by hand. The text begins
/// `column` characters into a line that is indented by `indent`.
std::string laid_out(const Json& json, std::size_t indent, std::size_t column) {
  constexpr std::size_t kWidth = 100;
  std::string line = on_one_line(json);
  const bool is_document = column == 0;
  if (!json.is_structured() || (!is_document && column + line.size() < kWidth)) return line;
  const std::string margin(indent + 2, ' ');
  std::vector<std::string> parts;
  for (const auto& [key, value] : json.items()) {
    const std::string name = margin + key_text(json, key);
    parts.push_back(name + laid_out(value, indent + 2, name.size()));
  }
  return fmt::format("{}\n{}\n{}{}", brackets(json)[0], fmt::join(parts, ",\n"),
                     std::string(indent, ' '), brackets(json)[1]);
}

}  // namespace

std::string format_case(const CaseFile& file) {
  Json json{{"format", "lmtune-case"},
            {"format_version", kCaseFormatVersion},
            {"name", file.name},
            {"family", file.family}};
  if (!file.description.empty()) json["description"] = file.description;
  json["kernel"] = kernel_json(file);
  json["target"] = file.target;
  if (file.tolerance != 0.0) json["tolerance"] = file.tolerance;
  if (!file.definitions.empty()) {
    json["let"] = Json::object();
    for (const auto& [name, expression] : file.definitions) json["let"][name] = to_json(expression);
  }
  if (!file.requirements.empty()) json["require"] = to_json(file.requirements);
  json["launches"] = Json::array();
  for (const CaseLaunchSet& set : file.launch_sets) json["launches"].push_back(to_json(set));
  json["global"] = to_json(file.global);
  json["local"] = to_json(file.local);
  if (!file.offset.empty()) json["offset"] = to_json(file.offset);
  json["arguments"] = Json::array();
  for (const CaseArgument& argument : file.arguments)
    json["arguments"].push_back(to_json(argument));
  if (file.staging) json["staging"] = to_json(*file.staging);
  return laid_out(json, 0, 0) + '\n';
}

}  // namespace lmtune
