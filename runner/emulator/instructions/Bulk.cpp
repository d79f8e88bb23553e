// SPDX-License-Identifier: Apache-2.0
// cp.async.bulk and cp.reduce.async.bulk without tensors: in all directions, their groups and prefetches; st.async and
// red.async, which write a register's value the same way. Every active lane issues a copy of its own.

#include "runner/emulator/async/BulkCopy.h"
#include "runner/emulator/instructions/BulkForms.h"
#include "runner/emulator/instructions/Families.h"
#include "runner/emulator/machine/Observer.h"
#include <algorithm>
#include <cstring>

namespace tessera::emulator {

using ptx::Space;
using ptx::Type;

namespace {
struct BulkForm {
  Address target, source, barrier;
  Slot size = noSlot, mask = noSlot;
  bool fromGlobal = false, toGlobal = false;
  bool toCluster = false; // the target and the mbarrier may be another CTA's
  Reducer reducer = nullptr;
  const char *what = nullptr;
};

/// `st.async` and `red.async`.
struct ValueForm {
  Address target, barrier;
  uint32_t elementBytes = 4;
  Reducer reducer = nullptr;
};
} // namespace

static bool checkGlobal(Step &step, uint64_t address, unsigned lane) {
  if (address % 16 == 0)
    return true;
  step.fault(DiagnosticId::memoryMisaligned, "a bulk copy has its global memory at " + hexText(address) + ", which is no multiple of 16", static_cast<int>(lane));
  return false;
}

namespace {
/// What one handler needs of all lanes.
struct BulkAddresses {
  uint64_t target[warpSize], source[warpSize], barrier[warpSize];
};
} // namespace

/// Where the copy's shared target and its mbarrier are. False after a report.
static bool prepareTargets(Step &step, const BulkForm &form, const BulkAddresses &at, unsigned lane, uint32_t size, SharedTargets &targets) {
  SharedPlace place = probeShared(step, Space::shared, form.toCluster, at.target[lane], size, 16, lane);
  if (!place.cta)
    return false;
  SharedPlace barrier = probeShared(step, Space::shared, form.toCluster, at.barrier[lane], 8, 8, lane);
  const uint16_t *mask = form.mask == noSlot ? nullptr : step.in<uint16_t>(form.mask) + lane;
  return barrier.cta && findTargets(step, lane, place, barrier, mask, targets);
}

static bool prepareSource(Step &step, const BulkForm &form, const BulkAddresses &at, unsigned lane, uint32_t size, BulkRange &source) {
  source.isGlobal = form.fromGlobal;
  if (form.fromGlobal) {
    source.address = at.source[lane];
    return checkGlobal(step, source.address, lane);
  }
  SharedPlace place = probeShared(step, Space::shared, false, at.source[lane], size, 16, lane);
  source.cta = place.cta;
  source.offset = place.offset;
  return place.cta;
}

static bool issueBulk(Step &step, const BulkForm &form, const BulkAddresses &at, unsigned lane) {
  uint32_t size = step.in<uint32_t>(form.size)[lane];
  if (size % 16 != 0)
    return step.fault(DiagnosticId::asyncMisuse, "a bulk copy has " + std::to_string(size) + " bytes, expected a multiple of 16", static_cast<int>(lane)), false;
  auto copy = std::make_shared<BulkCopy>(step, lane, form.what, Proxy::async);
  if (!prepareSource(step, form, at, lane, size, copy->source))
    return false;
  copy->reducer = form.reducer;
  copy->toGlobal = form.toGlobal;
  if (form.toGlobal) {
    copy->globalTarget = at.target[lane];
    if (!checkGlobal(step, at.target[lane], lane))
      return false;
    step.warp.state<BulkGroups>().add(copy, 1u << lane);
  } else if (!prepareTargets(step, form, at, lane, size, copy->targets)) {
    return false;
  }
  copy->setSize(size);
  if (StepObserver *observer = step.machine.options.observer)
    observer->issued(step, *copy, size, form.toGlobal ? nullptr : &copy->targets);
  step.cta.cluster->async.issue(step.machine, copy, step.cta.cluster);
  return !step.machine.failed;
}

static Outcome copyBulk(Step &step, const Instruction &i) {
  const BulkForm &form = *static_cast<const BulkForm *>(i.payload);
  BulkAddresses at;
  step.addresses(form.target.base, form.target.isWide, form.target.offset, at.target);
  step.addresses(form.source.base, form.source.isWide, form.source.offset, at.source);
  if (!form.toGlobal)
    step.addresses(form.barrier.base, form.barrier.isWide, form.barrier.offset, at.barrier);
  for (uint32_t left = step.mask; left; left &= left - 1)
    if (!issueBulk(step, form, at, static_cast<unsigned>(__builtin_ctz(left))))
      return Outcome::fault;
  return Outcome::next;
}

static Outcome commitGroup(Step &step, const Instruction &) {
  step.warp.state<BulkGroups>().commit(step);
  return Outcome::next;
}

/// `detail` 1: `.read`.
static Outcome waitGroup(Step &step, const Instruction &i) {
  BulkGroups &groups = step.warp.state<BulkGroups>();
  bool readsOnly = i.detail;
  if (!groups.areDone(step.mask, i.immediate, readsOnly, false))
    return step.waitFor(WaitReason::Kind::bulkGroup, i.immediate);
  groups.traceWait(step, readsOnly ? "wait until bulk copies have read" : "wait for bulk copies", i.immediate,
                   readsOnly, false);
  groups.acquire(step.machine, step.warp, step.mask, i.immediate, readsOnly, false);
  return Outcome::next;
}

static Outcome doNothing(Step &, const Instruction &) { return Outcome::next; }

// --- builders

bool takeReduction(InstructionBuilder &b, Reduction &reduction) {
  static constexpr std::pair<std::string_view, Reduction> names[] = {
      {"add", Reduction::add}, {"min", Reduction::min},    {"max", Reduction::max},   {"inc", Reduction::inc},
      {"dec", Reduction::dec}, {"and", Reduction::bitAnd}, {"or", Reduction::bitOr}, {"xor", Reduction::bitXor}};
  for (auto [name, value] : names)
    if (b.take(name)) {
      reduction = value;
      return true;
    }
  return b.failOperand("a reduction names no operation");
}

static bool toReducedType(Type type, ReducedType &reduced) {
  static constexpr std::pair<Type, ReducedType> types[] = {
      {Type::u32, ReducedType::u32},   {Type::s32, ReducedType::s32},   {Type::u64, ReducedType::u64}, {Type::s64, ReducedType::s64},
      {Type::f16, ReducedType::f16},   {Type::bf16, ReducedType::bf16}, {Type::f32, ReducedType::f32Ftz}, {Type::f64, ReducedType::f64},
      {Type::b32, ReducedType::b32},   {Type::b64, ReducedType::b64}};
  for (auto [from, to] : types)
    if (from == type) {
      reduced = to;
      return true;
    }
  return false;
}

/// `.op{.noftz}.type` of a reduction onto global or (`isShared`) shared memory. Null after an error.
static Reducer takeReducer(InstructionBuilder &b, bool isShared, Type &type) {
  Reduction reduction;
  if (!takeReduction(b, reduction))
    return nullptr;
  bool keepsSubnormals = b.take("noftz");
  type = b.takeTypeIfAny();
  ReducedType reduced;
  bool isNarrow = type == Type::f16 || type == Type::bf16;
  Reducer reducer = toReducedType(type, reduced) ? getReducer(reduction, reduced) : nullptr;
  // Shared memory reduces fewer: integers of 32 bits, and sums of .u64.
  bool isAllowed = !isShared || (ptx::getBits(type) == 32 && type != Type::f32) || (type == Type::u64 && reduction == Reduction::add);
  if (!reducer || !isAllowed) {
    b.failUnsupported("this reduction does not take the type `." + std::string(ptx::getName(type)) + "`");
    return nullptr;
  }
  if (keepsSubnormals != (isNarrow && reduction == Reduction::add)) {
    b.failOperand("`.noftz` stands in sums of `.f16` and `.bf16`, and must");
    return nullptr;
  }
  return reducer;
}

/// Directions by their state spaces and by how they tell that they are done.
static bool takeDirection(InstructionBuilder &b, BulkForm &form) {
  bool hasBarrier = b.take("mbarrier::complete_tx::bytes"), hasGroup = b.take("bulk_group");
  bool hasGlobal = b.take("global"), hasCta = b.take("shared::cta"), hasCluster = b.take("shared::cluster");
  form.toCluster = hasCluster;
  form.fromGlobal = hasBarrier && hasGlobal;
  form.toGlobal = hasGroup && hasGlobal;
  bool isLoad = hasBarrier && hasGlobal && hasCta != hasCluster, isStore = hasGroup && hasGlobal && hasCta && !hasCluster;
  bool isExchange = hasBarrier && !hasGlobal && hasCta && hasCluster;
  if (hasBarrier != hasGroup && (isLoad || isStore || isExchange))
    return true;
  return b.failUnsupported("a bulk copy from and to these state spaces with this completion is not supported");
}

static const char *nameCopy(const BulkForm &form) {
  if (form.reducer)
    return "bulk reduction";
  return form.fromGlobal ? "bulk load" : form.toGlobal ? "bulk store" : "bulk copy between CTAs";
}

/// cp{.reduce}.async.bulk.<target>.<source>.<completion>{.multicast::cluster}{.op.type} [d], [s], size{, [m]}{, mask}{, policy};
static bool buildCopyBulk(InstructionBuilder &b, bool reduces) {
  BulkForm form;
  bool hasPolicy = b.isLeft("L2::cache_hint"), isMulticast = b.take("multicast::cluster");
  b.dropCacheHints();
  if (!takeDirection(b, form))
    return false;
  if (reduces && form.fromGlobal)
    return b.failUnsupported("a bulk reduction reads shared memory, not global memory");
  Type type = Type::none;
  if (reduces && !(form.reducer = takeReducer(b, !form.toGlobal, type)))
    return false;
  if (isMulticast && (!form.fromGlobal || !form.toCluster))
    return b.failOperand("`.multicast::cluster` is for loads into `.shared::cluster`");
  if (!b.expectOperands(3u + !form.toGlobal + isMulticast + hasPolicy))
    return false;
  form.what = nameCopy(form);
  form.target = b.readAddress(b.operand(0), form.toGlobal ? Space::global : Space::shared);
  form.source = b.readAddress(b.operand(1), form.fromGlobal ? Space::global : Space::shared);
  form.size = b.read(2, Type::u32);
  if (!form.toGlobal)
    form.barrier = b.readAddress(b.operand(3), Space::shared);
  if (isMulticast)
    form.mask = b.read(4, Type::b16);
  if (hasPolicy)
    b.read(b.operandCount() - 1, Type::b64);
  b.emit(copyBulk).payload = b.keep(form);
  return true;
}

/// cp.async.bulk.prefetch.L2.global{.L2::cache_hint} [a], size{, policy};
static bool buildPrefetch(InstructionBuilder &b) {
  bool hasPolicy = b.isLeft("L2::cache_hint");
  b.dropCacheHints();
  if (!b.take("L2") || !b.take("global"))
    return b.failOperand("a bulk prefetch is written `cp.async.bulk.prefetch.L2.global`");
  if (!b.expectOperands(hasPolicy ? 3 : 2))
    return false;
  b.readAddress(b.operand(0), Space::global);
  b.read(1, Type::u32);
  b.emit(doNothing);
  return true;
}

static bool buildWaitGroup(InstructionBuilder &b) {
  bool readsOnly = b.take("read");
  std::optional<int64_t> allowed = b.expectOperands(1) ? b.expectLiteral(0, 0, INT32_MAX) : std::nullopt;
  if (!allowed)
    return false;
  Instruction &made = b.emit(waitGroup);
  made.immediate = static_cast<uint64_t>(*allowed);
  made.detail = readsOnly;
  return true;
}

static bool buildBulk(InstructionBuilder &b) {
  b.take("async");
  b.take("bulk");
  if (b.take("commit_group") && b.expectOperands(0))
    return b.emit(commitGroup), true;
  if (b.take("wait_group"))
    return buildWaitGroup(b);
  if (b.take("prefetch"))
    return buildPrefetch(b);
  return buildCopyBulk(b, b.take("reduce"));
}

// --- st.async and red.async

static Outcome writeValues(Step &step, const Instruction &i) {
  const ValueForm &form = *static_cast<const ValueForm *>(i.payload);
  uint64_t targets[warpSize], barriers[warpSize];
  step.addresses(form.target.base, form.target.isWide, form.target.offset, targets);
  step.addresses(form.barrier.base, form.barrier.isWide, form.barrier.offset, barriers);
  uint32_t bytes = form.elementBytes * i.count;
  for (uint32_t left = step.mask; left; left &= left - 1) {
    unsigned lane = static_cast<unsigned>(__builtin_ctz(left));
    auto copy = std::make_shared<BulkCopy>(step, lane, form.reducer ? "red.async" : "st.async", Proxy::generic);
    SharedPlace place = probeShared(step, Space::shared, true, targets[lane], bytes, bytes, lane);
    SharedPlace barrier = place.cta ? probeShared(step, Space::shared, true, barriers[lane], 8, 8, lane) : SharedPlace{};
    if (!barrier.cta || !findTargets(step, lane, place, barrier, nullptr, copy->targets))
      return Outcome::fault;
    std::vector<uint8_t> data(bytes);
    for (uint32_t k = 0; k < i.count; ++k)
      std::memcpy(&data[k * form.elementBytes], step.in<uint8_t>(step.listed(i, k)) + lane * form.elementBytes, form.elementBytes);
    copy->reducer = form.reducer;
    copy->give(std::move(data));
    if (StepObserver *observer = step.machine.options.observer)
      observer->issued(step, *copy, bytes, &copy->targets);
    step.cta.cluster->async.issue(step.machine, copy, step.cta.cluster);
    if (step.machine.failed)
      return Outcome::fault;
  }
  return Outcome::next;
}

static bool emitValues(InstructionBuilder &b, ValueForm form, Type type, unsigned elements) {
  if (!b.expectOperands(3))
    return false;
  form.elementBytes = ptx::getBits(type) / 8;
  form.target = b.readAddress(b.operand(0), Space::shared);
  form.barrier = b.readAddress(b.operand(2), Space::shared);
  auto [first, count] = b.readList(b.operand(1), type);
  if (count != elements)
    return b.failOperand(std::to_string(count) + " values are stored, the instruction names " + std::to_string(elements));
  if (form.elementBytes * count > 16)
    return b.failOperand("`st.async` writes 16 bytes at most, not " + std::to_string(form.elementBytes * count));
  Instruction &made = b.emit(writeValues);
  made.first = first;
  made.count = count;
  made.payload = b.keep(form);
  return true;
}

/// st.async{.weak}.shared::cluster.mbarrier::complete_tx::bytes{.v2,.v4}.type [a], b, [m];
static bool buildStoreAsync(InstructionBuilder &b) {
  b.take("async");
  b.take("weak");
  unsigned elements = b.take("v2") ? 2 : b.take("v4") ? 4 : 1;
  if (!b.take("shared::cluster") || !b.take("mbarrier::complete_tx::bytes"))
    return b.failUnsupported("only `st.async` to `.shared::cluster` that completes at an mbarrier is supported");
  Type type = b.takeType({Type::b32, Type::b64, Type::u32, Type::u64, Type::s32, Type::s64, Type::f32, Type::f64});
  return type != Type::none && emitValues(b, {}, type, elements);
}

/// red.async.relaxed.cluster.shared::cluster.mbarrier::complete_tx::bytes.op.type [a], b, [m];
static bool buildReduceAsync(InstructionBuilder &b) {
  b.take("async");
  if (!b.take("relaxed") || !b.take("cluster") || !b.take("shared::cluster") || !b.take("mbarrier::complete_tx::bytes"))
    return b.failUnsupported("only `red.async.relaxed.cluster` to `.shared::cluster` that completes at an mbarrier is supported");
  ValueForm form;
  Type type = Type::none;
  form.reducer = takeReducer(b, true, type);
  return form.reducer && emitValues(b, form, type, 1);
}

void addBulkForms(Forms &forms) {
  forms.add("cp", buildBulk, "bulk");
  forms.add("st", buildStoreAsync, "async");
  forms.add("red", buildReduceAsync, "async");
}

} // namespace tessera::emulator
