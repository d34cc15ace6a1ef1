// What `measure --json` prints.
#include "io/json_value.h"
#include "lmtune/io/output_json.h"

namespace lmtune {
namespace {

Json to_json(const RunSummary& summary, const RunTimes& times) {
  return Json{{"building_cpu", times.building_cpu},
              {"waiting", times.waiting},
              {"preparing", times.preparing},
              {"validating", times.validating},
              {"timing", times.timing},
              {"kernels", times.kernels},
              {"device_share", summary.device_share()}};
}

Json to_json(const TrustSummary& trust) {
  return Json{{"controls", trust.controls},
              {"false_controls", trust.false_controls},
              {"repeats", trust.repeats},
              {"flipped", trust.flipped},
              {"decisive_repeats", trust.decisive_repeats},
              {"decisive_flipped", trust.decisive_flipped},
              {"references", trust.references},
              {"reference_spread", trust.reference_spread}};
}

}  // namespace

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
              {"seconds", summary.seconds},
              {"per_second", summary.per_second()},
              {"devices", summary.devices},
              {"workers", summary.workers},
              {"workers_lost", summary.workers_lost},
              {"times", to_json(summary, summary.times)},
              {"trust", to_json(summary.trust)}}
      .dump(2);
}

}  // namespace lmtune
