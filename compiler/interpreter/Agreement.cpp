// SPDX-License-Identifier: Apache-2.0
// Two right answers differ where sums have another order and functions another rounding: in the last bits of the type
// that is computed in. Where such a number is then rounded to a coarser type, either neighbour is right, whatever holds
// it afterwards:
//
//     p = exp(s - max)          f32: right to some of its last bits
//     o = dot(p to bf16, v)     a p near the middle of two bf16 becomes either: o is f32, and right to bf16's bits
//
// So each value has the coarsest type to which something was rounded that was not exact before. Exact is what is
// loaded, moved and cast on the way; what an array of the kernel holds is as good as the worst that is stored to it.
// Products of f32 as tf32 always count: their operands are rounded by some devices and cut by others.
//
// Rejected: adding up bounds operation by operation. Worst cases of sums and of exponentials are far above what
// happens, and loops have no end of them.
#include "compiler/interpreter/Agreement.h"
#include "compiler/interpreter/Interpreter.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Interfaces/SideEffectInterfaces.h"
#include "llvm/ADT/TypeSwitch.h"

using namespace mlir;
using namespace tessera;
using numerics::DType;
using numerics::Tolerance;

/// Half of what a type's numbers have of digits, and what sums of some thousand of them lose.
Tolerance tessera::interpreter::getAgreement(DType type) {
  if (!numerics::isFloat(type))
    return {0, 0, true};
  switch (type) {
  case DType::float64:
    return {1e-9, 1e-9, true};
  case DType::float32:
    return {1e-4, 1e-4, true};
  case DType::float16:
    return {4e-3, 4e-3, true};
  case DType::bfloat16:
    return {2e-2, 2e-2, true};
  default:
    return {0.25, 0.25, true};
  }
}

namespace {
/// From the finest on.
enum Rounding { exact, float64, float32, tf32, float16, bfloat16, float8 };

/// About two neighbours of the type.
constexpr double agreements[] = {0, 1e-9, 1e-4, 2e-3, 2e-3, 8e-3, 0.25};

class Roundings {
public:
  explicit Roundings(tile::KernelOp kernel) {
    do {
      hasChanged = false;
      kernel.walk([&](Operation *op) { visit(op); });
    } while (hasChanged);
  }
  Rounding get(Value value) const { return known.lookup_or(value, exact); }

private:
  static Rounding getRounding(Type type) {
    type = tile::getElementType(type);
    if (!isa<FloatType>(type))
      return exact;
    switch (type.getIntOrFloatBitWidth()) {
    case 64:
      return float64;
    case 32:
      return float32;
    case 16:
      return type.isBF16() ? bfloat16 : float16;
    default:
      return float8;
    }
  }

  void raise(Value value, Rounding rounding) {
    Rounding &own = known.try_emplace(value, exact).first->second;
    hasChanged |= rounding > own;
    own = std::max(own, rounding);
  }
  void raiseAll(ValueRange values, ValueRange from) {
    for (auto [value, source] : llvm::zip(values, from))
      raise(value, get(source));
  }
  Rounding join(ValueRange values) const {
    Rounding all = exact;
    for (Value value : values)
      all = std::max(all, get(value));
    return all;
  }

  static bool isMove(Operation *op) {
    return isa<tile::IotaOp, tile::BroadcastOp, tile::ReshapeOp, tile::TransposeOp, tile::ConcatenateOp,
               tile::SliceValueOp, tile::UpdateSliceOp, tile::BitcastOp, tile::SortOp, tile::TakeOp, tile::PutOp,
               tile::RandomOp, arith::ConstantOp, arith::SelectOp, arith::NegFOp, arith::MaximumFOp, arith::MinimumFOp,
               arith::MaxNumFOp, arith::MinNumFOp>(op);
  }

  void visitDot(tile::DotOp dot) {
    Rounding rounding = std::max(join(dot->getOperands()), getRounding(dot.getType()));
    bool isTf32 = tile::getElementType(dot.getLhs().getType()).isF32() && dot.getPrecision() == tile::Precision::tf32;
    raise(dot.getResult(), isTf32 ? std::max(rounding, tf32) : rounding);
  }

  void visitControl(Operation *op) {
    if (auto loop = dyn_cast<scf::ForOp>(op)) {
      raiseAll(loop.getRegionIterArgs(), loop.getInitArgs());
      raiseAll(loop.getRegionIterArgs(), loop.getYieldedValues());
      raiseAll(loop.getResults(), loop.getRegionIterArgs());
    } else if (auto loop = dyn_cast<scf::WhileOp>(op)) {
      raiseAll(loop.getBeforeArguments(), loop.getInits());
      raiseAll(loop.getBeforeArguments(), loop.getYieldOp()->getOperands());
      raiseAll(loop.getAfterArguments(), loop.getConditionOp().getArgs());
      raiseAll(loop.getResults(), loop.getConditionOp().getArgs());
    } else if (auto branch = dyn_cast<scf::IfOp>(op)) {
      for (Region &region : branch->getRegions())
        if (!region.empty())
          raiseAll(branch.getResults(), region.front().getTerminator()->getOperands());
    }
  }

  /// What is moved stays as it is; casts round what was not exact; all else computes.
  void visitPure(Operation *op) {
    Rounding before = join(op->getOperands());
    for (Value result : op->getResults()) {
      Rounding rounding = before, own = getRounding(result.getType());
      if (own == exact)
        continue; // integers agree or do not
      bool isCast = isa<tile::CastOp>(op) && isa<FloatType>(tile::getElementType(op->getOperand(0).getType()));
      if (!isMove(op) && !(isa<tile::CastOp>(op) && (!isCast || before == exact)))
        rounding = std::max(rounding, own);
      raise(result, rounding);
    }
  }

  /// Arrays, buffers and accumulators that an operation of no known kind may read and write.
  void visitEffect(Operation *op) {
    Rounding all = join(op->getOperands());
    for (Value operand : op->getOperands())
      if (!operand.getType().isIntOrIndexOrFloat() && !isa<RankedTensorType>(operand.getType()))
        raise(operand, all);
    for (Value result : op->getResults())
      raise(result, std::max(all, getRounding(result.getType())));
  }

  void visit(Operation *op) {
    llvm::TypeSwitch<Operation *>(op)
        .Case<tile::LoadOp, tile::GatherOp>([&](auto load) {
          raise(load.getResult(), std::max(get(load.getRef()), load.getOther() ? get(load.getOther()) : exact));
        })
        .Case<tile::StoreOp, tile::ScatterOp>([&](auto store) { raise(store.getRef(), get(store.getValue())); })
        .Case<tile::AtomicRmwOp, tile::AtomicCasOp>([&](auto atomic) {
          raise(atomic.getRef(), std::max(get(atomic.getValue()), getRounding(atomic.getValue().getType())));
          raise(atomic.getResult(), get(atomic.getRef()));
        })
        .Case<tile::SelectRefOp>([&](auto select) { // one array or another: each is as good as all
          for (Value ref : select.getRefs()) {
            raise(select.getResult(), get(ref));
            raise(ref, get(select.getResult()));
          }
        })
        .Case<tile::DotOp>([&](auto dot) { visitDot(dot); })
        .Case<scf::ForOp, scf::WhileOp, scf::IfOp>([&](auto control) { visitControl(control); })
        .Default([&](Operation *other) {
          if (other->hasTrait<OpTrait::IsTerminator>() || isa<tile::KernelOp>(other))
            return;
          isMemoryEffectFree(other) ? visitPure(other) : visitEffect(other);
        });
  }

  llvm::DenseMap<Value, Rounding> known;
  bool hasChanged = false;
};
} // namespace

Tolerance tessera::interpreter::getAgreement(tile::KernelOp kernel, unsigned argument, DType type) {
  Tolerance tolerance = getAgreement(type);
  if (!numerics::isFloat(type))
    return tolerance;
  double carried = agreements[Roundings(kernel).get(kernel.getArgument(argument))];
  tolerance.absolute = std::max(tolerance.absolute, carried);
  tolerance.relative = std::max(tolerance.relative, carried);
  return tolerance;
}
