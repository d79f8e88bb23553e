// SPDX-License-Identifier: Apache-2.0
#include "runner/emulator/machine/Scheduler.h"
#include "runner/emulator/machine/Observer.h"
#include "runner/emulator/machine/Tracing.h"
#include <algorithm>

namespace tessera::emulator {

size_t takeFamilyNumber() {
  static size_t count = 0; // all are taken before `main` begins
  return count++;
}

// --- making clusters

std::unique_ptr<Cluster> Machine::Scheduler::makeCluster(uint64_t number) {
  auto cluster = std::make_unique<Cluster>();
  cluster->machine = &machine;
  cluster->number = number;
  const uint32_t *grid = machine.shape.grid;
  uint64_t nx = grid[0] / clusterDim[0], ny = grid[1] / clusterDim[1];
  cluster->index = {static_cast<uint32_t>(number % nx), static_cast<uint32_t>(number / nx % ny),
                    static_cast<uint32_t>(number / nx / ny)};
  for (unsigned rank = 0; rank < clusterDim[0] * clusterDim[1] * clusterDim[2]; ++rank)
    makeCta(*cluster, rank);
  return cluster;
}

/// Of the kernel itself.
std::shared_ptr<Frame> Machine::Scheduler::makeFrame() {
  auto frame = std::unique_ptr<Frame>(new Frame);
  if (!spareRegisters.empty()) {
    frame->registers = std::move(spareRegisters.back());
    spareRegisters.pop_back();
    std::fill(frame->registers.begin(), frame->registers.end(), uint8_t(0));
  }
  frame->function = &machine.entry;
  return {frame.release(), [this](Frame *ended) {
            spareRegisters.push_back(std::move(ended->registers));
            delete ended;
          }};
}

void Machine::Scheduler::makeCta(Cluster &cluster, unsigned rank) {
  auto cta = std::make_unique<Cta>();
  cta->cluster = &cluster;
  cta->rank = rank;
  cta->index = {cluster.index.x * clusterDim[0] + rank % clusterDim[0],
                cluster.index.y * clusterDim[1] + rank / clusterDim[0] % clusterDim[1],
                cluster.index.z * clusterDim[2] + rank / clusterDim[0] / clusterDim[1]};
  uint32_t bytes = machine.program.staticSharedBytes + machine.shape.dynamicShared;
  cta->shared.limit = sharedBase + bytes;
  cta->shared.bytes.resize(bytes);
  if (machine.options.checksInitialization)
    cta->shared.written.resize(bytes);
  const uint32_t *block = machine.shape.block;
  unsigned threads = block[0] * block[1] * block[2];
  for (unsigned first = 0; first < threads; first += warpSize) {
    auto warp = std::make_unique<Warp>();
    warp->cta = cta.get();
    warp->index = first / warpSize;
    unsigned lanes = std::min(warpSize, threads - first);
    warp->live = lanes == warpSize ? ~0u : (1u << lanes) - 1;
    std::shared_ptr<Frame> frame = makeFrame();
    openFrame(*warp, *frame);
    warp->fragments.push_back({warp->live, 0, std::move(frame), {}, 0});
    if (machine.checker)
      warp->agent = machine.checker->addWarp(*warp);
    cta->warps.push_back(std::move(warp));
  }
  cta->liveWarps = static_cast<unsigned>(cta->warps.size());
  cluster.liveWarps += cta->liveWarps;
  cluster.ctas.push_back(std::move(cta));
}

// --- fragments

/// Fragments of one frame at one instruction become one; what it waited for is looked at again.
void Machine::Scheduler::merge(Warp &warp) {
  std::vector<Fragment> &all = warp.fragments;
  for (size_t i = 0; i < all.size(); ++i)
    for (size_t j = i + 1; j < all.size();)
      if (all[i].pc == all[j].pc && all[i].frame == all[j].frame) {
        all[i].mask |= all[j].mask;
        all[i].waiting = {};
        all.erase(all.begin() + static_cast<ptrdiff_t>(j));
      } else {
        ++j;
      }
}

static unsigned depthOf(const Fragment &fragment) {
  unsigned depth = 0;
  for (const Frame *frame = fragment.frame.get(); frame; frame = frame->caller.get())
    ++depth;
  return depth;
}

/// The one to run: deepest in calls, then furthest behind; now and then another one, so that lanes which wait for
/// others of their warp in a loop do not run for ever.
Fragment *Machine::Scheduler::chooseFragment(Warp &warp) {
  uint64_t activity = warp.cta->cluster->activity;
  auto canRun = [&](const Fragment &f) {
    return f.waiting.kind == WaitReason::Kind::none || f.waitingSince != activity;
  };
  if (warp.fragments.size() == 1)
    return canRun(warp.fragments[0]) ? &warp.fragments[0] : nullptr;
  Fragment *best = nullptr;
  if (++turn % 8 == 0) {
    size_t count = warp.fragments.size(), first = machine.options.seed ? machine.random() % count : turn / 8 % count;
    for (size_t k = 0; k < count && !best; ++k)
      if (Fragment &f = warp.fragments[(first + k) % count]; canRun(f))
        best = &f;
    return best;
  }
  std::pair<unsigned, uint32_t> bestKey;
  for (Fragment &f : warp.fragments)
    if (canRun(f))
      if (std::pair<unsigned, uint32_t> key{~depthOf(f), f.pc}; !best || key < bestKey)
        best = &f, bestKey = key;
  return best;
}

/// The next instruction of the text at which another fragment of this frame stands.
uint32_t Machine::Scheduler::findMeetingPoint(const Warp &warp, const Fragment &fragment) const {
  uint32_t meeting = ~0u;
  for (const Fragment &other : warp.fragments)
    if (&other != &fragment && other.frame == fragment.frame && other.pc >= fragment.pc)
      meeting = std::min(meeting, other.pc);
  return meeting;
}

// --- checks before an instruction

/// All lanes of the warp that have not exited must execute `i` together. False: they wait, or the launch has failed.
bool Machine::Scheduler::checkConvergence(Step &step, const Instruction &i) {
  if (step.mask == step.warp.live)
    return true;
  if (step.fragment.mask == step.warp.live) {
    step.fault(DiagnosticId::divergentCollective,
               "only some lanes of the warp (mask " + describeMask(step.mask) + " of " + describeMask(step.warp.live) +
                   ") execute an instruction that all must execute together: its guard differs between them");
    return false;
  }
  step.waitFor(WaitReason::Kind::convergence);
  return false;
}

bool Machine::Scheduler::checkRegisters(Step &step, const Instruction &i) {
  Frame &frame = *step.fragment.frame;
  const Function &function = *frame.function;
  uint32_t pc = static_cast<uint32_t>(&i - function.code.data());
  const Function::Uses &uses = function.uses[pc];
  const Slot *slots = function.useSlots.data() + uses.first;
  uint32_t excused = 0; // lanes
  for (uint32_t k = 0; i.needsOnePart && i.checksRegisters && k < uses.reads; ++k)
    excused |= slots[k] & constantBit ? ~0u : frame.written[slots[k] / 4];
  if (i.checksRegisters && machine.options.checksInitialization)
    for (uint32_t k = 0; k < uses.reads; ++k)
      if (!(slots[k] & constantBit))
        if (uint32_t missing = step.mask & ~frame.written[slots[k] / 4] & ~excused) {
          step.warn(DiagnosticId::registerUninitialized,
                    "`" + nameRegister(function, slots[k]) + "` is read before anything was written to it",
                    __builtin_ctz(missing), Severity::error);
          frame.written[slots[k] / 4] |= missing; // told once
        }
  if (i.marksRegisters)
    for (uint32_t k = uses.reads; k < uint32_t(uses.reads) + uses.writes; ++k)
      if (!(slots[k] & constantBit))
        frame.written[slots[k] / 4] |= step.mask;
  if (step.warp.busy.empty() || i.mayTouchBusy)
    return true;
  for (BusyRegisters &busy : step.warp.busy)
    if (busy.frame == &frame && !busy.isTold)
      for (uint32_t k = 0; k < uint32_t(uses.reads) + uses.writes; ++k)
        if (std::binary_search(busy.slots.begin(), busy.slots.end(), slots[k]) && !(busy.areRead && k < uses.reads)) {
          busy.isTold = true;
          Diagnostic *report = machine.report(
              DiagnosticId::registerInFlight, function, i.place,
              "`" + nameRegister(function, slots[k]) + "` is " + (k < uses.reads ? "read" : "written") +
                  " while an asynchronous instruction " + (busy.areRead ? "still reads it" : "still writes it"));
          if (report) {
            report->note("the instruction that owns it", machine.rangeOf(function, busy.place));
            report->note("wait for it first: `wgmma.commit_group` and `wgmma.wait_group`");
          }
          return true;
        }
  return true;
}

// --- running

/// Runs one fragment until it must stop: its quantum ends, it waits, it meets another, or its lanes are gone. The
/// number of instructions executed.
uint64_t Machine::Scheduler::runFragment(Warp &warp, size_t index, uint64_t quantum) {
  uint64_t executed = 0, lanes = 0;
  bool isTried = false; // the last instruction waits and will be executed again
  Fragment *fragment = &warp.fragments[index];
  fragment->waiting = {};
  Step step{machine, *warp.cta, warp, *fragment, fragment->frame->registers.data(), machine.program.constants.data(),
            0,       nullptr};
  const Instruction *code = fragment->frame->function->code.data();
  auto findIdle = [&] { return machine.needed ? machine.needed->idleOf(*fragment->frame->function) : nullptr; };
  const uint16_t *idle = findIdle(); // null: everything is executed
  uint32_t meeting = findMeetingPoint(warp, *fragment);
  bool isAlone = warp.fragments.size() == 1;
  StepObserver *observer = machine.options.observer;
  while (executed < quantum) {
    if (fragment->pc == meeting) {
      merge(warp);
      break;
    }
    uint32_t mask = fragment->mask;
    if (idle && idle[fragment->pc]) { // their guards may not be known: they count for all lanes
      uint32_t count = std::min<uint32_t>(idle[fragment->pc], meeting - fragment->pc);
      fragment->pc += count;
      executed += count;
      lanes += uint64_t(count) * static_cast<unsigned>(__builtin_popcount(mask));
      if (observer)
        observer->skipped(step, count);
      continue;
    }
    const Instruction &i = code[fragment->pc];
    ++executed;
    if (i.guard != noSlot) {
      uint32_t guard = step.predicate(i.guard);
      mask &= i.guardNegated ? ~guard : guard;
      if (!mask) {
        ++fragment->pc;
        continue;
      }
    }
    step.mask = mask;
    step.instruction = &i;
    step.executed = executed;
    if (observer && !observer->before(step)) {
      machine.failed = true; // nothing is wrong: nobody wants the rest
      break;
    }
    if (i.isConverged && mask != warp.live && !checkConvergence(step, i)) {
      if (observer)
        observer->after(step, machine.failed ? Outcome::fault : Outcome::wait);
      isTried = true;
      break;
    }
    if (i.checksRegisters | i.marksRegisters | !warp.busy.empty())
      checkRegisters(step, i);
    lanes += static_cast<unsigned>(__builtin_popcount(mask));
    Outcome outcome = i.handler(step, i);
    if (observer)
      observer->after(step, outcome);
    if (outcome == Outcome::next) {
      ++fragment->pc;
      continue;
    }
    if (outcome != Outcome::jumped) {
      isTried = outcome == Outcome::wait;
      break;
    }
    // The handler may have split, moved or removed fragments. One that only jumped goes on.
    if (warp.fragments.size() == 1 && isAlone && fragment == warp.fragments.data()) {
      code = fragment->frame->function->code.data();
      idle = findIdle();
      step.registers = fragment->frame->registers.data();
      continue;
    }
    break;
  }
  machine.now += executed;
  warp.executed += executed;
  machine.threadInstructions += lanes;
  traceRun(machine, warp, executed, isTried);
  return executed;
}

bool Machine::Scheduler::runWarp(Warp &warp, uint64_t quantum) {
  bool ran = false;
  while (quantum > 0 && !warp.isDone() && !machine.failed) {
    Fragment *fragment = chooseFragment(warp);
    if (!fragment)
      break;
    uint64_t executed = runFragment(warp, static_cast<size_t>(fragment - warp.fragments.data()), quantum);
    quantum -= std::min(executed, quantum);
    ran = true;
    if (warp.fragments.size() > 1)
      merge(warp);
    if (machine.now >= warp.cta->cluster->async.nextDue)
      break;
  }
  if (warp.isDone() && ran)
    endWarp(warp);
  return ran;
}

void Machine::Scheduler::endWarp(Warp &warp) {
  Cta &cta = *warp.cta;
  --cta.liveWarps;
  --cta.cluster->liveWarps;
  ++cta.cluster->activity;
  if (machine.checker)
    machine.checker->endWarp(warp.agent);
  warp.fragments.clear();
}

Machine::Scheduler::Progress Machine::Scheduler::runCluster(Cluster &cluster, uint64_t slice) {
  std::vector<Warp *> warps;
  for (auto &cta : cluster.ctas)
    for (auto &warp : cta->warps)
      if (!warp->isDone())
        warps.push_back(warp.get());
  uint64_t end = machine.now + slice;
  size_t at = 0;
  bool isRandom = machine.options.seed != 0;
  while (!machine.failed) {
    if (machine.now >= cluster.async.nextDue) {
      setEffectTime(machine, cluster, /*isLatest=*/false);
      cluster.async.advanceDue(machine, cluster), ++cluster.activity;
    }
    if (warps.empty()) {
      if (cluster.async.isIdle() || machine.failed)
        return Progress::done;
      setEffectTime(machine, cluster, /*isLatest=*/true);
      cluster.async.advanceOne(machine, cluster); // what nobody waited for still happens
      continue;
    }
    if (machine.now >= end)
      return Progress::slice;
    bool ran = false;
    size_t first = isRandom ? machine.random() % warps.size() : at % warps.size();
    for (size_t k = 0; k < warps.size() && !ran; ++k) {
      size_t which = (first + k) % warps.size();
      uint64_t quantum = isRandom ? 1 + machine.random() % (1u << (1 + machine.random() % 10)) : 2048;
      ran = runWarp(*warps[which], quantum);
      at = which + 1;
      if (warps[which]->isDone())
        warps.erase(warps.begin() + static_cast<ptrdiff_t>(which));
    }
    if (ran || machine.failed)
      continue;
    setEffectTime(machine, cluster, /*isLatest=*/true);
    if (!cluster.async.advanceOne(machine, cluster))
      return Progress::stuck;
  }
  return Progress::stuck;
}

void Machine::Scheduler::run() {
  for (int d = 0; d < 3; ++d)
    clusterDim[d] = machine.shape.cluster[d];
  clusters = 1;
  for (int d = 0; d < 3; ++d)
    clusters *= machine.shape.grid[d] / clusterDim[d];
  constexpr size_t mostClustersOfGpu = 132 * 16; // multiprocessors, and blocks of 128 threads on each
  size_t allowed = machine.options.startsTogether ? std::max<uint64_t>(1, machine.options.residentClusters) : 1;
  size_t slicesWithoutEnd = 0;
  size_t next = 0;
  uint64_t most = std::max<uint64_t>(1, machine.options.instructionLimit / 32); // the limit is looked at between slices
  while (!machine.failed && (nextCluster < clusters || !running.empty())) {
    for (; running.size() < allowed && nextCluster < clusters; ++nextCluster)
      if (!machine.options.wantsCluster || machine.options.wantsCluster(nextCluster))
        running.push_back(makeCluster(nextCluster));
    if (running.empty())
      return;
    next %= running.size();
    uint64_t turn = machine.options.turnInstructions ? machine.options.turnInstructions
                    : allowed == 1                   ? 100'000
                                                     : 20'000;
    Progress progress = runCluster(*running[next], std::min<uint64_t>(most, turn));
    if (machine.threadInstructions > machine.options.instructionLimit && !machine.failed)
      return machine.reportLimit(*running[next]);
    if (machine.options.isCancelled && machine.options.isCancelled()) {
      machine.failed = true;
      machine.sink.report(DiagnosticId::cancelled, {}, "the launch was stopped before its end");
      return;
    }
    if (progress == Progress::stuck) {
      if (!machine.failed)
        reportStandstill(*running[next]);
      return;
    }
    if (progress == Progress::done) {
      slicesWithoutEnd = 0;
      if (machine.checker)
        for (auto &cta : running[next]->ctas)
          machine.checker->endCta(*cta);
      running.erase(running.begin() + static_cast<ptrdiff_t>(next));
      if (machine.options.onProgress) {
        uint64_t blocks = uint64_t(clusterDim[0]) * clusterDim[1] * clusterDim[2];
        machine.options.onProgress((nextCluster - running.size()) * blocks, clusters * blocks);
      }
      continue;
    }
    ++next;
    allowed = std::max<size_t>(allowed, std::min<size_t>(machine.options.residentClusters, running.size() + 1));
    // Two turns for each and none has ended: they may wait for one that has not begun, and a GPU has room for more.
    if (++slicesWithoutEnd > 2 * running.size() && allowed < mostClustersOfGpu) {
      allowed = std::max<size_t>(allowed, running.size() + 1);
      slicesWithoutEnd = 0;
    }
  }
}

// --- standstill

static bool waitsForLanes(const Fragment &f) {
  return f.waiting.kind == WaitReason::Kind::convergence || f.waiting.kind == WaitReason::Kind::lanes;
}

/// Nobody can go on and nothing is in flight. Lanes that wait for lanes of their own warp are told first: that is the
/// cause, unless those wait for something else.
void Machine::Scheduler::reportStandstill(Cluster &cluster) {
  Diagnostic *report = nullptr;
  size_t notes = 0;
  auto visit = [&](auto &&use) {
    for (auto &cta : cluster.ctas)
      for (auto &warp : cta->warps)
        for (Fragment &fragment : warp->fragments)
          if (!warp->isDone())
            use(*warp, fragment);
  };
  auto placeOf = [](const Fragment &f) { return f.frame->function->code[f.pc].place; };
  visit([&](Warp &warp, Fragment &f) {
    if (report || warp.fragments.size() < 2 ||
        !std::all_of(warp.fragments.begin(), warp.fragments.end(), waitsForLanes))
      return;
    report = machine.report(DiagnosticId::divergentCollective, *f.frame->function, placeOf(f),
                            "lanes " + describeMask(f.mask) + " of " + machine.describeWarp(warp) +
                                " wait here for the warp's other lanes, which never come");
    for (Fragment &other : warp.fragments)
      if (report && &other != &f)
        report->note("lanes " + describeMask(other.mask) + " wait here for " +
                         machine.describeWait(warp, other.waiting),
                     machine.rangeOf(*other.frame->function, placeOf(other)));
  });
  if (report) {
    machine.failed = true;
    return;
  }
  auto tell = [&](Warp &warp, Fragment &f) {
    std::string text = machine.describeWarp(warp) + (f.mask == warp.live ? "" : ", lanes " + describeMask(f.mask)) +
                       ", waits for " + machine.describeWait(warp, f.waiting);
    if (!report)
      report = machine.report(DiagnosticId::deadlock, *f.frame->function, placeOf(f), "nobody can go on: " + text);
    else if (++notes < 8)
      report->note(text, machine.rangeOf(*f.frame->function, placeOf(f)));
  };
  // Waits for other warps first, then the lanes that only wait for those.
  visit([&](Warp &warp, Fragment &f) {
    if (!waitsForLanes(f))
      tell(warp, f);
  });
  visit([&](Warp &warp, Fragment &f) {
    if (waitsForLanes(f))
      tell(warp, f);
  });
  if (report && notes >= 8)
    report->note("and " + std::to_string(notes - 7) + " more");
  machine.failed = true;
}

} // namespace tessera::emulator
