// SPDX-License-Identifier: Apache-2.0
#include "runner/mcp/Turns.h"
#include <algorithm>

using namespace tessera::runner;

/// Whether the waiting entry `owner` is the one whose turn it would be.
bool mcp::Turns::isNext(const std::string *owner) const {
  auto rankOf = [&](const std::string *one) {
    const Owner &known = owners.at(*one);
    return std::pair(known.running, known.lastTurn);
  };
  // The first of those with the least rank, since `waiting` is in the order in which they came.
  auto best = std::min_element(waiting.begin(), waiting.end(), [&](const std::string *one, const std::string *other) {
    return rankOf(one) < rankOf(other);
  });
  return best != waiting.end() && *best == owner;
}

std::unique_ptr<mcp::Turns::Turn> mcp::Turns::wait(const std::string &owner, const std::atomic<bool> &isCancelled) {
  const std::string own = owner; // its address is this call's alone, which several of an owner have not
  std::unique_lock lock(mutex);
  auto entry = waiting.insert(waiting.end(), &own);
  ++owners[own].waiting;
  changed.wait(lock, [&] { return isCancelled || (count < parallel && isNext(&own)); });
  waiting.erase(entry);
  --owners[own].waiting;
  changed.notify_all(); // another may be the next now
  if (isCancelled) {
    forget(own);
    return nullptr;
  }
  ++count;
  ++owners[own].running;
  owners[own].lastTurn = ++turns;
  return std::make_unique<Turn>(*this, own);
}

void mcp::Turns::end(const std::string &owner) {
  std::lock_guard lock(mutex);
  --count;
  --owners[owner].running;
  forget(owner);
  changed.notify_all();
}

/// Who neither waits nor runs.
void mcp::Turns::forget(const std::string &owner) {
  if (auto entry = owners.find(owner); entry->second.running == 0 && entry->second.waiting == 0)
    owners.erase(entry);
}

/// Under the lock: who looks at its condition now waits before this, or sees what changed.
void mcp::Turns::wakeAll() {
  std::lock_guard lock(mutex);
  changed.notify_all();
}

size_t mcp::Turns::countRunning() {
  std::lock_guard lock(mutex);
  return count;
}

size_t mcp::Turns::countWaiting() {
  std::lock_guard lock(mutex);
  return waiting.size();
}
