// Style: binary search: what the target holds steers where the kernel reads it.
// Launch: --kernel find --array sorted --global 256 --local 64 --size sorted=1024
//         --data sorted=ramp:1 --data keys=ramp:4
// Expect: target_loads_per_item = 10        log2(1024) steps, all items alike
// Launch: --kernel find --array sorted --global 256 --local 64 --size sorted=1024 --arg n=7
// Fails: no argument 'n'
// Launch: --kernel find --array sorted --global 256 --local 64
// Fails: --data sorted=
__kernel void find(__global const int* sorted, __global const int* keys, __global int* found) {
  const int key = keys[get_global_id(0)];
  int low = 0, high = 1024;
  while (low < high) {
    const int middle = (low + high) / 2;
    if (sorted[middle] < key) {
      low = middle + 1;
    } else {
      high = middle;
    }
  }
  found[get_global_id(0)] = low;
}
