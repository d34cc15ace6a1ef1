#include "io/reliability_json.h"

namespace lmtune {

Json to_json(const std::vector<ReliabilityBin>& bins) {
  Json json = Json::array();
  for (const ReliabilityBin& bin : bins) {
    json.push_back(
        {{"samples", bin.samples}, {"predicted", bin.predicted}, {"observed", bin.observed}});
  }
  return json;
}

std::vector<ReliabilityBin> reliability_from_json(const JsonValue& value) {
  std::vector<ReliabilityBin> bins;
  for (const JsonValue& bin : value.elements()) {
    bin.only_keys({"samples", "predicted", "observed"});
    bins.push_back({bin.at("samples").unsigned_integer(), bin.at("predicted").number(),
                    bin.at("observed").number()});
  }
  return bins;
}

}  // namespace lmtune
