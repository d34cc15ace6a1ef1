// A forest of complete binary decision trees of DEPTH levels, asked about many samples: at each node a
// sample goes left or right by whether one of its values is above the node's threshold; the values of
// the leaves that it ends in are added up.
//
// Nodes of a tree lie level by level, 2^DEPTH - 1 of them; the 2^DEPTH leaves are an array of their own.
// A work-item asks all trees about one sample.
//
//   BX, BY      work-group; BY is 1
//   DEPTH       levels; also passed at run time, which all but STYLE 1 use
//   VALUES      of a sample; also passed at run time
//   CHUNK       trees that are staged at once: a divisor of their number
//   PAD         floats added to each row of the tile of samples
//   CACHE_THRESHOLD, CACHE_CHOICE, CACHE_SAMPLES   stage that array in local memory
//   STYLE    0  textbook: restrict, results in registers, guards for any size, run-time bounds
//            1  tuned: restrict, results in registers, sizes are multiples of the block, everything
//               known at compile time
//            2  quick hack: no qualifiers, sums in global memory, guards, run-time bounds
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
#define LEVELS DEPTH
#define VALUE_COUNT VALUES
#define INSIDE true
#else
#define LEVELS depth
#define VALUE_COUNT values
#define INSIDE (s < samples_count)
#endif

#define NODES ((1 << DEPTH) - 1)
#define NODE_COUNT ((1 << LEVELS) - 1)

#ifdef CACHE_CHOICE
#define STAGED_TYPE int
#else
#define STAGED_TYPE float
#endif

// The group copies rows x columns elements into `tile`, of which the first present_rows x
// present_columns exist.
static inline void stage(__local STAGED_TYPE* tile, int tile_pitch, __global const STAGED_TYPE* source,
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

#ifdef CACHE_THRESHOLD
#define CACHED threshold
#define THRESHOLD(tree, node) tile[(tree) * NODES + (node)]
#else
#define THRESHOLD(tree, node) threshold[(start + (tree)) * NODE_COUNT + (node)]
#endif
#ifdef CACHE_CHOICE
#define CACHED choice
#define CHOICE(tree, node) tile[(tree) * NODES + (node)]
#else
#define CHOICE(tree, node) choice[(start + (tree)) * NODE_COUNT + (node)]
#endif
#ifdef CACHE_SAMPLES
#define VALUE(v) tile[get_local_id(0) * (VALUES + PAD) + (v)]
#else
#define VALUE(v) samples[s * VALUE_COUNT + (v)]
#endif

#if STYLE < 2
#define SUM sum
#else
#define SUM result[s]
#endif

__kernel GROUP_SIZE void tree_walk(INPUT(float) samples, INPUT(int) choice, INPUT(float) threshold,
                                   INPUT(float) leaves, OUTPUT(float) result,
                                   const int samples_count, const int trees, const int depth,
                                   const int values) {
  const int s = get_global_id(0);
#ifdef CACHED
  __local STAGED_TYPE tile[CHUNK * NODES];
#endif
#ifdef CACHE_SAMPLES
  __local float tile[BX * (VALUES + PAD)];
  const int first = get_group_id(0) * BX;
  stage(tile, VALUES + PAD, samples + first * VALUE_COUNT, VALUE_COUNT, BX, VALUES,
        samples_count - first, VALUES);
  barrier(CLK_LOCAL_MEM_FENCE);
#endif
#if STYLE < 2
  float sum = 0.0f;
#else
  if (INSIDE) SUM = 0.0f;
#endif
#ifdef CACHED
  for (int start = 0; start < trees; start += CHUNK) {
    stage(tile, CHUNK * NODES, CACHED + start * NODE_COUNT, 0, 1, CHUNK * NODES, 1, CHUNK * NODES);
    barrier(CLK_LOCAL_MEM_FENCE);
#define STEPS CHUNK
#else
  const int start = 0;
  {
#define STEPS trees
#endif
    if (INSIDE) {
      for (int tree = 0; tree < STEPS; ++tree) {
        int node = 0;
#if STYLE == 1
#pragma unroll
#endif
        for (int level = 0; level < LEVELS; ++level) {
          node = 2 * node + (VALUE(CHOICE(tree, node)) > THRESHOLD(tree, node) ? 2 : 1);
        }
        SUM += leaves[((start + tree) << LEVELS) + node - NODE_COUNT];
      }
    }
#ifdef CACHED
    barrier(CLK_LOCAL_MEM_FENCE);
#endif
  }
#if STYLE < 2
  if (INSIDE) result[s] = sum;
#endif
}
