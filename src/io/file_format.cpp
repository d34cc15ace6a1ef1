#include "lmtune/io/file_format.h"

#include <fmt/format.h>

#include "io/json_value.h"
#include "lmtune/base/error.h"
#include "lmtune/base/file.h"
#include "lmtune/base/line_reader.h"

namespace lmtune {
namespace {

constexpr std::string_view kPrefix = "lmtune-";

/// Run files are large: their first line is enough.
std::string first_line_of(const std::filesystem::path& path) {
  LineReader reader(path);
  return std::string(reader.next().value_or(reader.rest()));
}

}  // namespace

std::string file_format(const std::filesystem::path& path) {
  const std::string first_line = first_line_of(path);
  const Json header = Json::accept(first_line) ? Json::parse(first_line) : [&] {
    const std::string text = read_file(path);
    if (text.find_first_not_of(" \t\r\n") == std::string::npos) {
      throw Error(ErrorKind::kInput, path.string(), "is empty");
    }
    return parse_json(text, path.string());
  }();
  if (header.is_object() && header.contains("format") && header["format"].is_string()) {
    const std::string format = header["format"].get<std::string>();
    if (format.starts_with(kPrefix)) return format.substr(kPrefix.size());
  }
  throw Error(ErrorKind::kInput, path.string(), "is no lmtune file",
              fmt::format("its first object must hold \"format\": \"{}…\"", kPrefix));
}

}  // namespace lmtune
