// SPDX-License-Identifier: Apache-2.0
// A timeline of the CTAs that are timed, in nanoseconds of the model: when warps ran and for what they stood still,
// when the tensor cores multiplied, when copies were under way. It takes the place of the emulator's steps, which are
// no time. Nothing of it is measured.
#pragma once

#include "runner/emulator/sass/Statements.h"
#include "runner/emulator/time/Processor.h"
#include "runner/emulator/trace/Trace.h"

namespace tessera::emulator {

class TimeTrace {
public:
  /// Events go to `trace`, whose `places` say what lies where in shared memory. `clock` in MHz.
  TimeTrace(Trace &trace, const ptx::Module &module, const WalkPlan &plan, double clock);

  /// A warp or a warpgroup of a CTA.
  struct Who {
    uint32_t cluster = 0, rank = 0;
    unsigned number = 0;
  };
  /// Of a warp: what it does now, from `begin` on, until it waits.
  struct Stretch {
    double begin = 0;
    uint32_t instruction = 0, count = 0; // the first one's number in the machine code
  };

  /// Cycles in which a warp did not issue, because of `cause`, before the machine instruction or for the answer of one.
  /// Short ones belong to what it does. `address` of what it asked in shared memory; 0: nothing.
  void wait(const Who &warp, Stretch &stretch, Stall cause, uint32_t instruction, uint32_t address, double begin,
            double end);
  void endWarp(const Who &warp, Stretch &stretch, double now);
  /// Products that follow one another without a pause, at one place, are one event.
  void multiply(const Who &warpgroup, const RecordedEvent &event, double begin, double end);
  void copy(const Who &warp, const RecordedEvent &event, double begin, double end);

private:
  uint64_t toNanoseconds(double cycles) const;
  void fillLines(Trace::Event &event, uint32_t statement) const;
  void run(const Who &warp, Stretch &stretch, double end);

  Trace &trace;
  const ptx::Module &module;
  const WalkPlan &plan;
  const StatementNumbers numbers;
  const double clock;
  std::map<std::tuple<uint32_t, uint32_t, unsigned>, std::pair<int64_t, double>> products; // the last one, and its end
};

} // namespace tessera::emulator
