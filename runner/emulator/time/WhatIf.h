// SPDX-License-Identifier: Apache-2.0
// The same launch with other rates: what a part of the model is worth, and how sure a prediction is. The recording is
// timed again, nothing is executed.
//
//   findSensitivity(..): l2Mean, 272 cycles +- 6 %: the time is 2.1 % less, or 2.0 % more
#pragma once

#include "runner/emulator/time/Predict.h"
#include <string>
#include <vector>

namespace tessera::emulator {

/// A rate of a multiprocessor (shared/rates, Rates.def) or of a card (Cards.def) with another value.
struct RateChange {
  std::string name;
  double value = 0;
};

/// False, and nothing is changed, where neither has a rate of this name.
bool applyChange(const RateChange &change, rates::Rates &rates, rates::Card &card);

/// What a launch's time depends on.
struct RateEffect {
  std::string_view name, unit;
  double value = 0, sigma = 0;    // one standard deviation, as a part of the value
  double smaller = 0, larger = 0; // microseconds with the rate so much smaller and larger
};
struct Sensitivity {
  std::vector<RateEffect> effects; // the largest first, without those of less than a thousandth
  double deviation = 0; // of the time as a part of it, if the rates' errors have nothing to do with one another
};

/// Of the L2 caches that an answer to these changes, and to `findSensitivity`, needs in its recording: the card's
/// first.
std::vector<CacheShape> listCaches(const rates::Card &card, const rates::Rates &rates,
                                   const std::vector<std::vector<RateChange>> &changes, bool asksAll);

/// With every rate that is not counted or exact in turn a standard deviation smaller and larger. `base` is the
/// prediction without a change, at `fixedClock` as there.
Sensitivity findSensitivity(const WalkPlan &plan, const Recording &recording, const rates::Card &card,
                            const rates::Rates &rates, double fixedClock, const TimePrediction &base);

} // namespace tessera::emulator
