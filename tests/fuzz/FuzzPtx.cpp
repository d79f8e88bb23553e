// SPDX-License-Identifier: Apache-2.0
// PTX text, what strangers give to the emulator. Any text is refused, or runs to an end within its limits: every kernel of a
// module gets arguments of the right sizes, two CTAs of two warps (one of them partial) or one thread, under a schedule that
// the text chooses, with the race checker and without.
#include "runner/emulator/Emulator.h"
#include "runner/emulator/arithmetic/TensorMap.h"
#include <algorithm>
#include <cstring>

using namespace tessera;
using namespace tessera::emulator;

namespace {

constexpr uint64_t arrayBytes = 16384, mostParameterBytes = 4096;
constexpr size_t mostEntries = 3;

TensorMapImage makeMap(uint64_t address) {
  TensorMap map;
  map.address = address;
  map.element = TensorElement::bf16;
  map.rank = 2;
  map.dimensions = {64, 64, 1, 1, 1};
  map.strides = {128, 0, 0, 0};
  map.box = {64, 8, 1, 1, 1};
  map.swizzleBytes = 128;
  return encodeTensorMap(map);
}

/// Addresses of an array, tensor maps, small numbers: by size.
std::vector<uint8_t> makeParameters(const Function &entry, uint64_t address) {
  std::vector<uint8_t> bytes;
  for (const Parameter &parameter : entry.parameters) {
    uint64_t end = parameter.offset + parameter.size, small = 3;
    if (end > mostParameterBytes || end < parameter.offset)
      break; // the launch refuses what is too short
    bytes.resize(std::max<size_t>(bytes.size(), end));
    TensorMapImage map = makeMap(address);
    if (parameter.size == map.size())
      std::memcpy(bytes.data() + parameter.offset, map.data(), map.size());
    else if (parameter.size == 8)
      std::memcpy(bytes.data() + parameter.offset, &address, 8);
    else
      std::memcpy(bytes.data() + parameter.offset, &small, std::min<uint64_t>(parameter.size, 8));
  }
  return bytes;
}

void run(const Program &program, const Function &entry, uint64_t choice) {
  GlobalMemory memory;
  placeVariables(program, memory);
  Allocation &array = memory.allocate(arrayBytes, "array", choice & 1);
  LaunchShape shape;
  if (choice & 2) {
    shape.grid[0] = 2;
    shape.block[0] = entry.syntax->requiredThreads[0] ? std::min(entry.syntax->requiredThreads[0], 1024u) : 40;
    shape.block[1] = std::max(1u, entry.syntax->requiredThreads[1]);
    shape.block[2] = std::max(1u, entry.syntax->requiredThreads[2]);
  }
  if (entry.syntax->requiredCluster[0] && entry.syntax->requiredCluster[0] <= 4)
    shape.grid[0] = entry.syntax->requiredCluster[0];
  shape.dynamicShared = 8192;
  Trace trace;
  RunOptions options;
  options.seed = choice >> 3;
  options.checksRaces = choice & 4;
  options.checksInitialization = choice & 1;
  options.instructionLimit = 20'000;
  options.reportLimit = 5;
  options.trace = &trace;
  options.print = [](std::string_view) {};
  DiagnosticSink sink;
  launch(program, entry, shape, makeParameters(entry, array.address), memory, options, sink);
}

} // namespace

extern "C" int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
  std::string text(reinterpret_cast<const char *>(data), size);
  uint64_t choice = 14695981039346656037u; // FNV-1a: another text, other choices
  for (char c : text)
    choice = (choice ^ static_cast<uint8_t>(c)) * 1099511628211u;
  choice >>= 32;
  DiagnosticSink sink;
  std::unique_ptr<Program> program = load(std::move(text), "fuzz.ptx", sink);
  if (!program)
    return 0;
  size_t entries = 0;
  for (const Function &function : program->functions)
    if (function.isEntry && ++entries <= mostEntries)
      run(*program, function, choice);
  return 0;
}
