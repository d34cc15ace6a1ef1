#include "lmtune/measure/stopping_rule.h"

#include <algorithm>
#include <cmath>

namespace lmtune {
namespace {

/// Pairs come as ABBA.
constexpr std::size_t kWholeAbba = 2;

bool is_outside(const MedianInterval& log_ratio, double margin) {
  return log_ratio.low > std::log1p(margin) || log_ratio.high < -std::log1p(margin);
}

bool is_inside(const MedianInterval& log_ratio, double margin) {
  return log_ratio.low >= -std::log1p(margin) && log_ratio.high <= std::log1p(margin);
}

bool is_long(const SamplingState& state, const StoppingOptions& options) {
  return state.pair_ns >= options.clear_pair_ns;
}

/// The number of pairs at which the rule is asked next, if time allows.
std::size_t next_look(const SamplingState& state, const StoppingOptions& options) {
  if (state.pairs < options.forced_pairs) return options.forced_pairs;
  if (state.pairs < options.clear_pairs && is_long(state, options)) return options.clear_pairs;
  if (state.pairs < options.min_pairs) return options.min_pairs;
  return std::min(state.pairs + state.pairs / 2, options.max_pairs);  // 8, 12, 18, 28, 32
}

}  // namespace

std::optional<StopReason> stop_reason(const MedianInterval& log_ratio, const SamplingState& state,
                                      const StoppingOptions& options) {
  if (state.pairs < options.forced_pairs) return std::nullopt;
  if (state.pairs >= options.min_pairs) {
    if (is_outside(log_ratio, options.margin)) return StopReason::kDifferent;
    if (is_inside(log_ratio, options.margin)) return StopReason::kTie;
  }
  if (state.pairs >= options.clear_pairs && is_long(state, options) &&
      is_outside(log_ratio, options.clear_margin)) {
    return StopReason::kDifferent;
  }
  if (state.pairs >= options.max_pairs) return StopReason::kPairs;
  const bool enough = state.pairs >= options.fewest_pairs;
  if (state.elapsed_ns >= (enough ? options.max_ns : options.hard_max_ns)) return StopReason::kTime;
  return std::nullopt;
}

std::size_t next_pairs(const SamplingState& state, const StoppingOptions& options) {
  const std::size_t look = next_look(state, options);
  std::size_t pairs = std::max(look > state.pairs ? look - state.pairs : 0, kWholeAbba);
  if (state.pairs >= options.forced_pairs) {
    const std::int64_t left_ns = std::max<std::int64_t>(options.max_ns - state.elapsed_ns, 0);
    const std::int64_t one_ns = std::max<std::int64_t>(state.sample_pair_ns, 1);
    pairs = std::min(pairs, std::max(static_cast<std::size_t>(left_ns / one_ns), kWholeAbba));
  }
  return (pairs + 1) / kWholeAbba * kWholeAbba;
}

}  // namespace lmtune
