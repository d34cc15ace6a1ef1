// Messages for people, on stderr; stdout carries results alone.
#pragma once

#include <string>

namespace lmtune {

void log_info(const std::string& message);
void log_warning(const std::string& message);
void log_error(const std::string& message);

}  // namespace lmtune
