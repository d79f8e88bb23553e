// SPDX-License-Identifier: Apache-2.0
// `if`, `for` and `while` whose condition only the run knows, in a trace that records them: `scf.if`, `scf.for`, `scf.while`.
//
// Python assigns, SSA does not; the names that a body assigns and that exist before it are what a loop carries. Worked example:
//
//   acc = 0.0                          %r = scf.for %i = %0 to %n step %1 iter_args(%acc = %init) -> (tensor<64xf32>) {
//   for i in range(n):                   %s = arith.addf %acc, %x
//       t = x + acc                      scf.yield %s
//       acc = t                        }
//
// `acc` is carried; `t` exists only inside. A name's object is taken apart into its IR values (`collectValues`), and put together again
// around the loop's values (`rebuild`), so tuples, pointers and records are carried like arrays. A branch is recorded into a
// region of its own, then both ends are compared name by name. Where a branch returns, the rest of the function becomes part of the
// other branch, and the `scf.if` gives what the function returns. Rejected: a pass over the tree that computes liveness first; the
// objects know better what they hold than the text does.
#include "compiler/frontend/evaluate/Interpretation.h"
#include "compiler/frontend/evaluate/Discard.h"
#include "compiler/frontend/evaluate/Recording.h"

using namespace tessera;
using namespace tessera::frontend;

namespace {
using Names = llvm::SetVector<llvm::StringRef>;

void collectTargets(const syntax::Expr *target, Names &names) {
  if (auto *name = llvm::dyn_cast<syntax::NameExpr>(target))
    names.insert(name->name);
  else if (auto *tuple = llvm::dyn_cast<syntax::TupleExpr>(target))
    for (const syntax::Expr *element : tuple->elements)
      collectTargets(element, names);
  else if (auto *list = llvm::dyn_cast<syntax::ListExpr>(target))
    for (const syntax::Expr *element : list->elements)
      collectTargets(element, names);
  else if (auto *star = llvm::dyn_cast<syntax::StarredExpr>(target))
    collectTargets(star->value, names);
}

/// Names that running `block` may bind in its own scope.
void collectAssigned(syntax::Block block, Names &names) {
  for (const syntax::Stmt *statement : block) {
    if (auto *assignment = llvm::dyn_cast<syntax::AssignStmt>(statement)) {
      for (const syntax::Expr *target : assignment->targets)
        collectTargets(target, names);
    } else if (auto *update = llvm::dyn_cast<syntax::AugAssignStmt>(statement)) {
      collectTargets(update->target, names);
    } else if (auto *annotated = llvm::dyn_cast<syntax::AnnAssignStmt>(statement)) {
      collectTargets(annotated->target, names);
    } else if (auto *loop = llvm::dyn_cast<syntax::ForStmt>(statement)) {
      collectTargets(loop->target, names);
      collectAssigned(loop->body, names);
      collectAssigned(loop->otherwise, names);
    } else if (auto *repeat = llvm::dyn_cast<syntax::WhileStmt>(statement)) {
      collectAssigned(repeat->body, names);
      collectAssigned(repeat->otherwise, names);
    } else if (auto *branch = llvm::dyn_cast<syntax::IfStmt>(statement)) {
      for (const syntax::IfClause &clause : branch->clauses)
        collectAssigned(clause.body, names);
      collectAssigned(branch->otherwise, names);
    } else if (auto *with = llvm::dyn_cast<syntax::WithStmt>(statement)) {
      collectAssigned(with->body, names);
    }
  }
}

llvm::SmallVector<mlir::Value> valuesOf(Value value) {
  llvm::SmallVector<mlir::Value> values;
  value->collectValues(values);
  return values;
}

std::string typesOf(llvm::ArrayRef<mlir::Value> values) {
  std::string text;
  llvm::raw_string_ostream os(text);
  llvm::interleaveComma(values, os, [&](mlir::Value value) { os << value.getType(); });
  return text.empty() ? "no array" : text;
}

bool holdsPointer(Value value) {
  auto *sequence = llvm::dyn_cast<SequenceObject>(value);
  return llvm::isa<PointerObject>(value) || (sequence && llvm::any_of(sequence->items, holdsPointer));
}

bool sameTypes(llvm::ArrayRef<mlir::Value> a, llvm::ArrayRef<mlir::Value> b) {
  return a.size() == b.size() && llvm::all_of(llvm::zip(a, b), [](auto pair) {
           return std::get<0>(pair).getType() == std::get<1>(pair).getType();
         });
}
} // namespace

bool Interpretation::recordsControlFlow() const {
  TraceStrategy *strategy = evaluator.currentTrace->strategy;
  return strategy && strategy->recordsControlFlow();
}

bool Interpretation::isRecorded(Value value) const {
  auto *array = llvm::dyn_cast_or_null<ArrayObject>(value);
  return array && array->traced && recordsControlFlow();
}

Value Interpretation::recordBool(const syntax::BoolExpr &expr, size_t first, Value value) {
  bool isAnd = expr.op == syntax::BoolOp::logicalAnd;
  auto asBoolean = [&](Value operand) -> Value {
    auto *array = llvm::dyn_cast_or_null<ArrayObject>(operand);
    return array && array->dtype != numerics::DType::boolean ? evaluator.compare(CompareOp::notEqual, operand, evaluator.integer(0)) : operand;
  };
  value = asBoolean(value);
  for (size_t i = first + 1; value && i < expr.operands.size(); ++i) {
    Value next = evaluate(expr.operands[i]);
    at(expr.operands[i]);
    if (next && !llvm::isa<ArrayObject>(next)) {
      std::optional<bool> known = evaluator.truth(next);
      next = known ? evaluator.boolean(*known) : nullptr;
    }
    next = asBoolean(next);
    at(&expr);
    value = next ? evaluator.binary(isAnd ? BinaryOp::bitAnd : BinaryOp::bitOr, value, next) : nullptr;
  }
  return value;
}

Flow Interpretation::refuseExit(Flow flow, llvm::StringRef loop) {
  if (flow == Flow::next || flow == Flow::raised)
    return flow;
  const char *what = flow == Flow::returned ? "`return`" : flow == Flow::breakLoop ? "`break`" : "`continue`";
  if (evaluator.trace().strategy->forbidsLeavingLoops()) {
    evaluator.raise(DiagnosticId::typeError, std::string(what) + " is not supported inside " + loop.str() + " that only the run decides").note("carry a condition, and use `tl.where`");
    return Flow::raised;
  }
  evaluator.notSupported(std::string(what) + " inside " + loop.str() + " that only the run decides");
  return Flow::raised;
}

/// What a loop carries: each name with its object before the loop.
struct Interpretation::Carried {
  llvm::SmallVector<llvm::StringRef> names;
  llvm::SmallVector<Value> objects;
  llvm::SmallVector<mlir::Value> initial;
  llvm::SmallVector<llvm::StringRef> inner; // bound in the body only
  llvm::SmallVector<std::pair<size_t, Value>> became; // see closeLoop
  unsigned attempts = 0;
  LoopBounds bounds; // of a `for`

  /// Each attempt widens a pointer or adds to what it may point to, so there are few.
  bool mayBeginAgain(llvm::ArrayRef<mlir::Value> found, Value before) const {
    return attempts < 8 && !found.empty() && llvm::isa<PointerObject, SequenceObject>(before) && holdsPointer(before);
  }
};

bool Interpretation::openLoop(const syntax::Stmt *statement, syntax::Block body, const syntax::Expr *target, Carried &carried) {
  Names names;
  collectAssigned(body, names);
  Names targets;
  if (target)
    collectTargets(target, targets);
  for (llvm::StringRef name : names) {
    Value value = frame->locals.lookup(name.data());
    if (!value || targets.contains(name)) {
      carried.inner.push_back(name);
      continue;
    }
    at(statement);
    value = evaluator.currentTrace->strategy->carry(evaluator, value, nullptr);
    if (!value)
      return false;
    carried.names.push_back(name);
    carried.objects.push_back(value);
    value->collectValues(carried.initial);
  }
  for (llvm::StringRef name : targets)
    carried.inner.push_back(name);
  return true;
}

/// Binds the carried names to objects around `values`.
bool Interpretation::rebind(Carried &carried, llvm::ArrayRef<mlir::Value> values) {
  for (size_t i = 0; i < carried.names.size(); ++i) {
    Value value = carried.objects[i]->rebuild(evaluator, values);
    if (!value)
      return false;
    frame->locals[carried.names[i].data()] = value;
  }
  return true;
}

/// The carried names' values at the end of the body, checked against the beginning. A value that could have begun as what it became
/// (a pointer whose offset widens, or that comes to point elsewhere) is noted in `carried.became`: then the loop is recorded again.
bool Interpretation::closeLoop(Carried &carried, llvm::SmallVectorImpl<mlir::Value> &values) {
  TraceStrategy *strategy = evaluator.currentTrace->strategy;
  for (size_t i = 0; i < carried.names.size(); ++i) {
    Value before = carried.objects[i], after = frame->locals.lookup(carried.names[i].data());
    std::string name = "`" + carried.names[i].str() + "`";
    if (!after)
      return evaluator.raise(DiagnosticId::typeError, name + " is deleted inside a loop that only the run decides"), false;
    llvm::SmallVector<mlir::Value> expected = valuesOf(before);
    if (!expected.empty() && !(after = strategy->carry(evaluator, after, before)))
      return false;
    llvm::SmallVector<mlir::Value> found = valuesOf(after);
    if (!sameTypes(found, expected) && carried.mayBeginAgain(found, before)) {
      carried.became.push_back({i, after});
      continue;
    }
    RecordingStrategy *recording = RecordingStrategy::of(strategy);
    std::string first = recording->describeType(evaluator, before), last = recording->describeType(evaluator, after);
    if (!expected.empty() && first != last)
      return evaluator.raise(DiagnosticId::typeError, "Loop-carried variable " + carried.names[i].str() + " has initial type " + first + " but is re-assigned to " +
                                                          (last.empty() ? "a value without a type" : last) + " in loop! Please make sure that the type stays consistent.")
                 .note("a value that a loop carries keeps its shape and dtype: convert it with `.to(...)`"),
             false;
    if (!sameTypes(found, expected))
      return evaluator.raise(DiagnosticId::typeError, name + " is " + typesOf(found) + " at the end of the loop's body but " +
                                                          typesOf(expected) + " before the loop")
                 .note("a value that a loop carries keeps its shape and dtype"),
             false;
    if (expected.empty() && after != before) {
      std::optional<bool> same = evaluator.equal(after, before);
      if (!same)
        return false;
      if (!*same)
        return evaluator.raise(DiagnosticId::typeError, name + " changes inside the loop but holds no array that a loop could carry"), false;
    }
    llvm::append_range(values, found);
  }
  return true;
}

/// Erases a loop that was recorded; the values begin as what they became there. False with an exception pending.
bool Interpretation::beginAgain(Carried &carried, mlir::Operation *loop) {
  carried.attempts++;
  mlir::OpBuilder::InsertionGuard guard(evaluator.opBuilder);
  evaluator.opBuilder.setInsertionPoint(loop);
  for (auto [index, after] : carried.became) {
    Value start = evaluator.currentTrace->strategy->carry(evaluator, carried.objects[index], after);
    if (!start)
      return false;
    carried.objects[index] = start;
  }
  discard(evaluator, loop);
  carried.became.clear();
  carried.initial.clear();
  for (size_t i = 0; i < carried.names.size(); ++i) {
    frame->locals[carried.names[i].data()] = carried.objects[i];
    carried.objects[i]->collectValues(carried.initial);
  }
  return true;
}

Flow Interpretation::recordFor(const syntax::ForStmt &statement, Value start, Value stop, Value step, LoopRangeObject *range) {
  Carried carried;
  if (!RecordingStrategy::of(evaluator.currentTrace->strategy)->loopOver(evaluator, start, stop, step, carried.bounds))
    return Flow::raised;
  if (!openLoop(&statement, statement.body, statement.target, carried))
    return Flow::raised;
  Flow flow;
  do
    flow = recordForOnce(statement, {carried.bounds.lower, carried.bounds.upper, carried.bounds.step}, range, carried);
  while (flow == Flow::continueLoop);
  return flow == Flow::next ? execute(statement.otherwise) : flow;
}

/// Records the loop. `continueLoop`: it was erased, and is to be recorded again from what `carried` holds now.
Flow Interpretation::recordForOnce(const syntax::ForStmt &statement, llvm::ArrayRef<mlir::Value> bounds, LoopRangeObject *range, Carried &carried) {
  mlir::OpBuilder &builder = evaluator.opBuilder;
  mlir::Location location = evaluator.location(statement.range);
  auto loop = mlir::scf::ForOp::create(builder, location, bounds[0], bounds[1], bounds[2], carried.initial);
  if (range)
    for (const auto &[name, attribute] : range->attributes)
      loop->setAttr(name, attribute);
  bool done;
  {
    mlir::OpBuilder::InsertionGuard guard(builder);
    mlir::Block *body = loop.getBody();
    if (!body->empty()) // a loop that carries nothing comes with its terminator
      body->clear();
    builder.setInsertionPointToEnd(body);
    Value index = carried.bounds.variable(evaluator, loop.getInductionVar());
    done = index && rebind(carried, llvm::to_vector(llvm::map_range(loop.getRegionIterArgs(), [](mlir::BlockArgument a) { return mlir::Value(a); }))) &&
           assign(statement.target, index) && refuseExit(execute(statement.body), "a loop") == Flow::next;
    llvm::SmallVector<mlir::Value> ends;
    at(&statement);
    done = done && closeLoop(carried, ends);
    if (!done || !carried.became.empty()) // keep the module printable; it is thrown away
      ends.assign(carried.initial.begin(), carried.initial.end());
    builder.setInsertionPointToEnd(body);
    mlir::scf::YieldOp::create(builder, location, ends);
  }
  return closeRecorded(carried, loop, done);
}

/// After a loop: its results, or `continueLoop`; see recordForOnce.
Flow Interpretation::closeRecorded(Carried &carried, mlir::Operation *loop, bool done) {
  for (llvm::StringRef name : carried.inner)
    frame->locals.erase(name.data());
  if (done && !carried.became.empty())
    return beginAgain(carried, loop) ? Flow::continueLoop : Flow::raised;
  llvm::SmallVector<mlir::Value> results(loop->getResults().begin(), loop->getResults().end());
  return done && rebind(carried, results) ? Flow::next : Flow::raised;
}

Flow Interpretation::recordWhile(const syntax::WhileStmt &statement) {
  Carried carried;
  if (!openLoop(&statement, statement.body, nullptr, carried))
    return Flow::raised;
  Flow flow;
  do
    flow = recordWhileOnce(statement, carried);
  while (flow == Flow::continueLoop);
  return flow == Flow::next ? execute(statement.otherwise) : flow;
}

Flow Interpretation::recordWhileOnce(const syntax::WhileStmt &statement, Carried &carried) {
  TraceStrategy *strategy = evaluator.currentTrace->strategy;
  mlir::OpBuilder &builder = evaluator.opBuilder;
  mlir::Location location = evaluator.location(statement.range);
  llvm::SmallVector<mlir::Type> types = llvm::to_vector(mlir::ValueRange(carried.initial).getTypes());
  llvm::SmallVector<mlir::Location> locations(types.size(), location);
  auto loop = mlir::scf::WhileOp::create(builder, location, types, carried.initial);
  bool done;
  {
    mlir::OpBuilder::InsertionGuard guard(builder);
    auto argumentsOf = [](mlir::Block *block) { return llvm::to_vector(llvm::map_range(block->getArguments(), [](mlir::BlockArgument a) { return mlir::Value(a); })); };
    mlir::Block *before = builder.createBlock(&loop.getBefore(), {}, types, locations);
    done = rebind(carried, argumentsOf(before));
    Value test = done ? evaluate(statement.test) : nullptr;
    at(statement.test);
    mlir::Value condition = test ? strategy->condition(evaluator, test) : mlir::Value();
    done = condition != nullptr;
    if (!condition)
      condition = mlir::arith::ConstantIntOp::create(builder, location, 0, 1);
    mlir::scf::ConditionOp::create(builder, location, condition, before->getArguments());
    mlir::Block *after = builder.createBlock(&loop.getAfter(), {}, types, locations);
    done = done && rebind(carried, argumentsOf(after)) && refuseExit(execute(statement.body), "a loop") == Flow::next;
    llvm::SmallVector<mlir::Value> ends;
    at(&statement);
    done = done && closeLoop(carried, ends);
    if (!done || !carried.became.empty())
      ends.assign(carried.initial.begin(), carried.initial.end());
    builder.setInsertionPointToEnd(after);
    mlir::scf::YieldOp::create(builder, location, ends);
  }
  return closeRecorded(carried, loop, done);
}

//===-- branches -----------------------------------------------------------------------------------------------===//

/// An `scf.if` under way: both sides are recorded into `probe`, which has no results; when it is known what they must give, its
/// regions move into the operation that stays.
struct Interpretation::Branches {
  mlir::scf::IfOp probe;
  mlir::OpBuilder::InsertPoint after;
  mlir::Location location;
  llvm::SmallVector<llvm::StringRef> names; // that a side may bind
  llvm::SmallVector<Value> before;          // null: not bound before
  llvm::SmallVector<Value> ends[2];
  Value returned[2] = {nullptr, nullptr};
  llvm::SmallVector<mlir::Value> yields[2];
  llvm::SmallVector<std::pair<llvm::StringRef, Value>> joined; // an empty name: what the function returns

  mlir::Block *side(int index) { return index ? probe.elseBlock() : probe.thenBlock(); }
};

static bool holdsReturn(syntax::Block block) {
  return llvm::any_of(block, [](const syntax::Stmt *statement) {
    auto *branch = llvm::dyn_cast<syntax::IfStmt>(statement);
    return llvm::isa<syntax::ReturnStmt>(statement) ||
           (branch && (holdsReturn(branch->otherwise) ||
                       llvm::any_of(branch->clauses, [](const syntax::IfClause &clause) { return holdsReturn(clause.body); })));
  });
}

/// One side: its statements and, when a side may return early, what follows the `if` in the function.
Flow Interpretation::executeSide(llvm::ArrayRef<syntax::IfClause> clauses, syntax::Block otherwise, int side, const Tail *rest) {
  const Tail *outer = std::exchange(tail, rest);
  Flow flow = side == 0 ? execute(clauses[0].body) : executeClauses(clauses.drop_front(), otherwise);
  tail = outer;
  if (!rest)
    return refuseExit(flow, "an `if`");
  if (flow == Flow::next)
    flow = executeTail(*rest);
  if (flow == Flow::next) {
    result = evaluator.none();
    flow = Flow::returned;
  }
  return flow == Flow::returned ? flow : refuseExit(flow, "an `if`");
}

Flow Interpretation::executeTail(const Tail &blocks) {
  const Tail *outer = tail;
  Flow flow = Flow::next;
  for (size_t i = 0; i < blocks.size() && flow == Flow::next; ++i) {
    Tail after(blocks.begin() + i + 1, blocks.end());
    tail = &after;
    flow = execute(blocks[i]);
  }
  tail = outer;
  return flow;
}

/// Makes the two sides' objects agree and adds their values to what the sides yield. `name` is empty for the returned value.
bool Interpretation::joinObjects(Branches &branches, llvm::StringRef name, Value first, Value second) {
  TraceStrategy *strategy = evaluator.currentTrace->strategy;
  Value sides[] = {first, second};
  std::string what = name.empty() ? "the returned value" : "`" + name.str() + "`";
  for (int side = 0; side < 2; ++side) {
    evaluator.opBuilder.setInsertionPointToEnd(branches.side(side));
    Value like = holdsPointer(sides[1 - side]) || llvm::isa<ExtensionObject>(sides[1 - side]) || !valuesOf(sides[1 - side]).empty() ? sides[1 - side] : nullptr;
    sides[side] = strategy->carry(evaluator, sides[side], like);
    if (!sides[side])
      return false;
  }
  llvm::SmallVector<mlir::Value> values[] = {valuesOf(sides[0]), valuesOf(sides[1])};
  RecordingStrategy *recording = RecordingStrategy::of(strategy);
  std::string types[] = {recording->describeType(evaluator, sides[0]), recording->describeType(evaluator, sides[1])};
  if (types[0] != types[1]) {
    for (std::string &type : types)
      type = type.empty() ? "no type" : type;
    std::string text = name.empty() ? "Inconsistent types after a dynamic condition: " + types[0] + " and " + types[1]
                                    : "Mismatched type for " + name.str() + " between then block (" + types[0] + ") and else block (" + types[1] + ")";
    return evaluator.raise(DiagnosticId::typeError, text).note("both sides of a condition that only the run decides give the same shape and dtype: convert with `.to(...)`"), false;
  }
  if (!sameTypes(values[0], values[1]))
    return evaluator.raise(DiagnosticId::typeError, what + " is " + typesOf(values[0]) + " after one branch but " + typesOf(values[1]) +
                                                        " after the other"),
           false;
  if (values[0].empty()) {
    std::optional<bool> same = evaluator.equal(sides[0], sides[1]);
    if (same && !*same)
      evaluator.raise(DiagnosticId::typeError, what + " differs between the branches but holds no array that `if` could choose");
    if (!same || !*same)
      return false;
  }
  branches.joined.emplace_back(name, sides[0]);
  llvm::append_range(branches.yields[0], values[0]);
  llvm::append_range(branches.yields[1], values[1]);
  return true;
}

/// Names that differ become results; a name that one side alone binds does not exist afterwards.
bool Interpretation::joinNames(Branches &branches) {
  for (size_t i = 0; i < branches.names.size(); ++i) {
    Value first = branches.ends[0][i], second = branches.ends[1][i];
    const char *key = branches.names[i].data();
    if (first && first == second)
      frame->locals[key] = first;
    else if (!first || !second)
      frame->locals.erase(key);
    else if (!joinObjects(branches, branches.names[i], first, second))
      return false;
  }
  return true;
}

/// The operation that stays; binds the joined names and `result` to its results.
bool Interpretation::finishIf(Branches &branches, mlir::Value condition) {
  mlir::OpBuilder &builder = evaluator.opBuilder;
  builder.restoreInsertionPoint(branches.after);
  bool needsElse = !branches.yields[0].empty() || !branches.probe.elseBlock()->empty();
  auto branch = mlir::scf::IfOp::create(builder, branches.location, mlir::ValueRange(branches.yields[0]).getTypes(), condition,
                                        /*addThenBlock=*/false, /*addElseBlock=*/false);
  branch.getThenRegion().takeBody(branches.probe.getThenRegion());
  if (needsElse)
    branch.getElseRegion().takeBody(branches.probe.getElseRegion());
  branches.probe.erase();
  {
    mlir::OpBuilder::InsertionGuard guard(builder);
    for (int side = 0; side < (needsElse ? 2 : 1); ++side) {
      builder.setInsertionPointToEnd(side ? branch.elseBlock() : branch.thenBlock());
      mlir::scf::YieldOp::create(builder, branches.location, branches.yields[side]);
    }
  }
  llvm::SmallVector<mlir::Value> results(branch.getResults().begin(), branch.getResults().end());
  llvm::ArrayRef<mlir::Value> left = results;
  for (const auto &[name, object] : branches.joined) {
    Value value = object->rebuild(evaluator, left);
    if (!value)
      return false;
    if (name.empty())
      result = value;
    else
      frame->locals[name.data()] = value;
  }
  return true;
}

Flow Interpretation::recordIf(llvm::ArrayRef<syntax::IfClause> clauses, syntax::Block otherwise, Value test) {
  bool mayReturn = holdsReturn(otherwise) || llvm::any_of(clauses, [](const syntax::IfClause &clause) { return holdsReturn(clause.body); });
  const Tail *rest = mayReturn ? tail : nullptr;
  mlir::OpBuilder &builder = evaluator.opBuilder;
  at(clauses[0].test);
  mlir::Value condition = evaluator.currentTrace->strategy->condition(evaluator, test);
  if (!condition)
    return Flow::raised;
  Names names;
  for (const syntax::IfClause &clause : clauses)
    collectAssigned(clause.body, names);
  collectAssigned(otherwise, names);
  for (syntax::Block block : rest ? *rest : Tail())
    collectAssigned(block, names);
  mlir::Location location = evaluator.location(clauses[0].range);
  auto probe = mlir::scf::IfOp::create(builder, location, mlir::TypeRange(), condition, /*addThenBlock=*/true, /*addElseBlock=*/true);
  Branches branches{probe, builder.saveInsertionPoint(), location, llvm::to_vector(names), {}, {}, {}, {}, {}};
  for (llvm::StringRef name : branches.names)
    branches.before.push_back(frame->locals.lookup(name.data()));
  bool done = true;
  for (int side = 0; side < 2 && done; ++side) {
    branches.side(side)->clear();
    builder.setInsertionPointToEnd(branches.side(side));
    Flow flow = executeSide(clauses, otherwise, side, rest);
    done = flow != Flow::raised;
    branches.returned[side] = flow == Flow::returned ? result : nullptr;
    for (size_t i = 0; i < branches.names.size(); ++i) {
      Value &local = frame->locals[branches.names[i].data()];
      branches.ends[side].push_back(local);
      local = branches.before[i];
      if (!local)
        frame->locals.erase(branches.names[i].data());
    }
  }
  at(clauses[0].range);
  done = done && (rest ? joinObjects(branches, "", branches.returned[0], branches.returned[1]) : joinNames(branches));
  if (!done || !finishIf(branches, condition)) {
    builder.restoreInsertionPoint(branches.after);
    return Flow::raised;
  }
  return rest ? Flow::returned : Flow::next;
}

/// `x if test else y`: each side is recorded under its condition.
Value Interpretation::recordConditional(const syntax::ConditionalExpr &expr, Value test) {
  mlir::OpBuilder &builder = evaluator.opBuilder;
  mlir::Value condition = evaluator.currentTrace->strategy->condition(evaluator, test);
  if (!condition)
    return nullptr;
  mlir::Location location = evaluator.location(expr.range);
  auto probe = mlir::scf::IfOp::create(builder, location, mlir::TypeRange(), condition, /*addThenBlock=*/true, /*addElseBlock=*/true);
  Branches branches{probe, builder.saveInsertionPoint(), location, {}, {}, {}, {}, {}, {}};
  bool done = true;
  for (int side = 0; side < 2 && done; ++side) {
    branches.side(side)->clear();
    builder.setInsertionPointToEnd(branches.side(side));
    branches.returned[side] = evaluate(side == 0 ? expr.whenTrue : expr.whenFalse);
    done = branches.returned[side] != nullptr;
  }
  at(&expr);
  Value outer = result;
  done = done && joinObjects(branches, "", branches.returned[0], branches.returned[1]) && finishIf(branches, condition);
  if (!done)
    builder.restoreInsertionPoint(branches.after);
  Value chosen = std::exchange(result, outer);
  return done ? chosen : nullptr;
}
