// A child process that is talked to in lines while it runs, and that may die at any time.
#pragma once

#include <sys/types.h>

#include <filesystem>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace lmtune {

/// Killed when the object goes.
class PipedProcess {
 public:
  /// Runs `program` with `arguments` (its own name not among them); what is sent comes to its
  /// stdin, its lines come from kChildOutputDescriptor, stdout is discarded and stderr is ours.
  /// Throws kInternal if it cannot be started.
  PipedProcess(const std::filesystem::path& program, const std::vector<std::string>& arguments);
  ~PipedProcess();
  PipedProcess(const PipedProcess&) = delete;
  PipedProcess& operator=(const PipedProcess&) = delete;

  /// Queues a line and sends as much of what is queued as the process takes now; never blocks.
  void send(std::string_view line);
  void flush();
  bool has_unsent() const { return !unsent_.empty(); }

  /// Takes in what the process has written; never blocks. False once nothing more will come.
  bool receive();
  /// The next whole line that was received.
  std::optional<std::string> next_line();

  void close_input();
  void kill();
  /// How the process ended, as "SIGSEGV" or "exit code 1"; nothing while it still runs.
  std::optional<std::string> ended();

  int input_descriptor() const { return input_; }
  int output_descriptor() const { return output_; }

 private:
  pid_t pid_ = 0;
  int input_ = -1;   // written by us
  int output_ = -1;  // read by us
  std::string unsent_;
  std::string received_;
  std::size_t consumed_ = 0;
  std::optional<std::string> end_;
};

}  // namespace lmtune
