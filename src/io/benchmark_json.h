// JSON of benchmarks and devices, shared by the formats that hold them. Sources lie apart: a
// benchmark names its source by hash.
#pragma once

#include <map>
#include <memory>
#include <string>

#include "io/json_value.h"
#include "lmtune/core/benchmark.h"
#include "lmtune/core/device_info.h"

namespace lmtune {

/// Sources of a file by source_hash().
using SourceTable = std::map<std::string, std::shared_ptr<const KernelSource>>;

Json to_json(const KernelSource& source);
/// Throws kInput where the text does not have the hash that the line says.
std::shared_ptr<const KernelSource> source_from_json(const JsonValue& value);

Json to_json(const Benchmark& benchmark);
/// Throws kInput where a member is missing or wrong, the source is not in `sources`, or the
/// benchmark does not have the id that it says (it was edited).
Benchmark benchmark_from_json(const JsonValue& value, const SourceTable& sources);

/// "float4", "read_write". Throw kInput where the text is none.
ElementType element_from_json(const JsonValue& value);
Access access_from_json(const JsonValue& value);

Json to_json(const StagingPlan& plan);
StagingPlan plan_from_json(const JsonValue& value);

Json to_json(const DeviceInfo& device);
DeviceInfo device_from_json(const JsonValue& value);

}  // namespace lmtune
