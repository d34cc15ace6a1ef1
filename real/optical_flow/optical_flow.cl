// Motion by least squares: for each pixel the sums, over a window of (2 RADIUS + 1)^2 pixels around it,
// of the products of an image's derivatives along x, y and time, and from these
//   u = xy * yt - yy * xt,   v = xy * xt - xx * yt,   both still to be divided by xx * yy - xy * xy.
//
// The derivatives have a border of RADIUS pixels, or with CLAMPED none: windows are then cut off by
// repeating the outermost pixels.
//
// A work-group computes BX x (BY * UNITS) pixels, each work-item UNITS of them, BY apart.
//
//   BX, BY       work-group
//   UNITS        rows of a work-item; 1 except in STYLE 1
//   RADIUS       also passed at run time, which all but STYLE 1 use
//   CACHE_IX, CACHE_IT   stage that array in local memory
//   STYLE    0  textbook: restrict, results in registers, guards for any size, run-time bounds
//            1  tuned: restrict, results in registers, sizes are multiples of the block, everything
//               known at compile time
//            2  quick hack: no qualifiers, sums in the result, guards, run-time bounds
//            3  the hack with a tuned copy

#define BATCHED (STYLE == 1 || STYLE == 3)

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
#define REACH RADIUS
#define INSIDE true
#else
#define REACH radius
#define INSIDE (x < width && y < height)
#endif

#ifdef CLAMPED
#define AT(row, column) (clamp(row, 0, height - 1) * width + clamp(column, 0, width - 1))
#define BORDER 0
#else
#define AT(row, column) ((row) * (width + 2 * REACH) + (column))
#define BORDER REACH
#endif

#define TILE_COLUMNS (BX + 2 * RADIUS)
#define TILE_ROWS (BY * UNITS + 2 * RADIUS)

// The group copies the window of all its pixels; (row, column) is its first pixel.
static inline void stage(__local float* tile, __global const float* source, int row, int column,
                         int width, int height, int radius) {
#if BATCHED
  const int item = get_local_id(1) * BX + get_local_id(0);
#pragma unroll
  for (int first = 0; first < TILE_ROWS * TILE_COLUMNS; first += BX * BY) {
    const int r = (first + item) / TILE_COLUMNS, c = (first + item) % TILE_COLUMNS;
    if (r >= TILE_ROWS) continue;
#else
  for (int r = get_local_id(1); r < TILE_ROWS; r += get_local_size(1)) {
    for (int c = get_local_id(0); c < TILE_COLUMNS; c += get_local_size(0)) {
#endif
#ifdef CLAMPED
      tile[r * TILE_COLUMNS + c] = source[AT(row + r - REACH, column + c - REACH)];
#else
#if STYLE != 1
      if (row + r < height + 2 * REACH && column + c < width + 2 * REACH)
#endif
        tile[r * TILE_COLUMNS + c] = source[AT(row + r, column + c)];
#endif
#if !BATCHED
    }
#endif
  }
}

#define STAGED(dy, dx) \
  tile[(get_local_id(1) + unit * BY + RADIUS + (dy)) * TILE_COLUMNS + get_local_id(0) + RADIUS + (dx)]
#define GLOBAL(array, dy, dx) array[AT(y + BORDER + (dy), x + BORDER + (dx))]
#ifdef CACHE_IX
#define IX(dy, dx) STAGED(dy, dx)
#define CACHED ix
#else
#define IX(dy, dx) GLOBAL(ix, dy, dx)
#endif
#ifdef CACHE_IT
#define IT(dy, dx) STAGED(dy, dx)
#define CACHED it
#else
#define IT(dy, dx) GLOBAL(it, dy, dx)
#endif
#define IY(dy, dx) GLOBAL(iy, dy, dx)

#if STYLE < 2
#define SUM(k) sums[k]
#else
#define SUM(k) result[(k) * width * height + y * width + x]
#endif

// Planes of the result: u, v, and the sums xx, xy, yy.
__kernel GROUP_SIZE void optical_flow(INPUT(float) ix, INPUT(float) iy, INPUT(float) it,
                                      OUTPUT(float) result, const int width, const int height,
                                      const int radius) {
  const int x = get_global_id(0);
#ifdef CACHED
  __local float tile[TILE_ROWS * TILE_COLUMNS];
  stage(tile, CACHED, get_group_id(1) * BY * UNITS, get_group_id(0) * BX, width, height, radius);
  barrier(CLK_LOCAL_MEM_FENCE);
#endif
#if STYLE == 1
#pragma unroll
#endif
  for (int unit = 0; unit < UNITS; ++unit) {
    const int y = get_group_id(1) * BY * UNITS + unit * BY + get_local_id(1);
    if (INSIDE) {
#if STYLE < 2
      float sums[5];
#endif
      for (int k = 0; k < 5; ++k) SUM(k) = 0.0f;
      for (int dy = -REACH; dy <= REACH; ++dy) {
#if STYLE == 1
#pragma unroll
#endif
        for (int dx = -REACH; dx <= REACH; ++dx) {
          SUM(0) = fma(IX(dy, dx), IT(dy, dx), SUM(0));
          SUM(1) = fma(IY(dy, dx), IT(dy, dx), SUM(1));
          SUM(2) = fma(IX(dy, dx), IX(dy, dx), SUM(2));
          SUM(3) = fma(IX(dy, dx), IY(dy, dx), SUM(3));
          SUM(4) = fma(IY(dy, dx), IY(dy, dx), SUM(4));
        }
      }
      const float xt = SUM(0), yt = SUM(1);
      const float xx = SUM(2), xy = SUM(3), yy = SUM(4);
      const int place = y * width + x, plane = width * height;
      result[place] = fma(xy, yt, -(yy * xt));
      result[plane + place] = fma(xy, xt, -(xx * yt));
#if STYLE < 2
      for (int k = 2; k < 5; ++k) result[k * plane + place] = sums[k];
#endif
    }
  }
}
