// SPDX-License-Identifier: Apache-2.0
// How JAX's arrays behave under Python's operators, indexing and iteration; `.at[...]`; and typed keys.
#include "compiler/frontend/library/jax/Array.h"
#include "compiler/frontend/evaluate/Placeholder.h"
#include "compiler/frontend/library/arrays/ArrayClasses.h"
#include "compiler/frontend/library/arrays/ByteOrder.h"
#include "compiler/frontend/library/arrays/Complex.h"
#include "compiler/frontend/library/arrays/NonNumeric.h"
#include "compiler/frontend/library/arrays/Operators.h"
#include "compiler/frontend/library/arrays/X64.h"
#include "compiler/frontend/library/jax/NumpyKeys.h"
#include "compiler/frontend/library/jax/NumpyViews.h"
#include "compiler/frontend/library/jax/Operations.h"
#include "compiler/frontend/library/jax/Selection.h"
#include "mlir/IR/Matchers.h"

using namespace tessera;
using namespace tessera::frontend;
using llvm::cast;
using llvm::dyn_cast;
using llvm::isa;

/// A scalar computed from constants alone, as a constant: NumPy's scalars are values of the program while it is being
/// compiled, so that `1 / np.sqrt(d)` can be used in a kernel.
static mlir::Value foldScalar(Evaluator &evaluator, mlir::Value value) {
  mlir::Operation *op = value.getDefiningOp();
  if (!op || !tile::getShape(value.getType()).empty() || isa<mlir::arith::ConstantOp>(op) ||
      op->getNumOperands() == 0 || op->getNumRegions() != 0)
    return value;
  llvm::SmallVector<mlir::Attribute> operands;
  for (mlir::Value operand : op->getOperands()) {
    mlir::Attribute constant;
    if (!mlir::matchPattern(operand, mlir::m_Constant(&constant)))
      return value;
    operands.push_back(constant);
  }
  llvm::SmallVector<mlir::OpFoldResult> results;
  if (mlir::failed(op->fold(operands, results)) || results.size() != 1)
    return value;
  auto folded = dyn_cast<mlir::Attribute>(results[0]);
  auto typed = folded ? dyn_cast<mlir::TypedAttr>(folded) : mlir::TypedAttr();
  if (!typed || typed.getType() != value.getType())
    return value;
  mlir::Value constant = mlir::arith::ConstantOp::create(evaluator.builder(), op->getLoc(), typed);
  if (op->use_empty())
    op->erase();
  return constant;
}

JaxArray *frontend::wrap(Evaluator &evaluator, mlir::Value value, ElementType type, Flavour flavour) {
  if (flavour == Flavour::numpy)
    value = foldScalar(evaluator, value);
  return evaluator.make<JaxArray>(flavour, value, type.dtype, type.weak, isTracing(evaluator));
}

//===-- making arrays of Python values ------------------------------------------------------------------------===//

/// The shape of nested lists, their leaves in row-major order. False with an exception pending for ragged lists.
static bool flatten(Evaluator &evaluator, Value value, size_t depth, Shape &shape, std::vector<Value> &leaves) {
  auto *sequence = dyn_cast<SequenceObject>(value);
  if (!sequence) {
    if (depth != shape.size())
      return evaluator.raise(DiagnosticId::valueError, "the nested lists have different depths"), false;
    leaves.push_back(value);
    return true;
  }
  int64_t size = sequence->items.size();
  if (leaves.empty() && depth == shape.size())
    shape.push_back(size);
  else if (depth >= shape.size() || shape[depth] != size)
    return evaluator.raise(DiagnosticId::valueError,
                           "the nested lists have different lengths: " + std::to_string(size) +
                               (depth < shape.size() ? " but " + std::to_string(shape[depth]) + " before" : "")),
           false;
  for (Value item : sequence->items)
    if (!flatten(evaluator, item, depth + 1, shape, leaves))
      return false;
  return true;
}

static bool fitsUnsigned64(const Integer &integer) { return !integer.isNegative() && integer.bitLength() <= 64; }

/// Whether an integer is 2^63 or more, but fits 64 bits: NumPy makes uint64 of it.
static bool holdsBeyondInt64(llvm::ArrayRef<Value> numbers) {
  return llvm::any_of(numbers, [](Value number) {
    auto *integer = dyn_cast<IntObject>(number);
    return integer && !integer->value.asInt64() && fitsUnsigned64(integer->value);
  });
}

static Value makeFromNumbers(Evaluator &evaluator, llvm::ArrayRef<Value> leaves, llvm::ArrayRef<int64_t> shape,
                             DType type, Flavour flavour) {
  Emitter emitter = emitterHere(evaluator);
  mlir::Value value;
  if (numerics::isFloat(type)) {
    std::vector<double> numbers;
    for (Value leaf : leaves)
      numbers.push_back(isa<FloatObject>(leaf)  ? cast<FloatObject>(leaf)->value
                        : isa<BoolObject>(leaf) ? cast<BoolObject>(leaf)->value
                                                : cast<IntObject>(leaf)->value.toDouble());
    value = emitter.constantElements(numbers, type, shape);
  } else {
    std::vector<int64_t> numbers;
    for (Value leaf : leaves) {
      if (auto *integer = dyn_cast<IntObject>(leaf)) {
        std::optional<int64_t> number = integer->value.asInt64();
        bool wide = numerics::getBitWidth(type) == 64;
        if (type == DType::uint64 && fitsUnsigned64(integer->value))
          number = static_cast<int64_t>(integer->value.value().zextOrTrunc(64).getZExtValue());
        if (!number && flavour == Flavour::numpy && type == DType::int64)
          return evaluator.notSupported("an array of objects, which Python integers beyond 64 bits become,");
        if (!number || (!wide && (*number < INT32_MIN || *number > UINT32_MAX)))
          return evaluator.raise(DiagnosticId::valueError, "Python integer " + integer->value.toString() +
                                                               " is out of bounds for " +
                                                               std::string(numerics::getName(type)));
        numbers.push_back(*number);
      } else {
        numbers.push_back(
            isa<BoolObject>(leaf)
                ? cast<BoolObject>(leaf)->value
                : Integer::fromDouble(cast<FloatObject>(leaf)->value).value_or(Integer(0)).asInt64().value_or(0));
        if (type == DType::boolean && isa<FloatObject>(leaf))
          numbers.back() = cast<FloatObject>(leaf)->value != 0;
      }
    }
    value = emitter.constantIntElements(numbers, type, shape);
  }
  return wrap(evaluator, value, type, flavour);
}

/// NumPy makes an array of anything: of texts, or of objects.
static Value refuseObjects(Evaluator &evaluator, Value value) {
  if (auto *lacking = dyn_cast<PlaceholderObject>(value))
    return lacking->refuse(evaluator);
  return evaluator.notSupported("an array of `" + value->typeName(evaluator) + "` objects");
}

Value frontend::makeJaxArray(Evaluator &evaluator, Value value, std::optional<DType> dtype, Flavour flavour) {
  if (std::optional<Operand> operand = asOperand(value)) {
    ElementType type = operand->type;
    if (flavour == Flavour::jax)
      type.dtype = canonicalizeX32(type.dtype);
    else if (operand->isNumber() && type.dtype != DType::boolean)
      type = {numerics::isFloat(type.dtype) ? DType::float64
              : holdsBeyondInt64({value})   ? DType::uint64
                                            : DType::int64,
              false};
    if (dtype)
      type = {*dtype, false};
    mlir::Value result = materialize(evaluator, *operand, type.dtype);
    return result ? wrap(evaluator, result, type, flavour) : nullptr;
  }
  if (!isa<SequenceObject>(value) && flavour == Flavour::numpy)
    return refuseObjects(evaluator, value);
  if (!isa<SequenceObject>(value))
    return evaluator.raise(DiagnosticId::typeError, "a `" + value->typeName(evaluator) + "` can't become an array");
  Shape shape;
  std::vector<Value> leaves;
  if (!flatten(evaluator, value, 0, shape, leaves)) {
    if (flavour != Flavour::numpy || !evaluator.hasPending())
      return nullptr;
    evaluator.clearPending(); // rows as arrays among rows as lists, or an error in NumPy's words
    return numbersOf(evaluator, value, dtype);
  }
  bool allNumbers = true;
  llvm::SmallVector<Operand> operands;
  for (Value leaf : leaves) {
    if (flavour == Flavour::numpy && !asOperand(leaf))
      return refuseObjects(evaluator, leaf);
    std::optional<Operand> operand = toOperand(evaluator, leaf, flavour == Flavour::jax ? "jnp.array" : "np.array");
    if (!operand)
      return nullptr;
    allNumbers &= operand->isNumber();
    operands.push_back(*operand);
  }
  if (!dtype && operands.empty())
    dtype = flavour == Flavour::jax ? defaultFloatOfJax() : DType::float64;
  if (!dtype) {
    std::optional<Common> common = promoteOperands(evaluator, operands, "jnp.array");
    if (!common)
      return nullptr;
    dtype = common->type.dtype;
    if (flavour == Flavour::numpy && allNumbers && *dtype != DType::boolean)
      dtype = numerics::isFloat(*dtype) ? DType::float64 : holdsBeyondInt64(leaves) ? DType::uint64 : DType::int64;
  }
  if (countElements(shape) == 0)
    return wrap(evaluator, emitterHere(evaluator).constant(0, *dtype, shape), *dtype, flavour);
  if (allNumbers)
    return makeFromNumbers(evaluator, leaves, shape, *dtype, flavour);
  // A list of arrays is a stack of them. NumPy wants one shape, and has its own words for several.
  if (flavour == Flavour::numpy &&
      !llvm::all_of(operands, [&](const Operand &operand) { return operand.shape() == operands[0].shape(); }))
    return numbersOf(evaluator, value, dtype);
  std::optional<Shape> inner = broadcastOperands(evaluator, operands, "jnp.array");
  if (!inner)
    return nullptr;
  llvm::SmallVector<mlir::Value> parts;
  Shape one(*inner);
  one.insert(one.begin(), 1);
  for (const Operand &operand : operands) {
    mlir::Value part = materialize(evaluator, operand, *dtype, *inner);
    if (!part)
      return nullptr;
    parts.push_back(emitterHere(evaluator).reshape(part, one));
  }
  Shape full(shape);
  full.append(*inner);
  Emitter emitter = emitterHere(evaluator);
  return wrap(evaluator, emitter.reshape(emitter.concatenate(parts, 0), full), *dtype, flavour);
}

//===-- attributes and operators ------------------------------------------------------------------------------===//

ClassObject *JaxArray::type(Evaluator &evaluator) {
  return flavour == Flavour::numpy ? evaluator.libraryClass("numpy", "ndarray")
                                   : evaluator.libraryClass("jax", "Array");
}

ArrayObject *JaxArray::withValue(Evaluator &evaluator, mlir::Value replacement) {
  auto *array = evaluator.make<JaxArray>(flavour, replacement, dtype, weak, isTracing(evaluator));
  array->isZeroDimensional = isZeroDimensional;
  if (flavour == Flavour::numpy)
    setSwapped(evaluator, array, isSwapped(evaluator, this));
  return array;
}

Value frontend::asZeroDimensional(Value array) {
  if (auto *known = llvm::dyn_cast_or_null<JaxArray>(array))
    known->isZeroDimensional = known->flavour == Flavour::numpy && known->shape().empty();
  return array;
}

/// Whether a list is one of numbers and of arrays, at any depth.
static bool isOfNumbers(Value value, unsigned depth = 0) {
  if (auto *sequence = dyn_cast<SequenceObject>(value))
    return depth < 32 && llvm::all_of(sequence->items, [&](Value item) { return isOfNumbers(item, depth + 1); });
  return asOperand(value).has_value();
}

/// The operand of an array of NumPy, which takes lists of numbers as arrays; others as they are. Null with an exception
/// pending.
static Value listAsArray(Evaluator &evaluator, const JaxArray &array, Value other) {
  bool isList = array.flavour == Flavour::numpy && (isa<ListObject>(other) || isa<TupleObject>(other));
  return isList && isOfNumbers(other) ? makeJaxArray(evaluator, other, std::nullopt, Flavour::numpy) : other;
}

/// `np.float32(3.5)`, `np.True_`: NumPy 2's text of a scalar.
static Value formatScalar(Evaluator &evaluator, const JaxArray &scalar) {
  Value text = formatLater(evaluator, scalar.value, tile::TextStyle::numpy, "", numerics::isUnsigned(scalar.dtype));
  if (scalar.dtype == DType::boolean)
    return evaluator.concatenate({evaluator.string("np."), text, evaluator.string("_")});
  return evaluator.concatenate(
      {evaluator.string("np." + std::string(numerics::getName(scalar.dtype)) + "("), text, evaluator.string(")")});
}

Value JaxArray::format(Evaluator &evaluator, char conversion, llvm::StringRef spec) {
  bool isRepr = conversion == 'r' || conversion == 'a';
  const std::string &print = evaluator.state<PrintOptions>().text;
  if (!traced && !print.empty() && spec.empty() && !shape().empty()) {
    bool isJaxRepr = isRepr && flavour == Flavour::jax;
    std::string kind = isJaxRepr ? (weak ? "!w" : "!r") : isRepr ? "!r" : "";
    return formatLater(evaluator, value, isJaxRepr ? tile::TextStyle::jax_repr : tile::TextStyle::numpy,
                       "!o" + kind + "," + print, numerics::isUnsigned(dtype));
  }
  if (isRepr && !traced && flavour == Flavour::numpy && shape().empty() && !isZeroDimensional)
    return formatScalar(evaluator, *this);
  // `f"{x}"` of a 0-d array is the text of its number, which `str` is not: 0.6057640314102173, not 0.605764.
  if (!traced && shape().empty() && conversion == 0 && spec.empty())
    return formatLater(evaluator, value, tile::TextStyle::python, "", numerics::isUnsigned(dtype));
  if (!traced && weak && flavour == Flavour::jax && isRepr)
    return formatLater(evaluator, value, tile::TextStyle::jax_repr, "!w", numerics::isUnsigned(dtype));
  return ArrayObject::format(evaluator, conversion, spec);
}

std::optional<Value> JaxArray::binary(Evaluator &evaluator, BinaryOp op, Value other, bool reflected) {
  if (isComplexOperand(other))
    return operateOnComplex(evaluator, flavour, getMethodStem(op), reflected ? other : this, reflected ? this : other);
  if (isArrayOfClass(other))
    return std::nullopt;
  if (!(other = listAsArray(evaluator, *this, other)))
    return Value(nullptr);
  if (!asOperand(other))
    return flavour == Flavour::numpy && !traced
               ? operateOnItems(evaluator, getMethodStem(op), reflected ? other : this, reflected ? this : other)
               : std::nullopt;
  // Between NumPy and JAX, and between arrays and torch tensors, the left operand's class decides; ours accept each
  // other.
  Value left = reflected ? other : this, right = reflected ? this : other;
  llvm::StringRef symbol = syntax::getText(op);
  if (op == BinaryOp::matmul)
    return applyMatmul(evaluator, left, right, DotOptions(), symbol);
  return applyBinary(evaluator, toBinary(op), left, right, symbol);
}

std::optional<Value> JaxArray::unary(Evaluator &evaluator, UnaryOp op) {
  switch (op) {
  case UnaryOp::plus:
    return flavour == Flavour::numpy ? layOutLike(evaluator, wrap(evaluator, value, dtype, flavour), {this})
                                     : Value(this);
  case UnaryOp::minus:
    return applyUnary(evaluator, Unary::neg, this, "-");
  case UnaryOp::invert:
    return applyUnary(evaluator, Unary::bitNot, this, "~");
  default:
    return std::nullopt;
  }
}

std::optional<uint64_t> JaxArray::hash(Evaluator &evaluator) {
  if (flavour != Flavour::numpy)
    return ArrayObject::hash(evaluator);
  if (!shape().empty() || isZeroDimensional)
    return evaluator.raise(DiagnosticId::typeError, "unhashable type: 'numpy.ndarray'");
  Value number = evaluator.forceItem(this);
  return number ? number->hash(evaluator) : std::nullopt;
}

std::optional<Value> JaxArray::compare(Evaluator &evaluator, CompareOp op, Value other) {
  if (op <= CompareOp::greaterEqual && isComplexOperand(other))
    return operateOnComplex(evaluator, flavour, getMethodStem(op), this, other);
  if (op > CompareOp::greaterEqual || isArrayOfClass(other))
    return std::nullopt;
  if (!(other = listAsArray(evaluator, *this, other)))
    return Value(nullptr);
  if (!asOperand(other))
    return flavour == Flavour::numpy && !traced ? operateOnItems(evaluator, getMethodStem(op), this, other)
                                                : std::nullopt;
  constexpr Compare operators[] = {Compare::eq, Compare::ne, Compare::lt, Compare::le, Compare::gt, Compare::ge};
  return applyCompare(evaluator, operators[static_cast<int>(op)], this, other, syntax::getText(op));
}

std::optional<int64_t> JaxArray::length(Evaluator &evaluator) {
  if (shape().empty())
    return evaluator.raise(DiagnosticId::typeError, "`len` of " + describe(evaluator, this) + ", which has no axes");
  return shape().front();
}

Value JaxArray::iterate(Evaluator &evaluator) {
  if (shape().empty())
    return evaluator.raise(DiagnosticId::typeError, describe(evaluator, this) + " has no axes to iterate over");
  std::vector<Value> items;
  for (int64_t k = 0; k < shape().front(); ++k) {
    if (!evaluator.step())
      return nullptr;
    Value item = getItem(evaluator, evaluator.integer(k));
    if (!item)
      return nullptr;
    items.push_back(item);
  }
  return evaluator.iteratorOver(std::move(items));
}

//===-- indexing ----------------------------------------------------------------------------------------------===//

static mlir::Value emitSlice(Emitter &emitter, mlir::Value value, const Index &index) {
  bool whole = llvm::all_of(llvm::enumerate(index.axes), [&](const auto &entry) {
    const AxisIndex &axis = entry.value();
    return !axis.computed && !axis.dropped && axis.offset == 0 && axis.stride == 1 &&
           axis.size == tile::getShape(value.getType())[entry.index()];
  });
  mlir::Value result = value;
  if (!whole) {
    SliceParts parts = toSliceParts(index.axes);
    mlir::Type type = tile::getArrayType(index.shape(), tile::getElementType(value.getType()));
    result = emitter.create<tile::SliceValueOp>(type, value, parts.offsets, parts.staticOffsets, parts.sizes,
                                                parts.strides, parts.dropped);
  }
  return emitter.reshape(result, index.resultShape());
}

/// NumPy refuses an integer outside of its axis, where JAX takes the nearest element.
static bool checkIntegers(Evaluator &evaluator, const JaxArray &array, Value key) {
  std::vector<Value> items = {key};
  if (auto *tuple = dyn_cast<TupleObject>(key))
    items = tuple->items;
  size_t used = llvm::count_if(items, [](Value item) { return !isNone(item) && !isEllipsis(item); }), axis = 0;
  for (Value item : items) {
    if (isa<ArrayObject>(item) && !cast<ArrayObject>(item)->shape().empty())
      return true; // index arrays are checked where their values are known: not here
    if (isEllipsis(item))
      axis += array.shape().size() - std::min(used, array.shape().size());
    auto *integer = dyn_cast<IntObject>(item);
    std::optional<int64_t> index = integer ? integer->value.asInt64() : std::nullopt;
    if (index && axis < array.shape().size() && (*index < -array.shape()[axis] || *index >= array.shape()[axis]))
      return evaluator.raise(DiagnosticId::indexError, "index " + std::to_string(*index) +
                                                           " is out of bounds for axis " + std::to_string(axis) +
                                                           " with size " + std::to_string(array.shape()[axis])),
             false;
    axis += !isNone(item) && !isEllipsis(item);
  }
  return true;
}

Value JaxArray::getItem(Evaluator &evaluator, Value key) {
  if (flavour == Flavour::numpy) {
    JaxArray *array = this;
    if (!(key = readNumpyKey(evaluator, array, key)))
      return nullptr;
    if (array != this)
      return array->getItem(evaluator, key);
    if (!checkIntegers(evaluator, *this, key))
      return nullptr;
  }
  if (Selection::isNeeded(key, /*alsoScalars=*/false)) {
    PlaceOptions options;
    options.checksKnown = flavour == Flavour::numpy;
    Selection selection(evaluator, this, options);
    return selection.read(key) ? selection.get() : nullptr;
  }
  std::optional<Index> index = parseIndex(evaluator, key, shape(), IndexBounds::clamp, describe(evaluator, this));
  mlir::Value source = index ? useHere(evaluator, this) : nullptr;
  if (!source)
    return nullptr;
  Emitter emitter = emitterHere(evaluator);
  Value part = wrap(evaluator, emitSlice(emitter, source, *index), {dtype, weak}, flavour);
  if (flavour == Flavour::numpy && shape().empty() == isZeroDimensional &&
      (isEllipsis(key) || (isa<TupleObject>(key) && llvm::any_of(cast<TupleObject>(key)->items, isEllipsis))))
    asZeroDimensional(part); // `a[...]` is an array where `a[()]` is a scalar
  markSlice(evaluator, this, part, *index);
  return part;
}

bool JaxArray::setItem(Evaluator &evaluator, Value key, Value value) {
  std::string name = describe(evaluator, this);
  llvm::StringRef bare = llvm::StringRef(name).trim('`');
  if (flavour == Flavour::numpy)
    return assignItem(evaluator, this, key, value);
  return evaluator
             .raise(DiagnosticId::typeError,
                    name + " is a JAX array, and JAX arrays are immutable: items can't be assigned")
             .note("use `" + bare.str() + " = " + bare.str() + ".at[idx].set(y)`"),
         false;
}

std::optional<Value> JaxArray::getAttribute(Evaluator &evaluator, llvm::StringRef name) {
  if (name == "at" && flavour == Flavour::jax)
    return makePlaces(evaluator, this);
  if (name == "_isZeroDimensional")
    return evaluator.boolean(isZeroDimensional);
  if (flavour == Flavour::numpy || name.starts_with("_"))
    if (auto member = evaluator.libraryMember(
            name.starts_with("_") && !name.starts_with("__") ? "numpy.hidden" : "numpy.ndarray", name, this))
      return member;
  if (auto member = evaluator.libraryMember("jax.Array", name, this))
    return member;
  return std::nullopt;
}

/// NumPy's `a.shape = (2, 3)` and `a.flat = 7`.
bool JaxArray::setAttribute(Evaluator &evaluator, llvm::StringRef name, Value given) {
  if (flavour != Flavour::numpy || (name != "shape" && name != "flat"))
    return Object::setAttribute(evaluator, name, given);
  std::optional<Value> method =
      evaluator.libraryMember("numpy.hidden", name == "shape" ? "set_shape" : "set_flat", this);
  return method && *method && evaluator.call(*method, {given});
}

void JaxArray::listAttributes(Evaluator &, std::vector<std::string> &names) {
  if (flavour == Flavour::jax)
    names.push_back("at");
  for (llvm::StringRef module : {"jax.Array", "numpy.ndarray"})
    if (module == "jax.Array" || flavour == Flavour::numpy)
      for (llvm::StringRef name : LibraryTable::get().namesIn(module))
        names.push_back(name.str());
}

//===-- typed keys --------------------------------------------------------------------------------------------===//

const char KeyArray::tag = 0;

ClassObject *KeyArray::type(Evaluator &evaluator) { return evaluator.libraryClass("jax", "Array"); }

std::optional<Value> KeyArray::getAttribute(Evaluator &evaluator, llvm::StringRef name) {
  if (name == "shape")
    return evaluator.tupleOfInts(shape());
  if (name == "ndim")
    return evaluator.integer(shape().size());
  if (name == "size")
    return evaluator.integer(countElements(shape()));
  if (name == "dtype")
    return evaluator.make<DTypeObject>(DType::uint32, DTypeStyle::numpyDType, /*key=*/true);
  return std::nullopt;
}

Value KeyArray::getItem(Evaluator &evaluator, Value key) {
  std::optional<Index> index = parseIndex(evaluator, key, shape(), IndexBounds::clamp, "the array of keys");
  if (!index)
    return nullptr;
  if (index->hasArrays() || !index->newAxes.empty())
    return evaluator.notSupported("this index of an array of keys");
  index->axes.push_back({0, {}, 2});
  mlir::Value source = useHere(evaluator, value);
  Emitter emitter = emitterHere(evaluator);
  return source ? evaluator.make<KeyArray>(emitSlice(emitter, source, *index)) : nullptr;
}

Value KeyArray::iterate(Evaluator &evaluator) {
  if (shape().empty())
    return evaluator.raise(DiagnosticId::typeError, "a single random key can't be iterated over or unpacked")
        .note("`jax.random.split(key, n)` gives an array of keys");
  std::vector<Value> items;
  for (int64_t k = 0; k < shape().front(); ++k) {
    Value item = evaluator.step() ? getItem(evaluator, evaluator.integer(k)) : nullptr;
    if (!item)
      return nullptr;
    items.push_back(item);
  }
  return evaluator.iteratorOver(std::move(items));
}

std::optional<int64_t> KeyArray::length(Evaluator &evaluator) {
  if (shape().empty())
    return evaluator.raise(DiagnosticId::typeError, "`len` of a single random key");
  return shape().front();
}

Value KeyArray::rebuild(Evaluator &evaluator, llvm::ArrayRef<mlir::Value> &values) {
  mlir::Value front = values.front();
  values = values.drop_front();
  return evaluator.make<KeyArray>(front);
}

Value KeyArray::format(Evaluator &evaluator, char conversion, llvm::StringRef spec) {
  if (isTracing(evaluator))
    return evaluator.string("Traced<key<fry>" + formatShape(shape()) + ">");
  return formatLater(evaluator, value, tile::TextStyle::jax_repr, conversion == 'r' ? "!r" : spec, false,
                     /*isKey=*/true);
}
