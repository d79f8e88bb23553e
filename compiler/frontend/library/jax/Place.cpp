// SPDX-License-Identifier: Apache-2.0
// `x.at[key].set(y)` and its kin: a new array with some places changed. A place of known integers and slices is a `tile.update_slice`;
// computed indices are a `tile.put`, which drops what is outside and applies every update where indices meet.
#include "compiler/frontend/library/jax/NumpyKeys.h"
#include "compiler/frontend/library/jax/NumpyViews.h"
#include "compiler/frontend/library/jax/Operations.h"
#include "compiler/frontend/library/jax/Selection.h"

using namespace tessera;
using namespace tessera::frontend;
using llvm::cast;
using llvm::dyn_cast;
using llvm::isa;

namespace {

/// `x.at`: indexing it gives the methods of the place.
class AtObject : public ExtensionObject {
public:
  explicit AtObject(JaxArray *array) : ExtensionObject(&tag), array(array) {}
  Value getItem(Evaluator &evaluator, Value key) override;
  static const char tag;
  JaxArray *const array;
};

/// `x.at[key]`
class PlaceObject : public ExtensionObject {
public:
  PlaceObject(JaxArray *array, Value key) : ExtensionObject(&tag), array(array), key(key) {}
  std::optional<Value> getAttribute(Evaluator &evaluator, llvm::StringRef name) override;
  void listAttributes(Evaluator &, std::vector<std::string> &names) override {
    for (const char *name : {"set", "add", "subtract", "multiply", "mul", "divide", "power", "min", "max", "apply", "get"})
      names.push_back(name);
  }
  static const char tag;
  JaxArray *const array;
  Value const key;
};

const char AtObject::tag = 0;
const char PlaceObject::tag = 0;

} // namespace

Value AtObject::getItem(Evaluator &evaluator, Value key) { return evaluator.make<PlaceObject>(array, key); }
Value frontend::makePlaces(Evaluator &evaluator, JaxArray *array) { return evaluator.make<AtObject>(array); }

/// The keyword arguments that all methods share. Order and uniqueness of indices are promises for speed alone.
static bool readOptions(Evaluator &evaluator, const Arguments &arguments, llvm::StringRef method, PlaceOptions &options) {
  for (const Keyword &keyword : arguments.keywords) {
    if (keyword.first == "indices_are_sorted" || keyword.first == "unique_indices" || keyword.first == "out_sharding") {
      continue;
    } else if (keyword.first == "mode") {
      if (!readMode(evaluator, keyword.second, options))
        return false;
      options.clampsUpdates = options.mode == OutOfBounds::clip && !isNone(keyword.second);
    } else if (keyword.first == "fill_value" && method == "get") {
      options.fillValue = keyword.second;
    } else if (keyword.first == "wrap_negative_indices") {
      std::optional<bool> wraps = evaluator.truth(keyword.second);
      if (!wraps)
        return false;
      options.wrapsNegative = *wraps;
    } else {
      return evaluator.raise(DiagnosticId::argumentError, "`x.at[...]." + method.str() + "` has no argument `" + keyword.first + "`"), false;
    }
  }
  return true;
}

namespace {
enum class Placement { known, outside, computed };
}

/// Whether the key is of known integers and slices alone, and whether one of the integers lies outside.
static Placement classify(JaxArray *array, Value key) {
  if (Selection::isNeeded(key, /*alsoScalars=*/true))
    return Placement::computed;
  std::vector<Value> items = {key};
  if (auto *tuple = dyn_cast<TupleObject>(key))
    items = tuple->items;
  int64_t rank = array->shape().size(), axis = 0;
  int64_t consumed = llvm::count_if(items, [](Value item) { return !isNone(item) && !isEllipsis(item); });
  for (Value item : items) {
    if (isNone(item))
      continue;
    if (isEllipsis(item)) {
      axis += rank - consumed;
      continue;
    }
    std::optional<int64_t> index;
    if (auto *integer = dyn_cast<IntObject>(item))
      index = integer->value.asInt64();
    else if (auto *scalar = dyn_cast<ArrayObject>(item))
      index = getKnownInteger(scalar->value);
    if (index && axis < rank && (*index >= array->shape()[axis] || *index < -array->shape()[axis]))
      return Placement::outside;
    ++axis;
  }
  return Placement::known;
}

bool frontend::dropLeadingOnes(Evaluator &evaluator, Operand &value, size_t rank) {
  llvm::ArrayRef<int64_t> shape = value.shape();
  size_t excess = shape.size() > rank ? shape.size() - rank : 0;
  if (!excess || !llvm::all_of(shape.take_front(excess), [](int64_t extent) { return extent == 1; }))
    return true;
  Value narrow = applyReshape(evaluator, value.object, Shape(shape.drop_front(excess)), "np.reshape");
  std::optional<Operand> operand = narrow ? asOperand(narrow) : std::nullopt;
  if (operand)
    value = *operand;
  return operand.has_value();
}

/// A place of known integers and slices, replaced.
static Value replaceSlice(Evaluator &evaluator, JaxArray *array, Value key, Value update) {
  std::optional<Index> index = parseIndex(evaluator, key, array->shape(), IndexBounds::clamp, describe(evaluator, array));
  std::optional<Operand> operand = index ? toOperand(evaluator, update, "at[...].set") : std::nullopt;
  if (!operand)
    return nullptr;
  Shape target = index->resultShape();
  if (array->flavour == Flavour::numpy && !dropLeadingOnes(evaluator, *operand, target.size()))
    return nullptr;
  std::optional<Shape> joined = broadcastShapes(operand->shape(), target);
  if ((!joined || *joined != target) && array->flavour == Flavour::numpy)
    return evaluator.raise(DiagnosticId::shapeMismatch, "could not broadcast input array from shape " + formatNumpyShape(operand->shape()) + " into shape " + formatNumpyShape(target));
  if (!joined || *joined != target)
    return evaluator.raise(DiagnosticId::shapeMismatch, "the place has shape " + formatShape(target) + " but " +
                                                            describeShape(evaluator, *operand));
  if (countElements(target) == 0)
    return array;
  mlir::Value value = materialize(evaluator, *operand, array->dtype, target);
  mlir::Value source = value ? useHere(evaluator, array) : nullptr;
  if (!source)
    return nullptr;
  SliceParts parts = toSliceParts(index->axes);
  Emitter emitter = emitterHere(evaluator);
  value = emitter.reshape(value, parts.sizes);
  if (parts.sizes.empty())
    return wrap(evaluator, value, array->dtype, array->flavour);
  mlir::Value result = emitter.create<tile::UpdateSliceOp>(source.getType(), source, value, parts.offsets, parts.staticOffsets, parts.strides);
  return wrap(evaluator, result, array->dtype, array->flavour);
}

static tile::Atomic atomicOf(Binary op, DType type) {
  bool isUnsigned = numerics::isUnsigned(type);
  switch (op) {
  case Binary::minimum: return type == DType::boolean ? tile::Atomic::andi : isUnsigned ? tile::Atomic::umin : tile::Atomic::min;
  case Binary::maximum: return type == DType::boolean ? tile::Atomic::ori : isUnsigned ? tile::Atomic::umax : tile::Atomic::max;
  case Binary::mul: return type == DType::boolean ? tile::Atomic::andi : tile::Atomic::mul;
  default: return type == DType::boolean ? tile::Atomic::ori : tile::Atomic::add;
  }
}

/// `op` null: replaced.
static Value updatePlace(Evaluator &evaluator, JaxArray *array, Value key, std::optional<Binary> op, Value update, const PlaceOptions &options,
                         llvm::StringRef method) {
  if (op == Binary::divide || op == Binary::power) {
    // Divisors and exponents that meet are multiplied first.
    if (op == Binary::divide && !numerics::isFloat(array->dtype))
      return evaluator.raise(DiagnosticId::typeError, "`x.at[...].divide` of integers would change their type").note("convert the array to a float first");
    Value ones = wrap(evaluator, emitterHere(evaluator).constant(1, array->dtype, array->shape()), array->dtype, array->flavour);
    Value factors = updatePlace(evaluator, cast<JaxArray>(ones), key, Binary::mul, update, options, method);
    return factors ? applyBinary(evaluator, *op, array, factors, method) : nullptr;
  }
  if (op == Binary::sub) {
    std::optional<Operand> operand = toOperand(evaluator, update, method);
    Value negated = operand ? applyCast(evaluator, update, array->dtype, method) : nullptr;
    if (auto *cast = llvm::dyn_cast_or_null<ArrayObject>(negated); cast && array->flavour == Flavour::numpy) // as below
      negated = wrap(evaluator, cast->value, array->dtype, array->flavour);
    negated = negated ? applyUnary(evaluator, Unary::neg, negated, method) : nullptr;
    return negated ? updatePlace(evaluator, array, key, Binary::add, negated, options, method) : nullptr;
  }
  // A mask of the whole array and one value: a selection, which needs no known mask.
  auto *mask = dyn_cast<ArrayObject>(key);
  std::optional<Operand> single = asOperand(update);
  if (mask && mask->dtype == DType::boolean && mask->shape() == array->shape() && !mask->shape().empty() && single && single->shape().empty()) {
    Value value = applyCast(evaluator, update, array->dtype, method);
    if (auto *cast = llvm::dyn_cast_or_null<ArrayObject>(value); cast && array->flavour == Flavour::numpy) // a number of 64 bits is one of 32 among JAX's
      value = wrap(evaluator, cast->value, array->dtype, array->flavour);
    value = value && op ? applyBinary(evaluator, *op, array, value, method) : value;
    return value ? applyWhere(evaluator, mask, value, array, method) : nullptr;
  }
  Placement placement = classify(array, key);
  if (placement == Placement::outside && !options.clampsUpdates)
    return array; // the update is dropped
  if (placement != Placement::computed) {
    if (op) {
      Value old = array->getItem(evaluator, key);
      update = old ? applyCast(evaluator, update, array->dtype, method) : nullptr;
      update = update ? applyBinary(evaluator, *op, old, update, method) : nullptr;
    }
    return update ? replaceSlice(evaluator, array, key, update) : nullptr;
  }
  Selection selection(evaluator, array, options);
  return selection.read(key) ? selection.put(update, op ? atomicOf(*op, array->dtype) : tile::Atomic::exchange) : nullptr;
}

Value frontend::replacePlace(Evaluator &evaluator, JaxArray *array, Value key, Value update, bool &isOutside) {
  isOutside = classify(array, key) == Placement::outside;
  if (auto *list = dyn_cast<SequenceObject>(update); list && !(update = makeJaxArray(evaluator, list, std::nullopt, Flavour::numpy)))
    return nullptr;
  PlaceOptions options;
  options.checksKnown = true;
  return isOutside ? array : updatePlace(evaluator, array, key, std::nullopt, update, options, "set");
}

static Value readPlace(Evaluator &evaluator, JaxArray *array, Value key, const PlaceOptions &options) {
  bool plain = !Selection::isNeeded(key, /*alsoScalars=*/true);
  if (plain && (options.mode == OutOfBounds::clip || classify(array, key) == Placement::known))
    return array->getItem(evaluator, key);
  Selection selection(evaluator, array, options);
  return selection.read(key) ? selection.get() : nullptr;
}

std::optional<Value> PlaceObject::getAttribute(Evaluator &evaluator, llvm::StringRef name) {
  static const std::pair<llvm::StringRef, std::optional<Binary>> methods[] = {
      {"set", std::nullopt},      {"add", Binary::add},     {"subtract", Binary::sub}, {"multiply", Binary::mul}, {"mul", Binary::mul},
      {"divide", Binary::divide}, {"power", Binary::power}, {"min", Binary::minimum},  {"max", Binary::maximum}};
  JaxArray *source = array;
  Value place = key;
  if (name == "get")
    return evaluator.function("get", [source, place](Evaluator &e, Arguments &arguments) -> Value {
      PlaceOptions options;
      if (!arguments.positional.empty())
        return e.raise(DiagnosticId::argumentError, "`x.at[...].get` takes keyword arguments only");
      return readOptions(e, arguments, "get", options) ? readPlace(e, source, place, options) : nullptr;
    });
  if (name == "apply")
    return evaluator.function("apply", [source, place](Evaluator &e, Arguments &arguments) -> Value {
      PlaceOptions options;
      if (arguments.positional.size() != 1)
        return e.raise(DiagnosticId::argumentError, "`x.at[...].apply` takes one function");
      Value old = readOptions(e, arguments, "apply", options) ? readPlace(e, source, place, options) : nullptr;
      Value fresh = old ? e.call(arguments.positional[0], {old}) : nullptr;
      return fresh ? updatePlace(e, source, place, std::nullopt, fresh, options, "apply") : nullptr;
    });
  for (auto [method, op] : methods) {
    if (method != name)
      continue;
    return evaluator.function(name.str(), [source, place, op = op, method = method](Evaluator &e, Arguments &arguments) -> Value {
      PlaceOptions options;
      if (arguments.positional.size() != 1)
        return e.raise(DiagnosticId::argumentError, "`x.at[...]." + method.str() + "` takes one value and got " +
                                                        std::to_string(arguments.positional.size()));
      return readOptions(e, arguments, method, options) ? updatePlace(e, source, place, op, arguments.positional[0], options, method) : nullptr;
    });
  }
  return std::nullopt;
}
