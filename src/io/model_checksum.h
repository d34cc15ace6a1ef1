// What a model file's checksum is of.
#pragma once

#include <string>

#include "io/json_value.h"

namespace lmtune {

/// Over everything that the file holds but the checksum itself; independent of white space.
std::string model_checksum(const Json& file);

}  // namespace lmtune
