// SPDX-License-Identifier: Apache-2.0
#include "runner/emulator/time/Costs.h"
#include <algorithm>

namespace tessera::emulator {

using O = sass::Operation;

Cost costOf(const sass::MachineInstruction &i, const rates::Rates &r) {
  Cost c;
  c.readsAtOnce = true;
  auto on = [&](Unit unit, double cycles) { c.unit = unit, c.cycles = cycles; };
  auto later = [&](double latency, Stall stall) { c.latency = latency, c.stall = stall, c.readsAtOnce = false; };
  switch (i.operation) {
  case O::fma32:
    on(Unit::fma, r.fma32Cycles);
    break;
  case O::integerProduct: // two units of 16 lanes where there are two: what one does for two cycles is one of both
    on(Unit::fma, r.fmaUnits > 1 ? r.integerProductCycles / r.fmaUnits : r.integerProductCycles);
    c.heavy = r.fmaUnits > 1 ? r.integerProductCycles : 0;
    break;
  case O::alu:
  case O::move:
    on(Unit::alu, r.aluCycles);
    break;
  case O::half:
    on(Unit::half, r.halfCycles);
    break;
  case O::fp64:
    on(Unit::fp64, r.fp64Cycles);
    c.latency = r.fp64Latency, c.stall = Stall::mathPipe;
    break;
  case O::special:
    on(Unit::special, r.specialCycles);
    later(r.specialLatency, Stall::shortScoreboard);
    break;
  case O::conversion:
    on(r.conversionCycles == r.specialCycles ? Unit::special : Unit::conversion, r.conversionCycles);
    later(r.conversionLatency, Stall::shortScoreboard);
    break;
  case O::warpExchange:
    on(Unit::address, r.shuffleCycles);
    later(r.shuffleLatency, Stall::shortScoreboard);
    c.isMemory = true;
    break;
  case O::specialRead:
    later(r.specialReadLatency, Stall::shortScoreboard);
    break;
  case O::uniform:
    later(r.toUniformLatency, Stall::shortScoreboard);
    break;
  case O::constantLoad:
    later(r.constantLatency, Stall::shortScoreboard);
    break;
  case O::mma: // a quarter of A's registers a k of 16: an instruction of two has half the work
    on(Unit::tensor, r.mmaCycles * std::max<unsigned>(i.a.count, 1) / 4);
    c.latency = r.mmaLatency, c.stall = Stall::matrix;
    c.isMatrix = true;
    break;
  case O::sharedLoad:
  case O::sharedStore:
  case O::sharedAtomic:
  case O::globalLoad:
  case O::globalStore:
  case O::globalAtomic:
  case O::localLoad:
  case O::localStore:
  case O::asyncCopy:
  case O::matrixLoad:
  case O::matrixStore:
    on(Unit::address, 0); // MemoryPath knows what that is busy with
    c.readsAtOnce = false;
    c.isMemory = true;
    break;
  case O::clusterStore:
    on(Unit::address, r.lsuQueueCycles);
    c.readsAtOnce = false;
    c.isMemory = true;
    break;
  case O::mbarrier:
    later(r.mbarrierTryWait, Stall::mbarrier);
    break;
  case O::tma: // one that only closes a group is no copy
    later(r.tmaIssue, Stall::asyncCopy);
    c.hold = i.getMnemonic() == "UTMACMDFLUSH" ? 0 : r.tmaIssue;
    break;
  case O::wgmma:
    c.readsAtOnce = false;
    c.hold = r.wgmmaIssue;
    break;
  case O::registerPool:
    c.readsAtOnce = false;
    c.hold = r.registersMove;
    break;
  case O::fence:
    c.readsAtOnce = false;
    c.hold = i.getMnemonic() == "FENCE" ? r.proxyFence : 0;
    break;
  case O::wgmmaOrder:
  case O::branch:
  case O::convergence:
  case O::dependency:
  case O::barrier:
  case O::cache:
  case O::other:
    c.readsAtOnce = false;
    break;
  default:
    c.readsAtOnce = false;
    c.isKnown = false;
    break;
  }
  return c;
}

} // namespace tessera::emulator
