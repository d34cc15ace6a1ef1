// A case file as it is written, before its expressions are evaluated: the description of a real
// kernel, its arguments and its launches. `cases` expands it to benchmarks.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <utility>
#include <variant>
#include <vector>

#include "lmtune/core/kernel_spec.h"
#include "lmtune/core/launch.h"
#include "lmtune/core/staging_plan.h"

namespace lmtune {

/// An arithmetic expression over the case's named values, and the JSON pointer that it came from.
struct Expression {
  std::string text;
  std::string where;
};

struct CaseFill {
  std::optional<Expression> low, high, slope, divisor, modulus, minimum, maximum;
  std::uint64_t seed = 1;
};

struct CaseBuffer {
  ElementType element;
  Expression count;
  Access access = Access::kRead;
  CaseFill fill;
  std::string data;  ///< a file that says what it holds, relative to the case file; "": the fill
};

struct CaseScalar {
  ElementType element;
  Expression value;
};

struct CaseLocal {
  Expression bytes;
};

struct CaseArgument {
  std::string name;
  std::variant<CaseBuffer, CaseScalar, CaseLocal> value;
};

struct CaseRegion {
  Expression runs;
  Expression run_elements;
};

struct CaseStaging {
  std::vector<CaseRegion> regions;
  Expression episodes;
  Expression barriers_per_episode;
  Expression local_bytes;
  Expression batched;  ///< 1: CopyStyle::kBatched
  Expression copy_elements;
  Expression coalesced_stores;  ///< 1: StoreOrder::kCoalesced
};

/// One axis of a launch set's cross product. An axis may bind several names at once ("bx,by" to
/// [[16,16],[32,8]]).
struct CaseAxis {
  std::vector<std::string> names;
  std::vector<std::vector<double>> choices;  ///< each as long as `names`
};

/// A cross product of axes. A set whose name is "quick" is the small subset for CPUs and CI.
struct CaseLaunchSet {
  std::string name;
  std::vector<CaseAxis> axes;
};

struct CaseFile {
  std::string path;  ///< where it was read
  std::string name;  ///< "matmul/a"
  std::string family;
  std::string description;
  std::string kernel_file;           ///< relative to the case file
  std::vector<std::string> options;  ///< may hold {expression} to be replaced
  VariantSpec baseline;
  std::optional<VariantSpec> cached;
  std::string target;
  double tolerance = 0.0;
  std::vector<std::pair<std::string, Expression>>
      definitions;                       ///< "let": in order, each may use those before
  std::vector<Expression> requirements;  ///< launches where one is 0 are left out
  std::vector<CaseLaunchSet> launch_sets;
  std::vector<Expression> global, local;  ///< 1 to 3 each
  std::vector<Expression> offset;         ///< as many, or none: all 0
  std::vector<CaseArgument> arguments;
  std::optional<CaseStaging> staging;
};

}  // namespace lmtune
