// Which benchmarks are measured as controls or repeats, and which belong to a shard: by hash, the
// same on every machine and in every run.
#pragma once

#include <string>
#include <string_view>

namespace lmtune {

/// Whether a benchmark is among `share` of all, chosen anew for each `purpose`.
bool is_chosen(const std::string& benchmark_id, std::string_view purpose, double share);

}  // namespace lmtune
