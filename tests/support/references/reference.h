// Plain host references of the seed families. Each family adds one file to this folder, which
// registers its reference: no shared list to edit.
#pragma once

#include <functional>
#include <string>

#include "lmtune/core/benchmark.h"
#include "support/host_buffers.h"

namespace lmtune {

/// Computes what the kernel must: reads the filled buffers and writes the results into them.
using Reference = std::function<void(const Benchmark& benchmark, HostBuffers& buffers)>;

/// At namespace scope of a family's file:
///   const RegisterReference kRegistered("matmul", [](const Benchmark&, HostBuffers&) { … });
/// `name` is a family, or one case of it ("matmul/a"), which then goes before the family's.
/// `tolerance` is the largest relative difference allowed: 0 where a kernel of adds, multiplies and
/// fma() adds in the same order.
class RegisterReference {
 public:
  RegisterReference(const std::string& name, Reference reference, double tolerance = 0.0);
};

struct RegisteredReference {
  Reference compute;
  double tolerance = 0.0;
};

/// The reference for a case, or null if nobody has written it.
const RegisteredReference* find_reference(const std::string& family, const std::string& case_name);

}  // namespace lmtune
