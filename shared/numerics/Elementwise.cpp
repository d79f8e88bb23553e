// SPDX-License-Identifier: Apache-2.0
// Loops over integers, and the piece by piece detour of the dtypes that have no loop of their own: f16, bf16 and fp8 by way of
// float, bool, int2 and int4 by way of int8.
#include "shared/numerics/Elementwise.h"
#include "shared/numerics/Convert.h"
#include "shared/numerics/SmallFloat.h"
#include <cmath>
#include <cstring>
#include <limits>
#include <type_traits>

namespace tessera::numerics {

namespace {

constexpr int64_t pieceSize = 512;

template <typename T> using Unsigned = std::make_unsigned_t<T>;
template <typename T> constexpr unsigned widthOf = sizeof(T) * 8;
// Arithmetic at least as wide as int, so that no product of small integers overflows a signed int.
template <typename T> using Modulo = std::conditional_t<(sizeof(T) < 4), uint32_t, Unsigned<T>>;
template <typename T> Modulo<T> modulo(T x) { return static_cast<Modulo<T>>(x); }

template <typename T> T divideSigned(T a, T b) {
  if (b == 0)
    return -1;
  if (b == -1)
    return static_cast<T>(Modulo<T>(0) - modulo(a));
  return static_cast<T>(a / b);
}
template <typename T> T remainderSigned(T a, T b) { return b == 0 ? a : b == -1 ? T(0) : static_cast<T>(a % b); }
template <typename T> T divideUnsigned(T a, T b) {
  return b == 0 ? T(-1) : static_cast<T>(static_cast<Unsigned<T>>(a) / static_cast<Unsigned<T>>(b));
}
template <typename T> T remainderUnsigned(T a, T b) {
  return b == 0 ? a : static_cast<T>(static_cast<Unsigned<T>>(a) % static_cast<Unsigned<T>>(b));
}
template <typename T> T power(T base, T exponent) {
  // JAX's rule: the low six bits of the exponent, by repeated squaring.
  Modulo<T> result = 1, square = modulo(base);
  for (unsigned bits = static_cast<unsigned>(exponent) & 63; bits; bits >>= 1, square *= square)
    if (bits & 1)
      result *= square;
  return static_cast<T>(result);
}
template <typename T> T multiplyHigh(T a, T b, bool isSigned) {
  if constexpr (sizeof(T) < 8) {
    if (isSigned)
      return static_cast<T>((static_cast<int64_t>(a) * static_cast<int64_t>(b)) >> widthOf<T>);
    return static_cast<T>((static_cast<uint64_t>(Unsigned<T>(a)) * static_cast<uint64_t>(Unsigned<T>(b))) >> widthOf<T>);
  } else {
    uint64_t x = static_cast<uint64_t>(a), y = static_cast<uint64_t>(b);
    uint64_t low = (x & 0xffffffffu) * (y & 0xffffffffu), middle = (x >> 32) * (y & 0xffffffffu) + (low >> 32);
    uint64_t other = (x & 0xffffffffu) * (y >> 32) + (middle & 0xffffffffu);
    uint64_t high = (x >> 32) * (y >> 32) + (middle >> 32) + (other >> 32);
    if (isSigned)
      high -= (a < 0 ? y : 0) + (b < 0 ? x : 0);
    return static_cast<T>(high);
  }
}

#define BINARY(Name, expression) \
  struct Name { template <typename T> static T apply(T a, T b) { return static_cast<T>(expression); } };
BINARY(Add, modulo(a) + modulo(b))
BINARY(Sub, modulo(a) - modulo(b))
BINARY(Mul, modulo(a) * modulo(b))
BINARY(DivS, divideSigned(a, b))
BINARY(DivU, divideUnsigned(a, b))
BINARY(RemS, remainderSigned(a, b))
BINARY(RemU, remainderUnsigned(a, b))
BINARY(CeilDivS, modulo(divideSigned(a, b)) + ((remainderSigned(a, b) != 0 && b != 0 && (a < 0) == (b < 0)) ? 1 : 0))
BINARY(CeilDivU, modulo(divideUnsigned(a, b)) + ((b != 0 && remainderUnsigned(a, b) != 0) ? 1 : 0))
BINARY(FloorDivS, modulo(divideSigned(a, b)) - ((remainderSigned(a, b) != 0 && (b == 0 || (a < 0) != (b < 0))) ? 1 : 0))
BINARY(And, a & b)
BINARY(Or, a | b)
BINARY(Xor, a ^ b)
BINARY(Shl, static_cast<Unsigned<T>>(b) >= widthOf<T> ? 0 : modulo(a) << (b & (widthOf<T> - 1)))
BINARY(ShrS, a >> (static_cast<Unsigned<T>>(b) >= widthOf<T> ? widthOf<T> - 1 : unsigned(b)))
BINARY(ShrU, static_cast<Unsigned<T>>(b) >= widthOf<T> ? 0 : static_cast<Unsigned<T>>(a) >> (b & (widthOf<T> - 1)))
BINARY(MaxS, a > b ? a : b)
BINARY(MinS, a < b ? a : b)
BINARY(MaxU, static_cast<Unsigned<T>>(a) > static_cast<Unsigned<T>>(b) ? a : b)
BINARY(MinU, static_cast<Unsigned<T>>(a) < static_cast<Unsigned<T>>(b) ? a : b)
BINARY(Power, power(a, b))
BINARY(MulHighS, multiplyHigh(a, b, true))
BINARY(MulHighU, multiplyHigh(a, b, false))
#undef BINARY

#define COMPARE(Name, Type, operation) \
  struct Name { template <typename T> static uint8_t apply(T a, T b) { return static_cast<Type>(a) operation static_cast<Type>(b); } };
COMPARE(Eq, T, ==)
COMPARE(Ne, T, !=)
COMPARE(SLt, T, <)
COMPARE(SLe, T, <=)
COMPARE(SGt, T, >)
COMPARE(SGe, T, >=)
COMPARE(ULt, Unsigned<T>, <)
COMPARE(ULe, Unsigned<T>, <=)
COMPARE(UGt, Unsigned<T>, >)
COMPARE(UGe, Unsigned<T>, >=)
#undef COMPARE

template <typename T, typename Op, typename R = T> void binaryLoop(const void *lhs, const void *rhs, void *out, int64_t count) {
  const T *a = static_cast<const T *>(lhs), *b = static_cast<const T *>(rhs);
  R *to = static_cast<R *>(out);
  for (int64_t i = 0; i < count; ++i)
    to[i] = Op::apply(a[i], b[i]);
}

template <typename T, UnaryOp op> void unaryLoop(const void *in, void *out, int64_t count, double (*)(double)) {
  const T *from = static_cast<const T *>(in);
  T *to = static_cast<T *>(out);
  for (int64_t i = 0; i < count; ++i) {
    uint64_t bits = static_cast<Unsigned<T>>(from[i]);
    if (op == UnaryOp::absi)
      to[i] = static_cast<T>(from[i] < 0 ? Modulo<T>(0) - modulo(from[i]) : modulo(from[i]));
    else if (op == UnaryOp::ctpop)
      to[i] = static_cast<T>(__builtin_popcountll(bits));
    else if (op == UnaryOp::ctlz)
      to[i] = static_cast<T>(bits ? __builtin_clzll(bits) - (64 - static_cast<int>(widthOf<T>)) : static_cast<int>(widthOf<T>));
    else
      to[i] = static_cast<T>(bits ? __builtin_ctzll(bits) : static_cast<int>(widthOf<T>));
  }
}

template <typename T> UnaryLoop getUnary(UnaryOp op) {
  switch (op) {
  case UnaryOp::absi: return &unaryLoop<T, UnaryOp::absi>;
  case UnaryOp::ctlz: return &unaryLoop<T, UnaryOp::ctlz>;
  case UnaryOp::cttz: return &unaryLoop<T, UnaryOp::cttz>;
  case UnaryOp::ctpop: return &unaryLoop<T, UnaryOp::ctpop>;
  default: return nullptr;
  }
}

template <typename T> BinaryLoop getBinary(BinaryOp op) {
  switch (op) {
  case BinaryOp::addi: return &binaryLoop<T, Add>;
  case BinaryOp::subi: return &binaryLoop<T, Sub>;
  case BinaryOp::muli: return &binaryLoop<T, Mul>;
  case BinaryOp::divsi: return &binaryLoop<T, DivS>;
  case BinaryOp::divui: return &binaryLoop<T, DivU>;
  case BinaryOp::remsi: return &binaryLoop<T, RemS>;
  case BinaryOp::remui: return &binaryLoop<T, RemU>;
  case BinaryOp::ceildivsi: return &binaryLoop<T, CeilDivS>;
  case BinaryOp::ceildivui: return &binaryLoop<T, CeilDivU>;
  case BinaryOp::floordivsi: return &binaryLoop<T, FloorDivS>;
  case BinaryOp::andi: return &binaryLoop<T, And>;
  case BinaryOp::ori: return &binaryLoop<T, Or>;
  case BinaryOp::xori: return &binaryLoop<T, Xor>;
  case BinaryOp::shli: return &binaryLoop<T, Shl>;
  case BinaryOp::shrsi: return &binaryLoop<T, ShrS>;
  case BinaryOp::shrui: return &binaryLoop<T, ShrU>;
  case BinaryOp::maxsi: return &binaryLoop<T, MaxS>;
  case BinaryOp::minsi: return &binaryLoop<T, MinS>;
  case BinaryOp::maxui: return &binaryLoop<T, MaxU>;
  case BinaryOp::minui: return &binaryLoop<T, MinU>;
  case BinaryOp::ipowi: return &binaryLoop<T, Power>;
  case BinaryOp::mulhsi: return &binaryLoop<T, MulHighS>;
  case BinaryOp::mulhui: return &binaryLoop<T, MulHighU>;
  default: return nullptr;
  }
}

template <typename T> BinaryLoop getCompare(IntCompare op) {
  static constexpr BinaryLoop loops[] = {
      &binaryLoop<T, Eq, uint8_t>,  &binaryLoop<T, Ne, uint8_t>,  &binaryLoop<T, SLt, uint8_t>, &binaryLoop<T, SLe, uint8_t>,
      &binaryLoop<T, SGt, uint8_t>, &binaryLoop<T, SGe, uint8_t>, &binaryLoop<T, ULt, uint8_t>, &binaryLoop<T, ULe, uint8_t>,
      &binaryLoop<T, UGt, uint8_t>, &binaryLoop<T, UGe, uint8_t>};
  return loops[static_cast<size_t>(op)];
}

/// Calls `get` with a null pointer of the signed type whose loops serve `wide`.
template <typename Get> auto dispatchInteger(DType wide, Get get) {
  switch (getByteSize(wide)) {
  case 1: return get(static_cast<int8_t *>(nullptr));
  case 2: return get(static_cast<int16_t *>(nullptr));
  case 4: return get(static_cast<int32_t *>(nullptr));
  default: return get(static_cast<int64_t *>(nullptr));
  }
}

bool isNarrowFloat(DType type) { return isFloat(type) && getByteSize(type) < 4; }
bool isSubByte(DType type) { return getBitWidth(type) < 8; }

DType asUnsigned(DType type) {
  return type == DType::int4 ? DType::uint4 : type == DType::int2 ? DType::uint2 : type;
}

/// The dtype whose loops compute `type`.
DType widen(DType type) {
  if (isNarrowFloat(type))
    return DType::float32;
  return isSubByte(type) ? DType::int8 : type;
}

void toWide(const Widening &w, const void *from, void *to, int64_t count) {
  convertElements(w.narrow, from, w.wide, to, count);
  if (w.asMinusOne)
    for (int64_t i = 0; i < count; ++i)
      static_cast<int8_t *>(to)[i] = static_cast<int8_t>(-static_cast<int8_t *>(to)[i]);
}

void toNarrow(const Widening &w, void *from, void *to, int64_t count) {
  if (w.narrowResult == DType::boolean && w.wideResult == DType::int8)
    for (int64_t i = 0; i < count; ++i)
      static_cast<int8_t *>(from)[i] &= 1;
  convertElements(w.wideResult, from, w.narrowResult, to, count);
}

Widening makeWidening(DType type, bool unsignedOperands) {
  Widening w;
  w.narrow = unsignedOperands ? asUnsigned(type) : type;
  w.wide = widen(type);
  w.narrowResult = type;
  w.wideResult = w.wide;
  w.asMinusOne = type == DType::boolean;
  return w;
}

/// A comparison gives bytes already: nothing to narrow.
Widening makeTestWidening(DType type, bool unsignedOperands) {
  Widening w = makeWidening(type, unsignedOperands);
  w.narrowResult = w.wideResult = DType::uint8;
  return w;
}

bool readsUnsigned(BinaryOp op) {
  switch (op) {
  case BinaryOp::divui: case BinaryOp::remui: case BinaryOp::ceildivui: case BinaryOp::shrui: case BinaryOp::maxui:
  case BinaryOp::minui: case BinaryOp::mulhui: return true;
  default: return false;
  }
}

} // namespace

UnaryFunction UnaryFunction::get(UnaryOp op, DType type) {
  UnaryFunction f;
  bool test = op >= UnaryOp::isfinite && op <= UnaryOp::isnormal;
  f.widening = test ? makeTestWidening(type, false) : makeWidening(type, false);
  if (isFloat(type))
    f.loop = getFloatLoop(op, type == DType::float64, f.scalar);
  else if (!isSubByte(type) ||
           (op == UnaryOp::absi && type != DType::boolean)) // the front end counts the bits of narrow integers as int32
    f.loop =
        dispatchInteger(f.widening.wide, [&](auto *t) { return getUnary<std::remove_pointer_t<decltype(t)>>(op); });
  return f;
}

BinaryFunction BinaryFunction::get(BinaryOp op, DType type) {
  BinaryFunction f;
  // Bitwise operations on bools are those on their bytes.
  bool isBitwise = op == BinaryOp::andi || op == BinaryOp::ori || op == BinaryOp::xori;
  f.widening = makeWidening(isBitwise && type == DType::boolean ? DType::uint8 : type, readsUnsigned(op));
  if (isFloat(type))
    f.loop = getFloatLoop(op, type == DType::float64);
  else
    f.loop = dispatchInteger(f.widening.wide, [&](auto *t) { return getBinary<std::remove_pointer_t<decltype(t)>>(op); });
  return f;
}

BinaryFunction BinaryFunction::get(IntCompare op, DType type) {
  BinaryFunction f;
  if (isFloat(type))
    return f;
  f.widening = makeTestWidening(type, op >= IntCompare::ult);
  f.loop = dispatchInteger(f.widening.wide, [&](auto *t) { return getCompare<std::remove_pointer_t<decltype(t)>>(op); });
  return f;
}

BinaryFunction BinaryFunction::get(FloatCompare op, DType type) {
  BinaryFunction f;
  if (!isFloat(type))
    return f;
  f.widening = makeTestWidening(type, false);
  f.loop = getFloatLoop(op, type == DType::float64);
  return f;
}

void UnaryFunction::operator()(const void *in, void *out, int64_t count) const {
  if (widening.narrow == widening.wide)
    return loop(in, out, count, scalar);
  alignas(64) uint8_t wide[pieceSize * 4];
  for (int64_t begin = 0; begin < count; begin += pieceSize) {
    int64_t n = count - begin < pieceSize ? count - begin : pieceSize;
    toWide(widening, static_cast<const uint8_t *>(in) + begin * getByteSize(widening.narrow), wide, n);
    loop(wide, wide, n, scalar);
    toNarrow(widening, wide, static_cast<uint8_t *>(out) + begin * getByteSize(widening.narrowResult), n);
  }
}

void BinaryFunction::operator()(const void *lhs, const void *rhs, void *out, int64_t count) const {
  if (widening.narrow == widening.wide)
    return loop(lhs, rhs, out, count);
  alignas(64) uint8_t a[pieceSize * 4], b[pieceSize * 4];
  unsigned size = getByteSize(widening.narrow), resultSize = getByteSize(widening.narrowResult);
  for (int64_t begin = 0; begin < count; begin += pieceSize) {
    int64_t n = count - begin < pieceSize ? count - begin : pieceSize;
    toWide(widening, static_cast<const uint8_t *>(lhs) + begin * size, a, n);
    toWide(widening, static_cast<const uint8_t *>(rhs) + begin * size, b, n);
    loop(a, b, a, n);
    toNarrow(widening, a, static_cast<uint8_t *>(out) + begin * resultSize, n);
  }
}

void fusedMultiplyAdd(DType type, const void *a, const void *b, const void *c, void *out, int64_t count) {
  unsigned size = getByteSize(type);
  float x[pieceSize], y[pieceSize], z[pieceSize];
  for (int64_t begin = 0; begin < count; begin += pieceSize) {
    int64_t n = count - begin < pieceSize ? count - begin : pieceSize, at = begin * size;
    auto from = [&](const void *p) { return static_cast<const uint8_t *>(p) + at; };
    uint8_t *to = static_cast<uint8_t *>(out) + at;
    if (type == DType::float64) {
      for (int64_t i = 0; i < n; ++i)
        reinterpret_cast<double *>(to)[i] = std::fma(reinterpret_cast<const double *>(from(a))[i], reinterpret_cast<const double *>(from(b))[i],
                                                     reinterpret_cast<const double *>(from(c))[i]);
      continue;
    }
    convertElements(type, from(a), DType::float32, x, n);
    convertElements(type, from(b), DType::float32, y, n);
    convertElements(type, from(c), DType::float32, z, n);
    for (int64_t i = 0; i < n; ++i)
      x[i] = fusedMultiplyAdd(x[i], y[i], z[i]);
    convertElements(DType::float32, x, type, to, n);
  }
}

template <typename T>
static void selectAs(const uint8_t *condition, const void *a, const void *b, void *out, int64_t count) {
  const T *x = static_cast<const T *>(a), *y = static_cast<const T *>(b);
  T *to = static_cast<T *>(out);
  for (int64_t i = 0; i < count; ++i) {
    T yes = x[i], no = y[i]; // both are read, so that the loop is a blend
    to[i] = condition[i] ? yes : no;
  }
}

void select(const uint8_t *condition, const void *a, const void *b, void *out, unsigned byteSize, int64_t count) {
  switch (byteSize) {
  case 1: return selectAs<uint8_t>(condition, a, b, out, count);
  case 2: return selectAs<uint16_t>(condition, a, b, out, count);
  case 4: return selectAs<uint32_t>(condition, a, b, out, count);
  default: return selectAs<uint64_t>(condition, a, b, out, count);
  }
}

} // namespace tessera::numerics
