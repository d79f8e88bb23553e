// SPDX-License-Identifier: Apache-2.0
#include "runner/device/Cores.h"
#include <algorithm>
#include <atomic>
#include <vector>
#include <pthread.h>
#include <thread>

using namespace tessera;

namespace {
/// Pieces are taken one by one, so that a core that is busy with something else holds up nobody.
struct Shared {
  int64_t count, piece;
  llvm::function_ref<void(int64_t, int64_t)> work;
  std::atomic<int64_t> next{0};

  void takePieces() {
    for (int64_t begin; (begin = next.fetch_add(piece)) < count;)
      work(begin, std::min(begin + piece, count));
  }
};
} // namespace

static void *runThread(void *shared) {
  static_cast<Shared *>(shared)->takePieces();
  return nullptr;
}

void runner::shareAmongCores(int64_t count, int64_t least, llvm::function_ref<void(int64_t, int64_t)> work) {
  constexpr int64_t most = 16, stackBytes = 256 << 10; // a job's limit on memory counts stacks as well
  int64_t cores = std::min<int64_t>({most, std::thread::hardware_concurrency(), count / std::max<int64_t>(least, 1)});
  if (cores < 2)
    return work(0, count);
  Shared shared{count, std::max(least, count / (cores * 8)), work};
  pthread_attr_t attributes;
  pthread_attr_init(&attributes);
  pthread_attr_setstacksize(&attributes, stackBytes);
  std::vector<pthread_t> threads;
  // Not std::thread: that can't say "no" without an exception.
  for (pthread_t thread; static_cast<int64_t>(threads.size()) < cores - 1 && !pthread_create(&thread, &attributes, runThread, &shared);)
    threads.push_back(thread);
  pthread_attr_destroy(&attributes);
  shared.takePieces();
  for (pthread_t thread : threads)
    pthread_join(thread, nullptr);
}
