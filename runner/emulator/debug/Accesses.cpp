// SPDX-License-Identifier: Apache-2.0
// Where the instruction at which a launch was stopped is about to reach, read off its text and the registers: it has
// not been executed, and may be one that fails.
#include "runner/emulator/async/Mbarriers.h"
#include "runner/emulator/debug/View.h"
#include <algorithm>
#include <cstring>

namespace tessera::emulator {

using ptx::Operand;
using ptx::Space;

/// `.shared::cluster` is shared memory, too.
static Space spaceOf(std::string_view modifier) {
  if (modifier.substr(0, 6) == "shared")
    return Space::shared;
  if (modifier == "global" || modifier == "const")
    return modifier == "global" ? Space::global : Space::constant;
  return modifier == "local" ? Space::local : modifier.substr(0, 5) == "param" ? Space::param : Space::generic;
}

/// The spaces that the instruction names, one for each operand in brackets; the last one goes for what follows, but a
/// bulk copy's mbarrier is in shared memory.
static Space spaceOf(const ptx::Instruction &instruction, size_t number) {
  std::vector<Space> named;
  for (std::string_view modifier : instruction.modifiers)
    if (Space space = spaceOf(modifier); space != Space::generic)
      named.push_back(space);
  if (instruction.opcode == "cp" && number >= 2)
    return Space::shared;
  return named.empty() ? Space::generic : named[std::min(number, named.size() - 1)];
}

/// Bytes of a lane; 0 where the instruction does not say.
static uint32_t bytesOf(const ptx::Instruction &instruction) {
  std::string_view opcode = instruction.opcode;
  if (opcode == "ldmatrix" || opcode == "stmatrix")
    return 16;
  if (opcode == "mbarrier")
    return 8;
  if (opcode == "cp")
    return !hasModifier(instruction, "bulk") && instruction.operands.size() >= 3 &&
                   instruction.operands[2].kind == Operand::Kind::integer
               ? static_cast<uint32_t>(instruction.operands[2].integer)
               : 0;
  if (opcode != "ld" && opcode != "ldu" && opcode != "st" && opcode != "atom" && opcode != "red")
    return 0;
  uint32_t bits = 0, count = 1;
  for (std::string_view modifier : instruction.modifiers) {
    if (modifier == "v2" || modifier == "v4" || modifier == "v8")
      count = static_cast<uint32_t>(modifier[1] - '0');
    if (ptx::Type type = ptx::parseType(modifier); type != ptx::Type::none)
      bits = ptx::getBits(type);
  }
  return bits * count / 8;
}

/// ldmatrix takes addresses of rows from lanes 0 to 7, 15 or 31 alone.
static uint32_t lanesWithAddress(const ptx::Instruction &instruction) {
  if (instruction.opcode != "ldmatrix" && instruction.opcode != "stmatrix")
    return ~0u;
  return hasModifier(instruction, "x4") ? ~0u : hasModifier(instruction, "x2") ? 0xffffu : 0xffu;
}

/// Adds what stands in brackets before its offset. False for what is neither a register nor a variable.
static bool addBase(const Step &step, const Operand &base, AccessView &access) {
  const Function &function = step.function();
  for (const auto &[slot, name] : function.registerNames) {
    if (name != base.name)
      continue;
    unsigned size = ptx::getBits(function.registerTypes.at(slot)) / 8;
    if (size != 4 && size != 8)
      return false;
    for (unsigned lane = 0; lane < warpSize; ++lane) {
      uint64_t value = 0;
      std::memcpy(&value, step.registers + slot + size_t(lane) * size, size);
      access.addresses[lane] =
          size == 4 ? static_cast<uint32_t>(value + access.addresses[lane]) : value + access.addresses[lane];
    }
    return true;
  }
  auto add = [&](const Symbol &symbol) {
    for (uint64_t &address : access.addresses)
      address += symbol.address;
    return true;
  };
  const Program &program = step.machine.program;
  if (auto found = program.symbols.find(base.name); found != program.symbols.end())
    return add(found->second);
  for (const auto &[name, symbol] : program.innerShared)
    if (name == base.name)
      return add(symbol);
  return false;
}

static Space classify(uint64_t address) {
  return address - sharedWindow < windowSize  ? Space::shared
         : address - localWindow < windowSize ? Space::local
                                              : Space::global;
}

static std::string nameOf(const Step &step, Space space, uint64_t address) {
  if (space == Space::shared) {
    std::string name = nameShared(step.machine.program, static_cast<uint32_t>(address & 0xffffff));
    name.erase(std::remove(name.begin(), name.end(), '`'), name.end());
    return name;
  }
  if (space != Space::global && space != Space::constant)
    return "";
  const Allocation *found = step.machine.memory.find(address);
  if (!found)
    return "";
  uint64_t past = address - found->address;
  return found->name + (past ? "+" + std::to_string(past) : "");
}

/// Generic addresses become those of the first lane's space: warps mix spaces next to never.
static void settleSpace(const Step &step, AccessView &access) {
  if (access.space == Space::generic)
    access.space = classify(access.addresses[step.firstLane()]);
  if (access.space == Space::shared)
    for (uint64_t &address : access.addresses)
      if (address - sharedWindow < windowSize)
        address -= sharedWindow;
  for (uint32_t left = access.mask; left; left &= left - 1) {
    auto lane = static_cast<unsigned>(__builtin_ctz(left));
    access.places[lane] = nameOf(step, access.space, access.addresses[lane]);
  }
}

static void count(AccessView &access) {
  if (access.bytes == 0 || access.bytes > 32)
    return;
  if (access.space == Space::shared) {
    Taken taken = countWavefronts(access.addresses.data(), access.mask, access.bytes);
    access.wavefronts = taken.units;
    access.idealWavefronts = taken.ideal;
  } else if (access.space == Space::global) {
    access.sectors = countSectors(access.addresses.data(), access.mask, access.bytes).units;
  }
}

static void collect(const Step &step, const ptx::Instruction &instruction, const Operand &operand, size_t number,
                    std::vector<AccessView> &found) {
  AccessView access;
  access.mask = step.mask & lanesWithAddress(instruction);
  access.space = spaceOf(instruction, number);
  access.bytes = bytesOf(instruction);
  access.addresses.fill(operand.integer);
  if (!access.mask || (!operand.elements.empty() && !addBase(step, operand.elements[0], access)))
    return;
  settleSpace(step, access);
  count(access);
  found.push_back(std::move(access));
}

std::vector<AccessView> findAccesses(const Step &step) {
  std::vector<AccessView> found;
  const ptx::Instruction *instruction = findInstruction(step.function(), step.instruction->place);
  if (!instruction || instruction->opcode == "mov" || instruction->opcode == "call")
    return found;
  size_t number = 0;
  for (const Operand &operand : instruction->operands) {
    if (operand.kind != Operand::Kind::address && operand.kind != Operand::Kind::tensor)
      continue;
    if (operand.kind == Operand::Kind::address)
      collect(step, *instruction, operand, number, found);
    ++number;
  }
  return found;
}

} // namespace tessera::emulator
