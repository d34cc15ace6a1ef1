// Discrete cosine transform of an image, block by block: a block of N x N pixels becomes N x N
// coefficients, and coefficient (u, v) is the sum of all pixels (x, y) of its block times
// basis(u, x) * basis(v, y). Width and height of the image are multiples of N.
//
// A work-item computes the coefficient that stands at its place of the image, or UNITS of them, BY
// apart. A group of less than N rows computes a part of the coefficients of its blocks.
//
//   BX, BY        work-group; BX is a multiple of N, BY * UNITS a multiple or a divisor of it
//   UNITS         coefficients that a work-item computes; above 1 where BY is a multiple of N
//   N             also passed at run time, which all but STYLE 1 use
//   TRANSPOSED    basis(u, x) is at basis[x][u]; without it at basis[u][x]
//   PAD           elements added to each row of the local copy of `basis`
//   COPY          elements that one load of a batched copy moves: 1 or 4
//   CACHE_IMAGE   stage the blocks in local memory
//   CACHE_BASIS   stage the table in local memory
//   STYLE         0  textbook: restrict, sums in registers, loops with run-time bounds
//                 1  tuned: restrict, sums row by row in registers, everything known at compile
//                    time; width and height are multiples of the group's block
//                 2  quick hack: no qualifiers, sums in `out`, loops with run-time bounds
//                 3  quick hack with a tuned copy

#define BATCHED (STYLE == 1 || STYLE == 3)
#define SUM_IN_OUT (STYLE >= 2)
#define GUARDED (STYLE != 1)

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
#define SIDE N
#else
#define SIDE n
#endif

#define BLOCK_Y (BY * UNITS)
#define TILE_ROWS (BLOCK_Y < N ? N : BLOCK_Y)
#define PITCH (N + PAD)

// The group copies rows x columns elements into `tile`, from (first_x, first_y) of a `width` x
// `height` array on; at the array's end it copies what is there.
static inline void stage(__local float* tile, int tile_pitch, __global const float* source,
                         int width, int height, int first_x, int first_y, int rows, int columns) {
#if BATCHED
  const int item = get_local_id(1) * BX + get_local_id(0);
  const int count = rows * columns / COPY;
#pragma unroll
  for (int first = 0; first < count; first += BX * BY) {
    if (count % (BX * BY) == 0 || first + item < count) {
      const int row = (first + item) / (columns / COPY);
      const int column = (first + item) % (columns / COPY) * COPY;
#if GUARDED
      const int from = min(first_y + row, height - 1) * width + min(first_x + column, width - COPY);
#else
      const int from = (first_y + row) * width + first_x + column;
#endif
#if COPY == 4
      vstore4(*(__global const float4*)(source + from), 0, tile + row * tile_pitch + column);
#else
      tile[row * tile_pitch + column] = source[from];
#endif
    }
  }
#else
  for (int row = get_local_id(1); row < rows; row += get_local_size(1)) {
    for (int column = get_local_id(0); column < columns; column += get_local_size(0)) {
      tile[row * tile_pitch + column] =
          source[min(first_y + row, height - 1) * width + min(first_x + column, width - 1)];
    }
  }
#endif
}

__kernel GROUP_SIZE void dct8x8(INPUT image, INPUT basis, OUTPUT out, const int width,
                                const int height, const int n) {
  const int x = get_global_id(0), first_x = get_group_id(0) * BX;
  const int first_y = get_group_id(1) * BLOCK_Y;

  // What the copies of a tuned kernel know at compile time.
#if BATCHED
#define COPIED_SIDE N
#else
#define COPIED_SIDE n
#endif

#ifdef CACHE_IMAGE
  __local float image_tile[TILE_ROWS * BX];
  const int tile_y = first_y / SIDE * SIDE;
  stage(image_tile, BX, image, width, height, first_x, tile_y, TILE_ROWS, BX);
#define PIXEL(i, j) image_tile[(block_y - tile_y + (i)) * BX + block_x - first_x + (j)]
#else
#define PIXEL(i, j) image[(block_y + (i)) * width + block_x + (j)]
#endif

#ifdef CACHE_BASIS
  __local float basis_tile[N * PITCH];
  stage(basis_tile, PITCH, basis, n, n, 0, 0, COPIED_SIDE, COPIED_SIDE);
#define TABLE(row, column) basis_tile[(row) * PITCH + (column)]
#else
#define TABLE(row, column) basis[(row) * SIDE + (column)]
#endif

#ifdef TRANSPOSED
#define BASIS(frequency, place) TABLE(place, frequency)
#else
#define BASIS(frequency, place) TABLE(frequency, place)
#endif

#if defined(CACHE_IMAGE) || defined(CACHE_BASIS)
  barrier(CLK_LOCAL_MEM_FENCE);
#endif

  const int u = x % SIDE, block_x = x - u;
#if STYLE == 1
  // All of the item's coefficients have the same frequency along the rows.
  float along[N];
#pragma unroll
  for (int j = 0; j < N; ++j) along[j] = BASIS(u, j);
#endif

#pragma unroll
  for (int unit = 0; unit < UNITS; ++unit) {
    const int y = first_y + get_local_id(1) + unit * BY;
    const int v = y % SIDE, block_y = y - v;
#if GUARDED
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
    for (int i = 0; i < N; ++i) {
      float row_sum = 0.0f;
#pragma unroll
      for (int j = 0; j < N; ++j) row_sum = fma(along[j], PIXEL(i, j), row_sum);
      sum = fma(BASIS(v, i), row_sum, sum);
    }
#else
    for (int i = 0; i < SIDE; ++i) {
      for (int j = 0; j < SIDE; ++j) SUM = fma(BASIS(u, j) * BASIS(v, i), PIXEL(i, j), SUM);
    }
#endif
#if !SUM_IN_OUT
    out[y * width + x] = sum;
#endif
  }
}
