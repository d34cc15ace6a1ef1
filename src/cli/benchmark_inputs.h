// Reads benchmarks from whatever the command line names: campaigns, case files, run files, folders.
#pragma once

#include <string>
#include <vector>

#include "lmtune/cases/expand.h"
#include "lmtune/core/benchmark.h"

namespace lmtune {

/// The benchmarks of all `inputs`, in their order; those of a folder are its *.json case files, at
/// any depth, sorted by path. `size` chooses the launches of cases. Keeps the benchmarks whose name
/// holds `filter` ("": all). Throws kInput where an input is missing, empty or of another format,
/// and kUsage if `filter` leaves nothing.
std::vector<Benchmark> read_benchmarks(const std::vector<std::string>& inputs, CaseSize size,
                                       const std::string& filter);

}  // namespace lmtune
