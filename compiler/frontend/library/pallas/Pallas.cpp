// SPDX-License-Identifier: Apache-2.0
// The table of `pl`, with the handlers that are no longer than their names: the grid, arithmetic, control flow, records.
#include "compiler/frontend/library/arrays/Tree.h"
#include "compiler/frontend/library/jax/Control.h"
#include "compiler/frontend/library/jax/Operations.h"
#include "compiler/frontend/library/mosaic_gpu/MosaicGpu.h"
#include "compiler/frontend/library/pallas/BlockSpecs.h"
#include "compiler/frontend/library/pallas/PallasCall.h"
#include "compiler/frontend/library/pallas/PallasTables.h"

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
  KernelStack &stack = evaluator.state<KernelStack>();
  if (!isInKernel(evaluator))
    return evaluator.raise(DiagnosticId::valueError, "`" + publicName(call.entry) + "` is called outside a kernel");
  const KernelInProgress &kernel = stack.kernels.back();
  size_t rank = kernel.indices.empty() ? kernel.grid.size() : kernel.indices.size();
  if (*axis < 0 || *axis >= static_cast<int64_t>(rank))
    return evaluator.raise(DiagnosticId::indexError, "`" + publicName(call.entry) + "(" + std::to_string(*axis) + ")`, but the grid has " + std::to_string(rank) +
                                                         (rank == 1 ? " axis" : " axes"),
                           call.rangeOf("axis"))
        .note(rank == 0 ? "`pallas_call` got no `grid`: there is one program" : "axes count from 0");
  return axis;
}

static Value programIdHandler(Call &call) {
  std::optional<int64_t> axis = readGridAxis(call);
  if (!axis)
    return nullptr;
  const KernelInProgress &kernel = call.evaluator.state<KernelStack>().kernels.back();
  if (!kernel.indices.empty()) // of the pipeline around
    return kernel.indices[*axis];
  return wrap(call.evaluator, emitterHere(call.evaluator).create<tile::ProgramIdOp>(*axis), DType::int32);
}
static Value numProgramsHandler(Call &call) {
  std::optional<int64_t> axis = readGridAxis(call);
  if (!axis)
    return nullptr;
  const KernelInProgress &kernel = call.evaluator.state<KernelStack>().kernels.back();
  if (!kernel.sizes.empty())
    return kernel.sizes[*axis];
  return wrap(call.evaluator, emitterHere(call.evaluator).create<tile::NumProgramsOp>(*axis), DType::int32);
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

//===-- arithmetic ---------------------------------------------------------------------------------------------===//

/// Accumulates and gives float32 for floats and int32 for integers, as `pl.dot` always did.
Value frontend::dotOfPallasHandler(Call &call) {
  Evaluator &evaluator = call.evaluator;
  if (!checkAlgorithm(call))
    return nullptr;
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
  auto isFloating = [](Value value) {
    std::optional<Operand> operand = asOperand(value);
    return operand && numerics::isFloat(operand->type.dtype);
  };
  if (isFloating(call["a"]) && isFloating(call["b"]))
    options->preferred = DType::float32;
  else if (!isFloating(call["a"]) && !isFloating(call["b"]))
    options->preferred = DType::int32;
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

static Value delayHandler(Call &call) {
  KernelMachine *machine = currentMachine(call.evaluator);
  return !machine || machine->delay(call.evaluator, call["nanos"]) ? call.evaluator.none() : nullptr;
}

Value frontend::firstArgumentHandler(Call &call) { return call[size_t(0)]; }

static Value reciprocalHandler(Call &call) {
  std::optional<bool> approximate = call.evaluator.truth(call["approx"]);
  return approximate ? applyUnary(call.evaluator, Unary::reciprocal, call["x"], publicName(call.entry)) : nullptr;
}
static Value broadcastToHandlerOfPallas(Call &call) {
  std::optional<std::vector<int64_t>> shape = call.evaluator.toShape(call["shape"], "shape");
  return shape ? applyBroadcastTo(call.evaluator, call["a"], *shape, publicName(call.entry)) : nullptr;
}

/// Row-major strides in elements: (2, 3, 4) gives (12, 4, 1).
static Value stridesFromShapeHandler(Call &call) {
  std::optional<std::vector<int64_t>> shape = call.evaluator.toShape(call["shape"], "shape");
  if (!shape)
    return nullptr;
  std::vector<int64_t> strides(shape->size());
  int64_t stride = 1;
  for (size_t axis = shape->size(); axis-- > 0; stride *= (*shape)[axis])
    strides[axis] = stride;
  return call.evaluator.tupleOfInts(strides);
}

/// The parts of `pl.empty` that say where say nothing here.
static Value emptyHandler(Call &call) {
  std::optional<std::vector<int64_t>> shape = call.evaluator.toShape(call["shape"], "shape");
  std::optional<DType> type = shape ? toDType(call.evaluator, call["dtype"], "dtype", DType::float32) : std::nullopt;
  return type ? makeEmpty(call.evaluator, *type, *shape) : nullptr;
}
static Value emptyLikeHandler(Call &call) {
  return mapTree(call.evaluator, call["x"], [&](Value leaf) -> Value {
    KernelOperand shaped;
    return readShaped(call.evaluator, leaf, shaped, publicName(call.entry)) ? makeEmpty(call.evaluator, shaped.dtype, shaped.shape) : nullptr;
  });
}

//===-- records -----------------------------------------------------------------------------------------------===//

static Value noBlockSpecConstant(Call &call) { return call.evaluator.make<RecordObject>(call.evaluator.libraryClass("jax.experimental.pallas", "NoBlockSpec")); }

/// A member of an enumeration of hints: its name.
Value frontend::wordConstant(Call &call) { return call.evaluator.string(call.entry->name); }
Value frontend::nothingHandler(Call &call) { return call.evaluator.none(); }

Value frontend::parametersHandler(Call &call) {
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

/// A dict of a record's fields, by which `dataclasses` knows it.
static Value dataclassFields(Call &call) {
  DictObject *fields = call.evaluator.dict();
  for (const auto &[name, value] : cast<RecordObject>(call.self)->fields)
    fields->set(call.evaluator, name, value);
  return fields;
}
#define TESSERA_DATA(name)                                                                                             \
  {name,                                                                                                               \
   "__dataclass_fields__",                                                                                             \
   EntryKind::property,                                                                                                \
   "",                                                                                                                 \
   "The fields, for `dataclasses.replace` and its kin.",                                                               \
   dataclassFields}
#define TESSERA_PALLAS "jax.experimental.pallas"
#define TESSERA_GPU "jax.experimental.pallas.mosaic_gpu"
#define TESSERA_TPU "jax.experimental.pallas.tpu"
#define TESSERA_ENTRY(name, signature, summary, handler) {TESSERA_PALLAS, name, EntryKind::function, signature, summary, handler}
static const LibraryEntry entries[] = {
    TESSERA_DATA(TESSERA_PALLAS ".BlockSpec"),
    TESSERA_DATA(TESSERA_PALLAS ".GridSpec"),
    TESSERA_DATA(TESSERA_PALLAS ".Element"),
    TESSERA_DATA(TESSERA_PALLAS ".Blocked"),
    TESSERA_DATA(TESSERA_PALLAS ".BoundedSlice"),
    TESSERA_DATA(TESSERA_PALLAS ".Buffered"),
    TESSERA_DATA(TESSERA_PALLAS ".CompilerParams"),
    TESSERA_DATA(TESSERA_PALLAS ".CostEstimate"),
    TESSERA_DATA(TESSERA_TPU ".CompilerParams"),
    TESSERA_DATA(TESSERA_TPU ".TPUCompilerParams"),
    TESSERA_DATA(TESSERA_TPU ".InterpretParams"),
    TESSERA_DATA(TESSERA_TPU ".PrefetchScalarGridSpec"),
    TESSERA_DATA(TESSERA_PALLAS ".triton.CompilerParams"),
    TESSERA_DATA(TESSERA_PALLAS ".triton.TritonCompilerParams"),
    TESSERA_DATA(TESSERA_TPU ".TensorCoreMesh"),
    TESSERA_DATA(TESSERA_GPU ".CompilerParams"),
    TESSERA_DATA(TESSERA_GPU ".GPUCompilerParams"),
    TESSERA_DATA(TESSERA_GPU ".BlockSpec"),
    TESSERA_DATA(TESSERA_GPU ".Barrier"),
    TESSERA_DATA(TESSERA_GPU ".ClusterBarrier"),
    TESSERA_DATA(TESSERA_GPU ".TilingTransform"),
    TESSERA_DATA(TESSERA_GPU ".SwizzleTransform"),
    TESSERA_DATA(TESSERA_GPU ".TransposeTransform"),
    {"numpy.hidden", "_ref_in_kernel", EntryKind::method, "(owner)", "", refInKernelHandler},
    TESSERA_ENTRY("pallas_call",
                  "(kernel, out_shape, *, grid_spec=None, grid=None, in_specs=None, out_specs=None, "
                  "scratch_shapes=None, input_output_aliases=None, "
                  "debug=False, interpret=False, name=None, compiler_params=None, cost_estimate=None, backend=None, "
                  "metadata=None)",
                  "Turns a kernel into a function of arrays. The kernel gets one Ref an input, then one an output, "
                  "then one a scratch buffer; it runs once for each "
                  "point of the grid, in row-major order.",
                  pallasCallHandler),
    {TESSERA_PALLAS, "BlockSpec", EntryKind::type,
     "(block_shape=None, index_map=None, *, memory_space=None, indexing_mode=None, pipeline_mode=None)",
     "Which block of an array each program sees: its shape, one entry an axis of the array (None drops the axis), and "
     "a function from the grid's indices to the "
     "block's index.",
     blockSpecHandler},
    {TESSERA_PALLAS, "GridSpec", EntryKind::type, "(grid=None, in_specs=None, out_specs=None, scratch_shapes=None)",
     "A grid and the specs of all arrays.", gridSpecHandler},
    {TESSERA_PALLAS, "Element", EntryKind::type, "(block_size, padding=(0, 0))",
     "A block dimension whose index map counts elements; `padding` lets blocks begin before the array and end after "
     "it.",
     elementHandler},
    {TESSERA_PALLAS, "Blocked", EntryKind::type, "(block_size)",
     "A block dimension whose index map counts blocks, as a plain integer does.", blockedHandler},
    {TESSERA_PALLAS, "Squeezed", EntryKind::type, "()",
     "A block dimension of size 1 that the kernel does not see, as None is.", squeezedConstant},
    {TESSERA_PALLAS, "squeezed", EntryKind::constant, "",
     "A block dimension of size 1 that the kernel does not see, as None is.", squeezedConstant},
    {TESSERA_PALLAS, "BoundedSlice", EntryKind::type, "(block_size)",
     "A block dimension whose index map gives a `pl.ds`: elements from a computed start. A slice shorter than the "
     "bound is refused.",
     boundedSliceHandler},
    {TESSERA_PALLAS, "Unblocked", EntryKind::type, "(padding=None)",
     "The older way to say that the index map counts elements along every axis.", unblockedHandler},
    {TESSERA_PALLAS, "Indirect", EntryKind::type, "(block_size)", "A block dimension that is gathered.", nullptr},
    {TESSERA_PALLAS, "BlockDim", EntryKind::type, "", "Any kind of block dimension.", nullptr},
    {TESSERA_PALLAS, "Buffered", EntryKind::type,
     "(buffer_count, use_lookahead=False, revisit=None, prefetched_count=None)",
     "How many buffers a pipeline has: a hint that changes no result.", parametersHandler},
    {TESSERA_PALLAS, "RevisitMode", EntryKind::type, "",
     "When a block may be visited again: a hint that changes no result.", nullptr},
    {TESSERA_PALLAS ".RevisitMode", "IMMEDIATE", EntryKind::constant, "", "One step after the other.", wordConstant},
    {TESSERA_PALLAS ".RevisitMode", "ANY", EntryKind::constant, "", "At any time.", wordConstant},
    {TESSERA_PALLAS, "no_block_spec", EntryKind::constant, "",
     "Stands for the absence of a BlockSpec: every program sees the whole array.", noBlockSpecConstant},
    {TESSERA_PALLAS, "ANY", EntryKind::constant, "", "Any memory: the whole array.", memorySpaceConstant},
    {TESSERA_PALLAS, "HOST", EntryKind::constant, "", "The host's memory; says nothing here.", memorySpaceConstant},
    {TESSERA_PALLAS, "MemorySpace", EntryKind::type, "", "Where a block lives.", nullptr},
    {TESSERA_PALLAS ".MemorySpace", "ANY", EntryKind::constant, "", "Any memory: the whole array.",
     memorySpaceConstant},
    {TESSERA_PALLAS ".MemorySpace", "DEFAULT", EntryKind::constant, "", "The memory that the back end takes.",
     memorySpaceConstant},
    {TESSERA_PALLAS ".MemorySpace", "HOST", EntryKind::constant, "", "The host's memory; says nothing here.",
     memorySpaceConstant},
    {TESSERA_PALLAS ".MemorySpace", "ERROR", EntryKind::constant, "", "JAX's place for the errors of checkify.",
     nullptr},
    {TESSERA_PALLAS ".MemorySpace", "INDEX", EntryKind::constant, "", "JAX's place for indices of blocks.", nullptr},
    {TESSERA_PALLAS ".MemorySpace", "KEY", EntryKind::constant, "", "JAX's place for random keys.", nullptr},
    {TESSERA_PALLAS, "MemoryRef", EntryKind::type, "(shape, dtype=None, memory_space=None)",
     "A scratch buffer to be made, for `scratch_shapes` and `run_scoped`.", memoryRefHandler},
    {TESSERA_PALLAS, "Ref", EntryKind::type, "",
     "A mutable buffer that a kernel reads by `ref[...]` and writes by `ref[...] = x`.", nullptr},
    {TESSERA_PALLAS, "Slice", EntryKind::type, "(start, size, stride=1)", "What `pl.ds` makes.", dsHandler},
    {TESSERA_PALLAS, "CompilerParams", EntryKind::type, "(**kwargs)",
     "Parameters of a back end's compiler; `num_warps` and `num_stages` count, the rest says nothing here.",
     parametersHandler},
    {TESSERA_PALLAS, "CostEstimate", EntryKind::type,
     "(flops, transcendentals, bytes_accessed, remote_bytes_transferred=0)",
     "What a kernel is said to cost; changes no result.", parametersHandler},
    TESSERA_ENTRY("program_id", "(axis)", "This program's index along an axis of the grid: an int32.",
                  programIdHandler),
    TESSERA_ENTRY("num_programs", "(axis)", "The grid's size along an axis: an int32.", numProgramsHandler),
    TESSERA_ENTRY("cdiv", "(a, b)", "a / b, rounded up.", cdivHandler),
    TESSERA_ENTRY("align_to", "(x, a)", "x rounded up to a multiple of a.", alignToHandler),
    TESSERA_ENTRY("next_power_of_2", "(x)", "The least power of two that is not below x.", nextPowerOfTwoHandler),
    TESSERA_ENTRY("strides_from_shape", "(shape)", "Row-major strides of a shape, in elements.",
                  stridesFromShapeHandler),
    TESSERA_ENTRY("ds", "(start, size=None, stride=None)", "A slice of known size at a place that may be computed.",
                  dsHandler),
    TESSERA_ENTRY("dslice", "(start, size=None, stride=None)", "A slice of known size at a place that may be computed.",
                  dsHandler),
    TESSERA_ENTRY("load",
                  "(x_ref_or_view, idx=None, *, mask=None, other=None, cache_modifier=None, eviction_policy=None, "
                  "volatile=False)",
                  "Reads a Ref where a mask holds; elsewhere the result is `other`, or undefined.", loadRefHandler),
    TESSERA_ENTRY("store", "(x_ref_or_view, idx, val, *, mask=None, eviction_policy=None)",
                  "Writes a Ref where a mask holds.", storeRefHandler),
    TESSERA_ENTRY("swap", "(x_ref_or_view, idx, val, *, mask=None, eviction_policy=None)",
                  "Writes a Ref and gives what it held.", swapRefHandler),
    TESSERA_ENTRY("dot", "(a, b, trans_a=False, trans_b=False, allow_tf32=None, precision=None)",
                  "Matrix product of (M, K) and (K, N); float32 for floats.", dotOfPallasHandler),
    {TESSERA_PALLAS, "when", EntryKind::decorator, "(condition)",
     "Runs a function, which takes nothing, where a condition holds.", whenHandler},
    {TESSERA_PALLAS, "loop", EntryKind::decorator, "(lower, upper, *, init_carry=None, step=1, unroll=None)",
     "Runs a function for each index, with what it carries from one to the next; in its place stands the last carry.",
     loopHandler},
    {TESSERA_PALLAS, "with_scoped", EntryKind::decorator, "(*types, collective_axes=(), **kw_types)",
     "Gives a function scratch buffers, after the arguments of its call.", withScopedHandler},
    TESSERA_ENTRY("run_scoped", "(f, *types, collective_axes=(), **kw_types)",
                  "Calls a function with scratch buffers and gives what it returns.", runScopedHandler),
    TESSERA_ENTRY("run_state", "(f)",
                  "Makes of a function of Refs one of values: the Refs begin as the values, and their last contents "
                  "are the result.",
                  runStateHandler),
    TESSERA_ENTRY("multiple_of", "(x, values)", "The value itself; says what it is a multiple of, which is not used.",
                  firstArgumentHandler),
    TESSERA_ENTRY("broadcast_to", "(a, shape)", "Repeats an array to a shape.", broadcastToHandlerOfPallas),
    TESSERA_ENTRY("reciprocal", "(x, *, approx=False)", "1 / x; exact, also where an approximation is allowed.",
                  reciprocalHandler),
    TESSERA_ENTRY("empty", "(shape, dtype, *, memory_space=None, interpret=False, backend=None)",
                  "An array that nobody wrote: NaN, or the smallest integer.", emptyHandler),
    TESSERA_ENTRY("empty_like", "(x, *, memory_space=None, interpret=False, backend=None)",
                  "Arrays of a tree's shapes and dtypes that nobody wrote.", emptyLikeHandler),
    TESSERA_ENTRY("empty_ref_like", "(x)", "A Ref like another that nobody wrote.", nullptr),
    TESSERA_ENTRY("debug_print", "(fmt, *args)",
                  "Prints from a kernel: `{}` are filled with the values, or these follow the text when there is none.",
                  debugPrintHandler),
    TESSERA_ENTRY("debug_check", "(condition, message)",
                  "Ends the run where a condition does not hold, if `pl.enable_debug_checks` says so; else nothing.",
                  debugCheckHandler),
    TESSERA_ENTRY("enable_debug_checks", "(enabled=True)", "In its `with` block, `pl.debug_check` checks.",
                  enableDebugChecksHandler),
    TESSERA_ENTRY("debug_checks_enabled", "()", "Whether `pl.debug_check` checks.", debugChecksEnabledHandler),
    TESSERA_ENTRY("enable_poison_buffers", "(enabled=True)", "Fills buffers with NaN first.", nullptr),
    TESSERA_ENTRY("atomic_add", "(x_ref_or_view, idx, val, *, mask=None)",
                  "Adds to elements of a Ref, each in one step, and gives what they held.", atomicHandler),
    TESSERA_ENTRY("atomic_max", "(x_ref_or_view, idx, val, *, mask=None)",
                  "Maximum with elements of a Ref, each in one step; gives what they held.", atomicHandler),
    TESSERA_ENTRY("atomic_min", "(x_ref_or_view, idx, val, *, mask=None)",
                  "Minimum with elements of a Ref, each in one step; gives what they held.", atomicHandler),
    TESSERA_ENTRY("atomic_and", "(x_ref_or_view, idx, val, *, mask=None)",
                  "Bitwise and with elements of a Ref, each in one step; gives what they held.", atomicHandler),
    TESSERA_ENTRY("atomic_or", "(x_ref_or_view, idx, val, *, mask=None)",
                  "Bitwise or with elements of a Ref, each in one step; gives what they held.", atomicHandler),
    TESSERA_ENTRY("atomic_xor", "(x_ref_or_view, idx, val, *, mask=None)",
                  "Exclusive or with elements of a Ref, each in one step; gives what they held.", atomicHandler),
    TESSERA_ENTRY("atomic_xchg", "(x_ref_or_view, idx, val, *, mask=None)",
                  "Replaces elements of a Ref, each in one step, and gives what they held.", atomicHandler),
    TESSERA_ENTRY("atomic_cas", "(ref, cmp, val)",
                  "Replaces one element of a Ref if it equals `cmp`, in one step, and gives what it held.",
                  compareAndSwapHandler),
    TESSERA_ENTRY("kernel",
                  "(body=None, out_type=None, *, mesh, scratch_types=(), compiler_params=None, interpret=False, "
                  "cost_estimate=None, debug=False, name=None, "
                  "metadata=None, out_shape=None, scratch_shapes=())",
                  "Turns a kernel into a function of arrays: it runs once for each core of a mesh, and its Refs are "
                  "whole arrays.",
                  kernelHandler),
    TESSERA_ENTRY("core_map",
                  "(mesh, *, compiler_params=None, interpret=False, debug=False, cost_estimate=None, name=None, "
                  "metadata=None, scratch_shapes=())",
                  "Runs a function in each warp of a warpgroup (a `plgpu.WarpMesh`, inside a kernel), or on each core "
                  "of a mesh outside of one.",
                  coreMapHandler),
    TESSERA_ENTRY("get_global", "(what)", "A semaphore that all programs share.", getGlobalHandler),
    TESSERA_ENTRY("semaphore", "(*args)", "A semaphore's dtype.", nullptr),
    TESSERA_ENTRY("semaphore_signal", "(sem_or_view, inc=1, *, device_id=None, device_id_type=None, core_index=None)",
                  "Raises a semaphore of this device.", semaphoreSignalHandler),
    TESSERA_ENTRY("semaphore_wait", "(sem_or_view, value=1, *, decrement=True)",
                  "Waits for a semaphore and lowers it. Nothing runs beside the program here: where it would wait for "
                  "ever, the run ends with an error.",
                  semaphoreWaitHandler),
    TESSERA_ENTRY("semaphore_read", "(sem_or_view)", "What a semaphore has counted: an int32.", semaphoreReadHandler),
    {TESSERA_PALLAS, "DeviceIdType", EntryKind::type, "", "How another device is named.", nullptr},
    {TESSERA_PALLAS ".DeviceIdType", "MESH", EntryKind::constant, "", "By its place in a mesh.", wordConstant},
    {TESSERA_PALLAS ".DeviceIdType", "LOGICAL", EntryKind::constant, "", "By its number.", wordConstant},
    TESSERA_ENTRY("delay", "(nanos)", "Waits; changes no result.", delayHandler),
    TESSERA_ENTRY("select_ref", "(idx, *refs)", "One of several Refs of the same shape and dtype.", selectRefHandler),
    TESSERA_ENTRY("pallas_export_experimental", "(dynamic_shapes)", "Export with shapes that are open.", nullptr),
    TESSERA_ENTRY("pallas_call_p", "(*args, **kwargs)", "JAX's own primitive of `pallas_call`.", nullptr),
    TESSERA_ENTRY("estimate_cost", "(fun, *args, **kwargs)", "The cost of a function, counted.", nullptr),
    TESSERA_ENTRY("lower_as_mlir", "(f, *args, **kwargs)", "JAX's own IR of a function.", nullptr),
    {TESSERA_PALLAS, "gpu", EntryKind::module, "jax.experimental.pallas.triton",
     "The Triton back end's names, by their older module.", nullptr},
};
#undef TESSERA_ENTRY

void library::registerPallas(LibraryTable &table) {
  static const LibraryModule modules[] = {{TESSERA_PALLAS, "Kernels on blocks of arrays."}};
  table.add(modules, entries);
  registerPallasBackEnds(table);
  registerMosaicGpu(table);
}
