// SPDX-License-Identifier: Apache-2.0
// NVIDIA's own libraries on top: cooperative groups, cuda::barrier and cuda::pipeline with memcpy_async, cuda::atomic, half of C++'s
// standard library. What they compile to is theirs.
#include <cooperative_groups.h>
#include <cooperative_groups/reduce.h>
#include <cooperative_groups/scan.h>
#include <cuda/atomic>
#include <cuda/barrier>
#include <cuda/pipeline>

#pragma nv_diag_suppress 20054 // barriers in shared memory are made by hand
namespace cg = cooperative_groups;

extern "C" __global__ void groups(const int *in, int *out) {
  const cg::thread_block block = cg::this_thread_block();
  const auto warp = cg::tiled_partition<32>(block);
  const auto eight = cg::tiled_partition<8>(warp);
  const int x = in[blockIdx.x * blockDim.x + block.thread_rank()];
  int o[7];
  o[0] = cg::reduce(warp, x, cg::plus<int>());
  o[1] = cg::reduce(eight, x, cg::greater<int>());
  o[2] = eight.shfl_xor(x, 3) + eight.thread_rank() * 1000;
  o[3] = cg::inclusive_scan(eight, x);
  const auto same = cg::labeled_partition(warp, x & 3);
  o[4] = cg::reduce(same, x, cg::plus<int>()) + same.size();
  o[5] = 0;
  if (x % 2) {
    const auto odd = cg::coalesced_threads();
    o[5] = odd.size() * 100 + odd.shfl(x, 0) % 100;
  }
  block.sync();
  o[6] = warp.any(x == 7) * 2 + warp.all(x > -50);
  for (int i = 0; i < 7; ++i)
    out[(blockIdx.x * blockDim.x + block.thread_rank()) * 7 + i] = o[i];
}

extern "C" __global__ void __cluster_dims__(2, 1, 1) clusterGroup(const int *in, int *out) {
  __shared__ int values[32];
  const cg::cluster_group cluster = cg::this_cluster();
  values[threadIdx.x] = in[blockIdx.x * 32 + threadIdx.x];
  cluster.sync();
  const int *theirs = cluster.map_shared_rank(values, cluster.block_rank() ^ 1);
  out[blockIdx.x * 32 + threadIdx.x] = theirs[31 - threadIdx.x] * 2 + cluster.num_blocks();
  cluster.sync();
}

/// memcpy_async into two stages of a pipeline that a block shares.
extern "C" __global__ void pipeline(const int *in, int *out, int rounds) {
  __shared__ int buffers[2][64];
  __shared__ cuda::pipeline_shared_state<cuda::thread_scope_block, 2> state;
  const cg::thread_block block = cg::this_thread_block();
  auto stages = cuda::make_pipeline(block, &state);
  auto load = [&](int round) {
    stages.producer_acquire();
    cuda::memcpy_async(block, buffers[round % 2], in + round * 64, sizeof(int) * 64, stages);
    stages.producer_commit();
  };
  load(0);
  int sum = 0;
  for (int round = 0; round < rounds; ++round) {
    if (round + 1 < rounds)
      load(round + 1);
    stages.consumer_wait();
    sum = sum * 3 + buffers[round % 2][(threadIdx.x + round) % 64];
    stages.consumer_release();
  }
  out[threadIdx.x] = sum;
}

extern "C" __global__ void barrier(const int *in, int *out, int rounds) {
  using Barrier = cuda::barrier<cuda::thread_scope_block>;
  __shared__ Barrier meeting;
  __shared__ int data[96];
  if (threadIdx.x == 0)
    init(&meeting, blockDim.x);
  __syncthreads();
  int x = in[threadIdx.x];
  for (int round = 0; round < rounds; ++round) {
    data[threadIdx.x] = x;
    Barrier::arrival_token token = meeting.arrive();
    const int own = x * 2;
    meeting.wait(std::move(token));
    x = data[(threadIdx.x + 41) % 96] + own;
    meeting.arrive_and_wait();
  }
  out[threadIdx.x] = x;
}

extern "C" __global__ void atomics(unsigned *cells, const int *in) {
  cuda::atomic_ref<unsigned, cuda::thread_scope_device> sum(cells[0]), largest(cells[1]);
  sum.fetch_add(in[blockIdx.x * blockDim.x + threadIdx.x], cuda::memory_order_relaxed);
  largest.fetch_max(unsigned(in[blockIdx.x * blockDim.x + threadIdx.x]), cuda::memory_order_acq_rel);
  cuda::atomic_ref<unsigned, cuda::thread_scope_block> tries(cells[2 + blockIdx.x]);
  unsigned seen = tries.load(cuda::memory_order_acquire);
  while (!tries.compare_exchange_weak(seen, seen * 2 + 1, cuda::memory_order_seq_cst))
    ;
}

/// Blocks hand a message on by a flag of the library.
extern "C" __global__ void message(int *data, unsigned *flag, int *out) {
  cuda::atomic_ref<unsigned, cuda::thread_scope_device> ready(*flag);
  if (blockIdx.x == 0) {
    data[threadIdx.x] = threadIdx.x * 3 + 1;
    __syncthreads();
    if (threadIdx.x == 0) {
      ready.store(1, cuda::memory_order_release);
      ready.notify_all();
    }
  } else {
    if (threadIdx.x == 0)
      ready.wait(0, cuda::memory_order_acquire);
    __syncthreads();
    out[(blockIdx.x - 1) * blockDim.x + threadIdx.x] = data[blockDim.x - 1 - threadIdx.x];
  }
}
