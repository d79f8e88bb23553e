// SPDX-License-Identifier: Apache-2.0
// `tessera emulate --machine-code`: what the assembler makes of the file's kernels, an instruction a line, with its
// control bits and the PTX that it is of, block by block.
#pragma once

#include "runner/emulator/sass/MachineMap.h"
#include "runner/Result.h"
#include "llvm/Support/JSON.h"

namespace tessera::runner::cli {

struct MachineCodeOptions {
  std::string entry;    // of this kernel alone; empty: of all
  std::string mapFile;  // takes the map from there; empty: from `ptxas`
  std::string saveFile; // writes the map there; empty: nowhere
};

/// The map that the options ask for, saved where they say. Null with a problem, or with what is wrong with the PTX in
/// `sink`.
Result<std::optional<emulator::MachineMap>> takeMachineMap(const MachineCodeOptions &options,
                                                           const emulator::ptx::Module &module, DiagnosticSink &sink);

/// A listing for people, and the same for programs. `kernel` is of the map.
std::string listMachineCode(const emulator::ptx::Module &module, const emulator::MachineMap &map,
                            const emulator::MachineKernel &kernel);
llvm::json::Object toJson(const emulator::ptx::Module &module, const emulator::MachineMap &map,
                          const emulator::MachineKernel &kernel);

} // namespace tessera::runner::cli
