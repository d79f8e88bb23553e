// SPDX-License-Identifier: Apache-2.0
// The memory of a run: buffers that come back are kept by size and given out again, because a kernel asks for the same few sizes
// in every program. Counts what is in use against the run's limit.
#pragma once

#include "shared/numerics/Buffer.h"
#include <unordered_map>
#include <vector>

namespace tessera::interpreter {

class Pool {
public:
  explicit Pool(uint64_t limit) : limit(limit) {}
  /// A buffer of `size` bytes of unspecified content; null beyond the limit, or when the machine has no more.
  numerics::Buffer *allocate(uint64_t size);
  /// Gives up an owner of a buffer that `allocate` gave.
  void recycle(numerics::BufferRef buffer);

  uint64_t getLimit() const { return limit; }
  uint64_t getLive() const { return live; }
  uint64_t getPeak() const { return peak; }

private:
  void dropIdle();
  uint64_t limit, live = 0, peak = 0, idle = 0;
  std::unordered_map<size_t, std::vector<numerics::BufferRef>> idleBySize;
};

} // namespace tessera::interpreter
