#include "trace/module/debug_members.h"

#include <fmt/format.h>
#include <llvm/BinaryFormat/Dwarf.h>
#include <llvm/IR/Argument.h>
#include <llvm/IR/DebugInfoMetadata.h>
#include <llvm/IR/Function.h>

#include <optional>

namespace lmtune {
namespace {

constexpr std::size_t kMostMembers = 256;

/// Without typedefs and qualifiers.
const llvm::DIType* plain(const llvm::DIType* type) {
  while (const auto* derived = llvm::dyn_cast_or_null<llvm::DIDerivedType>(type)) {
    type = derived->getBaseType();
  }
  return type;
}

std::optional<ScalarType> scalar_type(const llvm::DIBasicType& type) {
  const std::uint64_t bits = type.getSizeInBits();
  if (type.getEncoding() == llvm::dwarf::DW_ATE_float) {
    if (bits == 32) return ScalarType::kFloat;
    if (bits == 64) return ScalarType::kDouble;
    return std::nullopt;
  }
  const bool is_signed = type.getEncoding() == llvm::dwarf::DW_ATE_signed ||
                         type.getEncoding() == llvm::dwarf::DW_ATE_signed_char;
  switch (bits) {
    case 8:
      return is_signed ? ScalarType::kChar : ScalarType::kUchar;
    case 16:
      return is_signed ? ScalarType::kShort : ScalarType::kUshort;
    case 32:
      return is_signed ? ScalarType::kInt : ScalarType::kUint;
    case 64:
      return is_signed ? ScalarType::kLong : ScalarType::kUlong;
    default:
      return std::nullopt;
  }
}

class Collector {
 public:
  /// False where a member is of another kind.
  bool collect(const llvm::DIType* declared, const std::string& name, std::uint64_t offset) {
    const llvm::DIType* type = plain(declared);
    if (!type || members_.size() > kMostMembers) return false;
    if (const auto* basic = llvm::dyn_cast<llvm::DIBasicType>(type)) {
      const auto scalar = scalar_type(*basic);
      if (scalar) members_.push_back({name, *scalar, static_cast<std::uint32_t>(offset)});
      return scalar.has_value();
    }
    const auto* composite = llvm::dyn_cast<llvm::DICompositeType>(type);
    if (!composite) return false;
    switch (composite->getTag()) {
      case llvm::dwarf::DW_TAG_enumeration_type:
        members_.push_back({name, ScalarType::kInt, static_cast<std::uint32_t>(offset)});
        return composite->getSizeInBits() == 32;
      case llvm::dwarf::DW_TAG_structure_type:
        return collect_struct(*composite, name, offset);
      case llvm::dwarf::DW_TAG_array_type:
        return collect_array(*composite, name, offset);
      default:
        return false;  // A union's members lie upon each other.
    }
  }

  std::vector<StructMember> take() { return std::move(members_); }

 private:
  bool collect_struct(const llvm::DICompositeType& type, const std::string& name,
                      std::uint64_t offset) {
    for (const llvm::DINode* node : type.getElements()) {
      const auto* member = llvm::dyn_cast<llvm::DIDerivedType>(node);
      if (!member) return false;
      const std::string own = member->getName().str();
      if (!collect(member->getBaseType(), name.empty() ? own : name + "." + own,
                   offset + member->getOffsetInBits() / 8)) {
        return false;
      }
    }
    return true;
  }

  /// Of one dimension; OpenCL's vectors are such arrays too.
  bool collect_array(const llvm::DICompositeType& type, const std::string& name,
                     std::uint64_t offset) {
    const llvm::DIType* element = plain(type.getBaseType());
    if (!element || element->getSizeInBits() == 0 || type.getElements().size() != 1) return false;
    const std::uint64_t bits = element->getSizeInBits();
    for (std::uint64_t i = 0; i < type.getSizeInBits() / bits; ++i) {
      if (!collect(element, fmt::format("{}[{}]", name, i), offset + i * bits / 8)) return false;
    }
    return true;
  }

  std::vector<StructMember> members_;
};

}  // namespace

std::vector<StructMember> members_of(const llvm::Argument& argument) {
  const llvm::DISubprogram* function = argument.getParent()->getSubprogram();
  if (!function || !function->getType()) return {};
  const llvm::DITypeRefArray types = function->getType()->getTypeArray();
  const unsigned index = argument.getArgNo() + 1;  // the first is what the function returns
  Collector collector;
  if (index >= types.size() || !collector.collect(types[index], "", 0)) return {};
  return collector.take();
}

}  // namespace lmtune
