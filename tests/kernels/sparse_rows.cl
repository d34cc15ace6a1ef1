// Style: compressed sparse rows: bounds and columns are data.
// Launch: --kernel multiply --array x --global 1024 --local 64 --arg rows=1024
//         --data row_begin=ramp:8 --data column=random:0:4095
// Expect: target_loads_per_item = 8         row_begin[r + 1] - row_begin[r]
// Expect: target_instructions = 1
// Expect: other_coalesced_loads = 2         row_begin[row], row_begin[row + 1]
// Expect: other_uncoalesced_loads = 16      8 columns and 8 values, 32 bytes apart
// Launch: --kernel multiply --array x --global 1024 --local 64 --arg rows=1024
// Fails: 'row_begin'
// Fails: --data row_begin=
// Launch: --kernel multiply --array x --global 1024 --local 64 --arg rows=1024
//         --data row_begin=ramp:8
// Fails: 'column'
// Fails: addresses of 'x'
__kernel void multiply(__global const int* row_begin, __global const int* column,
                       __global const float* value, __global const float* x, __global float* y,
                       int rows) {
  const int row = get_global_id(0);
  if (row >= rows) return;
  float sum = 0.0f;
  for (int e = row_begin[row]; e < row_begin[row + 1]; ++e) sum += value[e] * x[column[e]];
  y[row] = sum;
}
