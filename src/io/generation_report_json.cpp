// What `generate --json` prints.
#include "io/json_value.h"
#include "lmtune/io/output_json.h"

namespace lmtune {

std::string format_generation_report(const GenerationReport& report,
                                     const std::string& campaign_path) {
  Json spread = Json::object();
  for (const auto& [name, one] : report.spread) {
    spread[name] = Json{{"low", one.low}, {"mean", one.mean}, {"high", one.high}};
  }
  Json density = Json::array();
  for (const VicinityDensity& one : report.density) {
    density.push_back(Json{{"radius", one.radius}, {"average", one.average}});
  }
  return Json{{"format", "lmtune-generation"}, {"format_version", kGenerationFormatVersion},
              {"campaign", campaign_path},     {"benchmarks", report.accepted},
              {"seconds", report.seconds},     {"kernel_specs", report.kernel_specs},
              {"rejected", report.rejected},   {"spread", spread},
              {"vicinity_density", density}}
      .dump(2);
}

}  // namespace lmtune
