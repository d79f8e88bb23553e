// SPDX-License-Identifier: Apache-2.0
#include "runner/emulator/machine/Memory.h"
#include <algorithm>
#include <cstring>

namespace tessera::emulator {

uint64_t ShadowedBytes::findUnwritten(uint64_t offset, uint64_t size) const {
  if (written.empty())
    return size;
  const void *hit = std::memchr(written.data() + offset, 0, size);
  return hit ? static_cast<uint64_t>(static_cast<const uint8_t *>(hit) - (written.data() + offset)) : size;
}

Allocation &GlobalMemory::allocate(uint64_t size, std::string name, bool isWritten, uint64_t alignment) {
  uint64_t address = (next + alignment - 1) / alignment * alignment;
  next = (address + size + (1 << 16)) & ~uint64_t(0xfff); // nothing between two allocations
  return allocateAt(address, size, std::move(name), isWritten);
}

Allocation &GlobalMemory::allocateAt(uint64_t address, uint64_t size, std::string name, bool isWritten) {
  auto made = std::make_unique<Allocation>();
  made->address = address;
  made->name = std::move(name);
  made->number = count++;
  made->bytes.resize(size);
  if (!isWritten)
    made->written.resize(size);
  auto at = std::upper_bound(allocations.begin(), allocations.end(), address, [](uint64_t a, const auto &b) { return a < b->address; });
  return **allocations.insert(at, std::move(made));
}

const Allocation *GlobalMemory::nearest(uint64_t address) const {
  auto at = std::upper_bound(allocations.begin(), allocations.end(), address, [](uint64_t a, const auto &b) { return a < b->address; });
  return at == allocations.begin() ? nullptr : std::prev(at)->get();
}

Allocation *GlobalMemory::find(uint64_t address) {
  if (last && address - last->address < last->size())
    return last;
  auto *found = const_cast<Allocation *>(nearest(address));
  if (!found || address - found->address >= found->size())
    return nullptr;
  return last = found;
}

uint64_t GlobalMemory::totalBytes() const {
  uint64_t total = 0;
  for (const auto &allocation : allocations)
    total += allocation->size();
  return total;
}

} // namespace tessera::emulator
