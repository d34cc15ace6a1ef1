#include "cli/benchmark_inputs.h"

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>
#include <iterator>
#include <system_error>

#include "lmtune/base/error.h"
#include "lmtune/io/campaign_file.h"
#include "lmtune/io/case_json.h"
#include "lmtune/io/file_format.h"
#include "lmtune/io/run_file.h"

namespace lmtune {
namespace {

std::vector<Benchmark> read_case_benchmarks([[maybe_unused]] const std::string& path,
                                            [[maybe_unused]] CaseSize size) {
#if LMTUNE_WITH_MUPARSER
  return expand_case(read_case(path), size);
#else
  throw Error(ErrorKind::kUsage, path, "this lmtune was built without case files",
              "install muParser (Debian: libmuparser-dev) and build it again");
#endif
}

std::vector<Benchmark> read_one(const std::string& path, CaseSize size) {
  const std::string format = file_format(path);
  if (format == "campaign") return read_campaign(path).benchmarks;
  if (format == "case") return read_case_benchmarks(path, size);
  if (format == "run") {
    std::vector<Benchmark> benchmarks;
    for (RunResult& result : read_run(path, TornLine::kDrop).results) {
      benchmarks.push_back(std::move(result.benchmark));
    }
    return benchmarks;
  }
  throw Error(ErrorKind::kInput, path,
              fmt::format("is an lmtune-{} file, without benchmarks", format),
              "known here: lmtune-campaign, lmtune-case and lmtune-run files");
}

std::vector<std::string> case_files_below(const std::string& folder) {
  std::vector<std::string> paths;
  for (const auto& entry : std::filesystem::recursive_directory_iterator(folder)) {
    if (entry.is_regular_file() && entry.path().extension() == ".json") {
      paths.push_back(entry.path().string());
    }
  }
  std::sort(paths.begin(), paths.end());
  if (paths.empty()) throw Error(ErrorKind::kInput, folder, "holds no case file (*.json)");
  return paths;
}

}  // namespace

std::vector<Benchmark> read_benchmarks(const std::vector<std::string>& inputs, CaseSize size,
                                       const std::string& filter) {
  std::vector<std::string> paths;
  for (const std::string& input : inputs) {
    if (!std::filesystem::exists(input)) {
      throw Error(ErrorKind::kInput, input, "no such file or folder");
    }
    if (!std::filesystem::is_directory(input)) {
      paths.push_back(input);
      continue;
    }
    for (std::string& path : case_files_below(input)) paths.push_back(std::move(path));
  }

  std::vector<Benchmark> benchmarks;
  for (const std::string& path : paths) {
    std::vector<Benchmark> some = read_one(path, size);
    std::move(some.begin(), some.end(), std::back_inserter(benchmarks));
  }
  if (benchmarks.empty()) {
    throw Error(ErrorKind::kInput, inputs.empty() ? "" : inputs.front(), "holds no benchmark");
  }
  const std::size_t read = benchmarks.size();
  std::erase_if(benchmarks, [&](const Benchmark& benchmark) {
    return benchmark.name.find(filter) == std::string::npos;
  });
  if (benchmarks.empty()) {
    throw Error(ErrorKind::kUsage, "--filter",
                fmt::format("none of the {} benchmarks has '{}' in its name", read, filter));
  }
  return benchmarks;
}

}  // namespace lmtune
