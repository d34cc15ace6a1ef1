// From the options of `predict KERNEL.cl` to a benchmark: what a case file would say, on the
// command line, with the rest assumed.
#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <vector>

#include "cli/kernel_file.h"
#include "lmtune/core/benchmark.h"
#include "lmtune/core/prediction_report.h"

namespace lmtune {

struct KernelLaunch {
  std::string file;
  std::string kernel;                 ///< empty: the only one
  std::string array;                  ///< empty: each that could be cached
  std::vector<std::uint64_t> global;  ///< 1 to 3 sizes
  std::vector<std::uint64_t> local;   ///< as many; empty: the kernel's reqd_work_group_size
  std::vector<std::uint64_t> offset;  ///< as many, or none
  /// --arg: a value, or one for each component of a vector; of a struct: "name.member".
  std::map<std::string, std::vector<double>> scalars;
  std::map<std::string, std::uint64_t> sizes;  ///< --size: elements; of a __local argument: bytes
  std::map<std::string, std::string> data;     ///< --data: what set_contents() takes
  CompilerOptions compiler;
};

struct AssumedBenchmarks {
  std::vector<Benchmark> benchmarks;     ///< one for each target, in the order of the parameters
  std::vector<Rejection> rejected;       ///< other arrays; where one was named, none
  std::vector<std::string> assumptions;  ///< a sentence for each thing that was not given
};

/// Compiles the kernel to see its parameters, and traces a middle work-group; how long arrays
/// are, where that was not given, it and the first and the last one tell. Throws kUsage for an
/// unknown kernel, array or argument, listing those there are, and for what the answer depends on
/// and nobody can guess: sizes of local arguments, integers that decide what is accessed, and the
/// data of arrays that decide what is accessed of the target or how often loops go round. Throws
/// kInput for a target that the kernel writes, a kernel without a possible target, a launch that
/// does not fit, and a kernel that cannot be compiled.
AssumedBenchmarks assume_benchmarks(const KernelLaunch& launch);

}  // namespace lmtune
