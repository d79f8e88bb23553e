// SPDX-License-Identifier: Apache-2.0
// Runs a few lines of PTX: a test gives the body of a kernel and gets an array of words back, or what was reported.
#pragma once

#include "runner/emulator/Emulator.h"
#include <cstring>
#include <gtest/gtest.h>
#include <string>
#include <vector>

namespace tessera::emulator {

struct PtxRun {
  std::vector<Diagnostic> reports;
  std::string printed;
  RunResult result;
  std::vector<uint32_t> words; // of the output

  bool has(DiagnosticId id) const {
    for (const Diagnostic &report : reports)
      if (report.id == id)
        return true;
    return false;
  }
  std::string text() const {
    std::string all;
    for (const Diagnostic &report : reports)
      all += render(report) + "\n";
    return all;
  }
};

struct PtxSetup {
  LaunchShape shape{{1, 1, 1}, {32, 1, 1}, {0, 0, 0}, 0};
  RunOptions options;
  size_t outputWords = 32;           // at [%rd1], zeros
  std::vector<uint32_t> input = {};  // at [%rd2]
  const char *version = "8.6", *target = "sm_90a";
};

/// Runs a whole module's only or first entry. Its parameters: `out` (.u64) and `in` (.u64), as many as it has.
inline PtxRun runModule(std::string text, PtxSetup setup = {}) {
  PtxRun run;
  run.words.resize(setup.outputWords);
  DiagnosticSink sink;
  setup.options.print = [&](std::string_view more) { run.printed += more; };
  if (std::unique_ptr<Program> program = load(std::move(text), "test.ptx", sink)) {
    const Function *entry = nullptr;
    for (const Function &function : program->functions)
      if (function.isEntry && !entry)
        entry = &function;
    GlobalMemory memory;
    placeVariables(*program, memory);
    Allocation &out = memory.allocate(setup.outputWords * 4, "out", true);
    Allocation &in = memory.allocate(setup.input.size() * 4, "in", true);
    if (!setup.input.empty())
      std::memcpy(in.bytes.data(), setup.input.data(), setup.input.size() * 4);
    uint64_t addresses[2] = {out.address, in.address};
    std::vector<uint8_t> parameters(16);
    std::memcpy(parameters.data(), addresses, 16);
    if (entry)
      run.result = launch(*program, *entry, setup.shape, parameters, memory, setup.options, sink);
    std::memcpy(run.words.data(), out.bytes.data(), setup.outputWords * 4);
  }
  run.reports = sink.all();
  return run;
}

/// `body` is a kernel's, with %p0-%p15, %h0-%h31 (16 bits), %r0-%r63, %f0-%f31, %rd0-%rd31 and %fd0-%fd15 declared, %rd1 the
/// output's address, %rd2 the input's, %r1 the thread's index. `declarations` stand before the kernel.
inline PtxRun runPtx(const std::string &body, PtxSetup setup = {}, const std::string &declarations = "") {
  std::string text = std::string(".version ") + setup.version + "\n.target " + setup.target + "\n.address_size 64\n" + declarations +
                     "\n.visible .entry kernel(.param .u64 out, .param .u64 in) {\n"
                     ".reg .pred %p<16>; .reg .b16 %h<32>; .reg .b32 %r<64>; .reg .f32 %f<32>; .reg .b64 %rd<32>; .reg .f64 %fd<16>;\n"
                     "ld.param.u64 %rd1, [out];\nld.param.u64 %rd2, [in];\nmov.u32 %r1, %tid.x;\n" +
                     body + "\nret;\n}\n";
  return runModule(text, std::move(setup));
}

} // namespace tessera::emulator
