// Plain host references of the real families. Each family adds one file to this folder, which
// registers its reference: no shared list to edit.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <map>
#include <string>
#include <vector>

#include "lmtune/core/benchmark.h"
#include "support/host_buffers.h"

namespace lmtune {

/// What a reference may know of a benchmark: its named values. Those asked for are remembered: the
/// results serve every benchmark that has the same ones and the same arguments.
class Problem {
 public:
  explicit Problem(const Benchmark& benchmark) : values_(benchmark.values) {}

  double number(const std::string& name) const;
  std::int64_t integer(const std::string& name) const;
  /// A value that counts something, as parallel_for() wants it.
  std::size_t count(const std::string& name) const;

  const std::map<std::string, double>& asked() const { return asked_; }

 private:
  const std::map<std::string, double>& values_;
  mutable std::map<std::string, double> asked_;
};

/// Computes what the kernel must: reads the filled buffers and writes the results into them. Loops
/// over independent results go through parallel_for().
using Reference = std::function<void(const Problem& problem, HostBuffers& buffers)>;

/// How far results may be from the reference's: not at all where a kernel of adds, multiplies and
/// fma() adds in the same order.
struct Tolerance {
  double relative = 0.0;
  enum class To {
    kEachResult,
    kLargestResult,  ///< of the array: for sums whose terms cancel
  } to = To::kEachResult;
};

/// At namespace scope of a family's file:
///   const RegisterReference kRegistered("matmul", [](const Problem&, HostBuffers&) { … });
/// `name` is a family, or one case of it ("matmul/a"), which then goes before the family's.
class RegisterReference {
 public:
  RegisterReference(const std::string& name, Reference reference, Tolerance tolerance = {});
};

struct RegisteredReference {
  Reference compute;
  Tolerance tolerance;
};

/// The reference for a case, or null if nobody has written it.
const RegisteredReference* find_reference(const std::string& family, const std::string& case_name);

/// The buffers of a benchmark before its launch, and after it as the reference computes them.
class ReferenceResults {
 public:
  ReferenceResults(const Reference& compute, const Benchmark& benchmark);

  /// Whether `benchmark` of the same case starts from and computes the same: often only the
  /// kernel's style or its work-groups differ.
  bool serves(const Benchmark& benchmark) const;

  const HostBuffers& before() const { return before_; }
  const HostBuffers& after() const { return after_; }

 private:
  std::vector<Argument> arguments_;
  std::map<std::string, double> asked_;
  HostBuffers before_;
  HostBuffers after_;
};

}  // namespace lmtune
