#include "io/model_checksum.h"

#include "lmtune/base/hash.h"

namespace lmtune {
namespace {

void add_content(ContentHash& hash, const Json& value) {
  if (value.is_object()) {
    for (const auto& [key, member] : value.items()) {
      hash.add(key);
      add_content(hash, member);
    }
  } else if (value.is_string()) {  // forests are long: as they are
    hash.add(value.get_ref<const std::string&>());
  } else {
    hash.add(value.dump());
  }
}

}  // namespace

std::string model_checksum(const Json& file) {
  ContentHash hash;
  for (const auto& [key, value] : file.items()) {
    if (key == "checksum") continue;
    hash.add(key);
    add_content(hash, value);
  }
  return hash.digits();
}

}  // namespace lmtune
