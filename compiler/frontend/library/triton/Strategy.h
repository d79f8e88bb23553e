// SPDX-License-Identifier: Apache-2.0
// Control flow in Triton kernels: `if`, `for` and `while` on values that only the run knows become `scf`.
#pragma once

#include "compiler/frontend/evaluate/Recording.h"
#include "compiler/frontend/library/triton/Tensor.h"

namespace tessera::frontend {

class TritonStrategy : public RecordingStrategy {
public:
  bool recordsKnownRanges() const override { return true; }
  bool forbidsLeavingLoops() const override { return true; }
  mlir::Value condition(Evaluator &evaluator, Value value) override;
  bool loopOver(Evaluator &evaluator, Value start, Value stop, Value step, LoopBounds &bounds) override;
  std::string describeType(Evaluator &evaluator, Value value) override;
  Value carry(Evaluator &evaluator, Value value, Value like) override;
  Value assigned(Evaluator &evaluator, Value value) override;
  std::optional<Value> extreme(Evaluator &evaluator, bool isMax, llvm::ArrayRef<Value> values) override;
  std::optional<Value> print(Evaluator &evaluator, llvm::ArrayRef<Value> values) override;
  std::optional<Value> check(Evaluator &evaluator, Value condition, Value message) override;
  std::optional<Value> attribute(Evaluator &evaluator, Value object, llvm::StringRef name) override;
};

} // namespace tessera::frontend
