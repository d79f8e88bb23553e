// SPDX-License-Identifier: Apache-2.0
// What an access of a warp costs: the address unit, shared memory's wavefronts, the L1 cache, and behind it this
// multiprocessor's share of the L2 cache and of memory, as servers that work off bytes in the order in which they come.
#pragma once

#include "runner/emulator/time/CacheSample.h"
#include "runner/emulator/time/Recording.h"
#include "shared/rates/Rates.h"
#include "shared/sass/MachineCode.h"
#include <unordered_map>

namespace tessera::emulator {

struct ProcessorWork;
struct ProcessorTime;
enum class Stall : uint8_t;

class MemoryPath {
public:
  explicit MemoryPath(const ProcessorWork &work);

  struct Answer {
    double result = 0, sources = 0; // when the result is there, and when its registers have been read
    Stall stall{};                  // of who waits
  };
  /// Of an instruction that issues at `now`; without an event no lane executes it.
  Answer access(const sass::MachineInstruction &instruction, const RecordedEvent *event, const CtaRecording &cta,
                double now);
  /// What was busy how long, and what the caches did.
  void report(ProcessorTime &time) const;

private:
  struct Server {
    double free = 0, busy = 0;
    /// When work that begins at `now` at the earliest is done.
    double serve(double now, double cycles) {
      free = (free > now ? free : now) + cycles;
      busy += cycles;
      return free;
    }
  };
  double accessShared(const sass::MachineInstruction &instruction, const RecordedEvent &event, double begin);
  double accessGlobal(const RecordedEvent &event, const CtaRecording &cta, double begin);
  double sourcesRead(const sass::MachineInstruction &instruction, double now) const;

  const ProcessorWork &work;
  const rates::Rates &r;
  Server addresses, shared, l1, l2Port, l2, memory;
  SectorCache cache;
  std::unordered_map<uint32_t, double> owed; // misses of the L2 cache that a statement's accesses have not had yet
  uint64_t l1Sectors = 0, l1Misses = 0;
};

} // namespace tessera::emulator
