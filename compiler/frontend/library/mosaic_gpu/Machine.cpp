// SPDX-License-Identifier: Apache-2.0
// What a kernel of warpgroups does in its own way where Pallas's common functions stand in it: scoped allocations, semaphores, delays;
// and which axes it has.
#include "compiler/frontend/library/arrays/Tree.h"
#include "compiler/frontend/library/mosaic_gpu/Kernel.h"
#include "compiler/frontend/library/pallas/BlockSpecs.h"
#include "compiler/frontend/library/pallas/KernelRecorder.h"
#include "compiler/frontend/library/pallas/Semaphores.h"

using namespace tessera;
using namespace tessera::frontend;
using llvm::cast;
using llvm::dyn_cast;
using llvm::isa;

WarpgroupKernel *frontend::findKernel(Evaluator &evaluator, const std::string &function) {
  // `plgpu.kernel` has the only machine there is.
  if (KernelMachine *machine = currentMachine(evaluator))
    return static_cast<WarpgroupKernel *>(machine);
  bool isInPallasCall = isInKernel(evaluator);
  Raised raised = evaluator.raise(isInPallasCall ? DiagnosticId::notSupported : DiagnosticId::valueError,
                                  "`" + function + "` " + (isInPallasCall ? "in a kernel of `pl.pallas_call` is not supported" : "is called outside a kernel"));
  raised.note("it belongs in a kernel of `plgpu.kernel`");
  return nullptr;
}

std::optional<llvm::SmallVector<int64_t>> WarpgroupKernel::toClusterAxes(Evaluator &evaluator, Value names, llvm::StringRef what) {
  llvm::SmallVector<int64_t> axes;
  std::vector<Value> items = {names};
  if (isNone(names))
    items.clear();
  else if (auto *sequence = dyn_cast<SequenceObject>(names))
    items = sequence->items;
  for (Value item : items) {
    if (isa<SequenceObject>(item)) { // several axes as one
      std::optional<llvm::SmallVector<int64_t>> inner = toClusterAxes(evaluator, item, what);
      if (!inner)
        return std::nullopt;
      axes.append(*inner);
      continue;
    }
    std::optional<std::string> name = evaluator.repr(item);
    if (!name)
      return std::nullopt;
    auto found = llvm::find(mesh.clusterNames, *name);
    if (found == mesh.clusterNames.end()) {
      std::string known;
      for (const std::string &other : mesh.clusterNames)
        known += (known.empty() ? "" : ", ") + other;
      bool isOther = *name == mesh.threadName || llvm::is_contained(mesh.gridNames, *name);
      evaluator
          .raise(DiagnosticId::valueError, "`" + what.str() + "` names " + *name + ", which is " + (isOther ? "not an axis of the cluster" : "no axis of the kernel"))
          .note(known.empty() ? "the kernel has no cluster: give `plgpu.kernel` a `cluster` and `cluster_names`" : "the cluster's axes are " + known);
      return std::nullopt;
    }
    axes.push_back(static_cast<int64_t>(mesh.grid.size()) + (found - mesh.clusterNames.begin()));
  }
  return axes;
}

//===-- scoped allocations ------------------------------------------------------------------------------------===//

static bool isRecordOf(Value value, llvm::StringRef name) {
  auto *record = dyn_cast<RecordObject>(value);
  return record && record->recordType->name == name;
}

bool WarpgroupKernel::checkScope(Evaluator &evaluator, Value axes, llvm::ArrayRef<Value> types, const std::string &function) {
  std::vector<Value> items = {axes};
  if (isNone(axes))
    items.clear();
  else if (auto *sequence = dyn_cast<SequenceObject>(axes))
    items = sequence->items;
  bool isCollective = false;
  size_t gridAxes = 0;
  for (Value item : items) {
    std::optional<std::string> name = evaluator.repr(item);
    if (!name)
      return false;
    if (llvm::is_contained(mesh.clusterNames, *name) || llvm::is_contained(mesh.gridNames, *name)) {
      ++gridAxes; // shared memory lies at the same place in all blocks of a cluster anyway
      continue;
    }
    if (mesh.threadName.empty() || *name != mesh.threadName)
      return evaluator.raise(DiagnosticId::valueError, "`collective_axes` of `" + function + "` names " + *name + ", which is not the kernel's axis of threads")
                 .note(mesh.threadName.empty() ? "the kernel has no axis of threads: give `plgpu.kernel` `num_threads` and `thread_name`"
                                               : "the axis of threads is " + mesh.threadName),
             false;
    isCollective = true;
  }
  isGlobalScope = gridAxes > 0 && gridAxes == mesh.gridNames.size() + mesh.clusterNames.size();
  for (Value type : types) {
    if (gridAxes > 0 && !isGlobalScope && isa<SemaphoreTypeObject>(type))
      return evaluator.notSupported("a semaphore of some of the kernel's programs"), false;
    bool isAccumulator = isRecordOf(type, "WGMMAAccumulatorRef");
    if (isAccumulator && cast<RecordObject>(type)->field("init"))
      return evaluator.raise(DiagnosticId::valueError, "Preinitialized WGMMAAccumulatorRef only supported in pl.run_state."), false;
    if (isAccumulator && isCollective)
      return evaluator.raise(DiagnosticId::valueError,
                             "WGMMA accumulators can only be allocated non-collectively. Hint: remove collective_axes from run_scoped. If other allocations are "
                             "performed as well, split the run_scoped into two."),
             false;
    if (!isAccumulator && !isCollective && mesh.threads > 1)
      return evaluator.raise(DiagnosticId::notSupported, "Only thread-collective allocations are supported in multithreaded kernels. Hint: add collective_axes=" +
                                                             mesh.threadName + " to run_scoped."),
             false;
  }
  return true;
}

PallasRef *WarpgroupKernel::addSemaphore(Evaluator &evaluator, llvm::ArrayRef<int64_t> shape, const std::string &name) {
  PallasRef *ref = addGlobal(evaluator, shape, DType::int32, name);
  ref->isSemaphore = true;
  return ref;
}

PallasRef *WarpgroupKernel::addGlobal(Evaluator &evaluator, llvm::ArrayRef<int64_t> shape, DType dtype,
                                      const std::string &name) {
  mlir::Type type =
      tile::RefType::get(shape, frontend::getElementType(evaluator.context(), dtype), tile::MemorySpace::gmem);
  auto text = mlir::StringAttr::get(evaluator.context(), name);
  unsigned index = kernel.getNumArguments();
  auto attribute = mlir::NamedAttribute(mlir::StringAttr::get(evaluator.context(), tile::KernelOp::argumentNameName), text);
  (void)kernel.insertArgument(index, type, mlir::DictionaryAttr::get(evaluator.context(), attribute), mlir::NameLoc::get(text, evaluator.location()));
  return evaluator.make<PallasRef>(kernel.getArgument(index), dtype, name);
}

Value WarpgroupKernel::addOwnSemaphore(Evaluator &evaluator, llvm::ArrayRef<int64_t> shape, const std::string &name) {
  std::vector<int64_t> extents = mesh.launchGrid();
  int64_t programs = countElements(extents);
  if (programs == 1)
    return addSemaphore(evaluator, shape, name);
  Shape whole = {programs};
  whole.append(shape.begin(), shape.end());
  PallasView *view = addSemaphore(evaluator, whole, name)->whole(evaluator);
  Emitter emitter = emitterHere(evaluator);
  mlir::Value number = emitter.constantInt(0, DType::int32);
  for (auto [axis, extent] : llvm::enumerate(extents)) {
    mlir::Value index = emitter.create<tile::ProgramIdOp>(static_cast<int64_t>(axis));
    number = axis == 0 ? index
                       : emitter.binary(Binary::add, emitter.binary(Binary::mul, number, emitter.constantInt(extent, DType::int32), DType::int32), index, DType::int32);
  }
  view->axes[0].computed = number;
  view->axes[0].size = 1;
  view->axes[0].dropped = true;
  return view;
}

Value WarpgroupKernel::allocate(Evaluator &evaluator, Value type, const std::string &name) {
  if (auto *semaphore = dyn_cast<SemaphoreTypeObject>(type))
    return isGlobalScope ? addSemaphore(evaluator, semaphore->shape, name) : addOwnSemaphore(evaluator, semaphore->shape, name);
  auto *record = dyn_cast<RecordObject>(type);
  llvm::StringRef kind = record ? llvm::StringRef(record->recordType->name) : llvm::StringRef();
  if (kind == "Barrier" || kind == "ClusterBarrier")
    return allocateBarrier(evaluator, *this, record, name);
  if (kind == "WGMMAAccumulatorRef")
    return allocateAccumulator(evaluator, record, name);
  if (kind == "RefUnion")
    return allocateUnion(evaluator, record, name);
  auto *space =
      kind == "MemoryRef" ? llvm::dyn_cast_or_null<MemorySpaceObject>(record->field("memory_space")) : nullptr;
  if (space && space->name == "GMEM") {
    KernelOperand buffer;
    buffer.origin = name;
    return readShaped(evaluator, type, buffer, "scratch_types")
               ? Value(addGlobal(evaluator, buffer.shape, buffer.dtype, name))
               : nullptr;
  }
  if (kind == "MemoryRef")
    return allocateShared(evaluator, record, name);
  return evaluator.raise(DiagnosticId::typeError, "a kernel of `plgpu.kernel` has no scratch of type `" + type->typeName(evaluator) + "`")
      .note("scratch is for example `plgpu.SMEM(shape, dtype)`, `plgpu.Barrier()` or `plgpu.ACC(shape)`");
}

void WarpgroupKernel::release(Evaluator &evaluator, llvm::ArrayRef<Value> buffers) {
  llvm::SmallVector<mlir::Value> values;
  std::vector<Value> leaves; // of unions too
  for (Value buffer : buffers)
    if (!flattenTree(buffer, leaves))
      return;
  for (Value leaf : leaves) {
    if (auto *barrier = dyn_cast<BarrierObject>(leaf))
      values.push_back(barrier->value);
    else if (auto *accumulator = dyn_cast<AccumulatorObject>(leaf))
      values.push_back(accumulator->value);
    else if (auto *ref = dyn_cast<RefObject>(leaf); ref && !isa<mlir::BlockArgument>(tilegpu::getBaseRef(ref->value)))
      values.push_back(tilegpu::getBaseRef(ref->value));
  }
  // The parts of a union are one buffer.
  llvm::SmallVector<mlir::Value> distinct;
  for (mlir::Value value : values)
    if (!llvm::is_contained(distinct, value))
      distinct.push_back(value);
  if (!distinct.empty())
    emitterHere(evaluator).create<tilegpu::FreeOp>(distinct);
}

/// Accumulators only: another value is no place that can be changed.
Value WarpgroupKernel::runState(Evaluator &evaluator, Value function, Value values, const std::string &name) {
  std::vector<Value> places;
  Value tree = mapTree(evaluator, values, [&](Value leaf) -> Value {
    if (!isRecordOf(leaf, "WGMMAAccumulatorRef"))
      return evaluator.raise(DiagnosticId::notSupported, "`" + name + "` of a `" + leaf->typeName(evaluator) + "` in a kernel of `plgpu.kernel` is not supported")
          .note("it takes accumulators, `plgpu.ACC.init(array)`; carry other values through the loop");
    places.push_back(allocate(evaluator, leaf, "acc"));
    return places.back();
  });
  if (!tree || !evaluator.call(function, {tree}))
    return nullptr;
  Value result = mapTree(evaluator, tree, [&](Value leaf) { return cast<AccumulatorObject>(leaf)->read(evaluator, 0); });
  if (result)
    release(evaluator, places);
  return result;
}

//===-- semaphores and delays ---------------------------------------------------------------------------------===//

bool WarpgroupKernel::signal(Evaluator &evaluator, PallasView *semaphore, mlir::Value count) {
  mlir::Value ref = toRefValue(evaluator, semaphore, "pl.semaphore_signal");
  if (ref)
    emitterHere(evaluator).create<tilegpu::SemaphoreSignalOp>(ref, count, semaphoreScope);
  return static_cast<bool>(ref);
}

bool WarpgroupKernel::waitFor(Evaluator &evaluator, PallasView *semaphore, mlir::Value count, bool decrement) {
  mlir::Value ref = toRefValue(evaluator, semaphore, "pl.semaphore_wait");
  if (ref)
    emitterHere(evaluator).create<tilegpu::SemaphoreWaitOp>(ref, count, decrement, semaphoreScope);
  return static_cast<bool>(ref);
}

Value WarpgroupKernel::readSemaphore(Evaluator &evaluator, PallasView *semaphore) {
  mlir::Value ref = toRefValue(evaluator, semaphore, "pl.semaphore_read");
  if (!ref)
    return nullptr;
  Emitter emitter = emitterHere(evaluator);
  return wrap(evaluator, emitter.create<tilegpu::SemaphoreReadOp>(emitter.builder.getI32Type(), ref), DType::int32);
}

bool WarpgroupKernel::delay(Evaluator &evaluator, Value nanoseconds) {
  std::optional<Operand> operand = toOperand(evaluator, nanoseconds, "pl.delay");
  mlir::Value value = operand ? materialize(evaluator, *operand, DType::int32) : mlir::Value();
  if (value)
    emitterHere(evaluator).create<tilegpu::DelayOp>(value);
  return static_cast<bool>(value);
}
