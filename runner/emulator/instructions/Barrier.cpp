// SPDX-License-Identifier: Apache-2.0
// The sixteen barriers of a CTA: `bar` and `barrier` with `.sync`, `.arrive` and `.red`. A barrier counts threads, a
// whole warp as 32 of them also when some of its lanes have exited; when the count is reached it is at once ready for
// its next phase, and those who wait leave when their turn comes. PTX ISA, "Parallel Synchronization and Communication
// Instructions: bar, barrier".

#include "runner/emulator/instructions/Families.h"
#include "runner/emulator/machine/Tracing.h"
#include "runner/emulator/program/Builder.h"
#include <algorithm>
#include <array>
#include <bit>

namespace tessera::emulator {

using ptx::Type;

namespace {

enum class Action : uint8_t { sync, arrive, popcount, conjunction, disjunction };

std::string nameOf(Action action) {
  return action == Action::sync ? "`.sync`" : action == Action::arrive ? "`.arrive`" : "`.red`";
}

struct BarrierForm {
  Action action = Action::sync;
  bool hasCount = false, isNegated = false;
};

/// One of a CTA's barriers.
struct Barrier {
  // the phase that is being filled
  bool isOpen = false;
  uint32_t expected = 0; // threads; 0: all of the CTA
  bool isReduction = false;
  std::vector<uint32_t> arrived, waiting; // lanes, a mask a warp; `waiting` without those of `.arrive`
  TraceMoment latest;                     // for the trace: who came last
  uint32_t trueCount = 0, falseCount = 0;
  SyncClock clock;
  const Function *function = nullptr; // of the first arrival
  uint32_t place = 0;
  // those of earlier phases that have not left yet
  struct Leaving {
    uint32_t lanes = 0, trueCount = 0, falseCount = 0;
    SyncClock clock;
    TraceMoment moment;
  };
  std::vector<Leaving> leaving; // a warp
};

struct Barriers {
  std::array<Barrier, 16> all;
  Barrier &get(const Cta &cta, uint32_t id) {
    Barrier &barrier = all[id];
    if (barrier.arrived.empty()) {
      barrier.arrived.resize(cta.warps.size());
      barrier.waiting.resize(cta.warps.size());
      barrier.leaving.resize(cta.warps.size());
    }
    return barrier;
  }
};

uint32_t countThreads(const Cta &cta, const Barrier &barrier) {
  uint32_t threads = 0;
  for (size_t w = 0; w < cta.warps.size(); ++w)
    if (uint32_t lanes = barrier.arrived[w])
      threads += (cta.warps[w]->live & ~lanes) == 0 ? warpSize : static_cast<uint32_t>(std::popcount(lanes));
  return threads;
}

/// Of a barrier without a count: the threads that have not exited, by warps.
bool haveAllArrived(const Cta &cta, const Barrier &barrier) {
  for (size_t w = 0; w < cta.warps.size(); ++w)
    if (cta.warps[w]->live & ~barrier.arrived[w])
      return false;
  return true;
}

void completeIfFull(Step &step, Barrier &barrier) {
  if (!barrier.isOpen)
    return;
  bool isFull =
      barrier.expected ? countThreads(step.cta, barrier) >= barrier.expected : haveAllArrived(step.cta, barrier);
  if (!isFull)
    return;
  for (size_t w = 0; w < barrier.arrived.size(); ++w)
    if (barrier.waiting[w])
      barrier.leaving[w] = {barrier.waiting[w], barrier.trueCount, barrier.falseCount, barrier.clock, barrier.latest};
  std::fill(barrier.arrived.begin(), barrier.arrived.end(), 0u);
  std::fill(barrier.waiting.begin(), barrier.waiting.end(), 0u);
  barrier.isOpen = false;
  barrier.clock = {};
  barrier.latest = {};
  step.wake();
}

Outcome misuse(Step &step, uint32_t id, const std::string &what, const Barrier *barrier = nullptr) {
  std::string message = "barrier " + std::to_string(id) + " " + what;
  Diagnostic *report = step.machine.report(DiagnosticId::barrierMisuse, step.function(), step.instruction->place,
                                           step.describeThread(step.firstLane()) + ": " + message);
  if (report && barrier && barrier->function)
    report->note("the first arrival of this phase", step.machine.rangeOf(*barrier->function, barrier->place));
  step.machine.failed = true;
  return Outcome::fault;
}

/// The value that all executing lanes agree on.
std::optional<uint32_t> findCommon(const Step &step, Slot slot) {
  const uint32_t *lanes = step.in<uint32_t>(slot);
  uint32_t value = lanes[step.firstLane()];
  for (uint32_t left = step.mask; left != 0; left &= left - 1)
    if (lanes[std::countr_zero(left)] != value)
      return std::nullopt;
  return value;
}

Outcome open(Step &step, Barrier &barrier, uint32_t id, uint32_t expected, Action action) {
  bool isReduction = action >= Action::popcount;
  uint32_t all = static_cast<uint32_t>(step.cta.warps.size()) * warpSize;
  if (!barrier.isOpen) {
    barrier.isOpen = true;
    barrier.expected = expected;
    barrier.isReduction = isReduction;
    barrier.trueCount = barrier.falseCount = 0;
    barrier.function = &step.function();
    barrier.place = step.instruction->place;
    return Outcome::next;
  }
  uint32_t before = barrier.expected ? barrier.expected : all, now = expected ? expected : all;
  if (before != now)
    return misuse(step, id,
                  "is used with " + std::to_string(now) + " threads in a phase that began with " +
                      std::to_string(before),
                  &barrier);
  if (isReduction != barrier.isReduction)
    return misuse(step, id,
                  "is used with " + nameOf(action) + " in a phase that began with " +
                      (barrier.isReduction ? "`.red`" : "`.sync` or `.arrive`"),
                  &barrier);
  return Outcome::next;
}

/// Counts `lanes` in, which have not arrived in this phase.
Outcome arrive(Step &step, Barrier &barrier, uint32_t id, uint32_t expected, uint32_t lanes, const BarrierForm &form) {
  if (Outcome outcome = open(step, barrier, id, expected, form.action); outcome != Outcome::next)
    return outcome;
  unsigned w = step.warp.index;
  barrier.arrived[w] |= lanes;
  barrier.latest.join(traceSignal(step, form.action != Action::arrive));
  if (form.action != Action::arrive)
    barrier.waiting[w] |= lanes;
  if (form.action >= Action::popcount) {
    uint32_t values = step.predicate(step.instruction->c) ^ (form.isNegated ? ~0u : 0u);
    barrier.trueCount += static_cast<uint32_t>(std::popcount(values & lanes));
    barrier.falseCount += static_cast<uint32_t>(std::popcount(~values & lanes));
  }
  if (step.machine.checker)
    step.machine.checker->release(step.warp.agent, lanes, barrier.clock);
  if (uint32_t threads = countThreads(step.cta, barrier); barrier.expected && threads > barrier.expected)
    return misuse(step, id,
                  "has " + std::to_string(threads) + " threads, it was to have " + std::to_string(barrier.expected),
                  &barrier);
  completeIfFull(step, barrier);
  return Outcome::next;
}

void leave(Step &step, Barrier &barrier, const BarrierForm &form) {
  Barrier::Leaving &leaving = barrier.leaving[step.warp.index];
  if (step.machine.checker)
    step.machine.checker->acquire(step.warp.agent, step.mask, leaving.clock);
  if (form.action == Action::popcount) {
    uint32_t *d = step.out<uint32_t>(step.instruction->d);
    for (uint32_t left = step.mask; left != 0; left &= left - 1)
      d[std::countr_zero(left)] = leaving.trueCount;
  } else if (form.action != Action::sync) {
    bool result = form.action == Action::conjunction ? leaving.falseCount == 0 : leaving.trueCount != 0;
    step.setPredicate(step.instruction->d, result ? ~0u : 0u);
  }
  leaving.lanes &= ~step.mask;
  if (leaving.lanes == 0)
    leaving = {};
}

// --- what a deadlock says

std::string listWarps(const std::vector<unsigned> &warps) {
  std::string text = warps.size() == 1 ? "warp " : "warps ";
  for (size_t k = 0; k < warps.size() && k < 8; ++k)
    text += (k ? ", " : "") + std::to_string(warps[k]);
  return text + (warps.size() > 8 ? ", …" : "");
}

/// `barrier 1, which has 96 of 128 threads; missing: warp 3`
std::string describeBarrier(const Machine &, const Warp &warp, const WaitReason &reason) {
  if (reason.kind != WaitReason::Kind::ctaBarrier)
    return {};
  const Barrier &barrier = warp.cta->state<Barriers>().get(*warp.cta, static_cast<uint32_t>(reason.object));
  std::vector<unsigned> missing, gone;
  uint32_t all = 0;
  for (const auto &other : warp.cta->warps) {
    all += other->isDone() ? 0 : warpSize;
    if (!barrier.arrived[other->index])
      (other->isDone() ? gone : missing).push_back(other->index);
  }
  std::string text = "barrier " + std::to_string(reason.object) + ", which has " +
                     std::to_string(countThreads(*warp.cta, barrier)) + " of " +
                     std::to_string(barrier.expected ? barrier.expected : all) + " threads";
  if (!missing.empty())
    text += "; not there: " + listWarps(missing);
  if (!gone.empty() && barrier.expected)
    text += "; exited: " + listWarps(gone);
  return text;
}

// --- the instruction

/// a: the barrier; b: the count or `noSlot`; c: the predicate of `.red`; d: its result
Outcome meet(Step &step, const Instruction &i) {
  const auto &form = *static_cast<const BarrierForm *>(i.payload);
  std::optional<uint32_t> id = findCommon(step, i.a), count = form.hasCount ? findCommon(step, i.b) : 0;
  if (!id || !count)
    return step.fault(DiagnosticId::barrierMisuse, "lanes of one warp name different barriers or counts");
  if (*id > 15)
    return misuse(step, *id, "does not exist: a CTA has barriers 0 to 15");
  if (form.hasCount && (*count == 0 || *count % warpSize != 0))
    return misuse(step, *id, "is used with " + std::to_string(*count) + " threads, the count must be a multiple of 32");
  Barrier &barrier = step.cta.state<Barriers>().get(step.cta, *id);
  unsigned w = step.warp.index;
  completeIfFull(step, barrier); // warps may have exited since
  uint32_t fresh = step.mask & ~barrier.waiting[w] & ~barrier.leaving[w].lanes;
  if (form.action == Action::arrive)
    fresh = step.mask;
  if (fresh & barrier.arrived[w])
    return misuse(step, *id, "is arrived at twice by one thread in one phase", &barrier);
  if (fresh != 0)
    if (Outcome outcome = arrive(step, barrier, *id, form.hasCount ? *count : 0, fresh, form); outcome != Outcome::next)
      return outcome;
  if (form.action == Action::arrive)
    return Outcome::next;
  if (step.mask & ~barrier.leaving[w].lanes) {
    if (auto &describers = step.machine.waitDescribers;
        std::find(describers.begin(), describers.end(), &describeBarrier) == describers.end())
      describers.push_back(describeBarrier);
    return step.waitFor(WaitReason::Kind::ctaBarrier, *id);
  }
  Trace::Event event;
  event.kind = Trace::Kind::barrier;
  event.what = "barrier " + std::to_string(*id);
  traceWait(step, std::move(event), barrier.leaving[w].moment);
  leave(step, barrier, form);
  return Outcome::next;
}

// --- builders

Action takeAction(InstructionBuilder &b) {
  if (b.take("sync"))
    return Action::sync;
  if (b.take("arrive"))
    return Action::arrive;
  if (!b.take("red"))
    b.failOperand("`" + std::string(b.source().opcode) + "` needs `.sync`, `.arrive` or `.red`");
  std::string_view op = b.takeOneOf({"popc", "and", "or"});
  if (op.empty())
    b.failOperand("`.red` needs `.popc`, `.and` or `.or`");
  return op == "popc" ? Action::popcount : op == "and" ? Action::conjunction : Action::disjunction;
}

/// bar{.cta}.{sync,arrive} a{, b};   bar{.cta}.red.popc.u32 d, a{, b}, {!}c;   bar{.cta}.red.{and,or}.pred p, a{, b},
/// {!}c; `barrier` is the same without `.aligned` implied.
bool buildBarrier(InstructionBuilder &b) {
  b.take("cta");
  bool isAligned = b.take("aligned") || b.source().opcode == "bar";
  BarrierForm form{takeAction(b), false, false};
  bool reduces = form.action >= Action::popcount;
  Type type = form.action == Action::popcount ? b.takeType({Type::u32})
              : reduces                       ? b.takeType({Type::pred})
                                              : Type::none;
  size_t first = reduces ? 1 : 0, own = reduces ? 2 : 0, least = form.action == Action::arrive ? 2 : 1 + own;
  if (!b.expectOperands(least, 2 + own))
    return false;
  form.hasCount = b.operandCount() == 2 + own;
  if (auto id = b.literal(first); id && (*id < 0 || *id > 15))
    return b.failOperand("barrier " + std::to_string(*id) + " does not exist: a CTA has barriers 0 to 15");
  if (form.hasCount)
    if (auto count = b.literal(first + 1); count && (*count <= 0 || *count % warpSize != 0))
      return b.failOperand("a count of " + std::to_string(*count) + " threads, a multiple of 32 is expected");
  Slot a = b.read(first, Type::b32), count = form.hasCount ? b.read(first + 1, Type::b32) : noSlot, c = noSlot,
       d = noSlot;
  if (reduces) {
    c = b.readPredicate(b.operand(b.operandCount() - 1), form.isNegated);
    d = b.write(0, type);
  }
  if (isAligned)
    b.setConverged();
  b.emit(meet, d, a, count, c).payload = b.keep(form);
  return true;
}

} // namespace

void addBarrierForms(Forms &forms) {
  forms.add("bar", buildBarrier);
  forms.add("barrier", buildBarrier);
}

} // namespace tessera::emulator
