// SPDX-License-Identifier: Apache-2.0
// When a breakpoint stops: comparisons of registers, lane by lane.
//
//   condition   := comparison ("and" comparison)* ["in" lanes]
//   comparison  := register ("==" | "!=" | "<" | "<=" | ">" | ">=") (number | register)
//   lanes       := "lane" N | "any lane" | "every lane"          any lane where nothing is said
//   register    := a register of the function, or %tid.x, %ctaid.x (y, z), %laneid, %warpid
//   number      := 12, -3, 0x1f, 1.5, -2e3
//
// Lanes are those that are about to execute the instruction; one of them must fulfil all comparisons. Types follow what
// is written, since compilers declare most registers as bits: next to a number with a fraction or an exponent a
// register is a float of its width; else it is a whole number, signed if it is declared so or the number is negative.
//
//   %r5 == 12 in lane 3        %f1 > 0.5 and %tid.x < 8        %r2 != %r3 in every lane
#pragma once

#include "runner/emulator/machine/Machine.h"
#include <optional>

namespace tessera::emulator {

class BreakCondition {
public:
  /// Of `function`, whose registers it may name. Nothing, and `why`, where the text is no condition.
  static std::optional<BreakCondition> parse(std::string_view text, const Function &function, std::string &why);
  bool holds(const Step &step) const;

  enum class Relation : uint8_t { equal, unequal, less, lessEqual, greater, greaterEqual };
  enum class Special : uint8_t { none, tid, ctaid, laneid, warpid };
  struct Value {
    Slot slot = noSlot; // of a register; else `special`, or a number
    Special special = Special::none;
    unsigned axis = 0;
    ptx::Type type = ptx::Type::s64;
    bool isReal = false; // a number with a fraction or an exponent
    int64_t whole = 0;
    double real = 0;
    bool isNumber() const { return slot == noSlot && special == Special::none; }
  };
  struct Comparison {
    Value left, right;
    Relation relation = Relation::equal;
    enum class As : uint8_t { whole, unsignedWhole, real } as = As::whole;
  };

private:
  friend class ConditionParser;
  const Function *function = nullptr; // null: that of a condition that is not there
  std::vector<Comparison> comparisons;
  enum class Lanes : uint8_t { any, every, one } lanes = Lanes::any;
  unsigned lane = 0;
};

} // namespace tessera::emulator
