#include "cli/measure_text.h"

#include <fmt/format.h>
#include <unistd.h>

#include <cstdio>

namespace lmtune {
namespace {

std::string duration_text(double seconds) {
  if (seconds < 10.0) return fmt::format("{:.1f} s", seconds);
  if (seconds < 120.0) return fmt::format("{:.0f} s", seconds);
  if (seconds < 7200.0) return fmt::format("{:.0f} min", seconds / 60.0);
  return fmt::format("{:.1f} h", seconds / 3600.0);
}

std::string share(std::size_t part, std::size_t whole) {
  return fmt::format("{} ({:.0f} %)", part,
                     100.0 * static_cast<double>(part) / static_cast<double>(whole));
}

std::string results_text(const RunSummary& summary) {
  std::string failures;
  for (std::size_t i = 0; i < summary.by_status.size(); ++i) {
    const auto status = static_cast<Status>(i);
    if (status == Status::kCorrect || summary.by_status[i] == 0) continue;
    failures += fmt::format(", {} {}", summary.by_status[i], to_string(status));
  }
  const std::size_t correct = summary.count(Status::kCorrect);
  std::string text = fmt::format("  {} correct{}\n", correct, failures);
  if (correct > 0) {
    text += fmt::format(
        "  caching is beneficial in {}, decisive are {}, ties {}; median speedup {:.3g}\n",
        share(summary.beneficial, correct), share(summary.decisive, correct),
        share(summary.ties, correct), summary.median_speedup);
  }
  return text;
}

std::string trust_text(const TrustSummary& trust) {
  std::string text;
  if (trust.controls > 0) {
    text += fmt::format("  A/A controls: {} of {} say that the two sides differ\n",
                        share(trust.false_controls, trust.controls), trust.controls);
  }
  if (trust.repeats > 0) {
    text += fmt::format("  repeats: {} of {} got the other label, of the decisive ones {} of {}\n",
                        share(trust.flipped, trust.repeats), trust.repeats, trust.decisive_flipped,
                        trust.decisive_repeats);
  }
  if (trust.references > 1) {
    text += fmt::format("  reference kernel: {} times, spread {:.1f} %\n", trust.references,
                        100.0 * trust.reference_spread);
  }
  return text;
}

std::string times_text(const RunSummary& summary) {
  const RunTimes& times = summary.times;
  return fmt::format(
      "  {:.1f} benchmarks/s with {} worker{}; building took {:.1f} s of CPU time\n"
      "  on the device{}: waiting for builds {:.1f} s, preparing {:.1f} s, validating {:.1f} s, "
      "timing {:.1f} s;\n"
      "  timed kernels ran in {:.0f} % of the wall clock\n",
      summary.per_second(), summary.workers, summary.workers == 1 ? "" : "s", times.building_cpu,
      summary.devices == 1 ? "" : "s", times.waiting, times.preparing, times.validating,
      times.timing, 100.0 * summary.device_share());
}

}  // namespace

ProgressLine::ProgressLine() : visible_(::isatty(STDERR_FILENO) == 1) {}

ProgressLine::~ProgressLine() {
  if (visible_) fmt::print(stderr, "\r\x1b[K");
}

void ProgressLine::show(const RunProgress& progress) const {
  if (!visible_) return;
  fmt::print(stderr, "\r\x1b[K{}/{} measured, {} failed, {:.1f}/s, {} left", progress.done,
             progress.total, progress.failed, progress.per_second,
             progress.per_second > 0.0 ? duration_text(progress.seconds_left) : "?");
  std::fflush(stderr);
}

std::string summary_text(const RunSummary& summary, const std::string& run_path) {
  std::size_t done = 0;
  for (const std::size_t count : summary.by_status) done += count;
  std::string text = fmt::format("{}: {} of {} benchmarks done in {}", run_path, done,
                                 summary.total, duration_text(summary.seconds));
  if (summary.kept > 0) text += fmt::format(" ({} were there before)", summary.kept);
  text += '\n' + results_text(summary) + trust_text(summary.trust);
  if (done > summary.kept) text += times_text(summary);
  if (summary.workers_lost > 0) {
    text += fmt::format("  {} workers died, hung or lost their device, and were replaced\n",
                        summary.workers_lost);
  }
  if (summary.end == RunEnd::kInterrupted) {
    text += "interrupted: the same command goes on where it stopped\n";
  }
  return text;
}

}  // namespace lmtune
