// SPDX-License-Identifier: Apache-2.0
// Names that a program for Hopper on one device has no use for: Blackwell's tensor memory and tensor core, other devices' memory, and
// Mosaic's own code. Each says what it is.
#include "compiler/frontend/evaluate/Evaluator.h"
#include "compiler/frontend/library/arrays/Operand.h"
#include "compiler/frontend/library/mosaic_gpu/Names.h"
#include "compiler/frontend/library/mosaic_gpu/Tables.h"

using namespace tessera;
using namespace tessera::frontend;

Value frontend::blackwellHandler(Call &call) {
  std::string name = publicName(call.entry);
  if (call.entry->kind == EntryKind::constant)
    name = std::string(llvm::StringRef(call.entry->module).rsplit('.').second) + "." + call.entry->name;
  return call.evaluator.raise(DiagnosticId::notSupported, "`" + name + "` is for Blackwell (sm_100) and is not supported")
      .note("kernels are compiled for Hopper, sm_90a");
}

Value frontend::refusedHandler(Call &call) {
  llvm::StringRef name = call.entry->name;
  bool isMosaics = name == "inline_mgpu" || name == "RefType" || name == "ShapeDtypeStruct";
  return call.evaluator.raise(DiagnosticId::notSupported, "`" + publicName(call.entry) + "` " +
                                                              (isMosaics ? "takes code of Mosaic's own builder" : "is for several devices") + " and is not supported");
}

static constexpr const char *module = "jax.experimental.pallas.mosaic_gpu";
static constexpr const char *layouts = "jax.experimental.pallas.mosaic_gpu.Layout";
static constexpr const char *memoryLayouts = "jax.experimental.pallas.mosaic_gpu.TMEMLayout";

static const LibraryEntry entries[] = {
    {module, "tcgen05_mma", EntryKind::function,
     "(acc, a, b, barrier=None, *, a_scale=None, b_scale=None, a_sparse_metadata=None, accumulate=True, collective_axis=None)", "A Blackwell matrix product.",
     blackwellHandler},
    {module, "tcgen05_commit_arrive", EntryKind::function, "(barrier, collective_axis=None)", "Arrives when Blackwell's matrix products are done.", blackwellHandler},
    {module, "async_load_tmem", EntryKind::function, "(src, *, layout=None, reduce=None)", "Reads Blackwell's tensor memory.", blackwellHandler},
    {module, "wait_load_tmem", EntryKind::function, "()", "Waits for reads of Blackwell's tensor memory.", blackwellHandler},
    {module, "async_store_tmem", EntryKind::function, "(ref, value)", "Writes Blackwell's tensor memory.", blackwellHandler},
    {module, "commit_tmem", EntryKind::function, "()", "Makes Blackwell's tensor memory visible.", blackwellHandler},
    {module, "async_copy_smem_to_tmem", EntryKind::function, "(smem_ref, tmem_ref, collective_axis=None)", "A copy to Blackwell's tensor memory.", blackwellHandler},
    {module, "async_copy_scales_to_tmem", EntryKind::function, "(smem_ref, tmem_ref, collective_axis=None)", "A copy of scales to Blackwell's tensor memory.",
     blackwellHandler},
    {module, "async_copy_sparse_metadata_to_tmem", EntryKind::function, "(smem_ref, tmem_ref, collective_axis=None)", "A copy of sparsity to Blackwell's tensor memory.",
     blackwellHandler},
    {module, "format_tcgen05_sparse_metadata", EntryKind::function, "(meta)", "Sparsity as Blackwell wants it.", blackwellHandler},
    {module, "try_cluster_cancel", EntryKind::function, "(result_ref, barrier)", "Takes over another cluster's work, on Blackwell.", blackwellHandler},
    {module, "query_cluster_cancel", EntryKind::function, "(result_ref, grid_names)", "Which work was taken over, on Blackwell.", blackwellHandler},
    {module, "dynamic_scheduling_loop", EntryKind::function, "(grid_names, *, thread_axis=None, cluster_axes=None, init_carry=None)",
     "A loop whose steps clusters take in turn, on Blackwell.", blackwellHandler},
    {module, "TryClusterCancelResult", EntryKind::function, "(num_buffers=None)", "Where a cancelled cluster is told, on Blackwell.", blackwellHandler},
    {module, "TMEMLayout", EntryKind::type, "", "How an array lies in Blackwell's tensor memory.", nullptr},
    {memoryLayouts, "SCALES_LAYOUT", EntryKind::constant, "", "Of scales.", blackwellHandler},
    {memoryLayouts, "SPARSE_METADATA_LAYOUT", EntryKind::constant, "", "Of sparsity.", blackwellHandler},
    {memoryLayouts, "M64_COLLECTIVE_LAYOUT", EntryKind::constant, "", "Of two blocks together.", blackwellHandler},
    {memoryLayouts, "SCALES_M64_COLLECTIVE_LAYOUT", EntryKind::constant, "", "Of two blocks' scales.", blackwellHandler},
    {layouts, "TCGEN05", EntryKind::constant, "", "Of Blackwell's tensor core.", blackwellHandler},
    {layouts, "TCGEN05_TRANSPOSED", EntryKind::constant, "", "Of Blackwell's tensor core.", blackwellHandler},
    {layouts, "TCGEN05_M64_COLLECTIVE", EntryKind::constant, "", "Of Blackwell's tensor core.", blackwellHandler},
    {layouts, "TCGEN05_TMEM_NATIVE", EntryKind::constant, "", "Of Blackwell's tensor memory.", blackwellHandler},
    {layouts, "TCGEN05_M64_COLLECTIVE_NATIVE", EntryKind::constant, "", "Of Blackwell's tensor memory.", blackwellHandler},
    {layouts, "TMA_INDICES", EntryKind::constant, "", "Indices of Blackwell's gathering copies.", blackwellHandler},
    {layouts, "TMA_INDICES_4", EntryKind::constant, "", "Indices of Blackwell's gathering copies.", blackwellHandler},
    {module, "inline_mgpu", EntryKind::function, "(*, arg_types=(), return_type=None)", "Code of Mosaic's own builder inside a kernel.", refusedHandler},
    {module, "RefType", EntryKind::type, "(transforms=())", "The type of a Ref of `inline_mgpu`.", refusedHandler},
    {module, "ShapeDtypeStruct", EntryKind::type, "(shape, dtype, layout)", "The type of an array of `inline_mgpu`.", refusedHandler},
    {module, "semaphore_signal_multicast", EntryKind::function, "(semaphore, value=1, *, collective_axes)", "Raises a semaphore on several devices.", refusedHandler},
    {module, "remote_ref", EntryKind::function, "(ref, device_id, device_id_type=None)", "Another device's Ref.", refusedHandler},
    {module, "multicast_ref", EntryKind::function, "(ref, collective_axes)", "One Ref of several devices.", refusedHandler},
    {module, "multimem_store", EntryKind::function, "(source, ref, collective_axes)", "Writes several devices' memory.", refusedHandler},
    {module, "multimem_load_reduce", EntryKind::function, "(ref, *, collective_axes, reduction_op)", "Reads and combines several devices' memory.", refusedHandler},
    {"jax.experimental.mosaic.gpu.profiler", "measure", EntryKind::function, "(f, *, mode='cupti', aggregate=True, iterations=1)",
     "The time that a function's kernels take.", nullptr},
    {module, "PeerMemRef", EntryKind::type, "(device_id, device_id_type)", "Another device's memory.", refusedHandler},
};

llvm::ArrayRef<LibraryEntry> frontend::refusedEntries() { return entries; }
