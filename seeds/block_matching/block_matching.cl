// Block matching (motion estimation of a video coder): the sum of absolute differences (SAD) of
// each 4 x 4 block of the current frame and the reference frame's block at each displacement of up
// to RADIUS pixels in x and y.
//
//   sads[block][displacement] = sum over the block of |current(x, y) - reference(x + dx, y + dy)|
//
// A work-group takes SIDE x SIDE blocks; its work-items share out the displacements, which it walks
// through block by block. Width and height are multiples of 4 SIDE.
//
//   GROUP            work-items of a group
//   SIDE             blocks of a group in x and y: 1, or 4 for a macroblock
//   RADIUS           largest displacement; also passed at run time, which STYLE 0 and 2 use
//   CLAMP            beyond the border of the reference frame its pixels go on; without it the
//                    frame has a margin of RADIUS pixels on each side
//   COPY             pixels that one load of a batched copy moves: 1, or 4 (width and RADIUS are
//                    then multiples of 4; the reference frame's only without CLAMP)
//   CACHE_REFERENCE  stage the window of the reference frame in local memory
//   CACHE_CURRENT    stage the group's blocks of the current frame in local memory
//   STYLE            0  textbook: restrict, sums in registers, loops with run-time bounds
//                    1  tuned: restrict, sums in registers, everything known at compile time
//                    2  quick hack: no qualifiers, sums in `sads`, loops with run-time bounds
//                    3  quick hack with a tuned copy

#define BATCHED (STYLE == 1 || STYLE == 3)
#define SUM_IN_SADS (STYLE >= 2)

#if STYLE < 2
#define INPUT __global const ushort* restrict
#define OUTPUT __global ushort* restrict
#else
#define INPUT __global ushort*
#define OUTPUT __global ushort*
#endif

#if BATCHED
#define GROUP_SIZE __attribute__((reqd_work_group_size(GROUP, 1, 1)))
#define GROUP_ITEMS GROUP
#else
#define GROUP_SIZE
#define GROUP_ITEMS get_local_size(0)
#endif

#if BATCHED
#define DIAMETER (2 * RADIUS + 1)
#else
#define DIAMETER (2 * radius + 1)
#endif

#define BLOCK 4
#define EXTENT (BLOCK * SIDE)
#define WINDOW (EXTENT + 2 * RADIUS)

// Index of the reference frame's pixel (x, y), counted from RADIUS pixels beyond its top left.
static inline int reference_index(int x, int y, int width, int height) {
#ifdef CLAMP
  return clamp(y - RADIUS, 0, height - 1) * width + clamp(x - RADIUS, 0, width - 1);
#else
  return y * (width + 2 * RADIUS) + x;
#endif
}

// The group copies the window whose top left corner is that of its first displacement into `tile`.
static inline void stage_reference(__local ushort* tile, __global const ushort* reference,
                                   int first_x, int first_y, int width, int height) {
  const int item = get_local_id(0);
#if BATCHED
#pragma unroll
  for (int first = 0; first < WINDOW * WINDOW / COPY; first += GROUP) {
    const int pixel = (first + item) * COPY;
    if (pixel < WINDOW * WINDOW) {
      const int at =
          reference_index(first_x + pixel % WINDOW, first_y + pixel / WINDOW, width, height);
#if COPY == 4
      *(__local ushort4*)(tile + pixel) = *(__global const ushort4*)(reference + at);
#else
      tile[pixel] = reference[at];
#endif
    }
  }
#else
  for (int pixel = item; pixel < WINDOW * WINDOW; pixel += get_local_size(0)) {
    tile[pixel] = reference[reference_index(first_x + pixel % WINDOW, first_y + pixel / WINDOW,
                                            width, height)];
  }
#endif
}

// The group copies its blocks, whose top left pixel is the first of `source`, into `tile`.
static inline void stage_current(__local ushort* tile, __global const ushort* source, int width) {
  const int item = get_local_id(0);
#if BATCHED
#pragma unroll
  for (int first = 0; first < EXTENT * EXTENT / COPY; first += GROUP) {
    const int pixel = (first + item) * COPY;
    if (pixel < EXTENT * EXTENT) {
      const int at = pixel / EXTENT * width + pixel % EXTENT;
#if COPY == 4
      *(__local ushort4*)(tile + pixel) = *(__global const ushort4*)(source + at);
#else
      tile[pixel] = source[at];
#endif
    }
  }
#else
  for (int pixel = item; pixel < EXTENT * EXTENT; pixel += get_local_size(0)) {
    tile[pixel] = source[pixel / EXTENT * width + pixel % EXTENT];
  }
#endif
}

__kernel GROUP_SIZE void block_matching(INPUT reference, INPUT current, OUTPUT sads,
                                        const int width, const int height, const int radius) {
  const int first_x = get_group_id(0) * EXTENT;
  const int first_y = get_group_id(1) * EXTENT;

#ifdef CACHE_REFERENCE
  __local ushort tile[WINDOW * WINDOW] __attribute__((aligned(8)));
  stage_reference(tile, reference, first_x, first_y, width, height);
#define REFERENCE(x, y) tile[(y) * WINDOW + (x)]
#else
#define REFERENCE(x, y) reference[reference_index(first_x + (x), first_y + (y), width, height)]
#endif

#ifdef CACHE_CURRENT
  __local ushort tile[EXTENT * EXTENT] __attribute__((aligned(8)));
  stage_current(tile, current + first_y * width + first_x, width);
#define CURRENT(x, y) tile[(y) * EXTENT + (x)]
#else
#define CURRENT(x, y) current[(first_y + (y)) * width + first_x + (x)]
#endif

#if defined(CACHE_REFERENCE) || defined(CACHE_CURRENT)
  barrier(CLK_LOCAL_MEM_FENCE);
#endif

  for (int block = 0; block < SIDE * SIDE; ++block) {
    const int block_x = block % SIDE * BLOCK;
    const int block_y = block / SIDE * BLOCK;
    const int number = (first_y + block_y) / BLOCK * (width / BLOCK) + (first_x + block_x) / BLOCK;
    for (int displacement = get_local_id(0); displacement < DIAMETER * DIAMETER;
         displacement += GROUP_ITEMS) {
      const int dx = displacement % DIAMETER;
      const int dy = displacement / DIAMETER;
#if SUM_IN_SADS
#define SUM sads[number * (DIAMETER * DIAMETER) + displacement]
      SUM = 0;
#else
      int sum = 0;
#define SUM sum
#endif
#if STYLE == 1
#pragma unroll
#endif
      for (int y = 0; y < BLOCK; ++y) {
#if STYLE == 1
#pragma unroll
#endif
        for (int x = 0; x < BLOCK; ++x) {
          SUM += abs_diff(CURRENT(block_x + x, block_y + y),
                          REFERENCE(block_x + dx + x, block_y + dy + y));
        }
      }
#if !SUM_IN_SADS
      sads[number * (DIAMETER * DIAMETER) + displacement] = sum;
#endif
    }
  }
}
