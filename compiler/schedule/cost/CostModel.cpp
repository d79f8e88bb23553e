// SPDX-License-Identifier: Apache-2.0
// From agents to a launch.
#include "compiler/schedule/cost/CostModel.h"
#include "compiler/schedule/cost/AgentWalk.h"
#include "compiler/tile/ir/Tile.h"
#include "compiler/tilegpu/ir/Registers.h"
#include "mlir/IR/Matchers.h"
#include "llvm/Support/MathExtras.h"
#include <cmath>
#include <set>

using namespace mlir;
using namespace tessera;
using namespace tessera::schedule;

/// Blocks that are walked for their time, and of the first wave for what they share.
static constexpr int64_t sampledBlocks = 8, comparedBlocks = 160;
static constexpr unsigned loopPasses = 8;


namespace {
/// A block: its time alone, what it asks for, and what keeps it when it is alone.
struct BlockCost {
  double alone = 0;
  std::string limit = "latency";
  Usage usage;
  bool guesses = false;
};

/// A part of the multiprocessor or of the chip, and how long it is busy.
struct Part {
  const char *name;
  double cycles;
};

/// Buffers that one agent fills and another empties.
struct RingUse {
  const AgentWalk *copier = nullptr;
  double copied = 0, rounds = 0; // bytes and waits of all rounds
  double getRound() const { return rounds > 0 ? copied / rounds : 0; }
};
} // namespace

/// Together with what is busy at the same time: the longest alone if nothing comes near it, an eighth more if another
/// takes as long.
static double overlap(ArrayRef<double> cycles) {
  double longest = *std::max_element(cycles.begin(), cycles.end()), sum = 0;
  for (double each : cycles)
    sum += longest > 0 ? std::pow(each / longest, 6) : 0;
  return longest * std::pow(std::max(sum, 1.0), 1.0 / 6);
}

static AgentWalk walkAgent(tilegpu::KernelOp kernel, const LaunchShape &launch, const MachineRates &rates,
                           int64_t block, int64_t warpgroup, double productShare, unsigned passes) {
  AgentWalk walk(kernel, rates, {launch.grid, launch.scalars, block, warpgroup, productShare});
  walk.run(passes);
  return walk;
}

/// Rings that one agent fills and another empties bound the block's time: see CostModel.h.
static void boundByRings(tilegpu::KernelOp kernel, ArrayRef<AgentWalk> agents, const MachineRates &rates,
                         BlockCost &cost) {
  SmallVector<int64_t> slots;
  kernel.walk([&](tilegpu::AllocBarrierOp barrier) { slots.push_back(barrier.getResult().getType().getCount()); });
  SmallVector<RingUse> rings(slots.size());
  auto isConsumer = [&](const AgentWalk &agent, size_t ring) {
    return rings[ring].copied > 0 && agent.usage.waits[ring] > 0 && agent.usage.copiedBytes[ring] == 0;
  };
  double roundOfAll = 0; // bytes of a round of each ring, which are on one way
  for (auto [index, ring] : llvm::enumerate(rings)) {
    for (const AgentWalk &agent : agents) {
      ring.copied += agent.usage.copiedBytes[index];
      ring.copier = agent.usage.copiedBytes[index] > 0 ? &agent : ring.copier;
    }
    for (const AgentWalk &agent : agents)
      if (isConsumer(agent, index))
        ring.rounds = std::max(ring.rounds, agent.usage.waits[index]);
    roundOfAll += ring.getRound();
  }
  double firstCopy = 0;
  for (auto [index, ring] : llvm::enumerate(rings))
    for (const AgentWalk &agent : agents) {
      if (!isConsumer(agent, index))
        continue;
      double waits = agent.usage.waits[index], count = static_cast<double>(slots[index]);
      firstCopy = std::max(firstCopy, copyCycles + ring.copied / waits / rates.cacheBytes);
      if (waits == 1)
        continue;
      double way = copyCycles + roundOfAll / rates.cacheBytes, bound = (waits * way + agent.now) / count;
      // Who gives a buffer back only after the next one has come lets fewer copies run at once.
      if (double held = agent.countHeldBehind(static_cast<unsigned>(index), *ring.copier); held > 0 && held < count)
        bound = std::max(bound, waits * way / (count - held));
      if (bound > cost.alone) {
        cost.alone = bound;
        cost.limit = "copies in flight";
      }
    }
  cost.alone += firstCopy;
}

static BlockCost walkBlock(tilegpu::KernelOp kernel, const LaunchShape &launch, const MachineRates &rates,
                           int64_t block) {
  int64_t count = std::max<int64_t>(1, kernel.getWarpgroups());
  std::vector<AgentWalk> agents;
  double multiplying = 0;
  for (int64_t agent = 0; agent < count; ++agent) {
    agents.push_back(walkAgent(kernel, launch, rates, block, agent, 1, loopPasses));
    multiplying += agents.back().usage.tensor > 0;
  }
  if (multiplying > 1) // they take turns at the tensor cores
    for (int64_t agent = 0; agent < count; ++agent)
      agents[agent] = walkAgent(kernel, launch, rates, block, agent, multiplying, loopPasses);
  BlockCost cost;
  cost.usage = agents.front().usage;
  for (auto [index, agent] : llvm::enumerate(agents)) {
    cost.alone = std::max(cost.alone, agent.now);
    cost.guesses |= agent.guesses;
    if (index > 0)
      cost.usage.add(agent.usage);
  }
  boundByRings(kernel, agents, rates, cost);
  cost.alone += blockStartCycles;
  return cost;
}

//===-- the multiprocessor ------------------------------------------------------------------------------------===//

static int64_t countBlocks(tilegpu::KernelOp kernel, const LaunchShape &launch) {
  int64_t blocks = 1;
  for (int64_t extent : launch.grid)
    blocks = llvm::MulOverflow(blocks, extent, blocks) ? std::numeric_limits<int32_t>::max() : blocks;
  return kernel.getBlocks() > 0 ? static_cast<int64_t>(kernel.getBlocks()) * kernel.getParts()
                                : blocks * kernel.getParts();
}

static int64_t countResidents(tilegpu::KernelOp kernel, int64_t registers) {
  const tilegpu::Target &target = kernel.getTarget();
  int64_t threads = kernel.getThreads(), shared = kernel.getSharedBytes() + sharedBytesPerBlock;
  int64_t residents =
      std::min({maxResidentBlocks, maxResidentThreads / threads, (target.sharedBytes + sharedBytesPerBlock) / shared,
                target.registersPerProcessor / (static_cast<int64_t>(llvm::alignTo(registers, 8)) * threads)});
  return std::max<int64_t>(1, residents);
}

/// The parts of the multiprocessor by how long they are busy with one such block, the busiest last.
static SmallVector<Part> getParts(const Usage &usage, const MachineRates &rates) {
  SmallVector<Part> parts = {{"instructions", usage.issue},
                             {"special functions", usage.special},
                             {"products", usage.tensor},
                             {"shared memory", usage.shared},
                             {"cache", usage.getMemoryBytes() / rates.cacheBytes}};
  llvm::stable_sort(parts, [](const Part &a, const Part &b) { return a.cycles < b.cycles; });
  return parts;
}

//===-- memory ------------------------------------------------------------------------------------------------===//

/// How many bytes of an array lie in one range or another, each `length` long.
static double countTogether(SmallVector<double> begins, double length) {
  llvm::sort(begins);
  double bytes = 0, end = -length;
  for (double begin : begins) {
    bytes += length - std::clamp(end - begin, 0.0, length);
    end = begin + length;
  }
  return bytes;
}

/// Of each argument: bytes that come from (or go to) memory for all blocks together, as a part of what they ask for.
static double estimateMemoryBytes(tilegpu::KernelOp kernel, const LaunchShape &launch, const MachineRates &rates,
                                  const Usage &each, int64_t blocks, int64_t inFlight) {
  double capacity = rates.cacheCapacity, allArrays = 0;
  for (int64_t bytes : launch.arrayBytes)
    allArrays += static_cast<double>(bytes);
  bool allFit = allArrays > 0 && allArrays <= capacity;
  size_t count = each.argumentBytes.size();
  SmallVector<double> asked(count, 0), distinct(count, 0);
  SmallVector<bool> isKnown(count, true);
  // Where each block begins to go through rows, of arguments of which it reads whole rows in one place.
  SmallVector<SmallVector<double>> begins(count);
  SmallVector<int64_t> fetched(count, 0);
  int64_t compared = std::min({blocks, inFlight, comparedBlocks});
  if (!allFit) {
    std::set<std::pair<unsigned, size_t>> seen;
    for (int64_t block = 0; block < compared; ++block)
      for (int64_t agent = 0; agent < std::max<int64_t>(1, kernel.getWarpgroups()); ++agent)
        for (const Fetch &fetch : walkAgent(kernel, launch, rates, block, agent, 1, 1).fetches) {
          ++fetched[fetch.argument];
          if (fetch.begin)
            begins[fetch.argument].push_back(*fetch.begin);
          isKnown[fetch.argument] = isKnown[fetch.argument] && fetch.place.has_value();
          asked[fetch.argument] += fetch.bytes;
          if (!fetch.place || seen.insert({fetch.argument, static_cast<size_t>(*fetch.place)}).second)
            distinct[fetch.argument] += fetch.bytes;
        }
  }
  double bytes = each.scratchBytes * static_cast<double>(blocks);
  for (size_t argument = 0; argument < count; ++argument) {
    double all = each.argumentBytes[argument] * static_cast<double>(blocks),
           once = static_cast<double>(launch.arrayBytes[argument]);
    double least = once > 0 ? std::min(all, once) : all;
    bool sharesKnown = !allFit && isKnown[argument] && asked[argument] > 0;
    if (!sharesKnown) {
      bytes += least;
      continue;
    }
    double part = distinct[argument] / asked[argument], ofBlock = all / static_cast<double>(blocks);
    // Neighbours that go through rows from different places on (a window of keys) meet in the cache.
    bool areRows = fetched[argument] == compared && begins[argument].size() == static_cast<size_t>(compared);
    if (double together = areRows ? countTogether(begins[argument], ofBlock) : capacity; together * 2 < capacity)
      part = std::min(part, together / (ofBlock * static_cast<double>(compared)));
    bytes += std::max(least, all * part);
  }
  return bytes;
}

//===-- launches ----------------------------------------------------------------------------------------------===//

/// Of some blocks, from the first to the last: their average, and the one that takes longest.
static std::pair<BlockCost, BlockCost> sampleBlocks(tilegpu::KernelOp kernel, const LaunchShape &launch,
                                                    const MachineRates &rates, int64_t blocks) {
  int64_t samples = std::min(blocks, sampledBlocks);
  BlockCost sum = walkBlock(kernel, launch, rates, 0), slowest = sum;
  for (int64_t sample = 1; sample < samples; ++sample) {
    BlockCost one = walkBlock(kernel, launch, rates, (blocks - 1) * sample / (samples - 1));
    if (one.alone > slowest.alone)
      slowest = one;
    sum.alone += one.alone;
    sum.usage.add(one.usage);
    sum.guesses |= one.guesses;
  }
  Usage total = sum.usage;
  sum.alone /= static_cast<double>(samples);
  sum.usage.add(total, 1.0 / static_cast<double>(samples) - 1);
  return {sum, slowest};
}

CostEstimate tessera::schedule::estimateLaunch(tilegpu::KernelOp kernel, const LaunchShape &launch,
                                               const MachineRates &rates) {
  const tilegpu::Target &target = kernel.getTarget();
  CostEstimate estimate;
  estimate.microseconds = launchMicroseconds;
  estimate.limit = "latency";
  estimate.blocks = countBlocks(kernel, launch);
  if (estimate.blocks <= 0)
    return estimate;
  auto given = kernel->getAttrOfType<IntegerAttr>(tilegpu::launchRegistersName);
  int64_t needed = estimateRegisters(kernel),
          most = std::min(target.maxRegisters, target.registersPerProcessor / kernel.getThreads());
  estimate.registers = given ? given.getInt() : std::min(needed, most);
  estimate.blocksPerProcessor = countResidents(kernel, estimate.registers);
  int64_t atOnce = rates.processors * estimate.blocksPerProcessor;
  auto [average, slowest] = sampleBlocks(kernel, launch, rates, estimate.blocks);
  // Many blocks level out; of those that all run at once the slowest is waited for.
  const BlockCost &block = estimate.blocks > atOnce ? average : slowest;
  estimate.guesses = average.guesses;
  SmallVector<Part> parts = getParts(block.usage, rates);
  // What does not fit the registers is written and read again: the more there is, the more often.
  double spills = given || needed <= most ? 1 : 1 + static_cast<double>(needed - most) / static_cast<double>(most);
  auto getWave = [&, alone = block.alone](int64_t residents) {
    SmallVector<double> busy = {alone};
    for (const Part &part : parts)
      busy.push_back(static_cast<double>(residents) * part.cycles);
    return spills * overlap(busy);
  };
  int64_t whole = estimate.blocks / atOnce, rest = estimate.blocks % atOnce;
  estimate.waves = whole + (rest > 0);
  double cycles = static_cast<double>(whole) * getWave(estimate.blocksPerProcessor) +
                  (rest > 0 ? getWave(static_cast<int64_t>(llvm::divideCeil(rest, rates.processors))) : 0);
  int64_t residents =
      whole > 0 ? estimate.blocksPerProcessor : static_cast<int64_t>(llvm::divideCeil(rest, rates.processors));
  estimate.limit = static_cast<double>(residents) * parts.back().cycles > block.alone ? parts.back().name : block.limit;
  estimate.operations = average.usage.operations * static_cast<double>(estimate.blocks);
  estimate.memoryBytes = estimateMemoryBytes(kernel, launch, rates, average.usage, estimate.blocks, atOnce);
  double memory = estimate.memoryBytes / rates.memoryBytes + loadCycles;
  double products = average.usage.tensor > 0 ? average.usage.tensor : average.usage.operations / fmaOperations;
  estimate.rooflineMicroseconds =
      std::max(estimate.memoryBytes / rates.memoryBytes,
               products * static_cast<double>(estimate.blocks) / static_cast<double>(rates.processors)) /
      rates.cyclesPerMicrosecond;
  if (memory > cycles)
    estimate.limit = "memory";
  cycles = overlap({cycles, memory});
  estimate.microseconds += cycles / rates.cyclesPerMicrosecond;
  return estimate;
}

SmallVector<LaunchShape> tessera::schedule::findLaunches(ModuleOp module, StringRef name) {
  SmallVector<LaunchShape> launches;
  auto kernel = module.lookupSymbol<tile::KernelOp>(name);
  module.walk([&](tile::LaunchOp launch) {
    if (!kernel || launch.getKernel() != name)
      return;
    LaunchShape &shape = launches.emplace_back();
    shape.grid = llvm::to_vector(launch.getGrid());
    unsigned input = 0, output = 0;
    for (unsigned index = 0; index < kernel.getNumArguments(); ++index) {
      tile::Access access = kernel.getAccess(index);
      bool isInput = access == tile::Access::read || access == tile::Access::readwrite,
           isOutput = access == tile::Access::write || access == tile::Access::readwrite;
      if (!isInput && !isOutput)
        continue; // scratch memory became buffers
      Value value = isInput ? launch.getInputs()[input] : launch.getOutputs()[output];
      input += isInput;
      output += isOutput;
      APInt constant;
      bool isScalar = !isa<RankedTensorType>(value.getType()) && matchPattern(value, m_ConstantInt(&constant)) &&
                      constant.getBitWidth() <= 64;
      shape.scalars.push_back(isScalar ? std::optional(constant.getSExtValue()) : std::nullopt);
      auto array = dyn_cast<RankedTensorType>(value.getType());
      shape.arrayBytes.push_back(array && array.hasStaticShape() && array.getElementType().isIntOrFloat()
                                     ? array.getNumElements() *
                                           static_cast<int64_t>(llvm::divideCeil(array.getElementTypeBitWidth(), 8))
                                     : 0);
    }
  });
  return launches;
}

std::optional<CostEstimate> tessera::schedule::estimateKernel(ModuleOp module, StringRef name, StringRef target,
                                                              const MachineRates &rates) {
  auto scheduled = module.lookupSymbol<tilegpu::TargetModuleOp>(target);
  auto kernel = scheduled ? scheduled.lookupSymbol<tilegpu::KernelOp>(name) : tilegpu::KernelOp();
  std::optional<CostEstimate> all;
  if (!kernel)
    return all;
  double longest = 0;
  for (const LaunchShape &launch : findLaunches(module, name)) {
    CostEstimate one = estimateLaunch(kernel, launch, rates);
    CostEstimate before = all.value_or(CostEstimate());
    if (one.microseconds > longest)
      all = one;
    longest = std::max(longest, one.microseconds);
    all->microseconds = before.microseconds + one.microseconds;
    all->operations = before.operations + one.operations;
    all->memoryBytes = before.memoryBytes + one.memoryBytes;
    all->rooflineMicroseconds = before.rooflineMicroseconds + one.rooflineMicroseconds;
    all->guesses = before.guesses | one.guesses;
  }
  return all;
}
