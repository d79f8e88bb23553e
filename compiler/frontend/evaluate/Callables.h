// SPDX-License-Identifier: Apache-2.0
// Values that can be called, and the classes of values: functions and methods, the library's functions, modules, classes and
// their instances, exceptions.
#pragma once

#include "compiler/frontend/evaluate/Value.h"
#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/PointerIntPair.h"
#include "llvm/ADT/bit.h"
#include <functional>

namespace tessera::frontend {

/// Names and values in the order in which they were made. Once a program asks for them as `__dict__`, the dict holds them, so that
/// changes of either are seen in both.
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
  /// From now on each change begins a new epoch, in which nothing is as it was found before.
  void watch() { dict.setInt(true); }
  static uint64_t epoch;

private:
  Value findInDict(llvm::StringRef name) const;
  void change() {
    if (dict.getInt())
      ++epoch;
  }
  mutable Entries order; // made anew from the dict by `entries` when there is one
  llvm::StringMap<size_t> index;
  llvm::PointerIntPair<DictObject *, 1, bool> dict; // null at first; and whether the map is watched
  Evaluator *owner = nullptr; // of the dict
};

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
    values.clear();
    others = nullptr;
    alone = waiting = 0;
  }
  /// The parameters, which come first among a function's variables.
  void bind(syntax::Parameters parameters, llvm::ArrayRef<Value> arguments);
  Value lookup(const char *name) const {
    const Value *place = find(name);
    return place ? *place : nullptr;
  }
  bool count(const char *name) const { return lookup(name); }
  Value &operator[](const char *name);
  /// Whether it was there.
  bool erase(const char *name);
  /// The same as `lookup` and `[]`, for a name that knows where it was the last time.
  Value read(const syntax::NameExpr &name) const {
    if (!isAt(name))
      return readAnew(name);
    alone &= ~bitOf(name.place);
    return values[name.place];
  }
  /// Returns the number that was the name's alone, whose memory is free now, or null.
  Value write(const syntax::NameExpr &name, Value value, bool isAlone = false) {
    if (!isAt(name)) {
      placeAnew(name) = value;
      return nullptr;
    }
    uint64_t bit = bitOf(name.place);
    Value old = alone & ~waiting & bit ? values[name.place] : nullptr;
    alone = isAlone ? alone | bit : alone & ~bit;
    values[name.place] = value;
    return old;
  }
  void forEach(llvm::function_ref<void(llvm::StringRef, Value)> visit) const;

  /// The value of a name for who only looks at it. Null: ask `read`.
  Value look(const syntax::NameExpr &name) const { return isAt(name) ? values[name.place] : nullptr; }
  /// What was looked at goes elsewhere too.
  void share(const syntax::NameExpr &name) const { alone &= isAt(name) ? ~bitOf(name.place) : 0; }
  /// While what was looked at is an operand that waits for the other one, its memory stays. Takes and returns whether
  /// one waited before.
  bool wait(const syntax::NameExpr &name, bool waits = true) const {
    uint64_t bit = isAt(name) ? bitOf(name.place) : 0;
    bool before = waiting & bit;
    waiting = waits ? waiting | bit : waiting & ~bit;
    return before;
  }
  /// Whether the name's number is its alone; from now on it is the caller's, who writes the name next.
  bool take(const syntax::NameExpr &name) {
    uint64_t bit = isAt(name) ? bitOf(name.place) & ~waiting & alone : 0;
    alone &= ~bit;
    return bit;
  }
  /// At the end of a call: what its variables had alone.
  template <typename Visit> void giveUp(Visit visit) {
    for (uint64_t left = std::exchange(alone, 0); left; left &= left - 1)
      visit(values[static_cast<size_t>(llvm::countr_zero(left))]);
  }

private:
  bool isAt(const syntax::NameExpr &name) const {
    return name.place < values.size() && scope->locals[name.place].data() == name.name.data();
  }
  static uint64_t bitOf(uint32_t place) { return place < 64 ? uint64_t(1) << place : 0; }
  Value readAnew(const syntax::NameExpr &name) const;
  Value &placeAnew(const syntax::NameExpr &name);
  const Value *find(const char *name) const;
  const syntax::Scope *scope = nullptr;
  llvm::SmallVector<Value, 6> values;                          // as `scope->locals`, or empty; null: not bound
  std::unique_ptr<llvm::DenseMap<const char *, Value>> others; // names that the scope does not list
  mutable uint64_t alone = 0, waiting = 0;                     // a bit a place; those further on never are
};

/// The variables of one call, of a module or of a class body. Closures hold on to it.
struct Frame {
  const syntax::Scope *scope = nullptr;
  Frame *parent = nullptr; // of the scope around; null for a module
  Frame *root = nullptr;   // the module's
  Value owner = nullptr;   // class bodies: the class
  AttributeMap *names = nullptr; // modules and class bodies: the object's own attributes
  Value mapping = nullptr;       // class bodies: what `__prepare__` gave, which holds the names instead; no plain dict
  LocalNames locals;             // functions and comprehensions
  bool captured = false; // a closure or a generator holds on to it
};

/// One parameter of a function.
struct ParameterInfo {
  std::string name;
  syntax::Parameter::Kind kind = syntax::Parameter::Kind::positional;
  Value defaultValue = nullptr; // null: required
  Value annotation = nullptr;   // null: none, or it could not be evaluated
  Range range;
};

/// `def` and `lambda`.
class FunctionObject : public Object {
public:
  explicit FunctionObject(std::string name) : Object(Kind::function), name(std::move(name)) {}
  std::string name;
  std::string qualifiedName; // `Class.method`, `f.<locals>.g`; empty: the name
  std::vector<ParameterInfo> parameters;
  const syntax::FunctionDef *definition = nullptr; // one of the two
  const syntax::LambdaExpr *lambda = nullptr;
  Frame *closure = nullptr;
  Value definedIn = nullptr; // the class whose body holds the `def`; for `super()`
  AttributeMap attributes;   // `__name__`, `__doc__`, `__wrapped__` and what the user sets

  Range range() const; // of the header, for notes
  /// Reads `name` as the function's body would: its closure, the module, the builtins. Null and no exception when absent.
  Value lookUp(Evaluator &evaluator, llvm::StringRef name);
  std::optional<Value> getAttribute(Evaluator &evaluator, llvm::StringRef name) override;
  bool setAttribute(Evaluator &evaluator, llvm::StringRef name, Value value) override;
  bool deleteAttribute(Evaluator &evaluator, llvm::StringRef name) override;
  void listAttributes(Evaluator &evaluator, std::vector<std::string> &names) override;
  Value call(Evaluator &evaluator, Arguments &arguments) override;
  std::optional<std::string> repr(Evaluator &evaluator) override;
  static bool classof(const Object *o) { return o->kind() == Kind::function; }
};

/// `object.method`: a callable with its first argument.
class BoundMethodObject : public Object {
public:
  BoundMethodObject(Value self, Value function) : Object(Kind::boundMethod), self(self), function(function) {}
  const Value self, function;
  std::optional<Value> getAttribute(Evaluator &evaluator, llvm::StringRef name) override;
  Value call(Evaluator &evaluator, Arguments &arguments) override;
  std::optional<Value> compare(Evaluator &evaluator, CompareOp op, Value other) override;
  std::optional<std::string> repr(Evaluator &evaluator) override;
  std::optional<uint64_t> hash(Evaluator &evaluator) override;
  static bool classof(const Object *o) { return o->kind() == Kind::boundMethod; }
};

/// A function or method of the library: its entry says everything about it.
class BuiltinObject : public Object {
public:
  BuiltinObject(const LibraryEntry *entry, Value self) : Object(Kind::builtin), entry(entry), self(self) {}
  const LibraryEntry *entry;
  const Value self; // null for functions
  std::optional<Value> getAttribute(Evaluator &evaluator, llvm::StringRef name) override;
  Value call(Evaluator &evaluator, Arguments &arguments) override;
  std::optional<Value> compare(Evaluator &evaluator, CompareOp op, Value other) override;
  std::optional<std::string> repr(Evaluator &evaluator) override;
  static bool classof(const Object *o) { return o->kind() == Kind::builtin; }
};

/// `functools.partial`.
class PartialObject : public Object {
public:
  explicit PartialObject(Value function) : Object(Kind::partial), function(function) {}
  Value function;
  std::vector<Value> positional;
  std::vector<Keyword> keywords;
  AttributeMap attributes;
  DictObject *keywordDict = nullptr; // once a program has asked for `keywords`: it may change them there
  std::optional<Value> getAttribute(Evaluator &evaluator, llvm::StringRef name) override;
  bool setAttribute(Evaluator &evaluator, llvm::StringRef name, Value value) override;
  Value call(Evaluator &evaluator, Arguments &arguments) override;
  std::optional<std::string> repr(Evaluator &evaluator) override;
  static bool classof(const Object *o) { return o->kind() == Kind::partial; }
};

/// A callable that the library makes and gives behaviour with a C++ closure: `jax.jit(f)`, `pl.when(c)`, `pallas_call(...)`. The
/// closure sees the arguments as they were passed. Attributes fall through to `wrapped` (its `__name__` for example).
class WrapperObject : public Object {
public:
  using Handler = std::function<Value(Evaluator &, Arguments &)>;
  WrapperObject(std::string name, Handler handler, Value wrapped = nullptr)
      : Object(Kind::wrapper), name(std::move(name)), handler(std::move(handler)), wrapped(wrapped) {}
  const std::string name;
  const Handler handler;
  const Value wrapped;
  AttributeMap attributes;
  std::optional<Value> getAttribute(Evaluator &evaluator, llvm::StringRef name) override;
  bool setAttribute(Evaluator &evaluator, llvm::StringRef name, Value value) override;
  Value call(Evaluator &evaluator, Arguments &arguments) override;
  std::optional<std::string> repr(Evaluator &evaluator) override;
  static bool classof(const Object *o) { return o->kind() == Kind::wrapper; }
};

/// A module of the library (its names resolve through the tables) or the program itself.
class ModuleObject : public Object {
public:
  explicit ModuleObject(std::string name) : Object(Kind::module), name(std::move(name)) {}
  const std::string name; // dotted
  AttributeMap attributes; // of a module that is evaluated as source; for the library's, what the program put there
  bool isSource = false;
  bool isLoading = false;           // its text has not run to its end
  std::vector<std::string> removed; // names of the library's that the program deleted
  std::optional<Value> getAttribute(Evaluator &evaluator, llvm::StringRef name) override;
  bool setAttribute(Evaluator &evaluator, llvm::StringRef name, Value value) override;
  bool deleteAttribute(Evaluator &evaluator, llvm::StringRef name) override;
  void listAttributes(Evaluator &evaluator, std::vector<std::string> &names) override;
  std::optional<std::string> repr(Evaluator &evaluator) override;
  static bool classof(const Object *o) { return o->kind() == Kind::module; }
};

/// A class: of the language (`int`), of the library (an entry of kind `type`), or the user's.
class ClassObject : public Object {
public:
  explicit ClassObject(std::string name) : Object(Kind::type), name(std::move(name)) {}
  std::string name;
  std::string module;                        // `builtins`, the library module, or `__main__`
  const LibraryEntry *entry = nullptr;       // the constructor of a class of the language or the library
  std::vector<ClassObject *> bases;
  std::vector<ClassObject *> resolutionOrder; // itself first
  std::vector<ClassObject *> subclasses;      // the users' that name it as a base, in order
  AttributeMap attributes;
  std::vector<std::string> fieldNames; // dataclasses and named tuples, in order
  ClassObject *metaclass = nullptr; // the user's; null: `type`
  std::vector<std::string> slots;   // of `__slots__`, its own
  std::vector<std::string> abstractMethods; // that an instance would lack, sorted
  /// What the class or a base defines that every access to an attribute must ask. See `findHooks`.
  enum Hook : uint8_t { hasGetAttribute = 1, hasGetAttr = 2, hasSetAttr = 4, hasDelAttr = 8, hasNoDict = 16, hasLackingBase = 32 };
  uint8_t hooks = 0;
  bool isUser = false;
  bool isException = false;
  bool isEnum = false;
  bool hasSlots = false; // `__slots__` is given

  /// Through the resolution order; null when absent.
  Value find(llvm::StringRef name) const;
  bool isSubclassOf(const ClassObject *other) const;
  /// `module.name`: under this name the library's tables list the methods.
  std::string qualifiedName() const;
  ClassObject *type(Evaluator &evaluator) override;

  std::optional<Value> getAttribute(Evaluator &evaluator, llvm::StringRef name) override;
  bool setAttribute(Evaluator &evaluator, llvm::StringRef name, Value value) override;
  bool deleteAttribute(Evaluator &evaluator, llvm::StringRef name) override;
  void listAttributes(Evaluator &evaluator, std::vector<std::string> &names) override;
  Value getItem(Evaluator &evaluator, Value key) override; // `list[int]`; an enum's member by name
  Value call(Evaluator &evaluator, Arguments &arguments) override;
  std::optional<Value> binary(Evaluator &evaluator, BinaryOp op, Value other, bool reflected) override; // `int | None`
  std::optional<bool> contains(Evaluator &evaluator, Value item) override;
  Value iterate(Evaluator &evaluator) override; // an enum's members
  std::optional<int64_t> length(Evaluator &evaluator) override;
  std::optional<std::string> repr(Evaluator &evaluator) override;
  static bool classof(const Object *o) { return o->kind() == Kind::type; }
};

/// What makes an object an instance of a user's class.
struct InstancePart {
  explicit InstancePart(ClassObject *instanceType) : instanceType(instanceType) {}
  ClassObject *instanceType;
  AttributeMap attributes;
  /// The next hook that is asked does what the class of the language does, past the user's methods: how `super().__setitem__(k, v)` and
  /// `object.__setattr__(self, n, v)` get there. Taken back by that hook.
  bool plain = false;
};

/// An instance of a user's class. Classes that derive from `int`, `list`, ... have instances of these kinds: see DerivedObject.h.
class InstanceObject : public Object, public InstancePart {
public:
  explicit InstanceObject(ClassObject *instanceType, Kind kind = Kind::instance) : Object(kind), InstancePart(instanceType) {}
  InstancePart *instancePart() override { return this; }
  bool mayCatch() const override { return true; }

  ClassObject *type(Evaluator &evaluator) override { return instanceType; }
  std::optional<Value> getAttribute(Evaluator &evaluator, llvm::StringRef name) override;
  bool setAttribute(Evaluator &evaluator, llvm::StringRef name, Value value) override;
  bool deleteAttribute(Evaluator &evaluator, llvm::StringRef name) override;
  void listAttributes(Evaluator &evaluator, std::vector<std::string> &names) override;
  Value getItem(Evaluator &evaluator, Value key) override;
  bool setItem(Evaluator &evaluator, Value key, Value value) override;
  bool deleteItem(Evaluator &evaluator, Value key) override;
  Value call(Evaluator &evaluator, Arguments &arguments) override;
  std::optional<Value> binary(Evaluator &evaluator, BinaryOp op, Value other, bool reflected) override;
  std::optional<Value> unary(Evaluator &evaluator, UnaryOp op) override;
  std::optional<Value> compare(Evaluator &evaluator, CompareOp op, Value other) override;
  std::optional<bool> truth(Evaluator &evaluator) override;
  Value iterate(Evaluator &evaluator) override;
  std::optional<int64_t> length(Evaluator &evaluator) override;
  std::optional<bool> contains(Evaluator &evaluator, Value item) override;
  std::optional<std::string> repr(Evaluator &evaluator) override;
  std::optional<std::string> str(Evaluator &evaluator) override;
  Value format(Evaluator &evaluator, char conversion, llvm::StringRef spec) override;
  std::optional<uint64_t> hash(Evaluator &evaluator) override;
  Value enter(Evaluator &evaluator) override;
  std::optional<bool> exit(Evaluator &evaluator, Value exception) override;
  void collectValues(llvm::SmallVectorImpl<mlir::Value> &values) override;
  Value rebuild(Evaluator &evaluator, llvm::ArrayRef<mlir::Value> &values) override;
  static bool classof(const Object *o) { return o->kind() == Kind::instance || o->kind() == Kind::exception; }
};

/// An exception object, with what a diagnostic needs if nothing catches it.
class ExceptionObject : public InstanceObject {
public:
  explicit ExceptionObject(ClassObject *instanceType) : InstanceObject(instanceType, Kind::exception) {}
  std::vector<Value> arguments;
  DiagnosticId id = DiagnosticId::raised;
  SourceRange range;                 // where it was raised; invalid until then
  std::vector<DiagnosticNote> notes; // the way out, the other place
  std::vector<DiagnosticNote> stack; // the calls that led there, innermost first
  std::optional<DiagnosticFix> fix;
  Value cause = nullptr;         // `raise ... from`
  Value context = nullptr;       // what was being handled when this was raised
  bool suppressContext = false;  // `raise ... from None` too
  bool fatal = false; // limits: no handler catches it
  bool isLack = false; // about something that the library has not, but the real one may (Probes.cpp)
  std::optional<Value> getAttribute(Evaluator &evaluator, llvm::StringRef name) override;
  bool setAttribute(Evaluator &evaluator, llvm::StringRef name, Value value) override;
  std::optional<std::string> repr(Evaluator &evaluator) override;
  std::optional<std::string> str(Evaluator &evaluator) override;
  static bool classof(const Object *o) { return o->kind() == Kind::exception; }
};

/// `property`, `staticmethod`, `classmethod`: what a class attribute becomes on the way to the user.
class DescriptorObject : public Object {
public:
  enum class Role : uint8_t { property, staticMethod, classMethod };
  DescriptorObject(Role role, Value getter) : Object(Kind::property), role(role), getter(getter) {}
  const Role role;
  Value getter, setter = nullptr, deleter = nullptr;
  Value documentation = nullptr; // property(..., doc=...)
  std::string name;              // that the class gave it
  std::optional<Value> getAttribute(Evaluator &evaluator, llvm::StringRef name) override;
  Value call(Evaluator &evaluator, Arguments &arguments) override;
  static bool classof(const Object *o) { return o->kind() == Kind::property; }
};

} // namespace tessera::frontend
