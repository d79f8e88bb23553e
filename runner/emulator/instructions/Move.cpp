// SPDX-License-Identifier: Apache-2.0
// mov, and conversions between state spaces: cvta, isspacep. Packing and unpacking of vectors are moves of lanes' bytes.

#include "runner/emulator/instructions/Families.h"
#include "runner/emulator/machine/Machine.h"
#include "runner/emulator/program/Builder.h"
#include <cstring>

namespace tessera::emulator {

using ptx::Operand;
using ptx::Space;
using ptx::Type;

template <typename T> static Outcome move(Step &step, const Instruction &i) {
  const T *a = step.in<T>(i.a);
  T *d = step.out<T>(i.d);
  if (step.isFull())
    std::memcpy(d, a, sizeof(T) * warpSize);
  else
    for (uint32_t left = step.mask; left; left &= left - 1)
      d[__builtin_ctz(left)] = a[__builtin_ctz(left)];
  return Outcome::next;
}

struct Wide128 {
  uint64_t low, high;
};

static Outcome movePredicate(Step &step, const Instruction &i) {
  step.setPredicate(i.d, step.predicate(i.a));
  return Outcome::next;
}

/// Two parts of all lanes, as descriptors and pairs of 16-bit numbers are made: elements of known size are moved many
/// at once.
template <typename Part> static void packPairs(const uint8_t *low, const uint8_t *high, uint8_t *d) {
  for (unsigned lane = 0; lane < warpSize; ++lane) {
    std::memcpy(d + 2 * lane * sizeof(Part), low + lane * sizeof(Part), sizeof(Part));
    std::memcpy(d + (2 * lane + 1) * sizeof(Part), high + lane * sizeof(Part), sizeof(Part));
  }
}

template <typename Part> static void unpackPairs(const uint8_t *a, uint8_t *low, uint8_t *high) {
  for (unsigned lane = 0; lane < warpSize; ++lane) {
    std::memcpy(low + lane * sizeof(Part), a + 2 * lane * sizeof(Part), sizeof(Part));
    std::memcpy(high + lane * sizeof(Part), a + (2 * lane + 1) * sizeof(Part), sizeof(Part));
  }
}

/// Lanes of `count` parts of `detail` bytes into one of `immediate` bytes, and back.
static Outcome pack(Step &step, const Instruction &i) {
  if (step.isFull() && i.count == 2 && (i.detail == 4 || i.detail == 2)) {
    const uint8_t *low = step.in<uint8_t>(step.listed(i, 0)), *high = step.in<uint8_t>(step.listed(i, 1));
    (i.detail == 4 ? packPairs<uint32_t> : packPairs<uint16_t>)(low, high, step.out<uint8_t>(i.d));
    return Outcome::next;
  }
  uint8_t *d = step.out<uint8_t>(i.d);
  for (uint32_t part = 0; part < i.count; ++part) {
    const uint8_t *a = step.in<uint8_t>(step.listed(i, part));
    for (uint32_t left = step.mask; left; left &= left - 1) {
      unsigned lane = static_cast<unsigned>(__builtin_ctz(left));
      std::memcpy(d + lane * i.immediate + part * i.detail, a + lane * i.detail, i.detail);
    }
  }
  return Outcome::next;
}

static Outcome unpack(Step &step, const Instruction &i) {
  const uint8_t *a = step.in<uint8_t>(i.a);
  uint8_t copy[16 * warpSize]; // a destination may be the source
  std::memcpy(copy, a, i.immediate * warpSize);
  if (step.isFull() && i.count == 2 && (i.detail == 4 || i.detail == 2)) {
    uint8_t *low = step.out<uint8_t>(step.listed(i, 0)), *high = step.out<uint8_t>(step.listed(i, 1));
    (i.detail == 4 ? unpackPairs<uint32_t> : unpackPairs<uint16_t>)(copy, low, high);
    return Outcome::next;
  }
  for (uint32_t part = 0; part < i.count; ++part) {
    uint8_t *d = step.out<uint8_t>(step.listed(i, part));
    for (uint32_t left = step.mask; left; left &= left - 1) {
      unsigned lane = static_cast<unsigned>(__builtin_ctz(left));
      std::memcpy(d + lane * i.detail, copy + lane * i.immediate + part * i.detail, i.detail);
    }
  }
  return Outcome::next;
}

static Handler getMove(Type type) {
  switch (type == Type::pred ? 1 : ptx::getBits(type)) {
  case 1: return movePredicate;
  case 8: return move<uint8_t>;
  case 16: return move<uint16_t>;
  case 32: return move<uint32_t>;
  case 64: return move<uint64_t>;
  case 128: return move<Wide128>;
  default: return nullptr;
  }
}

static Type bitsType(unsigned bits) { return bits == 8 ? Type::b8 : bits == 16 ? Type::b16 : bits == 32 ? Type::b32 : bits == 64 ? Type::b64 : Type::none; }

/// mov.type d, a;   mov.b64 {d0, d1}, a;   mov.b64 d, {a0, a1};
static bool buildMov(InstructionBuilder &b) {
  Type type = b.takeType({Type::pred, Type::b16, Type::b32, Type::b64, Type::b128, Type::u16, Type::u32, Type::u64, Type::s16, Type::s32, Type::s64, Type::f16,
                          Type::f16x2, Type::bf16, Type::bf16x2, Type::f32, Type::f64});
  if (type == Type::none || !b.expectOperands(2))
    return false;
  const Operand &to = b.operand(0), &from = b.operand(1);
  unsigned bits = ptx::getBits(type);
  bool packs = from.kind == Operand::Kind::vector, unpacks = to.kind == Operand::Kind::vector;
  if (!packs && !unpacks) {
    Slot source = b.read(from, type), target = b.write(to, type);
    b.emit(getMove(type), target, source);
    return true;
  }
  const Operand &parts = packs ? from : to;
  unsigned count = static_cast<unsigned>(parts.elements.size());
  Type part = count && (count & (count - 1)) == 0 && bits % count == 0 ? bitsType(bits / count) : Type::none;
  if ((packs && unpacks) || part == Type::none)
    return b.failOperand("a vector of " + std::to_string(count) + " parts does not make a `." + std::string(ptx::getName(type)) + "`");
  if (packs) {
    auto [first, length] = b.readList(from, part);
    Instruction &made = b.emit(pack, b.write(to, type));
    made.first = first, made.count = length, made.detail = bits / count / 8, made.immediate = bits / 8;
    made.needsOnePart = true; // LLVM leaves a half unwritten that nobody looks at
    return true;
  }
  Slot source = b.read(from, type);
  auto [first, length] = b.writeList(to, part);
  Instruction &made = b.emit(unpack, noSlot, source);
  made.first = first, made.count = length, made.detail = bits / count / 8, made.immediate = bits / 8;
  return true;
}

// --- state spaces

/// To generic: `immediate` is the window's base. From generic: subtract it. A 32-bit result drops the base.
template <typename To, typename From> static Outcome shiftWindow(Step &step, const Instruction &i) {
  const From *a = step.in<From>(i.a);
  To *d = step.out<To>(i.d);
  for (uint32_t left = step.mask; left; left &= left - 1) {
    unsigned lane = static_cast<unsigned>(__builtin_ctz(left));
    d[lane] = static_cast<To>(a[lane] + i.immediate);
  }
  return Outcome::next;
}

static uint64_t windowOf(Space space) {
  return space == Space::shared ? sharedWindow : space == Space::local ? localWindow : space == Space::param ? parameterWindow : 0;
}

/// cvta{.to}.space.size d, a;
static bool buildCvta(InstructionBuilder &b) {
  bool toSpace = b.take("to");
  Space space = b.takeSpace();
  Type type = b.takeType({Type::u32, Type::u64});
  if (type == Type::none || !b.expectOperands(2))
    return false;
  if (space == Space::generic)
    return b.failOperand("`cvta` names no state space");
  uint64_t base = windowOf(space);
  if (type == Type::u32)
    return b.failUnsupported("`cvta` of 32-bit generic addresses is not supported: the address space has 64 bits");
  Slot source = b.read(1, type);
  Instruction &made = b.emit(shiftWindow<uint64_t, uint64_t>, b.write(0, type), source);
  made.immediate = toSpace ? 0 - base : base;
  return true;
}

static Outcome isInSpace(Step &step, const Instruction &i) {
  const uint64_t *a = step.in<uint64_t>(i.a);
  uint32_t lanes = 0;
  for (unsigned lane = 0; lane < warpSize; ++lane) {
    uint64_t address = a[lane];
    bool isShared = address - sharedWindow < windowSize, isLocal = address - localWindow < windowSize, isParam = address - parameterWindow < windowSize;
    bool hit = false;
    switch (Space(i.detail & 0xff)) {
    case Space::shared: // without ::cluster the CTA's own
      hit = isShared && ((i.detail & 0x100) || (address - sharedWindow) >> 24 == step.cta.rank);
      break;
    case Space::local: hit = isLocal; break;
    case Space::param: hit = isParam; break;
    case Space::constant: {
      Allocation *allocation = step.machine.memory.find(address);
      hit = allocation && !allocation->isWritable;
      break;
    }
    default: hit = !isShared && !isLocal && !isParam; break;
    }
    lanes |= uint32_t(hit) << lane;
  }
  step.setPredicate(i.d, lanes);
  return Outcome::next;
}

/// isspacep.space p, a;
static bool buildIsspacep(InstructionBuilder &b) {
  bool isCluster = false;
  Space space = b.takeSpace(&isCluster);
  if (!b.expectOperands(2))
    return false;
  Slot source = b.read(1, Type::u64);
  b.emit(isInSpace, b.write(0, Type::pred), source).detail = static_cast<uint32_t>(space) | (isCluster ? 0x100 : 0);
  return true;
}

void addMemoryForms(Forms &forms); // Memory.cpp

void addMoveForms(Forms &forms) {
  forms.add("mov", buildMov);
  forms.add("cvta", buildCvta);
  forms.add("isspacep", buildIsspacep);
  addMemoryForms(forms);
}

} // namespace tessera::emulator
