// SPDX-License-Identifier: Apache-2.0
// Of all schedulers the one goes on whose next warp can issue first, so that what they share is asked for in the order
// of time. A warp's next instruction can issue when the last one's stall count is over, when the counters that it names
// are down, and when its unit takes it; of several the scheduler stays with the warp that issued last, else it takes
// the youngest (Huerta et al., MICRO 2025).
#include "runner/emulator/time/Processor.h"
#include "runner/emulator/time/Costs.h"
#include "runner/emulator/time/MemoryPath.h"
#include "runner/emulator/time/Ports.h"
#include "runner/emulator/time/Signals.h"
#include "runner/emulator/time/TimeTrace.h"
#include <algorithm>
#include <deque>
#include <limits>
#include <memory>

namespace tessera::emulator {

using O = sass::Operation;
using Kind = RecordedEvent::Kind;
using sass::MachineInstruction;
using sass::RegisterRange;

namespace {
constexpr double never = std::numeric_limits<double>::infinity();
constexpr unsigned schedulerCount = 4;
constexpr std::string_view stallNames[] = {"issued",      "wait",         "short scoreboard", "long scoreboard",
                                           "async copy",  "matrix",       "mbarrier",         "math pipe",
                                           "memory pipe", "dispatch",     "barrier",          "registers",
                                           "branch",      "not selected", "block start"};
static_assert(std::size(stallNames) == stallCount);
constexpr std::string_view unitNames[] = {
    "issue slots", "registers' ports", "fma",        "heavy fma",    "alu",       "half",
    "fp64",        "special",          "conversion", "tensor cores", "addresses", "shared memory",
    "L1 cache",    "copy engine",      "cluster",    "L2 cache",     "memory"};
static_assert(std::size(unitNames) == unitCount);

struct Result { // of mma.sync: no counter tells of it
  RegisterRange registers;
  double when;
};
} // namespace

struct WarpTime {
  WarpTime(const WalkPlan &plan, const std::vector<RecordedEvent> &events) : walk(plan, events) {}
  Walk walk;
  uint32_t cta = 0, index = 0;
  unsigned processor = 0, scheduler = 0;
  uint64_t age = 0;
  double last = 0;  // when it issued last
  double ready = 0; // when the next one's waits are over, but for its unit
  Stall cause = Stall::blockStart;
  double counters[sass::counterCount] = {};
  Stall counterCauses[sass::counterCount] = {};
  std::vector<Result> results;
  double openCopies = 0;
  std::deque<double> copies;                  // of groups that were closed
  std::vector<MemoryPath::Copied> bulkCopies; // each with those before it
  // What it waits for that has no time yet: it is not ready.
  bool isWaiting = false;
  uint8_t waitCounter = sass::noCounter; // of an mbarrier's question: raised until the answer
  uint32_t question = 0, asked = 0; // the last one's instruction and mbarrier: who waits for the answer waits there
  TimeTrace::Stretch stretch;       // for the timeline
  uint32_t awaitedProduct = 0, awaitedPhase = 0;
};

namespace {

struct BarrierTime {
  uint32_t threads = 0, expected = 0;
  double latest = 0;
  std::vector<WarpTime *> waiting;
};

struct CtaTime {
  size_t recording = 0;
  uint32_t cluster = 0;
  unsigned warps = 0; // that have not ended
  BarrierTime barriers[16];
  std::vector<WarpgroupProducts> products; // by warpgroup
  std::vector<WarpTime *> members;
};

struct Scheduler {
  std::vector<WarpTime *> warps;
  WarpTime *lastIssued = nullptr;
  double free = 0; // the next cycle that is not taken
  double units[unitCount] = {}, memoryQueue = 0;
  Ports ports;
};

struct Multiprocessor {
  explicit Multiprocessor(const ProcessorWork &work) : memory(work) {}
  Scheduler schedulers[schedulerCount];
  MemoryPath memory;
  double barrierFree = 0, mbarrierFree = 0, tensorFree = 0;
  unsigned placed = 0; // warps
};

bool overlaps(const RegisterRange &one, const RegisterRange &other) {
  return one.count && other.count && one.first < other.first + other.count && other.first < one.first + one.count;
}

class ProcessorModel {
public:
  explicit ProcessorModel(const ProcessorWork &work)
      : work(work), r(work.rates), clusterCtas(std::max(1u, work.recording.clusterCtas)),
        phases(work.recording.phases) {
    for (const MachineInstruction &i : work.plan.kernel.code.instructions)
      costs.push_back(costOf(i, r));
    time.statementCycles.resize(costs.size());
    for (unsigned p = 0; p < clusterCtas; ++p)
      processors.push_back(std::make_unique<Multiprocessor>(work));
  }

  ProcessorTime run() {
    while (nextCta < work.ctas.size() && running < work.resident)
      startCluster(0);
    for (;;) {
      if (choose())
        issueFrom(*processors[chosenProcessor], *chosenScheduler);
      else if (!releaseAll())
        break;
    }
    time.cycles = end;
    finish();
    return std::move(time);
  }

private:
  // --- CTAs

  void startCluster(double now) {
    ++running;
    auto cluster = static_cast<uint32_t>(clusterWarps.size());
    clusterWarps.push_back(0);
    for (unsigned rank = 0; rank < clusterCtas && nextCta < work.ctas.size(); ++rank)
      startCta(cluster, rank, now);
  }

  void startCta(uint32_t cluster, unsigned rank, double now) {
    auto cta = std::make_unique<CtaTime>();
    cta->recording = work.ctas[nextCta++];
    cta->cluster = cluster;
    const CtaRecording &recording = work.recording.ctas[cta->recording];
    Multiprocessor &processor = *processors[rank];
    cta->warps = static_cast<unsigned>(recording.warps.size());
    cta->products.resize((recording.warps.size() + 3) / 4);
    clusterWarps[cluster] += cta->warps;
    auto number = static_cast<uint32_t>(ctas.size());
    for (unsigned w = 0; w < recording.warps.size(); ++w) {
      auto warp = std::make_unique<WarpTime>(work.plan, recording.warps[w].events);
      warp->cta = number;
      warp->index = w;
      warp->processor = rank;
      warp->scheduler = (w + processor.placed) % schedulerCount;
      warp->age = ++started;
      warp->last = now - 1;
      warp->ready = now;
      warp->stretch.begin = now;
      processor.schedulers[warp->scheduler].warps.push_back(warp.get());
      cta->members.push_back(warp.get());
      warps.push_back(std::move(warp));
    }
    processor.placed += static_cast<unsigned>(recording.warps.size());
    ctas.push_back(std::move(cta));
  }

  void endWarp(WarpTime &warp, double now) {
    Scheduler &scheduler = schedulerOf(warp);
    scheduler.warps.erase(std::find(scheduler.warps.begin(), scheduler.warps.end(), &warp));
    if (scheduler.lastIssued == &warp)
      scheduler.lastIssued = nullptr;
    const Walk::Quality &quality = warp.walk.quality();
    time.walks.events += quality.events, time.walks.displaced += quality.displaced;
    time.walks.lost += quality.lost, time.walks.empty += quality.empty;
    if (work.trace)
      work.trace->endWarp(whoIs(warp), warp.stretch, now);
    CtaTime &cta = *ctas[warp.cta];
    end = std::max(end, now);
    if (--cta.warps > 0)
      for (BarrierTime &barrier : cta.barriers)
        releaseIfFull(cta, barrier);
    if (--clusterWarps[cta.cluster] > 0)
      return;
    --running;
    if (nextCta < work.ctas.size())
      startCluster(now + r.blockStart);
  }

  /// The warp, or its warpgroup.
  TimeTrace::Who whoIs(const WarpTime &warp, unsigned warpsOfOne = 1) const {
    const CtaRecording &cta = recordingOf(warp);
    return {static_cast<uint32_t>(cta.cluster), cta.rank, warp.index / warpsOfOne};
  }
  Scheduler &schedulerOf(const WarpTime &warp) { return processors[warp.processor]->schedulers[warp.scheduler]; }
  const CtaRecording &recordingOf(const WarpTime &warp) const { return work.recording.ctas[ctas[warp.cta]->recording]; }

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
    for (const auto &warp : warps)
      if (warp->isWaiting) {
        isAny = true;
        warp->isWaiting = false;
        warp->awaitedProduct = 0;
        warp->waitCounter = sass::noCounter;
        warp->ready = std::max(warp->ready, warp->last + r.barrierRelease);
        warp->cause = Stall::barrier;
        ++time.walks.lost;
      }
    for (const auto &cta : ctas)
      std::fill(std::begin(cta->barriers), std::end(cta->barriers), BarrierTime());
    return isAny;
  }

  void meet(WarpTime &warp, const RecordedEvent &event, double now) {
    CtaTime &cta = *ctas[warp.cta];
    BarrierTime &barrier = cta.barriers[event.number & 15];
    double &unit = processors[warp.processor]->barrierFree;
    unit = std::max(unit, now) + r.barrierArrive;
    barrier.latest = std::max(barrier.latest, unit);
    barrier.expected = event.count;
    barrier.threads += warpThreads;
    if (!event.isArrival) {
      warp.isWaiting = true;
      barrier.waiting.push_back(&warp);
    }
    releaseIfFull(cta, barrier);
  }

  // --- phases

  void contribute(const CtaRecording &cta, const RecordedEvent &event, double when) {
    for (uint32_t k = 0; k < event.phases; ++k) {
      uint32_t phase = cta.phases[event.firstPhase + k];
      if (!phases.contribute(phase, when))
        continue;
      for (WarpTime *warp : phases.takeWaiting(phase))
        if (warp->isWaiting && warp->awaitedPhase == phase)
          endWait(*warp, *phases.whenEnded(phase));
    }
  }

  /// The phase that the warp has asked for, or waits for, ends at `when`, as it sees it.
  void endWait(WarpTime &warp, double when) {
    warp.isWaiting = false;
    if (warp.waitCounter != sass::noCounter) {
      raise(warp, warp.waitCounter, when, Stall::mbarrier);
      warp.waitCounter = sass::noCounter;
      setReady(warp, warp.ready, warp.cause);
    } else {
      setReady(warp, std::max(warp.ready, when), Stall::barrier);
    }
  }

  /// A question of an mbarrier, or the wait for a cluster: the warp has issued it and goes on when its phase has ended.
  void awaitPhase(WarpTime &warp, const RecordedEvent &event, uint8_t counter, const CtaRecording &cta) {
    uint32_t phase = cta.phases[event.firstPhase];
    warp.waitCounter = counter;
    if (std::optional<double> when = phases.whenEnded(phase))
      return endWait(warp, *when);
    warp.isWaiting = true;
    warp.awaitedPhase = phase;
    phases.await(phase, warp);
  }

  // --- products

  void multiply(WarpTime &warp, const RecordedEvent &event, double now) {
    CtaTime &cta = *ctas[warp.cta];
    Multiprocessor &processor = *processors[warp.processor];
    WarpgroupProducts &products = cta.products[warp.index / 4];
    if (!products.issue(event.number, now))
      return;
    double columns = event.count, compute = columns / 2 * fullRate / r.tensorOperations16;
    double operands =
        (event.ofRegisters ? 0 : rowBytes * 64) / r.wgmmaOperandBytes + rowBytes * columns / r.wgmmaOperandBytes;
    double begin = std::max(products.whenIssued(event.number) + r.wgmmaIssue, processor.tensorFree);
    double done = begin + std::max(compute, operands);
    processor.tensorFree = done;
    processor.memory.readOperands(operands);
    time.busy[static_cast<unsigned>(Unit::tensor)] += done - begin;
    time.products += compute * r.tensorOperations16;
    if (work.trace)
      work.trace->multiply(whoIs(warp, 4), event, begin, done);
    products.begin(event.number, begin, done + (event.ofRegisters ? r.wgmmaTailRegisters : r.wgmmaTail));
    for (unsigned k = warp.index / 4 * 4; k < cta.members.size() && k < warp.index / 4 * 4 + 4; ++k) {
      WarpTime &member = *cta.members[k];
      if (member.awaitedProduct == 0 || !products.whenDone(member.awaitedProduct))
        continue;
      member.isWaiting = false;
      member.awaitedProduct = 0;
      setReady(member, member.ready, member.cause);
    }
  }

  /// When the queue of products takes one more: the tensor cores must have begun an earlier one. What not all warps of
  /// the warpgroup have issued yet holds nobody up.
  double queueReady(const WarpTime &warp, const RecordedEvent &event) const {
    auto room = static_cast<uint32_t>(event.ofRegisters ? r.wgmmaQueueRegisters : r.wgmmaQueue);
    if (event.number <= room)
      return 0;
    const WarpgroupProducts &products = ctas[warp.cta]->products[warp.index / 4];
    return products.whenBegun(event.number - room).value_or(0);
  }

  // --- issue

  /// The instruction before which the warp stands can issue at `when` at the earliest, because of `cause`; and what
  /// else it waits for.
  void setReady(WarpTime &warp, double when, Stall cause) {
    warp.ready = when;
    warp.cause = cause;
    if (warp.walk.isAtEnd())
      return;
    auto wait = [&](double until, Stall stall) {
      if (until > warp.ready)
        warp.ready = until, warp.cause = stall;
    };
    const MachineInstruction &i = work.plan.at(warp.walk.instruction());
    for (unsigned c = 0; c < sass::counterCount; ++c)
      if (i.waitMask >> c & 1)
        wait(warp.counters[c], warp.counterCauses[c]);
    for (const Result &result : warp.results)
      if (overlaps(result.registers, i.a) || overlaps(result.registers, i.b) ||
          (overlaps(result.registers, i.c) && i.operation != O::mma))
        wait(result.when, Stall::matrix);
    if (const RecordedEvent *event = warp.walk.event())
      waitFor(warp, *event, wait);
  }

  template <typename Wait> void waitFor(WarpTime &warp, const RecordedEvent &event, Wait wait) {
    switch (event.kind) {
    case Kind::asyncWait: {
      size_t allowed = event.waitsForAll ? 0 : event.count;
      if (event.waitsForAll)
        wait(warp.openCopies, Stall::asyncCopy);
      for (size_t k = 0; k + allowed < warp.copies.size(); ++k)
        wait(warp.copies[k], Stall::asyncCopy);
      break;
    }
    case Kind::bulkWait:
      if (size_t count = std::min<size_t>(event.number, warp.bulkCopies.size()); count > 0)
        wait(event.reads ? warp.bulkCopies[count - 1].read : warp.bulkCopies[count - 1].done, Stall::asyncCopy);
      break;
    case Kind::product:
      wait(queueReady(warp, event), Stall::matrix);
      break;
    case Kind::productWait:
      if (event.number == 0)
        break;
      if (std::optional<double> done = ctas[warp.cta]->products[warp.index / 4].whenDone(event.number)) {
        wait(*done, Stall::matrix);
      } else {
        warp.isWaiting = true;
        warp.awaitedProduct = event.number;
        warp.cause = Stall::matrix;
      }
      break;
    default:
      break;
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

  bool choose() {
    chosenScheduler = nullptr;
    chosenTime = never;
    for (unsigned p = 0; p < processors.size(); ++p)
      for (Scheduler &scheduler : processors[p]->schedulers)
        for (WarpTime *warp : scheduler.warps) {
          double when = earliest(scheduler, *warp);
          if (when < chosenTime)
            chosenTime = when, chosenScheduler = &scheduler, chosenProcessor = p;
        }
    return chosenScheduler != nullptr;
  }

  void issueFrom(Multiprocessor &processor, Scheduler &scheduler) {
    WarpTime *chosen = nullptr;
    double now = chosenTime;
    for (WarpTime *warp : scheduler.warps)
      if (earliest(scheduler, *warp) <= now &&
          (!chosen || warp == scheduler.lastIssued || (chosen != scheduler.lastIssued && warp->age > chosen->age)))
        chosen = warp;
    account(scheduler, *chosen, now);
    issue(processor, scheduler, *chosen, now);
  }

  /// Gives each cycle since the warp's last instruction its cause.
  void account(const Scheduler &scheduler, WarpTime &warp, double now) {
    auto give = [&](Stall stall, double cycles) { time.warpCycles[static_cast<unsigned>(stall)] += cycles; };
    double at = warp.last + 1, gap = now - at;
    double waits = std::clamp(warp.ready - at, 0.0, gap);
    give(warp.cause, waits);
    uint32_t where = warp.cause == Stall::mbarrier ? warp.question : warp.walk.instruction();
    time.statementCycles[where] += waits;
    if (work.trace)
      work.trace->wait(whoIs(warp), warp.stretch, warp.cause, where, warp.cause == Stall::mbarrier ? warp.asked : 0, at,
                       at + waits);
    double unit = std::clamp(unitReady(scheduler, warp) - at - waits, 0.0, gap - waits);
    give(costs[warp.walk.instruction()].isMemory ? Stall::memoryPipe : Stall::mathPipe, unit);
    double rest = gap - waits - unit, ports = std::min(rest, scheduler.lastIssued == &warp ? rest : 0.0);
    give(Stall::dispatch, ports);
    give(Stall::notSelected, rest - ports);
    give(Stall::issued, 1);
    time.statementCycles[warp.walk.instruction()] += gap - waits + 1;
  }

  void issue(Multiprocessor &processor, Scheduler &scheduler, WarpTime &warp, double now) {
    uint32_t number = warp.walk.instruction();
    const MachineInstruction &i = work.plan.at(number);
    const Cost &cost = costs[number];
    const RecordedEvent *recorded = warp.walk.event();
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
    if (cost.isMemory && i.operation != O::warpExchange && i.operation != O::clusterStore) {
      scheduler.memoryQueue = std::max(scheduler.memoryQueue, now) + r.lsuQueueCycles;
      MemoryPath::Answer answer = processor.memory.access(i, recorded, recordingOf(warp), now);
      result = answer.result, sources = answer.sources, stall = answer.stall;
      if (recorded && recorded->kind == Kind::asyncCopy)
        warp.openCopies = std::max(warp.openCopies, answer.result);
    } else if (cost.isMemory) {
      scheduler.memoryQueue = std::max(scheduler.memoryQueue, now) + cost.cycles;
    }
    if (cost.isMatrix) {
      time.products += cost.cycles / schedulerCount * r.mmaOperations16;
      warp.results.erase(
          std::remove_if(warp.results.begin(), warp.results.end(), [&](const Result &one) { return one.when <= now; }),
          warp.results.end());
      warp.results.push_back({i.d, result});
    }
    raise(warp, i.writeCounter, result, stall);
    raise(warp, i.readCounter, sources, stall);
    warp.last = now;
    double next = now + std::max<double>({double(i.stall), cost.hold, 1});
    Stall cause = i.operation == O::registerPool ? Stall::registers : Stall::wait;
    if (warp.walk.jumps() && i.operation == O::branch)
      next = std::max(next, now + r.branchRedirect), cause = Stall::branch;
    if (i.operation == O::mbarrier)
      warp.question = number;
    bool hasEvent = recorded != nullptr;
    const RecordedEvent event = hasEvent ? *recorded : RecordedEvent();
    warp.walk.advance();
    if (!warp.walk.isAtEnd())
      setReady(warp, next, cause);
    if (hasEvent)
      takeEffect(processor, warp, event, i, now);
    if (warp.walk.isAtEnd())
      endWarp(warp, next);
  }

  /// What the instruction that was issued at `now` means for others, and for its own warp later.
  void takeEffect(Multiprocessor &processor, WarpTime &warp, const RecordedEvent &event, const MachineInstruction &i,
                  double now) {
    const CtaRecording &cta = recordingOf(warp);
    bool goesOn = !warp.walk.isAtEnd();
    switch (event.kind) {
    case Kind::asyncCommit:
      warp.copies.push_back(warp.openCopies);
      warp.openCopies = 0;
      if (warp.copies.size() > mostGroups)
        warp.copies.pop_front();
      break;
    case Kind::barrier:
      if (i.operation == O::barrier && goesOn)
        meet(warp, event, now);
      break;
    case Kind::clusterBarrier:
      if (event.isArrival)
        contribute(cta, event, now + r.clusterBarrier);
      else if (goesOn)
        awaitPhase(warp, event, sass::noCounter, cta);
      break;
    case Kind::mbarrier: {
      double &unit = processor.mbarrierFree;
      unit = std::max(unit, now) + r.mbarrierCycles;
      if (event.phases == 0)
        break;
      if (!event.isArrival) {
        warp.asked = event.sharedAddress;
        if (goesOn)
          awaitPhase(warp, event, i.writeCounter, cta);
        break;
      }
      double begin = unit - r.mbarrierCycles;
      if (event.afterCopies)
        for (double copies : warp.copies)
          begin = std::max({begin, copies, warp.openCopies});
      contribute(cta, event, begin + (event.isRemote ? r.remoteArrive : r.mbarrierSeen));
      break;
    }
    case Kind::bulkCopy: {
      MemoryPath::Copied copied = processor.memory.copy(event, cta, now);
      if (work.trace)
        work.trace->copy(whoIs(warp), event, now, copied.done);
      contribute(cta, event, copied.done);
      if (!warp.bulkCopies.empty()) {
        copied.read = std::max(copied.read, warp.bulkCopies.back().read);
        copied.done = std::max(copied.done, warp.bulkCopies.back().done);
      }
      warp.bulkCopies.push_back(copied);
      break;
    }
    case Kind::product:
      multiply(warp, event, now);
      break;
    default:
      break;
    }
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
    double ports = 0, slots = static_cast<double>(time.instructions) * r.issueCycles / schedulerCount;
    for (const auto &processor : processors) {
      for (const Scheduler &scheduler : processor->schedulers)
        ports += scheduler.ports.busiest() / schedulerCount;
      processor->memory.report(time);
    }
    time.busy[static_cast<unsigned>(Unit::ports)] = ports;
    time.busy[static_cast<unsigned>(Unit::slots)] = slots;
    auto count = static_cast<double>(processors.size());
    for (double &busy : time.busy)
      busy /= count;
    time.products /= count;
  }

  static constexpr uint32_t warpThreads = 32;
  static constexpr size_t mostGroups = 64;
  static constexpr double fullRate = 4096; // 16-bit operations a cycle at which n columns take n / 2 cycles
  static constexpr double rowBytes = 32;   // of a row of A and a column of B, whatever their type
  const ProcessorWork &work;
  const rates::Rates &r;
  const unsigned clusterCtas;
  std::vector<Cost> costs;
  ProcessorTime time;
  Phases phases;
  std::vector<std::unique_ptr<Multiprocessor>> processors;
  std::vector<std::unique_ptr<WarpTime>> warps;
  std::vector<std::unique_ptr<CtaTime>> ctas;
  std::vector<unsigned> clusterWarps; // that have not ended, by cluster
  size_t nextCta = 0;
  unsigned running = 0; // clusters
  uint64_t started = 0;
  double end = 0, chosenTime = never;
  Scheduler *chosenScheduler = nullptr;
  unsigned chosenProcessor = 0;
};

} // namespace

std::string_view getName(Stall stall) { return stallNames[static_cast<unsigned>(stall)]; }
std::string_view getName(Unit unit) { return unitNames[static_cast<unsigned>(unit)]; }

ProcessorTime timeProcessor(const ProcessorWork &work) { return ProcessorModel(work).run(); }

} // namespace tessera::emulator
