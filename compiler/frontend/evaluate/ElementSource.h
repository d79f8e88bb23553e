// SPDX-License-Identifier: Apache-2.0
// What a loop takes its elements from: a range or a list without the iterator that would give them, everything else by
// its iterator.
#pragma once

#include "compiler/frontend/evaluate/Iterators.h"

namespace tessera::frontend {

class ElementSource {
public:
  ElementSource() = default;
  explicit ElementSource(IteratorObject *iterator) : source(iterator) {}
  /// False with an exception pending.
  bool open(Evaluator &evaluator, Value iterable) {
    range = llvm::dyn_cast<RangeObject>(iterable);
    list = iterable->isDerived() ? nullptr : llvm::dyn_cast<ListObject>(iterable);
    place = 0;
    left = range ? range->count() : 0;
    number = range ? range->start : 0;
    Value iterator = range || list ? nullptr : evaluator.iterate(iterable);
    source = llvm::cast_or_null<IteratorObject>(iterator);
    return range || list || source;
  }
  /// As IteratorObject::next.
  std::optional<Value> next(Evaluator &evaluator) {
    if (source)
      return source->next(evaluator);
    if (!evaluator.count())
      return Value(nullptr);
    if (left) {
      --left;
      return evaluator.integer(std::exchange(
          number, static_cast<int64_t>(static_cast<uint64_t>(number) + static_cast<uint64_t>(range->step))));
    }
    if (list && place < list->items.size())
      return list->items[place++];
    list = nullptr; // it stays at its end
    return std::nullopt;
  }

  /// Whether nothing else holds the elements, which are numbers.
  bool makesNumbers() const { return range; }
  /// The element was taken apart into `targets`, and the loop holds on to nothing of it.
  void giveBack(Value element, syntax::Exprs targets) {
    if (!source || !source->givesFreshTuples)
      return;
    auto *tuple = llvm::dyn_cast<SequenceObject>(element);
    if (tuple && !source->isGenerator && tuple->items.size() == targets.size())
      giveBackParts(*tuple, targets);
    source->giveBack(element);
  }

private:
  /// Those of its items that were taken apart, too: `for i, (a, b) in enumerate(pairs)`.
  void giveBackParts(const SequenceObject &tuple, syntax::Exprs targets) {
    const auto &parts = static_cast<NamedIterator *>(source)->parts;
    for (size_t i = 0; i < parts.size() && i < targets.size(); ++i)
      if (parts[i] && llvm::isa<syntax::TupleExpr, syntax::ListExpr>(targets[i]))
        parts[i]->giveBack(tuple.items[i]);
  }
  RangeObject *range = nullptr;
  ListObject *list = nullptr;
  IteratorObject *source = nullptr;
  size_t place = 0;             // in the list
  int64_t left = 0, number = 0; // of the range
};

} // namespace tessera::frontend
