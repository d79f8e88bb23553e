// SPDX-License-Identifier: Apache-2.0
// Which machine instructions the assembler made of a PTX text, in their order, and of which statement each: what time
// is kept over while the emulator executes the PTX.
//
// A map is made once where `ptxas` is, and can travel as text to where it is not:
//
//   tessera-machine-map 1
//   architecture 90
//   ptx 5feceb66…               SHA-256 of the text that it is of
//   function NAME STATEMENTS    each function of the text, in its order
//   kernel NAME REGISTERS INSTRUCTIONS
//   000fe20000000f00 0000000000017202 12     the word's high and low half, and the number of the statement or `-`
//   …
//   end
#pragma once

#include "runner/emulator/sass/Statements.h"
#include "shared/sass/MachineCode.h"

namespace tessera::emulator {

constexpr uint32_t noStatement = 0xffffffffu;

struct MachineKernel {
  std::string name;
  uint32_t registers = 0;           // of a thread
  sass::MachineCode code;           // subroutines behind it, too
  std::vector<uint32_t> statements; // of each instruction: its number, or `noStatement`
};

struct MachineMap {
  unsigned architecture = 90;
  bool isStandIn = false;                                  // no assembler made it: StandIn.h
  std::string digest;                                      // of the PTX text: 64 hexadecimal digits
  std::vector<std::pair<std::string, uint32_t>> functions; // names and how many statements each has
  std::vector<MachineKernel> kernels;

  /// Null where it has none of this name.
  const MachineKernel *find(std::string_view kernel) const;
};

std::string getDigest(std::string_view text);

/// The map of what `ptxas --generate-line-info` made of `markStatements(module)`. Nothing, with the reason in `error`,
/// for a cubin that is not of this text.
std::optional<MachineMap> makeMachineMap(const ptx::Module &module, std::string_view cubin, std::string &error);

/// As text, see above.
std::string printMachineMap(const MachineMap &map);

/// The map in `text`. Nothing where it is malformed, with the line, what stands there and what to do in `error`.
std::optional<MachineMap> readMachineMap(std::string_view text, std::string &error);

/// Empty when `map` is of this module; else why it is not.
std::string findMismatch(const MachineMap &map, const ptx::Module &module);

} // namespace tessera::emulator
