// Filters over the window of (2 RADIUS_X + 1) x (2 RADIUS_Y + 1) pixels around each pixel of an
// image of width x height:
//
//   rank_filter      the pixel of the window that has `rank` others before it when they are sorted
//                    (the median is the one in the middle), and how many are less than it
//   local_threshold  mean and variance of the window, and whether the pixel is clearly darker than
//                    the mean
//
// Windows are clamped at the border; or the image is PADDED, with HALO_X columns and RADIUS_Y rows
// more on each side.
//
// A work-group computes a block of BX * UNITS_X by BY * UNITS_Y pixels, each work-item UNITS_X *
// UNITS_Y of them, BX and BY apart.
//
//   BX, BY              work-group
//   UNITS_X, UNITS_Y    pixels that a work-item computes
//   RADIUS_X, RADIUS_Y  of the window; also passed at run time, which all but STYLE 1 use
//   PIXEL               uchar, ushort or float
//   COUNTER             integer that holds how many are less
//   METHOD              of rank_filter:
//                       0  sort the window in private memory as far as needed
//                       1  for each pixel of the window count those less than it and those equal,
//                          until the rank is met
//                       2  find the bits of the result one by one, a count for each (not for float)
//   BITS                of a pixel: 8 or 16
//   RANK                also passed at run time, which all but STYLE 1 use
//   PADDED              1: the image is padded
//   HALO_X              pixels that CACHE_IMAGE stages beside the block, on each side: RADIUS_X, or
//                       with COPY 4 the next multiple of it
//   COPY                pixels that one load of a batched copy moves: 1, or 4, which divides width
//                       and BX
//   THRESHOLD           the file has the kernel `local_threshold`; without it, `rank_filter`
//   CACHE_IMAGE         stage the image in local memory
//   STYLE               0  textbook: restrict, results in registers, loops with run-time bounds
//                       1  tuned: restrict, results in registers, everything known at compile time;
//                          width and height are multiples of the block; counts without an early end
//                       2  quick hack: no qualifiers, counts, sums and guesses in global memory,
//                          loops with run-time bounds; a flat copy loop
//                       3  quick hack with a tuned copy

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

#if BATCHED
#define GROUP_SIZE __attribute__((reqd_work_group_size(BX, BY, 1)))
#else
#define GROUP_SIZE
#endif

#if STYLE == 1
#define REACH_X RADIUS_X
#define REACH_Y RADIUS_Y
#define WANTED RANK
#else
#define REACH_X radius_x
#define REACH_Y radius_y
#define WANTED rank
#endif
#define WINDOW_X (2 * REACH_X + 1)
#define WINDOW_Y (2 * REACH_Y + 1)
#define MOST_PIXELS ((2 * RADIUS_X + 1) * (2 * RADIUS_Y + 1))

#define PASTE(a, b) a##b
#define JOIN(a, b) PASTE(a, b)
#define FOUR_PIXELS JOIN(PIXEL, 4)

#define BLOCK_X (BX * UNITS_X)
#define BLOCK_Y (BY * UNITS_Y)
#define TILE_ROWS (BLOCK_Y + 2 * RADIUS_Y)
#define TILE_COLUMNS (BLOCK_X + 2 * HALO_X)

#if PADDED
#define PITCH (width + 2 * HALO_X)
#define MARGIN_X 0
#define MARGIN_Y 0
#if GUARDED
// Groups at the end reach beyond the padding.
#define COLUMN(x) min(x, PITCH - COPY)
#define ROW(y) min(y, height + 2 * RADIUS_Y - 1)
#else
#define COLUMN(x) (x)
#define ROW(y) (y)
#endif
#else
#define PITCH width
#define MARGIN_X HALO_X
#define MARGIN_Y RADIUS_Y
#define COLUMN(x) clamp(x, 0, width - 1)
#define ROW(y) clamp(y, 0, height - 1)
#endif

#ifdef CACHE_IMAGE
// The group copies the pixels from (first_x, first_y) on into `tile`; beyond the border those at
// it.
static inline void stage(__local PIXEL* tile, __global const PIXEL* image, int width, int height,
                         int first_x, int first_y, int radius_x, int radius_y) {
#if BATCHED
  const int item = get_local_id(1) * BX + get_local_id(0);
  const int count = TILE_ROWS * TILE_COLUMNS / COPY;
#pragma unroll
  for (int first = 0; first < count; first += BX * BY) {
    if (count % (BX * BY) == 0 || first + item < count) {
      const int pixel = (first + item) * COPY;
      const int x = first_x + pixel % TILE_COLUMNS;
      const int row = ROW(first_y + pixel / TILE_COLUMNS) * PITCH;
#if COPY == 1
      tile[pixel] = image[row + COLUMN(x)];
#elif PADDED
      *(__local FOUR_PIXELS*)(tile + pixel) =
          *(__global const FOUR_PIXELS*)(image + row + COLUMN(x));
#else
      // Four pixels lie all inside or all outside: COPY divides the width and first_x.
      FOUR_PIXELS four;
      if (x >= 0 && x < width) {
        four = *(__global const FOUR_PIXELS*)(image + row + x);
      } else {
        four = (FOUR_PIXELS)(image[row + (x < 0 ? 0 : width - 1)]);
      }
      *(__local FOUR_PIXELS*)(tile + pixel) = four;
#endif
    }
  }
#elif STYLE == 0
  for (int y = get_local_id(1); y < BLOCK_Y + 2 * radius_y; y += get_local_size(1)) {
    for (int x = get_local_id(0); x < TILE_COLUMNS; x += get_local_size(0)) {
      tile[y * TILE_COLUMNS + x] = image[ROW(first_y + y) * PITCH + COLUMN(first_x + x)];
    }
  }
#else
  const int columns = BLOCK_X + 2 * radius_x, count = columns * (BLOCK_Y + 2 * radius_y);
  const int group_items = get_local_size(0) * get_local_size(1);
  for (int e = get_local_id(1) * get_local_size(0) + get_local_id(0); e < count; e += group_items) {
    tile[e] = image[ROW(first_y + e / columns) * PITCH + COLUMN(first_x + e % columns)];
  }
#endif
}
#endif

// dx and dy count from the window's first pixel.
#ifdef CACHE_IMAGE
#define TAP(dx, dy) \
  tile[(y - first_y + (dy)) * TILE_COLUMNS + x - first_x + HALO_X - REACH_X + (dx)]
#elif PADDED
#define TAP(dx, dy) image[(y + (dy)) * PITCH + x + HALO_X - REACH_X + (dx)]
#else
#define TAP(dx, dy) image[ROW(y + (dy)-REACH_Y) * width + COLUMN(x + (dx)-REACH_X)]
#endif

#ifdef CACHE_IMAGE
#define STAGE                                                                                  \
  __local PIXEL tile[TILE_ROWS * TILE_COLUMNS] __attribute__((aligned(16)));                   \
  stage(tile, image, width, height, first_x - MARGIN_X, first_y - MARGIN_Y, REACH_X, REACH_Y); \
  barrier(CLK_LOCAL_MEM_FENCE);
#else
#define STAGE
#endif

#ifndef THRESHOLD

__kernel GROUP_SIZE void rank_filter(INPUT(PIXEL) image, OUTPUT(PIXEL) out, OUTPUT(COUNTER) before,
                                     const int width, const int height, const int radius_x,
                                     const int radius_y, const int rank) {
  const int first_x = get_group_id(0) * BLOCK_X, first_y = get_group_id(1) * BLOCK_Y;
  STAGE

#if STYLE == 1
#pragma unroll 1
#endif
  for (int unit = 0; unit < UNITS_X * UNITS_Y; ++unit) {
    const int x = first_x + get_local_id(0) + unit % UNITS_X * BX;
    const int y = first_y + get_local_id(1) + unit / UNITS_X * BY;
#if GUARDED
    if (x >= width || y >= height) continue;
#endif
#if RESULTS_IN_MEMORY
#define LESS before[y * width + x]
#define RESULT out[y * width + x]
#else
    int less;
    PIXEL result;
#define LESS less
#define RESULT result
#endif

#if METHOD == 0
    PIXEL values[MOST_PIXELS];
#if STYLE == 1
#pragma unroll
#endif
    for (int dy = 0; dy < WINDOW_Y; ++dy) {
#if STYLE == 1
#pragma unroll
#endif
      for (int dx = 0; dx < WINDOW_X; ++dx) values[dy * WINDOW_X + dx] = TAP(dx, dy);
    }
#if STYLE == 1
#pragma unroll
#endif
    for (int i = 0; i <= WANTED; ++i) {
#if STYLE == 1
#pragma unroll
#endif
      for (int j = i + 1; j < WINDOW_X * WINDOW_Y; ++j) {
        const PIXEL a = values[i], b = values[j];
        values[i] = a < b ? a : b;
        values[j] = a < b ? b : a;
      }
    }
    RESULT = values[WANTED];
    LESS = 0;
#if STYLE == 1
#pragma unroll
#endif
    for (int i = 0; i < WANTED; ++i) LESS += values[i] < values[WANTED];

#elif METHOD == 1
#if STYLE == 1
#define OPEN true
#else
    bool open = true;
#define OPEN open
#endif
    int result_less = 0;
#if STYLE == 1
#pragma unroll 1
#endif
    for (int cy = 0; cy < WINDOW_Y && OPEN; ++cy) {
#if STYLE == 1
#pragma unroll 1
#endif
      for (int cx = 0; cx < WINDOW_X && OPEN; ++cx) {
        const PIXEL candidate = TAP(cx, cy);
        int equal = 0;
        LESS = 0;
#if STYLE == 1 && MOST_PIXELS <= 25
#pragma unroll
#endif
        for (int dy = 0; dy < WINDOW_Y; ++dy) {
#if STYLE == 1
#pragma unroll
#endif
          for (int dx = 0; dx < WINDOW_X; ++dx) {
            const PIXEL pixel = TAP(dx, dy);
            LESS += pixel < candidate;
            equal += pixel == candidate;
          }
        }
        if (LESS <= WANTED && WANTED < LESS + equal) {
          RESULT = candidate;
#if STYLE == 1
          result_less = less;
#else
          open = false;
#endif
        }
      }
    }
#if STYLE == 1
    less = result_less;
#endif

#else
    RESULT = 0;
    for (int bit = 1 << (BITS - 1); bit > 0; bit >>= 1) {
      LESS = 0;
#if STYLE == 1 && MOST_PIXELS <= 25
#pragma unroll
#endif
      for (int dy = 0; dy < WINDOW_Y; ++dy) {
#if STYLE == 1
#pragma unroll
#endif
        for (int dx = 0; dx < WINDOW_X; ++dx) LESS += TAP(dx, dy) < (RESULT | bit);
      }
      if (LESS <= WANTED) RESULT |= bit;
    }
    LESS = 0;
    for (int dy = 0; dy < WINDOW_Y; ++dy) {
#if STYLE == 1
#pragma unroll
#endif
      for (int dx = 0; dx < WINDOW_X; ++dx) LESS += TAP(dx, dy) < RESULT;
    }
#endif

#if !RESULTS_IN_MEMORY
    out[y * width + x] = result;
    before[y * width + x] = less;
#endif
  }
}

#else

__kernel GROUP_SIZE void local_threshold(INPUT(PIXEL) image, OUTPUT(uchar) out, OUTPUT(float) mean,
                                         OUTPUT(float) variance, const int width, const int height,
                                         const int radius_x, const int radius_y,
                                         const float inverse, const float strength) {
  const int first_x = get_group_id(0) * BLOCK_X, first_y = get_group_id(1) * BLOCK_Y;
  STAGE

#if STYLE == 1
#pragma unroll
#endif
  for (int unit = 0; unit < UNITS_X * UNITS_Y; ++unit) {
    const int x = first_x + get_local_id(0) + unit % UNITS_X * BX;
    const int y = first_y + get_local_id(1) + unit / UNITS_X * BY;
#if GUARDED
    if (x >= width || y >= height) continue;
#endif
#if RESULTS_IN_MEMORY
#define SUM mean[y * width + x]
#define SQUARES variance[y * width + x]
#else
    float sum, squares;
#define SUM sum
#define SQUARES squares
#endif
    SUM = 0.0f;
    SQUARES = 0.0f;
#if STYLE == 1
#pragma unroll 1
#endif
    for (int dy = 0; dy < WINDOW_Y; ++dy) {
#if STYLE == 1
#pragma unroll
#endif
      for (int dx = 0; dx < WINDOW_X; ++dx) {
        const float pixel = TAP(dx, dy);
        SUM += pixel;
        SQUARES = fma(pixel, pixel, SQUARES);
      }
    }
    const float average = SUM * inverse;
    const float spread = fma(SQUARES, inverse, -(average * average));
    const float above = fma(-SUM, inverse, (float)TAP(REACH_X, REACH_Y));
    out[y * width + x] = above < 0.0f && above * above > strength * spread ? 0 : 255;
    mean[y * width + x] = average;
    variance[y * width + x] = spread;
  }
}

#endif
