// JSON of benchmarks and devices, shared by the formats that hold them. Sources lie apart: a
// benchmark names its source by hash. Of synthetic benchmarks files hold the template's parameters
// alone, from which the rest follows.
#pragma once

#include <map>
#include <memory>
#include <string>
#include <vector>

#include "io/json_value.h"
#include "lmtune/core/benchmark.h"
#include "lmtune/core/device_info.h"

namespace lmtune {

struct FileSource {
  std::shared_ptr<const KernelSource> source;
  std::vector<std::string> parameters;  ///< names of the values of benchmarks made from it
};

/// Sources of a file by source_hash().
using SourceTable = std::map<std::string, FileSource>;

Json to_json(const KernelSource& source);
/// Throws kInput where the text does not have the hash that the line says.
FileSource source_from_json(const JsonValue& value);

/// A benchmark with all it consists of.
Json to_json(const Benchmark& benchmark);
/// Throws kInput where a member is missing or wrong, the source is not in `sources`, or the
/// benchmark does not have the id that it says (it was edited).
Benchmark benchmark_from_json(const JsonValue& value, const SourceTable& sources);

/// The benchmark as the member of a line: "synthetic" with its parameters, or "benchmark".
void put_benchmark(Json& line, const Benchmark& benchmark);
/// The inverse. Throws kInput as benchmark_from_json() does.
Benchmark take_benchmark(const JsonValue& line, const SourceTable& sources);
/// "float4", "read_write". Throw kInput where the text is none.
ElementType element_from_json(const JsonValue& value);
Access access_from_json(const JsonValue& value);

Json to_json(const StagingPlan& plan);
StagingPlan plan_from_json(const JsonValue& value);

Json to_json(const DeviceInfo& device);
DeviceInfo device_from_json(const JsonValue& value);

}  // namespace lmtune
