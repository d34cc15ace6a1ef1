// Backprojection of computed tomography: each pixel adds up what the detector saw along the rays through
// it, over all angles. Slices, each n x n pixels with the origin in the middle, have sinograms of their
// own: sinogram[slice][angle][bin].
//
//   image(x, y) = sum over a of weight * sinogram[a][x * cos a + y * sin a + offset]
//
// A work-group handles BX x (BY * UNITS) pixels of a slice, each work-item UNITS pixels BY rows apart.
//
//   BX, BY          work-group (one slice)
//   UNITS           pixels of a work-item
//   LINEAR          1: interpolate between two bins; 0: the bin that the ray falls into
//   TILE            angles that are staged at once, a divisor of their number
//   WIDTH           with CACHE_SINOGRAM, bins of an angle that are staged: as many as the block's
//                   diagonal can cross
//   COPY            floats that one load of a batched copy moves: 1, or 4 with VIEWS
//   (none)          `directions` holds (cos a, sin a) of each angle
//   VIEWS           `views` holds cos a, sin a, offset and weight of each angle, one after another
//   EXACT           `cosines` and `sines` are integers, a 4096th each: what can be read of the sinogram
//                   is known exactly; without it both are floats
//   CACHE_ANGLES    stage the directions or views in local memory
//   CACHE_SINOGRAM  stage the part of the sinogram that the block looks at in local memory (EXACT)
//   STYLE           0  textbook: restrict, sums in registers, any n, rays checked against the
//                      detector, copies with run-time bounds
//                   1  tuned: restrict, sums in registers, blocks of whole pixels and rays that all
//                      hit the detector, everything known at compile time
//                   2  quick hack: no qualifiers, sums in `image`, n a multiple of the block, rays
//                      checked, copies with run-time bounds
//                   3  quick hack with a tuned copy

#define BATCHED (STYLE == 1 || STYLE == 3)
#define SUM_IN_IMAGE (STYLE >= 2)
#define CHECKED (STYLE != 1)
#define GUARDED (STYLE == 0)

#if STYLE < 2
#define INPUT(type) __global const type* restrict
#define OUTPUT __global float* restrict
#else
#define INPUT(type) __global type*
#define OUTPUT __global float*
#endif

#if BATCHED
#define GROUP_SIZE __attribute__((reqd_work_group_size(BX, BY, 1)))
#else
#define GROUP_SIZE
#endif

#define BLOCK_Y (BY * UNITS)
#define ITEM (get_local_id(1) * BX + get_local_id(0))

#if defined(VIEWS)
#define ANGLE_TYPE float
#define ANGLE_ELEMENTS 4
#else
#define ANGLE_TYPE float2
#define ANGLE_ELEMENTS 1
#endif

#ifdef CACHE_ANGLES
// The group copies what is known of TILE angles.
static inline void stage_angles(__local ANGLE_TYPE* tile, __global const ANGLE_TYPE* source) {
  const int count = TILE * ANGLE_ELEMENTS;
#if BATCHED
#pragma unroll
  for (int first = 0; first < count / COPY; first += BX * BY) {
    const int part = first + ITEM;
    if (count / COPY % (BX * BY) == 0 || part < count / COPY) {
#if COPY == 4
      vstore4(((__global const float4*)source)[part], part, tile);
#else
      tile[part] = source[part];
#endif
    }
  }
#else
  const int items = get_local_size(0) * get_local_size(1);
  for (int i = get_local_id(1) * get_local_size(0) + get_local_id(0); i < count; i += items) {
    tile[i] = source[i];
  }
#endif
}
#endif

#ifdef EXACT

// Positions on the detector: a bin is 2 * 4096 of them, as coordinates count half pixels.
#define BIN_SHIFT 13
#define BIN_MASK ((1 << BIN_SHIFT) - 1)

// The first bin that the block with the corner (x, y), in half pixels from the middle, may read.
static inline int first_bin(int x, int y, int cosine, int sine, int bins) {
  const int least = x * cosine + y * sine + min(0, 2 * (BX - 1) * cosine) +
                    min(0, 2 * (BLOCK_Y - 1) * sine) + (bins << (BIN_SHIFT - 1));
  return clamp(least >> BIN_SHIFT, 0, bins - WIDTH);
}

#ifdef CACHE_SINOGRAM
// The group copies WIDTH bins of each of TILE angles from `start` on.
static inline void stage_sinogram(__local float* tile, __global const float* sinogram,
                                  __global const int* cosines, __global const int* sines, int start,
                                  int x, int y, int bins) {
#if BATCHED
#pragma unroll
  for (int first = 0; first < TILE * WIDTH; first += BX * BY) {
    const int cell = first + ITEM;
    if (TILE * WIDTH % (BX * BY) == 0 || cell < TILE * WIDTH) {
      const int a = start + cell / WIDTH;
      const int from = first_bin(x, y, cosines[a], sines[a], bins) + cell % WIDTH;
      tile[cell] = sinogram[a * bins + from];
    }
  }
#else
  for (int step = get_local_id(1); step < TILE; step += get_local_size(1)) {
    const int a = start + step;
    const int from = first_bin(x, y, cosines[a], sines[a], bins);
    for (int bin = get_local_id(0); bin < WIDTH; bin += get_local_size(0)) {
      tile[step * WIDTH + bin] = sinogram[a * bins + from + bin];
    }
  }
#endif
}
#endif

#endif

__kernel GROUP_SIZE void backprojection(INPUT(float) sinogram,
#if defined(EXACT)
                                        INPUT(int) cosines, INPUT(int) sines,
#elif defined(VIEWS)
                                        INPUT(float) views,
#else
                                        INPUT(float2) directions,
#endif
                                        OUTPUT image, const int n, const int angles,
                                        const int bins) {
  const int x = get_global_id(0);
  const int first_y = get_group_id(1) * BLOCK_Y + get_local_id(1);
  const int slice = get_global_id(2);
  sinogram += slice * angles * bins;
  image += slice * n * n;
#define Y(unit) (first_y + (unit) * BY)

#ifdef CACHE_ANGLES
  __local ANGLE_TYPE tile[TILE * ANGLE_ELEMENTS] __attribute__((aligned(16)));
#define ANGLE(i) tile[step * ANGLE_ELEMENTS + (i)]
#elif defined(VIEWS)
#define ANGLE(i) views[(start + step) * 4 + (i)]
#else
#define ANGLE(i) directions[start + step + (i)]
#endif

#ifdef CACHE_SINOGRAM
  __local float tile[TILE * WIDTH];
  const int corner_x = 2 * (int)(get_group_id(0) * BX) - (n - 1);
  const int corner_y = 2 * (int)(get_group_id(1) * BLOCK_Y) - (n - 1);
#define SINOGRAM(bin) tile[step * WIDTH + (bin) - first]
#else
#define SINOGRAM(bin) sinogram[(start + step) * bins + (bin)]
#endif

#if SUM_IN_IMAGE
#define SUM(unit) image[Y(unit) * n + x]
#else
  float sums[UNITS];
#define SUM(unit) sums[unit]
#endif

#pragma unroll
  for (int unit = 0; unit < UNITS; ++unit) SUM(unit) = 0.0f;

  // Without staging, only tuned code blocks the loop over the angles.
#if BATCHED || defined(CACHE_ANGLES) || defined(CACHE_SINOGRAM)
#define STEPS TILE
#else
#define STEPS angles
#endif
  for (int start = 0; start < angles; start += STEPS) {
#if defined(CACHE_ANGLES) && defined(VIEWS)
    stage_angles(tile, views + start * 4);
#elif defined(CACHE_ANGLES)
    stage_angles(tile, directions + start);
#elif defined(CACHE_SINOGRAM)
    stage_sinogram(tile, sinogram, cosines, sines, start, corner_x, corner_y, bins);
#endif
#if defined(CACHE_ANGLES) || defined(CACHE_SINOGRAM)
    barrier(CLK_LOCAL_MEM_FENCE);
#endif
#if BATCHED
#pragma unroll 4
#endif
    for (int step = 0; step < STEPS; ++step) {
#if defined(EXACT)
      const int cosine = cosines[start + step], sine = sines[start + step];
#ifdef CACHE_SINOGRAM
      const int first = first_bin(corner_x, corner_y, cosine, sine, bins);
#endif
#elif defined(VIEWS)
      const float cosine = ANGLE(0), sine = ANGLE(1), shift = ANGLE(2), weight = ANGLE(3);
#else
      const float2 direction = ANGLE(0);
      const float cosine = direction.x, sine = direction.y, shift = 0.0f;
#endif
#pragma unroll
      for (int unit = 0; unit < UNITS; ++unit) {
#ifdef EXACT
        const int position = (2 * x - (n - 1)) * cosine + (2 * Y(unit) - (n - 1)) * sine +
                             (bins << (BIN_SHIFT - 1));
        const int bin = position >> BIN_SHIFT;
        const float part = (position & BIN_MASK) * (1.0f / (BIN_MASK + 1));
#else
        const float from_middle_x = x - 0.5f * (n - 1), from_middle_y = Y(unit) - 0.5f * (n - 1);
        const float position =
            fma(from_middle_x, cosine, fma(from_middle_y, sine, 0.5f * bins + shift));
        const float whole = floor(position);
        const int bin = (int)whole;
        const float part = position - whole;
#endif
#if CHECKED
        if (bin < 0 || bin + 1 >= bins) continue;
#endif
        float value = SINOGRAM(bin);
#if LINEAR
        value = fma(part, SINOGRAM(bin + 1) - value, value);
#endif
#ifdef VIEWS
        SUM(unit) = fma(weight, value, SUM(unit));
#else
        SUM(unit) = SUM(unit) + value;
#endif
      }
    }
#if defined(CACHE_ANGLES) || defined(CACHE_SINOGRAM)
    barrier(CLK_LOCAL_MEM_FENCE);
#endif
  }

#if !SUM_IN_IMAGE
#pragma unroll
  for (int unit = 0; unit < UNITS; ++unit) {
#if GUARDED
    if (x >= n || Y(unit) >= n) continue;
#endif
    image[Y(unit) * n + x] = sums[unit];
  }
#endif
}
