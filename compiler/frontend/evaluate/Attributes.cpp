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
    access |= isReadable | (found && llvm::isa<FunctionObject>(found) ? isMethod : 0);
  if (!isData && !(type->hooks & (ClassObject::hasSetAttr | ClassObject::hasNoDict)) &&
      !expr.name.text.starts_with("__"))
    access |= isWritable;
  expr.type = type;
  expr.epoch = AttributeMap::epoch;
  expr.found = found;
  expr.access = access;
  return access;
}

Value Interpretation::loadAttribute(const syntax::AttributeExpr &expr, Value object) {
  InstanceObject *instance = plainInstance(evaluator, object);
  if (instance && accessOf(expr, *instance) & isReadable) {
    if (Value value = instance->attributes.at(expr.place, expr.name.text))
      return value;
    if (size_t place = instance->attributes.placeOf(expr.name.text); place != AttributeMap::nowhere) {
      expr.place = static_cast<uint32_t>(place);
      return instance->attributes.at(place);
    }
  }
  return evaluator.getAttribute(object, expr.name.text);
}

bool Interpretation::storeAttribute(const syntax::AttributeExpr &expr, Value object, Value value) {
  InstanceObject *instance = plainInstance(evaluator, object);
  if (!instance || !(accessOf(expr, *instance) & isWritable))
    return evaluator.setAttribute(object, expr.name.text, value);
  if (instance->attributes.at(expr.place, expr.name.text)) {
    instance->attributes.setAt(expr.place, value);
    return true;
  }
  instance->attributes.set(expr.name.text, value);
  if (size_t place = instance->attributes.placeOf(expr.name.text); place != AttributeMap::nowhere)
    expr.place = static_cast<uint32_t>(place);
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

/// `f(...)` where `f` is an attribute: a method that is found as before is called without the object that would bind
/// it.
Value Interpretation::callAttribute(const syntax::CallExpr &expr, const syntax::AttributeExpr &attribute) {
  if (!evaluator.stepInline())
    return nullptr;
  ++evaluator.nesting;
  Value object = evaluate(attribute.object);
  at(&attribute);
  FunctionObject *function = nullptr;
  const LibraryEntry *entry = nullptr;
  Value callee = nullptr;
  const void *kind = object && !evaluator.hasPatchedClasses ? kindOf(object) : nullptr;
  InstanceObject *instance = object ? plainInstance(evaluator, object) : nullptr;
  if (kind && attribute.type == kind) {
    entry = static_cast<const LibraryEntry *>(attribute.found);
  } else if (instance && accessOf(attribute, *instance) & isMethod && instance->attributes.hasPlaces() &&
             instance->attributes.placeOf(attribute.name.text) == AttributeMap::nowhere) {
    function = llvm::cast<FunctionObject>(static_cast<Value>(const_cast<void *>(attribute.found)));
  } else if (object) {
    callee = admit(loadAttribute(attribute, object));
    auto *builtin = callee && kind ? llvm::dyn_cast<BuiltinObject>(callee) : nullptr;
    if (builtin && builtin->self == object && builtin->entry->kind == EntryKind::method) {
      attribute.type = kind;
      attribute.found = builtin->entry;
    }
  }
  --evaluator.nesting;
  if (!callee && !function && !entry)
    return nullptr;
  Arguments arguments;
  if (function) {
    arguments.positional.push_back(object);
    arguments.positionalRanges.emplace_back();
  }
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
  Range saved = evaluator.currentRange;
  ++evaluator.nesting;
  Value result = function ? evaluator.call(function, arguments) : callEntry(evaluator, *entry, object, arguments);
  --evaluator.nesting;
  if (!function)
    freshResult = nullptr;
  evaluator.currentRange = saved;
  return result;
}
