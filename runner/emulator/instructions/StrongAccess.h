// SPDX-License-Identifier: Apache-2.0
// What ld, st, atom, red and fence share: scopes in the text, and the bytes that the lanes of an instruction address.
#pragma once

#include "runner/emulator/machine/Machine.h"
#include "runner/emulator/program/Builder.h"

namespace tessera::emulator {

/// `.cta`, `.cluster`, `.gpu` or `.sys`; nothing without one.
inline std::optional<Scope> takeScope(InstructionBuilder &b) {
  std::string_view name = b.takeOneOf({"cta", "cluster", "gpu", "sys"});
  if (name.empty())
    return std::nullopt;
  return name == "cta" ? Scope::cta : name == "cluster" ? Scope::cluster : name == "gpu" ? Scope::gpu : Scope::sys;
}

/// The addresses `[i.a + i.immediate]` of the active lanes, and where their bytes are.
struct AddressedLanes {
  uint64_t addresses[warpSize];
  uint8_t *host[warpSize];

  /// False after a fault.
  bool resolve(Step &step, const Instruction &i, const Access &access, bool isWide) {
    step.addresses(i.a, isWide, i.immediate, addresses);
    return step.resolve(access, addresses, host);
  }
};

} // namespace tessera::emulator
