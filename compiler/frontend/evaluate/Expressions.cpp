// SPDX-License-Identifier: Apache-2.0
// Expressions to values, operands from left to right. Each operation sets the range that an error of it will carry after its operands
// are evaluated and just before it runs.
#include "compiler/frontend/evaluate/Binding.h"
#include "compiler/frontend/evaluate/Generators.h"
#include "compiler/frontend/evaluate/Interpretation.h"

using namespace tessera;
using namespace tessera::frontend;
using syntax::Node;

/// In a statement of a generator with a `yield` inside: what was computed before the `yield` is taken as it was.
Value Interpretation::evaluateAgain(const syntax::Expr *expr) {
  size_t place = replay->next;
  if (place < replay->parts.size() && replay->parts[place].node == expr) {
    ++replay->next;
    return replay->parts[place].value;
  }
  Value value = evaluateOnce(expr);
  if (!value) {
    if (replay->generator->stoppedAt() == expr)
      replay->yieldAt = place;
    return nullptr;
  }
  replay->parts.resize(place);
  replay->parts.push_back({expr, value});
  replay->next = place + 1;
  return value;
}

Value Interpretation::evaluateOnce(const syntax::Expr *expr) {
  // Leaves first: they neither nest nor take steps.
  if (auto *name = llvm::dyn_cast<syntax::NameExpr>(expr)) {
    if (isOwn(*name))
      if (Value value = frame->locals.read(*name))
        return LLVM_UNLIKELY(evaluator.phase == EvaluationPhase::testing) ? admit(value) : value;
    return admit(admitGlobal(*name, loadName(*name)));
  }
  if (auto *constant = llvm::dyn_cast<syntax::ConstantExpr>(expr)) {
    at(expr);
    if (!constant->value)
      constant->value = constantValue(evaluator, *constant);
    return static_cast<Value>(constant->value);
  }
  if (!evaluator.stepInline())
    return nullptr;
  ++evaluator.nesting;
  Value value = evaluateUnguarded(expr);
  --evaluator.nesting;
  return value;
}

/// What is more than a line has a function of its own, so that this one needs no room on the stack.
LLVM_ATTRIBUTE_ALWAYS_INLINE Value Interpretation::evaluateUnguarded(const syntax::Expr *expr) {
  switch (expr->kind) {
  case Node::Kind::joinedStringExpr:
    return evaluateJoinedString(*llvm::cast<syntax::JoinedStringExpr>(expr));
  case Node::Kind::tupleExpr:
  case Node::Kind::listExpr:
    return evaluateDisplay(expr);
  case Node::Kind::setExpr:
    return evaluateSet(*llvm::cast<syntax::SetExpr>(expr));
  case Node::Kind::dictExpr:
    return evaluateDict(*llvm::cast<syntax::DictExpr>(expr));
  case Node::Kind::unaryExpr:
    return evaluateUnary(*llvm::cast<syntax::UnaryExpr>(expr));
  case Node::Kind::binaryExpr:
    return evaluateBinary(*llvm::cast<syntax::BinaryExpr>(expr));
  case Node::Kind::boolExpr:
    return evaluateBool(*llvm::cast<syntax::BoolExpr>(expr));
  case Node::Kind::compareExpr: {
    auto *compare = llvm::cast<syntax::CompareExpr>(expr);
    return compare->ops.size() == 1 ? evaluateComparison(*compare) : evaluateCompare(*compare);
  }
  case Node::Kind::conditionalExpr:
    return evaluateConditional(*llvm::cast<syntax::ConditionalExpr>(expr));
  case Node::Kind::lambdaExpr:
    return makeLambda(*llvm::cast<syntax::LambdaExpr>(expr));
  case Node::Kind::callExpr:
    return evaluateCall(*llvm::cast<syntax::CallExpr>(expr));
  case Node::Kind::attributeExpr: {
    auto *attribute = llvm::cast<syntax::AttributeExpr>(expr);
    Value object = evaluateQuickly(attribute->object);
    at(expr);
    return object ? admit(loadAttribute(*attribute, object)) : nullptr;
  }
  case Node::Kind::subscriptExpr:
    return evaluateSubscript(*llvm::cast<syntax::SubscriptExpr>(expr));
  case Node::Kind::comprehensionExpr:
    return makeComprehension(*llvm::cast<syntax::ComprehensionExpr>(expr));
  default:
    return evaluateRare(expr);
  }
}

Value Interpretation::evaluateRare(const syntax::Expr *expr) {
  switch (expr->kind) {
  case Node::Kind::namedExpr: {
    auto *named = llvm::cast<syntax::NamedExpr>(expr);
    Value value = evaluate(named->value);
    if (!value || !storeName(*named->target, value))
      return nullptr;
    evaluator.nameValue(value, named->target->name);
    return value;
  }
  case Node::Kind::yieldExpr:
  case Node::Kind::yieldFromExpr:
  case Node::Kind::awaitExpr:
    if (replay)
      return replay->generator->reach(expr);
    at(expr);
    if (llvm::isa<syntax::AwaitExpr>(expr))
      return evaluator.raise(DiagnosticId::unsupportedSyntax, "`await` is not supported here").note("give its value a name first");
    return evaluator.raise(DiagnosticId::unsupportedSyntax, "`yield` inside a lambda is not supported")
        .note("write a `def` with a statement `yield x`");
  case Node::Kind::sliceExpr:
    return evaluateIndex(expr);
  default:
    at(expr);
    return evaluator.raise(DiagnosticId::unsupportedSyntax, "this expression is not supported here");
  }
}

Value Interpretation::evaluateDisplay(const syntax::Expr *expr) {
  auto *tuple = llvm::dyn_cast<syntax::TupleExpr>(expr);
  std::vector<Value> items;
  if (!evaluateElements(tuple ? tuple->elements : llvm::cast<syntax::ListExpr>(expr)->elements, items))
    return nullptr;
  return tuple ? Value(evaluator.tuple(std::move(items))) : evaluator.list(std::move(items));
}

Value Interpretation::evaluateUnary(const syntax::UnaryExpr &expr) {
  Value operand = evaluate(expr.operand);
  at(&expr);
  auto *integer = operand && expr.op == syntax::UnaryOp::minus ? plainInteger(operand) : nullptr;
  if (integer && integer->value.low() != INT64_MIN)
    return evaluator.integer(-integer->value.low());
  return operand ? evaluator.unary(expr.op, operand) : nullptr;
}

Value Interpretation::evaluateConditional(const syntax::ConditionalExpr &expr) {
  Value test = evaluate(expr.test);
  at(expr.test);
  std::optional<bool> truth = knownTruth(test);
  if (!truth && isRecorded(test))
    return recordConditional(expr, test);
  if (!truth)
    truth = test ? evaluator.truth(test) : std::nullopt;
  if (!truth)
    return nullptr;
  return evaluate(*truth ? expr.whenTrue : expr.whenFalse);
}

Interpretation::Operand Interpretation::evaluateAnyOperand(const syntax::Expr *expr) {
  if (replay)
    return {evaluate(expr)};
  if (auto *name = llvm::dyn_cast<syntax::NameExpr>(expr); name && isOwn(*name)) {
    Value value = frame->locals.look(*name);
    if (value && (value->kind() == Kind::integer || value->kind() == Kind::floating))
      return {value, name};
  }
  auto *binary = llvm::dyn_cast<syntax::BinaryExpr>(expr);
  if (!binary) {
    Value value = evaluateOnce(expr);
    return {value, nullptr, isFresh(expr, value)};
  }
  if (!evaluator.stepInline()) // as `evaluateOnce` does
    return {};
  ++evaluator.nesting;
  Value value = evaluateBinary(*binary);
  --evaluator.nesting;
  return {value, nullptr, value && value == evaluator.freshNumber};
}

Interpretation::Operand Interpretation::evaluateWhileWaits(const syntax::NameExpr &first, const syntax::Expr *expr) {
  bool waited = frame->locals.wait(first);
  Operand operand = evaluateOperand(expr);
  frame->locals.wait(first, waited);
  return operand;
}

/// What an operand of an operator gave that is an operator itself is often a number that nothing else holds: the result
/// takes its place in memory.
Value Interpretation::evaluateBinary(const syntax::BinaryExpr &expr) {
  Operand left = evaluateOperand(expr.left), right = evaluateAfter(left, expr.right);
  at(&expr);
  evaluator.freshNumber = nullptr;
  if (!right.value)
    return nullptr;
  if (!evaluator.count())
    return nullptr;
  Value cell = left.isSpare() ? left.value : right.isSpare() ? right.value : nullptr;
  Value result = operateOnNumbers(evaluator, expr.op, left.value, right.value, cell);
  if (!result) {
    share(left);
    share(right);
    --evaluator.steps; // it counts there
    result = evaluator.binary(expr.op, left.value, right.value);
    evaluator.freshNumber = nullptr;
    return result;
  }
  if (left.isSpare() && right.isSpare())
    evaluator.giveBack(right.value);
  evaluator.freshNumber = evaluator.isShared(result) ? nullptr : result;
  return result;
}

/// An index into a list or a tuple is looked at and not kept.
Value Interpretation::evaluateSubscript(const syntax::SubscriptExpr &expr) {
  Value object = evaluateQuickly(expr.object);
  if (!object)
    return nullptr;
  bool isPlain = (object->kind() == Kind::list || object->kind() == Kind::tuple) && !object->isDerived();
  Operand key = isPlain && llvm::isa<syntax::NameExpr, syntax::BinaryExpr>(expr.index)
                    ? evaluateOperand(expr.index)
                    : Operand{evaluateIndex(expr.index)};
  at(&expr);
  if (!key.value)
    return nullptr;
  if (!plainInteger(key.value))
    share(key);
  Value item = evaluator.getItem(object, key.value);
  if (key.isSpare() && key.value == evaluator.freshNumber && plainInteger(key.value))
    evaluator.giveBack(std::exchange(evaluator.freshNumber, nullptr));
  return item;
}

bool Interpretation::evaluateElements(syntax::Exprs elements, std::vector<Value> &values) {
  values.reserve(elements.size());
  for (const syntax::Expr *element : elements) {
    auto *starred = llvm::dyn_cast<syntax::StarredExpr>(element);
    Value value = evaluateQuickly(starred ? starred->value : element);
    if (!value)
      return false;
    if (!starred) {
      values.push_back(value);
      continue;
    }
    at(element);
    std::optional<std::vector<Value>> items = evaluator.toVector(value);
    if (!items)
      return false;
    llvm::append_range(values, *items);
  }
  evaluator.memory += values.size() * sizeof(Value);
  return true;
}

Value Interpretation::evaluateIndex(const syntax::Expr *expr) {
  if (auto *slice = llvm::dyn_cast<syntax::SliceExpr>(expr)) {
    Value parts[3];
    const syntax::Expr *exprs[] = {slice->lower, slice->upper, slice->step};
    for (int i = 0; i < 3; ++i)
      if (!(parts[i] = exprs[i] ? evaluate(exprs[i]) : evaluator.none()))
        return nullptr;
    return evaluator.make<SliceObject>(parts[0], parts[1], parts[2]);
  }
  auto *tuple = llvm::dyn_cast<syntax::TupleExpr>(expr);
  if (!tuple)
    return evaluate(expr);
  std::vector<Value> items;
  for (syntax::Expr *element : tuple->elements) {
    if (llvm::isa<syntax::StarredExpr>(element)) {
      if (!evaluateElements(element, items))
        return nullptr;
      continue;
    }
    Value item = evaluateIndex(element);
    if (!item)
      return nullptr;
    items.push_back(item);
  }
  return evaluator.tuple(std::move(items));
}

/// What `**value` gives: a dict, or one made of what has `keys()`. None where it is no mapping. Null with an exception
/// pending.
static std::optional<DictObject *> unpackMapping(Evaluator &evaluator, Value value) {
  if (auto *dict = llvm::dyn_cast<DictObject>(value))
    return dict;
  std::optional<Value> keys = value->getAttribute(evaluator, "keys");
  if (!keys)
    return std::nullopt;
  Value listed = *keys ? evaluator.call(*keys, {}) : nullptr;
  std::optional<std::vector<Value>> names = listed ? evaluator.toVector(listed) : std::nullopt;
  DictObject *dict = evaluator.dict();
  for (size_t i = 0; names && i < names->size(); ++i) {
    Value item = evaluator.getItem(value, (*names)[i]);
    if (!item || !dict->table.insert(evaluator, (*names)[i], item))
      return nullptr;
  }
  return names ? dict : nullptr;
}

static bool addDoubleStar(Evaluator &evaluator, Value value, Range range, Arguments &arguments) {
  std::optional<DictObject *> dict = unpackMapping(evaluator, value);
  if (!dict)
    return evaluator.raise(DiagnosticId::typeError, "argument after ** must be a mapping, not " + value->typeName(evaluator), range), false;
  if (!*dict)
    return false;
  for (const HashTable::Entry &entry : (*dict)->table.entries()) {
    if (!entry.key)
      continue;
    auto *key = llvm::dyn_cast<StrObject>(entry.key);
    if (!key)
      return evaluator.raise(DiagnosticId::typeError, "keywords must be strings", range), false;
    arguments.keywords.emplace_back(key->value, entry.value);
    arguments.keywordRanges.push_back(range);
  }
  return true;
}

bool Interpretation::evaluateArguments(llvm::ArrayRef<syntax::Argument> list, Arguments &arguments) {
  for (const syntax::Argument &argument : list) {
    Value value = evaluateQuickly(argument.value);
    if (!value)
      return false;
    switch (argument.kind) {
    case syntax::Argument::Kind::positional:
      arguments.positional.push_back(value);
      arguments.positionalRanges.push_back(argument.range);
      break;
    case syntax::Argument::Kind::star: {
      at(argument.range);
      std::optional<std::vector<Value>> items = evaluator.toVector(value);
      if (!items)
        return false;
      for (Value item : *items) {
        arguments.positional.push_back(item);
        arguments.positionalRanges.push_back(argument.range);
      }
      break;
    }
    case syntax::Argument::Kind::keyword:
      arguments.keywords.emplace_back(argument.name.text.str(), value);
      arguments.keywordRanges.push_back(argument.range);
      break;
    case syntax::Argument::Kind::doubleStar:
      if (!addDoubleStar(evaluator, value, argument.range, arguments))
        return false;
      break;
    }
  }
  for (size_t i = 0; i < arguments.keywords.size(); ++i)
    for (size_t k = 0; k < i; ++k)
      if (arguments.keywords[i].first == arguments.keywords[k].first)
        return evaluator.raise(DiagnosticId::argumentError, "got multiple values for keyword argument '" + arguments.keywords[i].first + "'",
                               arguments.keywordRanges[i]),
               false;
  return true;
}

Value Interpretation::evaluateCall(const syntax::CallExpr &expr) {
  if (auto *attribute = llvm::dyn_cast<syntax::AttributeExpr>(expr.callee); attribute && !replay)
    return callAttribute(expr, *attribute);
  Value callee = evaluate(expr.callee);
  if (!callee)
    return nullptr;
  if (auto *function = llvm::dyn_cast<FunctionObject>(callee))
    if (std::optional<Value> returned = callPlainly(expr, *function, /*self=*/nullptr))
      return *returned;
  Arguments arguments;
  if (!evaluateArguments(expr.arguments, arguments))
    return nullptr;
  at(&expr);
  Value returned = evaluator.call(callee, arguments);
  if (callee->kind() != Kind::function) // which may keep what it got from one
    freshResult = nullptr;
  return returned;
}

Value Interpretation::evaluateBool(const syntax::BoolExpr &expr) {
  bool isAnd = expr.op == syntax::BoolOp::logicalAnd;
  for (size_t i = 0; i < expr.operands.size(); ++i) {
    Value value = evaluate(expr.operands[i]);
    if (!value || i + 1 == expr.operands.size())
      return value;
    at(expr.operands[i]);
    if (std::optional<bool> truth = knownTruth(value)) {
      if (*truth != isAnd)
        return value;
      continue;
    }
    if (isRecorded(value))
      return recordBool(expr, i, value);
    std::optional<bool> truth = evaluator.truth(value);
    if (!truth)
      return nullptr;
    if (*truth != isAnd)
      return value;
  }
  return nullptr;
}

Value Interpretation::evaluateComparison(const syntax::CompareExpr &expr) {
  Operand left = evaluateOperand(expr.operands[0]), right = evaluateAfter(left, expr.operands[1]);
  if (!right.value)
    return nullptr;
  at(&expr);
  if (!evaluator.count())
    return nullptr;
  std::optional<bool> known = compareNumbers(expr.ops[0], left.value, right.value);
  lastComparison = {&expr, left.value, right.value};
  if (known)
    return evaluator.boolean(*known);
  share(left);
  share(right);
  --evaluator.steps; // it counts there
  Value value = evaluator.compare(expr.ops[0], left.value, right.value);
  lastComparison = {&expr, left.value, right.value};
  return value;
}

Value Interpretation::evaluateCompare(const syntax::CompareExpr &expr) {
  Value left = evaluate(expr.operands.front());
  for (size_t i = 0; left && i < expr.ops.size(); ++i) {
    Value right = evaluate(expr.operands[i + 1]);
    if (!right)
      return nullptr;
    at(&expr);
    Value value = evaluator.compare(expr.ops[i], left, right);
    if (!value || i + 1 == expr.ops.size()) {
      lastComparison = {&expr, left, right};
      return value;
    }
    if (isRecorded(value))
      return evaluator.raise(DiagnosticId::typeError, "simultaneous multiple comparison is not supported").note("write `(a < b) & (b < c)`");
    std::optional<bool> truth = evaluator.truth(value);
    if (!truth)
      return nullptr;
    if (!*truth) {
      lastComparison = {&expr, left, right};
      return value;
    }
    left = right;
  }
  return nullptr;
}

Value Interpretation::evaluateJoinedString(const syntax::JoinedStringExpr &expr) {
  std::vector<Value> parts; // up to the last text that only the run knows
  std::string known;        // and what follows it
  for (const syntax::StringPiece &piece : expr.pieces) {
    if (!piece.value) {
      known += piece.literal;
      continue;
    }
    Value value = evaluate(piece.value);
    if (!value)
      return nullptr;
    std::string spec;
    if (piece.spec && piece.spec->pieces.size() == 1 && !piece.spec->pieces[0].value) {
      spec = piece.spec->pieces[0].literal.str();
    } else if (piece.spec) {
      Value text = evaluateJoinedString(*piece.spec);
      if (!text)
        return nullptr;
      at(piece.range);
      std::optional<std::string> known = text->str(evaluator);
      if (!known)
        return nullptr;
      spec = std::move(*known);
    }
    at(piece.range);
    const IntObject *integer = spec.empty() && !piece.conversion ? plainInteger(value) : nullptr;
    if (integer) {
      known += std::to_string(integer->value.low());
      continue;
    }
    Value text = evaluator.format(value, piece.conversion, spec);
    if (!text)
      return nullptr;
    if (auto *string = llvm::dyn_cast<StrObject>(text)) {
      known += string->value;
      continue;
    }
    parts.insert(parts.end(), {evaluator.string(std::exchange(known, {})), text});
  }
  at(&expr);
  if (parts.empty() && static_cast<int64_t>(known.size()) <= evaluator.options().sizeLimit) {
    evaluator.memory += known.size();
    return evaluator.make<StrObject>(std::move(known));
  }
  parts.push_back(evaluator.string(known));
  return evaluator.concatenate(parts);
}

/// CPython evaluates up to 15 items that no `**` parts before it makes a dict of them, and fills longer displays as it
/// goes, 17 items at a time: hashes and comparisons of the program's own see it.
Value Interpretation::evaluateDict(const syntax::DictExpr &expr) {
  DictObject *dict = evaluator.dict();
  llvm::SmallVector<std::pair<Value, Value>, 15> collected;
  for (llvm::ArrayRef<syntax::DictItem> items = expr.items; !items.empty();) {
    if (!items.front().key) {
      Value value = evaluate(items.front().value);
      at(items.front().value);
      std::optional<DictObject *> other = value ? unpackMapping(evaluator, value) : nullptr;
      if (!other)
        return evaluator.raise(DiagnosticId::typeError, "'" + value->typeName(evaluator) + "' object is not a mapping");
      if (!*other)
        return nullptr;
      for (const HashTable::Entry &entry : (*other)->table.entries())
        if (entry.key && !dict->table.insert(evaluator, entry.key, entry.value))
          return nullptr;
      items = items.drop_front();
      continue;
    }
    size_t run = 1;
    while (run < items.size() && run < 17 && items[run].key)
      ++run;
    collected.clear();
    for (size_t i = 0; i < run; ++i) {
      Value key = evaluate(items[i].key), value = key ? evaluate(items[i].value) : nullptr;
      if (!value)
        return nullptr;
      if (run < 16) {
        collected.push_back({key, value});
        continue;
      }
      at(items[i].key);
      if (!dict->table.insert(evaluator, key, value))
        return nullptr;
    }
    for (size_t i = 0; i < collected.size(); ++i) {
      at(items[i].key);
      if (!dict->table.insert(evaluator, collected[i].first, collected[i].second))
        return nullptr;
    }
    items = items.drop_front(run);
  }
  return dict;
}

static bool isConstant(const syntax::Expr *expr) {
  if (auto *unary = llvm::dyn_cast<syntax::UnaryExpr>(expr))
    return unary->op != syntax::UnaryOp::logicalNot && isConstant(unary->operand);
  if (auto *binary = llvm::dyn_cast<syntax::BinaryExpr>(expr))
    return isConstant(binary->left) && isConstant(binary->right);
  if (auto *tuple = llvm::dyn_cast<syntax::TupleExpr>(expr))
    return llvm::all_of(tuple->elements, isConstant);
  return llvm::isa<syntax::ConstantExpr>(expr);
}

Value Interpretation::evaluateSet(const syntax::SetExpr &expr) {
  std::vector<Value> items;
  if (!evaluateElements(expr.elements, items))
    return nullptr;
  at(&expr);
  auto *set = evaluator.make<SetObject>(/*frozen=*/false);
  for (Value item : items)
    if (!set->table.insert(evaluator, item, nullptr))
      return nullptr;
  // CPython makes a display of constants out of a frozen set that it keeps, which shows in the order.
  if (items.size() < 3 || !llvm::all_of(expr.elements, isConstant))
    return set;
  auto *kept = evaluator.make<SetObject>(/*frozen=*/true); // made anew out of its elements as it is stored
  for (Value item : set->table.keysInOrder())
    if (!kept->table.insert(evaluator, item, nullptr))
      return nullptr;
  auto *copy = evaluator.make<SetObject>(/*frozen=*/false);
  return copy->table.merge(evaluator, kept->table) ? copy : nullptr;
}

Value Interpretation::evaluateAnnotation(const syntax::Expr *expr) {
  if (!expr)
    return nullptr;
  Value value = evaluate(expr);
  if (!value)
    evaluator.clearPending();
  return value;
}
