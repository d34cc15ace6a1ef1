// What a synthetic benchmark's baseline does, listed or summed up, by address arithmetic.
#include <cstdint>

#include "lmtune/template/synthetic_benchmark.h"
#include "template/geometry.h"
#include "template/synthetic_instructions.h"
#include "template/target_footprint.h"

namespace lmtune {

AccessTrace trace_synthetic(const TemplateParameters& p) {
  AccessTrace trace;
  const auto group = traced_group(p);
  if (p.numbering == Numbering::kFlat) {
    trace.group = {static_cast<std::uint64_t>(group[1] * group_grid(p)[0] + group[0]), 0, 0};
  } else {
    trace.group = {static_cast<std::uint64_t>(group[0]), static_cast<std::uint64_t>(group[1]), 0};
  }
  const GroupWork work = group_work(p);
  trace.items = work.items;
  trace.barriers = work.barriers;
  trace.local_bytes = work.local_bytes;
  trace.operations = work.operations;
  trace.unaliased_arguments = unaliased_arguments(p);
  for (const auto& instructions : {target_instructions(p), other_instructions(p)}) {
    for (const AffineInstruction& instruction : instructions) {
      trace.instructions.push_back(enumerate(instruction));
    }
  }
  canonicalise(trace);
  return trace;
}

TraceSummary summarise_synthetic(const TemplateParameters& p) {
  TraceSummary summary;
  const GroupWork work = group_work(p);
  summary.items = work.items;
  summary.barriers = work.barriers;
  summary.local_bytes = work.local_bytes;
  summary.operations = work.operations;
  const std::uint32_t element_bytes = size_bytes(element_type(p.element));
  for (const AffineInstruction& instruction : target_instructions(p)) {
    add_target_loads(instruction, element_bytes, summary.target);
  }
  const TargetFootprint footprint = target_footprint(p);
  summary.target.item_elements = footprint.item_elements;
  summary.target.elements = footprint.elements;
  summary.target.sectors = footprint.sectors;
  for (const AffineInstruction& instruction : other_instructions(p)) {
    const AccessSummary accesses = summarise(instruction);
    (instruction.kind == AccessKind::kLoad ? summary.other_loads : summary.stores) += accesses;
  }
  // The template qualifies all its arrays alike.
  summary.target_unaliased = !unaliased_arguments(p).empty();
  if (!summary.target_unaliased) summary.aliasing_stores = summary.stores.repeated_lanes;
  return summary;
}

}  // namespace lmtune
