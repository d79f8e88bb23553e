// SPDX-License-Identifier: Apache-2.0
// Comprehensions that wait: with an `async for`, or with an `await` inside. Each is run as the function that Python
// says it is, a coroutine that collects, or an asynchronous generator, so that waiting is what GeneratorIterator does
// anyway. `[f(x) async for x in xs if await g(x)]` becomes, once for the expression,
//
//     async def <listcomp>():
//         async for x in (the iterator of xs):
//             if await g(x):
//                 .collection.append(f(x))
//         return .collection
//
// of the comprehension's own nodes, and with its scope, in which `.collection` is a name that no program can write.
#include "compiler/frontend/evaluate/Generators.h"

using namespace tessera;
using namespace tessera::frontend;
using Result = syntax::ComprehensionExpr::Result;

namespace {
/// The functions made so far, null for comprehensions that do not wait.
struct AsyncComprehensions {
  llvm::DenseMap<const syntax::ComprehensionExpr *, syntax::FunctionDef *> functions;
};

class FunctionMaker {
public:
  FunctionMaker(syntax::Context &context, const syntax::ComprehensionExpr &expr) : context(context), expr(expr) {}

  syntax::FunctionDef *make() {
    static constexpr llvm::StringLiteral names[] = {"<listcomp>", "<setcomp>", "<dictcomp>", "<genexpr>"};
    auto *function = context.make<syntax::FunctionDef>(expr.range);
    function->name = {context.intern(names[static_cast<size_t>(expr.result)]), expr.range};
    function->headerRange = expr.range;
    function->scope = expr.scope;
    function->isAsync = true;
    function->isGenerator = expr.result == Result::generator;
    syntax::Stmt *body = element();
    for (const syntax::ComprehensionClause &clause : llvm::reverse(expr.clauses))
      body = loop(clause, body);
    auto *end = context.make<syntax::ReturnStmt>(expr.range);
    end->value = function->isGenerator ? nullptr : collection();
    function->body = block({body, end});
    return function;
  }

private:
  syntax::Block block(llvm::ArrayRef<syntax::Stmt *> statements) { return context.copy(statements); }

  syntax::Expr *collection() {
    auto *name = context.make<syntax::NameExpr>(expr.range);
    name->name = context.intern(asyncCollection);
    name->binding = syntax::Binding::local;
    return name;
  }

  syntax::Stmt *element() {
    auto *whole = context.make<syntax::ExprStmt>(expr.element->range);
    if (expr.result == Result::generator) {
      auto *yield = context.make<syntax::YieldExpr>(expr.element->range);
      yield->value = expr.element;
      whole->value = yield;
      return whole;
    }
    static constexpr llvm::StringLiteral methods[] = {"append", "add", "__setitem__"};
    auto *method = context.make<syntax::AttributeExpr>(expr.element->range);
    method->object = collection();
    method->name = {context.intern(methods[static_cast<size_t>(expr.result)]), expr.element->range};
    auto *call = context.make<syntax::CallExpr>(expr.element->range);
    call->callee = method;
    llvm::SmallVector<syntax::Argument, 2> arguments;
    for (syntax::Expr *part : {expr.element, expr.value})
      if (part) {
        arguments.emplace_back();
        arguments.back().range = part->range;
        arguments.back().value = part;
      }
    call->arguments = context.copy(llvm::ArrayRef<syntax::Argument>(arguments));
    whole->value = call;
    return whole;
  }

  syntax::Stmt *loop(const syntax::ComprehensionClause &clause, syntax::Stmt *body) {
    for (syntax::Expr *condition : llvm::reverse(clause.conditions)) {
      syntax::IfClause test;
      test.range = condition->range;
      test.test = condition;
      test.body = block({body});
      auto *branch = context.make<syntax::IfStmt>(condition->range);
      branch->clauses = context.copy(llvm::ArrayRef<syntax::IfClause>(test));
      body = branch;
    }
    auto *made = context.make<syntax::ForStmt>(clause.range);
    made->target = clause.target;
    made->iterable = clause.iterable;
    made->isAsync = clause.isAsync;
    made->body = block({body});
    return made;
  }

  syntax::Context &context;
  const syntax::ComprehensionExpr &expr;
};
} // namespace

bool frontend::isAsyncComprehension(const syntax::ComprehensionExpr &expr) {
  auto waits = [](const syntax::Expr *part) { return part && holdsYield(part); };
  if (waits(expr.element) || waits(expr.value))
    return true;
  for (const syntax::ComprehensionClause &clause : expr.clauses)
    if (clause.isAsync || llvm::any_of(clause.conditions, waits) ||
        (&clause != expr.clauses.begin() && waits(clause.iterable)))
      return true;
  return false;
}

std::optional<Value> Interpretation::makeAsyncComprehension(const syntax::ComprehensionExpr &expr) {
  // Only what stands in an `async def` can wait, but for an `async for` of a generator.
  bool isInside = function && function->definition && function->definition->isAsync;
  if (!isInside && !expr.clauses.front().isAsync)
    return std::nullopt;
  auto [known, isNew] = evaluator.state<AsyncComprehensions>().functions.try_emplace(&expr, nullptr);
  if (isNew && isAsyncComprehension(expr))
    known->second = FunctionMaker(context, expr).make();
  syntax::FunctionDef *definition = known->second;
  if (!definition)
    return std::nullopt;
  Value first = evaluate(expr.clauses.front().iterable);
  at(expr.clauses.front().iterable);
  Value iterator = !first                         ? nullptr
                   : expr.clauses.front().isAsync ? iterateAsync(evaluator, first)
                                                  : evaluator.iterate(first);
  if (!iterator)
    return Value(nullptr);
  auto *made = evaluator.make<FunctionObject>(definition->name.text.str());
  made->definition = definition;
  made->closure = frame;
  made->definedIn = function ? function->definedIn : nullptr;
  Frame *inner = newFrame(expr.scope, frame);
  for (Frame *outer = inner; outer; outer = outer->parent)
    outer->captured = true;
  if (expr.result != Result::generator)
    inner->locals[context.intern(asyncCollection).data()] = expr.result == Result::list ? Value(evaluator.list({}))
                                                            : expr.result == Result::dict
                                                                ? Value(evaluator.dict())
                                                                : evaluator.make<SetObject>(/*frozen=*/false);
  auto *generator = evaluator.make<GeneratorIterator>(*this, made, inner, iterator);
  at(&expr);
  if (expr.result == Result::generator)
    return generator;
  if (!replay)
    return Value(
        evaluator.raise(DiagnosticId::unsupportedSyntax, "an asynchronous comprehension is not supported here"));
  return replay->generator->waitAt(&expr, generator);
}
