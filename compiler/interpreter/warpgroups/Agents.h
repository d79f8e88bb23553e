// SPDX-License-Identifier: Apache-2.0
// A launch of a kernel of warpgroups in progress. An agent is a warpgroup (or a warp in a `warp_map`) with a frame over the one code that all share; a
// step that has to wait leaves the frame where it is, and is run again when what it waits for has happened. Copies and matrix products are pieces
// of work that their issuer leaves behind and the schedule does later. See "Kernels of warpgroups" in ../README.md.
#pragma once

#include "compiler/interpreter/Launch.h"
#include "compiler/interpreter/warpgroups/Clock.h"
#include "compiler/interpreter/warpgroups/Findings.h"
#include "compiler/interpreter/warpgroups/Region.h"
#include "compiler/tilegpu/ir/TileGpu.h"
#include <array>
#include <deque>

namespace tessera::interpreter::warpgroups {

struct Agent;
struct Block;
struct Cluster;
class Machine;

/// A copy in, as its operation says it.
struct CopyPlan {
  mlir::Operation *op = nullptr;
  llvm::SmallVector<int64_t, 2> collective;
  int64_t partitioned = -1;
  bool leaderTracked = false;
};

/// What an access is, for the rules and for how it is told.
enum class Deed { load, store, atomic, copyRead, copyWrite, outRead, outWrite, outReduce, productRead, clusterStore };

/// Something that was done to a buffer, for as long as somebody could race with it.
struct Access {
  Region region;
  Epoch epoch;
  Deed deed = Deed::load;
  mlir::Operation *op = nullptr;
  int32_t warpgroup = 0;
  int64_t slot = -1, step = -1;
  uint32_t block = 0;
};

/// A buffer of shared memory, or an argument.
struct Memory {
  std::string name;
  numerics::BufferRef buffer;
  uint8_t *base = nullptr;
  numerics::DType type = numerics::DType::float32;
  unsigned elementSize = 4;
  llvm::SmallVector<int64_t, 4> shape;
  bool isShared = false;
  bool isTracked = true; // somebody writes to it, so that its accesses can race
  Block *block = nullptr; // null: global memory
  mlir::Operation *op = nullptr;
  std::pair<mlir::Operation *, unsigned> key; // the allocation and its how-manieth execution
  /// By place along the first axis, so that an access meets few others; those that touch several places are in the last.
  std::array<std::vector<Access>, 65> history;
  size_t getPlaceOf(const Region &region) const;
  llvm::DenseMap<int64_t, int64_t> uses; // by slot: how many times it was written by copies
  Knowledge released;                    // by atomics and semaphores
  unsigned freed = 0;                    // by how many warpgroups
  Clock freedBy;                         // what those know
};

/// One mbarrier. A phase is complete when all its arrivals and all bytes that they announced are there.
struct Barrier {
  struct Phase {
    Knowledge knowledge;
    uint64_t time = 0;
    int64_t event = -1;
  };
  struct Observer {
    uint64_t waits = 0;
    Epoch last; // of the latest wait
    mlir::Operation *op = nullptr;
  };
  struct BarrierArray *array = nullptr;
  unsigned index = 0;
  uint32_t component = 0;   // its phase p is the epoch p + 1
  uint64_t completed = 0;   // phases
  unsigned arrived = 0;     // in the phase that is not complete
  unsigned early = 0;       // arrivals beyond those of the phase: a mistake, told when made; they count in the next
  int64_t outstanding = 0;  // pieces of copies announced and not there; below 0: there and not announced
  Phase current;
  std::deque<Phase> phases; // the latest completed ones
  std::map<int32_t, Observer> observers; // by warpgroup
  mlir::Operation *lastArrival = nullptr;
};

struct BarrierArray {
  std::string name;
  Block *block = nullptr;
  mlir::Operation *op = nullptr;
  std::pair<mlir::Operation *, unsigned> key;
  unsigned arrivals = 1; // of all blocks together
  llvm::SmallVector<int64_t, 2> collective;
  bool leaderTracked = false;
  std::deque<Barrier> barriers;
  unsigned freed = 0;
  /// The epoch of what the next arrival at `barrier` stands for.
  uint32_t getNextEpoch(const Barrier &barrier) const { return static_cast<uint32_t>(barrier.completed + 1 + (barrier.arrived == arrivals)); }
  std::string getName(unsigned index) const { return barriers.size() == 1 ? name : name + "[" + std::to_string(index) + "]"; }
};

struct Accumulator {
  std::string name;
  numerics::BufferRef buffer;
  Operand shape;
  uint64_t lastProduct = 0; // the how-manieth of its warpgroup; 0: none
  mlir::Operation *lastOp = nullptr;
  bool isLive = true;
};

/// One group of copies out; `reads` and `writes` are what is not done of it.
struct CopyGroup {
  unsigned reads = 0, writes = 0;
  uint64_t readTime = 0, writeTime = 0;
  int64_t event = -1;
  mlir::Operation *op = nullptr;
};

struct Agent {
  Agent(Machine &machine, Block &block, const Frame &pattern, int32_t warpgroup);
  ~Agent();

  Machine &machine;
  Block &block;
  std::unique_ptr<Frame> frame;
  int32_t warpgroup, warp = -1;
  Agent *parent = nullptr; // of a warp
  unsigned children = 0;   // warps that still run
  size_t end = 0;          // the step before which it ends

  enum class State { runnable, blocked, ended } state = State::runnable;
  bool blocks = false, yields = false; // set by a step
  const void *waitsFor = nullptr;      // what wakes it
  std::string reason;                  // what it waits for, in words
  mlir::Operation *reasonOp = nullptr; // and who would have to do it, if known
  bool waitsForSemaphore = false;

  uint64_t time = 0; // cycles of the latency model
  uint64_t runBegin = 0, waitBegin = 0;
  bool isWaiting = false;
  mlir::Operation *runOp = nullptr;
  uint32_t row = 0;
  int64_t tensorRow = -1;

  // What it knows. Its own steps, products, groups of copies out (reads and writes) and copies in without a barrier are components; 0: none yet.
  uint32_t steps = 0, products = 0, outReads = 0, outWrites = 0, copiesIn = 0;
  std::array<std::pair<uint32_t, uint32_t>, 4> warpSteps = {}; // component and time where the next `warp_map` goes on
  uint32_t now = 1;
  Knowledge knowledge;
  Epoch getEpoch() const { return {steps, now}; }
  /// Begins a new step, after what it did was told to others.
  void tick();

  llvm::DenseMap<mlir::Operation *, unsigned> executions; // of allocations
  std::map<Barrier *, uint64_t> waits;
  std::vector<Accumulator> accumulators;
  llvm::DenseMap<mlir::Operation *, size_t> accumulatorOf;
  uint64_t issuedProducts = 0, doneProducts = 0, awaitedProducts = 0;
  struct Product {
    mlir::Operation *op;
    uint64_t time;
    int64_t event;
  };
  std::deque<Product> productsInFlight; // those not awaited
  std::vector<CopyGroup> groups;
  CopyGroup open;
  uint64_t awaitedReads = 0, awaitedWrites = 0; // groups
  uint64_t issuedIn = 0, doneIn = 0, awaitedIn = 0, inTime = 0;
  mlir::Operation *lastIn = nullptr;
  bool hasArrived = false; // at a sync that is not complete
  uint64_t syncPhase = 0;
  int64_t registers = 0;
  std::string describe() const;
};

/// Where agents meet: `sync block`, `sync cluster`.
struct Meeting {
  uint64_t completed = 0, time = 0, completedTime = 0;
  unsigned arrived = 0;
  Knowledge gathering, knowledge;
};

struct Block {
  Cluster *cluster = nullptr;
  uint32_t rank = 0, number = 0; // in its cluster; in the launch
  llvm::SmallVector<int64_t, 4> point;
  std::map<std::pair<mlir::Operation *, unsigned>, std::unique_ptr<Memory>> memories;
  std::map<std::pair<mlir::Operation *, unsigned>, std::unique_ptr<BarrierArray>> barriers;
  std::vector<Access> ghosts; // reads of buffers that were given back before they were done: the memory may belong to the next buffer
  Meeting meeting;
  uint64_t loadsFree = 0, storesFree = 0, tensorFree = 0; // when the copy engine and the tensor cores have done what they were given
  int64_t loadRow = -1, storeRow = -1;
};

struct Cluster {
  uint32_t number = 0;
  std::vector<std::unique_ptr<Block>> blocks;
  Meeting meeting;
  unsigned running = 0; // warpgroups
  size_t processor = 0; // where it runs, in the model of time
};

/// Work that an agent has left behind: done when the schedule says so.
struct Work {
  Agent *issuer = nullptr;
  Block *block = nullptr; // kept alive by it
  uint64_t time = 0;      // when it is done, in the model
  const void *queue = nullptr; // works of one queue are done in order; null: in any
  std::function<void()> perform;
};

/// A view's place in its buffer, as a region. `before` and beyond `inside` are left out.
Region getRegion(const RefView &view, llvm::ArrayRef<int64_t> offsets, llvm::ArrayRef<int64_t> sizes, llvm::ArrayRef<int64_t> strides);
/// The whole of a view.
Region getRegion(const RefView &view);
/// `a_smem[2]` for a part of one slot, else the buffer's name.
std::string getPlace(const Memory &memory, const Region &region, int64_t &slot);

/// All agents of one launch, and what they share.
class Machine {
public:
  Machine(Run &run, const LaunchPlan &plan, const Frame &pattern, Findings &findings, uint64_t seed, Timeline *timeline);
  ~Machine();
  /// `choices`: of an exhaustive search, what was chosen so far; grows. Null: by the seed.
  void execute(std::vector<std::pair<uint32_t, uint32_t>> *choices);

  // For the steps of warpgroups.
  Memory *getMemory(Block &block, std::pair<mlir::Operation *, unsigned> key, tilegpu::AllocSharedOp op);
  BarrierArray *getBarriers(Block &block, std::pair<mlir::Operation *, unsigned> key, tilegpu::AllocBarrierOp op);
  Block *getPeer(Block &block, llvm::ArrayRef<int64_t> axes, llvm::ArrayRef<int64_t> indices);
  /// The blocks that agree with `block` in all but these axes, in order.
  llvm::SmallVector<Block *, 4> getPeers(Block &block, llvm::ArrayRef<int64_t> axes);
  /// Compares with what was done before and remembers. `knowledge`: of who does it, or on whose behalf.
  void access(Agent &by, Memory &memory, Region region, Deed deed, Epoch epoch, mlir::Operation *op);
  bool isOrdered(const Agent &by, const Access &before, Deed deed, bool &lacksCommit) const;
  void arrive(Agent &agent, Barrier &barrier, mlir::Operation *op, unsigned pieces);
  void deliver(Barrier &barrier, uint64_t time, int64_t event);
  /// Waits for the next phase; false when the agent has to wait.
  bool wait(Agent &agent, Barrier &barrier, mlir::Operation *op, bool onlyTests);
  bool meet(Agent &agent, Meeting &meeting, unsigned expected, const void *key, const char *what);
  void block(Agent &agent, const void *waitsFor, std::string reason, mlir::Operation *reasonOp = nullptr);
  void wake(const void *what, uint64_t time);
  void post(Work work);
  Agent &fork(Agent &parent, unsigned warp, size_t begin, size_t end);
  uint32_t newComponent() { return nextComponent++; }
  uint32_t need(uint32_t &component) { return component ? component : component = newComponent(); }
  /// Forgets the warps of a `warp_map` that has ended.
  void dropWarps(Agent &parent);
  /// Whether every schedule is tried. Accesses that nothing orders are told of under any, so only who arrives, signals and tests first is tried.
  bool isSearch() const { return choices != nullptr; }
  bool checks() const { return run.options.warpgroups.checksRaces; }
  void freeMemory(Agent &agent, Memory &memory, mlir::Operation *op);
  void checkGivenBack(Memory &memory, const Access &access, mlir::Operation *op);
  void freeBarriers(Agent &agent, BarrierArray &array, mlir::Operation *op);

  // What is left behind.
  void copyIn(Agent &agent, const CopyPlan &plan, const RefView &source, const RefView &target, Barrier *barrier);
  void copyOut(Agent &agent, mlir::Operation *op, const RefView &source, const RefView &target, std::optional<tilegpu::CopyReduction> reduction, bool commit);
  void commitCopiesOut(Agent &agent);
  bool waitCopiesOut(Agent &agent, uint64_t pending, bool onlyReads);
  bool waitCopiesIn(Agent &agent, uint64_t pending);
  void storeCluster(Agent &agent, mlir::Operation *op, const RefView &target, numerics::BufferRef value, Barrier &barrier, std::optional<tilegpu::CopyReduction> reduction);
  void multiply(Agent &agent, mlir::Operation *op, size_t accumulator, const RefView *a, numerics::BufferRef registers, const Operand &aShape, const RefView &b);
  bool waitProducts(Agent &agent, uint64_t pending);
  bool signal(Agent &agent, const RefView &semaphore, int64_t increment);
  bool waitSemaphore(Agent &agent, const RefView &semaphore, int64_t value, bool decrement);
  /// The same place in another block of the cluster; null base where that has no memory.
  RefView moveTo(const RefView &view, Block &peer);
  Barrier *moveTo(Barrier &barrier, Block &peer);

  // The timeline; -1 where nobody wants one.
  int64_t note(uint32_t row, llvm::StringRef kind, uint64_t begin, uint64_t end, std::string name, mlir::Operation *op,
               std::string buffer = {}, int64_t slot = -1, int64_t step = -1, int64_t waitsFor = -1);
  /// Of a wait that is over now: what the agent runs next begins here.
  void noteWait(Agent &agent, std::string name, mlir::Operation *op, std::string buffer = {}, int64_t slot = -1, int64_t step = -1, int64_t waitsFor = -1);
  uint32_t getRow(Block &block, int64_t &row, llvm::StringRef name, int32_t warpgroup = -1);
  void endRun(Agent &agent);

  Run &run;
  const LaunchPlan &plan;
  Findings &findings;
  int64_t warpgroupCount;
  std::map<void *, std::pair<Knowledge, uint64_t>> semaphores; // by address: what was released, and when last
  std::vector<std::unique_ptr<Memory>> arguments;              // by argument; null for scalars
  std::vector<std::unique_ptr<Agent>> agents;

private:
  struct Candidate {
    Agent *agent = nullptr;
    size_t work = 0;
    bool startsCluster = false;
  };
  void startCluster();
  void endAgent(Agent &agent);
  void endCluster(Cluster &cluster);
  void checkUnawaited(Agent &agent);
  void checkBarriers(BarrierArray &array, mlir::Operation *op);
  void checkRegisters(Cluster &cluster);
  void advance(Agent &agent);
  std::vector<Candidate> listCandidates();
  size_t choose(const std::vector<Candidate> &candidates);
  void reportDeadlock();
  void completePhase(Barrier &barrier, uint64_t time, int64_t event);
  uint64_t random();

  const Frame &pattern;
  uint64_t seed, state;
  std::vector<std::pair<uint32_t, uint32_t>> *choices = nullptr;
  size_t nextChoice = 0;
  Timeline *timeline;
  uint32_t nextComponent = 1;
  int64_t nextCluster = 0, clusterCount = 1, clusterSize = 1;
  llvm::SmallVector<int64_t, 4> clusterShape;
  std::vector<std::unique_ptr<Cluster>> clusters;
  std::deque<Work> works;
  std::vector<uint64_t> processors; // when each place for a cluster is free again
  std::vector<uint32_t> costs;      // cycles, by step
};

/// The barrier that a step names; null, and the run stopped, where there is none.
Barrier *findBarrier(Frame &frame, SlotIndex handle, const Operand &index);

} // namespace tessera::interpreter::warpgroups
