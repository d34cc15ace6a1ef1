// One level of a discrete wavelet transform, along the rows or the columns of an image; a batch of
// signals is an image with a signal a row or a column. A line of 2 * outputs samples becomes
// `outputs` low and as many high ones, which lie one after another in the place of the line:
//
//   filter bank  low[i] and high[i] are sums over the window of SPAN samples from 2 i on, weighted
//                with the first and the second half of `taps`
//   lifting      the 5/3 or the 9/7 wavelet, each item its own samples of every step
//
// A work-group is BX x BY items, its first dimension along the rows. Each item computes UNITS
// pairs of outputs of one line, a group apart.
//
//   BX, BY       work-group
//   UNITS        outputs of an item; 1 but in STYLE 1
//   SPAN         samples of a window: the taps of a filter, or 5 or 9; the number of taps is also
//                passed at run time, which all but STYLE 1 use
//   LIFTING      0 a filter bank, 1 lifting
//   COLUMNS      0 along the rows, 1 along the columns
//   EXTEND       what is beyond the ends of a line: 0 samples, SPAN - 2 of them after its end
//                (a window then begins at 2 i), 1 the line mirrored, 2 the line again (a window
//                begins (SPAN - 1) / 2 samples earlier)
//   SPLIT        1 tile rows hold the even samples first and then the odd ones, along rows only
//   COPY         samples that one load of a batched copy moves: 1, or 2 or 4 in STYLE 1
//   CACHE_IMAGE, CACHE_TAPS   stage that array in local memory
//   STYLE        0  textbook: restrict, sums in registers, guards for any size, loops with run-time
//                   bounds
//                1  tuned: restrict, sums in registers, sizes are multiples of the block, taps
//                   known at compile time, unrolled
//                2  quick hack: no qualifiers, sums in `out`, guards, loops with run-time bounds,
//                   a line again by remainders
//                3  quick hack with a tuned copy

#define BATCHED (STYLE == 1 || STYLE == 3)
#define SUM_IN_OUT (STYLE >= 2)

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
#define TAP_COUNT SPAN
#define INSIDE(i, line) true
#else
#define TAP_COUNT tap_count
#define INSIDE(i, line) ((i) < outputs && (line) < lines)
#endif

// Samples of a window before sample 2 i.
#if EXTEND
#define LEFT ((SPAN - 1) / 2)
#else
#define LEFT 0
#endif

// The samples that a group reads.
#if COLUMNS
#define BLOCK (BY * UNITS)
#define TILE_ROWS (2 * BLOCK + SPAN - 2)
#define TILE_COLUMNS BX
#else
#define BLOCK (BX * UNITS)
#define TILE_ROWS BY
#define TILE_COLUMNS (2 * BLOCK + SPAN - 2)
#endif

// Where sample `column` of a tile row lies in it.
#if SPLIT
#define PLACE(column) ((column) / 2 + ((column) % 2) * ((TILE_COLUMNS + 1) / 2))
#else
#define PLACE(column) (column)
#endif

// The sample that stands for sample p of a line of n samples.
static inline int extended(int p, int n) {
#if EXTEND == 0
  return p;
#elif EXTEND == 1
  p = p < 0 ? -p : p;
  return p < n ? p : 2 * (n - 1) - p;
#elif STYLE < 2
  return p < 0 ? p + n : p < n ? p : p - n;
#else
  return (p + n) % n;
#endif
}

// Where sample p of a line lies in the image, a row of which takes `pitch` samples.
static inline int place_in_image(int p, int line, int outputs, int pitch) {
#if COLUMNS
  return extended(p, 2 * outputs) * pitch + line;
#else
  return line * pitch + extended(p, 2 * outputs);
#endif
}

// The group copies the samples of its windows, from output `first` of line `first_line` on.
static inline void stage_image(__local float* tile, __global const float* image, int first,
                               int first_line, int outputs, int lines, int pitch) {
#if COLUMNS
#define SAMPLE(row, column) \
  image[place_in_image(2 * first - LEFT + (row), first_line + (column), outputs, pitch)]
#else
#define SAMPLE(row, column) \
  image[place_in_image(2 * first - LEFT + (column), first_line + (row), outputs, pitch)]
#endif
#if STYLE == 1
  const int rows = TILE_ROWS, columns = TILE_COLUMNS;
#elif COLUMNS
  const int rows = min(TILE_ROWS, 2 * (outputs - first) + SPAN - 2);
  const int columns = min(TILE_COLUMNS, lines - first_line);
#else
  const int rows = min(TILE_ROWS, lines - first_line);
  const int columns = min(TILE_COLUMNS, 2 * (outputs - first) + SPAN - 2);
#endif
#if BATCHED
  const int item = get_local_id(1) * BX + get_local_id(0);
#pragma unroll
  for (int start = 0; start < TILE_ROWS * TILE_COLUMNS; start += BX * BY * COPY) {
    const int e = start + item * COPY;
    const int row = e / TILE_COLUMNS, column = e % TILE_COLUMNS;
    if (row < rows && column < columns) {
      __local float* to = tile + row * TILE_COLUMNS;
#if COPY == 4
      const float4 part = *(__global const float4*)&SAMPLE(row, column);
      to[PLACE(column)] = part.x;
      to[PLACE(column + 1)] = part.y;
      to[PLACE(column + 2)] = part.z;
      to[PLACE(column + 3)] = part.w;
#elif COPY == 2
      const float2 part = *(__global const float2*)&SAMPLE(row, column);
      to[PLACE(column)] = part.x;
      to[PLACE(column + 1)] = part.y;
#else
      to[PLACE(column)] = SAMPLE(row, column);
#endif
    }
  }
#elif STYLE == 0 && !COLUMNS
  // Row by row the second dimension would have a single trip.
  const int item = get_local_id(1) * get_local_size(0) + get_local_id(0);
  for (int e = item; e < rows * columns; e += get_local_size(0) * get_local_size(1)) {
    const int row = e / columns, column = e % columns;
    tile[row * TILE_COLUMNS + PLACE(column)] = SAMPLE(row, column);
  }
#else
  for (int row = get_local_id(1); row < rows; row += get_local_size(1)) {
    for (int column = get_local_id(0); column < columns; column += get_local_size(0)) {
      tile[row * TILE_COLUMNS + PLACE(column)] = SAMPLE(row, column);
    }
  }
#endif
}

// The group copies all taps.
static inline void stage_taps(__local float* tile, __global const float* taps, int tap_count) {
  const int item = get_local_id(1) * get_local_size(0) + get_local_id(0);
#if BATCHED
#pragma unroll
  for (int start = 0; start < 2 * SPAN; start += BX * BY) {
    if (start + item < 2 * SPAN) tile[start + item] = taps[start + item];
  }
#else
  for (int t = item; t < 2 * tap_count; t += get_local_size(0) * get_local_size(1)) {
    tile[t] = taps[t];
  }
#endif
}

#if COLUMNS
#define LINE (int)get_global_id(0)
#define FIRST_LINE (int)get_group_id(0) * BX
#define FIRST (int)get_group_id(1) * BLOCK
#define IN_BLOCK (unit * BY + (int)get_local_id(1))
#else
#define LINE (int)get_global_id(1)
#define FIRST_LINE (int)get_group_id(1) * BY
#define FIRST (int)get_group_id(0) * BLOCK
#define IN_BLOCK (unit * BX + (int)get_local_id(0))
#endif

// Sample k of the window of output i.
#ifdef CACHE_IMAGE
#if COLUMNS
#define READ(k) tile[(2 * IN_BLOCK + (k)) * TILE_COLUMNS + get_local_id(0)]
#else
#define READ(k) tile[get_local_id(1) * TILE_COLUMNS + PLACE(2 * IN_BLOCK + (k))]
#endif
#else
#define READ(k) image[place_in_image(2 * i - LEFT + (k), line, outputs, pitch)]
#endif

#ifdef CACHE_TAPS
#define TAP(t) tile[t]
#else
#define TAP(t) taps[t]
#endif

// Steps of lifting, each at sample k of the window; X is a sample.
#define D1(k) fma(PREDICT, X((k) - 1) + X((k) + 1), X(k))
#define S1(k) fma(UPDATE, D1((k) - 1) + D1((k) + 1), X(k))
#define D2(k) fma(0.8829110762f, S1((k) - 1) + S1((k) + 1), D1(k))
#if SPAN == 5
#define PREDICT -0.5f
#define UPDATE 0.25f
#define LIFTED_HIGH D1(3)
#define LIFTED_LOW(high) fma(UPDATE, D1(1) + (high), X(2))
#else
#define PREDICT -1.586134342f
#define UPDATE -0.05298011854f
#define LIFTED_HIGH D2(5)
#define LIFTED_LOW(high) fma(0.4435068522f, D2(3) + (high), S1(4))
#endif

__kernel GROUP_SIZE void wavelet(INPUT image, INPUT taps, OUTPUT out, const int outputs,
                                 const int lines, const int pitch, const int tap_count) {
  const int line = LINE, first_line = FIRST_LINE, first = FIRST;
#ifdef CACHE_IMAGE
  __local float tile[TILE_ROWS * TILE_COLUMNS];
  stage_image(tile, image, first, first_line, outputs, lines, pitch);
  barrier(CLK_LOCAL_MEM_FENCE);
#endif
#ifdef CACHE_TAPS
  __local float tile[2 * SPAN];
  stage_taps(tile, taps, tap_count);
  barrier(CLK_LOCAL_MEM_FENCE);
#endif

#pragma unroll
  for (int unit = 0; unit < UNITS; ++unit) {
    const int i = first + IN_BLOCK;
    if (INSIDE(i, line)) {
#if COLUMNS
      const int low_place = i * lines + line, high_place = (outputs + i) * lines + line;
#else
      const int low_place = line * 2 * outputs + i, high_place = low_place + outputs;
#endif
#if SUM_IN_OUT
#define LOW out[low_place]
#define HIGH out[high_place]
#define X(k) READ(k)
#else
      float low, high;
#define LOW low
#define HIGH high
#define X(k) window[k]
#endif
#if LIFTING
#if !SUM_IN_OUT
      float window[SPAN];
#pragma unroll
      for (int k = 0; k < SPAN; ++k) window[k] = READ(k);
#endif
      HIGH = LIFTED_HIGH;
      LOW = LIFTED_LOW(HIGH);
#else
      LOW = 0.0f;
      HIGH = 0.0f;
#if STYLE == 1
#pragma unroll
#endif
      for (int k = 0; k < TAP_COUNT; ++k) {
#if SUM_IN_OUT
        LOW = fma(TAP(k), READ(k), LOW);
        HIGH = fma(TAP(TAP_COUNT + k), READ(k), HIGH);
#else
        const float sample = READ(k);
        LOW = fma(TAP(k), sample, LOW);
        HIGH = fma(TAP(TAP_COUNT + k), sample, HIGH);
#endif
      }
#endif
#if !SUM_IN_OUT
      out[low_place] = low;
      out[high_place] = high;
#endif
    }
  }
}
