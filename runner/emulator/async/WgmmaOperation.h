// SPDX-License-Identifier: Apache-2.0
// wgmma in flight. A warpgroup's four warps issue it together, and each warp's part is an operation of its own: rows
// 16w to 16w + 15 of D need only those of A, and B. It reads shared memory and registers and writes D at one moment,
// which comes when all four warps have issued it and the warp's earlier ones are done.
//
// The registers belong to it until a `wgmma.wait_group` covers it, also when it has taken effect by then: so whether a
// missing wait is told does not depend on the schedule.
#pragma once

#include "runner/emulator/arithmetic/MatrixDescriptor.h"
#include "runner/emulator/instructions/Wgmma.h"
#include "runner/emulator/machine/Machine.h"

namespace tessera::emulator {

/// What the warps of a warpgroup must agree on.
struct WarpgroupIssue {
  const Instruction *instruction = nullptr;
  uint64_t aDescriptor = 0, bDescriptor = 0;
  bool readsOld = false;
  unsigned warps = 0; // that have issued it
  unsigned done = 0;  // parts that have taken effect
  bool endsGroup = false; // in one of the warps at least
  SyncClock clock;        // what a wait learns
  uint64_t begin = 0; // for the trace: when the last warp has issued it
  TraceMoment ended;  // for the trace: when the last part has, and its event
};

struct WgmmaState;

class WgmmaOperation : public AsyncOperation {
public:
  WgmmaOperation(Step &step, const WgmmaForm &form, std::shared_ptr<WarpgroupIssue> issue, const WgmmaState &state);
  ~WgmmaOperation() override;

  bool advance(Machine &machine, Cluster &cluster) override;
  bool mayAdvance() const override;
  bool mayEndWait() const override { return issue->endsGroup && isWholeDone(); }
  OperationState describe() const override { return {"wgmma", &warp, site.function, site.place, 0, 0, false}; }
  /// All four parts have taken effect. It is one multiplication to whoever waits for it: a thread of one warp may tell
  /// that the operands of the whole warpgroup are free, as kernels do.
  bool isWholeDone() const { return issue->done == 4; }
  const SyncClock &wholeClock() const { return issue->clock; }
  const TraceMoment &whenEnded() const { return issue->ended; }
  unsigned countWarps() const { return issue->warps; }
  void endGroup() { issue->endsGroup = true; }

  const WgmmaForm &form;
  const AccessSite site;
  const std::shared_ptr<Frame> frame;

private:
  bool readOperand(Machine &machine, const MatrixDescriptor &descriptor, unsigned first, unsigned count, uint8_t *raw);
  void checkShared(Machine &machine);
  bool failOutside(Machine &machine, uint32_t address);
  bool multiply(Machine &machine, Cluster &cluster);
  bool readRows(Machine &machine, uint8_t raw[tensorRows][tensorRowBytes]);
  void fail(Machine &machine, DiagnosticId id, std::string message, bool ends);
  void trace(Machine &machine, Cluster &cluster);

  Warp &warp;
  const std::shared_ptr<WarpgroupIssue> issue;
  std::shared_ptr<WgmmaOperation> previous; // of this warp; null once it is done
  RaceChecker *const checker;
  AgentId agent = 0;
  const uint64_t group;         // for the trace: commits of the warp before it
  std::vector<uint32_t> chunks; // of an operand: offsets in shared memory of 16 bytes each
};

/// A warp's wgmmas that no wait has covered.
struct WgmmaState {
  uint64_t issued = 0, committed = 0; // wgmmas and groups
  std::shared_ptr<WgmmaOperation> last;
  std::vector<std::shared_ptr<WgmmaOperation>> open; // of no group yet
  std::deque<std::vector<std::shared_ptr<WgmmaOperation>>> groups;

  /// Of the oldest `count` groups: null where they have none. A warp's wgmmas end in the order of their issue, so that
  /// all of them have when this one has.
  const WgmmaOperation *lastOf(size_t count) const;
};

} // namespace tessera::emulator
