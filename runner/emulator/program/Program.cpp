// SPDX-License-Identifier: Apache-2.0
// Builds a program from a module: variables first, then functions.

#include "runner/emulator/machine/Memory.h"
#include "runner/emulator/program/FunctionBuilder.h"
#include "runner/emulator/ptx/Parser.h"
#include <algorithm>
#include <cstring>

namespace tessera::emulator {

using ptx::Space;
using ptx::Type;

const Function *Program::find(std::string_view name) const {
  for (const Function &function : functions)
    if (function.name == name)
      return &function;
  return nullptr;
}

Slot ModuleBuilder::constant(Type type, uint64_t bits) {
  unsigned width = type == Type::pred ? 1 : std::max(8u, ptx::getBits(type));
  if (type == Type::pred)
    bits = bits ? 0xffffffffu : 0;
  else if (width < 64)
    bits &= (1ull << width) - 1;
  auto [it, isNew] = constants.try_emplace({width, bits}, noSlot);
  if (!isNew)
    return it->second;
  std::vector<uint8_t> &pool = program.constants;
  size_t at = (pool.size() + 15) & ~size_t(15);
  size_t bytes = width == 1 ? 4 : width / 8;
  pool.resize(at + bytes * (width == 1 ? 1 : warpSize));
  for (size_t lane = 0; lane < (width == 1 ? 1 : warpSize); ++lane)
    std::memcpy(&pool[at + lane * bytes], &bits, std::min<size_t>(bytes, 8));
  return it->second = static_cast<Slot>(at) | constantBit;
}

bool ModuleBuilder::report(DiagnosticId id, ptx::Place place, std::string message) {
  if (++errors > mostErrors) {
    if (errors == mostErrors + 1)
      sink.report(id, ptx::toRange(program.module, place), "more than " + std::to_string(mostErrors) + " errors");
    return false;
  }
  sink.report(id, ptx::toRange(program.module, place), std::move(message));
  return false;
}

static constexpr uint64_t largestVariable = uint64_t(1) << 32, mostVariableBytes = uint64_t(1) << 30, mostSharedBytes = 1 << 20;

bool ModuleBuilder::placeVariable(const ptx::Variable &variable, Symbol &symbol) {
  uint64_t unit = std::max(1u, ptx::getBits(variable.type) / 8), count = variable.vector;
  for (uint64_t extent : variable.dimensions)
    count = extent && count > largestVariable / extent ? largestVariable : count * extent;
  symbol.space = variable.space;
  symbol.size = variable.isUnsizedArray && variable.initializer.empty() ? 0 : std::max<uint64_t>(count, variable.isUnsizedArray ? variable.initializer.size() : 0) * unit;
  symbol.alignment = std::max<uint64_t>({variable.alignment, unit * variable.vector, 1});
  if (symbol.size >= largestVariable || symbol.alignment > (1 << 20) || (symbol.alignment & (symbol.alignment - 1)))
    return report(DiagnosticId::launchLimit, variable.place, "`" + std::string(variable.name) + "` is larger or more aligned than the emulator allows");
  if (variable.space == Space::shared) {
    if (variable.isExtern || variable.isUnsizedArray) {
      program.dynamicSharedAlignment = std::max(program.dynamicSharedAlignment, symbol.alignment);
      symbol.address = ~0ull; // behind the static part: known when all variables are
      return true;
    }
    uint64_t begin = (sharedEnd + symbol.alignment - 1) / symbol.alignment * symbol.alignment;
    symbol.address = begin;
    if (begin + symbol.size > mostSharedBytes)
      return report(DiagnosticId::launchLimit, variable.place, "`" + std::string(variable.name) + "` takes more shared memory than any target has");
    sharedEnd = static_cast<uint32_t>(begin + symbol.size);
    return true;
  }
  if (variable.space != Space::global && variable.space != Space::constant)
    return report(DiagnosticId::ptxUnsupported, variable.place, "a variable in the space `." + std::string(ptx::getName(variable.space)) + "` is not supported here");
  if (variable.isExtern && variable.isUnsizedArray)
    return report(DiagnosticId::ptxUnsupported, variable.place, "`" + std::string(variable.name) + "` is defined in another module");
  nextVariable = (nextVariable + symbol.alignment - 1) / symbol.alignment * symbol.alignment;
  symbol.address = variableBase + nextVariable;
  nextVariable += symbol.size + 4096; // nothing between: what runs past a variable's end is seen
  if (variableBytes += symbol.size; variableBytes > mostVariableBytes)
    return report(DiagnosticId::launchLimit, variable.place, "with `" + std::string(variable.name) + "` the module's variables take more than 1 GiB");
  Program::Image image;
  image.name = std::string(variable.name);
  image.address = symbol.address;
  image.alignment = symbol.alignment;
  image.isConstant = variable.space == Space::constant;
  image.isInitialized = true; // PTX: without an initializer, zero
  image.size = symbol.size;
  image.bytes.resize(std::min<uint64_t>(symbol.size, variable.initializer.size() * unit));
  if (variable.initializer.size() > symbol.size / unit)
    return report(DiagnosticId::ptxOperand, variable.place, "`" + std::string(variable.name) + "` has more initial values than elements");
  program.images.push_back(std::move(image));
  return true;
}

namespace {

/// The initial values, once every name has its address.
class Initializer {
public:
  Initializer(ModuleBuilder &module) : module(module) {}

  void fill(const ptx::Variable &variable, Program::Image &image) {
    size_t unit = std::max(1u, ptx::getBits(variable.type) / 8);
    for (size_t index = 0; index < variable.initializer.size(); ++index) {
      uint64_t bits = 0;
      if (!evaluate(variable.initializer[index], variable, bits))
        return;
      std::memcpy(&image.bytes[index * unit], &bits, std::min<size_t>(unit, 8));
    }
  }

private:
  bool evaluate(const ptx::Operand &operand, const ptx::Variable &variable, uint64_t &bits) {
    using Kind = ptx::Operand::Kind;
    bits = operand.integer;
    unsigned width = ptx::getBits(variable.type);
    bool isFloat = operand.kind == Kind::f32 || operand.kind == Kind::f64, isNumber = isFloat || operand.kind == Kind::integer;
    bool isInteger = variable.type >= Type::u8 && variable.type <= Type::s64;
    if (isNumber && (isFloat ? isInteger || width < 32 : ptx::isFloat(variable.type)))
      return module.report(DiagnosticId::ptxOperand, operand.place, std::string(isFloat ? "a float" : "an integer") + " for a variable of type `." +
                                                                        std::string(ptx::getName(variable.type)) + "`");
    if (operand.kind == Kind::f64 && width == 32) {
      double value;
      std::memcpy(&value, &operand.integer, 8);
      float narrow = static_cast<float>(value);
      uint32_t low;
      std::memcpy(&low, &narrow, 4);
      bits = low;
    }
    if (isNumber)
      return true;
    if (operand.kind != Kind::name && operand.kind != Kind::symbolPlus)
      return module.report(DiagnosticId::ptxOperand, operand.place, "an initial value must be a number or a name");
    uint64_t offset = operand.kind == Kind::symbolPlus ? operand.integer : 0;
    if (auto it = module.functions.find(operand.name); it != module.functions.end())
      bits = functionWindow + 16 * it->second + offset;
    else if (auto symbol = module.program.symbols.find(operand.name); symbol != module.program.symbols.end())
      bits = symbol->second.address + offset + (symbol->second.space == Space::shared ? sharedWindow : 0);
    else
      return module.report(DiagnosticId::ptxName, operand.place, "`" + std::string(operand.name) + "` is not declared");
    if (operand.elements.empty() && (width != 64 || ptx::isFloat(variable.type)))
      return module.report(DiagnosticId::ptxOperand, operand.place, "an address for a variable of type `." + std::string(ptx::getName(variable.type)) +
                                                                        "`, expected 64 bits");
    return operand.elements.empty() || applyMask(operand, bits);
  }

  /// `0xff00(name)`: one byte of the address.
  bool applyMask(const ptx::Operand &operand, uint64_t &bits) {
    uint64_t mask = operand.elements[0].integer;
    unsigned shift = mask ? static_cast<unsigned>(__builtin_ctzll(mask)) : 0;
    if (shift % 8 || mask >> shift != 0xff)
      return module.report(DiagnosticId::ptxOperand, operand.place, "a mask that is not one byte of the address");
    bits = (bits & mask) >> shift;
    return true;
  }

  ModuleBuilder &module;
};

} // namespace

static void declareVariables(ModuleBuilder &module) {
  std::vector<std::pair<const ptx::Variable *, size_t>> initialized;
  for (const ptx::Variable &variable : module.program.module.variables) {
    if (module.program.symbols.count(variable.name))
      continue; // declared, then defined: the parser keeps the definition first
    Symbol symbol;
    size_t images = module.program.images.size();
    if (!module.placeVariable(variable, symbol))
      continue;
    module.program.symbols.emplace(std::string(variable.name), symbol);
    if (module.program.images.size() != images)
      initialized.emplace_back(&variable, images);
  }
  Initializer initializer(module);
  for (auto [variable, image] : initialized)
    initializer.fill(*variable, module.program.images[image]);
}

/// Static shared memory of functions is only known when all are built, and the dynamic part lies behind it: its address is a
/// constant of the pool that is filled in last.
static constexpr uint64_t dynamicMark = ~0ull;

static void placeDynamicShared(ModuleBuilder &module) {
  Program &program = module.program;
  uint64_t alignment = program.dynamicSharedAlignment;
  uint64_t at = (module.sharedEnd + alignment - 1) / alignment * alignment;
  program.staticSharedBytes = static_cast<uint32_t>(at - sharedBase);
  for (auto &[name, symbol] : program.symbols)
    if (symbol.space == Space::shared && symbol.address == dynamicMark)
      symbol.address = at;
}

std::unique_ptr<Program> buildProgram(ptx::Module parsed, DiagnosticSink &sink) {
  auto program = std::make_unique<Program>();
  program->module = std::move(parsed);
  ModuleBuilder module{*program, sink, {}, {}, sharedBase, 0};
  const ptx::Module &syntax = program->module;
  if (syntax.addressBits != 64)
    sink.report(DiagnosticId::ptxUnsupported, SourceRange{syntax.fileName, {1, 1}, {1, 1}}, "addresses of " + std::to_string(syntax.addressBits) + " bits are not supported, 64 are");
  program->functions.resize(syntax.functions.size());
  for (size_t i = 0; i < syntax.functions.size(); ++i) {
    Function &function = program->functions[i];
    function.syntax = &syntax.functions[i];
    function.name = std::string(function.syntax->name);
    function.isEntry = function.syntax->isEntry;
    function.isExtern = !function.syntax->hasBody;
    module.functions.emplace(function.syntax->name, static_cast<uint32_t>(i));
  }
  // Shared variables inside functions first, so that the dynamic part can begin behind them.
  for (const ptx::Function &function : syntax.functions)
    for (const ptx::Scope &scope : function.scopes)
      for (const ptx::Variable &variable : scope.variables)
        if (variable.space == Space::shared && !variable.isExtern && !variable.isUnsizedArray) {
          Symbol symbol;
          if (module.placeVariable(variable, symbol)) {
            module.innerShared.emplace(&variable, symbol);
            program->innerShared.emplace_back(std::string(variable.name), symbol);
          }
        }
  for (const ptx::Alias &alias : syntax.aliases)
    if (auto target = module.functions.find(alias.target); target != module.functions.end())
      module.functions[alias.name] = target->second; // its declaration has no body
    else
      module.report(DiagnosticId::ptxName, alias.place, "`" + std::string(alias.target) + "` is not declared");
  declareVariables(module);
  placeDynamicShared(module);
  for (Function &function : program->functions)
    FunctionBuilder(module, function).build();
  if (sink.hasErrors())
    return nullptr;
  return program;
}

} // namespace tessera::emulator
