// The one error type of lmtune, and the kinds that decide a command's exit code.
#pragma once

#include <stdexcept>
#include <string>

namespace lmtune {

/// What kind of trouble stopped a command. Only `cli` turns a kind into an exit code.
enum class ErrorKind {
  kUsage,     ///< the command line asks for something that does not exist or does not fit
  kInput,     ///< a file, kernel or launch that was given is wrong
  kDevice,    ///< no such OpenCL device, or the device failed
  kOutput,    ///< an output cannot be written
  kInternal,  ///< a bug in lmtune or in a library that it calls
};

/// Thrown where a command cannot go on. Says what is wrong, where, and what would be right; a
/// benchmark that failed while the run goes on is a `Measurement` with a status instead.
class Error : public std::runtime_error {
 public:
  /// `where` names a file, line, JSON pointer or option ("" if there is none); `remedy` says what
  /// would be right ("" if `problem` already does).
  Error(ErrorKind kind, std::string where, std::string problem, std::string remedy = "");

  ErrorKind kind() const { return kind_; }
  const std::string& where() const { return where_; }
  const std::string& problem() const { return problem_; }
  const std::string& remedy() const { return remedy_; }

 private:
  ErrorKind kind_;
  std::string where_;
  std::string problem_;
  std::string remedy_;
};

}  // namespace lmtune
