#include "io/json_value.h"
#include "lmtune/io/output_json.h"

namespace lmtune {
namespace {

bool is_pointer(const KernelParameter& parameter) {
  return parameter.kind == ParameterKind::kBuffer || parameter.kind == ParameterKind::kConstant ||
         parameter.kind == ParameterKind::kLocal;
}

Json to_json(const KernelParameter& parameter) {
  Json json{{"name", parameter.name},
            {"kind", to_string(parameter.kind)},
            {"type", parameter.type},
            {"element", parameter.element},
            {"bytes", parameter.bytes}};
  if (parameter.element_type) json["element_type"] = to_string(*parameter.element_type);
  if (is_pointer(parameter)) {
    json["access"] = parameter.used ? to_string(parameter.access) : "none";
    json["can_be_target"] = can_be_target(parameter);
  }
  return json;
}

Json to_json(const KernelInfo& kernel) {
  Json json{{"name", kernel.name}, {"local_bytes", kernel.local_bytes}};
  if (kernel.required_local) json["required_local"] = *kernel.required_local;
  json["parameters"] = Json::array();
  for (const KernelParameter& parameter : kernel.parameters) {
    json["parameters"].push_back(to_json(parameter));
  }
  return json;
}

}  // namespace

std::string format_inspection(const KernelSpec& spec, std::span<const KernelInfo> kernels) {
  Json file{{"format", "lmtune-inspection"},
            {"format_version", kInspectionFormatVersion},
            {"file", spec.source->name},
            {"options", spec.options},
            {"kernels", Json::array()}};
  for (const KernelInfo& kernel : kernels) file["kernels"].push_back(to_json(kernel));
  return file.dump(2, ' ', false, Json::error_handler_t::replace) + '\n';
}

}  // namespace lmtune
