// SPDX-License-Identifier: Apache-2.0
// `try`, `raise` and `assert`: what an exception meets on its way out.
#include "compiler/frontend/evaluate/Exceptions.h"
#include "compiler/frontend/evaluate/Interpretation.h"
#include "compiler/frontend/evaluate/Placeholder.h"

using namespace tessera;
using namespace tessera::frontend;

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
    return evaluator.raise(DiagnosticId::typeError,
                           "catching classes that do not inherit from BaseException is not allowed");
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
    evaluator.raise(current).note("while handling `" + exception->instanceType->name + "`: " + text.value_or(""),
                                  exception->range);
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
  Value left = join && *join
                   ? evaluator.call(*join, {Value(handling.original), Value(evaluator.list(handling.raised)), rest})
                   : nullptr;
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
    for (const syntax::ExceptClause &clause :
         statement.isGroup ? llvm::ArrayRef<syntax::ExceptClause>() : statement.handlers) {
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
    evaluator.raise(DiagnosticId::typeError,
                    "exceptions must derive from BaseException, not " + value->typeName(evaluator));
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
                                    builder.getStrArrayAttr({llvm::cast<StrObject>(shown)->value}),
                                    builder.getStrArrayAttr({}), builder.getArrayAttr({}), none, none);
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
  std::optional<std::string> left = evaluator.repr(compared.left),
                             right = left ? evaluator.repr(compared.right) : std::nullopt;
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
    std::optional<Value> checked =
        message ? evaluator.trace().strategy->check(evaluator, condition, message) : Value(nullptr);
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
    evaluator.raise(DiagnosticId::assertionFailed,
                    "`" + evaluator.sourceText(statement.test->range).excerpt(statement.test->range) +
                        "` does not hold");
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
