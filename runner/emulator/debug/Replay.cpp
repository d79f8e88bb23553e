// SPDX-License-Identifier: Apache-2.0
#include "runner/emulator/debug/Replay.h"
#include "runner/emulator/async/Transfer.h"
#include <algorithm>

namespace tessera::emulator {

// --- who wrote what

void WriterLog::noteRegisters(const Step &step, uint64_t number) {
  const Frame *frame = step.fragment.frame.get();
  const Function &function = *frame->function;
  const Function::Uses &uses = function.uses[static_cast<size_t>(step.instruction - function.code.data())];
  FrameWriters &writers = frames[frame];
  if (writers.frame.expired()) {
    writers.slots.clear();
    writers.frame = step.fragment.frame;
  }
  for (uint32_t k = uses.reads; k < uint32_t(uses.reads) + uses.writes; ++k) {
    Slot slot = function.useSlots[uses.first + k];
    if (slot & constantBit)
      continue;
    auto &[lanes, entries] = writers.slots[slot];
    lanes |= step.mask;
    for (uint32_t left = step.mask; left; left &= left - 1)
      entries[static_cast<size_t>(__builtin_ctz(left))] = {number, step.instruction->place};
  }
  constexpr size_t most = 256; // of calls that have returned
  if (frames.size() > most)
    std::erase_if(frames, [](const auto &entry) { return entry.second.frame.expired(); });
}

/// Null for a CTA of another cluster.
std::vector<WriterView> *WriterLog::wordsOf(const Cta &cta) {
  const Machine &machine = *cta.cluster->machine;
  uint64_t own = linearCta(machine, cta.index);
  auto isWatched = [&](const auto &other) { return linearCta(machine, other->index) == warp.cta; };
  if (auto found = words.find(own); found != words.end())
    return &found->second;
  const auto &ctas = cta.cluster->ctas;
  if (std::none_of(ctas.begin(), ctas.end(), isWatched))
    return nullptr;
  std::vector<WriterView> &made = words[own];
  made.resize((cta.shared.bytes.size() + 3) / 4);
  return &made;
}

void WriterLog::noteShared(const Step &step, uint64_t number, WarpName by, const Access &access,
                           uint8_t *const host[warpSize]) {
  for (uint32_t left = step.mask; left; left &= left - 1) {
    auto lane = static_cast<unsigned>(__builtin_ctz(left));
    for (auto &cta : step.cta.cluster->ctas) {
      // Compared as numbers: pointers into different vectors have no order.
      auto offset = reinterpret_cast<uintptr_t>(host[lane]) - reinterpret_cast<uintptr_t>(cta->shared.bytes.data());
      if (offset >= cta->shared.bytes.size())
        continue;
      std::vector<WriterView> *own = wordsOf(*cta);
      for (size_t word = offset / 4; own && word <= (offset + access.bytes - 1) / 4 && word < own->size(); ++word)
        (*own)[word] = {number, by, lane, nullptr, &step.function(), step.instruction->place};
      break;
    }
  }
}

void WriterLog::noteCopy(const Transfer &copy, const Cta &to, uint32_t offset, uint64_t size, uint64_t number) {
  std::vector<WriterView> *own = size ? wordsOf(to) : nullptr;
  if (!own)
    return;
  OperationState state = copy.describe();
  WriterView writer{number, nameWarp(*to.cluster->machine, *state.warp), 0, state.what, state.function, state.place};
  for (size_t word = offset / 4; word <= (offset + size - 1) / 4 && word < own->size(); ++word)
    (*own)[word] = writer;
}

/// Lanes that one instruction wrote at one time are told together.
static std::vector<RegisterWriter> toWriters(const Step &step, const Function &function, uint32_t lanes,
                                             const auto &entries) {
  std::vector<RegisterWriter> writers;
  std::vector<std::pair<uint64_t, uint32_t>> keys;
  for (uint32_t left = lanes; left; left &= left - 1) {
    auto lane = static_cast<unsigned>(__builtin_ctz(left));
    std::pair key(entries[lane].step, entries[lane].place);
    auto found = std::find(keys.begin(), keys.end(), key);
    if (found == keys.end()) {
      found = keys.insert(keys.end(), key);
      writers.push_back({key.first, 0, ptxRangeOf(step.machine, function, key.second)});
    }
    writers[static_cast<size_t>(found - keys.begin())].mask |= 1u << lane;
  }
  return writers;
}

void WriterLog::fill(MachineView &view, const Step &step) const {
  for (CtaView &cta : view.ctas)
    if (auto found = words.find(cta.cta); found != words.end())
      cta.writers = found->second;
  const Frame *frame = frameOf(step, warp);
  auto found = frames.find(frame);
  if (found == frames.end())
    return;
  for (RegisterView &view : view.registers)
    if (auto written = found->second.slots.find(view.slot); written != found->second.slots.end())
      view.writers = toWriters(step, *frame->function, written->second.first, written->second.second);
}

// --- the run

Replay::Replay(Condition isHere, ReplaySettings given)
    : isHere(std::move(isHere)), settings(std::move(given)), hasMoved(settings.isFromBegin) {
  if (settings.keepsWriters)
    log = std::make_unique<WriterLog>(settings.followed);
}

/// Reports that are new: of the instruction that was tried last, or of something asynchronous that came behind it.
void Replay::notice(const std::vector<Diagnostic> &all, const std::vector<RaceOrigin> &races, bool endsLaunch) {
  for (; reports < all.size(); ++reports) {
    if (wanted || !settings.isWanted || !settings.isWanted(all[reports]))
      continue;
    wanted = ReportMoment{reports, lastWhole, last, endsLaunch, std::nullopt};
    for (const RaceOrigin &race : races)
      if (race.report == reports)
        wanted->race = race;
  }
}

void Replay::look(Step &step) {
  view = lookAt(step, settings.followed);
  if (log)
    log->fill(view, step);
}

void Replay::arrive(Step &step) {
  hasStopped = isPeeking = true;
  uint32_t place = step.instruction->place;
  stop.reason = Stop::Reason::reached;
  stop.step = number;
  stop.warp = last;
  stop.mask = step.mask;
  stop.function = step.function().name;
  stop.ptx = ptxRangeOf(step.machine, step.function(), place);
  stop.source = sourceRangeOf(step.machine, step.function(), place);
  reportsBefore = reportsBehind = step.machine.sink.all().size();
  look(step);
}

bool Replay::before(Step &step) {
  if (hasStopped)
    return false;
  notice(step.machine.sink.all(), step.machine.races, false);
  if (wanted)
    return false;
  last = nameWarp(step.machine, step.warp);
  if (step.instruction->isContinuation) // of one PTX instruction: nobody stops inside
    return true;
  lastWhole = number;
  bool isAttempt = ++attempts == settings.tried;
  if (last == settings.followed && tried != step.instruction)
    firstTry = number, tried = step.instruction;
  auto found = waiting.empty() ? waiting.end() : waiting.find(&step.warp);
  bool isRetry = found != waiting.end() && found->second == step.instruction;
  if (isAttempt || (settings.tried == UINT64_MAX && isHere && isHere(step, {number, hasMoved, isRetry})))
    arrive(step);
  constexpr uint64_t often = uint64_t(1) << 18;
  if (settings.onProgress && *settings.onProgress && attempts % often == 0)
    (*settings.onProgress)(number);
  return true;
}

void Replay::after(Step &step, Outcome outcome) {
  if (!hasStopped)
    notice(step.machine.sink.all(), step.machine.races, outcome == Outcome::fault);
  if (isPeeking) {
    isPeeking = false;
    reportsBehind = step.machine.sink.all().size();
    if (outcome == Outcome::wait) {
      stop.waitsFor = step.machine.describeWait(step.warp, step.fragment.waiting);
      if (settings.tried != UINT64_MAX)
        look(step); // now it is among those that wait
    }
    return;
  }
  if (outcome == Outcome::wait)
    waiting[&step.warp] = step.instruction;
  if (outcome != Outcome::next && outcome != Outcome::jumped)
    return; // it waits, or has failed
  if (!waiting.empty())
    waiting.erase(&step.warp);
  bool isFollowed = last == settings.followed;
  if (isFollowed && number >= settings.from)
    hasMoved = true;
  if (isFollowed && firstTry < settings.from && !step.instruction->isContinuation)
    previous = firstTry;
  if (isFollowed)
    tried = nullptr;
  // A jump may have left the frame, and writes nothing else than where the lanes are.
  if (isFollowed && log && outcome == Outcome::next)
    log->noteRegisters(step, lastWhole);
  ++number;
}

void Replay::accessed(Step &step, const Access &access, const uint64_t *, uint8_t *const host[warpSize]) {
  if (hasStopped)
    return;
  if (settings.onAccess)
    settings.onAccess(step, lastWhole, last, access, host);
  if (log && access.kind != AccessKind::read)
    log->noteShared(step, lastWhole, last, access, host);
}

void Replay::copied(const Transfer &copy, const Cta &to, uint32_t offset, uint64_t size) {
  if (log && !hasStopped)
    log->noteCopy(copy, to, offset, size, number);
}

} // namespace tessera::emulator
