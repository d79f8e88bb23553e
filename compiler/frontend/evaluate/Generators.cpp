// SPDX-License-Identifier: Apache-2.0
// The body of a generator as a stack of open blocks. `advance` runs the innermost block's next statement; a block that ends hands its
// flow to `leave`, which knows what the owning statement does then: the loop's next round, the handler, the `finally`. A statement
// without a `yield` inside is run whole by the ordinary walk.
#include "compiler/frontend/evaluate/Generators.h"
#include "compiler/frontend/evaluate/Exceptions.h"
#include "compiler/frontend/evaluate/ObjectModel.h"
#include "compiler/frontend/syntax/Walk.h"
#include "llvm/ADT/ScopeExit.h"

using namespace tessera;
using namespace tessera::frontend;

bool frontend::holdsYield(const syntax::Node *node) {
  if (llvm::isa<syntax::YieldExpr>(node) || llvm::isa<syntax::YieldFromExpr>(node) || llvm::isa<syntax::AwaitExpr>(node))
    return true;
  if (auto *loop = llvm::dyn_cast<syntax::ForStmt>(node); loop && loop->isAsync)
    return true;
  if (auto *with = llvm::dyn_cast<syntax::WithStmt>(node); with && with->isAsync)
    return true;
  if (llvm::isa<syntax::FunctionDef>(node) || llvm::isa<syntax::LambdaExpr>(node) || llvm::isa<syntax::ClassDef>(node))
    return false;
  // The rest of a comprehension is a function of its own, which is waited for unless it is a generator.
  if (auto *comprehension = llvm::dyn_cast<syntax::ComprehensionExpr>(node)) {
    if (comprehension->result != syntax::ComprehensionExpr::Result::generator && isAsyncComprehension(*comprehension))
      return true;
    return holdsYield(comprehension->clauses.front().iterable);
  }
  bool found = false;
  syntax::forEachChild(node, [&](syntax::Node *child) { found = found || holdsYield(child); });
  return found;
}

/// Whether a `yield` is in the statement's own expressions, outside of its blocks.
static bool findOwnYield(const syntax::Stmt *statement) {
  bool found = false;
  syntax::forEachChild(statement, [&](syntax::Node *child) { found = found || (!llvm::isa<syntax::Stmt>(child) && holdsYield(child)); });
  return found;
}

static bool isPlainYield(const syntax::Stmt *statement) {
  auto *whole = llvm::dyn_cast<syntax::ExprStmt>(statement);
  auto *yield = whole ? llvm::dyn_cast<syntax::YieldExpr>(whole->value) : nullptr;
  return yield && !(yield->value && holdsYield(yield->value));
}

uint8_t frontend::yieldsOf(const syntax::Stmt *statement) {
  if (!statement->yields)
    statement->yields = isNoted | (holdsYield(statement) ? holdsAny : 0) | (findOwnYield(statement) ? holdsOwn : 0) |
                        (isPlainYield(statement) ? isNothingElse : 0);
  return statement->yields;
}

GeneratorIterator::GeneratorIterator(Interpretation &walk, FunctionObject *function, Frame *frame)
    : IteratorObject(/*isGenerator=*/true), walk(walk), evaluator(walk.evaluator), function(function), frame(frame) {
  Level body{};
  body.role = Level::Role::block;
  body.block = function->definition->body;
  open(body);
}

GeneratorIterator::GeneratorIterator(Interpretation &walk, FunctionObject *function, Frame *frame, Value iterator)
    : GeneratorIterator(walk, function, frame) {
  levels.back().position = 1; // behind the loop, which goes on at once
  auto *loop = llvm::cast<syntax::ForStmt>(function->definition->body.front());
  Level level{};
  level.role = Level::Role::forBody;
  level.owner = loop;
  if (loop->isAsync)
    level.manager = iterator;
  else
    level.source = ElementSource(llvm::cast<IteratorObject>(iterator));
  open(level);
}

static std::string describe(const GeneratorIterator &generator) {
  return generator.isAsyncGenerator() ? "async generator" : generator.isAsync() ? "coroutine" : "generator";
}

/// After the generator was left: the frame that asked it is where it was, and what is pending passes that.
void GeneratorIterator::comeBack(Range call) {
  walk.at(call);
  if (ExceptionObject *exception = evaluator.pendingException())
    walk.notePassage(*exception, call);
}

std::optional<Value> GeneratorIterator::resume(Evaluator &, Value sent) {
  if (isRunning)
    return Value(evaluator.raise(DiagnosticId::valueError, describe(*this) + " already executing"));
  if (isEnded()) {
    if (isAsync() && !isAsyncGenerator())
      return Value(evaluator.raise(DiagnosticId::raised, "cannot reuse already awaited coroutine"));
    returned = nullptr;
    return std::nullopt;
  }
  if (sent && !isNone(sent) && !isStarted)
    return Value(evaluator.raise(DiagnosticId::typeError, "can't send non-None value to a just-started " + describe(*this)));
  Range call = evaluator.range();
  auto back = llvm::make_scope_exit([&] { comeBack(call); });
  Interpretation::Within within(walk, frame, function);
  below = walk.handled.size();
  if (!handled.empty())
    walk.handled.insert(walk.handled.end(), handled.begin(), handled.end());
  isStarted = isRunning = true;
  yielded = nullptr;
  if (delegate) { // the `yield from` waits for what the inner one returns
    sentInside = sent;
    return finish(Flow::next, call);
  }
  if (std::exchange(restsPlainly, false)) { // the step that the statement takes as it ends
    walk.at(plainYield);
    return finish(evaluator.count() ? Flow::next : Flow::raised, call);
  }
  return finish(again ? goOn(sent ? sent : evaluator.none()) : Flow::next, call);
}

/// Closes what a `yield from` stands at. False with an exception pending.
bool GeneratorIterator::closeDelegate() {
  IteratorObject *inner = std::exchange(delegate, nullptr);
  if (auto *generator = llvm::dyn_cast<GeneratorIterator>(static_cast<Object *>(inner)))
    return generator->close();
  if (!inner->source)
    return true;
  std::optional<Value> method = inner->source->getAttribute(evaluator, "close");
  if (!method)
    return true;
  return *method && evaluator.call(*method, {});
}

std::optional<Value> GeneratorIterator::throwInto(Evaluator &, ExceptionObject *exception) {
  if (isRunning)
    return Value(evaluator.raise(DiagnosticId::valueError, describe(*this) + " already executing"));
  if (isEnded() || !isStarted) {
    bool isSpent = isEnded() && isAsync() && !isAsyncGenerator();
    levels.clear();
    if (isSpent)
      return Value(evaluator.raise(DiagnosticId::raised, "cannot reuse already awaited coroutine"));
    return Value(evaluator.raise(exception));
  }
  Range call = evaluator.range();
  auto back = llvm::make_scope_exit([&] { comeBack(call); });
  Interpretation::Within within(walk, frame, function);
  below = walk.handled.size();
  walk.handled.insert(walk.handled.end(), handled.begin(), handled.end());
  isRunning = true;
  yielded = nullptr;
  auto fail = [&](bool isPendingAlready) {
    delegate = nullptr;
    again = nullptr;
    restsPlainly = false;
    then = nullptr;
    log.parts.clear();
    if (!isPendingAlready)
      evaluator.raise(exception);
    return finish(Flow::raised, call);
  };
  if (!delegate)
    return fail(false);
  if (exception->instanceType->isSubclassOf(evaluator.builtinClass("GeneratorExit")))
    return fail(!closeDelegate());
  auto *inner = llvm::dyn_cast<GeneratorIterator>(static_cast<Object *>(delegate));
  std::optional<Value> next;
  Value result = nullptr;
  if (inner) {
    next = inner->throwInto(evaluator, exception);
    result = inner->returned;
  } else {
    std::optional<Value> method = delegate->source ? delegate->source->getAttribute(evaluator, "throw") : std::nullopt;
    if (!method)
      return fail(false);
    next = *method ? evaluator.call(*method, {Value(exception)}) : nullptr;
    if (!*next && isPending(evaluator, "StopIteration")) {
      const std::vector<Value> &arguments = evaluator.pendingException()->arguments;
      result = arguments.empty() ? nullptr : arguments[0];
      evaluator.clearPending();
      next = std::nullopt;
    }
  }
  if (next && *next) {
    isRunning = false;
    return next;
  }
  if (next)
    return fail(true);
  delegate = nullptr;
  result = result ? result : evaluator.none();
  return finish(then ? std::exchange(then, nullptr)(result) : goOn(result), call);
}

bool GeneratorIterator::close() {
  if (isEnded())
    return true;
  auto *exit = evaluator.make<ExceptionObject>(evaluator.builtinClass("GeneratorExit"));
  std::optional<Value> value = throwInto(evaluator, exit);
  if (value && *value)
    return evaluator.raise(DiagnosticId::raised, describe(*this) + " ignored GeneratorExit"), false;
  if (value && !isPending(evaluator, "GeneratorExit") && !isPending(evaluator, "StopIteration"))
    return false;
  evaluator.clearPending();
  return true;
}

//===-- a statement that a `yield` stops -----------------------------------------------------------------------===//

Value GeneratorIterator::reach(const syntax::Expr *expr) {
  auto *yield = llvm::dyn_cast<syntax::YieldExpr>(expr);
  auto *await = llvm::dyn_cast<syntax::AwaitExpr>(expr);
  const syntax::Expr *operand = yield ? yield->value : await ? await->value : llvm::cast<syntax::YieldFromExpr>(expr)->value;
  Value value = operand ? walk.evaluate(operand) : evaluator.none();
  if (!value)
    return nullptr;
  if (yield) {
    yielded = value;
    yieldedOwn = true;
  } else {
    walk.at(expr);
    Value iterator = await ? static_cast<Value>(iterateAwaitable(evaluator, value)) : evaluator.iterate(value);
    if (!iterator)
      return nullptr;
    delegate = llvm::cast<IteratorObject>(iterator);
  }
  return stopAt(expr);
}

Value GeneratorIterator::waitAt(const syntax::Expr *expr, IteratorObject *inner) {
  delegate = inner;
  return stopAt(expr);
}

Value GeneratorIterator::stopAt(const syntax::Expr *expr) {
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

/// The next element of what a `yield from` or an `await` stands at, which is sent `sent`; at its end what it returned.
std::optional<Value> GeneratorIterator::stepDelegate(Value sent, Value &result) {
  std::optional<Value> next;
  if (stopped && !then)
    walk.at(stopped);
  if (auto *inner = llvm::dyn_cast<GeneratorIterator>(static_cast<Object *>(delegate))) {
    next = inner->resume(evaluator, sent);
  } else if (!sent || isNone(sent)) {
    next = delegate->next(evaluator);
  } else {
    Value receiver = delegate->source ? delegate->source : Value(delegate);
    Value method = evaluator.getAttribute(receiver, "send");
    next = method ? evaluator.call(method, {sent}) : nullptr;
    if (*next || !isPending(evaluator, "StopIteration"))
      return next;
    const std::vector<Value> &arguments = evaluator.pendingException()->arguments;
    result = arguments.empty() ? nullptr : arguments[0];
    evaluator.clearPending();
    return std::nullopt;
  }
  result = delegate->result();
  return next;
}

std::optional<Value> GeneratorIterator::finish(Flow flow, Range call) {
  while ((!levels.empty() || delegate || flow == Flow::raised) && !yielded) {
    if (delegate && flow == Flow::next) {
      Value result = nullptr;
      std::optional<Value> next = stepDelegate(std::exchange(sentInside, nullptr), result);
      if (next && *next) {
        yielded = *next;
        yieldedOwn = false;
        break;
      }
      delegate = nullptr;
      if (next) {
        flow = Flow::raised;
        again = nullptr;
        then = nullptr;
        log.parts.clear();
      } else {
        result = result ? result : evaluator.none();
        flow = then ? std::exchange(then, nullptr)(result) : goOn(result);
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
    if (flow == Flow::next && level.role == Level::Role::forBody && !level.manager) {
      flow = turnFor();
      continue;
    }
    if (flow == Flow::next && level.role == Level::Role::whileBody && !(yieldsOf(level.owner) & holdsOwn)) {
      flow = turnWhile();
      continue;
    }
    Level ended = level;
    levels.pop_back();
    flow = leave(std::move(ended), flow);
  }
  isRunning = false;
  if (!handled.empty() || walk.handled.size() > below)
    handled.assign(walk.handled.begin() + static_cast<ptrdiff_t>(std::min(below, walk.handled.size())),
                   walk.handled.end());
  if (yielded)
    return yielded;
  returned = flow == Flow::returned ? walk.result : evaluator.none();
  if (flow != Flow::raised)
    return std::nullopt;
  const char *refused = isPending(evaluator, "StopIteration") ? "StopIteration" : isAsyncGenerator() && isPending(evaluator, "StopAsyncIteration") ? "StopAsyncIteration" : nullptr;
  if (refused) {
    ExceptionObject *cause = evaluator.pendingException();
    evaluator.clearPending();
    evaluator.raise(DiagnosticId::raised, describe(*this) + " raised " + refused);
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
  if (!evaluator.stepInline())
    return Flow::raised;
  for (const Level &level : levels)
    if (level.role == Level::Role::tryBody || level.role == Level::Role::withBody)
      return startGuarded(statement);
  return startUnguarded(statement);
}

/// What the statement asks of the library, it asks inside the `try` blocks that are open here.
Flow GeneratorIterator::startGuarded(const syntax::Stmt *statement) {
  size_t around = walk.guards.size();
  for (const Level &level : levels)
    if (auto *attempt = llvm::dyn_cast_or_null<syntax::TryStmt>(level.owner); attempt && level.role == Level::Role::tryBody)
      walk.guards.push_back({attempt, frame, function});
  std::optional<Evaluator::CatchScope> catching;
  if (!(yieldsOf(statement) & holdsAny))
    catching.emplace(evaluator);
  Flow flow = startUnguarded(statement);
  walk.guards.resize(around);
  return flow;
}

Flow GeneratorIterator::startUnguarded(const syntax::Stmt *statement) {
  uint8_t yields = yieldsOf(statement);
  if (!(yields & holdsAny))
    return walk.execute(statement);
  if (yields & isNothingElse && evaluator.phase != EvaluationPhase::collecting)
    return yieldPlainly(statement);
  if (!(yields & holdsOwn))
    return begin(statement);
  return attempt([this, statement] { return begin(statement); });
}

/// The tuple of `yield a, b`, which nothing else holds. A loop that has taken it apart gives it back, and it serves the
/// next such `yield`; what the loop gave back is another one where the generator went on meanwhile.
Value GeneratorIterator::yieldTuple(const syntax::TupleExpr &display) {
  SequenceObject *spare = std::exchange(spareTuple, nullptr);
  if (!spare || spare != std::exchange(freshTuple, nullptr)) {
    Value made = walk.evaluate(&display);
    freshTuple = llvm::dyn_cast_or_null<TupleObject>(made);
    givesFreshTuples = freshTuple;
    return made;
  }
  if (!evaluator.stepInline())
    return nullptr;
  std::vector<Value> items = std::exchange(spare->items, {});
  items.clear();
  if (!walk.evaluateElements(display.elements, items))
    return nullptr;
  spare->items = std::move(items);
  return freshTuple = spare;
}

Flow GeneratorIterator::yieldPlainly(const syntax::Stmt *statement) {
  auto *yield = llvm::cast<syntax::YieldExpr>(llvm::cast<syntax::ExprStmt>(statement)->value);
  if (!evaluator.count() || !evaluator.count()) // the statement's and the expression's
    return Flow::raised;
  auto *display = llvm::dyn_cast_or_null<syntax::TupleExpr>(yield->value);
  Value value = display ? yieldTuple(*display) : yield->value ? walk.evaluate(yield->value) : evaluator.none();
  if (!value)
    return Flow::raised;
  yielded = value;
  yieldedOwn = restsPlainly = true;
  plainYield = statement;
  return Flow::next;
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
    if (loop->isAsync)
      return iterable ? startAsyncFor(*loop, iterable) : Flow::raised;
    if (!iterable || !level.source.open(evaluator, iterable))
      return Flow::raised;
    level.role = Level::Role::forBody;
    open(level);
    return turnFor();
  }
  if (llvm::isa<syntax::WhileStmt>(statement)) {
    level.role = Level::Role::whileBody;
    return testWhile(level);
  }
  if (auto *match = llvm::dyn_cast<syntax::MatchStmt>(statement))
    return beginMatch(*match);
  if (auto *with = llvm::dyn_cast<syntax::WithStmt>(statement))
    return with->isAsync ? startAsyncWith(*with, 0) : startWith(*with, 0);
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
