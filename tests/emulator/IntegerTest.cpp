// SPDX-License-Identifier: Apache-2.0
// kernels/integer.cu: integer arithmetic, bits, carries, video instructions and comparisons, bit for bit.
#include "tests/emulator/Operations.h"
#include <algorithm>

using namespace tessera::emulator::kernels;
using U128 = unsigned __int128;
using S128 = __int128;

namespace {

using u32 = uint32_t;
using s32 = int32_t;
using u64 = uint64_t;
using s64 = int64_t;
using Operation32 = Operation<u32, u32>;
using Operation64 = Operation<u64, u64>;

s64 sign24(u32 x) { return s32(x << 8) >> 8; }
s32 saturate(s64 x) { return s32(std::clamp<s64>(x, INT32_MIN, INT32_MAX)); }
template <typename T> T clampTo(s64 x) { return T(std::clamp<s64>(x, std::numeric_limits<T>::min(), std::numeric_limits<T>::max())); }

template <typename T> void check(const char *entry, const std::vector<Operation<T, T>> &operations) {
  checkOperations("integer", entry, operations, randomBits<T>(256, 1), randomBits<T>(256, 2), randomBits<T>(256, 3));
}

TEST(Integer, Arithmetic32) {
  check<u32>("arithmetic32", {
    {"add", [](u32 a, u32 b, u32) { return a + b; }},
    {"sub", [](u32 a, u32 b, u32) { return a - b; }},
    {"mul.lo", [](u32 a, u32 b, u32) { return a * b; }},
    {"mul.hi.u32", [](u32 a, u32 b, u32) { return u32(u64(a) * b >> 32); }},
    {"mul.hi.s32", [](u32 a, u32 b, u32) { return u32(s64(s32(a)) * s32(b) >> 32); }},
    {"mad.lo", [](u32 a, u32 b, u32 c) { return a * b + c; }},
    {"mad.hi.u32", [](u32 a, u32 b, u32 c) { return u32(u64(a) * b >> 32) + c; }},
    {"mad.hi.s32", [](u32 a, u32 b, u32 c) { return u32(s64(s32(a)) * s32(b) >> 32) + c; }},
    {"mad.hi.sat.s32", [](u32 a, u32 b, u32 c) { return u32(saturate((s64(s32(a)) * s32(b) >> 32) + s32(c))); }},
    {"mul24.lo.s32", [](u32 a, u32 b, u32) { return u32(sign24(a) * sign24(b)); }},
    {"mul24.lo.u32", [](u32 a, u32 b, u32) { return u32(u64(a & 0xffffff) * (b & 0xffffff)); }},
    {"mul24.hi.s32", [](u32 a, u32 b, u32) { return u32(sign24(a) * sign24(b) >> 16); }},
    {"mul24.hi.u32", [](u32 a, u32 b, u32) { return u32(u64(a & 0xffffff) * (b & 0xffffff) >> 16); }},
    {"mad24.lo.s32", [](u32 a, u32 b, u32 c) { return u32(sign24(a) * sign24(b)) + c; }},
    {"mad24.hi.u32", [](u32 a, u32 b, u32 c) { return u32(u64(a & 0xffffff) * (b & 0xffffff) >> 16) + c; }},
    {"min.s32", [](u32 a, u32 b, u32) { return u32(std::min(s32(a), s32(b))); }},
    {"max.s32", [](u32 a, u32 b, u32) { return u32(std::max(s32(a), s32(b))); }},
    {"min.u32", [](u32 a, u32 b, u32) { return std::min(a, b); }},
    {"max.u32", [](u32 a, u32 b, u32) { return std::max(a, b); }},
    {"abs", [](u32 a, u32, u32) { return s32(a) < 0 ? 0 - a : a; }},
    {"neg", [](u32 a, u32, u32) { return 0 - a; }},
    {"add.sat", [](u32 a, u32 b, u32) { return u32(saturate(s64(s32(a)) + s32(b))); }},
    {"sub.sat", [](u32 a, u32 b, u32) { return u32(saturate(s64(s32(a)) - s32(b))); }},
    {"sad.u32", [](u32 a, u32 b, u32 c) { return c + (a < b ? b - a : a - b); }},
    {"sad.s32", [](u32 a, u32 b, u32 c) { return c + (s32(a) < s32(b) ? b - a : a - b); }},
    {"min.relu", [](u32 a, u32 b, u32) { return u32(std::max(0, std::min(s32(a), s32(b)))); }},
    {"max.relu", [](u32 a, u32 b, u32) { return u32(std::max(0, std::max(s32(a), s32(b)))); }},
    {"mad24.hi.sat", [](u32 a, u32 b, u32 c) { return u32(saturate((sign24(a) * sign24(b) >> 16) + s32(c))); }},
    {"div.u32", [](u32 a, u32 b, u32) { return a / (b | 1); }},
    {"rem.u32", [](u32 a, u32 b, u32) { return a % (b | 1); }},
    {"div.s32", [](u32 a, u32 b, u32) { return u32(s64(s32(a)) / s32(b | 1)); }},
    {"rem.s32", [](u32 a, u32 b, u32) { return u32(s64(s32(a)) % s32(b | 1)); }},
  });
}

TEST(Integer, Arithmetic64) {
  check<u64>("arithmetic64", {
    {"add", [](u64 a, u64 b, u64) { return a + b; }},
    {"sub", [](u64 a, u64 b, u64) { return a - b; }},
    {"mul.lo", [](u64 a, u64 b, u64) { return a * b; }},
    {"mul.hi.u64", [](u64 a, u64 b, u64) { return u64(U128(a) * b >> 64); }},
    {"mul.hi.s64", [](u64 a, u64 b, u64) { return u64(S128(s64(a)) * s64(b) >> 64); }},
    {"mad.lo", [](u64 a, u64 b, u64 c) { return a * b + c; }},
    {"mad.hi.u64", [](u64 a, u64 b, u64 c) { return u64(U128(a) * b >> 64) + c; }},
    {"min.s64", [](u64 a, u64 b, u64) { return u64(std::min(s64(a), s64(b))); }},
    {"max.u64", [](u64 a, u64 b, u64) { return std::max(a, b); }},
    {"abs", [](u64 a, u64, u64) { return s64(a) < 0 ? 0 - a : a; }},
    {"neg", [](u64 a, u64, u64) { return 0 - a; }},
    {"div.u64", [](u64 a, u64 b, u64) { return a / (b | 1); }},
    {"rem.u64", [](u64 a, u64 b, u64) { return a % (b | 1); }},
    {"div.s64", [](u64 a, u64 b, u64) { return u64(S128(s64(a)) / s64(b | 1)); }},
    {"rem.s64", [](u64 a, u64 b, u64) { return u64(S128(s64(a)) % s64(b | 1)); }},
    {"mul.wide.u32", [](u64 a, u64 b, u64) { return u64(u32(a)) * u32(b); }},
    {"mul.wide.s32", [](u64 a, u64 b, u64) { return u64(s64(s32(a)) * s32(b)); }},
    {"mad.wide.s32", [](u64 a, u64 b, u64 c) { return u64(s64(s32(a)) * s32(b)) + c; }},
  });
}

TEST(Integer, Arithmetic16) {
  using u16 = uint16_t;
  using s16 = int16_t;
  const std::vector<Operation<u16, u32>> operations = {
    {"add", [](u16 a, u16 b, u16) { return u32(u16(a + b)); }},
    {"sub", [](u16 a, u16 b, u16) { return u32(u16(a - b)); }},
    {"mul.lo", [](u16 a, u16 b, u16) { return u32(u16(u32(a) * b)); }},
    {"mul.hi.u16", [](u16 a, u16 b, u16) { return u32(a) * b >> 16; }},
    {"mul.hi.s16", [](u16 a, u16 b, u16) { return u32(u16(s32(s16(a)) * s16(b) >> 16)); }},
    {"min.s16", [](u16 a, u16 b, u16) { return u32(u16(std::min(s16(a), s16(b)))); }},
    {"max.u16", [](u16 a, u16 b, u16) { return u32(std::max(a, b)); }},
    {"mad.lo", [](u16 a, u16 b, u16 c) { return u32(u16(u32(a) * b + c)); }},
    {"mul.wide.s16", [](u16 a, u16 b, u16) { return u32(s32(s16(a)) * s16(b)); }},
    {"mad.wide.u16", [](u16 a, u16 b, u16 c) { return u32(a) * b + 0x10001u * c; }},
    {"min.s16x2", [](u16 a, u16 b, u16 c) { return u32(u16(std::min(s16(a), s16(b)))) << 16 | u16(std::min(s16(b), s16(c))); }},
    {"add.u16x2", [](u16 a, u16 b, u16 c) { return u32(u16(a + b)) << 16 | u16(b + c); }},
  };
  checkOperations("integer", "arithmetic16", operations, randomBits<u16>(256, 1), randomBits<u16>(256, 2), randomBits<u16>(256, 3));
}

u32 reverse(u32 x) {
  u32 y = 0;
  for (int i = 0; i < 32; ++i)
    y |= (x >> i & 1) << (31 - i);
  return y;
}
template <typename T> u32 findHighest(T x) {
  for (int i = sizeof(T) * 8 - 1; i >= 0; --i)
    if (x >> i & 1)
      return u32(i);
  return ~0u;
}
template <typename T> u32 findHighestSigned(T x) { return findHighest<T>(std::make_signed_t<T>(x) < 0 ? T(~x) : x); }
u32 invert31(u32 at) { return at == ~0u ? at : 31 - at; }

u32 permute(u32 a, u32 b, const int (&which)[4], const bool (&isSign)[4] = {}) {
  const u64 bytes = u64(b) << 32 | a;
  u32 result = 0;
  for (int i = 0; i < 4; ++i) {
    const u32 byte = bytes >> (8 * which[i]) & 255;
    result |= (isSign[i] ? (byte & 128 ? 255u : 0u) : byte) << (8 * i);
  }
  return result;
}
u32 permuteBySelector(u32 a, u32 b, u32 c) {
  const int which[4] = {int(c & 7), int(c >> 4 & 7), int(c >> 8 & 7), int(c >> 12 & 7)};
  const bool isSign[4] = {(c >> 3 & 1) != 0, (c >> 7 & 1) != 0, (c >> 11 & 1) != 0, (c >> 15 & 1) != 0};
  return permute(a, b, which, isSign);
}
template <typename T> T extract(T a, unsigned position, unsigned length, bool isSigned) {
  const unsigned top = sizeof(T) * 8 - 1;
  const unsigned signAt = std::min<unsigned>(position + length - 1, top);
  const bool sign = isSigned && length > 0 && (a >> signAt & 1);
  T result = 0;
  for (unsigned i = 0; i <= top; ++i) {
    const bool bit = i < length && position + i <= top ? (a >> (position + i) & 1) != 0 : sign;
    result |= T(bit) << i;
  }
  return result;
}
template <typename T> T insert(T a, T b, unsigned position, unsigned length) {
  for (unsigned i = 0; i < length && position + i < sizeof(T) * 8; ++i)
    b = (b & ~(T(1) << (position + i))) | (a >> i & 1) << (position + i);
  return b;
}
u32 makeMask(u32 position, u32 length, bool wraps) {
  if (wraps)
    position &= 31, length &= 31;
  u32 mask = 0;
  for (u32 i = position; i < 32 && i < position + length; ++i)
    mask |= 1u << i;
  return mask;
}
/// The n-th set bit at or above (n > 0) or below `base`; n = 0: whether `base` itself is set.
u32 findNth(u32 mask, u32 base, int n) {
  if (n == 0)
    return mask >> base & 1 ? base : ~0u;
  int found = 0;
  for (int at = int(base); at >= 0 && at < 32; at += n > 0 ? 1 : -1)
    if (mask >> at & 1 && ++found == std::abs(n))
      return u32(at);
  return ~0u;
}

TEST(Integer, Bits32) {
  check<u32>("bits32", {
    {"and", [](u32 a, u32 b, u32) { return a & b; }},
    {"or", [](u32 a, u32 b, u32) { return a | b; }},
    {"xor", [](u32 a, u32 b, u32) { return a ^ b; }},
    {"not", [](u32 a, u32, u32) { return ~a; }},
    {"cnot", [](u32 a, u32, u32) { return u32(a == 0); }},
    {"shl", [](u32 a, u32, u32 c) { return (c & 63) > 31 ? 0 : a << (c & 63); }},
    {"shr.u32", [](u32 a, u32, u32 c) { return (c & 63) > 31 ? 0 : a >> (c & 63); }},
    {"shr.s32", [](u32 a, u32, u32 c) { return u32(s32(a) >> std::min(c & 63, 31u)); }},
    {"shf.l.wrap", [](u32 a, u32 b, u32 c) { return u32((u64(b) << 32 | a) << (c & 31) >> 32); }},
    {"shf.l.clamp", [](u32 a, u32 b, u32 c) { return u32(U128(u64(b) << 32 | a) << std::min(c & 63, 32u) >> 32); }},
    {"shf.r.wrap", [](u32 a, u32 b, u32 c) { return u32((u64(b) << 32 | a) >> (c & 31)); }},
    {"shf.r.clamp", [](u32 a, u32 b, u32 c) { return u32((u64(b) << 32 | a) >> std::min(c & 63, 32u)); }},
    {"clz", [](u32 a, u32, u32) { return 31 - findHighest(a); }},
    {"popc", [](u32 a, u32, u32) { return u32(__builtin_popcount(a)); }},
    {"brev", [](u32 a, u32, u32) { return reverse(a); }},
    {"bfind.u32", [](u32 a, u32, u32) { return findHighest(a); }},
    {"bfind.s32", [](u32 a, u32, u32) { return findHighestSigned(a); }},
    {"bfind.shiftamt.u32", [](u32 a, u32, u32) { return invert31(findHighest(a)); }},
    {"bfind.shiftamt.s32", [](u32 a, u32, u32) { return invert31(findHighestSigned(a)); }},
    {"prmt", permuteBySelector},
    {"prmt.f4e", [](u32 a, u32 b, u32 c) { const int n = c & 3; return permute(a, b, {n, n + 1, n + 2, n + 3}); }},
    {"prmt.b4e", [](u32 a, u32 b, u32 c) { const int n = c & 3; return permute(a, b, {n, (n + 7) & 7, (n + 6) & 7, (n + 5) & 7}); }},
    {"prmt.rc8", [](u32 a, u32 b, u32 c) { const int n = c & 3; return permute(a, b, {n, n, n, n}); }},
    {"prmt.ecl", [](u32 a, u32 b, u32 c) { const int n = c & 3; return permute(a, b, {std::max(n, 0), std::max(n, 1), std::max(n, 2), 3}); }},
    {"prmt.ecr", [](u32 a, u32 b, u32 c) { const int n = c & 3; return permute(a, b, {0, std::min(n, 1), std::min(n, 2), n}); }},
    {"prmt.rc16", [](u32 a, u32 b, u32 c) { const int n = c & 1; return permute(a, b, {2 * n, 2 * n + 1, 2 * n, 2 * n + 1}); }},
    {"lop3 0x96", [](u32 a, u32 b, u32 c) { return a ^ b ^ c; }},
    {"lop3 0xe2", [](u32 a, u32 b, u32 c) { return (a & b) | (~b & c); }},
    {"bfe.u32", [](u32 a, u32 b, u32 c) { return extract(a, c & 63, b & 63, false); }},
    {"bfe.s32", [](u32 a, u32 b, u32 c) { return extract(a, c & 63, b & 63, true); }},
    {"bfi", [](u32 a, u32 b, u32 c) { return insert(a, b, c & 63, c >> 8 & 63); }},
    {"bmsk.clamp", [](u32, u32 b, u32 c) { return makeMask(c & 63, b & 63, false); }},
    {"bmsk.wrap", [](u32, u32 b, u32 c) { return makeMask(c & 63, b & 63, true); }},
    {"szext.clamp.s32", [](u32 a, u32, u32 c) { return extract(a, 0, std::min(c & 63, 32u), true); }},
    {"szext.wrap.u32", [](u32 a, u32, u32 c) { return extract(a, 0, c & 31, false); }},
    {"fns", [](u32 a, u32 b, u32 c) { return findNth(a, c & 31, int(b % 9) - 4); }},
    {"ffs", [](u32 a, u32, u32) { return u32(__builtin_ffs(s32(a))); }},
  });
}

TEST(Integer, Bits64) {
  check<u64>("bits64", {
    {"and", [](u64 a, u64 b, u64) { return a & b; }},
    {"xor", [](u64 a, u64 b, u64) { return a ^ b; }},
    {"not", [](u64 a, u64, u64) { return ~a; }},
    {"brev", [](u64 a, u64, u64) { return u64(reverse(u32(a))) << 32 | reverse(u32(a >> 32)); }},
    {"shl", [](u64 a, u64, u64 c) { return (c & 127) > 63 ? 0 : a << (c & 127); }},
    {"shr.u64", [](u64 a, u64, u64 c) { return (c & 127) > 63 ? 0 : a >> (c & 127); }},
    {"shr.s64", [](u64 a, u64, u64 c) { return u64(s64(a) >> std::min<u64>(c & 127, 63)); }},
    {"clz", [](u64 a, u64, u64) { return u64(a ? __builtin_clzll(a) : 64); }},
    {"popc", [](u64 a, u64, u64) { return u64(__builtin_popcountll(a)); }},
    {"bfind.u64", [](u64 a, u64, u64) { return u64(findHighest(a)); }},
    {"bfind.s64", [](u64 a, u64, u64) { return u64(findHighestSigned(a)); }},
    {"bfe.u64", [](u64 a, u64, u64 c) { return extract(a, c & 127, c >> 8 & 127, false); }},
    {"bfe.s64", [](u64 a, u64, u64 c) { return extract(a, c & 127, c >> 8 & 127, true); }},
    {"bfi", [](u64 a, u64 b, u64 c) { return insert(a, b, c & 127, c >> 8 & 127); }},
    {"ffs", [](u64 a, u64, u64) { return u64(__builtin_ffsll(s64(a))); }},
  });
}

TEST(Integer, Carry) {
  std::vector<u64> a = randomBits<u64>(512, 1), b = randomBits<u64>(512, 2), out(1536), expected(1536);
  for (size_t i = 0; i < 256; ++i) {
    const U128 x = U128(a[2 * i + 1]) << 64 | a[2 * i], y = U128(b[2 * i + 1]) << 64 | b[2 * i];
    const U128 results[] = {x + y, x - y, x * y + (x - y)};
    for (size_t k = 0; k < 3; ++k) {
      expected[6 * i + 2 * k] = u64(results[k]);
      expected[6 * i + 2 * k + 1] = u64(results[k] >> 64);
    }
  }
  Launch("integer", "carry").grid(2).block(128).in(a).in(b).out(out).check([&] { expectSame(out, expected); });
}

/// Byte or half `index` of a word.
s64 byteOf(u32 x, int index, bool isSigned) { return isSigned ? int8_t(x >> (8 * index)) : uint8_t(x >> (8 * index)); }
s64 halfOf(u32 x, int index, bool isSigned) { return isSigned ? int16_t(x >> (16 * index)) : uint16_t(x >> (16 * index)); }

TEST(Integer, Video) {
  auto dot4 = [](u32 a, u32 b, u32 c, bool signedA, bool signedB) {
    for (int i = 0; i < 4; ++i)
      c += u32(byteOf(a, i, signedA) * byteOf(b, i, signedB));
    return c;
  };
  auto dot2 = [](u32 a, u32 b, u32 c, bool areSigned, int from) {
    for (int i = 0; i < 2; ++i)
      c += u32(halfOf(a, i, areSigned) * byteOf(b, from + i, areSigned));
    return c;
  };
  check<u32>("video", {
    {"dp4a.s32.s32", [=](u32 a, u32 b, u32 c) { return dot4(a, b, c, true, true); }},
    {"dp4a.u32.u32", [=](u32 a, u32 b, u32 c) { return dot4(a, b, c, false, false); }},
    {"dp4a.s32.u32", [=](u32 a, u32 b, u32 c) { return dot4(a, b, c, true, false); }},
    {"dp2a.lo.s32.s32", [=](u32 a, u32 b, u32 c) { return dot2(a, b, c, true, 0); }},
    {"dp2a.hi.u32.u32", [=](u32 a, u32 b, u32 c) { return dot2(a, b, c, false, 2); }},
    {"vadd.sat", [](u32 a, u32 b, u32) { return u32(saturate(s64(s32(a)) + s32(b))); }},
    {"vadd b1 h0", [](u32 a, u32 b, u32) { return u32(byteOf(a, 1, false) + halfOf(b, 0, true)); }},
    {"vsub b3 b0", [](u32 a, u32 b, u32) { return u32(byteOf(a, 3, true) - byteOf(b, 0, true)); }},
    {"vabsdiff add", [](u32 a, u32 b, u32 c) { return u32(std::abs(byteOf(a, 2, false) - byteOf(b, 2, false))) + c; }},
    {"vmin h1", [](u32 a, u32 b, u32) { return u32(std::min(halfOf(a, 1, true), halfOf(b, 1, true))); }},
    {"vmax max", [](u32 a, u32 b, u32 c) { return std::max(u32(std::max(byteOf(a, 0, false), byteOf(b, 1, false))), c); }},
    {"vmad", [](u32 a, u32 b, u32 c) { return u32(halfOf(a, 0, true) * halfOf(b, 1, true)) + c; }},
    {"vshl.wrap", [](u32 a, u32 b, u32) { return a << (b & 31); }},
    {"vset.lt", [](u32 a, u32 b, u32) { return u32(byteOf(a, 1, false) < byteOf(b, 1, false)); }},
    {"vadd4", [](u32 a, u32 b, u32) {
       u32 r = 0;
       for (int i = 0; i < 4; ++i)
         r |= (u32(byteOf(a, i, false) + byteOf(b, i, false)) & 255) << (8 * i);
       return r;
     }},
    {"vadd4.sat", [](u32 a, u32 b, u32) {
       u32 r = 0;
       for (int i = 0; i < 4; ++i)
         r |= u32(uint8_t(clampTo<int8_t>(byteOf(a, i, true) + byteOf(b, i, true)))) << (8 * i);
       return r;
     }},
    {"vabsdiff4.add", [](u32 a, u32 b, u32 c) {
       for (int i = 0; i < 4; ++i)
         c += u32(std::abs(byteOf(a, i, false) - byteOf(b, i, false)));
       return c;
     }},
    {"vavrg2", [](u32 a, u32 b, u32) {
       u32 r = 0;
       for (int i = 0; i < 2; ++i) {
         const s64 sum = halfOf(a, i, true) + halfOf(b, i, true);
         r |= u32(uint16_t((sum + (sum >= 0)) >> 1)) << (16 * i); // a half is rounded away from zero
       }
       return r;
     }},
    {"vmaxu4", [](u32 a, u32 b, u32) {
       u32 r = 0;
       for (int i = 0; i < 4; ++i)
         r |= u32(std::max(byteOf(a, i, false), byteOf(b, i, false))) << (8 * i);
       return r;
     }},
    {"vsubss2", [](u32 a, u32 b, u32) {
       u32 r = 0;
       for (int i = 0; i < 2; ++i)
         r |= u32(uint16_t(clampTo<int16_t>(halfOf(a, i, true) - halfOf(b, i, true)))) << (16 * i);
       return r;
     }},
  });
}

TEST(Integer, Selection) {
  check<u32>("selection", {
    {"eq", [](u32 a, u32 b, u32) { return u32(a == b); }},
    {"lt.s32", [](u32 a, u32 b, u32) { return u32(s32(a) < s32(b)); }},
    {"lt.u32", [](u32 a, u32 b, u32) { return u32(a < b); }},
    {"hs", [](u32 a, u32 b, u32) { return u32(a >= b); }},
    {"ls", [](u32 a, u32 b, u32) { return u32(a <= b); }},
    {"ge.s32", [](u32 a, u32 b, u32) { return u32(s32(a) >= s32(b)); }},
    {"ne.and p|q", [](u32 a, u32 b, u32 c) { const bool q = s32(c) > 0; return u32(a != b && q) + (a == b && q ? 2 : 0); }},
    {"lo.xor !q", [](u32 a, u32 b, u32 c) { return (a < b) != !(s32(c) > 0) ? a : b; }},
    {"set.lt", [](u32 a, u32 b, u32) { return s32(a) < s32(b) ? ~0u : 0u; }},
    {"slct", [](u32 a, u32 b, u32 c) { return s32(c) >= 0 ? a : b; }},
    {"predicate logic", [](u32 a, u32 b, u32 c) {
       const bool p = s32(a) < s32(b), q = s32(b) < s32(c);
       return !((p && q) || !(p != q)) ? 5u : 9u;
     }},
    {"set.ge.f32", [](u32 a, u32 b, u32) { return a >= b ? 0x3f800000u : 0u; }},
    {"eq.u16", [](u32 a, u32 b, u32) { return uint16_t(a) == uint16_t(b) ? 3u : 4u; }},
    {"lt.s64", [](u32 a, u32 b, u32 c) { return s64(u64(a) << 32 | b) < s64(u64(b) << 32 | c) ? 3u : 4u; }},
  });
}

} // namespace
