// SPDX-License-Identifier: Apache-2.0
// Writing to a terminal, a pipe or a full disk, each with its manners.
#include "runner/cli/Terminal.h"
#include "runner/cli/Command.h"
#include "shared/protocol/Json.h"
#include <cerrno>
#include <csignal>
#include <cstdio>
#include <cstring>
#include <unistd.h>

using namespace tessera;
using namespace tessera::runner;
using namespace tessera::runner::cli;

/// A reader that left (`tessera show .. | head`) is no error: the process ends by SIGPIPE, as every filter does.
[[noreturn]] static void leave() {
  if (errno == EPIPE) {
    std::signal(SIGPIPE, SIG_DFL);
    std::raise(SIGPIPE);
  }
  complain((llvm::Twine("can't write the output: ") + std::strerror(errno)).str());
  _exit(exitInfrastructure);
}

void cli::print(llvm::StringRef text) {
  if (std::fwrite(text.data(), 1, text.size(), stdout) != text.size())
    leave();
}

void cli::flushOutput() {
  if (std::fflush(stdout) != 0)
    leave();
}

void cli::printJson(const llvm::json::Value &value) {
  print(protocol::toText(value));
  print("\n");
  flushOutput();
}

static bool isColoured() {
  static const bool coloured = isatty(2) && !std::getenv("NO_COLOR");
  return coloured;
}

bool cli::isWatched() {
  static const bool watched = isatty(2);
  return watched;
}

static llvm::StringRef paint(llvm::StringRef code) { return isColoured() ? code : ""; }

static void say(llvm::StringRef text) { std::fwrite(text.data(), 1, text.size(), stderr); }

void cli::complain(llvm::StringRef text) {
  clearProgress();
  say((llvm::Twine(paint("\033[1m")) + "tessera: " + paint("\033[31m") + "error: " + paint("\033[0m") + text + "\n")
          .str());
}

void cli::complain(const Problem &problem) {
  complain(problem.detail.empty() ? getTitle(problem.code) : llvm::StringRef(problem.detail));
  printDiagnostics(problem.diagnostics, "");
}

static bool progressShown = false;

void cli::showProgress(llvm::StringRef text) {
  if (!isWatched())
    return;
  say(("\r\033[K" + text).str());
  progressShown = true;
}

void cli::clearProgress() {
  if (progressShown)
    say("\r\033[K");
  progressShown = false;
}

void cli::printDiagnostics(llvm::ArrayRef<Diagnostic> diagnostics, llvm::StringRef source) {
  printDiagnostics(diagnostics, [source](llvm::StringRef) { return source; });
}

void cli::printDiagnostics(llvm::ArrayRef<Diagnostic> diagnostics,
                           llvm::function_ref<llvm::StringRef(llvm::StringRef)> textOf) {
  clearProgress();
  for (const Diagnostic &diagnostic : diagnostics) {
    std::string text = renderFiles(diagnostic, textOf);
    std::string word = (getText(diagnostic.severity) + ": ").str();
    llvm::StringRef colour = diagnostic.severity == Severity::error     ? "\033[1;31m"
                             : diagnostic.severity == Severity::warning ? "\033[1;35m"
                                                                        : "\033[1;36m";
    size_t at = text.find(word);
    if (isColoured() && at != std::string::npos)
      text.replace(at, word.size(), (colour + word + "\033[0m").str());
    say(text);
  }
}

llvm::json::Array cli::toJson(llvm::ArrayRef<Diagnostic> diagnostics) {
  llvm::json::Array array;
  for (const Diagnostic &diagnostic : diagnostics)
    array.push_back(tessera::toJson(diagnostic));
  return array;
}

int cli::exitCodeOf(llvm::ArrayRef<Diagnostic> diagnostics, int userCode) {
  int code = userCode;
  for (const Diagnostic &diagnostic : diagnostics) {
    if (diagnostic.severity != Severity::error)
      continue;
    if (getFault(diagnostic.id) == Fault::bug)
      return exitBug;
    if (getFault(diagnostic.id) == Fault::environment)
      code = exitInfrastructure;
  }
  return code;
}

int cli::exitCodeOf(const Problem &problem) {
  switch (problem.code) {
  case ProblemCode::badRequest:
  case ProblemCode::unauthorized: // `--token-file`
  case ProblemCode::forbidden:
  case ProblemCode::unknownDevice:
  case ProblemCode::payloadTooLarge:
    return exitUsage;
  case ProblemCode::artifactTruncated:
  case ProblemCode::artifactAltered:
  case ProblemCode::artifactVersion:
  case ProblemCode::notAnArtifact:
    return exitCompileError;
  default:
    return exitInfrastructure;
  }
}
