#include "lmtune/template/tile.h"

#include <limits>
#include <utility>

#include "template/geometry.h"

namespace lmtune {
namespace {

Argument buffer_argument(std::string name, ElementType element, std::int64_t count, Access access,
                         std::uint64_t seed) {
  BufferArgument buffer{element, unsigned_of(count), access, Fill{}};
  buffer.fill.seed = seed;
  return Argument{std::move(name), buffer};
}

Argument int_argument(std::string name, std::int64_t value) {
  return Argument{std::move(name),
                  ScalarArgument{ElementType{ScalarType::kInt}, static_cast<double>(value)}};
}

/// Runs of a reference's region as they lie in memory: where a block takes whole rows of the
/// target, rows that follow each other are one run.
StagedRegion region_of(const Reference& reference, std::int64_t pitch) {
  const TargetAxis& rows = reference.rows;
  const TargetAxis& cols = reference.cols;
  if (cols.blocks() != 1 || cols.span() != pitch) {
    return {unsigned_of(rows.blocks() * rows.span() * cols.blocks()), unsigned_of(cols.span())};
  }
  // Blocks of rows follow each other where a unit's chunk is its whole loop and nothing is between.
  return {unsigned_of(rows.blocks()), unsigned_of(rows.span() * cols.span())};
}

}  // namespace

std::uint64_t tile_bytes(const TemplateParameters& p) {
  std::int64_t elements = 0;
  for (const Reference& reference : references(p)) {
    elements += reference.rows.blocks() * reference.rows.span() *
                (reference.cols.blocks() * reference.cols.span() + p.tile_padding);
  }
  return unsigned_of(elements) * size_bytes(element_type(p.element));
}

std::uint64_t target_loads(const TemplateParameters& p) {
  return unsigned_of(p.units_x * p.units_y * p.trips_outer * p.trips_inner) *
         window_offsets(p).size() * references(p).size();
}

Launch synthetic_launch(const TemplateParameters& p) {
  const TargetShape shape = target_shape(p);
  const ElementType real{ScalarType::kFloat};
  Launch launch;
  const std::int64_t items_x = p.units_x / p.item_units_x;
  const std::int64_t items_y = p.units_y / p.item_units_y;
  if (p.numbering == Numbering::kFlat) {
    launch.dimensions = 1;
    launch.global[0] = unsigned_of(items_x * items_y);
    launch.local[0] = unsigned_of(p.local_x);
  } else {
    launch.dimensions = 2;
    launch.global = {unsigned_of(items_x), unsigned_of(items_y), 1};
    launch.local = {unsigned_of(p.local_x), unsigned_of(p.local_y), 1};
  }
  launch.arguments = {
      buffer_argument("target", element_type(p.element), shape.rows * shape.pitch, Access::kRead,
                      1),
      buffer_argument("context", real, 2 * p.context_rows * context_places(p), Access::kRead, 2),
      buffer_argument("result", real, p.units_x * p.units_y, Access::kWrite, 3),
      int_argument("n", p.trips_outer), int_argument("m", p.trips_inner),
      int_argument("pitch", shape.pitch), int_argument("width", p.units_x),
      int_argument("height", p.units_y),
      // No sum reaches it: the exit check is there, the exit is not taken.
      Argument{"limit", ScalarArgument{real, std::numeric_limits<float>::max()}}};
  return launch;
}

StagingPlan synthetic_plan(const TemplateParameters& p) {
  StagingPlan plan;
  for (const Reference& reference : references(p)) {
    plan.regions.push_back(region_of(reference, target_shape(p).pitch));
  }
  const std::int64_t steps = item_units_x(p).steps * item_units_y(p).steps;
  const std::int64_t chunks = p.trips_outer / p.chunk_outer * (p.trips_inner / p.chunk_inner);
  plan.episodes = unsigned_of(steps * chunks);
  plan.barriers_per_episode = plan.episodes == 1 ? 1 : 2;
  plan.local_bytes = tile_bytes(p);
  plan.copy_style = p.copy_style;
  plan.copy_elements = static_cast<std::uint32_t>(p.copy_elements);
  plan.store_order = p.store_order;
  return plan;
}

}  // namespace lmtune
