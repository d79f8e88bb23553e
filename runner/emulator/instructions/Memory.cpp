// SPDX-License-Identifier: Apache-2.0
// ld, ldu, st and prefetch, of every space, vector length and strength; alloca and its stack.

#include "runner/emulator/instructions/Families.h"
#include "runner/emulator/instructions/StrongAccess.h"
#include "runner/emulator/machine/DynamicLocal.h"
#include "runner/emulator/program/Builder.h"
#include <algorithm>
#include <cstring>

namespace tessera::emulator {

using ptx::Operand;
using ptx::Space;
using ptx::Type;

namespace {

/// `payload` of loads and stores.
struct MemoryForm {
  Access access;
  bool isWide = true;
};

/// Element `k` of each lane's vector, between host bytes and the slot's lanes.
template <typename T> Outcome load(Step &step, const Instruction &i) {
  const auto &form = *static_cast<const MemoryForm *>(i.payload);
  AddressedLanes at;
  if (!at.resolve(step, i, form.access, form.isWide))
    return Outcome::fault;
  for (uint32_t k = 0; k < i.count; ++k) {
    T *d = step.out<T>(step.listed(i, k));
    for (uint32_t left = step.mask; left; left &= left - 1) {
      unsigned lane = static_cast<unsigned>(__builtin_ctz(left));
      std::memcpy(&d[lane], at.host[lane] + k * sizeof(T), sizeof(T));
    }
  }
  return Outcome::next;
}

template <typename T> Outcome store(Step &step, const Instruction &i) {
  const auto &form = *static_cast<const MemoryForm *>(i.payload);
  AddressedLanes at;
  if (!at.resolve(step, i, form.access, form.isWide))
    return Outcome::fault;
  for (uint32_t k = 0; k < i.count; ++k) {
    const T *values = step.in<T>(step.listed(i, k));
    for (uint32_t left = step.mask; left; left &= left - 1) {
      unsigned lane = static_cast<unsigned>(__builtin_ctz(left));
      std::memcpy(at.host[lane] + k * sizeof(T), &values[lane], sizeof(T));
    }
  }
  return Outcome::next;
}

/// A kernel's parameters are the same for all lanes: one look, no check that can fail at run time.
template <typename T> Outcome loadParameter(Step &step, const Instruction &i) {
  for (uint32_t k = 0; k < i.count; ++k) {
    T value;
    std::memcpy(&value, &step.machine.parameters[i.immediate + k * sizeof(T)], sizeof(T));
    T *d = step.out<T>(step.listed(i, k));
    for (uint32_t left = step.mask; left; left &= left - 1)
      d[__builtin_ctz(left)] = value;
  }
  return Outcome::next;
}

struct Wide128 {
  uint64_t low, high;
};

template <template <typename> class Pick> Handler byBits(unsigned bits) {
  switch (bits) {
  case 8: return Pick<uint8_t>::handler;
  case 16: return Pick<uint16_t>::handler;
  case 32: return Pick<uint32_t>::handler;
  case 64: return Pick<uint64_t>::handler;
  case 128: return Pick<Wide128>::handler;
  default: return nullptr;
  }
}
template <typename T> struct PickLoad { static constexpr Handler handler = load<T>; };
template <typename T> struct PickStore { static constexpr Handler handler = store<T>; };
template <typename T> struct PickParameter { static constexpr Handler handler = loadParameter<T>; };

constexpr std::initializer_list<Type> memoryTypes = {Type::b8,  Type::b16, Type::b32, Type::b64, Type::b128, Type::u8,  Type::u16,  Type::u32,
                                                     Type::u64, Type::s8,  Type::s16, Type::s32, Type::s64,  Type::f16, Type::bf16, Type::f32,
                                                     Type::f64, Type::f16x2, Type::bf16x2};

/// `.volatile`, `.relaxed.scope`, `.acquire.scope`, `.release.scope`, `.mmio`; nothing: a weak access.
void takeStrength(InstructionBuilder &b, Access &access) {
  if (b.take("volatile")) {
    access.isStrong = true;
    return;
  }
  b.take("mmio");
  std::string_view order = b.takeOneOf({"relaxed", "acquire", "release"});
  if (order.empty())
    return;
  access.isStrong = true;
  access.acquires = order == "acquire";
  access.releases = order == "release";
  if (std::optional<Scope> scope = takeScope(b))
    access.scope = *scope;
  else
    b.failOperand("`." + std::string(order) + "` needs a scope: `.cta`, `.cluster`, `.gpu` or `.sys`");
}

unsigned takeVectorLength(InstructionBuilder &b) {
  std::string_view length = b.takeOneOf({"v2", "v4", "v8"});
  return length.empty() ? 1 : static_cast<unsigned>(length[1] - '0');
}

/// ld{.strength}{.space}{.hints}{.vec}.type d, [a]{, policy};   st the other way round.
bool buildAccess(InstructionBuilder &b, bool isLoad) {
  Access access;
  access.kind = isLoad ? AccessKind::read : AccessKind::write;
  takeStrength(b, access);
  bool isCluster = false;
  access.space = b.takeSpace(&isCluster);
  access.toCluster = isCluster;
  b.take("unified");
  b.dropCacheHints();
  unsigned length = takeVectorLength(b);
  Type type = b.takeType(memoryTypes);
  if (type == Type::none || !b.expectOperands(2, 3))
    return false;
  if (b.operandCount() == 3)
    b.read(2, Type::b64); // a cache policy: a hint
  const Operand &values = b.operand(isLoad ? 0 : 1), &where = b.operand(isLoad ? 1 : 0);
  if (where.kind != Operand::Kind::address)
    return b.failOperand("an address in brackets is expected");
  unsigned bits = ptx::getBits(type), parts = values.kind == Operand::Kind::vector ? static_cast<unsigned>(values.elements.size()) : 1;
  if (parts != length || bits * length > 256)
    return b.failOperand("a vector of " + std::to_string(parts) + " stands where `." + (length == 1 ? "" : "v" + std::to_string(length) + ".") +
                         std::string(ptx::getName(type)) + "` is moved");
  access.bytes = access.alignment = bits / 8 * length;
  Address address = b.readAddress(where, access.space);
  auto [first, count] = isLoad ? b.writeList(values, type) : b.readList(values, type);
  std::optional<uint64_t> parameter = isLoad && access.space == Space::param ? b.entryParameter(address, access.bytes) : std::nullopt;
  Handler handler = parameter ? byBits<PickParameter>(bits) : isLoad ? byBits<PickLoad>(bits) : byBits<PickStore>(bits);
  Instruction &made = b.emit(handler, noSlot, address.base);
  made.immediate = parameter ? *parameter : address.offset;
  made.first = first, made.count = count;
  made.payload = b.keep(MemoryForm{access, address.isWide});
  return true;
}

bool buildLd(InstructionBuilder &b) { return buildAccess(b, true); }
bool buildSt(InstructionBuilder &b) { return buildAccess(b, false); }

Outcome nothing(Step &, const Instruction &) { return Outcome::next; }

/// prefetch{.space}.level [a];   prefetchu.L1 [a];   no effect that a program can see
bool buildPrefetch(InstructionBuilder &b) {
  Space space = b.takeSpace();
  if (b.takeOneOf({"L1", "L2", "L2::evict_last", "L2::evict_normal"}).empty())
    return b.failOperand("`prefetch` names no cache level");
  if (!b.expectOperands(1))
    return false;
  b.readAddress(b.operand(0), space);
  b.emit(nothing);
  return true;
}

// --- local memory of a size known at run time

constexpr uint64_t largestLocal = 512 * 1024; // bytes a thread, CUDA's limit

template <typename T> Outcome allocateLocal(Step &step, const Instruction &i) {
  const T *sizes = step.in<T>(i.a);
  Frame &frame = *step.fragment.frame;
  uint64_t most = 0, begin = (findLocalEnd(step.warp, frame) + i.immediate - 1) / i.immediate * i.immediate;
  for (uint32_t left = step.mask; left; left &= left - 1)
    most = std::max<uint64_t>(most, sizes[__builtin_ctz(left)]);
  if (most > largestLocal || begin + most > largestLocal)
    return step.fault(DiagnosticId::launchLimit, "`alloca` of " + std::to_string(most) + " bytes takes the thread beyond 512 KiB of local memory");
  step.warp.state<DynamicLocal>().ends[&frame] = static_cast<uint32_t>(begin + most);
  growLocal(step.warp, static_cast<uint32_t>(begin + most));
  for (uint32_t left = step.mask; left; left &= left - 1)
    step.out<T>(i.d)[__builtin_ctz(left)] = static_cast<T>(begin);
  return Outcome::next;
}

template <typename T> Outcome saveStack(Step &step, const Instruction &i) {
  for (uint32_t left = step.mask; left; left &= left - 1)
    step.out<T>(i.d)[__builtin_ctz(left)] = findLocalEnd(step.warp, *step.fragment.frame);
  return Outcome::next;
}

/// Lanes share the end of a frame's local memory: it falls only as far as the lane allows that saved last.
template <typename T> Outcome restoreStack(Step &step, const Instruction &i) {
  const T *saved = step.in<T>(i.a);
  Frame &frame = *step.fragment.frame;
  uint32_t own = frame.localBase + frame.function->localBytes, end = own;
  for (uint32_t left = step.mask; left; left &= left - 1)
    end = std::max<uint32_t>(end, static_cast<uint32_t>(std::min<uint64_t>(saved[__builtin_ctz(left)], largestLocal)));
  if (step.mask == step.warp.live && end <= findLocalEnd(step.warp, frame))
    step.warp.state<DynamicLocal>().ends[&frame] = end;
  return Outcome::next;
}

/// alloca.type address, size {, alignment};
bool buildAlloca(InstructionBuilder &b) {
  Type type = b.takeType({Type::u32, Type::u64});
  if (type == Type::none || !b.expectOperands(2, 3))
    return false;
  std::optional<int64_t> alignment = b.operandCount() == 3 ? b.expectLiteral(2, 1, 4096) : std::optional<int64_t>(8);
  if (!alignment)
    return false;
  if (*alignment & (*alignment - 1))
    return b.failOperand("an alignment of " + std::to_string(*alignment) + " is no power of two");
  Slot size = b.read(1, type);
  b.emit(type == Type::u64 ? allocateLocal<uint64_t> : allocateLocal<uint32_t>, b.write(0, type), size).immediate = static_cast<uint64_t>(*alignment);
  return true;
}

bool buildStackSave(InstructionBuilder &b) {
  Type type = b.takeType({Type::u32, Type::u64});
  if (type == Type::none || !b.expectOperands(1))
    return false;
  b.emit(type == Type::u64 ? saveStack<uint64_t> : saveStack<uint32_t>, b.write(0, type));
  return true;
}

bool buildStackRestore(InstructionBuilder &b) {
  Type type = b.takeType({Type::u32, Type::u64});
  if (type == Type::none || !b.expectOperands(1))
    return false;
  b.emit(type == Type::u64 ? restoreStack<uint64_t> : restoreStack<uint32_t>, noSlot, b.read(0, type));
  return true;
}

} // namespace

void addMemoryForms(Forms &forms) {
  forms.add("ld", buildLd);
  forms.add("ldu", buildLd);
  forms.add("st", buildSt);
  forms.add("prefetch", buildPrefetch);
  forms.add("prefetchu", buildPrefetch);
  forms.add("alloca", buildAlloca);
  forms.add("stacksave", buildStackSave);
  forms.add("stackrestore", buildStackRestore);
}

} // namespace tessera::emulator
