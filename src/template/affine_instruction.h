// A memory instruction of the template as address arithmetic: where each work-item starts, and how
// far each loop around the instruction moves it.
#pragma once

#include <cstdint>
#include <string>
#include <utility>
#include <vector>

#include "lmtune/core/access_trace.h"
#include "lmtune/core/trace_summary.h"

namespace lmtune {

/// A loop around an instruction, and how far from the first iteration each other one is.
class Loop {
 public:
  /// Steps 0, distance, 2 * distance, …
  static Loop even(std::int64_t count, std::int64_t distance) { return {count, distance, {}}; }
  /// Just these steps.
  static Loop listed(std::vector<std::int64_t> steps) {
    const auto count = static_cast<std::int64_t>(steps.size());
    return {count, 0, std::move(steps)};
  }

  std::int64_t count() const { return count_; }
  std::int64_t step(std::int64_t iteration) const {
    return listed_.empty() ? iteration * distance_ : listed_[static_cast<std::size_t>(iteration)];
  }
  bool is_even() const { return listed_.empty(); }

 private:
  Loop(std::int64_t count, std::int64_t distance, std::vector<std::int64_t> steps)
      : count_(count), distance_(distance), listed_(std::move(steps)) {}

  std::int64_t count_;
  std::int64_t distance_;
  std::vector<std::int64_t> listed_;
};

/// Innermost loops that walk through some rows over and over: row (sum of steps) % rows.
struct CyclicWalk {
  std::vector<Loop> loops;  ///< steps in rows
  std::int64_t rows = 1;
  std::int64_t row_bytes = 0;
  /// Iterations in turn that copies of the instruction make, in an unrolled loop: they go by
  /// address.
  std::int64_t copies = 1;
};

/// In its iterations, a work-item touches start + the steps of all loops + those of the walk.
struct AffineInstruction {
  std::string argument;
  AccessKind kind = AccessKind::kLoad;
  std::uint32_t bytes = 0;           ///< of each access
  std::vector<std::int64_t> starts;  ///< bytes from the buffer's start, an item each
  std::vector<Loop> loops;           ///< steps in bytes; outermost first
  CyclicWalk walk = {};              ///< inside the loops
};

/// How often a work-item executes it.
std::uint64_t executions(const AffineInstruction& instruction);

/// All its accesses, one by one.
MemoryInstruction enumerate(const AffineInstruction& instruction);

/// The summary of what enumerate() gives, without the accesses.
AccessSummary summarise(const AffineInstruction& instruction);

/// Adds what is read of a target by `instruction`, all but `item_elements`, `elements` and
/// `sectors`. All its accesses must lie alike in their elements.
void add_target_loads(const AffineInstruction& instruction, std::uint32_t element_bytes,
                      TargetSummary& target);

}  // namespace lmtune
