// SPDX-License-Identifier: Apache-2.0
#include "shared/sass/Cubin.h"
#include "shared/sass/ByteReader.h"

namespace tessera::sass {

namespace {

struct Section {
  std::string_view name, bytes;
  uint32_t type = 0, link = 0, info = 0;
};

constexpr uint32_t withoutBytes = 8; // SHT_NOBITS
constexpr size_t headerBytes = 64, symbolBytes = 24, relocationBytes = 24;

class CubinReader {
public:
  CubinReader(std::string_view bytes, std::string &error) : bytes(bytes), error(error) {}

  std::optional<Cubin> read() {
    if (bytes.substr(0, 4) != "\x7f"
                              "ELF")
      return refuse("the bytes are no cubin: they don't begin as an ELF file does");
    if (bytes.size() < headerBytes || bytes[4] != 2 || bytes[5] != 1)
      return refuse("the bytes are no cubin: an ELF file that is not of 64 bits and little endian");
    ByteReader header(bytes);
    if (constexpr uint64_t cuda = 190; header.at(18, 2) != cuda)
      return refuse("an ELF file for machine " + std::to_string(header.at(18, 2)) + ", expected 190 (CUDA)");
    cubin.architecture = static_cast<unsigned>(header.at(48, 4) >> 8 & 0xff);
    if (!readSections())
      return refuse("the cubin is cut short or damaged: a section lies outside of its " + std::to_string(bytes.size()) +
                    " bytes");
    if (uint64_t total = countBytes(); total > bytes.size())
      return refuse("the cubin is damaged: its sections have " + std::to_string(total) + " bytes, the file " +
                    std::to_string(bytes.size()));
    findFunctions();
    for (const Section &section : sections)
      readSection(section);
    return std::move(cubin);
  }

private:
  std::optional<Cubin> refuse(std::string reason) {
    error = std::move(reason);
    return std::nullopt;
  }

  bool readSections() {
    ByteReader file(bytes);
    uint64_t table = file.at(40, 8), entry = file.at(58, 2), count = file.at(60, 2), names = file.at(62, 2);
    if (entry < headerBytes || names >= count || file.slice(table, entry * count).size() != entry * count)
      return false;
    std::vector<uint64_t> nameOffsets;
    for (uint64_t i = 0; i < count; ++i) {
      ByteReader header(file.slice(table + i * entry, entry));
      Section section;
      section.type = static_cast<uint32_t>(header.at(4, 4));
      section.link = static_cast<uint32_t>(header.at(40, 4));
      section.info = static_cast<uint32_t>(header.at(44, 4));
      if (section.type != withoutBytes)
        section.bytes = file.slice(header.at(24, 8), header.at(32, 8));
      nameOffsets.push_back(header.at(0, 4));
      sections.push_back(section);
    }
    for (uint64_t i = 0; i < count; ++i)
      sections[i].name = readName(sections[names].bytes, nameOffsets[i]);
    return !file.hasFailed();
  }

  static std::string_view readName(std::string_view strings, uint64_t offset) {
    if (offset >= strings.size())
      return {};
    std::string_view rest = strings.substr(offset);
    return rest.substr(0, rest.find('\0'));
  }

  /// Sections that lie over one another would let a small file take any memory.
  uint64_t countBytes() const {
    uint64_t total = 0;
    for (const Section &section : sections)
      total += section.bytes.size();
    return total;
  }

  void findFunctions() {
    constexpr uint32_t symbolTable = 2;
    functionOf.assign(sections.size(), nothing);
    for (size_t i = 0; i < sections.size(); ++i) {
      if (sections[i].type == symbolTable && symbols.empty())
        symbols = sections[i].bytes;
      if (sections[i].name.substr(0, 6) != ".text." || sections[i].type == withoutBytes)
        continue;
      functionOf[i] = cubin.functions.size();
      cubin.functions.push_back({std::string(sections[i].name.substr(6)), sections[i].bytes, 0});
    }
  }

  /// The function in whose section symbol `index` lies.
  CubinFunction *findFunction(uint64_t index) {
    ByteReader table(symbols);
    ByteReader symbol(table.slice(index * symbolBytes, symbolBytes));
    uint64_t section = symbol.at(6, 2);
    if (symbol.hasFailed() || section >= sections.size() || functionOf[section] == nothing)
      return nullptr;
    return &cubin.functions[functionOf[section]];
  }

  void readSection(const Section &section) {
    if (section.name == ".debug_line")
      cubin.lines = section.bytes;
    if (section.name == ".nv.info")
      readInfo(section.bytes);
    if (section.name == ".rela.debug_line" || section.name == ".rel.debug_line")
      readRelocations(section.bytes, section.name == ".rela.debug_line");
  }

  /// Records: how a value is stored, what it is, and 16 bits that are its size or itself.
  void readInfo(std::string_view info) {
    constexpr uint64_t sized = 4, registerCount = 0x2f;
    ByteReader reader(info);
    for (uint64_t at = 0; at + 4 <= info.size();) {
      uint64_t storage = reader.at(at, 1), kind = reader.at(at + 1, 1),
               size = storage == sized ? reader.at(at + 2, 2) : 0;
      if (storage == sized && kind == registerCount && size >= 8) {
        uint64_t symbol = reader.at(at + 4, 4), count = reader.at(at + 8, 4);
        if (CubinFunction *function = reader.hasFailed() ? nullptr : findFunction(symbol))
          function->registers = static_cast<uint32_t>(count);
      }
      at += 4 + size;
    }
  }

  void readRelocations(std::string_view table, bool hasAddend) {
    size_t entry = hasAddend ? relocationBytes : relocationBytes - 8;
    ByteReader reader(table);
    for (uint64_t at = 0; at + entry <= table.size(); at += entry)
      if (const CubinFunction *function = findFunction(reader.at(at + 8, 8) >> 32))
        cubin.lineRelocations[reader.at(at, 8)] = {function->name,
                                                   hasAddend ? static_cast<int64_t>(reader.at(at + 16, 8)) : 0};
  }

  std::string_view bytes;
  std::string &error;
  static constexpr size_t nothing = ~size_t(0);
  std::vector<Section> sections;
  std::vector<size_t> functionOf; // by section
  std::string_view symbols;
  Cubin cubin;
};

} // namespace

std::optional<Cubin> readCubin(std::string_view bytes, std::string &error) { return CubinReader(bytes, error).read(); }

} // namespace tessera::sass
