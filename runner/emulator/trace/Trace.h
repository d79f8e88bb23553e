// SPDX-License-Identifier: Apache-2.0
// Who did what when, in steps (warp instructions of the whole launch), for timelines. Filled by the machine and the families
// of asynchronous instructions; written as the JSON of the timeline view and as a Chrome trace by `TraceJson.h`.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

namespace tessera::emulator {

class Trace {
public:
  enum class Kind : uint8_t { run, wait, copy, wgmma, store, barrier };
  struct Event {
    Kind kind = Kind::run;
    uint32_t cluster = 0, cta = 0;   // cta: rank in its cluster
    int32_t warp = -1;               // -1: a copy engine
    uint64_t begin = 0, end = 0;     // steps
    std::string name;                // `wait mbarrier 0x2400, phase 1`, `TMA load 16384 B`
    uint32_t line = 0, ptxLine = 0;  // of the kernel's source and of the PTX; 0: none
  };
  std::vector<Event> events;
  size_t limit = 1'000'000; // events beyond it are dropped and counted
  uint64_t dropped = 0;

  void add(Event event) {
    if (events.size() < limit)
      events.push_back(std::move(event));
    else
      ++dropped;
  }
};

} // namespace tessera::emulator
