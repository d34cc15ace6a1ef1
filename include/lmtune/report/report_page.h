// The study as one HTML page with charts and the numbers behind them, for readers without lmtune.
#pragma once

#include <string>
#include <string_view>

namespace lmtune {

/// The page for `evaluation_json`, the text of an evaluation file (lmtune/io/evaluation_file.h).
/// It holds everything that it needs, Chart.js among it, and fetches nothing.
std::string report_page(std::string_view evaluation_json);

}  // namespace lmtune
