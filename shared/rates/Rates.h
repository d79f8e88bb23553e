// SPDX-License-Identifier: Apache-2.0
// What a generation's multiprocessor takes for each thing it does, in cycles and bytes: the one table behind all models
// of time here (the scheduler's cost model, the interpreter's timeline, the bounds of machine code). Rates.def lists
// the facts; from it come the struct, the two generations and the rows for whoever prints, perturbs or calibrates them,
// so that no number stands twice. What differs between cards of a generation is in Cards.h.
//
//   double cycles = rates::hopper.wgmmaTail + operations / rates::hopper.tensorOperations16;
//   rates::Rates changed = rates::hopper;
//   rates::setRate(changed, "wgmmaTail", 47);   // an ablation
//
// Nothing here was measured by a model's author unless its source says so, and a model's time is never a GPU's.
#pragma once

#include "shared/rates/Facts.h"
#include <optional>

namespace tessera::rates {

enum class Generation : uint8_t { ampere, hopper };
constexpr unsigned generationCount = 2;

/// One generation's; 0 where it has no such thing. Cycles are of the multiprocessor; a unit's `...Cycles` are those of
/// one of its schedulers for a warp's instruction, `...Latency` is from issue to the issue of what needs the result.
struct Rates {
#define RATE(name, unit, meaning, ofAmpere, ofHopper) double name = 0;
#include "shared/rates/Rates.def"
};

constexpr Rates makeRates(Generation generation) {
  using namespace sources;
  Rates rates;
#define RATE(name, unit, meaning, ofAmpere, ofHopper)                                                                  \
  rates.name = (generation == Generation::ampere ? makeFact ofAmpere : makeFact ofHopper).value;
#include "shared/rates/Rates.def"
  return rates;
}

inline constexpr Rates ampere = makeRates(Generation::ampere), hopper = makeRates(Generation::hopper);

constexpr const Rates &getRates(Generation generation) { return generation == Generation::ampere ? ampere : hopper; }
/// By the number of the target, 80 or 90; of a later one the latest.
constexpr const Rates &getRates(unsigned architecture) { return architecture >= 90 ? hopper : ampere; }

struct RateRow {
  std::string_view name, unit, meaning;
  double Rates::*member;
  Fact facts[generationCount];

  const Fact &of(Generation generation) const { return facts[static_cast<unsigned>(generation)]; }
};

/// All rows, in the order of the list.
struct RateRows {
  const RateRow *rows;
  size_t count;
  const RateRow *begin() const { return rows; }
  const RateRow *end() const { return rows + count; }
  size_t size() const { return count; }
};
RateRows listRates();

/// Null where there is none of this name.
const RateRow *findRate(std::string_view name);
std::optional<double> getRate(const Rates &rates, std::string_view name);
/// False, and nothing is changed, where there is none of this name.
bool setRate(Rates &rates, std::string_view name, double value);

} // namespace tessera::rates
