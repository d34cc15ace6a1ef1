// The summary of an affine instruction. What memory makes of a warp-level access depends on how its
// lanes lie to each other and on where in a cache line the lowest begins. Few warps differ in the
// first, all loops only move the second, and how often they move it where is a convolution.
#include <algorithm>
#include <array>
#include <cstddef>
#include <numeric>
#include <span>

#include "lmtune/core/warp_pattern.h"
#include "template/affine_instruction.h"

namespace lmtune {
namespace {

constexpr std::int64_t kMostResidues = kLineBytes;

/// How often each residue occurs.
using Residues = std::array<std::uint64_t, kMostResidues>;

std::size_t residue(std::int64_t value, std::int64_t modulus) {
  const std::int64_t remainder = value % modulus;
  return static_cast<std::size_t>(remainder < 0 ? remainder + modulus : remainder);
}

Residues residues_of(const Loop& loop, std::int64_t modulus) {
  Residues residues{};
  if (!loop.is_even()) {
    for (std::int64_t i = 0; i < loop.count(); ++i) ++residues[residue(loop.step(i), modulus)];
    return residues;
  }
  const std::int64_t period = modulus / std::gcd(loop.step(1), modulus);
  for (std::int64_t i = 0; i < std::min(period, loop.count()); ++i) {
    residues[residue(loop.step(i), modulus)] =
        static_cast<std::uint64_t>(loop.count() / period + (i < loop.count() % period ? 1 : 0));
  }
  return residues;
}

/// Of the sums of one residue of each.
Residues convolve(const Residues& a, const Residues& b, std::int64_t modulus) {
  Residues sums{};
  const auto size = static_cast<std::size_t>(modulus);
  for (std::size_t i = 0; i < size; ++i) {
    if (a[i] == 0) continue;
    for (std::size_t k = 0; k < size; ++k) sums[(i + k) % size] += a[i] * b[k];
  }
  return sums;
}

Residues residues_of(const std::vector<Loop>& loops, std::int64_t modulus) {
  Residues residues{};
  residues[0] = 1;
  for (const Loop& loop : loops) {
    if (loop.count() == 1 && loop.step(0) == 0) continue;
    residues = convolve(residues_of(loop, modulus), residues, modulus);
  }
  return residues;
}

/// Of the sums of all steps, modulo the size of a line.
Residues residues_of(const AffineInstruction& affine) {
  const CyclicWalk& walk = affine.walk;
  // Rows that lie alike in their lines count as one, where the walk is a whole number of them.
  const std::int64_t alike = kLineBytes / std::gcd<std::int64_t>(walk.row_bytes, kLineBytes);
  const std::int64_t different = walk.rows % alike == 0 ? alike : walk.rows;
  const Residues rows = residues_of(walk.loops, different);
  Residues walked{};
  for (std::int64_t row = 0; row < different; ++row) {
    walked[residue(row * walk.row_bytes, kLineBytes)] += rows[static_cast<std::size_t>(row)];
  }
  return convolve(walked, residues_of(affine.loops, kLineBytes), kLineBytes);
}

/// Warps whose lanes lie alike.
struct SimilarWarps {
  WarpPattern pattern;
  Residues starts{};  ///< of their lowest lanes
  std::uint64_t count = 0;
};

std::vector<SimilarWarps> similar_warps(const AffineInstruction& affine) {
  std::vector<SimilarWarps> similar;
  std::array<std::uint64_t, kWarpLanes> offsets{};
  for (std::size_t begin = 0; begin < affine.starts.size(); begin += kWarpLanes) {
    const std::size_t lanes = std::min<std::size_t>(kWarpLanes, affine.starts.size() - begin);
    for (std::size_t i = 0; i < lanes; ++i) {
      offsets[i] = static_cast<std::uint64_t>(affine.starts[begin + i]);
    }
    const WarpPattern pattern({offsets.data(), lanes}, affine.bytes);
    auto same = std::ranges::find(similar, pattern, &SimilarWarps::pattern);
    if (same == similar.end()) same = similar.insert(same, SimilarWarps{pattern});
    ++same->starts[pattern.lowest_offset() % kLineBytes];
    ++same->count;
  }
  return similar;
}

AccessSummary summarise(const AffineInstruction& affine, std::span<const SimilarWarps> similar) {
  AccessSummary summary;
  summary.instructions = 1;
  const Residues steps = residues_of(affine);
  for (const SimilarWarps& warps : similar) {
    const Residues lowest = convolve(warps.starts, steps, kLineBytes);
    for (std::size_t i = 0; i < lowest.size(); ++i) {
      if (lowest[i] != 0) warps.pattern.add_to(summary, i, lowest[i]);
    }
  }
  if (executions(affine) > 1) summary.repeated_lanes = summary.lane_accesses;
  return summary;
}

}  // namespace

AccessSummary summarise(const AffineInstruction& affine) {
  return summarise(affine, similar_warps(affine));
}

void add_target_loads(const AffineInstruction& affine, std::uint32_t element_bytes,
                      TargetSummary& target) {
  const std::vector<SimilarWarps> similar = similar_warps(affine);
  const AccessSummary loads = summarise(affine, similar);
  target.loads += loads;
  target.element_loads += loads.lane_accesses;
  for (const SimilarWarps& warps : similar) {
    const auto [elements, pieces] =
        warps.pattern.elements(warps.pattern.lowest_offset(), element_bytes);
    target.warp_elements += elements * warps.count * executions(affine);
    target.warp_pieces += pieces * warps.count * executions(affine);
  }
}

}  // namespace lmtune
