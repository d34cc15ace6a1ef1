// Pooling: each output is the largest or the mean of a WINDOW x WINDOW window of the input, and
// windows are STRIDE pixels apart. There are several planes (the channels of a layer's images, or
// the frames of a film), of width x height outputs each; the input is what the windows cover.
//
// A work-group computes a block of BX by BY * UNITS outputs of one plane, each work-item UNITS of
// them, BY apart.
//
//   BX, BY       work-group
//   UNITS        outputs that a work-item computes
//   WINDOW       also passed at run time, which all but STYLE 1 use
//   STRIDE       also passed at run time
//   KIND         0  the largest; pixels and outputs are float
//                1  the rounded mean; pixels and outputs are uchar4
//                2  the rounded mean; pixels and outputs are uchar
//   COPY         pixels that one load of a batched copy moves: 1 or 4
//   CACHE_IN     stage the input in local memory
//   STYLE        0  textbook: restrict, results in registers, loops with run-time bounds
//                1  tuned: restrict, results in registers, everything known at compile time; the
//                   output's size is a multiple of the block
//                2  quick hack: no qualifiers, loops with run-time bounds; the largest so far is
//                   kept in `out` (a sum of bytes, which has no room there, in a register)
//                3  quick hack with a tuned copy

#define BATCHED (STYLE == 1 || STYLE == 3)
#define GUARDED (STYLE != 1)
#define BEST_IN_OUT (STYLE >= 2 && KIND == 0)

#if KIND == 0
#define PIXEL float
#define FOUR_PIXELS float4
#define STATE float
#define START -MAXFLOAT
#define TAKE(state, value) fmax(state, value)
#define FINISH(state) (state)
#elif KIND == 1
#define PIXEL uchar4
#define FOUR_PIXELS uchar16
#define STATE uint4
#define START (uint4)(0)
#define TAKE(state, value) ((state) + convert_uint4(value))
#define FINISH(state) convert_uchar4(((state) + SIDE * SIDE / 2) / (uint4)(SIDE * SIDE))
#else
#define PIXEL uchar
#define FOUR_PIXELS uchar4
#define STATE uint
#define START 0
#define TAKE(state, value) ((state) + (value))
#define FINISH(state) (uchar)(((state) + SIDE * SIDE / 2) / (SIDE * SIDE))
#endif

#if STYLE < 2
#define INPUT __global const PIXEL* restrict
#define OUTPUT __global PIXEL* restrict
#else
#define INPUT __global PIXEL*
#define OUTPUT __global PIXEL*
#endif

#if BATCHED
#define GROUP_SIZE __attribute__((reqd_work_group_size(BX, BY, 1)))
#else
#define GROUP_SIZE
#endif

#if STYLE == 1
#define SIDE WINDOW
#define STEP STRIDE
#else
#define SIDE window
#define STEP stride
#endif

#define BLOCK_Y (BY * UNITS)
#define TILE_ROWS ((BLOCK_Y - 1) * STRIDE + WINDOW)
#define TILE_COLUMNS ((BX - 1) * STRIDE + WINDOW)

// Where a group at the border would copy pixels beyond it, it copies pixels at the border.
#if GUARDED
#define COLUMN(x) min(x, in_width - COPY)
#define ROW(y) min(y, in_height - 1)
#else
#define COLUMN(x) (x)
#define ROW(y) (y)
#endif

// The group copies the pixels of a plane from (first_x, first_y) on into `tile`.
static inline void stage(__local PIXEL* tile, __global const PIXEL* in, int plane, int first_x,
                         int first_y, int in_width, int in_height) {
#if BATCHED
  const int item = get_local_id(1) * BX + get_local_id(0);
  const int count = TILE_ROWS * TILE_COLUMNS / COPY;
#pragma unroll
  for (int first = 0; first < count; first += BX * BY) {
    if (count % (BX * BY) == 0 || first + item < count) {
      const int pixel = (first + item) * COPY;
      const int x = COLUMN(first_x + pixel % TILE_COLUMNS);
      const int y = ROW(first_y + pixel / TILE_COLUMNS);
#if COPY == 4
      *(__local FOUR_PIXELS*)(tile + pixel) =
          *(__global const FOUR_PIXELS*)(in + (plane * in_height + y) * in_width + x);
#else
      tile[pixel] = in[(plane * in_height + y) * in_width + x];
#endif
    }
  }
#else
  for (int y = get_local_id(1); y < TILE_ROWS; y += get_local_size(1)) {
    for (int x = get_local_id(0); x < TILE_COLUMNS; x += get_local_size(0)) {
      tile[y * TILE_COLUMNS + x] =
          in[(plane * in_height + ROW(first_y + y)) * in_width + COLUMN(first_x + x)];
    }
  }
#endif
}

__kernel GROUP_SIZE void pooling(INPUT in, OUTPUT out, const int width, const int height,
                                 const int window, const int stride) {
  const int in_width = (width - 1) * STEP + SIDE, in_height = (height - 1) * STEP + SIDE;
  const int x = get_global_id(0), plane = get_global_id(2);
  const int first_x = get_group_id(0) * BX;
  const int first_y = get_group_id(1) * BLOCK_Y;

#ifdef CACHE_IN
  __local PIXEL tile[TILE_ROWS * TILE_COLUMNS] __attribute__((aligned(16)));
  stage(tile, in, plane, first_x * STEP, first_y * STEP, in_width, in_height);
  barrier(CLK_LOCAL_MEM_FENCE);
#define IN(r, s) tile[((y - first_y) * STEP + (r)) * TILE_COLUMNS + (x - first_x) * STEP + (s)]
#else
#define IN(r, s) in[(plane * in_height + y * STEP + (r)) * in_width + x * STEP + (s)]
#endif

#pragma unroll
  for (int unit = 0; unit < UNITS; ++unit) {
    const int y = first_y + get_local_id(1) + unit * BY;
#if GUARDED
    if (x >= width || y >= height) continue;
#endif
    const int result = (plane * height + y) * width + x;
#if BEST_IN_OUT
#define SO_FAR out[result]
    SO_FAR = START;
#else
#define SO_FAR so_far
    STATE so_far = START;
#endif
#if STYLE == 1
#pragma unroll
#endif
    for (int r = 0; r < SIDE; ++r) {
#if STYLE == 1
#pragma unroll
#endif
      for (int s = 0; s < SIDE; ++s) SO_FAR = TAKE(SO_FAR, IN(r, s));
    }
#if !BEST_IN_OUT
    out[result] = FINISH(so_far);
#endif
  }
}
