// The device fills buffers and compares results exactly as the host does.
#include "opencl/tool_kernels.h"

#include <gtest/gtest.h>

#include <cmath>
#include <cstdlib>
#include <cstring>
#include <limits>
#include <memory>

#include "lmtune/base/error.h"
#include "lmtune/base/random.h"
#include "lmtune/core/scalar_dispatch.h"
#include "lmtune/opencl/devices.h"
#include "opencl/cl_error.h"
#include "opencl/device_buffers.h"
#include "opencl/device_query.h"
#include "opencl/results.h"

namespace lmtune {
namespace {

constexpr double kInfinity = std::numeric_limits<double>::infinity();
constexpr ScalarType kScalars[] = {ScalarType::kChar,   ScalarType::kUchar, ScalarType::kShort,
                                   ScalarType::kUshort, ScalarType::kInt,   ScalarType::kUint,
                                   ScalarType::kLong,   ScalarType::kUlong, ScalarType::kFloat,
                                   ScalarType::kDouble};

class ToolKernelsTest : public ::testing::Test {
 protected:
  void SetUp() override {
    std::vector<ClDevice> devices;
    try {
      devices = query_devices();
    } catch (const Error& error) {
      GTEST_SKIP() << error.what();
    }
    const char* name = std::getenv("LMTUNE_TEST_DEVICE");
    const ClDevice& device = devices[select_device(list_devices(), name == nullptr ? "" : name)];
    cl_int code = CL_SUCCESS;
    context_.reset(clCreateContext(nullptr, 1, &device.id, nullptr, nullptr, &code));
    check_cl(code, "clCreateContext");
    queue_.reset(clCreateCommandQueue(context_.get(), device.id, 0, &code));
    check_cl(code, "clCreateCommandQueue");
    tools_ = std::make_unique<ToolKernels>(context_.get(), device.id, queue_.get(), device.info);
    if (!tools_->can_compare()) GTEST_SKIP() << device.info.name << " has no double precision";
  }

  std::vector<std::byte> filled(const BufferArgument& description) {
    const ClBuffer buffer = make_buffer(context_.get(), buffer_bytes(description));
    EXPECT_TRUE(tools_->fill(buffer.get(), description)) << to_string(description.element);
    return read_buffer(queue_.get(), buffer.get(), buffer_bytes(description));
  }

  Comparison compare(ElementType element, const std::vector<std::byte>& a,
                     const std::vector<std::byte>& b) {
    const ClBuffer first = make_buffer(context_.get(), a.size());
    const ClBuffer second = make_buffer(context_.get(), b.size());
    write_buffer(queue_.get(), first.get(), a);
    write_buffer(queue_.get(), second.get(), b);
    BufferArgument description;
    description.element = element;
    description.count = a.size() / size_bytes(element);
    return tools_->compare({{description, first.get(), second.get()}});
  }

  ClContext context_;
  ClQueue queue_;
  std::unique_ptr<ToolKernels> tools_;
};

/// Fills as benchmarks have them, and some that round in every operation.
std::vector<Fill> fills() {
  std::vector<Fill> all{
      {},
      {0, 0},
      {-1, 1},
      {0, 100, 0, 1, 0, -kInfinity, kInfinity, 7},
      {0, 0, 1, 1, 0},
      {0, 0, 1, 1, 13},
      {0, 3, 4, 17, 5, 0, 18},
      {-0.1, 0.2, 0.1, 3, 0},
      {1e-40, 3e-39, 1e-41, 3, 7},
      {-1e300, 1e300},
      {-3e38, 3e38, 1e30, 2, 0, -1e38, 2e38},
      {0.5, 0.75, -0.3, 1, 0, -50.5, 0.6, 99},
      {-0.0, -0.0, -0.0},
      {3e9, 9e18, 1e10, 1ULL << 33, 1ULL << 34, -1e19, 1e19, 5},
  };
  Random random(5);
  for (int i = 0; i < 40; ++i) {
    Fill fill;
    fill.low = (random.real() - 0.5) * std::exp2(static_cast<double>(random.integer(-20, 40)));
    fill.high = fill.low + random.real() * std::exp2(static_cast<double>(random.integer(-20, 40)));
    fill.slope = (random.real() - 0.5) * std::exp2(static_cast<double>(random.integer(-20, 20)));
    fill.divisor = static_cast<std::uint64_t>(random.integer(1, 50));
    fill.modulus = static_cast<std::uint64_t>(random.integer(0, 90));
    fill.seed = static_cast<std::uint64_t>(random.integer(0, 1'000'000));
    all.push_back(fill);
  }
  return all;
}

TEST_F(ToolKernelsTest, FillsAreTheHostsBitByBit) {
  for (const ScalarType scalar : kScalars) {
    for (const ElementType element :
         {ElementType{scalar, 1}, ElementType{scalar, 3}, ElementType{scalar, 4},
          ElementType{scalar, 6, Packing::kStruct}}) {
      for (const Fill& fill : fills()) {
        BufferArgument description{element, 1'003, Access::kRead, fill};
        std::vector<std::byte> expected(buffer_bytes(description));
        fill_buffer(description, expected);
        const std::vector<std::byte> actual = filled(description);
        const auto [at, other] = std::mismatch(expected.begin(), expected.end(), actual.begin());
        ASSERT_EQ(at, expected.end())
            << to_string(element) << " low " << fill.low << " high " << fill.high << " slope "
            << fill.slope << " seed " << fill.seed << " at byte " << (at - expected.begin());
      }
    }
  }
}

TEST_F(ToolKernelsTest, LargeBuffersAreFilledToTheEnd) {
  BufferArgument description{{ScalarType::kFloat, 1}, 5'000'011, Access::kRead, {}};
  description.fill.slope = 0.1;
  std::vector<std::byte> expected(buffer_bytes(description));
  fill_buffer(description, expected);
  EXPECT_TRUE(filled(description) == expected);
}

/// Values in which results may differ: ordinary, special and poison.
template <typename T>
std::vector<T> special_values(ScalarType scalar) {
  using Limits = std::numeric_limits<T>;
  std::vector<T> values{T{0}, T{1}, T{2}, T{100}, Limits::max(), Limits::lowest(), Limits::min()};
  T poison;
  std::memcpy(&poison, poison_pattern(scalar).data(), sizeof(T));
  values.push_back(poison);
  if constexpr (std::is_floating_point_v<T>) {
    values.insert(values.end(), {Limits::infinity(), -Limits::infinity(), Limits::quiet_NaN(),
                                 -Limits::quiet_NaN(), Limits::denorm_min(), -T{0}, T(1.1),
                                 std::nextafter(T(1.1), T(2)), T(3) * Limits::denorm_min()});
  } else {
    values.insert(values.end(), {T(Limits::max() - 1), T(Limits::max() / 2)});
  }
  return values;
}

TEST_F(ToolKernelsTest, ComparesAsTheHostDoes) {
  for (const ScalarType scalar : kScalars) {
    with_scalar_type(scalar, [&]<typename T>(T) {
      const std::vector<T> values = special_values<T>(scalar);
      for (const ElementType element : {ElementType{scalar, 1}, ElementType{scalar, 3}}) {
        const std::size_t stored = size_bytes(element) / sizeof(T);
        for (const T x : values) {
          for (const T y : values) {
            // In the first element, or in what pads it.
            for (std::size_t place = 0; place < stored; ++place) {
              std::vector<T> a(stored * 301, T{5});
              std::vector<T> b = a;
              a[stored * 300 + place] = x;
              b[stored * 300 + place] = y;
              const auto bytes = [](const std::vector<T>& of) {
                const auto* first = reinterpret_cast<const std::byte*>(of.data());
                return std::vector<std::byte>(first, first + of.size() * sizeof(T));
              };
              const Comparison found = compare(element, bytes(a), bytes(b));
              ASSERT_EQ(found.largest, largest_difference(element, bytes(a), bytes(b)))
                  << to_string(element) << " " << +x << " and " << +y;
              ASSERT_TRUE(found.written);
              if (place > 0 && place < 3) break;  // all but the pad are alike
            }
          }
        }
      }
    });
  }
}

TEST_F(ToolKernelsTest, FindsTheLargestOfManyDifferences) {
  Random random(3);
  std::vector<double> a(100'000);
  std::vector<double> b(a.size());
  for (std::size_t i = 0; i < a.size(); ++i) {
    a[i] = random.real();
    b[i] = a[i] * (1.0 + 1e-9 * random.real());
  }
  const auto bytes = [](const std::vector<double>& of) {
    const auto* first = reinterpret_cast<const std::byte*>(of.data());
    return std::vector<std::byte>(first, first + of.size() * sizeof(double));
  };
  const ElementType element{ScalarType::kDouble, 1};
  const double expected = largest_difference(element, bytes(a), bytes(b));
  EXPECT_GT(expected, 0.0);
  EXPECT_EQ(compare(element, bytes(a), bytes(b)).largest, expected);
}

TEST_F(ToolKernelsTest, KnowsWhatNobodyWrote) {
  for (const ScalarType scalar : kScalars) {
    const std::vector<std::byte> pattern = poison_pattern(scalar);
    std::vector<std::byte> poison;
    for (int i = 0; i < 1'000; ++i) poison.insert(poison.end(), pattern.begin(), pattern.end());
    const ElementType element{scalar, 1};
    EXPECT_FALSE(compare(element, poison, poison).written);
    std::vector<std::byte> touched = poison;
    touched[pattern.size() * 999] = std::byte{1};
    EXPECT_TRUE(compare(element, touched, touched).written);
  }
}

}  // namespace
}  // namespace lmtune
