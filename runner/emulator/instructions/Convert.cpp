// SPDX-License-Identifier: Apache-2.0
// cvt between integers and floats, one number to one. The forms that make or take packed numbers (f16x2, bf16x2, fp8, cvt.pack) are in
// ConvertPacked.cpp. Common conversions have handlers of their own that vectorize; all others obey a `Conversion`.

#include "runner/emulator/arithmetic/Convert.h"
#include "runner/emulator/instructions/ConvertForms.h"
#include "runner/emulator/instructions/Families.h"

namespace tessera::emulator {

using ptx::Type;

namespace {

constexpr std::initializer_list<Type> scalars = {Type::u8,  Type::u16, Type::u32, Type::u64,  Type::s8,  Type::s16,
                                                 Type::s32, Type::s64, Type::f16, Type::bf16, Type::f32, Type::f64};

// --- handlers that obey

template <typename From, typename To> struct FloatToFloat {
  static typename To::Lane convert(const Conversion &c, typename From::Lane source) {
    double value = From::load(source);
    if (c.flushesInput && std::fabs(value) < 0x1p-126)
      value = std::copysign(0.0, value);
    return To::store(value, c);
  }
};

template <typename From, typename To> struct FloatToInteger {
  static To convert(const Conversion &c, typename From::Lane source) {
    double value = From::load(source);
    if (c.flushesInput && std::fabs(value) < 0x1p-126)
      value = 0;
    return floatToInteger<To>(value, c.rounding, std::is_same_v<From, DoubleLane>);
  }
};

template <typename From, typename To> struct IntegerToFloat {
  static typename To::Lane convert(const Conversion &c, From source) { return To::store(integerToOdd(source), c); }
};

/// f64 is as wide as the odd number, so it is rounded from the integer itself.
template <typename From> struct IntegerToFloat<From, DoubleLane> {
  static double convert(const Conversion &c, From source) {
    bool negative = std::is_signed_v<From> && source < 0;
    auto magnitude = static_cast<uint64_t>(source);
    double value = integerToDouble(negative ? 0 - magnitude : magnitude, negative, c.rounding);
    return c.saturates ? saturate(value) : value;
  }
};

template <typename From, typename To> struct IntegerSaturated {
  static To convert(const Conversion &, From source) {
    if (std::is_signed_v<From> && source < 0 && !std::is_signed_v<To>)
      return 0;
    if constexpr (std::is_signed_v<From> && std::is_signed_v<To>)
      if (static_cast<int64_t>(source) < static_cast<int64_t>(std::numeric_limits<To>::min()))
        return std::numeric_limits<To>::min();
    if (source > 0 && static_cast<uint64_t>(source) > static_cast<uint64_t>(std::numeric_limits<To>::max()))
      return std::numeric_limits<To>::max();
    return static_cast<To>(source);
  }
};

template <typename How> Handler obeying() { return obeyConversion<How::convert>; }

// --- choosing

template <typename Choose> Handler forFloat(Type type, Choose choose) {
  switch (type) {
  case Type::f16: return choose(HalfLane());
  case Type::bf16: return choose(BfloatLane());
  case Type::f32: return choose(SingleLane());
  case Type::f64: return choose(DoubleLane());
  default: return nullptr;
  }
}

template <typename Choose> Handler forIntegerOrByte(Type type, Choose choose) {
  if (type == Type::u8)
    return choose(uint8_t());
  return type == Type::s8 ? choose(int8_t()) : forInteger(type, choose);
}

template <typename To, typename From> inline To resize(From value) { return static_cast<To>(value); }

/// Without `.sat` only the source's sign and the sizes count.
Handler resizing(Type from, Type to) {
  return forIntegerOrByte(from, [&](auto source) -> Handler {
    using From = decltype(source);
    switch (ptx::getBits(to)) {
    case 8: return lanes<resize<uint8_t, From>>();
    case 16: return lanes<resize<uint16_t, From>>();
    case 32: return lanes<resize<uint32_t, From>>();
    default: return lanes<resize<uint64_t, From>>();
    }
  });
}

inline float fromHalf(uint16_t bits) { return canonical(decodeHalf(bits)); }
inline float fromBfloat(uint16_t bits) { return decodeBfloat(bits); } // a NaN keeps its bits: seen on an H200
inline uint16_t toHalf(float value) { return encodeHalf(value); }
inline uint16_t toBfloat(float value) { return encodeBfloat(value); }
inline double widen(float value) { return value != value ? bitsAs<double>(0x7fffffffe0000000ull) : value; } // the canonical NaN's payload
inline float narrow(double value) { return canonical(static_cast<float>(value)); }
template <typename From, typename To> inline To fromInteger(From value) { return static_cast<To>(value); }
inline int32_t truncate(float value) {
  float inRange = value < 0x1p31f ? (value >= -0x1p31f ? value : -0x1p31f) : 0;
  auto result = static_cast<int32_t>(inRange);
  return value >= 0x1p31f ? INT32_MAX : value != value ? 0 : result;
}

/// A handler for what kernels do most, when no modifier but the rounding is there; else null.
Handler quickHandler(Type to, Type from, const Conversion &c) {
  if (c.flushesInput || c.flushesResult || c.saturates || c.satfinite || c.relu || c.toIntegral)
    return nullptr;
  bool nearest = c.rounding == Rounding::nearestEven;
  if (to == Type::f32)
    return from == Type::f16                ? lanes<fromHalf>()
           : from == Type::bf16             ? lanes<fromBfloat>()
           : from == Type::f64 && nearest   ? lanes<narrow>()
           : from == Type::s32 && nearest   ? lanes<fromInteger<int32_t, float>>()
           : from == Type::u32 && nearest   ? lanes<fromInteger<uint32_t, float>>()
                                            : nullptr;
  if (to == Type::f64)
    return from == Type::f32   ? lanes<widen>()
           : from == Type::s32 ? lanes<fromInteger<int32_t, double>>()
           : from == Type::u32 ? lanes<fromInteger<uint32_t, double>>()
                               : nullptr;
  if (from != Type::f32)
    return nullptr;
  return to == Type::f16 && nearest                                 ? lanes<toHalf>()
         : to == Type::bf16 && nearest                              ? lanes<toBfloat>()
         : to == Type::s32 && c.rounding == Rounding::towardZero    ? lanes<truncate>()
                                                                    : nullptr;
}

Handler obeyingHandler(Type to, Type from, const Conversion &c) {
  if (isFloat(from) && isFloat(to))
    return forFloat(from, [&](auto source) {
      return forFloat(to, [&](auto target) { return obeying<FloatToFloat<decltype(source), decltype(target)>>(); });
    });
  if (isFloat(from))
    return forFloat(from, [&](auto source) {
      return forIntegerOrByte(to, [&](auto target) { return obeying<FloatToInteger<decltype(source), decltype(target)>>(); });
    });
  if (isFloat(to))
    return forIntegerOrByte(from, [&](auto source) {
      return forFloat(to, [&](auto target) { return obeying<IntegerToFloat<decltype(source), decltype(target)>>(); });
    });
  return !c.saturates ? resizing(from, to) : forIntegerOrByte(from, [&](auto source) {
    return forIntegerOrByte(to, [&](auto target) { return obeying<IntegerSaturated<decltype(source), decltype(target)>>(); });
  });
}

// --- reading the instruction

/// How precise a float is, to know which conversion loses something.
bool needsRounding(Type to, Type from) {
  if (!isFloat(from) || !isFloat(to))
    return isFloat(from) != isFloat(to);
  return ptx::getBits(to) < ptx::getBits(from);
}

bool checkRounding(InstructionBuilder &b, const RoundingName &rounding, Type to, Type from) {
  std::string forms = "cvt." + std::string(getName(to)) + "." + std::string(getName(from));
  bool sameFloat = isFloat(from) && to == from, betweenHalves = isFloat(from) && isFloat(to) && !sameFloat && ptx::getBits(to) == ptx::getBits(from);
  bool expectsIntegral = isFloat(from) && (!isFloat(to) || sameFloat);
  bool isOptional = sameFloat || betweenHalves || (from == Type::bf16 && isFloat(to)); // exact ones from bf16 may say how they round
  if (rounding.text.empty())
    return isOptional || !needsRounding(to, from) || b.failOperand("`" + forms + "` is seen without the rounding that it needs");
  if (rounding.isAway || (!isOptional && !needsRounding(to, from)) || rounding.isIntegral != expectsIntegral)
    return b.failOperand("`" + forms + "` is seen with `." + std::string(rounding.text) + "`, which it does not take");
  return true;
}

bool isSmall(Type type) { return type == Type::f16 || type == Type::bf16; }

bool checkModifiers(InstructionBuilder &b, const Conversion &c, Type to, Type from, bool flushes) {
  if (flushes && from != Type::f32 && to != Type::f32)
    return b.failOperand("`.ftz` is for conversions from or to `.f32`");
  if ((c.relu || c.satfinite) && (!isSmall(to) || from != Type::f32 || c.rounding == Rounding::up || c.rounding == Rounding::down))
    return b.failOperand("`.relu` and `.satfinite` are for `.rn` and `.rz` from `.f32` to `.f16` and `.bf16`");
  if ((to == Type::bf16 && ptx::getBits(from) == 8) || (from == Type::bf16 && ptx::getBits(to) == 8))
    return b.failOperand("a conversion between `.bf16` and an integer of 8 bits is seen, which there is not");
  if (c.saturates && (c.relu || c.satfinite || to == Type::bf16 || from == Type::bf16))
    return b.failOperand("`.sat` is seen with `.relu`, `.satfinite` or `.bf16`");
  return true;
}

} // namespace

RoundingName takeRoundingName(InstructionBuilder &b) {
  struct Known {
    std::string_view text;
    Rounding rounding;
    bool isIntegral;
  };
  constexpr Known names[] = {{"rn", Rounding::nearestEven, false},  {"rz", Rounding::towardZero, false}, {"rm", Rounding::down, false},
                             {"rp", Rounding::up, false},           {"rni", Rounding::nearestEven, true}, {"rzi", Rounding::towardZero, true},
                             {"rmi", Rounding::down, true},         {"rpi", Rounding::up, true},         {"rna", Rounding::nearestAway, false}};
  for (const Known &known : names)
    if (b.take(known.text))
      return {known.text, known.rounding, known.isIntegral, known.rounding == Rounding::nearestAway};
  return {};
}

namespace {

// cvt{.rnd}{.ftz}{.sat}.dtype.atype d, a and cvt.{rn,rz}{.relu}{.satfinite}.{f16,bf16}.f32 d, a
bool buildCvt(InstructionBuilder &b) {
  for (std::string_view newer : {"rs", "e2m1x2", "e2m3x2", "e3m2x2", "ue8m0x2", "e2m1x4", "e2m3x4", "e3m2x4", "e4m3x4", "e5m2x4", "s2f6x2", "scaled"})
    if (b.isLeft(newer))
      return b.failUnsupported("`cvt` with `." + std::string(newer) + "` is for sm_100 and above");
  RoundingName rounding = takeRoundingName(b);
  Conversion c;
  c.rounding = rounding.rounding;
  bool flushes = b.take("ftz");
  c.saturates = b.take("sat"), c.relu = b.take("relu"), c.satfinite = b.take("satfinite");
  Type to = b.takeType(scalars), from = to == Type::none ? to : b.takeType(scalars);
  if (from == Type::none || !checkRounding(b, rounding, to, from) || !checkModifiers(b, c, to, from, flushes) || !b.expectOperands(2))
    return false;
  c.toIntegral = rounding.isIntegral && isFloat(to);
  c.flushesInput = flushes && from == Type::f32;
  c.flushesResult = flushes && to == Type::f32;
  Handler quick = quickHandler(to, from, c);
  Slot a = b.read(1, from), d = b.write(0, to);
  b.emit(quick ? quick : obeyingHandler(to, from, c), d, a).payload = b.keep(c);
  return true;
}

} // namespace

void addConvertForms(Forms &forms) {
  forms.add("cvt", buildCvt);
  addPackedConvertForms(forms);
}

} // namespace tessera::emulator
