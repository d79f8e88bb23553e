// SPDX-License-Identifier: Apache-2.0
// Questions about dtypes: their kinds, the type of several together, which one can become which.
#include "compiler/frontend/library/jax/NumpyTable.h"

using namespace tessera;
using namespace tessera::frontend;
using llvm::cast;
using llvm::dyn_cast;

static bool isOfKind(DType type, llvm::StringRef kind) {
  return kind == "floating" || kind == "inexact"            ? numerics::isFloat(type)
         : kind == "integer"                                ? numerics::isInteger(type)
         : kind == "signedinteger"                          ? numerics::isSigned(type)
         : kind == "unsignedinteger"                        ? numerics::isUnsigned(type)
         : kind == "complexfloating" || kind == "character" ? false
         : kind == "generic"                                ? true
                                                            : type != DType::boolean;
}

Value frontend::issubdtypeHandler(Call &call) {
  Evaluator &evaluator = call.evaluator;
  std::optional<DType> type = toDType(evaluator, call[size_t(0)], "arg1", DType::float32, /*x32=*/false);
  if (!type)
    return nullptr;
  if (auto *record = llvm::dyn_cast<RecordObject>(call[size_t(1)]); record && record->field("kind")) {
    llvm::StringRef kind = cast<StrObject>(record->field("kind"))->value;
    return evaluator.boolean(isOfKind(*type, kind));
  }
  std::optional<DType> other = toDType(evaluator, call[size_t(1)], "arg2", DType::float32, /*x32=*/false);
  return other ? evaluator.boolean(*type == *other) : nullptr;
}

Value frontend::dtypeKindConstant(Call &call) {
  auto *record = call.evaluator.make<RecordObject>(call.evaluator.libraryClass("numpy", "dtype"));
  record->set("kind", call.evaluator.string(call.entry->name));
  std::string kind = call.entry->name;
  record->set("__subclasses__", call.evaluator.function("__subclasses__", [kind](Evaluator &evaluator, Arguments &) -> Value {
    std::vector<Value> types;
    for (DType type : {DType::int8, DType::int16, DType::int32, DType::int64, DType::uint8, DType::uint16, DType::uint32, DType::uint64, DType::float16, DType::float32, DType::float64})
      if (isOfKind(type, kind))
        types.push_back(evaluator.make<DTypeObject>(type, DTypeStyle::numpyScalar));
    return evaluator.list(std::move(types));
  }));
  return record;
}

/// `isinstance(np.float32(1), np.floating)`: of NumPy's scalars, not of its arrays.
Value frontend::instanceCheckMethod(Call &call) {
  auto *scalar = dyn_cast<JaxArray>(call["instance"]);
  if (!scalar || scalar->flavour != Flavour::numpy || !scalar->shape().empty() || scalar->isZeroDimensional)
    return call.evaluator.boolean(false);
  if (auto *type = dyn_cast<DTypeObject>(call.self))
    return call.evaluator.boolean(type->dtype == scalar->dtype);
  auto *record = cast<RecordObject>(call.self);
  if (!record->field("kind"))
    return call.evaluator.boolean(false);
  llvm::StringRef kind = cast<StrObject>(record->field("kind"))->value;
  return call.evaluator.boolean(isOfKind(scalar->dtype, kind));
}

//===-- common types ------------------------------------------------------------------------------------------===//

static bool isOfJax(const Call &call) { return llvm::StringRef(call.entry->module).starts_with("jax"); }

static Value dtypeValue(Call &call, DType type) { return call.evaluator.make<DTypeObject>(type, DTypeStyle::numpyDType); }

/// Arrays, numbers and dtypes in any notation. A dtype counts as an array of it.
static bool readTypes(Call &call, llvm::ArrayRef<Value> values, llvm::SmallVectorImpl<ElementType> &types, llvm::SmallVectorImpl<TorchOperand> &operands) {
  for (Value value : values) {
    std::optional<Operand> operand = asOperand(value);
    if (operand) {
      types.push_back({isOfJax(call) ? canonicalizeX32(operand->type.dtype) : operand->type.dtype, operand->type.weak || operand->isNumber()});
      operands.push_back({operand->type.dtype, operand->isNumber(), operand->array && operand->shape().empty()});
      continue;
    }
    std::optional<DType> type = toDType(call.evaluator, value, "dtype", DType::float64, isOfJax(call));
    if (!type)
      return false;
    types.push_back({*type, false});
    operands.push_back({*type, false, false});
  }
  return true;
}

Value frontend::resultTypeHandler(Call &call) {
  std::vector<Value> values;
  if (llvm::StringRef(call.entry->name) == "promote_types")
    values = {call[size_t(0)], call[size_t(1)]};
  else
    values = cast<TupleObject>(call[size_t(0)])->items;
  if (values.empty())
    return call.evaluator.raise(DiagnosticId::valueError, "at least one array or dtype is required");
  llvm::SmallVector<ElementType> types;
  llvm::SmallVector<TorchOperand> operands;
  if (!readTypes(call, values, types, operands))
    return nullptr;
  if (!isOfJax(call))
    return dtypeValue(call, promoteNumpy(operands));
  std::optional<ElementType> common = promoteJax(types);
  if (!common)
    return call.evaluator.raise(DiagnosticId::dtypeMismatch, "these dtypes have no implicit promotion: cast one of them explicitly");
  return dtypeValue(call, common->dtype);
}

Value frontend::canCastHandler(Call &call) {
  Evaluator &evaluator = call.evaluator;
  std::optional<DType> from = toDType(evaluator, call[size_t(0)], "from_", DType::float64, false);
  std::optional<DType> to = from ? toDType(evaluator, call["to"], "to", DType::float64, false) : std::nullopt;
  std::optional<std::string> casting = to ? evaluator.toString(call["casting"], "casting") : std::nullopt;
  if (!casting)
    return nullptr;
  if (llvm::is_contained(llvm::ArrayRef<llvm::StringRef>{"no", "equiv", "safe", "same_kind", "unsafe"}, *casting))
    return evaluator.boolean(canCastInNumpy(*from, *to, *casting));
  return evaluator.raise(DiagnosticId::valueError, "casting must be one of 'no', 'equiv', 'safe', 'same_kind', or 'unsafe' (got '" + *casting + "')");
}

Value frontend::broadcastShapesHandler(Call &call) {
  Evaluator &evaluator = call.evaluator;
  Shape result;
  for (Value given : cast<TupleObject>(call[size_t(0)])->items) {
    std::optional<std::vector<int64_t>> shape = evaluator.toShape(given, "shape");
    if (!shape)
      return nullptr;
    std::optional<Shape> joined = broadcastShapes(result, *shape);
    if (!joined)
      return evaluator.raise(DiagnosticId::shapeMismatch, "shape mismatch: objects cannot be broadcast to a single shape: " + formatShape(result) + " and " + formatShape(*shape));
    result = *joined;
  }
  return evaluator.tupleOfInts(result);
}
