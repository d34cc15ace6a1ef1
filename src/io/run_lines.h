// The lines of a run file one by one, for those who do not hold the whole of it.
#pragma once

#include "io/benchmark_json.h"
#include "io/json_value.h"
#include "lmtune/io/run_file.h"

namespace lmtune {

/// The first line. Throws kInput where it is no header of a run file.
RunHeader run_header_from_json(const JsonValue& line);

/// Adds what any other line says to `run`, and its source to `sources`, which holds those before
/// it. Throws kInput where the line is none of a run file, or was edited.
void read_run_line(const JsonValue& line, SourceTable& sources, Run& run);

}  // namespace lmtune
