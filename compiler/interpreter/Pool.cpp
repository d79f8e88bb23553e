// SPDX-License-Identifier: Apache-2.0
// Idle buffers count against the limit only until somebody needs the room: then all of them go.
#include "compiler/interpreter/Pool.h"
#include <algorithm>

namespace tessera::interpreter {

using numerics::Buffer;
using numerics::BufferRef;

/// Enough for the blocks of any kernel; little beside the arrays of a program.
static constexpr uint64_t mostIdle = uint64_t(128) << 20;

void Pool::dropIdle() {
  idleBySize.clear();
  idle = 0;
}

Buffer *Pool::allocate(uint64_t size) {
  if (size > limit || live > limit - size || size > SIZE_MAX / 2)
    return nullptr;
  auto found = idleBySize.find(static_cast<size_t>(size));
  if (found != idleBySize.end() && !found->second.empty()) {
    BufferRef buffer = std::move(found->second.back());
    found->second.pop_back();
    idle -= size;
    live += size;
    peak = std::max(peak, live);
    return buffer.take();
  }
  if (live + idle > limit - size)
    dropIdle();
  Buffer *buffer = Buffer::allocate(static_cast<size_t>(size));
  if (!buffer) {
    dropIdle();
    buffer = Buffer::allocate(static_cast<size_t>(size));
  }
  if (buffer) {
    live += size;
    peak = std::max(peak, live);
  }
  return buffer;
}

void Pool::recycle(BufferRef buffer) {
  if (buffer->isShared())
    return; // another owner goes on counting it
  size_t size = buffer->size();
  live -= std::min<uint64_t>(live, size);
  if (idle + size > mostIdle)
    return; // freed: what a host program leaves behind is rarely asked for again
  idle += size;
  idleBySize[size].push_back(std::move(buffer));
}

} // namespace tessera::interpreter
