// SPDX-License-Identifier: Apache-2.0
#include "runner/emulator/check/Clock.h"
#include <algorithm>

namespace tessera::emulator {

uint32_t Clock::findUnknown(uint32_t agent, uint32_t lanes, uint32_t time, Aspect aspect) const {
  auto it = std::lower_bound(entries.begin(), entries.end(), ClockEntry::keyOf(agent),
                             [](const ClockEntry &entry, uint64_t key) { return entry.key < key; });
  for (; it != entries.end() && it->agent() == agent && lanes != 0; ++it) {
    if (it->times[size_t(aspect)] < time)
      continue;
    if (it->isWhole())
      return 0;
    lanes &= ~(1u << ((it->key & 63) - 1));
  }
  return lanes;
}

static bool isAtMost(const ClockEntry &a, const ClockEntry &b) {
  for (unsigned i = 0; i < aspects; ++i)
    if (a.times[i] > b.times[i])
      return false;
  return true;
}

bool Clock::includes(const Clock &other) const {
  auto mine = entries.begin();
  const ClockEntry *whole = nullptr; // of the agent of `mine`
  for (const ClockEntry &theirs : other.entries) {
    for (; mine != entries.end() && mine->key < theirs.key; ++mine)
      if (mine->isWhole())
        whole = &*mine;
    bool isWithin = whole && whole->agent() == theirs.agent() && isAtMost(theirs, *whole);
    if (!isWithin && (mine == entries.end() || mine->key != theirs.key || !isAtMost(theirs, *mine)))
      return false;
  }
  return true;
}

/// Appends; drops a lane of whom no more is known than of all lanes.
static void append(std::vector<ClockEntry> &entries, size_t &whole, const ClockEntry &entry) {
  if (entry.isWhole())
    whole = entries.size();
  else if (whole < entries.size() && entries[whole].agent() == entry.agent() && isAtMost(entry, entries[whole]))
    return;
  entries.push_back(entry);
}

ClockPointer join(const ClockPointer &a, const ClockPointer &b) {
  if (!b || a == b || (a && a->includes(*b)))
    return a;
  if (!a || b->includes(*a))
    return b;
  std::vector<ClockEntry> joined;
  joined.reserve(a->all().size() + b->all().size());
  size_t whole = SIZE_MAX;
  auto x = a->all().begin(), y = b->all().begin();
  while (x != a->all().end() || y != b->all().end()) {
    if (y == b->all().end() || (x != a->all().end() && x->key < y->key)) {
      append(joined, whole, *x++);
    } else if (x == a->all().end() || y->key < x->key) {
      append(joined, whole, *y++);
    } else {
      ClockEntry both = *x++;
      for (unsigned i = 0; i < aspects; ++i)
        both.times[i] = std::max(both.times[i], y->times[i]);
      append(joined, whole, both);
      ++y;
    }
  }
  return std::make_shared<const Clock>(std::move(joined));
}

} // namespace tessera::emulator
