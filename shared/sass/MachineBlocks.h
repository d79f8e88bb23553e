// SPDX-License-Identifier: Apache-2.0
// Basic blocks of machine code: where lanes may come from elsewhere or go elsewhere, and who follows whom.
#pragma once

#include "shared/sass/MachineCode.h"

namespace tessera::sass {

/// Instructions `begin` to `end - 1`, which all lanes that enter execute one after another.
struct MachineBlock {
  uint32_t begin = 0, end = 0;
  std::vector<uint32_t> successors; // numbers of blocks, sorted
  bool leaves = false;              // may end the lanes, return, or go to a place that only the run knows
};

struct MachineGraph {
  std::vector<MachineBlock> blocks;  // in the order of the code
  std::vector<uint32_t> blockOf;     // by instruction
  std::vector<std::string> findings; // what is wrong with it: targets outside of the code, or inside of an instruction
};

MachineGraph findBlocks(const MachineCode &code);

} // namespace tessera::sass
