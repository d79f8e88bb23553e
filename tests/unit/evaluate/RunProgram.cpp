// SPDX-License-Identifier: Apache-2.0
// Reads a recorded program's output back from its print operations.
#include "tests/unit/evaluate/RunProgram.h"
#include "compiler/tile/ir/Tile.h"
#include "mlir/IR/MLIRContext.h"
#include "llvm/Support/raw_ostream.h"

using namespace tessera;

static std::string textOf(mlir::Value text) {
  std::string result;
  auto format = text.getDefiningOp<tile::FormatOp>();
  for (auto [index, piece] : llvm::enumerate(format.getPieces())) {
    if (index)
      result += "<value>";
    result += llvm::cast<mlir::StringAttr>(piece).getValue();
  }
  return result;
}

test::Outcome test::evaluate(llvm::StringRef source, frontend::EvaluateOptions options) {
  Outcome outcome;
  mlir::MLIRContext context;
  DiagnosticSink sink;
  mlir::OwningOpRef<mlir::ModuleOp> module = frontend::evaluateProgram(context, "test.py", source, options, sink);
  outcome.diagnostics = sink.takeSorted();
  outcome.ok = static_cast<bool>(module);
  if (!module)
    return outcome;
  module->walk([&](mlir::Operation *operation) {
    if (auto print = llvm::dyn_cast<tile::PrintOp>(operation))
      outcome.output += textOf(print.getText());
    else if (auto write = llvm::dyn_cast<tile::WriteFileOp>(operation))
      outcome.output += "[" + write.getPath().str() + "]" + textOf(write.getText());
  });
  llvm::raw_string_ostream os(outcome.ir);
  module->print(os);
  return outcome;
}

std::string test::Outcome::firstError() const {
  for (const Diagnostic &diagnostic : diagnostics)
    if (diagnostic.severity == Severity::error)
      return std::to_string(diagnostic.range.begin.line) + ":" + std::to_string(diagnostic.range.begin.column) + " " +
             getText(diagnostic.id).str() + ": " + diagnostic.message;
  return "";
}

std::string test::outputOf(llvm::StringRef source) {
  Outcome outcome = evaluate(source);
  return outcome.ok ? outcome.output : "error " + outcome.firstError();
}

std::string test::valueOf(llvm::StringRef expression) {
  return llvm::StringRef(outputOf(("print(" + expression + ")\n").str())).rtrim("\n").str();
}

std::string test::errorOf(llvm::StringRef source) {
  Outcome outcome = evaluate(source);
  return outcome.ok ? "no error" : outcome.firstError();
}
