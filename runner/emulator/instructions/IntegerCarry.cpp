// SPDX-License-Identifier: Apache-2.0
// add.cc addc sub.cc subc mad.cc madc: sums with the carry flag that each thread has (PTX ISA, "Extended-Precision Arithmetic").
// Only these touch the flag. After a subtraction it holds the borrow, which the manual leaves open to mix with a carry; it starts as 0.

#include "runner/emulator/arithmetic/Integer.h"
#include "runner/emulator/instructions/Families.h"
#include "runner/emulator/instructions/Lanes.h"

namespace tessera::emulator {

using ptx::Type;

namespace {

struct CarryFlags {
  uint32_t lanes = 0;
};

enum CarryUse : uint32_t { readsCarry = 1, writesCarry = 2 };

enum class Part { sum, low, high };

/// d = a + b + carry, or with a product: d = half of (a * b) + c + carry. Instruction::detail holds CarryUse.
template <typename T, Part part, bool subtracts> Outcome sumWithCarry(Step &step, const Instruction &i) {
  using U = integer::Unsigned<T>;
  const T *a = step.in<T>(i.a), *b = step.in<T>(i.b), *c = part == Part::sum ? b : step.in<T>(i.c);
  T *d = step.out<T>(i.d);
  uint32_t &flags = step.warp.state<CarryFlags>().lanes;
  uint32_t carries = 0, taken = i.detail & readsCarry ? flags : 0;
  for (uint32_t rest = step.mask; rest != 0; rest &= rest - 1) {
    auto lane = static_cast<unsigned>(__builtin_ctz(rest));
    T first = part == Part::sum   ? a[lane]
              : part == Part::low ? integer::multiplyLow(a[lane], b[lane])
                                  : integer::multiplyHigh(a[lane], b[lane]);
    auto x = static_cast<U>(first), y = static_cast<U>(c[lane]);
    U carry = taken >> lane & 1, sum = subtracts ? x - y - carry : x + y + carry;
    bool leaves = subtracts ? x < y || (x == y && carry) : sum < x || (sum == x && carry && y == static_cast<U>(~U(0)));
    d[lane] = static_cast<T>(sum);
    carries |= static_cast<uint32_t>(leaves) << lane;
  }
  if (i.detail & writesCarry)
    flags = (flags & ~step.mask) | carries;
  return Outcome::next;
}

template <Part part, bool subtracts = false> Handler choose(Type type) {
  switch (type) {
  case Type::u32: return sumWithCarry<uint32_t, part, subtracts>;
  case Type::s32: return sumWithCarry<int32_t, part, subtracts>;
  case Type::u64: return sumWithCarry<uint64_t, part, subtracts>;
  case Type::s64: return sumWithCarry<int64_t, part, subtracts>;
  default: return nullptr;
  }
}

constexpr std::initializer_list<Type> carryTypes = {Type::u32, Type::s32, Type::u64, Type::s64};

// {add,sub}.cc.type d, a, b and {addc,subc}{.cc}.type d, a, b
bool buildSum(InstructionBuilder &b, bool reads, Handler (*handlerOf)(Type)) {
  bool writes = b.take("cc");
  Type type = b.takeType(carryTypes);
  if (type == Type::none || !b.expectOperands(3))
    return false;
  Slot x = b.read(1, type), y = b.read(2, type), d = b.write(0, type);
  b.emit(handlerOf(type), d, x, y).detail = (reads ? readsCarry : 0) | (writes ? writesCarry : 0);
  return true;
}

bool buildAddCc(InstructionBuilder &b) { return buildSum(b, false, choose<Part::sum>); }
bool buildAddc(InstructionBuilder &b) { return buildSum(b, true, choose<Part::sum>); }
bool buildSubCc(InstructionBuilder &b) { return buildSum(b, false, choose<Part::sum, true>); }
bool buildSubc(InstructionBuilder &b) { return buildSum(b, true, choose<Part::sum, true>); }

// mad.{hi,lo}.cc.type d, a, b, c and madc.{hi,lo}{.cc}.type d, a, b, c
bool buildProduct(InstructionBuilder &b, bool reads) {
  std::string_view part = b.takeOneOf({"hi", "lo"});
  bool writes = b.take("cc");
  Type type = b.takeType(carryTypes);
  if (part.empty())
    return b.failOperand("`" + std::string(b.source().opcode) + "` says which half of the product it takes: `.hi` or `.lo`");
  if (type == Type::none || !b.expectOperands(4))
    return false;
  Slot x = b.read(1, type), y = b.read(2, type), z = b.read(3, type), d = b.write(0, type);
  Handler handler = part == "hi" ? choose<Part::high>(type) : choose<Part::low>(type);
  b.emit(handler, d, x, y, z).detail = (reads ? readsCarry : 0) | (writes ? writesCarry : 0);
  return true;
}

bool buildMadCc(InstructionBuilder &b) { return buildProduct(b, false); }
bool buildMadc(InstructionBuilder &b) { return buildProduct(b, true); }

} // namespace

void addCarryForms(Forms &forms) {
  forms.add("add", buildAddCc, "cc");
  forms.add("sub", buildSubCc, "cc");
  forms.add("mad", buildMadCc, "cc");
  forms.add("addc", buildAddc);
  forms.add("subc", buildSubc);
  forms.add("madc", buildMadc);
}

} // namespace tessera::emulator
