// JSON of trace summaries, as benchmarks carry them.
#pragma once

#include <optional>

#include "io/json_value.h"
#include "lmtune/core/trace_summary.h"

namespace lmtune {

Json to_json(const TraceSummary& summary);

/// Nothing where the summary was made by another kTraceSummaryVersion: it is to be traced again.
std::optional<TraceSummary> summary_from_json(const JsonValue& value);

}  // namespace lmtune
