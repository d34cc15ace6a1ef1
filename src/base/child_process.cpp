#include "lmtune/base/child_process.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <spawn.h>
#include <sys/mman.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cerrno>
#include <csignal>
#include <cstdlib>
#include <cstring>
#include <filesystem>
#include <system_error>

#include "lmtune/base/error.h"

namespace lmtune {
namespace {

Error system_error(std::string_view action, int code) {
  return Error(ErrorKind::kInternal, "",
               fmt::format("cannot {} a child process: {}", action, std::strerror(code)));
}

/// A file without a name. Parent and child exchange whole messages through such files: unlike a
/// pipe they can neither block nor break.
class MemoryFile {
 public:
  MemoryFile() {
    const int descriptor = ::memfd_create("lmtune", MFD_CLOEXEC);
    if (descriptor < 0) throw system_error("prepare", errno);
    // Out of the way of the descriptors that the child gets.
    descriptor_ = ::fcntl(descriptor, F_DUPFD_CLOEXEC, kChildOutputDescriptor + 1);
    const int code = errno;
    ::close(descriptor);
    if (descriptor_ < 0) throw system_error("prepare", code);
  }
  ~MemoryFile() { ::close(descriptor_); }
  MemoryFile(const MemoryFile&) = delete;
  MemoryFile& operator=(const MemoryFile&) = delete;

  int descriptor() const { return descriptor_; }

  void write(std::string_view text) {
    while (!text.empty()) {
      const ssize_t written = ::write(descriptor_, text.data(), text.size());
      if (written < 0 && errno == EINTR) continue;
      if (written < 0) throw system_error("prepare the input of", errno);
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
      if (count <= 0) throw system_error("read the output of", errno);
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
    if (::mkdtemp(path_.data()) == nullptr) throw system_error("make a folder for", errno);
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

/// What execve() takes; `words` must outlive it.
std::vector<char*> pointers_to(std::vector<std::string>& words) {
  std::vector<char*> pointers;
  for (std::string& word : words) pointers.push_back(word.data());
  pointers.push_back(nullptr);
  return pointers;
}

class SpawnActions {
 public:
  SpawnActions() {
    ::posix_spawn_file_actions_init(&actions);
    ::posix_spawnattr_init(&attributes);
  }
  ~SpawnActions() {
    ::posix_spawn_file_actions_destroy(&actions);
    ::posix_spawnattr_destroy(&attributes);
  }
  SpawnActions(const SpawnActions&) = delete;
  SpawnActions& operator=(const SpawnActions&) = delete;

  posix_spawn_file_actions_t actions;
  posix_spawnattr_t attributes;
};

}  // namespace

ChildResult run_child(const std::filesystem::path& program,
                      const std::vector<std::string>& arguments, std::string_view input) {
  MemoryFile standard_input;
  MemoryFile output;
  MemoryFile errors;
  standard_input.write(input);

  SpawnActions spawn;
  ::posix_spawn_file_actions_adddup2(&spawn.actions, standard_input.descriptor(), STDIN_FILENO);
  ::posix_spawn_file_actions_addopen(&spawn.actions, STDOUT_FILENO, "/dev/null", O_WRONLY, 0);
  ::posix_spawn_file_actions_adddup2(&spawn.actions, errors.descriptor(), STDERR_FILENO);
  ::posix_spawn_file_actions_adddup2(&spawn.actions, output.descriptor(), kChildOutputDescriptor);
  sigset_t none;
  ::sigemptyset(&none);
  ::posix_spawnattr_setsigmask(&spawn.attributes, &none);
  ::posix_spawnattr_setflags(&spawn.attributes, POSIX_SPAWN_SETSIGMASK);

  const ChildFolder folder;
  std::vector<std::string> environment = folder.environment();
  std::vector<std::string> words{program.string()};
  words.insert(words.end(), arguments.begin(), arguments.end());

  pid_t child = 0;
  const int code = ::posix_spawn(&child, program.c_str(), &spawn.actions, &spawn.attributes,
                                 pointers_to(words).data(), pointers_to(environment).data());
  if (code != 0) throw system_error(fmt::format("start {} as", program.string()), code);
  int status = 0;
  while (::waitpid(child, &status, 0) < 0) {
    if (errno != EINTR) throw system_error("wait for", errno);
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
