// SPDX-License-Identifier: Apache-2.0
// What is printed in a block, as a text: `capsys`, `jtu.capture_stdout`, `contextlib.redirect_stdout`. Prints are recorded, so a capture
// remembers where it began; asked for its text, it runs what was recorded since and takes the prints out of the program. What kernels print
// is part of the text, in its place, and stays where it is as well.
#include "compiler/frontend/library/python/Files.h"
#include "compiler/frontend/library/testing/Testing.h"
#include <map>

using namespace tessera;
using namespace tessera::frontend;
using namespace tessera::frontend::testing;

namespace {
/// The captures under way, by number. `mark` is the operation of `@main` after which a capture begins; null: at the beginning.
struct Captures {
  std::map<int64_t, mlir::Operation *> marks;
  int64_t next = 0;
};

class CaptureReader {
public:
  explicit CaptureReader(Evaluator &evaluator) : evaluator(evaluator) {}
  /// Reads what was printed after `mark` into `text` and `errorText`. False with an exception pending.
  bool read(mlir::Operation *mark);
  std::string text, errorText;

private:
  bool printsInside(mlir::Operation &operation);
  bool runText(mlir::Value text, std::string &target);
  bool runOutput(mlir::Operation *operation);
  bool failed(DiagnosticSink &reported);
  Evaluator &evaluator;
};
} // namespace

/// Whether running `operation` prints: a launch of a kernel that does, or a loop or branch around a print.
bool CaptureReader::printsInside(mlir::Operation &operation) {
  auto hasPrint = [](mlir::Operation *root) { return root->walk([](tile::PrintOp) { return mlir::WalkResult::interrupt(); }).wasInterrupted(); };
  if (operation.getNumRegions() && hasPrint(&operation))
    return true;
  bool found = false;
  operation.walk([&](tile::LaunchOp launch) {
    auto kernel = evaluator.module().lookupSymbol<tile::KernelOp>(launch.getKernelAttr().getAttr());
    found |= kernel && hasPrint(kernel);
  });
  return found;
}

/// Raises the first error.
bool CaptureReader::failed(DiagnosticSink &reported) {
  for (const Diagnostic &diagnostic : reported.all())
    if (diagnostic.severity == Severity::error)
      return evaluator.raise(diagnostic.id, diagnostic.message).at(diagnostic.range), false;
  return evaluator.raise(DiagnosticId::internalError, "a captured print failed and did not say why"), false;
}

bool CaptureReader::runText(mlir::Value value, std::string &target) {
  DiagnosticSink reported;
  std::optional<std::string> part = evaluator.options().hostValues->readText(value, reported);
  if (!part)
    return failed(reported);
  target += *part;
  return true;
}

bool CaptureReader::runOutput(mlir::Operation *operation) {
  DiagnosticSink reported;
  std::optional<std::string> part = evaluator.options().hostValues->output(operation, reported);
  if (!part)
    return failed(reported);
  text += *part;
  return true;
}

bool CaptureReader::read(mlir::Operation *mark) {
  if (!evaluator.options().hostValues)
    return evaluator.raise(DiagnosticId::notSupported, "what is printed is asked for, and nothing here runs programs"), false;
  mlir::Block &block = evaluator.mainFunction().getBody().front();
  Captures &captures = evaluator.state<Captures>();
  for (auto position = mark ? std::next(mark->getIterator()) : block.begin(); position != block.end();) {
    mlir::Operation &operation = *position++;
    if (auto print = llvm::dyn_cast<tile::PrintOp>(operation)) {
      if (!runText(print.getText(), print->hasAttr(library::errorOutputName) ? errorText : text))
        return false;
      for (auto &entry : captures.marks) // one that began right here begins right before
        if (entry.second == &operation)
          entry.second = operation.getPrevNode();
      print.erase();
    } else if (printsInside(operation) && !runOutput(&operation)) {
      return false;
    }
  }
  return true;
}

//===-- for the parts in Python -------------------------------------------------------------------------------===//

static mlir::Operation *lastOperation(Evaluator &evaluator) {
  mlir::Block &block = evaluator.mainFunction().getBody().front();
  return block.empty() ? nullptr : &block.back();
}

static Value beginCapture(Call &call) {
  Captures &captures = call.evaluator.state<Captures>();
  captures.marks[captures.next] = lastOperation(call.evaluator);
  return call.evaluator.integer(captures.next++);
}

/// What was written to the output and to the error output since the capture began or was last read.
static Value readCapture(Call &call) {
  Evaluator &evaluator = call.evaluator;
  std::optional<int64_t> number = evaluator.toInt(call["capture"], "capture");
  Captures &captures = evaluator.state<Captures>();
  auto mark = number ? captures.marks.find(*number) : captures.marks.end();
  if (mark == captures.marks.end())
    return number ? Value(evaluator.raise(DiagnosticId::valueError, "the capture has ended")) : nullptr;
  CaptureReader reader(evaluator);
  if (!reader.read(mark->second))
    return nullptr;
  mark->second = lastOperation(evaluator);
  return evaluator.tuple({evaluator.string(reader.text), evaluator.string(reader.errorText)});
}

/// What was printed since then is let through.
static Value skipCapture(Call &call) {
  std::optional<int64_t> number = call.evaluator.toInt(call["capture"], "capture");
  if (!number)
    return nullptr;
  call.evaluator.state<Captures>().marks[*number] = lastOperation(call.evaluator);
  return call.evaluator.none();
}

static Value endCapture(Call &call) {
  std::optional<int64_t> number = call.evaluator.toInt(call["capture"], "capture");
  if (!number)
    return nullptr;
  call.evaluator.state<Captures>().marks.erase(*number);
  return call.evaluator.none();
}

static constexpr LibraryEntry entries[] = {
    {"contextlib", "_begin_capture", EntryKind::function, "()", "For the library itself: a capture of what is printed from here on.", beginCapture},
    {"contextlib", "_read_capture", EntryKind::function, "(capture)", "For the library itself: what was printed since.", readCapture},
    {"contextlib", "_skip_capture", EntryKind::function, "(capture)", "For the library itself: what was printed since is let through.", skipCapture},
    {"contextlib", "_end_capture", EntryKind::function, "(capture)", "For the library itself: the capture is over.", endCapture},
};
llvm::ArrayRef<LibraryEntry> testing::captureEntries() { return entries; }
