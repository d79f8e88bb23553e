// SPDX-License-Identifier: Apache-2.0
// How a tensor's elements lie in memory, by torch's rules: which strides a view has, which a copy and a result take over from their
// operands, and the memory formats. A root's contents lie in row-major order; a new tensor with another order is a view with
// permuted axes of a root of its own:
//
//   x (2, 3) of strides (1, 2), as `torch.empty_like(y.T)` makes:   a root of shape (3, 2), seen with its axes exchanged
//
// so that what the rest knows of views (kernels get the root and strides, writes go to the root) holds for it too.
#include "compiler/frontend/library/torch/TorchCalls.h"
#include <numeric>

using namespace tessera;
using namespace tessera::frontend;
using llvm::cast;
using llvm::dyn_cast;
using llvm::isa;

using Strides = llvm::SmallVector<int64_t>;

Raised frontend::torchError(Evaluator &evaluator, DiagnosticId id, std::string message) {
  Raised raised = evaluator.raise(id, std::move(message));
  toRuntimeError(evaluator);
  return raised;
}

void frontend::toRuntimeError(Evaluator &evaluator) {
  ExceptionObject *exception = evaluator.pendingException();
  if (exception && !exception->fatal)
    exception->instanceType = evaluator.builtinClass("RuntimeError");
}

//===-- orders ------------------------------------------------------------------------------------------------===//

bool TorchTensor::isContiguous() const {
  int64_t expected = 1;
  if (countElements(shape()) == 0)
    return true;
  for (size_t axis = strides.size(); axis-- > 0;) {
    if (shape()[axis] != 1 && strides[axis] != expected)
      return false;
    expected *= shape()[axis];
  }
  return true;
}

/// The axes from the one with the largest stride to the one with the smallest; where strides are equal, in order.
static Strides memoryOrder(llvm::ArrayRef<int64_t> shape, llvm::ArrayRef<int64_t> strides) {
  Strides order(shape.size());
  std::iota(order.begin(), order.end(), 0);
  llvm::stable_sort(order, [&](int64_t a, int64_t b) { return strides[a] > strides[b]; });
  return order;
}

llvm::SmallVector<int64_t> TorchTensor::orderInMemory() const { return memoryOrder(shape(), strides); }

bool TorchTensor::isDense() const {
  int64_t expected = 1;
  Strides order = memoryOrder(shape(), strides);
  for (int64_t axis : llvm::reverse(order)) {
    if (shape()[axis] == 1)
      continue;
    if (strides[axis] != expected)
      return false;
    expected *= shape()[axis];
  }
  return true;
}

/// The strides of a dense tensor whose axes, from the last to vary to the first, are `fastestFirst`.
static Strides denseStrides(llvm::ArrayRef<int64_t> shape, llvm::ArrayRef<int64_t> fastestFirst) {
  Strides strides(shape.size());
  int64_t step = 1;
  for (int64_t axis : fastestFirst) {
    strides[axis] = step;
    step *= std::max<int64_t>(shape[axis], 1);
  }
  return strides;
}

/// torch's order of the axes of a result: an axis moves inside of another one only where an operand says so. Strides of 0 say nothing.
static Strides commonOrder(llvm::ArrayRef<Strides> operands, llvm::ArrayRef<int64_t> shape) {
  Strides order;
  for (int64_t axis = shape.size(); axis-- > 0;)
    order.push_back(axis);
  auto compare = [&](int64_t inner, int64_t outer) {
    for (const Strides &strides : operands) {
      int64_t a = strides[inner], b = strides[outer];
      if (a == 0 || b == 0)
        continue;
      if (a != b)
        return a < b ? -1 : 1;
      if (shape[inner] > shape[outer])
        return 1;
    }
    return 0;
  };
  for (size_t k = 1; k < order.size(); ++k) {
    size_t moving = k;
    for (size_t other = k; other-- > 0;) {
      int comparison = compare(order[other], order[moving]);
      if (comparison < 0)
        break;
      if (comparison > 0) {
        std::swap(order[other], order[moving]);
        moving = other;
      }
    }
  }
  return order;
}

Strides frontend::copiedStrides(const TorchTensor *tensor) {
  if (tensor->isDense())
    return tensor->strides;
  Strides own = tensor->strides;
  return denseStrides(tensor->shape(), commonOrder(own, tensor->shape()));
}

Strides frontend::resultStrides(llvm::ArrayRef<TorchTensor *> operands, llvm::ArrayRef<int64_t> shape) {
  if (llvm::all_of(operands, [](TorchTensor *tensor) { return tensor->isContiguous(); }))
    return TorchTensor::rowMajor(shape);
  bool alike = llvm::all_of(operands, [&](TorchTensor *tensor) {
    return tensor->shape() == shape && tensor->strides == operands[0]->strides && tensor->isDense();
  });
  if (alike)
    return operands[0]->strides;
  llvm::SmallVector<Strides> all;
  for (TorchTensor *tensor : operands) {
    Strides spread(shape.size() - tensor->shape().size(), 0);
    for (auto [axis, extent] : llvm::enumerate(tensor->shape()))
      spread.push_back(extent == 1 && shape[spread.size()] != 1 ? 0 : tensor->strides[axis]);
    all.push_back(spread);
  }
  return denseStrides(shape, commonOrder(all, shape));
}

Strides frontend::indexedStrides(const TorchTensor *view, llvm::ArrayRef<int64_t> indexed,
                                 llvm::ArrayRef<int64_t> shape) {
  // As an elementwise operation on the view, repeated along the arrays' axes, and on the arrays, repeated along its
  // others; an axis of one element is not repeated.
  size_t others = view->shape().size() - indexed.size(), rank = shape.size() - others;
  bool areTogether = indexed.back() - indexed.front() + 1 == static_cast<int64_t>(indexed.size());
  size_t place = areTogether ? indexed.front() : 0;
  Strides source, alone(shape.size(), 1);
  llvm::copy(shape.slice(place, rank), alone.begin() + place);
  Strides arrays = TorchTensor::rowMajor(alone);
  for (size_t axis = 0; axis < shape.size(); ++axis)
    if (alone[axis] != shape[axis])
      arrays[axis] = 0;
  for (auto [axis, stride] : llvm::enumerate(view->strides))
    if (!llvm::is_contained(indexed, static_cast<int64_t>(axis)))
      source.push_back(stride);
  source.insert(source.begin() + place, rank, 0);
  return denseStrides(shape, commonOrder({source, arrays}, shape));
}

/// The strides of what a key with arrays chooses, which has the axes that no array indexes in their order in memory.
llvm::SmallVector<int64_t> TorchTensor::stridesOfChosen(Evaluator &evaluator, Value key,
                                                        llvm::ArrayRef<int64_t> chosen) {
  std::vector<Value> items = {key}, sliced;
  if (auto *tuple = dyn_cast<TupleObject>(key))
    items = tuple->items;
  auto countAxes = [](Value item) -> size_t { // that an item takes of this tensor
    auto *array = dyn_cast<ArrayObject>(item);
    return isNone(item) || isEllipsis(item) ? 0 : array && array->dtype == DType::boolean ? array->shape().size() : 1;
  };
  size_t taken = 0, position = 0;
  for (Value item : items) {
    auto *array = dyn_cast<ArrayObject>(item);
    if (isContiguous() || isa<BoolObject>(item) || (array && array->shape().empty()))
      return rowMajor(chosen);
    taken += countAxes(item);
  }
  llvm::SmallVector<int64_t> indexed;
  Value all = evaluator.make<SliceObject>(evaluator.none(), evaluator.none(), evaluator.none());
  for (Value item : items) {
    bool isSlice = isNone(item) || isa<SliceObject>(item) || isEllipsis(item);
    size_t count = isEllipsis(item) ? shape().size() - taken : isNone(item) ? 1 : countAxes(item);
    for (size_t k = 0; !isSlice && k < count; ++k)
      indexed.push_back(position + k);
    sliced.insert(sliced.end(), isSlice ? 1 : count, isSlice ? item : all);
    position += count;
  }
  if (indexed.empty())
    return rowMajor(chosen);
  auto *view = cast<TorchTensor>(getPart(evaluator, evaluator.tuple(std::move(sliced)))); // slices that fit before
  llvm::erase(root()->views, view); // nobody sees it
  return indexedStrides(view, indexed, chosen);
}

TorchTensor *frontend::wrapTorchIn(Evaluator &evaluator, mlir::Value value, DType type, bool onGpu, llvm::ArrayRef<int64_t> strides) {
  Shape shape(tile::getShape(value.getType()));
  Strides order = memoryOrder(shape, strides), kept, inverse(order.size());
  for (int64_t axis : order)
    if (shape[axis] != 1)
      kept.push_back(axis);
  if (llvm::is_sorted(kept)) {
    TorchTensor *tensor = wrapTorch(evaluator, value, type, onGpu);
    tensor->strides = Strides(strides.begin(), strides.end());
    return tensor;
  }
  for (auto [position, axis] : llvm::enumerate(order))
    inverse[axis] = position;
  Emitter emitter = emitterHere(evaluator);
  TorchTensor *root = wrapTorch(evaluator, emitter.transpose(value, order), type, onGpu);
  return root->makeView(evaluator, Strides(strides.begin(), strides.end()), 0, [inverse](Emitter &e, mlir::Value contents) { return e.transpose(contents, inverse); });
}

//===-- memory formats ----------------------------------------------------------------------------------------===//

/// Channels vary fastest: (n, c, h, w) lies as (n, h, w, c).
static Strides channelsLast(llvm::ArrayRef<int64_t> shape) {
  Strides order = {1};
  for (int64_t axis = shape.size(); axis-- > 2;)
    order.push_back(axis);
  order.push_back(0);
  return denseStrides(shape, order);
}

std::optional<Strides> frontend::readMemoryFormat(Call &call, llvm::ArrayRef<int64_t> shape, llvm::ArrayRef<int64_t> preserved) {
  bool has = llvm::any_of(*call.parameters, [](const ParameterInfo &parameter) { return parameter.name == "memory_format"; });
  auto *format = has ? dyn_cast<StrObject>(call["memory_format"]) : nullptr;
  if (!has || isNone(call["memory_format"]) || (format && format->value == "torch.preserve_format"))
    return Strides(preserved.begin(), preserved.end());
  if (format && format->value == "torch.contiguous_format")
    return TorchTensor::rowMajor(shape);
  for (auto [name, rank] : {std::pair("torch.channels_last", size_t(4)), std::pair("torch.channels_last_3d", size_t(5))}) {
    if (!format || format->value != name)
      continue;
    if (shape.size() != rank)
      return torchError(call.evaluator, DiagnosticId::valueError, "required rank " + std::to_string(rank) + " tensor to use " +
                                                                      llvm::StringRef(name).drop_front(6).str() + " format"),
             std::nullopt;
    return channelsLast(shape);
  }
  return call.evaluator.raise(DiagnosticId::typeError, "`memory_format` is not one of torch's memory formats", call.rangeOf("memory_format")), std::nullopt;
}

//===-- views -------------------------------------------------------------------------------------------------===//

std::optional<Strides> frontend::viewStrides(const TorchTensor *tensor, llvm::ArrayRef<int64_t> shape) {
  llvm::ArrayRef<int64_t> own = tensor->shape();
  if (own.empty())
    return Strides(shape.size(), 1);
  if (countElements(own) == 0)
    return own == shape ? tensor->strides : TorchTensor::rowMajor(shape);
  Strides result(shape.size());
  // Axes that lie one in the other form a chunk; the new axes of a chunk must use it up.
  int64_t fresh = static_cast<int64_t>(shape.size()) - 1, step = tensor->strides.back(), inChunk = 1, used = 1;
  for (size_t axis = own.size(); axis-- > 0;) {
    inChunk *= own[axis];
    if (axis != 0 && (own[axis - 1] == 1 || tensor->strides[axis - 1] == inChunk * step))
      continue;
    for (; fresh >= 0 && (used < inChunk || shape[fresh] == 1); --fresh) {
      result[fresh] = used * step;
      used *= shape[fresh];
    }
    if (used != inChunk)
      return std::nullopt;
    if (axis != 0) {
      step = tensor->strides[axis - 1];
      inChunk = used = 1;
    }
  }
  return fresh == -1 ? std::optional<Strides>(result) : std::nullopt;
}

/// Where each element stands: offset + i * stride0 + j * stride1 + ..
static mlir::Value placesOf(Emitter &emitter, llvm::ArrayRef<int64_t> shape, llvm::ArrayRef<int64_t> strides, int64_t offset) {
  mlir::Value place = emitter.constantInt(offset, DType::int64, shape);
  for (size_t axis = 0; axis < shape.size(); ++axis) {
    mlir::Value part = emitter.binary(Binary::mul, emitter.iota(shape, axis, DType::int64), emitter.constantInt(strides[axis], DType::int64, shape), DType::int64);
    place = emitter.binary(Binary::add, place, part, DType::int64);
  }
  return place;
}

mlir::Value TorchTensor::places(Emitter &emitter) const { return placesOf(emitter, shape(), strides, offset); }

TorchTensor *TorchTensor::asStrided(Evaluator &evaluator, llvm::ArrayRef<int64_t> sizes, llvm::ArrayRef<int64_t> steps, int64_t first) {
  TorchTensor *owner = root();
  int64_t count = countElements(owner->shape()) * static_cast<int64_t>(numerics::getByteSize(owner->dtype)) / static_cast<int64_t>(numerics::getByteSize(dtype));
  int64_t last = first;
  for (auto [size, step] : llvm::zip(sizes, steps)) {
    if (size < 0 || step < 0)
      return torchError(evaluator, DiagnosticId::valueError, "as_strided: sizes and strides must not be negative, but are " + formatShape(sizes) + " and " + formatShape(steps)), nullptr;
    last += (size - 1) * step;
  }
  if (first < 0 || (countElements(sizes) && last >= count))
    return torchError(evaluator, DiagnosticId::valueError, "setStorage: sizes " + formatShape(sizes) + ", strides " + formatShape(steps) + ", storage offset " +
                                                               std::to_string(first) + " need " + std::to_string(last + 1) + " elements but the storage has " +
                                                               std::to_string(count)),
           nullptr;
  Shape shape(sizes.begin(), sizes.end());
  Strides all(steps.begin(), steps.end());
  DType from = owner->dtype, to = dtype;
  Evaluator *here = &evaluator;
  auto project = [=](Emitter &emitter, mlir::Value contents) -> mlir::Value {
    if (countElements(shape) == 0)
      return emitter.constant(0, to, shape);
    mlir::Value flat = from == to ? emitter.reshape(contents, {count}) : torchReinterpret(*here, contents, from, to);
    mlir::Type type = tile::getArrayType(shape, tile::getElementType(flat.getType()));
    return emitter.create<tile::TakeOp>(type, flat, mlir::ValueRange{placesOf(emitter, shape, all, first)}, llvm::ArrayRef<int64_t>{0});
  };
  return owner->makeView(evaluator, all, first, project, to);
}

Value frontend::torchAsStrided(Call &call) {
  TorchTensor *tensor = toTorchTensor(call);
  std::optional<std::vector<int64_t>> sizes = tensor ? call.evaluator.toShape(call["size"], "size") : std::nullopt;
  std::optional<std::vector<int64_t>> steps = sizes ? call.evaluator.toShape(call["stride"], "stride") : std::nullopt;
  if (!steps)
    return nullptr;
  if (sizes->size() != steps->size())
    return torchError(call.evaluator, DiagnosticId::valueError, "mismatch in length of strides and shape");
  std::optional<int64_t> first = isNone(call["storage_offset"]) ? std::optional<int64_t>(tensor->offset) : call.evaluator.toInt(call["storage_offset"], "storage_offset");
  return first ? tensor->asStrided(call.evaluator, *sizes, *steps, *first) : nullptr;
}
