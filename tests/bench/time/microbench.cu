// SPDX-License-Identifier: Apache-2.0
// Small kernels of ours that measure one number of a multiprocessor or of a card each, for the rates that the model of
// time is made of (shared/rates/Rates.def and Cards.def). calibrate.py launches them, knows which rate each is for, and
// may do so on a GPU or through the emulator's model, as both get the same PTX.
//
// All kernels take the same five parameters: `clocks` gets two readings of the clock a warp, before and after; `kept`
// gets what keeps the work alive; `data` is an array, zeros or a chain of line numbers; `count` says how often the
// measured part is repeated; `size` is the kernel's own. One launch has parts that are no part of the number (reading
// the clock, filling shared memory, the first misses), so the host launches with two counts and takes the difference.
//
// The instruction that a kernel is about stands in inline PTX wherever the compiler might make another one of it.
// Bodies of loops are long, so that the branch at their end is about a hundredth of them, or hidden by other warps.
// Shared memory is dynamic, as a file's static variables would all count in the emulator. For sm_80 and sm_90a; what
// only Hopper has is left out of the former.
#include "../../emulator/kernels/hopper.cuh"

extern __shared__ __align__(1024) unsigned char sharedMemory[];

#define MICROBENCH(name)                                                                                               \
  extern "C" __global__ void name(uint64_t *clocks, uint32_t *kept, uint8_t *data, uint32_t count, uint32_t size)

namespace {

__device__ __forceinline__ uint64_t readClock() {
  uint64_t clock;
  asm volatile("mov.u64 %0, %%clock64;" : "=l"(clock)::"memory");
  return clock;
}

/// A warp's two readings, by its number in the launch.
__device__ __forceinline__ void storeClocks(uint64_t *clocks, uint64_t begin, uint64_t end) {
  if (threadIdx.x % 32 != 0)
    return;
  uint32_t warp = blockIdx.x * (blockDim.x / 32) + threadIdx.x / 32;
  clocks[2 * warp] = begin;
  clocks[2 * warp + 1] = end;
}

__device__ __forceinline__ void keep(uint32_t *kept, uint32_t value) {
  kept[blockIdx.x * blockDim.x + threadIdx.x] = value;
}
__device__ __forceinline__ uint32_t getBits(uint32_t value) { return value; }
__device__ __forceinline__ uint32_t getBits(float value) { return __float_as_uint(value); }
__device__ __forceinline__ uint32_t getBits(double value) { return static_cast<uint32_t>(__double2loint(value)); }

/// `count` times `Steps` of one operation, each of which needs the last one's result.
template <int Steps, typename T, typename Operation>
__device__ __forceinline__ void runChain(uint64_t *clocks, uint32_t *kept, uint32_t count, T value, Operation step) {
  uint64_t begin = readClock();
#pragma unroll 1
  for (uint32_t i = 0; i < count; ++i) {
#pragma unroll
    for (int k = 0; k < Steps; ++k)
      step(value, k);
  }
  storeClocks(clocks, begin, readClock());
  keep(kept, getBits(value));
}

/// `count` times `Steps` rounds of eight operations that do not need one another. Many warps do so side by side.
template <int Steps, typename T, typename Operation>
__device__ __forceinline__ void runMany(uint64_t *clocks, uint32_t *kept, uint32_t count, T value, Operation step) {
  T values[8];
  for (int n = 0; n < 8; ++n)
    values[n] = value + static_cast<T>(n);
  __syncthreads();
  uint64_t begin = readClock();
#pragma unroll 1
  for (uint32_t i = 0; i < count; ++i) {
#pragma unroll
    for (int k = 0; k < Steps; ++k)
#pragma unroll
      for (int n = 0; n < 8; ++n)
        step(values[n], k);
  }
  storeClocks(clocks, begin, readClock());
  uint32_t all = 0;
  for (int n = 0; n < 8; ++n)
    all ^= getBits(values[n]);
  keep(kept, all);
}

} // namespace

// --- units: a chain for the latency, many chains for the cycles. Operands come from memory, so that nothing is folded.

namespace {
template <typename T> struct Operands {
  T start, a, b, c, d;
};
template <typename T> __device__ __forceinline__ Operands<T> loadOperands(const uint8_t *data) {
  const T *from = reinterpret_cast<const T *>(data);
  return {from[threadIdx.x % 32], from[1], from[2], from[3], from[4]};
}
} // namespace

#define CHAIN_AND_MANY(name, T, step)                                                                                  \
  MICROBENCH(name##Chain) { /* 256 a count */                                                                          \
    Operands<T> in = loadOperands<T>(data);                                                                            \
    runChain<256>(clocks, kept, count, in.start, [=](T &v, int k) { step; });                                          \
  }                                                                                                                    \
  extern "C" __global__ void __launch_bounds__(512) /* 256 a count and warp */                                         \
      name##Many(uint64_t *clocks, uint32_t *kept, uint8_t *data, uint32_t count, uint32_t size) {                     \
    Operands<T> in = loadOperands<T>(data);                                                                            \
    runMany<32>(clocks, kept, count, in.start, [=](T &v, int k) { step; });                                            \
  }

// FFMA: fma32Latency, fma32Cycles. Two of its three registers are the same each time: ptxas marks them for reuse, so
// that the registers' ports, which are rates of their own, are no limit.
CHAIN_AND_MANY(fma, float, asm volatile("fma.rn.f32 %0, %0, %1, %2;" : "+f"(v) : "f"(in.a), "f"(in.b)))

// IMAD: integerProductLatency, integerProductCycles.
CHAIN_AND_MANY(integerProduct, uint32_t, asm volatile("mad.lo.u32 %0, %0, %1, %2;" : "+r"(v) : "r"(in.a), "r"(in.b)))

// LOP3: aluLatency, aluCycles. Sums would do as well, but ptxas makes every other one of them an IMAD, to spread them
// over two units. Operands change from one to the next, as two LOP3 of the same three inputs are a single one.
CHAIN_AND_MANY(alu, uint32_t,
               if (k % 2) asm volatile("lop3.b32 %0, %0, %1, %2, 0x6a;" : "+r"(v) : "r"(in.a), "r"(in.b));
               else asm volatile("lop3.b32 %0, %0, %1, %2, 0xe2;" : "+r"(v) : "r"(in.c), "r"(in.d)))

// HFMA2: halfLatency, halfCycles. ptxas alternates two units of different latency, HFMA2 and HFMA2.MMA: a chain takes
// the mean of both (halfLatency, halfMatrixLatency).
CHAIN_AND_MANY(half, uint32_t, asm volatile("fma.rn.f16x2 %0, %0, %1, %2;" : "+r"(v) : "r"(in.a), "r"(in.b)))

// DFMA: fp64Latency, fp64Cycles.
CHAIN_AND_MANY(fp64, double, asm volatile("fma.rn.f64 %0, %0, %1, %2;" : "+d"(v) : "d"(in.a), "d"(in.b)))

// MUFU.EX2: specialLatency, specialCycles.
CHAIN_AND_MANY(special, float, asm volatile("ex2.approx.ftz.f32 %0, %0;" : "+f"(v)))

// F2I: conversionLatency, conversionCycles. The integer's bits are the next one's float: nothing lies between them.
CHAIN_AND_MANY(conversion, uint32_t, asm volatile("cvt.rni.s32.f32 %0, %0;" : "+r"(v)))

// SHFL: shuffleLatency, shuffleCycles. What is shuffled says from which lane, too: ptxas leaves out a second shuffle by
// the same lanes.
CHAIN_AND_MANY(shuffle, uint32_t, asm volatile("shfl.sync.idx.b32 %0, %0, %0, 0x1f, 0xffffffff;" : "+r"(v)))

// VOTE: voteLatency, voteCycles. A vote takes a predicate and may give one, which is the next one's; between
// two of these ptxas leaves 13 cycles.
#define TIMES_4(text) text text text text
#define TIMES_16(text) TIMES_4(TIMES_4(text))
#define TIMES_64(text) TIMES_4(TIMES_16(text))
#define TWO_VOTES "vote.sync.any.pred p, p, 0xffffffff;\n vote.sync.all.pred p, p, 0xffffffff;\n"
MICROBENCH(voteChain) { // 128 of them
  runChain<1>(clocks, kept, count, reinterpret_cast<const uint32_t *>(data)[threadIdx.x % 32], [](uint32_t &v, int) {
    asm volatile("{\n .reg .pred p;\n setp.ne.u32 p, %0, 0;\n" TIMES_64(TWO_VOTES) " selp.u32 %0, 1, 0, p;\n}"
                 : "+r"(v));
  });
}
#define EIGHT_VOTES                                                                                                    \
  "vote.sync.any.pred p, p, 0xffffffff;\n vote.sync.any.pred q, q, 0xffffffff;\n"                                      \
  "vote.sync.all.pred r, r, 0xffffffff;\n vote.sync.all.pred s, s, 0xffffffff;\n"                                      \
  "vote.sync.all.pred p, p, 0xffffffff;\n vote.sync.all.pred q, q, 0xffffffff;\n"                                      \
  "vote.sync.any.pred r, r, 0xffffffff;\n vote.sync.any.pred s, s, 0xffffffff;\n"
extern "C" __global__ void __launch_bounds__(1024) // 128 a count and warp, in four chains
    voteMany(uint64_t *clocks, uint32_t *kept, uint8_t *data, uint32_t count, uint32_t size) {
  Operands<uint32_t> in = loadOperands<uint32_t>(data);
  __syncthreads();
  runChain<1>(clocks, kept, count, in.start, [=](uint32_t &v, int) {
    asm volatile("{\n .reg .pred p, q, r, s;\n setp.ne.u32 p, %0, 0;\n setp.ne.u32 q, %1, 0;\n setp.ne.u32 r, %2, 0;\n"
                 " setp.ne.u32 s, %3, 0;\n" TIMES_16(EIGHT_VOTES) " and.pred p, p, q;\n and.pred r, r, s;\n"
                                                                  " or.pred p, p, r;\n selp.u32 %0, 1, 0, p;\n}"
                 : "+r"(v)
                 : "r"(in.a), "r"(in.b), "r"(in.c));
  });
}

// --- shared memory and the L1 cache

// LDS: sharedLatency. Each word has the address of the next one; lanes stay on banks of their own. 128 a count.
MICROBENCH(sharedChase) {
  uint32_t *words = reinterpret_cast<uint32_t *>(sharedMemory);
  uint32_t base = sharedAddress(words);
  for (uint32_t i = threadIdx.x; i < 1024; i += blockDim.x)
    words[i] = base + (i + 33) % 1024 * 4;
  __syncthreads();
  runChain<128>(clocks, kept, count, base + threadIdx.x * 4, [](uint32_t &at, int) {
    asm volatile("ld.shared.u32 %0, [%0];" : "+r"(at)::"memory");
  });
}

// LDG of 32 bits that the L1 cache has: l1Latency. The upper half of the address is the same for all, so what is loaded
// is the lower half, and no addition lies between two loads. 128 lines of `data` are made a ring first. 128 a count.
MICROBENCH(l1Chase) {
  uint64_t base = reinterpret_cast<uint64_t>(data);
  for (uint32_t i = threadIdx.x; i < 128; i += blockDim.x)
    *reinterpret_cast<uint32_t *>(data + 128 * i) = static_cast<uint32_t>(base) + (i + 37) % 128 * 128;
  __syncthreads();
  uint32_t high = static_cast<uint32_t>(base >> 32);
  runChain<128>(clocks, kept, count, static_cast<uint32_t>(base), [=](uint32_t &at, int) {
    asm volatile("{\n .reg .b64 p;\n mov.b64 p, {%0, %1};\n ld.global.ca.u32 %0, [p];\n}"
                 : "+r"(at)
                 : "r"(high)
                 : "memory");
  });
}

namespace {
constexpr uint32_t blockBytes = 512 * 16; // that a block of 512 threads loads at once

__device__ __forceinline__ uint32_t fold(const uint4 &v) { return v.x ^ v.y ^ v.z ^ v.w; }

/// Sixteen bytes a load, eight loads a count.
template <typename Load>
__device__ __forceinline__ void loadMany(uint64_t *clocks, uint32_t *kept, uint32_t count, Load load) {
  uint32_t all = 0;
  __syncthreads();
  uint64_t begin = readClock();
#pragma unroll 1
  for (uint32_t i = 0; i < count; ++i) {
    uint4 got[8];
    // Neighbours change places each time, so that no load is the same as in the turn before and may be left out.
    uint32_t at = threadIdx.x * 16 ^ (i & 1) * 16;
#pragma unroll
    for (int k = 0; k < 8; ++k)
      got[k] = load(at, k * blockBytes);
#pragma unroll
    for (int k = 0; k < 8; ++k)
      all ^= fold(got[k]);
  }
  storeClocks(clocks, begin, readClock());
  keep(kept, all);
}
} // namespace

// LDS.128: sharedBytes.
extern "C" __global__ void __launch_bounds__(512)
    sharedMany(uint64_t *clocks, uint32_t *kept, uint8_t *data, uint32_t count, uint32_t size) {
  uint4 *tile = reinterpret_cast<uint4 *>(sharedMemory);
  for (int k = 0; k < 8; ++k)
    tile[threadIdx.x + 512 * k] = make_uint4(threadIdx.x, 1, 2, 3);
  uint32_t base = sharedAddress(tile);
  loadMany(clocks, kept, count, [=](uint32_t at, uint32_t piece) {
    uint4 got;
    asm volatile("ld.shared.v4.u32 {%0, %1, %2, %3}, [%4];"
                 : "=r"(got.x), "=r"(got.y), "=r"(got.z), "=r"(got.w)
                 : "r"(base + at + piece)
                 : "memory");
    return got;
  });
}

// LDG.128 that the L1 cache has, of 64 KiB of `data`: l1Bytes.
extern "C" __global__ void __launch_bounds__(512)
    l1Many(uint64_t *clocks, uint32_t *kept, uint8_t *data, uint32_t count, uint32_t size) {
  loadMany(clocks, kept, count, [=](uint32_t at, uint32_t piece) {
    uint4 got;
    asm volatile("ld.global.ca.v4.u32 {%0, %1, %2, %3}, [%4];"
                 : "=r"(got.x), "=r"(got.y), "=r"(got.z), "=r"(got.w)
                 : "l"(data + at + piece)
                 : "memory");
    return got;
  });
}

// --- the L2 cache and memory

// LDG past the L1 cache along one cycle through all lines of `data`, in which each line's first word has the number of
// the next: l2Mean where `size` lines are read before, which then fit the L2 cache; memoryLatency where none
// are and there are many more. Two LEA make the address of it; the host takes them off. 16 a count.
MICROBENCH(globalChase) {
  uint32_t all = 0;
  for (uint32_t i = threadIdx.x; i < size; i += blockDim.x) {
    uint32_t word;
    asm volatile("ld.global.cg.u32 %0, [%1];" : "=r"(word) : "l"(data + 128 * size_t(i)) : "memory");
    all ^= word;
  }
  keep(kept, all); // else nothing would be read, as ptxas leaves out loads whose values nobody wants
  __syncwarp();
  uint64_t base = reinterpret_cast<uint64_t>(data);
  runChain<16>(clocks, kept, count, 0u, [=](uint32_t &at, int) {
    asm volatile("{\n .reg .b64 p;\n mad.wide.u32 p, %0, 128, %1;\n ld.global.cg.u32 %0, [p];\n}"
                 : "+r"(at)
                 : "l"(base)
                 : "memory");
  });
}

namespace {
constexpr uint32_t tileBytes = 65536; // that a block of 1024 threads reads in a count: four pieces of 16 bytes a thread

__device__ __forceinline__ uint4 loadPiece(const uint8_t *from) {
  uint4 got;
  asm volatile("ld.global.cg.v4.u32 {%0, %1, %2, %3}, [%4];"
               : "=r"(got.x), "=r"(got.y), "=r"(got.z), "=r"(got.w)
               : "l"(from)
               : "memory");
  return got;
}
} // namespace

// What the L2 cache gives to all multiprocessors: l2Bytes. Blocks begin at different ones of `size` tiles, which fit a
// half of the cache, and each goes on to the next: at no time do many ask for the same line.
extern "C" __global__ void __launch_bounds__(1024, 2)
    l2Many(uint64_t *clocks, uint32_t *kept, uint8_t *data, uint32_t count, uint32_t size) {
  uint32_t tile = blockIdx.x % size, all = 0;
  uint64_t begin = readClock();
#pragma unroll 1
  for (uint32_t i = 0; i < count; ++i) {
    const uint8_t *from = data + size_t(tile) * tileBytes + threadIdx.x * 16;
    uint4 got[4];
#pragma unroll
    for (int k = 0; k < 4; ++k)
      got[k] = loadPiece(from + 16384 * k);
    for (int k = 0; k < 4; ++k)
      all ^= fold(got[k]);
    tile = tile + 1 == size ? 0 : tile + 1;
  }
  storeClocks(clocks, begin, readClock());
  keep(kept, all);
}

/// Stores into all sectors of `size` tiles, which fit a half of the L2 cache: a warp's store goes to the four of a line,
/// with a T a lane. Those of 4 bytes fill them, those of 2 write the first half of each: l2PartialWrite.
template <typename T>
__device__ __forceinline__ void storeSectors(uint64_t *clocks, uint8_t *data, uint32_t count, uint32_t size) {
  constexpr uint32_t lanes = 8, sectorBytes = 32, lineBytes = 128, lines = tileBytes / lineBytes;
  uint32_t lane = threadIdx.x % 32, inLine = lane / lanes * sectorBytes + lane % lanes * sizeof(T);
  uint32_t tile = blockIdx.x % size;
  uint64_t begin = readClock();
#pragma unroll 1
  for (uint32_t i = 0; i < count; ++i) {
    uint8_t *to = data + size_t(tile) * tileBytes + inLine;
#pragma unroll
    for (uint32_t line = 0; line < lines; line += 32) // as a block has warps
      *reinterpret_cast<volatile T *>(to + (line + threadIdx.x / 32) * lineBytes) = static_cast<T>(i);
    tile = tile + 1 == size ? 0 : tile + 1;
  }
  storeClocks(clocks, begin, readClock());
}
extern "C" __global__ void __launch_bounds__(1024, 2)
    storeWhole(uint64_t *clocks, uint32_t *, uint8_t *data, uint32_t count, uint32_t size) {
  storeSectors<uint32_t>(clocks, data, count, size);
}
extern "C" __global__ void __launch_bounds__(1024, 2)
    storeHalves(uint64_t *clocks, uint32_t *, uint8_t *data, uint32_t count, uint32_t size) {
  storeSectors<uint16_t>(clocks, data, count, size);
}

/// Streams over arrays of `size` tiles one behind the other in `data`, of which the first is written unless `Reads` is
/// 1 and `Writes` 0: memoryRead, memoryCopy, memoryTriad. `count` tiles a block, and never one twice.
template <int Reads, bool Writes>
__device__ __forceinline__ void stream(uint64_t *clocks, uint32_t *kept, uint8_t *data, uint32_t count, uint32_t size) {
  uint32_t all = 0;
  size_t array = size_t(size) * tileBytes;
  uint64_t begin = readClock();
#pragma unroll 1
  for (uint32_t i = 0; i < count; ++i) {
    uint8_t *at = data + (size_t(i) * gridDim.x + blockIdx.x) * tileBytes + threadIdx.x * 16;
    uint4 got[4], other[4];
#pragma unroll
    for (int k = 0; k < 4; ++k) {
      got[k] = loadPiece(at + array * Writes + 16384 * k);
      if (Reads == 2)
        other[k] = loadPiece(at + array * 2 + 16384 * k);
    }
#pragma unroll
    for (int k = 0; k < 4; ++k) {
      if (Reads == 2) {
        got[k].x += 3 * other[k].x;
        got[k].y += 3 * other[k].y;
        got[k].z += 3 * other[k].z;
        got[k].w += 3 * other[k].w;
      }
      if (Writes)
        *reinterpret_cast<uint4 *>(at + 16384 * k) = got[k];
      else
        all ^= fold(got[k]);
    }
  }
  storeClocks(clocks, begin, readClock());
  keep(kept, all);
}
#define STREAM(name, reads, writes)                                                                                    \
  extern "C" __global__ void __launch_bounds__(1024, reads == 2 ? 1 : 2)                                               \
      name(uint64_t *clocks, uint32_t *kept, uint8_t *data, uint32_t count, uint32_t size) {                           \
    stream<reads, writes>(clocks, kept, data, count, size);                                                            \
  }
STREAM(streamRead, 1, false)
STREAM(streamCopy, 1, true)
STREAM(streamTriad, 2, true)

// --- barriers

// BAR.SYNC of all warps: barrierRelease, and barrierArrive by what more warps take. 32 a count.
MICROBENCH(barrierMany) {
  __syncthreads();
  runChain<32>(clocks, kept, count, 0u, [](uint32_t &, int) { asm volatile("bar.sync 0;" ::: "memory"); });
}

#if __CUDA_ARCH__ >= 900
// Two warps that wait for one another's arrival in turn: mbarrierHandoff. A round a count.
MICROBENCH(mbarrierRounds) {
  uint32_t there = sharedAddress(sharedMemory), back = there + 8;
  if (threadIdx.x == 0) {
    initBarrier(there, 1);
    initBarrier(back, 1);
    fenceBarrierInit();
  }
  __syncthreads();
  uint64_t begin = readClock();
  if (threadIdx.x == 0) {
#pragma unroll 1
    for (uint32_t i = 0; i < count; ++i) {
      arrive(there);
      waitBarrier(back, i & 1);
    }
  } else if (threadIdx.x == 32) {
#pragma unroll 1
    for (uint32_t i = 0; i < count; ++i) {
      waitBarrier(there, i & 1);
      arrive(back);
    }
  }
  storeClocks(clocks, begin, readClock());
  keep(kept, 0);
}

// A wait for a phase that is over, with the branch that each such wait has: mbarrierTryWait. 16 a count.
MICROBENCH(mbarrierWaits) {
  uint32_t barrier = sharedAddress(sharedMemory);
  if (threadIdx.x == 0) {
    initBarrier(barrier, 1);
    fenceBarrierInit();
    arrive(barrier);
  }
  __syncthreads();
  runChain<16>(clocks, kept, count, 0u, [=](uint32_t &, int) { waitBarrier(barrier, 0); });
}

// --- the copy engine, and other multiprocessors' memory

// Bulk copies in of `size` bytes, one at a time, that the L2 cache has: tmaLatency, tmaOverLoad, tmaKilobyte. One a
// count, each with the arrival that expects its bytes and the wait for it.
MICROBENCH(bulkCopies) {
  uint32_t to = sharedAddress(sharedMemory), barrier = to + 32768;
  if (threadIdx.x == 0) {
    initBarrier(barrier, 1);
    fenceBarrierInit();
  }
  __syncthreads();
  uint64_t begin = readClock();
  if (threadIdx.x == 0) {
#pragma unroll 1
    for (uint32_t i = 0; i < count; ++i) {
      expectBytes(barrier, size);
      asm volatile("cp.async.bulk.shared::cluster.global.mbarrier::complete_tx::bytes [%0], [%1], %2, [%3];" ::"r"(to),
                   "l"(data), "r"(size), "r"(barrier)
                   : "memory");
      waitBarrier(barrier, i & 1);
    }
  }
  storeClocks(clocks, begin, readClock());
  keep(kept, 0);
}

// A chase through the neighbour's shared memory: clusterRoundTrip. Words have their own multiprocessor's addresses as
// the cluster sees them, both halves of which ptxas moves into place for each load. 64 a count.
extern "C" __global__ void __cluster_dims__(2, 1, 1)
    clusterChase(uint64_t *clocks, uint32_t *kept, uint8_t *data, uint32_t count, uint32_t size) {
  uint32_t *words = reinterpret_cast<uint32_t *>(sharedMemory);
  uint32_t own, other, rank = clusterRank(), base = sharedAddress(words);
  asm("mapa.shared::cluster.u32 %0, %1, %2;" : "=r"(own) : "r"(base), "r"(rank));
  asm("mapa.shared::cluster.u32 %0, %1, %2;" : "=r"(other) : "r"(base), "r"(rank ^ 1));
  for (uint32_t i = threadIdx.x; i < 1024; i += blockDim.x)
    words[i] = own + (i + 33) % 1024 * 4;
  arriveCluster();
  waitCluster();
  if (rank == 0 && threadIdx.x == 0)
    runChain<64>(clocks, kept, count, other, [](uint32_t &at, int) {
      asm volatile("ld.shared::cluster.u32 %0, [%0];" : "+r"(at)::"memory");
    });
  __syncwarp();
  arriveCluster(); // nobody leaves while its memory is read
  waitCluster();
}
#endif

// --- tensor cores

#if defined(__CUDA_ARCH_FEAT_SM90_ALL)
#define WGMMA_D128                                                                                                     \
  "{%0, %1, %2, %3, %4, %5, %6, %7, %8, %9, %10, %11, %12, %13, %14, %15, %16, %17, %18, %19, %20, %21, "              \
  "%22, %23, %24, %25, %26, %27, %28, %29, %30, %31, %32, %33, %34, %35, %36, %37, %38, %39, %40, %41, "               \
  "%42, %43, %44, %45, %46, %47, %48, %49, %50, %51, %52, %53, %54, %55, %56, %57, %58, %59, %60, %61, "               \
  "%62, %63, %64, %65, %66, %67, %68, %69, %70, %71, %72, %73, %74, %75, %76, %77, %78, %79, %80, %81, "               \
  "%82, %83, %84, %85, %86, %87, %88, %89, %90, %91, %92, %93, %94, %95, %96, %97, %98, %99, %100, %101, "             \
  "%102, %103, %104, %105, %106, %107, %108, %109, %110, %111, %112, %113, %114, %115, %116, %117, %118, "             \
  "%119, %120, %121, %122, %123, %124, %125, %126, %127}"

__device__ __forceinline__ void wgmma(float (&d)[128], uint64_t a, uint64_t b, int accumulates) {
  asm volatile("{\n .reg .pred p;\n setp.ne.b32 p, %130, 0;\n"
               " wgmma.mma_async.sync.aligned.m64n256k16.f32.bf16.bf16 " WGMMA_D128 ", %128, %129, p, 1, 1, 0, 0;\n}"
               : WGMMA_32(d, 0), WGMMA_32(d, 32), WGMMA_32(d, 64), WGMMA_32(d, 96)
               : "l"(a), "l"(b), "r"(accumulates));
}

/// A warpgroup's products of 64 x `N` x 16 on one accumulator, both operands in shared memory under the swizzle of 128
/// bytes, as products of matrices have them: `Group` of them and a wait for all. Of two groups' times the difference is
/// what products take (tensorOperations16), and what is left of one is the tail (wgmmaTail) and the wait. A group a
/// count.
template <int N, int Group>
__device__ __forceinline__ void runProducts(uint64_t *clocks, uint32_t *kept, uint32_t count) {
  constexpr uint32_t bytesA = 64 * 128, bytesB = N * 128;
  for (uint32_t i = threadIdx.x; i < (bytesA + bytesB) / 4; i += blockDim.x)
    reinterpret_cast<uint32_t *>(sharedMemory)[i] = 0;
  fenceProxyAsync();
  __syncthreads();
  uint32_t base = sharedAddress(sharedMemory);
  uint64_t a = describeMatrix(base, 16, 1024), b = describeMatrix(base + bytesA, 16, 1024);
  float d[N / 2] = {};
  uint64_t begin = readClock();
#pragma unroll 1
  for (uint32_t i = 0; i < count; ++i) {
    touch(d);
    fenceWgmma();
#pragma unroll
    for (int k = 0; k < Group; ++k)
      wgmma(d, a + k % 4 * 2, b + k % 4 * 2, 1);
    commitWgmma();
    waitWgmma<0>();
    touch(d);
  }
  storeClocks(clocks, begin, readClock());
  float sum = 0;
  for (float one : d)
    sum += one;
  keep(kept, getBits(sum));
}
#define PRODUCTS(n, group)                                                                                             \
  extern "C" __global__ void __launch_bounds__(128)                                                                    \
      wgmma##n##x##group(uint64_t *clocks, uint32_t *kept, uint8_t *data, uint32_t count, uint32_t size) {             \
    runProducts<n, group>(clocks, kept, count);                                                                        \
  }
PRODUCTS(64, 4)
PRODUCTS(64, 16)
PRODUCTS(128, 4)
PRODUCTS(128, 16)
PRODUCTS(256, 4)
PRODUCTS(256, 16)
#endif

namespace {
struct Accumulator {
  float d[4];
};
__device__ __forceinline__ void multiply(Accumulator &c, uint32_t a, uint32_t b) {
  asm volatile("mma.sync.aligned.m16n8k16.row.col.f32.f16.f16.f32 {%0, %1, %2, %3}, {%4, %4, %4, %4}, {%5, %5}, "
               "{%0, %1, %2, %3};"
               : "+f"(c.d[0]), "+f"(c.d[1]), "+f"(c.d[2]), "+f"(c.d[3])
               : "r"(a), "r"(b));
}

/// `Chains` products a step that do not need one another.
template <int Chains, int Steps>
__device__ __forceinline__ void runMma(uint64_t *clocks, uint32_t *kept, uint8_t *data, uint32_t count) {
  const uint32_t *in = reinterpret_cast<const uint32_t *>(data);
  uint32_t a = in[1], b = in[2];
  Accumulator all[Chains] = {};
  __syncthreads();
  uint64_t begin = readClock();
#pragma unroll 1
  for (uint32_t i = 0; i < count; ++i) {
#pragma unroll
    for (int k = 0; k < Steps; ++k)
#pragma unroll
      for (int n = 0; n < Chains; ++n)
        multiply(all[n], a, b);
  }
  storeClocks(clocks, begin, readClock());
  float sum = 0;
  for (const Accumulator &one : all)
    sum += one.d[0] + one.d[1] + one.d[2] + one.d[3];
  keep(kept, getBits(sum));
}
} // namespace

// mma.sync m16n8k16: mmaLatency by its accumulators, 64 a count, and mmaCycles, 128 a count and warp. Between two of a
// chain ptxas leaves a fixed time (24 cycles on Hopper), with a NOP, as one instruction can wait 15 at most.
MICROBENCH(mmaChain) { runMma<1, 64>(clocks, kept, data, count); }
extern "C" __global__ void __launch_bounds__(512)
    mmaMany(uint64_t *clocks, uint32_t *kept, uint8_t *data, uint32_t count, uint32_t size) {
  runMma<8, 16>(clocks, kept, data, count);
}

// --- launches

// Many blocks that do next to nothing, one at a time on a multiprocessor, as they ask for most of its shared memory:
// blockStart. `kept` has where each block ran; the host takes the begins of neighbours on one multiprocessor.
MICROBENCH(trivialBlocks) {
  uint64_t begin = readClock();
  if (threadIdx.x == 0) {
    uint32_t processor;
    asm volatile("mov.u32 %0, %%smid;" : "=r"(processor));
    kept[blockIdx.x] = processor;
    clocks[2 * blockIdx.x] = begin;
    clocks[2 * blockIdx.x + 1] = readClock();
  }
}

// Nothing: emptyKernelTime, launchTime.
MICROBENCH(emptyKernel) {}

// Stands on the card for `count` cycles. Launches that are asked for meanwhile then begin without waiting for the host,
// and of two counts the events' difference tells the clock.
MICROBENCH(spin) {
  uint64_t begin = readClock(), now = begin;
  while (now - begin < count)
    now = readClock();
  storeClocks(clocks, begin, now);
}
