#include "io/summary_json.h"

namespace lmtune {
namespace {

// Each visit_ function calls `visit(name, member)` for every member, so that names are written once
// for both directions.

template <typename Summary, typename Visit>
void visit_accesses(Summary& s, const Visit& visit) {
  visit("instructions", s.instructions);
  visit("accesses", s.accesses);
  visit("lane_accesses", s.lane_accesses);
  visit("lane_bytes", s.lane_bytes);
  visit("sectors", s.sectors);
  visit("packed_sectors", s.packed_sectors);
  visit("lines", s.lines);
  visit("uniform", s.uniform);
  visit("uniform_lanes", s.uniform_lanes);
  visit("coalesced_lanes", s.coalesced_lanes);
  visit("uncoalesced_lanes", s.uncoalesced_lanes);
  visit("repeated_lanes", s.repeated_lanes);
}

template <typename Summary, typename Visit>
void visit_target(Summary& s, const Visit& visit) {
  visit("element_loads", s.element_loads);
  visit("warp_elements", s.warp_elements);
  visit("warp_pieces", s.warp_pieces);
  visit("item_elements", s.item_elements);
  visit("elements", s.elements);
  visit("sectors", s.sectors);
}

template <typename Summary, typename Visit>
void visit_group(Summary& s, const Visit& visit) {
  visit("items", s.items);
  visit("barriers", s.barriers);
  visit("local_bytes", s.local_bytes);
  visit("aliasing_stores", s.aliasing_stores);
}

template <typename Counts, typename Visit>
void visit_operations(Counts& s, const Visit& visit) {
  visit("floating_point", s.floating_point);
  visit("special", s.special);
  visit("local_loads", s.local_loads);
  visit("local_stores", s.local_stores);
}

/// Writes members into an object.
struct CountWriter {
  Json& json;
  template <typename Count>
  void operator()(const char* name, const Count& count) const {
    json[name] = count;
  }
};

/// Reads them from an object, and counts them.
struct CountReader {
  const JsonValue& value;
  std::size_t& members;
  template <typename Count>
  void operator()(const char* name, Count& count) const {
    count = static_cast<Count>(value.at(name).unsigned_integer());
    ++members;
  }
};

void expect_members(const JsonValue& value, std::size_t members) {
  if (value.keys().size() != members) value.fail("has members that no trace summary has");
}

Json accesses_to_json(const AccessSummary& accesses) {
  Json json = Json::object();
  visit_accesses(accesses, CountWriter{json});
  return json;
}

AccessSummary accesses_from_json(const JsonValue& value) {
  AccessSummary accesses;
  std::size_t members = 0;
  visit_accesses(accesses, CountReader{value, members});
  expect_members(value, members);
  return accesses;
}

TargetSummary target_from_json(const JsonValue& value) {
  TargetSummary target;
  target.loads = accesses_from_json(value.at("loads"));
  std::size_t members = 1;
  visit_target(target, CountReader{value, members});
  expect_members(value, members);
  return target;
}

OperationCounts operations_from_json(const JsonValue& value) {
  OperationCounts operations;
  std::size_t members = 0;
  visit_operations(operations, CountReader{value, members});
  expect_members(value, members);
  return operations;
}

}  // namespace

Json to_json(const TraceSummary& summary) {
  Json json{{"version", kTraceSummaryVersion}};
  visit_group(summary, CountWriter{json});
  json["operations"] = Json::object();
  visit_operations(summary.operations, CountWriter{json["operations"]});
  json["target"] = Json{{"loads", accesses_to_json(summary.target.loads)}};
  visit_target(summary.target, CountWriter{json["target"]});
  json["target_unaliased"] = summary.target_unaliased;
  json["other_loads"] = accesses_to_json(summary.other_loads);
  json["stores"] = accesses_to_json(summary.stores);
  return json;
}

std::optional<TraceSummary> summary_from_json(const JsonValue& value) {
  if (value.at("version").integer() != kTraceSummaryVersion) return std::nullopt;
  TraceSummary summary;
  std::size_t members = 1;
  visit_group(summary, CountReader{value, members});
  summary.operations = operations_from_json(value.at("operations"));
  summary.target = target_from_json(value.at("target"));
  summary.target_unaliased = value.at("target_unaliased").boolean();
  summary.other_loads = accesses_from_json(value.at("other_loads"));
  summary.stores = accesses_from_json(value.at("stores"));
  expect_members(value, members + 5);
  return summary;
}

}  // namespace lmtune
