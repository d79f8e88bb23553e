// SPDX-License-Identifier: Apache-2.0
#include "runner/emulator/debug/Debugger.h"
#include "runner/emulator/machine/Observer.h"
#include <algorithm>
#include <optional>

namespace tessera::emulator {

bool waitsForOthers(const ptx::Instruction &instruction) {
  auto has = [&](std::string_view name) {
    const auto &modifiers = instruction.modifiers;
    return std::find(modifiers.begin(), modifiers.end(), name) != modifiers.end();
  };
  std::string_view opcode = instruction.opcode;
  if (opcode == "bar" || opcode == "barrier")
    return true;
  if (opcode == "mbarrier")
    return has("try_wait") || has("test_wait");
  return (opcode == "cp" || opcode == "wgmma") && (has("wait_group") || has("wait_all") || has("wait_group.read"));
}

/// The text's instruction at a place; null for the `ret` that closes a function without one.
static const ptx::Instruction *findInstruction(const Step &step) {
  const Function &function = step.function();
  const ptx::Place &at = function.places[step.instruction->place].ptx;
  for (const ptx::Instruction &instruction : function.syntax->instructions)
    if (instruction.place.line == at.line && instruction.place.column == at.column)
      return &instruction;
  return nullptr;
}

/// One run from the beginning, until `isHere`.
class Debugger::Replay final : public StepObserver {
public:
  Replay(const Debugger &debugger, const Condition &isHere)
      : debugger(debugger), isHere(isHere), hasMoved(debugger.current.reason == Stop::Reason::begin) {}

  bool before(Step &step) override {
    last = nameWarp(step.machine, step.warp);
    isOpen = true;
    if (step.instruction->isContinuation) // of one PTX instruction: nobody stops inside
      return true;
    lastWhole = number;
    if (last == debugger.followed && tried != step.instruction)
      firstTry = number, tried = step.instruction;
    if (!isHere(step, number, hasMoved))
      return true;
    hasStopped = true;
    stop.reason = Stop::Reason::reached;
    stop.step = number;
    stop.warp = last;
    stop.mask = step.mask;
    uint32_t place = step.instruction->place;
    stop.ptx = ptxRangeOf(step.machine, step.function(), place);
    stop.source = sourceRangeOf(step.machine, step.function(), place);
    view = lookAt(step);
    for (CtaView &cta : view.ctas)
      cta.writers = std::move(writers[cta.cta]);
    return false;
  }

  void after(Step &step, Outcome outcome) override {
    if (outcome != Outcome::next && outcome != Outcome::jumped)
      return; // it waits, or has failed
    isOpen = false;
    if (step.machine.hasErrors && !reportedAt)
      reportedAt = std::pair(lastWhole, last);
    bool isFollowed = last == debugger.followed;
    if (isFollowed && number >= debugger.current.step)
      hasMoved = true;
    if (isFollowed && firstTry < debugger.current.step && !step.instruction->isContinuation)
      previous = firstTry;
    if (isFollowed)
      tried = nullptr;
    ++number;
  }

  void accessed(Step &step, const Access &access, uint8_t *const host[warpSize]) override {
    if (access.kind == AccessKind::read)
      return;
    for (uint32_t left = step.mask; left; left &= left - 1) {
      auto lane = static_cast<unsigned>(__builtin_ctz(left));
      for (auto &cta : step.cta.cluster->ctas) {
        std::vector<uint8_t> &bytes = cta->shared.bytes;
        if (host[lane] < bytes.data() || host[lane] >= bytes.data() + bytes.size())
          continue;
        auto offset = static_cast<uint32_t>(host[lane] - bytes.data());
        WriterView writer{number, last, lane, ptxRangeOf(step.machine, step.function(), step.instruction->place)};
        auto &own = writers[nameWarp(step.machine, *cta->warps.front()).cta];
        for (uint32_t word = offset / 4; word <= (offset + access.bytes - 1) / 4; ++word)
          own[word] = writer;
      }
    }
  }

  bool hasStopped = false;
  uint64_t number = 0;                                     // instructions executed
  uint64_t lastWhole = 0;                                  // `number` at the last instruction that was tried
  WarpName last;                                           // who tried it
  bool isOpen = false;                                     // and has not executed it
  std::optional<std::pair<uint64_t, WarpName>> reportedAt; // where the first error was reported, by whom
  std::optional<uint64_t> previous; // the followed warp's last instruction before the current stop
  Stop stop;
  MachineView view;

private:
  const Debugger &debugger;
  const Condition &isHere;
  bool hasMoved;                      // the followed warp, since the current stop
  const Instruction *tried = nullptr; // what the followed warp waits to execute, since step `firstTry`
  uint64_t firstTry = 0;
  std::map<uint64_t, std::map<uint32_t, WriterView>> writers; // by CTA
};

Debugger::Debugger(const Program &program, const Function &entry, LaunchShape shape, Prepare prepare,
                   RunOptions options)
    : program(program), entry(entry), shape(shape), prepare(std::move(prepare)), options(std::move(options)) {}

void Debugger::launch(Replay &watching, DiagnosticSink &sink) const {
  GlobalMemory memory;
  placeVariables(program, memory);
  std::vector<uint8_t> parameters = prepare(memory);
  RunOptions own = options;
  own.observer = &watching;
  emulator::launch(program, entry, shape, std::move(parameters), memory, own, sink);
}

/// Runs to `isHere`; where that never holds, to the end, or to before the instruction at which the launch failed.
const Stop &Debugger::replay(const Condition &isHere) {
  Replay first(*this, isHere);
  DiagnosticSink sink;
  launch(first, sink);
  if (first.hasStopped) {
    current = std::move(first.stop);
    seen = std::move(first.view);
  } else if (first.isOpen) {
    // What is wrong is best seen from before it: once more, to what was tried last.
    Condition isLast = [number = first.lastWhole, warp = first.last](const Step &step, uint64_t at, bool) {
      return at == number && nameWarp(step.machine, step.warp) == warp;
    };
    Replay again(*this, isLast);
    DiagnosticSink same;
    launch(again, same);
    current = std::move(again.stop);
    current.reason = Stop::Reason::fault;
    seen = std::move(again.view);
    followed = current.warp;
  } else {
    current = {};
    current.reason = Stop::Reason::end;
    current.step = first.number;
    seen = {};
  }
  current.diagnostics = sink.takeSorted();
  return current;
}

const Stop &Debugger::runToLine(uint32_t line, bool followedOnly) {
  uint64_t from = current.step;
  bool isAtBegin = current.reason == Stop::Reason::begin;
  WarpName there = current.warp, wanted = followed;
  const Stop &stop = replay([=](const Step &step, uint64_t number, bool) {
    const Function &function = step.function();
    WarpName warp = nameWarp(step.machine, step.warp);
    if (function.places[step.instruction->place].ptx.line != line || (followedOnly && warp != wanted))
      return false;
    return number > from || (number == from && (isAtBegin || warp != there));
  });
  if (stop.reason == Stop::Reason::reached)
    followed = stop.warp;
  return stop;
}

const Stop &Debugger::stepInstruction() {
  WarpName wanted = followed;
  return replay([wanted](const Step &step, uint64_t, bool hasMoved) {
    return hasMoved && nameWarp(step.machine, step.warp) == wanted;
  });
}

const Stop &Debugger::stepSourceLine() {
  WarpName wanted = followed;
  std::pair from(current.source.file, current.source.begin.line);
  return replay([wanted, from](const Step &step, uint64_t, bool hasMoved) {
    if (!hasMoved || nameWarp(step.machine, step.warp) != wanted)
      return false;
    SourceRange source = sourceRangeOf(step.machine, step.function(), step.instruction->place);
    return source.isValid() && std::pair(source.file, source.begin.line) != from;
  });
}

const Stop &Debugger::stepToBarrier() {
  WarpName wanted = followed;
  return replay([wanted](const Step &step, uint64_t, bool hasMoved) {
    if (!hasMoved || nameWarp(step.machine, step.warp) != wanted)
      return false;
    const ptx::Instruction *instruction = findInstruction(step);
    return instruction && waitsForOthers(*instruction);
  });
}

const Stop &Debugger::stepBack() {
  Condition isCurrent = [end = current.step](const Step &, uint64_t number, bool) { return number >= end; };
  Replay observer(*this, isCurrent);
  DiagnosticSink sink;
  launch(observer, sink);
  return observer.previous ? goTo(*observer.previous, followed) : goTo(0);
}

const Stop &Debugger::runToReport() {
  Condition never = [](const Step &, uint64_t, bool) { return false; };
  Replay observer(*this, never);
  DiagnosticSink sink;
  launch(observer, sink);
  if (observer.reportedAt)
    return goTo(observer.reportedAt->first, observer.reportedAt->second);
  return replay(never);
}

const Stop &Debugger::goTo(uint64_t step) { return goTo(step, std::nullopt); }

const Stop &Debugger::goTo(uint64_t step, std::optional<WarpName> warp) {
  const Stop &stop = replay([step, warp](const Step &at, uint64_t number, bool) {
    return number >= step && (!warp || nameWarp(at.machine, at.warp) == *warp);
  });
  if (stop.reason == Stop::Reason::reached)
    followed = stop.warp;
  return stop;
}

} // namespace tessera::emulator
