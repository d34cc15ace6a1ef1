// Two-point correlation: counts by distance the pairs of m data points and the n random points of
// each of several sets. counts[bin] of a set is the number of its pairs with
//
//   edges[bin] <= squared distance < edges[bin + 1]
//
// A work-item counts for UNITS data points, a group's size apart, and walks through the random
// points of one set in order: at any time all work-items read the same point. It finds the bin of
// each pair by binary search. n is a multiple of TILE.
//
//   GROUP         work-items of a group
//   UNITS         data points that a work-item counts for (register tile)
//   BINS          number of bins; also passed at run time, which all styles but 1 use
//   TILE          random points that are staged at once
//   COPY          coordinates that one load of a batched copy moves: 1 or 4
//   PLANES        x of all points of data or a set, then y, then z; without it x, y, z of each
//   CACHE_POINTS  stage the random points in local memory
//   CACHE_EDGES   stage the edges of the bins in local memory
//   STYLE         0  textbook: restrict, the group counts in local memory, guards for any m, copy
//                    loops with run-time bounds
//                 1  tuned: restrict, each 32 work-items count in local memory of their own, m is a
//                    multiple of the group's points, everything known at compile time
//                 2  quick hack: no qualifiers, each data point has counts in global memory, for
//                    the host to add up; copy loops with run-time bounds; m is a multiple of the
//                    group's points
//                 3  quick hack with a tuned copy

#define BATCHED (STYLE == 1 || STYLE == 3)
#define COUNT_IN_GLOBAL (STYLE >= 2)
#define GUARDED (STYLE == 0)

#if STYLE < 2
#define INPUT __global const float* restrict
#define OUTPUT __global uint* restrict
#else
#define INPUT __global float*
#define OUTPUT __global uint*
#endif

#if BATCHED
#define GROUP_SIZE __attribute__((reqd_work_group_size(GROUP, 1, 1)))
#else
#define GROUP_SIZE
#endif

#if STYLE == 1
#define EDGES BINS
#define HISTOGRAMS ((GROUP + 31) / 32)
#else
#define EDGES bins
#define HISTOGRAMS 1
#endif

#ifdef CACHE_EDGES
#define EDGE_SPACE __local
#else
#define EDGE_SPACE __global
#endif

// The group copies `count` floats into `tile`.
static inline void stage(__local float* tile, __global const float* source, int count) {
#if BATCHED
  const int item = get_local_id(0);
#pragma unroll
  for (int first = 0; first < count / COPY; first += GROUP) {
    if (count / COPY % GROUP == 0 || first + item < count / COPY) {
#if COPY == 4
      ((__local float4*)tile)[first + item] = ((__global const float4*)source)[first + item];
#else
      tile[first + item] = source[first + item];
#endif
    }
  }
#else
  for (int i = get_local_id(0); i < count; i += get_local_size(0)) tile[i] = source[i];
#endif
}

static inline float squared_distance(float3 a, float3 b) {
  const float x = b.x - a.x;
  const float y = b.y - a.y;
  const float z = b.z - a.z;
  return fma(x, x, fma(y, y, z * z));
}

// The bin of a squared distance that lies in one.
static inline int find_bin(EDGE_SPACE const float* edges, int bins, float squared) {
  int low = 0;
  int high = bins;
  while (high - low > 1) {
    const int middle = (low + high) / 2;
    if (squared < edges[middle]) {
      high = middle;
    } else {
      low = middle;
    }
  }
  return low;
}

__kernel GROUP_SIZE void two_point_correlation(INPUT data, INPUT random, INPUT edges,
                                               OUTPUT counts, const int m, const int n,
                                               const int bins) {
  const int item = get_local_id(0);
  const int first_own = get_group_id(0) * get_local_size(0) * UNITS + item;
  const int set = get_global_id(1);
#define OWN(unit) (first_own + (unit) * (int)get_local_size(0))

#ifdef PLANES
#define DATA(axis, i) data[(axis) * m + (i)]
#define RANDOM(axis, j) random[(set * 3 + (axis)) * n + (j)]
#else
#define DATA(axis, i) data[(i) * 3 + (axis)]
#define RANDOM(axis, j) random[(set * n + (j)) * 3 + (axis)]
#endif
#define DATA_POINT(i) (float3)(DATA(0, i), DATA(1, i), DATA(2, i))
#define RANDOM_POINT(j) (float3)(RANDOM(0, j), RANDOM(1, j), RANDOM(2, j))

// Random point number start + j, from local memory where it is staged.
#ifndef CACHE_POINTS
#define OTHER(j) RANDOM_POINT(start + (j))
#elif defined(PLANES)
#define OTHER(j) (float3)(tile[j], tile[TILE + (j)], tile[2 * TILE + (j)])
#else
#define OTHER(j) (float3)(tile[3 * (j)], tile[3 * (j) + 1], tile[3 * (j) + 2])
#endif
#ifdef CACHE_POINTS
  __local float tile[3 * TILE] __attribute__((aligned(16)));
#endif

#ifdef CACHE_EDGES
  __local float edge_tile[BINS + 1];
  stage(edge_tile, edges, EDGES + 1);
#define EDGE_LIST edge_tile
#else
#define EDGE_LIST edges
#endif

#if COUNT_IN_GLOBAL
#define COUNT_PAIR(unit, bin) counts[(set * bins + (bin)) * m + OWN(unit)] += 1
#else
  __local uint histograms[HISTOGRAMS * BINS];
  for (int i = item; i < HISTOGRAMS * BINS; i += get_local_size(0)) histograms[i] = 0;
#if HISTOGRAMS > 1
#define COUNT_PAIR(unit, bin) atomic_inc(&histograms[item / 32 * BINS + (bin)])
#else
#define COUNT_PAIR(unit, bin) atomic_inc(&histograms[bin])
#endif
#endif
#if !COUNT_IN_GLOBAL || defined(CACHE_EDGES)
  barrier(CLK_LOCAL_MEM_FENCE);
#endif

  float3 own[UNITS];
#pragma unroll
  for (int unit = 0; unit < UNITS; ++unit) {
#if GUARDED
    own[unit] = DATA_POINT(min(OWN(unit), m - 1));
#else
    own[unit] = DATA_POINT(OWN(unit));
#endif
  }

  // Without staging, only tuned code blocks the loop over the points.
#if BATCHED
#define STEPS TILE
#define COUNT TILE
#elif defined(CACHE_POINTS)
#define STEPS TILE
#if GUARDED
#define COUNT min(TILE, n - start)
#else
#define COUNT TILE
#endif
#else
#define STEPS n
#define COUNT n
#endif
  for (int start = 0; start < n; start += STEPS) {
    const int count = COUNT;
#if defined(CACHE_POINTS) && defined(PLANES)
#pragma unroll
    for (int axis = 0; axis < 3; ++axis) stage(tile + axis * TILE, &RANDOM(axis, start), count);
#elif defined(CACHE_POINTS)
    stage(tile, &RANDOM(0, start), 3 * count);
#endif
#ifdef CACHE_POINTS
    barrier(CLK_LOCAL_MEM_FENCE);
#endif
#if STYLE == 1
#pragma unroll 4
#endif
    for (int j = 0; j < count; ++j) {
      const float3 other = OTHER(j);
#pragma unroll
      for (int unit = 0; unit < UNITS; ++unit) {
        const float squared = squared_distance(own[unit], other);
#if GUARDED
        if (OWN(unit) >= m) continue;
#endif
        if (squared >= EDGE_LIST[0] && squared < EDGE_LIST[EDGES]) {
          const int bin = find_bin(EDGE_LIST, EDGES, squared);
          COUNT_PAIR(unit, bin);
        }
      }
    }
#ifdef CACHE_POINTS
    barrier(CLK_LOCAL_MEM_FENCE);
#endif
  }

#if !COUNT_IN_GLOBAL
  barrier(CLK_LOCAL_MEM_FENCE);
  for (int i = item; i < HISTOGRAMS * BINS; i += get_local_size(0)) {
    atomic_add(&counts[set * BINS + i % BINS], histograms[i]);
  }
#endif
}
