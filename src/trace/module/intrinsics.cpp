#include "trace/module/intrinsics.h"

#include <llvm/IR/Instructions.h>

#include <bit>
#include <cmath>

#include "trace/module/oclgrind_api.h"

namespace lmtune {
namespace {

using oclgrind::TypedValue;
__extension__ typedef __int128 Wide;

/// The operands of a call, and the result to be set, component by component.
struct Call {
  oclgrind::WorkItem* item;
  const llvm::CallInst* instruction;
  TypedValue* result;

  TypedValue operand(unsigned index) const {
    return item->getOperand(instruction->getArgOperand(index));
  }
  unsigned bits() const { return result->size * 8; }
  std::uint64_t mask() const { return bits() >= 64 ? ~0ull : (1ull << bits()) - 1; }
};

using Apply = void (*)(const Call& call, unsigned component);

/// What Oclgrind calls: applies an intrinsic to each component.
template <Apply ApplyOne>
void each_component(oclgrind::WorkItem* item, const llvm::CallInst* instruction, const std::string&,
                    const std::string&, TypedValue& result, void*) {
  const Call call{item, instruction, &result};
  for (unsigned i = 0; i < result.num; ++i) ApplyOne(call, i);
}

void do_nothing(oclgrind::WorkItem*, const llvm::CallInst*, const std::string&, const std::string&,
                TypedValue&, void*) {}

void absolute(const Call& call, unsigned i) {
  const std::int64_t value = call.operand(0).getSInt(i);
  call.result->setSInt(value < 0 ? -value : value, i);
}

/// High part of (a:b) << shift.
std::uint64_t funnel(const Call& call, std::uint64_t high, std::uint64_t low, unsigned shift) {
  if (shift == 0) return high;
  return ((high << shift) | (low >> (call.bits() - shift))) & call.mask();
}

void funnel_left(const Call& call, unsigned i) {
  const auto shift = static_cast<unsigned>(call.operand(2).getUInt(i) % call.bits());
  call.result->setUInt(funnel(call, call.operand(0).getUInt(i), call.operand(1).getUInt(i), shift),
                       i);
}

void funnel_right(const Call& call, unsigned i) {
  const auto shift = static_cast<unsigned>(call.operand(2).getUInt(i) % call.bits());
  const std::uint64_t high = call.operand(0).getUInt(i);
  const std::uint64_t low = call.operand(1).getUInt(i);
  call.result->setUInt(shift == 0 ? low : funnel(call, high, low, call.bits() - shift), i);
}

template <int Sign>
void add_unsigned_saturating(const Call& call, unsigned i) {
  const Wide sum = static_cast<Wide>(call.operand(0).getUInt(i)) +
                   Sign * static_cast<Wide>(call.operand(1).getUInt(i));
  const Wide most = call.mask();
  call.result->setUInt(static_cast<std::uint64_t>(sum < 0 ? 0 : sum > most ? most : sum), i);
}

template <int Sign>
void add_signed_saturating(const Call& call, unsigned i) {
  const Wide sum = static_cast<Wide>(call.operand(0).getSInt(i)) +
                   Sign * static_cast<Wide>(call.operand(1).getSInt(i));
  const Wide most = call.mask() >> 1;
  const Wide least = -most - 1;
  call.result->setSInt(static_cast<std::int64_t>(sum < least ? least : sum > most ? most : sum), i);
}

template <bool IsSigned, bool Larger>
void extreme(const Call& call, unsigned i) {
  const TypedValue a = call.operand(0);
  const TypedValue b = call.operand(1);
  const bool a_less = IsSigned ? a.getSInt(i) < b.getSInt(i) : a.getUInt(i) < b.getUInt(i);
  call.result->setUInt((a_less == Larger ? b : a).getUInt(i), i);
}

void count_ones(const Call& call, unsigned i) {
  call.result->setUInt(static_cast<unsigned>(std::popcount(call.operand(0).getUInt(i))), i);
}

void count_leading_zeros(const Call& call, unsigned i) {
  const auto zeros = static_cast<unsigned>(std::countl_zero(call.operand(0).getUInt(i)));
  call.result->setUInt(zeros - (64 - call.bits()), i);
}

void count_trailing_zeros(const Call& call, unsigned i) {
  const auto zeros = static_cast<unsigned>(std::countr_zero(call.operand(0).getUInt(i)));
  call.result->setUInt(std::min(zeros, call.bits()), i);
}

void swap_bytes(const Call& call, unsigned i) {
  call.result->setUInt(__builtin_bswap64(call.operand(0).getUInt(i)) >> (64 - call.bits()), i);
}

void reverse_bits(const Call& call, unsigned i) {
  std::uint64_t value = call.operand(0).getUInt(i);
  std::uint64_t reversed = 0;
  for (unsigned bit = 0; bit < call.bits(); ++bit, value >>= 1) {
    reversed = (reversed << 1) | (value & 1);
  }
  call.result->setUInt(reversed, i);
}

void same(const Call& call, unsigned i) { call.result->setUInt(call.operand(0).getUInt(i), i); }

template <double (*Function)(double)>
void unary(const Call& call, unsigned i) {
  call.result->setFloat(Function(call.operand(0).getFloat(i)), i);
}

template <double (*Function)(double, double)>
void binary(const Call& call, unsigned i) {
  call.result->setFloat(Function(call.operand(0).getFloat(i), call.operand(1).getFloat(i)), i);
}

void multiply_add(const Call& call, unsigned i) {
  call.result->setFloat(std::fma(call.operand(0).getFloat(i), call.operand(1).getFloat(i),
                                 call.operand(2).getFloat(i)),
                        i);
}

template <Apply ApplyOne>
void add(const char* prefix) {
  oclgrind::workItemPrefixBuiltins.push_back(
      {prefix, oclgrind::BuiltinFunction(each_component<ApplyOne>, nullptr)});
}

void add_integer_intrinsics() {
  add<absolute>("llvm.abs.");
  add<funnel_left>("llvm.fshl.");
  add<funnel_right>("llvm.fshr.");
  add<add_unsigned_saturating<1>>("llvm.uadd.sat.");
  add<add_unsigned_saturating<-1>>("llvm.usub.sat.");
  add<add_signed_saturating<1>>("llvm.sadd.sat.");
  add<add_signed_saturating<-1>>("llvm.ssub.sat.");
  add<extreme<true, true>>("llvm.smax.");
  add<extreme<true, false>>("llvm.smin.");
  add<extreme<false, true>>("llvm.umax.");
  add<extreme<false, false>>("llvm.umin.");
  add<count_ones>("llvm.ctpop.");
  add<count_leading_zeros>("llvm.ctlz.");
  add<count_trailing_zeros>("llvm.cttz.");
  add<swap_bytes>("llvm.bswap.");
  add<reverse_bits>("llvm.bitreverse.");
  add<same>("llvm.expect.");
}

void add_floating_intrinsics() {
  add<binary<std::fmin>>("llvm.minnum.");
  add<binary<std::fmax>>("llvm.maxnum.");
  add<binary<std::copysign>>("llvm.copysign.");
  add<multiply_add>("llvm.fma.");
  add<multiply_add>("llvm.fmuladd.");
  add<unary<std::fabs>>("llvm.fabs.");
  add<unary<std::sqrt>>("llvm.sqrt.");
  add<unary<std::floor>>("llvm.floor.");
  add<unary<std::ceil>>("llvm.ceil.");
  add<unary<std::trunc>>("llvm.trunc.");
  add<unary<std::rint>>("llvm.rint.");
  add<unary<std::round>>("llvm.round.");
  add<unary<std::exp>>("llvm.exp.");
  add<unary<std::exp2>>("llvm.exp2.");
  add<unary<std::log>>("llvm.log.");
  add<unary<std::log2>>("llvm.log2.");
  add<unary<std::sin>>("llvm.sin.");
  add<unary<std::cos>>("llvm.cos.");
  add<binary<std::pow>>("llvm.pow.");
}

}  // namespace

void add_missing_intrinsics() {
  // Oclgrind takes the first match, so what it knows itself stays its own.
  add_integer_intrinsics();
  add_floating_intrinsics();
  for (const char* name :
       {"llvm.assume", "llvm.experimental.noalias.scope.decl", "llvm.sideeffect"}) {
    oclgrind::workItemPrefixBuiltins.push_back(
        {name, oclgrind::BuiltinFunction(do_nothing, nullptr)});
  }
}

}  // namespace lmtune
