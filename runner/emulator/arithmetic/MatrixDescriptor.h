// SPDX-License-Identifier: Apache-2.0
// The 64-bit descriptor by which wgmma finds a matrix in shared memory, and where its elements are.
//
//   bits 13:0  start address / 16        bits 29:16  leading byte offset / 16 (LBO)     bits 45:32  stride byte offset / 16 (SBO)
//   bits 51:49 base offset               bits 63:62  layout: 0 plain, 1 swizzled by 128 bytes, 2 by 64, 3 by 32
//
// An instruction takes 32 bytes of K of every row of A (column of B). What the offsets mean depends on the order:
//
//                      LBO                                        SBO
//   K-major, plain     from 16 bytes of K to the next 16          from 8 rows to the next 8
//   K-major, swizzled  -                                          from 8 rows to the next 8
//   MN-major, plain    from 8 k to the next 8 k                   from 8 rows (16 bytes) to the next 8
//   MN-major, swizzled from a span of rows to the next            from 8 k to the next 8 k
//
// Example: descriptor 0x4000004000010040 is 128-byte swizzled, starts at 0x400, SBO 1024. Row 5, byte 8 of K with the start
// moved on by 32 bytes: 0x420 + 5 * 128 + 8 = 0x6a8, swizzled 0x6f8.
#pragma once

#include "runner/emulator/arithmetic/Swizzle.h"
#include <cstdint>
#include <string>

namespace tessera::emulator {

struct MatrixDescriptor {
  uint32_t start = 0, leading = 0, stride = 0; // bytes
  uint32_t span = 16;                          // bytes; 16 is plain
  bool isMnMajor = false;                      // the instruction says so
};

MatrixDescriptor decodeDescriptor(uint64_t bits, bool isMnMajor);
/// Why `bits` are none that Hopper defines; empty when they are fine.
std::string checkDescriptor(uint64_t bits);
uint64_t encodeDescriptor(const MatrixDescriptor &descriptor);

/// The shared address of 16 bytes. K-major: of row `line`, bytes `16 * chunk` of K, `chunk` 0 or 1. MN-major (16-bit elements
/// only): of k = `line` (0 to 15), rows `8 * chunk` to `8 * chunk + 7`.
inline uint32_t getChunkAddress(const MatrixDescriptor &d, unsigned line, unsigned chunk) {
  bool isPlain = d.span == 16;
  if (!d.isMnMajor)
    return isPlain ? d.start + line % 8 * 16 + line / 8 * d.stride + chunk * d.leading
                   : swizzle(d.start + line % 8 * d.span + line / 8 * d.stride + chunk * 16, d.span);
  if (isPlain)
    return d.start + chunk * d.stride + line % 8 * 16 + line / 8 * d.leading;
  unsigned perSpan = d.span / 16;
  return swizzle(d.start + chunk % perSpan * 16 + chunk / perSpan * d.leading + line % 8 * d.span + line / 8 * d.stride, d.span);
}

} // namespace tessera::emulator
