// SPDX-License-Identifier: Apache-2.0
// What families ask of one instruction's syntax: see Builder.h.

#include "runner/emulator/program/FunctionBuilder.h"
#include <algorithm>
#include <cstring>

namespace tessera::emulator {

using ptx::Operand;
using ptx::Space;
using ptx::Type;

InstructionBuilder::InstructionBuilder(FunctionBuilder &function, const ptx::Instruction &source)
    : function(function), syntax(source), taken(source.modifiers.size()) {}

// --- modifiers

bool InstructionBuilder::take(std::string_view modifier) {
  for (size_t i = 0; i < taken.size(); ++i)
    if (!taken[i] && syntax.modifiers[i] == modifier)
      return taken[i] = true;
  return false;
}

std::string_view InstructionBuilder::takeOneOf(std::initializer_list<std::string_view> choices) {
  for (std::string_view choice : choices)
    if (take(choice))
      return choice;
  return {};
}

Type InstructionBuilder::takeTypeIfAny() {
  for (size_t i = 0; i < taken.size(); ++i)
    if (Type type = taken[i] ? Type::none : ptx::parseType(syntax.modifiers[i]); type != Type::none) {
      taken[i] = true;
      return type;
    }
  return Type::none;
}

Type InstructionBuilder::takeType(std::initializer_list<Type> allowed) {
  Type type = takeTypeIfAny();
  if (type == Type::none) {
    fail(DiagnosticId::ptxOperand, "`" + std::string(syntax.opcode) + "` has no type");
    return type;
  }
  if (std::find(allowed.begin(), allowed.end(), type) == allowed.end()) {
    fail(DiagnosticId::ptxUnsupported, "`" + std::string(syntax.opcode) + "` does not take the type `." + std::string(ptx::getName(type)) + "` here");
    return Type::none;
  }
  return type;
}

std::string_view InstructionBuilder::takePrefix(std::string_view prefix) {
  for (size_t i = 0; i < taken.size(); ++i)
    if (!taken[i] && syntax.modifiers[i].substr(0, prefix.size()) == prefix) {
      taken[i] = true;
      return syntax.modifiers[i];
    }
  return {};
}

Space InstructionBuilder::takeSpace(bool *isCluster) {
  if (isCluster)
    *isCluster = false;
  static constexpr std::pair<std::string_view, Space> names[] = {
      {"global", Space::global}, {"shared", Space::shared}, {"shared::cta", Space::shared}, {"shared::cluster", Space::shared},
      {"local", Space::local},   {"const", Space::constant}, {"param", Space::param},       {"param::entry", Space::param},
      {"param::func", Space::param}};
  for (auto [name, space] : names)
    if (take(name)) {
      if (isCluster)
        *isCluster = name == "shared::cluster";
      return space;
    }
  return Space::generic;
}

void InstructionBuilder::dropCacheHints() {
  for (size_t i = 0; i < taken.size(); ++i) {
    std::string_view m = syntax.modifiers[i];
    static constexpr std::string_view hints[] = {"ca", "cg", "cs", "lu", "cv", "wb", "wt", "nc", "weak", "level::eviction_priority"};
    bool isHint = std::find(std::begin(hints), std::end(hints), m) != std::end(hints) || m.substr(0, 4) == "L1::" || m.substr(0, 4) == "L2::";
    if (isHint)
      taken[i] = true;
  }
}

bool InstructionBuilder::takenOrLeft(std::string_view modifier) const {
  return std::find(syntax.modifiers.begin(), syntax.modifiers.end(), modifier) != syntax.modifiers.end();
}

bool InstructionBuilder::isPredicate(const Operand &operand) {
  const Register *found = operand.kind == Operand::Kind::name ? function.findRegister(operand.name, syntax.scope) : nullptr;
  return found && found->type == Type::pred;
}

bool InstructionBuilder::isLeft(std::string_view modifier) const {
  for (size_t i = 0; i < taken.size(); ++i)
    if (!taken[i] && syntax.modifiers[i] == modifier)
      return true;
  return false;
}

// --- operands

bool InstructionBuilder::expectOperands(size_t count) { return expectOperands(count, count); }

bool InstructionBuilder::expectOperands(size_t least, size_t most) {
  if (failed)
    return false;
  size_t count = operandCount();
  if (count >= least && count <= most)
    return true;
  std::string wanted = std::to_string(least) + (least == most ? "" : " to " + std::to_string(most));
  return failOperand("`" + std::string(syntax.opcode) + "` has " + std::to_string(count) + " operands, expected " + wanted);
}

static uint64_t toBits(double value, Type type) {
  if (type == Type::f32) {
    float narrow = static_cast<float>(value);
    uint32_t bits;
    std::memcpy(&bits, &narrow, 4);
    return bits;
  }
  uint64_t bits;
  std::memcpy(&bits, &value, 8);
  return bits;
}

Slot InstructionBuilder::read(const Operand &operand, Type type) {
  if (failed || type == Type::none)
    return failed = true, noSlot;
  switch (operand.kind) {
  case Operand::Kind::integer:
    if (type == Type::pred)
      return constant(type, operand.integer ? ~0u : 0);
    if (type == Type::f32 || type == Type::f64)
      return constant(type, toBits(static_cast<double>(static_cast<int64_t>(operand.integer)), type));
    return constant(type, operand.integer);
  case Operand::Kind::f32:
    if (type == Type::f64) {
      uint32_t low = static_cast<uint32_t>(operand.integer);
      float value;
      std::memcpy(&value, &low, 4);
      return constant(type, toBits(value, Type::f64));
    }
    return constant(type, operand.integer);
  case Operand::Kind::f64: {
    double value;
    std::memcpy(&value, &operand.integer, 8);
    return constant(type, type == Type::f32 ? toBits(value, type) : operand.integer);
  }
  case Operand::Kind::name:
  case Operand::Kind::symbolPlus:
    break;
  default:
    return failOperand("a register, a number or a name is expected here"), noSlot;
  }
  return readName(operand, type);
}

Slot InstructionBuilder::readName(const Operand &operand, Type type) {
  unsigned bits = ptx::getBits(type);
  if (operand.negated)
    return failOperand("`!" + std::string(operand.name) + "` stands where no negated predicate is taken"), noSlot;
  if (const Register *found = function.findRegister(operand.name, syntax.scope); found && operand.kind == Operand::Kind::name) {
    reads.push_back(found->slot);
    return adaptSource(*found, type, operand.name);
  }
  Type special = Type::none;
  uint32_t detail = 0;
  if (Handler handler = findSpecialRegister(operand.name, special, detail)) {
    Slot slot = scratch(special);
    emit(handler, slot).detail = detail;
    return adaptSource({slot, special}, type, operand.name);
  }
  if (const Symbol *symbol = function.findSymbol(operand.name, syntax.scope)) {
    uint64_t address = symbol->address + operand.integer;
    bool isFrames = symbol->space == Space::local || (symbol->space == Space::param && !function.function.isEntry);
    if (symbol->space == Space::shared) {
      Slot slot = scratch(bits == 64 ? Type::b64 : Type::b32);
      Instruction &made = emit(sharedAddress, slot);
      made.immediate = address;
      made.detail = bits == 64;
      return slot;
    }
    if (!isFrames)
      return constant(type, address);
    Slot slot = scratch(bits == 64 ? Type::b64 : Type::b32);
    Instruction &made = emit(localAddress, slot);
    made.immediate = address;
    made.detail = (symbol->space == Space::local ? 1 : 0) | (bits == 64 ? 2 : 0);
    return slot;
  }
  if (auto it = function.module.functions.find(operand.name); it != function.module.functions.end())
    return constant(type, 0x0500'0000'0000ull + 16 * it->second);
  if (operand.name == "WARP_SZ")
    return constant(type, warpSize);
  fail(DiagnosticId::ptxName, "`" + std::string(operand.name) + "` is not declared");
  return noSlot;
}

Slot InstructionBuilder::adaptSource(Register found, Type type, std::string_view name) {
  unsigned have = ptx::getBits(found.type), want = ptx::getBits(type);
  bool isPredicate = found.type == Type::pred;
  if (have == want && isPredicate == (type == Type::pred))
    return found.slot;
  Handler narrowing = isPredicate || type == Type::pred || have < want ? nullptr : getNarrowing(have, want);
  if (!narrowing) {
    failOperand("`" + std::string(name) + "` is a `." + std::string(ptx::getName(found.type)) + "` register, `." + std::string(ptx::getName(type)) +
                "` is expected");
    return noSlot;
  }
  Slot slot = scratch(type);
  emit(narrowing, slot, found.slot);
  return slot;
}

Slot InstructionBuilder::write(const Operand &operand, Type type) {
  if (failed || type == Type::none)
    return failed = true, noSlot;
  if (operand.kind == Operand::Kind::sink)
    return scratch(type);
  const Register *found = operand.kind == Operand::Kind::name && !operand.negated ? function.findRegister(operand.name, syntax.scope) : nullptr;
  if (!found) {
    if (operand.kind == Operand::Kind::name)
      fail(DiagnosticId::ptxName, "`" + std::string(operand.name) + "` is no register that is declared");
    else
      failOperand("a register is expected as the destination");
    return noSlot;
  }
  unsigned have = ptx::getBits(found->type), want = ptx::getBits(type);
  writes.push_back(found->slot);
  if (have == want && (found->type == Type::pred) == (type == Type::pred))
    return found->slot;
  Handler extension = found->type == Type::pred || type == Type::pred || have < want ? nullptr : getExtension(want, have, ptx::isSigned(type));
  if (!extension) {
    failOperand("`" + std::string(operand.name) + "` is a `." + std::string(ptx::getName(found->type)) + "` register, `." +
                std::string(ptx::getName(type)) + "` is written");
    return noSlot;
  }
  Slot slot = scratch(type);
  Instruction extend;
  extend.handler = extension;
  extend.d = found->slot;
  extend.a = slot;
  after.push_back(extend);
  return slot;
}

Slot InstructionBuilder::own(const Operand &operand, Type type, bool isRead, bool isWritten) {
  if (failed || type == Type::none)
    return failed = true, noSlot;
  const Register *found = operand.kind == Operand::Kind::name && !operand.negated ? function.findRegister(operand.name, syntax.scope) : nullptr;
  if (!found)
    return failOperand("a register is expected here"), noSlot;
  if (ptx::getBits(found->type) != ptx::getBits(type) || (found->type == Type::pred) != (type == Type::pred)) {
    failOperand("`" + std::string(operand.name) + "` is a `." + std::string(ptx::getName(found->type)) + "` register, `." +
                std::string(ptx::getName(type)) + "` is expected");
    return noSlot;
  }
  if (isRead)
    reads.push_back(found->slot);
  if (isWritten)
    writes.push_back(found->slot);
  return found->slot;
}

Slot InstructionBuilder::readPredicate(const Operand &operand, bool &isNegated) {
  isNegated = operand.negated;
  Operand plain = operand;
  plain.negated = false;
  return read(plain, Type::pred);
}

template <typename Get> static std::pair<uint32_t, uint32_t> collect(InstructionBuilder &b, const Operand &operand, Get get) {
  std::vector<Slot> slots;
  if (operand.kind == Operand::Kind::vector)
    for (const Operand &element : operand.elements)
      slots.push_back(get(element));
  else
    slots.push_back(get(operand));
  return {b.pushSlots(slots), static_cast<uint32_t>(slots.size())};
}

std::pair<uint32_t, uint32_t> InstructionBuilder::readList(const Operand &operand, Type type) {
  return collect(*this, operand, [&](const Operand &o) { return read(o, type); });
}
std::pair<uint32_t, uint32_t> InstructionBuilder::writeList(const Operand &operand, Type type) {
  return collect(*this, operand, [&](const Operand &o) { return write(o, type); });
}
std::pair<uint32_t, uint32_t> InstructionBuilder::readWriteList(const Operand &operand, Type type) {
  return collect(*this, operand, [&](const Operand &o) { return readWrite(o, type); });
}

uint32_t InstructionBuilder::pushSlots(const std::vector<Slot> &slots) {
  std::vector<Slot> &all = function.function.slots;
  uint32_t first = static_cast<uint32_t>(all.size());
  all.insert(all.end(), slots.begin(), slots.end());
  return first;
}

Address InstructionBuilder::readAddress(const Operand &operand, Space space) {
  Address address;
  const Operand *base = &operand;
  if (operand.kind == Operand::Kind::address) {
    address.offset = operand.integer;
    if (operand.elements.empty()) {
      address.base = constant(Type::b64, 0);
      return address;
    }
    base = &operand.elements[0];
  }
  if (failed)
    return address;
  if (base->kind == Operand::Kind::name)
    if (const Register *found = function.findRegister(base->name, syntax.scope)) {
      unsigned bits = ptx::getBits(found->type);
      if (found->type == Type::pred || (bits != 32 && bits != 64)) {
        failOperand("`" + std::string(base->name) + "` is a `." + std::string(ptx::getName(found->type)) + "` register, an address has 32 or 64 bits");
        return address;
      }
      address.isWide = bits == 64;
      reads.push_back(found->slot);
      address.base = found->slot;
      return address;
    }
  // In an access to the CTA's own shared memory the rank need not be there, which saves an instruction.
  bool isOwn = space == Space::shared && !takenOrLeft("shared::cluster");
  if (const Symbol *symbol = isOwn && base->kind == Operand::Kind::name ? function.findSymbol(base->name, syntax.scope) : nullptr;
      symbol && symbol->space == Space::shared)
    address.base = constant(Type::b64, symbol->address);
  else
    address.base = read(*base, Type::b64);
  return address;
}

std::optional<uint64_t> InstructionBuilder::entryParameter(const Address &address, uint64_t bytes) const {
  if (!function.function.isEntry || !(address.base & constantBit) || address.base == noSlot)
    return std::nullopt;
  uint64_t at;
  std::memcpy(&at, &function.module.program.constants[address.base & ~constantBit], 8);
  at += address.offset;
  for (const Parameter &parameter : function.function.parameters)
    if (at >= parameter.offset && at + bytes <= parameter.offset + parameter.size)
      return at;
  return std::nullopt;
}

std::optional<int64_t> InstructionBuilder::literal(size_t index) const {
  if (index >= operandCount() || operand(index).kind != Operand::Kind::integer)
    return std::nullopt;
  return static_cast<int64_t>(operand(index).integer);
}

std::optional<int64_t> InstructionBuilder::expectLiteral(size_t index, int64_t least, int64_t most) {
  std::optional<int64_t> value = literal(index);
  if (value && *value >= least && *value <= most)
    return value;
  failOperand("operand " + std::to_string(index + 1) + " must be a number from " + std::to_string(least) + " to " + std::to_string(most) +
              (value ? ", not " + std::to_string(*value) : ""));
  return std::nullopt;
}

Slot InstructionBuilder::scratch(Type type) { return function.allocate(type); }
Slot InstructionBuilder::constant(Type type, uint64_t bits) { return function.module.constant(type, bits); }

// --- names of control flow

const Symbol *InstructionBuilder::findSymbol(std::string_view name) const { return function.findSymbol(name, syntax.scope); }

std::optional<uint32_t> InstructionBuilder::findFunction(std::string_view name) const {
  auto found = function.module.functions.find(name);
  return found == function.module.functions.end() ? std::nullopt : std::optional<uint32_t>(found->second);
}

bool InstructionBuilder::isDefined(uint32_t index) const { return function.module.program.functions[index].syntax->hasBody; }

std::optional<uint32_t> InstructionBuilder::findLabel(std::string_view name) const { return function.findLabel(name, syntax.scope); }

std::optional<std::vector<uint32_t>> InstructionBuilder::findTargets(std::string_view listName) const {
  const ptx::TargetList *list = function.findTargets(listName);
  if (!list || list->kind != ptx::TargetList::Kind::branchTargets)
    return std::nullopt;
  std::vector<uint32_t> targets;
  for (std::string_view name : list->targets)
    if (std::optional<uint32_t> target = findLabel(name))
      targets.push_back(*target);
    else
      return std::nullopt;
  return targets;
}

void InstructionBuilder::patchTargets(uint32_t first, uint32_t count) {
  for (uint32_t k = 0; k < count; ++k)
    function.branchTables.push_back(first + k);
  function.tableOf[static_cast<uint32_t>(function.function.code.size() - 1)] = count;
}

// --- results

Instruction &InstructionBuilder::emit(Handler handler, Slot d, Slot a, Slot b, Slot c) {
  Function &out = function.function;
  Instruction made;
  made.handler = handler;
  made.d = d, made.a = a, made.b = b, made.c = c;
  made.isConverged = converged;
  made.isContinuation = emitted++ != 0;
  made.place = static_cast<uint32_t>(out.places.size() - 1);
  if (!syntax.guard.empty()) {
    const Register *guard = function.findRegister(syntax.guard, syntax.scope);
    if (guard && guard->type == Type::pred) {
      made.guard = guard->slot;
      made.guardNegated = syntax.guardNegated;
      if (emitted == 1)
        reads.push_back(guard->slot);
    } else if (!failed) {
      fail(DiagnosticId::ptxName, "`" + std::string(syntax.guard) + "` is no predicate that is declared");
    }
  }
  out.code.push_back(made);
  return out.code.back();
}

void InstructionBuilder::keepAlive(std::shared_ptr<const void> value) { function.module.program.payloads.push_back(std::move(value)); }
unsigned InstructionBuilder::ptxVersion() const { return function.module.program.module.version; }
std::string_view InstructionBuilder::target() const { return function.module.program.module.target; }

bool InstructionBuilder::fail(DiagnosticId id, std::string message) {
  if (!failed)
    function.module.report(id, syntax.place, std::move(message));
  failed = true;
  return false;
}

bool InstructionBuilder::finish() {
  if (failed)
    return false;
  for (const Instruction &extend : after) {
    Instruction &made = emit(extend.handler, extend.d, extend.a);
    made.isContinuation = true;
  }
  for (size_t i = 0; i < taken.size(); ++i)
    if (!taken[i])
      return failUnsupported("`." + std::string(syntax.modifiers[i]) + "` of `" + std::string(syntax.opcode) + "` is not supported");
  return true;
}

} // namespace tessera::emulator
