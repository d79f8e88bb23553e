// SPDX-License-Identifier: Apache-2.0
#include "runner/emulator/time/Clock.h"
#include <algorithm>

namespace tessera::emulator {

/// In a line from the clock up to which it stays at its lowest to the highest; 1 where nobody knows.
static double findVoltage(double megahertz, const rates::Card &card, const rates::Rates &r) {
  if (r.lowVoltage <= 0 || card.boostClock <= r.lowClock)
    return 1;
  double share = std::clamp((megahertz - r.lowClock) / (card.boostClock - r.lowClock), 0.0, 1.0);
  return r.lowVoltage + (r.highVoltage - r.lowVoltage) * share;
}

double findPower(const LaunchLoad &load, double megahertz, const rates::Card &card, const rates::Rates &r) {
  if (card.basePower <= 0 || load.cycles <= 0)
    return 0;
  double seconds = load.cycles / megahertz / 1e6;
  // Products' energy is known at the clock that long ones settle at, that of multiply-adds at the highest.
  auto scaled = [&](double reference) {
    double ratio = findVoltage(megahertz, card, r) / findVoltage(reference, card, r);
    return ratio * ratio;
  };
  double terabytes = load.memoryBytes / seconds / 1e12;
  double products = load.products / seconds / 1e12, multiplyAdds = load.multiplyAdds / seconds / 1e12;
  return card.basePower + card.memoryPower * terabytes + scaled(card.productClock) * card.tensorPower * products +
         scaled(card.boostClock) * card.fmaPower * multiplyAdds;
}

LoadedClock findClock(const LaunchLoad &load, const rates::Card &card, const rates::Rates &r) {
  auto drawn = [&](double megahertz) { return findPower(load, megahertz, card, r); };
  double high = card.boostClock, low = high / 4;
  if (card.boardPower <= 0 || drawn(high) <= card.boardPower)
    return {high, drawn(high)};
  // What is drawn rises with the clock. Below a quarter of it no card goes.
  constexpr double close = 0.5; // MHz
  while (high - low > close)
    (drawn((low + high) / 2) <= card.boardPower ? low : high) = (low + high) / 2;
  return {low, drawn(low)};
}

} // namespace tessera::emulator
