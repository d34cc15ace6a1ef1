// Style: linked lists: the array that holds the next index steers itself.
// Launch: --kernel neighbours --array next --global 256 --local 64 --data head=ramp:1
//         --data next=constant:-1
// Expect: target_loads_per_item = 1         every list has one entry
// Launch: --kernel neighbours --array next --global 256 --local 64
// Fails: --data
__kernel void neighbours(__global const int* head, __global const int* next,
                         __global const float* mass, __global float* out) {
  const int cell = get_global_id(0);
  float sum = 0.0f;
  for (int p = head[cell]; p >= 0; p = next[p]) sum += mass[p];
  out[cell] = sum;
}
