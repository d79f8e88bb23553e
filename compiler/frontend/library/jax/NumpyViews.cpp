// SPDX-License-Identifier: Apache-2.0
// Assignment to items of NumPy's arrays; see the header.
#include "compiler/frontend/library/jax/NumpyViews.h"
#include "compiler/frontend/evaluate/TemporaryViews.h"
#include "llvm/ADT/DenseSet.h"

using namespace tessera;
using namespace tessera::frontend;

namespace {
/// Arrays that share memory with another one.
struct SharedArrays {
  llvm::DenseSet<const Object *> arrays;
};
} // namespace

/// Whether a variable holds the array: `np.arange(6).reshape(2, 3)` is a view of an array that nobody else can see.
static bool isNamed(mlir::Location location) {
  if (llvm::isa<mlir::NameLoc>(location))
    return true;
  auto fused = llvm::dyn_cast<mlir::FusedLoc>(location);
  return fused && llvm::any_of(fused.getLocations(), isNamed);
}

void frontend::markView(Evaluator &evaluator, Value base, Value view) {
  auto *from = llvm::dyn_cast_or_null<JaxArray>(base), *to = llvm::dyn_cast_or_null<JaxArray>(view);
  if (evaluator.state<TemporaryViews>().depth)
    return;
  if (!from || !to || from == to || from->flavour != Flavour::numpy || to->flavour != Flavour::numpy || to->shape().empty() || !isNamed(from->value.getLoc()))
    return;
  SharedArrays &shared = evaluator.state<SharedArrays>();
  shared.arrays.insert(from);
  shared.arrays.insert(to);
}

bool frontend::assignItem(Evaluator &evaluator, JaxArray *array, Value key, Value value) {
  if (evaluator.state<SharedArrays>().arrays.contains(array))
    return evaluator.raise(DiagnosticId::notSupported, "assigning to items of " + frontend::describe(evaluator, array) +
                                                           ", which shares its memory with a view, is not supported")
        .note("assign before the view is made, or copy it with `np.array(...)`"), false;
  if (isTracing(evaluator))
    return evaluator.raise(DiagnosticId::notSupported, "assigning to items of a NumPy array inside a traced function is not supported")
        .note("use a JAX array and `x.at[idx].set(y)`"), false;
  bool isOutside = false;
  Value changed = replacePlace(evaluator, array, key, value, isOutside);
  if (changed && isOutside)
    return evaluator.raise(DiagnosticId::indexError, "the index is out of bounds for " + frontend::describe(evaluator, array) + " of shape " +
                                                         formatShape(array->shape())), false;
  if (!changed)
    return false;
  bool wasNamed = isNamed(array->value.getLoc());
  std::string name = frontend::describe(evaluator, array);
  array->value = llvm::cast<ArrayObject>(changed)->value;
  if (wasNamed) // the variable still holds it
    evaluator.nameValue(array, llvm::StringRef(name).trim('`'));
  return true;
}
