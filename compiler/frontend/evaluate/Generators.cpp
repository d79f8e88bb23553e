// SPDX-License-Identifier: Apache-2.0
// The body of a generator as a stack of open blocks. `advance` runs the innermost block's next statement; a block that ends hands its
// flow to `leave`, which knows what the owning statement does then: the loop's next round, the handler, the `finally`. A statement
// without a `yield` inside is run whole by the ordinary walk.
#include "compiler/frontend/evaluate/Generators.h"
#include "compiler/frontend/evaluate/Exceptions.h"
#include "compiler/frontend/syntax/Walk.h"

using namespace tessera;
using namespace tessera::frontend;

/// Whether a `yield` of the function's own is below the node.
static bool holdsYield(const syntax::Node *node) {
  if (llvm::isa<syntax::YieldExpr>(node) || llvm::isa<syntax::YieldFromExpr>(node))
    return true;
  if (llvm::isa<syntax::FunctionDef>(node) || llvm::isa<syntax::LambdaExpr>(node) || llvm::isa<syntax::ClassDef>(node))
    return false;
  bool found = false;
  syntax::forEachChild(node, [&](syntax::Node *child) { found = found || holdsYield(child); });
  return found;
}

static bool holdsYield(const syntax::Stmt *statement, llvm::DenseMap<const syntax::Stmt *, bool> &known) {
  auto [position, isNew] = known.try_emplace(statement, false);
  if (isNew)
    position->second = holdsYield(statement);
  return position->second;
}

/// Whether a `yield` is in the statement's own expressions, outside of its blocks.
static bool holdsOwnYield(const syntax::Stmt *statement) {
  bool found = false;
  syntax::forEachChild(statement, [&](syntax::Node *child) { found = found || (!llvm::isa<syntax::Stmt>(child) && holdsYield(child)); });
  return found;
}

GeneratorIterator::GeneratorIterator(Interpretation &walk, FunctionObject *function, Frame *frame)
    : IteratorObject(/*isGenerator=*/true), walk(walk), evaluator(walk.evaluator), function(function), frame(frame) {
  Level body{};
  body.role = Level::Role::block;
  body.block = function->definition->body;
  open(body);
}

std::optional<Value> GeneratorIterator::resume(Evaluator &, Value sent) {
  if (levels.empty() && !again && !isRunning)
    return std::nullopt;
  if (isRunning)
    return Value(evaluator.raise(DiagnosticId::valueError, "generator already executing"));
  if (sent && !isNone(sent) && !isStarted)
    return Value(evaluator.raise(DiagnosticId::typeError, "can't send non-None value to a just-started generator"));
  Interpretation::Within within(walk, frame, function);
  walk.handled = handled;
  Range call = evaluator.range();
  isStarted = isRunning = true;
  yielded = nullptr;
  if (delegate) { // the `yield from` waits for what the inner one returns
    sentInside = sent;
    return finish(Flow::next, call);
  }
  return finish(again ? goOn(sent ? sent : evaluator.none()) : Flow::next, call);
}

std::optional<Value> GeneratorIterator::throwInto(Evaluator &, ExceptionObject *exception) {
  if (isRunning)
    return Value(evaluator.raise(DiagnosticId::valueError, "generator already executing"));
  if ((levels.empty() && !again) || !isStarted) {
    levels.clear();
    return Value(evaluator.raise(exception));
  }
  Interpretation::Within within(walk, frame, function);
  walk.handled = handled;
  Range call = evaluator.range();
  isRunning = true;
  yielded = nullptr;
  if (auto *inner = delegate ? llvm::dyn_cast<GeneratorIterator>(static_cast<Object *>(delegate)) : nullptr) {
    std::optional<Value> next = inner->throwInto(evaluator, exception);
    if (next && *next) {
      isRunning = false;
      return next;
    }
    delegate = nullptr;
    if (!next)
      return finish(goOn(inner->returned ? inner->returned : evaluator.none()), call);
  } else {
    evaluator.raise(exception);
  }
  delegate = nullptr;
  again = nullptr;
  log.parts.clear();
  return finish(Flow::raised, call);
}

//===-- a statement that a `yield` stops -----------------------------------------------------------------------===//

Value GeneratorIterator::reach(const syntax::Expr *expr) {
  auto *yield = llvm::dyn_cast<syntax::YieldExpr>(expr);
  const syntax::Expr *operand = yield ? yield->value : llvm::cast<syntax::YieldFromExpr>(expr)->value;
  Value value = operand ? walk.evaluate(operand) : evaluator.none();
  if (!value)
    return nullptr;
  if (yield) {
    yielded = value;
  } else {
    walk.at(expr);
    Value iterator = evaluator.iterate(value);
    if (!iterator)
      return nullptr;
    delegate = llvm::cast<IteratorObject>(iterator);
  }
  stopped = expr;
  if (!stop) {
    stop = evaluator.make<ExceptionObject>(evaluator.builtinClass("GeneratorExit"));
    stop->fatal = true;
  }
  return evaluator.raise(stop);
}

Flow GeneratorIterator::attempt(std::function<Flow()> part) {
  log.generator = this;
  log.next = 0;
  stopped = nullptr;
  walk.replay = &log;
  Flow flow = part();
  walk.replay = nullptr;
  if (flow == Flow::raised && evaluator.pendingException() == stop && stop) {
    evaluator.clearPending();
    again = std::move(part);
    return Flow::next;
  }
  log.parts.clear();
  again = nullptr;
  return flow;
}

/// The `yield` that the generator stands at has the value `value`.
Flow GeneratorIterator::goOn(Value value) {
  log.parts.resize(log.yieldAt);
  log.parts.push_back({stopped, value});
  return attempt(std::exchange(again, nullptr));
}

std::optional<Value> GeneratorIterator::finish(Flow flow, Range call) {
  while ((!levels.empty() || delegate || flow == Flow::raised) && !yielded) {
    if (delegate && flow == Flow::next) {
      auto *inner = llvm::dyn_cast<GeneratorIterator>(static_cast<Object *>(delegate));
      std::optional<Value> next = inner ? inner->resume(evaluator, std::exchange(sentInside, nullptr)) : delegate->next(evaluator);
      if (next && *next) {
        yielded = *next;
        break;
      }
      IteratorObject *ended = std::exchange(delegate, nullptr);
      flow = next ? Flow::raised : goOn(ended->result() ? ended->result() : evaluator.none());
      if (next) {
        again = nullptr;
        log.parts.clear();
      }
      continue;
    }
    if (levels.empty())
      break;
    Level &level = levels.back();
    if (flow == Flow::next && level.position < level.block.size()) {
      flow = start(level.block[level.position++]);
      continue;
    }
    Level ended = level;
    levels.pop_back();
    flow = leave(std::move(ended), flow);
  }
  isRunning = false;
  handled = walk.handled;
  if (yielded)
    return yielded;
  returned = flow == Flow::returned ? walk.result : evaluator.none();
  if (flow != Flow::raised)
    return std::nullopt;
  if (isPending(evaluator, "StopIteration")) {
    ExceptionObject *cause = evaluator.pendingException();
    evaluator.clearPending();
    evaluator.raise(DiagnosticId::raised, "generator raised StopIteration");
    evaluator.pendingException()->cause = cause;
    evaluator.pendingException()->context = cause;
    evaluator.pendingException()->suppressContext = true;
  }
  if (ExceptionObject *exception = evaluator.pendingException(); exception && exception->stack.size() < 12 && call.isValid())
    exception->stack.push_back({"in `" + function->name + "`, resumed here", evaluator.where(call)});
  return Value(nullptr);
}

Flow GeneratorIterator::start(const syntax::Stmt *statement) {
  walk.at(statement);
  if (!evaluator.step())
    return Flow::raised;
  if (!holdsYield(statement, walk.yields)) {
    std::optional<Evaluator::CatchScope> catching;
    if (llvm::any_of(levels, [](const Level &level) { return level.role == Level::Role::tryBody || level.role == Level::Role::withBody; }))
      catching.emplace(evaluator);
    return walk.execute(statement);
  }
  if (!holdsOwnYield(statement))
    return begin(statement);
  return attempt([this, statement] { return begin(statement); });
}

/// Runs a simple statement; evaluates a compound statement's head and opens the block that it leads to.
Flow GeneratorIterator::begin(const syntax::Stmt *statement) {
  Level level{};
  level.owner = statement;
  if (auto *branch = llvm::dyn_cast<syntax::IfStmt>(statement)) {
    level.role = Level::Role::block;
    level.block = branch->otherwise;
    for (const syntax::IfClause &clause : branch->clauses) {
      Value test = walk.evaluate(clause.test);
      walk.at(clause.test);
      std::optional<bool> truth = test ? evaluator.truth(test) : std::nullopt;
      if (!truth)
        return Flow::raised;
      if (*truth) {
        level.block = clause.body;
        break;
      }
    }
    open(level);
    return Flow::next;
  }
  if (auto *loop = llvm::dyn_cast<syntax::ForStmt>(statement)) {
    Value iterable = walk.evaluate(loop->iterable);
    walk.at(loop->iterable);
    Value iterator = iterable ? evaluator.iterate(iterable) : nullptr;
    if (!iterator)
      return Flow::raised;
    level.role = Level::Role::forBody;
    level.iterator = llvm::cast<IteratorObject>(iterator);
    return leave(level, Flow::next);
  }
  if (llvm::isa<syntax::WhileStmt>(statement)) {
    level.role = Level::Role::whileBody;
    return testWhile(level);
  }
  if (auto *match = llvm::dyn_cast<syntax::MatchStmt>(statement))
    return beginMatch(*match);
  if (auto *with = llvm::dyn_cast<syntax::WithStmt>(statement))
    return startWith(*with, 0);
  auto *guarded = llvm::dyn_cast<syntax::TryStmt>(statement);
  if (!guarded)
    return walk.execute(statement);
  level.role = Level::Role::tryBody;
  level.block = guarded->body;
  open(level);
  return Flow::next;
}

Flow GeneratorIterator::beginMatch(const syntax::MatchStmt &statement) {
  Value subject = walk.evaluate(statement.subject);
  if (!subject)
    return Flow::raised;
  Level level{};
  level.role = Level::Role::block;
  level.owner = &statement;
  for (const syntax::MatchCase &one : statement.cases) {
    std::optional<bool> matched = walk.match(one.pattern, subject);
    if (matched && *matched && one.guard) {
      Value guard = walk.evaluate(one.guard);
      matched = guard ? evaluator.truth(guard) : std::nullopt;
    }
    if (!matched)
      return Flow::raised;
    if (!*matched)
      continue;
    level.block = one.body;
    open(level);
    return Flow::next;
  }
  return Flow::next;
}

Flow GeneratorIterator::startWith(const syntax::WithStmt &statement, size_t item) {
  Value manager = walk.evaluate(statement.items[item].context);
  walk.at(statement.items[item].context);
  Value entered = manager ? manager->enter(evaluator) : nullptr;
  if (!entered)
    return Flow::raised;
  Level level{};
  level.role = Level::Role::withBody;
  level.owner = &statement;
  level.manager = manager;
  level.item = item;
  bool isLast = item + 1 == statement.items.size();
  if (isLast)
    level.block = statement.body;
  open(level);
  if (statement.items[item].target && !walk.assign(statement.items[item].target, entered))
    return Flow::raised;
  return isLast ? Flow::next : startWith(statement, item + 1);
}

//===-- leaving ------------------------------------------------------------------------------------------------===//

Flow GeneratorIterator::nextOfFor(const Level &ended) {
  auto &loop = *llvm::cast<syntax::ForStmt>(ended.owner);
  walk.at(loop.iterable);
  std::optional<Value> item = evaluator.step() ? ended.iterator->next(evaluator) : Value(nullptr);
  Level level = ended;
  level.position = 0;
  level.block = loop.body;
  if (!item) {
    level.role = Level::Role::block;
    level.block = loop.otherwise;
  } else if (!*item || !walk.assign(loop.target, *item)) {
    return Flow::raised;
  }
  open(level);
  return Flow::next;
}

/// Opens a loop's body, or its `else`.
Flow GeneratorIterator::testWhile(Level level) {
  auto &loop = *llvm::cast<syntax::WhileStmt>(level.owner);
  walk.at(loop.test);
  Value test = evaluator.step() ? walk.evaluate(loop.test) : nullptr;
  walk.at(loop.test);
  std::optional<bool> truth = test ? evaluator.truth(test) : std::nullopt;
  if (!truth)
    return Flow::raised;
  level.position = 0;
  level.block = *truth ? loop.body : loop.otherwise;
  if (!*truth)
    level.role = Level::Role::block;
  open(level);
  return Flow::next;
}

Flow GeneratorIterator::leave(Level level, Flow flow) {
  bool isLoop = level.role == Level::Role::forBody || level.role == Level::Role::whileBody;
  if (isLoop && flow == Flow::breakLoop)
    return Flow::next;
  if (isLoop && flow == Flow::continueLoop)
    flow = Flow::next;
  switch (level.role) {
  case Level::Role::block:
    return flow;
  case Level::Role::forBody:
    return flow == Flow::next ? nextOfFor(level) : flow;
  case Level::Role::whileBody: {
    if (flow != Flow::next)
      return flow;
    if (!holdsOwnYield(level.owner))
      return testWhile(level);
    return attempt([this, level] { return testWhile(level); });
  }
  case Level::Role::tryBody:
  case Level::Role::handler:
  case Level::Role::tryElse:
    return leaveTry(level, flow);
  case Level::Role::finally:
    if (flow != Flow::next)
      return flow;
    if (level.saved == Flow::raised)
      evaluator.raise(level.savedException);
    walk.result = level.savedResult;
    return level.saved;
  case Level::Role::withBody:
    return leaveWith(level, flow);
  }
  return flow;
}

Flow GeneratorIterator::leaveTry(const Level &level, Flow flow) {
  auto &attempt = *llvm::cast<syntax::TryStmt>(level.owner);
  Level next = level;
  next.position = 0;
  if (level.role == Level::Role::handler)
    walk.endHandling(*level.clause);
  bool isFatal = flow == Flow::raised && evaluator.pendingException()->fatal;
  if (level.role == Level::Role::tryBody && flow == Flow::next && !attempt.otherwise.empty()) {
    next.role = Level::Role::tryElse;
    next.block = attempt.otherwise;
    open(next);
    return Flow::next;
  }
  if (level.role == Level::Role::tryBody && flow == Flow::raised && !isFatal) {
    ExceptionObject *exception = evaluator.pendingException();
    for (const syntax::ExceptClause &clause : attempt.handlers) {
      std::optional<bool> caught = walk.matches(clause, exception);
      if (!caught)
        break;
      if (!*caught)
        continue;
      next.role = Level::Role::handler;
      next.block = clause.body;
      next.clause = &clause;
      open(next);
      return walk.beginHandling(clause, exception) ? Flow::next : Flow::raised;
    }
  }
  return isFatal ? flow : runFinally(next, flow);
}

Flow GeneratorIterator::runFinally(const Level &level, Flow flow) {
  auto &attempt = *llvm::cast<syntax::TryStmt>(level.owner);
  if (attempt.finally.empty())
    return flow;
  Level last = level;
  last.role = Level::Role::finally;
  last.block = attempt.finally;
  last.position = 0;
  last.saved = flow;
  last.savedResult = walk.result;
  last.savedException = evaluator.pendingException();
  evaluator.clearPending();
  open(last);
  return Flow::next;
}

Flow GeneratorIterator::leaveWith(const Level &level, Flow flow) {
  ExceptionObject *exception = flow == Flow::raised ? evaluator.pendingException() : nullptr;
  if (exception && exception->fatal)
    return flow;
  evaluator.clearPending();
  Value result = walk.result;
  if (exception)
    walk.handled.push_back(exception);
  std::optional<bool> swallowed = level.manager->exit(evaluator, exception);
  if (exception)
    walk.handled.pop_back();
  walk.result = result;
  if (!swallowed)
    return Flow::raised;
  if (!exception)
    return flow;
  if (*swallowed)
    return Flow::next;
  evaluator.raise(exception);
  return Flow::raised;
}

//===-- comprehensions -----------------------------------------------------------------------------------------===//

std::optional<bool> ComprehensionIterator::passes(Evaluator &evaluator, const syntax::ComprehensionClause &clause) {
  for (const syntax::Expr *condition : clause.conditions) {
    Value value = walk.evaluate(condition);
    walk.at(condition);
    std::optional<bool> truth = value ? evaluator.truth(value) : std::nullopt;
    if (!truth || !*truth)
      return truth;
  }
  return true;
}

std::optional<Value> ComprehensionIterator::next(Evaluator &evaluator) {
  if (isDone)
    return std::nullopt;
  Interpretation::Within within(walk, frame, function);
  size_t level = isStarted ? iterators.size() - 1 : 0;
  isStarted = true;
  while (true) {
    const syntax::ComprehensionClause &clause = expr.clauses[level];
    walk.at(clause.iterable);
    std::optional<Value> item = evaluator.step() ? iterators[level]->next(evaluator) : Value(nullptr);
    if (!item) {
      isDone = level == 0;
      if (isDone)
        return std::nullopt;
      --level;
      continue;
    }
    std::optional<bool> taken = *item && walk.assign(clause.target, *item) ? passes(evaluator, clause) : std::nullopt;
    if (!taken)
      return Value(nullptr);
    if (!*taken)
      continue;
    if (level + 1 < iterators.size()) {
      Value inner = walk.evaluate(expr.clauses[++level].iterable);
      walk.at(expr.clauses[level].iterable);
      Value iterator = inner ? evaluator.iterate(inner) : nullptr;
      if (!iterator)
        return Value(nullptr);
      iterators[level] = llvm::cast<IteratorObject>(iterator);
      continue;
    }
    Value element = walk.evaluate(expr.element);
    if (element && expr.value && !(lastValue = walk.evaluate(expr.value)))
      return Value(nullptr);
    return element;
  }
}
