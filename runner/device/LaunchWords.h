// SPDX-License-Identifier: Apache-2.0
// What the programs of a launch said.
#pragma once

#include "compiler/driver/Compiler.h"

namespace tessera::runner {

struct LaunchWords {
  std::string output;                           // in the programs' order, as far as a failed assert let them
  std::vector<interpreter::CheckRecord> checks; // those that failed
};

} // namespace tessera::runner
