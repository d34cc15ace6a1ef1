// Nearest binary codes: for each query of `words` 32-bit words, the entry of a database whose code
// differs in the fewest bits, the first of them, and in how many.
//
// A work-item searches for one query; all items of a group walk through the database together.
//
//   BX, BY       work-group; BY is 1
//   WORDS        also passed at run time, which all but STYLE 1 use
//   CHUNK        entries of the database that are staged at once: a divisor of their number
//   PAD          words added to each row of the tile of queries
//   CACHE_DATABASE, CACHE_QUERIES   stage that array in local memory
//   STYLE    0  textbook: restrict, results in registers, guards for any size, run-time bounds
//            1  tuned: restrict, results in registers, sizes are multiples of the block, everything
//               known at compile time
//            2  quick hack: no qualifiers, the best so far in global memory, guards, run-time bounds
//            3  the hack with a tuned copy

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
#define WORD_COUNT WORDS
#define INSIDE true
#else
#define WORD_COUNT words
#define INSIDE (q < queries_count)
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

#ifdef CACHE_DATABASE
#define ENTRY(e, w) tile[(e) * WORDS + (w)]
#else
#define ENTRY(e, w) database[(start + (e)) * WORD_COUNT + (w)]
#endif
#ifdef CACHE_QUERIES
#define QUERY(w) tile[get_local_id(0) * (WORDS + PAD) + (w)]
#else
#define QUERY(w) queries[q * WORD_COUNT + (w)]
#endif

#if STYLE < 2
#define LEAST least
#define NEAREST nearest
#else
#define LEAST bits[q]
#define NEAREST found[q]
#endif

__kernel GROUP_SIZE void hamming_search(INPUT(uint) queries, INPUT(uint) database,
                                        OUTPUT(int) found, OUTPUT(int) bits,
                                        const int queries_count, const int entries,
                                        const int words) {
  const int q = get_global_id(0);
#ifdef CACHE_DATABASE
  __local uint tile[CHUNK * WORDS];
#endif
#ifdef CACHE_QUERIES
  __local uint tile[BX * (WORDS + PAD)];
  const int first = get_group_id(0) * BX;
  stage(tile, WORDS + PAD, queries + first * WORD_COUNT, WORD_COUNT, BX, WORDS,
        queries_count - first, WORDS);
  barrier(CLK_LOCAL_MEM_FENCE);
#endif
#if STYLE < 2
  int least = 32 * WORD_COUNT + 1, nearest = 0;
#else
  if (INSIDE) {
    LEAST = 32 * WORD_COUNT + 1;
    NEAREST = 0;
  }
#endif
#ifdef CACHE_DATABASE
  for (int start = 0; start < entries; start += CHUNK) {
    stage(tile, CHUNK * WORDS, database + start * WORD_COUNT, 0, 1, CHUNK * WORDS, 1,
          CHUNK * WORDS);
    barrier(CLK_LOCAL_MEM_FENCE);
#define STEPS CHUNK
#else
  const int start = 0;
  {
#define STEPS entries
#endif
    if (INSIDE) {
      for (int e = 0; e < STEPS; ++e) {
        int different = 0;
#if STYLE == 1
#pragma unroll
#endif
        for (int w = 0; w < WORD_COUNT; ++w) different += popcount(QUERY(w) ^ ENTRY(e, w));
        if (different < LEAST) {
          LEAST = different;
          NEAREST = start + e;
        }
      }
    }
#ifdef CACHE_DATABASE
    barrier(CLK_LOCAL_MEM_FENCE);
#endif
  }
#if STYLE < 2
  if (INSIDE) {
    found[q] = nearest;
    bits[q] = least;
  }
#endif
}
