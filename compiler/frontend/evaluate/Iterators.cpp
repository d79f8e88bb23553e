// SPDX-License-Identifier: Apache-2.0
// Iterators with classes of their own; see the header. Their methods for programs are entries at the end.
#include "compiler/frontend/evaluate/Iterators.h"
#include "compiler/frontend/evaluate/Exceptions.h"
#include "compiler/frontend/evaluate/ObjectModel.h"

using namespace tessera;
using namespace tessera::frontend;

ClassObject *NamedIterator::type(Evaluator &evaluator) { return evaluator.libraryClass(module, name); }

Value NamedIterator::reduce(Evaluator &evaluator) {
  return evaluator.raise(DiagnosticId::typeError, "cannot pickle '" + typeName(evaluator) + "' object");
}

bool NamedIterator::setState(Evaluator &evaluator, Value) {
  return evaluator.raise(DiagnosticId::unknownAttribute,
                         "'" + typeName(evaluator) + "' object has no attribute '__setstate__'"),
         false;
}

bool frontend::isIteratorClass(const ClassObject &type) {
  static constexpr llvm::StringLiteral ours[] = {"enumerate", "zip", "map", "filter", "reversed"};
  for (const ClassObject *base : type.resolutionOrder)
    if (!base->isUser && ((base->module == "builtins" && llvm::is_contained(ours, base->name)) ||
                          (base->module == "itertools" && base->entry)))
      return true;
  return false;
}

std::optional<Value> PlaceIterator::nextElement(Evaluator &evaluator) {
  if (!object)
    return std::nullopt;
  Value element = nullptr;
  if (auto *sequence = llvm::dyn_cast<SequenceObject>(object)) {
    if (place >= 0 && place < static_cast<int64_t>(sequence->items.size()))
      element = sequence->items[static_cast<size_t>(place)];
  } else if (auto *bytes = llvm::dyn_cast<BytesObject>(object)) {
    if (place >= 0 && place < static_cast<int64_t>(bytes->value.size()))
      element =
          evaluator.integer(static_cast<int64_t>(static_cast<unsigned char>(bytes->value[static_cast<size_t>(place)])));
  } else if (auto *range = llvm::dyn_cast<RangeObject>(object)) {
    if (place >= 0 && place < range->count())
      element = evaluator.integer(range->start + place * range->step);
  } else if (place >= 0) {
    element = evaluator.getItem(object, evaluator.integer(place));
    if (!element && !isPending(evaluator, "IndexError") && !isPending(evaluator, "StopIteration"))
      return Value(nullptr);
    if (!element)
      evaluator.clearPending();
  }
  if (!element) {
    object = nullptr;
    return std::nullopt;
  }
  place += backwards ? -1 : 1;
  return element;
}

Value PlaceIterator::reduce(Evaluator &evaluator) {
  bool isList = llvm::isa_and_nonnull<ListObject>(object);
  if (!object) {
    Value function = evaluator.libraryMember("builtins", "iter").value_or(nullptr);
    return function ? evaluator.tuple(
                          {function, evaluator.tuple({isList ? Value(evaluator.list({})) : evaluator.tuple({})})})
                    : nullptr;
  }
  Value function = evaluator.libraryMember("builtins", backwards ? "reversed" : "iter").value_or(nullptr);
  return function ? evaluator.tuple({function, evaluator.tuple({object}), evaluator.integer(place)}) : nullptr;
}

bool PlaceIterator::setState(Evaluator &evaluator, Value state) {
  std::optional<int64_t> index = evaluator.toInt(state, "the state");
  if (!index)
    return false;
  if (!object)
    return true;
  std::optional<int64_t> size = object->length(evaluator);
  if (!size) {
    evaluator.clearPending();
    size = INT64_MAX;
  }
  place = backwards ? std::clamp<int64_t>(*index, -1, *size - 1) : std::clamp<int64_t>(*index, 0, *size);
  return true;
}

Value PlaceIterator::lengthHint(Evaluator &evaluator) {
  if (!object)
    return evaluator.integer(0);
  if (backwards && place < 0)
    return evaluator.integer(0);
  std::optional<int64_t> size = evaluator.length(object);
  if (!size && isPending(evaluator, "TypeError")) {
    evaluator.clearPending();
    return evaluator.notImplemented();
  }
  if (!size)
    return nullptr;
  if (backwards)
    return evaluator.integer(place + 1 > *size ? 0 : place + 1);
  return evaluator.integer(std::max<int64_t>(*size - place, 0));
}
