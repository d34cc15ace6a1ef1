// One step of the forward algorithm, or of Viterbi's, for hidden Markov models: for a batch of sequences
//   next[q][s] = emission[symbols[q]][s] * sum over p of prev[q][p] * trans(p, s),
// with VITERBI the maximum in the place of the sum, and from[q][s] the first state p that has it.
//
// `trans` holds a row of next states for each state before, trans[p][s], or, with TRANSPOSED 1, a row of
// states before for each next one, trans[s][p].
//
// A work-group handles BX next states of BY * UNITS sequences, each work-item one state of UNITS of them,
// BY apart. The states are a multiple of TILE.
//
//   BX, BY      work-group
//   UNITS       sequences of a work-item; 1 except in STYLE 1
//   STATES      also passed at run time, which all but STYLE 1 use
//   TILE        states before whose elements are staged at once
//   PAD         elements added to each row of the local tile of `trans`
//   COPY        elements that one load of a batched copy moves: 1, or 4 in STYLE 1
//   CACHE_PREV, CACHE_TRANS  stage that array in local memory
//   STYLE       0  textbook: restrict, sums in registers, guards for any number of states and sequences,
//                  loops with run-time bounds
//               1  tuned: restrict, sums in registers, states and sequences are multiples of the block,
//                  everything known at compile time
//               2  quick hack: no qualifiers, sums (or maxima) in `next`, guards, loops with run-time
//                  bounds
//               3  quick hack with a tuned copy

#define BATCHED (STYLE == 1 || STYLE == 3)
#define SUM_IN_NEXT (STYLE >= 2)

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
#define STATE_COUNT STATES
#define INSIDE(s, q) true
#else
#define STATE_COUNT states
#define INSIDE(s, q) ((s) < states && (q) < sequences)
#endif

#define ROWS (BY * UNITS)

// The group copies rows x columns elements into `tile`, of which the first present_rows x
// present_columns exist.
static inline void stage(__local float* tile, int tile_pitch, __global const float* source,
                         int source_pitch, int rows, int columns, int present_rows,
                         int present_columns) {
#if BATCHED
  const int item = get_local_id(1) * BX + get_local_id(0);
  const int loads = rows * columns / COPY;
#pragma unroll
  for (int first = 0; first < loads; first += BX * BY) {
    if (loads % (BX * BY) == 0 || first + item < loads) {
      const int row = (first + item) / (columns / COPY);
      const int column = (first + item) % (columns / COPY) * COPY;
#if COPY == 4
      const float4 part = *(__global const float4*)(source + row * source_pitch + column);
      vstore4(part, 0, tile + row * tile_pitch + column);
#else
      if (row < present_rows && column < present_columns) {
        tile[row * tile_pitch + column] = source[row * source_pitch + column];
      }
#endif
    }
  }
#elif defined(CACHE_TRANS) && TRANSPOSED
  // The rows may be shorter than those of the group.
  const int item = get_local_id(1) * get_local_size(0) + get_local_id(0);
  for (int e = item; e < present_rows * present_columns; e += get_local_size(0) * get_local_size(1)) {
    const int row = e / present_columns, column = e % present_columns;
    tile[row * tile_pitch + column] = source[row * source_pitch + column];
  }
#else
  for (int row = get_local_id(1); row < present_rows; row += get_local_size(1)) {
    for (int column = get_local_id(0); column < present_columns; column += get_local_size(0)) {
      tile[row * tile_pitch + column] = source[row * source_pitch + column];
    }
  }
#endif
}

__kernel GROUP_SIZE void hmm_forward(INPUT(float) prev, INPUT(float) trans, INPUT(float) emission,
                                     INPUT(int) symbols, OUTPUT(float) next, OUTPUT(int) from,
                                     const int states, const int sequences) {
  const int x = get_local_id(0), y = get_local_id(1);
  const int first_state = get_group_id(0) * BX, first_row = get_group_id(1) * ROWS;
  const int s = first_state + x;
#define Q(unit) (first_row + y + (unit) * BY)

#if STYLE == 1
#define PRESENT_ROWS ROWS
#define PRESENT_STATES BX
#else
#define PRESENT_ROWS min(ROWS, sequences - first_row)
#define PRESENT_STATES min(BX, states - first_state)
#endif

#ifdef CACHE_PREV
  __local float prev_tile[ROWS * TILE];
#define PREV(unit) prev_tile[(y + (unit) * BY) * TILE + step]
#else
#define PREV(unit) prev[Q(unit) * STATE_COUNT + start + step]
#endif

#ifdef CACHE_TRANS
#if TRANSPOSED
  __local float trans_tile[BX * (TILE + PAD)];
#define TRANS trans_tile[x * (TILE + PAD) + step]
#else
  __local float trans_tile[TILE * (BX + PAD)];
#define TRANS trans_tile[step * (BX + PAD) + x]
#endif
#elif TRANSPOSED
#define TRANS trans[s * STATE_COUNT + start + step]
#else
#define TRANS trans[(start + step) * STATE_COUNT + s]
#endif

#if defined(CACHE_PREV) || defined(CACHE_TRANS)
#define STEPS TILE
#else
#define STEPS STATE_COUNT
#endif

#if SUM_IN_NEXT
#define SUM(unit) next[Q(unit) * STATE_COUNT + s]
#define BEST_FROM(unit) from[Q(unit) * STATE_COUNT + s]
#else
  float sums[UNITS];
  int best_from[UNITS];
#define SUM(unit) sums[unit]
#define BEST_FROM(unit) best_from[unit]
#endif

  if (INSIDE(s, Q(0))) {
#pragma unroll
    for (int unit = 0; unit < UNITS; ++unit) {
#if VITERBI
      SUM(unit) = -1.0f;
      BEST_FROM(unit) = 0;
#else
      SUM(unit) = 0.0f;
#endif
    }
  }

  for (int start = 0; start < STATE_COUNT; start += STEPS) {
#ifdef CACHE_PREV
    stage(prev_tile, TILE, prev + first_row * STATE_COUNT + start, STATE_COUNT, ROWS, TILE,
          PRESENT_ROWS, TILE);
    barrier(CLK_LOCAL_MEM_FENCE);
#elif defined(CACHE_TRANS)
#if TRANSPOSED
    stage(trans_tile, TILE + PAD, trans + first_state * STATE_COUNT + start, STATE_COUNT, BX, TILE,
          PRESENT_STATES, TILE);
#else
    stage(trans_tile, BX + PAD, trans + start * STATE_COUNT + first_state, STATE_COUNT, TILE, BX,
          TILE, PRESENT_STATES);
#endif
    barrier(CLK_LOCAL_MEM_FENCE);
#endif
    if (INSIDE(s, Q(0))) {
#if STYLE == 1
#pragma unroll 8
#endif
      for (int step = 0; step < STEPS; ++step) {
        const float probability = TRANS;
#pragma unroll
        for (int unit = 0; unit < UNITS; ++unit) {
#if VITERBI
          const float score = PREV(unit) * probability;
          if (score > SUM(unit)) {
            SUM(unit) = score;
            BEST_FROM(unit) = start + step;
          }
#else
          SUM(unit) = fma(PREV(unit), probability, SUM(unit));
#endif
        }
      }
    }
#if defined(CACHE_PREV) || defined(CACHE_TRANS)
    barrier(CLK_LOCAL_MEM_FENCE);
#endif
  }

  if (INSIDE(s, Q(0))) {
#pragma unroll
    for (int unit = 0; unit < UNITS; ++unit) {
      const int q = Q(unit);
      next[q * STATE_COUNT + s] = SUM(unit) * emission[symbols[q] * STATE_COUNT + s];
#if VITERBI && !SUM_IN_NEXT
      from[q * STATE_COUNT + s] = BEST_FROM(unit);
#endif
    }
  }
}
