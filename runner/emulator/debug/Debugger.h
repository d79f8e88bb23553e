// SPDX-License-Identifier: Apache-2.0
// Steps through a launch, forwards and backwards.
//
// The idea: the same text, launch and seed give the same run, so a place in a run is a number: how many instructions
// the machine has executed before it. Going anywhere is running anew from the beginning and stopping there, which makes
// a step back as simple as a step forward, and needs neither threads nor copies of the machine. Memory is made anew by
// whoever launches, each time. Rejected: keeping the machine and undoing (every handler would have to log what it
// overwrites); snapshots every so often (a launch that one debugs runs in milliseconds).
//
// Example: stopped at step 120 before `ld.shared` of warp 1. `stepBack` runs to 120 once, notes that warp 1 executed
// its last instruction at step 97, and runs to 97.
//
// One warp is followed: the one that a line was reached by, or that `follow` names. Others run on in their order
// meanwhile.
#pragma once

#include "runner/emulator/debug/BreakCondition.h"
#include "runner/emulator/debug/View.h"
#include <functional>

namespace tessera::emulator {

/// Where a launch stands.
struct Stop {
  enum class Reason {
    begin,   // nothing has run
    reached, // what was asked for
    fault,   // the launch ended at an instruction that failed or waits in vain: the view is before it
    end,     // the launch is over; `diagnostics` say whether well
  };
  Reason reason = Reason::begin;
  uint64_t step = 0; // instructions executed before it
  WarpName warp;
  uint32_t mask = 0; // lanes that are about to execute
  std::string function;
  SourceRange ptx, source;
  std::vector<Diagnostic> diagnostics; // all that the launch has reported up to here
  std::vector<Diagnostic> upcoming;    // what the instruction itself is about to be reported for
  std::string waitsFor;                // what it is about to wait for; empty: it can be executed now
};

/// A line at which a launch stops: of the PTX, or of the source, at the instructions with which it begins.
struct Breakpoint {
  uint32_t line = 0; // of the PTX; 0: `sourceFile` and `sourceLine`
  std::string sourceFile;
  uint32_t sourceLine = 0;
  std::optional<BreakCondition> condition;
};

/// An instruction that is about to be executed, as a replay comes by.
struct Moment {
  uint64_t number = 0;   // of instructions before it
  bool hasMoved = false; // the followed warp has executed one since where the debugger stands
  bool isRetry = false;  // the warp has waited at it
};

class Replay;
struct ReplaySettings;
struct ReportMoment;

class Debugger {
public:
  /// Allocates the launch's arrays and gives the kernel's parameters: the same at every call.
  using Prepare = std::function<std::vector<uint8_t>(GlobalMemory &)>;
  using IsReport = std::function<bool(const Diagnostic &)>;
  Debugger(const Program &program, const Function &entry, LaunchShape shape, Prepare prepare, RunOptions options);

  /// Goes on until any warp, or only the followed one, is about to execute an instruction of the PTX line.
  const Stop &runToLine(uint32_t line, bool followedOnly = false);
  /// Goes on to the first of `breakpoints`; without any, or where none is reached, to the end.
  const Stop &run(const std::vector<Breakpoint> &breakpoints);
  /// Goes back to the last of `breakpoints` that was passed; where there is none, to the first instruction.
  const Stop &runBack(const std::vector<Breakpoint> &breakpoints);
  /// The followed warp's next PTX instruction.
  const Stop &stepInstruction();
  /// Its next instruction of another source line.
  const Stop &stepSourceLine();
  /// Its next instruction that has to do with others: barriers, mbarriers, groups of copies and wgmmas.
  const Stop &stepToBarrier();
  /// The PTX instruction that it executed before.
  const Stop &stepBack();
  /// The instruction of the first report that `isIt` takes, by default the first error: a race's later access among
  /// them. `toOrigin` goes to the race's earlier access instead, or to the instruction that issued it. Without such a
  /// report, to the end.
  const Stop &runToReport(const IsReport &isIt = nullptr, bool toOrigin = false);
  /// Step 0 is the launch's first instruction; a number beyond the last one is the end.
  const Stop &goTo(uint64_t step);
  /// From here on `step..` are about this warp, and its registers are shown. The launch does not move.
  const Stop &follow(WarpName warp);

  const Stop &stop() const { return current; }
  WarpName followedWarp() const { return followed; }
  /// Empty at the beginning and at the end.
  const MachineView &view() const { return seen; }
  /// Told now and then how many instructions a replay has executed.
  std::function<void(uint64_t)> onProgress;

private:
  using Condition = std::function<bool(const Step &, const Moment &)>;
  ReplaySettings makeSettings(bool keepsWriters) const;
  RunResult launch(Replay &watching, DiagnosticSink &sink) const;
  const Stop &replay(const Condition &isHere);
  void look(uint64_t attempt, Stop::Reason reason);
  void take(Replay &replay, const DiagnosticSink &sink);
  Condition isAt(const std::vector<Breakpoint> &breakpoints) const;
  const Stop &goTo(uint64_t step, std::optional<WarpName> warp);
  std::optional<ReportMoment> findReport(const IsReport &isIt) const;
  const Stop &goToOrigin(const ReportMoment &moment);

  const Program &program;
  const Function &entry;
  LaunchShape shape;
  Prepare prepare;
  RunOptions options;
  WarpName followed;
  Stop current;
  uint64_t currentAttempt = 0; // of the machine's instructions, waits included: where `current` is, exactly
  MachineView seen;
};

/// Whether the instruction has to do with others: it waits for them, signals them, or closes a group of what is
/// asynchronous.
bool isForOthers(const ptx::Instruction &instruction);

} // namespace tessera::emulator
