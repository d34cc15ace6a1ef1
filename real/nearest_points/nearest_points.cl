// Brute-force search of the NEAREST nearest of `reference_count` reference points for every query, by
// squared distance: each work-item goes through all references for its query and inserts those that
// are near enough into a short sorted list. distances[k][q] and indices[k][q] receive the list.
//
// References and queries hold a row of DIMS coordinates for each point, or, where REFERENCES_SOA and
// QUERIES_SOA are 1, a row of points for each coordinate.
//
// A work-group handles BX * UNITS queries, each work-item UNITS of them, BX apart. The references are
// a multiple of TILE.
//
//   BX                work-group
//   UNITS             queries of a work-item; 1 except in STYLE 1
//   DIMS              coordinates of a point; also passed at run time, which all but STYLE 1 use
//   NEAREST           length of the list: 1 to 4
//   KEEP              STYLE 1: a work-item keeps its queries in registers
//   TILE              references that are staged at once
//   PAD               elements added to each row of the local tile of queries
//   COPY              elements that one load of a batched copy moves: 1, or 2 or 4 in STYLE 1 and for
//                     the references
//   CACHE_REFERENCES, CACHE_QUERIES  stage that array in local memory
//   STYLE             0  textbook: restrict, the list in registers, guards for any number of queries,
//                        loops with run-time bounds
//                     1  tuned: restrict, the list in registers, queries are a multiple of the block,
//                        everything known at compile time
//                     2  quick hack: no qualifiers, the list in `distances` and `indices`, guards, loops
//                        with run-time bounds
//                     3  quick hack with a tuned copy

#define BATCHED (STYLE == 1 || STYLE == 3)
#define LIST_IN_RESULTS (STYLE >= 2)

#if STYLE < 2
#define INPUT __global const float* restrict
#define OUTPUT(type) __global type* restrict
#else
#define INPUT __global float*
#define OUTPUT(type) __global type*
#endif

#if BATCHED
#define GROUP_SIZE __attribute__((reqd_work_group_size(BX, 1, 1)))
#define COPIED_DIMS DIMS
#else
#define GROUP_SIZE
#define COPIED_DIMS dims
#endif

#if STYLE == 1
#define DIM_COUNT DIMS
#define INSIDE(q) true
#else
#define DIM_COUNT dims
#define INSIDE(q) ((q) < query_count)
#endif

#define BLOCK (BX * UNITS)

// The group copies `lines` lines of `length` elements, `pitch` apart, into `tile`; of each line only
// the first `present`.
static inline void stage_lines(__local float* tile, __global const float* source, int pitch, int lines,
                               int length, int present) {
  const int item = get_local_id(0);
#if BATCHED
  const int loads = lines * length / COPY;
#pragma unroll
  for (int first = 0; first < loads; first += BX) {
    if (loads % BX == 0 || first + item < loads) {
      const int line = (first + item) / (length / COPY);
      const int at = (first + item) % (length / COPY) * COPY;
#if COPY == 4
      vstore4(*(__global const float4*)(source + line * pitch + at), 0, tile + line * length + at);
#elif COPY == 2
      vstore2(*(__global const float2*)(source + line * pitch + at), 0, tile + line * length + at);
#else
      if (at < present) tile[line * length + at] = source[line * pitch + at];
#endif
    }
  }
#else
  for (int line = 0; line < lines; ++line) {
    for (int at = item; at < present; at += get_local_size(0)) {
      tile[line * length + at] = source[line * pitch + at];
    }
  }
#endif
}

// The group copies the rows of `points` queries, which lie one after another, into `tile`; only the
// first `present` of them.
static inline void stage_rows(__local float* tile, __global const float* source, int dims, int present) {
  const int item = get_local_id(0);
#if BATCHED
#pragma unroll
  for (int first = 0; first < BLOCK * DIMS; first += BX * COPY) {
    const int e = first + item * COPY;
    if (BLOCK * DIMS % (BX * COPY) == 0 || e < BLOCK * DIMS) {
#if COPY == 4
      const float4 part = *(__global const float4*)(source + e);
      tile[e + e / DIMS * PAD] = part.x;
      tile[e + 1 + (e + 1) / DIMS * PAD] = part.y;
      tile[e + 2 + (e + 2) / DIMS * PAD] = part.z;
      tile[e + 3 + (e + 3) / DIMS * PAD] = part.w;
#elif COPY == 2
      const float2 part = *(__global const float2*)(source + e);
      tile[e + e / DIMS * PAD] = part.x;
      tile[e + 1 + (e + 1) / DIMS * PAD] = part.y;
#else
      if (e < present * DIMS) tile[e + e / DIMS * PAD] = source[e];
#endif
    }
  }
#else
  for (int e = item; e < present * dims; e += get_local_size(0)) {
    tile[e / dims * (dims + PAD) + e % dims] = source[e];
  }
#endif
}

__kernel GROUP_SIZE void nearest_points(INPUT queries, INPUT references, OUTPUT(float) distances,
                                        OUTPUT(int) indices, const int query_count,
                                        const int reference_count, const int dims) {
  const int first_query = get_group_id(0) * BLOCK;
  const int local_query = get_local_id(0);
#define Q(unit) (first_query + local_query + (unit) * BX)

#ifdef CACHE_QUERIES
#if STYLE == 1
  const int present = BLOCK;
#else
  const int present = min(BLOCK, query_count - first_query);
#endif
#if QUERIES_SOA
  __local float query_tile[DIMS * BLOCK];
  stage_lines(query_tile, queries + first_query, query_count, COPIED_DIMS, BLOCK, present);
#define QUERY(unit, d) query_tile[(d) * BLOCK + local_query + (unit) * BX]
#else
  __local float query_tile[BLOCK * (DIMS + PAD)];
  stage_rows(query_tile, queries + first_query * DIM_COUNT, dims, present);
#define QUERY(unit, d) query_tile[(local_query + (unit) * BX) * (DIM_COUNT + PAD) + (d)]
#endif
  barrier(CLK_LOCAL_MEM_FENCE);
#elif QUERIES_SOA
#define QUERY(unit, d) queries[(d) * query_count + Q(unit)]
#else
#define QUERY(unit, d) queries[Q(unit) * DIM_COUNT + (d)]
#endif

#ifdef CACHE_REFERENCES
  __local float reference_tile[TILE * DIMS];
#define STEPS TILE
#if REFERENCES_SOA
#define REFERENCE(d) reference_tile[(d) * TILE + step]
#else
#define REFERENCE(d) reference_tile[step * DIM_COUNT + (d)]
#endif
#else
#define STEPS reference_count
#if REFERENCES_SOA
#define REFERENCE(d) references[(d) * reference_count + start + step]
#else
#define REFERENCE(d) references[(start + step) * DIM_COUNT + (d)]
#endif
#endif

#if STYLE == 1 && KEEP
  float kept[UNITS][DIMS];
#pragma unroll
  for (int unit = 0; unit < UNITS; ++unit) {
#pragma unroll
    for (int d = 0; d < DIMS; ++d) kept[unit][d] = QUERY(unit, d);
  }
#define COORDINATE(unit, d) kept[unit][d]
#else
#define COORDINATE(unit, d) QUERY(unit, d)
#endif

#if LIST_IN_RESULTS
#define BEST(unit, k) distances[(k) * query_count + Q(unit)]
#define BEST_INDEX(unit, k) indices[(k) * query_count + Q(unit)]
#else
  float best[UNITS][NEAREST];
  int best_index[UNITS][NEAREST];
#define BEST(unit, k) best[unit][k]
#define BEST_INDEX(unit, k) best_index[unit][k]
#endif

#pragma unroll
  for (int unit = 0; unit < UNITS; ++unit) {
    if (INSIDE(Q(unit))) {
#pragma unroll
      for (int k = 0; k < NEAREST; ++k) {
        BEST(unit, k) = MAXFLOAT;
        BEST_INDEX(unit, k) = -1;
      }
    }
  }

  for (int start = 0; start < reference_count; start += STEPS) {
#ifdef CACHE_REFERENCES
#if REFERENCES_SOA
    stage_lines(reference_tile, references + start, reference_count, COPIED_DIMS, TILE, TILE);
#else
    // The rows of the tile lie one after another in `references`.
    stage_lines(reference_tile, references + start * dims, 0, 1, TILE * COPIED_DIMS,
                TILE * COPIED_DIMS);
#endif
    barrier(CLK_LOCAL_MEM_FENCE);
#endif
    if (INSIDE(Q(0))) {
#if STYLE == 1
#pragma unroll 4
#endif
      for (int step = 0; step < STEPS; ++step) {
        float sums[UNITS];
#pragma unroll
        for (int unit = 0; unit < UNITS; ++unit) sums[unit] = 0.0f;
#if STYLE == 1
#pragma unroll
#endif
        for (int d = 0; d < DIM_COUNT; ++d) {
          const float there = REFERENCE(d);
#pragma unroll
          for (int unit = 0; unit < UNITS; ++unit) {
            const float difference = COORDINATE(unit, d) - there;
            sums[unit] = fma(difference, difference, sums[unit]);
          }
        }
#pragma unroll
        for (int unit = 0; unit < UNITS; ++unit) {
          if (sums[unit] < BEST(unit, NEAREST - 1)) {
            BEST(unit, NEAREST - 1) = sums[unit];
            BEST_INDEX(unit, NEAREST - 1) = start + step;
            // The new one moves up to its place.
#pragma unroll
            for (int k = NEAREST - 1; k > 0; --k) {
              if (BEST(unit, k) < BEST(unit, k - 1)) {
                const float distance = BEST(unit, k);
                const int index = BEST_INDEX(unit, k);
                BEST(unit, k) = BEST(unit, k - 1);
                BEST_INDEX(unit, k) = BEST_INDEX(unit, k - 1);
                BEST(unit, k - 1) = distance;
                BEST_INDEX(unit, k - 1) = index;
              }
            }
          }
        }
      }
    }
#ifdef CACHE_REFERENCES
    barrier(CLK_LOCAL_MEM_FENCE);
#endif
  }

#if !LIST_IN_RESULTS
#pragma unroll
  for (int unit = 0; unit < UNITS; ++unit) {
    if (INSIDE(Q(unit))) {
#pragma unroll
      for (int k = 0; k < NEAREST; ++k) {
        distances[k * query_count + Q(unit)] = BEST(unit, k);
        indices[k * query_count + Q(unit)] = BEST_INDEX(unit, k);
      }
    }
  }
#endif
}
