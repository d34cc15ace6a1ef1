#include "trace/module/pointer_use.h"

#include <llvm/ADT/SmallPtrSet.h>
#include <llvm/Analysis/ValueTracking.h>
#include <llvm/IR/Instructions.h>
#include <llvm/IR/IntrinsicInst.h>

#include <string_view>
#include <vector>

#include "trace/module/mangled_name.h"

namespace lmtune {
namespace {

struct Use {
  bool reads = false;
  bool writes = false;
};

constexpr Use kReads{true, false};
constexpr Use kWrites{false, true};
constexpr Use kBoth{true, true};

/// What a built-in function does through the pointer that is its operand number `operand`.
Use builtin_use(const llvm::CallInst& call, unsigned operand) {
  const llvm::Function* callee = call.getCalledFunction();
  if (!callee) return kBoth;
  const std::string_view full(callee->getName().data(), callee->getName().size());
  const std::string_view name = base_name(full);
  const bool is_copy = name.starts_with("async_work_group") || full.starts_with("llvm.memcpy") ||
                       full.starts_with("llvm.memmove");
  if (is_copy) return operand == 0 ? kWrites : kReads;
  if (full.starts_with("llvm.memset")) return kWrites;
  if (full.starts_with("llvm.") || name == "prefetch") return {};
  if (name.starts_with("vload")) return kReads;
  if (name.starts_with("vstore")) return kWrites;
  if (call.onlyReadsMemory(operand)) return kReads;
  return kBoth;
}

/// Whether a use of a variable's address stores into it, or says how long it lives.
bool only_fills(const llvm::Use& use) {
  const auto* instruction = llvm::dyn_cast<llvm::Instruction>(use.getUser());
  if (!instruction) return false;
  if (llvm::isa<llvm::StoreInst>(instruction)) {
    return use.getOperandNo() == llvm::StoreInst::getPointerOperandIndex();
  }
  return instruction->isLifetimeStartOrEnd();
}

class Follower {
 public:
  explicit Follower(const llvm::Argument& argument) { follow(argument); }

  Use run() {
    while (!pending_.empty()) {
      const llvm::Value* value = pending_.back();
      pending_.pop_back();
      for (const llvm::Use& use : value->uses()) visit(use);
    }
    return found_;
  }

 private:
  void follow(const llvm::Value& value) {
    if (seen_.insert(&value).second) pending_.push_back(&value);
  }

  void add(Use use) {
    found_.reads |= use.reads;
    found_.writes |= use.writes;
  }

  void visit(const llvm::Use& use) {
    const llvm::User* user = use.getUser();
    if (llvm::isa<llvm::LoadInst>(user)) {
      add(kReads);
    } else if (const auto* store = llvm::dyn_cast<llvm::StoreInst>(user)) {
      const bool is_address = use.getOperandNo() == llvm::StoreInst::getPointerOperandIndex();
      if (is_address) {
        add(kWrites);
      } else if (!follow_kept(store->getPointerOperand())) {
        add(kBoth);
      }
    } else if (llvm::isa<llvm::AtomicRMWInst>(user) || llvm::isa<llvm::AtomicCmpXchgInst>(user)) {
      add(kBoth);
    } else if (const auto* call = llvm::dyn_cast<llvm::CallInst>(user)) {
      visit_call(*call, use);
    } else if (!llvm::isa<llvm::CmpInst>(user) && !llvm::isa<llvm::ReturnInst>(user)) {
      follow(*user);  // Address arithmetic of some kind.
    }
  }

  void visit_call(const llvm::CallInst& call, const llvm::Use& use) {
    if (!call.isArgOperand(&use)) return add(kBoth);
    const unsigned operand = call.getArgOperandNo(&use);
    const llvm::Function* callee = call.getCalledFunction();
    if (!callee || callee->isDeclaration() || operand >= callee->arg_size()) {
      return add(builtin_use(call, operand));
    }
    follow(*callee->getArg(operand));
    if (call.getType()->isPointerTy()) follow(call);  // It may be what is returned.
  }

  /// The pointer now lies in the variable that `address` leads to: follows all that is loaded from
  /// there. False where that is no variable of the function's own, or more is done with it.
  bool follow_kept(const llvm::Value* address) {
    const auto* variable = llvm::dyn_cast<llvm::AllocaInst>(llvm::getUnderlyingObject(address, 0));
    if (!variable) return false;
    std::vector<const llvm::Value*> places{variable};
    for (std::size_t i = 0; i < places.size(); ++i) {
      for (const llvm::Use& use : places[i]->uses()) {
        const llvm::User* user = use.getUser();
        if (llvm::isa<llvm::LoadInst>(user)) {
          follow(*user);
        } else if (llvm::isa<llvm::GetElementPtrInst>(user) || llvm::isa<llvm::BitCastInst>(user)) {
          places.push_back(user);
        } else if (!only_fills(use)) {
          return false;
        }
      }
    }
    return true;
  }

  llvm::SmallPtrSet<const llvm::Value*, 32> seen_;
  std::vector<const llvm::Value*> pending_;
  Use found_;
};

}  // namespace

std::optional<Access> access_through(const llvm::Argument& argument) {
  const Use use = Follower(argument).run();
  if (!use.reads && !use.writes) return std::nullopt;
  if (!use.writes) return Access::kRead;
  return use.reads ? Access::kReadWrite : Access::kWrite;
}

}  // namespace lmtune
