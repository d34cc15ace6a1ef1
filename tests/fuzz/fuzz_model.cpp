// Model files. Their checksum is made to fit first, or hardly an input would come further.
#include "fuzz/fuzz_support.h"
#include "io/model_checksum.h"
#include "lmtune/io/model_json.h"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  lmtune::Json json = lmtune::Json::parse(data, data + size, nullptr, false);
  if (!json.is_object()) return 0;
  json["checksum"] = lmtune::model_checksum(json);
  const std::string text = lmtune::to_line(json);
  return lmtune::fuzz_file(reinterpret_cast<const std::uint8_t*>(text.data()), text.size(),
                           [](const std::filesystem::path& path) { lmtune::read_model(path); });
}
