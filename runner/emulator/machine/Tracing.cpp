// SPDX-License-Identifier: Apache-2.0
// What warps do, as events. A warp's events follow one another: each begins where the last one has ended. One may be
// open: a stretch that runs or multiplies, which grows.

#include "runner/emulator/machine/Tracing.h"
#include <algorithm>

namespace tessera::emulator {

/// Instructions between two of `mma.sync` that do not end a stretch of products: their loads and addresses.
constexpr uint64_t productSlack = 24;

uint32_t getClusterNumber(const Cta &cta) { return static_cast<uint32_t>(cta.cluster->number); }

uint64_t getTraceTime(const Step &step) {
  return static_cast<uint64_t>(static_cast<int64_t>(step.warp.executed + step.executed) + step.warp.trace.lag) - 1;
}

void fillLines(Trace::Event &event, const Function &function, uint32_t place) {
  const CodePlace &at = function.places[place];
  event.line = at.sourceLine < 0 ? 0 : function.syntax->sourceLines[static_cast<size_t>(at.sourceLine)].line;
  event.ptxLine = at.ptx.line;
}

static int64_t open(Machine &machine, Warp &warp, Trace::Kind kind, uint64_t begin, uint64_t end) {
  Trace::Event event;
  event.kind = kind;
  event.cta = warp.cta->rank;
  event.warp = static_cast<int32_t>(warp.index);
  event.begin = begin;
  event.end = end;
  event.what = "run";
  warp.trace.isOpen = true;
  warp.trace.isProduct = kind == Trace::Kind::wgmma;
  warp.trace.until = end;
  return warp.trace.current = machine.options.trace->add(getClusterNumber(*warp.cta), std::move(event));
}

/// The warp has run until `time`.
static void advance(Machine &machine, Warp &warp, uint64_t time, uint64_t slack) {
  WarpTrace &own = warp.trace;
  if (own.isOpen && !own.isProduct) {
    own.until = std::max(own.until, time);
    if (Trace::Event *current = machine.options.trace->find(getClusterNumber(*warp.cta), own.current))
      current->end = own.until;
  } else if (time > own.until + (own.isOpen ? slack : 0)) {
    open(machine, warp, Trace::Kind::run, own.until, time);
  }
}

void traceRun(Machine &machine, Warp &warp, uint64_t executed, bool isTried) {
  if (!machine.options.trace)
    return;
  warp.trace.lag -= isTried;
  advance(machine, warp, static_cast<uint64_t>(static_cast<int64_t>(warp.executed) + warp.trace.lag),
          executed ? productSlack : 0);
}

void traceProduct(Step &step, const char *name, unsigned rows, unsigned columns, unsigned k) {
  Trace *trace = step.machine.options.trace;
  if (!trace)
    return;
  uint64_t now = getTraceTime(step);
  advance(step.machine, step.warp, now, productSlack);
  uint32_t cluster = getClusterNumber(step.cta);
  if (WarpTrace &own = step.warp.trace; own.isOpen && own.isProduct) {
    own.until = now + 1;
    if (Trace::Event *current = trace->find(cluster, own.current)) {
      current->end = now + 1;
      ++current->count;
    }
    return;
  }
  if (Trace::Event *made = trace->find(cluster, open(step.machine, step.warp, Trace::Kind::wgmma, now, now + 1))) {
    made->what =
        std::string(name) + " m" + std::to_string(rows) + "n" + std::to_string(columns) + "k" + std::to_string(k);
    fillLines(*made, step.function(), step.instruction->place);
  }
}

TraceMoment traceSignal(Step &step, bool isWait) {
  if (!step.machine.options.trace)
    return {};
  uint64_t now = getTraceTime(step);
  advance(step.machine, step.warp, isWait ? now : now + 1, 0);
  return {now + 1, step.warp.trace.current};
}

void traceWait(Step &step, Trace::Event event, const TraceMoment &moment) {
  Trace *trace = step.machine.options.trace;
  if (!trace)
    return;
  uint64_t now = getTraceTime(step);
  bool isBarrier = event.kind == Trace::Kind::barrier;
  // A barrier's own instruction is a part of it: who comes last is told to be there, too.
  uint64_t until = std::max(now, moment.time) + (isBarrier && moment.time <= now ? 1 : 0);
  if (until == now)
    return;
  advance(step.machine, step.warp, now, 0);
  event.cta = step.cta.rank;
  event.warp = static_cast<int32_t>(step.warp.index);
  event.begin = now;
  event.end = until;
  if (moment.time > now)
    event.waitsFor = moment.event;
  fillLines(event, step.function(), step.instruction->place);
  trace->add(getClusterNumber(step.cta), std::move(event));
  WarpTrace &own = step.warp.trace;
  own.lag += static_cast<int64_t>(until - now) - 1; // the instruction's own step is its last
  own.until = until;
  own.current = -1;
  own.isOpen = own.isProduct = false;
}

uint64_t getEffectTime(const Machine &machine, uint64_t begin) { return std::max(begin, machine.effectTime); }

void setEffectTime(Machine &machine, const Cluster &cluster, bool isLatest) {
  if (!machine.options.trace)
    return;
  uint64_t latest = 0, earliest = UINT64_MAX, last = 0;
  for (const auto &cta : cluster.ctas)
    for (const auto &warp : cta->warps) {
      uint64_t now = static_cast<uint64_t>(static_cast<int64_t>(warp->executed) + warp->trace.lag);
      last = std::max(last, now);
      if (warp->isDone())
        continue;
      latest = std::max(latest, now);
      earliest = std::min(earliest, now);
    }
  bool isOver = earliest == UINT64_MAX; // everybody has exited
  machine.effectTime = isOver ? last : isLatest ? latest : earliest;
}

} // namespace tessera::emulator
