// SPDX-License-Identifier: Apache-2.0
// Whether one program is slower than another, from times that are noisy. Ranks, no means: a GPU's times have tails, two
// clocks and drift, and none of these is normal.
#pragma once

#include <cstddef>
#include <string>
#include <vector>

namespace tessera::runner::bench {

struct Interval {
  double low = 0, high = 0;
};

double getMedian(std::vector<double> samples);
/// Holds the median of what `samples` are drawn from with `confidence`; all of the samples where they are too few.
Interval getMedianInterval(std::vector<double> samples, double confidence = 0.95);

/// By how much something lies off zero.
struct Shift {
  double estimate = 0;
  Interval interval;
  double p = 1; // that it is zero, both sides
};

/// Of differences within pairs (Wilcoxon's signed ranks; Hodges and Lehmann's estimate). Whatever both of a pair have
/// in common, a clock or a temperature, is not in it.
Shift getPairedShift(std::vector<double> differences, double confidence);
/// Of `b` against `a`, where samples are not pairs (Mann and Whitney's U; Hodges and Lehmann's estimate).
Shift getShift(const std::vector<double> &a, const std::vector<double> &b, double confidence);

/// Adjusts what is asked of several comparisons at once (Holm): the chance that any of them is a false alarm stays what
/// it is for one.
std::vector<double> adjustForMany(const std::vector<double> &p);

enum class Verdict { same, faster, slower, wrong, infrastructure, inconclusive };
std::string getText(Verdict verdict);

struct JudgeOptions {
  double threshold = 0.015; // a change of less is none that anybody should act on
  double alpha = 0.005;     // of false alarms
};

/// What `shift`, of logarithms of times, says. `p` is adjusted. Same: the interval lies within the threshold, or
/// nothing is significant and the estimate is small.
Verdict judge(const Shift &shift, double p, const JudgeOptions &options);
/// No more samples are needed: the interval is narrow enough to tell the threshold from nothing.
bool isNarrow(const Shift &shift, const JudgeOptions &options);

} // namespace tessera::runner::bench
