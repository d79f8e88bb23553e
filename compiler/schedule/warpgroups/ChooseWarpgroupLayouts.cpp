// SPDX-License-Identifier: Apache-2.0
// A layout for every array in the registers of a warpgroup. Where the program or the hardware says one (a cast, an accumulator, an operand of a
// matrix product), it stands; from there it spreads forwards and backwards through whatever can take it: elementwise operations,
// loops, branches, reductions, broadcasts, and the loads and stores at the ends, which can be of any layout. Only what nothing has reached then
// chooses for itself: rows dealt out to the threads, as wide as the widest access of that shape.
//
// Worked example, a softmax's step: `s` is an accumulator, so `m = max(s, 1)` is its slice and `exp(s - m[:, None])` stays where it is; the
// running maximum that the loop carries meets `m` in a `max`, so the loop carries the slice and its first value, one number, is built as such.
//
// Two layouts that meet are not resolved here: the operation has one of them, and the next pass converts the other operand.
#include "compiler/schedule/warpgroups/AccessWidths.h"
#include "compiler/schedule/warpgroups/WarpgroupLayoutRules.h"
#include "compiler/schedule/warpgroups/Warpgroups.h"
#include "compiler/tilegpu/ir/UnalignedAccess.h"
#include <map>

using namespace mlir;
using namespace tessera;
using namespace tessera::schedule;
using tessera::layout::LinearLayout;

namespace tessera::schedule {
#define GEN_PASS_DEF_CHOOSEWARPGROUPLAYOUTSPASS
#include "compiler/schedule/Passes.h.inc"
} // namespace tessera::schedule

namespace {
class WarpgroupLayoutChooser {
public:
  explicit WarpgroupLayoutChooser(tile::KernelOp kernel) : kernel(kernel) {
    kernel.walk<WalkOrder::PreOrder>([&](Operation *op) {
      if (op != kernel)
        operations.push_back(op);
    });
  }

  LogicalResult run() {
    findWidths();
    if (failed(takeAnchors()))
      return failure();
    settle();
    for (Operation *op : operations)
      for (Value value : getValues(op))
        if (assign(value, getDefault(value.getType())))
          settle();
    for (Operation *op : operations)
      describe(op);
    return success();
  }

private:
  /// What an operation gives: its results and its regions' arguments.
  static SmallVector<Value> getValues(Operation *op) {
    SmallVector<Value> values(op->getResults());
    for (Region &region : op->getRegions())
      for (Block &block : region)
        llvm::append_range(values, block.getArguments());
    return values;
  }

  void findWidths() {
    for (Operation *op : operations)
      if (auto vector = op->getAttrOfType<IntegerAttr>(vectorName)) {
        Value value = op->getNumResults() ? Value(op->getResult(0)) : op->getOperand(0);
        int64_t &width = widths[llvm::to_vector(tile::getShape(value.getType()))];
        width = std::max(width, vector.getInt());
      }
  }

  LinearLayout getDefault(Type type) {
    if (!isa<RankedTensorType>(type))
      return {};
    SmallVector<int64_t> shape(tile::getShape(type));
    auto width = widths.find(shape);
    return layout::makeStrided(shape, width == widths.end() ? 1 : width->second);
  }

  /// False where there is nothing to say: no array, one that is built where it is used, or one that has its layout.
  bool assign(Value value, const LinearLayout &layout) {
    if (!isa<RankedTensorType>(value.getType()) || isBuiltAnywhere(value))
      return false;
    bool isNew = chosen.try_emplace(value, layout).second;
    hasChanged |= isNew;
    return isNew;
  }
  std::optional<LinearLayout> find(Value value) {
    auto found = chosen.find(value);
    return found == chosen.end() ? std::nullopt : std::optional(found->second);
  }

  //===-- anchors ---------------------------------------------------------------------------------------------===//

  LogicalResult takeAnchors() {
    LogicalResult result = success();
    for (Operation *op : operations) {
      std::string error;
      if (std::optional<LinearLayout> own = getOwnLayout(op, &error))
        assign(op->getResult(0), *own);
      else if (failed(checkSplat(op)) || !error.empty())
        result = error.empty() ? failure() : fail(op, error);
      // Threads copy whole groups of neighbours; how their addresses are computed follows from that.
      if ((isa<tile::GatherOp>(op) && op->hasAttr(asyncName)) ||
          (isa<tile::LoadOp, tile::GatherOp>(op) && tilegpu::isUnaligned(op)))
        assign(op->getResult(0), layout::makeStrided(tile::getShape(op->getResult(0).getType()),
                                                     op->getAttrOfType<IntegerAttr>(vectorName).getInt()));
    }
    for (Operation *op : operations)
      for (OpOperand &operand : op->getOpOperands()) {
        std::string error;
        if (std::optional<LinearLayout> demand = getDemand(operand, &error))
          assign(operand.get(), *demand);
        else if (!error.empty())
          result = fail(op, error);
      }
    return result;
  }

  LogicalResult fail(Operation *op, const Twine &why) {
    auto cast = dyn_cast<tilegpu::LayoutCastOp>(op);
    std::string what = cast ? "the layout `" + cast.getLayout().getName().str() + "` of " + describeType(cast.getType())
                            : "the layout that " + quote(op->getName().getStringRef()) + " needs";
    return refuse(op->getLoc(), DiagnosticId::layoutConflict, what + " can't be had: " + why);
  }
  static std::string describeType(Type type) { return tessera::schedule::describe(type); }

  LogicalResult checkSplat(Operation *op) {
    auto cast = dyn_cast<tilegpu::LayoutCastOp>(op);
    if (!cast || cast.getLayout().getName() != "splat" || isBuiltAnywhere(cast.getInput()) || !isa<RankedTensorType>(cast.getType()))
      return success();
    return fail(op, "the array is not one value repeated");
  }

  //===-- spreading -------------------------------------------------------------------------------------------===//

  void settle() {
    do {
      hasChanged = false;
      for (Operation *op : operations)
        spreadForwards(op);
      for (Operation *op : llvm::reverse(operations))
        spreadBackwards(op);
    } while (hasChanged);
  }

  /// All of these are one value at different times: the first that is known decides for those that are not.
  void unite(ArrayRef<Value> same) {
    for (Value value : same)
      if (std::optional<LinearLayout> layout = find(value)) {
        for (Value other : same)
          assign(other, *layout);
        return;
      }
  }

  void spreadControl(Operation *op) {
    if (auto loop = dyn_cast<scf::ForOp>(op)) {
      for (unsigned i = 0; i < loop.getNumResults(); ++i)
        unite({loop.getRegionIterArg(i), loop.getResult(i), loop.getYieldedValues()[i], loop.getInitArgs()[i]});
    } else if (auto branch = dyn_cast<scf::IfOp>(op)) {
      for (unsigned i = 0; i < branch.getNumResults(); ++i)
        unite({branch.getResult(i), branch.thenYield().getOperand(i), branch.elseYield().getOperand(i)});
    } else if (auto loop = dyn_cast<scf::WhileOp>(op)) {
      for (unsigned i = 0; i < loop.getInits().size(); ++i)
        unite({loop.getBeforeArguments()[i], loop.getYieldedValues()[i], loop.getInits()[i]});
      for (unsigned i = 0; i < loop.getNumResults(); ++i)
        unite({loop.getResult(i), loop.getAfterArguments()[i], loop.getConditionOp().getArgs()[i]});
    }
  }

  void spreadForwards(Operation *op) {
    if (op->getNumRegions())
      return spreadControl(op);
    bool hasOneLayout = op->getNumResults() == 1 || (op->getNumResults() && OpTrait::hasElementwiseMappableTraits(op));
    if (!hasOneLayout || chosen.count(op->getResult(0)) || isa<tilegpu::LayoutCastOp>(op))
      return;
    for (Value operand : op->getOperands())
      if (std::optional<LinearLayout> known = find(operand))
        if (std::optional<LinearLayout> layout = getResultLayout(op, operand, *known)) {
          for (Value result : op->getResults()) // both halves of a product
            assign(result, *layout);
          return;
        }
  }

  void spreadBackwards(Operation *op) {
    if (op->getNumRegions())
      return spreadControl(op);
    std::optional<LinearLayout> layout;
    if (op->getNumResults() > 1 && OpTrait::hasElementwiseMappableTraits(op))
      unite(llvm::to_vector_of<Value>(op->getResults()));
    if (op->getNumResults() == 1 || (op->getNumResults() && OpTrait::hasElementwiseMappableTraits(op)))
      layout = find(op->getResult(0));
    else if (isa<tile::StoreOp, tile::ScatterOp>(op))
      layout = find(op->getOperand(0));
    if (!layout)
      return;
    for (Value operand : op->getOperands())
      if (isa<RankedTensorType>(operand.getType()))
        if (std::optional<LinearLayout> source = getSourceLayout(op, operand, *layout))
          assign(operand, *source);
  }

  //===-- the decision, written down --------------------------------------------------------------------------===//

  ArrayAttr list(ValueRange values) {
    Builder builder(kernel.getContext());
    SmallVector<Attribute> layouts;
    for (Value value : values) {
      std::optional<LinearLayout> layout = find(value);
      if (!layout && isa<RankedTensorType>(value.getType()))
        layout = getDefault(value.getType());
      layouts.push_back(layout ? Attribute(tilegpu::LinearAttr::get(builder.getContext(), *layout)) : Attribute(builder.getUnitAttr()));
    }
    return builder.getArrayAttr(layouts);
  }

  void describe(Operation *op) {
    auto isTensor = [](Type type) { return isa<RankedTensorType>(type); };
    if (llvm::any_of(op->getResultTypes(), isTensor))
      op->setAttr(layoutsName, list(op->getResults()));
    if (auto loop = dyn_cast<scf::WhileOp>(op); loop && llvm::any_of(loop.getInits().getTypes(), isTensor))
      op->setAttr(beforeLayoutsName, list(loop.getBeforeArguments()));
  }

  tile::KernelOp kernel;
  SmallVector<Operation *> operations;
  llvm::DenseMap<Value, LinearLayout> chosen;
  std::map<SmallVector<int64_t>, int64_t> widths;
  bool hasChanged = false;
};

struct ChooseWarpgroupLayoutsPass : schedule::impl::ChooseWarpgroupLayoutsPassBase<ChooseWarpgroupLayoutsPass> {
  void runOnOperation() override {
    for (tile::KernelOp kernel : getWarpgroupCopies(getOperation())) {
      findAccessWidths(kernel);
      if (failed(WarpgroupLayoutChooser(kernel).run()))
        signalPassFailure();
    }
  }
};
} // namespace
