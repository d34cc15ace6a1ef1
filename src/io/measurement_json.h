// JSON of measurements, shared by run files and the messages of measuring processes.
#pragma once

#include <string>

#include "io/json_value.h"
#include "lmtune/core/measurement.h"

namespace lmtune {

Json to_json(const Measurement& measurement);
/// The benchmark's id stands beside the measurement, not in it.
Measurement measurement_from_json(const JsonValue& value, const std::string& benchmark_id);

}  // namespace lmtune
