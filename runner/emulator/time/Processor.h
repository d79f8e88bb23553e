// SPDX-License-Identifier: Apache-2.0
// The time of one multiprocessor, or of those of one cluster: its CTAs' warps walk through the machine code, and each
// instruction issues when its scheduler, its registers' ports, its unit and what it waits for allow. Events only:
// cycles in which nothing happens cost nothing. A model's cycles, with the rates that it is given; nothing here was
// measured.
//
// What is in it, and what is not: README.md.
#pragma once

#include "runner/emulator/time/Walk.h"
#include "shared/rates/Cards.h"
#include <array>

namespace tessera::emulator {

/// Why a warp did not issue in a cycle, by the names that NVIDIA's profilers have.
enum class Stall : uint8_t {
  issued,          // it did
  wait,            // the stall count of its last instruction
  shortScoreboard, // a result of shared memory, special functions, shuffles
  longScoreboard,  // a result from global or local memory
  asyncCopy,       // groups of cp.async or of bulk copies
  matrix,          // a result of mma.sync or of wgmma, or room in its queue
  mbarrier,        // the end of a phase
  mathPipe,        // its unit is busy
  memoryPipe,      // the queue of memory instructions is full
  dispatch,        // registers' ports
  barrier,         // of the CTA or of the cluster
  registers,       // setmaxnreg
  branch,          // fetching behind a taken branch
  notSelected,     // another warp issued
  blockStart       // between CTAs
};
constexpr unsigned stallCount = static_cast<unsigned>(Stall::blockStart) + 1;
std::string_view getName(Stall stall);

/// What may limit a multiprocessor, with how long it was busy.
enum class Unit : uint8_t {
  slots,
  ports,
  fma,
  fmaHeavy,
  alu,
  half,
  fp64,
  special,
  conversion,
  tensor, // of a scheduler, the mean of four
  address,
  shared,
  l1,
  copyEngine,
  cluster, // what comes from and goes to other multiprocessors' shared memory
  l2,
  memory // of the multiprocessor
};
constexpr unsigned unitCount = static_cast<unsigned>(Unit::memory) + 1;
std::string_view getName(Unit unit);

class TimeTrace;

struct ProcessorWork {
  const WalkPlan &plan;
  const Recording &recording;
  const CacheSample &cache; // of the recording's, the one of these rates
  const rates::Rates &rates;
  /// Of the recording, in the order in which they begin; those of a cluster follow one another, and each is on a
  /// multiprocessor of its own.
  std::vector<size_t> ctas;
  unsigned resident = 1; // of a multiprocessor at once
  double l1Bytes = 0;    // of the L1 cache, beside shared memory
  // This multiprocessor's share of what all have, in bytes a cycle.
  double l2Share = 32, memoryShare = 16;
  double missFactor = 1;      // on what misses the L2 cache
  double writtenShare = 1;    // of stored bytes, what goes to memory
  TimeTrace *trace = nullptr; // gets who does what when
};

/// Of several multiprocessors that were timed together, for a cluster, what was busy is their mean.
struct ProcessorTime {
  double cycles = 0; // from the first CTA's begin to the last one's end
  std::array<double, stallCount> warpCycles{};
  std::array<double, unitCount> busy{};
  uint64_t instructions = 0, uncounted = 0; // of warps; those of which only the slot is known
  uint64_t l1Sectors = 0, l1Misses = 0;
  double l2Bytes = 0;                  // asked of the L2 cache
  double products = 0;                 // tensor cores' operations, as many of 16-bit numbers as take as long
  std::vector<double> statementCycles; // by machine instruction: cycles that warps stood before it, or for its answer
  Walk::Quality walks;                 // of all warps

  double operator[](Unit unit) const { return busy[static_cast<unsigned>(unit)]; }
};

ProcessorTime timeProcessor(const ProcessorWork &work);

} // namespace tessera::emulator
