// SPDX-License-Identifier: Apache-2.0
#include "runner/emulator/time/Signals.h"
#include <algorithm>
#include <utility>

namespace tessera::emulator {

Phases::Phases(const std::vector<uint32_t> &counts) : all(counts.size()) {
  for (size_t i = 0; i < counts.size(); ++i)
    all[i].missing = counts[i];
}

bool Phases::contribute(uint32_t number, double when) {
  Phase &phase = all[number];
  phase.latest = std::max(phase.latest, when);
  return phase.missing > 0 && --phase.missing == 0;
}

std::optional<double> Phases::whenEnded(uint32_t number) const {
  const Phase &phase = all[number];
  return phase.missing == 0 ? std::optional(phase.latest) : std::nullopt;
}

std::vector<WarpTime *> Phases::takeWaiting(uint32_t phase) { return std::exchange(all[phase].waiting, {}); }

const WarpgroupProducts::Product &WarpgroupProducts::at(uint32_t number) const {
  static const Product none;
  return number >= 1 && number <= products.size() ? products[number - 1] : none;
}

bool WarpgroupProducts::issue(uint32_t number, double now) {
  if (number > products.size())
    products.resize(number);
  Product &product = products[number - 1];
  product.issued = std::max(product.issued, now);
  return ++product.warps == warps;
}

void WarpgroupProducts::begin(uint32_t number, double start, double result) {
  latest = std::max(latest, result);
  Product &product = products[number - 1];
  product.hasBegun = true;
  product.start = start;
  product.result = latest;
}

std::optional<double> WarpgroupProducts::whenBegun(uint32_t number) const {
  const Product &product = at(number);
  return product.hasBegun ? std::optional(product.start) : std::nullopt;
}

std::optional<double> WarpgroupProducts::whenDone(uint32_t number) const {
  const Product &product = at(number);
  return product.hasBegun ? std::optional(product.result) : std::nullopt;
}

} // namespace tessera::emulator
