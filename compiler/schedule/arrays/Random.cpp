// SPDX-License-Identifier: Apache-2.0
// Random numbers from threefry keys, as arithmetic: the bits of shared/numerics (Threefry.cpp, Sampling.cpp), which says where each step comes from. An element
// depends on the key and its own number only, so nothing moves. Multiply-adds are fused where they are there.
#include "compiler/schedule/arrays/ArrayExpansion.h"
#include <cmath>
#include <limits>

using namespace mlir;
using namespace tessera;
using namespace tessera::schedule;

namespace {
/// Arithmetic on arrays of one shape.
struct Sampler {
  ArrayExpansion &code;
  SmallVector<int64_t> shape;
  OpBuilder &builder = code.builder;
  Location loc = code.loc;
  Type i32 = builder.getI32Type(), f32 = builder.getF32Type();

  Value word(uint32_t value) { return code.fill(static_cast<int32_t>(value), i32, shape); }
  Value number(float value) { return code.splat(TypedAttr(builder.getF32FloatAttr(value)), shape); }
  Value addWords(Value a, Value b) { return arith::AddIOp::create(builder, loc, a, b); }
  Value xorWords(Value a, Value b) { return arith::XOrIOp::create(builder, loc, a, b); }
  Value left(Value a, uint32_t by) { return arith::ShLIOp::create(builder, loc, a, word(by)); }
  Value right(Value a, uint32_t by) { return arith::ShRUIOp::create(builder, loc, a, word(by)); }
  Value add(Value a, Value b) { return arith::AddFOp::create(builder, loc, a, b); }
  Value sub(Value a, Value b) { return arith::SubFOp::create(builder, loc, a, b); }
  Value mul(Value a, Value b) { return arith::MulFOp::create(builder, loc, a, b); }
  Value div(Value a, Value b) { return arith::DivFOp::create(builder, loc, a, b); }
  Value fma(Value a, Value b, Value c) { return math::FmaOp::create(builder, loc, a, b, c); }
  Value fma(float a, Value b, float c) { return fma(number(a), b, number(c)); }
  Value fma(Value a, Value b, float c) { return fma(a, b, number(c)); }
  Value less(Value a, float b) { return code.compare(arith::CmpFPredicate::OLT, a, number(b)); }

  /// Both words of the hash of counter (0, low).
  std::pair<Value, Value> hash(Value high, Value low, Value counter) {
    static constexpr uint32_t rotations[2][4] = {{13, 15, 26, 6}, {17, 29, 16, 24}};
    Value schedule[3] = {high, low, xorWords(xorWords(high, low), word(0x1BD11BDAu))};
    Value x0 = schedule[0], x1 = addWords(counter, schedule[1]);
    for (uint32_t group = 0; group < 5; ++group) {
      for (uint32_t by : rotations[group & 1]) {
        x0 = addWords(x0, x1);
        x1 = xorWords(code.orBits(left(x1, by), right(x1, 32 - by)), x0);
      }
      x0 = addWords(x0, schedule[(group + 1) % 3]);
      x1 = addWords(addWords(x1, schedule[(group + 2) % 3]), word(group + 1));
    }
    return {x0, x1};
  }

  Value uniform(Value bits, float low, float high) {
    Value mantissa = code.orBits(right(bits, 9), word(0x3f800000u));
    Value scaled = fma(sub(code.bitcast(mantissa, f32), number(1.0f)), number(high - low), number(low));
    return code.select(less(scaled, low), number(low), scaled);
  }

  Value logarithm(Value x) {
    Value bits = code.bitcast(code.select(less(x, 1.17549435e-38f), number(1.17549435e-38f), x), i32);
    Value exponent = code.cast(arith::SubIOp::create(builder, loc, right(bits, 23), word(126)), f32);
    Value mantissa = code.bitcast(code.orBits(code.andBits(bits, word(0x007fffffu)), word(0x3f000000u)), f32);
    Value isLow = less(mantissa, 0.707106781186547524f), zero = number(0.0f);
    exponent = sub(exponent, code.select(isLow, number(1.0f), zero));
    Value t = add(sub(mantissa, number(1.0f)), code.select(isLow, mantissa, zero)), t2 = mul(t, t), t3 = mul(t2, t);
    Value q0 = fma(fma(7.0376836292e-2f, t, -1.1514610310e-1f), t, 1.1676998740e-1f);
    Value q1 = fma(fma(-1.2420140846e-1f, t, 1.4249322787e-1f), t, -1.6668057665e-1f);
    Value q2 = fma(fma(2.0000714765e-1f, t, -2.4999993993e-1f), t, 3.3333331174e-1f);
    Value p = fma(fma(q0, t3, q1), t3, q2);
    Value y = fma(p, t3, mul(exponent, number(-2.12194440e-4f)));
    t = add(fma(number(-0.5f), t2, t), y);
    return fma(exponent, number(0.693359375f), t);
  }

  Value polynomial(ArrayRef<float> coefficients, Value x) {
    Value p = number(coefficients.front());
    for (float coefficient : coefficients.drop_front())
      p = fma(p, x, coefficient);
    return p;
  }

  Value logarithmOf1Plus(Value x) {
    static constexpr float numerator[] = {4.5270000862445199635e-5f, 4.9854102823193375972e-1f, 6.5787325942061044847f, 29.911919328553073277f,
                                          60.949667980987787058f,    57.112963590585538103f,    20.039553499201281260f};
    static constexpr float denominator[] = {1.0f,                  15.062909083469192043f, 83.047565967967209469f, 221.76239823732856465f,
                                            309.09872225312055775f, 216.42788614495947685f, 60.118660497604843919f};
    Value x2 = mul(x, x), ratio = div(polynomial(numerator, x), polynomial(denominator, x));
    Value small = add(x, fma(mul(x, x2), ratio, mul(number(-0.5f), x2)));
    Value size = math::AbsFOp::create(builder, loc, x);
    return code.select(less(size, 0.41421356f), small, logarithm(add(x, number(1.0f))));
  }

  Value inverseErf(Value x) {
    static constexpr float center[] = {2.81022636e-08f, 3.43273939e-07f, -3.5233877e-06f, -4.39150654e-06f, 0.00021858087f,
                                       -0.00125372503f, -0.00417768164f, 0.246640727f,    1.50140941f};
    static constexpr float tail[] = {-0.000200214257f, 0.000100950558f, 0.00134934322f, -0.00367342844f, 0.00573950773f,
                                     -0.0076224613f,   0.00943887047f,  1.00167406f,    2.83297682f};
    Value w = arith::NegFOp::create(builder, loc, logarithmOf1Plus(mul(x, arith::NegFOp::create(builder, loc, x))));
    Value isCenter = less(w, 5.0f);
    w = code.select(isCenter, sub(w, number(2.5f)), sub(math::SqrtOp::create(builder, loc, w), number(3.0f)));
    Value p = code.select(isCenter, number(center[0]), number(tail[0]));
    for (int i = 1; i < 9; ++i)
      p = fma(p, w, code.select(isCenter, number(center[i]), number(tail[i])));
    Value isEnd = code.compare(arith::CmpFPredicate::OEQ, math::AbsFOp::create(builder, loc, x), number(1.0f));
    return code.select(isEnd, mul(x, number(std::numeric_limits<float>::infinity())), mul(p, x));
  }
};
} // namespace

/// Word `word` of the keys `(B.., 2)`, for elements of `shape`, whose first axes are B.
static Value getKeyWord(ArrayExpansion &code, Value key, int64_t word, ArrayRef<int64_t> shape) {
  int64_t last = static_cast<int64_t>(tile::getShape(key.getType()).size()) - 1;
  Value words = code.pick(key, {{last, code.builder.getI64IntegerAttr(word)}});
  return code.broadcast(words, shape, llvm::to_vector(llvm::seq<int64_t>(0, last)));
}

/// Each element's number among those of its own key.
static Value getCounter(ArrayExpansion &code, ArrayRef<int64_t> shape, size_t batchAxes) {
  ArrayRef<int64_t> own = shape.drop_front(batchAxes);
  Value flat = own.empty() ? code.constant(0) : code.flatIndex(own);
  return code.broadcast(flat, shape, llvm::to_vector(llvm::seq<int64_t>(static_cast<int64_t>(batchAxes), static_cast<int64_t>(shape.size()))));
}

static std::pair<Value, Value> drawWords(Sampler &sampler, Value key) {
  size_t batchAxes = tile::getShape(key.getType()).size() - 1;
  Value high = getKeyWord(sampler.code, key, 0, sampler.shape), low = getKeyWord(sampler.code, key, 1, sampler.shape);
  return sampler.hash(high, low, getCounter(sampler.code, sampler.shape, batchAxes));
}

/// Uniform numbers of a 16-bit float, as f32: each step is rounded to the type, as NumPy's arithmetic of that type is.
static Value drawNarrow(Sampler &sampler, Value bits, FloatType type, float low, float high) {
  unsigned mantissa = type.getFPMantissaWidth() - 1, width = mantissa < 8 ? 8 : 16;
  auto round = [&](Value value) { return sampler.code.cast(sampler.code.cast(value, type), sampler.f32); };
  Value word = sampler.right(sampler.code.andBits(bits, sampler.word((1u << width) - 1)), width - mantissa);
  Value u = sampler.mul(sampler.code.cast(word, sampler.f32), sampler.number(std::ldexp(1.0f, -static_cast<int>(mantissa))));
  Value scaled = round(sampler.add(round(sampler.mul(u, sampler.number(high - low))), sampler.number(low)));
  return sampler.code.select(sampler.less(scaled, low), sampler.number(low), scaled);
}

static float roundTo(double value, FloatType type) {
  APFloat number(value);
  bool isInexact;
  number.convert(type.getFloatSemantics(), APFloat::rmNearestTiesToEven, &isInexact);
  return static_cast<float>(number.convertToDouble());
}

bool tessera::schedule::expandRandom(ArrayExpansion &code, tile::RandomOp op, std::string &why) {
  Type element = tile::getElementType(op.getType());
  auto type = dyn_cast<FloatType>(element);
  bool isBits = op.getDistribution() == tile::Distribution::bits, isNormal = op.getDistribution() == tile::Distribution::normal;
  why = "`tile.random` of " + std::string(op.getGenerator() == tile::Generator::philox ? "Philox" : "these numbers");
  bool isKnown = isBits ? isa<IntegerType>(element) && element.getIntOrFloatBitWidth() >= 8 : type && (type.isF32() || type.isF16() || type.isBF16());
  if (op.getGenerator() != tile::Generator::threefry || !isKnown)
    return false;
  Sampler sampler{code, SmallVector<int64_t>(tile::getShape(op.getType()))};
  auto [first, second] = drawWords(sampler, op.getKey());
  if (isBits && element.getIntOrFloatBitWidth() == 64) {
    Value high = code.cast(first, element, /*fromUnsigned=*/true), low = code.cast(second, element, /*fromUnsigned=*/true);
    Value shifted = arith::ShLIOp::create(code.builder, code.loc, high, code.fill(32, element, sampler.shape));
    op.replaceAllUsesWith(code.orBits(shifted, low));
    return true;
  }
  Value bits = sampler.xorWords(first, second);
  if (isBits) {
    op.replaceAllUsesWith(code.cast(bits, element));
    return true;
  }
  // Normal numbers are made of uniform ones between -1, excluded, and 1.
  unsigned mantissa = type.getFPMantissaWidth() - 1;
  float low = isNormal ? static_cast<float>(-1.0 + std::ldexp(1.0, -static_cast<int>(mantissa) - 1)) : roundTo(op.getLow().convertToDouble(), type);
  float high = isNormal ? 1.0f : roundTo(op.getHigh().convertToDouble(), type);
  Value numbers = type.isF32() ? sampler.uniform(bits, low, high) : drawNarrow(sampler, bits, type, roundTo(low, type), high);
  if (isNormal) {
    numbers = sampler.inverseErf(numbers);
    if (!type.isF32())
      numbers = code.cast(code.cast(numbers, type), sampler.f32);
    numbers = sampler.mul(sampler.number(roundTo(1.4142135623730950488, type)), numbers);
  }
  op.replaceAllUsesWith(code.cast(numbers, type));
  return true;
}

/// Both words of new keys, along a last axis of 2.
static Value joinWords(ArrayExpansion &code, Value high, Value low, ArrayRef<int64_t> shape) {
  SmallVector<int64_t> axes = llvm::to_vector(llvm::seq<int64_t>(0, static_cast<int64_t>(shape.size()) - 1));
  Value isHigh = code.compare(arith::CmpIPredicate::eq, code.iota(shape, static_cast<int64_t>(shape.size()) - 1), code.fill(0, code.builder.getI32Type(), shape));
  return code.select(isHigh, code.broadcast(high, shape, axes), code.broadcast(low, shape, axes));
}

bool tessera::schedule::expandRandomSplit(ArrayExpansion &code, tile::RandomSplitOp op) {
  ArrayRef<int64_t> shape = tile::getShape(op.getType());
  Sampler sampler{code, SmallVector<int64_t>(shape.drop_back())};
  auto [high, low] = drawWords(sampler, op.getKey());
  op.replaceAllUsesWith(joinWords(code, high, low, shape));
  return true;
}

bool tessera::schedule::expandRandomFoldIn(ArrayExpansion &code, tile::RandomFoldInOp op) {
  ArrayRef<int64_t> shape = tile::getShape(op.getType());
  Sampler sampler{code, SmallVector<int64_t>(shape.drop_back())};
  Value high = getKeyWord(code, op.getKey(), 0, sampler.shape), low = getKeyWord(code, op.getKey(), 1, sampler.shape);
  auto [newHigh, newLow] = sampler.hash(high, low, code.splat(op.getData(), sampler.shape));
  op.replaceAllUsesWith(joinWords(code, newHigh, newLow, shape));
  return true;
}
