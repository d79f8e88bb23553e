// SPDX-License-Identifier: Apache-2.0
// The element types of arrays, and their names in every notation that we read or write.
#pragma once

#include <cstdint>
#include <optional>
#include <string_view>

namespace tessera::numerics {

/// JAX's typed random keys are no dtype here: arrays store them as uint32 with a trailing axis of size 2.
enum class DType : uint8_t {
  boolean, int2, int4, int8, int16, int32, int64, uint2, uint4, uint8, uint16, uint32, uint64,
  float8_e4m3fn, float8_e5m2, float16, bfloat16, float32, float64,
};

/// NumPy's and JAX's name, for example `float32`, `bool`, `bfloat16`.
std::string_view getName(DType type);
/// Triton's and MLIR-like short name, for example `f32`, `i1`, `u8`, `bf16`, `f8e4m3fn`.
std::string_view getShortName(DType type);
/// From either notation, and Triton's (`fp32`, `int1`, `fp8e4nv`).
std::optional<DType> parseDType(std::string_view name);

/// Bits of one element as a number: 1 for `boolean`, 4 for `int4`.
unsigned getBitWidth(DType type);
/// Bytes of one element in an `Array`: types narrower than a byte take a whole one.
unsigned getByteSize(DType type);
bool isFloat(DType type);
/// `boolean` is not an integer.
bool isInteger(DType type);
bool isUnsigned(DType type);
inline bool isSigned(DType type) { return isInteger(type) && !isUnsigned(type); }

} // namespace tessera::numerics
