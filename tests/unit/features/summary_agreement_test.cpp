// The template's summaries, from the structure of its loops, against those of its traces.
#include <gtest/gtest.h>

#include "lmtune/features/features.h"
#include "lmtune/template/synthetic_benchmark.h"
#include "lmtune/template/template_source.h"
#include "support/generated.h"

namespace lmtune {
namespace {

std::string difference(const AccessSummary& a, const AccessSummary& b) {
  if (a.accesses != b.accesses || a.lane_accesses != b.lane_accesses) return "accesses";
  if (a.sectors != b.sectors || a.lines != b.lines) return "sectors or lines";
  if (a.repeated_lanes != b.repeated_lanes) return "repeated accesses";
  return a == b ? "" : "something else";
}

/// What differs first, so that a failure says more than "not equal".
std::string difference(const TraceSummary& a, const TraceSummary& b) {
  if (const auto what = difference(a.other_loads, b.other_loads); !what.empty()) {
    return what + " of other loads";
  }
  if (const auto what = difference(a.target.loads, b.target.loads); !what.empty()) {
    return what + " of the target's loads";
  }
  if (const auto what = difference(a.stores, b.stores); !what.empty()) return what + " of stores";
  if (a.target.elements != b.target.elements) return "elements";
  if (a.target.item_elements != b.target.item_elements) return "elements of work-items";
  if (a.target.sectors != b.target.sectors) return "sectors of the target";
  if (a.target != b.target) return "elements and pieces of warps";
  return a == b ? "" : "something else";
}

class SummaryAgreement : public ::testing::TestWithParam<const char*> {};

TEST_P(SummaryAgreement, StructureAndTraceGiveTheSameNumbers) {
  for (const TemplateParameters& p : generated(250, 20261201, GetParam())) {
    const Benchmark benchmark = make_synthetic(p, template_source());
    ASSERT_EQ(difference(summarise_synthetic(p), summarise(trace_synthetic(p), benchmark)), "")
        << benchmark.name;
  }
}

INSTANTIATE_TEST_SUITE_P(Profiles, SummaryAgreement,
                         ::testing::Values("pocl", "opencl-minimum", "nvidia-h200"));

}  // namespace
}  // namespace lmtune
