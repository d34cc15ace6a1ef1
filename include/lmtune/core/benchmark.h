// A benchmark: kernel spec + launch + target array + staging plan, one point to measure.
#pragma once

#include <cstdint>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "lmtune/core/access_trace.h"
#include "lmtune/core/kernel_spec.h"
#include "lmtune/core/launch.h"
#include "lmtune/core/staging_plan.h"
#include "lmtune/core/trace_summary.h"

namespace lmtune {

enum class Origin {
  kSynthetic,  ///< instantiated from the template
  kReal,       ///< from a case file: a seed or a user's kernel
};

std::string to_string(Origin origin);

struct Benchmark {
  std::string id;    ///< real: benchmark_id() of the rest; synthetic: synthetic_id()
  std::string name;  ///< for people: "matmul/a[M=256 N=256 …]"
  Origin origin = Origin::kReal;
  std::string family;                    ///< real: the seed family; synthetic: the approach
  std::map<std::string, double> values;  ///< template parameters, or the case's named values
  KernelSpec spec;
  Launch launch;
  std::string target;               ///< name of the target array's argument
  std::optional<StagingPlan> plan;  ///< absent: nobody has planned it yet
  double tolerance = 0.0;           ///< largest relative difference of the variants' results
  std::vector<std::string> fills;   ///< synthetic, vicinity approach: the seed families it is near
  /// Of the baseline; null: not traced yet, or forgotten for its size.
  std::shared_ptr<const AccessTrace> trace = nullptr;
  std::optional<TraceSummary> summary;  ///< of the baseline's trace; absent: not traced yet
};

/// Content hash of everything that can change what is measured: spec, launch, target and plan. What
/// is known about it (`fills`, `trace`, `summary`) is no part of it.
std::string benchmark_id(const Benchmark& benchmark);

/// The target's buffer argument. Throws kInput, listing the buffers there are, if there is none.
const BufferArgument& target_buffer(const Benchmark& benchmark);

}  // namespace lmtune
