// SPDX-License-Identifier: Apache-2.0
// Each anchor has a key that says where barriers have it: behind how many of its block's barriers, and whether it is
// one. Read in the order of the machine code, keys of one copy never fall; where they do, another copy begins.
//
//   PTX      ld.shared a    bar.sync    st.shared b        keys 0 1 2
//   machine  LDS a  BAR  STS b  LDS a  BAR  STS b          0 1 2 0 1 2: two copies
//   machine  LDS a  STS b  BAR                             0 2 1: b moved over the barrier, one copy can't be that
//
// A wait for an mbarrier is a loop in PTX. ptxas takes its first try out of the loop, and puts the loop behind the
// code:
//
//   0b50 SYNCS.TRYWAIT P1      has the line of what stands before the loop
//   0b60 @!P1 BRA 1480
//   ..
//   1480 SYNCS.TRYWAIT P1      has the wait's line
//   1490 @!P1 BRA 1480
//   14a0 BRA 0b70
//
// So the first try is given the wait's statement here. A wgmma has the line of what last made one of its operands, or
// its own; as wgmmas keep their order, each is given the next `wgmma.mma_async` that follows that line.
#include "runner/emulator/sass/MatchBlocks.h"
#include "runner/emulator/sass/Anchors.h"
#include <algorithm>
#include <map>
#include <set>

namespace tessera::emulator {

namespace {

constexpr std::string_view blockMatches[] = {"one",        "parts",    "unrolled", "copies",
                                             "arithmetic", "vanished", "unmatched"};
constexpr std::string_view loopMatches[] = {"kept", "unrolled", "dissolved", "vanished", "unmatched"};

std::string describe(const ptx::Instruction &instruction) {
  std::string text = "`" + std::string(instruction.opcode);
  for (std::string_view modifier : instruction.modifiers)
    text += "." + std::string(modifier);
  return text + "` in line " + std::to_string(instruction.place.line);
}

/// One function's blocks in one kernel's machine code.
class Matcher {
public:
  Matcher(const ptx::Function &function, uint32_t first, const MachineKernel &kernel, const MatchedKernel &whole,
          MatchedFunction &out)
      : function(function), first(first), kernel(kernel), statements(whole.statements), machine(whole.graph), out(out) {
  }

  /// False where the kernel has nothing of the function.
  bool match() {
    out.graph = findBlocks(function);
    out.blocks.resize(out.graph.blocks.size());
    if (!collect())
      return false;
    for (uint32_t block = 0; block < out.blocks.size(); ++block)
      matchBlock(block);
    findMachineLoops();
    for (const PtxLoop &loop : out.graph.loops)
      out.loops.push_back(matchLoop(loop));
    return true;
  }

private:
  struct Found {
    uint32_t instruction; // of the function
    uint32_t machine;     // number of the machine instruction
  };

  bool collect() {
    anchors.resize(out.blocks.size());
    any.resize(out.blocks.size());
    bool isThere = false;
    for (uint32_t i = 0; i < statements.size(); ++i) {
      uint32_t statement = statements[i];
      if (statement == noStatement || statement < first || statement - first >= function.instructions.size())
        continue;
      uint32_t instruction = statement - first, block = out.graph.blockOf[instruction];
      isThere = true;
      any[block].insert(machine.blockOf[i]);
      const ptx::Instruction &source = function.instructions[instruction];
      if (classifyAnchor(source) != Anchor::none && carries(kernel.code.instructions[i], source))
        anchors[block].push_back({instruction, i});
    }
    return isThere;
  }

  /// By instruction of the block: behind how many barriers it stands, doubled, and 1 more where it is one.
  std::map<uint32_t, uint32_t> findKeys(uint32_t block) const {
    std::map<uint32_t, uint32_t> keys;
    std::set<uint32_t> present;
    for (const Found &found : anchors[block])
      present.insert(found.instruction);
    uint32_t barriers = 0;
    for (uint32_t instruction : present) {
      bool isBarrier = classifyAnchor(function.instructions[instruction]) == Anchor::barrier;
      keys[instruction] = 2 * barriers + isBarrier;
      barriers += isBarrier;
    }
    return keys;
  }

  void matchBlock(uint32_t number) {
    MatchedBlock &block = out.blocks[number];
    const std::vector<Found> &found = anchors[number];
    if (found.empty()) {
      block.match = any[number].empty() ? BlockMatch::vanished : BlockMatch::arithmetic;
      block.machineBlocks.assign(any[number].begin(), any[number].end());
      block.copiesIn.assign(block.machineBlocks.size(), 1);
      return;
    }
    std::map<uint32_t, uint32_t> keys = findKeys(number), counts;
    std::map<uint32_t, std::map<uint32_t, uint32_t>>
        held; // by machine block: how often each anchor that may not be left out
    uint32_t runs = 1, lastKey = 0;
    bool hasOthers =
        std::any_of(found.begin(), found.end(), [&](const Found &one) { return !isLoad(one.instruction); });
    for (const Found &one : found) {
      ++counts[one.instruction];
      std::map<uint32_t, uint32_t> &here = held[machine.blockOf[one.machine]];
      if (!hasOthers || !isLoad(one.instruction))
        ++here[one.instruction];
      if (kernel.code.instructions[one.machine].operation == sass::Operation::globalLoad)
        continue;
      uint32_t key = keys[one.instruction];
      runs += key < lastKey;
      lastKey = key;
    }
    for (const auto &[machineBlock, often] : held) {
      uint32_t fewest = often.empty() ? 1 : ~0u;
      for (const auto &[instruction, count] : often)
        fewest = std::min(fewest, count);
      block.machineBlocks.push_back(machineBlock);
      block.copiesIn.push_back(fewest);
    }
    block.match = judge(block, counts, held, runs, hasOthers);
  }

  bool isLoad(uint32_t instruction) const { return classifyAnchor(function.instructions[instruction]) == Anchor::load; }

  /// How the block is there, from how often each anchor is, in which machine blocks, and how often keys begin anew.
  BlockMatch judge(MatchedBlock &block, const std::map<uint32_t, uint32_t> &counts,
                   const std::map<uint32_t, std::map<uint32_t, uint32_t>> &held, uint32_t runs, bool hasOthers) const {
    uint32_t least = 0, others = 0; // the anchor that is there least often, of those that may not be left out
    for (const auto &[instruction, count] : counts) {
      if (hasOthers && isLoad(instruction))
        continue;
      if (others++ == 0 || count < counts.at(least))
        least = instruction;
    }
    block.copies = counts.at(least);
    for (const auto &[instruction, count] : counts)
      if (count > block.copies)
        return refuse(block, describe(function.instructions[least]) + " is there " + std::to_string(block.copies) +
                                 " times and " + describe(function.instructions[instruction]) + " " +
                                 std::to_string(count) + " times");
    if (runs > block.copies)
      return refuse(block, "accesses and barriers have another order, as if the block were there " +
                               std::to_string(runs) + " times, and " + describe(function.instructions[least]) + " is " +
                               std::to_string(block.copies) + " times");
    if (held.size() == 1)
      return block.copies == 1 ? BlockMatch::one : BlockMatch::unrolled;
    bool areWhole = std::all_of(held.begin(), held.end(), [&](const auto &one) { return one.second.size() == others; });
    if (areWhole)
      return BlockMatch::copies;
    if (block.copies == 1)
      return BlockMatch::parts;
    return refuse(block, "its " + std::to_string(block.copies) + " copies lie over " + std::to_string(held.size()) +
                             " machine blocks, and one of these has a part of a copy");
  }

  static BlockMatch refuse(MatchedBlock &block, std::string reason) {
    block.reason = std::move(reason);
    return BlockMatch::unmatched;
  }

  void findMachineLoops() {
    std::vector<std::vector<uint32_t>> predecessors(machine.blocks.size());
    for (uint32_t from = 0; from < machine.blocks.size(); ++from)
      for (uint32_t to : machine.blocks[from].successors)
        predecessors[to].push_back(from);
    for (uint32_t from = 0; from < machine.blocks.size(); ++from)
      for (uint32_t to : machine.blocks[from].successors)
        if (to <= from)
          if (std::vector<uint32_t> blocks = findNaturalLoop(predecessors, to, from); !blocks.empty())
            machineLoops.emplace_back(blocks.begin(), blocks.end());
  }

  MatchedLoop matchLoop(const PtxLoop &loop) const {
    MatchedLoop result{loop, LoopMatch::vanished, 1, ""};
    std::set<uint32_t> wanted; // PTX blocks that a machine loop must have
    bool hasAnchors =
        std::any_of(loop.blocks.begin(), loop.blocks.end(), [&](uint32_t block) { return !anchors[block].empty(); });
    for (uint32_t block : loop.blocks) {
      if (out.blocks[block].match == BlockMatch::unmatched) {
        result.match = LoopMatch::unmatched;
        result.reason = "block " + std::to_string(block) + " of it: " + out.blocks[block].reason;
        return result;
      }
      if (hasAnchors ? !anchors[block].empty() : !any[block].empty())
        wanted.insert(block);
    }
    if (wanted.empty())
      return result;
    result.match = LoopMatch::dissolved;
    std::vector<std::pair<const std::set<uint32_t> *, uint32_t>>
        candidates; // machine loops with all of it, and how often
    for (const std::set<uint32_t> &machineLoop : machineLoops)
      if (uint32_t factor = countCopies(wanted, machineLoop))
        candidates.emplace_back(&machineLoop, factor);
    uint32_t best = 0;
    for (const auto &[machineLoop, factor] :
         candidates) // a loop around another one is not this loop, but one around it
      if (std::none_of(candidates.begin(), candidates.end(), [&, outer = machineLoop](const auto &inner) {
            return inner.first->size() < outer->size() &&
                   std::includes(outer->begin(), outer->end(), inner.first->begin(), inner.first->end());
          }))
        best = std::max(best, factor);
    if (best == 0)
      return result;
    result.factor = best;
    result.match = best == 1 ? LoopMatch::kept : LoopMatch::unrolled;
    return result;
  }

  /// How often the machine loop has all of these blocks; 0 where it lacks one.
  uint32_t countCopies(const std::set<uint32_t> &wanted, const std::set<uint32_t> &machineLoop) const {
    uint32_t fewest = ~0u;
    for (uint32_t block : wanted) {
      std::map<uint32_t, uint32_t> counts;
      for (const Found &found : anchors[block])
        counts[found.instruction] += machineLoop.count(machine.blockOf[found.machine]);
      bool hasOthers = std::any_of(counts.begin(), counts.end(), [&](const auto &one) { return !isLoad(one.first); });
      for (const auto &[instruction, count] : counts)
        if (!hasOthers || !isLoad(instruction))
          fewest = std::min(fewest, count);
      if (counts.empty())
        fewest = std::min<uint32_t>(fewest, std::any_of(any[block].begin(), any[block].end(),
                                                        [&](uint32_t one) { return machineLoop.count(one); }));
    }
    return fewest;
  }

  const ptx::Function &function;
  uint32_t first; // the number of its first statement
  const MachineKernel &kernel;
  const std::vector<uint32_t> &statements;
  const sass::MachineGraph &machine;
  MatchedFunction &out;
  std::vector<std::vector<Found>> anchors; // by PTX block, in the order of the machine code
  std::vector<std::set<uint32_t>> any;     // by PTX block: machine blocks with any of its instructions
  std::vector<std::set<uint32_t>> machineLoops;
};

} // namespace

std::string_view getName(BlockMatch match) { return blockMatches[static_cast<unsigned>(match)]; }
std::string_view getName(LoopMatch match) { return loopMatches[static_cast<unsigned>(match)]; }

namespace {

/// Gives a statement of their own to instructions that have the line of another.
class OwnStatements {
public:
  OwnStatements(const ptx::Module &module, const MachineKernel &kernel, MatchedKernel &out)
      : module(module), numbers(module), kernel(kernel), out(out) {}

  void giveWaits() {
    out.statements = kernel.statements;
    for (uint32_t i = 0; i + 1 < kernel.statements.size(); ++i)
      if (isTry(i) && !isWait(kernel.statements[i]))
        if (std::optional<uint32_t> again = findSecond(i))
          out.statements[i] = kernel.statements[*again];
  }

  /// Where the kernel has as many as its text, the first is the first, and so on. Else in each machine block: a wgmma
  /// is the first product behind the line that it has, and those that follow it are the products that follow that one
  /// in its block.
  void giveProducts() {
    std::vector<uint32_t> products;                   // all of the module, in its order
    std::vector<std::pair<uint32_t, uint32_t>> homes; // their functions and blocks
    for (uint32_t number = 0; number < module.functions.size(); ++number) {
      const ptx::Function &function = module.functions[number];
      PtxGraph graph = findBlocks(function);
      for (uint32_t i = 0; i < function.instructions.size(); ++i)
        if (function.instructions[i].opcode == "wgmma" && hasModifier(function.instructions[i], "mma_async")) {
          products.push_back(numbers.numberOf({number, i}));
          homes.emplace_back(number, graph.blockOf[i]);
        }
    }
    if (giveInOrder(products))
      return;
    for (const sass::MachineBlock &block : out.graph.blocks) {
      size_t next = products.size(); // the product that the next wgmma is, where it goes on in one PTX block
      for (uint32_t i = block.begin; i < block.end; ++i) {
        if (kernel.code.instructions[i].operation != sass::Operation::wgmma)
          continue;
        size_t at = next;
        if (at == products.size())
          at = static_cast<size_t>(std::lower_bound(products.begin(), products.end(), out.statements[i]) -
                                   products.begin());
        if (at == products.size())
          break;
        out.statements[i] = products[at];
        next = at + 1 < products.size() && homes[at + 1] == homes[at] ? at + 1 : products.size();
      }
    }
  }

  bool giveInOrder(const std::vector<uint32_t> &products) {
    std::vector<uint32_t> found;
    std::set<uint32_t> functions; // that the kernel has anything of
    for (uint32_t i = 0; i < out.statements.size(); ++i) {
      if (kernel.code.instructions[i].operation == sass::Operation::wgmma)
        found.push_back(i);
      if (std::optional<Statement> statement = numbers.find(out.statements[i]))
        functions.insert(statement->function);
    }
    std::vector<uint32_t> here;
    for (uint32_t product : products)
      if (functions.count(numbers.find(product)->function))
        here.push_back(product);
    if (here.size() != found.size())
      return false;
    for (size_t k = 0; k < here.size(); ++k)
      out.statements[found[k]] = here[k];
    return true;
  }

  /// Whether the branch goes to a try of what its own block has tried before it.
  bool isSpin(uint32_t branch) const {
    auto target = static_cast<size_t>(*kernel.code.instructions[branch].target) / sass::wordBytes;
    for (uint32_t i = out.graph.blocks[out.graph.blockOf[branch]].begin; i < branch; ++i)
      if (isTry(i) && isWait(out.statements[i]) && target < out.statements.size() &&
          isTry(static_cast<uint32_t>(target)) && out.statements[i] == out.statements[target])
        return true;
    return false;
  }

private:
  bool isTry(uint32_t i) const { return kernel.code.instructions[i].getMnemonic() == "SYNCS.TRYWAIT"; }
  bool isWait(uint32_t number) const {
    std::optional<Statement> statement = numbers.find(number);
    return statement && module.functions[statement->function].instructions[statement->instruction].opcode == "mbarrier";
  }

  /// The try at which the conditional branch goes on that ends the block of try `first`.
  std::optional<uint32_t> findSecond(uint32_t first) const {
    uint32_t last = out.graph.blocks[out.graph.blockOf[first]].end - 1;
    const sass::MachineInstruction &branch = kernel.code.instructions[last];
    if (branch.operation != sass::Operation::branch || !branch.target || branch.isUnconditional() || *branch.target < 0)
      return std::nullopt;
    auto target = static_cast<uint64_t>(*branch.target) / sass::wordBytes;
    if (target >= kernel.statements.size())
      return std::nullopt;
    const sass::MachineBlock &block = out.graph.blocks[out.graph.blockOf[target]];
    for (uint32_t i = static_cast<uint32_t>(target); i < block.end; ++i)
      if (isTry(i))
        return isWait(kernel.statements[i]) ? std::optional<uint32_t>(i) : std::nullopt;
    return std::nullopt;
  }

  const ptx::Module &module;
  StatementNumbers numbers;
  const MachineKernel &kernel;
  MatchedKernel &out;
};

} // namespace

MatchedKernel matchBlocks(const ptx::Module &module, const MachineKernel &kernel) {
  MatchedKernel result;
  result.graph = sass::findBlocks(kernel.code);
  StatementNumbers numbers(module);
  OwnStatements own(module, kernel, result);
  own.giveWaits();
  own.giveProducts();
  for (uint32_t number = 0; number < module.functions.size(); ++number) {
    const ptx::Function &function = module.functions[number];
    MatchedFunction matched;
    matched.function = number;
    if (!function.instructions.empty() &&
        Matcher(function, numbers.numberOf({number, 0}), kernel, result, matched).match())
      result.functions.push_back(std::move(matched));
  }
  for (uint32_t i = 0; i < kernel.statements.size(); ++i) {
    const sass::MachineInstruction &instruction = kernel.code.instructions[i];
    if (instruction.operation != sass::Operation::branch || !instruction.target || instruction.isUnconditional())
      continue;
    ++result.branches;
    std::optional<Statement> statement = numbers.find(kernel.statements[i]);
    std::string_view opcode =
        statement ? module.functions[statement->function].instructions[statement->instruction].opcode : "";
    if (opcode == "bra" || opcode == "brx")
      continue;
    ++result.ownBranches;
    result.spins += *instruction.target >= 0 && own.isSpin(i);
  }
  return result;
}

} // namespace tessera::emulator
