// A convolution layer of a neural network, computed directly: output channel k of an image is the
// sum, over its input channels, of WINDOW x WINDOW pixels times the weights w[k][c][r][s]. Arrays
// are planar: in[image][c][y][x], out[image][k][y][x].
//
// A work-group computes a block of BX by BY pixels of BZ * AT_ONCE output channels of one image,
// each work-item AT_ONCE channels of one pixel. The third dimension of the launch counts the blocks
// of channels, image by image. The kernels are a multiple of BZ * AT_ONCE, the channels of CHUNK.
//
//   BX, BY, BZ     work-group
//   AT_ONCE        output channels that a work-item computes
//   WINDOW         1, 3 or 5; also passed at run time, which all but STYLE 1 use
//   STRIDE         pixels of the input from one output to the next; also passed at run time
//   SAME           the input has STRIDE times the output's size, and zeros stand beyond its
//                  border; without it the input has the margin it needs, and the output's size is
//                  a multiple of the block
//   CHUNK          input channels that are staged at once
//   COPY           elements that one load of a batched copy moves: 1 or 4
//   CACHE_INPUT    stage the input in local memory
//   CACHE_WEIGHTS  stage the weights in local memory
//   STYLE          0  textbook: restrict, sums in registers, loops with run-time bounds
//                  1  tuned: restrict, sums in registers, window known at compile time; the
//                     output's size is a multiple of the block
//                  2  quick hack: no qualifiers, sums in `out`, loops with run-time bounds
//                  3  quick hack with a tuned copy

#define BATCHED (STYLE == 1 || STYLE == 3)
#define SUM_IN_OUT (STYLE >= 2)
#if defined(SAME) && STYLE != 1
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
#define GROUP_SIZE __attribute__((reqd_work_group_size(BX, BY, BZ)))
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

#ifdef SAME
#define MARGIN ((SIDE - 1) / 2)
#else
#define MARGIN 0
#endif

#define GROUP_ITEMS (BX * BY * BZ)
#define BLOCK_K (BZ * AT_ONCE)
#define TILE_ROWS ((BY - 1) * STRIDE + WINDOW)
#define TILE_COLUMNS ((BX - 1) * STRIDE + WINDOW)
#define TAPS (WINDOW * WINDOW)

// Pixel (x, y) of a plane of the input; zero beyond the border, if it has no margin.
static inline float pixel(__global const float* in, int plane, int x, int y, int in_width,
                          int in_height) {
#ifdef SAME
  if (x < 0 || x >= in_width || y < 0 || y >= in_height) return 0.0f;
#endif
  return in[(plane * in_height + y) * in_width + x];
}

// The group copies the pixels from (first_x, first_y) on, of CHUNK planes.
static inline void stage_input(__local float* tile, __global const float* in, int first_plane,
                               int first_x, int first_y, int in_width, int in_height) {
#if BATCHED
  const int item = (get_local_id(2) * BY + get_local_id(1)) * BX + get_local_id(0);
  const int count = CHUNK * TILE_ROWS * TILE_COLUMNS / COPY;
#pragma unroll
  for (int first = 0; first < count; first += GROUP_ITEMS) {
    if (count % GROUP_ITEMS == 0 || first + item < count) {
      const int element = (first + item) * COPY;
      const int plane = first_plane + element / (TILE_ROWS * TILE_COLUMNS);
      const int y = first_y + element / TILE_COLUMNS % TILE_ROWS;
      const int x = first_x + element % TILE_COLUMNS;
#if COPY == 4
      vstore4(*(__global const float4*)(in + (plane * in_height + y) * in_width + x), 0,
              tile + element);
#else
      tile[element] = pixel(in, plane, x, y, in_width, in_height);
#endif
    }
  }
#else
  for (int c = get_local_id(2); c < CHUNK; c += get_local_size(2)) {
    for (int y = get_local_id(1); y < TILE_ROWS; y += get_local_size(1)) {
      for (int x = get_local_id(0); x < TILE_COLUMNS; x += get_local_size(0)) {
        tile[(c * TILE_ROWS + y) * TILE_COLUMNS + x] =
            pixel(in, first_plane + c, first_x + x, first_y + y, in_width, in_height);
      }
    }
  }
#endif
}

// The group copies CHUNK channels, from `from` on, of the weights of BLOCK_K output channels, which
// are `pitch` elements apart.
static inline void stage_weights(__local float* tile, __global const float* weights, int from,
                                 int pitch) {
#if BATCHED
  const int item = (get_local_id(2) * BY + get_local_id(1)) * BX + get_local_id(0);
  const int count = BLOCK_K * CHUNK * TAPS / COPY;
#pragma unroll
  for (int first = 0; first < count; first += GROUP_ITEMS) {
    if (count % GROUP_ITEMS == 0 || first + item < count) {
      const int element = (first + item) * COPY;
      const int source = from + element / (CHUNK * TAPS) * pitch + element % (CHUNK * TAPS);
#if COPY == 4
      vstore4(*(__global const float4*)(weights + source), 0, tile + element);
#else
      tile[element] = weights[source];
#endif
    }
  }
#else
  const int item = get_local_id(1) * get_local_size(0) + get_local_id(0);
  const int items = get_local_size(0) * get_local_size(1);
  for (int k = get_local_id(2); k < BLOCK_K; k += get_local_size(2)) {
    for (int i = item; i < CHUNK * TAPS; i += items) {
      tile[k * CHUNK * TAPS + i] = weights[from + k * pitch + i];
    }
  }
#endif
}

__kernel GROUP_SIZE void conv_layer(INPUT in, INPUT weights, OUTPUT out, const int channels,
                                    const int kernels, const int width, const int height,
                                    const int window, const int stride) {
#ifdef SAME
  const int in_width = width * STEP, in_height = height * STEP;
#else
  const int in_width = (width - 1) * STEP + SIDE, in_height = (height - 1) * STEP + SIDE;
#endif
  const int x = get_global_id(0), y = get_global_id(1);
  const int local_x = get_local_id(0), local_y = get_local_id(1);
  const int blocks = kernels / BLOCK_K;
  const int image = (int)get_group_id(2) / blocks;
  const int first_k = (int)get_group_id(2) % blocks * BLOCK_K;
  const int k = first_k + (int)get_local_id(2) * AT_ONCE;
#ifdef GUARDED
  const bool inside = x < width && y < height;
#else
  const bool inside = true;
#endif

#ifdef CACHE_INPUT
  __local float in_tile[CHUNK * TILE_ROWS * TILE_COLUMNS];
#define PIXEL(c, r, s) \
  in_tile[((c) * TILE_ROWS + local_y * STEP + (r)) * TILE_COLUMNS + local_x * STEP + (s)]
#else
#define PIXEL(c, r, s)                                                                   \
  pixel(in, image * channels + start + (c), x * STEP + (s)-MARGIN, y * STEP + (r)-MARGIN, \
        in_width, in_height)
#endif

#ifdef CACHE_WEIGHTS
  __local float weight_tile[BLOCK_K * CHUNK * TAPS];
#define WEIGHT(unit, c, r, s) \
  weight_tile[(((k - first_k + (unit)) * CHUNK + (c)) * SIDE + (r)) * SIDE + (s)]
#else
#define WEIGHT(unit, c, r, s) \
  weights[(((k + (unit)) * channels + start + (c)) * SIDE + (r)) * SIDE + (s)]
#endif

#if defined(CACHE_INPUT) || defined(CACHE_WEIGHTS)
#define STAGED
#define AT_A_TIME CHUNK
#else
#define AT_A_TIME channels
#endif

#define RESULT(unit) out[((image * kernels + k + (unit)) * height + y) * width + x]
#if SUM_IN_OUT
#define SUM(unit) RESULT(unit)
#else
  float sums[AT_ONCE];
#define SUM(unit) sums[unit]
#endif

  if (inside) {
#pragma unroll
    for (int unit = 0; unit < AT_ONCE; ++unit) SUM(unit) = 0.0f;
  }

  for (int start = 0; start < channels; start += AT_A_TIME) {
#ifdef CACHE_INPUT
    stage_input(in_tile, in, image * channels + start, (x - local_x) * STEP - MARGIN,
                (y - local_y) * STEP - MARGIN, in_width, in_height);
#endif
#ifdef CACHE_WEIGHTS
    stage_weights(weight_tile, weights, (first_k * channels + start) * SIDE * SIDE,
                  channels * SIDE * SIDE);
#endif
#ifdef STAGED
    barrier(CLK_LOCAL_MEM_FENCE);
#endif
    if (inside) {
      for (int c = 0; c < AT_A_TIME; ++c) {
#if STYLE == 1
#pragma unroll
#endif
        for (int r = 0; r < SIDE; ++r) {
#if STYLE == 1
#pragma unroll
#endif
          for (int s = 0; s < SIDE; ++s) {
            const float value = PIXEL(c, r, s);
#pragma unroll
            for (int unit = 0; unit < AT_ONCE; ++unit) {
              SUM(unit) = fma(value, WEIGHT(unit, c, r, s), SUM(unit));
            }
          }
        }
      }
    }
#ifdef STAGED
    barrier(CLK_LOCAL_MEM_FENCE);
#endif
  }

#if !SUM_IN_OUT
  if (inside) {
#pragma unroll
    for (int unit = 0; unit < AT_ONCE; ++unit) RESULT(unit) = sums[unit];
  }
#endif
}
