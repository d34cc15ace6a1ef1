// Eigenvalues of symmetric tridiagonal matrices by bisection. A Sturm sequence tells how many lie
// below a point x: row i of a matrix has the diagonal element d and, beside it, the off-diagonal
// element e that couples it to the row before (ignored in the first row), and
//   q = d - x - e^2 / (q of the row before)
// is negative once for each of them.
//
//   eigen_count   counts below SHIFT points of each matrix, a work-item a point
//   eigen_refine  a work-item an eigenvalue: it halves an interval, or splits it into UNITS + 1
//                 parts, as often as `rounds` says, with a walk through the matrix each time
//
// A work-group computes BX * UNITS points (BX eigenvalues) of BY matrices. All items of a row of
// the group walk through the same matrix.
//
//   BX, BY     work-group
//   UNITS      points that a work-item counts in one walk; 1 but in STYLE 1
//   ROWS       rows of a matrix; also passed at run time, which all but STYLE 1 use
//   CHUNK      rows that are staged at once: ROWS or a divisor of it. If ROWS, once for all rounds
//   PAD        elements added to the part of each matrix in the local tile
//   COPY       elements that one load of a batched copy moves: 1, 2 or, if floats, 4
//   DOUBLE     0 float, 1 double
//   PAIRS      1: d and e of a row are neighbours in memory, and the target; 0: two arrays
//   PRODUCTS   1: without division, by the signs of determinants p = (d - x) p' - e^2 p'', which
//              are scaled when they become large or small
//   CACHE_DIAGONAL, CACHE_OFF, CACHE_PAIRS  stage that array in local memory
//   STYLE      0  textbook: restrict, counts in registers, guards for any number of points and
//                 matrices, loops with run-time bounds
//              1  tuned: restrict, counts in registers, points and matrices are multiples of the
//                 block, everything known at compile time
//              2  quick hack: no qualifiers, counts and intervals in global memory, guards, loops
//                 with run-time bounds
//              3  quick hack with a tuned copy

#if DOUBLE
#define REAL double
#else
#define REAL float
#endif

#define PASTE(a, b) a##b
#define JOIN(a, b) PASTE(a, b)
#define REAL2 JOIN(REAL, 2)

#define BATCHED (STYLE == 1 || STYLE == 3)

#if STYLE < 2
#define INPUT(type) __global const type* restrict
#define OUTPUT(type) __global type* restrict
#define COUNTER int*
#else
#define INPUT(type) __global type*
#define OUTPUT(type) __global type*
#define COUNTER __global int*
#endif

#if BATCHED
#define GROUP_SIZE __attribute__((reqd_work_group_size(BX, BY, 1)))
#else
#define GROUP_SIZE
#endif

#if STYLE == 1
#define ROW_COUNT ROWS
#define INSIDE(point, matrix, points) true
#else
#define ROW_COUNT rows
#define INSIDE(point, matrix, points) ((point) < (points) && (matrix) < matrices)
#endif

#if defined(CACHE_DIAGONAL) || defined(CACHE_OFF) || defined(CACHE_PAIRS)
#define CACHED 1
#else
#define CACHED 0
#endif
#define CHUNKED (CACHED && CHUNK < ROWS)

#if PAIRS
#define ELEMENT REAL2
#define TARGET pairs
#define MATRICES INPUT(REAL2) pairs
#define PASS_MATRICES pairs
#define NUMBERS 2
#else
#define ELEMENT REAL
#define MATRICES INPUT(REAL) diagonal, INPUT(REAL) off
#define PASS_MATRICES diagonal, off
#define NUMBERS 1
#ifdef CACHE_OFF
#define TARGET off
#else
#define TARGET diagonal
#endif
#endif

#if COPY * NUMBERS == 4
#define WIDE JOIN(REAL, 4)
#elif COPY * NUMBERS == 2
#define WIDE JOIN(REAL, 2)
#endif

#define PITCH (CHUNK + PAD)

// The group copies CHUNK rows of each of its matrices, `left` or fewer, into `tile`.
static inline void stage(__local ELEMENT* tile, __global const ELEMENT* source, int rows,
                         int left) {
#if BATCHED
  const int item = get_local_id(1) * BX + get_local_id(0);
#pragma unroll
  for (int first = 0; first < BY * CHUNK; first += BX * BY * COPY) {
    const int e = first + item * COPY;
    const int matrix = e / CHUNK, row = e % CHUNK;
#if STYLE == 1
    if (BY * CHUNK % (BX * BY * COPY) == 0 || matrix < BY) {
#else
    if (matrix < min(BY, left)) {
#endif
#if COPY > 1
      *(__local WIDE*)(tile + matrix * PITCH + row) =
          *(__global const WIDE*)(source + matrix * ROW_COUNT + row);
#else
      tile[matrix * PITCH + row] = source[matrix * ROW_COUNT + row];
#endif
    }
  }
#elif STYLE == 0
  const int item = get_local_id(1) * get_local_size(0) + get_local_id(0);
  for (int e = item; e < min(BY, left) * CHUNK; e += get_local_size(0) * get_local_size(1)) {
    const int matrix = e / CHUNK, row = e % CHUNK;
    tile[matrix * PITCH + row] = source[matrix * rows + row];
  }
#else
  const int matrix = get_local_id(1);
  if (matrix < left) {
    for (int row = get_local_id(0); row < CHUNK; row += get_local_size(0)) {
      tile[matrix * PITCH + row] = source[matrix * rows + row];
    }
  }
#endif
}

#define BIG ((REAL)1e12f)
#define SMALL ((REAL)1e-12f)
#define TINY ((REAL)1e-30f)

#if PRODUCTS
#define LAST_AT_FIRST 1
#else
#define LAST_AT_FIRST INFINITY  // the first row has no coupling
#endif

// One row of the sequence at x; whether one more eigenvalue lies below x.
static inline int next_row(REAL* last, REAL* before, REAL d, REAL e, REAL x) {
#if PRODUCTS
  const REAL next = fma(d - x, *last, -(e * e) * *before);
  const int below = (next < 0) != (*last < 0);
  const REAL size = fabs(next);
  const REAL scale = size > BIG ? SMALL : size < SMALL ? BIG : (REAL)1;
  *before = *last * scale;
  *last = next * scale;
  return below;
#else
  const REAL next = (d - x) - (e * e) / *last;
  *last = fabs(next) < TINY ? -TINY : next;
  return *last < 0;
#endif
}

#if PAIRS
#ifdef CACHE_PAIRS
#define PAIR tile[get_local_id(1) * PITCH + j]
#else
#define PAIR pairs[matrix * ROW_COUNT + start + j]
#endif
#define D PAIR.x
#define E PAIR.y
#else
#ifdef CACHE_DIAGONAL
#define D tile[get_local_id(1) * PITCH + j]
#else
#define D diagonal[matrix * ROW_COUNT + start + j]
#endif
#ifdef CACHE_OFF
#define E tile[get_local_id(1) * PITCH + j]
#else
#define E off[matrix * ROW_COUNT + start + j]
#endif
#endif

// Counts the eigenvalues of the item's matrix below its points.
static inline void walk(__local ELEMENT* tile, MATRICES, const REAL* points, COUNTER below,
                        bool inside, int matrices, int rows) {
  const int first_matrix = get_group_id(1) * BY;
  const int matrix = first_matrix + get_local_id(1);
  REAL last[UNITS], before[UNITS];
#pragma unroll
  for (int unit = 0; unit < UNITS; ++unit) {
    last[unit] = LAST_AT_FIRST;
    before[unit] = 0;
#if STYLE < 2
    below[unit] = 0;
#endif
  }
#if STYLE >= 2
  if (inside) *below = 0;
#endif
#if CHUNKED
  for (int start = 0; start < ROW_COUNT; start += CHUNK) {
    stage(tile, TARGET + first_matrix * ROW_COUNT + start, rows, matrices - first_matrix);
    barrier(CLK_LOCAL_MEM_FENCE);
#define STEPS CHUNK
#else
  {
    const int start = 0;
#define STEPS ROW_COUNT
#endif
    if (inside) {
#if STYLE == 1
#pragma unroll 8
#endif
      for (int j = 0; j < STEPS; ++j) {
#if STYLE < 2
        const REAL d = D, e = E;
#pragma unroll
        for (int unit = 0; unit < UNITS; ++unit) {
          below[unit] += next_row(&last[unit], &before[unit], d, e, points[unit]);
        }
#else
        if (next_row(last, before, D, E, points[0])) *below = *below + 1;
#endif
      }
    }
#if CHUNKED
    barrier(CLK_LOCAL_MEM_FENCE);
#endif
  }
}

#if CACHED
#define TILE __local ELEMENT tile[BY * PITCH] __attribute__((aligned(16)))
#else
#define TILE __local ELEMENT* tile = 0
#endif

// Where all rows fit, they are staged before anything else.
#if CACHED && !CHUNKED
#define STAGE_ALL                                                 \
  stage(tile, TARGET + get_group_id(1) * BY * ROW_COUNT, rows,    \
        matrices - (int)get_group_id(1) * BY);                    \
  barrier(CLK_LOCAL_MEM_FENCE)
#else
#define STAGE_ALL
#endif

__kernel GROUP_SIZE void eigen_count(MATRICES, INPUT(REAL) shifts, OUTPUT(int) counts,
                                     const int shift_count, const int matrices, const int rows) {
  TILE;
  STAGE_ALL;
  const int matrix = get_group_id(1) * BY + get_local_id(1);
  const int first = get_group_id(0) * BX * UNITS + get_local_id(0);
  const bool inside = INSIDE(first, matrix, shift_count);
  const int at = matrix * shift_count + first;
  REAL points[UNITS];
#if STYLE < 2
  int below[UNITS];
#pragma unroll
  for (int unit = 0; unit < UNITS; ++unit) points[unit] = inside ? shifts[at + unit * BX] : 0;
  walk(tile, PASS_MATRICES, points, below, inside, matrices, rows);
  if (inside) {
#pragma unroll
    for (int unit = 0; unit < UNITS; ++unit) counts[at + unit * BX] = below[unit];
  }
#else
  points[0] = inside ? shifts[at] : 0;
  walk(tile, PASS_MATRICES, points, counts + at, inside, matrices, rows);
#endif
}

// All eigenvalues of matrix m lie between -norms[m] and norms[m]. ends[m * wanted + k]: the
// interval of the k-th smallest after all rounds. `counts` is only used in STYLE 2 and 3.
__kernel GROUP_SIZE void eigen_refine(MATRICES, INPUT(REAL) norms, OUTPUT(int) counts,
                                      OUTPUT(REAL2) ends, const int rounds, const int wanted,
                                      const int matrices, const int rows) {
  TILE;
  STAGE_ALL;
  const int matrix = get_group_id(1) * BY + get_local_id(1);
  const int k = get_group_id(0) * BX + get_local_id(0);
  const bool inside = INSIDE(k, matrix, wanted);
  const int at = matrix * wanted + k;
  REAL points[UNITS];
#if STYLE < 2
  const REAL norm = inside ? norms[matrix] : 0;
  REAL2 interval = (REAL2)(-norm, norm);
  for (int round = 0; round < rounds; ++round) {
    int below[UNITS];
#pragma unroll
    for (int unit = 0; unit < UNITS; ++unit) {
      points[unit] = fma(interval.y - interval.x, (REAL)(unit + 1) / (UNITS + 1), interval.x);
    }
    walk(tile, PASS_MATRICES, points, below, inside, matrices, rows);
    // From above, so that the lowest point with more than k below becomes the end.
#pragma unroll
    for (int unit = UNITS - 1; unit >= 0; --unit) {
      if (below[unit] > k) interval.y = points[unit];
    }
#pragma unroll
    for (int unit = 0; unit < UNITS; ++unit) {
      if (below[unit] <= k) interval.x = points[unit];
    }
  }
  if (inside) ends[at] = interval;
#else
  if (inside) ends[at] = (REAL2)(-norms[matrix], norms[matrix]);
  for (int round = 0; round < rounds; ++round) {
    points[0] = inside ? fma(ends[at].y - ends[at].x, (REAL)0.5f, ends[at].x) : 0;
    walk(tile, PASS_MATRICES, points, counts + at, inside, matrices, rows);
    if (inside) {
      if (counts[at] > k) {
        ends[at].y = points[0];
      } else {
        ends[at].x = points[0];
      }
    }
  }
#endif
}
