// SPDX-License-Identifier: Apache-2.0
// `atom` and `red`: read-modify-writes, lane after lane. Lanes of one instruction take effect in the order of their numbers, which
// the manual leaves open. PTX ISA, "Parallel Synchronization and Communication Instructions: atom, red".

#include "runner/emulator/arithmetic/AtomicOperation.h"
#include "runner/emulator/instructions/Families.h"
#include "runner/emulator/instructions/StrongAccess.h"
#include "runner/emulator/machine/Machine.h"
#include "runner/emulator/program/Builder.h"
#include <algorithm>
#include <bit>

namespace tessera::emulator {

using namespace atomics;
using ptx::Operand;
using ptx::Space;
using ptx::Type;

namespace {

struct AtomicForm {
  Access access;
  bool isWide = true;
  uint32_t elements = 1;
};

bool isGlobalAddress(const Access &access, uint64_t address) {
  return access.space == Space::global || (access.space == Space::generic && address - sharedWindow >= windowSize);
}

/// The list: for every element the slot of b, then for every element that of d or `noSlot`.
template <typename T, typename Op> Outcome modify(Step &step, const Instruction &i) {
  const auto &form = *static_cast<const AtomicForm *>(i.payload);
  AddressedLanes at;
  if (!at.resolve(step, i, form.access, form.isWide))
    return Outcome::fault;
  for (uint32_t k = 0; k < form.elements; ++k) {
    const T *b = step.in<T>(step.listed(i, k));
    Slot slot = step.listed(i, form.elements + k);
    T *d = slot == noSlot ? nullptr : step.out<T>(slot);
    for (uint32_t left = step.mask; left != 0; left &= left - 1) {
      unsigned lane = static_cast<unsigned>(std::countr_zero(left));
      T old;
      std::memcpy(&old, at.host[lane] + k * sizeof(T), sizeof(T));
      T made = Op::apply(old, b[lane], isGlobalAddress(form.access, at.addresses[lane]));
      std::memcpy(at.host[lane] + k * sizeof(T), &made, sizeof(T));
      if (d)
        d[lane] = old;
    }
  }
  return Outcome::next;
}

/// d, b: compared with, c: stored when equal
template <typename T> Outcome compareAndSwap(Step &step, const Instruction &i) {
  const auto &form = *static_cast<const AtomicForm *>(i.payload);
  AddressedLanes at;
  if (!at.resolve(step, i, form.access, form.isWide))
    return Outcome::fault;
  const T *b = step.in<T>(i.b), *c = step.in<T>(i.c);
  T *d = step.out<T>(i.d);
  for (uint32_t left = step.mask; left != 0; left &= left - 1) {
    unsigned lane = static_cast<unsigned>(std::countr_zero(left));
    T old, compared = b[lane], stored = c[lane];
    std::memcpy(&old, at.host[lane], sizeof(T));
    if (old == compared)
      std::memcpy(at.host[lane], &stored, sizeof(T));
    d[lane] = old;
  }
  return Outcome::next;
}

// --- which handler

template <typename Op> Handler forBits(Type type) {
  return type == Type::b32 ? modify<uint32_t, Op> : type == Type::b64 ? Handler(modify<uint64_t, Op>) : nullptr;
}

template <typename Op> Handler forIntegers(Type type) {
  switch (type) {
  case Type::u32: return modify<uint32_t, Op>;
  case Type::s32: return modify<int32_t, Op>;
  case Type::u64: return modify<uint64_t, Op>;
  case Type::s64: return modify<int64_t, Op>;
  default: return nullptr;
  }
}

template <typename Op> Handler forSmallFloats(Type type) {
  switch (type) {
  case Type::f16: return modify<Half, Op>;
  case Type::bf16: return modify<Bfloat, Op>;
  case Type::f16x2: return modify<Pair<Half>, Packed<Op>>;
  case Type::bf16x2: return modify<Pair<Bfloat>, Packed<Op>>;
  default: return nullptr;
  }
}

/// Wraps as two's complement does, also for the signed type.
Handler forAdd(Type type) {
  switch (type) {
  case Type::u32:
  case Type::s32: return modify<uint32_t, Add>;
  case Type::u64: return modify<uint64_t, Add>;
  case Type::f32: return modify<float, Add>;
  case Type::f64: return modify<double, Add>;
  default: return forSmallFloats<Add>(type);
  }
}

Handler forExchange(Type type) {
  return type == Type::b128 ? modify<Bits128, Exchange> : forBits<Exchange>(type);
}

Handler forCompare(Type type) {
  switch (type) {
  case Type::b16: return compareAndSwap<uint16_t>;
  case Type::b32: return compareAndSwap<uint32_t>;
  case Type::b64: return compareAndSwap<uint64_t>;
  case Type::b128: return compareAndSwap<Bits128>;
  default: return nullptr;
  }
}

template <typename Op> Handler forExtremes(Type type, bool isVector) {
  return isVector ? forSmallFloats<Op>(type) : forIntegers<Op>(type);
}

Handler findHandler(std::string_view op, Type type, bool isVector, bool returns) {
  if (isVector && op != "add" && op != "min" && op != "max")
    return nullptr;
  if (isVector && op == "add" && type != Type::f32 && !forSmallFloats<Add>(type))
    return nullptr;
  if (op == "add")
    return forAdd(type);
  if (op == "min")
    return forExtremes<Min>(type, isVector);
  if (op == "max")
    return forExtremes<Max>(type, isVector);
  if (op == "inc" || op == "dec")
    return type != Type::u32 ? nullptr : op == "inc" ? modify<uint32_t, Inc> : modify<uint32_t, Dec>;
  if (op == "and")
    return forBits<And>(type);
  if (op == "or")
    return forBits<Or>(type);
  if (op == "xor")
    return forBits<Xor>(type);
  return !returns ? nullptr : op == "exch" ? forExchange(type) : forCompare(type);
}

// --- builders

void takeOrder(InstructionBuilder &b, Access &access, bool returns) {
  std::string_view order = b.takeOneOf({"relaxed", "acquire", "release", "acq_rel"});
  access.acquires = order == "acquire" || order == "acq_rel";
  access.releases = order == "release" || order == "acq_rel";
  if (access.acquires && !returns)
    b.failOperand("`red` returns nothing and can't acquire: `.relaxed` and `.release` are its orders");
  access.scope = takeScope(b).value_or(Scope::gpu);
}

bool checkForm(InstructionBuilder &b, std::string_view op, Type type, uint32_t elements, Space space, bool hasNoFlush) {
  bool isSmall = type == Type::f16 || type == Type::bf16 || type == Type::f16x2 || type == Type::bf16x2;
  if (isSmall != hasNoFlush)
    return b.failOperand(isSmall ? "`." + std::string(ptx::getName(type)) + "` needs `.noftz`" : "`.noftz` is for f16 and bf16");
  if (elements > 1 && space != Space::global)
    return b.failOperand("a vector form is for `.global` only");
  bool is16 = type == Type::f16 || type == Type::bf16;
  if ((elements == 8 && !is16) || (elements > 1 && type == Type::f32 && op != "add"))
    return b.failUnsupported("`." + std::string(op) + "` has no vector of " + std::to_string(elements) + " `." + std::string(ptx::getName(type)) + "`");
  return true;
}

/// atom{.order}{.scope}{.space}.op{.noftz}{.vec}.type d, [a], b{, c}{, policy};   red without d
bool buildAtomic(InstructionBuilder &b, bool returns) {
  Access access;
  access.kind = AccessKind::atomic;
  access.isStrong = true;
  takeOrder(b, access, returns);
  bool isCluster = false;
  access.space = b.takeSpace(&isCluster);
  access.toCluster = isCluster;
  if (access.space != Space::generic && access.space != Space::global && access.space != Space::shared)
    return b.failOperand("atomics are for generic addresses, `.global` and `.shared`");
  std::string_view op = b.takeOneOf({"add", "min", "max", "inc", "dec", "and", "or", "xor", "exch", "cas"});
  if (op.empty())
    return b.failOperand("`" + std::string(b.source().opcode) + "` has no operation");
  bool hasPolicy = b.isLeft("L2::cache_hint"), hasNoFlush = b.take("noftz");
  b.dropCacheHints();
  std::string_view vector = b.takeOneOf({"v2", "v4", "v8"});
  uint32_t elements = vector.empty() ? 1 : static_cast<uint32_t>(vector[1] - '0');
  Type type = b.takeTypeIfAny();
  Handler handler = findHandler(op, type, elements > 1, returns);
  if (!handler)
    return b.failUnsupported("`" + std::string(b.source().opcode) + "." + std::string(op) + "` does not take the type `." +
                             std::string(ptx::getName(type)) + "` here");
  if (!checkForm(b, op, type, elements, access.space, hasNoFlush) || !b.expectOperands((returns ? 3 : 2) + (op == "cas") + hasPolicy))
    return false;
  access.bytes = access.alignment = ptx::getBits(type) / 8 * elements;
  size_t first = returns ? 1 : 0;
  Address address = b.readAddress(b.operand(first), access.space);
  AtomicForm form{access, address.isWide, elements};
  auto finish = [&](Instruction &made) {
    made.immediate = address.offset;
    made.payload = b.keep(form);
    return true;
  };
  if (hasPolicy)
    b.read(b.operandCount() - 1, Type::b64);
  if (op == "cas") {
    Slot compared = b.read(2, type), stored = b.read(3, type), d = b.write(0, type);
    return finish(b.emit(handler, d, address.base, compared, stored));
  }
  const Operand &values = b.operand(first + 1);
  if ((values.kind == Operand::Kind::vector ? values.elements.size() : 1) != elements ||
      (returns && (b.operand(0).kind == Operand::Kind::vector ? b.operand(0).elements.size() : 1) != elements))
    return b.failOperand("vectors of " + std::to_string(elements) + " are expected");
  std::vector<Slot> slots;
  auto each = [&](const Operand &operand, auto use) {
    for (uint32_t k = 0; k < elements; ++k)
      slots.push_back(use(operand.kind == Operand::Kind::vector ? operand.elements[k] : operand));
  };
  each(values, [&](const Operand &o) { return b.read(o, type); });
  if (returns)
    each(b.operand(0), [&](const Operand &o) { return b.write(o, type); });
  slots.resize(2 * size_t(elements), noSlot);
  uint32_t list = b.pushSlots(slots);
  Instruction &made = b.emit(handler, noSlot, address.base);
  made.first = list, made.count = 2 * elements;
  return finish(made);
}

bool buildAtom(InstructionBuilder &b) { return buildAtomic(b, true); }
bool buildRed(InstructionBuilder &b) { return buildAtomic(b, false); }

} // namespace

void addAtomicForms(Forms &forms) {
  forms.add("atom", buildAtom);
  forms.add("red", buildRed);
}

} // namespace tessera::emulator
