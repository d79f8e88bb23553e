// SPDX-License-Identifier: Apache-2.0
// What warps did that a model of time must know, written down while the emulator executes them: accesses with their
// addresses' patterns, barriers, and branches that were taken, of each warp in its order. Times are found afterwards,
// from the recording alone (Processor.h): so they change nothing of the run, and the same recording can be given a
// time with other rates.
//
// Only CTAs that are wanted are recorded; of what all of them ask of the L2 cache, a sample of its sets is followed
// (CacheSample.h).
#pragma once

#include "runner/emulator/machine/Observer.h"
#include "runner/emulator/sass/Statements.h"
#include "runner/emulator/time/CacheSample.h"
#include <functional>
#include <unordered_map>

namespace tessera::emulator {

class Program;
struct Function;
struct Warp;

struct RecordedEvent {
  enum class Kind : uint8_t {
    shared,      // an access of the CTA's shared memory
    global,      // one of global memory
    local,       // of a thread's own
    asyncCopy,   // cp.async: from global to shared memory
    asyncCommit, // closes a group of them
    asyncWait,   // waits until at most `count` groups are under way; `waitsForAll`: none, closed or not
    barrier,     // `count` threads meet at barrier `number`; 0: all of the CTA
    branch       // taken by `lanes` lanes; only those with a condition
  };
  uint32_t statement = 0; // its number in StatementNumbers
  Kind kind = Kind::branch;
  uint8_t bytes = 0; // of a lane
  uint8_t lanes = 0; // that execute it
  bool writes = false, reads = false;
  bool isArrival = false, waitsForAll = false;
  uint16_t wavefronts = 0; // of shared memory's banks or the L1 cache's, as it stands
  /// The same were it an access of 8 or 16 bytes a lane from the same addresses: ptxas makes one of neighbours.
  uint16_t wavefronts8 = 0, wavefronts16 = 0;
  uint32_t firstSector = 0, sectors = 0; // of global memory: into `CtaRecording::sectors`, sorted, each once
  uint32_t number = 0, count = 0;
};

struct WarpRecording {
  std::vector<RecordedEvent> events;
  uint64_t executed = 0; // PTX instructions
};

struct CtaRecording {
  uint64_t number = 0; // in the grid
  std::vector<WarpRecording> warps;
  std::vector<uint64_t> sectors; // addresses / 32
};

struct Recording {
  std::vector<CtaRecording> ctas; // by number
  CacheSample cache;              // of all CTAs
  uint64_t grid = 0;              // CTAs of the launch
  uint32_t threads = 0;           // of a CTA
  uint32_t sharedBytes = 0;       // of a CTA, static and dynamic
  std::string unknown;            // what was executed that no time is known of, with its place; empty: nothing
  bool isFull = false;            // the limit of events was reached: what came later is not there
};

class LaunchRecorder : public StepObserver {
public:
  struct Options {
    std::function<bool(uint64_t cta)> wants; // null: all
    size_t eventLimit = 10'000'000;          // of all warps
    double cacheBytes = 0;                   // of the L2 cache
  };
  LaunchRecorder(const Program &program, Options options);
  ~LaunchRecorder() override;

  bool before(Step &step) override;
  void after(Step &step, Outcome outcome) override;
  void accessed(Step &step, const Access &access, const uint64_t addresses[32], uint8_t *const host[32]) override;
  void copying(Step &step, const uint64_t sources[32], uint32_t reading, const uint64_t targets[32],
               uint32_t bytes) override;
  void copied(const Transfer &, const Cta &, uint32_t, uint64_t) override {}

  /// After the launch. CTAs of which nothing was executed are not there.
  Recording take(uint64_t grid, uint32_t threads, uint32_t sharedBytes);

private:
  /// What an instruction is to a recording, by its place in the function.
  enum class Role : uint8_t { plain, access, barrier, branch, commit, wait, unknown };
  struct FunctionRoles {
    uint32_t firstStatement = 0;
    std::vector<Role> roles;
  };
  const FunctionRoles &rolesOf(const Function &function);
  CtaRecording *find(const Step &step);
  RecordedEvent *add(Step &step, RecordedEvent::Kind kind);
  void addSectors(Step &step, RecordedEvent *event, const uint64_t addresses[32], uint32_t mask, uint32_t bytes,
                  bool isWrite);

  const Program &program;
  const Options options;
  const StatementNumbers numbers;
  std::unordered_map<const Function *, FunctionRoles> byFunction;
  std::unordered_map<uint64_t, CtaRecording> ctas;
  const Function *lastFunction = nullptr;
  const FunctionRoles *lastRoles = nullptr;
  uint64_t lastCta = ~0ull; // its number
  CtaRecording *lastRecording = nullptr;
  // An instruction may access memory several times: they are one event.
  const Warp *stepWarp = nullptr;
  uint64_t stepNumber = 0;
  size_t events = 0;
  Recording result;
};

} // namespace tessera::emulator
