// SPDX-License-Identifier: Apache-2.0
// One table of the element types; every question about a dtype is a look-up in it.
#include "shared/numerics/DType.h"

namespace tessera::numerics {

namespace {
enum class Kind : uint8_t { boolean, signedInteger, unsignedInteger, floating };
struct Row {
  std::string_view name, shortName, tritonName;
  uint8_t bits, bytes;
  Kind kind;
};
constexpr Row rows[] = {
    {"bool", "i1", "int1", 1, 1, Kind::boolean},
    {"int2", "i2", "int2", 2, 1, Kind::signedInteger},
    {"int4", "i4", "int4", 4, 1, Kind::signedInteger},
    {"int8", "i8", "int8", 8, 1, Kind::signedInteger},
    {"int16", "i16", "int16", 16, 2, Kind::signedInteger},
    {"int32", "i32", "int32", 32, 4, Kind::signedInteger},
    {"int64", "i64", "int64", 64, 8, Kind::signedInteger},
    {"uint2", "u2", "uint2", 2, 1, Kind::unsignedInteger},
    {"uint4", "u4", "uint4", 4, 1, Kind::unsignedInteger},
    {"uint8", "u8", "uint8", 8, 1, Kind::unsignedInteger},
    {"uint16", "u16", "uint16", 16, 2, Kind::unsignedInteger},
    {"uint32", "u32", "uint32", 32, 4, Kind::unsignedInteger},
    {"uint64", "u64", "uint64", 64, 8, Kind::unsignedInteger},
    {"float8_e4m3fn", "f8e4m3fn", "fp8e4nv", 8, 1, Kind::floating},
    {"float8_e5m2", "f8e5m2", "fp8e5", 8, 1, Kind::floating},
    {"float16", "f16", "fp16", 16, 2, Kind::floating},
    {"bfloat16", "bf16", "bf16", 16, 2, Kind::floating},
    {"float32", "f32", "fp32", 32, 4, Kind::floating},
    {"float64", "f64", "fp64", 64, 8, Kind::floating},
};
constexpr size_t rowCount = sizeof(rows) / sizeof(rows[0]);
static_assert(rowCount == static_cast<size_t>(DType::float64) + 1, "one row a dtype, in the enum's order");

const Row &row(DType type) { return rows[static_cast<size_t>(type)]; }
} // namespace

std::string_view getName(DType type) { return row(type).name; }
std::string_view getShortName(DType type) { return row(type).shortName; }

std::optional<DType> parseDType(std::string_view name) {
  for (size_t i = 0; i < rowCount; ++i)
    if (name == rows[i].name || name == rows[i].shortName || name == rows[i].tritonName)
      return static_cast<DType>(i);
  return std::nullopt;
}

unsigned getBitWidth(DType type) { return row(type).bits; }
unsigned getByteSize(DType type) { return row(type).bytes; }
bool isFloat(DType type) { return row(type).kind == Kind::floating; }
bool isInteger(DType type) { return row(type).kind == Kind::signedInteger || row(type).kind == Kind::unsignedInteger; }
bool isUnsigned(DType type) { return row(type).kind == Kind::unsignedInteger; }

} // namespace tessera::numerics
