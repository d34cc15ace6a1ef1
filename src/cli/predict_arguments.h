// The command line of `predict`, and the benchmarks that it names.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "cli/kernel_file.h"
#include "cli/kernel_launch.h"
#include "cli/measure_run.h"
#include "lmtune/core/benchmark.h"
#include "lmtune/core/prediction.h"
#include "lmtune/core/prediction_report.h"

namespace lmtune {

struct PredictArguments {
  std::vector<std::string> inputs;
  std::string model;
  std::string device;
  std::string filter;
  KernelLaunch kernel;
  std::vector<std::string> scalars, sizes, data;
  CompilerOptions compiler;
  std::uint32_t jobs = 0;
  bool quick = false;
  bool json = false;
  bool sweep_local = false;
  bool measure = false;
  std::string append;  ///< run file
  MeasureSettings settings;
  std::optional<Verdict> expected;
};

/// Declares all options. `arguments` must live as long as `command`.
void add_predict_options(CLI::App& command, PredictArguments& arguments);

struct PredictInputs {
  std::vector<Benchmark> benchmarks;
  std::vector<Rejection> rejected;  ///< arrays of a kernel file that cannot be targets
  bool ranked = false;              ///< the benchmarks are all the targets of one kernel
};

/// The benchmarks of case files and campaigns, or those of a kernel file, whose assumptions are
/// said. Throws kUsage and kInput as read_benchmarks() and assume_benchmarks() do.
PredictInputs predict_inputs(const PredictArguments& arguments);

}  // namespace lmtune
