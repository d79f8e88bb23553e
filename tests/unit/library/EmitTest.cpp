// SPDX-License-Identifier: Apache-2.0
// What the emitter records for corners: guards only where a constant does not rule them out, splats instead of broadcasts.
#include "compiler/frontend/library/arrays/Emit.h"
#include "mlir/IR/Verifier.h"
#include "gtest/gtest.h"

using namespace tessera;
using namespace tessera::frontend;

namespace {

class EmitTest : public testing::Test {
protected:
  EmitTest() : context(mlir::MLIRContext::Threading::DISABLED), builder(&context) {
    context.loadDialect<tile::TileDialect, mlir::arith::ArithDialect, mlir::func::FuncDialect, mlir::math::MathDialect>();
    module = mlir::ModuleOp::create(builder.getUnknownLoc());
    builder.setInsertionPointToEnd(module->getBody());
    mlir::Type i32 = builder.getI32Type();
    auto function = mlir::func::FuncOp::create(builder, builder.getUnknownLoc(), "f", builder.getFunctionType({i32, i32}, {}));
    mlir::Block *entry = function.addEntryBlock();
    x = entry->getArgument(0);
    y = entry->getArgument(1);
    builder.setInsertionPointToEnd(entry);
  }

  size_t countOperations() {
    size_t count = 0;
    module->walk([&](mlir::Operation *) { ++count; });
    return count - 2; // without the module and the function
  }

  mlir::MLIRContext context;
  mlir::OpBuilder builder;
  mlir::OwningOpRef<mlir::ModuleOp> module;
  mlir::Value x, y;
};

TEST_F(EmitTest, DivisionByAConstantNeedsNoGuard) {
  Emitter emitter(builder, builder.getUnknownLoc());
  emitter.binary(Binary::floorDivide, x, emitter.constantInt(2, DType::int32), DType::int32);
  EXPECT_EQ(countOperations(), 2u); // the constant and the division
}

TEST_F(EmitTest, DivisionByAValueIsGuarded) {
  Emitter emitter(builder, builder.getUnknownLoc());
  mlir::Value result = emitter.binary(Binary::truncDivide, x, y, DType::int32);
  EXPECT_TRUE(llvm::isa<mlir::arith::SelectOp>(result.getDefiningOp()));
  Emitter loose(builder, builder.getUnknownLoc(), Corners::undefined);
  EXPECT_TRUE(llvm::isa<mlir::arith::DivSIOp>(loose.binary(Binary::truncDivide, x, y, DType::int32).getDefiningOp()));
}

TEST_F(EmitTest, BroadcastingAConstantMakesAConstant) {
  Emitter emitter(builder, builder.getUnknownLoc());
  mlir::Value splat = emitter.broadcastTo(emitter.constant(1.5, DType::float32), {4, 8});
  ASSERT_TRUE(llvm::isa<mlir::arith::ConstantOp>(splat.getDefiningOp()));
  EXPECT_EQ(tile::getShape(splat.getType()), llvm::ArrayRef<int64_t>({4, 8}));
}

TEST_F(EmitTest, PowersMultiplyByRepeatedSquaring) {
  Emitter emitter(builder, builder.getUnknownLoc());
  emitter.integerPower(x, 5, DType::int32);
  EXPECT_EQ(countOperations(), 3u); // x2, x4, x4 * x
}

TEST_F(EmitTest, EveryOperationOnEveryDtypeVerifies) {
  Emitter emitter(builder, builder.getUnknownLoc());
  const DType types[] = {DType::boolean, DType::int8, DType::uint8, DType::int32, DType::uint32, DType::int64, DType::float16, DType::bfloat16, DType::float32, DType::float64};
  for (DType type : types) {
    mlir::Value a = emitter.iota({4}, 0, type == DType::boolean ? DType::int32 : type);
    if (type == DType::boolean)
      a = emitter.cast(a, DType::int32, DType::boolean);
    for (int op = 0; op <= static_cast<int>(Unary::countLeadingZeros); ++op)
      emitter.unary(static_cast<Unary>(op), a, type);
    for (int op = 0; op <= static_cast<int>(Binary::copySign); ++op)
      emitter.binary(static_cast<Binary>(op), a, a, type);
    for (int op = 0; op <= static_cast<int>(Compare::ge); ++op)
      emitter.compare(static_cast<Compare>(op), a, a, type);
    for (DType to : types)
      emitter.cast(a, type, to);
  }
  mlir::func::ReturnOp::create(builder, builder.getUnknownLoc());
  EXPECT_TRUE(mlir::succeeded(mlir::verify(*module)));
}

TEST(BroadcastShapes, FollowNumpy) {
  EXPECT_EQ(broadcastShapes({4, 1}, {3}), Shape({4, 3}));
  EXPECT_EQ(broadcastShapes({}, {2, 2}), Shape({2, 2}));
  EXPECT_FALSE(broadcastShapes({4}, {3}));
  EXPECT_EQ(formatShape({8}), "(8,)");
  EXPECT_EQ(formatShape({}), "()");
}

} // namespace
