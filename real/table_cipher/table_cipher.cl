// A block cipher by tables: a block of four 32-bit words goes through rounds, in each of which every
// byte of it is looked up in one of four tables of 256 words, and the round's four keys are mixed in.
// (The tables are random numbers here: this is the work of a cipher, and none.)
//
// A work-item handles `blocks_each` blocks, get_global_size(0) apart, in counter mode: it encrypts the
// numbers of its blocks and mixes the result into the text.
//
//   BX, BY     work-group; BY is 1
//   ROUNDS     also passed at run time, which all but STYLE 1 use
//   CACHE_TABLES, CACHE_KEYS   stage that array in local memory
//   STYLE      0  textbook: restrict, the block in registers, guards, run-time bounds
//              1  tuned: restrict, no guards, rounds unrolled
//              2  quick hack: no qualifiers, the block in global memory from round to round, guards
//              3  the hack with a tuned copy

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
#define ROUND_COUNT ROUNDS
#define INSIDE true
#else
#define ROUND_COUNT rounds
#define INSIDE (block < blocks)
#endif

// The group copies rows x columns elements into `tile`, of which the first present_rows x
// present_columns exist.
static inline void stage(__local uint* tile, int tile_pitch, __global const uint* source,
                         int source_pitch, int rows, int columns, int present_rows,
                         int present_columns) {
#if BATCHED
  const int item = get_local_id(1) * BX + get_local_id(0);
#pragma unroll
  for (int first = 0; first < rows * columns; first += BX * BY) {
    const int row = (first + item) / columns, column = (first + item) % columns;
    if (row < min(rows, present_rows) && column < present_columns) {
      tile[row * tile_pitch + column] = source[row * source_pitch + column];
    }
  }
#elif STYLE == 0
  const int item = get_local_id(1) * get_local_size(0) + get_local_id(0);
  for (int e = item; e < rows * columns; e += get_local_size(0) * get_local_size(1)) {
    const int row = e / columns, column = e % columns;
    if (row < present_rows && column < present_columns) {
      tile[row * tile_pitch + column] = source[row * source_pitch + column];
    }
  }
#else
  for (int row = get_local_id(1); row < min(rows, present_rows); row += get_local_size(1)) {
    for (int column = get_local_id(0); column < min(columns, present_columns);
         column += get_local_size(0)) {
      tile[row * tile_pitch + column] = source[row * source_pitch + column];
    }
  }
#endif
}

#ifdef CACHE_TABLES
#define TABLE(t, byte) tile[(t) * 256 + (byte)]
#else
#define TABLE(t, byte) tables[(t) * 256 + (byte)]
#endif
#ifdef CACHE_KEYS
#define KEY(round, w) tile[(round) * 4 + (w)]
#else
#define KEY(round, w) keys[(round) * 4 + (w)]
#endif

#define MIXED(a, b, c, d) \
  (TABLE(0, (a) & 255) ^ TABLE(1, (b) >> 8 & 255) ^ TABLE(2, (c) >> 16 & 255) ^ TABLE(3, (d) >> 24))

#if STYLE < 2
#define WORD(w) words[w]
#else
#define WORD(w) result[block * 4 + (w)]
#endif

__kernel GROUP_SIZE void table_cipher(INPUT(uint) text, INPUT(uint) tables, INPUT(uint) keys,
                                      OUTPUT(uint) result, const int blocks, const int rounds,
                                      const int blocks_each) {
#ifdef CACHE_TABLES
  __local uint tile[1024];
  stage(tile, 1024, tables, 0, 1, 1024, 1, 1024);
  barrier(CLK_LOCAL_MEM_FENCE);
#endif
#ifdef CACHE_KEYS
  __local uint tile[4 * (ROUNDS + 1)];
  stage(tile, 4 * (ROUNDS + 1), keys, 0, 1, 4 * (ROUNDS + 1), 1, 4 * (ROUNDS + 1));
  barrier(CLK_LOCAL_MEM_FENCE);
#endif
  for (int turn = 0; turn < blocks_each; ++turn) {
    const int block = turn * (int)get_global_size(0) + (int)get_global_id(0);
    if (INSIDE) {
#if STYLE < 2
      uint words[4];
#endif
      for (int w = 0; w < 4; ++w) WORD(w) = (uint)(block * 4 + w) * 2654435761u ^ KEY(0, w);
#if STYLE == 1
#pragma unroll
#endif
      for (int round = 1; round <= ROUND_COUNT; ++round) {
        const uint a = WORD(0), b = WORD(1), c = WORD(2), d = WORD(3);
        WORD(0) = MIXED(a, b, c, d) ^ KEY(round, 0);
        WORD(1) = MIXED(b, c, d, a) ^ KEY(round, 1);
        WORD(2) = MIXED(c, d, a, b) ^ KEY(round, 2);
        WORD(3) = MIXED(d, a, b, c) ^ KEY(round, 3);
      }
      for (int w = 0; w < 4; ++w) result[block * 4 + w] = WORD(w) ^ text[block * 4 + w];
    }
  }
}
