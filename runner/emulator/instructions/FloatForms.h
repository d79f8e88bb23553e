// SPDX-License-Identifier: Apache-2.0
// What the floating-point families share: reading roundings off an instruction, and functions of a lane that are flushed, saturated
// and given the canonical NaN as the modifiers say. Every combination of modifiers is its own handler, so that none is looked at
// while lanes are computed.
#pragma once

#include "runner/emulator/arithmetic/DoubleRounding.h"
#include "runner/emulator/instructions/Lanes.h"

namespace tessera::emulator {

/// `div rcp sqrt` with `.approx` or `.full` (Approximate.cpp).
bool buildApproximate(InstructionBuilder &b);
inline bool isApproximate(const InstructionBuilder &b) { return b.isLeft("approx") || b.isLeft("full"); }

/// `.rn .rz .rm .rp`, or nothing.
inline std::optional<Rounding> takeRounding(InstructionBuilder &b) {
  std::string_view name = b.takeOneOf({"rn", "rz", "rm", "rp"});
  if (name.empty())
    return std::nullopt;
  return name == "rn" ? Rounding::nearestEven : name == "rz" ? Rounding::towardZero : name == "rm" ? Rounding::down : Rounding::up;
}

/// `choose(integral_constant<Rounding>)` for a rounding that is known only now.
template <typename Choose> Handler forRounding(Rounding rounding, Choose choose) {
  switch (rounding) {
  case Rounding::towardZero: return choose(std::integral_constant<Rounding, Rounding::towardZero>());
  case Rounding::down: return choose(std::integral_constant<Rounding, Rounding::down>());
  case Rounding::up: return choose(std::integral_constant<Rounding, Rounding::up>());
  default: return choose(std::integral_constant<Rounding, Rounding::nearestEven>());
  }
}

/// `function` of floats with flushed operands and result (`flushes`), saturated, a NaN canonical.
template <auto function, bool flushes, bool saturates> struct Modified;
template <typename... S, float (*function)(S...), bool flushes, bool saturates> struct Modified<function, flushes, saturates> {
  static inline float apply(S... sources) {
    float result = flushes ? flush(function(flush(sources)...)) : function(sources...);
    return saturates ? saturate(result) : canonical(result);
  }
};

/// The handler for the modifiers that are there; `wide` instead of `function` on hosts with FMA.
template <auto function, auto wide = function> Handler modifiedLanes(bool flushes, bool saturates) {
  if (flushes)
    return saturates ? lanes<Modified<function, true, true>::apply, Modified<wide, true, true>::apply>()
                     : lanes<Modified<function, true, false>::apply, Modified<wide, true, false>::apply>();
  return saturates ? lanes<Modified<function, false, true>::apply, Modified<wide, false, true>::apply>()
                   : lanes<Modified<function, false, false>::apply, Modified<wide, false, false>::apply>();
}

/// The same for functions that take long.
template <auto function> Handler modifiedSlowLanes(bool flushes, bool saturates) {
  if (flushes)
    return saturates ? slowLanes<Modified<function, true, true>::apply>() : slowLanes<Modified<function, true, false>::apply>();
  return saturates ? slowLanes<Modified<function, false, true>::apply>() : slowLanes<Modified<function, false, false>::apply>();
}

} // namespace tessera::emulator
