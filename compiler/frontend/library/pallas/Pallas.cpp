// SPDX-License-Identifier: Apache-2.0
// The tables of Pallas: `pl`, the TPU spellings that name places a GPU need not know, and the Triton flavour of `plgpu`.
#include "compiler/frontend/library/Libraries.h"
#include "compiler/frontend/library/jax/Control.h"
#include "compiler/frontend/library/jax/Operations.h"
#include "compiler/frontend/library/mosaic_gpu/MosaicGpu.h"
#include "compiler/frontend/library/pallas/BlockSpecs.h"
#include "compiler/frontend/library/pallas/PallasCall.h"
#include "compiler/frontend/library/pallas/Refs.h"

using namespace tessera;
using namespace tessera::frontend;
using llvm::cast;
using llvm::dyn_cast;
using llvm::isa;

//===-- grids -------------------------------------------------------------------------------------------------===//

static std::optional<int64_t> readGridAxis(Call &call) {
  Evaluator &evaluator = call.evaluator;
  std::optional<int64_t> axis = evaluator.toInt(call["axis"], "axis");
  if (!axis)
    return std::nullopt;
  GridStack &stack = evaluator.state<GridStack>();
  if (stack.grids.empty() || evaluator.trace().kind != TraceKind::kernel)
    return evaluator.raise(DiagnosticId::valueError, "`" + publicName(call.entry) + "` is called outside a kernel");
  size_t rank = stack.grids.back().size();
  if (*axis < 0 || *axis >= static_cast<int64_t>(rank))
    return evaluator.raise(DiagnosticId::indexError, "`" + publicName(call.entry) + "(" + std::to_string(*axis) + ")`, but the grid has " + std::to_string(rank) +
                                                         (rank == 1 ? " axis" : " axes"),
                           call.rangeOf("axis"))
        .note(rank == 0 ? "`pallas_call` got no `grid`: there is one program" : "axes count from 0");
  return axis;
}

static Value programIdHandler(Call &call) {
  std::optional<int64_t> axis = readGridAxis(call);
  return axis ? wrap(call.evaluator, emitterHere(call.evaluator).create<tile::ProgramIdOp>(*axis), DType::int32) : nullptr;
}
static Value numProgramsHandler(Call &call) {
  std::optional<int64_t> axis = readGridAxis(call);
  return axis ? wrap(call.evaluator, emitterHere(call.evaluator).create<tile::NumProgramsOp>(*axis), DType::int32) : nullptr;
}

/// Divides and rounds up: Python integers exactly, arrays as `-(-a // b)`.
static Value cdivHandler(Call &call) {
  Evaluator &evaluator = call.evaluator;
  Value negated = evaluator.unary(UnaryOp::minus, call["a"]);
  Value quotient = negated ? evaluator.binary(BinaryOp::floorDivide, negated, call["b"]) : nullptr;
  return quotient ? evaluator.unary(UnaryOp::minus, quotient) : nullptr;
}
static Value alignToHandler(Call &call) {
  Evaluator &evaluator = call.evaluator;
  std::optional<int64_t> x = evaluator.toInt(call["x"], "x"), unit = x ? evaluator.toInt(call["a"], "a") : std::nullopt;
  if (!unit)
    return nullptr;
  if (*unit <= 0)
    return evaluator.raise(DiagnosticId::valueError, "`pl.align_to` takes a positive unit, not " + std::to_string(*unit));
  return evaluator.integer((*x + *unit - 1) / *unit * *unit);
}
static Value nextPowerOfTwoHandler(Call &call) {
  std::optional<int64_t> x = call.evaluator.toInt(call["x"], "x");
  if (!x)
    return nullptr;
  if (*x < 0 || *x > (int64_t(1) << 62))
    return call.evaluator.raise(DiagnosticId::valueError, "`pl.next_power_of_2` takes a number from 0 to 2**62, not " + std::to_string(*x));
  int64_t power = 1;
  while (power < *x)
    power *= 2;
  return call.evaluator.integer(power);
}

//===-- memory ------------------------------------------------------------------------------------------------===//

static Value dsHandler(Call &call) {
  Evaluator &evaluator = call.evaluator;
  Value start = call["start"], size = call["size"];
  // `pl.ds(n)` is the first n elements; `pl.ds(None)` everything.
  if (isNone(size)) {
    if (isNone(start))
      return evaluator.make<SliceObject>(evaluator.none(), evaluator.none(), evaluator.none());
    std::swap(start, size);
    start = evaluator.integer(0);
  }
  std::optional<int64_t> count = isa<ArrayObject>(size) ? getKnownInteger(cast<ArrayObject>(size)->value) : evaluator.toInt(size, "size");
  if (!count)
    return evaluator.hasPending() ? nullptr
                                  : Value(evaluator.raise(DiagnosticId::typeError, "the size of a `pl.ds` must be known while compiling", call.rangeOf("size")));
  std::optional<int64_t> stride = isNone(call["stride"]) ? std::optional<int64_t>(1) : evaluator.toInt(call["stride"], "stride");
  if (!stride)
    return nullptr;
  if (*count < 0 || *stride < 1)
    return evaluator.raise(DiagnosticId::valueError, "a `pl.ds` has a size of 0 or more and a stride of 1 or more, not " + std::to_string(*count) + " and " +
                                                         std::to_string(*stride));
  std::optional<Operand> first = toOperand(evaluator, start, "pl.ds");
  if (!first)
    return nullptr;
  if (!first->shape().empty() || !numerics::isInteger(first->type.dtype))
    return evaluator.raise(DiagnosticId::typeError, "the start of a `pl.ds` must be an integer", call.rangeOf("start"));
  return evaluator.make<DynamicSliceObject>(start, *count, *stride);
}

/// Cache and eviction hints say how, not what; `volatile` is refused.
static Value loadHandler(Call &call) {
  Evaluator &evaluator = call.evaluator;
  PallasView *view = toView(evaluator, call[size_t(0)], publicName(call.entry));
  if (!view || !refuseArguments(call, {"volatile"}, true))
    return nullptr;
  bool hasIndex = call.parameters->size() > 1 && (*call.parameters)[1].name == "idx";
  Value key = hasIndex && !isNone(call["idx"]) ? call["idx"] : evaluator.ellipsis();
  return loadView(evaluator, view, key, call["mask"], call["other"]);
}
static Value storeHandler(Call &call) {
  Evaluator &evaluator = call.evaluator;
  PallasView *view = toView(evaluator, call[size_t(0)], publicName(call.entry));
  if (!view)
    return nullptr;
  bool hasIndex = (*call.parameters)[1].name == "idx";
  Value key = hasIndex && !isNone(call["idx"]) ? call["idx"] : evaluator.ellipsis();
  return storeView(evaluator, view, key, call["val"], call["mask"]) ? evaluator.none() : nullptr;
}
static Value swapHandler(Call &call) {
  Evaluator &evaluator = call.evaluator;
  PallasView *view = toView(evaluator, call[size_t(0)], publicName(call.entry));
  Value key = view && isNone(call["idx"]) ? evaluator.ellipsis() : call["idx"];
  Value old = view ? loadView(evaluator, view, key, call["mask"]) : nullptr;
  return old && storeView(evaluator, view, key, call["val"], call["mask"]) ? old : nullptr;
}

static Value dotHandlerOfPallas(Call &call) {
  Evaluator &evaluator = call.evaluator;
  std::optional<DotOptions> options = toDotOptions(evaluator, call["precision"], evaluator.none());
  std::optional<bool> transA = evaluator.truth(call["trans_a"]), transB = evaluator.truth(call["trans_b"]);
  if (!options || !transA || !transB)
    return nullptr;
  if (!isNone(call["allow_tf32"])) {
    std::optional<bool> tf32 = evaluator.truth(call["allow_tf32"]);
    if (!tf32)
      return nullptr;
    options->precision = *tf32 ? tile::Precision::tf32 : tile::Precision::ieee;
  }
  Value a = *transA ? applyTranspose(evaluator, call["a"], {}, "pl.dot") : call["a"];
  Value b = !a ? nullptr : *transB ? applyTranspose(evaluator, call["b"], {}, "pl.dot") : call["b"];
  return b ? applyMatmul(evaluator, a, b, *options, publicName(call.entry)) : nullptr;
}

//===-- control -----------------------------------------------------------------------------------------------===//

static Value whenHandler(Call &call) {
  Value condition = call["condition"];
  return call.evaluator.function("when", [condition](Evaluator &e, Arguments &arguments) -> Value {
    if (arguments.positional.size() != 1)
      return e.raise(DiagnosticId::argumentError, "`pl.when(...)` is a decorator and takes one function");
    return recordWhen(e, condition, arguments.positional[0]) ? e.none() : nullptr;
  });
}

static Value loopHandler(Call &call) {
  Value lower = call["lower"], upper = call["upper"], step = call["step"], carry = call["init_carry"];
  bool unroll = isa<BoolObject>(call["unroll"]) && cast<BoolObject>(call["unroll"])->value;
  bool carries = !isNone(carry);
  return call.evaluator.function("loop", [=](Evaluator &e, Arguments &arguments) -> Value {
    if (arguments.positional.size() != 1)
      return e.raise(DiagnosticId::argumentError, "`pl.loop(...)` is a decorator and takes one function");
    Value body = arguments.positional[0];
    if (!carries) // the body takes the index alone, and nothing is carried
      body = e.function("loop body", [inner = body](Evaluator &e2, Arguments &args) -> Value { return e2.call(inner, {args.positional[0]}) ? e2.none() : nullptr; });
    return recordLoop(e, lower, upper, step, body, carry, unroll, "pl.loop");
  });
}

static Value multipleOfHandler(Call &call) { return call[size_t(0)]; }

static Value reciprocalHandler(Call &call) {
  std::optional<bool> approximate = call.evaluator.truth(call["approx"]);
  return approximate ? applyUnary(call.evaluator, Unary::reciprocal, call["x"], publicName(call.entry)) : nullptr;
}
static Value broadcastToHandlerOfPallas(Call &call) {
  std::optional<std::vector<int64_t>> shape = call.evaluator.toShape(call["shape"], "shape");
  return shape ? applyBroadcastTo(call.evaluator, call["a"], *shape, publicName(call.entry)) : nullptr;
}

//===-- records -----------------------------------------------------------------------------------------------===//

static Value noBlockSpecConstant(Call &call) { return call.evaluator.make<RecordObject>(call.evaluator.libraryClass("jax.experimental.pallas", "NoBlockSpec")); }

/// A record of everything that was passed by keyword.
static Value parametersHandler(Call &call) {
  auto *record = call.evaluator.make<RecordObject>(call.evaluator.libraryClass(call.entry->module, call.entry->name));
  for (auto [index, parameter] : llvm::enumerate(*call.parameters)) {
    if (parameter.kind != syntax::Parameter::Kind::varKeywords) {
      record->set(parameter.name, call[index]);
      continue;
    }
    for (const HashTable::Entry &entry : cast<DictObject>(call[index])->table.entries())
      if (entry.key)
        record->set(cast<StrObject>(entry.key)->value, entry.value);
  }
  return record;
}

#define TESSERA_PALLAS "jax.experimental.pallas"
#define TESSERA_ENTRY(name, signature, summary, handler) {TESSERA_PALLAS, name, EntryKind::function, signature, summary, handler}
static const LibraryEntry entries[] = {
    TESSERA_ENTRY("pallas_call",
                  "(kernel, out_shape, *, grid_spec=None, grid=None, in_specs=None, out_specs=None, scratch_shapes=None, input_output_aliases=None, "
                  "debug=False, interpret=False, name=None, compiler_params=None, cost_estimate=None, backend=None, metadata=None)",
                  "Turns a kernel into a function of arrays.", pallasCallHandler),
    {TESSERA_PALLAS, "BlockSpec", EntryKind::type, "(block_shape=None, index_map=None, *, memory_space=None, indexing_mode=None, pipeline_mode=None)",
     "Which block of an array each program sees.", blockSpecHandler},
    {TESSERA_PALLAS, "GridSpec", EntryKind::type, "(grid=None, in_specs=None, out_specs=None, scratch_shapes=None)", "A grid and the specs of all arrays.", gridSpecHandler},
    {TESSERA_PALLAS, "Element", EntryKind::type, "(block_size, padding=(0, 0))", "A block dimension indexed by element.", elementHandler},
    {TESSERA_PALLAS, "Blocked", EntryKind::type, "(block_size)", "A block dimension indexed by block.", blockedHandler},
    {TESSERA_PALLAS, "Squeezed", EntryKind::type, "()", "A block dimension of size 1 that the kernel does not see.", squeezedConstant},
    {TESSERA_PALLAS, "squeezed", EntryKind::constant, "", "A block dimension of size 1 that the kernel does not see.", squeezedConstant},
    {TESSERA_PALLAS, "no_block_spec", EntryKind::constant, "", "Stands for the absence of a BlockSpec.", noBlockSpecConstant},
    {TESSERA_PALLAS, "ANY", EntryKind::constant, "", "Any memory: the whole array.", memorySpaceConstant},
    {TESSERA_PALLAS, "MemorySpace", EntryKind::type, "", "Where a block lives.", nullptr},
    {TESSERA_PALLAS ".MemorySpace", "ANY", EntryKind::constant, "", "Any memory: the whole array.", memorySpaceConstant},
    {TESSERA_PALLAS, "Ref", EntryKind::type, "", "A mutable buffer that a kernel reads and writes.", nullptr},
    {TESSERA_PALLAS, "CostEstimate", EntryKind::type, "(flops, transcendentals, bytes_accessed, remote_bytes_transferred=0)", "What a kernel is said to cost.", parametersHandler},
    TESSERA_ENTRY("program_id", "(axis)", "This program's index along an axis of the grid.", programIdHandler),
    TESSERA_ENTRY("num_programs", "(axis)", "The grid's size along an axis.", numProgramsHandler),
    TESSERA_ENTRY("cdiv", "(a, b)", "a / b, rounded up.", cdivHandler),
    TESSERA_ENTRY("align_to", "(x, a)", "x rounded up to a multiple of a.", alignToHandler),
    TESSERA_ENTRY("next_power_of_2", "(x)", "The least power of two that is not below x.", nextPowerOfTwoHandler),
    TESSERA_ENTRY("ds", "(start, size=None, stride=None)", "A slice of known size at a place that may be computed.", dsHandler),
    TESSERA_ENTRY("dslice", "(start, size=None, stride=None)", "A slice of known size at a place that may be computed.", dsHandler),
    TESSERA_ENTRY("load", "(x_ref_or_view, idx=None, *, mask=None, other=None, cache_modifier=None, eviction_policy=None, volatile=None)", "Reads a Ref, where a mask holds.", loadHandler),
    TESSERA_ENTRY("store", "(x_ref_or_view, idx, val, *, mask=None, eviction_policy=None)", "Writes a Ref, where a mask holds.", storeHandler),
    TESSERA_ENTRY("swap", "(x_ref_or_view, idx, val, *, mask=None, eviction_policy=None)", "Writes a Ref and gives what it held.", swapHandler),
    TESSERA_ENTRY("dot", "(a, b, trans_a=False, trans_b=False, allow_tf32=None, precision=None)", "Matrix product.", dotHandlerOfPallas),
    {TESSERA_PALLAS, "when", EntryKind::decorator, "(condition)", "Runs a function where a condition holds.", whenHandler},
    {TESSERA_PALLAS, "loop", EntryKind::decorator, "(lower, upper, *, init_carry=None, step=1, unroll=None)", "Runs a function for each index.", loopHandler},
    TESSERA_ENTRY("multiple_of", "(x, values)", "The value itself: the hint is not used.", multipleOfHandler),
    TESSERA_ENTRY("broadcast_to", "(a, shape)", "Repeats an array to a shape.", broadcastToHandlerOfPallas),
    TESSERA_ENTRY("reciprocal", "(x, *, approx=False)", "1 / x.", reciprocalHandler),
    TESSERA_ENTRY("debug_print", "(fmt, *args)", "Prints from a kernel.", nullptr),
    TESSERA_ENTRY("debug_check", "(condition, message)", "Checks a condition in a kernel.", nullptr),
    TESSERA_ENTRY("kernel", "(*args, **kwargs)", "A kernel over a mesh.", nullptr),
    TESSERA_ENTRY("core_map", "(*args, **kwargs)", "Runs a function over a mesh.", nullptr),
    TESSERA_ENTRY("run_scoped", "(f, *types, **kwargs)", "Runs a function with scratch buffers.", nullptr),
    TESSERA_ENTRY("run_state", "(f)", "Runs a function on Refs made of values.", nullptr),
    TESSERA_ENTRY("with_scoped", "(*types, **kwargs)", "Gives a function scratch buffers.", nullptr),
    TESSERA_ENTRY("get_global", "(what)", "A buffer that all programs share.", nullptr),
    TESSERA_ENTRY("semaphore_signal", "(*args, **kwargs)", "Raises a semaphore.", nullptr),
    TESSERA_ENTRY("semaphore_wait", "(*args, **kwargs)", "Waits for a semaphore.", nullptr),
    TESSERA_ENTRY("semaphore_read", "(*args, **kwargs)", "Reads a semaphore.", nullptr),
    TESSERA_ENTRY("delay", "(nanos)", "Waits.", nullptr),
    TESSERA_ENTRY("estimate_cost", "(fun, *args)", "The cost of a function.", nullptr),
    TESSERA_ENTRY("empty", "(shape, dtype)", "An array that nobody wrote.", nullptr),
    TESSERA_ENTRY("empty_like", "(x)", "An array like another that nobody wrote.", nullptr),
    TESSERA_ENTRY("atomic_add", "(x_ref_or_view, idx, val, *, mask=None)", "Adds to a Ref atomically.", nullptr),
    TESSERA_ENTRY("atomic_max", "(x_ref_or_view, idx, val, *, mask=None)", "Maximum with a Ref, atomically.", nullptr),
    TESSERA_ENTRY("atomic_min", "(x_ref_or_view, idx, val, *, mask=None)", "Minimum with a Ref, atomically.", nullptr),
    TESSERA_ENTRY("atomic_cas", "(ref, cmp, val)", "Compares and exchanges, atomically.", nullptr),
    TESSERA_ENTRY("atomic_xchg", "(x_ref_or_view, idx, val, *, mask=None)", "Exchanges atomically.", nullptr),
    {TESSERA_PALLAS, "Buffered", EntryKind::type, "(buffer_count, use_lookahead=False)", "How many buffers a pipeline has.", nullptr},
    {TESSERA_PALLAS, "BoundedSlice", EntryKind::type, "(block_size)", "A block dimension of computed size.", nullptr},
    {TESSERA_PALLAS, "gpu", EntryKind::module, "jax.experimental.pallas.triton", "The Triton back end's names, by their older module.", nullptr},
    {TESSERA_PALLAS, "MemoryRef", EntryKind::type, "", "A scratch buffer to be made.", nullptr},
};
#undef TESSERA_ENTRY

#define TESSERA_TPU "jax.experimental.pallas.tpu"
#define TESSERA_SPACE(name, summary)                                                                                    \
  {TESSERA_TPU, name, EntryKind::constant, "", summary, memorySpaceConstant},                                          \
      {TESSERA_TPU ".TPUMemorySpace", name, EntryKind::constant, "", summary, memorySpaceConstant},                    \
      {TESSERA_TPU ".MemorySpace", name, EntryKind::constant, "", summary, memorySpaceConstant}
static const LibraryEntry tpuEntries[] = {
    {TESSERA_TPU, "TPUMemorySpace", EntryKind::type, "", "A TPU's memories, by their older name; on a GPU they say nothing.", nullptr},
    {TESSERA_TPU, "MemorySpace", EntryKind::type, "", "A TPU's memories; on a GPU they say nothing.", nullptr},
    TESSERA_SPACE("SMEM", "A TPU's scalar memory."),
    TESSERA_SPACE("VMEM", "A TPU's vector memory."),
    TESSERA_SPACE("ANY", "Any memory: the whole array."),
    TESSERA_SPACE("HBM", "A TPU's main memory."),
    TESSERA_SPACE("CMEM", "A TPU's common memory."),
    {TESSERA_TPU, "CompilerParams", EntryKind::type, "(**kwargs)", "Parameters of the TPU compiler; on a GPU they say nothing.", parametersHandler},
    {TESSERA_TPU, "TPUCompilerParams", EntryKind::type, "(**kwargs)", "Parameters of the TPU compiler, by their older name.", parametersHandler},
    {TESSERA_TPU, "PrefetchScalarGridSpec", EntryKind::type, "(*args, **kwargs)", "A grid whose index maps read scalars.", nullptr},
    {TESSERA_TPU, "SemaphoreType", EntryKind::type, "(*args)", "Kinds of semaphore.", nullptr},
    {TESSERA_TPU, "make_async_copy", EntryKind::function, "(*args, **kwargs)", "A copy in the background.", nullptr},
    {TESSERA_TPU, "emit_pipeline", EntryKind::function, "(*args, **kwargs)", "A pipeline inside a kernel.", nullptr},
};
#undef TESSERA_SPACE

#define TESSERA_TRITON "jax.experimental.pallas.triton"
static const LibraryEntry tritonEntries[] = {
    {TESSERA_TRITON, "CompilerParams", EntryKind::type, "(*, num_warps=None, num_stages=None)", "Warps a program and stages of a loop.", parametersHandler},
    {TESSERA_TRITON, "TritonCompilerParams", EntryKind::type, "(*, num_warps=None, num_stages=None)", "Warps a program and stages of a loop, by their older name.", parametersHandler},
    {TESSERA_TRITON, "load", EntryKind::function, "(ref, *, mask=None, other=None, cache_modifier=None, eviction_policy=None, volatile=None)", "Reads a Ref, where a mask holds.", loadHandler},
    {TESSERA_TRITON, "store", EntryKind::function, "(ref, val, *, mask=None, eviction_policy=None)", "Writes a Ref, where a mask holds.", storeHandler},
    {TESSERA_TRITON, "dot", EntryKind::function, "(a, b, trans_a=False, trans_b=False, allow_tf32=None, precision=None)", "Matrix product.", dotHandlerOfPallas},
    {TESSERA_TRITON, "debug_barrier", EntryKind::function, "()", "A barrier in a program.", nullptr},
    {TESSERA_TRITON, "approx_tanh", EntryKind::function, "(x)", "A fast hyperbolic tangent.", nullptr},
    {TESSERA_TRITON, "elementwise_inline_asm", EntryKind::function, "(*args, **kwargs)", "Inline PTX.", nullptr},
    {TESSERA_TRITON, "atomic_add", EntryKind::function, "(ref, idx, val, *, mask=None)", "Adds to a Ref atomically.", nullptr},
    {TESSERA_TRITON, "atomic_max", EntryKind::function, "(ref, idx, val, *, mask=None)", "Maximum with a Ref, atomically.", nullptr},
    {TESSERA_TRITON, "atomic_cas", EntryKind::function, "(ref, cmp, val)", "Compares and exchanges, atomically.", nullptr},
};

void library::registerPallas(LibraryTable &table) {
  static const LibraryModule modules[] = {{TESSERA_PALLAS, "Kernels on blocks of arrays."},
                                          {TESSERA_TPU, "Pallas's names for TPUs, as far as a GPU program may carry them."},
                                          {TESSERA_TRITON, "Pallas's names for its Triton back end."}};
  table.add(modules, entries);
  table.add({}, tpuEntries);
  table.add({}, tritonEntries);
  registerMosaicGpu(table);
}
