// SPDX-License-Identifier: Apache-2.0
// torch's functions of several tensors, of order and of shape, and the layers that programs compare their kernels with. Each is
// composed of the operations of Operations.cpp where that gives torch's result.
#include "compiler/frontend/library/jax/Array.h"
#include "compiler/frontend/library/torch/TorchCalls.h"
#include <cmath>

using namespace tessera;
using namespace tessera::frontend;
using llvm::cast;
using llvm::dyn_cast;
using llvm::isa;

static TorchTensor *wrapLike(Call &call, mlir::Value value, DType type, TorchTensor *like) { return wrapTorch(call.evaluator, value, type, like->onGpu); }

static std::optional<int64_t> readAxis(Call &call, llvm::StringRef name, int64_t rank) {
  std::optional<int64_t> dim = call.evaluator.toInt(call[name], name);
  return dim ? torchAxis(call.evaluator, *dim, rank) : std::nullopt;
}

//===-- joining and parting -----------------------------------------------------------------------------------===//

static Value joinHandler(Call &call) {
  Evaluator &evaluator = call.evaluator;
  bool stacks = llvm::StringRef(call.entry->name) == "stack";
  std::string function = publicName(call.entry);
  std::optional<std::vector<Value>> items = evaluator.toVector(call["tensors"]);
  if (!items)
    return nullptr;
  if (items->empty())
    return torchError(evaluator, DiagnosticId::valueError, "`" + function + "` got no tensor");
  std::vector<TorchTensor *> tensors;
  llvm::SmallVector<TorchOperand> types;
  for (Value item : *items) {
    auto *tensor = dyn_cast<TorchTensor>(item);
    if (!tensor)
      return evaluator.raise(DiagnosticId::typeError, "`" + function + "` takes tensors, not a `" + item->typeName(evaluator) + "`");
    tensors.push_back(tensor);
    types.push_back({tensor->dtype, false, tensor->shape().empty()});
  }
  DType type = promoteTorch(types);
  // Joins what has no elements and one axis with anything, as torch did before tensors could be empty.
  auto isEmptyVector = [](TorchTensor *tensor) { return tensor->shape() == llvm::ArrayRef<int64_t>{0}; };
  auto other = llvm::find_if_not(tensors, isEmptyVector);
  TorchTensor *model = stacks || other == tensors.end() ? tensors[0] : *other;
  std::optional<int64_t> axis = readAxis(call, "dim", model->shape().size() + stacks);
  if (!axis)
    return nullptr;
  for (auto [position, tensor] : llvm::enumerate(tensors))
    if (!stacks && tensor->shape().empty())
      return torchError(evaluator, DiagnosticId::shapeMismatch, "zero-dimensional tensor (at position " + std::to_string(position) + ") cannot be concatenated");
  Emitter emitter = emitterHere(evaluator);
  llvm::SmallVector<mlir::Value> values;
  for (TorchTensor *tensor : tensors) {
    Shape shape(tensor->shape()), first(model->shape());
    if (!stacks && isEmptyVector(tensor) && shape.size() != first.size())
      continue;
    bool fits = shape.size() == first.size() && tensor->onGpu == tensors[0]->onGpu;
    for (size_t k = 0; fits && k < shape.size(); ++k)
      fits = shape[k] == first[k] || (!stacks && static_cast<int64_t>(k) == *axis);
    if (!fits)
      return torchError(evaluator, DiagnosticId::shapeMismatch, "`" + function + "` can't join " + formatShape(first) + " and " + formatShape(shape) + " along axis " + std::to_string(*axis));
    if (stacks)
      shape.insert(shape.begin() + *axis, 1);
    values.push_back(emitter.reshape(emitter.cast(tensor->value, tensor->dtype, type), shape));
  }
  return wrapLike(call, emitter.concatenate(values, *axis), type, tensors[0]);
}

/// Views of `sizes` elements along an axis, one after the other.
static Value partsAlong(Call &call, TorchTensor *tensor, int64_t axis, llvm::ArrayRef<int64_t> sizes) {
  Evaluator &evaluator = call.evaluator;
  std::vector<Value> parts;
  int64_t begin = 0;
  for (int64_t size : sizes) {
    std::vector<Value> key(axis, evaluator.make<SliceObject>(evaluator.none(), evaluator.none(), evaluator.none()));
    key.push_back(evaluator.make<SliceObject>(evaluator.integer(begin), evaluator.integer(begin + size), evaluator.none()));
    Value part = evaluator.step() ? tensor->getItem(evaluator, evaluator.tuple(std::move(key))) : nullptr;
    if (!part)
      return nullptr;
    parts.push_back(part);
    begin += size;
  }
  return evaluator.tuple(std::move(parts));
}
static Value chunkHandler(Call &call) {
  TorchTensor *tensor = toTorchTensor(call);
  if (tensor && tensor->shape().empty())
    return torchError(call.evaluator, DiagnosticId::shapeMismatch, call.entry->name + std::string(" expects at least a 1-dimensional tensor"));
  std::optional<int64_t> axis = tensor ? readAxis(call, "dim", tensor->shape().size()) : std::nullopt;
  bool splits = llvm::StringRef(call.entry->name) == "split";
  Value given = axis ? call[splits ? "split_size_or_sections" : "chunks"] : nullptr;
  if (!given)
    return nullptr;
  int64_t extent = tensor->shape()[*axis];
  if (splits && isa<SequenceObject>(given)) {
    std::optional<std::vector<int64_t>> sizes = call.evaluator.toShape(given, "split_size_or_sections");
    if (!sizes)
      return nullptr;
    int64_t total = 0;
    for (int64_t size : *sizes)
      total += size;
    if (total != extent)
      return torchError(call.evaluator, DiagnosticId::valueError, "the sections have " + std::to_string(total) + " elements but the axis has " + std::to_string(extent));
    return partsAlong(call, tensor, *axis, *sizes);
  }
  std::optional<int64_t> number = call.evaluator.toInt(given, "the number");
  if (!number)
    return nullptr;
  if (*number < 1)
    return torchError(call.evaluator, DiagnosticId::valueError, "`" + publicName(call.entry) + "` takes a number above 0, not " + std::to_string(*number));
  int64_t size = splits ? *number : (extent + *number - 1) / *number;
  llvm::SmallVector<int64_t> sizes;
  if (extent == 0) // empty parts: as many as asked for, or one
    sizes.assign(splits ? 1 : *number, 0);
  for (int64_t begin = 0; begin < extent; begin += size)
    sizes.push_back(std::min(size, extent - begin));
  return partsAlong(call, tensor, *axis, sizes);
}
static Value unbindHandler(Call &call) {
  TorchTensor *tensor = toTorchTensor(call);
  if (tensor && tensor->shape().empty())
    return call.evaluator.raise(DiagnosticId::indexError, "Dimension specified as 0 but tensor has no dimensions");
  std::optional<int64_t> axis = tensor ? readAxis(call, "dim", tensor->shape().size()) : std::nullopt;
  if (!axis)
    return nullptr;
  std::vector<Value> parts;
  for (int64_t index = 0; index < tensor->shape()[*axis]; ++index) {
    std::vector<Value> key(*axis, call.evaluator.make<SliceObject>(call.evaluator.none(), call.evaluator.none(), call.evaluator.none()));
    key.push_back(call.evaluator.integer(index));
    Value part = call.evaluator.step() ? tensor->getItem(call.evaluator, call.evaluator.tuple(std::move(key))) : nullptr;
    if (!part)
      return nullptr;
    parts.push_back(part);
  }
  return call.evaluator.tuple(std::move(parts));
}

//===-- views -------------------------------------------------------------------------------------------------===//

static Value expandTo(Call &call, TorchTensor *tensor, std::vector<int64_t> sizes) {
  llvm::ArrayRef<int64_t> own = tensor->shape();
  size_t extra = sizes.size() - own.size();
  llvm::SmallVector<int64_t> strides;
  for (size_t k = 0; k < sizes.size(); ++k) {
    bool isOld = k >= extra;
    if (isOld && sizes[k] == -1)
      sizes[k] = own[k - extra];
    if (sizes[k] < 0 || (isOld && own[k - extra] != 1 && own[k - extra] != sizes[k]))
      return torchError(call.evaluator, DiagnosticId::shapeMismatch, "can't expand " + formatShape(own) + " to " + formatShape(sizes));
    strides.push_back(isOld && own[k - extra] == sizes[k] ? tensor->strides[k - extra] : 0);
  }
  for (size_t k = extra; k-- > 0;) // a new axis of one element repeats nothing
    if (sizes[k] == 1)
      strides[k] = k + 1 < sizes.size() ? sizes[k + 1] * strides[k + 1] : 1;
  Shape shape(sizes.begin(), sizes.end());
  return tensor->makeView(call.evaluator, strides, tensor->offset, [shape](Emitter &emitter, mlir::Value value) { return emitter.broadcastTo(value, shape); });
}
static Value expandHandler(Call &call) {
  TorchTensor *tensor = toTorchTensor(call);
  std::optional<std::vector<int64_t>> sizes = tensor ? readTorchSizes(call, call["size"], "size") : std::nullopt;
  if (!sizes)
    return nullptr;
  if (sizes->size() < tensor->shape().size())
    return torchError(call.evaluator, DiagnosticId::shapeMismatch, "can't expand " + formatShape(tensor->shape()) + " to " + formatShape(*sizes));
  return expandTo(call, tensor, *sizes);
}
static Value squeezeHandler(Call &call) {
  TorchTensor *tensor = toTorchTensor(call);
  if (!tensor)
    return nullptr;
  std::optional<llvm::SmallVector<int64_t>> axes = torchAxes(call.evaluator, call["dim"], tensor->shape().size());
  if (!axes)
    return nullptr;
  Shape shape;
  llvm::SmallVector<int64_t> strides;
  for (auto [axis, extent] : llvm::enumerate(tensor->shape()))
    if (extent != 1 || !llvm::is_contained(*axes, static_cast<int64_t>(axis))) {
      shape.push_back(extent);
      strides.push_back(tensor->strides[axis]);
    }
  return tensor->makeView(call.evaluator, strides, tensor->offset, [shape](Emitter &emitter, mlir::Value value) { return emitter.reshape(value, shape); });
}

//===-- order -------------------------------------------------------------------------------------------------===//

namespace {
/// `(values, indices)`.
class TorchPair : public TupleObject {
public:
  using TupleObject::TupleObject;
  std::optional<Value> getAttribute(Evaluator &evaluator, llvm::StringRef name) override {
    if (name == "values" || name == "indices")
      return items[name == "indices"];
    return TupleObject::getAttribute(evaluator, name);
  }
};
} // namespace

Value frontend::torchPair(Evaluator &evaluator, Value values, Value indices, llvm::StringRef function) {
  auto *pair = evaluator.make<TorchPair>(std::vector<Value>{values, indices});
  auto *type = evaluator.make<ClassObject>(("torch.return_types." + function).str());
  type->module = "torch.return_types";
  type->bases = {evaluator.builtinClass("tuple")};
  type->resolutionOrder = {type, evaluator.builtinClass("tuple"), evaluator.builtinClass("object")};
  type->fieldNames = {"\nvalues", "\nindices"}; // as torch prints them
  pair->namedType = type;
  return pair;
}
static Value pairHandler(Call &call) {
  std::optional<std::string> name = call.evaluator.toString(call["name"], "name");
  return name ? torchPair(call.evaluator, call["values"], call["indices"], *name) : nullptr;
}

Value frontend::torchArgExtreme(Evaluator &evaluator, bool isMax, Value x, Value dim, bool keepDim, llvm::StringRef function) {
  auto *tensor = dyn_cast<TorchTensor>(x);
  if (!tensor)
    return evaluator.raise(DiagnosticId::typeError, "`" + function.str() + "` takes a tensor, not a `" + x->typeName(evaluator) + "`");
  Emitter emitter = emitterHere(evaluator);
  mlir::Value value = tensor->value;
  Shape kept(tensor->shape());
  int64_t axis = 0;
  if (isNone(dim) || kept.empty()) {
    if (!isNone(dim)) {
      std::optional<int64_t> given = evaluator.toInt(dim, "dim");
      if (!given || !torchAxis(evaluator, *given, 0))
        return nullptr;
    }
    value = emitter.reshape(value, {countElements(tensor->shape())});
    kept.assign(kept.size(), 1);
  } else {
    std::optional<int64_t> given = evaluator.toInt(dim, "dim"), normal = given ? torchAxis(evaluator, *given, kept.size()) : std::nullopt;
    if (!normal)
      return nullptr;
    axis = *normal;
    kept[axis] = 1;
  }
  Shape shape(tile::getShape(value.getType()));
  if (shape[axis] == 0)
    return evaluator.raise(DiagnosticId::indexError, function.rsplit('.').second.str() + (isNone(dim) ? "(): Expected reduction dim to be specified for input.numel() == 0."
                                                                                   : "(): Expected reduction dim to have non-zero size."));
  shape.erase(shape.begin() + axis);
  tile::Reduction kind = isMax ? Emitter::maxOf(tensor->dtype) : Emitter::minOf(tensor->dtype);
  if (tensor->dtype == DType::boolean)
    kind = isMax ? tile::Reduction::umax : tile::Reduction::umin;
  mlir::Value index = emitter.create<tile::ArgReduceOp>(getArrayType(evaluator.context(), shape, DType::int64), kind, value, axis, /*last=*/false, /*ignore_nan=*/false);
  return wrapTorch(evaluator, keepDim ? emitter.reshape(index, kept) : index, DType::int64, tensor->onGpu);
}

template <bool max> static Value argHandler(Call &call) {
  std::optional<bool> keep = call.evaluator.truth(call["keepdim"]);
  return keep ? torchArgExtreme(call.evaluator, max, torchReceiver(call), call["dim"], *keep, publicName(call.entry)) : nullptr;
}

static Value sortHandler(Call &call) {
  Evaluator &evaluator = call.evaluator;
  TorchTensor *tensor = toTorchTensor(call);
  std::optional<int64_t> axis = tensor ? readAxis(call, "dim", tensor->shape().size()) : std::nullopt;
  bool isTopk = llvm::StringRef(call.entry->name) == "topk";
  std::optional<bool> descending = axis ? evaluator.truth(call[isTopk ? "largest" : "descending"]) : std::nullopt;
  if (!descending)
    return nullptr;
  Emitter emitter = emitterHere(evaluator);
  bool isScalar = tensor->shape().empty();
  Shape extents = isScalar ? Shape{1} : Shape(tensor->shape());
  mlir::Value positions = emitter.iota(extents, *axis, DType::int64);
  llvm::SmallVector<int64_t> unsignedKeys;
  if (numerics::isUnsigned(tensor->dtype) || tensor->dtype == DType::boolean)
    unsignedKeys.push_back(0);
  llvm::SmallVector<mlir::Value> inputs = {emitter.reshape(tensor->value, extents), positions};
  auto sorted = emitter.create<tile::SortOp>(mlir::ValueRange(inputs).getTypes(), inputs, *axis, /*num_keys=*/1, unsignedKeys, *descending);
  mlir::Value values = sorted.getResult(0), indices = sorted.getResult(1);
  if (isTopk) {
    std::optional<int64_t> k = evaluator.toInt(call["k"], "k");
    Shape shape = extents;
    if (!k)
      return nullptr;
    if (*k < 0 || *k > shape[*axis])
      return torchError(evaluator, DiagnosticId::valueError, "selected index k out of range: it is " + std::to_string(*k) + " but the axis has " + std::to_string(shape[*axis]) + " elements").at(evaluator.where(call.rangeOf("k")));
    shape[*axis] = *k;
    llvm::SmallVector<int64_t> offsets(shape.size(), 0);
    auto first = [&](mlir::Value whole, DType type) -> mlir::Value {
      return emitter.create<tile::SliceValueOp>(getArrayType(evaluator.context(), shape, type), whole, mlir::ValueRange(), offsets, shape, llvm::ArrayRef<int64_t>(),
                                                llvm::ArrayRef<int64_t>());
    };
    values = first(values, tensor->dtype);
    indices = first(indices, DType::int64);
  }
  if (isScalar && countElements(tile::getShape(values.getType())) == 1) {
    values = emitter.reshape(values, {});
    indices = emitter.reshape(indices, {});
  }
  return torchPair(evaluator, wrapLike(call, values, tensor->dtype, tensor), wrapLike(call, indices, DType::int64, tensor), call.entry->name);
}

static Value cumulativeHandler(Call &call) {
  Evaluator &evaluator = call.evaluator;
  TorchTensor *tensor = toTorchTensor(call);
  std::optional<int64_t> axis = tensor ? readAxis(call, "dim", tensor->shape().size()) : std::nullopt;
  if (!axis)
    return nullptr;
  std::optional<DType> type = toDType(evaluator, call["dtype"], "dtype", numerics::isFloat(tensor->dtype) ? tensor->dtype : DType::int64, false);
  if (!type)
    return nullptr;
  Emitter emitter = emitterHere(evaluator);
  mlir::Value value = torchConvert(emitter, tensor->value, tensor->dtype, *type);
  if (tensor->shape().empty())
    return wrapLike(call, value, *type, tensor);
  auto scan = emitter.create<tile::ScanOp>(mlir::TypeRange(value.getType()), mlir::ValueRange(value), *axis, /*reverse=*/false);
  mlir::Block &block = scan.getCombine().emplaceBlock();
  mlir::Type element = getElementType(evaluator.context(), *type);
  block.addArguments({element, element}, {emitter.loc, emitter.loc});
  mlir::OpBuilder::InsertionGuard guard(emitter.builder);
  emitter.builder.setInsertionPointToEnd(&block);
  mlir::Value sum = emitter.binary(llvm::StringRef(call.entry->name) == "cumprod" ? Binary::mul : Binary::add, block.getArgument(0), block.getArgument(1), *type);
  emitter.create<tile::YieldOp>(sum);
  return wrapLike(call, scan.getResult(0), *type, tensor);
}

//===-- matrices ----------------------------------------------------------------------------------------------===//

/// The elements on one side of a diagonal; 0 elsewhere.
static Value triangleHandler(Call &call) {
  Evaluator &evaluator = call.evaluator;
  TorchTensor *tensor = toTorchTensor(call);
  std::optional<int64_t> diagonal = tensor ? evaluator.toInt(call["diagonal"], "diagonal") : std::nullopt;
  if (!diagonal)
    return nullptr;
  llvm::ArrayRef<int64_t> shape = tensor->shape();
  int64_t rank = shape.size();
  if (rank < 2)
    return torchError(evaluator, DiagnosticId::shapeMismatch, "`" + publicName(call.entry) + "` takes a matrix, but " + describe(evaluator, tensor) + " is " + formatShape(shape));
  Emitter emitter = emitterHere(evaluator);
  mlir::Value row = emitter.binary(Binary::add, emitter.iota(shape, rank - 2, DType::int64), emitter.constantInt(*diagonal, DType::int64, shape), DType::int64);
  bool isLower = llvm::StringRef(call.entry->name) == "tril";
  mlir::Value inside = emitter.compare(isLower ? Compare::le : Compare::ge, emitter.iota(shape, rank - 1, DType::int64), row, DType::int64);
  return wrapLike(call, emitter.select(inside, tensor->value, emitter.constant(0, tensor->dtype, shape)), tensor->dtype, tensor);
}
static Value maskedFillHandler(Call &call) {
  TorchTensor *tensor = toTorchTensor(call);
  Value filled = tensor ? torchWhere(call.evaluator, call["mask"], call["value"], tensor, publicName(call.entry)) : nullptr;
  return filled ? torchCast(call.evaluator, filled, tensor->dtype) : nullptr;
}
static Value outerHandler(Call &call) {
  auto *x = dyn_cast<TorchTensor>(call[size_t(0)]), *y = dyn_cast<TorchTensor>(call[size_t(1)]);
  if (!x || !y || x->shape().size() != 1 || y->shape().size() != 1)
    return torchError(call.evaluator, DiagnosticId::shapeMismatch, "`torch.outer` takes two vectors");
  Emitter emitter = emitterHere(call.evaluator);
  Value column = wrapLike(call, emitter.reshape(x->value, {x->shape()[0], 1}), x->dtype, x);
  return torchBinary(call.evaluator, Binary::mul, column, y, "torch.outer");
}

//===-- statistics and layers ---------------------------------------------------------------------------------===//

namespace {
/// Composes operations; null once one has failed.
struct Formula {
  Evaluator &evaluator;
  std::string function;
  Value binary(Binary op, Value x, Value y) { return x && y ? torchBinary(evaluator, op, x, y, function) : nullptr; }
  Value unary(Unary op, Value x) { return x ? torchUnary(evaluator, op, x, function) : nullptr; }
  Value reduce(TorchReduce kind, Value x, Value dim, bool keep) { return x ? torchReduce(evaluator, kind, x, dim, keep, std::nullopt, function) : nullptr; }
  Value cast(Value x, DType type) { return x ? torchCast(evaluator, x, type) : nullptr; }
};
} // namespace

static Value varianceHandler(Call &call) {
  Evaluator &evaluator = call.evaluator;
  TorchTensor *tensor = toTorchTensor(call);
  if (tensor && !numerics::isFloat(tensor->dtype))
    return torchError(evaluator, DiagnosticId::dtypeMismatch, "std and var only support floating point and complex dtypes, but " + describe(evaluator, tensor) + " is torch." +
                                                                  std::string(numerics::getName(tensor->dtype)));
  std::optional<bool> keep = tensor ? evaluator.truth(call["keepdim"]) : std::nullopt, unbiased = keep ? evaluator.truth(call["unbiased"]) : std::nullopt;
  std::optional<int64_t> correction = unbiased ? evaluator.toInt(call["correction"], "correction") : std::nullopt;
  Value dim = namesNoAxis(call["dim"]) ? evaluator.none() : call["dim"];
  std::optional<llvm::SmallVector<int64_t>> axes =
      correction ? torchAxes(evaluator, dim, tensor->shape().size()) : std::nullopt;
  if (!axes)
    return nullptr;
  double count = -static_cast<double>(*unbiased ? *correction : 0);
  int64_t elements = 1;
  for (int64_t axis : *axes)
    elements *= tensor->shape()[axis];
  count = std::max(count + static_cast<double>(elements), 0.0);
  Formula f{evaluator, publicName(call.entry)};
  Value wide = f.cast(tensor, tensor->dtype == DType::float64 ? DType::float64 : DType::float32);
  Value distance = f.binary(Binary::sub, wide, f.reduce(TorchReduce::mean, wide, dim, true));
  Value sum = f.reduce(TorchReduce::sum, f.unary(Unary::square, distance), dim, *keep);
  Value variance = f.binary(Binary::divide, sum, evaluator.floating(count));
  if (llvm::StringRef(call.entry->name) == "std")
    variance = f.unary(Unary::sqrt, variance);
  return f.cast(variance, tensor->dtype);
}

/// (x - mean) / sqrt(variance + eps) * weight + bias over the last axes, in float32.
static Value layerNormHandler(Call &call) {
  Evaluator &evaluator = call.evaluator;
  TorchTensor *x = toTorchTensor(call);
  std::optional<std::vector<int64_t>> sizes = x ? evaluator.toShape(call["normalized_shape"], "normalized_shape") : std::nullopt;
  std::optional<double> eps = sizes ? evaluator.toDouble(call["eps"], "eps") : std::nullopt;
  if (!eps)
    return nullptr;
  llvm::ArrayRef<int64_t> shape = x->shape();
  if (sizes->empty() || sizes->size() > shape.size() || llvm::ArrayRef<int64_t>(*sizes) != shape.take_back(sizes->size()))
    return torchError(evaluator, DiagnosticId::shapeMismatch, "`normalized_shape` is " + formatShape(*sizes) + " but " + describe(evaluator, x) + " is " + formatShape(shape));
  std::vector<int64_t> axes;
  for (size_t k = shape.size() - sizes->size(); k < shape.size(); ++k)
    axes.push_back(static_cast<int64_t>(k));
  Value dim = evaluator.tupleOfInts(axes);
  Formula f{evaluator, publicName(call.entry)};
  Value wide = f.cast(x, x->dtype == DType::float64 ? DType::float64 : DType::float32);
  Value distance = f.binary(Binary::sub, wide, f.reduce(TorchReduce::mean, wide, dim, true));
  Value variance = f.reduce(TorchReduce::mean, f.unary(Unary::square, distance), dim, true);
  Value result = f.binary(Binary::mul, distance, f.unary(Unary::rsqrt, f.binary(Binary::add, variance, evaluator.floating(*eps))));
  if (!isNone(call["weight"]))
    result = f.binary(Binary::mul, result, call["weight"]);
  if (!isNone(call["bias"]))
    result = f.binary(Binary::add, result, call["bias"]);
  return f.cast(result, x->dtype);
}

static TorchTensor *transposeLast(Call &call, TorchTensor *x) {
  llvm::SmallVector<int64_t> axes;
  for (size_t k = 0; k < x->shape().size(); ++k)
    axes.push_back(k);
  std::swap(axes[axes.size() - 1], axes[axes.size() - 2]);
  return wrapLike(call, emitterHere(call.evaluator).transpose(x->value, axes), x->dtype, x);
}

/// softmax(q @ k^T * scale + mask) @ v, in float32.
static Value attentionHandler(Call &call) {
  Evaluator &evaluator = call.evaluator;
  TorchTensor *tensors[3];
  static const char *const names[] = {"query", "key", "value"};
  for (auto [index, name] : llvm::enumerate(names)) {
    tensors[index] = dyn_cast<TorchTensor>(call[name]);
    if (!tensors[index] || tensors[index]->shape().size() < 2)
      return evaluator.raise(DiagnosticId::typeError, std::string("`") + name + "` is not a tensor with two axes or more");
  }
  std::optional<bool> causal = evaluator.truth(call["is_causal"]);
  std::optional<double> dropout = causal ? evaluator.toDouble(call["dropout_p"], "dropout_p") : std::nullopt;
  if (!dropout || !refuseArguments(call, {"enable_gqa"}))
    return nullptr;
  if (*dropout != 0)
    return evaluator.notSupported("`dropout_p` of `scaled_dot_product_attention`");
  Formula f{evaluator, publicName(call.entry)};
  auto *q = cast<TorchTensor>(f.cast(tensors[0], DType::float32)), *k = cast<TorchTensor>(f.cast(tensors[1], DType::float32));
  Value v = f.cast(tensors[2], DType::float32), scale = call["scale"];
  if (isNone(scale))
    scale = evaluator.floating(1 / std::sqrt(static_cast<double>(q->shape().back())));
  Value scores = torchMatmul(evaluator, q, transposeLast(call, k), f.function);
  scores = f.binary(Binary::mul, scores, scale);
  if (scores && *causal) {
    llvm::ArrayRef<int64_t> shape = cast<TorchTensor>(scores)->shape();
    int64_t rank = shape.size();
    Emitter emitter = emitterHere(evaluator);
    mlir::Value future = emitter.compare(Compare::gt, emitter.iota(shape, rank - 1, DType::int32), emitter.iota(shape, rank - 2, DType::int32), DType::int32);
    scores = torchWhere(evaluator, wrapLike(call, future, DType::boolean, q), evaluator.floating(-INFINITY), scores, f.function);
  }
  if (scores && !isNone(call["attn_mask"])) {
    auto *mask = dyn_cast<TorchTensor>(call["attn_mask"]);
    if (mask && mask->dtype == DType::boolean)
      scores = torchWhere(evaluator, mask, scores, evaluator.floating(-INFINITY), f.function);
    else
      scores = f.binary(Binary::add, scores, call["attn_mask"]);
  }
  Value last = evaluator.integer(-1);
  Value powers = scores ? f.unary(Unary::exp, f.binary(Binary::sub, scores, f.reduce(TorchReduce::max, scores, last, true))) : nullptr;
  Value weights = powers ? f.binary(Binary::divide, powers, f.reduce(TorchReduce::sum, powers, last, true)) : nullptr;
  Value result = weights ? torchMatmul(evaluator, weights, v, f.function) : nullptr;
  return f.cast(result, tensors[0]->dtype);
}

//===-- creation and devices ----------------------------------------------------------------------------------===//

static Value linspaceHandler(Call &call) {
  Evaluator &evaluator = call.evaluator;
  std::optional<double> start = evaluator.toDouble(call["start"], "start"), end = start ? evaluator.toDouble(call["end"], "end") : std::nullopt;
  std::optional<int64_t> steps = end ? evaluator.toInt(call["steps"], "steps") : std::nullopt;
  std::optional<DType> type = steps ? toDType(evaluator, call["dtype"], "dtype", DType::float32, false) : std::nullopt;
  std::optional<bool> onGpu = type ? toOnGpu(evaluator, call["device"]) : std::nullopt;
  if (!onGpu)
    return nullptr;
  if (*steps < 0 || *steps > evaluator.options().sizeLimit)
    return torchError(evaluator, DiagnosticId::valueError, "`steps` is " + std::to_string(*steps)).at(evaluator.where(call.rangeOf("steps")));
  std::vector<double> points;
  for (int64_t k = 0; k < *steps; ++k) {
    if ((k & 1023) == 0 && !evaluator.step())
      return nullptr;
    points.push_back(*steps == 1 ? *start : k < *steps / 2 ? *start + (*end - *start) / (*steps - 1) * k : *end - (*end - *start) / (*steps - 1) * (*steps - 1 - k));
  }
  return wrapTorch(evaluator, emitterHere(evaluator).constantElements(points, *type, {*steps}), *type, *onGpu);
}
static Value eyeHandler(Call &call) {
  Evaluator &evaluator = call.evaluator;
  std::optional<int64_t> n = evaluator.toInt(call["n"], "n"), m = !n ? std::nullopt : isNone(call["m"]) ? n : evaluator.toInt(call["m"], "m");
  std::optional<DType> type = m ? toDType(evaluator, call["dtype"], "dtype", DType::float32, false) : std::nullopt;
  std::optional<bool> onGpu = type ? toOnGpu(evaluator, call["device"]) : std::nullopt;
  if (!onGpu)
    return nullptr;
  if (*n < 0 || *m < 0)
    return torchError(evaluator, DiagnosticId::valueError, "the size " + formatShape({*n, *m}) + " is negative");
  Emitter emitter = emitterHere(evaluator);
  int64_t shape[] = {*n, *m};
  mlir::Value same = emitter.compare(Compare::eq, emitter.iota(shape, 0, DType::int32), emitter.iota(shape, 1, DType::int32), DType::int32);
  return wrapTorch(evaluator, emitter.cast(same, DType::boolean, *type), *type, *onGpu);
}
static Value fromNumpyHandler(Call &call) {
  auto *array = dyn_cast<ArrayObject>(call["ndarray"]);
  if (!array || array->flavour != Flavour::numpy)
    return call.evaluator.raise(DiagnosticId::typeError, "`torch.from_numpy` takes a NumPy array, not a `" + call["ndarray"]->typeName(call.evaluator) + "`");
  return wrapTorch(call.evaluator, array->value, array->dtype, /*onGpu=*/false);
}
/// `x.new_zeros(size)` and its kin: the tensor's dtype and device.
static Value newHandler(Call &call) {
  auto *like = cast<TorchTensor>(call.self);
  std::optional<std::vector<int64_t>> sizes = readTorchSizes(call, call["size"], "size");
  std::optional<DType> type = sizes ? toDType(call.evaluator, call["dtype"], "dtype", like->dtype, false) : std::nullopt;
  std::optional<bool> onGpu = !type ? std::nullopt : isNone(call["device"]) ? std::optional<bool>(like->onGpu) : toOnGpu(call.evaluator, call["device"]);
  if (!onGpu)
    return nullptr;
  llvm::StringRef name = call.entry->name;
  TorchTensor *tensor = wrapTorch(call.evaluator, emitterHere(call.evaluator).constant(name == "new_ones", *type, *sizes), *type, *onGpu);
  tensor->uninitialized = name == "new_empty";
  return tensor;
}
static Value numelHandler(Call &call) {
  TorchTensor *tensor = toTorchTensor(call);
  return tensor ? call.evaluator.integer(countElements(tensor->shape())) : nullptr;
}
static Value devicePropertiesHandler(Call &call) {
  auto *record = call.evaluator.make<RecordObject>(call.evaluator.libraryClass("torch.cuda", "_CudaDeviceProperties"));
  bool isHopper = llvm::StringRef(call.evaluator.options().target).contains("90");
  record->set("name", call.evaluator.string("Tessera " + call.evaluator.options().target));
  record->set("major", call.evaluator.integer(isHopper ? 9 : 8)).set("minor", call.evaluator.integer(0));
  record->set("multi_processor_count", call.evaluator.integer(isHopper ? 132 : 108));
  record->set("warp_size", call.evaluator.integer(32)).set("max_threads_per_multi_processor", call.evaluator.integer(2048));
  record->set("regs_per_multiprocessor", call.evaluator.integer(65536)).set("shared_memory_per_multiprocessor", call.evaluator.integer(isHopper ? 233472 : 167936));
  return record;
}

//===-- the table ---------------------------------------------------------------------------------------------===//

#define TESSERA_FUNCTION(name, signature, summary, handler) {"torch", name, EntryKind::function, signature, summary, handler}
#define TESSERA_METHOD(name, signature, summary, handler) {"torch.Tensor", name, EntryKind::method, signature, summary, handler}
#define TESSERA_BOTH(name, parameters, summary, handler) TESSERA_FUNCTION(name, "(input, " parameters ")", summary, handler), TESSERA_METHOD(name, "(" parameters ")", summary, handler)
#define TESSERA_NEW(name, summary) TESSERA_METHOD(name, "(*size, dtype=None, device=None)", summary, newHandler)
static const LibraryEntry entries[] = {
    TESSERA_FUNCTION("_pair", "(values, indices, name)", "Two tensors as one result; for the library itself.", pairHandler),
    TESSERA_FUNCTION("cat", "(tensors, dim=0)", "Joins tensors along an axis.", joinHandler),
    TESSERA_FUNCTION("stack", "(tensors, dim=0)", "Joins tensors along a new axis.", joinHandler),
    TESSERA_BOTH("chunk", "chunks, dim=0", "At most so many views of equal size along an axis.", chunkHandler),
    TESSERA_BOTH("split", "split_size_or_sections, dim=0", "Views of a size, or of several, along an axis.", chunkHandler),
    TESSERA_BOTH("unbind", "dim=0", "Views without an axis, one for each of its positions.", unbindHandler),
    TESSERA_METHOD("expand", "(*size)", "A view that repeats axes of size 1; -1 keeps an axis.", expandHandler),
    TESSERA_BOTH("squeeze", "dim=None", "A view without axes of size 1.", squeezeHandler),
    TESSERA_BOTH("argmax", "dim=None, keepdim=False", "Position of the greatest element, the first of equal ones, as int64.", argHandler<true>),
    TESSERA_BOTH("argmin", "dim=None, keepdim=False", "Position of the least element, the first of equal ones, as int64.", argHandler<false>),
    TESSERA_BOTH("sort", "dim=-1, descending=False, stable=False", "Elements in order along an axis, and where they were.", sortHandler),
    TESSERA_BOTH("topk", "k, dim=-1, largest=True, sorted=True", "The k greatest or least elements along an axis, and where they are.", sortHandler),
    TESSERA_BOTH("cumsum", "dim, *, dtype=None", "Running sum along an axis.", cumulativeHandler),
    TESSERA_BOTH("cumprod", "dim, *, dtype=None", "Running product along an axis.", cumulativeHandler),
    TESSERA_BOTH("tril", "diagonal=0", "The elements below a diagonal; 0 above.", triangleHandler),
    TESSERA_BOTH("triu", "diagonal=0", "The elements above a diagonal; 0 below.", triangleHandler),
    TESSERA_BOTH("masked_fill", "mask, value", "`value` where the mask holds.", maskedFillHandler),
    TESSERA_FUNCTION("as_strided", "(input, size, stride, storage_offset=None)", "A view of the same memory under any sizes and strides.", torchAsStrided),
    TESSERA_FUNCTION("outer", "(input, vec2)", "Products of all pairs of two vectors' elements.", outerHandler),
    TESSERA_FUNCTION("var", "(input, dim=None, unbiased=True, keepdim=False, *, correction=1)", "Variance along axes.", varianceHandler),
    TESSERA_FUNCTION("std", "(input, dim=None, unbiased=True, keepdim=False, *, correction=1)", "Standard deviation along axes.", varianceHandler),
    TESSERA_METHOD("var", "(dim=None, unbiased=True, keepdim=False, *, correction=1)", "Variance along axes.", varianceHandler),
    TESSERA_METHOD("std", "(dim=None, unbiased=True, keepdim=False, *, correction=1)", "Standard deviation along axes.", varianceHandler),
    TESSERA_FUNCTION("linspace", "(start, end, steps, *, dtype=None, device=None)", "Evenly spaced points.", linspaceHandler),
    TESSERA_FUNCTION("eye", "(n, m=None, *, dtype=None, device=None)", "Ones on the diagonal.", eyeHandler),
    TESSERA_FUNCTION("from_numpy", "(ndarray)", "A tensor of a NumPy array's elements.", fromNumpyHandler),
    TESSERA_FUNCTION("numel", "(input)", "How many elements there are.", numelHandler),
    TESSERA_NEW("new_zeros", "Zeros with the tensor's dtype and device."),
    TESSERA_NEW("new_ones", "Ones with the tensor's dtype and device."),
    TESSERA_NEW("new_empty", "A tensor with this one's dtype and device whose elements say nothing."),
    {"torch.nn.functional", "layer_norm", EntryKind::function, "(input, normalized_shape, weight=None, bias=None, eps=1e-05)",
     "Layer normalization over the last axes, computed in float32.", layerNormHandler},
    {"torch.nn.functional", "scaled_dot_product_attention", EntryKind::function,
     "(query, key, value, attn_mask=None, dropout_p=0.0, is_causal=False, scale=None, enable_gqa=None)", "softmax(q @ k^T * scale + mask) @ v, computed in float32.", attentionHandler},
    {"torch.cuda", "get_device_properties", EntryKind::function, "(device=None)", "Facts about the target's first GPU.", devicePropertiesHandler},
    {"torch.cuda", "_CudaDeviceProperties", EntryKind::type, "", "Facts about a device.", nullptr},
};

void library::registerTorchFunctions(LibraryTable &table) { table.add({}, entries); }
