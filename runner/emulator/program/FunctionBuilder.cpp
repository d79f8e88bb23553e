// SPDX-License-Identifier: Apache-2.0
// Builds one function: declares its names, builds its instructions one after another, patches branches, and finds out where
// a register may be read that nothing has written.

#include "runner/emulator/machine/Memory.h"
#include "runner/emulator/program/FunctionBuilder.h"
#include "runner/emulator/program/UnwrittenRegisters.h"
#include <algorithm>

namespace tessera::emulator {

using ptx::Space;
using ptx::Type;

FunctionBuilder::FunctionBuilder(ModuleBuilder &module, Function &function) : module(module), function(function), syntax(*function.syntax) {}

static unsigned slotBytes(Type type) {
  unsigned bits = ptx::getBits(type);
  return type == Type::pred ? 4 : warpSize * (bits <= 8 ? 1 : bits / 8);
}

constexpr uint64_t mostKernelParameters = 32764, mostParameterBytes = 1 << 20, mostLocalBytes = 512 << 10;
constexpr uint64_t mostRegisterBytes = 64 << 20, mostConstantBytes = 256 << 20;

Slot FunctionBuilder::allocate(Type type) {
  if (function.registerBytes > mostRegisterBytes)
    return 0; // `checkSizes` refuses the function
  if (type == Type::pred) { // 32 predicates share what one 32-bit register takes
    if (predicatesLeft == 0) {
      predicateChunk = function.registerBytes;
      function.registerBytes += 4 * warpSize;
      predicatesLeft = warpSize;
    }
    return predicateChunk + 4 * (warpSize - predicatesLeft--);
  }
  Slot slot = function.registerBytes;
  function.registerBytes += slotBytes(type);
  return slot;
}

uint32_t FunctionBuilder::allocateParameter(uint64_t size, uint64_t alignment) {
  uint64_t at = (function.parameterBytes + alignment - 1) / alignment * alignment;
  function.parameterBytes = static_cast<uint32_t>(at + size);
  return static_cast<uint32_t>(at);
}

// --- names

/// `%r12` as prefix `%r` and 12; false when there are no digits at its end, or a zero before them.
static bool splitNumber(std::string_view name, std::string_view &prefix, uint32_t &number) {
  size_t digits = name.size();
  while (digits > 0 && name[digits - 1] >= '0' && name[digits - 1] <= '9')
    --digits;
  size_t length = name.size() - digits;
  if (length == 0 || length > 9 || (length > 1 && name[digits] == '0'))
    return false;
  prefix = name.substr(0, digits);
  number = 0;
  for (char c : name.substr(digits))
    number = number * 10 + static_cast<uint32_t>(c - '0');
  return true;
}

const Register *FunctionBuilder::findRegister(std::string_view name, uint32_t scope) {
  std::string_view prefix;
  uint32_t number = 0;
  bool isNumbered = splitNumber(name, prefix, number);
  for (int32_t at = static_cast<int32_t>(scope); at >= 0; at = syntax.scopes[at].parent) {
    ScopeNames &names = scopes[at];
    if (auto it = names.registers.find(name); it != names.registers.end()) {
      if (it->second.slot == noSlot) {
        it->second.slot = allocate(it->second.type);
        function.registerNames.emplace_back(it->second.slot, std::string(name));
        function.registerTypes[it->second.slot] = it->second.type;
      }
      return &it->second;
    }
    if (!isNumbered)
      continue;
    // The digits of a range's own name may be part of it: `%SPL1<2>` declares `%SPL10`.
    for (std::string_view head = prefix;; head = name.substr(0, head.size() + 1)) {
      if (auto it = names.ranges.find(head); it != names.ranges.end() && head.size() < name.size() && splitNumber(name, prefix, number)) {
        uint32_t index = 0;
        for (char c : name.substr(head.size()))
          index = index * 10 + static_cast<uint32_t>(c - '0');
        if (index < it->second.count) {
          Register &found = it->second.used[index];
          if (found.slot == noSlot) {
            found = {allocate(it->second.type), it->second.type};
            function.registerNames.emplace_back(found.slot, std::string(name));
            function.registerTypes[found.slot] = found.type;
          }
          return &found;
        }
      }
      if (head.size() + 1 >= name.size())
        break;
    }
  }
  return nullptr;
}

const Symbol *FunctionBuilder::findSymbol(std::string_view name, uint32_t scope) {
  for (int32_t at = static_cast<int32_t>(scope); at >= 0; at = syntax.scopes[at].parent)
    if (auto it = scopes[at].symbols.find(name); it != scopes[at].symbols.end())
      return &it->second;
  auto it = module.program.symbols.find(name);
  return it == module.program.symbols.end() ? nullptr : &it->second;
}

const ptx::TargetList *FunctionBuilder::findTargets(std::string_view name) const {
  auto found = targetLists.find(name);
  return found == targetLists.end() ? nullptr : found->second;
}

std::optional<uint32_t> FunctionBuilder::findLabel(std::string_view name, uint32_t scope) const {
  for (int32_t at = static_cast<int32_t>(scope); at >= 0; at = syntax.scopes[at].parent)
    if (auto it = scopes[at].labels.find(name); it != scopes[at].labels.end())
      return it->second;
  return std::nullopt;
}

bool FunctionBuilder::declareVariable(const ptx::Variable &variable, ScopeNames &names) {
  if (variable.space == Space::reg) {
    if (variable.vector != 1)
      return module.report(DiagnosticId::ptxUnsupported, variable.place, "a vector register is not supported");
    if (variable.parameterized)
      names.ranges[variable.name] = {variable.parameterized, variable.type, {}};
    else
      names.registers[variable.name] = {noSlot, variable.type};
    return true;
  }
  Symbol symbol;
  symbol.space = variable.space;
  if (variable.space == Space::local || variable.space == Space::param) {
    uint64_t count = variable.vector;
    for (uint64_t extent : variable.dimensions)
      count = extent && count > (1u << 26) / extent ? (1u << 27) : count * extent;
    uint64_t unit = std::max(1u, ptx::getBits(variable.type) / 8);
    symbol.size = count * unit;
    symbol.alignment = std::max<uint64_t>({variable.alignment, unit, 1});
    bool isParameter = variable.space == Space::param;
    uint64_t taken = isParameter ? function.parameterBytes : function.localBytes, most = isParameter ? mostParameterBytes : mostLocalBytes;
    if (symbol.size > most || symbol.alignment > 4096 || taken + symbol.size + symbol.alignment > most)
      return module.report(DiagnosticId::launchLimit, variable.place, "with `" + std::string(variable.name) + "` `" + function.name + "` takes more than " +
                                                                          std::to_string(most >> 10) + " KiB a thread of ." + std::string(ptx::getName(variable.space)) + " memory");
    if (variable.space == Space::param) {
      symbol.address = allocateParameter(symbol.size, symbol.alignment);
    } else {
      symbol.address = (function.localBytes + symbol.alignment - 1) / symbol.alignment * symbol.alignment;
      function.localBytes = static_cast<uint32_t>(symbol.address + symbol.size);
    }
  } else if (auto placed = module.innerShared.find(&variable); placed != module.innerShared.end()) {
    symbol = placed->second;
  } else if (variable.space == Space::shared && (variable.isExtern || variable.isUnsizedArray)) {
    symbol.address = sharedBase + module.program.staticSharedBytes;
    if (variable.alignment > module.program.dynamicSharedAlignment)
      return module.report(DiagnosticId::ptxUnsupported, variable.place, "dynamic shared memory of a larger alignment must be declared at module level");
  } else if (!module.placeVariable(variable, symbol)) {
    return false;
  }
  names.symbols[variable.name] = symbol;
  return true;
}

void FunctionBuilder::declareSignature() {
  auto declare = [&](const ptx::Variable &variable, std::vector<Parameter> &list, uint64_t &next) {
    Parameter parameter;
    parameter.name = std::string(variable.name);
    parameter.type = variable.type;
    parameter.isPointer = variable.isPointer;
    uint64_t unit = std::max(1u, ptx::getBits(variable.type) / 8);
    parameter.size = unit * variable.vector;
    for (uint64_t extent : variable.dimensions)
      parameter.size = extent && parameter.size > (1u << 20) / extent ? (1u << 20) : parameter.size * extent;
    parameter.alignment = std::max<uint64_t>(variable.alignment, unit);
    parameter.offset = (next + parameter.alignment - 1) / parameter.alignment * parameter.alignment;
    next = std::min(parameter.offset + parameter.size, 2 * mostParameterBytes);
    Symbol symbol{Space::param, parameter.offset, parameter.size, parameter.alignment};
    if (!scopes.empty() && !variable.name.empty())
      scopes[0].symbols[variable.name] = symbol;
    list.push_back(std::move(parameter));
  };
  uint64_t next = 0;
  for (const ptx::Variable &variable : syntax.results)
    declare(variable, function.results, next);
  for (const ptx::Variable &variable : syntax.parameters)
    declare(variable, function.parameters, next);
  function.parameterBytes = static_cast<uint32_t>(next);
  if (next > mostParameterBytes)
    module.report(DiagnosticId::launchLimit, syntax.place, "`" + function.name + "` has more than " + std::to_string(mostParameterBytes) + " bytes of parameters");
}

bool FunctionBuilder::declare() {
  scopes.resize(std::max<size_t>(1, syntax.scopes.size()));
  for (const std::vector<ptx::Variable> *list : {&syntax.results, &syntax.parameters})
    for (const ptx::Variable &variable : *list)
      if (variable.space == Space::reg)
        return module.report(DiagnosticId::ptxUnsupported, variable.place, "a parameter in a register (`.reg`) is not supported, `.param` is");
  declareSignature();
  bool ok = true;
  for (size_t scope = 0; scope < syntax.scopes.size(); ++scope)
    for (const ptx::Variable &variable : syntax.scopes[scope].variables)
      ok &= declareVariable(variable, scopes[scope]);
  for (const ptx::TargetList &list : syntax.targetLists)
    targetLists.emplace(list.name, &list);
  for (const ptx::Label &label : syntax.labels)
    scopes[label.scope].labels[label.name] = label.instruction;
  return ok;
}

// --- instructions

bool FunctionBuilder::buildInstruction(uint32_t index) {
  const ptx::Instruction &source = syntax.instructions[index];
  function.places.push_back({source.place, source.sourceLine});
  Builder builder = getForms().find(source);
  std::string name(source.opcode);
  if (!builder) {
    std::string near;
    for (const std::string &candidate : getForms().nearest(source.opcode))
      near += (near.empty() ? "; did you mean `" : "`, `") + candidate;
    for (std::string_view modifier : source.modifiers)
      name += "." + std::string(modifier);
    return module.report(DiagnosticId::ptxUnsupported, source.place, "the instruction `" + name + "` is not supported" + (near.empty() ? "" : near + "`"));
  }
  InstructionBuilder b(*this, source);
  size_t first = function.code.size();
  if (!builder(b)) {
    if (!b.failed)
      b.fail(DiagnosticId::ptxUnsupported, "this form of `" + name + "` is not supported");
    return false;
  }
  if (!b.finish())
    return false;
  function.uses.resize(function.code.size());
  if (first < function.code.size()) {
    Function::Uses &uses = function.uses[first];
    uses.first = static_cast<uint32_t>(function.useSlots.size());
    uses.reads = static_cast<uint16_t>(b.reads.size());
    uses.writes = static_cast<uint16_t>(b.writes.size());
    function.useSlots.insert(function.useSlots.end(), b.reads.begin(), b.reads.end());
    function.useSlots.insert(function.useSlots.end(), b.writes.begin(), b.writes.end());
  }
  return true;
}

void FunctionBuilder::patchBranches(const std::vector<uint32_t> &starts) {
  for (Instruction &i : function.code) {
    if (i.handler == branch)
      i.detail = starts[i.detail];
  }
  for (uint32_t at : branchTables)
    function.slots[at] = starts[function.slots[at]];
}

/// What a frame takes is bounded, and with it what a launch takes. A kernel's parameters: PTX ISA, "Kernel Function Parameters".
bool FunctionBuilder::checkSizes() {
  auto refuse = [&](const std::string &what) {
    return module.report(DiagnosticId::launchLimit, syntax.place, "`" + function.name + "` " + what);
  };
  if (function.isEntry && !function.parameters.empty() && function.parameters.back().offset + function.parameters.back().size > mostKernelParameters)
    return refuse("has more than " + std::to_string(mostKernelParameters) + " bytes of parameters");
  if (function.registerBytes > mostRegisterBytes)
    return refuse("has more registers than the emulator allows: " + std::to_string(mostRegisterBytes / warpSize / 4) + " of 32 bits");
  if (module.program.constants.size() > mostConstantBytes)
    return refuse("has more immediates than the emulator allows");
  return true;
}

bool FunctionBuilder::build() {
  if (!declare())
    return false;
  if (!syntax.hasBody)
    return true;
  bool ok = true;
  std::vector<uint32_t> starts;
  for (uint32_t index = 0; index < syntax.instructions.size() && !module.isStopped(); ++index) {
    starts.push_back(static_cast<uint32_t>(function.code.size()));
    ok &= buildInstruction(index);
  }
  starts.push_back(static_cast<uint32_t>(function.code.size()));
  Instruction end;
  end.handler = returnFromFunction;
  function.places.push_back({syntax.instructions.empty() ? syntax.place : syntax.instructions.back().place, -1});
  end.place = static_cast<uint32_t>(function.places.size() - 1);
  function.code.push_back(end);
  function.uses.resize(function.code.size());
  if (!ok || module.isStopped() || !checkSizes()) // stopped: instructions are missing
    return false;
  patchBranches(starts);
  codeToSource.assign(function.code.size(), static_cast<uint32_t>(syntax.instructions.size()));
  for (uint32_t index = 0; index < syntax.instructions.size(); ++index)
    std::fill(codeToSource.begin() + starts[index], codeToSource.begin() + starts[index + 1], index);
  UnwrittenRegisters(function, starts, codeToSource, tableOf).mark();
  findMissingFences();
  std::sort(function.registerNames.begin(), function.registerNames.end());
  return true;
}

} // namespace tessera::emulator
