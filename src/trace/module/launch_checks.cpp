#include "trace/module/launch_checks.h"

#include <fmt/format.h>
#include <fmt/ranges.h>
#include <llvm/IR/DebugInfoMetadata.h>

#include <vector>

#include "lmtune/base/error.h"
#include "trace/module/compile.h"
#include "trace/module/generic_pointers.h"
#include "trace/module/mangled_name.h"

namespace lmtune {
namespace {

/// No OpenCL device runs larger ones.
constexpr std::uint64_t kMaxGroupItems = 65536;

std::string signature(const KernelInfo& kernel) {
  std::vector<std::string> parameters;
  for (const KernelParameter& parameter : kernel.parameters) {
    parameters.push_back(to_string(parameter));
  }
  return fmt::format("{}({})", kernel.name, fmt::join(parameters, ", "));
}

std::string given(const Argument& argument) {
  if (const auto* buffer = std::get_if<BufferArgument>(&argument.value)) {
    return fmt::format("a buffer of {}", to_string(buffer->element));
  }
  if (const auto* scalar = std::get_if<ScalarArgument>(&argument.value)) {
    return fmt::format("a scalar of type {} ({} bytes)", to_string(scalar->element),
                       size_bytes(scalar->element));
  }
  if (const auto* image = std::get_if<ImageArgument>(&argument.value)) return image->type;
  if (std::holds_alternative<SamplerArgument>(argument.value)) return "a sampler";
  return "local memory";
}

bool fits(const KernelParameter& parameter, const Argument& argument) {
  switch (parameter.kind) {
    case ParameterKind::kBuffer:
    case ParameterKind::kConstant:
      return std::holds_alternative<BufferArgument>(argument.value);
    case ParameterKind::kLocal:
      return std::holds_alternative<LocalArgument>(argument.value);
    case ParameterKind::kScalar:
    case ParameterKind::kStruct: {
      const auto* scalar = std::get_if<ScalarArgument>(&argument.value);
      return scalar && size_bytes(scalar->element) == parameter.bytes;
    }
    case ParameterKind::kImage: {
      const auto* image = std::get_if<ImageArgument>(&argument.value);
      return image && image->type == parameter.type;
    }
    case ParameterKind::kSampler:
      return std::holds_alternative<SamplerArgument>(argument.value);
    case ParameterKind::kOther:
      return false;
  }
  return false;
}

bool is_half(const llvm::Type* type) { return type->getScalarType()->isHalfTy(); }

bool computes_in_half(const llvm::Instruction& instruction) {
  if (llvm::isa<llvm::LoadInst>(instruction) || llvm::isa<llvm::StoreInst>(instruction) ||
      llvm::isa<llvm::CallInst>(instruction)) {
    return false;
  }
  if (!instruction.isBinaryOp() && !instruction.isUnaryOp() && !instruction.isCast() &&
      !llvm::isa<llvm::CmpInst>(instruction)) {
    return false;
  }
  return is_half(instruction.getType()) || is_half(instruction.getOperand(0)->getType());
}

bool uses_generic_pointers(const llvm::Instruction& instruction) {
  if (is_generic(instruction.getType())) return true;
  for (const llvm::Use& operand : instruction.operands()) {
    if (is_generic(operand->getType())) return true;
  }
  return false;
}

}  // namespace

std::string place_of(const llvm::Instruction& instruction, const std::string& source_name) {
  const llvm::DILocation* location = instruction.getDebugLoc().get();
  if (!location || location->getLine() == 0) return source_name;
  const std::string file = location->getFilename().str();
  return fmt::format("{}:{}:{}", file.ends_with(kCompilerFileName) ? source_name : file,
                     location->getLine(), location->getColumn());
}

void check_arguments(const KernelInfo& kernel, const Launch& launch,
                     const std::string& source_name) {
  const std::string remedy = "the kernel is " + signature(kernel);
  const auto fail = [&](const std::string& problem) {
    throw Error(ErrorKind::kInput, source_name, fmt::format("kernel {}: {}", kernel.name, problem),
                remedy);
  };
  if (launch.arguments.size() != kernel.parameters.size()) {
    fail(fmt::format("has {} parameters, and the launch gives {} arguments",
                     kernel.parameters.size(), launch.arguments.size()));
  }
  for (std::size_t i = 0; i < kernel.parameters.size(); ++i) {
    const KernelParameter& parameter = kernel.parameters[i];
    const Argument& argument = launch.arguments[i];
    if (parameter.name != argument.name) {
      fail(fmt::format("parameter {} is named '{}', and the launch's argument '{}'", i + 1,
                       parameter.name, argument.name));
    }
    if (parameter.kind == ParameterKind::kOther) {
      fail(fmt::format("parameter '{}' is of type {}, which lmtune cannot give it", parameter.name,
                       parameter.type));
    }
    if (!fits(parameter, argument)) {
      fail(fmt::format("parameter '{}' is a {} of type {} ({} bytes), and the launch gives {}",
                       parameter.name, to_string(parameter.kind), parameter.element,
                       parameter.bytes, given(argument)));
    }
  }
  if (kernel.required_local && *kernel.required_local != launch.local) {
    throw Error(ErrorKind::kInput, source_name,
                fmt::format("kernel {} requires work-groups of {}", kernel.name,
                            fmt::join(*kernel.required_local, " x ")),
                fmt::format("the launch has {}", fmt::join(launch.local, " x ")));
  }
  if (group_items(launch) > kMaxGroupItems) {
    throw Error(ErrorKind::kInput, source_name,
                fmt::format("a work-group of {} work-items is too large", group_items(launch)),
                fmt::format("at most {} can be traced", kMaxGroupItems));
  }
}

const llvm::Instruction* find_call(const CodeLayout& layout, const std::string& name) {
  for (const llvm::Function* function : layout.functions()) {
    for (const llvm::BasicBlock& block : *function) {
      for (const llvm::Instruction& instruction : block) {
        const auto* call = llvm::dyn_cast<llvm::CallInst>(&instruction);
        if (!call || !call->getCalledFunction()) continue;
        const llvm::StringRef callee = call->getCalledFunction()->getName();
        if (callee == name || base_name({callee.data(), callee.size()}) == name) return call;
      }
    }
  }
  return nullptr;
}

void check_supported(const CodeLayout& layout, const std::string& source_name) {
  for (const llvm::Function* function : layout.functions()) {
    for (const llvm::BasicBlock& block : *function) {
      for (const llvm::Instruction& instruction : block) {
        const bool half = computes_in_half(instruction);
        if (!half && !uses_generic_pointers(instruction)) continue;
        throw Error(ErrorKind::kInput, place_of(instruction, source_name),
                    fmt::format("the tracer's interpreter does not know {}",
                                half ? "half arithmetic" : "the generic address space"),
                    half ? "trace a variant of the kernel that computes in float"
                         : "write __global or __local before the pointer's type");
      }
    }
  }
}

}  // namespace lmtune
