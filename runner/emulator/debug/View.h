// SPDX-License-Identifier: Apache-2.0
// What a launch looks like where a debugger has stopped it: plain values, copied off the machine, which is gone by
// then.
#pragma once

#include "compiler/support/SourceRange.h"
#include "runner/emulator/machine/Machine.h"

namespace tessera::emulator {

/// A warp of the launch: its CTA by linear number, x fastest.
struct WarpName {
  uint64_t cta = 0;
  unsigned warp = 0;
  bool operator==(const WarpName &other) const { return cta == other.cta && warp == other.warp; }
  bool operator!=(const WarpName &other) const { return !(*this == other); }
};

struct RegisterView {
  std::string name;
  ptx::Type type = ptx::Type::b32;
  std::array<uint64_t, warpSize> lanes = {}; // bits, the value in the lower ones; 0 and 1 of a predicate
};

/// Lanes that stand at one instruction.
struct FragmentView {
  uint32_t mask = 0;
  std::string function;
  SourceRange ptx, source; // `source` is invalid without `.loc`
  std::string waitsFor;    // empty: nothing, they may run
};

struct WarpView {
  WarpName name;
  uint32_t live = 0; // lanes that have not exited
  std::vector<FragmentView> fragments;
};

/// Who wrote a word of shared memory last, by an instruction of its own.
struct WriterView {
  uint64_t step = 0;
  WarpName warp;
  unsigned lane = 0;
  SourceRange ptx;
};

struct MbarrierView {
  uint32_t address = 0; // as a kernel sees it, without its CTA's rank
  std::string name;     // empty without a variable
  uint64_t phase = 0;   // phases that have ended
  int64_t expected = 0, pendingArrivals = 0, pendingBytes = 0;
};

struct CtaView {
  uint64_t cta = 0;
  std::vector<uint8_t> shared, written;   // from `sharedBase` on; `written` empty: unknown
  std::map<uint32_t, WriterView> writers; // by byte offset / 4; asynchronous writers are not among them
  std::vector<MbarrierView> mbarriers;
};

/// Of the cluster that holds the warp that was stopped.
struct MachineView {
  std::vector<WarpView> warps;
  std::vector<CtaView> ctas;
  std::vector<RegisterView> registers; // of the fragment that was stopped, in the order of their first use
  size_t pendingOperations = 0;        // asynchronous copies and wgmmas that have not taken all of their effect
};

WarpName nameWarp(const Machine &machine, const Warp &warp);
/// Where an instruction stands in the PTX, and in the source.
SourceRange ptxRangeOf(const Machine &machine, const Function &function, uint32_t place);
SourceRange sourceRangeOf(const Machine &machine, const Function &function, uint32_t place);
/// All but who wrote what, which `Debugger` has seen.
MachineView lookAt(const Step &step);

} // namespace tessera::emulator
