// SPDX-License-Identifier: Apache-2.0
// The table of `jax.experimental.pallas.mosaic_gpu`: kernels that name their own barriers, copies and warpgroups. Every name is here, so
// that a program that uses one that is not supported is told which, at its line.
#include "compiler/frontend/library/mosaic_gpu/MosaicGpu.h"
#include "compiler/frontend/library/arrays/Operand.h"
#include "compiler/frontend/library/pallas/BlockSpecs.h"
#include "compiler/frontend/library/mosaic_gpu/Kernel.h"
#include "compiler/frontend/library/mosaic_gpu/Pipelines.h"
#include "compiler/frontend/library/pallas/PallasTables.h"

using namespace tessera;
using namespace tessera::frontend;
using llvm::cast;

/// With what only the pipelines of a kernel of warpgroups use.
static Value blockSpecOfMosaicHandler(Call &call) {
  Value spec = blockSpecHandler(call);
  if (spec)
    for (llvm::StringRef name : {"transforms", "delay_release", "collective_axes", "oob_fill_mode"})
      cast<RecordObject>(spec)->set(name, call[name]);
  return spec;
}

static Value findSwizzleHandler(Call &call) {
  std::optional<int64_t> bits = call.evaluator.toInt(call["minor_dim_bits"], "minor_dim_bits");
  if (!bits)
    return nullptr;
  for (int64_t bytes : {128, 64, 32, 16})
    if (*bits % (8 * bytes) == 0)
      return call.evaluator.integer(bytes);
  return call.evaluator.raise(DiagnosticId::valueError, "no swizzle fits rows of " + std::to_string(*bits) + " bits: they must be a multiple of 128");
}

#define TESSERA_FUNCTION(name, signature, summary) {"jax.experimental.pallas.mosaic_gpu", name, EntryKind::function, signature, summary, nullptr}
#define TESSERA_TYPE(name, signature, summary) {"jax.experimental.pallas.mosaic_gpu", name, EntryKind::type, signature, summary, nullptr}
#define TESSERA_CONSTANT(name, summary) {"jax.experimental.pallas.mosaic_gpu", name, EntryKind::constant, "", summary, nullptr}

#define TESSERA_SPACE(name, summary)                                                                                    \
  {"jax.experimental.pallas.mosaic_gpu", name, EntryKind::constant, "", summary, memorySpaceConstant},                 \
      {"jax.experimental.pallas.mosaic_gpu.MemorySpace", name, EntryKind::constant, "", summary, memorySpaceConstant}

static const LibraryEntry entries[] = {
    {"jax.experimental.pallas.mosaic_gpu", "kernel", EntryKind::function,
     "(body=None, out_shape=None, *, out_type=None, scratch_types=None, scratch_shapes=None, compiler_params=None, grid=(), grid_names=(), cluster=(), cluster_names=(), num_threads=None, thread_name=None, interpret=None, debug=False, kernel_name=None, axis_names=None)",
     "Turns a kernel into a function of arrays. It says itself what is copied when: its Refs are whole arrays in global memory, and each of its threads is a warpgroup.", warpgroupKernelHandler},
    {"jax.experimental.pallas.mosaic_gpu", "CompilerParams", EntryKind::type, "(**kwargs)", "Parameters of the Mosaic GPU compiler; they change no result.", parametersHandler},
    {"jax.experimental.pallas.mosaic_gpu", "GPUCompilerParams", EntryKind::type, "(**kwargs)", "Parameters of the Mosaic GPU compiler, by their older name.", parametersHandler},
    {"jax.experimental.pallas.mosaic_gpu", "BlockSpec", EntryKind::type,
     "(block_shape=None, index_map=None, *, memory_space=None, pipeline_mode=None, indexing_mode=None, transforms=(), delay_release=0, collective_axes=None, oob_fill_mode=None)",
     "A block of an array, for pipelines: how it lies in shared memory, how long its buffer stays in use, who shares the copy, and what lies outside of the array.", blockSpecOfMosaicHandler},
    TESSERA_TYPE("Mesh", "(**kwargs)", "A grid with clusters and threads."),
    TESSERA_TYPE("WarpMesh", "(axis_name)", "The four warps of a warpgroup."),
    {"jax.experimental.pallas.mosaic_gpu", "Barrier", EntryKind::type,
     "(num_arrivals=1, num_barriers=1, orders_tensor_core=False, for_tensor_core=False)",
     "Barriers in shared memory, for scratch: a phase is complete after so many arrivals of threads or copies.", barrierTypeHandler},
    {"jax.experimental.pallas.mosaic_gpu", "ClusterBarrier", EntryKind::type,
     "(collective_axes, num_barriers=1, num_arrivals=1, orders_tensor_core=False, leader_tracked=False, for_tensor_core=False)",
     "Barriers of a cluster, for scratch: an arrival counts in each block along the axes.", clusterBarrierTypeHandler},
    {"jax.experimental.pallas.mosaic_gpu", "WGMMAAccumulatorRef", EntryKind::type,
     "(shape, dtype=None)",
     "An accumulator of `wgmma` in registers, for scratch; begins as zeros. float32 unless said otherwise.", accumulatorTypeHandler},
    {"jax.experimental.pallas.mosaic_gpu.WGMMAAccumulatorRef", "init", EntryKind::function, "(array)", "An accumulator that begins as an array, for `pl.run_state`.", accumulatorInitHandler},
    {"jax.experimental.pallas.mosaic_gpu", "ACC", EntryKind::type,
     "(shape, dtype=None)",
     "An accumulator of `wgmma` in registers, for scratch; begins as zeros. float32 unless said otherwise.", accumulatorTypeHandler},
    {"jax.experimental.pallas.mosaic_gpu.ACC", "init", EntryKind::function, "(array)", "An accumulator that begins as an array, for `pl.run_state`.", accumulatorInitHandler},
    {"jax.experimental.pallas.mosaic_gpu", "TilingTransform", EntryKind::type, "(tiling)", "A buffer in shared memory lies tile by tile.", parametersHandler},
    {"jax.experimental.pallas.mosaic_gpu", "SwizzleTransform", EntryKind::type, "(swizzle)", "Rows of a buffer in shared memory lie in swizzled panels of 32, 64 or 128 bytes.", parametersHandler},
    {"jax.experimental.pallas.mosaic_gpu", "TransposeTransform", EntryKind::type, "(permutation)", "In which order the tiles of a buffer in shared memory lie; says nothing here.", parametersHandler},
    TESSERA_TYPE("RefUnion", "(*refs)", "Buffers that share memory."),
    TESSERA_TYPE("Layout", "(*args)", "How an array lies in registers."),
    TESSERA_TYPE("MemorySpace", "", "A GPU's memories."),
    TESSERA_SPACE("GMEM", "A GPU's global memory: the whole array."),
    TESSERA_SPACE("SMEM", "A GPU's shared memory; called with a shape and a dtype, a scratch buffer."),
    TESSERA_CONSTANT("TMEM", "A GPU's tensor memory."),
    TESSERA_CONSTANT("REGS", "A GPU's registers."),
    {"jax.experimental.pallas.mosaic_gpu", "copy_gmem_to_smem", EntryKind::function,
     "(src, dst, barrier=None, *, collective_axes=None, leader_tracked=None, partitioned_axis=None, oob_mode=None, predicate=None)",
     "Begins a copy from global to shared memory; the barrier gets one arrival when it is done.", copyGmemToSmemHandler},
    {"jax.experimental.pallas.mosaic_gpu", "copy_smem_to_gmem", EntryKind::function,
     "(src, dst, predicate=None, *, commit_group=True, reduction_op=None)",
     "Begins a copy from shared to global memory; `wait_smem_to_gmem` waits for it.", copySmemToGmemHandler},
    {"jax.experimental.pallas.mosaic_gpu", "wait_smem_to_gmem", EntryKind::function,
     "(n, wait_read_only=False)",
     "Waits until at most `n` of the latest groups of copies to global memory are not done, or have not read their sources.", waitSmemToGmemHandler},
    {"jax.experimental.pallas.mosaic_gpu", "commit_smem", EntryKind::function,
     "()",
     "What this thread has written to shared memory is seen by copies and products that come later.", commitSmemHandler},
    {"jax.experimental.pallas.mosaic_gpu", "barrier_arrive", EntryKind::function,
     "(barrier)",
     "Arrives once at a barrier.", barrierArriveHandler},
    {"jax.experimental.pallas.mosaic_gpu", "barrier_wait", EntryKind::function,
     "(barrier)",
     "Waits for the next phase of a barrier.", barrierWaitHandler},
    {"jax.experimental.pallas.mosaic_gpu", "wgmma", EntryKind::function,
     "(acc, a, b)",
     "Begins acc += a @ b on the tensor core. `a` is in shared memory or an array, `b` in shared memory.", wgmmaHandler},
    {"jax.experimental.pallas.mosaic_gpu", "wgmma_wait", EntryKind::function,
     "(n)",
     "Waits until at most `n` of the latest products are not done.", wgmmaWaitHandler},
    TESSERA_FUNCTION("tcgen05_mma", "(acc, a, b, barrier=None, **kwargs)", "A Blackwell matrix product."),
    TESSERA_FUNCTION("layout_cast", "(x, layout)", "Gives an array a layout."),
    TESSERA_FUNCTION("load", "(ref, **kwargs)", "Reads a Ref with a layout."),
    {"jax.experimental.pallas.mosaic_gpu", "set_max_registers", EntryKind::function,
     "(n, *, action)",
     "Gives this thread's registers back, or takes more: a multiple of 8 from 24 to 256.", setMaxRegistersHandler},
    TESSERA_FUNCTION("nd_loop", "(grid, **kwargs)", "A loop over a grid inside a kernel."),
    TESSERA_FUNCTION("planar_snake", "(lin_idx, shape, minor_dim, tile_width)", "An order of tiles that reuses the cache."),
    {"jax.experimental.pallas.mosaic_gpu", "transpose_ref", EntryKind::function,
     "(ref, permutation)",
     "A Ref with permuted axes.", transposeRefHandler},
    TESSERA_FUNCTION("warp_map", "(f)", "Runs a function in each warp."),
    TESSERA_FUNCTION("inline_mgpu", "(**kwargs)", "Mosaic GPU code inside a kernel."),
    {"jax.experimental.pallas.mosaic_gpu", "find_swizzle", EntryKind::function, "(minor_dim_bits, what='')", "The widest swizzle, in bytes, for rows of so many bits.",
     findSwizzleHandler},
    TESSERA_FUNCTION("as_torch_kernel", "(fn)", "A kernel as a function of torch tensors."),
    TESSERA_FUNCTION("broadcasted_iota", "(dtype, shape, dimension, *, layout=None)", "Indices with a layout."),
    TESSERA_FUNCTION("async_prefetch", "(ref, **kwargs)", "Prefetches into the L2 cache."),
    TESSERA_FUNCTION("dynamic_scheduling_loop", "(*args, **kwargs)", "A loop whose steps programs take in turn."),
    TESSERA_FUNCTION("print_layout", "(fmt, x)", "Prints an array's layout while compiling."),
    TESSERA_TYPE("LoweringSemantics", "", "Which way a kernel is compiled."),
    TESSERA_TYPE("TraceScope", "", "What a profile tells apart."),
    TESSERA_TYPE("RefType", "(**kwargs)", "The type of a Ref of `inline_mgpu`."),
    TESSERA_TYPE("ShapeDtypeStruct", "(shape, dtype, layout)", "The type of an array of `inline_mgpu`."),
    TESSERA_TYPE("TryClusterCancelResult", "(num_buffers=None)", "Where a cancelled cluster is told."),
    TESSERA_TYPE("OOBFillMode", "", "What is read past an array's end."),
    {"jax.experimental.pallas.mosaic_gpu.OOBFillMode", "ZEROS", EntryKind::constant, "", "Zeros.", wordConstant},
    {"jax.experimental.pallas.mosaic_gpu.OOBFillMode", "UNDEFINED", EntryKind::constant, "", "Anything.", wordConstant},
    {"jax.experimental.pallas.mosaic_gpu.OOBFillMode", "PROMISE_IN_BOUNDS", EntryKind::constant, "", "Nothing: the program promises that there is none.", wordConstant},
    TESSERA_TYPE("CopyPartition", "", "How the blocks of a cluster share a copy."),
    TESSERA_TYPE("Transform", "()", "A transform of a Ref."),
    TESSERA_TYPE("Tiling", "(**kwargs)", "A part of `Layout.TILED`."),
    TESSERA_TYPE("Replicated", "(times)", "A part of `Layout.TILED`."),
    TESSERA_TYPE("TMEMLayout", "(*args)", "How an array lies in tensor memory."),
    TESSERA_TYPE("NDLoopInfo", "(**kwargs)", "Where a step of `nd_loop` stands."),
    TESSERA_TYPE("SemaphoreSignal", "(ref, *, device_id, inc=1)", "One signal of several."),
    TESSERA_TYPE("PeerMemRef", "(*args)", "Another device's memory."),
    TESSERA_FUNCTION("transform_ref", "(ref, transform)", "A Ref under a transform."),
    {"jax.experimental.pallas.mosaic_gpu", "wait_gmem_to_smem", EntryKind::function,
     "(n)",
     "Waits until at most `n` of the latest copies without a barrier are not done.", waitGmemToSmemHandler},
    {"jax.experimental.pallas.mosaic_gpu", "commit_smem_to_gmem_group", EntryKind::function,
     "()",
     "The copies to global memory since the last commit become a group.", commitGroupHandler},
    TESSERA_FUNCTION("async_store_smem", "(src, ref, barrier, **kwargs)", "Stores into another block's shared memory."),
    {"jax.experimental.pallas.mosaic_gpu", "barrier_test", EntryKind::function,
     "(barrier)",
     "Whether the next phase of a barrier is complete; if so it counts as waited for.", barrierTestHandler},
    TESSERA_FUNCTION("semaphore_signal_parallel", "(*signals)", "Raises several semaphores."),
    TESSERA_FUNCTION("semaphore_signal_multicast", "(sem, value, collective_axes)", "Raises a semaphore on several devices."),
    {"jax.experimental.pallas.mosaic_gpu", "wgmma_accumulator_load", EntryKind::function,
     "(acc, wait_n=0)",
     "The accumulator as an array, when at most `wait_n` of the latest products are not done.", accumulatorLoadHandler},
    TESSERA_FUNCTION("tcgen05_commit_arrive", "(barrier, collective_axis=None)", "Arrives when matrix products are done."),
    TESSERA_FUNCTION("async_load_tmem", "(ref, **kwargs)", "Reads tensor memory."),
    TESSERA_FUNCTION("wait_load_tmem", "()", "Waits for reads of tensor memory."),
    TESSERA_FUNCTION("async_store_tmem", "(ref, value)", "Writes tensor memory."),
    TESSERA_FUNCTION("commit_tmem", "()", "Makes tensor memory visible."),
    TESSERA_FUNCTION("async_copy_smem_to_tmem", "(src, dst, **kwargs)", "A copy to tensor memory."),
    TESSERA_FUNCTION("async_copy_scales_to_tmem", "(src, dst, **kwargs)", "A copy of scales to tensor memory."),
    TESSERA_FUNCTION("async_copy_sparse_metadata_to_tmem", "(src, dst, **kwargs)", "A copy of sparsity to tensor memory."),
    TESSERA_FUNCTION("format_tcgen05_sparse_metadata", "(meta)", "Sparsity as Blackwell wants it."),
    TESSERA_FUNCTION("mma", "(acc, a, b)", "A matrix product in registers."),
    TESSERA_FUNCTION("try_cluster_cancel", "(result_ref, barrier)", "Takes over another cluster's work."),
    TESSERA_FUNCTION("query_cluster_cancel", "(result_ref, grid_names)", "Which work was taken over."),
    TESSERA_FUNCTION("cluster_ref", "(ref, index)", "Another block's shared memory."),
    TESSERA_FUNCTION("atomic_add", "(ref, val)", "Adds to elements, without their old values."),
    TESSERA_FUNCTION("atomic_max", "(ref, val)", "Maximum with elements, without their old values."),
    TESSERA_FUNCTION("atomic_min", "(ref, val)", "Minimum with elements, without their old values."),
    TESSERA_FUNCTION("atomic_and", "(ref, val)", "Bitwise and with elements, without their old values."),
    TESSERA_FUNCTION("atomic_or", "(ref, val)", "Bitwise or with elements, without their old values."),
    TESSERA_FUNCTION("atomic_xor", "(ref, val)", "Exclusive or with elements, without their old values."),
    TESSERA_FUNCTION("griddepcontrol_wait", "()", "Waits for the kernel before."),
    TESSERA_FUNCTION("griddepcontrol_launch_dependents", "()", "Lets the kernel after begin."),
    TESSERA_FUNCTION("remote_ref", "(ref, device_id)", "Another device's Ref."),
    TESSERA_FUNCTION("multicast_ref", "(ref, axes)", "One Ref of several devices."),
    TESSERA_FUNCTION("multimem_store", "(ref, value)", "Writes several devices' memory."),
    TESSERA_FUNCTION("multimem_load_reduce", "(ref, reduction_op)", "Reads and sums several devices' memory."),
    {"jax.experimental.pallas.mosaic_gpu", "SemaphoreType", EntryKind::type, "", "Kinds of semaphore; called with a shape, an array of them.", nullptr},
    {"jax.experimental.pallas.mosaic_gpu.SemaphoreType", "REGULAR", EntryKind::constant, "", "Counts signals.", semaphoreTypeConstant},
    {"jax.experimental.pallas.mosaic_gpu.SemaphoreType", "BARRIER", EntryKind::constant, "", "Counts arrivals.", semaphoreTypeConstant},
};

void library::registerMosaicGpu(LibraryTable &table) {
  static const LibraryModule modules[] = {{"jax.experimental.pallas.mosaic_gpu", "Pallas's names for Mosaic GPU: warpgroups, barriers, asynchronous copies."}};
  static const LibraryBase bases[] = {{"jax.experimental.pallas.mosaic_gpu.BlockSpec", "jax.experimental.pallas.BlockSpec"}};
  table.add(modules, entries);
  table.addBases(bases);
  registerPipelines(table);
}
