// SPDX-License-Identifier: Apache-2.0
// Runs parts of a function that is still being recorded: the value that somebody asks for, and what it takes, no more. What was
// computed is kept while there is room, so that a program which asks for a value in every round of a loop runs each operation once.
//
//   x0 = ...; e0 = f(x0)      read(e0) runs f, and what x0 takes
//   x1 = g(x0); e1 = f(x1)    read(e1) runs g and f: x0 is kept
//
// Assumes a block that only grows: an operation that was run is neither changed nor erased. Nothing that it does is seen outside;
// what kernels print is dropped, because the program's own run will print it.
#pragma once

#include "compiler/interpreter/Interpreter.h"
#include "mlir/IR/OwningOpRef.h"
#include <optional>

namespace tessera::interpreter {

/// A program of which a part was run while it was recorded: what that computed are the arguments of its `@main`.
struct SettledProgram {
  struct Argument {
    uint64_t scalar = 0;
    numerics::BufferRef buffer; // null for scalars
  };
  mlir::OwningOpRef<mlir::ModuleOp> module;
  std::vector<Argument> arguments;
};

/// As `runProgram`, and the same results. May be called again.
RunResult runSettled(const SettledProgram &program, const RunOptions &options);

class PartialRun {
public:
  /// `options` as for `runProgram`. Up to `keptBytes` of arrays are kept, the least recently used go first.
  explicit PartialRun(const RunOptions &options, uint64_t keptBytes = uint64_t(256) << 20);
  ~PartialRun();
  PartialRun(const PartialRun &) = delete;

  /// The elements of `value`, an array; signless integers read as signed. Empty when the part failed, and `sink` says why.
  std::optional<numerics::Array> read(mlir::Value value, DiagnosticSink &sink);
  /// The string of `value`, a `!tile.text`.
  std::optional<std::string> readText(mlir::Value value, DiagnosticSink &sink);
  /// Runs `op`, which has no results, and what it takes. False when it failed.
  bool run(mlir::Operation *op, DiagnosticSink &sink);
  /// Runs `op` again, where it was run before, and gives what it prints. Empty when it failed.
  std::optional<std::string> output(mlir::Operation *op, DiagnosticSink &sink);
  /// A copy of `module`, the whole program, that does not compute again what is kept. Empty where that would save
  /// little, and where there are kernels: whoever runs them wants to see all of their launches.
  std::optional<SettledProgram> settle(mlir::ModuleOp module) const;

private:
  struct Impl;
  std::unique_ptr<Impl> impl;
};

} // namespace tessera::interpreter
