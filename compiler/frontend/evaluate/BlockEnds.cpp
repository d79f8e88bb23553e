// SPDX-License-Identifier: Apache-2.0
// What follows a block of a generator's body that ended: the loop's next round, the handler, the `finally`, the exit of
// a `with`. A loop's next round leaves the block where it is.
#include "compiler/frontend/evaluate/Exceptions.h"
#include "compiler/frontend/evaluate/Generators.h"

using namespace tessera;
using namespace tessera::frontend;

/// The innermost block is a `for`'s: begins its next round, or its `else`. The block stays where it is; nothing else
/// changes the list of blocks while the generator runs.
Flow GeneratorIterator::turnFor() {
  Level &level = levels.back();
  auto &loop = *llvm::cast<syntax::ForStmt>(level.owner);
  walk.at(loop.iterable);
  std::optional<Value> item = evaluator.count() ? level.source.next(evaluator) : Value(nullptr);
  level.position = 0;
  if (!item) {
    level.role = Level::Role::block;
    level.block = loop.otherwise;
    return Flow::next;
  }
  if (!*item || !walk.takeElement(loop.target, *item, level.source)) {
    levels.pop_back();
    return Flow::raised;
  }
  level.block = loop.body;
  return Flow::next;
}

/// The same for a `while`.
Flow GeneratorIterator::turnWhile() {
  auto &loop = *llvm::cast<syntax::WhileStmt>(levels.back().owner);
  walk.at(loop.test);
  Value test = evaluator.count() ? walk.evaluate(loop.test) : nullptr;
  walk.at(loop.test);
  std::optional<bool> truth = Interpretation::knownTruth(test);
  if (!truth)
    truth = test ? evaluator.truth(test) : std::nullopt;
  if (!truth) {
    levels.pop_back();
    return Flow::raised;
  }
  Level &level = levels.back();
  level.position = 0;
  level.block = *truth ? loop.body : loop.otherwise;
  if (!*truth)
    level.role = Level::Role::block;
  return Flow::next;
}

/// Opens a loop's body, or its `else`.
Flow GeneratorIterator::testWhile(Level level) {
  open(std::move(level));
  return turnWhile();
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
  case Level::Role::asyncNext:
    if (flow != Flow::raised || !isPending(evaluator, "StopAsyncIteration"))
      return flow;
    evaluator.clearPending();
    level.role = Level::Role::block;
    level.position = 0;
    level.block = llvm::cast<syntax::ForStmt>(level.owner)->otherwise;
    open(level);
    return Flow::next;
  case Level::Role::asyncExit:
    return flow;
  case Level::Role::forBody:
    if (llvm::cast<syntax::ForStmt>(level.owner)->isAsync)
      return flow == Flow::next ? nextOfAsyncFor(level) : flow;
    if (flow == Flow::next) {
      open(level);
      return turnFor();
    }
    return flow;
  case Level::Role::whileBody: {
    if (flow != Flow::next)
      return flow;
    if (!(yieldsOf(level.owner) & holdsOwn))
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
    return llvm::cast<syntax::WithStmt>(level.owner)->isAsync ? leaveAsyncWith(level, flow) : leaveWith(level, flow);
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
  if (level.group && level.role == Level::Role::handler && !isFatal && (flow == Flow::next || flow == Flow::raised)) {
    if (flow == Flow::raised)
      level.group->raised.push_back(evaluator.pendingException());
    evaluator.clearPending();
    return startGroup(next);
  }
  if (level.role == Level::Role::tryBody && flow == Flow::raised && !isFatal && attempt.isGroup) {
    groups.push_back(std::make_unique<GroupHandling>());
    next.group = groups.back().get();
    next.group->original = next.group->rest = evaluator.pendingException();
    next.clause = nullptr;
    return startGroup(next);
  }
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

/// The next handler of `except*` that takes a part, or what follows the last.
Flow GeneratorIterator::startGroup(Level level) {
  auto &attempt = *llvm::cast<syntax::TryStmt>(level.owner);
  const syntax::ExceptClause *clause = level.clause ? level.clause + 1 : attempt.handlers.begin();
  for (; clause != attempt.handlers.end(); ++clause) {
    Value taken = walk.takeOfGroup(*clause, *level.group);
    if (!taken)
      return runFinally(level, Flow::raised);
    auto *part = llvm::dyn_cast<ExceptionObject>(taken);
    if (!part)
      continue;
    level.role = Level::Role::handler;
    level.block = clause->body;
    level.position = 0;
    level.clause = clause;
    open(level);
    return walk.beginHandling(*clause, part) ? Flow::next : Flow::raised;
  }
  return runFinally(level, walk.endGroup(*level.group));
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
