#include "trace/module/compile_errors.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <regex>
#include <sstream>
#include <vector>

#include "trace/module/compile.h"

namespace lmtune {
namespace {

struct Complaint {
  std::string where;  ///< "matmul.cl:12:5", or the file alone
  std::string text;   ///< "error: use of undeclared identifier 'TILE'"
};

std::vector<Complaint> errors_in(const std::string& log, const KernelSource& source) {
  static const std::regex line_pattern(R"(^(?:(.*?):(\d+):(\d+): )?((?:fatal )?error: .*)$)");
  std::vector<Complaint> complaints;
  std::istringstream lines(log);
  for (std::string line; std::getline(lines, line);) {
    std::smatch match;
    if (!std::regex_match(line, match, line_pattern)) continue;
    const std::string file = match[1] == kCompilerFileName ? source.name : match[1].str();
    const std::string where = match[2].matched
                                  ? fmt::format("{}:{}:{}", file, match[2].str(), match[3].str())
                                  : source.name;
    complaints.push_back({where, match[4]});
  }
  return complaints;
}

/// The quoted names in the complaints that `pattern`'s first group finds, each once.
std::vector<std::string> names_in(const std::vector<Complaint>& complaints, const char* pattern) {
  const std::regex expression(pattern);
  std::vector<std::string> names;
  for (const Complaint& complaint : complaints) {
    std::smatch match;
    if (!std::regex_search(complaint.text, match, expression)) continue;
    if (std::find(names.begin(), names.end(), match[1]) == names.end()) names.push_back(match[1]);
  }
  return names;
}

bool mentions(const std::vector<Complaint>& complaints, const char* pattern) {
  return !names_in(complaints, pattern).empty();
}

std::string remedy_for(const std::vector<Complaint>& complaints, Language language) {
  const auto headers = names_in(complaints, "'([^']+)' file not found");
  if (!headers.empty()) {
    return fmt::format("name the folder of {}: -I FOLDER", fmt::join(headers, ", "));
  }
  if (mentions(complaints, "('(?:intel_)?(?:get_(?:max_)?(?:num_)?sub_group|sub_group_)[^']*')")) {
    return "the tracer's interpreter does not know sub-groups";
  }
  if (mentions(complaints, "(type '[^']*half|cl_khr_fp16)")) {
    return "the tracer's interpreter does not know half arithmetic";
  }
  if (mentions(complaints, "(address space)")) {
    return "the tracer's interpreter does not know the generic address space: write __global or "
           "__local before the pointer's type";
  }
  const char* undeclared = "implicit declaration of function '([A-Za-z_][A-Za-z0-9_]*)'";
  const auto functions = names_in(complaints, undeclared);
  if (!functions.empty() && language == Language::kNewest) {
    return fmt::format(
        "the tracer's interpreter knows OpenCL C up to 2.0, and not what OpenCL C "
        "3.0 adds: {}",
        fmt::join(functions, ", "));
  }
  auto macros = names_in(complaints, "undeclared identifier '([A-Z_][A-Z0-9_]*)'");
  const auto types = names_in(complaints, "unknown type name '([A-Za-z_][A-Za-z0-9_]*)'");
  macros.insert(macros.end(), types.begin(), types.end());
  std::vector<std::string> options;
  for (const std::string& macro : macros) options.push_back(fmt::format("-D{}=...", macro));
  for (const std::string& function : functions) {
    options.push_back(fmt::format("-D'{}(...)=...'", function));
  }
  if (options.empty()) return "";
  return fmt::format("define {}: {}", options.size() == 1 ? "it" : "them", fmt::join(options, " "));
}

}  // namespace

Error compile_error(const std::string& log, const KernelSource& source, Language language) {
  constexpr std::size_t kShown = 10;
  const std::vector<Complaint> complaints = errors_in(log, source);
  if (complaints.empty()) {
    return Error(ErrorKind::kInput, source.name, "does not compile: " + log);
  }
  std::string problem = complaints.front().text;
  for (std::size_t i = 1; i < std::min(complaints.size(), kShown); ++i) {
    problem += fmt::format("\n{}: {}", complaints[i].where, complaints[i].text);
  }
  if (complaints.size() > kShown) {
    problem += fmt::format("\n… and {} more errors", complaints.size() - kShown);
  }
  return Error(ErrorKind::kInput, complaints.front().where, problem,
               remedy_for(complaints, language));
}

}  // namespace lmtune
