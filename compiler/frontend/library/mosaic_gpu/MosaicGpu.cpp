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
  std::optional<std::string> what = call.evaluator.toString(call["what"], "what");
  if (!what)
    return nullptr;
  return call.evaluator.raise(DiagnosticId::valueError, "No valid out swizzle" + (what->empty() ? "" : " for " + *what) + ": minor dimension has " +
                                                            std::to_string(*bits) + " bits, which is not a multiple of 128 (16 bytes)");
}

#define TESSERA_GPU "jax.experimental.pallas.mosaic_gpu"
#define TESSERA_SPACE(name, summary)                                                                                                                                     \
  {TESSERA_GPU, name, EntryKind::constant, "", summary, memorySpaceConstant}, { TESSERA_GPU ".MemorySpace", name, EntryKind::constant, "", summary, memorySpaceConstant }

static const LibraryEntry entries[] = {
    {TESSERA_GPU, "kernel", EntryKind::function,
     "(body=None, out_shape=None, *, out_type=None, scratch_types=None, scratch_shapes=None, compiler_params=None, grid=(), grid_names=(), cluster=(), cluster_names=(), "
     "num_threads=None, thread_name=None, interpret=None, debug=False, kernel_name=None, axis_names=None)",
     "Turns a kernel into a function of arrays. It says itself what is copied when: its Refs are whole arrays in global memory, and each of its threads is a warpgroup.",
     warpgroupKernelHandler},
    {TESSERA_GPU, "CompilerParams", EntryKind::type,
     "(*, approx_math=False, dimension_semantics=None, max_concurrent_steps=1, delay_release=0, unsafe_no_auto_barriers=False, reduction_scratch_bytes=2048, "
     "profile_space=0, profile_dir='', profile_trace_scope=None, profile_bounds_check=False, lowering_semantics=None)",
     "Parameters of the Mosaic GPU compiler; they change no result.", compilerParametersHandler},
    {TESSERA_GPU, "GPUCompilerParams", EntryKind::type,
     "(*, approx_math=False, dimension_semantics=None, max_concurrent_steps=1, delay_release=0, unsafe_no_auto_barriers=False, reduction_scratch_bytes=2048, "
     "profile_space=0, profile_dir='', profile_trace_scope=None, profile_bounds_check=False, lowering_semantics=None)",
     "Parameters of the Mosaic GPU compiler, by their older name.", compilerParametersHandler},
    {TESSERA_GPU, "BlockSpec", EntryKind::type,
     "(block_shape=None, index_map=None, *, memory_space=None, pipeline_mode=None, indexing_mode=None, transforms=(), delay_release=0, collective_axes=None, "
     "oob_fill_mode=None)",
     "A block of an array, for pipelines: how it lies in shared memory, how long its buffer stays in use, who shares the copy, and what lies outside of the array.",
     blockSpecOfMosaicHandler},
    {TESSERA_GPU, "GPUBlockSpec", EntryKind::type,
     "(block_shape=None, index_map=None, *, memory_space=None, pipeline_mode=None, indexing_mode=None, transforms=(), delay_release=0, collective_axes=None, "
     "oob_fill_mode=None)",
     "A block of an array, by its older name.", blockSpecOfMosaicHandler},
    {TESSERA_GPU, "Mesh", EntryKind::type,
     "(*, grid=(), grid_names=(), cluster=(), cluster_names=(), num_threads=None, thread_name=None, kernel_name=None, axis_names=None, approx_math=False)",
     "A grid with clusters and threads, for `pl.kernel`.", meshHandler},
    {TESSERA_GPU, "GPUMesh", EntryKind::type,
     "(*, grid=(), grid_names=(), cluster=(), cluster_names=(), num_threads=None, thread_name=None, kernel_name=None, axis_names=None, approx_math=False)",
     "A grid with clusters and threads, by its older name.", meshHandler},
    {TESSERA_GPU, "WarpMesh", EntryKind::type, "(axis_name)", "The four warps of a warpgroup, for `pl.core_map`.", warpMeshHandler},
    {TESSERA_GPU, "Barrier", EntryKind::type, "(num_arrivals=1, num_barriers=1, orders_tensor_core=False, for_tensor_core=False)",
     "Barriers in shared memory, for scratch: a phase is complete after so many arrivals of threads or copies.", barrierTypeHandler},
    {TESSERA_GPU, "ClusterBarrier", EntryKind::type,
     "(collective_axes, num_barriers=1, num_arrivals=1, orders_tensor_core=False, leader_tracked=False, for_tensor_core=False)",
     "Barriers of a cluster, for scratch: an arrival counts in each block along the axes.", clusterBarrierTypeHandler},
    {TESSERA_GPU, "WGMMAAccumulatorRef", EntryKind::type, "(shape, dtype=None)",
     "An accumulator of `wgmma` in registers, for scratch; begins as zeros. float32 unless said otherwise.", accumulatorTypeHandler},
    {TESSERA_GPU ".WGMMAAccumulatorRef", "init", EntryKind::function, "(array)", "An accumulator that begins as an array, for `pl.run_state`.", accumulatorInitHandler},
    {TESSERA_GPU, "ACC", EntryKind::type, "(shape, dtype=None)", "An accumulator of `wgmma` in registers, for scratch; begins as zeros. float32 unless said otherwise.",
     accumulatorTypeHandler},
    {TESSERA_GPU ".ACC", "init", EntryKind::function, "(array)", "An accumulator that begins as an array, for `pl.run_state`.", accumulatorInitHandler},
    {TESSERA_GPU, "TilingTransform", EntryKind::type, "(tiling)", "A buffer in shared memory lies tile by tile.", parametersHandler},
    {TESSERA_GPU, "SwizzleTransform", EntryKind::type, "(swizzle)", "Rows of a buffer in shared memory lie in swizzled panels of 32, 64 or 128 bytes.",
     swizzleTransformHandler},
    {TESSERA_GPU, "TransposeTransform", EntryKind::type, "(permutation)", "In which order the tiles of a buffer in shared memory lie; says nothing here.",
     parametersHandler},
    {TESSERA_GPU, "RefUnion", EntryKind::type, "(*refs)",
     "Buffers in shared memory that lie in the same place, for scratch: of each argument a tree, and one of them is in use at a time.", refUnionHandler},
    {TESSERA_GPU, "Layout", EntryKind::type, "", "How an array lies in registers.", nullptr},
    {TESSERA_GPU ".Layout", "WGMMA", EntryKind::constant, "", "Of `wgmma`: rows of 64 and columns of 8.", layoutConstant},
    {TESSERA_GPU ".Layout", "WGMMA_8BIT", EntryKind::constant, "", "Of 8-bit operands of `wgmma` in registers.", layoutConstant},
    {TESSERA_GPU ".Layout", "WGMMA_UPCAST_2X", EntryKind::constant, "", "Of operands of `wgmma` in registers that are converted to twice their width.", layoutConstant},
    {TESSERA_GPU ".Layout", "WGMMA_UPCAST_4X", EntryKind::constant, "", "Of operands of `wgmma` in registers that are converted to four times their width.",
     layoutConstant},
    {TESSERA_GPU ".Layout", "WGMMA_TRANSPOSED", EntryKind::constant, "", "Of the transpose of what `WGMMA` holds.", layoutConstant},
    {TESSERA_GPU ".Layout", "WG_SPLAT", EntryKind::constant, "", "The same element in all threads.", layoutConstant},
    {TESSERA_GPU ".Layout", "WG_STRIDED", EntryKind::constant, "", "`WG_STRIDED(shape, vec_size)`: vectors of consecutive elements, thread by thread.", layoutConstant},
    {TESSERA_GPU ".Layout", "TILED", EntryKind::constant, "", "`TILED(tiling, warp_dims, lane_dims, vector_dim)`: any.", layoutConstant},
    {TESSERA_GPU ".Layout", "SMEM_GMEM_COPY", EntryKind::constant, "", "`SMEM_GMEM_COPY(shape, dtype, swizzle)`: for copies through registers.", layoutConstant},
    {TESSERA_GPU ".Layout", "MMA_LHS", EntryKind::constant, "", "`MMA_LHS(dtype)`: of the left operand of `mma`.", layoutConstant},
    {TESSERA_GPU ".Layout", "MMA_RHS", EntryKind::constant, "", "`MMA_RHS(dtype)`: of the right operand of `mma`.", layoutConstant},
    {TESSERA_GPU ".Layout", "MMA_ACC", EntryKind::constant, "", "`MMA_ACC(dtype)`: of the sum of `mma`.", layoutConstant},
    {TESSERA_GPU ".Layout", "WGMMA_ROW", EntryKind::constant, "", "`WGMMA.reduce(1)`, by its older name.", layoutConstant},
    {TESSERA_GPU ".Layout", "WGMMA_COL", EntryKind::constant, "", "`WGMMA.reduce(0)`, by its older name.", layoutConstant},
    {TESSERA_GPU ".Layout", "_WGMMA_ACC_32BIT", EntryKind::constant, "", "Of `wgmma`, register by register.", layoutConstant},
    {TESSERA_GPU, "MemorySpace", EntryKind::type, "", "A GPU's memories.", nullptr},
    {TESSERA_GPU, "GPUMemorySpace", EntryKind::type, "", "A GPU's memories, by the older name.", nullptr},
    {TESSERA_GPU ".GPUMemorySpace", "GMEM", EntryKind::constant, "", "Global memory.", memorySpaceConstant},
    {TESSERA_GPU ".GPUMemorySpace", "SMEM", EntryKind::constant, "", "Shared memory.", memorySpaceConstant},
    {TESSERA_GPU ".GPUMemorySpace", "TMEM", EntryKind::constant, "", "Blackwell's tensor memory.", memorySpaceConstant},
    {TESSERA_GPU ".GPUMemorySpace", "REGS", EntryKind::constant, "", "Registers.", memorySpaceConstant},
    TESSERA_SPACE("GMEM", "A GPU's global memory: the whole array."),
    TESSERA_SPACE("SMEM", "A GPU's shared memory; called with a shape and a dtype, a scratch buffer."),
    TESSERA_SPACE("TMEM", "Blackwell's tensor memory."),
    TESSERA_SPACE("REGS", "A GPU's registers."),
    {TESSERA_GPU, "copy_gmem_to_smem", EntryKind::function,
     "(src, dst, barrier=None, *, collective_axes=None, leader_tracked=None, partitioned_axis=None, oob_mode=None, predicate=None)",
     "Begins a copy from global to shared memory; the barrier gets one arrival when it is done.", copyGmemToSmemHandler},
    {TESSERA_GPU, "copy_smem_to_gmem", EntryKind::function, "(src, dst, predicate=None, *, commit_group=True, reduction_op=None)",
     "Begins a copy from shared to global memory; `wait_smem_to_gmem` waits for it.", copySmemToGmemHandler},
    {TESSERA_GPU, "wait_smem_to_gmem", EntryKind::function, "(n, wait_read_only=False)",
     "Waits until at most `n` of the latest groups of copies to global memory are not done, or have not read their sources.", waitSmemToGmemHandler},
    {TESSERA_GPU, "commit_smem", EntryKind::function, "()", "What this thread has written to shared memory is seen by copies and products that come later.",
     commitSmemHandler},
    {TESSERA_GPU, "barrier_arrive", EntryKind::function, "(barrier)", "Arrives once at a barrier.", barrierArriveHandler},
    {TESSERA_GPU, "barrier_wait", EntryKind::function, "(barrier)", "Waits for the next phase of a barrier.", barrierWaitHandler},
    {TESSERA_GPU, "wgmma", EntryKind::function, "(acc, a, b)", "Begins acc += a @ b on the tensor core. `a` is in shared memory or an array, `b` in shared memory.",
     wgmmaHandler},
    {TESSERA_GPU, "wgmma_wait", EntryKind::function, "(n)", "Waits until at most `n` of the latest products are not done.", wgmmaWaitHandler},
    {TESSERA_GPU, "layout_cast", EntryKind::function, "(x, new_layout)", "An array in registers as a layout says.", layoutCastHandler},
    {TESSERA_GPU, "load", EntryKind::function, "(src, idx=None, *, layout=None, optimized=True)", "Reads a Ref into registers as a layout says.", loadWithLayoutHandler},
    {TESSERA_GPU, "set_max_registers", EntryKind::function, "(n, *, action)", "Gives this thread's registers back, or takes more: a multiple of 8 from 24 to 256.",
     setMaxRegistersHandler},
    {TESSERA_GPU, "nd_loop", EntryKind::function, "(grid, *, collective_axes, tiling=None, init_carry=None, include_wave_step=False)",
     "Runs a function for each step of a grid that falls to this program: the steps are dealt out along axes of the kernel.", gridLoopHandler},
    {TESSERA_GPU, "transpose_ref", EntryKind::function, "(ref, permutation)", "A Ref with permuted axes.", transposeRefHandler},
    {TESSERA_GPU, "warp_map", EntryKind::function, "(f)", "Runs a function in each of the four warps, on its index; values are scalars there.", warpMapHandler},
    {TESSERA_GPU, "find_swizzle", EntryKind::function, "(minor_dim_bits, what='')", "The widest swizzle, in bytes, for rows of so many bits.", findSwizzleHandler},
    {TESSERA_GPU, "as_torch_kernel", EntryKind::function, "(fn)", "A function of JAX arrays as one of torch tensors.", asTorchKernelHandler},
    {TESSERA_GPU, "broadcasted_iota", EntryKind::function, "(dtype, shape, dimension, *, layout=None)", "Indices along an axis, in registers as a layout says.",
     iotaWithLayoutHandler},
    {TESSERA_GPU, "async_prefetch", EntryKind::function, "(ref, *, collective_axes=None, partitioned_axis=None, predicate=None)",
     "Brings a part of an array into the L2 cache.", asyncPrefetchHandler},
    {TESSERA_GPU, "print_layout", EntryKind::function, "(fmt, x)", "Tells, while the kernel is compiled, how an array lies in registers.", printLayoutHandler},
    {TESSERA_GPU, "LoweringSemantics", EntryKind::type, "", "Which way a kernel is compiled; says nothing here.", nullptr},
    {TESSERA_GPU ".LoweringSemantics", "Lane", EntryKind::constant, "", "Thread by thread.", wordConstant},
    {TESSERA_GPU ".LoweringSemantics", "Warpgroup", EntryKind::constant, "", "Array by array.", wordConstant},
    {TESSERA_GPU, "TraceScope", EntryKind::type, "", "What a profile tells apart; says nothing here.", nullptr},
    {TESSERA_GPU ".TraceScope", "WARP", EntryKind::constant, "", "Warps.", wordConstant},
    {TESSERA_GPU ".TraceScope", "WARPGROUP", EntryKind::constant, "", "Warpgroups.", wordConstant},
    {TESSERA_GPU, "OOBFillMode", EntryKind::type, "", "What is read past an array's end.", nullptr},
    {TESSERA_GPU ".OOBFillMode", "ZEROS", EntryKind::constant, "", "Zeros.", wordConstant},
    {TESSERA_GPU ".OOBFillMode", "UNDEFINED", EntryKind::constant, "", "Anything.", wordConstant},
    {TESSERA_GPU ".OOBFillMode", "PROMISE_IN_BOUNDS", EntryKind::constant, "", "Nothing: the program promises that there is none.", wordConstant},
    {TESSERA_GPU, "CopyPartition", EntryKind::type, "", "How the blocks of a cluster share a copy.", nullptr},
    {TESSERA_GPU ".CopyPartition", "PARTITIONED", EntryKind::function, "(axis)", "Each block gets its part.", copyPartitionedHandler},
    {TESSERA_GPU ".CopyPartition", "REPLICATED", EntryKind::constant, "", "All blocks get the same; the first one is told.", copyReplicatedConstant},
    {TESSERA_GPU, "Transform", EntryKind::type, "()", "A transform of a Ref.", nullptr},
    {TESSERA_GPU, "Tiling", EntryKind::type, "(tiles)", "The tiles of `Layout.TILED`, level by level.", parametersHandler},
    {TESSERA_GPU, "Replicated", EntryKind::type, "(times)", "An entry of `Layout.TILED` that stands for copies.", parametersHandler},
    {TESSERA_GPU, "NDLoopInfo", EntryKind::constant, "", "Where a step of `nd_loop` stands: `index`, `local_index`, `num_local_steps`.", sourceConstant},
    {TESSERA_GPU, "SemaphoreSignal", EntryKind::type, "(ref, *, device_id=None, inc=1)", "One signal of several.", semaphoreSignalRecordHandler},
    {TESSERA_GPU, "transform_ref", EntryKind::function, "(ref, transform)", "A Ref under a transform.", transformRefHandler},
    {TESSERA_GPU, "wait_gmem_to_smem", EntryKind::function, "(n)", "Waits until at most `n` of the latest copies without a barrier are not done.", waitGmemToSmemHandler},
    {TESSERA_GPU, "commit_smem_to_gmem_group", EntryKind::function, "()", "The copies to global memory since the last commit become a group.", commitGroupHandler},
    {TESSERA_GPU, "async_store_smem", EntryKind::function, "(src, ref, barrier, cluster_idx, cluster_dim, *, optimized=True, atomic=None)",
     "Stores an array into another block's shared memory and tells that block's barrier.", asyncStoreSmemHandler},
    {TESSERA_GPU, "barrier_test", EntryKind::function, "(barrier)", "Whether the next phase of a barrier is complete; if so it counts as waited for.",
     barrierTestHandler},
    {TESSERA_GPU, "semaphore_signal", EntryKind::function, "(semaphore, inc=1, *, device_id=None, memory_scope='sys')", "Raises a semaphore of this device.",
     signalHandler},
    {TESSERA_GPU, "semaphore_wait", EntryKind::function, "(semaphore, value=1, *, decrement=True, memory_scope='sys')",
     "Waits until a semaphore is high enough, and lowers it.", waitForSignalHandler},
    {TESSERA_GPU, "semaphore_signal_parallel", EntryKind::function, "(*signals)", "Raises several semaphores.", signalInParallelHandler},
    {TESSERA_GPU, "wgmma_accumulator_load", EntryKind::function, "(acc, wait_n=0)",
     "The accumulator as an array, when at most `wait_n` of the latest products are not done.", accumulatorLoadHandler},
    {TESSERA_GPU, "mma", EntryKind::function, "(acc, a, b, /)", "acc + a @ b in registers.", mmaHandler},
    {TESSERA_GPU, "cluster_ref", EntryKind::function, "(ref, block_id)",
     "The same buffer in another block of the cluster: `block_id` has that block's index along axes of the cluster.", clusterRefHandler},
    {TESSERA_GPU, "atomic_add", EntryKind::function, "(ref, val, *, mask=None)", "Adds to elements, each in one step, without their old values.", atomicStoreHandler},
    {TESSERA_GPU, "atomic_max", EntryKind::function, "(ref, val, *, mask=None)", "Maximum with elements, each in one step, without their old values.",
     atomicStoreHandler},
    {TESSERA_GPU, "atomic_min", EntryKind::function, "(ref, val, *, mask=None)", "Minimum with elements, each in one step, without their old values.",
     atomicStoreHandler},
    {TESSERA_GPU, "atomic_and", EntryKind::function, "(ref, val, *, mask=None)", "Bitwise and with elements, each in one step, without their old values.",
     atomicStoreHandler},
    {TESSERA_GPU, "atomic_or", EntryKind::function, "(ref, val, *, mask=None)", "Bitwise or with elements, each in one step, without their old values.",
     atomicStoreHandler},
    {TESSERA_GPU, "atomic_xor", EntryKind::function, "(ref, val, *, mask=None)", "Exclusive or with elements, each in one step, without their old values.",
     atomicStoreHandler},
    {TESSERA_GPU, "griddepcontrol_wait", EntryKind::function, "()", "Waits for the launch before this one.", gridWaitHandler},
    {TESSERA_GPU, "griddepcontrol_launch_dependents", EntryKind::function, "()", "Lets the launch after this one begin.", gridLaunchHandler},
    {TESSERA_GPU, "SemaphoreType", EntryKind::type, "", "Kinds of semaphore; called with a shape, an array of them.", nullptr},
    {TESSERA_GPU ".SemaphoreType", "REGULAR", EntryKind::constant, "", "Counts signals.", semaphoreTypeConstant},
    {TESSERA_GPU ".SemaphoreType", "BARRIER", EntryKind::constant, "", "Counts arrivals.", semaphoreTypeConstant},
};

void library::registerMosaicGpu(LibraryTable &table) {
  static const LibraryModule modules[] = {{TESSERA_GPU, "Pallas's names for Mosaic GPU: warpgroups, barriers, asynchronous copies."},
                                          {"jax.experimental.mosaic.gpu.profiler", "Times of kernels on a GPU."}};
  static const LibraryBase bases[] = {{TESSERA_GPU ".BlockSpec", "jax.experimental.pallas.BlockSpec"}};
  table.add(modules, entries);
  table.add({}, refusedEntries());
  table.add(interpretModeModules(), interpretModeEntries());
  table.addBases(bases);
  registerPipelines(table);
}
