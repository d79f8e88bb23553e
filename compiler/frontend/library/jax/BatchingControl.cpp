// SPDX-License-Identifier: Apache-2.0
// Loops and branches for a batch. A loop stays one loop: what it carries gets the batch's axis if it may differ between entries, which
// is found by following dependences until nothing is added. A branch whose condition differs between entries becomes both branches
// and a selection; a `while` goes on while any entry does, and entries that are done keep what they have.
#include "compiler/frontend/library/derivatives/Differentiator.h"
#include "compiler/frontend/library/jax/Batcher.h"
#include "compiler/frontend/library/jax/NamedAxes.h"

using namespace tessera;
using namespace tessera::frontend;
using llvm::cast;
using llvm::dyn_cast;

bool Batcher::captures(mlir::Operation *op) const {
  bool found = false;
  for (mlir::Region &region : op->getRegions())
    region.walk([&](mlir::Operation *inner) {
      found |= llvm::any_of(inner->getOperands(), [&](mlir::Value operand) { return isBatched(operand); });
    });
  return found;
}

Batcher::ValueSet Batcher::allBatched() const {
  ValueSet known;
  for (const auto &entry : batched)
    known.insert(entry.first);
  return known;
}

void Batcher::spread(mlir::Block &block, ValueSet &known) const {
  for (mlir::Operation &op : block) {
    bool depends = false;
    op.walk([&](mlir::Operation *inner) { depends |= llvm::any_of(inner->getOperands(), [&](mlir::Value operand) { return known.contains(operand); }); });
    if (depends)
      known.insert(op.getResults().begin(), op.getResults().end());
  }
}

bool Batcher::batchBody(mlir::Block &block) {
  for (mlir::Operation &op : block.without_terminator())
    if (!evaluator.step() || !batch(&op))
      return false;
  return true;
}

/// `condition` (one an entry) over the shape of a batched value.
static mlir::Value overShape(Emitter &emitter, mlir::Value condition, mlir::Value like) {
  return emitter.broadcastInDim(condition, tile::getShape(like.getType()), {0});
}

bool Batcher::batchFor(Emitter &emitter, mlir::scf::ForOp loop) {
  for (mlir::Value bound : {loop.getLowerBound(), loop.getUpperBound(), loop.getStep()})
    if (isBatched(bound))
      return batchForOfDifferentLengths(emitter, loop);
  size_t count = loop.getNumResults();
  llvm::SmallVector<bool> differs(count, false);
  auto yield = cast<mlir::scf::YieldOp>(loop.getBody()->getTerminator());
  for (size_t k = 0; k < count; ++k)
    differs[k] = isBatched(loop.getInitArgs()[k]);
  for (bool changed = true; changed;) {
    changed = false;
    ValueSet known = allBatched();
    for (size_t k = 0; k < count; ++k)
      if (differs[k])
        known.insert(loop.getRegionIterArg(k));
    spread(*loop.getBody(), known);
    for (size_t k = 0; k < count; ++k)
      if (!differs[k] && known.contains(yield.getOperand(k)))
        differs[k] = changed = true;
  }
  llvm::SmallVector<mlir::Value> initial;
  for (size_t k = 0; k < count; ++k)
    initial.push_back(getAs(emitter, loop.getInitArgs()[k], differs[k]));
  mlir::OpBuilder &builder = emitter.builder;
  auto copy = mlir::scf::ForOp::create(builder, loop.getLoc(), mapping.lookupOrDefault(loop.getLowerBound()), mapping.lookupOrDefault(loop.getUpperBound()),
                                       mapping.lookupOrDefault(loop.getStep()), initial, [](mlir::OpBuilder &, mlir::Location, mlir::Value, mlir::ValueRange) {});
  mapping.map(loop.getInductionVar(), copy.getInductionVar());
  for (size_t k = 0; k < count; ++k)
    set(loop.getRegionIterArg(k), copy.getRegionIterArg(k), differs[k]);
  {
    mlir::OpBuilder::InsertionGuard guard(builder);
    builder.setInsertionPointToEnd(copy.getBody());
    if (!batchBody(*loop.getBody()))
      return false;
    llvm::SmallVector<mlir::Value> yielded;
    for (size_t k = 0; k < count; ++k)
      yielded.push_back(getAs(emitter, yield.getOperand(k), differs[k]));
    mlir::scf::YieldOp::create(builder, yield.getLoc(), yielded);
  }
  for (size_t k = 0; k < count; ++k)
    set(loop.getResult(k), copy.getResult(k), differs[k]);
  return true;
}

bool Batcher::batchForOfDifferentLengths(Emitter &emitter, mlir::scf::ForOp loop) {
  mlir::OpBuilder &builder = emitter.builder;
  constexpr DType i32 = DType::int32;
  if (!loop.getInductionVar().getType().isInteger(32))
    return evaluator.notSupported("`jax.vmap` over a loop whose bounds differ within the batch and are not int32"), false;
  mlir::Value lower = get(emitter, loop.getLowerBound()), upper = get(emitter, loop.getUpperBound()), step = get(emitter, loop.getStep());
  mlir::Value one = emitter.constantInt(1, i32, {size});
  mlir::Value last = emitter.binary(Binary::sub, emitter.binary(Binary::add, emitter.binary(Binary::sub, upper, lower, i32), step, i32), one, i32);
  mlir::Value rounds = emitter.binary(Binary::floorDivide, last, step, i32);
  mlir::Value most = emitter.reduce(Emitter::maxOf(i32), rounds, {0}, /*keepDims=*/false);
  llvm::SmallVector<mlir::Value> initial;
  for (mlir::Value value : loop.getInitArgs())
    initial.push_back(get(emitter, value));
  auto copy = mlir::scf::ForOp::create(builder, loop.getLoc(), emitter.constantInt(0, i32), most, emitter.constantInt(1, i32), initial,
                                       [](mlir::OpBuilder &, mlir::Location, mlir::Value, mlir::ValueRange) {});
  {
    mlir::OpBuilder::InsertionGuard guard(builder);
    builder.setInsertionPointToEnd(copy.getBody());
    mlir::Value round = emitter.broadcastTo(copy.getInductionVar(), {size});
    mlir::Value isActive = emitter.compare(Compare::lt, round, rounds, i32);
    batched[loop.getInductionVar()] = emitter.binary(Binary::add, lower, emitter.binary(Binary::mul, round, step, i32), i32);
    for (auto [old, fresh] : llvm::zip(loop.getRegionIterArgs(), copy.getRegionIterArgs()))
      batched[old] = fresh;
    if (!batchBody(*loop.getBody()))
      return false;
    llvm::SmallVector<mlir::Value> yielded;
    for (auto [value, before] : llvm::zip(loop.getBody()->getTerminator()->getOperands(), copy.getRegionIterArgs())) {
      mlir::Value after = get(emitter, value);
      yielded.push_back(emitter.select(overShape(emitter, isActive, after), after, before));
    }
    mlir::scf::YieldOp::create(builder, loop.getLoc(), yielded);
  }
  for (auto [old, fresh] : llvm::zip(loop.getResults(), copy.getResults()))
    batched[old] = fresh;
  return true;
}

bool Batcher::batchIf(Emitter &emitter, mlir::scf::IfOp branch) {
  mlir::OpBuilder &builder = emitter.builder;
  if (isBatched(branch.getCondition())) {
    if (branch.getNumResults() == 0)
      return evaluator.notSupported("`jax.vmap` over a branch without a result whose condition differs within the batch"), false;
    if (!batchBody(*branch.thenBlock()) || !batchBody(*branch.elseBlock()))
      return false;
    for (size_t k = 0; k < branch.getNumResults(); ++k) {
      mlir::Value yes = get(emitter, branch.thenYield().getOperand(k)), no = get(emitter, branch.elseYield().getOperand(k));
      batched[branch.getResult(k)] = emitter.select(overShape(emitter, batched[branch.getCondition()], yes), yes, no);
    }
    return true;
  }
  llvm::SmallVector<mlir::Type> types;
  for (mlir::Type type : branch.getResultTypes())
    types.push_back(addAxis(type));
  bool hasElse = !branch.getElseRegion().empty();
  auto copy = mlir::scf::IfOp::create(builder, branch.getLoc(), types, mapping.lookupOrDefault(branch.getCondition()), hasElse);
  for (bool isThen : {true, false}) {
    if (!isThen && !hasElse)
      continue;
    mlir::Block *from = isThen ? branch.thenBlock() : branch.elseBlock(), *to = isThen ? copy.thenBlock() : copy.elseBlock();
    mlir::OpBuilder::InsertionGuard guard(builder);
    if (!to->empty())
      to->back().erase(); // the yield that the builder made
    builder.setInsertionPointToEnd(to);
    if (!batchBody(*from))
      return false;
    llvm::SmallVector<mlir::Value> yielded;
    for (mlir::Value value : from->getTerminator()->getOperands())
      yielded.push_back(get(emitter, value));
    mlir::scf::YieldOp::create(builder, branch.getLoc(), yielded);
  }
  for (size_t k = 0; k < branch.getNumResults(); ++k)
    batched[branch.getResult(k)] = copy.getResult(k);
  return true;
}

bool Batcher::batchWhile(Emitter &emitter, mlir::scf::WhileOp loop) {
  mlir::OpBuilder &builder = emitter.builder;
  size_t count = loop.getInits().size();
  mlir::Block *before = loop.getBeforeBody(), *after = loop.getAfterBody();
  mlir::scf::ConditionOp condition = loop.getConditionOp();
  mlir::Operation *yield = after->getTerminator();
  if (condition.getArgs().size() != count || !llvm::equal(condition.getArgs(), before->getArguments()))
    return evaluator.notSupported("`jax.vmap` over this `while`"), false;
  llvm::SmallVector<bool> differs(count, false);
  for (size_t k = 0; k < count; ++k)
    differs[k] = isBatched(loop.getInits()[k]);
  bool testDiffers = false;
  for (bool changed = true; changed;) {
    changed = false;
    ValueSet known = allBatched();
    for (size_t k = 0; k < count; ++k)
      if (differs[k]) {
        known.insert(before->getArgument(k));
        known.insert(after->getArgument(k));
      }
    spread(*before, known);
    spread(*after, known);
    bool test = known.contains(condition.getCondition());
    for (size_t k = 0; k < count; ++k)
      if (!differs[k] && (test || known.contains(yield->getOperand(k))))
        differs[k] = changed = true;
    changed |= test != testDiffers;
    testDiffers = test;
  }
  llvm::SmallVector<mlir::Value> initial;
  for (size_t k = 0; k < count; ++k)
    initial.push_back(getAs(emitter, loop.getInits()[k], differs[k]));
  llvm::SmallVector<mlir::Type> types(mlir::ValueRange(initial).getTypes()), passed(types);
  if (testDiffers)
    passed.push_back(addAxis(builder.getI1Type()));
  auto copy = mlir::scf::WhileOp::create(builder, loop.getLoc(), passed, initial);
  mlir::Block *newBefore = &copy.getBefore().emplaceBlock(), *newAfter = &copy.getAfter().emplaceBlock();
  newBefore->addArguments(types, llvm::SmallVector<mlir::Location>(types.size(), loop.getLoc()));
  newAfter->addArguments(passed, llvm::SmallVector<mlir::Location>(passed.size(), loop.getLoc()));
  for (size_t k = 0; k < count; ++k) {
    set(before->getArgument(k), newBefore->getArgument(k), differs[k]);
    set(after->getArgument(k), newAfter->getArgument(k), differs[k]);
  }
  mlir::OpBuilder::InsertionGuard guard(builder);
  builder.setInsertionPointToEnd(newBefore);
  if (!batchBody(*before))
    return false;
  llvm::SmallVector<mlir::Value> arguments(newBefore->getArguments());
  mlir::Value test = getAs(emitter, condition.getCondition(), testDiffers);
  if (testDiffers) {
    arguments.push_back(test);
    test = emitter.reduce(tile::Reduction::ori, test, {0}, /*keepDims=*/false);
  }
  mlir::scf::ConditionOp::create(builder, loop.getLoc(), test, arguments);
  builder.setInsertionPointToEnd(newAfter);
  if (!batchBody(*after))
    return false;
  llvm::SmallVector<mlir::Value> yielded;
  for (size_t k = 0; k < count; ++k) {
    mlir::Value value = getAs(emitter, yield->getOperand(k), differs[k]);
    if (testDiffers)
      value = emitter.select(overShape(emitter, newAfter->getArguments().back(), value), value, newAfter->getArgument(k));
    yielded.push_back(value);
  }
  mlir::scf::YieldOp::create(builder, loop.getLoc(), yielded);
  for (size_t k = 0; k < count; ++k)
    set(loop.getResult(k), copy.getResult(k), differs[k]);
  return true;
}

/// One over this batch's axis is computed now; one over an axis further out gets the batch's axis like any other operation.
bool Batcher::batchPlaceholder(Emitter &emitter, mlir::UnrealizedConversionCastOp op) {
  mlir::Value result = op->getResult(0);
  if (isBatched(op.getOperand(1))) {
    bool differs = false;
    mlir::Value value = batchCollective(emitter, op, get(emitter, op.getOperand(0)), differs);
    set(result, value, differs);
    return true;
  }
  if (cast<mlir::StringAttr>(op->getAttr("collective")).getValue() == "gather")
    op->setAttr("detail", emitter.builder.getI64IntegerAttr(cast<mlir::IntegerAttr>(op->getAttr("detail")).getInt() + 1));
  auto copy = emitter.create<mlir::UnrealizedConversionCastOp>(mlir::TypeRange(addAxis(result.getType())),
                                                               mlir::ValueRange{get(emitter, op.getOperand(0)), mapping.lookupOrDefault(op.getOperand(1))});
  copy->setAttrs(op->getAttrs());
  batched[result] = copy->getResult(0);
  return true;
}

/// A marker of derivatives marks the batch as well; a rule of its own is applied to each entry.
bool Batcher::batchMarker(Emitter &emitter, mlir::Operation *op) {
  size_t outputs = op->getNumResults();
  llvm::SmallVector<mlir::Value> operands;
  llvm::SmallVector<mlir::Type> types;
  llvm::SmallVector<bool> isInBatch;
  for (auto [index, operand] : llvm::enumerate(op->getOperands())) {
    isInBatch.push_back(isBatched(operand) || index < outputs);
    operands.push_back(getAs(emitter, operand, isInBatch.back()));
    if (index < outputs)
      types.push_back(operands.back().getType());
  }
  auto copy = emitter.create<mlir::UnrealizedConversionCastOp>(mlir::TypeRange(types), mlir::ValueRange(operands));
  copy->setAttrs(op->getAttrs());
  batchOwnRule(evaluator, copy, isInBatch);
  for (auto [old, fresh] : llvm::zip(op->getResults(), copy->getResults()))
    batched[old] = fresh;
  return true;
}

bool Batcher::batchControl(Emitter &emitter, mlir::Operation *op, bool &succeeded) {
  if (auto loop = dyn_cast<mlir::scf::ForOp>(op))
    succeeded = batchFor(emitter, loop);
  else if (auto branch = dyn_cast<mlir::scf::IfOp>(op))
    succeeded = batchIf(emitter, branch);
  else if (auto repeat = dyn_cast<mlir::scf::WhileOp>(op))
    succeeded = batchWhile(emitter, repeat);
  else if (auto collective = dyn_cast<mlir::UnrealizedConversionCastOp>(op); collective && op->hasAttr("collective"))
    succeeded = batchPlaceholder(emitter, collective);
  else if (isMarker(op))
    succeeded = batchMarker(emitter, op);
  else
    return false;
  return true;
}
