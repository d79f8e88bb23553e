// SPDX-License-Identifier: Apache-2.0
// Operands that are no boxes of an array, as rows by an array of indices: the copy engine can't be told of them. All of
// the producer's threads ask for up to 16 bytes at a time (cp.async), which land in the slot without registers between,
// some passes before they are needed:
//
//     producer    wait free x[i];  begin the copies of x[i], a group;  wait for the group of pass i - lag;
//                 arrive ready x[i - lag]
//     behind it   wait for all groups;  arrive ready x[..] of the last `lag` passes
//
// Rows of 16-bit elements that begin anywhere, as those of an odd pitch do, have no such copies. Pairs of neighbours
// pass through the producer's registers, asked for a pass before they are written:
//
//     producer    y = load x[i + 1];  wait free x[i];  store x[i];  arrive ready x[i];  go on with y
//
// A slot is given back when the next pass's product has been begun, so of n slots n - 2 can be under way: were it one
// more, the consumers would wait for a pass that is told of only when they have given back the one before.
#include "compiler/schedule/AxisInfo.h"
#include "compiler/schedule/ScheduledKernels.h"
#include "compiler/schedule/specialize/LoopEmitter.h"
#include "compiler/tilegpu/ir/UnalignedAccess.h"
#include "mlir/Interfaces/SideEffectInterfaces.h"

using namespace mlir;
using namespace tessera;
using namespace tessera::schedule;

//===-- finding -----------------------------------------------------------------------------------------------===//

/// Bytes of neighbours along `along` of what is gathered that lie together in memory, from a multiple of so many on.
static int64_t findWidth(tile::GatherOp gather, size_t along, AxisInfoAnalysis &info) {
  auto type = cast<RankedTensorType>(gather.getType());
  int64_t bytes = type.getElementTypeBitWidth() / 8, pitch = 1;
  unsigned argument = cast<BlockArgument>(gather.getRef()).getArgNumber();
  auto kernel = gather->getParentOfType<tile::KernelOp>();
  int64_t width =
      std::min({tilegpu::maxAccessBytes / bytes, getPowerOfTwoDivisor(getAlignment(kernel, argument)) / bytes,
                getPowerOfTwoDivisor(type.getDimSize(along))});
  if (gather.getMask() && isa<RankedTensorType>(gather.getMask().getType()))
    width = std::min(width, info.get(gather.getMask()).constancy[along]);
  auto indices = gather.getIndices();
  for (auto axis = static_cast<int64_t>(indices.size()); axis-- > 0;) {
    const AxisInfo &own = info.get(indices[axis]);
    bool isLast = axis + 1 == static_cast<int64_t>(indices.size());
    width = std::min(width, isLast ? own.contiguity[along] : std::min(own.constancy[along], pitch));
    if (isLast)
      width = std::min(width, own.getDivisibility(along, width));
    int64_t extent = gather.getRef().getType().getShape()[axis];
    pitch = ShapedType::isDynamic(extent) ? 1 : std::min<int64_t>(pitch * getPowerOfTwoDivisor(extent), 1 << 20);
  }
  return width * bytes;
}

/// Whether elements lie in pairs of neighbours along `along`, wherever these begin.
static bool arePairs(tile::GatherOp gather, size_t along, AxisInfoAnalysis &info) {
  auto type = cast<RankedTensorType>(gather.getType());
  if (type.getElementTypeBitWidth() != tilegpu::unalignedBits ||
      type.getDimSize(along) % tilegpu::unalignedElements != 0)
    return false;
  for (auto [axis, index] : llvm::enumerate(gather.getIndices())) {
    const AxisInfo &own = info.get(index);
    bool isLast = axis + 1 == gather.getIndices().size();
    if ((isLast ? own.contiguity : own.constancy)[along] < tilegpu::unalignedElements)
      return false;
  }
  return true;
}

bool tessera::schedule::isPassable(Operation *op, bool areExtentsLast) {
  constexpr int64_t rowsOfBlock = 8, columnsOfBlock = 16; // as blocks lie in shared memory
  auto load = dyn_cast_or_null<tile::LoadOp>(op);
  auto type = load ? dyn_cast<RankedTensorType>(load.getType()) : RankedTensorType();
  if (!type || type.getRank() != 2 || !isa<BlockArgument>(load.getRef()) || !isZeroOrUndefined(load.getOther()))
    return false;
  tile::RefType ref = load.getRef().getType();
  int64_t last = ref.getRank() - 1;
  bool areFit = type.getDimSize(1) % columnsOfBlock == 0 && type.getDimSize(0) % rowsOfBlock == 0;
  return type.getElementTypeBitWidth() == tilegpu::unalignedBits && (areFit || !areExtentsLast) &&
         ref.getMemorySpace() != tile::MemorySpace::smem && !llvm::is_contained(load.getDropped(), last) &&
         load.getStride(last) == 1;
}

std::optional<GatheredAxis> tessera::schedule::findGatheredAxis(Operation *load, AxisInfoAnalysis &info) {
  constexpr int64_t fewestBytes = 4; // of cp.async
  if (isPassable(load) && isa<scf::ForOp>(load->getParentOp()))
    return GatheredAxis{1, true};
  auto gather = dyn_cast_or_null<tile::GatherOp>(load);
  auto type = gather ? dyn_cast<RankedTensorType>(gather.getType()) : RankedTensorType();
  bool isKnown = type && type.getRank() == 2 && type.getElementTypeBitWidth() % 8 == 0 &&
                 !gather.getIndices().empty() && isa<BlockArgument>(gather.getRef()) && isZero(gather.getOther()) &&
                 isa<scf::ForOp>(gather->getParentOp());
  if (!isKnown)
    return std::nullopt;
  int64_t first = findWidth(gather, 0, info), second = findWidth(gather, 1, info);
  if (std::max(first, second) >= fewestBytes)
    return GatheredAxis{first > second ? 0 : 1};
  for (int64_t along : {1, 0})
    if (arePairs(gather, along, info))
      return GatheredAxis{along, true};
  return std::nullopt;
}

bool tessera::schedule::stageGathered(LoopPlan &plan, tile::DotOp dot, unsigned operand, GatheredAxis gathered,
                                      Reasons &reasons) {
  OperandSource source = traceOperand(dot->getOperand(operand));
  Operation *op = source.load;
  auto type = cast<RankedTensorType>(op->getResult(0).getType());
  int64_t depth = (operand == 0) != source.isTransposed ? 1 : 0;
  if (type.getElementTypeBitWidth() != 16 && gathered.along != depth)
    return reasons.add(op, "elements that are not of 16 bits lie across the product's depth, and are gathered",
                       "store the array the other way round");
  StagedLoad &staged = stageGathered(plan, op, gathered);
  if (!llvm::is_contained(staged.uses, dot.getOperation()))
    staged.uses.push_back(dot);
  return true;
}

StagedLoad &tessera::schedule::stageGathered(LoopPlan &plan, Operation *op, GatheredAxis gathered) {
  auto type = cast<RankedTensorType>(op->getResult(0).getType());
  StagedLoad &staged = plan.staged[op];
  staged.isGathered = true;
  staged.isPassed = gathered.isPassed;
  staged.elementType = type.getElementType();
  staged.box.argument = cast<BlockArgument>(getAccessedArray(op));
  staged.box.isTransposed = gathered.along == 0;
  staged.box.sizes.assign(type.getShape().begin(), type.getShape().end());
  if (staged.box.isTransposed)
    std::swap(staged.box.sizes[0], staged.box.sizes[1]);
  return staged;
}

bool LoopPlan::isGathering() const {
  return llvm::any_of(staged, [](const auto &entry) { return entry.second.isGathered; });
}

bool LoopPlan::isGathered(scf::ForOp loop) const {
  return llvm::any_of(staged,
                      [&](const auto &entry) { return entry.second.isGathered && loop->isAncestor(entry.first); });
}

bool LoopPlan::isPassing() const {
  return llvm::any_of(staged, [](const auto &entry) { return entry.second.isPassed; });
}

//===-- writing -----------------------------------------------------------------------------------------------===//

/// The gather as its slot lies, so that neighbours in memory are neighbours there.
tile::GatherOp LoopEmitter::gatherTurned(tile::GatherOp gather, const StagedLoad &load) {
  const Ring &ring = plan.rings[load.ring];
  auto turn = [&](Value operand) {
    Value value = operand ? get(operand, wholeArray) : Value();
    return value && isa<RankedTensorType>(value.getType()) ? transposeIf(load.box.isTransposed, value) : value;
  };
  return tile::GatherOp::create(builder, loc, RankedTensorType::get(ring.shape, ring.elementType),
                                get(gather.getRef(), wholeArray), llvm::map_to_vector(gather.getIndices(), turn),
                                turn(gather.getMask()), Value());
}

void LoopEmitter::awaitFree(const StagedLoad &load) {
  if (isTurning(plan.rings[load.ring]))
    tilegpu::WaitOp::create(builder, loc, released[load.ring], getSlot(load.ring));
}

tile::StoreOp LoopEmitter::fillSlot(const StagedLoad &load, Value value) {
  const Ring &ring = plan.rings[load.ring];
  return tile::StoreOp::create(builder, loc, value, getSlotRef(ring, load.ring, getSlot(load.ring)), ValueRange(),
                               Value(), builder.getDenseI64ArrayAttr({0, 0}), builder.getDenseI64ArrayAttr(ring.shape),
                               builder.getDenseI64ArrayAttr({}), builder.getDenseI64ArrayAttr({}));
}

void LoopEmitter::gatherSlot(Operation *op, const StagedLoad &load) {
  awaitFree(load);
  auto begun = gatherTurned(cast<tile::GatherOp>(op), load);
  begun->setAttr(asyncName, builder.getUnitAttr());
  fillSlot(load, begun)->setAttr(asyncName, builder.getUnitAttr());
}

//===-- through registers -------------------------------------------------------------------------------------===//

/// What this pass's block of a load through registers is, in the producer.
void LoopEmitter::askPassed(Operation *op, const StagedLoad &load) {
  if (auto gather = dyn_cast<tile::GatherOp>(op)) {
    parts[{op->getResult(0).getAsOpaquePointer(), wholeArray}] = gatherTurned(gather, load);
    return;
  }
  consumeIn(op, wholeArray); // a slice lies as it is in memory
  get(op->getResult(0), wholeArray).getDefiningOp<tile::LoadOp>().getOtherMutable().clear();
}

void LoopEmitter::passSlot(Operation *op, const StagedLoad &load) {
  loc = op->getLoc();
  awaitFree(load);
  fillSlot(load, get(op->getResult(0), wholeArray));
  tilegpu::CommitSharedOp::create(builder, loc);
  tilegpu::ArriveOp::create(builder, loc, ready[load.ring], getSlot(load.ring));
}

/// The loads through registers of a loop's pass that the pass before can ask for, with what their addresses are
/// computed of, in order: none where it is not known that there is a pass, or where registers do not hold a second pass
/// of them. Not some of them either: while the others are asked for, these would wait in two registers a word.
SmallVector<Operation *> LoopEmitter::findPassedAhead(scf::ForOp loop, ArrayRef<Operation *> done,
                                                      SmallVectorImpl<Operation *> &loads) {
  constexpr int64_t threads = tilegpu::warpsPerWarpgroup * tilegpu::lanesPerWarp;
  int64_t words = 0;
  SmallVector<Operation *> left, slice;
  if (!isSureToRun(loop))
    return {};
  for (Operation &op : loop.getBody()->without_terminator())
    if (auto staged = plan.staged.find(&op); staged != plan.staged.end() && staged->second.isPassed) {
      words += plan.rings[staged->second.ring].getBytes() / static_cast<int64_t>(sizeof(int32_t)) / threads;
      loads.push_back(&op);
    }
  if (!holdsPassed(words, plan.registers.producer))
    loads.clear();
  left.assign(loads.begin(), loads.end());
  llvm::SmallPtrSet<Operation *, 16> needed;
  bool isKnown = true;
  while (isKnown && !left.empty()) {
    Operation *op = left.pop_back_val();
    if (llvm::is_contained(done, op) || !needed.insert(op).second)
      continue;
    for (Value operand : op->getOperands()) {
      auto argument = dyn_cast<BlockArgument>(operand);
      Operation *own = operand.getDefiningOp();
      bool isCarried = argument && argument.getOwner() == loop.getBody() && argument != loop.getInductionVar();
      bool isOwn = own && own->getBlock() == loop.getBody();
      isKnown &=
          !isCarried && (!isOwn || (own->getNumRegions() == 0 && isMemoryEffectFree(own) && !plan.isStaged(own)));
      if (isOwn)
        left.push_back(own);
    }
  }
  if (!isKnown) {
    loads.clear();
    return {};
  }
  for (Operation &op : loop.getBody()->without_terminator())
    if (needed.contains(&op))
      slice.push_back(&op);
  return slice;
}

/// A loop of the producer's in which something passes through registers.
void LoopEmitter::producePassing(scf::ForOp loop, Carry isCarried) {
  SmallVector<Operation *> done = hoist(loop, plan.producerValues), loads;
  SmallVector<Operation *> slice = findPassedAhead(loop, done, loads);
  auto forms = llvm::map_to_vector(loads, [](Operation *load) { return ArrayPart(load->getResult(0), wholeArray); });
  emitLoopAhead(
      loop, isCarried, slice, forms,
      [&](Operation *op) {
        auto staged = plan.staged.find(op);
        staged != plan.staged.end() ? askPassed(op, staged->second) : consumeIn(op, wholeArray);
      },
      [&](Block &body) {
        loadedAhead.insert_range(loads);
        produceBlock(body, done);
        for (Operation *load : loads)
          loadedAhead.erase(load);
      });
}

//===-- slots told of -----------------------------------------------------------------------------------------===//

/// The rings that are gathered into whenever `block` runs.
SmallVector<unsigned> LoopEmitter::getGathered(Block &block) {
  SmallVector<unsigned> rings;
  for (auto &[op, load] : plan.staged)
    if (load.isGathered && !load.isPassed && op->getBlock() == &block)
      rings.push_back(load.ring);
  return rings;
}

/// Passes of which the copies may be under way behind those that are begun.
int64_t LoopEmitter::getLag(ArrayRef<unsigned> rings) {
  constexpr int64_t slotsHeld = 2;
  int64_t lag = INT64_MAX;
  for (unsigned ring : rings)
    lag = std::min(lag, std::max<int64_t>(0, plan.rings[ring].slots - slotsHeld));
  return lag;
}

/// What was gathered `passes` before the pass whose slot is next is there.
void LoopEmitter::tellGathered(ArrayRef<unsigned> rings, int64_t passes) {
  ArrayBuilder arrays(builder, loc);
  for (unsigned ring : rings) {
    Value slot = getSlot(ring), count = arrays.constant(plan.rings[ring].slots);
    if (passes > 0) {
      Value earlier = arrays.add(slot, arrays.constant(-passes));
      Value isAround = arith::CmpIOp::create(builder, loc, arith::CmpIPredicate::slt, earlier, arrays.constant(0));
      slot = arith::SelectOp::create(builder, loc, isAround, arrays.add(earlier, count), earlier);
    }
    tilegpu::ArriveOp::create(builder, loc, ready[ring], slot);
  }
}

/// At the end of a pass: those of `lag` passes before.
void LoopEmitter::awaitGathered(Block &block) {
  SmallVector<unsigned> rings = getGathered(block);
  if (rings.empty())
    return;
  auto loop = cast<scf::ForOp>(block.getParentOp());
  loc = loop.getLoc();
  int64_t lag = getLag(rings);
  tilegpu::CommitCopiesInOp::create(builder, loc);
  tilegpu::WaitCopiesInOp::create(builder, loc, static_cast<uint64_t>(lag));
  tilegpu::CommitSharedOp::create(builder, loc);
  if (lag == 0)
    return tellGathered(rings, 0);
  Value hasEarlier = arith::CmpIOp::create(builder, loc, arith::CmpIPredicate::sge,
                                           get(loop.getInductionVar(), wholeArray), getPass(loop, lag));
  emitIf(hasEarlier, [&] { tellGathered(rings, lag); });
}

/// The loop's counter in its pass number `index`.
Value LoopEmitter::getPass(scf::ForOp loop, int64_t index) {
  Value first = get(loop.getLowerBound(), wholeArray), step = get(loop.getStep(), wholeArray);
  if (index == 0)
    return first;
  Value count = arith::ConstantOp::create(builder, loc, builder.getIntegerAttr(step.getType(), index));
  return arith::AddIOp::create(builder, loc, first, arith::MulIOp::create(builder, loc, step, count));
}

/// Behind the loop: the last passes.
void LoopEmitter::drainGathered(scf::ForOp loop) {
  SmallVector<unsigned> rings = getGathered(*loop.getBody());
  int64_t lag = rings.empty() ? 0 : getLag(rings);
  if (lag == 0)
    return;
  loc = loop.getLoc();
  tilegpu::WaitCopiesInOp::create(builder, loc, static_cast<uint64_t>(0));
  tilegpu::CommitSharedOp::create(builder, loc);
  for (int64_t passes = lag; passes > 0; --passes) {
    Value isPass = arith::CmpIOp::create(builder, loc, arith::CmpIPredicate::slt, getPass(loop, passes - 1),
                                         get(loop.getUpperBound(), wholeArray));
    emitIf(isPass, [&] { tellGathered(rings, passes); });
  }
}
