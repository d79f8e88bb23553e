// SPDX-License-Identifier: Apache-2.0
// `pl.pallas_call`: see PallasCall.cpp (reading what it was given) and RecordKernel.cpp (making the kernel and its launch).
#pragma once

#include "compiler/frontend/evaluate/Evaluator.h"
#include "compiler/frontend/library/arrays/DTypeObject.h"
#include "compiler/frontend/library/pallas/BlockSpecs.h"

namespace tessera::frontend {

Value pallasCallHandler(Call &call);

/// The arguments of `pallas_call`, as they were given.
struct PallasCallConfiguration {
  Value kernel, outShape, inSpecs, outSpecs, scratchShapes, aliases;
  size_t prefetchedCount = 0; // arguments whose Refs the index maps get
  std::vector<int64_t> grid;
  std::string name;
  std::vector<std::pair<std::string, int64_t>> options; // `num_warps`, ...
  Range range; // of the pallas_call
};

/// The shape and the dtype of anything that has them: a ShapeDtypeStruct, an array, a `pl.MemoryRef`. False with an
/// exception pending.
bool readShaped(Evaluator &evaluator, Value leaf, KernelOperand &operand, llvm::StringRef what);

/// A leaf of a tree and how JAX spells the way to it: `[0]['one']`, `.field`.
struct TreeLeaf {
  std::string path;
  Value value;
};
/// In `flattenTree`'s order.
std::vector<TreeLeaf> flattenWithPaths(Evaluator &evaluator, Value tree, const std::string &path = "");

/// Calls the kernel that `configuration` describes on arrays.
Value callKernel(Evaluator &evaluator, const PallasCallConfiguration &configuration, llvm::ArrayRef<Value> arguments);

/// An array whose elements are the uninitialized value.
Value makeEmpty(Evaluator &evaluator, DType type, llvm::ArrayRef<int64_t> shape);

/// One kernel being recorded: what `program_id` checks its axis against, and where `run_scoped` puts its buffers.
struct KernelInProgress {
  std::vector<int64_t> grid;
  tile::KernelOp kernel;
  std::vector<KernelOperand> *scratch = nullptr;
};
struct KernelStack {
  std::vector<KernelInProgress> kernels; // the innermost last
};

/// Whether recording stands in a kernel, be it in a function under `jit` or `vmap` that the kernel calls.
bool isInKernel(Evaluator &evaluator);

/// A new scratch buffer of the kernel being recorded; it begins as the uninitialized value each time that recording's place is reached.
Value allocateScoped(Evaluator &evaluator, const KernelOperand &buffer);

} // namespace tessera::frontend
