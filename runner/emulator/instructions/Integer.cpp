// SPDX-License-Identifier: Apache-2.0
// add sub mul mad mul24 mad24 div rem abs neg min max sad dp4a dp2a of integers. What a lane does stands in arithmetic/Integer.h; sums with
// a carry flag are in IntegerCarry.cpp, the video instructions in Video.cpp.

#include "runner/emulator/arithmetic/Integer.h"
#include "runner/emulator/instructions/Families.h"
#include "runner/emulator/instructions/Lanes.h"

namespace tessera::emulator {

using ptx::Type;

namespace {

constexpr std::initializer_list<Type> integers = {Type::u16, Type::u32, Type::u64, Type::s16, Type::s32, Type::s64};

Type widerType(Type type) {
  switch (type) {
  case Type::u16: return Type::u32;
  case Type::s16: return Type::s32;
  case Type::u32: return Type::u64;
  default: return Type::s64;
  }
}

bool isPairOfHalves(Type type) { return type == Type::u16x2 || type == Type::s16x2; }

bool buildSum(InstructionBuilder &b, Handler saturated, Handler halves, Handler (*plain)(Type)) {
  bool saturates = b.take("sat");
  Type type = b.takeType({Type::u16, Type::u32, Type::u64, Type::s16, Type::s32, Type::s64, Type::u16x2, Type::s16x2});
  if (type == Type::none)
    return false;
  if (isPairOfHalves(type) && !halves)
    return b.failOperand("`" + std::string(b.source().opcode) + "` has no packed integers");
  if (saturates && type != Type::s32)
    return b.failOperand("`.sat` is seen with `." + std::string(getName(type)) + "`, but is for `.s32`");
  return emitLanes(b, saturates ? saturated : isPairOfHalves(type) ? halves : plain(type), type, {type, type});
}

// add{.sat}.type d, a, b
bool buildAdd(InstructionBuilder &b) {
  return buildSum(b, lanes<integer::addSaturated>(), lanes<integer::onHalves<uint16_t, integer::add<uint16_t>>>(), [](Type type) {
    return forInteger(type, [](auto t) { return lanes<integer::add<decltype(t)>>(); });
  });
}

// sub{.sat}.type d, a, b
bool buildSub(InstructionBuilder &b) {
  return buildSum(b, lanes<integer::subtractSaturated>(), nullptr, [](Type type) {
    return forInteger(type, [](auto t) { return lanes<integer::subtract<decltype(t)>>(); });
  });
}

/// `.wide` of 16 and 32 bits, `choose(T())` for each.
template <typename Choose> Handler forNarrow(Type type, Choose choose) {
  switch (type) {
  case Type::u16: return choose(uint16_t());
  case Type::s16: return choose(int16_t());
  case Type::u32: return choose(uint32_t());
  case Type::s32: return choose(int32_t());
  default: return nullptr;
  }
}

std::string_view takePart(InstructionBuilder &b, std::initializer_list<std::string_view> parts) {
  std::string_view part = b.takeOneOf(parts);
  if (part.empty())
    b.failOperand("`" + std::string(b.source().opcode) + "` of integers says which half of the product it takes: `.hi`, `.lo` or `.wide`");
  return part;
}

// mul.{hi,lo,wide}.type d, a, b
bool buildMul(InstructionBuilder &b) {
  std::string_view part = takePart(b, {"hi", "lo", "wide"});
  Type type = b.takeType(integers);
  if (part.empty() || type == Type::none)
    return false;
  if (part == "wide") {
    Handler wide = forNarrow(type, [](auto t) { return lanes<integer::multiplyWide<decltype(t)>>(); });
    return wide ? emitLanes(b, wide, widerType(type), {type, type}) : b.failOperand("`mul.wide` is for types of 16 and 32 bits");
  }
  Handler handler = part == "hi" ? forInteger(type, [](auto t) { return lanes<integer::multiplyHigh<decltype(t)>>(); })
                                 : forInteger(type, [](auto t) { return lanes<integer::multiplyLow<decltype(t)>>(); });
  return emitLanes(b, handler, type, {type, type});
}

// mad.{hi,lo,wide}{.sat}.type d, a, b, c
bool buildMad(InstructionBuilder &b) {
  std::string_view part = takePart(b, {"hi", "lo", "wide"});
  bool saturates = b.take("sat");
  Type type = b.takeType(integers);
  if (part.empty() || type == Type::none)
    return false;
  if (saturates && (part != "hi" || type != Type::s32))
    return b.failOperand("`mad.sat` is for `.hi.s32`");
  if (saturates)
    return emitLanes(b, lanes<integer::multiplyAddHighSaturated>(), type, {type, type, type});
  if (part == "wide") {
    Handler wide = forNarrow(type, [](auto t) { return lanes<integer::multiplyAddWide<decltype(t)>>(); });
    return wide ? emitLanes(b, wide, widerType(type), {type, type, widerType(type)})
                : b.failOperand("`mad.wide` is for types of 16 and 32 bits");
  }
  Handler handler = part == "hi" ? forInteger(type, [](auto t) { return lanes<integer::multiplyAddHigh<decltype(t)>>(); })
                                 : forInteger(type, [](auto t) { return lanes<integer::multiplyAddLow<decltype(t)>>(); });
  return emitLanes(b, handler, type, {type, type, type});
}

// mul24.{hi,lo}.{u32,s32} d, a, b
bool buildMul24(InstructionBuilder &b) {
  std::string_view part = takePart(b, {"hi", "lo"});
  Type type = b.takeType({Type::u32, Type::s32});
  if (part.empty() || type == Type::none)
    return false;
  Handler handler = part == "hi" ? forNarrow(type, [](auto t) { return lanes<integer::multiply24High<decltype(t)>>(); })
                                 : forNarrow(type, [](auto t) { return lanes<integer::multiply24Low<decltype(t)>>(); });
  return emitLanes(b, handler, type, {type, type});
}

// mad24.{hi,lo}{.sat}.{u32,s32} d, a, b, c
bool buildMad24(InstructionBuilder &b) {
  std::string_view part = takePart(b, {"hi", "lo"});
  bool saturates = b.take("sat");
  Type type = b.takeType({Type::u32, Type::s32});
  if (part.empty() || type == Type::none)
    return false;
  if (saturates && (part != "hi" || type != Type::s32))
    return b.failOperand("`mad24.sat` is for `.hi.s32`");
  Handler handler = saturates      ? lanes<integer::multiplyAdd24HighSaturated>()
                    : part == "hi" ? forNarrow(type, [](auto t) { return lanes<integer::multiplyAdd24High<decltype(t)>>(); })
                                   : forNarrow(type, [](auto t) { return lanes<integer::multiplyAdd24Low<decltype(t)>>(); });
  return emitLanes(b, handler, type, {type, type, type});
}

/// Divides the active lanes; a divisor of zero is reported, since PTX leaves the result open.
template <auto function> struct Division;
template <typename T, T (*function)(T, T)> struct Division<function> {
  static Outcome run(Step &step, const Instruction &i) {
    const T *b = step.in<T>(i.b);
    for (unsigned lane = 0; lane < warpSize; ++lane)
      if (b[lane] == 0 && (step.mask >> lane & 1)) {
        step.warn(DiagnosticId::undefinedResult, "integer division by zero; its result is left open by PTX", static_cast<int>(lane));
        break;
      }
    return SlowLanes<function>::run(step, i);
  }
};

// div.type d, a, b
bool buildDiv(InstructionBuilder &b) {
  Type type = b.takeType(integers);
  Handler handler = forInteger(type, [](auto t) -> Handler { return Division<integer::divide<decltype(t)>>::run; });
  return handler && emitLanes(b, handler, type, {type, type});
}

// rem.type d, a, b
bool buildRem(InstructionBuilder &b) {
  Type type = b.takeType(integers);
  Handler handler = forInteger(type, [](auto t) -> Handler { return Division<integer::remainder<decltype(t)>>::run; });
  return handler && emitLanes(b, handler, type, {type, type});
}

// abs.type d, a
bool buildAbs(InstructionBuilder &b) {
  Type type = b.takeType({Type::s16, Type::s32, Type::s64});
  return type != Type::none && emitLanes(b, forInteger(type, [](auto t) { return lanes<integer::absolute<decltype(t)>>(); }), type, {type});
}

// neg.type d, a
bool buildNeg(InstructionBuilder &b) {
  Type type = b.takeType({Type::s16, Type::s32, Type::s64});
  return type != Type::none && emitLanes(b, forInteger(type, [](auto t) { return lanes<integer::negate<decltype(t)>>(); }), type, {type});
}

struct Extremes {
  Handler unsignedHalves, signedHalves, relu, reluHalves;
  Handler (*plain)(Type);
};

// {min,max}{.relu}.type d, a, b
bool buildExtreme(InstructionBuilder &b, const Extremes &handlers) {
  bool relu = b.take("relu");
  Type type = b.takeType({Type::u16, Type::u32, Type::u64, Type::s16, Type::s32, Type::s64, Type::u16x2, Type::s16x2});
  if (type == Type::none)
    return false;
  if (relu && type != Type::s32 && type != Type::s16x2)
    return b.failOperand("`.relu` is seen with `." + std::string(getName(type)) + "`, but is for `.s32` and `.s16x2`");
  Handler handler = type == Type::s16x2   ? (relu ? handlers.reluHalves : handlers.signedHalves)
                    : type == Type::u16x2 ? handlers.unsignedHalves
                    : relu                ? handlers.relu
                                          : handlers.plain(type);
  return emitLanes(b, handler, type, {type, type});
}

bool buildMin(InstructionBuilder &b) {
  using namespace integer;
  return buildExtreme(b, {lanes<onHalves<uint16_t, minimum<uint16_t>>>(), lanes<onHalves<int16_t, minimum<int16_t>>>(), lanes<minimumRelu>(),
                          lanes<onHalves<int16_t, minimumRelu16>>(),
                          [](Type type) { return forInteger(type, [](auto t) { return lanes<minimum<decltype(t)>>(); }); }});
}

bool buildMax(InstructionBuilder &b) {
  using namespace integer;
  return buildExtreme(b, {lanes<onHalves<uint16_t, maximum<uint16_t>>>(), lanes<onHalves<int16_t, maximum<int16_t>>>(), lanes<maximumRelu>(),
                          lanes<onHalves<int16_t, maximumRelu16>>(),
                          [](Type type) { return forInteger(type, [](auto t) { return lanes<maximum<decltype(t)>>(); }); }});
}

// sad.type d, a, b, c
bool buildSad(InstructionBuilder &b) {
  Type type = b.takeType(integers);
  Handler handler = forInteger(type, [](auto t) { return lanes<integer::sumOfDifference<decltype(t)>>(); });
  return handler && emitLanes(b, handler, type, {type, type, type});
}

bool takeFactors(InstructionBuilder &b, Type &a, Type &c) {
  a = b.takeType({Type::u32, Type::s32});
  c = a == Type::none ? Type::none : b.takeType({Type::u32, Type::s32});
  return c != Type::none;
}

// dp4a.atype.btype d, a, b, c
bool buildDp4a(InstructionBuilder &b) {
  Type first, second;
  if (!takeFactors(b, first, second))
    return false;
  bool signedA = isSigned(first), signedB = isSigned(second);
  Handler handler = signedA ? (signedB ? lanes<integer::dotOf4<int8_t, int8_t>>() : lanes<integer::dotOf4<int8_t, uint8_t>>())
                            : (signedB ? lanes<integer::dotOf4<uint8_t, int8_t>>() : lanes<integer::dotOf4<uint8_t, uint8_t>>());
  return emitLanes(b, handler, Type::b32, {first, second, signedA || signedB ? Type::s32 : Type::u32});
}

template <int half> Handler dotOf2Handler(bool signedA, bool signedB) {
  return signedA ? (signedB ? lanes<integer::dotOf2<int16_t, int8_t, half>>() : lanes<integer::dotOf2<int16_t, uint8_t, half>>())
                 : (signedB ? lanes<integer::dotOf2<uint16_t, int8_t, half>>() : lanes<integer::dotOf2<uint16_t, uint8_t, half>>());
}

// dp2a.{lo,hi}.atype.btype d, a, b, c
bool buildDp2a(InstructionBuilder &b) {
  std::string_view half = b.takeOneOf({"lo", "hi"});
  Type first, second;
  if (half.empty())
    return b.failOperand("`dp2a` says which half of `b` it takes: `.lo` or `.hi`");
  if (!takeFactors(b, first, second))
    return false;
  bool signedA = isSigned(first), signedB = isSigned(second);
  Handler handler = half == "hi" ? dotOf2Handler<1>(signedA, signedB) : dotOf2Handler<0>(signedA, signedB);
  return emitLanes(b, handler, Type::b32, {first, second, signedA || signedB ? Type::s32 : Type::u32});
}

} // namespace

void addIntegerForms(Forms &forms) {
  forms.add("add", buildAdd);
  forms.add("sub", buildSub);
  forms.add("mul", buildMul);
  forms.add("mad", buildMad);
  forms.add("mul24", buildMul24);
  forms.add("mad24", buildMad24);
  forms.add("div", buildDiv);
  forms.add("rem", buildRem);
  forms.add("abs", buildAbs);
  forms.add("neg", buildNeg);
  forms.add("min", buildMin);
  forms.add("max", buildMax);
  forms.add("sad", buildSad);
  forms.add("dp4a", buildDp4a);
  forms.add("dp2a", buildDp2a);
  addCarryForms(forms);
  addVideoForms(forms);
}

} // namespace tessera::emulator
