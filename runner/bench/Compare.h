// SPDX-License-Identifier: Apache-2.0
// A program against its baseline, kernel by kernel, and the one verdict that CI acts on.
#pragma once

#include "runner/bench/Interleave.h"
#include "runner/bench/Program.h"

namespace tessera::runner::bench {

struct MetricChange {
  std::string name, unit;
  double before = 0, after = 0;
  bool isCause = false; // of a verdict that is not `same`
};

/// `kernel` of both, or of one of them only: then `verdict` is `same`, and `whatElse` says so.
struct Comparison {
  std::string kernel;
  SourceRange range;
  Verdict verdict = Verdict::same;
  std::string whatElse; // in words, may be empty
  std::string peer;     // the library's call that is the baseline, where it is one
  bool isSameKernel = false; // both compute and launch the same: what differs is the compiler, or the machine
  std::vector<MetricChange> changes;
  std::optional<Shift> shift; // of measured times' logarithms
  double p = 1;               // adjusted for all kernels
};

struct CompareOptions {
  double countThreshold = 0.01; // counts and predictions are exact: what changes by less is still not worth a word
  JudgeOptions times;
};

/// By counts and predictions. Where they contradict each other, a prediction that changed by the threshold decides;
/// where there is none, the verdict is `inconclusive`.
std::vector<Comparison> compareCounts(const ProgramCosts &before, const ProgramCosts &after,
                                      const CompareOptions &options);
/// By times; `paired` is of the kernels of `after` that `before` has too, in the order of `after`.
std::vector<Comparison> compareTimes(const ProgramCosts &before, const ProgramCosts &after,
                                     const std::vector<PairedTimes> &paired, const CompareOptions &options);
/// The same where the samples were not taken in turn.
std::vector<Comparison> compareSamples(const ProgramCosts &before, const ProgramCosts &after,
                                       const CompareOptions &options);

/// Of several: the one that matters most.
Verdict getWorst(const std::vector<Verdict> &verdicts);

} // namespace tessera::runner::bench
