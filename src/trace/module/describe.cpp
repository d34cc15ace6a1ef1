#include "trace/module/describe.h"

#include <llvm/IR/Constants.h>
#include <llvm/IR/DerivedTypes.h>
#include <llvm/IR/Function.h>
#include <llvm/IR/Metadata.h>
#include <llvm/IR/Module.h>

#include <string_view>

#include "trace/module/debug_members.h"
#include "trace/module/image_texels.h"
#include "trace/module/pointer_use.h"
#include "trace/module/steering.h"

namespace lmtune {
namespace {

/// Address spaces of SPIR, the target that Oclgrind compiles for.
enum SpirAddressSpace : std::uint64_t { kPrivate = 0, kGlobal = 1, kConstant = 2, kLocal = 3 };

std::string text_metadata(const llvm::Function& kernel, const char* name, unsigned index) {
  const llvm::MDNode* node = kernel.getMetadata(name);
  if (!node || index >= node->getNumOperands()) return "";
  const auto* text = llvm::dyn_cast<llvm::MDString>(node->getOperand(index));
  return text ? text->getString().str() : "";
}

std::uint64_t number_metadata(const llvm::Function& kernel, const char* name, unsigned index) {
  const llvm::MDNode* node = kernel.getMetadata(name);
  if (!node || index >= node->getNumOperands()) return 0;
  const auto* number = llvm::mdconst::dyn_extract<llvm::ConstantInt>(node->getOperand(index));
  return number ? number->getZExtValue() : 0;
}

ParameterKind kind_of(const llvm::Argument& argument, const std::string& type,
                      std::uint64_t address_space) {
  const std::string_view view = type;
  if (view.starts_with("image")) return ParameterKind::kImage;
  if (view.starts_with("sampler_t")) return ParameterKind::kSampler;
  if (view == "event_t" || view == "queue_t" || view == "clk_event_t" || view == "ndrange_t" ||
      view == "reserve_id_t" ||
      text_metadata(*argument.getParent(), "kernel_arg_type_qual", argument.getArgNo())
              .find("pipe") != std::string::npos) {
    return ParameterKind::kOther;
  }
  if (address_space == kGlobal) return ParameterKind::kBuffer;
  if (address_space == kConstant) return ParameterKind::kConstant;
  if (address_space == kLocal) return ParameterKind::kLocal;
  return argument.hasByValAttr() || argument.getType()->isAggregateType() ? ParameterKind::kStruct
                                                                          : ParameterKind::kScalar;
}

/// The type of a value, or of what a pointer points to.
llvm::Type* element_of(const llvm::Argument& argument) {
  if (argument.hasByValAttr()) return argument.getParamByValType();
  if (const auto* pointer = llvm::dyn_cast<llvm::PointerType>(argument.getType())) {
    return pointer->isOpaque() ? nullptr : pointer->getNonOpaquePointerElementType();
  }
  return argument.getType();
}

/// Collects the scalars that a type is made of; false if there are two different ones.
bool same_scalars(llvm::Type* type, llvm::Type*& scalar, std::uint64_t& count) {
  if (auto* structure = llvm::dyn_cast<llvm::StructType>(type)) {
    for (llvm::Type* member : structure->elements()) {
      if (!same_scalars(member, scalar, count)) return false;
    }
    return true;
  }
  if (auto* array = llvm::dyn_cast<llvm::ArrayType>(type)) {
    std::uint64_t each = 0;
    if (!same_scalars(array->getElementType(), scalar, each)) return false;
    count += each * array->getNumElements();
    return true;
  }
  if (auto* vector = llvm::dyn_cast<llvm::FixedVectorType>(type)) {
    count += vector->getNumElements();
    type = vector->getElementType();
  } else {
    count += 1;
  }
  if (!scalar) scalar = type;
  return scalar == type;
}

std::optional<ScalarType> scalar_type(const llvm::Type* type) {
  if (type->isFloatTy()) return ScalarType::kFloat;
  if (type->isDoubleTy()) return ScalarType::kDouble;
  if (type->isIntegerTy(8)) return ScalarType::kChar;
  if (type->isIntegerTy(16)) return ScalarType::kShort;
  if (type->isIntegerTy(32)) return ScalarType::kInt;
  if (type->isIntegerTy(64)) return ScalarType::kLong;
  return std::nullopt;
}

/// Half floats are only moved, never computed with.
constexpr ElementType kHalfElement{ScalarType::kUshort};

std::optional<ElementType> element_type(const std::string& text, llvm::Type* type,
                                        std::uint32_t bytes) {
  if (const auto parsed = parse_element_type(text)) return parsed;
  if (type->isHalfTy()) return kHalfElement;
  if (const auto scalar = scalar_type(type)) return ElementType{*scalar};  // enumerations
  if (!type->isAggregateType() || bytes == 0) return std::nullopt;
  const auto as_struct = [&](ScalarType scalar) {
    return parse_element_type(
        to_string(ElementType{scalar, bytes / size_bytes(scalar), Packing::kStruct}));
  };
  llvm::Type* member = nullptr;
  std::uint64_t members = 0;
  if (same_scalars(type, member, members) && member) {
    const auto scalar = scalar_type(member);
    if (scalar && members * size_bytes(*scalar) == bytes) return as_struct(*scalar);
  }
  return as_struct(bytes % 4 == 0 ? ScalarType::kInt : ScalarType::kUchar);
}

/// "float4" for Clang's "float __attribute__((ext_vector_type(4)))".
std::string plain_type(std::string type) {
  constexpr std::string_view kVector = " __attribute__((ext_vector_type(";
  const std::size_t at = type.find(kVector);
  if (at == std::string::npos) return type;
  const std::size_t end = type.find(")))", at);
  const std::string count = type.substr(at + kVector.size(), end - at - kVector.size());
  return type.substr(0, at) + count + type.substr(end + 3);
}

KernelParameter describe(const llvm::Argument& argument) {
  const llvm::Function& kernel = *argument.getParent();
  const unsigned index = argument.getArgNo();
  KernelParameter parameter;
  parameter.name = text_metadata(kernel, "kernel_arg_name", index);
  parameter.type = text_metadata(kernel, "kernel_arg_type", index);
  parameter.kind =
      kind_of(argument, parameter.type, number_metadata(kernel, "kernel_arg_addr_space", index));
  parameter.element = plain_type(text_metadata(kernel, "kernel_arg_base_type", index));
  const bool is_pointer = parameter.kind == ParameterKind::kBuffer ||
                          parameter.kind == ParameterKind::kConstant ||
                          parameter.kind == ParameterKind::kLocal;
  if (is_pointer && parameter.element.ends_with('*')) parameter.element.pop_back();
  const bool has_element = is_pointer || parameter.kind == ParameterKind::kScalar ||
                           parameter.kind == ParameterKind::kStruct;
  llvm::Type* element = element_of(argument);
  if (has_element && element && element->isSized()) {
    parameter.bytes = static_cast<std::uint32_t>(
        kernel.getParent()->getDataLayout().getTypeAllocSize(element).getFixedSize());
    parameter.element_type = element_type(parameter.element, element, parameter.bytes);
  }
  if (parameter.kind == ParameterKind::kStruct) parameter.members = members_of(argument);
  if (parameter.kind == ParameterKind::kImage) parameter.texel = texel_of(argument);
  if (is_pointer) {
    const std::optional<Access> access = access_through(argument);
    parameter.access = access.value_or(Access::kRead);
    parameter.used = access.has_value();
  }
  return parameter;
}

}  // namespace

std::vector<const llvm::Function*> kernels_of(const llvm::Module& module) {
  std::vector<const llvm::Function*> kernels;
  for (const llvm::Function& function : module) {
    if (function.getCallingConv() == llvm::CallingConv::SPIR_KERNEL && !function.isDeclaration()) {
      kernels.push_back(&function);
    }
  }
  return kernels;
}

KernelInfo describe(const llvm::Function& kernel) {
  KernelInfo info;
  info.name = kernel.getName().str();
  for (const llvm::Argument& argument : kernel.args()) {
    info.parameters.push_back(describe(argument));
  }
  const std::vector<Steering> steering = steering_of(kernel);
  for (std::size_t i = 0; i < steering.size(); ++i) info.parameters[i].steering = steering[i];
  if (kernel.getMetadata("reqd_work_group_size")) {
    info.required_local.emplace();
    for (unsigned d = 0; d < 3; ++d) {
      (*info.required_local)[d] = number_metadata(kernel, "reqd_work_group_size", d);
    }
  }
  info.local_bytes = declared_local_bytes(kernel);
  return info;
}

std::vector<bool> unaliased_arguments(const llvm::Function& kernel) {
  std::vector<bool> unaliased;
  for (unsigned i = 0; i < kernel.arg_size(); ++i) {
    const std::string qualifiers = text_metadata(kernel, "kernel_arg_type_qual", i);
    unaliased.push_back(number_metadata(kernel, "kernel_arg_addr_space", i) == kConstant ||
                        qualifiers.find("restrict") != std::string::npos);
  }
  return unaliased;
}

std::uint64_t declared_local_bytes(const llvm::Function& kernel) {
  // Clang names a kernel's local variable "kernel.variable".
  const std::string prefix = kernel.getName().str() + ".";
  std::uint64_t bytes = 0;
  for (const llvm::GlobalVariable& variable : kernel.getParent()->globals()) {
    if (variable.getAddressSpace() == kLocal && variable.getName().startswith(prefix)) {
      bytes += kernel.getParent()->getDataLayout().getTypeAllocSize(variable.getValueType());
    }
  }
  return bytes;
}

}  // namespace lmtune
