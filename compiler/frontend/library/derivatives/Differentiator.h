// SPDX-License-Identifier: Apache-2.0
// Derivatives of what was recorded: one rule an operation, none a library function. A function is recorded as ever,
// into the block under way; then the operations between its arguments and its results are walked, backwards (cotangents
// of results become cotangents of operands) or forwards (tangents of operands become tangents of results), and what
// that needs is recorded behind them. What was recorded so is differentiated again like anything else. See README.md.
#pragma once

#include "compiler/frontend/evaluate/Evaluator.h"
#include "compiler/frontend/library/arrays/Emit.h"
#include "compiler/frontend/library/derivatives/Derivatives.h"
#include "mlir/IR/IRMapping.h"
#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/DenseSet.h"
#include <functional>

namespace tessera::frontend {

using Values = llvm::SmallVector<mlir::Value>;
using ValueSet = llvm::DenseSet<mlir::Value>;

/// The dtype of an array's elements; integers count as signed.
DType dtypeOf(mlir::Value value);
bool isFloating(mlir::Value value);

/// The derivative of an elementwise operation's result along its operand `index`, times `g`. It is linear in `g`, so
/// both directions share it. Empty: there is no rule; a null value: zero.
std::optional<mlir::Value> differentiateElementwise(Emitter &emitter, mlir::Operation *op, unsigned index,
                                                    mlir::Value g);
/// The operand of `1 / (1 + exp(-x))` where `op` is the division, else null: as three operations its derivative would
/// overflow.
mlir::Value logisticOperand(mlir::Operation *op);

class Differentiator {
public:
  /// `whose` is named in messages. `launchesAreConstant`: what a kernel writes depends on nothing, as torch has it;
  /// else asking for a kernel's derivative is an error.
  Differentiator(Evaluator &evaluator, llvm::StringRef whose, bool launchesAreConstant = false)
      : evaluator(evaluator), whose(whose), launchesAreConstant(launchesAreConstant) {}
  /// A walk of its own over what is active for `outer`, which must outlive it.
  explicit Differentiator(const Differentiator *outer)
      : evaluator(outer->evaluator), whose(outer->whose), launchesAreConstant(outer->launchesAreConstant),
        outer(outer) {}

  /// What depends on a value of `leaves`.
  ValueSet active, leaves;
  bool isActive(mlir::Value value) const { return active.contains(value) || (outer && outer->isActive(value)); }
  bool isLeaf(mlir::Value value) const { return leaves.contains(value) || (outer && outer->isLeaf(value)); }
  /// The leaves that a walk backwards came to.
  llvm::SetVector<mlir::Value> reached;
  /// The derivative of each value, as far as it is known. None is zero.
  llvm::DenseMap<mlir::Value, mlir::Value> derivatives;
  /// Operations that were walked backwards through and needed a value of the forward pass.
  llvm::SetVector<mlir::Operation *> visited;

  /// Makes `value` a leaf, and active what is computed from it within its block, as far as it was recorded by now.
  void addLeaf(mlir::Value value);
  /// Makes the results active if an operand is and there is something to differentiate.
  bool spread(mlir::Operation *op);
  void spread(mlir::Block &block);

  /// Asked for each value of the block whose cotangent is complete, in the order of the walk backwards; may change it. False ends the
  /// walk, with an exception pending.
  std::function<bool(mlir::Value)> onComplete;

  /// Adds to the derivative of `value`, unless it is constant. Backwards only.
  void add(mlir::Value value, mlir::Value cotangent);
  /// Walks from the values that `add` was called for to the leaves. False with an exception pending.
  bool reverse();
  /// Derivatives of one operation's results from those of its operands.
  bool forward(mlir::Operation *op);
  bool forward(mlir::Block &block);

  /// The derivative of `value`, zeros where there is none.
  mlir::Value get(Emitter &emitter, mlir::Value value);

private:
  bool wants(mlir::Value value) const { return isActive(value); }
  mlir::Value tangent(mlir::Value value) const { return derivatives.lookup(value); }
  bool refuse(mlir::Operation *op);
  bool captures(mlir::Operation *op) const;
  /// Active values from outside that the regions of `op` read.
  Values captured(mlir::Operation *op) const;

  bool complete(mlir::ValueRange values);
  bool reverse(mlir::Operation *op);
  bool reverseArray(Emitter &emitter, mlir::Operation *op, mlir::Value ct);
  bool reverseOwn(Emitter &emitter, mlir::Operation *op);
  bool reverseIf(Emitter &emitter, mlir::scf::IfOp branch);
  bool reverseFor(Emitter &emitter, mlir::scf::ForOp loop);
  bool reverseScan(Emitter &emitter, mlir::Operation *op);
  /// Walks `block` (a copy) backwards from the cotangents of its terminator's operands.
  bool reverseBody(mlir::Block &block, mlir::ValueRange ends, mlir::ValueRange cotangents, Differentiator &inner);
  bool forwardArray(Emitter &emitter, mlir::Operation *op);
  bool forwardOwn(Emitter &emitter, mlir::Operation *op);
  bool forwardIf(Emitter &emitter, mlir::scf::IfOp branch);
  bool forwardFor(Emitter &emitter, mlir::scf::ForOp loop);
  bool forwardWhile(Emitter &emitter, mlir::scf::WhileOp loop);
  bool forwardScan(Emitter &emitter, mlir::Operation *op);
  /// Which carried values of a loop are active, within and after it; makes the arguments of `bodies` active.
  llvm::SmallVector<bool> activeCarries(llvm::ArrayRef<mlir::Block *> bodies, mlir::ValueRange initial,
                                        mlir::Operation *yield);

  Evaluator &evaluator;
  std::string whose;
  bool launchesAreConstant;
  const Differentiator *outer = nullptr;
  // Operations of `block` with a cotangent of a result, as a heap: the last one first.
  std::vector<mlir::Operation *> open;
  llvm::DenseSet<mlir::Operation *> known;
};

//===-- Markers.cpp -------------------------------------------------------------------------------------------===//

/// A function with a derivative of its own, as `torch.autograd.Function` and `jax.custom_vjp` make. Lists of arrays in
/// order.
struct OwnRule {
  Value reverse =
      nullptr; // (inputs, residuals, outputs' cotangents) -> inputs' cotangents or None; null: through `forward`
  Value forward = nullptr;         // (inputs, tangents) -> outputs' tangents; null: an error
  std::vector<ArrayObject *> like; // outputs, inputs, residuals: their kinds
  size_t outputs = 0, inputs = 0;
  std::string name; // of torch's Function
};
struct OwnRules {
  std::vector<OwnRule> all;
};

/// A marker is an operation that gives its first operands as they are, `builtin.unrealized_conversion_cast` with the
/// attribute `derivative`: "identity" (differentiated like one; a leaf), "stop" (a constant), or the number of an
/// OwnRule.
bool isMarker(mlir::Operation *op);
bool isStop(mlir::Operation *op);
OwnRule *findOwnRule(Evaluator &evaluator, mlir::Operation *op);
mlir::Value markIdentity(Emitter &emitter, mlir::Value value);
mlir::Value markStop(Emitter &emitter, mlir::Value value);
/// Gives the marker, if it has a rule, one for a batch: operands of which `isBatched` have an axis more in front.
void batchOwnRule(Evaluator &evaluator, mlir::Operation *marker, llvm::ArrayRef<bool> isBatched);
/// An operation that does nothing, to remember a place by.
mlir::Operation *makeBookmark(mlir::OpBuilder &builder, mlir::Location location);
/// The outputs, as results of a marker.
Values markOwn(Evaluator &evaluator, const OwnRule &rule, mlir::ValueRange outputs, mlir::ValueRange inputs,
               mlir::ValueRange residuals);
} // namespace tessera::frontend
