// SPDX-License-Identifier: Apache-2.0
// The frame of a placed kernel: its arguments, control flow with what it carries, and operations that stay what they
// are (arith, math, views and buffers of `tilegpu`).
#include "compiler/schedule/KernelPlacer.h"

using namespace mlir;
using namespace tessera;
using namespace tessera::schedule;
using tessera::layout::LinearLayout;

namespace tessera::schedule {
#define GEN_PASS_DEF_PLACEKERNELSPASS
#include "compiler/schedule/Passes.h.inc"
} // namespace tessera::schedule

void KernelPlacer::run() {
  SmallVector<Type> types =
      llvm::map_to_vector(source.getArgumentTypes(), [&](Type type) { return placeType(type, {}); });
  tilegpu::KernelOp kernel = createKernel(types);
  Block *body = &kernel.getBody().emplaceBlock();
  for (unsigned index = 0; index < types.size(); ++index) {
    mapping.map(source.getArgument(index), body->addArgument(types[index], source.getArgument(index).getLoc()));
    describeArgument(kernel, index, isa<tilegpu::RefType>(types[index]));
  }
  WalkResult words = source.walk([](Operation *op) {
    return isa<tile::PrintOp, tile::AssertOp, tilegpu::PrintOp, tilegpu::AssertOp>(op) ? WalkResult::interrupt()
                                                                                       : WalkResult::advance();
  });
  kernel.setReports(words.wasInterrupted());
  builder.setInsertionPointToStart(body);
  for (Operation &op : source.getBody().front())
    place(&op);
  source.erase();
}

tilegpu::KernelOp KernelPlacer::createKernel(ArrayRef<Type> types) {
  auto order = source->getAttrOfType<DenseI64ArrayAttr>(axisOrderName);
  auto parts = source->getAttrOfType<IntegerAttr>(partsName), blocks = source->getAttrOfType<IntegerAttr>(blocksName);
  auto kernel = tilegpu::KernelOp::create(builder, source.getLoc(), source.getSymName(),
                                          builder.getFunctionType(types, {}), source.getSource(), getNumWarps(source),
                                          order ? order.asArrayRef() : ArrayRef<int64_t>({0}),
                                          source->hasAttr(linearGridName), parts ? parts.getInt() : 1);
  if (blocks)
    kernel.setBlocks(blocks.getInt());
  return kernel;
}

void KernelPlacer::describeArgument(tilegpu::KernelOp kernel, unsigned index, bool isRef) {
  // Scratch memory is the launch's to make; the kernel reads and writes it.
  bool isScratch = source.getAccess(index) == tile::Access::scratch;
  auto access =
      isScratch ? tilegpu::Access::readwrite : static_cast<tilegpu::Access>(static_cast<int>(source.getAccess(index)));
  kernel.setArgAttr(index, tilegpu::KernelOp::argumentNameName, builder.getStringAttr(source.getArgumentName(index)));
  kernel.setArgAttr(index, tilegpu::KernelOp::accessName, tilegpu::AccessAttr::get(builder.getContext(), access));
  int64_t alignment = isRef ? getAlignment(source, index) : source.getDivisibility(index);
  if (isRef || alignment != 1)
    kernel.setArgAttr(index, tilegpu::KernelOp::alignmentName, builder.getI64IntegerAttr(alignment));
}

//===-- operands ----------------------------------------------------------------------------------------------===//

Type KernelPlacer::placeType(Type type, const LinearLayout &layout) {
  if (auto tensor = dyn_cast<RankedTensorType>(type))
    return tilegpu::getTensorType(tensor.getElementType(), layout);
  if (auto ref = dyn_cast<tile::RefType>(type))
    return tilegpu::RefType::get(ref.getShape(), ref.getElementType(), tilegpu::isSharedRef(ref));
  return type;
}

Value KernelPlacer::convert(Value placed, const LinearLayout &layout, Location loc) {
  if (!isa<RankedTensorType>(placed.getType()) || tilegpu::getLayout(placed.getType()) == layout)
    return placed;
  return tilegpu::ConvertLayoutOp::create(
      builder, loc, tilegpu::getTensorType(tilegpu::getElementType(placed.getType()), layout), placed);
}

Value KernelPlacer::getOperand(Operation *op, Value operand, const LinearLayout &result) {
  if (!operand || !isa<RankedTensorType>(operand.getType()))
    return operand ? mapping.lookup(operand) : Value();
  return get(operand, getOperandLayout(op, operand, result), op->getLoc());
}

//===-- operations --------------------------------------------------------------------------------------------===//

void KernelPlacer::place(Operation *op) {
  if (Value result = placeOperation(op, op->getNumResults() ? getChosenLayout(op, 0) : LinearLayout()))
    mapping.map(op->getResult(0), result);
}

Value KernelPlacer::placeOperation(Operation *op, const LinearLayout &layout) {
  Location loc = op->getLoc();
  return llvm::TypeSwitch<Operation *, Value>(op)
      .Case([&](tile::ReturnOp) { return tilegpu::ReturnOp::create(builder, loc), Value(); })
      .Case([&](tile::ProgramIdOp id) {
        return tilegpu::ProgramIdOp::create(builder, loc, static_cast<int64_t>(id.getAxis()));
      })
      .Case([&](tile::NumProgramsOp count) {
        return tilegpu::NumProgramsOp::create(builder, loc, static_cast<int64_t>(count.getAxis()));
      })
      .Case<tile::IotaOp, tile::BroadcastOp, tile::TransposeOp, tile::ReshapeOp, tile::CastOp, tile::BitcastOp,
            tile::ReduceOp>([&](auto array) { return placeArray(array, layout); })
      .Case<tile::LoadOp, tile::StoreOp, tile::GatherOp, tile::ScatterOp, tile::AtomicRmwOp, tile::AtomicCasOp,
            tile::SelectRefOp>([&](auto access) { return placeAccess(access, layout); })
      .Case<tile::ReduceByOp, tile::ScanOp>([&](auto combination) { return placeCombination(combination), Value(); })
      .Case([&](tile::InlineAsmOp text) { return placeInlineAsm(text), Value(); })
      .Case<tile::PrintOp, tile::AssertOp>([&](auto words) { return placeWords(words), Value(); })
      .Case([&](tile::FormatOp) { return Value(); }) // whoever says the text takes it apart
      .Case([&](arith::ConstantOp constant) { return placeConstant(constant), Value(); })
      .Default([&](Operation *) { return placeGeneric(op), Value(); });
}

void KernelPlacer::placeConstant(arith::ConstantOp op) {
  TypedAttr value = op.getValue();
  auto type = dyn_cast<ShapedType>(placeType(op.getType(), getChosenLayout(op, 0)));
  if (type)
    value = cast<TypedAttr>(Attribute(cast<SplatElementsAttr>(value).resizeSplat(type)));
  mapping.map(op.getResult(), arith::ConstantOp::create(builder, op.getLoc(), value).getResult());
}

/// The same operation on placed values, regions and all.
void KernelPlacer::placeGeneric(Operation *op) {
  OperationState state(op->getLoc(), op->getName());
  for (OpOperand &operand : op->getOpOperands()) {
    std::optional<LinearLayout> layout =
        isa<RankedTensorType>(operand.get().getType()) ? getGenericOperandLayout(operand) : std::nullopt;
    state.operands.push_back(layout ? get(operand.get(), *layout, op->getLoc()) : getOwn(operand.get(), op));
  }
  for (auto [index, result] : llvm::enumerate(op->getResults()))
    state.types.push_back(placeType(result.getType(), getChosenLayout(op, index)));
  for (NamedAttribute attr : op->getDiscardableAttrs())
    if (attr.getName() != layoutsName && attr.getName() != beforeLayoutsName)
      state.attributes.push_back(attr);
  state.propertiesAttr = op->getPropertiesAsAttribute();
  for (unsigned i = 0; i < op->getNumRegions(); ++i)
    state.addRegion();
  Operation *placed = builder.create(state);
  for (auto [from, to] : llvm::zip(op->getRegions(), placed->getRegions()))
    placeRegion(from, to, op);
  mapping.map(op->getResults(), placed->getResults());
}

//===-- control flow ------------------------------------------------------------------------------------------===//

static LinearLayout getBeforeLayout(Operation *loop, unsigned index) {
  auto layouts = loop->getAttrOfType<ArrayAttr>(beforeLayoutsName);
  auto layout =
      layouts && index < layouts.size() ? dyn_cast<tilegpu::LinearAttr>(layouts[index]) : tilegpu::LinearAttr();
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

std::optional<LinearLayout> KernelPlacer::getGenericOperandLayout(OpOperand &operand) {
  Operation *op = operand.getOwner();
  if (std::optional<LinearLayout> carried = getCarriedLayout(op, operand.getOperandNumber()))
    return carried;
  if (op->getNumResults() && isa<RankedTensorType>(op->getResult(0).getType()))
    return getOperandLayout(op, operand.get(), getChosenLayout(op, 0));
  return std::nullopt;
}

static LinearLayout getArgumentLayout(Operation *op, Region &region, unsigned index) {
  if (isa<scf::ForOp>(op))
    return index > 0 ? getChosenLayout(op, index - 1) : LinearLayout();
  if (auto loop = dyn_cast<scf::WhileOp>(op))
    return &region == &loop.getBefore() ? getBeforeLayout(op, index) : getChosenLayout(op, index);
  return {};
}

void KernelPlacer::placeRegion(Region &from, Region &to, Operation *op) {
  if (from.empty())
    return;
  OpBuilder::InsertionGuard guard(builder);
  Block *block = builder.createBlock(&to);
  for (BlockArgument argument : from.getArguments()) {
    LinearLayout layout = isa<RankedTensorType>(argument.getType())
                              ? getArgumentLayout(op, from, argument.getArgNumber())
                              : LinearLayout();
    mapping.map(argument, block->addArgument(placeType(argument.getType(), layout), argument.getLoc()));
  }
  builder.setInsertionPointToStart(block);
  for (Operation &inner : from.front())
    place(&inner);
}

namespace {
struct PlaceKernelsPass : schedule::impl::PlaceKernelsPassBase<PlaceKernelsPass> {
  void runOnOperation() override {
    for (tile::KernelOp kernel : getCopies(getOperation()))
      KernelPlacer(kernel).run();
  }
};
} // namespace
