// SPDX-License-Identifier: Apache-2.0
// ex2 lg2 sin cos tanh rcp rsqrt sqrt div, where they are approximate. The functions and the bounds they keep are in
// arithmetic/Approximate.h.

#include "runner/emulator/arithmetic/Approximate.h"
#include "runner/emulator/instructions/Families.h"
#include "runner/emulator/instructions/HalfForms.h"

namespace tessera::emulator {

using ptx::Type;

namespace {

bool requireApprox(InstructionBuilder &b) {
  return b.take("approx") || b.failOperand("`" + std::string(b.source().opcode) + "` is seen without `.approx`");
}

bool emitOne(InstructionBuilder &b, Handler handler, Type type) { return emitLanes(b, handler, type, {type}); }

// {sin,cos,lg2}.approx{.ftz}.f32 d, a
template <auto function> bool buildOfFloat(InstructionBuilder &b) {
  if (!requireApprox(b))
    return false;
  bool flushes = b.take("ftz");
  return b.takeType({Type::f32}) != Type::none && emitOne(b, modifiedSlowLanes<function>(flushes, false), Type::f32);
}

template <typename Codec, auto function, bool flushes> inline uint16_t onHalf(uint16_t a) {
  uint16_t result = Codec::encode(function(Codec::decode(flushes ? flush16<Codec>(a) : a)));
  return flushes ? flush16<Codec>(result) : result;
}

// ex2.approx{.ftz}.f32 d, a; ex2.approx.{f16,f16x2} d, a; ex2.approx.ftz.{bf16,bf16x2} d, a
bool buildEx2(InstructionBuilder &b) {
  if (!requireApprox(b))
    return false;
  bool flushes = b.take("ftz");
  Type type = b.takeType({Type::f32, Type::f16, Type::f16x2, Type::bf16, Type::bf16x2});
  if (type == Type::none)
    return false;
  if (type == Type::f32)
    return emitOne(b, modifiedLanes<approximateEx2>(flushes, false), type);
  if (flushes != isBfloat(type))
    return b.failOperand("`ex2.approx` of `.bf16` has `.ftz` and that of `.f16` does not");
  return emitOne(b, isBfloat(type) ? halfLanes<onHalf<BfloatCodec, approximateEx2, true>>(isPair(type))
                                   : halfLanes<onHalf<HalfCodec, approximateEx2, false>>(isPair(type)), type);
}

// tanh.approx.{f32,f16,f16x2,bf16,bf16x2} d, a
bool buildTanh(InstructionBuilder &b) {
  if (!requireApprox(b))
    return false;
  Type type = b.takeType({Type::f32, Type::f16, Type::f16x2, Type::bf16, Type::bf16x2});
  if (type == Type::none)
    return false;
  if (type == Type::f32)
    return emitOne(b, slowLanes<approximateTanh>(), type);
  return emitOne(b, isBfloat(type) ? slowHalfLanes<onHalf<BfloatCodec, approximateTanh, false>>(isPair(type))
                                   : slowHalfLanes<onHalf<HalfCodec, approximateTanh, false>>(isPair(type)), type);
}

// rsqrt.approx{.ftz}.{f32,f64} d, a
bool buildRsqrt(InstructionBuilder &b) {
  if (!requireApprox(b))
    return false;
  bool flushes = b.take("ftz");
  Type type = b.takeType({Type::f32, Type::f64});
  if (type == Type::f32)
    return emitOne(b, modifiedLanes<approximateRsqrt>(flushes, false), type);
  return type != Type::none && emitOne(b, flushes ? slowLanes<approximateRsqrtUpper>() : slowLanes<approximateRsqrt64>(), type);
}

bool buildApproximateRcp(InstructionBuilder &b, bool flushes, Type type) {
  if (type == Type::f32)
    return emitOne(b, modifiedLanes<approximateRcp>(flushes, false), type);
  return flushes ? emitOne(b, slowLanes<approximateRcpUpper>(), type) : b.failOperand("`rcp.approx.f64` is seen without `.ftz`");
}

// div.full{.ftz}.f32 d, a, b: the correctly rounded quotient is within 2 ulp
inline float wholeQuotient(float a, float b) { return a / b; }

} // namespace

// div.{approx,full}{.ftz}.f32 d, a, b; rcp.approx{.ftz}.f32 d, a; rcp.approx.ftz.f64 d, a; sqrt.approx{.ftz}.f32 d, a
bool buildApproximate(InstructionBuilder &b) {
  std::string_view opcode = b.source().opcode;
  bool isFull = opcode == "div" && b.take("full");
  if (!isFull && !requireApprox(b))
    return false;
  bool flushes = b.take("ftz");
  Type type = opcode == "rcp" ? b.takeType({Type::f32, Type::f64}) : b.takeType({Type::f32});
  if (type == Type::none)
    return false;
  if (opcode == "rcp")
    return buildApproximateRcp(b, flushes, type);
  if (opcode == "sqrt")
    return emitOne(b, modifiedLanes<approximateSqrt>(flushes, false), type);
  Handler divide = isFull ? modifiedLanes<wholeQuotient>(flushes, false) : modifiedLanes<approximateDivide>(flushes, false);
  return emitLanes(b, divide, type, {type, type});
}

void addApproximateForms(Forms &forms) {
  forms.add("ex2", buildEx2);
  forms.add("lg2", buildOfFloat<approximateLg2>);
  forms.add("sin", buildOfFloat<approximateSin>);
  forms.add("cos", buildOfFloat<approximateCos>);
  forms.add("tanh", buildTanh);
  forms.add("rsqrt", buildRsqrt);
}

} // namespace tessera::emulator
