// SPDX-License-Identifier: Apache-2.0
// Trees of arrays as IR values; see the header.
#include "compiler/frontend/library/jax/Carry.h"
#include "compiler/frontend/library/arrays/Tree.h"
#include "compiler/frontend/library/jax/Operations.h"

using namespace tessera;
using namespace tessera::frontend;
using llvm::dyn_cast;
using llvm::isa;

/// A Ref, or what else stands for a place in memory or registers: the same in every step.
static bool isPlace(Evaluator &evaluator, Value leaf) {
  if (leaf->kind() == Kind::ref || leaf->kind() == Kind::refView)
    return true;
  return leaf->kind() == Kind::extension && leaf->typeName(evaluator) == "Ref";
}

Value frontend::toCarry(Evaluator &evaluator, Value tree, llvm::StringRef function) {
  return mapTree(evaluator, tree, [&](Value leaf) -> Value {
    if (isa<ArrayObject>(leaf))
      return leaf;
    if (asOperand(leaf))
      return makeJaxArray(evaluator, leaf, std::nullopt);
    llvm::SmallVector<mlir::Value> values;
    leaf->collectValues(values);
    if (!values.empty() || isPlace(evaluator, leaf))
      return leaf;
    return evaluator.raise(DiagnosticId::typeError, "`" + function.str() + "` can't carry a `" + leaf->typeName(evaluator) + "`");
  });
}

llvm::SmallVector<mlir::Value> frontend::valuesOf(Value tree) {
  std::vector<Value> leaves;
  (void)flattenTree(tree, leaves);
  llvm::SmallVector<mlir::Value> values;
  for (Value leaf : leaves)
    leaf->collectValues(values);
  return values;
}

Value frontend::rebuildTree(Evaluator &evaluator, Value tree, llvm::ArrayRef<mlir::Value> values) {
  return mapTree(evaluator, tree, [&](Value leaf) { return leaf->rebuild(evaluator, values); });
}

static std::string spellType(ArrayObject *array) { return std::string(numerics::getName(array->dtype)) + formatShape(array->shape()); }

Value frontend::adoptTypes(Evaluator &evaluator, Value carry, Value result) {
  std::vector<Value> wanted;
  (void)flattenTree(result, wanted);
  size_t next = 0;
  bool changed = false;
  Value adopted = mapTree(evaluator, carry, [&](Value leaf) -> Value {
    auto *array = dyn_cast<ArrayObject>(leaf), *target = dyn_cast<ArrayObject>(wanted[next++]);
    if (!array || !target || array->dtype == target->dtype || !array->weak || target->weak)
      return leaf;
    changed = true;
    return applyCast(evaluator, leaf, target->dtype, "carry");
  });
  return changed ? adopted : nullptr;
}

Value frontend::afterLoop(Evaluator &evaluator, Value carry, Value returned, llvm::ArrayRef<mlir::Value> results) {
  std::vector<Value> leaves;
  (void)flattenTree(returned, leaves);
  size_t next = 0;
  return mapTree(evaluator, carry, [&](Value leaf) -> Value {
    auto *array = dyn_cast<ArrayObject>(leaf), *target = dyn_cast<ArrayObject>(leaves[next++]);
    Value rebuilt = leaf->rebuild(evaluator, results);
    if (!array || !array->weak || !target || target->weak)
      return rebuilt;
    return wrap(evaluator, llvm::cast<ArrayObject>(rebuilt)->value, array->dtype, array->flavour);
  });
}

Value frontend::fitResult(Evaluator &evaluator, Value carry, Value result, llvm::StringRef function) {
  std::vector<Value> wanted;
  (void)flattenTree(carry, wanted);
  size_t next = 0;
  return mapTree(evaluator, result, [&](Value leaf) -> Value {
    auto *target = dyn_cast<ArrayObject>(wanted[next++]), *array = dyn_cast<ArrayObject>(leaf);
    if (isPlace(evaluator, leaf) && leaf != wanted[next - 1])
      return evaluator.raise(DiagnosticId::typeError, "the body of `" + function.str() + "` returns another Ref than it was given");
    if (!target || !array)
      return leaf;
    if (array->shape() == target->shape() && array->dtype != target->dtype && array->weak &&
        numerics::isFloat(array->dtype) <= numerics::isFloat(target->dtype))
      return applyCast(evaluator, leaf, target->dtype, function);
    if (array->dtype != target->dtype || array->shape() != target->shape())
      return evaluator
          .raise(DiagnosticId::typeError, "`" + function.str() + "` carries " + spellType(target) + " but its body returns " + spellType(array))
          .note("a loop's body must return what it was given, of the same shapes and dtypes");
    return leaf;
  });
}

BodyEnd frontend::endBody(Evaluator &evaluator, Value carry, Value result, llvm::ArrayRef<mlir::Value> inside, llvm::StringRef function) {
  BodyEnd end;
  if (result && !sameStructure(carry, result)) {
    if (!evaluator.hasPending())
      evaluator.raise(DiagnosticId::typeError, "the body of `" + function.str() + "` returns another structure than it carries");
    return end;
  }
  Value returned = result ? toCarry(evaluator, result, function) : nullptr;
  if (!returned)
    return end;
  end.isAgain = adoptTypes(evaluator, carry, returned) != nullptr;
  if (evaluator.hasPending())
    return end;
  Value fitted = end.isAgain ? returned : fitResult(evaluator, carry, returned, function);
  if (!fitted)
    return end;
  end.yielded = end.isAgain ? llvm::SmallVector<mlir::Value>(inside) : valuesOf(fitted);
  end.returned = returned;
  return end;
}
