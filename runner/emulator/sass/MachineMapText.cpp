// SPDX-License-Identifier: Apache-2.0
// The map as lines of text. The reader takes bytes of anybody: sizes that a line announces are only believed as far as
// lines follow, so that memory stays within what the text takes.
#include "runner/emulator/sass/MachineMap.h"
#include <set>

namespace tessera::emulator {

namespace {

constexpr std::string_view magic = "tessera-machine-map", version = "1";
constexpr size_t longestText = size_t(1) << 28, longestName = 1 << 16;
constexpr uint64_t mostRegisters = 255;

std::string toHex(uint64_t value) {
  constexpr char digits[] = "0123456789abcdef";
  std::string text(16, '0');
  for (size_t i = 16; i-- > 0; value >>= 4)
    text[i] = digits[value & 15];
  return text;
}

class MapReader {
public:
  MapReader(std::string_view text, std::string &error) : rest(text), error(error) {}

  std::optional<MachineMap> read() {
    if (rest.size() > longestText) {
      error =
          "a machine map of " + std::to_string(rest.size()) + " bytes, expected at most " + std::to_string(longestText);
      return std::nullopt;
    }
    if (!readHeader() || !readFunctions() || !readKernels())
      return std::nullopt;
    return std::move(map);
  }

private:
  bool fail(const std::string &what) {
    error = "line " + std::to_string(number) + " of the machine map: " + what +
            "; make the map anew with `tessera emulate FILE.ptx --save-machine-map FILE`";
    return false;
  }
  bool failHere(const std::string &expected) {
    return fail("`" + std::string(line.substr(0, 60)) + (line.size() > 60 ? "…`" : "`") + ", expected " + expected);
  }

  bool nextLine() {
    if (rest.empty()) {
      ++number;
      line = {};
      return fail("the text is cut short");
    }
    size_t end = rest.find('\n');
    if (end == rest.npos) {
      ++number;
      return fail("the text is cut short");
    }
    line = rest.substr(0, end);
    rest.remove_prefix(end + 1);
    ++number;
    words = line;
    return true;
  }
  std::string_view nextWord() {
    size_t end = words.find(' ');
    std::string_view word = words.substr(0, end);
    words.remove_prefix(end == words.npos ? words.size() : end + 1);
    return word;
  }
  static bool parseNumber(std::string_view word, uint64_t most, uint64_t &value) {
    value = 0;
    for (char c : word) {
      if (c < '0' || c > '9' || (value = value * 10 + static_cast<uint64_t>(c - '0')) > most)
        return false;
    }
    return !word.empty();
  }
  static bool parseHex(std::string_view word, size_t digits, uint64_t &value) {
    value = 0;
    for (char c : word) {
      int digit = c >= '0' && c <= '9' ? c - '0' : c >= 'a' && c <= 'f' ? c - 'a' + 10 : -1;
      if (digit < 0)
        return false;
      value = value << 4 | static_cast<uint64_t>(digit);
    }
    return word.size() == digits;
  }

  bool readHeader() {
    if (!nextLine())
      return false;
    if (nextWord() != magic)
      return failHere("`" + std::string(magic) + " " + std::string(version) + "`");
    if (words != version)
      return fail("version `" + std::string(words.substr(0, 20)) + "` of the format, expected " + std::string(version));
    uint64_t value;
    if (!nextLine())
      return false;
    if (nextWord() != "architecture" || !parseNumber(words, 999, value))
      return failHere("`architecture 90`");
    map.architecture = static_cast<unsigned>(value);
    if (!sass::isArchitectureKnown(map.architecture))
      return failHere("`architecture 80` to `architecture 90`");
    if (!nextLine())
      return false;
    bool isDigest = nextWord() == "ptx" && words.size() == 64;
    for (size_t i = 0; isDigest && i < 64; i += 16)
      isDigest = parseHex(words.substr(i, 16), 16, value);
    if (!isDigest)
      return failHere("`ptx` and 64 hexadecimal digits");
    map.digest = std::string(words);
    return true;
  }

  bool readFunctions() {
    uint64_t value;
    while (nextLine()) {
      if (line.substr(0, 9) != "function ")
        return true;
      nextWord();
      std::string_view name = nextWord();
      if (name.empty() || name.size() > longestName || !parseNumber(words, noStatement, value) ||
          statements + value >= noStatement)
        return failHere("`function NAME STATEMENTS`");
      statements += value;
      map.functions.emplace_back(std::string(name), static_cast<uint32_t>(value));
    }
    return false;
  }

  /// The line is the first behind the functions.
  bool readKernels() {
    std::set<std::string, std::less<>> names;
    while (line != "end") {
      uint64_t registers, count;
      if (nextWord() != "kernel")
        return failHere("`kernel NAME REGISTERS INSTRUCTIONS` or `end`");
      std::string_view name = nextWord();
      if (name.empty() || name.size() > longestName || !parseNumber(nextWord(), mostRegisters, registers) ||
          !parseNumber(words, longestText, count) || count == 0)
        return failHere("`kernel NAME REGISTERS INSTRUCTIONS` with at most 255 registers");
      if (!names.emplace(name).second)
        return fail("kernel `" + std::string(name) + "` for the second time");
      MachineKernel kernel{std::string(name), static_cast<uint32_t>(registers), {map.architecture, {}}, {}};
      for (uint64_t i = 0; i < count; ++i)
        if (!nextLine() || !readInstruction(kernel))
          return false;
      map.kernels.push_back(std::move(kernel));
      if (!nextLine())
        return false;
    }
    return rest.empty() || fail("more text behind `end`");
  }

  bool readInstruction(MachineKernel &kernel) {
    sass::Word word;
    uint64_t statement = noStatement;
    bool isRight = parseHex(nextWord(), 16, word.high) && parseHex(nextWord(), 16, word.low);
    if (!isRight || (words != "-" && !parseNumber(words, noStatement - 1, statement)))
      return failHere("two halves of 16 hexadecimal digits and a statement's number or `-`");
    if (word.high >> 62)
      return fail("a word that is no instruction: its highest bits are set");
    if (statement != noStatement && statement >= statements)
      return fail("statement " + std::to_string(statement) + " of a text that has " + std::to_string(statements));
    auto address = static_cast<int64_t>(kernel.code.instructions.size() * sass::wordBytes);
    kernel.code.instructions.push_back(sass::decode(word, address, map.architecture));
    kernel.statements.push_back(static_cast<uint32_t>(statement));
    return true;
  }

  std::string_view rest, line, words;
  std::string &error;
  uint64_t number = 0, statements = 0;
  MachineMap map;
};

} // namespace

std::string printMachineMap(const MachineMap &map) {
  std::string text = std::string(magic) + " " + std::string(version) + "\narchitecture " +
                     std::to_string(map.architecture) + "\nptx " + map.digest + "\n";
  for (const auto &[name, count] : map.functions)
    text += "function " + name + " " + std::to_string(count) + "\n";
  for (const MachineKernel &kernel : map.kernels) {
    text += "kernel " + kernel.name + " " + std::to_string(kernel.registers) + " " +
            std::to_string(kernel.statements.size()) + "\n";
    for (size_t i = 0; i < kernel.statements.size(); ++i) {
      const sass::Word &word = kernel.code.instructions[i].word;
      uint32_t statement = kernel.statements[i];
      text += toHex(word.high) + " " + toHex(word.low) + " " +
              (statement == noStatement ? "-" : std::to_string(statement)) + "\n";
    }
  }
  return text + "end\n";
}

std::optional<MachineMap> readMachineMap(std::string_view text, std::string &error) {
  return MapReader(text, error).read();
}

} // namespace tessera::emulator
