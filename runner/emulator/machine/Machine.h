// SPDX-License-Identifier: Apache-2.0
// The parts of a running launch. One host thread runs everything: clusters in turn, in each the warps in an order that the
// schedule's seed chooses, in each warp its fragments: sets of lanes that stand at the same instruction. Lanes that diverge
// become two fragments and run on their own (independent thread scheduling); fragments of the same frame that stand at the
// same instruction become one again, and the one that is furthest behind in the text runs first, which joins them where
// structured code does.
#pragma once

#include "runner/emulator/async/Engine.h"
#include "runner/emulator/check/RaceChecker.h"
#include "runner/emulator/Emulator.h"
#include "runner/emulator/machine/Memory.h"
#include "runner/emulator/program/NeededValues.h"
#include "runner/emulator/program/Program.h"
#include <array>
#include <deque>
#include <random>
#include <set>

namespace tessera::emulator {

class Machine;
struct Cluster;
struct Cta;
struct Warp;

/// One activation of a function for some lanes of a warp. Lanes that diverged share it: each has columns of its own.
struct Frame {
  const Function *function = nullptr;
  std::vector<uint8_t> registers;     // zero at first
  std::vector<uint8_t> parameters;    // of calls this frame makes and of its own; [lane][bytes]; empty for an entry
  std::vector<uint32_t> written;      // lanes, a mask for each 4 bytes of `registers`; empty unless code `checksRegisters`
  uint32_t localBase = 0;             // of its local variables, in each lane's local memory
  std::shared_ptr<Frame> caller;
  uint32_t returnTo = 0;              // in the caller's code
  // where the caller wants the results: bytes of its parameters, in the order of `Function::results`
  std::vector<uint32_t> resultOffsets;
};

/// What a fragment waits for, for the scheduler and for the report of a deadlock.
struct WaitReason {
  enum class Kind : uint8_t { none, convergence, ctaBarrier, clusterBarrier, mbarrier, asyncGroup, bulkGroup, wgmmaGroup, lanes, registers };
  Kind kind = Kind::none;
  uint64_t object = 0; // barrier id, mbarrier address, groups allowed
  uint64_t value = 0;  // phase or parity
  std::string describe() const;
};

/// `0-3,8`.
std::string describeMask(uint32_t mask);
/// The text's name of the register at `slot`.
std::string nameRegister(const Function &function, Slot slot);
/// Gives a frame its registers, parameters and local memory. `function` and `caller` are set.
void openFrame(Warp &warp, Frame &frame);

struct Fragment {
  uint32_t mask = 0;
  uint32_t pc = 0;
  std::shared_ptr<Frame> frame;
  WaitReason waiting;
  uint64_t waitingSince = 0; // the cluster's `activity` when it began
};

/// A copy of registers that an asynchronous instruction owns until it ends.
struct BusyRegisters {
  Frame *frame = nullptr;
  std::vector<Slot> slots; // sorted
  bool areRead = false;    // only read by the operation: others may read them too
  uint64_t operation = 0;
  uint32_t place = 0;
  bool isTold = false; // a report has been made: one is enough
};

/// Of a warp in a trace: see machine/Tracing.cpp.
struct WarpTrace {
  int64_t lag = 0;    // its clock beyond the instructions that it has executed
  uint64_t until = 0; // where its last event ends, open or closed
  bool isOpen = false, isProduct = false;
  int64_t current = -1; // the open one's number; -1 also when it was dropped
};

/// State of families, by `familyNumber`.
using FamilyStates = std::vector<std::shared_ptr<void>>;
size_t takeFamilyNumber();
template <typename T> inline const size_t familyNumber = takeFamilyNumber();

struct Warp {
  Cta *cta = nullptr;
  unsigned index = 0; // in its CTA
  uint32_t live = 0;  // lanes that exist and have not exited
  std::vector<Fragment> fragments;
  std::vector<BusyRegisters> busy;
  std::vector<uint8_t> local; // [lane][bytes]
  std::vector<uint8_t> localWritten;
  uint32_t localStride = 0;
  uint64_t executed = 0; // instructions
  WarpTrace trace;
  /// State of families that is one a warp or a lane: made on first use by `state<T>()`.
  template <typename T> T &state();
  FamilyStates familyStates;
  AgentId agent = 0; // for the checker
  bool isDone() const { return live == 0; }
};

struct Dim3 {
  uint32_t x = 1, y = 1, z = 1;
  uint64_t count() const { return uint64_t(x) * y * z; }
};

struct Cta {
  Cluster *cluster = nullptr;
  Dim3 index;          // %ctaid
  unsigned rank = 0;   // %cluster_ctarank
  SharedMemory shared; // from `sharedBase` to the end of the dynamic part
  std::vector<std::unique_ptr<Warp>> warps;
  unsigned liveWarps = 0;
  template <typename T> T &state();
  FamilyStates familyStates;
};

struct Cluster {
  Machine *machine = nullptr;
  uint64_t number = 0;
  Dim3 index; // %clusterid
  std::vector<std::unique_ptr<Cta>> ctas;
  AsyncEngine async;
  uint64_t activity = 0; // counts everything that may end a wait: families call `Step::wake`
  unsigned liveWarps = 0;
  template <typename T> T &state();
  FamilyStates familyStates;
};

template <typename T, typename Owner> T &familyState(Owner &owner) {
  size_t number = familyNumber<T>;
  if (number >= owner.familyStates.size())
    owner.familyStates.resize(number + 1);
  std::shared_ptr<void> &entry = owner.familyStates[number];
  if (!entry)
    entry = std::make_shared<T>();
  return *static_cast<T *>(entry.get());
}
template <typename T> T &Warp::state() { return familyState<T>(*this); }
template <typename T> T &Cta::state() { return familyState<T>(*this); }
template <typename T> T &Cluster::state() { return familyState<T>(*this); }

/// Where the first access of a race was made, for who wants to go there. A report names it in words only.
struct RaceOrigin {
  size_t report = 0; // its number in the sink
  AccessSite site;
  Dim3 cta; // of who made it, or issued it
  unsigned warp = 0;
  bool isAsync = false;
  /// The byte that both access: in this CTA's shared memory, or in global memory at this address.
  bool isShared = false;
  Dim3 sharedOf;
  uint64_t byte = 0;
};

/// Of a CTA: which changes of `Machine::changedMaps` `fence.proxy.tensormap::generic.acquire` has made visible.
struct AcquiredMaps {
  std::map<uint64_t, uint64_t> changes;
};

class Machine {
public:
  Machine(const Program &program, const Function &entry, const LaunchShape &shape, std::vector<uint8_t> parameters, GlobalMemory &memory,
          const RunOptions &options, DiagnosticSink &sink);
  ~Machine();
  RunResult run();
  std::vector<CountedAccess> listAccesses() const;

  const Program &program;
  const Function &entry;
  const LaunchShape shape;
  const std::vector<uint8_t> parameters; // the kernel's
  GlobalMemory &memory;
  const RunOptions &options;
  DiagnosticSink &sink;
  std::mt19937_64 random; // everything that the seed decides
  std::unique_ptr<RaceChecker> checker; // null without `--check=race`
  std::unique_ptr<NeededValues> needed; // null unless others are skipped
  uint64_t now = 0;       // warp instructions executed: the clock of traces and of asynchronous operations
  uint64_t threadInstructions = 0;
  AccessCounter counter;
  uint64_t effectTime = 0; // of the trace: when what takes effect now does so at the earliest
  bool failed = false;

  /// Once a (id, place, second place): later ones are counted only. Errors other than races end the launch by the caller.
  /// `cause` tells apart what is wrong at one place in several ways.
  Diagnostic *report(DiagnosticId id, const Function &function, uint32_t place, std::string message, Severity severity = Severity::error,
                     uint64_t cause = 0);
  SourceRange rangeOf(const Function &function, uint32_t place) const;
  void reportLimit(Cluster &cluster);
  std::string describeWarp(const Warp &warp) const;
  std::string describeWait(const Warp &warp, const WaitReason &reason) const;
  /// Families tell more about what a warp waits for than `WaitReason` knows; empty: not theirs.
  using WaitDescriber = std::string (*)(const Machine &, const Warp &, const WaitReason &);
  std::vector<WaitDescriber> waitDescribers;
  /// Adds `describer` unless it is there already.
  void describeWaitsBy(WaitDescriber describer);
  /// Tensor maps in global memory that this launch has made or changed, and how often: who uses one must have acquired it since.
  std::map<uint64_t, uint64_t> changedMaps;
  bool hasErrors = false; // something was reported, also if the launch went on
  std::vector<RaceOrigin> races; // of all that was reported

private:
  struct Scheduler;
  std::unique_ptr<Scheduler> scheduler;
  std::set<std::tuple<DiagnosticId, const Function *, uint32_t, uint64_t>> reported;
};

/// Everything a handler sees. `mask` is never 0.
struct Step {
  Machine &machine;
  Cta &cta;
  Warp &warp;
  Fragment &fragment;
  uint8_t *registers;       // the frame's
  const uint8_t *constants; // the pool
  uint32_t mask;            // the lanes that execute: the fragment's, under the guard
  const Instruction *instruction = nullptr;
  uint64_t executed = 0; // instructions since the fragment's turn began, this one included

  template <typename T> const T *in(Slot slot) const {
    const uint8_t *base = slot & constantBit ? constants : registers;
    return reinterpret_cast<const T *>(base + (slot & ~constantBit));
  }
  /// Handlers write only the lanes of `mask`.
  template <typename T> T *out(Slot slot) const { return reinterpret_cast<T *>(registers + slot); }
  uint32_t predicate(Slot slot) const { return *in<uint32_t>(slot); }
  void setPredicate(Slot slot, uint32_t lanes) const {
    uint32_t &p = *out<uint32_t>(slot);
    p = (p & ~mask) | (lanes & mask);
  }
  bool isFull() const { return mask == 0xffffffffu; }
  const Function &function() const { return *fragment.frame->function; }
  /// Slot `index` of the list that begins at `instruction.first`.
  Slot listed(const Instruction &i, uint32_t index) const { return function().slots[i.first + index]; }

  /// Addresses of the active lanes: base (`i.a`, or `slot`) plus offset. `isWide` as in `Address`.
  void addresses(Slot base, bool isWide, uint64_t offset, uint64_t out[warpSize]) const;
  /// Host addresses of `access.bytes` bytes a lane, after every check that memory has (bounds, alignment, initialization, races).
  /// False: a fault has been reported, return `Outcome::fault`. Lanes outside `mask` are left alone.
  bool resolve(const Access &access, const uint64_t addresses[warpSize], uint8_t *host[warpSize]);
  void count(const Access &access, const uint64_t addresses[warpSize]);
  bool resolveRun(const Access &access, const uint64_t addresses[warpSize], uint8_t *host[warpSize]);
  /// One lane's, or an asynchronous operation's on its behalf.
  uint8_t *resolveOne(const Access &access, uint64_t address, unsigned lane);

  /// False where results are skipped (`NeededValues`) and nobody needs those of this instruction.
  bool isResultNeeded() const;
  Outcome waitFor(WaitReason::Kind kind, uint64_t object = 0, uint64_t value = 0);
  void wake() { ++cta.cluster->activity; }
  /// Reports at the instruction, naming the first active lane's thread (or `lane`'s). Ends the launch.
  Outcome fault(DiagnosticId id, std::string message, int lane = -1);
  /// A report that lets the launch go on, once an instruction.
  void warn(DiagnosticId id, std::string message, int lane = -1, Severity severity = Severity::warning);
  /// `thread (5, 0, 0) of CTA (3, 0, 0)`.
  std::string describeThread(unsigned lane) const;
  unsigned firstLane() const { return static_cast<unsigned>(__builtin_ctz(mask)); }
  unsigned threadIndex(unsigned lane) const { return warp.index * warpSize + lane; } // linear in the CTA
};

} // namespace tessera::emulator
