// SPDX-License-Identifier: Apache-2.0
// What a tab asks the compiler for after each edit, natively: the compile, the passes' texts, the tilings. CPU time of
// this process, the best of several runs.
//
//   TesseraBenchViews FILE [REPETITIONS]
#include "tests/bench/CompileTimes.h"

using namespace tessera;
using namespace tessera::bench;

int main(int argc, char **argv) {
  std::string file = argc > 1 ? argv[1] : "shared/kernels/triton_matmul.py";
  int repetitions = argc > 2 ? std::stoi(argv[2]) : 20;
  std::string source = read(file);
  Compiler compiler;
  std::unique_ptr<Program> program;
  auto tell = [&](const char *what, llvm::function_ref<void()> work) {
    llvm::outs() << llvm::format("  %-44s %9.2f ms\n", what, best(repetitions, work));
  };
  CompileOptions keeping;
  keeping.keepsSnapshots = true;
  tell("compile", [&] { program = compiler.compile(file, source); });
  tell("compile, with the texts of all passes", [&] { program = compiler.compile(file, source, keeping); });
  if (!program->ok()) {
    llvm::outs() << "  does not compile: " << program->diagnostics().front().message << "\n";
    return 1;
  }
  tell("tilings", [&] { program->tilings(); });
  tell("layouts", [&] { program->layouts(); });
  return 0;
}
