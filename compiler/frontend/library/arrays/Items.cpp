// SPDX-License-Identifier: Apache-2.0
// Arrays as Python's numbers: see the header. The values are asked for while the program is evaluated (Evaluator::force).
#include "compiler/frontend/library/arrays/Items.h"
#include "compiler/frontend/library/arrays/Operand.h"

using namespace tessera;
using namespace tessera::frontend;

/// The flat position that `indices` pick; -1 with an exception pending.
static int64_t positionOf(Evaluator &evaluator, ArrayObject *array, llvm::ArrayRef<Value> indices) {
  llvm::ArrayRef<int64_t> shape = array->shape();
  int64_t flat[] = {countElements(shape)};
  llvm::ArrayRef<int64_t> extents = indices.size() == 1 ? llvm::ArrayRef<int64_t>(flat) : shape;
  if (indices.size() != extents.size())
    return evaluator.raise(DiagnosticId::valueError, "`item` takes one index an axis: " + describe(evaluator, array) + " has " +
                                                         std::to_string(shape.size()) + " axes, but " + std::to_string(indices.size()) + " are given"),
           -1;
  int64_t position = 0;
  for (auto [index, extent] : llvm::zip(indices, extents)) {
    std::optional<int64_t> one = evaluator.toInt(index, "an index of `item`");
    if (!one)
      return -1;
    if (*one < -extent || *one >= extent)
      return evaluator.raise(DiagnosticId::indexError, "index " + std::to_string(*one) + " is out of bounds for size " + std::to_string(extent)), -1;
    position = position * extent + (*one < 0 ? *one + extent : *one);
  }
  return position;
}

Value frontend::itemMethod(Call &call) {
  Evaluator &evaluator = call.evaluator;
  auto *array = llvm::cast<ArrayObject>(call.self);
  std::vector<Value> indices;
  if (call.size() > 0)
    indices = llvm::cast<TupleObject>(call[size_t(0)])->items;
  if (indices.size() == 1 && llvm::isa<TupleObject>(indices[0]))
    indices = std::vector<Value>(llvm::cast<TupleObject>(indices[0])->items);
  int64_t position = 0;
  if (!indices.empty())
    position = positionOf(evaluator, array, indices);
  else if (countElements(array->shape()) != 1)
    return evaluator.raise(DiagnosticId::valueError, "`item` takes an array with one element, but " + describe(evaluator, array) + " is " +
                                                         formatShape(array->shape()))
        .note("reduce it first, or pick an element by its index");
  std::optional<numerics::Array> elements = position >= 0 ? evaluator.force(array) : std::nullopt;
  return elements ? evaluator.number(*elements, position) : nullptr;
}

/// The elements from `position` on that the axes from `axis` on hold.
static Value nest(Evaluator &evaluator, const numerics::Array &array, size_t axis, int64_t &position) {
  if (axis == array.shape().size())
    return evaluator.number(array, position++);
  std::vector<Value> items;
  for (int64_t i = 0; i < array.shape()[axis]; ++i) {
    Value item = evaluator.step() ? nest(evaluator, array, axis + 1, position) : nullptr;
    if (!item)
      return nullptr;
    items.push_back(item);
  }
  return evaluator.list(std::move(items));
}

Value frontend::toNestedLists(Evaluator &evaluator, ArrayObject *array) {
  if (countElements(array->shape()) > evaluator.options().sizeLimit)
    return evaluator.raise(DiagnosticId::memoryLimit, "a list of " + std::to_string(countElements(array->shape())) + " numbers is beyond the limit of " +
                                                          std::to_string(evaluator.options().sizeLimit));
  std::optional<numerics::Array> elements = evaluator.force(array);
  int64_t position = 0;
  return elements ? nest(evaluator, *elements, 0, position) : nullptr;
}

Value frontend::toListMethod(Call &call) { return toNestedLists(call.evaluator, llvm::cast<ArrayObject>(call.self)); }
