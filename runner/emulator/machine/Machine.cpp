// SPDX-License-Identifier: Apache-2.0
// The machine's ends: what a launch is checked for before it runs, and how reports are made.

#include "runner/emulator/machine/DynamicLocal.h"
#include "runner/emulator/machine/Scheduler.h"
#include "runner/emulator/ptx/Parser.h"
#include <algorithm>
#include <cstdio>

namespace tessera::emulator {

std::string describeMask(uint32_t mask) {
  std::string text;
  for (unsigned lane = 0; lane < warpSize;) {
    if (!(mask >> lane & 1)) {
      ++lane;
      continue;
    }
    unsigned end = lane;
    while (end + 1 < warpSize && (mask >> (end + 1) & 1))
      ++end;
    text += (text.empty() ? "" : ",") + std::to_string(lane) + (end > lane ? "-" + std::to_string(end) : "");
    lane = end + 1;
  }
  return text.empty() ? "none" : text;
}

std::string nameRegister(const Function &function, Slot slot) {
  auto at = std::lower_bound(function.registerNames.begin(), function.registerNames.end(), std::pair<Slot, std::string>(slot, ""));
  return at != function.registerNames.end() && at->first == slot ? at->second : "a register";
}

void openFrame(Warp &warp, Frame &frame) {
  const Function &function = *frame.function;
  frame.registers.resize(function.registerBytes);
  frame.parameters.resize(size_t(function.parameterBytes) * warpSize);
  bool checks = std::any_of(function.code.begin(), function.code.end(), [](const Instruction &i) { return i.checksRegisters || i.marksRegisters; });
  if (checks)
    frame.written.resize(function.registerBytes / 4 + 1);
  frame.localBase = frame.caller ? (findLocalEnd(warp, *frame.caller) + 15) & ~15u : 0;
  warp.state<DynamicLocal>().ends.erase(&frame); // of an earlier frame at this address
  growLocal(warp, frame.localBase + function.localBytes);
}

uint32_t findLocalEnd(Warp &warp, const Frame &frame) {
  const auto &ends = warp.state<DynamicLocal>().ends;
  auto found = ends.find(&frame);
  return found == ends.end() ? frame.localBase + frame.function->localBytes : found->second;
}

void growLocal(Warp &warp, uint32_t bytes) {
  if (bytes <= warp.localStride)
    return;
  uint32_t stride = std::max(bytes, std::min(2 * warp.localStride, 1u << 20));
  std::vector<uint8_t> local(size_t(stride) * warpSize), written(size_t(stride) * warpSize);
  for (unsigned lane = 0; lane < warpSize; ++lane) {
    std::copy_n(warp.local.begin() + lane * warp.localStride, warp.localStride, local.begin() + lane * size_t(stride));
    std::copy_n(warp.localWritten.begin() + lane * warp.localStride, warp.localStride, written.begin() + lane * size_t(stride));
  }
  warp.local = std::move(local);
  warp.localWritten = std::move(written);
  warp.localStride = stride;
}

// --- reports

std::string WaitReason::describe() const {
  char text[96];
  switch (kind) {
  case Kind::none: return "its turn";
  case Kind::convergence: return "the other lanes of its warp";
  case Kind::lanes: return "the lanes " + describeMask(static_cast<uint32_t>(object)) + " of its warp";
  case Kind::ctaBarrier: return "barrier " + std::to_string(object);
  case Kind::clusterBarrier: return "the cluster's barrier";
  case Kind::mbarrier:
    std::snprintf(text, sizeof(text), "the mbarrier at 0x%llx, phase %llu", static_cast<unsigned long long>(object), static_cast<unsigned long long>(value));
    return text;
  case Kind::asyncGroup: return "its cp.async groups, all but " + std::to_string(object);
  case Kind::bulkGroup: return "its bulk copies, all but " + std::to_string(object) + " groups";
  case Kind::wgmmaGroup: return "its wgmma groups, all but " + std::to_string(object);
  case Kind::registers: return "registers";
  }
  return "nothing";
}

static std::string describeIndex(const Dim3 &index) { return "(" + std::to_string(index.x) + ", " + std::to_string(index.y) + ", " + std::to_string(index.z) + ")"; }

std::string Machine::describeWarp(const Warp &warp) const { return "warp " + std::to_string(warp.index) + " of CTA " + describeIndex(warp.cta->index); }

void Machine::describeWaitsBy(WaitDescriber describer) {
  if (std::find(waitDescribers.begin(), waitDescribers.end(), describer) == waitDescribers.end())
    waitDescribers.push_back(describer);
}

std::string Machine::describeWait(const Warp &warp, const WaitReason &reason) const {
  for (WaitDescriber describer : waitDescribers)
    if (std::string text = describer(*this, warp, reason); !text.empty())
      return text;
  return reason.describe();
}

SourceRange Machine::rangeOf(const Function &function, uint32_t place) const {
  if (place >= function.places.size())
    return {};
  const CodePlace &at = function.places[place];
  SourceRange source = ptx::toSourceRange(program.module, *function.syntax, at.sourceLine);
  return source.isValid() ? source : ptx::toRange(program.module, at.ptx);
}

/// Where the functions were called that `line` was inlined from, up to the kernel's own.
static void noteInlining(Diagnostic &diagnostic, const ptx::Module &module, const ptx::Function &syntax, int32_t line) {
  for (unsigned depth = 0; line >= 0 && depth < 8; ++depth) {
    line = syntax.sourceLines[static_cast<size_t>(line)].inlinedAt;
    if (SourceRange call = line >= 0 ? ptx::toSourceRange(module, syntax, line) : SourceRange(); call.isValid())
      diagnostic.note("inlined here", call);
  }
}

Diagnostic *Machine::report(DiagnosticId id, const Function &function, uint32_t place, std::string message, Severity severity, uint64_t cause) {
  if (!reported.emplace(id, &function, place, cause).second)
    return nullptr;
  if (reported.size() > options.reportLimit) {
    if (severity == Severity::error)
      failed = true; // enough has been told
    return nullptr;
  }
  if (severity == Severity::error)
    hasErrors = true;
  const CodePlace &at = function.places[place];
  SourceRange source = ptx::toSourceRange(program.module, *function.syntax, at.sourceLine), text = ptx::toRange(program.module, at.ptx);
  Diagnostic &made = sink.report(id, source.isValid() ? source : text, std::move(message), severity);
  if (source.isValid())
    made.note("the PTX instruction", text);
  noteInlining(made, program.module, *function.syntax, at.sourceLine);
  return &made;
}

void Machine::reportLimit(Cluster &cluster) {
  failed = true;
  const Warp *running = nullptr;
  for (auto &cta : cluster.ctas)
    for (auto &warp : cta->warps)
      if (!running && !warp->fragments.empty())
        running = warp.get();
  const Function &function = running ? *running->fragments[0].frame->function : entry; // else the last warp has just ended
  uint32_t place = running ? function.code[running->fragments[0].pc].place : function.code.back().place;
  std::string text = "the launch has executed " + std::to_string(threadInstructions) + " thread instructions, the limit is " +
                     std::to_string(options.instructionLimit);
  if (Diagnostic *made = report(DiagnosticId::instructionLimit, function, place, running ? text + "; " + describeWarp(*running) + " was here" : text))
    made->note("a loop that never ends? a larger limit lets it run on");
}

std::string Step::describeThread(unsigned lane) const {
  const uint32_t *block = machine.shape.block;
  unsigned linear = threadIndex(lane);
  Dim3 thread{linear % block[0], linear / block[0] % block[1], linear / block[0] / block[1]};
  return "thread " + describeIndex(thread) + " of CTA " + describeIndex(cta.index);
}

Outcome Step::waitFor(WaitReason::Kind kind, uint64_t object, uint64_t value) {
  fragment.waiting = {kind, object, value};
  fragment.waitingSince = cta.cluster->activity;
  return Outcome::wait;
}

bool Step::isResultNeeded() const {
  return !machine.needed || machine.needed->isNeeded(function(), instruction->place);
}

Outcome Step::fault(DiagnosticId id, std::string message, int lane) {
  unsigned who = lane < 0 ? firstLane() : static_cast<unsigned>(lane);
  machine.report(id, function(), instruction->place, describeThread(who) + ": " + std::move(message));
  machine.failed = true;
  return Outcome::fault;
}

void Step::warn(DiagnosticId id, std::string message, int lane, Severity severity) {
  unsigned who = lane < 0 ? firstLane() : static_cast<unsigned>(lane);
  machine.report(id, function(), instruction->place, describeThread(who) + ": " + std::move(message), severity);
}

// --- a launch

Machine::Machine(const Program &program, const Function &entry, const LaunchShape &shape, std::vector<uint8_t> parameters, GlobalMemory &memory,
                 const RunOptions &options, DiagnosticSink &sink)
    : program(program), entry(entry), shape(shape), parameters(std::move(parameters)), memory(memory), options(options), sink(sink), random(options.seed) {
  if (options.checksRaces)
    checker = std::make_unique<RaceChecker>(*this);
  if (options.skipsValues)
    needed = std::make_unique<NeededValues>(program, options.keepsGlobal);
}

Machine::~Machine() = default;

RunResult Machine::run() {
  scheduler = std::make_unique<Scheduler>(*this);
  scheduler->run();
  counter.total.threadInstructions = threadInstructions, counter.total.warpInstructions = now;
  return {!failed && !hasErrors, !failed, threadInstructions, now, counter.total, listAccesses()};
}

std::vector<CountedAccess> Machine::listAccesses() const {
  std::vector<CountedAccess> accesses;
  for (const auto &[function, places] : counter.places())
    for (uint32_t place = 0; place < places.size(); ++place)
      if (places[place].requests > 0)
        accesses.push_back({ptx::toRange(program.module, function->places[place].ptx),
                            ptx::toSourceRange(program.module, *function->syntax, function->places[place].sourceLine),
                            places[place]});
  std::sort(accesses.begin(), accesses.end(), [](const CountedAccess &a, const CountedAccess &b) {
    return std::pair(a.ptx.begin.line, a.ptx.begin.column) < std::pair(b.ptx.begin.line, b.ptx.begin.column);
  });
  return accesses;
}

} // namespace tessera::emulator
