// SPDX-License-Identifier: Apache-2.0
// Tensor maps: their rules, their bytes, the layout of a box.

#include "runner/emulator/arithmetic/TensorMap.h"
#include <cstring>

namespace tessera::emulator {

namespace {
struct ElementInfo {
  std::string_view name;
  uint8_t bytes;
  bool isFloatingPoint;
};
} // namespace

static const ElementInfo elementInfos[tensorElementCount] = {
    {"u8", 1, false},  {"u16", 2, false}, {"u32", 4, false},    {"s32", 4, false}, {"u64", 8, false},  {"s64", 8, false},     {"f16", 2, true},
    {"f32", 4, true}, {"f32.ftz", 4, true}, {"f64", 8, true}, {"bf16", 2, true}, {"tf32", 4, true}, {"tf32.ftz", 4, true},
};

static const ElementInfo &getInfo(TensorElement element) { return elementInfos[static_cast<unsigned>(element)]; }
std::string_view getName(TensorElement element) { return getInfo(element).name; }
unsigned getBytes(TensorElement element) { return getInfo(element).bytes; }
bool isFloatingPoint(TensorElement element) { return getInfo(element).isFloatingPoint; }

// --- rules

static std::string hex(uint64_t value) {
  std::string text;
  do
    text.insert(text.begin(), "0123456789abcdef"[value & 15]);
  while (value >>= 4);
  return "0x" + text;
}

static std::string of(const char *field, unsigned index) { return "`" + std::string(field) + "[" + std::to_string(index) + "]`"; }

static void validateDimension(const TensorMap &map, unsigned d, std::vector<std::string> &errors) {
  if (map.dimensions[d] < 1 || map.dimensions[d] > 1ull << 32)
    errors.push_back(of("dimensions", d) + " is " + std::to_string(map.dimensions[d]) + " but must be 1 to 4294967296");
  if (map.box[d] < 1 || map.box[d] > 256)
    errors.push_back(of("box", d) + " is " + std::to_string(map.box[d]) + " but must be 1 to 256");
  if (map.elementStrides[d] < 1 || map.elementStrides[d] > 8)
    errors.push_back(of("elementStrides", d) + " is " + std::to_string(map.elementStrides[d]) + " but must be 1 to 8");
  if (d == 0)
    return;
  uint64_t stride = map.strides[d - 1], granule = map.interleave == TensorInterleave::bytes32 ? 32 : 16;
  if (stride == 0 || stride % granule != 0 || stride >= 1ull << 40)
    errors.push_back(of("strides", d - 1) + " is " + std::to_string(stride) + " but must be a multiple of " + std::to_string(granule) +
                     " bytes, more than 0 and less than 2^40");
}

static void validateInnermost(const TensorMap &map, std::vector<std::string> &errors) {
  uint64_t bytes = uint64_t(map.box[0]) * getBytes(map.element);
  std::string seen = "the box has " + std::to_string(bytes) + " bytes in its innermost dimension but ";
  if (bytes % 16 != 0)
    errors.push_back(seen + "they must be a multiple of 16");
  if (map.swizzleBytes != 0 && bytes > map.swizzleBytes && map.interleave == TensorInterleave::none)
    errors.push_back(seen + "a swizzle of " + std::to_string(map.swizzleBytes) + " bytes takes at most as many");
}

std::vector<std::string> validate(const TensorMap &map) {
  std::vector<std::string> errors;
  unsigned leastRank = map.interleave == TensorInterleave::none ? 1 : 3;
  if (map.rank < leastRank || map.rank > 5) {
    errors.push_back("the rank is " + std::to_string(map.rank) + " but must be " + std::to_string(leastRank) + " to 5");
    return errors;
  }
  unsigned alignment = map.interleave == TensorInterleave::bytes32 ? 32 : 16;
  if (map.address % alignment != 0)
    errors.push_back("the tensor's address " + hex(map.address) + " must be a multiple of " + std::to_string(alignment));
  if (map.swizzleBytes != 0 && map.swizzleBytes != 32 && map.swizzleBytes != 64 && map.swizzleBytes != 128)
    errors.push_back("the swizzle is " + std::to_string(map.swizzleBytes) + " bytes but must be 0, 32, 64 or 128");
  if (map.interleave == TensorInterleave::bytes32 && map.swizzleBytes != 32)
    errors.push_back("an interleave of 32 bytes needs a swizzle of 32 bytes but it is " + std::to_string(map.swizzleBytes));
  for (unsigned d = 0; d < map.rank; ++d)
    validateDimension(map, d, errors);
  validateInnermost(map, errors);
  if (map.fillsNan && !isFloatingPoint(map.element))
    errors.push_back("NaN fills elements of a floating-point type only but they are `" + std::string(getName(map.element)) + "`");
  return errors;
}

// --- bytes

static uint32_t loadWord(const uint8_t *bytes, unsigned offset) {
  uint32_t word;
  std::memcpy(&word, bytes + offset, 4);
  return word;
}

static void storeWord(uint8_t *bytes, unsigned offset, uint32_t word) { std::memcpy(bytes + offset, &word, 4); }

static void storeBits(uint8_t *bytes, unsigned offset, unsigned low, unsigned width, uint32_t value) {
  uint32_t mask = ((1u << width) - 1) << low;
  storeWord(bytes, offset, (loadWord(bytes, offset) & ~mask) | (value << low & mask));
}

static uint32_t loadBits(const uint8_t *bytes, unsigned offset, unsigned low, unsigned width) {
  return loadWord(bytes, offset) >> low & ((1u << width) - 1);
}

constexpr uint64_t hostMagic = 0x50616d726f736e65ull;
constexpr unsigned magicOffset = 0x40, checksumOffset = 0x48, fieldBytes = 0x3c;

/// FNV-1a over the bytes of the fields.
static uint64_t computeChecksum(const uint8_t *bytes) {
  uint64_t sum = 0xcbf29ce484222325ull;
  for (unsigned i = 0; i < fieldBytes; ++i)
    sum = (sum ^ bytes[i]) * 0x100000001b3ull;
  return sum;
}

static bool hasMagic(const uint8_t *bytes) {
  uint64_t magic;
  std::memcpy(&magic, bytes + magicOffset, 8);
  return magic == hostMagic;
}

static bool hasChecksum(const uint8_t *bytes) {
  uint64_t sum;
  std::memcpy(&sum, bytes + checksumOffset, 8);
  return sum == computeChecksum(bytes);
}

static void sign(uint8_t *bytes) {
  uint64_t sum = computeChecksum(bytes);
  std::memcpy(bytes + magicOffset, &hostMagic, 8);
  std::memcpy(bytes + checksumOffset, &sum, 8);
}

static void storeStride(uint8_t *bytes, unsigned index, uint64_t stride) {
  storeWord(bytes, 0x0c + 4 * index, static_cast<uint32_t>(stride >> 4));
  storeBits(bytes, 0x1c, 4 * index, 4, static_cast<uint32_t>(stride >> 36));
}

static void storeElement(uint8_t *bytes, TensorElement element) {
  bool isTf32 = element == TensorElement::tf32 || element == TensorElement::tf32Ftz;
  unsigned code = static_cast<unsigned>(element) - (isTf32 ? 4 : 0); // tf32 is f32 with the flag
  storeBits(bytes, 0x08, 7, 4, code);
  storeBits(bytes, 0x08, 16, 1, isTf32);
}

static void storeBox(uint8_t *bytes, unsigned d, uint32_t box) {
  bytes[d == 0 ? 0x37 : 0x37 + d] = static_cast<uint8_t>(box - 1);
}

/// 0, 1, 2, 3 for 0, 32, 64, 128 bytes.
static unsigned getSwizzleCode(unsigned bytes) { return bytes == 0 ? 0 : bytes == 32 ? 1 : bytes == 64 ? 2 : 3; }

TensorMapImage encodeTensorMap(const TensorMap &map) {
  TensorMapImage image{};
  uint8_t *bytes = image.data();
  std::memcpy(bytes, &map.address, 8);
  storeBits(bytes, 0x08, 4, 3, map.rank - 1);
  storeElement(bytes, map.element);
  storeBits(bytes, 0x08, 11, 2, static_cast<uint32_t>(map.interleave));
  storeBits(bytes, 0x08, 13, 2, getSwizzleCode(map.swizzleBytes));
  storeBits(bytes, 0x08, 15, 1, map.fillsNan);
  for (unsigned d = 0; d < map.rank; ++d) {
    storeWord(bytes, 0x20 + 4 * d, static_cast<uint32_t>(map.dimensions[d] - 1));
    storeBits(bytes, 0x34, 3 * d, 3, map.elementStrides[d] - 1);
    storeBox(bytes, d, map.box[d]);
    if (d > 0)
      storeStride(bytes, d - 1, map.strides[d - 1]);
  }
  sign(bytes);
  return image;
}

/// False when the code names no element.
static bool loadElement(const uint8_t *bytes, TensorElement &element) {
  unsigned code = loadBits(bytes, 0x08, 7, 4);
  bool isTf32 = loadBits(bytes, 0x08, 16, 1);
  if (isTf32 ? code != 7 && code != 8 : code > 10)
    return false;
  element = static_cast<TensorElement>(isTf32 ? code + 4 : code);
  return true;
}

static void loadDimensions(const uint8_t *bytes, TensorMap &map) {
  for (unsigned d = 0; d < map.rank; ++d) {
    map.dimensions[d] = uint64_t(loadWord(bytes, 0x20 + 4 * d)) + 1;
    map.elementStrides[d] = loadBits(bytes, 0x34, 3 * d, 3) + 1;
    map.box[d] = uint32_t(bytes[d == 0 ? 0x37 : 0x37 + d]) + 1;
    if (d > 0)
      map.strides[d - 1] = (uint64_t(loadBits(bytes, 0x1c, 4 * (d - 1), 4)) << 32 | loadWord(bytes, 0x0c + 4 * (d - 1))) << 4;
  }
}

DecodedTensorMap decodeTensorMap(const uint8_t *bytes) {
  DecodedTensorMap decoded;
  TensorMap &map = decoded.map;
  decoded.isFromHost = hasMagic(bytes);
  if (decoded.isFromHost && !hasChecksum(bytes)) {
    decoded.error = "its bytes were changed by something else than `tensormap.replace`";
    return decoded;
  }
  std::memcpy(&map.address, bytes, 8);
  unsigned rankCode = loadBits(bytes, 0x08, 4, 3), interleaveCode = loadBits(bytes, 0x08, 11, 2);
  if (!loadElement(bytes, map.element) || rankCode > 4 || interleaveCode > 2) {
    decoded.error = "its bytes are no tensor map: bytes 8 to 11 are " + hex(loadWord(bytes, 0x08));
    return decoded;
  }
  map.rank = rankCode + 1;
  map.interleave = static_cast<TensorInterleave>(interleaveCode);
  unsigned swizzleCode = loadBits(bytes, 0x08, 13, 2);
  map.swizzleBytes = swizzleCode == 0 ? 0 : 16u << swizzleCode;
  map.fillsNan = loadBits(bytes, 0x08, 15, 1);
  loadDimensions(bytes, map);
  if (std::vector<std::string> errors = validate(map); !errors.empty())
    decoded.error = errors.front();
  return decoded;
}

/// What a field of codes or counts takes: [least, most].
static bool checkRange(const char *what, uint64_t value, uint64_t least, uint64_t most, std::string &error) {
  if (value >= least && value <= most)
    return true;
  error = std::string(what) + " is " + std::to_string(value) + " but must be " + std::to_string(least) + " to " + std::to_string(most);
  return false;
}

static bool checkField(TensorMapField field, uint64_t value, std::string &error) {
  switch (field) {
  case TensorMapField::address:
    return true;
  case TensorMapField::rank:
    return checkRange("the rank - 1", value, 0, 4, error);
  case TensorMapField::boxDimension:
    return checkRange("the box", value, 1, 256, error);
  case TensorMapField::dimension:
    return true; // 32 bits; 0 stands for 2^32
  case TensorMapField::stride:
    return checkRange("the stride", value, 0, (1ull << 40) - 1, error);
  case TensorMapField::elementStride:
    return checkRange("the element stride", value, 1, 8, error);
  case TensorMapField::elementType:
    return checkRange("the element type", value, 0, tensorElementCount - 1, error);
  case TensorMapField::interleave:
    return checkRange("the interleave layout", value, 0, 2, error);
  case TensorMapField::swizzle:
    return checkRange("the swizzle mode", value, 0, 3, error);
  case TensorMapField::fill:
    return checkRange("the fill mode", value, 0, 1, error);
  }
  return false;
}

static void storeField(uint8_t *bytes, TensorMapField field, unsigned ordinal, uint64_t value) {
  auto word = static_cast<uint32_t>(value);
  switch (field) {
  case TensorMapField::address:
    std::memcpy(bytes, &value, 8);
    return;
  case TensorMapField::rank:
    return storeBits(bytes, 0x08, 4, 3, word);
  case TensorMapField::boxDimension:
    return storeBox(bytes, ordinal, word);
  case TensorMapField::dimension:
    return storeWord(bytes, 0x20 + 4 * ordinal, word - 1);
  case TensorMapField::stride:
    return storeStride(bytes, ordinal, value);
  case TensorMapField::elementStride:
    return storeBits(bytes, 0x34, 3 * ordinal, 3, word - 1);
  case TensorMapField::elementType:
    return storeElement(bytes, static_cast<TensorElement>(value));
  case TensorMapField::interleave:
    return storeBits(bytes, 0x08, 11, 2, word);
  case TensorMapField::swizzle:
    return storeBits(bytes, 0x08, 13, 2, word);
  case TensorMapField::fill:
    return storeBits(bytes, 0x08, 15, 1, word);
  }
}

bool replaceTensorMapField(uint8_t *bytes, TensorMapField field, unsigned ordinal, uint64_t value, std::string &error) {
  if (!checkField(field, value, error))
    return false;
  bool isSigned = hasMagic(bytes) && hasChecksum(bytes);
  storeField(bytes, field, ordinal, value);
  if (isSigned)
    sign(bytes);
  return true;
}

// --- boxes

BoxLayout getBoxLayout(const TensorMap &map) {
  BoxLayout layout;
  for (unsigned d = 0; d < map.rank; ++d)
    layout.counts[d] = d == 0 ? map.box[d] : (map.box[d] + map.elementStrides[d] - 1) / map.elementStrides[d];
  for (unsigned d = 1; d < map.rank; ++d)
    layout.rows *= layout.counts[d];
  layout.rowBytes = layout.counts[0] * getBytes(map.element);
  layout.pitch = std::max(layout.rowBytes, map.swizzleBytes);
  layout.dataBytes = layout.rows * layout.rowBytes;
  // With a swizzle the pieces of a short row lie anywhere in its span.
  layout.totalBytes = map.swizzleBytes != 0 ? layout.rows * layout.pitch : (layout.rows - 1) * layout.pitch + layout.rowBytes;
  return layout;
}

void fillOutside(uint8_t *target, uint64_t bytes, bool fillsNan) {
  if (!fillsNan) {
    std::memset(target, 0, bytes);
    return;
  }
  for (uint64_t i = 0; i < bytes; ++i)
    target[i] = i % 2 == 0 ? 0xf7 : 0x7f;
}

uint32_t roundToTf32(uint32_t bits) {
  uint32_t magnitude = bits & 0x7fffffffu;
  if (magnitude > 0x7f800000u)
    return 0x7fffe000u;
  if (magnitude == 0x7f800000u)
    return bits;
  return (bits + 0xfffu + (bits >> 13 & 1)) & 0xffffe000u;
}

} // namespace tessera::emulator
