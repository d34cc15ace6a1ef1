// Convolution along time over several channels, as in models of speech and of time series:
//   result[n][o][t] = sum over c, k of weights[o][c][k] * input[n][c][t + k * DILATION]
// The rows of the input are (taps - 1) * DILATION longer than those of the result.
//
// A work-group computes BX times of BY outputs; the batch is the third dimension.
//
//   BX, BY         work-group
//   CHANNELS, TAPS   also passed at run time, which all but STYLE 1 use
//   DILATION       distance of neighbouring taps
//   CHUNK          channels that are staged at once: CHANNELS or a divisor of it
//   CACHE_INPUT, CACHE_WEIGHTS   stage that array in local memory
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
#define CHANNEL_COUNT CHANNELS
#define TAP_COUNT TAPS
#define INSIDE true
#else
#define CHANNEL_COUNT channels
#define TAP_COUNT taps
#define INSIDE (t < length && o < outputs)
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

#define TILE_TIMES (BX + (TAPS - 1) * DILATION)

#ifdef CACHE_INPUT
#define IN(c, k) tile[(c) * TILE_TIMES + get_local_id(0) + (k) * DILATION]
#define CACHED
#else
#define IN(c, k) input[((n * CHANNEL_COUNT + start + (c)) * pitch) + t + (k) * DILATION]
#endif
#ifdef CACHE_WEIGHTS
#define WEIGHT(c, k) tile[(get_local_id(1) * CHUNK + (c)) * TAPS + (k)]
#define CACHED
#else
#define WEIGHT(c, k) weights[(o * CHANNEL_COUNT + start + (c)) * TAP_COUNT + (k)]
#endif

// Without CACHED, or where all channels are staged, there is but one chunk.
#if defined(CACHED) && CHUNK < CHANNELS
#define CHUNKED 1
#define STEPS CHUNK
#else
#define CHUNKED 0
#define STEPS CHANNEL_COUNT
#endif

#if STYLE < 2
#define SUM sum
#else
#define SUM result[(n * outputs + o) * length + t]
#endif

__kernel GROUP_SIZE void sequence_conv(INPUT(float) input, INPUT(float) weights,
                                       OUTPUT(float) result, const int channels, const int outputs,
                                       const int length, const int taps) {
  const int t = get_global_id(0), o = get_global_id(1), n = get_global_id(2);
  const int pitch = length + (TAP_COUNT - 1) * DILATION;
#ifdef CACHE_INPUT
  __local float tile[CHUNK * TILE_TIMES];
  const int first_t = get_group_id(0) * BX;
#endif
#ifdef CACHE_WEIGHTS
  __local float tile[BY * CHUNK * TAPS];
  const int first_o = get_group_id(1) * BY;
#endif
#if STYLE < 2
  float sum = 0.0f;
#else
  if (INSIDE) SUM = 0.0f;
#endif
#if CHUNKED
  for (int start = 0; start < CHANNEL_COUNT; start += CHUNK)
#else
  const int start = 0;
#endif
  {
#ifdef CACHE_INPUT
    stage(tile, TILE_TIMES, input + (n * CHANNEL_COUNT + start) * pitch + first_t, pitch, CHUNK,
          TILE_TIMES, CHUNK, pitch - first_t);
#endif
#ifdef CACHE_WEIGHTS
    stage(tile, CHUNK * TAPS, weights + (first_o * CHANNEL_COUNT + start) * TAP_COUNT,
          CHANNEL_COUNT * TAP_COUNT, BY, CHUNK * TAPS, outputs - first_o, CHUNK * TAPS);
#endif
#ifdef CACHED
    barrier(CLK_LOCAL_MEM_FENCE);
#endif
    if (INSIDE) {
      for (int c = 0; c < STEPS; ++c) {
#if STYLE == 1
#pragma unroll
#endif
        for (int k = 0; k < TAP_COUNT; ++k) SUM = fma(WEIGHT(c, k), IN(c, k), SUM);
      }
    }
#if CHUNKED
    barrier(CLK_LOCAL_MEM_FENCE);
#endif
  }
#if STYLE < 2
  if (INSIDE) result[(n * outputs + o) * length + t] = sum;
#endif
}
