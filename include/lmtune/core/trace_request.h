// What the tracer's process is asked, and what it answers.
#pragma once

#include <array>
#include <cstdint>
#include <map>
#include <string>
#include <variant>
#include <vector>

#include "lmtune/base/error.h"
#include "lmtune/core/access_trace.h"
#include "lmtune/core/benchmark.h"
#include "lmtune/core/kernel_info.h"

namespace lmtune {

/// Whether the interpreter also looks for data races within the work-group (slower).
enum class RaceCheck { kOff, kOn };

struct TraceRequest {
  Benchmark benchmark;
  Variant variant = Variant::kBaseline;
  std::array<std::uint64_t, 3> group{0, 0, 0};
  std::uint64_t max_instructions = 0;
  RaceCheck race_check = RaceCheck::kOff;
  std::uint64_t max_seconds = 600;  ///< of processor time
  /// Other work-groups that say, beside the traced one, how far arrays are accessed.
  std::vector<std::array<std::uint64_t, 3>> reach_groups;
};

/// Asks what is in a source, without running it.
struct InspectRequest {
  KernelSpec spec;
  Variant variant = Variant::kBaseline;  ///< whose build options to use
};

struct TraceResult {
  AccessTrace trace;                  ///< canonical
  std::vector<std::string> problems;  ///< out-of-bounds accesses and races, the first few of each
  /// Of each argument that was accessed: bytes up to the last one, by the traced group and the
  /// reach groups. Where nothing waits for other work-items, the outermost ones alone tell of
  /// these.
  std::map<std::string, std::uint64_t> reached;
};

using TracerRequest = std::variant<TraceRequest, InspectRequest>;
using TracerResponse = std::variant<TraceResult, std::vector<KernelInfo>, Error>;

}  // namespace lmtune
