// SPDX-License-Identifier: Apache-2.0
// The front end asks for values while it evaluates a program; the interpreter gives them. Only the driver sees both.
#pragma once

#include "compiler/frontend/Frontend.h"
#include "compiler/interpreter/PartialRun.h"
#include <optional>

namespace tessera {

/// Values of the host program while it is being recorded. Launches run in the interpreter, wherever the program will run later.
class HostRun : public frontend::HostValues {
public:
  explicit HostRun(interpreter::RunOptions options) : options(std::move(options)) {}
  std::optional<numerics::Array> read(mlir::Value array, DiagnosticSink &sink) override { return partial().read(array, sink); }
  std::optional<std::string> readText(mlir::Value text, DiagnosticSink &sink) override { return partial().readText(text, sink); }
  bool check(mlir::Operation *check, DiagnosticSink &sink) override { return partial().run(check, sink); }
  std::optional<std::string> output(mlir::Operation *op, DiagnosticSink &sink) override { return partial().output(op, sink); }
  void forget() override { current.reset(); }

private:
  interpreter::PartialRun &partial() { return current ? *current : current.emplace(options); }
  interpreter::RunOptions options;
  std::optional<interpreter::PartialRun> current; // made when a value is first asked for
};

} // namespace tessera
