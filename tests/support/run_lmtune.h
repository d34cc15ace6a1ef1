// Runs the lmtune binary as a user does, and gives each test a folder of its own.
#pragma once

#include <fcntl.h>
#include <gtest/gtest.h>
#include <signal.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <map>
#include <stdexcept>
#include <string>
#include <vector>

namespace lmtune::testing {

using Environment = std::map<std::string, std::string>;

/// How a run of the binary ended, and what it printed.
struct ProcessResult {
  int exit_code = 0;  ///< 128 + the signal's number where a signal ended it
  std::string out;
  std::string err;
};

inline std::string slurp(const std::filesystem::path& path) {
  std::ifstream stream(path, std::ios::binary);
  return {std::istreambuf_iterator<char>(stream), std::istreambuf_iterator<char>()};
}

/// A folder that is there for the life of the object.
class TemporaryFolder {
 public:
  TemporaryFolder() {
    std::string name = (std::filesystem::temp_directory_path() / "lmtune-test-XXXXXX").string();
    if (::mkdtemp(name.data()) == nullptr) throw std::runtime_error("mkdtemp failed");
    path_ = name;
  }
  ~TemporaryFolder() {
    std::error_code ignored;
    std::filesystem::remove_all(path_, ignored);
  }
  TemporaryFolder(const TemporaryFolder&) = delete;
  TemporaryFolder& operator=(const TemporaryFolder&) = delete;

  const std::filesystem::path& path() const { return path_; }

 private:
  std::filesystem::path path_;
};

/// The binary running beside the test; killed when the object goes.
class LmtuneProcess {
 public:
  explicit LmtuneProcess(const std::vector<std::string>& arguments,
                         const Environment& environment = {}) {
    std::vector<std::string> words{LMTUNE_BINARY};
    words.insert(words.end(), arguments.begin(), arguments.end());
    std::vector<char*> argv;
    for (std::string& word : words) argv.push_back(word.data());
    argv.push_back(nullptr);
    pid_ = ::fork();
    if (pid_ < 0) throw std::runtime_error("fork failed");
    if (pid_ == 0) {
      for (const auto& [name, value] : environment) ::setenv(name.c_str(), value.c_str(), 1);
      redirect("/dev/null", O_RDONLY, STDIN_FILENO);
      redirect(out_path(), O_WRONLY | O_CREAT | O_TRUNC, STDOUT_FILENO);
      redirect(err_path(), O_WRONLY | O_CREAT | O_TRUNC, STDERR_FILENO);
      ::execv(argv[0], argv.data());
      ::_exit(127);
    }
  }
  ~LmtuneProcess() {
    if (pid_ <= 0) return;
    ::kill(pid_, SIGKILL);
    ::waitpid(pid_, nullptr, 0);
  }
  LmtuneProcess(const LmtuneProcess&) = delete;
  LmtuneProcess& operator=(const LmtuneProcess&) = delete;

  pid_t pid() const { return pid_; }
  void send(int signal) const { ::kill(pid_, signal); }

  /// Waits for the end of the process.
  ProcessResult wait() {
    int status = 0;
    ::waitpid(pid_, &status, 0);
    pid_ = 0;
    const int code = WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status);
    return {code, slurp(out_path()), slurp(err_path())};
  }

 private:
  std::string out_path() const { return (folder_.path() / "stdout").string(); }
  std::string err_path() const { return (folder_.path() / "stderr").string(); }
  static void redirect(const std::string& path, int flags, int descriptor) {
    const int opened = ::open(path.c_str(), flags, 0600);
    if (opened < 0 || ::dup2(opened, descriptor) < 0) ::_exit(126);
    ::close(opened);
  }

  TemporaryFolder folder_;
  pid_t pid_ = 0;
};

/// Runs `lmtune ARGUMENTS…` to its end; `environment` is set on top of the test's own.
inline ProcessResult run_lmtune(const std::vector<std::string>& arguments,
                                const Environment& environment = {}) {
  return LmtuneProcess(arguments, environment).wait();
}

/// A test with a temporary folder of its own.
class FolderTest : public ::testing::Test {
 protected:
  std::filesystem::path path(const std::string& name) const { return folder_.path() / name; }

  /// Writes a file into the folder (making the folders above it) and returns its path.
  std::string write(const std::string& name, const std::string& text) const {
    std::filesystem::create_directories(path(name).parent_path());
    std::ofstream(path(name), std::ios::binary) << text;
    return path(name).string();
  }

 private:
  TemporaryFolder folder_;
};

}  // namespace lmtune::testing
