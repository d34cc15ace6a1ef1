// One pass of a separable filter over an image of width x height: a weighted sum over the
// 2 RADIUS + 1 pixels around each pixel, along its row or its column, clamped at the border.
//
// A work-group computes a block of BX * UNITS by BY pixels (down columns: BX by BY * UNITS), each
// work-item UNITS of them, a group's extent apart.
//
//   BX, BY        work-group
//   UNITS         pixels that a work-item computes
//   RADIUS        of the filter; also passed at run time, which STYLE 0 and 2 use
//   DOWN          the pass goes down the columns; without it along the rows
//   COLOUR        pixels are uchar4 and sums float4; without it both are float
//   COPY          pixels that one load of a batched copy moves: 1, or 4 where DOWN
//   CACHE_IMAGE   stage the image in local memory
//   STYLE         0  textbook: restrict, sums in registers, loops with run-time bounds
//                 1  tuned: restrict, weights in constant memory, sums in registers, everything
//                    known at compile time; width and height are multiples of the block
//                 2  quick hack: no qualifiers, sums in `out`, loops with run-time bounds
//                 3  quick hack with a tuned copy

#define BATCHED (STYLE == 1 || STYLE == 3)
#define SUM_IN_OUT (STYLE >= 2)
#define GUARDED (STYLE != 1)

#ifdef COLOUR
#define PIXEL uchar4
#define FOUR_PIXELS uchar16
#define RESULT float4
#define TO_RESULT convert_float4
#else
#define PIXEL float
#define FOUR_PIXELS float4
#define RESULT float
#define TO_RESULT
#endif

#if STYLE < 2
#define INPUT __global const PIXEL* restrict
#define OUTPUT __global RESULT* restrict
#else
#define INPUT __global PIXEL*
#define OUTPUT __global RESULT*
#endif

#if STYLE == 0
#define WEIGHTS __global const float* restrict
#elif STYLE == 1
#define WEIGHTS __constant float*
#else
#define WEIGHTS __global float*
#endif

#if BATCHED
#define GROUP_SIZE __attribute__((reqd_work_group_size(BX, BY, 1)))
#else
#define GROUP_SIZE
#endif

#if STYLE == 1
#define TAPS (2 * RADIUS + 1)
#else
#define TAPS (2 * radius + 1)
#endif

#ifdef DOWN
#define UNITS_X 1
#define UNITS_Y UNITS
#define HALO_X 0
#define HALO_Y RADIUS
#else
#define UNITS_X UNITS
#define UNITS_Y 1
#define HALO_X RADIUS
#define HALO_Y 0
#endif

#define BLOCK_X (BX * UNITS_X)
#define BLOCK_Y (BY * UNITS_Y)
#define TILE_COLUMNS (BLOCK_X + 2 * HALO_X)
#define TILE_ROWS (BLOCK_Y + 2 * HALO_Y)

// Index of the pixel (x, y), or of the nearest one inside the image.
static inline int pixel_index(int x, int y, int width, int height) {
  return clamp(y, 0, height - 1) * width + clamp(x, 0, width - 1);
}

// The group copies the pixels from (first_x, first_y) on into `tile`.
static inline void stage(__local PIXEL* tile, __global const PIXEL* image, int width, int height,
                         int first_x, int first_y) {
#if BATCHED
  const int item = get_local_id(1) * BX + get_local_id(0);
  const int count = TILE_ROWS * TILE_COLUMNS / COPY;
#pragma unroll
  for (int first = 0; first < count; first += BX * BY) {
    if (count % (BX * BY) == 0 || first + item < count) {
      const int pixel = (first + item) * COPY;
      const int from = pixel_index(first_x + pixel % TILE_COLUMNS, first_y + pixel / TILE_COLUMNS,
                                   width, height);
#if COPY == 4
      *(__local FOUR_PIXELS*)(tile + pixel) = *(__global const FOUR_PIXELS*)(image + from);
#else
      tile[pixel] = image[from];
#endif
    }
  }
#else
  for (int y = get_local_id(1); y < TILE_ROWS; y += get_local_size(1)) {
    for (int x = get_local_id(0); x < TILE_COLUMNS; x += get_local_size(0)) {
      tile[y * TILE_COLUMNS + x] = image[pixel_index(first_x + x, first_y + y, width, height)];
    }
  }
#endif
}

__kernel GROUP_SIZE void separable_filter(INPUT image, WEIGHTS weights, OUTPUT out,
                                          const int width, const int height, const int radius) {
  const int first_x = get_group_id(0) * BLOCK_X;
  const int first_y = get_group_id(1) * BLOCK_Y;

#ifdef CACHE_IMAGE
  __local PIXEL tile[TILE_ROWS * TILE_COLUMNS] __attribute__((aligned(16)));
  stage(tile, image, width, height, first_x - HALO_X, first_y - HALO_Y);
  barrier(CLK_LOCAL_MEM_FENCE);
#ifdef DOWN
#define TAP(t) tile[(y - first_y + (t)) * TILE_COLUMNS + x - first_x]
#else
#define TAP(t) tile[(y - first_y) * TILE_COLUMNS + x - first_x + (t)]
#endif
#else
#ifdef DOWN
#define TAP(t) image[clamp(y + (t)-RADIUS, 0, height - 1) * width + x]
#else
#define TAP(t) image[y * width + clamp(x + (t)-RADIUS, 0, width - 1)]
#endif
#endif

#pragma unroll
  for (int unit = 0; unit < UNITS; ++unit) {
    const int x = first_x + get_local_id(0) + (UNITS_X > 1 ? unit * BX : 0);
    const int y = first_y + get_local_id(1) + (UNITS_Y > 1 ? unit * BY : 0);
#if GUARDED
    if (x >= width || y >= height) continue;
#endif
#if SUM_IN_OUT
#define SUM out[y * width + x]
    SUM = 0.0f;
#else
#define SUM sum
    RESULT sum = 0.0f;
#endif
#if STYLE == 1
#pragma unroll
#endif
    for (int t = 0; t < TAPS; ++t) SUM = fma((RESULT)(weights[t]), TO_RESULT(TAP(t)), SUM);
#if !SUM_IN_OUT
    out[y * width + x] = sum;
#endif
  }
}
