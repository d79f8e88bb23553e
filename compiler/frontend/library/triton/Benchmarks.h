// SPDX-License-Identifier: Apache-2.0
// What `triton.testing` keeps while the benchmarks of a file are evaluated: who declared what, and which operations a
// measured call recorded.
#pragma once

#include "compiler/frontend/evaluate/Evaluator.h"
#include "compiler/support/Benchmarks.h"

namespace tessera::frontend {

/// What `perf_report` makes of a function.
class BenchmarkReport : public ExtensionObject {
public:
  BenchmarkReport(Value function, std::vector<Value> benchmarks, SourceRange range)
      : ExtensionObject(&tag), function(function), benchmarks(std::move(benchmarks)), range(std::move(range)) {}
  const Value function;
  const std::vector<Value> benchmarks; // `triton.testing.Benchmark`s
  const SourceRange range;
  std::vector<Keyword> passed; // what `run` was given beside its own options: the function gets it, too
  std::optional<Value> getAttribute(Evaluator &evaluator, llvm::StringRef name) override;
  static bool classof(const Object *o) { return ExtensionObject::hasTag(o, &tag); }

private:
  static const char tag;
};

/// Of one evaluator (`Evaluator::state`). Without `evaluation` nobody measures.
struct BenchmarkState {
  BenchmarkEvaluation *evaluation = nullptr;
  std::vector<BenchmarkReport *> reports; // in the order in which they were made
  bool isInPoint = false;                 // the point's function runs
  /// The benchmark that the file's own calls are, outside of any function.
  static constexpr llvm::StringLiteral ownCalls = "do_bench";
  bool isInCall = false; // what is measured runs

  /// Operations of a measured call carry its number, those of the point's function this mark; taken off in the end.
  static constexpr llvm::StringLiteral callName = "measured_call", pointName = "measured_point";
};

/// Runs `measured` as a call that is measured. False: an exception is pending.
bool recordMeasuredCall(Evaluator &evaluator, MeasuredCall call, llvm::function_ref<bool()> measured);
/// Gives each operation that `record` adds to `@main` the attribute.
bool markOperations(Evaluator &evaluator, llvm::StringRef name, int64_t value, llvm::function_ref<bool()> record);

namespace library {
void registerTritonTesting(LibraryTable &table);
}

} // namespace tessera::frontend
