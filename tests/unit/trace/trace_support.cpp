#include "trace_support.h"

#include <gtest/gtest.h>

#include <bit>
#include <cstring>
#include <set>
#include <span>

#include "lmtune/base/file.h"

namespace lmtune {
namespace {

std::uint64_t touched_units(const MemoryInstruction& instruction, const WarpAccess& access,
                            std::uint64_t unit_bytes) {
  std::set<std::uint64_t> units;
  for (int lane = 0; lane < std::popcount(access.lanes); ++lane) {
    const std::uint64_t offset =
        instruction.offsets[access.first_offset + static_cast<std::uint64_t>(lane)];
    const std::uint64_t last = (offset + instruction.bytes - 1) / unit_bytes;
    for (std::uint64_t unit = offset / unit_bytes; unit <= last; ++unit) units.insert(unit);
  }
  return units.size();
}

}  // namespace

Argument buffer(const std::string& name, const std::string& element, std::uint64_t count,
                Fill fill) {
  return {name, BufferArgument{*parse_element_type(element), count, Access::kReadWrite, fill}};
}

Argument scalar(const std::string& name, const std::string& element, double value) {
  return {name, ScalarArgument{*parse_element_type(element), value}};
}

Argument local(const std::string& name, std::uint64_t bytes) {
  return {name, LocalArgument{bytes}};
}

Benchmark benchmark_of_text(const std::string& name, const std::string& text,
                            const std::string& entry_point, const Sizes& sizes,
                            std::vector<Argument> arguments) {
  Benchmark benchmark;
  benchmark.spec.source = std::make_shared<KernelSource>(KernelSource{name, text});
  benchmark.spec.baseline.entry_point = entry_point;
  benchmark.launch.dimensions = static_cast<std::uint32_t>(sizes.global.size());
  std::copy(sizes.global.begin(), sizes.global.end(), benchmark.launch.global.begin());
  std::copy(sizes.local.begin(), sizes.local.end(), benchmark.launch.local.begin());
  benchmark.launch.arguments = std::move(arguments);
  return benchmark;
}

Benchmark benchmark_of_file(const std::string& file, const std::string& entry_point,
                            const Sizes& sizes, std::vector<Argument> arguments) {
  const std::string path = std::string(LMTUNE_SOURCE_DIR) + "/tests/unit/trace/kernels/" + file;
  return benchmark_of_text(path, read_file(path), entry_point, sizes, std::move(arguments));
}

TraceOptions options_for_group(std::array<std::uint64_t, 3> group) {
  TraceOptions options;
  options.group = group;
  options.program = LMTUNE_BINARY;
  return options;
}

AccessTrace trace_group(const Benchmark& benchmark, std::array<std::uint64_t, 3> group) {
  const TraceResult result = trace_kernel(benchmark, Variant::kBaseline, options_for_group(group));
  EXPECT_EQ(result.problems, std::vector<std::string>{});
  EXPECT_EQ(result.trace.group, group);
  return result.trace;
}

Error error_of(const Benchmark& benchmark, TraceOptions options) {
  try {
    trace_kernel(benchmark, Variant::kBaseline, options);
  } catch (const Error& error) {
    return error;
  }
  ADD_FAILURE() << "no error";
  return Error(ErrorKind::kInternal, "", "");
}

ArrayUse array_use(const AccessTrace& trace, const std::string& argument, AccessKind kind) {
  ArrayUse use;
  std::set<std::uint64_t> unique;
  for (const MemoryInstruction& instruction : trace.instructions) {
    if (instruction.argument != argument || instruction.kind != kind) continue;
    ++use.instructions;
    use.lane_accesses += instruction.offsets.size();
    use.warp_accesses += instruction.accesses.size();
    for (const std::uint64_t offset : instruction.offsets) {
      for (std::uint64_t e = offset / 4; e <= (offset + instruction.bytes - 1) / 4; ++e) {
        unique.insert(e);
        ++use.elements;
      }
    }
    for (const WarpAccess& access : instruction.accesses) {
      use.sectors += static_cast<double>(touched_units(instruction, access, 32));
      use.lines += static_cast<double>(touched_units(instruction, access, 128));
    }
  }
  use.unique_elements = unique.size();
  if (use.warp_accesses != 0) {
    use.sectors /= static_cast<double>(use.warp_accesses);
    use.lines /= static_cast<double>(use.warp_accesses);
  }
  return use;
}

std::vector<std::int32_t> int_values(const Argument& argument) {
  const auto& description = std::get<BufferArgument>(argument.value);
  std::vector<std::int32_t> values(buffer_bytes(description) / sizeof(std::int32_t));
  fill_buffer(description, std::as_writable_bytes(std::span(values)));
  return values;
}

}  // namespace lmtune
