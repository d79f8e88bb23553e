// SPDX-License-Identifier: Apache-2.0
// mma.sync: a warp multiplies 16 rows by 8 columns out of registers. Shapes differ in how much of K there is; what is not is
// zero, which changes no result (see TensorCore.h).
//
// fp8 has no mma.sync of its own on Hopper: ptxas widens it to f16 and multiplies twice, first the k with k % 4 < 2, then the
// others on top of that, and adds C in f32 (f16) last. So it is done here, too, bit by bit.

#include "runner/emulator/arithmetic/Rounding.h"
#include "runner/emulator/instructions/Families.h"
#include "runner/emulator/instructions/Fragment.h"
#include "runner/emulator/machine/Tracing.h"
#include <cmath>

namespace tessera::emulator {

namespace {

struct MmaForm {
  TensorType a = TensorType::f16, b = TensorType::f16;
  TensorResult result = TensorResult::f32;
  unsigned rows = 16, k = 16;
  unsigned aCount = 4, bCount = 2, dCount = 4; // registers
  uint32_t aFirst = 0, bFirst = 0, cFirst = 0, dFirst = 0;
};

/// Old C in, D out; registers that an 8-row shape does not have are there all the same.
struct Accumulators {
  uint32_t lanes[4][warpSize] = {};
  uint32_t *registers[4] = {lanes[0], lanes[1], lanes[2], lanes[3]};

  void load(const Step &step, const MmaForm &form) {
    for (unsigned j = 0; j < form.dCount; ++j)
      std::memcpy(lanes[j], step.in<uint32_t>(slotsAt(step, form.cFirst)[j]), sizeof(lanes[j]));
  }
  void store(const Step &step, const MmaForm &form) const {
    for (unsigned j = 0; j < form.dCount; ++j)
      std::memcpy(step.out<uint32_t>(slotsAt(step, form.dFirst)[j]), lanes[j], sizeof(lanes[j]));
  }
};

Outcome multiply(Step &step, const Instruction &i) {
  if (!expectWholeWarp(step, "mma.sync"))
    return Outcome::fault;
  const auto &form = *static_cast<const MmaForm *>(i.payload);
  traceProduct(step, "mma", form.rows, 8, form.k);
  uint8_t a[tensorRows][tensorRowBytes], b[tensorBlock][tensorRowBytes];
  gatherRows(step, slotsAt(step, form.aFirst), form.aCount, a);
  gatherColumns(step, slotsAt(step, form.bFirst), form.bCount, b);
  TensorRows rows;
  TensorColumns columns;
  prepareRows(form.a, a, false, rows);
  prepareColumns(form.b, b[0], tensorBlock, false, columns);
  Accumulators sums;
  sums.load(step, form);
  multiplyTensors(rows, columns, form.result, true, sums.registers);
  sums.store(step, form);
  return Outcome::next;
}

// ---- fp8

uint16_t widenToHalf(TensorType type, uint8_t bits) {
  if (type == TensorType::e5m2)
    return static_cast<uint16_t>(bits << 8);
  uint16_t sign = static_cast<uint16_t>((bits & 0x80) << 8), magnitude = bits & 0x7f;
  if (magnitude == 0x7f)
    return sign | 0x7fff;
  if (magnitude >= 8)
    return static_cast<uint16_t>(sign | (magnitude << 7) + (8 << 10));
  if (magnitude == 0)
    return sign;
  unsigned exponent = 15 - 7;
  unsigned fraction = magnitude << 7; // of 2^-6, without its leading one
  for (; !(fraction & 0x400); fraction <<= 1)
    --exponent;
  return static_cast<uint16_t>(sign | (exponent + 1) << 10 | (fraction & 0x3ff));
}

/// Of every four bytes the first two (`part` 0) or the last two (1), as f16.
void widenRows(TensorType type, const uint8_t *raw, unsigned count, unsigned part, uint8_t *halves) {
  for (unsigned row = 0; row < count; ++row)
    for (unsigned i = 0; i < 16; ++i) {
      uint16_t half = widenToHalf(type, raw[tensorRowBytes * row + 4 * (i / 2) + 2 * part + i % 2]);
      std::memcpy(halves + tensorRowBytes * row + 2 * i, &half, 2);
    }
}

uint32_t addF32(uint32_t a, uint32_t b) {
  float sum = bitsAs<float>(a) + bitsAs<float>(b);
  return std::isnan(sum) ? 0x7fffffffu : bitsAs<uint32_t>(sum);
}

/// a + b in f16 to the nearest even: as a dot product with ones, whose 25 bits are more than an f16 sum can use.
uint32_t addF16(uint32_t a, uint32_t b) {
  const uint16_t ones[16] = {0x3c00, 0x3c00}, values[16] = {static_cast<uint16_t>(a), static_cast<uint16_t>(b)};
  uint32_t sum = dotPlainly(TensorType::f16, reinterpret_cast<const uint8_t *>(ones), TensorType::f16, reinterpret_cast<const uint8_t *>(values),
                            TensorResult::f16, 0);
  return a == 0x8000 && b == 0x8000 ? 0x8000u : sum;
}

Outcome multiplySmall(Step &step, const Instruction &i) {
  if (!expectWholeWarp(step, "mma.sync"))
    return Outcome::fault;
  const auto &form = *static_cast<const MmaForm *>(i.payload);
  traceProduct(step, "mma", form.rows, 8, form.k);
  uint8_t a[tensorRows][tensorRowBytes], b[tensorBlock][tensorRowBytes];
  gatherRows(step, slotsAt(step, form.aFirst), form.aCount, a);
  gatherColumns(step, slotsAt(step, form.bFirst), form.bCount, b);
  Accumulators old, sums;
  old.load(step, form);
  for (unsigned part = 0; part < 2; ++part) {
    uint8_t halfRows[tensorRows][tensorRowBytes], halfColumns[tensorBlock][tensorRowBytes];
    widenRows(form.a, a[0], tensorRows, part, halfRows[0]);
    widenRows(form.b, b[0], tensorBlock, part, halfColumns[0]);
    TensorRows rows;
    TensorColumns columns;
    prepareRows(TensorType::f16, halfRows, false, rows);
    prepareColumns(TensorType::f16, halfColumns[0], tensorBlock, false, columns);
    multiplyTensors(rows, columns, form.result, part == 1, sums.registers);
  }
  for (unsigned j = 0; j < form.dCount; ++j)
    for (unsigned lane = 0; lane < warpSize; ++lane) {
      uint32_t x = sums.lanes[j][lane], c = old.lanes[j][lane];
      sums.lanes[j][lane] = form.result == TensorResult::f32 ? addF32(x, c) : addF16(x & 0xffff, c & 0xffff) | addF16(x >> 16, c >> 16) << 16;
    }
  sums.store(step, form);
  return Outcome::next;
}

// ---- f64

/// A is `rows` x k, one element a lane and register; sums are chains of fused multiply-adds in the order of k. [MMA-Sim]
Outcome multiplyF64(Step &step, const Instruction &i) {
  if (!expectWholeWarp(step, "mma.sync"))
    return Outcome::fault;
  const auto &form = *static_cast<const MmaForm *>(i.payload);
  traceProduct(step, "mma", form.rows, 8, form.k);
  unsigned halves = form.rows / 8;
  double a[16][16], b[16][8], d[4][warpSize];
  for (unsigned lane = 0; lane < warpSize; ++lane) {
    unsigned g = lane / 4, q = lane % 4;
    for (unsigned j = 0; j < form.aCount; ++j)
      a[g + 8 * (j % halves)][q + 4 * (j / halves)] = step.in<double>(slotsAt(step, form.aFirst)[j])[lane];
    for (unsigned j = 0; j < form.bCount; ++j)
      b[q + 4 * j][g] = step.in<double>(slotsAt(step, form.bFirst)[j])[lane];
  }
  for (unsigned lane = 0; lane < warpSize; ++lane)
    for (unsigned j = 0; j < form.dCount; ++j) {
      unsigned row = lane / 4 + 8 * (j / 2), column = 2 * (lane % 4) + j % 2;
      double sum = step.in<double>(slotsAt(step, form.cFirst)[j])[lane];
      for (unsigned k = 0; k < form.k; ++k)
        sum = std::fma(a[row][k], b[k][column], sum);
      d[j][lane] = sum;
    }
  for (unsigned j = 0; j < form.dCount; ++j)
    std::memcpy(step.out<double>(slotsAt(step, form.dFirst)[j]), d[j], sizeof(d[j]));
  return Outcome::next;
}

// ---- builders

bool takeRegistersOf(InstructionBuilder &b, MmaForm &form, ptx::Type input, ptx::Type result) {
  return b.expectOperands(4) && takeRegisters(b, 1, input, form.aCount, false, form.aFirst) &&
         takeRegisters(b, 2, input, form.bCount, false, form.bFirst) && takeRegisters(b, 3, result, form.dCount, false, form.cFirst) &&
         takeRegisters(b, 0, result, form.dCount, true, form.dFirst);
}

std::string nameOf(const InstructionBuilder &b) {
  std::string name(b.source().opcode);
  for (std::string_view modifier : b.source().modifiers)
    name += "." + std::string(modifier);
  return "`" + name + "`";
}

/// `m16n8k32`: 16 and 32. False: another.
bool takeShape(InstructionBuilder &b, unsigned &rows, unsigned &k) {
  std::string_view shape = b.takePrefix("m8n8k");
  rows = 8;
  if (shape.empty()) {
    shape = b.takePrefix("m16n8k");
    rows = 16;
  }
  size_t digits = shape.size() - shape.find('k') - 1;
  if (shape.empty() || digits == 0 || digits > 4)
    return false;
  k = 0;
  for (char digit : shape.substr(shape.find('k') + 1))
    k = k * 10 + static_cast<unsigned>(digit - '0');
  return true;
}

bool buildF64(InstructionBuilder &b, MmaForm form) {
  if (b.isLeft("rz") || b.isLeft("rm") || b.isLeft("rp"))
    return b.failUnsupported(nameOf(b) + ": f64 products round to the nearest only");
  b.take("rn");
  bool isKnown = form.rows == 8 ? form.k == 4 : form.k == 4 || form.k == 8 || form.k == 16;
  if (!isKnown)
    return b.failOperand(nameOf(b) + ": `.f64` has no such shape");
  form.aCount = form.rows / 8 * form.k / 4;
  form.bCount = form.k / 4;
  form.dCount = form.rows / 4;
  if (!takeRegistersOf(b, form, ptx::Type::f64, ptx::Type::f64))
    return false;
  b.emit(multiplyF64).payload = b.keep(form);
  return true;
}

/// The least and the greatest K that a type has in 16-row shapes; 8-row ones have the least only, and only for integers.
bool checkShape(InstructionBuilder &b, const MmaForm &form) {
  bool isSmallFloat = form.a == TensorType::e4m3 || form.a == TensorType::e5m2;
  unsigned most = tensorRowBytes * 8 / (form.a == TensorType::b1 ? 1 : getTensorElementBits(form.a));
  bool isInteger = !isSmallFloat && (form.a == TensorType::s8 || form.a == TensorType::u8 || form.a == TensorType::b1);
  if (form.rows == 16 ? form.k == most || form.k == most / 2 : isInteger && form.k == most / 2)
    return true;
  if (form.rows == 8 && form.k == 4 && form.a == TensorType::f16)
    return b.failUnsupported(nameOf(b) + ": the quad-pair shape of Volta");
  return b.failOperand(nameOf(b) + ": these types have no such shape");
}

bool haveSameKind(TensorType a, TensorType b) {
  auto kind = [](TensorType type) { return type == TensorType::u8 ? TensorType::s8 : type == TensorType::e5m2 ? TensorType::e4m3 : type; };
  return kind(a) == kind(b);
}

/// D and C are f32, or f16 for f16 and fp8, or s32.
bool takeResult(InstructionBuilder &b, MmaForm &form, ptx::Type d, ptx::Type c) {
  bool isInteger = form.a == TensorType::s8 || form.a == TensorType::u8 || form.a == TensorType::b1;
  bool hasHalf = form.a == TensorType::f16 || form.a == TensorType::e4m3 || form.a == TensorType::e5m2;
  if (d != c || !(isInteger ? d == ptx::Type::s32 : d == ptx::Type::f32 || (d == ptx::Type::f16 && hasHalf)))
    return b.failOperand(nameOf(b) + ": D and C of these types can't go with A and B of those");
  form.result = isInteger ? TensorResult::s32 : d == ptx::Type::f16 ? TensorResult::f16 : TensorResult::f32;
  if (form.a == TensorType::s8 || form.a == TensorType::u8)
    if (b.take("satfinite"))
      form.result = TensorResult::s32Saturated;
  return true;
}

bool refuse(InstructionBuilder &b) {
  if (b.isLeft("sp") || b.isLeft("sp::ordered_metadata"))
    return b.failUnsupported(nameOf(b) + ": sparse matrices");
  for (std::string_view newer : {"block_scale", "kind::f8f6f4", "kind::mxf8f6f4", "kind::mxf4", "kind::mxf4nvf4"})
    if (b.isLeft(newer))
      return b.failUnsupported(nameOf(b) + ": it is Blackwell's");
  if (b.isLeft("s4") || b.isLeft("u4") || b.isLeft("xor"))
    return b.failUnsupported(nameOf(b) + ": a form that Hopper's tensor cores do not have");
  return true;
}

/// mma.sync.aligned.m16n8k16.row.col{.satfinite}.D.A.B.C d, a, b, c
bool buildMma(InstructionBuilder &b) {
  b.setConverged();
  if (!refuse(b))
    return false;
  for (std::string_view needed : {"sync", "aligned", "row", "col"})
    if (!b.take(needed))
      return b.failOperand(nameOf(b) + " without `." + std::string(needed) + "`");
  MmaForm form;
  if (!takeShape(b, form.rows, form.k))
    return b.failOperand(nameOf(b) + " without a shape such as `.m16n8k16`");
  ptx::Type d = b.takeTypeIfAny(), aType = b.takeTypeIfAny(), bType = b.takeTypeIfAny(), c = b.takeTypeIfAny();
  if (d == ptx::Type::f64 && aType == d && bType == d && c == d)
    return buildF64(b, form);
  auto a = getTensorType(aType), other = getTensorType(bType);
  if (!a || !other || !haveSameKind(*a, *other))
    return b.failOperand(nameOf(b) + ": A and B of these types can't be multiplied");
  form.a = *a;
  form.b = *other;
  if (!checkShape(b, form) || !takeResult(b, form, d, c))
    return false;
  if (form.a == TensorType::b1 && (!b.take("and") || !b.take("popc")))
    return b.failOperand(nameOf(b) + " without `.and.popc`");
  unsigned bits = form.a == TensorType::b1 ? 1 : getTensorElementBits(form.a);
  form.bCount = form.k * bits / 128;
  form.aCount = form.bCount * form.rows / 8;
  form.dCount = form.result == TensorResult::f16 ? form.rows / 8 : form.rows / 4;
  ptx::Type result = form.result == TensorResult::f32 ? ptx::Type::f32 : ptx::Type::b32;
  if (!takeRegistersOf(b, form, ptx::Type::b32, result))
    return false;
  bool isSmallFloat = form.a == TensorType::e4m3 || form.a == TensorType::e5m2;
  b.emit(isSmallFloat ? multiplySmall : multiply).payload = b.keep(form);
  return true;
}

/// tcgen05.*
bool buildTcgen05(InstructionBuilder &b) {
  return b.failUnsupported(nameOf(b) + ": it is Blackwell's, this emulator has Hopper's tensor cores");
}

} // namespace

void addMmaForms(Forms &forms) {
  forms.add("mma", buildMma);
  forms.add("tcgen05", buildTcgen05);
}

} // namespace tessera::emulator
