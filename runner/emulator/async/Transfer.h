// SPDX-License-Identifier: Apache-2.0
// What all asynchronous copies share: who issued them where, how they reach memory when their moments come, what they tell
// the race checker and the trace, and the groups by which a thread waits for them.
//
// A copy reads its sources at one moment and writes each target at a later one. What it has read waits in a buffer of its own,
// so that memory that is overwritten too early, or read too early, shows.
#pragma once

#include "runner/emulator/machine/Machine.h"

namespace tessera::emulator {

class Transfer : public AsyncOperation {
public:
  /// `what` names it in reports (`TMA load`) and is a literal.
  Transfer(Step &step, uint32_t lanes, const char *what, Proxy proxy);
  ~Transfer() override;

  bool hasRead = false; // all of its sources: what a `.read` wait is for
  const char *const what;
  AgentId agent = 0; // for the checker; ends with the object
  const TraceMoment &whenEnded() const { return ended; }
  OperationState describe() const override {
    return {what, warp, site.function, site.place, traceBytes, getTraceAddress(), hasRead};
  }

protected:
  // --- memory, at this moment; null after a report, which ends the launch
  const uint8_t *readGlobal(Machine &machine, uint64_t address, uint64_t size);
  /// `kind` is `write`, or `atomic` for reductions.
  uint8_t *writeGlobal(Machine &machine, uint64_t address, uint64_t size, AccessKind kind = AccessKind::write);
  const uint8_t *readShared(Machine &machine, Cta &from, uint32_t offset, uint64_t size);
  uint8_t *writeShared(Machine &machine, Cta &to, uint32_t offset, uint64_t size, AccessKind kind = AccessKind::write);
  /// Counts `bytes` off the mbarrier's pending ones; what the copy wrote until now is seen by whoever waits for its phase.
  /// False after a report.
  bool completeTx(Machine &machine, Cta &cta, uint32_t offset, int64_t bytes);

  /// The sources have been read.
  void endReading(Machine &machine, Cluster &cluster);
  /// Nothing is left to do. Returns true.
  bool end(Machine &machine, Cluster &cluster);
  /// False where nobody looks at what it moves, and only where it goes is checked.
  static bool movesBytes(const Machine &machine) { return !machine.needed || machine.needed->readsShared(); }
  /// Reports at the issuing instruction and ends the launch. Returns true: there is no more to advance.
  bool fail(Machine &machine, DiagnosticId id, std::string message);
  std::string describeIssuer(const Machine &machine) const;

  Cta *const cta; // the issuer's
  Warp *const warp;
  const unsigned firstLane;
  const AccessSite site;
  const Proxy proxy;
  // --- for the trace
  Trace::Kind traceKind = Trace::Kind::copy;
  uint64_t traceBytes = 0;
  /// Its end in shared memory: an address without a CTA's rank. 0: none.
  virtual uint32_t getTraceAddress() const { return 0; }
  /// One of a group: an event when the group is known.
  bool isTracedByGroup = false;
  TraceMoment takeEffect(Machine &machine, bool isEnd);
  bool isCountedAtIssue = false; // in Counts: a warp's at once, else row by row

private:
  uint8_t *findGlobal(Machine &machine, uint64_t address, uint64_t size, AccessKind kind);
  uint8_t *findShared(Machine &machine, Cta &of, uint32_t offset, uint64_t size, AccessKind kind);
  void checkWritten(Machine &machine, const ShadowedBytes &memory, uint64_t offset, uint64_t size,
                    const Allocation *global);

  RaceChecker *const checker;
  Trace::Event makeEvent() const;
  friend class TransferGroups;

  // For the trace: when it was issued, had read and had ended, and its event.
  const uint64_t begin;
  TraceMoment read, ended;
};

/// The groups of a warp's threads: `commit_group` closes one of all that the thread has issued since the last, `wait_group N`
/// waits until at most the newest N are in flight.
class TransferGroups {
public:
  void add(std::shared_ptr<Transfer> transfer, uint32_t lanes);
  void commit(Step &step);
  /// Whether everything is done but what `lanes` have in their newest `allowed` groups; `withOpen`: in no group too.
  bool areDone(uint32_t lanes, uint64_t allowed, bool readsOnly, bool withOpen);
  /// For the trace: the warp has waited for `what`; arguments as of `areDone`.
  void traceWait(Step &step, const char *what, uint64_t allowed, bool readsOnly, bool withOpen);
  /// For the trace: what these lanes have issued and no commit has covered is a group of the instruction's, one with
  /// those of other warps.
  void traceGroup(Step &step);
  /// What the wait orders: joins the clocks of all that `areDone` looked at.
  void acquire(Machine &machine, Warp &warp, uint32_t lanes, uint64_t allowed, bool readsOnly, bool withOpen);
  /// All that these lanes have issued and that no wait of theirs has covered.
  std::vector<std::shared_ptr<Transfer>> issuedBy(uint32_t lanes) const;
  /// For messages: groups of `lane` in flight.
  unsigned countGroups(unsigned lane) const;

private:
  struct Member {
    std::shared_ptr<Transfer> transfer;
    uint32_t lanes = 0;
  };
  struct Group {
    uint32_t lanes = 0;
    std::vector<Member> members;
  };
  template <typename Visit> void visit(uint32_t lanes, uint64_t allowed, bool withOpen, Visit visitMember);
  void forget(Machine &machine);

  std::map<uint32_t, uint64_t> traced; // for the trace: how often each commit's place was executed
  TraceMoment forgotten;               // for the trace: of groups that are not kept
  std::vector<Member> open;
  std::deque<Group> closed; // oldest first
  SyncClock older;          // of groups that were forgotten
};

} // namespace tessera::emulator
