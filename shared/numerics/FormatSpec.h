// SPDX-License-Identifier: Apache-2.0
// Python's format mini-language for numbers and strings: what stands after the colon in `f"{x:>10.4f}"`.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace tessera::numerics {

/// A value to format.
struct FormatValue {
  enum class Kind { integer, unsignedInteger, floating, boolean, text } kind = Kind::integer;
  int64_t integer = 0; // also the bits of an unsigned integer, and a bool
  double floating = 0;
  std::string text;
};

/// The text, or none and why in `error` (Python's words: `Unknown format code 'd' for object of type 'float'`).
std::optional<std::string> formatValue(const FormatValue &value, std::string_view spec, std::string &error);

} // namespace tessera::numerics
