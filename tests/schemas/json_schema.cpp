#include "schemas/json_schema.h"

#include <fstream>
#include <stdexcept>
#include <valijson/adapters/nlohmann_json_adapter.hpp>
#include <valijson/schema.hpp>
#include <valijson/schema_parser.hpp>
#include <valijson/validation_results.hpp>
#include <valijson/validator.hpp>

namespace lmtune::testing {
namespace {

using valijson::adapters::NlohmannJsonAdapter;

nlohmann::json read_schema(const std::string& file) {
  std::ifstream stream(std::string(LMTUNE_SOURCE_DIR) + "/docs/schemas/" + file);
  if (!stream) throw std::runtime_error("no schema " + file);
  return nlohmann::json::parse(stream);
}

}  // namespace

std::string schema_errors(const std::string& kind, const nlohmann::json& document) {
  const nlohmann::json text = read_schema(kind + ".schema.json");
  valijson::Schema schema;
  valijson::SchemaParser(valijson::SchemaParser::kDraft7)
      .populateSchema(
          NlohmannJsonAdapter(text), schema,
          [](const std::string& uri) { return new nlohmann::json(read_schema(uri)); },
          [](const nlohmann::json* fetched) { delete fetched; });

  valijson::ValidationResults results;
  valijson::Validator validator;
  if (validator.validate(schema, NlohmannJsonAdapter(document), &results)) return "";
  std::string errors;
  for (valijson::ValidationResults::Error error; results.popError(error);) {
    for (const std::string& part : error.context) errors += part;
    errors += ": " + error.description + '\n';
  }
  return errors.empty() ? "invalid" : errors;
}

}  // namespace lmtune::testing
