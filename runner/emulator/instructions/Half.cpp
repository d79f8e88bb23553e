// SPDX-License-Identifier: Apache-2.0
// add sub mul fma neg abs min max of f16, bf16 and their pairs. Sums and products of two such numbers, rounded to f32 and then to 16
// bits, are what one rounding gives (24 >= 2 * 11 + 2 bits; for bf16 sums f32 has 24 >= 2 * 8 + 2 and the same exponents); a fused
// multiply-add goes through a double rounded to odd.

#include "runner/emulator/instructions/Families.h"
#include "runner/emulator/instructions/HalfForms.h"

namespace tessera::emulator {

using ptx::Type;

namespace {

struct HalfModifiers {
  bool flushes = false, saturates = false, relu = false, outOfBounds = false;
  Type type = Type::none;
};

enum class Clamp { none, saturate, relu };

/// Flushed, then clamped; NaN becomes +0 by `.sat` and stays by `.relu`.
template <typename Codec, bool flushes, Clamp clamp> inline uint16_t finish(uint16_t bits) {
  if constexpr (flushes)
    bits = flush16<Codec>(bits);
  if constexpr (clamp == Clamp::relu)
    return bits & 0x8000 ? 0 : bits; // the NaN is positive
  if constexpr (clamp == Clamp::saturate)
    return bits & 0x8000 || isNan16<Codec>(bits) ? 0 : bits > Codec::one ? Codec::one : bits;
  return bits;
}

template <typename Codec, bool flushes> inline float load(uint16_t bits) { return Codec::decode(flushes ? flush16<Codec>(bits) : bits); }

template <typename Codec, bool flushes, Clamp clamp> inline uint16_t sum(uint16_t a, uint16_t b) {
  return finish<Codec, flushes, clamp>(Codec::encode(load<Codec, flushes>(a) + load<Codec, flushes>(b)));
}
template <typename Codec, bool flushes, Clamp clamp> inline uint16_t difference(uint16_t a, uint16_t b) {
  return finish<Codec, flushes, clamp>(Codec::encode(load<Codec, flushes>(a) - load<Codec, flushes>(b)));
}
// The product of two bf16 may be below f32's normal range, where rounding to f32 first would round twice: double holds it.
template <typename Codec, bool flushes, Clamp clamp> inline uint16_t product(uint16_t a, uint16_t b) {
  float x = load<Codec, flushes>(a), y = load<Codec, flushes>(b);
  if (flushes && isBelowNormalHalf(x * y)) // before it is rounded; exact in f32
    return finish<Codec, flushes, clamp>(static_cast<uint16_t>((a ^ b) & 0x8000));
  return finish<Codec, flushes, clamp>(Codec::isHalf ? Codec::encode(x * y) : Codec::encode(static_cast<double>(x) * y));
}
template <typename Codec, bool flushes, Clamp clamp> inline uint16_t fused(uint16_t a, uint16_t b, uint16_t c) {
  double result = fmaToOdd(load<Codec, flushes>(a), load<Codec, flushes>(b), load<Codec, flushes>(c));
  if (flushes && isBelowNormalHalf(result))
    return finish<Codec, flushes, clamp>(std::signbit(result) ? 0x8000 : 0);
  return finish<Codec, flushes, clamp>(Codec::encode(result));
}
/// An operand that a tensor copy filled in for what is out of bounds makes the result 0.
constexpr uint16_t outOfBoundsNan = 0x7ff7;
template <typename Codec, bool flushes, Clamp clamp> inline uint16_t fusedInBounds(uint16_t a, uint16_t b, uint16_t c) {
  uint16_t result = fused<Codec, flushes, clamp>(a, b, c);
  return a == outOfBoundsNan || b == outOfBoundsNan || c == outOfBoundsNan ? 0 : result;
}

bool takeModifiers(InstructionBuilder &b, HalfModifiers &m, bool mayRelu) {
  std::string_view opcode = b.source().opcode;
  bool rounds = b.take("rn");
  m.flushes = b.take("ftz"), m.saturates = b.take("sat");
  m.relu = mayRelu && b.take("relu"), m.outOfBounds = mayRelu && b.take("oob");
  m.type = b.takeType({Type::f16, Type::f16x2, Type::bf16, Type::bf16x2});
  if (m.type == Type::none)
    return false;
  if (mayRelu && !rounds)
    return b.failOperand("`" + std::string(opcode) + "` says how it rounds: `.rn`");
  if (isBfloat(m.type) && (m.flushes || m.saturates))
    return b.failOperand("`.ftz` and `.sat` are for `.f16`, `." + std::string(getName(m.type)) + "` is seen");
  if ((m.saturates && m.relu) || (m.outOfBounds && (m.flushes || m.saturates)))
    return b.failOperand("`.relu` and `.sat`, or `.oob` and `.ftz` or `.sat` are seen together");
  return true;
}

/// `choose(codec, flushes, clamp)` with constants of the modifiers.
template <typename Choose> Handler forModifiers(const HalfModifiers &m, Choose choose) {
  using None = std::integral_constant<Clamp, Clamp::none>;
  using Saturate = std::integral_constant<Clamp, Clamp::saturate>;
  using Relu = std::integral_constant<Clamp, Clamp::relu>;
  if (isBfloat(m.type))
    return m.relu ? choose(BfloatCodec(), std::false_type(), Relu()) : choose(BfloatCodec(), std::false_type(), None());
  if (m.flushes)
    return m.relu ? choose(HalfCodec(), std::true_type(), Relu()) : m.saturates ? choose(HalfCodec(), std::true_type(), Saturate())
                                                                                : choose(HalfCodec(), std::true_type(), None());
  return m.relu ? choose(HalfCodec(), std::false_type(), Relu()) : m.saturates ? choose(HalfCodec(), std::false_type(), Saturate())
                                                                               : choose(HalfCodec(), std::false_type(), None());
}

// {add,sub,mul}{.rn}{.ftz}{.sat}.{f16,f16x2} d, a, b and {add,sub,mul}{.rn}.{bf16,bf16x2} d, a, b
bool buildAdd(InstructionBuilder &b) {
  HalfModifiers m;
  return takeModifiers(b, m, false) && emitLanes(b, forModifiers(m, [&](auto codec, auto flushes, auto clamp) {
    return halfLanes<sum<decltype(codec), flushes(), clamp()>>(isPair(m.type));
  }), m.type, {m.type, m.type});
}

bool buildSub(InstructionBuilder &b) {
  HalfModifiers m;
  return takeModifiers(b, m, false) && emitLanes(b, forModifiers(m, [&](auto codec, auto flushes, auto clamp) {
    return halfLanes<difference<decltype(codec), flushes(), clamp()>>(isPair(m.type));
  }), m.type, {m.type, m.type});
}

bool buildMul(InstructionBuilder &b) {
  HalfModifiers m;
  return takeModifiers(b, m, false) && emitLanes(b, forModifiers(m, [&](auto codec, auto flushes, auto clamp) {
    return halfLanes<product<decltype(codec), flushes(), clamp()>>(isPair(m.type));
  }), m.type, {m.type, m.type});
}

// fma.rn{.ftz}{.sat,.relu}.f16… d, a, b, c; fma.rn{.relu}.bf16… d, a, b, c; fma.rn.oob{.relu}.type d, a, b, c
bool buildFma(InstructionBuilder &b) {
  HalfModifiers m;
  return takeModifiers(b, m, true) && emitLanes(b, forModifiers(m, [&](auto codec, auto flushes, auto clamp) {
    return m.outOfBounds ? halfLanes<fusedInBounds<decltype(codec), flushes(), clamp()>>(isPair(m.type))
                         : halfLanes<fused<decltype(codec), flushes(), clamp()>>(isPair(m.type));
  }), m.type, {m.type, m.type, m.type});
}

// --- signs

// The NaN of both is the canonical one (seen on an H200).
template <typename Codec, bool flushes> inline uint16_t absolute(uint16_t a) {
  return isNan16<Codec>(a) ? 0x7fff : (flushes ? flush16<Codec>(a) : a) & 0x7fff;
}
template <typename Codec, bool flushes> inline uint16_t negated(uint16_t a) {
  return isNan16<Codec>(a) ? 0x7fff : (flushes ? flush16<Codec>(a) : a) ^ 0x8000;
}

bool buildSign(InstructionBuilder &b, Handler (*choose)(bool isBfloat, bool flushes, bool pairs)) {
  bool flushes = b.take("ftz");
  Type type = b.takeType({Type::f16, Type::f16x2, Type::bf16, Type::bf16x2});
  if (type == Type::none)
    return false;
  if (flushes && isBfloat(type))
    return b.failOperand("`.ftz` is for `.f16`, `." + std::string(getName(type)) + "` is seen");
  return emitLanes(b, choose(isBfloat(type), flushes, isPair(type)), type, {type});
}

// {abs,neg}{.ftz}.{f16,f16x2} d, a and {abs,neg}.{bf16,bf16x2} d, a
bool buildAbs(InstructionBuilder &b) {
  return buildSign(b, [](bool isBfloat, bool flushes, bool pairs) {
    return isBfloat  ? halfLanes<absolute<BfloatCodec, false>>(pairs)
           : flushes ? halfLanes<absolute<HalfCodec, true>>(pairs)
                     : halfLanes<absolute<HalfCodec, false>>(pairs);
  });
}
bool buildNeg(InstructionBuilder &b) {
  return buildSign(b, [](bool isBfloat, bool flushes, bool pairs) {
    return isBfloat  ? halfLanes<negated<BfloatCodec, false>>(pairs)
           : flushes ? halfLanes<negated<HalfCodec, true>>(pairs)
                     : halfLanes<negated<HalfCodec, false>>(pairs);
  });
}

// --- min and max, on the patterns: with the sign as two's complement they order as integers

inline int ordered(uint16_t bits) { return bits & 0x8000 ? -1 - (bits & 0x7fff) : bits; }

template <typename Codec, bool isMaximum, bool flushes, bool keepsNan, bool xorSign> inline uint16_t extreme(uint16_t a, uint16_t b) {
  if constexpr (flushes)
    a = flush16<Codec>(a), b = flush16<Codec>(b);
  uint16_t sign = (a ^ b) & 0x8000;
  if constexpr (xorSign)
    a &= 0x7fff, b &= 0x7fff;
  bool nanA = isNan16<Codec>(a), nanB = isNan16<Codec>(b);
  bool takesA = isMaximum ? ordered(a) > ordered(b) : ordered(a) < ordered(b);
  uint16_t result = nanA ? b : nanB || takesA ? a : b;
  if constexpr (xorSign)
    result |= sign;
  return (keepsNan && (nanA || nanB)) || (nanA && nanB) ? 0x7fff : result;
}

template <bool isMaximum, typename Codec, bool flushes> Handler extremeHandler(bool keepsNan, bool xorSign, bool pairs) {
  if (keepsNan)
    return xorSign ? halfLanes<extreme<Codec, isMaximum, flushes, true, true>>(pairs) : halfLanes<extreme<Codec, isMaximum, flushes, true, false>>(pairs);
  return xorSign ? halfLanes<extreme<Codec, isMaximum, flushes, false, true>>(pairs) : halfLanes<extreme<Codec, isMaximum, flushes, false, false>>(pairs);
}

// {min,max}{.ftz}{.NaN}{.xorsign.abs}.{f16,f16x2} d, a, b and {min,max}{.NaN}{.xorsign.abs}.{bf16,bf16x2} d, a, b
template <bool isMaximum> bool buildExtreme(InstructionBuilder &b) {
  bool flushes = b.take("ftz"), keepsNan = b.take("NaN"), xorSign = b.take("xorsign");
  if (xorSign && !b.take("abs"))
    return b.failOperand("`.xorsign` is seen without `.abs`");
  Type type = b.takeType({Type::f16, Type::f16x2, Type::bf16, Type::bf16x2});
  if (type == Type::none)
    return false;
  if (flushes && isBfloat(type))
    return b.failOperand("`.ftz` is for `.f16`, `." + std::string(getName(type)) + "` is seen");
  Handler handler = isBfloat(type) ? extremeHandler<isMaximum, BfloatCodec, false>(keepsNan, xorSign, isPair(type))
                    : flushes      ? extremeHandler<isMaximum, HalfCodec, true>(keepsNan, xorSign, isPair(type))
                                   : extremeHandler<isMaximum, HalfCodec, false>(keepsNan, xorSign, isPair(type));
  return emitLanes(b, handler, type, {type, type});
}

} // namespace

void addHalfForms(Forms &forms) {
  constexpr std::pair<const char *, Builder> all[] = {
      {"add", buildAdd}, {"sub", buildSub}, {"mul", buildMul},            {"fma", buildFma},
      {"abs", buildAbs}, {"neg", buildNeg}, {"min", buildExtreme<false>}, {"max", buildExtreme<true>}};
  for (auto [opcode, builder] : all)
    for (const char *type : {"f16", "f16x2", "bf16", "bf16x2"})
      forms.add(opcode, builder, type);
}

} // namespace tessera::emulator
