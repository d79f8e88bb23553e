// SPDX-License-Identifier: Apache-2.0
// The text of an array in a `tile.format`: one formatter for the interpreter and for what kernels on a device say.
#pragma once

#include "compiler/tile/ir/Tile.h"
#include "shared/numerics/Array.h"
#include <optional>
#include <string>

namespace tessera::interpreter {

/// How one value of a `tile.format` is written.
struct TextPart {
  std::string spec;
  tile::TextStyle style = tile::TextStyle::numpy;
  bool isUnsigned = false, isKey = false;
};

/// None and why in `error` where the spec does not fit the value.
std::optional<std::string> formatArray(const numerics::Array &array, const TextPart &part, std::string &error);

} // namespace tessera::interpreter
