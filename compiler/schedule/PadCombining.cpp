// SPDX-License-Identifier: Apache-2.0
// Elements behind the end of an array, where elements are combined: they must change nothing. For a function that is known they become its neutral element; for
// another one each entry says whether it counts, and one that does not gives way to the other. In a product they are 0 in both operands, since 0 times what may
// stand there may be NaN.
#include "compiler/schedule/Padding.h"
#include "mlir/IR/IRMapping.h"
#include "mlir/IR/Matchers.h"

using namespace mlir;
using namespace tessera;
using namespace tessera::schedule;

TypedAttr schedule::getNeutralElement(tile::Reduction kind, Type type, bool ignoresNan) {
  bool isExtreme = kind == tile::Reduction::max || kind == tile::Reduction::min;
  if (auto number = dyn_cast<FloatType>(type)) {
    const llvm::fltSemantics &semantics = number.getFloatSemantics();
    if (isExtreme && ignoresNan)
      return FloatAttr::get(type, APFloat::getNaN(semantics));
    if (isExtreme)
      return FloatAttr::get(type, APFloat::semanticsHasInf(semantics) ? APFloat::getInf(semantics, kind == tile::Reduction::max)
                                                                      : APFloat::getLargest(semantics, kind == tile::Reduction::max));
    return FloatAttr::get(type, kind == tile::Reduction::mul ? APFloat(semantics, 1) : APFloat::getZero(semantics, /*Negative=*/true));
  }
  unsigned width = type.getIntOrFloatBitWidth();
  switch (kind) {
  case tile::Reduction::mul:
    return IntegerAttr::get(type, APInt(width, 1));
  case tile::Reduction::max:
    return IntegerAttr::get(type, APInt::getSignedMinValue(width));
  case tile::Reduction::min:
    return IntegerAttr::get(type, APInt::getSignedMaxValue(width));
  case tile::Reduction::umin:
  case tile::Reduction::andi:
    return IntegerAttr::get(type, APInt::getAllOnes(width));
  default:
    return IntegerAttr::get(type, APInt::getZero(width));
  }
}

static void replaceElements(ArrayBuilder &arrays, OpOperand &operand, Value own, TypedAttr element) {
  Value filled = arrays.splat(element, tile::getShape(operand.get().getType()));
  operand.set(arith::SelectOp::create(arrays.builder, arrays.loc, own, operand.get(), filled));
}

void tessera::schedule::padReduction(tile::ReduceOp op, ArrayRef<int64_t> shape) {
  OpBuilder builder(op);
  ArrayBuilder arrays(builder, op.getLoc());
  if (Value own = getOwnElements(arrays, shape, op.getAxes()))
    replaceElements(arrays, op.getInputMutable(), own, getNeutralElement(op.getKind(), tile::getElementType(op.getInput().getType()), op.getIgnoreNan()));
}

/// The kind of a region that yields one operation on both entries, whatever their order.
static std::optional<tile::Reduction> getKnownKind(Region &combine, bool &ignoresNan) {
  Block &body = combine.front();
  if (body.getNumArguments() != 2 || !llvm::hasNItems(body, 2))
    return std::nullopt;
  Operation *op = &body.front();
  bool takesBoth = op->getNumOperands() == 2 && llvm::is_contained(op->getOperands(), body.getArgument(0)) && llvm::is_contained(op->getOperands(), body.getArgument(1));
  if (!takesBoth || body.getTerminator()->getOperand(0) != op->getResult(0))
    return std::nullopt;
  ignoresNan = isa<arith::MaxNumFOp, arith::MinNumFOp>(op);
  return llvm::TypeSwitch<Operation *, std::optional<tile::Reduction>>(op)
      .Case<arith::AddFOp, arith::AddIOp>([](auto) { return tile::Reduction::add; })
      .Case<arith::MulFOp, arith::MulIOp>([](auto) { return tile::Reduction::mul; })
      .Case<arith::MaximumFOp, arith::MaxNumFOp, arith::MaxSIOp>([](auto) { return tile::Reduction::max; })
      .Case<arith::MinimumFOp, arith::MinNumFOp, arith::MinSIOp>([](auto) { return tile::Reduction::min; })
      .Case([](arith::MaxUIOp) { return tile::Reduction::umax; })
      .Case([](arith::MinUIOp) { return tile::Reduction::umin; })
      .Case([](arith::AndIOp) { return tile::Reduction::andi; })
      .Case([](arith::OrIOp) { return tile::Reduction::ori; })
      .Case([](arith::XOrIOp) { return tile::Reduction::xori; })
      .Default(std::nullopt);
}

/// The region on entries with a flag behind them: both count, so the function's value does; else whichever counts.
static void addFlag(Region &from, Region &to) {
  Block &body = from.front(), *flagged = new Block();
  to.push_back(flagged);
  size_t count = body.getNumArguments() / 2;
  Location loc = body.getTerminator()->getLoc();
  auto builder = OpBuilder::atBlockEnd(flagged);
  IRMapping mapping;
  SmallVector<Value> left, right;
  for (SmallVector<Value> *entry : {&left, &right}) {
    for (size_t k = 0; k < count; ++k) {
      BlockArgument old = body.getArgument(entry == &left ? k : count + k);
      entry->push_back(flagged->addArgument(old.getType(), loc));
      mapping.map(old, entry->back());
    }
    entry->push_back(flagged->addArgument(builder.getI1Type(), loc));
  }
  for (Operation &op : body.without_terminator())
    builder.clone(op, mapping);
  Value countsBoth = arith::AndIOp::create(builder, loc, left[count], right[count]);
  SmallVector<Value> yielded;
  for (size_t k = 0; k < count; ++k) {
    Value combined = mapping.lookupOrDefault(body.getTerminator()->getOperand(k));
    Value one = arith::SelectOp::create(builder, loc, left[count], left[k], right[k]);
    yielded.push_back(arith::SelectOp::create(builder, loc, countsBoth, combined, one));
  }
  yielded.push_back(arith::OrIOp::create(builder, loc, left[count], right[count]));
  tile::YieldOp::create(builder, loc, yielded);
}

/// `op`'s inputs made neutral along its axis, or a new operation with a flag beside them.
template <typename OpT, typename Create> static void padCombining(OpT op, ArrayRef<int64_t> shape, Create create) {
  OpBuilder builder(op);
  ArrayBuilder arrays(builder, op.getLoc());
  int64_t axis = static_cast<int64_t>(op.getAxis());
  Value own = getOwnElements(arrays, shape, ArrayRef<int64_t>(axis));
  if (!own)
    return;
  bool ignoresNan = false;
  if (std::optional<tile::Reduction> kind = getKnownKind(op.getCombine(), ignoresNan)) {
    Type element = tile::getElementType(op.getInputs().front().getType());
    return replaceElements(arrays, op->getOpOperand(0), own, getNeutralElement(*kind, element, ignoresNan));
  }
  SmallVector<Value> inputs(op.getInputs());
  inputs.push_back(own);
  SmallVector<Type> types(op->getResultTypes());
  types.push_back(tile::getArrayType(tile::getShape(types.front()), builder.getI1Type()));
  OpT flagged = create(builder, types, inputs);
  addFlag(op.getCombine(), flagged.getCombine());
  op->replaceAllUsesWith(flagged->getResults().drop_back());
  op->erase();
}

void tessera::schedule::padReduction(tile::ReduceByOp op, ArrayRef<int64_t> shape) {
  padCombining(op, shape, [&](OpBuilder &builder, TypeRange types, ValueRange inputs) {
    return tile::ReduceByOp::create(builder, op.getLoc(), types, inputs, op.getAxis());
  });
}

void tessera::schedule::padScan(tile::ScanOp op, ArrayRef<int64_t> shape) {
  if (op.getReverse())
    padCombining(op, shape, [&](OpBuilder &builder, TypeRange types, ValueRange inputs) {
      return tile::ScanOp::create(builder, op.getLoc(), types, inputs, op.getAxis(), /*reverse=*/true);
    });
}

/// Zeros behind the inner extent. What a load leaves open there may as well be 0; a gather without `other` gives 0 anyway.
static void padOperand(ArrayBuilder &arrays, OpOperand &operand, Value own) {
  Type element = tile::getElementType(operand.get().getType());
  TypedAttr zero = arrays.builder.getZeroAttr(element);
  if (auto gather = operand.get().getDefiningOp<tile::GatherOp>(); gather && gather.getMask() && !gather.getOther())
    return;
  if (auto load = operand.get().getDefiningOp<tile::LoadOp>(); load && load.getMask()) {
    bool isZero = load.getOther() && (matchPattern(load.getOther(), m_Zero()) || matchPattern(load.getOther(), m_AnyZeroFloat()));
    if (!load.getOther()) {
      OpBuilder::InsertionGuard guard(arrays.builder);
      arrays.builder.setInsertionPoint(load);
      load.getOtherMutable().assign(arrays.splat(zero, tile::getShape(load.getType())));
      isZero = true;
    }
    if (isZero)
      return;
  }
  replaceElements(arrays, operand, own, zero);
}

void tessera::schedule::padDot(tile::DotOp op, ArrayRef<int64_t> lhs) {
  OpBuilder builder(op);
  ArrayBuilder arrays(builder, op.getLoc());
  int64_t inner = static_cast<int64_t>(lhs.size()) - 1;
  if (llvm::isPowerOf2_64(static_cast<uint64_t>(lhs[inner])))
    return;
  // The right operand has the inner extent along its last axis but one.
  SmallVector<int64_t> rhs(tile::getShape(op.getRhs().getType()));
  rhs[inner - 1] = lhs[inner];
  padOperand(arrays, op.getLhsMutable(), getOwnElements(arrays, lhs, ArrayRef<int64_t>(inner)));
  padOperand(arrays, op.getRhsMutable(), getOwnElements(arrays, rhs, ArrayRef<int64_t>(inner - 1)));
}
