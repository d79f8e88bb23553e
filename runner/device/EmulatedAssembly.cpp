// SPDX-License-Identifier: Apache-2.0
// Inline PTX in the interpreter. The text becomes the middle of a kernel of its own, which a thread runs for each group
// of `pack` elements: it loads the operands' registers from a buffer, and stores the results' registers to another.
// Elements are packed into registers as compiler/codegen/InlineAssembly.cpp does, neighbours of the row-major order to
// a group. With "=r,r" and pack 4 of int8
//
//     ld.global.b32 %operand1, [%from];     four bytes, the first lowest
//     <the text, $0 and $1 replaced>
//     st.global.b32 [%to], %operand0;
//
// Which element a thread has is the layout's choice, and none of the text's business: so what reaches outside of
// registers (memory, other lanes, barriers, special registers, the kernel's end) is refused by name. What is wrong with
// the text is told at the program's line, with the PTX line as a note.
#include "runner/device/EmulatedAssembly.h"
#include "compiler/driver/LaunchOperations.h"
#include "runner/emulator/Emulator.h"
#include "shared/numerics/Convert.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/StringSet.h"
#include <cstring>
#include <map>

using namespace tessera;
using namespace tessera::runner;
using numerics::DType;

namespace {

constexpr uint64_t registerBytes = 8; // of the buffers: each register has as many, the value in the lower ones
constexpr uint32_t mostThreads = 256; // of a CTA

struct Refusal {
  DiagnosticId id;
  std::string message;
};

/// A register that the text names, and the elements of a group that share it.
struct Register {
  unsigned bits = 32;
  size_t array = 0; // of the results or of the inputs
  int64_t first = 0, count = 1;
  int64_t tied = -1; // of an input: the result whose register it begins
};

/// An operation's constraints against its types.
struct Registers {
  std::vector<Register> results, inputs;
  std::vector<DType> resultTypes, inputTypes;
};

/// The kernel around the text, and which of its lines are the text's; they count from 1.
struct AssemblyText {
  std::string text;
  uint32_t firstLine = 0, lastLine = 0;
  std::optional<Refusal> make(tile::InlineAsmOp op, const Registers &registers);
  bool holds(uint32_t line) const { return line >= firstLine && line <= lastLine; }
};

/// The same, ready to run.
struct Kernel {
  std::unique_ptr<emulator::Program> program;
  const emulator::Function *entry = nullptr;
};

class EmulatedAssembly final : public interpreter::InlineAssembly {
public:
  mlir::LogicalResult run(tile::InlineAsmOp op, llvm::ArrayRef<const uint8_t *> inputs,
                          llvm::ArrayRef<uint8_t *> outputs, int64_t count, const interpreter::RunOptions &options,
                          DiagnosticSink &sink) override;

private:
  /// Null, and told, where the text is not what the interpreter runs.
  const Kernel *prepare(tile::InlineAsmOp op, const AssemblyText &text, DiagnosticSink &sink);
  std::map<std::string, Kernel, std::less<>> kernels; // by text
};

//===-- operands ----------------------------------------------------------------------------------------------===//

unsigned getConstraintBits(char letter) {
  return llvm::StringSwitch<unsigned>(llvm::StringRef(&letter, 1))
      .Cases({"h", "c"}, 16)
      .Cases({"r", "f"}, 32)
      .Cases({"l", "d"}, 64)
      .Default(0);
}

std::vector<DType> getTypes(mlir::TypeRange types) {
  std::vector<DType> all;
  for (mlir::Type type : types)
    all.push_back(interpreter::toDType(tile::getElementType(type)));
  return all;
}

/// The registers of arrays of `types`, in the order in which the text numbers them.
std::vector<Register> layOut(const std::vector<DType> &types, int64_t pack) {
  std::vector<Register> registers;
  for (size_t array = 0; array < types.size(); ++array) {
    int64_t width = numerics::getBitWidth(types[array]), each = width < 32 ? std::min<int64_t>(32 / width, pack) : 1;
    for (int64_t first = 0; first < pack; first += each) {
      registers.emplace_back();
      registers.back().array = array, registers.back().first = first, registers.back().count = each;
    }
  }
  return registers;
}

std::optional<Refusal> applyConstraint(llvm::StringRef text, bool isResult, size_t results, Register &to) {
  llvm::StringRef letters = text;
  if (letters.consume_front("=") != isResult)
    return Refusal{DiagnosticId::valueError, "constraint `" + text.str() + "` stands where one of " +
                                                 (isResult ? "a result, such as `=r`," : "an operand, such as `r`,") +
                                                 " is expected"};
  letters.consume_front("&");
  uint64_t tied = 0;
  if (!isResult && !letters.getAsInteger(10, tied) && tied < results) {
    to.tied = static_cast<int64_t>(tied);
    return std::nullopt;
  }
  to.bits = letters.size() == 1 ? getConstraintBits(letters.front()) : 0;
  if (to.bits == 0)
    return Refusal{DiagnosticId::notSupported,
                   "constraint `" + text.str() +
                       "` of inline PTX is not supported in the interpreter; `h`, `r`, `l`, `f` and `d` are"};
  return std::nullopt;
}

std::optional<Refusal> readRegisters(tile::InlineAsmOp op, Registers &registers) {
  registers.resultTypes = getTypes(op.getOutputs().getTypes());
  registers.inputTypes = getTypes(op.getInputs().getTypes());
  int64_t pack = static_cast<int64_t>(op.getPack());
  if (pack < 1)
    return Refusal{DiagnosticId::valueError, "`pack` is " + std::to_string(pack) + ", expected at least 1"};
  registers.results = layOut(registers.resultTypes, pack);
  registers.inputs = layOut(registers.inputTypes, pack);
  llvm::SmallVector<llvm::StringRef> constraints;
  op.getConstraints().split(constraints, ',', -1, /*KeepEmpty=*/false);
  for (llvm::StringRef &constraint : constraints)
    constraint = constraint.trim();
  llvm::erase_if(constraints, [](llvm::StringRef text) { return text.starts_with("~"); });
  size_t results = registers.results.size();
  if (constraints.size() != results + registers.inputs.size())
    return Refusal{DiagnosticId::valueError,
                   "the inline PTX has " + std::to_string(constraints.size()) + " constraints, expected " +
                       std::to_string(results) + " of results and " + std::to_string(registers.inputs.size()) +
                       " of operands: one for each register of " + std::to_string(pack) + " elements"};
  for (size_t i = 0; i < constraints.size(); ++i) {
    Register &to = i < results ? registers.results[i] : registers.inputs[i - results];
    if (std::optional<Refusal> refusal = applyConstraint(constraints[i], i < results, results, to))
      return refusal;
    if (to.tied >= 0)
      to.bits = registers.results[static_cast<size_t>(to.tied)].bits;
  }
  return std::nullopt;
}

//===-- the kernel's text -------------------------------------------------------------------------------------===//

std::string getRegisterName(const Registers &registers, size_t operand) {
  size_t results = registers.results.size();
  if (operand >= results && registers.inputs[operand - results].tied >= 0)
    operand = static_cast<size_t>(registers.inputs[operand - results].tied);
  return "%operand" + std::to_string(operand);
}

/// The text with `$0`, `${1}`, `$$` and `${:uid}` replaced.
std::optional<Refusal> substitute(llvm::StringRef text, const Registers &registers, std::string &to) {
  size_t operands = registers.results.size() + registers.inputs.size();
  for (size_t at = 0; at < text.size();) {
    size_t dollar = std::min(text.find('$', at), text.size());
    to += text.slice(at, dollar);
    at = dollar + 1;
    if (dollar == text.size())
      break;
    llvm::StringRef rest = text.drop_front(at), name = rest.take_while(llvm::isDigit);
    size_t length = name.size();
    if (rest.starts_with("{")) {
      name = rest.drop_front().take_until([](char c) { return c == '}'; });
      length = name.size() + 2;
    }
    size_t operand = 0;
    if (rest.starts_with("$")) {
      to += '$';
      length = 1;
    } else if (name == ":uid") {
      to += '0';
    } else if (!name.getAsInteger(10, operand) && operand < operands) {
      to += getRegisterName(registers, operand);
    } else if (!name.empty() && llvm::all_of(name, llvm::isDigit)) {
      return Refusal{DiagnosticId::valueError, "the inline PTX names operand `$" + name.str() +
                                                   "`, but its constraints make " + std::to_string(operands) +
                                                   ": `$0` to `$" + std::to_string(operands - 1) + "`"};
    } else {
      return Refusal{DiagnosticId::notSupported, "`$" + rest.take_front(std::max<size_t>(length, 1)).str() +
                                                     "` in inline PTX is not supported; a dollar sign is written `$$`"};
    }
    at += length;
  }
  return std::nullopt;
}

/// Loads or stores of the registers of one buffer, each at its place behind `base`.
void transfer(const std::vector<Register> &registers, const Registers &all, size_t firstOperand, bool isStore,
              std::string &text) {
  for (size_t i = 0; i < registers.size(); ++i) {
    std::string place = std::string(isStore ? "[%to" : "[%from") + "+" + std::to_string(i * registerBytes) + "]",
                name = getRegisterName(all, firstOperand + i);
    text += (isStore ? "st.global.b" : "ld.global.b") + std::to_string(registers[i].bits) + " " +
            (isStore ? place + ", " + name : name + ", " + place) + ";\n";
  }
}

std::string makePrologue(const Registers &registers) {
  std::string text = ".version 8.1\n.target sm_90a\n.address_size 64\n"
                     ".visible .entry inline_ptx(.param .u64 inputs, .param .u64 outputs)\n{\n"
                     ".reg .b32 %thread, %block, %blocks;\n.reg .b64 %from, %to;\n";
  size_t results = registers.results.size();
  for (size_t i = 0; i < results + registers.inputs.size(); ++i) {
    const Register &one = i < results ? registers.results[i] : registers.inputs[i - results];
    if (one.tied < 0)
      text += ".reg .b" + std::to_string(one.bits) + " " + getRegisterName(registers, i) + ";\n";
  }
  text += "mov.u32 %thread, %tid.x;\nmov.u32 %block, %ctaid.x;\nmov.u32 %blocks, %ntid.x;\nmad.lo.u32 %thread, %block, "
          "%blocks, %thread;\n"
          "ld.param.u64 %from, [inputs];\nld.param.u64 %to, [outputs];\n";
  text += "mad.wide.u32 %from, %thread, " + std::to_string(registers.inputs.size() * registerBytes) + ", %from;\n";
  text += "mad.wide.u32 %to, %thread, " + std::to_string(results * registerBytes) + ", %to;\n";
  transfer(registers.inputs, registers, results, /*isStore=*/false, text);
  return text;
}

//===-- what the text may do ----------------------------------------------------------------------------------===//

/// Opcodes that compute with registers, and jumps; the video instructions are those that begin with `v`.
bool isAllowed(llvm::StringRef opcode) {
  static const llvm::StringSet<> known = {
      "abs",  "add",      "addc",  "and",  "bfe",  "bfi",   "bfind", "bmsk",  "bra",   "brev",  "clz",
      "cnot", "copysign", "cos",   "cvt",  "div",  "dp2a",  "dp4a",  "ex2",   "fma",   "fns",   "lg2",
      "lop3", "mad",      "mad24", "madc", "max",  "min",   "mov",   "mul",   "mul24", "neg",   "not",
      "or",   "popc",     "prmt",  "rcp",  "rem",  "rsqrt", "sad",   "selp",  "set",   "setp",  "shf",
      "shl",  "shr",      "sin",   "slct", "sqrt", "sub",   "subc",  "szext", "tanh",  "testp", "xor"};
  return known.contains(opcode) || (opcode.starts_with("v") && opcode != "vote");
}

/// The special register that an operand reads; empty where it reads none.
std::string_view findSpecial(const emulator::ptx::Function &function, const emulator::ptx::Operand &operand) {
  using Kind = emulator::ptx::Operand::Kind;
  for (const emulator::ptx::Operand &element : operand.elements)
    if (std::string_view found = findSpecial(function, element); !found.empty())
      return found;
  if (operand.kind != Kind::name || operand.name.empty() || operand.name.front() != '%')
    return {};
  for (const emulator::ptx::Scope &scope : function.scopes)
    for (const emulator::ptx::Variable &variable : scope.variables)
      if (variable.parameterized ? operand.name.starts_with(variable.name) : operand.name == variable.name)
        return {};
  return operand.name;
}

/// What the text does that reaches outside of registers, and in which line of the kernel.
std::optional<std::pair<std::string, uint32_t>> findOutside(const emulator::ptx::Module &module,
                                                            const AssemblyText &text) {
  if (module.functions.size() != 1 || !module.variables.empty())
    return std::pair(std::string("declares what is not a register"), text.firstLine);
  const emulator::ptx::Function &function = module.functions.front();
  for (const emulator::ptx::Scope &scope : function.scopes)
    for (const emulator::ptx::Variable &variable : scope.variables)
      if (variable.space != emulator::ptx::Space::reg)
        return std::pair("declares `" + std::string(variable.name) + "` in memory", variable.place.line);
  for (const emulator::ptx::Instruction &instruction : function.instructions) {
    uint32_t line = instruction.place.line;
    if (!text.holds(line))
      continue;
    if (!isAllowed(llvm::StringRef(instruction.opcode)))
      return std::pair("uses `" + std::string(instruction.opcode) + "`", line);
    for (const emulator::ptx::Operand &operand : instruction.operands)
      if (std::string_view special = findSpecial(function, operand); !special.empty())
        return std::pair("reads `" + std::string(special) + "`", line);
  }
  return std::nullopt;
}

/// An error at the operation, with the line that the kernel has it in as a note where the user wrote that.
Diagnostic &tell(tile::InlineAsmOp op, const AssemblyText &text, DiagnosticId id, std::string message, uint32_t line,
                 DiagnosticSink &sink) {
  Diagnostic &told = sink.report(id, toRange(op.getLoc()), std::move(message));
  llvm::SmallVector<llvm::StringRef> lines;
  op.getText().split(lines, '\n'); // as the user wrote it: it has as many lines in the kernel
  if (text.holds(line))
    told.note("in the inline PTX: `" + lines[line - text.firstLine].trim().str() + "`");
  return told;
}

/// What the emulator found.
void tell(tile::InlineAsmOp op, const AssemblyText &text, DiagnosticSink &found, DiagnosticSink &sink) {
  for (const Diagnostic &one : found.takeSorted()) {
    Diagnostic &told = tell(op, text, one.id, "inline PTX: " + one.message, one.range.begin.line, sink);
    for (const DiagnosticNote &note : one.notes)
      if (!note.range.isValid())
        told.note(note.message);
  }
}

//===-- elements ----------------------------------------------------------------------------------------------===//

/// A register's value: elements from `first` on, the last one in place of those beyond the end.
uint64_t gather(const uint8_t *bytes, DType type, int64_t first, int64_t each, int64_t count) {
  unsigned size = numerics::getByteSize(type), width = numerics::getBitWidth(type);
  uint64_t word = 0;
  for (int64_t i = 0; i < each; ++i) {
    uint64_t element = 0;
    std::memcpy(&element, bytes + std::min(first + i, count - 1) * size, size);
    if (width < 64)
      element &= (uint64_t(1) << width) - 1;
    word |= element << (static_cast<unsigned>(i) * width);
  }
  return word;
}

void scatter(uint64_t word, uint8_t *bytes, DType type, int64_t first, int64_t each, int64_t count) {
  unsigned size = numerics::getByteSize(type), width = numerics::getBitWidth(type);
  for (int64_t i = 0; i < each && first + i < count; ++i) {
    uint64_t element = word >> (static_cast<unsigned>(i) * width);
    if (width < 64)
      element &= (uint64_t(1) << width) - 1;
    if (width < 8)
      numerics::convertElements(DType::uint8, &element, type, bytes + first + i, 1);
    else
      std::memcpy(bytes + (first + i) * size, &element, size);
  }
}

/// Reads or writes the buffer of one thread after the other.
template <typename Each>
void eachRegister(const std::vector<Register> &registers, std::vector<uint8_t> &buffer, uint64_t threads, Each each) {
  for (uint64_t thread = 0; thread < threads; ++thread)
    for (size_t i = 0; i < registers.size(); ++i)
      each(static_cast<int64_t>(thread), registers[i], &buffer[(thread * registers.size() + i) * registerBytes]);
}

} // namespace

std::optional<Refusal> AssemblyText::make(tile::InlineAsmOp op, const Registers &registers) {
  std::string body;
  if (std::optional<Refusal> refusal = substitute(op.getText(), registers, body))
    return refusal;
  text = makePrologue(registers);
  auto countLines = [&] { return static_cast<uint32_t>(std::count(text.begin(), text.end(), '\n')); };
  firstLine = countLines() + 1;
  text += body + "\n";
  lastLine = countLines();
  transfer(registers.results, registers, 0, /*isStore=*/true, text);
  text += "ret;\n}\n";
  return std::nullopt;
}

const Kernel *EmulatedAssembly::prepare(tile::InlineAsmOp op, const AssemblyText &text, DiagnosticSink &sink) {
  auto known = kernels.find(text.text);
  if (known != kernels.end())
    return &known->second;
  Kernel made;
  DiagnosticSink found;
  made.program = emulator::load(text.text, "inline.ptx", found);
  if (!made.program) {
    tell(op, text, found, sink);
    return nullptr;
  }
  if (auto outside = findOutside(made.program->module, text)) {
    tell(op, text, DiagnosticId::notSupported,
         "inline PTX " + outside->first + ", which reaches outside of registers: the interpreter can't run that",
         outside->second, sink)
        .note("run the kernel on a device that runs PTX: with `--device emulator` or on a GPU");
    return nullptr;
  }
  made.entry = made.program->find("inline_ptx");
  return &kernels.emplace(text.text, std::move(made)).first->second;
}

/// Whole warps of threads, so that no thread is left out: those beyond the end compute the last element again.
static emulator::LaunchShape makeShape(int64_t groups) {
  uint64_t threads = llvm::alignTo(static_cast<uint64_t>(groups), emulator::warpSize);
  emulator::LaunchShape shape;
  shape.block[0] = static_cast<uint32_t>(std::min<uint64_t>(threads, mostThreads));
  shape.grid[0] = static_cast<uint32_t>(llvm::divideCeil(threads, shape.block[0]));
  return shape;
}

mlir::LogicalResult EmulatedAssembly::run(tile::InlineAsmOp op, llvm::ArrayRef<const uint8_t *> inputs,
                                          llvm::ArrayRef<uint8_t *> outputs, int64_t count,
                                          const interpreter::RunOptions &options, DiagnosticSink &sink) {
  Registers registers;
  AssemblyText text;
  std::optional<Refusal> refusal = readRegisters(op, registers);
  if (!refusal)
    refusal = text.make(op, registers);
  if (refusal) {
    sink.report(refusal->id, toRange(op.getLoc()), std::move(refusal->message));
    return mlir::failure();
  }
  const Kernel *kernel = prepare(op, text, sink);
  if (!kernel || count == 0)
    return mlir::success(kernel);

  int64_t pack = static_cast<int64_t>(op.getPack());
  emulator::LaunchShape shape = makeShape(static_cast<int64_t>(llvm::divideCeil(count, pack)));
  uint64_t threads = uint64_t(shape.grid[0]) * shape.block[0];
  emulator::GlobalMemory memory;
  std::vector<uint8_t> parameters;
  auto allocate = [&](const std::vector<Register> &held, const char *name) -> std::vector<uint8_t> & {
    emulator::Allocation &made =
        memory.allocate(std::max<uint64_t>(threads * held.size(), 1) * registerBytes, name, /*isWritten=*/true);
    const uint8_t *address = reinterpret_cast<const uint8_t *>(&made.address);
    parameters.insert(parameters.end(), address, address + sizeof(made.address));
    return made.bytes;
  };
  std::vector<uint8_t> &from = allocate(registers.inputs, "operands"), &to = allocate(registers.results, "results");
  eachRegister(registers.inputs, from, threads, [&](int64_t thread, const Register &one, uint8_t *slot) {
    uint64_t word =
        gather(inputs[one.array], registers.inputTypes[one.array], thread * pack + one.first, one.count, count);
    std::memcpy(slot, &word, registerBytes);
  });
  emulator::RunOptions runOptions;
  runOptions.isCancelled = options.isCancelled;
  DiagnosticSink found;
  emulator::RunResult result =
      emulator::launch(*kernel->program, *kernel->entry, shape, std::move(parameters), memory, runOptions, found);
  if (!result.ok || found.hasErrors()) {
    tell(op, text, found, sink);
    return mlir::failure();
  }
  eachRegister(registers.results, to, threads, [&](int64_t thread, const Register &one, uint8_t *slot) {
    uint64_t word = 0;
    std::memcpy(&word, slot, registerBytes);
    scatter(word, outputs[one.array], registers.resultTypes[one.array], thread * pack + one.first, one.count, count);
  });
  return mlir::success();
}

std::unique_ptr<interpreter::InlineAssembly> runner::makeEmulatedAssembly() {
  return std::make_unique<EmulatedAssembly>();
}
