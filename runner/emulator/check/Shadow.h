// SPDX-License-Identifier: Apache-2.0
// What the checker remembers of memory: a cell per 16 bytes, and per 4, 2 or 1 where accesses are finer, page by page. A cell holds
// the last write that everything before it was ordered with, and the accesses since that a later write must be ordered with:
// reads, and strong writes that have no order among themselves.
#pragma once

#include "runner/emulator/check/Clock.h"
#include <memory>
#include <unordered_map>
#include <vector>

namespace tessera::emulator {

/// An access as remembered: by these lanes of an agent at one of its times.
struct Mark {
  uint32_t agent = 0; // 0: none
  uint32_t time = 0;
  uint32_t lanes = 0;
  uint32_t bits = 0; // site, then the flags below

  static constexpr uint32_t isWriteBit = 1u << 31, isStrongBit = 1u << 30, isAsyncBit = 1u << 29, siteMask = (1u << 22) - 1;
  static constexpr unsigned scopeShift = 27, sizeShift = 24;

  bool isWrite() const { return bits & isWriteBit; }
  bool isStrong() const { return bits & isStrongBit; }
  bool isAsync() const { return bits & isAsyncBit; } // through the async proxy
  unsigned scope() const { return bits >> scopeShift & 3; }
  unsigned sizeCode() const { return bits >> sizeShift & 7; } // log2 of the bytes of a strong access
  uint32_t site() const { return bits & siteMask; }
};

/// Marks of one cell beyond the first, kept aside.
class MarkSets {
public:
  std::vector<Mark> &operator[](uint32_t index) { return sets[index]; }
  uint32_t take();
  void give(uint32_t index);

private:
  std::vector<std::vector<Mark>> sets;
  std::vector<uint32_t> free;
};

struct Cell {
  static constexpr uint32_t setAgent = 0xffffffffu;
  Mark write;
  Mark others; // one mark, or with `setAgent` the set `others.time`
  bool hasSet() const { return others.agent == setAgent; }
};

/// What a strong write has released at an address, for a strong read that sees it.
struct Released {
  ClockPointer clock;
  uint8_t scope = 0;
  uint32_t agent = 0;
};

class Shadow {
public:
  static constexpr unsigned pageBits = 10;

  /// Calls `visit(Cell &, uint64_t offset)` for the cells of a range, after making them fine enough for it and for accesses of
  /// `unit` bytes in it.
  template <typename Visit> void forRange(uint64_t offset, uint64_t size, uint64_t unit, MarkSets &sets, Visit visit) {
    for (uint64_t end = offset + size; offset < end;) {
      Page &page = getPage(offset >> pageBits);
      uint64_t pageEnd = ((offset >> pageBits) + 1) << pageBits, stop = end < pageEnd ? end : pageEnd;
      if (((offset | stop | unit) & ((1u << page.granuleBits) - 1)) != 0)
        refine(page, offset | stop | unit, sets);
      for (; offset < stop; offset += 1u << page.granuleBits)
        visit(page.cells[(offset & ((1u << pageBits) - 1)) >> page.granuleBits], offset);
    }
  }
  uint64_t bytes() const; // of host memory
  std::unordered_map<uint64_t, std::vector<Released>> released; // by offset

private:
  struct Page {
    unsigned granuleBits = 4;
    std::vector<Cell> cells = std::vector<Cell>(1u << (pageBits - 4));
  };
  Page &getPage(uint64_t index) {
    if (index >= pages.size())
      pages.resize(index + 1 + index / 2);
    if (!pages[index])
      pages[index] = std::make_unique<Page>();
    return *pages[index];
  }
  void refine(Page &page, uint64_t edges, MarkSets &sets);
  std::vector<std::unique_ptr<Page>> pages;
};

} // namespace tessera::emulator
