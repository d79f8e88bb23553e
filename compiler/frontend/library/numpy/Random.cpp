// SPDX-License-Identifier: Apache-2.0
// `numpy.random`: streams as objects whose bulk draws are C++, and classes around them in Python. Numbers are drawn while the program is
// being evaluated, so they are constants of it. Without a seed the seed is 0.
#include "compiler/frontend/library/arrays/PythonSource.h"
#include "compiler/frontend/library/jax/Array.h"
#include "compiler/frontend/library/numpy/NumpySource.h"
#include "compiler/frontend/library/numpy/RandomStream.h"

using namespace tessera;
using namespace tessera::frontend;

namespace {
class StreamObject : public ExtensionObject {
public:
  explicit StreamObject(RandomStream stream) : ExtensionObject(&tag), stream(std::move(stream)) {}
  RandomStream stream;
  std::optional<Value> getAttribute(Evaluator &evaluator, llvm::StringRef name) override { return evaluator.libraryMember("numpy.random.stream", name, this); }
  static bool classof(const Object *o) { return ExtensionObject::hasTag(o, &tag); }
  static const char tag;
};
const char StreamObject::tag = 0;
} // namespace

static RandomStream &streamOf(Call &call) { return llvm::cast<StreamObject>(call.self)->stream; }

/// `_stream(legacy, words, is_array)`
static Value makeStream(Call &call) {
  std::optional<bool> legacy = call.evaluator.truth(call["legacy"]), isArray = call.evaluator.truth(call["is_array"]);
  std::optional<std::vector<int64_t>> words = call.evaluator.toInts(call["words"], "seed");
  if (!legacy || !isArray || !words)
    return nullptr;
  return call.evaluator.make<StreamObject>(RandomStream(*legacy, std::vector<uint32_t>(words->begin(), words->end()), *isArray));
}

/// How many numbers; none: one, as a Python number. False with an exception pending.
static bool readCount(Call &call, int64_t &count, bool &isOne) {
  isOne = isNone(call["count"]);
  count = 1;
  if (isOne)
    return true;
  std::optional<int64_t> given = call.evaluator.toInt(call["count"], "size");
  if (!given)
    return false;
  count = *given;
  if (count < 0)
    return call.evaluator.raise(DiagnosticId::valueError, "negative dimensions are not allowed"), false;
  if (count > (int64_t(1) << 28))
    return call.evaluator.raise(DiagnosticId::memoryLimit, std::to_string(count) + " random numbers are too many"), false;
  return true;
}

static Value drawFloats(Call &call) {
  RandomStream &stream = streamOf(call);
  llvm::StringRef name = call.entry->name;
  int64_t count;
  bool isOne;
  if (!readCount(call, count, isOne))
    return nullptr;
  std::vector<double> numbers(count);
  for (double &number : numbers)
    number = name == "doubles"  ? stream.nextDouble()
             : name == "floats" ? static_cast<double>(stream.nextFloat())
             : name == "normals" ? stream.normal()
             : name == "float_normals" ? static_cast<double>(stream.normalFloat())
                                       : stream.exponential();
  if (isOne)
    return call.evaluator.floating(numbers[0]);
  DType type = name.starts_with("float") ? DType::float32 : DType::float64;
  return wrap(call.evaluator, emitterHere(call.evaluator).constantElements(numbers, type, {count}), type, Flavour::numpy);
}

static uint64_t lowWord(const Integer &value) {
  std::optional<int64_t> word = value.asInt64();
  return word ? static_cast<uint64_t>(*word) : std::strtoull(value.toString().c_str(), nullptr, 10); // between 2^63 and 2^64
}

/// low + [0, range] in words of `bits`; `range` has 64 bits.
static Value drawIntegers(Call &call) {
  Evaluator &evaluator = call.evaluator;
  auto *range = llvm::dyn_cast<IntObject>(call["range"]);
  auto *low = llvm::dyn_cast<IntObject>(call["low"]);
  std::optional<int64_t> bits = evaluator.toInt(call["bits"], "bits");
  std::optional<DType> type = bits ? toDType(evaluator, call["dtype"], "dtype", DType::int64, false) : std::nullopt;
  int64_t count;
  bool isOne;
  if (!type || !range || !low || !readCount(call, count, isOne))
    return nullptr;
  RandomStream &stream = streamOf(call);
  stream.beginFill();
  uint64_t top = lowWord(range->value), base = lowWord(low->value);
  std::vector<int64_t> numbers(count);
  for (int64_t &number : numbers)
    number = static_cast<int64_t>(base + stream.bounded(top, static_cast<unsigned>(*bits)));
  if (isOne)
    return *type == DType::uint64 ? evaluator.integer(Integer::fromUnsigned(static_cast<uint64_t>(numbers[0]))) : evaluator.integer(numbers[0]);
  return wrap(evaluator, emitterHere(evaluator).constantIntElements(numbers, *type, {count}), *type, Flavour::numpy);
}

static Value indexArray(Call &call, llvm::ArrayRef<int64_t> numbers) {
  return wrap(call.evaluator, emitterHere(call.evaluator).constantIntElements(numbers, DType::int64, {static_cast<int64_t>(numbers.size())}), DType::int64, Flavour::numpy);
}

static Value drawOrder(Call &call) {
  int64_t count;
  bool isOne;
  if (!readCount(call, count, isOne))
    return nullptr;
  std::vector<int64_t> items(count);
  for (int64_t i = 0; i < count; ++i)
    items[i] = i;
  streamOf(call).shuffle(items);
  return indexArray(call, items);
}

static Value drawChoice(Call &call) {
  std::optional<int64_t> population = call.evaluator.toInt(call["population"], "a");
  std::optional<bool> shuffled = population ? call.evaluator.truth(call["shuffle"]) : std::nullopt;
  int64_t count;
  bool isOne;
  if (!shuffled || !readCount(call, count, isOne))
    return nullptr;
  return indexArray(call, streamOf(call).choose(*population, count, *shuffled));
}

#define TESSERA_RANDOM(name, signature, summary) {"numpy.random", name, EntryKind::function, signature, summary, sourceHandler}
static const LibraryEntry entries[] = {
    {"numpy.random", "Generator", EntryKind::constant, "", "Random numbers of PCG64: `default_rng` makes one.", sourceConstant},
    {"numpy.random", "RandomState", EntryKind::constant, "", "Random numbers of MT19937, as the functions of the module.", sourceConstant},
    TESSERA_RANDOM("default_rng", "(seed=None)", "A generator of random numbers; without a seed, of seed 0."),
    TESSERA_RANDOM("seed", "(seed=None)", "Seeds the functions of this module; they begin with seed 0."),
    TESSERA_RANDOM("get_state", "(legacy=True)", "The stream of the module's functions."),
    TESSERA_RANDOM("rand", "(*shape)", "Draws uniformly from [0, 1)."),
    TESSERA_RANDOM("randn", "(*shape)", "Draws from the standard normal distribution."),
    TESSERA_RANDOM("random", "(size=None)", "Draws uniformly from [0, 1)."),
    TESSERA_RANDOM("random_sample", "(size=None)", "Draws uniformly from [0, 1)."),
    TESSERA_RANDOM("ranf", "(size=None)", "Draws uniformly from [0, 1)."),
    TESSERA_RANDOM("sample", "(size=None)", "Draws uniformly from [0, 1)."),
    TESSERA_RANDOM("standard_normal", "(size=None)", "Draws from the standard normal distribution."),
    TESSERA_RANDOM("normal", "(loc=0.0, scale=1.0, size=None)", "Draws from a normal distribution."),
    TESSERA_RANDOM("uniform", "(low=0.0, high=1.0, size=None)", "Draws uniformly from [low, high)."),
    TESSERA_RANDOM("randint", "(low, high=None, size=None, dtype=None)", "Draws integers from [low, high)."),
    TESSERA_RANDOM("choice", "(a, size=None, replace=True, p=None)", "Draws elements of an array."),
    TESSERA_RANDOM("permutation", "(x)", "Entries in a random order."),
    TESSERA_RANDOM("shuffle", "(x)", "Puts entries into a random order, in place."),
    TESSERA_RANDOM("exponential", "(scale=1.0, size=None)", "Draws from an exponential distribution."),
    TESSERA_RANDOM("standard_exponential", "(size=None)", "Draws from the exponential distribution."),
    TESSERA_RANDOM("lognormal", "(mean=0.0, sigma=1.0, size=None)", "Draws exponentials of normal numbers."),
    TESSERA_RANDOM("laplace", "(loc=0.0, scale=1.0, size=None)", "Draws from a Laplace distribution."),
    TESSERA_RANDOM("gumbel", "(loc=0.0, scale=1.0, size=None)", "Draws from a Gumbel distribution."),
    TESSERA_RANDOM("logistic", "(loc=0.0, scale=1.0, size=None)", "Draws from a logistic distribution."),
    TESSERA_RANDOM("bytes", "(length)", "Random bytes."),
#undef TESSERA_RANDOM
#define TESSERA_LATER(name, summary) {"numpy.random", name, EntryKind::function, "(*args, **kwargs)", summary, nullptr}
    TESSERA_LATER("beta", "Draws from a beta distribution."),
    TESSERA_LATER("binomial", "Draws from a binomial distribution."),
    TESSERA_LATER("gamma", "Draws from a gamma distribution."),
    TESSERA_LATER("poisson", "Draws from a Poisson distribution."),
    TESSERA_LATER("dirichlet", "Draws from a Dirichlet distribution."),
    TESSERA_LATER("multinomial", "Draws from a multinomial distribution."),
    TESSERA_LATER("multivariate_normal", "Draws from a multivariate normal distribution."),
    TESSERA_LATER("SeedSequence", "Seeds from seeds."),
    TESSERA_LATER("PCG64", "The bits of `default_rng`."),
    TESSERA_LATER("MT19937", "The bits of `RandomState`."),
    TESSERA_LATER("Philox", "Bits of a counter."),
#undef TESSERA_LATER
    // What the text below needs, under a name that no program reaches.
    {"numpy.hidden", "_stream", EntryKind::method, "(legacy, words, is_array)", "", makeStream},
    {"numpy.random.stream", "doubles", EntryKind::method, "(count)", "", drawFloats},
    {"numpy.random.stream", "floats", EntryKind::method, "(count)", "", drawFloats},
    {"numpy.random.stream", "normals", EntryKind::method, "(count)", "", drawFloats},
    {"numpy.random.stream", "float_normals", EntryKind::method, "(count)", "", drawFloats},
    {"numpy.random.stream", "exponentials", EntryKind::method, "(count)", "", drawFloats},
    {"numpy.random.stream", "integers", EntryKind::method, "(low, range, bits, dtype, count)", "", drawIntegers},
    {"numpy.random.stream", "order", EntryKind::method, "(count)", "", drawOrder},
    {"numpy.random.stream", "choose", EntryKind::method, "(population, count, shuffle)", "", drawChoice},
};

static const char text[] = R"py(
import numpy as np
make_stream = np.zeros(0)._stream

def words_of(n):
    if n < 0:
        raise ValueError("expected non-negative integer")
    words = []
    while n or not words:
        words.append(n & 0xffffffff)
        n >>= 32
    return words

def is_integer(x):
    return isinstance(x, int) or hasattr(x, "dtype") and x.ndim == 0

def count_of(size):
    if size is None:
        return None
    n = 1
    for s in (size,) if isinstance(size, int) else size:
        n *= int(s)
    return n

def shaped(x, size):
    return x if size is None else x.reshape(size)

def fitting(size, *parameters):
    if size is None:
        shapes = [np.shape(p) for p in parameters]
        shape = np.broadcast_shapes(*shapes)
        return shape if shape != () else None
    return size

bit_widths = {"bool": 1, "int8": 8, "uint8": 8, "int16": 16, "uint16": 16, "int32": 32, "uint32": 32, "int64": 64, "uint64": 64}

class Draws:
    def uniform(self, low=0.0, high=1.0, size=None):
        size = fitting(size, low, high)
        return low + (high - low) * shaped(self.stream.doubles(count_of(size)), size)
    def normal(self, loc=0.0, scale=1.0, size=None):
        if not hasattr(scale, "dtype") and scale < 0:
            raise ValueError("scale < 0")
        size = fitting(size, loc, scale)
        return loc + scale * shaped(self.stream.normals(count_of(size)), size)
    def exponential(self, scale=1.0, size=None):
        size = fitting(size, scale)
        return scale * shaped(self.stream.exponentials(count_of(size)), size)
    def lognormal(self, mean=0.0, sigma=1.0, size=None):
        x = self.normal(mean, sigma, size)
        return float(np.exp(x)) if isinstance(x, float) else np.exp(x)
    def laplace(self, loc=0.0, scale=1.0, size=None):
        u = self.half_open(size)
        return loc + np.where(u >= 0.5, -scale * np.log(2.0 - u - u), scale * np.log(u + u))
    def gumbel(self, loc=0.0, scale=1.0, size=None):
        return loc - scale * np.log(-np.log(1.0 - self.half_open(size)))
    def logistic(self, loc=0.0, scale=1.0, size=None):
        u = self.half_open(size)
        return loc + scale * np.log(u / (1.0 - u))
    def half_open(self, size):
        return shaped(self.stream.doubles(count_of(size)), size)
    def draw_integers(self, low, high, size, dtype, endpoint):
        if hasattr(low, "shape") and low.shape != () or hasattr(high, "shape") and high.shape != ():
            raise NotImplementedError("random integers with arrays of bounds")
        if high is None:
            low, high = 0, low
        low, high = int(low), int(high) - (0 if endpoint else 1)
        kind = np.dtype(dtype)
        name = kind.name
        if name not in bit_widths:
            raise TypeError(f"Unsupported dtype {kind!r} for " + ("randint" if self.is_legacy else "integers"))
        least, most = (0, 1) if name == "bool" else (np.iinfo(kind).min, np.iinfo(kind).max)
        if low < least:
            raise ValueError(f"low is out of bounds for {name}")
        if high > most:
            raise ValueError(f"high is out of bounds for {name}")
        if low > high:
            raise ValueError("low >= high" if not endpoint else "low > high")
        x = self.stream.integers(low, high - low, bit_widths[name], kind, count_of(size))
        if size is None and dtype is not int:
            return np.array(x, dtype=kind)[()] if dtype is not bool else bool(x)
        return shaped(x, size)
    def pick_weighted(self, n, size, replace, p):
        p = np.asarray(p).astype(float)
        if p.shape != (n,):
            raise ValueError("'a' and 'p' must have same size" if p.ndim == 1 else "'p' must be 1-dimensional")
        total = float(p.sum())
        if bool(np.any(p < 0)):
            raise ValueError("probabilities are not non-negative" if self.is_legacy else "Probabilities are not non-negative")
        if abs(total - 1) > 1.5e-8:
            raise ValueError("probabilities do not sum to 1" if self.is_legacy else "Probabilities do not sum to 1")
        count = count_of(size)
        if replace:
            cdf = np.cumsum(p)
            cdf = cdf / cdf[-1]
            x = self.stream.doubles(1 if count is None else count)
            at = np.searchsorted(cdf, x, side='right')
            return int(at[0]) if count is None else at
        wanted = 1 if count is None else count
        if int(np.count_nonzero(p)) < wanted:
            raise ValueError("Fewer non-zero entries in p than size")
        weights, found = p.tolist(), []
        while len(found) < wanted:
            x = self.stream.doubles(wanted - len(found))
            for k in found:
                weights[k] = 0.0
            cdf = np.cumsum(np.array(weights))
            cdf = cdf / cdf[-1]
            for k in np.searchsorted(cdf, x, side='right').tolist():
                if k not in found:
                    found.append(k)
        return found[0] if count is None else np.array(found)
    def choice(self, a, size=None, replace=True, p=None, axis=0, shuffle=True):
        source = None if is_integer(a) else np.asarray(a)
        n = int(a) if source is None else source.shape[axis]
        count = count_of(size)
        if n <= 0 and count != 0:
            raise ValueError("a must be greater than 0 unless no samples are taken" if source is None else "'a' cannot be empty unless no samples are taken")
        if not replace and count is not None and count > n:
            raise ValueError("Cannot take a larger sample than population when 'replace=False'" if self.is_legacy else "Cannot take a larger sample than population when replace is False")
        if p is not None:
            at = self.pick_weighted(n, size, replace, p)
        elif replace:
            at = self.stream.integers(0, n - 1, 64, int, count)
        elif self.is_legacy:
            at = self.stream.order(n)[:1 if count is None else count]
        else:
            at = self.stream.choose(n, 1 if count is None else count, shuffle)
        if size is None:
            at = at if isinstance(at, int) else int(at[0])
            return at if source is None else (source[at] if axis == 0 else np.take(source, at, axis=axis))
        at = at.reshape(size)
        return at if source is None else np.take(source, at, axis=axis)
    def permutation(self, x, axis=0):
        if is_integer(x):
            return self.stream.order(int(x))
        x = np.asarray(x)
        return np.take(x, self.stream.order(x.shape[axis]), axis=axis)
    def shuffle(self, x, axis=0):
        if isinstance(x, list):
            copy = list(x)
            for i, k in enumerate(self.stream.order(len(x)).tolist()):
                x[i] = copy[k]
        else:
            x[...] = np.take(x, self.stream.order(x.shape[axis]), axis=axis)
    def bytes(self, length):
        words = self.stream.integers(0, 0xffffffff, 32, np.uint32, -(-length // 4))
        return words.tobytes()[:length]

class RandomState(Draws):
    is_legacy = True
    def __init__(self, seed=None):
        self.seed(seed)
    def seed(self, seed=None):
        if seed is None:
            seed = 0
        if is_integer(seed):
            if not 0 <= int(seed) <= 0xffffffff:
                raise ValueError("Seed must be between 0 and 2**32 - 1")
            self.stream = make_stream(True, [int(seed)], False)
        else:
            self.stream = make_stream(True, [int(s) for s in seed], True)
    def rand(self, *shape):
        return self.random_sample(shape if shape else None)
    def randn(self, *shape):
        return self.standard_normal(shape if shape else None)
    def random_sample(self, size=None):
        return self.half_open(size)
    random = random_sample
    def standard_normal(self, size=None):
        return shaped(self.stream.normals(count_of(size)), size)
    def standard_exponential(self, size=None):
        return shaped(self.stream.exponentials(count_of(size)), size)
    def randint(self, low, high=None, size=None, dtype=int):
        return self.draw_integers(low, high, size, dtype, False)

class Generator(Draws):
    is_legacy = False
    def __init__(self, bit_generator):
        self.stream = bit_generator
    def __repr__(self):
        return "Generator(PCG64)"
    def random(self, size=None, dtype=np.float64, out=None):
        if out is not None:
            raise NotImplementedError("`out` of `Generator.random`")
        if np.dtype(dtype) == np.float32:
            return shaped(self.stream.floats(count_of(size)), size)
        if np.dtype(dtype) != np.float64:
            raise TypeError(f"Unsupported dtype {np.dtype(dtype)!r} for random")
        return self.half_open(size)
    def standard_normal(self, size=None, dtype=np.float64, out=None):
        if out is not None:
            raise NotImplementedError("`out` of `Generator.standard_normal`")
        if np.dtype(dtype) == np.float32:
            return shaped(self.stream.float_normals(count_of(size)), size)
        if np.dtype(dtype) != np.float64:
            raise TypeError(f"Unsupported dtype {np.dtype(dtype)!r} for standard_normal")
        return shaped(self.stream.normals(count_of(size)), size)
    def standard_exponential(self, size=None, dtype=np.float64, method='zig', out=None):
        if out is not None or method != 'zig' or np.dtype(dtype) != np.float64:
            raise NotImplementedError("`out`, `method` and float32 of `Generator.standard_exponential`")
        return shaped(self.stream.exponentials(count_of(size)), size)
    def integers(self, low, high=None, size=None, dtype=np.int64, endpoint=False):
        if dtype is np.int64 and size is None:
            return np.int64(self.draw_integers(low, high, size, int, endpoint))
        return self.draw_integers(low, high, size, dtype, endpoint)
    def permuted(self, x, axis=None, out=None):
        raise NotImplementedError("`Generator.permuted`")
    def spawn(self, n_children):
        raise NotImplementedError("`Generator.spawn`")

def default_rng(seed=None):
    if isinstance(seed, Generator):
        return seed
    if seed is None:
        seed = 0
    if is_integer(seed):
        return Generator(make_stream(False, words_of(int(seed)), False))
    words = []
    for s in seed:
        words += words_of(int(s))
    return Generator(make_stream(False, words, False))

shared = RandomState(0)

def seed(seed=None):
    shared.seed(seed)

def get_state(legacy=True):
    raise NotImplementedError("`np.random.get_state`")

def rand(shape):
    return shared.rand(*shape)

def randn(shape):
    return shared.randn(*shape)

random = random_sample = ranf = sample = lambda size=None: shared.random_sample(size)
standard_normal = lambda size=None: shared.standard_normal(size)
normal = lambda loc, scale, size: shared.normal(loc, scale, size)
uniform = lambda low, high, size: shared.uniform(low, high, size)
randint = lambda low, high, size, dtype: shared.randint(low, high, size, int if dtype is None else dtype)
choice = lambda a, size, replace, p: shared.choice(a, size, replace, p)
permutation = lambda x: shared.permutation(x)
shuffle = lambda x: shared.shuffle(x)
exponential = lambda scale, size: shared.exponential(scale, size)
standard_exponential = lambda size: shared.standard_exponential(size)
lognormal = lambda mean, sigma, size: shared.lognormal(mean, sigma, size)
laplace = lambda loc, scale, size: shared.laplace(loc, scale, size)
gumbel = lambda loc, scale, size: shared.gumbel(loc, scale, size)
logistic = lambda loc, scale, size: shared.logistic(loc, scale, size)
bytes = lambda length: shared.bytes(length)
)py";

void library::registerNumpyRandom(LibraryTable &table) {
  static const LibraryModule modules[] = {{"numpy.random", "NumPy's random numbers."}};
  static const std::string name = sourceNameOf("numpy.random");
  static const LibrarySource sources[] = {{name.c_str(), text}};
  table.add(modules, entries);
  table.addSources(sources);
}
