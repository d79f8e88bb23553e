// SPDX-License-Identifier: Apache-2.0
// The tables of `torch`: what programs around Triton kernels call to make tensors, compute a reference and compare. Random
// numbers come from our own Philox stream, seeded by `torch.manual_seed`; they are not torch's own sequence.
#include "compiler/frontend/library/Libraries.h"
#include "compiler/frontend/library/arrays/Checks.h"
#include "compiler/frontend/library/arrays/Complex.h"
#include "compiler/frontend/library/arrays/PythonSource.h"
#include "compiler/frontend/library/jax/Array.h"
#include "compiler/frontend/library/torch/Autograd.h"
#include "compiler/frontend/library/torch/TorchCalls.h"
#include <cmath>

using namespace tessera;
using namespace tessera::frontend;
using llvm::cast;
using llvm::dyn_cast;
using llvm::isa;

//===-- creation ----------------------------------------------------------------------------------------------===//

namespace {
/// The default generator: a seed, and how many draws were made.
struct TorchGenerator {
  int64_t seed = 0;
  uint32_t draws = 0;
};
} // namespace

static std::optional<DType> readDType(Call &call, DType absent) { return toDType(call.evaluator, call["dtype"], "dtype", absent, /*x32=*/false); }

/// Layouts are dense, and there is one generator.
static bool checkCreation(Call &call) {
  return refuseArguments(call, {"generator", "out", "layout"}, /*ifPresent=*/true);
}

/// `requires_grad=True` of a new tensor.
static Value finishCreation(Call &call, TorchTensor *tensor) {
  std::optional<bool> asked = call.evaluator.truth(call["requires_grad"]);
  if (!asked)
    return nullptr;
  return !*asked || torchRequireGradient(call.evaluator, tensor) ? tensor : nullptr;
}

/// `(2, 3)` or `2, 3`; null with an exception pending.
static std::optional<Shape> readSize(Call &call, Value given) {
  if (!given)
    return std::nullopt;
  auto *tuple = dyn_cast<TupleObject>(given);
  if (tuple && tuple->items.size() == 1 && isa<SequenceObject>(tuple->items[0]))
    given = tuple->items[0];
  std::optional<std::vector<int64_t>> sizes = call.evaluator.toShape(given, "size");
  if (!sizes)
    return std::nullopt;
  double elements = 1;
  for (int64_t extent : *sizes) {
    if (extent < 0)
      return torchError(call.evaluator, DiagnosticId::valueError, "the size " + formatShape(*sizes) + " is negative");
    elements *= static_cast<double>(extent);
  }
  if (elements > 1e12)
    return torchError(call.evaluator, DiagnosticId::valueError, "a tensor of size " + formatShape(*sizes) + " is too large");
  return Shape(sizes->begin(), sizes->end());
}

/// The size of a new tensor, which may also be given by name. Null with an exception pending.
static Value givenSize(Call &call) {
  auto *sizes = cast<TupleObject>(call["sizes"]);
  if (sizes->items.empty() && isNone(call["size"]))
    return call.evaluator.raise(DiagnosticId::typeError, std::string(call.entry->name) +
                                                             "() received an invalid combination of arguments: it "
                                                             "needs a size, which may be `()`");
  return sizes->items.empty() ? call["size"] : sizes;
}

/// A new tensor of `value`, in the memory format that is asked for; `like` gives what is preserved.
static TorchTensor *placeNew(Call &call, mlir::Value value, DType type, bool onGpu, TorchTensor *like) {
  llvm::ArrayRef<int64_t> shape = tile::getShape(value.getType());
  std::optional<llvm::SmallVector<int64_t>> strides = readMemoryFormat(call, shape, like ? copiedStrides(like) : TorchTensor::rowMajor(shape));
  return strides ? wrapTorchIn(call.evaluator, value, type, onGpu, *strides) : nullptr;
}

/// zeros, ones, empty: by size; the same with `_like`: by another tensor.
static Value createFilledTensor(Call &call) {
  Evaluator &evaluator = call.evaluator;
  llvm::StringRef name = call.entry->name;
  bool like = name.ends_with("_like");
  auto *prototype = like ? dyn_cast<TorchTensor>(call[size_t(0)]) : nullptr;
  if (like && !prototype)
    return evaluator.raise(DiagnosticId::typeError, "`torch." + name.str() + "` takes a tensor, not a `" + call[size_t(0)]->typeName(evaluator) + "`");
  std::optional<Shape> shape = like ? Shape(prototype->shape()) : readSize(call, givenSize(call));
  std::optional<DType> type = shape ? readDType(call, like ? prototype->dtype : DType::float32) : std::nullopt;
  std::optional<bool> onGpu = !type ? std::nullopt : like && isNone(call["device"]) ? std::optional<bool>(prototype->onGpu) : toOnGpu(evaluator, call["device"]);
  if (!onGpu || !checkCreation(call))
    return nullptr;
  TorchTensor *tensor = placeNew(call, emitterHere(evaluator).constant(name.starts_with("ones"), *type, *shape), *type, *onGpu, prototype);
  if (!tensor)
    return nullptr;
  tensor->root()->uninitialized = name.starts_with("empty");
  return finishCreation(call, tensor);
}

bool frontend::torchCheckRange(Evaluator &evaluator, Value number, DType type) {
  if (auto *sequence = dyn_cast<SequenceObject>(number))
    return llvm::all_of(sequence->items, [&](Value item) { return torchCheckRange(evaluator, item, type); });
  if (numerics::isFloat(type) || type == DType::boolean)
    return true;
  int64_t bits = numerics::getBitWidth(type);
  bool isSigned = !numerics::isUnsigned(type), fits = true;
  double high = std::ldexp(1.0, static_cast<int>(isSigned ? bits - 1 : bits)); // the first number beyond
  if (auto *integer = dyn_cast<IntObject>(number)) {
    std::optional<int64_t> value = integer->value.asInt64();
    if (!value && isSigned)
      return runtimeError(evaluator, "Overflow when unpacking long"), false;
    fits = bits == 64 || !value ? bits == 64 : *value < static_cast<int64_t>(high) && *value >= -static_cast<int64_t>(high) + !isSigned;
  } else if (auto *real = dyn_cast<FloatObject>(number)) {
    fits = real->value < high && real->value >= (isSigned ? -high : 0.0);
  }
  if (!fits)
    return runtimeError(evaluator, "value cannot be converted to type " + std::string(numerics::getName(type)) + " without overflow"), false;
  return true;
}

static Value createFullTensor(Call &call) {
  Evaluator &evaluator = call.evaluator;
  bool like = llvm::StringRef(call.entry->name).ends_with("_like");
  auto *prototype = like ? dyn_cast<TorchTensor>(call[size_t(0)]) : nullptr;
  if (like && !prototype)
    return evaluator.raise(DiagnosticId::typeError, "`torch.full_like` takes a tensor, not a `" + call[size_t(0)]->typeName(evaluator) + "`");
  std::optional<Operand> fill = asOperand(call["fill_value"]);
  if (!fill || !fill->isNumber())
    return evaluator.raise(DiagnosticId::typeError, "`fill_value` must be a number", call.rangeOf("fill_value"));
  DType absent = like ? prototype->dtype : isa<IntObject>(call["fill_value"]) ? DType::int64 : fill->type.dtype;
  std::optional<Shape> shape = like ? Shape(prototype->shape()) : readSize(call, call["size"]);
  std::optional<DType> type = shape ? readDType(call, absent) : std::nullopt;
  std::optional<bool> onGpu = !type ? std::nullopt : like && isNone(call["device"]) ? std::optional<bool>(prototype->onGpu) : toOnGpu(evaluator, call["device"]);
  if (!onGpu || !checkCreation(call) || !torchCheckRange(evaluator, call["fill_value"], *type))
    return nullptr;
  mlir::Value value = materialize(evaluator, *fill, *type, *shape);
  TorchTensor *tensor = value ? placeNew(call, value, *type, *onGpu, prototype) : nullptr;
  return tensor ? finishCreation(call, tensor) : nullptr;
}

static Value createArangeTensor(Call &call) {
  Evaluator &evaluator = call.evaluator;
  Value given[] = {call["start"], call["end"], call["step"]};
  double bounds[3] = {0, 0, 1};
  bool anyFloat = false;
  for (int k = 0; k < 3; ++k) {
    if (isNone(given[k]))
      continue;
    std::optional<double> number = evaluator.toDouble(given[k], "bound");
    if (!number)
      return nullptr;
    anyFloat |= isa<FloatObject>(given[k]);
    bounds[k] = *number;
  }
  if (isNone(given[1]))
    std::swap(bounds[0], bounds[1]);
  if (bounds[2] == 0)
    return torchError(evaluator, DiagnosticId::valueError, "`torch.arange` has a step of 0");
  std::optional<DType> type = readDType(call, anyFloat ? DType::float32 : DType::int64);
  std::optional<bool> onGpu = type ? toOnGpu(evaluator, call["device"]) : std::nullopt;
  if (!onGpu || !checkCreation(call))
    return nullptr;
  if (bounds[2] > 0 ? bounds[1] < bounds[0] : bounds[1] > bounds[0])
    return torchError(evaluator, DiagnosticId::valueError, "upper bound and larger bound inconsistent with step sign");
  double count = std::ceil((bounds[1] - bounds[0]) / bounds[2]);
  if (!(count >= 0 && count <= 1e12))
    return torchError(evaluator, DiagnosticId::valueError, "`torch.arange` would have " + std::to_string(count) + " elements");
  Emitter emitter = emitterHere(evaluator);
  int64_t shape[] = {static_cast<int64_t>(count)};
  mlir::Value value = emitter.iota(shape, 0, *type);
  if (bounds[2] != 1)
    value = emitter.binary(Binary::mul, value, emitter.constant(bounds[2], *type, shape), *type);
  if (bounds[0] != 0)
    value = emitter.binary(Binary::add, value, emitter.constant(bounds[0], *type, shape), *type);
  return finishCreation(call, wrapTorch(evaluator, value, *type, *onGpu));
}

/// The tensors that a list of addresses means; empty when an entry is not the address of one.
static std::vector<TorchTensor *> findPointees(Evaluator &evaluator, Value data) {
  std::vector<TorchTensor *> found;
  auto *list = dyn_cast<SequenceObject>(data);
  for (Value item : list ? list->items : std::vector<Value>()) {
    auto *integer = dyn_cast<IntObject>(item);
    std::optional<int64_t> address = integer ? integer->value.asInt64() : std::nullopt;
    TorchTensor *tensor = address ? evaluator.state<TorchAddresses>().find(*address) : nullptr;
    if (!tensor)
      return {};
    if (!llvm::is_contained(found, tensor))
      found.push_back(tensor);
  }
  return found;
}

/// Whether nested lists are as deep and as long everywhere as their first items say, in torch's words where not. What
/// holds arrays is left to the reading. False with an exception pending.
static bool checkNesting(Evaluator &evaluator, Value data, llvm::ArrayRef<int64_t> shape, size_t axis = 0) {
  auto *list = dyn_cast<SequenceObject>(data);
  if (axis == shape.size() && list)
    return evaluator.raise(DiagnosticId::typeError,
                           "'" + list->typeName(evaluator) + "' object cannot be interpreted as an integer"),
           false;
  if (axis == shape.size() || isa<ArrayObject>(data))
    return true;
  if (!list && isa<NumberObject>(data))
    return evaluator.raise(DiagnosticId::typeError, "not a sequence"), false;
  if (list && static_cast<int64_t>(list->items.size()) != shape[axis])
    return evaluator.raise(DiagnosticId::valueError, "expected sequence of length " + std::to_string(shape[axis]) +
                                                         " at dim " + std::to_string(axis) + " (got " +
                                                         std::to_string(list->items.size()) + ")"),
           false;
  return !list || llvm::all_of(list->items, [&](Value item) { return checkNesting(evaluator, item, shape, axis + 1); });
}

/// The sizes of nested lists by their first items; none where the first is no number.
static Shape shapeByFirst(Value data) {
  Shape shape;
  while (auto *list = dyn_cast<SequenceObject>(data)) {
    shape.push_back(static_cast<int64_t>(list->items.size()));
    if (list->items.empty())
      break;
    data = list->items.front();
  }
  return isa<SequenceObject, NumberObject>(data) ? shape : Shape();
}

static Value createTensor(Call &call) {
  Evaluator &evaluator = call.evaluator;
  if (!checkCreation(call))
    return nullptr;
  Value data = call["data"];
  if (isa<RangeObject>(data)) {
    std::optional<std::vector<Value>> items = evaluator.toVector(data);
    data = items ? evaluator.list(std::move(*items)) : nullptr;
    if (!data)
      return nullptr;
  }
  if (Shape shape = shapeByFirst(data); shape.size() > 1 && shape.back() == 0) { // empty, whatever follows
    std::optional<DType> type = readDType(call, DType::float32);
    std::optional<bool> onGpu = type ? toOnGpu(evaluator, call["device"]) : std::nullopt;
    return onGpu ? finishCreation(call,
                                  wrapTorch(evaluator, emitterHere(evaluator).constant(0, *type, shape), *type, *onGpu))
                 : nullptr;
  } else if (!shape.empty() && !checkNesting(evaluator, data, shape))
    return nullptr;
  // NumPy's reading of nested lists, then torch's default dtypes.
  Value array = makeJaxArray(evaluator, data, std::nullopt, Flavour::numpy);
  auto *source = array ? cast<ArrayObject>(array) : nullptr;
  if (!source)
    return nullptr;
  DType absent = source->dtype == DType::float64 && !isa<ArrayObject>(call["data"]) ? DType::float32 : source->dtype;
  std::optional<DType> type = readDType(call, absent);
  std::optional<bool> onGpu = type ? toOnGpu(evaluator, call["device"]) : std::nullopt;
  if (!onGpu || !torchCheckRange(evaluator, data, *type))
    return nullptr;
  Emitter emitter = emitterHere(evaluator);
  TorchTensor *tensor = wrapTorch(evaluator, torchConvert(emitter, source->value, source->dtype, *type), *type, *onGpu);
  if (*type == DType::int64)
    tensor->pointees = findPointees(evaluator, call["data"]);
  return finishCreation(call, tensor);
}

/// rand, randn, randint and their `_like` forms: one more draw of the generator, whose key is (seed, number of the draw).
static Value createRandomTensor(Call &call) {
  Evaluator &evaluator = call.evaluator;
  llvm::StringRef name = call.entry->name;
  bool like = name.ends_with("_like"), integers = name.starts_with("randint");
  auto *prototype = like ? dyn_cast<TorchTensor>(call[size_t(0)]) : nullptr;
  if (like && !prototype)
    return evaluator.raise(DiagnosticId::typeError, "`torch." + name.str() + "` takes a tensor, not a `" + call[size_t(0)]->typeName(evaluator) + "`");
  int64_t low = 0, high = 0;
  Value sizeValue = like ? nullptr : integers ? call["size"] : givenSize(call);
  if (integers) {
    // randint(high, size) and randint(low, high, size)
    Value first = call["low"], second = call["high"];
    if (isNone(sizeValue)) {
      sizeValue = second;
      second = first;
      first = evaluator.integer(0);
    }
    std::optional<int64_t> a = evaluator.toInt(first, "low"), b = a ? evaluator.toInt(second, "high") : std::nullopt;
    if (!b)
      return nullptr;
    low = *a;
    high = *b;
    if (low >= high)
      return torchError(evaluator, DiagnosticId::valueError, "`torch.randint` draws from [" + std::to_string(low) + ", " + std::to_string(high) + "), which is empty");
    if (high - low > int64_t(UINT32_MAX))
      return evaluator.notSupported("`torch.randint` over more than 2**32 values");
  }
  std::optional<Shape> shape = like ? Shape(prototype->shape()) : readSize(call, sizeValue);
  std::optional<DType> type = shape ? readDType(call, like ? prototype->dtype : integers ? DType::int64 : DType::float32) : std::nullopt;
  std::optional<bool> onGpu = !type ? std::nullopt : like && isNone(call["device"]) ? std::optional<bool>(prototype->onGpu) : toOnGpu(evaluator, call["device"]);
  if (!onGpu || !checkCreation(call))
    return nullptr;
  if (!integers && !numerics::isFloat(*type))
    return torchError(evaluator, DiagnosticId::dtypeMismatch, "`torch." + name.str() + "` draws floats, not `torch." + std::string(numerics::getName(*type)) + "`");
  TorchGenerator &generator = evaluator.state<TorchGenerator>();
  Emitter emitter = emitterHere(evaluator);
  mlir::Value key = emitter.constantIntElements({generator.seed, generator.draws++}, DType::int32, {2});
  auto draw = [&](tile::Distribution distribution, DType as) -> mlir::Value {
    return emitter.create<tile::RandomOp>(getArrayType(evaluator.context(), *shape, as), key, tile::Generator::philox, distribution, llvm::APFloat(0.0), llvm::APFloat(1.0));
  };
  mlir::Value value;
  if (integers) {
    value = draw(tile::Distribution::bits, DType::uint32);
    value = emitter.binary(Binary::truncRemainder, value, emitter.constantInt(high - low, DType::uint32, *shape), DType::uint32);
    value = emitter.cast(value, DType::uint32, DType::int64);
    if (low != 0)
      value = emitter.binary(Binary::add, value, emitter.constantInt(low, DType::int64, *shape), DType::int64);
    value = emitter.cast(value, DType::int64, *type);
  } else {
    value = draw(name.starts_with("randn") ? tile::Distribution::normal : tile::Distribution::uniform, *type);
  }
  return finishCreation(call, wrapTorch(evaluator, value, *type, *onGpu));
}

/// `x.normal_(mean, std)` and `x.uniform_(low, high)`.
static Value fillRandomMethod(Call &call) {
  Evaluator &evaluator = call.evaluator;
  auto *tensor = cast<TorchTensor>(call.self);
  bool isNormal = llvm::StringRef(call.entry->name) == "normal_";
  std::optional<double> first = evaluator.toDouble(call[size_t(0)], isNormal ? "mean" : "low"), second = first ? evaluator.toDouble(call[size_t(1)], isNormal ? "std" : "high") : std::nullopt;
  if (!second)
    return nullptr;
  DType type = tensor->dtype;
  if (!numerics::isFloat(type))
    return torchError(evaluator, DiagnosticId::dtypeMismatch, "`" + publicName(call.entry) + "` draws floats, not `torch." + std::string(numerics::getName(type)) + "`");
  TorchGenerator &generator = evaluator.state<TorchGenerator>();
  Emitter emitter = emitterHere(evaluator);
  llvm::ArrayRef<int64_t> shape = tensor->shape();
  mlir::Value key = emitter.constantIntElements({generator.seed, generator.draws++}, DType::int32, {2});
  mlir::Value drawn = emitter.create<tile::RandomOp>(getArrayType(evaluator.context(), shape, DType::float32), key, tile::Generator::philox,
                                                     isNormal ? tile::Distribution::normal : tile::Distribution::uniform, llvm::APFloat(0.0), llvm::APFloat(1.0));
  double scale = isNormal ? *second : *second - *first;
  drawn = emitter.binary(Binary::mul, drawn, emitter.constant(scale, DType::float32, shape), DType::float32);
  drawn = emitter.binary(Binary::add, drawn, emitter.constant(*first, DType::float32, shape), DType::float32);
  return tensor->assign(evaluator, emitter.cast(drawn, DType::float32, type)) ? call.self : nullptr;
}

static Value manualSeedHandler(Call &call) {
  std::optional<int64_t> seed = call.evaluator.toInt(call["seed"], "seed");
  if (!seed)
    return nullptr;
  call.evaluator.state<TorchGenerator>() = {*seed, 0};
  return call.evaluator.none();
}

//===-- comparison --------------------------------------------------------------------------------------------===//

namespace {
/// An answer that torch gives as a Python bool. It is a 0-d tensor, so that `assert torch.allclose(x, y)` is left to the run, with a
/// bool's text.
class TorchFlag : public TorchTensor {
public:
  explicit TorchFlag(TorchTensor *tensor) : TorchTensor(tensor->value, DType::boolean, /*onGpu=*/false) {}
  Value format(Evaluator &evaluator, char, llvm::StringRef spec) override { return formatLater(evaluator, value, tile::TextStyle::python, spec, false); }
};
} // namespace

static Value asFlag(Evaluator &evaluator, Value tensor) { return tensor ? evaluator.make<TorchFlag>(cast<TorchTensor>(tensor)) : nullptr; }

static Value closeArray(Call &call) {
  Evaluator &evaluator = call.evaluator;
  std::string function = publicName(call.entry);
  Value a = call["input"], b = call["other"];
  auto *first = dyn_cast<TorchTensor>(a), *second = dyn_cast<TorchTensor>(b);
  if (first && second && first->dtype != second->dtype)
    return torchError(evaluator, DiagnosticId::dtypeMismatch,
                      std::string(numerics::getName(first->dtype)) + " did not match " + std::string(numerics::getName(second->dtype)));
  if (first && second && first->dtype == DType::boolean)
    return torchCompare(evaluator, Compare::eq, a, b, function);
  auto binary = [&](Binary op, Value x, Value y) { return x && y ? torchBinary(evaluator, op, x, y, function) : nullptr; };
  Value distance = binary(Binary::sub, a, b);
  distance = distance ? torchUnary(evaluator, Unary::abs, distance, function) : nullptr;
  Value size = distance ? torchUnary(evaluator, Unary::abs, b, function) : nullptr;
  Value limit = binary(Binary::add, binary(Binary::mul, size, call["rtol"]), call["atol"]);
  Value near = limit ? torchCompare(evaluator, Compare::le, distance, limit, function) : nullptr;
  Value finite = near ? torchUnary(evaluator, Unary::isFinite, b, function) : nullptr;
  Value same = finite ? torchCompare(evaluator, Compare::eq, a, b, function) : nullptr;
  Value result = same ? binary(Binary::bitOr, same, binary(Binary::bitAnd, near, finite)) : nullptr;
  std::optional<bool> equalNan = evaluator.truth(call["equal_nan"]);
  if (result && equalNan && *equalNan)
    result = binary(Binary::bitOr, result, binary(Binary::bitAnd, torchUnary(evaluator, Unary::isNan, a, function), torchUnary(evaluator, Unary::isNan, b, function)));
  return equalNan ? result : nullptr;
}
static Value allCloseHandler(Call &call) {
  Value close = closeArray(call);
  return close ? asFlag(call.evaluator, torchReduce(call.evaluator, TorchReduce::all, close, call.evaluator.none(), false, std::nullopt, publicName(call.entry))) : nullptr;
}
static Value equalHandler(Call &call) {
  auto *a = dyn_cast<TorchTensor>(call["input"]), *b = dyn_cast<TorchTensor>(call["other"]);
  if (!a || !b)
    return call.evaluator.raise(DiagnosticId::typeError, "`torch.equal` takes two tensors");
  if (a->shape() != b->shape())
    return call.evaluator.boolean(false);
  Value equal = torchCompare(call.evaluator, Compare::eq, a, b, "torch.equal");
  return equal ? asFlag(call.evaluator, torchReduce(call.evaluator, TorchReduce::all, equal, call.evaluator.none(), false, std::nullopt, "torch.equal")) : nullptr;
}

static Raised failComparison(Evaluator &evaluator, DiagnosticId id, std::string message) {
  Raised raised = evaluator.raise(id, std::move(message));
  evaluator.pendingException()->instanceType = evaluator.builtinClass("AssertionError");
  return raised;
}

/// `torch.testing.assert_close`: tolerances by dtype; dtypes and devices must agree.
static Value assertCloseHandler(Call &call) {
  Evaluator &evaluator = call.evaluator;
  auto *actual = dyn_cast<TorchTensor>(call["actual"]), *expected = dyn_cast<TorchTensor>(call["expected"]);
  CloseOptions options;
  options.equalNan = evaluator.truth(call["equal_nan"]).value_or(false);
  options.header = "Tensor-likes are not close!";
  options.rtol = 1.3e-6;
  options.atol = 1e-5;
  if (actual && expected) {
    bool checkDType = evaluator.truth(call["check_dtype"]).value_or(true), checkDevice = evaluator.truth(call["check_device"]).value_or(true);
    if (checkDType && actual->dtype != expected->dtype)
      return failComparison(evaluator, DiagnosticId::dtypeMismatch, "`torch.testing.assert_close` compares different dtypes: " + describe(evaluator, actual) + " is torch." +
                                                                        std::string(numerics::getName(actual->dtype)) + " but " + describe(evaluator, expected) +
                                                                        " is torch." + std::string(numerics::getName(expected->dtype)));
    if (checkDevice && actual->onGpu != expected->onGpu)
      return failComparison(evaluator, DiagnosticId::valueError, "`torch.testing.assert_close` compares tensors on different devices")
          .note("move one with `.to(...)`, or say `check_device=False`");
    DType type = actual->dtype;
    options.rtol = type == DType::float16 ? 1e-3 : type == DType::bfloat16 ? 1.6e-2 : type == DType::float32 ? 1.3e-6 : numerics::isFloat(type) ? 1e-7 : 0;
    options.atol = type == DType::float64 ? 1e-7 : numerics::isFloat(type) ? 1e-5 : 0;
  }
  if (isNone(call["rtol"]) != isNone(call["atol"]))
    return evaluator.raise(DiagnosticId::valueError, "`rtol` and `atol` are given both or not at all");
  if (!isNone(call["rtol"])) {
    std::optional<double> rtol = evaluator.toDouble(call["rtol"], "rtol"), atol = rtol ? evaluator.toDouble(call["atol"], "atol") : std::nullopt;
    if (!atol)
      return nullptr;
    options.rtol = *rtol;
    options.atol = *atol;
  }
  if (!isNone(call["msg"])) {
    std::optional<std::string> message = evaluator.toString(call["msg"], "msg");
    if (!message)
      return nullptr;
    options.message = *message;
  }
  return recordCheckClose(evaluator, call["actual"], call["expected"], options, publicName(call.entry)) ? evaluator.none() : nullptr;
}

//===-- devices -----------------------------------------------------------------------------------------------===//

static Value deviceHandler(Call &call) {
  Evaluator &evaluator = call.evaluator;
  std::optional<bool> onGpu = toOnGpu(evaluator, call["type"]);
  if (!onGpu)
    return nullptr;
  if (auto *device = dyn_cast<TorchDevice>(call["type"]))
    return device;
  std::optional<int64_t> index;
  auto *text = dyn_cast<StrObject>(call["type"]);
  if (!text || llvm::StringRef(text->value).contains(':'))
    index = 0;
  if (!isNone(call["index"]) && !(index = evaluator.toInt(call["index"], "index")))
    return nullptr;
  if (index && *index != 0)
    return torchError(evaluator, DiagnosticId::valueError, "there is one device, `cuda:0`, not " + std::to_string(*index));
  return evaluator.make<TorchDevice>(*onGpu ? "cuda" : "cpu", index);
}
static Value sizeHandler(Call &call) {
  std::optional<std::vector<Value>> items = call.evaluator.toVector(call["sizes"]);
  return items ? call.evaluator.make<TorchSize>(std::move(*items)) : nullptr;
}
static Value noneHandler(Call &call) { return call.evaluator.none(); }
static Value isAvailableHandler(Call &call) { return call.evaluator.boolean(call.evaluator.options().device != "cpu"); }
static Value zeroHandler(Call &call) { return call.evaluator.integer(0); }
static Value oneHandler(Call &call) { return call.evaluator.integer(1); }
static Value deviceNameHandler(Call &call) { return call.evaluator.string("Tessera " + call.evaluator.options().target); }
/// (9, 0) for sm_90a.
static Value capabilityHandler(Call &call) {
  std::string digits;
  for (char c : call.evaluator.options().target)
    if (llvm::isDigit(c))
      digits += c;
  int number = digits.empty() ? 90 : std::atoi(digits.c_str());
  return call.evaluator.tupleOfInts({number / 10, number % 10});
}

/// `_autocast(device, dtype)`: what was set before; None: no casts.
static Value autocastHandler(Call &call) {
  Evaluator &evaluator = call.evaluator;
  std::optional<bool> onGpu = toOnGpu(evaluator, call["device"]);
  if (!onGpu)
    return nullptr;
  TorchAutocast &state = evaluator.state<TorchAutocast>();
  std::optional<DType> &slot = *onGpu ? state.onGpu : state.onCpu, before = slot, asked;
  if (!isNone(call["dtype"]) && !(asked = toDType(evaluator, call["dtype"], "dtype", DType::float16, false)))
    return nullptr;
  slot = asked;
  return before ? evaluator.make<DTypeObject>(*before, DTypeStyle::torch) : evaluator.none();
}

//===-- the table ---------------------------------------------------------------------------------------------===//

#define TESSERA_FUNCTION(name, signature, summary, handler) {"torch", name, EntryKind::function, signature, summary, handler}
#define TESSERA_UNARY(name, op, summary) TESSERA_FUNCTION(name, "(input, *, out=None)", summary, torchUnaryFunction<Unary::op>)
#define TESSERA_TEST(name, op, summary) TESSERA_FUNCTION(name, "(input)", summary, torchUnaryHandler<Unary::op>)
#define TESSERA_BINARY(name, op, summary) TESSERA_FUNCTION(name, "(input, other, *, out=None)", summary, torchBinaryFunction<Binary::op>)
#define TESSERA_DTYPE(name, summary) {"torch", name, EntryKind::constant, "", summary, makeDTypeConstant}
#define TESSERA_MAKE "dtype=None, device=None, requires_grad=False"
static const LibraryEntry entries[] = {
    TESSERA_FUNCTION("manual_seed", "(seed)", "Seeds the random numbers; the stream is our own, not torch's.",
                     manualSeedHandler),
    TESSERA_FUNCTION("rand", "(*sizes, size=None, generator=None, out=None, " TESSERA_MAKE ")",
                     "Draws uniformly from [0, 1).", createRandomTensor),
    TESSERA_FUNCTION("randn", "(*sizes, size=None, generator=None, out=None, " TESSERA_MAKE ")",
                     "Draws from the standard normal distribution.", createRandomTensor),
    TESSERA_FUNCTION("randint", "(low, high=None, size=None, *, generator=None, " TESSERA_MAKE ")",
                     "Draws integers from [low, high).", createRandomTensor),
    TESSERA_FUNCTION("rand_like", "(input, *, " TESSERA_MAKE ")", "Draws uniformly in another tensor's shape.",
                     createRandomTensor),
    TESSERA_FUNCTION("randn_like", "(input, *, " TESSERA_MAKE ")", "Draws normally in another tensor's shape.",
                     createRandomTensor),
    TESSERA_FUNCTION("zeros", "(*sizes, size=None, out=None, " TESSERA_MAKE ")", "A tensor of zeros.",
                     createFilledTensor),
    TESSERA_FUNCTION("ones", "(*sizes, size=None, out=None, " TESSERA_MAKE ")", "A tensor of ones.",
                     createFilledTensor),
    TESSERA_FUNCTION("empty", "(*sizes, size=None, out=None, memory_format=None, " TESSERA_MAKE ")",
                     "A tensor whose elements say nothing.", createFilledTensor),
    TESSERA_FUNCTION("zeros_like", "(input, *, memory_format=None, " TESSERA_MAKE ")",
                     "Zeros in another tensor's shape.", createFilledTensor),
    TESSERA_FUNCTION("ones_like", "(input, *, memory_format=None, " TESSERA_MAKE ")", "Ones in another tensor's shape.",
                     createFilledTensor),
    TESSERA_FUNCTION("empty_like", "(input, *, memory_format=None, " TESSERA_MAKE ")",
                     "A tensor like another whose elements say nothing.", createFilledTensor),
    TESSERA_FUNCTION("full", "(size, fill_value, *, out=None, " TESSERA_MAKE ")", "A tensor of one value.",
                     createFullTensor),
    TESSERA_FUNCTION("full_like", "(input, fill_value, *, memory_format=None, " TESSERA_MAKE ")",
                     "One value in another tensor's shape.", createFullTensor),
    TESSERA_FUNCTION("arange", "(start, end=None, step=None, *, out=None, " TESSERA_MAKE ")", "Evenly spaced numbers.",
                     createArangeTensor),
    TESSERA_FUNCTION("tensor", "(data, *, " TESSERA_MAKE ")", "A tensor of numbers.", createTensor),
    {"torch.Tensor", "normal_", EntryKind::method, "(mean=0.0, std=1.0)", "Fills with normal numbers.",
     fillRandomMethod},
    {"torch.Tensor", "uniform_", EntryKind::method, "(low=0.0, high=1.0)",
     "Fills with uniform numbers from [low, high).", fillRandomMethod},
    TESSERA_UNARY("abs", abs, "Absolute value."),
    TESSERA_UNARY("neg", neg, "-x."),
    TESSERA_UNARY("exp", exp, "e to the power x."),
    TESSERA_UNARY("exp2", exp2, "2 to the power x."),
    TESSERA_UNARY("log", log, "Natural logarithm."),
    TESSERA_UNARY("log2", log2, "Logarithm to base 2."),
    TESSERA_UNARY("log1p", log1p, "log(1 + x)."),
    TESSERA_UNARY("sqrt", sqrt, "Square root."),
    TESSERA_UNARY("rsqrt", rsqrt, "1 / sqrt(x)."),
    TESSERA_UNARY("sin", sin, "Sine."),
    TESSERA_UNARY("cos", cos, "Cosine."),
    TESSERA_UNARY("tanh", tanh, "Hyperbolic tangent."),
    TESSERA_UNARY("tan", tan, "Tangent."),
    TESSERA_UNARY("asin", asin, "Inverse sine."),
    TESSERA_UNARY("acos", acos, "Inverse cosine."),
    TESSERA_UNARY("atan", atan, "Inverse tangent."),
    TESSERA_UNARY("sinh", sinh, "Hyperbolic sine."),
    TESSERA_UNARY("cosh", cosh, "Hyperbolic cosine."),
    TESSERA_UNARY("asinh", asinh, "Inverse hyperbolic sine."),
    TESSERA_UNARY("acosh", acosh, "Inverse hyperbolic cosine."),
    TESSERA_UNARY("atanh", atanh, "Inverse hyperbolic tangent."),
    TESSERA_UNARY("log10", log10, "Logarithm to base 10."),
    TESSERA_UNARY("expm1", expm1, "exp(x) - 1, exact near 0."),
    TESSERA_UNARY("erfc", erfc, "1 - erf(x), exact where it is small."),
    TESSERA_UNARY("trunc", trunc, "Rounds toward zero."),
    TESSERA_UNARY("sigmoid", logistic, "1 / (1 + exp(-x))."),
    TESSERA_UNARY("erf", erf, "Error function."),
    TESSERA_UNARY("floor", floor, "Rounds down."),
    TESSERA_UNARY("ceil", ceil, "Rounds up."),
    TESSERA_UNARY("_round", roundEven, "Rounds to the nearest integer, halves to even; for the library itself."),
    TESSERA_UNARY("square", square, "x * x."),
    TESSERA_UNARY("sign", sign, "-1, 0 or 1 by sign."),
    TESSERA_UNARY("reciprocal", reciprocal, "1 / x."),
    TESSERA_TEST("isnan", isNan, "Whether each element is NaN."),
    TESSERA_TEST("isfinite", isFinite, "Whether each element is finite."),
    TESSERA_TEST("isinf", isInf, "Whether each element is infinite."),
    TESSERA_UNARY("logical_not", logicalNot, "Whether each element is zero."),
    TESSERA_FUNCTION("relu", "(input)", "max(x, 0).", torchReluHandler),
    TESSERA_FUNCTION("add", "(input, other, *, alpha=1, out=None)", "x + alpha * y.", torchScaledFunction<Binary::add>),
    TESSERA_FUNCTION("sub", "(input, other, *, alpha=1, out=None)", "x - alpha * y.", torchScaledFunction<Binary::sub>),
    TESSERA_BINARY("mul", mul, "x * y."),
    TESSERA_FUNCTION("div", "(input, other, *, rounding_mode=None, out=None)", "x / y, rounded where a mode says so.",
                     torchDivisionFunction),
    TESSERA_BINARY("pow", power, "x to the power y."),
    TESSERA_FUNCTION("maximum", "(input, other, *, out=None)", "The greater of both.",
                     torchTensorsFunction<Binary::maximum>),
    TESSERA_FUNCTION("minimum", "(input, other, *, out=None)", "The lesser of both.",
                     torchTensorsFunction<Binary::minimum>),
    TESSERA_BINARY("remainder", floorRemainder, "The remainder with the divisor's sign."),
    TESSERA_BINARY("fmod", truncRemainder, "The remainder with the dividend's sign."),
    TESSERA_BINARY("atan2", atan2, "The angle of (other, input)."),
    TESSERA_BINARY("copysign", copySign, "The first number's size with the second one's sign."),
    TESSERA_BINARY("floor_divide", floorDivide, "x // y."),
    TESSERA_FUNCTION("where", "(condition, input, other)", "Elements of one of two tensors.", torchWhereHandler),
    TESSERA_FUNCTION("clamp", "(input, min=None, max=None)", "Limits each element to a range.", torchClampHandler),
    TESSERA_FUNCTION("matmul", "(input, other)", "Matrix product.", torchMatmulHandler),
    TESSERA_FUNCTION("mm", "(input, mat2)", "Matrix product.", torchMatricesFunction<2>),
    TESSERA_FUNCTION("bmm", "(input, mat2)", "Batched matrix product.", torchMatricesFunction<3>),
    TESSERA_FUNCTION("sum", "(input, dim=None, keepdim=False, *, dtype=None, axis=None)", "Sum along axes.",
                     torchReduceHandler<TorchReduce::sum>),
    TESSERA_FUNCTION("prod", "(input, dim=None, keepdim=False, *, dtype=None, axis=None)", "Product along axes.",
                     torchReduceHandler<TorchReduce::prod>),
    TESSERA_FUNCTION("mean", "(input, dim=None, keepdim=False, *, dtype=None, axis=None)", "Mean along axes.",
                     torchReduceHandler<TorchReduce::mean>),
    TESSERA_FUNCTION("max", "(input, dim=None, keepdim=False, axis=None)",
                     "Greatest element, or the greater of two tensors.", torchExtremeHandler<true>),
    TESSERA_FUNCTION("min", "(input, dim=None, keepdim=False, axis=None)",
                     "Least element, or the lesser of two tensors.", torchExtremeHandler<false>),
    TESSERA_FUNCTION("amax", "(input, dim=(), keepdim=False, axis=None)", "Greatest element along axes.",
                     torchReduceHandler<TorchReduce::max>),
    TESSERA_FUNCTION("amin", "(input, dim=(), keepdim=False, axis=None)", "Least element along axes.",
                     torchReduceHandler<TorchReduce::min>),
    TESSERA_FUNCTION("any", "(input, dim=None, keepdim=False, axis=None)", "Whether any element is nonzero.",
                     torchReduceHandler<TorchReduce::any>),
    TESSERA_FUNCTION("all", "(input, dim=None, keepdim=False, axis=None)", "Whether all elements are nonzero.",
                     torchReduceHandler<TorchReduce::all>),
    TESSERA_FUNCTION("softmax", "(input, dim=None, dtype=None, axis=None)", "exp(x), scaled to sum to 1 along an axis.",
                     torchSoftmaxHandler),
    TESSERA_FUNCTION("allclose", "(input, other, rtol=1e-05, atol=1e-08, equal_nan=False)",
                     "Whether all elements agree within a tolerance.", allCloseHandler),
    TESSERA_FUNCTION("isclose", "(input, other, rtol=1e-05, atol=1e-08, equal_nan=False)",
                     "Whether elements agree within a tolerance.", closeArray),
    TESSERA_FUNCTION("equal", "(input, other)", "Whether shapes and elements agree.", equalHandler),
    TESSERA_FUNCTION("reshape", "(input, shape)", "The same elements under another shape.", torchReshapeHandler),
    TESSERA_FUNCTION("transpose", "(input, dim0, dim1)", "Exchanges two axes.", torchTransposeHandler),
    TESSERA_FUNCTION("_autocast", "(device, dtype)",
                     "Sets the dtype of products, and gives the one before; for the library itself.", autocastHandler),
    TESSERA_FUNCTION("is_tensor", "(obj)", "Whether a value is a tensor.",
                     [](Call &call) -> Value { return call.evaluator.boolean(isa<TorchTensor>(call["obj"])); }),
    {"torch", "device", EntryKind::type, "(type, index=None)", "Where a tensor lives.", deviceHandler},
    {"torch", "__version__", EntryKind::constant, "", "The release of torch whose behaviour this follows.",
     [](Call &call) -> Value { return call.evaluator.string("2.8.0"); }},
    {"torch", "Size", EntryKind::type, "(sizes=())", "The sizes of a tensor's axes: a tuple.", sizeHandler},
    {"torch", "Tensor", EntryKind::type, "(*args, device=None)", "An array that is a place: it can be written to.",
     sourceHandler},
    {"torch.nn.parameter", "Parameter", EntryKind::type, "(data=None, requires_grad=True)",
     "A tensor that a module learns.", sourceHandler},
    {"torch.Tensor", "__deepcopy__", EntryKind::method, "(memo)", "A tensor of its own, for `copy.deepcopy`.",
     sourceHandler},
    {"torch", "complex64", EntryKind::constant, "", "Complex numbers of two float32.", complexConstant},
    {"torch", "complex128", EntryKind::constant, "", "Complex numbers of two float64.", complexConstant},
    {"torch", "cfloat", EntryKind::constant, "", "Another name of complex64.", complexConstant},
    {"torch", "cdouble", EntryKind::constant, "", "Another name of complex128.", complexConstant},
    {"torch", "dtype", EntryKind::type, "", "An element type.", nullptr},
    TESSERA_DTYPE("float16", "IEEE half precision."),
    TESSERA_DTYPE("half", "IEEE half precision."),
    TESSERA_DTYPE("bfloat16", "Floats of 16 bits with float32's range."),
    TESSERA_DTYPE("float32", "IEEE single precision."),
    TESSERA_DTYPE("float", "IEEE single precision."),
    TESSERA_DTYPE("float64", "IEEE double precision."),
    TESSERA_DTYPE("double", "IEEE double precision."),
    TESSERA_DTYPE("float8_e4m3fn", "Floats of 8 bits: 4 of exponent, 3 of mantissa."),
    TESSERA_DTYPE("float8_e5m2", "Floats of 8 bits: 5 of exponent, 2 of mantissa."),
    TESSERA_DTYPE("int8", "Signed integers of 8 bits."),
    TESSERA_DTYPE("int16", "Signed integers of 16 bits."),
    TESSERA_DTYPE("int32", "Signed integers of 32 bits."),
    TESSERA_DTYPE("int", "Signed integers of 32 bits."),
    TESSERA_DTYPE("int64", "Signed integers of 64 bits."),
    TESSERA_DTYPE("long", "Signed integers of 64 bits."),
    TESSERA_DTYPE("uint8", "Unsigned integers of 8 bits."),
    TESSERA_DTYPE("uint16", "Unsigned integers of 16 bits."),
    TESSERA_DTYPE("uint32", "Unsigned integers of 32 bits."),
    TESSERA_DTYPE("uint64", "Unsigned integers of 64 bits."),
    TESSERA_DTYPE("short", "Signed integers of 16 bits."),
    TESSERA_DTYPE("bool", "Booleans."),
    {"torch.testing", "assert_close", EntryKind::function,
     "(actual, expected, *, rtol=None, atol=None, equal_nan=False, check_device=True, check_dtype=True, msg=None)",
     "Fails the run unless tensors agree.", assertCloseHandler},
    {"torch.cuda", "synchronize", EntryKind::function, "(device=None)",
     "Waits for the device; launches are in order anyway.", noneHandler},
    {"torch.cuda", "is_available", EntryKind::function, "()",
     "Whether the program runs on a GPU: true unless `tessera test --as=cpu` says otherwise.", isAvailableHandler},
    {"torch.cuda", "current_device", EntryKind::function, "()", "0.", zeroHandler},
    {"torch.cuda", "device_count", EntryKind::function, "()", "1.", oneHandler},
    {"torch.cuda", "set_device", EntryKind::function, "(device)", "Chooses a device; there is one.", noneHandler},
    {"torch.cuda", "get_device_name", EntryKind::function, "(device=None)", "The device's name.", deviceNameHandler},
    {"torch.cuda", "get_device_capability", EntryKind::function, "(device=None)", "The target's compute capability.",
     capabilityHandler},
    {"torch.cuda", "manual_seed", EntryKind::function, "(seed)", "Seeds the random numbers.", manualSeedHandler},
    {"torch.cuda", "empty_cache", EntryKind::function, "()", "Frees cached memory; there is none.", noneHandler},
    {"torch.nn.functional", "relu", EntryKind::function, "(input, inplace=False)", "max(x, 0).",
     torchInPlaceHandler<torchReluHandler>},
    {"torch.nn.functional", "softmax", EntryKind::function, "(input, dim=None, dtype=None, axis=None)",
     "exp(x), scaled to sum to 1 along an axis.", torchSoftmaxHandler},
    {"torch.nn.functional", "silu", EntryKind::function, "(input, inplace=False)", "x * sigmoid(x).",
     torchInPlaceHandler<torchSiluHandler>},
    {"torch.nn.functional", "gelu", EntryKind::function, "(input, approximate='none')", "Gaussian error linear unit.",
     torchGeluHandler},
    {"torch.nn.functional", "sigmoid", EntryKind::function, "(input)", "1 / (1 + exp(-x)).",
     torchUnaryHandler<Unary::logistic>},
};
#undef TESSERA_DTYPE

void library::registerTorch(LibraryTable &table) {
  static const LibraryModule modules[] = {{"torch", "Tensors for the host side of Triton programs."},
                                          {"torch.testing", "Comparisons that fail the run."},
                                          {"torch.cuda", "The device."},
                                          {"torch.nn", "Layers."},
                                          {"torch.nn.functional", "Functions of layers."}};
  static const LibraryBase bases[] = {{"torch.Size", "tuple"}, {"torch.nn.parameter.Parameter", "torch.Tensor"}};
  table.addBases(bases);
  table.add(modules, entries);
  registerTorchMethods(table);
  registerTorchFunctions(table);
  registerTorchAutograd(table);
  registerTorchClasses(table);
}
