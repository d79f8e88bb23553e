// SPDX-License-Identifier: Apache-2.0
// What the race checker keeps: agents with their clocks, operations in flight, shadows of memory. RaceChecker.cpp moves clocks,
// Accesses.cpp compares accesses with the shadow, RaceReport.cpp says what it found.
#pragma once

#include "runner/emulator/check/RaceChecker.h"
#include "runner/emulator/check/Shadow.h"
#include "runner/emulator/machine/Machine.h"
#include <array>
#include <bit>
#include <deque>
#include <optional>
#include <set>
#include <unordered_map>

namespace tessera::emulator {

constexpr uint32_t slotBit = 0x40000000u;      // agents that operations borrow
constexpr uint32_t operationBit = 0x80000000u; // `AgentId`s of operations

template <typename Visit> void forLanes(uint32_t lanes, Visit visit) {
  for (; lanes != 0; lanes &= lanes - 1)
    visit(static_cast<unsigned>(std::countr_zero(lanes)));
}

/// Of a lane: what only it knows, and what its fences and strong accesses have prepared.
struct LaneState {
  ClockPointer extra;                          // beyond the warp's common clock
  std::array<uint32_t, 2> fencedAt{};          // its own accesses up to this time are fenced: shared, global
  uint32_t fenceTime = 0;                      // of the last fence; 0: none
  Scope fenceScope = Scope::cta;
  ClockPointer fenceCommon, fenceExtra;        // what it knew then
  ClockPointer fenceClock;                     // both with its own accesses, when a strong write has asked for it
  std::vector<Released> pending;               // seen by strong reads, learned at the next fence
};

/// A warp that runs.
struct WarpState {
  Warp *warp = nullptr;
  ClockPointer common; // all lanes know it
  uint32_t time = 1;
  uint32_t withExtra = 0; // lanes whose `extra` is not null
  std::array<LaneState, warpSize> lanes;
  std::vector<uint32_t> slots; // that its operations borrow
};

/// A warp or a slot, for as long as memory remembers it.
struct AgentInfo {
  uint32_t warpIndex = 0;
  Dim3 cta;
  uint64_t ctaNumber = 0, cluster = 0;
  std::unique_ptr<WarpState> state; // null after its end
};

struct SlotInfo {
  uint32_t owner = 0; // the issuing warp
  const char *what = "";
  uint32_t time = 0, lastAccess = 0;
  bool inUse = false;
};

struct OperationInfo {
  ClockPointer clock;
  uint32_t issuer = 0;
  const char *what = "";
  uint32_t readSlot = 0, writeSlot = 0; // 0: not borrowed yet
  bool isGeneric = false;               // made an access through the generic proxy
  bool isInUse = false;
};

/// Until all warps of a CTA have ended: what they know, and who has touched its shared memory from outside: copies, threads of other
/// CTAs. Whom nobody has waited for by then may as well come later.
struct CtaEnd {
  struct Touch {
    uint32_t time = 0, lanes = 0;
    AccessSite site;
    AccessKind kind = AccessKind::read;
  };
  ClockPointer clock;
  std::map<uint32_t, Touch> touches; // the last one of an agent
};

/// Why two accesses race.
enum class RaceKind : uint8_t { unordered, unfenced, fencedByIssuer, scope, sizes };

/// Who makes an access, while it is compared.
struct Accessor {
  Mark mark;
  const Clock *common = nullptr, *extra = nullptr; // what it knows
  uint32_t otherSlot = 0; // of the same operation
  bool isGlobal = false;
  // The last mark that was found ordered before all of `mark`: the next is often the same.
  Mark known;
};

struct RaceFinding {
  RaceKind kind = RaceKind::unordered;
  Mark earlier, later;
  Region region;
  uint64_t offset = 0;
};

struct RaceChecker::State {
  explicit State(Machine &machine) : machine(machine) {}

  Machine &machine;
  std::deque<AgentInfo> agents{1}; // 0 is nobody
  std::deque<SlotInfo> slots{1};
  std::deque<OperationInfo> operations{1};
  std::vector<uint32_t> freeOperations;
  MarkSets sets;
  std::unordered_map<const Cta *, Shadow> shared;
  std::unordered_map<const Cta *, CtaEnd> ends;
  const Cta *lastCta = nullptr;
  Shadow *lastShared = nullptr;
  std::vector<std::unique_ptr<Shadow>> global; // by `Allocation::number`
  std::vector<AccessSite> sites{{}};
  std::unordered_map<uint64_t, uint32_t> siteNumbers;
  AccessSite lastSite;
  uint32_t lastSiteNumber = 0;
  std::set<std::tuple<uint64_t, uint64_t, RaceKind>> reported; // by `lineOf`
  size_t reports = 0;

  WarpState &warpOf(AgentId agent) { return *agents[agent].state; }
  Shadow &shadowOf(const Region &region);
  uint32_t siteNumber(AccessSite site);
  const AgentInfo &infoOf(uint32_t agent) const { return agents[agent & slotBit ? slots[agent & ~slotBit].owner : agent]; }

  // clocks
  ClockPointer makeClock(WarpState &warp, AgentId agent, uint32_t lanes) const;
  const ClockPointer &getFenceClock(LaneState &lane, AgentId agent, unsigned index) const;
  void learn(WarpState &warp, uint32_t lanes, const ClockPointer &clock);
  bool isInScope(Scope scope, uint32_t a, uint32_t b) const;
  uint32_t borrowSlot(OperationInfo &operation);

  // accesses
  void noteRemote(Step &step, uint32_t lanes, const Region &region, AccessKind kind);
  Accessor makeAccessor(Step &step, const Access &access, const Region &region);
  uint32_t findUnknown(const Accessor &accessor, const Mark &earlier, Aspect aspect) const;
  bool isOrdered(Accessor &accessor, const Mark &earlier) const;
  std::optional<RaceKind> compare(Accessor &accessor, const Mark &earlier) const;
  void check(Accessor &accessor, const Cell &cell, const Region &region, uint64_t offset);
  void remember(Accessor &accessor, Cell &cell);
  void rememberInSet(Accessor &accessor, Cell &cell);
  void clearOthers(Cell &cell);
  bool isCovered(Accessor &accessor, const Mark &earlier) const;
  void setLane(Accessor &accessor, WarpState &warp, unsigned lane) const;
  void orderStrong(AgentId agent, uint32_t lanes, Shadow &shadow, uint64_t offset, const Access &access);
  void addReleased(std::vector<Released> &list, Released released) const;

  // reports
  void report(const RaceFinding &finding);
  void reportLeft(const Cta &cta, const CtaEnd &end);
  uint64_t lineOf(AccessSite site) const;
  std::string describeAgent(const Mark &mark) const;
  std::string describeMemory(const RaceFinding &finding) const;
  std::string describeWayOut(const RaceFinding &finding) const;
};

} // namespace tessera::emulator
