// SPDX-License-Identifier: Apache-2.0
// and or xor not cnot shl shr shf prmt lop3 bfe bfi bfind clz popc brev fns szext bmsk, and the logic of predicates. What a lane
// does stands in arithmetic/Bits.h.

#include "runner/emulator/arithmetic/Bits.h"
#include "runner/emulator/instructions/Families.h"
#include "runner/emulator/instructions/Lanes.h"
#if defined(__wasm_simd128__)
#include <algorithm>
#include <wasm_simd128.h>
#endif

namespace tessera::emulator {

using ptx::Type;

namespace {

constexpr std::initializer_list<Type> words = {Type::b16, Type::b32, Type::b64};

// --- predicates: one operation on all lanes' bits. Instruction::detail: bit 0 and 1 negate a source

enum class Logic { conjunction, disjunction, exclusive, complement };

template <Logic logic> Outcome logicOfPredicates(Step &step, const Instruction &i) {
  uint32_t a = step.predicate(i.a), b = logic == Logic::complement ? 0 : step.predicate(i.b);
  a = i.detail & 1 ? ~a : a;
  b = i.detail & 2 ? ~b : b;
  step.setPredicate(i.d, logic == Logic::conjunction   ? a & b
                         : logic == Logic::disjunction ? a | b
                         : logic == Logic::exclusive   ? a ^ b
                                                       : ~a);
  return Outcome::next;
}

bool emitPredicates(InstructionBuilder &b, Handler handler, bool isBinary) {
  if (!b.expectOperands(isBinary ? 3 : 2))
    return false;
  bool negatesA = false, negatesB = false;
  Slot x = b.readPredicate(b.operand(1), negatesA), y = isBinary ? b.readPredicate(b.operand(2), negatesB) : noSlot;
  Slot d = b.writePredicate(b.operand(0));
  b.emit(handler, d, x, y).detail = (negatesA ? 1 : 0) | (negatesB ? 2 : 0);
  return true;
}

/// `choose(T())` for a bit type.
template <typename Choose> bool emitLogic(InstructionBuilder &b, bool isBinary, Handler predicates, Choose choose) {
  if (b.take("pred"))
    return emitPredicates(b, predicates, isBinary);
  Type type = b.takeType(words);
  if (type == Type::none)
    return false;
  return isBinary ? emitLanes(b, forInteger(type, choose), type, {type, type}) : emitLanes(b, forInteger(type, choose), type, {type});
}

// {and,or,xor}.{pred,b16,b32,b64} d, a, b and not.… d, a
bool buildAnd(InstructionBuilder &b) {
  return emitLogic(b, true, logicOfPredicates<Logic::conjunction>, [](auto t) { return lanes<bits::conjunction<decltype(t)>>(); });
}
bool buildOr(InstructionBuilder &b) {
  return emitLogic(b, true, logicOfPredicates<Logic::disjunction>, [](auto t) { return lanes<bits::disjunction<decltype(t)>>(); });
}
bool buildXor(InstructionBuilder &b) {
  return emitLogic(b, true, logicOfPredicates<Logic::exclusive>, [](auto t) { return lanes<bits::exclusive<decltype(t)>>(); });
}
bool buildNot(InstructionBuilder &b) {
  return emitLogic(b, false, logicOfPredicates<Logic::complement>, [](auto t) { return lanes<bits::complement<decltype(t)>>(); });
}

// cnot.{b16,b32,b64} d, a
bool buildCnot(InstructionBuilder &b) {
  Type type = b.takeType(words);
  return type != Type::none && emitLanes(b, forInteger(type, [](auto t) { return lanes<bits::isZero<decltype(t)>>(); }), type, {type});
}

#if defined(__wasm_simd128__)
// WebAssembly shifts the lanes of a vector alike, as nearly all programs want it: by a constant. By hand, because
// compilers shift lane by lane where they do not see that counts are the same.

/// Whether all lanes shift alike.
bool isAlike(const Step &step, Slot counts) {
  const uint32_t *all = step.in<uint32_t>(counts);
  return (counts & constantBit) || std::count(all, all + warpSize, all[0]) == warpSize;
}

/// 4 or 2 lanes.
template <typename T, bool left> v128_t shiftVector(v128_t lanes, uint32_t count) {
  if constexpr (sizeof(T) == 4)
    return left                  ? wasm_i32x4_shl(lanes, count)
           : std::is_signed_v<T> ? wasm_i32x4_shr(lanes, count)
                                 : wasm_u32x4_shr(lanes, count);
  else
    return left                  ? wasm_i64x2_shl(lanes, count)
           : std::is_signed_v<T> ? wasm_i64x2_shr(lanes, count)
                                 : wasm_u64x2_shr(lanes, count);
}

template <typename T, bool left> Outcome shiftAlike(Step &step, const Instruction &i) {
  constexpr unsigned width = bits::widthOf<T>, ofVector = 16 / sizeof(T);
  if (!step.isFull() || !isAlike(step, i.b)) {
    if constexpr (left)
      return Lanes<bits::shiftLeft<T>>::run(step, i);
    else
      return Lanes<bits::shiftRight<T>>::run(step, i);
  }
  const T *a = step.in<T>(i.a);
  T *d = step.out<T>(i.d);
  uint32_t count = *step.in<uint32_t>(i.b);
  bool isBeyond = count >= width, leavesSign = !left && std::is_signed_v<T>;
  v128_t kept = wasm_i32x4_splat(isBeyond && !leavesSign ? 0 : -1);
  for (unsigned lane = 0; lane < warpSize; lane += ofVector)
    wasm_v128_store(d + lane,
                    wasm_v128_and(shiftVector<T, left>(wasm_v128_load(a + lane), isBeyond ? width - 1 : count), kept));
  return Outcome::next;
}

template <bool left, bool wraps> Outcome funnelAlike(Step &step, const Instruction &i) {
  uint32_t count = *step.in<uint32_t>(i.c);
  count = wraps ? count & 31 : count < 32 ? count : 32;
  if (!step.isFull() || count == 0 || count == 32 || !isAlike(step, i.c))
    return Lanes<bits::funnelShift<left, wraps>>::run(step, i);
  const uint32_t *a = step.in<uint32_t>(i.a), *b = step.in<uint32_t>(i.b);
  uint32_t *d = step.out<uint32_t>(i.d), ofHigh = left ? count : 32 - count;
  for (unsigned lane = 0; lane < warpSize; lane += 4)
    wasm_v128_store(d + lane, wasm_v128_or(wasm_i32x4_shl(wasm_v128_load(b + lane), ofHigh),
                                           wasm_u32x4_shr(wasm_v128_load(a + lane), 32 - ofHigh)));
  return Outcome::next;
}
#endif

/// Of a type, left or right.
template <typename T, bool left> Handler shiftHandler() {
#if defined(__wasm_simd128__)
  if constexpr (sizeof(T) >= 4)
    return shiftAlike<T, left>;
#endif
  if constexpr (left)
    return lanes<bits::shiftLeft<T>>();
  else
    return lanes<bits::shiftRight<T>>();
}

template <bool left, bool wraps> Handler funnelHandler() {
#if defined(__wasm_simd128__)
  return funnelAlike<left, wraps>;
#else
  return lanes<bits::funnelShift<left, wraps>>();
#endif
}

// shl.{b16,b32,b64} d, a, b
bool buildShl(InstructionBuilder &b) {
  Type type = b.takeType(words);
  Handler handler = forInteger(type, [](auto t) { return shiftHandler<decltype(t), true>(); });
  return handler && emitLanes(b, handler, type, {type, Type::u32});
}

// shr.type d, a, b
bool buildShr(InstructionBuilder &b) {
  Type type = b.takeType({Type::b16, Type::b32, Type::b64, Type::u16, Type::u32, Type::u64, Type::s16, Type::s32, Type::s64});
  Handler handler = forInteger(type, [](auto t) { return shiftHandler<decltype(t), false>(); });
  return handler && emitLanes(b, handler, type, {type, Type::u32});
}

// shf.{l,r}.{clamp,wrap}.b32 d, a, b, c
bool buildShf(InstructionBuilder &b) {
  std::string_view direction = b.takeOneOf({"l", "r"}), mode = b.takeOneOf({"clamp", "wrap"});
  if (direction.empty() || mode.empty())
    return b.failOperand("`shf` says `.l` or `.r`, and `.clamp` or `.wrap`");
  if (b.takeType({Type::b32}) == Type::none)
    return false;
  bool wraps = mode == "wrap";
  Handler handler = direction == "l" ? (wraps ? funnelHandler<true, true>() : funnelHandler<true, false>())
                                     : (wraps ? funnelHandler<false, true>() : funnelHandler<false, false>());
  return emitLanes(b, handler, Type::b32, {Type::b32, Type::b32, Type::u32});
}

// prmt.b32{.mode} d, a, b, c
bool buildPrmt(InstructionBuilder &b) {
  using bits::Permutation;
  if (b.takeType({Type::b32}) == Type::none)
    return false;
  Handler handler = b.take("f4e")    ? lanes<bits::permute<Permutation::forward4>>()
                    : b.take("b4e")  ? lanes<bits::permute<Permutation::backward4>>()
                    : b.take("rc8")  ? lanes<bits::permute<Permutation::replicate8>>()
                    : b.take("ecl")  ? lanes<bits::permute<Permutation::clampLeft>>()
                    : b.take("ecr")  ? lanes<bits::permute<Permutation::clampRight>>()
                    : b.take("rc16") ? lanes<bits::permute<Permutation::replicate16>>()
                                     : lanes<bits::permute<Permutation::indexed>>();
  return emitLanes(b, handler, Type::b32, {Type::b32, Type::b32, Type::b32});
}

// --- lop3: the table is known when the program is built, so the commonest get handlers of their own

template <uint8_t table> inline uint32_t fixedLogic(uint32_t a, uint32_t b, uint32_t c) { return bits::threeInputLogic(a, b, c, table); }

Outcome anyLogic(Step &step, const Instruction &i) {
  const uint32_t *a = step.in<uint32_t>(i.a), *b = step.in<uint32_t>(i.b), *c = step.in<uint32_t>(i.c);
  uint32_t *d = step.out<uint32_t>(i.d);
  auto table = static_cast<uint8_t>(i.immediate);
  for (unsigned lane = 0; lane < warpSize; ++lane) {
    uint32_t result = bits::threeInputLogic(a[lane], b[lane], c[lane], table);
    d[lane] = chooseLane(step.mask, lane, result, d[lane]);
  }
  return Outcome::next;
}

Handler logicHandler(uint8_t table) {
  switch (table) {
  case 0x80: return lanes<fixedLogic<0x80>>(); // a & b & c
  case 0xfe: return lanes<fixedLogic<0xfe>>(); // a | b | c
  case 0x96: return lanes<fixedLogic<0x96>>(); // a ^ b ^ c
  case 0xea: return lanes<fixedLogic<0xea>>(); // (a & b) | c
  case 0xf8: return lanes<fixedLogic<0xf8>>(); // a | (b & c)
  case 0xca: return lanes<fixedLogic<0xca>>(); // a ? b : c
  case 0xe8: return lanes<fixedLogic<0xe8>>(); // majority
  default: return anyLogic;
  }
}

/// The predicate of `lop3.BoolOp`: (d != 0) combined with `q`. Instruction::detail: 1 for `and`; 2 negates `q`.
Outcome combineWithNonzero(Step &step, const Instruction &i) {
  const uint32_t *d = step.in<uint32_t>(i.a);
  uint32_t nonzero = maskOfLanes([&](unsigned lane) { return d[lane] != 0; }), q = step.predicate(i.b);
  q = i.detail & 2 ? ~q : q;
  step.setPredicate(i.d, i.detail & 1 ? nonzero & q : nonzero | q);
  return Outcome::next;
}

bool buildLogicPredicate(InstructionBuilder &b, bool isAnd) {
  if (b.operand(0).kind != ptx::Operand::Kind::pair)
    return b.failOperand("`lop3` with `.and` or `.or` writes `d|p`");
  const ptx::Operand &target = b.operand(0).elements[0];
  auto table = b.expectLiteral(4, 0, 255);
  if (!table)
    return false;
  bool negates = false;
  Slot x = b.read(1, Type::b32), y = b.read(2, Type::b32), z = b.read(3, Type::b32), q = b.readPredicate(b.operand(5), negates);
  Slot result = b.scratch(Type::b32), p = b.writePredicate(b.operand(0).elements[1]);
  b.emit(logicHandler(static_cast<uint8_t>(*table)), result, x, y, z).immediate = static_cast<uint64_t>(*table);
  b.emit(combineWithNonzero, p, result, q).detail = (isAnd ? 1 : 0) | (negates ? 2 : 0);
  if (target.kind != ptx::Operand::Kind::sink)
    b.emit(lanes<bits::disjunction<uint32_t>>(), b.write(target, Type::b32), result, result);
  return true;
}

// lop3.b32 d, a, b, c, table and lop3.{and,or}.b32 d|p, a, b, c, table, q
bool buildLop3(InstructionBuilder &b) {
  std::string_view combination = b.takeOneOf({"and", "or"});
  if (b.takeType({Type::b32}) == Type::none || !b.expectOperands(combination.empty() ? 5 : 6))
    return false;
  if (!combination.empty())
    return buildLogicPredicate(b, combination == "and");
  auto table = b.expectLiteral(4, 0, 255);
  if (!table)
    return false;
  Slot x = b.read(1, Type::b32), y = b.read(2, Type::b32), z = b.read(3, Type::b32), d = b.write(0, Type::b32);
  b.emit(logicHandler(static_cast<uint8_t>(*table)), d, x, y, z).immediate = static_cast<uint64_t>(*table);
  return true;
}

// --- fields

// bfe.type d, a, b, c
bool buildBfe(InstructionBuilder &b) {
  Type type = b.takeType({Type::u32, Type::u64, Type::s32, Type::s64});
  Handler handler = type == Type::u32   ? lanes<bits::extractField<uint32_t>>()
                    : type == Type::s32 ? lanes<bits::extractField<int32_t>>()
                    : type == Type::u64 ? lanes<bits::extractField<uint64_t>>()
                                        : lanes<bits::extractField<int64_t>>();
  return type != Type::none && emitLanes(b, handler, type, {type, Type::u32, Type::u32});
}

/// The length is the first of the instruction's listed slots.
template <typename T> Outcome insertFields(Step &step, const Instruction &i) {
  const T *a = step.in<T>(i.a), *b = step.in<T>(i.b);
  const uint32_t *position = step.in<uint32_t>(i.c), *length = step.in<uint32_t>(step.listed(i, 0));
  T *d = step.out<T>(i.d);
  for (unsigned lane = 0; lane < warpSize; ++lane) {
    T result = bits::insertField(a[lane], b[lane], position[lane], length[lane]);
    d[lane] = chooseLane(step.mask, lane, result, d[lane]);
  }
  return Outcome::next;
}

// bfi.{b32,b64} f, a, b, c, d
bool buildBfi(InstructionBuilder &b) {
  Type type = b.takeType({Type::b32, Type::b64});
  if (type == Type::none || !b.expectOperands(5))
    return false;
  Slot x = b.read(1, type), y = b.read(2, type), position = b.read(3, Type::u32), length = b.read(4, Type::u32), d = b.write(0, type);
  uint32_t list = b.pushSlots({length});
  Instruction &i = b.emit(type == Type::b32 ? insertFields<uint32_t> : insertFields<uint64_t>, d, x, y, position);
  i.first = list, i.count = 1;
  return true;
}

// bfind{.shiftamt}.type d, a
bool buildBfind(InstructionBuilder &b) {
  bool isAmount = b.take("shiftamt");
  Type type = b.takeType({Type::u32, Type::u64, Type::s32, Type::s64});
  Handler handler = forInteger(type, [&](auto t) {
    if constexpr (sizeof(t) >= 4)
      return isAmount ? lanes<bits::findHighest<decltype(t), true>>() : lanes<bits::findHighest<decltype(t), false>>();
    else
      return Handler(nullptr);
  });
  return handler && emitLanes(b, handler, Type::u32, {type});
}

bool emitCount(InstructionBuilder &b, Handler of32, Handler of64) {
  Type type = b.takeType({Type::b32, Type::b64});
  return type != Type::none && emitLanes(b, type == Type::b32 ? of32 : of64, Type::u32, {type});
}

// {clz,popc}.{b32,b64} d, a and brev.{b32,b64} d, a
bool buildClz(InstructionBuilder &b) {
  return emitCount(b, lanes<bits::countLeadingZeros<uint32_t>>(), lanes<bits::countLeadingZeros<uint64_t>>());
}
bool buildPopc(InstructionBuilder &b) { return emitCount(b, lanes<bits::countOnes<uint32_t>>(), lanes<bits::countOnes<uint64_t>>()); }
bool buildBrev(InstructionBuilder &b) {
  Type type = b.takeType({Type::b32, Type::b64});
  Handler handler = type == Type::b32 ? lanes<bits::reverse<uint32_t>>() : lanes<bits::reverse<uint64_t>>();
  return type != Type::none && emitLanes(b, handler, type, {type});
}

// fns.b32 d, mask, base, offset
bool buildFns(InstructionBuilder &b) {
  return b.takeType({Type::b32}) != Type::none && emitLanes(b, slowLanes<bits::findNth>(), Type::b32, {Type::b32, Type::b32, Type::s32});
}

bool takeBoundary(InstructionBuilder &b, bool &wraps) {
  std::string_view mode = b.takeOneOf({"clamp", "wrap"});
  wraps = mode == "wrap";
  return !mode.empty() || b.failOperand("`" + std::string(b.source().opcode) + "` says `.clamp` or `.wrap`");
}

// szext.{clamp,wrap}.{u32,s32} d, a, b
bool buildSzext(InstructionBuilder &b) {
  bool wraps = false;
  Type type = b.takeType({Type::u32, Type::s32});
  if (!takeBoundary(b, wraps) || type == Type::none)
    return false;
  Handler handler = type == Type::u32 ? (wraps ? lanes<bits::extendLow<uint32_t, true>>() : lanes<bits::extendLow<uint32_t, false>>())
                                      : (wraps ? lanes<bits::extendLow<int32_t, true>>() : lanes<bits::extendLow<int32_t, false>>());
  return emitLanes(b, handler, type, {type, Type::u32});
}

// bmsk.{clamp,wrap}.b32 d, a, b
bool buildBmsk(InstructionBuilder &b) {
  bool wraps = false;
  if (!takeBoundary(b, wraps) || b.takeType({Type::b32}) == Type::none)
    return false;
  return emitLanes(b, wraps ? lanes<bits::makeMask<true>>() : lanes<bits::makeMask<false>>(), Type::b32, {Type::u32, Type::u32});
}

} // namespace

void addBitForms(Forms &forms) {
  constexpr std::pair<const char *, Builder> all[] = {
      {"and", buildAnd},   {"or", buildOr},     {"xor", buildXor},     {"not", buildNot}, {"cnot", buildCnot}, {"shl", buildShl},
      {"shr", buildShr},   {"shf", buildShf},   {"prmt", buildPrmt},   {"lop3", buildLop3}, {"bfe", buildBfe}, {"bfi", buildBfi},
      {"bfind", buildBfind}, {"clz", buildClz}, {"popc", buildPopc},   {"brev", buildBrev}, {"fns", buildFns}, {"szext", buildSzext},
      {"bmsk", buildBmsk}};
  for (auto [opcode, builder] : all)
    forms.add(opcode, builder);
}

} // namespace tessera::emulator
