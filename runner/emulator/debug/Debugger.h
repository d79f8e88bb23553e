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
  SourceRange ptx, source;
  std::vector<Diagnostic> diagnostics; // all that the launch has reported up to here
};

class Debugger {
public:
  /// Allocates the launch's arrays and gives the kernel's parameters: the same at every call.
  using Prepare = std::function<std::vector<uint8_t>(GlobalMemory &)>;
  Debugger(const Program &program, const Function &entry, LaunchShape shape, Prepare prepare, RunOptions options);

  /// Goes on until any warp, or only the followed one, is about to execute an instruction of the PTX line.
  const Stop &runToLine(uint32_t line, bool followedOnly = false);
  /// The followed warp's next PTX instruction.
  const Stop &stepInstruction();
  /// Its next instruction of another source line.
  const Stop &stepSourceLine();
  /// Its next instruction that waits for others: barriers, mbarriers, groups of copies and wgmmas.
  const Stop &stepToBarrier();
  /// The PTX instruction that it executed before.
  const Stop &stepBack();
  /// The first instruction of the launch that something is reported of, a race's later access among them.
  const Stop &runToReport();
  /// Step 0 is the launch's first instruction; a number beyond the last one is the end.
  const Stop &goTo(uint64_t step);
  /// From here on `step..` are about this warp. It is where it is: the launch does not move.
  void follow(WarpName warp) { followed = warp; }

  const Stop &stop() const { return current; }
  /// Empty at the beginning and at the end.
  const MachineView &view() const { return seen; }

private:
  class Replay;
  /// `isHere(step, executed)` at every instruction; `executed`: the followed warp has executed one since the current
  /// stop.
  using Condition = std::function<bool(const Step &, uint64_t number, bool hasMoved)>;
  void launch(Replay &watching, DiagnosticSink &sink) const;
  const Stop &replay(const Condition &isHere);
  const Stop &goTo(uint64_t step, std::optional<WarpName> warp);

  const Program &program;
  const Function &entry;
  LaunchShape shape;
  Prepare prepare;
  RunOptions options;
  WarpName followed;
  Stop current;
  MachineView seen;
};

/// Whether the instruction waits for somebody else.
bool waitsForOthers(const ptx::Instruction &instruction);

} // namespace tessera::emulator
