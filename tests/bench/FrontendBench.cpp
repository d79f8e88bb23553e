// SPDX-License-Identifier: Apache-2.0
// How fast text is read and evaluated: lines parsed a second, Python statements evaluated a second, and how long it takes to record
// programs of shared/kernels. CPU time of this process, the best of several runs, so that a busy machine shows less.
//
//   TesseraBenchFrontend FOLDER     FOLDER is shared/kernels
#include "compiler/driver/Compiler.h"
#include "compiler/frontend/syntax/Parser.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/Format.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/Path.h"
#include "llvm/Support/raw_ostream.h"
#include <ctime>

using namespace tessera;

namespace {

double seconds() { return static_cast<double>(clock()) / CLOCKS_PER_SEC; }

/// The best time of `repetitions` calls, in seconds.
template <typename Work> double best(int repetitions, Work work) {
  double result = 1e9;
  for (int repetition = 0; repetition < repetitions; ++repetition) {
    double start = seconds();
    work();
    result = std::min(result, seconds() - start);
  }
  return result;
}

/// Statements as kernels have them; `count` functions of 12 lines.
std::string functions(int count) {
  std::string text = "import jax.numpy as jnp\n";
  for (int index = 0; index < count; ++index) {
    std::string name = "kernel_" + std::to_string(index);
    text += "def " + name + "(x_ref, y_ref, o_ref, *, block: int = 128, causal=True):\n"
            "  # one of many\n"
            "  row = x_ref[0, :] * 2.0 + y_ref[..., None]\n"
            "  total = [i * i for i in range(block) if i % 3 == 0]\n"
            "  if causal and block > 64:\n"
            "    mask = row[:, None] >= row[None, :]\n"
            "  else:\n"
            "    mask = None\n"
            "  for step in range(0, block, 4):\n"
            "    row += x_ref[step:step + 4] @ (y_ref[step] if mask is None else y_ref[-step])\n"
            "  o_ref[...] = row.astype(o_ref.dtype)\n"
            "  return {'rows': total, \"name\": f'{block}: {row!r}'}\n";
  }
  return text;
}

void measureParsing() {
  std::string text = functions(2000);
  int64_t lines = llvm::count(text, '\n');
  double time = best(5, [&] {
    DiagnosticSink sink;
    frontend::syntax::Context context;
    if (!frontend::syntax::parse(context, "bench.py", text, sink).ok)
      llvm::errs() << "the text does not parse: " << render(sink.all().front()) << "\n";
  });
  llvm::outs() << llvm::format("%-40s %9.2f million lines a second (aim 1)\n", "parse", 1e-6 * static_cast<double>(lines) / time);
}

void measureEvaluating() {
  constexpr int64_t turns = 200'000;
  std::string text = "def run(n):\n  total = 0\n  for i in range(n):\n    if i % 3 == 0:\n      total += i * 2\n    else:\n"
                     "      total -= 1\n  return total\nrun(" + std::to_string(turns) + ")\n";
  Compiler compiler;
  double time = best(3, [&] {
    if (!compiler.compile("bench.py", text)->ok())
      llvm::errs() << "the loop does not compile\n";
  });
  llvm::outs() << llvm::format("%-40s %9.2f million turns of a three-statement loop a second\n", "evaluate", 1e-6 * turns / time);
}

void measureRecording(llvm::StringRef folder) {
  std::error_code error;
  std::vector<std::string> files;
  for (llvm::sys::fs::directory_iterator entry(folder, error), end; entry != end && !error; entry.increment(error))
    if (llvm::StringRef(entry->path()).ends_with(".py"))
      files.push_back(entry->path());
  llvm::sort(files);
  Compiler compiler;
  for (const std::string &file : files) {
    auto buffer = llvm::MemoryBuffer::getFile(file);
    if (!buffer)
      continue;
    double time = best(5, [&] { (void)compiler.compile(file, (*buffer)->getBuffer())->ok(); });
    llvm::outs() << llvm::format("compile %-32s %9.2f ms\n", llvm::sys::path::filename(file).str().c_str(), 1e3 * time);
  }
}

} // namespace

int main(int argc, char **argv) {
  measureParsing();
  measureEvaluating();
  if (argc > 1)
    measureRecording(argv[1]);
  return 0;
}
