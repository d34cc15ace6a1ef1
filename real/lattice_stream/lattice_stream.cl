// A step of a lattice-Boltzmann fluid in a plane (D2Q9), out of place: each cell pulls the nine
// distributions that stream into it from the cells around, and relaxes them towards equilibrium
// (BGK). Or, with PARTICLES, a step of charged particles that lie as such structs too.
//
//   cells      structs of 9 floats, in a frame of ghost cells: nx + 2 by ny + 2
//   PLANES     9 planes of nx by ny cells, periodic
//   PARTICLES  structs of FIELDS floats: place, velocity, then those there are of: charge over
//              mass, weight, electric field at its place (3), damping. A Boris step in a magnetic
//              field that is the same everywhere.
//
// A work-group computes BX x (BY * UNITS) cells, each work-item UNITS of them, BY rows apart; or
// BX * UNITS particles, each work-item UNITS of them, BX apart.
//
//   BX, BY           work-group
//   UNITS            cells or particles of a work-item
//   FIELDS           of a particle: 6, 7, 8, 11 or 12
//   PAD              elements added to each particle of the local tile
//   COPY             elements that one load of a batched copy moves: 1, in STYLE 1 also 2 (cells,
//                    nx even) or 4 (particles)
//   CACHE_F          stage the distributions in local memory: those of the block and a frame
//                    around it, or with PLANES those that stream into the block
//   CACHE_PARTICLES  stage the particles in local memory
//   STYLE            0  textbook: restrict, distributions and sums in registers, guards for any
//                       size, copy loops with run-time bounds
//                    1  tuned: restrict, distributions and sums in registers, sizes are multiples
//                       of the block, everything unrolled
//                    2  quick hack: no qualifiers, sums in the results, distributions and members
//                       read again where they are needed, guards, copy loops with run-time bounds
//                    3  quick hack with a tuned copy

#define BATCHED (STYLE == 1 || STYLE == 3)
#define IN_MEMORY (STYLE >= 2)

#if STYLE < 2
#define INPUT __global const float* restrict
#define OUTPUT(type) __global type* restrict
#else
#define INPUT __global float*
#define OUTPUT(type) __global type*
#endif

#if BATCHED
#define GROUP_SIZE __attribute__((reqd_work_group_size(BX, BY, 1)))
#else
#define GROUP_SIZE
#endif

#ifndef PARTICLES

#if STYLE == 1
#define INSIDE(x, y) true
#else
#define INSIDE(x, y) ((x) < nx && (y) < ny)
#endif

#define BLOCK_Y (BY * UNITS)

// The rest, four sides, four corners: direction and weight.
__constant int CX[9] = {0, 1, 0, -1, 0, 1, -1, -1, 1};
__constant int CY[9] = {0, 0, 1, 0, -1, 1, 1, -1, -1};
__constant float WEIGHT[9] = {4.0f / 9.0f,  1.0f / 9.0f,  1.0f / 9.0f,  1.0f / 9.0f, 1.0f / 9.0f,
                              1.0f / 36.0f, 1.0f / 36.0f, 1.0f / 36.0f, 1.0f / 36.0f};

#ifdef PLANES

// Where distribution k of cell (x, y) comes from.
static inline int origin(int k, int x, int y, int nx, int ny) {
  int from_x = x - CX[k], from_y = y - CY[k];
  if (from_x < 0) from_x += nx;
  if (from_x >= nx) from_x -= nx;
  if (from_y < 0) from_y += ny;
  if (from_y >= ny) from_y -= ny;
  return (k * ny + from_y) * nx + from_x;
}

#define TILE (9 * BLOCK_Y * BX)

static inline void stage(__local float* tile, __global const float* f, int first_x, int first_y,
                         int nx, int ny) {
  const int item_x = get_local_id(0), item_y = get_local_id(1);
#if BATCHED
#pragma unroll
  for (int k = 0; k < 9; ++k) {
#pragma unroll
    for (int unit = 0; unit < UNITS; ++unit) {
      const int row = item_y + unit * BY;
      if (INSIDE(first_x + item_x, first_y + row)) {
        tile[(k * BLOCK_Y + row) * BX + item_x] =
            f[origin(k, first_x + item_x, first_y + row, nx, ny)];
      }
    }
  }
#else
  const int rows = min(BLOCK_Y, ny - first_y), columns = min(BX, nx - first_x);
  for (int k = 0; k < 9; ++k) {
    for (int row = item_y; row < rows; row += get_local_size(1)) {
      for (int column = item_x; column < columns; column += get_local_size(0)) {
        tile[(k * BLOCK_Y + row) * BX + column] =
            f[origin(k, first_x + column, first_y + row, nx, ny)];
      }
    }
  }
#endif
}

#ifdef CACHE_F
#define PULL(k) tile[((k) * BLOCK_Y + y - first_y) * BX + x - first_x]
#else
#define PULL(k) f[origin(k, x, y, nx, ny)]
#endif
#define RESULT(k) out[((k) * ny + y) * nx + x]

#else

#define TILE_X ((BX + 2) * 9)
#define TILE_Y (BLOCK_Y + 2)
#define TILE (TILE_X * TILE_Y)

// The group copies the cells of its block and the frame around them.
static inline void stage(__local float* tile, __global const float* f, int first_x, int first_y,
                         int nx, int ny) {
  const int item_x = get_local_id(0), item_y = get_local_id(1);
  const int pitch = (nx + 2) * 9;
  __global const float* source = f + first_y * pitch + first_x * 9;
#if BATCHED
#if STYLE != 1
  const int rows = min(TILE_Y, ny + 2 - first_y), columns = min(TILE_X, pitch - first_x * 9);
#endif
#pragma unroll
  for (int start = 0; start < TILE; start += BX * BY * COPY) {
    const int e = start + (item_y * BX + item_x) * COPY;
    const int row = e / TILE_X, column = e % TILE_X;
#if STYLE == 1
    if (TILE % (BX * BY * COPY) == 0 || row < TILE_Y) {
#else
    if (row < rows && column < columns) {
#endif
#if COPY == 2
      vstore2(*(__global const float2*)(source + row * pitch + column), 0, tile + e);
#else
      tile[e] = source[row * pitch + column];
#endif
    }
  }
#else
  const int rows = min(TILE_Y, ny + 2 - first_y), columns = min(TILE_X, pitch - first_x * 9);
  for (int row = item_y; row < rows; row += get_local_size(1)) {
    for (int column = item_x; column < columns; column += get_local_size(0)) {
      tile[row * TILE_X + column] = source[row * pitch + column];
    }
  }
#endif
}

// Cell (x, y) lies one further in the frame, in `f` and in the tile.
#ifdef CACHE_F
#define PULL(k) tile[(y - first_y + 1 - CY[k]) * TILE_X + (x - first_x + 1 - CX[k]) * 9 + (k)]
#else
#define PULL(k) f[((y + 1 - CY[k]) * (nx + 2) + x + 1 - CX[k]) * 9 + (k)]
#endif
#define RESULT(k) out[((y + 1) * (nx + 2) + x + 1) * 9 + (k)]

#endif

__kernel GROUP_SIZE void lattice_stream(INPUT f, OUTPUT(float) out, OUTPUT(float) density,
                                        OUTPUT(float2) velocity, const int nx, const int ny,
                                        const float omega) {
  const int first_x = get_group_id(0) * BX, first_y = get_group_id(1) * BLOCK_Y;
#ifdef CACHE_F
  __local float tile[TILE];
  stage(tile, f, first_x, first_y, nx, ny);
  barrier(CLK_LOCAL_MEM_FENCE);
#endif

#pragma unroll
  for (int unit = 0; unit < UNITS; ++unit) {
    const int x = first_x + get_local_id(0);
    const int y = first_y + get_local_id(1) + unit * BY;
    const int at = y * nx + x;
    if (INSIDE(x, y)) {
#if IN_MEMORY
#define VALUE(k) PULL(k)
#define rho density[at]
#define flow_x velocity[at].x
#define flow_y velocity[at].y
#else
#define VALUE(k) value[k]
      float value[9], rho, flow_x, flow_y;
#pragma unroll
      for (int k = 0; k < 9; ++k) value[k] = PULL(k);
#endif
      rho = 0.0f;
      flow_x = 0.0f;
      flow_y = 0.0f;
#if !IN_MEMORY
#pragma unroll
#endif
      for (int k = 0; k < 9; ++k) {
        rho += VALUE(k);
        flow_x = fma((float)CX[k], VALUE(k), flow_x);
        flow_y = fma((float)CY[k], VALUE(k), flow_y);
      }
      flow_x = flow_x / rho;
      flow_y = flow_y / rho;
      const float rest = fma(-1.5f, fma(flow_x, flow_x, flow_y * flow_y), 1.0f);
#if !IN_MEMORY
#pragma unroll
#endif
      for (int k = 0; k < 9; ++k) {
        const float along = fma((float)CX[k], flow_x, (float)CY[k] * flow_y);
        const float shape = fma(along, fma(4.5f, along, 3.0f), rest);
        RESULT(k) = fma(omega, fma(WEIGHT[k] * rho, shape, -VALUE(k)), VALUE(k));
      }
#if !IN_MEMORY
      density[at] = rho;
      velocity[at] = (float2)(flow_x, flow_y);
#endif
    }
  }
}

#else

#if STYLE == 1
#define INSIDE(i) true
#else
#define INSIDE(i) ((i) < n)
#endif

#define BLOCK (BX * UNITS)

// Where element e of the block lies in the tile.
#define PLACE(e) ((e) + (e) / FIELDS * PAD)

static inline void stage(__local float* tile, __global const float* particles, int first, int n) {
  const int item = get_local_id(0);
  __global const float* source = particles + first * FIELDS;
  const int count = min(BLOCK, n - first) * FIELDS;
#if BATCHED
#pragma unroll
  for (int start = 0; start < BLOCK * FIELDS; start += BX * COPY) {
    const int e = start + item * COPY;
#if COPY == 4
    if (BLOCK * FIELDS % (BX * COPY) == 0 || e < BLOCK * FIELDS) {
      const float4 part = *(__global const float4*)(source + e);
      tile[PLACE(e)] = part.x;
      tile[PLACE(e + 1)] = part.y;
      tile[PLACE(e + 2)] = part.z;
      tile[PLACE(e + 3)] = part.w;
    }
#elif STYLE == 1
    tile[PLACE(e)] = source[e];
#else
    if (e < count) tile[PLACE(e)] = source[e];
#endif
  }
#else
  for (int e = item; e < count; e += get_local_size(0)) tile[PLACE(e)] = source[e];
#endif
}

#ifdef CACHE_PARTICLES
#define MEMBER(m) tile[(i - first) * (FIELDS + PAD) + (m)]
#else
#define MEMBER(m) particles[i * FIELDS + (m)]
#endif

// `velocity` gets the kinetic energy too.
__kernel GROUP_SIZE void push_particles(INPUT particles, OUTPUT(float4) place,
                                        OUTPUT(float4) velocity, const int n, const float field_x,
                                        const float field_y, const float field_z,
                                        const float time_step) {
  const int first = get_group_id(0) * BLOCK;
#ifdef CACHE_PARTICLES
  __local float tile[BLOCK * (FIELDS + PAD)];
  stage(tile, particles, first, n);
  barrier(CLK_LOCAL_MEM_FENCE);
#endif

#pragma unroll
  for (int unit = 0; unit < UNITS; ++unit) {
    const int i = first + unit * BX + get_local_id(0);
    if (INSIDE(i)) {
#if FIELDS > 6
#define half_push (0.5f * time_step * MEMBER(6))
#else
#define half_push (0.5f * time_step)
#endif
#if IN_MEMORY
#define v velocity[i]
#else
      float4 v;
#endif
      v = (float4)(MEMBER(3), MEMBER(4), MEMBER(5), 0.0f);
#if FIELDS > 10
      v.x = fma(half_push, MEMBER(8), v.x);
      v.y = fma(half_push, MEMBER(9), v.y);
      v.z = fma(half_push, MEMBER(10), v.z);
#endif
      // Turned by half, then all the way.
      const float tx = half_push * field_x, ty = half_push * field_y, tz = half_push * field_z;
      const float twice = 2.0f / fma(tx, tx, fma(ty, ty, fma(tz, tz, 1.0f)));
      const float half_x = fma(v.y, tz, fma(-v.z, ty, v.x));
      const float half_y = fma(v.z, tx, fma(-v.x, tz, v.y));
      const float half_z = fma(v.x, ty, fma(-v.y, tx, v.z));
      v.x = fma(half_y * twice, tz, fma(-half_z * twice, ty, v.x));
      v.y = fma(half_z * twice, tx, fma(-half_x * twice, tz, v.y));
      v.z = fma(half_x * twice, ty, fma(-half_y * twice, tx, v.z));
#if FIELDS > 10
      v.x = fma(half_push, MEMBER(8), v.x);
      v.y = fma(half_push, MEMBER(9), v.y);
      v.z = fma(half_push, MEMBER(10), v.z);
#endif
#if FIELDS > 11
      const float kept = fma(-time_step, MEMBER(11), 1.0f);
      v.x = v.x * kept;
      v.y = v.y * kept;
      v.z = v.z * kept;
#endif
      v.w = fma(v.x, v.x, fma(v.y, v.y, v.z * v.z));
#if FIELDS > 7
      v.w = v.w * MEMBER(7);
#endif
      place[i] = (float4)(fma(time_step, v.x, MEMBER(0)), fma(time_step, v.y, MEMBER(1)),
                          fma(time_step, v.z, MEMBER(2)), 0.0f);
#if !IN_MEMORY
      velocity[i] = v;
#endif
    }
  }
}

#endif
