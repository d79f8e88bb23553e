// SPDX-License-Identifier: Apache-2.0
// A warp's way through the machine code, from what was recorded while it executed the PTX.
//
// The recording says which accesses and barriers came, and which branches were taken; the machine code has them in its
// own order. So a walk issues machine instructions one after another and gives each access or barrier its event:
//
//   recorded   ld a · ld b · bar · st c        machine   LDG b · LDG a · FADD · BAR · STG c
//
// LDG b finds `ld b` second in the recording, as nothing between them orders them. At a branch with a condition the
// walk goes where the next event is: by the PTX branch that the machine's is of, or by which way comes to the next
// event's instruction first. What has no event (its guard held for no lane) is issued without effect; what has an event
// and is nowhere near makes the walk go there (lanes that diverged). Both are counted: a walk that had to guess often
// says so.
#pragma once

#include "runner/emulator/sass/MatchBlocks.h"
#include "runner/emulator/time/Recording.h"

namespace tessera::emulator {

/// What walks through one kernel's code need to know of it.
class WalkPlan {
public:
  WalkPlan(const ptx::Module &module, const MachineKernel &kernel);

  const MachineKernel &kernel;
  const MatchedKernel matched;
  const sass::MachineInstruction &at(uint32_t instruction) const { return kernel.code.instructions[instruction]; }
  uint32_t statementAt(uint32_t instruction) const { return matched.statements[instruction]; }

  /// Does what the statement is for: an event may belong to it.
  bool isCarrier(uint32_t instruction) const { return carrierOf[instruction] != nothing; }
  bool hasCarrier(uint32_t statement) const { return carrierNumbers.count(statement) != 0; }
  /// How many events of its statement, each of an access of `bytes` a lane, the instruction is: 1, or more where
  /// iterations of an unrolled loop access neighbours and became one access.
  uint32_t countMerged(uint32_t instruction, uint32_t bytes) const;
  /// How far it is from the beginning of a block to the first instruction that carries the statement; `unreachable`.
  uint32_t distance(uint32_t block, uint32_t statement) const;
  /// The block that is nearest to the code's beginning among those that carry the statement.
  uint32_t homeOf(uint32_t statement) const;
  /// To the end of the lanes.
  uint32_t distanceToExit(uint32_t block) const { return exits[block]; }

  /// A branch with a condition whose way the PTX branch tells.
  struct Turn {
    bool isKnown = false, isInverted = false;
    uint32_t repeats = 1; // PTX iterations that one passage of it stands for: of an unrolled loop
  };
  const Turn &turnAt(uint32_t instruction) const { return turns[instruction]; }
  /// Whether a machine branch's way is told by this PTX branch.
  bool turnsBy(uint32_t statement) const { return turning.count(statement) != 0; }

  static constexpr uint32_t unreachable = ~0u;

private:
  static constexpr uint32_t nothing = ~0u;
  void findCarriers(const ptx::Module &module);
  void findMerged(const ptx::Module &module);
  void measure();
  void findTurns(const ptx::Module &module);
  std::vector<uint32_t> measureTo(const std::vector<std::pair<uint32_t, uint32_t>> &places) const;

  std::vector<uint32_t> carrierOf; // by instruction: the number of its statement among those carried
  std::unordered_map<uint32_t, uint32_t> carrierNumbers;
  std::vector<std::vector<std::pair<uint32_t, uint32_t>>> places; // of each: blocks, offsets in them
  std::vector<std::vector<uint32_t>> distances;                   // of each, by block
  std::vector<std::vector<uint32_t>> predecessors;
  std::vector<uint32_t> exits; // by block
  std::vector<Turn> turns;     // by instruction
  struct Copies {
    uint32_t before = 0, all = 0; // bytes of a lane: of the statement's earlier copies in its machine block, and of all
    uint32_t iterations = 0;      // that stand there; 0: no fewer copies than these
  };
  std::vector<Copies> copies; // by instruction
  std::unordered_map<uint32_t, uint32_t> turning;
};

class Walk {
public:
  Walk(const WalkPlan &plan, const std::vector<RecordedEvent> &events);

  bool isAtEnd() const { return pc == end; }
  /// The next machine instruction; not at the end.
  uint32_t instruction() const { return pc; }
  /// The event of it; null where it has none: it touches no memory, or no lane executes it.
  const RecordedEvent *event() const { return current; }
  /// Whether going on takes another way than straight on.
  bool jumps() const { return next != pc + 1; }
  void advance();

  struct Quality {
    uint64_t events = 0;    // that were recorded and have an instruction
    uint64_t displaced = 0; // of them, those that the walk had to go to
    uint64_t lost = 0;      // that it never came to
    uint64_t empty = 0;     // accesses without a guard that were issued without an event
  };
  const Quality &quality() const { return counted; }

private:
  static constexpr uint32_t end = ~0u;
  static constexpr size_t deepestCalls = 16;
  static constexpr size_t window = 96; // events that an instruction may be ahead of the recording
  void settle();
  const RecordedEvent *takeEvent(uint32_t instruction);
  void takeMerged(size_t of, uint32_t count);
  const RecordedEvent *takeOthers(size_t of);
  void passBranches(size_t before);

  const RecordedEvent *peekAccess();
  enum class Lanes : uint8_t { none, some, all };
  Lanes takeTurn(uint32_t statement, uint32_t repeats);
  uint32_t chooseWay(uint32_t block);
  void skipTaken();
  bool isWanted(const RecordedEvent &event) const;

  const WalkPlan &plan;
  const std::vector<RecordedEvent> &events;
  size_t first = 0; // the first event that is not done with
  std::vector<bool> taken;
  std::unordered_map<uint32_t, uint32_t> passed; // by statement of a branch: how often it was left behind
  uint32_t pc = 0, next = 0;
  std::vector<uint32_t> returns; // of ptxas's own subroutines
  uint64_t idle = 0;             // instructions since the last event
  uint64_t progress = 0;         // events and turns so far
  struct Visits {
    uint64_t progress = 0;
    uint32_t count = 0; // without progress
  };
  std::unordered_map<uint32_t, Visits> visits; // by branch with a condition
  unsigned timesAstray = 0;
  const RecordedEvent *current = nullptr;
  Quality counted;
};

} // namespace tessera::emulator
