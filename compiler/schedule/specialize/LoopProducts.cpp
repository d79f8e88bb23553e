// SPDX-License-Identifier: Apache-2.0
// Which products warpgroups do within a larger program, and operands that have to be turned for them: wgmma takes
// 16-bit elements however they lie in shared memory, all others along the product's depth only. What lies across it is
// read by the converter, which writes it the other way round (LoopConverter.cpp): to it that is an operand like any
// other that is computed of a load, `reshape` to its own shape being what is computed. Of 8-bit floats that are
// multiplied by what is computed itself (attention's weights) both operands become f16 instead, which lie as they like:
// products of f16 stay in one accumulator, where sums of 8-bit floats are added up beside all that is done with scores,
// and the issue slots are what takes the time there.
#include "compiler/schedule/specialize/LoopPlan.h"
#include "compiler/schedule/warpgroups/Warpgroups.h"
#include "llvm/Support/MathExtras.h"

using namespace mlir;
using namespace tessera;
using namespace tessera::schedule;

static constexpr int64_t rowsOfProduct = 64, mostColumns = 256, fewestBytes = 32, bytesOfStep = 128;

//===-- types -------------------------------------------------------------------------------------------------===//

static bool isFloat8(Type type) { return isa<Float8E4M3FNType, Float8E5M2Type>(type); }

bool tessera::schedule::isSummedByStep(tile::DotOp dot) {
  return isFloat8(tile::getElementType(dot.getLhs().getType()));
}

int64_t tessera::schedule::countSums(tile::DotOp dot) {
  auto loop = dot->getParentOfType<scf::ForOp>();
  int64_t count =
      loop ? llvm::count_if(loop.getRegionIterArgs(), [&](Value carried) { return carried.getType() == dot.getType(); })
           : 0;
  return std::max<int64_t>(count, 1);
}

static bool checkTypes(tile::DotOp dot, Reasons &reasons) {
  Type element = tile::getElementType(dot.getLhs().getType()), other = tile::getElementType(dot.getRhs().getType()),
       sum = tile::getElementType(dot.getType());
  bool isExact = element.isF32() && other.isF32() && dot.getPrecision() != tile::Precision::tf32;
  if (isExact)
    return reasons.add(dot, "operands of f32 are multiplied exactly", "let their precision be tf32");
  bool areAlike = element == other && (element.isF16() || element.isBF16() || element.isF32() || element.isInteger(8));
  if (!areAlike && !(isFloat8(element) && isFloat8(other)))
    return reasons.add(dot, "operands of " + describe(element) + " and " + describe(other) + " are multiplied",
                       "convert one to the other's type");
  if (element.isInteger(8) && dot.getFromUnsigned())
    return reasons.add(dot, "its bytes are without a sign", "subtract 128 of them");
  bool isSum = element.isInteger(8) ? sum.isInteger(32) : sum.isF32() || (sum.isF16() && element.isF16());
  return isSum ||
         reasons.add(dot, "its sums are " + describe(sum), element.isInteger(8) ? "add up in int32" : "add up in f32");
}

bool tessera::schedule::checkProduct(tile::DotOp dot, Reasons &reasons, std::optional<int64_t> depth,
                                     bool areExtentsLast) {
  auto isPowerOfTwo = [](int64_t extent) { return extent > 0 && llvm::isPowerOf2_64(static_cast<uint64_t>(extent)); };
  ArrayRef<int64_t> left = tile::getShape(dot.getLhs().getType()), right = tile::getShape(dot.getRhs().getType());
  if (left.size() != 2)
    return reasons.add(dot, "one product multiplies several matrices", "multiply them one by one");
  if (!checkTypes(dot, reasons))
    return false;
  if (areExtentsLast && left[0] % rowsOfProduct != 0)
    return reasons.add(dot, "it has " + Twine(left[0]) + " rows", "a warpgroup multiplies 64 rows at a time");
  int64_t deep = depth.value_or(left[1]),
          bytes = tile::getElementType(dot.getLhs().getType()).getIntOrFloatBitWidth() / 8,
          fewest = fewestBytes / bytes;
  bool areColumns = !areExtentsLast || (isPowerOfTwo(right[1]) && right[1] >= 8 && right[1] <= mostColumns);
  if (!isPowerOfTwo(deep) || deep < fewest || !areColumns)
    return reasons.add(dot, "its depth is " + Twine(deep) + " and its columns are " + Twine(right[1]),
                       "powers of two are wanted, " + Twine(fewest) + " or more and 8 to " + Twine(mostColumns));
  if (isSummedByStep(dot) && deep > bytesOfStep)
    return reasons.add(dot, "of 8-bit floats " + Twine(deep) + " are added up at once, of which 13 bits would be kept",
                       "multiply " + Twine(bytesOfStep) + " of the depth at a time");
  return true;
}

//===-- operands across the depth -----------------------------------------------------------------------------===//

void OperandTurns::turn(tile::DotOp dot, unsigned index, FindOrder isTransposed) {
  Value operand = dot->getOperand(index);
  OperandSource source = traceOperand(operand);
  if (!source.load || tile::getElementType(operand.getType()).getIntOrFloatBitWidth() == 16)
    return;
  std::optional<bool> isInMemory = isTransposed(source.load);
  if (!isInMemory || (source.isTransposed != *isInMemory) == (index == 1))
    return;
  OpBuilder builder(dot);
  Value other = dot->getOperand(1 - index);
  if (!isSummedByStep(dot) || traceOperand(other).load || llvm::is_contained(turns, other.getDefiningOp())) {
    turns.push_back(tile::ReshapeOp::create(builder, dot.getLoc(), operand.getType(), operand));
    dot->setOperand(index, turns.back()->getResult(0));
    return;
  }
  for (unsigned each : {0, 1}) {
    auto type = cast<RankedTensorType>(dot->getOperand(each).getType());
    turns.push_back(tile::CastOp::create(builder, dot.getLoc(), type.clone(builder.getF16Type()), dot->getOperand(each),
                                         false, false));
    dot->setOperand(each, turns.back()->getResult(0));
  }
}

void OperandTurns::undo() {
  for (Operation *turn : turns) {
    turn->getResult(0).replaceAllUsesWith(turn->getOperand(0));
    turn->erase();
  }
  turns.clear();
}

/// `visit`s the product as it is once its operands are turned.
static void visitTurned(tile::DotOp dot, AffineAnalysis &affine, llvm::function_ref<void()> visit) {
  auto kernel = dot->getParentOfType<tile::KernelOp>();
  OperandTurns turns;
  Reasons untold;
  for (unsigned index : {0, 1})
    turns.turn(dot, index, [&](Operation *load) {
      std::optional<ArrayBox> box = findBox(load, affine, kernel, untold, false);
      return box ? std::optional(box->isTransposed) : std::nullopt;
    });
  visit();
  turns.undo();
}

int64_t tessera::schedule::getMultipliedBits(tile::DotOp dot, AffineAnalysis &affine) {
  int64_t bits = 0;
  visitTurned(dot, affine, [&] { bits = tile::getElementType(dot.getLhs().getType()).getIntOrFloatBitWidth(); });
  return bits;
}

OperandWork tessera::schedule::findOperandWork(tile::DotOp dot, AffineAnalysis &affine) {
  OperandWork work;
  auto loop = dot->getParentOfType<scf::ForOp>();
  auto find = [&](Value operand) { return traceOperand(operand).load ? nullptr : findLoadOfPass(operand, loop); };
  auto countBytes = [](Value operand) {
    auto type = cast<RankedTensorType>(operand.getType());
    return type.getNumElements() * static_cast<int64_t>(type.getElementTypeBitWidth()) / 8;
  };
  visitTurned(dot, affine, [&] {
    SmallVector<Operation *> sources;
    work.left = find(dot.getLhs());
    work.right = find(dot.getRhs());
    work.isLeftAhead = work.left && findAhead(dot, [](Operation *) { return true; }, sources);
    work.leftBytes = countBytes(dot.getLhs());
    work.rightBytes = countBytes(dot.getRhs());
  });
  return work;
}
