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

/// The instruction that some lanes' value of a register comes from.
struct RegisterWriter {
  uint64_t step = 0;
  uint32_t mask = 0;
  SourceRange ptx;
};

struct RegisterView {
  std::string name;
  ptx::Type type = ptx::Type::b32;
  std::array<uint64_t, warpSize> lanes = {}; // bits, the value in the lower ones; 0 and 1 of a predicate
  std::vector<RegisterWriter> writers;       // disjoint; lanes that nothing wrote are in none
  Slot slot = noSlot;                        // of its frame
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
  uint32_t exists = 0; // lanes that the launch has threads for
  uint32_t live = 0;   // of them those that have not exited
  std::vector<FragmentView> fragments;
};

/// Who wrote a word of shared memory last: an instruction, or an asynchronous copy that it issued.
struct WriterView {
  uint64_t step = 0;                  // of the instruction; of a copy, what came before its effect
  WarpName warp;                      // that wrote or issued
  unsigned lane = 0;                  // of an instruction
  const char *copy = nullptr;         // `TMA load`; null for an instruction
  const Function *function = nullptr; // where: null for a word that nothing wrote
  uint32_t place = 0;
};

struct MbarrierWaiter {
  WarpName warp;
  uint32_t lanes = 0;
  uint64_t phase = 0;
};

struct MbarrierView {
  uint32_t address = 0; // as a kernel sees it, without its CTA's rank
  std::string name;     // empty without a variable
  uint64_t phase = 0;   // phases that have ended
  int64_t expected = 0, pendingArrivals = 0, pendingBytes = 0;
  std::vector<MbarrierWaiter> waiters;
};

struct CtaView {
  uint64_t cta = 0;
  std::vector<uint8_t> shared, written; // from `sharedBase` on; `written` empty: unknown
  std::vector<WriterView> writers;      // a word each; empty: nothing was written
  std::vector<MbarrierView> mbarriers;
  uint64_t countWritten() const; // words
};

/// A copy or wgmma that has not taken all of its effect.
struct OperationView {
  std::string what;
  WarpName warp; // that issued it
  SourceRange ptx, source;
  uint64_t bytes = 0;         // 0: not told
  uint32_t sharedAddress = 0; // 0: none
  std::string sharedName;
  bool hasRead = false;
};

/// Where an operand in brackets leads, lane by lane.
struct AccessView {
  ptx::Space space = ptx::Space::generic; // as found: never `generic` where an address was had
  uint32_t mask = 0;                      // lanes with an address
  std::array<uint64_t, warpSize> addresses = {};
  uint32_t bytes = 0;                       // a lane; 0: not known, of a bulk copy
  std::array<std::string, warpSize> places; // `box+64`, `argument 0+128`; empty: in nothing that is known
  // Shared memory's turns, and those without bank conflicts; of global memory sectors. 0 where they do not apply.
  uint64_t wavefronts = 0, idealWavefronts = 0, sectors = 0;
};

/// Of the cluster that holds the warp that was stopped.
struct MachineView {
  std::vector<WarpView> warps;
  std::vector<CtaView> ctas;
  std::vector<RegisterView> registers;   // of the warp that is looked at, in the order of their first use
  std::string function;                  // whose they are
  std::vector<OperationView> operations; // in the order of issue
  std::vector<AccessView> accesses;      // of the instruction that was stopped
  std::vector<Slot> reads;               // registers that it reads
};

WarpName nameWarp(const Machine &machine, const Warp &warp);
uint64_t linearCta(const Machine &machine, const Dim3 &index);
/// Where an instruction stands in the PTX, and in the source.
SourceRange ptxRangeOf(const Machine &machine, const Function &function, uint32_t place);
SourceRange sourceRangeOf(const Machine &machine, const Function &function, uint32_t place);
/// The text's instruction at a place; null for the `ret` that closes a function without one.
const ptx::Instruction *findInstruction(const Function &function, uint32_t place);
/// The lanes of a warp that the launch has threads for.
uint32_t lanesOfWarp(const LaunchShape &shape, unsigned warp);
/// The frame whose registers are shown of a warp: that of the lanes which execute, or of its first ones. Null: none is
/// left.
const Frame *frameOf(const Step &step, WarpName shown);
/// All but who wrote what, which `Replay` has seen. Registers are those of `shown`, if it is of the step's cluster.
MachineView lookAt(const Step &step, WarpName shown);
/// Where `step.instruction` is about to reach: one for each operand in brackets.
std::vector<AccessView> findAccesses(const Step &step);

} // namespace tessera::emulator
