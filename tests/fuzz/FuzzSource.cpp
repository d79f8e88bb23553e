// SPDX-License-Identifier: Apache-2.0
// Source text, the entry that everyone reaches: any bytes compile to diagnostics or to a program, and the program prints,
// shows its tilings, freezes, and runs within limits. Nothing may crash, hang or leak.
#include "compiler/driver/Compiler.h"
#include <chrono>
#include <cstdint>
#include <cstdlib>

using namespace tessera;

namespace {
/// Enough for every example; a fuzzer that is busy with one large product finds nothing.
constexpr auto runLimit = std::chrono::milliseconds(200);
constexpr uint64_t memoryLimit = uint64_t(64) << 20;
constexpr uint64_t stepLimit = 1'000'000;

void check(bool holds, const char *what) {
  if (holds)
    return;
  fprintf(stderr, "does not hold: %s\n", what);
  abort();
}

/// True after `runLimit` from its making.
std::function<bool()> untilLimit() {
  auto end = std::chrono::steady_clock::now() + runLimit;
  return [end] { return std::chrono::steady_clock::now() > end; };
}

void exercise(Program &program) {
  DiagnosticSink sink;
  check(program.show("tile", "", "", sink).has_value(), "a program without errors has `tile` text");
  program.show("tilegpu", "", "", sink);
  program.tilings(runLimit);
  std::vector<uint8_t> bytes = program.freeze({});
  check(!bytes.empty(), "a program without errors freezes");
  interpreter::RunOptions options;
  options.isCancelled = untilLimit();
  options.memoryLimit = memoryLimit;
  program.run(std::move(options));
}
} // namespace

extern "C" int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
  Compiler compiler; // anew each time: the context keeps all it has seen, which would read as a leak
  CompileOptions options;
  options.isCancelled = untilLimit();
  options.hostMemoryLimit = memoryLimit;
  options.stepLimit = stepLimit;
  auto program = compiler.compile("fuzz.py", llvm::StringRef(reinterpret_cast<const char *>(data), size), options);
  if (program->ok()) {
    exercise(*program);
    return 0;
  }
  bool hasError = false;
  for (const Diagnostic &diagnostic : program->diagnostics()) {
    hasError |= diagnostic.severity == Severity::error;
    check(getFault(diagnostic.id) != Fault::bug, "no text makes the compiler report a bug of ours");
    render(diagnostic, "");
  }
  check(hasError, "a program that is not ok says why");
  return 0;
}
