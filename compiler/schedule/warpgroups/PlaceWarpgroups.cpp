// SPDX-License-Identifier: Apache-2.0
// A kernel of warpgroups from its first form to its second, operation by operation, in order. No decision is made here: layouts are what
// `schedule.layouts` says, accesses as wide as `schedule.vector` says and the layout holds neighbours together; an operand that stands in another
// layout than its operation wants goes through a `tilegpu.convert_layout`. Arrays of one value and of indices are built where they are used.
#include "compiler/layout/LayoutFacts.h"
#include "compiler/schedule/ArrayBuilder.h"
#include "compiler/schedule/warpgroups/WarpgroupLayoutRules.h"
#include "compiler/schedule/warpgroups/Warpgroups.h"
#include "compiler/tilegpu/ir/Registers.h"
#include "mlir/IR/IRMapping.h"

using namespace mlir;
using namespace tessera;
using namespace tessera::schedule;
using tessera::layout::LinearLayout;

namespace tessera::schedule {
#define GEN_PASS_DEF_PLACEWARPGROUPSPASS
#include "compiler/schedule/Passes.h.inc"
} // namespace tessera::schedule

static Type placeType(Type type, const LinearLayout &layout) {
  if (auto tensor = dyn_cast<RankedTensorType>(type))
    return tilegpu::getTensorType(tensor.getElementType(), layout);
  if (auto ref = dyn_cast<tile::RefType>(type))
    return tilegpu::RefType::get(ref.getShape(), ref.getElementType(), tilegpu::isSharedRef(ref));
  return type;
}

namespace {
class WarpgroupPlacer {
public:
  explicit WarpgroupPlacer(tile::KernelOp source) : source(source), builder(source) {}

  LogicalResult run() {
    FailureOr<int64_t> registers = findLaunchRegisters(source, source->getParentOfType<tilegpu::TargetModuleOp>().getTarget());
    if (failed(registers))
      return failure();
    tilegpu::KernelOp kernel = createKernel();
    if (*registers)
      kernel->setAttr(tilegpu::launchRegistersName, builder.getI64IntegerAttr(*registers));
    builder.setInsertionPointToStart(&kernel.getBody().front());
    for (Operation &op : source.getBody().front())
      place(&op);
    source.erase();
    return success();
  }

private:
  tilegpu::KernelOp createKernel() {
    SmallVector<Type> types;
    for (Type type : source.getArgumentTypes())
      types.push_back(placeType(type, {}));
    int64_t warpgroups = tilegpu::getWarpgroups(source);
    auto order = source->getAttrOfType<DenseI64ArrayAttr>(axisOrderName);
    // Where the compiler has spread the programs itself, the block's number is all that a program asks for.
    auto blocks = source->getAttrOfType<IntegerAttr>(blocksName);
    auto kernel = tilegpu::KernelOp::create(builder, source.getLoc(), source.getSymName(), builder.getFunctionType(types, {}), source.getSource(),
                                            warpgroups * tilegpu::warpsPerWarpgroup, order ? order.asArrayRef() : ArrayRef<int64_t>({0}),
                                            /*linearGrid=*/!blocks, /*parts=*/1);
    kernel.setWarpgroups(warpgroups);
    if (blocks)
      kernel.setBlocks(blocks.getInt());
    if (!tilegpu::getCluster(source).empty())
      kernel.setCluster(tilegpu::getCluster(source));
    Block *body = &kernel.getBody().emplaceBlock();
    for (unsigned index = 0; index < types.size(); ++index) {
      mapping.map(source.getArgument(index), body->addArgument(types[index], source.getArgument(index).getLoc()));
      describeArgument(kernel, index, isa<tilegpu::RefType>(types[index]));
    }
    return kernel;
  }

  void describeArgument(tilegpu::KernelOp kernel, unsigned index, bool isRef) {
    // Scratch memory is the launch's to make; the kernel reads and writes it.
    bool isScratch = source.getAccess(index) == tile::Access::scratch;
    auto access = isScratch ? tilegpu::Access::readwrite : static_cast<tilegpu::Access>(static_cast<int>(source.getAccess(index)));
    kernel.setArgAttr(index, tilegpu::KernelOp::argumentNameName, builder.getStringAttr(source.getArgumentName(index)));
    kernel.setArgAttr(index, tilegpu::KernelOp::accessName, tilegpu::AccessAttr::get(builder.getContext(), access));
    int64_t alignment = isRef ? getAlignment(source, index) : source.getDivisibility(index);
    if (isRef || alignment != 1)
      kernel.setArgAttr(index, tilegpu::KernelOp::alignmentName, builder.getI64IntegerAttr(alignment));
  }

  //===-- operands --------------------------------------------------------------------------------------------===//

  Value convert(Value placed, const LinearLayout &layout, Location loc) {
    if (!isa<RankedTensorType>(placed.getType()) || tilegpu::getLayout(placed.getType()) == layout)
      return placed;
    return tilegpu::ConvertLayoutOp::create(builder, loc, tilegpu::getTensorType(tilegpu::getElementType(placed.getType()), layout), placed);
  }

  /// The placed value, in `layout` if it is a tensor.
  Value get(Value value, const LinearLayout &layout, Location loc) {
    return isBuiltAnywhere(value) ? build(value, layout) : convert(mapping.lookup(value), layout, loc);
  }
  Value getOptional(Value value, const LinearLayout &layout, Location loc) { return value ? get(value, layout, loc) : Value(); }

  /// The placed value in whatever layout it is: of what is built where it is used, rows dealt out as wide as `op` accesses them.
  Value getOwn(Value value, Operation *op) {
    if (!isBuiltAnywhere(value))
      return mapping.lookup(value);
    auto vector = op->getAttrOfType<IntegerAttr>(vectorName);
    return build(value, layout::makeStrided(tile::getShape(value.getType()), vector ? vector.getInt() : 1));
  }

  Value build(Value value, const LinearLayout &layout) {
    Operation *op = value.getDefiningOp();
    Type type = placeType(value.getType(), layout);
    if (auto constant = dyn_cast<arith::ConstantOp>(op)) {
      auto splat = cast<SplatElementsAttr>(constant.getValue()).resizeSplat(cast<ShapedType>(type));
      return arith::ConstantOp::create(builder, op->getLoc(), cast<TypedAttr>(Attribute(splat)));
    }
    if (auto iota = dyn_cast<tile::IotaOp>(op))
      return tilegpu::IotaOp::create(builder, op->getLoc(), type, iota.getAxis());
    if (auto cast = dyn_cast<tilegpu::LayoutCastOp>(op))
      return build(cast.getInput(), layout);
    auto broadcast = cast<tile::BroadcastOp>(op);
    if (!isa<RankedTensorType>(broadcast.getInput().getType()))
      return tilegpu::SplatOp::create(builder, op->getLoc(), type, mapping.lookup(broadcast.getInput()));
    Value input = build(broadcast.getInput(), getOperandLayout(op, broadcast.getInput(), layout));
    return tilegpu::BroadcastOp::create(builder, op->getLoc(), type, input, broadcast.getAxes());
  }

  //===-- operations ------------------------------------------------------------------------------------------===//

  void place(Operation *op) {
    if (op->getNumResults() == 1 && isBuiltAnywhere(op->getResult(0)))
      return;
    LinearLayout layout = op->getNumResults() ? getChosenLayout(op, 0) : LinearLayout();
    Value result =
        llvm::TypeSwitch<Operation *, Value>(op)
            .Case([&](tile::ReturnOp) { return tilegpu::ReturnOp::create(builder, op->getLoc()), Value(); })
            .Case([&](tile::ProgramIdOp id) { return tilegpu::ProgramIdOp::create(builder, op->getLoc(), static_cast<int64_t>(id.getAxis())); })
            .Case([&](tile::NumProgramsOp count) {
              return tilegpu::NumProgramsOp::create(builder, op->getLoc(), static_cast<int64_t>(count.getAxis()));
            })
            .Case<tile::BroadcastOp, tile::TransposeOp, tile::ReshapeOp, tile::ReduceOp, tile::SliceValueOp, tile::CastOp, tile::BitcastOp>(
                [&](auto array) { return placeArray(array, layout); })
            .Case<tile::LoadOp, tile::StoreOp, tile::GatherOp, tile::ScatterOp, tile::AtomicRmwOp>(
                [&](auto access) { return placeAccess(access, layout); })
            .Case([&](tilegpu::LayoutCastOp cast) { return placeLayoutCast(cast, layout); })
            .Case([&](tilegpu::PrintLayoutOp print) { return placePrint(print), Value(); })
            .Default([&](Operation *) { return placeGeneric(op), Value(); });
    if (result)
      mapping.map(op->getResult(0), result);
  }

  Type getResultType(Operation *op, const LinearLayout &layout) { return placeType(op->getResult(0).getType(), layout); }

  Value placeArray(tile::BroadcastOp op, const LinearLayout &layout) {
    if (!isa<RankedTensorType>(op.getType()))
      return mapping.lookup(op.getInput());
    Value input = get(op.getInput(), getOperandLayout(op, op.getInput(), layout), op.getLoc());
    return tilegpu::BroadcastOp::create(builder, op.getLoc(), getResultType(op, layout), input, op.getAxes());
  }
  Value placeArray(tile::TransposeOp op, const LinearLayout &layout) {
    Value input = get(op.getInput(), getOperandLayout(op, op.getInput(), layout), op.getLoc());
    return tilegpu::TransposeOp::create(builder, op.getLoc(), getResultType(op, layout), input, op.getPermutation());
  }

  /// A scalar stands for an array of one element, whichever thread holds it: a sum of one element makes it the same in all.
  Value placeArray(tile::ReshapeOp op, const LinearLayout &layout) {
    bool isFromArray = isa<RankedTensorType>(op.getInput().getType()), isToArray = isa<RankedTensorType>(op.getType());
    if (!isFromArray)
      return isToArray ? Value(tilegpu::SplatOp::create(builder, op.getLoc(), getResultType(op, layout), mapping.lookup(op.getInput())))
                       : mapping.lookup(op.getInput());
    if (!isToArray) {
      Value input = getOwn(op.getInput(), op);
      auto axes = llvm::to_vector(llvm::seq<int64_t>(0, static_cast<int64_t>(tilegpu::getShape(input.getType()).size())));
      return tilegpu::ReduceOp::create(builder, op.getLoc(), op.getType(), tilegpu::ReductionKind::add, input, axes, false);
    }
    Value input = get(op.getInput(), getOperandLayout(op, op.getInput(), layout), op.getLoc());
    return tilegpu::ReshapeOp::create(builder, op.getLoc(), getResultType(op, layout), input);
  }

  Value placeArray(tile::ReduceOp op, const LinearLayout &layout) {
    if (!isa<RankedTensorType>(op.getInput().getType()))
      return mapping.lookup(op.getInput());
    Value input = getOwn(op.getInput(), op);
    Type type = op.getType();
    if (isa<RankedTensorType>(type))
      type = placeType(type, *getResultLayout(op, op.getInput(), tilegpu::getLayout(input.getType())));
    auto kind = static_cast<tilegpu::ReductionKind>(static_cast<int>(op.getKind()));
    Value reduced = tilegpu::ReduceOp::create(builder, op.getLoc(), type, kind, input, op.getAxes(), op.getIgnoreNan());
    return convert(reduced, layout, op.getLoc());
  }

  Value placeArray(tile::SliceValueOp op, const LinearLayout &layout) {
    Value input = getOwn(op.getInput(), op);
    // Sliced to one element, it is an array of one still, and then its element.
    bool isToArray = isa<RankedTensorType>(op.getType());
    LinearLayout part = isToArray ? *layout.reshaped(op.getSizes()) : layout::makeStrided(op.getSizes(), 1);
    if (!layout::getSliceMap(tilegpu::getLayout(input.getType()), part, op.getStaticOffsets()))
      input = convert(input, *getSourceLayout(op, op.getInput(), isToArray ? layout : part), op.getLoc());
    Type element = tile::getElementType(op.getType());
    Value sliced = tilegpu::SliceOp::create(builder, op.getLoc(), tilegpu::getTensorType(element, part), input, op.getStaticOffsets());
    if (!isToArray) {
      auto axes = llvm::to_vector(llvm::seq<int64_t>(0, static_cast<int64_t>(op.getSizes().size())));
      return tilegpu::ReduceOp::create(builder, op.getLoc(), element, tilegpu::ReductionKind::add, sliced, axes, false);
    }
    if (part == layout)
      return sliced;
    return tilegpu::ReshapeOp::create(builder, op.getLoc(), getResultType(op, layout), sliced);
  }

  /// Of a conversion to a narrower type the result changes its layout, which moves less.
  Value placeArray(tile::CastOp op, const LinearLayout &layout) {
    LinearLayout own = layout;
    bool isNarrowing = tile::getElementType(op.getType()).getIntOrFloatBitWidth() < tile::getElementType(op.getInput().getType()).getIntOrFloatBitWidth();
    if (isNarrowing && isa<RankedTensorType>(op.getType()) && !isBuiltAnywhere(op.getInput()))
      own = tilegpu::getLayout(mapping.lookup(op.getInput()).getType());
    Value input = get(op.getInput(), own, op.getLoc());
    Value cast = tilegpu::CastOp::create(builder, op.getLoc(), placeType(op.getType(), own), input, op.getFromUnsigned(), op.getToUnsigned());
    return convert(cast, layout, op.getLoc());
  }
  Value placeArray(tile::BitcastOp op, const LinearLayout &layout) {
    return tilegpu::BitcastOp::create(builder, op.getLoc(), getResultType(op, layout), get(op.getInput(), layout, op.getLoc()));
  }

  //===-- accesses --------------------------------------------------------------------------------------------===//

  IntegerAttr getVector(Operation *op, const LinearLayout &layout) {
    auto decided = op->getAttrOfType<IntegerAttr>(vectorName);
    int64_t vector = decided ? decided.getInt() : 1;
    int64_t held = layout.rank() ? layout::getContiguousElements(layout, layout.rank() - 1) : 1;
    return builder.getI64IntegerAttr(std::min(vector, held));
  }
  tilegpu::CacheAttr getCache() { return tilegpu::CacheAttr::get(builder.getContext(), tilegpu::Cache::normal); }

  template <typename OpT> SmallVector<Value> getOffsets(OpT op) {
    ArrayBuilder arrays(builder, op.getLoc());
    SmallVector<Value> offsets;
    for (int64_t axis = 0; axis < static_cast<int64_t>(op.getSizes().size()); ++axis) {
      OpFoldResult offset = op.getOffset(axis);
      if (auto value = dyn_cast<Value>(offset))
        offset = mapping.lookup(value);
      offsets.push_back(arrays.toI32(offset));
    }
    return offsets;
  }
  /// Strides that say something: none where all are 1.
  template <typename OpT> DenseI64ArrayAttr getStrides(OpT op) {
    bool isPlain = llvm::all_of(op.getStrides(), [](int64_t stride) { return stride == 1; });
    return builder.getDenseI64ArrayAttr(isPlain ? ArrayRef<int64_t>() : op.getStrides());
  }
  template <typename OpT> DenseI64ArrayAttr getAxes(OpT op) {
    return builder.getDenseI64ArrayAttr(getKeptAxes(static_cast<int64_t>(op.getSizes().size()), op.getDropped()));
  }
  SmallVector<Value> getIndices(Operation *op, ValueRange indices, const LinearLayout &layout) {
    return llvm::map_to_vector(indices, [&](Value index) { return get(index, layout, op->getLoc()); });
  }

  Value placeAccess(tile::LoadOp op, const LinearLayout &layout) {
    Value mask = getOptional(op.getMask(), layout, op.getLoc()), other = getOptional(op.getOther(), layout, op.getLoc());
    return tilegpu::LoadOp::create(builder, op.getLoc(), getResultType(op, layout), mapping.lookup(op.getRef()), getOffsets(op), mask, other,
                                   getAxes(op), getStrides(op), getVector(op, layout), getCache());
  }
  Value placeAccess(tile::StoreOp op, const LinearLayout &) {
    Value value = getOwn(op.getValue(), op);
    LinearLayout layout = tilegpu::getLayout(value.getType());
    tilegpu::StoreOp::create(builder, op.getLoc(), value, mapping.lookup(op.getRef()), getOffsets(op), getOptional(op.getMask(), layout, op.getLoc()),
                             getAxes(op), getStrides(op), getVector(op, layout), getCache());
    return Value();
  }
  Value placeAccess(tile::GatherOp op, const LinearLayout &layout) {
    return tilegpu::GatherOp::create(builder, op.getLoc(), getResultType(op, layout), mapping.lookup(op.getRef()),
                                     getIndices(op, op.getIndices(), layout), getOptional(op.getMask(), layout, op.getLoc()),
                                     getOptional(op.getOther(), layout, op.getLoc()), getVector(op, layout), getCache());
  }
  Value placeAccess(tile::ScatterOp op, const LinearLayout &) {
    Value value = getOwn(op.getValue(), op);
    LinearLayout layout = tilegpu::getLayout(value.getType());
    tilegpu::ScatterOp::create(builder, op.getLoc(), value, mapping.lookup(op.getRef()), getIndices(op, op.getIndices(), layout),
                               getOptional(op.getMask(), layout, op.getLoc()), getVector(op, layout), getCache());
    return Value();
  }
  Value placeAccess(tile::AtomicRmwOp op, const LinearLayout &layout) {
    auto kind = static_cast<tilegpu::Atomic>(static_cast<int>(op.getKind()));
    return tilegpu::AtomicRmwOp::create(builder, op.getLoc(), getResultType(op, layout), kind, get(op.getValue(), layout, op.getLoc()),
                                        mapping.lookup(op.getRef()), getIndices(op, op.getIndices(), layout),
                                        getOptional(op.getMask(), layout, op.getLoc()), op.getOrder(), op.getScope());
  }

  //===-- what the program asks about layouts -----------------------------------------------------------------===//

  void tell(Location loc, const Twine &text) { emitDiagnostic(loc, DiagnosticId::layoutChosen, Severity::remark, text); }

  static std::string describeLayout(Type type) {
    if (!isa<RankedTensorType>(type))
      return "a scalar";
    return layout::describeLayout(tilegpu::getLayout(type), tilegpu::getElementType(type).getIntOrFloatBitWidth());
  }

  Value placeLayoutCast(tilegpu::LayoutCastOp op, const LinearLayout &layout) {
    Value value = get(op.getInput(), layout, op.getLoc());
    if (op.getShown())
      tell(op.getLoc(), "the layout is " + describeLayout(value.getType()));
    return value;
  }

  void placePrint(tilegpu::PrintLayoutOp op) {
    std::string text = op.getFormat().str(), layout = describeLayout(getOwn(op.getInput(), op).getType());
    size_t hole = text.find("{}");
    if (hole == std::string::npos)
      text += (text.empty() ? "" : " ") + layout;
    else
      text.replace(hole, 2, layout);
    tell(op.getLoc(), text);
  }

  //===-- everything else: the same operation on placed values, regions and all -------------------------------===//

  void placeGeneric(Operation *op) {
    OperationState state(op->getLoc(), op->getName());
    for (OpOperand &operand : op->getOpOperands())
      state.operands.push_back(placeOperand(operand));
    for (auto [index, result] : llvm::enumerate(op->getResults()))
      state.types.push_back(placeType(result.getType(), getChosenLayout(op, index)));
    for (NamedAttribute attr : op->getDiscardableAttrs())
      if (!attr.getName().getValue().starts_with("schedule."))
        state.attributes.push_back(attr);
    state.propertiesAttr = op->getPropertiesAsAttribute();
    for (unsigned i = 0; i < op->getNumRegions(); ++i)
      state.addRegion();
    Operation *placed = builder.create(state);
    for (auto [from, to] : llvm::zip(op->getRegions(), placed->getRegions()))
      placeRegion(from, to, op);
    mapping.map(op->getResults(), placed->getResults());
  }

  Value placeOperand(OpOperand &operand) {
    Value value = operand.get();
    if (!isa<RankedTensorType>(value.getType()))
      return mapping.lookup(value);
    Operation *op = operand.getOwner();
    if (std::optional<LinearLayout> demand = getDemand(operand))
      return get(value, *demand, op->getLoc());
    if (std::optional<LinearLayout> carried = getCarriedLayout(op, operand.getOperandNumber()))
      return get(value, *carried, op->getLoc());
    if (op->getNumResults() == 1 && tile::getShape(op->getResult(0).getType()) == tile::getShape(value.getType()))
      return get(value, getChosenLayout(op, 0), op->getLoc());
    return getOwn(value, op);
  }

  static LinearLayout getBeforeLayout(Operation *loop, unsigned index) {
    auto layouts = loop->getAttrOfType<ArrayAttr>(beforeLayoutsName);
    auto layout = layouts && index < layouts.size() ? dyn_cast<tilegpu::LinearAttr>(layouts[index]) : tilegpu::LinearAttr();
    return layout ? layout.getLayout() : LinearLayout();
  }

  /// For loops, branches and what ends their regions: the layout of the value that an operand becomes.
  static std::optional<LinearLayout> getCarriedLayout(Operation *op, unsigned index) {
    if (auto loop = dyn_cast<scf::ForOp>(op))
      return getChosenLayout(op, index - loop.getNumControlOperands());
    if (isa<scf::WhileOp>(op))
      return getBeforeLayout(op, index);
    if (isa<scf::ConditionOp>(op))
      return getChosenLayout(op->getParentOp(), index - 1);
    if (!isa<scf::YieldOp>(op))
      return std::nullopt;
    Operation *parent = op->getParentOp();
    return isa<scf::WhileOp>(parent) ? getBeforeLayout(parent, index) : getChosenLayout(parent, index);
  }

  static LinearLayout getArgumentLayout(Operation *op, Region &region, unsigned index) {
    if (isa<scf::ForOp>(op))
      return index > 0 ? getChosenLayout(op, index - 1) : LinearLayout();
    if (auto loop = dyn_cast<scf::WhileOp>(op))
      return &region == &loop.getBefore() ? getBeforeLayout(op, index) : getChosenLayout(op, index);
    return {};
  }

  void placeRegion(Region &from, Region &to, Operation *op) {
    if (from.empty())
      return;
    OpBuilder::InsertionGuard guard(builder);
    Block *block = builder.createBlock(&to);
    for (BlockArgument argument : from.getArguments()) {
      LinearLayout layout = isa<RankedTensorType>(argument.getType()) ? getArgumentLayout(op, from, argument.getArgNumber()) : LinearLayout();
      mapping.map(argument, block->addArgument(placeType(argument.getType(), layout), argument.getLoc()));
    }
    builder.setInsertionPointToStart(block);
    for (Operation &inner : from.front())
      place(&inner);
  }

  tile::KernelOp source;
  OpBuilder builder;
  IRMapping mapping;
};

struct PlaceWarpgroupsPass : schedule::impl::PlaceWarpgroupsPassBase<PlaceWarpgroupsPass> {
  void runOnOperation() override {
    for (tile::KernelOp kernel : getWarpgroupCopies(getOperation()))
      if (failed(WarpgroupPlacer(kernel).run()))
        signalPassFailure();
  }
};
} // namespace
