// Two filters over the window of (2 RADIUS + 1)^2 pixels around each pixel of an image of width x
// height, clamped at the border:
//
//   bilateral  mean of float pixels, each weighted by `spatial` at its place in the window and by how
//              near its value is to that of the pixel in the middle; and the sum of these weights
//   erosion    least of uchar pixels; with DILATE the greatest
//
// A work-group computes a block of BX by BY * UNITS pixels, each work-item UNITS of them, BY apart.
//
//   BX, BY         work-group
//   UNITS          pixels that a work-item computes
//   RADIUS         of the window; also passed at run time, which all but STYLE 1 use
//   EROSION        the file has the kernel `erosion`; without it, `bilateral`
//   DILATE         of erosion, 1: greatest pixel, 0: least
//   CONSTANT       of bilateral, 1: `spatial` lies in constant memory
//   HALO_X         pixels that CACHE_IMAGE stages beside the block, on each side: RADIUS, or with COPY
//                  4 the next multiple of it
//   COPY           pixels that one load of a batched copy moves: 1 or 4; 4 divides width and BX
//   CACHE_IMAGE    stage the image in local memory
//   CACHE_SPATIAL  stage the spatial weights in local memory
//   STYLE          0  textbook: restrict, results in registers, loops with run-time bounds
//                  1  tuned: restrict, results in registers, everything known at compile time,
//                     native_exp; width and height are multiples of the block
//                  2  quick hack: no qualifiers, results in global memory, loops with run-time bounds
//                  3  quick hack with a tuned copy

#define BATCHED (STYLE == 1 || STYLE == 3)
#define RESULTS_IN_MEMORY (STYLE >= 2)
#define GUARDED (STYLE != 1)

#if STYLE < 2
#define INPUT(type) __global const type* restrict
#define OUTPUT(type) __global type* restrict
#else
#define INPUT(type) __global type*
#define OUTPUT(type) __global type*
#endif

#if CONSTANT
#define SPATIAL_INPUT __constant float*
#else
#define SPATIAL_INPUT INPUT(float)
#endif

#if BATCHED
#define GROUP_SIZE __attribute__((reqd_work_group_size(BX, BY, 1)))
#else
#define GROUP_SIZE
#endif

#if STYLE == 1
#define REACH RADIUS
#define EXP native_exp
#else
#define REACH radius
#define EXP exp
#endif
#define WINDOW (2 * REACH + 1)

#ifdef EROSION
#define PIXEL uchar
#define FOUR_PIXELS uchar4
#else
#define PIXEL float
#define FOUR_PIXELS float4
#endif

#define BLOCK_Y (BY * UNITS)
#define TILE_ROWS (BLOCK_Y + 2 * RADIUS)
#define TILE_COLUMNS (BX + 2 * HALO_X)

#ifdef CACHE_IMAGE
// The group copies the pixels from (first_x, first_y) on into `tile`; beyond the border those at it.
static inline void stage_image(__local PIXEL* tile, __global const PIXEL* image, int width,
                               int height, int first_x, int first_y, int radius) {
#if BATCHED
  const int item = get_local_id(1) * BX + get_local_id(0);
  const int count = TILE_ROWS * TILE_COLUMNS / COPY;
#pragma unroll
  for (int first = 0; first < count; first += BX * BY) {
    if (count % (BX * BY) == 0 || first + item < count) {
      const int pixel = (first + item) * COPY;
      const int x = first_x + pixel % TILE_COLUMNS;
      const int row = clamp(first_y + pixel / TILE_COLUMNS, 0, height - 1) * width;
#if COPY == 4
      // Four pixels lie all inside or all outside: COPY divides the width and first_x.
      FOUR_PIXELS four;
      if (x >= 0 && x < width) {
        four = *(__global const FOUR_PIXELS*)(image + row + x);
      } else {
        four = (FOUR_PIXELS)(image[row + (x < 0 ? 0 : width - 1)]);
      }
      *(__local FOUR_PIXELS*)(tile + pixel) = four;
#else
      tile[pixel] = image[row + clamp(x, 0, width - 1)];
#endif
    }
  }
#else
  for (int y = get_local_id(1); y < BLOCK_Y + 2 * radius; y += get_local_size(1)) {
    for (int x = get_local_id(0); x < BX + 2 * radius; x += get_local_size(0)) {
      tile[y * TILE_COLUMNS + x] =
          image[clamp(first_y + y, 0, height - 1) * width + clamp(first_x + x, 0, width - 1)];
    }
  }
#endif
}
#endif

#ifdef CACHE_SPATIAL
// The group copies the weights of the whole window into `tile`.
static inline void stage_spatial(__local float* tile, __global const float* spatial, int radius) {
#if BATCHED
  const int item = get_local_id(1) * BX + get_local_id(0);
  const int count = (2 * RADIUS + 1) * (2 * RADIUS + 1);
#pragma unroll
  for (int first = 0; first < count; first += BX * BY) {
    if (first + item < count) tile[first + item] = spatial[first + item];
  }
#else
  for (int dy = get_local_id(1); dy < 2 * radius + 1; dy += get_local_size(1)) {
    for (int dx = get_local_id(0); dx < 2 * radius + 1; dx += get_local_size(0)) {
      tile[dy * (2 * radius + 1) + dx] = spatial[dy * (2 * radius + 1) + dx];
    }
  }
#endif
}
#endif

// dx and dy count from RADIUS before the pixel (x, y).
#ifdef CACHE_IMAGE
#define TAP(dx, dy) \
  tile[(y - first_y + RADIUS + (dy)-REACH) * TILE_COLUMNS + local_x + HALO_X + (dx)-REACH]
#else
#define TAP(dx, dy) \
  image[clamp(y + (dy)-REACH, 0, height - 1) * width + clamp(x + (dx)-REACH, 0, width - 1)]
#endif

#ifdef CACHE_SPATIAL
#define SPATIAL(dx, dy) spatial_tile[(dy) * WINDOW + (dx)]
#else
#define SPATIAL(dx, dy) spatial[(dy) * WINDOW + (dx)]
#endif

#ifndef EROSION
__kernel GROUP_SIZE void bilateral(INPUT(float) image, SPATIAL_INPUT spatial, OUTPUT(float) out,
                                   OUTPUT(float) total, const int width, const int height,
                                   const int radius, const float sharpness) {
  const int x = get_global_id(0);
  const int first_y = get_group_id(1) * BLOCK_Y;

#ifdef CACHE_IMAGE
  const int local_x = get_local_id(0);
  __local float tile[TILE_ROWS * TILE_COLUMNS] __attribute__((aligned(16)));
  stage_image(tile, image, width, height, get_group_id(0) * BX - HALO_X, first_y - RADIUS, radius);
  barrier(CLK_LOCAL_MEM_FENCE);
#endif
#ifdef CACHE_SPATIAL
  __local float spatial_tile[(2 * RADIUS + 1) * (2 * RADIUS + 1)];
  stage_spatial(spatial_tile, spatial, radius);
  barrier(CLK_LOCAL_MEM_FENCE);
#endif

#pragma unroll
  for (int unit = 0; unit < UNITS; ++unit) {
    const int y = first_y + get_local_id(1) + unit * BY;
#if GUARDED
    if (x >= width || y >= height) continue;
#endif
#if RESULTS_IN_MEMORY
#define SUM out[y * width + x]
#define TOTAL total[y * width + x]
#else
    float sum, weights;
#define SUM sum
#define TOTAL weights
#endif
    SUM = 0.0f;
    TOTAL = 0.0f;
    const float middle = TAP(REACH, REACH);
#if STYLE == 1 && RADIUS > 2
#pragma unroll 1
#endif
    for (int dy = 0; dy < WINDOW; ++dy) {
#if STYLE == 1
#pragma unroll
#endif
      for (int dx = 0; dx < WINDOW; ++dx) {
        const float value = TAP(dx, dy);
        const float difference = value - middle;
        const float likeness = EXP(difference * difference * -sharpness);
        SUM = fma(SPATIAL(dx, dy) * likeness, value, SUM);
        TOTAL = fma(SPATIAL(dx, dy), likeness, TOTAL);
      }
    }
    out[y * width + x] = SUM / TOTAL;
#if !RESULTS_IN_MEMORY
    total[y * width + x] = weights;
#endif
  }
}

#else
#if DILATE
#define BETTER max
#define WORST 0
#else
#define BETTER min
#define WORST 255
#endif

__kernel GROUP_SIZE void erosion(INPUT(uchar) image, OUTPUT(uchar) out, const int width,
                                 const int height, const int radius) {
  const int x = get_global_id(0);
  const int first_y = get_group_id(1) * BLOCK_Y;

#ifdef CACHE_IMAGE
  const int local_x = get_local_id(0);
  __local uchar tile[TILE_ROWS * TILE_COLUMNS] __attribute__((aligned(16)));
  stage_image(tile, image, width, height, get_group_id(0) * BX - HALO_X, first_y - RADIUS, radius);
  barrier(CLK_LOCAL_MEM_FENCE);
#endif

#pragma unroll
  for (int unit = 0; unit < UNITS; ++unit) {
    const int y = first_y + get_local_id(1) + unit * BY;
#if GUARDED
    if (x >= width || y >= height) continue;
#endif
#if RESULTS_IN_MEMORY
#define BEST out[y * width + x]
#else
    uchar best;
#define BEST best
#endif
    BEST = WORST;
#if STYLE == 1 && RADIUS > 3
#pragma unroll 1
#endif
    for (int dy = 0; dy < WINDOW; ++dy) {
#if STYLE == 1
#pragma unroll
#endif
      for (int dx = 0; dx < WINDOW; ++dx) BEST = BETTER(BEST, TAP(dx, dy));
    }
#if !RESULTS_IN_MEMORY
    out[y * width + x] = best;
#endif
  }
}
#endif
