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
#include <map>
#include <unordered_map>

namespace tessera::emulator {

class Program;
struct Function;
struct Warp;

struct RecordedEvent {
  enum class Kind : uint8_t {
    shared,         // an access of the CTA's shared memory
    global,         // one of global memory
    local,          // of a thread's own
    cluster,        // of another CTA's shared memory
    asyncCopy,      // cp.async: from global to shared memory
    asyncCommit,    // closes a group of them
    asyncWait,      // waits until at most `count` groups are under way; `waitsForAll`: none, closed or not
    barrier,        // `count` threads meet at barrier `number`; 0: all of the CTA
    clusterBarrier, // arrives in a phase, or waits for it
    mbarrier,       // the same of an mbarrier; without a phase: what no time depends on, or a question answered no
    bulkCopy, // `count` bytes by the copy engine, each lane's its own copy, or `st.async`; the `number`th of the warp
    bulkWait, // until its copies have been read, and written unless it `reads` only, up to the `number`th
    product,  // wgmma with `count` columns, the `number`th of the warp
    productWait, // until products are done, up to the `number`th
    other,       // has an instruction of the machine code, and no time but its issue depends on it
    branch       // taken by so many lanes of `count`; only those with a condition
  };
  uint32_t statement = 0; // its number in StatementNumbers
  uint32_t mask = 0;      // lanes that execute it
  Kind kind = Kind::branch;
  uint8_t bytes = 0; // of a lane
  bool writes = false, reads = false;
  bool isArrival = false, waitsForAll = false;
  bool isRemote = false;    // reaches another CTA of the cluster
  bool isMulticast = false; // of a copy: goes to several CTAs
  bool isTensor = false;    // of a copy: of a tensor map's box
  bool ofRegisters = false; // of a product: A is in registers
  bool afterCopies = false; // of an arrival: once the warp's cp.async are done
  uint16_t wavefronts = 0;  // of shared memory's banks or the L1 cache's, as it stands
  /// The same were it an access of 8 or 16 bytes a lane from the same addresses: ptxas makes one of neighbours.
  uint16_t wavefronts8 = 0, wavefronts16 = 0;
  uint32_t firstSector = 0, sectors = 0; // of global memory: into `CtaRecording::sectors`, sorted, each once
  uint32_t number = 0, count = 0;
  uint32_t sharedAddress = 0; // of an mbarrier, a copy's end, a product's B, without a CTA's rank; 0: none is known
  /// Phases of mbarriers that it arrives in, or whose end it waits for: into `CtaRecording::phases`.
  uint32_t firstPhase = 0, phases = 0;

  unsigned lanes() const { return static_cast<unsigned>(__builtin_popcount(mask)); }
};

struct WarpRecording {
  std::vector<RecordedEvent> events;
  uint64_t executed = 0; // PTX instructions
  // Numbers of the last bulk copies and products so far, and of the last ones in each group that was closed.
  uint32_t copies = 0, products = 0, clusterArrivals = 0, clusterWaits = 0;
  std::vector<uint32_t> copyGroups, productGroups;
};

struct CtaRecording {
  uint64_t number = 0; // in the grid
  uint64_t cluster = 0;
  unsigned rank = 0; // in it
  std::vector<WarpRecording> warps;
  std::vector<uint64_t> sectors; // addresses / 32
  std::vector<uint32_t> phases;  // into `Recording::phases`
};

struct Recording {
  std::vector<CtaRecording> ctas; // by cluster, then by rank
  /// Of each phase of a barrier that somebody waited for or arrived in: arrivals and copies that end it.
  std::vector<uint32_t> phases;
  unsigned clusterCtas = 1;
  std::vector<CacheSample> caches; // what all CTAs asked of the L2 cache, for each shape of it that was asked for
  uint64_t grid = 0;               // CTAs of the launch
  /// Of these, where others were left out, those that were executed, and those whose questions to the L2 cache were
  /// followed; 0: all.
  uint64_t executed = 0, followed = 0;
  uint32_t threads = 0;     // of a CTA
  uint32_t sharedBytes = 0; // of a CTA, static and dynamic
  std::string unknown;      // what was executed that no time is known of, with its place; empty: nothing
  bool isFull = false;      // the limit of events was reached: what came later is not there

  /// Null where none was asked for.
  const CacheSample *findCache(const CacheShape &shape) const;
};

class LaunchRecorder : public StepObserver {
public:
  struct Options {
    /// Null: all. Without clusters each CTA is one.
    std::function<bool(uint64_t cluster, unsigned ctas)> wants;
    size_t eventLimit = 10'000'000; // of all warps
    std::vector<CacheShape> caches; // the L2 cache's, and those that it might have
    uint64_t processors = 1;        // of the card
  };
  LaunchRecorder(const Program &program, Options options);
  ~LaunchRecorder() override;

  bool before(Step &step) override;
  void skipped(Step &step, uint32_t instructions) override;
  void after(Step &step, Outcome outcome) override;
  void accessed(Step &step, const Access &access, const uint64_t addresses[32], uint8_t *const host[32]) override;
  void copying(Step &step, const uint64_t sources[32], uint32_t reading, const uint64_t targets[32],
               uint32_t bytes) override;
  void copied(const Transfer &, const Cta &, uint32_t, uint64_t) override {}
  void signaled(Step &step, Signal signal, const Cta &of, uint32_t offset, uint64_t phase) override;
  void issued(Step &step, const Transfer &copy, uint64_t bytes, const SharedTargets *targets) override;
  void moved(const Transfer &copy, uint64_t address, uint64_t size, bool isWrite) override;

  /// Before the launch: only what these clusters ask of the L2 cache is followed.
  void follow(std::function<bool(uint64_t cluster)> wanted) { isFollowed = std::move(wanted); }
  /// After the launch. CTAs of which nothing was executed are not there.
  Recording take(uint64_t grid, uint32_t threads, uint32_t sharedBytes);

private:
  /// What an instruction is to a recording, by its place in the function.
  enum class Role : uint8_t {
    plain,
    access,
    barrier,
    branch,
    commit,
    wait,
    clusterBarrier,
    mbarrier,
    afterCopies,
    bulk,
    bulkCommit,
    bulkWait,
    product,
    productCommit,
    productWait,
    unknown
  };
  struct FunctionRoles {
    uint32_t firstStatement = 0;
    const ptx::Function *syntax = nullptr;
    std::vector<Role> roles;
  };
  static Role findRole(const ptx::Instruction &instruction);
  const FunctionRoles &rolesOf(const Function &function);
  CtaRecording *find(const Step &step);
  RecordedEvent *add(Step &step, RecordedEvent::Kind kind);
  bool isLast(const Step &step, RecordedEvent::Kind kind) const;
  void addPhase(CtaRecording &cta, RecordedEvent &event, uint32_t phase, bool isArrival);
  uint32_t phaseOf(const Cta &cta, uint32_t offset, uint64_t phase);
  void meetCluster(Step &step, bool isArrival);
  void touch(uint32_t statement, const Cta &cta, uint64_t first, uint64_t count, bool isWrite);
  void addSectors(Step &step, RecordedEvent *event, const uint64_t addresses[32], uint32_t mask, uint32_t bytes,
                  bool isWrite);

  const Program &program;
  const Options options;
  std::function<bool(uint64_t)> isFollowed; // null: all
  const StatementNumbers numbers;
  std::unordered_map<const Function *, FunctionRoles> byFunction;
  std::unordered_map<uint64_t, CtaRecording> ctas;
  const Function *lastFunction = nullptr;
  const FunctionRoles *lastRoles = nullptr;
  const FunctionRoles *stepRoles = nullptr; // of the instruction that is executed: its fragment may be gone afterwards
  uint64_t lastCta = ~0ull;                 // its number
  CtaRecording *lastRecording = nullptr;
  // An instruction may access memory several times: they are one event.
  const Warp *stepWarp = nullptr;
  uint64_t stepNumber = 0;
  size_t events = 0;
  /// Of the mbarrier at an offset of a CTA, by the number of its phase; and of the barriers of clusters.
  std::map<std::pair<const Cta *, uint32_t>, std::vector<uint32_t>> phases;
  std::map<uint64_t, std::vector<uint32_t>> clusterPhases;
  struct Moving { // a copy that was issued and has not moved all
    CtaRecording *cta = nullptr;
    size_t warp = 0, event = 0;
  };
  std::unordered_map<const Transfer *, Moving> moving;
  unsigned branchLanes = 0; // that stand before the branch that is executed
  Recording result;
};

} // namespace tessera::emulator
