// SPDX-License-Identifier: Apache-2.0
// What every object does unless its kind says otherwise: attributes come from the library tables under the class's name, anything
// else is refused with Python's own message.
#include "compiler/frontend/evaluate/Evaluator.h"
#include "compiler/frontend/evaluate/FormatSpec.h"

using namespace tessera;
using namespace tessera::frontend;

Object::~Object() = default;

unsigned &NestingGuard::depth() {
  static thread_local unsigned nesting = 0;
  return nesting;
}

std::vector<const Object *> &ReprGuard::open() {
  static thread_local std::vector<const Object *> objects;
  return objects;
}

llvm::StringRef frontend::getMethodStem(BinaryOp op) {
  static constexpr llvm::StringLiteral stems[] = {"add",    "sub", "mul",    "matmul", "truediv", "floordiv", "mod",
                                                  "pow",    "lshift", "rshift", "and",    "or",      "xor"};
  return stems[static_cast<size_t>(op)];
}

llvm::StringRef frontend::getMethodStem(CompareOp op) {
  static constexpr llvm::StringLiteral stems[] = {"eq", "ne", "lt", "le", "gt", "ge", "", "", "contains", "contains"};
  return stems[static_cast<size_t>(op)];
}

CompareOp frontend::mirror(CompareOp op) {
  switch (op) {
  case CompareOp::less:
    return CompareOp::greater;
  case CompareOp::lessEqual:
    return CompareOp::greaterEqual;
  case CompareOp::greater:
    return CompareOp::less;
  case CompareOp::greaterEqual:
    return CompareOp::lessEqual;
  default:
    return op;
  }
}

static llvm::StringRef classNameOf(Kind kind) {
  switch (kind) {
  case Kind::none:
    return "NoneType";
  case Kind::boolean:
    return "bool";
  case Kind::integer:
    return "int";
  case Kind::floating:
    return "float";
  case Kind::complexNumber:
    return "complex";
  case Kind::string:
  case Kind::text:
    return "str";
  case Kind::bytes:
    return "bytes";
  case Kind::tuple:
    return "tuple";
  case Kind::list:
    return "list";
  case Kind::dict:
    return "dict";
  case Kind::set:
    return "set";
  case Kind::slice:
    return "slice";
  case Kind::range:
  case Kind::loopRange:
    return "range";
  case Kind::ellipsis:
    return "ellipsis";
  case Kind::notImplemented:
    return "NotImplementedType";
  case Kind::function:
  case Kind::wrapper:
    return "function";
  case Kind::boundMethod:
    return "method";
  case Kind::builtin:
    return "builtin_function_or_method";
  case Kind::type:
    return "type";
  case Kind::property:
    return "property";
  default:
    return "object";
  }
}

ClassObject *Object::type(Evaluator &evaluator) {
  if (objectKind == Kind::partial)
    return evaluator.libraryClass("functools", "partial");
  if (objectKind == Kind::module)
    return evaluator.libraryClass("types", "ModuleType");
  if (objectKind == Kind::set && llvm::cast<SetObject>(this)->frozen)
    return evaluator.builtinClass("frozenset");
  if (objectKind == Kind::bytes && llvm::cast<BytesObject>(this)->isMutable)
    return evaluator.builtinClass("bytearray");
  ClassObject *&known = evaluator.classOfKind(objectKind);
  if (!known)
    known = evaluator.builtinClass(classNameOf(objectKind));
  return known;
}

/// Classes that the real module has in C carry their module in errors, where those in Python do not: a text of the
/// library lists them in `_written_in_c`.
static bool namesItsModule(Evaluator &evaluator, const ClassObject &type) {
  if (!LibraryTable::get().hasSource(type.module))
    return false;
  auto *listed =
      llvm::dyn_cast_or_null<TupleObject>(evaluator.textMember(type.module, "_written_in_c").value_or(nullptr));
  auto isIt = [&](Value name) { return llvm::cast<StrObject>(name)->value == type.name; };
  if (!listed || llvm::none_of(listed->items, isIt))
    return false;
  return type.entry ||
         evaluator.textMember(type.module, type.name).value_or(nullptr) == &type; // a program's may be called alike
}

std::string Object::typeName(Evaluator &evaluator) {
  ClassObject *own = type(evaluator);
  return namesItsModule(evaluator, *own) ? own->qualifiedName() : own->name;
}

std::optional<Value> Object::getAttribute(Evaluator &evaluator, llvm::StringRef name) {
  ClassObject *own = type(evaluator);
  if (name == "__class__")
    return own;
  for (ClassObject *base : own->resolutionOrder)
    if (std::optional<Value> member = evaluator.libraryMember(base->qualifiedName(), name, this))
      return member;
  if (name == "__doc__" || name == "__module__") // the class's, also where it only has it as a class
    return own->getAttribute(evaluator, name);
  return std::nullopt;
}

bool Object::setAttribute(Evaluator &evaluator, llvm::StringRef name, Value) {
  return evaluator.raise(DiagnosticId::unknownAttribute,
                         "'" + typeName(evaluator) + "' object has no attribute '" + name.str() + "' that can be set"), false;
}

bool Object::deleteAttribute(Evaluator &evaluator, llvm::StringRef name) {
  return evaluator.raise(DiagnosticId::unknownAttribute,
                         "'" + typeName(evaluator) + "' object has no attribute '" + name.str() + "' that can be deleted"), false;
}

void Object::listAttributes(Evaluator &evaluator, std::vector<std::string> &names) {
  for (ClassObject *base : type(evaluator)->resolutionOrder)
    for (llvm::StringRef name : LibraryTable::get().namesIn(base->qualifiedName()))
      names.push_back(name.str());
}

Value Object::getItem(Evaluator &evaluator, Value) {
  return evaluator.raise(DiagnosticId::typeError, "'" + typeName(evaluator) + "' object is not subscriptable");
}

bool Object::setItem(Evaluator &evaluator, Value, Value) {
  return evaluator.raise(DiagnosticId::typeError, "'" + typeName(evaluator) + "' object does not support item assignment"), false;
}

bool Object::deleteItem(Evaluator &evaluator, Value) {
  return evaluator.raise(DiagnosticId::typeError, "'" + typeName(evaluator) + "' object doesn't support item deletion"), false;
}

Value Object::call(Evaluator &evaluator, Arguments &) {
  return evaluator.raise(DiagnosticId::typeError, "'" + typeName(evaluator) + "' object is not callable");
}

std::optional<Value> Object::binary(Evaluator &, BinaryOp, Value, bool) { return std::nullopt; }
std::optional<Value> Object::unary(Evaluator &, UnaryOp) { return std::nullopt; }

std::optional<Value> Object::compare(Evaluator &evaluator, CompareOp op, Value other) {
  if (this == other && op == CompareOp::equal)
    return evaluator.boolean(true);
  if (this == other && op == CompareOp::notEqual)
    return evaluator.boolean(false);
  return std::nullopt;
}

std::optional<bool> Object::truth(Evaluator &) { return true; }

Value Object::iterate(Evaluator &evaluator) {
  return evaluator.raise(DiagnosticId::typeError, "'" + typeName(evaluator) + "' object is not iterable");
}

std::optional<int64_t> Object::length(Evaluator &evaluator) {
  return evaluator.raise(DiagnosticId::typeError, "object of type '" + typeName(evaluator) + "' has no len()");
}

std::optional<bool> Object::contains(Evaluator &evaluator, Value item) {
  Value iterator = evaluator.iterate(this);
  if (!iterator)
    return std::nullopt;
  while (std::optional<Value> next = llvm::cast<IteratorObject>(iterator)->next(evaluator)) {
    if (!*next)
      return std::nullopt;
    std::optional<bool> same = evaluator.equal(*next, item);
    if (!same || *same)
      return same;
  }
  return false;
}

std::optional<std::string> Object::repr(Evaluator &evaluator) { return "<" + typeName(evaluator) + " object>"; }
std::optional<std::string> Object::str(Evaluator &evaluator) { return repr(evaluator); }

Value Object::format(Evaluator &evaluator, char conversion, llvm::StringRef spec) {
  if (!conversion && !spec.empty())
    return evaluator.raise(DiagnosticId::typeError,
                           "unsupported format string passed to " + typeName(evaluator) + ".__format__");
  std::optional<std::string> text = conversion == 'r' || conversion == 'a' ? repr(evaluator) : str(evaluator);
  if (!text)
    return nullptr;
  if (conversion == 'a')
    text = escapeToAscii(*text);
  return evaluator.string(*text)->format(evaluator, 0, spec);
}

std::optional<uint64_t> Object::hash(Evaluator &) { return reinterpret_cast<size_t>(this) >> 4; }

Value Object::enter(Evaluator &evaluator) {
  return evaluator.raise(DiagnosticId::typeError,
                         "'" + typeName(evaluator) + "' object does not support the context manager protocol");
}

std::optional<bool> Object::exit(Evaluator &, Value) { return false; }
void Object::collectValues(llvm::SmallVectorImpl<mlir::Value> &) {}
Value Object::rebuild(Evaluator &, llvm::ArrayRef<mlir::Value> &) { return this; }

//===-- None, ..., NotImplemented ------------------------------------------------------------------------------===//

std::optional<bool> SingletonObject::truth(Evaluator &) { return kind() != Kind::none; }

std::optional<std::string> SingletonObject::repr(Evaluator &) {
  return kind() == Kind::none ? "None" : kind() == Kind::ellipsis ? "Ellipsis" : "NotImplemented";
}

ClassObject *IteratorObject::type(Evaluator &evaluator) { return evaluator.builtinClass("iterator"); }
