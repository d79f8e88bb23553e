// SPDX-License-Identifier: Apache-2.0
#include "runner/bench/Statistics.h"
#include <algorithm>
#include <cmath>
#include <numeric>

using namespace tessera::runner;
using namespace tessera::runner::bench;

/// A normal deviate's chance of lying at `z` or beyond, on either side.
static double bothTails(double z) { return std::erfc(std::abs(z) / std::sqrt(2.0)); }

/// Between -z and z lies `confidence`.
static double deviateOf(double confidence) {
  double low = 0, high = 10;
  for (int i = 0; i < 60; ++i) {
    double middle = (low + high) / 2;
    (1 - bothTails(middle) < confidence ? low : high) = middle;
  }
  return low;
}

double bench::getMedian(std::vector<double> samples) {
  if (samples.empty())
    return 0;
  size_t middle = samples.size() / 2;
  std::nth_element(samples.begin(), samples.begin() + middle, samples.end());
  double upper = samples[middle];
  if (samples.size() % 2 == 1)
    return upper;
  return (upper + *std::max_element(samples.begin(), samples.begin() + middle)) / 2;
}

/// The `count` values from both ends that an interval of this confidence leaves out, when a statistic of mean `mean`
/// and deviation `deviation` counts values below the truth.
static size_t countOutside(double mean, double deviation, double confidence) {
  return static_cast<size_t>(std::max(0.0, std::floor(mean - deviateOf(confidence) * deviation)));
}

static Interval takeOrder(std::vector<double> &values, size_t outside) {
  if (values.empty())
    return {};
  size_t low = std::min(outside, values.size() - 1), high = values.size() - 1 - low;
  std::nth_element(values.begin(), values.begin() + low, values.end());
  Interval interval{values[low], 0};
  std::nth_element(values.begin(), values.begin() + high, values.end());
  interval.high = values[high];
  return interval;
}

Interval bench::getMedianInterval(std::vector<double> samples, double confidence) {
  double n = static_cast<double>(samples.size());
  size_t outside = samples.size() < 6 ? 0 : countOutside(n / 2, std::sqrt(n) / 2, confidence);
  return takeOrder(samples, outside);
}

/// Ranks of `values`, equal ones share theirs. `ties`: the sum of t³-t over groups of t equal values.
static std::vector<double> rank(const std::vector<double> &values, double &ties) {
  std::vector<size_t> order(values.size());
  std::iota(order.begin(), order.end(), size_t(0));
  std::sort(order.begin(), order.end(), [&](size_t a, size_t b) { return values[a] < values[b]; });
  std::vector<double> ranks(values.size());
  ties = 0;
  for (size_t begin = 0, end; begin < order.size(); begin = end) {
    for (end = begin; end < order.size() && values[order[end]] == values[order[begin]];)
      ++end;
    double size = static_cast<double>(end - begin);
    ties += size * size * size - size;
    for (size_t i = begin; i < end; ++i)
      ranks[order[i]] = (static_cast<double>(begin + end) + 1) / 2;
  }
  return ranks;
}

/// The p of a statistic that lies `distance` off its mean; half a step is the correction for its being whole.
static double toP(double distance, double variance) {
  if (variance <= 0)
    return distance == 0 ? 1 : 0;
  return bothTails(std::max(0.0, std::abs(distance) - 0.5) / std::sqrt(variance));
}

/// Of n signs that are heads or tails alike: how often the ranks of the heads sum to `positive` or something as far off
/// the middle. Counts them all, which the normal distribution only comes near to from some fifty on.
static double countSigns(size_t n, double positive) {
  size_t most = n * (n + 1) / 2;
  std::vector<double> chances(most + 1, 0.0);
  chances[0] = 1;
  for (size_t rank = 1; rank <= n; ++rank)
    for (size_t sum = most + 1; sum-- > 0;)
      chances[sum] = (chances[sum] + (sum >= rank ? chances[sum - rank] : 0)) / 2;
  double middle = static_cast<double>(most) / 2, distance = std::abs(positive - middle), p = 0;
  for (size_t sum = 0; sum <= most; ++sum)
    if (std::abs(static_cast<double>(sum) - middle) >= distance)
      p += chances[sum];
  return std::min(p, 1.0);
}

Shift bench::getPairedShift(std::vector<double> differences, double confidence) {
  Shift shift;
  size_t count = differences.size();
  if (count == 0)
    return shift;
  std::vector<double> averages;
  averages.reserve(count * (count + 1) / 2);
  for (size_t i = 0; i < count; ++i)
    for (size_t j = i; j < count; ++j)
      averages.push_back((differences[i] + differences[j]) / 2);
  double n = static_cast<double>(count), pairs = n * (n + 1) / 2;
  size_t outside = countOutside(pairs / 2, std::sqrt(n * (n + 1) * (2 * n + 1) / 24), confidence);
  shift.interval = takeOrder(averages, outside);
  shift.estimate = getMedian(std::move(averages));

  std::erase(differences, 0.0); // they speak for neither side
  std::vector<double> sizes;
  for (double difference : differences)
    sizes.push_back(std::abs(difference));
  double ties = 0, positive = 0;
  std::vector<double> ranks = rank(sizes, ties);
  for (size_t i = 0; i < ranks.size(); ++i)
    positive += differences[i] > 0 ? ranks[i] : 0;
  double m = static_cast<double>(ranks.size());
  if (ranks.size() < 50 && ties == 0)
    shift.p = countSigns(ranks.size(), positive);
  else
    shift.p = toP(positive - m * (m + 1) / 4, m * (m + 1) * (2 * m + 1) / 24 - ties / 48);
  return shift;
}

Shift bench::getShift(const std::vector<double> &a, const std::vector<double> &b, double confidence) {
  Shift shift;
  if (a.empty() || b.empty())
    return shift;
  std::vector<double> differences;
  differences.reserve(a.size() * b.size());
  for (double x : a)
    for (double y : b)
      differences.push_back(y - x);
  double m = static_cast<double>(a.size()), n = static_cast<double>(b.size());
  size_t outside = countOutside(m * n / 2, std::sqrt(m * n * (m + n + 1) / 12), confidence);
  shift.interval = takeOrder(differences, outside);
  shift.estimate = getMedian(std::move(differences));

  std::vector<double> all = a;
  all.insert(all.end(), b.begin(), b.end());
  double ties = 0;
  std::vector<double> ranks = rank(all, ties);
  double u = std::accumulate(ranks.begin(), ranks.begin() + static_cast<ptrdiff_t>(a.size()), 0.0) - m * (m + 1) / 2;
  shift.p = toP(u - m * n / 2, m * n / 12 * (m + n + 1 - ties / ((m + n) * (m + n - 1))));
  return shift;
}

std::vector<double> bench::adjustForMany(const std::vector<double> &p) {
  std::vector<size_t> order(p.size());
  std::iota(order.begin(), order.end(), size_t(0));
  std::sort(order.begin(), order.end(), [&](size_t a, size_t b) { return p[a] < p[b]; });
  std::vector<double> adjusted(p.size());
  double least = 0;
  for (size_t i = 0; i < order.size(); ++i) {
    least = std::max(least, std::min(1.0, p[order[i]] * static_cast<double>(order.size() - i)));
    adjusted[order[i]] = least;
  }
  return adjusted;
}

std::string bench::getText(Verdict verdict) {
  static constexpr const char *texts[] = {"same", "faster", "slower", "wrong", "infrastructure", "inconclusive"};
  return texts[static_cast<size_t>(verdict)];
}

Verdict bench::judge(const Shift &shift, double p, const JudgeOptions &options) {
  double threshold = std::log1p(options.threshold);
  if (shift.interval.low > -threshold && shift.interval.high < threshold)
    return Verdict::same;
  bool isLarge = std::abs(shift.estimate) >= threshold;
  if (p < options.alpha && isLarge)
    return shift.estimate > 0 ? Verdict::slower : Verdict::faster;
  return isLarge || !isNarrow(shift, options) ? Verdict::inconclusive : Verdict::same;
}

bool bench::isNarrow(const Shift &shift, const JudgeOptions &options) {
  static constexpr double width = 1.7; // twice the threshold leaves a false alarm in a hundred at 5 % noise
  return shift.interval.high - shift.interval.low <= width * std::log1p(options.threshold);
}
