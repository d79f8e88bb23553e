// SPDX-License-Identifier: Apache-2.0
// From the addresses of a kernel to host bytes, with every check on the way: which space, which allocation, alignment,
// whether anything was ever written there, and what the race checker says.

#include "runner/emulator/async/Mbarriers.h"
#include "runner/emulator/machine/Observer.h"
#include <algorithm>
#include <cstdio>
#include <cstring>

namespace tessera::emulator {

using ptx::Space;

static std::string hex(uint64_t value) {
  char text[24];
  std::snprintf(text, sizeof(text), "0x%llx", static_cast<unsigned long long>(value));
  return text;
}

static const char *nameAccess(AccessKind kind) { return kind == AccessKind::read ? "a read" : kind == AccessKind::write ? "a write" : "an atomic"; }

void Step::addresses(Slot base, bool isWide, uint64_t offset, uint64_t out[warpSize]) const {
  if (isWide) {
    const uint64_t *lanes = in<uint64_t>(base);
    for (unsigned lane = 0; lane < warpSize; ++lane)
      out[lane] = lanes[lane] + offset;
  } else {
    const uint32_t *lanes = in<uint32_t>(base);
    for (unsigned lane = 0; lane < warpSize; ++lane)
      out[lane] = static_cast<uint32_t>(lanes[lane] + offset);
  }
}

namespace {

/// One lane's access on its way.
class Resolver {
public:
  Resolver(Step &step, const Access &access) : step(step), access(access) {}

  uint8_t *find(uint64_t address, unsigned lane) {
    if (access.alignment > 1 && address % access.alignment != 0)
      return fail(DiagnosticId::memoryMisaligned, lane, describe(address) + " needs an address that is a multiple of " + std::to_string(access.alignment));
    switch (access.space) {
    case Space::generic:
      return findGeneric(address, lane);
    case Space::shared:
      return findShared(address, lane);
    case Space::local:
      return findLocal(address, lane);
    case Space::param:
      return findParameter(address, lane);
    default:
      return findGlobal(address, lane);
    }
  }

private:
  std::string describe(uint64_t address) const {
    std::string space = access.space == Space::generic ? "" : " of ." + std::string(ptx::getName(access.space)) + " memory";
    return std::string(nameAccess(access.kind)) + " of " + std::to_string(access.bytes) + " bytes" + space + " at " + hex(address);
  }
  uint8_t *fail(DiagnosticId id, unsigned lane, std::string message) {
    step.fault(id, std::move(message), static_cast<int>(lane));
    return nullptr;
  }

  uint8_t *findGeneric(uint64_t address, unsigned lane) {
    if (address - sharedWindow < windowSize)
      return findShared(address - sharedWindow, lane);
    if (address - localWindow < windowSize)
      return findLocal(address - localWindow, lane);
    if (address - parameterWindow < windowSize)
      return findParameter(address - parameterWindow, lane);
    return findGlobal(address, lane);
  }

  uint8_t *findGlobal(uint64_t address, unsigned lane) {
    Allocation *allocation = step.machine.memory.find(address);
    if (!allocation || access.bytes > allocation->size() - (address - allocation->address))
      return fail(DiagnosticId::memoryOutOfBounds, lane, describe(address) + " is outside every allocation" + nameNearest(address));
    if (access.kind != AccessKind::read && !allocation->isWritable)
      return fail(DiagnosticId::memoryAccess, lane, describe(address) + " changes `" + allocation->name + "`, which is constant");
    if (access.space == Space::constant && allocation->isWritable)
      return fail(DiagnosticId::memoryAccess, lane, describe(address) + " reaches `" + allocation->name + "`, which is global memory");
    uint64_t offset = address - allocation->address;
    return touch(*allocation, Region{nullptr, allocation}, offset, lane, allocation->name, 0);
  }

  std::string nameNearest(uint64_t address) const {
    const Allocation *below = step.machine.memory.nearest(address);
    if (!below)
      return address == 0 ? ": a null pointer" : "";
    uint64_t past = address - below->address;
    if (past > below->size() + (1 << 20))
      return address < 4096 ? ": a null pointer" : "";
    return "; `" + below->name + "` has " + std::to_string(below->size()) + " bytes and begins " + std::to_string(past) + " bytes before";
  }

  uint8_t *findShared(uint64_t address, unsigned lane) {
    Cta *cta = &step.cta;
    uint64_t offset = address & 0xffffff, rank = address >> 24;
    // An address says which CTA's memory it is. In accesses to the CTA's own (`.shared`) the rank may be missing.
    bool namesCta = rank != 0 || access.toCluster || access.space == Space::generic;
    if (namesCta && rank != cta->rank) {
      if (rank >= cta->cluster->ctas.size())
        return fail(DiagnosticId::memoryAccess, lane, describe(address) + " names CTA " + std::to_string(rank) + " of a cluster of " + std::to_string(cta->cluster->ctas.size()));
      if (access.space == Space::shared && !access.toCluster)
        return fail(DiagnosticId::memoryAccess, lane, describe(address) + " reaches CTA " + std::to_string(rank) + " of the cluster from CTA " + std::to_string(cta->rank) + ", which needs `.shared::cluster`");
      cta = cta->cluster->ctas[rank].get();
      if (cta->liveWarps == 0)
        return fail(DiagnosticId::memoryAccess, lane, describe(address) + " reaches the shared memory of CTA " + std::to_string(rank) + " of the cluster, which has exited");
    }
    SharedMemory &shared = cta->shared;
    if (offset < sharedBase || offset >= shared.limit || access.bytes > shared.limit - offset)
      return fail(DiagnosticId::memoryOutOfBounds, lane,
                  describe(address) + " is outside the CTA's shared memory, which ends at " + hex(shared.limit) + " (" + std::to_string(shared.limit - sharedBase) + " bytes)");
    if (!access.toMbarrier && !access.isProbe && shared.mayBeGuarded(offset - sharedBase, access.bytes))
      if (std::string name = nameMbarrier(*cta, static_cast<uint32_t>(offset) - sharedBase, access.bytes); !name.empty())
        return fail(DiagnosticId::mbarrierMisuse, lane, describe(address) + " touches the mbarrier " + name + ", which only mbarrier instructions may do until `mbarrier.inval`");
    return touch(shared, Region{cta, nullptr}, offset - sharedBase, lane, "shared memory", sharedBase);
  }

  uint8_t *findLocal(uint64_t address, unsigned lane) {
    Warp &warp = step.warp;
    if (address >= warp.localStride || access.bytes > warp.localStride - address)
      return fail(DiagnosticId::memoryOutOfBounds, lane, describe(address) + " is outside the thread's local memory of " + std::to_string(warp.localStride) + " bytes");
    uint64_t at = uint64_t(lane) * warp.localStride + address;
    if (access.kind == AccessKind::write)
      std::fill_n(warp.localWritten.begin() + static_cast<ptrdiff_t>(at), access.bytes, uint8_t(1));
    else if (step.machine.options.checksInitialization && !access.mayBeUninitialized && std::memchr(&warp.localWritten[at], 0, access.bytes))
      step.warn(DiagnosticId::memoryUninitialized, "the thread's local memory at " + hex(address) + " is read, and nothing was written there", static_cast<int>(lane), Severity::error);
    return &warp.local[at];
  }

  uint8_t *findParameter(uint64_t address, unsigned lane) {
    Frame &frame = *step.fragment.frame;
    if (frame.function->isEntry && address < step.machine.parameters.size() && access.bytes <= step.machine.parameters.size() - address) {
      if (access.kind != AccessKind::read)
        return fail(DiagnosticId::memoryAccess, lane, describe(address) + " changes a kernel's parameter");
      return const_cast<uint8_t *>(&step.machine.parameters[address]);
    }
    uint64_t stride = frame.function->parameterBytes;
    // The parameters of calls that an entry makes lie behind its own.
    if (address >= stride || access.bytes > stride - address || frame.parameters.empty())
      return fail(DiagnosticId::memoryOutOfBounds, lane, describe(address) + " is outside the parameters");
    return &frame.parameters[lane * stride + address];
  }

  uint8_t *touch(ShadowedBytes &memory, Region region, uint64_t offset, unsigned lane, const std::string &name, uint64_t base) {
    if (access.isProbe)
      return memory.bytes.data() + offset;
    if (access.kind != AccessKind::write && step.machine.options.checksInitialization && !access.mayBeUninitialized && !memory.written.empty()) {
      uint64_t bad = memory.findUnwritten(offset, access.bytes);
      if (bad != access.bytes)
        step.warn(DiagnosticId::memoryUninitialized,
                  "byte " + hex(base + offset + bad) + " of " + (region.cta ? name : "`" + name + "`") + " is read, and nothing was written there",
                  static_cast<int>(lane), Severity::error);
    }
    if (access.kind != AccessKind::read)
      memory.mark(offset, access.bytes);
    if (step.machine.checker)
      step.machine.checker->access(step, lane, region, offset, access.bytes, access);
    return memory.bytes.data() + offset;
  }

  Step &step;
  const Access &access;
};

} // namespace

uint8_t *Step::resolveOne(const Access &access, uint64_t address, unsigned lane) { return Resolver(*this, access).find(address, lane); }

/// A generic address is of the space of the first lane's: warps mix spaces next to never.
void Step::count(const Access &access, const uint64_t addresses[warpSize]) {
  Space space = access.space;
  uint64_t first = addresses[__builtin_ctz(mask)];
  uint32_t place = instruction->place;
  if (space == Space::generic)
    space = first - sharedWindow < windowSize  ? Space::shared
            : first - localWindow < windowSize ? Space::local
                                               : Space::global;
  if (space == Space::shared)
    machine.counter.addShared(function(), place, addresses, mask, access.bytes);
  else if (space == Space::local)
    machine.counter.addLocal(function(), place, static_cast<uint64_t>(__builtin_popcount(mask)) * access.bytes);
  else if (space == Space::global)
    machine.counter.addGlobal(function(), place, addresses, mask, access.bytes, access.kind == AccessKind::read);
}

bool Step::resolve(const Access &access, const uint64_t addresses[warpSize], uint8_t *host[warpSize]) {
  if (machine.options.countsAccesses && !access.isProbe)
    count(access, addresses);
  bool isTogether = !access.isProbe && resolveRun(access, addresses, host);
  Resolver resolver(*this, access);
  for (uint32_t left = isTogether ? 0 : mask; left; left &= left - 1) {
    unsigned lane = static_cast<unsigned>(__builtin_ctz(left));
    if (!(host[lane] = resolver.find(addresses[lane], lane)))
      return false;
  }
  if (StepObserver *observer = machine.options.observer; observer && !access.isProbe)
    observer->accessed(*this, access, addresses, host);
  return true;
}

/// The common case, all at once: every lane's access is aligned and inside one global allocation or the CTA's own shared
/// memory. False: look at each lane.
bool Step::resolveRun(const Access &access, const uint64_t addresses[warpSize], uint8_t *host[warpSize]) {
  uint64_t least = ~0ull, most = 0, low = 0;
  if (isFull()) {
    for (unsigned lane = 0; lane < warpSize; ++lane) {
      least = std::min(least, addresses[lane]);
      most = std::max(most, addresses[lane]);
      low |= addresses[lane];
    }
  } else {
    for (uint32_t left = mask; left; left &= left - 1) {
      uint64_t address = addresses[__builtin_ctz(left)];
      least = std::min(least, address);
      most = std::max(most, address);
      low |= address;
    }
  }
  if (low % access.alignment != 0)
    return false;
  ShadowedBytes *memory = nullptr;
  Region region{&cta, nullptr};
  uint64_t begin = 0, size = 0;
  Space space = access.space;
  uint64_t rank = static_cast<uint64_t>(cta.rank) << 24;
  if (space == Space::generic && least - sharedWindow < windowSize) {
    begin = sharedWindow + rank + sharedBase, size = cta.shared.limit - sharedBase;
    memory = &cta.shared;
  } else if (space == Space::shared) {
    begin = (access.toCluster || least >> 24 ? rank : 0) + sharedBase, size = cta.shared.limit - sharedBase;
    memory = &cta.shared;
  } else if (space == Space::global || space == Space::generic) {
    Allocation *allocation = machine.memory.find(least);
    if (!allocation || (access.kind != AccessKind::read && !allocation->isWritable))
      return false;
    begin = allocation->address, size = allocation->size();
    memory = allocation;
    region = {nullptr, allocation};
  } else {
    return false;
  }
  if (least < begin || most - begin >= size || access.bytes > size - (most - begin))
    return false;
  if (memory == &cta.shared && cta.shared.mayBeGuarded(least - begin, most - least + access.bytes))
    return false;
  bool checks = access.kind != AccessKind::write && machine.options.checksInitialization && !access.mayBeUninitialized && !memory->written.empty();
  bool marks = access.kind != AccessKind::read && !memory->written.empty();
  uint64_t span = most - least + access.bytes;
  if (isFull() && span == uint64_t(access.bytes) * warpSize) { // probably dense: the shadow as one range
    if (checks && memory->findUnwritten(least - begin, span) == span)
      checks = false;
  }
  uint8_t *bytes = memory->bytes.data();
  uint64_t offsets[warpSize];
  for (uint32_t left = mask; left; left &= left - 1) {
    unsigned lane = static_cast<unsigned>(__builtin_ctz(left));
    uint64_t offset = offsets[lane] = addresses[lane] - begin;
    if (checks && memory->findUnwritten(offset, access.bytes) != access.bytes)
      return false;
    if (marks)
      memory->mark(offset, access.bytes);
    host[lane] = bytes + offset;
  }
  if (machine.checker)
    machine.checker->accessLanes(*this, mask, region, offsets, access);
  return true;
}

} // namespace tessera::emulator
