// Model files. Their checksum is made to fit first, or hardly an input would come further.
#include <nlohmann/json.hpp>

#include "fuzz/fuzz_support.h"
#include "lmtune/base/hash.h"
#include "lmtune/io/model_json.h"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  nlohmann::json json = nlohmann::json::parse(data, data + size, nullptr, false);
  if (!json.is_object()) return 0;
  json.erase("checksum");
  std::string text;
  try {
    text = json.dump();
  } catch (const nlohmann::json::exception&) {  // invalid UTF-8
    return 0;
  }
  json["checksum"] = lmtune::content_hash(text);
  text = json.dump();
  return lmtune::fuzz_file(reinterpret_cast<const std::uint8_t*>(text.data()), text.size(),
                           [](const std::filesystem::path& path) { lmtune::read_model(path); });
}
