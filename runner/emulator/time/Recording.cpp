// SPDX-License-Identifier: Apache-2.0
#include "runner/emulator/time/Recording.h"
#include "runner/emulator/machine/Machine.h"
#include "runner/emulator/sass/Anchors.h"
#include <algorithm>

namespace tessera::emulator {

using ptx::Space;
using Kind = RecordedEvent::Kind;

LaunchRecorder::LaunchRecorder(const Program &program, Options chosen)
    : program(program), options(std::move(chosen)), numbers(program.module) {
  result.cache = CacheSample(options.cacheBytes);
}

LaunchRecorder::~LaunchRecorder() = default;

// --- what an instruction is

const LaunchRecorder::FunctionRoles &LaunchRecorder::rolesOf(const Function &function) {
  if (lastFunction == &function)
    return *lastRoles;
  FunctionRoles &made = byFunction[&function];
  if (made.roles.empty()) {
    const ptx::Function &syntax = *function.syntax;
    made.firstStatement = numbers.numberOf({static_cast<uint32_t>(&syntax - program.module.functions.data()), 0});
    made.roles.resize(function.places.size(), Role::plain); // one more than instructions: the `ret` at the end
    for (size_t i = 0; i < syntax.instructions.size(); ++i) {
      const ptx::Instruction &instruction = syntax.instructions[i];
      std::string_view opcode = instruction.opcode;
      Role &role = made.roles[i];
      if (opcode == "bar" || (opcode == "barrier" && !hasModifier(instruction, "cluster")))
        role = Role::barrier;
      else if (opcode == "bra" && !instruction.guard.empty())
        role = Role::branch;
      else if (opcode == "cp" && hasModifier(instruction, "async") && !hasModifier(instruction, "bulk") &&
               !hasModifier(instruction, "mbarrier"))
        role = hasModifier(instruction, "commit_group")                                         ? Role::commit
               : hasModifier(instruction, "wait_group") || hasModifier(instruction, "wait_all") ? Role::wait
                                                                                                : Role::access;
      else if (opcode == "cp" || opcode == "wgmma" || opcode == "mbarrier" || opcode == "barrier" ||
               opcode == "setmaxnreg" || opcode == "multimem" || opcode == "tensormap")
        role = Role::unknown;
      else if (classifyAnchor(instruction) != Anchor::none)
        role = Role::access;
    }
  }
  lastFunction = &function;
  return *(lastRoles = &made);
}

CtaRecording *LaunchRecorder::find(const Step &step) {
  const uint32_t *grid = step.machine.shape.grid;
  uint64_t number = step.cta.index.x + uint64_t(grid[0]) * (step.cta.index.y + uint64_t(grid[1]) * step.cta.index.z);
  if (number == lastCta)
    return lastRecording;
  lastCta = number;
  lastRecording = nullptr;
  if (options.wants && !options.wants(number))
    return nullptr;
  CtaRecording &made = ctas[number];
  made.number = number;
  made.warps.resize(step.cta.warps.size());
  return lastRecording = &made;
}

/// The event of the instruction that is executed now: a new one, unless it has one already. Null where none is wanted.
RecordedEvent *LaunchRecorder::add(Step &step, Kind kind) {
  CtaRecording *cta = find(step);
  if (!cta || result.isFull)
    return nullptr;
  std::vector<RecordedEvent> &list = cta->warps[step.warp.index].events;
  uint64_t number = step.warp.executed + step.executed;
  if (stepWarp == &step.warp && stepNumber == number && !list.empty() && list.back().kind == kind)
    return &list.back();
  if (++events > options.eventLimit) {
    result.isFull = true;
    return nullptr;
  }
  stepWarp = &step.warp;
  stepNumber = number;
  RecordedEvent event;
  event.statement = rolesOf(step.function()).firstStatement + step.instruction->place;
  event.kind = kind;
  event.lanes = static_cast<uint8_t>(__builtin_popcount(step.mask));
  list.push_back(event);
  return &list.back();
}

// --- the launch

bool LaunchRecorder::before(Step &step) {
  Role role = rolesOf(step.function()).roles[step.instruction->place];
  if (role == Role::unknown && result.unknown.empty()) {
    const ptx::Instruction &instruction = step.function().syntax->instructions[step.instruction->place];
    result.unknown = "`" + std::string(instruction.opcode);
    for (std::string_view modifier : instruction.modifiers)
      result.unknown += "." + std::string(modifier);
    result.unknown += "` in line " + std::to_string(instruction.place.line);
  }
  return true;
}

void LaunchRecorder::after(Step &step, Outcome outcome) {
  if (outcome == Outcome::wait || outcome == Outcome::fault)
    return;
  const Instruction &i = *step.instruction;
  Role role = rolesOf(*lastFunction).roles[i.place];
  if (CtaRecording *cta = find(step))
    ++cta->warps[step.warp.index].executed;
  switch (role) {
  case Role::barrier:
    if (RecordedEvent *event = add(step, Kind::barrier)) {
      event->number = step.in<uint32_t>(i.a)[step.firstLane()];
      event->count = i.b == noSlot ? 0 : step.in<uint32_t>(i.b)[step.firstLane()];
      event->isArrival = hasModifier(step.function().syntax->instructions[i.place], "arrive");
    }
    break;
  case Role::branch:
    add(step, Kind::branch);
    break;
  case Role::commit:
    add(step, Kind::asyncCommit);
    break;
  case Role::wait:
    if (RecordedEvent *event = add(step, Kind::asyncWait)) {
      event->waitsForAll = i.detail != 0;
      event->count = static_cast<uint32_t>(i.immediate);
    }
    break;
  case Role::plain:
  case Role::access:
  case Role::unknown:
    break;
  }
}

void LaunchRecorder::addSectors(Step &step, RecordedEvent *event, const uint64_t addresses[32], uint32_t mask,
                                uint32_t bytes, bool isWrite) {
  uint64_t sectors[warpSize * 2];
  unsigned count = 0;
  for (uint32_t left = mask; left; left &= left - 1) {
    uint64_t address = addresses[__builtin_ctz(left)], first = address / 32, last = (address + bytes - 1) / 32;
    sectors[count++] = first;
    if (last != first)
      sectors[count++] = last;
  }
  if (!std::is_sorted(sectors, sectors + count))
    std::sort(sectors, sectors + count);
  count = static_cast<unsigned>(std::unique(sectors, sectors + count) - sectors);
  uint32_t statement = rolesOf(step.function()).firstStatement + step.instruction->place;
  for (unsigned k = 0; k < count; ++k)
    result.cache.touch(statement, sectors[k], isWrite);
  if (!event)
    return;
  std::vector<uint64_t> &all = lastRecording->sectors;
  if (event->sectors == 0)
    event->firstSector = static_cast<uint32_t>(all.size());
  event->sectors += count;
  all.insert(all.end(), sectors, sectors + count);
}

/// How many words of 4 bytes lanes access, if no bank has two of them; else more than there are banks.
static unsigned countWords(const uint64_t addresses[32], uint32_t mask, uint32_t bytes) {
  constexpr unsigned banks = 32;
  uint64_t words[banks];
  uint32_t used = 0;
  for (uint32_t left = mask; left; left &= left - 1)
    for (unsigned k = 0; k < bytes / 4; ++k) {
      uint64_t word = addresses[__builtin_ctz(left)] / 4 + k;
      unsigned bank = word % banks;
      if (used >> bank & 1 && words[bank] != word)
        return banks + 1;
      used |= 1u << bank;
      words[bank] = word;
    }
  return static_cast<unsigned>(__builtin_popcount(used));
}

/// As countWavefronts, where two halves of an access of 8 bytes, or two quarters of one of 16, go together when their
/// words are of different banks: lanes that read the same. (Inferred from two published f32 products with tiles in
/// shared memory, whose broadcasts of 16 bytes then take two wavefronts: 9.2 and 5.4 TFLOP/s on an H100 and an A100,
/// where four would allow 7.3 and 4.0, and one 11.7 and 6.4.)
static uint16_t countMergedWavefronts(const uint64_t addresses[32], uint32_t mask, uint32_t bytes) {
  uint64_t taken = 0;
  uint32_t atOnce = bytes >= 16 ? 0xffffu : 0xffffffffu;
  for (unsigned first = 0; first < warpSize; first += bytes >= 16 ? 16 : 32) {
    uint32_t part = mask & atOnce << first;
    if (!part)
      continue;
    uint64_t parts = countWavefronts(addresses, part, bytes).units;
    taken += bytes >= 8 && parts == 2 && countWords(addresses, part, bytes) <= 32 ? 1 : parts;
  }
  return static_cast<uint16_t>(taken);
}

static Space resolveSpace(Space space, uint64_t first) {
  if (space != Space::generic)
    return space;
  return first - sharedWindow < windowSize  ? Space::shared
         : first - localWindow < windowSize ? Space::local
                                            : Space::global;
}

void LaunchRecorder::accessed(Step &step, const Access &access, const uint64_t addresses[32], uint8_t *const *) {
  if (rolesOf(step.function()).roles[step.instruction->place] != Role::access)
    return;
  Space space = resolveSpace(access.space, addresses[step.firstLane()]);
  bool writes = access.kind != AccessKind::read, reads = access.kind == AccessKind::read || access.isRead;
  Kind kind = space == Space::shared ? Kind::shared : space == Space::local ? Kind::local : Kind::global;
  if (space != Space::shared && space != Space::local && space != Space::global)
    return;
  RecordedEvent *event = add(step, kind);
  if (event) {
    event->bytes = static_cast<uint8_t>(access.bytes);
    event->writes |= writes;
    event->reads |= reads;
  }
  if (kind == Kind::global)
    addSectors(step, event, addresses, step.mask, access.bytes, writes);
  if (kind == Kind::local || !event)
    return;
  auto turns = [&](uint32_t bytes) { return countMergedWavefronts(addresses, step.mask, bytes); };
  event->wavefronts += turns(access.bytes);
  event->wavefronts8 += turns(std::max(access.bytes, 8u));
  event->wavefronts16 += turns(std::max(access.bytes, 16u));
}

void LaunchRecorder::copying(Step &step, const uint64_t sources[32], uint32_t reading, const uint64_t targets[32],
                             uint32_t bytes) {
  RecordedEvent *event = add(step, Kind::asyncCopy);
  if (event) {
    event->bytes = static_cast<uint8_t>(bytes);
    event->reads = event->writes = true;
    event->wavefronts = static_cast<uint16_t>(countMergedWavefronts(targets, step.mask, bytes));
  }
  addSectors(step, event, sources, reading, bytes, /*isWrite=*/false);
}

Recording LaunchRecorder::take(uint64_t grid, uint32_t threads, uint32_t sharedBytes) {
  result.grid = grid;
  result.threads = threads;
  result.sharedBytes = sharedBytes;
  for (auto &[number, cta] : ctas)
    result.ctas.push_back(std::move(cta));
  std::sort(result.ctas.begin(), result.ctas.end(),
            [](const CtaRecording &a, const CtaRecording &b) { return a.number < b.number; });
  ctas.clear();
  return std::move(result);
}

} // namespace tessera::emulator
