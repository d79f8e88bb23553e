// SPDX-License-Identifier: Apache-2.0
// The names of SASS's instructions, of which part of a multiprocessor executes them, and of which fields hold
// registers: the one table. Each row was seen in a listing of code that ptxas 13 made for sm_80 or sm_90a; what no
// listing showed is not here, and is then `unknown` with its number, never guessed.
#pragma once

#include <cstdint>
#include <string_view>

namespace tessera::sass {

/// Who executes an instruction.
enum class Operation : uint8_t {
  unknown,
  fma32,          // FADD, FMUL, FFMA: the pipe of fused multiply-adds
  alu,            // integers, comparisons, selections, shifts, logic
  integerProduct, // IMAD and its kin
  half,           // pairs of 16-bit floats
  fp64,
  special,     // MUFU: reciprocals, roots, exponentials
  conversion,  // F2F, F2I, I2F, FRND, and bit counts, which share their unit
  move,        // registers, predicates, constants
  specialRead, // S2R and its kin
  uniform,     // once for a warp, in uniform registers
  constantLoad,
  sharedLoad,
  sharedStore,
  sharedAtomic,
  globalLoad,  // and generic
  globalStore, // and generic
  globalAtomic,
  localLoad,
  localStore,
  clusterStore, // into shared memory of another CTA
  asyncCopy,    // LDGSTS
  matrixLoad,   // LDSM, MOVM
  matrixStore,  // STSM
  mma,
  wgmma,
  wgmmaOrder,   // WARPGROUP.ARRIVE, .DEPBAR
  tma,          // bulk copies, tensor copies, prefetches, reductions
  mbarrier,     // SYNCS
  barrier,      // BAR, and barriers of clusters
  warpExchange, // shuffles, votes, matches, reductions over a warp
  fence,
  cache,        // cache control
  dependency,   // waits for counters: DEPBAR, LDGDEPBAR
  branch,       // BRA, BRX, CALL, RET, EXIT
  convergence,  // BSSY, BSYNC, BREAK, WARPSYNC
  registerPool, // USETMAXREG
  other         // NOP, YIELD, NANOSLEEP, traps
};
constexpr unsigned operationCount = static_cast<unsigned>(Operation::other) + 1;

/// As a listing shows it: `fma32`, `shared-load`.
std::string_view getName(Operation operation);

/// A row of the table: all forms of one instruction.
struct Opcode {
  uint16_t number; // bits 0 to 8; bits 9 to 11 of a word are the form of its operands
  const char *mnemonic;
  Operation operation;
  /// Which fields hold general registers: `d` is written, `a` `b` `c` are read, each with how many registers from that
  /// number on: a digit, or `m` (by the width of the access), `p` (an address: a pair where it has 64 bits), `s` (by
  /// the shape of a matrix), `w` (a conversion's width). `e` is a last operand that only form 1 has in a register,
  /// which stands in b's field though it is c. `=` in front: fields stand still whatever the form says.
  const char *registers;
};

/// Null where the table has none.
const Opcode *findOpcode(uint16_t opcode);

/// `HGMMA`, and `SYNCS.TRYWAIT` where forms of one number do different things; empty where the table has none.
std::string_view getMnemonic(uint16_t opcode);

} // namespace tessera::sass
