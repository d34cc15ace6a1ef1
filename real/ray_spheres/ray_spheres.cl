// Ray casting without a tree: each pixel's ray goes through all shapes and keeps the nearest hit;
// at any time all rays look at the same shape. Shapes are spheres (x, y, z, and a radius to be
// scaled), seen from a pinhole camera in front of the unit cube; triangles, seen likewise, of which
// one side is seen; or boxes between two opposite corners, seen by parallel rays, as for the
// shadows of a sun.
//
//   depth[pixel] = along the ray, BACKGROUND where nothing is hit
//   image[pixel] = colour of the nearest shape, 0 where nothing is hit
//
// A work-group handles BX x (BY * UNITS) pixels, each work-item UNITS of them, BY rows apart. The
// shapes are a multiple of TILE.
//
//   BX, BY        work-group
//   UNITS         pixels of a work-item (register tile), in STYLE 1
//   TILE          shapes that are staged at once
//   COPY          floats that one load of a batched copy moves: 1 or 4 (TRIANGLES)
//   TRIANGLES     shapes are triangles, 9 floats each in an array of floats
//   BOXES         shapes are boxes, structs of two corners
//   CACHE_SHAPES  stage the shapes in local memory
//   STYLE         0  textbook: restrict, nearest hit in registers, guards for any size of the image,
//                    copy loops with run-time bounds
//                 1  tuned: restrict, nearest hit in registers, the image is a multiple of the
//                    group's pixels, everything known at compile time, 4 shapes unrolled
//                 2  quick hack: no qualifiers, nearest hit in `depth` and `image`, copy loops with
//                    run-time bounds; the image is a multiple of the group's pixels
//                 3  quick hack with a tuned copy

#define BATCHED (STYLE == 1 || STYLE == 3)
#define HIT_IN_MEMORY (STYLE >= 2)
#define GUARDED (STYLE == 0)

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

#ifndef COPY
#define COPY 1
#endif

typedef struct {
  float low[3], high[3];  // any two opposite corners
} Box;

#if defined(TRIANGLES)
#define SHAPES triangles
#define ELEMENT float
#define ELEMENTS_A_SHAPE 9
#elif defined(BOXES)
#define SHAPES boxes
#define ELEMENT Box
#define ELEMENTS_A_SHAPE 1
#else
#define SHAPES spheres
#define ELEMENT float4
#define ELEMENTS_A_SHAPE 1
#endif

#ifdef CACHE_SHAPES
#define SHAPE_SPACE __local
#else
#define SHAPE_SPACE __global
#endif

#define BACKGROUND 1e30f

typedef struct {
  float x, y, z;
} Vector;

static inline Vector minus(Vector a, Vector b) {
  return (Vector){a.x - b.x, a.y - b.y, a.z - b.z};
}

static inline float inner(Vector a, Vector b) { return fma(a.x, b.x, fma(a.y, b.y, a.z * b.z)); }

static inline Vector outer(Vector a, Vector b) {
  return (Vector){fma(a.y, b.z, -(a.z * b.y)), fma(a.z, b.x, -(a.x * b.z)),
                  fma(a.x, b.y, -(a.y * b.x))};
}

typedef struct {
  Vector origin;
  Vector way;    // of any length; boxes: its reciprocals
  float length;  // squared, of the way; distances are in units of 1 / length (spheres)
} Ray;

// Where the ray meets the shape, or BACKGROUND.
#if defined(TRIANGLES)
static inline float meet(SHAPE_SPACE const float* corners, const Ray* ray, float unused) {
  const Vector a = {corners[0], corners[1], corners[2]};
  const Vector ab = minus((Vector){corners[3], corners[4], corners[5]}, a);
  const Vector ac = minus((Vector){corners[6], corners[7], corners[8]}, a);
  const Vector across = outer(ray->way, ac);
  const float determinant = inner(ab, across);
  if (determinant < 1e-6f) return BACKGROUND;
  const Vector to_origin = minus(ray->origin, a);
  const float u = inner(to_origin, across);
  if (u < 0.0f || u > determinant) return BACKGROUND;
  const Vector up = outer(to_origin, ab);
  const float v = inner(ray->way, up);
  if (v < 0.0f || u + v > determinant) return BACKGROUND;
  return inner(ac, up) / determinant;
}
#elif defined(BOXES)
static inline float meet(SHAPE_SPACE const Box* box, const Ray* ray, float unused) {
  const float x0 = (box->low[0] - ray->origin.x) * ray->way.x;
  const float x1 = (box->high[0] - ray->origin.x) * ray->way.x;
  const float y0 = (box->low[1] - ray->origin.y) * ray->way.y;
  const float y1 = (box->high[1] - ray->origin.y) * ray->way.y;
  const float z0 = (box->low[2] - ray->origin.z) * ray->way.z;
  const float z1 = (box->high[2] - ray->origin.z) * ray->way.z;
  const float enter = fmax(fmax(fmin(x0, x1), fmin(y0, y1)), fmin(z0, z1));
  const float leave = fmin(fmin(fmax(x0, x1), fmax(y0, y1)), fmax(z0, z1));
  return enter <= leave ? enter : BACKGROUND;
}
#else
static inline float meet(SHAPE_SPACE const float4* sphere, const Ray* ray, float scale) {
  const float4 own = *sphere;
  const float radius = own.w * scale;
  const Vector way = minus((Vector){own.x, own.y, own.z}, ray->origin);
  const float along = inner(way, ray->way);
  const float outside = fma(-radius, radius, inner(way, way));
  const float squared = fma(along, along, -(ray->length * outside));
  if (squared < 0.0f) return BACKGROUND;
  return along - sqrt(squared);
}
#endif

// The group copies `count` elements, at most TILE shapes, into `tile`.
static inline void stage(__local ELEMENT* tile, __global const ELEMENT* source, int count) {
#if BATCHED
  const int item = get_local_id(1) * BX + get_local_id(0);
#define COPIES (TILE * ELEMENTS_A_SHAPE / COPY)
#pragma unroll
  for (int first = 0; first < COPIES; first += BX * BY) {
    if (COPIES % (BX * BY) == 0 || first + item < COPIES) {
#if COPY == 4
      ((__local float4*)tile)[first + item] = ((__global const float4*)source)[first + item];
#else
      tile[first + item] = source[first + item];
#endif
    }
  }
#else
  const int items = get_local_size(0) * get_local_size(1);
  for (int i = get_local_id(1) * get_local_size(0) + get_local_id(0); i < count; i += items) {
    tile[i] = source[i];
  }
#endif
}

__kernel GROUP_SIZE void ray_spheres(INPUT(ELEMENT) SHAPES, INPUT(float4) colours,
                                     OUTPUT(float) depth, OUTPUT(float4) image, const int width,
                                     const int height, const int count, const float pixel_size,
                                     const float scale) {
  const int x = get_global_id(0);
  const int first_y = get_group_id(1) * get_local_size(1) * UNITS + get_local_id(1);
#define Y(unit) (first_y + (unit) * (int)get_local_size(1))
#define PIXEL(unit) (Y(unit) * width + x)
#if GUARDED
#define INSIDE(unit) (x < width && Y(unit) < height)
#else
#define INSIDE(unit) 1
#endif

#ifdef CACHE_SHAPES
  __local ELEMENT tile[TILE * ELEMENTS_A_SHAPE] __attribute__((aligned(16)));
#define SHAPE(i) (tile + (i) * ELEMENTS_A_SHAPE)
#else
#define SHAPE(i) (SHAPES + (start + (i)) * ELEMENTS_A_SHAPE)
#endif

#if !HIT_IN_MEMORY
  float nearest[UNITS];
  int hit[UNITS];
#endif
  Ray rays[UNITS];
#pragma unroll
  for (int unit = 0; unit < UNITS; ++unit) {
#ifdef BOXES
    rays[unit].origin = (Vector){fma(x + 0.5f, pixel_size, -0.125f),
                                 fma(Y(unit) + 0.5f, pixel_size, 0.25f), -0.5f};
    rays[unit].way = (Vector){8.0f, -4.0f, 1.0f};
#else
    rays[unit].origin = (Vector){0.5f, 0.5f, -1.0f};
    rays[unit].way = (Vector){fma(x + 0.5f, pixel_size, -0.5f),
                              fma(Y(unit) + 0.5f, pixel_size, -0.5f), 1.0f};
#endif
    rays[unit].length = inner(rays[unit].way, rays[unit].way);
#if HIT_IN_MEMORY
    depth[PIXEL(unit)] = BACKGROUND;
    image[PIXEL(unit)] = (float4)(0.0f);
#else
    nearest[unit] = BACKGROUND;
    hit[unit] = -1;
#endif
  }

  // Without staging, only tuned code blocks the loop over the shapes.
#if defined(CACHE_SHAPES) || STYLE == 1
#define STEPS TILE
#else
#define STEPS count
#endif
  for (int start = 0; start < count; start += STEPS) {
#ifdef CACHE_SHAPES
    stage(tile, SHAPES + start * ELEMENTS_A_SHAPE, TILE * ELEMENTS_A_SHAPE);
    barrier(CLK_LOCAL_MEM_FENCE);
#endif
#if STYLE == 1
#pragma unroll 4
#endif
    for (int i = 0; i < STEPS; ++i) {
#pragma unroll
      for (int unit = 0; unit < UNITS; ++unit) {
#if GUARDED
        if (!INSIDE(unit)) continue;
#endif
        const float at = meet(SHAPE(i), &rays[unit], scale);
#if HIT_IN_MEMORY
        if (at > 0.0f && at < depth[PIXEL(unit)]) {
          depth[PIXEL(unit)] = at;
          image[PIXEL(unit)] = colours[start + i];
        }
#else
        if (at > 0.0f && at < nearest[unit]) {
          nearest[unit] = at;
          hit[unit] = start + i;
        }
#endif
      }
    }
#ifdef CACHE_SHAPES
    barrier(CLK_LOCAL_MEM_FENCE);
#endif
  }

#if !HIT_IN_MEMORY
#pragma unroll
  for (int unit = 0; unit < UNITS; ++unit) {
    if (!INSIDE(unit)) continue;
    depth[PIXEL(unit)] = nearest[unit];
    image[PIXEL(unit)] = hit[unit] < 0 ? (float4)(0.0f) : colours[hit[unit]];
  }
#endif
}
