// SPDX-License-Identifier: Apache-2.0
// mbarrier: init, inval, arrive and its kin, expect_tx, complete_tx, test_wait, try_wait, pending_count.
//
// A wait that has to wait parks its lanes until something happens in the cluster. `try_wait` may return before its
// phase has ended: it does so when the cluster stands still otherwise, and now and then under schedules of seeds from 2
// on. `test_wait` never waits, but a program that does nothing but ask is parked as well, so that one that asks for
// ever is found to stand still: how much time lies between two questions is nobody's business.

#include "runner/emulator/async/Mbarriers.h"
#include "runner/emulator/instructions/Families.h"
#include "runner/emulator/machine/Observer.h"
#include "runner/emulator/machine/Tracing.h"
#include "runner/emulator/program/Builder.h"
#include <algorithm>
#include <cstring>

namespace tessera::emulator {

using ptx::Space;
using ptx::Type;

namespace {
struct Form {
  Access access; // to the 8 bytes
  Address address;
  Slot count = noSlot, bytes = noSlot, state = noSlot;
  bool isRelaxed = false;
};

enum class Update { arrive, arriveExpecting, drop, dropExpecting, noComplete, noCompleteDrop, expectTx, completeTx };
} // namespace

/// `test_wait` answers so many times in a row before its lanes are parked.
constexpr uint32_t mostPolls = 64;

// --- from addresses to mbarriers

static Outcome misuse(Step &step, SharedPlace place, std::string error, unsigned lane) {
  return step.fault(DiagnosticId::mbarrierMisuse,
                    "the mbarrier " + describeMbarrier(step.machine.program, place) + ": " + std::move(error),
                    static_cast<int>(lane));
}

/// Where the 8 bytes of `lane` are; no CTA after a report.
static SharedPlace locate(Step &step, const Access &access, uint64_t address, unsigned lane) {
  const uint8_t *host = step.resolveOne(access, address, lane);
  if (!host)
    return {};
  SharedPlace place = locateShared(step.cta, host);
  if (!place.cta)
    step.fault(DiagnosticId::memoryAccess, "the address of an mbarrier is not in shared memory",
               static_cast<int>(lane));
  return place;
}

/// Calls `visit(place, lanes)` once for every address, with the lanes that have it. False after a report.
template <typename Visit> static bool forEachPlace(Step &step, const Form &form, Visit visit) {
  uint64_t addresses[warpSize];
  step.addresses(form.address.base, form.address.isWide, form.address.offset, addresses);
  for (uint32_t left = step.mask; left;) {
    unsigned first = static_cast<unsigned>(__builtin_ctz(left));
    uint32_t same = 0;
    for (uint32_t rest = left; rest; rest &= rest - 1)
      if (unsigned lane = static_cast<unsigned>(__builtin_ctz(rest)); addresses[lane] == addresses[first])
        same |= 1u << lane;
    SharedPlace place = locate(step, form.access, addresses[first], first);
    if (!place.cta || !visit(place, same))
      return false;
    left &= ~same;
  }
  return true;
}

static void tell(Step &step, StepObserver::Signal signal, SharedPlace place, uint64_t phase) {
  if (StepObserver *observer = step.machine.options.observer)
    observer->signaled(step, signal, *place.cta, place.offset, phase);
}

/// The live mbarrier at `place`; null after a report.
static LiveMbarrier *require(Step &step, SharedPlace place, unsigned lane) {
  LiveMbarrier *barrier = nullptr;
  if (std::string error = findMbarrier(place, barrier); !error.empty()) {
    misuse(step, place, std::move(error), lane);
    return nullptr;
  }
  return barrier;
}

// --- life

static Outcome init(Step &step, const Instruction &i) {
  const Form &form = *static_cast<const Form *>(i.payload);
  const uint32_t *counts = step.in<uint32_t>(form.count);
  bool ok = forEachPlace(step, form, [&](SharedPlace place, uint32_t lanes) {
    unsigned lane = static_cast<unsigned>(__builtin_ctz(lanes));
    Mbarriers &all = place.cta->state<Mbarriers>();
    if (lanes & (lanes - 1))
      return misuse(step, place, "more than one thread initializes it", lane), false;
    uint32_t at = 0;
    if (all.findOverlap(place.offset, 8, at))
      return misuse(step, place, "it is initialized over one that is still alive; `mbarrier.inval` must end that first",
                    lane),
             false;
    LiveMbarrier barrier;
    if (std::string error = barrier.state.init(counts[lane]); !error.empty())
      return misuse(step, place, std::move(error), lane), false;
    barrier.initialized = {&step.function(), i.place};
    publishMbarrier(place, all.live[place.offset] = std::move(barrier), 0);
    all.guard(place.cta->shared);
    tell(step, StepObserver::Signal::begins, place, 0);
    return true;
  });
  return ok ? Outcome::next : Outcome::fault;
}

static Outcome inval(Step &step, const Instruction &i) {
  const Form &form = *static_cast<const Form *>(i.payload);
  bool ok = forEachPlace(step, form, [&](SharedPlace place, uint32_t lanes) {
    unsigned lane = static_cast<unsigned>(__builtin_ctz(lanes));
    if (lanes & (lanes - 1))
      return misuse(step, place, "more than one thread invalidates it", lane), false;
    if (!require(step, place, lane))
      return false;
    Mbarriers &all = place.cta->state<Mbarriers>();
    all.live.erase(place.offset);
    all.guard(place.cta->shared);
    return true;
  });
  return ok ? Outcome::next : Outcome::fault;
}

// --- arrivals and bytes

template <Update op> static std::string apply(Mbarrier &state, const Form &form, const Step &step, unsigned lane) {
  auto countOf = [&] { return form.count == noSlot ? 1 : static_cast<int64_t>(step.in<uint32_t>(form.count)[lane]); };
  auto bytesOf = [&] { return static_cast<int64_t>(step.in<uint32_t>(form.bytes)[lane]); };
  if constexpr (op == Update::arrive)
    return state.arrive(countOf());
  else if constexpr (op == Update::arriveExpecting)
    return state.arriveExpecting(bytesOf());
  else if constexpr (op == Update::drop)
    return state.arriveAndDrop(countOf());
  else if constexpr (op == Update::dropExpecting)
    return state.arriveDroppingExpecting(bytesOf());
  else if constexpr (op == Update::noComplete || op == Update::noCompleteDrop)
    return state.arriveWithoutCompleting(countOf(), op == Update::noCompleteDrop);
  else if constexpr (op == Update::expectTx)
    return state.expectTx(bytesOf());
  else
    return state.completeTx(bytesOf());
}

/// One lane after the other, as the hardware's atomics: each sees the state that the one before has left.
template <Update op> static Outcome update(Step &step, const Instruction &i) {
  const Form &form = *static_cast<const Form *>(i.payload);
  constexpr bool arrives = op != Update::expectTx && op != Update::completeTx;
  bool ok = forEachPlace(step, form, [&](SharedPlace place, uint32_t lanes) {
    LiveMbarrier *barrier = require(step, place, static_cast<unsigned>(__builtin_ctz(lanes)));
    if (!barrier)
      return false;
    RaceChecker *checker = arrives ? step.machine.checker.get() : nullptr;
    auto release = form.isRelaxed ? &RaceChecker::releaseRelaxed : &RaceChecker::release;
    // All at once unless the phase ends on the way: then those behind release into the next one.
    bool atOnce = barrier->state.pending >= __builtin_popcount(lanes);
    if (checker && atOnce)
      (checker->*release)(step.warp.agent, lanes, barrier->clocks[barrier->state.phase & 1]);
    for (uint32_t left = lanes; left; left &= left - 1) {
      unsigned lane = static_cast<unsigned>(__builtin_ctz(left));
      uint64_t before = barrier->state.phase;
      if (checker && !atOnce)
        (checker->*release)(step.warp.agent, 1u << lane, barrier->clocks[before & 1]);
      if (arrives)
        step.out<uint64_t>(i.d)[lane] = barrier->state.encode();
      barrier->latest.join(traceSignal(step));
      if (arrives)
        tell(step, StepObserver::Signal::arrives, place, before);
      if (std::string error = apply<op>(barrier->state, form, step, lane); !error.empty())
        return misuse(step, place, std::move(error), lane), false;
      publishMbarrier(place, *barrier, before);
    }
    return true;
  });
  return ok ? Outcome::next : Outcome::fault;
}

static Outcome pendingCount(Step &step, const Instruction &i) {
  const uint64_t *states = step.in<uint64_t>(i.a);
  uint32_t *counts = step.out<uint32_t>(i.d);
  for (uint32_t left = step.mask; left; left &= left - 1) {
    unsigned lane = static_cast<unsigned>(__builtin_ctz(left));
    counts[lane] = Mbarrier::getPending(states[lane]);
  }
  return Outcome::next;
}

// --- waits

namespace {
/// One address that lanes ask about.
struct Question {
  SharedPlace place;
  LiveMbarrier *barrier = nullptr;
  uint32_t lanes = 0, ended = 0; // of them, those whose phase has ended
  unsigned parity = 0;           // of those whose phase has not
};
} // namespace

static LiveMbarrier::Waiter *findWaiter(LiveMbarrier &barrier, const Warp &warp, uint32_t lanes) {
  for (LiveMbarrier::Waiter &waiter : barrier.waiters)
    if (waiter.warp == &warp && (waiter.lanes & lanes))
      return &waiter;
  return nullptr;
}

/// Lanes that were parked for a phase and find the next one over, too: an answer by parity would be about another
/// phase.
static bool checkLag(Step &step, const Question &question) {
  for (const LiveMbarrier::Waiter &waiter : question.barrier->waiters) {
    if (waiter.warp != &step.warp || !(waiter.lanes & question.lanes) || !waiter.isParked ||
        question.barrier->state.phase < waiter.phase + 2)
      continue;
    unsigned lane = static_cast<unsigned>(__builtin_ctz(waiter.lanes & question.lanes));
    misuse(step, question.place,
           "the thread waits for the end of phase " + std::to_string(waiter.phase) + " but the mbarrier is in phase " +
               std::to_string(question.barrier->state.phase) +
               " already: nothing keeps it from running two phases ahead of a thread that waits",
           lane);
    return false;
  }
  return true;
}

static bool ask(Step &step, const Form &form, bool byParity, std::vector<Question> &questions) {
  return forEachPlace(step, form, [&](SharedPlace place, uint32_t lanes) {
    Question question{place, require(step, place, static_cast<unsigned>(__builtin_ctz(lanes))), lanes, 0, 0};
    if (!question.barrier || !checkLag(step, question))
      return false;
    for (uint32_t left = lanes; left; left &= left - 1) {
      unsigned lane = static_cast<unsigned>(__builtin_ctz(left));
      unsigned parity =
          byParity ? step.in<uint32_t>(form.state)[lane] : Mbarrier::getParity(step.in<uint64_t>(form.state)[lane]);
      if (parity > 1)
        return misuse(step, place, "the phase's parity is " + std::to_string(parity) + " but must be 0 or 1", lane),
               false;
      if (question.barrier->state.hasEnded(parity))
        question.ended |= 1u << lane;
    }
    questions.push_back(question);
    return true;
  });
}

/// The phase that has ended is the last one before the mbarrier's own.
static void traceEnd(Step &step, const Question &question) {
  Trace *trace = step.machine.options.trace;
  if (!trace)
    return;
  uint64_t phase = question.barrier->state.phase - 1;
  Trace::Event event;
  event.kind = Trace::Kind::wait;
  if (trace->place(question.place.address() & 0xffffff, event))
    event.what = "wait " + trace->namePlace(event);
  else
    event.what = "wait mbarrier " + describeMbarrier(step.machine.program, question.place);
  event.what += ", phase " + std::to_string(phase);
  event.step = static_cast<int64_t>(phase);
  traceWait(step, std::move(event), question.barrier->ended[phase & 1]);
}

/// Those whose phase has ended go on: they are no waiters any more and know what its arrivals have released.
static void leave(Step &step, const Form &form, Question &question) {
  LiveMbarrier &barrier = *question.barrier;
  if (step.machine.checker && !form.isRelaxed)
    step.machine.checker->acquire(step.warp.agent, question.ended, barrier.clocks[(barrier.state.phase + 1) & 1]);
  for (LiveMbarrier::Waiter &waiter : barrier.waiters) {
    if (waiter.warp != &step.warp || !(waiter.lanes & question.ended))
      continue;
    waiter.lanes &= ~question.ended;
  }
  std::erase_if(barrier.waiters, [](const LiveMbarrier::Waiter &waiter) { return waiter.lanes == 0; });
  traceEnd(step, question);
  tell(step, StepObserver::Signal::passes, question.place, barrier.state.phase - 1);
}

/// Whether the lanes that ask `question` in vain are parked rather than answered.
static bool shallPark(Step &step, Question &question, bool isTry) {
  LiveMbarrier &barrier = *question.barrier;
  AsyncEngine &engine = step.cta.cluster->async;
  uint64_t seed = step.machine.options.seed;
  LiveMbarrier::Waiter *waiter = findWaiter(barrier, step.warp, question.lanes);
  if (!waiter || waiter->phase != barrier.state.phase) {
    if (!waiter)
      waiter = &barrier.waiters.emplace_back();
    *waiter = {&step.warp, question.lanes, barrier.state.phase, engine.stalls, 0, false};
  }
  waiter->lanes |= question.lanes;
  bool gaveUp = waiter->isParked && engine.stalls != waiter->stalls;
  bool answers = gaveUp || (isTry ? seed >= 2 && step.machine.random() % 4 == 0 : waiter->polls < mostPolls);
  waiter->isParked = !answers;
  waiter->polls += answers;
  if (!answers && !gaveUp)
    waiter->stalls = engine.stalls;
  return !answers;
}

static std::string describeWait(const Machine &, const Warp &warp, const WaitReason &reason) {
  return reason.kind == WaitReason::Kind::mbarrier ? describeMbarrierWait(*warp.cta, reason.object, reason.value)
                                                   : std::string();
}

template <bool isTry, bool byParity> static Outcome wait(Step &step, const Instruction &i) {
  const Form &form = *static_cast<const Form *>(i.payload);
  std::vector<Question> questions;
  if (!ask(step, form, byParity, questions))
    return Outcome::fault;
  uint32_t ended = 0;
  for (const Question &question : questions)
    ended |= question.ended;
  if (!ended) {
    bool parks = true;
    for (Question &question : questions)
      parks &= shallPark(step, question, isTry);
    if (parks) {
      step.machine.describeWaitsBy(describeWait);
      return step.waitFor(WaitReason::Kind::mbarrier, questions[0].place.address(), questions[0].barrier->state.phase);
    }
  }
  for (Question &question : questions)
    if (question.ended)
      leave(step, form, question);
  step.setPredicate(i.d, ended);
  return Outcome::next;
}

// --- builders

static bool takeObject(InstructionBuilder &b, Form &form, bool allowsCluster) {
  bool isCluster = false;
  form.access = Access{.space = b.takeSpace(&isCluster),
                       .kind = AccessKind::atomic,
                       .bytes = 8,
                       .alignment = 8,
                       .isStrong = true,
                       .scope = Scope::cluster,
                       .toCluster = isCluster,
                       .mayBeUninitialized = true,
                       .toMbarrier = true};
  if (form.access.space != Space::shared && form.access.space != Space::generic)
    return b.failOperand("an mbarrier is in `.shared` memory only");
  if (isCluster && !allowsCluster)
    return b.failOperand(
        "this operation takes an mbarrier of the thread's own CTA only, not one in `.shared::cluster`");
  return b.takeType({Type::b64}) != Type::none;
}

static bool buildInit(InstructionBuilder &b) {
  Form form;
  if (!takeObject(b, form, false) || !b.expectOperands(2))
    return false;
  form.access.kind = AccessKind::write;
  form.access.isStrong = false;
  form.address = b.readAddress(b.operand(0), form.access.space);
  form.count = b.read(1, Type::u32);
  b.emit(init).payload = b.keep(form);
  return true;
}

static bool buildInval(InstructionBuilder &b) {
  Form form;
  if (!takeObject(b, form, false) || !b.expectOperands(1))
    return false;
  form.access.kind = AccessKind::write;
  form.access.isStrong = false;
  form.address = b.readAddress(b.operand(0), form.access.space);
  b.emit(inval).payload = b.keep(form);
  return true;
}

/// `{.sem}{.scope}`. False after an error.
static bool takeOrder(InstructionBuilder &b, Form &form, std::string_view order) {
  form.isRelaxed = b.take("relaxed");
  bool hasOrder = form.isRelaxed || (!order.empty() && b.take(order));
  std::string_view scope = b.takeOneOf({"cta", "cluster"});
  if (form.isRelaxed && scope.empty())
    return b.failOperand("`.relaxed` of `mbarrier` needs a scope, `.cta` or `.cluster`");
  (void)hasOrder;
  return true;
}

static bool buildTransaction(InstructionBuilder &b, Handler handler) {
  Form form;
  if (!takeOrder(b, form, {}) || !takeObject(b, form, true) || !b.expectOperands(2))
    return false;
  form.address = b.readAddress(b.operand(0), form.access.space);
  form.bytes = b.read(1, Type::u32);
  b.emit(handler).payload = b.keep(form);
  return true;
}

static bool buildArrive(InstructionBuilder &b, bool drops) {
  Form form;
  bool expects = b.take("expect_tx"), noComplete = b.take("noComplete");
  if (!takeOrder(b, form, "release") || !takeObject(b, form, !noComplete))
    return false;
  if (expects && noComplete)
    return b.failOperand("`.expect_tx` and `.noComplete` do not go together");
  if (!b.expectOperands(expects || noComplete ? 3 : 2, 3))
    return false;
  if (form.access.toCluster && b.operand(0).kind != ptx::Operand::Kind::sink)
    return b.failOperand("an arrival on an mbarrier in `.shared::cluster` gives no state: its destination must be `_`");
  form.address = b.readAddress(b.operand(1), form.access.space);
  if (expects)
    form.bytes = b.read(2, Type::u32);
  else if (b.operandCount() == 3)
    form.count = b.read(2, Type::u32);
  Handler handler = expects      ? (drops ? update<Update::dropExpecting> : update<Update::arriveExpecting>)
                    : noComplete ? (drops ? update<Update::noCompleteDrop> : update<Update::noComplete>)
                                 : (drops ? update<Update::drop> : update<Update::arrive>);
  Slot state = b.write(0, Type::b64);
  b.emit(handler, state).payload = b.keep(form);
  return true;
}

static bool buildWait(InstructionBuilder &b, bool isTry) {
  Form form;
  bool byParity = b.take("parity");
  if (!takeOrder(b, form, "acquire") || !takeObject(b, form, false) || !b.expectOperands(3, isTry ? 4 : 3))
    return false;
  form.address = b.readAddress(b.operand(1), form.access.space);
  form.state = b.read(2, byParity ? Type::u32 : Type::b64);
  if (b.operandCount() == 4)
    b.read(3, Type::u32); // how long it may sleep: any time is right
  Handler handler =
      isTry ? (byParity ? wait<true, true> : wait<true, false>) : (byParity ? wait<false, true> : wait<false, false>);
  Slot done = b.writePredicate(b.operand(0));
  b.emit(handler, done).payload = b.keep(form);
  return true;
}

static bool buildPendingCount(InstructionBuilder &b) {
  if (b.takeType({Type::b64}) == Type::none || !b.expectOperands(2))
    return false;
  Slot state = b.read(1, Type::b64);
  b.emit(pendingCount, b.write(0, Type::u32), state);
  return true;
}

static bool buildMbarrier(InstructionBuilder &b) {
  if (b.take("init"))
    return buildInit(b);
  if (b.take("inval"))
    return buildInval(b);
  if (b.take("arrive"))
    return buildArrive(b, false);
  if (b.take("arrive_drop"))
    return buildArrive(b, true);
  if (b.take("expect_tx"))
    return buildTransaction(b, update<Update::expectTx>);
  if (b.take("complete_tx"))
    return buildTransaction(b, update<Update::completeTx>);
  if (b.take("test_wait"))
    return buildWait(b, false);
  if (b.take("try_wait"))
    return buildWait(b, true);
  if (b.take("pending_count"))
    return buildPendingCount(b);
  return b.failUnsupported("this operation of `mbarrier` is not supported");
}

void addMbarrierForms(Forms &forms) { forms.add("mbarrier", buildMbarrier); }

} // namespace tessera::emulator
