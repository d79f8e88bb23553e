// SPDX-License-Identifier: Apache-2.0
// Numbers in texts, as `int(text)`, `float(text)` and `complex(text)` read them.
#pragma once

#include "compiler/frontend/evaluate/Integer.h"
#include "llvm/ADT/StringRef.h"
#include <optional>
#include <string>

namespace tessera::frontend::library {

/// The text without blanks of any script around it, decimal digits of all scripts as ASCII's.
std::string numberText(llvm::StringRef text);
/// An integer literal as `int(text, base)` reads it; empty when it is none. Base 0 goes by the prefix.
std::optional<Integer> readInteger(llvm::StringRef text, unsigned base);
/// What `strtod` takes but for hexadecimal digits, with underscores between digits.
std::optional<double> readFloat(llvm::StringRef text);

} // namespace tessera::frontend::library
