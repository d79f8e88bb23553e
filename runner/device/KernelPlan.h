// SPDX-License-Identifier: Apache-2.0
// How a compiled kernel is called, in plain numbers: what the emulator and a GPU both need to launch it. No MLIR here; `PlanKernel`
// has read it off the program.
#pragma once

#include "runner/emulator/arithmetic/TensorMap.h"
#include <cstdint>
#include <string>
#include <vector>

namespace tessera::runner {

/// Words of 32 bits in the buffer for what a launch says, and how many of them come before the records (compiler/codegen/Reports.h).
inline constexpr uint32_t reportHeaderWords = 2, reportCapacityWords = 1u << 20;

/// `scratch`: memory of the launch's own, zero where it begins; neither an input nor an output.
enum class ArgumentRole { read, write, readWrite, scalar, scratch };

inline bool takesInput(ArgumentRole role) { return role == ArgumentRole::read || role == ArgumentRole::readWrite || role == ArgumentRole::scalar; }
inline bool givesOutput(ArgumentRole role) { return role == ArgumentRole::write || role == ArgumentRole::readWrite; }

struct PlannedArgument {
  ArgumentRole role = ArgumentRole::read;
  std::string name;
  uint64_t scratchBytes = 0; // of `scratch`
};

/// A tensor map that the launch encodes over an argument's array and passes by value, 128 bytes at a multiple of 64.
struct PlannedMap {
  size_t argument = 0;
  emulator::TensorMap map; // but for its address
};

/// The kernel's parameters are `arguments`, the grid's extents, the workspace's address where there is one, then `maps`.
struct KernelPlan {
  std::string name, entry, ptx;
  unsigned threads = 128;
  unsigned sharedBytes = 0; // dynamic
  unsigned clusterBlocks = 1; // consecutive blocks along x that are a cluster; the PTX requires it too
  uint64_t workspaceBytes = 0; // of global memory for each block, whose address is a parameter; of any contents
  bool reports = false; // the address of a buffer for what the kernel says is a parameter, after the workspace's
  std::vector<PlannedArgument> arguments = {};
  std::vector<PlannedMap> maps = {};
};

/// CUDA's grid, and the parameters that follow the kernel's arguments.
struct PlannedGrid {
  unsigned x = 1, y = 1, z = 1;
  std::vector<int32_t> extents = {};
  uint64_t countBlocks() const { return uint64_t(x) * y * z; }
};

} // namespace tessera::runner
