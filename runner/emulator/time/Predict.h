// SPDX-License-Identifier: Apache-2.0
// A launch's time on a card, from its PTX: the emulator executes it and records (Recording.h), one multiprocessor is
// timed instruction by instruction (Processor.h), and the card is as many of them as share its L2 cache and memory.
// A prediction of a model, never a GPU's time; README.md says how it was checked and what it does not know.
#pragma once

#include "runner/emulator/time/Clock.h"
#include "runner/emulator/time/Processor.h"
#include "runner/emulator/trace/Trace.h"
#include "shared/rates/Cards.h"

namespace tessera::emulator {

/// Changes whenever a prediction may: told beside each.
constexpr std::string_view timeModel = "6";

/// What stands on a multiprocessor at once, and what limits it.
struct Residency {
  unsigned ctas = 1;
  std::string limit; // `registers`
};
Residency findResidency(const rates::Rates &rates, uint32_t threads, uint32_t registers, uint32_t sharedBytes);

struct TimePrediction {
  double microseconds = 0;  // from the first CTA's begin to the last one's end
  double low = 0, high = 0; // by the clock: at its highest, and at the lower of the vendor's peaks' and `clock`
  double cycles = 0;
  double clock = 0;              // MHz
  double power = 0;              // W drawn at it; 0: not known
  bool isFixed = false;          // the clock was given
  double launchMicroseconds = 0; // more where one launch follows the other
  std::string limit;             // what was busiest, with what was nearly as busy; or `latency`
  double limitShare = 0;         // of the time
  Residency residency;
  uint64_t ctas = 0, processors = 0, timed = 0; // of the launch; that have any; CTAs that were timed
  uint64_t executed = 0;                        // CTAs that were executed, from which the others' cache is known
  double sampleDeviation = 0;          // of the time, relative, for that: one standard deviation; 0: all were executed
  double memoryBytes = 0, l2Bytes = 0; // of the launch
  ProcessorTime processor;             // of the one that has the most CTAs
  std::string doubts;                  // what makes it less sure; empty: nothing
};

/// Bytes of `.shared` variables that the kernel itself has, and the module for all of its kernels.
uint32_t countStaticShared(const ptx::Module &module, const ptx::Function &kernel);

/// Whether a cluster of the launch (a CTA where there are none) is on the multiprocessors that are timed: what a
/// recorder should want. Clusters of `ctas` CTAs go to multiprocessors in turn.
bool isTimed(uint64_t cluster, unsigned ctas, const rates::Card &card);

/// The card's L2 cache, of which a recording must have a sample.
CacheShape getCacheShape(const rates::Card &card, const rates::Rates &rates);

/// At `fixedClock` MHz; 0: at the one that the card keeps under this load. Nothing, with the reason in `error`, for
/// what the model has no time of.
std::optional<TimePrediction> predictTime(const WalkPlan &plan, const Recording &recording, const rates::Card &card,
                                          const rates::Rates &rates, double fixedClock, std::string &error);

/// The same launch's timeline at the prediction's clock: who did what when, in nanoseconds, of the CTAs that are timed.
void traceTime(const WalkPlan &plan, const ptx::Module &module, const Recording &recording, const rates::Card &card,
               const rates::Rates &rates, const TimePrediction &prediction, Trace &trace);

} // namespace tessera::emulator
