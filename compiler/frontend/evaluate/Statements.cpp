// SPDX-License-Identifier: Apache-2.0
// Statements. Each returns how it ended; an exception travels as `Flow::raised` with the exception pending in the evaluator.
#include "compiler/frontend/evaluate/Exceptions.h"
#include "compiler/frontend/evaluate/Interpretation.h"
#include "compiler/frontend/evaluate/Placeholder.h"
#include "compiler/frontend/evaluate/Recording.h"
#include "compiler/frontend/evaluate/TemporaryViews.h"

using namespace tessera;
using namespace tessera::frontend;
using syntax::Node;

void Interpretation::runProgram(llvm::StringRef fileName, llvm::StringRef text) {
  ModuleObject *module = openModule("__main__", fileName, text);
  if (!module || !applySettings())
    return;
  SourceModule *own = modules.back().get();
  Flow flow = enterPackage(module) ? execute(own->program.body) : Flow::raised;
  if (flow != Flow::raised || !isPending(evaluator, "SystemExit"))
    return;
  const std::vector<Value> &arguments = evaluator.pendingException()->arguments;
  auto *code = arguments.empty() ? nullptr : llvm::dyn_cast<IntObject>(arguments[0]);
  if (arguments.empty() || isNone(arguments[0]) || (code && code->value.isZero()))
    evaluator.clearPending();
}

Flow Interpretation::execute(syntax::Block block) {
  if (LLVM_UNLIKELY(tail != nullptr))
    return executeBeforeTail(block);
  for (const syntax::Stmt *statement : block)
    if (Flow flow = execute(statement); flow != Flow::next)
      return flow;
  return Flow::next;
}

Flow Interpretation::executeBeforeTail(syntax::Block block) {
  const Tail *outer = std::exchange(tail, nullptr);
  Flow flow = Flow::next;
  for (size_t i = 0; i < block.size() && flow == Flow::next; ++i) {
    if (!llvm::isa<syntax::IfStmt>(block[i])) {
      flow = execute(block[i]);
      continue;
    }
    Tail after = {block.drop_front(i + 1)};
    after.append(outer->begin(), outer->end());
    tail = &after;
    flow = execute(block[i]);
    tail = nullptr;
  }
  tail = outer;
  return flow;
}

Flow Interpretation::execute(const syntax::Stmt *statement) {
  at(statement);
  if (!evaluator.stepInline())
    return Flow::raised;
  ++evaluator.nesting;
  Flow flow = executeUnguarded(statement);
  --evaluator.nesting;
  if (flow == Flow::raised && evaluator.phase == EvaluationPhase::collecting)
    return leaveOut(statement);
  return flow;
}

/// What is more than a line has a function of its own, so that this one needs no room on the stack.
LLVM_ATTRIBUTE_ALWAYS_INLINE Flow Interpretation::executeUnguarded(const syntax::Stmt *statement) {
  switch (statement->kind) {
  case Node::Kind::exprStmt:
    return evaluate(llvm::cast<syntax::ExprStmt>(statement)->value) ? Flow::next : Flow::raised;
  case Node::Kind::assignStmt:
    return executeAssign(*llvm::cast<syntax::AssignStmt>(statement));
  case Node::Kind::augAssignStmt:
    return executeAugAssign(*llvm::cast<syntax::AugAssignStmt>(statement));
  case Node::Kind::annAssignStmt:
    return executeAnnAssign(*llvm::cast<syntax::AnnAssignStmt>(statement));
  case Node::Kind::functionDef:
    return executeFunctionDef(*llvm::cast<syntax::FunctionDef>(statement));
  case Node::Kind::classDef:
    return executeClassDef(*llvm::cast<syntax::ClassDef>(statement));
  case Node::Kind::returnStmt:
    return executeReturn(*llvm::cast<syntax::ReturnStmt>(statement));
  case Node::Kind::forStmt:
    return executeFor(*llvm::cast<syntax::ForStmt>(statement));
  case Node::Kind::whileStmt:
    return executeWhile(*llvm::cast<syntax::WhileStmt>(statement));
  case Node::Kind::ifStmt: {
    auto *branch = llvm::cast<syntax::IfStmt>(statement);
    return executeClauses(branch->clauses, branch->otherwise);
  }
  case Node::Kind::breakStmt:
    return Flow::breakLoop;
  case Node::Kind::continueStmt:
    return Flow::continueLoop;
  default:
    return executeRare(statement);
  }
}

Flow Interpretation::executeReturn(const syntax::ReturnStmt &statement) {
  result = statement.value ? evaluateQuickly(statement.value) : evaluator.none();
  freshResult = statement.value && isFresh(statement.value, result) ? result : nullptr;
  return result ? Flow::returned : Flow::raised;
}

Flow Interpretation::executeRare(const syntax::Stmt *statement) {
  switch (statement->kind) {
  case Node::Kind::deleteStmt:
    for (const syntax::Expr *target : llvm::cast<syntax::DeleteStmt>(statement)->targets)
      if (!remove(target))
        return Flow::raised;
    return Flow::next;
  case Node::Kind::withStmt:
    return executeWith(*llvm::cast<syntax::WithStmt>(statement), 0);
  case Node::Kind::raiseStmt:
    return executeRaise(*llvm::cast<syntax::RaiseStmt>(statement));
  case Node::Kind::tryStmt:
    return executeTry(*llvm::cast<syntax::TryStmt>(statement));
  case Node::Kind::assertStmt:
    return executeAssert(*llvm::cast<syntax::AssertStmt>(statement));
  case Node::Kind::importStmt:
    return executeImport(*llvm::cast<syntax::ImportStmt>(statement));
  case Node::Kind::importFromStmt:
    return executeImportFrom(*llvm::cast<syntax::ImportFromStmt>(statement));
  case Node::Kind::matchStmt:
    return executeMatch(*llvm::cast<syntax::MatchStmt>(statement));
  case Node::Kind::typeAliasStmt: {
    auto *alias = llvm::cast<syntax::TypeAliasStmt>(statement);
    Value value = evaluateAnnotation(alias->value);
    return storeName(*alias->name, value ? value : evaluator.none()) ? Flow::next : Flow::raised;
  }
  default: // pass, global, nonlocal: the parser has done their work
    return Flow::next;
  }
}

//===-- assignment ---------------------------------------------------------------------------------------------===//

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
  return value && isKernelCode(evaluator, function) ? RecordingStrategy::of(evaluator.trace().strategy)->assigned(evaluator, value) : value;
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
    return evaluator.raise(DiagnosticId::typeError, "simultaneous multiple assignment is not supported.").note("assign to one name after the other"), Flow::raised;
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
        annotation = evaluator.string(evaluator.sourceText(statement.annotation->range).textOf(statement.annotation->range));
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
        return evaluator.raise(DiagnosticId::valueError, name->name.str() + " is already defined. constexpr cannot be reassigned."), Flow::raised;
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

//===-- loops and branches -------------------------------------------------------------------------------------===//

namespace {
/// Says which loop is under way, for the step limit's message.
class LoopMark {
public:
  LoopMark(Range &slot, Range loop) : slot(slot), outer(std::exchange(slot, loop)) {}
  ~LoopMark() { slot = outer; }

private:
  Range &slot;
  Range outer;
};
} // namespace

Flow Interpretation::executeClauses(llvm::ArrayRef<syntax::IfClause> clauses, syntax::Block otherwise) {
  for (size_t i = 0; i < clauses.size(); ++i) {
    Value test = evaluate(clauses[i].test);
    if (!test)
      return Flow::raised;
    if (std::optional<bool> truth = knownTruth(test)) {
      at(clauses[i].test);
      if (*truth)
        return execute(clauses[i].body);
      continue;
    }
    if (isRecorded(test))
      return recordIf(clauses.drop_front(i), otherwise, test);
    at(clauses[i].test);
    std::optional<bool> truth = evaluator.truth(test);
    if (!truth)
      return Flow::raised;
    if (*truth)
      return execute(clauses[i].body);
  }
  return execute(otherwise);
}

Flow Interpretation::executeFor(const syntax::ForStmt &statement) {
  if (statement.isAsync) {
    evaluator.raise(DiagnosticId::unsupportedSyntax, "`async for` outside of a coroutine is not supported");
    return Flow::raised;
  }
  Value iterable = evaluate(statement.iterable);
  if (!iterable)
    return Flow::raised;
  at(statement.iterable);
  if (auto *loop = llvm::dyn_cast<LoopRangeObject>(iterable); loop && recordsControlFlow())
    return recordFor(statement, loop->start, loop->stop, loop->step, loop);
  if (auto *range = llvm::dyn_cast<RangeObject>(iterable); range && recordsControlFlow() && evaluator.trace().strategy->recordsKnownRanges())
    return recordFor(statement, evaluator.integer(range->start), evaluator.integer(range->stop), evaluator.integer(range->step), nullptr);
  ElementSource source;
  if (!source.open(evaluator, iterable))
    return Flow::raised;
  LoopMark mark(evaluator.currentLoop, {statement.range.begin, statement.iterable->range.end});
  while (true) {
    at(statement.iterable);
    std::optional<Value> item = evaluator.count() ? source.next(evaluator) : Value(nullptr);
    if (!item)
      break;
    if (!*item || !takeElement(statement.target, *item, source))
      return Flow::raised;
    Flow flow = execute(statement.body);
    if (flow == Flow::breakLoop)
      return Flow::next;
    if (flow == Flow::returned || flow == Flow::raised)
      return flow;
  }
  return execute(statement.otherwise);
}

Flow Interpretation::executeWhile(const syntax::WhileStmt &statement) {
  LoopMark mark(evaluator.currentLoop, {statement.range.begin, statement.test->range.end});
  while (true) {
    at(statement.test);
    if (!evaluator.count())
      return Flow::raised;
    mlir::Block *block = evaluator.opBuilder.getInsertionBlock();
    mlir::Operation *last = block && !block->empty() ? &block->back() : nullptr;
    Value test = evaluate(statement.test);
    if (!test)
      return Flow::raised;
    std::optional<bool> truth = knownTruth(test);
    if (!truth && isRecorded(test)) {
      // The test is recorded again inside the loop; what this first look recorded is dead.
      while (block->empty() ? false : &block->back() != last && block->back().use_empty())
        block->back().erase();
      return recordWhile(statement);
    }
    at(statement.test);
    if (!truth && !(truth = evaluator.truth(test)))
      return Flow::raised;
    if (!*truth)
      break;
    Flow flow = execute(statement.body);
    if (flow == Flow::breakLoop)
      return Flow::next;
    if (flow == Flow::returned || flow == Flow::raised)
      return flow;
  }
  return execute(statement.otherwise);
}

Flow Interpretation::executeWith(const syntax::WithStmt &statement, size_t item) {
  if (statement.isAsync) {
    evaluator.raise(DiagnosticId::unsupportedSyntax, "`async with` outside of a coroutine is not supported");
    return Flow::raised;
  }
  if (item == statement.items.size())
    return execute(statement.body);
  Value manager = evaluate(statement.items[item].context);
  if (!manager)
    return Flow::raised;
  at(statement.items[item].context);
  Value entered = manager->enter(evaluator);
  if (!entered)
    return Flow::raised;
  Flow flow = Flow::next;
  if (statement.items[item].target && !assign(statement.items[item].target, entered))
    flow = Flow::raised;
  if (flow == Flow::next) {
    std::optional<Evaluator::CatchScope> catching;
    if (manager->mayCatch())
      catching.emplace(evaluator);
    std::vector<Value> &blocks = evaluator.state<CatchingBlocks>().types;
    size_t around = blocks.size();
    if (llvm::isa<ExtensionObject>(manager))
      if (std::optional<Value> types = manager->getAttribute(evaluator, "_catches")) {
        evaluator.clearPending();
        if (*types)
          blocks.push_back(*types);
      }
    flow = executeWith(statement, item + 1);
    blocks.resize(around);
  }
  ExceptionObject *exception = flow == Flow::raised ? evaluator.pendingException() : nullptr;
  if (exception && exception->fatal)
    return flow;
  Value returned = result;
  evaluator.clearPending();
  at(statement.items[item].context);
  if (exception)
    handled.push_back(exception);
  std::optional<bool> swallowed = manager->exit(evaluator, exception);
  if (exception)
    handled.pop_back();
  if (!swallowed)
    return Flow::raised;
  result = returned;
  if (!exception)
    return flow;
  if (*swallowed)
    return Flow::next;
  evaluator.raise(exception);
  return Flow::raised;
}

//===-- exceptions ---------------------------------------------------------------------------------------------===//

std::optional<bool> Interpretation::matches(const syntax::ExceptClause &clause, ExceptionObject *exception) {
  if (!clause.type)
    return true;
  evaluator.clearPending();
  Value type = evaluate(clause.type);
  if (!type)
    return std::nullopt;
  at(clause.type);
  auto isExceptionType = [](Value value) {
    auto *candidate = llvm::dyn_cast<ClassObject>(value);
    return candidate ? candidate->isException : llvm::isa<PlaceholderObject>(value); // which nothing can have raised
  };
  auto *tuple = llvm::dyn_cast<TupleObject>(type);
  if (tuple ? !llvm::all_of(tuple->items, isExceptionType) : !isExceptionType(type))
    return evaluator.raise(DiagnosticId::typeError, "catching classes that do not inherit from BaseException is not allowed");
  std::optional<bool> caught = evaluator.isInstance(exception, type);
  if (caught && !*caught)
    evaluator.raise(exception);
  return caught;
}

bool Interpretation::beginHandling(const syntax::ExceptClause &clause, ExceptionObject *exception) {
  evaluator.clearPending();
  handled.push_back(exception);
  return !clause.name || storeIdentifier(clause.name, exception);
}

void Interpretation::endHandling(const syntax::ExceptClause &clause) {
  if (!handled.empty())
    handled.pop_back();
  if (!clause.name)
    return;
  if (frame->names)
    frame->names->erase(clause.name.text);
  else
    frame->locals.erase(clause.name.text.data());
}

Flow Interpretation::handle(const syntax::ExceptClause &clause, ExceptionObject *exception) {
  Flow flow = beginHandling(clause, exception) ? execute(clause.body) : Flow::raised;
  ExceptionObject *raised = flow == Flow::raised ? evaluator.pendingException() : nullptr;
  if (raised && raised != exception && !raised->cause && !raised->suppressContext && raised->context == exception) {
    std::optional<std::string> text;
    ExceptionObject *current = evaluator.pendingException();
    evaluator.clearPending();
    text = exception->str(evaluator);
    evaluator.clearPending();
    evaluator.raise(current).note("while handling `" + exception->instanceType->name + "`: " + text.value_or(""), exception->range);
  }
  endHandling(clause);
  return flow;
}

Value Interpretation::takeOfGroup(const syntax::ExceptClause &clause, GroupHandling &handling) {
  evaluator.clearPending();
  if (!handling.rest)
    return evaluator.none();
  Value type = evaluate(clause.type);
  std::optional<Value> match = type ? preludeMember("builtins", "_matchGroup") : std::optional<Value>();
  at(clause.type);
  Value parts = match && *match ? evaluator.call(*match, {Value(handling.rest), type}) : nullptr;
  auto *pair = llvm::dyn_cast_or_null<TupleObject>(parts);
  if (!pair)
    return nullptr;
  handling.rest = llvm::dyn_cast<ExceptionObject>(pair->items[1]);
  return pair->items[0];
}

Flow Interpretation::endGroup(GroupHandling &handling) {
  std::optional<Value> join = preludeMember("builtins", "_joinGroups");
  Value rest = handling.rest ? Value(handling.rest) : evaluator.none();
  Value left = join && *join ? evaluator.call(*join, {Value(handling.original), Value(evaluator.list(handling.raised)), rest}) : nullptr;
  if (!left)
    return Flow::raised;
  if (auto *exception = llvm::dyn_cast<ExceptionObject>(left)) {
    evaluator.raise(exception);
    return Flow::raised;
  }
  return Flow::next;
}

Flow Interpretation::executeGroup(const syntax::TryStmt &statement, ExceptionObject *exception) {
  GroupHandling handling;
  handling.original = handling.rest = exception;
  for (const syntax::ExceptClause &clause : statement.handlers) {
    Value taken = takeOfGroup(clause, handling);
    if (!taken)
      return Flow::raised;
    auto *part = llvm::dyn_cast<ExceptionObject>(taken);
    if (!part)
      continue;
    Flow flow = handle(clause, part);
    if (flow == Flow::raised && !evaluator.pendingException()->fatal) {
      handling.raised.push_back(evaluator.pendingException());
      evaluator.clearPending();
    } else if (flow != Flow::next) {
      return flow;
    }
  }
  return endGroup(handling);
}

Flow Interpretation::executeTry(const syntax::TryStmt &statement) {
  Flow flow;
  {
    std::optional<Evaluator::CatchScope> catching;
    if (!statement.handlers.empty())
      catching.emplace(evaluator);
    unsigned handlers = statement.handlers.empty() ? 0 : 1;
    guarding += handlers;
    if (handlers)
      guards.push_back({&statement, frame, function});
    flow = execute(statement.body);
    if (handlers)
      guards.pop_back();
    guarding -= handlers;
  }
  if (flow == Flow::raised && !evaluator.pendingException()->fatal) {
    ExceptionObject *exception = evaluator.pendingException();
    if (statement.isGroup)
      flow = executeGroup(statement, exception);
    for (const syntax::ExceptClause &clause : statement.isGroup ? llvm::ArrayRef<syntax::ExceptClause>() : statement.handlers) {
      std::optional<bool> caught = matches(clause, exception);
      if (!caught)
        break;
      if (*caught) {
        flow = handle(clause, exception);
        break;
      }
    }
  } else if (flow == Flow::next) {
    flow = execute(statement.otherwise);
  }
  if (statement.finally.empty() || (flow == Flow::raised && evaluator.pendingException()->fatal))
    return flow;
  ExceptionObject *exception = evaluator.pendingException();
  Value returned = result;
  evaluator.clearPending();
  if (exception)
    handled.push_back(exception);
  Flow last = execute(statement.finally);
  if (exception)
    handled.pop_back();
  if (last != Flow::next)
    return last;
  if (flow == Flow::raised)
    evaluator.raise(exception);
  result = returned;
  return flow;
}

Flow Interpretation::executeRaise(const syntax::RaiseStmt &statement) {
  if (!statement.exception) {
    if (handled.empty())
      evaluator.raise(DiagnosticId::raised, "No active exception to reraise");
    else
      evaluator.raise(handled.back());
    return Flow::raised;
  }
  Value value = evaluate(statement.exception);
  if (!value)
    return Flow::raised;
  at(&statement);
  if (auto *type = llvm::dyn_cast<ClassObject>(value); type && type->isException)
    if (!(value = evaluator.call(type, {})))
      return Flow::raised;
  auto *exception = llvm::dyn_cast<ExceptionObject>(value);
  if (!exception) {
    evaluator.raise(DiagnosticId::typeError, "exceptions must derive from BaseException, not " + value->typeName(evaluator));
    return Flow::raised;
  }
  if (statement.cause) {
    Value cause = evaluate(statement.cause);
    if (!cause)
      return Flow::raised;
    if (!isNone(cause) && !llvm::isa<ExceptionObject>(cause)) {
      if (auto *type = llvm::dyn_cast<ClassObject>(cause); type && type->isException)
        cause = evaluator.call(type, {});
      else
        evaluator.raise(DiagnosticId::typeError, "exception causes must derive from BaseException");
      if (evaluator.hasPending())
        return Flow::raised;
    }
    exception->cause = isNone(cause) ? nullptr : cause;
    exception->suppressContext = true;
    if (auto *first = llvm::dyn_cast<ExceptionObject>(cause); first && first->range.isValid())
      exception->notes.push_back({"raised from `" + first->instanceType->name + "`", first->range});
  }
  at(&statement);
  exception->range = {};
  evaluator.raise(exception);
  return Flow::raised;
}

bool Interpretation::recordAssert(ArrayObject *condition, Value message) {
  mlir::OpBuilder builder = evaluator.hostBuilder();
  mlir::Location location = evaluator.location();
  mlir::Value value = condition->value;
  if (!value.getType().isInteger(1))
    value = tile::CastOp::create(builder, location, builder.getI1Type(), value, /*from_unsigned=*/mlir::UnitAttr(),
                                 /*to_unsigned=*/mlir::UnitAttr());
  mlir::Value text;
  if (message) {
    Value shown = evaluator.format(message, 0, "");
    if (!shown)
      return false;
    builder = evaluator.hostBuilder();
    if (auto *run = llvm::dyn_cast<TextObject>(shown)) {
      text = run->value;
    } else {
      auto none = builder.getDenseI64ArrayAttr({});
      text = tile::FormatOp::create(builder, location, tile::TextType::get(evaluator.context()), mlir::ValueRange(),
                                    builder.getStrArrayAttr({llvm::cast<StrObject>(shown)->value}), builder.getStrArrayAttr({}),
                                    builder.getArrayAttr({}), none, none);
    }
  }
  auto assertion = tile::AssertOp::create(builder, location, value, text);
  if (evaluator.settleCheck(assertion))
    return true;
  if (message && evaluator.pendingException()->id == DiagnosticId::assertionFailed)
    evaluator.pendingException()->arguments = {message};
  return false;
}

/// Both sides of the comparison that failed, where they are known and short.
void Interpretation::noteSides(const syntax::Expr *test, const Comparison &compared) {
  auto *expr = llvm::dyn_cast<syntax::CompareExpr>(test);
  if (!expr || expr != compared.expr || llvm::isa<ArrayObject>(compared.left) || llvm::isa<ArrayObject>(compared.right))
    return;
  ExceptionObject *exception = evaluator.pendingException();
  evaluator.clearPending();
  std::optional<std::string> left = evaluator.repr(compared.left), right = left ? evaluator.repr(compared.right) : std::nullopt;
  evaluator.clearPending();
  Raised raised = evaluator.raise(exception);
  auto cut = [](const std::string &text) { return text.size() > 200 ? text.substr(0, 197) + "..." : text; };
  if (right)
    raised.note("the left side is " + cut(*left) + ", the right side " + cut(*right));
}

Flow Interpretation::executeAssert(const syntax::AssertStmt &statement) {
  lastComparison = {};
  Value condition = evaluate(statement.test);
  if (!condition)
    return Flow::raised;
  Comparison compared = lastComparison;
  at(&statement);
  auto *array = llvm::dyn_cast<ArrayObject>(condition);
  if (array && array->traced && evaluator.trace().strategy) {
    Value message = statement.message ? evaluate(statement.message) : evaluator.none();
    std::optional<Value> checked = message ? evaluator.trace().strategy->check(evaluator, condition, message) : Value(nullptr);
    if (checked)
      return *checked ? Flow::next : Flow::raised;
  }
  bool isRecorded = array && !array->traced && array->shape().empty();
  std::optional<bool> holds = isRecorded ? true : evaluator.truth(condition);
  if (!holds)
    return Flow::raised;
  if (*holds && !isRecorded)
    return Flow::next;
  Value message = statement.message ? evaluate(statement.message) : nullptr;
  if (statement.message && !message)
    return Flow::raised;
  at(&statement);
  if (isRecorded)
    return recordAssert(array, message) ? Flow::next : Flow::raised;
  at(statement.test);
  if (!message) {
    evaluator.raise(DiagnosticId::assertionFailed, "`" + evaluator.sourceText(statement.test->range).excerpt(statement.test->range) + "` does not hold");
    noteSides(statement.test, compared);
    return Flow::raised;
  }
  Value text = evaluator.format(message, 0, "");
  if (!text)
    return Flow::raised;
  at(statement.test);
  std::optional<std::string> known = text->str(evaluator);
  if (!known)
    return Flow::raised;
  at(statement.test);
  evaluator.raise(DiagnosticId::assertionFailed, *known);
  evaluator.pendingException()->arguments = {message};
  noteSides(statement.test, compared);
  return Flow::raised;
}
