// SPDX-License-Identifier: Apache-2.0
// What the reductions of bulk and tensor copies do to one element of memory (PTX ISA, `cp.reduce.async.bulk`, `red.async`).
// Each element is an atomic of its own. f16 and bf16 are added in f32, which is exact enough for one rounding to nearest even,
// and keep subnormals; f32 either flushes subnormals (bulk copies) or as the tensor map says.
#pragma once

#include <cstdint>
#include <string_view>

namespace tessera::emulator {

enum class Reduction : uint8_t { add, min, max, inc, dec, bitAnd, bitOr, bitXor };
enum class ReducedType : uint8_t { u32, s32, u64, s64, f16, bf16, f32, f32Ftz, f64, b32, b64 };

/// Reduces `bytes` bytes of `values` onto `target`.
using Reducer = void (*)(uint8_t *target, const uint8_t *values, uint64_t bytes);
/// Null where the operation does not take the type.
Reducer getReducer(Reduction operation, ReducedType type);
unsigned getBytes(ReducedType type);

} // namespace tessera::emulator
