// SPDX-License-Identifier: Apache-2.0
// Of the four schedulers the one goes on whose next warp can issue first, so that what all four share is asked for in
// the order of time. A warp's next instruction can issue when the last one's stall count is over, when the counters
// that it names are down, and when its unit takes it; of several the scheduler stays with the warp that issued last,
// else it takes the youngest (Huerta et al., MICRO 2025).
#include "runner/emulator/time/Processor.h"
#include "runner/emulator/time/MemoryPath.h"
#include <algorithm>
#include <deque>
#include <limits>
#include <memory>

namespace tessera::emulator {

namespace {

using O = sass::Operation;
using sass::MachineInstruction;
using sass::RegisterRange;

constexpr double never = std::numeric_limits<double>::infinity();
constexpr unsigned schedulerCount = 4;
constexpr std::string_view stallNames[] = {
    "issued",      "wait",     "short scoreboard", "long scoreboard", "async copy",   "matrix",     "math pipe",
    "memory pipe", "dispatch", "barrier",          "branch",          "not selected", "block start"};
static_assert(std::size(stallNames) == stallCount);
constexpr std::string_view unitNames[] = {
    "issue slots", "registers' ports", "fma",       "heavy fma",     "alu",      "half",     "fp64",  "special",
    "conversion",  "tensor cores",     "addresses", "shared memory", "L1 cache", "L2 cache", "memory"};
static_assert(std::size(unitNames) == unitCount);

/// What an instruction takes of its scheduler's units, and when its result is there where no stall count says it.
struct Cost {
  Unit unit = Unit::slots;
  double cycles = 0, heavy = 0; // of the unit; of the half of it that has products of integers
  double latency = 0;           // of a result that a counter tells of
  Stall stall = Stall::wait;    // of who waits for it
  bool readsAtOnce = false, isMemory = false, isMatrix = false, isKnown = true;
};

Cost costOf(const MachineInstruction &i, const rates::Rates &r) {
  Cost c;
  c.readsAtOnce = true;
  auto on = [&](Unit unit, double cycles) { c.unit = unit, c.cycles = cycles; };
  auto later = [&](double latency, Stall stall) { c.latency = latency, c.stall = stall, c.readsAtOnce = false; };
  switch (i.operation) {
  case O::fma32:
    on(Unit::fma, r.fma32Cycles);
    break;
  case O::integerProduct: // two units of 16 lanes where there are two: what one does for two cycles is one of both
    on(Unit::fma, r.fmaUnits > 1 ? r.integerProductCycles / r.fmaUnits : r.integerProductCycles);
    c.heavy = r.fmaUnits > 1 ? r.integerProductCycles : 0;
    break;
  case O::alu:
  case O::move:
    on(Unit::alu, r.aluCycles);
    break;
  case O::half:
    on(Unit::half, r.halfCycles);
    break;
  case O::fp64:
    on(Unit::fp64, r.fp64Cycles);
    c.latency = r.fp64Latency, c.stall = Stall::mathPipe;
    break;
  case O::special:
    on(Unit::special, r.specialCycles);
    later(r.specialLatency, Stall::shortScoreboard);
    break;
  case O::conversion:
    on(r.conversionCycles == r.specialCycles ? Unit::special : Unit::conversion, r.conversionCycles);
    later(r.conversionLatency, Stall::shortScoreboard);
    break;
  case O::warpExchange:
    on(Unit::address, r.shuffleCycles);
    later(r.shuffleLatency, Stall::shortScoreboard);
    c.isMemory = true;
    break;
  case O::specialRead:
    later(r.specialReadLatency, Stall::shortScoreboard);
    break;
  case O::uniform:
    later(r.toUniformLatency, Stall::shortScoreboard);
    break;
  case O::constantLoad:
    later(r.constantLatency, Stall::shortScoreboard);
    break;
  case O::mma: // a quarter of A's registers a k of 16: an instruction of two has half the work
    on(Unit::tensor, r.mmaCycles * std::max<unsigned>(i.a.count, 1) / 4);
    c.latency = r.mmaLatency, c.stall = Stall::matrix;
    c.isMatrix = true;
    break;
  case O::sharedLoad:
  case O::sharedStore:
  case O::sharedAtomic:
  case O::globalLoad:
  case O::globalStore:
  case O::globalAtomic:
  case O::localLoad:
  case O::localStore:
  case O::asyncCopy:
  case O::matrixLoad:
  case O::matrixStore:
    on(Unit::address, r.lsuQueueCycles);
    c.readsAtOnce = false;
    c.isMemory = true;
    break;
  case O::branch:
  case O::convergence:
  case O::dependency:
  case O::barrier:
  case O::fence:
  case O::cache:
  case O::other:
    c.readsAtOnce = false;
    break;
  default:
    c.readsAtOnce = false;
    c.isKnown = false;
    break;
  }
  return c;
}

struct Result { // of mma.sync: no counter tells of it
  RegisterRange registers;
  double when;
};

struct WarpTime {
  WarpTime(const WalkPlan &plan, const std::vector<RecordedEvent> &events) : walk(plan, events) {}
  Walk walk;
  uint32_t cta = 0;
  unsigned scheduler = 0;
  uint64_t age = 0;
  double last = 0;  // when it issued last
  double ready = 0; // when the next one's waits are over, but for its unit
  Stall cause = Stall::blockStart;
  double counters[sass::counterCount] = {};
  Stall counterCauses[sass::counterCount] = {};
  std::vector<Result> results;
  double openCopies = 0;
  std::deque<double> copies; // of groups that were closed
  bool isWaiting = false;    // at a barrier
};

struct BarrierTime {
  uint32_t threads = 0, expected = 0;
  double latest = 0;
  std::vector<WarpTime *> waiting;
};

struct CtaTime {
  size_t recording = 0;
  unsigned warps = 0; // that have not ended
  BarrierTime barriers[16];
};

class Ports {
public:
  /// Reads of an instruction that issues at `now`; how long the next has to wait beyond the next cycle.
  double read(const MachineInstruction &i, double now, const rates::Rates &r) {
    const RegisterRange *operands[] = {&i.a, &i.b, &i.c};
    double reads[2] = {};
    for (unsigned k = 0; k < 3; ++k) {
      bool isKept = operands[k]->count && kept[k].count && kept[k].first == operands[k]->first;
      for (unsigned n = 0; n < operands[k]->count && !isKept; ++n)
        if (unsigned number = operands[k]->first + n; !isRead(operands, k, number))
          ++reads[number & 1];
      kept[k] = i.reuse >> k & 1 ? *operands[k] : RegisterRange();
    }
    double held = 0;
    for (unsigned bank = 0; bank < 2; ++bank) {
      free[bank] = std::max(free[bank], now) + reads[bank] / r.portReads;
      busy[bank] += reads[bank] / r.portReads;
      held = std::max(held, free[bank] - now - r.readWindow);
    }
    return std::max(0.0, held);
  }
  void forget() { std::fill(std::begin(kept), std::end(kept), RegisterRange()); }
  double busiest() const { return std::max(busy[0], busy[1]); }

private:
  /// By an operand before the `operand`th: taken to be read once for both, as IssueBounds does; nobody measured it.
  static bool isRead(const RegisterRange *const *operands, unsigned operand, unsigned number) {
    return std::any_of(operands, operands + operand, [&](const RegisterRange *range) {
      return number >= range->first && number < unsigned(range->first) + range->count;
    });
  }

  RegisterRange kept[3];
  double free[2] = {}, busy[2] = {};
};

struct Scheduler {
  std::vector<WarpTime *> warps;
  WarpTime *lastIssued = nullptr;
  double free = 0; // the next cycle that is not taken
  double units[unitCount] = {}, memoryQueue = 0;
  Ports ports;
};

bool overlaps(const RegisterRange &one, const RegisterRange &other) {
  return one.count && other.count && one.first < other.first + other.count && other.first < one.first + one.count;
}

class ProcessorModel {
public:
  explicit ProcessorModel(const ProcessorWork &work) : work(work), r(work.rates), memory(work) {
    for (const MachineInstruction &i : work.plan.kernel.code.instructions)
      costs.push_back(costOf(i, r));
    time.statementCycles.resize(costs.size());
  }

  ProcessorTime run() {
    while (nextCta < work.ctas.size() && running < work.resident)
      startCta(0);
    for (;;) {
      if (Scheduler *scheduler = choose())
        issueFrom(*scheduler);
      else if (!releaseAll())
        break;
    }
    time.cycles = end;
    finish();
    return std::move(time);
  }

private:
  // --- CTAs

  void startCta(double now) {
    auto cta = std::make_unique<CtaTime>();
    cta->recording = work.ctas[nextCta++];
    const CtaRecording &recording = work.recording.ctas[cta->recording];
    ++running;
    cta->warps = static_cast<unsigned>(recording.warps.size());
    auto number = static_cast<uint32_t>(ctas.size());
    for (unsigned w = 0; w < recording.warps.size(); ++w) {
      auto warp = std::make_unique<WarpTime>(work.plan, recording.warps[w].events);
      warp->cta = number;
      warp->scheduler = (w + placed) % schedulerCount;
      warp->age = ++started;
      warp->last = now - 1;
      warp->ready = now;
      schedulers[warp->scheduler].warps.push_back(warp.get());
      warps.push_back(std::move(warp));
    }
    placed += static_cast<unsigned>(recording.warps.size());
    ctas.push_back(std::move(cta));
  }

  void endWarp(WarpTime &warp, double now) {
    Scheduler &scheduler = schedulers[warp.scheduler];
    scheduler.warps.erase(std::find(scheduler.warps.begin(), scheduler.warps.end(), &warp));
    if (scheduler.lastIssued == &warp)
      scheduler.lastIssued = nullptr;
    const Walk::Quality &quality = warp.walk.quality();
    time.walks.events += quality.events, time.walks.displaced += quality.displaced;
    time.walks.lost += quality.lost, time.walks.empty += quality.empty;
    CtaTime &cta = *ctas[warp.cta];
    end = std::max(end, now);
    if (--cta.warps > 0) {
      for (BarrierTime &barrier : cta.barriers)
        releaseIfFull(cta, barrier);
      return;
    }
    --running;
    if (nextCta < work.ctas.size())
      startCta(now + r.blockStart);
  }

  // --- barriers

  void releaseIfFull(CtaTime &cta, BarrierTime &barrier) {
    uint32_t expected = barrier.expected ? barrier.expected : cta.warps * warpThreads;
    if (barrier.threads == 0 || barrier.threads < expected)
      return;
    for (WarpTime *warp : barrier.waiting) {
      warp->isWaiting = false;
      setReady(*warp, std::max(warp->last + 1, barrier.latest + r.barrierRelease), Stall::barrier);
    }
    barrier = BarrierTime();
  }

  /// Nobody can go on: walks have lost arrivals. Who waits goes on all the same, and it is counted. False: nobody
  /// waits.
  bool releaseAll() {
    bool isAny = false;
    for (Scheduler &scheduler : schedulers)
      for (WarpTime *warp : scheduler.warps)
        if (warp->isWaiting) {
          isAny = true;
          warp->isWaiting = false;
          setReady(*warp, warp->last + r.barrierRelease, Stall::barrier);
          ++time.walks.lost;
        }
    for (const auto &cta : ctas)
      std::fill(std::begin(cta->barriers), std::end(cta->barriers), BarrierTime());
    return isAny;
  }

  void meet(WarpTime &warp, const RecordedEvent &event, double now) {
    CtaTime &cta = *ctas[warp.cta];
    BarrierTime &barrier = cta.barriers[event.number & 15];
    barrierFree = std::max(barrierFree, now) + r.barrierArrive;
    barrier.latest = std::max(barrier.latest, barrierFree);
    barrier.expected = event.count;
    barrier.threads += warpThreads;
    if (!event.isArrival) {
      warp.isWaiting = true;
      barrier.waiting.push_back(&warp);
    }
    releaseIfFull(cta, barrier);
  }

  // --- issue

  /// The instruction before which the warp stands can issue at `when` at the earliest, because of `cause`; and what
  /// else it waits for.
  void setReady(WarpTime &warp, double when, Stall cause) {
    warp.ready = when;
    warp.cause = cause;
    if (warp.walk.isAtEnd())
      return;
    const MachineInstruction &i = work.plan.at(warp.walk.instruction());
    for (unsigned c = 0; c < sass::counterCount; ++c)
      if (i.waitMask >> c & 1 && warp.counters[c] > warp.ready)
        warp.ready = warp.counters[c], warp.cause = warp.counterCauses[c];
    for (const Result &result : warp.results)
      if (result.when > warp.ready && (overlaps(result.registers, i.a) || overlaps(result.registers, i.b) ||
                                       (overlaps(result.registers, i.c) && i.operation != O::mma)))
        warp.ready = result.when, warp.cause = Stall::matrix;
    const RecordedEvent *event = warp.walk.event();
    if (event && event->kind == RecordedEvent::Kind::asyncWait) {
      size_t allowed = event->waitsForAll ? 0 : event->count;
      double done = event->waitsForAll ? warp.openCopies : 0;
      for (size_t k = 0; k + allowed < warp.copies.size(); ++k)
        done = std::max(done, warp.copies[k]);
      if (done > warp.ready)
        warp.ready = done, warp.cause = Stall::asyncCopy;
    }
  }

  /// When its scheduler's unit takes the warp's next instruction.
  double unitReady(const Scheduler &scheduler, const WarpTime &warp) const {
    const Cost &cost = costs[warp.walk.instruction()];
    if (cost.isMemory)
      return scheduler.memoryQueue - r.lsuQueueDepth * r.lsuQueueCycles;
    double unit = scheduler.units[static_cast<unsigned>(cost.unit)];
    if (cost.heavy)
      unit = std::max(unit, scheduler.units[static_cast<unsigned>(Unit::fmaHeavy)]);
    return unit;
  }

  double earliest(const Scheduler &scheduler, const WarpTime &warp) const {
    return warp.isWaiting ? never : std::max({warp.ready, unitReady(scheduler, warp), scheduler.free});
  }

  Scheduler *choose() {
    Scheduler *best = nullptr;
    chosenTime = never;
    for (Scheduler &scheduler : schedulers)
      for (WarpTime *warp : scheduler.warps) {
        double when = earliest(scheduler, *warp);
        if (when < chosenTime)
          chosenTime = when, best = &scheduler;
      }
    return best;
  }

  void issueFrom(Scheduler &scheduler) {
    WarpTime *chosen = nullptr;
    double now = chosenTime;
    for (WarpTime *warp : scheduler.warps)
      if (earliest(scheduler, *warp) <= now &&
          (!chosen || warp == scheduler.lastIssued || (chosen != scheduler.lastIssued && warp->age > chosen->age)))
        chosen = warp;
    account(scheduler, *chosen, now);
    issue(scheduler, *chosen, now);
  }

  /// Gives each cycle since the warp's last instruction its cause.
  void account(const Scheduler &scheduler, const WarpTime &warp, double now) {
    auto give = [&](Stall stall, double cycles) { time.warpCycles[static_cast<unsigned>(stall)] += cycles; };
    double at = warp.last + 1, gap = now - at;
    double waits = std::clamp(warp.ready - at, 0.0, gap);
    give(warp.cause, waits);
    double unit = std::clamp(unitReady(scheduler, warp) - at - waits, 0.0, gap - waits);
    give(costs[warp.walk.instruction()].isMemory ? Stall::memoryPipe : Stall::mathPipe, unit);
    double rest = gap - waits - unit, ports = std::min(rest, scheduler.lastIssued == &warp ? rest : 0.0);
    give(Stall::dispatch, ports);
    give(Stall::notSelected, rest - ports);
    give(Stall::issued, 1);
    time.statementCycles[warp.walk.instruction()] += gap + 1;
  }

  void issue(Scheduler &scheduler, WarpTime &warp, double now) {
    uint32_t number = warp.walk.instruction();
    const MachineInstruction &i = work.plan.at(number);
    const Cost &cost = costs[number];
    const RecordedEvent *event = warp.walk.event();
    ++time.instructions;
    time.uncounted += !cost.isKnown;
    scheduler.free = now + r.issueCycles;
    scheduler.lastIssued = &warp;
    if (cost.readsAtOnce)
      scheduler.free += scheduler.ports.read(i, now, r);
    else
      scheduler.ports.forget();
    take(scheduler, cost.unit, cost.cycles, now);
    take(scheduler, Unit::fmaHeavy, cost.heavy, now);
    double result = now + cost.latency, sources = now + cost.latency;
    Stall stall = cost.stall;
    if (cost.isMemory && i.operation != O::warpExchange) {
      scheduler.memoryQueue = std::max(scheduler.memoryQueue, now) + r.lsuQueueCycles;
      MemoryPath::Answer answer = memory.access(i, event, work.recording.ctas[ctas[warp.cta]->recording], now);
      result = answer.result, sources = answer.sources, stall = answer.stall;
      if (event && event->kind == RecordedEvent::Kind::asyncCopy)
        warp.openCopies = std::max(warp.openCopies, answer.result);
    } else if (cost.isMemory) {
      scheduler.memoryQueue = std::max(scheduler.memoryQueue, now) + cost.cycles;
    }
    if (cost.isMatrix) {
      warp.results.erase(
          std::remove_if(warp.results.begin(), warp.results.end(), [&](const Result &one) { return one.when <= now; }),
          warp.results.end());
      warp.results.push_back({i.d, result});
    }
    raise(warp, i.writeCounter, result, stall);
    raise(warp, i.readCounter, sources, stall);
    warp.last = now;
    if (event && event->kind == RecordedEvent::Kind::asyncCommit) {
      warp.copies.push_back(warp.openCopies);
      warp.openCopies = 0;
      if (warp.copies.size() > mostGroups)
        warp.copies.pop_front();
    }
    bool meets = event && event->kind == RecordedEvent::Kind::barrier && i.operation == O::barrier;
    const RecordedEvent meeting = meets ? *event : RecordedEvent();
    double next = now + std::max<double>(i.stall, 1);
    Stall cause = Stall::wait;
    if (warp.walk.jumps() && i.operation == O::branch)
      next = std::max(next, now + r.branchRedirect), cause = Stall::branch;
    warp.walk.advance();
    if (warp.walk.isAtEnd())
      return endWarp(warp, next);
    setReady(warp, next, cause);
    if (meets)
      meet(warp, meeting, now);
  }

  void take(Scheduler &scheduler, Unit unit, double cycles, double now) {
    if (cycles == 0)
      return;
    double &free = scheduler.units[static_cast<unsigned>(unit)];
    free = std::max(free, now) + cycles;
    time.busy[static_cast<unsigned>(unit)] += cycles / schedulerCount;
  }

  void raise(WarpTime &warp, uint8_t counter, double until, Stall stall) {
    if (counter >= sass::counterCount || until <= warp.counters[counter])
      return;
    warp.counters[counter] = until; // latencies are from issue to issue: the delay until a counter is seen is in them
    warp.counterCauses[counter] = stall;
  }

  void finish() {
    auto set = [&](Unit unit, double cycles) { time.busy[static_cast<unsigned>(unit)] = cycles; };
    double ports = 0;
    for (const Scheduler &scheduler : schedulers)
      ports += scheduler.ports.busiest() / schedulerCount;
    set(Unit::ports, ports);
    set(Unit::slots, static_cast<double>(time.instructions) * r.issueCycles / schedulerCount);
    memory.report(time);
  }

  static constexpr uint32_t warpThreads = 32;
  static constexpr size_t mostGroups = 64;
  const ProcessorWork &work;
  const rates::Rates &r;
  MemoryPath memory;
  std::vector<Cost> costs;
  ProcessorTime time;
  Scheduler schedulers[schedulerCount];
  std::vector<std::unique_ptr<WarpTime>> warps;
  std::vector<std::unique_ptr<CtaTime>> ctas;
  size_t nextCta = 0;
  unsigned running = 0, placed = 0;
  uint64_t started = 0;
  double end = 0, barrierFree = 0, chosenTime = never;
};

} // namespace

std::string_view getName(Stall stall) { return stallNames[static_cast<unsigned>(stall)]; }
std::string_view getName(Unit unit) { return unitNames[static_cast<unsigned>(unit)]; }

ProcessorTime timeProcessor(const ProcessorWork &work) { return ProcessorModel(work).run(); }

} // namespace tessera::emulator
