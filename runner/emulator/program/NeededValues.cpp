// SPDX-License-Identifier: Apache-2.0
#include "runner/emulator/program/NeededValues.h"
#include <algorithm>

namespace tessera::emulator {

using ptx::Operand;

namespace {

/// Opcodes that make registers of registers, where they have no carry flag: those are few and executed always.
constexpr std::string_view valueOpcodes[] = {
    "abs",   "add",  "and",  "bfe",  "bfi",   "bfind", "bmsk",      "brev", "clz",      "cnot", "copysign", "cos",
    "cvt",   "cvta", "div",  "dp2a", "dp4a",  "ex2",   "fma",       "fns",  "isspacep", "lg2",  "lop3",     "mad",
    "mad24", "mapa", "max",  "min",  "mma",   "mov",   "movmatrix", "mul",  "mul24",    "neg",  "not",      "or",
    "popc",  "prmt", "rcp",  "rem",  "rsqrt", "sad",   "selp",      "set",  "setp",     "shf",  "shl",      "shr",
    "sin",   "slct", "sqrt", "sub",  "szext", "tanh",  "testp",     "xor"};

bool isAnyOf(std::string_view opcode, std::initializer_list<std::string_view> of) {
  return std::find(of.begin(), of.end(), opcode) != of.end();
}

void addNames(const Operand &operand, std::vector<std::string_view> &names) {
  if (operand.kind == Operand::Kind::name)
    names.push_back(operand.name);
  for (const Operand &element : operand.elements)
    addNames(element, names);
}

} // namespace

/// What instruction `syntax`, whose code begins at `code`, does with what it reads.
NeededValues::Statement NeededValues::describe(const Function &function, uint32_t code, const ptx::Instruction &syntax,
                                               const Names &names) {
  Statement made;
  const Function::Uses &uses = function.uses[code];
  const Slot *slots = function.useSlots.data() + uses.first;
  std::vector<Slot> reads(slots, slots + uses.reads);
  made.writes.assign(slots + uses.reads, slots + uses.reads + uses.writes);
  std::string_view opcode = syntax.opcode;
  auto has = [&](std::string_view modifier) { return ptx::hasModifier(syntax, modifier); };
  auto spaces = [&]() -> uint8_t {
    if (has("param") || has("const") || has("param::entry") || has("param::func"))
      return 0; // a launch's parameters don't change, and those of a call are needed with it
    return has("global")                                                   ? globalBit
           : has("shared") || has("shared::cta") || has("shared::cluster") ? sharedBit
           : has("local")                                                  ? localBit
                                                                           : globalBit | sharedBit | localBit;
  };
  size_t count = syntax.operands.size();
  std::vector<size_t> moved; // operands of which the values matter only where somebody needs what is written
  bool isAsync = has("async") || has("bulk");
  if (std::binary_search(std::begin(valueOpcodes), std::end(valueOpcodes), opcode) && !has("cc")) {
    made.effect = Effect::value;
    for (size_t k = 0; k < count; ++k)
      moved.push_back(k);
  } else if (isAnyOf(opcode, {"ld", "ldu", "ldmatrix"})) {
    made.effect = Effect::exchange;
    made.loads = opcode == "ldmatrix" ? static_cast<uint8_t>(sharedBit) : spaces();
  } else if (isAnyOf(opcode, {"st", "stmatrix"}) && !isAsync && count > 1 && (spaces() || opcode == "stmatrix")) {
    made.effect = Effect::exchange;
    made.stores = opcode == "stmatrix" ? static_cast<uint8_t>(sharedBit) : spaces();
    moved.push_back(1);
  } else if (isAnyOf(opcode, {"atom", "red"}) && !isAsync) {
    made.effect = Effect::exchange;
    made.stores = spaces();
    made.loads = opcode == "atom" ? made.stores : 0;
    for (size_t k = opcode == "atom" ? 2 : 1; k < count; ++k)
      moved.push_back(k);
  } else if (isAnyOf(opcode, {"shfl", "vote", "match", "redux"})) {
    made.effect = Effect::exchange; // lanes meet there: who they are is the last operand
    for (size_t k = 1; k + 1 < count; ++k)
      moved.push_back(k);
  } else if (opcode == "wgmma" && has("mma_async")) {
    made.effect = Effect::exchange;
    made.loads = sharedBit;
    for (size_t k = 0; k < count; ++k)
      if (syntax.operands[k].kind == Operand::Kind::vector)
        moved.push_back(k);
  }
  // A register that stands in one of them and beside is needed.
  std::vector<std::string_view> movedNames, courseNames;
  for (size_t k = 0; k < count; ++k)
    addNames(syntax.operands[k], std::find(moved.begin(), moved.end(), k) != moved.end() ? movedNames : courseNames);
  for (Slot slot : reads) {
    if (slot & constantBit)
      continue;
    auto isNamed = [&](const std::vector<std::string_view> &list) {
      return std::any_of(list.begin(), list.end(), [&](std::string_view name) {
        auto [first, last] = names.equal_range(name);
        return std::any_of(first, last, [&](const auto &one) { return one.second == slot; });
      });
    };
    bool isMoved = made.effect == Effect::value || (isNamed(movedNames) && !isNamed(courseNames));
    (isMoved ? made.moved : made.course).push_back(slot);
  }
  return made;
}

void NeededValues::collect(const Function &function) {
  FunctionValues &values = functions[&function];
  if (function.isExtern)
    return;
  Names names;
  for (const auto &[slot, name] : function.registerNames)
    names.emplace(name, slot);
  const std::vector<ptx::Instruction> &syntax = function.syntax->instructions;
  values.statements.resize(function.places.size()); // the `ret` at the end is one more
  values.isNeeded.resize(function.places.size());
  for (uint32_t at = 0; at < function.code.size(); ++at) {
    const Instruction &i = function.code[at];
    if (i.isContinuation || i.place >= syntax.size())
      continue;
    Statement &statement = values.statements[i.place] = describe(function, at, syntax[i.place], names);
    if (i.guard != noSlot && !(i.guard & constantBit))
      (statement.effect == Effect::value ? statement.moved : statement.course).push_back(i.guard);
    for (Slot slot : statement.writes)
      values.writers[slot].push_back(i.place);
    copies |= syntax[i.place].opcode == "cp";
    // What is called, printf too, may look at all that its caller has.
    if (syntax[i.place].opcode == "call")
      memory |= localBit;
  }
}

void NeededValues::needSlots(FunctionValues &function, const std::vector<Slot> &slots) {
  for (Slot slot : slots)
    if (bool &isNeeded = function.slots[slot]; !isNeeded) {
      isNeeded = true;
      work.emplace_back(&function, slot);
    }
}

/// Somebody needs what it writes.
void NeededValues::needStatement(FunctionValues &function, uint32_t index) {
  if (function.isNeeded[index])
    return;
  function.isNeeded[index] = true;
  const Statement &statement = function.statements[index];
  needSlots(function, statement.moved);
  needMemory(statement.loads);
}

void NeededValues::needMemory(uint8_t spaces) {
  if (copies && spaces & (globalBit | sharedBit))
    spaces |= globalBit | sharedBit;
  uint8_t added = spaces & ~memory;
  if (!added)
    return;
  memory |= added;
  for (auto &[function, values] : functions)
    for (const Statement &statement : values.statements)
      if (statement.stores & added)
        needSlots(values, statement.moved);
}

void NeededValues::solve() {
  for (auto &[function, values] : functions)
    for (const Statement &statement : values.statements) {
      needSlots(values, statement.course);
      if (statement.effect == Effect::rest)
        needSlots(values, statement.moved);
    }
  while (!work.empty()) {
    auto [values, slot] = work.back();
    work.pop_back();
    if (auto found = values->writers.find(slot); found != values->writers.end())
      for (uint32_t index : found->second)
        needStatement(*values, index);
  }
}

void NeededValues::findIdle(const Function &function, FunctionValues &values) {
  values.idle.resize(function.code.size());
  for (size_t at = function.code.size(); at-- > 0;) {
    uint32_t place = function.code[at].place;
    bool isIdle = values.statements[place].effect == Effect::value && !values.isNeeded[place];
    size_t behind = at + 1 < values.idle.size() ? values.idle[at + 1] : 0;
    values.idle[at] = isIdle ? static_cast<uint16_t>(std::min<size_t>(behind + 1, 0xffff)) : 0;
  }
}

NeededValues::NeededValues(const Program &program, bool keepsGlobal) {
  for (const Function &function : program.functions)
    collect(function);
  uint8_t known = memory;
  memory = 0;
  needMemory(known | (keepsGlobal ? globalBit : 0));
  solve();
  for (const Function &function : program.functions)
    findIdle(function, functions[&function]);
}

} // namespace tessera::emulator
