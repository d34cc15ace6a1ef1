#include "base/spawn_child.h"

#include <fmt/format.h>

#include <cstring>

namespace lmtune {
namespace {

/// What execve() takes; `words` must outlive it.
std::vector<char*> pointers_to(std::vector<std::string>& words) {
  std::vector<char*> pointers;
  for (std::string& word : words) pointers.push_back(word.data());
  pointers.push_back(nullptr);
  return pointers;
}

}  // namespace

SpawnActions::SpawnActions() {
  ::posix_spawn_file_actions_init(&list);
  ::posix_spawnattr_init(&attributes);
}

SpawnActions::~SpawnActions() {
  ::posix_spawn_file_actions_destroy(&list);
  ::posix_spawnattr_destroy(&attributes);
}

Error child_error(std::string_view action, int code) {
  return Error(ErrorKind::kInternal, "",
               fmt::format("cannot {} a child process: {}", action, std::strerror(code)));
}

pid_t spawn(const std::filesystem::path& program, const std::vector<std::string>& arguments,
            std::vector<std::string> environment, const SpawnActions& actions) {
  std::vector<std::string> words{program.string()};
  words.insert(words.end(), arguments.begin(), arguments.end());
  pid_t child = 0;
  const int code = ::posix_spawn(&child, program.c_str(), &actions.list, &actions.attributes,
                                 pointers_to(words).data(), pointers_to(environment).data());
  if (code != 0) throw child_error(fmt::format("start {} as", program.string()), code);
  return child;
}

}  // namespace lmtune
