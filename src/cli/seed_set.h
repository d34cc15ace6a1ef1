// The seed set that generation looks at: real benchmarks with the summaries of their traces.
#pragma once

#include <string>
#include <vector>

#include "lmtune/base/error.h"
#include "lmtune/core/benchmark.h"

namespace lmtune {

/// The benchmarks of `path`, each with plan and summary: a folder of case files, or a campaign made
/// from one by `generate --cases … --trace`. A folder's own campaign.jsonl(.zst) spares the tracing
/// of what it holds; the rest is traced on all cores. Throws kInput where a benchmark has no
/// staging plan or cannot be traced.
std::vector<Benchmark> read_seed_set(const std::string& path);

/// Gives those benchmarks the summary of their trace that have none, on all cores. Returns what
/// went wrong, in order: benchmarks that cannot be traced stay without.
std::vector<Error> trace_all(std::vector<Benchmark>& benchmarks);

}  // namespace lmtune
