// Decision function of a support vector machine with a Gaussian kernel (and so any sum of radial basis
// functions): decision[p] = bias + sum over s of alpha[s] * exp(-gamma * |x_p - v_s|^2), for many
// points x_p. `vectors` has a row of features for each support vector, `points` a row of points for
// each feature.
//
// A work-group handles BX * UNITS points, each work-item UNITS of them, BX apart. The points are a
// multiple of that, the vectors of TILE and AT_ONCE, TILE of AT_ONCE.
//
//   BX        work-group
//   UNITS     points of a work-item; 1 except in STYLE 1
//   AT_ONCE   support vectors that a work-item handles at once (register tile); 1 except in STYLE 1
//   FEATURES  of a point; also passed at run time, which all but STYLE 1 use
//   KEEP      STYLE 1: a work-item keeps its points in registers
//   TILE      support vectors, or elements of alpha, that are staged at once
//   COPY      elements that one load of a batched copy moves: 1 or 4
//   CACHE_VECTORS, CACHE_POINTS, CACHE_ALPHA  stage that array in local memory
//   STYLE     0  textbook: restrict, sums in registers, loops with run-time bounds, exp()
//             1  tuned: restrict, sums in registers, everything known at compile time, native_exp()
//             2  quick hack: no qualifiers, the sum over the vectors in `decision`, exp()
//             3  quick hack with a tuned copy

#define BATCHED (STYLE == 1 || STYLE == 3)
#define SUM_IN_DECISION (STYLE >= 2)

#if STYLE < 2
#define INPUT __global const float* restrict
#define OUTPUT __global float* restrict
#else
#define INPUT __global float*
#define OUTPUT __global float*
#endif

#if BATCHED
#define GROUP_SIZE __attribute__((reqd_work_group_size(BX, 1, 1)))
#else
#define GROUP_SIZE
#endif

#if STYLE == 1
#define FEATURE_COUNT FEATURES
#define EXP native_exp
#else
#define FEATURE_COUNT features
#define EXP exp
#endif

// What the copies of a tuned kernel know at compile time.
#if BATCHED
#define COPIED_FEATURES FEATURES
#else
#define COPIED_FEATURES features
#endif

#define BLOCK (BX * UNITS)

// The group copies `lines` lines of `length` elements, `pitch` apart, into `tile`.
static inline void stage(__local float* tile, __global const float* source, int pitch, int lines,
                         int length) {
  const int item = get_local_id(0);
#if BATCHED
  const int elements = lines * length / COPY;
#pragma unroll
  for (int first = 0; first < elements; first += BX) {
    if (elements % BX == 0 || first + item < elements) {
      const int line = (first + item) / (length / COPY);
      const int at = (first + item) % (length / COPY) * COPY;
#if COPY == 4
      const float4 part = *(__global const float4*)(source + line * pitch + at);
      vstore4(part, 0, tile + line * length + at);
#else
      tile[line * length + at] = source[line * pitch + at];
#endif
    }
  }
#else
  for (int line = 0; line < lines; ++line) {
    for (int at = item; at < length; at += get_local_size(0)) {
      tile[line * length + at] = source[line * pitch + at];
    }
  }
#endif
}

__kernel GROUP_SIZE void svm_kernel(INPUT points, INPUT vectors, INPUT alpha, OUTPUT decision,
                                    const int point_count, const int vector_count,
                                    const int features, const float gamma, const float bias) {
  const int first_point = get_group_id(0) * BLOCK;
  const int local_point = get_local_id(0);

#ifdef CACHE_POINTS
  __local float point_tile[FEATURES * BLOCK];
  stage(point_tile, points + first_point, point_count, COPIED_FEATURES, BLOCK);
  barrier(CLK_LOCAL_MEM_FENCE);
#define POINT(unit, f) point_tile[(f) * BLOCK + local_point + (unit) * BX]
#else
#define POINT(unit, f) points[(f) * point_count + first_point + local_point + (unit) * BX]
#endif

#ifdef CACHE_VECTORS
  __local float vector_tile[TILE * FEATURES];
#define VECTOR(s, f) vector_tile[(step + (s)) * FEATURE_COUNT + (f)]
#else
#define VECTOR(s, f) vectors[(start + step + (s)) * FEATURE_COUNT + (f)]
#endif
#ifdef CACHE_ALPHA
  __local float alpha_tile[TILE];
#define ALPHA(s) alpha_tile[step + (s)]
#else
#define ALPHA(s) alpha[start + step + (s)]
#endif
#if defined(CACHE_VECTORS) || defined(CACHE_ALPHA)
#define STEPS TILE
#else
#define STEPS vector_count
#endif

#if STYLE == 1 && KEEP
  float kept[UNITS][FEATURES];
#pragma unroll
  for (int f = 0; f < FEATURES; ++f) {
#pragma unroll
    for (int unit = 0; unit < UNITS; ++unit) kept[unit][f] = POINT(unit, f);
  }
#define FEATURE(unit, f) kept[unit][f]
#else
#define FEATURE(unit, f) POINT(unit, f)
#endif

#if SUM_IN_DECISION
#define SUM(unit) decision[first_point + local_point + (unit) * BX]
#else
  float sums[UNITS];
#define SUM(unit) sums[unit]
#endif
#pragma unroll
  for (int unit = 0; unit < UNITS; ++unit) SUM(unit) = bias;

  for (int start = 0; start < vector_count; start += STEPS) {
#ifdef CACHE_VECTORS
    // The rows of the tile lie one after another in `vectors`.
    stage(vector_tile, vectors + start * features, TILE * COPIED_FEATURES, 1,
          TILE * COPIED_FEATURES);
    barrier(CLK_LOCAL_MEM_FENCE);
#elif defined(CACHE_ALPHA)
    stage(alpha_tile, alpha + start, TILE, 1, TILE);
    barrier(CLK_LOCAL_MEM_FENCE);
#endif
    for (int step = 0; step < STEPS; step += AT_ONCE) {
      float squares[UNITS][AT_ONCE];
#pragma unroll
      for (int unit = 0; unit < UNITS; ++unit) {
#pragma unroll
        for (int s = 0; s < AT_ONCE; ++s) squares[unit][s] = 0.0f;
      }
#if STYLE == 1 && KEEP
#pragma unroll
#elif STYLE == 1
#pragma unroll 8
#endif
      for (int f = 0; f < FEATURE_COUNT; ++f) {
        float feature[UNITS], other[AT_ONCE];
#pragma unroll
        for (int unit = 0; unit < UNITS; ++unit) feature[unit] = FEATURE(unit, f);
#pragma unroll
        for (int s = 0; s < AT_ONCE; ++s) other[s] = VECTOR(s, f);
#pragma unroll
        for (int unit = 0; unit < UNITS; ++unit) {
#pragma unroll
          for (int s = 0; s < AT_ONCE; ++s) {
            const float difference = feature[unit] - other[s];
            squares[unit][s] = fma(difference, difference, squares[unit][s]);
          }
        }
      }
#pragma unroll
      for (int s = 0; s < AT_ONCE; ++s) {
        const float weight = ALPHA(s);
#pragma unroll
        for (int unit = 0; unit < UNITS; ++unit) {
          SUM(unit) = fma(weight, EXP(-gamma * squares[unit][s]), SUM(unit));
        }
      }
    }
#if defined(CACHE_VECTORS) || defined(CACHE_ALPHA)
    barrier(CLK_LOCAL_MEM_FENCE);
#endif
  }

#if !SUM_IN_DECISION
#pragma unroll
  for (int unit = 0; unit < UNITS; ++unit) {
    decision[first_point + local_point + unit * BX] = sums[unit];
  }
#endif
}
