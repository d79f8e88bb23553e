// SPDX-License-Identifier: Apache-2.0
// What is being recorded while Python code runs. The outermost trace is the host program, whose operations go into `@main`;
// `jax.jit`, a kernel, an index map or `vmap` push another while they call the user's function. A trace may bring a strategy,
// which says what `if`, `for` and `while` do when only the run knows their condition: Triton records `scf`, JAX refuses.
#pragma once

#include "compiler/frontend/evaluate/Value.h"
#include "mlir/IR/Builders.h"

namespace tessera::frontend {

enum class TraceKind : uint8_t { host, jit, kernel, indexMap, batch, triton };

/// How a trace treats control flow on values that only the run knows. The default: refuse.
class TraceStrategy {
public:
  virtual ~TraceStrategy();
  /// `if`, `for` over a LoopRangeObject and `while` become `scf` operations.
  virtual bool recordsControlFlow() const { return false; }
  /// A for loop over a known `range` is recorded too, not unrolled (Triton's `range`, not `tl.static_range`).
  virtual bool recordsKnownRanges() const { return false; }
  /// `value` as an i1 for `scf.if` and `scf.while`; null with an exception pending.
  virtual mlir::Value condition(Evaluator &evaluator, Value value);
  /// Whether the language itself has no way out of a loop that only the run decides, so that `break` there is an error of the
  /// kernel and not something that we lack.
  virtual bool forbidsLeavingLoops() const { return false; }
  /// `value` as something that a loop or a branch can carry: Python numbers become arrays, of `like`'s dtype where `like` is given and
  /// that loses nothing. Returns the value itself when it holds IR values already or can't change (a string, a function). Null with an
  /// exception pending.
  virtual Value carry(Evaluator &evaluator, Value value, Value like);
  /// `max(*values)` or `min(*values)` where they are not Python's own (Triton's are elementwise). Empty: they are.
  virtual std::optional<Value> extreme(Evaluator &evaluator, bool isMax, llvm::ArrayRef<Value> values);
  /// `print(*values)` where the kernel prints (Triton). Empty: it is Python's, at compile time or in `@main`.
  virtual std::optional<Value> print(Evaluator &evaluator, llvm::ArrayRef<Value> values);
  /// `assert condition, message` on a value that only the run knows, where the kernel checks it. Empty: not here.
  virtual std::optional<Value> check(Evaluator &evaluator, Value condition, Value message);
  /// An attribute that an object has only here (`.value` of a constexpr). Empty: none.
  virtual std::optional<Value> attribute(Evaluator &evaluator, Value object, llvm::StringRef name);
};

/// One level of recording.
class Trace {
public:
  Trace(TraceKind kind, TraceStrategy *strategy) : kind(kind), strategy(strategy) {}
  virtual ~Trace(); // a library part may derive and keep its own state here
  const TraceKind kind;
  TraceStrategy *const strategy; // may be null
  Trace *parent = nullptr;
  /// What an array of the host program that is used here is told in front of the array's type, in JAX's words; may be empty.
  std::string subject;
};

/// Pushes a trace for its own lifetime and sets the insertion point to the end of `block`; both are as before afterwards.
class TraceScope {
public:
  TraceScope(Evaluator &evaluator, Trace &trace, mlir::Block *block);
  ~TraceScope();

private:
  Evaluator &evaluator;
  Trace *saved;
  mlir::OpBuilder::InsertPoint point;
};

} // namespace tessera::frontend
