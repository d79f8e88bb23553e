// SPDX-License-Identifier: Apache-2.0
// `@triton.autotune` and `@triton.heuristics`. Nothing is measured while compiling, and a program's result may not
// depend on a clock, so an autotuner takes the configuration that the options name (`--tune KERNEL.config=I`, or
// `KERNEL.config[KEY]=I` for the launches of one key, which `tessera tune` finds), else the first one that its pruning
// leaves (with a `perf_model`: the one with the least estimate), and says so in a remark.
#include "compiler/frontend/library/torch/Tensor.h"
#include "compiler/frontend/library/triton/Jit.h"
#include "llvm/ADT/StringExtras.h"

using namespace tessera;
using namespace tessera::frontend;
using llvm::cast;
using llvm::dyn_cast;
using llvm::isa;

namespace {

/// `triton.Config`.
class TritonConfig : public ExtensionObject {
public:
  TritonConfig() : ExtensionObject(&tag) {}
  std::vector<Keyword> parameters; // of the kernel
  std::vector<Keyword> options;    // `num_warps` and its kin; only what is not None
  Value preHook = nullptr;
  ClassObject *type(Evaluator &evaluator) override { return evaluator.libraryClass("triton", "Config"); }
  std::optional<Value> getAttribute(Evaluator &evaluator, llvm::StringRef name) override;
  std::optional<std::string> repr(Evaluator &evaluator) override;
  static bool classof(const Object *o) { return ExtensionObject::hasTag(o, &tag); }

  DictObject *asDict(Evaluator &evaluator, bool withOptions) const {
    DictObject *dict = evaluator.dict();
    for (const auto &[name, value] : parameters)
      dict->set(evaluator, name, value);
    for (const auto &[name, value] : options)
      if (withOptions)
        dict->set(evaluator, name, value);
    return dict;
  }

private:
  static const char tag;
};

/// A kernel under `@triton.autotune` or `@triton.heuristics`.
class TritonDecorated : public ExtensionObject {
public:
  explicit TritonDecorated(Value inner) : ExtensionObject(&tag), inner(inner) {}
  const Value inner;
  // heuristics
  std::vector<Keyword> heuristics;
  // autotune
  std::vector<TritonConfig *> configs; // empty: heuristics
  std::vector<std::string> key, resetToZero;
  Value earlyPrune = nullptr, performanceModel = nullptr, preHook = nullptr, postHook = nullptr;
  std::vector<std::string> tunedKeys;
  TritonConfig *best = nullptr;

  ClassObject *type(Evaluator &evaluator) override {
    return evaluator.libraryClass("triton.runtime.autotuner", configs.empty() ? "Heuristics" : "Autotuner");
  }
  std::optional<Value> getAttribute(Evaluator &evaluator, llvm::StringRef name) override;
  Value getItem(Evaluator &evaluator, Value grid) override;
  std::optional<std::string> repr(Evaluator &) override {
    return std::string(configs.empty() ? "Heuristics" : "Autotuner") + "(" + innermostTriton(inner)->function->name +
           ")";
  }
  static bool classof(const Object *o) { return ExtensionObject::hasTag(o, &tag); }

private:
  static const char tag;
};

const char TritonConfig::tag = 0;
const char TritonDecorated::tag = 0;

} // namespace

TritonFunction *frontend::innermostTriton(Value value) {
  while (auto *decorated = dyn_cast<TritonDecorated>(value))
    value = decorated->inner;
  return dyn_cast<TritonFunction>(value);
}

//===-- configurations ----------------------------------------------------------------------------------------===//

std::optional<Value> TritonConfig::getAttribute(Evaluator &evaluator, llvm::StringRef name) {
  if (name == "kwargs")
    return Value(asDict(evaluator, false));
  if (name == "pre_hook")
    return preHook ? preHook : evaluator.none();
  if (name == "all_kwargs") {
    TritonConfig *self = this;
    return evaluator.function("all_kwargs",
                              [self](Evaluator &e, Arguments &) -> Value { return self->asDict(e, true); });
  }
  for (const auto &[option, value] : options)
    if (name == option)
      return value;
  if (name == "maxnreg")
    return evaluator.none();
  return std::nullopt;
}

std::optional<std::string> TritonConfig::repr(Evaluator &evaluator) {
  std::string text;
  for (const std::vector<Keyword> *list : {&parameters, &options})
    for (const auto &[name, value] : *list)
      text += (text.empty() ? "" : ", ") + name + ": " + evaluator.str(value).value_or("?");
  return text;
}

static Value configHandler(Call &call) {
  Evaluator &evaluator = call.evaluator;
  auto *kwargs = dyn_cast<DictObject>(call["kwargs"]);
  if (!kwargs)
    return evaluator.raise(DiagnosticId::typeError,
                           "`kwargs` of `triton.Config` is a `" + call["kwargs"]->typeName(evaluator) + "`, not a dict",
                           call.rangeOf("kwargs"));
  auto *config = evaluator.make<TritonConfig>();
  for (const HashTable::Entry &entry : kwargs->table.entries()) {
    if (!entry.key)
      continue;
    auto *name = dyn_cast<StrObject>(entry.key);
    if (!name)
      return evaluator.raise(DiagnosticId::typeError,
                             "a name in `kwargs` of `triton.Config` is a `" + entry.key->typeName(evaluator) + "`",
                             call.rangeOf("kwargs"));
    config->parameters.emplace_back(name->value, entry.value);
  }
  for (const char *option : {"num_warps", "num_ctas", "num_stages", "maxnreg"})
    if (!isNone(call[option]))
      config->options.emplace_back(option, call[option]);
  if (!refuseArguments(call, {"ir_override"}))
    return nullptr;
  if (!isNone(call["pre_hook"]))
    config->preHook = call["pre_hook"];
  return config;
}

//===-- launching ---------------------------------------------------------------------------------------------===//

static const std::vector<ParameterInfo> &parametersOf(TritonDecorated *decorated) {
  return innermostTriton(decorated)->function->parameters;
}

/// The arguments by the kernel's names.
static DictObject *nameArguments(Evaluator &evaluator, TritonDecorated *decorated, const Arguments &arguments) {
  DictObject *named = evaluator.dict();
  for (auto [parameter, value] : llvm::zip(parametersOf(decorated), arguments.positional))
    named->set(evaluator, parameter.name, value);
  for (const auto &[name, value] : arguments.keywords)
    named->set(evaluator, name, value);
  return named;
}

static bool computeHeuristics(Evaluator &evaluator, TritonDecorated *decorated, Arguments &arguments) {
  for (const auto &[name, function] : decorated->heuristics) {
    Value value = evaluator.call(function, {nameArguments(evaluator, decorated, arguments)});
    if (!value)
      return false;
    auto known = llvm::find_if(arguments.keywords,
                               [&, &wanted = name](const Keyword &keyword) { return keyword.first == wanted; });
    if (known != arguments.keywords.end())
      known->second = value;
    else
      arguments.keywords.emplace_back(name, value);
  }
  return true;
}

/// What pruning leaves, in the order of the list; empty with an exception pending.
static std::optional<std::vector<TritonConfig *>> pruneConfigs(Evaluator &evaluator, TritonDecorated *tuner,
                                                               const Arguments &arguments) {
  std::vector<TritonConfig *> configs = tuner->configs;
  DictObject *named = nameArguments(evaluator, tuner, arguments);
  if (tuner->earlyPrune) {
    Value all = evaluator.list(std::vector<Value>(configs.begin(), configs.end()));
    Value kept = evaluator.call(tuner->earlyPrune, {all, named}, arguments.keywords);
    std::optional<std::vector<Value>> items = kept ? evaluator.toVector(kept) : std::nullopt;
    if (!items)
      return std::nullopt;
    configs.clear();
    for (Value item : *items)
      if (auto *config = dyn_cast<TritonConfig>(item))
        configs.push_back(config);
    if (configs.empty())
      return evaluator.raise(DiagnosticId::valueError, "`early_config_prune` leaves no configuration of `" +
                                                           innermostTriton(tuner)->function->name + "`");
  }
  if (!tuner->performanceModel)
    return configs;
  std::vector<std::pair<double, TritonConfig *>> estimates;
  for (TritonConfig *config : configs) {
    Arguments model;
    for (DictObject *dict : {named, config->asDict(evaluator, true)})
      for (const HashTable::Entry &entry : dict->table.entries())
        if (entry.key)
          model.keywords.emplace_back(cast<StrObject>(entry.key)->value, entry.value);
    Value estimate = evaluator.call(tuner->performanceModel, model);
    std::optional<double> number = estimate ? evaluator.toDouble(estimate, "perf_model's estimate") : std::nullopt;
    if (!number)
      return std::nullopt;
    estimates.emplace_back(*number, config);
  }
  std::stable_sort(estimates.begin(), estimates.end(), [](const auto &a, const auto &b) { return a.first < b.first; });
  configs.clear();
  for (auto [estimate, config] : estimates)
    configs.push_back(config);
  return configs;
}

/// Appends `text` as it may stand in a `--tune`.
static void appendWord(std::string &key, llvm::StringRef text) {
  for (char c : text)
    if (llvm::isAlnum(c) || llvm::is_contained({'_', '.', '+', '-'}, c))
      key += c;
    else
      key += "%" + llvm::toHex(llvm::StringRef(&c, 1));
}

/// What Triton tunes by: the values of the `key` arguments and the dtypes of all tensors. See AutotunedLaunch::key.
static std::string describeKey(Evaluator &evaluator, TritonDecorated *tuner, const Arguments &arguments) {
  DictObject *named = nameArguments(evaluator, tuner, arguments);
  std::string text;
  for (const std::string &name : tuner->key) {
    Value value = named->find(evaluator, name);
    text += (text.empty() ? "" : ",") + name + "=";
    appendWord(text, value ? evaluator.str(value).value_or("?") : "?");
    evaluator.clearPending();
  }
  for (const HashTable::Entry &entry : named->table.entries())
    if (auto *tensor = llvm::dyn_cast_or_null<TorchTensor>(entry.key ? entry.value : nullptr))
      text += (text.empty() ? "" : ",") + std::string(numerics::getName(tensor->dtype));
  return text;
}

/// Whether this is the first launch for a key.
static bool isNewKey(TritonDecorated *tuner, const std::string &key) {
  if (llvm::is_contained(tuner->tunedKeys, key))
    return false;
  tuner->tunedKeys.push_back(key);
  return true;
}

static size_t indexOf(TritonDecorated *tuner, TritonConfig *config) {
  return static_cast<size_t>(llvm::find(tuner->configs, config) - tuner->configs.begin());
}

/// The configuration that the options name for this key, else for all keys, if pruning left it; none where they name
/// none.
static std::optional<TritonConfig *> findAsked(Evaluator &evaluator, TritonDecorated *tuner,
                                               const std::vector<TritonConfig *> &configs, const std::string &key) {
  const std::string &function = innermostTriton(tuner)->function->name;
  TritonConfig *forAll = nullptr;
  for (const ConfigurationChoice &choice : evaluator.options().configurations) {
    if (choice.function != function)
      continue;
    if (choice.index >= tuner->configs.size())
      return evaluator.raise(DiagnosticId::scheduleChoice,
                             "`" + function + ".config` is " + std::to_string(choice.index) + ", but `" + function +
                                 "` has " + std::to_string(tuner->configs.size()) + " configurations, numbered from 0"),
             nullptr;
    TritonConfig *config = tuner->configs[choice.index];
    if (!llvm::is_contained(configs, config))
      continue;
    if (!choice.key.empty() && choice.key == key)
      return config;
    if (choice.key.empty() && !forAll)
      forAll = config;
  }
  return forAll ? std::optional(forAll) : std::nullopt;
}

static void noteLaunch(Evaluator &evaluator, TritonDecorated *tuner, const std::vector<TritonConfig *> &kept,
                       std::string key) {
  if (!evaluator.options().autotuned)
    return;
  AutotunedLaunch &launch = evaluator.options().autotuned->emplace_back();
  launch.function = innermostTriton(tuner)->function->name;
  for (TritonConfig *config : tuner->configs)
    launch.configs.push_back(config->repr(evaluator).value_or("?"));
  for (TritonConfig *config : kept)
    launch.kept.push_back(indexOf(tuner, config));
  launch.chosen = indexOf(tuner, tuner->best);
  launch.key = std::move(key);
}

/// Where Triton measures, it clears these tensors before each run.
static bool resetTensors(Evaluator &evaluator, TritonDecorated *tuner, DictObject *named) {
  for (const std::string &name : tuner->resetToZero)
    if (auto *tensor = llvm::dyn_cast_or_null<TorchTensor>(named->find(evaluator, name)))
      if (!tensor->store(evaluator, evaluator.integer(0), "reset_to_zero"))
        return false;
  return true;
}

static bool applyConfig(Evaluator &evaluator, TritonDecorated *tuner, Arguments &arguments) {
  std::optional<std::vector<TritonConfig *>> configs = pruneConfigs(evaluator, tuner, arguments);
  if (!configs)
    return false;
  std::string key = describeKey(evaluator, tuner, arguments);
  std::optional<TritonConfig *> asked = findAsked(evaluator, tuner, *configs, key);
  if (asked && !*asked)
    return false;
  TritonConfig *config = tuner->best = asked.value_or(configs->front());
  std::string kernel = "`" + innermostTriton(tuner)->function->name + "`";
  bool isNew = isNewKey(tuner, key) && configs->size() > 1;
  if (isNew && !asked)
    if (Diagnostic *remark =
            reportOnce(evaluator, DiagnosticId::notSupported, evaluator.where(),
                       "nothing is measured here: " + kernel + " takes the first of " +
                           std::to_string(configs->size()) + " configurations (" + *config->repr(evaluator) + ")",
                       Severity::remark))
      remark->note("`tessera tune` ranks them, `--tune=auto` takes the best");
  noteLaunch(evaluator, tuner, *configs, std::move(key));
  for (const std::vector<Keyword> *list : {&config->parameters, &config->options})
    for (const auto &[name, value] : *list) {
      if (llvm::any_of(arguments.keywords,
                       [&, &wanted = name](const Keyword &keyword) { return keyword.first == wanted; })) {
        if (list == &config->options)
          continue; // the launch's own `num_warps` wins
        return evaluator
                   .raise(DiagnosticId::argumentError,
                          "`" + name + "` of kernel " + kernel +
                              " is given by the launch and by the autotuner's configuration")
                   .note("leave it to one of them"),
               false;
      }
      arguments.keywords.emplace_back(name, value);
    }
  arguments.keywordRanges.clear();
  DictObject *named = nameArguments(evaluator, tuner, arguments);
  if (isNew && !resetTensors(evaluator, tuner, named))
    return false;
  for (Value hook : {tuner->preHook, config->preHook})
    if (hook && !evaluator.call(hook, {named}))
      return false;
  return true;
}

Value frontend::launchDecorated(Evaluator &evaluator, Value kernel, Value grid, Arguments &arguments) {
  std::vector<AutotunedLaunch> *noted = evaluator.options().autotuned;
  size_t first = noted ? noted->size() : 0;
  while (auto *decorated = dyn_cast<TritonDecorated>(kernel)) {
    bool done = decorated->configs.empty() ? computeHeuristics(evaluator, decorated, arguments)
                                           : applyConfig(evaluator, decorated, arguments);
    if (!done)
      return nullptr;
    arguments.keywordRanges.clear();
    kernel = decorated->inner;
  }
  Value handle = launchTriton(evaluator, cast<TritonFunction>(kernel), grid, arguments);
  if (auto *launched = llvm::dyn_cast_or_null<TritonHandle>(handle); launched && noted)
    for (size_t index = first; index < noted->size(); ++index)
      (*noted)[index].kernel = launched->kernel;
  return handle;
}

/// A handle; under an autotuner a list of them, one for each configuration that pruning leaves.
static Value warmUpDecorated(Evaluator &evaluator, Value kernel, Arguments &arguments) {
  auto *decorated = dyn_cast<TritonDecorated>(kernel);
  arguments.keywordRanges.clear();
  if (!decorated)
    return warmUpTriton(evaluator, cast<TritonFunction>(kernel), arguments);
  if (decorated->configs.empty())
    return computeHeuristics(evaluator, decorated, arguments) ? warmUpDecorated(evaluator, decorated->inner, arguments)
                                                              : nullptr;
  std::optional<std::vector<TritonConfig *>> configs = pruneConfigs(evaluator, decorated, arguments);
  std::vector<Value> handles;
  for (TritonConfig *config : configs.value_or(std::vector<TritonConfig *>())) {
    Arguments own = arguments;
    for (const std::vector<Keyword> *list : {&config->parameters, &config->options})
      own.keywords.append(list->begin(), list->end());
    handles.push_back(warmUpDecorated(evaluator, decorated->inner, own));
    if (!handles.back())
      return nullptr;
  }
  return configs ? evaluator.list(std::move(handles)) : nullptr;
}

Value TritonDecorated::getItem(Evaluator &evaluator, Value grid) {
  TritonDecorated *self = this;
  return evaluator.function(
      innermostTriton(inner)->function->name,
      [self, grid](Evaluator &e, Arguments &arguments) { return launchDecorated(e, self, grid, arguments); },
      innermostTriton(inner)->function);
}

std::optional<Value> TritonDecorated::getAttribute(Evaluator &evaluator, llvm::StringRef name) {
  if (name == "fn")
    return inner;
  if (name == "base_fn")
    return Value(innermostTriton(inner)->function);
  if (name == "configs" && !configs.empty())
    return Value(evaluator.list(std::vector<Value>(configs.begin(), configs.end())));
  if (name == "best_config")
    return best ? Value(best)
                : Value(
                      evaluator.raise(DiagnosticId::unknownAttribute, "`best_config` is known after the first launch"));
  if (name == "run") {
    TritonDecorated *self = this;
    return evaluator.function("run", [self](Evaluator &e, Arguments &arguments) -> Value {
      Value grid = nullptr;
      llvm::erase_if(arguments.keywords, [&](const Keyword &keyword) {
        return keyword.first == "grid" ? (grid = keyword.second, true) : keyword.first == "warmup";
      });
      arguments.keywordRanges.clear();
      return grid ? launchDecorated(e, self, grid, arguments)
                  : Value(e.raise(DiagnosticId::argumentError, "`run` needs `grid`"));
    });
  }
  if (name == "warmup") {
    TritonDecorated *self = this;
    return evaluator.function(
        "warmup", [self](Evaluator &e, Arguments &arguments) { return warmUpDecorated(e, self, arguments); });
  }
  if (name == "cache" || name == "bench" || name == "prune_configs")
    return Value(evaluator.notSupported("`" + name.str() + "` of an autotuned kernel"));
  return innermostTriton(inner)->getAttribute(evaluator, name);
}

//===-- the decorators ----------------------------------------------------------------------------------------===//

static bool readNames(Call &call, llvm::StringRef argument, std::vector<std::string> &names) {
  if (isNone(call[argument]))
    return true;
  std::optional<std::vector<Value>> items = call.evaluator.toVector(call[argument]);
  if (!items)
    return false;
  for (Value item : *items) {
    std::optional<std::string> name = call.evaluator.toString(item, argument);
    if (!name)
      return false;
    names.push_back(*name);
  }
  return true;
}

/// A decorator that puts `made(inner)` around a kernel.
static Value decorator(Evaluator &evaluator, const char *name, std::function<Value(Evaluator &, Value)> make) {
  return evaluator.function(name, [name, make](Evaluator &e, Arguments &arguments) -> Value {
    if (arguments.positional.size() != 1 || !innermostTriton(arguments.positional[0]))
      return e.raise(DiagnosticId::typeError, std::string("`@triton.") + name + "` stands above `@triton.jit`");
    return make(e, arguments.positional[0]);
  });
}

static Value autotuneHandler(Call &call) {
  Evaluator &evaluator = call.evaluator;
  TritonDecorated prototype(nullptr);
  std::optional<std::vector<Value>> configs = evaluator.toVector(call["configs"]);
  if (!configs)
    return nullptr;
  for (Value item : *configs) {
    auto *config = dyn_cast<TritonConfig>(item);
    if (!config)
      return evaluator.raise(DiagnosticId::typeError,
                             "`configs` of `@triton.autotune` holds a `" + item->typeName(evaluator) +
                                 "`, not a `triton.Config`",
                             call.rangeOf("configs"));
    prototype.configs.push_back(config);
  }
  if (prototype.configs.empty())
    return evaluator.raise(DiagnosticId::valueError, "`configs` of `@triton.autotune` is empty",
                           call.rangeOf("configs"));
  std::vector<std::string> restored; // what measuring changes is put back: nothing is measured
  if (!readNames(call, "key", prototype.key) || !readNames(call, "reset_to_zero", prototype.resetToZero) ||
      !readNames(call, "restore_value", restored))
    return nullptr;
  if (!isNone(call["pre_hook"]))
    prototype.preHook = call["pre_hook"];
  if (!refuseArguments(call, {"post_hook"}))
    return nullptr;
  if (auto *prune = dyn_cast<DictObject>(call["prune_configs_by"])) {
    auto given = [&](llvm::StringRef name) {
      Value value = prune->find(evaluator, name);
      return value && !isNone(value) ? value : nullptr;
    };
    prototype.earlyPrune = given("early_config_prune");
    prototype.performanceModel = given("perf_model");
  }
  return decorator(evaluator, "autotune", [prototype](Evaluator &e, Value inner) -> Value {
    auto *tuner = e.make<TritonDecorated>(inner);
    tuner->configs = prototype.configs;
    tuner->key = prototype.key;
    tuner->resetToZero = prototype.resetToZero;
    tuner->preHook = prototype.preHook;
    tuner->earlyPrune = prototype.earlyPrune;
    tuner->performanceModel = prototype.performanceModel;
    return tuner;
  });
}

static Value heuristicsHandler(Call &call) {
  auto *values = dyn_cast<DictObject>(call["values"]);
  if (!values)
    return call.evaluator.raise(DiagnosticId::typeError,
                                "`values` of `@triton.heuristics` is a `" + call["values"]->typeName(call.evaluator) +
                                    "`, not a dict of functions",
                                call.rangeOf("values"));
  std::vector<Keyword> functions;
  for (const HashTable::Entry &entry : values->table.entries()) {
    if (!entry.key)
      continue;
    std::optional<std::string> name = call.evaluator.toString(entry.key, "a name in `values`");
    if (!name)
      return nullptr;
    functions.emplace_back(*name, entry.value);
  }
  return decorator(call.evaluator, "heuristics", [functions](Evaluator &e, Value inner) -> Value {
    auto *decorated = e.make<TritonDecorated>(inner);
    decorated->heuristics = functions;
    return decorated;
  });
}

static const LibraryEntry entries[] = {
    {"triton", "autotune", EntryKind::decorator,
     "(configs, key, prune_configs_by=None, reset_to_zero=None, restore_value=None, pre_hook=None, post_hook=None, "
     "warmup=None, rep=None, use_cuda_graph=False, do_bench=None, cache_results=False)",
     "Chooses a configuration; nothing is measured here, the first that pruning leaves is taken.", autotuneHandler},
    {"triton", "heuristics", EntryKind::decorator, "(values)",
     "Computes constexpr parameters from a launch's arguments: `{name: lambda args: ...}`.", heuristicsHandler},
    {"triton", "Config", EntryKind::type,
     "(kwargs, num_warps=4, num_stages=3, num_ctas=1, maxnreg=None, pre_hook=None, ir_override=None)",
     "Values of constexpr parameters, with options of the launch.", configHandler},
};

/// The same classes and functions under the names of the modules that Triton defines them in.
template <int which> static Value sameAs(Call &call) {
  static const std::pair<const char *, const char *> places[] = {{"triton", "Config"},
                                                                 {"triton", "autotune"},
                                                                 {"triton", "heuristics"},
                                                                 {"triton.runtime.autotuner", "Autotuner"},
                                                                 {"triton.runtime.autotuner", "Heuristics"},
                                                                 {"triton.runtime.jit", "KernelInterface"}};
  return call.evaluator.libraryMember(places[which].first, places[which].second).value_or(nullptr);
}
#define TESSERA_ALIASES(module)                                                                                        \
  {                                                                                                                    \
      module,   "Config", EntryKind::constant, "", "Values of constexpr parameters, with options of the launch.",      \
      sameAs<0>},                                                                                                      \
      {module, "autotune", EntryKind::constant, "", "Chooses a configuration.", sameAs<1>}, {                          \
    module, "heuristics", EntryKind::constant, "", "Computes constexpr parameters.", sameAs<2>                         \
  }
static const LibraryEntry aliases[] = {
    {"triton.runtime.autotuner", "Autotuner", EntryKind::type, "", "A kernel under `@triton.autotune`.", nullptr},
    {"triton.runtime.autotuner", "Heuristics", EntryKind::type, "", "A kernel under `@triton.heuristics`.", nullptr},
    {"triton.runtime.jit", "KernelInterface", EntryKind::type, "", "What can be launched.", nullptr},
    TESSERA_ALIASES("triton.runtime.autotuner"),
    TESSERA_ALIASES("triton.runtime"),
    {"triton.runtime", "Autotuner", EntryKind::constant, "", "A kernel under `@triton.autotune`.", sameAs<3>},
    {"triton.runtime", "Heuristics", EntryKind::constant, "", "A kernel under `@triton.heuristics`.", sameAs<4>},
    {"triton.runtime", "KernelInterface", EntryKind::constant, "", "What can be launched.", sameAs<5>},
    {"triton", "KernelInterface", EntryKind::constant, "", "What can be launched.", sameAs<5>},
};

void library::registerTritonAutotune(LibraryTable &table) {
  static const LibraryBase bases[] = {{"triton.runtime.autotuner.Autotuner", "triton.runtime.jit.KernelInterface"},
                                      {"triton.runtime.autotuner.Heuristics", "triton.runtime.jit.KernelInterface"},
                                      {"triton.runtime.jit.JITFunction", "triton.runtime.jit.KernelInterface"}};
  table.add({}, entries);
  table.add({}, aliases);
  table.addBases(bases);
}
