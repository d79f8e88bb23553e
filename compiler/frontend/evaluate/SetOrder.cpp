// SPDX-License-Identifier: Apache-2.0
// The order of a set's elements. CPython gives them as they lie in its table, so a program that prints a set of small integers sees
// them by their low bits, not as it added them, and what was removed or united before shows. Only the placing is done here: which
// elements are equal is HashTable's business, which never adds one twice.
//
// A table of 2^k places begins with 8. An element looks from `hash & mask` on for a free place: ten in a row, where they fit, then at
// `i * 5 + 1 + perturb`, with five fewer bits of the hash in `perturb` each time. At three fifths full, marks of removed elements
// counted, it grows to more than four times the elements. An element takes the last mark that it passes, if it passes one. {8, 1, 0} gives 8 1 0 when 8 came first (it took place 0), {0, 8, 1} gives
// 0 8 1: 8 went on to place 1.
//
// Rejected: sorting by `hash & mask`. It is right for small sets without collisions only.
#include "compiler/frontend/evaluate/Value.h"

using namespace tessera::frontend;

static constexpr size_t probesInRow = 9;
static constexpr unsigned perturbShift = 5;

/// Calls `visit` with places in the order in which they are looked at, until it gives true.
template <typename Visit> static void probe(uint64_t hash, size_t mask, Visit visit) {
  size_t position = hash & mask;
  uint64_t perturb = hash;
  while (true) {
    size_t more = position + probesInRow <= mask ? probesInRow : 0;
    for (size_t i = 0; i <= more; ++i)
      if (visit(position + i))
        return;
    perturb >>= perturbShift;
    position = (position * 5 + 1 + perturb) & mask;
  }
}

void SetOrder::put(uint32_t place) {
  probe(hashes[place], mask(), [&](size_t position) {
    if (slots[position] != unused)
      return false;
    slots[position] = place;
    return true;
  });
  ++fill;
  ++used;
}

void SetOrder::add(uint64_t hash, uint32_t place) {
  if (place >= hashes.size())
    hashes.resize(place + 1);
  hashes[place] = hash;
  size_t reused = SIZE_MAX; // the last mark on the way
  probe(hash, mask(), [&](size_t position) {
    if (slots[position] == removed)
      reused = position;
    return slots[position] == unused;
  });
  if (reused != SIZE_MAX) {
    slots[reused] = place;
    ++used;
    return;
  }
  put(place);
  if (fill * 5 >= mask() * 3)
    resize(used > 50000 ? used * 2 : used * 4);
}

void SetOrder::remove(uint32_t place) {
  probe(hashes[place], mask(), [&](size_t position) {
    if (slots[position] != place)
      return false;
    slots[position] = removed;
    return true;
  });
  --used;
}

void SetOrder::resize(size_t minimum) {
  size_t size = 8;
  while (size <= minimum)
    size *= 2;
  std::vector<uint32_t> held = places();
  slots.assign(size, unused);
  fill = used = 0;
  for (uint32_t place : held)
    put(place);
}

void SetOrder::reserve(size_t count) {
  if ((fill + count) * 5 >= mask() * 3)
    resize((used + count) * 2);
}

void SetOrder::settle() {
  if (fill - used > mask() / 4)
    resize(used > 50000 ? used * 2 : used * 4);
}

uint32_t SetOrder::firstToPop() {
  size_t position = finger & mask();
  while (slots[position] == unused || slots[position] == removed)
    position = position == mask() ? 0 : position + 1;
  finger = position + 1;
  return slots[position];
}

std::vector<uint32_t> SetOrder::places() const {
  std::vector<uint32_t> held;
  for (uint32_t place : slots)
    if (place != unused && place != removed)
      held.push_back(place);
  return held;
}

void SetOrder::renumber(llvm::ArrayRef<uint32_t> newPlaces) {
  std::vector<uint64_t> renamed(newPlaces.size());
  for (uint32_t &place : slots)
    if (place != unused && place != removed) {
      renamed[newPlaces[place]] = hashes[place];
      place = newPlaces[place];
    }
  hashes = std::move(renamed);
}

void SetOrder::takeFrom(const SetOrder &other, llvm::ArrayRef<uint32_t> newPlaces) {
  size_t kept = finger; // a set that takes over another's table goes on popping where it was
  *this = other;
  finger = kept;
  renumber(newPlaces);
}

bool tessera::frontend::hashesAsCPython(Value key) {
  if (key->instancePart())
    return false;
  if (auto *floating = llvm::dyn_cast<FloatObject>(key))
    return floating->value == floating->value; // NaN hashes by its address
  if (auto *tuple = llvm::dyn_cast<TupleObject>(key))
    return tuple->items.size() < 64 && llvm::all_of(tuple->items, hashesAsCPython);
  if (auto *set = llvm::dyn_cast<SetObject>(key))
    return set->table.hasSetOrder();
  return llvm::isa<NumberObject>(key) || llvm::isa<ComplexObject>(key);
}
