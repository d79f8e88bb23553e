// SPDX-License-Identifier: Apache-2.0
// Asynchronous operations of a cluster, and when they take effect. An operation is issued by a lane or a warp and takes
// effect in stages at moments that the seed chooses, between its issue and the wait that orders it: at once, after some
// instructions of others, or only when nobody else can go on. A program that does not wait therefore sees old data under
// some seed, and a program that waits for what nobody issues stands still, which is a deadlock.
#pragma once

#include <cstdint>
#include <memory>
#include <vector>

namespace tessera::emulator {

class Machine;
struct Cluster;
struct Function;
struct Warp;

/// An operation in flight as a debugger shows it.
struct OperationState {
  const char *what = "";          // a literal: `TMA load`
  const Warp *warp = nullptr;     // that issued it
  const Function *function = nullptr; // and where: a place of its
  uint32_t place = 0;
  uint64_t bytes = 0;         // 0: not told
  uint32_t sharedAddress = 0; // its end in shared memory, without a CTA's rank; 0: none, or several
  bool hasRead = false;       // all of its sources
};

class AsyncOperation {
public:
  virtual ~AsyncOperation();
  virtual OperationState describe() const = 0;
  /// Takes effect as far as one moment goes (read the source; write the target; signal). True when nothing is left to do.
  /// Reports faults by the machine itself.
  virtual bool advance(Machine &machine, Cluster &cluster) = 0;
  /// False while an earlier operation must end first: wgmmas of a warp, groups.
  virtual bool mayAdvance() const { return true; }
  /// False where nobody can have waited for what it has just done: then nobody is asked again.
  virtual bool mayEndWait() const { return true; }

  uint64_t number = 0; // set by `issue`, counts from 1
  uint64_t due = 0;    // the machine's time at which it advances by itself
  bool isDone = false;
};

class AsyncEngine {
public:
  /// Chooses when, by the machine's seed. The operation is complete: with the cluster given, seed 1 advances it right here.
  std::shared_ptr<AsyncOperation> issue(Machine &machine, std::shared_ptr<AsyncOperation> operation, Cluster *cluster = nullptr);
  /// Advances what is due. Cheap when nothing is: compare `nextDue` first.
  void advanceDue(Machine &machine, Cluster &cluster);
  /// Nobody can run: advances the one operation that is due first, or lets waits that may give up do so. False when neither
  /// helps: the cluster stands still.
  bool advanceOne(Machine &machine, Cluster &cluster);
  uint64_t nextDue = UINT64_MAX;
  bool isIdle() const { return pending.empty(); }
  size_t countPending() const { return pending.size(); }
  /// In the order of issue.
  const std::vector<std::shared_ptr<AsyncOperation>> &inFlight() const { return pending; }

  /// How often nobody could run and nothing was in flight. Waits that may give up (`mbarrier.try_wait`) do so when this has
  /// risen since they began, a few times in a row: a program may poll one mbarrier after another.
  uint64_t stalls = 0;
  /// Something ended a wait: a stall is the first one again.
  void noteProgress() { stallsInARow = 0; }

private:
  bool stall(Cluster &cluster);
  void schedule(Machine &machine, AsyncOperation &operation);
  std::vector<std::shared_ptr<AsyncOperation>> pending; // in the order of issue
  uint64_t count = 0;
  unsigned stallsInARow = 0;
};

} // namespace tessera::emulator
