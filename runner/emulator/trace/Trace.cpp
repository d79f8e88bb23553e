// SPDX-License-Identifier: Apache-2.0
// Keeps events by cluster, within the limit.

#include "runner/emulator/trace/Trace.h"
#include <algorithm>

namespace tessera::emulator {

std::string Trace::namePlace(const Event &event) const {
  if (event.place < 0)
    return {};
  return places[static_cast<size_t>(event.place)].name + (event.slot < 0 ? "" : "[" + std::to_string(event.slot) + "]");
}

/// The place first: it is what tells one copy from the next where there is little room.
std::string Trace::nameEvent(const Event &event) const {
  std::string name;
  if (event.place >= 0 && event.kind != Kind::wait)
    name = namePlace(event) + ": ";
  name += event.what;
  if (event.bytes)
    name += " " + std::to_string(event.bytes) + " B";
  if (event.kind == Kind::wgmma && event.count > 1)
    name += " x " + std::to_string(event.count);
  return name;
}

int64_t Trace::add(uint32_t cluster, Event event) {
  if (cluster >= firstDropped)
    return ++dropped, -1;
  while (count >= limit && !clusters.empty() && clusters.rbegin()->first > std::max(cluster, clusters.begin()->first)) {
    auto last = std::prev(clusters.end());
    count -= last->second.size();
    dropped += last->second.size();
    firstDropped = last->first;
    clusters.erase(last);
  }
  if (count >= limit) {
    if (!clusters.empty() && cluster > clusters.begin()->first) { // it is the last one itself
      firstDropped = cluster;
      if (auto own = clusters.find(cluster); own != clusters.end()) {
        count -= own->second.size();
        dropped += own->second.size();
        clusters.erase(own);
      }
    }
    return ++dropped, -1;
  }
  bool isUse = event.place >= 0 && (event.kind == Kind::copy || event.kind == Kind::store || event.kind == Kind::wgmma);
  if (isUse)
    event.step = uses[{cluster, event.cta, event.place, event.slot, event.kind}]++;
  ++count;
  std::vector<Event> &events = clusters[cluster];
  events.push_back(std::move(event));
  return static_cast<int64_t>(events.size()) - 1;
}

Trace::Event *Trace::find(uint32_t cluster, int64_t number) {
  auto found = number < 0 ? clusters.end() : clusters.find(cluster);
  return found == clusters.end() ? nullptr : &found->second[static_cast<size_t>(number)];
}

int64_t Trace::addPart(uint32_t cluster, const Key &key, Event event) {
  auto [entry, isNew] = parts.try_emplace({cluster, key}, -1);
  Event *known = isNew ? nullptr : find(cluster, entry->second);
  if (!known)
    return entry->second = isNew || entry->second >= 0 ? add(cluster, std::move(event)) : -1;
  known->begin = std::min(known->begin, event.begin);
  known->end = std::max(known->end, event.end);
  known->bytes += event.bytes;
  known->count += event.count;
  return entry->second;
}

bool Trace::place(uint32_t address, Event &event) const {
  auto after = std::upper_bound(places.begin(), places.end(), address,
                                [](uint32_t value, const TracePlace &place) { return value < place.address; });
  if (after == places.begin())
    return false;
  const TracePlace &found = *std::prev(after);
  if (address - found.address >= found.bytes)
    return false;
  event.place = static_cast<int32_t>(&found - places.data());
  event.slot =
      found.slots ? static_cast<int32_t>((address - found.address) / std::max(1u, found.bytes / found.slots)) : -1;
  return true;
}

} // namespace tessera::emulator
