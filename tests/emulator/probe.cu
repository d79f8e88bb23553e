// SPDX-License-Identifier: Apache-2.0
// Asks a Hopper GPU what the PTX ISA leaves open; what it said is in tests/bench/results, and the emulator does as it
// said. No test: a question whose answer is an error ends the process, so each is a process of its own.
//
//   nvcc -std=c++17 -gencode=arch=compute_90a,code=sm_90a -o probe tests/emulator/probe.cu
//   ./probe ftz                                                results around the smallest normal number, with and
//   without .ftz
//   ./probe load TYPE SWIZZLE WIDTH PITCH C0 C1                a tensor load of 8 rows: what is not as the ISA says
//   ./probe store TYPE SWIZZLE WIDTH PITCH C0 C1               a tensor store: bytes of the tensor left out, bytes
//   beyond it written
//
// TYPE is u8, u16, bf16, f16, u32, f32, u64 or f64; SWIZZLE 0, 32, 64 or 128 bytes, also a row of the box (64 without);
// the tensor has 32 rows of WIDTH elements, PITCH bytes apart; C0, C1 are the copy's coordinates.
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <cuda.h>
#include <dlfcn.h>
#include <string>
#include <vector>

extern __shared__ __align__(1024) unsigned char sharedMemory[];
__device__ static uint32_t sharedAddress(const void *pointer) { return uint32_t(__cvta_generic_to_shared(pointer)); }

static constexpr unsigned char untouched = 0xcc, stored = 0x5a;

__global__ void load(const __grid_constant__ CUtensorMap map, int c0, int c1, int bytes, unsigned char *out) {
  __shared__ uint64_t barrier;
  for (int i = threadIdx.x; i < bytes; i += blockDim.x)
    sharedMemory[i] = untouched;
  asm volatile("fence.proxy.async;" ::: "memory");
  __syncthreads();
  if (threadIdx.x == 0) {
    const uint32_t full = sharedAddress(&barrier);
    asm volatile("mbarrier.init.shared.b64 [%0], 1; fence.mbarrier_init.release.cluster;" ::"r"(full) : "memory");
    asm volatile("mbarrier.arrive.expect_tx.shared.b64 _, [%0], %1;" ::"r"(full), "r"(bytes) : "memory");
    asm volatile(
        "cp.async.bulk.tensor.2d.shared::cluster.global.mbarrier::complete_tx::bytes [%0], [%1, {%3, %4}], [%2];" ::"r"(
            sharedAddress(sharedMemory)),
        "l"(&map), "r"(full), "r"(c0), "r"(c1)
        : "memory");
  }
  __syncthreads();
  asm volatile(
      "{.reg .pred p; W: mbarrier.try_wait.parity.shared.b64 p, [%0], 0; @!p bra W;}" ::"r"(sharedAddress(&barrier))
      : "memory");
  for (int i = threadIdx.x; i < bytes; i += blockDim.x)
    out[i] = sharedMemory[i];
}

__global__ void store(const __grid_constant__ CUtensorMap map, int c0, int c1, int bytes) {
  for (int i = threadIdx.x; i < bytes; i += blockDim.x)
    sharedMemory[i] = stored;
  asm volatile("fence.proxy.async;" ::: "memory");
  __syncthreads();
  if (threadIdx.x == 0) {
    asm volatile("cp.async.bulk.tensor.2d.global.shared::cta.bulk_group [%1, {%2, %3}], [%0];" ::"r"(
                     sharedAddress(sharedMemory)),
                 "l"(&map), "r"(c0), "r"(c1)
                 : "memory");
    asm volatile("cp.async.bulk.commit_group; cp.async.bulk.wait_group 0;" ::: "memory");
  }
}

#define ASK32(text, ...)                                                                                               \
  asm volatile(text : "=f"(single) : __VA_ARGS__);                                                                     \
  *out++ = __float_as_uint(single)
#define ASK16(text, ...)                                                                                               \
  asm volatile(text : "=h"(half) : __VA_ARGS__);                                                                       \
  *out++ = half
static const char *const flushNames[] = {"mul.f32",        "mul.ftz.f32",     "mul.rp.ftz.f32",     "mul.ftz.sat.f32",
                                         "fma.rn.ftz.f32", "div.rn.ftz.f32",  "cvt.rn.ftz.f32.f64", "mul.f16",
                                         "mul.ftz.f16",    "mul.ftz.sat.f16", "fma.rn.ftz.f16",     "fma.rn.relu.f16"};

/// The exact result of each lies half way between the largest subnormal and the smallest normal number.
__global__ void flush(uint32_t *out, float almostOne, float least, float large, uint16_t almostOne16,
                      uint16_t least16) {
  float single;
  uint16_t half;
  ASK32("mul.f32 %0, %1, %2;", "f"(almostOne), "f"(least));
  ASK32("mul.ftz.f32 %0, %1, %2;", "f"(almostOne), "f"(least));
  ASK32("mul.rp.ftz.f32 %0, %1, %2;", "f"(almostOne), "f"(least));
  ASK32("mul.ftz.sat.f32 %0, %1, %2;", "f"(almostOne), "f"(least));
  ASK32("fma.rn.ftz.f32 %0, %1, %2, %3;", "f"(almostOne), "f"(least), "f"(0.0f));
  ASK32("div.rn.ftz.f32 %0, %1, %2;", "f"(almostOne), "f"(large));
  ASK32("cvt.rn.ftz.f32.f64 %0, %1;", "d"(double(almostOne) * double(least)));
  ASK16("mul.f16 %0, %1, %2;", "h"(almostOne16), "h"(least16));
  ASK16("mul.ftz.f16 %0, %1, %2;", "h"(almostOne16), "h"(least16));
  ASK16("mul.ftz.sat.f16 %0, %1, %2;", "h"(almostOne16), "h"(least16));
  ASK16("fma.rn.ftz.f16 %0, %1, %2, %3;", "h"(almostOne16), "h"(least16), "h"(uint16_t(0)));
  ASK16("fma.rn.relu.f16 %0, %1, %2, %3;", "h"(almostOne16), "h"(least16), "h"(uint16_t(0)));
}

static std::string question;
static void check(cudaError_t error) {
  if (error == cudaSuccess)
    return;
  printf("%s: %s\n", question.c_str(), cudaGetErrorName(error));
  std::exit(1);
}
template <typename T> static T *toGpu(const std::vector<T> &values) {
  T *there = nullptr;
  check(cudaMalloc(&there, values.size() * sizeof(T)));
  check(cudaMemcpy(there, values.data(), values.size() * sizeof(T), cudaMemcpyHostToDevice));
  return there;
}
template <typename T> static std::vector<T> fromGpu(const T *there, size_t count) {
  std::vector<T> values(count);
  check(cudaDeviceSynchronize());
  check(cudaMemcpy(values.data(), there, count * sizeof(T), cudaMemcpyDeviceToHost));
  return values;
}

static int askFlush() {
  constexpr size_t count = sizeof flushNames / sizeof *flushNames;
  uint32_t *out = toGpu(std::vector<uint32_t>(count));
  flush<<<1, 1>>>(out, 0x1.fffffep-1f, 0x1p-126f, 0x1p126f, 0x3bff, 0x0400);
  std::vector<uint32_t> bits = fromGpu(out, count);
  for (size_t i = 0; i < count; ++i)
    printf("ftz %s: 0x%x\n", flushNames[i], bits[i]);
  return 0;
}

struct ElementType {
  const char *name;
  CUtensorMapDataType type;
  int bytes;
};
static const ElementType elementTypes[] = {
    {"u8", CU_TENSOR_MAP_DATA_TYPE_UINT8, 1},    {"u16", CU_TENSOR_MAP_DATA_TYPE_UINT16, 2},
    {"f16", CU_TENSOR_MAP_DATA_TYPE_FLOAT16, 2}, {"bf16", CU_TENSOR_MAP_DATA_TYPE_BFLOAT16, 2},
    {"u32", CU_TENSOR_MAP_DATA_TYPE_UINT32, 4},  {"f32", CU_TENSOR_MAP_DATA_TYPE_FLOAT32, 4},
    {"u64", CU_TENSOR_MAP_DATA_TYPE_UINT64, 8},  {"f64", CU_TENSOR_MAP_DATA_TYPE_FLOAT64, 8}};

static int askCopy(bool isLoad, const ElementType &element, int swizzle, int width, int pitch, int c0, int c1) {
  constexpr int height = 32, rows = 8;
  const int rowBytes = swizzle ? swizzle : 64, bytes = rowBytes * rows, columns = rowBytes / element.bytes;
  std::vector<unsigned char> tensor(size_t(pitch) * height);
  for (size_t i = 0; i < tensor.size(); ++i)
    tensor[i] = (i * 7 + i / 256 * 13 + 1) & 0x3f; // neither `untouched` nor `stored`
  unsigned char *there = toGpu(tensor), *out = toGpu(std::vector<unsigned char>(bytes));
  CUtensorMap map;
  const cuuint64_t dimensions[] = {cuuint64_t(width), height}, strides[] = {cuuint64_t(pitch)};
  const cuuint32_t box[] = {cuuint32_t(columns), rows}, steps[] = {1, 1};
  auto encode = decltype(&cuTensorMapEncodeTiled)(dlsym(dlopen("libcuda.so.1", RTLD_NOW), "cuTensorMapEncodeTiled"));
  CUresult encoded =
      encode(&map, element.type, 2, there, dimensions, strides, box, steps, CU_TENSOR_MAP_INTERLEAVE_NONE,
             CUtensorMapSwizzle(swizzle == 128  ? 3
                                : swizzle == 64 ? 2
                                : swizzle == 32 ? 1
                                                : 0),
             CU_TENSOR_MAP_L2_PROMOTION_NONE, CU_TENSOR_MAP_FLOAT_OOB_FILL_NONE);
  if (encoded)
    return printf("%s: the driver refuses the map, error %d\n", question.c_str(), encoded), 1;
  auto isInside = [&](int x, int y) { return x >= 0 && x < width && y >= 0 && y < height; };
  if (isLoad) {
    load<<<1, 64, 16384>>>(map, c0, c1, bytes, out);
    std::vector<unsigned char> seen = fromGpu(out, bytes);
    int wrong = 0;
    for (int at = 0; at < bytes; ++at) {
      const int x = c0 + at % rowBytes / element.bytes, y = c1 + at / rowBytes;
      const int from = y * pitch + x * element.bytes + at % rowBytes % element.bytes;
      const int place = swizzle ? at ^ (at >> 7 & (swizzle / 16 - 1)) << 4 : at;
      wrong += seen[place] != (isInside(x, y) ? tensor[from] : 0);
    }
    return printf("%s: %d bytes are not as expected\n", question.c_str(), wrong), 0;
  }
  store<<<1, 64, 16384>>>(map, c0, c1, bytes);
  std::vector<unsigned char> seen = fromGpu(there, tensor.size());
  int missing = 0, beyond = 0;
  std::string where;
  for (int at = 0; at < int(seen.size()); ++at) {
    const int x = at % pitch / element.bytes, y = at / pitch;
    const bool isWanted = isInside(x, y) && x >= c0 && x < c0 + columns && y >= c1 && y < c1 + rows,
               isThere = seen[at] == stored;
    missing += isWanted && !isThere;
    if (!isWanted && isThere && ++beyond <= 20)
      where += " " + std::to_string(y) + ":" + std::to_string(at % pitch);
  }
  return printf("%s: %d bytes not stored, %d stored beyond:%s\n", question.c_str(), missing, beyond, where.c_str()), 0;
}

int main(int count, char **words) {
  for (int i = 1; i < count; ++i)
    question += (i > 1 ? " " : "") + std::string(words[i]);
  if (question == "ftz")
    return askFlush();
  const std::string kind = count == 8 ? words[1] : "";
  if (kind == "load" || kind == "store")
    for (const ElementType &element : elementTypes)
      if (element.name == std::string(words[2]))
        return askCopy(kind == "load", element, std::atoi(words[3]), std::atoi(words[4]), std::atoi(words[5]),
                       std::atoi(words[6]), std::atoi(words[7]));
  return fprintf(stderr, "usage: probe ftz | probe load|store TYPE SWIZZLE WIDTH PITCH C0 C1\n"), 2;
}
