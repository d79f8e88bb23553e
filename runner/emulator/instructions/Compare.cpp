// SPDX-License-Identifier: Apache-2.0
// setp set selp slct testp. A comparison of two registers is a function from them to a mask of lanes; what is made of the mask, alone or
// combined with a third predicate, is the instruction's.

#include "runner/emulator/instructions/Families.h"
#include "runner/emulator/instructions/HalfForms.h"

namespace tessera::emulator {

using ptx::Operand;
using ptx::Type;

namespace {

enum class Comparison : uint8_t { eq, ne, lt, le, gt, ge, equ, neu, ltu, leu, gtu, geu, num, nan };

/// The unordered comparisons are true for a NaN.
template <Comparison comparison, typename T> inline bool holds(T a, T b) {
  switch (comparison) {
  case Comparison::eq: return a == b;
  case Comparison::ne: return a < b || a > b;
  case Comparison::lt: return a < b;
  case Comparison::le: return a <= b;
  case Comparison::gt: return a > b;
  case Comparison::ge: return a >= b;
  case Comparison::equ: return !(a < b || a > b);
  case Comparison::neu: return !(a == b);
  case Comparison::ltu: return !(a >= b);
  case Comparison::leu: return !(a > b);
  case Comparison::gtu: return !(a <= b);
  case Comparison::geu: return !(a < b);
  case Comparison::num: return a == a && b == b;
  case Comparison::nan: return a != a || b != b;
  }
  return false;
}

// How a lane is read: as it is, flushed, or a half of a register as a float.
template <typename T> struct Plain {
  using Lane = T;
  static T load(T value) { return value; }
};
struct FlushedSingle {
  using Lane = float;
  static float load(float value) { return flush(value); }
};
template <typename Codec, bool flushes> struct Sixteen {
  using Lane = uint16_t;
  static float load(uint16_t bits) { return Codec::decode(flushes ? flush16<Codec>(bits) : bits); }
};
template <typename Codec, bool flushes, int shift> struct HalfOfPair {
  using Lane = uint32_t;
  static float load(uint32_t bits) { return Sixteen<Codec, flushes>::load(static_cast<uint16_t>(bits >> shift)); }
};

using Comparer = uint32_t (*)(const Step &, Slot a, Slot b);

template <Comparison comparison, typename Read> struct Compared {
  __attribute__((always_inline)) static inline uint32_t mask(const Step &step, Slot slotA, Slot slotB) {
    const auto *a = step.in<typename Read::Lane>(slotA), *b = step.in<typename Read::Lane>(slotB);
    return maskOfLanes([a, b](unsigned lane) { return holds<comparison>(Read::load(a[lane]), Read::load(b[lane])); });
  }
  static uint32_t run(const Step &step, Slot a, Slot b) { return mask(step, a, b); }
  TESSERA_WIDE static uint32_t runWide(const Step &step, Slot a, Slot b) { return mask(step, a, b); }
};

template <Comparison comparison, typename Read> Comparer comparer() {
  return hasWideVectors() ? Compared<comparison, Read>::runWide : Compared<comparison, Read>::run;
}

template <typename Read> Comparer comparerOfInteger(Comparison comparison) {
  switch (comparison) {
  case Comparison::eq: return comparer<Comparison::eq, Read>();
  case Comparison::ne: return comparer<Comparison::ne, Read>();
  case Comparison::lt: return comparer<Comparison::lt, Read>();
  case Comparison::le: return comparer<Comparison::le, Read>();
  case Comparison::gt: return comparer<Comparison::gt, Read>();
  case Comparison::ge: return comparer<Comparison::ge, Read>();
  default: return nullptr;
  }
}

template <typename Read> Comparer comparerOfFloat(Comparison comparison) {
  switch (comparison) {
  case Comparison::equ: return comparer<Comparison::equ, Read>();
  case Comparison::neu: return comparer<Comparison::neu, Read>();
  case Comparison::ltu: return comparer<Comparison::ltu, Read>();
  case Comparison::leu: return comparer<Comparison::leu, Read>();
  case Comparison::gtu: return comparer<Comparison::gtu, Read>();
  case Comparison::geu: return comparer<Comparison::geu, Read>();
  case Comparison::num: return comparer<Comparison::num, Read>();
  case Comparison::nan: return comparer<Comparison::nan, Read>();
  default: return comparerOfInteger<Read>(comparison);
  }
}

template <typename Codec, bool flushes> Comparer comparerOfHalf(Comparison comparison, bool isPair, bool isHigh) {
  return !isPair ? comparerOfFloat<Sixteen<Codec, flushes>>(comparison)
         : isHigh ? comparerOfFloat<HalfOfPair<Codec, flushes, 16>>(comparison)
                  : comparerOfFloat<HalfOfPair<Codec, flushes, 0>>(comparison);
}

Comparer findComparer(Type type, Comparison comparison, bool flushes, bool isHigh) {
  switch (type) {
  case Type::b16: case Type::u16: return comparerOfInteger<Plain<uint16_t>>(comparison);
  case Type::b32: case Type::u32: return comparerOfInteger<Plain<uint32_t>>(comparison);
  case Type::b64: case Type::u64: return comparerOfInteger<Plain<uint64_t>>(comparison);
  case Type::s16: return comparerOfInteger<Plain<int16_t>>(comparison);
  case Type::s32: return comparerOfInteger<Plain<int32_t>>(comparison);
  case Type::s64: return comparerOfInteger<Plain<int64_t>>(comparison);
  case Type::f32: return flushes ? comparerOfFloat<FlushedSingle>(comparison) : comparerOfFloat<Plain<float>>(comparison);
  case Type::f64: return comparerOfFloat<Plain<double>>(comparison);
  case Type::f16: case Type::f16x2:
    return flushes ? comparerOfHalf<HalfCodec, true>(comparison, isPair(type), isHigh) : comparerOfHalf<HalfCodec, false>(comparison, isPair(type), isHigh);
  default: return comparerOfHalf<BfloatCodec, false>(comparison, isPair(type), isHigh);
  }
}

// --- reading the instruction

enum class Combination : uint8_t { none, conjunction, disjunction, exclusive };

/// What a comparison does; `high` is there for pairs. The payload of `setp` and `set`.
struct Plan {
  Comparer low = nullptr, high = nullptr;
  Combination combination = Combination::none;
  bool negatesThird = false;
  Slot third = noSlot, second = noSlot; // predicates: a source, and the other result of `p|q`
  uint64_t truth = 0;                   // what `set` writes for true
};

uint32_t combine(const Plan &plan, uint32_t mask, uint32_t third) {
  third = plan.negatesThird ? ~third : third;
  switch (plan.combination) {
  case Combination::none: return mask;
  case Combination::conjunction: return mask & third;
  case Combination::disjunction: return mask | third;
  case Combination::exclusive: return mask ^ third;
  }
  return mask;
}

/// Both masks of an instruction: the second one is the upper halves', or the comparison's opposite.
struct Masks {
  uint32_t first, second;
};

Masks compareAll(const Step &step, const Instruction &i, const Plan &plan) {
  uint32_t low = plan.low(step, i.a, i.b), other = plan.high ? plan.high(step, i.a, i.b) : ~low;
  if (plan.combination == Combination::none)
    return {low, other};
  uint32_t third = step.predicate(plan.third);
  return {combine(plan, low, third), combine(plan, other, third)};
}

Outcome setPredicates(Step &step, const Instruction &i) {
  const Plan &plan = *static_cast<const Plan *>(i.payload);
  Masks masks = compareAll(step, i, plan);
  if (i.d != noSlot)
    step.setPredicate(i.d, masks.first);
  if (plan.second != noSlot)
    step.setPredicate(plan.second, masks.second);
  return Outcome::next;
}

/// The commonest: one predicate, nothing combined.
Outcome setPredicate(Step &step, const Instruction &i) {
  step.setPredicate(i.d, static_cast<const Plan *>(i.payload)->low(step, i.a, i.b));
  return Outcome::next;
}

template <typename T> Outcome setNumbers(Step &step, const Instruction &i) {
  const Plan &plan = *static_cast<const Plan *>(i.payload);
  Masks masks = compareAll(step, i, plan);
  T *d = step.out<T>(i.d);
  for (unsigned lane = 0; lane < warpSize; ++lane) {
    T result = masks.first >> lane & 1 ? static_cast<T>(plan.truth) : T(0);
    if constexpr (sizeof(T) == 4)
      if (plan.high) // a truth in each half
        result = (result & 0xffff) | (masks.second >> lane & 1 ? static_cast<T>(plan.truth) & 0xffff0000u : 0);
    d[lane] = chooseLane(step.mask, lane, result, d[lane]);
  }
  return Outcome::next;
}

std::optional<Comparison> takeComparison(InstructionBuilder &b, bool &isUnsignedName) {
  struct Known {
    std::string_view name;
    Comparison comparison;
  };
  constexpr Known names[] = {{"eq", Comparison::eq},   {"ne", Comparison::ne},   {"lt", Comparison::lt},   {"le", Comparison::le},
                             {"gt", Comparison::gt},   {"ge", Comparison::ge},   {"lo", Comparison::lt},   {"ls", Comparison::le},
                             {"hi", Comparison::gt},   {"hs", Comparison::ge},   {"equ", Comparison::equ}, {"neu", Comparison::neu},
                             {"ltu", Comparison::ltu}, {"leu", Comparison::leu}, {"gtu", Comparison::gtu}, {"geu", Comparison::geu},
                             {"num", Comparison::num}, {"nan", Comparison::nan}};
  for (const Known &known : names)
    if (b.take(known.name)) {
      isUnsignedName = known.name == "lo" || known.name == "ls" || known.name == "hi" || known.name == "hs";
      return known.comparison;
    }
  b.failOperand("`" + std::string(b.source().opcode) + "` is seen without a comparison");
  return std::nullopt;
}

Combination takeCombination(InstructionBuilder &b) {
  return b.take("and") ? Combination::conjunction : b.take("or") ? Combination::disjunction : b.take("xor") ? Combination::exclusive : Combination::none;
}

bool isUnsignedInteger(Type type) { return type == Type::u16 || type == Type::u32 || type == Type::u64; }
bool isBits(Type type) { return type == Type::b16 || type == Type::b32 || type == Type::b64; }

/// Which comparisons a type has.
bool checkComparison(InstructionBuilder &b, Comparison comparison, bool isUnsignedName, bool flushes, Type type) {
  bool fits = isFloat(type)  ? !isUnsignedName
              : isBits(type) ? comparison == Comparison::eq || comparison == Comparison::ne
                             : comparison <= Comparison::ge && (!isUnsignedName || isUnsignedInteger(type));
  if (!fits)
    return b.failOperand("this comparison is not for `." + std::string(getName(type)) + "`");
  if (flushes && type != Type::f32 && type != Type::f16 && type != Type::f16x2)
    return b.failOperand("`.ftz` is for `.f32`, `.f16` and `.f16x2`, `." + std::string(getName(type)) + "` is seen");
  return true;
}

constexpr std::initializer_list<Type> comparable = {Type::b16, Type::b32, Type::b64, Type::u16, Type::u32,   Type::u64,  Type::s16,   Type::s32,
                                                    Type::s64, Type::f32, Type::f64, Type::f16, Type::f16x2, Type::bf16, Type::bf16x2};

/// The modifiers before the source's type, then that type. `target` is `set`'s.
bool takePlan(InstructionBuilder &b, Plan &plan, Type *target, Type &type) {
  bool isUnsignedName = false;
  std::optional<Comparison> comparison = takeComparison(b, isUnsignedName);
  if (!comparison)
    return false;
  plan.combination = takeCombination(b);
  bool flushes = b.take("ftz");
  if (target && (*target = b.takeType({Type::u16, Type::s16, Type::u32, Type::s32, Type::f32, Type::f16, Type::f16x2, Type::bf16, Type::bf16x2})) == Type::none)
    return false;
  type = b.takeType(comparable);
  if (type == Type::none || !checkComparison(b, *comparison, isUnsignedName, flushes, type) ||
      !b.expectOperands(plan.combination == Combination::none ? 3 : 4))
    return false;
  plan.low = findComparer(type, *comparison, flushes, false);
  plan.high = isPair(type) ? findComparer(type, *comparison, flushes, true) : nullptr;
  if (plan.combination != Combination::none)
    plan.third = b.readPredicate(b.operand(3), plan.negatesThird);
  return true;
}

// setp.op{.combination}{.ftz}.type p{|q}, a, b{, {!}c}
bool buildSetp(InstructionBuilder &b) {
  Plan plan;
  Type type;
  if (!takePlan(b, plan, nullptr, type))
    return false;
  Slot x = b.read(1, type), y = b.read(2, type);
  const Operand &target = b.operand(0);
  bool isBoth = target.kind == Operand::Kind::pair;
  Slot p = b.writePredicate(isBoth ? target.elements[0] : target);
  if (isBoth)
    plan.second = b.writePredicate(target.elements[1]);
  bool isSimple = !isBoth && plan.combination == Combination::none;
  b.emit(isSimple ? setPredicate : setPredicates, p, x, y).payload = b.keep(plan);
  return true;
}

uint64_t truthOf(Type type) {
  switch (type) {
  case Type::f32: return 0x3f800000u;
  case Type::f16: return 0x3c00;
  case Type::bf16: return 0x3f80;
  case Type::f16x2: return 0x3c003c00u;
  case Type::bf16x2: return 0x3f803f80u;
  case Type::u16: case Type::s16: return 0xffff;
  default: return 0xffffffffu;
  }
}

// set.op{.combination}{.ftz}.dtype.stype d, a, b{, {!}c}
bool buildSet(InstructionBuilder &b) {
  Plan plan;
  Type to, type;
  if (!takePlan(b, plan, &to, type))
    return false;
  bool isHalf = type == Type::f16 || type == Type::bf16, isShort = to == Type::u16 || to == Type::s16;
  bool isRight = isPair(type) ? to == type || to == Type::u32 || to == Type::s32 : !isPair(to) && (isHalf ? to != Type::f32 : !isShort);
  if (!isRight)
    return b.failOperand("`set` from `." + std::string(getName(type)) + "` is seen to `." + std::string(getName(to)) + "`");
  plan.truth = truthOf(to);
  Slot x = b.read(1, type), y = b.read(2, type), d = b.write(0, to);
  b.emit(getBits(to) == 16 ? setNumbers<uint16_t> : setNumbers<uint32_t>, d, x, y).payload = b.keep(plan);
  return true;
}

// --- selp and slct

/// Instruction::detail: all ones where the predicate is negated.
template <typename T> struct Selection {
  __attribute__((always_inline)) static inline void apply(Step &step, const Instruction &i) {
    const T *a = step.in<T>(i.a), *b = step.in<T>(i.b);
    T *d = step.out<T>(i.d);
    uint32_t chosen = step.predicate(i.c) ^ i.detail, mask = step.mask;
    if (step.isFull()) {
      TESSERA_LANES
      for (unsigned lane = 0; lane < warpSize; ++lane)
        d[lane] = chooseLane(chosen, lane, a[lane], b[lane]);
      return;
    }
    TESSERA_LANES
    for (unsigned lane = 0; lane < warpSize; ++lane)
      d[lane] = chooseLane(mask, lane, chooseLane(chosen, lane, a[lane], b[lane]), d[lane]);
  }
  static Outcome run(Step &step, const Instruction &i) {
    apply(step, i);
    return Outcome::next;
  }
  TESSERA_WIDE static Outcome runWide(Step &step, const Instruction &i) {
    apply(step, i);
    return Outcome::next;
  }
};

template <typename T> Handler selection() { return hasWideVectors() ? Selection<T>::runWide : Selection<T>::run; }

constexpr std::initializer_list<Type> selectable = {Type::b16, Type::b32, Type::b64, Type::u16, Type::u32, Type::u64,
                                                    Type::s16, Type::s32, Type::s64, Type::f32, Type::f64};

// selp.type d, a, b, {!}c
bool buildSelp(InstructionBuilder &b) {
  Type type = b.takeType(selectable);
  if (type == Type::none || !b.expectOperands(4))
    return false;
  bool negates = false;
  Slot x = b.read(1, type), y = b.read(2, type), c = b.readPredicate(b.operand(3), negates), d = b.write(0, type);
  unsigned bits = ptx::getBits(type);
  Handler handler = bits == 16 ? selection<uint16_t>() : bits == 32 ? selection<uint32_t>() : selection<uint64_t>();
  b.emit(handler, d, x, y, c).detail = negates ? ~0u : 0;
  return true;
}

template <typename T> inline T selectBySign(T a, T b, int32_t c) { return c >= 0 ? a : b; }
template <typename T> inline T selectByFloat(T a, T b, float c) { return c >= 0 ? a : b; } // a NaN selects b
template <typename T> inline T selectByFlushed(T a, T b, float c) { return flush(c) >= 0 ? a : b; }

template <typename T> Handler slctHandler(Type by, bool flushes) {
  return by == Type::s32 ? lanes<selectBySign<T>>() : flushes ? lanes<selectByFlushed<T>>() : lanes<selectByFloat<T>>();
}

// slct.dtype.s32 d, a, b, c and slct{.ftz}.dtype.f32 d, a, b, c
bool buildSlct(InstructionBuilder &b) {
  bool flushes = b.take("ftz");
  Type type = b.takeType(selectable), by = type == Type::none ? type : b.takeType({Type::s32, Type::f32});
  if (by == Type::none)
    return false;
  if (flushes && by != Type::f32)
    return b.failOperand("`.ftz` is for a selector of `.f32`, `.s32` is seen");
  unsigned bits = ptx::getBits(type);
  return emitLanes(b, bits == 16 ? slctHandler<uint16_t>(by, flushes) : bits == 32 ? slctHandler<uint32_t>(by, flushes) : slctHandler<uint64_t>(by, flushes),
                   type, {type, type, by});
}

// --- testp

enum class Property : uint8_t { finite, infinite, number, notANumber, normal, subnormal };

template <typename Bits> bool hasProperty(Property property, Bits bits, Bits infinity, Bits leastNormal) {
  Bits magnitude = static_cast<Bits>(bits << 1) >> 1;
  switch (property) {
  case Property::finite: return magnitude < infinity;
  case Property::infinite: return magnitude == infinity;
  case Property::number: return magnitude <= infinity;
  case Property::notANumber: return magnitude > infinity;
  case Property::normal: return magnitude == 0 || (magnitude >= leastNormal && magnitude < infinity); // zeros count (PTX ISA)
  case Property::subnormal: return magnitude != 0 && magnitude < leastNormal;
  }
  return false;
}

/// Instruction::detail is the Property.
template <typename Bits> Outcome testProperty(Step &step, const Instruction &i) {
  constexpr Bits infinity = sizeof(Bits) == 4 ? Bits(0x7f800000u) : static_cast<Bits>(0x7ff0000000000000ull);
  constexpr Bits leastNormal = sizeof(Bits) == 4 ? Bits(0x00800000u) : static_cast<Bits>(0x0010000000000000ull);
  const Bits *a = step.in<Bits>(i.a);
  auto property = static_cast<Property>(i.detail);
  step.setPredicate(i.d, maskOfLanes([&](unsigned lane) { return hasProperty<Bits>(property, a[lane], infinity, leastNormal); }));
  return Outcome::next;
}

// testp.property.{f32,f64} p, a
bool buildTestp(InstructionBuilder &b) {
  constexpr std::string_view names[] = {"finite", "infinite", "number", "notanumber", "normal", "subnormal"};
  uint32_t property = 0;
  while (property < std::size(names) && !b.take(names[property]))
    ++property;
  if (property == std::size(names))
    return b.failOperand("`testp` is seen without a property, expected `.finite`, `.infinite`, `.number`, `.notanumber`, `.normal` or `.subnormal`");
  Type type = b.takeType({Type::f32, Type::f64});
  if (type == Type::none || !b.expectOperands(2))
    return false;
  Slot a = b.read(1, type), p = b.writePredicate(b.operand(0));
  b.emit(type == Type::f32 ? testProperty<uint32_t> : testProperty<uint64_t>, p, a).detail = property;
  return true;
}

} // namespace

void addCompareForms(Forms &forms) {
  forms.add("setp", buildSetp);
  forms.add("set", buildSet);
  forms.add("selp", buildSelp);
  forms.add("slct", buildSlct);
  forms.add("testp", buildTestp);
}

} // namespace tessera::emulator
