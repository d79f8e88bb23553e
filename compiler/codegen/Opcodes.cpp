// SPDX-License-Identifier: Apache-2.0
#include "compiler/codegen/Opcodes.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/Endian.h"
#include "llvm/Support/Format.h"
#include "llvm/Support/raw_ostream.h"

using namespace tessera::codegen;
using llvm::StringRef;

StringRef tessera::codegen::getMnemonic(uint16_t opcode) {
  // Forms of one instruction differ in bits 9 to 11: register, immediate, constant, uniform register.
  static const std::map<uint16_t, StringRef> exact = {
      {0x9f0, "HGMMA"},      {0xdf0, "HGMMA"},     {0x9f3, "QGMMA"},    {0xdf3, "QGMMA"},  {0x9f1, "IGMMA"},     {0xdf1, "IGMMA"},
      {0x5b4, "UTMALDG"},    {0x3b5, "UTMASTG"},   {0x844, "STSM"},     {0x83b, "LDSM"},   {0x9c8, "USETMAXREG"}, {0x5b2, "SYNCS.EXCH"},
      {0x5a7, "SYNCS.TRYWAIT"}, {0x9a7, "SYNCS.ARRIVE"}, {0xfae, "LDGSTS"}, {0x23c, "HMMA"}, {0x9c5, "WARPGROUP"}, {0x387, "STL"},
      {0x983, "LDL"},        {0x981, "LDG"},       {0x986, "STG"},      {0x984, "LDS"},    {0x388, "STS"},       {0x94d, "EXIT"},
      {0x947, "BRA"},        {0xb1d, "BAR"},       {0x918, "NOP"}};
  auto found = exact.find(opcode);
  return found == exact.end() ? StringRef() : found->second;
}

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

namespace {
/// Reads numbers of a file; anything outside makes it fail for good.
struct Reader {
  StringRef bytes;
  bool failed = false;

  uint64_t get(uint64_t offset, unsigned size) {
    if (offset > bytes.size() || bytes.size() - offset < size) {
      failed = true;
      return 0;
    }
    uint64_t value = 0;
    for (unsigned i = 0; i < size; ++i)
      value |= uint64_t(uint8_t(bytes[offset + i])) << (8 * i);
    return value;
  }
  StringRef slice(uint64_t offset, uint64_t size) {
    if (offset > bytes.size() || bytes.size() - offset < size) {
      failed = true;
      return {};
    }
    return bytes.substr(offset, size);
  }
};
} // namespace

std::optional<std::vector<FunctionCode>> tessera::codegen::readCode(StringRef cubin) {
  if (!cubin.starts_with("\x7f" "ELF"))
    return std::nullopt;
  Reader file{cubin};
  uint64_t headers = file.get(0x28, 8), entry = file.get(0x3a, 2), count = file.get(0x3c, 2), names = file.get(0x3e, 2);
  file.slice(headers, entry * count);
  if (entry < 64)
    return std::nullopt;
  auto field = [&](uint64_t section, unsigned offset, unsigned size) { return file.get(headers + section * entry + offset, size); };
  StringRef strings = file.slice(field(names, 0x18, 8), field(names, 0x20, 8));
  std::vector<FunctionCode> functions;
  for (uint64_t section = 0; section < count && !file.failed; ++section) {
    uint64_t at = field(section, 0, 4);
    StringRef name = at < strings.size() ? strings.drop_front(at).split('\0').first : StringRef();
    if (!name.consume_front(".text."))
      continue;
    StringRef code = file.slice(field(section, 0x18, 8), field(section, 0x20, 8));
    FunctionCode function;
    function.name = name.str();
    for (; code.size() >= 16; code = code.drop_front(16))
      function.opcodes.push_back(llvm::support::endian::read16le(code.data()) & 0xfff);
    functions.push_back(std::move(function));
  }
  if (file.failed)
    return std::nullopt;
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
