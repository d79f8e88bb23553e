// SPDX-License-Identifier: Apache-2.0
// One function's names while it is built: registers get slots when they are first used, variables get addresses where they
// are declared, labels are looked up at the end.
#pragma once

#include "runner/emulator/program/Builder.h"
#include <string>
#include <unordered_map>

namespace tessera::emulator {

/// What all functions of a module share while it is built.
struct ModuleBuilder {
  Program &program;
  DiagnosticSink &sink;
  std::unordered_map<std::string_view, uint32_t> functions; // index in `Program::functions`
  std::map<std::pair<unsigned, uint64_t>, Slot> constants;  // by bits and value
  uint32_t sharedEnd = 0x400;                               // the next free shared address
  uint64_t nextVariable = 0;                                // the next address of a `.global` or `.const` variable
  std::map<const ptx::Variable *, Symbol> innerShared = {};  // `.shared` variables of functions: placed before all else
  uint64_t variableBytes = 0; // of `.global` and `.const` variables
  size_t errors = 0;
  static constexpr size_t mostErrors = 50; // more are not told, and building ends
  bool isStopped() const { return errors > mostErrors; }

  Slot constant(ptx::Type type, uint64_t bits);
  bool report(DiagnosticId id, ptx::Place place, std::string message);
  /// Gives `variable` an address in its space; false with a report when it can't have one.
  bool placeVariable(const ptx::Variable &variable, Symbol &symbol);
};

struct Register {
  Slot slot = noSlot;
  ptx::Type type = ptx::Type::b32;
};

class FunctionBuilder {
public:
  FunctionBuilder(ModuleBuilder &module, Function &function);
  bool build();

  ModuleBuilder &module;
  Function &function;
  const ptx::Function &syntax;

  /// Null, without a report, when there is none.
  const Register *findRegister(std::string_view name, uint32_t scope);
  const Symbol *findSymbol(std::string_view name, uint32_t scope);
  const ptx::TargetList *findTargets(std::string_view name) const;
  /// The PTX instruction that follows the label; nothing when there is none.
  std::optional<uint32_t> findLabel(std::string_view name, uint32_t scope) const;
  Slot allocate(ptx::Type type);
  /// Bytes in the frame's parameters that nobody else has.
  uint32_t allocateParameter(uint64_t size, uint64_t alignment);

private:
  struct Range { // `%r<100>`
    uint32_t count = 0;
    ptx::Type type = ptx::Type::b32;
    std::unordered_map<uint32_t, Register> used;
  };
  struct ScopeNames {
    std::unordered_map<std::string_view, Register> registers;
    std::unordered_map<std::string_view, Range> ranges;
    std::unordered_map<std::string_view, Symbol> symbols;
    std::unordered_map<std::string_view, uint32_t> labels;
  };
  bool declare();
  bool declareVariable(const ptx::Variable &variable, ScopeNames &names);
  void declareSignature();
  bool checkSizes();
  bool buildInstruction(uint32_t index);
  void patchBranches(const std::vector<uint32_t> &starts);

  void findMissingFences(); // of wgmma: FindFences.cpp

public:
  /// Entries of `Function::slots` that name PTX instructions until branches are patched, and the code that jumps by them.
  std::vector<uint32_t> branchTables;
  std::map<uint32_t, uint32_t> tableOf; // code that jumps by a list -> its length

private:
  std::vector<uint32_t> codeToSource; // the PTX instruction that code belongs to
  std::vector<ScopeNames> scopes;
  std::unordered_map<std::string_view, const ptx::TargetList *> targetLists;
  uint32_t predicateChunk = 0, predicatesLeft = 0;
};

/// Emitted by `InstructionBuilder` around a family's instructions: widths and special registers. See Adapt.cpp.
Handler getNarrowing(unsigned fromBits, unsigned toBits);
Handler getExtension(unsigned fromBits, unsigned toBits, bool isSigned);
/// The handler and the type of `%tid.x` and its kin; null when `name` is none. `detail` is for `Instruction::detail`.
Handler findSpecialRegister(std::string_view name, ptx::Type &type, uint32_t &detail);
/// The address of a local variable or a parameter of this frame: `immediate` is its offset.
Outcome localAddress(Step &step, const Instruction &i);
/// The address of a shared variable as the cluster sees it: `immediate` and the CTA's rank; `detail` is 1 for 64 bits.
Outcome sharedAddress(Step &step, const Instruction &i);
/// Handlers whose `detail` (and the payload's list for brx) name PTX instructions until they are patched.
Outcome branch(Step &step, const Instruction &i);
/// The end of every function: of an entry, the lanes exit.
Outcome returnFromFunction(Step &step, const Instruction &i);

} // namespace tessera::emulator
