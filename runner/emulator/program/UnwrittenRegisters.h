// SPDX-License-Identifier: Apache-2.0
// Where a register may be read that nothing has written: forward data flow over a function's PTX instructions. What is certainly
// written on every way there needs no look at run time; the rest is marked `checksRegisters`, and whatever writes those
// registers `marksRegisters`, so that the machine knows lane by lane. A guarded write counts as none.
#pragma once

#include "runner/emulator/program/Program.h"
#include <map>
#include <set>
#include <unordered_map>

namespace tessera::emulator {

class UnwrittenRegisters {
public:
  /// `starts[k]` is where the code of PTX instruction k begins, `starts.back()` where the last one's ends; `codeToSource`
  /// is the way back, `tableOf` the code that jumps by a list of `Function::slots`.
  UnwrittenRegisters(Function &function, const std::vector<uint32_t> &starts, const std::vector<uint32_t> &codeToSource,
                     const std::map<uint32_t, uint32_t> &tableOf);
  void mark();

private:
  using Bits = std::vector<uint64_t>; // a bit a register
  void numberRegisters();
  void findTargets(const std::map<uint32_t, uint32_t> &tableOf);
  void splitBlocks();
  bool fallsThrough(uint32_t instruction) const;
  void solve();
  void load(uint32_t block, Bits &state) const;
  void flow(uint32_t block, Bits &state, bool marks);
  bool meet(uint32_t block, const Bits &state);
  void markReads(uint32_t code);
  void markEverything();
  void markWriters();

  Function &function;
  const ptx::Function &syntax;
  const std::vector<uint32_t> &starts, &codeToSource;
  size_t count; // of PTX instructions
  std::unordered_map<Slot, uint32_t> numbers;
  size_t words = 0;
  std::vector<std::vector<uint32_t>> targets; // of each PTX instruction
  std::vector<uint32_t> blockOf, blockBegin;  // `blockBegin` has one more than there are blocks
  Bits in;                                    // of each block, what is certainly written where it begins
  std::vector<uint8_t> reached;
  std::set<Slot> checked;
};

} // namespace tessera::emulator
