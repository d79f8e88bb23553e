// SPDX-License-Identifier: Apache-2.0
// Which machine instructions a cubin holds, read from the file itself: NVIDIA's disassemblers are not on every machine
// that has ptxas.
#pragma once

#include "llvm/ADT/StringRef.h"
#include <map>
#include <optional>
#include <string>
#include <vector>

namespace tessera::codegen {

/// The code of one function.
struct FunctionCode {
  std::string name;
  /// The opcode of each instruction in order: the low 12 bits, of which 9 to 11 say the form of the operands.
  std::vector<uint16_t> opcodes;

  int64_t count(llvm::StringRef mnemonic) const; // `HGMMA`; of all its forms
  /// The longest run of instructions of one mnemonic with at most `gap` others between two of them.
  int64_t longestRun(llvm::StringRef mnemonic, int64_t gap) const;
};

/// The functions of a cubin (ELF64, little endian, instructions of 128 bits); none where the bytes are not one.
std::optional<std::vector<FunctionCode>> readCode(llvm::StringRef cubin);

/// One line an opcode, the most frequent first: `     64  HGMMA`.
std::string printCounts(const FunctionCode &code);

} // namespace tessera::codegen
