// SPDX-License-Identifier: Apache-2.0
// Happens-before over everything that orders memory, and a report for two accesses that nothing orders. The rules are those
// of the PTX memory model as README.md lists them: vector clocks, a second one for what has passed a proxy fence, and a
// shadow cell per byte of shared memory and per 4 bytes of global memory.
//
// Agents are warps and asynchronous operations. Lanes of one warp are told apart only between two warp-level
// synchronizations (README.md says what that misses).
#pragma once

#include "runner/emulator/machine/Memory.h"
#include <memory>
#include <vector>

namespace tessera::emulator {

class Machine;
struct Cta;
struct Step;
struct Warp;
struct Function;

using AgentId = uint32_t;

/// What an acquire learns: lives in barriers, mbarriers, groups and strong memory cells.
struct SyncClock {
  struct Part;
  std::shared_ptr<Part> part; // null: nothing
};

/// Memory as the checker names it: shared memory of a CTA, or an allocation.
struct Region {
  const Cta *cta = nullptr;
  const Allocation *allocation = nullptr;
};

/// Where an access was made: for the second line of a report.
struct AccessSite {
  const Function *function = nullptr;
  uint32_t place = 0;
};

class RaceChecker {
public:
  explicit RaceChecker(Machine &machine);
  ~RaceChecker();

  AgentId addWarp(Warp &warp);
  void endWarp(AgentId agent);
  void endCta(const Cta &cta);

  // --- accesses. `lanes` are those of the warp that touch `[offset + lane…]`; offsets are in the region.
  void access(Step &step, unsigned lane, Region region, uint64_t offset, uint64_t size, const Access &access);
  void asyncAccess(AgentId agent, Region region, uint64_t offset, uint64_t size, AccessKind kind, Proxy proxy, AccessSite site);

  // --- order
  /// Bar.sync and its kin: `arrive` for every warp, then `leave`. Also releases and acquires of mbarriers and atomics.
  void release(AgentId agent, uint32_t lanes, SyncClock &clock);
  void acquire(AgentId agent, uint32_t lanes, const SyncClock &clock);
  /// Warp-level: bar.warp.sync and bar.sync order the lanes of `mask` among themselves.
  void syncLanes(AgentId agent, uint32_t mask);
  /// fence.proxy.async by these lanes.
  void fenceProxyAsync(AgentId agent, uint32_t lanes);
  /// A fence of scope cta or wider: makes the strong accesses around it releases and acquires.
  void fence(AgentId agent, uint32_t lanes);

  // --- asynchronous operations
  AgentId fork(AgentId issuer, uint32_t lanes, AccessSite site, const char *what);
  /// Releases the operation's own accesses into `clock`; `readsOnly` for `.read` waits.
  void releaseAsync(AgentId agent, SyncClock &clock, bool readsOnly = false);
  void endAsync(AgentId agent);

private:
  struct State;
  std::unique_ptr<State> state;
};

} // namespace tessera::emulator
