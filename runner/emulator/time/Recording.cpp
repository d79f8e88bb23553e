// SPDX-License-Identifier: Apache-2.0
#include "runner/emulator/time/Recording.h"
#include "runner/emulator/arithmetic/MatrixDescriptor.h"
#include "runner/emulator/async/BulkCopy.h"
#include "runner/emulator/instructions/Wgmma.h"
#include "runner/emulator/machine/Machine.h"
#include "runner/emulator/sass/Anchors.h"
#include <algorithm>

namespace tessera::emulator {

using ptx::Space;
using Kind = RecordedEvent::Kind;

LaunchRecorder::LaunchRecorder(const Program &program, Options chosen)
    : program(program), options(std::move(chosen)), numbers(program.module) {
  for (const CacheShape &shape : options.caches)
    if (!result.findCache(shape))
      result.caches.emplace_back(shape, options.processors);
}

const CacheSample *Recording::findCache(const CacheShape &shape) const {
  auto found = std::find_if(caches.begin(), caches.end(), [&](const CacheSample &one) { return one.shape() == shape; });
  return found == caches.end() ? nullptr : &*found;
}

LaunchRecorder::~LaunchRecorder() = default;

// --- what an instruction is

LaunchRecorder::Role LaunchRecorder::findRole(const ptx::Instruction &i) {
  std::string_view opcode = i.opcode;
  auto has = [&](std::string_view modifier) { return hasModifier(i, modifier); };
  if (opcode == "bar" || opcode == "barrier")
    return has("cluster") ? Role::clusterBarrier : Role::barrier;
  if (opcode == "bra")
    return i.guard.empty() ? Role::plain : Role::branch;
  if (opcode == "mbarrier")
    return Role::mbarrier;
  if (opcode == "multimem" || opcode == "tensormap")
    return Role::unknown;
  if (opcode == "wgmma")
    return has("mma_async")      ? Role::product
           : has("commit_group") ? Role::productCommit
           : has("wait_group")   ? Role::productWait
                                 : Role::plain;
  if (opcode == "cp") {
    if (has("mbarrier"))
      return Role::afterCopies;
    bool isBulk = has("bulk");
    if (has("commit_group"))
      return isBulk ? Role::bulkCommit : Role::commit;
    if (has("wait_group") || has("wait_all"))
      return isBulk ? Role::bulkWait : Role::wait;
    return isBulk ? Role::bulk : has("async") ? Role::access : Role::unknown;
  }
  if ((opcode == "st" || opcode == "red") && has("async"))
    return Role::bulk;
  return classifyAnchor(i) != Anchor::none ? Role::access : Role::plain;
}

const LaunchRecorder::FunctionRoles &LaunchRecorder::rolesOf(const Function &function) {
  if (lastFunction == &function)
    return *lastRoles;
  FunctionRoles &made = byFunction[&function];
  if (made.roles.empty()) {
    const ptx::Function &syntax = *function.syntax;
    made.syntax = &syntax;
    made.firstStatement = numbers.numberOf({static_cast<uint32_t>(&syntax - program.module.functions.data()), 0});
    made.roles.resize(function.places.size(), Role::plain); // one more than instructions: the `ret` at the end
    for (size_t i = 0; i < syntax.instructions.size(); ++i)
      made.roles[i] = findRole(syntax.instructions[i]);
  }
  lastFunction = &function;
  return *(lastRoles = &made);
}

/// In the grid.
static uint64_t numberOf(const Cta &cta) {
  const uint32_t *grid = cta.cluster->machine->shape.grid;
  return cta.index.x + uint64_t(grid[0]) * (cta.index.y + uint64_t(grid[1]) * cta.index.z);
}

CtaRecording *LaunchRecorder::find(const Step &step) {
  uint64_t number = numberOf(step.cta);
  if (number == lastCta)
    return lastRecording;
  lastCta = number;
  lastRecording = nullptr;
  const Cluster &cluster = *step.cta.cluster;
  if (options.wants && !options.wants(cluster.number, static_cast<unsigned>(cluster.ctas.size())))
    return nullptr;
  CtaRecording &made = ctas[number];
  made.number = number;
  made.cluster = cluster.number;
  made.rank = step.cta.rank;
  made.warps.resize(step.cta.warps.size());
  result.clusterCtas = static_cast<unsigned>(cluster.ctas.size());
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
  event.statement = stepRoles->firstStatement + step.instruction->place;
  event.kind = kind;
  event.mask = step.mask;
  list.push_back(event);
  return &list.back();
}

/// Whether the instruction that is executed has an event of this kind already.
bool LaunchRecorder::isLast(const Step &step, Kind kind) const {
  const std::vector<RecordedEvent> &list = lastRecording->warps[step.warp.index].events;
  return stepWarp == &step.warp && stepNumber == step.warp.executed + step.executed && !list.empty() &&
         list.back().kind == kind;
}

// --- the launch

bool LaunchRecorder::before(Step &step) {
  stepRoles = &rolesOf(step.function());
  Role role = stepRoles->roles[step.instruction->place];
  if (role == Role::branch)
    branchLanes = static_cast<unsigned>(__builtin_popcount(step.fragment.mask));
  if (role == Role::unknown && result.unknown.empty()) {
    const ptx::Instruction &instruction = step.function().syntax->instructions[step.instruction->place];
    result.unknown = "`" + std::string(instruction.opcode);
    for (std::string_view modifier : instruction.modifiers)
      result.unknown += "." + std::string(modifier);
    result.unknown += "` in line " + std::to_string(instruction.place.line);
  }
  return true;
}

void LaunchRecorder::skipped(Step &step, uint32_t instructions) {
  if (CtaRecording *cta = find(step))
    cta->warps[step.warp.index].executed += instructions;
}

void LaunchRecorder::after(Step &step, Outcome outcome) {
  if (outcome == Outcome::wait || outcome == Outcome::fault)
    return;
  const Instruction &i = *step.instruction;
  Role role = stepRoles->roles[i.place];
  CtaRecording *cta = find(step);
  if (!cta)
    return;
  WarpRecording &warp = cta->warps[step.warp.index];
  ++warp.executed;
  auto lastOf = [&](const std::vector<uint32_t> &groups) {
    return groups.size() > i.immediate ? groups[groups.size() - 1 - i.immediate] : 0;
  };
  switch (role) {
  case Role::barrier:
    if (RecordedEvent *event = add(step, Kind::barrier)) {
      event->number = step.in<uint32_t>(i.a)[step.firstLane()];
      event->count = i.b == noSlot ? 0 : step.in<uint32_t>(i.b)[step.firstLane()];
      event->isArrival = hasModifier(stepRoles->syntax->instructions[i.place], "arrive");
    }
    break;
  case Role::branch:
    if (RecordedEvent *event = add(step, Kind::branch))
      event->count = branchLanes;
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
  case Role::clusterBarrier:
    meetCluster(step, hasModifier(stepRoles->syntax->instructions[i.place], "arrive"));
    break;
  case Role::mbarrier:
    add(step, Kind::mbarrier);
    break;
  case Role::afterCopies:
    if (RecordedEvent *event = add(step, Kind::mbarrier))
      event->afterCopies = true;
    break;
  case Role::bulk: // prefetches were not `issued`
    if (!isLast(step, Kind::bulkCopy))
      add(step, Kind::other);
    break;
  case Role::bulkCommit:
    warp.copyGroups.push_back(warp.copies);
    add(step, Kind::other);
    break;
  case Role::bulkWait:
    if (RecordedEvent *event = add(step, Kind::bulkWait)) {
      event->number = lastOf(warp.copyGroups);
      event->reads = i.detail != 0;
    }
    break;
  case Role::product:
    if (const WgmmaForm *form = findWgmma(i))
      if (RecordedEvent *event = add(step, Kind::product)) {
        event->number = ++warp.products;
        event->count = form->columns;
        event->ofRegisters = form->aInRegisters;
        event->sharedAddress =
            decodeDescriptor(step.in<uint64_t>(form->bDescriptor)[step.firstLane()], form->isBTransposed).start;
      }
    break;
  case Role::productCommit:
    warp.productGroups.push_back(warp.products);
    break;
  case Role::productWait:
    if (RecordedEvent *event = add(step, Kind::productWait))
      event->number = lastOf(warp.productGroups);
    break;
  case Role::plain:
  case Role::access:
  case Role::unknown:
    break;
  }
}

// --- phases

uint32_t LaunchRecorder::phaseOf(const Cta &cta, uint32_t offset, uint64_t phase) {
  std::vector<uint32_t> &known = phases[{&cta, offset}];
  for (; known.size() <= phase; result.phases.push_back(0))
    known.push_back(static_cast<uint32_t>(result.phases.size()));
  return known[phase];
}

/// An event has few phases: lanes that arrive one after the other are mostly of one.
void LaunchRecorder::addPhase(CtaRecording &cta, RecordedEvent &event, uint32_t phase, bool isArrival) {
  auto begin = cta.phases.begin() + event.firstPhase;
  if (event.phases > 0 && std::find(begin, begin + event.phases, phase) != begin + event.phases)
    return;
  if (event.phases == 0)
    event.firstPhase = static_cast<uint32_t>(cta.phases.size());
  cta.phases.push_back(phase);
  ++event.phases;
  event.isArrival = isArrival;
  result.phases[phase] += isArrival;
}

void LaunchRecorder::signaled(Step &step, Signal signal, const Cta &of, uint32_t offset, uint64_t phase) {
  CtaRecording *cta = find(step);
  if (!cta)
    return;
  if (signal == Signal::begins) {
    phases.erase({&of, offset});
    return;
  }
  RecordedEvent *event = add(step, Kind::mbarrier);
  if (!event)
    return;
  event->isRemote |= &of != &step.cta;
  event->sharedAddress = offset + sharedBase;
  // Who asks a new barrier for the phase before its first, as one that finds an empty slot does, waits for nobody.
  constexpr uint64_t beforeFirst = ~uint64_t(0);
  if (phase != beforeFirst)
    addPhase(*cta, *event, phaseOf(of, offset, phase), signal == Signal::arrives);
}

/// Every warp arrives in and waits for each phase of its cluster's barrier in turn.
void LaunchRecorder::meetCluster(Step &step, bool isArrival) {
  CtaRecording &cta = *find(step);
  WarpRecording &warp = cta.warps[step.warp.index];
  // Lanes that arrive on their own are the warp's one arrival.
  bool isAgain = isArrival && warp.clusterArrivals > warp.clusterWaits;
  if (isArrival ? isAgain : warp.clusterWaits == warp.clusterArrivals) {
    add(step, Kind::other);
    return;
  }
  uint32_t turn = isArrival ? warp.clusterArrivals++ : warp.clusterWaits++;
  RecordedEvent *event = add(step, Kind::clusterBarrier);
  if (!event)
    return;
  std::vector<uint32_t> &known = clusterPhases[cta.cluster];
  for (; known.size() <= turn; result.phases.push_back(0))
    known.push_back(static_cast<uint32_t>(result.phases.size()));
  addPhase(cta, *event, known[turn], isArrival);
}

// --- copies

void LaunchRecorder::issued(Step &step, const Transfer &copy, uint64_t bytes, const SharedTargets *targets) {
  moving.erase(&copy); // one that is gone may have been there
  CtaRecording *cta = find(step);
  if (!cta)
    return;
  RecordedEvent *event = add(step, Kind::bulkCopy);
  if (!event)
    return;
  std::vector<RecordedEvent> &list = cta->warps[step.warp.index].events;
  moving[&copy] = {cta, step.warp.index, list.size() - 1};
  event->count += static_cast<uint32_t>(bytes);
  event->isTensor = hasModifier(stepRoles->syntax->instructions[step.instruction->place], "tensor");
  event->sharedAddress = copy.describe().sharedAddress;
  if (event->number == 0)
    event->number = ++cta->warps[step.warp.index].copies;
  if (!targets) {
    event->writes = true;
    return;
  }
  event->isMulticast |= targets->ctas.size() > 1;
  for (Cta *to : targets->ctas) {
    event->isRemote |= to != &step.cta;
    if (LiveMbarrier *barrier = to->state<Mbarriers>().find(targets->barrier))
      addPhase(*cta, *event, phaseOf(*to, targets->barrier, barrier->state.phase), /*isArrival=*/true);
  }
}

void LaunchRecorder::moved(const Transfer &copy, uint64_t address, uint64_t size, bool isWrite) {
  OperationState state = copy.describe();
  uint32_t statement = rolesOf(*state.function).firstStatement + state.place;
  uint64_t first = address / 32, last = (address + size - 1) / 32;
  if (size > 0)
    touch(statement, *state.warp->cta, first, last - first + 1, isWrite);
  auto found = moving.find(&copy);
  if (found == moving.end() || size == 0)
    return;
  Moving &to = found->second;
  RecordedEvent &event = to.cta->warps[to.warp].events[to.event];
  std::vector<uint64_t> &all = to.cta->sectors;
  event.reads |= !isWrite;
  // What came before stands at the end of the list, unless others were added since: then it goes there.
  if (event.sectors > 0 && event.firstSector + event.sectors != all.size()) {
    std::vector<uint64_t> before(all.begin() + event.firstSector, all.begin() + event.firstSector + event.sectors);
    event.firstSector = static_cast<uint32_t>(all.size());
    all.insert(all.end(), before.begin(), before.end());
  }
  if (event.sectors == 0)
    event.firstSector = static_cast<uint32_t>(all.size());
  // Rows that follow one another share the sector between them.
  for (uint64_t sector = first; sector <= last; ++sector)
    if (event.sectors == 0 || all.back() != sector) {
      all.push_back(sector);
      ++event.sectors;
    }
}

void LaunchRecorder::touch(uint32_t statement, const Cta &cta, uint64_t first, uint64_t count, bool isWrite) {
  if (isFollowed && !isFollowed(cta.cluster->number))
    return;
  for (CacheSample &cache : result.caches)
    cache.touch(statement, numberOf(cta), cta.cluster->number, first, count, isWrite);
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
  uint32_t statement = stepRoles->firstStatement + step.instruction->place;
  for (unsigned k = 0; k < count;) {
    unsigned begin = k++;
    while (k < count && sectors[k] == sectors[begin] + (k - begin))
      ++k;
    touch(statement, step.cta, sectors[begin], k - begin, isWrite);
  }
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

/// An address of shared memory has the CTA's rank above its 24 bits where it may be another's.
static bool isOtherCtas(const Step &step, const Access &access, uint64_t address) {
  bool isGeneric = access.space == Space::generic;
  uint64_t rank = (isGeneric ? address - sharedWindow : address) >> 24;
  return (rank != 0 || access.toCluster || isGeneric) && rank != step.cta.rank;
}

void LaunchRecorder::accessed(Step &step, const Access &access, const uint64_t addresses[32], uint8_t *const *) {
  if (stepRoles->roles[step.instruction->place] != Role::access)
    return;
  uint64_t first = addresses[step.firstLane()];
  Space space = resolveSpace(access.space, first);
  bool writes = access.kind != AccessKind::read, reads = access.kind != AccessKind::write && access.isRead;
  bool isOthers = space == Space::shared && isOtherCtas(step, access, first);
  Kind kind = isOthers                 ? Kind::cluster
              : space == Space::shared ? Kind::shared
              : space == Space::local  ? Kind::local
                                       : Kind::global;
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
  std::sort(result.ctas.begin(), result.ctas.end(), [](const CtaRecording &a, const CtaRecording &b) {
    return std::pair(a.cluster, a.rank) < std::pair(b.cluster, b.rank);
  });
  ctas.clear();
  return std::move(result);
}

} // namespace tessera::emulator
