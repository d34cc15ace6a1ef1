// From a case file to benchmarks: evaluates its expressions for every launch.
#pragma once

#include <vector>

#include "lmtune/core/benchmark.h"
#include "lmtune/core/case_file.h"

namespace lmtune {

/// Which launch sets of a case to take.
enum class CaseSize { kAll, kQuick };

/// One benchmark for each launch that meets the case's requirements, in the order of the file; a
/// launch that occurs twice is taken once. Reads the kernel file beside the case file. Throws
/// kInput at the JSON pointer of an expression that is malformed, uses an unknown name or gives no
/// whole number where one is needed; where the kernel file cannot be read; and where no launch is
/// left.
std::vector<Benchmark> expand_case(const CaseFile& file, CaseSize size);

}  // namespace lmtune
