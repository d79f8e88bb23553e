// SPDX-License-Identifier: Apache-2.0
// What an access of a warp costs: the address unit, shared memory's wavefronts, the L1 cache, and behind it this
// multiprocessor's share of the L2 cache and of memory, as servers that work off bytes in the order in which they come;
// and what the copy engine does, which has its own way to them.
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
  /// A copy by the engine that is issued at `now`, or `st.async`: when its source has been read, and when its bytes are
  /// where they go.
  struct Copied {
    double read = 0, done = 0;
  };
  Copied copy(const RecordedEvent &event, const CtaRecording &cta, double now);
  /// Operands of a product that shared memory gives, beside what else it does.
  void readOperands(double cycles) { shared.busy += cycles; }
  /// Adds what was busy how long, and what the caches did.
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
    /// The same of a share of what all multiprocessors have: who did not use it for a while gets up to `ahead` cycles
    /// of it at once, as others have pauses, too. Not at the launch's beginning, when all ask.
    double serveShare(double now, double cycles, double ahead) {
      free = (free > now - ahead ? free : now - ahead) + cycles;
      busy += cycles;
      return free > now ? free : now;
    }
  };
  double accessShared(const sass::MachineInstruction &instruction, const RecordedEvent &event, double begin);
  double accessGlobal(const RecordedEvent &event, const CtaRecording &cta, uint32_t accessBytes, double begin);
  double awaitLine(uint64_t line, double begin) const;
  void keepComing(const std::vector<uint64_t> &lines, double begin, double arrival);
  double accessCluster(const RecordedEvent &event, double begin);
  double sourcesRead(const sass::MachineInstruction &instruction, double now) const;
  /// What the L2 cache and memory take for some sectors, into which a store puts so many bytes: when the last is there,
  /// and the latency on top of that.
  struct Fetch {
    double done = 0, latency = 0;
  };
  Fetch fetch(uint32_t statement, double begin, unsigned sectors, unsigned far, double written);
  bool isFar(uint32_t statement, bool isHit);

  const ProcessorWork &work;
  const rates::Rates &r;
  Server addresses, shared, l1, l2Port, l2, memory, engine, cluster;
  double l2Bytes = 0;
  SectorCache cache;
  std::unordered_map<uint64_t, double> coming; // lines that the L1 cache has asked for, and when they are there
  std::vector<uint64_t> missed;                // of the access that is looked at
  std::unordered_map<uint32_t, double> owed;   // misses of the L2 cache that a statement's accesses have not had yet
  uint64_t l1Sectors = 0, l1Misses = 0;
};

} // namespace tessera::emulator
