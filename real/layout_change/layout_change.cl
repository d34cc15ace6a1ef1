// Data in another order, nothing computed.
//
//   to_planes   array of structs to planes: out[f][i] = in[i][f]
//   to_structs  planes to array of structs: out[i][f] = in[f][i]
//   image       interleaved bytes of an image to a plane for each channel: upright, turned
//               clockwise by 90 degrees or mirrored
//
// A work-group of the first two moves GROUP * UNITS structs, each work-item UNITS of them, GROUP
// apart; one of `image` writes BX by BY * UNITS pixels, each work-item UNITS of them, BY apart.
//
//   TO_PLANES, TO_STRUCTS, IMAGE  which of the three
//   ELEMENT   of a struct
//   FIELDS    of a struct; also passed at run time, which all but STYLE 1 use
//   CHANNELS  of the image; also passed at run time, which all but STYLE 1 use
//   TURN      of the image: 0 upright, 1 turned, 2 mirrored (left for right)
//   PAD       elements added to each struct (to_planes) or row (to_structs, image) of the tile
//   COPY      elements that one load of a batched copy moves: 1, or 4 in STYLE 1
//   CACHE_IN  stage `in` in local memory; the group of `to_structs` then stores its tile in the
//             order of `out`
//   STYLE     0  textbook: restrict, guards for any size, loops with run-time bounds
//             1  tuned: restrict, sizes are multiples of the block, a struct or pixel is read
//                before it is stored, everything known at compile time
//             2  quick hack: no qualifiers, guards, loops with run-time bounds
//             3  quick hack with a tuned copy

#ifdef IMAGE
#define ELEMENT uchar
#endif

#define BATCHED (STYLE == 1 || STYLE == 3)
#define GUARDED (STYLE != 1)

#if STYLE < 2
#define INPUT __global const ELEMENT* restrict
#define OUTPUT __global ELEMENT* restrict
#else
#define INPUT __global ELEMENT*
#define OUTPUT __global ELEMENT*
#endif

#ifndef IMAGE

#define BLOCK (GROUP * UNITS)

#if BATCHED
#define GROUP_SIZE __attribute__((reqd_work_group_size(GROUP, 1, 1)))
#else
#define GROUP_SIZE
#endif

#if STYLE == 1
#define FIELD_COUNT FIELDS
#else
#define FIELD_COUNT fields
#endif

#if GUARDED
#define INSIDE(i) ((i) < n)
#else
#define INSIDE(i) true
#endif

#endif

#ifdef TO_PLANES

// Where element e of the block lies in the local tile.
#define PLACE(e) ((e) + (e) / FIELD_COUNT * PAD)

// The group copies its structs, as many as there are, into `tile`.
static inline void stage(__local ELEMENT* tile, __global const ELEMENT* in, int first, int n,
                         int fields) {
  const int item = get_local_id(0);
  __global const ELEMENT* source = in + first * FIELD_COUNT;
#if BATCHED
#pragma unroll
  for (int start = 0; start < BLOCK * FIELDS; start += GROUP * COPY) {
    const int e = start + item * COPY;
    if (BLOCK * FIELDS % (GROUP * COPY) == 0 || e < BLOCK * FIELDS) {
#if COPY == 4
      const float4 part = *(__global const float4*)(source + e);
      tile[PLACE(e)] = part.x;
      tile[PLACE(e + 1)] = part.y;
      tile[PLACE(e + 2)] = part.z;
      tile[PLACE(e + 3)] = part.w;
#else
      if (INSIDE(first + e / FIELDS)) tile[PLACE(e)] = source[e];
#endif
    }
  }
#else
  const int count = min(BLOCK, n - first) * fields;
  for (int e = item; e < count; e += get_local_size(0)) tile[PLACE(e)] = source[e];
#endif
}

__kernel GROUP_SIZE void to_planes(INPUT in, OUTPUT out, const int n, const int fields) {
  const int first = get_group_id(0) * BLOCK;
#ifdef CACHE_IN
  __local ELEMENT tile[BLOCK * (FIELDS + PAD)];
  stage(tile, in, first, n, fields);
  barrier(CLK_LOCAL_MEM_FENCE);
#define IN(i, f) tile[((i) - first) * (FIELD_COUNT + PAD) + (f)]
#else
#define IN(i, f) in[(i) * FIELD_COUNT + (f)]
#endif

#pragma unroll
  for (int unit = 0; unit < UNITS; ++unit) {
    const int i = first + unit * GROUP + get_local_id(0);
#if STYLE == 1
    ELEMENT values[FIELDS];
#pragma unroll
    for (int f = 0; f < FIELDS; ++f) values[f] = IN(i, f);
#pragma unroll
    for (int f = 0; f < FIELDS; ++f) out[f * n + i] = values[f];
#else
    if (INSIDE(i)) {
      for (int f = 0; f < fields; ++f) out[f * n + i] = IN(i, f);
    }
#endif
  }
}

#endif

#ifdef TO_STRUCTS

#define PITCH (BLOCK + PAD)

// The group copies its part of every plane into `tile`.
static inline void stage(__local ELEMENT* tile, __global const ELEMENT* in, int first, int n,
                         int fields) {
  const int item = get_local_id(0);
#if BATCHED
#pragma unroll
  for (int start = 0; start < BLOCK * FIELDS; start += GROUP) {
    const int field = (start + item) / BLOCK, i = (start + item) % BLOCK;
    if (INSIDE(first + i)) tile[field * PITCH + i] = in[field * n + first + i];
  }
#else
  const int count = min(BLOCK, n - first);
  for (int field = 0; field < fields; ++field) {
    for (int i = item; i < count; i += get_local_size(0)) {
      tile[field * PITCH + i] = in[field * n + first + i];
    }
  }
#endif
}

__kernel GROUP_SIZE void to_structs(INPUT in, OUTPUT out, const int n, const int fields) {
  const int first = get_group_id(0) * BLOCK;

#ifdef CACHE_IN
  __local ELEMENT tile[FIELDS * PITCH];
  stage(tile, in, first, n, fields);
  barrier(CLK_LOCAL_MEM_FENCE);
#if BATCHED
#pragma unroll
  for (int start = 0; start < BLOCK * FIELDS; start += GROUP) {
    const int e = start + get_local_id(0);
    if (INSIDE(first + e / FIELDS)) {
      out[first * FIELDS + e] = tile[e % FIELDS * PITCH + e / FIELDS];
    }
  }
#else
  const int count = min(BLOCK, n - first) * fields;
  for (int e = get_local_id(0); e < count; e += get_local_size(0)) {
    out[first * fields + e] = tile[e % fields * PITCH + e / fields];
  }
#endif

#else
#pragma unroll
  for (int unit = 0; unit < UNITS; ++unit) {
    const int i = first + unit * GROUP + get_local_id(0);
#if STYLE == 1
    ELEMENT values[FIELDS];
#pragma unroll
    for (int f = 0; f < FIELDS; ++f) values[f] = in[f * n + i];
#pragma unroll
    for (int f = 0; f < FIELDS; ++f) out[i * FIELDS + f] = values[f];
#else
    if (INSIDE(i)) {
      for (int f = 0; f < fields; ++f) out[i * fields + f] = in[f * n + i];
    }
#endif
  }
#endif
}

#endif

#ifdef IMAGE

#if BATCHED
#define GROUP_SIZE __attribute__((reqd_work_group_size(BX, BY, 1)))
#else
#define GROUP_SIZE
#endif

#if STYLE == 1
#define CHANNEL_COUNT CHANNELS
#else
#define CHANNEL_COUNT channels
#endif

// The block as it lies in `in`.
#if TURN == 1
#define BLOCK_ROWS BX
#define BLOCK_COLUMNS (BY * UNITS)
#else
#define BLOCK_ROWS (BY * UNITS)
#define BLOCK_COLUMNS BX
#endif
#define ROW_BYTES (BLOCK_COLUMNS * CHANNELS)
#define PITCH (ROW_BYTES + PAD)

#if GUARDED
#define WITHIN(at, size) ((at) >= 0 && (at) < (size))
#else
#define WITHIN(at, size) true
#endif

// The group copies the block at (first_row, first_column) into `tile`; a part of the block may lie
// outside the image.
static inline void stage(__local uchar* tile, __global const uchar* in, int rows, int columns,
                         int channels, int first_row, int first_column) {
  const int first_byte = first_column * CHANNEL_COUNT;
  const int bytes = columns * CHANNEL_COUNT;
#if BATCHED
  const int item = get_local_id(1) * BX + get_local_id(0);
#pragma unroll
  for (int start = 0; start < BLOCK_ROWS * ROW_BYTES / COPY; start += BX * BY) {
    const int row = (start + item) / (ROW_BYTES / COPY);
    const int at = (start + item) % (ROW_BYTES / COPY) * COPY;
    if ((BLOCK_ROWS * ROW_BYTES / COPY % (BX * BY) == 0 || row < BLOCK_ROWS) &&
        WITHIN(first_row + row, rows) && WITHIN(first_byte + at, bytes)) {
      __global const uchar* source = in + (first_row + row) * bytes + first_byte + at;
#if COPY == 4
      vstore4(*(__global const uchar4*)source, 0, tile + row * PITCH + at);
#else
      tile[row * PITCH + at] = *source;
#endif
    }
  }
#else
  for (int row = get_local_id(1); row < BLOCK_ROWS; row += get_local_size(1)) {
    for (int at = get_local_id(0); at < BLOCK_COLUMNS * channels; at += get_local_size(0)) {
      if (WITHIN(first_row + row, rows) && WITHIN(first_byte + at, bytes)) {
        tile[row * PITCH + at] = in[(first_row + row) * bytes + first_byte + at];
      }
    }
  }
#endif
}

__kernel GROUP_SIZE void image(INPUT in, OUTPUT out, const int rows, const int columns,
                               const int channels) {
  const int first_x = get_group_id(0) * BX;
  const int first_y = get_group_id(1) * BY * UNITS;

#if TURN == 1
  const int out_rows = columns, out_columns = rows;
  const int first_row = rows - first_x - BX, first_column = first_y;
#elif TURN == 2
  const int out_rows = rows, out_columns = columns;
  const int first_row = first_y, first_column = columns - first_x - BX;
#else
  const int out_rows = rows, out_columns = columns;
  const int first_row = first_y, first_column = first_x;
#endif

#ifdef CACHE_IN
  __local uchar tile[BLOCK_ROWS * PITCH];
  stage(tile, in, rows, columns, channels, first_row, first_column);
  barrier(CLK_LOCAL_MEM_FENCE);
#define IN(row, column, c) tile[(row) * PITCH + (column) * CHANNEL_COUNT + (c)]
#else
#define IN(row, column, c) \
  in[((first_row + (row)) * columns + first_column + (column)) * CHANNEL_COUNT + (c)]
#endif

#pragma unroll
  for (int unit = 0; unit < UNITS; ++unit) {
    const int x = get_local_id(0), y = get_local_id(1) + unit * BY;
#if TURN == 1
    const int row = BX - 1 - x, column = y;
#elif TURN == 2
    const int row = y, column = BX - 1 - x;
#else
    const int row = y, column = x;
#endif
    const int pixel = (first_y + y) * out_columns + first_x + x;
#if STYLE == 1
    uchar values[CHANNELS];
#pragma unroll
    for (int c = 0; c < CHANNELS; ++c) values[c] = IN(row, column, c);
#pragma unroll
    for (int c = 0; c < CHANNELS; ++c) out[c * rows * columns + pixel] = values[c];
#else
    if (first_x + x < out_columns && first_y + y < out_rows) {
      for (int c = 0; c < channels; ++c) out[c * rows * columns + pixel] = IN(row, column, c);
    }
#endif
  }
}

#endif
