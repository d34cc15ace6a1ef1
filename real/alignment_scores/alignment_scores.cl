// Scores of sequence alignments.
//
//   score_batch  local alignment with affine gaps of one query with each sequence of a database, a
//                work-item a sequence: best[s]. The query is taken in strips of ROWS symbols; a
//                strip goes through the whole sequence, with the row above it in edge_h, edge_e.
//   align_tile   global alignment with linear gaps of a batch of pairs: one tile of BX columns and
//                HEIGHT rows of each on the launch's diagonal of tiles, an anti-diagonal a step.
//                `scores` has one more row and column than `similarity`.
//
// A work-group of score_batch scores BX sequences; one of align_tile computes BY tiles at the same
// place of BY pairs, each work-item a column.
//
//   BX, BY      work-group; BY is 1 in score_batch
//   SYMBOLS     of the alphabet
//   QUERY       length of the query; also passed at run time, which styles 0, 2 and 3 use
//   ROWS        symbols of a strip: QUERY or a divisor of it
//   PROFILE     1: scores come from profile[symbol][position in the query], and not from the matrix
//   BY_QUERY    1: the query's symbol names the row of the (symmetric) matrix, and not the
//               sequence's
//   INTERLEAVED 1: symbol j of all sequences lie side by side, database[j][s]; 0: database[s][j]
//   SIZE        tiles on the diagonal, for STYLE 1
//   HEIGHT      rows of a tile; also passed at run time, which all but STYLE 1 use
//   PAD         elements added to each row of the local tile
//   COPY        elements that one load of a batched copy moves: 1, or 4 in STYLE 1
//   CACHE_MATRIX, CACHE_QUERY, CACHE_PROFILE, CACHE_SIMILARITY  stage that array in local memory
//   STYLE       0  textbook: restrict, the strip in private arrays (the tile of scores in local
//                  memory), guards for any number of sequences, copies with run-time bounds
//               1  tuned: restrict, everything known at compile time, unrolled
//               2  quick hack: no qualifiers, the strip (the scores) in global memory, guards,
//                  loops with run-time bounds
//               3  quick hack with a tuned copy

#define BATCHED (STYLE == 1 || STYLE == 3)
#define IN_MEMORY (STYLE >= 2)

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

#define PASTE(a, b) a##b
#define JOIN(a, b) PASTE(a, b)

#if defined(CACHE_MATRIX) || defined(CACHE_QUERY) || defined(CACHE_PROFILE)
// The group copies rows x columns elements into `tile`.
static inline void stage(__local ELEMENT* tile, int tile_pitch, __global const ELEMENT* source,
                         int source_pitch, int rows, int columns) {
  const int item = get_local_id(0);
#if BATCHED
  const int loads = rows * columns / COPY;
#pragma unroll
  for (int first = 0; first < loads; first += BX) {
    if (loads % BX == 0 || first + item < loads) {
      const int row = (first + item) / (columns / COPY);
      const int column = (first + item) % (columns / COPY) * COPY;
#if COPY == 4
      const JOIN(ELEMENT, 4) part =
          *(__global const JOIN(ELEMENT, 4)*)(source + row * source_pitch + column);
      vstore4(part, 0, tile + row * tile_pitch + column);
#else
      tile[row * tile_pitch + column] = source[row * source_pitch + column];
#endif
    }
  }
#else
  for (int e = item; e < rows * columns; e += get_local_size(0)) {
    const int row = e / columns, column = e % columns;
    tile[row * tile_pitch + column] = source[row * source_pitch + column];
  }
#endif
}
#endif

#ifndef ALIGN_TILE

#define STRIPS (QUERY / ROWS)

#if STYLE == 1
#define QUERY_LENGTH QUERY
#define INSIDE(s) true
#else
#define QUERY_LENGTH query_length
#define INSIDE(s) ((s) < count)
#endif

#if STRIPS == 1
#define STRIP_ROWS QUERY_LENGTH
#else
#define STRIP_ROWS ROWS
#endif

#if IN_MEMORY
#define H(r) strip_h[(r) * count + s]
#define F(r) strip_f[(r) * count + s]
#define BEST best[s]
#else
#define H(r) h[r]
#define F(r) f[r]
#define BEST best_here
#endif

#if INTERLEAVED
#define SYMBOL(j) database[(j) * count + s]
#else
#define SYMBOL(j) database[s * longest + (j)]
#endif

__kernel GROUP_SIZE void score_batch(
#if PROFILE
    INPUT(char) profile,
#else
    INPUT(int) matrix, INPUT(uchar) query,
#endif
    INPUT(uchar) database, INPUT(int) lengths, OUTPUT(int) edge_h, OUTPUT(int) edge_e,
    OUTPUT(int) strip_h, OUTPUT(int) strip_f, OUTPUT(int) best, const int count,
    const int query_length, const int longest, const int gap_open, const int gap_extend) {
  const int s = get_global_id(0);

#ifdef CACHE_MATRIX
  __local int matrix_tile[SYMBOLS * (SYMBOLS + PAD)];
  stage(matrix_tile, SYMBOLS + PAD, matrix, SYMBOLS, SYMBOLS, SYMBOLS);
  barrier(CLK_LOCAL_MEM_FENCE);
#define MATRIX(a, b) matrix_tile[(a) * (SYMBOLS + PAD) + (b)]
#else
#define MATRIX(a, b) matrix[(a) * SYMBOLS + (b)]
#endif

#ifdef CACHE_QUERY
  __local uchar query_tile[QUERY];
  stage(query_tile, QUERY, query, QUERY, 1, QUERY_LENGTH);
  barrier(CLK_LOCAL_MEM_FENCE);
#define QUERY_AT(r) query_tile[first + (r)]
#else
#define QUERY_AT(r) query[first + (r)]
#endif

#ifdef CACHE_PROFILE
  __local char profile_tile[SYMBOLS * ROWS];
#define SCORE(symbol, r) profile_tile[(symbol) * STRIP_ROWS + (r)]
#elif PROFILE
#define SCORE(symbol, r) profile[(symbol) * QUERY_LENGTH + first + (r)]
#elif BY_QUERY
#define SCORE(symbol, r) MATRIX(QUERY_AT(r), symbol)
#else
#define SCORE(symbol, r) MATRIX(symbol, QUERY_AT(r))
#endif

#if IN_MEMORY
  if (INSIDE(s)) best[s] = 0;
#else
  int h[ROWS], f[ROWS];
  int best_here = 0;
#endif

#if STRIPS > 1
  for (int first = 0; first < QUERY_LENGTH; first += ROWS)
#else
  const int first = 0;
#endif
  {
#ifdef CACHE_PROFILE
    stage(profile_tile, STRIP_ROWS, profile + first, QUERY_LENGTH, SYMBOLS, STRIP_ROWS);
    barrier(CLK_LOCAL_MEM_FENCE);
#endif
    if (INSIDE(s)) {
      for (int r = 0; r < STRIP_ROWS; ++r) {
        H(r) = 0;
        F(r) = 0;
      }
      int above_before = 0;
      const int length = lengths[s];
      for (int j = 0; j < length; ++j) {
        const int symbol = SYMBOL(j);
        int diagonal = above_before, above = 0, e = 0;
#if STRIPS > 1
        if (first > 0) {
          above = edge_h[j * count + s];
          e = edge_e[j * count + s];
          above_before = above;
        }
#endif
#if STYLE == 1
#pragma unroll
#endif
        for (int r = 0; r < STRIP_ROWS; ++r) {
          const int left = H(r);
          e = max(above - gap_open, e) - gap_extend;
          F(r) = max(left - gap_open, F(r)) - gap_extend;
          above = max(max(diagonal + SCORE(symbol, r), 0), max(e, F(r)));
          H(r) = above;
          diagonal = left;
#if IN_MEMORY
          if (above > BEST) BEST = above;
#else
          BEST = max(BEST, above);
#endif
        }
#if STRIPS > 1
        edge_h[j * count + s] = above;
        edge_e[j * count + s] = e;
#endif
      }
    }
#if defined(CACHE_PROFILE) && STRIPS > 1
    barrier(CLK_LOCAL_MEM_FENCE);
#endif
  }

#if !IN_MEMORY
  if (INSIDE(s)) best[s] = best_here;
#endif
}

#else

#if STYLE == 1
#define TILES SIZE
#define TILE_HEIGHT HEIGHT
#else
#define TILES tiles
#define TILE_HEIGHT height
#endif
#define COLUMNS (TILES * BX)
#define PITCH (COLUMNS + 1)

// In the local scores of the tuned style, neighbours on an anti-diagonal are in different banks.
#if STYLE == 1
#define SCORE_PITCH (BX + 2)
#else
#define SCORE_PITCH (BX + 1)
#endif

__kernel GROUP_SIZE void align_tile(INPUT(int) similarity, OUTPUT(int) scores, const int tiles,
                                    const int height, const int gap) {
  const int x = get_local_id(0), y = get_local_id(1);
  const int pair = get_group_id(1) * BY + y;
  const int first_row = get_group_id(0) * TILE_HEIGHT;
  const int first_column = (TILES - 1 - get_group_id(0)) * BX;
  const int rows = TILES * TILE_HEIGHT;
  INPUT(int) similar = similarity + (pair * rows + first_row) * COLUMNS + first_column;
  OUTPUT(int) corner = scores + (pair * (rows + 1) + first_row) * PITCH + first_column;

#ifdef CACHE_SIMILARITY
  __local int tile[BY * HEIGHT * (BX + PAD)];
#if BATCHED
#pragma unroll
  for (int start = 0; start < HEIGHT * BX / COPY; start += BX) {
    const int row = (start + x) / (BX / COPY), column = (start + x) % (BX / COPY) * COPY;
#if COPY == 4
    if (HEIGHT % COPY == 0 || row < HEIGHT) {
      vstore4(*(__global const int4*)(similar + row * COLUMNS + column), 0,
              tile + (y * HEIGHT + row) * (BX + PAD) + column);
    }
#else
    tile[(y * HEIGHT + row) * (BX + PAD) + column] = similar[row * COLUMNS + column];
#endif
  }
#else
  for (int row = 0; row < height; ++row) {
    tile[(y * HEIGHT + row) * (BX + PAD) + x] = similar[row * COLUMNS + x];
  }
#endif
  barrier(CLK_LOCAL_MEM_FENCE);
#define SIMILARITY(row) tile[(y * HEIGHT + (row)) * (BX + PAD) + x]
#else
#define SIMILARITY(row) similar[(row) * COLUMNS + x]
#endif

#if IN_MEMORY
#define HERE(row, column) corner[(row) * PITCH + (column)]
#define FENCE CLK_GLOBAL_MEM_FENCE
#else
#define HERE(row, column) here[(y * (HEIGHT + 1) + (row)) * SCORE_PITCH + (column)]
#define FENCE CLK_LOCAL_MEM_FENCE
  __local int here[BY * (HEIGHT + 1) * SCORE_PITCH];
  HERE(0, x + 1) = corner[x + 1];
  for (int row = x; row <= TILE_HEIGHT; row += BX) HERE(row, 0) = corner[row * PITCH];
  barrier(CLK_LOCAL_MEM_FENCE);
#endif

  for (int diagonal = 0; diagonal < TILE_HEIGHT + BX - 1; ++diagonal) {
    const int row = diagonal - x;
    if (row >= 0 && row < TILE_HEIGHT) {
      const int matched = HERE(row, x) + SIMILARITY(row);
      HERE(row + 1, x + 1) = max(matched, max(HERE(row, x + 1), HERE(row + 1, x)) - gap);
    }
    barrier(FENCE);
  }

#if !IN_MEMORY
  for (int row = 1; row <= TILE_HEIGHT; ++row) corner[row * PITCH + x + 1] = HERE(row, x + 1);
#endif
}

#endif
