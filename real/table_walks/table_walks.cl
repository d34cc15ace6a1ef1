// Kernels in which all work-items walk through a small table that they share.
//
//   table_sobol   quasi-random points: the coordinate of point p in a dimension joins by XOR those
//                 direction numbers of the dimension whose bits are set in the Gray code of p
//   table_crc     cyclic redundancy checks, a work-item a message: each byte looks up an entry
//   table_paths   paths of a random walk, a work-item a path: each step has its own drift and
//                 volatility
//   table_knots   a piecewise-linear function with knots at irregular places, a work-item a sum of
//                 its values
//
//   BX, BY   work-group; BY is 1 in table_crc and table_knots
//   UNITS    points, messages, paths or sums that a work-item handles together, BX apart; 1 but in
//            STYLE 1
//   CHUNK    part of the table that is staged at once, or all of it. table_sobol: dimensions of
//            each row of the group; table_paths: steps; table_crc and table_knots: all entries
//   PAD      table_paths: elements added to each row of the local tile
//   COPY     entries that one load of a batched copy moves: 1, 2 or, with 4 bytes an entry, 4
//   CACHE_DIRECTIONS, CACHE_CRC_TABLE, CACHE_COEFFICIENTS, CACHE_KNOTS  stage that table in local
//            memory
//   STYLE    0  textbook: restrict, results in registers, guards for any size, loops with run-time
//               bounds
//            1  tuned: restrict, results in registers, sizes are multiples of the block, bounds of
//               loops known at compile time
//            2  quick hack: no qualifiers, results in global memory in every step, guards, loops
//               with run-time bounds
//            3  quick hack with a tuned copy
//
// Further macros stand at each kernel.

#define BATCHED (STYLE == 1 || STYLE == 3)

#if STYLE < 2
#define INPUT(type) __global const type* restrict
#define OUTPUT(type) __global type* restrict
#else
#define INPUT(type) __global type*
#define OUTPUT(type) __global type*
#endif

#if BATCHED
#define GROUP_SIZE __attribute__((reqd_work_group_size(BX, BY, 1)))
#else
#define GROUP_SIZE
#endif

#if STYLE == 1
#define INSIDE(condition) true
#else
#define INSIDE(condition) (condition)
#endif

#define PASTE(a, b) a##b
#define JOIN(a, b) PASTE(a, b)

#if defined(CACHE_DIRECTIONS) || defined(CACHE_CRC_TABLE) || defined(CACHE_COEFFICIENTS) || \
    defined(CACHE_KNOTS)
#define CACHED 1
#else
#define CACHED 0
#endif

// The table's entries, each of LANES numbers.
#if KERNEL == 0 || KERNEL == 1
#define NUMBER uint
#define ENTRY uint
#define LANES 1
#else
#define NUMBER float
#define ENTRY float2
#define LANES 2
#endif
#if COPY * LANES == 4
#define WIDE JOIN(NUMBER, 4)
#elif COPY * LANES == 2
#define WIDE JOIN(NUMBER, 2)
#endif

// The group copies rows x columns entries, of which the first present_rows exist, into `tile`.
static inline void stage(__local ENTRY* tile, int tile_pitch, __global const ENTRY* source,
                         int source_pitch, int rows, int columns, int present_rows) {
#if BATCHED
  const int item = get_local_id(1) * BX + get_local_id(0);
#pragma unroll
  for (int first = 0; first < rows * columns; first += BX * BY * COPY) {
    const int e = first + item * COPY;
    const int row = e / columns, column = e % columns;
    if (rows * columns % (BX * BY * COPY) == 0 || e < rows * columns) {
#if STYLE == 3
      if (row < present_rows)
#endif
      {
#if COPY > 1
        *(__local WIDE*)(tile + row * tile_pitch + column) =
            *(__global const WIDE*)(source + row * source_pitch + column);
#else
        tile[row * tile_pitch + column] = source[row * source_pitch + column];
#endif
      }
    }
  }
#elif STYLE == 0
  const int item = get_local_id(1) * get_local_size(0) + get_local_id(0);
  const int count = min(rows, present_rows) * columns;
  for (int e = item; e < count; e += get_local_size(0) * get_local_size(1)) {
    const int row = e / columns, column = e % columns;
    tile[row * tile_pitch + column] = source[row * source_pitch + column];
  }
#else
  // A row of the group copies a row of the table.
  for (int row = get_local_id(1); row < rows && row < present_rows; row += get_local_size(1)) {
    for (int column = get_local_id(0); column < columns; column += get_local_size(0)) {
      tile[row * tile_pitch + column] = source[row * source_pitch + column];
    }
  }
#endif
}

#if KERNEL == 0

// directions[d][b], BITS of them for each dimension. Row y of a group handles the dimensions
// y, y + BY, … of the PER_GROUP * BY that its group does, for BX * UNITS points.
//
//   BITS       direction numbers of a dimension
//   PER_GROUP  dimensions of a row of the group; also passed at run time
//   INTEGRATE  0: results[d][p], the coordinates; 1: results[row][p], the sum over the dimensions
//              of the row of (coordinate - 0.5)^2
//   MASKED     0: a branch a bit, up to the highest that is set; 1: all bits, with a mask

#ifdef CACHE_DIRECTIONS
#define DIRECTION(bit) tile[((dimension - start) * BY + row) * BITS + (bit)]
#else
#define DIRECTION(bit) directions[(first + dimension * BY + row) * BITS + (bit)]
#endif
#define CHUNKED (CACHED && CHUNK < PER_GROUP)

#if STYLE == 1
#define DIMENSIONS PER_GROUP
#else
#define DIMENSIONS per_group
#endif
#if CHUNKED
#define LAST_DIMENSION (start + CHUNK)
#else
#define LAST_DIMENSION DIMENSIONS
#endif

__kernel GROUP_SIZE void table_sobol(INPUT(uint) directions, OUTPUT(float) results,
                                     const int points, const int dimensions, const int per_group) {
  const int row = get_local_id(1);
  const int first = get_group_id(1) * BY * DIMENSIONS;
  const int first_point = get_group_id(0) * BX * UNITS + get_local_id(0);
#if CACHED
  __local uint tile[CHUNK * BY * BITS] __attribute__((aligned(16)));
#endif
#if STYLE < 2
  float sums[UNITS];
#pragma unroll
  for (int unit = 0; unit < UNITS; ++unit) sums[unit] = 0.0f;
#elif INTEGRATE
  if (first_point < points) results[(int)get_global_id(1) * points + first_point] = 0.0f;
#endif

#if CHUNKED
  for (int start = 0; start < DIMENSIONS; start += CHUNK)
#else
  const int start = 0;
#endif
  {
#if CACHED
    stage(tile, BITS, directions + (first + start * BY) * BITS, BITS, CHUNK * BY, BITS,
          dimensions - first - start * BY);
    barrier(CLK_LOCAL_MEM_FENCE);
#endif
    for (int dimension = start; dimension < LAST_DIMENSION; ++dimension) {
      const int d = first + dimension * BY + row;
      if (INSIDE(first_point < points && d < dimensions)) {
#pragma unroll
        for (int unit = 0; unit < UNITS; ++unit) {
          const int p = first_point + unit * BX;
          uint code = (uint)p ^ ((uint)p >> 1);
          uint x = 0;
#if MASKED
#if STYLE == 1
#pragma unroll
#endif
          for (int bit = 0; bit < BITS; ++bit) x ^= -((code >> bit) & 1u) & DIRECTION(bit);
#else
          for (int bit = 0; code != 0; ++bit, code >>= 1) {
            if (code & 1u) x ^= DIRECTION(bit);
          }
#endif
          // The upper 24 bits, which a float holds exactly.
          const float coordinate = (float)(x >> 8) * 0x1p-24f;
#if !INTEGRATE
          results[d * points + p] = coordinate;
#elif STYLE < 2
          sums[unit] = fma(coordinate - 0.5f, coordinate - 0.5f, sums[unit]);
#else
          const int at = (int)get_global_id(1) * points + p;
          results[at] = fma(coordinate - 0.5f, coordinate - 0.5f, results[at]);
#endif
        }
      }
    }
#if CHUNKED
    barrier(CLK_LOCAL_MEM_FENCE);
#endif
  }

#if INTEGRATE && STYLE < 2
#pragma unroll
  for (int unit = 0; unit < UNITS; ++unit) {
    const int p = first_point + unit * BX;
    if (INSIDE(p < points)) results[(int)get_global_id(1) * points + p] = sums[unit];
  }
#endif
}

#elif KERNEL == 1

// Messages of `length` bytes.
//
//   CHUNK        entries of the table: 16 (half a byte at a time), 256 (a byte) or 1024 (4 bytes,
//                with 4 tables one after another)
//   INTERLEAVED  0: a message's bytes are neighbours in memory; 1: 4 bytes of a message are, and
//                the same 4 bytes of the next message follow
//   LENGTH       as `length`; used in STYLE 1

#ifdef CACHE_CRC_TABLE
#define CRC_ENTRY(at) tile[at]
#else
#define CRC_ENTRY(at) crc_table[at]
#endif

#if STYLE == 1
#define BYTES LENGTH
#else
#define BYTES length
#endif

#if INTERLEAVED
#define WORD(message, i) ((i) / 4 * count + (message))
#define PLACE(message, i) (4 * WORD(message, i) + (i) % 4)
#else
#define WORD(message, i) ((message) * (BYTES / 4) + (i) / 4)
#define PLACE(message, i) ((message) * BYTES + (i))
#endif

#if STYLE < 2
#define CRC(unit) crcs[unit]
#else
#define CRC(unit) checks[first]
#endif

__kernel GROUP_SIZE void table_crc(INPUT(uint) crc_table, INPUT(uchar) messages,
                                   OUTPUT(uint) checks, const int count, const int length) {
  const int first = get_group_id(0) * BX * UNITS + get_local_id(0);
#if CACHED
  __local uint tile[CHUNK] __attribute__((aligned(16)));
  stage(tile, CHUNK, crc_table, CHUNK, 1, CHUNK, 1);
  barrier(CLK_LOCAL_MEM_FENCE);
#endif
  if (INSIDE(first < count)) {
#if STYLE < 2
    uint crcs[UNITS];
#endif
#pragma unroll
    for (int unit = 0; unit < UNITS; ++unit) CRC(unit) = 0xffffffffu;
#if CHUNK == 1024
    for (int i = 0; i < BYTES; i += 4) {
#pragma unroll
      for (int unit = 0; unit < UNITS; ++unit) {
        const uint word =
            CRC(unit) ^ ((__global const uint*)messages)[WORD(first + unit * BX, i)];
        CRC(unit) = CRC_ENTRY(768 + (word & 255u)) ^ CRC_ENTRY(512 + ((word >> 8) & 255u)) ^
                    CRC_ENTRY(256 + ((word >> 16) & 255u)) ^ CRC_ENTRY(word >> 24);
      }
    }
#else
#if STYLE == 1
#pragma unroll 8
#endif
    for (int i = 0; i < BYTES; ++i) {
#pragma unroll
      for (int unit = 0; unit < UNITS; ++unit) {
        const uint byte = messages[PLACE(first + unit * BX, i)];
#if CHUNK == 256
        CRC(unit) = CRC_ENTRY((CRC(unit) ^ byte) & 255u) ^ (CRC(unit) >> 8);
#else
        CRC(unit) = CRC_ENTRY((CRC(unit) ^ byte) & 15u) ^ (CRC(unit) >> 4);
        CRC(unit) = CRC_ENTRY((CRC(unit) ^ (byte >> 4)) & 15u) ^ (CRC(unit) >> 4);
#endif
      }
    }
#endif
#pragma unroll
    for (int unit = 0; unit < UNITS; ++unit) checks[first + unit * BX] = ~CRC(unit);
  }
}

#elif KERNEL == 2

// Paths x += drift + volatility * noise in BY scenarios a group, each with coefficients of its own:
// coefficients[scenario][step] is (drift, volatility). The results are the mean excess of x over 0
// and the end of the path.
//
//   STEPS      steps of a path; also passed at run time
//   GENERATED  1: noise from a generator in the kernel, the sum of the 4 bytes of its state;
//              0: noise[step][path], the same for all scenarios

#ifdef CACHE_COEFFICIENTS
#define COEFFICIENT tile[row * (CHUNK + PAD) + j]
#else
#define COEFFICIENT coefficients[scenario * STEP_COUNT + start + j]
#endif
#define CHUNKED (CACHED && CHUNK < STEPS)

#if STYLE == 1
#define STEP_COUNT STEPS
#else
#define STEP_COUNT steps
#endif
#if CHUNKED
#define TRIPS CHUNK
#else
#define TRIPS STEP_COUNT
#endif

#if STYLE < 2
#define EXCESS(unit) excess[unit]
#define X(unit) x[unit]
#else
#define EXCESS(unit) excesses[at]
#define X(unit) ends[at]
#endif

__kernel GROUP_SIZE void table_paths(INPUT(float2) coefficients, INPUT(float) noise,
                                     OUTPUT(float) excesses, OUTPUT(float) ends, const int paths,
                                     const int scenarios, const int steps) {
  const int row = get_local_id(1);
  const int scenario = get_group_id(1) * BY + row;
  const int first = get_group_id(0) * BX * UNITS + get_local_id(0);
  const int at = scenario * paths + first;
  const bool inside = INSIDE(first < paths && scenario < scenarios);
#if CACHED
  __local float2 tile[BY * (CHUNK + PAD)] __attribute__((aligned(16)));
#endif
#if STYLE < 2
  float x[UNITS], excess[UNITS];
#endif
  uint state[UNITS];
#pragma unroll
  for (int unit = 0; unit < UNITS; ++unit) {
    state[unit] = (uint)(first + unit * BX) * 2654435761u + 12345u;
    if (inside) {
      X(unit) = 0.0f;
      EXCESS(unit) = 0.0f;
    }
  }

#if CHUNKED
  for (int start = 0; start < STEP_COUNT; start += CHUNK)
#else
  const int start = 0;
#endif
  {
#if CACHED
    stage(tile, CHUNK + PAD, coefficients + get_group_id(1) * BY * STEP_COUNT + start, STEP_COUNT,
          BY, CHUNK, scenarios - (int)get_group_id(1) * BY);
    barrier(CLK_LOCAL_MEM_FENCE);
#endif
    if (inside) {
#if STYLE == 1
#pragma unroll 8
#endif
      for (int j = 0; j < TRIPS; ++j) {
        const float2 coefficient = COEFFICIENT;
#pragma unroll
        for (int unit = 0; unit < UNITS; ++unit) {
#if GENERATED
          uint s = state[unit];
          s ^= s << 13;
          s ^= s >> 17;
          s ^= s << 5;
          state[unit] = s;
          const int sum = (s & 255u) + ((s >> 8) & 255u) + ((s >> 16) & 255u) + (s >> 24);
          const float z = (float)(sum - 510) * 0x1p-7f;
#else
          const float z = noise[(start + j) * paths + first + unit * BX];
#endif
          X(unit) = fma(coefficient.y, z, X(unit) + coefficient.x);
          EXCESS(unit) += fmax(X(unit), 0.0f);
        }
      }
    }
#if CHUNKED
    barrier(CLK_LOCAL_MEM_FENCE);
#endif
  }

  if (inside) {
#pragma unroll
    for (int unit = 0; unit < UNITS; ++unit) {
      excesses[at + unit * BX] = EXCESS(unit) * (1.0f / STEPS);
#if STYLE < 2
      ends[at + unit * BX] = x[unit];
#endif
    }
  }
}

#else

// knots[k] is (place, value), with places 1 apart and moved by less than that. An item sums the
// function at `terms` arguments of its own, arguments[term][i].
//
//   CHUNK  knots
//   TERMS  as `terms`; used in STYLE 1
//   LINEAR 1: walks from the first knot to the last, 0: bisects

#ifdef CACHE_KNOTS
#define KNOT(k) tile[k]
#else
#define KNOT(k) knots[k]
#endif

#if STYLE == 1
#define TERM_COUNT TERMS
#define KNOT_COUNT CHUNK
#else
#define TERM_COUNT terms
#define KNOT_COUNT knot_count
#endif

#if STYLE < 2
#define SUM(unit) sums[unit]
#else
#define SUM(unit) results[first]
#endif

__kernel GROUP_SIZE void table_knots(INPUT(float2) knots, INPUT(float) arguments,
                                     OUTPUT(float) results, const int count, const int knot_count,
                                     const int terms) {
  const int first = get_group_id(0) * BX * UNITS + get_local_id(0);
#if CACHED
  __local float2 tile[CHUNK] __attribute__((aligned(16)));
  stage(tile, CHUNK, knots, CHUNK, 1, CHUNK, 1);
  barrier(CLK_LOCAL_MEM_FENCE);
#endif
  if (INSIDE(first < count)) {
#if STYLE < 2
    float sums[UNITS];
#endif
#pragma unroll
    for (int unit = 0; unit < UNITS; ++unit) SUM(unit) = 0.0f;
    for (int term = 0; term < TERM_COUNT; ++term) {
      float places[UNITS];
      int low[UNITS];
#pragma unroll
      for (int unit = 0; unit < UNITS; ++unit) {
        places[unit] = arguments[term * count + first + unit * BX];
        low[unit] = 0;
      }
      // The last knot, but for the very last, at or before the argument.
#if LINEAR
#if STYLE == 1
#pragma unroll 8
#endif
      for (int k = 1; k < KNOT_COUNT - 1; ++k) {
        const float place = KNOT(k).x;
#pragma unroll
        for (int unit = 0; unit < UNITS; ++unit) low[unit] += place <= places[unit];
      }
#else
#pragma unroll
      for (int unit = 0; unit < UNITS; ++unit) {
        int high = KNOT_COUNT - 1;
        while (high - low[unit] > 1) {
          const int middle = (low[unit] + high) / 2;
          if (KNOT(middle).x <= places[unit]) {
            low[unit] = middle;
          } else {
            high = middle;
          }
        }
      }
#endif
#pragma unroll
      for (int unit = 0; unit < UNITS; ++unit) {
        const float2 left = KNOT(low[unit]), right = KNOT(low[unit] + 1);
        const float part = (places[unit] - left.x) / (right.x - left.x);
        SUM(unit) += fma(part, right.y - left.y, left.y);
      }
    }
#if STYLE < 2
#pragma unroll
    for (int unit = 0; unit < UNITS; ++unit) results[first + unit * BX] = sums[unit];
#endif
  }
}

#endif
