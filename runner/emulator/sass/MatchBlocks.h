// SPDX-License-Identifier: Apache-2.0
// Which blocks of machine code stand for which blocks of the PTX, so that a warp that executes PTX can be given the
// time of machine code.
//
// ptxas moves arithmetic freely, drops it, and has some of its own. What it neither drops nor moves over a barrier are
// accesses of memory and barriers: the *anchors*. A PTX block is where its anchors are. Anchors that have no machine
// instruction of their own (four loads became one) are left out; each of those that have one must stand in every copy
// of the block, and in the PTX's order as far as barriers part them.
#pragma once

#include "runner/emulator/sass/MachineMap.h"
#include "runner/emulator/sass/PtxBlocks.h"
#include "shared/sass/MachineBlocks.h"

namespace tessera::emulator {

enum class BlockMatch : uint8_t {
  one,        // all anchors once, in one machine block
  parts,      // once, in several that follow one another
  unrolled,   // several times in one
  copies,     // in several, whole in each
  arithmetic, // no anchors: it is where the rest of it is
  vanished,   // no machine instruction is of it
  unmatched   // see `reason`
};
std::string_view getName(BlockMatch match);

struct MatchedBlock {
  BlockMatch match = BlockMatch::vanished;
  std::vector<uint32_t> machineBlocks; // sorted; with its anchors, or of arithmetic with any of its instructions
  std::vector<uint32_t> copiesIn;      // of each of these: how often it has the block, or its part of it
  uint32_t copies = 1;                 // how often each anchor is there in all
  std::string reason;                  // why it is unmatched
};

enum class LoopMatch : uint8_t {
  kept,      // a machine loop does one iteration a time
  unrolled,  // several, `factor`
  dissolved, // no machine loop is left: all iterations stand one after another, or it never repeats
  vanished,
  unmatched
};
std::string_view getName(LoopMatch match);

struct MatchedLoop {
  PtxLoop loop;
  LoopMatch match = LoopMatch::vanished;
  uint32_t factor = 1;
  std::string reason;
};

/// A PTX function in the machine code of one kernel: the kernel itself, or what it calls.
struct MatchedFunction {
  uint32_t function = 0; // of `Module::functions`
  PtxGraph graph;
  std::vector<MatchedBlock> blocks; // of the graph
  std::vector<MatchedLoop> loops;
};

struct MatchedKernel {
  sass::MachineGraph graph;
  std::vector<uint32_t>
      statements; // the map's, with what ptxas has the line of something else for mended: MatchBlocks.cpp
  std::vector<MatchedFunction> functions; // those that have machine instructions in it
  uint32_t branches = 0, ownBranches = 0; // conditional ones; those of no PTX branch: ptxas's own
  uint32_t spins = 0;                     // of ptxas's own: to the second try of an mbarrier's wait, or back to it
};

/// `map` must be of `module`.
MatchedKernel matchBlocks(const ptx::Module &module, const MachineKernel &kernel);

} // namespace tessera::emulator
