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

/// Recorded as it is; a device that runs PTX runs it.
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

#define TESSERA_TPU "jax.experimental.pallas.tpu"
#define TESSERA_SPACE(name, summary)                                                                                    \
  {TESSERA_TPU, name, EntryKind::constant, "", summary, memorySpaceConstant},                                          \
      {TESSERA_TPU ".TPUMemorySpace", name, EntryKind::constant, "", summary, memorySpaceConstant},                    \
      {TESSERA_TPU ".MemorySpace", name, EntryKind::constant, "", summary, memorySpaceConstant}
#define TESSERA_ABSENT(name, summary) {TESSERA_TPU, name, EntryKind::function, "(*args, **kwargs)", summary, nullptr}
static const LibraryEntry tpuEntries[] = {
    {TESSERA_TPU, "TPUMemorySpace", EntryKind::type, "", "A TPU's memories, by their older name; on a GPU they say nothing.", nullptr},
    {TESSERA_TPU, "MemorySpace", EntryKind::type, "", "A TPU's memories; on a GPU they say nothing.", nullptr},
    TESSERA_SPACE("SMEM", "A TPU's scalar memory; called with a shape and a dtype, a scratch buffer."),
    TESSERA_SPACE("VMEM", "A TPU's vector memory; called with a shape and a dtype, a scratch buffer."),
    TESSERA_SPACE("ANY", "Any memory: the whole array."),
    TESSERA_SPACE("HBM", "A TPU's main memory."),
    TESSERA_SPACE("CMEM", "A TPU's common memory."),
    {TESSERA_TPU, "CompilerParams", EntryKind::type, "(**kwargs)", "Parameters of the TPU compiler; on a GPU they say nothing.", parametersHandler},
    {TESSERA_TPU, "TPUCompilerParams", EntryKind::type, "(**kwargs)", "Parameters of the TPU compiler, by their older name.", parametersHandler},
    {TESSERA_TPU, "InterpretParams", EntryKind::type, "(**kwargs)", "How a TPU is simulated; the interpreter here has no choices.", parametersHandler},
    {TESSERA_TPU, "PrefetchScalarGridSpec", EntryKind::type,
     "(num_scalar_prefetch, grid=None, in_specs=None, out_specs=None, scratch_shapes=None)",
     "A grid whose index maps read scalars: the first `num_scalar_prefetch` arguments come as Refs to the kernel and, after the grid's indices, to every index map.",
     prefetchGridSpecHandler},
    {TESSERA_TPU, "GridDimensionSemantics", EntryKind::type, "", "Whether programs along an axis may run in any order.", nullptr},
    {TESSERA_TPU ".GridDimensionSemantics", "PARALLEL", EntryKind::constant, "", "In any order.", semanticsConstant},
    {TESSERA_TPU ".GridDimensionSemantics", "ARBITRARY", EntryKind::constant, "", "In the grid's order.", semanticsConstant},
    {TESSERA_TPU, "PARALLEL", EntryKind::constant, "", "Programs along the axis may run in any order.", semanticsConstant},
    {TESSERA_TPU, "ARBITRARY", EntryKind::constant, "", "Programs along the axis run in the grid's order.", semanticsConstant},
    {TESSERA_TPU, "SemaphoreType", EntryKind::type, "(*args)", "Kinds of semaphore.", nullptr},
    {TESSERA_TPU ".SemaphoreType", "DMA", EntryKind::constant, "", "Counts the bytes of copies.", nullptr},
    {TESSERA_TPU ".SemaphoreType", "REGULAR", EntryKind::constant, "", "Counts signals.", nullptr},
    {TESSERA_TPU ".SemaphoreType", "BARRIER", EntryKind::constant, "", "Counts arrivals across devices.", nullptr},
    TESSERA_ABSENT("make_async_copy", "A copy in the background."),
    TESSERA_ABSENT("make_async_remote_copy", "A copy to another device in the background."),
    TESSERA_ABSENT("async_copy", "A copy in the background, begun."),
    TESSERA_ABSENT("sync_copy", "A copy."),
    TESSERA_ABSENT("emit_pipeline", "A pipeline of blocks inside a kernel."),
    TESSERA_ABSENT("emit_pipeline_with_allocations", "A pipeline of blocks inside a kernel, with its buffers."),
    TESSERA_ABSENT("get_barrier_semaphore", "The semaphore of a barrier across devices."),
    TESSERA_ABSENT("semaphore_signal", "Raises a semaphore."),
    TESSERA_ABSENT("semaphore_wait", "Waits for a semaphore."),
    TESSERA_ABSENT("create_tensorcore_mesh", "The cores of a TPU."),
    TESSERA_ABSENT("prng_seed", "Seeds a TPU's random numbers."),
    TESSERA_ABSENT("prng_random_bits", "A TPU's random bits."),
    TESSERA_ABSENT("bitcast", "Reads a TPU's vectors as another dtype."),
    TESSERA_ABSENT("repeat", "Repeats a TPU's vectors."),
    TESSERA_ABSENT("roll", "Turns a TPU's vectors."),
    TESSERA_ABSENT("run_on_first_core", "Runs a function on one core."),
};
#undef TESSERA_SPACE
#undef TESSERA_ABSENT

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
     "PTX applied to each element; only a device that runs PTX can run it.", inlineAsmHandler},
    TESSERA_ATOMIC("atomic_add", "Adds to elements of a Ref, each in one step, and gives what they held."),
    TESSERA_ATOMIC("atomic_max", "Maximum with elements of a Ref, each in one step; gives what they held."),
    TESSERA_ATOMIC("atomic_min", "Minimum with elements of a Ref, each in one step; gives what they held."),
    TESSERA_ATOMIC("atomic_and", "Bitwise and with elements of a Ref, each in one step; gives what they held."),
    TESSERA_ATOMIC("atomic_or", "Bitwise or with elements of a Ref, each in one step; gives what they held."),
    TESSERA_ATOMIC("atomic_xor", "Exclusive or with elements of a Ref, each in one step; gives what they held."),
    TESSERA_ATOMIC("atomic_xchg", "Replaces elements of a Ref, each in one step, and gives what they held."),
    {TESSERA_TRITON, "atomic_cas", EntryKind::function, "(ref, cmp, val)", "Replaces one element of a Ref if it equals `cmp`, in one step, and gives what it held.",
     compareAndSwapHandler},
    {TESSERA_TRITON, "get_gpu_info", EntryKind::function, "()", "What the GPU is.", nullptr},
    {TESSERA_TRITON, "is_gpu_device", EntryKind::function, "()", "Whether there is a GPU.", nullptr},
};
#undef TESSERA_ATOMIC

void library::registerPallasBackEnds(LibraryTable &table) {
  static const LibraryModule modules[] = {{TESSERA_TPU, "Pallas's names for TPUs, as far as a GPU program may carry them."},
                                          {TESSERA_TRITON, "Pallas's names for its Triton back end."}};
  table.add(modules, tpuEntries);
  table.add({}, tritonEntries);
}
