// SPDX-License-Identifier: Apache-2.0
// Happens-before over everything that orders memory, and a report for two accesses that nothing orders. The rules are those
// of the PTX memory model as README.md lists them: vector clocks, a second one for what has passed a proxy fence, and a
// shadow cell per byte of shared memory and per 4 bytes of global memory.
//
// Agents are warps and asynchronous operations. Lanes of one warp are told apart only between two warp-level
// synchronizations (README.md says what that misses).
#pragma once

#include "runner/emulator/machine/Memory.h"
#include "runner/emulator/program/Program.h"
#include <memory>
#include <vector>

namespace tessera::emulator {

class Machine;
struct Cta;
struct Step;
struct Warp;

using AgentId = uint32_t;

class Clock;

/// What an acquire learns: lives in barriers, mbarriers and groups. Copies share what they hold.
struct SyncClock {
  std::shared_ptr<const Clock> clock; // null: nothing
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

  // --- accesses; offsets are bytes in the region
  /// Of `access.bytes` bytes at `offsets[lane]` by every lane of `lanes`, all in one region. Also what a strong access means for
  /// order: `access.acquires` and `access.releases`, and fences around it.
  void accessLanes(Step &step, uint32_t lanes, Region region, const uint64_t offsets[warpSize], const Access &access);
  /// One lane's, of any size.
  void access(Step &step, unsigned lane, Region region, uint64_t offset, uint64_t size, const Access &access);
  /// By an asynchronous operation. `AccessKind::atomic` is a strong one (of reductions and of an mbarrier's counting).
  void asyncAccess(AgentId agent, Region region, uint64_t offset, uint64_t size, AccessKind kind, Proxy proxy, AccessSite site);

  // --- order
  /// Barriers: `release` of everyone who arrives, then `acquire` of everyone who leaves. Also those of mbarriers.
  void release(AgentId agent, uint32_t lanes, SyncClock &clock);
  void acquire(AgentId agent, uint32_t lanes, const SyncClock &clock);
  /// Of an arrival that is `.relaxed`: what the lanes' last fence lets it release, nothing without one.
  void releaseRelaxed(AgentId agent, uint32_t lanes, SyncClock &clock);
  /// `bar.warp.sync`: orders the lanes of `mask` among themselves.
  void syncLanes(AgentId agent, uint32_t mask);
  /// `fence.proxy.async` by these lanes, for shared memory, global memory or both.
  void fenceProxyAsync(AgentId agent, uint32_t lanes, bool forShared = true, bool forGlobal = true);
  /// `fence` and `membar`: make the strong accesses around them releases and acquires.
  void fence(AgentId agent, uint32_t lanes, Scope scope);

  // --- asynchronous operations
  /// An operation that these lanes issue: what they know now is before it, what they do later is not. `what` names it in reports
  /// (`TMA load`, `wgmma`, `cp.async`) and is a literal.
  AgentId fork(AgentId issuer, uint32_t lanes, AccessSite site, const char *what);
  /// Releases the accesses that the operation has made so far into `clock`; `readsOnly` for `.read` waits.
  void releaseAsync(AgentId agent, SyncClock &clock, bool readsOnly = false);
  /// The operation makes no more accesses and releases nothing more.
  void endAsync(AgentId agent);

  size_t reportCount() const;

private:
  struct State;
  std::unique_ptr<State> state;
};

} // namespace tessera::emulator
