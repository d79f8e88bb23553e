// SPDX-License-Identifier: Apache-2.0
// The one door: PTX text in, memory changed, reports out. No sockets, no threads, no files, no clock: the same text,
// launch and seed give the same run everywhere.
#pragma once

#include "compiler/support/Diagnostic.h"
#include "runner/emulator/machine/Counts.h"
#include "runner/emulator/machine/Memory.h"
#include "runner/emulator/program/Program.h"
#include "runner/emulator/trace/Trace.h"
#include <functional>

namespace tessera::emulator {

class StepObserver;

struct LaunchShape {
  uint32_t grid[3] = {1, 1, 1}, block[3] = {1, 1, 1};
  uint32_t cluster[3] = {0, 0, 0}; // 0: what the kernel requires, else 1
  uint32_t dynamicShared = 0;      // bytes
};

struct RunOptions {
  /// Who runs when, and when asynchronous operations take effect. 0: in turn, and each operation as late as allowed.
  uint64_t seed = 0;
  bool checksRaces = false;
  bool checksInitialization = true;
  uint64_t instructionLimit = 20'000'000'000; // thread instructions of the launch
  uint64_t residentClusters = 16;             // that run side by side; more where none of them ends
  uint64_t turnInstructions = 0; // of warps, that a cluster runs in its turn; 0: as many as make turns cost nothing
  bool startsTogether = false;   // as many clusters as may run side by side begin at once, as on a GPU
  size_t reportLimit = 20;
  /// Values that no address, branch or wait depends on are not computed, and what should hold them means nothing: for
  /// who wants to know what a launch does and how long it would take, not its numbers (program/NeededValues.h). Nothing
  /// is told of registers and memory that were never written.
  bool skipsValues = false;
  /// With it: what the launch leaves in global memory is needed all the same, as a later launch looks at it.
  bool keepsGlobal = false;
  /// Clusters (blocks where there are none) that are begun; null: all. What the others would write is not there.
  std::function<bool(uint64_t)> wantsCluster;
  bool countsAccesses = false; // `RunResult::counts` has those of memory, too
  Trace *trace = nullptr;
  std::function<void(std::string_view)> print;                  // what `printf` writes; null: dropped
  std::function<bool()> isCancelled;                            // asked now and then
  std::function<void(uint64_t ended, uint64_t all)> onProgress; // told of the blocks, whenever some have ended
  StepObserver *observer = nullptr;                             // told of every instruction (machine/Observer.h)
};

/// An instruction that accessed memory.
struct CountedAccess {
  SourceRange ptx, source; // `source` is invalid without `.loc`
  AccessCounts counts;
};

struct RunResult {
  bool ok = false;
  bool isComplete = false; // all threads have exited; else a fault, a limit or somebody has ended it
  uint64_t threadInstructions = 0, warpInstructions = 0;
  Counts counts;                            // where they were asked for
  std::vector<CountedAccess> accesses = {}; // the same, instruction by instruction, in the text's order
};

/// Parses and builds. Null with the reasons in `sink`.
std::unique_ptr<Program> load(std::string text, std::string fileName, DiagnosticSink &sink);

/// Allocates the program's own variables; call it once before the first launch.
void placeVariables(const Program &program, GlobalMemory &memory);

/// Runs `entry`. `parameters` are the kernel's, laid out as `Function::parameters` says. Everything that is wrong is in
/// `sink`.
RunResult launch(const Program &program, const Function &entry, const LaunchShape &shape,
                 std::vector<uint8_t> parameters, GlobalMemory &memory, const RunOptions &options,
                 DiagnosticSink &sink);

} // namespace tessera::emulator
