// SPDX-License-Identifier: Apache-2.0
// The variables of code that runs.
#pragma once

#include "compiler/frontend/evaluate/Callables.h"
#include "llvm/ADT/bit.h"

namespace tessera::frontend {

/// The variables of a function or a comprehension, by the interned name's address: one place for each of the scope's
/// locals.
///
/// A number that an operator has just made and a variable then takes is the variable's alone, until the variable is
/// read in any way but `look`: its memory serves again when the variable gets another value. So a loop that counts and
/// sums needs none.
class LocalNames {
public:
  void begin(const syntax::Scope *of) {
    scope = of;
    values.resize_for_overwrite(of->locals.size());
    for (Value &value : values)
      value = nullptr;
    if (others)
      others = nullptr;
    alone = waiting = 0;
  }
  /// The parameters, which come first among a function's variables.
  void bind(syntax::Parameters parameters, llvm::ArrayRef<Value> arguments);
  /// Variable `place` gets its first value; `isAlone` as in `write`.
  void bind(size_t place, Value value, bool isAlone) {
    values[place] = value;
    alone |= isAlone && place < 64 ? uint64_t(1) << place : 0;
  }
  Value at(size_t place) const { return values[place]; }
  Value lookup(const char *name) const {
    const Value *place = find(name);
    return place ? *place : nullptr;
  }
  bool count(const char *name) const { return lookup(name); }
  Value &operator[](const char *name);
  /// Whether it was there.
  bool erase(const char *name);
  /// Whether the name knows its place among these variables.
  bool holds(const syntax::NameExpr &name) const { return name.owner == scope; }
  bool isOf(const void *other) const { return scope == other; }
  /// The same as `lookup` and `[]`, for a name that knows where it was the last time.
  Value read(const syntax::NameExpr &name) const {
    if (!holds(name))
      return readAnew(name);
    alone &= ~name.bit;
    return values[name.place];
  }
  /// Returns the number that was the name's alone, whose memory is free now, or null.
  Value write(const syntax::NameExpr &name, Value value, bool isAlone = false) {
    if (!holds(name)) {
      placeAnew(name) = value;
      return nullptr;
    }
    Value &place = values[name.place];
    Value old = alone & ~waiting & name.bit ? place : nullptr;
    alone = isAlone ? alone | name.bit : alone & ~name.bit;
    place = value;
    return old;
  }
  void forEach(llvm::function_ref<void(llvm::StringRef, Value)> visit) const;

  /// The value of a name for who only looks at it. Null: ask `read`.
  Value look(const syntax::NameExpr &name) const { return holds(name) ? values[name.place] : nullptr; }
  /// What was looked at goes elsewhere too.
  void share(const syntax::NameExpr &name) const { alone &= holds(name) ? ~name.bit : 0; }
  /// While what was looked at is an operand that waits for the other one, its memory stays. Takes and returns whether
  /// one waited before.
  bool wait(const syntax::NameExpr &name, bool waits = true) const {
    uint64_t bit = holds(name) ? name.bit : 0;
    bool before = waiting & bit;
    waiting = waits ? waiting | bit : waiting & ~bit;
    return before;
  }
  /// All that wait, to be restored when none of those does that came since.
  uint64_t waits() const { return waiting; }
  void restoreWaits(uint64_t before) const { waiting = before; }
  /// Whether the name's number is its alone; from now on it is the caller's, who writes the name next.
  bool take(const syntax::NameExpr &name) {
    uint64_t bit = holds(name) ? name.bit & ~waiting & alone : 0;
    alone &= ~bit;
    return bit;
  }
  /// At the end of a call: what its variables had alone.
  template <typename Visit> void giveUp(Visit visit) {
    for (uint64_t left = std::exchange(alone, 0); left; left &= left - 1)
      visit(values[static_cast<size_t>(llvm::countr_zero(left))]);
  }

private:
  Value readAnew(const syntax::NameExpr &name) const;
  Value &placeAnew(const syntax::NameExpr &name);
  void note(const syntax::NameExpr &name, const Value *place) const;
  const Value *find(const char *name) const;
  const syntax::Scope *scope = nullptr;
  llvm::SmallVector<Value, 6> values;                          // as `scope->locals`; null: not bound
  std::unique_ptr<llvm::DenseMap<const char *, Value>> others; // names that the scope does not list
  mutable uint64_t alone = 0, waiting = 0;                     // a bit a place; those further on never are
};

/// The variables of one call, of a module or of a class body. Closures hold on to it.
struct Frame {
  const syntax::Scope *scope = nullptr;
  Frame *parent = nullptr;       // of the scope around; null for a module
  Frame *root = nullptr;         // the module's
  Value owner = nullptr;         // class bodies: the class
  AttributeMap *names = nullptr; // modules and class bodies: the object's own attributes
  Value mapping = nullptr;       // class bodies: what `__prepare__` gave, which holds the names instead; no plain dict
  LocalNames locals;             // functions and comprehensions
  bool captured = false;         // a closure or a generator holds on to it
};

} // namespace tessera::frontend
