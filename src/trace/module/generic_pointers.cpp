#include "trace/module/generic_pointers.h"

#include <llvm/IR/InstIterator.h>
#include <llvm/IR/LegacyPassManager.h>
#include <llvm/IR/Module.h>
#include <llvm/Transforms/IPO/AlwaysInliner.h>
#include <llvm/Transforms/Scalar.h>

#include <algorithm>

namespace lmtune {
namespace {

/// SPIR's number for it.
constexpr unsigned kGenericAddressSpace = 4;

bool has_generic_pointers(const llvm::Function& function) {
  const auto arguments = function.args();
  if (std::any_of(arguments.begin(), arguments.end(),
                  [](const llvm::Argument& argument) { return is_generic(argument.getType()); })) {
    return true;
  }
  for (const llvm::Instruction& instruction : llvm::instructions(function)) {
    if (is_generic(instruction.getType())) return true;
    for (const llvm::Use& operand : instruction.operands()) {
      if (is_generic(operand->getType())) return true;
    }
  }
  return false;
}

}  // namespace

bool is_generic(const llvm::Type* type) {
  return type->isPtrOrPtrVectorTy() && type->getPointerAddressSpace() == kGenericAddressSpace;
}

void resolve_generic_pointers(llvm::Module& module) {
  bool found = false;
  for (llvm::Function& function : module) {
    if (function.isDeclaration() || !has_generic_pointers(function)) continue;
    found = true;
    if (function.getCallingConv() == llvm::CallingConv::SPIR_KERNEL) continue;
    function.removeFnAttr(llvm::Attribute::NoInline);
    function.removeFnAttr(llvm::Attribute::OptimizeNone);
    function.addFnAttr(llvm::Attribute::AlwaysInline);
  }
  if (!found) return;
  llvm::legacy::PassManager passes;
  passes.add(llvm::createAlwaysInlinerLegacyPass());
  passes.add(llvm::createSROAPass());
  passes.add(llvm::createInferAddressSpacesPass(kGenericAddressSpace));
  passes.add(llvm::createDeadCodeEliminationPass());
  passes.run(module);
}

}  // namespace lmtune
