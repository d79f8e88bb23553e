// SPDX-License-Identifier: Apache-2.0
// When asynchronous operations take effect. Seed 0 gives every moment the latest due time, so that an operation takes effect
// only when nobody else can go on, or, for programs that poll and never stand still, after `longestDelay` instructions. Seed 1
// does all of it at the issue. Every other seed draws a delay a moment: often none, mostly short, sometimes the longest.
//
// Rejected: delays of one distribution's mean (a geometric one, say). Bugs of missing waits need an operation that is much
// slower than its neighbours, bugs of slots reused too early one that is much faster; both are rare under a thin tail.

#include "runner/emulator/machine/Machine.h"
#include <algorithm>

namespace tessera::emulator {

/// In warp instructions of the launch.
constexpr uint64_t longestDelay = 200'000;
/// An operation that is due but must wait for an earlier one is looked at again after so many.
constexpr uint64_t blockedDelay = 64;
/// Operations in flight at a time; beyond it the oldest are due at once. No kernel that waits has as many.
constexpr size_t mostPending = 4096;
/// A cluster that stood still as often in a row, though waits gave up, stands still for good.
constexpr unsigned mostStalls = 8;

AsyncOperation::~AsyncOperation() = default;

static uint64_t drawDelay(std::mt19937_64 &random) {
  uint64_t bits = random();
  switch (bits & 7) {
  case 0:
  case 1:
    return 0;
  case 2:
    return longestDelay;
  default: {
    // Uniform in its number of binary digits: 0 to 16 of them.
    unsigned digits = (bits >> 8) % 17;
    return (bits >> 32) & ((1ull << digits) - 1);
  }
  }
}

void AsyncEngine::schedule(Machine &machine, AsyncOperation &operation) {
  uint64_t seed = machine.options.seed;
  operation.due = machine.now + (seed == 0 ? longestDelay : seed == 1 ? 0 : drawDelay(machine.random));
}

/// The moment at which `pending` must be looked at.
static uint64_t findNextDue(const std::vector<std::shared_ptr<AsyncOperation>> &pending, uint64_t now) {
  uint64_t next = UINT64_MAX;
  for (const auto &operation : pending)
    if (operation->due < next)
      next = std::min(next, operation->mayAdvance() ? operation->due : std::max(operation->due, now + blockedDelay));
  return next;
}

std::shared_ptr<AsyncOperation> AsyncEngine::issue(Machine &machine, std::shared_ptr<AsyncOperation> operation, Cluster *cluster) {
  operation->number = ++count;
  stallsInARow = 0;
  if (machine.options.seed == 1 && cluster)
    while (!operation->isDone && operation->mayAdvance() && !machine.failed)
      operation->isDone = operation->advance(machine, *cluster);
  if (operation->isDone)
    return operation;
  schedule(machine, *operation);
  pending.push_back(operation);
  if (pending.size() > mostPending)
    pending.front()->due = nextDue = machine.now;
  nextDue = std::min(nextDue, operation->mayAdvance() ? operation->due : std::max(operation->due, machine.now + blockedDelay));
  return operation;
}

void AsyncEngine::advanceDue(Machine &machine, Cluster &cluster) {
  if (machine.now < nextDue)
    return;
  // One that ends may let another begin, which is due already: again until nothing moves. By index, as `advance` may issue.
  for (bool moved = true; moved && !machine.failed;) {
    moved = false;
    for (size_t i = 0; i < pending.size() && !machine.failed; ++i) {
      if (pending[i]->isDone || pending[i]->due > machine.now)
        continue;
      std::shared_ptr<AsyncOperation> operation = pending[i];
      while (!operation->isDone && operation->due <= machine.now && operation->mayAdvance() && !machine.failed) {
        moved = true;
        operation->isDone = operation->advance(machine, cluster);
        if (!operation->isDone)
          schedule(machine, *operation);
      }
    }
  }
  std::erase_if(pending, [](const auto &operation) { return operation->isDone; });
  nextDue = findNextDue(pending, machine.now);
}

bool AsyncEngine::stall(Cluster &cluster) {
  if (stallsInARow == mostStalls)
    return false;
  ++stallsInARow;
  ++stalls;
  ++cluster.activity;
  return true;
}

bool AsyncEngine::advanceOne(Machine &machine, Cluster &cluster) {
  std::shared_ptr<AsyncOperation> first;
  for (const auto &operation : pending)
    if ((!first || operation->due < first->due) && operation->mayAdvance())
      first = operation;
  if (!first)
    return stall(cluster);
  stallsInARow = 0;
  first->isDone = first->advance(machine, cluster);
  cluster.activity += first->mayEndWait();
  if (first->isDone)
    std::erase(pending, first);
  else
    schedule(machine, *first);
  nextDue = findNextDue(pending, machine.now);
  return true;
}

} // namespace tessera::emulator
