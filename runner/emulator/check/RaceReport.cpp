// SPDX-License-Identifier: Apache-2.0
// What a race looks like to its reader: the access that came second is where the report stands, the first one is a note, and the
// last note says what is missing between them.

#include "runner/emulator/check/CheckerState.h"
#include <cstdio>
#include <cstring>

namespace tessera::emulator {

static std::string describeIndex(const Dim3 &index) {
  return "(" + std::to_string(index.x) + ", " + std::to_string(index.y) + ", " + std::to_string(index.z) + ")";
}

static Dim3 threadOf(const Machine &machine, uint32_t warp, unsigned lane) {
  const uint32_t *block = machine.shape.block;
  unsigned linear = warp * warpSize + lane;
  return {linear % block[0], linear / block[0] % block[1], linear / block[0] / block[1]};
}

/// `thread (5, 0, 0) of CTA (0, 0, 0)`, `32 threads of warp 1 of CTA (0, 0, 0)`, `the wgmma of warp 4 of CTA (0, 0, 0)`.
std::string RaceChecker::State::describeAgent(const Mark &mark) const {
  const AgentInfo &info = infoOf(mark.agent);
  std::string cta = " of CTA " + describeIndex(info.cta), warp = "warp " + std::to_string(info.warpIndex) + cta;
  if (mark.agent & slotBit)
    return std::string("the ") + slots[mark.agent & ~slotBit].what + " of " + warp;
  if (std::has_single_bit(mark.lanes))
    return "thread " + describeIndex(threadOf(machine, info.warpIndex, static_cast<unsigned>(std::countr_zero(mark.lanes)))) + cta;
  return std::to_string(std::popcount(mark.lanes)) + " threads of " + warp;
}

/// `byte 64 of `tile`` where a symbol is known to be there, else the address.
std::string RaceChecker::State::describeMemory(const RaceFinding &finding) const {
  if (finding.region.allocation)
    return "byte " + std::to_string(finding.offset) + " of `" + finding.region.allocation->name + "`";
  uint64_t address = finding.offset + sharedBase;
  std::string name;
  Symbol best;
  auto consider = [&](const std::string &candidate, const Symbol &symbol) {
    bool isThere = symbol.space == ptx::Space::shared && symbol.address <= address && (symbol.size == 0 || address < symbol.address + symbol.size);
    if (isThere && (name.empty() || best.address < symbol.address))
      name = candidate, best = symbol;
  };
  for (const auto &[candidate, symbol] : machine.program.symbols)
    consider(candidate, symbol);
  for (const auto &[candidate, symbol] : machine.program.innerShared)
    consider(candidate, symbol);
  char text[32];
  std::snprintf(text, sizeof(text), "0x%llx", static_cast<unsigned long long>(address));
  if (name.empty())
    return std::string("shared memory at ") + text;
  return "byte " + std::to_string(address - best.address) + " of shared `" + name + "` (" + text + ")";
}

static const char *nameKind(const Mark &mark) {
  if (mark.isStrong() && mark.isWrite())
    return "strong write";
  return mark.isWrite() ? "write" : "read";
}

static std::string wayOutOfAsync(const std::string &what, bool isWrite, bool isGlobal) {
  if (what == "wgmma")
    return "`wgmma.wait_group` that covers the wgmma, and then a barrier or an mbarrier's arrive and wait, must lie between";
  if (what == "cp.async")
    return "the copying thread needs `cp.async.wait_group` (or `wait_all`) and then a barrier to the threads that use what was copied";
  if (!isWrite)
    return "the issuing thread needs `cp.async.bulk.commit_group`, `cp.async.bulk.wait_group.read 0` and then a barrier to whoever writes";
  if (isGlobal)
    return "the issuing thread needs `cp.async.bulk.wait_group 0` (not `.read`), and whoever uses the result an order behind that";
  return "whoever uses what was copied must have waited for the copy's mbarrier (`mbarrier.try_wait` with the phase's parity), or for a thread that has";
}

std::string RaceChecker::State::describeWayOut(const RaceFinding &finding) const {
  const Mark &earlier = finding.earlier, &later = finding.later;
  bool isGlobal = finding.region.allocation;
  const AgentInfo &a = infoOf(earlier.agent), &b = infoOf(later.agent);
  switch (finding.kind) {
  case RaceKind::unfenced:
    return earlier.isWrite() ? "the writing threads need `fence.proxy.async` behind the write, and then a barrier to whoever issues"
                             : "formally the reading threads need `fence.proxy.async` before the barrier that lets the copy overwrite";
  case RaceKind::fencedByIssuer:
    return "move the fence: behind the write in the threads that wrote, before the barrier";
  case RaceKind::scope:
    return std::string("a strong access orders only threads of its scope: ") + (a.cluster == b.cluster ? "`.cluster`" : "`.gpu`") + " includes both";
  case RaceKind::sizes:
    return "strong accesses are atomic to each other only when they have the same address and size";
  case RaceKind::unordered:
    break;
  }
  if (earlier.agent & slotBit)
    return wayOutOfAsync(slots[earlier.agent & ~slotBit].what, earlier.isWrite(), isGlobal);
  if (later.agent & slotBit) { // it may have been issued before the other access and have come to it only now
    std::string first = later.isAsync() && earlier.isWrite() ? "`fence.proxy.async` in the writing threads and then a barrier" : "a barrier";
    return "if the " + std::string(nameKind(earlier)) + " is to come first, " + first + " must lie before the issue; if it is to come after: " +
           wayOutOfAsync(slots[later.agent & ~slotBit].what, later.isWrite(), isGlobal);
  }
  if (earlier.agent == later.agent)
    return "lanes of one warp are ordered by `bar.warp.sync` (`__syncwarp`), not by running together";
  if (a.ctaNumber == b.ctaNumber)
    return "`bar.sync`, an mbarrier's arrive and wait, or a release and an acquire must lie between";
  if (a.cluster == b.cluster)
    return "`barrier.cluster.arrive` and `.wait`, or a release and an acquire of cluster scope, must lie between";
  return "CTAs of one launch are ordered only by a release and an acquire of gpu scope (or two launches)";
}

static std::string messageOf(RaceKind kind, const std::string &later, const std::string &earlier, const std::string &memory, const Mark &first,
                             const Mark &second) {
  std::string head = std::string(nameKind(second)) + " of " + memory + " by " + later;
  std::string other = std::string(nameKind(first)) + " by " + earlier;
  switch (kind) {
  case RaceKind::unordered:
    return head + " has no order with a " + other;
  case RaceKind::unfenced:
    return head + " through the async proxy follows a " + other + " through the generic proxy with no `fence.proxy.async` between";
  case RaceKind::fencedByIssuer:
    return head + " through the async proxy follows a " + other + ", which somebody else has fenced";
  case RaceKind::scope:
    return head + " has no order with a " + other + ": the scope of one does not include the other thread";
  case RaceKind::sizes:
    return head + " has no order with a " + other + " of another size";
  }
  return head;
}

/// The line of the kernel's source, or of the PTX: what was unrolled or inlined is one place to its reader.
uint64_t RaceChecker::State::lineOf(AccessSite site) const {
  const CodePlace &at = site.function->places[site.place];
  if (at.sourceLine < 0)
    return at.ptx.line;
  const ptx::SourceLine &line = site.function->syntax->sourceLines[static_cast<size_t>(at.sourceLine)];
  return uint64_t(1 + line.file) << 48 | uint64_t(line.line) << 16 | (line.column & 0xffff);
}

/// An operation that still uses shared memory whose CTA has exited, as far as its threads know.
void RaceChecker::State::reportLeft(const Cta &cta, const CtaEnd &end) {
  for (const auto &[agent, touch] : end.touches) {
    Mark mark{agent, touch.time, touch.lanes, 0};
    if (end.clock && end.clock->findUnknown(agent, touch.lanes, touch.time, Aspect::seen) == 0)
      continue;
    bool isRead = touch.kind == AccessKind::read, isAsync = agent & slotBit;
    Diagnostic *made = machine.report(DiagnosticId::memoryAccess, *touch.site.function, touch.site.place,
                                      "CTA " + describeIndex(cta.index) + " exits while " + describeAgent(mark) + " may still " +
                                          (isRead ? "read" : "write") + " its shared memory");
    bool isForeign = infoOf(agent).cta.x != cta.index.x || infoOf(agent).cta.y != cta.index.y || infoOf(agent).cta.z != cta.index.z;
    if (made)
      made->note(isAsync && !isForeign ? wayOutOfAsync(slots[agent & ~slotBit].what, !isRead, false)
                                       : "a cluster whose CTAs reach into each other ends with `barrier.cluster.arrive` and `.wait`");
  }
}

void RaceChecker::State::report(const RaceFinding &finding) {
  const Mark &earlier = finding.earlier, &later = finding.later;
  if (!sites[earlier.site()].function || !sites[later.site()].function ||
      !reported.emplace(lineOf(sites[earlier.site()]), lineOf(sites[later.site()]), finding.kind).second)
    return;
  bool isWarning = finding.kind == RaceKind::fencedByIssuer || (finding.kind == RaceKind::unfenced && !earlier.isWrite());
  AccessSite first = sites[earlier.site()], second = sites[later.site()];
  ++reports;
  std::string message =
      messageOf(finding.kind, describeAgent(later), describeAgent(earlier), describeMemory(finding), earlier, later);
  uint64_t cause = uint64_t(earlier.site()) << 8 | uint64_t(finding.kind);
  Diagnostic *made = machine.report(DiagnosticId::dataRace, *second.function, second.place, message,
                                    isWarning ? Severity::warning : Severity::error, cause);
  if (!made)
    return;
  made->note(std::string("the ") + nameKind(earlier) + " by " + describeAgent(earlier), machine.rangeOf(*first.function, first.place));
  made->note(describeWayOut(finding));
  const AgentInfo &info = infoOf(earlier.agent);
  const Region &region = finding.region;
  machine.races.push_back({machine.sink.all().size() - 1, first, info.cta, info.warpIndex, (earlier.agent & slotBit) != 0,
                           region.cta != nullptr, region.cta ? region.cta->index : Dim3{},
                           region.allocation ? region.allocation->address + finding.offset : finding.offset});
}

} // namespace tessera::emulator
