// SPDX-License-Identifier: Apache-2.0
// What loops and branches hand on: trees of arrays as lists of IR values and back, with JAX's rule that a weak number may take the
// type that the body gives it.
#pragma once

#include "compiler/frontend/library/jax/Array.h"

namespace tessera::frontend {

/// The trace of a region of a loop or a branch: the one under way, but values of the host program are tracers there too, as they are
/// for JAX, since the region is recorded once and may run any number of times.
struct RegionTrace : Trace {
  explicit RegionTrace(Trace &outer) : Trace(outer.kind == TraceKind::host ? TraceKind::jit : outer.kind, outer.strategy) {}
};

/// Numbers become weak arrays, so that every leaf has an IR value.
Value toCarry(Evaluator &evaluator, Value tree, llvm::StringRef function);
llvm::SmallVector<mlir::Value> valuesOf(Value tree);
Value rebuildTree(Evaluator &evaluator, Value tree, llvm::ArrayRef<mlir::Value> values);

/// `carry` with weak leaves cast to what the body made of them, when that is all that keeps the types apart. Null and no exception when
/// nothing has to be done.
Value adoptTypes(Evaluator &evaluator, Value carry, Value result);
/// `carry` around a loop's results. A weak leaf for which the body returned a strong one of the same dtype has become strong.
Value afterLoop(Evaluator &evaluator, Value carry, Value returned, llvm::ArrayRef<mlir::Value> results);
/// Casts the body's weak results to the carry's types, and checks that nothing else differs.
Value fitResult(Evaluator &evaluator, Value carry, Value result, llvm::StringRef function);

/// What a body returned, as values for the loop's `yield`.
struct BodyEnd {
  Value returned = nullptr; // as a carry, before it was fitted; null with an exception pending
  llvm::SmallVector<mlir::Value> yielded;
  bool isAgain = false; // weak leaves of the carry must take other types: the loop is recorded again
};
/// `inside` are the carried values within the loop: they stand in for the results of a body that is recorded again.
BodyEnd endBody(Evaluator &evaluator, Value carry, Value result, llvm::ArrayRef<mlir::Value> inside, llvm::StringRef function);

} // namespace tessera::frontend
