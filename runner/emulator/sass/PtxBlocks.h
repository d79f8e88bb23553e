// SPDX-License-Identifier: Apache-2.0
// Basic blocks and loops of a function as its text has them: what machine code is compared with.
#pragma once

#include "runner/emulator/ptx/Syntax.h"

namespace tessera::emulator {

/// Instructions `begin` to `end - 1` of a function.
struct PtxBlock {
  uint32_t begin = 0, end = 0;
  std::vector<uint32_t> successors; // sorted
};

/// Blocks that a branch backwards encloses.
struct PtxLoop {
  uint32_t header = 0;
  std::vector<uint32_t> blocks; // sorted, the header too
};

struct PtxGraph {
  std::vector<PtxBlock> blocks;
  std::vector<uint32_t> blockOf; // by instruction
  std::vector<PtxLoop> loops;    // one a header, in the order of the text
};

PtxGraph findBlocks(const ptx::Function &function);

/// Of the edge back from `last` to `header`: all blocks from which `last` is reached without passing `header`, and both
/// themselves; sorted. Empty where the graph can be entered elsewhere than at `header`: block 0 is the entry.
std::vector<uint32_t> findNaturalLoop(const std::vector<std::vector<uint32_t>> &predecessors, uint32_t header,
                                      uint32_t last);

} // namespace tessera::emulator
