#include "lmtune/base/child_process.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/mman.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cerrno>
#include <csignal>
#include <cstdlib>
#include <cstring>
#include <filesystem>
#include <system_error>

#include "base/spawn_child.h"
#include "lmtune/base/error.h"

namespace lmtune {
namespace {

/// A file without a name. Parent and child exchange whole messages through such files: unlike a
/// pipe they can neither block nor break.
class MemoryFile {
 public:
  MemoryFile() {
    const int descriptor = ::memfd_create("lmtune", MFD_CLOEXEC);
    if (descriptor < 0) throw child_error("prepare", errno);
    // Out of the way of the descriptors that the child gets.
    descriptor_ = ::fcntl(descriptor, F_DUPFD_CLOEXEC, kChildOutputDescriptor + 1);
    const int code = errno;
    ::close(descriptor);
    if (descriptor_ < 0) throw child_error("prepare", code);
  }
  ~MemoryFile() { ::close(descriptor_); }
  MemoryFile(const MemoryFile&) = delete;
  MemoryFile& operator=(const MemoryFile&) = delete;

  int descriptor() const { return descriptor_; }

  void write(std::string_view text) {
    while (!text.empty()) {
      const ssize_t written = ::write(descriptor_, text.data(), text.size());
      if (written < 0 && errno == EINTR) continue;
      if (written < 0) throw child_error("prepare the input of", errno);
      text.remove_prefix(static_cast<std::size_t>(written));
    }
    ::lseek(descriptor_, 0, SEEK_SET);
  }

  std::string read() const {
    std::string text(static_cast<std::size_t>(::lseek(descriptor_, 0, SEEK_END)), '\0');
    std::size_t done = 0;
    while (done < text.size()) {
      const ssize_t count =
          ::pread(descriptor_, text.data() + done, text.size() - done, static_cast<off_t>(done));
      if (count < 0 && errno == EINTR) continue;
      if (count <= 0) throw child_error("read the output of", errno);
      done += static_cast<std::size_t>(count);
    }
    return text;
  }

 private:
  int descriptor_;
};

/// A folder for what the child writes, gone with the object.
class ChildFolder {
 public:
  ChildFolder() {
    path_ = (std::filesystem::temp_directory_path() / "lmtune-child-XXXXXX").string();
    if (::mkdtemp(path_.data()) == nullptr) throw child_error("make a folder for", errno);
  }
  ~ChildFolder() {
    std::error_code ignored;
    std::filesystem::remove_all(path_, ignored);
  }
  ChildFolder(const ChildFolder&) = delete;
  ChildFolder& operator=(const ChildFolder&) = delete;

  /// Our environment with this folder as TMPDIR.
  std::vector<std::string> environment() const {
    std::vector<std::string> all{"TMPDIR=" + path_};
    for (char** entry = environ; *entry; ++entry) {
      if (!std::string_view(*entry).starts_with("TMPDIR=")) all.emplace_back(*entry);
    }
    return all;
  }

 private:
  std::string path_;
};

}  // namespace

ChildResult run_child(const std::filesystem::path& program,
                      const std::vector<std::string>& arguments, std::string_view input) {
  MemoryFile standard_input;
  MemoryFile output;
  MemoryFile errors;
  standard_input.write(input);

  SpawnActions actions;
  ::posix_spawn_file_actions_adddup2(&actions.list, standard_input.descriptor(), STDIN_FILENO);
  ::posix_spawn_file_actions_addopen(&actions.list, STDOUT_FILENO, "/dev/null", O_WRONLY, 0);
  ::posix_spawn_file_actions_adddup2(&actions.list, errors.descriptor(), STDERR_FILENO);
  ::posix_spawn_file_actions_adddup2(&actions.list, output.descriptor(), kChildOutputDescriptor);
  sigset_t none;
  ::sigemptyset(&none);
  ::posix_spawnattr_setsigmask(&actions.attributes, &none);
  ::posix_spawnattr_setflags(&actions.attributes, POSIX_SPAWN_SETSIGMASK);

  const ChildFolder folder;
  const pid_t child = spawn(program, arguments, folder.environment(), actions);
  int status = 0;
  while (::waitpid(child, &status, 0) < 0) {
    if (errno != EINTR) throw child_error("wait for", errno);
  }
  ChildResult result;
  if (WIFSIGNALED(status)) result.signal = WTERMSIG(status);
  if (WIFEXITED(status)) result.exit_code = WEXITSTATUS(status);
  result.output = output.read();
  result.errors = errors.read();
  return result;
}

std::string signal_name(int signal) {
  const char* name = ::sigabbrev_np(signal);
  return name ? fmt::format("SIG{}", name) : fmt::format("signal {}", signal);
}

}  // namespace lmtune
