// SPDX-License-Identifier: Apache-2.0
// NumPy's keys: see the header.
#include "compiler/frontend/library/jax/NumpyKeys.h"
#include "compiler/frontend/evaluate/TemporaryViews.h"
#include "compiler/frontend/library/arrays/ArrayClasses.h"
#include "compiler/frontend/library/arrays/NonNumeric.h"
#include "compiler/frontend/library/jax/Operations.h"

using namespace tessera;
using namespace tessera::frontend;
using llvm::cast;
using llvm::dyn_cast;
using llvm::isa;

static bool isPlain(Value item) { return isa<IntObject>(item) || isa<SliceObject>(item) || isNone(item) || isEllipsis(item); }

static bool isFlag(Value item) {
  auto *array = dyn_cast<ArrayObject>(item);
  return isa<BoolObject>(item) || (array && array->dtype == DType::boolean && array->shape().empty());
}

static Raised raiseKind(Evaluator &evaluator) {
  return evaluator.raise(DiagnosticId::indexError, "only integers, slices (`:`), ellipsis (`...`), numpy.newaxis (`None`) and integer or boolean arrays are valid indices");
}

/// One item as an integer, slice, array, None or `...`; null with an exception pending.
static Value readItem(Evaluator &evaluator, Value item) {
  if (isPlain(item) || isFlag(item))
    return item;
  if (isArrayOfClass(item)) {
    Value array = withoutClass(evaluator, item);
    return array ? readItem(evaluator, array) : nullptr;
  }
  if (auto *array = dyn_cast<ArrayObject>(item)) {
    if (std::optional<int64_t> known = array->shape().empty() && numerics::isInteger(array->dtype) ? getKnownInteger(array->value) : std::nullopt)
      return evaluator.integer(*known); // so that it is checked against its axis
    if (numerics::isInteger(array->dtype) || array->dtype == DType::boolean)
      return item;
    if (array->shape().empty())
      return raiseKind(evaluator);
    return evaluator.raise(DiagnosticId::indexError, "arrays used as indices must be of integer (or boolean) type");
  }
  if (isItemsOperand(item) && evaluator.hasAttribute(item, "_store"))
    return evaluator.raise(DiagnosticId::indexError, "arrays used as indices must be of integer (or boolean) type");
  if (isa<ListObject>(item) || isa<TupleObject>(item)) {
    if (holdsItems(item))
      return raiseKind(evaluator);
    Value array = makeJaxArray(evaluator, item, std::nullopt, Flavour::numpy);
    auto *made = llvm::cast_or_null<ArrayObject>(array);
    if (!made)
      return nullptr;
    if (countElements(made->shape()) == 0) // np.array([]) is of floats
      return wrap(evaluator, emitterHere(evaluator).constantInt(0, DType::int32, made->shape()), DType::int32, Flavour::numpy);
    return readItem(evaluator, made);
  }
  if (isa<RangeObject>(item)) {
    std::optional<std::vector<Value>> items = evaluator.toVector(item);
    return items ? readItem(evaluator, evaluator.list(std::move(*items))) : nullptr;
  }
  if (!isa<FloatObject>(item) && !isa<StrObject>(item) && evaluator.hasAttribute(item, "__index__")) {
    std::optional<int64_t> index = evaluator.toInt(item, "index");
    return index ? evaluator.integer(*index) : nullptr;
  }
  return isa<ExtensionObject>(item) ? Value(item) : raiseKind(evaluator);
}

std::string frontend::formatNumpyShape(llvm::ArrayRef<int64_t> shape) {
  std::string text = formatShape(shape);
  llvm::erase(text, ' ');
  return text;
}

/// The boolean as `[0]` or `[]`.
static Value placesOf(Evaluator &evaluator, Value flag) {
  std::optional<bool> known = evaluator.truth(flag);
  if (!known)
    return nullptr;
  int64_t count = *known;
  return wrap(evaluator, emitterHere(evaluator).constantInt(0, DType::int32, {count}), DType::int32, Flavour::numpy);
}

Value frontend::readNumpyKey(Evaluator &evaluator, JaxArray *&array, Value key) {
  if (isPlain(key) && !array->shape().empty())
    return key;
  auto *tuple = dyn_cast<TupleObject>(key);
  std::vector<Value> items = tuple ? tuple->items : std::vector<Value>{key};
  int64_t rank = array->shape().size(), consumed = 0, ellipses = 0;
  bool hasFlags = false;
  for (Value &item : items) {
    if (!(item = readItem(evaluator, item)))
      return nullptr;
    auto *index = dyn_cast<ArrayObject>(item);
    hasFlags |= isFlag(item);
    ellipses += isEllipsis(item);
    if (!isNone(item) && !isEllipsis(item) && !isFlag(item))
      consumed += index && index->dtype == DType::boolean ? index->shape().size() : 1;
  }
  if (ellipses > 1)
    return evaluator.raise(DiagnosticId::indexError, "an index can only have a single ellipsis ('...')");
  if (consumed > rank)
    return evaluator.raise(DiagnosticId::indexError, "too many indices for array: array is " + std::to_string(rank) + "-dimensional, but " + std::to_string(consumed) + " were indexed");
  if (hasFlags) {
    Shape shape;
    int64_t axis = 0;
    auto pass = [&](int64_t count) {
      for (; count > 0; --count)
        shape.push_back(array->shape()[axis++]);
    };
    for (Value &item : items) {
      if (isFlag(item)) {
        shape.push_back(1);
        if (!(item = placesOf(evaluator, item)))
          return nullptr;
      } else if (isEllipsis(item)) {
        pass(rank - consumed);
      } else if (!isNone(item)) {
        auto *index = dyn_cast<ArrayObject>(item);
        pass(index && index->dtype == DType::boolean ? index->shape().size() : 1);
      }
    }
    pass(rank - axis);
    ++evaluator.state<TemporaryViews>().depth;
    Value widened = applyReshape(evaluator, array, shape, "np.reshape");
    --evaluator.state<TemporaryViews>().depth;
    if (!widened)
      return nullptr;
    array = cast<JaxArray>(widened);
  }
  return tuple || items.size() != 1 ? evaluator.tuple(std::move(items)) : items[0];
}
