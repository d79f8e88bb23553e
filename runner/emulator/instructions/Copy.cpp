// SPDX-License-Identifier: Apache-2.0
// cp.async: copies of 4, 8 or 16 bytes a thread from global to shared memory, their groups, and the arrival on an
// mbarrier when they have ended. All of it is of the generic proxy. The copies of a warp's instruction are one
// operation: they read together and write together.

#include "runner/emulator/async/Mbarriers.h"
#include "runner/emulator/async/Transfer.h"
#include "runner/emulator/instructions/Families.h"
#include "runner/emulator/machine/Observer.h"
#include "runner/emulator/program/Builder.h"
#include <cstring>

namespace tessera::emulator {

using ptx::Space;
using ptx::Type;

namespace {
struct CopyGroups : TransferGroups {};

struct CopyForm {
  Address target, source;
  uint32_t bytes = 16;
  Slot sourceBytes = noSlot; // how many are read; the rest is zero
  Slot ignores = noSlot;     // a predicate: nothing is read
  bool ignoresNegated = false;
};

class ThreadCopies : public Transfer {
public:
  struct Lane {
    uint64_t source = 0;
    uint32_t target = 0, read = 0;
    uint8_t data[16] = {};
  };

  ThreadCopies(Step &step, uint32_t bytes)
      : Transfer(step, step.mask, "cp.async", Proxy::generic), lanes(step.mask), bytes(bytes) {
    isTracedByGroup = isCountedAtIssue = true;
    traceBytes = uint64_t(bytes) * static_cast<unsigned>(__builtin_popcount(lanes));
  }

  bool advance(Machine &machine, Cluster &cluster) override {
    for (uint32_t left = lanes; left; left &= left - 1) {
      Lane &lane = all[__builtin_ctz(left)];
      if (!(hasRead ? write(machine, lane) : read(machine, lane)))
        return true;
    }
    if (hasRead)
      return end(machine, cluster);
    endReading(machine, cluster);
    return false;
  }

  Lane all[warpSize];

protected:
  uint32_t getTraceAddress() const override { return all[firstLane].target + sharedBase; }

private:
  bool read(Machine &machine, Lane &lane) {
    if (lane.read == 0)
      return true;
    const uint8_t *from = readGlobal(machine, lane.source, lane.read);
    if (from)
      std::memcpy(lane.data, from, lane.read);
    return from;
  }
  bool write(Machine &machine, Lane &lane) {
    if (cta->liveWarps == 0) // nobody is left who could see it
      return true;
    uint8_t *to = writeShared(machine, *cta, lane.target, bytes);
    if (to)
      std::memcpy(to, lane.data, bytes);
    return to;
  }

  const uint32_t lanes, bytes;
};

/// Arrives on an mbarrier for every lane when the copies that these lanes had issued are done.
class CopyArrival : public Transfer {
public:
  CopyArrival(Step &step, std::vector<std::shared_ptr<Transfer>> copies)
      : Transfer(step, step.mask, "cp.async.mbarrier.arrive", Proxy::generic), copies(std::move(copies)) {
    isTracedByGroup = true; // it is no copy
  }

  bool mayAdvance() const override {
    for (const auto &copy : copies)
      if (!copy->isDone)
        return false;
    return true;
  }

  bool advance(Machine &machine, Cluster &cluster) override {
    for (SharedPlace place : places)
      if (place.cta->liveWarps != 0 && !arrive(machine, place))
        return true;
    return end(machine, cluster);
  }

  std::vector<SharedPlace> places; // one a lane

private:
  bool arrive(Machine &machine, SharedPlace place) {
    LiveMbarrier *barrier = nullptr;
    std::string error = findMbarrier(place, barrier);
    if (error.empty()) {
      if (machine.checker)
        for (const auto &copy : copies)
          machine.checker->releaseAsync(copy->agent, barrier->clocks[barrier->state.phase & 1]);
      for (const auto &copy : copies)
        barrier->latest.join(copy->whenEnded());
      uint64_t before = barrier->state.phase;
      error = barrier->state.arrive();
      publishMbarrier(place, *barrier, before);
    }
    if (!error.empty())
      fail(machine, DiagnosticId::mbarrierMisuse,
           "the mbarrier " + describeMbarrier(machine.program, place) + ": " + error);
    return error.empty();
  }

  const std::vector<std::shared_ptr<Transfer>> copies;
};
} // namespace

// --- copies

/// Fills in one lane's copy. False after a report.
static bool prepareLane(Step &step, const CopyForm &form, unsigned lane, uint64_t source, uint64_t target,
                        ThreadCopies::Lane &copy) {
  Access probe{
      .space = Space::shared, .kind = AccessKind::write, .bytes = form.bytes, .alignment = form.bytes, .isProbe = true};
  const uint8_t *host = step.resolveOne(probe, target, lane);
  if (!host)
    return false;
  if (source % form.bytes != 0)
    return step.fault(DiagnosticId::memoryMisaligned,
                      "a `cp.async` of " + std::to_string(form.bytes) + " bytes reads global memory at " +
                          hexText(source) + ", which is no multiple of that",
                      static_cast<int>(lane)),
           false;
  copy.source = source;
  copy.target = static_cast<uint32_t>(host - step.cta.shared.bytes.data());
  copy.read = form.sourceBytes == noSlot ? form.bytes : step.in<uint32_t>(form.sourceBytes)[lane];
  if (copy.read > form.bytes)
    return step.fault(DiagnosticId::asyncMisuse,
                      "`cp.async` is told to read " + std::to_string(copy.read) + " bytes but copies " +
                          std::to_string(form.bytes),
                      static_cast<int>(lane)),
           false;
  if (form.ignores != noSlot && ((step.predicate(form.ignores) >> lane & 1) != form.ignoresNegated))
    copy.read = 0;
  return true;
}

static Outcome copyAsync(Step &step, const Instruction &i) {
  const CopyForm &form = *static_cast<const CopyForm *>(i.payload);
  uint64_t sources[warpSize], targets[warpSize];
  step.addresses(form.source.base, form.source.isWide, form.source.offset, sources);
  step.addresses(form.target.base, form.target.isWide, form.target.offset, targets);
  auto copies = std::make_shared<ThreadCopies>(step, form.bytes);
  uint32_t reading = 0;
  for (uint32_t left = step.mask; left; left &= left - 1) {
    unsigned lane = static_cast<unsigned>(__builtin_ctz(left));
    if (!prepareLane(step, form, lane, sources[lane], targets[lane], copies->all[lane]))
      return Outcome::fault;
    reading |= static_cast<uint32_t>(copies->all[lane].read > 0) << lane;
  }
  if (step.machine.options.countsAccesses)
    step.machine.counter.addGlobal(step.function(), step.instruction->place, sources, reading, form.bytes,
                                   /*isRead=*/true);
  if (StepObserver *observer = step.machine.options.observer)
    observer->copying(step, sources, reading, targets, form.bytes);
  step.warp.state<CopyGroups>().add(copies, step.mask);
  step.cta.cluster->async.issue(step.machine, copies, step.cta.cluster);
  return step.machine.failed ? Outcome::fault : Outcome::next;
}

/// cp.async.{ca,cg}.shared{::cta}.global{.L2::…} [d], [s], size{, read or ignores}{, policy};
static bool buildCopyAsync(InstructionBuilder &b) {
  bool isCa = b.take("ca"), isCg = !isCa && b.take("cg");
  bool hasPolicy = b.isLeft("L2::cache_hint");
  b.dropCacheHints();
  if ((!isCa && !isCg) || !b.take("global") || b.takeOneOf({"shared", "shared::cta"}).empty())
    return b.failOperand("`cp.async` is written `cp.async.ca.shared.global` or `cp.async.cg.shared.global`");
  if (!b.expectOperands(hasPolicy ? 4 : 3, hasPolicy ? 5 : 4))
    return false;
  CopyForm form;
  std::optional<int64_t> bytes = b.expectLiteral(2, 4, 16);
  if (!bytes)
    return false;
  if ((*bytes != 4 && *bytes != 8 && *bytes != 16) || (isCg && *bytes != 16))
    return b.failOperand("`cp.async." + std::string(isCa ? "ca" : "cg") + "` copies " + (isCa ? "4, 8 or 16" : "16") +
                         " bytes, not " + std::to_string(*bytes));
  form.bytes = static_cast<uint32_t>(*bytes);
  form.target = b.readAddress(b.operand(0), Space::shared);
  form.source = b.readAddress(b.operand(1), Space::global);
  if (hasPolicy)
    b.read(b.operandCount() - 1, Type::b64);
  if (b.operandCount() == (hasPolicy ? 5u : 4u)) {
    if (b.operand(3).negated || b.isPredicate(b.operand(3)))
      form.ignores = b.readPredicate(b.operand(3), form.ignoresNegated);
    else
      form.sourceBytes = b.read(3, Type::u32);
  }
  b.emit(copyAsync).payload = b.keep(form);
  return true;
}

// --- groups

static Outcome commitGroup(Step &step, const Instruction &) {
  step.warp.state<CopyGroups>().commit(step);
  return Outcome::next;
}

/// `detail` 1: `wait_all`, for which what is in no group counts too.
static Outcome waitGroup(Step &step, const Instruction &i) {
  CopyGroups &groups = step.warp.state<CopyGroups>();
  bool isAll = i.detail;
  if (!groups.areDone(step.mask, i.immediate, false, isAll))
    return step.waitFor(WaitReason::Kind::asyncGroup, i.immediate);
  groups.traceWait(step, "wait for cp.async", i.immediate, false, isAll);
  if (isAll)
    groups.commit(step);
  groups.acquire(step.machine, step.warp, step.mask, i.immediate, false, false);
  return Outcome::next;
}

static bool buildWaitGroup(InstructionBuilder &b) {
  std::optional<int64_t> allowed = b.expectOperands(1) ? b.expectLiteral(0, 0, INT32_MAX) : std::nullopt;
  if (!allowed)
    return false;
  b.emit(waitGroup).immediate = static_cast<uint64_t>(*allowed);
  return true;
}

// --- mbarriers

namespace {
struct ArriveForm {
  Address address;
  Access access;
  bool counts = false; // one arrival more is pending from the issue on
};
} // namespace

static Outcome arriveAfterCopies(Step &step, const Instruction &i) {
  const ArriveForm &form = *static_cast<const ArriveForm *>(i.payload);
  uint64_t addresses[warpSize];
  step.addresses(form.address.base, form.address.isWide, form.address.offset, addresses);
  step.warp.state<CopyGroups>().traceGroup(step);
  auto arrival = std::make_shared<CopyArrival>(step, step.warp.state<CopyGroups>().issuedBy(step.mask));
  for (uint32_t left = step.mask; left; left &= left - 1) {
    unsigned lane = static_cast<unsigned>(__builtin_ctz(left));
    const uint8_t *host = step.resolveOne(form.access, addresses[lane], lane);
    if (!host)
      return Outcome::fault;
    SharedPlace place = locateShared(step.cta, host);
    LiveMbarrier *barrier = nullptr;
    std::string error = place.cta ? findMbarrier(place, barrier) : "its address is not in shared memory";
    if (error.empty() && form.counts)
      error = barrier->state.addPending();
    if (!error.empty())
      return step.fault(DiagnosticId::mbarrierMisuse,
                        "the mbarrier " +
                            (place.cta ? describeMbarrier(step.machine.program, place) : hexText(addresses[lane])) +
                            ": " + error,
                        static_cast<int>(lane));
    publishMbarrier(place, *barrier, barrier->state.phase);
    if (StepObserver *observer = step.machine.options.observer)
      observer->signaled(step, StepObserver::Signal::arrives, *place.cta, place.offset, barrier->state.phase);
    arrival->places.push_back(place);
  }
  step.cta.cluster->async.issue(step.machine, arrival, step.cta.cluster);
  return step.machine.failed ? Outcome::fault : Outcome::next;
}

/// cp.async.mbarrier.arrive{.noinc}{.shared{::cta}}.b64 [m];
static bool buildArrive(InstructionBuilder &b) {
  ArriveForm form;
  form.counts = !b.take("noinc");
  Space space = b.takeSpace();
  if (!b.take("arrive") || (space != Space::shared && space != Space::generic) || b.takeType({Type::b64}) == Type::none)
    return b.failOperand("it is written `cp.async.mbarrier.arrive{.noinc}.shared.b64`");
  if (!b.expectOperands(1))
    return false;
  form.access = Access{.space = space,
                       .kind = AccessKind::atomic,
                       .bytes = 8,
                       .alignment = 8,
                       .isStrong = true,
                       .scope = Scope::cta,
                       .mayBeUninitialized = true,
                       .toMbarrier = true};
  form.address = b.readAddress(b.operand(0), space);
  b.emit(arriveAfterCopies).payload = b.keep(form);
  return true;
}

static bool buildCopy(InstructionBuilder &b) {
  b.take("async");
  if (b.take("mbarrier"))
    return buildArrive(b);
  if (b.take("wait_group"))
    return buildWaitGroup(b);
  if (b.take("commit_group") && b.expectOperands(0))
    return b.emit(commitGroup), true;
  if (b.take("wait_all") && b.expectOperands(0))
    return b.emit(waitGroup).detail = 1, true;
  return buildCopyAsync(b);
}

void addCopyForms(Forms &forms) { forms.add("cp", buildCopy, "async"); }

} // namespace tessera::emulator
