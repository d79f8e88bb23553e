// SPDX-License-Identifier: Apache-2.0
// How long the decimal text of an int may be, both ways: `sys.set_int_max_str_digits`.
#pragma once

#include "compiler/frontend/evaluate/Evaluator.h"

namespace tessera::frontend {

struct DigitLimit {
  static constexpr int64_t least = 640; // no limit is lower, but 0, which is none
  int64_t digits = 4300;
};

/// The decimal text of an int; empty with ValueError pending where it is longer than the limit.
inline std::optional<std::string> decimalText(Evaluator &evaluator, const Integer &value) {
  if (value.bitLength() <= DigitLimit::least * 3)
    return value.toString();
  int64_t limit = evaluator.state<DigitLimit>().digits;
  std::string text = value.toString();
  int64_t size = static_cast<int64_t>(text.size()) - value.isNegative();
  if (limit && size > limit)
    return evaluator.raise(
        DiagnosticId::valueError,
        "Exceeds the limit (" + std::to_string(limit) +
            " digits) for integer string conversion; use sys.set_int_max_str_digits() to increase the limit");
  return text;
}

} // namespace tessera::frontend
