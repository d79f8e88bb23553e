// SPDX-License-Identifier: Apache-2.0
// The kernel of warpgroups around what each of them does: buffers, barriers, loops with the slots they carry, places of
// boxes.
#include "compiler/schedule/specialize/LoopEmitter.h"
#include "compiler/schedule/ScheduledKernels.h"
#include "compiler/schedule/specialize/CopyingWarp.h"

using namespace mlir;
using namespace tessera;
using namespace tessera::schedule;


tile::KernelOp LoopEmitter::run() {
  createKernel();
  createRings();
  Value isConsumer = arith::CmpIOp::create(builder, loc, arith::CmpIPredicate::ne, warpgroup,
                                           ArrayBuilder(builder, loc).constant(plan.consumers));
  auto roles = scf::IfOp::create(builder, loc, isConsumer, /*withElseRegion=*/true);
  auto returned = tile::ReturnOp::create(builder, loc);
  builder.setInsertionPointToStart(roles.thenBlock());
  if (plan.hasConverter) {
    Value isConverter = arith::CmpIOp::create(builder, loc, arith::CmpIPredicate::eq, warpgroup,
                                              ArrayBuilder(builder, loc).constant(plan.consumers + 1));
    auto workers = scf::IfOp::create(builder, loc, isConverter, /*withElseRegion=*/true);
    builder.setInsertionPointToStart(workers.thenBlock());
    emitConverter();
    builder.setInsertionPointToStart(workers.elseBlock());
  }
  emitConsumer();
  builder.setInsertionPointToStart(roles.elseBlock());
  emitProducer();
  (void)returned;
  // Marks of the merge, which came along with the operations: they were for the plan.
  kernel.walk([](Operation *op) {
    op->removeAttr(clusterNumberName);
    op->removeAttr(splitPartName);
  });
  return kernel;
}

/// The shape as which every access sees a flat array; none where one computes indices, or two see different matrices.
static std::optional<SmallVector<int64_t>> getOnlyView(LoopPlan &plan, BlockArgument argument) {
  std::optional<SmallVector<int64_t>> shape;
  for (Operation *user : argument.getUsers()) {
    auto load = plan.staged.find(user);
    auto store = plan.stores.find(user);
    bool isLoad = isa<tile::LoadOp, tile::GatherOp>(user);
    bool isHeld = load != plan.staged.end() && load->second.isHeld;
    bool isGathered = load != plan.staged.end() && load->second.isGathered;
    bool isThreads = isGathered || (isLoad && !isHeld &&
                                    (plan.isDemanded(user->getResult(0)) ||
                                     (load == plan.staged.end() && plan.converterValues.count(user->getResult(0)))));
    if (isLoad && load == plan.staged.end() && !isThreads)
      continue; // not done at all
    if ((load == plan.staged.end() && store == plan.stores.end()) || isThreads)
      return std::nullopt;
    const ArrayBox &box = isLoad ? load->second.box : store->second.box;
    if (shape && *shape != box.shape)
      return std::nullopt;
    shape = box.shape;
  }
  return shape;
}

/// Flat arrays get the shape that they are seen as, else the size that all launches say.
void LoopEmitter::createKernel() {
  SmallVector<Type> types(source.getArgumentTypes());
  for (auto [index, type] : llvm::enumerate(types)) {
    auto ref = dyn_cast<tile::RefType>(type);
    if (!ref || ref.getRank() != 1)
      continue;
    auto size = dyn_cast_or_null<IntegerAttr>(source.getArgAttr(index, elementsName));
    if (std::optional<SmallVector<int64_t>> view = getOnlyView(plan, source.getArgument(index)))
      type = tile::RefType::get(*view, ref.getElementType(), ref.getMemorySpace());
    else if (size && !ref.hasStaticShape())
      type = tile::RefType::get({size.getInt()}, ref.getElementType(), ref.getMemorySpace());
  }
  kernel = cast<tile::KernelOp>(source->cloneWithoutRegions());
  builder.insert(kernel);
  kernel.setFunctionTypeAttr(TypeAttr::get(builder.getFunctionType(types, {})));
  kernel.setSource(tilegpu::mosaicSource);
  SmallVector<NamedAttribute> options = {
      builder.getNamedAttr(tilegpu::warpgroupsOption, builder.getI64IntegerAttr(plan.getWorkers() + 1))};
  if (int64_t cluster = plan.cluster * plan.split; cluster > 1) {
    options.push_back(builder.getNamedAttr(tilegpu::clusterOption, builder.getDenseI64ArrayAttr({cluster})));
    kernel->setAttr(axisOrderName, builder.getDenseI64ArrayAttr({0, clusterAxis}));
    kernel->removeAttr(gridName);
    kernel->removeAttr(clusterName);
    kernel->removeAttr(splitName);
  }
  kernel.setOptionsAttr(builder.getDictionaryAttr(options));
  Block *body = &kernel.getBody().emplaceBlock();
  for (auto [type, argument] : llvm::zip(types, source.getArguments()))
    parts[{argument.getAsOpaquePointer(), wholeArray}] = body->addArgument(type, argument.getLoc());
  builder.setInsertionPointToStart(body);
  for (auto [index, argument] : llvm::enumerate(source.getArguments()))
    if (auto value = dyn_cast_or_null<TypedAttr>(source.getArgAttr(index, constantName));
        value && value.getType() == argument.getType())
      parts[{argument.getAsOpaquePointer(), wholeArray}] = arith::ConstantOp::create(builder, argument.getLoc(), value);
  warpgroup = tilegpu::ThreadIndexOp::create(builder, loc, builder.getI32Type());
}

Type LoopEmitter::getShared(ArrayRef<int64_t> shape, Type element) {
  return tile::RefType::get(shape, element, tile::MemorySpace::smem);
}

void LoopEmitter::createRings() {
  auto makeBarrier = [&](const Twine &name, int64_t slots, int64_t arrivals, bool isShared = false) {
    return tilegpu::AllocBarrierOp::create(builder, loc, tilegpu::BarrierType::get(builder.getContext(), slots),
                                           builder.getStringAttr(name), builder.getI64IntegerAttr(arrivals),
                                           getSharing(isShared), UnitAttr(), IntegerAttr());
  };
  for (Ring &ring : plan.rings) {
    SmallVector<int64_t> shape(ring.shape.begin(), ring.shape.end());
    if (isTurning(ring))
      shape.insert(shape.begin(), ring.slots);
    std::string name = source.getArgumentName(plan.staged[ring.loads.front()].box.argument.getArgNumber());
    buffers.push_back(tilegpu::AllocSharedOp::create(builder, loc, getShared(shape, ring.elementType),
                                                     builder.getStringAttr(name), IntegerAttr(), IntegerAttr()));
    ready.push_back(makeBarrier(name + " ready", ring.slots, 1));
    int64_t readers = (plan.isConsumed(ring) ? plan.consumers : 0) + plan.isRead(ring);
    released.push_back(isTurning(ring) ? Value(makeBarrier(name + " free", ring.slots, readers, ring.isShared))
                                       : Value());
  }
  for (auto [index, buffer] : llvm::enumerate(plan.storeBuffers)) {
    const StagedStore *store = plan.findStore(static_cast<unsigned>(index));
    if (!store) {
      storeBuffers.emplace_back();
      continue;
    }
    SmallVector<int64_t> shape(buffer.shape.begin(), buffer.shape.end());
    if (buffer.turns > 1)
      shape.insert(shape.begin(), buffer.turns);
    storeBuffers.push_back(tilegpu::AllocSharedOp::create(builder, loc, getShared(shape, buffer.elementType),
                                                          builder.getStringAttr(source.getArgumentName(
                                                              store->box.argument.getArgNumber())),
                                                          IntegerAttr(), IntegerAttr()));
  }
  if (plan.takesTurns)
    turns = makeBarrier("turns", plan.consumers, 1);
  createJointBuffers();
  createSplitBuffers();
  if (plan.consumers == 1 || (plan.combined.empty() && plan.meetings.empty()))
    return;
  meeting = makeBarrier("meeting", 1, plan.consumers);
  for (const auto &[op, axis] : plan.combined) {
    SmallVector<int64_t> shape(tile::getShape(op->getResult(0).getType()));
    shape.insert(shape.begin(), plan.consumers);
    rowBuffers[op] =
        tilegpu::AllocSharedOp::create(builder, loc, getShared(shape, tile::getElementType(op->getResult(0).getType())),
                                       builder.getStringAttr("rows"), IntegerAttr(), IntegerAttr());
  }
}

DenseI64ArrayAttr LoopEmitter::getSharing(bool isShared) {
  return builder.getDenseI64ArrayAttr(isShared ? ArrayRef<int64_t>(clusterAxis) : ArrayRef<int64_t>());
}

Value LoopEmitter::getSlotRef(const Ring &ring, unsigned index, Value slot) {
  if (!isTurning(ring))
    return buffers[index];
  SmallVector<int64_t> offsets = {ShapedType::kDynamic, 0, 0}, sizes = {1, ring.shape[0], ring.shape[1]};
  return tilegpu::SubviewOp::create(builder, loc, getShared(ring.shape, ring.elementType), buffers[index],
                                    ValueRange{slot}, offsets, sizes, ArrayRef<int64_t>{0});
}

//===-- roles -------------------------------------------------------------------------------------------------===//

void LoopEmitter::emitConsumer() {
  beginRole(plan.registers.consumer, true);
  ArrayBuilder arrays(builder, loc);
  for (auto [index, ring] : llvm::enumerate(plan.rings))
    for (int64_t slot = 0; isTurning(ring) && plan.isConsumed(ring) && slot < ring.slots; ++slot)
      tilegpu::ArriveOp::create(builder, loc, released[index], arrays.constant(slot));
  consumeBlock(source.getBody().front());
  if (hasCopiesOut)
    tilegpu::WaitCopiesOutOp::create(builder, loc, static_cast<uint64_t>(0), false);
}

/// Of what other roles have computed nothing but the arguments is known.
void LoopEmitter::beginRole(int64_t registers, bool areMore) {
  std::map<std::pair<void *, int64_t>, Value> arguments;
  for (BlockArgument argument : source.getArguments())
    arguments[{argument.getAsOpaquePointer(), wholeArray}] = parts[{argument.getAsOpaquePointer(), wholeArray}];
  parts = std::move(arguments);
  tilegpu::SetMaxRegistersOp::create(builder, loc, static_cast<uint64_t>(registers), areMore);
  slots.assign(plan.groups.size(), ArrayBuilder(builder, loc).constant(0));
}

void LoopEmitter::awaitReleases(bool areComputed) {
  ArrayBuilder arrays(builder, loc);
  for (auto [index, ring] : llvm::enumerate(plan.rings))
    for (int64_t slot = 0; isTurning(ring) && plan.isComputed(ring) == areComputed && slot < ring.slots; ++slot)
      tilegpu::WaitOp::create(builder, loc, released[index], arrays.constant(slot));
}

//===-- loops -------------------------------------------------------------------------------------------------===//

SmallVector<unsigned> LoopEmitter::getGroupsIn(Operation *op) {
  SmallVector<unsigned> inside;
  for (auto [index, group] : llvm::enumerate(plan.groups))
    if (llvm::any_of(group.blocks, [&](Block *own) { return op->isAncestor(own->getParentOp()); }))
      inside.push_back(static_cast<unsigned>(index));
  return inside;
}

void LoopEmitter::advance(unsigned index) {
  const RingGroup &group = plan.groups[index];
  if (group.slots == 1)
    return;
  ArrayBuilder arrays(builder, loc);
  Value slot = slots[index],
        isLast = arith::CmpIOp::create(builder, loc, arith::CmpIPredicate::eq, slot, arrays.constant(group.slots - 1));
  slots[index] =
      arith::SelectOp::create(builder, loc, isLast, arrays.constant(0), arrays.add(slot, arrays.constant(1)));
}

void LoopEmitter::advanceAll(Block &block) {
  for (auto [index, group] : llvm::enumerate(plan.groups))
    if (llvm::is_contained(group.blocks, &block) && (!isConsumer || !group.isLate))
      advance(static_cast<unsigned>(index));
}

void LoopEmitter::emitLoop(scf::ForOp loop, Carry isCarried, llvm::function_ref<void(Block &)> emitBody,
                           SmallVectorImpl<Value> &ahead) {
  loc = loop.getLoc();
  SmallVector<unsigned> carried, groups = getGroupsIn(loop);
  SmallVector<Value> inits;
  auto axisOf = [&](unsigned index) {
    return !isConsumer ? wholeArray : plan.carriedAxes.lookup(loop.getRegionIterArg(index));
  };
  for (unsigned index = 0; index < loop.getNumResults(); ++index)
    if (isCarried(index)) {
      carried.push_back(index);
      inits.push_back(get(loop.getInitArgs()[index], axisOf(index)));
    }
  for (unsigned group : groups)
    inits.push_back(slots[group]);
  llvm::append_range(inits, ahead);
  auto written = scf::ForOp::create(builder, loc, get(loop.getLowerBound(), wholeArray),
                                    get(loop.getUpperBound(), wholeArray), get(loop.getStep(), wholeArray), inits);
  parts[{loop.getInductionVar().getAsOpaquePointer(), wholeArray}] = written.getInductionVar();
  for (auto [position, index] : llvm::enumerate(carried))
    parts[{loop.getRegionIterArg(index).getAsOpaquePointer(), axisOf(index)}] = written.getRegionIterArg(position);
  for (auto [position, group] : llvm::enumerate(groups))
    slots[group] = written.getRegionIterArg(carried.size() + position);
  for (auto [position, value] : llvm::enumerate(ahead))
    value = written.getRegionIterArg(carried.size() + groups.size() + position);
  {
    OpBuilder::InsertionGuard guard(builder);
    Block *body = written.getBody();
    if (!body->empty() && body->back().hasTrait<OpTrait::IsTerminator>())
      body->back().erase();
    builder.setInsertionPointToStart(body);
    emitBody(*loop.getBody());
    loc = loop.getLoc();
    advanceAll(*loop.getBody());
    SmallVector<Value> next;
    for (unsigned index : carried)
      next.push_back(get(loop.getYieldedValues()[index], axisOf(index)));
    for (unsigned group : groups)
      next.push_back(slots[group]);
    llvm::append_range(next, ahead);
    scf::YieldOp::create(builder, loc, next);
  }
  for (auto [position, index] : llvm::enumerate(carried))
    parts[{loop.getResult(index).getAsOpaquePointer(), axisOf(index)}] = written.getResult(position);
  for (auto [position, group] : llvm::enumerate(groups))
    slots[group] = written.getResult(carried.size() + position);
}

void LoopEmitter::emitBranch(scf::IfOp branch, Carry isGiven, llvm::function_ref<void(Block &)> emitBody) {
  loc = branch.getLoc();
  SmallVector<unsigned> given, groups = getGroupsIn(branch);
  SmallVector<Type> types;
  auto axisOf = [&](unsigned index) {
    return !isConsumer ? wholeArray : plan.carriedAxes.lookup(branch.getResult(index));
  };
  for (unsigned index = 0; index < branch.getNumResults(); ++index)
    if (isGiven(index)) {
      given.push_back(index);
      types.push_back(getPartType(branch.getResult(index).getType(), axisOf(index)));
    }
  SmallVector<Value> before = slots;
  for (unsigned group : groups)
    types.push_back(slots[group].getType());
  bool hasElse = !branch.getElseRegion().empty() || !groups.empty();
  auto written = scf::IfOp::create(builder, loc, types, get(branch.getCondition(), wholeArray), hasElse);
  for (auto [from, to] : llvm::zip(branch->getRegions(), written->getRegions())) {
    if (to.empty())
      continue;
    OpBuilder::InsertionGuard guard(builder);
    Block &body = to.front();
    if (!body.empty())
      body.back().erase();
    builder.setInsertionPointToStart(&body);
    slots = before;
    SmallVector<Value> values;
    if (!from.empty()) {
      emitBody(from.front());
      loc = branch.getLoc();
      advanceAll(from.front());
      for (unsigned index : given)
        values.push_back(get(from.front().getTerminator()->getOperand(index), axisOf(index)));
    }
    for (unsigned group : groups)
      values.push_back(slots[group]);
    scf::YieldOp::create(builder, branch.getLoc(), values);
  }
  slots = before;
  for (auto [position, index] : llvm::enumerate(given))
    parts[{branch.getResult(index).getAsOpaquePointer(), axisOf(index)}] = written.getResult(position);
  for (auto [position, group] : llvm::enumerate(groups))
    slots[group] = written.getResult(given.size() + position);
}

//===-- places ------------------------------------------------------------------------------------------------===//

Value LoopEmitter::emitSum(const AffineSum &sum) {
  ArrayBuilder arrays(builder, loc);
  Value result = arrays.constant(sum.constant);
  for (AffineTerm term : sum.terms) {
    Value value = arrays.toI32(get(term.value, wholeArray));
    if (term.loop) {
      Value begin = arrays.toI32(get(term.loop.getLowerBound(), wholeArray)),
            step = arrays.toI32(get(term.loop.getStep(), wholeArray));
      value = arith::DivSIOp::create(builder, loc, arith::SubIOp::create(builder, loc, value, begin), step);
    }
    result = arrays.add(result, arrays.multiply(value, term.factor));
  }
  return result;
}

Value LoopEmitter::getView(BlockArgument argument, ArrayRef<int64_t> shape) {
  Value array = get(argument, wholeArray);
  auto type = cast<tile::RefType>(array.getType());
  if (type.getShape() == shape)
    return array;
  Type seen = tile::RefType::get(shape, type.getElementType(), type.getMemorySpace());
  return tilegpu::ReinterpretOp::create(builder, loc, seen, array, builder.getI64IntegerAttr(0),
                                        builder.getStringAttr(source.getArgumentName(argument.getArgNumber())),
                                        IntegerAttr());
}

/// `rows` of the box from `firstRow` on, `columns` of them from `firstColumn` on.
Value LoopEmitter::makePart(const ArrayBox &box, Value firstRow, int64_t rows, int64_t firstColumn, int64_t columns) {
  ArrayBuilder arrays(builder, loc);
  int64_t rowAxis = getKeptAxes(static_cast<int64_t>(box.sizes.size()), box.dropped)[0];
  SmallVector<Value> offsets;
  SmallVector<int64_t> sizes = box.sizes, places(box.sizes.size(), ShapedType::kDynamic);
  for (const AffineSum &offset : box.offsets)
    offsets.push_back(emitSum(offset));
  if (firstRow)
    offsets[rowAxis] = arrays.add(offsets[rowAxis], firstRow);
  offsets.back() = arrays.add(offsets.back(), arrays.constant(firstColumn));
  sizes[rowAxis] = rows;
  sizes.back() = columns;
  Value array = getView(box.argument, box.shape);
  auto type = cast<tile::RefType>(array.getType());
  Type part = tile::RefType::get({rows, columns}, type.getElementType(), type.getMemorySpace());
  return tilegpu::SubviewOp::create(builder, loc, part, array, offsets, places, sizes, box.dropped);
}

tile::KernelOp tessera::schedule::emitLoops(LoopPlan &plan) { return LoopEmitter(plan).run(); }
