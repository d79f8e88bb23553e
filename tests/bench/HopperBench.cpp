// SPDX-License-Identifier: Apache-2.0
// Kernels of warpgroups: how long from source to PTX, by stage and by pass, and how long the interpreter takes with its race checker.
//
//   TesseraBenchHopper FOLDER     FOLDER is shared/kernels
#include "tests/bench/CompileTimes.h"

using namespace tessera;
using namespace tessera::bench;

namespace {

std::vector<Setting> cube(const std::string &size) { return {{"M", size}, {"N", size}, {"K", size}}; }

void measureRunning(const std::string &file, const std::vector<Setting> &settings, bool checksRaces) {
  CompileOptions options;
  options.settings = settings;
  Compiler compiler;
  std::unique_ptr<Program> program = compiler.compile(file, read(file), options);
  interpreter::RunResult result;
  double launch = 1e12;
  double time = best(3, [&] {
    interpreter::RunOptions run;
    run.warpgroups.checksRaces = checksRaces;
    result = program->run(run);
    for (const interpreter::LaunchRecord &record : result.launches)
      launch = std::min(launch, record.milliseconds);
  });
  if (!result.ok)
    llvm::outs() << "  fails: " << (result.diagnostics.empty() ? "" : result.diagnostics.front().message) << "\n";
  else
    llvm::outs() << llvm::format("  %-44s %9.2f ms CPU, its launch %.2f ms wall%s\n", checksRaces ? "interpreter, checking for races" : "interpreter, without checks", time, launch,
                                checksRaces ? " (aim 2000)" : "");
}

} // namespace

int main(int argc, char **argv) {
  std::string folder = argc > 1 ? argv[1] : "shared/kernels";
  llvm::outs() << "hopper_gemm_persistent.py, 4096 x 4096 x 4096\n";
  bool ok = measureCompiling("hopper_gemm_persistent.py", read(folder + "/hopper_gemm_persistent.py"), cube("4096"), 80);
  llvm::outs() << "hopper_gemm_warp_specialized.py, 512 x 512 x 512\n";
  for (bool checksRaces : {true, false})
    measureRunning(folder + "/hopper_gemm_warp_specialized.py", cube("512"), checksRaces);
  return ok ? 0 : 1;
}
