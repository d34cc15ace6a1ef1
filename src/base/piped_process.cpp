#include "lmtune/base/piped_process.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/wait.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <csignal>
#include <cstring>
#include <utility>

#include "base/spawn_child.h"
#include "lmtune/base/child_process.h"

namespace lmtune {
namespace {

void close_one(int& descriptor) {
  if (descriptor >= 0) ::close(std::exchange(descriptor, -1));
}

/// Both ends of a pipe, out of the way of the descriptors that the child gets.
struct Pipe {
  Pipe() {
    std::array<int, 2> low{};
    if (::pipe2(low.data(), O_CLOEXEC) != 0) throw child_error("prepare", errno);
    read_end = ::fcntl(low[0], F_DUPFD_CLOEXEC, kChildOutputDescriptor + 1);
    write_end = ::fcntl(low[1], F_DUPFD_CLOEXEC, kChildOutputDescriptor + 1);
    const int code = errno;
    ::close(low[0]);
    ::close(low[1]);
    if (read_end < 0 || write_end < 0) throw child_error("prepare", code);
  }
  ~Pipe() {
    close_one(read_end);
    close_one(write_end);
  }
  Pipe(const Pipe&) = delete;
  Pipe& operator=(const Pipe&) = delete;

  int read_end = -1;
  int write_end = -1;
};

std::vector<std::string> copy_environment() {
  std::vector<std::string> variables;
  for (char** one = environ; *one != nullptr; ++one) variables.emplace_back(*one);
  return variables;
}

/// As this process got it, copied before main(): an OpenCL loader tears what it reads there apart
/// (OCL_ICD_FILENAMES), and a child would find fewer devices.
const std::vector<std::string> kEnvironment = copy_environment();

std::string end_text(int status) {
  if (WIFSIGNALED(status)) return signal_name(WTERMSIG(status));
  return fmt::format("exit code {}", WEXITSTATUS(status));
}

}  // namespace

PipedProcess::PipedProcess(const std::filesystem::path& program,
                           const std::vector<std::string>& arguments) {
  Pipe to_child;
  Pipe from_child;
  SpawnActions actions;
  ::posix_spawn_file_actions_adddup2(&actions.list, to_child.read_end, STDIN_FILENO);
  ::posix_spawn_file_actions_addopen(&actions.list, STDOUT_FILENO, "/dev/null", O_WRONLY, 0);
  ::posix_spawn_file_actions_adddup2(&actions.list, from_child.write_end, kChildOutputDescriptor);

  pid_ = spawn(program, arguments, kEnvironment, actions);

  input_ = std::exchange(to_child.write_end, -1);
  output_ = std::exchange(from_child.read_end, -1);
  for (const int descriptor : {input_, output_}) ::fcntl(descriptor, F_SETFL, O_NONBLOCK);
}

PipedProcess::~PipedProcess() {
  if (!ended()) kill();
  close_one(input_);
  close_one(output_);
  // A process that the driver holds in the kernel cannot be waited for; init will reap it.
  for (int i = 0; i < 100 && !ended(); ++i) ::usleep(10'000);
}

void PipedProcess::send(std::string_view line) {
  unsent_ += line;
  unsent_ += '\n';
  flush();
}

void PipedProcess::flush() {
  while (!unsent_.empty() && input_ >= 0) {
    const ssize_t count = ::write(input_, unsent_.data(), unsent_.size());
    if (count < 0 && errno == EINTR) continue;
    if (count < 0 && errno == EAGAIN) return;
    if (count < 0) {  // It is dead, which receive() will tell.
      unsent_.clear();
      return;
    }
    unsent_.erase(0, static_cast<std::size_t>(count));
  }
}

bool PipedProcess::receive() {
  std::array<char, 65536> chunk;
  for (;;) {
    const ssize_t count = ::read(output_, chunk.data(), chunk.size());
    if (count < 0 && errno == EINTR) continue;
    if (count < 0 && errno == EAGAIN) return true;
    if (count <= 0) return false;
    received_.append(chunk.data(), static_cast<std::size_t>(count));
  }
}

std::optional<std::string> PipedProcess::next_line() {
  const std::size_t end = received_.find('\n', consumed_);
  if (end == std::string::npos) {
    received_.erase(0, std::exchange(consumed_, 0));
    return std::nullopt;
  }
  std::string line = received_.substr(consumed_, end - consumed_);
  consumed_ = end + 1;
  return line;
}

void PipedProcess::close_input() { close_one(input_); }

void PipedProcess::kill() {
  if (!end_) ::kill(pid_, SIGKILL);
}

std::optional<std::string> PipedProcess::ended() {
  int status = 0;
  if (!end_ && ::waitpid(pid_, &status, WNOHANG) == pid_) end_ = end_text(status);
  return end_;
}

}  // namespace lmtune
