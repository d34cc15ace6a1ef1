#include "lmtune/core/benchmark.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "lmtune/base/error.h"
#include "lmtune/base/hash.h"

namespace lmtune {
namespace {

std::string describe(const Argument& argument) {
  if (const auto* buffer = std::get_if<BufferArgument>(&argument.value)) {
    if (buffer->data) {
      return fmt::format("{}: {}[{}] {} data {}", argument.name, to_string(buffer->element),
                         buffer->count, to_string(buffer->access), buffer->data->hash);
    }
    const Fill& fill = buffer->fill;
    return fmt::format("{}: {}[{}] {} fill {} {} {} {} {} {} {} {}", argument.name,
                       to_string(buffer->element), buffer->count, to_string(buffer->access),
                       fill.low, fill.high, fill.slope, fill.divisor, fill.modulus, fill.minimum,
                       fill.maximum, fill.seed);
  }
  if (const auto* scalar = std::get_if<ScalarArgument>(&argument.value)) {
    const std::string bytes = scalar->bytes.empty() ? "" : ' ' + content_hash(scalar->bytes);
    return fmt::format("{}: {} {}{}", argument.name, to_string(scalar->element), scalar->value,
                       bytes);
  }
  if (const auto* image = std::get_if<ImageArgument>(&argument.value)) {
    return fmt::format("{}: {} {} {}", argument.name, image->type, static_cast<int>(image->texel),
                       fmt::join(image->size, ","));
  }
  if (std::holds_alternative<SamplerArgument>(argument.value)) {
    return fmt::format("{}: sampler", argument.name);
  }
  return fmt::format("{}: local {}", argument.name, std::get<LocalArgument>(argument.value).bytes);
}

std::string describe(const StagingPlan& plan) {
  std::string text =
      fmt::format("{} {} {} {} {} {}", plan.episodes, plan.barriers_per_episode, plan.local_bytes,
                  to_string(plan.copy_style), plan.copy_elements, to_string(plan.store_order));
  for (const StagedRegion& region : plan.regions) {
    text += fmt::format(" {}x{}", region.runs, region.run_elements);
  }
  return text;
}

}  // namespace

std::string to_string(Origin origin) { return origin == Origin::kSynthetic ? "synthetic" : "real"; }

std::string benchmark_id(const Benchmark& benchmark) {
  std::string text =
      fmt::format("{}\n{}\n{} {}\n", spec_id(benchmark.spec), benchmark.target,
                  fmt::join(benchmark.launch.global, ","), fmt::join(benchmark.launch.local, ","));
  if (benchmark.launch.offset != Launch{}.offset) {
    text += fmt::format("from {}\n", fmt::join(benchmark.launch.offset, ","));
  }
  for (const Argument& argument : benchmark.launch.arguments) text += describe(argument) + '\n';
  if (benchmark.plan) text += describe(*benchmark.plan);
  return content_hash(text);
}

const BufferArgument& target_buffer(const Benchmark& benchmark) {
  if (const BufferArgument* buffer = find_buffer(benchmark.launch, benchmark.target))
    return *buffer;
  std::vector<std::string> names;
  for (const Argument& argument : benchmark.launch.arguments) {
    if (std::holds_alternative<BufferArgument>(argument.value)) names.push_back(argument.name);
  }
  throw Error(ErrorKind::kInput, benchmark.name, fmt::format("has no array '{}'", benchmark.target),
              fmt::format("its arrays are: {}", fmt::join(names, ", ")));
}

}  // namespace lmtune
