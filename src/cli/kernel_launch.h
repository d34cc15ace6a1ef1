// From the options of `predict KERNEL.cl` to a benchmark: what a case file would say, on the
// command line, with the rest assumed.
#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <vector>

#include "lmtune/core/benchmark.h"

namespace lmtune {

struct KernelLaunch {
  std::string file;
  std::string kernel;
  std::string array;
  std::vector<std::uint64_t> global;      ///< 1 to 3 sizes
  std::vector<std::uint64_t> local;       ///< as many; empty: the kernel's reqd_work_group_size
  std::map<std::string, double> scalars;  ///< --arg
  std::map<std::string, std::uint64_t> sizes;  ///< --size: elements; of a __local argument: bytes
  std::vector<std::string> options;            ///< -D and -I, as the compiler gets them
};

struct AssumedBenchmark {
  Benchmark benchmark;
  std::vector<std::string> assumptions;  ///< a sentence for each thing that was not given
};

/// Compiles the kernel to see its parameters, and traces one work-group to see how long the target
/// is where that was not given. Throws kUsage for an unknown kernel, array or argument and for a
/// missing argument or size, listing those there are; kInput for a target that the kernel writes, a
/// launch that does not fit, and a kernel that cannot be compiled.
AssumedBenchmark assume_benchmark(const KernelLaunch& launch);

}  // namespace lmtune
