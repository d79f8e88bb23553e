// SPDX-License-Identifier: Apache-2.0
// The table of `jax.experimental.pallas.mosaic_gpu`: kernels that name their own barriers, copies and warpgroups. Every name is here, so
// that a program that uses one that is not supported is told which, at its line.
#include "compiler/frontend/library/mosaic_gpu/MosaicGpu.h"
#include "compiler/frontend/library/arrays/Operand.h"
#include "compiler/frontend/library/pallas/BlockSpecs.h"
#include "compiler/frontend/library/arrays/PythonSource.h"
#include "compiler/frontend/library/mosaic_gpu/Kernel.h"
#include "compiler/frontend/library/mosaic_gpu/Names.h"
#include "compiler/frontend/library/mosaic_gpu/Pipelines.h"
#include "compiler/frontend/library/mosaic_gpu/Tables.h"
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
    {"jax.experimental.pallas.mosaic_gpu", "CompilerParams", EntryKind::type, "(*, approx_math=False, dimension_semantics=None, max_concurrent_steps=1, delay_release=0, unsafe_no_auto_barriers=False, reduction_scratch_bytes=2048, profile_space=0, profile_dir='', profile_trace_scope=None, profile_bounds_check=False, lowering_semantics=None)", "Parameters of the Mosaic GPU compiler; they change no result.", compilerParametersHandler},
    {"jax.experimental.pallas.mosaic_gpu", "GPUCompilerParams", EntryKind::type, "(*, approx_math=False, dimension_semantics=None, max_concurrent_steps=1, delay_release=0, unsafe_no_auto_barriers=False, reduction_scratch_bytes=2048, profile_space=0, profile_dir='', profile_trace_scope=None, profile_bounds_check=False, lowering_semantics=None)", "Parameters of the Mosaic GPU compiler, by their older name.", compilerParametersHandler},
    {"jax.experimental.pallas.mosaic_gpu", "BlockSpec", EntryKind::type,
     "(block_shape=None, index_map=None, *, memory_space=None, pipeline_mode=None, indexing_mode=None, transforms=(), delay_release=0, collective_axes=None, oob_fill_mode=None)",
     "A block of an array, for pipelines: how it lies in shared memory, how long its buffer stays in use, who shares the copy, and what lies outside of the array.", blockSpecOfMosaicHandler},
    {"jax.experimental.pallas.mosaic_gpu", "GPUBlockSpec", EntryKind::type,
     "(block_shape=None, index_map=None, *, memory_space=None, pipeline_mode=None, indexing_mode=None, transforms=(), delay_release=0, collective_axes=None, oob_fill_mode=None)",
     "A block of an array, by its older name.", blockSpecOfMosaicHandler},
    {"jax.experimental.pallas.mosaic_gpu", "Mesh", EntryKind::type, "(*, grid=(), grid_names=(), cluster=(), cluster_names=(), num_threads=None, thread_name=None, kernel_name=None, axis_names=None, approx_math=False)", "A grid with clusters and threads, for `pl.kernel`.", meshHandler},
    {"jax.experimental.pallas.mosaic_gpu", "GPUMesh", EntryKind::type, "(*, grid=(), grid_names=(), cluster=(), cluster_names=(), num_threads=None, thread_name=None, kernel_name=None, axis_names=None, approx_math=False)", "A grid with clusters and threads, by its older name.", meshHandler},
    {"jax.experimental.pallas.mosaic_gpu", "WarpMesh", EntryKind::type, "(axis_name)", "The four warps of a warpgroup, for `pl.core_map`.", warpMeshHandler},
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
    {"jax.experimental.pallas.mosaic_gpu", "SwizzleTransform", EntryKind::type, "(swizzle)", "Rows of a buffer in shared memory lie in swizzled panels of 32, 64 or 128 bytes.", swizzleTransformHandler},
    {"jax.experimental.pallas.mosaic_gpu", "TransposeTransform", EntryKind::type, "(permutation)", "In which order the tiles of a buffer in shared memory lie; says nothing here.", parametersHandler},
    {"jax.experimental.pallas.mosaic_gpu", "RefUnion", EntryKind::type, "(*refs)", "Buffers in shared memory that lie in the same place, for scratch: of each argument a tree, and one of them is in use at a time.", refUnionHandler},
    {"jax.experimental.pallas.mosaic_gpu", "Layout", EntryKind::type, "", "How an array lies in registers.", nullptr},
    {"jax.experimental.pallas.mosaic_gpu.Layout", "WGMMA", EntryKind::constant, "", "Of `wgmma`: rows of 64 and columns of 8.", layoutConstant},
    {"jax.experimental.pallas.mosaic_gpu.Layout", "WGMMA_8BIT", EntryKind::constant, "", "Of 8-bit operands of `wgmma` in registers.", layoutConstant},
    {"jax.experimental.pallas.mosaic_gpu.Layout", "WGMMA_UPCAST_2X", EntryKind::constant, "", "Of operands of `wgmma` in registers that are converted to twice their width.", layoutConstant},
    {"jax.experimental.pallas.mosaic_gpu.Layout", "WGMMA_UPCAST_4X", EntryKind::constant, "", "Of operands of `wgmma` in registers that are converted to four times their width.", layoutConstant},
    {"jax.experimental.pallas.mosaic_gpu.Layout", "WGMMA_TRANSPOSED", EntryKind::constant, "", "Of the transpose of what `WGMMA` holds.", layoutConstant},
    {"jax.experimental.pallas.mosaic_gpu.Layout", "WG_SPLAT", EntryKind::constant, "", "The same element in all threads.", layoutConstant},
    {"jax.experimental.pallas.mosaic_gpu.Layout", "WG_STRIDED", EntryKind::constant, "", "`WG_STRIDED(shape, vec_size)`: vectors of consecutive elements, thread by thread.", layoutConstant},
    {"jax.experimental.pallas.mosaic_gpu.Layout", "TILED", EntryKind::constant, "", "`TILED(tiling, warp_dims, lane_dims, vector_dim)`: any.", layoutConstant},
    {"jax.experimental.pallas.mosaic_gpu.Layout", "SMEM_GMEM_COPY", EntryKind::constant, "", "`SMEM_GMEM_COPY(shape, dtype, swizzle)`: for copies through registers.", layoutConstant},
    {"jax.experimental.pallas.mosaic_gpu.Layout", "MMA_LHS", EntryKind::constant, "", "`MMA_LHS(dtype)`: of the left operand of `mma`.", layoutConstant},
    {"jax.experimental.pallas.mosaic_gpu.Layout", "MMA_RHS", EntryKind::constant, "", "`MMA_RHS(dtype)`: of the right operand of `mma`.", layoutConstant},
    {"jax.experimental.pallas.mosaic_gpu.Layout", "MMA_ACC", EntryKind::constant, "", "`MMA_ACC(dtype)`: of the sum of `mma`.", layoutConstant},
    {"jax.experimental.pallas.mosaic_gpu.Layout", "WGMMA_ROW", EntryKind::constant, "", "`WGMMA.reduce(1)`, by its older name.", layoutConstant},
    {"jax.experimental.pallas.mosaic_gpu.Layout", "WGMMA_COL", EntryKind::constant, "", "`WGMMA.reduce(0)`, by its older name.", layoutConstant},
    {"jax.experimental.pallas.mosaic_gpu.Layout", "_WGMMA_ACC_32BIT", EntryKind::constant, "", "Of `wgmma`, register by register.", layoutConstant},
    {"jax.experimental.pallas.mosaic_gpu", "MemorySpace", EntryKind::type, "", "A GPU's memories.", nullptr},
    {"jax.experimental.pallas.mosaic_gpu", "GPUMemorySpace", EntryKind::type, "", "A GPU's memories, by the older name.", nullptr},
    {"jax.experimental.pallas.mosaic_gpu.GPUMemorySpace", "GMEM", EntryKind::constant, "", "Global memory.", memorySpaceConstant},
    {"jax.experimental.pallas.mosaic_gpu.GPUMemorySpace", "SMEM", EntryKind::constant, "", "Shared memory.", memorySpaceConstant},
    {"jax.experimental.pallas.mosaic_gpu.GPUMemorySpace", "TMEM", EntryKind::constant, "", "Blackwell's tensor memory.", memorySpaceConstant},
    {"jax.experimental.pallas.mosaic_gpu.GPUMemorySpace", "REGS", EntryKind::constant, "", "Registers.", memorySpaceConstant},
    TESSERA_SPACE("GMEM", "A GPU's global memory: the whole array."),
    TESSERA_SPACE("SMEM", "A GPU's shared memory; called with a shape and a dtype, a scratch buffer."),
    TESSERA_SPACE("TMEM", "Blackwell's tensor memory."),
    TESSERA_SPACE("REGS", "A GPU's registers."),
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
    {"jax.experimental.pallas.mosaic_gpu", "layout_cast", EntryKind::function, "(x, new_layout)", "An array in registers as a layout says.", layoutCastHandler},
    {"jax.experimental.pallas.mosaic_gpu", "load", EntryKind::function, "(src, idx=None, *, layout=None, optimized=True)", "Reads a Ref into registers as a layout says.", loadWithLayoutHandler},
    {"jax.experimental.pallas.mosaic_gpu", "set_max_registers", EntryKind::function,
     "(n, *, action)",
     "Gives this thread's registers back, or takes more: a multiple of 8 from 24 to 256.", setMaxRegistersHandler},
    {"jax.experimental.pallas.mosaic_gpu", "nd_loop", EntryKind::function, "(grid, *, collective_axes, tiling=None, init_carry=None, include_wave_step=False)", "Runs a function for each step of a grid that falls to this program: the steps are dealt out along axes of the kernel.", gridLoopHandler},
    {"jax.experimental.pallas.mosaic_gpu", "planar_snake", EntryKind::function, "(lin_idx, shape, minor_dim, tile_width)", "A place in a plane of tiles, by its number in an order that reuses the cache: strip by strip, to and fro.", sourceHandler},
    {"jax.experimental.pallas.mosaic_gpu", "transpose_ref", EntryKind::function,
     "(ref, permutation)",
     "A Ref with permuted axes.", transposeRefHandler},
    {"jax.experimental.pallas.mosaic_gpu", "warp_map", EntryKind::function, "(f)", "Runs a function in each of the four warps, on its index; values are scalars there.", warpMapHandler},
    {"jax.experimental.pallas.mosaic_gpu", "find_swizzle", EntryKind::function, "(minor_dim_bits, what='')", "The widest swizzle, in bytes, for rows of so many bits.",
     findSwizzleHandler},
    {"jax.experimental.pallas.mosaic_gpu", "as_torch_kernel", EntryKind::function, "(fn)", "A function of JAX arrays as one of torch tensors.", asTorchKernelHandler},
    {"jax.experimental.pallas.mosaic_gpu", "broadcasted_iota", EntryKind::function, "(dtype, shape, dimension, *, layout=None)", "Indices along an axis, in registers as a layout says.", iotaWithLayoutHandler},
    {"jax.experimental.pallas.mosaic_gpu", "async_prefetch", EntryKind::function, "(ref, *, collective_axes=None, partitioned_axis=None, predicate=None)", "Brings a part of an array into the L2 cache.", asyncPrefetchHandler},
    {"jax.experimental.pallas.mosaic_gpu", "print_layout", EntryKind::function, "(fmt, x)", "Tells, while the kernel is compiled, how an array lies in registers.", printLayoutHandler},
    {"jax.experimental.pallas.mosaic_gpu", "LoweringSemantics", EntryKind::type, "", "Which way a kernel is compiled; says nothing here.", nullptr},
    {"jax.experimental.pallas.mosaic_gpu.LoweringSemantics", "Lane", EntryKind::constant, "", "Thread by thread.", wordConstant},
    {"jax.experimental.pallas.mosaic_gpu.LoweringSemantics", "Warpgroup", EntryKind::constant, "", "Array by array.", wordConstant},
    {"jax.experimental.pallas.mosaic_gpu", "TraceScope", EntryKind::type, "", "What a profile tells apart; says nothing here.", nullptr},
    {"jax.experimental.pallas.mosaic_gpu.TraceScope", "WARP", EntryKind::constant, "", "Warps.", wordConstant},
    {"jax.experimental.pallas.mosaic_gpu.TraceScope", "WARPGROUP", EntryKind::constant, "", "Warpgroups.", wordConstant},
    TESSERA_TYPE("OOBFillMode", "", "What is read past an array's end."),
    {"jax.experimental.pallas.mosaic_gpu.OOBFillMode", "ZEROS", EntryKind::constant, "", "Zeros.", wordConstant},
    {"jax.experimental.pallas.mosaic_gpu.OOBFillMode", "UNDEFINED", EntryKind::constant, "", "Anything.", wordConstant},
    {"jax.experimental.pallas.mosaic_gpu.OOBFillMode", "PROMISE_IN_BOUNDS", EntryKind::constant, "", "Nothing: the program promises that there is none.", wordConstant},
    {"jax.experimental.pallas.mosaic_gpu", "CopyPartition", EntryKind::type, "", "How the blocks of a cluster share a copy.", nullptr},
    {"jax.experimental.pallas.mosaic_gpu.CopyPartition", "PARTITIONED", EntryKind::function, "(axis)", "Each block gets its part.", copyPartitionedHandler},
    {"jax.experimental.pallas.mosaic_gpu.CopyPartition", "REPLICATED", EntryKind::constant, "", "All blocks get the same; the first one is told.", copyReplicatedConstant},
    TESSERA_TYPE("Transform", "()", "A transform of a Ref."),
    {"jax.experimental.pallas.mosaic_gpu", "Tiling", EntryKind::type, "(tiles)", "The tiles of `Layout.TILED`, level by level.", parametersHandler},
    {"jax.experimental.pallas.mosaic_gpu", "Replicated", EntryKind::type, "(times)", "An entry of `Layout.TILED` that stands for copies.", parametersHandler},
    {"jax.experimental.pallas.mosaic_gpu", "NDLoopInfo", EntryKind::constant, "", "Where a step of `nd_loop` stands: `index`, `local_index`, `num_local_steps`.", sourceConstant},
    {"jax.experimental.pallas.mosaic_gpu", "SemaphoreSignal", EntryKind::type, "(ref, *, device_id=None, inc=1)", "One signal of several.", semaphoreSignalRecordHandler},
    {"jax.experimental.pallas.mosaic_gpu", "transform_ref", EntryKind::function, "(ref, transform)", "A Ref under a transform.", transformRefHandler},
    {"jax.experimental.pallas.mosaic_gpu", "wait_gmem_to_smem", EntryKind::function,
     "(n)",
     "Waits until at most `n` of the latest copies without a barrier are not done.", waitGmemToSmemHandler},
    {"jax.experimental.pallas.mosaic_gpu", "commit_smem_to_gmem_group", EntryKind::function,
     "()",
     "The copies to global memory since the last commit become a group.", commitGroupHandler},
    {"jax.experimental.pallas.mosaic_gpu", "async_store_smem", EntryKind::function, "(src, ref, barrier, cluster_idx, cluster_dim, *, optimized=True, atomic=None)", "Stores an array into another block's shared memory and tells that block's barrier.", asyncStoreSmemHandler},
    {"jax.experimental.pallas.mosaic_gpu", "barrier_test", EntryKind::function,
     "(barrier)",
     "Whether the next phase of a barrier is complete; if so it counts as waited for.", barrierTestHandler},
    {"jax.experimental.pallas.mosaic_gpu", "semaphore_signal", EntryKind::function, "(semaphore, inc=1, *, device_id=None, memory_scope='sys')", "Raises a semaphore of this device.", signalHandler},
    {"jax.experimental.pallas.mosaic_gpu", "semaphore_wait", EntryKind::function, "(semaphore, value=1, *, decrement=True, memory_scope='sys')", "Waits until a semaphore is high enough, and lowers it.", waitForSignalHandler},
    {"jax.experimental.pallas.mosaic_gpu", "semaphore_signal_parallel", EntryKind::function, "(*signals)", "Raises several semaphores.", signalInParallelHandler},
    {"jax.experimental.pallas.mosaic_gpu", "wgmma_accumulator_load", EntryKind::function,
     "(acc, wait_n=0)",
     "The accumulator as an array, when at most `wait_n` of the latest products are not done.", accumulatorLoadHandler},
    {"jax.experimental.pallas.mosaic_gpu", "mma", EntryKind::function, "(acc, a, b, /)", "acc + a @ b in registers.", mmaHandler},
    {"jax.experimental.pallas.mosaic_gpu", "cluster_ref", EntryKind::function, "(ref, block_id)", "The same buffer in another block of the cluster: `block_id` has that block's index along axes of the cluster.", clusterRefHandler},
    {"jax.experimental.pallas.mosaic_gpu", "atomic_add", EntryKind::function, "(ref, val, *, mask=None)", "Adds to elements, each in one step, without their old values.", atomicStoreHandler},
    {"jax.experimental.pallas.mosaic_gpu", "atomic_max", EntryKind::function, "(ref, val, *, mask=None)", "Maximum with elements, each in one step, without their old values.", atomicStoreHandler},
    {"jax.experimental.pallas.mosaic_gpu", "atomic_min", EntryKind::function, "(ref, val, *, mask=None)", "Minimum with elements, each in one step, without their old values.", atomicStoreHandler},
    {"jax.experimental.pallas.mosaic_gpu", "atomic_and", EntryKind::function, "(ref, val, *, mask=None)", "Bitwise and with elements, each in one step, without their old values.", atomicStoreHandler},
    {"jax.experimental.pallas.mosaic_gpu", "atomic_or", EntryKind::function, "(ref, val, *, mask=None)", "Bitwise or with elements, each in one step, without their old values.", atomicStoreHandler},
    {"jax.experimental.pallas.mosaic_gpu", "atomic_xor", EntryKind::function, "(ref, val, *, mask=None)", "Exclusive or with elements, each in one step, without their old values.", atomicStoreHandler},
    {"jax.experimental.pallas.mosaic_gpu", "griddepcontrol_wait", EntryKind::function, "()", "Waits for the launch before this one.", gridWaitHandler},
    {"jax.experimental.pallas.mosaic_gpu", "griddepcontrol_launch_dependents", EntryKind::function, "()", "Lets the launch after this one begin.", gridLaunchHandler},
    {"jax.experimental.pallas.mosaic_gpu", "SemaphoreType", EntryKind::type, "", "Kinds of semaphore; called with a shape, an array of them.", nullptr},
    {"jax.experimental.pallas.mosaic_gpu.SemaphoreType", "REGULAR", EntryKind::constant, "", "Counts signals.", semaphoreTypeConstant},
    {"jax.experimental.pallas.mosaic_gpu.SemaphoreType", "BARRIER", EntryKind::constant, "", "Counts arrivals.", semaphoreTypeConstant},
};

void library::registerMosaicGpu(LibraryTable &table) {
  static const LibraryModule modules[] = {{"jax.experimental.pallas.mosaic_gpu", "Pallas's names for Mosaic GPU: warpgroups, barriers, asynchronous copies."},
                                          {"jax.experimental.mosaic.gpu.profiler", "Times of kernels on a GPU."}};
  static const LibraryBase bases[] = {{"jax.experimental.pallas.mosaic_gpu.BlockSpec", "jax.experimental.pallas.BlockSpec"}};
  static const std::string textName = sourceNameOf("jax.experimental.pallas.mosaic_gpu");
  static const LibrarySource sources[] = {{textName.c_str(), loopsText}};
  table.add(modules, entries);
  table.add({}, refusedEntries());
  table.addBases(bases);
  table.addSources(sources);
  registerPipelines(table);
}
