// SPDX-License-Identifier: Apache-2.0
// What wgmma takes (PTX manual, "Asynchronous warpgroup level matrix multiply-accumulate"), asked of each product once buffers have their swizzles: shapes,
// element types, and how each operand lies in shared memory. What it does not take is an error that says what it would.
#include "compiler/schedule/warpgroups/Warpgroups.h"

using namespace mlir;
using namespace tessera;
using namespace tessera::schedule;

/// Rows of an instruction, the most columns, and the bytes of K that it takes at once.
static constexpr int64_t productRows = 64, maxColumns = 256, stepBytes = 32;

static LogicalResult fail(tilegpu::WgmmaOp op, const Twine &why) { return refuse(op.getLoc(), DiagnosticId::asyncMisuse, "the product can't be had: " + why); }

static ArrayRef<int64_t> getOperandShape(Type type) { return isa<RankedTensorType>(type) ? tile::getShape(type) : tilegpu::getRefShape(type); }
static Type getOperandElement(Type type) { return isa<RankedTensorType>(type) ? tile::getElementType(type) : tilegpu::getRefElementType(type); }

static bool isFloat8(Type type) { return isa<FloatType>(type) && type.getIntOrFloatBitWidth() == 8; }

/// Empty where these elements can be multiplied and summed so.
static std::string findTypeObstacle(Type element, Type sum) {
  bool isKnown = element.isF16() || element.isBF16() || element.isF32() || isFloat8(element) || element.isInteger(8);
  if (!isKnown)
    return "it multiplies " + describe(element) + ", expected f16, bf16, f32 (as tf32), an 8-bit float or i8";
  if (element.isInteger(8))
    return sum.isInteger(32) ? "" : "products of i8 are summed in i32, not in " + describe(sum);
  if (sum.isF32() || (sum.isF16() && (element.isF16() || isFloat8(element))))
    return "";
  return "products of " + describe(element) + " are summed in f32" + (element.isF16() || isFloat8(element) ? " or f16" : "") + ", not in " + describe(sum);
}

/// An operand in shared memory lies in panels; K runs along them, or (of 16-bit elements only) across.
static LogicalResult checkOperand(tilegpu::WgmmaOp op, Value ref, int64_t axisOfK, StringRef name) {
  View view = traceView(ref);
  int64_t rank = static_cast<int64_t>(tilegpu::getRefShape(view.root.getType()).size());
  Type element = tilegpu::getRefElementType(ref.getType());
  bool isRowOrColumn = llvm::all_of(view.axes, [&](int64_t axis) { return axis >= rank - 2; });
  std::string buffer = getBufferName(ref);
  if (!isRowOrColumn)
    return fail(op, "its " + name + " operand is a part of " + buffer + " that runs along other than its last two axes");
  if (getSwizzle(view.root) == 0)
    return fail(op, "its " + name + " operand " + buffer + " has no swizzle; its rows of " + Twine(getRowBytes(view.root.getType())) +
                        " bytes would have to be a multiple of 32, and its " + Twine(getRows(view.root.getType())) + " rows of 8");
  if (view.axes[axisOfK] != rank - 1 && element.getIntOrFloatBitWidth() != 16)
    return fail(op, "its " + name + " operand " + buffer + " of " + describe(element) + " must lie along K" +
                        (name == "right" ? ": a buffer of N rows of K elements, transposed" : ": a buffer of M rows of K elements"));
  return success();
}

static LogicalResult checkProduct(tilegpu::WgmmaOp op) {
  tilegpu::AccumulatorType sum = op.getAccumulator().getType();
  ArrayRef<int64_t> left = getOperandShape(op.getA().getType());
  Type element = getOperandElement(op.getA().getType());
  int64_t columns = tilegpu::getRefShape(op.getB().getType())[1], step = stepBytes / getElementBytes(element);
  if (sum.getRows() % productRows != 0)
    return fail(op, "it has " + Twine(sum.getRows()) + " rows, expected a multiple of 64");
  if (columns % 8 != 0 || columns > maxColumns)
    return fail(op, "it has " + Twine(columns) + " columns, expected a multiple of 8 up to 256");
  if (element.isInteger(8) && columns > 32 && columns % 16 != 0)
    return fail(op, "it has " + Twine(columns) + " columns, expected a multiple of 16 for i8");
  if (left[1] % step != 0)
    return fail(op, "K is " + Twine(left[1]) + ", expected a multiple of " + Twine(step));
  if (std::string why = findTypeObstacle(element, sum.getElementType()); !why.empty())
    return fail(op, why);
  if (!isa<RankedTensorType>(op.getA().getType()) && failed(checkOperand(op, op.getA(), 1, "left")))
    return failure();
  return checkOperand(op, op.getB(), 0, "right");
}

LogicalResult tessera::schedule::checkProducts(tile::KernelOp kernel) {
  LogicalResult result = success();
  kernel.walk([&](tilegpu::WgmmaOp op) {
    if (failed(checkProduct(op)))
      result = failure();
  });
  return result;
}
