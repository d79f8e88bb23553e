// SPDX-License-Identifier: Apache-2.0
// Vector clocks of agents: warps and the slots that asynchronous operations borrow. A warp counts its releases; what its lanes
// access between two of them carries the same time. A clock says of every agent up to which time its accesses are known: of all
// of its lanes, or further of one lane. "Known" has three strengths, because a write through the generic proxy is there for the
// async proxy only after a proxy fence:
//
//   seen        ordered before
//   fenced      and a proxy fence lies between, executed by anyone on the way
//   ownFenced   and that fence was the accessing thread's own, before it told anybody
//
// The last two are kept for shared and for global memory apart. Example: lane 3 of agent 7 fences both at its time 4 and arrives
// at a barrier at time 5. Whoever leaves the barrier learns `{7, lane 3}: seen 5, fenced 4, ownFenced 4`.
//
// Clocks never change once they are made and are shared; joining two returns one of them where it can.
#pragma once

#include <array>
#include <cstdint>
#include <memory>
#include <vector>

namespace tessera::emulator {

enum class Aspect : uint8_t { seen, fencedShared, fencedGlobal, ownFencedShared, ownFencedGlobal };
constexpr unsigned aspects = 5;

struct ClockEntry {
  uint64_t key = 0; // agent << 6, plus 0 for all lanes or 1 + lane
  std::array<uint32_t, aspects> times{};

  static uint64_t keyOf(uint32_t agent) { return uint64_t(agent) << 6; }
  static uint64_t keyOf(uint32_t agent, unsigned lane) { return (uint64_t(agent) << 6) + 1 + lane; }
  uint32_t agent() const { return static_cast<uint32_t>(key >> 6); }
  bool isWhole() const { return (key & 63) == 0; }
};

class Clock {
public:
  Clock() = default;
  /// `entries` sorted by key.
  explicit Clock(std::vector<ClockEntry> entries) : entries(std::move(entries)) {}

  /// Those of `lanes` whose accesses at `time` are not known.
  uint32_t findUnknown(uint32_t agent, uint32_t lanes, uint32_t time, Aspect aspect) const;
  /// Nothing in `other` that is not here.
  bool includes(const Clock &other) const;
  const std::vector<ClockEntry> &all() const { return entries; }

private:
  std::vector<ClockEntry> entries;
};

using ClockPointer = std::shared_ptr<const Clock>;

/// What either knows. Null is a clock that knows nothing.
ClockPointer join(const ClockPointer &a, const ClockPointer &b);

} // namespace tessera::emulator
