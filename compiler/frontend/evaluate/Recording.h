// SPDX-License-Identifier: Apache-2.0
// What a strategy that records control flow says of it beyond TraceStrategy: how a `for` counts, what assignments bind, how types are called.
#pragma once

#include "compiler/frontend/evaluate/Trace.h"
#include <functional>

namespace tessera::frontend {

/// A `for` that is recorded: `scf.for i = lower to upper step step`. The step is above 0, whatever the program's is.
struct LoopBounds {
  mlir::Value lower, upper, step; // of one integer type
  /// What the program's variable is in the pass of `i`.
  std::function<Value(Evaluator &, mlir::Value i)> variable;
};

/// Every strategy whose `recordsControlFlow` is true is one.
class RecordingStrategy : public TraceStrategy {
public:
  bool recordsControlFlow() const override { return true; }
  /// The loop over `range(start, stop, step)`. False with an exception pending.
  virtual bool loopOver(Evaluator &evaluator, Value start, Value stop, Value step, LoopBounds &bounds) = 0;
  /// The type of what a loop or a branch carries, in the words of the language; empty where only the IR knows.
  virtual std::string describeType(Evaluator &evaluator, Value value) = 0;
  /// What a statement of a kernel binds to a name for `value` (Triton: a number becomes a scalar of the kernel). Null with an exception pending.
  virtual Value assigned(Evaluator &evaluator, Value value) = 0;
  static RecordingStrategy *of(TraceStrategy *strategy) {
    return strategy && strategy->recordsControlFlow() ? static_cast<RecordingStrategy *>(strategy) : nullptr;
  }
};

} // namespace tessera::frontend
