// From template parameters to a benchmark: build options, launch, staging plan; and its
// constraints.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string>

#include "lmtune/core/access_trace.h"
#include "lmtune/core/benchmark.h"
#include "lmtune/core/trace_summary.h"
#include "lmtune/template/template_parameters.h"

namespace lmtune {

/// Limits that a benchmark must keep to be worth generating.
struct TemplateLimits {
  /// 48 KiB, less a few bytes that NVIDIA's driver takes for itself.
  std::uint64_t local_bytes = 48 * 1024 - 64;
  std::uint64_t group_items = 1024;
  std::uint64_t buffer_bytes = 1ull << 30;  ///< of any one buffer
  std::uint64_t target_loads = 1ull << 34;  ///< of the whole launch
};

/// The constraint that `parameters` break, in words, or nothing if they keep them all.
std::optional<std::string> broken_constraint(const TemplateParameters& parameters,
                                             const TemplateLimits& limits);

/// Content hash of everything that can change what is measured: the template's text and its
/// parameters, a value for each name.
std::string synthetic_id(const KernelSource& source, std::span<const std::string> names,
                         std::span<const std::int64_t> values);

/// The benchmark of `parameters`, made from the template's source text.
Benchmark make_synthetic(const TemplateParameters& parameters,
                         std::shared_ptr<const KernelSource> source);

/// The access trace of its baseline variant by address arithmetic, without any compiler; equal to
/// what the tracer gives.
AccessTrace trace_synthetic(const TemplateParameters& parameters);

/// The summary of that trace, from the structure of the loops: thousands a second.
TraceSummary summarise_synthetic(const TemplateParameters& parameters);

}  // namespace lmtune
