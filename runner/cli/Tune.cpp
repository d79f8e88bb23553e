// SPDX-License-Identifier: Apache-2.0
// `tessera tune`: which choices of the schedule, and which configuration of `triton.autotune`, a program's kernels take
// best. The cost model ranks them; a GPU, if there is one, measures the best few against each other. What comes out is
// kept, and `--tune auto` of the other commands takes it.
#include "runner/cli/Tune.h"
#include "compiler/codegen/Disassemble.h"
#include "runner/cli/Command.h"
#include "runner/cli/Terminal.h"
#include "runner/device/PredictProgram.h"
#include "shared/protocol/Json.h"
#include <ctime>

using namespace tessera;
using namespace tessera::runner;
using namespace tessera::runner::cli;

namespace {
struct TuneCommand {
  SourceOptions source;
  std::string device = "auto", by, kernel, card;
  int64_t budget = 200, candidates = 8, rounds = 5, repetitions = 10;
  bool noCache = false, isFresh = false;
};
} // namespace

/// Schedules that `--tune auto` compiles where the cache knows nothing.
static constexpr int64_t autoBudget = 60;

static std::string getNow() {
  std::time_t now = std::time(nullptr);
  char text[32];
  std::strftime(text, sizeof text, "%Y-%m-%dT%H:%M:%SZ", std::gmtime(&now));
  return text;
}

/// The cache; null (and said on stderr) where it can't be used: tuning goes on without.
static std::unique_ptr<TuneCache> openCache() {
  Result<std::unique_ptr<TuneCache>> cache = TuneCache::open(TuneCache::getDefaultFolder());
  if (cache)
    return std::move(*cache);
  std::fprintf(stderr, "tessera: nothing is kept: %s\n", cache.problem().detail.c_str());
  return nullptr;
}

/// What is ranked for another card than the target's usual one is kept apart.
static TuneKey makeKey(const LoadedProgram &loaded, const TuneSubject &subject, const std::string &card) {
  std::string target = loaded.program->target().str();
  return {subject.digest, getVersion(), card.empty() ? target : target + " " + card};
}

/// The card that the model ranks for: the one named, else what `device` is. None if the one named runs no such code.
static std::optional<Card> findCard(const LoadedProgram &loaded, const std::string &name, const std::string &device) {
  if (name.empty())
    return matchCard(device, loaded.program->target());
  for (const Card &card : getCards(loaded.program->target()))
    if (card.name == name)
      return card;
  return std::nullopt;
}

static bool takeFromCache(TuneCache *cache, const LoadedProgram &loaded, const std::string &card,
                          const std::string &device, TunedSubject &tuned) {
  if (!cache)
    return false;
  Result<std::optional<TunedChoice>> found = cache->find(makeKey(loaded, tuned.subject, card), device);
  if (!found || !*found)
    return false;
  tuned.choice = **found;
  return tuned.isFromCache = true;
}

static void keep(TuneCache *cache, const LoadedProgram &loaded, const std::string &card, const TunedSubject &tuned) {
  if (!cache || tuned.isFromCache || tuned.subject.candidates.empty())
    return;
  if (Status status = cache->keep(makeKey(loaded, tuned.subject, card), tuned.choice); !status)
    std::fprintf(stderr, "tessera: the choice is not kept: %s\n", status.problem().detail.c_str());
}

static void takeModels(TunedSubject &tuned) {
  const TuneCandidate &best = tuned.subject.candidates[tuned.subject.best];
  tuned.choice = {best.tune, "model", "", best.estimate.microseconds, getNow()};
}

static void rank(const LoadedProgram &loaded, const Card &card, TunedSubject &tuned, int64_t budget) {
  tuned.card = card.title;
  TuneOptions options;
  options.card = card.name;
  options.budget = budget;
  options.isCancelled = isInterrupted;
  options.onProgress = [](llvm::StringRef subject, int64_t compiled) {
    showProgress((subject + ": schedule " + llvm::Twine(compiled)).str());
  };
  rankSchedules(*loaded.compiler, loaded.name, loaded.source, loaded.options, *loaded.program, tuned.subject, options);
  clearProgress();
  if (!tuned.subject.candidates.empty())
    takeModels(tuned);
}

//===-- measuring ---------------------------------------------------------------------------------------------===//

/// The program with a candidate's choices, and what its kernels are called there.
static std::pair<std::unique_ptr<Program>, std::vector<std::string>>
compileCandidate(const LoadedProgram &loaded, const TuneSubject &subject, const TuneCandidate &candidate) {
  CompileOptions options = loaded.options;
  options.tune = addChoices(options.tune, candidate.tune);
  std::unique_ptr<Program> program = loaded.compiler->compile(loaded.name, loaded.source, options);
  for (const AutotunedKernel &kernel : program->autotuned())
    if (kernel.function == subject.name)
      return {std::move(program), kernel.kernels};
  return {std::move(program), subject.kernels};
}

/// The model's best and the compiler's own choices against each other on the GPU; the fastest is taken.
static void measure(const TuneCommand &command, const LoadedProgram &loaded, Device &device, TunedSubject &tuned) {
  const TuneSubject &subject = tuned.subject;
  std::vector<std::pair<std::unique_ptr<Program>, std::vector<std::string>>> programs;
  for (size_t index = 0; index < subject.candidates.size(); ++index)
    if (index < static_cast<size_t>(command.candidates) || index == subject.own) {
      tuned.measured.push_back(index);
      programs.push_back(compileCandidate(loaded, subject, subject.candidates[index]));
    }
  DeviceSettings settings;
  settings.repetitions = command.repetitions;
  settings.isCancelled = isInterrupted;
  auto runOne = [&](size_t index) -> Result<double> {
    showProgress(subject.name + ": candidate " + std::to_string(index + 1) + " of " + std::to_string(programs.size()));
    if (!programs[index].first->ok())
      return makeProblem(ProblemCode::internal, "it does not compile");
    return timeKernels(*programs[index].first, device, programs[index].second, settings);
  };
  tuned.times = measureInTurn(programs.size(), command.rounds, runOne, isInterrupted);
  clearProgress();
  std::optional<size_t> best;
  for (size_t index = 0; index < tuned.times.size(); ++index)
    if (tuned.times[index].problem.empty() && (!best || tuned.times[index].median < tuned.times[*best].median))
      best = index;
  if (best)
    tuned.choice = {subject.candidates[tuned.measured[*best]].tune, "measured", device.info().name,
                    tuned.times[*best].median, getNow()};
}

//===-- the command -------------------------------------------------------------------------------------------===//

/// The same by the model of time: each candidate is executed once, without its results, and timed in the order of its
/// machine code.
static void predict(const TuneCommand &command, const LoadedProgram &loaded, Device &emulator, const Card &card,
                    TunedSubject &tuned) {
  const TuneSubject &subject = tuned.subject;
  DeviceSettings settings;
  settings.isCancelled = isInterrupted;
  settings.skipsValues = true;
  if (!codegen::hasAssembler())
    std::fputs("remark: there is no ptxas here: times are in the order of a stand-in, which is less sure\n", stderr);
  settings.predict = makePredictor(TimeQuestion{card.name});
  std::optional<size_t> best;
  for (size_t index = 0; index < subject.candidates.size() && !isInterrupted(); ++index) {
    if (index >= static_cast<size_t>(command.candidates) && index != subject.own)
      continue;
    showProgress(subject.name + ": candidate " + std::to_string(index + 1));
    auto [program, kernels] = compileCandidate(loaded, subject, subject.candidates[index]);
    MeasuredTimes time;
    Result<double> one = program->ok() ? predictKernels(*program, emulator, kernels, settings)
                                       : Result<double>(makeProblem(ProblemCode::internal, "it does not compile"));
    if (one)
      time.median = *one;
    else
      time.problem = one.problem().detail;
    tuned.measured.push_back(index);
    tuned.times.push_back(std::move(time));
    if (one && (!best || *one < tuned.times[*best].median))
      best = tuned.times.size() - 1;
  }
  clearProgress();
  if (best)
    tuned.choice = {subject.candidates[tuned.measured[*best]].tune, "predicted", "", tuned.times[*best].median * 1e3,
                    getNow()};
}

static int refuse(const Problem &problem, int code) {
  complain(problem);
  return code;
}

/// The subjects asked for; a problem where none is called so.
static Result<std::vector<TuneSubject>> selectSubjects(const TuneCommand &command, const LoadedProgram &loaded) {
  std::vector<TuneSubject> all = findTuneSubjects(*loaded.program, loaded.options.tune), kept;
  std::string names;
  for (TuneSubject &subject : all) {
    names += (names.empty() ? "`" : ", `") + subject.name + "`";
    if (command.kernel.empty() || command.kernel == subject.name)
      kept.push_back(std::move(subject));
  }
  if (kept.empty() && !command.kernel.empty())
    return makeProblem(ProblemCode::badRequest,
                       "`--kernel` is `" + command.kernel + "`, " +
                           (names.empty() ? "but the program launches no kernel" : "expected one of " + names));
  return kept;
}

static int conclude(const TuneCommand &command, const LoadedProgram &loaded, const Device &device,
                    const std::vector<TunedSubject> &all) {
  std::string target = loaded.program->target().str(), tune;
  llvm::json::Array kernels;
  for (const TunedSubject &tuned : all) {
    tune = addChoices(tune, tuned.choice.tune);
    if (command.source.json)
      kernels.push_back(toJson(tuned));
    else
      printTuned(tuned, target);
  }
  if (command.source.json)
    printJson(llvm::json::Object{{"protocol", protocol::version},
                                 {"target", target},
                                 {"device", device.info().id},
                                 {"tune", tune},
                                 {"kernels", std::move(kernels)}});
  else if (all.empty())
    std::fprintf(stderr, "the program launches no kernel: there is nothing to tune\n");
  else if (all.size() > 1 && !tune.empty())
    print("all of them: " + spellTuneOption(tune) + "\n");
  return isInterrupted() ? exitInterrupted : exitOk;
}

/// `h100, h100-nvl`: those that run code for `target`, all if it is empty.
static std::string listCards(llvm::StringRef target) {
  std::string list;
  for (const Card &card : getCards(target))
    list += (list.empty() ? "" : ", ") + card.name;
  return list;
}

static int run(const TuneCommand &command) {
  Result<LoadedProgram> loaded = loadProgram(command.source);
  if (!loaded)
    return refuse(loaded.problem(), exitUsage);
  if (!loaded->artifact.empty())
    return refuse(makeProblem(ProblemCode::badRequest,
                              "`" + command.source.file +
                                  "` is an artifact, whose kernels are scheduled already; tune its source"),
                  exitUsage);
  if (!loaded->program->ok()) {
    loaded->print(loaded->program->diagnostics());
    return exitCodeOf(loaded->program->diagnostics(), exitCompileError);
  }
  std::string error;
  bool predicts = command.by == "time";
  std::unique_ptr<Device> device = openDevice(predicts                ? "emulator"
                                              : command.by == "model" ? "interpreter"
                                                                      : command.device,
                                              error);
  if (!device)
    return refuse(makeProblem(ProblemCode::badRequest, error),
                  command.device.starts_with("cuda") ? exitInfrastructure : exitUsage);
  bool measures = device->info().kind == "cuda" && device->info().target == loaded->program->target();
  if (device->info().kind == "cuda" && !measures)
    std::fprintf(stderr, "%s does not run %s: the cost model ranks alone\n", device->info().id.c_str(),
                 loaded->program->target().str().c_str());
  std::string deviceName = measures ? device->info().name : "";
  std::optional<Card> card = findCard(*loaded, command.card, deviceName);
  if (!card)
    return refuse(makeProblem(ProblemCode::badRequest, "`--card` is `" + command.card + "`, which does not run " +
                                                           loaded->program->target().str() + "; its cards: " +
                                                           listCards(loaded->program->target())),
                  exitUsage);
  Result<std::vector<TuneSubject>> subjects = selectSubjects(command, *loaded);
  if (!subjects)
    return refuse(subjects.problem(), exitUsage);
  catchInterrupt();
  std::unique_ptr<TuneCache> cache = command.noCache ? nullptr : openCache();
  std::vector<TunedSubject> all;
  for (TuneSubject &subject : *subjects) {
    TunedSubject &tuned = all.emplace_back();
    tuned.subject = std::move(subject);
    tuned.card = card->title;
    if (!command.isFresh && takeFromCache(cache.get(), *loaded, command.card, deviceName, tuned)) {
      if (command.by.empty() || tuned.choice.how == (predicts ? "predicted" : "model"))
        continue;
      tuned.isFromCache = false;
    }
    rank(*loaded, *card, tuned, command.budget);
    if (measures && !tuned.subject.candidates.empty() && !isInterrupted())
      measure(command, *loaded, *device, tuned);
    if (predicts && !tuned.subject.candidates.empty() && !isInterrupted())
      predict(command, *loaded, *device, *card, tuned);
    if (!isInterrupted())
      keep(cache.get(), *loaded, command.card, tuned);
  }
  return conclude(command, *loaded, *device, all);
}

std::string cli::findAutoTune(const LoadedProgram &loaded, bool isQuiet) {
  std::unique_ptr<TuneCache> cache = openCache();
  std::string tune;
  for (TuneSubject &subject : findTuneSubjects(*loaded.program, loaded.options.tune)) {
    TunedSubject tuned;
    tuned.subject = std::move(subject);
    if (!takeFromCache(cache.get(), loaded, "", "", tuned))
      rank(loaded, matchCard("", loaded.program->target()), tuned, autoBudget);
    keep(cache.get(), loaded, "", tuned);
    tune = addChoices(tune, tuned.choice.tune);
    if (!isQuiet && (tuned.isFromCache || !tuned.subject.candidates.empty()))
      std::fprintf(stderr, "%s: %s (%s%s)\n", tuned.subject.name.c_str(),
                   tuned.choice.tune.empty() ? "the compiler's own choices"
                                             : spellTuneOption(tuned.choice.tune).c_str(),
                   tuned.choice.how == "measured"    ? ("measured on " + tuned.choice.device).c_str()
                   : tuned.choice.how == "predicted" ? "by the model of time"
                                                     : "by the cost model",
                   tuned.isFromCache ? ", from the cache" : "");
  }
  return tune;
}

void cli::addTune(CLI::App &app, int &exitCode) {
  auto command = std::make_shared<TuneCommand>();
  CLI::App *sub = addCommand(
      app, "tune", "find better choices for a program's kernels: by the cost model, and on a GPU by measurement",
      exitCode, [command] { return run(*command); });
  command->source.addTo(*sub, "a Python file");
  sub->add_option("--kernel", command->kernel, "only this kernel, or function under `triton.autotune`");
  CLI::Option *where =
      sub->add_option("--device", command->device,
                      "cuda or cuda:N measures the best; auto does if there is a GPU; interpreter and emulator time "
                      "nothing: the cost model ranks alone")
          ->capture_default_str();
  sub->add_option("--by", command->by,
                  "model: the cost model alone; time: its best are executed by the emulator and timed by a model, in "
                  "the order of their machine code; default: what `--device` measures, if it is a GPU")
      ->check(CLI::IsMember({"model", "time"}))
      ->excludes(where);
  sub->add_option("--card", command->card,
                  "the card that the models rank for: " + listCards("") +
                      "; default: the GPU's own, without one the target's first");
  sub->add_option("--budget", command->budget, "schedules to compile for each kernel")
      ->check(CLI::Range(int64_t(1), int64_t(100000)))
      ->capture_default_str();
  sub->add_option("--candidates", command->candidates,
                  "how many of the cost model's best a GPU measures, or `--by time` times")
      ->check(CLI::Range(int64_t(1), int64_t(1000)))
      ->capture_default_str();
  sub->add_option("--rounds", command->rounds, "how often each of them is run, in turn")
      ->check(CLI::Range(int64_t(1), int64_t(1000)))
      ->capture_default_str();
  sub->add_option("--repetitions", command->repetitions, "timed runs of each launch in a round")
      ->check(CLI::Range(int64_t(1), int64_t(10000)))
      ->capture_default_str();
  sub->add_flag("--no-cache", command->noCache, "neither ask nor fill the cache of earlier choices");
  sub->add_flag("--fresh", command->isFresh, "search even where the cache has an answer, which is then replaced");
}
