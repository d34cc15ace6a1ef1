#include "lmtune/io/trace_message.h"

#include <fmt/format.h>

#include <bit>
#include <cstring>
#include <span>

#include "io/benchmark_json.h"
#include "io/json_value.h"
#include "lmtune/io/run_file.h"

namespace lmtune {
namespace {

constexpr std::string_view kWhere = "message of the tracer";

Error cut_short() {
  return Error(ErrorKind::kInternal, std::string(kWhere), "is cut short",
               "both ends must be the same build of lmtune");
}

/// Sources, names and compiler messages may hold invalid UTF-8.
std::string dump(const Json& json) { return to_line(json) + '\n'; }

/// Takes a message apart: a line of JSON, then raw bytes.
class MessageReader {
 public:
  explicit MessageReader(std::string_view message) {
    const std::size_t end = message.find('\n');
    if (end == std::string_view::npos) throw cut_short();
    header_ = parse_json(message.substr(0, end), std::string(kWhere));
    rest_ = message.substr(end + 1);
  }

  JsonValue header() const { return JsonValue(header_, std::string(kWhere)); }

  std::string_view bytes(std::uint64_t count) {
    if (count > rest_.size()) throw cut_short();
    const std::string_view taken = rest_.substr(0, count);
    rest_.remove_prefix(count);
    return taken;
  }

  template <typename T>
  std::vector<T> array(std::uint64_t count) {
    if (count > rest_.size() / sizeof(T)) throw cut_short();
    std::vector<T> values(count);
    const std::string_view raw = bytes(count * sizeof(T));
    if (count != 0) std::memcpy(values.data(), raw.data(), raw.size());
    return values;
  }

 private:
  Json header_;
  std::string_view rest_;
};

template <typename T>
void append_array(std::string& message, const std::vector<T>& values) {
  static_assert(std::has_unique_object_representations_v<T>);
  const auto raw = std::as_bytes(std::span(values));
  message.append(reinterpret_cast<const char*>(raw.data()), raw.size());
}

std::array<std::uint64_t, 3> three(const JsonValue& value) {
  const auto elements = value.elements();
  if (elements.size() != 3) throw cut_short();
  return {elements[0].unsigned_integer(), elements[1].unsigned_integer(),
          elements[2].unsigned_integer()};
}

/// Throws for a number beyond that of `last`.
template <typename Enum>
Enum enumerator(const JsonValue& value, Enum last) {
  const std::uint64_t number = value.unsigned_integer();
  if (number > static_cast<std::uint64_t>(last)) {
    value.fail(fmt::format("is {}; the highest is {}", number, static_cast<unsigned>(last)));
  }
  return static_cast<Enum>(number);
}

template <typename Enum>
unsigned number(Enum value) {
  return static_cast<unsigned>(value);
}

/// A benchmark that carries no more than the spec.
Benchmark benchmark_of(const KernelSpec& spec) {
  Benchmark benchmark;
  benchmark.spec = spec;
  return benchmark;
}

Json to_json(const TraceResult& result) {
  const AccessTrace& trace = result.trace;
  Json instructions = Json::array();
  for (const MemoryInstruction& instruction : trace.instructions) {
    instructions.push_back(Json{{"argument", instruction.argument},
                                {"kind", number(instruction.kind)},
                                {"bytes", instruction.bytes},
                                {"accesses", instruction.accesses.size()},
                                {"offsets", instruction.offsets.size()}});
  }
  return Json{{"response", "trace"},
              {"problems", result.problems},
              {"reached", result.reached},
              {"group", trace.group},
              {"items", trace.items},
              {"barriers", trace.barriers},
              {"local_bytes", trace.local_bytes},
              {"floating_point", trace.operations.floating_point},
              {"special", trace.operations.special},
              {"local_loads", trace.operations.local_loads},
              {"local_stores", trace.operations.local_stores},
              {"unaliased_arguments", trace.unaliased_arguments},
              {"instructions", instructions}};
}

/// Features index by what is in an access.
void check_accesses(const MemoryInstruction& instruction, std::uint32_t items) {
  for (const WarpAccess& access : instruction.accesses) {
    const auto lanes = static_cast<std::uint64_t>(std::popcount(access.lanes));
    const std::uint64_t end =
        std::uint64_t{access.warp} * kWarpLanes + std::bit_width(access.lanes);
    const std::size_t offsets = instruction.offsets.size();
    if (access.first_offset > offsets || lanes > offsets - access.first_offset || end > items ||
        instruction.bytes == 0) {
      throw Error(ErrorKind::kInternal, std::string(kWhere), "holds an access that cannot be",
                  "both ends must be the same build of lmtune");
    }
  }
}

TraceResult trace_from(MessageReader& reader) {
  const JsonValue header = reader.header();
  TraceResult result;
  result.problems = header.at("problems").strings();
  const JsonValue reached = header.at("reached");
  for (const std::string& argument : reached.keys()) {
    result.reached[argument] = reached.at(argument).unsigned_integer();
  }
  AccessTrace& trace = result.trace;
  trace.group = three(header.at("group"));
  trace.items = static_cast<std::uint32_t>(header.at("items").unsigned_integer());
  trace.barriers = header.at("barriers").unsigned_integer();
  trace.local_bytes = header.at("local_bytes").unsigned_integer();
  trace.operations.floating_point = header.at("floating_point").unsigned_integer();
  trace.operations.special = header.at("special").unsigned_integer();
  trace.operations.local_loads = header.at("local_loads").unsigned_integer();
  trace.operations.local_stores = header.at("local_stores").unsigned_integer();
  trace.unaliased_arguments = header.at("unaliased_arguments").strings();
  for (const JsonValue& value : header.at("instructions").elements()) {
    MemoryInstruction instruction;
    instruction.argument = value.at("argument").string();
    instruction.kind = enumerator(value.at("kind"), AccessKind::kAtomic);
    instruction.bytes = static_cast<std::uint32_t>(value.at("bytes").unsigned_integer());
    instruction.accesses = reader.array<WarpAccess>(value.at("accesses").unsigned_integer());
    instruction.offsets = reader.array<std::uint64_t>(value.at("offsets").unsigned_integer());
    check_accesses(instruction, trace.items);
    trace.instructions.push_back(std::move(instruction));
  }
  return result;
}

Json to_json(const Steering& steering) {
  return Json{
      {"arrays", steering.arrays}, {"loops", steering.loops}, {"branches", steering.branches}};
}

Steering steering_from(const JsonValue& value) {
  Steering steering;
  for (const JsonValue& array : value.at("arrays").elements()) {
    steering.arrays.push_back(static_cast<std::uint32_t>(array.unsigned_integer()));
  }
  steering.loops = value.at("loops").boolean();
  steering.branches = value.at("branches").boolean();
  return steering;
}

StructMember member_from(const JsonValue& value) {
  return {value.at("name").string(), enumerator(value.at("type"), ScalarType::kDouble),
          static_cast<std::uint32_t>(value.at("offset").unsigned_integer())};
}

Json kernel_message(const KernelInfo& kernel) {
  Json parameters = Json::array();
  for (const KernelParameter& parameter : kernel.parameters) {
    Json json{{"name", parameter.name},   {"kind", number(parameter.kind)},
              {"type", parameter.type},   {"element", parameter.element},
              {"bytes", parameter.bytes}, {"access", number(parameter.access)},
              {"used", parameter.used}};
    if (parameter.element_type) json["element_type"] = to_string(*parameter.element_type);
    if (parameter.texel) json["texel"] = number(*parameter.texel);
    if (parameter.steering.any()) json["steering"] = to_json(parameter.steering);
    for (const StructMember& member : parameter.members) {
      json["members"].push_back(
          Json{{"name", member.name}, {"type", number(member.type)}, {"offset", member.offset}});
    }
    parameters.push_back(json);
  }
  Json json{{"name", kernel.name}, {"parameters", parameters}, {"local_bytes", kernel.local_bytes}};
  if (kernel.required_local) json["required_local"] = *kernel.required_local;
  return json;
}

KernelInfo kernel_from(const JsonValue& value) {
  KernelInfo kernel;
  kernel.name = value.at("name").string();
  kernel.local_bytes = value.at("local_bytes").unsigned_integer();
  if (value.has("required_local")) kernel.required_local = three(value.at("required_local"));
  for (const JsonValue& json : value.at("parameters").elements()) {
    KernelParameter parameter;
    parameter.name = json.at("name").string();
    parameter.kind = enumerator(json.at("kind"), ParameterKind::kOther);
    parameter.type = json.at("type").string();
    parameter.element = json.at("element").string();
    parameter.bytes = static_cast<std::uint32_t>(json.at("bytes").unsigned_integer());
    parameter.access = enumerator(json.at("access"), Access::kReadWrite);
    parameter.used = json.at("used").boolean();
    if (json.has("element_type")) {
      parameter.element_type = parse_element_type(json.at("element_type").string());
    }
    if (json.has("texel")) parameter.texel = enumerator(json.at("texel"), TexelType::kUint);
    if (json.has("steering")) parameter.steering = steering_from(json.at("steering"));
    if (json.has("members")) {
      for (const JsonValue& member : json.at("members").elements()) {
        parameter.members.push_back(member_from(member));
      }
    }
    kernel.parameters.push_back(std::move(parameter));
  }
  for (const KernelParameter& parameter : kernel.parameters) {
    for (const std::uint32_t array : parameter.steering.arrays) {
      if (array >= kernel.parameters.size()) value.fail("steers a parameter that is not there");
    }
  }
  return kernel;
}

}  // namespace

std::string format_tracer_request(const TracerRequest& request) {
  const auto* trace = std::get_if<TraceRequest>(&request);
  const auto* inspect = std::get_if<InspectRequest>(&request);
  Benchmark benchmark = trace ? trace->benchmark : benchmark_of(inspect->spec);
  benchmark.id = benchmark_id(benchmark);
  const KernelSource& source = *benchmark.spec.source;
  Json json{{"request", trace ? "trace" : "inspect"},
            {"variant", number(trace ? trace->variant : inspect->variant)},
            {"source_name_bytes", source.name.size()},
            {"source_bytes", source.text.size()},
            {"benchmark", to_json(benchmark)}};
  if (trace) {
    json["group"] = trace->group;
    json["max_instructions"] = trace->max_instructions;
    json["max_seconds"] = trace->max_seconds;
    json["race_check"] = number(trace->race_check);
    json["reach_groups"] = trace->reach_groups;
  }
  return dump(json) + source.name + source.text;
}

TracerRequest parse_tracer_request(std::string_view message) {
  MessageReader reader(message);
  const JsonValue header = reader.header();
  const auto name_bytes = header.at("source_name_bytes").unsigned_integer();
  const auto text_bytes = header.at("source_bytes").unsigned_integer();
  std::string name(reader.bytes(name_bytes));
  const auto source =
      std::make_shared<KernelSource>(std::move(name), std::string(reader.bytes(text_bytes)));
  const SourceTable sources{{source_hash(*source), {source, {}}}};
  Benchmark benchmark = benchmark_from_json(header.at("benchmark"), sources);
  const auto variant = enumerator(header.at("variant"), Variant::kCached);
  if (header.at("request").string() == "inspect") {
    return InspectRequest{std::move(benchmark.spec), variant};
  }
  TraceRequest request{std::move(benchmark),
                       variant,
                       three(header.at("group")),
                       header.at("max_instructions").unsigned_integer(),
                       enumerator(header.at("race_check"), RaceCheck::kOn),
                       header.at("max_seconds").unsigned_integer(),
                       {}};
  for (const JsonValue& group : header.at("reach_groups").elements()) {
    request.reach_groups.push_back(three(group));
  }
  return request;
}

std::string format_tracer_response(const TracerResponse& response) {
  if (const auto* error = std::get_if<Error>(&response)) {
    return dump(Json{{"response", "error"},
                     {"kind", number(error->kind())},
                     {"where", error->where()},
                     {"problem", error->problem()},
                     {"remedy", error->remedy()}});
  }
  if (const auto* kernels = std::get_if<std::vector<KernelInfo>>(&response)) {
    Json all = Json::array();
    for (const KernelInfo& kernel : *kernels) all.push_back(kernel_message(kernel));
    return dump(Json{{"response", "kernels"}, {"kernels", all}});
  }
  const auto& result = std::get<TraceResult>(response);
  std::string message = dump(to_json(result));
  for (const MemoryInstruction& instruction : result.trace.instructions) {
    append_array(message, instruction.accesses);
    append_array(message, instruction.offsets);
  }
  return message;
}

TracerResponse parse_tracer_response(std::string_view message) {
  MessageReader reader(message);
  const JsonValue header = reader.header();
  const std::string kind = header.at("response").string();
  if (kind == "error") {
    return Error(enumerator(header.at("kind"), ErrorKind::kInternal), header.at("where").string(),
                 header.at("problem").string(), header.at("remedy").string());
  }
  if (kind == "kernels") {
    std::vector<KernelInfo> kernels;
    for (const JsonValue& kernel : header.at("kernels").elements()) {
      kernels.push_back(kernel_from(kernel));
    }
    return kernels;
  }
  return trace_from(reader);
}

}  // namespace lmtune
