// SPDX-License-Identifier: Apache-2.0
// `pl.pallas_call`: see PallasCall.cpp (reading what it was given) and KernelRecorder.h (making the kernel and its launch).
#pragma once

#include "compiler/frontend/evaluate/Evaluator.h"
#include "compiler/frontend/library/arrays/DTypeObject.h"
#include "compiler/frontend/library/pallas/BlockSpecs.h"
#include <map>
#include <memory>

namespace tessera::frontend {

Value pallasCallHandler(Call &call);

/// The kernels that one `pallas_call` recorded, by what its arguments were: called again with the same shapes and dtypes, the body is
/// not traced again, as under JAX. A kernel may have been erased since (`eval_shape`, `vmap`): `find` asks the module.
class KernelTraces {
public:
  tile::KernelOp find(Evaluator &evaluator, const std::string &arguments) const;
  void keep(const std::string &arguments, tile::KernelOp kernel);

private:
  std::map<std::string, std::pair<tile::KernelOp, std::string>> kernels; // with their names
};
/// Raised by `_trace_kernel_to_jaxpr.cache_clear()`: earlier traces count no more. The evaluator's `state`.
struct TraceGeneration {
  unsigned number = 0;
};

/// The arguments of `pallas_call`, as they were given.
struct PallasCallConfiguration {
  Value kernel, outShape, inSpecs, outSpecs, scratchShapes, aliases;
  size_t prefetchedCount = 0; // arguments whose Refs the index maps get
  std::vector<int64_t> grid;
  std::vector<std::string> axisNames; // one an axis of the grid, empty for one without; or none at all
  std::shared_ptr<KernelTraces> traces = std::make_shared<KernelTraces>();
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

/// The grid's sizes and, where it has some, the names of its axes; an int is a grid of one axis. False with an exception pending.
bool readGrid(Evaluator &evaluator, Value given, PallasCallConfiguration &configuration, Range range);
/// The options that `compiler_params` carries to the kernel. False with an exception pending.
bool readOptions(Evaluator &evaluator, Value parameters, std::vector<std::pair<std::string, int64_t>> &options);
/// The function of arrays that `configuration` describes.
Value makeKernelFunction(Evaluator &evaluator, const PallasCallConfiguration &configuration, llvm::StringRef function);

/// Calls the kernel that `configuration` describes on arrays.
Value callKernel(Evaluator &evaluator, const PallasCallConfiguration &configuration, llvm::ArrayRef<Value> arguments);

/// An array whose elements are the uninitialized value.
Value makeEmpty(Evaluator &evaluator, DType type, llvm::ArrayRef<int64_t> shape);

class PallasView;

/// A kind of kernel that places its buffers, counts its semaphores and waits in its own way (`plgpu.kernel`): the functions of `pl` that
/// stand in it ask it. Functions that fail leave an exception pending.
class KernelMachine {
public:
  virtual ~KernelMachine() = default;
  /// Whether `run_scoped` may allocate `types` where it stands, for the threads along `axes`.
  virtual bool checkScope(Evaluator &evaluator, Value axes, llvm::ArrayRef<Value> types, const std::string &function) = 0;
  /// What the body gets for one leaf of the types.
  virtual Value allocate(Evaluator &evaluator, Value type, const std::string &name) = 0;
  /// The scope of what `allocate` gave ends.
  virtual void release(Evaluator &evaluator, llvm::ArrayRef<Value> buffers) = 0;
  /// `run_state(function)(values)`.
  virtual Value runState(Evaluator &evaluator, Value function, Value values, const std::string &name) = 0;
  /// `count` is an int32 scalar; the semaphore is one.
  virtual bool signal(Evaluator &evaluator, PallasView *semaphore, mlir::Value count) = 0;
  virtual bool waitFor(Evaluator &evaluator, PallasView *semaphore, mlir::Value count, bool decrement) = 0;
  virtual Value readSemaphore(Evaluator &evaluator, PallasView *semaphore) = 0;
  virtual bool delay(Evaluator &evaluator, Value nanoseconds) = 0;
};

/// A Ref of `jax.new_ref` that a kernel uses: given to it, or found in its body while that is recorded.
struct HostRef {
  Value owner = nullptr; // has the array as `now`
  mlir::Value start;
  unsigned argument = 0; // of the kernel
  Shape shape;
  DType dtype = DType::float32;
};

/// One kernel being recorded: what `program_id` checks its axis against, and where `run_scoped` puts its buffers.
struct KernelInProgress {
  std::vector<int64_t> grid;
  /// Inside `emit_pipeline`: the indices and sizes of its grid, which stands for the kernel's.
  std::vector<Value> indices, sizes;
  tile::KernelOp kernel;
  std::vector<KernelOperand> *scratch = nullptr;
  KernelMachine *machine = nullptr; // null: `pallas_call`'s
  std::vector<HostRef> *hostRefs = nullptr; // those that the body has asked for, in the order of the kernel's arguments
};
struct KernelStack {
  std::vector<KernelInProgress> kernels; // the innermost last
};

/// Whether recording stands in a kernel, be it in a function under `jit` or `vmap` that the kernel calls.
bool isInKernel(Evaluator &evaluator);

/// The array that a Ref of `jax.new_ref` holds now; null, and no exception, where `value` is none.
Value findHostArray(Evaluator &evaluator, Value value);
/// The kernel's Ref for one of `jax.new_ref` that its body uses: an argument more of the kernel being recorded. Null
/// with an exception pending.
Value enterHostRef(Evaluator &evaluator, Value owner);
/// Gives a launch the arrays of `refs`, of which `inputs` holds those that are read; and after it gives the owners what
/// it wrote.
void addHostOperands(tile::KernelOp kernel, llvm::ArrayRef<HostRef> refs, llvm::SmallVectorImpl<mlir::Value> &operands,
                     llvm::SmallVectorImpl<mlir::Type> &results);
bool updateHostRefs(Evaluator &evaluator, tile::KernelOp kernel, llvm::ArrayRef<HostRef> refs,
                    mlir::ResultRange results);

/// Of the kernel being recorded; null where there is none, or it is `pallas_call`'s.
KernelMachine *currentMachine(Evaluator &evaluator);

/// A new scratch buffer of the kernel being recorded; it begins as the uninitialized value each time that recording's place is reached.
Value allocateScoped(Evaluator &evaluator, const KernelOperand &buffer);

} // namespace tessera::frontend
