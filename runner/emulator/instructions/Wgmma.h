// SPDX-License-Identifier: Apache-2.0
// What the builder of functions has to know of wgmma: which registers an instruction owns until it is waited for.
#pragma once

#include "runner/emulator/arithmetic/TensorCore.h"
#include "runner/emulator/program/Program.h"

namespace tessera::emulator {

/// One `wgmma.mma_async` of the text.
struct WgmmaForm {
  TensorType aType = TensorType::f16, bType = TensorType::f16;
  TensorResult result = TensorResult::f32;
  unsigned columns = 8;
  bool aInRegisters = false, isANegated = false, isBNegated = false, isATransposed = false, isBTransposed = false;
  std::vector<Slot> d, a; // a: empty when a descriptor names it
  std::vector<Slot> sortedD, sortedA;
  Slot aDescriptor = noSlot, bDescriptor = noSlot, readsOld = noSlot;
  bool isReadsOldNegated = false;
  std::string name; // `wgmma m64n128k16`
};

/// The form of a `wgmma.mma_async`; null for other instructions.
const WgmmaForm *findWgmma(const Instruction &i);
bool isWgmmaFence(const Instruction &i);
/// Set in `Instruction::detail` of a wgmma by the function's builder: a register may have been touched since the last fence,
/// or there was none. The rest is 1 + that register's slot.
constexpr uint32_t unfencedBit = 0x80000000u;

} // namespace tessera::emulator
