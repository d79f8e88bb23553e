// SPDX-License-Identifier: Apache-2.0
// A layout for every tensor, chosen backwards from the stores. Tensors of one shape take the kernel's layout of that shape,
// blocked and as wide as the widest access of the shape; what a broadcast, a transpose or a reshape is made from takes the
// layout that makes it free. So a chain of elementwise operations has one layout from its loads to its stores.
//
// Where a value is wanted in two layouts, the first demand (the last use) wins. The other use gets its own copy of the
// value's computation if that is cheap, and a conversion (placed by the next pass) if not.
#include "compiler/schedule/LayoutRules.h"
#include "compiler/schedule/ScheduledKernels.h"
#include <map>

using namespace mlir;
using namespace tessera;
using namespace tessera::schedule;
using tessera::layout::LinearLayout;

namespace tessera::schedule {
#define GEN_PASS_DEF_CHOOSELAYOUTSPASS
#include "compiler/schedule/Passes.h.inc"
} // namespace tessera::schedule

namespace {
class LayoutChooser {
public:
  explicit LayoutChooser(tile::KernelOp kernel) : kernel(kernel) {}

  void run() {
    findWidths();
    visitBlock(kernel.getBody().front());
    kernel.walk([&](Operation *op) {
      if (llvm::any_of(op->getResultTypes(), [](Type type) { return isa<RankedTensorType>(type); }))
        op->setAttr(layoutsName, describe(op));
    });
  }

private:
  /// The widest access of each shape.
  void findWidths() {
    kernel.walk([&](Operation *op) {
      auto vector = op->getAttrOfType<IntegerAttr>(vectorName);
      if (!vector)
        return;
      Value value = op->getNumResults() ? Value(op->getResult(0)) : op->getOperand(0);
      int64_t &width = widths[llvm::to_vector(tile::getShape(value.getType()))];
      width = std::max(width, vector.getInt());
    });
  }

  LinearLayout getDefault(Type type) {
    SmallVector<int64_t> shape(tile::getShape(type));
    auto found = defaults.find(shape);
    if (found != defaults.end())
      return found->second;
    auto width = widths.find(shape);
    layout::Blocked blocked = layout::chooseBlocked(shape, width == widths.end() ? 1 : width->second, tilegpu::lanesPerWarp,
                                                    getNumWarps(kernel));
    return defaults.emplace(shape, layout::makeBlocked(shape, blocked)).first->second;
  }

  LinearLayout decide(Value value) {
    auto found = chosen.find(value);
    if (found == chosen.end())
      found = chosen.try_emplace(value, getDefault(value.getType())).first;
    return found->second;
  }

  void demand(OpOperand &use, const LinearLayout &layout) {
    Value value = use.get();
    if (!isa<RankedTensorType>(value.getType()))
      return;
    auto [found, isNew] = chosen.try_emplace(value, layout);
    if (isNew || found->second == layout)
      return;
    Operation *op = value.getDefiningOp();
    if (!op || !isCheap(value, 8))
      return;
    // The copy stands before the original, where this backward walk will meet it.
    Operation *copy = OpBuilder(op).clone(*op);
    use.set(copy->getResult(0));
    chosen.try_emplace(copy->getResult(0), layout);
  }

  static bool isCheap(Value value, int depth) {
    if (!isa<RankedTensorType>(value.getType()))
      return true;
    Operation *op = value.getDefiningOp();
    if (!op || depth == 0)
      return false;
    if (isa<tile::IotaOp, arith::ConstantOp>(op))
      return true;
    bool isArithmetic = isa<arith::ArithDialect>(op->getDialect()) || isa<tile::BroadcastOp, tile::CastOp>(op);
    return isArithmetic && llvm::all_of(op->getOperands(), [&](Value operand) { return isCheap(operand, depth - 1); });
  }

  void visitBlock(Block &block) {
    for (Operation *op = &block.back(); op; op = op->getPrevNode())
      visit(op);
  }

  void visit(Operation *op) {
    if (auto loop = dyn_cast<scf::ForOp>(op))
      return visitLoop(loop);
    if (op->getNumRegions())
      return visitRegions(op);
    if (op->hasTrait<OpTrait::IsTerminator>())
      return; // its parent has said what it yields
    Value anchor = op->getNumResults() ? Value(op->getResult(0)) : getStored(op);
    if (!anchor)
      return;
    if (!isa<RankedTensorType>(anchor.getType()))
      return;
    LinearLayout layout = decide(anchor);
    for (OpOperand &operand : op->getOpOperands())
      if (isa<RankedTensorType>(operand.get().getType()))
        demand(operand, getOperandLayout(op, operand.get(), layout));
  }

  static Value getStored(Operation *op) { return isa<tile::StoreOp, tile::ScatterOp>(op) ? op->getOperand(0) : Value(); }

  /// A carried tensor has one layout: before, inside and after the loop.
  void visitLoop(scf::ForOp loop) {
    Operation *yield = loop.getBody()->getTerminator();
    for (unsigned i = 0; i < loop.getNumResults(); ++i) {
      if (!isa<RankedTensorType>(loop.getResult(i).getType()))
        continue;
      LinearLayout layout = decide(loop.getResult(i));
      chosen.try_emplace(loop.getRegionIterArg(i), layout);
      demand(yield->getOpOperand(i), layout);
    }
    visitBlock(*loop.getBody());
    for (unsigned i = 0; i < loop.getNumResults(); ++i)
      if (isa<RankedTensorType>(loop.getResult(i).getType()))
        demand(loop->getOpOperand(loop.getNumControlOperands() + i), decide(loop.getResult(i)));
  }

  void visitRegions(Operation *op) {
    for (Region &region : op->getRegions()) {
      if (region.empty())
        continue;
      Operation *yield = region.front().getTerminator();
      if (isa<scf::IfOp>(op))
        for (unsigned i = 0; i < op->getNumResults(); ++i)
          if (isa<RankedTensorType>(op->getResult(i).getType()))
            demand(yield->getOpOperand(i), decide(op->getResult(i)));
      visitBlock(region.front());
    }
  }

  ArrayAttr describe(Operation *op) {
    Builder builder(op->getContext());
    SmallVector<Attribute> layouts;
    for (Value result : op->getResults())
      layouts.push_back(isa<RankedTensorType>(result.getType())
                            ? Attribute(tilegpu::LinearAttr::get(op->getContext(), decide(result)))
                            : Attribute(builder.getUnitAttr()));
    return builder.getArrayAttr(layouts);
  }

  tile::KernelOp kernel;
  std::map<SmallVector<int64_t>, int64_t> widths;
  std::map<SmallVector<int64_t>, LinearLayout> defaults;
  llvm::DenseMap<Value, LinearLayout> chosen;
};

struct ChooseLayoutsPass : schedule::impl::ChooseLayoutsPassBase<ChooseLayoutsPass> {
  void runOnOperation() override {
    for (tile::KernelOp kernel : getCopies(getOperation()))
      LayoutChooser(kernel).run();
  }
};
} // namespace
