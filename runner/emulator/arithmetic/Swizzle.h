// SPDX-License-Identifier: Apache-2.0
// The swizzle of shared memory, one function for tensor copies and wgmma: 16-byte chunks change places inside a span of S
// bytes by XOR with the number of the 128-byte line. It works on the absolute shared address and is its own inverse.
//
// Example, 128 bytes: 0x6a8 stands in line 0x6a8 / 128 = 13, 13 % 8 = 5, so its chunk 2 goes to chunk 2 ^ 5 = 7: 0x6f8.
#pragma once

#include <cstdint>

namespace tessera::emulator {

/// `span` is 32, 64 or 128 bytes; 16 (or 0) leaves the address alone.
constexpr uint32_t swizzle(uint32_t address, uint32_t span) {
  return span <= 16 ? address : address ^ ((address >> 7 & (span / 16 - 1)) << 4);
}

} // namespace tessera::emulator
