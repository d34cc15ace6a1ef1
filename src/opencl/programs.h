// Building both variants of a kernel spec, and keeping the last few that were built.
#pragma once

#include <array>
#include <cstdint>
#include <list>
#include <memory>
#include <optional>
#include <string>

#include "lmtune/core/kernel_spec.h"
#include "lmtune/core/launch.h"
#include "lmtune/measure/executor.h"
#include "opencl/handles.h"

namespace lmtune {

/// One of the two variants, ready for arguments.
struct BuiltVariant {
  ClProgram program;
  ClKernel kernel;
};

/// Both variants of a kernel spec.
struct BuiltSpec {
  BuiltVariant baseline, cached;
  std::int64_t build_ns = 0;  ///< host time that building took

  const BuiltVariant& variant(Variant which) const {
    return which == Variant::kBaseline ? baseline : cached;
  }
};

/// Compiles one variant. Throws BenchmarkFailure (kCompile) with the compiler's log, or the kernels
/// that there are where the entry point is missing.
BuiltVariant build_variant(cl_context context, cl_device_id device, const KernelSpec& spec,
                           Variant variant);

/// Throws BenchmarkFailure (kConstraints) unless the kernel's parameters are those of the launch:
/// as many, of the same names, kinds and sizes; and its required group size, if any, the launch's.
void check_arguments(const BuiltVariant& built, cl_device_id device, const Launch& launch,
                     const std::string& entry_point);

/// The last few kernel specs that were built: campaigns hold the launches of one spec together.
class ProgramCache {
 public:
  ProgramCache(cl_context context, cl_device_id device) : context_(context), device_(device) {}

  /// Builds `spec` unless it is there; a spec that did not compile is not compiled again either.
  /// Throws as build_variant().
  std::shared_ptr<const BuiltSpec> get(const KernelSpec& spec);

 private:
  struct Entry {
    std::string spec_id;
    std::shared_ptr<const BuiltSpec> built;  // null: it failed
    std::optional<BenchmarkFailure> failure;
  };

  Entry build(const KernelSpec& spec, const std::string& id) const;

  cl_context context_;
  cl_device_id device_;
  std::list<Entry> entries_;  // the last used first
};

}  // namespace lmtune
