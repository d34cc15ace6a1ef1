// A folder with a small case to measure, and ways to look at the run file that comes of it.
#pragma once

#include <gtest/gtest.h>

#include <algorithm>
#include <chrono>
#include <set>
#include <sstream>
#include <string>
#include <thread>
#include <vector>

#include "support/run_lmtune.h"

namespace lmtune::testing {

inline constexpr const char* kKernel =
    R"(kernel void sum(global const float* a, global float* out, int n) {
  float total = 0;
#ifdef CACHED
  local float tile[16];
  tile[get_local_id(0)] = a[get_global_id(0)];
  barrier(CLK_LOCAL_MEM_FENCE);
  for (int i = 0; i < n; ++i) total += tile[i % 16];
#else
  for (int i = 0; i < n; ++i) total += a[get_group_id(0) * 16 + i % 16];
#endif
#ifdef HANGS
  volatile int go = n == 64;
  while (go) {
  }
#endif
#ifdef CRASHES
  if (n == 64) *(global int*)(size_t)n = 1;
#endif
  out[get_global_id(0)] = total FAULT;
}
)";

inline constexpr const char* kCase = R"({
  "format": "lmtune-case", "format_version": 1, "name": "sum/a", "family": "sum",
  "kernel": {
    "file": "sum.cl", "options": ["-DFAULT="],
    "baseline": {"entry_point": "sum", "options": []},
    "cached": {"entry_point": "sum", "options": ["-DCACHED"]}
  },
  "target": "a", "tolerance": 0,
  "launches": [
    {"name": "quick", "values": {"n": [16]}},
    {"name": "full", "values": {"n": [32, 48, 64, 80, 96, 112, 128, 144, 160, 176, 192, 208]}}
  ],
  "global": [256], "local": [16],
  "arguments": [
    {"name": "a", "buffer": "float", "count": 256},
    {"name": "out", "buffer": "float", "count": 256, "access": "write"},
    {"name": "n", "scalar": "int", "value": "n"}
  ]
})";

/// Options with which the case takes a second or two: time enough to disturb it.
inline const std::vector<std::string> kSlowly{"--min-pairs", "3000"};

/// `from` must be in `text`.
inline std::string replaced(std::string text, const std::string& from, const std::string& to) {
  return text.replace(text.find(from), from.size(), to);
}

inline bool has(const std::string& text, const std::string& part) {
  return text.find(part) != std::string::npos;
}

class MeasureCommand : public FolderTest {
 protected:
  void SetUp() override {
    const ProcessResult devices = run_lmtune({"devices"});
    if (devices.exit_code == 4) GTEST_SKIP() << devices.err;
    write("sum.cl", kKernel);
    case_ = write("sum.json", kCase);
    output_ = path("run.jsonl").string();
  }

  ProcessResult measure(std::vector<std::string> more = {}) const {
    std::vector<std::string> arguments{"measure", case_, "-o", output_, "--quick-protocol"};
    arguments.insert(arguments.end(), more.begin(), more.end());
    return run_lmtune(arguments);
  }

  std::vector<std::string> slowly(std::vector<std::string> more = {}) const {
    std::vector<std::string> words{"measure", case_, "-o", output_};
    words.insert(words.end(), kSlowly.begin(), kSlowly.end());
    words.insert(words.end(), more.begin(), more.end());
    return words;
  }

  /// Ids in the file's lines of one kind ("started" or "result").
  std::multiset<std::string> ids(const std::string& kind) const {
    // A result may name its device first.
    const std::string begin = "{\"" + kind + "\":";
    const std::string before = kind == "started" ? begin + '"' : "\"benchmark\":{\"id\":\"";
    std::multiset<std::string> found;
    std::istringstream lines(slurp(output_));
    for (std::string line; std::getline(lines, line);) {
      if (!line.starts_with(begin)) continue;
      const std::size_t id = line.find(before) + before.size();
      found.insert(line.substr(id, 16));
    }
    return found;
  }

  /// Benchmarks begun and not ended.
  std::size_t in_flight() const {
    const auto ended = ids("result");
    std::set<std::string> open;
    for (const std::string& id : ids("started")) {
      if (!ended.contains(id)) open.insert(id);
    }
    return open.size();
  }

  /// Waits until the run file holds `count` results.
  void wait_for_results(std::size_t count) const {
    for (int i = 0; i < 6000 && ids("result").size() < count; ++i) {
      std::this_thread::sleep_for(std::chrono::milliseconds(10));
    }
    ASSERT_GE(ids("result").size(), count);
  }

  std::string case_;
  std::string output_;
};

}  // namespace lmtune::testing
