#include "trace/module/arithmetic.h"

#include <llvm/IR/Instructions.h>

#include <algorithm>
#include <array>
#include <string_view>

#include "trace/module/mangled_name.h"

namespace lmtune {
namespace {

std::uint32_t components(const llvm::Type* type) {
  const auto* vector = llvm::dyn_cast<llvm::FixedVectorType>(type);
  return vector ? vector->getNumElements() : 1;
}

/// Built-in functions whose cost is a small number of additions or multiplications a component.
struct Cheap {
  std::string_view name;
  std::uint32_t operations;
};
constexpr std::array kCheap = std::to_array<Cheap>({
    {"fma", 2},      {"mad", 2},    {"fmuladd", 2}, {"clamp", 2},     {"mix", 3},
    {"fmin", 1},     {"fmax", 1},   {"min", 1},     {"max", 1},       {"minnum", 1},
    {"maxnum", 1},   {"minmag", 1}, {"maxmag", 1},  {"fabs", 1},      {"fdim", 2},
    {"floor", 1},    {"ceil", 1},   {"trunc", 1},   {"rint", 1},      {"round", 1},
    {"copysign", 1}, {"sign", 1},   {"step", 1},    {"degrees", 1},   {"radians", 1},
    {"fract", 2},    {"modf", 2},   {"ldexp", 1},   {"nextafter", 1}, {"smoothstep", 7},
});

/// Built-in functions that return floating-point values without computing any.
constexpr std::array<std::string_view, 5> kFree{"select", "bitselect", "shuffle", "shuffle2",
                                                "nan"};
constexpr std::array<std::string_view, 6> kFreePrefixes{"vload", "read_image", "convert_",
                                                        "as_",   "atom",       "work_group_"};

bool is_free(std::string_view name) {
  return std::find(kFree.begin(), kFree.end(), name) != kFree.end() ||
         std::any_of(kFreePrefixes.begin(), kFreePrefixes.end(),
                     [name](std::string_view prefix) { return name.starts_with(prefix); });
}

/// Geometric functions take a vector of n components and need one result from all of them.
Arithmetic geometric(std::string_view name, std::uint32_t n) {
  if (name.starts_with("fast_")) name.remove_prefix(5);
  if (name == "dot") return {2 * n - 1, 0};
  if (name == "cross") return {9, 0};
  if (name == "length") return {2 * n - 1, 1};
  if (name == "distance") return {3 * n - 1, 1};
  if (name == "normalize") return {3 * n - 1, 1};
  return {};
}

Arithmetic of_builtin(std::string_view name, const llvm::CallInst& call) {
  const std::uint32_t n = components(call.getType());
  const auto cheap = std::find_if(kCheap.begin(), kCheap.end(),
                                  [name](const Cheap& entry) { return entry.name == name; });
  if (cheap != kCheap.end()) return {cheap->operations * n, 0};
  if (is_free(name)) return {};
  if (call.arg_size() > 0) {
    const Arithmetic found = geometric(name, components(call.getArgOperand(0)->getType()));
    if (found.floating_point != 0) return found;
  }
  return {0, n};
}

/// "fma" of "llvm.fma.f32", "exp" of "_Z3expDv4_f", "" of what is no built-in function.
std::string_view builtin_name(std::string_view name) {
  constexpr std::string_view kIntrinsic = "llvm.";
  if (!name.starts_with(kIntrinsic)) return base_name(name);
  name.remove_prefix(kIntrinsic.size());
  return name.substr(0, name.find('.'));
}

Arithmetic of_call(const llvm::CallInst& call) {
  const llvm::Function* callee = call.getCalledFunction();
  if (!callee || !callee->isDeclaration() || callee->getName().startswith("llvm.dbg")) return {};
  if (!call.getType()->isFPOrFPVectorTy()) return {};
  return of_builtin(builtin_name({callee->getName().data(), callee->getName().size()}), call);
}

}  // namespace

Arithmetic arithmetic_of(const llvm::Instruction& instruction) {
  if (const auto* call = llvm::dyn_cast<llvm::CallInst>(&instruction)) return of_call(*call);
  switch (instruction.getOpcode()) {
    case llvm::Instruction::FAdd:
    case llvm::Instruction::FSub:
    case llvm::Instruction::FMul:
    case llvm::Instruction::FNeg:
    case llvm::Instruction::FCmp:
      return {components(instruction.getType()), 0};
    case llvm::Instruction::FDiv:
    case llvm::Instruction::FRem:
      return {0, components(instruction.getType())};
    default:
      return {};
  }
}

}  // namespace lmtune
