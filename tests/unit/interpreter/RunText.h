// SPDX-License-Identifier: Apache-2.0
// Runs IR text: what every test of the interpreter begins with.
#pragma once

#include "compiler/interpreter/Interpreter.h"
#include "compiler/tilegpu/ir/TileGpu.h"
#include "mlir/Parser/Parser.h"
#include <gtest/gtest.h>

namespace tessera::test {

class Program {
public:
  explicit Program(llvm::StringRef text) : context(makeRegistry()) {
    context.loadAllAvailableDialects();
    module = mlir::parseSourceString<mlir::ModuleOp>(text, mlir::ParserConfig(&context), "test.mlir");
    EXPECT_TRUE(module) << "the test's IR does not parse";
  }
  interpreter::RunResult run(const interpreter::RunOptions &options = {}) {
    if (!module)
      return {};
    return interpreter::runProgram(*module, options);
  }
  mlir::ModuleOp get() { return *module; }

private:
  static mlir::DialectRegistry makeRegistry() {
    mlir::DialectRegistry registry;
    registry.insert<tile::TileDialect, tilegpu::TileGpuDialect>();
    return registry;
  }
  mlir::MLIRContext context;
  mlir::OwningOpRef<mlir::ModuleOp> module;
};

/// Runs the text, expects it to end well, and gives what it printed.
inline std::string runText(llvm::StringRef text, const interpreter::RunOptions &options = {}) {
  Program program(text);
  interpreter::RunResult result = program.run(options);
  for (const Diagnostic &diagnostic : result.diagnostics)
    ADD_FAILURE() << render(diagnostic);
  EXPECT_TRUE(result.ok);
  return result.output;
}

/// The body of `@main` with a print of each of the named values after it: `printing("...", {{"%x", "tensor<2xf32>"}})`.
inline std::string printing(const std::string &body, const std::vector<std::pair<std::string, std::string>> &values, const std::string &rest = "") {
  std::string text = "func.func @main() {\n" + body + "\n";
  int number = 0;
  for (const auto &[name, type] : values) {
    std::string id = "%text" + std::to_string(number++);
    text += id + " = tile.format [\"\", \"\\0A\"](" + name + ") specs [\"\"] styles [#tile<style numpy>] : " + type + "\ntile.print " + id + "\n";
  }
  return text + "return\n}\n" + rest;
}

} // namespace tessera::test
