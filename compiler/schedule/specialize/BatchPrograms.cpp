// SPDX-License-Identifier: Apache-2.0
// A product of several matrices is as many products, and where a program does nothing that combines them, as many
// programs: the same program without that axis, in which the batch is one number more that programs have.
//
//     %x = load x[2 * %b, %i, 0] sizes [2, 64, 256]          %x = load x[2 * %b + %n, %i, 0] sizes [1, 64, 256] drop
//     [0] %p = dot %x, %y : 2 x 64 x 64                    =>    %p = dot %x, %y : 64 x 64              of twice the
//     programs
//
// So they become blocks of warpgroups like any other product's (ProgramMerge.h), whatever number the program had put
// into one. Rejected: a loop over the batch within the program, which leaves its blocks as they are.
#include "compiler/schedule/specialize/BatchPrograms.h"
#include "compiler/schedule/Schedule.h"
#include "compiler/schedule/specialize/PartEmitter.h"
#include "compiler/schedule/specialize/ProgramMerge.h"
#include "compiler/schedule/specialize/Programs.h"
#include "llvm/ADT/TypeSwitch.h"

using namespace mlir;
using namespace tessera;
using namespace tessera::schedule;

static constexpr int64_t none = -1;

static int64_t getRank(Value value) { return static_cast<int64_t>(tile::getShape(value.getType()).size()); }

namespace {
/// An operation, and which axis of its operands and results goes.
struct Touched {
  Operation *op;
  SmallVector<int64_t, 4> operands, results;
};

class BatchAxis {
public:
  BatchAxis(tile::KernelOp kernel, tile::DotOp dot)
      : kernel(kernel), axes(kernel), number(axes.get(dot.getResult(), 0)), extent(tile::getShape(dot.getType())[0]) {}

  bool isPossible() {
    grid = getProgramGrid(kernel);
    return !grid.empty() && areProgramsApart(kernel) &&
           !kernel
                .walk([&](Operation *op) {
                  return op == kernel || check(op) ? WalkResult::advance() : WalkResult::interrupt();
                })
                .wasInterrupted();
  }

  void write() {
    spreadPrograms();
    for (Touched &one : touched)
      drop(one);
    for (Operation *op : replaced)
      op->erase();
  }

private:
  int64_t find(Value value) {
    SmallVector<int64_t> own = axes.find(value, number);
    areClear &= own.size() <= 1 &&
                llvm::all_of(own, [&](int64_t axis) { return tile::getShape(value.getType())[axis] == extent; });
    return own.empty() ? none : own.front();
  }

  bool check(Operation *op) {
    Touched one{op, llvm::map_to_vector<4>(op->getOperands(), [&](Value value) { return find(value); }),
                llvm::map_to_vector<4>(op->getResults(), [&](Value value) { return find(value); })};
    auto isAlong = [](int64_t axis) { return axis != none; };
    bool isTouched = llvm::any_of(one.operands, isAlong) || llvm::any_of(one.results, isAlong);
    if (!areClear || (!isTouched && isEffect(op)))
      return false; // done once for all of them
    if (!isTouched)
      return true;
    touched.push_back(one);
    return llvm::TypeSwitch<Operation *, bool>(op)
        .Case<scf::ForOp, scf::IfOp, scf::YieldOp, tile::IotaOp, tile::LoadOp, tile::StoreOp, tile::GatherOp,
              tile::ScatterOp>([](Operation *) { return true; })
        .Case([&](tile::DotOp dot) { return one.results[0] != none && one.results[0] < getRank(dot) - 2; })
        .Case([](arith::ConstantOp constant) { return isa<SplatElementsAttr>(constant.getValue()); })
        .Case([&](tile::BroadcastOp broadcast) { return canDropBeside(broadcast, one); })
        .Case<tile::ReshapeOp, tile::TransposeOp, tile::ReduceOp>(
            [&](Operation *) { return one.results[0] != none && isFollowed(op, one); })
        .Default([&](Operation *) {
          return isa<tile::CastOp, tile::BitcastOp>(op) || OpTrait::hasElementwiseMappableTraits(op);
        });
  }

  /// Whether the axis that goes from the operand is the one that goes from the result.
  bool isFollowed(Operation *op, const Touched &one) {
    std::optional<SmallVector<ArrayPart>> parts = getOperandParts(op, one.results[0]);
    return parts && parts->size() == 1 && parts->front().second == one.operands[0];
  }

  /// An axis of one element that was repeated goes with it, where another one is left.
  bool canDropBeside(tile::BroadcastOp op, const Touched &one) {
    return one.results[0] != none &&
           (one.operands[0] != none || !llvm::is_contained(op.getAxes(), one.results[0]) || getRank(op.getInput()) > 1);
  }

  /// Programs count batches before all that they counted so far.
  void spreadPrograms() {
    SmallVector<tile::ProgramIdOp> ids;
    SmallVector<tile::NumProgramsOp> counts;
    kernel.walk([&](tile::ProgramIdOp id) { ids.push_back(id); });
    kernel.walk([&](tile::NumProgramsOp count) { counts.push_back(count); });
    OpBuilder builder = OpBuilder::atBlockBegin(&kernel.getBody().front());
    Location loc = kernel.getLoc();
    ArrayBuilder arrays(builder, loc);
    Value program = tile::ProgramIdOp::create(builder, loc, int64_t(0));
    int64_t total = 1;
    auto order = kernel->getAttrOfType<DenseI64ArrayAttr>(axisOrderName);
    SmallVector<Value> numbers(grid.size());
    auto take = [&](int64_t count) {
      total *= count;
      Value digit = arith::RemUIOp::create(builder, loc, program, arrays.constant(count));
      program = arith::DivUIOp::create(builder, loc, program, arrays.constant(count));
      return digit;
    };
    bool isOrdered = order && order.size() == static_cast<int64_t>(grid.size());
    for (size_t index = 0; index < grid.size(); ++index) {
      auto axis = isOrdered ? static_cast<size_t>(order[static_cast<int64_t>(index)]) : index;
      numbers[axis] = take(std::max<int64_t>(grid[axis], 1));
    }
    batch = program;
    for (tile::ProgramIdOp id : ids) {
      auto axis = static_cast<size_t>(id.getAxis());
      id.replaceAllUsesWith(axis < numbers.size() ? numbers[axis] : arrays.constant(0));
      id.erase();
    }
    for (tile::NumProgramsOp count : counts) {
      auto axis = static_cast<size_t>(count.getAxis());
      builder.setInsertionPoint(count);
      count.replaceAllUsesWith(arrays.constant(axis < grid.size() ? grid[axis] : 1));
      count.erase();
    }
    kernel->setAttr(blocksName, builder.getI64IntegerAttr(total * extent));
    kernel->setAttr(gridName, builder.getDenseI64ArrayAttr({total * extent}));
    kernel->setAttr(axisOrderName, builder.getDenseI64ArrayAttr({0}));
    kernel->removeAttr(linearGridName);
  }

  static Type getDropped(Type type, int64_t axis) {
    if (axis == none)
      return type;
    SmallVector<int64_t> shape(tile::getShape(type));
    shape.erase(shape.begin() + axis);
    return tile::getArrayType(shape, tile::getElementType(type));
  }
  static SmallVector<int64_t> renumber(ArrayRef<int64_t> numbers, int64_t gone) {
    SmallVector<int64_t> left;
    for (int64_t each : numbers)
      if (each != gone)
        left.push_back(each > gone ? each - 1 : each);
    return left;
  }
  void replace(Operation *op, Value with) {
    op->getResult(0).replaceAllUsesWith(with);
    replaced.push_back(op);
  }

  void drop(Touched &one) {
    Operation *op = one.op;
    for (Region &region : op->getRegions())
      for (Block &block : region)
        for (BlockArgument argument : block.getArguments())
          if (isa<scf::ForOp>(op) && find(argument) != none)
            argument.setType(getDropped(argument.getType(), find(argument)));
    OpBuilder builder(op);
    ArrayBuilder arrays(builder, op->getLoc());
    llvm::TypeSwitch<Operation *>(op)
        .Case([&](tile::IotaOp iota) { dropIota(iota, one.results[0], arrays); })
        .Case([&](arith::ConstantOp constant) { dropConstant(constant, one.results[0]); })
        .Case([&](tile::BroadcastOp broadcast) { dropBroadcast(broadcast, one, builder); })
        .Case([&](tile::ReshapeOp reshape) {
          Type type = getDropped(reshape.getType(), one.results[0]);
          if (type == reshape.getInput().getType())
            replace(op, reshape.getInput());
          else if (!isa<RankedTensorType>(reshape.getInput().getType()))
            replace(op, arrays.splat(reshape.getInput(), tile::getShape(type)));
          else
            op->getResult(0).setType(type);
        })
        .Case([&](tile::TransposeOp transpose) {
          transpose.setPermutation(renumber(transpose.getPermutation(), one.operands[0]));
        })
        .Case([&](tile::ReduceOp reduce) { reduce.setAxes(renumber(reduce.getAxes(), one.operands[0])); })
        .Case<tile::LoadOp>([&](tile::LoadOp load) { dropSlice(load, one.results[0], builder); })
        .Case<tile::StoreOp>([&](tile::StoreOp store) { dropSlice(store, one.operands[0], builder); });
    if (llvm::is_contained(replaced, op) || isa<arith::ConstantOp, tile::ReshapeOp>(op))
      return;
    for (auto [result, axis] : llvm::zip(op->getResults(), one.results))
      result.setType(getDropped(result.getType(), axis));
  }

  void dropIota(tile::IotaOp op, int64_t axis, ArrayBuilder &arrays) {
    auto own = static_cast<int64_t>(op.getAxis());
    if (own != axis)
      return op.setAxis(static_cast<uint64_t>(own > axis ? own - 1 : own));
    Value value = batch;
    if (Type element = tile::getElementType(op.getType()); element != value.getType())
      value = tile::CastOp::create(arrays.builder, op.getLoc(), element, value, false, false);
    replace(op, arrays.splat(value, tile::getShape(getDropped(op.getType(), axis))));
  }

  static void dropConstant(arith::ConstantOp op, int64_t axis) {
    auto elements = cast<SplatElementsAttr>(op.getValue());
    Type type = getDropped(op.getType(), axis);
    auto array = dyn_cast<RankedTensorType>(type);
    op.setValueAttr(array ? TypedAttr(elements.resizeSplat(array)) : elements.getSplatValue<TypedAttr>());
    op.getResult().setType(type);
  }

  void dropBroadcast(tile::BroadcastOp op, const Touched &one, OpBuilder &builder) {
    if (auto found = llvm::find(op.getAxes(), one.results[0]); one.operands[0] == none && found != op.getAxes().end()) {
      Type type = getDropped(op.getInput().getType(), found - op.getAxes().begin());
      op.setOperand(tile::ReshapeOp::create(builder, op.getLoc(), type, op.getInput()));
    }
    op.setAxes(renumber(op.getAxes(), one.results[0]));
    if (op.getInput().getType() == getDropped(op.getType(), one.results[0]))
      replace(op, op.getInput());
  }

  /// One more axis of the array of which the slice has one index.
  template <typename OpT> void dropSlice(OpT op, int64_t axis, OpBuilder &builder) {
    Cut cut{batch, 1};
    SmallVector<int64_t> sizes, dropped(op.getDropped());
    int64_t own = getKeptAxes(static_cast<int64_t>(op.getSizes().size()), op.getDropped())[axis];
    SmallVector<Value> offsets =
        getPartOffsets(builder, op, axis, cut, [](Value value, int64_t) { return value; }, sizes);
    dropped.push_back(own);
    llvm::sort(dropped);
    op.getOffsetsMutable().assign(offsets);
    op.setStaticOffsets(SmallVector<int64_t>(offsets.size(), ShapedType::kDynamic));
    op.setSizes(sizes);
    op.setDropped(dropped);
  }

  tile::KernelOp kernel;
  AxisClasses axes;
  unsigned number;
  int64_t extent;
  bool areClear = true;
  SmallVector<int64_t> grid;
  SmallVector<Touched> touched;
  SmallVector<Operation *> replaced;
  Value batch;
};
} // namespace

void tessera::schedule::spreadBatches(tile::KernelOp kernel) {
  auto findBatched = [&] {
    tile::DotOp found;
    kernel.walk([&](tile::DotOp dot) { found = getRank(dot) > 2 ? dot : found; });
    return found;
  };
  while (tile::DotOp dot = findBatched()) {
    unshareArrays(kernel);
    BatchAxis axis(kernel, dot);
    if (!axis.isPossible())
      return;
    axis.write();
  }
}
