// SPDX-License-Identifier: Apache-2.0
// Iterators that have a class of their own, as Python's have: `list_iterator`, `enumerate`, `itertools.count`. What
// makes them more than a source of elements: they can be copied and pickled (`__reduce__`), set to a place, and asked
// how many elements are left.
#pragma once

#include "compiler/frontend/evaluate/Evaluator.h"
#include "llvm/ADT/SmallVector.h"

namespace tessera::frontend {

/// Iterators of the language that give fresh tuples are of this class, but for generators.
class NamedIterator : public IteratorObject {
public:
  /// `module` is "builtins" for the language's own.
  NamedIterator(const char *module, const char *name) : module(module), name(name) {}
  ClassObject *type(Evaluator &evaluator) override;
  std::optional<Value> next(Evaluator &evaluator) final {
    if (!evaluator.stepInline())
      return Value(nullptr);
    return nextElement(evaluator);
  }
  virtual std::optional<Value> nextElement(Evaluator &evaluator) = 0;
  /// A tuple for the next element, where `givesFreshTuples`.
  Value tupleOf(Evaluator &evaluator, llvm::ArrayRef<Value> items) {
    SequenceObject *tuple = std::exchange(spareTuple, nullptr);
    if (!tuple)
      return evaluator.tuple(items.vec());
    if (tuple->items.size() != items.size())
      tuple->items.resize(items.size());
    llvm::copy(items, tuple->items.begin());
    return tuple;
  }
  /// Where `givesFreshTuples`: the iterators that the elements of those tuples come from, in order; null where they
  /// come from none. A loop that takes such an element apart, too, gives it back to its iterator.
  llvm::SmallVector<IteratorObject *, 2> parts;
  /// What `__reduce__` gives: a callable, its arguments, perhaps a state. Null with an exception pending where there is
  /// nothing to give.
  virtual Value reduce(Evaluator &evaluator);
  /// `__setstate__`; false with an exception pending.
  virtual bool setState(Evaluator &evaluator, Value state);
  /// How many elements are left, null for who can't say: `NotImplemented` then.
  virtual Value lengthHint(Evaluator &evaluator) { return evaluator.notImplemented(); }

private:
  const char *module, *name;
};

/// An instance of a user's class that derives from such a class: `class Count(enumerate)`.
class ForwardingIterator : public NamedIterator {
public:
  explicit ForwardingIterator(NamedIterator *inner) : NamedIterator("builtins", "iterator"), inner(inner) {}
  NamedIterator *const inner;
  std::optional<Value> nextElement(Evaluator &evaluator) override { return inner->nextElement(evaluator); }
  Value reduce(Evaluator &evaluator) override { return inner->reduce(evaluator); }
  bool setState(Evaluator &evaluator, Value state) override { return inner->setState(evaluator, state); }
  Value lengthHint(Evaluator &evaluator) override { return inner->lengthHint(evaluator); }
  std::optional<std::string> repr(Evaluator &evaluator) override { return inner->repr(evaluator); }
};

/// Whether the class's instances are such iterators: one of the language or of itertools, or one that derives from it.
bool isIteratorClass(const ClassObject &type);

/// Made of closures, for the library's functions over iterables. `reduce` and `hint` may be empty.
class ClosureNamedIterator : public NamedIterator {
public:
  using Next = std::function<std::optional<Value>(Evaluator &)>;
  using Reduce = std::function<Value(Evaluator &)>;
  ClosureNamedIterator(const char *module, const char *name, Next step, Reduce reduceWith = {}, Reduce hint = {})
      : NamedIterator(module, name), step(std::move(step)), reduceWith(std::move(reduceWith)), hint(std::move(hint)) {}
  std::optional<Value> nextElement(Evaluator &evaluator) override { return step(evaluator); }
  Value reduce(Evaluator &evaluator) override {
    return reduceWith ? reduceWith(evaluator) : NamedIterator::reduce(evaluator);
  }
  bool setState(Evaluator &evaluator, Value state) override {
    return setStateWith ? setStateWith(evaluator, state) : NamedIterator::setState(evaluator, state);
  }
  Value lengthHint(Evaluator &evaluator) override {
    return hint ? hint(evaluator) : NamedIterator::lengthHint(evaluator);
  }
  std::optional<std::string> repr(Evaluator &evaluator) override {
    return show ? show(evaluator) : NamedIterator::repr(evaluator);
  }
  std::function<bool(Evaluator &, Value)> setStateWith;
  std::function<std::optional<std::string>(Evaluator &)> show;

private:
  Next step;
  Reduce reduceWith, hint;
};

/// The elements of an indexed object one after the other, forwards or backwards. The object may change meanwhile; at
/// its end the iterator lets it go for good.
class PlaceIterator : public NamedIterator {
public:
  PlaceIterator(const char *name, Value object, int64_t place = 0, bool backwards = false)
      : NamedIterator("builtins", name), object(object), place(place), backwards(backwards) {}
  std::optional<Value> nextElement(Evaluator &evaluator) override;
  Value reduce(Evaluator &evaluator) override;
  bool setState(Evaluator &evaluator, Value state) override;
  Value lengthHint(Evaluator &evaluator) override;

private:
  Value object; // null at the end
  int64_t place;
  const bool backwards;
};

} // namespace tessera::frontend
