// Gridding of non-Cartesian MRI samples onto a cube of cells. The samples are sorted into cubic
// bins of BIN cells a side: bin b's begin at samples[bin_start[b]], those of the next bin at
// samples[bin_start[b + 1]]. Each cell gathers the samples within RADIUS cells of it.
//
// A work-group computes a block of BX x BY x (BZ * UNITS) cells, each work-item UNITS of them, BZ
// apart in z. All its items scan the samples of the bins within RADIUS of the block.
//
//   BX, BY, BZ     work-group
//   UNITS          cells that a work-item computes
//   BIN            cells along the side of a bin
//   RADIUS         of the gridding window, in cells
//   TILE           most samples that are staged at once
//   CACHE_SAMPLES  stage the samples in local memory
//   STYLE          0  textbook: restrict, sums in registers, samples are copied one an item
//                  1  tuned: restrict, sums in registers, loops unrolled, samples are copied as a
//                     stream of floats
//                  2  quick hack: no qualifiers, sums in `grid`, samples are copied one an item
//                  3  quick hack with a tuned copy

#define BATCHED (STYLE == 1 || STYLE == 3)
#define SUM_IN_GRID (STYLE >= 2)

typedef struct {
  float x, y, z;  // within the bin, whose side is 1
  float real, imaginary;
  float weight;  // makes up for the density of the samples
} Sample;

#define SAMPLE_FLOATS 6

#if STYLE < 2
#define INPUT(type) __global const type* restrict
#define OUTPUT __global float2* restrict
#else
#define INPUT(type) __global type*
#define OUTPUT __global float2*
#endif

#define GROUP_ITEMS (BX * BY * BZ)
#if BATCHED
#define GROUP_SIZE __attribute__((reqd_work_group_size(BX, BY, BZ)))
#else
#define GROUP_SIZE
#endif

#define BLOCK_Z (BZ * UNITS)

// The group copies `count` samples, at most TILE, into `tile`.
static inline void stage(__local Sample* tile, __global const Sample* samples, int count) {
  const int item = (get_local_id(2) * BY + get_local_id(1)) * BX + get_local_id(0);
#if BATCHED
  __global const float* from = (__global const float*)samples;
  __local float* to = (__local float*)tile;
#pragma unroll
  for (int first = 0; first < TILE * SAMPLE_FLOATS; first += GROUP_ITEMS) {
    if (first + item < count * SAMPLE_FLOATS) to[first + item] = from[first + item];
  }
#else
  const int items = get_local_size(0) * get_local_size(1) * get_local_size(2);
  for (int i = item; i < count; i += items) tile[i] = samples[i];
#endif
}

// The bins along one axis that reach within RADIUS of the cells first to first + cells - 1.
static inline int first_bin(int first) { return max(first - RADIUS, 0) / BIN; }
static inline int last_bin(int first, int cells, int bins) {
  return min((first + cells - 1 + RADIUS) / BIN, bins - 1);
}

__kernel GROUP_SIZE void gridding(INPUT(Sample) samples, INPUT(int) bin_start, OUTPUT grid,
                                  const int bins) {
  const int size = bins * BIN;
  const int block_x = get_group_id(0) * BX;
  const int block_y = get_group_id(1) * BY;
  const int block_z = get_group_id(2) * BLOCK_Z;
  const int x = block_x + get_local_id(0);
  const int y = block_y + get_local_id(1);
  const int z = block_z + get_local_id(2);

#define CELL(unit) (((z + (unit) * BZ) * size + y) * size + x)
#if SUM_IN_GRID
#define SUM(unit) grid[CELL(unit)]
#else
  float2 sums[UNITS];
#define SUM(unit) sums[unit]
#endif
#pragma unroll
  for (int unit = 0; unit < UNITS; ++unit) SUM(unit) = (float2)(0.0f, 0.0f);

#ifdef CACHE_SAMPLES
  __local Sample tile[TILE];
#define STEPS TILE
#define SAMPLE tile[step]
#else
#define STEPS (end - start)
#define SAMPLE samples[start + step]
#endif

  for (int bin_z = first_bin(block_z); bin_z <= last_bin(block_z, BLOCK_Z, bins); ++bin_z) {
    for (int bin_y = first_bin(block_y); bin_y <= last_bin(block_y, BY, bins); ++bin_y) {
      for (int bin_x = first_bin(block_x); bin_x <= last_bin(block_x, BX, bins); ++bin_x) {
        const int bin = (bin_z * bins + bin_y) * bins + bin_x;
        // The cell, counted from the corner of the bin.
        const float cell_x = x - bin_x * BIN;
        const float cell_y = y - bin_y * BIN;
        const float cell_z = z - bin_z * BIN;
        const int end = bin_start[bin + 1];
        int next;
        for (int start = bin_start[bin]; start < end; start = next) {
          next = min(start + STEPS, end);
          const int count = next - start;
#ifdef CACHE_SAMPLES
          stage(tile, samples + start, count);
          barrier(CLK_LOCAL_MEM_FENCE);
#endif
#if STYLE == 1
#pragma unroll 4
#endif
          for (int step = 0; step < count; ++step) {
            const float dx = fma(SAMPLE.x, -(float)BIN, cell_x);
            const float dy = fma(SAMPLE.y, -(float)BIN, cell_y);
            const float in_plane = fma(dx, dx, dy * dy);
#pragma unroll
            for (int unit = 0; unit < UNITS; ++unit) {
              const float dz = fma(SAMPLE.z, -(float)BIN, cell_z + unit * BZ);
              const float distance_squared = fma(dz, dz, in_plane);
              if (distance_squared < RADIUS * RADIUS) {
                const float inside = fma(distance_squared, -1.0f / (RADIUS * RADIUS), 1.0f);
                const float weight = SAMPLE.weight * inside * inside;
                SUM(unit).x = fma(weight, SAMPLE.real, SUM(unit).x);
                SUM(unit).y = fma(weight, SAMPLE.imaginary, SUM(unit).y);
              }
            }
          }
#ifdef CACHE_SAMPLES
          barrier(CLK_LOCAL_MEM_FENCE);
#endif
        }
      }
    }
  }

#if !SUM_IN_GRID
#pragma unroll
  for (int unit = 0; unit < UNITS; ++unit) grid[CELL(unit)] = sums[unit];
#endif
}
