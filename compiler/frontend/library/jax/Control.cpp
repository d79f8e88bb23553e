// SPDX-License-Identifier: Apache-2.0
// `fori_loop`, `cond` and `pl.when`. Inside a kernel they become `scf`; in the host program, where every bound is known, a loop is
// run through. A loop's carry keeps its types: a weak number may take the type that the body gives it, which takes a second try.
#include "compiler/frontend/library/jax/Control.h"
#include "compiler/frontend/library/arrays/Tree.h"
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

/// The trace under way again, for a region of it: only the insertion point differs.
struct SameTrace : Trace {
  explicit SameTrace(Trace &outer) : Trace(outer.kind, outer.strategy) {}
};

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
    SameTrace trace(evaluator.trace());
    TraceScope scope(evaluator, trace, block);
    succeeded = evaluator.call(body, {}) != nullptr;
  }
  block->push_back(terminator);
  evaluator.builder().setInsertionPointAfter(branch);
  if (!succeeded)
    branch.erase();
  return succeeded;
}

//===-- carried values ----------------------------------------------------------------------------------------===//

/// Numbers become weak arrays, so that every leaf has an IR value.
static Value toCarry(Evaluator &evaluator, Value tree, llvm::StringRef function) {
  return mapTree(evaluator, tree, [&](Value leaf) -> Value {
    if (isa<ArrayObject>(leaf))
      return leaf;
    if (asOperand(leaf))
      return makeJaxArray(evaluator, leaf, std::nullopt);
    llvm::SmallVector<mlir::Value> values;
    leaf->collectValues(values);
    if (!values.empty())
      return leaf;
    return evaluator.raise(DiagnosticId::typeError, "`" + function.str() + "` can't carry a `" + leaf->typeName(evaluator) + "`");
  });
}

static llvm::SmallVector<mlir::Value> valuesOf(Value tree) {
  std::vector<Value> leaves;
  flattenTree(tree, leaves);
  llvm::SmallVector<mlir::Value> values;
  for (Value leaf : leaves)
    leaf->collectValues(values);
  return values;
}

static Value rebuildTree(Evaluator &evaluator, Value tree, llvm::ArrayRef<mlir::Value> values) {
  return mapTree(evaluator, tree, [&](Value leaf) { return leaf->rebuild(evaluator, values); });
}

/// The carry with weak leaves cast to what the body made of them, when that is all that keeps the types apart. Null and no
/// exception when nothing can be done, or nothing has to be.
static Value adoptTypes(Evaluator &evaluator, Value carry, Value result) {
  std::vector<Value> wanted;
  flattenTree(result, wanted);
  size_t next = 0;
  bool changed = false;
  Value adopted = mapTree(evaluator, carry, [&](Value leaf) -> Value {
    auto *array = dyn_cast<ArrayObject>(leaf), *target = dyn_cast<ArrayObject>(wanted[next++]);
    if (!array || !target || array->dtype == target->dtype || !array->weak)
      return leaf;
    changed = true;
    return applyCast(evaluator, leaf, target->dtype, "carry");
  });
  return changed ? adopted : nullptr;
}

/// Casts the body's weak results to the carry's types, and checks that nothing else differs.
static Value fitResult(Evaluator &evaluator, Value carry, Value result, llvm::StringRef function) {
  std::vector<Value> wanted;
  flattenTree(carry, wanted);
  size_t next = 0;
  return mapTree(evaluator, result, [&](Value leaf) -> Value {
    auto *target = dyn_cast<ArrayObject>(wanted[next++]), *array = dyn_cast<ArrayObject>(leaf);
    if (!target || !array)
      return leaf;
    if (array->dtype != target->dtype && array->weak)
      return applyCast(evaluator, leaf, target->dtype, function);
    if (array->dtype != target->dtype || array->shape() != target->shape())
      return evaluator.raise(DiagnosticId::typeError, "`" + function.str() + "` carries " + std::string(numerics::getName(target->dtype)) +
                                                          formatShape(target->shape()) + " but its body returns " +
                                                          std::string(numerics::getName(array->dtype)) + formatShape(array->shape()))
          .note("a loop's body must return what it was given, of the same shapes and dtypes");
    return leaf;
  });
}

static mlir::Value toBound(Evaluator &evaluator, Value bound, llvm::StringRef function) {
  std::optional<Operand> operand = toOperand(evaluator, bound, function);
  if (!operand)
    return {};
  if (!operand->shape().empty() || numerics::isFloat(operand->type.dtype)) {
    evaluator.raise(DiagnosticId::typeError, "a bound of `" + function.str() + "` is not an integer");
    return {};
  }
  return materialize(evaluator, *operand, DType::int32);
}

/// One recording of the loop. `result` is what the body returned, before it was fitted.
static Value recordOnce(Evaluator &evaluator, mlir::Value lower, mlir::Value upper, mlir::Value step, Value body, Value carry,
                        llvm::StringRef function, Value &result, mlir::scf::ForOp &loop) {
  mlir::OpBuilder &builder = evaluator.builder();
  llvm::SmallVector<mlir::Value> initial = valuesOf(carry);
  for (mlir::Value &value : initial)
    if (!(value = useHere(evaluator, value)))
      return nullptr;
  loop = mlir::scf::ForOp::create(builder, evaluator.location(), lower, upper, step, initial,
                                  [](mlir::OpBuilder &, mlir::Location, mlir::Value, mlir::ValueRange) {});
  bool succeeded = false;
  {
    SameTrace trace(evaluator.trace());
    TraceScope scope(evaluator, trace, loop.getBody());
    llvm::SmallVector<mlir::Value> inside(loop.getRegionIterArgs().begin(), loop.getRegionIterArgs().end());
    Value index = wrap(evaluator, loop.getInductionVar(), DType::int32);
    Value seen = rebuildTree(evaluator, carry, inside);
    result = evaluator.call(body, {index, seen});
    if (result && !sameStructure(carry, result)) {
      evaluator.raise(DiagnosticId::typeError, "the body of `" + function.str() + "` returns another structure than it carries");
      result = nullptr;
    }
    result = result ? toCarry(evaluator, result, function) : nullptr;
    Value fitted = result;
    if (fitted && !adoptTypes(evaluator, carry, fitted))
      fitted = evaluator.hasPending() ? nullptr : fitResult(evaluator, carry, fitted, function);
    if (fitted) {
      llvm::SmallVector<mlir::Value> yielded = valuesOf(fitted);
      bool typesAgree = llvm::all_of(llvm::zip(yielded, inside), [](auto pair) { return std::get<0>(pair).getType() == std::get<1>(pair).getType(); });
      // With other types the loop is thrown away and recorded again; until then it must be well formed.
      mlir::scf::YieldOp::create(evaluator.builder(), evaluator.location(), typesAgree ? yielded : inside);
      succeeded = true;
    }
  }
  builder.setInsertionPointAfter(loop);
  if (!succeeded) {
    loop.erase();
    return nullptr;
  }
  return rebuildTree(evaluator, carry, llvm::SmallVector<mlir::Value>(loop.getResults()));
}

/// Runs through a loop of the host program, whose bounds are known.
static Value runLoop(Evaluator &evaluator, int64_t lower, int64_t upper, int64_t step, Value body, Value carry) {
  for (int64_t i = lower; i < upper; i += step) {
    if (!evaluator.step())
      return nullptr;
    Value index = wrap(evaluator, emitterHere(evaluator).constantInt(i, DType::int32), DType::int32);
    carry = evaluator.call(body, {index, carry});
    if (!carry)
      return nullptr;
  }
  return carry;
}

static std::optional<int64_t> knownBound(Value bound) {
  if (auto *integer = dyn_cast<IntObject>(bound))
    return integer->value.asInt64();
  if (auto *array = dyn_cast<ArrayObject>(bound))
    return getKnownInteger(array->value);
  return std::nullopt;
}

Value frontend::recordLoop(Evaluator &evaluator, Value lower, Value upper, Value step, Value body, Value carry, bool unroll,
                           llvm::StringRef function) {
  std::optional<int64_t> first = knownBound(lower), last = knownBound(upper), stride = knownBound(step);
  bool inKernel = evaluator.trace().kind == TraceKind::kernel;
  if (stride && *stride <= 0)
    return evaluator.raise(DiagnosticId::valueError, "the step of `" + function.str() + "` is " + std::to_string(*stride) + ", not positive");
  carry = toCarry(evaluator, carry, function);
  if (!carry)
    return nullptr;
  if (first && last && stride && (!inKernel || unroll))
    return runLoop(evaluator, *first, *last, *stride, body, carry);
  if (!inKernel)
    return evaluator.notSupported("`" + function.str() + "` with a bound that only the run knows, outside a kernel,");
  mlir::Value from = toBound(evaluator, lower, function), to = from ? toBound(evaluator, upper, function) : nullptr;
  mlir::Value by = to ? toBound(evaluator, step, function) : nullptr;
  if (!by)
    return nullptr;
  Value result = nullptr;
  mlir::scf::ForOp loop;
  Value carried = recordOnce(evaluator, from, to, by, body, carry, function, result, loop);
  if (!carried)
    return nullptr;
  if (Value adopted = adoptTypes(evaluator, carry, result)) {
    loop.erase();
    return recordOnce(evaluator, from, to, by, body, adopted, function, result, loop);
  }
  return evaluator.hasPending() ? nullptr : carried;
}

Value frontend::foriLoopHandler(Call &call) {
  Evaluator &evaluator = call.evaluator;
  bool unroll = false;
  if (auto *boolean = dyn_cast<BoolObject>(call["unroll"]))
    unroll = boolean->value;
  // Partial unrolling changes nothing that can be seen.
  return recordLoop(evaluator, call["lower"], call["upper"], evaluator.integer(1), call["body_fun"], call["init_val"], unroll,
                    publicName(call.entry));
}

//===-- cond --------------------------------------------------------------------------------------------------===//

/// Records one branch at the end of `block`; its values are yielded.
static Value recordBranch(Evaluator &evaluator, mlir::Block *block, Value function, llvm::ArrayRef<Value> operands) {
  SameTrace trace(evaluator.trace());
  TraceScope scope(evaluator, trace, block);
  Value result = evaluator.call(function, operands);
  return result ? toCarry(evaluator, result, "lax.cond") : nullptr;
}

Value frontend::condHandler(Call &call) {
  Evaluator &evaluator = call.evaluator;
  std::vector<Value> operands = cast<TupleObject>(call["operands"])->items;
  if (std::optional<bool> known = knownCondition(call["pred"]))
    return evaluator.call(call[*known ? "true_fun" : "false_fun"], operands);
  mlir::Value test = toCondition(evaluator, call["pred"], publicName(call.entry));
  if (!test)
    return nullptr;
  // Both branches are recorded into blocks of their own first: the types of the `scf.if` are known only then.
  mlir::OpBuilder &builder = evaluator.builder();
  auto probe = mlir::scf::IfOp::create(builder, evaluator.location(), test, /*withElseRegion=*/true);
  probe.thenBlock()->clear();
  probe.elseBlock()->clear();
  Value yes = recordBranch(evaluator, probe.thenBlock(), call["true_fun"], operands);
  Value no = yes ? recordBranch(evaluator, probe.elseBlock(), call["false_fun"], operands) : nullptr;
  llvm::SmallVector<mlir::Value> left, right;
  bool agree = no && sameStructure(yes, no);
  if (agree) {
    left = valuesOf(yes);
    right = valuesOf(no);
    agree = left.size() == right.size() &&
            llvm::all_of(llvm::zip(left, right), [](auto pair) { return std::get<0>(pair).getType() == std::get<1>(pair).getType(); });
  }
  builder.setInsertionPoint(probe);
  if (!agree) {
    if (no)
      evaluator.raise(DiagnosticId::typeError, "the branches of `lax.cond` return different structures, shapes or dtypes");
    probe.erase();
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
