// The instructions of a kernel and all that it calls, numbered in the order in which a warp would
// go through them, and the loops that they lie in.
#pragma once

#include <llvm/ADT/DenseMap.h>
#include <llvm/Analysis/LoopInfo.h>
#include <llvm/IR/Dominators.h>
#include <llvm/IR/Instructions.h>

#include <cstdint>
#include <memory>
#include <vector>

#include "trace/module/arithmetic.h"
#include "trace/module/vector_stores.h"

namespace lmtune {

/// What an instruction does to the course of its work-item.
enum class Flow { kNext, kBranch, kCall, kReturn };

struct CodeInstruction {
  const llvm::Instruction* instruction = nullptr;
  Flow flow = Flow::kNext;
  Arithmetic arithmetic;
  StorePart store;
};

inline constexpr std::int32_t kNoLoop = -1;

struct CodeLoop {
  std::int32_t parent = kNoLoop;
  std::uint32_t position = 0;  ///< of its header's first instruction
  const llvm::Loop* loop = nullptr;
};

struct CodeBlock {
  std::int32_t innermost = kNoLoop;  ///< loop that the block lies in
  std::int32_t headed = kNoLoop;     ///< loop that the block is the header of
};

class CodeLayout {
 public:
  explicit CodeLayout(const llvm::Function& kernel);

  const std::vector<const llvm::Function*>& functions() const { return functions_; }
  const std::vector<CodeLoop>& loops() const { return loops_; }
  const CodeBlock& block(const llvm::BasicBlock* block) const {
    return blocks_.find(block)->second;
  }
  std::size_t size() const { return instructions_.size(); }
  const CodeInstruction& instruction(std::uint32_t position) const {
    return instructions_[position];
  }
  /// The number of an instruction; `guess` is tried first, for the next one usually follows.
  std::uint32_t position(const llvm::Instruction* instruction, std::uint32_t guess) const {
    if (guess < instructions_.size() && instructions_[guess].instruction == instruction) {
      return guess;
    }
    return positions_.find(instruction)->second;
  }

 private:
  struct Analysis {
    std::unique_ptr<llvm::DominatorTree> dominators;
    std::unique_ptr<llvm::LoopInfo> loops;
  };

  void add(const llvm::Function& function);

  std::vector<const llvm::Function*> functions_;
  std::vector<Analysis> analyses_;  // own the llvm::Loops
  std::vector<CodeInstruction> instructions_;
  std::vector<CodeLoop> loops_;
  llvm::DenseMap<const llvm::BasicBlock*, CodeBlock> blocks_;
  llvm::DenseMap<const llvm::Instruction*, std::uint32_t> positions_;
};

}  // namespace lmtune
