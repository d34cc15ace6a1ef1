#include "lmtune/base/error.h"

#include <utility>

namespace lmtune {
namespace {

std::string message(const std::string& where, const std::string& problem,
                    const std::string& remedy) {
  std::string text = where.empty() ? problem : where + ": " + problem;
  if (!remedy.empty()) text += "\n  " + remedy;
  return text;
}

}  // namespace

Error::Error(ErrorKind kind, std::string where, std::string problem, std::string remedy)
    : std::runtime_error(message(where, problem, remedy)),
      kind_(kind),
      where_(std::move(where)),
      problem_(std::move(problem)),
      remedy_(std::move(remedy)) {}

}  // namespace lmtune
