// SPDX-License-Identifier: Apache-2.0
// Numbers as text: the shortest float that reads back, and Python's format mini-language `[[fill]align][sign][z][#][0][width]
// [grouping][.precision][type]` for int, float and str.
#pragma once

#include "compiler/frontend/evaluate/Integer.h"
#include "llvm/ADT/StringRef.h"
#include <optional>
#include <string>

namespace tessera::frontend {

/// `repr` of a float: the fewest digits that round-trip, `1e+16` from there on, `.0` where it would look like an int.
std::string reprFloat(double value);

struct FormatSpec {
  std::string fill = " "; // one code point
  char align = 0;         // '<', '>', '=', '^'; 0: the type's own
  char sign = '-';        // '-', '+', ' '
  bool hasSign = false;
  bool noNegativeZero = false; // 'z'
  bool alternate = false; // '#'
  bool zero = false;      // '0' before the width, where no alignment is given
  unsigned width = 0;
  char grouping = 0; // ',' or '_'
  int precision = -1;
  char type = 0;

  /// Empty with `error` filled when `text` is no format spec of an object of class `type`.
  static std::optional<FormatSpec> parse(llvm::StringRef text, llvm::StringRef type, std::string &error);
};

/// Empty with `error` filled when the spec does not fit the type.
/// Of 0x10FFFF at most for type `c`, and within a double for those of floats: the caller sees to it.
std::optional<std::string> formatInteger(const Integer &value, const FormatSpec &spec, std::string &error);
std::optional<std::string> formatDouble(double value, const FormatSpec &spec, std::string &error);
std::optional<std::string> formatString(llvm::StringRef value, const FormatSpec &spec, std::string &error);

/// Code points of UTF-8 text, and the byte offset of code point `index` (the size when beyond).
size_t countCodePoints(llvm::StringRef text);
size_t offsetOfCodePoint(llvm::StringRef text, size_t index);

/// `repr` of a str: quoted and escaped as Python does.
std::string quote(llvm::StringRef text);
/// What `ascii` makes of a repr: characters beyond ASCII as escapes.
std::string escapeToAscii(llvm::StringRef text);
std::string quoteBytes(llvm::StringRef bytes);

} // namespace tessera::frontend
