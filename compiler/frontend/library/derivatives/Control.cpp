// SPDX-License-Identifier: Apache-2.0
// Derivatives of loops, branches and combining regions. Forwards, what is carried gets its tangents as a companion.
// Backwards, a loop of known length becomes two:
//
//   for i in range(n): c = f(c, w)          the values of c that f's derivative reads are saved, a row an iteration, by
//   a loop like the
//                                           first; then, from the last row to the first, f is computed again and walked
//                                           backwards
//
// so what is kept is what loops carry, not what they compute on the way. Only rows that are read are saved: an array
// that the loop fills row by row (the outputs of `scan`) is linear in itself and need not be kept. A `while` is as long
// as it turns out to be, and has derivatives forwards only. Branches are walked one by one, each computed again.
#include "compiler/frontend/library/arrays/Operand.h"
#include "compiler/frontend/library/derivatives/Rules.h"
#include "compiler/frontend/library/jax/Batcher.h"
#include "mlir/Interfaces/SideEffectInterfaces.h"

using namespace tessera;
using namespace tessera::frontend;
using llvm::cast;
using llvm::dyn_cast;
using llvm::isa;

//===-- bodies ------------------------------------------------------------------------------------------------===//

static void noBody(mlir::OpBuilder &, mlir::Location, mlir::Value, mlir::ValueRange) {}

static mlir::scf::ForOp createFor(Emitter &emitter, mlir::Value lower, mlir::Value upper, mlir::Value step,
                                  mlir::ValueRange initial) {
  return mlir::scf::ForOp::create(emitter.builder, emitter.loc, lower, upper, step, initial, noBody);
}

/// The operations of `from` but its terminator, once more; gives what its terminator hands on.
static Values copyBody(mlir::OpBuilder &builder, mlir::Block &from, mlir::IRMapping &mapping) {
  for (mlir::Operation &op : from.without_terminator())
    builder.clone(op, mapping);
  Values ends;
  for (mlir::Value operand : from.getTerminator()->getOperands())
    ends.push_back(mapping.lookupOrDefault(operand));
  return ends;
}

/// Erases what nothing uses.
static void eraseDead(mlir::Block &block) {
  for (mlir::Operation &op : llvm::make_early_inc_range(llvm::reverse(block)))
    if (op.use_empty() && !op.hasTrait<mlir::OpTrait::IsTerminator>() && (mlir::isPure(&op) || isMarker(&op)))
      op.erase();
}

bool Differentiator::reverseBody(mlir::Block &block, mlir::ValueRange ends, mlir::ValueRange cotangents,
                                 Differentiator &inner) {
  inner.spread(block);
  for (auto [end, cotangent] : llvm::zip(ends, cotangents))
    if (isFloating(end))
      inner.add(end, cotangent);
  return inner.reverse();
}

llvm::SmallVector<bool> Differentiator::activeCarries(llvm::ArrayRef<mlir::Block *> bodies, mlir::ValueRange initial,
                                                      mlir::Operation *yield) {
  llvm::SmallVector<bool> result;
  for (mlir::Value value : initial)
    result.push_back(wants(value) && isFloating(value));
  for (bool changed = true; changed;) {
    changed = false;
    for (mlir::Block *body : bodies) {
      size_t first = body->getNumArguments() - initial.size(); // a `for` has its index in front
      for (size_t k = 0; k < result.size(); ++k)
        if (result[k])
          active.insert(body->getArgument(first + k));
      spread(*body);
    }
    for (size_t k = 0; k < result.size(); ++k)
      if (!result[k] && wants(yield->getOperand(k)) && isFloating(yield->getOperand(k)))
        result[k] = changed = true;
  }
  return result;
}

//===-- branches ----------------------------------------------------------------------------------------------===//

/// An `if` with the same condition whose branches `fill` makes; it returns what the branch yields, empty with an
/// exception pending.
static mlir::scf::IfOp makeIf(Emitter &emitter, mlir::scf::IfOp like, mlir::TypeRange types,
                              llvm::function_ref<std::optional<Values>(mlir::Block &from)> fill) {
  auto copy = mlir::scf::IfOp::create(emitter.builder, emitter.loc, types, like.getCondition(), true);
  mlir::OpBuilder::InsertionGuard guard(emitter.builder);
  for (bool isThen : {true, false}) {
    mlir::Block *to = isThen ? copy.thenBlock() : copy.elseBlock();
    if (!to->empty())
      to->back().erase();
    emitter.builder.setInsertionPointToEnd(to);
    std::optional<Values> ends = fill(isThen ? *like.thenBlock() : *like.elseBlock());
    if (!ends)
      return {};
    mlir::scf::YieldOp::create(emitter.builder, emitter.loc, *ends);
  }
  return copy;
}

bool Differentiator::reverseIf(Emitter &emitter, mlir::scf::IfOp branch) {
  visited.insert(branch);
  Values outside = captured(branch), cotangents;
  for (mlir::Value result : branch.getResults())
    cotangents.push_back(derivatives.lookup(result));
  mlir::scf::IfOp copy =
      makeIf(emitter, branch, mlir::ValueRange(outside).getTypes(), [&](mlir::Block &from) -> std::optional<Values> {
        mlir::IRMapping mapping;
        Values ends = copyBody(emitter.builder, from, mapping), results;
        Differentiator inner(this);
        inner.leaves.insert(outside.begin(), outside.end());
        if (!reverseBody(*emitter.builder.getInsertionBlock(), ends, cotangents, inner))
          return std::nullopt;
        for (mlir::Value value : outside)
          results.push_back(inner.get(emitter, value));
        return results;
      });
  if (!copy)
    return false;
  // Walks that are over know the operations of the copies; one that goes on must not: others may come to lie at their
  // addresses.
  eraseDead(*copy.thenBlock());
  eraseDead(*copy.elseBlock());
  for (auto [value, result] : llvm::zip(outside, copy.getResults()))
    add(value, result);
  return true;
}

bool Differentiator::forwardIf(Emitter &emitter, mlir::scf::IfOp branch) {
  llvm::SmallVector<unsigned> moving;
  llvm::SmallVector<mlir::Type> types;
  for (auto [index, result] : llvm::enumerate(branch.getResults()))
    if (wants(result)) {
      moving.push_back(index);
      types.push_back(result.getType());
    }
  mlir::scf::IfOp copy = makeIf(emitter, branch, types, [&](mlir::Block &from) -> std::optional<Values> {
    mlir::IRMapping mapping;
    Values ends = copyBody(emitter.builder, from, mapping), results;
    spread(*emitter.builder.getInsertionBlock());
    if (!forward(*emitter.builder.getInsertionBlock()))
      return std::nullopt;
    for (unsigned index : moving)
      results.push_back(get(emitter, ends[index]));
    return results;
  });
  if (!copy)
    return false;
  for (auto [index, result] : llvm::zip(moving, copy.getResults()))
    derivatives[branch.getResult(index)] = result;
  return true;
}

//===-- loops -------------------------------------------------------------------------------------------------===//

bool frontend::refuseWhile(Evaluator &evaluator, mlir::Operation *op) {
  evaluator
      .raise(DiagnosticId::valueError, "Reverse-mode differentiation does not work for lax.while_loop or lax.fori_loop "
                                       "with dynamic start/stop values. Try using lax.scan, "
                                       "or using fori_loop with static start/stop.")
      .note("it is recorded here", toRange(op->getLoc()));
  return false;
}

/// Offsets of row `k` of an array, where `k` is computed.
static llvm::SmallVector<int64_t> rowOffsets(size_t rank) {
  llvm::SmallVector<int64_t> offsets(rank, 0);
  offsets[0] = mlir::ShapedType::kDynamic;
  return offsets;
}

static mlir::Value readRow(Emitter &emitter, mlir::Value stack, mlir::Value place) {
  llvm::ArrayRef<int64_t> shape = tile::getShape(stack.getType());
  llvm::SmallVector<int64_t> sizes(shape);
  sizes[0] = 1;
  return emitter.create<tile::SliceValueOp>(
      tile::getArrayType(shape.drop_front(), tile::getElementType(stack.getType())), stack, mlir::ValueRange(place),
      rowOffsets(shape.size()), sizes, llvm::ArrayRef<int64_t>(), llvm::ArrayRef<int64_t>{0});
}

static mlir::Value writeRow(Emitter &emitter, mlir::Value stack, mlir::Value row, mlir::Value place) {
  Shape shape(tile::getShape(row.getType()));
  shape.insert(shape.begin(), 1);
  return emitter.create<tile::UpdateSliceOp>(stack.getType(), stack, emitter.reshape(row, shape),
                                             mlir::ValueRange(place), rowOffsets(shape.size()),
                                             llvm::ArrayRef<int64_t>());
}

static mlir::Value zerosOf(Emitter &emitter, mlir::Type type) {
  return emitter.create<mlir::arith::ConstantOp>(cast<mlir::TypedAttr>(emitter.builder.getZeroAttr(type)));
}

bool Differentiator::reverseFor(Emitter &emitter, mlir::scf::ForOp loop) {
  visited.insert(loop);
  std::optional<int64_t> lower = getKnownInteger(loop.getLowerBound()), upper = getKnownInteger(loop.getUpperBound()),
                         step = getKnownInteger(loop.getStep());
  if (!lower || !upper || !step)
    return refuseWhile(evaluator, loop);
  int64_t rounds = *upper > *lower ? (*upper - *lower + *step - 1) / *step : 0;
  mlir::ValueRange initial = loop.getInitArgs();
  size_t count = initial.size();
  if (rounds == 0) {
    for (auto [value, result] : llvm::zip(initial, loop.getResults()))
      add(value, derivatives.lookup(result));
    return true;
  }
  llvm::SmallVector<bool> moves = activeCarries({loop.getBody()}, initial, loop.getBody()->getTerminator());
  Values outside = captured(loop), begin, stacks;
  DType indexType = dtypeOf(loop.getInductionVar());
  auto number = [&](int64_t value) { return emitter.constantInt(value, indexType); };
  // The rows that will be saved: placeholders until it is known which are read.
  for (mlir::Value carried : loop.getRegionIterArgs()) {
    Shape shape(tile::getShape(carried.getType()));
    shape.insert(shape.begin(), rounds);
    stacks.push_back(
        emitter
            .create<mlir::UnrealizedConversionCastOp>(
                mlir::TypeRange(tile::getArrayType(shape, tile::getElementType(carried.getType()))), mlir::ValueRange())
            .getResult(0));
  }
  for (size_t k = 0; k < count; ++k)
    if (moves[k])
      begin.push_back(get(emitter, loop.getResult(k)));
  for (mlir::Value value : outside)
    begin.push_back(zerosOf(emitter, value.getType()));
  mlir::scf::ForOp back = createFor(emitter, number(0), number(rounds), number(1), begin);
  {
    mlir::OpBuilder::InsertionGuard guard(emitter.builder);
    emitter.builder.setInsertionPointToEnd(back.getBody());
    mlir::Value place = emitter.binary(Binary::sub, number(rounds - 1), back.getInductionVar(), indexType);
    mlir::Value index = emitter.binary(Binary::add, number(*lower),
                                       emitter.binary(Binary::mul, place, number(*step), indexType), indexType);
    mlir::IRMapping mapping;
    mapping.map(loop.getInductionVar(), index);
    Differentiator inner(this);
    Values carried;
    for (size_t k = 0; k < count; ++k) {
      carried.push_back(readRow(emitter, stacks[k], place));
      mapping.map(loop.getRegionIterArg(k), carried[k]);
      if (moves[k]) {
        inner.active.insert(carried[k]);
        inner.leaves.insert(carried[k]);
      }
    }
    Values ends = copyBody(emitter.builder, *loop.getBody(), mapping), moving, cotangents, results;
    llvm::ArrayRef<mlir::BlockArgument> arguments = back.getRegionIterArgs();
    for (size_t k = 0; k < count; ++k)
      if (moves[k]) {
        moving.push_back(ends[k]);
        cotangents.push_back(arguments[moving.size() - 1]);
      }
    for (auto [value, sum] : llvm::zip(outside, arguments.drop_front(moving.size()))) {
      inner.leaves.insert(value);
      inner.derivatives[value] = sum;
    }
    if (!reverseBody(*back.getBody(), moving, cotangents, inner))
      return false;
    for (size_t k = 0; k < count; ++k)
      if (moves[k])
        results.push_back(inner.get(emitter, carried[k]));
    for (mlir::Value value : outside)
      results.push_back(inner.derivatives.lookup(value));
    mlir::scf::YieldOp::create(emitter.builder, emitter.loc, results);
    eraseDead(*back.getBody());
  }
  // The loop that saves.
  {
    mlir::OpBuilder::InsertionGuard guard(emitter.builder);
    emitter.builder.setInsertionPoint(stacks.front().getDefiningOp());
    llvm::SmallVector<size_t> read;
    Values start(initial);
    for (size_t k = 0; k < count; ++k)
      if (!stacks[k].use_empty()) {
        read.push_back(k);
        start.push_back(zerosOf(emitter, stacks[k].getType()));
      }
    if (!read.empty()) {
      mlir::scf::ForOp save = createFor(emitter, number(0), number(rounds), number(1), start);
      emitter.builder.setInsertionPointToEnd(save.getBody());
      mlir::Value place = save.getInductionVar();
      mlir::IRMapping mapping;
      mapping.map(loop.getInductionVar(),
                  emitter.binary(Binary::add, number(*lower),
                                 emitter.binary(Binary::mul, place, number(*step), indexType), indexType));
      mapping.map(loop.getRegionIterArgs(), save.getRegionIterArgs().take_front(count));
      Values ends = copyBody(emitter.builder, *loop.getBody(), mapping);
      for (auto [position, k] : llvm::enumerate(read))
        ends.push_back(writeRow(emitter, save.getRegionIterArg(count + position), save.getRegionIterArg(k), place));
      mlir::scf::YieldOp::create(emitter.builder, emitter.loc, ends);
      for (auto [position, k] : llvm::enumerate(read))
        stacks[k].replaceAllUsesWith(save.getResult(count + position));
    }
    for (mlir::Value stack : stacks)
      stack.getDefiningOp()->erase();
  }
  mlir::ResultRange results = back.getResults();
  size_t next = 0;
  for (size_t k = 0; k < count; ++k)
    if (moves[k])
      add(initial[k], results[next++]);
  for (mlir::Value value : outside)
    add(value, results[next++]);
  return true;
}

/// The carried values and the tangents of those that move.
static Values withTangents(mlir::ValueRange values, llvm::ArrayRef<bool> moves,
                           llvm::function_ref<mlir::Value(mlir::Value)> tangent) {
  Values all(values);
  for (auto [value, isMoving] : llvm::zip(values, moves))
    if (isMoving)
      all.push_back(tangent(value));
  return all;
}

bool Differentiator::forwardFor(Emitter &emitter, mlir::scf::ForOp loop) {
  mlir::ValueRange initial = loop.getInitArgs();
  size_t count = initial.size();
  llvm::SmallVector<bool> moves = activeCarries({loop.getBody()}, initial, loop.getBody()->getTerminator());
  auto tangentOf = [&](mlir::Value value) { return get(emitter, value); };
  mlir::scf::ForOp copy = createFor(emitter, loop.getLowerBound(), loop.getUpperBound(), loop.getStep(),
                                    withTangents(initial, moves, tangentOf));
  mlir::OpBuilder::InsertionGuard guard(emitter.builder);
  emitter.builder.setInsertionPointToEnd(copy.getBody());
  mlir::IRMapping mapping;
  mapping.map(loop.getInductionVar(), copy.getInductionVar());
  mapping.map(loop.getRegionIterArgs(), copy.getRegionIterArgs().take_front(count));
  size_t next = count;
  for (size_t k = 0; k < count; ++k)
    if (moves[k]) {
      active.insert(copy.getRegionIterArg(k));
      derivatives[copy.getRegionIterArg(k)] = copy.getRegionIterArg(next++);
    }
  Values ends = copyBody(emitter.builder, *loop.getBody(), mapping);
  mlir::scf::YieldOp::create(emitter.builder, emitter.loc);
  mlir::Operation *yield = copy.getBody()->getTerminator();
  spread(*copy.getBody());
  emitter.builder.setInsertionPoint(yield);
  if (!forward(*copy.getBody()))
    return false;
  yield->setOperands(withTangents(ends, moves, tangentOf));
  next = count;
  for (size_t k = 0; k < count; ++k)
    if (moves[k])
      derivatives[loop.getResult(k)] = copy.getResult(next++);
  return true;
}

bool Differentiator::forwardWhile(Emitter &emitter, mlir::scf::WhileOp loop) {
  mlir::Block *before = loop.getBeforeBody(), *after = loop.getAfterBody();
  mlir::scf::ConditionOp condition = loop.getConditionOp();
  if (!llvm::equal(condition.getArgs(), before->getArguments()))
    return refuse(loop);
  mlir::ValueRange initial = loop.getInits();
  size_t count = initial.size();
  llvm::SmallVector<bool> moves = activeCarries({before, after}, initial, after->getTerminator());
  auto tangentOf = [&](mlir::Value value) { return get(emitter, value); };
  Values start = withTangents(initial, moves, tangentOf);
  llvm::SmallVector<mlir::Type> types(mlir::ValueRange(start).getTypes());
  llvm::SmallVector<mlir::Location> locations(types.size(), emitter.loc);
  auto copy = mlir::scf::WhileOp::create(emitter.builder, emitter.loc, types, start);
  mlir::OpBuilder::InsertionGuard guard(emitter.builder);
  mlir::Block *test = emitter.builder.createBlock(&copy.getBefore(), {}, types, locations);
  mlir::IRMapping mapping;
  mapping.map(before->getArguments(), test->getArguments().take_front(count));
  copyBody(emitter.builder, *before, mapping);
  mlir::scf::ConditionOp::create(emitter.builder, emitter.loc, mapping.lookupOrDefault(condition.getCondition()),
                                 test->getArguments());
  mlir::Block *body = emitter.builder.createBlock(&copy.getAfter(), {}, types, locations);
  mapping.map(after->getArguments(), body->getArguments().take_front(count));
  size_t next = count;
  for (size_t k = 0; k < count; ++k)
    if (moves[k]) {
      active.insert(body->getArgument(k));
      derivatives[body->getArgument(k)] = body->getArgument(next++);
    }
  Values ends = copyBody(emitter.builder, *after, mapping);
  mlir::Operation *yield = mlir::scf::YieldOp::create(emitter.builder, emitter.loc);
  spread(*body);
  emitter.builder.setInsertionPoint(yield);
  if (!forward(*body))
    return false;
  yield->setOperands(withTangents(ends, moves, tangentOf));
  next = count;
  for (size_t k = 0; k < count; ++k)
    if (moves[k])
      derivatives[loop.getResult(k)] = copy.getResult(next++);
  return true;
}

//===-- scans and reductions by a function --------------------------------------------------------------------===//

/// A scan or reduction of the inputs and their tangents: the pair of a combination and its tangent is one of pairs.
bool Differentiator::forwardScan(Emitter &emitter, mlir::Operation *op) {
  size_t count = op->getNumOperands();
  Values inputs(op->getOperands());
  for (mlir::Value input : op->getOperands())
    inputs.push_back(isFloating(input) ? get(emitter, input) : input); // tangents of integers are not used
  mlir::OperationState state(emitter.loc, op->getName());
  state.addOperands(inputs);
  state.addTypes(op->getResultTypes());
  state.addTypes(op->getResultTypes());
  state.addAttributes(op->getAttrs());
  state.addRegion();
  mlir::Operation *copy = emitter.builder.create(state);
  mlir::Block &from = op->getRegion(0).front();
  mlir::OpBuilder::InsertionGuard guard(emitter.builder);
  llvm::SmallVector<mlir::Type> types;
  for (mlir::Value input : inputs)
    types.push_back(tile::getElementType(input.getType()));
  types.append(llvm::SmallVector<mlir::Type>(types)); // the left entry and the right one
  mlir::Block *body = emitter.builder.createBlock(&copy->getRegion(0), {}, types,
                                                  llvm::SmallVector<mlir::Location>(types.size(), emitter.loc));
  mlir::IRMapping mapping;
  for (size_t side : {0, 1})
    for (size_t k = 0; k < count; ++k) {
      mlir::Value value = body->getArgument(2 * count * side + k);
      mapping.map(from.getArgument(count * side + k), value);
      if (isFloating(value)) {
        active.insert(value);
        derivatives[value] = body->getArgument(2 * count * side + count + k);
      }
    }
  Values ends = copyBody(emitter.builder, from, mapping);
  size_t size = ends.size();
  mlir::Operation *yield = emitter.create<tile::YieldOp>(mlir::ValueRange());
  spread(*body);
  emitter.builder.setInsertionPoint(yield);
  if (!forward(*body))
    return false;
  for (size_t k = 0; k < size; ++k)
    ends.push_back(isFloating(ends[k]) ? get(emitter, ends[k]) : ends[k]);
  yield->setOperands(ends);
  for (size_t k = 0; k < size; ++k)
    if (isFloating(op->getResult(k)))
      derivatives[op->getResult(k)] = copy->getResult(size + k);
  return true;
}

/// y[i] = combine(y[i-1], x[i]): from the last entry to the first, the cotangent of y[i] goes to x[i] and to y[i-1]. A
/// running sum needs no loop: its cotangent is a running sum from the other end.
bool Differentiator::reverseScan(Emitter &emitter, mlir::Operation *op) {
  size_t count = op->getNumOperands();
  int64_t axis = op->getAttrOfType<mlir::IntegerAttr>("axis").getInt();
  mlir::Block &combine = op->getRegion(0).front();
  bool isReduction = isa<tile::ReduceByOp>(op), isReversed = op->hasAttr("reverse");
  auto sum = dyn_cast<mlir::arith::AddFOp>(combine.front());
  if (!isReduction && count == 1 && sum && llvm::equal(combine.getTerminator()->getOperands(), sum->getResults()) &&
      llvm::equal(sum->getOperands(), combine.getArguments())) {
    add(op->getOperand(0), makeScan(emitter, Binary::add, derivatives.lookup(op->getResult(0)), axis, !isReversed));
    return true;
  }
  visited.insert(op);
  // The scanned axis in front, all others as one.
  Shape shape(tile::getShape(op->getOperand(0).getType()));
  llvm::SmallVector<int64_t> order{axis};
  for (int64_t k = 0, rank = shape.size(); k < rank; ++k)
    if (k != axis)
      order.push_back(k);
  int64_t entries = shape[axis], width = 1;
  for (int64_t k : llvm::ArrayRef<int64_t>(order).drop_front())
    width *= shape[k];
  if (entries == 0 || width == 0)
    return true;
  auto flatten = [&](mlir::Value value) { return emitter.reshape(emitter.transpose(value, order), {entries, width}); };
  Values prefixes(op->getResults()), x, y, ct, begin, rest;
  if (isReduction) { // its prefixes, once more
    auto scan = emitter.create<tile::ScanOp>(op->getOperandTypes(), op->getOperands(), axis, false);
    mlir::IRMapping mapping;
    op->getRegion(0).cloneInto(&scan.getCombine(), mapping);
    prefixes = Values(scan->getResults());
  }
  for (size_t k = 0; k < count; ++k) {
    x.push_back(flatten(op->getOperand(k)));
    y.push_back(flatten(prefixes[k]));
    if (!isFloating(x[k]))
      continue;
    mlir::Value given = get(emitter, op->getResult(k));
    if (isReduction) { // the cotangent of the last prefix; none of the others
      mlir::Value all = zerosOf(emitter, x[k].getType());
      given = writeRow(emitter, all, emitter.reshape(given, {width}), emitter.constantInt(entries - 1, DType::int32));
    } else {
      given = flatten(given);
    }
    ct.push_back(given);
    begin.push_back(readRow(emitter, given, emitter.constantInt(isReversed ? 0 : entries - 1, DType::int32)));
    rest.push_back(zerosOf(emitter, x[k].getType()));
  }
  size_t moving = ct.size();
  llvm::append_range(begin, rest);
  constexpr DType i32 = DType::int32;
  auto number = [&](int64_t value) { return emitter.constantInt(value, i32); };
  mlir::scf::ForOp loop = createFor(emitter, number(0), number(entries - 1), number(1), begin);
  {
    mlir::OpBuilder::InsertionGuard guard(emitter.builder);
    emitter.builder.setInsertionPointToEnd(loop.getBody());
    mlir::Value here = loop.getInductionVar(), before;
    if (!isReversed)
      here = emitter.binary(Binary::sub, number(entries - 1), here, i32);
    before = emitter.binary(isReversed ? Binary::add : Binary::sub, here, number(1), i32);
    llvm::DenseMap<mlir::Value, mlir::Value> batched;
    mlir::IRMapping mapping;
    Differentiator inner(evaluator, whose, launchesAreConstant);
    for (size_t k = 0; k < count; ++k) {
      batched[combine.getArgument(k)] = readRow(emitter, y[k], before);
      batched[combine.getArgument(count + k)] = readRow(emitter, x[k], here);
      for (mlir::BlockArgument argument : {combine.getArgument(k), combine.getArgument(count + k)}) {
        inner.active.insert(batched[argument]);
        inner.leaves.insert(batched[argument]);
      }
    }
    if (!Batcher(evaluator, width, batched, mapping).batchBody(combine))
      return false;
    Values ends, results, stored;
    for (mlir::Value end : combine.getTerminator()->getOperands())
      if (isFloating(end)) {
        mlir::Value value = batched.lookup(end);
        ends.push_back(value ? value : emitter.broadcastTo(mapping.lookupOrDefault(end), {width}));
      }
    if (!reverseBody(*loop.getBody(), ends, loop.getRegionIterArgs().take_front(moving), inner))
      return false;
    for (size_t k = 0, next = 0; k < count; ++k) {
      if (!isFloating(x[k]))
        continue;
      mlir::Value toBefore = inner.get(emitter, batched[combine.getArgument(k)]),
                  toHere = inner.get(emitter, batched[combine.getArgument(count + k)]);
      results.push_back(emitter.binary(Binary::add, readRow(emitter, ct[next], before), toBefore, dtypeOf(toBefore)));
      stored.push_back(writeRow(emitter, loop.getRegionIterArg(moving + next), toHere, here));
      ++next;
    }
    llvm::append_range(results, stored);
    mlir::scf::YieldOp::create(emitter.builder, emitter.loc, results);
  }
  Shape front;
  for (int64_t k : order)
    front.push_back(shape[k]);
  for (size_t k = 0, next = 0; k < count; ++k) {
    if (!isFloating(x[k]))
      continue;
    mlir::Value all =
        writeRow(emitter, loop.getResult(moving + next), loop.getResult(next), number(isReversed ? entries - 1 : 0));
    add(op->getOperand(k), emitter.transpose(emitter.reshape(all, front), inverse(order)));
    ++next;
  }
  return true;
}
