// SPDX-License-Identifier: Apache-2.0
// The values of a program at their places in its text, for an editor: what an expression, a name or a kernel's
// parameter is, as the front end recorded it before any pass.
#pragma once

#include "compiler/support/SourceRange.h"
#include <string>
#include <vector>

namespace tessera {
class Program;

struct PlacedValue {
  SourceRange range;  // of the expression that makes it; of a parameter, its function's first lines
  std::string name;   // that the program gave it; empty: none
  std::string type;   // `f32[512, 1024]`, `f32`, `Ref f32[128, 64] in smem`
  std::string block;  // of a parameter with a block spec: `block f32[512, 1024] of f32[1024, 1024]`; else empty
  std::string kernel; // that it is a value of; empty: of the host program
  bool isParameter = false;
};

/// In the order of the program's operations; equal ones once. A kernel that is recorded for several launches has values
/// of one place with several types. None of an artifact, and of a program that an error ended before it was whole.
std::vector<PlacedValue> collectValues(const Program &program);

} // namespace tessera
