// The tracer: interprets a kernel for one work-group in a child process, and gives its access trace.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "lmtune/core/access_trace.h"
#include "lmtune/core/benchmark.h"

namespace lmtune {

/// Whether the interpreter also looks for data races (slower).
enum class RaceCheck { kOff, kOn };

struct TraceOptions {
  std::optional<std::array<std::uint64_t, 3>> group;  ///< absent: representative_group()
  std::uint64_t max_instructions = 500'000'000;       ///< interpreted, before it gives up
  RaceCheck race_check = RaceCheck::kOff;
};

struct TraceResult {
  AccessTrace trace;                  ///< canonical
  std::vector<std::string> problems;  ///< out-of-bounds accesses and races, in the interpreter's words
};

/// Traces one variant of a benchmark. Throws kInput where the kernel does not compile (with the
/// compiler's message), the entry point or an argument does not exist or fit (listing those there
/// are), or the instruction budget is spent; kInternal where the child process died.
TraceResult trace_kernel(const Benchmark& benchmark, Variant variant, const TraceOptions& options);

}  // namespace lmtune
