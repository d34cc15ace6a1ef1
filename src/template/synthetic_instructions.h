// The memory instructions and operations of a synthetic benchmark's baseline, by address
// arithmetic. It follows the loops of templates/local_memory.cl; a test holds it against the
// tracer.
#pragma once

#include <array>
#include <cstdint>
#include <string>
#include <vector>

#include "lmtune/core/access_trace.h"
#include "lmtune/template/template_parameters.h"
#include "template/affine_instruction.h"

namespace lmtune {

/// Loads of the target's reference(s): one instruction each, or one for each member of a struct.
std::vector<AffineInstruction> target_instructions(const TemplateParameters& parameters);

/// Contextual loads, and what goes to the result.
std::vector<AffineInstruction> other_instructions(const TemplateParameters& parameters);

/// What a group does besides going to global memory.
struct GroupWork {
  std::uint32_t items = 0;
  std::uint64_t barriers = 0;
  std::uint64_t local_bytes = 0;
  OperationCounts operations;
};

GroupWork group_work(const TemplateParameters& parameters);

/// Arguments that no other pointer reaches; see AccessTrace.
std::vector<std::string> unaliased_arguments(const TemplateParameters& parameters);

}  // namespace lmtune
