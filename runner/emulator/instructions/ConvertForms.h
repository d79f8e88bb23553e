// SPDX-License-Identifier: Apache-2.0
// What the two files of `cvt` share.
#pragma once

#include "runner/emulator/arithmetic/Convert.h"
#include "runner/emulator/instructions/Lanes.h"

namespace tessera::emulator {

struct RoundingName {
  std::string_view text; // empty: none was there
  Rounding rounding = Rounding::nearestEven;
  bool isIntegral = false, isAway = false;
};
RoundingName takeRoundingName(InstructionBuilder &b);

void addPackedConvertForms(Forms &forms);

/// The handler of a function of a lane that obeys the `Conversion` of its instruction.
template <auto convert> struct Obeying;
template <typename D, typename... S, D (*convert)(const Conversion &, S...)> struct Obeying<convert> {
  template <size_t... k> static void apply(const Step &step, const Instruction &i, std::index_sequence<k...>) {
    const auto c = *static_cast<const Conversion *>(i.payload);
    const Slot slots[] = {i.a, i.b};
    const std::tuple<const S *...> in(step.in<S>(slots[k])...);
    D *d = step.out<D>(i.d);
    for (uint32_t rest = step.mask; rest != 0; rest &= rest - 1) {
      auto lane = static_cast<unsigned>(__builtin_ctz(rest));
      d[lane] = convert(c, std::get<k>(in)[lane]...);
    }
  }
  static Outcome run(Step &step, const Instruction &i) {
    apply(step, i, std::index_sequence_for<S...>());
    return Outcome::next;
  }
};
template <auto convert> constexpr Handler obeyConversion = Obeying<convert>::run;

} // namespace tessera::emulator
