// SPDX-License-Identifier: Apache-2.0
// What the library lacks, and who asks. A name that we do not have is one of two things to a program: a question
// (`hasattr`, `getattr` with a default, an import or an attribute inside a `try` that handles its absence), and then
// the answer is no, so that the program takes a way that works; or a mention (in a table, an annotation, an import that
// nothing uses), and then a placeholder stands for it until it is used, which is an error that nothing catches: the
// program would silently go another way than under Python.
//
// A question is: any `try` around, in whatever function, whose handler takes ImportError (AttributeError for
// attributes) and does not take every Exception; for imports also one of the same function that takes every Exception.
// So is a `with` block of `contextlib.suppress`, `pytest.raises` and the like.
#include "compiler/frontend/evaluate/Exceptions.h"
#include "compiler/frontend/evaluate/Interpretation.h"
#include "compiler/frontend/evaluate/Placeholder.h"

using namespace tessera;
using namespace tessera::frontend;

/// Whether a handler of the statement takes `exception`; `true`: as one of all exceptions. Empty: none takes it.
std::optional<bool> Interpretation::catches(const Guard &guard, ExceptionObject *exception) {
  Within within(*this, guard.frame, guard.function);
  auto *any = evaluator.make<ExceptionObject>(evaluator.builtinClass("Exception"));
  for (const syntax::ExceptClause &clause : guard.statement->handlers) {
    std::optional<bool> taken = matches(clause, exception);
    std::optional<bool> takesAll = taken && *taken ? matches(clause, any) : std::nullopt;
    evaluator.clearPending();
    if (taken && *taken)
      return takesAll.value_or(false);
  }
  return std::nullopt;
}

bool Interpretation::isProbed(ExceptionObject *lack) {
  const std::vector<Value> &blocks = evaluator.state<CatchingBlocks>().types;
  if (guards.empty() && blocks.empty())
    return false;
  ExceptionObject *pending = evaluator.pendingException();
  Range place = evaluator.currentRange;
  bool isImport = lack->instanceType->isSubclassOf(evaluator.builtinClass("ImportError"));
  auto *any = evaluator.make<ExceptionObject>(evaluator.builtinClass("Exception"));
  bool isAsked = llvm::any_of(blocks, [&](Value types) {
    return evaluator.isInstance(lack, types).value_or(false) &&
           (isImport || !evaluator.isInstance(any, types).value_or(true));
  });
  std::vector<Guard> around = std::exchange(guards, {}); // the types of handlers are no program text to be probed
  for (const Guard &guard : llvm::reverse(around)) {
    if (isAsked)
      break;
    std::optional<bool> takesAll = catches(guard, lack);
    if (!takesAll)
      continue;
    isAsked = !*takesAll || (isImport && guard.function == function && guard.frame->root == frame->root);
  }
  guards = std::move(around);
  evaluator.currentRange = place;
  evaluator.pending = pending;
  return isAsked;
}

Value Interpretation::admitLack() {
  ExceptionObject *lack = evaluator.pendingException();
  if (!lack->isLack || isProbed(lack))
    return nullptr;
  evaluator.clearPending();
  return evaluator.make<PlaceholderObject>(lack, /*isDefinition=*/false, /*isMention=*/true);
}

bool Evaluator::isUnsupported(Value value) {
  if (auto *function = llvm::dyn_cast_or_null<BuiltinObject>(value))
    return !function->entry->handler;
  return llvm::isa_and_nonnull<PlaceholderObject>(value);
}
