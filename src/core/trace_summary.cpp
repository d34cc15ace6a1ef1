#include "lmtune/core/trace_summary.h"

namespace lmtune {

AccessSummary& AccessSummary::operator+=(const AccessSummary& other) {
  instructions += other.instructions;
  accesses += other.accesses;
  lane_accesses += other.lane_accesses;
  lane_bytes += other.lane_bytes;
  sectors += other.sectors;
  packed_sectors += other.packed_sectors;
  lines += other.lines;
  uniform += other.uniform;
  uniform_lanes += other.uniform_lanes;
  coalesced_lanes += other.coalesced_lanes;
  uncoalesced_lanes += other.uncoalesced_lanes;
  repeated_lanes += other.repeated_lanes;
  return *this;
}

}  // namespace lmtune
