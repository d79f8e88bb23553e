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
  if (!rows && !columns)
    return false;
  ProgramCount count(kernel, grid);
  bool isKnown = count.find(rows, columns, reasons);
  kept.assign(count.getKept().begin(), count.getKept().end());
  return isKnown;
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
      alone = ProgramAxis{number, shape[side], Value()};
    for (Value candidate : findCandidates(number, shape[side])) {
      ProgramAxis axis{number, shape[side], candidate};
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

bool tessera::schedule::areProgramsApart(tile::KernelOp kernel) {
  return llvm::all_of(kernel.getArguments(), [](BlockArgument array) {
    auto isRead = [](Operation *user) { return isa<tile::LoadOp, tile::GatherOp>(user); };
    return llvm::none_of(array.getUsers(), isRead) || llvm::none_of(array.getUsers(), isEffect);
  });
}

/// Where the elements of an access are, if each has a place of its own that is the same whenever it is done.
static std::optional<SmallVector<AffineArray>> findPlaces(Operation *access, AffineAnalysis &affine) {
  if (access->getParentOfType<scf::ForOp>() || access->getParentOfType<scf::WhileOp>())
    return std::nullopt;
  SmallVector<AffineArray> places;
  auto addSlice = [&](auto op) {
    for (int64_t axis = 0; axis < static_cast<int64_t>(op.getSizes().size()); ++axis) {
      OpFoldResult offset = op.getOffset(axis);
      AffineArray place;
      if (auto constant = dyn_cast<Attribute>(offset))
        place.base.constant = cast<IntegerAttr>(constant).getInt();
      else if (std::optional<AffineArray> known = affine.get(cast<Value>(offset)))
        place.base = known->base;
      else
        return false;
      place.steps = {op.getStride(axis), op.getSizes()[axis], llvm::is_contained(op.getDropped(), axis)};
      places.push_back(place);
    }
    return true;
  };
  auto addIndices = [&](auto op) {
    std::optional<AffineArray> place = op.getIndices().size() == 1 ? affine.get(op.getIndices()[0]) : std::nullopt;
    if (!place || !isArray(op.getIndices()[0]))
      return false;
    // From the axis with the shortest steps on, each goes beyond all that those before it reach.
    SmallVector<std::pair<int64_t, int64_t>> axes;
    for (auto [step, extent] : llvm::zip(place->steps, tile::getShape(op.getIndices()[0].getType())))
      if (extent > 1)
        axes.emplace_back(step, extent);
    llvm::sort(axes);
    int64_t reached = 1;
    for (auto [step, extent] : axes) {
      if (step < reached)
        return false;
      reached = step * extent;
    }
    places.push_back(*place);
    return true;
  };
  bool areKnown = llvm::TypeSwitch<Operation *, bool>(access)
                      .Case<tile::LoadOp, tile::StoreOp>(addSlice)
                      .Case<tile::GatherOp, tile::ScatterOp>(addIndices)
                      .Default(false);
  return areKnown ? std::optional(places) : std::nullopt;
}

/// Whether parts of a program may be done at the same time: of an array that it reads and changes, each element is
/// touched at one place of the program's block only, so by one part.
static bool arePartsApart(tile::KernelOp kernel) {
  AffineAnalysis affine(kernel);
  return llvm::all_of(kernel.getArguments(), [&](BlockArgument array) {
    auto isRead = [](Operation *user) { return isa<tile::LoadOp, tile::GatherOp>(user); };
    if (llvm::none_of(array.getUsers(), isRead) || llvm::none_of(array.getUsers(), isEffect))
      return true;
    std::optional<SmallVector<AffineArray>> first = findPlaces(*array.user_begin(), affine);
    return first && llvm::all_of(array.getUsers(), [&](Operation *user) {
             std::optional<SmallVector<AffineArray>> places = findPlaces(user, affine);
             return places && llvm::equal(*places, *first, [](const AffineArray &a, const AffineArray &b) {
                      return a.base == b.base && a.steps == b.steps;
                    });
           });
  });
}

bool ProgramMerge::canCut(const ProgramAxis &axis) const {
  WalkResult all = tile::KernelOp(kernel).walk([&](Operation *op) {
    bool isAlong =
        llvm::any_of(op->getOperands(), [&](Value operand) { return !axes.find(operand, axis.number).empty(); });
    return isEffect(op) && !isAlong ? WalkResult::interrupt() : WalkResult::advance();
  });
  WalkResult alike = tile::KernelOp(kernel).walk([&](Operation *op) {
    bool isAlike = llvm::all_of(op->getResults(), [&](Value value) {
      return llvm::all_of(axes.find(value, axis.number),
                          [&](int64_t own) { return tile::getShape(value.getType())[own] == axis.extent; });
    });
    return isAlike ? WalkResult::advance() : WalkResult::interrupt();
  });
  return arePartsApart(kernel) && !all.wasInterrupted() && !alike.wasInterrupted();
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

//===-- writing -----------------------------------------------------------------------------------------------===//

void ProgramMerge::write(const Resize &rowsTo, const Resize &columnsTo, const ProgramOrder &order) {
  if (rows)
    AxisResize(kernel, axes, *rows, rowsTo).resizeArrays();
  if (columns)
    AxisResize(kernel, axes, *columns, columnsTo).resizeArrays();
  renumber(rowsTo, columnsTo, order);
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
  loop->setAttr(programsName, builder.getUnitAttr());
  Block *outer = loop->getBlock(), *body = loop.getBody();
  body->getOperations().splice(std::prev(body->end()), outer->getOperations(), std::next(loop->getIterator()),
                               std::prev(outer->end()));
  return loop.getInductionVar();
}

static Value castTo(OpBuilder &builder, Value value, Type type) {
  return value.getType() == type ? value : tile::CastOp::create(builder, value.getLoc(), type, value, false, false);
}

/// Has a program do block number `block` of `blocks` along an axis.
void ProgramMerge::place(const ProgramAxis &axis, Value block, int64_t blocks, const Resize &to) {
  OpBuilder builder(kernel.getContext());
  builder.setInsertionPointAfterValue(block);
  ArrayBuilder arrays(builder, kernel.getLoc());
  Value first = arrays.multiply(block, to.to);
  // Of whole blocks the first one's number says where they begin.
  bool isCounted = axis.coordinate && to.isMultiple();
  if (axis.coordinate) {
    Value number = isCounted ? arrays.multiply(block, to.to / to.from) : arrays.constant(0);
    Value(axis.coordinate).replaceAllUsesWith(castTo(builder, number, axis.coordinate.getType()));
  }
  AxisResize resize(kernel, axes, axis, to);
  if (!isCounted && !to.isSame())
    resize.countFrom(first);
  if (blocks * to.to > axis.getTotal())
    resize.maskBeyond(first);
}

/// Programs are a row of blocks: groups of rows, then columns, then more rows, then the numbers that are as they were.
void ProgramMerge::renumber(const Resize &rowsTo, const Resize &columnsTo, const ProgramOrder &order) {
  SmallVector<tile::NumProgramsOp> counts;
  kernel.walk([&](tile::NumProgramsOp count) { counts.push_back(count); });
  OpBuilder builder = OpBuilder::atBlockBegin(&kernel.getBody().front());
  ArrayBuilder arrays(builder, kernel.getLoc());
  auto count = [](const std::optional<ProgramAxis> &axis, const Resize &to) {
    return axis ? llvm::divideCeil(axis->getTotal(), to.to) : 1;
  };
  int64_t m = llvm::divideCeil(count(rows, rowsTo), order.cluster), n = count(columns, columnsTo),
          programs = m * order.cluster * n, group = order.group;
  while (m % group != 0)
    --group;
  if (n > 1)
    tilegpu::setChosen(kernel, "group", group);
  for (const KeptNumber &number : kept)
    programs *= number.front().count;
  int64_t blocks = std::min(programs, order.most / order.cluster * order.cluster);
  if (blocks < programs) { // no more than all passes need: the last one is as full as the others, and asks for as much
    int64_t passes = llvm::divideCeil(programs, blocks);
    blocks = llvm::alignTo(llvm::divideCeil(programs, passes), order.cluster);
  }
  Value program = tile::ProgramIdOp::create(builder, kernel.getLoc(), int64_t(0));
  if (blocks < programs) {
    program = loopOver(program, programs, blocks);
    builder.setInsertionPointAfterValue(program);
  }
  Value inCluster;
  if (order.cluster > 1) {
    Value size = arrays.constant(order.cluster);
    inCluster = arith::RemUIOp::create(builder, kernel.getLoc(), program, size);
    program = arith::DivUIOp::create(builder, kernel.getLoc(), program, size);
    program.getDefiningOp()->setAttr(clusterNumberName, builder.getUnitAttr());
    kernel->setAttr(clusterName, builder.getI64IntegerAttr(order.cluster));
  }
  if (order.split > 1) {
    Value size = arrays.constant(order.split), part = arith::RemUIOp::create(builder, kernel.getLoc(), program, size);
    program = arith::DivUIOp::create(builder, kernel.getLoc(), program, size);
    part.getDefiningOp()->setAttr(splitPartName, builder.getUnitAttr());
    kernel->setAttr(splitName, builder.getI64IntegerAttr(order.split));
    splitPasses(kernel, part, order.split);
    blocks *= order.split;
  }
  Digits digits(arrays, program);
  bool areAll = kept.empty();
  Value inGroup = digits.take(group, areAll && m == group && n == 1), column = digits.take(n, areAll && m == group),
        first = digits.take(m / group, areAll);
  Value row = arrays.add(arrays.multiply(first, group), inGroup);
  if (inCluster)
    row = arrays.add(arrays.multiply(row, order.cluster), inCluster);
  for (const KeptNumber &number : llvm::reverse(kept)) {
    Value digit = digits.take(number.front().count, &number == kept.begin());
    for (const Counted &counted : number) {
      Value value = arrays.add(arrays.multiply(digit, counted.step), arrays.constant(counted.first));
      Value(counted.value).replaceAllUsesWith(castTo(builder, value, counted.value.getType()));
    }
  }
  if (rows)
    place(*rows, row, m * order.cluster, rowsTo);
  if (columns)
    place(*columns, column, n, columnsTo);
  for (tile::NumProgramsOp count : counts) {
    int64_t axis = static_cast<int64_t>(count.getAxis());
    count.replaceAllUsesWith(arrays.constant(axis < static_cast<int64_t>(grid.size()) ? grid[axis] : 1));
  }
  eraseDead(kernel);
  kernel->setAttr(blocksName, builder.getI64IntegerAttr(blocks));
  kernel->setAttr(gridName, builder.getDenseI64ArrayAttr({blocks}));
  kernel->setAttr(axisOrderName, builder.getDenseI64ArrayAttr({0}));
  kernel->removeAttr(linearGridName);
}
