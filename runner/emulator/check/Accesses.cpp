// SPDX-License-Identifier: Apache-2.0
// Accesses against the shadow. Every cell that an access touches is first compared with what it remembers, then remembers the
// access. Two accesses of which one writes must be ordered; two strong ones need not be, if each is in the other's scope and they
// are of one size. An access through the async proxy needs a proxy fence too behind what was done through the generic one.

#include "runner/emulator/check/CheckerState.h"
#include <algorithm>
#include <cstring>

namespace tessera::emulator {

// Marks of a cell; beyond it one is forgotten for each new one. Global memory may be large and read by everybody.
constexpr size_t sharedLimit = 64, globalLimit = 8;

Shadow &RaceChecker::State::shadowOf(const Region &region) {
  if (region.cta) {
    if (region.cta != lastCta) {
      lastCta = region.cta;
      lastShared = &shared[region.cta];
    }
    return *lastShared;
  }
  uint32_t number = region.allocation->number;
  if (number >= global.size())
    global.resize(number + 1);
  if (!global[number])
    global[number] = std::make_unique<Shadow>();
  return *global[number];
}

uint32_t RaceChecker::State::siteNumber(AccessSite site) {
  if (site.function == lastSite.function && site.place == lastSite.place && lastSiteNumber != 0)
    return lastSiteNumber;
  uint64_t key = (reinterpret_cast<uint64_t>(site.function) << 20) ^ site.place;
  auto [it, isNew] = siteNumbers.try_emplace(key, static_cast<uint32_t>(sites.size()));
  if (isNew)
    sites.push_back(site);
  lastSite = site;
  lastSiteNumber = std::min(it->second, Mark::siteMask);
  return lastSiteNumber;
}

// --- order

uint32_t RaceChecker::State::findUnknown(const Accessor &accessor, const Mark &earlier, Aspect aspect) const {
  uint32_t lanes = earlier.lanes;
  if (accessor.common)
    lanes = accessor.common->findUnknown(earlier.agent, lanes, earlier.time, aspect);
  if (lanes != 0 && accessor.extra)
    lanes = accessor.extra->findUnknown(earlier.agent, lanes, earlier.time, aspect);
  return lanes;
}

/// Whether `earlier` is ordered before the access of every one of the accessor's lanes.
bool RaceChecker::State::isOrdered(Accessor &accessor, const Mark &earlier) const {
  const Mark &mark = accessor.mark, &known = accessor.known;
  bool isOwn = earlier.agent == mark.agent;
  if (isOwn && (mark.agent & slotBit))
    return true; // a slot is lent again only to who knows its last operation
  if (isOwn && earlier.lanes == mark.lanes && std::has_single_bit(mark.lanes))
    return true;
  if (known.agent == earlier.agent && known.time == earlier.time && (earlier.lanes & ~known.lanes) == 0)
    return true;
  uint32_t unknown = findUnknown(accessor, earlier, Aspect::seen);
  if (unknown == 0) {
    accessor.known = earlier;
    return true;
  }
  return isOwn && unknown == mark.lanes && std::has_single_bit(unknown);
}

std::optional<RaceKind> RaceChecker::State::compare(Accessor &accessor, const Mark &earlier) const {
  const Mark &mark = accessor.mark;
  if (earlier.agent == 0 || (!earlier.isWrite() && !mark.isWrite()) || earlier.agent == accessor.otherSlot)
    return std::nullopt;
  bool areStrong = earlier.isStrong() && mark.isStrong();
  bool areInScope = areStrong && isInScope(Scope(mark.scope()), mark.agent, earlier.agent) &&
                    isInScope(Scope(earlier.scope()), mark.agent, earlier.agent);
  // Vectors are strong an element each, and reductions of copies too: their whole size says nothing.
  bool areComparable = ((earlier.agent | mark.agent) & slotBit) == 0 && earlier.sizeCode() <= 3 && mark.sizeCode() <= 3;
  if (areInScope && (!areComparable || earlier.sizeCode() == mark.sizeCode()))
    return std::nullopt;
  if (!isOrdered(accessor, earlier))
    return areInScope ? RaceKind::sizes : areStrong ? RaceKind::scope : RaceKind::unordered;
  if (!mark.isAsync() || earlier.isAsync())
    return std::nullopt;
  if (findUnknown(accessor, earlier, accessor.isGlobal ? Aspect::fencedGlobal : Aspect::fencedShared) != 0)
    return RaceKind::unfenced;
  if (earlier.isWrite() && findUnknown(accessor, earlier, accessor.isGlobal ? Aspect::ownFencedGlobal : Aspect::ownFencedShared) != 0)
    return RaceKind::fencedByIssuer;
  return std::nullopt;
}

void RaceChecker::State::check(Accessor &accessor, const Cell &cell, const Region &region, uint64_t offset) {
  auto checkOne = [&](const Mark &earlier) {
    if (auto kind = compare(accessor, earlier))
      report({*kind, earlier, accessor.mark, region, offset});
  };
  checkOne(cell.write);
  if (!cell.hasSet())
    return checkOne(cell.others);
  const std::vector<Mark> &set = sets[cell.others.time];
  for (const Mark &mark : set)
    checkOne(mark);
}

// --- memory of accesses

/// Whether `earlier` need not be remembered beside the accessor's mark: whoever is ordered behind that is behind `earlier` too.
bool RaceChecker::State::isCovered(Accessor &accessor, const Mark &earlier) const {
  const Mark &mark = accessor.mark;
  // What is strong races with fewer others.
  if (earlier.isAsync() != mark.isAsync() || (earlier.isWrite() && !mark.isWrite()) || (mark.isStrong() && !earlier.isStrong()))
    return false;
  if (earlier.isStrong() && earlier.isWrite() && (earlier.scope() > mark.scope() || !mark.isStrong()))
    return isOrdered(accessor, earlier);
  return (earlier.agent == mark.agent && (earlier.lanes & ~mark.lanes) == 0) || isOrdered(accessor, earlier);
}

void RaceChecker::State::clearOthers(Cell &cell) {
  if (cell.hasSet())
    sets.give(cell.others.time);
  cell.others = {};
}

static bool mergeInto(Mark &mark, const Mark &other) {
  if (mark.agent != other.agent || mark.time != other.time || mark.bits != other.bits)
    return false;
  mark.lanes |= other.lanes;
  return true;
}

void RaceChecker::State::remember(Accessor &accessor, Cell &cell) {
  const Mark &mark = accessor.mark;
  if (mark.isWrite()) {
    auto areAllCovered = [&](const auto &marks) {
      return std::all_of(marks.begin(), marks.end(), [&](const Mark &m) { return isCovered(accessor, m); });
    };
    bool replaces = !mark.isStrong();
    if (!replaces && (cell.write.agent == 0 || isCovered(accessor, cell.write)))
      replaces = cell.hasSet() ? areAllCovered(sets[cell.others.time])
                               : cell.others.agent == 0 || isCovered(accessor, cell.others);
    if (replaces) {
      if (!mergeInto(cell.write, mark))
        cell.write = mark;
      if (cell.others.agent != 0)
        clearOthers(cell);
      return;
    }
  }
  if (cell.hasSet())
    return rememberInSet(accessor, cell);
  if (cell.others.agent == 0 || (!mergeInto(cell.others, mark) && isCovered(accessor, cell.others))) {
    cell.others = mark;
  } else if (cell.others.agent != mark.agent || cell.others.time != mark.time || cell.others.bits != mark.bits) {
    uint32_t index = sets.take();
    sets[index] = {cell.others, mark};
    cell.others = {};
    cell.others.agent = Cell::setAgent;
    cell.others.time = index;
  }
}

void RaceChecker::State::rememberInSet(Accessor &accessor, Cell &cell) {
  std::vector<Mark> &set = sets[cell.others.time];
  for (size_t i = set.size(); i-- > 0;)
    if (mergeInto(set[i], accessor.mark))
      return;
  if (set.size() < 8 || std::has_single_bit(set.size())) // a look at all, not each time
    std::erase_if(set, [&](const Mark &mark) { return isCovered(accessor, mark); });
  size_t limit = accessor.isGlobal ? globalLimit : sharedLimit;
  if (set.size() < limit)
    set.push_back(accessor.mark);
  else
    set[accessor.mark.agent % limit] = accessor.mark;
}

// --- accesses of warps

static uint32_t flagsOf(AccessKind kind, bool isStrong, Scope scope, bool isAsync, uint64_t bytes) {
  uint32_t bits = (kind != AccessKind::read ? Mark::isWriteBit : 0) | (isAsync ? Mark::isAsyncBit : 0);
  if (isStrong)
    bits |= Mark::isStrongBit | uint32_t(scope) << Mark::scopeShift | uint32_t(std::bit_width(bytes) - 1) << Mark::sizeShift;
  return bits;
}

Accessor RaceChecker::State::makeAccessor(Step &step, const Access &access, const Region &region) {
  Accessor accessor;
  const WarpState &warp = warpOf(step.warp.agent);
  accessor.mark.agent = step.warp.agent;
  accessor.mark.time = warp.time;
  accessor.mark.bits = flagsOf(access.kind, access.isStrong || access.kind == AccessKind::atomic, access.scope, false, access.bytes) |
                       siteNumber({&step.function(), step.instruction->place});
  accessor.common = warp.common.get();
  accessor.isGlobal = region.allocation;
  return accessor;
}

void RaceChecker::State::setLane(Accessor &accessor, WarpState &warp, unsigned lane) const {
  accessor.mark.lanes = 1u << lane;
  if ((warp.withExtra | (accessor.extra ? 1u << lane : 0)) >> lane & 1) {
    accessor.extra = warp.lanes[lane].extra.get();
    accessor.known = {};
  }
}

/// Another CTA's shared memory must still be there.
void RaceChecker::State::noteRemote(Step &step, uint32_t lanes, const Region &region, AccessKind kind) {
  if (!region.cta || region.cta == &step.cta)
    return;
  CtaEnd::Touch &touch = ends[region.cta].touches[step.warp.agent];
  uint32_t time = warpOf(step.warp.agent).time;
  touch = {time, touch.time == time ? touch.lanes | lanes : lanes, {&step.function(), step.instruction->place}, kind};
}

/// How the lanes' ranges lie: all at one place, side by side in order, apart in order, or anyhow.
enum class Pattern : uint8_t { uniform, contiguous, apart, any };

static Pattern findPattern(uint32_t lanes, const uint64_t offsets[warpSize], uint64_t bytes) {
  uint64_t first = offsets[std::countr_zero(lanes)], end = 0;
  bool isUniform = true, isContiguous = lanes == 0xffffffffu, isApart = true;
  forLanes(lanes, [&](unsigned lane) {
    isUniform &= offsets[lane] == first;
    isContiguous &= end == 0 || offsets[lane] == end;
    isApart &= offsets[lane] >= end;
    end = offsets[lane] + bytes;
  });
  return isUniform ? Pattern::uniform : isContiguous ? Pattern::contiguous : isApart ? Pattern::apart : Pattern::any;
}

void RaceChecker::accessLanes(Step &step, uint32_t lanes, Region region, const uint64_t offsets[warpSize], const Access &access) {
  WarpState &warp = state->warpOf(step.warp.agent);
  Shadow &shadow = state->shadowOf(region);
  Accessor accessor = state->makeAccessor(step, access, region);
  auto both = [&](Cell &cell, uint64_t offset) {
    state->check(accessor, cell, region, offset);
    state->remember(accessor, cell);
  };
  state->noteRemote(step, lanes, region, access.kind);
  uint64_t bytes = access.bytes;
  Pattern pattern = findPattern(lanes, offsets, bytes);
  uint64_t first = offsets[std::countr_zero(lanes)];
  if (pattern == Pattern::uniform && (warp.withExtra & lanes) == 0) {
    accessor.mark.lanes = lanes;
    shadow.forRange(first, bytes, bytes, state->sets, both);
  } else if (pattern == Pattern::contiguous && std::has_single_bit(bytes)) {
    unsigned shift = static_cast<unsigned>(std::countr_zero(bytes));
    shadow.forRange(first, bytes * warpSize, bytes, state->sets, [&](Cell &cell, uint64_t offset) {
      state->setLane(accessor, warp, static_cast<unsigned>((offset - first) >> shift));
      both(cell, offset);
    });
  } else if (pattern != Pattern::any || accessor.mark.isStrong()) {
    forLanes(lanes, [&](unsigned lane) {
      state->setLane(accessor, warp, lane);
      shadow.forRange(offsets[lane], bytes, bytes, state->sets, both);
    });
  } else { // lanes of one instruction do not race among themselves: all are compared before the first is remembered
    forLanes(lanes, [&](unsigned lane) {
      state->setLane(accessor, warp, lane);
      shadow.forRange(offsets[lane], bytes, bytes, state->sets,
                      [&](Cell &cell, uint64_t offset) { state->check(accessor, cell, region, offset); });
    });
    forLanes(lanes, [&](unsigned lane) {
      state->setLane(accessor, warp, lane);
      shadow.forRange(offsets[lane], bytes, bytes, state->sets, [&](Cell &cell, uint64_t) { state->remember(accessor, cell); });
    });
  }
  if (!accessor.mark.isStrong())
    return;
  if (pattern == Pattern::uniform)
    return state->orderStrong(step.warp.agent, lanes, shadow, first, access);
  forLanes(lanes, [&](unsigned lane) { state->orderStrong(step.warp.agent, 1u << lane, shadow, offsets[lane], access); });
}

void RaceChecker::access(Step &step, unsigned lane, Region region, uint64_t offset, uint64_t size, const Access &access) {
  WarpState &warp = state->warpOf(step.warp.agent);
  Shadow &shadow = state->shadowOf(region);
  Accessor accessor = state->makeAccessor(step, access, region);
  state->setLane(accessor, warp, lane);
  state->noteRemote(step, 1u << lane, region, access.kind);
  uint64_t unit = std::has_single_bit(size) ? size : uint64_t(1) << std::countr_zero(size | 16);
  shadow.forRange(offset, size, unit, state->sets, [&](Cell &cell, uint64_t at) {
    state->check(accessor, cell, region, at);
    state->remember(accessor, cell);
  });
  if (accessor.mark.isStrong())
    state->orderStrong(step.warp.agent, 1u << lane, shadow, offset, access);
}

// --- strong accesses as messages

/// One entry for all releases that the same readers may learn from.
void RaceChecker::State::addReleased(std::vector<Released> &list, Released released) const {
  for (Released &old : list)
    if (old.scope == released.scope && isInScope(Scope(old.scope), old.agent, released.agent)) {
      old.clock = join(old.clock, released.clock);
      return;
    }
  list.push_back(std::move(released));
}

/// PTX's release and acquire patterns: a releasing write, or a fence and then a strong write, is learned of by an acquiring read
/// that sees it, or by a strong read and then a fence. Read-modify-writes in between keep what was released before them.
void RaceChecker::State::orderStrong(AgentId agent, uint32_t lanes, Shadow &shadow, uint64_t offset, const Access &access) {
  WarpState &warp = warpOf(agent);
  auto found = shadow.released.empty() ? shadow.released.end() : shadow.released.find(offset);
  if (access.kind != AccessKind::write && access.isRead && found != shadow.released.end())
    for (const Released &released : found->second) {
      if (!isInScope(Scope(released.scope), agent, released.agent) || !isInScope(access.scope, agent, released.agent))
        continue;
      if (access.acquires)
        learn(warp, lanes, released.clock);
      else
        forLanes(lanes, [&](unsigned lane) { addReleased(warp.lanes[lane].pending, released); });
    }
  if (access.kind == AccessKind::read)
    return;
  std::vector<Released> fresh;
  if (access.releases) {
    fresh.push_back({makeClock(warp, agent, lanes), uint8_t(access.scope), agent});
    ++warp.time;
  } else {
    forLanes(lanes, [&](unsigned lane) {
      LaneState &own = warp.lanes[lane];
      if (own.fenceTime != 0)
        addReleased(fresh, {getFenceClock(own, agent, lane), uint8_t(std::min(own.fenceScope, access.scope)), agent});
    });
  }
  if (access.kind == AccessKind::write && found != shadow.released.end())
    found->second.clear();
  if (!fresh.empty()) {
    std::vector<Released> &list = shadow.released[offset];
    for (Released &released : fresh)
      addReleased(list, std::move(released));
  }
}

// --- accesses of operations

void RaceChecker::asyncAccess(AgentId agent, Region region, uint64_t offset, uint64_t size, AccessKind kind, Proxy proxy,
                              AccessSite site) {
  if (size == 0)
    return;
  OperationInfo &operation = state->operations[agent & ~operationBit];
  uint32_t &slot = kind == AccessKind::read ? operation.readSlot : operation.writeSlot;
  if (slot == 0)
    slot = state->borrowSlot(operation);
  operation.isGeneric |= proxy == Proxy::generic && kind != AccessKind::atomic;
  SlotInfo &info = state->slots[slot];
  info.lastAccess = info.time;
  if (region.cta && proxy == Proxy::async && std::strcmp(operation.what, "wgmma") != 0)
    state->ends[region.cta].touches[slot | slotBit] = {info.time, 1, site, kind};
  Accessor accessor;
  accessor.mark = {slot | slotBit, info.time, 1,
                   flagsOf(kind, kind == AccessKind::atomic, Scope::gpu, proxy == Proxy::async, size) | state->siteNumber(site)};
  uint32_t other = kind == AccessKind::read ? operation.writeSlot : operation.readSlot;
  accessor.otherSlot = other ? other | slotBit : 0;
  accessor.common = operation.clock.get();
  accessor.isGlobal = region.allocation;
  Shadow &shadow = state->shadowOf(region);
  shadow.forRange(offset, size, 16, state->sets, [&](Cell &cell, uint64_t at) {
    state->check(accessor, cell, region, at);
    state->remember(accessor, cell);
  });
}

} // namespace tessera::emulator
