// SPDX-License-Identifier: Apache-2.0
// Pieces that were never used stay files: libraries are larger than what a job takes of them. What replaces a piece is
// complete before it does, in one step of the kernel (`mremap`), so that even this code may be in it.
#include "runner/worker/HugePages.h"
#include <algorithm>
#include <cstdint>
#include <cstring>
#include <fcntl.h>
#include <link.h>
#include <sys/mman.h>
#include <unistd.h>
#include <vector>

using namespace tessera;

#ifndef MADV_COLLAPSE
#define MADV_COLLAPSE 25 // since Linux 6.1
#endif

static constexpr uintptr_t hugePage = uintptr_t(2) << 20;

namespace {
struct Range {
  uintptr_t begin, end;
};
} // namespace

static uintptr_t roundUp(uintptr_t address) { return (address + hugePage - 1) & ~(hugePage - 1); }
static uintptr_t roundDown(uintptr_t address) { return address & ~(hugePage - 1); }

/// Whole huge pages of code, of the program and of each library.
static std::vector<Range> findCode() {
  std::vector<Range> code;
  auto add = [](dl_phdr_info *object, size_t, void *list) {
    for (int i = 0; i < object->dlpi_phnum; ++i) {
      const ElfW(Phdr) &part = object->dlpi_phdr[i];
      if (part.p_type != PT_LOAD || (part.p_flags & (PF_X | PF_W)) != PF_X)
        continue;
      uintptr_t begin = object->dlpi_addr + part.p_vaddr;
      Range range{roundUp(begin), roundDown(begin + part.p_filesz)};
      if (range.begin < range.end)
        static_cast<std::vector<Range> *>(list)->push_back(range);
    }
    return 0;
  };
  dl_iterate_phdr(add, &code);
  return code;
}

/// Whether this process has used what is at `address`: a sixteenth of a huge page's pages, which is more than what one
/// stray look brings with it.
static bool isUsed(int pagemap, uintptr_t address) {
  const size_t pageBytes = static_cast<size_t>(sysconf(_SC_PAGESIZE)), pages = hugePage / pageBytes;
  std::vector<uint64_t> entries(pages);
  off_t place = static_cast<off_t>(address / pageBytes * sizeof(uint64_t));
  ssize_t bytes = static_cast<ssize_t>(pages * sizeof(uint64_t));
  if (pread(pagemap, entries.data(), static_cast<size_t>(bytes), place) != bytes)
    return false;
  auto isThere = [](uint64_t entry) { return entry >> 63 != 0; };
  return static_cast<size_t>(std::count_if(entries.begin(), entries.end(), isThere)) >= pages / 16;
}

static bool moveToHugePages(const Range &range) {
  size_t bytes = range.end - range.begin, reserved = bytes + hugePage;
  void *memory = mmap(nullptr, reserved, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  if (memory == MAP_FAILED)
    return false;
  auto start = reinterpret_cast<uintptr_t>(memory);
  void *copy = reinterpret_cast<void *>(roundUp(start)), *place = reinterpret_cast<void *>(range.begin);
  // What is not huge would be copied by `fork` page by page, and is better left in its file.
  bool isMoved = madvise(copy, bytes, MADV_HUGEPAGE) == 0;
  if (isMoved) {
    std::memcpy(copy, place, bytes);
    isMoved = madvise(copy, bytes, MADV_COLLAPSE) == 0 && mprotect(copy, bytes, PROT_READ | PROT_EXEC) == 0 &&
              mremap(copy, bytes, bytes, MREMAP_MAYMOVE | MREMAP_FIXED, place) == place;
  }
  if (!isMoved) {
    munmap(memory, reserved);
    return false;
  }
  __builtin___clear_cache(static_cast<char *>(place), static_cast<char *>(place) + bytes);
  munmap(memory, roundUp(start) - start);
  munmap(reinterpret_cast<void *>(roundUp(start) + bytes), start + reserved - roundUp(start) - bytes);
  return true;
}

size_t runner::moveCodeToHugePages() {
  size_t moved = 0;
  int pagemap = open("/proc/self/pagemap", O_RDONLY | O_CLOEXEC);
  if (pagemap < 0)
    return 0;
  for (const Range &code : findCode())
    for (Range run{code.begin, code.begin}; run.begin < code.end; run = {run.end + hugePage, run.end + hugePage}) {
      while (run.end < code.end && isUsed(pagemap, run.end))
        run.end += hugePage;
      if (run.begin < run.end && moveToHugePages(run))
        moved += run.end - run.begin;
    }
  close(pagemap);
  return moved;
}
