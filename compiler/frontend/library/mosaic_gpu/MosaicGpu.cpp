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
    TESSERA_FUNCTION("find_swizzle", "(minor_dim_bits)", "The widest swizzle for a row."),
    TESSERA_FUNCTION("as_torch_kernel", "(fn)", "A kernel as a function of torch tensors."),
    TESSERA_FUNCTION("broadcasted_iota", "(dtype, shape, dimension, *, layout=None)", "Indices with a layout."),
    TESSERA_FUNCTION("async_prefetch", "(ref, **kwargs)", "Prefetches into the L2 cache."),
    TESSERA_FUNCTION("dynamic_scheduling_loop", "(*args, **kwargs)", "A loop whose steps programs take in turn."),
};

void library::registerMosaicGpu(LibraryTable &table) {
  static const LibraryModule modules[] = {{"jax.experimental.pallas.mosaic_gpu", "Pallas's names for Mosaic GPU: warpgroups, barriers, asynchronous copies."}};
  table.add(modules, entries);
}
