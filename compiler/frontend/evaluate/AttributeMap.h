// SPDX-License-Identifier: Apache-2.0
// The attributes of an object, of a class, of a module: names and their values, and what finds the same name again
// without a search.
#pragma once

#include "compiler/frontend/evaluate/Value.h"
#include "llvm/ADT/PointerIntPair.h"

namespace tessera::frontend {

/// The names of attributes in the order in which they were made. Instances of a class that got their attributes in one
/// order share their shape, and an attribute that was found in one is at the same place in all of them.
class AttributeShape {
public:
  /// This shape and one name more, always the same; null where there are too many.
  AttributeShape *with(llvm::StringRef name);

private:
  unsigned count = 0; // names
  std::vector<std::pair<std::string, std::unique_ptr<AttributeShape>>> longer;
};

/// Names and values in the order in which they were made. Once a program asks for them as `__dict__`, the dict holds
/// them, so that changes of either are seen in both.
class AttributeMap {
public:
  using Entries = std::vector<std::pair<std::string, Value>>;
  Value find(llvm::StringRef name) const;
  void set(llvm::StringRef name, Value value);
  bool erase(llvm::StringRef name);
  /// Names are null-valued where they were erased.
  const Entries &entries() const;
  /// `__dict__`: the same dict each time.
  DictObject *asDict(Evaluator &evaluator);

  //===-- for who asks for the same name again -------------------------------------------------------------------===//
  // A name keeps its place until it is erased, and no other one takes that; a dict has no places.
  static constexpr size_t nowhere = SIZE_MAX;
  size_t placeOf(llvm::StringRef name) const;
  bool hasPlaces() const { return !dict.getPointer(); }
  /// Places so far: it grows with each new name.
  size_t places() const { return order.size(); }
  /// Null where the name was erased.
  Value at(size_t place) const { return order[place].second; }
  /// The value of `name` where that is at `place`, else null.
  Value at(size_t place, llvm::StringRef name) const {
    return hasPlaces() && place < order.size() && order[place].first == name ? order[place].second : nullptr;
  }
  void setAt(size_t place, Value value) { order[place].second = value; }
  /// The shape of an instance; null where its attributes share none. It stands for names and places.
  const AttributeShape *shapeOf() const { return hasPlaces() ? shape : nullptr; }
  void beginShape(AttributeShape &empty) { shape = &empty; }
  /// From now on each change begins a new epoch, in which nothing is as it was found before.
  void watch() { dict.setInt(true); }
  static uint64_t epoch;

private:
  Value findInDict(llvm::StringRef name) const;
  void change() {
    if (dict.getInt())
      ++epoch;
  }
  static constexpr size_t few = 8;                  // names are found faster one after the other
  mutable Entries order;                            // made anew from the dict by `entries` when there is one
  llvm::StringMap<size_t> index;                    // of more names than a few
  llvm::PointerIntPair<DictObject *, 1, bool> dict; // null at first; and whether the map is watched
  union {
    AttributeShape *shape = nullptr; // while there is no dict
    Evaluator *owner;                // of the dict
  };
};

} // namespace tessera::frontend
