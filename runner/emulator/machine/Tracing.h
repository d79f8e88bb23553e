// SPDX-License-Identifier: Apache-2.0
// What warps do, as events of the launch's trace: stretches in which they run, products among them, and waits. Every
// function does nothing without a trace. trace/Trace.h explains the clock.
#pragma once

#include "runner/emulator/machine/Machine.h"

namespace tessera::emulator {

/// The step at which the instruction that `step` executes begins.
uint64_t getTraceTime(const Step &step);
/// After `executed` instructions of a fragment, of which the last was to be `tried` again: they are steps of the
/// warp's.
void traceRun(Machine &machine, Warp &warp, uint64_t executed, bool isTried);
/// The instruction is a product of tensor cores that the warp waits for itself.
void traceProduct(Step &step, const char *name, unsigned rows, unsigned columns, unsigned k);
/// The instruction signals others: its end, and the event that it belongs to. `isWait`: it goes on to wait, as an event
/// of its own.
TraceMoment traceSignal(Step &step, bool isWait = false);
/// The instruction has waited for what happened at `moment`, perhaps in no time. A barrier is an event in any case.
void traceWait(Step &step, Trace::Event event, const TraceMoment &moment);
/// When something asynchronous takes effect that began at `begin`.
uint64_t getEffectTime(const Machine &machine, uint64_t begin);
/// Before operations advance: since nobody can run (at the latest warp's step) or because they are due (at the earliest
/// one's).
void setEffectTime(Machine &machine, const Cluster &cluster, bool isLatest);
void fillLines(Trace::Event &event, const Function &function, uint32_t place);
uint32_t getClusterNumber(const Cta &cta);

} // namespace tessera::emulator
