// SPDX-License-Identifier: Apache-2.0
// How knowledge moves. A warp has one clock that all of its lanes share, and a lane that learns something alone (it waited on an
// mbarrier, it read a flag) keeps that apart until the lanes synchronize; so one lane's wait orders nothing for the others.

#include "runner/emulator/check/RaceChecker.h"
#include "runner/emulator/check/CheckerState.h"
#include <algorithm>

namespace tessera::emulator {

RaceChecker::RaceChecker(Machine &machine) : state(std::make_unique<State>(machine)) {}
RaceChecker::~RaceChecker() = default;
size_t RaceChecker::reportCount() const { return state->reports; }

// --- agents

AgentId RaceChecker::addWarp(Warp &warp) {
  AgentInfo info;
  const Cta &cta = *warp.cta;
  const uint32_t *grid = state->machine.shape.grid;
  info.warpIndex = warp.index;
  info.cta = cta.index;
  info.ctaNumber = cta.index.x + uint64_t(grid[0]) * (cta.index.y + uint64_t(grid[1]) * cta.index.z);
  info.cluster = cta.cluster->number;
  info.state = std::make_unique<WarpState>();
  info.state->warp = &warp;
  state->agents.push_back(std::move(info));
  return static_cast<AgentId>(state->agents.size() - 1);
}

void RaceChecker::endWarp(AgentId agent) {
  WarpState &warp = state->warpOf(agent);
  const Cta &cta = *warp.warp->cta;
  if (auto end = state->ends.find(&cta); end != state->ends.end()) {
    end->second.clock = join(end->second.clock, warp.common);
    forLanes(warp.withExtra, [&](unsigned lane) { end->second.clock = join(end->second.clock, warp.lanes[lane].extra); });
    if (cta.liveWarps == 0)
      state->reportLeft(cta, end->second);
  }
  state->agents[agent].state.reset();
}

void RaceChecker::endCta(const Cta &cta) {
  state->shared.erase(&cta);
  state->ends.erase(&cta);
  state->lastCta = nullptr;
}

// --- clocks

/// What `lanes` together know, with their own accesses up to now.
ClockPointer RaceChecker::State::makeClock(WarpState &warp, AgentId agent, uint32_t lanes) const {
  ClockPointer clock = warp.common;
  if (lanes == 0)
    return clock;
  forLanes(lanes & warp.withExtra, [&](unsigned lane) { clock = join(clock, warp.lanes[lane].extra); });
  std::vector<ClockEntry> own;
  auto entry = [&](uint64_t key, uint32_t shared, uint32_t global) {
    own.push_back({key, {warp.time, shared, global, shared, global}});
  };
  bool isWhole = (warp.warp->live & ~lanes) == 0;
  uint32_t shared = UINT32_MAX, global = UINT32_MAX; // what all lanes have fenced
  forLanes(lanes, [&](unsigned lane) {
    shared = std::min(shared, warp.lanes[lane].fencedAt[0]);
    global = std::min(global, warp.lanes[lane].fencedAt[1]);
  });
  if (isWhole)
    entry(ClockEntry::keyOf(agent), shared, global);
  forLanes(lanes, [&](unsigned lane) {
    auto [laneShared, laneGlobal] = warp.lanes[lane].fencedAt;
    if (!isWhole || laneShared > shared || laneGlobal > global)
      entry(ClockEntry::keyOf(agent, lane), laneShared, laneGlobal);
  });
  return join(clock, std::make_shared<const Clock>(std::move(own)));
}

/// What a lane's last fence releases when the lane then makes a strong write.
const ClockPointer &RaceChecker::State::getFenceClock(LaneState &lane, AgentId agent, unsigned index) const {
  if (!lane.fenceClock) {
    auto [shared, global] = lane.fencedAt;
    std::vector<ClockEntry> own{{ClockEntry::keyOf(agent, index), {lane.fenceTime, shared, global, shared, global}}};
    lane.fenceClock = join(join(lane.fenceCommon, lane.fenceExtra), std::make_shared<const Clock>(std::move(own)));
  }
  return lane.fenceClock;
}

void RaceChecker::State::learn(WarpState &warp, uint32_t lanes, const ClockPointer &clock) {
  if (!clock)
    return;
  if ((warp.warp->live & ~lanes) == 0) {
    warp.common = join(warp.common, clock);
    forLanes(warp.withExtra, [&](unsigned lane) {
      ClockPointer &extra = warp.lanes[lane].extra;
      if (warp.common->includes(*extra)) {
        extra = nullptr;
        warp.withExtra &= ~(1u << lane);
      }
    });
    return;
  }
  ClockPointer before, after; // lanes often hold the same clock
  forLanes(lanes, [&](unsigned lane) {
    ClockPointer &extra = warp.lanes[lane].extra;
    if (!after || extra != before) {
      before = extra;
      after = join(before, clock);
    }
    extra = after;
    warp.withExtra |= 1u << lane;
  });
}

void RaceChecker::release(AgentId agent, uint32_t lanes, SyncClock &clock) {
  WarpState &warp = state->warpOf(agent);
  clock.clock = join(clock.clock, state->makeClock(warp, agent, lanes));
  ++warp.time;
}

void RaceChecker::releaseRelaxed(AgentId agent, uint32_t lanes, SyncClock &clock) {
  WarpState &warp = state->warpOf(agent);
  forLanes(lanes, [&](unsigned lane) {
    if (LaneState &own = warp.lanes[lane]; own.fenceTime != 0)
      clock.clock = join(clock.clock, state->getFenceClock(own, agent, lane));
  });
}

void RaceChecker::acquire(AgentId agent, uint32_t lanes, const SyncClock &clock) {
  state->learn(state->warpOf(agent), lanes, clock.clock);
}

void RaceChecker::syncLanes(AgentId agent, uint32_t mask) {
  WarpState &warp = state->warpOf(agent);
  mask &= warp.warp->live;
  ClockPointer together = state->makeClock(warp, agent, mask);
  ++warp.time;
  state->learn(warp, mask, together);
}

/// Everything known is fenced from now on; of what operations of this warp did through the generic proxy (`cp.async`), and of
/// the lanes' own accesses, the fence is the accessor's own.
static ClockPointer makeFenced(const ClockPointer &clock, AgentId agent, const std::deque<SlotInfo> &slots, bool shared, bool global) {
  if (!clock)
    return clock;
  std::vector<ClockEntry> entries = clock->all();
  for (ClockEntry &entry : entries) {
    uint32_t seen = entry.times[size_t(Aspect::seen)];
    bool isOwn = entry.agent() & slotBit && slots[entry.agent() & ~slotBit].owner == agent;
    auto raise = [&](Aspect aspect) { entry.times[size_t(aspect)] = std::max(entry.times[size_t(aspect)], seen); };
    if (shared)
      raise(Aspect::fencedShared);
    if (global)
      raise(Aspect::fencedGlobal);
    if (shared && isOwn)
      raise(Aspect::ownFencedShared);
    if (global && isOwn)
      raise(Aspect::ownFencedGlobal);
  }
  auto fenced = std::make_shared<const Clock>(std::move(entries));
  return clock->includes(*fenced) ? clock : fenced;
}

void RaceChecker::fenceProxyAsync(AgentId agent, uint32_t lanes, bool forShared, bool forGlobal) {
  WarpState &warp = state->warpOf(agent);
  bool isWhole = (warp.warp->live & ~lanes) == 0;
  ClockPointer common = makeFenced(warp.common, agent, state->slots, forShared, forGlobal);
  if (isWhole)
    warp.common = common;
  forLanes(lanes, [&](unsigned lane) {
    LaneState &own = warp.lanes[lane];
    ClockPointer extra = makeFenced(own.extra, agent, state->slots, forShared, forGlobal);
    own.extra = isWhole ? extra : join(common, extra);
    if (own.extra)
      warp.withExtra |= 1u << lane;
    if (forShared)
      own.fencedAt[0] = warp.time;
    if (forGlobal)
      own.fencedAt[1] = warp.time;
  });
  ++warp.time;
}

void RaceChecker::fence(AgentId agent, uint32_t lanes, Scope scope) {
  WarpState &warp = state->warpOf(agent);
  forLanes(lanes, [&](unsigned lane) {
    LaneState &own = warp.lanes[lane];
    for (const Released &released : own.pending)
      if (state->isInScope(scope, agent, released.agent))
        state->learn(warp, 1u << lane, released.clock);
    own.pending.clear();
  });
  forLanes(lanes, [&](unsigned lane) {
    LaneState &own = warp.lanes[lane];
    own.fenceTime = warp.time;
    own.fenceScope = scope;
    own.fenceCommon = warp.common;
    own.fenceExtra = own.extra;
    own.fenceClock = nullptr;
  });
  ++warp.time;
}

bool RaceChecker::State::isInScope(Scope scope, uint32_t a, uint32_t b) const {
  const AgentInfo &x = infoOf(a), &y = infoOf(b);
  return scope >= Scope::gpu || (scope == Scope::cluster ? x.cluster == y.cluster : x.ctaNumber == y.ctaNumber);
}

// --- asynchronous operations

AgentId RaceChecker::fork(AgentId issuer, uint32_t lanes, AccessSite, const char *what) {
  WarpState &warp = state->warpOf(issuer);
  uint32_t index;
  if (state->freeOperations.empty()) {
    index = static_cast<uint32_t>(state->operations.size());
    state->operations.emplace_back();
  } else {
    index = state->freeOperations.back();
    state->freeOperations.pop_back();
  }
  OperationInfo &operation = state->operations[index];
  operation = {};
  operation.clock = state->makeClock(warp, issuer, lanes);
  operation.issuer = issuer;
  operation.what = what;
  operation.isInUse = true;
  ++warp.time;
  return index | operationBit;
}

/// A slot whose last operation ended and is known to this one: who learns of this one's accesses may as well know the last one's.
uint32_t RaceChecker::State::borrowSlot(OperationInfo &operation) {
  WarpState *warp = agents[operation.issuer].state.get();
  if (warp)
    for (size_t i = 0; i < warp->slots.size() && i < 64; ++i) {
      uint32_t candidate = warp->slots[i];
      SlotInfo &slot = slots[candidate];
      if (slot.inUse || slot.what != operation.what || operation.clock->findUnknown(candidate | slotBit, 1, slot.lastAccess, Aspect::seen) != 0)
        continue;
      slot.inUse = true;
      ++slot.time;
      return candidate;
    }
  uint32_t index = static_cast<uint32_t>(slots.size());
  slots.push_back({operation.issuer, operation.what, 1, 0, true});
  if (warp)
    warp->slots.insert(warp->slots.begin(), index);
  return index;
}

void RaceChecker::releaseAsync(AgentId agent, SyncClock &clock, bool readsOnly) {
  OperationInfo &operation = state->operations[agent & ~operationBit];
  std::vector<ClockEntry> own;
  auto add = [&](uint32_t index) {
    if (index == 0)
      return;
    SlotInfo &slot = state->slots[index];
    uint32_t fenced = operation.isGeneric ? 0 : slot.time;
    own.push_back({ClockEntry::keyOf(index | slotBit), {slot.time, fenced, fenced, fenced, fenced}});
    ++slot.time;
  };
  add(operation.readSlot);
  if (!readsOnly)
    add(operation.writeSlot);
  if (own.empty())
    return;
  std::sort(own.begin(), own.end(), [](const ClockEntry &a, const ClockEntry &b) { return a.key < b.key; });
  clock.clock = join(clock.clock, std::make_shared<const Clock>(std::move(own)));
}

void RaceChecker::endAsync(AgentId agent) {
  uint32_t index = agent & ~operationBit;
  OperationInfo &operation = state->operations[index];
  for (uint32_t slot : {operation.readSlot, operation.writeSlot})
    if (slot != 0)
      state->slots[slot].inUse = false;
  operation = {};
  state->freeOperations.push_back(index);
}

} // namespace tessera::emulator
