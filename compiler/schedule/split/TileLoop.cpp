// SPDX-License-Identifier: Apache-2.0
#include "compiler/schedule/split/TileLoop.h"
#include "compiler/schedule/Schedule.h"
#include "compiler/schedule/split/Accesses.h"
#include "llvm/Support/MathExtras.h"

using namespace mlir;
using namespace tessera;
using namespace tessera::schedule;

//===-- one try -----------------------------------------------------------------------------------------------===//

/// Where tile number `index` begins: the last axis fastest, but `tiling.group` tiles of the last axis but one run through it together, so that what they read is
/// still in the L2 cache.
void TileLoop::computeStarts(ArrayBuilder &arrays, Value index) {
  size_t rank = group.domain.size();
  SmallVector<int64_t> counts(rank, 1);
  for (size_t axis = 0; axis < rank; ++axis)
    counts[axis] = tiling.isInner(axis) ? 1 : static_cast<int64_t>(llvm::divideCeil(group.domain[axis], tiling.tile[axis]));
  OpBuilder &builder = arrays.builder;
  auto divide = [&](Value value, int64_t by) { return by == 1 ? value : arith::DivUIOp::create(builder, arrays.loc, value, arrays.constant(by)).getResult(); };
  auto remainder = [&](Value value, int64_t by) { return arith::RemUIOp::create(builder, arrays.loc, value, arrays.constant(by)).getResult(); };
  SmallVector<Value> own(rank);
  Value rest = index;
  size_t left = rank;
  bool isGrouped = rank >= 2 && tiling.group > 1 && counts[rank - 1] > 1 && counts[rank - 2] % tiling.group == 0;
  if (isGrouped) {
    Value inGroup = remainder(rest, tiling.group);
    rest = divide(rest, tiling.group);
    own[rank - 1] = remainder(rest, counts[rank - 1]);
    rest = divide(rest, counts[rank - 1]);
    Value first = remainder(rest, counts[rank - 2] / tiling.group);
    rest = divide(rest, counts[rank - 2] / tiling.group);
    own[rank - 2] = arrays.add(arrays.multiply(first, tiling.group), inGroup);
    left = rank - 2;
  }
  for (size_t axis = left; axis-- > 0;) {
    bool isLast = llvm::all_of(ArrayRef<int64_t>(counts).take_front(axis), [](int64_t count) { return count == 1; });
    own[axis] = isLast ? rest : remainder(rest, counts[axis]);
    rest = isLast ? rest : divide(rest, counts[axis]);
  }
  box.clear();
  for (size_t axis = 0; axis < rank; ++axis) {
    Span span{Value(), tiling.isInner(axis) ? group.domain[axis] : tiling.tile[axis]};
    if (counts[axis] > 1) {
      span.start = arrays.multiply(own[axis], span.size);
      span.isRagged = group.domain[axis] % span.size != 0;
      emitter->define(span.start);
    }
    box.push_back(span);
  }
}

bool TileLoop::writeOnce() {
  Operation *anchor = group.value ? group.value.getDefiningOp() : group.roots.back();
  OpBuilder builder(anchor->getContext());
  builder.setInsertionPointAfter(anchor);
  ArrayBuilder arrays(builder, anchor->getLoc());
  loop = scf::ForOp::create(builder, anchor->getLoc(), arrays.constant(0), arrays.constant(tiling.countTiles(group.domain)), arrays.constant(1));
  // Products pass their operands through shared memory, the same for all tiles.
  if (!findFacts(group).hasDot)
    loop->setAttr(independentName, builder.getUnitAttr());
  emitter = std::make_unique<TileEmitter>(anchor->getContext(), large, budget, budget.live / 2, tiling.tileK);
  emitter->open(loop.getBody(), loop);
  emitter->define(loop.getInductionVar());
  OpBuilder inside = emitter->getBuilder();
  ArrayBuilder starts(inside, anchor->getLoc());
  computeStarts(starts, loop.getInductionVar());
  return writeInner(0);
}

bool TileLoop::writeInner(size_t axis) {
  if (axis == group.domain.size())
    return tiling.runningAxis >= 0 ? writeRunning() : writeRoots();
  if (!tiling.isStreamed[axis])
    return writeInner(axis + 1);
  OpBuilder builder = emitter->getBuilder();
  Location loc = loop.getLoc();
  ArrayBuilder arrays(builder, loc);
  int64_t extent = group.domain[axis], size = tiling.tile[axis];
  auto inner = scf::ForOp::create(builder, loc, arrays.constant(0), arrays.constant(extent), arrays.constant(size));
  if (loop->hasAttr(independentName))
    inner->setAttr(independentName, builder.getUnitAttr());
  emitter->open(inner.getBody(), inner);
  emitter->define(inner.getInductionVar());
  box[axis] = {inner.getInductionVar(), size, extent % size != 0};
  bool isWritten = writeInner(axis + 1);
  emitter->close();
  return isWritten;
}

/// Scans run along the axis: chunks in order, from its end where they run backwards. There the last chunk reaches below 0, masked as unsigned.
bool TileLoop::writeRunning() {
  int64_t extent = group.domain[tiling.runningAxis], size = tiling.tile[tiling.runningAxis];
  OpBuilder builder = emitter->getBuilder();
  Location loc = loop.getLoc();
  ArrayBuilder arrays(builder, loc);
  SmallVector<Value> inits;
  for (auto &[scan, shape] : tiling.scans)
    for (Value input : scan.getInputs())
      inits.push_back(arrays.splat(builder.getZeroAttr(tile::getElementType(input.getType())), shape));
  auto inner = scf::ForOp::create(builder, loc, arrays.constant(0), arrays.constant(llvm::divideCeil(extent, size)), arrays.constant(1), inits);
  emitter->open(inner.getBody(), inner);
  OpBuilder inside = emitter->getBuilder();
  ArrayBuilder places(inside, loc);
  Value counter = inner.getInductionVar();
  emitter->isFirstChunk = arith::CmpIOp::create(inside, loc, arith::CmpIPredicate::eq, counter, places.constant(0));
  Value start = places.multiply(counter, size);
  bool isReversed = !tiling.scans.empty() && tiling.scans.front().first.getReverse();
  if (isReversed)
    start = arith::SubIOp::create(inside, loc, places.constant(extent - size), start);
  emitter->define(start);
  emitter->runningStart = start;
  size_t next = 0;
  for (auto &[scan, shape] : tiling.scans) {
    RunningScan &running = emitter->runningScans.emplace_back();
    running.op = scan;
    for (size_t entry = 0; entry < scan.getInputs().size(); ++entry)
      running.carries.push_back(inner.getRegionIterArg(next++));
  }
  box[tiling.runningAxis] = {start, size, extent % size != 0, !isReversed || extent % size == 0};
  if (!writeRoots()) {
    emitter->close();
    return false;
  }
  SmallVector<Value> yields;
  for (RunningScan &running : emitter->runningScans)
    llvm::append_range(yields, running.next.empty() ? running.carries : running.next);
  if (!yields.empty())
    scf::YieldOp::create(emitter->getBuilder(), loc, yields);
  emitter->close();
  return true;
}

bool TileLoop::writeRoots() {
  if (group.value) {
    value = emitter->produce(group.value, box);
    // The other results of a reduction come with it.
    siblings.clear();
    if (auto reduce = group.value.getDefiningOp<tile::ReduceByOp>(); reduce && value)
      for (Value result : reduce.getOutputs())
        siblings.push_back({result, emitter->produce(result, box)});
    return static_cast<bool>(value);
  }
  return llvm::all_of(group.roots, [&](Operation *root) { return emitter->emitRoot(root, getRootBox(root)); });
}

Box TileLoop::getRootBox(Operation *root) const {
  Box own;
  SmallVector<int64_t> axes = *mapAxes(tile::getShape(getStoredValue(root).getType()), group.domain);
  for (int64_t axis : axes)
    own.push_back(axis < 0 ? Span() : box[axis]);
  return own;
}

/// A store of the rows' sums belongs to one tile only if tiles have whole rows.
bool TileLoop::isStoredOnce() const {
  return llvm::all_of(group.roots, [&](Operation *root) {
    SmallVector<int64_t> axes = *mapAxes(tile::getShape(getStoredValue(root).getType()), group.domain);
    for (size_t axis = 0; axis < box.size(); ++axis)
      if ((box[axis].start || tiling.isInner(axis)) && !llvm::is_contained(axes, static_cast<int64_t>(axis)))
        return false;
    return true;
  });
}

//===-- what a try teaches ------------------------------------------------------------------------------------===//

void TileLoop::erase() {
  if (loop)
    loop.erase();
  loop = {};
}

TileLoop::Outcome TileLoop::write(bool mayHaveMoreWarps) {
  constexpr int maxTries = 40;
  for (int tries = 0; tries < maxTries; ++tries) {
    if (!writeOnce()) {
      bool hasLearned = learnFromObstacle();
      erase();
      if (!hasLearned)
        return Outcome::obstacle;
      continue;
    }
    bool isLast = tries + 1 == maxTries;
    bool again = !isLast && (coupleRows() || widenRuns() || (measurePressure(*loop.getBody(), budget) > budget.live && shrink(mayHaveMoreWarps)));
    if (wantsWarps) {
      erase();
      return Outcome::moreWarps;
    }
    if (!again && isStoredOnce())
      return Outcome::written;
    erase();
    if (!again)
      break;
  }
  return Outcome::obstacle;
}

/// A scan that was asked for a part of its axis: the axis is taken whole if that may fit, else walked through in order.
bool TileLoop::learnFromObstacle() {
  auto scan = emitter->obstacle.getDefiningOp<tile::ScanOp>();
  if (!scan || group.value)
    return false;
  const Span &span = emitter->obstacleBox[scan.getAxis()];
  size_t axis = 0;
  while (axis < box.size() && (!box[axis].start || box[axis].start != span.start))
    ++axis;
  if (axis == box.size())
    return false;
  int64_t registers = static_cast<int64_t>(llvm::divideCeil(group.domain[axis], budget.threads));
  if (tiling.runningAxis < 0 && !tiling.isCoupled[axis] && registers <= budget.live / 4) {
    tiling.isCoupled[axis] = true;
    tiling.tile[axis] = group.domain[axis];
    return true;
  }
  bool isOther = tiling.runningAxis >= 0 && tiling.runningAxis != static_cast<int64_t>(axis);
  bool isKnown = llvm::any_of(tiling.scans, [&](auto &one) { return one.first == scan; });
  bool turns = !tiling.scans.empty() && tiling.scans.front().first.getReverse() != scan.getReverse();
  if (isOther || isKnown || turns)
    return false;
  tiling.runningAxis = axis;
  tiling.isStreamed[axis] = false;
  SmallVector<int64_t> shape = getSizes(emitter->obstacleBox);
  shape.erase(shape.begin() + scan.getAxis());
  tiling.scans.emplace_back(scan, shape);
  return true;
}

/// Where one value is wanted by tiles and by rows, tiles become rows.
bool TileLoop::coupleRows() {
  bool hasChanged = false;
  auto couple = [&](const Span &span, const Span &other) {
    for (size_t axis = 0; axis < box.size(); ++axis)
      if (span.start && box[axis].start == span.start && !(span == other) && !tiling.isCoupled[axis] && !tiling.isInner(axis)) {
        tiling.isCoupled[axis] = true;
        tiling.tile[axis] = group.domain[axis];
        tiling.scans.clear(); // what they carry is found again
        hasChanged = true;
      }
  };
  llvm::DenseMap<Value, Box> first;
  for (TileEmitter::Written &written : emitter->log) {
    if (written.isErased())
      continue;
    auto [known, isNew] = first.try_emplace(written.value, written.box);
    if (isNew)
      continue;
    for (auto [a, b] : llvm::zip(known->second, written.box)) {
      couple(a, b);
      couple(b, a);
    }
  }
  return hasChanged;
}

/// Where a load or store would touch only a few neighbours in memory, the tile grows along that axis and shrinks along the others.
bool TileLoop::widenRuns() {
  constexpr int64_t sector = 32, line = 128; // bytes
  bool hasChanged = false;
  auto widen = [&](auto access, const Box &accessed, Type element) {
    int64_t last = static_cast<int64_t>(access.getSizes().size()) - 1, bytes = std::max<int64_t>(1, element.getIntOrFloatBitWidth() / 8);
    if (last < 0 || accessed.empty() || llvm::is_contained(access.getDropped(), last) || accessed.back().size * bytes >= sector)
      return;
    for (size_t axis = 0; axis < box.size(); ++axis) {
      if (!accessed.back().start || accessed.back().start != box[axis].start || tiling.isCoupled[axis] || tiling.isInner(axis))
        continue;
      int64_t size = std::min<int64_t>(group.domain[axis], line / bytes), growth = static_cast<int64_t>(llvm::divideCeil(size, tiling.tile[axis]));
      if (growth <= 1)
        continue;
      tiling.tile[axis] = size;
      tiling.scans.clear();
      hasChanged = true;
      for (size_t other = 0; other < box.size() && growth > 1; ++other)
        while (other != axis && !tiling.isCoupled[other] && growth > 1 && tiling.tile[other] * bytes > line) {
          tiling.tile[other] = llvm::PowerOf2Ceil(tiling.tile[other]) / 2;
          growth /= 2;
        }
    }
  };
  for (TileEmitter::Written &written : emitter->log)
    if (auto load = written.value.getDefiningOp<tile::LoadOp>(); load && !written.isErased())
      widen(load, written.box, tile::getElementType(load.getType()));
  for (Operation *root : group.roots)
    if (auto store = dyn_cast<tile::StoreOp>(root))
      widen(store, getRootBox(root), tile::getElementType(store.getValue().getType()));
  return hasChanged;
}

/// Smaller tiles: first along axes that nobody wants whole, then more threads, then rows in chunks.
bool TileLoop::shrink(bool mayHaveMoreWarps) {
  int64_t best = -1;
  for (size_t axis = 0; axis < box.size(); ++axis)
    if (!tiling.isCoupled[axis] && tiling.tile[axis] > 1 && !group.value)
      if (best < 0 || tiling.tile[axis] > tiling.tile[best])
        best = axis;
  if (best >= 0) {
    tiling.tile[best] = llvm::PowerOf2Ceil(tiling.tile[best]) / 2;
    if (best != tiling.runningAxis)
      tiling.scans.clear(); // what they carry is found again
    return true;
  }
  if (mayHaveMoreWarps)
    return wantsWarps = true;
  for (size_t axis = box.size(); axis-- > 0;)
    if (tiling.isCoupled[axis]) {
      tiling.isCoupled[axis] = false;
      tiling.isStreamed[axis] = true;
      tiling.tile[axis] = std::min<int64_t>(group.domain[axis], 16 * budget.threads);
      tiling.scans.clear();
      return true;
    }
  return false;
}

bool TileLoop::isReadAtDomain(Operation *load) const {
  return llvm::all_of(emitter->log, [&](const TileEmitter::Written &written) {
    return written.value != load->getResult(0) || written.isErased() || written.box == box;
  });
}

std::string TileLoop::describe() const {
  if (tiling.tile.empty())
    return "loops over chunks";
  std::string text = "tiles of ";
  for (auto [axis, size] : llvm::enumerate(tiling.tile))
    text += (axis ? "x" : "") + std::to_string(size);
  return text;
}
