// SPDX-License-Identifier: Apache-2.0
// Loops and branches without writes, written again with tiles of what they carry. A tile of a loop's result is the loop that carries the same box of it, as long as
// the body asks for no other: an accumulator of a product, the running maximum of its rows.
#include "compiler/schedule/split/TileEmitter.h"

using namespace mlir;
using namespace tessera;
using namespace tessera::schedule;

Value TileEmitter::emitArgument(BlockArgument argument, const Box &box) {
  for (Scope *scope = current; scope; scope = scope->parent) {
    if (scope->source != argument.getOwner())
      continue;
    if (scope->scalars.contains(argument))
      return scope->scalars.lookup(argument);
    for (auto &[index, carriedBox, tile] : scope->carried)
      if (index == argument.getArgNumber() && carriedBox == box)
        return tile;
    // Nothing can be carried whose place is another in each pass of a loop within the body.
    bool isCarried = llvm::any_of(scope->carried, [&](auto &one) { return std::get<0>(one) == argument.getArgNumber(); });
    if (!isCarried && !startsInside(box, *scope)) {
      scope->missing.push_back({argument.getArgNumber(), box});
      return {};
    }
    break;
  }
  return fail(argument, box);
}

Value TileEmitter::emitFor(scf::ForOp op, Value value, const Box &box) {
  if (hasWrites(op))
    return fail(value, box);
  unsigned counters = op.getNumInductionVars();
  SmallVector<std::pair<unsigned, Box>> carried = {{cast<OpResult>(value).getResultNumber(), box}};
  Value lower = produce(op.getLowerBound(), {}), upper = produce(op.getUpperBound(), {}), step = produce(op.getStep(), {});
  if (!lower || !upper || !step)
    return {};
  // Each try finds at least one more carried value that is needed.
  while (true) {
    SmallVector<Value> inits, yields;
    for (auto &[index, own] : carried)
      if (Value init = produce(op.getInitArgs()[index], own))
        inits.push_back(init);
      else
        return {};
    auto loop = scf::ForOp::create(getBuilder(), op.getLoc(), lower, upper, step, inits);
    loop->setDiscardableAttrs(op->getDiscardableAttrDictionary());
    Scope *scope = open(loop.getBody(), loop);
    scope->source = op.getBody();
    scope->scalars.map(op.getInductionVar(), loop.getInductionVar());
    for (auto [place, one] : llvm::enumerate(carried))
      scope->carried.emplace_back(one.first + counters, one.second, loop.getRegionIterArg(place));
    for (auto &[index, own] : carried)
      if (Value next = produce(op.getYieldedValues()[index], own))
        yields.push_back(next);
      else
        break;
    if (yields.size() == carried.size()) {
      closeLoop(op.getLoc(), yields);
      for (auto [place, one] : llvm::enumerate(carried))
        remember(current, op.getResult(one.first), one.second, loop.getResult(place));
      return loop.getResult(0);
    }
    auto missing = std::move(scope->missing);
    giveUp(loop);
    if (missing.empty())
      return {};
    for (auto &[argument, own] : missing)
      carried.push_back({argument - counters, own});
  }
}

Value TileEmitter::emitIf(scf::IfOp op, Value value, const Box &box) {
  Value condition = hasWrites(op) ? fail(value, box) : produce(op.getCondition(), {});
  if (!condition)
    return {};
  unsigned index = cast<OpResult>(value).getResultNumber();
  Type type = tile::getArrayType(getSizes(box), tile::getElementType(value.getType()));
  auto branch = scf::IfOp::create(getBuilder(), op.getLoc(), TypeRange{type}, condition, /*withElseRegion=*/true);
  for (auto [source, target] : {std::pair(op.thenBlock(), branch.thenBlock()), std::pair(op.elseBlock(), branch.elseBlock())}) {
    Scope *scope = open(target, branch);
    scope->source = source;
    Value tile = produce(source->getTerminator()->getOperand(index), box);
    if (!tile)
      return giveUp(branch);
    closeLoop(op.getLoc(), tile);
  }
  return branch.getResult(0);
}
