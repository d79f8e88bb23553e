// SPDX-License-Identifier: Apache-2.0
// The table of `jax.experimental.pallas.mosaic_gpu`. Kernels that name their own barriers, copies and warpgroups are not traced
// yet: every name is here so that a program that uses one is told which, at its line. What a kernel of `pl.pallas_call` may carry
// (compiler parameters, scratch in shared memory, whole arrays in global memory) is taken.
#include "compiler/frontend/library/mosaic_gpu/MosaicGpu.h"
#include "compiler/frontend/library/arrays/Operand.h"
#include "compiler/frontend/library/pallas/BlockSpecs.h"
#include "compiler/frontend/library/pallas/PallasTables.h"

using namespace tessera;
using namespace tessera::frontend;

/// A BlockSpec without what only Mosaic's own pipelines use.
static Value blockSpecOfMosaicHandler(Call &call) {
  auto isDefault = [&](llvm::StringRef name) {
    Value value = call[name];
    auto *tuple = llvm::dyn_cast<SequenceObject>(value);
    auto *integer = llvm::dyn_cast<IntObject>(value);
    return isNone(value) || (tuple && tuple->items.empty()) || (integer && integer->value.isZero());
  };
  for (llvm::StringRef name : {"transforms", "delay_release", "collective_axes", "oob_fill_mode"})
    if (!isDefault(name))
      return call.evaluator.notSupported("the argument `" + name.str() + "` of `plgpu.BlockSpec`");
  return blockSpecHandler(call);
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
    TESSERA_FUNCTION("kernel", "(body, out_shape, *, grid=(), grid_names=(), cluster=(), cluster_names=(), num_threads=None, thread_name=None, **kwargs)", "A kernel over whole arrays, with its own threads."),
    {"jax.experimental.pallas.mosaic_gpu", "CompilerParams", EntryKind::type, "(**kwargs)", "Parameters of the Mosaic GPU compiler; they change no result.", parametersHandler},
    {"jax.experimental.pallas.mosaic_gpu", "GPUCompilerParams", EntryKind::type, "(**kwargs)", "Parameters of the Mosaic GPU compiler, by their older name.", parametersHandler},
    {"jax.experimental.pallas.mosaic_gpu", "BlockSpec", EntryKind::type,
     "(block_shape=None, index_map=None, *, memory_space=None, pipeline_mode=None, indexing_mode=None, transforms=(), delay_release=0, collective_axes=None, oob_fill_mode=None)",
     "A block of an array; its layout transforms are not supported yet.", blockSpecOfMosaicHandler},
    TESSERA_TYPE("Mesh", "(**kwargs)", "A grid with clusters and threads."),
    TESSERA_TYPE("WarpMesh", "(axis_name)", "The four warps of a warpgroup."),
    TESSERA_TYPE("Barrier", "(num_arrivals=1, num_barriers=1)", "An mbarrier in shared memory."),
    TESSERA_TYPE("ClusterBarrier", "(collective_axes, num_barriers=1)", "A barrier across a cluster."),
    TESSERA_TYPE("WGMMAAccumulatorRef", "(shape, dtype)", "An accumulator of wgmma."),
    TESSERA_TYPE("ACC", "(shape, dtype)", "An accumulator of wgmma."),
    TESSERA_TYPE("TilingTransform", "(tiling)", "Tiles a block in shared memory."),
    TESSERA_TYPE("SwizzleTransform", "(swizzle)", "Swizzles a block in shared memory."),
    TESSERA_TYPE("TransposeTransform", "(permutation)", "Permutes a block in shared memory."),
    TESSERA_TYPE("RefUnion", "(*refs)", "Buffers that share memory."),
    TESSERA_TYPE("Layout", "(*args)", "How an array lies in registers."),
    TESSERA_TYPE("MemorySpace", "", "A GPU's memories."),
    TESSERA_SPACE("GMEM", "A GPU's global memory: the whole array."),
    TESSERA_SPACE("SMEM", "A GPU's shared memory; called with a shape and a dtype, a scratch buffer."),
    TESSERA_CONSTANT("TMEM", "A GPU's tensor memory."),
    TESSERA_CONSTANT("REGS", "A GPU's registers."),
    TESSERA_FUNCTION("emit_pipeline", "(body, *, grid, in_specs=(), out_specs=(), max_concurrent_steps=1, init_carry=None)", "A pipeline of copies and steps inside a kernel."),
    TESSERA_FUNCTION("emit_pipeline_warp_specialized", "(body, *, grid, memory_registers, in_specs=(), out_specs=(), max_concurrent_steps=2, wg_axis, num_compute_wgs, **kwargs)", "A pipeline whose copies have a warpgroup of their own."),
    TESSERA_FUNCTION("copy_gmem_to_smem", "(src, dst, barrier, **kwargs)", "A copy by TMA."),
    TESSERA_FUNCTION("copy_smem_to_gmem", "(src, dst, **kwargs)", "A copy back by TMA."),
    TESSERA_FUNCTION("wait_smem_to_gmem", "(n, wait_read_only=False)", "Waits for copies to global memory."),
    TESSERA_FUNCTION("commit_smem", "()", "Makes shared memory visible to TMA and wgmma."),
    TESSERA_FUNCTION("barrier_arrive", "(barrier)", "Arrives at a barrier."),
    TESSERA_FUNCTION("barrier_wait", "(barrier)", "Waits for a barrier."),
    TESSERA_FUNCTION("wgmma", "(acc, a, b)", "An asynchronous matrix product."),
    TESSERA_FUNCTION("wgmma_wait", "(n)", "Waits for matrix products."),
    TESSERA_FUNCTION("tcgen05_mma", "(acc, a, b, barrier=None, **kwargs)", "A Blackwell matrix product."),
    TESSERA_FUNCTION("layout_cast", "(x, layout)", "Gives an array a layout."),
    TESSERA_FUNCTION("load", "(ref, **kwargs)", "Reads a Ref with a layout."),
    TESSERA_FUNCTION("set_max_registers", "(n, *, action)", "Moves registers between warpgroups."),
    TESSERA_FUNCTION("nd_loop", "(grid, **kwargs)", "A loop over a grid inside a kernel."),
    TESSERA_FUNCTION("planar_snake", "(lin_idx, shape, minor_dim, tile_width)", "An order of tiles that reuses the cache."),
    TESSERA_FUNCTION("transpose_ref", "(ref, permutation)", "A Ref with permuted axes."),
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
    TESSERA_TYPE("CopyPartition", "", "How the blocks of a cluster share a copy."),
    TESSERA_TYPE("Transform", "()", "A transform of a Ref."),
    TESSERA_TYPE("Tiling", "(**kwargs)", "A part of `Layout.TILED`."),
    TESSERA_TYPE("Replicated", "(times)", "A part of `Layout.TILED`."),
    TESSERA_TYPE("TMEMLayout", "(*args)", "How an array lies in tensor memory."),
    TESSERA_TYPE("PipelinePipeline", "", "Where a pipeline of pipelines stands."),
    TESSERA_TYPE("NDLoopInfo", "(**kwargs)", "Where a step of `nd_loop` stands."),
    TESSERA_TYPE("SemaphoreSignal", "(ref, *, device_id, inc=1)", "One signal of several."),
    TESSERA_TYPE("PeerMemRef", "(*args)", "Another device's memory."),
    TESSERA_FUNCTION("transform_ref", "(ref, transform)", "A Ref under a transform."),
    TESSERA_FUNCTION("wait_gmem_to_smem", "(n)", "Waits for copies to shared memory."),
    TESSERA_FUNCTION("commit_smem_to_gmem_group", "()", "Ends a group of copies."),
    TESSERA_FUNCTION("async_store_smem", "(src, ref, barrier, **kwargs)", "Stores into another block's shared memory."),
    TESSERA_FUNCTION("barrier_test", "(barrier)", "Whether a barrier's phase is over."),
    TESSERA_FUNCTION("semaphore_signal_parallel", "(*signals)", "Raises several semaphores."),
    TESSERA_FUNCTION("semaphore_signal_multicast", "(sem, value, collective_axes)", "Raises a semaphore on several devices."),
    TESSERA_FUNCTION("wgmma_accumulator_load", "(acc, wait_n=0)", "Reads an accumulator of wgmma."),
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
  table.add(modules, entries);
}
