// Finite impulse response filters over the channels of a signal:
// out[c][i] = sum over k of taps[k] * signal[c][i * DECIMATION + k], for `outputs` values of each of
// `channels` channels. A row of `signal` has `samples` elements.
//
// A work-group computes BLOCK = BX * UNITS outputs of BY channels, each work-item UNITS outputs of
// one channel, BX apart. CHUNK divides TAPS.
//
//   BX, BY        work-group
//   UNITS         outputs of a work-item
//   TAPS          of the filter; also passed at run time, which all but STYLE 1 use
//   DECIMATION    samples from one output to the next; also passed at run time
//   COMPLEX       signal, taps and results are complex, as float2
//   BANK          1: each channel has its own taps, a row of `taps`; 0: all share one row
//   CONSTANT      1: `taps` lie in constant memory
//   WINDOW        samples that CACHE_SIGNAL stages of each channel: all that the block needs, a
//                 multiple of COPY
//   CHUNK         taps that CACHE_TAPS stages at once
//   COPY          elements that one load of a batched copy moves: 1, or 16 bytes of them
//   CACHE_SIGNAL  stage the signal in local memory
//   CACHE_TAPS    stage the taps in local memory
//   STYLE         0  textbook: restrict, sums in registers, loops with run-time bounds
//                 1  tuned: restrict, sums in registers, everything known at compile time; the block
//                    divides the outputs, BY the channels
//                 2  quick hack: no qualifiers, sums in `out`, loops with run-time bounds
//                 3  quick hack with a tuned copy

#define BATCHED (STYLE == 1 || STYLE == 3)
#define SUM_IN_OUT (STYLE >= 2)
#define GUARDED (STYLE != 1)

#ifdef COMPLEX
#define VALUE float2
#else
#define VALUE float
#endif

#if STYLE < 2
#define INPUT __global const VALUE* restrict
#define OUTPUT __global VALUE* restrict
#else
#define INPUT __global VALUE*
#define OUTPUT __global VALUE*
#endif

#if CONSTANT
#define TAP_INPUT __constant VALUE*
#else
#define TAP_INPUT INPUT
#endif

#if BATCHED
#define GROUP_SIZE __attribute__((reqd_work_group_size(BX, BY, 1)))
#else
#define GROUP_SIZE
#endif

#if STYLE == 1
#define TAP_COUNT TAPS
#define STEP DECIMATION
#else
#define TAP_COUNT tap_count
#define STEP decimation
#endif

#define BLOCK (BX * UNITS)

#if BANK
#define TAP_ROWS BY
#else
#define TAP_ROWS 1
#endif

static inline VALUE multiply_add(VALUE tap, VALUE sample, VALUE sum) {
#ifdef COMPLEX
  const float real = fma(-tap.y, sample.y, fma(tap.x, sample.x, sum.x));
  const float imaginary = fma(tap.y, sample.x, fma(tap.x, sample.y, sum.y));
  return (float2)(real, imaginary);
#else
  return fma(tap, sample, sum);
#endif
}

#if defined(CACHE_SIGNAL) || defined(CACHE_TAPS)
// The group copies rows x columns elements from (first_row, first_column) of `source` into `tile`;
// a guarded one leaves out what lies beyond the rows_there x columns_there elements of `source`.
static inline void stage(__local VALUE* tile, int rows, int columns, __global const VALUE* source,
                         int rows_there, int columns_there, int first_row, int first_column) {
#if BATCHED
  const int item = get_local_id(1) * BX + get_local_id(0);
  const int count = rows * columns / COPY;
#pragma unroll
  for (int first = 0; first < count; first += BX * BY) {
    if (count % (BX * BY) == 0 || first + item < count) {
      const int row = (first + item) / (columns / COPY);
      const int column = (first + item) % (columns / COPY) * COPY;
#if GUARDED
      if (first_row + row >= rows_there || first_column + column >= columns_there) continue;
#endif
      const int from = (first_row + row) * columns_there + first_column + column;
#if COPY > 1
      *(__local float4*)(tile + row * columns + column) = *(__global const float4*)(source + from);
#else
      tile[row * columns + column] = source[from];
#endif
    }
  }
#else
  for (int row = get_local_id(1); row < rows; row += get_local_size(1)) {
    for (int column = get_local_id(0); column < columns; column += get_local_size(0)) {
      if (first_row + row < rows_there && first_column + column < columns_there) {
        tile[row * columns + column] =
            source[(first_row + row) * columns_there + first_column + column];
      }
    }
  }
#endif
}
#endif

__kernel GROUP_SIZE void fir(INPUT signal, TAP_INPUT taps, OUTPUT out, const int channels,
                             const int samples, const int outputs, const int tap_count,
                             const int decimation) {
  const int first_output = get_group_id(0) * BLOCK;
  const int first_channel = get_group_id(1) * BY;
  const int local_output = get_local_id(0), local_channel = get_local_id(1);
  const int channel = first_channel + local_channel;

  // What the copies of a tuned kernel know at compile time.
#if BATCHED
#define STAGED_SAMPLES WINDOW
#define STAGED_TAPS CHUNK
#else
#define STAGED_SAMPLES ((BLOCK - 1) * decimation + tap_count)
#if CHUNK == TAPS
#define STAGED_TAPS tap_count
#else
#define STAGED_TAPS CHUNK
#endif
#endif

#ifdef CACHE_SIGNAL
  __local VALUE signal_tile[BY * WINDOW] __attribute__((aligned(16)));
  stage(signal_tile, BY, STAGED_SAMPLES, signal, channels, samples, first_channel,
        first_output * STEP);
  barrier(CLK_LOCAL_MEM_FENCE);
#define SAMPLE(unit, k) \
  signal_tile[local_channel * STAGED_SAMPLES + (local_output + (unit) * BX) * STEP + (k)]
#else
#define SAMPLE(unit, k) \
  signal[channel * samples + (first_output + local_output + (unit) * BX) * STEP + (k)]
#endif

#if BANK
#define TAP_ROW(row) (row)
#else
#define TAP_ROW(row) 0
#endif

#ifdef CACHE_TAPS
  __local VALUE tap_tile[TAP_ROWS * CHUNK] __attribute__((aligned(16)));
#define TAP(k) tap_tile[TAP_ROW(local_channel) * STAGED_TAPS + (k)-start]
#else
#define TAP(k) taps[TAP_ROW(channel) * TAP_COUNT + (k)]
#endif

#define INSIDE(unit) (channel < channels && first_output + local_output + (unit) * BX < outputs)
#define RESULT(unit) out[channel * outputs + first_output + local_output + (unit) * BX]
#if SUM_IN_OUT
#define SUM(unit) RESULT(unit)
#else
  VALUE sums[UNITS];
#define SUM(unit) sums[unit]
#endif

#pragma unroll
  for (int unit = 0; unit < UNITS; ++unit) {
#if SUM_IN_OUT
    if (!INSIDE(unit)) continue;
#endif
    SUM(unit) = 0.0f;
  }

#ifdef CACHE_TAPS
#if CHUNK == TAPS
  const int start = 0;
  stage(tap_tile, TAP_ROWS, STAGED_TAPS, taps, TAP_ROW(channels - 1) + 1, TAP_COUNT,
        TAP_ROW(first_channel), 0);
  barrier(CLK_LOCAL_MEM_FENCE);
#define FIRST_TAP 0
#define END_TAP TAP_COUNT
#else
  for (int start = 0; start < TAP_COUNT; start += CHUNK) {
    stage(tap_tile, TAP_ROWS, STAGED_TAPS, taps, TAP_ROW(channels - 1) + 1, TAP_COUNT,
          TAP_ROW(first_channel), start);
    barrier(CLK_LOCAL_MEM_FENCE);
#define FIRST_TAP start
#define END_TAP (start + CHUNK)
#endif
#else
#define FIRST_TAP 0
#define END_TAP TAP_COUNT
#endif

#if GUARDED
#pragma unroll
    for (int unit = 0; unit < UNITS; ++unit) {
      if (!INSIDE(unit)) continue;
      for (int k = FIRST_TAP; k < END_TAP; ++k) {
        SUM(unit) = multiply_add(TAP(k), SAMPLE(unit, k), SUM(unit));
      }
    }
#else
#pragma unroll 16
    for (int k = FIRST_TAP; k < END_TAP; ++k) {
      const VALUE tap = TAP(k);
#pragma unroll
      for (int unit = 0; unit < UNITS; ++unit) {
        SUM(unit) = multiply_add(tap, SAMPLE(unit, k), SUM(unit));
      }
    }
#endif

#if defined(CACHE_TAPS) && CHUNK != TAPS
    barrier(CLK_LOCAL_MEM_FENCE);
  }
#endif

#if !SUM_IN_OUT
#pragma unroll
  for (int unit = 0; unit < UNITS; ++unit) {
#if GUARDED
    if (!INSIDE(unit)) continue;
#endif
    RESULT(unit) = sums[unit];
  }
#endif
}
