// SPDX-License-Identifier: Apache-2.0
// Values to targets: names, attributes, subscripts, and tuples of targets with at most one star.
#include "compiler/frontend/evaluate/ClassBuilding.h"
#include "compiler/frontend/evaluate/Exceptions.h"
#include "compiler/frontend/evaluate/Interpretation.h"

using namespace tessera;
using namespace tessera::frontend;
using syntax::Binding;

bool Interpretation::storeName(const syntax::NameExpr &name, Value value) {
  Frame *holder = frame;
  switch (name.binding) {
  case Binding::local:
    break;
  case Binding::enclosing:
    holder = frameHolding(name.name);
    if (Frame *body = !holder && name.name == "__class__" ? frameOfClass() : nullptr) {
      body->locals[context.intern("__class__").data()] = value;
      return true;
    }
    if (!holder)
      return evaluator.raise(DiagnosticId::unknownName, "no binding for nonlocal '" + name.name.str() + "' found",
                             name.range),
             false;
    break;
  case Binding::global:
    holder = frame->root;
    break;
  }
  if (holder->mapping)
    return evaluator.setItem(holder->mapping, evaluator.string(name.name), value);
  if (holder->names && holder == frame->root && name.owner == holder->names && !name.builtin &&
      holder->names->hasPlaces() && holder->names->at(name.place))
    holder->names->setAt(name.place, value);
  else if (holder->names)
    holder->names->set(name.name, value);
  else
    holder->locals.write(name, value);
  return true;
}

/// A name that a `def`, `class`, `import` or `except` binds: it has no NameExpr, so its scope's lists say where it
/// lives.
bool Interpretation::storeIdentifier(const syntax::Identifier &identifier, Value value) {
  syntax::NameExpr name(identifier.range);
  name.name = identifier.text;
  if (llvm::is_contained(frame->scope->globals, identifier.text))
    name.binding = Binding::global;
  else if (llvm::is_contained(frame->scope->nonlocals, identifier.text))
    name.binding = Binding::enclosing;
  else
    name.binding = Binding::local;
  return storeName(name, value);
}

bool Interpretation::assign(const syntax::Expr *target, Value value) {
  if (auto *name = llvm::dyn_cast<syntax::NameExpr>(target))
    return store(*name, value);
  if (auto *tuple = llvm::dyn_cast<syntax::TupleExpr>(target)) {
    at(target);
    return unpack(tuple->elements, formOf(*tuple, tuple->elements), value);
  }
  if (auto *list = llvm::dyn_cast<syntax::ListExpr>(target)) {
    at(target);
    return unpack(list->elements, formOf(*list, list->elements), value);
  }
  if (auto *attribute = llvm::dyn_cast<syntax::AttributeExpr>(target)) {
    Value object = evaluate(attribute->object);
    at(target);
    return object && storeAttribute(*attribute, object, value);
  }
  if (auto *subscript = llvm::dyn_cast<syntax::SubscriptExpr>(target)) {
    Value object = evaluate(subscript->object);
    Value key = object ? evaluateIndex(subscript->index) : nullptr;
    at(target);
    return key && evaluator.setItem(object, key, value);
  }
  at(target);
  return evaluator.raise(DiagnosticId::unsupportedSyntax, "this can't be assigned to"), false;
}

/// The elements of `value`, at most `limit` + 1 of them, so that an endless iterator ends.
static std::optional<std::vector<Value>> takeForUnpacking(Evaluator &evaluator, Value value, size_t limit) {
  if (auto *sequence = llvm::dyn_cast<SequenceObject>(value))
    return sequence->items;
  Value iterator = evaluator.iterate(value);
  if (!iterator) {
    if (isPending(evaluator, "TypeError") && evaluator.pendingException()->id == DiagnosticId::typeError) {
      evaluator.clearPending();
      return evaluator.raise(DiagnosticId::typeError,
                             "cannot unpack non-iterable " + value->typeName(evaluator) + " object");
    }
    return std::nullopt;
  }
  std::vector<Value> items;
  while (items.size() <= limit) {
    std::optional<Value> next = llvm::cast<IteratorObject>(iterator)->next(evaluator);
    if (!next)
      break;
    if (!*next)
      return std::nullopt;
    items.push_back(*next);
  }
  return items;
}

bool Interpretation::assignElement(const syntax::Expr *target, Value value) {
  if (auto *name = llvm::dyn_cast<syntax::NameExpr>(target)) {
    nameValue(value, name->name);
    return store(*name, value);
  }
  return assign(target, value);
}

Interpretation::DisplayForm Interpretation::findForm(const syntax::Expr &display, syntax::Exprs elements) {
  DisplayForm form = ofNames;
  if (llvm::any_of(elements, llvm::IsaPred<syntax::StarredExpr>))
    form = withStar;
  else if (!llvm::all_of(elements, llvm::IsaPred<syntax::NameExpr>))
    form = withoutStar;
  display.form = form;
  return form;
}

bool Interpretation::unpack(syntax::Exprs targets, DisplayForm form, Value value) {
  auto *tuple = llvm::dyn_cast<TupleObject>(value);
  if (!tuple || tuple->items.size() != targets.size() || form == withStar)
    return unpackAny(targets, value);
  for (size_t i = 0; i < targets.size() && i < tuple->items.size(); ++i)
    if (!assignElement(targets[i], tuple->items[i]))
      return false;
  return true;
}

bool Interpretation::unpackAny(syntax::Exprs targets, Value value) {
  auto isStar = [](const syntax::Expr *target) { return llvm::isa<syntax::StarredExpr>(target); };
  auto star = llvm::find_if(targets, isStar);
  bool hasStar = star != targets.end();
  size_t before = static_cast<size_t>(star - targets.begin());
  size_t needed = targets.size() - (hasStar ? 1 : 0);
  std::optional<std::vector<Value>> items =
      takeForUnpacking(evaluator, value, hasStar ? static_cast<size_t>(evaluator.options().sizeLimit) : needed);
  if (!items)
    return false;
  std::string expected = std::to_string(needed);
  if (items->size() < needed)
    return evaluator
               .raise(DiagnosticId::valueError, "not enough values to unpack (expected " +
                                                    (hasStar ? "at least " + expected : expected) + ", got " +
                                                    std::to_string(items->size()) + ")")
               .note("a target is needed for each value, and a value for each target"),
           false;
  if (!hasStar && items->size() > needed)
    return evaluator.raise(DiagnosticId::valueError, "too many values to unpack (expected " + expected + ")"), false;
  size_t extra = items->size() - needed, next = 0;
  for (size_t i = 0; i < targets.size(); ++i) {
    if (hasStar && i == before) {
      auto first = items->begin() + static_cast<int64_t>(next);
      Value rest = evaluator.list({first, first + static_cast<int64_t>(extra)});
      next += extra;
      if (!assign(llvm::cast<syntax::StarredExpr>(targets[i])->value, rest))
        return false;
      continue;
    }
    if (!assignElement(targets[i], (*items)[next++]))
      return false;
  }
  return true;
}

bool Interpretation::remove(const syntax::Expr *target) {
  if (auto *name = llvm::dyn_cast<syntax::NameExpr>(target)) {
    Frame *holder = name->binding == Binding::local    ? frame
                    : name->binding == Binding::global ? frame->root
                                                       : frameHolding(name->name);
    if (holder && holder->mapping)
      return holder->mapping->deleteItem(evaluator, evaluator.string(name->name));
    bool erased =
        holder && (holder->names ? holder->names->erase(name->name) : holder->locals.erase(name->name.data()));
    at(target);
    return erased || (unknownName(name->name), false);
  }
  if (auto *attribute = llvm::dyn_cast<syntax::AttributeExpr>(target)) {
    Value object = evaluate(attribute->object);
    at(target);
    return object && object->deleteAttribute(evaluator, attribute->name.text);
  }
  if (auto *subscript = llvm::dyn_cast<syntax::SubscriptExpr>(target)) {
    Value object = evaluate(subscript->object);
    Value key = object ? evaluateIndex(subscript->index) : nullptr;
    at(target);
    return key && object->deleteItem(evaluator, key);
  }
  syntax::Exprs elements;
  if (auto *tuple = llvm::dyn_cast<syntax::TupleExpr>(target))
    elements = tuple->elements;
  else if (auto *list = llvm::dyn_cast<syntax::ListExpr>(target))
    elements = list->elements;
  return llvm::all_of(elements, [&](const syntax::Expr *element) { return remove(element); });
}
