// SPDX-License-Identifier: Apache-2.0
// The arguments that NumPy's elementwise functions have in common; see the header.
#include "compiler/frontend/library/numpy/Ufunc.h"
#include "compiler/frontend/library/jax/Formula.h"
#include "compiler/frontend/library/jax/NumpyViews.h"

using namespace tessera;
using namespace tessera::frontend;
using llvm::dyn_cast;

static size_t operandCount(const Call &call) { return llvm::StringRef(call.entry->signature).starts_with("(x1, x2") ? 2 : 1; }

bool frontend::prepareUfunc(Call &call) {
  if (isNone(call["dtype"]))
    return true;
  std::optional<DType> type = toDType(call.evaluator, call["dtype"], "dtype", DType::float64, false);
  if (!type)
    return false;
  for (size_t k = 0; k < operandCount(call); ++k) {
    Value operand = Formula(call).array(call[k]);
    call.values[k] = operand ? applyCast(call.evaluator, operand, *type, publicName(call.entry)) : nullptr;
    if (!call.values[k])
      return false;
  }
  return true;
}

static int rankOfKind(DType type) { return type == DType::boolean ? 0 : numerics::isFloat(type) ? 2 : 1; }

Value frontend::finishUfunc(Call &call, Value result) {
  Evaluator &evaluator = call.evaluator;
  Formula f(call);
  Value given = call["out"];
  if (auto *one = dyn_cast<TupleObject>(given); one && one->items.size() == 1)
    given = one->items[0];
  auto *out = dyn_cast<JaxArray>(given);
  if (!isNone(given) && (!out || out->flavour != Flavour::numpy))
    return evaluator.raise(DiagnosticId::typeError, "return arrays must be of ArrayType");
  auto *mask = dyn_cast<BoolObject>(call["where"]);
  bool isMasked = !mask || !mask->value;
  auto *array = llvm::cast<JaxArray>(result);
  if (isMasked) {
    Value rest = out ? Value(out) : f.cast(evaluator.integer(0), array->dtype);
    result = f.where(call["where"], result, rest);
    array = result ? llvm::cast<JaxArray>(result) : nullptr;
  }
  if (!array || !out)
    return array;
  if (rankOfKind(array->dtype) > rankOfKind(out->dtype))
    return evaluator.raise(DiagnosticId::typeError, std::string("Cannot cast ufunc '") + call.entry->name + "' output from dtype('" + std::string(numerics::getName(array->dtype)) +
                                                        "') to dtype('" + std::string(numerics::getName(out->dtype)) + "') with casting rule 'same_kind'");
  if (array->shape() != out->shape()) {
    std::optional<Shape> joined = broadcastShapes(array->shape(), out->shape());
    if (!joined || llvm::ArrayRef<int64_t>(*joined) != out->shape())
      return evaluator.raise(DiagnosticId::shapeMismatch, "non-broadcastable output operand with shape " + formatShape(out->shape()) + " doesn't match the broadcast shape " + formatShape(array->shape()));
  }
  return assignItem(evaluator, out, evaluator.ellipsis(), f.cast(array, out->dtype)) ? given : nullptr;
}
