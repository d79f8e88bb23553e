// SPDX-License-Identifier: Apache-2.0
#include "runner/emulator/time/Predict.h"
#include "runner/emulator/time/TimeTrace.h"
#include <algorithm>
#include <cmath>
#include <vector>

namespace tessera::emulator {

/// How many clusters stand on the card's multiprocessors, each CTA of them on its own.
static uint64_t countPlaces(unsigned clusterCtas, const rates::Card &card) {
  return std::max<uint64_t>(1, static_cast<uint64_t>(card.processors) / std::max(1u, clusterCtas));
}

/// Those that have any of the launch.
static uint64_t countProcessors(const Recording &recording, const rates::Card &card) {
  return std::min(recording.grid, countPlaces(recording.clusterCtas, card) * recording.clusterCtas);
}

bool isTimed(uint64_t cluster, unsigned ctas, const rates::Card &card) {
  return cluster % countPlaces(ctas, card) == 0;
}

uint32_t countStaticShared(const ptx::Module &module, const ptx::Function &kernel) {
  uint64_t bytes = 0;
  auto add = [&](const ptx::Variable &variable) {
    if (variable.space != ptx::Space::shared || variable.isExtern || variable.isUnsizedArray)
      return;
    uint64_t size = ptx::getBits(variable.type) / 8 * variable.vector,
             alignment = std::max<uint64_t>(variable.alignment, 1);
    for (uint64_t extent : variable.dimensions)
      size *= extent;
    bytes = (bytes + alignment - 1) / alignment * alignment + size;
  };
  std::for_each(module.variables.begin(), module.variables.end(), add);
  for (const ptx::Scope &scope : kernel.scopes)
    std::for_each(scope.variables.begin(), scope.variables.end(), add);
  return static_cast<uint32_t>(bytes);
}

Residency findResidency(const rates::Rates &r, uint32_t threads, uint32_t registers, uint32_t sharedBytes) {
  // Registers are given to warps in pieces of 256, a warp at a time, to the warp's scheduler.
  constexpr double piece = 256, warpThreads = 32;
  double warps = std::ceil(threads / warpThreads);
  double ofWarp = std::ceil(std::max(registers, 16u) * warpThreads / piece) * piece;
  double warpsOfScheduler = std::floor(r.registers / r.schedulers / ofWarp);
  double byRegisters = std::floor(warpsOfScheduler * r.schedulers / warps);
  double byWarps = std::floor(r.residentWarps / warps);
  double byShared = std::floor((r.sharedMost + r.sharedReserved) / (sharedBytes + r.sharedReserved));
  Residency best{static_cast<unsigned>(r.residentBlocks), "blocks"};
  auto lower = [&](double ctas, const char *limit) {
    if (ctas < best.ctas)
      best = {static_cast<unsigned>(std::max(1.0, ctas)), limit};
  };
  lower(byWarps, "warps");
  lower(byRegisters, "registers");
  lower(byShared, "shared memory");
  return best;
}

/// GB/s of memory where so many bytes are read and written: reads alone, two for one, one for one, and in between in a
/// line. Whoever writes more than he reads is taken as who reads more.
static double memoryRate(const rates::Card &card, double read, double written) {
  double reads = card.memoryRead > 0 ? card.memoryRead : 0.9 * card.memoryPeak;
  double copy = card.memoryCopy > 0 ? card.memoryCopy : reads;
  constexpr double ofTriad = 2.0 / 3; // how mixed two for one is, where one for one is 1
  double triad = card.memoryTriad > 0 ? card.memoryTriad : reads + (copy - reads) * ofTriad;
  double mixed = read + written > 0 ? 2 * std::min(read, written) / (read + written) : 0;
  return mixed <= ofTriad ? reads + (triad - reads) * mixed / ofTriad
                          : triad + (copy - triad) * (mixed - ofTriad) / (1 - ofTriad);
}

/// Which of the units was busy most of the time, with who is as good as level; `latency` where none was for most of it.
static void findLimit(TimePrediction &prediction) {
  const ProcessorTime &time = prediction.processor;
  constexpr double least = 0.6, level = 0.95;
  std::vector<std::pair<double, unsigned>> shares; // the busiest first, and of level ones the one that is listed first
  for (unsigned unit = 0; unit < unitCount; ++unit)
    shares.emplace_back(-time.busy[unit] / time.cycles, unit);
  std::sort(shares.begin(), shares.end());
  prediction.limitShare = -shares.front().first;
  for (auto [share, unit] : shares)
    if (-share >= level * prediction.limitShare && (prediction.limit.empty() || prediction.limitShare >= least))
      prediction.limit += (prediction.limit.empty() ? "" : " and ") + std::string(getName(static_cast<Unit>(unit)));
  if (prediction.limitShare < least)
    prediction.limit = "latency (" + prediction.limit + " first of what is busy)";
}

static std::string describeDoubts(const Recording &recording, const ProcessorTime &time) {
  std::string doubts;
  auto add = [&](const std::string &text) { doubts += (doubts.empty() ? "" : "; ") + text; };
  auto percent = [](uint64_t part, uint64_t whole) {
    return std::to_string(static_cast<unsigned>(100.0 * static_cast<double>(part) / static_cast<double>(whole) + 0.5)) +
           " %";
  };
  const Walk::Quality &walks = time.walks;
  if (uint64_t astray = walks.displaced + walks.lost; walks.events > 0 && astray * 50 > walks.events)
    add("the way through the machine code is not known at " + percent(astray, walks.events) +
        " of accesses and barriers");
  if (time.uncounted * 50 > time.instructions)
    add("of " + percent(time.uncounted, time.instructions) + " of the instructions only the issue is counted");
  if (recording.isFull)
    add("the recording was full before the launch ended: the end is not in the time");
  return doubts;
}

static LaunchLoad findLoad(const TimePrediction &p, const rates::Rates &r) {
  const ProcessorTime &time = p.processor;
  auto processors = static_cast<double>(p.processors);
  double multiplyAdds = time[Unit::fma] * r.schedulers * r.warpLanes / r.fma32Cycles;
  return {p.cycles, p.memoryBytes, time.products * processors, 2 * multiplyAdds * processors};
}

CacheShape getCacheShape(const rates::Card &card, const rates::Rates &rates) {
  constexpr double mebibyte = 1 << 20;
  return {card.l2Size * mebibyte, static_cast<unsigned>(std::clamp(rates.l2Ways, 1.0, 1e6)),
          static_cast<unsigned>(std::clamp(rates.l2Partitions, 1.0, 64.0))};
}

/// What a multiprocessor is given, but for its share of memory, which hangs on the clock.
static ProcessorWork makeWork(const WalkPlan &plan, const Recording &recording, const rates::Card &card,
                              const rates::Rates &rates) {
  ProcessorWork work{plan, recording, *recording.findCache(getCacheShape(card, rates)), rates, {}};
  for (size_t i = 0; i < recording.ctas.size(); ++i)
    if (isTimed(recording.ctas[i].cluster, recording.clusterCtas, card))
      work.ctas.push_back(i);
  work.resident = findResidency(rates, recording.threads, plan.kernel.registers, recording.sharedBytes).ctas;
  double sharedOfAll = (recording.sharedBytes + rates.sharedReserved) *
                       std::min<double>(work.resident, static_cast<double>(work.ctas.size()) / recording.clusterCtas);
  work.l1Bytes = std::max(0.0, rates.dataBytes - sharedOfAll);
  work.l2Share = card.l2Bytes / static_cast<double>(countProcessors(recording, card));
  work.writtenShare = work.cache.writtenShare();
  return work;
}

/// Bytes a cycle.
static double memoryShareAt(double clock, const ProcessorWork &work, const rates::Card &card) {
  return memoryRate(card, work.cache.readBytes(), work.cache.writtenBytes()) * 1e3 / clock /
         static_cast<double>(countProcessors(work.recording, card));
}

std::optional<TimePrediction> predictTime(const WalkPlan &plan, const Recording &recording, const rates::Card &card,
                                          const rates::Rates &rates, double fixedClock, std::string &error) {
  if (!recording.unknown.empty()) {
    error = "the model of time does not know " + recording.unknown;
    return std::nullopt;
  }
  if (!recording.findCache(getCacheShape(card, rates))) {
    error = "the launch was recorded for another L2 cache";
    return std::nullopt;
  }
  ProcessorWork work = makeWork(plan, recording, card, rates);
  if (work.ctas.empty()) {
    error = "nothing was executed that could be timed";
    return std::nullopt;
  }
  TimePrediction p;
  p.residency = findResidency(rates, recording.threads, plan.kernel.registers, recording.sharedBytes);
  p.ctas = recording.grid;
  p.timed = work.ctas.size();
  p.processors = countProcessors(recording, card);
  p.executed = recording.executed ? recording.executed : p.ctas;
  p.memoryBytes = (work.cache.readBytes() + work.cache.writtenBytes()) *
                  (recording.followed ? static_cast<double>(p.ctas) / static_cast<double>(recording.followed) : 1);
  auto processors = static_cast<double>(p.processors);
  auto timeAt = [&](double clock) {
    p.clock = clock;
    work.memoryShare = memoryShareAt(clock, work, card);
    p.processor = timeProcessor(work);
    p.cycles = p.processor.cycles + rates.blockStart;
    p.microseconds = p.cycles / clock;
  };
  timeAt(fixedClock > 0 ? fixedClock : card.boostClock);
  p.isFixed = fixedClock > 0;
  p.low = p.high = p.microseconds;
  p.power = findPower(findLoad(p, rates), p.clock, card, rates);
  if (!p.isFixed) {
    p.high = p.cycles / card.specClock;
    // At a lower clock memory gives more a cycle, which may raise what is drawn again: little, so once is enough.
    if (LoadedClock loaded = findClock(findLoad(p, rates), card, rates); loaded.megahertz < p.clock) {
      timeAt(loaded.megahertz);
      p.power = findPower(findLoad(p, rates), p.clock, card, rates);
      p.high = std::max(p.high, p.microseconds);
    }
  }
  if (double deviation = recording.followed ? work.cache.missDeviation() : 0; deviation > 0) {
    work.missFactor = 1 + deviation;
    double cycles = timeProcessor(work).cycles + rates.blockStart;
    p.sampleDeviation = std::abs(cycles / p.cycles - 1);
  }
  p.launchMicroseconds = rates.launchTime;
  p.l2Bytes = p.processor.l2Bytes * processors / std::max(1u, recording.clusterCtas);
  findLimit(p);
  p.doubts = describeDoubts(recording, p.processor);
  return p;
}

void traceTime(const WalkPlan &plan, const ptx::Module &module, const Recording &recording, const rates::Card &card,
               const rates::Rates &rates, const TimePrediction &prediction, Trace &trace) {
  TimeTrace made(trace, module, plan, prediction.clock);
  ProcessorWork work = makeWork(plan, recording, card, rates);
  work.memoryShare = memoryShareAt(prediction.clock, work, card);
  work.trace = &made;
  timeProcessor(work);
}

} // namespace tessera::emulator
