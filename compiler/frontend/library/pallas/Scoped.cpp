// SPDX-License-Identifier: Apache-2.0
// Scratch that a kernel asks for while it runs: `run_scoped`, `with_scoped`, `run_state`. Each buffer is an argument more of the kernel,
// and holds the uninitialized value where its scope begins.
#include "compiler/frontend/library/arrays/Tree.h"
#include "compiler/frontend/library/jax/Array.h"
#include "compiler/frontend/library/jax/Control.h"
#include "compiler/frontend/library/pallas/KernelRecorder.h"
#include "compiler/frontend/library/pallas/PallasTables.h"

using namespace tessera;
using namespace tessera::frontend;
using llvm::cast;
using llvm::dyn_cast;
using llvm::isa;

bool frontend::isInKernel(Evaluator &evaluator) {
  if (evaluator.state<KernelStack>().kernels.empty())
    return false;
  for (Trace *trace = &evaluator.trace(); trace; trace = trace->parent) {
    if (trace->kind == TraceKind::kernel)
      return true;
    if (trace->kind == TraceKind::indexMap)
      return false;
  }
  return false;
}

KernelMachine *frontend::currentMachine(Evaluator &evaluator) {
  return isInKernel(evaluator) ? evaluator.state<KernelStack>().kernels.back().machine : nullptr;
}

Value frontend::allocateScoped(Evaluator &evaluator, const KernelOperand &buffer) {
  KernelInProgress &current = evaluator.state<KernelStack>().kernels.back();
  mlir::Type type = tile::RefType::get(buffer.shape, frontend::getElementType(evaluator.context(), buffer.dtype));
  auto name = mlir::StringAttr::get(evaluator.context(), buffer.name);
  unsigned index = current.kernel.getNumArguments();
  auto attribute = mlir::NamedAttribute(mlir::StringAttr::get(evaluator.context(), tile::KernelOp::argumentNameName), name);
  (void)current.kernel.insertArgument(index, type, mlir::DictionaryAttr::get(evaluator.context(), attribute),
                                      mlir::NameLoc::get(name, evaluator.location()));
  current.scratch->push_back(buffer);
  PallasRef *ref = makeRef(evaluator, current.kernel.getArgument(index), buffer);
  if (buffer.isSemaphore) {
    fillRef(evaluator, ref, 0);
    return ref;
  }
  Emitter emitter = emitterHere(evaluator);
  SliceParts parts = toSliceParts(ref->whole(evaluator)->axes);
  emitter.create<tile::StoreOp>(makeUninitialized(emitter, buffer.dtype, buffer.shape), ref->value, parts.offsets, mlir::Value(), parts.staticOffsets, parts.sizes,
                                parts.strides, parts.dropped);
  return ref;
}

/// Whether recording stands in a kernel; else `value-error`.
static bool checkInKernel(Evaluator &evaluator, const std::string &function) {
  if (isInKernel(evaluator))
    return true;
  return evaluator.raise(DiagnosticId::notSupported, "`" + function + "` outside a kernel of `pl.pallas_call` is not supported")
      .note("it gives a kernel scratch memory; on the host, arrays need none"), false;
}

/// A tree of types as a tree of Refs, which `all` gets too. `name` is the parameter's.
static Value allocateTree(Evaluator &evaluator, Value types, const std::string &name, std::vector<Value> &all) {
  std::vector<Value> refs;
  KernelMachine *machine = currentMachine(evaluator);
  for (const TreeLeaf &leaf : flattenWithPaths(evaluator, types)) {
    if (machine) {
      refs.push_back(machine->allocate(evaluator, leaf.value, name + leaf.path));
      if (!refs.back())
        return nullptr;
      all.push_back(refs.back());
      continue;
    }
    KernelOperand buffer;
    buffer.name = name + leaf.path;
    buffer.origin = buffer.name;
    if (!readShaped(evaluator, leaf.value, buffer, "run_scoped"))
      return nullptr;
    refs.push_back(allocateScoped(evaluator, buffer));
  }
  llvm::ArrayRef<Value> rest = refs;
  return unflattenTree(evaluator, types, rest);
}

/// Names of the function's parameters that stay open after `bound` arguments; for messages and the IR.
static std::string parameterName(Evaluator &evaluator, Value function, size_t index) {
  std::string name = "scoped_" + std::to_string(index);
  if (std::optional<std::vector<ParameterInfo>> parameters = evaluator.parametersOf(function))
    if (index < parameters->size() && (*parameters)[index].kind == syntax::Parameter::Kind::positional)
      name = (*parameters)[index].name;
  evaluator.clearPending();
  return name;
}

namespace {
/// What `run_scoped` and `with_scoped` were given.
struct ScopedTypes {
  explicit ScopedTypes(Call &call) : types(call["types"]), keywordTypes(call["kw_types"]), axes(call["collective_axes"]), name(publicName(call.entry)) {}
  Value types, keywordTypes, axes;
  std::string name;
};
} // namespace

/// Axes of threads that share a buffer: a kernel of threads has them, `pallas_call` has none.
static bool checkCollectiveAxes(Evaluator &evaluator, const ScopedTypes &scoped) {
  if (KernelMachine *machine = currentMachine(evaluator)) {
    std::vector<Value> leaves;
    for (const TreeLeaf &leaf : flattenWithPaths(evaluator, evaluator.tuple({scoped.types, scoped.keywordTypes})))
      leaves.push_back(leaf.value);
    return machine->checkScope(evaluator, scoped.axes, leaves, scoped.name);
  }
  auto *tuple = dyn_cast<TupleObject>(scoped.axes);
  if (isNone(scoped.axes) || (tuple && tuple->items.empty()))
    return true;
  return evaluator.notSupported("the argument `collective_axes` of `" + scoped.name + "`"), false;
}

static Value runScoped(Evaluator &evaluator, Value function, llvm::ArrayRef<Value> leading, const ScopedTypes &scoped) {
  if (!checkInKernel(evaluator, scoped.name) || !checkCollectiveAxes(evaluator, scoped))
    return nullptr;
  Arguments arguments;
  std::vector<Value> buffers;
  llvm::append_range(arguments.positional, leading);
  for (Value type : cast<TupleObject>(scoped.types)->items) {
    Value refs = allocateTree(evaluator, type, parameterName(evaluator, function, arguments.positional.size()), buffers);
    if (!refs)
      return nullptr;
    arguments.positional.push_back(refs);
  }
  for (const HashTable::Entry &entry : cast<DictObject>(scoped.keywordTypes)->table.entries()) {
    auto *key = entry.key ? dyn_cast<StrObject>(entry.key) : nullptr;
    if (!key)
      continue;
    Value refs = allocateTree(evaluator, entry.value, key->value, buffers);
    if (!refs)
      return nullptr;
    arguments.keywords.push_back({key->value, refs});
  }
  Value result = evaluator.call(function, arguments);
  if (KernelMachine *machine = result ? currentMachine(evaluator) : nullptr)
    machine->release(evaluator, buffers);
  return result;
}

Value frontend::runScopedHandler(Call &call) { return runScoped(call.evaluator, call["f"], {}, ScopedTypes(call)); }

Value frontend::withScopedHandler(Call &call) {
  ScopedTypes scoped(call);
  return call.evaluator.function("with_scoped", [=](Evaluator &e, Arguments &decorated) -> Value {
    if (decorated.positional.size() != 1)
      return e.raise(DiagnosticId::argumentError, "`" + scoped.name + "(...)` is a decorator and takes one function");
    Value function = decorated.positional[0];
    return e.function(
        "with_scoped", [=](Evaluator &inner, Arguments &arguments) { return runScoped(inner, function, arguments.positional, scoped); }, function);
  });
}

/// Outside of a kernel the Refs are those of `jax.new_ref`.
static Value runStateOnHost(Evaluator &evaluator, Value function, Value values) {
  auto member = [&](llvm::StringRef name) { return evaluator.libraryMember("jax", name).value_or(nullptr); };
  Value newRef = member("new_ref"), freeze = newRef ? member("freeze") : nullptr;
  Value refs = freeze ? evaluator.call(newRef, {values}) : nullptr;
  if (!refs || !evaluator.call(function, {refs}))
    return nullptr;
  return mapTree(evaluator, refs, [&](Value ref) { return evaluator.call(freeze, {ref}); });
}

/// `run_state(f)(values)`: `f` on Refs that begin as the values; what they hold in the end.
static Value runState(Evaluator &evaluator, Value function, Value values, const std::string &name) {
  if (!isInKernel(evaluator))
    return runStateOnHost(evaluator, function, values);
  if (KernelMachine *machine = currentMachine(evaluator))
    return machine->runState(evaluator, function, values, name);
  std::vector<Value> refs;
  for (const TreeLeaf &leaf : flattenWithPaths(evaluator, values)) {
    std::optional<Operand> operand = toOperand(evaluator, leaf.value, name);
    if (!operand)
      return nullptr;
    KernelOperand buffer;
    buffer.name = "state" + leaf.path;
    buffer.dtype = canonicalizeX32(operand->type.dtype);
    buffer.shape.assign(operand->shape().begin(), operand->shape().end());
    Value ref = allocateScoped(evaluator, buffer);
    if (!storeView(evaluator, toView(evaluator, ref, name), evaluator.ellipsis(), leaf.value))
      return nullptr;
    refs.push_back(ref);
  }
  llvm::ArrayRef<Value> rest = refs;
  Value tree = unflattenTree(evaluator, values, rest);
  if (!tree || !evaluator.call(function, {tree}))
    return nullptr;
  return mapTree(evaluator, tree, [&](Value ref) { return loadView(evaluator, toView(evaluator, ref, name), evaluator.ellipsis()); });
}

/// JAX's older `for_loop(nsteps, body, init_state)`: `body(i, refs)` for each step, on Refs that begin as the values.
Value frontend::forLoopHandler(Call &call) {
  Evaluator &evaluator = call.evaluator;
  std::optional<bool> reverse = evaluator.truth(call["reverse"]);
  if (!reverse || (*reverse && !refuseArguments(call, {"reverse"})))
    return nullptr;
  Value steps = call["nsteps"], body = call["body"];
  Value loop = evaluator.function("for_loop", [steps, body](Evaluator &e, Arguments &arguments) -> Value {
    Value refs = arguments.positional[0];
    Value step = e.function("for_loop step", [body, refs](Evaluator &inner, Arguments &given) -> Value {
      return inner.call(body, {given.positional[0], refs}) ? inner.none() : nullptr;
    });
    return recordLoop(e, e.integer(0), steps, e.integer(1), step, e.none(), false, "for_loop");
  });
  return runState(evaluator, loop, call["init_state"], "for_loop");
}

Value frontend::runStateHandler(Call &call) {
  Value function = call["f"];
  std::string name = publicName(call.entry);
  return call.evaluator.function(
      "run_state",
      [=](Evaluator &e, Arguments &arguments) -> Value {
        if (arguments.positional.size() != 1 || !arguments.keywords.empty())
          return e.raise(DiagnosticId::argumentError, "`" + name + "(f)` takes one value, or a tree of values");
        return runState(e, function, arguments.positional[0], name);
      },
      function);
}
