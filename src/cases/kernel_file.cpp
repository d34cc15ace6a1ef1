#include "cases/kernel_file.h"

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

/// The name in `#include "name"`, or nothing.
std::string_view included_name(std::string_view line) {
  const std::string_view rest = after_directive(line, "include");
  if (!rest.starts_with('"')) return {};
  const std::size_t end = rest.find('"', 1);
  return end == std::string_view::npos ? std::string_view() : rest.substr(1, end - 1);
}

class Includer {
 public:
  /// Appends `path`, which messages of the compiler shall call `name`.
  void append(const std::filesystem::path& path, const std::string& name) {
    const std::filesystem::path identity = std::filesystem::weakly_canonical(path);
    if (std::find(open_.begin(), open_.end(), identity) != open_.end()) {
      std::vector<std::string> chain;
      for (const auto& file : open_) chain.push_back(file.filename().string());
      throw Error(ErrorKind::kInput, path.string(),
                  fmt::format("includes itself: {} > {}", fmt::join(chain, " > "),
                              identity.filename().string()));
    }
    if (once_.contains(identity)) return;
    open_.push_back(identity);
    append_lines(read_file(path), path, name);
    open_.pop_back();
  }

  std::string take() { return std::move(text_); }

 private:
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
      const std::string included(code ? included_name(line) : std::string_view());
      const std::filesystem::path target = path.parent_path() / included;
      if (!included.empty() && std::filesystem::is_regular_file(target)) {
        text_ += fmt::format("#line 1 \"{}\"\n", included);
        append(target, included);
        text_ += fmt::format("#line {} \"{}\"\n", number + 1, name);
        continue;
      }
      const bool once = code && after_directive(line, "pragma").starts_with("once");
      if (once) once_.insert(open_.back());
      if (!once) text_ += line;
      text_ += '\n';
    }
  }

  std::string text_;
  std::vector<std::filesystem::path> open_;  ///< from the kernel file to the file being read
  std::set<std::filesystem::path> once_;     ///< files with #pragma once
};

}  // namespace

std::shared_ptr<const KernelSource> read_kernel_file(const std::filesystem::path& path) {
  Includer includer;
  includer.append(path, path.filename().string());
  return std::make_shared<KernelSource>(
      KernelSource{path.lexically_normal().string(), includer.take()});
}

}  // namespace lmtune
