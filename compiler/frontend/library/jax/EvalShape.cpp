// SPDX-License-Identifier: Apache-2.0
// `jax.eval_shape`: the function is recorded into a region that is thrown away; what it returned gives shapes and dtypes.
#include "compiler/frontend/library/arrays/Kernels.h"
#include "compiler/frontend/evaluate/Discard.h"
#include "compiler/frontend/library/arrays/Tree.h"
#include "compiler/frontend/library/jax/Transforms.h"
#include "llvm/ADT/SetVector.h"

using namespace tessera;
using namespace tessera::frontend;
using llvm::cast;
using llvm::dyn_cast;
using llvm::isa;

Value frontend::makeShapeStruct(Evaluator &evaluator, llvm::ArrayRef<int64_t> shape, DType type) {
  auto *record = evaluator.make<RecordObject>(evaluator.libraryClass("jax", "ShapeDtypeStruct"));
  record->range = evaluator.range();
  record->set("shape", evaluator.tupleOfInts(shape));
  record->set("dtype", evaluator.make<DTypeObject>(type, DTypeStyle::numpyDType));
  return record;
}

/// An argument of `block` in place of an array, a number or anything with a shape and a dtype; other things stay.
static Value enterBlock(Evaluator &evaluator, mlir::Block *block, Value leaf) {
  Shape shape;
  ElementType type;
  auto *record = dyn_cast<RecordObject>(leaf);
  if (std::optional<Operand> operand = asOperand(leaf)) {
    shape.assign(operand->shape().begin(), operand->shape().end());
    type = operand->type;
  } else if (record && record->field("shape") && record->field("dtype")) {
    std::optional<std::vector<int64_t>> extents = evaluator.toShape(record->field("shape"), "shape");
    std::optional<DType> dtype = extents ? toDType(evaluator, record->field("dtype"), "dtype", DType::float32) : std::nullopt;
    if (!dtype)
      return nullptr;
    shape.assign(extents->begin(), extents->end());
    type = {*dtype, false};
  } else {
    return leaf;
  }
  type.dtype = canonicalizeX32(type.dtype);
  mlir::Value argument = block->addArgument(getArrayType(evaluator.context(), shape, type.dtype), evaluator.location());
  return wrap(evaluator, argument, type);
}

Value frontend::evalShapeHandler(Call &call) {
  Evaluator &evaluator = call.evaluator;
  auto region = mlir::scf::ExecuteRegionOp::create(evaluator.builder(), evaluator.location(), mlir::TypeRange());
  mlir::Block *block = &region.getRegion().emplaceBlock();
  Value result = nullptr;
  {
    Trace trace(TraceKind::jit, nullptr);
    TraceScope scope(evaluator, trace, block);
    auto enter = [&](Value argument) { return mapTree(evaluator, argument, [&](Value leaf) { return enterBlock(evaluator, block, leaf); }); };
    Arguments arguments;
    bool entered = true;
    for (Value argument : cast<TupleObject>(call["args"])->items) {
      arguments.positional.push_back(enter(argument));
      entered &= arguments.positional.back() != nullptr;
    }
    for (const HashTable::Entry &entry : cast<DictObject>(call["kwargs"])->table.entries())
      if (entry.key) {
        arguments.keywords.push_back({cast<StrObject>(entry.key)->value, enter(entry.value)});
        entered &= arguments.keywords.back().second != nullptr;
      }
    result = entered ? evaluator.call(call["fun"], arguments) : nullptr;
    if (result)
      result = mapTree(evaluator, result, [&](Value leaf) -> Value {
        if (std::optional<Operand> operand = asOperand(leaf))
          return makeShapeStruct(evaluator, operand->shape(), canonicalizeX32(operand->type.dtype));
        if (auto *key = dyn_cast<KeyArray>(leaf))
          return makeShapeStruct(evaluator, tile::getShape(key->value.getType()), DType::uint32);
        return evaluator.raise(DiagnosticId::typeError, "a function under `jax.eval_shape` returned a `" + leaf->typeName(evaluator) + "`");
      });
  }
  evaluator.builder().setInsertionPointAfter(region);
  llvm::SetVector<mlir::StringAttr> kernels;
  region.walk([&](tile::LaunchOp launch) { kernels.insert(launch.getKernelAttr().getAttr()); });
  discard(evaluator, region);
  for (mlir::StringAttr name : kernels)
    if (auto kernel = evaluator.module().lookupSymbol<tile::KernelOp>(name))
      if (mlir::SymbolTable::symbolKnownUseEmpty(kernel, evaluator.module()))
        eraseKernel(evaluator, kernel);
  return result;
}
