// Cells of CSV files as RFC 4180 has them.
#pragma once

#include <string>
#include <string_view>

namespace lmtune {

/// `text` as a cell, in quotes where it holds a comma, a quote or a line break.
std::string csv_cell(std::string_view text);

}  // namespace lmtune
