// Update of a state that lies as an array of structs; the results go to planes.
//
//   fields  equation of state of a mixture of gases, a struct a cell: density, velocity (3),
//           internal energy, shares of the species. The temperature comes from a fixed number of
//           Newton steps, each of which sums up energy and heat capacity over the species:
//             energy(T) = sum of share (a + b T / 2) T,  capacity(T) = sum of share (a + b T)
//           Then pressure, total enthalpy and speed of sound.
//   fluxes  one step in time of a gas along a line of cells, a struct a cell: density, momentum
//           (2), energy, masses of tracers, and last the pressure. Rusanov fluxes through both
//           faces of a cell need the structs of its neighbours. `cells` has one more cell at
//           either end.
//
// A work-group updates GROUP * UNITS cells, each work-item UNITS of them, GROUP apart.
//
//   FLUXES       the second of the two
//   GROUP        work-group
//   UNITS        cells that a work-item updates
//   FIELDS       of a struct, 5 or more; also passed at run time, which all but STYLE 1 use
//   STEPS        Newton steps of `fields`; also passed at run time, which all but STYLE 1 use
//   PAD          elements added to each struct of the local tile
//   COPY         elements that one load of a batched copy moves: 1, or 4 in STYLE 1
//   CACHE_CELLS  stage `cells` in local memory
//   STYLE        0  textbook: restrict, sums in registers, guards for any size, loops with run-time
//                   bounds
//                1  tuned: restrict, sums in registers, sizes are multiples of the block,
//                   everything known at compile time
//                2  quick hack: no qualifiers, sums in the results, guards, loops with run-time
//                   bounds
//                3  quick hack with a tuned copy

#define BATCHED (STYLE == 1 || STYLE == 3)
#define GUARDED (STYLE != 1)

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
#define FIELD_COUNT FIELDS
#define STEP_COUNT STEPS
#else
#define FIELD_COUNT fields
#define STEP_COUNT steps
#endif

#if GUARDED
#define INSIDE(i) ((i) < n)
#else
#define INSIDE(i) true
#endif

// Cells on both sides of the block that the group reads too.
#ifdef FLUXES
#define HALO 1
#else
#define HALO 0
#endif
#define BLOCK (GROUP * UNITS)
#define TILE_CELLS (BLOCK + 2 * HALO)

// The group copies the structs of its cells, from the one at `first` in `cells` on, into `tile`.
static inline void stage(__local float* tile, __global const float* cells, int first, int n,
                         int fields) {
  const int item = get_local_id(0);
  __global const float* source = cells + first * FIELD_COUNT;
// Where element e of the block lies in the tile.
#define PLACE(e) ((e) + (e) / FIELD_COUNT * PAD)
#if BATCHED
#pragma unroll
  for (int start = 0; start < TILE_CELLS * FIELDS; start += GROUP * COPY) {
    const int e = start + item * COPY;
    if (TILE_CELLS * FIELDS % (GROUP * COPY) == 0 || e < TILE_CELLS * FIELDS) {
#if COPY == 4
      const float4 part = *(__global const float4*)(source + e);
      tile[PLACE(e)] = part.x;
      tile[PLACE(e + 1)] = part.y;
      tile[PLACE(e + 2)] = part.z;
      tile[PLACE(e + 3)] = part.w;
#else
      if (INSIDE(first + e / FIELDS - 2 * HALO)) tile[PLACE(e)] = source[e];
#endif
    }
  }
#else
  const int count = min(TILE_CELLS, n + 2 * HALO - first) * fields;
  for (int e = item; e < count; e += get_local_size(0)) tile[PLACE(e)] = source[e];
#endif
}

#ifdef CACHE_CELLS
#define CELL(i, f) tile[((i) - first) * (FIELD_COUNT + PAD) + (f)]
#else
#define CELL(i, f) cells[(i) * FIELD_COUNT + (f)]
#endif

#ifndef FLUXES

// `gases` holds a and b of each species, then its gas constant.
__kernel GROUP_SIZE void fields(INPUT cells, INPUT gases, OUTPUT pressure, OUTPUT temperature,
                                OUTPUT enthalpy, OUTPUT sound, const int n, const int fields,
                                const int steps) {
  const int first = get_group_id(0) * BLOCK;
#ifdef CACHE_CELLS
  __local float tile[TILE_CELLS * (FIELDS + PAD)];
  stage(tile, cells, first, n, fields);
  barrier(CLK_LOCAL_MEM_FENCE);
#endif
#define SHARE(s) CELL(i, 5 + (s))

#pragma unroll
  for (int unit = 0; unit < UNITS; ++unit) {
    const int i = first + unit * GROUP + get_local_id(0);
    if (INSIDE(i)) {
#if STYLE < 2
      float t = 1.0f, excess, capacity, gas;
#else
// The sums go where the results will be.
#define t temperature[i]
#define excess pressure[i]
#define capacity enthalpy[i]
#define gas sound[i]
      t = 1.0f;
#endif
#if STYLE == 1
#pragma unroll
#endif
      for (int step = 0; step < STEP_COUNT; ++step) {
        excess = -CELL(i, 4);
        capacity = 0.0f;
#if STYLE == 1
#pragma unroll
#endif
        for (int s = 0; s < FIELD_COUNT - 5; ++s) {
          const float a = gases[3 * s], b = gases[3 * s + 1];
          excess = fma(SHARE(s) * t, fma(0.5f * b, t, a), excess);
          capacity = fma(SHARE(s), fma(b, t, a), capacity);
        }
        t = t - excess / capacity;
      }
      gas = 0.0f;
#if STYLE == 1
#pragma unroll
#endif
      for (int s = 0; s < FIELD_COUNT - 5; ++s) gas = fma(SHARE(s), gases[3 * s + 2], gas);

      const float specific = gas * t;  // pressure / density
      const float squared = specific * (1.0f + gas / capacity);
      const float vx = CELL(i, 1), vy = CELL(i, 2), vz = CELL(i, 3);
      const float kinetic = 0.5f * fma(vx, vx, fma(vy, vy, vz * vz));
      temperature[i] = t;
      pressure[i] = CELL(i, 0) * specific;
      enthalpy[i] = fma(gas, t, CELL(i, 4) + kinetic);
      sound[i] = sqrt(squared);
#undef t
#undef excess
#undef capacity
#undef gas
    }
  }
}

#else

#define GAMMA 1.4f

// Velocity along the line, pressure and largest speed of a signal in one cell.
typedef struct {
  float velocity, pressure, speed;
} Side;

#define PRESSURE(i) CELL(i, FIELD_COUNT - 1)

static inline Side side_of(float density, float momentum, float pressure) {
  const float velocity = momentum / density;
  const Side side = {velocity, pressure, fabs(velocity) + sqrt(GAMMA * pressure / density)};
  return side;
}
#define SIDE(i) side_of(CELL(i, 0), CELL(i, 1), PRESSURE(i))

// Flux of field f, of which there is `u`, inside one cell.
static inline float inner_flux(float u, Side side, int f) {
  const float pressed = f == 1 ? side.pressure : f == 3 ? side.pressure * side.velocity : 0.0f;
  return fma(u, side.velocity, pressed);
}

// Twice the flux through the face between two cells.
static inline float face_flux(float u_left, Side left, float u_right, Side right, int f) {
  return fma(fmax(left.speed, right.speed), u_left - u_right,
             inner_flux(u_left, left, f) + inner_flux(u_right, right, f));
}

// Plane f of `out` is field f after a step, but for the pressure; `half_ratio` is half the time
// step over the width of a cell.
__kernel GROUP_SIZE void fluxes(INPUT cells, OUTPUT out, const int n, const int fields,
                                const float half_ratio) {
  const int first = get_group_id(0) * BLOCK;
#ifdef CACHE_CELLS
  __local float tile[TILE_CELLS * (FIELDS + PAD)];
  stage(tile, cells, first, n, fields);
  barrier(CLK_LOCAL_MEM_FENCE);
#endif

#pragma unroll
  for (int unit = 0; unit < UNITS; ++unit) {
    const int cell = first + unit * GROUP + get_local_id(0);
    const int i = cell + HALO;  // in `cells`
    if (INSIDE(cell)) {
      const Side left = SIDE(i - 1), own = SIDE(i), right = SIDE(i + 1);
#if STYLE == 1
#pragma unroll
#endif
      for (int f = 0; f < FIELD_COUNT - 1; ++f) {
#if STYLE < 2
        const float u = CELL(i, f);
        const float in = face_flux(CELL(i - 1, f), left, u, own, f);
        const float through = face_flux(u, own, CELL(i + 1, f), right, f);
        out[f * n + cell] = fma(-half_ratio, through, fma(half_ratio, in, u));
#else
#define SUM out[f * n + cell]
        SUM = CELL(i, f);
        SUM = fma(half_ratio, face_flux(CELL(i - 1, f), left, CELL(i, f), own, f), SUM);
        SUM = fma(-half_ratio, face_flux(CELL(i, f), own, CELL(i + 1, f), right, f), SUM);
#endif
      }
    }
  }
}

#endif
