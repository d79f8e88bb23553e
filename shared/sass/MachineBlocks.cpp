// SPDX-License-Identifier: Apache-2.0
// BSSY names a place where lanes that part will meet again, and a convergence register that remembers it; a BSYNC of
// that register waits for them and goes on at that place. Compilers put it behind the BSYNC, mostly; where it is
// elsewhere, the BSYNC's block has that successor.
#include "shared/sass/MachineBlocks.h"
#include <algorithm>
#include <set>

namespace tessera::sass {

namespace {

constexpr uint16_t bssy = 0x945, bsync = 0x941, bra = 0x947, callRelative = 0x944;

bool endsBlock(const MachineInstruction &i) { return i.operation == Operation::branch || i.opcode == bsync; }

unsigned getConvergenceRegister(const MachineInstruction &i) { return static_cast<unsigned>(i.word.low >> 16 & 15); }

class BlockFinder {
public:
  explicit BlockFinder(const MachineCode &code) : code(code), count(code.instructions.size()) {}

  MachineGraph find() {
    findLeaders();
    makeBlocks();
    for (MachineBlock &block : graph.blocks)
      connect(block);
    return std::move(graph);
  }

private:
  /// The instruction at `target`; nothing, and a finding, where there is none.
  std::optional<uint32_t> toNumber(uint32_t from, int64_t target) {
    auto end = static_cast<int64_t>(count * wordBytes);
    if (target >= 0 && target < end && target % static_cast<int64_t>(wordBytes) == 0)
      return static_cast<uint32_t>(target / static_cast<int64_t>(wordBytes));
    graph.findings.push_back("instruction " + std::to_string(from) + " (" + getText(code.instructions[from]) +
                             ") goes to " + std::to_string(target) + ", which is no instruction of the " +
                             std::to_string(end) + " bytes");
    return std::nullopt;
  }

  void findLeaders() {
    targets.assign(count, std::nullopt);
    leaders.insert(0);
    for (uint32_t i = 0; i < count; ++i) {
      const MachineInstruction &instruction = code.instructions[i];
      if (instruction.target && (targets[i] = toNumber(i, *instruction.target)))
        leaders.insert(*targets[i]);
      if (targets[i] && instruction.opcode == bssy)
        meetings[getConvergenceRegister(instruction)].insert(*targets[i]);
      if (endsBlock(instruction) && i + 1 < count)
        leaders.insert(i + 1);
    }
  }

  void makeBlocks() {
    graph.blockOf.resize(count);
    for (auto at = leaders.begin(); at != leaders.end();) {
      MachineBlock block;
      block.begin = *at++;
      block.end = at == leaders.end() ? static_cast<uint32_t>(count) : *at;
      std::fill(graph.blockOf.begin() + block.begin, graph.blockOf.begin() + block.end,
                static_cast<uint32_t>(graph.blocks.size()));
      graph.blocks.push_back(std::move(block));
    }
  }

  void connect(MachineBlock &block) {
    std::set<uint32_t> successors;
    const MachineInstruction &last = code.instructions[block.end - 1];
    bool fallsThrough = true;
    if (last.operation == Operation::branch) {
      fallsThrough = !last.isUnconditional() || last.opcode == callRelative || (last.opcode & 0x1ff) == 0x143 ||
                     last.opcode == 0x344;
      if (last.opcode == bra || last.opcode == callRelative) {
        if (targets[block.end - 1])
          successors.insert(graph.blockOf[*targets[block.end - 1]]);
      } else {
        block.leaves = true;
      }
    } else if (last.opcode == bsync) {
      fallsThrough = !followConvergence(block.end - 1, successors);
    }
    if (fallsThrough && block.end < count)
      successors.insert(graph.blockOf[block.end]);
    block.leaves |= fallsThrough && block.end >= count;
    block.successors.assign(successors.begin(), successors.end());
  }

  /// The places that the BSYNC may go on at; false where it goes on behind itself.
  bool followConvergence(uint32_t number, std::set<uint32_t> &successors) {
    const std::set<uint32_t> &places = meetings[getConvergenceRegister(code.instructions[number])];
    if (places.empty() || places.count(number + 1))
      return false;
    for (uint32_t place : places)
      successors.insert(graph.blockOf[place]);
    return true;
  }

  const MachineCode &code;
  size_t count;
  MachineGraph graph;
  std::set<uint32_t> leaders;
  std::vector<std::optional<uint32_t>> targets;
  std::set<uint32_t> meetings[16]; // where lanes meet, by the convergence register that remembers it
};

} // namespace

MachineGraph findBlocks(const MachineCode &code) {
  return code.instructions.empty() ? MachineGraph() : BlockFinder(code).find();
}

} // namespace tessera::sass
