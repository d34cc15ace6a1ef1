#include "trace/module/code_layout.h"

#include <llvm/ADT/PostOrderIterator.h>
#include <llvm/IR/CFG.h>

#include <algorithm>

namespace lmtune {
namespace {

const llvm::Function* called_function(const llvm::Instruction& instruction) {
  const auto* call = llvm::dyn_cast<llvm::CallInst>(&instruction);
  if (!call || !call->getCalledFunction() || call->getCalledFunction()->isDeclaration()) {
    return nullptr;
  }
  return call->getCalledFunction();
}

Flow flow_of(const llvm::Instruction& instruction) {
  if (llvm::isa<llvm::ReturnInst>(instruction)) return Flow::kReturn;
  if (instruction.isTerminator()) return Flow::kBranch;
  return called_function(instruction) ? Flow::kCall : Flow::kNext;
}

}  // namespace

CodeLayout::CodeLayout(const llvm::Function& kernel) {
  functions_.push_back(&kernel);
  for (std::size_t i = 0; i < functions_.size(); ++i) add(*functions_[i]);
}

void CodeLayout::add(const llvm::Function& function) {
  Analysis analysis;
  // DominatorTree only reads, but its interface takes a mutable function.
  analysis.dominators =
      std::make_unique<llvm::DominatorTree>(const_cast<llvm::Function&>(function));
  analysis.loops = std::make_unique<llvm::LoopInfo>(*analysis.dominators);
  llvm::DenseMap<const llvm::Loop*, std::int32_t> numbers;
  for (const llvm::Loop* loop : analysis.loops->getLoopsInPreorder()) {
    numbers[loop] = static_cast<std::int32_t>(loops_.size());
    const llvm::Loop* parent = loop->getParentLoop();
    loops_.push_back({parent ? numbers[parent] : kNoLoop, 0, loop});
  }
  // In reverse post-order a block follows all that lead to it, back edges of loops aside.
  for (const llvm::BasicBlock* block :
       llvm::ReversePostOrderTraversal<const llvm::Function*>(&function)) {
    const llvm::Loop* loop = analysis.loops->getLoopFor(block);
    CodeBlock& entry = blocks_[block];
    if (loop) entry.innermost = numbers[loop];
    if (loop && loop->getHeader() == block) {
      entry.headed = entry.innermost;
      loops_[static_cast<std::size_t>(entry.headed)].position =
          static_cast<std::uint32_t>(instructions_.size());
    }
    const StoreParts stores = find_split_stores(*block);
    for (const llvm::Instruction& instruction : *block) {
      positions_[&instruction] = static_cast<std::uint32_t>(instructions_.size());
      instructions_.push_back({&instruction, flow_of(instruction), arithmetic_of(instruction),
                               stores.lookup(&instruction)});
      const llvm::Function* called = called_function(instruction);
      if (called && std::find(functions_.begin(), functions_.end(), called) == functions_.end()) {
        functions_.push_back(called);
      }
    }
  }
  analyses_.push_back(std::move(analysis));
}

}  // namespace lmtune
