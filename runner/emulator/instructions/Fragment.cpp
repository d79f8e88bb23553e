// SPDX-License-Identifier: Apache-2.0
// Matrices in the registers of a warp.

#include "runner/emulator/instructions/Fragment.h"

namespace tessera::emulator {

bool expectWholeWarp(Step &step, const char *name) {
  if (step.mask == wholeWarp)
    return true;
  unsigned count = static_cast<unsigned>(__builtin_popcount(step.mask));
  step.fault(DiagnosticId::divergentCollective,
             "`" + std::string(name) + "` is executed by " + std::to_string(count) + " lanes of its warp, expected all 32");
  return false;
}

std::optional<TensorType> getTensorType(ptx::Type type) {
  switch (type) {
  case ptx::Type::f16: return TensorType::f16;
  case ptx::Type::bf16: return TensorType::bf16;
  case ptx::Type::tf32: return TensorType::tf32;
  case ptx::Type::e4m3: return TensorType::e4m3;
  case ptx::Type::e5m2: return TensorType::e5m2;
  case ptx::Type::s8: return TensorType::s8;
  case ptx::Type::u8: return TensorType::u8;
  case ptx::Type::b1: return TensorType::b1;
  default: return std::nullopt;
  }
}

void gatherRows(const Step &step, const Slot *slots, unsigned count, uint8_t raw[tensorRows][tensorRowBytes]) {
  std::memset(raw, 0, tensorRows * tensorRowBytes);
  for (unsigned j = 0; j < count; ++j) {
    const uint32_t *lanes = step.in<uint32_t>(slots[j]);
    for (unsigned g = 0; g < 8; ++g)
      std::memcpy(raw[g + 8 * (j % 2)] + 16 * (j / 2), lanes + 4 * g, 16);
  }
}

void gatherColumns(const Step &step, const Slot *slots, unsigned count, uint8_t raw[tensorBlock][tensorRowBytes]) {
  std::memset(raw, 0, tensorBlock * tensorRowBytes);
  for (unsigned j = 0; j < count; ++j) {
    const uint32_t *lanes = step.in<uint32_t>(slots[j]);
    for (unsigned g = 0; g < 8; ++g)
      std::memcpy(raw[g] + 16 * j, lanes + 4 * g, 16);
  }
}

bool takeRegisters(InstructionBuilder &b, size_t operand, ptx::Type type, unsigned count, bool isWritten, uint32_t &first) {
  auto list = isWritten ? b.writeList(b.operand(operand), type) : b.readList(b.operand(operand), type);
  first = list.first;
  if (list.second == count)
    return true;
  return b.failOperand("operand " + std::to_string(operand + 1) + " has " + std::to_string(list.second) + " registers, expected " +
                       std::to_string(count));
}

} // namespace tessera::emulator
