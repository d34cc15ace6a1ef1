// What the tracer's tests share: benchmarks from the kernels beside them, and numbers from traces.
#pragma once

#include <array>
#include <cstdint>
#include <string>
#include <vector>

#include "lmtune/core/access_trace.h"
#include "lmtune/core/benchmark.h"
#include "lmtune/trace/trace.h"

namespace lmtune {

Argument buffer(const std::string& name, const std::string& element, std::uint64_t count,
                Fill fill = {});
Argument scalar(const std::string& name, const std::string& element, double value);
Argument local(const std::string& name, std::uint64_t bytes);

/// Of one group size and global size a dimension.
struct Sizes {
  std::vector<std::uint64_t> global;
  std::vector<std::uint64_t> local;
};

/// A benchmark of `text`, as if it lay in `name`.
Benchmark benchmark_of_text(const std::string& name, const std::string& text,
                            const std::string& entry_point, const Sizes& sizes,
                            std::vector<Argument> arguments);

/// A benchmark of a file in tests/unit/trace/kernels.
Benchmark benchmark_of_file(const std::string& file, const std::string& entry_point,
                            const Sizes& sizes, std::vector<Argument> arguments);

TraceOptions options_for_group(std::array<std::uint64_t, 3> group);

/// Traces the baseline variant of one group; expects no problems.
AccessTrace trace_group(const Benchmark& benchmark, std::array<std::uint64_t, 3> group);

/// The error that tracing throws; fails the test if it throws none.
Error error_of(const Benchmark& benchmark, TraceOptions options = options_for_group({0, 0, 0}));

/// Totals over the instructions of one kind that go to one argument. Elements are of 4 bytes.
struct ArrayUse {
  std::size_t instructions = 0;
  std::uint64_t lane_accesses = 0;
  std::uint64_t warp_accesses = 0;
  std::uint64_t elements = 0;  ///< touched, counted again when touched again
  std::uint64_t unique_elements = 0;
  double sectors = 0.0;  ///< of 32 bytes, a warp access
  double lines = 0.0;    ///< of 128 bytes, a warp access
  double reuse() const {
    return static_cast<double>(elements) / static_cast<double>(unique_elements);
  }
};

ArrayUse array_use(const AccessTrace& trace, const std::string& argument,
                   AccessKind kind = AccessKind::kLoad);

/// The contents of an int buffer.
std::vector<std::int32_t> int_values(const Argument& argument);

}  // namespace lmtune
