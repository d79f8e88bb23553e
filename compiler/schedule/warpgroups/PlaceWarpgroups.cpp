// SPDX-License-Identifier: Apache-2.0
// Programs of warpgroups are placed as block programs are (KernelPlacer.h), but for these: arrays of one value and of
// indices are built where they are used; slices of arrays, casts to a layout, and what the program asks about layouts;
// and matrix products and accumulators demand a layout of their operands.
#include "compiler/layout/LayoutFacts.h"
#include "compiler/schedule/KernelPlacer.h"
#include "compiler/schedule/warpgroups/WarpgroupLayoutRules.h"
#include "compiler/schedule/warpgroups/Warpgroups.h"
#include "compiler/tilegpu/ir/Registers.h"

using namespace mlir;
using namespace tessera;
using namespace tessera::schedule;
using tessera::layout::LinearLayout;

namespace tessera::schedule {
#define GEN_PASS_DEF_PLACEWARPGROUPSPASS
#include "compiler/schedule/Passes.h.inc"
} // namespace tessera::schedule

namespace {
class WarpgroupPlacer : public KernelPlacer {
public:
  /// `registers`: what each thread begins with, 0 where nobody says.
  WarpgroupPlacer(tile::KernelOp source, int64_t registers) : KernelPlacer(source), registers(registers) {}

private:
  tilegpu::KernelOp createKernel(ArrayRef<Type> types) override {
    int64_t warpgroups = tilegpu::getWarpgroups(source);
    auto order = source->getAttrOfType<DenseI64ArrayAttr>(axisOrderName);
    // Where the compiler has spread the programs itself, the block's number is all that a program asks for.
    auto blocks = source->getAttrOfType<IntegerAttr>(blocksName);
    auto kernel = tilegpu::KernelOp::create(
        builder, source.getLoc(), source.getSymName(), builder.getFunctionType(types, {}), source.getSource(),
        warpgroups * tilegpu::warpsPerWarpgroup, order ? order.asArrayRef() : ArrayRef<int64_t>({0}),
        /*linearGrid=*/!blocks, /*parts=*/1);
    kernel.setWarpgroups(warpgroups);
    if (blocks)
      kernel.setBlocks(blocks.getInt());
    if (!tilegpu::getCluster(source).empty())
      kernel.setCluster(tilegpu::getCluster(source));
    if (registers)
      kernel->setAttr(tilegpu::launchRegistersName, builder.getI64IntegerAttr(registers));
    return kernel;
  }

  //===-- operands --------------------------------------------------------------------------------------------===//

  Value get(Value value, const LinearLayout &layout, Location loc) override {
    return isBuiltAnywhere(value) ? build(value, layout) : KernelPlacer::get(value, layout, loc);
  }

  /// Of what is built where it is used, rows dealt out as wide as `op` accesses them.
  Value getOwn(Value value, Operation *op) override {
    if (!isBuiltAnywhere(value))
      return mapping.lookup(value);
    auto vector = op->getAttrOfType<IntegerAttr>(vectorName);
    return build(value, layout::makeStrided(tile::getShape(value.getType()), vector ? vector.getInt() : 1));
  }

  std::optional<LinearLayout> getGenericOperandLayout(OpOperand &operand) override {
    std::optional<LinearLayout> demand = getDemand(operand);
    return demand ? demand : KernelPlacer::getGenericOperandLayout(operand);
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

  Value placeOperation(Operation *op, const LinearLayout &layout) override {
    if (op->getNumResults() == 1 && isBuiltAnywhere(op->getResult(0)))
      return Value();
    return llvm::TypeSwitch<Operation *, Value>(op)
        .Case([&](tile::SliceValueOp slice) { return placeSlice(slice, layout); })
        .Case([&](tilegpu::LayoutCastOp cast) { return placeLayoutCast(cast, layout); })
        .Case([&](tilegpu::PrintLayoutOp print) { return placePrint(print), Value(); })
        .Default([&](Operation *) { return KernelPlacer::placeOperation(op, layout); });
  }

  Value placeSlice(tile::SliceValueOp op, const LinearLayout &layout) {
    Value input = getOwn(op.getInput(), op);
    // Sliced to one element, it is an array of one still, and then its element.
    bool isToArray = isa<RankedTensorType>(op.getType());
    LinearLayout part = isToArray ? *layout.reshaped(op.getSizes()) : layout::makeStrided(op.getSizes(), 1);
    if (!layout::getSliceMap(tilegpu::getLayout(input.getType()), part, op.getStaticOffsets()))
      input = convert(input, *getSourceLayout(op, op.getInput(), isToArray ? layout : part), op.getLoc());
    Type element = tile::getElementType(op.getType());
    Value sliced = tilegpu::SliceOp::create(builder, op.getLoc(), tilegpu::getTensorType(element, part), input,
                                            op.getStaticOffsets());
    if (!isToArray) {
      auto axes = llvm::to_vector(llvm::seq<int64_t>(0, static_cast<int64_t>(op.getSizes().size())));
      return tilegpu::ReduceOp::create(builder, op.getLoc(), element, tilegpu::ReductionKind::add, sliced, axes, false);
    }
    if (part == layout)
      return sliced;
    return tilegpu::ReshapeOp::create(builder, op.getLoc(), placeType(op.getType(), layout), sliced);
  }

  /// Of a conversion to a narrower type the result changes its layout, which moves less.
  Value placeArray(tile::CastOp op, const LinearLayout &layout) override {
    LinearLayout own = layout;
    bool isNarrowing = tile::getElementType(op.getType()).getIntOrFloatBitWidth() <
                       tile::getElementType(op.getInput().getType()).getIntOrFloatBitWidth();
    if (isNarrowing && isa<RankedTensorType>(op.getType()) && !isBuiltAnywhere(op.getInput()))
      own = tilegpu::getLayout(mapping.lookup(op.getInput()).getType());
    Value input = get(op.getInput(), own, op.getLoc());
    Value cast = tilegpu::CastOp::create(builder, op.getLoc(), placeType(op.getType(), own), input,
                                         op.getFromUnsigned(), op.getToUnsigned());
    return convert(cast, layout, op.getLoc());
  }

  //===-- what the program asks about layouts -----------------------------------------------------------------===//

  void tell(Location loc, const Twine &text) {
    emitDiagnostic(loc, DiagnosticId::layoutChosen, Severity::remark, text);
  }

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

  const int64_t registers;
};

struct PlaceWarpgroupsPass : schedule::impl::PlaceWarpgroupsPassBase<PlaceWarpgroupsPass> {
  void runOnOperation() override {
    for (tile::KernelOp kernel : getWarpgroupCopies(getOperation())) {
      FailureOr<int64_t> registers =
          findLaunchRegisters(kernel, kernel->getParentOfType<tilegpu::TargetModuleOp>().getTarget());
      if (failed(registers))
        signalPassFailure();
      else
        WarpgroupPlacer(kernel, *registers).run();
    }
  }
};
} // namespace
