#include "io/benchmark_json.h"

#include <fmt/format.h>

#include <charconv>
#include <cmath>
#include <limits>

#include "io/summary_json.h"
#include "lmtune/base/hash.h"
#include "lmtune/io/buffer_data.h"
#include "lmtune/io/run_file.h"
#include "lmtune/template/synthetic_benchmark.h"
#include "lmtune/template/template_source.h"

namespace lmtune {
namespace {

Json to_json(const Fill& fill) {
  const Fill standard;
  Json json = Json::object();
  const auto put = [&json](const char* key, auto value, auto usual) {
    if (value != usual) json[key] = value;
  };
  put("low", fill.low, standard.low);
  put("high", fill.high, standard.high);
  put("slope", fill.slope, standard.slope);
  put("divisor", fill.divisor, standard.divisor);
  put("modulus", fill.modulus, standard.modulus);
  put("minimum", fill.minimum, standard.minimum);
  put("maximum", fill.maximum, standard.maximum);
  put("seed", fill.seed, standard.seed);
  return json;
}

Fill fill_from_json(const JsonValue& value) {
  value.only_keys({"low", "high", "slope", "divisor", "modulus", "minimum", "maximum", "seed"});
  Fill fill;
  const auto number = [&value](const char* key, double& member) {
    if (value.has(key)) member = value.at(key).number();
  };
  const auto count = [&value](const char* key, std::uint64_t& member) {
    if (value.has(key)) member = value.at(key).unsigned_integer();
  };
  number("low", fill.low);
  number("high", fill.high);
  number("slope", fill.slope);
  count("divisor", fill.divisor);
  count("modulus", fill.modulus);
  number("minimum", fill.minimum);
  number("maximum", fill.maximum);
  count("seed", fill.seed);
  if (fill.divisor == 0) value.at("divisor").fail("is 0", "give 1 or more");
  return fill;
}

std::string to_hexadecimal(std::string_view bytes) {
  std::string text;
  for (const char byte : bytes) text += fmt::format("{:02x}", static_cast<unsigned char>(byte));
  return text;
}

std::string bytes_from_json(const JsonValue& value, ElementType element) {
  const std::string text = value.string();
  std::string bytes;
  for (std::size_t at = 0; at + 1 < text.size(); at += 2) {
    unsigned byte = 0;
    const auto [end, code] = std::from_chars(text.data() + at, text.data() + at + 2, byte, 16);
    if (code != std::errc() || end != text.data() + at + 2) value.fail("is not hexadecimal");
    bytes += static_cast<char>(byte);
  }
  if (text.size() != 2 * size_bytes(element)) {
    value.fail(fmt::format("must hold {} bytes, two digits each", size_bytes(element)));
  }
  return bytes;
}

/// The file is not part of the document, and must still be there as it was.
std::shared_ptr<const BufferData> data_from_json(const JsonValue& value, ElementType element) {
  value.only_keys({"file", "hash"});
  auto data = read_buffer_data(value.at("file").string(), element);
  if (data->hash != value.at("hash").string()) {
    value.fail(fmt::format("{} was changed since", data->file), "make this file again");
  }
  return data;
}

ImageArgument image_from_json(const JsonValue& value) {
  value.only_keys({"name", "image", "texel", "size"});
  ImageArgument image;
  image.type = value.at("image").string();
  const std::uint64_t texel = value.at("texel").unsigned_integer();
  if (texel > static_cast<unsigned>(TexelType::kUint)) value.at("texel").fail("must be 0 to 2");
  image.texel = static_cast<TexelType>(texel);
  const auto size = value.at("size").elements();
  if (size.size() != image.size.size()) value.at("size").fail("must hold 3 numbers");
  for (std::size_t d = 0; d < size.size(); ++d) image.size[d] = size[d].unsigned_integer();
  return image;
}

Json to_json(const Argument& argument) {
  Json json{{"name", argument.name}};
  if (const auto* buffer = std::get_if<BufferArgument>(&argument.value)) {
    json["buffer"] = to_string(buffer->element);
    json["count"] = buffer->count;
    json["access"] = to_string(buffer->access);
    if (buffer->data) {
      json["data"] = Json{{"file", buffer->data->file}, {"hash", buffer->data->hash}};
    } else if (buffer->fill != Fill{}) {
      json["fill"] = to_json(buffer->fill);
    }
  } else if (const auto* scalar = std::get_if<ScalarArgument>(&argument.value)) {
    json["scalar"] = to_string(scalar->element);
    json["value"] = scalar->value;
    if (!scalar->bytes.empty()) json["bytes"] = to_hexadecimal(scalar->bytes);
  } else if (const auto* image = std::get_if<ImageArgument>(&argument.value)) {
    json["image"] = image->type;
    json["texel"] = static_cast<unsigned>(image->texel);
    json["size"] = image->size;
  } else if (std::holds_alternative<SamplerArgument>(argument.value)) {
    json["sampler"] = "nearest";
  } else {
    json["local"] = std::get<LocalArgument>(argument.value).bytes;
  }
  return json;
}

Argument argument_from_json(const JsonValue& value) {
  Argument argument;
  argument.name = value.at("name").string();
  if (value.has("buffer")) {
    value.only_keys({"name", "buffer", "count", "access", "fill", "data"});
    BufferArgument buffer;
    buffer.element = element_from_json(value.at("buffer"));
    buffer.count = value.at("count").unsigned_integer();
    buffer.access = access_from_json(value.at("access"));
    if (value.has("fill")) buffer.fill = fill_from_json(value.at("fill"));
    if (value.has("data")) buffer.data = data_from_json(value.at("data"), buffer.element);
    argument.value = buffer;
  } else if (value.has("scalar")) {
    value.only_keys({"name", "scalar", "value", "bytes"});
    ScalarArgument scalar{element_from_json(value.at("scalar")), value.at("value").number()};
    if (value.has("bytes")) scalar.bytes = bytes_from_json(value.at("bytes"), scalar.element);
    argument.value = scalar;
  } else if (value.has("image")) {
    argument.value = image_from_json(value);
  } else if (value.has("sampler")) {
    value.only_keys({"name", "sampler"});
    argument.value = SamplerArgument{};
  } else {
    value.only_keys({"name", "local"});
    argument.value = LocalArgument{value.at("local").unsigned_integer()};
  }
  return argument;
}

Json to_json(const Launch& launch) {
  const auto of_dimensions = [&launch](const std::array<std::uint64_t, 3>& sizes) {
    return std::vector<std::uint64_t>(sizes.begin(), sizes.begin() + launch.dimensions);
  };
  Json json;
  json["global"] = of_dimensions(launch.global);
  json["local"] = of_dimensions(launch.local);
  if (launch.offset != Launch{}.offset) json["offset"] = of_dimensions(launch.offset);
  json["arguments"] = Json::array();
  for (const Argument& argument : launch.arguments) json["arguments"].push_back(to_json(argument));
  return json;
}

Launch launch_from_json(const JsonValue& value) {
  value.only_keys({"global", "local", "offset", "arguments"});
  Launch launch;
  const auto global = value.at("global").elements();
  const auto local = value.at("local").elements();
  if (global.empty() || global.size() > 3) value.at("global").fail("must hold 1 to 3 sizes");
  if (local.size() != global.size()) {
    value.at("local").fail(fmt::format("must hold {} sizes, as /global does", global.size()));
  }
  launch.dimensions = static_cast<std::uint32_t>(global.size());
  for (std::size_t d = 0; d < global.size(); ++d) {
    launch.global[d] = global[d].unsigned_integer();
    launch.local[d] = local[d].unsigned_integer();
  }
  if (value.has("offset")) {
    const auto offset = value.at("offset").elements();
    if (offset.size() != global.size()) {
      value.at("offset").fail(fmt::format("must hold {} numbers, as /global does", global.size()));
    }
    for (std::size_t d = 0; d < offset.size(); ++d) launch.offset[d] = offset[d].unsigned_integer();
  }
  for (const JsonValue& argument : value.at("arguments").elements()) {
    launch.arguments.push_back(argument_from_json(argument));
  }
  check_launch(launch, value.where(), SmallerGroups::kAllowed);
  return launch;
}

Json to_json(const VariantSpec& variant) {
  return Json{{"entry_point", variant.entry_point}, {"options", variant.options}};
}

VariantSpec variant_from_json(const JsonValue& value) {
  value.only_keys({"entry_point", "options"});
  return VariantSpec{value.at("entry_point").string(), value.at("options").strings()};
}

Json to_json(const KernelSpec& spec) {
  Json json{{"source", source_hash(*spec.source)},
            {"options", spec.options},
            {"baseline", to_json(spec.baseline)}};
  if (spec.cached) json["cached"] = to_json(*spec.cached);
  return json;
}

/// The source that `name` names.
const FileSource& find_source(const JsonValue& name, const SourceTable& sources) {
  const auto source = sources.find(name.string());
  if (source == sources.end()) {
    name.fail(fmt::format("names the source {}, which no line before it holds", name.string()));
  }
  return source->second;
}

KernelSpec spec_from_json(const JsonValue& value, const SourceTable& sources) {
  value.only_keys({"source", "options", "baseline", "cached"});
  KernelSpec spec;
  spec.source = find_source(value.at("source"), sources).source;
  spec.options = value.at("options").strings();
  spec.baseline = variant_from_json(value.at("baseline"));
  if (value.has("cached")) spec.cached = variant_from_json(value.at("cached"));
  return spec;
}

bool is_template(const KernelSource& source) {
  return source_hash(source) == source_hash(*template_source());
}

[[noreturn]] void fail_of_edit(const JsonValue& value) {
  value.at("id").fail("does not fit the benchmark: the line was edited",
                      "make the file again with lmtune");
}

Benchmark synthetic_from_json(const JsonValue& value, const SourceTable& sources) {
  value.only_keys({"id", "source", "values", "fills"});
  const FileSource& file = find_source(value.at("source"), sources);
  const auto numbers = value.at("values").elements();
  if (numbers.size() != file.parameters.size()) {
    value.at("values").fail(fmt::format("holds {} values; its source has {} parameters",
                                        numbers.size(), file.parameters.size()));
  }
  std::vector<std::int64_t> values;
  std::map<std::string, double> by_name;
  for (std::size_t i = 0; i < numbers.size(); ++i) {
    values.push_back(numbers[i].integer());
    by_name[file.parameters[i]] = static_cast<double>(values.back());
  }
  const TemplateParameters parameters = parameters_from_values(by_name, value.at("values").where());
  const std::string id = value.at("id").string();
  if (synthetic_id(*file.source, file.parameters, values) != id) fail_of_edit(value);
  Benchmark benchmark = make_synthetic(parameters, file.source);
  benchmark.id = id;  // a template that had fewer parameters gave another one
  if (value.has("fills")) benchmark.fills = value.at("fills").strings();
  return benchmark;
}

}  // namespace

ElementType element_from_json(const JsonValue& value) {
  const auto type = parse_element_type(value.string());
  if (!type) {
    value.fail(fmt::format("\"{}\" is no element type", value.string()),
               "write an OpenCL scalar or vector (float, uchar4), or a struct as float[6]");
  }
  return *type;
}

Access access_from_json(const JsonValue& value) {
  for (const Access access : {Access::kRead, Access::kWrite, Access::kReadWrite}) {
    if (value.string() == to_string(access)) return access;
  }
  value.fail(fmt::format("\"{}\" is no access", value.string()), "write read, write or read_write");
}

std::string source_hash(const KernelSource& source) { return source.hash.digits(); }

Json to_json(const KernelSource& source) {
  Json json{{"hash", source_hash(source)}, {"name", source.name}};
  if (is_template(source)) {
    json["parameters"] = parameter_names();
  }
  json["text"] = source.text;
  return json;
}

FileSource source_from_json(const JsonValue& value) {
  value.only_keys({"hash", "name", "parameters", "text"});
  FileSource file;
  file.source =
      std::make_shared<KernelSource>(value.at("name").string(), value.at("text").string());
  if (source_hash(*file.source) != value.at("hash").string()) {
    value.at("hash").fail("does not fit the text: the source was edited",
                          "make the file again with lmtune");
  }
  if (is_template(*file.source)) file.source = template_source();
  if (value.has("parameters")) file.parameters = value.at("parameters").strings();
  return file;
}

void put_benchmark(Json& line, const Benchmark& benchmark) {
  if (benchmark.origin == Origin::kSynthetic) {
    const TemplateParameters parameters = parameters_from_values(benchmark.values, benchmark.name);
    Json json{{"id", benchmark.id},
              {"source", source_hash(*benchmark.spec.source)},
              {"values", parameter_values(parameters)}};
    if (!benchmark.fills.empty()) json["fills"] = benchmark.fills;
    line["synthetic"] = std::move(json);
  } else {
    line["benchmark"] = to_json(benchmark);
  }
}

Benchmark take_benchmark(const JsonValue& line, const SourceTable& sources) {
  if (!line.has("synthetic")) return benchmark_from_json(line.at("benchmark"), sources);
  return synthetic_from_json(line.at("synthetic"), sources);
}

Json to_json(const StagingPlan& plan) {
  Json regions = Json::array();
  for (const StagedRegion& region : plan.regions) {
    regions.push_back(Json{{"runs", region.runs}, {"run_elements", region.run_elements}});
  }
  return Json{{"regions", regions},
              {"episodes", plan.episodes},
              {"barriers_per_episode", plan.barriers_per_episode},
              {"local_bytes", plan.local_bytes},
              {"copy_style", to_string(plan.copy_style)},
              {"copy_elements", plan.copy_elements},
              {"store_order", to_string(plan.store_order)}};
}

StagingPlan plan_from_json(const JsonValue& value) {
  value.only_keys({"regions", "episodes", "barriers_per_episode", "local_bytes", "copy_style",
                   "copy_elements", "store_order"});
  StagingPlan plan;
  for (const JsonValue& region : value.at("regions").elements()) {
    region.only_keys({"runs", "run_elements"});
    plan.regions.push_back(StagedRegion{region.at("runs").unsigned_integer(),
                                        region.at("run_elements").unsigned_integer()});
  }
  plan.episodes = value.at("episodes").unsigned_integer();
  plan.barriers_per_episode = value.at("barriers_per_episode").unsigned_integer();
  plan.local_bytes = value.at("local_bytes").unsigned_integer();
  plan.copy_elements = static_cast<std::uint32_t>(value.at("copy_elements").unsigned_integer());
  const std::string style = value.at("copy_style").string();
  if (style == to_string(CopyStyle::kBatched)) {
    plan.copy_style = CopyStyle::kBatched;
  } else if (style != to_string(CopyStyle::kGenericLoops)) {
    value.at("copy_style")
        .fail(fmt::format("\"{}\" is no copy style", style), "write generic or batched");
  }
  const std::string order = value.at("store_order").string();
  if (order == to_string(StoreOrder::kCoalesced)) {
    plan.store_order = StoreOrder::kCoalesced;
  } else if (order != to_string(StoreOrder::kAsBaseline)) {
    value.at("store_order")
        .fail(fmt::format("\"{}\" is no order of stores", order), "write baseline or coalesced");
  }
  return plan;
}

Json to_json(const Benchmark& benchmark) {
  Json json{{"id", benchmark.id},
            {"name", benchmark.name},
            {"origin", to_string(benchmark.origin)},
            {"family", benchmark.family},
            {"values", benchmark.values},
            {"kernel", to_json(benchmark.spec)},
            {"target", benchmark.target},
            {"launch", to_json(benchmark.launch)},
            {"tolerance", benchmark.tolerance}};
  if (benchmark.plan) json["staging"] = to_json(*benchmark.plan);
  if (!benchmark.fills.empty()) json["fills"] = benchmark.fills;
  if (benchmark.summary) json["summary"] = to_json(*benchmark.summary);
  return json;
}

Benchmark benchmark_from_json(const JsonValue& value, const SourceTable& sources) {
  value.only_keys({"id", "name", "origin", "family", "values", "kernel", "target", "launch",
                   "tolerance", "staging", "fills", "summary"});
  Benchmark benchmark;
  benchmark.id = value.at("id").string();
  benchmark.name = value.at("name").string();
  const std::string origin = value.at("origin").string();
  if (origin != to_string(Origin::kSynthetic) && origin != to_string(Origin::kReal)) {
    value.at("origin").fail(fmt::format("\"{}\" is no origin", origin), "write synthetic or real");
  }
  benchmark.origin = origin == to_string(Origin::kReal) ? Origin::kReal : Origin::kSynthetic;
  benchmark.family = value.at("family").string();
  for (const std::string& name : value.at("values").keys()) {
    benchmark.values[name] = value.at("values").at(name).number();
  }
  benchmark.spec = spec_from_json(value.at("kernel"), sources);
  benchmark.target = value.at("target").string();
  benchmark.launch = launch_from_json(value.at("launch"));
  benchmark.tolerance = value.at("tolerance").number();
  if (value.has("staging")) benchmark.plan = plan_from_json(value.at("staging"));
  if (value.has("fills")) benchmark.fills = value.at("fills").strings();
  if (value.has("summary")) benchmark.summary = summary_from_json(value.at("summary"));
  if (benchmark_id(benchmark) != benchmark.id) fail_of_edit(value);
  return benchmark;
}

}  // namespace lmtune
