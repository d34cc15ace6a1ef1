// Look-ups at data-dependent places of a table that all work-groups share.
//
//   palette      colours of pixels:
//                image[i] = sum over the layers of weight * table[pixels[layer][i]]
//   rounds       a Feistel network that ciphers or hashes blocks of two words. Each round replaces
//                the words left, right by right, left ^ substitute(right + key), and the
//                substitution looks up TABLES pieces of BITS bits of its word.
//   interpolate  a function that is tabulated on [0, 1], between whose points one interpolates:
//                out[i] = sum over the terms of function(x[term][i])
//
// A work-group handles GROUP * UNITS items, each work-item UNITS of them, GROUP apart.
//
//   PALETTE, FEISTEL, INTERPOLATE  which of the three
//   GROUP        work-group
//   UNITS        pixels, blocks or results of a work-item
//   ENTRIES      of the table
//   COUNT        of layers, rounds or terms; also passed at run time, which all but STYLE 1 use
//   BITS         of a piece
//   TABLES       pieces of a word
//   SHARED       1: all pieces look up the same 2^BITS entries and rotate what they find; otherwise
//                (0) each has its own
//   COPY         entries that one load of a batched copy moves: 1 or, but for the palette, 4
//   CACHE_TABLE  stage the table in local memory
//   STYLE        0  textbook: restrict, sums and words in registers, guards for any size, loops
//                   with run-time bounds
//                1  tuned: restrict, sums and words in registers, sizes are multiples of the block,
//                   everything known at compile time
//                2  quick hack: no qualifiers, sums and words in the results, guards, loops with
//                   run-time bounds
//                3  quick hack with a tuned copy

#define BATCHED (STYLE == 1 || STYLE == 3)
#define GUARDED (STYLE != 1)

#if STYLE < 2
#define INPUT(type) __global const type* restrict
#define OUTPUT(type) __global type* restrict
#else
#define INPUT(type) __global type*
#define OUTPUT(type) __global type*
#endif

#if BATCHED
#define GROUP_SIZE __attribute__((reqd_work_group_size(GROUP, 1, 1)))
#else
#define GROUP_SIZE
#endif

#if STYLE == 1
#define LOOP_COUNT COUNT
#else
#define LOOP_COUNT count
#endif

#if GUARDED
#define INSIDE(i) ((i) < n)
#else
#define INSIDE(i) true
#endif

#if defined(PALETTE)
#define ENTRY float4
#elif defined(FEISTEL)
#define ENTRY uint
#define WIDE uint4
#else
#define ENTRY float
#define WIDE float4
#endif

// The group copies the whole table into `tile`.
static inline void stage(__local ENTRY* tile, __global const ENTRY* table, int entries) {
#if BATCHED
#pragma unroll
  for (int first = 0; first < ENTRIES / COPY; first += GROUP) {
    const int e = first + get_local_id(0);
    if (ENTRIES / COPY % GROUP == 0 || e < ENTRIES / COPY) {
#if COPY == 4
      ((__local WIDE*)tile)[e] = ((__global const WIDE*)table)[e];
#else
      tile[e] = table[e];
#endif
    }
  }
#else
  for (int e = get_local_id(0); e < entries; e += get_local_size(0)) tile[e] = table[e];
#endif
}

// What each kernel does first.
#ifdef CACHE_TABLE
#define PREPARE_TABLE(entries)                              \
  __local ENTRY tile[ENTRIES] __attribute__((aligned(16))); \
  stage(tile, table, entries);                              \
  barrier(CLK_LOCAL_MEM_FENCE);
#define LOOK_UP(e) tile[e]
#else
#define PREPARE_TABLE(entries)
#define LOOK_UP(e) table[e]
#endif

#ifdef PALETTE

__kernel GROUP_SIZE void palette(INPUT(float4) table, INPUT(ushort) pixels, INPUT(float) weights,
                                 OUTPUT(float4) image, const int n, const int count,
                                 const int entries) {
  PREPARE_TABLE(entries)
  const int first = get_group_id(0) * GROUP * UNITS + get_local_id(0);
#pragma unroll
  for (int unit = 0; unit < UNITS; ++unit) {
    const int i = first + unit * GROUP;
    if (INSIDE(i)) {
#if STYLE < 2
      float4 colour = 0.0f;
#else
#define colour image[i]
      colour = 0.0f;
#endif
#if STYLE == 1
#pragma unroll
#endif
      for (int layer = 0; layer < LOOP_COUNT; ++layer) {
        colour = fma((float4)weights[layer], LOOK_UP(pixels[layer * n + i]), colour);
      }
#if STYLE < 2
      image[i] = colour;
#endif
    }
  }
}

#endif

#ifdef FEISTEL

#define PIECE(word, k) (((word) >> ((k) * BITS)) & ((1u << BITS) - 1))
#if SHARED
#define FOUND(word, k) rotate(LOOK_UP(PIECE(word, k)), (uint)((k) * BITS))
#else
#define FOUND(word, k) LOOK_UP(((k) << BITS) + PIECE(word, k))
#endif

__kernel GROUP_SIZE void rounds(INPUT(uint) table, INPUT(uint2) text, INPUT(uint) keys,
                                OUTPUT(uint2) ciphered, const int n, const int count,
                                const int entries) {
  PREPARE_TABLE(entries)
  const int first = get_group_id(0) * GROUP * UNITS + get_local_id(0);

#if STYLE == 1
  // All blocks of the item go through a round before the next, so that their look-ups overlap.
  uint2 blocks[UNITS];
#pragma unroll
  for (int unit = 0; unit < UNITS; ++unit) blocks[unit] = text[first + unit * GROUP];
#pragma unroll
  for (int round = 0; round < COUNT; ++round) {
#pragma unroll
    for (int unit = 0; unit < UNITS; ++unit) {
      const uint word = blocks[unit].y + keys[round];
      uint mixed = 0;
#pragma unroll
      for (int k = 0; k < TABLES; ++k) mixed ^= FOUND(word, k);
      blocks[unit] = (uint2)(blocks[unit].y, blocks[unit].x ^ rotate(mixed, 11u));
    }
  }
#pragma unroll
  for (int unit = 0; unit < UNITS; ++unit) ciphered[first + unit * GROUP] = blocks[unit];

#else
  for (int unit = 0; unit < UNITS; ++unit) {
    const int i = first + unit * GROUP;
    if (INSIDE(i)) {
#if STYLE == 0
      uint2 block = text[i];
#else
#define block ciphered[i]
      block = text[i];
#endif
      for (int round = 0; round < count; ++round) {
        const uint word = block.y + keys[round];
        uint mixed = 0;
        for (int k = 0; k < TABLES; ++k) mixed ^= FOUND(word, k);
        block = (uint2)(block.y, block.x ^ rotate(mixed, 11u));
      }
#if STYLE == 0
      ciphered[i] = block;
#endif
    }
  }
#endif
}

#endif

#ifdef INTERPOLATE

#if STYLE == 1
#define POINTS ENTRIES
#else
#define POINTS entries
#endif

__kernel GROUP_SIZE void interpolate(INPUT(float) table, INPUT(float) x, OUTPUT(float) out,
                                     const int n, const int count, const int entries) {
  PREPARE_TABLE(entries)
  const int first = get_group_id(0) * GROUP * UNITS + get_local_id(0);
  const float scale = POINTS - 1;
#pragma unroll
  for (int unit = 0; unit < UNITS; ++unit) {
    const int i = first + unit * GROUP;
    if (INSIDE(i)) {
#if STYLE < 2
      float sum = 0.0f;
#else
#define sum out[i]
      sum = 0.0f;
#endif
#if STYLE == 1
#pragma unroll 8
#endif
      for (int term = 0; term < LOOP_COUNT; ++term) {
        const float at = x[term * n + i];
        const int point = min((int)(at * scale), POINTS - 2);
        const float lower = LOOK_UP(point), upper = LOOK_UP(point + 1);
        sum += fma(fma(at, scale, -(float)point), upper - lower, lower);
      }
#if STYLE < 2
      out[i] = sum;
#endif
    }
  }
}

#endif
