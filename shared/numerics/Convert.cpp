// SPDX-License-Identifier: Apache-2.0
// A conversion is two short loops over a piece of the array that fits the first cache: from the source's dtype to a carrier
// (float, double, int64 or uint64, whichever holds it exactly), and from the carrier to the target's. So 17 dtypes need 17
// readers and 4 x 17 writers in place of 289 loops. Nothing is rounded twice, but integers beyond 2^53 on their way to bfloat16.
#include "shared/numerics/Convert.h"
#include "shared/numerics/SmallFloat.h"
#include <cmath>
#include <cstring>
#include <limits>
#include <type_traits>

namespace tessera::numerics {

namespace {

constexpr int64_t pieceSize = 512;

template <typename T> struct Plain {
  using Storage = T;
  template <typename Carrier> static Carrier read(T value) { return static_cast<Carrier>(value); }
};

/// Float to integer as XLA does: truncated, saturated, NaN to 0.
template <typename Int, typename Float> Int saturate(Float value) {
  // Both bounds are powers of two, or zero, and so exact in every carrier.
  constexpr int digits = std::numeric_limits<Int>::digits;
  const Float beyond = digits == 64   ? static_cast<Float>(18446744073709551616.0)
                       : digits == 63 ? static_cast<Float>(9223372036854775808.0)
                                      : static_cast<Float>(uint64_t(1) << (digits & 63));
  const Float lowest = std::numeric_limits<Int>::is_signed ? -beyond : static_cast<Float>(0);
  bool inside = value > lowest && value < beyond; // false for NaN
  Int truncated = static_cast<Int>(inside ? value : static_cast<Float>(0));
  Int limit = value >= beyond ? std::numeric_limits<Int>::max() : value <= lowest ? std::numeric_limits<Int>::min() : Int(0);
  return inside ? truncated : limit;
}

template <typename Int, typename Carrier> Int toInteger(Carrier value) {
  if constexpr (std::is_floating_point_v<Carrier>)
    return saturate<Int>(value);
  else
    return static_cast<Int>(value);
}

template <typename Carrier> float toFloat(Carrier value) {
  if constexpr (std::is_same_v<Carrier, float>)
    return value;
  else // the float from which a narrower format is rounded as from the carrier itself
    return doubleToOddFloat(static_cast<double>(value));
}

/// The lowest bits of an integer, with their sign or without.
template <unsigned bits, bool isSigned> int64_t lowBits(int64_t value) {
  uint64_t shifted = static_cast<uint64_t>(value) << (64 - bits);
  return isSigned ? static_cast<int64_t>(shifted) >> (64 - bits) : static_cast<int64_t>(shifted >> (64 - bits));
}

/// An integer of `bits` bits: floats saturate, integers wrap.
template <unsigned bits, bool isSigned, typename Carrier> uint8_t toNarrowInteger(Carrier value) {
  int64_t wide = toInteger<int64_t>(value);
  if (!std::is_floating_point_v<Carrier>)
    return static_cast<uint8_t>(lowBits<bits, isSigned>(wide));
  constexpr int64_t least = isSigned ? -(1 << (bits - 1)) : 0,
                    most = isSigned ? (1 << (bits - 1)) - 1 : (1 << bits) - 1;
  return static_cast<uint8_t>(wide < least ? least : wide > most ? most : wide);
}

template <typename Carrier> void write(DType type, const Carrier *from, void *to, int64_t n) {
  auto each = [&](auto *out, auto function) {
    for (int64_t i = 0; i < n; ++i)
      out[i] = function(from[i]);
  };
  switch (type) {
  case DType::boolean: return each(static_cast<uint8_t *>(to), [](Carrier v) { return uint8_t(v != 0); });
  case DType::int2:
    return each(static_cast<uint8_t *>(to), toNarrowInteger<2, true, Carrier>);
  case DType::uint2:
    return each(static_cast<uint8_t *>(to), toNarrowInteger<2, false, Carrier>);
  case DType::int4:
    return each(static_cast<uint8_t *>(to), toNarrowInteger<4, true, Carrier>);
  case DType::uint4:
    return each(static_cast<uint8_t *>(to), toNarrowInteger<4, false, Carrier>);
  case DType::int8: return each(static_cast<int8_t *>(to), [](Carrier v) { return toInteger<int8_t>(v); });
  case DType::int16: return each(static_cast<int16_t *>(to), [](Carrier v) { return toInteger<int16_t>(v); });
  case DType::int32: return each(static_cast<int32_t *>(to), [](Carrier v) { return toInteger<int32_t>(v); });
  case DType::int64: return each(static_cast<int64_t *>(to), [](Carrier v) { return toInteger<int64_t>(v); });
  case DType::uint8: return each(static_cast<uint8_t *>(to), [](Carrier v) { return toInteger<uint8_t>(v); });
  case DType::uint16: return each(static_cast<uint16_t *>(to), [](Carrier v) { return toInteger<uint16_t>(v); });
  case DType::uint32: return each(static_cast<uint32_t *>(to), [](Carrier v) { return toInteger<uint32_t>(v); });
  case DType::uint64: return each(static_cast<uint64_t *>(to), [](Carrier v) { return toInteger<uint64_t>(v); });
  case DType::float8_e4m3fn: return each(static_cast<uint8_t *>(to), [](Carrier v) { return floatToE4m3(toFloat(v)); });
  case DType::float8_e5m2: return each(static_cast<uint8_t *>(to), [](Carrier v) { return floatToE5m2(toFloat(v)); });
  case DType::float16: return each(static_cast<uint16_t *>(to), [](Carrier v) { return floatToHalf(toFloat(v)); });
  case DType::bfloat16: return each(static_cast<uint16_t *>(to), [](Carrier v) { return floatToBfloat(toFloat(v)); });
  case DType::float32: return each(static_cast<float *>(to), [](Carrier v) { return static_cast<float>(v); });
  case DType::float64: return each(static_cast<double *>(to), [](Carrier v) { return static_cast<double>(v); });
  }
}

/// Reads pieces of `from` by `read` into the carrier and writes them on.
template <typename Carrier, typename Storage, typename Read>
void carry(const void *from, DType toType, void *to, int64_t count, Read read) {
  const Storage *in = static_cast<const Storage *>(from);
  uint8_t *out = static_cast<uint8_t *>(to);
  Carrier piece[pieceSize];
  for (int64_t begin = 0; begin < count; begin += pieceSize) {
    int64_t n = count - begin < pieceSize ? count - begin : pieceSize;
    for (int64_t i = 0; i < n; ++i)
      piece[i] = read(in[begin + i]);
    write<Carrier>(toType, piece, out + begin * getByteSize(toType), n);
  }
}

} // namespace

void convertElements(DType fromType, const void *from, DType toType, void *to, int64_t count) {
  if (fromType == toType) {
    if (from != to)
      std::memmove(to, from, static_cast<size_t>(count) * getByteSize(toType));
    return;
  }
  auto same = [](auto value) { return value; };
  switch (fromType) {
  case DType::int2:
    return carry<int64_t, uint8_t>(from, toType, to, count, lowBits<2, true>);
  case DType::uint2:
    return carry<int64_t, uint8_t>(from, toType, to, count, lowBits<2, false>);
  case DType::int4:
    return carry<int64_t, uint8_t>(from, toType, to, count, lowBits<4, true>);
  case DType::uint4:
    return carry<int64_t, uint8_t>(from, toType, to, count, lowBits<4, false>);
  case DType::boolean:
  case DType::uint8:
    return carry<int64_t, uint8_t>(from, toType, to, count, same);
  case DType::int8:
    return carry<int64_t, int8_t>(from, toType, to, count, same);
  case DType::int16: return carry<int64_t, int16_t>(from, toType, to, count, same);
  case DType::uint16: return carry<int64_t, uint16_t>(from, toType, to, count, same);
  case DType::int32: return carry<int64_t, int32_t>(from, toType, to, count, same);
  case DType::uint32: return carry<int64_t, uint32_t>(from, toType, to, count, same);
  case DType::int64: return carry<int64_t, int64_t>(from, toType, to, count, same);
  case DType::uint64: return carry<uint64_t, uint64_t>(from, toType, to, count, same);
  case DType::float8_e4m3fn: return carry<float, uint8_t>(from, toType, to, count, e4m3ToFloat);
  case DType::float8_e5m2: return carry<float, uint8_t>(from, toType, to, count, e5m2ToFloat);
  case DType::float16: return carry<float, uint16_t>(from, toType, to, count, [](uint16_t v) { return halfToFloat(v); });
  case DType::bfloat16: return carry<float, uint16_t>(from, toType, to, count, [](uint16_t v) { return bfloatToFloat(v); });
  case DType::float32: return write<float>(toType, static_cast<const float *>(from), to, count);
  case DType::float64: return write<double>(toType, static_cast<const double *>(from), to, count);
  }
}

Array convert(const Array &array, DType type) {
  if (array.dtype() == type)
    return array;
  Array result(type, array.shape());
  convertElements(array.dtype(), array.bytes(), type, result.mutableBytes(), array.size());
  return result;
}

template <typename T> static void fillAs(void *to, const void *element, int64_t count) {
  T value;
  std::memcpy(&value, element, sizeof(T));
  T *out = static_cast<T *>(to);
  for (int64_t i = 0; i < count; ++i)
    out[i] = value;
}

void fillElements(void *to, const void *element, unsigned byteSize, int64_t count) {
  switch (byteSize) {
  case 1: return fillAs<uint8_t>(to, element, count);
  case 2: return fillAs<uint16_t>(to, element, count);
  case 4: return fillAs<uint32_t>(to, element, count);
  default: return fillAs<uint64_t>(to, element, count);
  }
}

void fillUninitialized(DType type, void *to, int64_t count) {
  uint64_t element = 0;
  if (isFloat(type)) {
    float nan = std::numeric_limits<float>::quiet_NaN();
    convertElements(DType::float32, &nan, type, &element, 1);
  } else if (isSigned(type)) {
    int64_t lowest = static_cast<int64_t>(~uint64_t(0) << (getBitWidth(type) - 1));
    convertElements(DType::int64, &lowest, type, &element, 1);
  }
  fillElements(to, &element, getByteSize(type), count);
}

} // namespace tessera::numerics
