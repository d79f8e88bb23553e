// SPDX-License-Identifier: Apache-2.0
// Vector clocks: what somebody knows to have happened. A component is a sequence of events in order (a warpgroup's steps, its groups of copies,
// the phases of one barrier), an epoch one of them. Clocks are sparse, because the blocks of a grid know nothing of each other.
#pragma once

#include <algorithm>
#include <cstdint>
#include <vector>

namespace tessera::interpreter::warpgroups {

struct Epoch {
  uint32_t component = 0, time = 0;
};

class Clock {
public:
  uint32_t get(uint32_t component) const {
    auto at = find(component);
    return at != entries.end() && at->component == component ? at->time : 0;
  }
  bool knows(Epoch epoch) const { return get(epoch.component) >= epoch.time; }
  void raise(Epoch epoch) {
    auto at = entries.begin() + (find(epoch.component) - entries.begin());
    if (at == entries.end() || at->component != epoch.component)
      entries.insert(at, epoch);
    else
      at->time = std::max(at->time, epoch.time);
  }
  void join(const Clock &other) {
    std::vector<Epoch> merged;
    merged.reserve(entries.size() + other.entries.size());
    auto a = entries.cbegin(), b = other.entries.cbegin();
    while (a != entries.cend() || b != other.entries.cend()) {
      if (b == other.entries.cend() || (a != entries.cend() && a->component < b->component))
        merged.push_back(*a++);
      else if (a == entries.end() || b->component < a->component)
        merged.push_back(*b++);
      else
        merged.push_back({a->component, std::max(a->time, (b++)->time)}), ++a;
    }
    entries.swap(merged);
  }

private:
  std::vector<Epoch>::const_iterator find(uint32_t component) const {
    return std::lower_bound(entries.begin(), entries.end(), component, [](const Epoch &entry, uint32_t key) { return entry.component < key; });
  }
  std::vector<Epoch> entries; // by component
};

/// What is known to have happened, and which part of it the async proxy sees too: `commit_shared` takes what its warpgroup knows there.
struct Knowledge {
  Clock all, committed;
  void join(const Knowledge &other) {
    all.join(other.all);
    committed.join(other.committed);
  }
};

} // namespace tessera::interpreter::warpgroups
