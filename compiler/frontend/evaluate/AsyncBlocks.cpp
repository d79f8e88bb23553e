// SPDX-License-Identifier: Apache-2.0
// What waits in a coroutine: `await`, `async for`, `async with`, and the steps of an asynchronous generator. A block
// that waits keeps what is to be done with the awaited value, and the generator stops at it as at a `yield from`.
#include "compiler/frontend/evaluate/Exceptions.h"
#include "compiler/frontend/evaluate/Generators.h"
#include "compiler/frontend/evaluate/ObjectModel.h"

using namespace tessera;
using namespace tessera::frontend;

IteratorObject *frontend::iterateAwaitable(Evaluator &evaluator, Value awaitable) {
  if (auto *generator = llvm::dyn_cast<GeneratorIterator>(awaitable)) {
    Value mark = generator->called()->attributes.find("__iterable_coroutine__"); // of `types.coroutine`
    if (generator->isAsync() && !generator->isAsyncGenerator() && generator->awaited()) {
      evaluator.raise(DiagnosticId::raised, "coroutine is being awaited already");
      return nullptr;
    }
    if ((generator->isAsync() && !generator->isAsyncGenerator()) || mark)
      return generator;
  } else if (auto *step = llvm::dyn_cast<IteratorObject>(awaitable);
             step && step->typeName(evaluator) == "async_generator_asend") {
    return step;
  }
  std::optional<Value> method =
      awaitable->instancePart() || awaitable->kind() == Kind::extension || awaitable->kind() == Kind::record
          ? awaitable->getAttribute(evaluator, "__await__")
          : std::nullopt;
  if (!method) {
    evaluator.raise(DiagnosticId::typeError,
                    "object " + awaitable->typeName(evaluator) + " can't be used in 'await' expression");
    return nullptr;
  }
  Value iterator = *method ? evaluator.call(*method, {}) : nullptr;
  if (!iterator)
    return nullptr;
  if (auto *generator = llvm::dyn_cast<GeneratorIterator>(iterator); generator && generator->isAsync()) {
    evaluator.raise(DiagnosticId::typeError, "__await__() returned a coroutine");
    return nullptr;
  }
  bool isIterator =
      llvm::isa<IteratorObject>(iterator) || (iterator->instancePart() && evaluator.hasAttribute(iterator, "__next__"));
  if (!isIterator) {
    if (!evaluator.hasPending())
      evaluator.raise(DiagnosticId::typeError,
                      "__await__() returned non-iterator of type '" + iterator->typeName(evaluator) + "'");
    return nullptr;
  }
  if (auto *known = llvm::dyn_cast<IteratorObject>(iterator))
    return known;
  return llvm::cast_or_null<IteratorObject>(iterateInstance(evaluator, iterator, iterator));
}

Flow GeneratorIterator::waitFor(Value awaitable, std::function<Flow(Value)> next) {
  IteratorObject *iterator = iterateAwaitable(evaluator, awaitable);
  if (!iterator)
    return Flow::raised;
  delegate = iterator;
  then = std::move(next);
  return Flow::next;
}

/// A special method of the object's class, called; null with an exception pending, which says what lacks it.
static Value callSpecial(Evaluator &evaluator, Value object, llvm::StringRef name, const std::string &lack,
                         llvm::ArrayRef<Value> arguments = {}) {
  std::optional<Value> method = object->getAttribute(evaluator, name);
  if (!method)
    return evaluator.raise(DiagnosticId::typeError, lack);
  return *method ? evaluator.call(*method, arguments) : nullptr;
}

Value frontend::iterateAsync(Evaluator &evaluator, Value object) {
  std::string name = object->typeName(evaluator);
  Value iterator =
      callSpecial(evaluator, object, "__aiter__", "'async for' requires an object with __aiter__ method, got " + name);
  if (iterator && !iterator->getAttribute(evaluator, "__anext__"))
    return evaluator.raise(DiagnosticId::typeError,
                           "'async for' received an object from __aiter__ that does not implement __anext__: " +
                               iterator->typeName(evaluator));
  return iterator;
}

Flow GeneratorIterator::startAsyncFor(const syntax::ForStmt &statement, Value iterable) {
  Value iterator = iterateAsync(evaluator, iterable);
  if (!iterator)
    return Flow::raised;
  Level level{};
  level.owner = &statement;
  level.role = Level::Role::forBody;
  level.manager = iterator;
  return nextOfAsyncFor(level);
}

Flow GeneratorIterator::nextOfAsyncFor(Level level) {
  auto &loop = *llvm::cast<syntax::ForStmt>(level.owner);
  walk.at(loop.iterable);
  level.role = Level::Role::asyncNext; // catches StopAsyncIteration, also of the call
  level.position = 0;
  level.block = {};
  open(level);
  Value awaitable =
      evaluator.stepInline() ? callSpecial(evaluator, level.manager, "__anext__", "no __anext__") : nullptr;
  if (!awaitable)
    return Flow::raised;
  return waitFor(awaitable, [this, level, &loop](Value item) mutable {
    levels.pop_back();
    if (!walk.assign(loop.target, item))
      return Flow::raised;
    level.role = Level::Role::forBody;
    level.block = loop.body;
    open(level);
    return Flow::next;
  });
}

Flow GeneratorIterator::startAsyncWith(const syntax::WithStmt &statement, size_t item) {
  Value manager = walk.evaluate(statement.items[item].context);
  walk.at(statement.items[item].context);
  if (!manager)
    return Flow::raised;
  std::string lack =
      "'" + manager->typeName(evaluator) + "' object does not support the asynchronous context manager protocol";
  if (!manager->getAttribute(evaluator, "__aexit__")) {
    evaluator.raise(DiagnosticId::typeError, lack + " (missed __aexit__ method)");
    return Flow::raised;
  }
  Value awaitable = callSpecial(evaluator, manager, "__aenter__", lack);
  if (!awaitable)
    return Flow::raised;
  return waitFor(awaitable, [this, &statement, item, manager](Value entered) {
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
    return isLast ? Flow::next : startAsyncWith(statement, item + 1);
  });
}

Flow GeneratorIterator::leaveAsyncWith(const Level &level, Flow flow) {
  ExceptionObject *exception = flow == Flow::raised ? evaluator.pendingException() : nullptr;
  if (exception && exception->fatal)
    return flow;
  evaluator.clearPending();
  Value none = evaluator.none();
  std::vector<Value> arguments{none, none, none};
  if (exception) {
    Value traceback = evaluator.getAttribute(exception, "__traceback__");
    arguments = {Value(exception->type(evaluator)), Value(exception), traceback ? traceback : none};
    walk.handled.push_back(exception);
  }
  Value result = walk.result;
  Value awaitable = callSpecial(evaluator, level.manager, "__aexit__", "no __aexit__", arguments);
  if (!awaitable) {
    if (exception)
      walk.handled.pop_back();
    return Flow::raised;
  }
  return waitFor(awaitable, [this, flow, exception, result](Value answer) {
    if (exception && !walk.handled.empty())
      walk.handled.pop_back();
    std::optional<bool> swallowed = exception ? evaluator.truth(answer) : std::optional<bool>(false);
    if (!swallowed)
      return Flow::raised;
    walk.result = result;
    if (!exception)
      return flow;
    if (*swallowed)
      return Flow::next;
    evaluator.raise(exception);
    return Flow::raised;
  });
}

std::optional<Value> AsyncStep::next(Evaluator &evaluator) {
  std::optional<Value> got;
  if (ExceptionObject *exception = std::exchange(thrown, nullptr))
    got = generator->throwInto(evaluator, exception);
  else
    got = generator->resume(evaluator, std::exchange(sent, nullptr));
  if (got && *got) {
    if (!generator->hasYielded())
      return got; // an `await` inside
    if (closes)
      return Value(evaluator.raise(DiagnosticId::raised, "async generator ignored GeneratorExit"));
    value = *got;
    return std::nullopt;
  }
  if (closes && (!got || isPending(evaluator, "GeneratorExit") || isPending(evaluator, "StopAsyncIteration"))) {
    evaluator.clearPending();
    return std::nullopt;
  }
  if (!got)
    return Value(evaluator.raise(evaluator.make<ExceptionObject>(evaluator.builtinClass("StopAsyncIteration"))));
  return got;
}
