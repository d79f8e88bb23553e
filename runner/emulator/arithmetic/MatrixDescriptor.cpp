// SPDX-License-Identifier: Apache-2.0
// The fields of a matrix descriptor and the address formula of its four layouts.

#include "runner/emulator/arithmetic/MatrixDescriptor.h"

namespace tessera::emulator {

static constexpr uint32_t spans[] = {16, 128, 64, 32};

MatrixDescriptor decodeDescriptor(uint64_t bits, bool isMnMajor) {
  MatrixDescriptor descriptor;
  descriptor.start = static_cast<uint32_t>(bits & 0x3fff) << 4;
  descriptor.leading = static_cast<uint32_t>(bits >> 16 & 0x3fff) << 4;
  descriptor.stride = static_cast<uint32_t>(bits >> 32 & 0x3fff) << 4;
  descriptor.span = spans[bits >> 62];
  descriptor.isMnMajor = isMnMajor;
  return descriptor;
}

uint64_t encodeDescriptor(const MatrixDescriptor &descriptor) {
  uint64_t layout = 0;
  while (spans[layout] != descriptor.span)
    ++layout;
  auto field = [](uint32_t bytes) { return uint64_t(bytes & 0x3ffff) >> 4; };
  return field(descriptor.start) | field(descriptor.leading) << 16 | field(descriptor.stride) << 32 | layout << 62;
}

std::string checkDescriptor(uint64_t bits) {
  if (uint64_t base = bits >> 49 & 7)
    return "base offset " + std::to_string(base) + ", expected 0: the pattern of the swizzle starts on its own boundary";
  constexpr uint64_t fields = 0xc00e3fff3fff3fffull;
  if (bits & ~fields)
    return "bits outside its fields, expected zeros in bits 15:14, 31:30, 48:46 and 61:52";
  return {};
}

} // namespace tessera::emulator
