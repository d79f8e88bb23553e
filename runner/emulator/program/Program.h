// SPDX-License-Identifier: Apache-2.0
// A module ready to run: names are slots and addresses, every PTX instruction is one or a few `Instruction`s whose handler
// is known, and everything that this emulator does not have has been refused.
//
// Registers of a warp lie lane by lane: a `.b32` register is `uint32_t[32]`, a `.b64` one `uint64_t[32]`, so that a handler
// is a loop over 32 lanes that compilers turn into vector code. A predicate is one `uint32_t`, a bit a lane. Immediates are
// registers too, 32 equal lanes in the program's constant pool. A register that is wider than what its instruction reads or
// writes is narrowed or extended by an instruction of its own, so that handlers see exactly the type they ask for.
#pragma once

#include "compiler/support/Diagnostic.h"
#include "runner/emulator/ptx/Syntax.h"
#include <map>
#include <memory>

namespace tessera::emulator {

constexpr unsigned warpSize = 32;

/// Bytes from the start of a frame's registers; with `constantBit` from the start of the constant pool.
using Slot = uint32_t;
constexpr Slot constantBit = 0x80000000u, noSlot = 0x7fffffffu;

struct Step;
struct Instruction;

/// What became of an instruction.
enum class Outcome : uint8_t {
  next,   // done: the lanes go on behind it
  jumped, // done: the handler has moved the lanes itself (branch, call, return, exit)
  wait,   // can't be done yet and has changed nothing: `Step::waitFor` was called, it is executed again after a wake
  fault,  // `Step::fault` was called: the launch ends
};
using Handler = Outcome (*)(Step &, const Instruction &);

struct Instruction {
  Handler handler = nullptr;
  Slot guard = noSlot; // a predicate
  bool guardNegated = false;
  bool isConverged = false; // `.aligned`: all lanes of the warp that have not exited execute it together
  bool needsOnePart = false;    // of what it reads: the other parts may stay unwritten
  bool checksRegisters = false; // may read a register that was never written: the machine looks first
  bool marksRegisters = false;  // writes a register that some instruction checks
  bool mayTouchBusy = false;    // handles registers in flight itself: `wgmma` chaining through one accumulator
  bool isContinuation = false;  // not the first Instruction of its PTX instruction
  Slot d = noSlot, a = noSlot, b = noSlot, c = noSlot;
  uint64_t immediate = 0; // an address's offset, a small number: the handler's own
  uint32_t first = 0, count = 0; // a list of slots in `Function::slots`, for vector operands: the handler's own
  uint32_t detail = 0;           // the handler's own
  uint32_t place = 0;            // into `Function::places`
  const void *payload = nullptr; // immutable, owned by the Program: the handler's own
};

struct CodePlace {
  ptx::Place ptx;
  int32_t sourceLine = -1;
};

/// Where a name that is in memory stands.
struct Symbol {
  ptx::Space space = ptx::Space::global;
  uint64_t address = 0; // in its space: for `shared` the 32-bit window's, for `local` and `param` the offset in the frame
  uint64_t size = 0, alignment = 1;
};

struct Parameter {
  std::string name;
  ptx::Type type = ptx::Type::b64;
  uint64_t offset = 0, size = 0, alignment = 1; // bytes; an array when `size` is more than the type's
  bool isPointer = false;
};

struct Function {
  std::string name;
  const ptx::Function *syntax = nullptr;
  bool isEntry = false, isExtern = false;
  std::vector<Parameter> results, parameters; // offsets in the frame's parameter bytes, for an entry in the launch's
  std::vector<Instruction> code;              // ends with a `ret`
  std::vector<Slot> slots;
  /// Which slots `code[i]` reads and writes: `useSlots[first]…`, reads first.
  struct Uses {
    uint32_t first = 0;
    uint16_t reads = 0, writes = 0;
  };
  std::vector<Uses> uses;
  std::vector<Slot> useSlots;
  std::vector<CodePlace> places;
  std::vector<std::pair<Slot, std::string>> registerNames; // sorted by slot: for messages
  std::map<Slot, ptx::Type> registerTypes; // as declared, of those that have names: for a debugger
  uint32_t registerBytes = 0; // of a frame
  uint32_t parameterBytes = 0, localBytes = 0; // a lane; parameters of calls that it makes included
};

class Program {
public:
  ptx::Module module;
  std::vector<Function> functions; // an address of function i is `functionWindow + 16 * i`
  std::vector<uint8_t> constants;  // the pool
  std::map<std::string, Symbol, std::less<>> symbols; // of the module
  std::vector<std::pair<std::string, Symbol>> innerShared; // `.shared` variables that stand inside functions
  struct Image {                   // a `.global` or `.const` variable of the module
    std::string name;
    uint64_t address = 0;
    uint64_t size = 0;
    std::vector<uint8_t> bytes; // the first of them; the rest are zero
    bool isConstant = false, isInitialized = false;
    uint64_t alignment = 1;
  };
  std::vector<Image> images;
  uint32_t staticSharedBytes = 0; // of all entries together, from `sharedBase`
  uint64_t dynamicSharedAlignment = 16;
  std::vector<std::shared_ptr<const void>> payloads;

  const Function *find(std::string_view name) const;
};

/// The program, or null with the reasons in `sink`: all of them, in the order of the text.
std::unique_ptr<Program> buildProgram(ptx::Module module, DiagnosticSink &sink);

} // namespace tessera::emulator
