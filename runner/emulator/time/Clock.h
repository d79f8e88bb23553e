// SPDX-License-Identifier: Apache-2.0
// The clock that a card keeps under a load. A card lowers its clock until what it draws is what it may draw, and
// products of matrices reach that: they are a sixth slower then than the highest clock says.
//
//   drawn(f) = base + memory's a TB/s + (V(f) / V(reference))^2 · (products' a TFLOP/s + multiply-adds' a TFLOP/s)
//
// The rates are fitted to runs of seconds with random numbers (shared/rates, Cards.def): zeros draw less, and the first
// milliseconds run at the highest clock.
#pragma once

#include "shared/rates/Cards.h"

namespace tessera::emulator {

/// What a launch does, of all multiprocessors.
struct LaunchLoad {
  double cycles = 0;       // that it takes
  double memoryBytes = 0;  // read and written
  double products = 0;     // operations of the tensor cores, as many of 16-bit numbers as take as long
  double multiplyAdds = 0; // f32 operations of the multiply-add units, two for each
};

struct LoadedClock {
  double megahertz = 0;
  double watts = 0; // 0: nobody knows what this card draws, and the clock is the highest
};

/// W at a clock in MHz; 0 where the card's rates are not known.
double findPower(const LaunchLoad &load, double megahertz, const rates::Card &card, const rates::Rates &rates);

/// The highest clock at which the card draws no more than it may.
LoadedClock findClock(const LaunchLoad &load, const rates::Card &card, const rates::Rates &rates);

} // namespace tessera::emulator
