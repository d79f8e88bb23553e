// SPDX-License-Identifier: Apache-2.0
// Programs of a launch become one with their neighbours, or are cut:
//
//     %i = program_id 0; %j = program_id 1           %m, %n from program_id 0, of half as many
//     %at = %j * 128 + iota 128                =>     %at = (%n * 2) * 128 + iota 256
//     .. dot [128, 64] x [64, 128]                   .. dot [128, 64] x [64, 256]
//
// It is possible where all that is done along an axis is done element by element, by where the element is in the whole:
// no program has anything of its own. How programs count their rows and columns, in groups or otherwise, does not
// matter: each pair has to come once.
#include "compiler/schedule/specialize/ProgramMerge.h"
#include "compiler/schedule/ArrayBuilder.h"
#include "compiler/schedule/Schedule.h"
#include "compiler/schedule/specialize/PartEmitter.h"
#include "compiler/schedule/specialize/Programs.h"
#include "mlir/Interfaces/SideEffectInterfaces.h"
#include "llvm/ADT/TypeSwitch.h"
#include <numeric>

using namespace mlir;
using namespace tessera;
using namespace tessera::schedule;

static bool isArray(Value value) { return isa<RankedTensorType>(value.getType()); }

void tessera::schedule::unshareArrays(tile::KernelOp kernel) {
  constexpr int64_t mostCopies = 1024;
  llvm::SetVector<Operation *> ofNumbers;
  auto isKnown = [&](Value operand) { return !isArray(operand) || ofNumbers.contains(operand.getDefiningOp()); };
  kernel.walk([&](Operation *op) {
    if (op->getNumResults() == 1 && op->getNumRegions() == 0 && isArray(op->getResult(0)) && isMemoryEffectFree(op) &&
        llvm::all_of(op->getOperands(), isKnown))
      ofNumbers.insert(op);
  });
  int64_t copies = 0;
  // Users come first: what they are computed of has a use for each copy by then.
  for (Operation *op : llvm::reverse(ofNumbers)) {
    SmallVector<OpOperand *> uses;
    for (OpOperand &use : op->getResult(0).getUses())
      uses.push_back(&use);
    for (OpOperand *use : llvm::drop_begin(uses, uses.empty() ? 0 : 1))
      if (++copies < mostCopies)
        use->set(OpBuilder(op).clone(*op)->getResult(0));
  }
}

static int64_t multiplyAll(ArrayRef<int64_t> extents) {
  return std::accumulate(extents.begin(), extents.end(), int64_t(1), std::multiplies<>());
}

int64_t ProgramMerge::countPrograms() const { return multiplyAll(grid); }

bool ProgramMerge::find(Reasons &reasons) {
  grid = getProgramGrid(kernel);
  if (grid.empty())
    return reasons.add(kernel, "launches have different grids");
  rows = findAxis(0, reasons);
  columns = findAxis(1, reasons);
  bool areSame = rows && columns &&
                 (rows->number == columns->number || (rows->coordinate && rows->coordinate == columns->coordinate));
  if (areSame)
    columns.reset();
  return (rows || columns) && countBlocks(reasons);
}

/// Of products' rows (`side` 0) or columns: those that programs have side by side, else the first that can be cut.
std::optional<ProgramAxis> ProgramMerge::findAxis(int64_t side, Reasons &reasons) {
  std::optional<ProgramAxis> found, alone;
  llvm::SmallDenseSet<unsigned> seen;
  kernel.walk([&](tile::DotOp dot) {
    ArrayRef<int64_t> shape = tile::getShape(dot.getType());
    if (found || shape.size() != 2 || !seen.insert(axes.get(dot.getResult(), side)).second)
      return;
    unsigned number = axes.get(dot.getResult(), side);
    if (!axes.canGrow(number, reasons) || !checkEffects(number, reasons))
      return;
    if (!alone)
      alone = ProgramAxis{number, shape[side], Value(), 1};
    for (Value candidate : findCandidates(number, shape[side])) {
      ProgramAxis axis{number, shape[side], candidate, 1};
      if (!found && WholePlaces(kernel, axes, axis, reasons).check())
        found = axis;
    }
  });
  return found ? found : alone;
}

/// What a program does once, for none of these rows (or columns) alone, would be done once for more of them, or again
/// for each part. That is the same only where it stores what it would have stored anyway.
bool ProgramMerge::checkEffects(unsigned number, Reasons &reasons) {
  WalkResult all = kernel.walk([&](Operation *op) {
    bool isAlong = llvm::any_of(op->getOperands(), [&](Value operand) { return !axes.find(operand, number).empty(); });
    if (!isEffect(op) || isa<tile::AssertOp>(op) || isAlong)
      return WalkResult::advance();
    Value array = getAccessedArray(op);
    bool isOnlyStored = isa<tile::StoreOp, tile::ScatterOp>(op) && llvm::all_of(array.getUsers(), [](Operation *user) {
                          return isa<tile::StoreOp, tile::ScatterOp>(user);
                        });
    if (isOnlyStored)
      return WalkResult::advance();
    reasons.add(op, "it is done once for each program");
    return WalkResult::interrupt();
  });
  return !all.wasInterrupted();
}

bool ProgramMerge::canCut(const ProgramAxis &axis) const {
  bool isApart = llvm::all_of(tile::KernelOp(kernel).getArguments(), [](BlockArgument array) {
    auto isRead = [](Operation *user) { return isa<tile::LoadOp, tile::GatherOp>(user); };
    return llvm::none_of(array.getUsers(), isRead) || llvm::none_of(array.getUsers(), isEffect);
  });
  WalkResult all = tile::KernelOp(kernel).walk([&](Operation *op) {
    bool isAlong =
        llvm::any_of(op->getOperands(), [&](Value operand) { return !axes.find(operand, axis.number).empty(); });
    return isEffect(op) && !isAlong ? WalkResult::interrupt() : WalkResult::advance();
  });
  return isApart && !all.wasInterrupted();
}

/// Where the first access along the axis begins, and how far apart its elements are; none where it begins at 0.
std::optional<std::pair<AffineSum, int64_t>> ProgramMerge::findBegin(unsigned number) {
  std::optional<std::pair<AffineSum, int64_t>> found;
  auto take = [&](const std::optional<AffineArray> &form, int64_t step) {
    if (!found && form && step != 0 && !form->base.terms.empty())
      found = {form->base, step};
  };
  kernel.walk<WalkOrder::PreOrder>([&](Operation *op) {
    if (auto load = dyn_cast<tile::LoadOp>(op)) {
      SmallVector<int64_t> kept = getKeptAxes(static_cast<int64_t>(load.getSizes().size()), load.getDropped());
      for (int64_t axis : axes.find(load.getResult(), number))
        if (auto offset = dyn_cast<Value>(load.getOffset(kept[axis])))
          take(affine.get(offset), load.getStride(kept[axis]));
    }
    for (Value result : op->getResults()) {
      SmallVector<int64_t> own = axes.find(result, number);
      std::optional<AffineArray> form = own.size() == 1 ? affine.get(result) : std::nullopt;
      take(form, form ? form->steps[own.front()] : 0);
    }
    return found ? WalkResult::interrupt() : WalkResult::advance();
  });
  return found;
}

/// Scalars that count blocks of `extent` elements there: those that are put together of the most first, as `first +
/// rest` counts more than `rest`.
SmallVector<Value> ProgramMerge::findCandidates(unsigned number, int64_t extent) {
  auto begin = findBegin(number);
  if (!begin)
    return {};
  SmallVector<std::pair<size_t, Value>> found;
  for (Operation &op : kernel.getBody().front()) {
    bool isScalar = op.getNumResults() == 1 && op.getResult(0).getType().isIntOrIndex();
    std::optional<AffineArray> form = isScalar ? affine.get(op.getResult(0)) : std::nullopt;
    if (!form || form->base.terms.empty() || form->base.constant != 0)
      continue;
    bool isPart = llvm::all_of(form->base.terms, [&](const AffineTerm &term) {
      return !term.loop && llvm::any_of(begin->first.terms, [&](const AffineTerm &whole) {
        return whole.isSame(term) && whole.factor == term.factor * begin->second * extent;
      });
    });
    if (isPart)
      found.push_back({form->base.terms.size(), op.getResult(0)});
  }
  llvm::stable_sort(found, [](const auto &a, const auto &b) { return a.first > b.first; });
  constexpr size_t mostCandidates = 4;
  found.truncate(std::min(found.size(), mostCandidates));
  return llvm::map_to_vector(found, [](const auto &candidate) { return candidate.second; });
}

/// The axes of the grid that `value` is computed of; false where it is computed of more.
static bool findIds(Value value, tile::KernelOp kernel, llvm::SmallDenseSet<int64_t> &ids) {
  Operation *op = value.getDefiningOp();
  if (!op)
    return kernel.getArgAttr(cast<BlockArgument>(value).getArgNumber(), constantName) != nullptr;
  if (auto id = dyn_cast<tile::ProgramIdOp>(op))
    ids.insert(static_cast<int64_t>(id.getAxis()));
  if (auto count = dyn_cast<tile::NumProgramsOp>(op))
    ids.insert(static_cast<int64_t>(count.getAxis()));
  return op->getNumRegions() == 0 && isMemoryEffectFree(op) &&
         llvm::all_of(op->getOperands(), [&](Value operand) { return findIds(operand, kernel, ids); });
}

/// What is left of the program's numbers once the coordinates are given.
static llvm::SmallDenseSet<int64_t> findOtherIds(tile::KernelOp kernel, ArrayRef<Value> coordinates) {
  llvm::SmallDenseSet<int64_t> ids;
  llvm::SmallPtrSet<Operation *, 16> used;
  SmallVector<Operation *> pending;
  kernel.walk([&](Operation *op) {
    if (!isOpTriviallyDead(op) &&
        (!isMemoryEffectFree(op) || op->hasTrait<OpTrait::IsTerminator>() || op->getNumRegions() > 0))
      pending.push_back(op);
  });
  while (!pending.empty()) {
    Operation *op = pending.pop_back_val();
    if (!used.insert(op).second)
      continue;
    if (auto id = dyn_cast<tile::ProgramIdOp>(op))
      ids.insert(static_cast<int64_t>(id.getAxis()));
    for (Value operand : op->getOperands())
      if (operand.getDefiningOp() && !llvm::is_contained(coordinates, operand))
        pending.push_back(operand.getDefiningOp());
  }
  return ids;
}

/// How many blocks there are, and that each pair of them has a program.
bool ProgramMerge::countBlocks(Reasons &reasons) {
  SmallVector<Value> coordinates;
  llvm::SmallDenseSet<int64_t> counting;
  for (const std::optional<ProgramAxis> *axis : {&rows, &columns})
    if (*axis && (*axis)->coordinate) {
      coordinates.push_back((*axis)->coordinate);
      if (!findIds((*axis)->coordinate, kernel, counting))
        return reasons.add((*axis)->coordinate.getDefiningOp(), "which block a program has is read from memory");
    }
  for (int64_t id : findOtherIds(kernel, coordinates)) {
    if (counting.count(id))
      return reasons.add(kernel, "programs count more than rows and columns with one number");
    kept.push_back(id);
  }
  llvm::sort(kept);
  SmallVector<int64_t> counted(grid);
  for (int64_t axis = 0; axis < static_cast<int64_t>(grid.size()); ++axis)
    if (!counting.count(axis))
      counted[axis] = 1;
  int64_t programs = multiplyAll(counted), others = 1;
  for (int64_t id : kept)
    others *= grid[id];
  if (others * programs != countPrograms())
    return reasons.add(kernel, "programs along an axis of the grid do the same");
  llvm::SmallDenseSet<std::pair<int64_t, int64_t>> seen;
  std::array<int64_t, 2> most = {0, 0};
  bool areKnown = forEachExecution(&kernel.getBody().front().front(), kernel, counted, [&](ProgramEvaluator &program) {
    std::pair<int64_t, int64_t> at = {0, 0};
    if (rows && rows->coordinate)
      at.first = program.evaluate(rows->coordinate).value_or(-1);
    if (columns && columns->coordinate)
      at.second = program.evaluate(columns->coordinate).value_or(-1);
    most = {std::max(most[0], at.first + 1), std::max(most[1], at.second + 1)};
    return at.first >= 0 && at.second >= 0 && seen.insert(at).second;
  });
  if (!areKnown || most[0] * most[1] != programs)
    return reasons.add(kernel, "programs do not share out blocks of rows and columns, each once");
  if (rows)
    rows->count = most[0];
  if (columns)
    columns->count = most[1];
  return true;
}

//===-- writing -----------------------------------------------------------------------------------------------===//

void ProgramMerge::write(const Resize &rowsTo, const Resize &columnsTo, int64_t group, int64_t most) {
  if (rows)
    resize(*rows, rowsTo);
  if (columns)
    resize(*columns, columnsTo);
  renumber(rowsTo, columnsTo, group, most);
  if (rows && rows->count % rowsTo.blocks != 0)
    maskBeyond(*rows);
}

template <typename OpT> static void resizeSlice(OpT op, ArrayRef<int64_t> axes, const Resize &to) {
  SmallVector<int64_t> sizes(op.getSizes());
  SmallVector<int64_t> kept = getKeptAxes(static_cast<int64_t>(sizes.size()), op.getDropped());
  for (int64_t axis : axes)
    sizes[kept[axis]] = to.apply(sizes[kept[axis]]);
  op.setSizes(sizes);
}

void ProgramMerge::resize(const ProgramAxis &axis, const Resize &to) {
  auto resizeValue = [&](Value value) {
    SmallVector<int64_t> own = axes.find(value, axis.number);
    if (own.empty())
      return;
    auto type = cast<RankedTensorType>(value.getType());
    SmallVector<int64_t> shape(type.getShape());
    for (int64_t each : own)
      shape[each] = to.apply(shape[each]);
    value.setType(type.clone(shape));
  };
  kernel.walk([&](Operation *op) {
    if (auto load = dyn_cast<tile::LoadOp>(op))
      resizeSlice(load, axes.find(load.getResult(), axis.number), to);
    if (auto store = dyn_cast<tile::StoreOp>(op))
      resizeSlice(store, axes.find(store.getValue(), axis.number), to);
    if (auto slice = dyn_cast<tile::SliceValueOp>(op))
      resizeSlice(slice, axes.find(slice.getResult(), axis.number), to);
    llvm::for_each(op->getResults(), resizeValue);
    for (Region &region : op->getRegions())
      for (Block &block : region)
        llvm::for_each(block.getArguments(), resizeValue);
    if (auto constant = dyn_cast<arith::ConstantOp>(op))
      if (auto splat = dyn_cast<SplatElementsAttr>(constant.getValue()))
        constant.setValueAttr(splat.resizeSplat(cast<ShapedType>(constant.getType())));
  });
}

/// A slice that begins `first` elements later along its result's `axis`.
template <typename OpT> static void moveSlice(OpT op, int64_t axis, const Cut &cut) {
  OpBuilder builder(op);
  SmallVector<int64_t> sizes;
  SmallVector<Value> offsets =
      getPartOffsets(builder, op, axis, cut, [](Value value, int64_t) { return value; }, sizes);
  op.getOffsetsMutable().assign(offsets);
  op.setStaticOffsets(SmallVector<int64_t>(sizes.size(), ShapedType::kDynamic));
}

/// What counts a block's elements, or begins with them, does so from `first` on.
void ProgramMerge::countFrom(const ProgramAxis &axis, Value first, int64_t size) {
  SmallVector<Operation *> all;
  kernel.walk([&](Operation *op) { all.push_back(op); });
  for (Operation *op : all) {
    if (auto load = dyn_cast<tile::LoadOp>(op))
      for (int64_t own : axes.find(load.getResult(), axis.number))
        moveSlice(load, own, {first, size});
    if (auto store = dyn_cast<tile::StoreOp>(op))
      for (int64_t own : axes.find(store.getValue(), axis.number))
        moveSlice(store, own, {first, size});
    auto iota = dyn_cast<tile::IotaOp>(op);
    if (!iota || axes.get(iota, static_cast<int64_t>(iota.getAxis())) != axis.number)
      continue;
    OpBuilder builder(op);
    builder.setInsertionPointAfter(op);
    ArrayBuilder arrays(builder, op->getLoc());
    Value places = arrays.positions(iota.getType().getShape(), static_cast<int64_t>(iota.getAxis()), first, 1);
    if (places.getType() != iota.getType())
      places = tile::CastOp::create(builder, op->getLoc(), iota.getType(), places, false, false);
    iota.replaceAllUsesWith(places);
  }
}

/// The only block along `axis` has more elements than all programs had: the others are neither read nor written.
void ProgramMerge::maskBeyond(const ProgramAxis &axis) {
  kernel.walk([&](Operation *op) {
    auto mask = [&](auto access, Value moved) {
      for (int64_t own : axes.find(moved, axis.number)) {
        OpBuilder builder(op);
        ArrayBuilder arrays(builder, op->getLoc());
        Value places = arrays.positions(tile::getShape(moved.getType()), own, arrays.constant(0), 1);
        access.getMaskMutable().assign(arrays.both(access.getMask(), arrays.isBelow(places, axis.count * axis.extent)));
      }
    };
    llvm::TypeSwitch<Operation *>(op)
        .Case<tile::LoadOp, tile::GatherOp>([&](auto load) { mask(load, load.getResult()); })
        .Case<tile::StoreOp, tile::ScatterOp, tile::AtomicRmwOp, tile::AtomicCasOp>(
            [&](auto store) { mask(store, store.getValue()); });
  });
}

namespace {
/// Numbers from one number of a block, the fastest first.
class Digits {
public:
  Digits(ArrayBuilder &arrays, Value rest) : arrays(arrays), rest(rest) {}
  /// One of `count`, the last one of all with `isLast`.
  Value take(int64_t count, bool isLast = false) {
    if (count == 1)
      return arrays.constant(0);
    Value by = arrays.constant(count);
    Value digit = isLast ? rest : Value(arith::RemUIOp::create(arrays.builder, arrays.loc, rest, by));
    if (!isLast)
      rest = arith::DivUIOp::create(arrays.builder, arrays.loc, rest, by);
    return digit;
  }

private:
  ArrayBuilder &arrays;
  Value rest;
};
} // namespace

static void eraseDead(tile::KernelOp kernel) {
  SmallVector<Operation *> all;
  kernel.walk([&](Operation *op) { all.push_back(op); });
  for (Operation *op : llvm::reverse(all))
    if (op != kernel && isOpTriviallyDead(op))
      op->erase();
}

/// Puts what comes after `block` into a loop that goes from it to `count`, `step` at a time: answers its number.
static Value loopOver(Value block, int64_t count, int64_t step) {
  OpBuilder builder(block.getContext());
  builder.setInsertionPointAfterValue(block);
  ArrayBuilder arrays(builder, block.getLoc());
  auto loop = scf::ForOp::create(builder, block.getLoc(), block, arrays.constant(count), arrays.constant(step));
  Block *outer = loop->getBlock(), *body = loop.getBody();
  body->getOperations().splice(std::prev(body->end()), outer->getOperations(), std::next(loop->getIterator()),
                               std::prev(outer->end()));
  return loop.getInductionVar();
}

/// Programs are a row of blocks: groups of rows, then columns, then more rows, then the axes that are as they were.
void ProgramMerge::renumber(const Resize &rowsTo, const Resize &columnsTo, int64_t group, int64_t most) {
  SmallVector<tile::ProgramIdOp> ids;
  SmallVector<tile::NumProgramsOp> counts;
  kernel.walk([&](tile::ProgramIdOp id) { ids.push_back(id); });
  kernel.walk([&](tile::NumProgramsOp count) { counts.push_back(count); });
  OpBuilder builder = OpBuilder::atBlockBegin(&kernel.getBody().front());
  ArrayBuilder arrays(builder, kernel.getLoc());
  auto count = [](const std::optional<ProgramAxis> &axis, const Resize &to) {
    return axis ? llvm::divideCeil(axis->count, to.blocks) * to.parts : 1;
  };
  int64_t m = count(rows, rowsTo), n = count(columns, columnsTo), programs = m * n;
  while (m % group != 0)
    --group;
  for (int64_t id : kept)
    programs *= grid[id];
  int64_t blocks = std::min(programs, most);
  Value program = tile::ProgramIdOp::create(builder, kernel.getLoc(), int64_t(0));
  if (blocks < programs) {
    program = loopOver(program, programs, blocks);
    builder.setInsertionPointAfterValue(program);
  }
  Digits digits(arrays, program);
  bool areAll = kept.empty();
  Value inGroup = digits.take(group, areAll && m == group && n == 1), column = digits.take(n, areAll && m == group),
        first = digits.take(m / group, areAll);
  Value row = arrays.add(arrays.multiply(first, group), inGroup);
  llvm::DenseMap<int64_t, Value> others;
  for (int64_t id : llvm::reverse(kept))
    others[id] = digits.take(grid[id], id == kept.front());
  auto place = [&](const ProgramAxis &axis, Value block, const Resize &to) {
    Value first;
    if (to.parts > 1) {
      Value parts = arrays.constant(to.parts), part = arith::RemUIOp::create(builder, kernel.getLoc(), block, parts);
      first = arrays.multiply(part, axis.extent / to.parts);
      block = arith::DivUIOp::create(builder, kernel.getLoc(), block, parts);
    }
    if (axis.coordinate) {
      block = arrays.multiply(block, to.blocks);
      if (block.getType() != axis.coordinate.getType())
        block = tile::CastOp::create(builder, kernel.getLoc(), axis.coordinate.getType(), block, false, false);
      Value(axis.coordinate).replaceAllUsesWith(block);
    }
    if (first)
      countFrom(axis, first, axis.extent / to.parts);
  };
  if (rows)
    place(*rows, row, rowsTo);
  if (columns)
    place(*columns, column, columnsTo);
  for (tile::NumProgramsOp count : counts) {
    int64_t axis = static_cast<int64_t>(count.getAxis());
    count.replaceAllUsesWith(arrays.constant(axis < static_cast<int64_t>(grid.size()) ? grid[axis] : 1));
  }
  for (tile::ProgramIdOp id : ids)
    if (auto other = others.find(static_cast<int64_t>(id.getAxis())); other != others.end())
      id.replaceAllUsesWith(other->second);
  eraseDead(kernel);
  kernel->setAttr(blocksName, builder.getI64IntegerAttr(blocks));
  kernel->setAttr(gridName, builder.getDenseI64ArrayAttr({blocks}));
  kernel->setAttr(axisOrderName, builder.getDenseI64ArrayAttr({0}));
  kernel->removeAttr(linearGridName);
}
