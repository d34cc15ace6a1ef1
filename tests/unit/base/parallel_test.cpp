#include "lmtune/base/parallel.h"

#include <gtest/gtest.h>

#include <atomic>
#include <stdexcept>
#include <string>
#include <vector>

namespace lmtune {
namespace {

TEST(ParallelFor, CallsEachOnce) {
  for (const std::uint32_t threads : {0U, 1U, 3U, 100U}) {
    std::vector<std::atomic<int>> calls(50);
    parallel_for(calls.size(), threads, [&](std::size_t i) { ++calls[i]; });
    for (const auto& count : calls) EXPECT_EQ(count, 1);
  }
}

TEST(ParallelFor, NothingToDo) {
  parallel_for(0, 2, [](std::size_t) { FAIL(); });
}

TEST(ParallelFor, ThrowsTheFirstErrorAfterAllTasksEnded) {
  std::atomic<int> done = 0;
  try {
    parallel_for(20, 4, [&](std::size_t i) {
      ++done;
      if (i == 17 || i == 5) throw std::runtime_error(std::to_string(i));
    });
    FAIL() << "no error";
  } catch (const std::runtime_error& error) {
    EXPECT_STREQ(error.what(), "5");
  }
  EXPECT_EQ(done, 20);
}

}  // namespace
}  // namespace lmtune
