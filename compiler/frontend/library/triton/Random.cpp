// SPDX-License-Identifier: Apache-2.0
// Triton's random numbers: Philox-4x32-10, bit for bit. A word of four is made from a counter (the offset) and a key (the seed):
//
//   counter (c0, c1, c2, c3) = (offset low, offset high, 0, 0),   key (k0, k1) = (seed low, seed high)
//   each round:  c0' = hi(B * c2) ^ c1 ^ k0     c1' = lo(B * c2)      c2' = hi(A * c0) ^ c3 ^ k1     c3' = lo(A * c0)
//                k0 += 0x9E3779B9, k1 += 0xBB67AE85
//
// with A = 0xD2511F53, B = 0xCD9E8D57. A uniform number folds the word's sign and scales; normal ones are Box and Muller's. See Salmon et
// al., "Parallel random numbers: as easy as 1, 2, 3" (SC11).
#include "compiler/frontend/library/triton/Language.h"

using namespace tessera;
using namespace tessera::frontend;
using llvm::cast;
using llvm::dyn_cast;

namespace {

/// Emits on uint32 blocks of one shape; words of the key are scalars.
class Philox {
public:
  Philox(Evaluator &evaluator, llvm::ArrayRef<int64_t> shape) : emitter(emitterHere(evaluator, Corners::undefined)), shape(shape) {}

  void round(mlir::Value (&c)[4], mlir::Value k0, mlir::Value k1) {
    auto a = multiply(c[0], 0xD2511F53), b = multiply(c[2], 0xCD9E8D57);
    mlir::Value c0 = exclusiveOr(exclusiveOr(b.second, c[1]), k0), c2 = exclusiveOr(exclusiveOr(a.second, c[3]), k1);
    c[0] = c0;
    c[1] = b.first;
    c[2] = c2;
    c[3] = a.first;
  }
  /// The next word of the key.
  mlir::Value advance(mlir::Value key, uint32_t step) { return emitter.binary(Binary::add, key, emitter.constantInt(step, DType::uint32), DType::uint32); }
  mlir::Value zero() { return emitter.constantInt(0, DType::uint32, shape); }
  /// The low or high word of an integer of 64 bits; of 32 bits it is the low one.
  mlir::Value word(mlir::Value value, DType type, bool high) {
    llvm::ArrayRef<int64_t> own = tile::getShape(value.getType());
    if (numerics::getBitWidth(type) <= 32)
      return high ? emitter.constantInt(0, DType::uint32, own) : emitter.cast(value, type, DType::uint32);
    if (high)
      value = emitter.binary(Binary::shiftRightLogical, value, emitter.constantInt(32, DType::uint64, own), DType::uint64);
    return emitter.cast(value, DType::uint64, DType::uint32);
  }

  /// In [0, 1), of fp32.
  mlir::Value uniform(mlir::Value bits) {
    mlir::Value zero = emitter.constantInt(0, DType::int32, shape);
    mlir::Value folded = emitter.select(emitter.compare(Compare::lt, bits, zero, DType::int32), emitter.unary(Unary::bitNot, bits, DType::int32), bits);
    return emitter.binary(Binary::mul, emitter.cast(folded, DType::int32, DType::float32), emitter.constant(4.6566127342e-10, DType::float32, shape), DType::float32);
  }
  /// Two normal numbers from two uniform ones.
  std::pair<mlir::Value, mlir::Value> normal(mlir::Value u1, mlir::Value u2) {
    auto number = [&](double value) { return emitter.constant(value, DType::float32, shape); };
    u1 = emitter.binary(Binary::maxNumber, number(1.0e-7), u1, DType::float32);
    mlir::Value angle = emitter.binary(Binary::mul, number(6.283185307179586), u2, DType::float32);
    mlir::Value squared = emitter.binary(Binary::mul, number(-2.0), emitter.unary(Unary::log, u1, DType::float32), DType::float32);
    mlir::Value radius = emitter.unary(Unary::sqrt, squared, DType::float32);
    return {emitter.binary(Binary::mul, radius, emitter.unary(Unary::cos, angle, DType::float32), DType::float32),
            emitter.binary(Binary::mul, radius, emitter.unary(Unary::sin, angle, DType::float32), DType::float32)};
  }

private:
  std::pair<mlir::Value, mlir::Value> multiply(mlir::Value x, uint32_t factor) {
    auto product = emitter.create<mlir::arith::MulUIExtendedOp>(x, emitter.constantInt(factor, DType::uint32, shape));
    return {product.getLow(), product.getHigh()};
  }
  mlir::Value exclusiveOr(mlir::Value x, mlir::Value y) { return emitter.binary(Binary::bitXor, x, emitter.broadcastTo(y, shape), DType::uint32); }

  Emitter emitter;
  Shape shape;
};

/// The four words of a call: what all functions begin with.
struct Words {
  mlir::Value values[4];
  Shape shape;
};

} // namespace

/// An integer tensor, or a number as one that holds it; null with an exception pending.
static TritonTensor *readInteger(Call &call, llvm::StringRef name) {
  TritonTensor *tensor = toTritonTensor(call.evaluator, call[name], publicName(call.entry));
  if (tensor && !numerics::isInteger(tensor->dtype)) {
    call.evaluator.raise(DiagnosticId::dtypeMismatch, "`" + name.str() + "` of `" + publicName(call.entry) + "` is `" + std::string(numerics::getName(tensor->dtype)) +
                                                          "`, not an integer",
                         call.rangeOf(name));
    return nullptr;
  }
  return tensor;
}

static bool runRounds(Call &call, Philox &philox, mlir::Value k0, mlir::Value k1, mlir::Value (&counter)[4]) {
  std::optional<int64_t> rounds = call.evaluator.toInt(call["n_rounds"], "n_rounds");
  if (!rounds)
    return false;
  if (*rounds < 1 || *rounds > 64)
    return call.evaluator.raise(DiagnosticId::valueError, "`n_rounds` is " + std::to_string(*rounds) + ", expected 1 to 64", call.rangeOf("n_rounds")), false;
  for (int64_t round = 0; round < *rounds; ++round) {
    if (round) {
      k0 = philox.advance(k0, 0x9E3779B9);
      k1 = philox.advance(k1, 0xBB67AE85);
    }
    philox.round(counter, k0, k1);
  }
  return true;
}

/// The key is the seed's two words. A seed counts as 64 bits wide; a negative one has all upper bits set.
static bool runWithSeed(Call &call, Philox &philox, TritonTensor *seed, mlir::Value (&counter)[4]) {
  if (!seed->shape().empty())
    return call.evaluator.raise(DiagnosticId::shapeMismatch, "`seed` of `" + publicName(call.entry) + "` is a block of shape " + formatShape(seed->shape()) + ", expected a scalar",
                                call.rangeOf("seed")),
           false;
  Value wide = tritonCast(call.evaluator, seed, numerics::isUnsigned(seed->dtype) ? DType::uint64 : DType::int64, false);
  if (!wide)
    return false;
  mlir::Value key = cast<TritonTensor>(wide)->value;
  return runRounds(call, philox, philox.word(key, DType::uint64, false), philox.word(key, DType::uint64, true), counter);
}

static std::optional<Words> drawWords(Call &call) {
  TritonTensor *seed = readInteger(call, "seed"), *offset = seed ? readInteger(call, "offset") : nullptr;
  mlir::Value value = offset ? useHere(call.evaluator, offset) : nullptr;
  if (!value)
    return std::nullopt;
  Words words;
  words.shape = Shape(offset->shape());
  Philox philox(call.evaluator, words.shape);
  words.values[0] = philox.word(value, offset->dtype, false);
  words.values[1] = philox.word(value, offset->dtype, true);
  words.values[2] = words.values[3] = philox.zero();
  if (!runWithSeed(call, philox, seed, words.values))
    return std::nullopt;
  return words;
}

template <int count> static Value randintHandler(Call &call) {
  std::optional<Words> words = drawWords(call);
  if (!words)
    return nullptr;
  std::vector<Value> results;
  for (int k = 0; k < count; ++k)
    results.push_back(wrapTriton(call.evaluator, words->values[k], DType::uint32));
  return count == 1 ? results.front() : call.evaluator.tuple(std::move(results));
}
template <int count> static Value randHandler(Call &call) {
  std::optional<Words> words = drawWords(call);
  if (!words)
    return nullptr;
  Philox philox(call.evaluator, words->shape);
  std::vector<Value> results;
  for (int k = 0; k < count; ++k)
    results.push_back(wrapTriton(call.evaluator, philox.uniform(words->values[k]), DType::float32));
  return count == 1 ? results.front() : call.evaluator.tuple(std::move(results));
}
template <int count> static Value randnHandler(Call &call) {
  std::optional<Words> words = drawWords(call);
  if (!words)
    return nullptr;
  Philox philox(call.evaluator, words->shape);
  std::vector<Value> results;
  for (int k = 0; k < count; k += 2) {
    auto [first, second] = philox.normal(philox.uniform(words->values[k]), philox.uniform(words->values[k + 1]));
    results.push_back(wrapTriton(call.evaluator, first, DType::float32));
    results.push_back(wrapTriton(call.evaluator, second, DType::float32));
  }
  return count == 1 ? results.front() : call.evaluator.tuple(std::move(results));
}

/// `philox(seed, c0, ...)` and `philox_impl(c0, ..., k0, k1)`: the words of a counter that the caller has.
static Value philoxHandler(Call &call) {
  Evaluator &evaluator = call.evaluator;
  std::string function = publicName(call.entry);
  bool hasKey = llvm::StringRef(call.entry->name) == "philox_impl";
  TritonTensor *seed = hasKey ? nullptr : readInteger(call, "seed");
  if (!hasKey && !seed)
    return nullptr;
  llvm::SmallVector<TritonTensor *> integers;
  llvm::SmallVector<llvm::StringRef> names = {"c0", "c1", "c2", "c3"};
  if (hasKey)
    names.append({"k0", "k1"});
  for (llvm::StringRef name : names) {
    integers.push_back(readInteger(call, name));
    if (!integers.back())
      return nullptr;
    bool isKey = integers.size() > 4;
    if (numerics::getBitWidth(integers.back()->dtype) > 32 || (isKey && !integers.back()->shape().empty()))
      return evaluator.notSupported("`" + name.str() + "` of `" + function + "` that is not 32 bits wide" + (isKey ? ", or a block" : ""));
  }
  std::optional<Shape> shape = broadcastTriton(evaluator, llvm::ArrayRef(integers).take_front(4), function);
  if (!shape)
    return nullptr;
  llvm::SmallVector<mlir::Value> values;
  for (size_t k = 0; k < integers.size(); ++k) {
    values.push_back(fitTriton(evaluator, integers[k], DType::uint32, k < 4 ? llvm::ArrayRef<int64_t>(*shape) : llvm::ArrayRef<int64_t>()));
    if (!values.back())
      return nullptr;
  }
  mlir::Value words[4] = {values[0], values[1], values[2], values[3]};
  Philox philox(evaluator, *shape);
  if (!(hasKey ? runRounds(call, philox, values[4], values[5], words) : runWithSeed(call, philox, seed, words)))
    return nullptr;
  std::vector<Value> results;
  for (mlir::Value word : words)
    results.push_back(wrapTriton(evaluator, word, DType::uint32));
  return evaluator.tuple(std::move(results));
}
static Value pairHandler(Call &call) {
  llvm::SmallVector<mlir::Value> uniform;
  DType type;
  if (!readFloats(call, {call["u1"], call["u2"]}, uniform, type))
    return nullptr;
  if (type != DType::float32)
    return call.evaluator.raise(DiagnosticId::dtypeMismatch, "`tl.pair_uniform_to_normal` takes fp32, not `" + std::string(numerics::getName(type)) + "`");
  auto [first, second] = Philox(call.evaluator, tile::getShape(uniform[0].getType())).normal(uniform[0], uniform[1]);
  return call.evaluator.tuple({wrapTriton(call.evaluator, first, type), wrapTriton(call.evaluator, second, type)});
}
static TritonTensor *readWord(Call &call, llvm::StringRef name, DType type) {
  TritonTensor *tensor = toTritonTensor(call.evaluator, call[name], publicName(call.entry));
  bool fits = tensor && (tensor->dtype == type || (type == DType::uint32 && tensor->dtype == DType::int32));
  if (tensor && !fits)
    call.evaluator.raise(DiagnosticId::dtypeMismatch, "`" + publicName(call.entry) + "` takes " + std::string(numerics::getName(type)) + ", not `" +
                                                          std::string(numerics::getName(tensor->dtype)) + "`",
                         call.rangeOf(name));
  return fits ? tensor : nullptr;
}
static Value uniformHandler(Call &call) {
  TritonTensor *x = readWord(call, "x", DType::uint32);
  mlir::Value value = x ? useHere(call.evaluator, x) : nullptr;
  return value ? wrapTriton(call.evaluator, Philox(call.evaluator, x->shape()).uniform(value), DType::float32) : nullptr;
}

#define TESSERA_DRAW(name, summary, handler)                                                                           \
  {"triton.language", name, EntryKind::function, "(seed, offset, n_rounds=10)", summary " One number for each element of `offset`.", handler}
static const LibraryEntry entries[] = {
    TESSERA_DRAW("rand", "Uniform fp32 numbers in [0, 1) by Philox.", randHandler<1>),
    TESSERA_DRAW("rand4x", "Four blocks of uniform fp32 numbers in [0, 1).", randHandler<4>),
    TESSERA_DRAW("randn", "Standard normal fp32 numbers by Philox, Box and Muller.", randnHandler<1>),
    TESSERA_DRAW("randn4x", "Four blocks of standard normal fp32 numbers.", randnHandler<4>),
    TESSERA_DRAW("randint", "Random words by Philox, as uint32.", randintHandler<1>),
    TESSERA_DRAW("randint4x", "The four words of a counter, as uint32.", randintHandler<4>),
    {"triton.language", "philox", EntryKind::function, "(seed, c0, c1, c2, c3, n_rounds=10)", "Philox-4x32 of a counter of four words.", philoxHandler},
    {"triton.language", "philox_impl", EntryKind::function, "(c0, c1, c2, c3, k0, k1, n_rounds=10)", "Philox-4x32 with the key's two words.", philoxHandler},
    {"triton.language", "uint_to_uniform_float", EntryKind::function, "(x)", "A random word as an fp32 number in [0, 1).", uniformHandler},
    {"triton.language", "pair_uniform_to_normal", EntryKind::function, "(u1, u2)", "Two normal numbers from two uniform ones.", pairHandler},
};

void library::registerTritonRandom(LibraryTable &table) { table.add({}, entries); }
