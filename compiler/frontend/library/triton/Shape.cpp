// SPDX-License-Identifier: Apache-2.0
// Triton's functions of shape: the same elements in another order or under other axes. They apply to blocks of pointers too, whose
// offsets are moved like elements.
#include "compiler/frontend/library/triton/Language.h"

using namespace tessera;
using namespace tessera::frontend;
using llvm::cast;
using llvm::dyn_cast;
using llvm::isa;

/// Calls `handler` on the offsets where the receiver is a block of pointers, and makes pointers of what it gives.
template <Value (*handler)(Call &)> static Value onElements(Call &call) {
  bool isMethod = call.self && isa<PointerObject>(call.self);
  Value receiver = isMethod ? call.self : call.size() ? call[size_t(0)] : nullptr;
  auto *pointer = static_cast<TritonPointer *>(llvm::dyn_cast_or_null<PointerObject>(receiver));
  if (!pointer)
    return handler(call);
  auto apply = [&](mlir::Value elements, DType type) {
    (isMethod ? call.self : call.values[0]) = wrapTriton(call.evaluator, elements, type);
    return handler(call);
  };
  Value moved = apply(pointer->offset ? pointer->offset : emitterHere(call.evaluator).constantInt(0, DType::int32), pointer->offsetType);
  auto *offsets = llvm::dyn_cast_or_null<TritonTensor>(moved);
  if (!offsets)
    return moved;
  mlir::Value choice = pointer->choice;
  if (pointer->choosesByElement()) {
    Value choices = apply(pointer->choice, DType::int32);
    if (!choices)
      return nullptr;
    choice = cast<TritonTensor>(choices)->value;
  }
  return pointer->at(call.evaluator, offsets->value, pointer->offsetType, choice);
}

static Value reshapeTo(Call &call, TritonTensor *tensor, llvm::ArrayRef<int64_t> shape) {
  if (countElements(shape) != countElements(tensor->shape()))
    return call.evaluator.raise(DiagnosticId::shapeMismatch, "can't reshape " + formatShape(tensor->shape()) + " to " + formatShape(shape));
  mlir::Value value = useHere(call.evaluator, tensor);
  return value ? wrapTriton(call.evaluator, emitterHere(call.evaluator).reshape(value, shape), tensor->dtype) : nullptr;
}
/// One size may be -1.
static Value reshapeHandler(Call &call) {
  TritonTensor *tensor = tritonReceiver(call);
  if (!tensor)
    return nullptr;
  auto *tuple = dyn_cast<TupleObject>(call["shape"]);
  Value given = tuple && tuple->items.size() == 1 && isa<SequenceObject>(tuple->items[0]) ? tuple->items[0] : call["shape"];
  std::optional<std::vector<int64_t>> sizes = call.evaluator.toShape(given, "shape");
  if (!sizes)
    return nullptr;
  if (llvm::count(*sizes, -1) == 1) {
    int64_t known = 1;
    for (int64_t size : *sizes)
      known *= size == -1 ? 1 : size;
    for (int64_t &size : *sizes)
      if (size == -1)
        size = known > 0 ? countElements(tensor->shape()) / known : 0;
  }
  return checkBlockShape(call, *sizes) ? reshapeTo(call, tensor, *sizes) : nullptr;
}
static Value ravelHandler(Call &call) {
  TritonTensor *tensor = tritonReceiver(call);
  return tensor ? reshapeTo(call, tensor, {countElements(tensor->shape())}) : nullptr;
}
static Value expandDimsHandler(Call &call) {
  TritonTensor *tensor = tritonReceiver(call);
  std::optional<std::vector<int64_t>> axes = tensor ? call.evaluator.toShape(call["axis"], "axis") : std::nullopt;
  if (!axes)
    return nullptr;
  // Positions are those of the result.
  int64_t rank = tensor->shape().size() + axes->size();
  llvm::SmallVector<int64_t> positions;
  for (int64_t given : *axes) {
    std::optional<int64_t> axis = normalizeAxis(call.evaluator, given, rank, publicName(call.entry));
    if (!axis)
      return nullptr;
    if (llvm::is_contained(positions, *axis))
      return call.evaluator.raise(DiagnosticId::valueError, "axis " + std::to_string(given) + " is given twice to `" + publicName(call.entry) + "`");
    positions.push_back(*axis);
  }
  llvm::sort(positions);
  Shape shape(tensor->shape());
  for (int64_t axis : positions)
    shape.insert(shape.begin() + axis, 1);
  return reshapeTo(call, tensor, shape);
}
static Value squeezeHandler(Call &call) {
  TritonTensor *tensor = tritonReceiver(call);
  std::optional<int64_t> dim = tensor ? call.evaluator.toInt(call["dim"], "dim") : std::nullopt;
  std::optional<int64_t> axis = dim ? normalizeAxis(call.evaluator, *dim, tensor->shape().size(), publicName(call.entry)) : std::nullopt;
  if (!axis)
    return nullptr;
  if (tensor->shape()[*axis] != 1)
    return call.evaluator.raise(DiagnosticId::shapeMismatch, "axis " + std::to_string(*dim) + " of " + describe(call.evaluator, tensor) + " has size " +
                                                                 std::to_string(tensor->shape()[*axis]) + ", not 1");
  Shape shape(tensor->shape());
  shape.erase(shape.begin() + *axis);
  return reshapeTo(call, tensor, shape);
}
static Value unsqueezeHandler(Call &call) {
  TritonTensor *tensor = tritonReceiver(call);
  std::optional<int64_t> dim = tensor ? call.evaluator.toInt(call["dim"], "dim") : std::nullopt;
  std::optional<int64_t> axis = dim ? normalizeAxis(call.evaluator, *dim, tensor->shape().size() + 1, publicName(call.entry)) : std::nullopt;
  if (!axis)
    return nullptr;
  Shape shape(tensor->shape());
  shape.insert(shape.begin() + *axis, 1);
  return reshapeTo(call, tensor, shape);
}
static Value broadcastToHandler(Call &call) {
  TritonTensor *tensor = tritonReceiver(call);
  std::optional<Shape> shape = tensor ? readBlockShape(call, call["shape"]) : std::nullopt;
  if (!shape)
    return nullptr;
  std::optional<Shape> joined = broadcastShapes(tensor->shape(), *shape);
  if (!tensor->shape().empty() && tensor->shape().size() != shape->size())
    return call.evaluator.raise(DiagnosticId::shapeMismatch, "Cannot broadcast, rank mismatch: " + formatShape(tensor->shape()) + ", " + formatShape(*shape))
        .note("add axes first, with `x[None, :]`");
  if (!joined || *joined != *shape)
    return call.evaluator.raise(DiagnosticId::shapeMismatch, "can't broadcast " + formatShape(tensor->shape()) + " to " + formatShape(*shape));
  mlir::Value value = fitTriton(call.evaluator, tensor, tensor->dtype, *shape);
  return value ? wrapTriton(call.evaluator, value, tensor->dtype) : nullptr;
}
/// Both blocks in their common shape.
static Value broadcastHandler(Call &call) {
  Evaluator &evaluator = call.evaluator;
  TritonTensor *x = toTritonTensor(evaluator, call["input"], "tl.broadcast"), *y = x ? toTritonTensor(evaluator, call["other"], "tl.broadcast") : nullptr;
  std::optional<Shape> shape = y ? broadcastTriton(evaluator, {x, y}, "tl.broadcast") : std::nullopt;
  mlir::Value left = shape ? fitTriton(evaluator, x, x->dtype, *shape) : nullptr, right = left ? fitTriton(evaluator, y, y->dtype, *shape) : nullptr;
  return right ? evaluator.tuple({wrapTriton(evaluator, left, x->dtype), wrapTriton(evaluator, right, y->dtype)}) : nullptr;
}
static Value transHandler(Call &call) {
  TritonTensor *tensor = tritonReceiver(call);
  if (!tensor)
    return nullptr;
  std::vector<int64_t> dims;
  int64_t rank = tensor->shape().size();
  auto *given = call.size() && !isNone(call["dims"]) ? dyn_cast<TupleObject>(call["dims"]) : nullptr;
  if (given && !given->items.empty()) {
    Value list = given->items.size() == 1 && isa<SequenceObject>(given->items[0]) ? given->items[0] : given;
    std::optional<std::vector<int64_t>> read = call.evaluator.toShape(list, "dims");
    if (!read)
      return nullptr;
    dims = *read;
  } else {
    if (rank < 2)
      return call.evaluator.raise(DiagnosticId::shapeMismatch, "`tl.trans` needs two axes or more: " + describe(call.evaluator, tensor) + " is " + formatShape(tensor->shape()));
    for (int64_t axis = 0; axis < rank; ++axis)
      dims.push_back(axis);
    std::swap(dims[rank - 1], dims[rank - 2]);
  }
  llvm::SmallVector<int64_t> permutation;
  for (int64_t dim : dims) {
    std::optional<int64_t> axis = normalizeAxis(call.evaluator, dim, rank, "tl.trans");
    if (!axis)
      return nullptr;
    if (llvm::is_contained(permutation, *axis))
      return call.evaluator.raise(DiagnosticId::valueError, "axis " + std::to_string(dim) + " is given twice to `" + publicName(call.entry) + "`");
    permutation.push_back(*axis);
  }
  if (static_cast<int64_t>(permutation.size()) != rank)
    return call.evaluator.raise(DiagnosticId::valueError, "`" + publicName(call.entry) + "` got " + std::to_string(permutation.size()) + " axes for " + std::to_string(rank));
  mlir::Value value = useHere(call.evaluator, tensor);
  return value ? wrapTriton(call.evaluator, emitterHere(call.evaluator).transpose(value, permutation), tensor->dtype) : nullptr;
}

//===-- several blocks ----------------------------------------------------------------------------------------===//

/// Two blocks of one shape and their common dtype.
static bool readTwins(Call &call, llvm::StringRef first, llvm::StringRef second, mlir::Value &left, mlir::Value &right, DType &type) {
  Evaluator &evaluator = call.evaluator;
  std::string function = publicName(call.entry);
  TritonTensor *x = toTritonTensor(evaluator, call[first], function), *y = x ? toTritonTensor(evaluator, call[second], function) : nullptr;
  std::optional<Shape> shape = y ? broadcastTriton(evaluator, {x, y}, function) : std::nullopt;
  if (!shape)
    return false;
  type = x->dtype;
  if (y->dtype != type)
    return evaluator.raise(DiagnosticId::dtypeMismatch, "`" + function + "` takes two blocks of one dtype: `" + first.str() + "` is " + std::string(numerics::getName(type)) + " but `" +
                                                            second.str() + "` is " + std::string(numerics::getName(y->dtype)))
               .note("convert one of them with `.to(...)`"),
           false;
  left = fitTriton(evaluator, x, type, *shape);
  right = left ? fitTriton(evaluator, y, type, *shape) : nullptr;
  return right != nullptr;
}

/// `a` and `b` side by side along a new last axis.
static mlir::Value joinLast(Emitter &emitter, mlir::Value a, mlir::Value b) {
  Shape shape(tile::getShape(a.getType()));
  shape.push_back(1);
  return emitter.concatenate({emitter.reshape(a, shape), emitter.reshape(b, shape)}, shape.size() - 1);
}
static Value joinHandler(Call &call) {
  mlir::Value left, right;
  DType type;
  if (!readTwins(call, "a", "b", left, right, type))
    return nullptr;
  Emitter emitter = emitterHere(call.evaluator);
  return wrapTriton(call.evaluator, joinLast(emitter, left, right), type);
}
static Value interleaveHandler(Call &call) {
  mlir::Value left, right;
  DType type;
  if (!readTwins(call, "a", "b", left, right, type))
    return nullptr;
  Emitter emitter = emitterHere(call.evaluator);
  Shape shape(tile::getShape(left.getType()));
  if (shape.empty())
    shape.push_back(1);
  shape.back() *= 2;
  return wrapTriton(call.evaluator, emitter.reshape(joinLast(emitter, left, right), shape), type);
}
static Value splitHandler(Call &call) {
  Evaluator &evaluator = call.evaluator;
  TritonTensor *tensor = tritonReceiver(call);
  mlir::Value value = tensor ? useHere(evaluator, tensor) : nullptr;
  if (!value)
    return nullptr;
  llvm::ArrayRef<int64_t> shape = tensor->shape();
  if (shape.empty() || shape.back() != 2)
    return evaluator.raise(DiagnosticId::shapeMismatch, "`tl.split` takes a last axis of size 2 apart, but " + describe(evaluator, tensor) + " is " + formatShape(shape))
        .note("bring the block into the shape `[..., 2]` with `tl.reshape` and `tl.permute`");
  Emitter emitter = emitterHere(evaluator);
  Shape half(shape.drop_back());
  llvm::SmallVector<int64_t> offsets(shape.size(), 0), sizes(shape);
  sizes.back() = 1;
  std::vector<Value> parts;
  for (int64_t part : {0, 1}) {
    offsets.back() = part;
    mlir::Value taken = emitter.create<tile::SliceValueOp>(getArrayType(evaluator.context(), half, tensor->dtype), value, mlir::ValueRange(), offsets, sizes,
                                                           llvm::ArrayRef<int64_t>(), llvm::ArrayRef<int64_t>{static_cast<int64_t>(shape.size()) - 1});
    parts.push_back(wrapTriton(evaluator, taken, tensor->dtype));
  }
  return evaluator.tuple(std::move(parts));
}
/// One block after the other along `dim`. `can_reorder` permits any order; this is the one that everybody expects.
static Value catHandler(Call &call) {
  Evaluator &evaluator = call.evaluator;
  TritonTensor *x = toTritonTensor(evaluator, call["input"], "tl.cat"), *y = x ? toTritonTensor(evaluator, call["other"], "tl.cat") : nullptr;
  std::optional<int64_t> dim = y ? evaluator.toInt(call["dim"], "dim") : std::nullopt;
  std::optional<int64_t> axis = dim ? normalizeAxis(evaluator, *dim, x->shape().size(), "tl.cat") : std::nullopt;
  if (!axis)
    return nullptr;
  if (x->dtype != y->dtype || x->shape() != y->shape())
    return evaluator.raise(DiagnosticId::shapeMismatch, "`tl.cat` joins two blocks of one dtype and shape: " + describe(evaluator, x) + " is " +
                                                            std::string(numerics::getName(x->dtype)) + formatShape(x->shape()) + " but " + describe(evaluator, y) + " is " +
                                                            std::string(numerics::getName(y->dtype)) + formatShape(y->shape()));
  mlir::Value left = useHere(evaluator, x), right = left ? useHere(evaluator, y) : nullptr;
  return right ? wrapTriton(evaluator, emitterHere(evaluator).concatenate({left, right}, *axis), x->dtype) : nullptr;
}
/// The elements along one axis, or along all, in reverse order.
static Value flipHandler(Call &call) {
  Evaluator &evaluator = call.evaluator;
  TritonTensor *tensor = tritonReceiver(call);
  std::optional<llvm::SmallVector<int64_t>> axes = tensor ? toAxes(evaluator, call["dim"], tensor->shape().size(), "tl.flip") : std::nullopt;
  mlir::Value value = axes ? useHere(evaluator, tensor) : nullptr;
  if (!value)
    return nullptr;
  Emitter emitter = emitterHere(evaluator);
  for (int64_t axis : *axes)
    value = takeAlong(emitter, value, axis, [&](mlir::Value positions, llvm::ArrayRef<int64_t> shape) {
      return emitter.binary(Binary::sub, emitter.constantInt(shape[axis] - 1, DType::int32, shape), positions, DType::int32);
    });
  return wrapTriton(evaluator, value, tensor->dtype);
}
static Value gatherHandler(Call &call) {
  Evaluator &evaluator = call.evaluator;
  TritonTensor *source = toTritonTensor(evaluator, call["src"], "tl.gather"), *index = source ? toTritonTensor(evaluator, call["index"], "tl.gather") : nullptr;
  std::optional<int64_t> given = index ? evaluator.toInt(call["axis"], "axis") : std::nullopt;
  std::optional<int64_t> axis = given ? normalizeAxis(evaluator, *given, source->shape().size(), "tl.gather") : std::nullopt;
  if (!axis)
    return nullptr;
  if (!numerics::isInteger(index->dtype))
    return evaluator.raise(DiagnosticId::dtypeMismatch, "`index` of `tl.gather` is `" + std::string(numerics::getName(index->dtype)) + "`, not an integer", call.rangeOf("index"));
  bool fits = index->shape().size() == source->shape().size();
  for (size_t k = 0; fits && k < source->shape().size(); ++k)
    fits = k == static_cast<size_t>(*axis) || index->shape()[k] == source->shape()[k];
  if (!fits)
    return evaluator.raise(DiagnosticId::shapeMismatch, "`index` of `tl.gather` is " + formatShape(index->shape()) + " but `src` is " + formatShape(source->shape()) +
                                                            ": they may differ along axis " + std::to_string(*axis) + " only",
                           call.rangeOf("index"));
  mlir::Value value = useHere(evaluator, source), indices = value ? useHere(evaluator, index) : nullptr;
  if (!indices)
    return nullptr;
  Emitter emitter = emitterHere(evaluator);
  return wrapTriton(evaluator, takeElements(emitter, value, *axis, indices), source->dtype);
}

mlir::Value frontend::takeElements(Emitter &emitter, mlir::Value value, int64_t axis, mlir::Value indices) {
  llvm::ArrayRef<int64_t> shape = tile::getShape(indices.getType());
  llvm::SmallVector<mlir::Value> positions;
  llvm::SmallVector<int64_t> axes;
  for (int64_t k = 0; k < static_cast<int64_t>(shape.size()); ++k) {
    axes.push_back(k);
    positions.push_back(k == axis ? indices : emitter.iota(shape, k, DType::int32));
  }
  return emitter.create<tile::TakeOp>(tile::getArrayType(shape, tile::getElementType(value.getType())), value, positions, axes);
}

mlir::Value frontend::takeAlong(Emitter &emitter, mlir::Value value, int64_t axis,
                                llvm::function_ref<mlir::Value(mlir::Value positions, llvm::ArrayRef<int64_t> shape)> choose) {
  llvm::ArrayRef<int64_t> shape = tile::getShape(value.getType());
  return takeElements(emitter, value, axis, choose(emitter.iota(shape, axis, DType::int32), shape));
}

/// Tiles (i, j) of an si x sj grid in column-major order within groups of g rows.
static Value swizzleHandler(Call &call) {
  Evaluator &evaluator = call.evaluator;
  auto op = [&](BinaryOp kind, Value x, Value y) { return x && y ? evaluator.binary(kind, x, y) : nullptr; };
  auto least = [&](Value x, Value y) { return x && y ? tritonBinary(evaluator, Binary::minNumber, x, y, "tl.swizzle2d") : nullptr; };
  Value ij = op(BinaryOp::add, op(BinaryOp::multiply, call["i"], call["size_j"]), call["j"]);
  Value perGroup = op(BinaryOp::multiply, call["size_g"], call["size_j"]);
  Value first = op(BinaryOp::multiply, op(BinaryOp::floorDivide, ij, perGroup), call["size_g"]);
  Value rows = least(op(BinaryOp::subtract, call["size_i"], first), call["size_g"]);
  Value inside = op(BinaryOp::modulo, ij, perGroup);
  Value i = op(BinaryOp::add, first, op(BinaryOp::modulo, inside, rows)), j = op(BinaryOp::floorDivide, inside, rows);
  return i && j ? evaluator.tuple({i, j}) : nullptr;
}

//===-- the table ---------------------------------------------------------------------------------------------===//

#define TESSERA_SHAPE(name, signature, summary, handler) {"triton.language", name, EntryKind::function, signature, summary, onElements<handler>}
#define TESSERA_METHOD(name, signature, summary, handler) {"triton.language.tensor", name, EntryKind::method, signature, summary, onElements<handler>}
static const LibraryEntry entries[] = {
    TESSERA_SHAPE("reshape", "(input, *shape, can_reorder=False)", "The same elements in row-major order under another shape; one size may be -1.", reshapeHandler),
    TESSERA_SHAPE("view", "(input, *shape)", "The same elements under another shape.", reshapeHandler),
    TESSERA_SHAPE("ravel", "(x, can_reorder=False)", "All elements in one axis.", ravelHandler),
    TESSERA_SHAPE("expand_dims", "(input, axis)", "Adds axes of size 1; `axis` counts in the result.", expandDimsHandler),
    TESSERA_SHAPE("squeeze", "(x, dim)", "Removes an axis of size 1.", squeezeHandler),
    TESSERA_SHAPE("unsqueeze", "(x, dim)", "Adds an axis of size 1.", unsqueezeHandler),
    TESSERA_SHAPE("broadcast_to", "(input, *shape)", "Repeats along axes of size 1.", broadcastToHandler),
    TESSERA_SHAPE("broadcast", "(input, other)", "Both blocks in the shape that they share.", broadcastHandler),
    TESSERA_SHAPE("trans", "(input, *dims)", "Permutes the axes; exchanges the last two when none are given.", transHandler),
    TESSERA_SHAPE("permute", "(input, *dims)", "Permutes the axes.", transHandler),
    TESSERA_SHAPE("cat", "(input, other, can_reorder=False, dim=0)", "Two blocks of one shape, one after the other.", catHandler),
    TESSERA_SHAPE("join", "(a, b)", "Two blocks side by side along a new last axis of size 2.", joinHandler),
    TESSERA_SHAPE("split", "(a)", "The two halves of a last axis of size 2.", splitHandler),
    TESSERA_SHAPE("interleave", "(a, b)", "a[0], b[0], a[1], b[1], ... along the last axis.", interleaveHandler),
    TESSERA_SHAPE("flip", "(x, dim=None)", "Elements in reverse order along an axis, or along all.", flipHandler),
    TESSERA_SHAPE("gather", "(src, index, axis)", "src's elements at `index` along an axis; the shape is `index`'s.", gatherHandler),
    TESSERA_SHAPE("swizzle2d", "(i, j, size_i, size_j, size_g)", "Tile indices in an order that reuses the cache: columns within groups of rows.", swizzleHandler),
    TESSERA_METHOD("reshape", "(*shape, can_reorder=False)", "The same elements under another shape.", reshapeHandler),
    TESSERA_METHOD("view", "(*shape)", "The same elements under another shape.", reshapeHandler),
    TESSERA_METHOD("ravel", "()", "All elements in one axis.", ravelHandler),
    TESSERA_METHOD("expand_dims", "(axis)", "Adds axes of size 1.", expandDimsHandler),
    TESSERA_METHOD("squeeze", "(dim)", "Removes an axis of size 1.", squeezeHandler),
    TESSERA_METHOD("unsqueeze", "(dim)", "Adds an axis of size 1.", unsqueezeHandler),
    TESSERA_METHOD("broadcast_to", "(*shape)", "Repeats along axes of size 1.", broadcastToHandler),
    TESSERA_METHOD("trans", "(*dims)", "Permutes the axes.", transHandler),
    TESSERA_METHOD("permute", "(*dims)", "Permutes the axes.", transHandler),
    TESSERA_METHOD("split", "()", "The two halves of a last axis of size 2.", splitHandler),
    TESSERA_METHOD("flip", "(dim=None)", "Elements in reverse order.", flipHandler),
    {"triton.language.tensor", "T", EntryKind::property, "", "The last two axes exchanged.", onElements<transHandler>},
};

void library::registerTritonShape(LibraryTable &table) { table.add({}, entries); }
