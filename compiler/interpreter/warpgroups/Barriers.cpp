// SPDX-License-Identifier: Apache-2.0
// mbarriers, meetings of warpgroups, and what is wrong with how a program uses them. A waiting thread of the machine sees only a phase's parity, so
// each phase must have been seen before the next completes, and nobody may arrive for a phase before the last one is known to be complete.
#include "compiler/interpreter/warpgroups/Agents.h"
#include "compiler/interpreter/warpgroups/Latency.h"

using namespace tessera;
using namespace tessera::interpreter;
using namespace tessera::interpreter::warpgroups;

static std::string count(uint64_t number, const char *what) { return std::to_string(number) + " " + what + (number == 1 ? "" : "s"); }

void Machine::completePhase(Barrier &barrier, uint64_t time, int64_t event) {
  uint64_t phase = barrier.completed;
  Barrier::Phase &current = barrier.current;
  Epoch epoch{barrier.component, static_cast<uint32_t>(phase + 1)};
  current.knowledge.all.raise(epoch);
  current.knowledge.committed.raise(epoch);
  // Arrivals at a cluster's barrier are made in all its blocks at once: where one phase is complete, all are.
  if (!barrier.array->collective.empty() && !barrier.array->leaderTracked)
    for (Block *peer : getPeers(*barrier.array->block, barrier.array->collective))
      current.knowledge.all.raise({moveTo(barrier, *peer)->component, epoch.time});
  current.time = std::max(current.time, time);
  current.event = event >= 0 ? event : current.event;
  for (auto &[warpgroup, observer] : barrier.observers) {
    if (phase == 0 || observer.waits != phase || current.knowledge.all.knows(observer.last))
      continue;
    findings.add(DiagnosticId::mbarrierMisuse, barrier.lastArrival, observer.op, [&, &who = warpgroup, &seen = observer] {
      Diagnostic diagnostic(DiagnosticId::mbarrierMisuse, toRange(barrier.lastArrival->getLoc()),
                            "phase " + std::to_string(phase) + " of `" + barrier.array->getName(barrier.index) + "` may complete before warpgroup " +
                                std::to_string(who) + " has seen phase " + std::to_string(phase - 1) + " complete, which then is lost to it");
      diagnostic.note("warpgroup " + std::to_string(who) + " waits for it here", toRange(seen.op->getLoc()));
      diagnostic.note("whoever arrives must first know that the waiting warpgroup went on: let it arrive at another barrier, which is waited for before this arrival");
      return diagnostic;
    });
  }
  ++barrier.completed;
  barrier.arrived = std::min(barrier.early, barrier.array->arrivals);
  barrier.early -= barrier.arrived;
  barrier.phases.push_back(std::move(current));
  if (barrier.phases.size() > 4)
    barrier.phases.pop_front();
  current = {};
  wake(&barrier, barrier.phases.back().time);
  if (barrier.arrived == barrier.array->arrivals && barrier.outstanding == 0)
    completePhase(barrier, time, event);
}

void Machine::arrive(Agent &agent, Barrier &barrier, mlir::Operation *op, unsigned pieces) {
  BarrierArray &array = *barrier.array;
  bool isFull = barrier.arrived == array.arrivals;
  bool isBlind = barrier.completed > 0 && !agent.knowledge.all.knows({barrier.component, static_cast<uint32_t>(barrier.completed)});
  if (isFull || isBlind) {
    findings.add(DiagnosticId::mbarrierMisuse, op, barrier.lastArrival, [&] {
      std::string name = "`" + array.getName(barrier.index) + "`";
      uint64_t phase = barrier.completed - (isFull ? 0 : 1);
      Diagnostic diagnostic(DiagnosticId::mbarrierMisuse, toRange(op->getLoc()),
                            "warpgroup " + std::to_string(agent.warpgroup) + " arrives at " + name + " without knowing that phase " + std::to_string(phase) +
                                " is complete, so the arrival may count in that phase, which takes " + count(array.arrivals, "arrival"));
      if (barrier.lastArrival)
        diagnostic.note("the latest arrival before it is here", toRange(barrier.lastArrival->getLoc()));
      return diagnostic.note("arrive once a phase: wait for the phase, or for somebody who has, before arriving again; or raise `num_arrivals`");
    });
  }
  barrier.lastArrival = op;
  barrier.outstanding += pieces;
  barrier.current.knowledge.join(agent.knowledge);
  uint64_t time = agent.time + latency::arrive;
  if (pieces == 0 && time >= barrier.current.time)
    barrier.current.event = note(agent.row, "barrier", agent.time, time, "arrive at " + array.getName(barrier.index), op, array.name, barrier.index, barrier.completed);
  barrier.current.time = std::max(barrier.current.time, time);
  agent.tick();
  agent.yields = true;
  ++(isFull ? barrier.early : barrier.arrived);
  if (!isFull && barrier.arrived == array.arrivals && barrier.outstanding == 0) {
    completePhase(barrier, agent.time, -1);
    agent.knowledge.all.raise({barrier.component, static_cast<uint32_t>(barrier.completed)});
  }
}

void Machine::deliver(Barrier &barrier, uint64_t time, int64_t event) {
  --barrier.outstanding;
  barrier.current.time = std::max(barrier.current.time, time);
  barrier.current.event = event;
  if (barrier.arrived == barrier.array->arrivals && barrier.outstanding == 0)
    completePhase(barrier, time, event);
}

bool Machine::wait(Agent &agent, Barrier &barrier, mlir::Operation *op, bool onlyTests) {
  uint64_t &seen = agent.waits[&barrier];
  BarrierArray &array = *barrier.array;
  if (barrier.completed <= seen) {
    if (onlyTests)
      return false;
    std::string state = barrier.outstanding > 0 ? "whose copies are not there" : "which has " + count(barrier.arrived, "arrival") + " of " + std::to_string(array.arrivals);
    block(agent, &barrier, "phase " + std::to_string(seen) + " of `" + array.getName(barrier.index) + "`, " + state, barrier.lastArrival);
    return false;
  }
  if (barrier.completed > seen + 1)
    findings.add(DiagnosticId::mbarrierMisuse, op, barrier.lastArrival, [&] {
      Diagnostic diagnostic(DiagnosticId::mbarrierMisuse, toRange(op->getLoc()),
                            "warpgroup " + std::to_string(agent.warpgroup) + " waits for phase " + std::to_string(seen) + " of `" + array.getName(barrier.index) +
                                "`, but phase " + std::to_string(barrier.completed - 1) + " is complete too: a phase was completed unseen, and the wait may never end");
      if (barrier.lastArrival)
        diagnostic.note("the latest arrival is here", toRange(barrier.lastArrival->getLoc()));
      return diagnostic.note("every warpgroup that waits on a barrier must wait for each of its phases");
    });
  uint64_t first = barrier.completed - barrier.phases.size();
  const Barrier::Phase &phase = barrier.phases[seen < first ? 0 : seen - first];
  agent.knowledge.join(phase.knowledge);
  agent.time = std::max(agent.time, phase.time) + latency::wait;
  if (agent.isWaiting) {
    noteWait(agent, "wait for " + array.getName(barrier.index), op, array.name, barrier.index, seen, phase.event);
    agent.isWaiting = false;
  }
  ++seen;
  barrier.observers[agent.warpgroup] = {seen, agent.getEpoch(), op};
  agent.tick();
  return true;
}

bool Machine::meet(Agent &agent, Meeting &meeting, unsigned expected, const void *key, const char *what) {
  if (!agent.hasArrived) {
    agent.hasArrived = true;
    agent.syncPhase = meeting.completed;
    meeting.gathering.join(agent.knowledge);
    meeting.time = std::max(meeting.time, agent.time);
    agent.tick();
    if (++meeting.arrived == expected) {
      meeting.knowledge = std::move(meeting.gathering);
      meeting.gathering = {};
      meeting.arrived = 0;
      meeting.completedTime = meeting.time + latency::sync;
      ++meeting.completed;
      wake(key, meeting.completedTime);
    }
  }
  if (meeting.completed == agent.syncPhase) {
    block(agent, key, std::string("all warpgroups of the ") + what + " at a barrier, where " + std::to_string(meeting.arrived) + " of " + std::to_string(expected) + " are");
    return false;
  }
  agent.hasArrived = false;
  agent.knowledge.join(meeting.knowledge);
  agent.time = std::max(agent.time, meeting.completedTime);
  if (agent.isWaiting)
    noteWait(agent, std::string("meet the ") + what, agent.frame->currentOp());
  agent.isWaiting = false;
  agent.yields = true;
  return true;
}

void Machine::checkBarriers(BarrierArray &array, mlir::Operation *op) {
  for (Barrier &barrier : array.barriers) {
    uint64_t seen = 0;
    for (auto &[warpgroup, observer] : barrier.observers)
      seen = std::max(seen, observer.waits);
    std::string name = "`" + array.getName(barrier.index) + "`", what;
    if (barrier.outstanding != 0)
      what = "ends while a copy that arrives at it is not done";
    else if (barrier.arrived != 0)
      what = "ends with " + count(barrier.arrived, "arrival") + " of " + std::to_string(array.arrivals) + " in phase " + std::to_string(barrier.completed);
    else if (seen < barrier.completed)
      what = "ends with phase " + std::to_string(barrier.completed - 1) + " complete, which nobody has waited for";
    if (what.empty())
      continue;
    findings.add(barrier.outstanding != 0 ? DiagnosticId::unawaitedOperation : DiagnosticId::mbarrierMisuse, barrier.lastArrival, array.op, [&] {
      Diagnostic diagnostic(barrier.outstanding != 0 ? DiagnosticId::unawaitedOperation : DiagnosticId::mbarrierMisuse,
                            toRange((barrier.lastArrival ? barrier.lastArrival : op)->getLoc()), name + " " + what);
      diagnostic.note("the barrier is allocated here", toRange(array.op->getLoc()));
      return diagnostic.note("let every arrival be waited for: as many waits as phases, before the barrier's scope or the kernel ends");
    });
  }
}

void Machine::freeBarriers(Agent &agent, BarrierArray &array, mlir::Operation *op) {
  if (agent.warp >= 0 || ++array.freed < warpgroupCount)
    return;
  checkBarriers(array, op);
  array.op = nullptr; // checked
}
