#include "opencl/reference_kernel.h"

#include <algorithm>
#include <array>
#include <memory>

#include "lmtune/core/kernel_spec.h"
#include "opencl/cl_error.h"
#include "opencl/device_buffers.h"
#include "opencl/events.h"
#include "opencl/programs.h"
#include "opencl/tool_source.h"

namespace lmtune {
namespace {

constexpr std::size_t kItemsPerUnit = 16'384;
constexpr cl_int kRounds = 256;
constexpr std::size_t kLaunches = 6;  // the first one is a warm-up

KernelSpec reference_spec() {
  KernelSpec spec;
  spec.source = std::make_shared<KernelSource>(KernelSource{"reference.cl", reference_source()});
  spec.baseline.entry_point = "reference";
  return spec;
}

}  // namespace

ReferenceKernel::ReferenceKernel(cl_context context, cl_device_id device, const DeviceInfo& info)
    : built_(build_variant(context, device, reference_spec(), Variant::kBaseline)),
      items_(info.compute_units * kItemsPerUnit),
      in_(make_buffer(context, items_ * sizeof(cl_float))),
      out_(make_buffer(context, items_ * sizeof(cl_float))) {}

std::int64_t ReferenceKernel::time_ns(cl_command_queue queue) const {
  cl_kernel kernel = built_.kernel.get();
  cl_mem in = in_.get();
  cl_mem out = out_.get();
  check_cl(clSetKernelArg(kernel, 0, sizeof(in), &in), "clSetKernelArg");
  check_cl(clSetKernelArg(kernel, 1, sizeof(out), &out), "clSetKernelArg");
  check_cl(clSetKernelArg(kernel, 2, sizeof(kRounds), &kRounds), "clSetKernelArg");
  const cl_float one = 1.0F;
  check_cl(clEnqueueFillBuffer(queue, in, &one, sizeof(one), 0, items_ * sizeof(cl_float), 0,
                               nullptr, nullptr),
           "clEnqueueFillBuffer");
  std::array<ClEvent, kLaunches> events;
  for (ClEvent& event : events) {
    cl_event raw = nullptr;
    check_cl(clEnqueueNDRangeKernel(queue, kernel, 1, nullptr, &items_, nullptr, 0, nullptr, &raw),
             "clEnqueueNDRangeKernel");
    event.reset(raw);
  }
  check_cl(clFinish(queue), "clFinish");
  std::array<std::int64_t, kLaunches> times{};
  std::transform(events.begin(), events.end(), times.begin(),
                 [](const ClEvent& event) { return kernel_time_ns(event.get()); });
  std::sort(times.begin() + 1, times.end());
  return times[1 + (kLaunches - 1) / 2];
}

}  // namespace lmtune
