// SPDX-License-Identifier: Apache-2.0
// Copies: what they touch is compared when they are issued, because that is what orders them; their bytes move when the schedule says so.
#include "compiler/interpreter/warpgroups/Agents.h"
#include "compiler/interpreter/warpgroups/Latency.h"
#include "shared/numerics/Elementwise.h"
#include "shared/numerics/Rearrange.h"
#include <cstring>

using namespace tessera;
using namespace tessera::interpreter;
using namespace tessera::interpreter::warpgroups;
using numerics::BinaryFunction;
using numerics::BinaryOp;
using numerics::DType;
using tilegpu::CopyReduction;

static int64_t countElements(const RefView &view) {
  int64_t count = 1;
  for (int64_t extent : view.extents)
    count *= extent;
  return count;
}

/// Moves between a view and dense memory what there is of the view.
static void move(const RefView &view, uint8_t *dense, bool toView) {
  numerics::CopyAxis axes[numerics::largestRank];
  uint8_t *base = view.base;
  int64_t stride = view.elementSize;
  if (view.absent)
    return;
  for (size_t axis = view.extents.size(); axis-- > 0; stride *= view.extents[axis]) {
    int64_t first = view.before[axis], count = view.inside[axis] - first, step = view.strides[axis] * view.elementSize;
    if (count <= 0)
      return;
    base += first * step;
    dense += first * stride;
    axes[axis] = toView ? numerics::CopyAxis{count, stride, step} : numerics::CopyAxis{count, step, stride};
  }
  if (toView)
    numerics::copyStrided(dense, base, view.elementSize, axes, view.extents.size());
  else
    numerics::copyStrided(base, dense, view.elementSize, axes, view.extents.size());
}

/// The view's elements, row-major, with zeros for those outside of its array.
static std::vector<uint8_t> read(const RefView &view) {
  std::vector<uint8_t> dense(countElements(view) * view.elementSize, 0);
  move(view, dense.data(), /*toView=*/false);
  return dense;
}

template <typename T> static void wrap(const uint8_t *old, uint8_t *values, int64_t count, bool up) {
  for (int64_t i = 0; i < count; ++i) {
    T was, bound;
    std::memcpy(&was, old + i * sizeof(T), sizeof(T));
    std::memcpy(&bound, values + i * sizeof(T), sizeof(T));
    T now = up ? (was >= bound ? T(0) : T(was + 1)) : (was == 0 || was > bound ? bound : T(was - 1));
    std::memcpy(values + i * sizeof(T), &now, sizeof(T));
  }
}

/// `values` becomes what each element of the view and its value combine to.
static void combine(const RefView &view, std::vector<uint8_t> &values, CopyReduction reduction) {
  std::vector<uint8_t> old = read(view);
  int64_t count = countElements(view);
  bool isFloat = numerics::isFloat(view.type);
  auto choose = [&]() -> BinaryOp {
    switch (reduction) {
    case CopyReduction::add: return isFloat ? BinaryOp::addf : BinaryOp::addi;
    case CopyReduction::min: return isFloat ? BinaryOp::minnumf : BinaryOp::minsi;
    case CopyReduction::max: return isFloat ? BinaryOp::maxnumf : BinaryOp::maxsi;
    case CopyReduction::umin: return BinaryOp::minui;
    case CopyReduction::umax: return BinaryOp::maxui;
    case CopyReduction::andi: return BinaryOp::andi;
    case CopyReduction::ori: return BinaryOp::ori;
    default: return BinaryOp::xori;
    }
  };
  if (reduction == CopyReduction::inc || reduction == CopyReduction::dec) {
    bool up = reduction == CopyReduction::inc;
    view.elementSize == 8 ? wrap<uint64_t>(old.data(), values.data(), count, up) : wrap<uint32_t>(old.data(), values.data(), count, up);
  } else if (BinaryFunction function = BinaryFunction::get(choose(), view.type)) {
    function(old.data(), values.data(), values.data(), count);
  }
}

RefView Machine::moveTo(const RefView &view, Block &peer) {
  RefView moved = view;
  if (view.memory->block == &peer || !view.memory->isShared)
    return moved;
  Memory *memory = getMemory(peer, view.memory->key, mlir::cast<tilegpu::AllocSharedOp>(view.memory->op));
  if (!memory)
    return moved;
  moved.base = memory->base + (view.base - view.memory->base);
  moved.memory = memory;
  return moved;
}

Barrier *Machine::moveTo(Barrier &barrier, Block &peer) {
  BarrierArray &array = *barrier.array;
  if (array.block == &peer || !array.key.first)
    return &barrier;
  return &getBarriers(peer, array.key, mlir::cast<tilegpu::AllocBarrierOp>(array.key.first))->barriers[barrier.index];
}

/// Part `index` of `count` along `axis`.
static RefView cut(RefView view, size_t axis, int64_t index, int64_t count) {
  int64_t size = view.extents[axis] / count, offset = size * index;
  view.base += offset * view.strides[axis] * view.elementSize;
  view.origin[view.arrayAxis[axis]] += offset;
  view.before[axis] = std::max<int64_t>(0, view.before[axis] - offset);
  view.inside[axis] = std::max<int64_t>(0, std::min(size, view.inside[axis] - offset));
  view.extents[axis] = size;
  return view;
}

static void countUse(Memory &memory, const Region &region) {
  int64_t slot;
  getPlace(memory, region, slot);
  auto [uses, isFirst] = memory.uses.try_emplace(slot, 0);
  if (!isFirst)
    ++uses->second;
}

void Machine::copyIn(Agent &agent, const CopyPlan &plan, const RefView &source, const RefView &target, Barrier *barrier) {
  llvm::SmallVector<Block *, 4> peers = plan.collective.empty() ? llvm::SmallVector<Block *, 4>{&agent.block} : getPeers(agent.block, plan.collective);
  int64_t count = static_cast<int64_t>(peers.size()), rank = llvm::find(peers, &agent.block) - peers.begin();
  // Blocks that fetch one tile together fetch a part each, which goes to all.
  size_t axis = plan.partitioned >= 0 ? static_cast<size_t>(plan.partitioned) : 0;
  while (plan.partitioned < 0 && axis < target.extents.size() && target.extents[axis] % count != 0)
    ++axis;
  bool isSplit = count > 1 && axis < target.extents.size() && target.extents[axis] % count == 0;
  bool hasShare = isSplit || rank == 0;
  RefView part = isSplit ? cut(source, axis, rank, count) : source;
  std::vector<std::pair<RefView, Barrier *>> targets;
  for (Block *peer : peers) {
    RefView place = moveTo(isSplit ? cut(target, axis, rank, count) : target, *peer);
    targets.push_back({place, barrier ? moveTo(*barrier, plan.leaderTracked ? *peers.front() : *peer) : nullptr});
  }
  if (run.stopped)
    return;
  uint32_t phase = barrier ? barrier->array->getNextEpoch(*barrier) : static_cast<uint32_t>(agent.issuedIn + 1);
  uint32_t component = barrier ? barrier->component : need(agent.copiesIn);
  Region written = getRegion(target);
  if (hasShare) {
    access(agent, *source.memory, getRegion(part), Deed::copyRead, {component, phase}, plan.op);
    for (auto &[place, there] : targets) {
      countUse(*place.memory, getRegion(place));
      access(agent, *place.memory, getRegion(place), Deed::copyWrite, {there ? there->component : component, phase}, plan.op);
    }
  }
  uint64_t bytes = countElements(part) * part.elementSize;
  uint64_t begin = std::max(agent.time, agent.block.loadsFree), last = begin + bytes / latency::copyBytesPerCycle, end = last + latency::copyIn;
  agent.block.loadsFree = last;
  int64_t slot = -1, event = -1;
  if (timeline && hasShare) {
    std::string place = getPlace(*target.memory, written, slot);
    auto uses = target.memory->uses.find(slot);
    event = note(getRow(agent.block, agent.block.loadRow, "TMA loads"), "copy", agent.time, end, "copy " + source.memory->name + " to " + place, plan.op, target.memory->name, slot,
                 uses == target.memory->uses.end() ? -1 : uses->second);
  }
  agent.time += latency::issue;
  if (barrier)
    arrive(agent, plan.leaderTracked ? *targets.front().second : *barrier, plan.op, plan.leaderTracked ? (hasShare ? 1 : 0) : isSplit ? static_cast<unsigned>(count) : 1);
  else
    ++agent.issuedIn, agent.lastIn = plan.op, agent.tick();
  agent.yields = true;
  if (!hasShare)
    return;
  bool tellsLeader = plan.leaderTracked;
  // Whoever waits in another block for these bytes comes after what this warpgroup had done when it asked for them.
  auto known = peers.size() > 1 ? std::make_shared<Knowledge>(agent.knowledge) : nullptr;
  Agent *issuer = barrier ? nullptr : &agent;
  post({issuer, &agent.block, end, barrier ? nullptr : &agent.issuedIn, [this, part, targets, end, event, tellsLeader, issuer, known] {
          std::vector<uint8_t> bytes = read(part);
          for (auto &[place, there] : targets)
            move(place, bytes.data(), /*toView=*/true);
          if (issuer) {
            ++issuer->doneIn;
            issuer->inTime = end;
            wake(&issuer->issuedIn, end);
          }
          for (auto &[place, there] : targets) {
            if (there && known)
              there->current.knowledge.join(*known);
            if (there)
              deliver(*there, end, event);
            if (tellsLeader)
              break;
          }
        }});
}

static CopyGroup &getGroup(Agent &agent, size_t index) { return index < agent.groups.size() ? agent.groups[index] : agent.open; }

void Machine::copyOut(Agent &agent, mlir::Operation *op, const RefView &source, const RefView &target, std::optional<CopyReduction> reduction, bool commit) {
  size_t group = agent.groups.size();
  uint32_t epoch = static_cast<uint32_t>(group + 1);
  access(agent, *source.memory, getRegion(source), Deed::outRead, {need(agent.outReads), epoch}, op);
  access(agent, *target.memory, getRegion(target), reduction ? Deed::outReduce : Deed::outWrite, {need(agent.outWrites), epoch}, op);
  ++agent.open.reads;
  ++agent.open.writes;
  agent.open.op = op;
  uint64_t bytes = countElements(source) * source.elementSize;
  uint64_t begin = std::max(agent.time, agent.block.storesFree), readEnd = begin + latency::copyOutRead + bytes / latency::copyBytesPerCycle;
  uint64_t end = readEnd + latency::copyOutWrite;
  agent.block.storesFree = begin + bytes / latency::copyBytesPerCycle;
  int64_t slot;
  std::string place = getPlace(*source.memory, getRegion(source), slot);
  agent.open.event = note(getRow(agent.block, agent.block.storeRow, "TMA stores"), "store", agent.time, end, "copy " + place + " to " + target.memory->name, op, source.memory->name, slot);
  agent.time += latency::issue;
  agent.tick();
  if (commit)
    commitCopiesOut(agent);
  agent.yields = !isSearch();
  post({&agent, &agent.block, readEnd, nullptr, [this, &agent, block = &agent.block, group, readEnd, end, source, target, reduction] {
          auto values = std::make_shared<std::vector<uint8_t>>(read(source));
          CopyGroup &mine = getGroup(agent, group);
          --mine.reads;
          mine.readTime = std::max(mine.readTime, readEnd);
          wake(&agent.groups, readEnd);
          post({&agent, block, end, nullptr, [this, &agent, group, end, target, reduction, values] {
                  if (reduction)
                    combine(target, *values, *reduction);
                  move(target, values->data(), /*toView=*/true);
                  CopyGroup &mine = getGroup(agent, group);
                  --mine.writes;
                  mine.writeTime = std::max(mine.writeTime, end);
                  wake(&agent.groups, end);
                }});
        }});
}

void Machine::commitCopiesOut(Agent &agent) {
  agent.groups.push_back(agent.open);
  agent.open = {};
  agent.yields = !isSearch();
}

bool Machine::waitCopiesOut(Agent &agent, uint64_t pending, bool onlyReads) {
  uint64_t wanted = agent.groups.size() > pending ? agent.groups.size() - pending : 0;
  uint64_t from = onlyReads ? agent.awaitedReads : agent.awaitedWrites, time = agent.time;
  for (uint64_t group = from; group < wanted; ++group) {
    const CopyGroup &each = agent.groups[group];
    if (each.reads || (!onlyReads && each.writes)) {
      block(agent, &agent.groups, onlyReads ? "its copies out to be read" : "its copies out");
      return false;
    }
    time = std::max(time, onlyReads ? each.readTime : each.writeTime);
  }
  agent.time = time;
  if (agent.isWaiting)
    noteWait(agent, "wait for copies out", agent.frame->currentOp(), {}, -1, -1, wanted ? agent.groups[wanted - 1].event : -1);
  agent.isWaiting = false;
  agent.awaitedReads = std::max(agent.awaitedReads, wanted);
  if (wanted)
    agent.knowledge.all.raise({need(agent.outReads), static_cast<uint32_t>(wanted)});
  if (!onlyReads) {
    agent.awaitedWrites = std::max(agent.awaitedWrites, wanted);
    if (wanted)
      agent.knowledge.all.raise({need(agent.outWrites), static_cast<uint32_t>(wanted)});
  }
  return true;
}

bool Machine::waitCopiesIn(Agent &agent, uint64_t pending) {
  uint64_t wanted = agent.issuedIn > pending ? agent.issuedIn - pending : 0;
  if (agent.doneIn < wanted) {
    block(agent, &agent.issuedIn, "its copies in");
    return false;
  }
  agent.time = std::max(agent.time, agent.inTime);
  if (agent.isWaiting)
    noteWait(agent, "wait for copies in", agent.frame->currentOp());
  agent.isWaiting = false;
  agent.awaitedIn = std::max(agent.awaitedIn, wanted);
  if (wanted)
    agent.knowledge.all.raise({need(agent.copiesIn), static_cast<uint32_t>(wanted)});
  return true;
}

void Machine::storeCluster(Agent &agent, mlir::Operation *op, const RefView &target, numerics::BufferRef value, Barrier &own, std::optional<CopyReduction> reduction) {
  Barrier &barrier = *moveTo(own, *target.memory->block);
  if (run.stopped)
    return;
  access(agent, *target.memory, getRegion(target), Deed::clusterStore, {barrier.component, barrier.array->getNextEpoch(barrier)}, op);
  uint64_t end = agent.time + latency::clusterStore + countElements(target) * target.elementSize / latency::copyBytesPerCycle;
  int64_t event = note(agent.row, "store", agent.time, end, "store to " + target.memory->name + " of block " + std::to_string(target.memory->block->number), op, target.memory->name);
  arrive(agent, barrier, op, 1);
  post({nullptr, &agent.block, end, nullptr, [this, target, value, reduction, end, event, &barrier] {
          std::vector<uint8_t> values(value->data(), value->data() + countElements(target) * target.elementSize);
          if (reduction)
            combine(target, values, *reduction);
          move(target, values.data(), /*toView=*/true);
          deliver(barrier, end, event);
        }});
}
