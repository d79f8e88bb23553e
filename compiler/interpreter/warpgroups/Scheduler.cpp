// SPDX-License-Identifier: Apache-2.0
// Who goes on when. Seed 0 is a simulation in time: always the one whose clock, in the model of latencies, is earliest, so that copies and products
// land where they would on the machine. Seed 1 does what was left behind only when nobody else can go on, seed 2 at once, others draw.
// Clusters begin in order, each when the one before has ended or all that run wait, one of them for a semaphore; drawn schedules let two overlap.
#include "compiler/interpreter/warpgroups/Agents.h"
#include "compiler/interpreter/warpgroups/Latency.h"

using namespace tessera;
using namespace tessera::interpreter;
using namespace tessera::interpreter::warpgroups;

Agent::Agent(Machine &machine, Block &block, const Frame &pattern, int32_t warpgroup)
    : machine(machine), block(block), frame(std::make_unique<Frame>(pattern.run, pattern.code)), warpgroup(warpgroup), end(pattern.code.steps.size()) {
  frame->kernel = pattern.kernel;
  frame->grid = pattern.grid;
  frame->point = block.point;
  frame->agent = this;
  frame->refs = pattern.refs;
  for (size_t slot = 0; slot < pattern.slots.size(); ++slot)
    if (!pattern.slots[slot].buffer)
      frame->setScalar(slot, pattern.slots[slot].scalar);
  steps = machine.newComponent();
  knowledge.all.raise(getEpoch());
}

Agent::~Agent() = default;

void Agent::tick() {
  ++now;
  knowledge.all.raise(getEpoch());
}

std::string Agent::describe() const {
  std::string text = "warpgroup " + std::to_string(warpgroup);
  if (warp >= 0)
    text = "warp " + std::to_string(warp) + " of " + text;
  return text + " of block " + std::to_string(block.number);
}

/// Cycles of a step, by what it makes; what asynchronous operations cost they say themselves.
static uint32_t estimate(const Step &step) {
  // What a loop or a branch carries, and what only has another name, stays in its registers.
  if (step.op->getNumRegions() || mlir::isa<tilegpu::LayoutCastOp, tilegpu::ReadAccumulatorOp, tile::ReshapeOp>(step.op))
    return 1;
  int64_t most = 0;
  for (mlir::Value result : step.op->getResults())
    if (mlir::isa<mlir::RankedTensorType>(result.getType())) {
      int64_t count = 1;
      for (int64_t extent : tile::getShape(result.getType()))
        count *= extent;
      most = std::max(most, count);
    }
  return most ? static_cast<uint32_t>(std::max<int64_t>(latency::scalar, most / latency::lanes)) : 1;
}

Machine::Machine(Run &run, const LaunchPlan &plan, const Frame &pattern, Findings &findings, uint64_t seed, Timeline *timeline)
    : run(run), plan(plan), findings(findings), warpgroupCount(tilegpu::getWarpgroups(plan.kernel)), pattern(pattern), seed(seed),
      state(seed * 0x9E3779B97F4A7C15ull + 1), timeline(timeline) {
  llvm::ArrayRef<int64_t> cluster = tilegpu::getCluster(plan.kernel);
  clusterShape.assign(cluster.begin(), cluster.end());
  for (int64_t extent : clusterShape)
    clusterSize *= extent;
  clusterCount = plan.programs / clusterSize;
  processors.assign(std::max<int64_t>(1, latency::processors / clusterSize), 0);
  for (const Step &step : plan.code->steps)
    costs.push_back(estimate(step));
}

Machine::~Machine() {
  for (auto &agent : agents)
    for (Accumulator &accumulator : agent->accumulators)
      run.pool.recycle(std::move(accumulator.buffer));
  for (auto &cluster : clusters)
    for (auto &block : cluster->blocks)
      for (auto &[key, memory] : block->memories)
        run.pool.recycle(std::move(memory->buffer));
}

void Machine::startCluster() {
  auto cluster = std::make_unique<Cluster>();
  cluster->number = static_cast<uint32_t>(nextCluster);
  cluster->processor = std::min_element(processors.begin(), processors.end()) - processors.begin();
  uint64_t begin = processors[cluster->processor];
  processors[cluster->processor] = UINT64_MAX;
  if (begin == UINT64_MAX)
    begin = 0;
  for (int64_t rank = 0; rank < clusterSize; ++rank) {
    auto block = std::make_unique<Block>();
    block->cluster = cluster.get();
    block->rank = static_cast<uint32_t>(rank);
    block->number = static_cast<uint32_t>(nextCluster * clusterSize + rank);
    int64_t rest = block->number;
    block->point.assign(plan.grid.size(), 0);
    for (size_t axis = plan.grid.size(); axis-- > 0; rest /= plan.grid[axis])
      block->point[axis] = rest % plan.grid[axis];
    for (int32_t warpgroup = 0; warpgroup < warpgroupCount; ++warpgroup) {
      agents.push_back(std::make_unique<Agent>(*this, *block, pattern, warpgroup));
      Agent &agent = *agents.back();
      agent.time = agent.runBegin = begin;
      ++cluster->running;
      if (timeline) {
        agent.row = static_cast<uint32_t>(timeline->rows.size());
        timeline->rows.push_back({"warpgroup " + std::to_string(warpgroup), cluster->number, block->number, warpgroup});
      }
    }
    cluster->blocks.push_back(std::move(block));
  }
  clusters.push_back(std::move(cluster));
  ++nextCluster;
}

void Machine::block(Agent &agent, const void *waitsFor, std::string reason, mlir::Operation *reasonOp) {
  agent.blocks = true;
  agent.state = Agent::State::blocked;
  agent.waitsFor = waitsFor;
  agent.reason = std::move(reason);
  agent.reasonOp = reasonOp;
  agent.waitsForSemaphore = false;
  if (agent.isWaiting)
    return;
  endRun(agent);
  agent.isWaiting = true;
  agent.waitBegin = agent.time;
}

void Machine::wake(const void *what, uint64_t time) {
  for (auto &agent : agents)
    if (agent->state == Agent::State::blocked && agent->waitsFor == what) {
      agent->state = Agent::State::runnable;
      agent->time = std::max(agent->time, time);
    }
}

void Machine::post(Work work) { works.push_back(std::move(work)); }

uint64_t Machine::random() {
  uint64_t z = (state += 0x9E3779B97F4A7C15ull);
  z = (z ^ (z >> 30)) * 0xBF58476D1CE4E5B9ull;
  z = (z ^ (z >> 27)) * 0x94D049BB133111EBull;
  return z ^ (z >> 31);
}

std::vector<Machine::Candidate> Machine::listCandidates() {
  std::vector<Candidate> candidates;
  for (auto &agent : agents)
    if (agent->state == Agent::State::runnable)
      candidates.push_back({agent.get(), 0});
  llvm::SmallVector<const void *, 8> queues;
  for (size_t i = 0; i < works.size(); ++i) {
    if (choices && works[i].issuer) // only its issuer can tell when it is done
      return {{nullptr, i}};
    if (works[i].queue && llvm::is_contained(queues, works[i].queue))
      continue;
    if (works[i].queue)
      queues.push_back(works[i].queue);
    candidates.push_back({nullptr, i});
  }
  // Drawn and searched schedules also let two clusters run at a time.
  if ((choices || seed > 2) && !candidates.empty() && clusters.size() == 1 && nextCluster < clusterCount)
    candidates.push_back({nullptr, 0, /*startsCluster=*/true});
  return candidates;
}

size_t Machine::choose(const std::vector<Candidate> &candidates) {
  if (choices) {
    if (candidates.size() == 1)
      return 0;
    if (nextChoice == choices->size())
      choices->push_back({0, static_cast<uint32_t>(candidates.size())});
    return std::min<size_t>((*choices)[nextChoice++].first, candidates.size() - 1);
  }
  auto getTime = [&](const Candidate &candidate) { return candidate.agent ? candidate.agent->time : works[candidate.work].time; };
  if (seed == 0) {
    size_t best = 0;
    for (size_t i = 1; i < candidates.size(); ++i)
      if (getTime(candidates[i]) < getTime(candidates[best]))
        best = i;
    return best;
  }
  size_t agentCount = llvm::count_if(candidates, [](const Candidate &candidate) { return candidate.agent != nullptr; });
  size_t workCount = candidates.size() - agentCount;
  if (seed == 1 && agentCount)
    return random() % agentCount;
  if (seed == 2 && workCount)
    return agentCount + random() % workCount;
  return random() % candidates.size();
}

void Machine::advance(Agent &agent) {
  Frame &frame = *agent.frame;
  const std::vector<Step> &steps = frame.code.steps;
  agent.yields = false;
  while (frame.pc < agent.end) {
    const Step &step = steps[frame.pc++];
    if (!agent.runOp) {
      agent.runOp = step.op;
      agent.runBegin = agent.time;
    }
    agent.blocks = false;
    step.run(frame);
    if (run.stopped)
      return;
    if (agent.blocks) {
      --frame.pc;
      return;
    }
    agent.time += costs[&step - steps.data()];
    for (SlotIndex slot : step.deaths)
      frame.release(slot);
    if ((++run.ticks & 255) == 0 && run.isCancelled(step.op->getLoc()))
      return;
    if (agent.yields)
      return;
  }
  endAgent(agent);
}

Agent &Machine::fork(Agent &parent, unsigned warp, size_t begin, size_t end) {
  agents.push_back(std::make_unique<Agent>(*this, parent.block, pattern, parent.warpgroup));
  Agent &child = *agents.back();
  for (size_t slot = 0; slot < parent.frame->slots.size(); ++slot) {
    const Slot &from = parent.frame->slots[slot];
    if (!from.buffer) {
      child.frame->setScalar(slot, from.scalar);
      continue;
    }
    child.frame->slots[slot].buffer = from.buffer;
    child.frame->slots[slot].data = from.data;
  }
  child.frame->refs = parent.frame->refs;
  child.frame->texts = parent.frame->texts;
  child.frame->pc = begin;
  child.end = end;
  child.warp = static_cast<int32_t>(warp);
  auto &[component, time] = parent.warpSteps[warp];
  if (component)
    std::tie(child.steps, child.now) = std::make_pair(component, time);
  component = child.steps;
  child.tick();
  child.parent = &parent;
  child.time = child.runBegin = parent.time;
  child.row = parent.row;
  child.waits = parent.waits;
  child.executions = parent.executions;
  child.knowledge.join(parent.knowledge);
  ++parent.children;
  return child;
}

void Machine::dropWarps(Agent &parent) {
  auto isOver = [&](const std::unique_ptr<Agent> &agent) {
    return agent->parent == &parent && llvm::none_of(works, [&](const Work &work) { return work.issuer == agent.get(); });
  };
  agents.erase(std::remove_if(agents.begin(), agents.end(), isOver), agents.end());
}

void Machine::endAgent(Agent &agent) {
  agent.state = Agent::State::ended;
  endRun(agent);
  checkUnawaited(agent);
  if (Agent *parent = agent.parent) {
    parent->knowledge.join(agent.knowledge);
    parent->warpSteps[agent.warp].second = agent.now;
    for (auto &[barrier, waits] : agent.waits) {
      uint64_t &seen = parent->waits[barrier];
      seen = std::max(seen, waits);
    }
    --parent->children;
    wake(&parent->children, agent.time);
    return;
  }
  Cluster &cluster = *agent.block.cluster;
  if (--cluster.running == 0)
    endCluster(cluster);
}

void Machine::checkUnawaited(Agent &agent) {
  auto report = [&](mlir::Operation *op, const char *what, const char *mend) {
    findings.add(DiagnosticId::unawaitedOperation, op, nullptr, [&] {
      Diagnostic diagnostic(DiagnosticId::unawaitedOperation, toRange(op->getLoc()),
                            std::string(what) + " of warpgroup " + std::to_string(agent.warpgroup) + " is not waited for before the " +
                                (agent.warp >= 0 ? "warp" : "kernel") + " ends");
      return diagnostic.note(mend);
    });
  };
  if (agent.open.op)
    report(agent.open.op, "an uncommitted copy out", "commit it: `commit_group=True`, or `plgpu.commit_smem_to_gmem_group()`, then `plgpu.wait_smem_to_gmem(0)`");
  else if (agent.awaitedReads < agent.groups.size() && agent.groups.back().op)
    report(agent.groups.back().op, "a copy out", "call `plgpu.wait_smem_to_gmem(0)` before the end: the shared memory that it reads is gone afterwards");
  if (agent.awaitedProducts < agent.issuedProducts)
    report(agent.productsInFlight.back().op, "a wgmma", "read its accumulator, or call `plgpu.wgmma_wait(0)`");
  if (agent.awaitedIn < agent.issuedIn)
    report(agent.lastIn, "a copy in without a barrier", "wait for it before the end");
}

void Machine::checkRegisters(Cluster &cluster) {
  int64_t sum = 0;
  mlir::Operation *op = nullptr;
  plan.kernel.getBody().walk([&](tilegpu::SetMaxRegistersOp set) { op = op ? op : set.getOperation(); });
  if (!op)
    return;
  for (auto &agent : agents)
    if (agent->block.cluster == &cluster && agent->block.rank == 0 && agent->warp < 0)
      sum += agent->registers;
  if (sum <= 512)
    return;
  findings.add(DiagnosticId::asyncMisuse, op, nullptr, [&] {
    Diagnostic diagnostic(DiagnosticId::asyncMisuse, toRange(op->getLoc()),
                          "the warpgroups ask for " + std::to_string(sum * 128) + " registers together, but a processor has 65536: who takes more would wait forever");
    return diagnostic.note("let the counts that `plgpu.set_max_registers` gets add up to at most 512 over the warpgroups");
  });
}

void Machine::endCluster(Cluster &cluster) {
  // What was left behind is done by the machine whether or not somebody waits.
  for (size_t i = 0; i < works.size();)
    if (works[i].block->cluster == &cluster) {
      Work work = std::move(works[i]);
      works.erase(works.begin() + i);
      work.perform();
      i = 0;
    } else {
      ++i;
    }
  checkRegisters(cluster);
  uint64_t end = 0;
  for (auto &agent : agents)
    if (agent->block.cluster == &cluster)
      end = std::max(end, agent->time);
  processors[cluster.processor] = end;
  if (timeline)
    timeline->length = std::max(timeline->length, end);
  for (auto &block : cluster.blocks) {
    for (auto &[key, array] : block->barriers)
      if (array->op)
        checkBarriers(*array, plan.kernel);
    for (auto &[key, memory] : block->memories)
      run.pool.recycle(std::move(memory->buffer));
  }
  for (auto &agent : agents)
    if (agent->block.cluster == &cluster)
      for (Accumulator &accumulator : agent->accumulators)
        run.pool.recycle(std::move(accumulator.buffer));
  agents.erase(std::remove_if(agents.begin(), agents.end(), [&](const std::unique_ptr<Agent> &agent) { return agent->block.cluster == &cluster; }), agents.end());
  clusters.erase(std::find_if(clusters.begin(), clusters.end(), [&](const std::unique_ptr<Cluster> &each) { return each.get() == &cluster; }));
}

void Machine::reportDeadlock() {
  Agent *first = nullptr;
  for (auto &agent : agents)
    if (agent->state == Agent::State::blocked && (!first || (first->children && !agent->children)))
      first = agent.get();
  if (!first)
    return;
  auto getOp = [](const Agent &agent) { return agent.frame->code.steps[agent.frame->pc].op; };
  Diagnostic diagnostic(DiagnosticId::deadlock, toRange(getOp(*first)->getLoc()), first->describe() + " waits for " + first->reason + ", and nobody is left who could go on");
  if (first->reasonOp)
    diagnostic.note("the latest arrival is here", toRange(first->reasonOp->getLoc()));
  unsigned told = 0;
  for (auto &agent : agents)
    if (agent.get() != first && agent->state == Agent::State::blocked && !agent->children && ++told <= 8)
      diagnostic.note(agent->describe() + " waits for " + agent->reason, toRange(getOp(*agent)->getLoc()));
  if (nextCluster < clusterCount)
    diagnostic.note(std::to_string((clusterCount - nextCluster) * clusterSize) + " blocks have not begun");
  diagnostic.note("every wait needs as many arrivals as its barrier takes, on a path that does not itself wait for this one");
  findings.add(DiagnosticId::deadlock, getOp(*first), nullptr, [&] { return diagnostic; });
}

void Machine::execute(std::vector<std::pair<uint32_t, uint32_t>> *chosen) {
  choices = chosen;
  while (!run.stopped) {
    std::vector<Candidate> candidates = listCandidates();
    if (candidates.empty()) {
      bool canStart = nextCluster < clusterCount && (agents.empty() || (clusters.size() < processors.size() && llvm::any_of(agents, [](auto &agent) {
                        return agent->state == Agent::State::blocked && agent->waitsForSemaphore;
                      })));
      if (canStart) {
        startCluster();
        continue;
      }
      if (agents.empty())
        return;
      reportDeadlock();
      run.stopped = true;
      return;
    }
    Candidate candidate = candidates[choose(candidates)];
    if (candidate.agent) {
      advance(*candidate.agent);
      continue;
    }
    if (candidate.startsCluster) {
      startCluster();
      continue;
    }
    Work work = std::move(works[candidate.work]);
    works.erase(works.begin() + candidate.work);
    work.perform();
    if (run.isCancelled(plan.op.getLoc()))
      return;
  }
}
