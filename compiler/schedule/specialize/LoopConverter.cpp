// SPDX-License-Identifier: Apache-2.0
// The converter: a warpgroup that computes operands of products which no copy brings as they are (bytes that become
// f16, scaled rows, what a mask of the program's own leaves). It reads what the producer has copied, computes whole
// blocks, and writes them to rings of their own, from which consumers multiply as from any other:
//
//     producer    wait free w[i];   copy w[i]                                                     bytes
//     converter   wait ready w[i];  x = load w[i];  arrive free w[i];  y = f(x);
//                 wait free y[i];   store y[i];     arrive ready y[i]                             f16
//     consumers   wait ready y[i];  begin sums += a[i] . y[i];  ..                                as ever
//
// so the arithmetic of a pass runs beside the products of the passes before, whatever operand it is for and however it
// lies. Rejected: left operands in registers, where each pass waits for its products before the registers are free
// again; computing right ones in each consumer, as often as there are consumers.
#include "compiler/schedule/specialize/LoopEmitter.h"

using namespace mlir;
using namespace tessera;
using namespace tessera::schedule;

static constexpr int64_t smallArray = 1024; // elements that are loaded where they are needed, or carried
static constexpr int64_t mostElements = 16384;
static constexpr int64_t fewElements = 64; // of a whole array that each consumer carries

static int64_t countElements(Value value) {
  auto type = dyn_cast<RankedTensorType>(value.getType());
  return type ? type.getNumElements() : 1;
}

//===-- finding -----------------------------------------------------------------------------------------------===//

Operation *tessera::schedule::findLoadOfPass(Value value, scf::ForOp loop) {
  SmallVector<Value> left = {value};
  llvm::DenseSet<Operation *> seen;
  Operation *loaded = nullptr;
  while (!left.empty()) {
    Operation *op = left.pop_back_val().getDefiningOp();
    if (!op || (loop && !loop->isAncestor(op)) || !seen.insert(op).second || op->getNumRegions() > 0)
      continue;
    if (isa<tile::DotOp>(op))
      return nullptr;
    if (isa<tile::LoadOp, tile::GatherOp>(op) && tile::getShape(op->getResult(0).getType()).size() == 2)
      loaded = op;
    llvm::append_range(left, op->getOperands());
  }
  return loop ? loaded : nullptr;
}

/// Which way round the array lies that `value` is computed of, element by element; none where that is not known.
std::optional<bool> ConverterPlanner::isTransposed(Value value) {
  Operation *op = value.getDefiningOp();
  if (!op || tile::getShape(value.getType()).size() != 2)
    return std::nullopt;
  if (auto known = plan.staged.find(op); known != plan.staged.end() && !known->second.isComputed)
    return known->second.box.isTransposed;
  if (auto transpose = dyn_cast<tile::TransposeOp>(op)) {
    std::optional<bool> inner = isTransposed(transpose.getInput());
    return inner ? std::optional(!*inner) : std::nullopt;
  }
  if (auto reshape = dyn_cast<tile::ReshapeOp>(op); reshape && reshape.getInput().getType() == reshape.getType())
    return isTransposed(reshape.getInput()); // see OperandTurns
  if (!isa<tile::CastOp, tile::BitcastOp>(op) && !OpTrait::hasElementwiseMappableTraits(op))
    return std::nullopt;
  for (Value operand : op->getOperands())
    if (std::optional<bool> inner = isTransposed(operand))
      return inner;
  return std::nullopt;
}

bool ConverterPlanner::compute(Value operand, tile::DotOp dot) {
  bool isAcross = operand == dot.getRhs(); // the product's depth
  for (; auto transpose = operand.getDefiningOp<tile::TransposeOp>(); isAcross = !isAcross)
    operand = transpose.getInput();
  Operation *op = operand.getDefiningOp();
  if (!op || op->getNumRegions() > 0 || op->getNumResults() != 1 || !plan.hasConverter)
    return reasons.add(dot, "an operand is what a loop or branch gives", "load it where it is multiplied");
  if (isa<scf::IfOp>(op->getParentOp()))
    return reasons.add(op, "a product's operand is computed in a branch");
  if (!need(operand))
    return false;
  bool isAnyWay = tile::getElementType(operand.getType()).getIntOrFloatBitWidth() == 16;
  std::optional<bool> isOwn = isTransposed(operand);
  bool isTurned = isAnyWay ? isOwn.value_or(false) : isAcross;
  if (!isOwn)
    return reasons.add(op, "an operand is not computed of a loaded block element by element");
  StagedLoad &staged = plan.staged[op];
  if (!llvm::is_contained(staged.uses, dot.getOperation()))
    staged.uses.push_back(dot);
  if (staged.isComputed)
    return isAnyWay || staged.box.isTransposed == isTurned ||
           reasons.add(dot, "two products go along different axes of one operand", "compute it for each");
  staged.isComputed = true;
  staged.elementType = tile::getElementType(operand.getType());
  ArrayRef<int64_t> shape = tile::getShape(operand.getType());
  staged.box.sizes.assign(shape.begin(), shape.end());
  staged.box.isTransposed = isTurned;
  staged.isTurned = *isOwn != isTurned;
  if (isTurned)
    std::swap(staged.box.sizes[0], staged.box.sizes[1]);
  staged.box.argument = plan.kernel.getArgument(0);
  for (auto &[load, source] : plan.staged)
    if (source.isRead && plan.converterValues.count(load->getResult(0)))
      staged.box.argument = source.box.argument;
  return true;
}

bool ConverterPlanner::keep(Operation *op) {
  for (; op != plan.kernel && plan.converterOps.insert(op).second; op = op->getParentOp()) {
    auto loop = dyn_cast<scf::ForOp>(op);
    if (!loop)
      return reasons.add(op, "a branch decides whether a product's operand is computed");
    if (!need(loop.getLowerBound()) || !need(loop.getUpperBound()) || !need(loop.getStep()))
      return false;
  }
  return true;
}

bool ConverterPlanner::needCarried(scf::ForOp loop, unsigned index) {
  return keep(loop) && need(loop.getRegionIterArg(index)) && need(loop.getResult(index)) &&
         need(loop.getInitArgs()[index]) && need(loop.getYieldedValues()[index]);
}

bool ConverterPlanner::needLoad(Operation *load) {
  Value result = load->getResult(0);
  if (countElements(result) <= smallArray || tile::getShape(result.getType()).size() != 2)
    return llvm::all_of(load->getOperands(),
                        [&](Value operand) { return isa<tile::RefType>(operand.getType()) || need(operand); });
  if (isa<scf::IfOp>(load->getParentOp()))
    return reasons.add(load, "a product's operand is loaded in a branch");
  if (std::optional<GatheredAxis> gathered = findGathered(load)) {
    stageGathered(plan, load, *gathered).isRead = true;
    return keep(load->getParentOp());
  }
  std::optional<ArrayBox> box = getBox(load);
  if (!box)
    return false;
  StagedLoad &staged = plan.staged[load];
  staged.box = *box;
  staged.elementType = box->getElementType();
  staged.isRead = true;
  return load->getParentOp() == plan.kernel || keep(load->getParentOp());
}

bool ConverterPlanner::need(Value value) {
  if (!plan.converterValues.insert(value).second)
    return true;
  if (countElements(value) > mostElements)
    return reasons.add(value.getLoc(),
                       "an operand is computed of blocks of more than " + Twine(mostElements) + " elements",
                       "smaller blocks");
  auto argument = dyn_cast<BlockArgument>(value);
  if (argument && argument.getOwner()->getParentOp() == plan.kernel)
    return true;
  Operation *op = argument ? argument.getOwner()->getParentOp() : value.getDefiningOp();
  if (auto loop = dyn_cast<scf::ForOp>(op)) {
    if (argument == loop.getInductionVar())
      return keep(loop);
    if (countElements(value) > smallArray)
      return reasons.add(loop, "an operand is computed of what the loop carries");
    return needCarried(loop, argument ? argument.getArgNumber() - 1 : cast<OpResult>(value).getResultNumber());
  }
  if (argument || op->getNumRegions() > 0 || isa<tile::DotOp>(op))
    return reasons.add(op, "an operand is computed of another product, a branch or a `while` loop");
  if (op->getParentOp() != plan.kernel && !keep(op->getParentOp()))
    return false;
  if (isa<tile::LoadOp, tile::GatherOp>(op))
    return needLoad(op);
  if (!getOperandParts(op, wholeArray))
    return reasons.add(op, "an operand is computed by `" + op->getName().stripDialect() + "`");
  return llvm::all_of(op->getOperands(), [&](Value operand) { return need(operand); });
}

//===-- writing -----------------------------------------------------------------------------------------------===//

void LoopEmitter::emitConverter() {
  isConsumer = false;
  constexpr int64_t registersOfFour = 128; // that each thread of four warpgroups begins with
  beginRole(plan.registers.converter, plan.registers.converter > registersOfFour);
  ArrayBuilder arrays(builder, loc);
  for (auto [index, ring] : llvm::enumerate(plan.rings))
    for (int64_t slot = 0; isTurning(ring) && plan.isRead(ring) && slot < ring.slots; ++slot)
      tilegpu::ArriveOp::create(builder, loc, released[index], arrays.constant(slot));
  convertBlock(source.getBody().front());
  awaitReleases(true);
  isConsumer = true;
}

static bool isIn(Value value, Block *block) { return value.getParentBlock() == block; }

/// Whether it is known that there is a pass: then what it loads may be loaded before.
bool LoopEmitter::isSureToRun(scf::ForOp loop) {
  APInt first, last;
  auto end = loop.getUpperBound().getDefiningOp<arith::AddIOp>();
  if (end && end.getLhs() == loop.getLowerBound() && matchPattern(end.getRhs(), m_ConstantInt(&last)))
    return last.isStrictlyPositive();
  return matchPattern(get(loop.getLowerBound(), wholeArray), m_ConstantInt(&first)) &&
         matchPattern(get(loop.getUpperBound(), wholeArray), m_ConstantInt(&last)) && first.slt(last);
}

/// What is the same in all passes, and can be done before them: it is, once.
SmallVector<Operation *> LoopEmitter::hoist(scf::ForOp loop, const llvm::DenseSet<Value> &values) {
  SmallVector<Operation *> done;
  bool runs = isSureToRun(loop);
  for (Operation &op : loop.getBody()->without_terminator()) {
    bool isNeeded = op.getNumResults() == 1 && values.count(op.getResult(0)) && !plan.isStaged(&op) &&
                    op.getNumRegions() == 0 && (runs || isMemoryEffectFree(&op));
    bool isSame = llvm::all_of(op.getOperands(), [&](Value operand) {
      return !isIn(operand, loop.getBody()) || llvm::is_contained(done, operand.getDefiningOp());
    });
    if (!isNeeded || !isSame || countElements(op.getResult(0)) > smallArray)
      continue;
    consumeIn(&op, wholeArray);
    done.push_back(&op);
  }
  return done;
}

SmallVector<Operation *> LoopEmitter::findAhead(scf::ForOp loop, llvm::function_ref<bool(Value)> isNeeded,
                                                ArrayRef<Operation *> done, SmallVectorImpl<Operation *> &loads) {
  llvm::DenseSet<Operation *> known, used;
  auto isKnown = [&](Value value) {
    Operation *op = value.getDefiningOp();
    return !isIn(value, loop.getBody()) || value == loop.getInductionVar() || (op && known.count(op)) ||
           llvm::is_contained(done, op);
  };
  for (Operation &op : loop.getBody()->without_terminator()) {
    bool isFit = op.getNumResults() == 1 && isNeeded(op.getResult(0)) && !plan.isStaged(&op) &&
                 op.getNumRegions() == 0 && countElements(op.getResult(0)) <= smallArray &&
                 !llvm::is_contained(done, &op) && llvm::all_of(op.getOperands(), isKnown);
    if (!isFit)
      continue;
    known.insert(&op);
    bool isFew = !isConsumer || !plan.demanded.count({op.getResult(0), wholeArray}) ||
                 countElements(op.getResult(0)) <= fewElements;
    if (isa<tile::LoadOp, tile::GatherOp>(op) && isFew && isSureToRun(loop))
      loads.push_back(&op);
  }
  // Of those, what a load is computed of.
  SmallVector<Operation *> left(loads.begin(), loads.end()), slice;
  while (!left.empty()) {
    Operation *op = left.pop_back_val();
    if (op && known.count(op) && used.insert(op).second)
      for (Value operand : op->getOperands())
        left.push_back(operand.getDefiningOp());
  }
  for (Operation &op : loop.getBody()->without_terminator())
    if (used.count(&op))
      slice.push_back(&op);
  return slice;
}

/// Small loads (scales of a group, say) are asked for a pass before they are needed: `slice` is what computes them.
void LoopEmitter::emitLoopAhead(scf::ForOp loop, Carry isCarried, ArrayRef<Operation *> slice,
                                ArrayRef<ArrayPart> forms, llvm::function_ref<void(Operation *)> emit,
                                llvm::function_ref<void(Block &)> emitBody) {
  SmallVector<Value> ahead;
  Value counter = loop.getInductionVar();
  auto set = [&](Value value, int64_t axis, Value part) {
    parts[{value.getAsOpaquePointer(), isa<RankedTensorType>(value.getType()) ? axis : wholeArray}] = part;
  };
  auto emitSlice = [&](Value pass) {
    set(counter, wholeArray, pass);
    llvm::for_each(slice, emit);
    return llvm::map_to_vector(forms, [&](const ArrayPart &form) { return get(form.first, form.second); });
  };
  Value upper = get(loop.getUpperBound(), wholeArray), step = get(loop.getStep(), wholeArray);
  if (!forms.empty())
    ahead = emitSlice(get(loop.getLowerBound(), wholeArray));
  emitLoop(
      loop, isCarried,
      [&](Block &body) {
        if (!forms.empty()) {
          Value pass = get(counter, wholeArray), next = arith::AddIOp::create(builder, loc, pass, step);
          Value isPass = arith::CmpIOp::create(builder, loc, arith::CmpIPredicate::slt, next, upper);
          SmallVector<Value> current = ahead,
                             later = emitSlice(arith::SelectOp::create(builder, loc, isPass, next, pass));
          ahead.assign(later);
          set(counter, wholeArray, pass);
          for (auto [form, value] : llvm::zip(forms, current))
            set(form.first, form.second, value);
        }
        emitBody(body);
      },
      ahead);
}

/// A loop of a role that needs these values: what is the same in all passes once, small loads a pass ahead. `emitBody`
/// writes the rest.
void LoopEmitter::emitWithLoadsAhead(scf::ForOp loop, const llvm::DenseSet<Value> &values, Carry isCarried,
                                     llvm::function_ref<void(Block &, ArrayRef<Operation *>)> emitBody) {
  SmallVector<Operation *> done = hoist(loop, values), loads;
  SmallVector<Operation *> slice = findAhead(loop, [&](Value value) { return values.count(value) != 0; }, done, loads);
  auto forms = llvm::map_to_vector(loads, [](Operation *load) { return ArrayPart(load->getResult(0), wholeArray); });
  llvm::append_range(done, loads);
  emitLoopAhead(
      loop, isCarried, slice, forms, [&](Operation *op) { consumeIn(op, wholeArray); },
      [&](Block &body) { emitBody(body, done); });
}

void LoopEmitter::convertLoop(scf::ForOp loop) {
  emitWithLoadsAhead(
      loop, plan.converterValues,
      [&](unsigned index) { return plan.converterValues.count(loop.getRegionIterArg(index)) != 0; },
      [&](Block &body, ArrayRef<Operation *> done) { convertBlock(body, done); });
}

/// The same of a consumer, where nothing changes what is loaded.
void LoopEmitter::consumeLoop(scf::ForOp loop) {
  SmallVector<Operation *> loads, slice;
  SmallVector<ArrayPart> forms;
  bool isQuiet =
      !loop.walk([](Operation *op) { return isEffect(op) ? WalkResult::interrupt() : WalkResult::advance(); })
           .wasInterrupted();
  if (isQuiet)
    slice = findAhead(loop, [&](Value value) { return plan.isDemanded(value); }, {}, loads);
  plan.askedAhead.insert_range(loads);
  for (Operation *load : loads)
    for (int64_t axis : {wholeArray, int64_t(0), int64_t(1)})
      if (plan.demanded.count({load->getResult(0), axis}))
        forms.emplace_back(load->getResult(0), axis);
  emitLoopAhead(
      loop, [&](unsigned index) { return plan.carriedAxes.count(loop.getRegionIterArg(index)) != 0; }, slice, forms,
      [&](Operation *op) { consume(op); },
      [&](Block &body) {
        loadedAhead.insert_range(loads);
        consumeBlock(body);
        for (Operation *load : loads)
          loadedAhead.erase(load);
      });
}

void LoopEmitter::convertBlock(Block &block, ArrayRef<Operation *> done) {
  for (Operation &op : block.without_terminator()) {
    if (llvm::is_contained(done, &op))
      continue;
    loc = op.getLoc();
    auto staged = plan.staged.find(&op);
    bool isStaged = staged != plan.staged.end(),
         isNeeded = llvm::any_of(op.getResults(), [&](Value value) { return plan.converterValues.count(value) != 0; });
    if (auto loop = dyn_cast<scf::ForOp>(&op)) {
      if (plan.converterOps.count(loop))
        convertLoop(loop);
    } else if (isStaged && staged->second.isRead) {
      readSlot(&op, staged->second);
    } else if (isNeeded) {
      consumeIn(&op, wholeArray);
    }
    if (isStaged && staged->second.isComputed)
      writeSlot(&op, staged->second);
  }
}

/// A slot's block as the program sees it, and the other way round; both lie in registers as the slot does in memory.
Value LoopEmitter::transposeIf(bool isTransposed, Value value) {
  if (!isTransposed)
    return value;
  auto type = cast<RankedTensorType>(value.getType());
  Type turned = RankedTensorType::get({type.getDimSize(1), type.getDimSize(0)}, type.getElementType());
  return tile::TransposeOp::create(builder, loc, turned, value, ArrayRef<int64_t>{1, 0});
}

void LoopEmitter::readSlot(Operation *op, const StagedLoad &load) {
  waitFor(load.ring);
  const Ring &ring = plan.rings[load.ring];
  Value read = tile::LoadOp::create(builder, loc, RankedTensorType::get(ring.shape, ring.elementType),
                                    getSlotRef(ring, load.ring, getSlot(load.ring)), ValueRange(), Value(), Value(),
                                    builder.getDenseI64ArrayAttr({0, 0}), builder.getDenseI64ArrayAttr(ring.shape),
                                    builder.getDenseI64ArrayAttr({}), builder.getDenseI64ArrayAttr({}));
  parts[{op->getResult(0).getAsOpaquePointer(), wholeArray}] = transposeIf(load.box.isTransposed, read);
  release(load.ring);
}

/// What lies across is held by each thread in small squares, which it reads along one axis and writes along the other.
Value LoopEmitter::turn(Value value, const StagedLoad &load) {
  auto castTo = [&](Value array, int64_t isWritten) {
    auto layout = tilegpu::RegisterLayoutAttr::get(builder.getContext(), "turned", {isWritten}, {});
    return tilegpu::LayoutCastOp::create(builder, loc, array.getType(), array, layout, UnitAttr());
  };
  Value across = castTo(transposeIf(!load.box.isTransposed, value), 0);
  return castTo(transposeIf(true, across), 1);
}

void LoopEmitter::writeSlot(Operation *op, const StagedLoad &load) {
  const Ring &ring = plan.rings[load.ring];
  if (isTurning(ring))
    tilegpu::WaitOp::create(builder, loc, released[load.ring], getSlot(load.ring));
  Value value = get(op->getResult(0), wholeArray);
  value = load.isTurned ? turn(value, load) : transposeIf(load.box.isTransposed, value);
  tile::StoreOp::create(builder, loc, value, getSlotRef(ring, load.ring, getSlot(load.ring)), ValueRange(), Value(),
                        builder.getDenseI64ArrayAttr({0, 0}), builder.getDenseI64ArrayAttr(ring.shape),
                        builder.getDenseI64ArrayAttr({}), builder.getDenseI64ArrayAttr({}));
  tilegpu::CommitSharedOp::create(builder, loc);
  tilegpu::ArriveOp::create(builder, loc, ready[load.ring], getSlot(load.ring));
}
