// SPDX-License-Identifier: Apache-2.0
// Where a buffer's bytes come from. The header takes one cache line, so that the data begins on the next.
#include "shared/numerics/Buffer.h"
#include <cstdlib>
#include <new>
#ifdef __linux__
#include <sys/mman.h>
#endif

namespace tessera::numerics {

static constexpr size_t hugePage = size_t(2) << 20;

Buffer *Buffer::allocate(size_t size) {
  static_assert(sizeof(Buffer) <= headerSize, "the header fits before the data");
  if (size > SIZE_MAX - 2 * hugePage)
    return nullptr;
  // Whole huge pages for what is large: a page fault for every 4 KiB costs more than most functions of an element.
  size_t unit = size >= 2 * hugePage ? hugePage : headerSize;
  size_t rounded = (headerSize + size + unit - 1) / unit * unit;
  void *memory = std::aligned_alloc(unit, rounded);
#ifdef __linux__
  if (memory && unit == hugePage)
    madvise(memory, rounded, MADV_HUGEPAGE);
#endif
  return memory ? new (memory) Buffer(size) : nullptr;
}

void Buffer::release() {
  if (owners.fetch_sub(1, std::memory_order_acq_rel) != 1)
    return;
  this->~Buffer();
  std::free(this);
}

} // namespace tessera::numerics
