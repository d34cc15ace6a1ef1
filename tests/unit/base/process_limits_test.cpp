// Each limit holds for a process for good, so each test sets it in a child.
#include "lmtune/base/process_limits.h"

#include <gtest/gtest.h>
#include <sys/socket.h>
#include <unistd.h>

#include <cerrno>
#include <csignal>
#include <new>
#include <vector>

namespace lmtune {
namespace {

using ::testing::ExitedWithCode;
using ::testing::KilledBySignal;

constexpr int kRefused = 7;

TEST(ProcessLimits, TheProcessDiesWhenItsProcessorTimeIsSpent) {
  const auto spin = [] {
    limit_processor_time(1);
    volatile bool forever = true;
    while (forever) {
    }
  };
  EXPECT_EXIT(spin(), KilledBySignal(SIGXCPU), "");
}

TEST(ProcessLimits, AllocationsBeyondTheLimitFail) {
  constexpr std::size_t kMiB = 1 << 20;
  const auto allocate = [] {
    limit_memory(64 * kMiB);
    std::vector<char> fits(16 * kMiB);
    try {
      std::vector<char> too_large(256 * kMiB);
    } catch (const std::bad_alloc&) {
      ::_exit(kRefused);
    }
    ::_exit(0);
  };
  EXPECT_EXIT(allocate(), ExitedWithCode(kRefused), "");
}

TEST(ProcessLimits, AConfinedProcessHasNoNetwork) {
  const auto connect = [] {
    confine_process();
    const bool refused = ::socket(AF_INET, SOCK_STREAM, 0) < 0 && errno == EPERM;
    ::_exit(refused ? kRefused : 0);
  };
  EXPECT_EXIT(connect(), ExitedWithCode(kRefused), "");
}

TEST(ProcessLimits, AConfinedProcessStartsNoPrograms) {
  const auto start = [] {
    confine_process();
    ::execl("/bin/true", "true", nullptr);
    ::_exit(errno == EPERM ? kRefused : 0);
  };
  EXPECT_EXIT(start(), ExitedWithCode(kRefused), "");
}

}  // namespace
}  // namespace lmtune
