// SPDX-License-Identifier: Apache-2.0
#include "compiler/schedule/Bounds.h"
#include "compiler/schedule/Schedule.h"
#include "compiler/tilegpu/ir/TileGpu.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/IR/Matchers.h"
#include "llvm/Support/MathExtras.h"
#include <algorithm>

using namespace mlir;
using namespace tessera;
using namespace tessera::schedule;

std::optional<Bounds> BoundsAnalysis::get(Value value) {
  if (isa<tile::RefType>(value.getType()) || !tile::getElementType(value.getType()).isIntOrIndex())
    return std::nullopt;
  auto [found, isNew] = known.try_emplace(value, std::nullopt);
  if (!isNew)
    return found->second; // of what depends on itself nothing is known
  std::optional<Bounds> bounds = compute(value);
  Type element = tile::getElementType(value.getType());
  unsigned bits = element.isIndex() ? 64 : element.getIntOrFloatBitWidth();
  if (bounds && bits < 64 && (bounds->least < llvm::minIntN(bits) || bounds->most > llvm::maxIntN(bits)))
    bounds.reset();
  return known[value] = bounds;
}

std::optional<Bounds> BoundsAnalysis::compute(Value value) {
  APInt constant;
  if (matchPattern(value, m_ConstantInt(&constant)))
    return Bounds{constant.getSExtValue(), constant.getSExtValue()};
  if (auto argument = dyn_cast<BlockArgument>(value)) {
    Operation *parent = argument.getOwner()->getParentOp();
    if (parent == kernel) {
      auto said = kernel.getArgAttrOfType<IntegerAttr>(argument.getArgNumber(), constantName);
      return said ? std::optional(Bounds{said.getInt(), said.getInt()}) : std::nullopt;
    }
    auto loop = dyn_cast<scf::ForOp>(parent);
    if (!loop || argument != loop.getInductionVar())
      return std::nullopt;
    auto lower = get(loop.getLowerBound()), upper = get(loop.getUpperBound()), step = get(loop.getStep());
    if (!lower || !upper)
      return std::nullopt;
    int64_t most = std::max(lower->least, upper->most - 1);
    // From a known beginning in known steps the last pass is at a multiple of the step.
    if (lower->isNumber() && step && step->isNumber() && step->least > 0)
      most = lower->least + (most - lower->least) / step->least * step->least;
    return Bounds{lower->least, most};
  }
  return computeOp(value.getDefiningOp());
}

std::optional<int64_t> BoundsAnalysis::getLastPass(scf::ForOp loop) {
  auto lower = get(loop.getLowerBound()), upper = get(loop.getUpperBound()), step = get(loop.getStep());
  if (!lower || !upper || !step || step->least <= 0)
    return std::nullopt;
  return std::max<int64_t>(0, (upper->most - 1 - lower->least) / step->least);
}

/// How many there are along an axis of the grid, which says nothing where the compiler has spread the programs itself.
Bounds BoundsAnalysis::getPrograms(uint64_t axis) {
  auto grid = kernel->getAttrOfType<DenseI64ArrayAttr>(gridName);
  if (!grid || kernel->hasAttr(blocksName) || axis >= static_cast<uint64_t>(grid.size()))
    return {1, INT32_MAX};
  return {grid[axis], grid[axis]};
}

/// The grid's own numbers, also where the compiler has spread the programs.
int64_t BoundsAnalysis::countIds(uint64_t axis) {
  auto grid = kernel->getAttrOfType<DenseI64ArrayAttr>(gridName);
  return grid && axis < static_cast<uint64_t>(grid.size()) ? grid[axis] : INT32_MAX;
}

/// A condition that holds for all, or for none; true is the number -1 of one bit.
static std::optional<Bounds> compare(arith::CmpIPredicate predicate, Bounds a, Bounds b) {
  using P = arith::CmpIPredicate;
  auto decide = [](bool holds, bool fails) {
    return holds ? std::optional(Bounds{-1, -1}) : fails ? std::optional(Bounds{0, 0}) : std::nullopt;
  };
  bool isSame = a.isNumber() && b.isNumber() && a.least == b.least, isApart = a.most < b.least || b.most < a.least;
  if (predicate == P::eq || predicate == P::ne)
    return predicate == P::eq ? decide(isSame, isApart) : decide(isApart, isSame);
  // What is from 0 on is the same number with a sign and without.
  bool isSigned = llvm::is_contained({P::slt, P::sle, P::sgt, P::sge}, predicate);
  if (!isSigned && (a.least < 0 || b.least < 0))
    return std::nullopt;
  if (llvm::is_contained({P::sgt, P::sge, P::ugt, P::uge}, predicate))
    std::swap(a, b);
  bool isStrict = llvm::is_contained({P::slt, P::sgt, P::ult, P::ugt}, predicate);
  return isStrict ? decide(a.most < b.least, a.least >= b.most) : decide(a.most <= b.least, a.least > b.most);
}

/// Both conditions, or one of them.
static std::optional<Bounds> combine(Operation *op, std::optional<Bounds> a, std::optional<Bounds> b) {
  int64_t decisive = isa<arith::AndIOp>(op) ? 0 : -1;
  for (const std::optional<Bounds> &each : {a, b})
    if (each && each->isNumber() && each->least == decisive)
      return each;
  return a && b && a->isNumber() && b->isNumber() ? a : std::nullopt;
}

std::optional<Bounds> BoundsAnalysis::computeOp(Operation *op) {
  if (auto iota = dyn_cast<tile::IotaOp>(op))
    return Bounds{0, iota.getType().getShape()[iota.getAxis()] - 1};
  if (auto id = dyn_cast<tile::ProgramIdOp>(op))
    return Bounds{0, std::max<int64_t>(0, countIds(id.getAxis()) - 1)};
  if (auto count = dyn_cast<tile::NumProgramsOp>(op))
    return getPrograms(count.getAxis());
  if (isa<tilegpu::ThreadIndexOp>(op))
    return Bounds{0, tilegpu::getWarpgroups(kernel) - 1};
  if (isa<tile::BroadcastOp, tile::ReshapeOp, tile::TransposeOp, arith::ExtSIOp, arith::IndexCastOp>(op))
    return get(op->getOperand(0));
  // What is from 0 on is the same number with a sign and without.
  if (auto extension = dyn_cast<arith::ExtUIOp>(op)) {
    auto bounds = tile::getElementType(extension.getIn().getType()).isInteger(1) ? std::optional(Bounds{0, 1})
                                                                                 : get(extension.getIn());
    return bounds && bounds->least >= 0 ? bounds : std::nullopt;
  }
  if (auto cast = dyn_cast<tile::CastOp>(op)) {
    Type from = tile::getElementType(cast.getInput().getType());
    auto bounds = from.isIntOrIndex() && !from.isInteger(1) ? get(cast.getInput()) : std::nullopt;
    return bounds && bounds->least >= 0 ? bounds : std::nullopt;
  }
  if (auto select = dyn_cast<arith::SelectOp>(op)) {
    auto a = get(select.getTrueValue()), b = get(select.getFalseValue());
    return a && b ? std::optional(Bounds{std::min(a->least, b->least), std::max(a->most, b->most)}) : std::nullopt;
  }
  if (!isa<arith::ArithDialect>(op->getDialect()) || op->getNumOperands() != 2)
    return std::nullopt;
  auto a = get(op->getOperand(0)), b = get(op->getOperand(1));
  if (auto comparison = dyn_cast<arith::CmpIOp>(op))
    return a && b ? compare(comparison.getPredicate(), *a, *b) : std::nullopt;
  if (isa<arith::AndIOp, arith::OrIOp>(op) && tile::getElementType(op->getResult(0).getType()).isInteger(1))
    return combine(op, a, b);
  bool isUnsigned = isa<arith::DivUIOp, arith::RemUIOp, arith::MinUIOp, arith::MaxUIOp, arith::CeilDivUIOp>(op);
  if (isUnsigned && (!a || !b || a->least < 0 || b->least < 0))
    return std::nullopt;
  // A remainder is below its divisor, and a minimum or maximum is bound by what is known of one.
  if (isa<arith::RemSIOp, arith::RemUIOp>(op) && b && b->least > 0) {
    int64_t most = a ? std::min(b->most - 1, std::max<int64_t>(a->most, 0)) : b->most - 1;
    return Bounds{a && a->least >= 0 ? 0 : 1 - b->most, most};
  }
  if (!a || !b)
    return std::nullopt;
  if (isa<arith::AddIOp>(op))
    return Bounds{a->least + b->least, a->most + b->most};
  if (isa<arith::SubIOp>(op))
    return Bounds{a->least - b->most, a->most - b->least};
  if (isa<arith::MinSIOp, arith::MinUIOp>(op))
    return Bounds{std::min(a->least, b->least), std::min(a->most, b->most)};
  if (isa<arith::MaxSIOp, arith::MaxUIOp>(op))
    return Bounds{std::max(a->least, b->least), std::max(a->most, b->most)};
  auto fits = [](const Bounds &bounds) { return bounds.least >= INT32_MIN && bounds.most <= INT32_MAX; };
  if (isa<arith::MulIOp>(op) && fits(*a) && fits(*b)) {
    auto [least, most] = std::minmax({a->least * b->least, a->least * b->most, a->most * b->least, a->most * b->most});
    return Bounds{least, most};
  }
  if (isa<arith::ShLIOp>(op) && fits(*a) && b->isNumber() && b->least >= 0 && b->least < 32)
    return Bounds{a->least << b->least, a->most << b->least};
  if (b->least <= 0)
    return std::nullopt;
  if (isa<arith::DivSIOp, arith::DivUIOp>(op))
    return Bounds{a->least / (a->least < 0 ? b->least : b->most), a->most / (a->most < 0 ? b->most : b->least)};
  // Away from numbers below zero all three roundings are monotonous, and only they differ.
  if (isa<arith::FloorDivSIOp>(op) && a->least >= 0)
    return Bounds{a->least / b->most, a->most / b->least};
  if (isa<arith::CeilDivSIOp, arith::CeilDivUIOp>(op) && a->least >= 0)
    return Bounds{llvm::divideCeilSigned(a->least, b->most), llvm::divideCeilSigned(a->most, b->least)};
  return std::nullopt;
}
