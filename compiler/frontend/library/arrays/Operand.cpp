// SPDX-License-Identifier: Apache-2.0
// Operands: see the header. The names in messages come from the operation that made an array: the evaluator attaches the
// variable's name to its location, and without one the source text at the location serves.
#include "compiler/frontend/library/arrays/Operand.h"
#include "compiler/frontend/evaluate/CalledFunction.h"
#include "compiler/frontend/library/arrays/X64.h"
#include "compiler/frontend/library/jax/Array.h"
#include "mlir/IR/Matchers.h"

using namespace tessera;
using namespace tessera::frontend;
using llvm::cast;
using llvm::dyn_cast;
using llvm::isa;

std::optional<Operand> frontend::asOperand(Value value) {
  if (auto *array = dyn_cast<ArrayObject>(value))
    return Operand{value, array, {array->dtype, array->weak}};
  switch (value->kind()) {
  case Kind::boolean:
    return Operand{value, nullptr, {DType::boolean, false}};
  case Kind::integer:
    return Operand{value, nullptr, {defaultIntOfJax(), true}};
  case Kind::floating:
    return Operand{value, nullptr, {defaultFloatOfJax(), true}};
  default:
    return std::nullopt;
  }
}

std::optional<Operand> frontend::toOperand(Evaluator &evaluator, Value value, llvm::StringRef function) {
  if (auto operand = asOperand(value)) {
    // A NumPy array that one of JAX's functions gets becomes JAX's.
    bool isJax = function.starts_with("jnp.") || (function.starts_with("jax.") && !function.starts_with("jax.Array."));
    if (!operand->array || operand->array->flavour != Flavour::numpy || !isJax)
      return operand;
    Value array = makeJaxArray(evaluator, value, canonicalizeX32(operand->type.dtype));
    return array ? asOperand(array) : std::nullopt;
  }
  // NumPy's functions take lists, JAX's do not.
  if (function.starts_with("np.") && isa<SequenceObject, RangeObject>(value)) {
    std::optional<std::vector<Value>> items = evaluator.toVector(value);
    Value array = items ? makeJaxArray(evaluator, evaluator.list(std::move(*items)), std::nullopt, Flavour::numpy) : nullptr;
    return array ? asOperand(array) : std::nullopt;
  }
  if (value->kind() == Kind::ref || value->kind() == Kind::refView) {
    // JAX's words: its text of a Ref, the primitive's own name.
    std::string text = "Mem" + evaluator.repr(value).value_or("Ref"), primitive = function.rsplit('.').second.empty() ? function.str() : function.rsplit('.').second.str();
    text = text.substr(0, 6) + "<None>" + text.substr(6);
    return evaluator
        .raise(DiagnosticId::valueError, " Attempting to pass a Ref " + text + " to a primitive: " + primitive + " - did you forget to unpack ([...]) the ref?")
        .note("read a Ref first: `ref[...]` is the array that it holds");
  }
  const Raised &raised = evaluator.raise(
      DiagnosticId::typeError, "`" + function.str() + "` takes arrays and numbers, not `" + value->typeName(evaluator) + "`");
  if (value->kind() == Kind::list || value->kind() == Kind::tuple)
    raised.note("turn it into an array first, with `jnp.array(...)`");
  return std::nullopt;
}

Emitter frontend::emitterHere(Evaluator &evaluator, Corners corners) {
  return Emitter(evaluator.builder(), evaluator.location(), corners);
}

bool frontend::isTracing(Evaluator &evaluator) { return evaluator.trace().kind != TraceKind::host; }

//===-- values at the insertion point -------------------------------------------------------------------------===//

/// `f32[8,4]`, as JAX abbreviates.
static std::string abbreviate(mlir::Type type) {
  mlir::Type element = tile::getElementType(type);
  std::string text;
  llvm::raw_string_ostream os(text);
  if (element.isInteger(1))
    os << "bool";
  else
    os << element;
  os << "[";
  llvm::interleave(tile::getShape(type), os, ",");
  os << "]";
  return text;
}

/// What the trace under way, or the nearest around it that says so, calls a captured array in JAX's words.
static std::string findSubject(Evaluator &evaluator) {
  for (Trace *trace = &evaluator.trace(); trace; trace = trace->parent)
    if (!trace->subject.empty())
      return trace->subject;
  return {};
}

mlir::Value frontend::useHere(Evaluator &evaluator, mlir::Value value) {
  mlir::Region *from = value.getParentRegion();
  for (mlir::Region *region = evaluator.builder().getInsertionBlock()->getParent(); region; region = region->getParentRegion())
    if (region == from)
      return value;
  mlir::Attribute constant;
  // Pallas takes numbers from around a kernel, but no arrays: see `findSubject`.
  bool isCaptured = llvm::isa<mlir::ShapedType>(value.getType()) && !tile::getShape(value.getType()).empty() &&
                    (evaluator.trace().kind == TraceKind::kernel || evaluator.trace().kind == TraceKind::indexMap) && !findSubject(evaluator).empty();
  if (!isCaptured && mlir::matchPattern(value, mlir::m_Constant(&constant))) {
    mlir::Operation *copy = evaluator.builder().clone(*value.getDefiningOp());
    return copy->getResult(0);
  }
  std::string name = describe(evaluator, value);
  TraceKind kind = evaluator.trace().kind;
  if (kind == TraceKind::kernel || kind == TraceKind::triton || kind == TraceKind::indexMap) {
    std::string where = kind == TraceKind::indexMap ? "an index map" : "a kernel", subject = findSubject(evaluator);
    if (!subject.empty()) { // Pallas's, which is a ValueError
      evaluator.raise(DiagnosticId::valueError, subject + " [" + abbreviate(value.getType()) + "]." +
                                                    (kind == TraceKind::indexMap ? "" : " You should pass them as inputs."))
          .note(name + " is an array of the host program and is made here", toRange(value.getLoc()))
          .note(kind == TraceKind::indexMap ? "an index map computes with the grid's indices, prefetched scalars and known numbers"
                                            : "pass it to the kernel as an input and read it through its parameter");
      evaluator.pendingException()->id = DiagnosticId::kernelSignature;
      return {};
    }
    evaluator.raise(DiagnosticId::kernelSignature, name + " is an array of the host program, which " + where + " can't use")
        .note("it is made here", toRange(value.getLoc()))
        .note(kind == TraceKind::indexMap ? "an index map computes with the grid's indices and with known numbers"
                                          : "pass it to the kernel as an input and read it through its parameter");
    return {};
  }
  evaluator.raise(DiagnosticId::valueError, name + " was made inside a traced function or branch and is used outside of it")
      .note("it is made here", toRange(value.getLoc()))
      .note("return it from the function instead of keeping it in a variable");
  return {};
}

mlir::Value frontend::useHere(Evaluator &evaluator, ArrayObject *array) { return useHere(evaluator, array->value); }

static bool fitsUnsigned64(const Integer &integer) { return !integer.isNegative() && integer.bitLength() <= 64; }

/// A Python number as a constant of `type`.
static mlir::Value materializeNumber(Evaluator &evaluator, Value number, DType type, llvm::ArrayRef<int64_t> shape) {
  Emitter emitter = emitterHere(evaluator);
  if (auto *boolean = dyn_cast<BoolObject>(number))
    return emitter.constantInt(boolean->value, type, shape);
  if (auto *floating = dyn_cast<FloatObject>(number))
    return emitter.constant(floating->value, type, shape);
  const Integer &integer = cast<IntObject>(number)->value;
  if (numerics::isFloat(type))
    return emitter.constant(integer.toDouble(), type, shape);
  std::optional<int64_t> value = integer.asInt64();
  bool wide = numerics::getBitWidth(type) == 64;
  if (type == DType::uint64 && fitsUnsigned64(integer))
    value = static_cast<int64_t>(integer.value().zextOrTrunc(64).getZExtValue());
  bool fits = value && (wide || (*value >= INT32_MIN && *value <= (type == DType::uint32 ? int64_t(UINT32_MAX) : INT32_MAX)));
  if (!fits)
    return evaluator.raise(DiagnosticId::valueError, "Python int " + integer.toString() + " is too large for " +
                                                         (type == DType::uint64 ? "uint64" : wide ? "int64" : type == DType::uint32 ? "uint32" : "int32"));
  return emitter.constantInt(*value, type, shape);
}

/// A float as an integer in NumPy: what C gives on x86-64 where the language leaves it open, since programs rely on it.
/// The fraction goes; a number that the machine's integer lacks, or NaN, is its least one; a narrow dtype has the low
/// bits. `Emitter::cast` alone goes to the nearest integer that there is, as JAX does:
///   np.array([300.0, -1.0, np.nan]).astype(np.uint8)   # 44, 255, 0
static mlir::Value truncateAsC(Emitter &emitter, mlir::Value x, DType from, DType to) {
  llvm::ArrayRef<int64_t> shape = tile::getShape(x.getType());
  DType wide = numerics::getBitWidth(to) < 32 || to == DType::int32 ? DType::int32 : DType::int64;
  mlir::Value bound = emitter.constant(wide == DType::int32 ? 0x1p31 : 0x1p63, from, shape);
  mlir::Value least = emitter.constantInt(
      wide == DType::int32 ? std::numeric_limits<int32_t>::min() : std::numeric_limits<int64_t>::min(), wide, shape);
  auto whole = [&](mlir::Value value) {
    return emitter.select(emitter.compare(Compare::lt, value, bound, from), emitter.cast(value, from, wide), least);
  };
  if (to != DType::uint64)
    return emitter.cast(whole(x), wide, to);
  // The upper half of the unsigned ones is as far above the lower half.
  mlir::Value isUpper = emitter.compare(Compare::ge, x, bound, from);
  mlir::Value lower = emitter.select(isUpper, emitter.binary(Binary::sub, x, bound, from), x);
  mlir::Value shift = emitter.select(isUpper, least, emitter.constantInt(0, wide, shape));
  return emitter.cast(emitter.binary(Binary::bitXor, whole(lower), shift, wide), wide, to);
}

mlir::Value frontend::materialize(Evaluator &evaluator, const Operand &operand, DType type, llvm::ArrayRef<int64_t> shape) {
  if (operand.isNumber())
    return materializeNumber(evaluator, operand.object, type, shape);
  mlir::Value value = useHere(evaluator, operand.array);
  if (!value)
    return {};
  Emitter emitter = emitterHere(evaluator);
  DType from = operand.type.dtype;
  bool isTruncated = operand.array->flavour == Flavour::numpy && numerics::isFloat(from) && numerics::isInteger(type) &&
                     type != DType::boolean;
  return emitter.broadcastTo(isTruncated ? truncateAsC(emitter, value, from, type) : emitter.cast(value, from, type),
                             shape);
}

mlir::Value frontend::materialize(Evaluator &evaluator, const Operand &operand, DType type) {
  return materialize(evaluator, operand, type, operand.shape());
}

std::optional<double> frontend::getKnownNumber(mlir::Value value) {
  llvm::APFloat number(0.0);
  if (mlir::matchPattern(value, mlir::m_ConstantFloat(&number))) {
    bool losesInfo;
    number.convert(llvm::APFloat::IEEEdouble(), llvm::APFloat::rmNearestTiesToEven, &losesInfo);
    return number.convertToDouble();
  }
  if (auto integer = getKnownInteger(value))
    return static_cast<double>(*integer);
  return std::nullopt;
}

std::optional<int64_t> frontend::getKnownInteger(mlir::Value value) {
  llvm::APInt integer;
  if (!value.getType().isInteger() || !mlir::matchPattern(value, mlir::m_ConstantInt(&integer)))
    return std::nullopt;
  return integer.getSExtValue();
}

//===-- names and shapes in messages --------------------------------------------------------------------------===//

static std::string findName(mlir::Location location) {
  if (auto named = dyn_cast<mlir::NameLoc>(location))
    return named.getName().str();
  if (auto fused = dyn_cast<mlir::FusedLoc>(location))
    for (mlir::Location part : fused.getLocations())
      if (std::string name = findName(part); !name.empty())
        return name;
  return {};
}

std::string frontend::describe(Evaluator &evaluator, mlir::Value value) {
  std::string name = findName(value.getLoc());
  if (name.empty()) {
    SourceRange range = toRange(value.getLoc());
    if (range.isValid() && range.file == evaluator.sourceText().file().str())
      name = evaluator.sourceText().excerpt({range.begin, range.end}, 40);
  }
  return name.empty() ? "this array" : "`" + name + "`";
}

std::string frontend::describe(Evaluator &evaluator, const ArrayObject *array) { return describe(evaluator, array->value); }

std::string frontend::describeShape(Evaluator &evaluator, const Operand &operand) {
  if (operand.isNumber())
    return "a number is ()";
  return describe(evaluator, operand.array) + " is " + formatShape(operand.shape());
}

void frontend::noteShape(Evaluator &evaluator, const Raised &raised, const Operand &operand) {
  if (operand.array)
    raised.note(describe(evaluator, operand.array) + " gets its shape here", toRange(operand.array->value.getLoc()));
}

std::optional<Shape> frontend::broadcastOperands(Evaluator &evaluator, llvm::ArrayRef<Operand> operands, llvm::StringRef function) {
  Shape shape;
  for (auto [index, operand] : llvm::enumerate(operands)) {
    std::optional<Shape> joined = broadcastShapes(shape, operand.shape());
    if (joined) {
      shape = *joined;
      continue;
    }
    llvm::ArrayRef<Operand> before = operands.take_front(index);
    const Operand *conflict = llvm::find_if(before, [&, &right = operand](const Operand &left) {
      return !broadcastShapes(left.shape(), right.shape());
    });
    const Operand &left = conflict != before.end() ? *conflict : before.back();
    Raised raised = evaluator.raise(DiagnosticId::shapeMismatch, "shapes do not go together in `" + function.str() + "`: " +
                                                                     describeShape(evaluator, left) + " but " +
                                                                     describeShape(evaluator, operand));
    noteShape(evaluator, raised, left);
    noteShape(evaluator, raised, operand);
    raised.note("shapes are compared from the last axis; sizes must be equal, or one of them 1");
    return std::nullopt;
  }
  return shape;
}

//===-- arguments ---------------------------------------------------------------------------------------------===//

/// NumPy's `AxisError`, which is a ValueError and an IndexError; JAX's error for an axis is a ValueError of the same text.
static Raised raiseAxisError(Evaluator &evaluator, int64_t axis, int64_t rank) {
  Value module = evaluator.importModule("numpy", evaluator.range());
  Value type = module ? evaluator.getAttribute(module, "AxisError") : nullptr;
  Value made = type ? evaluator.call(type, {evaluator.integer(axis), evaluator.integer(rank)}) : nullptr;
  if (auto *exception = llvm::dyn_cast_or_null<ExceptionObject>(made))
    return evaluator.raise(exception);
  return evaluator.raise(DiagnosticId::indexError, "axis " + std::to_string(axis) + " is out of bounds for array of dimension " + std::to_string(rank));
}

std::optional<int64_t> frontend::normalizeAxis(Evaluator &evaluator, int64_t axis, int64_t rank, llvm::StringRef function) {
  if (axis >= -rank && axis < rank)
    return axis < 0 ? axis + rank : axis;
  if (function.starts_with("np.") || function.starts_with("jnp.") || function.starts_with("jax.Array"))
    return raiseAxisError(evaluator, axis, rank);
  return evaluator.raise(DiagnosticId::indexError, "axis " + std::to_string(axis) + " of `" + function.str() +
                                                       "` is outside an array with " + std::to_string(rank) +
                                                       (rank == 1 ? " axis" : " axes"));
}

std::optional<llvm::SmallVector<int64_t>> frontend::toAxes(Evaluator &evaluator, Value axis, int64_t rank,
                                                           llvm::StringRef function) {
  llvm::SmallVector<int64_t> axes;
  if (isNone(axis)) {
    for (int64_t k = 0; k < rank; ++k)
      axes.push_back(k);
    return axes;
  }
  std::optional<std::vector<int64_t>> given = evaluator.toShape(axis, "axis");
  if (!given)
    return std::nullopt;
  for (int64_t k : *given) {
    std::optional<int64_t> normal = normalizeAxis(evaluator, k, rank, function);
    if (!normal)
      return std::nullopt;
    if (llvm::is_contained(axes, *normal))
      return evaluator.raise(DiagnosticId::valueError, function.starts_with("np.") ? std::string("duplicate value in 'axis'")
                                                                                   : "axis " + std::to_string(k) + " is given twice to `" + function.str() + "`");
    axes.push_back(*normal);
  }
  llvm::sort(axes);
  return axes;
}

std::string frontend::publicName(const LibraryEntry *entry) {
  static const std::pair<llvm::StringRef, llvm::StringRef> shortNames[] = {
      {"jax.numpy", "jnp"}, {"numpy", "np"}, {"jax.experimental.pallas", "pl"}, {"triton.language", "tl"},
      {"jax.experimental.pallas.mosaic_gpu", "plgpu"}, {"jax.experimental.pallas.tpu", "pltpu"}, {"jax.experimental.pallas.triton", "plgpu"}};
  llvm::StringRef module = entry->module, function = entry->name;
  if (auto [ofFormula, formula] = calledFormula(); !formula.empty()) { // the program knows nothing of its parts
    module = ofFormula;
    function = formula;
  }
  for (auto [name, shortName] : shortNames)
    if (module == name)
      module = shortName;
  return (module + "." + function).str();
}

bool frontend::refuseArguments(Call &call, llvm::ArrayRef<llvm::StringRef> names, bool ifPresent) {
  auto inSignature = [&](llvm::StringRef name) {
    return llvm::any_of(*call.parameters, [&](const ParameterInfo &parameter) { return parameter.name == name; });
  };
  for (llvm::StringRef name : names)
    if ((!ifPresent || inSignature(name)) && call.given(name) && !isNone(call[name]))
      return call.evaluator.raise(DiagnosticId::notSupported,
                                  "`" + publicName(call.entry) + "` does not support the argument `" + name.str() + "` yet",
                                  call.rangeOf(name)), false;
  return true;
}

Diagnostic *frontend::reportOnce(Evaluator &evaluator, DiagnosticId id, SourceRange range, const std::string &message, Severity severity) {
  for (const Diagnostic &earlier : evaluator.sink().all())
    if (earlier.id == id && earlier.message == message && earlier.range.begin == range.begin)
      return nullptr;
  return &evaluator.sink().report(id, std::move(range), message, severity);
}

Value frontend::formatLater(Evaluator &evaluator, mlir::Value value, tile::TextStyle style, llvm::StringRef spec, bool isUnsigned, bool isKey) {
  mlir::OpBuilder builder = evaluator.hostBuilder();
  auto marked = [&](bool on) { return builder.getDenseI64ArrayAttr(on ? llvm::ArrayRef<int64_t>{0} : llvm::ArrayRef<int64_t>()); };
  auto text = tile::FormatOp::create(builder, evaluator.location(), tile::TextType::get(evaluator.context()), mlir::ValueRange(value),
                                     builder.getStrArrayAttr({"", ""}), builder.getStrArrayAttr({spec}),
                                     builder.getArrayAttr({tile::TextStyleAttr::get(evaluator.context(), style)}), marked(isUnsigned), marked(isKey));
  return evaluator.make<TextObject>(text.getResult());
}
