#include "lmtune/base/process_limits.h"

#include <linux/audit.h>
#include <linux/filter.h>
#include <linux/seccomp.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/syscall.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <csignal>
#include <cstddef>
#include <fstream>

namespace lmtune {
namespace {

/// Sets the limit that counts, and leaves the one that it can be raised to.
void set_soft_limit(int resource, rlim_t value) {
  rlimit limit{};
  if (::getrlimit(static_cast<__rlimit_resource>(resource), &limit) != 0) return;
  limit.rlim_cur = value < limit.rlim_max ? value : limit.rlim_max;
  ::setrlimit(static_cast<__rlimit_resource>(resource), &limit);
}

std::uint64_t address_space_bytes() {
  std::uint64_t pages = 0;
  std::ifstream("/proc/self/statm") >> pages;
  return pages * static_cast<std::uint64_t>(::sysconf(_SC_PAGESIZE));
}

/// Answers the named system calls with EPERM.
void deny_system_calls() {
#ifdef __x86_64__
  constexpr std::uint32_t kArchitecture = AUDIT_ARCH_X86_64;
#elif defined(__aarch64__)
  constexpr std::uint32_t kArchitecture = AUDIT_ARCH_AARCH64;
#else
  constexpr std::uint32_t kArchitecture = 0;
#endif
  if (kArchitecture == 0) return;
  constexpr std::array<std::uint32_t, 5> kDenied{__NR_socket, __NR_socketpair, __NR_connect,
                                                 __NR_execve, __NR_execveat};
  constexpr auto kLoad = static_cast<std::uint16_t>(BPF_LD | BPF_W | BPF_ABS);
  constexpr auto kEqual = static_cast<std::uint16_t>(BPF_JMP | BPF_JEQ | BPF_K);
  constexpr auto kReturn = static_cast<std::uint16_t>(BPF_RET | BPF_K);
  constexpr std::size_t kSteps = 4 + kDenied.size() + 1;
  std::array<sock_filter, kSteps + 1> program{};
  std::size_t next = 0;
  program[next++] = {kLoad, 0, 0, offsetof(seccomp_data, arch)};
  program[next++] = {kEqual, 1, 0, kArchitecture};
  program[next++] = {kReturn, 0, 0, SECCOMP_RET_ALLOW};
  program[next++] = {kLoad, 0, 0, offsetof(seccomp_data, nr)};
  for (std::size_t i = 0; i < kDenied.size(); ++i) {
    const auto to_denial = static_cast<std::uint8_t>(kDenied.size() - i);
    program[next++] = {kEqual, to_denial, 0, kDenied[i]};
  }
  program[next++] = {kReturn, 0, 0, SECCOMP_RET_ALLOW};
  program[next++] = {kReturn, 0, 0, SECCOMP_RET_ERRNO | EPERM};
  const sock_fprog filter{static_cast<unsigned short>(next), program.data()};
  if (::prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) != 0) return;
  ::prctl(PR_SET_SECCOMP, SECCOMP_MODE_FILTER, &filter);
}

}  // namespace

void limit_processor_time(std::uint64_t seconds) { set_soft_limit(RLIMIT_CPU, seconds); }

void limit_memory(std::uint64_t bytes) { set_soft_limit(RLIMIT_AS, address_space_bytes() + bytes); }

void confine_process() {
  set_soft_limit(RLIMIT_CORE, 0);
  deny_system_calls();
}

}  // namespace lmtune
