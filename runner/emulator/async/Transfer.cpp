// SPDX-License-Identifier: Apache-2.0
// What all asynchronous copies share.

#include "runner/emulator/async/Transfer.h"
#include "runner/emulator/async/Mbarriers.h"
#include "runner/emulator/machine/Observer.h"
#include "runner/emulator/machine/Tracing.h"
#include <algorithm>

namespace tessera::emulator {

Transfer::Transfer(Step &step, uint32_t lanes, const char *what, Proxy proxy)
    : what(what), cta(&step.cta), warp(&step.warp), firstLane(static_cast<unsigned>(__builtin_ctz(lanes))),
      site{&step.function(), step.instruction->place}, proxy(proxy), checker(step.machine.checker.get()),
      begin(step.machine.options.trace ? getTraceTime(step) : 0) {
  if (checker)
    agent = checker->fork(step.warp.agent, lanes, site, what);
}

Transfer::~Transfer() {
  if (checker)
    checker->endAsync(agent);
}

// --- reports

std::string Transfer::describeIssuer(const Machine &machine) const {
  const uint32_t *block = machine.shape.block;
  uint32_t linear = warp->index * warpSize + firstLane;
  auto triple = [](uint32_t x, uint32_t y, uint32_t z) {
    return "(" + std::to_string(x) + ", " + std::to_string(y) + ", " + std::to_string(z) + ")";
  };
  return "thread " + triple(linear % block[0], linear / block[0] % block[1], linear / block[0] / block[1]) +
         " of CTA " + triple(cta->index.x, cta->index.y, cta->index.z);
}

bool Transfer::fail(Machine &machine, DiagnosticId id, std::string message) {
  machine.report(id, *site.function, site.place,
                 "the " + std::string(what) + " of " + describeIssuer(machine) + ": " + std::move(message));
  machine.failed = true;
  return true;
}

// --- memory

void Transfer::checkWritten(Machine &machine, const ShadowedBytes &memory, uint64_t offset, uint64_t size,
                            const Allocation *global) {
  if (!machine.options.checksInitialization || memory.written.empty())
    return;
  uint64_t bad = memory.findUnwritten(offset, size);
  if (bad == size)
    return;
  std::string name = global ? "`" + global->name + "`" : "shared memory";
  machine.report(DiagnosticId::memoryUninitialized, *site.function, site.place,
                 "the " + std::string(what) + " of " + describeIssuer(machine) + ": byte " +
                     hexText((global ? 0 : sharedBase) + offset + bad) + " of " + name +
                     " is read, and nothing was written there");
}

static std::string describeRange(AccessKind kind, uint64_t address, uint64_t size) {
  return (kind == AccessKind::read ? "a read of " : "a write of ") + std::to_string(size) + " bytes at " +
         hexText(address);
}

uint8_t *Transfer::findGlobal(Machine &machine, uint64_t address, uint64_t size, AccessKind kind) {
  Allocation *found = machine.memory.find(address);
  if (!found || size > found->size() - (address - found->address)) {
    std::string message = describeRange(kind, address, size) + " is outside every allocation";
    if (const Allocation *below = machine.memory.nearest(address);
        below && address - below->address <= below->size() + (1 << 20))
      message += "; `" + below->name + "` has " + std::to_string(below->size()) + " bytes and begins " +
                 std::to_string(address - below->address) + " bytes before";
    fail(machine, DiagnosticId::memoryOutOfBounds, std::move(message));
    return nullptr;
  }
  if (kind != AccessKind::read && !found->isWritable) {
    fail(machine, DiagnosticId::memoryAccess,
         describeRange(kind, address, size) + " changes `" + found->name + "`, which is constant");
    return nullptr;
  }
  if (StepObserver *observer = machine.options.observer; observer && !isCountedAtIssue)
    observer->moved(*this, address, size, kind != AccessKind::read);
  if (machine.options.countsAccesses && !isCountedAtIssue)
    machine.counter.addRun(*site.function, site.place, address, size, kind == AccessKind::read);
  uint64_t offset = address - found->address;
  if (kind != AccessKind::write)
    checkWritten(machine, *found, offset, size, found);
  if (kind == AccessKind::write)
    found->mark(offset, size);
  if (checker)
    checker->asyncAccess(agent, Region{nullptr, found}, offset, size, kind, proxy, site);
  return found->bytes.data() + offset;
}

uint8_t *Transfer::findShared(Machine &machine, Cta &of, uint32_t offset, uint64_t size, AccessKind kind) {
  uint32_t address = static_cast<uint32_t>(of.rank) << 24 | (offset + sharedBase);
  if (of.liveWarps == 0) {
    fail(machine, DiagnosticId::memoryAccess,
         describeRange(kind, address, size) + " of shared memory comes after CTA " + std::to_string(of.rank) +
             " of the cluster has exited: its threads must wait for the copy first");
    return nullptr;
  }
  if (offset > of.shared.bytes.size() || size > of.shared.bytes.size() - offset) {
    fail(machine, DiagnosticId::memoryOutOfBounds,
         describeRange(kind, address, size) + " is outside the CTA's shared memory, which ends at " +
             hexText(of.shared.limit));
    return nullptr;
  }
  if (of.shared.mayBeGuarded(offset, size))
    if (std::string name = nameMbarrier(of, offset, size); !name.empty()) {
      fail(machine, DiagnosticId::mbarrierMisuse,
           describeRange(kind, address, size) + " touches the mbarrier " + name + ", which is alive");
      return nullptr;
    }
  if (kind != AccessKind::write)
    checkWritten(machine, of.shared, offset, size, nullptr);
  if (kind == AccessKind::write)
    of.shared.mark(offset, size);
  if (checker)
    checker->asyncAccess(agent, Region{&of, nullptr}, offset, size, kind, proxy, site);
  return of.shared.bytes.data() + offset;
}

const uint8_t *Transfer::readGlobal(Machine &machine, uint64_t address, uint64_t size) {
  return findGlobal(machine, address, size, AccessKind::read);
}
uint8_t *Transfer::writeGlobal(Machine &machine, uint64_t address, uint64_t size, AccessKind kind) {
  return findGlobal(machine, address, size, kind);
}
const uint8_t *Transfer::readShared(Machine &machine, Cta &from, uint32_t offset, uint64_t size) {
  return findShared(machine, from, offset, size, AccessKind::read);
}
uint8_t *Transfer::writeShared(Machine &machine, Cta &to, uint32_t offset, uint64_t size, AccessKind kind) {
  uint8_t *host = findShared(machine, to, offset, size, kind);
  if (StepObserver *observer = machine.options.observer; observer && host)
    observer->copied(*this, to, offset, size);
  return host;
}

bool Transfer::completeTx(Machine &machine, Cta &of, uint32_t offset, int64_t bytes) {
  SharedPlace place{&of, offset};
  LiveMbarrier *barrier = nullptr;
  std::string error = of.liveWarps == 0 ? "its CTA has exited" : findMbarrier(place, barrier);
  if (error.empty()) {
    if (checker) {
      checker->asyncAccess(agent, Region{&of, nullptr}, offset, 8, AccessKind::atomic, Proxy::generic, site);
      checker->releaseAsync(agent, barrier->clocks[barrier->state.phase & 1]);
    }
    barrier->latest.join(takeEffect(machine, /*isEnd=*/true));
    uint64_t phase = barrier->state.phase;
    error = barrier->state.completeTx(bytes);
    publishMbarrier(place, *barrier, phase);
  }
  if (!error.empty())
    fail(machine, DiagnosticId::mbarrierMisuse,
         "the mbarrier " + describeMbarrier(machine.program, place) + ": " + error);
  return error.empty();
}

/// What it has come to now: `read`, or `ended`, which makes it an event unless its group does.
TraceMoment Transfer::takeEffect(Machine &machine, bool isEnd) {
  Trace *trace = machine.options.trace;
  if (!trace)
    return {};
  TraceMoment &moment = isEnd ? ended : read;
  moment.time = getEffectTime(machine, begin);
  if (!isEnd)
    return moment;
  if (ended.event < 0 && !isTracedByGroup)
    ended.event = trace->add(getClusterNumber(*cta), makeEvent());
  else if (Trace::Event *event = trace->find(getClusterNumber(*cta), ended.event))
    event->end = std::max(event->end, ended.time);
  return ended;
}

Trace::Event Transfer::makeEvent() const {
  Trace::Event event;
  event.kind = traceKind;
  event.cta = cta->rank;
  event.begin = begin;
  event.end = std::max(begin, ended.time);
  event.what = what;
  event.bytes = traceBytes;
  if (uint32_t address = getTraceAddress())
    cta->cluster->machine->options.trace->place(address, event);
  fillLines(event, *site.function, site.place);
  return event;
}

void Transfer::endReading(Machine &machine, Cluster &cluster) {
  hasRead = true;
  takeEffect(machine, /*isEnd=*/false);
  ++cluster.activity;
}

bool Transfer::end(Machine &machine, Cluster &cluster) {
  hasRead = isDone = true;
  ++cluster.activity;
  takeEffect(machine, /*isEnd=*/true);
  return true;
}

// --- groups

void TransferGroups::add(std::shared_ptr<Transfer> transfer, uint32_t lanes) {
  open.push_back({std::move(transfer), lanes});
}

/// Copies of a group to one place are one event, and so are those that the warps of a CTA commit by one instruction for
/// the same time: a tile that all of them bring.
void TransferGroups::traceGroup(Step &step) {
  Trace *trace = step.machine.options.trace;
  if (!trace)
    return;
  uint64_t turn = traced[step.instruction->place]++;
  for (Member &member : open) {
    Transfer &transfer = *member.transfer;
    if (!(member.lanes & step.mask) || !transfer.isTracedByGroup || transfer.ended.event >= 0)
      continue;
    Trace::Event event = transfer.makeEvent();
    Trace::Key key{event.cta, step.instruction->place, turn, event.place, event.slot};
    transfer.ended.event = trace->addPart(getClusterNumber(step.cta), key, std::move(event));
  }
}

void TransferGroups::commit(Step &step) {
  traceGroup(step);
  uint32_t lanes = step.mask;
  Group group{lanes, {}};
  for (Member &member : open)
    if (uint32_t taken = member.lanes & lanes) {
      group.members.push_back({member.transfer, taken});
      member.lanes &= ~taken;
    }
  std::erase_if(open, [](const Member &member) { return member.lanes == 0; });
  closed.push_back(std::move(group));
}

/// Members that `lanes` must wait for: of every lane's groups all but the newest `allowed`.
template <typename Visit>
void TransferGroups::visit(uint32_t lanes, uint64_t allowed, bool withOpen, Visit visitMember) {
  if (withOpen)
    for (Member &member : open)
      if (member.lanes & lanes)
        visitMember(member, member.lanes & lanes);
  std::array<uint64_t, warpSize> seen{};
  for (size_t i = closed.size(); i-- > 0;) {
    Group &group = closed[i];
    uint32_t counted = group.lanes & lanes, waiting = 0;
    for (uint32_t left = counted; left; left &= left - 1)
      if (unsigned lane = static_cast<unsigned>(__builtin_ctz(left)); ++seen[lane] > allowed)
        waiting |= 1u << lane;
    for (Member &member : group.members)
      if (member.lanes & waiting)
        visitMember(member, member.lanes & waiting);
  }
}

bool TransferGroups::areDone(uint32_t lanes, uint64_t allowed, bool readsOnly, bool withOpen) {
  bool done = true;
  visit(lanes, allowed, withOpen,
        [&](Member &member, uint32_t) { done &= readsOnly ? member.transfer->hasRead : member.transfer->isDone; });
  return done;
}

void TransferGroups::acquire(Machine &machine, Warp &warp, uint32_t lanes, uint64_t allowed, bool readsOnly,
                             bool withOpen) {
  if (machine.checker) {
    if (!readsOnly)
      machine.checker->acquire(warp.agent, lanes, older);
    visit(lanes, allowed, withOpen, [&](Member &member, uint32_t waiting) {
      SyncClock clock;
      machine.checker->releaseAsync(member.transfer->agent, clock, readsOnly);
      machine.checker->acquire(warp.agent, waiting, clock);
      if (!readsOnly)
        member.lanes &= ~waiting;
    });
  }
  forget(machine);
}

void TransferGroups::traceWait(Step &step, const char *what, uint64_t allowed, bool readsOnly, bool withOpen) {
  if (!step.machine.options.trace)
    return;
  TraceMoment moment = forgotten;
  visit(step.mask, allowed, withOpen,
        [&](Member &member, uint32_t) { moment.join(readsOnly ? member.transfer->read : member.transfer->ended); });
  Trace::Event event;
  event.kind = Trace::Kind::wait;
  event.what = what;
  emulator::traceWait(step, std::move(event), moment);
}

/// Drops the oldest groups whose members are done: nobody has to wait for them. The checker still has to hear of those
/// that were only waited for with `.read`; few are kept one by one.
void TransferGroups::forget(Machine &machine) {
  constexpr size_t kept = 32;
  while (!closed.empty()) {
    Group &group = closed.front();
    bool allDone = true, allHeard = true;
    for (const Member &member : group.members) {
      allDone &= member.transfer->isDone;
      allHeard &= member.lanes == 0;
    }
    if (!allDone || (machine.checker && !allHeard && closed.size() <= kept))
      return;
    if (machine.checker && !allHeard)
      for (const Member &member : group.members)
        machine.checker->releaseAsync(member.transfer->agent, older);
    for (const Member &member : group.members)
      forgotten.join(member.transfer->ended);
    closed.pop_front();
  }
}

std::vector<std::shared_ptr<Transfer>> TransferGroups::issuedBy(uint32_t lanes) const {
  std::vector<std::shared_ptr<Transfer>> found;
  auto look = [&](const std::vector<Member> &members) {
    for (const Member &member : members)
      if (member.lanes & lanes)
        found.push_back(member.transfer);
  };
  for (const Group &group : closed)
    look(group.members);
  look(open);
  return found;
}

unsigned TransferGroups::countGroups(unsigned lane) const {
  unsigned count = 0;
  for (const Group &group : closed)
    count += group.lanes >> lane & 1;
  return count;
}

} // namespace tessera::emulator
