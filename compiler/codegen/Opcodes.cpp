// SPDX-License-Identifier: Apache-2.0
#include "compiler/codegen/Opcodes.h"
#include "shared/sass/Cubin.h"
#include "shared/sass/MachineCode.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/Endian.h"
#include "llvm/Support/Format.h"
#include "llvm/Support/raw_ostream.h"

using namespace tessera;
using namespace tessera::codegen;
using llvm::StringRef;

static StringRef getMnemonic(uint16_t opcode) { return sass::getMnemonic(opcode); }

int64_t FunctionCode::count(StringRef mnemonic) const {
  return llvm::count_if(opcodes, [&](uint16_t opcode) { return getMnemonic(opcode) == mnemonic; });
}

int64_t FunctionCode::longestRun(StringRef mnemonic, int64_t gap) const {
  int64_t longest = 0, run = 0, others = 0;
  for (uint16_t opcode : opcodes) {
    if (getMnemonic(opcode) == mnemonic) {
      run = others <= gap ? run + 1 : 1;
      others = 0;
      longest = std::max(longest, run);
    } else {
      ++others;
    }
  }
  return longest;
}

std::optional<std::vector<FunctionCode>> tessera::codegen::readCode(StringRef cubin) {
  std::string error;
  std::optional<sass::Cubin> read = sass::readCubin(cubin, error);
  if (!read)
    return std::nullopt;
  std::vector<FunctionCode> functions;
  for (const sass::CubinFunction &found : read->functions) {
    FunctionCode function;
    function.name = found.name;
    for (StringRef code = found.code; code.size() >= sass::wordBytes; code = code.drop_front(sass::wordBytes))
      function.opcodes.push_back(llvm::support::endian::read16le(code.data()) & 0xfff);
    functions.push_back(std::move(function));
  }
  return functions;
}

std::string tessera::codegen::printCounts(const FunctionCode &code) {
  std::map<std::string, int64_t> counts;
  for (uint16_t opcode : code.opcodes) {
    StringRef mnemonic = getMnemonic(opcode);
    std::string name = mnemonic.str();
    if (mnemonic.empty())
      llvm::raw_string_ostream(name) << "opcode " << llvm::format_hex_no_prefix(opcode, 3);
    ++counts[name];
  }
  std::vector<std::pair<std::string, int64_t>> sorted(counts.begin(), counts.end());
  llvm::stable_sort(sorted, [](const auto &a, const auto &b) { return a.second > b.second; });
  std::string text;
  llvm::raw_string_ostream stream(text);
  stream << code.name << ": " << code.opcodes.size() << " instructions\n";
  for (const auto &[name, number] : sorted)
    stream << llvm::format("%7lld  ", static_cast<long long>(number)) << name << "\n";
  return text;
}
