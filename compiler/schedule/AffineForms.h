// SPDX-License-Identifier: Apache-2.0
// Integers of a kernel as linear forms: what a program adds up from its ids, loop variables and whatever else it computes, and how an array of indices
// runs along its axes. Where boxes of arrays come from (Boxes.h).
//
// Example (Triton): `offs = (pid_m * 64 + iota) % M`, `offs[:, None] * K + k[None, :]`, the loop adds 32 each time. The form is
//     rest = 32 * iv,  axis 0: step K, begin 64 * pid_m, as said below M - 64 * pid_m;  axis 1: step 1, begin 0
// `pid_m`, which comes from divisions and remainders, is a symbol: nothing is known of it but that it is one number.
#pragma once

#include "compiler/tile/ir/Tile.h"
#include "llvm/ADT/DenseMap.h"
#include <deque>
#include <optional>

namespace tessera::schedule {

/// constant + sum of coefficient * symbol; each symbol once, no coefficient 0.
struct Linear {
  Linear(int64_t constant = 0) : constant(constant) {}
  static Linear ofSymbol(mlir::Value symbol) {
    Linear result;
    result.terms.emplace_back(symbol, 1);
    return result;
  }

  int64_t constant;
  llvm::SmallVector<std::pair<mlir::Value, int64_t>, 2> terms;

  bool isConstant() const { return terms.empty(); }
  bool isZero() const { return terms.empty() && constant == 0; }
  int64_t getCoefficient(mlir::Value symbol) const;
  /// The form without `symbol`.
  Linear without(mlir::Value symbol) const;
  /// Whether every coefficient and the constant are multiples.
  bool isMultipleOf(int64_t factor) const;
  Linear dividedBy(int64_t factor) const;

  void add(const Linear &other, int64_t factor = 1);
  friend Linear operator+(Linear a, const Linear &b) { return a.add(b), a; }
  friend Linear operator-(Linear a, const Linear &b) { return a.add(b, -1), a; }
  friend Linear operator*(const Linear &a, int64_t factor) {
    Linear result;
    return result.add(a, factor), result;
  }
  friend bool operator==(const Linear &a, const Linear &b) { return (a - b).isZero(); }
};

/// Element i of an array is `rest + sum over axes of step * (begin + i)`. A scalar has no axes.
struct AffineForm {
  struct Axis {
    int64_t step = 0;
    Linear begin; // 0 where the step is
    llvm::SmallVector<Linear, 1> ends; // the form holds for the elements below each of these, counted from the array's first
  };
  Linear rest;
  llvm::SmallVector<Axis, 2> axes;

  bool isUniform() const {
    return llvm::all_of(axes, [](const Axis &axis) { return axis.step == 0 && axis.ends.empty(); });
  }
};

/// A mask that is true for the elements below each of an axis's counts, along every axis: a box that begins where the array does.
struct PrefixForm {
  llvm::SmallVector<llvm::SmallVector<Linear, 1>, 2> counts;
};

/// Forms of a kernel's values, each computed once. Nothing where a value has no such form.
class AffineForms {
public:
  explicit AffineForms(tile::KernelOp kernel) : kernel(kernel) {}

  std::optional<AffineForm> get(mlir::Value value);
  std::optional<PrefixForm> getMask(mlir::Value value);
  /// A scalar, or an array of one value.
  std::optional<Linear> getUniform(mlir::Value value);
  std::optional<int64_t> getConstant(mlir::Value value);
  /// How often the loop runs, where that is known.
  std::optional<int64_t> getTripCount(mlir::scf::ForOp loop);
  /// The value that stands for the scalar `value` and all that are computed in the same way.
  mlir::Value getSymbol(mlir::Value value);

private:
  std::optional<AffineForm> compute(mlir::Value value);
  std::optional<AffineForm> computeArgument(mlir::BlockArgument argument);
  std::optional<AffineForm> computeCarried(mlir::scf::ForOp loop, mlir::BlockArgument argument);
  std::optional<AffineForm> computeSymbol(mlir::Value value);
  std::optional<AffineForm> computeArray(mlir::Operation *op);
  std::optional<AffineForm> computeArithmetic(mlir::Operation *op);
  std::optional<AffineForm> computeScalar(mlir::Operation *op);
  std::optional<AffineForm> computeRemainder(mlir::Operation *op);
  std::optional<AffineForm> computeSelect(mlir::arith::SelectOp op);
  std::optional<PrefixForm> computeCompare(mlir::arith::CmpIOp op);

  tile::KernelOp kernel;
  llvm::DenseMap<mlir::Value, std::optional<AffineForm>> known;
  struct Symbol {
    mlir::Value value;
    llvm::SmallVector<Linear, 2> operands;
  };
  llvm::DenseMap<mlir::OperationName, llvm::SmallVector<Symbol, 2>> symbols;
};

} // namespace tessera::schedule
