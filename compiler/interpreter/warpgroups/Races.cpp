// SPDX-License-Identifier: Apache-2.0
// Happens-before. An access is compared with those that its buffer remembers: two that touch one element, one of them a write, must be ordered by
// what the later one's agent knows. So a race shows under every schedule in which both accesses are made, also when the numbers come out right.
//
// What is remembered stays small: a write forgets what it covers and was ordered after (who races with the forgotten access races with the
// write too), and a read forgets earlier reads of the same agent that it covers.
#include "compiler/interpreter/warpgroups/Agents.h"

using namespace tessera;
using namespace tessera::interpreter;
using namespace tessera::interpreter::warpgroups;

static bool isWrite(Deed deed) { return deed != Deed::load && deed != Deed::copyRead && deed != Deed::outRead && deed != Deed::productRead; }
static bool isGeneric(Deed deed) { return deed == Deed::load || deed == Deed::store || deed == Deed::atomic || deed == Deed::clusterStore; }
static bool isAtomic(Deed deed) { return deed == Deed::atomic || deed == Deed::outReduce; }

static bool conflict(Deed a, Deed b) { return (isWrite(a) || isWrite(b)) && !(isAtomic(a) && isAtomic(b)); }

Region warpgroups::getRegion(const RefView &view, llvm::ArrayRef<int64_t> offsets, llvm::ArrayRef<int64_t> sizes, llvm::ArrayRef<int64_t> strides) {
  Region region;
  region.byteOffset = view.placeOffset;
  region.elementSize = view.elementSize;
  region.shape.assign(view.arrayShape.begin(), view.arrayShape.end());
  for (int64_t begin : view.origin)
    region.axes.push_back({begin, 1, 1});
  for (size_t axis = 0; axis < sizes.size(); ++axis) {
    Region::Axis &entry = region.axes[view.arrayAxis[axis]];
    int64_t step = strides.empty() ? 1 : strides[axis], first = offsets[axis], last = first + (sizes[axis] - 1) * step;
    if (step < 0)
      std::swap(first, last), step = -step;
    if (step == 0)
      step = 1, last = first;
    if (first < view.before[axis])
      first += (view.before[axis] - first + step - 1) / step * step;
    if (last >= view.inside[axis])
      last = view.inside[axis] - 1;
    entry = {entry.begin + first, last < first ? 0 : (last - first) / step + 1, step};
  }
  if (view.absent)
    region.elements = std::make_shared<std::vector<int64_t>>();
  return region;
}

Region warpgroups::getRegion(const RefView &view) {
  llvm::SmallVector<int64_t, 4> zeros(view.extents.size(), 0);
  return getRegion(view, zeros, view.extents, {});
}

std::string warpgroups::getPlace(const Memory &memory, const Region &region, int64_t &slot) {
  slot = -1;
  bool isSlot = memory.isShared && memory.shape.size() > 1 && region.shape == memory.shape && region.byteOffset == 0 && region.axes[0].count == 1 && memory.shape[0] > 1;
  if (isSlot && memory.shape.size() > 2)
    slot = region.axes[0].begin;
  return slot >= 0 ? memory.name + "[" + std::to_string(slot) + "]" : memory.name;
}

size_t Memory::getPlaceOf(const Region &region) const {
  size_t places = history.size() - 1;
  if (region.elements || region.byteOffset != 0 || region.axes.empty() || region.shape != shape || region.shape[0] < 2)
    return places;
  int64_t width = (shape[0] + static_cast<int64_t>(places) - 1) / static_cast<int64_t>(places);
  int64_t first = region.axes[0].begin / width, last = region.axes[0].last() / width;
  return first == last && first >= 0 && first < static_cast<int64_t>(places) ? static_cast<size_t>(first) : places;
}

bool Machine::isOrdered(const Agent &by, const Access &before, Deed deed, bool &lacksCommit) const {
  bool isKnown = by.knowledge.all.knows(before.epoch);
  // What ordinary stores wrote, the async proxy sees only when it was committed. What they read it may overwrite without.
  bool needsCommit = !isGeneric(deed) && isGeneric(before.deed) && isWrite(before.deed);
  lacksCommit = needsCommit && isKnown && !by.knowledge.committed.knows(before.epoch);
  return isKnown && !lacksCommit;
}

namespace {

struct Wording {
  const char *subject; // `%` is the warpgroup
  const char *verb;    // of the later access
  const char *still;   // of the earlier one
};

Wording word(Deed deed) {
  switch (deed) {
  case Deed::load: return {"warpgroup %", "reads", "reads it"};
  case Deed::store: return {"warpgroup %", "writes", "writes it"};
  case Deed::atomic: return {"warpgroup %", "changes", "changes it"};
  case Deed::copyRead: return {"a copy in of warpgroup %", "reads", "may still read it"};
  case Deed::copyWrite: return {"a copy in of warpgroup %", "writes", "may still write it"};
  case Deed::outRead: return {"a copy out of warpgroup %", "reads", "may still read it"};
  case Deed::outWrite: return {"a copy out of warpgroup %", "writes", "may still write it"};
  case Deed::outReduce: return {"a reducing copy out of warpgroup %", "changes", "may still change it"};
  case Deed::productRead: return {"a wgmma of warpgroup %", "reads", "may still read it"};
  case Deed::clusterStore: return {"a store to the cluster by warpgroup %", "writes", "may still write it"};
  }
  return {"", "", ""};
}

std::string nameSubject(Deed deed, int32_t warpgroup) {
  std::string text = word(deed).subject;
  return text.replace(text.find('%'), 1, std::to_string(warpgroup));
}

/// How to mend a race of a later access with `before`.
std::string suggest(Deed before, Deed later, bool isSharedMemory, bool isFirstFill) {
  if (later == Deed::copyWrite && isFirstFill && !isWrite(before))
    return "what is read has not been copied yet: wait for the copy's barrier with `plgpu.barrier_wait` first";
  switch (before) {
  case Deed::productRead: return "call `plgpu.wgmma_wait` before the buffer is given back, or let the pipeline's `delay_release` cover the products in flight";
  case Deed::copyWrite: return isWrite(later) ? "wait for the first copy's barrier, and for those who read what it brought, before the buffer is filled again"
                                               : "wait for the copy's barrier with `plgpu.barrier_wait` first";
  case Deed::copyRead: return "wait for the copy's barrier before its source is written";
  case Deed::outRead: return "call `plgpu.wait_smem_to_gmem` before the buffer is written again (`wait_read_only=True` is enough)";
  case Deed::outWrite: case Deed::outReduce: return "call `plgpu.wait_smem_to_gmem` without `wait_read_only`, and tell the others by a barrier or a semaphore, before the array is used";
  case Deed::clusterStore: return "wait for the barrier that the store arrives at";
  default: break;
  }
  if (later == Deed::copyWrite)
    return "the buffer is filled again while it is in use: arrive at a barrier after the last use, and wait for it before the copy";
  return isSharedMemory ? "order them: `plgpu.barrier_arrive` after the first, `plgpu.barrier_wait` before the second"
                        : "order them by a barrier or, between blocks, by a semaphore, or let them touch different parts";
}

} // namespace

static Diagnostic describeRace(const Memory &memory, const Access &before, const Access &later, bool lacksCommit) {
  int64_t slot;
  std::string place = "`" + getPlace(memory, later.region, slot) + "`";
  std::string subject = nameSubject(later.deed, later.warpgroup), other = nameSubject(before.deed, before.warpgroup);
  auto where = [&](const Access &access) {
    std::string text = " in block " + std::to_string(access.block);
    return access.step >= 0 ? ", step " + std::to_string(access.step) + text : text;
  };
  std::string message = subject + " " + word(later.deed).verb + " " + place + (later.step >= 0 ? " in step " + std::to_string(later.step) : "");
  if (lacksCommit)
    message += ", which ordinary stores of warpgroup " + std::to_string(before.warpgroup) + " wrote, but the async proxy was not told of them";
  else
    message += " while " + other + " " + word(before.deed).still + ": nothing orders the two";
  Diagnostic diagnostic(DiagnosticId::dataRace, toRange(later.op->getLoc()), message);
  diagnostic.note(other + " " + word(before.deed).verb + " " + place + " here" + where(before), toRange(before.op->getLoc()));
  if (lacksCommit)
    return diagnostic.note("call `plgpu.commit_smem()` after the stores and before this");
  return diagnostic.note(suggest(before.deed, later.deed, memory.isShared, later.step == 0));
}

void Machine::access(Agent &by, Memory &memory, Region region, Deed deed, Epoch epoch, mlir::Operation *op) {
  if (!checks() || !memory.isTracked || region.isEmpty())
    return;
  Access access{std::move(region), epoch, deed, op, by.warpgroup, -1, -1, by.block.number};
  getPlace(memory, access.region, access.slot);
  if (memory.isShared) {
    auto uses = memory.uses.find(access.slot);
    access.step = uses == memory.uses.end() ? -1 : uses->second;
  }
  size_t place = memory.getPlaceOf(access.region), wide = memory.history.size() - 1;
  auto compare = [&](std::vector<Access> &accesses) {
    auto forgets = [&](const Access &before) {
      bool lacksCommit = false;
      if (!conflict(deed, before.deed))
        return deed == before.deed && epoch.component == before.epoch.component && access.region.contains(before.region);
      if (isOrdered(by, before, deed, lacksCommit))
        return isWrite(deed) && access.region.contains(before.region);
      if (access.region.overlaps(before.region))
        findings.add(DiagnosticId::dataRace, op, before.op, [&] { return describeRace(memory, before, access, lacksCommit); });
      return false;
    };
    accesses.erase(std::remove_if(accesses.begin(), accesses.end(), forgets), accesses.end());
  };
  if (place == wide)
    for (std::vector<Access> &accesses : memory.history)
      compare(accesses);
  else
    compare(memory.history[place]), compare(memory.history[wide]);
  memory.history[place].push_back(std::move(access));
}
