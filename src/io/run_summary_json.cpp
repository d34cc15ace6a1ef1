// What `measure --json` prints.
#include "io/json_value.h"
#include "lmtune/io/output_json.h"

namespace lmtune {

std::string format_run_summary(const RunSummary& summary, const std::string& run_path) {
  Json by_status = Json::object();
  for (const Status status : {Status::kCorrect, Status::kCompile, Status::kRuntime,
                              Status::kCorrectness, Status::kTimeout, Status::kConstraints}) {
    by_status[to_string(status)] = summary.count(status);
  }
  return Json{{"format", "lmtune-run-summary"},
              {"format_version", kRunSummaryFormatVersion},
              {"run", run_path},
              {"complete", summary.end == RunEnd::kComplete},
              {"benchmarks", summary.total},
              {"kept", summary.kept},
              {"by_status", by_status},
              {"beneficial", summary.beneficial},
              {"ties", summary.ties},
              {"decisive", summary.decisive},
              {"median_speedup", summary.median_speedup},
              {"seconds", summary.seconds}}
      .dump(2);
}

}  // namespace lmtune
