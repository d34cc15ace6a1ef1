// Windows of an image of several channels, copied out one after another, so that a convolution becomes a
// product of matrices: for each pixel (x, y) and channel c the SIZE x SIZE pixels that begin there,
//   by rows     patches[pixel][c][j][i]: all windows of a pixel lie side by side
//   by columns  patches[c][j][i][pixel]: one place of all windows lies side by side
//
// A work-group handles BX x BY pixels of one channel; the image is SIZE - 1 pixels larger each way.
//
//   BX, BY       work-group
//   SIZE         of a window; also passed at run time, which all but STYLE 1 use
//   BY_ROWS      the first of the two orders; the cached variant then shares the copying out such that
//                lanes store neighbours
//   SCALE        1: pixels are multiplied by their channel's scale on the way
//   CACHE_IMAGE  stage the pixels that the group reads in local memory
//   STYLE        0  textbook: restrict, guards for any size, run-time bounds
//                1  tuned: restrict, sizes are multiples of the block, everything known at compile time
//                2  quick hack: no qualifiers, guards, run-time bounds
//                3  the hack with a tuned copy

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
#define EDGE SIZE
#define INSIDE(x, y) true
#else
#define EDGE size
#define INSIDE(x, y) ((x) < width && (y) < height)
#endif

// The group copies rows x columns elements into `tile`, of which the first present_rows x
// present_columns exist.
static inline void stage(__local float* tile, int tile_pitch, __global const float* source,
                         int source_pitch, int rows, int columns, int present_rows,
                         int present_columns) {
#if BATCHED
  const int item = get_local_id(1) * BX + get_local_id(0);
#pragma unroll
  for (int first = 0; first < rows * columns; first += BX * BY) {
    const int row = (first + item) / columns, column = (first + item) % columns;
    if (row < min(rows, present_rows) && column < present_columns) {
      tile[row * tile_pitch + column] = source[row * source_pitch + column];
    }
  }
#elif STYLE == 0
  const int item = get_local_id(1) * get_local_size(0) + get_local_id(0);
  for (int e = item; e < rows * columns; e += get_local_size(0) * get_local_size(1)) {
    const int row = e / columns, column = e % columns;
    if (row < present_rows && column < present_columns) {
      tile[row * tile_pitch + column] = source[row * source_pitch + column];
    }
  }
#else
  for (int row = get_local_id(1); row < min(rows, present_rows); row += get_local_size(1)) {
    for (int column = get_local_id(0); column < min(columns, present_columns);
         column += get_local_size(0)) {
      tile[row * tile_pitch + column] = source[row * source_pitch + column];
    }
  }
#endif
}

#define TILE_ROWS (BY + SIZE - 1)
#define TILE_COLUMNS (BX + SIZE - 1)

#if SCALE
#define SCALED(value) ((value)*scale[c])
#else
#define SCALED(value) (value)
#endif

#if BY_ROWS
#define PATCH(x, y, k) patches[(((y)*width + (x)) * channels + c) * EDGE * EDGE + (k)]
#else
#define PATCH(x, y, k) patches[((c * EDGE * EDGE + (k)) * height + (y)) * width + (x)]
#endif

__kernel GROUP_SIZE void copy_patches(INPUT(float) image, INPUT(float) scale, OUTPUT(float) patches,
                                      const int width, const int height, const int channels,
                                      const int size) {
  const int c = get_global_id(2);
  const int pitch = width + EDGE - 1, rows = height + EDGE - 1;
#ifdef CACHE_IMAGE
  __local float tile[TILE_ROWS * TILE_COLUMNS];
  const int first_x = get_group_id(0) * BX, first_y = get_group_id(1) * BY;
  stage(tile, TILE_COLUMNS, image + (c * rows + first_y) * pitch + first_x, pitch, TILE_ROWS,
        TILE_COLUMNS, rows - first_y, pitch - first_x);
  barrier(CLK_LOCAL_MEM_FENCE);
#endif
#if defined(CACHE_IMAGE) && BY_ROWS
  const int item = get_local_id(1) * BX + get_local_id(0);
  for (int e = item; e < BX * BY * EDGE * EDGE; e += BX * BY) {
    const int pixel = e / (EDGE * EDGE), k = e % (EDGE * EDGE);
    const int column = pixel % BX, row = pixel / BX;
    if (INSIDE(first_x + column, first_y + row)) {
      PATCH(first_x + column, first_y + row, k) =
          SCALED(tile[(row + k / EDGE) * TILE_COLUMNS + column + k % EDGE]);
    }
  }
#else
  const int x = get_global_id(0), y = get_global_id(1);
  if (INSIDE(x, y)) {
    for (int j = 0; j < EDGE; ++j) {
#if STYLE == 1
#pragma unroll
#endif
      for (int i = 0; i < EDGE; ++i) {
#ifdef CACHE_IMAGE
        PATCH(x, y, j * EDGE + i) =
            SCALED(tile[(get_local_id(1) + j) * TILE_COLUMNS + get_local_id(0) + i]);
#else
        PATCH(x, y, j * EDGE + i) = SCALED(image[(c * rows + y + j) * pitch + x + i]);
#endif
      }
    }
  }
#endif
}
