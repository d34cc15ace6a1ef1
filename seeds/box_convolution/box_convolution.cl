// A window of (2 RADIUS + 1)^2 pixels slides over an image of width x height: weighted sum or mean.
//
// A work-group computes a block of BX by BY * UNITS pixels, each work-item UNITS of them, BY apart.
//
//   BX, BY        work-group
//   UNITS         pixels that a work-item computes
//   RADIUS        of the window; also passed at run time, which STYLE 0 and 2 use
//   CLAMP         beyond the border its pixels go on; without it the image has RADIUS more pixels on
//                 each side, and width and height are multiples of the block
//   WEIGHTED      sum of the pixels times `weights`; without it their mean
//   CACHE_IMAGE   stage the image in local memory
//   STYLE         0  textbook: restrict, sums in registers, loops with run-time bounds
//                 1  tuned: restrict, sums in registers, everything known at compile time; width and
//                    height are multiples of the block
//                 2  quick hack: no qualifiers, sums in `out`, loops with run-time bounds
//                 3  quick hack with a tuned copy

#define BATCHED (STYLE == 1 || STYLE == 3)
#define SUM_IN_OUT (STYLE >= 2)
#if defined(CLAMP) && STYLE != 1
#define GUARDED
#endif

#if STYLE < 2
#define INPUT __global const float* restrict
#define OUTPUT __global float* restrict
#else
#define INPUT __global float*
#define OUTPUT __global float*
#endif

#if BATCHED
#define GROUP_SIZE __attribute__((reqd_work_group_size(BX, BY, 1)))
#else
#define GROUP_SIZE
#endif

#if STYLE == 1
#define WINDOW (2 * RADIUS + 1)
#else
#define WINDOW (2 * radius + 1)
#endif

#define BLOCK_Y (BY * UNITS)
#define TILE_ROWS (BLOCK_Y + 2 * RADIUS)
#define TILE_COLUMNS (BX + 2 * RADIUS)

// Index of the image's pixel (x, y), counted from RADIUS pixels beyond the top left corner.
static inline int pixel_index(int x, int y, int width, int height) {
#ifdef CLAMP
  return clamp(y - RADIUS, 0, height - 1) * width + clamp(x - RADIUS, 0, width - 1);
#else
  return y * (width + 2 * RADIUS) + x;
#endif
}

// The group copies the pixels from (first_x, first_y) on into `tile`.
static inline void stage(__local float* tile, __global const float* image, int width, int height,
                         int first_x, int first_y) {
#if BATCHED
  const int item = get_local_id(1) * BX + get_local_id(0);
#pragma unroll
  for (int first = 0; first < TILE_ROWS * TILE_COLUMNS; first += BX * BY) {
    const int pixel = first + item;
    if (pixel < TILE_ROWS * TILE_COLUMNS) {
      tile[pixel] = image[pixel_index(first_x + pixel % TILE_COLUMNS,
                                      first_y + pixel / TILE_COLUMNS, width, height)];
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

__kernel GROUP_SIZE void box_convolution(INPUT image,
#ifdef WEIGHTED
                                         INPUT weights,
#else
                                         const float scale,
#endif
                                         OUTPUT out, const int width, const int height,
                                         const int radius) {
  const int x = get_global_id(0);
  const int first_y = get_group_id(1) * BLOCK_Y;

#ifdef CACHE_IMAGE
  __local float tile[TILE_ROWS * TILE_COLUMNS];
  stage(tile, image, width, height, get_group_id(0) * BX, first_y);
  barrier(CLK_LOCAL_MEM_FENCE);
#define PIXEL(dx, dy) tile[(y - first_y + (dy)) * TILE_COLUMNS + get_local_id(0) + (dx)]
#else
#define PIXEL(dx, dy) image[pixel_index(x + (dx), y + (dy), width, height)]
#endif

#pragma unroll
  for (int unit = 0; unit < UNITS; ++unit) {
    const int y = first_y + get_local_id(1) + unit * BY;
#ifdef GUARDED
    if (x >= width || y >= height) continue;
#endif
#if SUM_IN_OUT
#define SUM out[y * width + x]
    SUM = 0.0f;
#else
#define SUM sum
    float sum = 0.0f;
#endif
#if STYLE == 1
#pragma unroll
#endif
    for (int dy = 0; dy < WINDOW; ++dy) {
#if STYLE == 1
#pragma unroll
#endif
      for (int dx = 0; dx < WINDOW; ++dx) {
#ifdef WEIGHTED
        SUM = fma(weights[dy * WINDOW + dx], PIXEL(dx, dy), SUM);
#else
        SUM += PIXEL(dx, dy);
#endif
      }
    }
#ifndef WEIGHTED
    SUM *= scale;
#endif
#if !SUM_IN_OUT
    out[y * width + x] = sum;
#endif
  }
}
