// SPDX-License-Identifier: Apache-2.0
// `jax.vmap`. The function is called once, on arrays without the mapped axis, and recorded into a region of its own. Then its
// operations are rewritten one by one for the whole batch (Batching.cpp) and take the region's place. So a library function
// needs no rule for vmap: only operations do, and they are few.
#include "compiler/frontend/library/jax/Vmap.h"
#include "compiler/frontend/evaluate/Discard.h"
#include "compiler/frontend/library/arrays/Complex.h"
#include "compiler/frontend/library/arrays/Kernels.h"
#include "compiler/frontend/library/arrays/Tree.h"
#include "compiler/frontend/library/jax/NamedAxes.h"
#include "compiler/frontend/library/jax/Operations.h"
#include "llvm/ADT/SetVector.h"

using namespace tessera;
using namespace tessera::frontend;
using llvm::cast;
using llvm::dyn_cast;
using llvm::isa;

namespace {

/// An array argument or result and its mapped axis (none: the same for the whole batch).
struct Mapped {
  Value leaf;
  std::optional<int64_t> axis;
};

/// One call of a vmapped function.
class VmapCall {
public:
  VmapCall(Evaluator &evaluator, Value function, Value inAxes, Value outAxes, std::optional<int64_t> axisSize, std::string axisName)
      : evaluator(evaluator), function(function), inAxes(inAxes), outAxes(outAxes), size(axisSize), axisName(std::move(axisName)) {}
  Value run(Arguments &arguments);

private:
  bool spreadAxes(Value tree, Value axes, std::vector<Mapped> &leaves, llvm::StringRef what);
  bool readArguments(Arguments &arguments);
  Value callInside(mlir::Block *block, Arguments &arguments, llvm::DenseMap<mlir::Value, mlir::Value> &batched);
  Value enterRegion(mlir::Block *block, const Mapped &mapped, llvm::DenseMap<mlir::Value, mlir::Value> &batched);
  Value leaveRegion(Value leaf, std::optional<int64_t> axis, const llvm::DenseMap<mlir::Value, mlir::Value> &batched,
                    mlir::IRMapping &mapping);

  Evaluator &evaluator;
  Value function, inAxes, outAxes;
  std::optional<int64_t> size;
  std::string axisName; // empty: none
  std::string sizeFrom;
  std::vector<Mapped> inputs; // one a leaf of all arguments, in order
};

} // namespace

static mlir::Value getValue(Value leaf) {
  if (auto *array = dyn_cast<ArrayObject>(leaf))
    return array->value;
  return cast<KeyArray>(leaf)->value;
}

static Value withValue(Evaluator &evaluator, Value leaf, mlir::Value value) {
  if (auto *array = dyn_cast<ArrayObject>(leaf))
    return array->withValue(evaluator, value);
  return evaluator.make<KeyArray>(value);
}

/// Axes of the array as the user sees it: a key's words are not one.
static int64_t rankOf(Value leaf) {
  if (auto *array = dyn_cast<ArrayObject>(leaf))
    return array->shape().size();
  return cast<KeyArray>(leaf)->shape().size();
}

/// Gives each leaf of `tree` its axis: `axes` is an int or None for all of it, or a structure over it.
bool VmapCall::spreadAxes(Value tree, Value axes, std::vector<Mapped> &leaves, llvm::StringRef what) {
  if (auto *sequence = dyn_cast<SequenceObject>(axes)) {
    auto *items = dyn_cast<SequenceObject>(tree);
    if (!items || items->items.size() != sequence->items.size())
      return evaluator.raise(DiagnosticId::valueError, "`" + what.str() + "` has " + std::to_string(sequence->items.size()) +
                                                           " entries for " + (items ? std::to_string(items->items.size()) : "1") + " values"), false;
    for (auto [item, axis] : llvm::zip(items->items, sequence->items))
      if (!spreadAxes(item, axis, leaves, what))
        return false;
    return true;
  }
  if (auto *dict = dyn_cast<DictObject>(axes)) {
    auto *items = dyn_cast<DictObject>(tree);
    std::vector<std::string> keys;
    for (const HashTable::Entry &entry : dict->table.entries())
      if (entry.key && isa<StrObject>(entry.key))
        keys.push_back(cast<StrObject>(entry.key)->value);
    llvm::sort(keys); // the order in which leaves stand
    if (!items || items->table.size() != keys.size())
      return evaluator.raise(DiagnosticId::valueError, "`" + what.str() + "` is a dict of other keys than the values"), false;
    for (const std::string &key : keys) {
      Value item = items->find(evaluator, key);
      if (!item)
        return evaluator.raise(DiagnosticId::valueError, "`" + what.str() + "` has the key `" + key + "`, which the values lack"), false;
      if (!spreadAxes(item, dict->find(evaluator, key), leaves, what))
        return false;
    }
    return true;
  }
  std::optional<int64_t> axis;
  if (!isNone(axes)) {
    axis = evaluator.toInt(axes, what);
    if (!axis)
      return false;
  }
  std::vector<Value> all;
  flattenTree(tree, all);
  for (Value leaf : all)
    leaves.push_back({leaf, axis});
  return true;
}

bool VmapCall::readArguments(Arguments &arguments) {
  Value all = evaluator.tuple(std::vector<Value>(arguments.positional.begin(), arguments.positional.end()));
  if (!spreadAxes(all, inAxes, inputs, "in_axes"))
    return false;
  // Keyword arguments are mapped over their first axis.
  for (const Keyword &keyword : arguments.keywords)
    if (!spreadAxes(keyword.second, evaluator.integer(0), inputs, "in_axes"))
      return false;
  for (Mapped &mapped : inputs) {
    if (!isa<ArrayObject, KeyArray>(mapped.leaf)) {
      if (!mapped.axis)
        continue;
      if (isComplexArray(mapped.leaf))
        return evaluator.notSupported("`jax.vmap` over an array of complex numbers"), false;
      return evaluator.raise(DiagnosticId::typeError, "`jax.vmap` maps over arrays, but got a `" + mapped.leaf->typeName(evaluator) + "`")
          .note("say `in_axes=None` for it, or bind it with `functools.partial`"), false;
    }
    if (!useHere(evaluator, getValue(mapped.leaf)))
      return false;
    if (!mapped.axis)
      continue;
    std::string name = describe(evaluator, getValue(mapped.leaf));
    mapped.axis = normalizeAxis(evaluator, *mapped.axis, rankOf(mapped.leaf), "jax.vmap");
    if (!mapped.axis)
      return false;
    int64_t extent = tile::getShape(getValue(mapped.leaf).getType())[*mapped.axis];
    if (size && *size != extent)
      return evaluator
          .raise(DiagnosticId::shapeMismatch, "`jax.vmap` got different sizes of the mapped axis: " +
                                                  (sizeFrom.empty() ? "`axis_size`" : sizeFrom) + " has " + std::to_string(*size) + " but " +
                                                  name + " has " + std::to_string(extent))
          .note(name + " gets its shape here", toRange(getValue(mapped.leaf).getLoc())), false;
    size = extent;
    sizeFrom = name;
  }
  if (!size)
    return evaluator.raise(DiagnosticId::valueError, "`jax.vmap` got nothing to map over: every entry of `in_axes` is None")
        .note("map at least one argument, or say `axis_size`"), false;
  if (*size == 0)
    return evaluator.notSupported("`jax.vmap` over an axis of size 0"), false;
  return true;
}

/// Axis `axis` moved to the front.
static mlir::Value moveToFront(Emitter &emitter, mlir::Value value, int64_t axis) {
  llvm::SmallVector<int64_t> permutation = {axis};
  for (int64_t k = 0, rank = tile::getShape(value.getType()).size(); k < rank; ++k)
    if (k != axis)
      permutation.push_back(k);
  return emitter.transpose(value, permutation);
}

/// The leaf as the function sees it: without its mapped axis, standing for one entry of the batch.
Value VmapCall::enterRegion(mlir::Block *block, const Mapped &mapped, llvm::DenseMap<mlir::Value, mlir::Value> &batched) {
  if (!isa<ArrayObject, KeyArray>(mapped.leaf))
    return mapped.leaf;
  mlir::Value value = getValue(mapped.leaf);
  if (!mapped.axis)
    return withValue(evaluator, mapped.leaf, value);
  mlir::OpBuilder::InsertionGuard guard(evaluator.builder());
  evaluator.builder().setInsertionPoint(block->getParentOp());
  Emitter emitter = emitterHere(evaluator);
  mlir::Value front = moveToFront(emitter, value, *mapped.axis);
  llvm::ArrayRef<int64_t> shape = tile::getShape(front.getType());
  mlir::Value argument = block->addArgument(tile::getArrayType(shape.drop_front(), tile::getElementType(front.getType())), value.getLoc());
  batched[argument] = front;
  return withValue(evaluator, mapped.leaf, argument);
}

/// A result of the function, for the whole batch.
Value VmapCall::leaveRegion(Value leaf, std::optional<int64_t> axis, const llvm::DenseMap<mlir::Value, mlir::Value> &batched,
                            mlir::IRMapping &mapping) {
  mlir::Value inside = getValue(leaf);
  auto found = batched.find(inside);
  if (found == batched.end()) {
    mlir::Value value = mapping.lookupOrDefault(inside);
    if (!axis)
      return withValue(evaluator, leaf, value);
    Emitter emitter = emitterHere(evaluator);
    Shape shape(tile::getShape(value.getType()));
    shape.insert(shape.begin(), *size);
    mlir::Value spread = emitter.broadcastTo(value, shape);
    return leaveRegion(withValue(evaluator, leaf, value), axis, {{value, spread}}, mapping);
  }
  if (!axis)
    return evaluator.raise(DiagnosticId::valueError, "`out_axes` is None for a result that differs within the batch")
        .note("say the axis at which the batch shall stand in the result, for example 0");
  Emitter emitter = emitterHere(evaluator);
  int64_t rank = tile::getShape(found->second.getType()).size(), visible = rank - isa<KeyArray>(leaf);
  std::optional<int64_t> target = normalizeAxis(evaluator, *axis, visible, "jax.vmap");
  if (!target)
    return nullptr;
  llvm::SmallVector<int64_t> permutation;
  for (int64_t k = 1; k < rank; ++k)
    permutation.push_back(k);
  permutation.insert(permutation.begin() + *target, 0);
  return withValue(evaluator, leaf, emitter.transpose(found->second, permutation));
}

/// Calls the function, with the axis known by its name.
Value VmapCall::callInside(mlir::Block *block, Arguments &arguments, llvm::DenseMap<mlir::Value, mlir::Value> &batched) {
  if (axisName.empty())
    return evaluator.call(function, arguments);
  mlir::OpBuilder &builder = evaluator.builder();
  mlir::Value index = block->addArgument(builder.getI32Type(), evaluator.location());
  {
    mlir::OpBuilder::InsertionGuard guard(builder);
    builder.setInsertionPoint(block->getParentOp());
    batched[index] = emitterHere(evaluator).iota({*size}, 0, DType::int32);
  }
  NamedAxes &named = evaluator.state<NamedAxes>();
  named.axes.push_back({axisName, *size, index});
  Value result = evaluator.call(function, arguments);
  named.axes.pop_back();
  return result;
}

Value VmapCall::run(Arguments &arguments) {
  if (!readArguments(arguments))
    return nullptr;
  mlir::OpBuilder &builder = evaluator.builder();
  // A region of its own at the place where the batch will be computed; it is gone before anyone else sees the module.
  auto region = mlir::scf::ExecuteRegionOp::create(builder, evaluator.location(), mlir::TypeRange());
  mlir::Block *block = &region.getRegion().emplaceBlock();
  llvm::DenseMap<mlir::Value, mlir::Value> batched;
  mlir::IRMapping mapping;
  Value result = nullptr;
  {
    Trace trace(TraceKind::batch, nullptr);
    TraceScope scope(evaluator, trace, block);
    std::vector<Value> leaves;
    for (const Mapped &mapped : inputs)
      leaves.push_back(enterRegion(block, mapped, batched));
    llvm::ArrayRef<Value> rest = leaves;
    Arguments inner;
    for (Value argument : arguments.positional)
      inner.positional.push_back(unflattenTree(evaluator, argument, rest));
    for (const Keyword &keyword : arguments.keywords)
      inner.keywords.push_back({keyword.first, unflattenTree(evaluator, keyword.second, rest)});
    result = callInside(block, inner, batched);
    if (result)
      result = mapTree(evaluator, result, [&](Value leaf) -> Value {
        if (isa<ArrayObject, KeyArray>(leaf))
          return leaf;
        if (asOperand(leaf))
          return makeJaxArray(evaluator, leaf, std::nullopt);
        return evaluator.raise(DiagnosticId::typeError, "a function under `jax.vmap` returned a `" + leaf->typeName(evaluator) + "`");
      });
  }
  builder.setInsertionPoint(region);
  std::vector<Mapped> outputs;
  bool succeeded = result && spreadAxes(result, outAxes, outputs, "out_axes") && batchOperations(evaluator, *block, *size, batched, mapping);
  if (succeeded) {
    size_t next = 0;
    result = mapTree(evaluator, result, [&](Value leaf) { return leaveRegion(leaf, outputs[next++].axis, batched, mapping); });
  }
  builder.setInsertionPointAfter(region);
  llvm::SetVector<mlir::StringAttr> kernels;
  region.walk([&](tile::LaunchOp launch) { kernels.insert(launch.getKernelAttr().getAttr()); });
  discard(evaluator, region);
  // A kernel that only the unbatched recording launched is not part of the program.
  for (mlir::StringAttr name : kernels)
    if (auto kernel = evaluator.module().lookupSymbol<tile::KernelOp>(name))
      if (mlir::SymbolTable::symbolKnownUseEmpty(kernel, evaluator.module()))
        eraseKernel(evaluator, kernel);
  return succeeded ? result : nullptr;
}

Value frontend::vmapHandler(Call &call) {
  Evaluator &evaluator = call.evaluator;
  if (!refuseArguments(call, {"spmd_axis_name"}))
    return nullptr;
  Value function = call["fun"], inAxes = call["in_axes"], outAxes = call["out_axes"];
  std::optional<int64_t> axisSize;
  if (!isNone(call["axis_size"]) && !(axisSize = evaluator.toInt(call["axis_size"], "axis_size")))
    return nullptr;
  std::optional<std::string> axisName = isNone(call["axis_name"]) ? std::optional<std::string>("") : evaluator.repr(call["axis_name"]);
  if (!axisName)
    return nullptr;
  if (!evaluator.isCallable(function))
    return evaluator.raise(DiagnosticId::typeError, "`jax.vmap` takes a function, not a `" + function->typeName(evaluator) + "`", call.rangeOf("fun"));
  return evaluator.function(
      "vmap",
      [function, inAxes, outAxes, axisSize, name = *axisName](Evaluator &e, Arguments &arguments) {
        return VmapCall(e, function, inAxes, outAxes, axisSize, name).run(arguments);
      },
      function);
}
