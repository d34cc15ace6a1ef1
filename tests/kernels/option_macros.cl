// Style: types, index functions and unrolling by macros of the host; compiler options passed on.
// Launch: --kernel sum --array m --global 256 --local 64 --arg n=256 -D T=int
//         -D AT(r,c)=((r)*n+(c)) -D UNROLL=4 --option -cl-fast-relaxed-math -cl-mad-enable
// Expect: target_loads_per_item = 4
// Expect: target_instructions = 1           four copies of one load
// Expect: target_sectors_per_access = 4     neighbours in a row
__kernel void sum(__global const T* restrict m, __global T* restrict out, int n) {
  const int c = get_global_id(0);
  T total = 0;
#pragma unroll UNROLL
  for (int r = 0; r < UNROLL; ++r) total += m[AT(r, c)];
  out[c] = total;
}
