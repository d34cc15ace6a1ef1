// What the tracer is asked.
#include "fuzz/fuzz_support.h"
#include "lmtune/io/trace_message.h"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  return lmtune::fuzz_text(data, size,
                           [](std::string_view text) { lmtune::parse_tracer_request(text); });
}
