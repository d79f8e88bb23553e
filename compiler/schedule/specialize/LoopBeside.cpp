// SPDX-License-Identifier: Apache-2.0
// What is loaded beside products in each pass, and is no operand: a row of numbers for the columns of scores (their
// maxima and sums in attention's backward pass, a mask of keys, a bias), or a block of numbers for the scores
// themselves. Loaded where it stands, a consumer would wait for memory in each pass; a pass ahead, it would take
// registers that sums have. So the producer copies it with the operands, and consumers read it from shared memory where
// it is used:
//
//     for ..: l = load L[n]; s = k . q[n]; p = exp(s - l)
//  => producer: copy L[n], copy q[n]         consumer: s = k . q[slot]; wait ready; l = load slot; arrive free; ..
//
// Taken is what the copy engine takes, of which consumers need one form: a row whole, a block by rows. What the program
// changes is not. The last operand of a loop of two products may be waited for a pass later (LoopOverlap.cpp), and with
// one slot for each the producer would wait for it first: what stands behind it is copied before it. Of loops that
// multiply nothing (the rows of a norm, before their product) blocks are taken only.
#include "compiler/schedule/specialize/LoopEmitter.h"
#include "mlir/Interfaces/SideEffectInterfaces.h"

using namespace mlir;
using namespace tessera;
using namespace tessera::schedule;

//===-- finding -----------------------------------------------------------------------------------------------===//

/// Whether the producer can compute `value`: of arguments, program ids and counters, by arithmetic and loads.
static bool isScalarOfProducer(Value value, LoopPlan &plan, unsigned depth = 0) {
  constexpr unsigned mostOperations = 16;
  if (plan.producerValues.contains(value))
    return true;
  if (auto argument = dyn_cast<BlockArgument>(value)) {
    auto loop = dyn_cast<scf::ForOp>(argument.getOwner()->getParentOp());
    return !loop || argument == loop.getInductionVar();
  }
  Operation *op = value.getDefiningOp();
  if (isa<RankedTensorType>(value.getType()) || isEffect(op) || op->getNumRegions() > 0 || depth == mostOperations)
    return false;
  if (Value array = getAccessedArray(op))
    if (llvm::any_of(array.getUsers(), isEffect))
      return false;
  return llvm::all_of(op->getOperands(), [&](Value operand) {
    return isa<tile::RefType>(operand.getType()) || isScalarOfProducer(operand, plan, depth + 1);
  });
}

/// The last operand's load of the loop; null where it has none, or other blocks have some. What the converter computes
/// of loads is no copy.
static Operation *findLastOperand(LoopPlan &plan, scf::ForOp loop) {
  Operation *last = nullptr;
  for (auto &[load, staged] : plan.staged) {
    if (!loop->isAncestor(load) || staged.isComputed)
      continue;
    if (load->getParentOp() != loop || staged.isHeld)
      return nullptr;
    last = !last || last->isBeforeInBlock(load) ? load : last;
  }
  return last;
}

static int64_t countProducts(LoopPlan &plan, scf::ForOp loop) {
  int64_t count = 0;
  loop.walk([&](tile::DotOp dot) { count += plan.live.contains(dot); });
  return count;
}

/// Whether consumers need `load`'s value in the form that they would read, and nobody else does.
static bool isNeededSo(LoopPlan &plan, Operation *load) {
  Value value = load->getResult(0);
  int64_t rank = static_cast<int64_t>(tile::getShape(value.getType()).size()), wanted = rank == 1 ? wholeArray : 0;
  for (int64_t axis = wholeArray; axis < rank; ++axis)
    if (plan.demanded.contains({value, axis}) != (axis == wanted))
      return false;
  return !plan.converterValues.contains(value);
}

/// What has to move with `load` to stand before `place` in its block, in order; false where something is no arithmetic.
static bool collectBehind(Operation *load, Operation *place, SmallVectorImpl<Operation *> &moved) {
  for (Value operand : load->getOperands()) {
    Operation *op = operand.getDefiningOp();
    if (!op || op->getBlock() != place->getBlock() || op->isBeforeInBlock(place) || llvm::is_contained(moved, op))
      continue;
    if (op == place || !isPure(op) || op->getNumRegions() > 0 || isa<tile::DotOp>(op) ||
        !collectBehind(op, place, moved))
      return false;
  }
  moved.push_back(load);
  return true;
}

void schedule::stageBeside(LoopPlan &plan, AffineAnalysis &affine, ConverterPlanner::GetBox getBox) {
  SmallVector<std::pair<Operation *, ArrayBox>, 2> found;
  SmallVector<std::pair<Operation *, SmallVector<Operation *>>, 2> places;
  plan.kernel.walk([&](Operation *op) {
    auto loop = dyn_cast<scf::ForOp>(op->getParentOp());
    bool isLoad = isa<tile::LoadOp, tile::GatherOp>(op) && isa<RankedTensorType>(op->getResult(0).getType());
    if (!loop || !isLoad || plan.isStaged(op) || plan.aheads.count(loop) || !isNeededSo(plan, op))
      return;
    Operation *last = findLastOperand(plan, loop);
    SmallVector<Operation *> moved;
    bool isInTime =
        last && (op->isBeforeInBlock(last) || countProducts(plan, loop) > 2 || collectBehind(op, last, moved));
    // A loop that multiplies nothing (rows of a norm before its product) waits for what it reads only.
    isInTime |= countProducts(plan, loop) == 0 && tile::getShape(op->getResult(0).getType()).size() == 2;
    if (!isInTime || llvm::any_of(getAccessedArray(op).getUsers(), isEffect))
      return;
    size_t rank = tile::getShape(op->getResult(0).getType()).size();
    std::optional<ArrayBox> box = rank == 1   ? findRowBox(op, affine, plan.kernel)
                                  : rank == 2 ? getBox(op)
                                              : std::nullopt;
    bool isTaken = box && !box->isTransposed && llvm::all_of(box->offsets, [&](const AffineSum &offset) {
                     return llvm::all_of(offset.terms,
                                         [&](const AffineTerm &term) { return isScalarOfProducer(term.value, plan); });
                   });
    if (!isTaken)
      return;
    found.emplace_back(op, *box);
    places.emplace_back(last, moved);
  });
  for (auto &[place, moved] : places)
    for (Operation *op : moved)
      if (!op->isBeforeInBlock(place)) // two loads may share how they count
        op->moveBefore(place);
  for (auto &[op, box] : found) {
    StagedLoad &staged = plan.staged[op];
    staged.box = box;
    staged.elementType = box.getElementType();
    staged.isHeld = staged.isBeside = true;
    for (Operation *user : op->getResult(0).getUsers()) {
      Operation *own = op->getBlock()->findAncestorOpInBlock(*user);
      staged.first = !staged.first || own->isBeforeInBlock(staged.first) ? own : staged.first;
    }
  }
}

/// Not where a loop's products are begun or read in another order than the program's.
void schedule::readOperands(LoopPlan &plan) {
  for (auto &[op, staged] : plan.staged) {
    bool isOperand = !staged.uses.empty() && !staged.isHeld && !staged.isComputed && !staged.isGathered;
    auto loop = dyn_cast<scf::ForOp>(op->getParentOp());
    bool isAlone = loop && !plan.aheads.contains(loop) && countProducts(plan, loop) == 1;
    Value value = op->getResult(0);
    bool isWhole = plan.demanded.contains({value, wholeArray}) && !plan.demanded.contains({value, 0}) &&
                   !plan.demanded.contains({value, 1});
    staged.isReadWhole = isOperand && isAlone && isWhole && !staged.box.isTransposed;
  }
}

//===-- writing -----------------------------------------------------------------------------------------------===//

void LoopEmitter::readBeside(Operation *op, const StagedLoad &load) {
  if (tile::getShape(op->getResult(0).getType()).size() == 2)
    return readRows(op, load);
  waitFor(load.ring);
  const Ring &ring = plan.rings[load.ring];
  int64_t columns = tile::getShape(op->getResult(0).getType())[0];
  parts[{op->getResult(0).getAsOpaquePointer(), wholeArray}] = tile::LoadOp::create(
      builder, loc, op->getResult(0).getType(), getSlotRef(ring, load.ring, getSlot(load.ring)), ValueRange(), Value(),
      Value(), builder.getDenseI64ArrayAttr({0, 0}), builder.getDenseI64ArrayAttr({1, columns}),
      builder.getDenseI64ArrayAttr({}), builder.getDenseI64ArrayAttr({0}));
  release(load.ring);
}

/// Once in a block: it is not known in which order others run.
Value LoopEmitter::readWhole(Operation *op, const StagedLoad &load) {
  Value &known = parts[{op->getResult(0).getAsOpaquePointer(), wholeArray}];
  if (known && known.getParentBlock() == builder.getInsertionBlock())
    return known;
  const Ring &ring = plan.rings[load.ring];
  auto type = cast<RankedTensorType>(op->getResult(0).getType());
  return known = tile::LoadOp::create(builder, loc, type, getSlotRef(ring, load.ring, getSlot(load.ring)), ValueRange(),
                                      Value(), Value(), builder.getDenseI64ArrayAttr({0, 0}),
                                      builder.getDenseI64ArrayAttr(type.getShape()), builder.getDenseI64ArrayAttr({}),
                                      builder.getDenseI64ArrayAttr({}));
}
