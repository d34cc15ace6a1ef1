// Oclgrind splits a store of a vector that is put together from components into a store for each
// component; this finds those that were one.
#pragma once

#include <llvm/ADT/DenseMap.h>

#include <cstdint>

namespace llvm {
class BasicBlock;
class Instruction;
}  // namespace llvm

namespace lmtune {

/// How a store instruction stands for a store of the source.
struct StorePart {
  bool continues = false;   ///< a store before it stands for this one too
  std::uint32_t bytes = 0;  ///< of the whole store; 0: of the instruction itself
  std::uint32_t back = 0;   ///< bytes from the start of the whole store to the instruction's own
};

using StoreParts = llvm::DenseMap<const llvm::Instruction*, StorePart>;

/// The split stores of a block: components of one vector, at one place of the source, one after the
/// other.
StoreParts find_split_stores(const llvm::BasicBlock& block);

}  // namespace lmtune
