// SPDX-License-Identifier: Apache-2.0
// The rows of Rates.def, and each by its name.
#include "shared/rates/Rates.h"
#include <algorithm>
#include <iterator>

namespace tessera::rates {

using namespace sources;

static constexpr RateRow rows[] = {
#define RATE(name, unit, meaning, ofAmpere, ofHopper)                                                                  \
  {#name, unit, meaning, &Rates::name, {makeFact ofAmpere, makeFact ofHopper}},
#include "shared/rates/Rates.def"
};

RateRows listRates() { return {rows, std::size(rows)}; }

const RateRow *findRate(std::string_view name) {
  const RateRow *row =
      std::find_if(std::begin(rows), std::end(rows), [&](const RateRow &each) { return each.name == name; });
  return row == std::end(rows) ? nullptr : row;
}

std::optional<double> getRate(const Rates &rates, std::string_view name) {
  const RateRow *row = findRate(name);
  return row ? std::optional(rates.*row->member) : std::nullopt;
}

bool setRate(Rates &rates, std::string_view name, double value) {
  const RateRow *row = findRate(name);
  if (row)
    rates.*row->member = value;
  return row;
}

} // namespace tessera::rates
