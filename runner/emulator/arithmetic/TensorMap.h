// SPDX-License-Identifier: Apache-2.0
// Tensor maps: what `cuTensorMapEncodeTiled` is told, as 128 bytes, and where a box of the tensor lies in global and in shared
// memory. Numbers alone: no memory is touched here.
//
// The bytes 0x00 to 0x3B are laid out as `tensormap.replace` of sm_90a reads and writes them:
//
//   0x00 u64     address of the tensor
//   0x08 u32     6:4 rank - 1, 10:7 element, 12:11 interleave, 14:13 swizzle, 15 NaN fill, 16 tf32
//   0x0c u32[4]  low 32 bits of strides / 16;  0x1c u32 their bits 35:32, four each
//   0x20 u32[5]  dimensions - 1
//   0x34 u32     14:0 element strides - 1, three bits each; 31:24 box 0 - 1;  0x38 u8[4] box 1 to 4, - 1
//
// The rest is ours: from 0x40 on a magic number and a checksum, by which a map that a host made is told from one that a
// kernel made, and from bytes that are no map.
//
// A box in shared memory is rows of `rowBytes`, `pitch` apart; element i of row r lies at `swizzle(base + r * pitch + i * E)`.
#pragma once

#include <algorithm>
#include <array>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace tessera::emulator {

/// The numbers are those of `tensormap.replace.elemtype`.
enum class TensorElement : uint8_t { u8, u16, u32, s32, u64, s64, f16, f32, f32Ftz, f64, bf16, tf32, tf32Ftz };
constexpr unsigned tensorElementCount = 13;
/// `bf16`, `tf32.ftz`, …
std::string_view getName(TensorElement element);
unsigned getBytes(TensorElement element);
bool isFloatingPoint(TensorElement element);

enum class TensorInterleave : uint8_t { none, bytes16, bytes32 };

struct TensorMap {
  uint64_t address = 0;
  TensorElement element = TensorElement::f32;
  unsigned rank = 1;
  std::array<uint64_t, 5> dimensions{1, 1, 1, 1, 1};    // elements, innermost first
  std::array<uint64_t, 4> strides{0, 0, 0, 0};          // bytes; `strides[i]` of dimension i + 1
  std::array<uint32_t, 5> box{1, 1, 1, 1, 1};           // elements
  std::array<uint32_t, 5> elementStrides{1, 1, 1, 1, 1}; // the innermost one is ignored
  TensorInterleave interleave = TensorInterleave::none;
  unsigned swizzleBytes = 0; // 0, 32, 64, 128
  bool fillsNan = false;     // outside the tensor: the NaN pattern, else zeros
};

/// What is wrong with `map`, one text a rule that it breaks; empty for a map that the driver would make.
std::vector<std::string> validate(const TensorMap &map);

constexpr unsigned tensorMapBytes = 128;
using TensorMapImage = std::array<uint8_t, tensorMapBytes>;

/// The bytes of a map that `validate` has nothing against.
TensorMapImage encodeTensorMap(const TensorMap &map);

struct DecodedTensorMap {
  TensorMap map;
  bool isFromHost = false; // has our magic number; else a kernel wrote it field by field
  std::string error;       // not empty: these bytes are no map
};
DecodedTensorMap decodeTensorMap(const uint8_t *bytes);

/// The fields of `tensormap.replace`.
enum class TensorMapField : uint8_t {
  address, rank, boxDimension, dimension, stride, elementStride, elementType, interleave, swizzle, fill
};
/// Writes one field as `tensormap.replace` does; `ordinal` is the dimension where the field has one. `value` is what the
/// instruction is given: rank - 1, dimensions, strides in bytes, codes. A host's map stays one. False with the reason in
/// `error` where the field can't hold `value`; the bytes are then as before.
bool replaceTensorMapField(uint8_t *bytes, TensorMapField field, unsigned ordinal, uint64_t value, std::string &error);

/// The pattern that shared memory is seen through: bits 6:4 of an address are xored with its bits 9:7, as many as
/// 16-byte pieces fit into `span` bytes (0 or 16: none). It is its own inverse.
constexpr uint64_t swizzleAddress(uint64_t address, unsigned span) {
  return span < 32 ? address : address ^ (((address >> 7) & (span / 16 - 1)) << 4);
}

/// How a box of `map` lies in shared memory.
struct BoxLayout {
  std::array<uint32_t, 5> counts{1, 1, 1, 1, 1}; // elements that are copied: box / element stride, rounded up
  uint32_t rowBytes = 0, pitch = 0;
  uint64_t rows = 1;
  uint64_t dataBytes = 0;  // without padding: what a copy's complete_tx counts, in bounds or not
  uint64_t totalBytes = 0; // from the first byte to one past the last
};
BoxLayout getBoxLayout(const TensorMap &map);

/// The part of one row of a box that is inside the tensor.
struct BoxRow {
  uint32_t index = 0;           // the row's data begin at `index * pitch` before the swizzle
  uint32_t first = 0, count = 0; // elements inside
  uint64_t address = 0;         // of element `first` in global memory; contiguous from there
};

/// Calls `visit(const BoxRow &)` for every row of the box at `coordinates` (innermost first), in the order of shared memory.
template <typename Visit> void walkBox(const TensorMap &map, const std::array<int32_t, 5> &coordinates, Visit visit) {
  BoxLayout layout = getBoxLayout(map);
  int64_t begin = std::max<int64_t>(0, -int64_t(coordinates[0]));
  int64_t end = std::min<int64_t>(layout.counts[0], int64_t(map.dimensions[0]) - coordinates[0]);
  unsigned elementBytes = getBytes(map.element);
  std::array<uint32_t, 5> position{};
  for (uint64_t index = 0; index < layout.rows; ++index) {
    BoxRow row;
    row.index = static_cast<uint32_t>(index);
    bool isInside = begin < end;
    uint64_t offset = 0;
    for (unsigned d = 1; d < map.rank; ++d) {
      int64_t x = int64_t(coordinates[d]) + int64_t(position[d]) * map.elementStrides[d];
      isInside = isInside && x >= 0 && uint64_t(x) < map.dimensions[d];
      offset += uint64_t(x) * map.strides[d - 1];
    }
    if (isInside) {
      row.first = static_cast<uint32_t>(begin);
      row.count = static_cast<uint32_t>(end - begin);
      row.address = map.address + offset + uint64_t(coordinates[0] + begin) * elementBytes;
    }
    visit(static_cast<const BoxRow &>(row));
    for (unsigned d = 1; d < map.rank && ++position[d] == layout.counts[d]; ++d)
      position[d] = 0;
  }
}

/// Fills `bytes` bytes with what lies outside a tensor: zeros, or 0x7ff7 in every 16 bits.
void fillOutside(uint8_t *target, uint64_t bytes, bool fillsNan);

/// What a load from a tf32 map does to an element: to nearest even at 10 fraction bits; NaN is 0x7fffe000.
uint32_t roundToTf32(uint32_t bits);

} // namespace tessera::emulator
