// SPDX-License-Identifier: Apache-2.0
#include "runner/emulator/time/TimeTrace.h"
#include <cmath>

namespace tessera::emulator {

/// Whoever looks at a timeline wants to see what holds a warp up, not the latency of each instruction.
static constexpr double leastWait = 30; // cycles

TimeTrace::TimeTrace(Trace &trace, const ptx::Module &module, const WalkPlan &plan, double clock)
    : trace(trace), module(module), plan(plan), numbers(module), clock(clock) {
  trace.unit = "ns";
}

uint64_t TimeTrace::toNanoseconds(double cycles) const {
  return static_cast<uint64_t>(std::llround(std::max(0.0, cycles) * 1e3 / clock));
}

void TimeTrace::fillLines(Trace::Event &event, uint32_t statement) const {
  std::optional<Statement> found = numbers.find(statement);
  if (!found)
    return;
  const ptx::Function &function = module.functions[found->function];
  const ptx::Instruction &instruction = function.instructions[found->instruction];
  event.ptxLine = instruction.place.line;
  if (instruction.sourceLine >= 0)
    event.line = function.sourceLines[static_cast<size_t>(instruction.sourceLine)].line;
}

void TimeTrace::run(const Who &warp, Stretch &stretch, double end) {
  if (end <= stretch.begin || toNanoseconds(end) == toNanoseconds(stretch.begin))
    return;
  Trace::Event event;
  event.kind = Trace::Kind::run;
  event.cta = warp.rank;
  event.warp = static_cast<int32_t>(warp.number);
  event.begin = toNanoseconds(stretch.begin);
  event.end = toNanoseconds(end);
  event.what = "run";
  event.count = stretch.count;
  fillLines(event, plan.statementAt(stretch.instruction));
  trace.add(warp.cluster, std::move(event));
}

void TimeTrace::wait(const Who &warp, Stretch &stretch, Stall cause, uint32_t instruction, uint32_t address,
                     double begin, double end) {
  if (end - begin < leastWait || cause == Stall::blockStart) {
    stretch.count++;
    return;
  }
  run(warp, stretch, begin);
  Trace::Event event;
  event.kind = cause == Stall::barrier ? Trace::Kind::barrier : Trace::Kind::wait;
  event.cta = warp.rank;
  event.warp = static_cast<int32_t>(warp.number);
  event.begin = toNanoseconds(begin);
  event.end = toNanoseconds(end);
  event.what = "wait: " + std::string(getName(cause));
  if (address && trace.place(address, event))
    event.what += ", " + trace.namePlace(event);
  fillLines(event, plan.statementAt(instruction));
  trace.add(warp.cluster, std::move(event));
  stretch = {end, instruction, 1};
}

void TimeTrace::endWarp(const Who &warp, Stretch &stretch, double now) { run(warp, stretch, now); }

void TimeTrace::multiply(const Who &warpgroup, const RecordedEvent &recorded, double begin, double end) {
  Trace::Event event;
  event.kind = Trace::Kind::wgmma;
  event.cta = warpgroup.rank;
  event.warpgroup = static_cast<int32_t>(warpgroup.number);
  event.begin = toNanoseconds(begin);
  event.end = toNanoseconds(end);
  event.what = "wgmma n" + std::to_string(recorded.count);
  if (recorded.sharedAddress)
    trace.place(recorded.sharedAddress, event);
  fillLines(event, recorded.statement);
  auto &[number, ended] = products[{warpgroup.cluster, warpgroup.rank, warpgroup.number}];
  Trace::Event *last = trace.find(warpgroup.cluster, number);
  constexpr double pause = 1; // cycle
  if (last && last->kind == Trace::Kind::wgmma && begin - ended <= pause && last->place == event.place &&
      last->slot == event.slot && last->what == event.what && last->line == event.line) {
    last->end = event.end;
    ++last->count;
  } else {
    number = trace.add(warpgroup.cluster, std::move(event));
  }
  ended = end;
}

void TimeTrace::copy(const Who &warp, const RecordedEvent &recorded, double begin, double end) {
  Trace::Event event;
  event.kind = recorded.writes ? Trace::Kind::store : Trace::Kind::copy;
  event.cta = warp.rank;
  event.begin = toNanoseconds(begin);
  event.end = toNanoseconds(end);
  event.what = recorded.writes ? "copy out" : "copy in";
  event.bytes = recorded.count;
  if (recorded.sharedAddress)
    trace.place(recorded.sharedAddress, event);
  fillLines(event, recorded.statement);
  trace.add(warp.cluster, std::move(event));
}

} // namespace tessera::emulator
