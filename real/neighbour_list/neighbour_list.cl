// Forces of molecular dynamics from neighbour lists: the force on every atom from the `neighbours`
// atoms of its list that are nearer than the cutoff: a Lennard-Jones force with a softened core, or
// a screened Coulomb force. An atom is a float4: its place, and its weight or charge. The list of
// atom i holds elements of `positions`; the atom itself is positions[i + reach / 2], so that it
// has room for neighbours (ghosts at the ends) on both sides.
//
// A work-group handles BX * UNITS atoms, each work-item UNITS of them, BX apart.
//
//   BX               work-group
//   UNITS            atoms of a work-item; 1 but in STYLE 1
//   NEIGHBOURS       of an atom; also passed at run time, which all but STYLE 1 use
//   PLANES           the list holds a row of `pitch` atoms for each neighbour; without it, a row
//                    of neighbours for each atom
//   SCREENED         screened Coulomb force
//   CHUNK            neighbours of each atom whose list is staged at once, a divisor of NEIGHBOURS
//   PAD              elements added to each row of the local tile of a list without PLANES
//   COPY             elements of the list that one load of a batched copy moves: 1 or, if rows
//                    begin at multiples, 4
//   REACH            with CACHE_POSITIONS: the neighbours of atom i lie from positions[i] to
//                    positions[i + REACH]
//   CACHE_LIST       stage the list in local memory
//   CACHE_POSITIONS  stage the positions in local memory
//   STYLE            0  textbook: restrict, sums in registers, guards for any size, loops with
//                       run-time bounds
//                    1  tuned: restrict, sums in registers, atoms are a multiple of the block,
//                       everything known at compile time
//                    2  quick hack: no qualifiers, sums in `force`, guards, loops with run-time
//                       bounds
//                    3  quick hack with a tuned copy

#define BATCHED (STYLE == 1 || STYLE == 3)

#if STYLE < 2
#define INPUT(type) __global const type* restrict
#define OUTPUT(type) __global type* restrict
#else
#define INPUT(type) __global type*
#define OUTPUT(type) __global type*
#endif

#if BATCHED
#define GROUP_SIZE __attribute__((reqd_work_group_size(BX, 1, 1)))
#else
#define GROUP_SIZE
#endif

#if STYLE == 1
#define COUNT NEIGHBOURS
#define INSIDE(atom) true
#else
#define COUNT neighbours
#define INSIDE(atom) ((atom) < atoms)
#endif

#define BLOCK (BX * UNITS)

#ifdef CACHE_LIST

// The tile has ROWS rows of COLUMNS elements, TILE_PITCH apart.
#ifdef PLANES
#define ROWS CHUNK
#define COLUMNS BLOCK
#define TILE_PITCH BLOCK
#else
#define ROWS BLOCK
#define COLUMNS CHUNK
#define TILE_PITCH (CHUNK + PAD)
#endif

// The group copies the part of the list that begins at `source`, of its atoms, `left` or fewer.
static inline void stage_list(__local int* tile, __global const int* source, int source_pitch,
                              int left) {
  const int item = get_local_id(0);
#if BATCHED
#pragma unroll
  for (int start = 0; start < ROWS * COLUMNS; start += BX * COPY) {
    const int e = start + item * COPY;
    const int row = e / COLUMNS, column = e % COLUMNS;
#if STYLE != 1 && defined(PLANES)
    if (row < ROWS && column < left) {
#elif STYLE != 1
    if (row < min(ROWS, left)) {
#else
    if (ROWS * COLUMNS % (BX * COPY) == 0 || row < ROWS) {
#endif
#if COPY == 4
      vstore4(*(__global const int4*)(source + row * source_pitch + column), 0,
              tile + row * TILE_PITCH + column);
#else
      tile[row * TILE_PITCH + column] = source[row * source_pitch + column];
#endif
    }
  }
#elif defined(PLANES)
  for (int row = 0; row < ROWS; ++row) {
    for (int column = item; column < COLUMNS && column < left; column += get_local_size(0)) {
      tile[row * TILE_PITCH + column] = source[row * source_pitch + column];
    }
  }
#elif STYLE == 0
  // A row is shorter than the group: as many lanes as it has elements copy it.
  const int lanes = min(CHUNK, (int)get_local_size(0));
  const int rows_at_once = get_local_size(0) / lanes;
  if (item < rows_at_once * lanes) {
    for (int row = item / lanes; row < ROWS && row < left; row += rows_at_once) {
      for (int column = item % lanes; column < COLUMNS; column += lanes) {
        tile[row * TILE_PITCH + column] = source[row * source_pitch + column];
      }
    }
  }
#else
  const int count = min(ROWS, left) * COLUMNS;
  for (int e = item; e < count; e += get_local_size(0)) {
    const int row = e / COLUMNS, column = e % COLUMNS;
    tile[row * TILE_PITCH + column] = source[row * source_pitch + column];
  }
#endif
}

#endif

#ifdef CACHE_POSITIONS

#define TILE (BLOCK + REACH)

// The group copies the positions of its atoms, `left` or fewer, and of those `reach` further.
static inline void stage_positions(__local float4* tile, __global const float4* source, int left,
                                   int reach) {
  const int item = get_local_id(0);
#if BATCHED
#pragma unroll
  for (int start = 0; start < TILE; start += BX) {
    const int e = start + item;
#if STYLE == 1
    if (TILE % BX == 0 || e < TILE) tile[e] = source[e];
#else
    if (e < min(BLOCK, left) + REACH) tile[e] = source[e];
#endif
  }
#else
  const int count = min(BLOCK, left) + reach;
  for (int e = item; e < count; e += get_local_size(0)) tile[e] = source[e];
#endif
}

#endif

// Times the way from the other atom: the force.
#ifdef SCREENED
#define KAPPA 1.5f
static inline float push(float squared, float own, float other) {
  const float distance = sqrt(fmax(squared, 0.01f));
  const float decay = exp(-KAPPA * distance) / (distance * distance * distance);
  return own * other * decay * fma(KAPPA, distance, 1.0f);
}
#else
static inline float push(float squared, float own, float other) {
  const float inverse = 0.1f / fmax(squared, 0.05f);
  const float cube = inverse * inverse * inverse;
  return own * other * fma(cube, cube, -0.5f * cube) * inverse;
}
#endif

#ifdef CACHE_POSITIONS
#define POSITION(i) position_tile[(i) - first]
#else
#define POSITION(i) positions[i]
#endif

#ifdef CACHE_LIST
#define STEPS CHUNK
#ifdef PLANES
#define NEIGHBOUR(unit, j) list_tile[(j) * BLOCK + (unit) * BX + item]
#else
#define NEIGHBOUR(unit, j) list_tile[((unit) * BX + item) * TILE_PITCH + (j)]
#endif
#else
#define STEPS COUNT
#ifdef PLANES
#define NEIGHBOUR(unit, j) list[(start + (j)) * pitch + first + (unit) * BX + item]
#else
#define NEIGHBOUR(unit, j) list[(first + (unit) * BX + item) * COUNT + start + (j)]
#endif
#endif

#if STYLE < 2
#define FORCE(unit) sums[unit]
#else
#define FORCE(unit) force[first + item]
#endif

__kernel GROUP_SIZE void neighbour_list(INPUT(float4) positions, INPUT(int) list,
                                        OUTPUT(float4) force, const int atoms,
                                        const int neighbours, const int pitch, const int reach,
                                        const float cutoff_squared) {
  const int item = get_local_id(0);
  const int first = get_group_id(0) * BLOCK;
#ifdef CACHE_LIST
  __local int list_tile[ROWS * TILE_PITCH];
#endif
#ifdef CACHE_POSITIONS
  __local float4 position_tile[TILE];
  stage_positions(position_tile, positions + first, atoms - first, reach);
  barrier(CLK_LOCAL_MEM_FENCE);
#endif

  float4 own[UNITS];
#if STYLE < 2
  float4 sums[UNITS];
#endif
  if (INSIDE(first + item)) {
#pragma unroll
    for (int unit = 0; unit < UNITS; ++unit) {
      own[unit] = POSITION(first + unit * BX + item + reach / 2);
      FORCE(unit) = (float4)(0.0f);
    }
  }

  for (int start = 0; start < COUNT; start += STEPS) {
#ifdef CACHE_LIST
#ifdef PLANES
    stage_list(list_tile, list + start * pitch + first, pitch, atoms - first);
#else
    stage_list(list_tile, list + first * COUNT + start, COUNT, atoms - first);
#endif
    barrier(CLK_LOCAL_MEM_FENCE);
#endif
    if (INSIDE(first + item)) {
#if STYLE == 1
#pragma unroll 8
#endif
      for (int j = 0; j < STEPS; ++j) {
#pragma unroll
        for (int unit = 0; unit < UNITS; ++unit) {
          const float4 other = POSITION(NEIGHBOUR(unit, j));
          const float x = own[unit].x - other.x;
          const float y = own[unit].y - other.y;
          const float z = own[unit].z - other.z;
          const float squared = fma(x, x, fma(y, y, z * z));
          if (squared < cutoff_squared) {
            const float strength = push(squared, own[unit].w, other.w);
            FORCE(unit).x = fma(strength, x, FORCE(unit).x);
            FORCE(unit).y = fma(strength, y, FORCE(unit).y);
            FORCE(unit).z = fma(strength, z, FORCE(unit).z);
          }
        }
      }
    }
#ifdef CACHE_LIST
    barrier(CLK_LOCAL_MEM_FENCE);
#endif
  }

#if STYLE < 2
#pragma unroll
  for (int unit = 0; unit < UNITS; ++unit) {
    const int atom = first + unit * BX + item;
    if (INSIDE(atom)) force[atom] = sums[unit];
  }
#endif
}
