// SPDX-License-Identifier: Apache-2.0
// The tables of Pallas's back ends: the TPU spellings that a GPU program may carry, where they say nothing, and the Triton back end's
// functions. What only a TPU can do is refused by name.
#include "compiler/frontend/library/arrays/Tree.h"
#include "compiler/frontend/library/jax/Operations.h"
#include "compiler/frontend/library/pallas/BlockSpecs.h"
#include "compiler/frontend/library/pallas/PallasCall.h"
#include "compiler/frontend/library/pallas/PallasTables.h"

using namespace tessera;
using namespace tessera::frontend;
using llvm::cast;
using llvm::dyn_cast;

/// `pltpu.PARALLEL` is the word itself, lower case: what `dimension_semantics` takes too.
static Value semanticsConstant(Call &call) { return call.evaluator.string(llvm::StringRef(call.entry->name).lower()); }

static Value debugBarrierHandler(Call &call) { return call.evaluator.none(); } // the statements of a program run in order

static Value approxTanhHandler(Call &call) { return applyUnary(call.evaluator, Unary::tanh, call["x"], publicName(call.entry)); }

/// Recorded as it is.
static Value inlineAsmHandler(Call &call) {
  Evaluator &evaluator = call.evaluator;
  std::optional<std::string> text = evaluator.toString(call["asm"], "asm"), constraints = text ? evaluator.toString(call["constraints"], "constraints") : std::nullopt;
  std::optional<int64_t> pack = constraints ? evaluator.toInt(call["pack"], "pack") : std::nullopt;
  std::optional<std::vector<Value>> arguments = pack ? evaluator.toVector(call["args"]) : std::nullopt;
  if (!arguments)
    return nullptr;
  llvm::SmallVector<mlir::Value> inputs;
  for (Value argument : *arguments) {
    std::optional<Operand> operand = toOperand(evaluator, argument, publicName(call.entry));
    mlir::Value input = operand ? materialize(evaluator, *operand, operand->type.dtype) : mlir::Value();
    if (!input)
      return nullptr;
    inputs.push_back(input);
  }
  std::vector<TreeLeaf> results = flattenWithPaths(evaluator, call["result_shape_dtypes"]);
  llvm::SmallVector<mlir::Type> types;
  std::vector<DType> dtypes;
  for (const TreeLeaf &result : results) {
    KernelOperand shaped;
    if (!readShaped(evaluator, result.value, shaped, "result_shape_dtypes"))
      return nullptr;
    types.push_back(getArrayType(evaluator.context(), shaped.shape, shaped.dtype));
    dtypes.push_back(shaped.dtype);
  }
  auto op = emitterHere(evaluator).create<tile::InlineAsmOp>(mlir::TypeRange(types), *text, *constraints, static_cast<uint64_t>(*pack), /*is_pure=*/true, inputs);
  std::vector<Value> arrays;
  for (auto [result, dtype] : llvm::zip(op.getOutputs(), dtypes))
    arrays.push_back(wrap(evaluator, result, dtype));
  return evaluator.list(std::move(arrays));
}

/// A name of JAX's own that means the same.
static Value callJax(Call &call, llvm::StringRef module, llvm::StringRef name, llvm::ArrayRef<Value> arguments) {
  std::optional<Value> function = call.evaluator.libraryMember(module, name);
  return function && *function ? call.evaluator.call(*function, arguments) : nullptr;
}
static Value rollHandler(Call &call) {
  return refuseArguments(call, {"stride", "stride_axis"}) ? callJax(call, "jax.numpy", "roll", {call["x"], call["shift"], call["axis"]}) : nullptr;
}
static Value bitcastHandler(Call &call) {
  Evaluator &evaluator = call.evaluator;
  std::optional<Operand> operand = toOperand(evaluator, call["x"], publicName(call.entry));
  std::optional<DType> type = operand ? toDType(evaluator, call["ty"], "ty", DType::float32) : std::nullopt;
  if (!type)
    return nullptr;
  if (numerics::getBitWidth(*type) != numerics::getBitWidth(operand->type.dtype))
    return evaluator.raise(DiagnosticId::notSupported, "`pltpu.bitcast` from " + std::string(numerics::getName(operand->type.dtype)) + " to " +
                                                           std::string(numerics::getName(*type)) + ", which has another width, is not supported");
  return callJax(call, "jax.lax", "bitcast_convert_type", {call["x"], call["ty"]});
}

namespace {
/// `with pltpu.force_tpu_interpret_mode():`.
class InterpretMode : public ExtensionObject {
public:
  InterpretMode() : ExtensionObject(&tag) {}
  Value enter(Evaluator &evaluator) override { return evaluator.none(); }
  std::optional<bool> exit(Evaluator &, Value) override { return false; }

private:
  static const char tag;
};
const char InterpretMode::tag = 0;
} // namespace
static Value interpretModeHandler(Call &call) { return call.evaluator.make<InterpretMode>(); }

#define TESSERA_TPU "jax.experimental.pallas.tpu"
#define TESSERA_SPACE(name, summary)                                                                                    \
  {TESSERA_TPU, name, EntryKind::constant, "", summary, memorySpaceConstant},                                          \
      {TESSERA_TPU ".TPUMemorySpace", name, EntryKind::constant, "", summary, memorySpaceConstant},                    \
      {TESSERA_TPU ".MemorySpace", name, EntryKind::constant, "", summary, memorySpaceConstant}
#define TESSERA_FUNCTION(name, signature, summary, handler) {TESSERA_TPU, name, EntryKind::function, signature, summary, handler}
#define TESSERA_ABSENT(name, summary) {TESSERA_TPU, name, EntryKind::function, "(*args, **kwargs)", summary, nullptr}
static const LibraryEntry tpuEntries[] = {
    {TESSERA_TPU, "TPUMemorySpace", EntryKind::type, "",
     "A TPU's memories, by their older name; on a GPU they say nothing.", nullptr},
    {TESSERA_TPU, "MemorySpace", EntryKind::type, "", "A TPU's memories; on a GPU they say nothing.", nullptr},
    TESSERA_SPACE("SMEM", "A TPU's scalar memory; called with a shape and a dtype, a scratch buffer."),
    TESSERA_SPACE("VMEM", "A TPU's vector memory; called with a shape and a dtype, a scratch buffer."),
    TESSERA_SPACE("ANY", "Any memory: the whole array."),
    TESSERA_SPACE("HBM", "A TPU's main memory."),
    TESSERA_SPACE("CMEM", "A TPU's common memory."),
    TESSERA_SPACE("HOST", "The host's memory."),
    TESSERA_SPACE("VMEM_SHARED", "A TPU's shared vector memory; called with a shape and a dtype, a scratch buffer."),
    {TESSERA_TPU, "CompilerParams", EntryKind::type, "(**kwargs)",
     "Parameters of the TPU compiler; on a GPU they say nothing.", parametersHandler},
    {TESSERA_TPU, "TPUCompilerParams", EntryKind::type, "(**kwargs)",
     "Parameters of the TPU compiler, by their older name.", parametersHandler},
    {TESSERA_TPU, "InterpretParams", EntryKind::type, "(**kwargs)",
     "How a TPU is simulated; the interpreter here has no choices.", parametersHandler},
    {TESSERA_TPU, "PrefetchScalarGridSpec", EntryKind::type,
     "(num_scalar_prefetch, grid=None, in_specs=None, out_specs=None, scratch_shapes=None)",
     "A grid whose index maps read scalars: the first `num_scalar_prefetch` arguments come as Refs to the kernel and, "
     "after the grid's indices, to every index map.",
     prefetchGridSpecHandler},
    {TESSERA_TPU, "GridDimensionSemantics", EntryKind::type, "", "Whether programs along an axis may run in any order.",
     nullptr},
    {TESSERA_TPU ".GridDimensionSemantics", "PARALLEL", EntryKind::constant, "", "In any order.", semanticsConstant},
    {TESSERA_TPU ".GridDimensionSemantics", "ARBITRARY", EntryKind::constant, "", "In the grid's order.",
     semanticsConstant},
    {TESSERA_TPU, "PARALLEL", EntryKind::constant, "", "Programs along the axis may run in any order.",
     semanticsConstant},
    {TESSERA_TPU, "ARBITRARY", EntryKind::constant, "", "Programs along the axis run in the grid's order.",
     semanticsConstant},
    {TESSERA_TPU, "SemaphoreType", EntryKind::type, "", "Kinds of semaphore; called with a shape, an array of them.",
     nullptr},
    {TESSERA_TPU ".SemaphoreType", "DMA", EntryKind::constant, "", "Counts the bytes of copies.",
     semaphoreTypeConstant},
    {TESSERA_TPU ".SemaphoreType", "REGULAR", EntryKind::constant, "", "Counts signals.", semaphoreTypeConstant},
    {TESSERA_TPU ".SemaphoreType", "BARRIER", EntryKind::constant, "", "Counts arrivals.", semaphoreTypeConstant},
    TESSERA_FUNCTION("make_async_copy", "(src_ref, dst_ref, sem)",
                     "A copy to be started and waited for. It happens where it is started; its semaphore counts bytes.",
                     makeAsyncCopyHandler),
    TESSERA_FUNCTION("async_copy", "(src_ref, dst_ref, sem, *, priority=0, add=False)",
                     "A copy that is started already.", asyncCopyHandler),
    TESSERA_FUNCTION("sync_copy", "(src_ref, dst_ref, *, add=False)",
                     "Copies a Ref, or each leaf of a tree of Refs, to another.", syncCopyHandler),
    TESSERA_FUNCTION("emit_pipeline",
                     "(body, *, grid, in_specs=(), out_specs=(), tiling=None, core_axis=None, core_axis_name=None, "
                     "dimension_semantics=None, trace_scopes=True, "
                     "no_pipelining=False, should_accumulate_out=None, _explicit_indices=False)",
                     "A grid inside a kernel: a function of Refs that calls `body` with the blocks of each step.",
                     emitPipelineHandler),
    {TESSERA_TPU, "TensorCoreMesh", EntryKind::type, "(*, axis_name, num_cores=None, devices=None)",
     "The cores of a TPU, for `pl.kernel`: one unless `num_cores` says more.", tensorCoreMeshHandler},
    TESSERA_FUNCTION("create_tensorcore_mesh", "(axis_name, devices=None, num_cores=None)",
                     "A mesh of TensorCores, by its older name.", tensorCoreMeshHandler),
    TESSERA_FUNCTION("semaphore_signal",
                     "(sem_or_view, inc=1, *, device_id=None, device_id_type=None, core_index=None)",
                     "Raises a semaphore of this device.", semaphoreSignalHandler),
    TESSERA_FUNCTION("semaphore_wait", "(sem_or_view, value=1, *, decrement=True)",
                     "Waits for a semaphore and lowers it.", semaphoreWaitHandler),
    TESSERA_FUNCTION("semaphore_read", "(sem_or_view)", "What a semaphore has counted: an int32.",
                     semaphoreReadHandler),
    TESSERA_FUNCTION("load", "(ref, *, mask=None)",
                     "Reads a Ref where a mask holds; elsewhere the result is undefined.", loadRefHandler),
    TESSERA_FUNCTION("store", "(ref, val, *, mask=None)", "Writes a Ref where a mask holds.", storeRefHandler),
    TESSERA_FUNCTION("roll", "(x, shift, axis, *, stride=None, stride_axis=None)",
                     "Turns an array along an axis, as `jnp.roll`.", rollHandler),
    TESSERA_FUNCTION("bitcast", "(x, ty)", "Reads an array's bits as another dtype of the same width.", bitcastHandler),
    TESSERA_FUNCTION("force_tpu_interpret_mode", "(params=None)",
                     "In its `with` block kernels are interpreted, which changes no result.", interpretModeHandler),
    TESSERA_FUNCTION("set_tpu_interpret_mode", "(params=None)", "Kernels are interpreted, which changes no result.",
                     nothingHandler),
    TESSERA_FUNCTION("reset_tpu_interpret_mode_state", "()", "Forgets what interpreted kernels left behind: nothing.",
                     nothingHandler),
    {TESSERA_TPU, "DeviceIdType", EntryKind::type, "", "How another device is named.", nullptr},
    {TESSERA_TPU ".DeviceIdType", "MESH", EntryKind::constant, "", "By its place in a mesh.", wordConstant},
    {TESSERA_TPU ".DeviceIdType", "LOGICAL", EntryKind::constant, "", "By its number.", wordConstant},
    TESSERA_ABSENT("make_async_remote_copy", "A copy to another device in the background."),
    TESSERA_ABSENT("async_remote_copy", "A copy to another device in the background, begun."),
    TESSERA_ABSENT("emit_pipeline_with_allocations", "A pipeline of blocks inside a kernel, with its buffers."),
    TESSERA_ABSENT("get_pipeline_schedule", "How a pipeline's copies are ordered."),
    TESSERA_ABSENT("make_pipeline_allocations", "A pipeline's buffers."),
    TESSERA_ABSENT("BufferedRef", "A pipeline's buffers of one array."),
    TESSERA_ABSENT("get_barrier_semaphore", "The semaphore of a barrier across devices."),
    TESSERA_ABSENT("core_barrier", "A barrier across cores."),
    TESSERA_ABSENT("prng_seed", "Seeds a TPU's random numbers."),
    TESSERA_ABSENT("prng_random_bits", "A TPU's random bits."),
    TESSERA_ABSENT("stateful_uniform", "A TPU's random numbers."),
    TESSERA_ABSENT("stateful_normal", "A TPU's random numbers."),
    TESSERA_ABSENT("stateful_bernoulli", "A TPU's random numbers."),
    TESSERA_ABSENT("stateful_bits", "A TPU's random bits."),
    TESSERA_ABSENT("sample_block", "Random numbers of a block."),
    TESSERA_ABSENT("to_pallas_key", "A random key for a TPU."),
    TESSERA_ABSENT("stochastic_round", "Rounds at random."),
    TESSERA_ABSENT("pack_elementwise", "Packs narrow elements into wide ones."),
    TESSERA_ABSENT("unpack_elementwise", "Unpacks narrow elements of wide ones."),
    TESSERA_ABSENT("repeat", "Repeats a TPU's vectors: JAX's own lowering repeats elements, the TPU's the whole; "
                             "`jnp.repeat` and `jnp.tile` say which."),
    TESSERA_FUNCTION("with_memory_space_constraint", "(x, memory_space)",
                     "The array itself: where it lies on a TPU says nothing here.", firstArgumentHandler),
    TESSERA_ABSENT("run_on_first_core", "Runs a function on one core."),
    TESSERA_ABSENT("get_tpu_info", "What the TPU is."),
    TESSERA_ABSENT("is_tpu_device", "Whether there is a TPU."),
    TESSERA_FUNCTION("touch", "(ref)", "Keeps a Ref alive, as all are.", nothingHandler),
    TESSERA_ABSENT("trace_value", "Writes a value to a profile."),
};
#undef TESSERA_SPACE
#undef TESSERA_ABSENT
#undef TESSERA_FUNCTION

static Value isGpuDeviceHandler(Call &call) { return call.evaluator.boolean(call.evaluator.options().device == "gpu"); }

#define TESSERA_FUSER(name, signature, summary) {"jax.experimental.pallas.fuser", name, EntryKind::function, signature, summary, nullptr}
static const LibraryEntry fuserEntries[] = {
    TESSERA_FUSER("fuse", "(f=None, *, resolve_fusion_dtypes=True, debug=False)", "One kernel of a function and what it fuses with."),
    TESSERA_FUSER("fusible", "(f=None, *, output_fusion_prefix=True)", "A kernel that takes fusions."),
    TESSERA_FUSER("Fusion", "(func, in_type, out_type)", "A function that is fused."),
    TESSERA_FUSER("evaluate", "(f)", "Computes a fusion."),
    TESSERA_FUSER("custom_fusion", "(f)", "A function with its own rules of fusion."),
    TESSERA_FUSER("get_fusion_values", "(fusion, *args)", "What a fusion closes over."),
    TESSERA_FUSER("get_stateful_input_fusion_values", "(*args)", "What a fusion closes over."),
    TESSERA_FUSER("get_stateful_output_fusion_values", "(*args)", "What a fusion closes over."),
    TESSERA_FUSER("pull_block_spec", "(f, out_block_specs, **kwargs)", "BlockSpecs of inputs from those of outputs."),
    TESSERA_FUSER("push_block_spec", "(f, *in_spec_args)", "BlockSpecs of outputs from those of inputs."),
    TESSERA_FUSER("make_scalar_prefetch_handler", "(*args)", "How a fusion finds prefetched scalars."),
    TESSERA_FUSER("BlockIndexTransform", "(*args)", "How a block's index changes."),
};
#undef TESSERA_FUSER

#define TESSERA_TRITON "jax.experimental.pallas.triton"
#define TESSERA_ATOMIC(name, summary) {TESSERA_TRITON, name, EntryKind::function, "(ref, idx, val, *, mask=None)", summary, atomicHandler}
static const LibraryEntry tritonEntries[] = {
    {TESSERA_TRITON, "CompilerParams", EntryKind::type, "(*, num_warps=None, num_stages=None)", "Warps a program and stages of a loop.", parametersHandler},
    {TESSERA_TRITON, "TritonCompilerParams", EntryKind::type, "(*, num_warps=None, num_stages=None)", "Warps a program and stages of a loop, by their older name.",
     parametersHandler},
    {TESSERA_TRITON, "load", EntryKind::function, "(ref, *, mask=None, other=None, cache_modifier=None, eviction_policy=None, volatile=False)",
     "Reads a Ref where a mask holds; elsewhere the result is `other`, or undefined.", loadRefHandler},
    {TESSERA_TRITON, "store", EntryKind::function, "(ref, val, *, mask=None, eviction_policy=None)", "Writes a Ref where a mask holds.", storeRefHandler},
    {TESSERA_TRITON, "dot", EntryKind::function, "(a, b, trans_a=False, trans_b=False, allow_tf32=None, precision=None)",
     "Matrix product of (M, K) and (K, N); float32 for floats.", dotOfPallasHandler},
    {TESSERA_TRITON, "debug_barrier", EntryKind::function, "()", "A barrier in a program; nothing here, where a program's statements run in order.", debugBarrierHandler},
    {TESSERA_TRITON, "max_contiguous", EntryKind::function, "(x, values)", "The value itself; says how many elements lie side by side, which is not used.", firstArgumentHandler},
    {TESSERA_TRITON, "multiple_of", EntryKind::function, "(x, values)", "The value itself; says what it is a multiple of, which is not used.", firstArgumentHandler},
    {TESSERA_TRITON, "approx_tanh", EntryKind::function, "(x)", "Hyperbolic tangent that may be approximate; the interpreter's is not.", approxTanhHandler},
    {TESSERA_TRITON, "elementwise_inline_asm", EntryKind::function, "(asm, *, args, constraints, pack, result_shape_dtypes)",
     "PTX applied to each element; the interpreter runs what stays in registers.", inlineAsmHandler},
    TESSERA_ATOMIC("atomic_add", "Adds to elements of a Ref, each in one step, and gives what they held."),
    TESSERA_ATOMIC("atomic_max", "Maximum with elements of a Ref, each in one step; gives what they held."),
    TESSERA_ATOMIC("atomic_min", "Minimum with elements of a Ref, each in one step; gives what they held."),
    TESSERA_ATOMIC("atomic_and", "Bitwise and with elements of a Ref, each in one step; gives what they held."),
    TESSERA_ATOMIC("atomic_or", "Bitwise or with elements of a Ref, each in one step; gives what they held."),
    TESSERA_ATOMIC("atomic_xor", "Exclusive or with elements of a Ref, each in one step; gives what they held."),
    TESSERA_ATOMIC("atomic_xchg", "Replaces elements of a Ref, each in one step, and gives what they held."),
    {TESSERA_TRITON, "atomic_cas", EntryKind::function, "(ref, cmp, val)", "Replaces one element of a Ref if it equals `cmp`, in one step, and gives what it held.",
     compareAndSwapHandler},
    {TESSERA_TRITON, "is_gpu_device", EntryKind::function, "()", "Whether there is a GPU: what the program believes it runs on.", isGpuDeviceHandler},
    {TESSERA_TRITON, "get_gpu_info", EntryKind::function, "()", "What the GPU is.", nullptr},
    {TESSERA_TRITON, "get_gpu_info_from_version", EntryKind::function, "(version)", "What a GPU is.", nullptr},
    {TESSERA_TRITON, "GpuInfo", EntryKind::type, "(**kwargs)", "What a GPU is.", nullptr},
    {TESSERA_TRITON, "GpuVersion", EntryKind::type, "", "Kinds of GPU.", nullptr},
    {TESSERA_TRITON, "CUSTOM_CALL_TARGET_NAME", EntryKind::constant, "", "What XLA calls such kernels.", nullptr},
};
#undef TESSERA_ATOMIC

void library::registerPallasBackEnds(LibraryTable &table) {
  static const LibraryModule modules[] = {{TESSERA_TPU, "Pallas's names for TPUs, as far as a GPU program may carry them."},
                                          {TESSERA_TRITON, "Pallas's names for its Triton back end."},
                                          {"jax.experimental.pallas.fuser", "Fusing functions into kernels; known by name."}};
  table.add(modules, tpuEntries);
  table.add({}, fuserEntries);
  table.add({}, tritonEntries);
}
