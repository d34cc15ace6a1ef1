// The page without its data, as it was when lmtune was built: src/report/page/ put together.
#pragma once

#include <string_view>

namespace lmtune {

/// Where the evaluation belongs: stands once in page_text(), before any script.
inline constexpr std::string_view kEvaluationPlace = "EVALUATION_JSON";

std::string_view page_text();

}  // namespace lmtune
