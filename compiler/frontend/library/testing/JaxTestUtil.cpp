// SPDX-License-Identifier: Apache-2.0
// `jax._src.test_util`: JAX's test class with its tolerances by dtype, and the questions that tests ask about the device. The answers
// are those of the device that the file was told it runs on (`EvaluateOptions::device`).
#include "compiler/frontend/library/arrays/Checks.h"
#include "compiler/frontend/library/arrays/DTypeObject.h"
#include "compiler/frontend/library/testing/Parameterized.h"
#include "compiler/frontend/library/testing/Testing.h"

using namespace tessera;
using namespace tessera::frontend;
using namespace tessera::frontend::testing;

//===-- the device ---------------------------------------------------------------------------------------------===//

/// Whether the device has one of `tags`, a text or a list of them.
static std::optional<bool> hasTag(Evaluator &evaluator, Value tags) {
  std::vector<Value> list{tags};
  if (!llvm::isa<StrObject>(tags)) {
    std::optional<std::vector<Value>> items = evaluator.toVector(tags);
    if (!items)
      return std::nullopt;
    list = std::move(*items);
  }
  bool matches = false;
  for (Value item : list) {
    std::optional<std::string> tag = evaluator.toString(item, "a device tag");
    if (!tag)
      return std::nullopt;
    matches |= isOnGpu(evaluator) ? *tag == "gpu" || *tag == "cuda" : *tag == "cpu";
  }
  return matches;
}

static Value deviceMatches(Call &call) {
  std::optional<bool> matches = hasTag(call.evaluator, call["device_types"]);
  return matches ? call.evaluator.boolean(*matches) : nullptr;
}
static Value deviceUnderTest(Call &call) { return call.evaluator.string(isOnGpu(call.evaluator) ? "gpu" : "cpu"); }
static Value isCuda(Call &call) { return call.evaluator.boolean(isOnGpu(call.evaluator)); }
static Value never(Call &call) { return call.evaluator.boolean(false); }
static Value nothing(Call &call) { return call.evaluator.none(); }

/// "9.0" as 90.
static std::optional<int> readCapability(Call &call) {
  std::optional<std::string> text = call.evaluator.toString(call["capability"], "capability");
  if (!text)
    return std::nullopt;
  auto [major, minor] = llvm::StringRef(*text).split('.');
  int first = 0, second = 0;
  if (major.getAsInteger(10, first) || (!minor.empty() && minor.rtrim("af").getAsInteger(10, second)))
    return call.evaluator.raise(DiagnosticId::valueError, "a compute capability is written `9.0`, not `" + *text + "`"), std::nullopt;
  return first * 10 + second;
}
static Value capabilityAtLeast(Call &call) {
  std::optional<int> wanted = readCapability(call);
  return wanted ? call.evaluator.boolean(isOnGpu(call.evaluator) && computeCapability(call.evaluator) >= *wanted) : nullptr;
}
static Value capabilityEqual(Call &call) {
  std::optional<int> wanted = readCapability(call);
  return wanted ? call.evaluator.boolean(isOnGpu(call.evaluator) && computeCapability(call.evaluator) == *wanted) : nullptr;
}
static Value jaxlibVersion(Call &call) { return call.evaluator.tupleOfInts({0, 11, 0}); }

//===-- decorators ---------------------------------------------------------------------------------------------===//

static Value skipWhere(Call &call, bool unlisted, Value reason) {
  Evaluator &evaluator = call.evaluator;
  std::optional<bool> matches = hasTag(evaluator, call["devices"]);
  if (!matches)
    return nullptr;
  std::string why = std::string("not supported on ") + (isOnGpu(evaluator) ? "gpu" : "cpu");
  if (reason && !isNone(reason)) {
    std::optional<std::string> text = evaluator.str(reason);
    if (!text)
      return nullptr;
    why = *text;
  }
  return *matches != unlisted ? skipDecorator(evaluator, why) : identityDecorator(evaluator, call.entry->name);
}
static Value skipOnDevices(Call &call) { return skipWhere(call, false, call["skip_reason"]); }
static Value runOnDevices(Call &call) { return skipWhere(call, true, nullptr); }
static Value harmlessDecorator(Call &call) { return identityDecorator(call.evaluator, call.entry->name); }

/// `@jtu.with_config(flag=value)`: what `jax.config.update` accepts without an effect here is accepted.
static Value withConfig(Call &call) {
  Evaluator &evaluator = call.evaluator;
  std::optional<Value> config = evaluator.libraryMember("jax", "config");
  Value update = config && *config ? evaluator.getAttribute(*config, "update") : nullptr;
  for (const Keyword &keyword : keywordsOf(call["kwds"]))
    if (!update || !evaluator.call(update, {evaluator.string(keyword.first), keyword.second}))
      return nullptr;
  return identityDecorator(evaluator, "with_config");
}

static std::string sanitize(llvm::StringRef name) {
  std::string result;
  for (char c : name) {
    bool keeps = llvm::isAlnum(c) || c == '_' || c == '-';
    if (keeps || result.empty() || result.back() != '_')
      result += keeps ? c : '_';
  }
  return result;
}

static Value parameterizedFilterable(Call &call) {
  Evaluator &evaluator = call.evaluator;
  if (!isNone(call["one_containing"]))
    return evaluator.notSupported("`one_containing` of `parameterized_filterable`");
  std::optional<std::vector<Value>> given = evaluator.toVector(call["kwargs"]);
  std::vector<Value> cases;
  for (size_t i = 0; given && i < given->size(); ++i) {
    auto *dict = llvm::dyn_cast<DictObject>((*given)[i]);
    if (!dict)
      return evaluator.raise(DiagnosticId::typeError, "`kwargs` of `parameterized_filterable` holds a '" + (*given)[i]->typeName(evaluator) + "', expected dicts");
    Value name = isNone(call["testcase_name"]) ? nullptr : evaluator.call(call["testcase_name"], {dict});
    if (!name && evaluator.hasPending())
      return nullptr;
    if (name || !dict->find(evaluator, "testcase_name")) {
      std::optional<std::string> text = name ? evaluator.str(name) : std::optional<std::string>("");
      for (const Keyword &keyword : keywordsOf(dict))
        if (!name)
          *text += (text->empty() ? "" : "_") + keyword.first + "=" + show(evaluator, keyword.second);
      if (!text)
        return nullptr;
      DictObject *named = evaluator.dict();
      named->set(evaluator, "testcase_name", evaluator.string(sanitize(*text)));
      for (const Keyword &keyword : keywordsOf(dict))
        named->set(evaluator, keyword.first, keyword.second);
      dict = named;
    }
    cases.push_back(dict);
  }
  return given ? parameterize(evaluator, std::move(cases), true) : nullptr;
}

/// JAX draws 10 of the combinations; here they are spread evenly over all of them.
static Value sampleProduct(Call &call) {
  constexpr size_t most = 10;
  std::optional<std::vector<Value>> all = combine(call.evaluator, llvm::cast<TupleObject>(call["args"])->items, keywordsOf(call["kw"]));
  if (!all)
    return nullptr;
  std::vector<Value> chosen;
  for (size_t i = 0; i < std::min(most, all->size()); ++i)
    chosen.push_back((*all)[i * all->size() / std::min(most, all->size())]);
  return parameterize(call.evaluator, std::move(chosen), false);
}

//===-- JaxTestCase --------------------------------------------------------------------------------------------===//

/// The tolerance, absolute and relative, of results of a dtype.
static double toleranceOf(numerics::DType dtype) {
  if (!numerics::isFloat(dtype))
    return 0;
  int bits = numerics::getBitWidth(dtype);
  return bits >= 64 ? 1e-15 : bits == 32 ? 1e-6 : dtype == numerics::DType::float16 ? 1e-3 : bits == 16 ? 1e-2 : 1e-1;
}

/// `given` (None, a number, or a dict by dtype) for an array of `dtype`.
static std::optional<double> readTolerance(Evaluator &evaluator, Value given, numerics::DType dtype) {
  if (isNone(given))
    return toleranceOf(dtype);
  auto *dict = llvm::dyn_cast<DictObject>(given);
  if (!dict)
    return evaluator.toDouble(given, "a tolerance");
  for (const HashTable::Entry &entry : dict->table.entries()) {
    if (!entry.key)
      continue;
    std::optional<numerics::DType> key = asDType(evaluator, entry.key);
    if (key && *key == dtype)
      return evaluator.toDouble(entry.value, "a tolerance");
  }
  return evaluator.hasPending() ? std::nullopt : std::optional<double>(toleranceOf(dtype));
}

static std::string describeType(const Operand &operand) { return std::string(numerics::getName(operand.type.dtype)); }

static std::string shapeText(llvm::ArrayRef<int64_t> shape) {
  std::string text = "(";
  for (size_t i = 0; i < shape.size(); ++i)
    text += (i ? ", " : "") + std::to_string(shape[i]);
  return text + (shape.size() == 1 ? ",)" : ")");
}

namespace {
struct Comparison {
  explicit Comparison(Call &call) : call(call) {}
  Call &call;
  bool checksDTypes = true, isExact = false;
  std::string message;

  bool arrays(Value actual, Value desired);
  bool trees(Value actual, Value desired, unsigned depth = 0);
};
} // namespace

bool Comparison::arrays(Value actual, Value desired) {
  Evaluator &evaluator = call.evaluator;
  std::optional<Operand> left = toOperand(evaluator, actual, call.entry->name), right = left ? toOperand(evaluator, desired, call.entry->name) : std::nullopt;
  if (!right)
    return false;
  if (checksDTypes && left->array && right->array && left->type.dtype != right->type.dtype)
    return failAssertion(evaluator, "the dtypes differ: " + describeType(*left) + " and " + describeType(*right)), false;
  if (left->shape() != right->shape())
    return failAssertion(evaluator, "the shapes differ: " + shapeText(left->shape()) + " and " + shapeText(right->shape())), false;
  CloseOptions options;
  options.message = message;
  options.rtol = 0;
  if (isExact) {
    options.header = "Arrays are not equal";
  } else {
    numerics::DType leftType = left->type.dtype, rightType = right->type.dtype;
    for (auto [name, target] : {std::pair<const char *, double *>{"atol", &options.atol}, {"rtol", &options.rtol}}) {
      std::optional<double> first = readTolerance(evaluator, call[name], leftType), second = first ? readTolerance(evaluator, call[name], rightType) : first;
      if (!second)
        return false;
      *target = std::max(*first, *second);
    }
  }
  return recordCheckClose(evaluator, actual, desired, options, call.entry->name);
}

bool Comparison::trees(Value actual, Value desired, unsigned depth) {
  Evaluator &evaluator = call.evaluator;
  if (depth > 64)
    return evaluator.notSupported("a comparison of containers nested more than 64 deep"), false;
  auto *left = llvm::dyn_cast<SequenceObject>(actual), *right = llvm::dyn_cast<SequenceObject>(desired);
  auto *leftDict = llvm::dyn_cast<DictObject>(actual), *rightDict = llvm::dyn_cast<DictObject>(desired);
  if (!left && !leftDict)
    return arrays(actual, desired);
  if (!left != !right || !leftDict != !rightDict)
    return failAssertion(evaluator, "the structures differ: a " + actual->typeName(evaluator) + " and a " + desired->typeName(evaluator)), false;
  if (left && left->items.size() != right->items.size())
    return failAssertion(evaluator, "the lengths differ: " + std::to_string(left->items.size()) + " and " + std::to_string(right->items.size())), false;
  for (size_t i = 0; left && i < left->items.size(); ++i)
    if (!trees(left->items[i], right->items[i], depth + 1))
      return false;
  if (!leftDict)
    return true;
  if (leftDict->table.size() != rightDict->table.size())
    return failAssertion(evaluator, "the dicts have different keys"), false;
  for (const HashTable::Entry &entry : leftDict->table.entries()) {
    if (!entry.key)
      continue;
    std::optional<HashTable::Entry *> other = rightDict->table.find(evaluator, entry.key);
    if (!other)
      return false;
    if (!*other)
      return failAssertion(evaluator, "the dicts have different keys: " + show(evaluator, entry.key) + " is in the first alone"), false;
    if (!trees(entry.value, (*other)->value, depth + 1))
      return false;
  }
  return true;
}

static bool readComparison(Call &call, Comparison &comparison) {
  std::optional<bool> dtypes = call.evaluator.truth(call["check_dtypes"]);
  std::optional<std::string> message = dtypes ? call.evaluator.toString(call["err_msg"], "err_msg") : std::nullopt;
  if (!message)
    return false;
  comparison.checksDTypes = *dtypes;
  comparison.message = *message;
  return true;
}

static Value assertAllClose(Call &call) {
  Comparison comparison(call);
  return readComparison(call, comparison) && comparison.trees(call[size_t(0)], call[size_t(1)]) ? call.evaluator.none() : nullptr;
}
static Value assertArraysAllClose(Call &call) {
  Comparison comparison(call);
  return readComparison(call, comparison) && comparison.arrays(call[size_t(0)], call[size_t(1)]) ? call.evaluator.none() : nullptr;
}
static Value assertArraysEqual(Call &call) {
  Comparison comparison(call);
  comparison.isExact = true;
  return readComparison(call, comparison) && comparison.arrays(call[size_t(0)], call[size_t(1)]) ? call.evaluator.none() : nullptr;
}
static Value assertDtypesMatch(Call &call) {
  Evaluator &evaluator = call.evaluator;
  std::optional<Operand> left = toOperand(evaluator, call[size_t(0)], "assertDtypesMatch"), right = left ? toOperand(evaluator, call[size_t(1)], "assertDtypesMatch") : std::nullopt;
  if (!right)
    return nullptr;
  if (left->type.dtype != right->type.dtype)
    return failAssertion(evaluator, "the dtypes differ: " + describeType(*left) + " and " + describeType(*right));
  return evaluator.none();
}
static Value makeTestCase(Call &call) {
  return call.evaluator.raise(DiagnosticId::typeError, "a test class is made by the runner: derive from `jtu.JaxTestCase`");
}

/// NumPy's legacy generator, seeded by the test's name as JAX does it, where the library has it.
static Value rng(Call &call) {
  Evaluator &evaluator = call.evaluator;
  Value module = evaluator.importModule("numpy.random", evaluator.range());
  Value type = module ? evaluator.getAttribute(module, "RandomState") : nullptr;
  return type ? evaluator.call(type, {evaluator.integer(0)}) : nullptr;
}

#define TESSERA_JTU(name, kind, signature, summary, handler) {"jax._src.test_util", name, EntryKind::kind, signature, summary, handler}
#define TESSERA_CASE(name, signature, summary, handler) {"jax._src.test_util.JaxTestCase", name, EntryKind::method, signature, summary, handler}
static constexpr LibraryEntry entries[] = {
    TESSERA_JTU("JaxTestCase", type, "(methodName='runTest')", "JAX's test class.", makeTestCase),
    TESSERA_CASE("assertAllClose",
                 "(actual, desired, *, check_dtypes=True, atol=None, rtol=None, canonicalize_dtypes=True, err_msg='')",
                 "Fails unless arrays, or trees of them, agree: exactly for integers, to 1e-6 for float32, 1e-3 for "
                 "float16, 1e-2 for bfloat16.",
                 assertAllClose),
    TESSERA_CASE("assertArraysAllClose", "(actual, desired, *, check_dtypes=True, atol=None, rtol=None, err_msg='')",
                 "The same for two arrays.", assertArraysAllClose),
    TESSERA_CASE("assertArraysEqual",
                 "(actual, desired, *, check_dtypes=True, err_msg='', allow_object_dtype=False, verbose=True)",
                 "Fails unless two arrays have the same shape, dtype and elements.", assertArraysEqual),
    TESSERA_CASE("assertDtypesMatch", "(actual, desired, *, canonicalize_dtypes=True)",
                 "Fails unless two arrays have the same dtype.", assertDtypesMatch),
    TESSERA_CASE("rng", "()", "A NumPy generator for this test.", rng),
    TESSERA_JTU("JaxTestLoader", function, "()", "What `absltest.main` loads tests with; `tessera test` needs none.",
                nothing),
    TESSERA_JTU("parameterized", module, "absl.testing.parameterized", "`absl.testing.parameterized`.", nullptr),
    TESSERA_JTU("test_device_matches", function, "(device_types)", "Whether the device is one of these kinds.",
                deviceMatches),
    TESSERA_JTU("device_under_test", function, "()", "The device's kind.", deviceUnderTest),
    TESSERA_JTU("is_device_cuda", function, "()", "Whether the device is NVIDIA's.", isCuda),
    TESSERA_JTU("is_device_rocm", function, "()", "False.", never),
    TESSERA_JTU("is_device_tpu", function, "(version=None, variant='')", "False.", never),
    TESSERA_JTU("is_device_tpu_at_least", function, "(version)", "False.", never),
    TESSERA_JTU("is_cuda_compute_capability_at_least", function, "(capability)",
                "Whether the target has at least this compute capability.", capabilityAtLeast),
    TESSERA_JTU("is_cuda_compute_capability_equal", function, "(capability)",
                "Whether the target has this compute capability.", capabilityEqual),
    TESSERA_JTU("is_cuda_version_at_least", function, "(major, minor)", "True on a GPU.", isCuda),
    TESSERA_JTU("is_running_under_pytest", function, "()", "False.", never),
    TESSERA_JTU("is_cloud_tpu", function, "()", "False.", never),
    TESSERA_JTU("is_se_tpu", function, "()", "False.", never),
    TESSERA_JTU("jaxlib_version", function, "()", "The version whose behaviour is followed.", jaxlibVersion),
    TESSERA_JTU("test_warning_util", function, "()", "JAX's warnings under test.", nullptr),
    TESSERA_JTU("skip_on_devices", decorator, "(*devices, skip_reason=None)", "Skips a test on these kinds of device.",
                skipOnDevices),
    TESSERA_JTU("run_on_devices", decorator, "(*devices)", "Skips a test on other kinds of device.", runOnDevices),
    TESSERA_JTU("skip_under_pytest", decorator, "(reason)", "The test itself: no pytest runs here.", harmlessDecorator),
    TESSERA_JTU("thread_unsafe_test", decorator, "(condition=True)", "The test itself: tests run one by one.",
                harmlessDecorator),
    TESSERA_JTU("thread_unsafe_test_class", decorator, "(condition=True)", "The class itself: tests run one by one.",
                harmlessDecorator),
    TESSERA_JTU("ignore_warning", decorator, "(*, message='', category=None, module='', lineno=0)",
                "The test itself: warnings fail no test.", harmlessDecorator),
    TESSERA_JTU("with_config", decorator, "(**kwds)", "Sets JAX's options for a class or test.", withConfig),
    TESSERA_JTU("parameterized_filterable", decorator, "(*, kwargs, testcase_name=None, one_containing=None)",
                "A named case for each dict.", parameterizedFilterable),
    TESSERA_JTU("sample_product", decorator, "(*args, **kw)", "Ten of the combinations, spread evenly.", sampleProduct),
    TESSERA_JTU("get_tpu_version", function, "()", "The TPU's version.", nullptr),
    TESSERA_JTU("count_jit_and_pmap_lowerings", function, "()", "How often functions are lowered in a block.", nullptr),
    TESSERA_JTU("set_host_platform_device_count", function, "(nr_devices)", "Several devices on the host.", nullptr),
};
#undef TESSERA_JTU
#undef TESSERA_CASE

llvm::ArrayRef<LibraryEntry> testing::jaxTestEntries() { return entries; }
