#include "trace/module/image_texels.h"

#include <llvm/IR/Instructions.h>

#include <string_view>

#include "trace/module/mangled_name.h"

namespace lmtune {

std::optional<TexelType> texel_of(const llvm::Argument& image) {
  std::optional<TexelType> found;
  for (const llvm::Use& use : image.uses()) {
    const auto* call = llvm::dyn_cast<llvm::CallInst>(use.getUser());
    if (!call || !call->getCalledFunction() || !call->isArgOperand(&use)) continue;
    const llvm::Function& callee = *call->getCalledFunction();
    if (!callee.isDeclaration()) {
      const auto inner = texel_of(*callee.getArg(call->getArgOperandNo(&use)));
      if (inner) found = inner;
      continue;
    }
    const std::string_view full(callee.getName().data(), callee.getName().size());
    const std::string_view name = base_name(full);
    if (name.ends_with("_imagef")) found = TexelType::kFloat;
    if (name.ends_with("_imagei")) found = TexelType::kInt;
    if (name.ends_with("_imageui")) found = TexelType::kUint;
  }
  return found;
}

}  // namespace lmtune
