// Resizing of an image by a whole factor, up or down, with 4 x 4 weights: for each column of the result
// a table holds the first column of the image that it is made from, and four weights; likewise for rows.
//   result[y][x] = sum over j, i of weight_y[y][j] * weight_x[x][i] * image[first_y[y] + j][first_x[x] + i]
//
//   BX, BY        work-group
//   FACTOR        of the size
//   SHRINKS       1: the result is FACTOR times smaller, 0: larger
//   ELEMENT       uchar or float
//   TILE_ROWS, TILE_COLUMNS   what a group reads of the image
//   CACHE_IMAGE, CACHE_WEIGHTS   stage that array in local memory: the image, or the weights of columns
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

#define INSIDE (STYLE == 1 || (x < width && y < height))

#ifdef CACHE_WEIGHTS
#define STAGED_TYPE float
#else
#define STAGED_TYPE ELEMENT
#endif

// The group copies rows x columns elements into `tile`, of which the first present_rows x
// present_columns exist.
static inline void stage(__local STAGED_TYPE* tile, int tile_pitch, __global const STAGED_TYPE* source,
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

#ifdef CACHE_IMAGE
#define PIXEL(j, i) tile[(row - first_row + (j)) * TILE_COLUMNS + column - first_column + (i)]
#else
#define PIXEL(j, i) image[(row + (j)) * pitch + column + (i)]
#endif
#ifdef CACHE_WEIGHTS
#define WEIGHT_X(i) tile[get_local_id(0) * 4 + (i)]
#else
#define WEIGHT_X(i) weight_x[x * 4 + (i)]
#endif

#if STYLE < 2
#define SUM sum
#else
#define SUM result[y * width + x]
#endif

__kernel GROUP_SIZE void resize(INPUT(ELEMENT) image, INPUT(int) first_x, INPUT(float) weight_x,
                                INPUT(int) first_y, INPUT(float) weight_y, OUTPUT(float) result,
                                const int pitch, const int rows, const int width,
                                const int height) {
  const int x = get_global_id(0), y = get_global_id(1);
#ifdef CACHE_IMAGE
  __local ELEMENT tile[TILE_ROWS * TILE_COLUMNS];
  const int first_column = first_x[get_group_id(0) * BX];
  const int first_row = first_y[get_group_id(1) * BY];
  stage(tile, TILE_COLUMNS, image + first_row * pitch + first_column, pitch, TILE_ROWS,
        TILE_COLUMNS, rows - first_row, pitch - first_column);
  barrier(CLK_LOCAL_MEM_FENCE);
#endif
#ifdef CACHE_WEIGHTS
  __local float tile[4 * BX];
  const int first = get_group_id(0) * BX;
  stage(tile, 4 * BX, weight_x + first * 4, 0, 1, 4 * BX, 1, (width - first) * 4);
  barrier(CLK_LOCAL_MEM_FENCE);
#endif
  if (INSIDE) {
    const int column = first_x[x], row = first_y[y];
#if STYLE < 2
    float sum = 0.0f;
#else
    SUM = 0.0f;
#endif
#if STYLE == 1
#pragma unroll
#endif
    for (int j = 0; j < 4; ++j) {
#if STYLE == 1
#pragma unroll
#endif
      for (int i = 0; i < 4; ++i) {
        SUM = fma(weight_y[y * 4 + j] * WEIGHT_X(i), (float)PIXEL(j, i), SUM);
      }
    }
#if STYLE < 2
    result[y * width + x] = sum;
#endif
  }
}
