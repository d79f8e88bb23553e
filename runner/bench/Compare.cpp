// SPDX-License-Identifier: Apache-2.0
#include "runner/bench/Compare.h"
#include <algorithm>
#include <cmath>

using namespace tessera;
using namespace tessera::runner;
using namespace tessera::runner::bench;

static const Cost *find(const ProgramCosts &costs, const std::string &kernel) {
  for (const Cost &cost : costs.kernels)
    if (cost.kernel == kernel)
      return &cost;
  return nullptr;
}

/// Metrics that both have.
static std::vector<MetricChange> listChanges(const Cost &before, const Cost &after) {
  std::vector<MetricChange> changes;
  std::vector<Metric> old = getMetrics(before);
  for (const Metric &metric : getMetrics(after))
    for (const Metric &other : old)
      if (other.name == metric.name)
        changes.push_back({metric.name, metric.unit, other.value, metric.value});
  return changes;
}

/// Kernels of one program only are told, and nothing is said about their speed.
static std::vector<Comparison> begin(const ProgramCosts &before, const ProgramCosts &after) {
  std::vector<Comparison> comparisons;
  for (const Cost &cost : after.kernels) {
    Comparison &comparison = comparisons.emplace_back();
    comparison.kernel = cost.kernel;
    comparison.range = cost.range;
    const Cost *old = find(before, cost.kernel);
    if (old && !old->facts.whyNoPeer.empty()) {
      comparison.verdict = Verdict::inconclusive;
      comparison.whatElse = old->facts.whyNoPeer;
    } else if (old) {
      comparison.peer = old->facts.peer;
      comparison.changes = listChanges(*old, cost);
      comparison.isSameKernel = !cost.digest.empty() && old->digest == cost.digest;
    } else
      comparison.whatElse = "new: the baseline has no such kernel";
  }
  for (const Cost &cost : before.kernels)
    if (!find(after, cost.kernel)) {
      Comparison &comparison = comparisons.emplace_back();
      comparison.kernel = cost.kernel;
      comparison.whatElse = "gone: only the baseline has it";
    }
  return comparisons;
}

/// -1: better by the threshold, 1: worse, 0: neither. What was nothing and is something is worse.
static int getDirection(const MetricChange &change, double threshold) {
  if (change.after > change.before * (1 + threshold))
    return 1;
  return change.after < change.before * (1 - threshold) ? -1 : 0;
}

static void judgeCounts(Comparison &comparison, double threshold) {
  int worse = 0, better = 0, predicted = 0, simulated = 0;
  for (MetricChange &change : comparison.changes) {
    int direction = getDirection(change, threshold);
    (direction > 0 ? worse : better) += direction != 0;
    change.isCause = direction != 0;
    if (change.name == "predicted")
      predicted = direction;
    if (change.name == "simulated")
      simulated = direction;
  }
  if (worse == 0 && better == 0)
    return;
  // The simulated time knows more than the cost model. Where one says better and the other worse, neither is believed.
  bool disagree = simulated * predicted < 0;
  int decided = disagree ? 0 : simulated != 0 ? simulated : predicted;
  int sum = worse == 0 ? -1 : better == 0 ? 1 : decided;
  comparison.verdict = sum > 0 ? Verdict::slower : sum < 0 ? Verdict::faster : Verdict::inconclusive;
  if (worse > 0 && better > 0)
    comparison.whatElse = disagree   ? "the two predictions disagree: only a GPU can tell"
                          : sum == 0 ? "some counts grew and some shrank: only a GPU can tell which matters more"
                                     : std::string("some counts grew and some shrank: the ") +
                                           (simulated != 0 ? "simulated time decides" : "prediction decides");
}

std::vector<Comparison> bench::compareCounts(const ProgramCosts &before, const ProgramCosts &after,
                                             const CompareOptions &options) {
  std::vector<Comparison> comparisons = begin(before, after);
  for (Comparison &comparison : comparisons)
    judgeCounts(comparison, options.countThreshold);
  return comparisons;
}

/// Judges those comparisons that have a shift, all at once.
static void judgeShifts(std::vector<Comparison> &comparisons, const JudgeOptions &options) {
  std::vector<double> p;
  for (const Comparison &comparison : comparisons)
    if (comparison.shift)
      p.push_back(comparison.shift->p);
  std::vector<double> adjusted = adjustForMany(p);
  size_t next = 0;
  for (Comparison &comparison : comparisons) {
    if (!comparison.shift)
      continue;
    comparison.p = adjusted[next++];
    comparison.verdict = judge(*comparison.shift, comparison.p, options);
    for (MetricChange &change : comparison.changes)
      change.isCause = change.name == "time" && comparison.verdict != Verdict::same;
  }
}

std::vector<Comparison> bench::compareTimes(const ProgramCosts &before, const ProgramCosts &after,
                                            const std::vector<PairedTimes> &paired, const CompareOptions &options) {
  std::vector<Comparison> comparisons = begin(before, after);
  size_t next = 0;
  for (Comparison &comparison : comparisons)
    if (comparison.whatElse.empty() && next < paired.size())
      comparison.shift = paired[next++].shift;
  judgeShifts(comparisons, options.times);
  return comparisons;
}

static std::vector<double> toLogarithms(std::vector<double> samples) {
  for (double &sample : samples)
    sample = std::log(sample);
  return samples;
}

std::vector<Comparison> bench::compareSamples(const ProgramCosts &before, const ProgramCosts &after,
                                              const CompareOptions &options) {
  std::vector<Comparison> comparisons = begin(before, after);
  for (Comparison &comparison : comparisons) {
    const Cost *a = find(before, comparison.kernel), *b = find(after, comparison.kernel);
    if (!a || !b || a->samples.empty() || b->samples.empty())
      continue;
    comparison.shift = getShift(toLogarithms(a->samples), toLogarithms(b->samples), /*confidence=*/0.99);
    comparison.whatElse = "not measured in turn with the baseline: a clock that changed since is in it";
  }
  judgeShifts(comparisons, options.times);
  return comparisons;
}

Verdict bench::getWorst(const std::vector<Verdict> &verdicts) {
  static constexpr Verdict order[] = {Verdict::wrong, Verdict::infrastructure, Verdict::slower, Verdict::inconclusive,
                                      Verdict::faster};
  for (Verdict verdict : order)
    if (std::find(verdicts.begin(), verdicts.end(), verdict) != verdicts.end())
      return verdict;
  return Verdict::same;
}
