// SPDX-License-Identifier: Apache-2.0
// SASS words of sm_80 and sm_90 to instructions, as far as time depends on them: who executes it, which registers
// through which ports, and what its control bits make the scheduler do.
//
// A word has 128 bits, little endian:
//
//   0-8 opcode · 9-11 form of the operands · 12-14 guard (7: none), 15 negated · 16-23 d · 24-31 a ·
//   32-39 b, or 32-63 an immediate or a constant's place · 64-71 c · 72-104 modifiers of each opcode ·
//   105-108 stall · 109 no yield · 110-112 write counter (7: none) · 113-115 read counter · 116-121 counters waited for
//   · 122-125 operands a, b, c kept for the next instruction
#pragma once

#include "shared/sass/Opcodes.h"
#include <optional>
#include <string>
#include <vector>

namespace tessera::sass {

constexpr uint64_t wordBytes = 16;
constexpr uint8_t zeroRegister = 255, noCounter = 7, alwaysPredicate = 7;
constexpr unsigned counterCount = 6;

/// The words of one instruction as they stand in memory.
struct Word {
  uint64_t low = 0, high = 0;
  bool operator==(const Word &other) const { return low == other.low && high == other.high; }
};

/// `count` registers from `first` on; 0 where the operand is none, or `RZ`.
struct RegisterRange {
  uint8_t first = zeroRegister;
  uint16_t count = 0;
};

struct MachineInstruction {
  Word word;
  uint16_t opcode = 0; // 12 bits
  Operation operation = Operation::unknown;
  uint8_t guard = alwaysPredicate;
  bool isGuardNegated = false;
  uint8_t stall = 0; // cycles until this warp may issue again
  bool mayYield = false;
  uint8_t writeCounter = noCounter, readCounter = noCounter; // raised until its result is there, its sources are read
  uint8_t waitMask = 0;                                      // counters that must be 0 before it issues
  uint8_t reuse = 0;                                         // bit i: operand a, b, c stays for the next instruction
  RegisterRange d, a, b, c;                                  // general registers: d written, the others read
  uint8_t accessBytes = 0;       // of a lane; 0 where it is no access, or none of a fixed width
  std::optional<int64_t> target; // a direct branch's, a BSSY's: an address in the same code

  std::string_view getMnemonic() const { return sass::getMnemonic(opcode); }
  /// Every lane that gets here executes it and goes nowhere else: without a guard, and no other condition.
  bool isUnconditional() const;
};

/// The architecture in which a word is read: 80 to 89, or 90.
bool isArchitectureKnown(unsigned architecture);

/// The instruction at `address`. `architecture` must be one that is known.
MachineInstruction decode(Word word, int64_t address, unsigned architecture);

struct MachineCode {
  unsigned architecture = 90;
  std::vector<MachineInstruction> instructions; // number i stands at address 16 * i

  size_t countUnknown() const;
};

/// The code in `bytes`, or what is wrong with them in `error`.
std::optional<MachineCode> decodeAll(std::string_view bytes, unsigned architecture, std::string &error);

/// `HFMA2.MMA`, `LDG.128` with the width of an access, `op 1c9` for what is unknown.
std::string getText(const MachineInstruction &instruction);

} // namespace tessera::sass
