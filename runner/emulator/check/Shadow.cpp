// SPDX-License-Identifier: Apache-2.0
#include "runner/emulator/check/Shadow.h"

namespace tessera::emulator {

uint32_t MarkSets::take() {
  if (free.empty()) {
    sets.emplace_back();
    return static_cast<uint32_t>(sets.size() - 1);
  }
  uint32_t index = free.back();
  free.pop_back();
  return index;
}

void MarkSets::give(uint32_t index) {
  sets[index].clear();
  free.push_back(index);
}

/// Splits the page's cells until `edges` fall between them. 8 is left out: pages go 16, 4, 2, 1.
void Shadow::refine(Page &page, uint64_t edges, MarkSets &sets) {
  unsigned bits = edges & 1 ? 0 : edges & 2 ? 1 : 2;
  unsigned ratio = 1u << (page.granuleBits - bits);
  std::vector<Cell> cells;
  cells.reserve(page.cells.size() * ratio);
  for (const Cell &cell : page.cells)
    for (unsigned i = 0; i < ratio; ++i) {
      cells.push_back(cell);
      if (cell.hasSet() && i != 0) {
        uint32_t copy = sets.take();
        sets[copy] = sets[cell.others.time];
        cells.back().others.time = copy;
      }
    }
  page.cells = std::move(cells);
  page.granuleBits = bits;
}

uint64_t Shadow::bytes() const {
  uint64_t sum = 0;
  for (const auto &page : pages)
    if (page)
      sum += page->cells.size() * sizeof(Cell);
  return sum;
}

} // namespace tessera::emulator
