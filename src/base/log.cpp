#include "lmtune/base/log.h"

#include <spdlog/sinks/stdout_color_sinks.h>
#include <spdlog/spdlog.h>

namespace lmtune {
namespace {

spdlog::logger& logger() {
  static const auto stderr_logger = [] {
    auto created = std::make_shared<spdlog::logger>(
        "lmtune", std::make_shared<spdlog::sinks::stderr_color_sink_st>());
    created->set_pattern("lmtune: %^%v%$");
    return created;
  }();
  return *stderr_logger;
}

}  // namespace

void log_info(const std::string& message) { logger().info(message); }
void log_warning(const std::string& message) { logger().warn("warning: " + message); }
void log_error(const std::string& message) { logger().error("error: " + message); }

}  // namespace lmtune
