// SPDX-License-Identifier: Apache-2.0
// `=`, `op=` and `name: annotation = value`: what the value is, and what a trace or a number's memory has to do with
// it. Where values go is in Assignment.cpp.
#include "compiler/frontend/evaluate/Interpretation.h"
#include "compiler/frontend/evaluate/Recording.h"
#include "compiler/frontend/evaluate/TemporaryViews.h"

using namespace tessera;
using namespace tessera::frontend;

namespace {
/// The statements that have defined constants of kernels, by frame and name.
struct KernelConstants {
  llvm::DenseMap<std::pair<const void *, const char *>, const syntax::AnnAssignStmt *> definitions;
};
} // namespace

/// What a statement of the running function binds for `value`; see TraceStrategy::assigned.
static bool isKernelCode(Evaluator &evaluator, FunctionObject *function) {
  return RecordingStrategy::of(evaluator.trace().strategy) && function && function->attributes.find("__triton_jit__");
}
static Value toAssigned(Evaluator &evaluator, FunctionObject *function, Value value) {
  return value && isKernelCode(evaluator, function)
             ? RecordingStrategy::of(evaluator.trace().strategy)->assigned(evaluator, value)
             : value;
}

/// `a, b = b, a` without the tuple. A variable's number is only looked at, while it waits for the other elements. A
/// number that was one variable's alone and goes to another one, while the first gets another value, is that one's
/// alone then: `a, b = b, a + b` leaves nothing behind.
Flow Interpretation::executeSwap(const syntax::TupleExpr &targets, const syntax::TupleExpr &values) {
  if (!evaluator.stepInline())
    return Flow::raised;
  ++evaluator.nesting;
  LocalNames &locals = frame->locals;
  uint64_t waited = locals.waits();
  llvm::SmallVector<Operand, 4> items(values.elements.size());
  bool isComplete = true;
  for (size_t i = 0; i < items.size() && isComplete; ++i) {
    items[i] = evaluateOperand(values.elements[i]);
    if (items[i].looked())
      locals.wait(*items[i].looked());
    isComplete = items[i].value;
  }
  locals.restoreWaits(waited);
  --evaluator.nesting;
  if (!isComplete)
    return Flow::raised;
  at(&targets);
  for (size_t i = 0; i < items.size(); ++i) {
    if (const syntax::NameExpr *name = items[i].looked()) {
      bool isAlone = locals.look(*name) == items[i].value && locals.take(*name);
      locals.share(*name);
      items[i] = {items[i].value, nullptr, isAlone && moves(targets, items, i)};
    }
  }
  for (size_t i = 0; i < items.size(); ++i) {
    auto *name = llvm::dyn_cast<syntax::NameExpr>(targets.elements[i]);
    if (name)
      nameValue(items[i].value, name->name);
    if (!(name ? store(*name, items[i].value, items[i].isSpare()) : assign(targets.elements[i], items[i].value)))
      return Flow::raised;
  }
  return Flow::next;
}

bool Interpretation::moves(const syntax::TupleExpr &targets, llvm::ArrayRef<Operand> items, size_t i) const {
  const syntax::NameExpr *name = items[i].looked();
  if (formOf(targets, targets.elements) != ofNames)
    return false;
  for (size_t k = 0; k < items.size(); ++k)
    if (k != i && items[k].value == items[i].value)
      return false;
  bool isReplaced = false;
  for (const syntax::Expr *target : targets.elements) {
    auto *other = llvm::cast<syntax::NameExpr>(target);
    if (!frame->locals.holds(*other))
      return false;
    isReplaced |= other->place == name->place;
  }
  return isReplaced;
}

Flow Interpretation::executeAssign(const syntax::AssignStmt &statement) {
  const syntax::Expr *first = statement.targets.front();
  if (LLVM_UNLIKELY(replay || evaluator.trace().strategy || statement.targets.size() != 1))
    return assignAny(statement, evaluate(statement.value));
  if (auto *name = llvm::dyn_cast<syntax::NameExpr>(first)) {
    Value value = evaluateOnce(statement.value);
    at(&statement);
    if (!value)
      return Flow::raised;
    nameValue(value, name->name);
    bool isOwned = isFresh(statement.value, value);
    evaluator.freshNumber = freshResult = nullptr;
    return store(*name, value, isOwned) ? Flow::next : Flow::raised;
  }
  auto *targets = llvm::dyn_cast<syntax::TupleExpr>(first);
  auto *values = targets ? llvm::dyn_cast<syntax::TupleExpr>(statement.value) : nullptr;
  if (values && !values->elements.empty() && targets->elements.size() == values->elements.size() &&
      formOf(*targets, targets->elements) != withStar && formOf(*values, values->elements) != withStar)
    return executeSwap(*targets, *values);
  return assignAny(statement, evaluateOnce(statement.value));
}

Flow Interpretation::assignAny(const syntax::AssignStmt &statement, Value value) {
  at(&statement);
  auto *tuple = llvm::dyn_cast_or_null<TupleObject>(value);
  if (tuple && isKernelCode(evaluator, function) &&
      llvm::isa<syntax::TupleExpr, syntax::ListExpr>(statement.targets.front())) {
    std::vector<Value> items; // each gets a name
    for (Value item : tuple->items) {
      items.push_back(toAssigned(evaluator, function, item));
      if (!items.back())
        return Flow::raised;
    }
    value = evaluator.tuple(std::move(items));
  }
  value = toAssigned(evaluator, function, value);
  if (!value)
    return Flow::raised;
  if (statement.targets.size() > 1 && isKernelCode(evaluator, function))
    return evaluator.raise(DiagnosticId::typeError, "simultaneous multiple assignment is not supported.")
               .note("assign to one name after the other"),
           Flow::raised;
  for (const syntax::Expr *target : statement.targets) {
    if (auto *name = llvm::dyn_cast<syntax::NameExpr>(target))
      nameValue(value, name->name);
    if (!assign(target, value))
      return Flow::raised;
  }
  return Flow::next;
}

Flow Interpretation::executeAugAssign(const syntax::AugAssignStmt &statement) {
  if (LLVM_UNLIKELY(replay || evaluator.trace().strategy)) // as below
    return updateAny(statement);
  if (auto *name = llvm::dyn_cast<syntax::NameExpr>(statement.target)) {
    Value number = isOwn(*name) ? frame->locals.look(*name) : nullptr;
    if (number && (number->kind() == Kind::integer || number->kind() == Kind::floating))
      return updateNumber(statement, *name, number);
    Value old = loadName(*name);
    Value right = old ? evaluateOnce(statement.value) : nullptr;
    at(&statement);
    Value value = right ? evaluator.binary(statement.op, old, right, /*inPlace=*/true) : nullptr;
    if (!value)
      return Flow::raised;
    nameValue(value, name->name);
    return store(*name, value) ? Flow::next : Flow::raised;
  }
  if (auto *attribute = llvm::dyn_cast<syntax::AttributeExpr>(statement.target))
    return updateAttribute(statement, *attribute);
  return updateAny(statement);
}

Flow Interpretation::updateAttribute(const syntax::AugAssignStmt &statement, const syntax::AttributeExpr &attribute) {
  Value object = evaluateQuickly(attribute.object);
  at(&attribute);
  Value old = object ? loadAttribute(attribute, object) : nullptr;
  if (!old)
    return Flow::raised;
  Operand right = evaluateOperand(statement.value);
  at(&statement);
  if (!right.value || !evaluator.count())
    return Flow::raised;
  Value cell = right.isSpare() ? right.value : nullptr;
  Value value = operateOnNumbers(evaluator, statement.op, old, right.value, cell);
  evaluator.freshNumber = nullptr;
  if (!value) {
    share(right);
    --evaluator.steps; // it counts there
    value = evaluator.binary(statement.op, old, right.value, /*inPlace=*/true);
  }
  return value && storeAttribute(attribute, object, value) ? Flow::next : Flow::raised;
}

/// Where a `yield` may stop the statement, or a trace has rules of its own for what names hold.
Flow Interpretation::updateAny(const syntax::AugAssignStmt &statement) {
  // The old value is read once, also where a `yield` stops the statement behind it.
  auto once = [&](llvm::function_ref<Value()> read) -> Value {
    size_t place = replay ? replay->next : 0;
    if (replay && place < replay->parts.size() && replay->parts[place].node == &statement)
      return replay->parts[replay->next++].value;
    Value old = read();
    if (replay && old) {
      replay->parts.resize(place);
      replay->parts.push_back({&statement, old});
      replay->next = place + 1;
    }
    return old;
  };
  auto update = [&](Value old) -> Value {
    Value right = old ? evaluate(statement.value) : nullptr;
    at(&statement);
    return right ? evaluator.binary(statement.op, old, right, /*inPlace=*/true) : nullptr;
  };
  if (auto *name = llvm::dyn_cast<syntax::NameExpr>(statement.target)) {
    Value value = update(once([&] { return loadName(*name); }));
    value = toAssigned(evaluator, function, value);
    if (!value)
      return Flow::raised;
    nameValue(value, name->name);
    return storeName(*name, value) ? Flow::next : Flow::raised;
  }
  if (auto *attribute = llvm::dyn_cast<syntax::AttributeExpr>(statement.target)) {
    Value object = evaluate(attribute->object);
    at(attribute);
    Value value = object ? update(once([&] { return loadAttribute(*attribute, object); })) : nullptr;
    return value && storeAttribute(*attribute, object, value) ? Flow::next : Flow::raised;
  }
  auto *subscript = llvm::cast<syntax::SubscriptExpr>(statement.target);
  Value object = evaluate(subscript->object);
  Value key = object ? evaluateIndex(subscript->index) : nullptr;
  at(subscript);
  auto read = [&] {
    ++evaluator.state<TemporaryViews>().depth;
    Value part = evaluator.getItem(object, key);
    --evaluator.state<TemporaryViews>().depth;
    return part;
  };
  Value value = key ? update(once(read)) : nullptr;
  return value && evaluator.setItem(object, key, value) ? Flow::next : Flow::raised;
}

/// A number that is the variable's alone is the memory of the new one.
Flow Interpretation::updateNumber(const syntax::AugAssignStmt &statement, const syntax::NameExpr &name, Value old) {
  Operand left{old, &name}, right = evaluateAfter(left, statement.value);
  at(&statement);
  if (!right.value || !evaluator.count())
    return Flow::raised;
  bool isAlone = frame->locals.look(name) == old && old != right.value && frame->locals.take(name);
  Value cell = isAlone ? old : right.isSpare() ? right.value : nullptr;
  evaluator.freshNumber = nullptr;
  if (Value result = operateOnNumbers(evaluator, statement.op, old, right.value, cell)) {
    if (isAlone && right.isSpare())
      evaluator.giveBack(right.value);
    return store(name, result, !evaluator.isShared(result)) ? Flow::next : Flow::raised;
  }
  share(left);
  share(right);
  --evaluator.steps; // it counts there
  Value value = evaluator.binary(statement.op, old, right.value, /*inPlace=*/true);
  if (!value)
    return Flow::raised;
  nameValue(value, name.name);
  return store(name, value) ? Flow::next : Flow::raised;
}

Flow Interpretation::executeAnnAssign(const syntax::AnnAssignStmt &statement) {
  if (frame->names) { // a module or a class body
    if (auto *name = llvm::dyn_cast<syntax::NameExpr>(statement.target)) {
      Value annotations = frame->names->find("__annotations__");
      if (!annotations)
        frame->names->set("__annotations__", annotations = evaluator.dict());
      Value annotation = evaluateAnnotation(statement.annotation);
      if (!annotation)
        annotation =
            evaluator.string(evaluator.sourceText(statement.annotation->range).textOf(statement.annotation->range));
      llvm::cast<DictObject>(annotations)->set(evaluator, name->name, annotation);
    }
  }
  if (!statement.value)
    return Flow::next;
  Value value = evaluate(statement.value);
  if (!value)
    return Flow::raised;
  // The annotation may ask for something: `x: tl.constexpr = 1`.
  auto *name = llvm::dyn_cast<syntax::NameExpr>(statement.target);
  bool isTriton = frame->scope->kind == syntax::Scope::Kind::function && evaluator.trace().kind == TraceKind::triton;
  auto *type = isTriton ? llvm::dyn_cast_or_null<ClassObject>(evaluateAnnotation(statement.annotation)) : nullptr;
  if (type && type->name == "constexpr") {
    at(&statement);
    if (name) {
      const syntax::AnnAssignStmt *&first = evaluator.state<KernelConstants>().definitions[{frame, name->name.data()}];
      bool isAgain = first == &statement; // in a loop that is unrolled
      if (frame->locals.lookup(name->name.data()) && !isAgain)
        return evaluator.raise(DiagnosticId::valueError,
                               name->name.str() + " is already defined. constexpr cannot be reassigned."),
               Flow::raised;
      first = &statement;
    }
    value = evaluator.call(type, {value});
  } else {
    value = toAssigned(evaluator, function, value);
  }
  if (!value)
    return Flow::raised;
  if (name)
    nameValue(value, name->name);
  return assign(statement.target, value) ? Flow::next : Flow::raised;
}
