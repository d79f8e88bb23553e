// SPDX-License-Identifier: Apache-2.0
// barrier.cluster, mapa, getctarank.
//
// The cluster's barrier counts threads: a phase ends when every thread of the cluster that has not exited has arrived. A warp's
// lanes may arrive and wait on their own; each must arrive once and then wait once a phase.

#include "runner/emulator/instructions/Families.h"
#include "runner/emulator/machine/Tracing.h"
#include "runner/emulator/program/Builder.h"

namespace tessera::emulator {

using ptx::Space;
using ptx::Type;

namespace {
struct ClusterBarrier {
  uint64_t phase = 0;
  SyncClock clocks[2];          // what the arrivals of a phase have released
  TraceMoment latest, ended[2]; // for the trace: who came last in this phase, and in those of either parity
};
/// Of a warp: lanes that have arrived in the current phase, and what all lanes still have to wait for.
struct ClusterArrivals {
  uint32_t arrived = 0;    // and have not waited since
  uint64_t phases[warpSize] = {}; // in which they arrived
};
} // namespace

/// Ends the phase when nobody is missing.
static void finishPhase(Cluster &cluster) {
  ClusterBarrier &barrier = cluster.state<ClusterBarrier>();
  for (const auto &cta : cluster.ctas)
    for (const auto &warp : cta->warps) {
      const ClusterArrivals &arrivals = warp->state<ClusterArrivals>();
      for (uint32_t left = warp->live; left; left &= left - 1) {
        unsigned lane = static_cast<unsigned>(__builtin_ctz(left));
        if (!(arrivals.arrived >> lane & 1) || arrivals.phases[lane] != barrier.phase)
          return;
      }
    }
  barrier.ended[barrier.phase & 1] = barrier.latest;
  barrier.latest = {};
  ++barrier.phase;
  barrier.clocks[barrier.phase & 1] = {};
  ++cluster.activity;
  cluster.async.noteProgress();
}

static Outcome arrive(Step &step, const Instruction &i) {
  ClusterBarrier &barrier = step.cta.cluster->state<ClusterBarrier>();
  ClusterArrivals &arrivals = step.warp.state<ClusterArrivals>();
  if (uint32_t again = arrivals.arrived & step.mask)
    return step.fault(DiagnosticId::barrierMisuse, "`barrier.cluster.arrive` comes a second time, before `barrier.cluster.wait`", __builtin_ctz(again));
  bool isRelaxed = i.detail & 1;
  if (RaceChecker *checker = step.machine.checker.get())
    isRelaxed ? checker->releaseRelaxed(step.warp.agent, step.mask, barrier.clocks[barrier.phase & 1])
              : checker->release(step.warp.agent, step.mask, barrier.clocks[barrier.phase & 1]);
  barrier.latest.join(traceSignal(step));
  arrivals.arrived |= step.mask;
  for (unsigned lane = 0; lane < warpSize; ++lane)
    if (step.mask >> lane & 1)
      arrivals.phases[lane] = barrier.phase;
  finishPhase(*step.cta.cluster);
  return Outcome::next;
}

static std::string describeWait(const Machine &, const Warp &warp, const WaitReason &reason) {
  if (reason.kind != WaitReason::Kind::clusterBarrier)
    return {};
  uint64_t missing = 0, all = 0;
  std::string first;
  for (const auto &cta : warp.cta->cluster->ctas)
    for (const auto &other : cta->warps) {
      const ClusterArrivals &arrivals = other->state<ClusterArrivals>();
      for (uint32_t left = other->live; left; left &= left - 1) {
        unsigned lane = static_cast<unsigned>(__builtin_ctz(left));
        bool isThere = (arrivals.arrived >> lane & 1) && arrivals.phases[lane] == reason.value;
        missing += !isThere;
        if (!isThere && first.empty())
          first = "warp " + std::to_string(other->index) + " of the CTA with rank " + std::to_string(cta->rank);
        ++all;
      }
    }
  return "the cluster's barrier, at which " + std::to_string(missing) + " of " + std::to_string(all) + " threads have not arrived, first of them " + first;
}

static Outcome wait(Step &step, const Instruction &) {
  Cluster &cluster = *step.cta.cluster;
  ClusterBarrier &barrier = cluster.state<ClusterBarrier>();
  ClusterArrivals &arrivals = step.warp.state<ClusterArrivals>();
  if (uint32_t missing = step.mask & ~arrivals.arrived)
    return step.fault(DiagnosticId::barrierMisuse, "`barrier.cluster.wait` comes without a `barrier.cluster.arrive` before it", __builtin_ctz(missing));
  finishPhase(cluster); // threads that have exited since may have been the last ones missing
  for (uint32_t left = step.mask; left; left &= left - 1)
    if (arrivals.phases[__builtin_ctz(left)] == barrier.phase) {
      step.machine.describeWaitsBy(describeWait);
      return step.waitFor(WaitReason::Kind::clusterBarrier, 0, barrier.phase);
    }
  Trace::Event event;
  event.kind = Trace::Kind::barrier;
  event.what = "cluster barrier";
  traceWait(step, std::move(event), barrier.ended[(barrier.phase + 1) & 1]);
  arrivals.arrived &= ~step.mask;
  if (step.machine.checker)
    step.machine.checker->acquire(step.warp.agent, step.mask, barrier.clocks[(barrier.phase + 1) & 1]);
  return Outcome::next;
}

/// barrier.cluster.arrive{.release,.relaxed}{.aligned};  barrier.cluster.wait{.acquire}{.aligned};
static bool buildBarrier(InstructionBuilder &b) {
  if (!b.take("cluster") || !b.expectOperands(0))
    return b.failOperand("`barrier.cluster` takes no operands");
  bool arrives = b.take("arrive"), waits = b.take("wait");
  if (arrives == waits)
    return b.failOperand("`barrier.cluster` is `.arrive` or `.wait`");
  bool isRelaxed = arrives && b.takeOneOf({"release", "relaxed"}) == "relaxed";
  if (waits)
    b.take("acquire");
  if (b.take("aligned"))
    b.setConverged();
  b.emit(arrives ? arrive : wait).detail = isRelaxed;
  return true;
}

/// Addresses keep their offset and get a rank: in the window of `.shared::cluster`, or with `base` in the generic one.
template <typename T> static Outcome mapToCta(Step &step, const Instruction &i) {
  const T *addresses = step.in<T>(i.a);
  const uint32_t *ranks = step.in<uint32_t>(i.b);
  T *mapped = step.out<T>(i.d);
  uint64_t base = i.immediate;
  for (uint32_t left = step.mask; left; left &= left - 1) {
    unsigned lane = static_cast<unsigned>(__builtin_ctz(left));
    uint64_t address = addresses[lane] - base;
    if (ranks[lane] >= step.cta.cluster->ctas.size())
      return step.fault(DiagnosticId::memoryAccess, "`mapa` to CTA " + std::to_string(ranks[lane]) + " of a cluster of " +
                                                        std::to_string(step.cta.cluster->ctas.size()), static_cast<int>(lane));
    if (address >= windowSize)
      return step.fault(DiagnosticId::memoryAccess, "`mapa` of an address that is not in shared memory", static_cast<int>(lane));
    mapped[lane] = static_cast<T>(base + ((address & 0xffffff) | static_cast<uint64_t>(ranks[lane]) << 24));
  }
  return Outcome::next;
}

template <typename T> static Outcome getRank(Step &step, const Instruction &i) {
  const T *addresses = step.in<T>(i.a);
  uint32_t *ranks = step.out<uint32_t>(i.d);
  for (uint32_t left = step.mask; left; left &= left - 1) {
    unsigned lane = static_cast<unsigned>(__builtin_ctz(left));
    uint64_t address = addresses[lane] - i.immediate;
    if (address >= windowSize)
      return step.fault(DiagnosticId::memoryAccess, "`getctarank` of an address that is not in shared memory", static_cast<int>(lane));
    ranks[lane] = static_cast<uint32_t>(address >> 24);
  }
  return Outcome::next;
}

/// The window that an address of this form is in: of `.shared::cluster`, else generic.
static bool takeWindow(InstructionBuilder &b, uint64_t &base) {
  bool isCluster = false;
  Space space = b.takeSpace(&isCluster);
  if (space != Space::generic && !isCluster)
    return b.failOperand("the state space is `.shared::cluster` or none");
  base = isCluster ? 0 : sharedWindow;
  return true;
}

/// mapa{.shared::cluster}.type d, a, b;   `a` is a register, a variable, or a variable and an offset
static bool buildMapa(InstructionBuilder &b) {
  uint64_t base = 0;
  if (!takeWindow(b, base))
    return false;
  Type type = b.takeType({Type::u32, Type::u64});
  if (type == Type::none || !b.expectOperands(3))
    return false;
  if (base != 0 && type == Type::u32)
    return b.failOperand("a generic address has 64 bits");
  Slot address = b.read(1, type), rank = b.read(2, Type::u32), d = b.write(0, type);
  b.emit(type == Type::u32 ? mapToCta<uint32_t> : mapToCta<uint64_t>, d, address, rank).immediate = base;
  return true;
}

/// getctarank{.shared::cluster}.type d, a;   d is .u32, `type` is that of the address
static bool buildGetRank(InstructionBuilder &b) {
  uint64_t base = 0;
  if (!takeWindow(b, base))
    return false;
  Type type = b.takeType({Type::u32, Type::u64});
  if (type == Type::none || !b.expectOperands(2))
    return false;
  Slot address = b.read(1, type), d = b.write(0, Type::u32);
  b.emit(type == Type::u32 ? getRank<uint32_t> : getRank<uint64_t>, d, address).immediate = base;
  return true;
}

void addClusterForms(Forms &forms) {
  forms.add("barrier", buildBarrier, "cluster");
  forms.add("mapa", buildMapa);
  forms.add("getctarank", buildGetRank);
}

} // namespace tessera::emulator
