// SPDX-License-Identifier: Apache-2.0
// The search.
#include "compiler/driver/Tune.h"
#include "compiler/schedule/Choices.h"
#include "compiler/schedule/cost/MachineRates.h"
#include "shared/artifact/Artifact.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include <map>
#include <set>

using namespace tessera;

namespace {
/// A choice and the values that are worth a try.
struct ChoiceValues {
  const char *name;
  std::vector<int64_t> values;
};

/// A point of the search.
struct State {
  std::vector<std::pair<std::string, int64_t>> choices; // in the order in which they were made
  std::set<std::string> inert;                          // choices that changed nothing on the way here
  double microseconds = 0;
  std::string schedule; // the kernels' text
};

class Search {
public:
  Search(Compiler &compiler, llvm::StringRef fileName, llvm::StringRef source, const CompileOptions &compile,
         const Program &program, TuneSubject &subject, const TuneOptions &options)
      : compiler(compiler), fileName(fileName), source(source), compileOptions(compile), program(program),
        subject(subject), options(options) {}
  void run();

private:
  Compiler &compiler;
  llvm::StringRef fileName, source;
  const CompileOptions &compileOptions;
  const Program &program;
  TuneSubject &subject;
  const TuneOptions &options;
  std::vector<std::string> configs;
  size_t ownConfig = 0;
  std::vector<AutotunedKey> keys; // where there are several: each has a configuration of its own
  std::map<std::string, std::unique_ptr<Program>> traces; // by the choices of configurations
  std::set<std::string> seen;                             // schedules
  std::vector<State> found;

  bool mayGoOn() const { return subject.compiled < options.budget && !(options.isCancelled && options.isCancelled()); }
  const Program *getTrace(const State &state);
  std::vector<std::string> getKernels(const Program &trace) const;
  bool evaluate(State &state, bool &isSame);
  void extend(const State &from, std::vector<State> &next);
  State chooseForKeys(const State &own);
  std::string describeConfigs(const State &state) const;
  void addCandidate(const State &state, const KernelEstimate &estimate, const std::vector<std::string> &kernels);
};
} // namespace

/// The schedule's, as compiler/schedule/Choices.h lists them.
static std::vector<ChoiceValues> getChoiceValues() {
  std::vector<ChoiceValues> choices;
  for (const schedule::ChoiceValues &choice : schedule::getChoiceValues())
    choices.push_back({choice.name.data(), {choice.values.begin(), choice.values.end()}});
  return choices;
}

/// How many of the best are extended, and what is not worth leaving the compiler's own choices for.
static constexpr size_t beamWidth = 4;
static constexpr double worthwhile = 0.97;

static Card describeCard(const schedule::MachineRates &rates) { return {rates.card.str(), rates.name.str()}; }

std::vector<Card> tessera::getCards(llvm::StringRef target) {
  std::vector<Card> cards;
  for (const schedule::MachineRates &rates : schedule::getCards())
    if (target.empty() || rates.target == target)
      cards.push_back(describeCard(rates));
  return cards;
}

Card tessera::matchCard(llvm::StringRef device, llvm::StringRef target) {
  return describeCard(schedule::matchCard(device, target));
}

std::string tessera::addChoices(const std::string &tune, const std::string &more) {
  return tune + (tune.empty() || more.empty() ? "" : ";") + more;
}

static std::optional<int64_t> findChoice(const State &state, llvm::StringRef name) {
  for (const auto &[chosen, value] : state.choices)
    if (chosen == name)
      return value;
  return std::nullopt;
}

std::vector<TuneSubject> tessera::findTuneSubjects(const Program &program, const std::string &tune) {
  std::vector<TuneSubject> subjects;
  std::set<std::string> grouped;
  auto add = [&](const std::string &name, const std::vector<std::string> &kernels,
                 const std::vector<std::string> &configs, const std::vector<AutotunedKey> &keys) {
    TuneSubject &subject = subjects.emplace_back();
    subject.name = name;
    subject.kernels = kernels;
    std::string text = tune + "\n";
    for (const std::string &kernel : kernels)
      text += program.describeKernel(kernel);
    for (const std::string &config : configs)
      text += "config " + config + "\n";
    for (const AutotunedKey &key : keys)
      text += "key " + key.key + "\n";
    subject.digest = artifact::digestOf(llvm::arrayRefFromStringRef(text));
  };
  for (const AutotunedKernel &kernel : program.autotuned()) {
    grouped.insert(kernel.kernels.begin(), kernel.kernels.end());
    add(kernel.function, kernel.kernels, kernel.configs, kernel.keys);
  }
  for (const std::string &kernel : const_cast<Program &>(program).kernels())
    if (!grouped.count(kernel))
      add(kernel, {kernel}, {}, {});
  return subjects;
}

/// `config`, or `config[KEY]`.
static bool isConfig(llvm::StringRef choice) { return choice.split('[').first == "config"; }

/// The state's choices of configurations.
static std::string spellConfigs(const State &state, const std::string &function) {
  std::string tune;
  for (const auto &[name, value] : state.choices)
    if (isConfig(name))
      tune = addChoices(tune, function + "." + name + "=" + std::to_string(value));
  return tune;
}

/// The program traced with the state's configurations; null where it does not compile.
const Program *Search::getTrace(const State &state) {
  std::string choices = spellConfigs(state, subject.name);
  if (choices.empty())
    return &program;
  auto [place, isNew] = traces.try_emplace(choices);
  if (isNew) {
    CompileOptions other = compileOptions;
    other.tune = addChoices(other.tune, choices);
    place->second = compiler.compile(fileName, source, other);
  }
  return place->second->ok() ? place->second.get() : nullptr;
}

std::vector<std::string> Search::getKernels(const Program &trace) const {
  for (const AutotunedKernel &kernel : trace.autotuned())
    if (kernel.function == subject.name)
      return kernel.kernels;
  return subject.kernels;
}

static std::string withoutConfigs(const std::string &tune) {
  std::vector<std::string> kept;
  llvm::SmallVector<llvm::StringRef> entries;
  llvm::StringRef(tune).split(entries, ';', -1, /*KeepEmpty=*/false);
  for (llvm::StringRef entry : entries)
    if (!isConfig(entry.split('.').second.split('=').first))
      kept.push_back(entry.str());
  return llvm::join(kept, ";");
}

/// The state's choices of the schedule, for each of the kernels.
static std::string spell(const State &state, const std::vector<std::string> &kernels) {
  std::string tune;
  for (const std::string &kernel : kernels)
    for (const auto &[name, value] : state.choices)
      if (!isConfig(name))
        tune = addChoices(tune, kernel + "." + name + "=" + std::to_string(value));
  return tune;
}

static void add(KernelEstimate &sum, const KernelEstimate &one) {
  if (one.microseconds > sum.microseconds) { // the longest one's
    sum.limit = one.limit;
    sum.blocks = one.blocks;
    sum.blocksPerProcessor = one.blocksPerProcessor;
    sum.waves = one.waves;
    sum.registers = one.registers;
  }
  sum.microseconds += one.microseconds;
  sum.operations += one.operations;
  sum.memoryBytes += one.memoryBytes;
  sum.guesses |= one.guesses;
}

/// The configuration as text; of several keys, each one's.
std::string Search::describeConfigs(const State &state) const {
  if (configs.empty())
    return "";
  auto describe = [&](const std::string &choice, size_t own) {
    return configs[static_cast<size_t>(findChoice(state, choice).value_or(static_cast<int64_t>(own)))];
  };
  if (keys.empty())
    return describe("config", ownConfig);
  std::string text;
  for (const AutotunedKey &key : keys)
    text += (text.empty() ? "" : "; ") + describe("config[" + key.key + "]", key.chosen) + " for " + key.key;
  return text;
}

void Search::addCandidate(const State &state, const KernelEstimate &estimate, const std::vector<std::string> &kernels) {
  TuneCandidate &candidate = subject.candidates.emplace_back();
  for (const auto &[name, value] : state.choices)
    candidate.choices = addChoices(candidate.choices, name + "=" + std::to_string(value));
  candidate.tune = addChoices(spellConfigs(state, subject.name), spell(state, kernels));
  candidate.config = describeConfigs(state);
  candidate.estimate = estimate;
}

/// Compiles the state. False where that fails, or (`isSame`) comes to a schedule that was there before.
bool Search::evaluate(State &state, bool &isSame) {
  isSame = false;
  ++subject.compiled;
  if (options.onProgress)
    options.onProgress(subject.name, subject.compiled);
  const Program *trace = getTrace(state);
  std::vector<std::string> kernels = trace ? getKernels(*trace) : std::vector<std::string>();
  std::string choices = spell(state, kernels);
  std::unique_ptr<Program> scheduled =
      trace && !choices.empty() ? trace->reschedule(addChoices(withoutConfigs(compileOptions.tune), choices)) : nullptr;
  const Program *made = choices.empty() ? trace : scheduled.get();
  KernelEstimate sum;
  bool hasAll = made && !kernels.empty();
  for (const std::string &kernel : kernels)
    if (std::optional<KernelEstimate> one = hasAll ? made->estimate(kernel, options.card) : std::nullopt) {
      DiagnosticSink ignored;
      state.schedule += const_cast<Program *>(made)->show("tilegpu", "", kernel, ignored).value_or("");
      add(sum, *one);
    } else {
      hasAll = false;
    }
  if (!hasAll) {
    ++subject.refused;
    return false;
  }
  state.microseconds = sum.microseconds;
  if (!seen.insert(std::to_string(sum.microseconds) + state.schedule).second) {
    ++subject.same;
    isSame = true;
    return false;
  }
  addCandidate(state, sum, kernels);
  found.push_back(state);
  return true;
}

/// Tries every further choice from a state.
void Search::extend(const State &from, std::vector<State> &next) {
  std::vector<ChoiceValues> all;
  if (configs.size() > 1 && keys.empty()) {
    ChoiceValues &config = all.emplace_back(ChoiceValues{"config", {}});
    for (size_t index = 0; index < configs.size(); ++index)
      if (index != ownConfig)
        config.values.push_back(static_cast<int64_t>(index));
  }
  llvm::append_range(all, getChoiceValues());
  std::set<std::string> inert = from.inert;
  std::vector<State> made;
  for (const auto &[name, values] : all) {
    if (findChoice(from, name) || from.inert.count(name))
      continue;
    bool changes = false;
    for (int64_t value : values) {
      if (!mayGoOn())
        break;
      State state{from.choices, {}, 0, ""};
      state.choices.emplace_back(name, value);
      bool isSame;
      if (evaluate(state, isSame))
        made.push_back(std::move(state));
      changes |= !isSame || state.schedule != from.schedule;
    }
    if (!changes)
      inert.insert(name);
  }
  for (State &state : made) {
    // Another way of scheduling listens to other choices.
    const std::string &last = state.choices.back().first;
    state.inert = last == "specialize" || isConfig(last) ? std::set<std::string>() : inert;
    next.push_back(std::move(state));
  }
}

/// Of each key the configuration that is best for it, one key after the other. Keys are launches of their own, so what
/// is best for one is best beside any other's.
State Search::chooseForKeys(const State &own) {
  State best = own;
  llvm::SmallVector<llvm::StringRef> entries;
  llvm::StringRef(compileOptions.tune).split(entries, ';');
  std::string byHand = subject.name + ".config="; // stays for all keys
  if (llvm::any_of(entries, [&](llvm::StringRef entry) { return entry.starts_with(byHand); }))
    return best;
  for (const AutotunedKey &key : keys) {
    const State before = best;
    for (size_t index : key.kept) {
      if (index == key.chosen || !mayGoOn())
        continue;
      State state{before.choices, {}, 0, ""};
      state.choices.emplace_back("config[" + key.key + "]", static_cast<int64_t>(index));
      bool isSame;
      if (evaluate(state, isSame) && state.microseconds < best.microseconds)
        best = std::move(state);
    }
  }
  return best;
}

void Search::run() {
  for (const AutotunedKernel &kernel : program.autotuned())
    if (kernel.function == subject.name) {
      configs = kernel.configs;
      ownConfig = kernel.chosen;
      if (kernel.keys.size() > 1)
        keys = kernel.keys;
    }
  if (!llvm::all_of(subject.kernels, [](const std::string &kernel) { return Compiler::isTunable(kernel); })) {
    subject.whyNone = "its name can't stand in a `--tune`";
    return;
  }
  State own;
  bool isSame;
  if (!evaluate(own, isSame)) {
    subject.whyNone = "it has no schedule for " + program.target().str() +
                      " or is not launched; a remark of `tessera compile` says why";
    return;
  }
  std::vector<State> beam = {chooseForKeys(own)};
  if (!beam.front().choices.empty())
    beam.push_back(own);
  bool isFirst = true;
  for (double best = beam.front().microseconds; mayGoOn() && !beam.empty(); isFirst = false) {
    std::vector<State> next;
    for (const State &state : beam)
      extend(state, next);
    llvm::stable_sort(next, [](const State &a, const State &b) { return a.microseconds < b.microseconds; });
    next.resize(std::min(next.size(), beamWidth));
    bool isBetter = !next.empty() && next.front().microseconds < best;
    // A single choice may pay only with a second one: the first round's are extended in any case.
    if (!isBetter && !isFirst)
      break;
    best = isBetter ? next.front().microseconds : best;
    beam = std::move(next);
  }
}

void tessera::rankSchedules(Compiler &compiler, llvm::StringRef fileName, llvm::StringRef source,
                            const CompileOptions &compile, const Program &program, TuneSubject &subject,
                            const TuneOptions &options) {
  Search(compiler, fileName, source, compile, program, subject, options).run();
  if (subject.candidates.empty())
    return;
  std::string own = subject.candidates.front().choices; // it was tried first
  double ownTime = subject.candidates.front().estimate.microseconds;
  llvm::stable_sort(subject.candidates, [](const TuneCandidate &a, const TuneCandidate &b) {
    return a.estimate.microseconds < b.estimate.microseconds;
  });
  subject.own = static_cast<size_t>(
      llvm::find_if(subject.candidates, [&](const TuneCandidate &candidate) { return candidate.choices == own; }) -
      subject.candidates.begin());
  subject.best = subject.candidates.front().estimate.microseconds < worthwhile * ownTime ? 0 : subject.own;
}
