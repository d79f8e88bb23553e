// SPDX-License-Identifier: Apache-2.0
// The file that a command is given: Python text, or an artifact, or either of them on stdin.
#pragma once

#include "compiler/driver/Compiler.h"
#include "runner/Result.h"
#include "runner/cli/Modules.h"
#include <CLI/App.hpp>
#include <memory>
#include <string>

namespace tessera::runner::cli {

struct SourceOptions {
  std::string file;                  // `-` is stdin
  std::string target;                // empty: the default, or the artifact's
  std::vector<std::string> settings; // NAME=VALUE, as given
  std::vector<std::string> tune;     // the same
  std::vector<std::string> folders;  // of modules
  std::string within;                // no module is read outside of this folder; empty: any is
  bool isModule = false;             // `file` is a dotted name
  bool json = false;
  BenchmarkEvaluation *benchmark = nullptr; // as CompileOptions has it

  /// Adds `FILE`, `-m`, `--path`, `--target`, `--set`, `--tune` and `--json`.
  void addTo(CLI::App &command, const std::string &fileHelp);
};

/// What a file became. The compiler lives here because the program needs it.
struct LoadedProgram {
  std::string name, source;      // `source` is empty for an artifact without one
  std::vector<uint8_t> artifact; // the bytes, when the file is one
  std::unique_ptr<CodeGenerator> generator;
  std::unique_ptr<Compiler> compiler;
  CompileOptions options; // that it was compiled with
  std::unique_ptr<Program> program;
  std::unique_ptr<Modules> modules = std::make_unique<Modules>(); // its texts, for diagnostics
  double milliseconds = 0;                                        // of compiling or thawing

  void print(llvm::ArrayRef<Diagnostic> diagnostics) const { modules->print(diagnostics); }
  /// What `freeze` takes: the texts travel where the user agreed.
  FreezeOptions freezeOptions(bool includeSource) const;
};

/// All but the plans of kernels (`schedule-plan`), which every kernel has: they are for those who ask.
std::vector<Diagnostic> withoutPlans(llvm::ArrayRef<Diagnostic> diagnostics);

/// Reads and compiles. A problem is about the command line or the file; what is wrong with the program is in its
/// diagnostics.
Result<LoadedProgram> loadProgram(const SourceOptions &options);

/// `name`, bounded in length, as a file or `-`.
Result<std::string> readInput(const std::string &file);
/// Writes a file whole, or to stdout for `-`.
Status writeOutput(const std::string &file, llvm::StringRef bytes);
/// `{launches: [{kernel, grid, timeline}]}`: of those launches of a `Result` that have one. Says on stderr when there
/// is none.
Status writeTimelines(const std::string &file, const llvm::json::Object &run);

} // namespace tessera::runner::cli
