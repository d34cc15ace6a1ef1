// The options of the measuring protocol, which `measure` hands on to its workers.
#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "lmtune/measure/protocol.h"

namespace CLI {
class App;
}

namespace lmtune {

struct ProtocolArguments {
  bool quick = false;
  std::size_t min_pairs = 0;  ///< 0: as the protocol has it
};

void add_protocol_options(CLI::App& command, ProtocolArguments& arguments);

ProtocolOptions protocol_options(const ProtocolArguments& arguments);

/// The same as words of a command line.
std::vector<std::string> command_line(const ProtocolArguments& arguments);

}  // namespace lmtune
