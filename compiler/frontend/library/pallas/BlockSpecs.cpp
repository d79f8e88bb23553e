// SPDX-License-Identifier: Apache-2.0
// BlockSpecs. `BlockSpec(block_shape, index_map)` is today's order and the seeds'; the releases before had the two arguments the
// other way round. Which one is meant is plain from their kinds, so both are taken, the old one with a remark.
#include "compiler/frontend/library/pallas/BlockSpecs.h"
#include "compiler/frontend/library/jax/Array.h"

using namespace tessera;
using namespace tessera::frontend;
using llvm::cast;
using llvm::dyn_cast;
using llvm::isa;

static constexpr llvm::StringLiteral pallasModule = "jax.experimental.pallas";

/// `pipeline_mode` says how many buffers a pipeline has, not what is computed; `indexing_mode` is the older way to say Element.
static bool checkModes(Call &call) {
  auto is = [](Value value, llvm::StringRef name) {
    auto *record = dyn_cast<RecordObject>(value);
    return isNone(value) || (record && record->recordType->name == name);
  };
  Evaluator &evaluator = call.evaluator;
  if (!is(call["pipeline_mode"], "Buffered"))
    return evaluator.raise(DiagnosticId::typeError, "`pipeline_mode` is a `" + call["pipeline_mode"]->typeName(evaluator) + "`, not a `pl.Buffered`",
                           call.rangeOf("pipeline_mode")), false;
  if (!isNone(call["pipeline_mode"]))
    reportOnce(evaluator, DiagnosticId::blockSpec, evaluator.where(call.rangeOf("pipeline_mode")),
               "`pipeline_mode` says how blocks are buffered on a TPU; it changes no result", Severity::remark);
  if (!is(call["indexing_mode"], "Unblocked") && !is(call["indexing_mode"], "Blocked"))
    return evaluator.raise(DiagnosticId::typeError, "`indexing_mode` is a `" + call["indexing_mode"]->typeName(evaluator) + "`, not a `pl.Unblocked`",
                           call.rangeOf("indexing_mode")), false;
  return true;
}

Value frontend::blockSpecHandler(Call &call) {
  Evaluator &evaluator = call.evaluator;
  Value shape = call["block_shape"], map = call["index_map"];
  bool shapeIsFunction = !isNone(shape) && evaluator.isCallable(shape) && !isa<SequenceObject>(shape);
  if (shapeIsFunction && (isNone(map) || isa<SequenceObject>(map))) {
    if (Diagnostic *remark = reportOnce(evaluator, DiagnosticId::blockSpec, evaluator.where(),
                                        "the index map stands before the block shape, as in older releases of Pallas", Severity::remark))
      remark->note("today's order is `pl.BlockSpec(block_shape, index_map)`");
    std::swap(shape, map);
  }
  if (!checkModes(call))
    return nullptr;
  if (!isNone(shape) && !isa<SequenceObject>(shape))
    return evaluator.raise(DiagnosticId::blockSpec, "`block_shape` is a `" + shape->typeName(evaluator) + "`, not a tuple", call.rangeOf("block_shape"))
        .note("write the sizes of one block, for example `pl.BlockSpec((128, 128), lambda i, j: (i, j))`");
  if (!isNone(map) && !evaluator.isCallable(map))
    return evaluator.raise(DiagnosticId::indexMap, "`index_map` is a `" + map->typeName(evaluator) + "`, not a function", call.rangeOf("index_map"))
        .note("write a function of the grid's indices, for example `lambda i, j: (i, j)`");
  if (!toMemorySpace(evaluator, call["memory_space"]))
    return nullptr;
  llvm::StringRef module = call.entry->module; // Mosaic GPU's has a class of its own, derived from Pallas's
  auto *record = evaluator.make<RecordObject>(evaluator.libraryClass(module.ends_with("mosaic_gpu") ? module : llvm::StringRef(pallasModule), "BlockSpec"));
  record->range = evaluator.range();
  record->set("block_shape", shape).set("index_map", map).set("memory_space", call["memory_space"]);
  if (!isNone(call["indexing_mode"]))
    record->set("indexing_mode", call["indexing_mode"]);
  return record;
}

static Value makeGridSpec(Call &call, llvm::StringRef className) {
  auto *record = call.evaluator.make<RecordObject>(call.evaluator.libraryClass(call.entry->module, className));
  record->range = call.evaluator.range();
  for (llvm::StringRef name : {"grid", "in_specs", "out_specs", "scratch_shapes"})
    record->set(name, call[name]);
  return record;
}
Value frontend::gridSpecHandler(Call &call) { return makeGridSpec(call, "GridSpec"); }
Value frontend::prefetchGridSpecHandler(Call &call) {
  Value record = makeGridSpec(call, "PrefetchScalarGridSpec");
  cast<RecordObject>(record)->set("num_scalar_prefetch", call["num_scalar_prefetch"]);
  return record;
}

/// `pl.Element(n)`, `pl.Blocked(n)`: records with a kind and a size.
static RecordObject *makeDimension(Call &call, llvm::StringRef kind) {
  std::optional<int64_t> size = call.evaluator.toInt(call[size_t(0)], "block_size");
  if (!size)
    return nullptr;
  auto *record = call.evaluator.make<RecordObject>(call.evaluator.libraryClass(pallasModule, kind));
  record->set("block_size", call.evaluator.integer(*size));
  return record;
}
Value frontend::elementHandler(Call &call) {
  std::optional<std::vector<int64_t>> padding = call.evaluator.toInts(call["padding"], "padding");
  if (!padding)
    return nullptr;
  if (padding->size() != 2 || (*padding)[0] < 0 || (*padding)[1] < 0)
    return call.evaluator.raise(DiagnosticId::valueError, "`padding` is " + formatShape(*padding) + ", not two numbers of elements, before and after",
                                call.rangeOf("padding"));
  RecordObject *record = makeDimension(call, "Element");
  return record ? &record->set("padding", call.evaluator.tupleOfInts(*padding)) : nullptr;
}
Value frontend::blockedHandler(Call &call) { return makeDimension(call, "Blocked"); }
Value frontend::boundedSliceHandler(Call &call) { return makeDimension(call, "BoundedSlice"); }
Value frontend::unblockedHandler(Call &call) {
  auto *record = call.evaluator.make<RecordObject>(call.evaluator.libraryClass(pallasModule, "Unblocked"));
  record->set("padding", call["padding"]);
  return record;
}
Value frontend::squeezedConstant(Call &call) {
  return call.evaluator.make<RecordObject>(call.evaluator.libraryClass(pallasModule, "Squeezed"));
}

const char MemorySpaceObject::tag = 0;

Value frontend::memorySpaceConstant(Call &call) { 
  return call.evaluator.make<MemorySpaceObject>(call.entry->name, llvm::StringRef(call.entry->module).contains("mosaic_gpu"));
}

static RecordObject *makeMemoryRef(Evaluator &evaluator, Value shape, Value dtype, Value space) {
  std::optional<std::vector<int64_t>> sizes = evaluator.toShape(shape, "shape");
  std::optional<DType> type = sizes ? toDType(evaluator, dtype, "dtype", DType::float32) : std::nullopt;
  if (!type)
    return nullptr;
  auto *record = evaluator.make<RecordObject>(evaluator.libraryClass(pallasModule, "MemoryRef"));
  record->range = evaluator.range();
  record->set("shape", evaluator.tupleOfInts(*sizes)).set("dtype", evaluator.make<DTypeObject>(*type, DTypeStyle::numpyDType));
  record->set("memory_space", space);
  return record;
}

Value MemorySpaceObject::call(Evaluator &evaluator, Arguments &arguments) {
  if (isMosaic && name == "TMEM")
    return evaluator.raise(DiagnosticId::notSupported, "`plgpu.TMEM`, tensor memory, is for Blackwell (sm_100) and is not supported").note("on Hopper sums are in registers: `plgpu.ACC(shape, dtype)`");
  Value shape = !arguments.positional.empty() ? arguments.positional[0] : nullptr;
  Value dtype = arguments.positional.size() > 1 ? arguments.positional[1] : nullptr;
  Value transforms = nullptr;
  for (const Keyword &keyword : arguments.keywords) {
    if (keyword.first == "shape")
      shape = keyword.second;
    else if (keyword.first == "dtype")
      dtype = keyword.second;
    else if (keyword.first == "transforms" && isMosaic)
      transforms = keyword.second;
    else
      return evaluator.notSupported("the argument `" + keyword.first + "` of `" + name + "(...)`");
  }
  if (!shape || !dtype || arguments.positional.size() > 2)
    return evaluator.raise(DiagnosticId::argumentError, "`" + name + "(...)` makes a scratch buffer and takes a shape and a dtype");
  RecordObject *record = makeMemoryRef(evaluator, shape, dtype, this);
  return record && transforms ? &record->set("transforms", transforms) : record;
}

/// `pl.MemoryRef(shape, dtype, space)`, and `pl.MemoryRef(aval, space)` with anything that has a shape and a dtype.
Value frontend::memoryRefHandler(Call &call) {
  Evaluator &evaluator = call.evaluator;
  Value shape = call["shape"], dtype = call["dtype"], space = call["memory_space"];
  if (evaluator.hasAttribute(shape, "shape") && evaluator.hasAttribute(shape, "dtype")) {
    space = isNone(space) ? dtype : space;
    dtype = evaluator.getAttribute(shape, "dtype");
    shape = dtype ? evaluator.getAttribute(shape, "shape") : nullptr;
    if (!shape)
      return nullptr;
  }
  if (isNone(dtype))
    return evaluator.raise(DiagnosticId::argumentError, "MemoryRef() missing 1 required positional argument: 'dtype'");
  if (!toMemorySpace(evaluator, space))
    return nullptr;
  return makeMemoryRef(evaluator, shape, dtype, space);
}

std::optional<Value> MemorySpaceObject::compare(Evaluator &evaluator, CompareOp op, Value other) {
  auto *space = dyn_cast<MemorySpaceObject>(other);
  if (!space || (op != CompareOp::equal && op != CompareOp::notEqual))
    return std::nullopt;
  return evaluator.boolean((space->name == name) == (op == CompareOp::equal));
}

std::optional<tile::MemorySpace> frontend::toMemorySpace(Evaluator &evaluator, Value value) {
  if (isNone(value))
    return tile::MemorySpace::any;
  auto *space = dyn_cast<MemorySpaceObject>(value);
  if (!space)
    return evaluator.raise(DiagnosticId::typeError, "a `" + value->typeName(evaluator) + "` is not a memory space")
        .note("memory spaces are for example `pl.ANY` and `pltpu.SMEM`");
  // A TPU's memories mean nothing on a GPU: there, where a block lives is the compiler's choice.
  return space->name == "GMEM" ? tile::MemorySpace::gmem : tile::MemorySpace::any;
}
