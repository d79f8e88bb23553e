// SPDX-License-Identifier: Apache-2.0
// A scheduler's ports into its registers: two banks, by even and odd numbers, each of which gives one register of a
// warp a cycle; an operand that an instruction keeps is not read again by the next.
#pragma once

#include "shared/rates/Rates.h"
#include "shared/sass/MachineCode.h"
#include <algorithm>
#include <iterator>

namespace tessera::emulator {

class Ports {
public:
  /// Reads of an instruction that issues at `now`; how long the next has to wait beyond the next cycle.
  double read(const sass::MachineInstruction &i, double now, const rates::Rates &r) {
    const sass::RegisterRange *operands[] = {&i.a, &i.b, &i.c};
    double reads[2] = {};
    for (unsigned k = 0; k < 3; ++k) {
      bool isKept = operands[k]->count && kept[k].count && kept[k].first == operands[k]->first;
      for (unsigned n = 0; n < operands[k]->count && !isKept; ++n)
        if (unsigned number = operands[k]->first + n; !isRead(operands, k, number))
          ++reads[number & 1];
      kept[k] = i.reuse >> k & 1 ? *operands[k] : sass::RegisterRange();
    }
    double held = 0;
    for (unsigned bank = 0; bank < 2; ++bank) {
      free[bank] = std::max(free[bank], now) + reads[bank] / r.portReads;
      busy[bank] += reads[bank] / r.portReads;
      held = std::max(held, free[bank] - now - r.readWindow);
    }
    return std::max(0.0, held);
  }
  void forget() { std::fill(std::begin(kept), std::end(kept), sass::RegisterRange()); }
  double busiest() const { return std::max(busy[0], busy[1]); }

private:
  /// By an operand before the `operand`th: taken to be read once for both, as IssueBounds does; nobody measured it.
  static bool isRead(const sass::RegisterRange *const *operands, unsigned operand, unsigned number) {
    return std::any_of(operands, operands + operand, [&](const sass::RegisterRange *range) {
      return number >= range->first && number < unsigned(range->first) + range->count;
    });
  }

  sass::RegisterRange kept[3];
  double free[2] = {}, busy[2] = {};
};

} // namespace tessera::emulator
