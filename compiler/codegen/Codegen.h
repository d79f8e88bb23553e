// SPDX-License-Identifier: Apache-2.0
// From `tilegpu` to PTX, in process, native builds only. A kernel is written out as one thread's code (layouts become
// registers), lowered through MLIR's own conversions to the LLVM and NVVM dialects, optimized and printed by LLVM.
//
// The kernel's ABI, which a device's launch must follow:
//   - entry name: the kernel's symbol;
//   - parameters: the kernel's arguments in order: an array is the 64-bit address of its first element, in global
//     memory, a multiple of `Parameter::alignment`; arrays do not overlap; a scalar is its value (i1 as one byte);
//     then, with `linearGrid`, the extents of the grid as 32-bit integers in the grid's order;
//     then, with `workspaceBytes`, the address of as many for each block of the launch, a multiple of 128;
//     then each of `tensorMaps`, in order: a CUtensorMap by value, 128 bytes at a multiple of 64;
//   - block: `threads` x 1 x 1, which the PTX requires (`.reqntid`); grid: what `getCudaGrid` gives; with `clusterBlocks` > 1 that
//     many consecutive blocks along x are a cluster, which the PTX requires too (`.reqnctapercluster`), and divide the grid;
//   - shared memory: `sharedBytes` of dynamic shared memory.
#pragma once

#include "compiler/support/Diagnostic.h"
#include "compiler/tilegpu/ir/TileGpu.h"
#include "mlir/IR/BuiltinOps.h"
#include <array>

namespace tessera::codegen {

struct Parameter {
  std::string name;
  bool isArray = false;
  mlir::Type elementType;
  unsigned bytes = 0;    // of the parameter itself: 8 for an array
  int64_t alignment = 1; // of the array's address, in bytes
  tilegpu::Access access = tilegpu::Access::read;
};

/// What the launch encodes as a CUtensorMap: boxes of an array of `shape` elements, row-major without gaps, its last axis innermost
/// (CUDA lists it first), with zeros outside.
struct TensorMap {
  unsigned parameter = 0; // of `LaunchFacts::parameters`: whose array
  std::vector<int64_t> shape, box;
  mlir::Type elementType;
  int64_t swizzle = 0; // bytes: 0, 32, 64, 128
};

struct LaunchFacts {
  std::string kernel, target;
  int64_t threads = 0, sharedBytes = 0, parts = 1, clusterBlocks = 1;
  int64_t blocks = 0;         // of every launch, whatever its grid; 0: its grid says
  int64_t workspaceBytes = 0; // of global memory for each block, of any contents
  std::vector<Parameter> parameters;
  std::vector<TensorMap> tensorMaps;
  std::vector<int64_t> axisOrder; // the grid's axes, fastest first
  bool linearGrid = false;        // the extents follow the parameters

  /// CUDA's grid for a launch over `grid`; none where it has too many programs or axes for the kernel.
  std::optional<std::array<uint32_t, 3>> getCudaGrid(llvm::ArrayRef<int64_t> grid) const;
  /// The values of the trailing parameters for that launch; empty without `linearGrid`.
  std::vector<int32_t> getExtents(llvm::ArrayRef<int64_t> grid) const;
};

/// `kernel` as scheduled for `target` in `module`; null, and reported, where there is no such kernel or target.
tilegpu::KernelOp findKernel(mlir::ModuleOp module, llvm::StringRef kernel, llvm::StringRef target, DiagnosticSink &sink);

mlir::FailureOr<LaunchFacts> getLaunchFacts(mlir::ModuleOp module, llvm::StringRef kernel, llvm::StringRef target,
                                            DiagnosticSink &sink);

/// The kernels' texts, in order, at `stage`: `llvm` (LLVM IR before optimization), `ptx`, or `sass`. `sass` runs
/// `ptxas` and a disassembler, found in PATH or under CUDA_HOME, and says which is missing. A failure is reported, and
/// the others go on. Several kernels are done at a time, by threads of its own. Safe to call again and again; nobody
/// else may use the context meanwhile.
std::vector<mlir::FailureOr<std::string>> generateAll(mlir::ModuleOp module, llvm::ArrayRef<std::string> kernels,
                                                      llvm::StringRef target, llvm::StringRef stage,
                                                      DiagnosticSink &sink);
/// The same of one kernel.
mlir::FailureOr<std::string> generate(mlir::ModuleOp module, llvm::StringRef kernel, llvm::StringRef target, llvm::StringRef stage,
                                      DiagnosticSink &sink);

} // namespace tessera::codegen
