// SPDX-License-Identifier: Apache-2.0
// Comprehensions and generator expressions: the clauses as a list of sources, from which elements are taken one at a
// time. What makes a list, a set or a dict asks for all of them at once.
#include "compiler/frontend/evaluate/Generators.h"

using namespace tessera;
using namespace tessera::frontend;

Value Interpretation::makeComprehension(const syntax::ComprehensionExpr &expr) {
  using Result = syntax::ComprehensionExpr::Result;
  if (std::optional<Value> waiting = makeAsyncComprehension(expr))
    return *waiting;
  Value first = evaluate(expr.clauses.front().iterable);
  at(expr.clauses.front().iterable);
  ElementSource source;
  if (!first || !source.open(evaluator, first))
    return nullptr;
  Frame *inner = newFrame(expr.scope, frame);
  for (Frame *outer = inner; outer && expr.result == Result::generator; outer = outer->parent)
    outer->captured = true;
  auto *items = evaluator.make<ComprehensionIterator>(*this, expr, inner, source);
  if (expr.result == Result::generator)
    return items;

  std::vector<Value> list;
  DictObject *dict = expr.result == Result::dict ? evaluator.dict() : nullptr;
  SetObject *set = expr.result == Result::set ? evaluator.make<SetObject>(false) : nullptr;
  bool done = dict ? items->fill(evaluator, *dict) : set ? items->fill(evaluator, *set) : items->fill(evaluator, list);
  releaseFrame(inner);
  if (!done) {
    nameComprehension(expr, expr.range);
    return nullptr;
  }
  return dict ? Value(dict) : set ? Value(set) : evaluator.list(std::move(list));
}

std::optional<bool> ComprehensionIterator::passes(Evaluator &evaluator, const syntax::ComprehensionClause &clause) {
  for (const syntax::Expr *condition : clause.conditions) {
    Value value = walk.evaluate(condition);
    walk.at(condition);
    std::optional<bool> truth = Interpretation::knownTruth(value);
    if (!truth)
      truth = value ? evaluator.truth(value) : std::nullopt;
    if (!truth || !*truth)
      return truth;
  }
  return true;
}

/// A generator's.
std::optional<Value> ComprehensionIterator::next(Evaluator &evaluator) {
  if (isDone)
    return std::nullopt;
  Range call = evaluator.range();
  std::optional<Value> element = advanceWithin(evaluator);
  walk.at(call);
  if (element && !*element)
    walk.nameComprehension(expr, call);
  return element;
}

std::optional<Value> ComprehensionIterator::advanceWithin(Evaluator &evaluator) {
  Interpretation::Within within(walk, frame, function);
  return advance(evaluator);
}

bool ComprehensionIterator::fill(Evaluator &evaluator, std::vector<Value> &list) {
  Interpretation::Within within(walk, frame, function);
  auto most = static_cast<size_t>(evaluator.options().sizeLimit);
  while (std::optional<Value> item = advance(evaluator)) {
    if (!*item)
      return false;
    list.push_back(*item);
    if (list.size() > most)
      return evaluator.raise(DiagnosticId::memoryLimit,
                             "a list beyond the limit of " + std::to_string(most) + " elements"),
             false;
  }
  return true;
}

bool ComprehensionIterator::fill(Evaluator &evaluator, DictObject &dict) {
  while (std::optional<Value> key = advanceWithin(evaluator))
    if (!*key || !dict.table.insert(evaluator, *key, lastValue))
      return false;
  return true;
}

bool ComprehensionIterator::fill(Evaluator &evaluator, SetObject &set) {
  while (std::optional<Value> item = advanceWithin(evaluator))
    if (!*item || !set.table.insert(evaluator, *item, nullptr))
      return false;
  return true;
}

/// Whether clause `level` has an element more, which passes its conditions or not: `isTaken`. Empty with an exception
/// pending.
std::optional<bool> ComprehensionIterator::take(Evaluator &evaluator, size_t level, bool &isTaken) {
  const syntax::ComprehensionClause &clause = expr.clauses[level];
  ElementSource &source = sources[level];
  walk.at(clause.iterable);
  std::optional<Value> item = evaluator.count() ? source.next(evaluator) : Value(nullptr);
  if (!item)
    return false;
  if (!*item || !walk.takeElement(clause.target, *item, source))
    return std::nullopt;
  std::optional<bool> passed = passes(evaluator, clause);
  isTaken = passed.value_or(false);
  return passed ? std::optional<bool>(true) : std::nullopt;
}

std::optional<Value> ComprehensionIterator::advance(Evaluator &evaluator) {
  size_t level = isStarted ? sources.size() - 1 : 0;
  isStarted = true;
  while (true) {
    bool isTaken = false;
    std::optional<bool> more = take(evaluator, level, isTaken);
    if (!more)
      return Value(nullptr);
    if (!*more) {
      isDone = level == 0;
      if (isDone)
        return std::nullopt;
      --level;
      continue;
    }
    if (!isTaken)
      continue;
    if (level + 1 < sources.size()) {
      Value inner = walk.evaluate(expr.clauses[++level].iterable);
      walk.at(expr.clauses[level].iterable);
      if (!inner || !sources[level].open(evaluator, inner))
        return Value(nullptr);
      continue;
    }
    Value element = walk.evaluate(expr.element);
    if (element && expr.value && !(lastValue = walk.evaluate(expr.value)))
      return Value(nullptr);
    return element;
  }
}
