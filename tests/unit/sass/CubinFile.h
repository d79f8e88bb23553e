// SPDX-License-Identifier: Apache-2.0
// Makes cubins by hand, for tests.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

namespace tessera::sass {

inline void put(std::string &bytes, size_t offset, uint64_t value, unsigned size) {
  if (bytes.size() < offset + size)
    bytes.resize(offset + size, '\0');
  for (unsigned i = 0; i < size; ++i)
    bytes[offset + i] = static_cast<char>(value >> (8 * i));
}

struct CubinSection {
  std::string name, bytes;
  uint32_t type = 1;
};

/// An ELF file of these sections, behind an empty one and before their names.
inline std::string makeCubin(std::vector<CubinSection> sections, unsigned architecture = 90) {
  std::string names(1, '\0'), bytes = "\x7f"
                                      "ELF\2\1";
  sections.insert(sections.begin(), {"", "", 0});
  sections.push_back({".shstrtab", "", 3});
  std::vector<size_t> nameOffsets;
  for (const CubinSection &section : sections) {
    nameOffsets.push_back(names.size());
    names += section.name + '\0';
  }
  sections.back().bytes = names;
  std::vector<size_t> offsets;
  bytes.resize(64, '\0');
  for (const CubinSection &section : sections) {
    offsets.push_back(bytes.size());
    bytes += section.bytes;
  }
  size_t table = bytes.size();
  for (size_t i = 0; i < sections.size(); ++i) {
    size_t at = table + 64 * i;
    put(bytes, at, nameOffsets[i], 4);
    put(bytes, at + 4, sections[i].type, 4);
    put(bytes, at + 24, offsets[i], 8);
    put(bytes, at + 32, sections[i].bytes.size(), 8);
    put(bytes, at + 56, 0, 8);
  }
  put(bytes, 18, 190, 2);
  put(bytes, 40, table, 8);
  put(bytes, 48, architecture << 8, 4);
  put(bytes, 58, 64, 2);
  put(bytes, 60, sections.size(), 2);
  put(bytes, 62, sections.size() - 1, 2);
  return bytes;
}

} // namespace tessera::sass
