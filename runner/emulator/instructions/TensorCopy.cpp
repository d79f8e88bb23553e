// SPDX-License-Identifier: Apache-2.0
// cp.async.bulk.tensor and cp.reduce.async.bulk.tensor of 1 to 5 dimensions in tile mode, their prefetches, and tensor maps made
// or changed by a kernel: tensormap.replace, tensormap.cp_fenceproxy, prefetch.tensormap.

#include "runner/emulator/async/TensorTransfer.h"
#include "runner/emulator/instructions/BulkForms.h"
#include "runner/emulator/instructions/Families.h"
#include "runner/emulator/machine/Observer.h"
#include <cstring>

namespace tessera::emulator {

using ptx::Operand;
using ptx::Space;
using ptx::Type;

namespace {
struct TensorForm {
  Address map, shared, barrier;
  Slot coordinates[5] = {};
  Slot mask = noSlot;
  unsigned rank = 1;
  bool toCluster = false;
  bool reduces = false;
  Reduction reduction = Reduction::add;
};
} // namespace

static bool misuse(Step &step, std::string message, unsigned lane) {
  step.fault(DiagnosticId::asyncMisuse, std::move(message), static_cast<int>(lane));
  return false;
}

// --- maps

/// Reads the map at a generic address. False after a report.
static bool readMap(Step &step, uint64_t address, unsigned lane, TensorMap &map) {
  Access access{.space = Space::generic, .kind = AccessKind::read, .bytes = tensorMapBytes, .alignment = 64, .mayBeUninitialized = true};
  const uint8_t *bytes = step.resolveOne(access, address, lane);
  if (!bytes)
    return false;
  if (address - sharedWindow < windowSize)
    return misuse(step, "a tensor map at " + hexText(address) + " is in shared memory, expected global, constant or parameter memory", lane);
  if (auto changed = step.machine.changedMaps.find(address); changed != step.machine.changedMaps.end())
    if (step.cta.state<AcquiredMaps>().changes[address] != changed->second)
      return misuse(step, "the tensor map at " + hexText(address) + " was changed by this kernel, and no `fence.proxy.tensormap::generic.acquire` of it has come since", lane);
  DecodedTensorMap decoded = decodeTensorMap(bytes);
  if (!decoded.error.empty())
    return misuse(step, "the tensor map at " + hexText(address) + ": " + decoded.error, lane);
  if (decoded.map.interleave != TensorInterleave::none)
    return misuse(step, "the tensor map at " + hexText(address) + " is interleaved, which is not supported", lane);
  map = decoded.map;
  return true;
}

/// The map of `lane` and whether the instruction fits it.
static bool findMap(Step &step, const TensorForm &form, uint64_t address, unsigned lane, TensorMap &map) {
  if (!readMap(step, address, lane, map))
    return false;
  if (map.rank != form.rank)
    return misuse(step, "the tensor map at " + hexText(address) + " has " + std::to_string(map.rank) + " dimensions but the instruction has " +
                            std::to_string(form.rank), lane);
  return true;
}

static std::array<int32_t, 5> readCoordinates(const Step &step, const TensorForm &form, unsigned lane) {
  std::array<int32_t, 5> coordinates{};
  for (unsigned d = 0; d < form.rank; ++d)
    coordinates[d] = step.in<int32_t>(form.coordinates[d])[lane];
  return coordinates;
}

// --- loads

/// The hardware stops at a box that does not begin at 16 bytes of a row: an illegal instruction, for loads, stores and reductions of
/// every type and swizzle (seen on an H200; the ISA is silent).
static bool checkRowStart(Step &step, const TensorMap &map, const std::array<int32_t, 5> &coordinates, unsigned lane) {
  constexpr int64_t alignment = 16;
  int64_t bytes = int64_t(coordinates[0]) * getBytes(map.element);
  return bytes % alignment == 0 ||
         misuse(step, "coordinate 0 of a tensor copy is " + std::to_string(coordinates[0]) + ", byte " + std::to_string(bytes) +
                          " of a row, but must be at a multiple of 16 bytes", lane);
}

static bool issueLoad(Step &step, const TensorForm &form, uint64_t mapAddress, uint64_t target, uint64_t barrier, unsigned lane) {
  TensorMap map;
  if (!findMap(step, form, mapAddress, lane, map))
    return false;
  std::array<int32_t, 5> coordinates = readCoordinates(step, form, lane);
  if (!checkRowStart(step, map, coordinates, lane))
    return false;
  auto bytes = static_cast<uint32_t>(std::min<uint64_t>(getBoxLayout(map).totalBytes, UINT32_MAX));
  SharedPlace place = probeShared(step, Space::shared, form.toCluster, target, bytes, 128, lane);
  SharedPlace barrierPlace = place.cta ? probeShared(step, Space::shared, form.toCluster, barrier, 8, 8, lane) : SharedPlace{};
  SharedTargets targets;
  const uint16_t *mask = form.mask == noSlot ? nullptr : step.in<uint16_t>(form.mask) + lane;
  if (!barrierPlace.cta || !findTargets(step, lane, place, barrierPlace, mask, targets))
    return false;
  auto load = std::make_shared<TensorLoad>(step, lane, map, coordinates, std::move(targets));
  if (StepObserver *observer = step.machine.options.observer)
    observer->issued(step, *load, bytes, &load->targets);
  step.cta.cluster->async.issue(step.machine, load, step.cta.cluster);
  return !step.machine.failed;
}

static Outcome loadTensor(Step &step, const Instruction &i) {
  const TensorForm &form = *static_cast<const TensorForm *>(i.payload);
  uint64_t maps[warpSize], targets[warpSize], barriers[warpSize];
  step.addresses(form.map.base, form.map.isWide, form.map.offset, maps);
  step.addresses(form.shared.base, form.shared.isWide, form.shared.offset, targets);
  step.addresses(form.barrier.base, form.barrier.isWide, form.barrier.offset, barriers);
  for (uint32_t left = step.mask; left; left &= left - 1)
    if (unsigned lane = static_cast<unsigned>(__builtin_ctz(left)); !issueLoad(step, form, maps[lane], targets[lane], barriers[lane], lane))
      return Outcome::fault;
  return Outcome::next;
}

// --- stores and reductions

/// What the map's elements are to a reduction: `and`, `or` and `xor` see bits.
static Reducer findReducer(Reduction reduction, TensorElement element) {
  bool isBitwise = reduction == Reduction::bitAnd || reduction == Reduction::bitOr || reduction == Reduction::bitXor;
  switch (element) {
  case TensorElement::u32:
    return getReducer(reduction, isBitwise ? ReducedType::b32 : ReducedType::u32);
  case TensorElement::s32:
    return getReducer(reduction, isBitwise ? ReducedType::b32 : ReducedType::s32);
  case TensorElement::u64:
    return getReducer(reduction, isBitwise ? ReducedType::b64 : ReducedType::u64);
  case TensorElement::s64:
    return getReducer(reduction, isBitwise ? ReducedType::b64 : ReducedType::s64);
  case TensorElement::f16:
    return getReducer(reduction, ReducedType::f16);
  case TensorElement::bf16:
    return getReducer(reduction, ReducedType::bf16);
  case TensorElement::f32:
    return getReducer(reduction, ReducedType::f32);
  case TensorElement::f32Ftz:
    return getReducer(reduction, ReducedType::f32Ftz);
  default:
    return nullptr;
  }
}

static bool issueStore(Step &step, const TensorForm &form, uint64_t mapAddress, uint64_t source, unsigned lane) {
  TensorMap map;
  if (!findMap(step, form, mapAddress, lane, map))
    return false;
  std::array<int32_t, 5> coordinates = readCoordinates(step, form, lane);
  for (unsigned d = 0; d < form.rank; ++d)
    if (coordinates[d] < 0)
      return misuse(step, "coordinate " + std::to_string(d) + " of a store is " + std::to_string(coordinates[d]) + " but must not be negative", lane);
  if (!checkRowStart(step, map, coordinates, lane))
    return false;
  Reducer reducer = form.reduces ? findReducer(form.reduction, map.element) : nullptr;
  if (form.reduces && !reducer)
    return misuse(step, "this reduction does not take elements of the map's type `" + std::string(getName(map.element)) + "`", lane);
  auto bytes = static_cast<uint32_t>(std::min<uint64_t>(getBoxLayout(map).totalBytes, UINT32_MAX));
  SharedPlace place = probeShared(step, Space::shared, false, source, bytes, 128, lane);
  if (!place.cta)
    return false;
  auto store = std::make_shared<TensorStore>(step, lane, map, coordinates, place, reducer);
  step.warp.state<BulkGroups>().add(store, 1u << lane);
  if (StepObserver *observer = step.machine.options.observer)
    observer->issued(step, *store, bytes, nullptr);
  step.cta.cluster->async.issue(step.machine, store, step.cta.cluster);
  return !step.machine.failed;
}

static Outcome storeTensor(Step &step, const Instruction &i) {
  const TensorForm &form = *static_cast<const TensorForm *>(i.payload);
  uint64_t maps[warpSize], sources[warpSize];
  step.addresses(form.map.base, form.map.isWide, form.map.offset, maps);
  step.addresses(form.shared.base, form.shared.isWide, form.shared.offset, sources);
  for (uint32_t left = step.mask; left; left &= left - 1)
    if (unsigned lane = static_cast<unsigned>(__builtin_ctz(left)); !issueStore(step, form, maps[lane], sources[lane], lane))
      return Outcome::fault;
  return Outcome::next;
}

/// A prefetch is checked as the load that it is for: its map must be one.
static Outcome prefetchTensor(Step &step, const Instruction &i) {
  const TensorForm &form = *static_cast<const TensorForm *>(i.payload);
  uint64_t maps[warpSize];
  step.addresses(form.map.base, form.map.isWide, form.map.offset, maps);
  for (uint32_t left = step.mask; left; left &= left - 1) {
    TensorMap map;
    if (unsigned lane = static_cast<unsigned>(__builtin_ctz(left)); !findMap(step, form, maps[lane], lane, map))
      return Outcome::fault;
  }
  return Outcome::next;
}

// --- builders of copies

static bool takeRank(InstructionBuilder &b, TensorForm &form) {
  static constexpr std::string_view ranks[] = {"1d", "2d", "3d", "4d", "5d"};
  for (unsigned rank = 0; rank < 5; ++rank)
    if (b.take(ranks[rank])) {
      form.rank = rank + 1;
      return true;
    }
  return b.failOperand("a tensor copy names its dimensions, `.1d` to `.5d`");
}

static bool takeMode(InstructionBuilder &b) {
  for (std::string_view mode : {"im2col", "im2col_no_offs", "im2col::w", "im2col::w::128", "tile::gather4", "tile::scatter4"})
    if (b.isLeft(mode))
      return b.failUnsupported("tensor copies in the mode `." + std::string(mode) + "` are not supported");
  b.take("tile");
  return true;
}

/// `[map, {c0, …}]`
static bool readTensor(InstructionBuilder &b, const Operand &operand, TensorForm &form) {
  if (operand.kind != Operand::Kind::tensor || operand.elements.size() != 2 || operand.elements[1].kind != Operand::Kind::vector)
    return b.failOperand("`[map, {coordinates}]` is expected here");
  const Operand &coordinates = operand.elements[1];
  if (coordinates.elements.size() != form.rank)
    return b.failOperand("a copy of " + std::to_string(form.rank) + " dimensions has " + std::to_string(coordinates.elements.size()) + " coordinates");
  form.map = b.readAddress(operand.elements[0], Space::generic);
  for (unsigned d = 0; d < form.rank; ++d)
    form.coordinates[d] = b.read(coordinates.elements[d], Type::s32);
  return true;
}

/// cp.async.bulk.tensor.<n>d.<shared>.global{.tile}.mbarrier::complete_tx::bytes{.multicast::cluster} [d], [map, {…}], [m]{, mask}{, policy};
static bool buildLoad(InstructionBuilder &b, TensorForm form, bool hasPolicy) {
  bool isMulticast = b.take("multicast::cluster");
  form.toCluster = b.take("shared::cluster");
  if (!b.take("global") || (!form.toCluster && !b.take("shared::cta")) || (isMulticast && !form.toCluster))
    return b.failOperand("a tensor load goes from `.global` to `.shared::cluster` or, without multicast, `.shared::cta`");
  if (!b.expectOperands(3u + isMulticast + hasPolicy) || !readTensor(b, b.operand(1), form))
    return false;
  form.shared = b.readAddress(b.operand(0), Space::shared);
  form.barrier = b.readAddress(b.operand(2), Space::shared);
  if (isMulticast)
    form.mask = b.read(3, Type::b16);
  if (hasPolicy)
    b.read(b.operandCount() - 1, Type::b64);
  b.emit(loadTensor).payload = b.keep(form);
  return true;
}

/// cp{.reduce}.async.bulk.tensor.<n>d.global.shared::cta{.op}{.tile}.bulk_group [map, {…}], [s]{, policy};
static bool buildStore(InstructionBuilder &b, TensorForm form, bool hasPolicy) {
  if (!b.take("global") || !b.take("shared::cta"))
    return b.failOperand("a tensor store goes from `.shared::cta` to `.global`");
  if (form.reduces && !takeReduction(b, form.reduction))
    return false;
  if (!b.expectOperands(hasPolicy ? 3 : 2) || !readTensor(b, b.operand(0), form))
    return false;
  form.shared = b.readAddress(b.operand(1), Space::shared);
  if (hasPolicy)
    b.read(2, Type::b64);
  b.emit(storeTensor).payload = b.keep(form);
  return true;
}

/// cp.async.bulk.prefetch.tensor.<n>d.L2.global{.tile} [map, {…}]{, policy};
static bool buildTensorPrefetch(InstructionBuilder &b, TensorForm form, bool hasPolicy) {
  if (!b.take("L2") || !b.take("global"))
    return b.failOperand("a tensor's prefetch is written `cp.async.bulk.prefetch.tensor.2d.L2.global`");
  if (!b.expectOperands(hasPolicy ? 2 : 1) || !readTensor(b, b.operand(0), form))
    return false;
  if (hasPolicy)
    b.read(1, Type::b64);
  b.emit(prefetchTensor).payload = b.keep(form);
  return true;
}

static bool buildTensorCopy(InstructionBuilder &b) {
  TensorForm form;
  for (std::string_view word : {"async", "bulk", "tensor"})
    b.take(word);
  bool hasPolicy = b.isLeft("L2::cache_hint"), isPrefetch = b.take("prefetch");
  b.dropCacheHints();
  form.reduces = b.take("reduce");
  if (!takeRank(b, form) || !takeMode(b))
    return false;
  if (isPrefetch)
    return buildTensorPrefetch(b, form, hasPolicy);
  if (b.take("bulk_group"))
    return buildStore(b, form, hasPolicy);
  if (!form.reduces && b.take("mbarrier::complete_tx::bytes"))
    return buildLoad(b, form, hasPolicy);
  return b.failOperand("a tensor copy completes by `.mbarrier::complete_tx::bytes` or by `.bulk_group`");
}

// --- tensormap and prefetch.tensormap

namespace {
struct ReplaceForm {
  Address address;
  Space space = Space::generic;
  TensorMapField field = TensorMapField::address;
  unsigned ordinal = 0;
  Slot value = noSlot;
  bool isWide = false;
};

struct FieldName {
  std::string_view name;
  TensorMapField field;
  bool hasOrdinal, isWide, isLiteral;
};
} // namespace

static constexpr FieldName fieldNames[] = {
    {"global_address", TensorMapField::address, false, true, false},   {"rank", TensorMapField::rank, false, false, false},
    {"box_dim", TensorMapField::boxDimension, true, false, false},     {"global_dim", TensorMapField::dimension, true, false, false},
    {"global_stride", TensorMapField::stride, true, true, false},      {"element_stride", TensorMapField::elementStride, true, false, false},
    {"elemtype", TensorMapField::elementType, false, false, true},     {"interleave_layout", TensorMapField::interleave, false, false, true},
    {"swizzle_mode", TensorMapField::swizzle, false, false, true},     {"fill_mode", TensorMapField::fill, false, false, true}};

static Outcome replaceField(Step &step, const Instruction &i) {
  const ReplaceForm &form = *static_cast<const ReplaceForm *>(i.payload);
  uint64_t addresses[warpSize];
  step.addresses(form.address.base, form.address.isWide, form.address.offset, addresses);
  for (uint32_t left = step.mask; left; left &= left - 1) {
    unsigned lane = static_cast<unsigned>(__builtin_ctz(left));
    Access access{.space = form.space, .kind = AccessKind::write, .bytes = tensorMapBytes, .alignment = 64};
    uint8_t *bytes = step.resolveOne(access, addresses[lane], lane);
    if (!bytes)
      return Outcome::fault;
    uint64_t value = form.isWide ? step.in<uint64_t>(form.value)[lane] : step.in<uint32_t>(form.value)[lane];
    std::string error;
    if (!replaceTensorMapField(bytes, form.field, form.ordinal, value, error))
      return misuse(step, "`tensormap.replace`: " + error, lane), Outcome::fault;
    if (form.space != Space::shared && addresses[lane] - sharedWindow >= windowSize)
      ++step.machine.changedMaps[addresses[lane]];
  }
  return Outcome::next;
}

/// tensormap.replace.tile.field{.global,.shared::cta}.b1024.{b32,b64} [a]{, ordinal}, value;
static bool buildReplace(InstructionBuilder &b) {
  ReplaceForm form;
  const FieldName *field = nullptr;
  for (const FieldName &candidate : fieldNames)
    if (!field && b.take(candidate.name))
      field = &candidate;
  if (!b.take("tile") || !field)
    return b.failUnsupported("`tensormap.replace` names no field that is supported");
  form.space = b.takeSpace();
  if (!b.take("b1024") || b.takeType({field->isWide ? Type::b64 : Type::b32}) == Type::none)
    return b.failOperand("`tensormap.replace` is of `.b1024` and its field's type");
  if (form.space != Space::generic && form.space != Space::global && form.space != Space::shared)
    return b.failOperand("a tensor map that is changed is in `.global` or `.shared::cta` memory");
  if (!b.expectOperands(field->hasOrdinal ? 3 : 2))
    return false;
  if (field->hasOrdinal) {
    std::optional<int64_t> ordinal = b.expectLiteral(1, 0, field->field == TensorMapField::stride ? 3 : 4);
    if (!ordinal)
      return false;
    form.ordinal = static_cast<unsigned>(*ordinal);
  }
  size_t last = b.operandCount() - 1;
  if (field->isLiteral && !b.expectLiteral(last, 0, 15))
    return false;
  form.field = field->field;
  form.isWide = field->isWide;
  form.address = b.readAddress(b.operand(0), form.space);
  form.value = b.read(last, field->isWide ? Type::b64 : Type::b32);
  b.emit(replaceField).payload = b.keep(form);
  return true;
}

/// One copy for the warp: its lanes give the same addresses.
static Outcome copyMap(Step &step, const Instruction &i) {
  const auto *operands = static_cast<const std::pair<Address, Address> *>(i.payload);
  uint64_t targets[warpSize], sources[warpSize];
  step.addresses(operands->first.base, operands->first.isWide, operands->first.offset, targets);
  step.addresses(operands->second.base, operands->second.isWide, operands->second.offset, sources);
  unsigned lane = step.firstLane();
  for (uint32_t left = step.mask; left; left &= left - 1)
    if (unsigned other = static_cast<unsigned>(__builtin_ctz(left)); targets[other] != targets[lane] || sources[other] != sources[lane])
      return misuse(step, "`tensormap.cp_fenceproxy` has other addresses than lane " + std::to_string(lane) + " of its warp", other), Outcome::fault;
  Access read{.space = Space::shared, .kind = AccessKind::read, .bytes = tensorMapBytes, .alignment = 128};
  Access write{.space = Space::global, .kind = AccessKind::write, .bytes = tensorMapBytes, .alignment = 128};
  const uint8_t *from = step.resolveOne(read, sources[lane], lane);
  uint8_t *to = from ? step.resolveOne(write, targets[lane], lane) : nullptr;
  if (!to)
    return Outcome::fault;
  std::memcpy(to, from, tensorMapBytes);
  ++step.machine.changedMaps[targets[lane]];
  return Outcome::next;
}

/// tensormap.cp_fenceproxy.global.shared::cta.tensormap::generic.release.scope.sync.aligned [d], [s], 128;
static bool buildCopyMap(InstructionBuilder &b) {
  bool isWhole = b.take("global") && b.take("shared::cta") && b.take("tensormap::generic") && b.take("release");
  if (!isWhole || b.takeOneOf({"cta", "cluster", "gpu", "sys"}).empty() || !b.take("sync") || !b.take("aligned"))
    return b.failOperand("it is written `tensormap.cp_fenceproxy.global.shared::cta.tensormap::generic.release.gpu.sync.aligned`");
  if (!b.expectOperands(3) || !b.expectLiteral(2, 128, 128))
    return false;
  b.setConverged();
  auto operands = std::pair(b.readAddress(b.operand(0), Space::global), b.readAddress(b.operand(1), Space::shared));
  b.emit(copyMap).payload = b.keep(operands);
  return true;
}

static bool buildTensorMap(InstructionBuilder &b) {
  if (b.take("replace"))
    return buildReplace(b);
  if (b.take("cp_fenceproxy"))
    return buildCopyMap(b);
  return b.failUnsupported("this operation of `tensormap` is not supported");
}

static Outcome prefetchMap(Step &step, const Instruction &i) {
  uint64_t addresses[warpSize];
  step.addresses(i.a, i.detail & 1, i.immediate, addresses);
  auto space = static_cast<Space>(i.detail >> 1);
  for (uint32_t left = step.mask; left; left &= left - 1) {
    unsigned lane = static_cast<unsigned>(__builtin_ctz(left));
    Access probe{.space = space, .kind = AccessKind::read, .bytes = tensorMapBytes, .alignment = 64, .isProbe = true};
    if (!step.resolveOne(probe, addresses[lane], lane))
      return Outcome::fault;
  }
  return Outcome::next;
}

/// prefetch{.param,.const}.tensormap [a];
static bool buildMapPrefetch(InstructionBuilder &b) {
  b.take("tensormap");
  Space space = b.takeSpace();
  if (space != Space::generic && space != Space::param && space != Space::constant)
    return b.failOperand("the state space of a tensor map's prefetch is `.param`, `.const` or none");
  if (!b.expectOperands(1))
    return false;
  Address address = b.readAddress(b.operand(0), space);
  Instruction &made = b.emit(prefetchMap, noSlot, address.base);
  made.detail = static_cast<uint32_t>(space) << 1 | address.isWide;
  made.immediate = address.offset;
  return true;
}

void addTensorCopyForms(Forms &forms) {
  forms.add("cp", buildTensorCopy, "tensor");
  forms.add("tensormap", buildTensorMap);
  forms.add("prefetch", buildMapPrefetch, "tensormap");
}

} // namespace tessera::emulator
