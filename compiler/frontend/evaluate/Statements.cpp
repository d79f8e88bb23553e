// SPDX-License-Identifier: Apache-2.0
// Statements. Each returns how it ended; an exception travels as `Flow::raised` with the exception pending in the evaluator.
#include "compiler/frontend/evaluate/Exceptions.h"
#include "compiler/frontend/evaluate/Interpretation.h"
#include "compiler/frontend/evaluate/Placeholder.h"

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
