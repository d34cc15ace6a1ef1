// Short-range forces with cell lists: the particles of a box are sorted into cells, each with room
// for `capacity` of them and a count, and a particle is pushed by those of the cells around it (27,
// or 9 in a plane) that are nearer than the cutoff. The side of a cell is 1.
//
// A work-group handles CELLS cells beside each other in a row along x, each by CAPACITY / UNITS
// work-items; an item sums for UNITS particles of one cell and goes through all particles of the
// cells around it: the items of a cell read the same particle at any time. The places of the
// particles that are pushed are arrays of their own (`own`): the same values, or particles of
// another kind in as many numbers. `force` must hold zeros where a cell has no particle.
//
//   CAPACITY         particles that a cell has room for; also passed at run time, which all but
//                    STYLE 1 use
//   CELLS            cells of a group
//   UNITS            particles of a work-item (register tile), in STYLE 1
//   ROW              what is staged at once: 1  the cells around the group in one row, CELLS + 2
//                                            0  one neighbour of each of the group's cells
//   COPY             floats that one load of a batched copy moves: 1 or 4 (PLANES)
//   PLANES           x, y and z are arrays of their own, of places in the whole box; without it, a
//                    place is a vector, within its cell
//   DISCS            discs in a plane that push each other where they overlap, in a periodic box;
//                    without it, particles with a softened Lennard-Jones force in a box whose
//                    outermost cells are ghosts, copies of particles of other boxes
//   CACHE_POSITIONS  stage the places in local memory
//   CACHE_X          stage x in local memory (PLANES)
//   STYLE            0  textbook: restrict, sums in registers, copy loops with run-time bounds
//                    1  tuned: restrict, sums in registers, capacity known at compile time
//                    2  quick hack: no qualifiers, sums in `force`, copy loops with run-time bounds
//                    3  quick hack with a tuned copy

#define BATCHED (STYLE == 1 || STYLE == 3)
#define SUM_IN_FORCE (STYLE >= 2)

#if STYLE < 2
#define INPUT(type) __global const type* restrict
#define OUTPUT(type) __global type* restrict
#else
#define INPUT(type) __global type*
#define OUTPUT(type) __global type*
#endif

#define LANES (CAPACITY / UNITS)
#define GROUP (CELLS * LANES)

#if BATCHED
#define GROUP_SIZE __attribute__((reqd_work_group_size(GROUP, 1, 1)))
#else
#define GROUP_SIZE
#endif

#if STYLE == 1
#define ROOM CAPACITY
#else
#define ROOM capacity
#endif

#if defined(PLANES)
#define ELEMENT float
#elif defined(DISCS)
#define ELEMENT float2
#else
#define ELEMENT float4
#endif
#ifndef COPY
#define COPY 1
#endif

#ifdef DISCS
#define DEPTH 0
#else
#define DEPTH 1
#endif

#if defined(CACHE_POSITIONS) || defined(CACHE_X)
#define STAGE_ROW ROW
#define STAGE_CELL (!ROW)
#else
#define STAGE_ROW 0
#define STAGE_CELL 0
#endif

#if ROW
#define STAGED_CELLS (CELLS + 2)
#else
#define STAGED_CELLS CELLS
#endif

// `at`, which is at most one outside 0 … count - 1, seen periodically.
static inline int wrap(int at, int count) {
  return at < 0 ? at + count : at >= count ? at - count : at;
}

// The group copies the particles of STAGED_CELLS cells of a row, from number `first` on; `nx` is
// the length of a periodic row.
static inline void stage(__local ELEMENT* tile, __global const ELEMENT* row, int first, int nx,
                         int capacity) {
  const int item = get_local_id(0);
#if BATCHED
#define COPIES (STAGED_CELLS * CAPACITY / COPY)
#pragma unroll
  for (int copied = 0; copied < COPIES; copied += GROUP) {
    if (COPIES % GROUP == 0 || copied + item < COPIES) {
      const int i = copied + item;
#if defined(DISCS)
      tile[i] = row[wrap(first + i / CAPACITY, nx) * CAPACITY + i % CAPACITY];
#elif COPY == 4
      ((__local float4*)tile)[i] = ((__global const float4*)(row + first * CAPACITY))[i];
#else
      tile[i] = row[first * CAPACITY + i];
#endif
    }
  }
#elif defined(DISCS)
  for (int cell = 0; cell < STAGED_CELLS; ++cell) {
    __global const ELEMENT* source = row + wrap(first + cell, nx) * capacity;
    for (int slot = item; slot < capacity; slot += get_local_size(0)) {
      tile[cell * capacity + slot] = source[slot];
    }
  }
#else
  for (int i = item; i < STAGED_CELLS * capacity; i += get_local_size(0)) {
    tile[i] = row[first * capacity + i];
  }
#endif
}

// Times the way from the other particle, at a distance whose square is given: the force.
#ifdef DISCS
static inline float push(float squared, float diameter, float unused) {
  return fma(diameter, rsqrt(squared), -1.0f);
}
#define TOUCH(squared) ((squared) < diameter * diameter && (squared) > 0.0f)
#else
static inline float push(float squared, float sigma_squared, float core_squared) {
  const float inverse = sigma_squared / fmax(squared, core_squared);
  const float cube = inverse * inverse * inverse;
  return fma(cube, cube, -0.5f * cube) * inverse;
}
// A particle does not push itself: its way is 0.
#define TOUCH(squared) ((squared) < cutoff_squared)
#endif

__kernel GROUP_SIZE void cell_list(
#ifdef PLANES
    INPUT(float) own_x, INPUT(float) own_y, INPUT(float) own_z, INPUT(float) x, INPUT(float) y,
    INPUT(float) z, INPUT(int) counts, OUTPUT(float) force_x, OUTPUT(float) force_y,
    OUTPUT(float) force_z,
#else
    INPUT(ELEMENT) own, INPUT(ELEMENT) positions, INPUT(int) counts, OUTPUT(ELEMENT) force,
#endif
#ifdef DISCS
    const int nx, const int ny, const int capacity, const float diameter) {
#else
    const int nx, const int ny, const int capacity, const float cutoff_squared,
    const float sigma_squared, const float core_squared) {
#endif
  const int item = get_local_id(0);
#if STYLE == 1
  const int lanes = LANES;
#else
  const int lanes = get_local_size(0) / CELLS;
#endif
  const int column = item / lanes;  // the cell's number within the group
  const int first_slot = item % lanes;
#define SLOT(unit) (first_slot + (unit) * lanes)

  const int cell_y = get_group_id(1);
#ifdef DISCS
  const int first_x = get_group_id(0) * CELLS;
#define ROW_START(cy, cz) (wrap(cy, ny) * nx)
#define IN_ROW(cx) wrap(cx, nx)
#else
  const int cell_z = get_group_id(2);
  const int first_x = get_group_id(0) * CELLS + 1;
#define ROW_START(cy, cz) ((((cz) + 1) * (ny + 2) + (cy) + 1) * (nx + 2))
#define IN_ROW(cx) (cx)
#endif
  const int own_cell = ROW_START(cell_y, cell_z) + first_x + column;
  const int own_count = counts[own_cell];
#define OWN(unit) (own_cell * ROOM + SLOT(unit))

#if STAGE_ROW || STAGE_CELL
  __local ELEMENT tile[STAGED_CELLS * CAPACITY] __attribute__((aligned(16)));
#endif
#if STAGE_ROW
#define STAGED(j) tile[(column + 1 + dx) * ROOM + (j)]
#elif STAGE_CELL
#define STAGED(j) tile[column * ROOM + (j)]
#endif

// Particle number j of the cell that the item goes through.
#if defined(PLANES)
#define OWN_PLACE(i) (float4)(own_x[i], own_y[i], own_z[i], 1.0f)
#define PLACE(i) (float4)(x[i], y[i], z[i], 1.0f)
#ifdef CACHE_X
#define OTHER(j) (float4)(STAGED(j), y[cell * ROOM + (j)], z[cell * ROOM + (j)], 1.0f)
#else
#define OTHER(j) PLACE(cell * ROOM + (j))
#endif
#elif defined(DISCS)
#define OWN_PLACE(i) (float4)(own[i], 0.0f, 1.0f)
#define PLACE(i) (float4)(positions[i], 0.0f, 1.0f)
#ifdef CACHE_POSITIONS
#define OTHER(j) (float4)(STAGED(j), 0.0f, 1.0f)
#else
#define OTHER(j) PLACE(cell * ROOM + (j))
#endif
#else
#define OWN_PLACE(i) own[i]
#define PLACE(i) positions[i]
#ifdef CACHE_POSITIONS
#define OTHER(j) STAGED(j)
#else
#define OTHER(j) PLACE(cell * ROOM + (j))
#endif
#endif

#if !SUM_IN_FORCE
  float4 sums[UNITS];
#define SUM_X(unit) sums[unit].x
#define SUM_Y(unit) sums[unit].y
#define SUM_Z(unit) sums[unit].z
#elif defined(PLANES)
#define SUM_X(unit) force_x[OWN(unit)]
#define SUM_Y(unit) force_y[OWN(unit)]
#define SUM_Z(unit) force_z[OWN(unit)]
#else
#define SUM_X(unit) force[OWN(unit)].x
#define SUM_Y(unit) force[OWN(unit)].y
#define SUM_Z(unit) force[OWN(unit)].z
#endif

  float4 places[UNITS];
#pragma unroll
  for (int unit = 0; unit < UNITS; ++unit) {
    places[unit] = OWN_PLACE(OWN(unit));
#if !SUM_IN_FORCE
    sums[unit] = (float4)(0.0f);
#endif
  }

  for (int dz = -DEPTH; dz <= DEPTH; ++dz) {
    for (int dy = -1; dy <= 1; ++dy) {
      const int row = ROW_START(cell_y + dy, cell_z + dz);
#if STAGE_ROW && defined(CACHE_X)
      stage(tile, x + row * ROOM, first_x - 1, nx, ROOM);
#elif STAGE_ROW
      stage(tile, positions + row * ROOM, first_x - 1, nx, ROOM);
#endif
#if STAGE_ROW
      barrier(CLK_LOCAL_MEM_FENCE);
#endif
      for (int dx = -1; dx <= 1; ++dx) {
#if STAGE_CELL && defined(CACHE_X)
        stage(tile, x + row * ROOM, first_x + dx, nx, ROOM);
#elif STAGE_CELL
        stage(tile, positions + row * ROOM, first_x + dx, nx, ROOM);
#endif
#if STAGE_CELL
        barrier(CLK_LOCAL_MEM_FENCE);
#endif
        const int cell = row + IN_ROW(first_x + column + dx);
        if (SLOT(0) < own_count) {
          const int count = counts[cell];
          // The own places as the other cell's particles see them.
          float4 from[UNITS];
#pragma unroll
          for (int unit = 0; unit < UNITS; ++unit) {
#ifdef PLANES
            from[unit] = places[unit];
#else
            from[unit] = places[unit] - (float4)(dx, dy, dz, 0.0f);
#endif
          }
#if STYLE == 1
#pragma unroll 4
#endif
          for (int j = 0; j < count; ++j) {
            const float4 other = OTHER(j);
#pragma unroll
            for (int unit = 0; unit < UNITS; ++unit) {
              const float way_x = from[unit].x - other.x;
              const float way_y = from[unit].y - other.y;
#ifdef DISCS
              const float squared = fma(way_x, way_x, way_y * way_y);
              if (TOUCH(squared)) {
                const float pushed = push(squared, diameter, 0.0f);
                SUM_X(unit) = fma(way_x, pushed, SUM_X(unit));
                SUM_Y(unit) = fma(way_y, pushed, SUM_Y(unit));
              }
#else
              const float way_z = from[unit].z - other.z;
              const float squared = fma(way_x, way_x, fma(way_y, way_y, way_z * way_z));
              if (TOUCH(squared)) {
                const float pushed = push(squared, sigma_squared, core_squared) * other.w;
                SUM_X(unit) = fma(way_x, pushed, SUM_X(unit));
                SUM_Y(unit) = fma(way_y, pushed, SUM_Y(unit));
                SUM_Z(unit) = fma(way_z, pushed, SUM_Z(unit));
              }
#endif
            }
          }
        }
#if STAGE_CELL
        barrier(CLK_LOCAL_MEM_FENCE);
#endif
      }
#if STAGE_ROW
      barrier(CLK_LOCAL_MEM_FENCE);
#endif
    }
  }

#if !SUM_IN_FORCE
#pragma unroll
  for (int unit = 0; unit < UNITS; ++unit) {
    if (SLOT(unit) >= own_count) continue;
#if defined(PLANES)
    force_x[OWN(unit)] = sums[unit].x;
    force_y[OWN(unit)] = sums[unit].y;
    force_z[OWN(unit)] = sums[unit].z;
#elif defined(DISCS)
    force[OWN(unit)] = sums[unit].xy;
#else
    force[OWN(unit)] = (float4)(sums[unit].xyz, 0.0f);
#endif
  }
#endif
}
