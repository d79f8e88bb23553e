// SPDX-License-Identifier: Apache-2.0
#include "runner/emulator/program/UnwrittenRegisters.h"
#include "runner/emulator/program/FunctionBuilder.h"
#include <algorithm>
#include <deque>

namespace tessera::emulator {

/// 128 MiB of bits: functions beyond check every read instead.
constexpr size_t mostWords = size_t(1) << 24;

UnwrittenRegisters::UnwrittenRegisters(Function &function, const std::vector<uint32_t> &starts, const std::vector<uint32_t> &codeToSource,
                                       const std::map<uint32_t, uint32_t> &tableOf)
    : function(function), syntax(*function.syntax), starts(starts), codeToSource(codeToSource), count(syntax.instructions.size()) {
  numberRegisters();
  findTargets(tableOf);
  splitBlocks();
}

void UnwrittenRegisters::numberRegisters() {
  for (Slot slot : function.useSlots)
    if (!(slot & constantBit))
      numbers.try_emplace(slot, static_cast<uint32_t>(numbers.size()));
  words = (numbers.size() + 63) / 64;
}

void UnwrittenRegisters::findTargets(const std::map<uint32_t, uint32_t> &tableOf) {
  targets.resize(count);
  for (uint32_t at = 0; at < starts[count]; ++at)
    if (function.code[at].handler == branch)
      targets[codeToSource[at]].push_back(codeToSource[function.code[at].detail]);
  for (auto [at, length] : tableOf)
    for (uint32_t k = 0; k < length; ++k)
      targets[codeToSource[at]].push_back(codeToSource[function.slots[function.code[at].first + k]]);
}

bool UnwrittenRegisters::fallsThrough(uint32_t instruction) const {
  const ptx::Instruction &end = syntax.instructions[instruction];
  static constexpr std::string_view ends[] = {"bra", "brx", "ret", "exit", "trap"};
  return !end.guard.empty() || std::find(std::begin(ends), std::end(ends), end.opcode) == std::end(ends);
}

/// Blocks begin at targets and behind whatever may leave.
void UnwrittenRegisters::splitBlocks() {
  std::vector<uint8_t> begins(count + 1);
  begins[0] = 1;
  for (uint32_t index = 0; index < count; ++index) {
    for (uint32_t target : targets[index])
      begins[target] = 1;
    if (!targets[index].empty() || !fallsThrough(index))
      begins[index + 1] = 1;
  }
  for (uint32_t index = 0; index < count; ++index) {
    if (begins[index])
      blockBegin.push_back(index);
    blockOf.push_back(static_cast<uint32_t>(blockBegin.size() - 1));
  }
  blockBegin.push_back(static_cast<uint32_t>(count));
}

void UnwrittenRegisters::load(uint32_t block, Bits &state) const {
  std::copy_n(in.begin() + static_cast<ptrdiff_t>(block * words), words, state.begin());
}

/// Takes `state` through the block. With `marks`, reads of what may be unwritten are marked on the way.
void UnwrittenRegisters::flow(uint32_t block, Bits &state, bool marks) {
  for (uint32_t index = blockBegin[block]; index < blockBegin[block + 1]; ++index) {
    uint32_t at = starts[index];
    if (at == starts[index + 1])
      continue;
    const Function::Uses &uses = function.uses[at];
    bool isGuarded = !syntax.instructions[index].guard.empty();
    for (uint32_t k = 0; k < uint32_t(uses.reads) + uses.writes; ++k) {
      Slot slot = function.useSlots[uses.first + k];
      if (slot & constantBit)
        continue;
      uint32_t bit = numbers[slot];
      if (k >= uses.reads && !isGuarded)
        state[bit / 64] |= 1ull << (bit % 64);
      else if (k < uses.reads && marks && !(state[bit / 64] >> (bit % 64) & 1))
        markReads(at);
    }
  }
}

/// What is written on both ways. True when the block's beginning is new or knows less now.
bool UnwrittenRegisters::meet(uint32_t block, const Bits &state) {
  bool changed = !reached[block];
  reached[block] = 1;
  for (size_t w = 0; w < words; ++w) {
    uint64_t &known = in[block * words + w], met = known & state[w];
    changed |= met != known;
    known = met;
  }
  return changed;
}

void UnwrittenRegisters::solve() {
  size_t blocks = blockBegin.size() - 1;
  in.assign(blocks * words, ~0ull);
  std::fill_n(in.begin(), words, 0);
  reached.assign(blocks, 0);
  reached[0] = 1;
  std::vector<uint8_t> queued(blocks);
  std::deque<uint32_t> work{0};
  Bits state(words);
  auto goOn = [&](uint32_t instruction) {
    if (instruction >= count)
      return;
    uint32_t block = blockOf[instruction];
    if (!meet(block, state) || queued[block])
      return;
    queued[block] = 1;
    work.push_back(block);
  };
  while (!work.empty()) {
    uint32_t block = work.front();
    work.pop_front();
    queued[block] = 0;
    load(block, state);
    flow(block, state, false);
    uint32_t last = blockBegin[block + 1] - 1;
    for (uint32_t target : targets[last])
      goOn(target);
    if (fallsThrough(last))
      goOn(last + 1);
  }
}

void UnwrittenRegisters::markReads(uint32_t code) {
  const Function::Uses &uses = function.uses[code];
  function.code[code].checksRegisters = true;
  const Slot *first = function.useSlots.data() + uses.first;
  checked.insert(first, first + uses.reads); // all that it reads: the machine looks at each
}

void UnwrittenRegisters::markEverything() {
  for (uint32_t at = 0; at < function.uses.size(); ++at)
    if (function.uses[at].reads)
      markReads(at);
}

void UnwrittenRegisters::markWriters() {
  if (checked.empty())
    return;
  for (size_t at = 0; at < function.code.size(); ++at) {
    const Function::Uses &uses = function.uses[at];
    for (uint32_t k = uses.reads; k < uint32_t(uses.reads) + uses.writes; ++k)
      if (checked.count(function.useSlots[uses.first + k]))
        function.code[at].marksRegisters = true;
  }
}

void UnwrittenRegisters::mark() {
  if (count == 0)
    return;
  size_t blocks = blockBegin.size() - 1;
  if (blocks * words > mostWords) {
    markEverything();
  } else {
    solve();
    Bits state(words);
    for (uint32_t block = 0; block < blocks; ++block)
      if (reached[block]) {
        load(block, state);
        flow(block, state, true);
      }
  }
  markWriters();
}

} // namespace tessera::emulator
