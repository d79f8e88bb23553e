// SPDX-License-Identifier: Apache-2.0
// `numpy.random`: streams as objects whose bulk draws are C++, and classes around them in Python. Numbers are drawn while the program is
// being evaluated, so they are constants of it. Without a seed the seed is 0.
#include "compiler/frontend/library/jax/Array.h"
#include "compiler/frontend/library/numpy/NumpyTables.h"
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
  if (words->empty())
    return call.evaluator.raise(DiagnosticId::valueError, "a seed has one integer or more");
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

static Value statePlace(Call &call) {
  Evaluator &evaluator = call.evaluator;
  RandomStream::Place place = streamOf(call).place();
  std::vector<Value> words;
  for (uint32_t word : place.words)
    words.push_back(evaluator.integer(word));
  return evaluator.tuple({evaluator.list(std::move(words)), evaluator.integer(static_cast<int64_t>(place.position)), evaluator.integer(place.hasNormal), evaluator.floating(place.keptNormal)});
}

static Value setPlace(Call &call) {
  Evaluator &evaluator = call.evaluator;
  RandomStream::Place place;
  std::optional<std::vector<int64_t>> words = evaluator.toInts(call["words"], "state");
  std::optional<int64_t> position = words ? evaluator.toInt(call["position"], "pos") : std::nullopt;
  std::optional<double> normal = position ? evaluator.toDouble(call["normal"], "gauss") : std::nullopt;
  std::optional<bool> hasNormal = normal ? evaluator.truth(call["has_normal"]) : std::nullopt;
  if (!hasNormal)
    return nullptr;
  if (words->size() != place.words.size() || *position < 0 || *position > static_cast<int64_t>(place.words.size()))
    return evaluator.raise(DiagnosticId::valueError, "state must have 624 words and a position among them");
  std::copy(words->begin(), words->end(), place.words.begin());
  place.position = static_cast<size_t>(*position);
  place.hasNormal = *hasNormal;
  place.keptNormal = *normal;
  streamOf(call).goTo(place);
  return evaluator.none();
}

static const LibraryEntry entries[] = {
#define TESSERA_LATER(name, summary) {"numpy.random", name, EntryKind::function, "(*args, **kwargs)", summary, nullptr}
    TESSERA_LATER("multivariate_normal", "Draws from a multivariate normal distribution."),
    TESSERA_LATER("SeedSequence", "Seeds from seeds."),
    TESSERA_LATER("PCG64", "The bits of `default_rng`."),
    TESSERA_LATER("MT19937", "The bits of `RandomState`."),
    TESSERA_LATER("Philox", "Bits of a counter."),
#undef TESSERA_LATER
    // What random.py needs, under a name that no program reaches.
    {"numpy.hidden", "_stream", EntryKind::method, "(legacy, words, is_array)", "", makeStream},
    {"numpy.random.stream", "doubles", EntryKind::method, "(count)", "", drawFloats},
    {"numpy.random.stream", "floats", EntryKind::method, "(count)", "", drawFloats},
    {"numpy.random.stream", "normals", EntryKind::method, "(count)", "", drawFloats},
    {"numpy.random.stream", "float_normals", EntryKind::method, "(count)", "", drawFloats},
    {"numpy.random.stream", "exponentials", EntryKind::method, "(count)", "", drawFloats},
    {"numpy.random.stream", "integers", EntryKind::method, "(low, range, bits, dtype, count)", "", drawIntegers},
    {"numpy.random.stream", "order", EntryKind::method, "(count)", "", drawOrder},
    {"numpy.random.stream", "state", EntryKind::method, "()", "", statePlace},
    {"numpy.random.stream", "set_state", EntryKind::method, "(words, position, has_normal, normal)", "", setPlace},
    {"numpy.random.stream", "choose", EntryKind::method, "(population, count, shuffle)", "", drawChoice},
};

void library::registerNumpyRandom(LibraryTable &table) {
  table.add({}, entries);
}
