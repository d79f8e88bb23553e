// SPDX-License-Identifier: Apache-2.0
// Tensors: places, views, operators and indexing. The operations' type rules are in Operations.cpp.
#include "compiler/frontend/library/torch/Tensor.h"
#include "compiler/frontend/evaluate/ObjectModel.h"
#include "compiler/frontend/library/arrays/Complex.h"
#include "compiler/frontend/library/arrays/Indexing.h"
#include "compiler/frontend/library/arrays/Operators.h"
#include "compiler/frontend/library/jax/NumpyKeys.h"
#include "compiler/frontend/library/jax/Selection.h"
#include "compiler/frontend/library/torch/TorchCalls.h"

using namespace tessera;
using namespace tessera::frontend;
using llvm::cast;
using llvm::dyn_cast;
using llvm::isa;

//===-- devices -----------------------------------------------------------------------------------------------===//

const char TorchDevice::tag = 0;

std::optional<Value> TorchDevice::getAttribute(Evaluator &evaluator, llvm::StringRef name) {
  if (name == "type")
    return evaluator.string(kind);
  if (name == "index")
    return index ? evaluator.integer(*index) : evaluator.none();
  return std::nullopt;
}

std::optional<Value> TorchDevice::compare(Evaluator &evaluator, CompareOp op, Value other) {
  auto *device = dyn_cast<TorchDevice>(other);
  if (!device || (op != CompareOp::equal && op != CompareOp::notEqual))
    return std::nullopt;
  bool equal = device->kind == kind && device->index == index;
  return evaluator.boolean(equal == (op == CompareOp::equal));
}

std::optional<std::string> TorchDevice::repr(Evaluator &) {
  return "device(type='" + kind + "'" + (index ? ", index=" + std::to_string(*index) : "") + ")";
}

Value frontend::makeDevice(Evaluator &evaluator, bool onGpu) {
  return evaluator.make<TorchDevice>(onGpu ? "cuda" : "cpu", onGpu ? std::optional<int64_t>(0) : std::nullopt);
}

std::optional<bool> frontend::toOnGpu(Evaluator &evaluator, Value device) {
  if (isNone(device))
    return false;
  std::string name;
  if (auto *object = dyn_cast<TorchDevice>(device))
    name = object->spell();
  else if (auto *text = dyn_cast<StrObject>(device))
    name = text->value;
  else if (isa<IntObject>(device))
    name = "cuda:" + evaluator.repr(device).value_or("0");
  if (name == "cpu")
    return false;
  if (name == "cuda" || name == "cuda:0")
    return true;
  if (name.empty())
    name = device->typeName(evaluator);
  return torchError(evaluator, DiagnosticId::valueError, "`" + name + "` is not a device here").note("the devices are `cuda` and `cpu`");
}

std::optional<Value> TorchSize::getAttribute(Evaluator &evaluator, llvm::StringRef name) {
  if (name != "numel")
    return TupleObject::getAttribute(evaluator, name);
  int64_t count = 1;
  for (Value item : items)
    if (auto *extent = dyn_cast<IntObject>(item))
      count *= extent->value.asInt64().value_or(0);
  return evaluator.function("numel", [count](Evaluator &e, Arguments &) { return e.integer(count); });
}

static Value toSize(Evaluator &evaluator, Value value) {
  auto *tuple = llvm::dyn_cast_or_null<TupleObject>(value);
  return tuple ? evaluator.make<TorchSize>(tuple->items) : value;
}

Value TorchSize::getItem(Evaluator &evaluator, Value key) {
  Value item = TupleObject::getItem(evaluator, key);
  return isa<SliceObject>(key) ? toSize(evaluator, item) : item;
}

std::optional<Value> TorchSize::binary(Evaluator &evaluator, BinaryOp op, Value other, bool reflected) {
  std::optional<Value> joined = TupleObject::binary(evaluator, op, other, reflected);
  return joined && *joined && op == BinaryOp::add ? toSize(evaluator, *joined) : joined;
}

std::optional<std::string> TorchSize::repr(Evaluator &evaluator) {
  std::string text;
  for (Value item : items) {
    std::optional<std::string> part = evaluator.repr(item);
    if (!part)
      return std::nullopt;
    text += (text.empty() ? "" : ", ") + *part;
  }
  return "torch.Size([" + text + "])";
}

//===-- places and views --------------------------------------------------------------------------------------===//

llvm::SmallVector<int64_t> TorchTensor::rowMajor(llvm::ArrayRef<int64_t> shape) {
  llvm::SmallVector<int64_t> result(shape.size(), 1);
  for (size_t axis = shape.size(); axis-- > 1;)
    result[axis - 1] = result[axis] * std::max<int64_t>(1, shape[axis]);
  return result;
}

TorchTensor *frontend::wrapTorch(Evaluator &evaluator, mlir::Value value, DType type, bool onGpu) {
  return evaluator.make<TorchTensor>(torchAsRemembered(evaluator, value), type, onGpu);
}

int64_t TorchAddresses::take(TorchTensor *tensor) {
  if (!llvm::is_contained(roots, tensor->root()))
    roots.push_back(tensor->root());
  hasOffsets |= tensor->offset != 0;
  return ((numberOf(tensor->root()) + 1) << rangeBits) + tensor->offset * static_cast<int64_t>(numerics::getByteSize(tensor->dtype));
}
TorchTensor *TorchAddresses::find(int64_t address) const {
  int64_t number = (address >> rangeBits) - 1;
  return number >= 0 && number < static_cast<int64_t>(roots.size()) ? roots[number] : nullptr;
}

TorchTensor *TorchTensor::makeView(Evaluator &evaluator, llvm::SmallVector<int64_t> viewStrides, int64_t viewOffset,
                                   std::function<mlir::Value(Emitter &, mlir::Value)> project, std::optional<DType> viewType) {
  Emitter emitter = emitterHere(evaluator);
  auto *view = evaluator.make<TorchTensor>(torchAsRemembered(evaluator, project(emitter, value)),
                                           viewType.value_or(dtype), onGpu);
  view->isDetached = isDetached;
  view->strides = std::move(viewStrides);
  view->offset = viewOffset;
  view->base = root();
  if (fromRoot)
    view->fromRoot = [first = fromRoot, second = std::move(project)](Emitter &e, mlir::Value contents) { return second(e, first(e, contents)); };
  else
    view->fromRoot = std::move(project);
  root()->views.push_back(view);
  return view;
}

void TorchTensor::setContents(Evaluator &evaluator, mlir::Value contents) {
  TorchTensor *owner = root();
  owner->value = contents;
  owner->uninitialized = false;
  owner->pointees.clear();
  Emitter emitter = emitterHere(evaluator);
  for (TorchTensor *view : owner->views)
    view->value = view->fromRoot(emitter, contents);
  if (owner->requiresGradient)
    torchFollowLeaf(evaluator, owner);
  for (TorchTensor *view : owner->views)
    if (view->requiresGradient)
      torchFollowLeaf(evaluator, view);
}

/// What torch calls a dtype in its errors.
static std::string kindOf(DType type) {
  static const std::pair<DType, const char *> kinds[] = {
      {DType::float16, "Half"}, {DType::bfloat16, "BFloat16"}, {DType::float32, "Float"}, {DType::float64, "Double"}, {DType::int8, "Char"},
      {DType::uint8, "Byte"},   {DType::int16, "Short"},       {DType::int32, "Int"},     {DType::int64, "Long"},     {DType::boolean, "Bool"}};
  for (auto [known, name] : kinds)
    if (known == type)
      return name;
  return std::string(numerics::getName(type));
}

static bool refuseCast(Evaluator &evaluator, DType from, DType to) {
  return torchError(evaluator, DiagnosticId::dtypeMismatch, "result type " + kindOf(from) + " can't be cast to the desired output type " + kindOf(to)), false;
}

bool TorchTensor::adopt(Evaluator &evaluator, TorchTensor *result, llvm::StringRef function) {
  bool isCastable = numerics::isFloat(dtype) || !numerics::isFloat(result->dtype);
  if (!isCastable || (dtype == DType::boolean && result->dtype != DType::boolean))
    return refuseCast(evaluator, result->dtype, dtype);
  mlir::Value elements = emitterHere(evaluator).cast(result->value, result->dtype, dtype);
  if (result->shape() == shape())
    return assign(evaluator, elements);
  if (base || !views.empty())
    return evaluator.notSupported("`out` of `" + function.str() + "` that is or has a view, and another shape than the result"), false;
  setContents(evaluator, elements);
  strides = rowMajor(shape());
  return true;
}

/// The memory goes to a tensor that the program does not know of; this one becomes a view of all of it.
void TorchTensor::leaveMemory(Evaluator &evaluator) {
  auto *owner = evaluator.make<TorchTensor>(value, dtype, onGpu);
  owner->isNameless = true;
  owner->isDetached = isDetached;
  owner->uninitialized = std::exchange(uninitialized, false);
  owner->pointees = std::move(pointees);
  owner->views = std::exchange(views, {});
  fromRoot = [](Emitter &, mlir::Value contents) { return contents; };
  owner->views.push_back(this);
  for (TorchTensor *each : owner->views)
    each->base = owner;
  std::vector<TorchTensor *> &roots = evaluator.state<TorchAddresses>().roots;
  std::replace(roots.begin(), roots.end(), this, owner);
}

bool TorchTensor::become(Evaluator &evaluator, TorchTensor *view) {
  if (view == this)
    return true;
  if (!torchAllowsInPlace(evaluator, this))
    return false;
  if (!base)
    leaveMemory(evaluator);
  value = view->value;
  strides = view->strides;
  offset = view->offset;
  fromRoot = view->fromRoot;
  llvm::erase(base->views, view);
  return true;
}

void TorchTensor::shareMemory(Evaluator &evaluator, TorchTensor *other) {
  if (other == this)
    return;
  if (!base)
    leaveMemory(evaluator);
  TorchTensor *view = other->makeView(evaluator, other->strides, other->offset, torchDetached);
  llvm::erase(base->views, this);
  base = view->base;
  std::replace(base->views.begin(), base->views.end(), view, this);
  value = view->value;
  strides = view->strides;
  offset = view->offset;
  fromRoot = view->fromRoot;
  dtype = view->dtype;
  onGpu = view->onGpu;
  isDetached = true;
  if (requiresGradient)
    torchFollowLeaf(evaluator, this);
}

void TorchTensor::grow(Evaluator &evaluator, int64_t count) {
  if (!root()->isNameless)
    root()->leaveMemory(evaluator);
  Emitter emitter = emitterHere(evaluator);
  llvm::SmallVector<int64_t> before(base->shape().begin(), base->shape().end());
  int64_t held = countElements(before);
  mlir::Value more = emitter.constant(0, base->dtype, {count - held});
  base->value = emitter.concatenate({emitter.reshape(base->value, {held}), more}, 0);
  base->strides = {1};
  for (TorchTensor *view : base->views)
    view->fromRoot = [before, held, next = std::move(view->fromRoot)](Emitter &e, mlir::Value contents) {
      mlir::Type type = tile::getArrayType({held}, tile::getElementType(contents.getType()));
      mlir::Value first = e.create<tile::TakeOp>(type, contents, mlir::ValueRange{e.iota({held}, 0, DType::int64)},
                                                 llvm::ArrayRef<int64_t>{0});
      return next(e, e.reshape(first, before));
    };
}

/// Whether all elements are known to be one value: writing it twice to one place changes nothing.
static bool isFill(mlir::Value value) {
  if (auto constant = value.getDefiningOp<mlir::arith::ConstantOp>())
    return isa<mlir::SplatElementsAttr>(constant.getValue());
  auto broadcast = value.getDefiningOp<tile::BroadcastOp>();
  return broadcast && countElements(tile::getShape(broadcast.getOperand().getType())) == 1;
}

bool TorchTensor::assign(Evaluator &evaluator, mlir::Value replacement) {
  if (!torchAllowsInPlace(evaluator, this))
    return false;
  if (!base) {
    setContents(evaluator, replacement);
    return true;
  }
  Emitter emitter = emitterHere(evaluator);
  bool isAll = isDense() && offset == 0 && countElements(shape()) * numerics::getByteSize(dtype) == countElements(base->shape()) * numerics::getByteSize(base->dtype);
  if (isAll) {
    if (!isContiguous())
      replacement = emitter.transpose(replacement, orderInMemory());
    mlir::Value contents = dtype == base->dtype ? replacement : torchReinterpret(evaluator, replacement, dtype, base->dtype);
    setContents(evaluator, emitter.reshape(contents, base->shape()));
    return true;
  }
  for (auto [extent, stride] : llvm::zip(shape(), strides))
    if (stride == 0 && extent > 1 && countElements(shape()) && !isFill(replacement))
      return torchError(evaluator, DiagnosticId::valueError, "unsupported operation: more than one element of the written-to tensor refers to a single memory location. Please clone() "
                                                       "the tensor before performing the operation."),
             false;
  int64_t count = countElements(shape());
  mlir::Value flat = dtype == base->dtype ? emitter.reshape(base->value, {countElements(base->shape())}) : torchReinterpret(evaluator, base->value, base->dtype, dtype);
  mlir::Value changed = emitter.create<tile::PutOp>(flat.getType(), tile::Atomic::exchange, emitter.reshape(replacement, {count}), flat,
                                                    mlir::ValueRange{emitter.reshape(places(emitter), {count})}, llvm::ArrayRef<int64_t>{0});
  if (dtype != base->dtype)
    changed = torchReinterpret(evaluator, changed, dtype, base->dtype);
  setContents(evaluator, emitter.reshape(changed, base->shape()));
  return true;
}

Value TorchTensor::format(Evaluator &evaluator, char conversion, llvm::StringRef spec) {
  if (std::optional<Value> text = formatByClass(evaluator, conversion, spec))
    return *text;
  // `f"{x}"` of a 0-d tensor is its number; `str` and `repr` are the tensor's.
  bool isNumber = shape().empty() && conversion == 0 && !isParameter;
  if (isParameter && conversion == 0 && !spec.empty())
    return evaluator.raise(DiagnosticId::typeError, "unsupported format string passed to Parameter.__format__"),
           nullptr;
  tile::TextStyle style = isNumber ? tile::TextStyle::python : onGpu ? tile::TextStyle::torch_cuda : tile::TextStyle::torch;
  std::string ending = isNumber ? "" : torchGradientText(evaluator, this);
  if (derived && !isNumber) // the class in the place of `tensor`
    ending = "!g" + own->instanceType->name + "|" + llvm::StringRef(ending).drop_front(ending.empty() ? 0 : 2).str();
  Value text = formatLater(evaluator, value, style, ending.empty() ? spec : llvm::StringRef(ending),
                           numerics::isUnsigned(dtype));
  if (isParameter && derived && !isNumber)
    text = evaluator.concatenate({evaluator.string("Parameter("), text, evaluator.string(")")});
  return isParameter ? evaluator.concatenate({evaluator.string("Parameter containing:\n"), text}) : text;
}

//===-- operators ---------------------------------------------------------------------------------------------===//

std::optional<Value> TorchTensor::binary(Evaluator &evaluator, BinaryOp op, Value other, bool reflected) {
  if (std::optional<Value> result =
          askOperation(evaluator, (reflected ? "__r" : "__") + getMethodStem(op) + "__", other))
    return result;
  if (isComplexOperand(other))
    return operateOnComplex(evaluator, flavour, getMethodStem(op), reflected ? other : this, reflected ? this : other);
  std::optional<Operand> operand = asOperand(other);
  if (!operand || (operand->array && !isa<TorchTensor>(operand->array)))
    return std::nullopt;
  Value left = reflected ? other : this, right = reflected ? this : other;
  Value result = op == BinaryOp::matmul ? torchMatmul(evaluator, left, right, "@")
                                        : torchBinary(evaluator, toBinary(op), left, right, syntax::getText(op));
  return withClassOf(evaluator, result, {left, right});
}

/// An operand's elements as `type`, by the rules of `torchConvert`. Null with an exception pending.
static mlir::Value convertOperand(Evaluator &evaluator, const Operand &operand, DType type) {
  auto *tensor = llvm::dyn_cast_or_null<TorchTensor>(operand.array);
  return tensor ? cast<TorchTensor>(torchCast(evaluator, tensor, type))->value : materialize(evaluator, operand, type);
}

bool TorchTensor::store(Evaluator &evaluator, Value result, llvm::StringRef function, bool converts) {
  std::optional<Operand> operand = toOperand(evaluator, result, function);
  if (!operand)
    return false;
  std::optional<Shape> joined = broadcastShapes(operand->shape(), shape());
  if (!joined || llvm::ArrayRef<int64_t>(*joined) != shape())
    return torchError(evaluator, DiagnosticId::shapeMismatch, "`" + function.str() + "` would change the shape of " + describe(evaluator, this) + " from " +
                                                            formatShape(shape()) + " to " + formatShape(joined ? llvm::ArrayRef<int64_t>(*joined) : operand->shape()))
               .note("make a new tensor instead: `x = x + y`"),
           false;
  if (!converts && numerics::isFloat(operand->type.dtype) && !numerics::isFloat(dtype))
    return torchError(evaluator, DiagnosticId::dtypeMismatch, "`" + function.str() + "` would write floats to " + describe(evaluator, this) + ", which is torch." +
                                                            std::string(numerics::getName(dtype)))
               .note("convert with `.to(...)` first"),
           false;
  if (!converts && dtype == DType::boolean && operand->type.dtype != DType::boolean)
    return refuseCast(evaluator, operand->type.dtype, dtype);
  mlir::Value replacement = convertOperand(evaluator, *operand, dtype);
  return replacement && assign(evaluator, emitterHere(evaluator).broadcastTo(replacement, shape()));
}

std::optional<bool> TorchTensor::truth(Evaluator &evaluator) {
  if (std::optional<Value> result = ask(evaluator, "__bool__"))
    return truthOfMethod(evaluator, *result);
  int64_t count = countElements(shape());
  if (count != 1)
    return torchError(evaluator, DiagnosticId::valueError, std::string("Boolean value of Tensor with ") + (count ? "more than one value" : "no values") + " is ambiguous");
  return ArrayObject::truth(evaluator);
}

std::optional<Value> TorchTensor::updateInPlace(Evaluator &evaluator, BinaryOp op, Value other) {
  if (std::optional<Value> result = askOperation(evaluator, "__i" + getMethodStem(op) + "__", other))
    return result;
  std::optional<Value> result = binary(evaluator, op, other, /*reflected=*/false);
  if (!result || !*result)
    return result;
  return store(evaluator, *result, (syntax::getText(op) + "=").str()) ? Value(this) : Value(nullptr);
}

std::optional<Value> TorchTensor::unary(Evaluator &evaluator, UnaryOp op) {
  llvm::StringRef method = op == UnaryOp::minus ? "__neg__" : op == UnaryOp::plus ? "__pos__" : "__invert__";
  if (std::optional<Value> result = ask(evaluator, method))
    return result;
  switch (op) {
  case UnaryOp::plus:
    if (dtype == DType::boolean)
      return Value(torchError(evaluator, DiagnosticId::typeError, "The `+` operator, on a bool tensor is not supported."));
    return Value(this);
  case UnaryOp::minus:
    return withClassOf(evaluator, torchUnary(evaluator, Unary::neg, this, "-"), {this});
  case UnaryOp::invert:
    return withClassOf(evaluator, torchUnary(evaluator, Unary::bitNot, this, "~"), {this});
  default:
    return std::nullopt;
  }
}

std::optional<Value> TorchTensor::compare(Evaluator &evaluator, CompareOp op, Value other) {
  if (std::optional<Value> result = askOperation(evaluator, "__" + getMethodStem(op) + "__", other))
    return result;
  if (op <= CompareOp::greaterEqual && isComplexOperand(other))
    return operateOnComplex(evaluator, flavour, getMethodStem(op), this, other);
  if (op > CompareOp::greaterEqual || !asOperand(other))
    return std::nullopt;
  constexpr Compare operators[] = {Compare::eq, Compare::ne, Compare::lt, Compare::le, Compare::gt, Compare::ge};
  Value result = torchCompare(evaluator, operators[static_cast<int>(op)], this, other, syntax::getText(op));
  return withClassOf(evaluator, result, {this, other});
}

std::optional<int64_t> TorchTensor::length(Evaluator &evaluator) {
  if (std::optional<Value> size = ask(evaluator, "__len__"))
    return lengthOfMethod(evaluator, *size);
  if (shape().empty())
    return evaluator.raise(DiagnosticId::typeError, "len() of a 0-d tensor");
  return shape().front();
}

Value TorchTensor::iterate(Evaluator &evaluator) {
  if (std::optional<Value> result = ask(evaluator, "__iter__"))
    return iterateInstance(evaluator, this, *result);
  std::optional<int64_t> count = length(evaluator);
  if (!count)
    return nullptr;
  std::vector<Value> items;
  for (int64_t k = 0; k < *count; ++k) {
    Value item = evaluator.step() ? getItem(evaluator, evaluator.integer(k)) : nullptr;
    if (!item)
      return nullptr;
    items.push_back(item);
  }
  return evaluator.iteratorOver(std::move(items));
}

//===-- indexing ----------------------------------------------------------------------------------------------===//

/// A key as Selection reads it: tensors as arrays, and whether there is one; lists are arrays too. An integer tensor without axes is
/// the integer that it holds, since what it chooses is a view.
namespace {
struct TensorKey {
  Value key; // null with an exception pending
  bool hasArrays = false;
};
} // namespace

static Value readKeyItem(Evaluator &evaluator, Value item) {
  auto *tensor = dyn_cast<TorchTensor>(item);
  if (!tensor)
    return isa<RangeObject>(item) ? evaluator.list(evaluator.toVector(item).value_or(std::vector<Value>())) : item;
  if (tensor->shape().empty() && numerics::isInteger(tensor->dtype) && tensor->dtype != DType::boolean && evaluator.options().hostValues)
    return evaluator.forceItem(tensor);
  return wrap(evaluator, tensor->value, tensor->dtype, Flavour::numpy);
}

static TensorKey readTensorKey(Evaluator &evaluator, Value key) {
  if (auto *tuple = dyn_cast<TupleObject>(key)) {
    std::vector<Value> items;
    for (Value item : tuple->items) {
      items.push_back(readKeyItem(evaluator, item));
      if (!items.back())
        return {nullptr};
    }
    key = evaluator.tuple(std::move(items));
  } else {
    key = readKeyItem(evaluator, key);
  }
  return {key, key && Selection::isNeeded(key, /*alsoScalars=*/true)};
}

/// Whether the only array of a key is a mask: one element that is assigned there fills, and is converted.
static bool isOneMask(Value key) {
  std::vector<Value> items = {key};
  if (auto *tuple = dyn_cast<TupleObject>(key))
    items = tuple->items;
  size_t masks = 0;
  for (Value item : items) {
    auto *array = dyn_cast<ArrayObject>(item);
    if ((array && (array->dtype != DType::boolean || array->shape().empty())) || isa<ListObject>(item))
      return false;
    masks += array != nullptr;
  }
  return masks == 1;
}

namespace {
/// A key in two steps: of a view, and what is left of the key for that view. Null where one step does.
struct SplitKey {
  Value view = nullptr, rest = nullptr;
};
} // namespace

/// torch takes whole numbers as views before it looks at arrays, where NumPy counts them among the arrays: `x[0, :, [0, 1]]`
/// is `x[0][:, [0, 1]]`.
static SplitKey splitNumbers(Evaluator &evaluator, Value key) {
  auto isNumber = [](Value item) { return isa<IntObject>(item) && !isa<BoolObject>(item); };
  auto *tuple = dyn_cast<TupleObject>(key);
  if (!tuple || !llvm::any_of(tuple->items, isNumber))
    return {};
  Value all = evaluator.make<SliceObject>(evaluator.none(), evaluator.none(), evaluator.none());
  std::vector<Value> view, rest;
  for (Value item : tuple->items) {
    auto *array = dyn_cast<ArrayObject>(item);
    bool isMask = array && array->dtype == DType::boolean;
    if (isa<BoolObject>(item) || (isMask && array->shape().empty()))
      return {}; // an axis of its own
    if (array || isa<SequenceObject>(item)) {
      view.insert(view.end(), isMask ? array->shape().size() : 1, all);
      rest.push_back(item);
      continue;
    }
    view.push_back(item);
    if (!isNumber(item))
      rest.push_back(isa<SliceObject>(item) || isNone(item) ? all : item);
  }
  return {evaluator.tuple(std::move(view)), evaluator.tuple(std::move(rest))};
}

static PlaceOptions checkedPlaces() {
  PlaceOptions options;
  options.checksKnown = true;
  return options;
}

/// Slices of tensors go forward.
static bool checkSteps(Evaluator &evaluator, Value key) {
  std::vector<Value> items = {key};
  if (auto *tuple = dyn_cast<TupleObject>(key))
    items = tuple->items;
  for (Value item : items) {
    auto *slice = dyn_cast<SliceObject>(item);
    auto *step = slice ? dyn_cast<IntObject>(slice->step) : nullptr;
    if (step && step->value.asInt64().value_or(1) <= 0)
      return evaluator.raise(DiagnosticId::valueError, "step must be greater than zero"), false;
  }
  return true;
}

Value TorchTensor::getPart(Evaluator &evaluator, Value key) {
  TensorKey read = readTensorKey(evaluator, key);
  key = read.key;
  if (!key || !checkSteps(evaluator, key))
    return nullptr;
  if (read.hasArrays) {
    if (SplitKey split = splitNumbers(evaluator, key); split.view) {
      Value view = getPart(evaluator, split.view);
      return view ? cast<TorchTensor>(view)->getPart(evaluator, split.rest) : nullptr;
    }
    auto *array = cast<JaxArray>(wrap(evaluator, value, dtype, Flavour::numpy));
    if (!(key = readNumpyKey(evaluator, array, key)))
      return nullptr;
    Selection selection(evaluator, array, checkedPlaces());
    auto *chosen = selection.read(key) ? llvm::cast_or_null<ArrayObject>(selection.get()) : nullptr;
    if (!chosen)
      return nullptr;
    return wrapTorchIn(evaluator, chosen->value, dtype, onGpu, stridesOfChosen(evaluator, read.key, chosen->shape()));
  }
  std::optional<Index> parsed = parseIndex(evaluator, key, shape(), IndexBounds::cut, describe(evaluator, this));
  if (!parsed)
    return nullptr;
  if (parsed->hasArrays() || llvm::any_of(parsed->axes, [](const AxisIndex &axis) { return axis.computed != nullptr; }))
    return evaluator.notSupported("indexing a tensor with a tensor");
  Index index = *parsed;
  llvm::SmallVector<int64_t> viewStrides;
  int64_t viewOffset = offset;
  for (auto [axis, part] : llvm::enumerate(index.axes)) {
    viewOffset += part.offset * strides[axis];
    if (!part.dropped)
      viewStrides.push_back(part.stride * strides[axis]);
  }
  Shape fresh = index.shape();
  for (int64_t position : index.newAxes) { // as `unsqueeze` has it
    bool isLast = position == static_cast<int64_t>(fresh.size());
    viewStrides.insert(viewStrides.begin() + position, isLast ? 1 : fresh[position] * viewStrides[position]);
    fresh.insert(fresh.begin() + position, 1);
  }
  return makeView(evaluator, viewStrides, viewOffset, [index](Emitter &emitter, mlir::Value whole) -> mlir::Value {
    SliceParts parts = toSliceParts(index.axes);
    mlir::Type type = tile::getArrayType(index.shape(), tile::getElementType(whole.getType()));
    mlir::Value part = whole;
    if (!parts.sizes.empty())
      part = emitter.create<tile::SliceValueOp>(type, whole, parts.offsets, parts.staticOffsets, parts.sizes, parts.strides, parts.dropped);
    return emitter.reshape(part, index.resultShape());
  });
}

bool TorchTensor::put(Evaluator &evaluator, Value key, Value update, tile::Atomic kind) {
  key = readTensorKey(evaluator, key).key;
  if (!key || !checkSteps(evaluator, key))
    return false;
  std::optional<Operand> given = toOperand(evaluator, update, "tensor[...] = ");
  mlir::Value part = given ? convertOperand(evaluator, *given, dtype) : mlir::Value();
  auto *array = cast<JaxArray>(wrap(evaluator, value, dtype, Flavour::numpy));
  key = part ? readNumpyKey(evaluator, array, key) : nullptr;
  if (!key)
    return false;
  Selection selection(evaluator, array, checkedPlaces());
  auto *changed = selection.read(key) ? llvm::cast_or_null<ArrayObject>(selection.put(wrap(evaluator, part, dtype, Flavour::numpy), kind)) : nullptr;
  ExceptionObject *error = changed ? nullptr : evaluator.pendingException();
  if (error && error->instanceType == evaluator.builtinClass("ValueError")) // shapes that do not go together
    toRuntimeError(evaluator);
  return changed && assign(evaluator, emitterHere(evaluator).reshape(changed->value, shape()));
}

Value TorchTensor::getItem(Evaluator &evaluator, Value key) {
  if (std::optional<Value> result = ask(evaluator, "__getitem__", {key}))
    return *result;
  return withClassOf(evaluator, getPart(evaluator, key), {this});
}

bool TorchTensor::setItem(Evaluator &evaluator, Value key, Value update) {
  if (std::optional<Value> result = ask(evaluator, "__setitem__", {key, update}))
    return *result != nullptr;
  if (!torchAllowsInPlace(evaluator, this, /*isPart=*/true))
    return false;
  TensorKey read = readTensorKey(evaluator, key);
  key = read.key;
  if (!key || !checkSteps(evaluator, key))
    return false;
  if (isComplexOperand(update)) { // refused, or cut to its real part
    std::optional<Value> set = evaluator.textMember("torch.complex", "__setitem__");
    return set && *set && evaluator.call(*set, {this, key, update});
  }
  auto *source = dyn_cast<TorchTensor>(update);
  bool isFill = source && countElements(source->shape()) == 1 && isOneMask(key);
  if (read.hasArrays && source && source->dtype != dtype && !isFill)
    return torchError(evaluator, DiagnosticId::dtypeMismatch,
                      "Index put requires the source and destination dtypes match, got " + kindOf(dtype) + " for the destination and " +
                          kindOf(source->dtype) + " for the source."),
           false;
  if (SplitKey split = read.hasArrays ? splitNumbers(evaluator, key) : SplitKey(); split.view) {
    Value view = getItem(evaluator, split.view);
    return view && cast<TorchTensor>(view)->setItem(evaluator, split.rest, update);
  }
  if (read.hasArrays)
    return put(evaluator, key, update, tile::Atomic::exchange);
  std::optional<Index> index = parseIndex(evaluator, key, shape(), IndexBounds::cut, describe(evaluator, this));
  std::optional<Operand> operand = index ? toOperand(evaluator, update, "tensor[...] = ") : std::nullopt;
  if (!operand)
    return false;
  if (index->hasArrays())
    return evaluator.notSupported("indexing a tensor with a tensor"), false;
  Shape target = index->resultShape();
  if (source && source->shape().size() > target.size()) { // axes of one element before the place's own say nothing
    llvm::ArrayRef<int64_t> shape = source->shape();
    while (shape.size() > target.size() && shape.front() == 1)
      shape = shape.drop_front();
    operand = asOperand(wrapTorch(evaluator, emitterHere(evaluator).reshape(source->value, shape), source->dtype, source->onGpu));
  }
  std::optional<Shape> joined = broadcastShapes(operand->shape(), target);
  if (!joined || *joined != target)
    return torchError(evaluator, DiagnosticId::shapeMismatch, "the place has shape " + formatShape(target) + " but " + describeShape(evaluator, *operand)), false;
  mlir::Value part = convertOperand(evaluator, *operand, dtype);
  if (!part)
    return false;
  part = emitterHere(evaluator).broadcastTo(part, target);
  if (llvm::any_of(llvm::zip(shape(), strides), [](auto axis) { return std::get<0>(axis) > 1 && std::get<1>(axis) == 0; })) {
    auto *place = llvm::cast_or_null<TorchTensor>(getItem(evaluator, key)); // only the places that the key names
    return place && place->assign(evaluator, emitterHere(evaluator).reshape(part, place->shape()));
  }
  SliceParts parts = toSliceParts(index->axes);
  Emitter emitter = emitterHere(evaluator);
  mlir::Value result = emitter.reshape(part, parts.sizes);
  if (!parts.sizes.empty())
    result = emitter.create<tile::UpdateSliceOp>(value.getType(), value, result, parts.offsets, parts.staticOffsets, parts.strides);
  return assign(evaluator, result);
}

/// Functions of `torch` whose first argument is called `input` are methods of tensors, too.
static bool takesTensorFirst(llvm::StringRef name, Value function) {
  if (name.ends_with("_like"))
    return false;
  if (auto *recorded = dyn_cast<BuiltinObject>(function))
    return llvm::StringRef(recorded->entry->signature).starts_with("(input");
  auto *written = dyn_cast<FunctionObject>(function);
  return written && !written->parameters.empty() && written->parameters[0].name == "input";
}

std::optional<Value> TorchTensor::getAttribute(Evaluator &evaluator, llvm::StringRef name) {
  if (std::optional<Value> found = getOwnAttribute(evaluator, name, /*isKnown=*/true))
    return found;
  if (std::optional<Value> member = evaluator.libraryMember("torch.Tensor", name, this))
    return member;
  if (std::optional<Value> function = evaluator.libraryMember("torch", name); function && *function && takesTensorFirst(name, *function))
    return evaluator.function(name.str(), [this, function](Evaluator &e, Arguments &arguments) {
      arguments.positional.insert(arguments.positional.begin(), this);
      if (!arguments.positionalRanges.empty())
        arguments.positionalRanges.insert(arguments.positionalRanges.begin(), Range{});
      return e.call(*function, arguments);
    });
  return getOwnAttribute(evaluator, name, /*isKnown=*/false);
}

void TorchTensor::listAttributes(Evaluator &evaluator, std::vector<std::string> &names) {
  for (llvm::StringRef name : LibraryTable::get().namesIn("torch.Tensor"))
    names.push_back(name.str());
  for (size_t k = 0; own && k < own->attributes.entries().size(); ++k)
    if (own->attributes.entries()[k].second)
      names.push_back(own->attributes.entries()[k].first);
  if (derived)
    own->instanceType->listAttributes(evaluator, names);
}
