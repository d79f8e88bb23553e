// SPDX-License-Identifier: Apache-2.0
// Of what is ready the operation goes first from which the way to the block's end is longest.
#include "runner/emulator/sass/StandInKernel.h"
#include <algorithm>
#include <unordered_map>

namespace tessera::emulator::standin {

using O = sass::Operation;

static constexpr size_t longestOrdered = 1 << 13; // instructions of a block: longer ones stay as they are

double latencyOf(const Operation &op, const rates::Rates &r) {
  switch (op.operation()) {
  case O::globalLoad:
  case O::globalAtomic:
    return r.l2Mean;
  case O::localLoad:
    return r.l1Latency;
  case O::sharedLoad:
  case O::sharedAtomic:
    return r.sharedLatency;
  case O::matrixLoad:
    return r.matrixLoadLatency;
  case O::special:
    return r.specialLatency;
  case O::conversion:
    return r.conversionLatency;
  case O::warpExchange:
    return r.shuffleLatency;
  case O::specialRead:
    return r.specialReadLatency;
  case O::mma:
    return r.mmaLatency;
  case O::fp64:
    return r.fp64Latency;
  case O::half:
    return r.halfLatency;
  case O::mbarrier:
    return r.mbarrierTryWait > 0 ? r.mbarrierTryWait : r.sharedLatency;
  case O::uniform:
    return r.toUniformLatency;
  default:
    return r.fma32Latency;
  }
}

bool raisesCounter(O operation) {
  switch (operation) {
  case O::globalLoad:
  case O::globalAtomic:
  case O::localLoad:
  case O::sharedLoad:
  case O::sharedAtomic:
  case O::matrixLoad:
  case O::special:
  case O::conversion:
  case O::warpExchange:
  case O::specialRead:
  case O::mbarrier:
  case O::fp64:
    return true;
  default:
    return false;
  }
}

std::vector<Operation> order(std::vector<Operation> block, const Kernel &kernel, const rates::Rates &r) {
  size_t count = block.size();
  if (count < 2 || count > longestOrdered)
    return block;
  std::vector<std::vector<std::pair<uint32_t, double>>> after(count); // who has to wait, and for how long
  std::vector<uint32_t> before(count);
  auto need = [&](size_t first, size_t second, double latency) {
    if (first == second)
      return;
    after[first].emplace_back(static_cast<uint32_t>(second), latency);
    ++before[second];
  };
  std::unordered_map<uint32_t, size_t> writer;
  std::unordered_map<uint32_t, std::vector<size_t>> readers;
  std::vector<size_t> accesses; // since the last barrier
  size_t barrier = count, lastStore = count;
  for (size_t k = 0; k < count; ++k) {
    const Operation &op = block[k];
    auto read = [&](uint32_t n) {
      if (auto found = writer.find(n); found != writer.end()) {
        bool isFree = kernel.freeMoves.count(block[found->second].statement) != 0;
        double latency = kernel.registers[n].units == 0 ? r.guardLatency : latencyOf(block[found->second], r);
        need(found->second, k, isFree ? 0 : latency);
      }
      readers[n].push_back(k);
    };
    for (const auto &operand : op.reads)
      for (uint32_t n : operand)
        read(n);
    for (uint32_t n : op.predicates)
      read(n);
    auto write = [&](uint32_t n) {
      if (auto found = writer.find(n); found != writer.end())
        need(found->second, k, 1);
      for (size_t reader : readers[n])
        need(reader, k, 1);
      readers[n].clear();
      writer[n] = k;
    };
    for (uint32_t n : op.writes)
      write(n);
    O operation = op.operation();
    if (operation == O::alu && op.writes.empty()) // a comparison: its predicates are what it writes
      for (uint32_t n : op.predicates)
        if (n != op.guard)
          write(n);
    if (operation == O::mbarrier)
      for (uint32_t n : op.predicates)
        if (n != op.guard)
          write(n);
    bool isBarrier = op.anchor == Anchor::barrier, isLast = operation == O::branch;
    if (op.anchor != Anchor::none || isLast) {
      if (barrier < count)
        need(barrier, k, 1);
      bool isLoad = op.anchor == Anchor::load;
      if (!isLoad && lastStore < count)
        need(lastStore, k, 1);
      if (isLoad && lastStore < count && block[lastStore].operation() != O::sharedStore)
        need(lastStore, k, 1);
      if (isBarrier || isLast) {
        for (size_t access : accesses)
          need(access, k, 1);
        accesses.clear();
        barrier = k;
        lastStore = count;
      } else {
        accesses.push_back(k);
        if (!isLoad)
          lastStore = k;
      }
    }
    if (isLast)
      for (size_t other = 0; other < k; ++other)
        need(other, k, 0);
  }
  // The longest way to the end first.
  std::vector<double> length(count);
  for (size_t k = count; k-- > 0;)
    for (auto [next, latency] : after[k])
      length[k] = std::max(length[k], length[next] + std::max(latency, 1.0));
  std::vector<double> ready(count);
  std::vector<uint32_t> waiting, left = before;
  for (uint32_t k = 0; k < count; ++k)
    if (left[k] == 0)
      waiting.push_back(k);
  std::vector<Operation> ordered;
  ordered.reserve(count);
  double now = 0;
  while (!waiting.empty()) {
    auto better = [&](uint32_t a, uint32_t b) {
      bool readyA = ready[a] <= now, readyB = ready[b] <= now;
      if (readyA != readyB)
        return readyA;
      if (!readyA && ready[a] != ready[b])
        return ready[a] < ready[b];
      return length[a] != length[b] ? length[a] > length[b] : a < b;
    };
    auto chosen = std::min_element(waiting.begin(), waiting.end(), better);
    uint32_t k = *chosen;
    waiting.erase(chosen);
    now = std::max(now, ready[k]);
    bool isFree = kernel.freeMoves.count(block[k].statement) != 0;
    for (auto [next, latency] : after[k]) {
      // Somebody who waits for memory does so only where it is needed: others go on meanwhile.
      ready[next] = std::max(ready[next], now + latency);
      if (--left[next] == 0)
        waiting.push_back(next);
    }
    now += isFree ? 0 : 1;
    ordered.push_back(std::move(block[k]));
  }
  return ordered;
}

} // namespace tessera::emulator::standin
