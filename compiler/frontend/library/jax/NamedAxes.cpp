// SPDX-License-Identifier: Apache-2.0
// Collectives over the named axes of vmaps: recorded as placeholders, replaced when the batch is known; see the header.
#include "compiler/frontend/library/jax/NamedAxes.h"
#include "compiler/frontend/library/arrays/Tree.h"
#include "compiler/frontend/library/jax/Formula.h"

using namespace tessera;
using namespace tessera::frontend;
using llvm::cast;
using llvm::dyn_cast;

/// The innermost axis of the name; null with NameError pending.
static const NamedAxis *findAxis(Evaluator &evaluator, Value name) {
  std::optional<std::string> text = evaluator.repr(name);
  if (!text)
    return nullptr;
  for (const NamedAxis &axis : llvm::reverse(evaluator.state<NamedAxes>().axes)) {
    if (axis.name != *text)
      continue;
    mlir::Block *outer = mlir::Value(axis.index).getParentBlock(), *inside = evaluator.builder().getInsertionBlock();
    for (mlir::Operation *op = inside->getParentOp(); inside != outer; op = op->getParentOp()) {
      if (!op || op->hasTrait<mlir::OpTrait::IsIsolatedFromAbove>())
        return evaluator.notSupported("the axis " + *text + " of `jax.vmap` inside a kernel"), nullptr;
      inside = op->getBlock();
      if (!inside)
        return evaluator.notSupported("the axis " + *text + " of `jax.vmap` here"), nullptr;
    }
    return &axis;
  }
  evaluator.raise(DiagnosticId::unknownName, "unbound axis name: " + llvm::StringRef(*text).trim('\'').str())
      .note("`jax.vmap(f, axis_name=" + *text + ")` names one");
  return nullptr;
}

/// One name or several.
static bool readNames(Evaluator &evaluator, Value given, llvm::SmallVectorImpl<const NamedAxis *> &axes) {
  std::vector<Value> names = {given};
  if (auto *several = dyn_cast<SequenceObject>(given))
    names = several->items;
  for (Value name : names) {
    const NamedAxis *axis = findAxis(evaluator, name);
    if (!axis)
      return false;
    axes.push_back(axis);
  }
  return true;
}

Value frontend::axisIndexHandler(Call &call) {
  llvm::SmallVector<const NamedAxis *> axes;
  if (!readNames(call.evaluator, call["axis_name"], axes))
    return nullptr;
  Formula f(call);
  Value result = nullptr;
  for (const NamedAxis *axis : axes) { // row-major
    Value index = wrap(call.evaluator, axis->index, DType::int32);
    result = result ? f.add(f.mul(result, f.integer(axis->size)), index) : index;
  }
  return result ? result : call.evaluator.integer(0);
}

Value frontend::axisSizeHandler(Call &call) {
  llvm::SmallVector<const NamedAxis *> axes;
  if (!readNames(call.evaluator, call["axis_name"], axes))
    return nullptr;
  int64_t size = 1;
  for (const NamedAxis *axis : axes)
    size *= axis->size;
  return call.evaluator.integer(size);
}

static mlir::Value record(Emitter &emitter, mlir::Value value, const NamedAxis &axis, mlir::Type type, llvm::StringRef kind, mlir::Attribute detail) {
  auto op = emitter.create<mlir::UnrealizedConversionCastOp>(mlir::TypeRange(type), mlir::ValueRange{value, axis.index});
  op->setAttr("collective", emitter.builder.getStringAttr(kind));
  op->setAttr("detail", detail);
  return op->getResult(0);
}

/// A sum, greatest or least element over the axes.
static Value reduceOver(Call &call, Value leaf, llvm::ArrayRef<const NamedAxis *> axes) {
  Evaluator &evaluator = call.evaluator;
  Formula f(call);
  llvm::StringRef name = call.entry->name;
  bool isMean = name == "pmean", isSum = name == "psum" || isMean;
  int64_t count = 1;
  for (const NamedAxis *axis : axes)
    count *= axis->size;
  if (!llvm::isa<ArrayObject>(leaf)) // a number is the same for all entries
    return isSum && !isMean ? evaluator.binary(BinaryOp::multiply, leaf, evaluator.integer(count)) : leaf;
  JaxArray *array = f.array(leaf);
  if (array && isSum && array->dtype == DType::boolean)
    array = f.array(f.cast(array, DType::int32));
  mlir::Value value = array ? useHere(evaluator, array) : nullptr;
  if (!value)
    return nullptr;
  Emitter emitter = emitterHere(evaluator);
  tile::Reduction kind = name == "pmax" ? Emitter::maxOf(array->dtype) : name == "pmin" ? Emitter::minOf(array->dtype) : tile::Reduction::add;
  for (const NamedAxis *axis : axes)
    value = record(emitter, value, *axis, value.getType(), "reduce", emitter.builder.getI64IntegerAttr(static_cast<int64_t>(kind)));
  Value result = wrap(evaluator, value, array->dtype);
  return isMean ? f.div(result, f.integer(count)) : result;
}

static Value gatherOver(Call &call, Value leaf, const NamedAxis &axis) {
  Evaluator &evaluator = call.evaluator;
  JaxArray *array = Formula(call).array(leaf);
  mlir::Value value = array ? useHere(evaluator, array) : nullptr;
  std::optional<bool> tiled = value ? evaluator.truth(call["tiled"]) : std::nullopt;
  if (!tiled)
    return nullptr;
  int64_t rank = array->shape().size();
  std::optional<int64_t> place = evaluator.toInt(call["axis"], "axis");
  place = place ? normalizeAxis(evaluator, *place, *tiled ? rank : rank + 1, publicName(call.entry)) : std::nullopt;
  if (!place)
    return nullptr;
  Shape shape(array->shape());
  shape.insert(shape.begin() + *place, axis.size);
  Emitter emitter = emitterHere(evaluator);
  mlir::Value result = record(emitter, value, axis, tile::getArrayType(shape, tile::getElementType(value.getType())), "gather", emitter.builder.getI64IntegerAttr(*place));
  if (*tiled) {
    shape.erase(shape.begin() + *place);
    shape[*place] *= axis.size;
    result = emitter.reshape(result, shape);
  }
  return wrap(evaluator, result, array->dtype);
}

static Value permuteOver(Call &call, Value leaf, const NamedAxis &axis) {
  Evaluator &evaluator = call.evaluator;
  JaxArray *array = Formula(call).array(leaf);
  mlir::Value value = array ? useHere(evaluator, array) : nullptr;
  std::optional<std::vector<Value>> pairs = value ? evaluator.toVector(call["perm"]) : std::nullopt;
  if (!pairs)
    return nullptr;
  llvm::SmallVector<int64_t> sources(axis.size, -1); // of each entry
  for (Value pair : *pairs) {
    std::optional<std::vector<int64_t>> ends = evaluator.toInts(pair, "perm");
    if (!ends)
      return nullptr;
    if (ends->size() != 2 || (*ends)[0] < 0 || (*ends)[0] >= axis.size || (*ends)[1] < 0 || (*ends)[1] >= axis.size || sources[(*ends)[1]] >= 0)
      return evaluator.raise(DiagnosticId::valueError, "`perm` of `lax.ppermute` has unique pairs (source, destination) below " + std::to_string(axis.size), call.rangeOf("perm"));
    sources[(*ends)[1]] = (*ends)[0];
  }
  Emitter emitter = emitterHere(evaluator);
  return wrap(evaluator, record(emitter, value, axis, value.getType(), "permute", emitter.builder.getDenseI64ArrayAttr(sources)), array->dtype);
}

Value frontend::collectiveHandler(Call &call) {
  Evaluator &evaluator = call.evaluator;
  llvm::SmallVector<const NamedAxis *> axes;
  if (!refuseArguments(call, {"axis_index_groups"}, true) || !readNames(evaluator, call["axis_name"], axes))
    return nullptr;
  llvm::StringRef name = call.entry->name;
  bool reduces = name != "all_gather" && name != "ppermute";
  if (!reduces && axes.size() != 1)
    return evaluator.notSupported("`" + publicName(call.entry) + "` over several axes");
  return mapTree(evaluator, call["x"], [&](Value leaf) {
    return reduces ? reduceOver(call, leaf, axes) : name == "ppermute" ? permuteOver(call, leaf, *axes[0]) : gatherOver(call, leaf, *axes[0]);
  });
}

//===-- replacing placeholders --------------------------------------------------------------------------------===//

static mlir::Value permute(Emitter &emitter, mlir::Value input, llvm::ArrayRef<int64_t> sources) {
  Shape one(tile::getShape(input.getType()));
  one[0] = 1;
  mlir::Type type = tile::getArrayType(one, tile::getElementType(input.getType()));
  llvm::SmallVector<mlir::Value> parts;
  for (int64_t source : sources) {
    if (source < 0) {
      parts.push_back(mlir::arith::ConstantOp::create(emitter.builder, emitter.loc, type, emitter.builder.getZeroAttr(type)));
      continue;
    }
    Shape offsets(one.size(), 0);
    offsets[0] = source;
    parts.push_back(emitter.create<tile::SliceValueOp>(type, input, mlir::ValueRange(), offsets, one, llvm::ArrayRef<int64_t>(), llvm::ArrayRef<int64_t>()));
  }
  return emitter.concatenate(parts, 0);
}

mlir::Value frontend::batchCollective(Emitter &emitter, mlir::UnrealizedConversionCastOp op, mlir::Value input, bool &isBatched) {
  llvm::StringRef kind = cast<mlir::StringAttr>(op->getAttr("collective")).getValue();
  mlir::Attribute detail = op->getAttr("detail");
  isBatched = kind == "permute";
  if (isBatched)
    return permute(emitter, input, cast<mlir::DenseI64ArrayAttr>(detail).asArrayRef());
  int64_t number = cast<mlir::IntegerAttr>(detail).getInt();
  if (kind == "reduce")
    return emitter.reduce(static_cast<tile::Reduction>(number), input, {0}, /*keepDims=*/false);
  llvm::SmallVector<int64_t> permutation;
  for (int64_t axis = 1, rank = tile::getShape(input.getType()).size(); axis < rank; ++axis)
    permutation.push_back(axis);
  permutation.insert(permutation.begin() + number, 0);
  return emitter.transpose(input, permutation);
}
