#include "lmtune/io/worker_message.h"

#include <gtest/gtest.h>

#include "lmtune/template/synthetic_benchmark.h"
#include "lmtune/template/template_source.h"
#include "unit/io/example_benchmark.h"

namespace lmtune {
namespace {

void expect_arrives(const Benchmark& sent) {
  const std::vector<Task> tasks{{Role::kResult, &sent}, {Role::kControl, &sent}};
  const std::string line = format_work_order(tasks);
  EXPECT_EQ(line.find('\n'), std::string::npos);
  const auto order = std::get<WorkOrder>(parse_worker_order(line));
  ASSERT_EQ(order.tasks.size(), 2u);
  EXPECT_EQ(order.tasks[1].role, Role::kControl);
  const Benchmark& arrived = order.tasks[0].benchmark;
  EXPECT_EQ(arrived.id, sent.id);
  EXPECT_EQ(arrived.spec.source->text, sent.spec.source->text);
  EXPECT_EQ(build_options(arrived.spec, Variant::kCached),
            build_options(sent.spec, Variant::kCached));
  EXPECT_EQ(arrived.launch.arguments.size(), sent.launch.arguments.size());
}

TEST(WorkerMessage, WorkArrivesWithRealAndSyntheticBenchmarks) {
  expect_arrives(example_benchmark());
  expect_arrives(make_synthetic({}, template_source()));
}

TEST(WorkerMessage, GrantsAndReportsComeBack) {
  const auto grant = std::get<GrantOrder>(parse_worker_order(format_grant_order({7, true})));
  EXPECT_EQ(grant.idle_ns, 7);
  EXPECT_TRUE(grant.reference);
  Measurement measurement;
  measurement.benchmark_id = "0123456789abcdef";
  measurement.status = Status::kRuntime;
  measurement.reason = "no \"luck\"";
  const auto ended =
      std::get<EndedReport>(parse_worker_report(format_worker_report(EndedReport{3, measurement})));
  EXPECT_EQ(ended.task, 3u);
  EXPECT_EQ(ended.measurement, measurement);
  const auto report = [](const WorkerReport& sent) {
    return parse_worker_report(format_worker_report(sent));
  };
  EXPECT_EQ(std::get<BuiltReport>(report(BuiltReport{5})).cpu_ns, 5);
  EXPECT_EQ(std::get<StartedReport>(report(StartedReport{2})).task, 2u);
  EXPECT_EQ(std::get<ReferenceReport>(report(ReferenceReport{9})).time_ns, 9);
  EXPECT_TRUE(std::get<ReleasedReport>(report(ReleasedReport{true})).finished);
  EXPECT_EQ(std::get<UnusableReport>(report(UnusableReport{"gone"})).reason, "gone");
}

}  // namespace
}  // namespace lmtune
