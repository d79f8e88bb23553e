// SPDX-License-Identifier: Apache-2.0
// Matrices of tests of tensor-core instructions: random elements, where fragments hold them (element by element, as the PTX
// manual writes it, not as the emulator computes it), and the PTX that moves fragments between registers and arrays.
#pragma once

#include "runner/emulator/arithmetic/TensorCore.h"
#include "tests/unit/emulator/RunPtx.h"
#include <random>

namespace tessera::emulator {

inline bool isIntegerType(TensorType type) { return type == TensorType::s8 || type == TensorType::u8 || type == TensorType::b1; }
/// Bits of one element.
inline unsigned bitsOf(TensorType type) { return type == TensorType::b1 ? 1 : getTensorElementBits(type); }

struct Tile {
  TensorType type;
  unsigned lines, k;        // rows of A or columns of B
  std::vector<uint8_t> raw; // [lines][32], K ascending; zeros beyond k

  Tile(TensorType type, unsigned lines, unsigned k) : type(type), lines(lines), k(k), raw(size_t(lines) * 32) {}

  /// Finite numbers around one, with a few zeros; all bit patterns for integers.
  void fill(std::mt19937 &random) {
    unsigned bytes = k * bitsOf(type) / 8;
    for (unsigned line = 0; line < lines; ++line)
      for (unsigned at = 0; at < bytes; at += getTensorElementBits(type) / 8) {
        uint32_t bits = draw(random);
        std::memcpy(&raw[32 * line + at], &bits, getTensorElementBits(type) / 8);
      }
  }
  const uint8_t *line(unsigned index) const { return &raw[32 * size_t(index)]; }
  uint32_t element(unsigned index, unsigned at) const {
    if (type == TensorType::b1)
      return raw[32 * index + at / 8] >> at % 8 & 1;
    uint32_t bits = 0;
    std::memcpy(&bits, &raw[32 * size_t(index) + at * (bitsOf(type) / 8)], bitsOf(type) / 8);
    return bits;
  }

private:
  uint32_t draw(std::mt19937 &random) const {
    uint32_t bits = static_cast<uint32_t>(random());
    auto near = [&](unsigned fraction, unsigned bias, unsigned exponentBits) {
      uint32_t exponent = bias - 3 + bits % 6;
      return random() % 16 == 0 ? 0u : (bits >> 31) << (fraction + exponentBits) | exponent << fraction | (bits >> 4 & ((1u << fraction) - 1));
    };
    switch (type) {
    case TensorType::f16: return near(10, 15, 5);
    case TensorType::bf16: return near(7, 127, 8);
    case TensorType::tf32: return near(23, 127, 8);
    case TensorType::e4m3: return near(3, 7, 4);
    case TensorType::e5m2: return near(2, 15, 5);
    default: return bits;
    }
  }
};

/// A's element `i` of a lane: its row and place of K. [PTX ISA: fragments of mma and wgmma]
inline std::pair<unsigned, unsigned> placeInRows(TensorType type, unsigned lane, unsigned i) {
  unsigned g = lane / 4, q = lane % 4;
  switch (bitsOf(type)) {
  case 16: return {g + 8 * (i / 2 % 2), 8 * (i / 4) + 2 * q + i % 2};
  case 8: return {g + 8 * (i / 4 % 2), 16 * (i / 8) + 4 * q + i % 4};
  case 32: return {g + 8 * (i % 2), 4 * (i / 2) + q};
  default: return {g + 8 * (i / 32 % 2), 128 * (i / 64) + 32 * q + i % 32};
  }
}
/// B's.
inline std::pair<unsigned, unsigned> placeInColumns(TensorType type, unsigned lane, unsigned i) {
  unsigned g = lane / 4, q = lane % 4;
  switch (bitsOf(type)) {
  case 16: return {g, 8 * (i / 2) + 2 * q + i % 2};
  case 8: return {g, 16 * (i / 4) + 4 * q + i % 4};
  case 32: return {g, 4 * i + q};
  default: return {g, 128 * (i / 32) + 32 * q + i % 32};
  }
}

/// Registers [register][lane] of a tile of 16 rows (or 8) of A, or 8 columns of B.
inline std::vector<uint32_t> toRegisters(const Tile &tile, unsigned firstLine, unsigned registers, bool isA) {
  std::vector<uint32_t> words(size_t(registers) * 32);
  unsigned perRegister = 32 / bitsOf(tile.type);
  for (unsigned lane = 0; lane < 32; ++lane)
    for (unsigned i = 0; i < registers * perRegister; ++i) {
      auto [line, k] = isA ? placeInRows(tile.type, lane, i) : placeInColumns(tile.type, lane, i);
      uint32_t bits = tile.element(firstLine + line, k);
      words[i / perRegister * 32 + lane] |= perRegister == 1 ? bits : bits << (i % perRegister * bitsOf(tile.type));
    }
  return words;
}

/// `ld.global` of `count` registers `name`0… from input words [first + register][thread]; %rd4 is the thread's own input.
inline std::string loadRegisters(const std::string &name, unsigned count, unsigned first, unsigned threads) {
  std::string text;
  for (unsigned i = 0; i < count; ++i)
    text += "ld.global.b32 " + name + std::to_string(i) + ", [%rd4+" + std::to_string((first + i) * threads * 4) + "];\n";
  return text;
}
inline std::string storeRegisters(const std::string &name, unsigned count, unsigned threads) {
  std::string text;
  for (unsigned i = 0; i < count; ++i)
    text += "st.global.b32 [%rd5+" + std::to_string(i * threads * 4) + "], " + name + std::to_string(i) + ";\n";
  return text;
}
inline std::string listRegisters(const std::string &name, unsigned count) {
  std::string text = "{";
  for (unsigned i = 0; i < count; ++i)
    text += (i ? ", " : "") + name + std::to_string(i);
  return text + "}";
}
/// %rd4 and %rd5: the thread's own words of the input and the output.
inline const char *const ownAddresses = "mul.wide.u32 %rd3, %r1, 4;\nadd.s64 %rd4, %rd2, %rd3;\nadd.s64 %rd5, %rd1, %rd3;\n";

} // namespace tessera::emulator
