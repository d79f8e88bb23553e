// SPDX-License-Identifier: Apache-2.0
// Job cycles a second that a store bears: submitted, leased, an event told, finished, each step durable, by several
// front ends and workers at once. `TesseraBenchQueue [postgresql://..] [FRONTS] [WORKERS] [SECONDS]`; without a
// database it is SQLite in a temporary folder, where all share one store as in `tessera serve`.
#include "runner/store/FleetStore.h"
#include "runner/store/Store.h"
#include "tests/unit/runner/Fixture.h"
#include <algorithm>
#include <atomic>
#include <chrono>
#include <cstdio>
#include <thread>

using namespace tessera;
using namespace tessera::runner;
using Clock = std::chrono::steady_clock;

namespace {
struct Shared {
  test::TemporaryFolder folder;
  std::string url;
  std::unique_ptr<Store> one;

  /// A participant's own connection, or the store of all.
  Storage &open(std::unique_ptr<Storage> &own) {
    if (url.empty())
      return *one;
    FleetOptions options;
    options.url = url;
    options.cache = folder.path;
    options.queueLimit = 1000000;
    own = *FleetStore::open(options);
    return *own;
  }
};
} // namespace

static void fail(const Problem &problem) {
  std::fprintf(stderr, "%s\n", problem.detail.c_str());
  std::exit(1);
}

int main(int argc, char **argv) {
  Shared shared;
  int next = 1;
  if (argc > 1 && std::string(argv[1]).starts_with("postgres"))
    shared.url = argv[next++];
  auto number = [&](int usual) { return next < argc ? std::atoi(argv[next++]) : usual; };
  int fronts = number(3), workers = number(6), seconds = number(10);
  if (shared.url.empty()) {
    StoreOptions options;
    options.directory = shared.folder.path;
    options.queueLimit = 1000000;
    shared.one = *Store::open(options);
  }
  std::unique_ptr<Storage> own;
  Storage &first = shared.open(own);
  std::vector<uint8_t> bytes = test::makeArtifact();
  std::string digest = artifact::digestOf(bytes);
  if (Result<ArtifactInfo> put = first.putArtifact(digest, bytes, "{}"); !put)
    fail(put.problem());

  std::atomic<bool> isOver{false};
  std::atomic<int64_t> submitted{0}, finished{0};
  std::mutex mutex;
  std::vector<double> waits; // milliseconds from the submission to the lease
  std::vector<std::thread> threads;
  for (int i = 0; i < fronts; ++i)
    threads.emplace_back([&] {
      std::unique_ptr<Storage> mine;
      Storage &storage = shared.open(mine);
      while (!isOver) {
        // As fast as jobs end: a queue that only grows measures nothing but its length.
        if (submitted - finished > 2 * workers) {
          std::this_thread::sleep_for(std::chrono::microseconds(200));
          continue;
        }
        if (Result<Job> job = storage.submit({digest, "emulator", {}}, ""); !job)
          fail(job.problem());
        ++submitted;
      }
    });
  for (int i = 0; i < workers; ++i)
    threads.emplace_back([&] {
      std::unique_ptr<Storage> mine;
      Storage &storage = shared.open(mine);
      while (!isOver) {
        Result<std::optional<Lease>> lease = storage.lease("emulator", 60000);
        if (!lease)
          fail(lease.problem());
        if (!*lease) {
          std::this_thread::sleep_for(std::chrono::microseconds(200));
          continue;
        }
        const Job &job = (*lease)->job;
        {
          std::lock_guard lock(mutex);
          waits.push_back(static_cast<double>(*job.startedAt - job.createdAt));
        }
        Result<bool> told = storage.publish(**lease, 0, "output", llvm::json::Object{{"text", "line\n"}});
        Result<bool> ended =
            storage.finish(**lease, {JobState::succeeded, llvm::json::Object{{"ok", true}}, std::nullopt});
        if (!told || !ended || !*ended)
          fail(!told    ? told.problem()
               : !ended ? ended.problem()
                        : makeProblem(ProblemCode::internal, "a lease is lost"));
        ++finished;
      }
    });
  auto begin = Clock::now();
  std::this_thread::sleep_for(std::chrono::seconds(seconds));
  isOver = true;
  double passed = std::chrono::duration<double>(Clock::now() - begin).count();
  int64_t cycles = finished;
  for (std::thread &thread : threads)
    thread.join();
  std::sort(waits.begin(), waits.end());
  std::printf("{\"store\": \"%s\", \"fronts\": %d, \"workers\": %d, \"seconds\": %.1f, \"cyclesPerSecond\": %.0f, "
              "\"submitToLeaseMs\": {\"p50\": %.0f, \"p95\": %.0f}}\n",
              shared.url.empty() ? "SQLite" : "PostgreSQL", fronts, workers, passed,
              static_cast<double>(cycles) / passed, waits.empty() ? 0 : waits[waits.size() / 2],
              waits.empty() ? 0 : waits[waits.size() * 95 / 100]);
  return 0;
}
