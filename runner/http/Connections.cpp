// SPDX-License-Identifier: Apache-2.0
// The book of connections. All of it is under one lock; a look through all of them is short beside accepting one.
#include "runner/http/Connections.h"
#include <algorithm>
#include <vector>

using namespace tessera::runner::http;
namespace asio = boost::asio;

/// Who counts as one: an IPv4 address, also inside IPv6; the 64 bits of an IPv6 network that one subscriber has.
static std::string keyOf(const asio::ip::address &address) {
  if (address.is_v4())
    return address.to_string();
  asio::ip::address_v6 v6 = address.to_v6();
  if (v6.is_v4_mapped())
    return asio::ip::make_address_v4(asio::ip::v4_mapped, v6).to_string();
  asio::ip::address_v6::bytes_type bytes = v6.to_bytes();
  std::fill(bytes.begin() + 8, bytes.end(), 0);
  return asio::ip::address_v6(bytes).to_string();
}

size_t Connections::count(const std::string *address) const {
  return std::count_if(entries.begin(), entries.end(), [&](const Entry &entry) {
    return !entry.refused && !entry.gone && (!address || entry.address == *address);
  });
}

/// How to end the one that can best be missed, of `address` if that is given: who waits without a token, who waits,
/// whose body or answer has stood still; of each the one that has done so longest. Null where there is none. Who waits
/// holds a place but no bytes.
Connections::End Connections::chooseForRoom(const std::string *address, bool forBytes) {
  Clock::time_point now = Clock::now();
  Entry *best = nullptr;
  auto isMoving = [](const Entry &entry) {
    return entry.activity == Activity::receiving || entry.activity == Activity::sending;
  };
  auto rankOf = [&](const Entry &entry) { return isMoving(entry) ? 2 : entry.hasToken ? 1 : 0; };
  for (Entry &entry : entries) {
    if (entry.gone || entry.refused || (address && entry.address != *address) ||
        entry.activity == Activity::answering || (isMoving(entry) ? now - entry.since < limits.stalled : forBytes))
      continue;
    if (!best || std::pair(rankOf(entry), entry.since) < std::pair(rankOf(*best), best->since))
      best = &entry;
  }
  if (!best)
    return nullptr;
  best->gone = true;
  ++shed;
  return best->end;
}

bool Connections::makeRoom() {
  std::unique_lock lock(mutex);
  End end = chooseForRoom(nullptr);
  lock.unlock();
  if (end)
    end(Ending::toMakeRoom);
  return end != nullptr;
}

bool Connections::freeBytes() {
  std::unique_lock lock(mutex);
  End end = chooseForRoom(nullptr, /*forBytes=*/true);
  lock.unlock();
  if (end)
    end(Ending::toMakeRoom);
  return end != nullptr;
}

void Connections::count(Activity activity, int more) {
  if (active)
    (*active)[static_cast<size_t>(activity)] += more;
}

Connections::Admission Connections::admit(const asio::ip::address &address, End end) {
  std::string key = keyOf(address), refusal;
  End other;
  std::unique_lock lock(mutex);
  if (limits.perAddress > 0 && count(&key) >= limits.perAddress) {
    if (other = chooseForRoom(&key); !other)
      refusal = "the runner answers " + std::to_string(limits.perAddress) + " connections from " + key +
                ", which is as many as an address may have; try again later";
  } else if (count(nullptr) >= limits.total) {
    if (other = chooseForRoom(nullptr); !other)
      refusal = "the runner has as many connections as it takes; try again later";
  }
  if (!refusal.empty() && std::count_if(entries.begin(), entries.end(), [](const Entry &entry) {
                            return entry.refused;
                          }) >= static_cast<ptrdiff_t>(limits.refusals))
    return {nullptr, std::move(refusal)};
  Entry entry{std::move(key), std::move(end), Clock::now()};
  entry.refused = !refusal.empty();
  entries.push_back(std::move(entry));
  ++open;
  count(Activity::waiting, +1);
  std::shared_ptr<Place> place(new Place(*this, std::prev(entries.end())));
  lock.unlock();
  if (other)
    other(Ending::toMakeRoom);
  return {std::move(place), std::move(refusal)};
}

bool Connections::set(Entry &entry, Activity activity) {
  std::lock_guard lock(mutex);
  count(entry.activity, -1);
  count(activity, +1);
  entry.activity = activity;
  entry.since = Clock::now();
  return !entry.gone;
}

bool Connections::mayAnswer(Entry &entry, bool hasToken) {
  std::lock_guard lock(mutex);
  entry.hasToken = hasToken;
  if (hasToken || limits.reserved == 0)
    return true;
  size_t others = std::count_if(entries.begin(), entries.end(), [&](const Entry &other) {
    return &other != &entry && !other.hasToken && !other.gone && !other.refused &&
           other.activity != Activity::waiting && other.activity != Activity::handshaking;
  });
  return others + std::min(limits.reserved, limits.total - 1) < limits.total;
}

void Connections::remove(std::list<Entry>::iterator entry) {
  std::lock_guard lock(mutex);
  count(entry->activity, -1);
  entries.erase(entry);
  --open;
}

void Connections::stop() {
  std::vector<End> ends;
  {
    std::lock_guard lock(mutex);
    for (const Entry &entry : entries)
      ends.push_back(entry.end);
  }
  for (const End &end : ends)
    end(Ending::toStop);
}

bool Connections::empty() {
  std::lock_guard lock(mutex);
  return entries.empty();
}
