#include "opencl/tool_source.h"

namespace lmtune {
namespace {

// fill_value() follows fill_buffer() of core/launch.cpp operation by operation. `zero` is 0, which
// the compiler cannot know: it keeps products apart from the sums that follow, where a fused
// multiply-add would round once instead of twice, whatever the compiler thinks of FP_CONTRACT.
constexpr const char* kFill = R"(
#pragma OPENCL EXTENSION cl_khr_fp64 : enable
#pragma OPENCL FP_CONTRACT OFF

ulong mix_bits(ulong seed, ulong index) {
  ulong z = seed + (index + 1) * 0x9e3779b97f4a7c15UL;
  z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9UL;
  z = (z ^ (z >> 27)) * 0x94d049bb133111ebUL;
  return z ^ (z >> 31);
}

double rounded(double product, ulong zero) { return as_double(as_ulong(product) ^ zero); }

// Devices divide 32-bit numbers several times faster.
ulong divide(ulong a, ulong b) { return (a | b) >> 32 ? a / b : (ulong)((uint)a / (uint)b); }
ulong rest(ulong a, ulong b) { return (a | b) >> 32 ? a % b : (ulong)((uint)a % (uint)b); }

double fill_value(ulong scalar, uint stored, int integral, double low, double span, double slope,
                  double minimum, double maximum, ulong divisor, ulong modulus, ulong seed,
                  ulong zero) {
  ulong step = 1;
  if (slope != 0) {
    step = divide(divide(scalar, stored), divisor);
    if (modulus != 0) step = rest(step, modulus);
  }
  double base = low + rounded(slope * convert_double_rte(step), zero);
  double unit = convert_double_rte(mix_bits(seed, scalar) >> 11) * 0x1.0p-53;
  double noise = rounded(unit * span, zero);
  double shaped = base + (integral ? floor(noise) : noise);
  return shaped < minimum ? minimum : maximum < shaped ? maximum : shaped;
}

double cut(double value, double least, double most) {
  value = floor(value);
  return value < least ? least : most < value ? most : value;
}

#define FILL(T, INTEGRAL, CONVERT)                                                               \
  kernel void fill_##T(global T* out, ulong scalars, uint stored, double low, double span,       \
                       double slope, double minimum, double maximum, ulong divisor,              \
                       ulong modulus, ulong seed, ulong zero) {                                  \
    for (ulong i = get_global_id(0); i < scalars; i += get_global_size(0)) {                     \
      double value = fill_value(i, stored, INTEGRAL, low, span, slope, minimum, maximum,         \
                                divisor, modulus, seed, zero);                                   \
      out[i] = CONVERT;                                                                          \
    }                                                                                            \
  }

FILL(char, 1, (char)cut(value, -128.0, 127.0))
FILL(uchar, 1, (uchar)cut(value, 0.0, 255.0))
FILL(short, 1, (short)cut(value, -32768.0, 32767.0))
FILL(ushort, 1, (ushort)cut(value, 0.0, 65535.0))
FILL(int, 1, (int)cut(value, -2147483648.0, 2147483647.0))
FILL(uint, 1, (uint)cut(value, 0.0, 4294967295.0))
FILL(long, 1, (long)cut(value, -9223372036854775808.0, 9.2233720368547748e18))
FILL(ulong, 1, (ulong)cut(value, 0.0, 9.2233720368547748e18))
FILL(float, 0, convert_float_rte(value))
FILL(double, 0, value)
)";

// Follows results.cpp. Work-items go through the scalars in strides, a group leaves its largest
// difference and whether it saw anything that is not poison.
constexpr const char* kCompare = R"(
double relative_difference(double x, double y, double tiny) {
  if (isinf(x) || isinf(y)) return INFINITY;
  return fabs(x - y) / fmax(fmax(fabs(x), fabs(y)), tiny);
}

#define IS_NAN(BITS, EXPONENT) (((BITS) << 1) > (EXPONENT))

#define COMPARE(T, BITS, DIFFERENCE)                                                             \
  kernel void compare_##T(global const BITS* first, global const BITS* second, ulong scalars,    \
                          int padded, ulong poison_bits, global double* found) {                 \
    local double largest_of[GROUP_ITEMS];                                                        \
    local int written_of[GROUP_ITEMS];                                                           \
    BITS poison = (BITS)poison_bits;                                                             \
    double largest = 0;                                                                          \
    int written = 0;                                                                             \
    for (ulong i = get_global_id(0); i < scalars; i += get_global_size(0)) {                     \
      BITS a = first[i], b = second[i];                                                          \
      written |= a != poison;                                                                    \
      if (a == b || (padded && (i & 3) == 3)) continue;                                          \
      double difference;                                                                         \
      if (sizeof(T) >= 4 && (a == poison || b == poison)) {                                      \
        difference = INFINITY;                                                                   \
      } else {                                                                                   \
        difference = DIFFERENCE;                                                                 \
      }                                                                                          \
      largest = fmax(largest, difference);                                                       \
    }                                                                                            \
    int item = get_local_id(0);                                                                  \
    largest_of[item] = largest;                                                                  \
    written_of[item] = written;                                                                  \
    for (int half_size = GROUP_ITEMS / 2; half_size > 0; half_size /= 2) {                       \
      barrier(CLK_LOCAL_MEM_FENCE);                                                              \
      if (item < half_size) {                                                                    \
        largest_of[item] = fmax(largest_of[item], largest_of[item + half_size]);                 \
        written_of[item] |= written_of[item + half_size];                                        \
      }                                                                                          \
    }                                                                                            \
    if (item == 0) {                                                                             \
      found[2 * get_group_id(0)] = largest_of[0];                                                \
      found[2 * get_group_id(0) + 1] = written_of[0];                                            \
    }                                                                                            \
  }

#define INTEGERS(T)                                                                              \
  relative_difference(convert_double_rte(as_##T(a)), convert_double_rte(as_##T(b)), 1.0)

double float_difference(uint a, uint b) {
  int nan_a = IS_NAN(a, 0xff000000u), nan_b = IS_NAN(b, 0xff000000u);
  if (nan_a || nan_b) return nan_a == nan_b ? 0 : INFINITY;
  double x = convert_double(as_float(a)), y = convert_double(as_float(b));
  return x == y ? 0 : relative_difference(x, y, 0x1.0p-126);
}

double double_difference(ulong a, ulong b) {
  int nan_a = IS_NAN(a, 0xffe0000000000000ul), nan_b = IS_NAN(b, 0xffe0000000000000ul);
  if (nan_a || nan_b) return nan_a == nan_b ? 0 : INFINITY;
  double x = as_double(a), y = as_double(b);
  return x == y ? 0 : relative_difference(x, y, 0x1.0p-1022);
}

COMPARE(char, uchar, INTEGERS(char))
COMPARE(uchar, uchar, INTEGERS(uchar))
COMPARE(short, ushort, INTEGERS(short))
COMPARE(ushort, ushort, INTEGERS(ushort))
COMPARE(int, uint, INTEGERS(int))
COMPARE(uint, uint, INTEGERS(uint))
COMPARE(long, ulong, INTEGERS(long))
COMPARE(ulong, ulong, INTEGERS(ulong))
COMPARE(float, uint, float_difference(a, b))
COMPARE(double, ulong, double_difference(a, b))
)";

constexpr const char* kReference = R"(
kernel void reference(global const float* in, global float* out, int rounds) {
  size_t i = get_global_id(0);
  float x = in[i];
  float y = in[get_global_size(0) - 1 - i];
  for (int round = 0; round < rounds; ++round) {
    x = fma(x, 0.75f, 0.125f);
    y = fma(y, 0.5f, 0.25f);
  }
  out[i] = x + y;
}
)";

}  // namespace

std::string tool_source() { return std::string(kFill) + kCompare; }

std::string reference_source() { return kReference; }

}  // namespace lmtune
