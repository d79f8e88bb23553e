// SPDX-License-Identifier: Apache-2.0
// The table of `jax.random`. Keys are two words; the numbers are drawn by `tile.random` when the program runs, bit for
// bit JAX's (threefry, partitionable). Both kinds of key are taken: typed ones and the raw pairs of `PRNGKey`.
// Distributions made of these draws are Python: distributions.py.
#include "compiler/frontend/library/arrays/X64.h"
#include "compiler/frontend/library/jax/Formula.h"
#include "compiler/frontend/library/jax/Tables.h"

using namespace tessera;
using namespace tessera::frontend;
using llvm::cast;
using llvm::dyn_cast;
using llvm::isa;

/// The words of a single key, checked.
static mlir::Value readKey(Call &call) {
  Evaluator &evaluator = call.evaluator;
  Value given = call["key"];
  mlir::Value words;
  if (auto *key = dyn_cast<KeyArray>(given)) {
    words = key->value;
  } else if (auto *array = dyn_cast<ArrayObject>(given);
             array && array->dtype == DType::uint32 && !array->shape().empty() && array->shape().back() == 2) {
    words = array->value;
  } else {
    evaluator.raise(DiagnosticId::typeError, "`" + publicName(call.entry) + "` takes a random key, not a `" + given->typeName(evaluator) + "`",
                    call.rangeOf("key"))
        .note("make one with `jax.random.key(seed)`");
    return {};
  }
  llvm::ArrayRef<int64_t> shape = tile::getShape(words.getType()).drop_back();
  if (!shape.empty()) {
    evaluator.raise(DiagnosticId::valueError, "`" + publicName(call.entry) + "` takes a single key, not a key array of shape " + formatShape(shape),
                    call.rangeOf("key"))
        .note("use `jax.vmap` to draw from several keys");
    return {};
  }
  return useHere(evaluator, words);
}

/// A key like the one that was given.
static Value wrapKey(Call &call, mlir::Value words) {
  if (isa<KeyArray>(call["key"]))
    return call.evaluator.make<KeyArray>(words);
  return wrap(call.evaluator, words, DType::uint32);
}

static Value keyHandler(Call &call) {
  Evaluator &evaluator = call.evaluator;
  if (!refuseArguments(call, {"impl"}))
    return nullptr;
  Emitter emitter = emitterHere(evaluator);
  mlir::Value words;
  if (auto *integer = dyn_cast<IntObject>(call["seed"])) {
    if (!integer->value.asInt64())
      return evaluator.raise(DiagnosticId::valueError, "the seed " + integer->value.toString() + " does not fit 64 bits", call.rangeOf("seed"));
    // In 32-bit mode the seed is truncated, and the high word is 0.
    words = emitter.constantIntElements({0, *integer->value.asInt64()}, DType::uint32, {2});
  } else if (auto *array = dyn_cast<ArrayObject>(call["seed"]); array && numerics::isInteger(array->dtype) && array->shape().empty()) {
    mlir::Value seed = useHere(evaluator, array);
    if (!seed)
      return nullptr;
    mlir::Value low = emitter.reshape(emitter.cast(seed, array->dtype, DType::uint32), {1});
    words = emitter.concatenate({emitter.constantInt(0, DType::uint32, {1}), low}, 0);
  } else {
    return evaluator.raise(DiagnosticId::typeError, "a seed must be an integer, not a `" + call["seed"]->typeName(evaluator) + "`", call.rangeOf("seed"));
  }
  if (llvm::StringRef(call.entry->name) == "key")
    return evaluator.make<KeyArray>(words);
  return wrap(evaluator, words, DType::uint32);
}

static Value splitHandler(Call &call) {
  Evaluator &evaluator = call.evaluator;
  mlir::Value key = readKey(call);
  std::optional<std::vector<int64_t>> num = key ? evaluator.toShape(call["num"], "num") : std::nullopt;
  if (!num)
    return nullptr;
  for (int64_t extent : *num)
    if (extent < 0)
      return evaluator.raise(DiagnosticId::valueError, "`num` is negative: " + std::to_string(extent), call.rangeOf("num"));
  Shape shape(num->begin(), num->end());
  shape.push_back(2);
  Emitter emitter = emitterHere(evaluator);
  return wrapKey(call, emitter.create<tile::RandomSplitOp>(getArrayType(evaluator.context(), shape, DType::uint32), key));
}

static Value foldInHandler(Call &call) {
  Evaluator &evaluator = call.evaluator;
  mlir::Value key = readKey(call);
  std::optional<Operand> data = key ? toOperand(evaluator, call["data"], publicName(call.entry)) : std::nullopt;
  if (!data)
    return nullptr;
  if (!data->shape().empty() || numerics::isFloat(data->type.dtype))
    return evaluator.raise(DiagnosticId::typeError, "`data` must be one integer: " + describeShape(evaluator, *data), call.rangeOf("data"));
  mlir::Value word = materialize(evaluator, *data, DType::int32);
  return word ? wrapKey(call, emitterHere(evaluator).create<tile::RandomFoldInOp>(key.getType(), key, word)) : nullptr;
}

static Value keyDataHandler(Call &call) {
  auto *key = dyn_cast<KeyArray>(call["keys"]);
  if (!key)
    return isa<ArrayObject>(call["keys"]) ? call["keys"] : Value(call.evaluator.raise(DiagnosticId::typeError, "`key_data` takes typed keys"));
  return wrap(call.evaluator, key->value, DType::uint32);
}
static Value wrapKeyDataHandler(Call &call) {
  auto *array = dyn_cast<ArrayObject>(call["key_bits_array"]);
  if (!array || array->dtype != DType::uint32 || array->shape().empty() || array->shape().back() != 2)
    return call.evaluator.raise(DiagnosticId::typeError, "`wrap_key_data` takes a uint32 array whose last axis has size 2");
  return refuseArguments(call, {"impl"}) ? call.evaluator.make<KeyArray>(array->value) : nullptr;
}

//===-- samplers ----------------------------------------------------------------------------------------------===//

/// Keys 0 .. count - 1 of `split`.
static llvm::SmallVector<mlir::Value> splitKey(Emitter &emitter, mlir::Value key, int64_t count) {
  mlir::MLIRContext *context = emitter.builder.getContext();
  mlir::Value keys = emitter.create<tile::RandomSplitOp>(getArrayType(context, {count, 2}, DType::uint32), key);
  llvm::SmallVector<mlir::Value> parts;
  for (int64_t k = 0; k < count; ++k)
    parts.push_back(emitter.create<tile::SliceValueOp>(getArrayType(context, {2}, DType::uint32), keys, mlir::ValueRange(), llvm::ArrayRef<int64_t>{k, 0},
                                                       llvm::ArrayRef<int64_t>{1, 2}, llvm::ArrayRef<int64_t>(), llvm::ArrayRef<int64_t>{0}));
  return parts;
}

static mlir::Value draw(Emitter &emitter, mlir::Value key, tile::Distribution distribution,
                        llvm::ArrayRef<int64_t> shape, DType type, double low = 0, double high = 1) {
  mlir::Builder &builder = emitter.builder;
  return emitter.create<tile::RandomOp>(getArrayType(builder.getContext(), shape, type), key, tile::Generator::threefry, distribution,
                                        llvm::APFloat(low), llvm::APFloat(high));
}

/// The argument `shape`; None is ().
static std::optional<Shape> readDrawShape(Call &call) {
  if (isNone(call["shape"]))
    return Shape();
  std::optional<std::vector<int64_t>> shape = call.evaluator.toShape(call["shape"], "shape");
  if (!shape)
    return std::nullopt;
  for (int64_t extent : *shape)
    if (extent < 0)
      return call.evaluator.raise(DiagnosticId::valueError, "the shape " + formatShape(*shape) + " has a negative size", call.rangeOf("shape"));
  return Shape(shape->begin(), shape->end());
}

/// The argument `dtype`, a floating one.
static std::optional<DType> readDrawFloat(Call &call) {
  std::optional<DType> type = toDType(call.evaluator, call["dtype"], "dtype", defaultFloatOfJax());
  if (type && !numerics::isFloat(*type))
    return call.evaluator.raise(DiagnosticId::valueError, "`" + publicName(call.entry) + "` draws floats, not `" +
                                                              std::string(numerics::getName(*type)) + "`",
                                call.rangeOf("dtype"));
  return type;
}

/// Uniform numbers between two numbers or arrays.
static Value drawBetween(Formula &f, mlir::Value key, llvm::ArrayRef<int64_t> shape, DType type, Value low,
                         Value high) {
  Emitter emitter = emitterHere(f.evaluator);
  Value unit = wrap(f.evaluator, draw(emitter, key, tile::Distribution::uniform, shape, type), type),
        from = f.broadcastTo(f.cast(low, type), shape), to = f.broadcastTo(f.cast(high, type), shape);
  Value span = f.sub(to, from);
  if (!span)
    return nullptr;
  auto value = [](Value x) { return cast<ArrayObject>(x)->value; };
  mlir::Value scaled = emitter.create<mlir::math::FmaOp>(value(unit), value(span), value(from));
  return f.max(from, wrap(f.evaluator, scaled, type));
}

/// Integers between arrays, of int32 or uint32.
static Value drawIntegers(Formula &f, mlir::Value key, llvm::ArrayRef<int64_t> shape, Value low, Value high,
                          DType type) {
  Emitter emitter = emitterHere(f.evaluator);
  llvm::SmallVector<mlir::Value> keys = splitKey(emitter, key, 2);
  auto bits = [&](size_t k) -> Value {
    return wrap(f.evaluator, draw(emitter, keys[k], tile::Distribution::bits, shape, DType::uint32), DType::uint32);
  };
  Value from = f.cast(low, type), to = f.cast(high, type), isEmpty = f.compare(Compare::le, to, from);
  Value one = f.cast(f.integer(1), DType::uint32);
  Value span = f.where(isEmpty, one, f.sub(f.cast(to, DType::uint32), f.cast(from, DType::uint32)));
  auto modulo = [&](Value x) { return f.binary(Binary::truncRemainder, x, span); };
  Value factor = modulo(f.cast(f.integer(1 << 16), DType::uint32));
  factor = modulo(f.mul(factor, factor));
  Value offset = modulo(f.add(f.mul(modulo(bits(0)), factor), modulo(bits(1))));
  Value result = f.add(f.cast(from, DType::uint32), offset);
  return f.broadcastTo(f.cast(result, type), shape);
}

static Value normalHandler(Call &call) {
  mlir::Value key = readKey(call);
  std::optional<Shape> shape = key ? readDrawShape(call) : std::nullopt;
  std::optional<DType> type = shape ? readDrawFloat(call) : std::nullopt;
  if (!type || !refuseArguments(call, {"out_sharding"}))
    return nullptr;
  Emitter emitter = emitterHere(call.evaluator);
  return wrap(call.evaluator, draw(emitter, key, tile::Distribution::normal, *shape, *type), *type);
}

static Value uniformHandler(Call &call) {
  Evaluator &evaluator = call.evaluator;
  mlir::Value key = readKey(call);
  std::optional<Shape> shape = key ? readDrawShape(call) : std::nullopt;
  std::optional<DType> type = shape ? readDrawFloat(call) : std::nullopt;
  if (!type || !refuseArguments(call, {"out_sharding"}))
    return nullptr;
  if (isa<ArrayObject>(call["minval"]) || isa<ArrayObject>(call["maxval"])) {
    Formula f(call);
    return drawBetween(f, key, *shape, *type, call["minval"], call["maxval"]);
  }
  std::optional<double> low = evaluator.toDouble(call["minval"], "minval"), high = low ? evaluator.toDouble(call["maxval"], "maxval") : std::nullopt;
  if (!high)
    return nullptr;
  Emitter emitter = emitterHere(evaluator);
  return wrap(evaluator, draw(emitter, key, tile::Distribution::uniform, *shape, *type, *low, *high), *type);
}

static Value bitsHandler(Call &call) {
  mlir::Value key = readKey(call);
  std::optional<Shape> shape = key ? readDrawShape(call) : std::nullopt;
  std::optional<DType> type = shape ? toDType(call.evaluator, call["dtype"], "dtype", DType::uint32) : std::nullopt;
  if (!type || !refuseArguments(call, {"out_sharding"}))
    return nullptr;
  if (!numerics::isUnsigned(*type))
    return call.evaluator.raise(DiagnosticId::valueError, "`bits` draws unsigned integers, not `" + std::string(numerics::getName(*type)) + "`",
                                call.rangeOf("dtype"));
  Emitter emitter = emitterHere(call.evaluator);
  return wrap(call.evaluator, draw(emitter, key, tile::Distribution::bits, *shape, *type), *type);
}

/// JAX's `randint`: two draws of 32 bits combined so that every value of the span is nearly equally likely:
/// ((high % span) * (2**32 % span) + low % span) % span, all modulo 2**32.
static Value randintHandler(Call &call) {
  Evaluator &evaluator = call.evaluator;
  mlir::Value key = readKey(call);
  std::optional<Shape> shape = key ? readDrawShape(call) : std::nullopt;
  std::optional<DType> type = shape ? toDType(evaluator, call["dtype"], "dtype", defaultIntOfJax()) : std::nullopt;
  if (!type || !refuseArguments(call, {"out_sharding"}))
    return nullptr;
  auto isComputed = [&](Value bound) {
    auto *array = dyn_cast<ArrayObject>(bound);
    return array && !getKnownInteger(array->value);
  };
  if (isComputed(call["minval"]) || isComputed(call["maxval"])) {
    Formula f(call);
    if (*type != DType::int32 && *type != DType::uint32)
      return evaluator.notSupported("`randint` between arrays with the dtype `" + std::string(numerics::getName(*type)) + "`");
    return drawIntegers(f, key, *shape, call["minval"], call["maxval"], *type);
  }
  auto readBound = [&](llvm::StringRef name) -> std::optional<int64_t> {
    auto *array = dyn_cast<ArrayObject>(call[name]);
    if (!array)
      return evaluator.toInt(call[name], name);
    int64_t known = *getKnownInteger(array->value);
    return array->dtype == DType::uint32 ? static_cast<int64_t>(static_cast<uint32_t>(known)) : known;
  };
  std::optional<int64_t> low = readBound("minval"), high = low ? readBound("maxval") : std::nullopt;
  if (!high)
    return nullptr;
  if (!numerics::isInteger(*type))
    return evaluator.raise(DiagnosticId::valueError, "`randint` draws integers, not `" + std::string(numerics::getName(*type)) + "`", call.rangeOf("dtype"));
  bool isUnsigned = numerics::isUnsigned(*type);
  unsigned width = numerics::getBitWidth(*type);
  bool isWide = width == 64; // all bounds that an int64_t can say are inside then
  DType words = isWide ? DType::uint64 : DType::uint32;
  int64_t least = isUnsigned ? 0 : isWide ? INT64_MIN : -(int64_t(1) << (width - 1));
  int64_t greatest = isWide ? INT64_MAX : isUnsigned ? (int64_t(1) << width) - 1 : (int64_t(1) << (width - 1)) - 1;
  bool over = *high > greatest;
  int64_t bottom = std::max(least, std::min(*low, greatest));
  int64_t top = std::max(least, std::min(*high, width < 32 ? greatest + 1 : greatest));
  auto wrapped = [&](uint64_t word) { return isWide ? word : word & 0xffffffffu; };
  uint64_t span = top <= bottom ? 1 : wrapped(static_cast<uint64_t>(top) - static_cast<uint64_t>(bottom));
  if (over && width == 32 && *high > *low)
    span = wrapped(span + 1); // may wrap to 0: then a remainder by it is the dividend
  uint64_t half = uint64_t(1) << (isWide ? 32 : 16), multiplier = span ? half % span : half;
  uint64_t squared = wrapped(multiplier * multiplier);
  multiplier = span ? squared % span : squared;

  Emitter emitter = emitterHere(evaluator);
  mlir::Type keysType = getArrayType(evaluator.context(), {2, 2}, DType::uint32), keyType = getArrayType(evaluator.context(), {2}, DType::uint32);
  mlir::Value keys = emitter.create<tile::RandomSplitOp>(keysType, key);
  auto bits = [&](int64_t which) {
    mlir::Value one = emitter.create<tile::SliceValueOp>(keyType, keys, mlir::ValueRange(), llvm::ArrayRef<int64_t>{which, 0}, llvm::ArrayRef<int64_t>{1, 2},
                                                         llvm::ArrayRef<int64_t>(), llvm::ArrayRef<int64_t>{0});
    return draw(emitter, one, tile::Distribution::bits, *shape, words);
  };
  auto splat = [&](uint64_t value) { return emitter.constantInt(static_cast<int64_t>(value), words, *shape); };
  auto modulo = [&](mlir::Value x) { return span ? emitter.binary(Binary::truncRemainder, x, splat(span), words) : x; };
  mlir::Value offset = emitter.binary(Binary::mul, modulo(bits(0)), splat(multiplier), words);
  offset = modulo(emitter.binary(Binary::add, offset, modulo(bits(1)), words));
  mlir::Value result = emitter.binary(Binary::add, offset, splat(static_cast<uint64_t>(bottom)), words);
  return wrap(evaluator, emitter.cast(result, words, *type), *type);
}

/// u < p with u uniform.
static Value bernoulliHandler(Call &call) {
  Evaluator &evaluator = call.evaluator;
  mlir::Value key = readKey(call);
  std::optional<Operand> p = key ? toOperand(evaluator, call["p"], publicName(call.entry)) : std::nullopt;
  std::optional<Shape> shape = p ? (isNone(call["shape"]) ? Shape(p->shape()) : readDrawShape(call)) : std::nullopt;
  if (!shape || !refuseArguments(call, {"mode"}))
    return nullptr;
  Emitter emitter = emitterHere(evaluator);
  Value drawn = wrap(evaluator, draw(emitter, key, tile::Distribution::uniform, *shape, DType::float32), DType::float32);
  return applyCompare(evaluator, Compare::lt, drawn, call["p"], publicName(call.entry));
}

#define TESSERA_ENTRY(name, signature, summary, handler) {"jax.random", name, EntryKind::function, signature, summary, handler}
static const LibraryEntry entries[] = {
    TESSERA_ENTRY("key", "(seed, *, impl=None)", "A typed random key from a seed.", keyHandler),
    TESSERA_ENTRY("PRNGKey", "(seed, *, impl=None)", "A raw random key: two words.", keyHandler),
    TESSERA_ENTRY("split", "(key, num=2)", "New keys from one.", splitHandler),
    TESSERA_ENTRY("fold_in", "(key, data)", "A new key from a key and an integer.", foldInHandler),
    TESSERA_ENTRY("key_data", "(keys)", "The words of typed keys.", keyDataHandler),
    TESSERA_ENTRY("wrap_key_data", "(key_bits_array, *, impl=None)", "Typed keys from their words.", wrapKeyDataHandler),
    TESSERA_ENTRY("normal", "(key, shape=(), dtype=None, *, out_sharding=None)", "Draws from the standard normal distribution.", normalHandler),
    TESSERA_ENTRY("uniform", "(key, shape=(), dtype=None, minval=0.0, maxval=1.0, *, out_sharding=None)", "Draws uniformly from [minval, maxval).", uniformHandler),
    TESSERA_ENTRY("bits", "(key, shape=(), dtype=None, *, out_sharding=None)", "Draws random bits.", bitsHandler),
    TESSERA_ENTRY("randint", "(key, shape, minval, maxval, dtype=None, *, out_sharding=None)", "Draws integers from [minval, maxval).", randintHandler),
    TESSERA_ENTRY("bernoulli", "(key, p=0.5, shape=None, mode=None)", "Draws booleans, True with probability p.", bernoulliHandler),
    TESSERA_ENTRY("clone", "(key)", "The same key.", [](Call &call) -> Value { return call[size_t(0)]; }),
    TESSERA_ENTRY("gamma", "(key, a, shape=None, dtype=None)", "Draws from the gamma distribution.", nullptr),
    TESSERA_ENTRY("beta", "(key, a, b, shape=None, dtype=None)", "Draws from the beta distribution.", nullptr),
    TESSERA_ENTRY("poisson", "(key, lam, shape=None, dtype=None)", "Draws from the Poisson distribution.", nullptr),
    TESSERA_ENTRY("binomial", "(key, n, p, shape=None, dtype=None)", "Draws from the binomial distribution.", nullptr),
    TESSERA_ENTRY("dirichlet", "(key, alpha, shape=None, dtype=None)", "Draws from the Dirichlet distribution.", nullptr),
    TESSERA_ENTRY("t", "(key, df, shape=(), dtype=None)", "Draws from Student's distribution.", nullptr),
    TESSERA_ENTRY("chisquare", "(key, df, shape=None, dtype=None)", "Draws from the chi-square distribution.", nullptr),
    TESSERA_ENTRY("ball", "(key, d, p=2, shape=(), dtype=None)", "Draws from a ball.", nullptr),
};

void library::registerJaxRandom(LibraryTable &table) {
  static const LibraryModule modules[] = {{"jax.random", "Random numbers from explicit keys, bit for bit JAX's."}};
  table.add(modules, entries);
}
