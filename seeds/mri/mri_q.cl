// Q of a non-Cartesian MRI reconstruction: for every voxel the sum over all samples of k-space
// Q(r) = sum of phi exp(i k.r). The factor 2 pi is part of k.
//
// A work-group computes BX * UNITS voxels, each work-item UNITS of them, BX apart. The voxels are a
// multiple of the block, the samples of TILE.
//
//   BX             work-group
//   UNITS          voxels that a work-item computes
//   TILE           samples that are staged at once
//   NATIVE         sine and cosine of the device instead of exact ones: 0 or 1
//   CACHE_SAMPLES  stage the samples in local memory
//   STYLE          0  textbook: restrict, sums in registers, copy loop with run-time stride
//                  1  tuned: restrict, sums in registers, everything known at compile time, wide
//                     copy
//                  2  quick hack: no qualifiers, sums in the results
//                  3  quick hack with a tuned copy

#define BATCHED (STYLE == 1 || STYLE == 3)
#define SUM_IN_RESULT (STYLE >= 2)

typedef struct {
  float kx, ky, kz, phi;
} Sample;

#if STYLE < 2
#define INPUT(type) __global const type* restrict
#define OUTPUT __global float* restrict
#else
#define INPUT(type) __global type*
#define OUTPUT __global float*
#endif

#if BATCHED
#define GROUP_SIZE __attribute__((reqd_work_group_size(BX, 1, 1)))
#else
#define GROUP_SIZE
#endif

// The group copies TILE samples into `tile`.
static inline void stage(__local Sample* tile, __global const Sample* samples) {
#if BATCHED
  // A sample is one float4, which a single load moves.
  const int item = get_local_id(0);
#pragma unroll
  for (int first = 0; first < TILE; first += BX) {
    if (TILE % BX == 0 || first + item < TILE) {
      const float4 sample = *(__global const float4*)(samples + first + item);
      vstore4(sample, first + item, (__local float*)tile);
    }
  }
#else
  for (int i = get_local_id(0); i < TILE; i += get_local_size(0)) tile[i] = samples[i];
#endif
}

__kernel GROUP_SIZE void mri_q(INPUT(Sample) samples, INPUT(float) x, INPUT(float) y,
                               INPUT(float) z, OUTPUT real, OUTPUT imaginary,
                               const int sample_count) {
  const int first_voxel = get_group_id(0) * BX * UNITS + get_local_id(0);

#ifdef CACHE_SAMPLES
  __local Sample tile[TILE];
#define STEPS TILE
#define SAMPLE tile[step]
#else
#define SAMPLE samples[start + step]
  // Without staging, only tuned code blocks the loop over the samples.
#if BATCHED
#define STEPS TILE
#else
#define STEPS sample_count
#endif
#endif

  float voxel_x[UNITS], voxel_y[UNITS], voxel_z[UNITS];
#if SUM_IN_RESULT
#define REAL(unit) real[first_voxel + (unit) * BX]
#define IMAGINARY(unit) imaginary[first_voxel + (unit) * BX]
#else
  float real_sum[UNITS], imaginary_sum[UNITS];
#define REAL(unit) real_sum[unit]
#define IMAGINARY(unit) imaginary_sum[unit]
#endif
#pragma unroll
  for (int unit = 0; unit < UNITS; ++unit) {
    voxel_x[unit] = x[first_voxel + unit * BX];
    voxel_y[unit] = y[first_voxel + unit * BX];
    voxel_z[unit] = z[first_voxel + unit * BX];
    REAL(unit) = 0.0f;
    IMAGINARY(unit) = 0.0f;
  }

  for (int start = 0; start < sample_count; start += STEPS) {
#ifdef CACHE_SAMPLES
    stage(tile, samples + start);
    barrier(CLK_LOCAL_MEM_FENCE);
#endif
#if BATCHED
#pragma unroll 4
#endif
    for (int step = 0; step < STEPS; ++step) {
      const float kx = SAMPLE.kx, ky = SAMPLE.ky, kz = SAMPLE.kz, phi = SAMPLE.phi;
#pragma unroll
      for (int unit = 0; unit < UNITS; ++unit) {
        const float phase = fma(kx, voxel_x[unit], fma(ky, voxel_y[unit], kz * voxel_z[unit]));
#if NATIVE
        const float sine = native_sin(phase), cosine = native_cos(phase);
#else
        float cosine;
        const float sine = sincos(phase, &cosine);
#endif
        REAL(unit) = fma(phi, cosine, REAL(unit));
        IMAGINARY(unit) = fma(phi, sine, IMAGINARY(unit));
      }
    }
#ifdef CACHE_SAMPLES
    barrier(CLK_LOCAL_MEM_FENCE);
#endif
  }

#if !SUM_IN_RESULT
#pragma unroll
  for (int unit = 0; unit < UNITS; ++unit) {
    real[first_voxel + unit * BX] = real_sum[unit];
    imaginary[first_voxel + unit * BX] = imaginary_sum[unit];
  }
#endif
}
