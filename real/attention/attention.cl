// Softmax of scores, as attention needs it. Two kernels:
//
// `attention` goes through all keys of its head for each query, in one pass: it keeps the greatest score
// so far and the sum of exponentials relative to it, and scales what it has when the greatest changes.
//
//   score(j)  = sum over d of q[head][query][d] * k[head][j][d]           (q comes scaled)
//   maximum   = greatest score;  total = sum over j of exp(score(j) - maximum)
//   out[head][query][d] = sum over j of exp(score(j) - maximum) * v[head][j][d] / total    (VALUES)
//
// `softmax` makes each row of a matrix of scores its softmax, in three passes over the row: maximum, total,
// result. Each work-item takes a row.
//
//   GROUP         work-items of a group
//   UNITS         queries of a work-item, GROUP apart (register tile)
//   AT_ONCE       keys that a work-item scores at once, a divisor of TILE
//   D             size of a key; also passed at run time, which loops use that touch global memory only
//   OWN           1: keep the query in private memory; 0: read it again for every key
//   VALUES        add up the values too
//   TILE          keys, values or columns that are staged at once, a divisor of their number
//   WHOLE         `softmax`: 1 if TILE is all columns, which are staged once and not in each pass
//   PAD           `softmax`: elements added to each row of the local tile
//   COPY          elements that one load of a batched copy moves: 1 or 4
//   CACHE_K       stage the keys in local memory
//   CACHE_V       stage the values in local memory
//   CACHE_MATRIX  stage the group's rows of the matrix in local memory
//   STYLE         0  textbook: restrict, sums in registers, any number of queries or rows, copies with
//                    run-time bounds
//                 1  tuned: restrict, sums in registers, whole groups, native_exp, everything known at
//                    compile time
//                 2  quick hack: no qualifiers, maxima and sums in the results, whole groups, copies with
//                    run-time bounds
//                 3  quick hack with a tuned copy

#define BATCHED (STYLE == 1 || STYLE == 3)
#define SUM_IN_RESULT (STYLE >= 2)
#define GUARDED (STYLE == 0)

#if STYLE < 2
#define INPUT __global const float* restrict
#define OUTPUT __global float* restrict
#else
#define INPUT __global float*
#define OUTPUT __global float*
#endif

#if BATCHED
#define GROUP_SIZE __attribute__((reqd_work_group_size(GROUP, 1, 1)))
#else
#define GROUP_SIZE
#endif

#if STYLE == 1
#define EXP(x) native_exp(x)
#else
#define EXP(x) exp(x)
#endif

#ifdef SOFTMAX

#ifdef CACHE_MATRIX
// The group copies TILE columns of its rows, from `start` on, into `tile`.
static inline void stage_rows(__local float* tile, __global const float* matrix, int rows,
                              int columns, int start) {
  const int first_row = get_group_id(0) * GROUP;
  const int item = get_local_id(0);
#if BATCHED
#pragma unroll
  for (int first = 0; first < GROUP * TILE / COPY; first += GROUP) {
    const int row = (first + item) / (TILE / COPY);
    const int column = (first + item) % (TILE / COPY) * COPY;
    const int from = (first_row + row) * columns + start + column;
#if COPY == 4
    vstore4(*(__global const float4*)(matrix + from), 0, tile + row * (TILE + PAD) + column);
#else
    tile[row * (TILE + PAD) + column] = matrix[from];
#endif
  }
#else
  const int width = WHOLE ? columns : TILE;
  for (int i = item; i < GROUP * width; i += get_local_size(0)) {
    const int row = i / width, column = i % width;
#if GUARDED
    if (first_row + row >= rows) continue;
#endif
    tile[row * (TILE + PAD) + column] = matrix[(first_row + row) * columns + start + column];
  }
#endif
}
#endif

__kernel GROUP_SIZE void softmax(INPUT matrix, OUTPUT out, OUTPUT maximum, OUTPUT total,
                                 const int rows, const int columns) {
  const int row = get_global_id(0);
#if GUARDED
  // Items without a row read the last one.
  const int read_row = min(row, rows - 1);
#else
  const int read_row = row;
#endif

#ifdef CACHE_MATRIX
  __local float tile[GROUP * (TILE + PAD)];
#if GUARDED
  const int tile_row = read_row - (int)(get_group_id(0) * GROUP);
#else
  const int tile_row = get_local_id(0);
#endif
#define CELL tile[tile_row * (TILE + PAD) + step]
#else
#define CELL matrix[read_row * columns + start + step]
#endif

#if SUM_IN_RESULT
#define MAXIMUM maximum[row]
#define TOTAL total[row]
#else
  float greatest, sum;
#define MAXIMUM greatest
#define TOTAL sum
#endif

  // Without staging, only tuned code blocks the loop over a row.
#if WHOLE || (!BATCHED && !defined(CACHE_MATRIX))
#define STEPS columns
#else
#define STEPS TILE
#endif
#if BATCHED
#define COUNT TILE
#define UNROLL _Pragma("unroll 8")
#else
#define COUNT STEPS
#define UNROLL
#endif
#if defined(CACHE_MATRIX) && WHOLE
  stage_rows(tile, matrix, rows, columns, 0);
  barrier(CLK_LOCAL_MEM_FENCE);
#endif

  MAXIMUM = -MAXFLOAT;
  TOTAL = 0.0f;
  float inverse = 0.0f;
  for (int pass = 0; pass < 3; ++pass) {
    if (pass == 2) inverse = 1.0f / TOTAL;
    for (int start = 0; start < columns; start += STEPS) {
#if defined(CACHE_MATRIX) && !WHOLE
      stage_rows(tile, matrix, rows, columns, start);
      barrier(CLK_LOCAL_MEM_FENCE);
#endif
      if (pass == 0) {
        UNROLL
        for (int step = 0; step < COUNT; ++step) MAXIMUM = fmax(MAXIMUM, CELL);
      } else if (pass == 1) {
        UNROLL
        for (int step = 0; step < COUNT; ++step) TOTAL = TOTAL + EXP(CELL - MAXIMUM);
      } else {
        UNROLL
        for (int step = 0; step < COUNT; ++step) {
#if GUARDED
          if (row < rows)
#endif
            out[row * columns + start + step] = EXP(CELL - MAXIMUM) * inverse;
        }
      }
#if defined(CACHE_MATRIX) && !WHOLE
      barrier(CLK_LOCAL_MEM_FENCE);
#endif
    }
  }

#if !SUM_IN_RESULT
#if GUARDED
  if (row >= rows) return;
#endif
  maximum[row] = greatest;
  total[row] = sum;
#endif
}

#else

// Where nothing of size D lies in registers, D is known at run time only.
#if OWN || (defined(VALUES) && !SUM_IN_RESULT)
#define SIZE D
#define UNROLL_D _Pragma("unroll")
#else
#define SIZE size
#define UNROLL_D
#endif

#if defined(CACHE_K) || defined(CACHE_V)
#define CACHED
#endif

#ifdef CACHED
// The group copies TILE keys or values, which lie one after another.
static inline void stage(__local float* tile, __global const float* source, int size) {
  const int item = get_local_id(0);
#if BATCHED
#pragma unroll
  for (int first = 0; first < TILE * D / COPY; first += GROUP) {
    if (TILE * D / COPY % GROUP == 0 || first + item < TILE * D / COPY) {
#if COPY == 4
      ((__local float4*)tile)[first + item] = ((__global const float4*)source)[first + item];
#else
      tile[first + item] = source[first + item];
#endif
    }
  }
#else
  for (int i = item; i < TILE * size; i += get_local_size(0)) tile[i] = source[i];
#endif
}
#endif

__kernel GROUP_SIZE void attention(INPUT q, INPUT k,
#ifdef VALUES
                                   INPUT v, OUTPUT out,
#endif
                                   OUTPUT maximum, OUTPUT total, const int queries, const int keys,
                                   const int size) {
  const int head = get_global_id(1);
  const int first_query = get_group_id(0) * (GROUP * UNITS) + get_local_id(0);
#define QUERY(unit) (first_query + (unit) * GROUP)
#define ROW(unit) (head * queries + QUERY(unit))
#if GUARDED
#define READ_ROW(unit) (head * queries + min(QUERY(unit), queries - 1))
#else
#define READ_ROW(unit) ROW(unit)
#endif

#ifdef CACHED
  __local float tile[TILE * D] __attribute__((aligned(16)));
#endif
#ifdef CACHE_K
#define KEY(j, d) tile[(j) * SIZE + (d)]
#else
#define KEY(j, d) k[(head * keys + start + (j)) * SIZE + (d)]
#endif
#ifdef CACHE_V
#define VALUE(j, d) tile[(j) * SIZE + (d)]
#else
#define VALUE(j, d) v[(head * keys + start + (j)) * SIZE + (d)]
#endif

#if OWN
  float own[UNITS][D];
#pragma unroll
  for (int unit = 0; unit < UNITS; ++unit) {
#pragma unroll
    for (int d = 0; d < D; ++d) own[unit][d] = q[READ_ROW(unit) * D + d];
  }
#define Q(unit, d) own[unit][d]
#else
#define Q(unit, d) q[READ_ROW(unit) * SIZE + (d)]
#endif

#if SUM_IN_RESULT
#define MAXIMUM(unit) maximum[ROW(unit)]
#define TOTAL(unit) total[ROW(unit)]
#define OUT(unit, d) out[ROW(unit) * SIZE + (d)]
#else
  float greatest[UNITS], sums[UNITS];
#define MAXIMUM(unit) greatest[unit]
#define TOTAL(unit) sums[unit]
#ifdef VALUES
  float mixed[UNITS][D];
#define OUT(unit, d) mixed[unit][d]
#endif
#endif

#pragma unroll
  for (int unit = 0; unit < UNITS; ++unit) {
    MAXIMUM(unit) = -MAXFLOAT;
    TOTAL(unit) = 0.0f;
#ifdef VALUES
    UNROLL_D
    for (int d = 0; d < SIZE; ++d) OUT(unit, d) = 0.0f;
#endif
  }

  // Without staging, only tuned code blocks the loop over the keys.
#if BATCHED || defined(CACHED)
#define STEPS TILE
#else
#define STEPS keys
#endif
  for (int start = 0; start < keys; start += STEPS) {
#ifdef CACHE_K
    stage(tile, k + (head * keys + start) * SIZE, SIZE);
#elif defined(CACHE_V)
    stage(tile, v + (head * keys + start) * SIZE, SIZE);
#endif
#ifdef CACHED
    barrier(CLK_LOCAL_MEM_FENCE);
#endif
    for (int j = 0; j < STEPS; j += AT_ONCE) {
      float scores[UNITS][AT_ONCE];
#pragma unroll
      for (int unit = 0; unit < UNITS; ++unit) {
#pragma unroll
        for (int c = 0; c < AT_ONCE; ++c) scores[unit][c] = 0.0f;
      }
      UNROLL_D
      for (int d = 0; d < SIZE; ++d) {
        float key[AT_ONCE];
#pragma unroll
        for (int c = 0; c < AT_ONCE; ++c) key[c] = KEY(j + c, d);
#pragma unroll
        for (int unit = 0; unit < UNITS; ++unit) {
#pragma unroll
          for (int c = 0; c < AT_ONCE; ++c) {
            scores[unit][c] = fma(Q(unit, d), key[c], scores[unit][c]);
          }
        }
      }
      float kept[UNITS];
#pragma unroll
      for (int unit = 0; unit < UNITS; ++unit) {
        float most = MAXIMUM(unit);
#pragma unroll
        for (int c = 0; c < AT_ONCE; ++c) most = fmax(most, scores[unit][c]);
        kept[unit] = EXP(MAXIMUM(unit) - most);
        MAXIMUM(unit) = most;
        float sum = 0.0f;
#pragma unroll
        for (int c = 0; c < AT_ONCE; ++c) {
          scores[unit][c] = EXP(scores[unit][c] - most);
          sum += scores[unit][c];
        }
        TOTAL(unit) = fma(TOTAL(unit), kept[unit], sum);
      }
#ifdef VALUES
      UNROLL_D
      for (int d = 0; d < SIZE; ++d) {
        float value[AT_ONCE];
#pragma unroll
        for (int c = 0; c < AT_ONCE; ++c) value[c] = VALUE(j + c, d);
#pragma unroll
        for (int unit = 0; unit < UNITS; ++unit) {
          OUT(unit, d) = fma(scores[unit][0], value[0], OUT(unit, d) * kept[unit]);
#pragma unroll
          for (int c = 1; c < AT_ONCE; ++c) {
            OUT(unit, d) = fma(scores[unit][c], value[c], OUT(unit, d));
          }
        }
      }
#endif
    }
#ifdef CACHED
    barrier(CLK_LOCAL_MEM_FENCE);
#endif
  }

#pragma unroll
  for (int unit = 0; unit < UNITS; ++unit) {
#if GUARDED
    if (QUERY(unit) >= queries) continue;
#endif
#ifdef VALUES
    const float inverse = 1.0f / TOTAL(unit);
    UNROLL_D
    for (int d = 0; d < SIZE; ++d) out[ROW(unit) * SIZE + d] = OUT(unit, d) * inverse;
#endif
#if !SUM_IN_RESULT
    maximum[ROW(unit)] = greatest[unit];
    total[ROW(unit)] = sums[unit];
#endif
  }
}

#endif
