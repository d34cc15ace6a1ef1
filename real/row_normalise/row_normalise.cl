// Normalisations of the rows and columns of a matrix of rows x width:
//
//   normalise_lanes      a row by a work-item, which walks along it two or three times; the lanes
//                        are a row apart
//   normalise_group      a row by BX work-items, which share its sums through local memory
//   standardise_columns  each element less the mean of its column, times the column's scale; a
//                        work-item a column, in UNITS rows
//   standardise_walk     the same, but a work-item walks along a row and adds up its squares
//
// A work-group handles BX rows (lanes), BY rows (group), BX columns of BY * UNITS rows (columns) or
// BX * UNITS rows (walk).
//
//   LANES, GROUP, COLUMNS, WALK  which of the kernels the file has
//   BX, BY         work-group; of group, BX is a power of 2
//   UNITS          rows that a work-item handles, BY or BX apart; of walk 1 but in STYLE 1
//   WIDTH          of the matrix; also passed at run time, which all but STYLE 1 use
//   FORM           of lanes and group: 0 softmax, 1 layer normalisation with gamma and beta, 2 rows
//                  of length 1
//   CHUNK          columns that lanes and walk stage at once: WIDTH or a divisor of it
//   PAD            elements added to each row of the local tile of lanes
//   REMAP          of lanes, 1: the cached variant puts results into the tile, and the group stores
//                  it in the order of memory; only whole rows, in STYLE 0 and 1
//   SEGMENTS       of group, 1: a lane takes neighbouring elements, 0: every BX-th
//   FEATURE_MAJOR  of walk, 1: a column of the matrix is a row of `in` and `out`
//   COPY           elements that one load of a batched copy moves: 1 or 4
//   CACHE_IN       lanes, group: stage the matrix in local memory
//   CACHE_MEAN     columns: stage the means of the group's columns
//   CACHE_GAMMA    walk: stage the scales of the columns
//   STYLE          0  textbook: restrict, sums in registers, guards for any number of rows, loops
//                     with run-time bounds
//                  1  tuned: restrict, sums in registers, rows are a multiple of the block,
//                     everything known at compile time, native_exp
//                  2  quick hack: no qualifiers, intermediate results in `out` and (but for group)
//                     sums in global memory, guards, run-time bounds; in lanes each item copies its
//                     own row
//                  3  quick hack with a tuned copy

#define BATCHED (STYLE == 1 || STYLE == 3)
#define IN_MEMORY (STYLE >= 2)

#if STYLE < 2
#define INPUT(type) __global const type* restrict
#define OUTPUT(type) __global type* restrict
#else
#define INPUT(type) __global type*
#define OUTPUT(type) __global type*
#endif

#ifndef BY
#define BY 1
#endif

#if BATCHED
#define GROUP_SIZE __attribute__((reqd_work_group_size(BX, BY, 1)))
#else
#define GROUP_SIZE
#endif

#if STYLE == 1
#define COLUMN_COUNT WIDTH
#define INSIDE(row) true
#define EXP native_exp
#else
#define COLUMN_COUNT width
#define INSIDE(row) ((row) < rows)
#define EXP exp
#endif

#define EPSILON 1e-5f

// Inlined, as else PoCL's threads share a local array that several calls are given.
#define INLINED __attribute__((always_inline)) static inline

// The group copies `count` neighbouring elements, of which `present` exist, into `tile`.
INLINED void copy_run(__local float* tile, __global const float* source, const int count,
                      const int present) {
  const int item = get_local_id(1) * BX + get_local_id(0);
#pragma unroll
  for (int start = 0; start < count; start += BX * BY * COPY) {
    const int e = start + item * COPY;
    if (e < (STYLE == 1 ? count : min(count, present))) {
#if COPY == 4
      *(__local float4*)(tile + e) = *(__global const float4*)(source + e);
#else
      tile[e] = source[e];
#endif
    }
  }
}

#ifdef LANES

#define PITCH (CHUNK + PAD)

// The group copies CHUNK elements of each of its rows, `present` or fewer, into `tile`.
INLINED void stage(__local float* tile, __global const float* source, int width, int present) {
  const int item = get_local_id(0);
#if BATCHED
#pragma unroll
  for (int start = 0; start < BX * CHUNK; start += BX * COPY) {
    const int e = start + item * COPY;
    const int row = e / CHUNK, column = e % CHUNK;
    if (STYLE == 1 || row < present) {
#if COPY == 4
      vstore4(*(__global const float4*)(source + row * COLUMN_COUNT + column), 0,
              tile + row * PITCH + column);
#else
      tile[row * PITCH + column] = source[row * COLUMN_COUNT + column];
#endif
    }
  }
#elif STYLE == 0
  const int rows = min(BX, present);
  for (int e = item; e < rows * CHUNK; e += get_local_size(0)) {
    const int row = e / CHUNK, column = e % CHUNK;
    tile[row * PITCH + column] = source[row * width + column];
  }
#else
  if (item < present) {
    for (int k = 0; k < CHUNK; ++k) tile[item * PITCH + k] = source[item * width + k];
  }
#endif
}

// Without CACHE_IN, or where whole rows are staged, a pass is one loop.
#if defined(CACHE_IN) && CHUNK < WIDTH
#define FOR_CHUNKS for (int start = 0; start < COLUMN_COUNT; start += CHUNK)
#define STEPS CHUNK
#define STAGE_CHUNK                                                                     \
  stage(tile, in + first_row * COLUMN_COUNT + start, COLUMN_COUNT, rows - first_row);   \
  barrier(CLK_LOCAL_MEM_FENCE);
#define END_CHUNK barrier(CLK_LOCAL_MEM_FENCE);
#else
#define FOR_CHUNKS
#define STEPS COLUMN_COUNT
#define STAGE_CHUNK
#define END_CHUNK
#endif

#ifdef CACHE_IN
#define IN(k) tile[item * PITCH + (k)]
#else
#define IN(k) in[row * COLUMN_COUNT + start + (k)]
#endif
#if defined(CACHE_IN) && REMAP
#define OUT(k) tile[item * PITCH + (k)]
#else
#define OUT(k) out[row * COLUMN_COUNT + start + (k)]
#endif
#if IN_MEMORY
#define TOTAL totals[row]
#else
#define TOTAL total
#endif

__kernel GROUP_SIZE void normalise_lanes(INPUT(float) in, INPUT(float) gamma, INPUT(float) beta,
                                         OUTPUT(float) out, OUTPUT(float) totals, const int rows,
                                         const int width) {
  const int item = get_local_id(0);
  const int first_row = get_group_id(0) * BX;
  const int row = first_row + item;
  const int start = 0;
#ifdef CACHE_IN
  __local float tile[BX * PITCH] __attribute__((aligned(16)));
#if CHUNK == WIDTH
  stage(tile, in + first_row * COLUMN_COUNT, COLUMN_COUNT, rows - first_row);
  barrier(CLK_LOCAL_MEM_FENCE);
#endif
#endif
#if !IN_MEMORY
  float total;
#endif

#if FORM == 0
  float largest = -INFINITY;
  FOR_CHUNKS {
    STAGE_CHUNK
    if (INSIDE(row)) {
#if STYLE == 1
#pragma unroll 8
#endif
      for (int k = 0; k < STEPS; ++k) largest = fmax(largest, IN(k));
    }
    END_CHUNK
  }
#elif FORM == 1
  if (INSIDE(row)) TOTAL = 0.0f;
  FOR_CHUNKS {
    STAGE_CHUNK
    if (INSIDE(row)) {
#if STYLE == 1
#pragma unroll 8
#endif
      for (int k = 0; k < STEPS; ++k) TOTAL += IN(k);
    }
    END_CHUNK
  }
  const float mean = INSIDE(row) ? TOTAL / COLUMN_COUNT : 0.0f;
#endif

  if (INSIDE(row)) TOTAL = 0.0f;
  FOR_CHUNKS {
    STAGE_CHUNK
    if (INSIDE(row)) {
#if STYLE == 1
#pragma unroll 8
#endif
      for (int k = 0; k < STEPS; ++k) {
#if FORM == 0
        const float part = EXP(IN(k) - largest);
        TOTAL += part;
#elif FORM == 1
        const float part = IN(k) - mean;
        TOTAL = fma(part, part, TOTAL);
#else
        const float part = IN(k);
        TOTAL = fma(part, part, TOTAL);
#endif
#if IN_MEMORY && FORM < 2
        OUT(k) = part;
#endif
      }
    }
    END_CHUNK
  }

#if FORM == 0
  const float factor = INSIDE(row) ? 1.0f / TOTAL : 0.0f;
#elif FORM == 1
  const float factor = INSIDE(row) ? rsqrt(TOTAL / COLUMN_COUNT + EPSILON) : 0.0f;
#else
  const float factor = INSIDE(row) ? rsqrt(TOTAL + EPSILON) : 0.0f;
#endif

#if IN_MEMORY && FORM < 2
  if (INSIDE(row)) {
    for (int j = 0; j < COLUMN_COUNT; ++j) {
#if FORM == 0
      OUT(j) *= factor;
#else
      OUT(j) = fma(OUT(j) * factor, gamma[j], beta[j]);
#endif
    }
  }
#else
  FOR_CHUNKS {
    STAGE_CHUNK
    if (INSIDE(row)) {
#if STYLE == 1
#pragma unroll 8
#endif
      for (int k = 0; k < STEPS; ++k) {
#if FORM == 0
        OUT(k) = EXP(IN(k) - largest) * factor;
#elif FORM == 1
        OUT(k) = fma((IN(k) - mean) * factor, gamma[start + k], beta[start + k]);
#else
        OUT(k) = IN(k) * factor;
#endif
      }
    }
    END_CHUNK
  }
#endif

#if !IN_MEMORY
  if (INSIDE(row)) totals[row] = total;
#endif

#if defined(CACHE_IN) && REMAP
  barrier(CLK_LOCAL_MEM_FENCE);
#if STYLE == 1
  const int present = BX * WIDTH;
#pragma unroll 8
#else
  const int present = min(BX, rows - first_row) * width;
#endif
  for (int e = item; e < present; e += BX) {
    out[first_row * COLUMN_COUNT + e] = tile[e / COLUMN_COUNT * PITCH + e % COLUMN_COUNT];
  }
#endif
}

#elif defined(GROUP)

// Sum, or greatest, of the values of the BX lanes of a row.
INLINED float sum_of_row(__local float* scratch, float value) {
  const int x = get_local_id(0), item = get_local_id(1) * BX + x;
  scratch[item] = value;
  barrier(CLK_LOCAL_MEM_FENCE);
  for (int half_row = BX / 2; half_row > 0; half_row /= 2) {
    if (x < half_row) scratch[item] += scratch[item + half_row];
    barrier(CLK_LOCAL_MEM_FENCE);
  }
  const float result = scratch[item - x];
  barrier(CLK_LOCAL_MEM_FENCE);
  return result;
}

INLINED float greatest_of_row(__local float* scratch, float value) {
  const int x = get_local_id(0), item = get_local_id(1) * BX + x;
  scratch[item] = value;
  barrier(CLK_LOCAL_MEM_FENCE);
  for (int half_row = BX / 2; half_row > 0; half_row /= 2) {
    if (x < half_row) scratch[item] = fmax(scratch[item], scratch[item + half_row]);
    barrier(CLK_LOCAL_MEM_FENCE);
  }
  const float result = scratch[item - x];
  barrier(CLK_LOCAL_MEM_FENCE);
  return result;
}

// The elements j of a lane.
#if STYLE == 1
#define LANE_STEPS ((WIDTH + BX - 1) / BX)
#if SEGMENTS
#define FOR_LANE                                   \
  for (int step_ = 0; step_ < LANE_STEPS; ++step_) \
    if (WIDTH % BX == 0 || x * LANE_STEPS + step_ < WIDTH)
#define J (x * LANE_STEPS + step_)
#else
#define FOR_LANE                                   \
  for (int step_ = 0; step_ < LANE_STEPS; ++step_) \
    if (WIDTH % BX == 0 || step_ * BX + x < WIDTH)
#define J (step_ * BX + x)
#endif
#elif SEGMENTS
#define FOR_LANE for (int j = first_j; j < last_j; ++j)
#define J j
#else
#define FOR_LANE for (int j = x; j < width; j += BX)
#define J j
#endif

#ifdef CACHE_IN
#define IN tile[y * COLUMN_COUNT + J]
#else
#define IN in[row * COLUMN_COUNT + J]
#endif
#define OUT out[row * COLUMN_COUNT + J]

__kernel GROUP_SIZE void normalise_group(INPUT(float) in, INPUT(float) gamma, INPUT(float) beta,
                                         OUTPUT(float) out, OUTPUT(float) totals, const int rows,
                                         const int width) {
  const int x = get_local_id(0), y = get_local_id(1);
  const int first_row = get_group_id(0) * BY;
  const int row = first_row + y;
  __local float scratch[BX * BY];
#if SEGMENTS && STYLE != 1
  const int lane_steps = (width + BX - 1) / BX;
  const int first_j = x * lane_steps, last_j = min(first_j + lane_steps, width);
#endif

#ifdef CACHE_IN
  __local float tile[BY * WIDTH] __attribute__((aligned(16)));
#if BATCHED
  copy_run(tile, in + first_row * COLUMN_COUNT, BY * WIDTH, (rows - first_row) * COLUMN_COUNT);
#elif STYLE == 0
  const int present = min(BY, rows - first_row) * width;
  for (int e = y * BX + x; e < present; e += BX * BY) tile[e] = in[first_row * width + e];
#else
  if (INSIDE(row)) {
    for (int j = x; j < width; j += BX) tile[y * width + j] = in[row * width + j];
  }
#endif
  barrier(CLK_LOCAL_MEM_FENCE);
#endif

#if FORM == 0
  float largest = -INFINITY;
  if (INSIDE(row)) {
#if STYLE == 1
#pragma unroll
#endif
    FOR_LANE largest = fmax(largest, IN);
  }
  largest = greatest_of_row(scratch, largest);
#elif FORM == 1
  float sum = 0.0f;
  if (INSIDE(row)) {
#if STYLE == 1
#pragma unroll
#endif
    FOR_LANE sum += IN;
  }
  const float mean = sum_of_row(scratch, sum) / COLUMN_COUNT;
#endif

  float total = 0.0f;
  if (INSIDE(row)) {
#if STYLE == 1
#pragma unroll
#endif
    FOR_LANE {
#if FORM == 0
      const float part = EXP(IN - largest);
      total += part;
#elif FORM == 1
      const float part = IN - mean;
      total = fma(part, part, total);
#else
      const float part = IN;
      total = fma(part, part, total);
#endif
#if IN_MEMORY && FORM < 2
      OUT = part;
#endif
    }
  }
  total = sum_of_row(scratch, total);
#if FORM == 0
  const float factor = 1.0f / total;
#elif FORM == 1
  const float factor = rsqrt(total / COLUMN_COUNT + EPSILON);
#else
  const float factor = rsqrt(total + EPSILON);
#endif

  if (INSIDE(row)) {
#if STYLE == 1
#pragma unroll
#endif
    FOR_LANE {
#if FORM == 0
#if IN_MEMORY
      OUT *= factor;
#else
      OUT = EXP(IN - largest) * factor;
#endif
#elif FORM == 1
#if IN_MEMORY
      OUT = fma(OUT * factor, gamma[J], beta[J]);
#else
      OUT = fma((IN - mean) * factor, gamma[J], beta[J]);
#endif
#else
      OUT = IN * factor;
#endif
    }
    if (x == 0) totals[row] = total;
  }
}

#elif defined(COLUMNS)

#ifdef CACHE_MEAN
#define MEAN tile[x]
#else
#define MEAN mean[column]
#endif

__kernel GROUP_SIZE void standardise_columns(INPUT(float) in, INPUT(float) mean,
                                             INPUT(float) scale, OUTPUT(float) out, const int rows,
                                             const int width) {
  const int x = get_local_id(0), y = get_local_id(1);
  const int first_column = get_group_id(0) * BX, first_row = get_group_id(1) * (BY * UNITS);
  const int column = first_column + x;
#ifdef CACHE_MEAN
  __local float tile[BX] __attribute__((aligned(16)));
#if BATCHED
  copy_run(tile, mean + first_column, BX, width - first_column);
#else
  if (y == 0 && column < width) tile[x] = mean[column];
#endif
  barrier(CLK_LOCAL_MEM_FENCE);
#endif
  if (STYLE == 1 || column < width) {
#if STYLE == 1
#pragma unroll 8
#endif
    for (int unit = 0; unit < UNITS; ++unit) {
      const int row = first_row + y + unit * BY;
      if (INSIDE(row)) {
#if IN_MEMORY
        out[row * width + column] = in[row * width + column] - MEAN;
        out[row * width + column] *= scale[column];
#else
        out[row * COLUMN_COUNT + column] =
            (in[row * COLUMN_COUNT + column] - MEAN) * scale[column];
#endif
      }
    }
  }
}

#else

#if FEATURE_MAJOR
#define AT(unit, j) ((j) * rows + first_row + (unit) * BX + item)
#else
#define AT(unit, j) ((first_row + (unit) * BX + item) * COLUMN_COUNT + (j))
#endif

#if defined(CACHE_GAMMA) && CHUNK < WIDTH
#define CHUNKED 1
#define STEPS CHUNK
#else
#define CHUNKED 0
#define STEPS COLUMN_COUNT
#endif
#ifdef CACHE_GAMMA
#define GAMMA(k) tile[k]
#else
#define GAMMA(k) gamma[start + (k)]
#endif
#if IN_MEMORY
#define SQUARES(unit) squares[first_row + item]
#else
#define SQUARES(unit) sums[unit]
#endif

__kernel GROUP_SIZE void standardise_walk(INPUT(float) in, INPUT(float) mean, INPUT(float) gamma,
                                          OUTPUT(float) out, OUTPUT(float) squares, const int rows,
                                          const int width) {
  const int item = get_local_id(0);
  const int first_row = get_group_id(0) * (BX * UNITS);
#ifdef CACHE_GAMMA
  __local float tile[CHUNK] __attribute__((aligned(16)));
#endif
#if !IN_MEMORY
  float sums[UNITS];
#pragma unroll
  for (int unit = 0; unit < UNITS; ++unit) sums[unit] = 0.0f;
#else
  if (INSIDE(first_row + item)) SQUARES(0) = 0.0f;
#endif

#if CHUNKED
  for (int start = 0; start < COLUMN_COUNT; start += CHUNK)
#else
  const int start = 0;
#endif
  {
#ifdef CACHE_GAMMA
#if BATCHED
    copy_run(tile, gamma + start, CHUNK, CHUNK);
#else
    for (int e = item; e < CHUNK; e += get_local_size(0)) tile[e] = gamma[start + e];
#endif
    barrier(CLK_LOCAL_MEM_FENCE);
#endif
    if (INSIDE(first_row + item)) {
#if STYLE == 1
#pragma unroll 8
#endif
      for (int k = 0; k < STEPS; ++k) {
#pragma unroll
        for (int unit = 0; unit < UNITS; ++unit) {
          const float value = (in[AT(unit, start + k)] - mean[start + k]) * GAMMA(k);
          out[AT(unit, start + k)] = value;
          SQUARES(unit) = fma(value, value, SQUARES(unit));
        }
      }
    }
#if CHUNKED
    barrier(CLK_LOCAL_MEM_FENCE);
#endif
  }

#if !IN_MEMORY
#pragma unroll
  for (int unit = 0; unit < UNITS; ++unit) {
    const int row = first_row + unit * BX + item;
    if (INSIDE(row)) squares[row] = sums[unit];
  }
#endif
}

#endif
