// SPDX-License-Identifier: Apache-2.0
#include "runner/mcp/Turns.h"
#include <algorithm>

using namespace tessera::runner;

/// Whether the waiting entry `owner` is the one whose turn it would be.
bool mcp::Turns::isNext(const std::string *owner) const {
  auto countOf = [&](const std::string *one) {
    auto found = running.find(*one);
    return found == running.end() ? 0u : found->second;
  };
  // The first of those with the fewest, since `waiting` is in the order in which they came.
  auto best = std::min_element(waiting.begin(), waiting.end(), [&](const std::string *one, const std::string *other) {
    return countOf(one) < countOf(other);
  });
  return best != waiting.end() && *best == owner;
}

std::unique_ptr<mcp::Turns::Turn> mcp::Turns::wait(const std::string &owner, const std::atomic<bool> &isCancelled) {
  const std::string own = owner; // its address is this call's alone, which several of an owner have not
  std::unique_lock lock(mutex);
  auto entry = waiting.insert(waiting.end(), &own);
  changed.wait(lock, [&] { return isCancelled || (count < parallel && isNext(&own)); });
  waiting.erase(entry);
  changed.notify_all(); // another may be the next now
  if (isCancelled)
    return nullptr;
  ++count;
  ++running[owner];
  return std::make_unique<Turn>(*this, owner);
}

void mcp::Turns::end(const std::string &owner) {
  std::lock_guard lock(mutex);
  --count;
  if (auto entry = running.find(owner); --entry->second == 0)
    running.erase(entry);
  changed.notify_all();
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
