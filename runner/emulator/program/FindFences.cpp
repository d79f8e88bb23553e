// SPDX-License-Identifier: Apache-2.0
// Where a `wgmma.fence` is missing. A wgmma may use only registers (accumulators, and A in registers) that no other code has
// touched since the last fence, and there must have been one. Forward data flow over the function's code: the state is the set
// of those registers that may have been touched; all at the entry, none behind a fence. What is found is told when the wgmma is
// executed.
//
// `mov` counts as no touch: compilers sink zero accumulators and copies of tied operands behind the fence, which names no
// registers, and ptxas, which knows them all, keeps that right.
//
// Example: `wgmma.fence; loop: wgmma {%f1 …}; commit; wait; bra loop; add %f2, %f1, %f1` is fine; with the `add` in
// the loop %f1 is touched on the way back, and a fence is missing at the loop's begin.

#include "runner/emulator/instructions/Wgmma.h"
#include "runner/emulator/program/FunctionBuilder.h"
#include <algorithm>

namespace tessera::emulator {

namespace {

using State = std::vector<uint64_t>;

class FenceFinder {
public:
  FenceFinder(FunctionBuilder &builder, std::vector<uint32_t> codeToSource)
      : builder(builder), function(builder.function), codeToSource(std::move(codeToSource)) {}

  void run() {
    numberSlots();
    if (numbers.empty())
      return;
    size_t words = numbers.size() / 64 + 1;
    findBlocks();
    in.assign(blocks.size(), {});
    std::vector<uint32_t> work{0};
    in[0].assign(words, ~0ull);
    while (!work.empty()) {
      uint32_t block = work.back();
      work.pop_back();
      State state = in[block];
      for (uint32_t at = blocks[block]; at < endOf(block); ++at)
        step(at, state, false);
      for (uint32_t next : successors(endOf(block) - 1))
        if (next < function.code.size() && join(in[blockOf[next]], state))
          work.push_back(blockOf[next]);
    }
    for (uint32_t block = 0; block < blocks.size(); ++block)
      if (State state = in[block]; !state.empty())
        for (uint32_t at = blocks[block]; at < endOf(block); ++at)
          step(at, state, true);
  }

private:
  void numberSlots() {
    for (const Instruction &i : function.code)
      if (const WgmmaForm *form = findWgmma(i))
        for (const std::vector<Slot> *slots : {&form->d, &form->a})
          for (Slot slot : *slots)
            numbers.try_emplace(slot, static_cast<uint32_t>(numbers.size()));
  }

  /// Where control may be after the code at `at`.
  std::vector<uint32_t> successors(uint32_t at) const {
    const Instruction &i = function.code[at];
    std::vector<uint32_t> next;
    auto table = builder.tableOf.find(at);
    bool isBranch = i.handler == branch, leaves = isBranch || table != builder.tableOf.end();
    if (isBranch)
      next.push_back(i.detail);
    if (table != builder.tableOf.end())
      next.insert(next.end(), function.slots.begin() + i.first, function.slots.begin() + i.first + i.count);
    if (uint32_t source = codeToSource[at]; source < builder.syntax.instructions.size()) {
      std::string_view opcode = builder.syntax.instructions[source].opcode;
      leaves |= opcode == "ret" || opcode == "exit" || opcode == "trap";
    }
    if (!leaves || i.guard != noSlot)
      next.push_back(at + 1);
    return next;
  }

  void findBlocks() {
    std::vector<bool> begins(function.code.size() + 1);
    begins[0] = true;
    for (uint32_t at = 0; at < function.code.size(); ++at) {
      std::vector<uint32_t> next = successors(at);
      if (next.size() == 1 && next[0] == at + 1)
        continue;
      begins[at + 1] = true;
      for (uint32_t target : next)
        begins[std::min<size_t>(target, function.code.size())] = true;
    }
    blockOf.resize(function.code.size());
    for (uint32_t at = 0; at < function.code.size(); ++at) {
      if (begins[at])
        blocks.push_back(at);
      blockOf[at] = static_cast<uint32_t>(blocks.size() - 1);
    }
  }
  uint32_t endOf(uint32_t block) const { return block + 1 < blocks.size() ? blocks[block + 1] : static_cast<uint32_t>(function.code.size()); }

  /// The code at `at`, executed in `state`.
  void step(uint32_t at, State &state, bool marks) {
    Instruction &i = function.code[at];
    if (isWgmmaFence(i)) {
      std::fill(state.begin(), state.end(), 0);
    } else if (const WgmmaForm *form = findWgmma(i)) {
      if (marks)
        mark(i, *form, state);
    } else if (!isMove(at)) {
      const Function::Uses &uses = function.uses[at];
      for (uint32_t k = 0; k < uint32_t(uses.reads) + uses.writes; ++k)
        if (auto it = numbers.find(function.useSlots[uses.first + k]); it != numbers.end())
          state[it->second / 64] |= 1ull << it->second % 64;
    }
  }

  bool isMove(uint32_t at) const {
    uint32_t source = codeToSource[at];
    return source < builder.syntax.instructions.size() && builder.syntax.instructions[source].opcode == "mov";
  }

  void mark(Instruction &i, const WgmmaForm &form, const State &state) const {
    for (const std::vector<Slot> *slots : {&form.d, &form.a})
      for (Slot slot : *slots)
        if (uint32_t bit = numbers.at(slot); state[bit / 64] >> bit % 64 & 1) {
          i.detail = unfencedBit | (slot + 1);
          return;
        }
  }

  static bool join(State &into, const State &from) {
    if (into.empty()) {
      into = from;
      return true;
    }
    bool grows = false;
    for (size_t w = 0; w < into.size(); ++w) {
      grows |= (from[w] & ~into[w]) != 0;
      into[w] |= from[w];
    }
    return grows;
  }

  FunctionBuilder &builder;
  Function &function;
  const std::vector<uint32_t> codeToSource;
  std::unordered_map<Slot, uint32_t> numbers;
  std::vector<uint32_t> blocks, blockOf; // begins of blocks; the block of each code
  std::vector<State> in;                 // of blocks; empty until reached
};

} // namespace

void FunctionBuilder::findMissingFences() { FenceFinder(*this, codeToSource).run(); }

} // namespace tessera::emulator
