// SPDX-License-Identifier: Apache-2.0
#include "runner/emulator/time/MemoryPath.h"
#include "runner/emulator/time/Processor.h"
#include <algorithm>

namespace tessera::emulator {

using O = sass::Operation;
using Kind = RecordedEvent::Kind;

MemoryPath::MemoryPath(const ProcessorWork &work)
    : work(work), r(work.rates), cache(std::max(64.0, work.l1Bytes / work.rates.lineBytes), 4) {}

/// Wide accesses keep their registers longer.
double MemoryPath::sourcesRead(const sass::MachineInstruction &i, double now) const {
  bool isWide = i.accessBytes >= 16;
  bool stores = i.operation == O::sharedStore || i.operation == O::globalStore || i.operation == O::localStore;
  if (i.operation == O::asyncCopy)
    return now + r.copyAsyncSource;
  return now + (stores ? (isWide ? r.storeSourceWide : r.storeSource) : isWide ? r.loadSourceWide : r.loadSource);
}

double MemoryPath::accessShared(const sass::MachineInstruction &i, const RecordedEvent &event, double begin) {
  bool isMatrix = i.operation == O::matrixLoad || i.operation == O::matrixStore;
  // What ptxas made wider than the PTX had it: neighbours at once.
  uint16_t turns = isMatrix || i.accessBytes <= event.bytes ? event.wavefronts
                   : i.accessBytes >= 16                    ? event.wavefronts16
                                                            : event.wavefronts8;
  double done = shared.serve(begin, std::max<double>(turns, 1) * (128 / r.sharedBytes));
  double latency = isMatrix ? r.matrixLoadLatency : r.sharedLatency + (i.accessBytes >= 16 ? r.sharedWide : 0);
  return done - 1 + latency;
}

/// Of memory's latencies, whose distribution has two humps, the one that this line has: which side of the chip it is
/// of. Lines side by side are of one side, or a block's loads would each wait for the slower hump, which streams of few
/// blocks don't show (GH200: 645 cycles for one line, 667 for the slowest of eight neighbours).
static double drawLatency(const rates::Rates &r, uint64_t line) {
  constexpr uint64_t linesOfPiece = 32; // 4 KiB
  uint64_t piece = line / linesOfPiece, hash = (piece ^ (piece >> 17)) * 0x9e3779b97f4a7c15ull;
  return static_cast<double>(hash >> 40) / static_cast<double>(1 << 24) < r.memoryHumpShare ? r.memoryHumpLow
                                                                                            : r.memoryHumpHigh;
}

/// Sectors of which a store of `written` bytes writes a part: of a run that begins in the middle of one the first and
/// the last, of pieces of half a sector all.
static double countPartial(unsigned sectors, double written) {
  constexpr double sectorBytes = 32;
  return std::clamp<double>(2 * (sectors - written / sectorBytes), 0, sectors);
}

/// What several multiprocessors ask for at about the same time the L2 cache gives them together.
MemoryPath::Fetch MemoryPath::fetch(uint32_t statement, double begin, unsigned sectors, unsigned far, double written) {
  double bytes = sectors * r.sectorBytes, own = 1 - r.l2Coalesced * work.cache.sharedShare(statement);
  double parts = written > 0 ? countPartial(sectors, written) * r.sectorBytes : 0;
  l2Bytes += bytes;
  Fetch fetch;
  fetch.done =
      std::max(l2Port.serve(begin, bytes / r.l2PortBytes),
               l2.serveShare(begin, (own * bytes + (r.l2PartialWrite - 1) * parts) / work.l2Share, r.shareAhead));
  fetch.latency = r.l2Mean;
  double moved = far * r.sectorBytes + (written > 0 ? bytes : 0) * work.writtenShare;
  if (moved > 0)
    fetch.done = std::max(fetch.done, memory.serveShare(begin, moved / work.memoryShare, r.shareAhead));
  return fetch;
}

/// Whether one more sector that the statement reads comes from memory: as often as the recording says, of those that
/// the L1 cache has not. The first does: who asks first finds nothing.
bool MemoryPath::isFar(uint32_t statement, bool isHit) {
  double share = std::min(1.0, work.missFactor * work.cache.missShare(statement));
  if (share <= 0)
    return false;
  constexpr double whole = 1 - 1e-9; // what shares add up to
  auto [debt, isNew] = owed.try_emplace(statement, 1 - share);
  debt->second += share;
  if (debt->second < whole || isHit)
    return false;
  debt->second -= 1;
  return true;
}

/// The engine asks for lines of 128 bytes one after the other, a row of a box for its own ones, as fast as they come
/// in. A load by it takes longer than one of a thread by `tmaOverLoad`, in which the mbarrier's part is, by `tmaTensor`
/// where a tensor map says what it loads, and by `tmaKilobyte` for each KiB, of which what bytes take to come in is a
/// part.
MemoryPath::Copied MemoryPath::copy(const RecordedEvent &event, const CtaRecording &cta, double now) {
  const uint64_t *sectors = cta.sectors.data() + event.firstSector;
  constexpr double lineBytes = 128, kilobyte = 1024;
  double bytes = event.count;
  unsigned lines = 0, far = 0;
  uint64_t last = ~0ull;
  double latency = 0;
  for (unsigned k = 0; k < event.sectors; ++k) {
    lines += sectors[k] / 4 != last;
    last = sectors[k] / 4;
    if (event.reads && isFar(event.statement, /*isHit=*/false)) {
      ++far;
      latency = std::max(latency, drawLatency(r, last));
    }
  }
  // As many lines are under way as the engine keeps, each for its latency.
  double asking = std::max<double>(lines, bytes / lineBytes) * lineBytes;
  double away = r.l2Mean + (event.sectors > 0 ? (r.memoryLatency - r.l2Mean) * far / event.sectors : 0);
  double takes = asking / std::min(r.l2PortBytes, r.tmaInFlight / away);
  double asked = engine.serve(now, takes), begin = asked - takes; // what it asks for comes while it asks for the rest
  Copied copied;
  if (event.sectors == 0 && !event.writes) { // from shared memory, or registers, to another CTA's
    copied.read = shared.serve(begin, bytes / r.sharedBytes);
    copied.done = cluster.serve(copied.read, bytes / r.clusterPutBytes) + r.remoteArrive;
    return copied;
  }
  if (event.writes && !event.reads) {
    copied.read = std::max(asked, shared.serve(begin, bytes / r.sharedBytes)) + r.sharedLatency;
    Fetch stored = fetch(event.statement, copied.read, event.sectors, 0, bytes);
    copied.done = stored.done + stored.latency;
    return copied;
  }
  Fetch loaded = fetch(event.statement, begin, event.sectors, far, 0);
  copied.read = loaded.done + std::max(loaded.latency, latency);
  double beyond = std::max(0.0, r.tmaKilobyte - kilobyte / r.l2PortBytes) * bytes / kilobyte;
  copied.done = std::max(asked, copied.read) + beyond + r.tmaOverLoad + (event.isMulticast ? r.tmaMulticast : 0) +
                (event.isTensor ? r.tmaTensor : 0);
  shared.busy += bytes / r.sharedBytes;
  return copied;
}

double MemoryPath::accessCluster(const RecordedEvent &event, double begin) {
  double bytes = static_cast<double>(event.lanes()) * event.bytes;
  double rate = event.reads ? r.clusterLoadBytes : r.clusterStoreBytes;
  return cluster.serve(begin, bytes / rate) + r.clusterLoadLatency;
}

/// When the last of an access's lines that were asked for before, and are not there yet, comes.
double MemoryPath::awaitLine(uint64_t line, double begin) const {
  auto found = coming.find(line);
  return found == coming.end() ? begin : std::max(begin, found->second);
}

/// The L1 cache's answer to others that ask for these lines before they are there.
void MemoryPath::keepComing(const std::vector<uint64_t> &lines, double begin, double arrival) {
  constexpr size_t most = 4096; // then those that have come are forgotten
  if (coming.size() > most)
    for (auto it = coming.begin(); it != coming.end();)
      it = it->second <= begin ? coming.erase(it) : std::next(it);
  for (uint64_t line : lines)
    coming[line] = arrival;
}

double MemoryPath::accessGlobal(const RecordedEvent &event, const CtaRecording &cta, uint32_t accessBytes,
                                double begin) {
  const uint64_t *sectors = cta.sectors.data() + event.firstSector;
  unsigned lines = 0, misses = 0, far = 0;
  double latency = 0, others = 0; // when others' lines have come
  uint64_t last = ~0ull;
  missed.clear();
  for (unsigned k = 0; k < event.sectors; ++k) {
    uint64_t line = sectors[k] / 4;
    bool isNext = line != last;
    lines += isNext;
    last = line;
    // Stores go through; loads of what is there don't go further.
    bool isHit = event.reads && !event.writes && cache.touch(sectors[k], false) == SectorCache::Answer::hit;
    bool isFarOne = event.reads && isFar(event.statement, isHit);
    if (isHit) {
      if (isNext)
        others = std::max(others, awaitLine(line, begin));
      continue;
    }
    ++misses;
    if (event.reads && !event.writes && (missed.empty() || missed.back() != line))
      missed.push_back(line);
    latency = std::max(latency, r.l2Mean);
    if (isFarOne) {
      ++far;
      latency = std::max(latency, drawLatency(r, line));
    }
  }
  l1Sectors += event.sectors, l1Misses += misses;
  double data = std::max<double>(event.wavefronts, 1) * 128 / r.l1Bytes,
         tags = r.l1TagCycles + r.l1TagSlope * (std::max(lines, 1u) - 1);
  double done = l1.serve(begin, std::max(data, tags));
  double wide = event.bytes >= 16 ? r.l1Wide128 : event.bytes >= 8 ? r.l1Wide64 : 0;
  if (misses == 0)
    return std::max(done - 1 + r.l1Latency, others) + wide;
  // Of what ptxas made wider than the PTX had it, the sectors are those of the first of its accesses.
  double written =
      event.kind == Kind::global && event.writes ? std::max<double>(event.bytes, accessBytes) * event.lanes() : 0;
  Fetch fetched = fetch(event.statement, done, misses, far, written);
  double arrival = fetched.done + std::max(latency, fetched.latency);
  keepComing(missed, begin, arrival);
  return std::max(arrival, others) + wide;
}

MemoryPath::Answer MemoryPath::access(const sass::MachineInstruction &i, const RecordedEvent *event,
                                      const CtaRecording &cta, double now) {
  Answer answer{now + r.l1Latency, sourcesRead(i, now), Stall::shortScoreboard};
  double begin = addresses.serve(now, r.lsuCycles) - r.lsuCycles;
  if (!event) {
    answer.result = begin + r.sharedLatency;
    return answer;
  }
  switch (event->kind) {
  case Kind::shared:
    answer.result = accessShared(i, *event, begin);
    break;
  case Kind::global:
  case Kind::asyncCopy:
    answer.stall = Stall::longScoreboard;
    answer.result = accessGlobal(*event, cta, i.accessBytes, begin);
    if (event->kind == Kind::asyncCopy)
      answer.result = shared.serve(answer.result, event->wavefronts) + r.copyAsyncWritten - r.l1Latency;
    break;
  case Kind::cluster:
    answer.stall = Stall::longScoreboard;
    answer.result = accessCluster(*event, begin);
    break;
  case Kind::local:
    answer.stall = Stall::longScoreboard;
    answer.result = l1.serve(begin, event->lanes() * event->bytes / r.l1Bytes) + r.l1Latency;
    break;
  default:
    break;
  }
  answer.sources = std::max(answer.sources, begin);
  return answer;
}

void MemoryPath::report(ProcessorTime &time) const {
  auto set = [&](Unit unit, const Server &server) { time.busy[static_cast<unsigned>(unit)] += server.busy; };
  set(Unit::address, addresses);
  set(Unit::shared, shared);
  set(Unit::l1, l1);
  set(Unit::copyEngine, engine);
  set(Unit::cluster, cluster);
  set(Unit::l2, l2);
  set(Unit::memory, memory);
  // Stores that nobody waits for are a part of the launch, too.
  time.cycles = std::max({time.cycles, l2.free, memory.free});
  time.l2Bytes += l2Bytes;
  time.l1Sectors += l1Sectors;
  time.l1Misses += l1Misses;
}

} // namespace tessera::emulator
