// SPDX-License-Identifier: Apache-2.0
#include "runner/emulator/debug/Debugger.h"
#include "runner/emulator/debug/Replay.h"
#include <algorithm>
#include <cstring>

namespace tessera::emulator {

bool isForOthers(const ptx::Instruction &instruction) {
  auto has = [&](std::string_view name) {
    const auto &modifiers = instruction.modifiers;
    return std::find(modifiers.begin(), modifiers.end(), name) != modifiers.end();
  };
  std::string_view opcode = instruction.opcode;
  if (opcode == "bar" || opcode == "barrier" || opcode == "mbarrier")
    return true;
  if (opcode != "cp" && opcode != "wgmma")
    return false;
  auto isOfMbarrier = [](std::string_view modifier) { return modifier.substr(0, 8) == "mbarrier"; };
  return has("wait_group") || has("wait_all") || has("commit_group") ||
         std::any_of(instruction.modifiers.begin(), instruction.modifiers.end(), isOfMbarrier);
}

Debugger::Debugger(const Program &program, const Function &entry, LaunchShape shape, Prepare prepare,
                   RunOptions options)
    : program(program), entry(entry), shape(shape), prepare(std::move(prepare)), options(std::move(options)) {}

// --- running anew

ReplaySettings Debugger::makeSettings(bool keepsWriters) const {
  ReplaySettings settings;
  settings.followed = followed;
  settings.from = current.step;
  settings.isFromBegin = current.reason == Stop::Reason::begin;
  settings.keepsWriters = keepsWriters;
  settings.onProgress = &onProgress;
  return settings;
}

RunResult Debugger::launch(Replay &watching, DiagnosticSink &sink) const {
  GlobalMemory memory;
  placeVariables(program, memory);
  std::vector<uint8_t> parameters = prepare(memory);
  RunOptions own = options;
  own.observer = &watching;
  RunResult result = emulator::launch(program, entry, shape, std::move(parameters), memory, own, sink);
  watching.finish(sink, result.isComplete);
  return result;
}

/// Where `replay` has stopped is where the launch stands.
void Debugger::take(Replay &replay, const DiagnosticSink &sink) {
  current = std::move(replay.stop);
  seen = std::move(replay.view);
  currentAttempt = replay.attempts;
  const std::vector<Diagnostic> &all = sink.all();
  auto at = [&](size_t index) { return all.begin() + static_cast<ptrdiff_t>(index); };
  current.diagnostics.assign(all.begin(), at(replay.reportsBefore));
  current.upcoming.assign(at(replay.reportsBefore), at(replay.reportsBehind));
}

/// Stands at an attempt that a run before has found, with what only a run that knows its warp can tell.
void Debugger::look(uint64_t attempt, Stop::Reason reason) {
  ReplaySettings settings = makeSettings(true);
  settings.tried = attempt;
  Replay watching(nullptr, std::move(settings));
  DiagnosticSink sink;
  launch(watching, sink);
  if (!watching.hasStopped) // the same launch has come here before
    return;
  take(watching, sink);
  current.reason = reason;
  if (reason == Stop::Reason::fault)
    current.diagnostics = sink.takeSorted();
}

/// Runs to `isHere`; where that never holds, to the end, or to before the instruction at which the launch failed.
const Stop &Debugger::replay(const Condition &isHere) {
  ReplaySettings settings = makeSettings(true);
  Replay watching(isHere, std::move(settings));
  DiagnosticSink sink;
  RunResult result = launch(watching, sink);
  if (watching.hasStopped) {
    take(watching, sink);
    if (current.warp != followed) { // who wrote its registers was not kept
      followed = current.warp;
      look(currentAttempt, Stop::Reason::reached);
    }
  } else if (!result.isComplete && watching.attempts > 0) {
    followed = watching.last;
    look(watching.attempts, Stop::Reason::fault);
  } else {
    current = {};
    current.reason = Stop::Reason::end;
    current.step = watching.number;
    current.diagnostics = sink.takeSorted();
    seen = {};
  }
  return current;
}

const Stop &Debugger::follow(WarpName warp) {
  followed = warp;
  if (current.reason == Stop::Reason::reached || current.reason == Stop::Reason::fault)
    look(currentAttempt, current.reason);
  return current;
}

// --- to lines

static bool isOfLine(const Step &step, const Breakpoint &breakpoint) {
  const Function &function = step.function();
  const CodePlace &at = function.places[step.instruction->place];
  if (breakpoint.line != 0)
    return at.ptx.line == breakpoint.line;
  if (at.sourceLine < 0)
    return false;
  auto lineOf = [&](const Instruction &instruction) {
    int32_t line = function.places[instruction.place].sourceLine;
    return line < 0 ? 0u : function.syntax->sourceLines[static_cast<size_t>(line)].line;
  };
  const ptx::SourceLine &line = function.syntax->sourceLines[static_cast<size_t>(at.sourceLine)];
  if (line.line != breakpoint.sourceLine)
    return false;
  bool isFirst = step.instruction == function.code.data() || lineOf(step.instruction[-1]) != line.line;
  return isFirst && sourceRangeOf(step.machine, function, step.instruction->place).file == breakpoint.sourceFile;
}

Debugger::Condition Debugger::isAt(const std::vector<Breakpoint> &breakpoints) const {
  return [&breakpoints](const Step &step, const Moment &moment) {
    if (moment.isRetry) // it was stopped at when it was reached
      return false;
    for (const Breakpoint &breakpoint : breakpoints)
      if (isOfLine(step, breakpoint) && (!breakpoint.condition || breakpoint.condition->holds(step)))
        return true;
    return false;
  };
}

const Stop &Debugger::run(const std::vector<Breakpoint> &breakpoints) {
  uint64_t from = current.step;
  bool isAtBegin = current.reason == Stop::Reason::begin;
  WarpName there = current.warp;
  Condition isBreak = isAt(breakpoints);
  return replay([=](const Step &step, const Moment &moment) {
    if (moment.number < from || !isBreak(step, moment))
      return false;
    return moment.number > from || isAtBegin || nameWarp(step.machine, step.warp) != there;
  });
}

const Stop &Debugger::runToLine(uint32_t line, bool followedOnly) {
  uint64_t from = current.step;
  bool isAtBegin = current.reason == Stop::Reason::begin;
  WarpName there = current.warp, wanted = followed;
  return replay([=](const Step &step, const Moment &moment) {
    uint64_t number = moment.number;
    if (step.function().places[step.instruction->place].ptx.line != line || number < from || moment.isRetry)
      return false;
    WarpName warp = nameWarp(step.machine, step.warp);
    return (!followedOnly || warp == wanted) && (number > from || isAtBegin || warp != there);
  });
}

const Stop &Debugger::runBack(const std::vector<Breakpoint> &breakpoints) {
  std::optional<std::pair<uint64_t, WarpName>> found;
  Condition isBreak = isAt(breakpoints);
  ReplaySettings settings = makeSettings(false);
  Replay watching(
      [&](const Step &step, const Moment &moment) {
        if (moment.number >= current.step)
          return true;
        if (isBreak(step, moment))
          found = std::pair(moment.number, nameWarp(step.machine, step.warp));
        return false;
      },
      std::move(settings));
  DiagnosticSink sink;
  launch(watching, sink);
  return found ? goTo(found->first, found->second) : goTo(0);
}

// --- to the followed warp's next ones, and its last one

const Stop &Debugger::stepInstruction() {
  WarpName wanted = followed;
  return replay([wanted](const Step &step, const Moment &moment) {
    return moment.hasMoved && nameWarp(step.machine, step.warp) == wanted;
  });
}

const Stop &Debugger::stepSourceLine() {
  WarpName wanted = followed;
  std::pair from(current.source.file, current.source.begin.line);
  return replay([wanted, from](const Step &step, const Moment &moment) {
    if (!moment.hasMoved || nameWarp(step.machine, step.warp) != wanted)
      return false;
    SourceRange source = sourceRangeOf(step.machine, step.function(), step.instruction->place);
    return source.isValid() && std::pair(source.file, source.begin.line) != from;
  });
}

const Stop &Debugger::stepToBarrier() {
  WarpName wanted = followed;
  return replay([wanted](const Step &step, const Moment &moment) {
    if (!moment.hasMoved || nameWarp(step.machine, step.warp) != wanted)
      return false;
    const ptx::Instruction *instruction = findInstruction(step.function(), step.instruction->place);
    return instruction && isForOthers(*instruction);
  });
}

const Stop &Debugger::stepBack() {
  ReplaySettings settings = makeSettings(false);
  Replay watching([end = current.step](const Step &, const Moment &moment) { return moment.number >= end; },
                  std::move(settings));
  DiagnosticSink sink;
  launch(watching, sink);
  return watching.previous ? goTo(*watching.previous, followed) : goTo(0);
}

const Stop &Debugger::goTo(uint64_t step) { return goTo(step, std::nullopt); }

const Stop &Debugger::goTo(uint64_t step, std::optional<WarpName> warp) {
  if (warp)
    followed = *warp;
  return replay([step, warp](const Step &at, const Moment &moment) {
    return moment.number >= step && (!warp || nameWarp(at.machine, at.warp) == *warp);
  });
}

// --- to what was reported

std::optional<ReportMoment> Debugger::findReport(const IsReport &isIt) const {
  ReplaySettings settings = makeSettings(false);
  settings.isWanted = isIt ? isIt : [](const Diagnostic &diagnostic) { return diagnostic.severity == Severity::error; };
  Replay watching(nullptr, std::move(settings));
  DiagnosticSink sink;
  launch(watching, sink);
  return watching.wanted;
}

const Stop &Debugger::runToReport(const IsReport &isIt, bool toOrigin) {
  std::optional<ReportMoment> found = findReport(isIt);
  if (found && found->race && toOrigin)
    return goToOrigin(*found);
  if (found && !found->endsLaunch)
    return goTo(found->step, found->warp);
  return replay([](const Step &, const Moment &) { return false; }); // it stands where the launch has ended
}

/// The last time that the race's first access was made before the second: the same byte, by the same warp, at the same
/// place. A copy has no such moment of its own here: where it was issued last.
const Stop &Debugger::goToOrigin(const ReportMoment &moment) {
  const RaceOrigin &race = *moment.race;
  std::optional<uint64_t> found;
  uint64_t sharedCta = 0, cta = 0;
  auto isPlace = [&](const Step &step) {
    cta = linearCta(step.machine, race.cta);
    sharedCta = linearCta(step.machine, race.sharedOf);
    return &step.function() == race.site.function && step.instruction->place == race.site.place &&
           nameWarp(step.machine, step.warp) == WarpName{cta, race.warp};
  };
  auto isByte = [&](const Step &step, const Access &access, uint8_t *const host[warpSize]) {
    const uint8_t *byte = nullptr;
    if (race.isShared) {
      for (auto &other : step.cta.cluster->ctas)
        if (linearCta(step.machine, other->index) == sharedCta)
          byte = other->shared.bytes.data() + race.byte;
    } else if (Allocation *allocation = step.machine.memory.find(race.byte)) {
      byte = allocation->bytes.data() + (race.byte - allocation->address);
    }
    for (uint32_t left = step.mask; left; left &= left - 1)
      if (auto lane = static_cast<unsigned>(__builtin_ctz(left));
          byte >= host[lane] && byte < host[lane] + access.bytes)
        return true;
    return false;
  };
  ReplaySettings settings = makeSettings(false);
  settings.onAccess = [&](Step &step, uint64_t number, WarpName, const Access &access, uint8_t *const host[warpSize]) {
    if (!race.isAsync && number < moment.step && isPlace(step) && isByte(step, access, host))
      found = number;
  };
  auto isHere = [&](const Step &step, const Moment &at) {
    if (race.isAsync && at.number < moment.step && isPlace(step))
      found = at.number;
    return at.number > moment.step;
  };
  Replay watching(isHere, std::move(settings));
  DiagnosticSink sink;
  launch(watching, sink);
  return found ? goTo(*found, WarpName{cta, race.warp}) : goTo(moment.step, moment.warp);
}

} // namespace tessera::emulator
