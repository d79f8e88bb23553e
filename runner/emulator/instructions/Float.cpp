// SPDX-License-Identifier: Apache-2.0
// add sub mul fma mad div rcp sqrt abs neg min max copysign of f32 and f64, in every rounding, flushed and saturated. To nearest
// the host's own arithmetic is exact; directed roundings are in arithmetic/Rounding.h and DoubleRounding.h. A multiplication
// and an addition are never fused here, also where ptxas might. Approximations are in Approximate.cpp.

#include "runner/emulator/arithmetic/FuseLanes.h"
#include "runner/emulator/instructions/Families.h"
#include "runner/emulator/instructions/FloatForms.h"

namespace tessera::emulator {

using ptx::Type;

namespace {

template <typename T, Rounding rounding> inline T sum(T a, T b) { return addRounded<rounding>(a, b); }
// -b keeps a NaN a NaN; its sign is canonical in f32 and kept in f64.
template <Rounding rounding> inline float difference(float a, float b) { return addRounded<rounding>(a, -b); }
template <Rounding rounding> inline double difference64(double a, double b) { return b != b ? addRounded<rounding>(a, b) : addRounded<rounding>(a, -b); }
template <typename T, Rounding rounding> inline T product(T a, T b) { return multiplyRounded<rounding>(a, b); }
template <typename T, Rounding rounding> inline T fused(T a, T b, T c) { return fmaRounded<rounding>(a, b, c); }
template <typename T, Rounding rounding> inline T quotient(T a, T b) { return divideRounded<rounding>(a, b); }
template <typename T, Rounding rounding> inline T reciprocal(T a) { return divideRounded<rounding>(T(1), a); }
template <typename T, Rounding rounding> inline T root(T a) { return rootRounded<rounding>(a); }
// Said apart, as compilers take the host's root of a negative number for no NaN.
template <Rounding rounding> inline float root32(float a) { return a < 0 ? bitsAs<float>(canonicalNan) : rootRounded<rounding>(a); }

// With `.ftz`: what is no normal number before it is rounded is zero. Sums are exact there.
template <Rounding rounding> inline float flushedProduct(float a, float b) {
  double exact = static_cast<double>(a) * b;
  return isBelowNormal(exact) ? std::copysign(0.0f, static_cast<float>(exact)) : multiplyRounded<rounding>(a, b);
}
template <Rounding rounding> inline float flushedFused(float a, float b, float c) {
  double product = static_cast<double>(a) * b, exact = zeroSum<rounding>(addToOdd(product, c), product, c);
  return isBelowNormal(exact) ? std::copysign(0.0f, static_cast<float>(exact)) : toFloat<rounding>(exact);
}
template <Rounding rounding> inline float flushedQuotient(float a, float b) {
  double exact = divideToOdd(a, b);
  return isBelowNormal(exact) ? std::copysign(0.0f, static_cast<float>(exact)) : divideRounded<rounding>(a, b);
}
template <Rounding rounding> inline float flushedReciprocal(float a) { return flushedQuotient<rounding>(1.0f, a); }

// What the host's instruction gives; only used where it has one.
inline float fusedByHost(float a, float b, float c) { return __builtin_fmaf(a, b, c); }
inline double fusedByHost64(double a, double b, double c) {
  double result = __builtin_fma(a, b, c);
  return result != result ? (a != a || b != b ? chooseNan(a, b) : chooseNan(c, c)) : result;
}

/// What stands between the opcode and the operands.
struct Modifiers {
  Rounding rounding = Rounding::nearestEven;
  bool flushes = false, saturates = false, isDouble = false;
};

/// {.rnd}{.ftz}{.sat}.f32 and {.rnd}.f64
bool takeModifiers(InstructionBuilder &b, Modifiers &m, bool needsRounding, bool maySaturate) {
  std::optional<Rounding> rounding = takeRounding(b);
  m.rounding = rounding.value_or(Rounding::nearestEven);
  m.flushes = b.take("ftz");
  m.saturates = maySaturate && b.take("sat");
  Type type = b.takeType({Type::f32, Type::f64});
  m.isDouble = type == Type::f64;
  if (type == Type::none)
    return false;
  if (needsRounding && !rounding)
    return b.failOperand("`" + std::string(b.source().opcode) + "` says how it rounds: `.rn`, `.rz`, `.rm` or `.rp`");
  if (m.isDouble && (m.flushes || m.saturates))
    return b.failOperand("`.ftz` and `.sat` are for `.f32`, `.f64` is seen");
  return true;
}

bool emitFloat(InstructionBuilder &b, const Modifiers &m, Handler handler, size_t sources) {
  Type type = m.isDouble ? Type::f64 : Type::f32;
  if (sources == 1)
    return emitLanes(b, handler, type, {type});
  return sources == 2 ? emitLanes(b, handler, type, {type, type}) : emitLanes(b, handler, type, {type, type, type});
}

// add{.rnd}{.ftz}{.sat}.f32 d, a, b and add{.rnd}.f64 d, a, b
bool buildAdd(InstructionBuilder &b) {
  Modifiers m;
  return takeModifiers(b, m, false, true) && emitFloat(b, m, forRounding(m.rounding, [&](auto r) {
    return m.isDouble ? lanes<sum<double, r()>>() : modifiedLanes<sum<float, r()>>(m.flushes, m.saturates);
  }), 2);
}

// sub{.rnd}{.ftz}{.sat}.f32 d, a, b and sub{.rnd}.f64 d, a, b
bool buildSub(InstructionBuilder &b) {
  Modifiers m;
  return takeModifiers(b, m, false, true) && emitFloat(b, m, forRounding(m.rounding, [&](auto r) {
    return m.isDouble ? lanes<difference64<r()>>() : modifiedLanes<difference<r()>>(m.flushes, m.saturates);
  }), 2);
}

// mul{.rnd}{.ftz}{.sat}.f32 d, a, b and mul{.rnd}.f64 d, a, b
bool buildMul(InstructionBuilder &b) {
  Modifiers m;
  return takeModifiers(b, m, false, true) && emitFloat(b, m, forRounding(m.rounding, [&](auto r) {
    return m.isDouble  ? lanes<product<double, r()>>()
           : m.flushes ? modifiedLanes<flushedProduct<r()>>(true, m.saturates)
                       : modifiedLanes<product<float, r()>>(false, m.saturates);
  }), 2);
}

/// `fma.rn.f32` without FMA.
Outcome fuseInDouble(Step &step, const Instruction &i) {
  const float *a = step.in<float>(i.a), *b = step.in<float>(i.b), *c = step.in<float>(i.c);
  float *d = step.out<float>(i.d), results[warpSize];
  bool isRight = fuseLanes(a, b, c, results);
  for (unsigned lane = 0; !isRight && lane < warpSize; ++lane)
    results[lane] = canonical(fmaRounded<Rounding::nearestEven>(a[lane], b[lane], c[lane]));
  if (step.isFull()) {
    std::memcpy(d, results, sizeof results);
    return Outcome::next;
  }
  TESSERA_LANES
  for (unsigned lane = 0; lane < warpSize; ++lane)
    d[lane] = chooseLane(step.mask, lane, results[lane], d[lane]);
  return Outcome::next;
}

Handler fusedHandler(const Modifiers &m) {
  if (m.rounding == Rounding::nearestEven && !m.isDouble && !m.flushes && !m.saturates && !hasWideVectors())
    return fuseInDouble;
  if (m.rounding == Rounding::nearestEven)
    return m.isDouble  ? lanes<fused<double, Rounding::nearestEven>, fusedByHost64>()
           : m.flushes ? modifiedLanes<flushedFused<Rounding::nearestEven>>(true, m.saturates)
                       : modifiedLanes<fused<float, Rounding::nearestEven>, fusedByHost>(false, m.saturates);
  return forRounding(m.rounding, [&](auto r) {
    return m.isDouble  ? slowLanes<fused<double, r()>>()
           : m.flushes ? modifiedLanes<flushedFused<r()>>(true, m.saturates)
                       : modifiedLanes<fused<float, r()>>(false, m.saturates);
  });
}

// {fma,mad}.rnd{.ftz}{.sat}.f32 d, a, b, c and {fma,mad}.rnd.f64 d, a, b, c
bool buildFma(InstructionBuilder &b) {
  Modifiers m;
  return takeModifiers(b, m, true, true) && emitFloat(b, m, fusedHandler(m), 3);
}

// div.rnd{.ftz}.f32 d, a, b and div.rnd.f64 d, a, b
bool buildDiv(InstructionBuilder &b) {
  if (isApproximate(b))
    return buildApproximate(b);
  Modifiers m;
  return takeModifiers(b, m, true, false) && emitFloat(b, m, forRounding(m.rounding, [&](auto r) {
    return m.isDouble ? slowLanes<quotient<double, r()>>() : m.flushes ? modifiedLanes<flushedQuotient<r()>>(true, false) : modifiedLanes<quotient<float, r()>>(false, false);
  }), 2);
}

// rcp.rnd{.ftz}.f32 d, a and rcp.rnd.f64 d, a
bool buildRcp(InstructionBuilder &b) {
  if (isApproximate(b))
    return buildApproximate(b);
  Modifiers m;
  return takeModifiers(b, m, true, false) && emitFloat(b, m, forRounding(m.rounding, [&](auto r) {
    return m.isDouble ? slowLanes<reciprocal<double, r()>>() : m.flushes ? modifiedLanes<flushedReciprocal<r()>>(true, false) : modifiedLanes<reciprocal<float, r()>>(false, false);
  }), 1);
}

// sqrt.rnd{.ftz}.f32 d, a and sqrt.rnd.f64 d, a
bool buildSqrt(InstructionBuilder &b) {
  if (isApproximate(b))
    return buildApproximate(b);
  Modifiers m;
  return takeModifiers(b, m, true, false) && emitFloat(b, m, forRounding(m.rounding, [&](auto r) {
    return m.isDouble ? slowLanes<root<double, r()>>() : modifiedLanes<root32<r()>>(m.flushes, false);
  }), 1);
}

// --- signs. PTX leaves a NaN's open: in f32 the hardware makes it the canonical one (seen on an H100), in f64 the bits
// alone change here

inline uint32_t unlessNan(uint32_t a, uint32_t result) {
  return (a & 0x7fffffffu) > 0x7f800000u ? 0x7fffffffu : result;
}
template <bool flushes> inline uint32_t absolute(uint32_t a) {
  return unlessNan(a, (flushes && (a & 0x7f800000u) == 0 ? 0 : a) & 0x7fffffffu);
}
template <bool flushes> inline uint32_t negated(uint32_t a) {
  return unlessNan(a, (flushes && (a & 0x7f800000u) == 0 ? a & 0x80000000u : a) ^ 0x80000000u);
}
inline uint64_t absolute64(uint64_t a) { return a & 0x7fffffffffffffffull; }
inline uint64_t negated64(uint64_t a) { return a ^ 0x8000000000000000ull; }
inline uint32_t copySign(uint32_t a, uint32_t b) { return (a & 0x80000000u) | (b & 0x7fffffffu); }
inline uint64_t copySign64(uint64_t a, uint64_t b) { return (a & 0x8000000000000000ull) | (b & 0x7fffffffffffffffull); }

bool buildSign(InstructionBuilder &b, Handler plain, Handler flushed, Handler of64) {
  bool flushes = b.take("ftz");
  Type type = b.takeType({Type::f32, Type::f64});
  if (type == Type::none)
    return false;
  if (flushes && type == Type::f64)
    return b.failOperand("`.ftz` is for `.f32`, `.f64` is seen");
  return emitLanes(b, type == Type::f64 ? of64 : flushes ? flushed : plain, type, {type});
}

// {abs,neg}{.ftz}.f32 d, a and {abs,neg}.f64 d, a
bool buildAbs(InstructionBuilder &b) { return buildSign(b, lanes<absolute<false>>(), lanes<absolute<true>>(), lanes<absolute64>()); }
bool buildNeg(InstructionBuilder &b) { return buildSign(b, lanes<negated<false>>(), lanes<negated<true>>(), lanes<negated64>()); }

// copysign.{f32,f64} d, a, b: the sign of a, the rest of b
bool buildCopysign(InstructionBuilder &b) {
  Type type = b.takeType({Type::f32, Type::f64});
  return type != Type::none && emitLanes(b, type == Type::f64 ? lanes<copySign64>() : lanes<copySign>(), type, {type, type});
}

// --- min and max: of two zeros -0 is less; a NaN loses against a number, or wins with `.NaN`

/// `.xorsign.abs`: of the magnitudes, with the product's sign.
template <typename T, bool isMaximum, bool flushes, bool keepsNan, bool xorSign> inline T extreme(T a, T b) {
  if constexpr (flushes && sizeof(T) == 4)
    a = flush(a), b = flush(b);
  T sign = std::signbit(a) != std::signbit(b) ? T(-0.0) : T(0.0);
  if constexpr (xorSign)
    a = std::fabs(a), b = std::fabs(b);
  bool takesA = a == b ? std::signbit(a) != isMaximum : isMaximum ? a > b : a < b;
  T result = takesA ? a : b;
  T numberOrNan = a != a ? b : b != b ? a : result;
  result = keepsNan ? (a != a || b != b ? T(NAN) : result) : numberOrNan;
  if constexpr (xorSign)
    result = std::copysign(result, sign);
  if constexpr (sizeof(T) == 4)
    return canonical(result);
  else
    return result != result ? chooseNan(a, b) : result;
}

template <bool isMaximum, bool flushes> Handler extremeHandler(bool keepsNan, bool xorSign) {
  return keepsNan ? (xorSign ? lanes<extreme<float, isMaximum, flushes, true, true>>() : lanes<extreme<float, isMaximum, flushes, true, false>>())
                  : (xorSign ? lanes<extreme<float, isMaximum, flushes, false, true>>() : lanes<extreme<float, isMaximum, flushes, false, false>>());
}

// {min,max}{.ftz}{.NaN}{.xorsign.abs}.f32 d, a, b and {min,max}.f64 d, a, b
template <bool isMaximum> bool buildExtreme(InstructionBuilder &b) {
  bool flushes = b.take("ftz"), keepsNan = b.take("NaN"), xorSign = b.take("xorsign");
  if (xorSign && !b.take("abs"))
    return b.failOperand("`.xorsign` is seen without `.abs`");
  Type type = b.takeType({Type::f32, Type::f64});
  if (type == Type::none)
    return false;
  if (b.operandCount() == 4)
    return b.failUnsupported("`" + std::string(b.source().opcode) + "` of three numbers is for sm_100 and above");
  if (type == Type::f64)
    return flushes || keepsNan || xorSign ? b.failOperand("`.ftz`, `.NaN` and `.xorsign` are for `.f32`, `.f64` is seen")
                                          : emitLanes(b, lanes<extreme<double, isMaximum, false, false, false>>(), type, {type, type});
  return emitLanes(b, flushes ? extremeHandler<isMaximum, true>(keepsNan, xorSign) : extremeHandler<isMaximum, false>(keepsNan, xorSign), type,
                   {type, type});
}

} // namespace

void addFloatForms(Forms &forms) {
  constexpr std::pair<const char *, Builder> all[] = {
      {"add", buildAdd}, {"sub", buildSub},   {"mul", buildMul}, {"fma", buildFma}, {"mad", buildFma},           {"div", buildDiv},
      {"rcp", buildRcp}, {"sqrt", buildSqrt}, {"abs", buildAbs}, {"neg", buildNeg}, {"min", buildExtreme<false>}, {"max", buildExtreme<true>}};
  for (auto [opcode, builder] : all)
    for (const char *type : {"f32", "f64"})
      forms.add(opcode, builder, type);
  forms.add("copysign", buildCopysign);
}

} // namespace tessera::emulator
