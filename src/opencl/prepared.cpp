#include "opencl/prepared.h"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "opencl/cl_error.h"
#include "opencl/events.h"
#include "opencl/results.h"

namespace lmtune {
namespace {

/// Runs `work`; a failed OpenCL call in it is this benchmark's failure alone.
template <typename Work>
auto as_benchmark(const Work& work) {
  try {
    return work();
  } catch (const ClError& error) {
    throw failure_of(error);
  }
}

}  // namespace

BenchmarkFailure failure_of(const ClError& error) {
  switch (error.code()) {
    case CL_MEM_OBJECT_ALLOCATION_FAILURE:
    case CL_INVALID_BUFFER_SIZE:
    case CL_INVALID_WORK_GROUP_SIZE:
    case CL_INVALID_WORK_ITEM_SIZE:
    case CL_INVALID_GLOBAL_WORK_SIZE:
      return {Status::kConstraints, error.what()};
    default:
      return {Status::kRuntime, error.what()};
  }
}

PreparedOpencl::PreparedOpencl(const ClSession& session, const Benchmark& benchmark,
                               std::shared_ptr<const BuiltSpec> built)
    : session_(session),
      launch_(benchmark.launch),
      tolerance_(benchmark.tolerance),
      built_(std::move(built)) {
  as_benchmark([&] {
    check_arguments(built_->baseline, session_.device, launch_,
                    benchmark.spec.baseline.entry_point);
    check_arguments(built_->cached, session_.device, launch_, benchmark.spec.cached->entry_point);
    take_buffers();
    for (const Variant variant : {Variant::kBaseline, Variant::kCached}) {
      set_arguments(variant);
      check_local_memory(variant);
    }
  });
}

PreparedOpencl::~PreparedOpencl() {
  if (failed_) return;
  for (PooledBuffer& input : inputs_) {
    if (!inputs_intact_) input.contents.reset();
    session_.pool->give_back(std::move(input));
  }
  for (ResultBuffer& result : results_) {
    session_.pool->give_back(std::move(result.buffer));
    if (result.pristine) session_.pool->give_back(std::move(*result.pristine));
  }
}

/// What is kept filled comes first: a buffer taken for its size loses its contents.
void PreparedOpencl::take_buffers() {
  for (const Argument& argument : launch_.arguments) {
    const auto* buffer = std::get_if<BufferArgument>(&argument.value);
    if (buffer == nullptr) continue;
    std::optional<PooledBuffer> filled;
    if (buffer->access != Access::kWrite) filled = session_.pool->take_filled(*buffer);
    if (buffer->access == Access::kRead) {
      inputs_.push_back(filled ? std::move(*filled) : PooledBuffer{});
    } else {
      results_.push_back({*buffer, {}, std::move(filled)});
    }
  }
  const auto fill = [this](const BufferArgument& description) {
    PooledBuffer buffer = session_.pool->take(buffer_bytes(description));
    fill_on_device(*session_.tools, session_.queue, buffer.buffer.get(), description);
    buffer.contents = description;
    return buffer;
  };
  auto input = inputs_.begin();
  for (const Argument& argument : launch_.arguments) {
    const auto* buffer = std::get_if<BufferArgument>(&argument.value);
    if (buffer == nullptr || buffer->access != Access::kRead) continue;
    if (!input->buffer) *input = fill(*buffer);
    ++input;
  }
  for (ResultBuffer& result : results_) {
    result.buffer = session_.pool->take(buffer_bytes(result.description));
    if (result.description.access == Access::kReadWrite && !result.pristine) {
      result.pristine = fill(result.description);
    }
  }
}

void PreparedOpencl::set_arguments(Variant variant) {
  cl_kernel kernel = built_->variant(variant).kernel.get();
  auto input = inputs_.begin();
  auto result = results_.begin();
  for (cl_uint i = 0; i < launch_.arguments.size(); ++i) {
    const Argument& argument = launch_.arguments[i];
    cl_int code = CL_SUCCESS;
    if (const auto* buffer = std::get_if<BufferArgument>(&argument.value)) {
      cl_mem memory = buffer->access == Access::kRead ? (input++)->buffer.get()
                                                      : (result++)->buffer.buffer.get();
      code = clSetKernelArg(kernel, i, sizeof(memory), &memory);
    } else if (const auto* scalar = std::get_if<ScalarArgument>(&argument.value)) {
      const std::vector<std::byte> bytes = scalar_bytes(*scalar);
      code = clSetKernelArg(kernel, i, bytes.size(), bytes.data());
    } else if (const auto* local = std::get_if<LocalArgument>(&argument.value)) {
      code = clSetKernelArg(kernel, i, local->bytes, nullptr);
    } else {
      throw BenchmarkFailure{
          Status::kConstraints,
          fmt::format("argument '{}' is an image or a sampler: lmtune traces such kernels, and "
                      "does not measure them",
                      argument.name)};
    }
    if (code != CL_SUCCESS) {
      throw BenchmarkFailure{Status::kConstraints,
                             fmt::format("argument '{}' of the {} variant: {}", argument.name,
                                         to_string(variant), describe_cl_error(code))};
    }
  }
}

void PreparedOpencl::check_local_memory(Variant variant) const {
  cl_ulong needed = 0;
  cl_ulong limit = 0;
  check_cl(clGetKernelWorkGroupInfo(built_->variant(variant).kernel.get(), session_.device,
                                    CL_KERNEL_LOCAL_MEM_SIZE, sizeof(needed), &needed, nullptr),
           "clGetKernelWorkGroupInfo");
  check_cl(
      clGetDeviceInfo(session_.device, CL_DEVICE_LOCAL_MEM_SIZE, sizeof(limit), &limit, nullptr),
      "clGetDeviceInfo");
  if (needed > limit) {
    throw BenchmarkFailure{
        Status::kConstraints,
        fmt::format("the {} variant needs {} bytes of local memory, the device's limit is {}",
                    to_string(variant), needed, limit)};
  }
}

void PreparedOpencl::reset_results(Reset which) {
  for (const ResultBuffer& result : results_) {
    const std::size_t bytes = buffer_bytes(result.description);
    if (result.pristine) {
      check_cl(clEnqueueCopyBuffer(session_.queue, result.pristine->buffer.get(),
                                   result.buffer.buffer.get(), 0, 0, bytes, 0, nullptr, nullptr),
               "clEnqueueCopyBuffer");
    } else if (which == Reset::kAll) {
      const std::vector<std::byte> poison = poison_pattern(result.description.element.scalar);
      check_cl(clEnqueueFillBuffer(session_.queue, result.buffer.buffer.get(), poison.data(),
                                   poison.size(), 0, bytes, 0, nullptr, nullptr),
               "clEnqueueFillBuffer");
    }
  }
}

void PreparedOpencl::enqueue(Variant variant, cl_event* event) {
  const auto sizes = [](const std::array<std::uint64_t, 3>& all) {
    return std::array<std::size_t, 3>{all[0], all[1], all[2]};
  };
  const auto offset = sizes(launch_.offset), global = sizes(launch_.global);
  const auto local = sizes(launch_.local);
  check_cl(clEnqueueNDRangeKernel(session_.queue, built_->variant(variant).kernel.get(),
                                  launch_.dimensions, offset.data(), global.data(), local.data(), 0,
                                  nullptr, event),
           "clEnqueueNDRangeKernel");
}

void PreparedOpencl::run_once(Variant variant) {
  reset_results(Reset::kAll);
  check_cl(clFinish(session_.queue), "clFinish");
  try {
    enqueue(variant, nullptr);
  } catch (const ClError& error) {
    // Nothing is in flight, so the driver refuses this very launch: it does not fit the device. No
    // limit is checked before: CL_KERNEL_WORK_GROUP_SIZE is too low on some drivers.
    throw BenchmarkFailure{
        Status::kConstraints,
        fmt::format("the driver refused the {} variant in work-groups of {} items: {}",
                    to_string(variant), group_items(launch_), error.problem())};
  }
  check_cl(clFinish(session_.queue), "clFinish");
}

/// Both variants write to the same memory, as when they are timed; so what the baseline wrote is
/// copied away.
Comparison PreparedOpencl::compare_on_device() {
  run_once(Variant::kBaseline);
  std::vector<PooledBuffer> copies;
  std::vector<ResultPair> pairs;
  for (const ResultBuffer& result : results_) {
    const std::size_t bytes = buffer_bytes(result.description);
    copies.push_back(session_.pool->take(bytes));
    cl_mem copy = copies.back().buffer.get();
    check_cl(clEnqueueCopyBuffer(session_.queue, result.buffer.buffer.get(), copy, 0, 0, bytes, 0,
                                 nullptr, nullptr),
             "clEnqueueCopyBuffer");
    pairs.push_back({result.description, copy, result.buffer.buffer.get()});
  }
  run_once(Variant::kCached);
  const Comparison comparison = session_.tools->compare(pairs);
  for (PooledBuffer& copy : copies) session_.pool->give_back(std::move(copy));
  return comparison;
}

std::vector<std::vector<std::byte>> PreparedOpencl::read_results() const {
  std::vector<std::vector<std::byte>> contents;
  for (const ResultBuffer& result : results_) {
    contents.push_back(
        read_buffer(session_.queue, result.buffer.buffer.get(), buffer_bytes(result.description)));
  }
  return contents;
}

Comparison PreparedOpencl::compare_on_host() {
  run_once(Variant::kBaseline);
  const std::vector<std::vector<std::byte>> baseline = read_results();
  run_once(Variant::kCached);
  const std::vector<std::vector<std::byte>> cached = read_results();
  Comparison comparison;
  for (std::size_t i = 0; i < results_.size(); ++i) {
    const ElementType element = results_[i].description.element;
    comparison.largest =
        std::max(comparison.largest, largest_difference(element, baseline[i], cached[i]));
    comparison.written = comparison.written || !all_poison(element, baseline[i]);
  }
  return comparison;
}

double PreparedOpencl::compare_variants() {
  try {
    const Comparison comparison =
        session_.tools->can_compare() ? compare_on_device() : compare_on_host();
    const bool written =
        comparison.written || std::any_of(results_.begin(), results_.end(), [](const auto& result) {
          return result.description.access == Access::kReadWrite;
        });
    if (!written && comparison.largest == 0.0) {
      throw BenchmarkFailure{Status::kCorrectness, "neither variant wrote any result"};
    }
    inputs_intact_ = comparison.largest <= tolerance_;
    return comparison.largest;
  } catch (const ClError& error) {
    failed_ = true;
    throw failure_of(error);
  }
}

std::vector<std::int64_t> PreparedOpencl::time_samples(std::span<const Variant> order,
                                                       std::uint32_t launches) {
  try {
    std::vector<ClEvent> events;
    events.reserve(order.size() * launches);
    for (const Variant variant : order) {
      reset_results(Reset::kReadWrite);
      for (std::uint32_t i = 0; i < launches; ++i) {
        cl_event raw = nullptr;
        enqueue(variant, &raw);
        events.emplace_back(raw);
      }
    }
    check_cl(clFinish(session_.queue), "clFinish");
    std::vector<std::int64_t> samples(order.size(), 0);
    for (std::size_t i = 0; i < events.size(); ++i) {
      samples[i / launches] += kernel_time_ns(events[i].get());
    }
    return samples;
  } catch (const ClError& error) {
    failed_ = true;
    throw failure_of(error);
  }
}

}  // namespace lmtune
