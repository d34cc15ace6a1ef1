// Style: headers beside the file, in folders given by -I, twice with guards, by -include.
// Launch: --kernel scaled --array in --global 256 --local 64 -I parts -include parts/config.h
// Expect: target_loads_per_item = 4         TAPS of config.h
// Expect: target_element_bytes = 8          real is double
// Expect: target_trips = 4
// Launch: --kernel scaled --array in --global 256 --local 64 -I parts -D real=float -D TAPS=3
// Expect: target_loads_per_item = 3
// Expect: target_element_bytes = 4
// Launch: --kernel scaled --array in --global 256 --local 64 -D real=float -D TAPS=3
// Fails: scaling.h
// Fails: -I FOLDER
#include "parts/first.h"
#include "parts/second.h"
#include <shared/scaling.h>

__kernel void scaled(__global const real* in, __global real* out) {
  const int i = get_global_id(0);
  real sum = 0;
  for (int t = 0; t < TAPS; ++t) sum += SCALED(in[i + t]);
  out[i] = sum + first_and_second();
}
