// SPDX-License-Identifier: Apache-2.0
#include "runner/emulator/sass/PtxBlocks.h"
#include <algorithm>
#include <map>
#include <optional>
#include <set>

namespace tessera::emulator {

namespace {

class GraphBuilder {
public:
  explicit GraphBuilder(const ptx::Function &function)
      : function(function), count(static_cast<uint32_t>(function.instructions.size())) {
    for (const ptx::Label &label : function.labels)
      labels[{label.scope, label.name}] = label.instruction;
    for (const ptx::TargetList &list : function.targetLists)
      lists.emplace(list.name, &list);
  }

  PtxGraph build() {
    split();
    for (PtxBlock &block : graph.blocks)
      connect(block);
    findLoops();
    return std::move(graph);
  }

private:
  std::optional<uint32_t> findLabel(std::string_view name, uint32_t scope) const {
    for (auto at = static_cast<int32_t>(scope); at >= 0; at = function.scopes[static_cast<size_t>(at)].parent)
      if (auto found = labels.find({static_cast<uint32_t>(at), name}); found != labels.end())
        return found->second;
    return std::nullopt;
  }

  /// Where a branch may go; the function's end is `count`.
  std::vector<uint32_t> findTargets(const ptx::Instruction &instruction) const {
    std::vector<uint32_t> targets;
    auto add = [&](std::string_view name) {
      if (std::optional<uint32_t> target = findLabel(name, instruction.scope))
        targets.push_back(*target);
    };
    if (instruction.opcode == "bra" && !instruction.operands.empty())
      add(instruction.operands[0].name);
    if (instruction.opcode == "brx" && instruction.operands.size() > 1)
      if (auto list = lists.find(instruction.operands[1].name); list != lists.end())
        for (std::string_view name : list->second->targets)
          add(name);
    return targets;
  }

  static bool leavesAlways(const ptx::Instruction &instruction) {
    static constexpr std::string_view ends[] = {"bra", "brx", "ret", "exit", "trap"};
    return instruction.guard.empty() &&
           std::find(std::begin(ends), std::end(ends), instruction.opcode) != std::end(ends);
  }
  static bool mayLeave(const ptx::Instruction &instruction) {
    return instruction.opcode == "bra" || instruction.opcode == "brx" || instruction.opcode == "ret" ||
           instruction.opcode == "exit" || instruction.opcode == "trap";
  }

  void split() {
    std::set<uint32_t> leaders;
    if (count)
      leaders.insert(0);
    for (uint32_t i = 0; i < count; ++i) {
      for (uint32_t target : findTargets(function.instructions[i]))
        leaders.insert(target);
      if (mayLeave(function.instructions[i]))
        leaders.insert(i + 1);
    }
    leaders.erase(leaders.lower_bound(count), leaders.end());
    graph.blockOf.resize(count);
    for (auto at = leaders.begin(); at != leaders.end();) {
      PtxBlock block;
      block.begin = *at++;
      block.end = at == leaders.end() ? count : *at;
      std::fill(graph.blockOf.begin() + block.begin, graph.blockOf.begin() + block.end,
                static_cast<uint32_t>(graph.blocks.size()));
      graph.blocks.push_back(std::move(block));
    }
  }

  void connect(PtxBlock &block) {
    std::set<uint32_t> successors;
    const ptx::Instruction &last = function.instructions[block.end - 1];
    for (uint32_t target : findTargets(last))
      if (target < count)
        successors.insert(graph.blockOf[target]);
    if (!leavesAlways(last) && block.end < count)
      successors.insert(graph.blockOf[block.end]);
    block.successors.assign(successors.begin(), successors.end());
  }

  void findLoops() {
    std::vector<std::vector<uint32_t>> predecessors(graph.blocks.size());
    std::map<uint32_t, std::set<uint32_t>> loops; // by header
    for (uint32_t from = 0; from < graph.blocks.size(); ++from)
      for (uint32_t to : graph.blocks[from].successors)
        predecessors[to].push_back(from);
    for (uint32_t from = 0; from < graph.blocks.size(); ++from)
      for (uint32_t to : graph.blocks[from].successors)
        if (to <= from)
          for (uint32_t block : findNaturalLoop(predecessors, to, from))
            loops[to].insert(block);
    for (const auto &[header, blocks] : loops)
      graph.loops.push_back({header, {blocks.begin(), blocks.end()}});
  }

  const ptx::Function &function;
  uint32_t count;
  std::map<std::pair<uint32_t, std::string_view>, uint32_t> labels; // by scope and name
  std::map<std::string_view, const ptx::TargetList *> lists;
  PtxGraph graph;
};

} // namespace

std::vector<uint32_t> findNaturalLoop(const std::vector<std::vector<uint32_t>> &predecessors, uint32_t header,
                                      uint32_t last) {
  std::set<uint32_t> found = {header};
  std::vector<uint32_t> left;
  if (found.insert(last).second)
    left.push_back(last);
  while (!left.empty()) {
    uint32_t block = left.back();
    left.pop_back();
    for (uint32_t before : predecessors[block])
      if (found.insert(before).second)
        left.push_back(before);
  }
  // Whoever finds the entry has come past the header: code that was moved behind, and no loop.
  return found.count(0) && header != 0 ? std::vector<uint32_t>() : std::vector<uint32_t>(found.begin(), found.end());
}

PtxGraph findBlocks(const ptx::Function &function) { return GraphBuilder(function).build(); }

} // namespace tessera::emulator
