#include "trace/module/steering.h"

#include <llvm/ADT/DenseSet.h>
#include <llvm/Analysis/LoopInfo.h>
#include <llvm/Analysis/ValueTracking.h>
#include <llvm/IR/Dominators.h>
#include <llvm/IR/Instructions.h>
#include <llvm/IR/IntrinsicInst.h>

#include <map>
#include <memory>
#include <string_view>

#include "trace/module/mangled_name.h"

namespace lmtune {
namespace {

/// How a value depends on the argument that is followed.
enum class Role {
  kAddress,        ///< leads to the argument's elements
  kData,           ///< was computed from its value or its elements
  kAddressMemory,  ///< leads to memory of the kernel's own that holds such addresses
  kDataMemory,     ///< leads to memory of the kernel's own that holds such data
};

bool is_async_copy(const llvm::CallInst& call) {
  const llvm::Function* callee = call.getCalledFunction();
  if (!callee) return false;
  const std::string_view full(callee->getName().data(), callee->getName().size());
  return base_name(full).starts_with("async_work_group") || full.starts_with("llvm.memcpy") ||
         full.starts_with("llvm.memmove");
}

/// Private or local memory, by SPIR's address spaces.
bool is_own_memory(unsigned address_space) { return address_space == 0 || address_space == 3; }

bool is_defined(const llvm::CallInst& call) {
  return call.getCalledFunction() && !call.getCalledFunction()->isDeclaration();
}

/// Whether a branch of `block` may leave a loop around it.
class LoopExits {
 public:
  bool at(const llvm::BasicBlock& block) {
    const llvm::Function* function = block.getParent();
    std::unique_ptr<Analysis>& analysis = analyses_[function];
    if (!analysis) analysis = std::make_unique<Analysis>(*function);
    for (const llvm::Loop* loop = analysis->loops.getLoopFor(&block); loop;
         loop = loop->getParentLoop()) {
      if (loop->isLoopExiting(&block)) return true;
    }
    return false;
  }

 private:
  struct Analysis {
    // DominatorTree only reads, but its interface takes a mutable function.
    explicit Analysis(const llvm::Function& function)
        : dominators(const_cast<llvm::Function&>(function)), loops(dominators) {}
    llvm::DominatorTree dominators;
    llvm::LoopInfo loops;
  };
  std::map<const llvm::Function*, std::unique_ptr<Analysis>> analyses_;
};

/// Follows one argument through the code.
class Tracker {
 public:
  Tracker(const llvm::Argument& argument, LoopExits& exits) : exits_(exits) {
    const bool in_memory = argument.getType()->isPointerTy() && !argument.hasByValAttr();
    add(&argument, argument.hasByValAttr() ? Role::kDataMemory
                   : in_memory             ? Role::kAddress
                                           : Role::kData);
    while (!pending_.empty()) {
      const auto [value, role] = pending_.back();
      pending_.pop_back();
      for (const llvm::Use& use : value->uses()) visit(use, role);
    }
  }

  bool has(const llvm::Value* value, Role role) const {
    return seen_.contains({value, static_cast<int>(role)});
  }
  bool loops() const { return loops_; }
  bool branches() const { return branches_; }
  /// Addresses that were computed from the argument's data and that something is accessed by.
  const std::vector<const llvm::Value*>& steered() const { return steered_; }

 private:
  void add(const llvm::Value* value, Role role) {
    if (seen_.insert({value, static_cast<int>(role)}).second) pending_.push_back({value, role});
  }

  void visit(const llvm::Use& use, Role role) {
    const llvm::User* user = use.getUser();
    if (const auto* load = llvm::dyn_cast<llvm::LoadInst>(user)) return visit_load(*load, role);
    if (const auto* store = llvm::dyn_cast<llvm::StoreInst>(user)) {
      return visit_store(*store, use, role);
    }
    if (llvm::isa<llvm::AtomicRMWInst>(user) || llvm::isa<llvm::AtomicCmpXchgInst>(user)) {
      const bool is_address = use.getOperandNo() == 0;
      if (is_address && role == Role::kData) steered_.push_back(use.get());
      if (is_address && role != Role::kData) add(user, Role::kData);
      return;
    }
    if (const auto* call = llvm::dyn_cast<llvm::CallInst>(user)) {
      return is_defined(*call) ? visit_call(*call, use, role) : visit_builtin(*call, use, role);
    }
    if (llvm::isa<llvm::ReturnInst>(user)) return visit_return(*user, role);
    if (llvm::isa<llvm::CmpInst>(user) && role != Role::kData) return;
    if (const auto* instruction = llvm::dyn_cast<llvm::Instruction>(user)) {
      if (instruction->isTerminator()) return visit_branch(*instruction, role);
    }
    // What is computed by a tainted index is an address that the data decides, and still leads to
    // the memory that its base leads to.
    add(user, role);
  }

  void visit_load(const llvm::LoadInst& load, Role role) {
    switch (role) {
      case Role::kAddress:
      case Role::kDataMemory:
        return add(&load, Role::kData);
      case Role::kAddressMemory:
        return add(&load, Role::kAddress);
      case Role::kData:
        steered_.push_back(load.getPointerOperand());
        // What memory of its own holds at that place is chosen by the data.
        if (is_own_memory(load.getPointerAddressSpace())) add(&load, Role::kData);
        return;
    }
  }

  void visit_store(const llvm::StoreInst& store, const llvm::Use& use, Role role) {
    const bool is_address = use.getOperandNo() == llvm::StoreInst::getPointerOperandIndex();
    if (is_address) {
      if (role == Role::kData) steered_.push_back(store.getPointerOperand());
      return;
    }
    keep_in(store.getPointerOperand(), role);
  }

  /// A value of that role now lies in the memory that `address` leads to.
  void keep_in(const llvm::Value* address, Role role) {
    const llvm::Value* object = llvm::getUnderlyingObject(address, 0);
    const bool is_own = llvm::isa<llvm::AllocaInst>(object) ||
                        llvm::isa<llvm::GlobalVariable>(object) ||
                        is_own_memory(address->getType()->getPointerAddressSpace());
    if (!is_own) return;
    if (role == Role::kData) add(object, Role::kDataMemory);
    if (role == Role::kAddress) add(object, Role::kAddressMemory);
  }

  void visit_call(const llvm::CallInst& call, const llvm::Use& use, Role role) {
    if (!call.isArgOperand(&use)) return;
    const unsigned operand = call.getArgOperandNo(&use);
    if (operand < call.getCalledFunction()->arg_size()) {
      add(call.getCalledFunction()->getArg(operand), role);
    }
  }

  void visit_builtin(const llvm::CallInst& call, const llvm::Use& use, Role role) {
    if (!call.isArgOperand(&use)) return;
    const bool is_pointer = use->getType()->isPointerTy();
    if (is_async_copy(call)) {
      const bool is_source = call.getArgOperandNo(&use) == 1;
      if (role == Role::kData && is_pointer) steered_.push_back(use.get());
      if (is_source && role != Role::kData) {
        keep_in(call.getArgOperand(0), role == Role::kAddressMemory ? Role::kAddress : Role::kData);
      }
      return;
    }
    if (role == Role::kData && is_pointer) steered_.push_back(use.get());
    if (!call.getType()->isVoidTy()) add(&call, Role::kData);
    if (role != Role::kData) return;
    // sincos() and the like give results through pointers.
    for (const llvm::Use& other : call.args()) {
      if (other->getType()->isPointerTy() && &other != &use) keep_in(other.get(), Role::kData);
    }
  }

  void visit_return(const llvm::User& user, Role role) {
    const llvm::Function* function = llvm::cast<llvm::ReturnInst>(user).getFunction();
    for (const llvm::User* caller : function->users()) {
      if (llvm::isa<llvm::CallInst>(caller)) add(caller, role);
    }
  }

  void visit_branch(const llvm::Instruction& branch, Role role) {
    if (role != Role::kData) return;
    (exits_.at(*branch.getParent()) ? loops_ : branches_) = true;
  }

  LoopExits& exits_;
  llvm::DenseSet<std::pair<const llvm::Value*, int>> seen_;
  std::vector<std::pair<const llvm::Value*, Role>> pending_;
  std::vector<const llvm::Value*> steered_;
  bool loops_ = false;
  bool branches_ = false;
};

}  // namespace

std::vector<Steering> steering_of(const llvm::Function& kernel) {
  LoopExits exits;
  std::vector<std::unique_ptr<Tracker>> trackers;
  for (const llvm::Argument& argument : kernel.args()) {
    trackers.push_back(std::make_unique<Tracker>(argument, exits));
  }
  std::vector<Steering> all;
  for (const auto& tracker : trackers) {
    Steering& steering = all.emplace_back();
    steering.loops = tracker->loops();
    steering.branches = tracker->branches();
    for (std::uint32_t i = 0; i < trackers.size(); ++i) {
      for (const llvm::Value* address : tracker->steered()) {
        if (!trackers[i]->has(address, Role::kAddress)) continue;
        steering.arrays.push_back(i);
        break;
      }
    }
  }
  return all;
}

}  // namespace lmtune
