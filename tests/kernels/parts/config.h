#pragma OPENCL EXTENSION cl_khr_fp64 : enable
#define TAPS 4
typedef double real;
