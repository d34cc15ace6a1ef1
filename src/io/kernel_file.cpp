#include "lmtune/io/kernel_file.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "lmtune/base/error.h"
#include "lmtune/base/file.h"

namespace lmtune {
namespace {

/// Follows a C file line by line and tells whether a line begins inside a block comment.
class CommentScanner {
 public:
  bool inside() const { return inside_; }

  void pass(std::string_view line) {
    char quote = 0;
    for (std::size_t at = 0; at < line.size(); ++at) {
      const std::string_view two = line.substr(at, 2);
      if (inside_) {
        if (two == "*/") inside_ = false, ++at;
      } else if (quote != 0) {
        if (line[at] == '\\') {
          ++at;
        } else if (line[at] == quote) {
          quote = 0;
        }
      } else if (two == "//") {
        return;
      } else if (two == "/*") {
        inside_ = true, ++at;
      } else if (line[at] == '"' || line[at] == '\'') {
        quote = line[at];
      }
    }
  }

 private:
  bool inside_ = false;
};

/// What follows `#word` on a line, or nothing if the line is not that directive.
std::string_view after_directive(std::string_view line, std::string_view word) {
  const auto skip_blanks = [&] {
    const std::size_t start = line.find_first_not_of(" \t");
    line.remove_prefix(start == std::string_view::npos ? line.size() : start);
  };
  skip_blanks();
  if (!line.starts_with('#')) return {};
  line.remove_prefix(1);
  skip_blanks();
  if (!line.starts_with(word)) return {};
  line.remove_prefix(word.size());
  skip_blanks();
  return line;
}

/// What an #include line names.
struct IncludedName {
  std::string name;
  bool quoted = false;  ///< looked for beside the including file first
};

IncludedName included_name(std::string_view line) {
  const std::string_view rest = after_directive(line, "include");
  if (!rest.starts_with('"') && !rest.starts_with('<')) return {};
  const bool quoted = rest.front() == '"';
  const std::size_t end = rest.find(quoted ? '"' : '>', 1);
  if (end == std::string_view::npos) return {};
  return {std::string(rest.substr(1, end - 1)), quoted};
}

/// Whether the first directives of a file are an include guard.
bool is_guarded(const std::string& contents) {
  std::string_view rest = contents;
  std::string guard;
  while (!rest.empty()) {
    const std::string_view line = rest.substr(0, rest.find('\n'));
    rest.remove_prefix(std::min(line.size() + 1, rest.size()));
    const std::string_view condition = after_directive(line, "ifndef");
    if (!condition.empty()) {
      guard = condition.substr(0, condition.find_first_of(" \t\r"));
    } else if (line.find('#') != std::string_view::npos) {
      return !guard.empty() && after_directive(line, "define").starts_with(guard);
    }
  }
  return false;
}

void remove_byte_order_mark(std::string& contents) {
  constexpr std::string_view kMark = "\xef\xbb\xbf";
  if (contents.starts_with(kMark)) contents.erase(0, kMark.size());
}

/// Headers that include each other in every combination must not fill the memory.
constexpr std::size_t kMostBytes = 64u << 20;

class Includer {
 public:
  explicit Includer(const std::vector<std::filesystem::path>& folders) : folders_(folders) {}

  /// Appends `path`, which messages of the compiler shall call `name`.
  void append(const std::filesystem::path& path, const std::string& name) {
    const std::filesystem::path identity = std::filesystem::weakly_canonical(path);
    if (once_.contains(identity)) return;
    std::string contents = read_file(path);
    remove_byte_order_mark(contents);
    if (std::find(open_.begin(), open_.end(), identity) != open_.end()) {
      if (is_guarded(contents)) return;
      std::vector<std::string> chain;
      for (const auto& file : open_) chain.push_back(file.filename().string());
      throw Error(ErrorKind::kInput, path.string(),
                  fmt::format("includes itself: {} > {}", fmt::join(chain, " > "),
                              identity.filename().string()));
    }
    if (text_.size() + contents.size() > kMostBytes) {
      throw Error(ErrorKind::kInput, path.string(),
                  fmt::format("makes the source longer than {} bytes", kMostBytes),
                  "put an include guard or #pragma once into headers that include each other");
    }
    open_.push_back(identity);
    append_lines(contents, path, name);
    open_.pop_back();
  }

  /// Appends what a compiler would read before the first line for `-include path`.
  void append_forced(const std::filesystem::path& path) {
    text_ += fmt::format("#line 1 \"{}\"\n", path.filename().string());
    append(path, path.filename().string());
  }

  void begin(const std::string& name) {
    if (!text_.empty()) text_ += fmt::format("#line 1 \"{}\"\n", name);
  }

  std::string take() { return std::move(text_); }

 private:
  /// The file that an include line means; empty if there is none, which the compiler may say where
  /// it comes to that line at all.
  std::filesystem::path find(const IncludedName& included,
                             const std::filesystem::path& including) const {
    if (included.name.empty()) return {};
    std::vector<std::filesystem::path> candidates;
    if (included.quoted) candidates.push_back(including.parent_path() / included.name);
    for (const auto& folder : folders_) candidates.push_back(folder / included.name);
    std::error_code failure;
    for (const auto& candidate : candidates) {
      if (std::filesystem::is_regular_file(candidate, failure)) return candidate;
    }
    return {};
  }

  void append_lines(const std::string& contents, const std::filesystem::path& path,
                    const std::string& name) {
    CommentScanner comments;
    std::size_t number = 0;
    for (std::size_t at = 0; at < contents.size();) {
      const std::size_t end = std::min(contents.find('\n', at), contents.size());
      const std::string_view line(contents.data() + at, end - at);
      at = end + 1;
      ++number;
      const bool code = !comments.inside();
      comments.pass(line);
      const IncludedName included = code ? included_name(line) : IncludedName();
      const std::filesystem::path target = find(included, path);
      if (!target.empty()) {
        text_ += fmt::format("#line 1 \"{}\"\n", included.name);
        append(target, included.name);
        text_ += fmt::format("#line {} \"{}\"\n", number + 1, name);
        continue;
      }
      const bool once = code && after_directive(line, "pragma").starts_with("once");
      if (once) once_.insert(open_.back());
      if (!once) text_ += line;
      text_ += '\n';
    }
  }

  const std::vector<std::filesystem::path>& folders_;
  std::string text_;
  std::vector<std::filesystem::path> open_;  ///< from the kernel file to the file being read
  std::set<std::filesystem::path> once_;     ///< files with #pragma once
};

}  // namespace

std::shared_ptr<const KernelSource> read_kernel_file(const std::filesystem::path& path,
                                                     const IncludeOptions& options) {
  Includer includer(options.folders);
  for (const std::filesystem::path& forced : options.forced) includer.append_forced(forced);
  includer.begin(path.filename().string());
  includer.append(path, path.filename().string());
  return std::make_shared<KernelSource>(
      KernelSource{path.lexically_normal().string(), includer.take()});
}

}  // namespace lmtune
