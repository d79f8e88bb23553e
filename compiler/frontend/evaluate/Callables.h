// SPDX-License-Identifier: Apache-2.0
// Values that can be called, and the classes of values: functions and methods, the library's functions, modules, classes and
// their instances, exceptions.
#pragma once

#include "compiler/frontend/evaluate/AttributeMap.h"
#include "llvm/ADT/DenseMap.h"
#include <functional>

namespace tessera::frontend {

struct Frame;

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
  /// Without `*args` and `**kwargs`, and not a generator or a coroutine: the parameters are the first variables.
  bool isPlain = false;
  uint32_t positionals = 0; // parameters that take an argument without a name; the first ones

  Range range() const; // of the header, for notes
  const syntax::Scope *scope() const { return definition ? definition->scope : lambda->scope; }
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
  AttributeShape instanceShape; // of an instance without attributes

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
  explicit InstancePart(ClassObject *instanceType) : instanceType(instanceType) {
    attributes.beginShape(instanceType->instanceShape);
  }
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
