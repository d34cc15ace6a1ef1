// What both 7-point stencils share: out(x, y, z) becomes centre_weight * in(x, y, z) +
// side_weight * the sum over its six neighbours, on a grid of nx x ny x nz cells, x fastest.
//
//   REAL      float or double
//   BX, BY    work-group
//   CACHE_IN  stage `in` in local memory
//   STYLE     0  textbook: restrict, sums in registers, any size, copies with run-time bounds
//             1  tuned: restrict, sums in registers, sizes are multiples of the work-group, copies
//                known at compile time
//             2  quick hack: no qualifiers, sums in `out`, any size, copies with run-time bounds
//             3  quick hack with a tuned copy

#define BATCHED (STYLE == 1 || STYLE == 3)
#define SUM_IN_OUT (STYLE >= 2)
#define GUARDED (STYLE != 1)

#if STYLE < 2
#define INPUT __global const REAL* restrict
#define OUTPUT __global REAL* restrict
#else
#define INPUT __global REAL*
#define OUTPUT __global REAL*
#endif

#if SUM_IN_OUT
#define DECLARE_SUM
#define SUM out[to]
#define STORE_SUM
#else
#define DECLARE_SUM REAL sum
#define SUM sum
#define STORE_SUM out[to] = sum
#endif
