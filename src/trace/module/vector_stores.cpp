#include "trace/module/vector_stores.h"

#include <llvm/IR/Constants.h>
#include <llvm/IR/DataLayout.h>
#include <llvm/IR/Instructions.h>
#include <llvm/IR/Module.h>
#include <llvm/IR/Operator.h>

#include <algorithm>
#include <optional>
#include <vector>

namespace lmtune {
namespace {

/// A vector in memory, named by the address computation that leads to it.
struct VectorAddress {
  const llvm::Value* base = nullptr;
  std::vector<const llvm::Value*> indices;
  bool operator==(const VectorAddress&) const = default;
};

struct VectorStore {
  VectorAddress address;
  std::uint32_t first = 0;  ///< byte within the vector
  std::uint32_t bytes = 0;
};

std::uint32_t stored_bytes(const llvm::StoreInst& store) {
  const llvm::DataLayout& layout = store.getModule()->getDataLayout();
  return static_cast<std::uint32_t>(
      layout.getTypeStoreSize(store.getValueOperand()->getType()).getFixedSize());
}

bool is_zero(const llvm::Value* value) {
  const auto* number = llvm::dyn_cast<llvm::ConstantInt>(value);
  return number && number->isZero();
}

/// The store of one component: its address goes into a vector type by a constant index.
std::optional<VectorStore> component_store(const llvm::StoreInst& store) {
  const auto* address = llvm::dyn_cast<llvm::GEPOperator>(store.getPointerOperand());
  if (!address || address->getNumIndices() < 2) return std::nullopt;
  std::vector<llvm::Value*> indices(address->idx_begin(), address->idx_end());
  const auto* component = llvm::dyn_cast<llvm::ConstantInt>(indices.back());
  indices.pop_back();
  const llvm::Type* vector =
      llvm::GetElementPtrInst::getIndexedType(address->getSourceElementType(), indices);
  if (!component || !vector || !vector->isVectorTy()) return std::nullopt;
  const std::uint32_t bytes = stored_bytes(store);
  return VectorStore{{address->getPointerOperand(), {indices.begin(), indices.end()}},
                     static_cast<std::uint32_t>(component->getZExtValue()) * bytes,
                     bytes};
}

/// Whether the vector of `address` is the one that `pointer` points to.
bool points_to(const llvm::Value* pointer, const VectorAddress& address) {
  if (address.base == pointer) return address.indices.size() == 1 && is_zero(address.indices[0]);
  const auto* computed = llvm::dyn_cast<llvm::GEPOperator>(pointer);
  return computed && computed->getPointerOperand() == address.base &&
         std::equal(computed->idx_begin(), computed->idx_end(), address.indices.begin(),
                    address.indices.end(),
                    [](const llvm::Use& a, const llvm::Value* b) { return a.get() == b; });
}

/// The store of the source that the last stores belong to.
struct Whole {
  const llvm::StoreInst* head = nullptr;
  std::optional<VectorStore> extent;  ///< of a component store
  std::uint32_t head_first = 0;
};

bool extend(Whole& whole, const llvm::StoreInst& store, const VectorStore& part) {
  if (!whole.head || whole.head->getDebugLoc() != store.getDebugLoc()) return false;
  if (!whole.extent) {
    // The components that are constants came first, in one store of the whole vector.
    return whole.head->getValueOperand()->getType()->isVectorTy() &&
           points_to(whole.head->getPointerOperand(), part.address);
  }
  VectorStore& extent = *whole.extent;
  if (!(extent.address == part.address)) return false;
  const bool after = part.first == extent.first + extent.bytes;
  const bool before = part.first + part.bytes == extent.first;
  if (!after && !before) return false;
  if (before) extent.first = part.first;
  extent.bytes += part.bytes;
  return true;
}

}  // namespace

StoreParts find_split_stores(const llvm::BasicBlock& block) {
  StoreParts parts;
  Whole whole;
  for (const llvm::Instruction& instruction : block) {
    const auto* store = llvm::dyn_cast<llvm::StoreInst>(&instruction);
    if (!store) continue;
    const auto part = component_store(*store);
    if (part && extend(whole, *store, *part)) {
      parts[store].continues = true;
      if (whole.extent) {
        parts[whole.head] = {false, whole.extent->bytes, whole.head_first - whole.extent->first};
      }
    } else {
      whole = {store, part, part ? part->first : 0};
    }
  }
  return parts;
}

}  // namespace lmtune
