// SPDX-License-Identifier: Apache-2.0
// Branches: `cond`, `switch` and `pl.when` are `scf.if`, or the branch itself where the condition is known. Loops are in Loops.cpp.
#include "compiler/frontend/library/jax/Control.h"
#include "compiler/frontend/evaluate/Discard.h"
#include "compiler/frontend/library/arrays/Tree.h"
#include "compiler/frontend/library/jax/Carry.h"
#include "compiler/frontend/library/jax/Operations.h"

using namespace tessera;
using namespace tessera::frontend;
using llvm::cast;
using llvm::dyn_cast;
using llvm::isa;

mlir::Value frontend::toCondition(Evaluator &evaluator, Value condition, llvm::StringRef function) {
  std::optional<Operand> operand = toOperand(evaluator, condition, function);
  if (!operand)
    return {};
  if (!operand->shape().empty()) {
    evaluator.raise(DiagnosticId::typeError, "the condition of `" + function.str() + "` is an array: " + describeShape(evaluator, *operand))
        .note("reduce it to one value with `jnp.any` or `jnp.all`");
    return {};
  }
  return materialize(evaluator, *operand, DType::boolean);
}

/// A Python truth, or a scalar whose value is known.
static std::optional<bool> knownCondition(Value condition) {
  if (auto *boolean = dyn_cast<BoolObject>(condition))
    return boolean->value;
  if (auto *integer = dyn_cast<IntObject>(condition))
    return !integer->value.isZero();
  if (auto *array = dyn_cast<ArrayObject>(condition))
    if (auto known = getKnownNumber(array->value))
      return *known != 0;
  return std::nullopt;
}

bool frontend::recordWhen(Evaluator &evaluator, Value condition, Value body) {
  if (std::optional<bool> known = knownCondition(condition))
    return !*known || evaluator.call(body, {}) != nullptr;
  mlir::Value test = toCondition(evaluator, condition, "pl.when");
  if (!test)
    return false;
  auto branch = mlir::scf::IfOp::create(evaluator.builder(), evaluator.location(), test, /*withElseRegion=*/false);
  evaluator.builder().setInsertionPoint(branch.thenYield());
  mlir::Block *block = branch.thenBlock();
  mlir::Operation *terminator = block->getTerminator();
  terminator->remove();
  bool succeeded;
  {
    RegionTrace trace(evaluator.trace());
    TraceScope scope(evaluator, trace, block);
    succeeded = evaluator.call(body, {}) != nullptr;
  }
  block->push_back(terminator);
  evaluator.builder().setInsertionPointAfter(branch);
  if (!succeeded)
    discard(evaluator, branch);
  return succeeded;
}

//===-- branches ----------------------------------------------------------------------------------------------===//

namespace {
using Branch = std::function<Value()>;
}

/// Records one branch at the end of `block`.
static Value recordBranch(Evaluator &evaluator, mlir::Block *block, const Branch &branch, llvm::StringRef function) {
  RegionTrace trace(evaluator.trace());
  TraceScope scope(evaluator, trace, block);
  Value result = branch();
  return result ? toCarry(evaluator, result, function) : nullptr;
}

/// Weak results of one branch take the other's types. Null with an exception pending.
static Value alignTypes(Evaluator &evaluator, mlir::Block *block, Value result, Value other, llvm::StringRef function) {
  std::vector<Value> wanted;
  if (!flattenTree(other, wanted))
    return nullptr;
  RegionTrace trace(evaluator.trace());
  TraceScope scope(evaluator, trace, block);
  size_t next = 0;
  return mapTree(evaluator, result, [&](Value leaf) -> Value {
    auto *array = dyn_cast<ArrayObject>(leaf), *target = dyn_cast<ArrayObject>(wanted[next++]);
    bool takes = array && target && array->weak && array->dtype != target->dtype && numerics::isFloat(array->dtype) == numerics::isFloat(target->dtype);
    return takes ? applyCast(evaluator, leaf, target->dtype, function) : leaf;
  });
}

/// An `scf.if` of two branches that return the same structure of arrays.
static Value recordIf(Evaluator &evaluator, mlir::Value test, const Branch &onTrue, const Branch &onFalse, llvm::StringRef function) {
  // Both branches are recorded into blocks of their own first: the types of the `scf.if` are known only then.
  mlir::OpBuilder &builder = evaluator.builder();
  auto probe = mlir::scf::IfOp::create(builder, evaluator.location(), test, /*withElseRegion=*/true);
  probe.thenBlock()->clear();
  probe.elseBlock()->clear();
  Value yes = recordBranch(evaluator, probe.thenBlock(), onTrue, function);
  Value no = yes ? recordBranch(evaluator, probe.elseBlock(), onFalse, function) : nullptr;
  llvm::SmallVector<mlir::Value> left, right;
  bool agree = no && sameStructure(yes, no);
  if (agree) {
    yes = alignTypes(evaluator, probe.thenBlock(), yes, no, function);
    no = yes ? alignTypes(evaluator, probe.elseBlock(), no, yes, function) : nullptr;
    agree = no != nullptr;
  }
  if (agree) {
    left = valuesOf(yes);
    right = valuesOf(no);
    agree = left.size() == right.size() &&
            llvm::all_of(llvm::zip(left, right), [](auto pair) { return std::get<0>(pair).getType() == std::get<1>(pair).getType(); });
  }
  builder.setInsertionPoint(probe);
  if (!agree) {
    if (!evaluator.hasPending())
      evaluator.raise(DiagnosticId::typeError, "the branches of `" + function.str() + "` return different structures, shapes or dtypes");
    discard(evaluator, probe);
    return nullptr;
  }
  mlir::Location location = evaluator.location();
  mlir::OpBuilder inside(builder.getContext());
  inside.setInsertionPointToEnd(probe.thenBlock());
  mlir::scf::YieldOp::create(inside, location, left);
  inside.setInsertionPointToEnd(probe.elseBlock());
  mlir::scf::YieldOp::create(inside, location, right);
  auto branch = mlir::scf::IfOp::create(builder, location, mlir::TypeRange(mlir::ValueRange(left)), test, /*withElseRegion=*/true);
  branch.getThenRegion().takeBody(probe.getThenRegion());
  branch.getElseRegion().takeBody(probe.getElseRegion());
  probe.erase();
  builder.setInsertionPointAfter(branch);
  return rebuildTree(evaluator, yes, llvm::SmallVector<mlir::Value>(branch.getResults()));
}

Value frontend::condHandler(Call &call) {
  Evaluator &evaluator = call.evaluator;
  std::vector<Value> operands = cast<TupleObject>(call["operands"])->items;
  if (std::optional<bool> known = knownCondition(call["pred"]))
    return evaluator.call(call[*known ? "true_fun" : "false_fun"], operands);
  mlir::Value test = toCondition(evaluator, call["pred"], publicName(call.entry));
  if (!test)
    return nullptr;
  auto branch = [&](llvm::StringRef name) { return [&, name] { return evaluator.call(call[name], operands); }; };
  return recordIf(evaluator, test, branch("true_fun"), branch("false_fun"), publicName(call.entry));
}

/// Branch `index`, or the nearest there is.
Value frontend::switchHandler(Call &call) {
  Evaluator &evaluator = call.evaluator;
  std::string function = publicName(call.entry);
  std::vector<Value> operands = cast<TupleObject>(call["operands"])->items;
  std::optional<std::vector<Value>> branches = evaluator.toVector(call["branches"]);
  std::optional<Operand> index = branches ? toOperand(evaluator, call["index"], function) : std::nullopt;
  if (!index)
    return nullptr;
  if (branches->empty())
    return evaluator.raise(DiagnosticId::valueError, "`" + function + "` needs at least one branch", call.rangeOf("branches"));
  if (!index->shape().empty() || numerics::isFloat(index->type.dtype))
    return evaluator.raise(DiagnosticId::typeError, "the index of `" + function + "` is one integer: " + describeShape(evaluator, *index), call.rangeOf("index"));
  int64_t last = branches->size() - 1;
  std::optional<int64_t> known = index->array ? getKnownInteger(index->array->value) : evaluator.toInt(call["index"], "index");
  if (known)
    return evaluator.call((*branches)[std::max<int64_t>(0, std::min(*known, last))], operands);
  if (!index->array)
    return nullptr;
  // Branch 0 for what is not above 0, branch 1 for what is not above 1, ...; the last for the rest.
  std::function<Value(int64_t)> from = [&](int64_t first) -> Value {
    auto own = [&, first] { return evaluator.call((*branches)[first], operands); };
    if (first == last)
      return own();
    Value test = evaluator.step() ? applyCompare(evaluator, Compare::le, call["index"], evaluator.integer(first), function) : nullptr;
    mlir::Value condition = test ? useHere(evaluator, cast<ArrayObject>(test)) : nullptr;
    return condition ? recordIf(evaluator, condition, own, [&, first] { return from(first + 1); }, function) : nullptr;
  };
  return from(0);
}
