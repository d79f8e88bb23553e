// SPDX-License-Identifier: Apache-2.0
// The evaluator and the library: the bytes are choices of a generator that writes programs of the right shape, so that, unlike mutated
// text, nearly every input gets past the parser and calls library names with arguments of every kind, on the host and in kernels.
// TESSERA_FUZZ_PRINT=1 shows the program of an input.
#include "compiler/driver/Compiler.h"
#include "tests/fuzz/ProgramWriter.h"
#include <chrono>
#include <cstdlib>

using namespace tessera;

namespace {
constexpr auto runLimit = std::chrono::milliseconds(300);
constexpr uint64_t memoryLimit = uint64_t(64) << 20;
constexpr uint64_t stepLimit = 200'000;

void check(bool holds, const char *what, const std::string &text) {
  if (holds)
    return;
  fprintf(stderr, "does not hold: %s\n%s\n", what, text.c_str());
  abort();
}

/// True after `runLimit` from its making.
std::function<bool()> untilLimit() {
  auto end = std::chrono::steady_clock::now() + runLimit;
  return [end] { return std::chrono::steady_clock::now() > end; };
}
} // namespace

extern "C" int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
  static const fuzz::Catalog catalog = fuzz::Catalog::ofLibrary();
  std::string text = fuzz::writeProgram(catalog, {data, size});
  if (getenv("TESSERA_FUZZ_PRINT"))
    fprintf(stderr, "%s\n", text.c_str());
  Compiler compiler; // anew each time: the context keeps all it has seen, which would read as a leak
  CompileOptions options;
  options.isCancelled = untilLimit();
  options.hostMemoryLimit = memoryLimit;
  options.stepLimit = stepLimit;
  options.pythonMemoryLimit = memoryLimit;
  auto program = compiler.compile("fuzz.py", text, options);
  for (const Diagnostic &diagnostic : program->diagnostics()) {
    if (getFault(diagnostic.id) == Fault::bug)
      fprintf(stderr, "%s\n", render(diagnostic, text).c_str());
    check(getFault(diagnostic.id) != Fault::bug, "no program makes the compiler report a bug of ours", text);
    check(llvm::json::isUTF8(diagnostic.message), "messages are UTF-8", text);
  }
  if (!program->ok())
    return 0;
  interpreter::RunOptions run;
  run.isCancelled = untilLimit();
  run.memoryLimit = memoryLimit;
  for (const Diagnostic &diagnostic : program->run(std::move(run)).diagnostics) {
    if (getFault(diagnostic.id) == Fault::bug)
      fprintf(stderr, "%s\n", render(diagnostic, text).c_str());
    check(getFault(diagnostic.id) != Fault::bug, "no run reports a bug of ours", text);
  }
  return 0;
}
