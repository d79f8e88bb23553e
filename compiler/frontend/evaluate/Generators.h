// SPDX-License-Identifier: Apache-2.0
// Generators and comprehensions: code that runs a little further each time somebody asks for the next element. The walk over a
// generator's body keeps its own stack of blocks, so that it can stop at a `yield` and go on later without a thread.
#pragma once

#include "compiler/frontend/evaluate/Interpretation.h"

namespace tessera::frontend {

/// A call of a function with `yield` in it, or of an `async def`: then it is a coroutine, or with both an asynchronous generator, whose
/// awaits and yields both stop it. A statement that a `yield` stops in the middle of is run again from its beginning when the
/// generator goes on, with what it had computed taken from a log (Replay).
class GeneratorIterator final : public IteratorObject {
public:
  GeneratorIterator(Interpretation &walk, FunctionObject *function, Frame *frame);
  /// An asynchronous comprehension: the body begins with a loop, and `iterator` is what that goes over.
  GeneratorIterator(Interpretation &walk, FunctionObject *function, Frame *frame, Value iterator);
  std::optional<Value> next(Evaluator &evaluator) override { return resume(evaluator, nullptr); }
  /// Goes on with `sent` as the value of the `yield` (null: None).
  std::optional<Value> resume(Evaluator &evaluator, Value sent);
  /// Goes on with the exception raised at the `yield`.
  std::optional<Value> throwInto(Evaluator &evaluator, ExceptionObject *exception);
  /// Raises GeneratorExit at the `yield`. False with an exception pending.
  bool close();
  bool isAsync() const { return function->definition->isAsync; }
  bool isAsyncGenerator() const { return isAsync() && function->definition->isGenerator; }
  /// Whether it stopped last at a `yield` of its own, not at an `await`.
  bool hasYielded() const { return yieldedOwn; }
  bool running() const { return isRunning; }
  bool isEnded() const { return levels.empty() && !again && !delegate && !isRunning; }
  bool hasBegun() const { return isStarted; }
  IteratorObject *awaited() const { return delegate; }
  Frame *frameOfCall() const { return frame; }
  FunctionObject *called() const { return function; }
  /// The walk has come to a `yield`: null, with the generator's stop pending.
  Value reach(const syntax::Expr *expr);
  /// The walk has come to what waits for `inner`: null, with the generator's stop pending.
  Value waitAt(const syntax::Expr *expr, IteratorObject *inner);
  const syntax::Expr *stoppedAt() const { return stopped; }
  llvm::StringRef functionName() const { return function->name; }
  /// What `return` gave; null while it runs.
  Value returned = nullptr;
  Value result() const override { return returned; }
  ClassObject *type(Evaluator &evaluator) override {
    return evaluator.builtinClass(isAsyncGenerator() ? "async_generator" : isAsync() ? "coroutine" : "generator");
  }
  static bool classof(const Object *o) {
    return o->kind() == Kind::iterator && static_cast<const IteratorObject *>(o)->isGenerator;
  }

private:
  /// One open block.
  struct Level {
    enum class Role : uint8_t {
      block, forBody, whileBody, tryBody, handler, tryElse, finally, withBody,
      asyncNext, // an `async for` waits for its next element
      asyncExit, // an `async with` waits for `__aexit__`
    };
    Role role;
    syntax::Block block;
    const syntax::Stmt *owner = nullptr;
    size_t position = 0;
    ElementSource source;                              // forBody, not of an `async for`
    const syntax::ExceptClause *clause = nullptr;      // handler
    Value manager = nullptr;                           // withBody, asyncNext: the iterator
    GroupHandling *group = nullptr;                    // handler of `except*`
    size_t item = 0;                                   // withBody: which of the statement's items
    Flow saved = Flow::next;                           // finally: what goes on after it
    Value savedResult = nullptr;
    ExceptionObject *savedException = nullptr;
  };

  Value stopAt(const syntax::Expr *expr);
  void comeBack(Range call);
  /// Starts a statement: runs it whole when it holds no `yield`, else opens a level or stops at the yield.
  Flow start(const syntax::Stmt *statement);
  Flow startGuarded(const syntax::Stmt *statement);
  Flow startUnguarded(const syntax::Stmt *statement);
  Flow yieldPlainly(const syntax::Stmt *statement);
  Value yieldTuple(const syntax::TupleExpr &display);
  Flow begin(const syntax::Stmt *statement);
  Flow beginMatch(const syntax::MatchStmt &statement);
  /// Runs `part`, which may come to a `yield`; then it is run again by `goOn`.
  Flow attempt(std::function<Flow()> part);
  Flow goOn(Value value);
  std::optional<Value> finish(Flow flow, Range call);
  Flow testWhile(Level level);
  Flow turnWhile();
  Flow turnFor();
  Flow startWith(const syntax::WithStmt &statement, size_t item);
  /// Waits for `awaitable`, then goes on with its value.
  Flow waitFor(Value awaitable, std::function<Flow(Value)> then);
  Flow startAsyncFor(const syntax::ForStmt &statement, Value iterable);
  Flow nextOfAsyncFor(Level level);
  Flow startAsyncWith(const syntax::WithStmt &statement, size_t item);
  Flow leaveAsyncWith(const Level &level, Flow flow);
  Flow startGroup(Level level);
  bool closeDelegate();
  std::optional<Value> stepDelegate(Value sent, Value &result);
  /// What follows a level that ended with `flow`.
  Flow leave(Level level, Flow flow);
  Flow leaveTry(const Level &level, Flow flow);
  Flow leaveWith(const Level &level, Flow flow);
  Flow runFinally(const Level &level, Flow flow);
  void open(Level level) { levels.push_back(std::move(level)); }

  Interpretation &walk;
  Evaluator &evaluator;
  FunctionObject *function;
  Frame *frame;
  std::vector<Level> levels;
  std::vector<ExceptionObject *> handled;
  size_t below = 0; // exceptions that the caller handles, while it runs
  std::vector<std::unique_ptr<GroupHandling>> groups; // of the open `except*` statements, and earlier ones
  Value yielded = nullptr;               // set by a `yield` just reached
  const syntax::Expr *stopped = nullptr; // the `yield` that the generator stands at
  std::function<Flow()> again;           // the part of the body that it stopped
  Replay log;
  ExceptionObject *stop = nullptr;       // pending on the way out of the part
  IteratorObject *delegate = nullptr;    // of `yield from` and `await`
  std::function<Flow(Value)> then;       // with the delegate's result, where a statement waits and no expression
  Value sentInside = nullptr;            // to hand on to the delegate
  bool isStarted = false, isRunning = false, yieldedOwn = false;
  SequenceObject *freshTuple = nullptr;     // of the last `yield a, b`, which only whom it was given to may hold
  bool restsPlainly = false;                // it stands at `plainYield`: nothing is to be run again
  const syntax::Stmt *plainYield = nullptr; // a statement that is nothing but a `yield` of a value; the last one met
};

/// What an awaited object is run by; null with an exception pending.
IteratorObject *iterateAwaitable(Evaluator &evaluator, Value awaitable);

/// One step of an asynchronous generator, awaited: ends with what the generator yields.
class AsyncStep : public IteratorObject {
public:
  AsyncStep(GeneratorIterator *generator, Value sent, ExceptionObject *thrown) : generator(generator), sent(sent), thrown(thrown) {}
  std::optional<Value> next(Evaluator &evaluator) override;
  Value result() const override { return value; }
  ClassObject *type(Evaluator &evaluator) override { return evaluator.builtinClass("async_generator_asend"); }
  /// An exception to raise where it stands, instead of going on.
  void raiseNext(ExceptionObject *exception) { thrown = exception; }
  bool closes = false; // `aclose`: GeneratorExit ends it well

private:
  GeneratorIterator *generator;
  Value sent, value = nullptr;
  ExceptionObject *thrown;
};

/// Whether a `yield` of the function's own, or what waits, is below the node.
bool holdsYield(const syntax::Node *node);
/// What `Stmt::yields` says.
enum YieldNote : uint8_t {
  isNoted = 1,
  holdsAny = 2,      // a `yield`, or what waits, is in the statement
  holdsOwn = 4,      // outside of its blocks
  isNothingElse = 8, // the statement is `yield value`, whose value no other one is part of and whose own nobody takes
};
uint8_t yieldsOf(const syntax::Stmt *statement);
/// `object.__aiter__()`, which has an `__anext__`; null with an exception pending.
Value iterateAsync(Evaluator &evaluator, Value object);
/// The local name under which an asynchronous comprehension keeps what it collects.
inline constexpr llvm::StringLiteral asyncCollection = ".collection";
/// Whether it waits: it has an `async for`, or an `await` below that is its own. The first iterable is not.
bool isAsyncComprehension(const syntax::ComprehensionExpr &expr);

/// A comprehension's elements, one at a time. `value` is the dict comprehension's value of the last element.
class ComprehensionIterator : public IteratorObject {
public:
  ComprehensionIterator(Interpretation &walk, const syntax::ComprehensionExpr &expr, Frame *frame, ElementSource first)
      : walk(walk), expr(expr), frame(frame), sources(expr.clauses.size()), function(walk.function) {
    sources[0] = first;
  }
  std::optional<Value> next(Evaluator &evaluator) override;
  /// All elements, of what is no generator. False with an exception pending.
  bool fill(Evaluator &evaluator, std::vector<Value> &list);
  bool fill(Evaluator &evaluator, DictObject &dict);
  bool fill(Evaluator &evaluator, SetObject &set);
  ClassObject *type(Evaluator &evaluator) override { return evaluator.builtinClass("generator"); }
  void close() { isDone = true; }

private:
  std::optional<bool> passes(Evaluator &evaluator, const syntax::ComprehensionClause &clause);
  std::optional<Value> advance(Evaluator &evaluator);
  std::optional<Value> advanceWithin(Evaluator &evaluator);
  std::optional<bool> take(Evaluator &evaluator, size_t level, bool &isTaken);
  Interpretation &walk;
  const syntax::ComprehensionExpr &expr;
  Frame *frame;
  llvm::SmallVector<ElementSource, 1> sources; // of the clauses entered so far
  FunctionObject *function;
  Value lastValue = nullptr;
  bool isStarted = false, isDone = false;
};

} // namespace tessera::frontend
