// SPDX-License-Identifier: Apache-2.0
// What JAX's transformations (derivatives/jax.py) need of the walks: leaves, a recorded function as a linear map
// between tangents or cotangents, and rules of their own. Methods of arrays that only the library's Python sees.
#include "compiler/frontend/library/arrays/Operand.h"
#include "compiler/frontend/library/derivatives/Derivatives.h"
#include "compiler/frontend/library/derivatives/Differentiator.h"
#include "compiler/frontend/library/jax/Array.h"

using namespace tessera;
using namespace tessera::frontend;
using llvm::cast;
using llvm::dyn_cast;
using llvm::isa;

namespace {
/// How many calls of transformations are under way: outside of all, functions with their own derivative are just
/// called.
struct Depth {
  int64_t depth = 0;
};

/// What was recorded between leaves and outputs. Called with `"pull"` and cotangents of the outputs (None: zero) it
/// gives those of the leaves, with `"push"` and tangents of the leaves those of the outputs.
class LinearObject : public ExtensionObject {
public:
  LinearObject(Evaluator &evaluator, llvm::StringRef whose) : ExtensionObject(&tag), prototype(evaluator, whose) {}
  Value call(Evaluator &evaluator, Arguments &arguments) override;

  std::vector<ArrayObject *> leaves, outputs;
  Differentiator prototype;

private:
  Value pull(Evaluator &evaluator, llvm::ArrayRef<Value> given);
  Value push(Evaluator &evaluator, llvm::ArrayRef<Value> given);
  Value collect(Evaluator &evaluator, const Differentiator &walk, llvm::ArrayRef<ArrayObject *> arrays);
  static const char tag;
};
const char LinearObject::tag = 0;
} // namespace

Value LinearObject::collect(Evaluator &evaluator, const Differentiator &walk, llvm::ArrayRef<ArrayObject *> arrays) {
  std::vector<Value> results;
  for (ArrayObject *array : arrays) {
    mlir::Value value = walk.derivatives.lookup(array->value);
    results.push_back(value ? Value(array->withValue(evaluator, value)) : evaluator.none());
  }
  return evaluator.list(std::move(results));
}

Value LinearObject::pull(Evaluator &evaluator, llvm::ArrayRef<Value> given) {
  Differentiator walk(&prototype);
  for (auto [output, cotangent] : llvm::zip(outputs, given))
    if (auto *array = dyn_cast<ArrayObject>(cotangent)) {
      mlir::Value value = useHere(evaluator, array);
      if (!value)
        return nullptr;
      walk.add(output->value, value);
    }
  return walk.reverse() ? collect(evaluator, walk, leaves) : nullptr;
}

Value LinearObject::push(Evaluator &evaluator, llvm::ArrayRef<Value> given) {
  Differentiator walk(&prototype);
  mlir::Operation *first = nullptr, *last = nullptr;
  for (auto [leaf, tangent] : llvm::zip(leaves, given)) {
    mlir::Operation *op = leaf->value.getDefiningOp();
    if (!first || op->isBeforeInBlock(first))
      first = op;
    if (auto *array = dyn_cast<ArrayObject>(tangent))
      if (!(walk.derivatives[leaf->value] = useHere(evaluator, array)))
        return nullptr;
  }
  for (ArrayObject *output : outputs)
    if (mlir::Operation *op = output->value.getDefiningOp();
        op && prototype.active.contains(output->value) && (!last || last->isBeforeInBlock(op)))
      last = op;
  std::vector<mlir::Operation *> between; // what is recorded behind them stays out
  if (last)
    for (mlir::Operation *op = first; op; op = op == last ? nullptr : op->getNextNode())
      if (llvm::any_of(op->getResults(), [&](mlir::Value result) {
            return prototype.active.contains(result) && !prototype.leaves.contains(result);
          }))
        between.push_back(op);
  for (mlir::Operation *op : between)
    if (!evaluator.step() || !walk.forward(op))
      return nullptr;
  return collect(evaluator, walk, outputs);
}

Value LinearObject::call(Evaluator &evaluator, Arguments &arguments) {
  std::optional<std::vector<Value>> given = evaluator.toVector(arguments.positional[1]);
  if (!given)
    return nullptr;
  return cast<StrObject>(arguments.positional[0])->value == "pull" ? pull(evaluator, *given) : push(evaluator, *given);
}

//===-- the methods -------------------------------------------------------------------------------------------===//

static bool readArrays(Evaluator &evaluator, Value given, std::vector<ArrayObject *> &arrays) {
  std::optional<std::vector<Value>> items = evaluator.toVector(given);
  if (items)
    for (Value item : *items)
      arrays.push_back(cast<ArrayObject>(item));
  return items.has_value();
}

static Value leafMethod(Call &call) {
  auto *array = cast<ArrayObject>(call.self);
  mlir::Value value = useHere(call.evaluator, array);
  if (!value)
    return nullptr;
  Emitter emitter(call.evaluator.builder(), value.getLoc()); // its name stays
  return array->withValue(call.evaluator, markIdentity(emitter, value));
}

static Value stopMethod(Call &call) {
  auto *array = cast<ArrayObject>(call.self);
  mlir::Value value = useHere(call.evaluator, array);
  if (!value || !isFloating(value))
    return value ? call.self : nullptr;
  Emitter emitter(call.evaluator.builder(), value.getLoc());
  return array->withValue(call.evaluator, markStop(emitter, value));
}

static Value linearMethod(Call &call) {
  std::optional<std::string> whose = call.evaluator.toString(call["whose"], "whose");
  if (!whose)
    return nullptr;
  auto *linear = call.evaluator.make<LinearObject>(call.evaluator, *whose);
  if (!readArrays(call.evaluator, call["leaves"], linear->leaves) ||
      !readArrays(call.evaluator, call["outputs"], linear->outputs))
    return nullptr;
  for (ArrayObject *leaf : linear->leaves)
    linear->prototype.addLeaf(leaf->value);
  return linear;
}

static Value ownRuleMethod(Call &call) {
  Evaluator &evaluator = call.evaluator;
  OwnRule rule;
  std::vector<ArrayObject *> outputs, inputs, residuals;
  if (!readArrays(evaluator, call["outputs"], outputs) || !readArrays(evaluator, call["inputs"], inputs) ||
      !readArrays(evaluator, call["residuals"], residuals))
    return nullptr;
  rule.reverse = isNone(call["reverse"]) ? nullptr : call["reverse"];
  rule.forward = isNone(call["forward"]) ? nullptr : call["forward"];
  rule.outputs = outputs.size();
  rule.inputs = inputs.size();
  Values groups[3];
  for (auto [group, arrays] : {std::pair(0, &outputs), std::pair(1, &inputs), std::pair(2, &residuals)})
    for (ArrayObject *array : *arrays) {
      groups[group].push_back(useHere(evaluator, array));
      if (!groups[group].back())
        return nullptr;
      rule.like.push_back(array);
    }
  std::vector<Value> results;
  Values marked = markOwn(evaluator, rule, groups[0], groups[1], groups[2]);
  for (auto [array, value] : llvm::zip(outputs, marked))
    results.push_back(array->withValue(evaluator, value));
  return evaluator.list(std::move(results));
}

static Value depthMethod(Call &call) {
  std::optional<int64_t> change = call.evaluator.toInt(call["change"], "change");
  int64_t &depth = call.evaluator.state<Depth>().depth;
  return change ? call.evaluator.integer(depth += *change) : nullptr;
}

static const LibraryEntry entries[] = {
    {"numpy.hidden", "_derivative_leaf", EntryKind::method, "()", "", leafMethod},
    {"numpy.hidden", "_derivative_stop", EntryKind::method, "()", "", stopMethod},
    {"numpy.hidden", "_derivative_map", EntryKind::method, "(whose, leaves, outputs)", "", linearMethod},
    {"numpy.hidden", "_derivative_rule", EntryKind::method, "(outputs, inputs, residuals, reverse, forward)", "",
     ownRuleMethod},
    {"numpy.hidden", "_derivative_depth", EntryKind::method, "(change)", "", depthMethod},
};

void library::registerDerivatives(LibraryTable &table) { table.add({}, entries); }
