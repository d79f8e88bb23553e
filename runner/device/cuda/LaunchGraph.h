// SPDX-License-Identifier: Apache-2.0
// Many launches as one CUDA graph: what the driver takes for each of them is paid once, before the clock runs.
#pragma once

#include "runner/device/cuda/Context.h"
#include "llvm/ADT/STLFunctionalExtras.h"

namespace tessera::runner::cuda {

class LaunchGraph {
public:
  /// Whether this driver has graphs.
  static bool isThere(const Driver &driver);

  /// Records `count` calls of `launch` on a stream of its own. Failures are the context's.
  LaunchGraph(Context &context, unsigned count, llvm::function_ref<bool(StreamHandle)> launch);
  ~LaunchGraph();
  LaunchGraph(const LaunchGraph &) = delete;

  bool isMade() const { return run != nullptr; }
  /// Milliseconds of a launch: the graph's time by events around it, shared among its launches.
  bool time(EventHandle begin, EventHandle end, double &milliseconds);

private:
  Context &context;
  unsigned count;
  StreamHandle stream = nullptr;
  GraphHandle graph = nullptr;
  GraphRunHandle run = nullptr;
};

} // namespace tessera::runner::cuda
