// SPDX-License-Identifier: Apache-2.0
// PTX as it is written: what the parser makes of the text, before any name is looked up. Every node says where it stands.
// All `std::string_view`s point into `Module::text`, which lives as long as the module and never moves.
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

namespace tessera::emulator::ptx {

/// A piece of one line of the PTX text. Lines and columns count from 1, columns in bytes; `{0, 0, 0}` is nowhere.
struct Place {
  uint32_t line = 0, column = 0, length = 0;
};

/// Where `.loc` says an instruction comes from: a line of the kernel's source. `file` indexes `Module::files` by `.file`'s
/// number; `line` 0 means that nothing is known. `inlinedAt` indexes `Function::sourceLines`, -1 where not inlined.
struct SourceLine {
  uint32_t file = 0, line = 0, column = 0;
  int32_t inlinedAt = -1;
};

/// The fundamental types of PTX, and those that only stand in instructions.
enum class Type : uint8_t {
  none, pred,
  b8, b16, b32, b64, b128,
  u8, u16, u32, u64,
  s8, s16, s32, s64,
  f16, f16x2, bf16, bf16x2, f32, f32x2, f64,
  u16x2, s16x2, tf32, e4m3, e5m2, e4m3x2, e5m2x2, s4, u4, b1,
};

/// `f16x2` for "f16x2" or ".f16x2"; `none` for anything else.
Type parseType(std::string_view name);
std::string_view getName(Type type);
/// Bits that a register of this type has: 1 for `pred`; 32 for the packed pairs and `tf32`; 16 for `e4m3x2`; 8 for `e4m3`.
unsigned getBits(Type type);
bool isSigned(Type type);
bool isFloat(Type type);

enum class Space : uint8_t { generic, reg, sreg, constant, global, local, param, shared };
std::string_view getName(Space space);

struct Operand;

struct Operand {
  enum class Kind : uint8_t {
    name,      // `%r1`, `%tid.x`, `symbol`, `$L__BB0_2`; `name` holds all of it with its `.x`
    integer,   // `integer` as a 64-bit pattern; a leading `-` is applied; `isUnsigned` for a trailing U
    f32,       // `0f3F800000`, and decimal floats in an f32 context are `f64` below: bits in the low half of `integer`
    f64,       // `0d…`, `1.5`: bits in `integer`
    sink,      // `_`
    vector,    // `{a, b, …}`: `elements`
    address,   // `[base + integer]`; base in `elements[0]` unless absent (`[98304]`), `integer` the sum of all offsets
    tensor,    // `[map, {c0, c1}]`: `elements[0]` the map's operand (an `address` where it has an offset, else what stands
               // there), then the coordinates (a vector operand) and what follows
    pair,      // `%p|%q`: two elements
    list,      // `(a, b)` of a call: `elements`
    symbolPlus // `symbol+8` outside brackets (initializers, mov): `name` and `integer`; for `0xff00(symbol)` of an
               // initializer `elements[0]` is the mask: the masked byte of the address, shifted to the right end
  };
  Kind kind = Kind::sink;
  bool negated = false;    // `!%p`, and `-%r` of `vmad`; elsewhere `-%f` is an error in PTX, a minus before a literal is part of it
  bool isUnsigned = false;
  std::string_view name;
  uint64_t integer = 0;
  std::vector<Operand> elements;
  Place place;
};

struct Instruction {
  std::string_view opcode;                 // `add`, `cp`, `wgmma`, `setp`: what stands before the first dot
  std::vector<std::string_view> modifiers; // `sat`, `f32`, `shared::cta`: without their dots, in the order of the text
  std::vector<Operand> operands;
  std::string_view guard; // `%p1`, empty without one
  bool guardNegated = false;
  Place place;            // the whole instruction on its first line
  int32_t sourceLine = -1; // into `Function::sourceLines`
  uint32_t scope = 0;      // into `Function::scopes`: where its names are looked up
};

/// Whether one of its modifiers is `name`.
bool hasModifier(const Instruction &instruction, std::string_view name);

/// A module-level, function-level or block-level variable, or one range of registers.
struct Variable {
  Space space = Space::reg;
  Type type = Type::b32;
  unsigned vector = 1;          // 2 and 4 for `.v2` and `.v4`
  std::string_view name;
  uint32_t parameterized = 0;   // `%r<100>` declares %r0 to %r99: 100; 0 when the name stands for itself
  uint32_t alignment = 0;       // bytes; 0: the type's own
  bool isExtern = false, isPointer = false;
  bool isUnsizedArray = false;  // `smem[]`
  std::vector<uint64_t> dimensions; // of an array, outermost first; empty for a scalar
  std::vector<Operand> initializer; // flattened in row-major order; missing elements are zero
  Place place;
};

/// `{ … }`: names declared inside are seen there and in scopes below. Scope 0 is the function's body.
struct Scope {
  int32_t parent = -1;
  std::vector<Variable> variables;
};

struct Label {
  std::string_view name;
  uint32_t instruction = 0; // index of the instruction that follows; may be one past the last
  uint32_t scope = 0;
  Place place;
};

/// `name: .branchtargets $L1, $L2;` and `name: .callprototype …;` and `.calltargets`
struct TargetList {
  enum class Kind : uint8_t { branchTargets, callTargets, callPrototype };
  Kind kind = Kind::branchTargets;
  std::string_view name;
  std::vector<std::string_view> targets;      // of the first two
  std::vector<Variable> results, parameters;  // of a prototype
  Place place;
};

struct Function {
  std::string_view name;
  bool isEntry = false, isExtern = false, hasBody = false, noReturn = false;
  std::vector<Variable> results, parameters;
  std::vector<Scope> scopes; // at least one when there is a body
  std::vector<Instruction> instructions;
  std::vector<Label> labels;
  std::vector<TargetList> targetLists;
  std::vector<SourceLine> sourceLines;
  // Performance directives; 0 where absent.
  uint32_t requiredThreads[3] = {0, 0, 0}, maximalThreads[3] = {0, 0, 0}, requiredCluster[3] = {0, 0, 0};
  uint32_t maximalRegisters = 0;
  bool explicitCluster = false;
  Place place;
};

/// `.alias name, target;`: another name for a function.
struct Alias {
  std::string_view name, target;
  Place place;
};

struct Module {
  std::unique_ptr<std::string> text;
  std::string fileName;      // for messages
  unsigned version = 0;      // 80 for `.version 8.0`
  std::string_view target;   // `sm_90a`
  unsigned addressBits = 64;
  std::vector<std::string_view> files; // by `.file`'s number
  std::vector<Variable> variables;
  std::vector<Function> functions; // a declaration is replaced by its definition
  std::vector<Alias> aliases;
  std::vector<uint32_t> lineStarts; // offsets in `text` of lines 1, 65, 129, …
};

} // namespace tessera::emulator::ptx
