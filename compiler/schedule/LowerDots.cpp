// SPDX-License-Identifier: Apache-2.0
// Matrix products: which instruction, where the operands lie, and which loads run ahead. An operand is stored to a
// buffer of shared memory of its own where it is made, once, whoever multiplies it how often; a transposed one is a
// transposed view of what it was made from. A left operand that is computed from another product's sum stays in
// registers (attention). Pipeline.cpp then makes rings of the buffers that loops fill.
#include "compiler/schedule/ArrayBuilder.h"
#include "compiler/schedule/AxisInfo.h"
#include "compiler/schedule/Products.h"
#include "llvm/ADT/MapVector.h"

using namespace mlir;
using namespace tessera;
using namespace tessera::schedule;

namespace tessera::schedule {
#define GEN_PASS_DEF_LOWERDOTSPASS
#include "compiler/schedule/Passes.h.inc"
} // namespace tessera::schedule

namespace {
class ProductLowering {
public:
  explicit ProductLowering(tile::KernelOp kernel) : kernel(kernel), builder(kernel.getContext()) {}

  void run() {
    SmallVector<ProductPlan> plans = planProducts(kernel);
    turnOperands();
    for (ProductPlan &plan : plans)
      lower(plan);
    // Products see buffers now; what they were transposed by is nobody's.
    kernel.walk<WalkOrder::PostOrder>([](tile::TransposeOp transpose) {
      if (transpose->use_empty())
        transpose.erase();
    });
    SmallVector<FedBuffer> fed;
    for (auto &[key, buffer] : buffers) {
      Operation *load = buffer.store.getValue().getDefiningOp();
      bool isCast = false;
      while (load && isa<tile::CastOp>(load) && load->hasOneUse()) {
        load = load->getOperand(0).getDefiningOp();
        isCast = true;
      }
      if (isa_and_nonnull<tile::LoadOp, tile::GatherOp>(load))
        fed.push_back({load, buffer.store, buffer.alloc, isCast});
    }
    pipelineLoads(kernel, fed);
  }

private:
  struct Buffer {
    tilegpu::AllocSharedOp alloc;
    tile::StoreOp store;
  };

  static bool isFactor(OpOperand &use) { return isa<tile::DotOp>(use.getOwner()) && use.getOperandNumber() < 2; }
  static bool isTurn(Operation *op) {
    auto transpose = dyn_cast<tile::TransposeOp>(op);
    return transpose && transpose.getPermutation() == ArrayRef<int64_t>({1, 0});
  }

  /// Operands whose neighbours in memory lie along the rows' axis (keys that pointers make columns of) are read the
  /// other way, so that 16 bytes are read and stored at once, and the product sees them transposed.
  void turnOperands() {
    AxisInfoAnalysis info(kernel);
    SmallVector<tile::GatherOp> turned;
    kernel.walk([&](tile::GatherOp gather) {
      auto isContiguous = [&](size_t axis) {
        const AxisInfo &index = info.get(gather.getIndices().back());
        return index.contiguity[axis] > 1 && index.getDivisibility(axis, 16) > 1;
      };
      bool isOperand = !gather->use_empty();
      for (OpOperand &use : gather->getUses())
        isOperand &= isFactor(use) || (isTurn(use.getOwner()) && llvm::all_of(use.getOwner()->getUses(), isFactor));
      if (gather.getIndices().size() == 1 && tile::getShape(gather.getType()).size() == 2 && isOperand &&
          !isContiguous(1) && isContiguous(0))
        turned.push_back(gather);
    });
    for (tile::GatherOp gather : turned) {
      builder.setInsertionPoint(gather);
      ArrayRef<int64_t> shape = tile::getShape(gather.getType());
      auto turn = [&](Value value) -> Value {
        if (!value)
          return {};
        auto own = tile::getShape(value.getType());
        return tile::TransposeOp::create(builder, gather.getLoc(),
                                         tile::getArrayType({own[1], own[0]}, tile::getElementType(value.getType())),
                                         value, ArrayRef<int64_t>{1, 0});
      };
      auto read = tile::GatherOp::create(
          builder, gather.getLoc(), tile::getArrayType({shape[1], shape[0]}, tile::getElementType(gather.getType())),
          gather.getRef(), turn(gather.getIndices().front()), turn(gather.getMask()), turn(gather.getOther()));
      for (Operation *user : llvm::make_early_inc_range(gather->getUsers()))
        if (isTurn(user)) {
          user->replaceAllUsesWith(ValueRange{read.getResult()});
          user->erase();
        }
      gather.replaceAllUsesWith(turn(read.getResult()));
      gather.erase();
    }
  }

  void lower(ProductPlan &plan) {
    tile::DotOp dot = plan.dot;
    Type resultType = dot.getType(), sumType = tile::getArrayType(plan.getShape(), plan.sum);
    Value a = plan.isLeftInRegisters ? dot.getLhs() : getBuffer(dot.getLhs(), plan.left, dot);
    Value b = getBuffer(dot.getRhs(), plan.right, dot);
    builder.setInsertionPoint(dot);
    Value sum = dot.getAcc()
                    ? cast(dot.getAcc(), plan.sum, dot.getFromUnsigned())
                    : arith::ConstantOp::create(builder, dot.getLoc(), builder.getZeroAttr(sumType)).getResult();
    auto product = tilegpu::DotOp::create(builder, dot.getLoc(), sumType, sum, a, b, plan.instruction, plan.precision,
                                          dot.getFromUnsigned());
    auto layout = tilegpu::LinearAttr::get(builder.getContext(), plan.getLayout(getNumWarps(kernel)));
    product->setAttr(layoutsName, builder.getArrayAttr({layout}));
    dot.getResult().replaceAllUsesWith(
        cast(product.getResult(), tile::getElementType(resultType), dot.getFromUnsigned()));
    dot.erase();
  }

  Value cast(Value value, Type element, bool isUnsigned) {
    if (tile::getElementType(value.getType()) == element)
      return value;
    Type type = tile::getArrayType(tile::getShape(value.getType()), element);
    return tile::CastOp::create(builder, value.getLoc(), type, value, isUnsigned, isUnsigned);
  }

  /// A view of shared memory that holds `operand` as elements of `element`.
  Value getBuffer(Value operand, Type element, tile::DotOp dot) {
    if (auto transpose = operand.getDefiningOp<tile::TransposeOp>();
        transpose && swapsLastAxes(transpose.getPermutation())) {
      Value buffer = getBuffer(transpose.getInput(), element, dot);
      builder.setInsertionPoint(dot);
      auto type = cast_or_null<tile::RefType>(buffer.getType());
      return tilegpu::TransposeRefOp::create(builder, dot.getLoc(),
                                             getRefType(tile::getShape(operand.getType()), type.getElementType()),
                                             buffer, transpose.getPermutation());
    }
    if (auto reshape = operand.getDefiningOp<tile::ReshapeOp>())
      operand = dropUnitAxes(reshape);
    Buffer &buffer = buffers[{operand, element}];
    if (!buffer.alloc)
      buffer = createBuffer(operand, element, dot.getFromUnsigned());
    return buffer.alloc;
  }

  /// A load whose axes of one element are taken away afterwards does not have them, so that it can run ahead.
  Value dropUnitAxes(tile::ReshapeOp reshape) {
    auto load = reshape.getInput().getDefiningOp<tile::LoadOp>();
    if (!load || load.getMask() || !load->hasOneUse())
      return reshape;
    SmallVector<int64_t> dropped, left(tile::getShape(reshape.getType()));
    for (int64_t axis = static_cast<int64_t>(load.getSizes().size()) - 1; axis >= 0; --axis) {
      if (!left.empty() && left.back() == load.getSizes()[axis])
        left.pop_back();
      else if (load.getSizes()[axis] == 1)
        dropped.insert(dropped.begin(), axis);
      else
        return reshape;
    }
    if (!left.empty())
      return reshape;
    builder.setInsertionPoint(load);
    auto smaller =
        tile::LoadOp::create(builder, load.getLoc(), reshape.getType(), load.getRef(), load.getOffsets(), Value(),
                             Value(), load.getStaticOffsets(), load.getSizes(), load.getStrides(), dropped);
    reshape.getResult().replaceAllUsesWith(smaller);
    reshape.erase();
    load.erase();
    return smaller;
  }

  static bool swapsLastAxes(ArrayRef<int64_t> permutation) {
    auto last = static_cast<int64_t>(permutation.size()) - 1;
    for (int64_t axis = 0; axis <= last; ++axis)
      if (permutation[axis] != (axis == last ? last - 1 : axis == last - 1 ? last : axis))
        return false;
    return last > 0;
  }

  static tile::RefType getRefType(ArrayRef<int64_t> shape, Type element) {
    return tile::RefType::get(shape, element, tile::MemorySpace::smem);
  }

  /// Rows of 32 bytes or more lie in the copy engine's pattern: eight of them, or of their pieces of 16 bytes, meet all
  /// banks.
  static int64_t getSwizzle(ArrayRef<int64_t> shape, Type element) {
    int64_t bytes = shape.back() * element.getIntOrFloatBitWidth() / 8;
    return shape[shape.size() - 2] >= 8 && bytes >= 32 ? std::min<int64_t>(bytes, 128) : 0;
  }

  Buffer createBuffer(Value operand, Type element, bool isUnsigned) {
    ArrayRef<int64_t> shape = tile::getShape(operand.getType());
    builder.setInsertionPointAfterValue(operand); // where a buffer lives no longer than its loop, others may have its bytes
    if (auto argument = dyn_cast<BlockArgument>(operand))
      builder.setInsertionPointToStart(argument.getOwner());
    auto alloc = tilegpu::AllocSharedOp::create(builder, operand.getLoc(), getRefType(shape, element), StringRef(),
                                                builder.getI64IntegerAttr(getSwizzle(shape, element)), IntegerAttr());
    Value stored = cast(operand, element, isUnsigned);
    SmallVector<int64_t> zeros(shape.size(), 0);
    auto store = tile::StoreOp::create(builder, operand.getLoc(), stored, alloc, ValueRange(), Value(), zeros, shape,
                                       ArrayRef<int64_t>(), ArrayRef<int64_t>());
    return {alloc, store};
  }

  tile::KernelOp kernel;
  OpBuilder builder;
  llvm::MapVector<std::pair<Value, Type>, Buffer> buffers;
};

struct LowerDotsPass : schedule::impl::LowerDotsPassBase<LowerDotsPass> {
  void runOnOperation() override {
    for (tile::KernelOp kernel : getCopies(getOperation())) {
      bool multiplies = kernel.walk([](tile::DotOp) { return WalkResult::interrupt(); }).wasInterrupted();
      if (multiplies)
        ProductLowering(kernel).run();
    }
  }
};
} // namespace
