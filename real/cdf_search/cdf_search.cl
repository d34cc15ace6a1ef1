// Draws from a discrete distribution by sequential search in its cumulative sums, as particle
// filters resample: for each of m draws the first i with cdf[i] >= draw. An item walks from the
// start and stops where it finds its draw; until then, all items read the same element.
//
// With BLOCKS the search has two levels: through `coarse`, the last sums of blocks of BLOCK sums
// each, then through one block of `cdf`. Sums and draws are numbers of things (int).
//
// A work-group makes GROUP * UNITS draws, each work-item UNITS of them, a group's size apart. The
// searched array has n elements, a multiple of TILE, which is a multiple of 4.
//
//   GROUP        work-items of a group
//   UNITS        draws of a work-item (register tile), in STYLE 1
//   TILE         sums that are staged at once
//   COPY         elements that one load of a batched copy moves: 1, 2 (double) or 4 (float, int)
//   BLOCKS       search in two levels
//   DOUBLES      sums and draws are double
//   SORTED       the draws ascend, and the group stops after the tile that has its last draw;
//                otherwise it goes through all tiles, as one of its draws will be near the end
//   CACHE_SUMS   stage what is searched first in local memory: `cdf`, or `coarse` with BLOCKS
//   STYLE        0  textbook: restrict, result in a register, guards for any m, copy loops with
//                   run-time bounds
//                1  tuned: restrict, counts the sums below the draw 4 at a time, m is a multiple of
//                   the group's draws, everything known at compile time
//                2  quick hack: no qualifiers, result in `found` at every step, copy loops with
//                   run-time bounds; m is a multiple of the group's draws
//                3  quick hack with a tuned copy

#ifdef DOUBLES
#pragma OPENCL EXTENSION cl_khr_fp64 : enable
#endif

#define BATCHED (STYLE == 1 || STYLE == 3)

#if STYLE < 2
#define INPUT(type) __global const type* restrict
#define OUTPUT(type) __global type* restrict
#else
#define INPUT(type) __global type*
#define OUTPUT(type) __global type*
#endif

#if BATCHED
#define GROUP_SIZE __attribute__((reqd_work_group_size(GROUP, 1, 1)))
#else
#define GROUP_SIZE
#endif

#if defined(BLOCKS)
#define ELEMENT int
#define WIDE int4
#define SUMS coarse
#elif defined(DOUBLES)
#define ELEMENT double
#define WIDE double2
#define SUMS cdf
#else
#define ELEMENT float
#define WIDE float4
#define SUMS cdf
#endif

// The group copies `count` sums, at most TILE, into `tile`.
static inline void stage(__local ELEMENT* tile, __global const ELEMENT* source, int count) {
  const int item = get_local_id(0);
#if BATCHED
#pragma unroll
  for (int first = 0; first < TILE / COPY; first += GROUP) {
    if (TILE / COPY % GROUP == 0 || first + item < TILE / COPY) {
#if COPY > 1
      ((__local WIDE*)tile)[first + item] = ((__global const WIDE*)source)[first + item];
#else
      tile[first + item] = source[first + item];
#endif
    }
  }
#else
  for (int i = item; i < count; i += get_local_size(0)) tile[i] = source[i];
#endif
}

__kernel GROUP_SIZE void cdf_search(
#ifdef BLOCKS
    INPUT(int) coarse,
#endif
    INPUT(ELEMENT) cdf, INPUT(ELEMENT) draws, OUTPUT(int) found, const int m, const int n) {
  const int first_own = get_group_id(0) * get_local_size(0) * UNITS + get_local_id(0);
#define OWN(unit) (first_own + (unit) * (int)get_local_size(0))

#ifdef CACHE_SUMS
  __local ELEMENT tile[TILE] __attribute__((aligned(16)));
#define SUM(i) tile[i]
#define STEPS TILE
#else
#define SUM(i) SUMS[start + (i)]
#define STEPS n
#endif

#if defined(CACHE_SUMS) && defined(SORTED)
  const ELEMENT last_draw = draws[min((int)(get_group_id(0) + 1) * (int)get_local_size(0) * UNITS,
                                      m) - 1];
#endif

#if STYLE == 1
  ELEMENT own[UNITS], largest;
  int below[UNITS];
#pragma unroll
  for (int unit = 0; unit < UNITS; ++unit) {
    own[unit] = draws[OWN(unit)];
    largest = unit == 0 || own[unit] > largest ? own[unit] : largest;
    below[unit] = 0;
  }
  bool searching = true;
#elif STYLE == 0
  const ELEMENT own = draws[min(first_own, m - 1)];
  int result = n;
  bool searching = first_own < m;
#else
  found[first_own] = 0;
  bool searching = true;
#endif

  for (int start = 0; start < n; start += STEPS) {
#ifdef CACHE_SUMS
    stage(tile, SUMS + start, TILE);
    barrier(CLK_LOCAL_MEM_FENCE);
#endif
    if (searching) {
#if STYLE == 1
      for (int i = 0; i < STEPS; i += 4) {
        const ELEMENT sum0 = SUM(i), sum1 = SUM(i + 1), sum2 = SUM(i + 2), sum3 = SUM(i + 3);
#pragma unroll
        for (int unit = 0; unit < UNITS; ++unit) {
          below[unit] += (sum0 < own[unit]) + (sum1 < own[unit]) + (sum2 < own[unit]) +
                         (sum3 < own[unit]);
        }
        if (sum3 >= largest) {
          searching = false;
          break;
        }
      }
#elif STYLE == 0
      for (int i = 0; i < STEPS; ++i) {
        if (SUM(i) >= own) {
          result = start + i;
          searching = false;
          break;
        }
      }
#else
      for (int i = 0; i < STEPS; ++i) {
        if (SUM(i) >= draws[first_own]) {
          searching = false;
          break;
        }
        found[first_own] = start + i + 1;
      }
#endif
    }
#ifdef CACHE_SUMS
#ifdef SORTED
    const bool finished = SUM(TILE - 1) >= last_draw;
#endif
    barrier(CLK_LOCAL_MEM_FENCE);
#ifdef SORTED
    if (finished) break;
#endif
#endif
  }

#if STYLE == 1
#define OWN_DRAW own[unit]
#define RESULT below[unit]
#elif STYLE == 0
#define OWN_DRAW own
#define RESULT result
#else
#define OWN_DRAW draws[first_own]
#define RESULT found[first_own]
#endif
#pragma unroll
  for (int unit = 0; unit < UNITS; ++unit) {
#if STYLE == 0
    if (first_own >= m) continue;
#endif
    // Rounding may leave the last sum below a draw.
    int at = min(RESULT, n - 1);
#ifdef BLOCKS
    const ELEMENT wanted = OWN_DRAW;
    const int end = (at + 1) * BLOCK - 1;
    at *= BLOCK;
    while (at < end && cdf[at] < wanted) ++at;
#endif
    found[OWN(unit)] = at;
  }
}
