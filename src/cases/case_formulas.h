// All expressions of a case, compiled for the names of one launch set: from named values to
// benchmarks.
#pragma once

#include <list>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "cases/formula.h"
#include "lmtune/core/benchmark.h"

namespace lmtune {

class CaseFormulas {
 public:
  /// Compiles everything in `file` over `names`, to which it adds the case's definitions. Both must
  /// outlive it. Throws kInput as Formula does.
  CaseFormulas(const CaseFile& file, NamedValues& names);

  /// Evaluates the definitions for the values that the launch set has bound, and says whether the
  /// launch meets all requirements (looking at none after the first that it does not meet).
  bool define_and_check();

  /// The benchmark of the current values, still without name and id.
  Benchmark benchmark(std::shared_ptr<const KernelSource> source);

 private:
  struct Definition {
    Formula formula;
    double* value;
  };
  struct FillFormulas {
    std::optional<Formula> low, high, slope, divisor, modulus, minimum, maximum;
  };
  struct ArgumentFormulas {
    Formula size;  ///< a buffer's count, a scalar's value or the bytes of a local argument
    FillFormulas fill;
  };
  struct RegionFormulas {
    Formula runs, run_elements;
  };
  struct StagingFormulas {
    std::list<RegionFormulas> regions;
    Formula episodes, barriers, local_bytes, batched, copy_elements, coalesced_stores;
  };

  void compile_argument(const CaseArgument& argument, NamedValues& names);
  Fill fill(const CaseFill& written, FillFormulas& formulas) const;
  Argument argument(const CaseArgument& written, ArgumentFormulas& formulas) const;
  StagingPlan plan(StagingFormulas& formulas) const;

  // Lists: a compiled formula is costly to move.
  const CaseFile& file_;
  const NamedValues& names_;
  std::list<Definition> definitions_;
  std::list<Formula> requirements_;
  std::list<TextFormula> options_, baseline_options_, cached_options_;
  std::list<Formula> global_, local_, offset_;
  std::list<ArgumentFormulas> arguments_;
  std::optional<StagingFormulas> staging_;
};

}  // namespace lmtune
