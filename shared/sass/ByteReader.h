// SPDX-License-Identifier: Apache-2.0
// Little-endian numbers out of bytes that nobody vouches for: what lies outside reads as 0 and is remembered.
#pragma once

#include <cstdint>
#include <string_view>

namespace tessera::sass {

class ByteReader {
public:
  explicit ByteReader(std::string_view bytes) : bytes(bytes) {}

  bool hasFailed() const { return failed; }

  /// `size` bytes at `offset`, at most 8.
  uint64_t at(uint64_t offset, unsigned size) {
    std::string_view found = slice(offset, size);
    uint64_t value = 0;
    for (size_t i = 0; i < found.size(); ++i)
      value |= uint64_t(static_cast<uint8_t>(found[i])) << (8 * i);
    return value;
  }

  /// Empty where it does not lie inside.
  std::string_view slice(uint64_t offset, uint64_t size) {
    if (offset > bytes.size() || bytes.size() - offset < size) {
      failed = true;
      return {};
    }
    return bytes.substr(offset, size);
  }

  // --- one after another

  bool isAtEnd() const { return next >= bytes.size(); }
  uint64_t offset() const { return next; }
  void skipTo(uint64_t offset) { next = offset; }

  uint64_t take(unsigned size) {
    uint64_t value = at(next, size);
    next += size;
    return value;
  }
  /// LEB128: seven bits a byte, the lowest first.
  uint64_t takeUnsigned() {
    uint64_t value = 0;
    for (unsigned shift = 0; !failed; shift += 7) {
      uint64_t byte = take(1);
      if (shift < 64)
        value |= (byte & 0x7f) << shift;
      if (!(byte & 0x80))
        break;
    }
    return value;
  }
  int64_t takeSigned() {
    uint64_t value = 0;
    for (unsigned shift = 0; !failed;) {
      uint64_t byte = take(1);
      if (shift < 64)
        value |= (byte & 0x7f) << shift;
      shift += 7;
      if (!(byte & 0x80)) {
        if (shift < 64 && (byte & 0x40))
          value |= ~uint64_t(0) << shift;
        break;
      }
    }
    return static_cast<int64_t>(value);
  }
  void skipString() {
    while (!failed && take(1))
      ;
  }

private:
  std::string_view bytes;
  uint64_t next = 0;
  bool failed = false;
};

} // namespace tessera::sass
