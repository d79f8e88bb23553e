// SPDX-License-Identifier: Apache-2.0
// Where a buffer's bytes come from. The header takes one cache line, so that the data begins on the next.
#include "shared/numerics/Buffer.h"
#include <cstdlib>
#include <new>

namespace tessera::numerics {

Buffer *Buffer::allocate(size_t size) {
  static_assert(sizeof(Buffer) <= headerSize, "the header fits before the data");
  if (size > SIZE_MAX - 2 * headerSize)
    return nullptr;
  size_t rounded = (size + headerSize - 1) / headerSize * headerSize;
  void *memory = std::aligned_alloc(headerSize, headerSize + rounded);
  return memory ? new (memory) Buffer(size) : nullptr;
}

void Buffer::release() {
  if (owners.fetch_sub(1, std::memory_order_acq_rel) != 1)
    return;
  this->~Buffer();
  std::free(this);
}

} // namespace tessera::numerics
