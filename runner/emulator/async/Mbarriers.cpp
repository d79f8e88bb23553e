// SPDX-License-Identifier: Apache-2.0
// The live mbarriers of a CTA, and how they are told of in messages.

#include "runner/emulator/async/Mbarriers.h"
#include <cstdio>
#include <cstring>

namespace tessera::emulator {

std::string hexText(uint64_t value) {
  char text[24];
  std::snprintf(text, sizeof(text), "0x%llx", static_cast<unsigned long long>(value));
  return text;
}

SharedPlace locateShared(const Cta &near, const uint8_t *host) {
  for (const auto &cta : near.cluster->ctas) {
    const std::vector<uint8_t> &bytes = cta->shared.bytes;
    // Compared as numbers: pointers into different vectors have no order.
    auto offset = reinterpret_cast<uintptr_t>(host) - reinterpret_cast<uintptr_t>(bytes.data());
    if (offset < bytes.size())
      return {cta.get(), static_cast<uint32_t>(offset)};
  }
  return {};
}

std::string nameShared(const Program &program, uint32_t address) {
  std::string name;
  Symbol best;
  auto consider = [&](const std::string &candidate, const Symbol &symbol) {
    bool isThere = symbol.space == ptx::Space::shared && symbol.address <= address &&
                   (symbol.size == 0 || address - symbol.address < symbol.size); // the dynamic array has no size
    if (isThere && (name.empty() || best.address < symbol.address))
      name = candidate, best = symbol;
  };
  for (const auto &[candidate, symbol] : program.symbols)
    consider(candidate, symbol);
  for (const auto &[candidate, symbol] : program.innerShared)
    consider(candidate, symbol);
  if (name.empty())
    return name;
  uint64_t past = address - best.address;
  return "`" + name + (past ? "+" + std::to_string(past) : "") + "`";
}

LiveMbarrier *Mbarriers::find(uint32_t offset) {
  auto it = live.find(offset);
  return it == live.end() ? nullptr : &it->second;
}

LiveMbarrier *Mbarriers::findOverlap(uint32_t offset, uint64_t size, uint32_t &at) {
  auto it = live.lower_bound(offset >= 7 ? offset - 7 : 0);
  if (it == live.end() || it->first >= offset + size)
    return nullptr;
  at = it->first;
  return &it->second;
}

/// Neighbours become one range, so that there are few.
void Mbarriers::guard(SharedMemory &shared) const {
  constexpr uint32_t near = 64;
  shared.guarded.clear();
  for (const auto &[offset, barrier] : live) {
    if (shared.guarded.empty() || offset > shared.guarded.back().second + near)
      shared.guarded.emplace_back(offset, offset);
    shared.guarded.back().second = offset + 8;
  }
}

std::string describeMbarrier(const Program &program, SharedPlace place) {
  std::string name = nameShared(program, place.address() & 0xffffff);
  return (name.empty() ? "" : name + " at ") + hexText(place.address());
}

std::string nameMbarrier(Cta &cta, uint32_t offset, uint64_t size) {
  uint32_t at = 0;
  if (!cta.state<Mbarriers>().findOverlap(offset, size, at))
    return {};
  return describeMbarrier(cta.cluster->machine->program, {&cta, at});
}

std::string describeNeeds(const Mbarrier &state) {
  std::string text;
  if (state.pending != 0)
    text += std::to_string(state.pending) + " of " + std::to_string(state.expected) + (state.expected == 1 ? " arrival" : " arrivals");
  if (state.tx > 0)
    text += (state.pending != 0 ? " and " : "") + std::to_string(state.tx) + " bytes";
  if (state.tx < 0)
    text += (state.pending != 0 ? " and has " : "nothing but has ") + std::to_string(-state.tx) + " bytes more than were expected";
  return text;
}

std::string describeMbarrierWait(const Cta &cta, uint64_t address, uint64_t phase) {
  SharedPlace place{const_cast<Cta *>(&cta), static_cast<uint32_t>(address & 0xffffff) - sharedBase};
  std::string text = "phase " + std::to_string(phase) + " of the mbarrier " + describeMbarrier(cta.cluster->machine->program, place);
  LiveMbarrier *barrier = const_cast<Cta &>(cta).state<Mbarriers>().find(place.offset);
  if (!barrier)
    return text + ", which is no longer one";
  const Mbarrier &state = barrier->state;
  if (state.phase == phase)
    return text + ", which needs " + describeNeeds(state);
  return text + ", which is in phase " + std::to_string(state.phase) + " already";
}

std::string findMbarrier(SharedPlace place, LiveMbarrier *&found) {
  found = place.cta->state<Mbarriers>().find(place.offset);
  if (!found) {
    uint32_t at = 0;
    if (place.cta->state<Mbarriers>().findOverlap(place.offset, 8, at))
      return "no mbarrier begins there, but one lies at " + hexText(SharedPlace{place.cta, at}.address());
    return "no mbarrier was initialized there";
  }
  uint64_t word;
  std::memcpy(&word, place.cta->shared.bytes.data() + place.offset, 8);
  if (word != found->state.encode())
    return "its bytes were written over by something else: they are " + hexText(word) + " but the mbarrier left " + hexText(found->state.encode());
  return {};
}

void publishMbarrier(SharedPlace place, LiveMbarrier &barrier, uint64_t phaseBefore) {
  uint64_t word = barrier.state.encode();
  std::memcpy(place.cta->shared.bytes.data() + place.offset, &word, 8);
  if (barrier.state.phase == phaseBefore)
    return;
  barrier.clocks[barrier.state.phase & 1] = {};
  barrier.ended[phaseBefore & 1] = barrier.latest;
  barrier.latest = {};
  Cluster &cluster = *place.cta->cluster;
  ++cluster.activity;
  cluster.async.noteProgress();
}

} // namespace tessera::emulator
