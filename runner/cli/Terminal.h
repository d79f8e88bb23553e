// SPDX-License-Identifier: Apache-2.0
// Results go to stdout, everything said about them to stderr. Colour only on a terminal and not under `NO_COLOR`.
#pragma once

#include "compiler/support/RenderFiles.h"
#include "runner/Result.h"
#include "llvm/ADT/ArrayRef.h"
#include "llvm/Support/JSON.h"
#include <string>

namespace tessera::runner::cli {

/// To stdout. Ends the process when nobody reads stdout any more, as filters do, or when it can't be written (exit code
/// 5).
void print(llvm::StringRef text);
/// `value` and a newline to stdout.
void printJson(const llvm::json::Value &value);
/// Flushes stdout, with the same rules.
void flushOutput();

/// `tessera: error: text` on stderr.
void complain(llvm::StringRef text);
void complain(const Problem &problem);
/// A line of progress on stderr, only when somebody watches; `last` ends it.
void showProgress(llvm::StringRef text);
void clearProgress();
bool isWatched(); // stderr is a terminal

/// With the source line and a marker where `textOf`, asked for the file of a place, has them.
void printDiagnostics(llvm::ArrayRef<Diagnostic> diagnostics,
                      llvm::function_ref<llvm::StringRef(llvm::StringRef file)> textOf);
void printDiagnostics(llvm::ArrayRef<Diagnostic> diagnostics, llvm::StringRef source);
llvm::json::Array toJson(llvm::ArrayRef<Diagnostic> diagnostics);
/// The exit code for a command that these errors ended: a bug of ours 70, the machine's 5, else `userCode`.
int exitCodeOf(llvm::ArrayRef<Diagnostic> diagnostics, int userCode);
/// The exit code for a problem that ended a command.
int exitCodeOf(const Problem &problem);

} // namespace tessera::runner::cli
