// SPDX-License-Identifier: Apache-2.0
// The arguments that NumPy's elementwise functions have in common; see the header.
#include "compiler/frontend/library/numpy/Ufunc.h"
#include "compiler/frontend/library/arrays/ByteOrder.h"
#include "compiler/frontend/library/jax/Formula.h"
#include "compiler/frontend/library/jax/NumpyKeys.h"
#include "compiler/frontend/library/jax/NumpyViews.h"
#include "llvm/ADT/StringSet.h"

using namespace tessera;
using namespace tessera::frontend;
using llvm::dyn_cast;
using llvm::isa;

static size_t operandCount(const Call &call) { return llvm::StringRef(call.entry->signature).starts_with("(x1, x2") ? 2 : 1; }

/// `casting="unsafe"`
static bool isUnsafe(Call &call) {
  auto *casting = dyn_cast<StrObject>(call["casting"]);
  return casting && casting->value == "unsafe";
}

/// What is made with a dtype like `>i4`. Reductions and elementwise functions give native results.
static Value callWithSwapped(Call &call) {
  Value result = call.entry->handler(call);
  auto *array = llvm::dyn_cast_or_null<JaxArray>(result);
  bool isReduction = llvm::any_of(*call.parameters, [](const ParameterInfo &parameter) {
    return parameter.name == "out" || parameter.name == "axis";
  });
  if (array && array->flavour == Flavour::numpy && !isReduction)
    setSwapped(call.evaluator, array, true);
  return result;
}

Value frontend::callWithOut(Call &call) {
  auto given = llvm::find_if(*call.parameters, [](const ParameterInfo &parameter) { return parameter.name == "out"; });
  if (given == call.parameters->end() || isNone(call.values[given - call.parameters->begin()]))
    return callWithSwapped(call);
  bool isNumpys = llvm::StringRef(call.entry->module) == "numpy" || llvm::StringRef(call.entry->module) == "numpy.ndarray";
  auto *self = llvm::dyn_cast_or_null<JaxArray>(call.self);
  bool isUfunc = llvm::StringRef(call.entry->signature).contains("out=None, *, where=");
  if (isUfunc || !(isNumpys || (self && self->flavour == Flavour::numpy)))
    return call.entry->handler(call);
  size_t index = llvm::find_if(*call.parameters, [](const ParameterInfo &parameter) { return parameter.name == "out"; }) - call.parameters->begin();
  Value out = call.values[index];
  call.values[index] = call.evaluator.none();
  Value result = call.entry->handler(call);
  return result ? bringTo(call.evaluator, out, result, call.entry->name, /*isUfunc=*/llvm::StringRef(call.entry->name) == "matmul") : nullptr;
}

/// A cast is of the same kind where this does not fall: booleans, unsigned integers, signed ones, floats.
static int rankOfKind(DType type) {
  return type == DType::boolean ? 0 : numerics::isFloat(type) ? 3 : numerics::isSigned(type) ? 2 : 1;
}

/// The dtypes that `signature` names, one an operand and then the result's; none where it leaves them open. False with an exception pending.
static bool readSignature(Call &call, std::vector<Value> &types) {
  Evaluator &evaluator = call.evaluator;
  Value given = call[isNone(call["signature"]) ? "sig" : "signature"];
  size_t count = operandCount(call) + 1;
  if (isNone(given))
    return true;
  if (!isNone(call["dtype"]) || (!isNone(call["signature"]) && !isNone(call["sig"])))
    return evaluator.raise(DiagnosticId::typeError, isNone(call["dtype"]) ? "cannot specify both 'sig' and 'signature'" : "cannot specify both 'signature' and 'dtype'"), false;
  if (auto *tuple = dyn_cast<TupleObject>(given)) {
    types = tuple->items;
    if (types.size() == 1)
      types.insert(types.begin(), count - 1, evaluator.none());
  } else if (auto *text = dyn_cast<StrObject>(given)) {
    auto [operands, result] = llvm::StringRef(text->value).split("->");
    for (char c : (operands + result).str())
      types.push_back(evaluator.string(std::string(1, c)));
  } else {
    return evaluator.raise(DiagnosticId::typeError, "the signature object to ufunc must be a string or a tuple."), false;
  }
  if (types.size() != count)
    return evaluator.raise(DiagnosticId::valueError, "a type-tuple must be specified of length " + std::to_string(count) + " for ufunc '" + call.entry->name + "'"), false;
  if (llvm::all_of(types, [](Value type) { return isNone(type); }))
    types.clear();
  return true;
}

/// Tests, comparisons and logic, whose `dtype` can only be that of their result.
static bool givesTruth(llvm::StringRef name) {
  static const llvm::StringSet<> names = {"isnan",       "isinf",      "isfinite",    "signbit",      "logical_not",
                                          "logical_and", "logical_or", "logical_xor", "equal",        "less",
                                          "not_equal",   "less_equal", "greater",     "greater_equal"};
  return names.contains(name);
}

static bool raiseNoLoop(Call &call) {
  return call.evaluator.raise(DiagnosticId::typeError,
                              std::string("No loop matching the specified signature and casting was found for ufunc ") +
                                  call.entry->name),
         false;
}

/// The one function that fails by its elements' values is the power of integers: a negative exponent is no error where
/// the mask leaves its element out.
static bool maskExponents(Call &call) {
  auto *mask = dyn_cast<BoolObject>(call["where"]);
  auto *exponents = dyn_cast<ArrayObject>(call[1]);
  if ((mask && mask->value) || !exponents || !numerics::isSigned(exponents->dtype) ||
      numerics::isFloat(exponents->dtype))
    return true;
  Formula f(call);
  call.values[1] = f.where(call["where"], exponents, f.cast(call.evaluator.integer(0), exponents->dtype));
  return call.values[1];
}

bool frontend::prepareUfunc(Call &call) {
  Evaluator &evaluator = call.evaluator;
  std::vector<Value> types;
  if (!readSignature(call, types))
    return false;
  if (types.empty() && !isNone(call["dtype"]) && givesTruth(call.entry->name)) {
    std::optional<DType> type = toDType(evaluator, call["dtype"], "dtype", DType::float64, false);
    return type && (*type == DType::boolean || raiseNoLoop(call));
  }
  for (size_t k = 0; k < operandCount(call); ++k) {
    Value asked = types.empty() ? call["dtype"] : isNone(types[k]) ? types.back() : types[k];
    if (isNone(asked))
      continue;
    std::optional<DType> type = toDType(evaluator, asked, "dtype", DType::float64, false);
    Value operand = type ? Formula(call).array(call[k]) : nullptr;
    if (!operand)
      return false;
    DType from = llvm::cast<ArrayObject>(operand)->dtype;
    if (rankOfKind(from) > rankOfKind(*type) && !isUnsafe(call) && !asOperand(call[k])->isNumber())
      return evaluator.raise(DiagnosticId::typeError, std::string("Cannot cast ufunc '") + call.entry->name + "' input" + (operandCount(call) > 1 ? " " + std::to_string(k) : "") + " from dtype('" +
                                                          std::string(numerics::getName(from)) + "') to dtype('" + std::string(numerics::getName(*type)) + "') with casting rule 'same_kind'"),
             false;
    call.values[k] = applyCast(evaluator, operand, *type, publicName(call.entry));
    if (!call.values[k])
      return false;
  }
  return llvm::StringRef(call.entry->name) != "power" || maskExponents(call);
}

Value frontend::bringTo(Evaluator &evaluator, Value given, Value result, llvm::StringRef function, bool isUfunc, bool isUnsafe) {
  auto *out = dyn_cast<JaxArray>(given);
  if (!out || out->flavour != Flavour::numpy)
    return evaluator.raise(DiagnosticId::typeError, isUfunc ? "return arrays must be of ArrayType" : "output must be an array");
  if (isReadOnly(evaluator, out))
    return evaluator.raise(DiagnosticId::valueError, "output array is read-only");
  Formula f(evaluator, function.str());
  if (!isa<ArrayObject>(result) && !(result = makeJaxArray(evaluator, result, std::nullopt, Flavour::numpy)))
    return nullptr;
  auto *array = llvm::cast<ArrayObject>(result);
  // What is no elementwise function computes in the dtype of `out` where that is an integer.
  bool areIntegers =
      !isUfunc && numerics::isInteger(out->dtype) && out->dtype != DType::boolean && numerics::isInteger(array->dtype);
  if (!isUnsafe && !areIntegers && rankOfKind(array->dtype) > rankOfKind(out->dtype)) {
    std::string what = isUfunc ? "Cannot cast ufunc '" + function.str() + "' output" : "Cannot cast array data";
    return evaluator.raise(DiagnosticId::typeError, what + " from dtype('" + std::string(numerics::getName(array->dtype)) + "') to dtype('" +
                                                        std::string(numerics::getName(out->dtype)) + "') " + (isUfunc ? "with casting rule 'same_kind'" : "according to the rule 'same_kind'"));
  }
  if (array->shape() != out->shape()) {
    std::optional<Shape> joined = broadcastShapes(array->shape(), out->shape());
    if (!isUfunc)
      return evaluator.raise(DiagnosticId::valueError, "output array does not match result of np." + function.str() + ".");
    if (!joined || llvm::ArrayRef<int64_t>(*joined) != out->shape())
      return evaluator.raise(DiagnosticId::shapeMismatch, "non-broadcastable output operand with shape " + formatNumpyShape(out->shape()) + " doesn't match the broadcast shape " +
                                                              formatNumpyShape(joined ? llvm::ArrayRef<int64_t>(*joined) : array->shape()));
  }
  Value value = f.cast(array, out->dtype);
  return value && assignItem(evaluator, out, evaluator.ellipsis(), value) ? given : nullptr;
}

/// Whether `dtype` asks for integers of a function that computes with floats.
static bool hasNoLoop(Call &call, Value result) {
  auto *array = llvm::dyn_cast<ArrayObject>(result);
  if (!array || isNone(call["dtype"]) || !numerics::isFloat(array->dtype))
    return false;
  std::optional<DType> asked = toDType(call.evaluator, call["dtype"], "dtype", DType::float64, false);
  return asked && !numerics::isFloat(*asked);
}

/// `order=`, in which a result of its own lies; empty with an exception pending.
static std::optional<std::string> readOrder(Call &call) {
  if (isNone(call["order"]))
    return "K";
  std::optional<std::string> given = call.evaluator.toString(call["order"], "order");
  std::string order = llvm::StringRef(given.value_or("")).upper();
  if (given && order != "C" && order != "F" && order != "A" && order != "K")
    return call.evaluator.raise(DiagnosticId::valueError,
                                "order must be one of 'C', 'F', 'A', or 'K' (got '" + *given + "')");
  return given ? std::optional<std::string>(order) : std::nullopt;
}

Value frontend::finishUfunc(Call &call, Value result, llvm::ArrayRef<const Object *> operands) {
  Evaluator &evaluator = call.evaluator;
  Formula f(call);
  Value given = call["out"];
  if (auto *one = dyn_cast<TupleObject>(given); one && one->items.size() == 1)
    given = one->items[0];
  auto *out = dyn_cast<JaxArray>(given);
  if (!isNone(given) && (!out || out->flavour != Flavour::numpy))
    return evaluator.raise(DiagnosticId::typeError, "return arrays must be of ArrayType");
  if (hasNoLoop(call, result))
    return raiseNoLoop(call), nullptr;
  auto *mask = dyn_cast<BoolObject>(call["where"]);
  bool isMasked = !mask || !mask->value;
  if (isMasked) {
    auto *array = llvm::cast<JaxArray>(result);
    Value rest = out ? Value(out) : f.cast(evaluator.integer(0), array->dtype);
    result = f.where(call["where"], result, rest);
  }
  std::optional<std::string> order = result ? readOrder(call) : std::nullopt;
  if (!order)
    return nullptr;
  if (out)
    return bringTo(evaluator, given, result, call.entry->name, /*isUfunc=*/true, isUnsafe(call));
  llvm::SmallVector<const Object *> all(operands.take_front(operandCount(call)));
  all.push_back(call["where"]);
  return layOutLike(evaluator, result, all, *order);
}
