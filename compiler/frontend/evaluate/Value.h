// SPDX-License-Identifier: Apache-2.0
// The values that a program handles while it is being compiled: Python's objects. A `Value` is a pointer into the evaluator's
// arena, where everything lives until the evaluator dies, so values are copied freely and nothing is counted or freed.
//
// Behaviour hangs on the virtual hooks of `Object`: attribute, item, call, operators, truth, iteration, text. The language's own
// kinds implement them here; arrays and Refs get theirs in the library, so the evaluator knows nothing about either. Conventions,
// the same for every hook:
//   * a null `Value`, an empty `optional<bool>` and so on mean "a Python exception is pending": return at once, unchanged;
//   * `std::optional<Value>` that is empty means "not mine" (no such attribute, NotImplemented): the caller tries the next way.
#pragma once

#include "compiler/frontend/evaluate/Integer.h"
#include "compiler/frontend/syntax/Ast.h"
#include "compiler/support/Diagnostic.h"
#include "mlir/IR/Value.h"
#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/ADT/StringMap.h"
#include "llvm/Support/Casting.h"
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace tessera::frontend {

class Call;
class Evaluator;
class Object;
class ClassObject;
struct InstancePart;
struct LibraryEntry;
using Value = Object *;

enum class Kind : uint8_t {
  none, boolean, integer, floating, complexNumber, string, text, bytes, tuple, list, dict, set, slice, range, loopRange, ellipsis,
  notImplemented, function, boundMethod, builtin, partial, module, type, instance, exception, iterator, property, wrapper,
  // what the library works with
  array, ref, refView, pointer, record, extension,
};

// The operators are the syntax tree's: `syntax::getText` spells them.
using syntax::BinaryOp;
using syntax::CompareOp;
using syntax::Range;
using syntax::UnaryOp;

/// `add` for `__add__` and `__radd__`; `lt` for `__lt__`.
llvm::StringRef getMethodStem(BinaryOp op);
llvm::StringRef getMethodStem(CompareOp op);
/// `<` for `>`: the operator after its operands are swapped.
CompareOp mirror(CompareOp op);

using Keyword = std::pair<std::string, Value>;

/// What a call passes, unpacked, before it is bound to parameters.
struct Arguments {
  llvm::SmallVector<Value, 4> positional;
  llvm::SmallVector<Keyword, 2> keywords;
  /// Ranges for messages; either empty or one an argument.
  llvm::SmallVector<Range, 4> positionalRanges;
  llvm::SmallVector<Range, 2> keywordRanges;
};

class Object {
public:
  virtual ~Object();
  Kind kind() const { return objectKind; }

  /// Whether the object holds a value of the language and is an instance of a user's class, whose methods go first; or of a class of
  /// the library with operators of its own (`tl.constexpr`), which has no `instancePart`. The quick ways are not for it.
  bool isDerived() const { return derived; }

  /// What an instance of a user's class has beside its value; null for every other object.
  virtual InstancePart *instancePart() { return nullptr; }

  /// The object's class: what `type(x)` gives and `isinstance` asks.
  virtual ClassObject *type(Evaluator &evaluator);
  /// The class's name for messages.
  std::string typeName(Evaluator &evaluator);

  virtual std::optional<Value> getAttribute(Evaluator &evaluator, llvm::StringRef name);
  /// False: an exception is pending.
  virtual bool setAttribute(Evaluator &evaluator, llvm::StringRef name, Value value);
  virtual bool deleteAttribute(Evaluator &evaluator, llvm::StringRef name);
  /// Names that `getAttribute` knows, for suggestions and `dir`.
  virtual void listAttributes(Evaluator &evaluator, std::vector<std::string> &names);

  virtual Value getItem(Evaluator &evaluator, Value key);
  virtual bool setItem(Evaluator &evaluator, Value key, Value value);
  virtual bool deleteItem(Evaluator &evaluator, Value key);

  virtual Value call(Evaluator &evaluator, Arguments &arguments);

  /// `this op other`, or `other op this` when `reflected`.
  virtual std::optional<Value> binary(Evaluator &evaluator, BinaryOp op, Value other, bool reflected);
  virtual std::optional<Value> unary(Evaluator &evaluator, UnaryOp op);
  /// `this op other`. Defaults: identity for `==` and `!=`, nothing for the rest.
  virtual std::optional<Value> compare(Evaluator &evaluator, CompareOp op, Value other);

  virtual std::optional<bool> truth(Evaluator &evaluator);
  /// An iterator object.
  virtual Value iterate(Evaluator &evaluator);
  virtual std::optional<int64_t> length(Evaluator &evaluator);
  virtual std::optional<bool> contains(Evaluator &evaluator, Value item);

  virtual std::optional<std::string> repr(Evaluator &evaluator);
  virtual std::optional<std::string> str(Evaluator &evaluator);
  /// The value of `{x!conversion:spec}`: a string, or a `TextObject` when only the run knows it. `conversion` is 0, 's', 'r', 'a'.
  virtual Value format(Evaluator &evaluator, char conversion, llvm::StringRef spec);

  /// Empty with an exception pending for unhashable values.
  virtual std::optional<uint64_t> hash(Evaluator &evaluator);

  /// `with`: what `as` binds; and on leaving, whether `exception` (may be null) is swallowed.
  virtual Value enter(Evaluator &evaluator);
  virtual std::optional<bool> exit(Evaluator &evaluator, Value exception);
  /// Whether `exit` may swallow a failed assert: then asserts in the block run at once (Evaluator::CatchScope).
  virtual bool mayCatch() const { return false; }

  /// The IR values inside, in a fixed order, and the same object around others: how loops carry objects and functions return them.
  virtual void collectValues(llvm::SmallVectorImpl<mlir::Value> &values);
  /// Takes as many from the front of `values` as `collectValues` gave.
  virtual Value rebuild(Evaluator &evaluator, llvm::ArrayRef<mlir::Value> &values);

protected:
  explicit Object(Kind kind) : objectKind(kind) {}

private:
  Kind objectKind;

protected:
  bool derived = false;
};

/// `collectValues` and `rebuild` of nested objects look this deep and no further, so that an object inside itself, or one nested a
/// hundred thousand times, neither loops nor overflows the stack.
class NestingGuard {
public:
  NestingGuard() { ++depth(); }
  ~NestingGuard() { --depth(); }
  NestingGuard(const NestingGuard &) = delete;
  bool isTooDeep() const { return depth() > 64; }

private:
  static unsigned &depth();
};

/// While one lives, the object's text is being made: an object inside itself shows as `[...]` there.
class ReprGuard {
public:
  explicit ReprGuard(const Object *object) : inside(llvm::is_contained(open(), object)) { open().push_back(object); }
  ~ReprGuard() { open().pop_back(); }
  ReprGuard(const ReprGuard &) = delete;
  bool isInside() const { return inside; }

private:
  static std::vector<const Object *> &open();
  bool inside;
};

//===-- scalars ------------------------------------------------------------------------------------------------===//

/// `None`, `...` and `NotImplemented`: one object each.
class SingletonObject : public Object {
public:
  explicit SingletonObject(Kind kind) : Object(kind) {}
  std::optional<bool> truth(Evaluator &evaluator) override;
  std::optional<std::string> repr(Evaluator &evaluator) override;
  static bool classof(const Object *o) {
    return o->kind() == Kind::none || o->kind() == Kind::ellipsis || o->kind() == Kind::notImplemented;
  }
};

inline bool isNone(Value value) { return value && value->kind() == Kind::none; }
inline bool isEllipsis(Value value) { return value && value->kind() == Kind::ellipsis; }

/// int, bool and float share their arithmetic (see Numbers.cpp).
class NumberObject : public Object {
public:
  using Object::Object;
  std::optional<Value> binary(Evaluator &evaluator, BinaryOp op, Value other, bool reflected) override;
  std::optional<Value> unary(Evaluator &evaluator, UnaryOp op) override;
  std::optional<Value> compare(Evaluator &evaluator, CompareOp op, Value other) override;
  std::optional<bool> truth(Evaluator &evaluator) override;
  std::optional<std::string> repr(Evaluator &evaluator) override;
  std::optional<uint64_t> hash(Evaluator &evaluator) override;
  Value format(Evaluator &evaluator, char conversion, llvm::StringRef spec) override;
  static bool classof(const Object *o) { return o->kind() >= Kind::boolean && o->kind() <= Kind::floating; }
};

class BoolObject : public NumberObject {
public:
  explicit BoolObject(bool value) : NumberObject(Kind::boolean), value(value) {}
  const bool value;
  static bool classof(const Object *o) { return o->kind() == Kind::boolean; }
};

class IntObject : public NumberObject {
public:
  explicit IntObject(Integer value) : NumberObject(Kind::integer), value(std::move(value)) {}
  const Integer value;
  static bool classof(const Object *o) { return o->kind() == Kind::integer; }
};

class FloatObject : public NumberObject {
public:
  explicit FloatObject(double value) : NumberObject(Kind::floating), value(value) {}
  const double value;
  static bool classof(const Object *o) { return o->kind() == Kind::floating; }
};

/// An int, and no instance of a user's class, that fits 64 bits; null for other objects.
inline const IntObject *plainInteger(Value value) {
  if (value->kind() != Kind::integer || value->isDerived())
    return nullptr;
  auto *integer = static_cast<const IntObject *>(value);
  return integer->value.fitsInt64() ? integer : nullptr;
}

/// `left op right` of two ints that fit 64 bits or floats, not of users' classes, as all of Python's rules would have
/// it. Null without an exception for what needs those rules. A result that is no shared object is made in `cell`, if
/// there is one.
Value operateOnNumbers(Evaluator &evaluator, BinaryOp op, Value left, Value right, void *cell = nullptr);
/// The same for comparisons.
std::optional<bool> compareNumbers(CompareOp op, Value left, Value right);

/// Two floats. What it does with an int or a float it does as if that were a complex number too.
class ComplexObject : public Object {
public:
  ComplexObject(double real, double imaginary) : Object(Kind::complexNumber), real(real), imaginary(imaginary) {}
  const double real, imaginary;
  std::optional<Value> binary(Evaluator &evaluator, BinaryOp op, Value other, bool reflected) override;
  std::optional<Value> unary(Evaluator &evaluator, UnaryOp op) override;
  std::optional<Value> compare(Evaluator &evaluator, CompareOp op, Value other) override;
  std::optional<bool> truth(Evaluator &evaluator) override;
  std::optional<std::string> repr(Evaluator &evaluator) override;
  std::optional<uint64_t> hash(Evaluator &evaluator) override;
  Value format(Evaluator &evaluator, char conversion, llvm::StringRef spec) override;
  static bool classof(const Object *o) { return o->kind() == Kind::complexNumber; }
};

/// UTF-8. `length` and indices count code points.
class StrObject : public Object {
public:
  explicit StrObject(std::string value);
  const std::string value;
  const bool ascii; // then bytes are code points
  Value getItem(Evaluator &evaluator, Value key) override;
  std::optional<Value> binary(Evaluator &evaluator, BinaryOp op, Value other, bool reflected) override;
  std::optional<Value> compare(Evaluator &evaluator, CompareOp op, Value other) override;
  std::optional<bool> truth(Evaluator &evaluator) override;
  Value iterate(Evaluator &evaluator) override;
  std::optional<int64_t> length(Evaluator &evaluator) override;
  std::optional<bool> contains(Evaluator &evaluator, Value item) override;
  std::optional<std::string> repr(Evaluator &evaluator) override;
  std::optional<std::string> str(Evaluator &evaluator) override;
  Value format(Evaluator &evaluator, char conversion, llvm::StringRef spec) override;
  std::optional<uint64_t> hash(Evaluator &evaluator) override;
  static bool classof(const Object *o) { return o->kind() == Kind::string; }
};

/// A string that only the run knows (an array's text inside): `value` is a `!tile.text` of @main. It stays unknown while it is
/// joined, printed and written; everything else asks for it now (Evaluator::force).
class TextObject : public Object {
public:
  explicit TextObject(mlir::Value value) : Object(Kind::text), value(value) {}
  const mlir::Value value;
  std::optional<Value> getAttribute(Evaluator &evaluator, llvm::StringRef name) override;
  Value getItem(Evaluator &evaluator, Value key) override;
  std::optional<Value> binary(Evaluator &evaluator, BinaryOp op, Value other, bool reflected) override;
  std::optional<Value> compare(Evaluator &evaluator, CompareOp op, Value other) override;
  std::optional<bool> truth(Evaluator &evaluator) override;
  Value iterate(Evaluator &evaluator) override;
  std::optional<int64_t> length(Evaluator &evaluator) override;
  std::optional<bool> contains(Evaluator &evaluator, Value item) override;
  std::optional<std::string> repr(Evaluator &evaluator) override;
  std::optional<std::string> str(Evaluator &evaluator) override;
  std::optional<uint64_t> hash(Evaluator &evaluator) override;
  Value format(Evaluator &evaluator, char conversion, llvm::StringRef spec) override;
  static bool classof(const Object *o) { return o->kind() == Kind::text; }
};

/// bytes, and bytearray when `isMutable`.
class BytesObject : public Object {
public:
  explicit BytesObject(std::string value, bool isMutable = false) : Object(Kind::bytes), value(std::move(value)), isMutable(isMutable) {}
  std::string value;
  const bool isMutable;
  Value getItem(Evaluator &evaluator, Value key) override;
  bool setItem(Evaluator &evaluator, Value key, Value value) override;
  bool deleteItem(Evaluator &evaluator, Value key) override;
  std::optional<Value> binary(Evaluator &evaluator, BinaryOp op, Value other, bool reflected) override;
  std::optional<Value> compare(Evaluator &evaluator, CompareOp op, Value other) override;
  std::optional<bool> truth(Evaluator &evaluator) override;
  Value iterate(Evaluator &evaluator) override;
  std::optional<int64_t> length(Evaluator &evaluator) override;
  std::optional<bool> contains(Evaluator &evaluator, Value item) override;
  std::optional<std::string> repr(Evaluator &evaluator) override;
  std::optional<uint64_t> hash(Evaluator &evaluator) override;
  static bool classof(const Object *o) { return o->kind() == Kind::bytes; }
};

//===-- containers ---------------------------------------------------------------------------------------------===//

/// tuple and list.
class SequenceObject : public Object {
public:
  SequenceObject(Kind kind, std::vector<Value> items) : Object(kind), items(std::move(items)) {}
  std::vector<Value> items;
  /// For a named tuple: its class, whose `fieldNames` name the items. Null otherwise.
  ClassObject *namedType = nullptr;
  ClassObject *type(Evaluator &evaluator) override;
  std::optional<Value> getAttribute(Evaluator &evaluator, llvm::StringRef name) override;
  void listAttributes(Evaluator &evaluator, std::vector<std::string> &names) override;
  Value getItem(Evaluator &evaluator, Value key) override;
  bool setItem(Evaluator &evaluator, Value key, Value value) override;
  bool deleteItem(Evaluator &evaluator, Value key) override;
  std::optional<Value> binary(Evaluator &evaluator, BinaryOp op, Value other, bool reflected) override;
  std::optional<Value> compare(Evaluator &evaluator, CompareOp op, Value other) override;
  std::optional<bool> truth(Evaluator &evaluator) override;
  Value iterate(Evaluator &evaluator) override;
  std::optional<int64_t> length(Evaluator &evaluator) override;
  std::optional<bool> contains(Evaluator &evaluator, Value item) override;
  std::optional<std::string> repr(Evaluator &evaluator) override;
  std::optional<uint64_t> hash(Evaluator &evaluator) override;
  void collectValues(llvm::SmallVectorImpl<mlir::Value> &values) override;
  Value rebuild(Evaluator &evaluator, llvm::ArrayRef<mlir::Value> &values) override;
  static bool classof(const Object *o) { return o->kind() == Kind::tuple || o->kind() == Kind::list; }
};

class TupleObject : public SequenceObject {
public:
  explicit TupleObject(std::vector<Value> items) : SequenceObject(Kind::tuple, std::move(items)) {}
  static bool classof(const Object *o) { return o->kind() == Kind::tuple; }
};

class ListObject : public SequenceObject {
public:
  explicit ListObject(std::vector<Value> items) : SequenceObject(Kind::list, std::move(items)) {}
  static bool classof(const Object *o) { return o->kind() == Kind::list; }
};

/// Where CPython's table would hold a set's elements, which is the order in which it gives them: a table of hashes with linear and
/// perturbed probing, where removed elements leave marks until it grows. Elements are named by their place in a HashTable.
class SetOrder {
public:
  SetOrder() : slots(8, unused) {}
  void add(uint64_t hash, uint32_t place);
  void remove(uint32_t place);
  /// Room for `count` more, as where CPython is told beforehand how many come.
  void reserve(size_t count);
  /// Marks of removed elements go when they are more than a quarter.
  void settle();
  /// The first element behind the one popped last.
  uint32_t firstToPop();
  /// The places, in order.
  std::vector<uint32_t> places() const;
  /// Every element at a new place.
  void renumber(llvm::ArrayRef<uint32_t> newPlaces);
  /// As `other`, whose elements are at new places.
  void takeFrom(const SetOrder &other, llvm::ArrayRef<uint32_t> newPlaces);
  size_t mask() const { return slots.size() - 1; }
  bool isEmpty() const { return fill == 0; }
  bool hasMarks() const { return fill != used; }

private:
  static constexpr uint32_t unused = UINT32_MAX, removed = UINT32_MAX - 1;
  void resize(size_t minimum);
  void put(uint32_t place);
  std::vector<uint32_t> slots;
  std::vector<uint64_t> hashes; // by place
  size_t fill = 0, used = 0, finger = 0;
};

/// Whether the object's hash is CPython's: numbers, and tuples and frozen sets of them. Others hash by address or at random there.
bool hashesAsCPython(Value key);

/// Keys in insertion order, found by hash and equality. Shared by dict and set (whose values are null).
class HashTable {
public:
  struct Entry {
    Value key; // null: deleted
    Value value;
    uint64_t hash;
  };
  HashTable() = default;
  HashTable(const HashTable &other) { *this = other; }
  HashTable &operator=(const HashTable &other);
  /// The entry of `key` or null; empty with an exception pending (unhashable key, failing `__eq__`).
  std::optional<Entry *> find(Evaluator &evaluator, Value key);
  bool insert(Evaluator &evaluator, Value key, Value value);
  /// Whether it was there; empty with an exception pending.
  std::optional<bool> erase(Evaluator &evaluator, Value key);
  size_t size() const { return live; }
  void clear();
  /// The entry of a string key or null: neither can fail.
  Entry *findText(llvm::StringRef key);
  /// All entries, deleted ones too: skip those with a null key.
  const std::vector<Entry> &entries() const { return order; }

  //===-- sets ---------------------------------------------------------------------------------------------------===//
  /// Keeps the order that CPython would give, as long as all elements hash as there: numbers, and tuples of them. Other elements have
  /// no order that a program can rely on, so a set with one of them gives the order of insertion.
  void keepSetOrder() { wantsSetOrder = true; }
  bool hasSetOrder() const { return wantsSetOrder && (setOrder || live == 0); }
  /// As `set.update(other)` of a set: CPython grows the table once, beforehand.
  bool merge(Evaluator &evaluator, const HashTable &other);
  /// Many elements were removed: CPython looks then whether the table is mostly marks.
  void settle() {
    if (setOrder)
      setOrder->settle();
  }
  /// The keys as a program sees them.
  std::vector<Value> keysInOrder() const;
  /// The key that `set.pop` removes; there is one.
  Value firstToPop();

private:
  std::optional<Entry *> find(Evaluator &evaluator, Value key, uint64_t hash);
  void index(uint64_t hash, size_t position);
  void rebuild();
  std::vector<Entry> order;
  std::vector<uint32_t> slots; // open addressing by hash: 0 unused, 1 removed, else the position in `order` and 2
  size_t live = 0, taken = 0;  // slots that are not unused
  bool wantsSetOrder = false;
  std::unique_ptr<SetOrder> setOrder; // null also where an element has no hash of CPython's
};

class DictObject : public Object {
public:
  DictObject() : Object(Kind::dict) {}
  HashTable table;
  Value defaultFactory = nullptr; // collections.defaultdict
  /// For string keys, which can't fail.
  Value find(Evaluator &evaluator, llvm::StringRef key);
  void set(Evaluator &evaluator, llvm::StringRef key, Value value);
  Value getItem(Evaluator &evaluator, Value key) override;
  bool setItem(Evaluator &evaluator, Value key, Value value) override;
  bool deleteItem(Evaluator &evaluator, Value key) override;
  std::optional<Value> binary(Evaluator &evaluator, BinaryOp op, Value other, bool reflected) override;
  std::optional<Value> compare(Evaluator &evaluator, CompareOp op, Value other) override;
  std::optional<bool> truth(Evaluator &evaluator) override;
  Value iterate(Evaluator &evaluator) override;
  std::optional<int64_t> length(Evaluator &evaluator) override;
  std::optional<bool> contains(Evaluator &evaluator, Value item) override;
  std::optional<std::string> repr(Evaluator &evaluator) override;
  std::optional<uint64_t> hash(Evaluator &evaluator) override;
  void collectValues(llvm::SmallVectorImpl<mlir::Value> &values) override;
  Value rebuild(Evaluator &evaluator, llvm::ArrayRef<mlir::Value> &values) override;
  static bool classof(const Object *o) { return o->kind() == Kind::dict; }
};

class SetObject : public Object {
public:
  explicit SetObject(bool frozen) : Object(Kind::set), frozen(frozen) { table.keepSetOrder(); }
  HashTable table;
  const bool frozen;
  /// `|=`, `&=`, `-=` and `^=` of another set; false where that is not what is asked.
  std::optional<bool> update(Evaluator &evaluator, BinaryOp op, Value other);
  std::optional<Value> binary(Evaluator &evaluator, BinaryOp op, Value other, bool reflected) override;
  std::optional<Value> compare(Evaluator &evaluator, CompareOp op, Value other) override;
  std::optional<bool> truth(Evaluator &evaluator) override;
  Value iterate(Evaluator &evaluator) override;
  std::optional<int64_t> length(Evaluator &evaluator) override;
  std::optional<bool> contains(Evaluator &evaluator, Value item) override;
  std::optional<std::string> repr(Evaluator &evaluator) override;
  std::optional<uint64_t> hash(Evaluator &evaluator) override;
  static bool classof(const Object *o) { return o->kind() == Kind::set; }
};

/// `begin:end:step` inside brackets; each part is None where it is absent.
class SliceObject : public Object {
public:
  SliceObject(Value start, Value stop, Value step) : Object(Kind::slice), start(start), stop(stop), step(step) {}
  Value start, stop, step;
  /// The indices that the slice picks from a sequence of `length`: start, step, count. False: exception pending.
  bool resolve(Evaluator &evaluator, int64_t length, int64_t &first, int64_t &stride, int64_t &count);
  std::optional<Value> compare(Evaluator &evaluator, CompareOp op, Value other) override;
  std::optional<std::string> repr(Evaluator &evaluator) override;
  static bool classof(const Object *o) { return o->kind() == Kind::slice; }
};

/// `range` of known integers.
class RangeObject : public Object {
public:
  RangeObject(int64_t start, int64_t stop, int64_t step) : Object(Kind::range), start(start), stop(stop), step(step) {}
  const int64_t start, stop, step; // step is not 0
  int64_t count() const;
  Value getItem(Evaluator &evaluator, Value key) override;
  std::optional<Value> compare(Evaluator &evaluator, CompareOp op, Value other) override;
  std::optional<bool> truth(Evaluator &evaluator) override;
  Value iterate(Evaluator &evaluator) override;
  std::optional<int64_t> length(Evaluator &evaluator) override;
  std::optional<bool> contains(Evaluator &evaluator, Value item) override;
  std::optional<std::string> repr(Evaluator &evaluator) override;
  std::optional<uint64_t> hash(Evaluator &evaluator) override;
  static bool classof(const Object *o) { return o->kind() == Kind::range; }
};

/// A range that becomes a loop of the kernel instead of being run through while compiling: `range` with a bound that only the run
/// knows, and `tl.range`. Its bounds are numbers or arrays. See TraceStrategy.
class LoopRangeObject : public Object {
public:
  LoopRangeObject(Value start, Value stop, Value step) : Object(Kind::loopRange), start(start), stop(stop), step(step) {}
  Value start, stop, step;
  /// Attributes for the loop, for example `num_stages`.
  llvm::SmallVector<std::pair<std::string, mlir::Attribute>, 2> attributes;
  Value iterate(Evaluator &evaluator) override;
  std::optional<std::string> repr(Evaluator &evaluator) override;
  static bool classof(const Object *o) { return o->kind() == Kind::loopRange; }
};

//===-- iteration ----------------------------------------------------------------------------------------------===//

/// Anything with a next element. `next` returns the element, or nothing at the end (an empty optional), or null with an exception.
class IteratorObject : public Object {
public:
  explicit IteratorObject(bool isGenerator = false) : Object(Kind::iterator), isGenerator(isGenerator) {}
  const bool isGenerator; // a GeneratorIterator
  /// The object of a user's class that the elements come from; null for iterators of the language and the library.
  Value source = nullptr;
  /// Whether each element is a tuple that nothing else holds. Then a loop that has taken it apart (`for i, x in enumerate(xs)`)
  /// gives it back, and it serves the next element.
  bool givesFreshTuples = false;
  SequenceObject *spareTuple = nullptr;
  void giveBack(Value element) {
    if (givesFreshTuples)
      spareTuple = llvm::dyn_cast<SequenceObject>(element);
  }
  virtual std::optional<Value> next(Evaluator &evaluator) = 0;
  /// What the iterator returned at its end: the value of `yield from` and of StopIteration. Null for None.
  virtual Value result() const { return nullptr; }
  Value iterate(Evaluator &evaluator) override { return this; }
  ClassObject *type(Evaluator &evaluator) override;
  static bool classof(const Object *o) { return o->kind() == Kind::iterator; }
};

} // namespace tessera::frontend
