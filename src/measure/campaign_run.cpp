#include "lmtune/measure/campaign_run.h"

#include <set>
#include <string>
#include <unordered_set>
#include <utility>
#include <vector>

#include "lmtune/base/version.h"
#include "measure/coordinator.h"
#include "measure/journal.h"
#include "measure/run_tally.h"
#include "measure/sample_choice.h"
#include "measure/work_queue.h"

namespace lmtune {
namespace {

using TrustId = std::pair<Role, std::string>;

/// Trust rows that the file holds, and what they are compared with.
std::set<TrustId> count_kept_trust(const Journal& journal, const StoppingOptions& options,
                                   RunTally& tally) {
  std::set<TrustId> kept;
  for (const TrustRow& row : journal.kept_trust()) {
    const std::string& id = row.measurement.benchmark_id;
    if (row.role == Role::kRepeat) {
      const auto first = journal.kept().find(id);
      if (first != journal.kept().end()) tally.expect_repeat(first->second);
    }
    tally.add(row, options);
    kept.emplace(row.role, id);
  }
  return kept;
}

/// A benchmark that was begun twice without a result took two processes down.
Measurement died_twice(const Benchmark& benchmark) {
  Measurement measurement;
  measurement.benchmark_id = benchmark.id;
  measurement.status = Status::kRuntime;
  measurement.reason = "its process died twice while measuring it";
  return measurement;
}

/// Fills `queue` with what has no result yet, and counts what has one. Each benchmark once, in
/// order, its control right after it. Results of earlier runs get their controls and repeats now.
void plan(std::span<const Benchmark> benchmarks, Journal& journal, const RunOptions& options,
          RunTally& tally, WorkQueue& queue) {
  const std::set<TrustId> kept_trust = count_kept_trust(journal, options.protocol.stopping, tally);
  const auto wanted = [&](Role role, const std::string& id, double share) {
    return is_chosen(id, to_string(role), share) && !kept_trust.contains({role, id});
  };
  std::vector<Task> tasks;
  std::unordered_set<std::string> seen;
  for (const Benchmark& benchmark : benchmarks) {
    if (!seen.insert(benchmark.id).second) continue;
    if (journal.times_started(benchmark.id) >= 2) {
      journal.end(benchmark, died_twice(benchmark));
      tally.add(died_twice(benchmark));
      continue;
    }
    const auto kept = journal.kept().find(benchmark.id);
    const bool open = kept == journal.kept().end();
    const bool correct = open || kept->second.status == Status::kCorrect;
    if (open) {
      tasks.push_back({Role::kResult, &benchmark});
    } else {
      tally.add_kept(kept->second);
    }
    if (correct && wanted(Role::kControl, benchmark.id, options.control_share)) {
      tasks.push_back({Role::kControl, &benchmark});
    }
    if (!open && correct && wanted(Role::kRepeat, benchmark.id, options.repeat_share)) {
      tally.expect_repeat(kept->second);
      tasks.push_back({Role::kRepeat, &benchmark});
    }
  }
  queue.add(tasks);
}

std::size_t count_unique(std::span<const Benchmark> benchmarks) {
  std::unordered_set<std::string_view> ids;
  for (const Benchmark& benchmark : benchmarks) ids.insert(benchmark.id);
  return ids.size();
}

}  // namespace

RunSummary run_campaign(WorkerHost& workers, const RunDevices& devices,
                        std::span<const Benchmark> benchmarks, const std::filesystem::path& path,
                        const RunOptions& options, const RunHooks& hooks) {
  Journal journal(path, {std::string(kLmtuneVersion), devices.info, to_values(options.protocol)});
  const std::int64_t begin = hooks.clock();
  const auto seconds = [&] { return static_cast<double>(hooks.clock() - begin) * 1e-9; };

  RunTally tally(count_unique(benchmarks));
  WorkQueue queue;
  plan(benchmarks, journal, options, tally, queue);
  hooks.on_progress(tally.progress(seconds()));
  Coordinator coordinator(workers, devices, options, hooks, journal, tally, queue);
  const RunEnd end = coordinator.run();
  return tally.summary(end, seconds(), devices.rows.size(),
                       std::max(options.workers, devices.rows.size()));
}

}  // namespace lmtune
