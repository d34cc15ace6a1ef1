// What the measuring protocol needs of a device: build the two variants of a benchmark, run and
// time them. The OpenCL executor does it on hardware; tests use a fake one.
#pragma once

#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <vector>

#include "lmtune/core/benchmark.h"
#include "lmtune/core/device_info.h"
#include "lmtune/core/measurement.h"

namespace lmtune {

/// Thrown by an executor where one benchmark fails and the run goes on: becomes its status and
/// reason.
struct BenchmarkFailure {
  Status status = Status::kRuntime;
  std::string reason;
};

/// One benchmark, built and with its buffers filled, ready to run. Destroying it frees them.
class PreparedBenchmark {
 public:
  virtual ~PreparedBenchmark() = default;

  /// Host time that building both variants took.
  virtual std::int64_t build_ns() const = 0;

  /// Runs each variant once on poisoned result buffers and returns the largest relative difference
  /// of their results (0: bitwise equal; infinity: where one has NaN or poison and the other has
  /// not).
  virtual double compare_variants() = 0;

  /// Takes the samples of `order` one after the other, each of `launches` launches of that variant
  /// back to back, and waits for the device only once, after the last. A sample is the sum of its
  /// launches' own times by the device's clock: what the host does between two launches does not
  /// count. Buffers that are read and written hold their fill before the first launch of a sample.
  virtual std::vector<std::int64_t> time_samples(std::span<const Variant> order,
                                                 std::uint32_t launches) = 0;
};

class Executor {
 public:
  virtual ~Executor() = default;

  virtual const DeviceInfo& device() const = 0;

  /// Builds both variants of `spec`, unless they are kept from before; the device is not used, so
  /// that others may time on it meanwhile. Throws BenchmarkFailure (kCompile, kConstraints).
  virtual void build(const KernelSpec& spec) = 0;

  /// Allocates and fills buffers; builds what is not built yet. Throws BenchmarkFailure
  /// (kConstraints, kCompile, kRuntime).
  virtual std::unique_ptr<PreparedBenchmark> prepare(const Benchmark& benchmark) = 0;

  /// Proves with a small kernel that the device still works, after a benchmark failed on it. Throws
  /// Error (kDevice) where it does not: then only a new process helps.
  virtual void check_device() = 0;

  /// Device time of one launch of a kernel that is always the same on one device, memory and
  /// arithmetic mixed: it tells whether the device's clocks drift. Throws Error (kDevice).
  virtual std::int64_t time_reference() = 0;
};

}  // namespace lmtune
