// SPDX-License-Identifier: Apache-2.0
#include "runner/emulator/sass/Anchors.h"

namespace tessera::emulator {

Anchor classifyAnchor(const ptx::Instruction &instruction) {
  std::string_view opcode = instruction.opcode;
  if (opcode == "bar" || opcode == "barrier" || opcode == "mbarrier" || opcode == "membar" || opcode == "fence")
    return Anchor::barrier;
  if (opcode == "wgmma")
    return hasModifier(instruction, "mma_async")    ? Anchor::other
           : hasModifier(instruction, "wait_group") ? Anchor::barrier
                                                    : Anchor::none;
  if (opcode == "cp")
    return hasModifier(instruction, "wait_group") || hasModifier(instruction, "wait_all") ? Anchor::barrier
                                                                                          : Anchor::other;
  if (opcode == "ld" || opcode == "st") // parameters and constants are operands
    return hasModifier(instruction, "param") || hasModifier(instruction, "const") ? Anchor::none
           : opcode == "ld"                                                       ? Anchor::load
                                                                                  : Anchor::other;
  if (opcode == "ldmatrix")
    return Anchor::load;
  return opcode == "atom" || opcode == "red" || opcode == "stmatrix" ? Anchor::other : Anchor::none;
}

bool carries(const sass::MachineInstruction &machine, const ptx::Instruction &instruction) {
  using O = sass::Operation;
  std::string_view opcode = instruction.opcode;
  O operation = machine.operation;
  std::string_view name = machine.getMnemonic();
  if (opcode == "bar" || opcode == "barrier") // what only waits for a cluster of one CTA has another barrier beside it
    return operation == O::barrier && (name.substr(0, 7) == "UCGABAR") == hasModifier(instruction, "cluster");
  if (opcode == "mbarrier")
    return operation == O::mbarrier;
  if (opcode == "membar" || opcode == "fence")
    return name == (hasModifier(instruction, "proxy") ? "FENCE" : "MEMBAR");
  if (opcode == "wgmma")
    return operation == (hasModifier(instruction, "mma_async") ? O::wgmma : O::wgmmaOrder);
  if (opcode == "cp")
    return hasModifier(instruction, "mbarrier")
               ? name == "ARRIVES"
               : operation == O::asyncCopy || operation == O::tma || operation == O::dependency;
  if (opcode == "ldmatrix" || opcode == "stmatrix")
    return operation == O::matrixLoad || operation == O::matrixStore;
  if (opcode == "ld")
    return operation == O::sharedLoad || operation == O::globalLoad || operation == O::localLoad;
  if (opcode == "st")
    return operation == O::sharedStore || operation == O::globalStore || operation == O::localStore ||
           operation == O::clusterStore;
  return operation == O::sharedAtomic || operation == O::globalAtomic;
}

} // namespace tessera::emulator
