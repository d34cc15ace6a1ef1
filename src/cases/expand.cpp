#include "lmtune/cases/expand.h"

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>
#include <limits>
#include <set>

#include "cases/case_formulas.h"
#include "lmtune/base/error.h"
#include "lmtune/io/kernel_file.h"

namespace lmtune {
namespace {

/// Calls `use` for each choice of one value list an axis, the last axis changing fastest.
template <typename Use>
void for_each_choice(const std::vector<CaseAxis>& axes, const std::vector<double*>& values,
                     const Use& use) {
  std::vector<std::size_t> index(axes.size(), 0);
  while (true) {
    std::size_t value = 0;
    for (std::size_t a = 0; a < axes.size(); ++a) {
      for (const double number : axes[a].choices[index[a]]) *values[value++] = number;
    }
    use();
    std::size_t axis = axes.size();
    while (axis > 0 && ++index[axis - 1] == axes[axis - 1].choices.size()) index[--axis] = 0;
    if (axis == 0) return;
  }
}

/// "matmul/a[m=64 n=64]": the values that the launch set binds.
std::string benchmark_name(const CaseFile& file, const NamedValues& names, std::size_t bound) {
  std::string text;
  for (const NamedValues::Entry& entry : names.entries()) {
    if (bound-- == 0) break;
    text += fmt::format("{}{}={}", text.empty() ? "" : " ", entry.name, entry.value);
  }
  return fmt::format("{}[{}]", file.name, text);
}

class Expander {
 public:
  Expander(const CaseFile& file, std::vector<Benchmark>& benchmarks)
      : file_(file),
        source_(
            read_kernel_file(std::filesystem::path(file.path).parent_path() / file.kernel_file)),
        benchmarks_(benchmarks) {}

  void expand(const CaseLaunchSet& set, const std::string& where) {
    NamedValues names;
    std::vector<double*> bound;
    for (const CaseAxis& axis : set.axes) {
      for (const std::string& name : axis.names)
        bound.push_back(&names.add(name, where + "/values"));
    }
    CaseFormulas formulas(file_, names);
    for_each_choice(set.axes, bound, [&] {
      if (!formulas.define_and_check()) return;
      Benchmark benchmark = formulas.benchmark(source_);
      benchmark.name = benchmark_name(file_, names, bound.size());
      check_launch(benchmark.launch, fmt::format("{}#/local: {}", file_.path, benchmark.name));
      benchmark.id = benchmark_id(benchmark);
      if (ids_.insert(benchmark.id).second) benchmarks_.push_back(std::move(benchmark));
    });
  }

 private:
  const CaseFile& file_;
  std::shared_ptr<const KernelSource> source_;
  std::vector<Benchmark>& benchmarks_;
  std::set<std::string> ids_;
};

}  // namespace

std::vector<Benchmark> expand_case(const CaseFile& file, CaseSize size) {
  std::vector<Benchmark> benchmarks;
  Expander expander(file, benchmarks);
  bool found = false;
  for (std::size_t i = 0; i < file.launch_sets.size(); ++i) {
    const CaseLaunchSet& set = file.launch_sets[i];
    if (size == CaseSize::kQuick && set.name != "quick") continue;
    found = true;
    expander.expand(set, fmt::format("{}#/launches/{}", file.path, i));
  }
  if (!found) {
    throw Error(ErrorKind::kInput, file.path + "#/launches", "has no launch set named \"quick\"",
                "add one with a few small launches");
  }
  if (benchmarks.empty()) {
    throw Error(ErrorKind::kInput, file.path + "#/require", "leaves out every launch");
  }
  return benchmarks;
}

}  // namespace lmtune
