// SPDX-License-Identifier: Apache-2.0
// Cubins and machine maps of anybody: whatever the bytes, each reader answers or says why not. What is read can be
// written, and read again as the same.
#include "runner/emulator/sass/MachineMap.h"
#include "shared/sass/LineTable.h"
#include "shared/sass/MachineBlocks.h"
#include <cstdlib>

using namespace tessera;

static void require(bool holds) {
  if (!holds)
    std::abort();
}

static void readAsCubin(std::string_view bytes) {
  std::string error;
  std::optional<sass::Cubin> cubin = sass::readCubin(bytes, error);
  require(cubin || !error.empty());
  if (!cubin)
    return;
  if (std::optional<sass::LineTable> lines = sass::readLines(*cubin, 1, error); lines)
    for (const sass::CubinFunction &function : cubin->functions)
      require(lines->count(function.name));
  for (const sass::CubinFunction &function : cubin->functions)
    if (std::optional<sass::MachineCode> code = sass::decodeAll(function.code, cubin->architecture, error)) {
      sass::MachineGraph graph = sass::findBlocks(*code);
      require(graph.blockOf.size() == code->instructions.size());
      for (const sass::MachineInstruction &instruction : code->instructions)
        require(!sass::getText(instruction).empty());
    }
}

static void readAsMap(std::string_view bytes) {
  std::string error;
  std::optional<emulator::MachineMap> map = emulator::readMachineMap(bytes, error);
  require(map || !error.empty());
  if (!map)
    return;
  std::string printed = emulator::printMachineMap(*map);
  std::optional<emulator::MachineMap> again = emulator::readMachineMap(printed, error);
  require(again && emulator::printMachineMap(*again) == printed);
}

extern "C" int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
  std::string_view bytes(reinterpret_cast<const char *>(data), size);
  readAsCubin(bytes);
  readAsMap(bytes);
  return 0;
}
