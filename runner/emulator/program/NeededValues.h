// SPDX-License-Identifier: Apache-2.0
// Which values the course of a launch depends on: its addresses, its branches, who waits for what. All others are
// results, and who asks only for a launch's time need not have them computed: an attention's exponentials, a product's
// sums. What is left is what an access, a wait or a branch is made of, on every way back to where it came from.
//
// Registers are told apart, memory is told by its space: where an address comes out of shared memory, all that is
// stored to shared memory is needed. A register is needed everywhere or nowhere.
//
//   loop: add.s32 %i, %i, 1;          needed: the branch looks at it
//         fma.rn.f32 %f, %f, %g, %h;  not needed: only stored, and nobody loads an address from there
//         setp.lt.s32 %p, %i, %n;     needed
//     @%p bra loop;
//         st.global.f32 [%a], %f;     executed, since memory is accessed; what it writes means nothing
#pragma once

#include "runner/emulator/program/Program.h"
#include <unordered_map>

namespace tessera::emulator {

class NeededValues {
public:
  /// `keepsGlobal`: somebody needs what the launch leaves in global memory, as another one of which this is true.
  NeededValues(const Program &program, bool keepsGlobal);

  /// By place in `Function::code`: how many instructions from there on need not be executed.
  const uint16_t *idleOf(const Function &function) const { return functions.at(&function).idle.data(); }
  /// Whether what the instruction at this place (`Instruction::place`) writes is needed.
  bool isNeeded(const Function &function, uint32_t place) const { return functions.at(&function).isNeeded[place]; }
  /// Whether the course of launches depends on what is in global memory.
  bool readsGlobal() const { return (memory & globalBit) != 0; }
  /// Whether anything depends on what is in shared memory.
  bool readsShared() const { return (memory & sharedBit) != 0; }

private:
  enum SpaceBits : uint8_t { globalBit = 1, sharedBit = 2, localBit = 4 };
  enum class Effect : uint8_t {
    value,    // writes registers and does nothing else: executed where somebody needs one of them
    exchange, // is executed, but what it moves matters only where somebody needs it
    rest      // is executed, and needs all that it reads
  };
  /// A PTX instruction.
  struct Statement {
    Effect effect = Effect::rest;
    uint8_t loads = 0, stores = 0;   // spaces
    std::vector<Slot> course, moved; // what it reads, and needs always or only with what it writes
    std::vector<Slot> writes;
  };
  struct FunctionValues {
    std::vector<Statement> statements;
    std::unordered_map<Slot, std::vector<uint32_t>> writers;
    std::unordered_map<Slot, bool> slots; // that are needed
    std::vector<bool> isNeeded;           // by statement
    std::vector<uint16_t> idle;
  };
  using Names = std::unordered_multimap<std::string_view, Slot>;
  static Statement describe(const Function &function, uint32_t code, const ptx::Instruction &syntax,
                            const Names &names);
  void collect(const Function &function);
  void needSlots(FunctionValues &function, const std::vector<Slot> &slots);
  void needStatement(FunctionValues &function, uint32_t index);
  void needMemory(uint8_t spaces);
  void solve();
  static void findIdle(const Function &function, FunctionValues &values);

  std::unordered_map<const Function *, FunctionValues> functions;
  uint8_t memory = 0;  // spaces in which something that is needed lies
  bool copies = false; // between shared and global memory, by themselves
  std::vector<std::pair<FunctionValues *, Slot>> work;
};

} // namespace tessera::emulator
