// SPDX-License-Identifier: Apache-2.0
// Matrix products on the tensor core: accumulators, `wgmma` and its waits.
#include "compiler/frontend/library/jax/Operations.h"
#include "compiler/frontend/library/mosaic_gpu/Kernel.h"

using namespace tessera;
using namespace tessera::frontend;
using llvm::cast;
using llvm::dyn_cast;
using llvm::isa;

static constexpr llvm::StringLiteral module = "jax.experimental.pallas.mosaic_gpu";

//===-- accumulators ------------------------------------------------------------------------------------------===//

const char AccumulatorObject::tag = 0;

Shape AccumulatorObject::shape() const { return Shape(cast<tilegpu::AccumulatorType>(value.getType()).getShape()); }
ClassObject *AccumulatorObject::type(Evaluator &evaluator) { return evaluator.libraryClass("jax.experimental.pallas", "Ref"); }

std::optional<Value> AccumulatorObject::getAttribute(Evaluator &evaluator, llvm::StringRef attribute) {
  if (attribute == "at")
    return Value(evaluator.raise(DiagnosticId::notSupported, "a part of the accumulator `" + name + "` as a Ref is not supported")
                     .note("use an accumulator for each part, or take a part of its array: `" + name + "[:, a:b]`"));
  if (attribute == "shape")
    return evaluator.tupleOfInts(shape());
  if (attribute == "dtype")
    return evaluator.make<DTypeObject>(dtype, DTypeStyle::numpyDType);
  if (attribute == "ndim")
    return evaluator.integer(2);
  return std::nullopt;
}
void AccumulatorObject::listAttributes(Evaluator &, std::vector<std::string> &names) {
  for (const char *attribute : {"dtype", "ndim", "shape"})
    names.push_back(attribute);
}
std::optional<int64_t> AccumulatorObject::length(Evaluator &) { return shape().front(); }
std::optional<std::string> AccumulatorObject::repr(Evaluator &) { return "AccRef{" + describeAbstract(dtype, shape()) + "}"; }

Value AccumulatorObject::read(Evaluator &evaluator, int64_t pending) {
  mlir::Value accumulator = useHere(evaluator, value);
  if (!accumulator)
    return nullptr;
  Emitter emitter = emitterHere(evaluator);
  return wrap(evaluator, emitter.create<tilegpu::ReadAccumulatorOp>(getArrayType(evaluator.context(), shape(), dtype), accumulator, pending), dtype);
}

/// `acc[...]` waits for all products; a part of it is a slice of the array.
Value AccumulatorObject::getItem(Evaluator &evaluator, Value key) {
  Value whole = read(evaluator, 0);
  return whole ? evaluator.getItem(whole, key) : nullptr;
}

bool AccumulatorObject::setItem(Evaluator &evaluator, Value key, Value given) {
  auto *tuple = dyn_cast<TupleObject>(key);
  if (!isEllipsis(key) && !(tuple && tuple->items.empty()))
    return evaluator.notSupported("writing a part of the accumulator `" + name + "`"), false;
  mlir::Value accumulator = useHere(evaluator, value);
  std::optional<Operand> operand = accumulator ? toOperand(evaluator, given, name + "[...] = ") : std::nullopt;
  if (!operand)
    return false;
  if (!operand->shape().empty() && operand->shape() != llvm::ArrayRef<int64_t>(shape()))
    return evaluator.raise(DiagnosticId::shapeMismatch,
                           "the accumulator `" + name + "` has shape " + formatShape(shape()) + ", but the value has shape " + formatShape(operand->shape())),
           false;
  mlir::Value array = materialize(evaluator, *operand, dtype, shape());
  if (array)
    emitterHere(evaluator).create<tilegpu::WriteAccumulatorOp>(array, accumulator);
  return static_cast<bool>(array);
}

Value frontend::accumulatorTypeHandler(Call &call) {
  Evaluator &evaluator = call.evaluator;
  std::optional<std::vector<int64_t>> shape = evaluator.toShape(call["shape"], "shape");
  std::optional<DType> type = shape ? toDType(evaluator, call["dtype"], "dtype", DType::float32) : std::nullopt;
  if (!type)
    return nullptr;
  if (shape->size() != 2)
    return evaluator.raise(DiagnosticId::valueError, "a wgmma accumulator has two axes, not the shape " + formatShape(*shape), call.rangeOf("shape"));
  if ((*shape)[0] % 64 != 0 || (*shape)[1] % 8 != 0 || (*shape)[0] < 64 || (*shape)[1] < 8)
    return evaluator.raise(DiagnosticId::valueError, "a wgmma accumulator has a multiple of 64 rows and of 8 columns, not the shape " + formatShape(*shape),
                           call.rangeOf("shape"));
  auto *record = evaluator.make<RecordObject>(evaluator.libraryClass(module, "WGMMAAccumulatorRef"));
  record->range = evaluator.range();
  record->set("shape", evaluator.tupleOfInts(*shape)).set("dtype", evaluator.make<DTypeObject>(*type, DTypeStyle::numpyDType));
  return record;
}

/// `plgpu.ACC.init(array)`, for `pl.run_state`.
Value frontend::accumulatorInitHandler(Call &call) {
  Evaluator &evaluator = call.evaluator;
  std::optional<Operand> operand = toOperand(evaluator, call["array"], publicName(call.entry));
  if (!operand)
    return nullptr;
  if (operand->shape().size() != 2)
    return evaluator.raise(DiagnosticId::valueError, "a wgmma accumulator begins as an array of two axes, not of shape " + formatShape(operand->shape()),
                           call.rangeOf("array"));
  auto *record = evaluator.make<RecordObject>(evaluator.libraryClass(module, "WGMMAAccumulatorRef"));
  record->range = evaluator.range();
  record->set("shape", evaluator.tupleOfInts(operand->shape())).set("dtype", evaluator.make<DTypeObject>(canonicalizeX32(operand->type.dtype), DTypeStyle::numpyDType));
  record->set("init", call["array"]);
  return record;
}

Value frontend::allocateAccumulator(Evaluator &evaluator, RecordObject *type, const std::string &name) {
  KernelOperand shaped;
  if (!readShaped(evaluator, type, shaped, "scratch_types"))
    return nullptr;
  mlir::Value init;
  if (Value given = type->field("init")) {
    std::optional<Operand> operand = toOperand(evaluator, given, "plgpu.ACC.init");
    if (!operand || !(init = materialize(evaluator, *operand, shaped.dtype)))
      return nullptr;
  }
  auto accumulator = tilegpu::AccumulatorType::get(evaluator.context(), shaped.shape[0], shaped.shape[1], frontend::getElementType(evaluator.context(), shaped.dtype));
  auto allocated = emitterHere(evaluator).create<tilegpu::AllocAccumulatorOp>(accumulator, name, init);
  return evaluator.make<AccumulatorObject>(allocated.getResult(), shaped.dtype, name);
}

static AccumulatorObject *toAccumulator(Call &call) {
  auto *accumulator = dyn_cast<AccumulatorObject>(call["acc"]);
  if (!accumulator)
    call.evaluator
        .raise(DiagnosticId::typeError, "`" + publicName(call.entry) + "` takes an accumulator, not a `" + call["acc"]->typeName(call.evaluator) + "`",
               call.rangeOf("acc"))
        .note("accumulators are scratch, `plgpu.ACC(shape, dtype)`, or a state, `pl.run_state(f)(plgpu.ACC.init(array))`");
  return accumulator;
}

Value frontend::accumulatorLoadHandler(Call &call) {
  AccumulatorObject *accumulator = findKernel(call) ? toAccumulator(call) : nullptr;
  // None asks for no wait at all: as many products as can be told apart may be in flight.
  std::optional<int64_t> pending = !accumulator ? std::nullopt : isNone(call["wait_n"]) ? std::optional<int64_t>(7) : call.evaluator.toInt(call["wait_n"], "wait_n");
  if (!pending)
    return nullptr;
  if (*pending < 0)
    return call.evaluator.raise(DiagnosticId::valueError, "wait_n must be non-negative, got wait_n=" + std::to_string(*pending), call.rangeOf("wait_n"));
  return accumulator->read(call.evaluator, *pending);
}

//===-- products ----------------------------------------------------------------------------------------------===//

namespace {
/// An operand of a product.
struct Factor {
  mlir::Value value; // an array or a Ref; null with an exception pending
  Shape shape;
  DType dtype = DType::float32;
};
} // namespace

static Factor readFactor(Call &call, llvm::StringRef name, bool mayBeArray) {
  Evaluator &evaluator = call.evaluator;
  Value given = call[name];
  Factor factor;
  if (mayBeArray && isa<ArrayObject>(given)) {
    std::optional<Operand> operand = toOperand(evaluator, given, publicName(call.entry));
    factor.dtype = operand->type.dtype;
    factor.shape = Shape(operand->shape());
    factor.value = materialize(evaluator, *operand, factor.dtype);
    return factor;
  }
  PallasView *view = toViewIn(evaluator, given, true, name, publicName(call.entry));
  if (!view)
    return {};
  factor.dtype = view->dtype;
  factor.shape = view->shape();
  factor.value = toRefValue(evaluator, view, publicName(call.entry));
  return factor;
}

static bool isFloat8(DType type) { return numerics::isFloat(type) && numerics::getBitWidth(type) == 8; }

static bool checkFactors(Call &call, const Factor &a, const Factor &b, llvm::ArrayRef<int64_t> sum) {
  Evaluator &evaluator = call.evaluator;
  bool fits = a.shape.size() == 2 && b.shape.size() == 2 && a.shape[0] == sum[0] && a.shape[1] == b.shape[0] && b.shape[1] == sum[1];
  if (!fits)
    return evaluator.raise(DiagnosticId::shapeMismatch,
                           "Incompatible shapes for matrix multiplication: lhs=" + formatShape(a.shape) + ", rhs=" + formatShape(b.shape) + ", acc=" + formatShape(sum)),
           false;
  if (a.dtype != b.dtype && !(isFloat8(a.dtype) && isFloat8(b.dtype)))
    return evaluator.raise(DiagnosticId::dtypeMismatch, "Mixed input dtypes for matrix multiplication unsupported: lhs=" + std::string(numerics::getName(a.dtype)) +
                                                            ", rhs=" + std::string(numerics::getName(b.dtype))),
           false;
  return true;
}

Value frontend::wgmmaHandler(Call &call) {
  Evaluator &evaluator = call.evaluator;
  AccumulatorObject *accumulator = findKernel(call) ? toAccumulator(call) : nullptr;
  mlir::Value sum = accumulator ? useHere(evaluator, accumulator->value) : mlir::Value();
  if (!sum)
    return nullptr;
  if (findKernel(call)->isInWarp)
    return evaluator.raise(DiagnosticId::notSupported, "`" + publicName(call.entry) + "` in code of single warps is not supported: it is the whole warpgroup's");
  Factor a = readFactor(call, "a", true), b = a.value ? readFactor(call, "b", false) : Factor();
  if (!b.value || !checkFactors(call, a, b, accumulator->shape()))
    return nullptr;
  emitterHere(evaluator).create<tilegpu::WgmmaOp>(sum, a.value, b.value);
  return evaluator.none();
}

Value frontend::wgmmaWaitHandler(Call &call) {
  std::optional<int64_t> pending = findKernel(call) ? call.evaluator.toInt(call["n"], "n") : std::nullopt;
  if (!pending)
    return nullptr;
  if (*pending < 0)
    return call.evaluator.raise(DiagnosticId::valueError, "`n` is " + std::to_string(*pending) + ", not a number of products", call.rangeOf("n"));
  emitterHere(call.evaluator).create<tilegpu::WgmmaWaitOp>(*pending);
  return call.evaluator.none();
}

/// acc + a @ b in registers, done when it returns.
Value frontend::mmaHandler(Call &call) {
  Evaluator &evaluator = call.evaluator;
  std::string function = publicName(call.entry);
  if (!findKernel(call))
    return nullptr;
  Factor factors[3];
  const llvm::StringRef names[] = {"acc", "a", "b"};
  for (auto [index, name] : llvm::enumerate(names)) {
    std::optional<Operand> operand = toOperand(evaluator, call[name], function);
    if (!operand)
      return nullptr;
    factors[index].dtype = operand->type.dtype;
    factors[index].shape = Shape(operand->shape());
    if (factors[index].shape.size() != 2)
      return evaluator.raise(DiagnosticId::shapeMismatch,
                             "`" + function + "` takes arrays of two axes, but `" + name.str() + "` has shape " + formatShape(factors[index].shape), call.rangeOf(name));
    if (!(factors[index].value = materialize(evaluator, *operand, operand->type.dtype)))
      return nullptr;
  }
  if (!checkFactors(call, factors[1], factors[2], factors[0].shape))
    return nullptr;
  bool isFloat = numerics::isFloat(factors[1].dtype);
  DType sum = factors[0].dtype;
  if (isFloat ? sum != DType::float64 && sum != DType::float32 && sum != DType::float16 : sum != DType::int32)
    return evaluator.raise(DiagnosticId::notSupported,
                           isFloat ? "Only float64, float32 and float16 accumulators supported for floating operands. Got " + std::string(numerics::getName(sum))
                                   : "Only int32 accumulator supported for integer and boolean operands. Got " + std::string(numerics::getName(sum)));
  return wrap(evaluator, emitterHere(evaluator).create<tilegpu::MmaOp>(factors[0].value.getType(), factors[0].value, factors[1].value, factors[2].value), sum);
}

//===-- registers ---------------------------------------------------------------------------------------------===//

Value frontend::setMaxRegistersHandler(Call &call) {
  Evaluator &evaluator = call.evaluator;
  std::optional<int64_t> count = findKernel(call) ? evaluator.toInt(call["n"], "n") : std::nullopt;
  std::optional<std::string> action = count ? evaluator.toString(call["action"], "action") : std::nullopt;
  if (!action)
    return nullptr;
  if (*action != "increase" && *action != "decrease")
    return evaluator.raise(DiagnosticId::valueError, "`action` is '" + *action + "', not 'increase' or 'decrease'", call.rangeOf("action"));
  if (*count % 8 != 0 || *count < 24 || *count > 256)
    return evaluator.raise(DiagnosticId::valueError, "a thread has a multiple of 8 registers from 24 to 256, not " + std::to_string(*count), call.rangeOf("n"));
  emitterHere(evaluator).create<tilegpu::SetMaxRegistersOp>(*count, *action == "increase");
  return evaluator.none();
}
