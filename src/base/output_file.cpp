#include "base/output_file.h"

#include <fmt/format.h>
#include <unistd.h>

#include <cerrno>
#include <cstring>

namespace lmtune {

Error output_error(const std::filesystem::path& path, std::string_view action, int code) {
  return Error(ErrorKind::kOutput, path.string(),
               fmt::format("cannot {}: {}", action, std::strerror(code)),
               code == ENOENT ? "the folder must exist and be writable" : "");
}

int write_all(int descriptor, std::string_view data) {
  while (!data.empty()) {
    const ssize_t written = ::write(descriptor, data.data(), data.size());
    if (written < 0) {
      if (errno == EINTR) continue;
      return errno;
    }
    data.remove_prefix(static_cast<std::size_t>(written));
  }
  return 0;
}

std::filesystem::path temporary_beside(const std::filesystem::path& path) {
  return path.string() + fmt::format(".{}.tmp", ::getpid());
}

}  // namespace lmtune
