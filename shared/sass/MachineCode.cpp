// SPDX-License-Identifier: Apache-2.0
#include "shared/sass/MachineCode.h"
#include <cstring>

namespace tessera::sass {

namespace {

/// `count` bits from `first` on.
uint64_t bits(Word word, unsigned first, unsigned count) {
  uint64_t value = first >= 64  ? word.high >> (first - 64)
                   : first == 0 ? word.low
                                : word.low >> first | word.high << (64 - first);
  return count == 64 ? value : value & ((uint64_t(1) << count) - 1);
}

bool bit(Word word, unsigned place) { return bits(word, place, 1); }

int64_t signedBits(Word word, unsigned first, unsigned count) {
  auto value = static_cast<int64_t>(bits(word, first, count) << (64 - count));
  return value >> (64 - count);
}

// --- widths

/// Bytes that a lane loads or stores: `.U8 .S8 .U16 .S16 .32 .64 .128`.
unsigned getPlainBytes(Word word) {
  constexpr uint8_t bytes[] = {1, 1, 2, 2, 4, 8, 16, 0};
  return bytes[bits(word, 73, 3)];
}

/// Bytes that a lane's atomic works on: types differ between families.
unsigned getAtomicBytes(Word word, uint16_t number, unsigned architecture) {
  uint64_t type = bits(word, 73, 3);
  switch (number) {
  case 0x18b:
  case 0x18d:
  case 0x1a9: // compare and swap: 32, 64, 128 bits
    return type == 4 ? 16 : type == 2 ? 8 : 4;
  case 0x1a2: // pairs of 16-bit floats
    return 4;
  case 0x1a3:
  case 0x1a6: // F32, F32x2, F32x4, F64
    return type == 3 ? 16 : type == 2 || type == 7 ? 8 : 4;
  default: // U32, S32, U64, S64; before sm_90 F32 has S64's number where it is added, and F64 one of its own
    return type == 2 || type == 6 || (type == 3 && architecture >= 90) ? 8 : 4;
  }
}

struct MatrixRegisters {
  uint16_t d = 0, a = 0, b = 0, c = 0;
};

/// `mma`: registers of a warp's fragments, by the shape.
MatrixRegisters getMmaRegisters(Word word, uint16_t number) {
  if (number == 0x3f) // DMMA 8x8x4
    return {4, 2, 2, 4};
  if (number == 0x3c) { // HMMA 16x8x4 to 16x8x16
    bool isTf32 = bit(word, 83), isLarge = isTf32 ? !bit(word, 78) : bit(word, 75);
    auto sums = static_cast<uint16_t>(bit(word, 76) ? 4 : 2);
    return isLarge ? MatrixRegisters{sums, 4, 2, sums} : MatrixRegisters{sums, 2, 1, sums};
  }
  if (number == 0x3d) // BMMA 16x8x256
    return {4, 4, 2, 4};
  if (!bit(word, 86)) // IMMA of 8 rows
    return {2, 1, 1, 2};
  bool isLarge = bit(word, 83) ? bit(word, 85) : bit(word, 75);
  return isLarge ? MatrixRegisters{4, 4, 2, 4} : MatrixRegisters{4, 2, 1, 4};
}

/// `wgmma`: N, of which IGMMA has fewer and counts them in another way.
unsigned getWgmmaColumns(Word word, uint16_t number) {
  if (number != 0x1f1)
    return 8 * (static_cast<unsigned>(bits(word, 53, 5)) + 1);
  auto index = static_cast<unsigned>(bits(word, 53, 6)) / 3;
  return index <= 3 ? 8 * (index + 1) : 16 * index - 16;
}

MatrixRegisters getMatrixRegisters(Word word, uint16_t opcode) {
  uint16_t number = opcode & 0x1ff;
  if (number == 0x3b || number == 0x44) { // LDSM, STSM: .x1 .x2 .x4
    auto count = static_cast<uint16_t>(1u << bits(word, 72, 2));
    return {count, 0, count, 0};
  }
  if (number < 0x1f0)
    return getMmaRegisters(word, number);
  bool hasHalfSums = (number == 0x1f0 || number == 0x1f3) && !bit(word, 75), readsA = (opcode >> 9) == 6;
  auto sums = static_cast<uint16_t>(getWgmmaColumns(word, number) / (hasHalfSums ? 4 : 2));
  return {sums, static_cast<uint16_t>(readsA ? 4 : 0), 0, sums};
}

/// A conversion's source (84-85) and result (75-76): registers of 64 bits are pairs. CS2R and MATCH have a bit of their
/// own.
unsigned getConvertedRegisters(Word word, uint16_t number, char operand) {
  if (number == 0x005)
    return bit(word, 80) ? 2 : 1;
  if (number == 0x1a1)
    return bit(word, 73) ? 2 : 1;
  if (operand == 'b')
    return bits(word, 84, 2) == 3 ? 2 : 1;
  return number >= 0x110 && bits(word, 75, 2) == 3 ? 2 : 1;
}

// --- operands

class OperandReader {
public:
  OperandReader(MachineInstruction &instruction, const Opcode &opcode)
      : out(instruction), word(instruction.word), opcode(opcode) {}

  void read() {
    const char *at = opcode.registers;
    bool isFixed = *at == '=';
    for (at += isFixed; *at; at += 2)
      readOperand(at[0], getCount(at[0], at[1]), isFixed);
  }

private:
  unsigned getAccessRegisters() const { return (out.accessBytes + 3u) / 4; }

  unsigned getCount(char operand, char width) const {
    switch (width) {
    case 'm':
      return getAccessRegisters();
    case 'p':
      return bit(word, 72) ? 2 : 1;
    case 'w':
      return getConvertedRegisters(word, opcode.number, operand);
    case 's': {
      MatrixRegisters shape = getMatrixRegisters(word, out.opcode);
      return operand == 'd' ? shape.d : operand == 'a' ? shape.a : operand == 'b' ? shape.b : shape.c;
    }
    default:
      return static_cast<unsigned>(width - '0');
    }
  }

  /// The field in which a form has the register of `b` or `c`; 0 where it has none there.
  unsigned getField(char operand) const {
    switch (unsigned form = out.opcode >> 9; form) {
    case 1:
      return operand == 'c' ? 64 : 32; // all registers
    case 2:
    case 3:
    case 7:
      return operand == 'b' ? 64 : 0; // c is an immediate, a constant, uniform
    default:
      return operand == 'c' ? 64 : 0; // b is
    }
  }

  void readOperand(char operand, unsigned count, bool isFixed) {
    unsigned field = operand == 'd' ? 16 : operand == 'a' ? 24 : operand == 'b' ? 32 : 64;
    if (!isFixed && operand != 'd' && operand != 'a')
      field = getField(operand);
    if (isFixed && !hasFixedOperand(operand))
      return;
    if (!field || !count)
      return;
    auto first = static_cast<uint8_t>(bits(word, field, 8));
    if (first == zeroRegister)
      return;
    RegisterRange &range = operand == 'd' ? out.d : operand == 'a' ? out.a : operand == 'b' ? out.b : out.c;
    range = {first, static_cast<uint16_t>(count)};
  }

  /// What the forms of shuffles and barriers leave out.
  bool hasFixedOperand(char operand) const {
    unsigned form = out.opcode >> 9;
    switch (opcode.number) {
    case 0x189: // SHFL: lane and mask are registers (1), an immediate (2: the mask's, 4: the lane's) or both (7)
      return operand == 'b' ? form == 1 || form == 2 : operand == 'c' ? form == 1 || form == 4 : true;
    case 0x11d: // BAR: the barrier (2), the count (4) or both in one (1) are in a register
      return form == 1 || form == 2 || form == 4;
    case 0x144:
    case 0x148: // CALL, WARPSYNC: a register's form, and an immediate's
      return form == 1;
    case 0x1a7: // SYNCS: a wait has a predicate where an arrival has a result
      return operand != 'd' || form != 2;
    case 0x18c: // ATOMS.POPC.INC: nothing to add
      return operand != 'b' || form != 7;
    default:
      return true;
    }
  }

  MachineInstruction &out;
  Word word;
  const Opcode &opcode;
};

/// Distances count from the next instruction. In units of four bytes;
/// sm_90 has the low byte of a longer number in d's field.
std::optional<int64_t> findTarget(Word word, uint16_t opcode, int64_t next, unsigned architecture) {
  switch (opcode) {
  case 0x945: // BSSY
    return next + signedBits(word, 32, 32);
  case 0x947:
  case 0x944: // BRA, CALL.REL
    break;
  case 0x348: // WARPSYNC.COLLECTIVE; its other forms go nowhere
    if (bits(word, 85, 6) != 0x1e)
      return std::nullopt;
    break;
  default:
    return std::nullopt;
  }
  if (architecture < 90)
    return next + 4 * signedBits(word, 34, 48);
  return next + 4 * (signedBits(word, 34, 48) * 256 + static_cast<int64_t>(bits(word, 16, 8)));
}

bool isAtomic(Operation operation) {
  return operation == Operation::globalAtomic || operation == Operation::sharedAtomic;
}

unsigned getAccessBytes(Word word, const Opcode &opcode, unsigned architecture) {
  switch (opcode.operation) {
  case Operation::globalLoad:
  case Operation::globalStore:
  case Operation::sharedLoad:
  case Operation::sharedStore:
  case Operation::localLoad:
  case Operation::localStore:
  case Operation::constantLoad:
  case Operation::asyncCopy:
    return getPlainBytes(word);
  case Operation::clusterStore: {
    constexpr uint8_t bytes[] = {4, 8, 16, 0};
    return bytes[bits(word, 73, 2)];
  }
  default:
    return isAtomic(opcode.operation) ? getAtomicBytes(word, opcode.number, architecture) : 0;
  }
}

} // namespace

bool isArchitectureKnown(unsigned architecture) { return architecture >= 80 && architecture <= 90; }

bool MachineInstruction::isUnconditional() const {
  if (guard != alwaysPredicate || isGuardNegated)
    return false;
  // A second condition of branches and exits: a predicate (87-89), negated (90), or of a uniform register (91).
  return operation != Operation::branch || bits(word, 87, 5) == 7;
}

MachineInstruction decode(Word word, int64_t address, unsigned architecture) {
  MachineInstruction out;
  out.word = word;
  out.opcode = static_cast<uint16_t>(bits(word, 0, 12));
  out.guard = static_cast<uint8_t>(bits(word, 12, 3));
  out.isGuardNegated = bit(word, 15);
  out.stall = static_cast<uint8_t>(bits(word, 105, 4));
  out.mayYield = !bit(word, 109);
  out.writeCounter = static_cast<uint8_t>(bits(word, 110, 3));
  out.readCounter = static_cast<uint8_t>(bits(word, 113, 3));
  out.waitMask = static_cast<uint8_t>(bits(word, 116, 6));
  out.reuse = static_cast<uint8_t>(bits(word, 122, 4));
  const Opcode *opcode = findOpcode(out.opcode);
  if (!opcode)
    return out;
  out.operation = opcode->operation;
  out.accessBytes = static_cast<uint8_t>(getAccessBytes(word, *opcode, architecture));
  OperandReader(out, *opcode).read();
  out.target = findTarget(word, out.opcode, address + static_cast<int64_t>(wordBytes), architecture);
  return out;
}

size_t MachineCode::countUnknown() const {
  size_t count = 0;
  for (const MachineInstruction &instruction : instructions)
    count += instruction.operation == Operation::unknown;
  return count;
}

std::optional<MachineCode> decodeAll(std::string_view bytes, unsigned architecture, std::string &error) {
  if (!isArchitectureKnown(architecture)) {
    error = "machine code of sm_" + std::to_string(architecture) + ", expected sm_80 to sm_90";
    return std::nullopt;
  }
  if (bytes.empty() || bytes.size() % wordBytes) {
    error = std::to_string(bytes.size()) + " bytes of machine code, expected a multiple of " +
            std::to_string(wordBytes) + " that is not 0";
    return std::nullopt;
  }
  MachineCode code;
  code.architecture = architecture;
  code.instructions.reserve(bytes.size() / wordBytes);
  for (size_t at = 0; at < bytes.size(); at += wordBytes) {
    Word word;
    for (unsigned i = 0; i < 8; ++i) {
      word.low |= uint64_t(static_cast<uint8_t>(bytes[at + i])) << (8 * i);
      word.high |= uint64_t(static_cast<uint8_t>(bytes[at + 8 + i])) << (8 * i);
    }
    if (bits(word, 126, 2)) { // never set in code of these architectures
      error = "byte " + std::to_string(at) + " begins no instruction: its highest bits are set";
      return std::nullopt;
    }
    code.instructions.push_back(decode(word, static_cast<int64_t>(at), architecture));
  }
  return code;
}

std::string getText(const MachineInstruction &instruction) {
  std::string_view mnemonic = instruction.getMnemonic();
  if (mnemonic.empty()) {
    constexpr char digits[] = "0123456789abcdef";
    std::string text = "op ";
    for (int shift = 8; shift >= 0; shift -= 4)
      text += digits[instruction.opcode >> shift & 15];
    return text;
  }
  std::string text(mnemonic);
  if (instruction.accessBytes && instruction.accessBytes != 4)
    text += "." + std::to_string(8 * instruction.accessBytes);
  return text;
}

} // namespace tessera::sass
