// SPDX-License-Identifier: Apache-2.0
// `x.name` as the walk meets it: the node notes what the name was the last time, and for which class. A note holds
// while the object is of that class and no class that was noted has changed since (`AttributeMap::epoch`); where none
// does, Python's rules are asked in general.
#include "compiler/frontend/evaluate/Binding.h"
#include "compiler/frontend/evaluate/Interpretation.h"
#include "compiler/frontend/evaluate/ObjectModel.h"

using namespace tessera;
using namespace tessera::frontend;

/// The instance of a user's class whose attributes go by `object`'s own rules, as far as that can be seen from outside;
/// or null.
static InstanceObject *plainInstance(Evaluator &evaluator, Value object) {
  if (object->kind() != Kind::instance || evaluator.hasPatchedClasses)
    return nullptr;
  auto *instance = static_cast<InstanceObject *>(object);
  return instance->plain ? nullptr : instance;
}

/// Whether instances show a class's attribute with this value as it is.
static bool isBoundAsItIs(Value value) {
  return value->kind() == Kind::none ||
         llvm::isa<NumberObject, StrObject, SequenceObject, DictObject, SetObject>(value);
}

/// A place that says: instances of this shape have no attribute of the name.
static constexpr uint32_t absent = UINT32_MAX;

static void notePlace(const syntax::AttributeExpr &expr, const InstanceObject &instance, size_t place) {
  expr.shape = place < absent || place == AttributeMap::nowhere ? instance.attributes.shapeOf() : nullptr;
  expr.place = place == AttributeMap::nowhere ? absent : static_cast<uint32_t>(place);
}

uint8_t Interpretation::accessOf(const syntax::AttributeExpr &expr, const InstanceObject &instance) {
  const ClassObject *type = instance.instanceType;
  if (expr.type == type && expr.epoch == AttributeMap::epoch)
    return expr.access;
  for (ClassObject *base : type->resolutionOrder)
    base->attributes.watch();
  Value found = type->find(expr.name.text);
  bool isData = found && (found->instancePart() || llvm::isa<DescriptorObject>(found)); // or may be one
  uint8_t access = 0;
  if (!isData && !(type->hooks & (ClassObject::hasGetAttribute | ClassObject::hasGetAttr)))
    access |= isReadable | (found && llvm::isa<FunctionObject>(found) ? isMethod : 0) |
              (found && isBoundAsItIs(found) && !expr.name.text.starts_with("__") ? isValue : 0);
  if (!isData && !(type->hooks & (ClassObject::hasSetAttr | ClassObject::hasNoDict)) &&
      !expr.name.text.starts_with("__"))
    access |= isWritable;
  expr.type = type;
  expr.shape = nullptr;
  expr.epoch = AttributeMap::epoch;
  expr.found = found;
  expr.access = access;
  return access;
}

/// Whether the site has met such an instance before, and what it found there still holds.
static bool isKnown(const syntax::AttributeExpr &expr, const InstanceObject &instance) {
  return expr.shape && expr.shape == instance.attributes.shapeOf() && expr.type == instance.instanceType &&
         expr.epoch == AttributeMap::epoch;
}

Value Interpretation::loadAttribute(const syntax::AttributeExpr &expr, Value object) {
  InstanceObject *instance = plainInstance(evaluator, object);
  if (!instance)
    return evaluator.getAttribute(object, expr.name.text);
  if (isKnown(expr, *instance) && expr.access & isReadable && expr.place != absent)
    return instance->attributes.at(expr.place);
  uint8_t access = accessOf(expr, *instance);
  if (access & isReadable && instance->attributes.hasPlaces()) {
    size_t place = instance->attributes.placeOf(expr.name.text);
    notePlace(expr, *instance, place);
    if (place != AttributeMap::nowhere)
      return instance->attributes.at(place);
    if (access & isValue)
      return static_cast<Value>(const_cast<void *>(expr.found));
  }
  return evaluator.getAttribute(object, expr.name.text);
}

bool Interpretation::storeAttribute(const syntax::AttributeExpr &expr, Value object, Value value) {
  InstanceObject *instance = plainInstance(evaluator, object);
  if (!instance)
    return evaluator.setAttribute(object, expr.name.text, value);
  if (isKnown(expr, *instance) && expr.access & isWritable && expr.place != absent) {
    instance->attributes.setAt(expr.place, value);
    return true;
  }
  if (!(accessOf(expr, *instance) & isWritable))
    return evaluator.setAttribute(object, expr.name.text, value);
  instance->attributes.set(expr.name.text, value);
  notePlace(expr, *instance, instance->attributes.placeOf(expr.name.text));
  return true;
}

/// What tells objects of the language apart whose methods differ, where no class of a program's is in between. Null for
/// others.
static const void *kindOf(Value object) {
  static const char kinds[static_cast<size_t>(Kind::extension) + 1][2] = {};
  if (object->isDerived())
    return nullptr;
  auto key = [object](bool variant) { return &kinds[static_cast<size_t>(object->kind())][variant]; };
  switch (object->kind()) {
  case Kind::integer:
  case Kind::floating:
  case Kind::string:
  case Kind::list:
  case Kind::dict:
    return key(false);
  case Kind::bytes:
    return key(static_cast<BytesObject *>(object)->isMutable);
  case Kind::set:
    return key(static_cast<SetObject *>(object)->frozen);
  default:
    return nullptr;
  }
}

/// The method of the program that `instance.name` binds, where that can be said without the object that would bind it.
FunctionObject *Interpretation::methodOf(const syntax::AttributeExpr &expr, const InstanceObject &instance) {
  bool isFound = isKnown(expr, instance) && expr.place == absent;
  uint8_t access = isFound ? expr.access : accessOf(expr, instance);
  if (!(access & isMethod))
    return nullptr;
  if (!isFound) {
    if (!instance.attributes.hasPlaces() || instance.attributes.placeOf(expr.name.text) != AttributeMap::nowhere)
      return nullptr;
    notePlace(expr, instance, AttributeMap::nowhere);
  }
  return llvm::cast<FunctionObject>(static_cast<Value>(const_cast<void *>(expr.found)));
}

/// `f(...)` where `f` is an attribute: a method that is found as before is called without the object that would bind
/// it.
Value Interpretation::callAttribute(const syntax::CallExpr &expr, const syntax::AttributeExpr &attribute) {
  if (!evaluator.stepInline())
    return nullptr;
  ++evaluator.nesting;
  Value object = evaluateQuickly(attribute.object);
  at(&attribute);
  FunctionObject *function = nullptr;
  const LibraryEntry *entry = nullptr;
  Value callee = nullptr;
  if (InstanceObject *instance = object ? plainInstance(evaluator, object) : nullptr)
    function = methodOf(attribute, *instance);
  const void *kind = object && !function && !evaluator.hasPatchedClasses ? kindOf(object) : nullptr;
  if (kind && attribute.type == kind) {
    entry = static_cast<const LibraryEntry *>(attribute.found);
  } else if (object && !function) {
    callee = admit(loadAttribute(attribute, object));
    auto *builtin = callee && kind ? llvm::dyn_cast<BuiltinObject>(callee) : nullptr;
    if (builtin && builtin->self == object && builtin->entry->kind == EntryKind::method) {
      attribute.type = kind;
      attribute.shape = nullptr;
      attribute.found = builtin->entry;
    }
  }
  --evaluator.nesting;
  if (function)
    return callMethod(expr, *function, object);
  if (!callee && !entry)
    return nullptr;
  Arguments arguments;
  if (!evaluateArguments(expr.arguments, arguments))
    return nullptr;
  at(&expr);
  if (callee) {
    Value returned = evaluator.call(callee, arguments);
    freshResult = nullptr;
    return returned;
  }
  // As `Evaluator::call` does, and the bound method's own call.
  if (!evaluator.stepInline())
    return nullptr;
  ++evaluator.nesting;
  Value result = callEntry(evaluator, *entry, object, arguments);
  --evaluator.nesting;
  freshResult = nullptr;
  at(&expr);
  return result;
}

/// `self.function(...)`.
Value Interpretation::callMethod(const syntax::CallExpr &expr, FunctionObject &function, Value self) {
  if (std::optional<Value> returned = callPlainly(expr, function, self))
    return *returned;
  Arguments arguments;
  arguments.positional.push_back(self);
  arguments.positionalRanges.emplace_back();
  if (!evaluateArguments(expr.arguments, arguments))
    return nullptr;
  at(&expr);
  if (!evaluator.stepInline())
    return nullptr;
  ++evaluator.nesting;
  Value result = evaluator.call(&function, arguments);
  --evaluator.nesting;
  at(&expr);
  return result;
}
