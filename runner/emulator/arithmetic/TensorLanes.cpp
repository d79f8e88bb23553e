// SPDX-License-Identifier: Apache-2.0
// TensorLanes.h compiled for any processor, and for those with AVX2; the choice is made once, when the program runs.

#include "runner/emulator/arithmetic/TensorLanes.h"

namespace tessera::emulator {

static void multiplyAnywhere(const TensorRows &rows, const TensorColumns &columns, TensorResult result, bool readsOld, uint32_t *const *d) {
  lanes::multiplyAny(rows, columns, result, readsOld, d);
}
static void prepareColumnsAnywhere(TensorColumns &columns) { lanes::prepareAnyColumns(columns); }
static void prepareRowsAnywhere(TensorRows &rows) { lanes::prepareAnyRows(rows); }

#if defined(__x86_64__)
#define TESSERA_AVX2 __attribute__((target("avx2")))

TESSERA_AVX2 static void multiplyWithAvx2(const TensorRows &rows, const TensorColumns &columns, TensorResult result, bool readsOld,
                                          uint32_t *const *d) {
  lanes::multiplyAny(rows, columns, result, readsOld, d);
}
TESSERA_AVX2 static void prepareColumnsWithAvx2(TensorColumns &columns) { lanes::prepareAnyColumns(columns); }
TESSERA_AVX2 static void prepareRowsWithAvx2(TensorRows &rows) { lanes::prepareAnyRows(rows); }

static bool hasAvx2() {
  static const bool has = __builtin_cpu_supports("avx2");
  return has;
}
#else
static bool hasAvx2() { return false; }
static constexpr auto *multiplyWithAvx2 = multiplyAnywhere;
static constexpr auto *prepareColumnsWithAvx2 = prepareColumnsAnywhere;
static constexpr auto *prepareRowsWithAvx2 = prepareRowsAnywhere;
#endif

/// Flips every sign bit of floats.
static void negate(TensorType type, uint8_t *raw, size_t size) {
  unsigned bytes = getTensorElementBits(type) / 8;
  for (size_t last = bytes - 1; last < size; last += bytes)
    raw[last] ^= 0x80;
}

void prepareRows(TensorType type, const uint8_t raw[tensorRows][tensorRowBytes], bool isNegated, TensorRows &rows) {
  rows.type = type;
  std::memcpy(rows.raw, raw, sizeof(rows.raw));
  if (isNegated)
    negate(type, rows.raw[0], sizeof(rows.raw));
  hasAvx2() ? prepareRowsWithAvx2(rows) : prepareRowsAnywhere(rows);
}

void prepareColumns(TensorType type, const uint8_t *raw, unsigned count, bool isNegated, TensorColumns &columns) {
  size_t size = size_t(count) * tensorRowBytes;
  if (!isNegated && columns.type == type && columns.count == count && std::memcmp(columns.raw, raw, size) == 0)
    return;
  columns.type = type;
  columns.count = count;
  std::memcpy(columns.raw, raw, size);
  if (isNegated)
    negate(type, columns.raw[0], size);
  hasAvx2() ? prepareColumnsWithAvx2(columns) : prepareColumnsAnywhere(columns);
}

void multiplyTensors(const TensorRows &rows, const TensorColumns &columns, TensorResult result, bool readsOld, uint32_t *const *d) {
  hasAvx2() ? multiplyWithAvx2(rows, columns, result, readsOld, d) : multiplyAnywhere(rows, columns, result, readsOld, d);
}

void multiplyTensorsPortably(const TensorRows &rows, const TensorColumns &columns, TensorResult result, bool readsOld, uint32_t *const *d) {
  multiplyAnywhere(rows, columns, result, readsOld, d);
}

} // namespace tessera::emulator
