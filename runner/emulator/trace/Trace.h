// SPDX-License-Identifier: Apache-2.0
// Who did what when, for timelines. Filled by `machine/Tracing.h` and by what is asynchronous; written as the JSON of
// the timeline view and as a Chrome trace by `TraceJson.h`.
//
// The clock is the cluster's own: each warp executes an instruction a step, all of them side by side, and who waits
// goes on at the step at which what it waits for has happened. What is asynchronous is under way until the schedule
// lets it take effect; under seed 0 that is as late as somebody needs it. An instruction that is tried again, as its
// wait is not over, is no step.
//
// Worked example: warp 0 issues a copy at its step 4 and waits for it; warp 1 runs 20 instructions and stops at a
// barrier. Nobody can go on, so the copy ends at step 20: an event of warp 0 that waits from 5 to 20, although the
// emulator ran one warp after the other.
#pragma once

#include <cstddef>
#include <cstdint>
#include <map>
#include <string>
#include <tuple>
#include <vector>

namespace tessera::emulator {

/// What lies in shared memory: a buffer or mbarriers, in `slots` equal parts where it has slots (0: it has none).
struct TracePlace {
  std::string name;
  uint32_t address = 0, bytes = 0; // of `.shared`, without a CTA's rank
  uint32_t slots = 0;
};

/// When something happened, and the event that brought it about (-1: none is known).
struct TraceMoment {
  uint64_t time = 0;
  int64_t event = -1;
  void join(const TraceMoment &other) {
    if (event < 0 ? other.time >= time : other.time > time)
      *this = other;
  }
};

class Trace {
public:
  /// `wgmma`: a product: wgmmas under way, or a stretch of a warp in which it executes `mma.sync`.
  enum class Kind : uint8_t { run, wait, copy, wgmma, store, barrier };
  struct Event {
    Kind kind = Kind::run;
    uint32_t cta = 0;                  // rank in its cluster
    int32_t warp = -1, warpgroup = -1; // who acts; both -1: a copy engine
    uint64_t begin = 0, end = 0;       // of the trace's unit
    std::string what;                  // `wait full[1], phase 1`, `TMA load`
    uint64_t bytes = 0;                // 0: not told
    uint32_t count = 1;                // instructions that are this event
    int32_t place = -1, slot = -1;     // `place` counts `places`
    int64_t step = -1;                 // how often the place, or its slot, was used before
    int64_t waitsFor = -1;             // of a wait: the event, of this cluster, that ended it
    uint32_t line = 0, ptxLine = 0;    // of the kernel's source and of the PTX; 0: none
  };

  /// What `begin` and `end` count: `steps`, or `ns` of a model of time.
  const char *unit = "steps";
  /// Told by who knows the kernel; may be empty. Sorted by address.
  std::vector<TracePlace> places;
  /// Events beyond it are dropped and counted: whole clusters, the last ones first, as long as there are several.
  size_t limit = 1'000'000;
  uint64_t dropped = 0;
  /// By the cluster's number. An event's number, for `find` and `waitsFor`, counts those of its cluster.
  std::map<uint32_t, std::vector<Event>> clusters;

  /// The event's number; -1 when it is dropped.
  int64_t add(uint32_t cluster, Event event);
  /// Null for -1, and for a cluster that has been dropped.
  Event *find(uint32_t cluster, int64_t number);
  /// One event for all that have the same key: parts of a product, or of a group of copies. `event` begins it.
  using Key = std::tuple<uint32_t, uint64_t, uint64_t, int32_t, int32_t>; // CTA, whose, which, place, slot
  int64_t addPart(uint32_t cluster, const Key &key, Event event);
  /// Fills in what lies at a shared address. False: nobody told, or nothing does.
  bool place(uint32_t address, Event &event) const;
  /// `a[2]: TMA load 16384 B`, `b[0]: wgmma m64n128k16 x 4`, `wait full[1], phase 0`.
  std::string nameEvent(const Event &event) const;
  /// `a[2]`, or `a`.
  std::string namePlace(const Event &event) const;
  size_t size() const { return count; }

private:
  size_t count = 0;
  uint32_t firstDropped = UINT32_MAX; // cluster
  std::map<std::pair<uint32_t, Key>, int64_t> parts;
  std::map<std::tuple<uint32_t, uint32_t, int32_t, int32_t, Kind>, int64_t> uses;
};

} // namespace tessera::emulator
