#include "opencl/prepared.h"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "opencl/cl_error.h"
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

std::int64_t event_time(cl_event event, cl_profiling_info what) {
  cl_ulong time = 0;
  check_cl(clGetEventProfilingInfo(event, what, sizeof(time), &time, nullptr),
           "clGetEventProfilingInfo");
  return static_cast<std::int64_t>(time);
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
    inputs_ = session_.pool->take(session_.context, session_.queue, launch_);
    make_results();
    for (const Variant variant : {Variant::kBaseline, Variant::kCached}) {
      set_arguments(variant);
      check_local_memory(variant);
    }
  });
}

PreparedOpencl::~PreparedOpencl() {
  if (inputs_intact_) session_.pool->give_back(std::move(inputs_));
}

void PreparedOpencl::make_results() {
  for (const Argument& argument : launch_.arguments) {
    const auto* buffer = std::get_if<BufferArgument>(&argument.value);
    if (buffer == nullptr || buffer->access == Access::kRead) continue;
    ResultBuffer result{*buffer, make_buffer(session_.context, buffer_bytes(*buffer)), nullptr};
    if (buffer->access == Access::kReadWrite) {
      result.pristine = make_filled_buffer(session_.context, session_.queue, *buffer);
    }
    results_.push_back(std::move(result));
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
      cl_mem memory =
          buffer->access == Access::kRead ? (input++)->buffer.get() : (result++)->buffer.get();
      code = clSetKernelArg(kernel, i, sizeof(memory), &memory);
    } else if (const auto* scalar = std::get_if<ScalarArgument>(&argument.value)) {
      const std::vector<std::byte> bytes = scalar_bytes(*scalar);
      code = clSetKernelArg(kernel, i, bytes.size(), bytes.data());
    } else {
      code = clSetKernelArg(kernel, i, std::get<LocalArgument>(argument.value).bytes, nullptr);
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
      check_cl(clEnqueueCopyBuffer(session_.queue, result.pristine.get(), result.buffer.get(), 0, 0,
                                   bytes, 0, nullptr, nullptr),
               "clEnqueueCopyBuffer");
    } else if (which == Reset::kAll) {
      const std::vector<std::byte> poison = poison_pattern(result.description.element.scalar);
      check_cl(clEnqueueFillBuffer(session_.queue, result.buffer.get(), poison.data(),
                                   poison.size(), 0, bytes, 0, nullptr, nullptr),
               "clEnqueueFillBuffer");
    }
  }
}

void PreparedOpencl::enqueue(Variant variant, cl_event* event) {
  const std::array<std::size_t, 3> global{launch_.global[0], launch_.global[1], launch_.global[2]};
  const std::array<std::size_t, 3> local{launch_.local[0], launch_.local[1], launch_.local[2]};
  check_cl(clEnqueueNDRangeKernel(session_.queue, built_->variant(variant).kernel.get(),
                                  launch_.dimensions, nullptr, global.data(), local.data(), 0,
                                  nullptr, event),
           "clEnqueueNDRangeKernel");
}

std::vector<std::vector<std::byte>> PreparedOpencl::run_once(Variant variant) {
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
  std::vector<std::vector<std::byte>> contents;
  for (const ResultBuffer& result : results_) {
    contents.push_back(
        read_buffer(session_.queue, result.buffer.get(), buffer_bytes(result.description)));
  }
  return contents;
}

double PreparedOpencl::compare(const std::vector<std::vector<std::byte>>& baseline,
                               const std::vector<std::vector<std::byte>>& cached) const {
  double largest = 0.0;
  bool written = false;
  for (std::size_t i = 0; i < results_.size(); ++i) {
    const BufferArgument& description = results_[i].description;
    largest = std::max(largest, largest_difference(description.element, baseline[i], cached[i]));
    written = written || description.access == Access::kReadWrite ||
              !all_poison(description.element, baseline[i]);
  }
  if (!written && largest == 0.0) {
    throw BenchmarkFailure{Status::kCorrectness, "neither variant wrote any result"};
  }
  return largest;
}

double PreparedOpencl::compare_variants() {
  return as_benchmark([this] {
    const auto baseline = run_once(Variant::kBaseline);
    const auto cached = run_once(Variant::kCached);
    const double difference = compare(baseline, cached);
    inputs_intact_ = difference <= tolerance_;
    return difference;
  });
}

std::int64_t PreparedOpencl::time_ns(Variant variant, std::uint32_t launches) {
  try {
    reset_results(Reset::kReadWrite);
    std::array<cl_event, 2> raw{};
    enqueue(variant, &raw[0]);
    const ClEvent first(raw[0]);
    for (std::uint32_t i = 2; i < launches; ++i) enqueue(variant, nullptr);
    if (launches > 1) enqueue(variant, &raw[1]);
    const ClEvent last(raw[1]);
    check_cl(clFinish(session_.queue), "clFinish");
    const cl_event end = last ? last.get() : first.get();
    check_cl(clWaitForEvents(1, &end), "clWaitForEvents");
    return event_time(end, CL_PROFILING_COMMAND_END) -
           event_time(first.get(), CL_PROFILING_COMMAND_START);
  } catch (const ClError& error) {
    inputs_intact_ = false;
    throw failure_of(error);
  }
}

}  // namespace lmtune
