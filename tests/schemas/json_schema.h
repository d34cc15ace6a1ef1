// Checks JSON documents against the schemas of docs/schemas/.
#pragma once

#include <nlohmann/json.hpp>
#include <string>

namespace lmtune::testing {

/// What in `document` breaks docs/schemas/<kind>.schema.json, a line each; "" if nothing does.
std::string schema_errors(const std::string& kind, const nlohmann::json& document);

}  // namespace lmtune::testing
