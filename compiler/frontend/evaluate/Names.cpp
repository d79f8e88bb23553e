// SPDX-License-Identifier: Apache-2.0
// Names to values: the frame at hand, the functions around it, the module, the builtins. The parser has decided which
// of these a name belongs to; here it is only looked up.
#include "compiler/frontend/evaluate/Exceptions.h"
#include "compiler/frontend/evaluate/Interpretation.h"
#include "compiler/frontend/evaluate/NearNames.h"
#include "compiler/frontend/evaluate/Placeholder.h"

using namespace tessera;
using namespace tessera::frontend;
using syntax::Binding;

Interpretation::~Interpretation() = default;

/// Who finds a value in this way may do anything with it, and with the place too.
const Value *LocalNames::find(const char *name) const {
  alone = 0;
  for (size_t i = 0; i < values.size(); ++i)
    if (scope->locals[i].data() == name)
      return &values[i];
  if (!others)
    return nullptr;
  auto position = others->find(name);
  return position == others->end() ? nullptr : &position->second;
}

Value &LocalNames::operator[](const char *name) {
  if (const Value *place = find(name))
    return const_cast<Value &>(*place);
  if (!others)
    others = std::make_unique<llvm::DenseMap<const char *, Value>>();
  return (*others)[name];
}

bool LocalNames::erase(const char *name) {
  auto *place = const_cast<Value *>(find(name));
  return place && std::exchange(*place, nullptr);
}

void LocalNames::note(const syntax::NameExpr &name, const Value *place) const {
  if (!place || place < values.begin() || place >= values.end())
    return;
  name.owner = scope;
  name.place = static_cast<uint32_t>(place - values.begin());
  name.bit = name.place < 64 ? uint64_t(1) << name.place : 0;
}

Value LocalNames::readAnew(const syntax::NameExpr &name) const {
  const Value *place = find(name.name.data());
  note(name, place);
  return place ? *place : nullptr;
}

Value &LocalNames::placeAnew(const syntax::NameExpr &name) {
  Value &place = (*this)[name.name.data()];
  note(name, &place);
  return place;
}

void LocalNames::bind(syntax::Parameters parameters, llvm::ArrayRef<Value> arguments) {
  for (size_t i = 0; i < parameters.size(); ++i) {
    if (i < values.size() && scope->locals[i].data() == parameters[i].name.text.data())
      values[i] = arguments[i];
    else
      (*this)[parameters[i].name.text.data()] = arguments[i];
  }
}

void LocalNames::forEach(llvm::function_ref<void(llvm::StringRef, Value)> visit) const {
  alone = 0;
  for (size_t i = 0; i < values.size(); ++i)
    if (values[i])
      visit(scope->locals[i], values[i]);
  if (others)
    for (const auto &[name, value] : *others)
      if (value)
        visit(name, value);
}

Frame *Interpretation::newFrame(const syntax::Scope *scope, Frame *parent) {
  Frame *made = spareFrames.empty() ? nullptr : spareFrames.pop_back_val();
  if (!made) {
    frames.push_back(std::make_unique<Frame>());
    made = frames.back().get();
  }
  made->scope = scope;
  made->parent = parent;
  made->root = parent ? parent->root : made;
  made->locals.begin(scope);
  return made;
}

/// Nothing but the call that ends here knows a frame that is not captured.
void Interpretation::releaseFrame(Frame *old) {
  if (old->captured)
    return;
  old->locals.giveUp([this](Value number) { evaluator.giveBack(number); });
  spareFrames.push_back(old);
}

Value Interpretation::loadGlobal(const Frame *from, llvm::StringRef name) {
  if (Value value = from->root->names->find(name))
    return value;
  if (std::optional<Value> builtin = evaluator.libraryMember("builtins", name))
    return *builtin;
  return nullptr;
}

/// A name of the module whose code runs.
Value Interpretation::findOwn(const syntax::NameExpr &expr) {
  const AttributeMap &names = *frame->root->names;
  if (expr.owner == &names && !expr.builtin && names.hasPlaces())
    if (Value value = names.at(expr.place))
      return value;
  size_t place = names.placeOf(expr.name);
  if (place == AttributeMap::nowhere)
    return names.find(expr.name);
  expr.owner = &names;
  expr.place = static_cast<uint32_t>(place);
  expr.builtin = nullptr;
  return names.at(place);
}

/// The same, where the name knows what it was the last time. A module's names keep their places, and a name that was a
/// builtin is one until the module gets a new name.
Value Interpretation::loadGlobal(const syntax::NameExpr &expr) {
  const AttributeMap &names = *frame->root->names;
  if (expr.owner == &names && names.hasPlaces()) {
    if (Value value = expr.builtin ? nullptr : names.at(expr.place))
      return value;
    if (expr.builtin && expr.place == names.places())
      return static_cast<Value>(expr.builtin);
  }
  Value value = loadGlobal(frame, expr.name);
  if (!value || !names.hasPlaces())
    return value;
  size_t place = names.placeOf(expr.name);
  const LibraryEntry *entry =
      place == AttributeMap::nowhere ? LibraryTable::get().find("builtins", expr.name) : nullptr;
  if (place == AttributeMap::nowhere && !entry)
    return value;
  expr.owner = &names;
  expr.place = static_cast<uint32_t>(entry ? names.places() : place);
  expr.builtin = entry ? value : nullptr;
  return value;
}

/// The frame of the nearest function around the current one that has `name` as a local.
Frame *Interpretation::frameHolding(llvm::StringRef name) {
  for (Frame *outer = frame->parent; outer; outer = outer->parent) {
    syntax::Scope::Kind kind = outer->scope->kind;
    if (kind == syntax::Scope::Kind::classBody || kind == syntax::Scope::Kind::module)
      continue;
    if (outer->locals.count(name.data()) || outer->scope->isLocal(name))
      return outer;
  }
  return nullptr;
}

/// The body of the class whose method the current function is, or is inside of.
Frame *Interpretation::frameOfClass() {
  for (Frame *outer = frame->parent; outer; outer = outer->parent)
    if (outer->scope->kind == syntax::Scope::Kind::classBody && outer->owner)
      return outer;
  return nullptr;
}

Raised Interpretation::unknownName(llvm::StringRef name) {
  Raised raised = evaluator.raise(DiagnosticId::unknownName, "name '" + name.str() + "' is not defined");
  evaluator.pendingException()->attributes.set("name", evaluator.string(name));
  std::vector<std::string> names;
  for (Frame *outer = frame; outer; outer = outer->parent)
    for (llvm::StringRef local : outer->scope->locals)
      names.push_back(local.str());
  for (const auto &[known, value] : frame->root->names->entries())
    if (value)
      names.push_back(known);
  for (llvm::StringRef builtin : LibraryTable::get().namesIn("builtins"))
    names.push_back(builtin.str());
  std::vector<std::string> near = nearestNames(name, names);
  noteNearNames(evaluator, raised, name, near);
  static constexpr std::pair<llvm::StringLiteral, llvm::StringLiteral> usual[] = {
      {"jnp", "import jax.numpy as jnp"},
      {"np", "import numpy as np"},
      {"jax", "import jax"},
      {"lax", "from jax import lax"},
      {"pl", "from jax.experimental import pallas as pl"},
      {"tl", "import triton.language as tl"},
      {"triton", "import triton"},
      {"torch", "import torch"},
      {"functools", "import functools"},
      {"math", "import math"},
      {"plgpu", "from jax.experimental.pallas import mosaic_gpu as plgpu"}};
  for (const auto &[missing, import] : usual)
    if (name == missing)
      raised.note("`" + import.str() + "` defines it");
  return raised;
}

Value Interpretation::admit(Value value) {
  auto *placeholder =
      evaluator.phase == EvaluationPhase::testing ? llvm::dyn_cast_or_null<PlaceholderObject>(value) : nullptr;
  return placeholder && !placeholder->isMention ? Value(placeholder->refuse(evaluator)) : value;
}

Value Interpretation::admitGlobal(const syntax::NameExpr &expr, Value value) {
  bool isOuter = expr.binding == Binding::global || expr.binding == Binding::enclosing;
  if (!value || !isOuter || evaluator.currentTrace->kind != TraceKind::triton || !function ||
      !function->attributes.find("__triton_jit__"))
    return value;
  auto *tuple = llvm::dyn_cast<TupleObject>(value);
  auto *plain = llvm::dyn_cast<FunctionObject>(value);
  bool isForeign = plain && plain->definition && expr.binding == Binding::global &&
                   !plain->attributes.find("__triton_jit__") && !plain->attributes.find("__triton_builtin__");
  if (!isForeign && !llvm::isa<NumberObject, StrObject, ListObject, DictObject>(value) && !(tuple && !tuple->namedType))
    return value;
  Value annotations = frame->root->names ? frame->root->names->find("__annotations__") : nullptr;
  Value annotation = annotations ? llvm::cast<DictObject>(annotations)->find(evaluator, expr.name) : nullptr;
  auto *type = llvm::dyn_cast_or_null<ClassObject>(annotation);
  if ((value->isDerived() && !value->instancePart()) || // `tl.constexpr(4)`
      (type && type->name == "constexpr"))
    return value;
  if (evaluator.modules.lookup("<triton.knobs>")) { // `knobs.compilation.allow_non_constexpr_globals`
    Value settings = evaluator.textMember("triton.knobs", "compilation").value_or(nullptr);
    Value allowed =
        settings ? settings->getAttribute(evaluator, "allow_non_constexpr_globals").value_or(nullptr) : nullptr;
    if (allowed && evaluator.truth(allowed).value_or(false))
      return value;
  }
  at(&expr);
  return evaluator
      .raise(DiagnosticId::unknownName,
             "Cannot access global variable " + expr.name.str() +
                 " from within @jit'ed function. Triton kernels can only access global variables that are "
                 "instantiated as constexpr (`x = triton.language.constexpr(42)`)")
      .note(isForeign
                ? "put `@triton.jit` above the function, or `@triton.constexpr_function` where it computes constants"
                : "write `" + expr.name.str() +
                      " = tl.constexpr(...)`, or pass the value as a `tl.constexpr` parameter");
}

Value Interpretation::loadName(const syntax::NameExpr &expr) {
  Value value = nullptr;
  if (frame->scope->kind == syntax::Scope::Kind::classBody && !llvm::is_contained(frame->scope->globals, expr.name)) {
    // The class's namespace first, which may hold more than the body assigns.
    if (frame->mapping) {
      if ((value = evaluator.getItem(frame->mapping, evaluator.string(expr.name))))
        return value;
      if (!isPending(evaluator, "KeyError"))
        return nullptr;
      evaluator.clearPending();
    }
    if (frame->names && (value = frame->names->find(expr.name)))
      return value;
  }
  switch (expr.binding) {
  case Binding::local:
    value = !frame->names          ? frame->locals.read(expr)
            : frame == frame->root ? findOwn(expr)
                                   : frame->names->find(expr.name);
    if (value)
      return value;
    if (!frame->names) {
      at(&expr);
      Raised raised = evaluator.raise(DiagnosticId::unknownName, "cannot access local variable '" + expr.name.str() +
                                                                     "' where it is not associated with a value");
      evaluator.pendingException()->instanceType = evaluator.builtinClass("UnboundLocalError");
      return raised;
    }
    if (frame->scope->kind == syntax::Scope::Kind::classBody)
      if (Frame *holder = frameHolding(expr.name))
        if ((value = holder->locals.lookup(expr.name.data())))
          return value;
    break;
  case Binding::enclosing:
    if (Frame *holder = frameHolding(expr.name)) {
      if ((value = holder->locals.lookup(expr.name.data())))
        return value;
      at(&expr);
      return evaluator.raise(DiagnosticId::unknownName,
                             "cannot access free variable '" + expr.name.str() +
                                 "' where it is not associated with a value in enclosing scope");
    }
    break;
  case Binding::global:
    break;
  }
  if (expr.name == "__annotations__" && frame->names &&
      !frame->mapping) { // of a module or a class body without any so far
    if (!(value = frame->names->find(expr.name)))
      frame->names->set(expr.name, value = evaluator.dict());
    return value;
  }
  if (expr.name == "__class__")
    if (Frame *body = frameOfClass()) {
      value = body->locals.lookup(context.intern("__class__").data()); // assigned as `nonlocal`
      return value ? value : body->owner;
    }
  at(&expr);
  value = loadGlobal(expr);
  if (value || evaluator.hasPending())
    return value;
  return unknownName(expr.name);
}

Value Interpretation::lookUp(Frame *from, llvm::StringRef name) {
  from = from ? from : frame; // null: the module
  llvm::StringRef interned = context.intern(name);
  for (Frame *outer = from; outer; outer = outer->parent) {
    if (outer->scope->kind == syntax::Scope::Kind::classBody || outer->names)
      continue;
    if (Value value = outer->locals.lookup(interned.data()))
      return value;
  }
  return loadGlobal(from, name);
}

Value Interpretation::currentSuper() {
  FunctionObject *method = function;
  Frame *holder = frame;
  while (holder && holder->scope->kind == syntax::Scope::Kind::comprehension)
    holder = holder->parent;
  auto *type = method ? llvm::dyn_cast_or_null<ClassObject>(method->definedIn) : nullptr;
  if (!type || !holder || method->definition->parameters.empty())
    return evaluator.raise(DiagnosticId::typeError, "super(): no arguments, and not in a method");
  Value self = holder->locals.lookup(method->definition->parameters.front().name.text.data());
  if (!self)
    return evaluator.raise(DiagnosticId::typeError, "super(): the method's first argument was deleted");
  return evaluator.make<SuperObject>(type, self);
}

DictObject *Interpretation::globalsAsDict() { return frame->root->names->asDict(evaluator); }

DictObject *Interpretation::localsAsDict() {
  if (frame == frame->root)
    return globalsAsDict();
  if (auto *mapping = llvm::dyn_cast_or_null<DictObject>(frame->mapping))
    return mapping;
  if (frame->names && frame->owner) // a class body's are its namespace
    return frame->names->asDict(evaluator);
  DictObject *dict = evaluator.dict();
  for (llvm::StringRef name : frame->scope->locals)
    if (Value value = frame->names ? frame->names->find(name) : frame->locals.lookup(name.data()))
      dict->set(evaluator, name, value);
  for (llvm::StringRef name : frame->scope->captures) // of the functions around
    if (Frame *holder = frame->scope->isLocal(name) ? nullptr : frameHolding(name))
      if (Value value = holder->locals.lookup(name.data()))
        dict->set(evaluator, name, value);
  return dict;
}
