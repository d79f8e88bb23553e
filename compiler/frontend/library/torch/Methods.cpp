// SPDX-License-Identifier: Apache-2.0
// Methods and properties of tensors, and the functions of the same names.
#include "compiler/frontend/library/arrays/Items.h"
#include "compiler/frontend/library/derivatives/Derivatives.h"
#include "compiler/frontend/library/jax/Array.h"
#include "compiler/frontend/library/torch/Autograd.h"
#include "compiler/frontend/library/torch/TorchCalls.h"
#include <cmath>

using namespace tessera;
using namespace tessera::frontend;
using llvm::cast;
using llvm::dyn_cast;
using llvm::isa;

static TorchTensor *self(Call &call) { return cast<TorchTensor>(call.self); }

TorchTensor *frontend::toTorchTensor(Call &call) {
  auto *tensor = dyn_cast<TorchTensor>(torchReceiver(call));
  if (!tensor)
    call.evaluator.raise(DiagnosticId::typeError, "`" + publicName(call.entry) + "` takes a tensor, not a `" + torchReceiver(call)->typeName(call.evaluator) + "`");
  return tensor;
}

std::optional<int64_t> frontend::torchAxis(Evaluator &evaluator, int64_t dim, int64_t rank) {
  int64_t count = std::max<int64_t>(rank, 1);
  if (dim < -count || dim >= count)
    return evaluator.raise(DiagnosticId::indexError, "Dimension out of range (expected to be in range of [" + std::to_string(-count) + ", " + std::to_string(count - 1) + "], but got " +
                                                         std::to_string(dim) + ")");
  return dim < 0 ? dim + count : dim;
}

std::optional<llvm::SmallVector<int64_t>> frontend::torchAxes(Evaluator &evaluator, Value dims, int64_t rank) {
  llvm::SmallVector<int64_t> axes;
  std::vector<int64_t> given;
  if (isNone(dims))
    for (int64_t k = 0; k < rank; ++k)
      given.push_back(k);
  else if (std::optional<std::vector<int64_t>> read = evaluator.toShape(dims, "dim"))
    given = *read;
  else
    return std::nullopt;
  for (int64_t dim : given) {
    std::optional<int64_t> axis = torchAxis(evaluator, dim, rank);
    if (!axis)
      return std::nullopt;
    if (llvm::is_contained(axes, *axis))
      return torchError(evaluator, DiagnosticId::valueError, "dim " + std::to_string(*axis) + " appears multiple times in the list of dims");
    axes.push_back(*axis);
  }
  if (rank == 0)
    axes.clear();
  llvm::sort(axes);
  return axes;
}

Value frontend::torchDeliver(Call &call, Value result, bool isOfOneDtype) {
  if (!result || isNone(call["out"]))
    return result;
  auto *place = dyn_cast<TorchTensor>(call["out"]), *given = dyn_cast<TorchTensor>(result);
  if (place && given && isOfOneDtype && place->dtype != given->dtype)
    return torchError(call.evaluator, DiagnosticId::dtypeMismatch,
                      "Found dtype " + std::string(numerics::getName(place->dtype)) + " but expected " +
                          std::string(numerics::getName(given->dtype)));
  for (auto [value, parameter] : llvm::zip(call.values, *call.parameters))
    if (place && given && value == place && parameter.name != "out" && given->shape() != place->shape())
      return torchError(call.evaluator, DiagnosticId::shapeMismatch, "output with shape " + formatShape(place->shape()) +
                                                                         " doesn't match the broadcast shape " + formatShape(given->shape()));
  if (!place)
    return call.evaluator.raise(DiagnosticId::typeError, publicName(call.entry) + "(): argument 'out' must be Tensor, not " + call["out"]->typeName(call.evaluator));
  return place->adopt(call.evaluator, cast<TorchTensor>(result), publicName(call.entry)) ? place : nullptr;
}

Value frontend::torchDivisionHandler(Call &call) {
  return torchRoundedDivision(call.evaluator, torchReceiver(call), torchOther(call), call["rounding_mode"], publicName(call.entry));
}
Value frontend::torchDivisionFunction(Call &call) { return torchDeliver(call, torchDivisionHandler(call)); }

//===-- reductions and activations ----------------------------------------------------------------------------===//

template <TorchReduce kind> Value frontend::torchReduceHandler(Call &call) {
  Evaluator &evaluator = call.evaluator;
  Value dim = isNone(call["axis"]) ? call["dim"] : call["axis"]; // NumPy's name is taken too
  if (kind == TorchReduce::prod && isa<SequenceObject>(dim))
    return evaluator.raise(DiagnosticId::typeError,
                           "prod(): argument 'dim' must be int, not " + dim->typeName(evaluator));
  if (namesNoAxis(dim))
    dim = evaluator.none();
  std::optional<bool> keep = evaluator.truth(call["keepdim"]);
  std::optional<DType> type;
  if constexpr (kind == TorchReduce::sum || kind == TorchReduce::prod || kind == TorchReduce::mean)
    if (!isNone(call["dtype"]) && !(type = toDType(evaluator, call["dtype"], "dtype", DType::float32, false)))
      return nullptr;
  return keep ? torchReduce(evaluator, kind, torchReceiver(call), dim, *keep, type, publicName(call.entry)) : nullptr;
}
template Value frontend::torchReduceHandler<TorchReduce::sum>(Call &);
template Value frontend::torchReduceHandler<TorchReduce::prod>(Call &);
template Value frontend::torchReduceHandler<TorchReduce::mean>(Call &);
template Value frontend::torchReduceHandler<TorchReduce::max>(Call &);
template Value frontend::torchReduceHandler<TorchReduce::min>(Call &);
template Value frontend::torchReduceHandler<TorchReduce::any>(Call &);
template Value frontend::torchReduceHandler<TorchReduce::all>(Call &);

/// `max(x)`, `max(x, y)`, and `max(x, dim)`, which gives values and indices.
template <bool max> Value frontend::torchExtremeHandler(Call &call) {
  Evaluator &evaluator = call.evaluator;
  std::string function = publicName(call.entry);
  Value dim = isNone(call["axis"]) ? call["dim"] : call["axis"];
  if (isa<TorchTensor>(dim))
    return torchBinary(evaluator, max ? Binary::maximum : Binary::minimum, torchReceiver(call), dim, function);
  if (isNone(dim))
    return torchReduce(evaluator, max ? TorchReduce::max : TorchReduce::min, torchReceiver(call), evaluator.none(), false, std::nullopt, function);
  std::optional<bool> keep = evaluator.truth(call["keepdim"]);
  Value values = keep ? torchReduce(evaluator, max ? TorchReduce::max : TorchReduce::min, torchReceiver(call), dim, *keep, std::nullopt, function) : nullptr;
  Value indices = values ? torchArgExtreme(evaluator, max, torchReceiver(call), dim, *keep, function) : nullptr;
  if (!indices)
    return nullptr;
  annotateDerivative(evaluator, values, "first", 1); // the gradient goes to the element with the index
  return torchPair(evaluator, values, indices, max ? "max" : "min");
}
template Value frontend::torchExtremeHandler<true>(Call &);
template Value frontend::torchExtremeHandler<false>(Call &);

Value frontend::torchReluHandler(Call &call) {
  if (auto *tensor = dyn_cast<TorchTensor>(torchReceiver(call)); tensor && tensor->dtype == DType::boolean)
    return torchError(call.evaluator, DiagnosticId::typeError, "Boolean inputs not supported for relu");
  return annotateDerivative(call.evaluator,
                            torchBinary(call.evaluator, Binary::maximum, torchReceiver(call), call.evaluator.integer(0),
                                        publicName(call.entry)),
                            "tie", 0);
}
Value frontend::torchSiluHandler(Call &call) {
  Value x = torchReceiver(call), gate = torchUnary(call.evaluator, Unary::logistic, x, publicName(call.entry));
  return gate ? torchBinary(call.evaluator, Binary::mul, x, gate, publicName(call.entry)) : nullptr;
}
template <Value (*function)(Call &)> Value frontend::torchInPlaceHandler(Call &call) {
  std::optional<bool> isInPlace = call.evaluator.truth(call["inplace"]);
  Value result = isInPlace ? function(call) : nullptr;
  auto *input = dyn_cast<TorchTensor>(torchReceiver(call));
  if (!result || !*isInPlace || !input)
    return result;
  return input->store(call.evaluator, result, publicName(call.entry)) ? input : nullptr;
}
template Value frontend::torchInPlaceHandler<torchReluHandler>(Call &);
template Value frontend::torchInPlaceHandler<torchSiluHandler>(Call &);
Value frontend::torchGeluHandler(Call &call) {
  Evaluator &evaluator = call.evaluator;
  std::string function = publicName(call.entry);
  std::optional<std::string> approximate = evaluator.toString(call["approximate"], "approximate");
  if (!approximate)
    return nullptr;
  auto binary = [&](Binary op, Value x, Value y) { return x && y ? torchBinary(evaluator, op, x, y, function) : nullptr; };
  auto unary = [&](Unary op, Value x) { return x ? torchUnary(evaluator, op, x, function) : nullptr; };
  Value x = torchReceiver(call), inner;
  if (*approximate == "tanh") {
    Value cubed = binary(Binary::mul, x, binary(Binary::mul, x, x));
    inner = unary(Unary::tanh, binary(Binary::mul, evaluator.floating(std::sqrt(2 / 3.141592653589793)), binary(Binary::add, x, binary(Binary::mul, evaluator.floating(0.044715), cubed))));
  } else if (*approximate == "none") {
    inner = unary(Unary::erf, binary(Binary::mul, x, evaluator.floating(std::sqrt(0.5))));
  } else {
    return torchError(evaluator, DiagnosticId::valueError, "`approximate` is `" + *approximate + "`, not `none` or `tanh`");
  }
  return binary(Binary::mul, binary(Binary::mul, x, evaluator.floating(0.5)), binary(Binary::add, inner, evaluator.floating(1)));
}
Value frontend::torchSoftmaxHandler(Call &call) {
  Evaluator &evaluator = call.evaluator;
  std::string function = publicName(call.entry);
  Value x = torchReceiver(call), dim = isNone(call["dim"]) ? call["axis"] : call["dim"];
  if (isNone(dim))
    return evaluator.raise(DiagnosticId::argumentError, "`" + function + "` needs `dim`");
  if (!isNone(call["dtype"])) {
    std::optional<DType> type = toDType(evaluator, call["dtype"], "dtype", DType::float32, false);
    if (!type || !toTorchTensor(call))
      return nullptr;
    x = torchCast(evaluator, x, *type);
  }
  auto *tensor = dyn_cast<TorchTensor>(x);
  if (tensor && countElements(tensor->shape()) == 0)
    return torchAxes(evaluator, dim, tensor->shape().size())
               ? wrapTorch(evaluator, tensor->value, tensor->dtype, tensor->onGpu)
               : nullptr;
  Value most = annotateDerivative(
      evaluator, torchReduce(evaluator, TorchReduce::max, x, dim, true, std::nullopt, function), "constant", 1);
  Value shifted = most ? torchBinary(evaluator, Binary::sub, x, most, function) : nullptr;
  Value powers = shifted ? torchUnary(evaluator, Unary::exp, shifted, function) : nullptr;
  Value total = powers ? torchReduce(evaluator, TorchReduce::sum, powers, dim, true, std::nullopt, function) : nullptr;
  return total ? torchBinary(evaluator, Binary::divide, powers, total, function) : nullptr;
}
Value frontend::torchWhereHandler(Call &call) { return torchWhere(call.evaluator, call["condition"], call["input"], call["other"], publicName(call.entry)); }
Value frontend::torchClampHandler(Call &call) {
  Value result = torchReceiver(call);
  // A tensor without axes is as good as a number.
  auto isTensor = [&](const char *name) {
    return isa<TorchTensor>(call[name]) && !cast<TorchTensor>(call[name])->shape().empty();
  };
  bool isMixed = isTensor("min") ? !isa<TorchTensor>(call["max"]) : isTensor("max") && !isa<TorchTensor>(call["min"]);
  if (isMixed && !isNone(call["min"]) && !isNone(call["max"]))
    return call.evaluator.raise(DiagnosticId::typeError, "clamp() takes two tensors or two numbers as bounds, not one of each");
  if (isNone(call["min"]) && isNone(call["max"]))
    return torchError(call.evaluator, DiagnosticId::valueError, "torch.clamp: At least one of 'min' or 'max' must not be None");
  // All three have one dtype. Beside a number as the other bound, a tensor without axes is one, too.
  static constexpr const char *bounds[] = {"min", "max"};
  bool isBesideNumber =
      llvm::any_of(bounds, [&](auto name) { return !isNone(call[name]) && !isa<TorchTensor>(call[name]); });
  auto isFloat = [&](const char *name) {
    auto *bound = dyn_cast<TorchTensor>(call[name]);
    return bound ? isBesideNumber && numerics::isFloat(bound->dtype) : isa<FloatObject>(call[name]);
  };
  auto *tensor = dyn_cast<TorchTensor>(result);
  if (tensor && !numerics::isFloat(tensor->dtype) && llvm::any_of(bounds, isFloat))
    result = torchCast(call.evaluator, result, DType::float32);
  for (const char *name : bounds) {
    Value bound = call[name];
    if (!result || isNone(bound))
      continue;
    if (auto *now = dyn_cast<TorchTensor>(result); now && isBesideNumber && isa<TorchTensor>(bound))
      bound = torchCast(call.evaluator, bound, now->dtype);
    Binary op = name == llvm::StringRef("min") ? Binary::maximum : Binary::minimum;
    result = annotateDerivative(call.evaluator, torchBinary(call.evaluator, op, result, bound, publicName(call.entry)),
                                "tie", 100);
  }
  return result;
}
Value frontend::torchMatmulHandler(Call &call) { return torchMatmul(call.evaluator, torchReceiver(call), torchOther(call), publicName(call.entry)); }

//===-- views -------------------------------------------------------------------------------------------------===//

/// `view`, `reshape`: a view where the elements stand in order, else a copy.
static Value reshapeTensor(Call &call, TorchTensor *tensor, llvm::ArrayRef<int64_t> given) {
  Evaluator &evaluator = call.evaluator;
  Shape shape(given);
  int64_t total = countElements(tensor->shape()), known = 1, *open = nullptr;
  for (int64_t &extent : shape) {
    if (extent == -1 && !open)
      open = &extent;
    else if (extent == -1)
      return torchError(evaluator, DiagnosticId::valueError, "only one dimension can be inferred, but the shape is " + formatShape(given));
    else if (extent < 0)
      return torchError(evaluator, DiagnosticId::valueError, "invalid shape dimension " + std::to_string(extent) + " in " + formatShape(given));
    else
      known *= extent;
  }
  if (open && known == 0 && total == 0)
    return torchError(evaluator, DiagnosticId::valueError, "cannot reshape tensor of 0 elements into shape " + formatShape(given) + ": the size of -1 is ambiguous");
  if (open)
    *open = known ? total / known : 0;
  if (countElements(shape) != total)
    return torchError(evaluator, DiagnosticId::shapeMismatch, "can't reshape " + std::to_string(total) + " elements into " + formatShape(given) + ": " +
                                                            describe(evaluator, tensor) + " is " + formatShape(tensor->shape()));
  if (std::optional<llvm::SmallVector<int64_t>> strides = viewStrides(tensor, shape))
    return tensor->makeView(evaluator, *strides, tensor->offset, [shape](Emitter &emitter, mlir::Value value) { return emitter.reshape(value, shape); });
  if (llvm::StringRef(call.entry->name) == "view")
    return torchError(evaluator, DiagnosticId::valueError, "`view` needs elements that stand in order, but " + describe(evaluator, tensor) + " is a transposed or strided view")
        .note("use `.reshape(...)`, which copies where it must");
  return wrapTorch(evaluator, emitterHere(evaluator).reshape(tensor->value, shape), tensor->dtype, tensor->onGpu);
}

/// Sizes given one by one or as a tuple.
std::optional<std::vector<int64_t>> frontend::readTorchSizes(Call &call, Value given, llvm::StringRef what) {
  auto *tuple = dyn_cast<TupleObject>(given);
  if (tuple && tuple->items.size() == 1 && isa<SequenceObject>(tuple->items[0]))
    given = tuple->items[0];
  else if (tuple && tuple->items.empty())
    return call.evaluator.raise(DiagnosticId::typeError, std::string(call.entry->name) +
                                                             "() missing 1 required positional arguments: \"" +
                                                             what.str() + "\"");
  return call.evaluator.toShape(given, what);
}

Value frontend::torchReshapeHandler(Call &call) {
  TorchTensor *tensor = toTorchTensor(call);
  if (tensor && llvm::StringRef(call.entry->name) == "view") {
    auto *given = cast<TupleObject>(call["shape"]);
    auto *type = given->items.size() == 1 ? dyn_cast<DTypeObject>(given->items[0]) : nullptr;
    if (type)
      return torchViewAs(call.evaluator, tensor, type->dtype);
  }
  std::optional<std::vector<int64_t>> shape = tensor ? readTorchSizes(call, call["shape"], "shape") : std::nullopt;
  return shape ? reshapeTensor(call, tensor, *shape) : nullptr;
}

static Value permuteTensor(Evaluator &evaluator, TorchTensor *tensor, llvm::ArrayRef<int64_t> permutation) {
  llvm::SmallVector<int64_t> strides, axes(permutation);
  for (int64_t axis : axes)
    strides.push_back(tensor->strides[axis]);
  return tensor->makeView(evaluator, strides, tensor->offset, [axes](Emitter &emitter, mlir::Value value) { return emitter.transpose(value, axes); });
}

Value frontend::torchTransposeHandler(Call &call) {
  TorchTensor *tensor = toTorchTensor(call);
  std::optional<int64_t> a = tensor ? call.evaluator.toInt(call["dim0"], "dim0") : std::nullopt, b = a ? call.evaluator.toInt(call["dim1"], "dim1") : std::nullopt;
  if (!b)
    return nullptr;
  int64_t rank = tensor->shape().size();
  a = torchAxis(call.evaluator, *a, rank);
  b = a ? torchAxis(call.evaluator, *b, rank) : std::nullopt;
  if (!b)
    return nullptr;
  llvm::SmallVector<int64_t> permutation;
  for (int64_t axis = 0; axis < rank; ++axis)
    permutation.push_back(axis == *a ? *b : axis == *b ? *a : axis);
  return permuteTensor(call.evaluator, tensor, permutation);
}
static Value transposedProperty(Call &call) {
  llvm::SmallVector<int64_t> permutation;
  for (int64_t axis = self(call)->shape().size(); axis-- > 0;)
    permutation.push_back(axis);
  return permuteTensor(call.evaluator, self(call), permutation);
}
static Value tMethod(Call &call) {
  if (self(call)->shape().size() > 2)
    return torchError(call.evaluator, DiagnosticId::shapeMismatch, "`t()` takes a matrix, but " + describe(call.evaluator, self(call)) + " is " + formatShape(self(call)->shape()));
  return transposedProperty(call);
}
static Value permuteMethod(Call &call) {
  std::optional<std::vector<int64_t>> dims = readTorchSizes(call, call["dims"], "dims");
  if (!dims)
    return nullptr;
  llvm::SmallVector<int64_t> permutation;
  int64_t rank = self(call)->shape().size();
  if (static_cast<int64_t>(dims->size()) != rank)
    return torchError(call.evaluator, DiagnosticId::valueError, "permute(sparse_coo): number of dimensions in the tensor input does not match the length of the desired ordering of "
                                                                "dimensions i.e. input.dim() = " + std::to_string(rank) + " is not equal to len(dims) = " + std::to_string(dims->size()));
  for (int64_t dim : *dims) {
    std::optional<int64_t> axis = torchAxis(call.evaluator, dim, rank);
    if (!axis)
      return nullptr;
    if (llvm::is_contained(permutation, *axis))
      return torchError(call.evaluator, DiagnosticId::valueError, "axis " + std::to_string(dim) + " is given twice to `permute`");
    permutation.push_back(*axis);
  }
  return permuteTensor(call.evaluator, self(call), permutation);
}
static Value unsqueezeMethod(Call &call) {
  std::optional<int64_t> dim = call.evaluator.toInt(call["dim"], "dim");
  std::optional<int64_t> axis = dim ? torchAxis(call.evaluator, *dim, self(call)->shape().size() + 1) : std::nullopt;
  if (!axis)
    return nullptr;
  Shape shape(self(call)->shape());
  shape.insert(shape.begin() + *axis, 1);
  llvm::SmallVector<int64_t> strides = self(call)->strides;
  bool isLast = *axis == static_cast<int64_t>(strides.size());
  strides.insert(strides.begin() + *axis, isLast ? 1 : self(call)->shape()[*axis] * strides[*axis]);
  return self(call)->makeView(call.evaluator, strides, self(call)->offset, [shape](Emitter &emitter, mlir::Value value) { return emitter.reshape(value, shape); });
}
static Value contiguousMethod(Call &call) {
  TorchTensor *tensor = self(call);
  llvm::SmallVector<int64_t> rows = TorchTensor::rowMajor(tensor->shape());
  std::optional<llvm::SmallVector<int64_t>> strides = readMemoryFormat(call, tensor->shape(), rows);
  if (!strides)
    return nullptr;
  if (*strides == llvm::ArrayRef<int64_t>(rows) ? tensor->isContiguous() : *strides == tensor->strides)
    return tensor;
  return wrapTorchIn(call.evaluator, tensor->value, tensor->dtype, tensor->onGpu, *strides);
}

//===-- conversion --------------------------------------------------------------------------------------------===//

static Value cloneMethod(Call &call) {
  std::optional<llvm::SmallVector<int64_t>> strides = readMemoryFormat(call, self(call)->shape(), copiedStrides(self(call)));
  return strides ? wrapTorchIn(call.evaluator, self(call)->value, self(call)->dtype, self(call)->onGpu, *strides) : nullptr;
}
/// The same elements, without a gradient.
static Value detachMethod(Call &call) {
  TorchTensor *view = self(call)->makeView(call.evaluator, self(call)->strides, self(call)->offset, torchDetached);
  view->isDetached = true;
  return view;
}

/// `x.to(dtype)`, `x.to(device)`, `x.to(device, dtype)`, `x.to(other)`.
static Value toMethod(Call &call) {
  Evaluator &evaluator = call.evaluator;
  DType type = self(call)->dtype;
  bool onGpu = self(call)->onGpu;
  std::vector<Value> given = cast<TupleObject>(call["args"])->items;
  for (llvm::StringRef name : {"device", "dtype"})
    if (!isNone(call[name]))
      given.push_back(call[name]);
  for (Value value : given) {
    if (auto *dtype = dyn_cast<DTypeObject>(value)) {
      type = dtype->dtype;
    } else if (auto *tensor = dyn_cast<TorchTensor>(value)) {
      type = tensor->dtype;
      onGpu = tensor->onGpu;
    } else {
      std::optional<bool> place = toOnGpu(evaluator, value);
      if (!place)
        return nullptr;
      onGpu = *place;
    }
  }
  std::optional<bool> copies = evaluator.truth(call["copy"]);
  llvm::SmallVector<int64_t> preserved = copiedStrides(self(call));
  std::optional<llvm::SmallVector<int64_t>> strides = copies ? readMemoryFormat(call, self(call)->shape(), preserved) : std::nullopt;
  if (!strides)
    return nullptr;
  bool keepsLayout = *strides == preserved || *strides == self(call)->strides;
  if (type == self(call)->dtype && onGpu == self(call)->onGpu && !*copies && keepsLayout)
    return call.self;
  Emitter emitter = emitterHere(evaluator);
  return wrapTorchIn(evaluator, torchConvert(emitter, self(call)->value, self(call)->dtype, type), type, onGpu, *strides);
}
template <DType type> static Value castMethod(Call &call) { return torchCast(call.evaluator, call.self, type); }
template <bool onGpu> static Value moveMethod(Call &call) {
  return self(call)->onGpu == onGpu ? call.self : wrapTorchIn(call.evaluator, self(call)->value, self(call)->dtype, onGpu, copiedStrides(self(call)));
}
static Value numpyMethod(Call &call) {
  if (self(call)->onGpu)
    return call.evaluator.raise(DiagnosticId::typeError, "a tensor on the GPU has no NumPy array").note("move it first: `x.cpu().numpy()`");
  // The library's own texts go through NumPy's functions, gradients and all.
  if (torchWantsGradient(call.evaluator, call.self) && !call.evaluator.isLibraryText(call.evaluator.range()))
    return runtimeError(call.evaluator,
                        "Can't call numpy() on Tensor that requires grad. Use tensor.detach().numpy() instead.");
  return wrap(call.evaluator, self(call)->value, self(call)->dtype, Flavour::numpy);
}

//===-- writing -----------------------------------------------------------------------------------------------===//

/// `x.add_(y)` and the like: the result takes the tensor's own shape and dtype.
static Value store(Call &call, Value result, bool converts = false) {
  return result && self(call)->store(call.evaluator, result, call.entry->name, converts) ? call.self : nullptr;
}
template <Binary op> static Value updateMethod(Call &call) { return store(call, torchBinary(call.evaluator, op, call.self, call[size_t(0)], call.entry->name)); }
template <Binary op> static Value scaledUpdateMethod(Call &call) { return store(call, torchScaledHandler<op>(call)); }
static Value divisionUpdateMethod(Call &call) { return store(call, torchDivisionHandler(call)); }
static Value fillMethod(Call &call) {
  return torchCheckRange(call.evaluator, call["value"], self(call)->dtype) ? store(call, call["value"], /*converts=*/true) : nullptr;
}
static Value updateByMethod(Call &call) { return store(call, call["result"]); }
static Value adoptMethod(Call &call) {
  auto *result = dyn_cast<TorchTensor>(call["result"]);
  return result && self(call)->adopt(call.evaluator, result, "torch") ? call.self : nullptr;
}
static Value becomeMethod(Call &call) {
  auto *view = dyn_cast<TorchTensor>(call["view"]);
  return view && self(call)->become(call.evaluator, view) ? call.self : nullptr;
}
static int64_t memorySize(TorchTensor *owner) {
  return countElements(owner->shape()) * static_cast<int64_t>(numerics::getByteSize(owner->dtype));
}
static Value memorySizeMethod(Call &call) { return call.evaluator.integer(memorySize(self(call)->root())); }
static Value growMethod(Call &call) {
  std::optional<int64_t> size = call.evaluator.toInt(call["size"], "size");
  if (!size)
    return nullptr;
  int64_t width = static_cast<int64_t>(numerics::getByteSize(self(call)->root()->dtype));
  if (*size > memorySize(self(call)->root()))
    self(call)->grow(call.evaluator, (*size + width - 1) / width);
  return call.self;
}
static Value zeroMethod(Call &call) { return store(call, call.evaluator.integer(0), /*converts=*/true); }
static Value copyMethod(Call &call) { return store(call, call["src"], /*converts=*/true); }

/// `_put(key, values, kind)`: what the methods with an underscore at their end are made of.
static Value putMethod(Call &call) {
  std::optional<std::string> kind = call.evaluator.toString(call["kind"], "kind");
  if (!kind)
    return nullptr;
  tile::Atomic atomic = *kind == "add" ? tile::Atomic::add : *kind == "max" ? tile::Atomic::max : *kind == "min" ? tile::Atomic::min : tile::Atomic::exchange;
  return self(call)->put(call.evaluator, call["key"], call["values"], atomic) ? call.self : nullptr;
}

//===-- facts -------------------------------------------------------------------------------------------------===//

static Value shapeProperty(Call &call) {
  std::vector<Value> sizes;
  for (int64_t extent : self(call)->shape())
    sizes.push_back(call.evaluator.integer(extent));
  return call.evaluator.make<TorchSize>(std::move(sizes));
}
/// The argument `dim`, which a tensor without axes has no answer to.
static std::optional<int64_t> givenAxis(Call &call) {
  int64_t rank = self(call)->shape().size();
  std::optional<int64_t> dim = call.evaluator.toInt(call["dim"], "dim");
  if (dim && rank == 0)
    return call.evaluator.raise(DiagnosticId::indexError, "Dimension specified as " + std::to_string(*dim) + " but tensor has no dimensions");
  return dim ? torchAxis(call.evaluator, *dim, rank) : std::nullopt;
}
static Value sizeMethod(Call &call) {
  if (isNone(call["dim"]))
    return shapeProperty(call);
  std::optional<int64_t> axis = givenAxis(call);
  return axis ? call.evaluator.integer(self(call)->shape()[*axis]) : nullptr;
}
static Value strideMethod(Call &call) {
  if (isNone(call["dim"]))
    return call.evaluator.tupleOfInts(self(call)->strides);
  std::optional<int64_t> axis = givenAxis(call);
  return axis ? call.evaluator.integer(self(call)->strides[*axis]) : nullptr;
}
static Value numelMethod(Call &call) { return call.evaluator.integer(countElements(self(call)->shape())); }
static Value ndimProperty(Call &call) { return call.evaluator.integer(self(call)->shape().size()); }
static Value dtypeProperty(Call &call) { return call.evaluator.make<DTypeObject>(self(call)->dtype, DTypeStyle::torch); }
static Value deviceProperty(Call &call) { return makeDevice(call.evaluator, self(call)->onGpu); }
static Value isCudaProperty(Call &call) { return call.evaluator.boolean(self(call)->onGpu); }
static Value elementSizeMethod(Call &call) { return call.evaluator.integer(numerics::getByteSize(self(call)->dtype)); }
static Value isContiguousMethod(Call &call) {
  llvm::SmallVector<int64_t> rows = TorchTensor::rowMajor(self(call)->shape());
  std::optional<llvm::SmallVector<int64_t>> strides = readMemoryFormat(call, self(call)->shape(), rows);
  if (!strides)
    return nullptr;
  return call.evaluator.boolean(*strides == rows ? self(call)->isContiguous() : *strides == self(call)->strides);
}
static Value dataPtrMethod(Call &call) { return call.evaluator.integer(call.evaluator.state<TorchAddresses>().take(self(call))); }
static Value isFloatingMethod(Call &call) { return call.evaluator.boolean(numerics::isFloat(self(call)->dtype)); }

#define TESSERA_METHOD(name, signature, summary, handler) {"torch.Tensor", name, EntryKind::method, signature, summary, handler}
#define TESSERA_PROPERTY(name, summary, handler) {"torch.Tensor", name, EntryKind::property, "", summary, handler}
static const LibraryEntry methods[] = {
    TESSERA_PROPERTY("shape", "The sizes of the axes.", shapeProperty),
    TESSERA_PROPERTY("ndim", "How many axes there are.", ndimProperty),
    TESSERA_PROPERTY("dtype", "The element type.", dtypeProperty),
    TESSERA_PROPERTY("device", "Where the tensor lives.", deviceProperty),
    TESSERA_PROPERTY("is_cuda", "Whether the tensor is on the GPU.", isCudaProperty),
    TESSERA_PROPERTY("T", "The axes reversed.", transposedProperty),
    TESSERA_METHOD("size", "(dim=None)", "The sizes of the axes, or of one.", sizeMethod),
    TESSERA_METHOD("stride", "(dim=None)", "Elements between neighbours along each axis.", strideMethod),
    TESSERA_METHOD("numel", "()", "How many elements there are.", numelMethod),
    TESSERA_METHOD("nelement", "()", "How many elements there are.", numelMethod),
    TESSERA_METHOD("dim", "()", "How many axes there are.", ndimProperty),
    TESSERA_METHOD("element_size", "()", "Bytes of an element.", elementSizeMethod),
    TESSERA_METHOD("is_contiguous", "(memory_format=None)", "Whether the elements stand in order.", isContiguousMethod),
    TESSERA_METHOD("is_floating_point", "()", "Whether the elements are floats.", isFloatingMethod),
    TESSERA_METHOD("view", "(*shape)", "The same elements under another shape, or the same memory as another dtype.", torchReshapeHandler),
    TESSERA_METHOD("reshape", "(*shape)", "The same elements under another shape; a copy where it must be.", torchReshapeHandler),
    TESSERA_METHOD("t", "()", "A matrix transposed.", tMethod),
    TESSERA_METHOD("transpose", "(dim0, dim1)", "Exchanges two axes.", torchTransposeHandler),
    TESSERA_METHOD("permute", "(*dims)", "Permutes the axes.", permuteMethod),
    TESSERA_METHOD("_become", "(view)", "Takes the sizes and strides of a view of its memory; for the library itself.",
                   becomeMethod),
    TESSERA_METHOD("_grow", "(size)", "Gives its memory at least so many bytes; for the library itself.", growMethod),
    TESSERA_METHOD("_memory_size", "()", "The bytes of its memory; for the library itself.", memorySizeMethod),
    TESSERA_METHOD("as_strided", "(size, stride, storage_offset=None)", "A view of the same memory under any sizes and strides.", torchAsStrided),
    TESSERA_METHOD("unsqueeze", "(dim)", "Adds an axis of size 1.", unsqueezeMethod),
    TESSERA_METHOD("contiguous", "(memory_format=None)", "The tensor with its elements in order.", contiguousMethod),
    TESSERA_METHOD("clone", "(*, memory_format=None)", "A copy.", cloneMethod),
    TESSERA_METHOD("detach", "()", "The same elements, without a gradient.", detachMethod),
    TESSERA_PROPERTY("data", "The same elements, without a gradient.", detachMethod),
    TESSERA_METHOD("to", "(*args, device=None, dtype=None, non_blocking=False, copy=False, memory_format=None)", "Converts to a dtype or moves to a device.", toMethod),
    TESSERA_METHOD("float", "()", "Converts to float32.", castMethod<DType::float32>),
    TESSERA_METHOD("double", "()", "Converts to float64.", castMethod<DType::float64>),
    TESSERA_METHOD("half", "()", "Converts to float16.", castMethod<DType::float16>),
    TESSERA_METHOD("bfloat16", "()", "Converts to bfloat16.", castMethod<DType::bfloat16>),
    TESSERA_METHOD("int", "()", "Converts to int32.", castMethod<DType::int32>),
    TESSERA_METHOD("long", "()", "Converts to int64.", castMethod<DType::int64>),
    TESSERA_METHOD("bool", "()", "Converts to booleans.", castMethod<DType::boolean>),
    TESSERA_METHOD("cuda", "(device=None, non_blocking=False)", "Moves to the GPU.", moveMethod<true>),
    TESSERA_METHOD("cpu", "()", "Moves to the CPU.", moveMethod<false>),
    TESSERA_METHOD("numpy", "()", "The tensor as a NumPy array.", numpyMethod),
    TESSERA_METHOD("abs", "()", "Absolute value.", torchUnaryHandler<Unary::abs>),
    TESSERA_METHOD("__abs__", "()", "Absolute value, for `abs(x)`.", torchUnaryHandler<Unary::abs>),
    TESSERA_METHOD("exp", "()", "e to the power x.", torchUnaryHandler<Unary::exp>),
    TESSERA_METHOD("log", "()", "Natural logarithm.", torchUnaryHandler<Unary::log>),
    TESSERA_METHOD("sqrt", "()", "Square root.", torchUnaryHandler<Unary::sqrt>),
    TESSERA_METHOD("rsqrt", "()", "1 / sqrt(x).", torchUnaryHandler<Unary::rsqrt>),
    TESSERA_METHOD("tanh", "()", "Hyperbolic tangent.", torchUnaryHandler<Unary::tanh>),
    TESSERA_METHOD("sigmoid", "()", "1 / (1 + exp(-x)).", torchUnaryHandler<Unary::logistic>),
    TESSERA_METHOD("relu", "()", "max(x, 0).", torchReluHandler),
    TESSERA_METHOD("isnan", "()", "Whether each element is NaN.", torchUnaryHandler<Unary::isNan>),
    TESSERA_METHOD("add", "(other, *, alpha=1)", "x + alpha * y.", torchScaledHandler<Binary::add>),
    TESSERA_METHOD("sub", "(other, *, alpha=1)", "x - alpha * y.", torchScaledHandler<Binary::sub>),
    TESSERA_METHOD("mul", "(other)", "x * y.", torchBinaryHandler<Binary::mul>),
    TESSERA_METHOD("div", "(other, *, rounding_mode=None)", "x / y, rounded where a mode says so.", torchDivisionHandler),
    TESSERA_METHOD("pow", "(exponent)", "x to a power.", torchBinaryHandler<Binary::power>),
    TESSERA_METHOD("matmul", "(other)", "Matrix product.", torchMatmulHandler),
    TESSERA_METHOD("sum", "(dim=None, keepdim=False, *, dtype=None, axis=None)", "Sum along axes.", torchReduceHandler<TorchReduce::sum>),
    TESSERA_METHOD("mean", "(dim=None, keepdim=False, *, dtype=None, axis=None)", "Mean along axes.", torchReduceHandler<TorchReduce::mean>),
    TESSERA_METHOD("max", "(dim=None, keepdim=False, axis=None)", "Greatest element.", torchExtremeHandler<true>),
    TESSERA_METHOD("min", "(dim=None, keepdim=False, axis=None)", "Least element.", torchExtremeHandler<false>),
    TESSERA_METHOD("amax", "(dim=(), keepdim=False, axis=None)", "Greatest element along axes.", torchReduceHandler<TorchReduce::max>),
    TESSERA_METHOD("amin", "(dim=(), keepdim=False, axis=None)", "Least element along axes.", torchReduceHandler<TorchReduce::min>),
    TESSERA_METHOD("any", "(dim=None, keepdim=False, axis=None)", "Whether any element is nonzero.", torchReduceHandler<TorchReduce::any>),
    TESSERA_METHOD("all", "(dim=None, keepdim=False, axis=None)", "Whether all elements are nonzero.", torchReduceHandler<TorchReduce::all>),
    TESSERA_METHOD("softmax", "(dim=None, dtype=None, axis=None)", "exp(x), scaled to sum to 1 along an axis.", torchSoftmaxHandler),
    TESSERA_METHOD("clamp", "(min=None, max=None)", "Limits each element to a range.", torchClampHandler),
    TESSERA_METHOD("add_", "(other, *, alpha=1)", "Adds to the tensor.", scaledUpdateMethod<Binary::add>),
    TESSERA_METHOD("sub_", "(other, *, alpha=1)", "Subtracts from the tensor.", scaledUpdateMethod<Binary::sub>),
    TESSERA_METHOD("mul_", "(other)", "Multiplies the tensor.", updateMethod<Binary::mul>),
    TESSERA_METHOD("div_", "(other, *, rounding_mode=None)", "Divides the tensor.", divisionUpdateMethod),
    TESSERA_METHOD("fill_", "(value)", "Sets every element.", fillMethod),
    TESSERA_METHOD("zero_", "()", "Sets every element to zero.", zeroMethod),
    TESSERA_METHOD("copy_", "(src, non_blocking=False)", "Takes another tensor's elements.", copyMethod),
    TESSERA_METHOD("_update", "(result)", "Takes a result's elements; for the library itself.", updateByMethod),
    TESSERA_METHOD("_adopt", "(result)", "Takes a result's elements and shape; for the library itself.", adoptMethod),
    TESSERA_METHOD("_put", "(key, values, kind)", "Changes elements by indices; for the library itself.", putMethod),
    TESSERA_METHOD("item", "()", "The only element as a Python number.", itemMethod),
    TESSERA_METHOD("tolist", "()", "The elements as nested lists.", toListMethod),
    TESSERA_METHOD("data_ptr", "()", "The address of the first element, which says which tensor it is; the same in every run.", dataPtrMethod),
};

void library::registerTorchMethods(LibraryTable &table) { table.add({}, methods); }
