// SPDX-License-Identifier: Apache-2.0
// cvt to and from packed numbers: two f32 to f16x2 or bf16x2, f32 to tf32, fp8 pairs in both directions, cvt.pack. The first source
// of two becomes the upper half.

#include "runner/emulator/arithmetic/Integer.h"
#include "runner/emulator/instructions/ConvertForms.h"
#include "runner/emulator/instructions/Families.h"

namespace tessera::emulator {

using ptx::Type;

namespace {

template <typename To> uint32_t pairOfFloats(const Conversion &c, float a, float b) {
  return static_cast<uint32_t>(To::store(a, c)) << 16 | To::store(b, c);
}
inline uint32_t nearestHalves(float a, float b) { return static_cast<uint32_t>(encodeHalf(a)) << 16 | encodeHalf(b); }
inline uint32_t nearestBfloats(float a, float b) { return static_cast<uint32_t>(encodeBfloat(a)) << 16 | encodeBfloat(b); }

uint32_t toTf32(const Conversion &c, float a) { return Tf32Lane::store(a, c); }

template <const FloatFormat &format> uint16_t bytesOfFloats(const Conversion &c, float a, float b) {
  return static_cast<uint16_t>(encodeByte<format>(a, c.relu) << 8 | encodeByte<format>(b, c.relu));
}
template <const FloatFormat &format> uint16_t bytesOfHalves(const Conversion &c, uint32_t a) {
  return static_cast<uint16_t>(encodeByte<format>(decodeHalf(static_cast<uint16_t>(a >> 16)), c.relu) << 8 |
                               encodeByte<format>(decodeHalf(static_cast<uint16_t>(a)), c.relu));
}
template <const FloatFormat &format> uint32_t halvesOfBytes(const Conversion &c, uint16_t a) {
  return static_cast<uint32_t>(byteToHalf<format>(static_cast<uint8_t>(a >> 8), c.relu)) << 16 | byteToHalf<format>(static_cast<uint8_t>(a), c.relu);
}

bool emitConversion(InstructionBuilder &b, Handler handler, const Conversion &c, Type to, std::initializer_list<Type> sources) {
  if (!b.expectOperands(sources.size() + 1))
    return false;
  Slot slots[2] = {noSlot, noSlot};
  size_t index = 0;
  for (Type type : sources) {
    slots[index] = b.read(index + 1, type);
    ++index;
  }
  Slot d = b.write(0, to);
  b.emit(handler, d, slots[0], slots[1]).payload = b.keep(c);
  return true;
}

/// The modifiers that packed forms have.
struct PackedModifiers {
  RoundingName rounding;
  Conversion conversion;
};

PackedModifiers takeModifiers(InstructionBuilder &b) {
  PackedModifiers m;
  m.rounding = takeRoundingName(b);
  m.conversion.rounding = m.rounding.rounding;
  m.conversion.relu = b.take("relu");
  m.conversion.satfinite = b.take("satfinite");
  return m;
}

bool isOneOf(std::string_view text, std::initializer_list<std::string_view> names) {
  for (std::string_view name : names)
    if (text == name)
      return true;
  return false;
}

bool failRounding(InstructionBuilder &b, const PackedModifiers &m, std::string_view expected) {
  return b.failOperand("the rounding is " + (m.rounding.text.empty() ? std::string("missing") : "`." + std::string(m.rounding.text) + "`") +
                       ", expected " + std::string(expected));
}

// cvt.rn{.relu}.f16x2.{e4m3x2,e5m2x2} d, a
bool buildFromBytes(InstructionBuilder &b, const PackedModifiers &m, Type from) {
  if (m.rounding.text != "rn")
    return failRounding(b, m, "`.rn`");
  if (m.conversion.satfinite)
    return b.failOperand("`.satfinite` is seen, but fp8 is exact in f16");
  return emitConversion(b, from == Type::e4m3x2 ? obeyConversion<halvesOfBytes<e4m3Format>> : obeyConversion<halvesOfBytes<e5m2Format>>,
                        m.conversion, Type::f16x2, {from});
}

// cvt.{rn,rz}{.relu}{.satfinite}.{f16x2,bf16x2}.f32 d, a, b
bool buildPairs(InstructionBuilder &b) {
  PackedModifiers m = takeModifiers(b);
  Type to = b.takeType({Type::f16x2, Type::bf16x2});
  Type from = to == Type::none ? to : b.takeType({Type::f32, Type::e4m3x2, Type::e5m2x2});
  if (from == Type::none)
    return false;
  if (from != Type::f32)
    return to == Type::f16x2 ? buildFromBytes(b, m, from) : b.failUnsupported("fp8 to `.bf16x2` is for sm_100 and above");
  if (!isOneOf(m.rounding.text, {"rn", "rz"}))
    return failRounding(b, m, "`.rn` or `.rz`");
  bool isPlain = m.rounding.text == "rn" && !m.conversion.relu && !m.conversion.satfinite, isHalf = to == Type::f16x2;
  Handler handler = isPlain ? (isHalf ? lanes<nearestHalves>() : lanes<nearestBfloats>())
                            : (isHalf ? obeyConversion<pairOfFloats<HalfLane>> : obeyConversion<pairOfFloats<BfloatLane>>);
  return emitConversion(b, handler, m.conversion, to, {Type::f32, Type::f32});
}

// cvt.rna{.satfinite}.tf32.f32 d, a and cvt.{rn,rz}{.relu}.tf32.f32 d, a
bool buildTf32(InstructionBuilder &b) {
  PackedModifiers m = takeModifiers(b);
  if (b.takeType({Type::tf32}) == Type::none || b.takeType({Type::f32}) == Type::none)
    return false;
  if (!isOneOf(m.rounding.text, {"rn", "rz", "rna"}))
    return failRounding(b, m, "`.rn`, `.rz` or `.rna`");
  if (m.rounding.isAway ? m.conversion.relu : m.conversion.satfinite)
    return b.failOperand("to `.tf32`, `.relu` is for `.rn` and `.rz`, `.satfinite` for `.rna`");
  return emitConversion(b, obeyConversion<toTf32>, m.conversion, Type::b32, {Type::f32});
}

// cvt.rn.satfinite{.relu}.{e4m3x2,e5m2x2}.f32 d, a, b and cvt.rn.satfinite{.relu}.{e4m3x2,e5m2x2}.f16x2 d, a
bool buildToBytes(InstructionBuilder &b) {
  PackedModifiers m = takeModifiers(b);
  Type to = b.takeType({Type::e4m3x2, Type::e5m2x2}), from = to == Type::none ? to : b.takeType({Type::f32, Type::f16x2});
  if (from == Type::none)
    return false;
  if (m.rounding.text != "rn")
    return failRounding(b, m, "`.rn`");
  if (!m.conversion.satfinite)
    return b.failOperand("a conversion to fp8 is seen without `.satfinite`");
  bool isE4m3 = to == Type::e4m3x2;
  if (from == Type::f16x2)
    return emitConversion(b, isE4m3 ? obeyConversion<bytesOfHalves<e4m3Format>> : obeyConversion<bytesOfHalves<e5m2Format>>, m.conversion, to,
                          {Type::f16x2});
  return emitConversion(b, isE4m3 ? obeyConversion<bytesOfFloats<e4m3Format>> : obeyConversion<bytesOfFloats<e5m2Format>>, m.conversion, to,
                        {Type::f32, Type::f32});
}

/// Both types may be packed ones: the first, which is the destination's, decides.
bool buildPacked(InstructionBuilder &b) {
  for (std::string_view modifier : b.source().modifiers)
    if (Type type = ptx::parseType(modifier); type == Type::e4m3x2 || type == Type::e5m2x2)
      return buildToBytes(b);
    else if (type != Type::none)
      break;
  return buildPairs(b);
}

// --- cvt.pack: Instruction::detail is the width, its bit 8 the sign

Outcome pack(Step &step, const Instruction &i) {
  const int32_t *a = step.in<int32_t>(i.a), *b = step.in<int32_t>(i.b);
  const uint32_t *c = step.in<uint32_t>(i.c);
  uint32_t *d = step.out<uint32_t>(i.d), width = i.detail & 0xff, ones = (1u << width) - 1;
  bool isSigned = i.detail & 0x100;
  int32_t least = isSigned ? -(1 << (width - 1)) : 0, most = isSigned ? (1 << (width - 1)) - 1 : static_cast<int32_t>(ones);
  auto clamped = [&](int32_t value) { return static_cast<uint32_t>(value < least ? least : value > most ? most : value) & ones; };
  for (unsigned lane = 0; lane < warpSize; ++lane) {
    uint32_t upper = width == 16 ? 0 : c[lane] << (2 * width & 31);
    uint32_t result = clamped(b[lane]) | clamped(a[lane]) << width | upper;
    d[lane] = chooseLane(step.mask, lane, result, d[lane]);
  }
  return Outcome::next;
}

// cvt.pack.sat.{u16,s16}.s32 d, a, b and cvt.pack.sat.{u8,s8,u4,s4,u2,s2}.s32.b32 d, a, b, c
bool buildPack(InstructionBuilder &b) {
  b.take("pack");
  if (!b.take("sat"))
    return b.failOperand("`cvt.pack` is seen without `.sat`");
  std::string_view name = b.takeOneOf({"u16", "s16", "u8", "s8", "u4", "s4", "u2", "s2"});
  if (name.empty())
    return b.failOperand("`cvt.pack` packs `.u16`, `.s16`, `.u8`, `.s8`, `.u4`, `.s4`, `.u2` or `.s2`");
  uint32_t width = name.size() == 3 ? 16 : static_cast<uint32_t>(name[1] - '0');
  if (b.takeType({Type::s32}) == Type::none || (width < 16 && b.takeType({Type::b32}) == Type::none) || !b.expectOperands(width == 16 ? 3 : 4))
    return false;
  Slot x = b.read(1, Type::s32), y = b.read(2, Type::s32), z = width == 16 ? b.constant(Type::b32, 0) : b.read(3, Type::b32);
  Slot d = b.write(0, Type::b32);
  b.emit(pack, d, x, y, z).detail = width | (name[0] == 's' ? 0x100 : 0);
  return true;
}

} // namespace

void addPackedConvertForms(Forms &forms) {
  for (const char *packed : {"f16x2", "bf16x2", "e4m3x2", "e5m2x2"})
    forms.add("cvt", buildPacked, packed);
  forms.add("cvt", buildTf32, "tf32");
  forms.add("cvt", buildPack, "pack");
}

} // namespace tessera::emulator
