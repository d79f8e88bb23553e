// SPDX-License-Identifier: Apache-2.0
// Arguments into the memory of a run, and what is compared after it.
#include "runner/cli/EmulateArguments.h"
#include "runner/emulator/ptx/Parser.h"
#include <cmath>
#include <cstring>

using namespace tessera;
using namespace tessera::runner;
using namespace tessera::runner::cli;

static Problem refuse(const std::string &text) { return makeProblem(ProblemCode::badRequest, text); }

Comparison cli::compare(const numerics::Array &got, const Expectation &expectation) {
  Comparison result;
  const numerics::Array &wanted = expectation.wanted;
  unsigned bytes = numerics::getByteSize(got.dtype());
  bool isExact = expectation.relative == 0 && expectation.absolute == 0, isFloat = numerics::isFloat(got.dtype());
  for (int64_t i = 0; i < got.size(); ++i) {
    if (std::memcmp(got.bytes() + i * bytes, wanted.bytes() + i * bytes, bytes) == 0)
      continue;
    double g = got.getDouble(i), w = wanted.getDouble(i), distance = std::fabs(g - w);
    if (isFloat && std::isnan(g) && std::isnan(w))
      continue;
    if (!isExact && (g == w || distance <= expectation.absolute + expectation.relative * std::fabs(w)))
      continue;
    if (result.different++ == 0)
      result.first = i;
    if (distance > result.maxAbsolute)
      result.maxAbsolute = distance;
    if (w != 0 && distance / std::fabs(w) > result.maxRelative)
      result.maxRelative = distance / std::fabs(w);
  }
  return result;
}

std::string cli::describeElement(const numerics::Array &got, const numerics::Array &wanted, int64_t index) {
  auto value = [&](const numerics::Array &array) {
    char text[64];
    if (!numerics::isFloat(array.dtype()))
      return numerics::isUnsigned(array.dtype()) ? std::to_string(static_cast<uint64_t>(array.getInt(index))) : std::to_string(array.getInt(index));
    std::snprintf(text, sizeof text, "%.9g", array.getDouble(index));
    return std::string(text);
  };
  std::string place;
  int64_t rest = index;
  for (size_t d = got.shape().size(); d-- > 0;) {
    place = std::to_string(rest % got.shape()[d]) + (place.empty() ? "" : ", ") + place;
    rest /= got.shape()[d];
  }
  return "[" + place + "]: got " + value(got) + ", expected " + value(wanted);
}

// --- a kernel's parameters

std::string cli::describe(const emulator::Parameter &parameter) {
  uint64_t typeBytes = emulator::ptx::getBits(parameter.type) / 8;
  bool isArray = parameter.size != typeBytes;
  return ".param " + (isArray ? ".align " + std::to_string(parameter.alignment) + " " : "") + "." +
         std::string(emulator::ptx::getName(parameter.type)) + (parameter.isPointer ? " .ptr " : " ") + parameter.name +
         (isArray ? "[" + std::to_string(parameter.size / std::max<uint64_t>(typeBytes, 1)) + "]" : "");
}

namespace {

/// What is wrong with an argument for a parameter; empty where nothing is.
std::string findMismatch(const EmulateArgument &argument, const emulator::Parameter &parameter) {
  using Kind = EmulateArgument::Kind;
  auto bytes = [](uint64_t size) { return std::to_string(size) + (size == 1 ? " byte" : " bytes"); };
  if (argument.kind == Kind::map)
    return parameter.size == emulator::tensorMapBytes || parameter.size == 8 ? "" : "a tensor map has 128 bytes";
  if (argument.kind == Kind::array || argument.kind == Kind::address)
    return parameter.size == 8 && !emulator::ptx::isFloat(parameter.type) ? "" : "an address has 8 bytes";
  uint64_t size = argument.contents.byteSize();
  if (size != parameter.size)
    return "it has " + bytes(size) + ", the parameter " + bytes(parameter.size);
  bool isInteger = parameter.type >= emulator::ptx::Type::u8 && parameter.type <= emulator::ptx::Type::s64;
  bool isFloat = emulator::ptx::isFloat(parameter.type);
  if (argument.kind == Kind::scalar && numerics::isFloat(argument.contents.dtype()) ? isInteger : isFloat && argument.kind == Kind::scalar)
    return isFloat ? "the parameter is a float" : "the parameter is an integer";
  return "";
}

emulator::Allocation &allocate(emulator::GlobalMemory &memory, size_t argument, const uint8_t *bytes, size_t size, bool isWritten) {
  emulator::Allocation &made = memory.allocate(size, "argument " + std::to_string(argument), isWritten);
  if (isWritten && size)
    std::memcpy(made.bytes.data(), bytes, size);
  return made;
}

} // namespace

Status cli::checkArguments(const std::vector<EmulateArgument> &arguments, const emulator::Function &entry) {
  size_t passed = 0;
  for (const EmulateArgument &argument : arguments)
    passed += argument.isPassed;
  if (passed != entry.parameters.size())
    return refuse(std::to_string(passed) + (passed == 1 ? " argument" : " arguments") + " (`--arg`), but `" + entry.name + "` takes " + std::to_string(entry.parameters.size()));
  size_t next = 0;
  for (size_t i = 0; i < arguments.size(); ++i) {
    if (!arguments[i].isPassed)
      continue;
    const emulator::Parameter &parameter = entry.parameters[next++];
    if (std::string wrong = findMismatch(arguments[i], parameter); !wrong.empty())
      return refuse("argument " + std::to_string(i) + ", `" + arguments[i].text + "`, does not go with `" + cli::describe(parameter) + "`: " + wrong);
  }
  return Done();
}

Diagnostic cli::describeMismatch(const Problem &problem, const std::vector<EmulateArgument> &arguments,
                                 const emulator::Program &program, const emulator::Function &entry) {
  Diagnostic diagnostic(DiagnosticId::launchArgument, emulator::ptx::toRange(program.module, entry.syntax->place),
                        problem.detail);
  if (arguments.size() != entry.parameters.size())
    for (size_t i = 0; i < entry.parameters.size(); ++i)
      diagnostic.note("parameter " + std::to_string(i) + " is `" + describe(entry.parameters[i]) + "`",
                      emulator::ptx::toRange(program.module, entry.syntax->parameters[i].place));
  return diagnostic;
}

PlacedArguments::PlacedArguments(const std::vector<EmulateArgument> &arguments, const emulator::Function &entry, emulator::GlobalMemory &memory)
    : allocations(arguments.size()) {
  using Kind = EmulateArgument::Kind;
  size_t next = 0;
  for (size_t i = 0; i < arguments.size(); ++i) {
    const EmulateArgument &argument = arguments[i];
    if (!argument.isPassed) {
      allocations[i] = &allocate(memory, i, argument.contents.bytes(), argument.contents.byteSize(), !argument.isEmpty);
      continue;
    }
    const emulator::Parameter &parameter = entry.parameters[next++];
    bytes.resize(std::max<size_t>(bytes.size(), parameter.offset + parameter.size));
    uint8_t *target = bytes.data() + parameter.offset;
    uint64_t address = argument.offset;
    if (argument.kind == Kind::scalar || argument.kind == Kind::value) {
      std::memcpy(target, argument.contents.bytes(), argument.contents.byteSize());
      continue;
    }
    if (argument.kind == Kind::array) {
      allocations[i] = &allocate(memory, i, argument.contents.bytes(), argument.contents.byteSize(), !argument.isEmpty);
      address = allocations[i]->address;
    } else {
      address += allocations[argument.of]->address;
    }
    if (argument.kind == Kind::map) {
      emulator::TensorMap map = argument.map;
      map.address = address;
      emulator::TensorMapImage image = emulator::encodeTensorMap(map);
      if (parameter.size == image.size()) {
        std::memcpy(target, image.data(), image.size());
        continue;
      }
      address = allocate(memory, i, image.data(), image.size(), true).address;
    }
    std::memcpy(target, &address, sizeof address);
  }
}

numerics::Array PlacedArguments::read(size_t argument, const std::vector<EmulateArgument> &arguments) const {
  numerics::Array array = arguments[argument].contents;
  if (array.byteSize())
    std::memcpy(array.mutableBytes(), allocations[argument]->bytes.data(), array.byteSize());
  return array;
}
