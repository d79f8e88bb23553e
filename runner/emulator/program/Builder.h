// SPDX-License-Identifier: Apache-2.0
// How an instruction family says what it takes. A family is a file under `instructions/` with handlers and one builder per
// opcode; the builder takes modifiers and operands off the syntax, checks them, and emits. What a builder does not take is
// an error after it, so that nothing is ignored by accident.
//
//   // add{.sat}.s32 d, a, b
//   bool buildAdd(InstructionBuilder &b) {
//     bool saturates = b.take("sat");
//     Type type = b.takeType({Type::u32, Type::s32});
//     if (type == Type::none || !b.expectOperands(3)) return false;
//     b.emit(saturates ? addSaturated : add, b.write(0, type), b.read(1, type), b.read(2, type));
//     return true;
//   }
#pragma once

#include "runner/emulator/program/Program.h"
#include <initializer_list>
#include <optional>
#include <utility>

namespace tessera::emulator {

class FunctionBuilder;
struct Register;

/// `[base + offset]`. Handlers compute addresses by `Step::addresses`.
struct Address {
  Slot base = noSlot;
  bool isWide = true;  // the base has 64-bit lanes, else 32-bit ones
  uint64_t offset = 0;
};

class InstructionBuilder {
public:
  InstructionBuilder(FunctionBuilder &function, const ptx::Instruction &source);

  const ptx::Instruction &source() const { return syntax; }

  // --- modifiers: each may be taken once; order is the text's only where two of a kind are left
  bool take(std::string_view modifier);
  /// The first of `choices` that is there; empty without one.
  std::string_view takeOneOf(std::initializer_list<std::string_view> choices);
  /// The first modifier left that names a type; an error (and `none`) when there is none or it is not in `allowed`.
  ptx::Type takeType(std::initializer_list<ptx::Type> allowed);
  /// Any type, or `none` without an error.
  ptx::Type takeTypeIfAny();
  /// A modifier left that begins with `prefix`; empty without one.
  std::string_view takePrefix(std::string_view prefix);
  /// `.global`, `.shared`, `.shared::cta`, `.shared::cluster`, `.local`, `.const`, `.param`; generic without one.
  /// `isCluster` tells `shared::cluster`.
  ptx::Space takeSpace(bool *isCluster = nullptr);
  /// Drops modifiers without meaning here: cache operators, eviction priorities, `.L2::…`, `.weak`.
  void dropCacheHints();
  bool isLeft(std::string_view modifier) const;
  bool takenOrLeft(std::string_view modifier) const;

  // --- operands
  size_t operandCount() const { return syntax.operands.size(); }
  const ptx::Operand &operand(size_t index) const { return syntax.operands[index]; }
  bool expectOperands(size_t count);
  bool expectOperands(size_t least, size_t most);
  /// The slot of a source of `type`: a register (narrowed if it is wider), a special register, an immediate, an address of
  /// a symbol. With `none` or an error reported: `noSlot`, and the instruction is refused.
  Slot read(size_t index, ptx::Type type) { return read(syntax.operands[index], type); }
  Slot read(const ptx::Operand &operand, ptx::Type type);
  /// The slot of a destination; `_` gives a slot that nobody reads. Extended behind the instruction if the register is wider
  /// (`isSigned(type)` decides how).
  Slot write(size_t index, ptx::Type type) { return write(syntax.operands[index], type); }
  Slot write(const ptx::Operand &operand, ptx::Type type);
  /// A destination that is read too, or written in part: never adapted.
  Slot readWrite(const ptx::Operand &operand, ptx::Type type) { return own(operand, type, true); }
  /// A register that an asynchronous instruction owns until it ends, not a copy of it: never adapted.
  Slot own(const ptx::Operand &operand, ptx::Type type, bool isRead, bool isWritten = true);
  /// A predicate source; `isNegated` is set for `!%p`. Literals 0 and 1 are taken where PTX does.
  Slot readPredicate(const ptx::Operand &operand, bool &isNegated);
  /// Whether `operand` is a predicate register: where an instruction takes either that or a number.
  bool isPredicate(const ptx::Operand &operand);
  Slot writePredicate(const ptx::Operand &operand) { return write(operand, ptx::Type::pred); }
  /// Elements of a vector operand, or the operand itself when it is none; pushed to `Function::slots` as one run.
  std::pair<uint32_t, uint32_t> readList(const ptx::Operand &operand, ptx::Type type);
  std::pair<uint32_t, uint32_t> writeList(const ptx::Operand &operand, ptx::Type type);
  std::pair<uint32_t, uint32_t> readWriteList(const ptx::Operand &operand, ptx::Type type);
  uint32_t pushSlots(const std::vector<Slot> &slots); // index of the first
  /// `[…]` in `space`; a bare symbol or register is taken as an address too where PTX does.
  Address readAddress(const ptx::Operand &operand, ptx::Space space);
  // --- names of control flow
  const Symbol *findSymbol(std::string_view name) const;
  std::optional<uint32_t> findFunction(std::string_view name) const; // in `Program::functions`
  bool isDefined(uint32_t function) const;                           // has a body here
  /// PTX instructions until the function builder patches them to code.
  std::optional<uint32_t> findLabel(std::string_view name) const;
  std::optional<std::vector<uint32_t>> findTargets(std::string_view listName) const;
  /// Entries of `Function::slots` that name PTX instructions: patched with the branches. After `emit`.
  void patchTargets(uint32_t first, uint32_t count);

  /// The offset in the launch's parameters when `address` is a constant inside an entry's own; nothing otherwise.
  std::optional<uint64_t> entryParameter(const Address &address, uint64_t bytes) const;
  /// An integer literal, without an error.
  std::optional<int64_t> literal(size_t index) const;
  /// An integer literal of [least, most]; an error and nothing otherwise.
  std::optional<int64_t> expectLiteral(size_t index, int64_t least, int64_t most);
  /// A slot of this instruction's own for values between its parts.
  Slot scratch(ptx::Type type);
  /// A constant of all lanes.
  Slot constant(ptx::Type type, uint64_t bits);

  // --- results
  /// Emits with this instruction's guard and place. The reference is valid until the next `emit`.
  Instruction &emit(Handler handler, Slot d = noSlot, Slot a = noSlot, Slot b = noSlot, Slot c = noSlot);
  /// Keeps `value` as long as the program and returns its address, for `Instruction::payload`.
  template <typename T> const T *keep(T value) {
    auto kept = std::make_shared<const T>(std::move(value));
    const T *address = kept.get();
    keepAlive(std::move(kept));
    return address;
  }
  void setConverged() { converged = true; } // all that is emitted from here
  unsigned ptxVersion() const;
  std::string_view target() const;

  /// Always false, for `return b.fail(…)`.
  bool fail(DiagnosticId id, std::string message);
  bool failOperand(std::string message) { return fail(DiagnosticId::ptxOperand, std::move(message)); }
  bool failUnsupported(std::string message) { return fail(DiagnosticId::ptxUnsupported, std::move(message)); }
  /// Reports modifiers that nobody took. Called by the function builder after the family's.
  bool finish();

private:
  friend class FunctionBuilder;
  void keepAlive(std::shared_ptr<const void> value);
  Slot readName(const ptx::Operand &operand, ptx::Type type);
  Slot adaptSource(Register found, ptx::Type type, std::string_view name);

  FunctionBuilder &function;
  const ptx::Instruction &syntax;
  std::vector<bool> taken;
  std::vector<Instruction> after; // what extends destinations
  std::vector<Slot> reads, writes; // registers of the text, for `Function::uses`
  bool converged = false, failed = false;
  size_t emitted = 0;
};

using Builder = bool (*)(InstructionBuilder &);

/// Opcode to builder. Several families may share an opcode (`cp`, `mbarrier`): `when` is the first modifier that selects
/// one, empty for the rest.
class Forms {
public:
  void add(std::string_view opcode, Builder builder, std::string_view when = {});
  Builder find(const ptx::Instruction &instruction) const;
  /// Names nearest to `opcode`, for a message.
  std::vector<std::string> nearest(std::string_view opcode) const;

private:
  std::map<std::pair<std::string, std::string>, Builder, std::less<>> builders;
};

/// All families; see instructions/.
const Forms &getForms();

} // namespace tessera::emulator
