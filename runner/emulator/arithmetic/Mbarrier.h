// SPDX-License-Identifier: Apache-2.0
// The state of one mbarrier and how each operation changes it. Numbers alone: who waits and what is ordered is elsewhere.
//
//   expected  arrivals that a phase takes       1 … 2^20-1
//   pending   arrivals that are still to come   0 … 2^20-1
//   tx        bytes that are still to come      -(2^20-1) … 2^20-1, negative when they came before they were expected
//
// One rule ends a phase: after every operation, if pending and tx are 0, the phase counter goes up and pending is expected.
//
// Example (init 1; a copy of 512 bytes): arrive.expect_tx 512 leaves pending 0, tx 512, phase 0; complete_tx 256 twice ends it.
//
// A kernel sees the state as the 8 bytes that sm_90 keeps: bit 63 the phase's parity, 62:43 `2^20 - pending`, 42:21 tx,
// 20:1 `2^20 - expected`. The parity and the pending count are all that a program may ask of such a word.
#pragma once

#include <cstdint>
#include <string>

namespace tessera::emulator {

class Mbarrier {
public:
  static constexpr int64_t most = (1 << 20) - 1;

  /// Every operation returns what the manual leaves undefined about it, and has then changed nothing; empty when all is well.
  std::string init(int64_t count);
  std::string arrive(int64_t count = 1);
  /// Tells that `bytes` are to come, then arrives once.
  std::string arriveExpecting(int64_t bytes);
  /// As `arrive`, and later phases expect as many fewer.
  std::string arriveAndDrop(int64_t count = 1);
  std::string arriveDroppingExpecting(int64_t bytes);
  /// As `arrive`, but must not end the phase.
  std::string arriveWithoutCompleting(int64_t count, bool drops = false);
  std::string expectTx(int64_t bytes);
  std::string completeTx(int64_t bytes);
  /// One arrival more is pending: what `cp.async.mbarrier.arrive` without `.noinc` does at its issue.
  std::string addPending();

  /// Phases that have ended. A wait for parity p succeeds when the current phase's parity is another.
  uint64_t phase = 0;
  int64_t expected = 0, pending = 0, tx = 0;

  bool hasEnded(unsigned parity) const { return (phase & 1) != parity; }
  uint64_t encode() const;
  static unsigned getParity(uint64_t word) { return static_cast<unsigned>(word >> 63); }
  static uint32_t getPending(uint64_t word) { return ((1u << 20) - static_cast<uint32_t>(word >> 43 & 0xfffff)) & 0xfffff; }

private:
  std::string checkArrival(int64_t count, int64_t afterTx) const;
  std::string checkTx(int64_t after) const;
  void finishPhase();
};

} // namespace tessera::emulator
