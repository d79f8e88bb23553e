// SPDX-License-Identifier: Apache-2.0
// The live mbarriers of a CTA. Their states are here; the 8 bytes in shared memory hold the word of `Mbarrier::encode`, which
// programs may not look inside, and by which an mbarrier that something else wrote over is noticed.
//
// What the arrivals of a phase have released lies in `clocks[phase & 1]`: only the current phase and the one before it may be
// asked about.
#pragma once

#include "runner/emulator/arithmetic/Mbarrier.h"
#include "runner/emulator/machine/Machine.h"

namespace tessera::emulator {

/// Where a shared address leads: `offset` is into `Cta::shared.bytes`.
struct SharedPlace {
  Cta *cta = nullptr;
  uint32_t offset = 0;
  /// As a kernel sees it: rank and offset.
  uint32_t address() const { return static_cast<uint32_t>(cta->rank) << 24 | (offset + sharedBase); }
};

/// `0x1f`.
std::string hexText(uint64_t value);
/// `host` points into the shared memory of a CTA of the cluster.
SharedPlace locateShared(const Cta &near, const uint8_t *host);
/// The name of the variable that `address` (without its rank) is in, as "`full+8`"; empty without one.
std::string nameShared(const Program &program, uint32_t address);

struct LiveMbarrier {
  Mbarrier state;
  SyncClock clocks[2];
  TraceMoment latest, ended[2]; // for the trace: the latest arrival of this phase; when phases of either parity ended
  AccessSite initialized;       // where
  /// Lanes that have asked for a phase that had not ended.
  struct Waiter {
    const Warp *warp = nullptr;
    uint32_t lanes = 0;
    uint64_t phase = 0;  // the one they wait for
    uint64_t stalls = 0; // `AsyncEngine::stalls` when they were parked
    uint32_t polls = 0;  // questions in a row that were answered "not yet"
    bool isParked = false;
  };
  std::vector<Waiter> waiters;
};

class Mbarriers {
public:
  LiveMbarrier *find(uint32_t offset);
  /// One that shares a byte with [offset, offset + size); `at` is where it begins. Null without one.
  LiveMbarrier *findOverlap(uint32_t offset, uint64_t size, uint32_t &at);
  std::map<uint32_t, LiveMbarrier> live; // by offset

  /// Tells shared memory which bytes ordinary accesses may not touch: after every change of `live`.
  void guard(SharedMemory &shared) const;
};

/// "`full+8` at 0x408" or "0x408".
std::string describeMbarrier(const Program &program, SharedPlace place);
/// `describeMbarrier` of one that lives in [offset, offset + size); empty without one.
std::string nameMbarrier(Cta &cta, uint32_t offset, uint64_t size);
/// What the current phase still needs: "1 of 2 arrivals and 512 bytes".
std::string describeNeeds(const Mbarrier &state);
/// For the report of a launch that stands still: all of the mbarrier at the kernel's `address`, of which `phase` is waited for.
std::string describeMbarrierWait(const Cta &cta, uint64_t address, uint64_t phase);

/// What is wrong with an operation on the mbarrier at `place`: none lives there, or its word was written over. Empty: nothing,
/// and `found` is it.
std::string findMbarrier(SharedPlace place, LiveMbarrier *&found);
/// Writes the word of an mbarrier that was changed, and wakes who may wait when its phase has ended since `phaseBefore`.
void publishMbarrier(SharedPlace place, LiveMbarrier &barrier, uint64_t phaseBefore);

} // namespace tessera::emulator
