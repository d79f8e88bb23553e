// SPDX-License-Identifier: Apache-2.0
// What a stand-in for ptxas has between a kernel's statements and its machine code: operations over the PTX's own
// registers, block by block. Three steps make it and order it; StandIn.cpp makes code of it.
#pragma once

#include "runner/emulator/sass/Anchors.h"
#include "runner/emulator/sass/MachineMap.h"
#include "runner/emulator/sass/PtxBlocks.h"
#include "shared/rates/Rates.h"
#include <set>
#include <vector>

namespace tessera::emulator::standin {

constexpr uint32_t noRegister = ~0u;

/// Numbers of shared/sass/Opcodes.cpp, by which this room names what it makes.
// clang-format off: a line each would be most of the file
enum Number : uint16_t {
  mov = 0x002, sel = 0x007, fmnmx = 0x009, fsetp = 0x00b, isetp = 0x00c, iadd3 = 0x010, lop3 = 0x012, prmt = 0x016,
  shf = 0x019, fmul = 0x020, fadd = 0x021, ffma = 0x023, imad = 0x024, imadWide = 0x025, dmul = 0x028, dadd = 0x029,
  dfma = 0x02b, elect = 0x02f, hadd2 = 0x030, hfma2 = 0x031, imma = 0x037, ldsm = 0x03b, hmma = 0x03c, f2fp = 0x03e,
  dmma = 0x03f, stsm = 0x044, f2f = 0x104, f2i = 0x105, i2f = 0x106, mufu = 0x108, popc = 0x109, s2r = 0x119,
  depbar = 0x11a, bar = 0x11d, bra = 0x147, exitAll = 0x14d, nanosleep = 0x15d, ld = 0x180, ldg = 0x181, ldl = 0x183,
  lds = 0x184, st = 0x185, stg = 0x186, stl = 0x187, sts = 0x188, shfl = 0x189, atoms = 0x18c, red = 0x18e,
  membar = 0x192, match = 0x1a1, atomg = 0x1a3, syncs = 0x1a7, ldgsts = 0x1ae, ldgdepbar = 0x1af, arrives = 0x1b0,
  syncsExch = 0x1b2, utmaldg = 0x1b4, utmastg = 0x1b5, utmaredg = 0x1b6, utmaflush = 0x1b7, utmapf = 0x1b8,
  ublkcp = 0x1ba, stas = 0x1bd, r2ur = 0x1c2, redux = 0x1c4, warpgroup = 0x1c5, fence = 0x1c6, ucgabar = 0x1c7,
  usetmaxreg = 0x1c8, hgmma = 0x1f0, vote = 0x006
};
// clang-format on

/// Over the PTX's registers, which count from 0 here; a statement has none, one or a few.
struct Operation {
  uint16_t number = 0;
  std::vector<uint32_t> reads[3]; // operands a, b, c
  std::vector<uint32_t> writes;
  std::vector<uint32_t> predicates; // that it reads and writes beside, a guard among them
  uint32_t guard = noRegister;
  bool isGuardNegated = false;
  uint32_t statement = noStatement; // its number
  uint8_t bytes = 0;                // of a lane's access
  uint32_t target = noStatement;    // of a branch: the block
  Anchor anchor = Anchor::none;
  sass::Operation operation() const { return sass::findOpcode(number)->operation; }
};

struct Virtual {
  uint8_t units = 1;                      // registers of 32 bits; 0: a predicate
  uint32_t first = noStatement, last = 0; // where it lives, in operations of the function's text order
  uint32_t physical = noRegister;
};

struct Kernel {
  PtxGraph graph;
  std::vector<std::vector<Operation>> blocks; // of the graph, and one more: the end
  std::vector<Virtual> registers;
  std::set<uint32_t> freeMoves; // statements that take no instruction: a register gets another name
};

/// The operations that ptxas usually makes of each statement, in the text's order. StandInStatements.cpp.
Kernel translate(const ptx::Function &function, uint32_t firstStatement);

/// Gives each register numbers below `limit`; the highest that was given. StandInRegisters.cpp.
uint32_t allocate(Kernel &kernel, uint32_t limit);

/// A block's operations as a list scheduler orders them. StandInOrder.cpp.
std::vector<Operation> order(std::vector<Operation> block, const Kernel &kernel, const rates::Rates &rates);

/// From issue to the issue of what needs the result, as far as the order hangs on it.
double latencyOf(const Operation &operation, const rates::Rates &rates);

/// Whoever needs its result waits for a counter; else the stall count sees to it. mma.sync's results are the model's.
bool raisesCounter(sass::Operation operation);

} // namespace tessera::emulator::standin
