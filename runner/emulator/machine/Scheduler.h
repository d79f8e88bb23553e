// SPDX-License-Identifier: Apache-2.0
// Who runs next. Clusters take turns in slices, so that one that waits for another through global memory does not stop it;
// more of them are admitted only when those that run have not ended in a slice. In a cluster a warp runs until it must wait
// or its quantum ends; seed 0 takes the warps in turn, any other seed at random and with random quanta.
#pragma once

#include "runner/emulator/machine/Machine.h"

namespace tessera::emulator {

struct Machine::Scheduler {
  explicit Scheduler(Machine &machine) : machine(machine) {}
  void run();

private:
  enum class Progress { done, slice, stuck };
  std::unique_ptr<Cluster> makeCluster(uint64_t number);
  void makeCta(Cluster &cluster, unsigned rank);
  Progress runCluster(Cluster &cluster, uint64_t slice);
  bool runWarp(Warp &warp, uint64_t quantum); // false: nothing could run
  Fragment *chooseFragment(Warp &warp);
  uint64_t runFragment(Warp &warp, size_t index, uint64_t quantum);
  uint32_t findMeetingPoint(const Warp &warp, const Fragment &fragment) const;
  void merge(Warp &warp);
  bool checkConvergence(Step &step, const Instruction &i);
  bool checkRegisters(Step &step, const Instruction &i);
  void reportStandstill(Cluster &cluster);
  void endWarp(Warp &warp);

  std::shared_ptr<Frame> makeFrame();

  Machine &machine;
  /// Registers of warps that have ended, for those that begin: a kernel's are large, and new memory costs more than
  /// clearing old. Outlives `running`, whose frames leave theirs here.
  std::vector<std::vector<uint8_t>> spareRegisters;
  std::vector<std::unique_ptr<Cluster>> running;
  uint64_t nextCluster = 0, clusters = 0;
  uint32_t clusterDim[3] = {1, 1, 1};
  uint64_t turn = 0;
};

} // namespace tessera::emulator
