// SPDX-License-Identifier: Apache-2.0
// Local memory whose size is known at run time only.
extern "C" __global__ void copies(const unsigned char *in, unsigned char *out, int count) {
  unsigned char *buffer = static_cast<unsigned char *>(alloca(count + threadIdx.x % 3));
  for (int k = 0; k < count; ++k)
    buffer[k] = in[threadIdx.x * count + k];
  volatile unsigned char *v = buffer;
  for (int k = 0; k < count; ++k)
    out[threadIdx.x * count + k] = v[count - 1 - k];
}
