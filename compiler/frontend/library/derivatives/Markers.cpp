// SPDX-License-Identifier: Apache-2.0
// Marks in what is recorded, for the walks: where derivatives begin, what they do not go through, and results of
// functions whose derivative the program defines. Operands, not a table beside the program, hold what such a function's
// derivative needs: copies of a loop's body, batches of `vmap` and loops that are recorded again carry them along.
#include "compiler/frontend/library/derivatives/Differentiator.h"

using namespace tessera;
using namespace tessera::frontend;
using llvm::cast;
using llvm::dyn_cast;
using llvm::isa;
using llvm::isa_and_nonnull;

static constexpr llvm::StringLiteral attributeName = "derivative";

bool frontend::isMarker(mlir::Operation *op) {
  return isa<mlir::UnrealizedConversionCastOp>(op) && op->hasAttr(attributeName);
}
bool frontend::isStop(mlir::Operation *op) {
  auto text = isMarker(op) ? dyn_cast<mlir::StringAttr>(op->getAttr(attributeName)) : mlir::StringAttr();
  return text && text.getValue() == "stop";
}

OwnRule *frontend::findOwnRule(Evaluator &evaluator, mlir::Operation *op) {
  auto number = isMarker(op) ? dyn_cast<mlir::IntegerAttr>(op->getAttr(attributeName)) : mlir::IntegerAttr();
  return number ? &evaluator.state<OwnRules>().all[number.getInt()] : nullptr;
}

static mlir::Operation *mark(Emitter &emitter, mlir::TypeRange types, mlir::ValueRange operands, mlir::Attribute kind) {
  auto op = emitter.create<mlir::UnrealizedConversionCastOp>(types, operands);
  op->setAttr(attributeName, kind);
  return op;
}

mlir::Value frontend::markIdentity(Emitter &emitter, mlir::Value value) {
  return mark(emitter, value.getType(), value, emitter.builder.getStringAttr("identity"))->getResult(0);
}
mlir::Value frontend::markStop(Emitter &emitter, mlir::Value value) {
  return mark(emitter, value.getType(), value, emitter.builder.getStringAttr("stop"))->getResult(0);
}

Value frontend::annotateDerivative(Evaluator &evaluator, Value array, llvm::StringRef name, int64_t value) {
  TraceKind kind = evaluator.trace().kind;
  mlir::Operation *op = array ? cast<ArrayObject>(array)->value.getDefiningOp() : nullptr;
  while (isa_and_nonnull<tile::ReshapeOp, tile::CastOp>(op)) // `keepdims`, `dtype`
    op = op->getOperand(0).getDefiningOp();
  bool inKernel = kind == TraceKind::kernel || kind == TraceKind::triton || kind == TraceKind::indexMap;
  if (!inKernel && isa_and_nonnull<tile::ReduceOp, mlir::arith::MaximumFOp, mlir::arith::MinimumFOp>(op))
    op->setAttr(name, mlir::IntegerAttr::get(mlir::IntegerType::get(op->getContext(), 64), value));
  return array;
}

mlir::Operation *frontend::makeBookmark(mlir::OpBuilder &builder, mlir::Location location) {
  Emitter emitter(builder, location);
  return mark(emitter, {}, {}, builder.getStringAttr("bookmark"));
}

Values frontend::markOwn(Evaluator &evaluator, const OwnRule &rule, mlir::ValueRange outputs, mlir::ValueRange inputs,
                         mlir::ValueRange residuals) {
  auto &rules = evaluator.state<OwnRules>().all;
  rules.push_back(rule);
  Emitter emitter(evaluator.builder(), evaluator.location());
  Values operands(outputs);
  llvm::append_range(operands, inputs);
  llvm::append_range(operands, residuals);
  return Values(
      mark(emitter, outputs.getTypes(), operands, emitter.builder.getI64IntegerAttr(rules.size() - 1))->getResults());
}

void frontend::removeMarkers(mlir::Operation *root) {
  root->walk([](mlir::Operation *op) {
    if (!isMarker(op)) {
      for (llvm::StringRef name : {"tie", "first", "constant"})
        if (isa<tile::ReduceOp, mlir::arith::MaximumFOp, mlir::arith::MinimumFOp>(op))
          op->removeAttr(name);
      return;
    }
    for (auto [result, operand] : llvm::zip(op->getResults(), op->getOperands()))
      result.replaceAllUsesWith(operand);
    op->erase();
  });
}

//===-- own rules ---------------------------------------------------------------------------------------------===//

/// The program's arrays around values.
static Value wrapAll(Evaluator &evaluator, llvm::ArrayRef<ArrayObject *> like, mlir::ValueRange values) {
  std::vector<Value> items;
  for (auto [array, value] : llvm::zip(like, values))
    items.push_back(array->withValue(evaluator, value));
  return evaluator.list(std::move(items));
}

/// Calls a rule; what it returns, one an entry of `like`: None is null. False with an exception pending.
static bool callRule(Evaluator &evaluator, Value rule, llvm::ArrayRef<Value> arguments, mlir::ValueRange like,
                     Values &results) {
  Arguments passed;
  passed.positional.append(arguments.begin(), arguments.end());
  Value returned = evaluator.call(rule, passed);
  std::optional<std::vector<Value>> items = returned ? evaluator.toVector(returned) : std::nullopt;
  if (!items)
    return false;
  if (items->size() != like.size())
    return evaluator.raise(DiagnosticId::typeError, "a derivative's rule gave " + std::to_string(items->size()) +
                                                        " derivatives, expected " + std::to_string(like.size())),
           false;
  for (auto [item, value] : llvm::zip(*items, like)) {
    auto *array = dyn_cast<ArrayObject>(item);
    results.push_back(array && isFloating(value) ? array->value : mlir::Value());
    if (results.back() && results.back().getType() != value.getType())
      return evaluator.raise(DiagnosticId::shapeMismatch, "a derivative's rule gave " + formatShape(array->shape()) +
                                                              " " + std::string(numerics::getName(array->dtype)) +
                                                              " for " + formatShape(tile::getShape(value.getType())) +
                                                              " " + std::string(numerics::getName(dtypeOf(value)))),
             false;
  }
  return true;
}

/// `rule`, applied by `jax.vmap` with these axes of its arguments. What it gives for an argument that is one for all is
/// summed.
static Value batchRule(Evaluator &evaluator, Value rule, Value inAxes, llvm::SmallVector<bool> isSummed) {
  return evaluator.function("batched", [=](Evaluator &e, Arguments &arguments) -> Value {
    std::optional<Value> vmap = e.libraryMember("jax", "vmap");
    Arguments setting;
    setting.positional = {rule, inAxes};
    setting.positionalRanges = {Range{}, Range{}};
    Value mapped = vmap && *vmap ? e.call(*vmap, setting) : nullptr;
    Value result = mapped ? e.call(mapped, arguments) : nullptr;
    auto *list = llvm::dyn_cast_or_null<SequenceObject>(result);
    if (!list)
      return result;
    std::vector<Value> items = list->items;
    for (auto [item, isOne] : llvm::zip(items, isSummed))
      if (auto *array = dyn_cast<ArrayObject>(item); array && isOne)
        item = array->withValue(
            e, Emitter(e.builder(), e.location()).reduce(tile::Reduction::add, array->value, {0}, false));
    return e.list(std::move(items));
  });
}

void frontend::batchOwnRule(Evaluator &evaluator, mlir::Operation *marker, llvm::ArrayRef<bool> isBatched) {
  OwnRule *known = findOwnRule(evaluator, marker);
  if (!known)
    return;
  OwnRule rule = *known;
  auto axes = [&](llvm::ArrayRef<bool> flags) {
    std::vector<Value> items;
    for (bool flag : flags)
      items.push_back(flag ? evaluator.integer(0) : evaluator.none());
    return evaluator.list(std::move(items));
  };
  llvm::SmallVector<bool> isSummed;
  for (bool flag : isBatched.slice(rule.outputs, rule.inputs))
    isSummed.push_back(!flag);
  Value inputs = axes(isBatched.slice(rule.outputs, rule.inputs));
  if (rule.reverse)
    rule.reverse = batchRule(evaluator, rule.reverse,
                             evaluator.tuple({inputs, axes(isBatched.drop_front(rule.outputs + rule.inputs)),
                                              axes(isBatched.take_front(rule.outputs))}),
                             isSummed);
  if (rule.forward)
    rule.forward = batchRule(evaluator, rule.forward, evaluator.tuple({inputs, inputs}), {});
  auto &rules = evaluator.state<OwnRules>().all;
  rules.push_back(rule);
  marker->setAttr(attributeName,
                  mlir::IntegerAttr::get(mlir::IntegerType::get(marker->getContext(), 64), rules.size() - 1));
}

bool Differentiator::reverseOwn(Emitter &emitter, mlir::Operation *op) {
  OwnRule rule = *findOwnRule(evaluator, op); // a copy: calling it may add rules
  mlir::ValueRange operands = op->getOperands();
  mlir::ValueRange inputs = operands.slice(rule.outputs, rule.inputs),
                   residuals = operands.drop_front(rule.outputs + rule.inputs);
  llvm::ArrayRef<ArrayObject *> like = rule.like;
  if (!rule.reverse) { // the tangents are linear in the inputs' tangents: those are walked backwards
    Values zeros, tangents;
    Differentiator inner(evaluator, whose, launchesAreConstant);
    for (mlir::Value input : inputs)
      zeros.push_back(markIdentity(emitter, inner.get(emitter, input)));
    Value given = wrapAll(evaluator, like.slice(rule.outputs, rule.inputs), inputs);
    if (!callRule(evaluator, rule.forward, {given, wrapAll(evaluator, like.slice(rule.outputs, rule.inputs), zeros)},
                  op->getResults(), tangents))
      return false;
    for (auto [input, zero] : llvm::zip(inputs, zeros))
      if (isFloating(input))
        inner.addLeaf(zero);
    for (auto [result, value] : llvm::zip(op->getResults(), tangents))
      if (value && derivatives.lookup(result))
        inner.add(value, derivatives.lookup(result));
    if (!inner.reverse())
      return false;
    for (auto [input, zero] : llvm::zip(inputs, zeros))
      if (mlir::Value cotangent = inner.derivatives.lookup(zero))
        add(input, cotangent);
    return true;
  }
  Values cotangents, results;
  for (mlir::Value result : op->getResults())
    cotangents.push_back(get(emitter, result));
  if (!callRule(evaluator, rule.reverse,
                {wrapAll(evaluator, like.slice(rule.outputs, rule.inputs), inputs),
                 wrapAll(evaluator, like.drop_front(rule.outputs + rule.inputs), residuals),
                 wrapAll(evaluator, like.take_front(rule.outputs), cotangents)},
                inputs, results))
    return false;
  for (auto [input, cotangent] : llvm::zip(inputs, results))
    if (cotangent)
      add(input, cotangent);
  return true;
}

bool Differentiator::forwardOwn(Emitter &emitter, mlir::Operation *op) {
  OwnRule rule = *findOwnRule(evaluator, op);
  if (!rule.forward)
    return evaluator.raise(DiagnosticId::typeError,
                           "can't apply forward-mode differentiation (jvp) to a custom_vjp function."),
           false;
  mlir::ValueRange inputs = op->getOperands().slice(rule.outputs, rule.inputs);
  llvm::ArrayRef<ArrayObject *> like = llvm::ArrayRef<ArrayObject *>(rule.like).slice(rule.outputs, rule.inputs);
  Values tangents, results;
  for (mlir::Value input : inputs)
    tangents.push_back(get(emitter, input));
  if (!callRule(evaluator, rule.forward, {wrapAll(evaluator, like, inputs), wrapAll(evaluator, like, tangents)},
                op->getResults(), results))
    return false;
  for (auto [result, value] : llvm::zip(op->getResults(), results))
    if (value)
      derivatives[result] = value;
  return true;
}
