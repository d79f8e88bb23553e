// SPDX-License-Identifier: Apache-2.0
// How JAX's arrays behave under Python's operators, indexing and iteration; `.at[...]`; and typed keys.
#include "compiler/frontend/library/jax/Array.h"
#include "compiler/frontend/library/arrays/Indexing.h"
#include "compiler/frontend/library/jax/Operations.h"

using namespace tessera;
using namespace tessera::frontend;
using llvm::cast;
using llvm::dyn_cast;
using llvm::isa;

JaxArray *frontend::wrap(Evaluator &evaluator, mlir::Value value, ElementType type, Flavour flavour) {
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
    return evaluator.raise(DiagnosticId::valueError, "the nested lists have different lengths: " + std::to_string(size) +
                                                         (depth < shape.size() ? " but " + std::to_string(shape[depth]) + " before" : "")), false;
  for (Value item : sequence->items)
    if (!flatten(evaluator, item, depth + 1, shape, leaves))
      return false;
  return true;
}

static Value makeFromNumbers(Evaluator &evaluator, llvm::ArrayRef<Value> leaves, llvm::ArrayRef<int64_t> shape, DType type, Flavour flavour) {
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
        if (!number || (!wide && (*number < INT32_MIN || *number > UINT32_MAX)))
          return evaluator.raise(DiagnosticId::valueError, "Python integer " + integer->value.toString() + " is out of bounds for " +
                                                               std::string(numerics::getName(type)));
        numbers.push_back(*number);
      } else {
        numbers.push_back(isa<BoolObject>(leaf) ? cast<BoolObject>(leaf)->value
                                                : Integer::fromDouble(cast<FloatObject>(leaf)->value).value_or(Integer(0)).asInt64().value_or(0));
        if (type == DType::boolean && isa<FloatObject>(leaf))
          numbers.back() = cast<FloatObject>(leaf)->value != 0;
      }
    }
    value = emitter.constantIntElements(numbers, type, shape);
  }
  return wrap(evaluator, value, type, flavour);
}

Value frontend::makeJaxArray(Evaluator &evaluator, Value value, std::optional<DType> dtype, Flavour flavour) {
  if (std::optional<Operand> operand = asOperand(value)) {
    ElementType type = operand->type;
    if (flavour == Flavour::jax)
      type.dtype = canonicalizeX32(type.dtype);
    else if (operand->isNumber() && type.dtype != DType::boolean)
      type = {numerics::isFloat(type.dtype) ? DType::float64 : DType::int64, false};
    if (dtype)
      type = {*dtype, false};
    mlir::Value result = materialize(evaluator, *operand, type.dtype);
    return result ? wrap(evaluator, result, type, flavour) : nullptr;
  }
  if (!isa<SequenceObject>(value))
    return evaluator.raise(DiagnosticId::typeError, "a `" + value->typeName(evaluator) + "` can't become an array");
  Shape shape;
  std::vector<Value> leaves;
  if (!flatten(evaluator, value, 0, shape, leaves))
    return nullptr;
  bool allNumbers = true;
  llvm::SmallVector<Operand> operands;
  for (Value leaf : leaves) {
    std::optional<Operand> operand = toOperand(evaluator, leaf, flavour == Flavour::jax ? "jnp.array" : "np.array");
    if (!operand)
      return nullptr;
    allNumbers &= operand->isNumber();
    operands.push_back(*operand);
  }
  if (!dtype && operands.empty())
    dtype = flavour == Flavour::jax ? DType::float32 : DType::float64;
  if (!dtype) {
    std::optional<Common> common = promoteOperands(evaluator, operands, "jnp.array");
    if (!common)
      return nullptr;
    dtype = common->type.dtype;
    if (flavour == Flavour::numpy && allNumbers && *dtype != DType::boolean)
      dtype = numerics::isFloat(*dtype) ? DType::float64 : DType::int64;
  }
  if (countElements(shape) == 0)
    return wrap(evaluator, emitterHere(evaluator).constant(0, *dtype, shape), *dtype, flavour);
  if (allNumbers)
    return makeFromNumbers(evaluator, leaves, shape, *dtype, flavour);
  // A list of arrays is a stack of them.
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
  return flavour == Flavour::numpy ? evaluator.libraryClass("numpy", "ndarray") : evaluator.libraryClass("jax", "Array");
}

ArrayObject *JaxArray::withValue(Evaluator &evaluator, mlir::Value replacement) {
  return evaluator.make<JaxArray>(flavour, replacement, dtype, weak, isTracing(evaluator));
}

Value JaxArray::format(Evaluator &evaluator, char conversion, llvm::StringRef spec) {
  // `f"{x}"` of a 0-d array is the text of its number, which `str` is not: 0.6057640314102173, not 0.605764.
  if (!traced && shape().empty() && conversion == 0 && spec.empty())
    return formatLater(evaluator, value, tile::TextStyle::python, "", numerics::isUnsigned(dtype));
  return ArrayObject::format(evaluator, conversion, spec);
}

static Binary toBinary(BinaryOp op) {
  switch (op) {
  case BinaryOp::add:
    return Binary::add;
  case BinaryOp::subtract:
    return Binary::sub;
  case BinaryOp::multiply:
    return Binary::mul;
  case BinaryOp::divide:
    return Binary::divide;
  case BinaryOp::floorDivide:
    return Binary::floorDivide;
  case BinaryOp::modulo:
    return Binary::floorRemainder;
  case BinaryOp::shiftLeft:
    return Binary::shiftLeft;
  case BinaryOp::shiftRight:
    return Binary::shiftRight;
  case BinaryOp::bitAnd:
    return Binary::bitAnd;
  case BinaryOp::bitOr:
    return Binary::bitOr;
  case BinaryOp::bitXor:
    return Binary::bitXor;
  default:
    return Binary::power;
  }
}

std::optional<Value> JaxArray::binary(Evaluator &evaluator, BinaryOp op, Value other, bool reflected) {
  if (!asOperand(other))
    return std::nullopt;
  // Between NumPy and JAX, and between arrays and torch tensors, the left operand's class decides; ours accept each other.
  Value left = reflected ? other : this, right = reflected ? this : other;
  llvm::StringRef symbol = syntax::getText(op);
  if (op == BinaryOp::matmul)
    return applyMatmul(evaluator, left, right, DotOptions(), symbol);
  return applyBinary(evaluator, toBinary(op), left, right, symbol);
}

std::optional<Value> JaxArray::unary(Evaluator &evaluator, UnaryOp op) {
  switch (op) {
  case UnaryOp::plus:
    return Value(this);
  case UnaryOp::minus:
    return applyUnary(evaluator, Unary::neg, this, "-");
  case UnaryOp::invert:
    return applyUnary(evaluator, Unary::bitNot, this, "~");
  default:
    return std::nullopt;
  }
}

std::optional<Value> JaxArray::compare(Evaluator &evaluator, CompareOp op, Value other) {
  if (op > CompareOp::greaterEqual || !asOperand(other))
    return std::nullopt;
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
    result = emitter.create<tile::SliceValueOp>(type, value, parts.offsets, parts.staticOffsets, parts.sizes, parts.strides, parts.dropped);
  }
  return emitter.reshape(result, index.resultShape());
}

Value JaxArray::getItem(Evaluator &evaluator, Value key) {
  if (auto *list = dyn_cast<ListObject>(key)) {
    (void)list;
    return evaluator.raise(DiagnosticId::typeError, "an array can't be indexed with a list").note("use a tuple, or `jnp.array([...])`");
  }
  std::optional<Index> index = parseIndex(evaluator, key, shape(), IndexBounds::clamp, describe(evaluator, this));
  if (!index)
    return nullptr;
  if (index->hasArrays())
    return evaluator.raise(DiagnosticId::notSupported, "indexing " + describe(evaluator, this) + " with an array of indices is not supported yet")
        .note("index with integers and slices");
  mlir::Value source = useHere(evaluator, this);
  if (!source)
    return nullptr;
  Emitter emitter = emitterHere(evaluator);
  return wrap(evaluator, emitSlice(emitter, source, *index), {dtype, weak}, flavour);
}

bool JaxArray::setItem(Evaluator &evaluator, Value, Value) {
  std::string name = describe(evaluator, this);
  llvm::StringRef bare = llvm::StringRef(name).trim('`');
  if (flavour == Flavour::numpy)
    return evaluator.raise(DiagnosticId::notSupported, "assigning to items of a NumPy array is not supported yet")
        .note("make a JAX array and use `x.at[idx].set(y)`"), false;
  return evaluator.raise(DiagnosticId::typeError, name + " is a JAX array, and JAX arrays are immutable: items can't be assigned")
      .note("use `" + bare.str() + " = " + bare.str() + ".at[idx].set(y)`"), false;
}

namespace {

/// `x.at`: indexing it gives the methods of the place.
class AtObject : public ExtensionObject {
public:
  explicit AtObject(JaxArray *array) : ExtensionObject(&tag), array(array) {}
  Value getItem(Evaluator &evaluator, Value key) override;
  static const char tag;
  JaxArray *const array;
};

/// `x.at[key]`
class PlaceObject : public ExtensionObject {
public:
  PlaceObject(JaxArray *array, Value key) : ExtensionObject(&tag), array(array), key(key) {}
  std::optional<Value> getAttribute(Evaluator &evaluator, llvm::StringRef name) override;
  void listAttributes(Evaluator &, std::vector<std::string> &names) override {
    for (const char *name : {"set", "add", "subtract", "multiply", "mul", "divide", "power", "min", "max", "get"})
      names.push_back(name);
  }
  static const char tag;
  JaxArray *const array;
  Value const key;
};

const char AtObject::tag = 0;
const char PlaceObject::tag = 0;

} // namespace

Value AtObject::getItem(Evaluator &evaluator, Value key) { return evaluator.make<PlaceObject>(array, key); }

/// `x.at[key].set(value)`: out-of-bounds constant indices are dropped, as JAX does with updates.
static Value updatePlace(Evaluator &evaluator, JaxArray *array, Value key, Value update) {
  std::optional<Index> index = parseIndex(evaluator, key, array->shape(), IndexBounds::clamp, describe(evaluator, array));
  if (!index)
    return nullptr;
  if (index->hasArrays())
    return evaluator.notSupported("`.at[...]` with an array of indices");
  std::optional<Operand> operand = toOperand(evaluator, update, "at[...].set");
  if (!operand)
    return nullptr;
  Shape target = index->resultShape();
  std::optional<Shape> joined = broadcastShapes(operand->shape(), target);
  if (!joined || *joined != target)
    return evaluator.raise(DiagnosticId::shapeMismatch, "the place has shape " + formatShape(target) + " but " +
                                                            describeShape(evaluator, *operand));
  if (countElements(target) == 0)
    return array;
  mlir::Value value = materialize(evaluator, *operand, array->dtype, target);
  mlir::Value source = value ? useHere(evaluator, array) : nullptr;
  if (!source)
    return nullptr;
  SliceParts parts = toSliceParts(index->axes);
  Emitter emitter = emitterHere(evaluator);
  value = emitter.reshape(value, parts.sizes);
  if (parts.sizes.empty())
    return wrap(evaluator, value, array->dtype, array->flavour);
  mlir::Value result = emitter.create<tile::UpdateSliceOp>(source.getType(), source, value, parts.offsets, parts.staticOffsets, parts.strides);
  return wrap(evaluator, result, array->dtype, array->flavour);
}

std::optional<Value> PlaceObject::getAttribute(Evaluator &evaluator, llvm::StringRef name) {
  static const std::pair<llvm::StringRef, std::optional<Binary>> methods[] = {
      {"set", std::nullopt},      {"add", Binary::add},         {"subtract", Binary::sub}, {"multiply", Binary::mul}, {"mul", Binary::mul},
      {"divide", Binary::divide}, {"power", Binary::power},     {"min", Binary::minimum},  {"max", Binary::maximum}};
  JaxArray *source = array;
  Value place = key;
  if (name == "get")
    return evaluator.function("get", [source, place](Evaluator &e, Arguments &arguments) -> Value {
      if (!arguments.positional.empty() || !arguments.keywords.empty())
        return e.notSupported("arguments of `x.at[...].get`");
      return source->getItem(e, place);
    });
  for (auto [method, op] : methods) {
    if (method != name)
      continue;
    return evaluator.function(name.str(), [source, place, op = op, method = method](Evaluator &e, Arguments &arguments) -> Value {
      for (const Keyword &keyword : arguments.keywords)
        return e.notSupported("the argument `" + keyword.first + "` of `x.at[...]." + method.str() + "`");
      if (arguments.positional.size() != 1)
        return e.raise(DiagnosticId::argumentError, "`x.at[...]." + method.str() + "` takes one value and got " +
                                                        std::to_string(arguments.positional.size()));
      Value update = arguments.positional[0];
      if (op) {
        Value old = source->getItem(e, place);
        update = old ? applyBinary(e, *op, old, update, method) : nullptr;
      }
      return update ? updatePlace(e, source, place, update) : nullptr;
    });
  }
  return std::nullopt;
}

std::optional<Value> JaxArray::getAttribute(Evaluator &evaluator, llvm::StringRef name) {
  if (name == "at" && flavour == Flavour::jax)
    return evaluator.make<AtObject>(this);
  if (auto member = evaluator.libraryMember("jax.Array", name, this))
    return member;
  return std::nullopt;
}

void JaxArray::listAttributes(Evaluator &, std::vector<std::string> &names) {
  names.push_back("at");
  for (llvm::StringRef name : LibraryTable::get().namesIn("jax.Array"))
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
  return formatLater(evaluator, value, tile::TextStyle::jax_repr, conversion == 'r' ? "!r" : spec, false, /*isKey=*/true);
}
