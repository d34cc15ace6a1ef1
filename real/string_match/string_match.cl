// Search for several patterns at every position of a text: how many of the patterns start there, and
// the longest prefix of any of them. Patterns are rows of `length` characters. The text goes on
// beyond the last of `positions`: it has `text_length` characters.
//
// A work-group searches BX * UNITS positions, each work-item UNITS of them, BX apart.
//
//   BX              work-group
//   UNITS           positions of a work-item
//   LENGTH          of the patterns; also passed at run time, which all but STYLE 1 use
//   WINDOW          characters of the text that CACHE_TEXT stages, a multiple of COPY
//   PATTERNS        with CACHE_PATTERNS, all of them; also passed at run time
//   TILE            patterns that CACHE_PATTERNS stages at once; divides PATTERNS
//   COPY            characters that one load of a batched copy moves: 1, 4 or 16
//   CACHE_TEXT      stage the text in local memory
//   CACHE_PATTERNS  stage the patterns in local memory
//   STYLE           0  textbook: restrict, results in registers, loops with run-time bounds
//                   1  tuned: restrict, results in registers, everything known at compile time, the
//                      first character in a register; the block divides the positions
//                   2  quick hack: no qualifiers, results in global memory, loops with run-time
//                      bounds
//                   3  quick hack with a tuned copy

#define BATCHED (STYLE == 1 || STYLE == 3)
#define RESULTS_IN_MEMORY (STYLE >= 2)
#define GUARDED (STYLE != 1)

#if STYLE < 2
#define INPUT __global const uchar* restrict
#define OUTPUT(type) __global type* restrict
#else
#define INPUT __global uchar*
#define OUTPUT(type) __global type*
#endif

#if BATCHED
#define GROUP_SIZE __attribute__((reqd_work_group_size(BX, 1, 1)))
#else
#define GROUP_SIZE
#endif

#if STYLE == 1
#define LENGTH_OF_ALL LENGTH
#else
#define LENGTH_OF_ALL length
#endif

#define BLOCK (BX * UNITS)

#if COPY == 16
#define PIECE uchar16
#elif COPY == 4
#define PIECE uchar4
#else
#define PIECE uchar
#endif

#if defined(CACHE_TEXT) || defined(CACHE_PATTERNS)
// The group copies `count` characters from `first` on into `tile`; of a text that ends at `end`,
// which is a multiple of COPY as `first` is.
static inline void stage(__local uchar* tile, int count, __global const uchar* source, int first,
                         int end) {
  const int item = get_local_id(0);
#if BATCHED
#pragma unroll
  for (int start = 0; start < count / COPY; start += BX) {
    const int at = (start + item) * COPY;
#if GUARDED
    if (first + at >= end) continue;
#endif
    if (at < count) {
      *(__local PIECE*)(tile + at) = *(__global const PIECE*)(source + first + at);
    }
  }
#else
  for (int at = item; at < count; at += get_local_size(0)) {
    if (first + at < end) tile[at] = source[first + at];
  }
#endif
}
#endif

__kernel GROUP_SIZE void string_match(INPUT text, INPUT patterns, OUTPUT(int) matches,
                                      OUTPUT(int) longest, const int positions,
                                      const int text_length, const int pattern_count,
                                      const int length) {
  const int first_position = get_group_id(0) * BLOCK;
  const int local_position = get_local_id(0);

#ifdef CACHE_TEXT
  __local uchar text_tile[WINDOW] __attribute__((aligned(16)));
#if BATCHED
  stage(text_tile, WINDOW, text, first_position, text_length);
#else
  stage(text_tile, BLOCK + length - 1, text, first_position, text_length);
#endif
  barrier(CLK_LOCAL_MEM_FENCE);
#define CHARACTER(unit, k) text_tile[local_position + (unit) * BX + (k)]
#else
#define CHARACTER(unit, k) text[first_position + local_position + (unit) * BX + (k)]
#endif

#ifdef CACHE_PATTERNS
  __local uchar pattern_tile[TILE * LENGTH] __attribute__((aligned(16)));
#define PATTERN(p, k) pattern_tile[((p)-start) * LENGTH_OF_ALL + (k)]
#else
#define PATTERN(p, k) patterns[(p) * LENGTH_OF_ALL + (k)]
#endif

#if RESULTS_IN_MEMORY
#define MATCHES(unit) matches[first_position + local_position + (unit) * BX]
#define LONGEST(unit) longest[first_position + local_position + (unit) * BX]
#else
  int matches_here[UNITS], longest_here[UNITS];
#define MATCHES(unit) matches_here[unit]
#define LONGEST(unit) longest_here[unit]
#endif
#if GUARDED
#define INSIDE(unit) (first_position + local_position + (unit) * BX < positions)
#else
#define INSIDE(unit) true
#endif

#if STYLE == 1
  uchar initial[UNITS];
#endif
#pragma unroll
  for (int unit = 0; unit < UNITS; ++unit) {
    if (!INSIDE(unit)) continue;
    MATCHES(unit) = 0;
    LONGEST(unit) = 0;
#if STYLE == 1
    initial[unit] = CHARACTER(unit, 0);
#endif
  }

#ifdef CACHE_PATTERNS
#if TILE == PATTERNS
  const int start = 0;
#if BATCHED
  stage(pattern_tile, TILE * LENGTH, patterns, 0, TILE * LENGTH);
#else
  stage(pattern_tile, pattern_count * length, patterns, 0, pattern_count * length);
#endif
  barrier(CLK_LOCAL_MEM_FENCE);
#define FIRST_PATTERN 0
#define END_PATTERN pattern_count
#else
  for (int start = 0; start < pattern_count; start += TILE) {
#if BATCHED
    stage(pattern_tile, TILE * LENGTH, patterns, start * LENGTH, pattern_count * LENGTH);
#else
    stage(pattern_tile, TILE * length, patterns, start * length, pattern_count * length);
#endif
    barrier(CLK_LOCAL_MEM_FENCE);
#define FIRST_PATTERN start
#define END_PATTERN (start + TILE)
#endif
#else
#define FIRST_PATTERN 0
#define END_PATTERN pattern_count
#endif

    for (int p = FIRST_PATTERN; p < END_PATTERN; ++p) {
#pragma unroll
      for (int unit = 0; unit < UNITS; ++unit) {
        if (!INSIDE(unit)) continue;
#if STYLE == 1
        if (PATTERN(p, 0) != initial[unit]) continue;
        int k = 1;
#else
        int k = 0;
#endif
        while (k < LENGTH_OF_ALL && CHARACTER(unit, k) == PATTERN(p, k)) ++k;
        if (k == LENGTH_OF_ALL) MATCHES(unit) += 1;
        if (k > LONGEST(unit)) LONGEST(unit) = k;
      }
    }

#if defined(CACHE_PATTERNS) && TILE != PATTERNS
    barrier(CLK_LOCAL_MEM_FENCE);
  }
#endif

#if !RESULTS_IN_MEMORY
#pragma unroll
  for (int unit = 0; unit < UNITS; ++unit) {
    if (!INSIDE(unit)) continue;
    matches[first_position + local_position + unit * BX] = matches_here[unit];
    longest[first_position + local_position + unit * BX] = longest_here[unit];
  }
#endif
}
