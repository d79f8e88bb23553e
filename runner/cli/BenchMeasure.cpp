// SPDX-License-Identifier: Apache-2.0
// A point: compiled, run for its counts or its times, compared with the baseline's.
#include "runner/cli/BenchMeasure.h"
#include "runner/cli/Command.h"
#include "runner/cli/Terminal.h"
#include "runner/device/DeviceInfo.h"
#include "runner/device/PredictProgram.h"
#include "shared/artifact/Artifact.h"
#include "llvm/ADT/StringExtras.h"
#include <algorithm>

using namespace tessera;
using namespace tessera::runner;
using namespace tessera::runner::cli;
using bench::Means;
using bench::Verdict;

int cli::loadBench(SourceOptions source, const BenchSettings &settings, bool isBaseline,
                   std::unique_ptr<LoadedProgram> &loaded, BenchmarkEvaluation *evaluation) {
  source.benchmark = evaluation;
  for (const auto &[name, value] : settings)
    source.settings.push_back(name + "=" + value);
  Result<LoadedProgram> result = loadProgram(source);
  if (!result) {
    complain((isBaseline ? "the baseline: " : "") + result.problem().detail);
    return exitUsage;
  }
  loaded = std::make_unique<LoadedProgram>(std::move(*result));
  std::vector<Diagnostic> shown;
  // Of a declared point an error is the reason why it is not measured, and told once; the listing has told warnings.
  bool isPoint = evaluation && evaluation->point;
  for (const Diagnostic &diagnostic : loaded->program->diagnostics())
    if (!isPoint &&
        (diagnostic.severity == Severity::error || (diagnostic.severity == Severity::warning && !isBaseline)))
      shown.push_back(diagnostic);
  loaded->print(shown);
  if (loaded->program->ok())
    return exitOk;
  return exitCodeOf(loaded->program->diagnostics(), exitCompileError);
}

bench::MeasurementOptions Measuring::makeOptions(Means means, const DeclaredPoint *declared) const {
  bench::MeasurementOptions options;
  options.costs.means = means;
  options.costs.device = plan.device;
  options.costs.checksRaces = command.check == "race";
  options.costs.isCancelled = isInterrupted;
  options.costs.usesGraphs = command.usesGraphs;
  options.costs.locksClocks = command.locksClocks;
  if (command.time.tellsTime)
    options.costs.predict = makePredictor(command.time.question);
  options.kernels = command.kernels;
  options.mostBlocks = static_cast<size_t>(command.blocks);
  options.judge = plan.compare.times;
  options.readsCounters = command.readsCounters;
  options.peer = baseline ? baseline->peer() : "";
  if (declared) {
    options.isDeclared = true;
    options.calls = declared->calls;
  }
  return options;
}

int Measuring::note(BenchPoint &point, Verdict verdict, std::string problem) {
  point.verdict = verdict;
  point.problem = std::move(problem);
  return isInterrupted() ? exitInterrupted : exitOk;
}

void Measuring::conclude(BenchPoint &point) {
  std::vector<Verdict> verdicts;
  for (const bench::Comparison &comparison : point.comparisons)
    verdicts.push_back(comparison.verdict);
  point.verdict = bench::getWorst(verdicts);
}

/// The baseline's program of the same point. Null: `point` says why there is none.
std::unique_ptr<LoadedProgram> Measuring::loadBaseline(const PlannedPoint &planned, BenchPoint &point) {
  std::unique_ptr<LoadedProgram> before;
  BenchmarkEvaluation evaluation;
  evaluation.point = planned.declared;
  int code = loadBench(*baseline->program(), planned.declared ? BenchSettings() : planned.settings,
                       /*isBaseline=*/true, before, planned.declared ? &evaluation : nullptr);
  if (code != exitOk)
    note(point, Verdict::infrastructure, "the baseline does not compile");
  else if (planned.declared && !evaluation.hasPoint)
    note(point, Verdict::inconclusive, "the baseline declares no such point");
  else
    return before;
  return nullptr;
}

void Measuring::compareWithSaved(BenchPoint &point, Means means) {
  std::vector<std::string> others;
  for (const BenchPoint &saved : baseline->saved())
    if (std::is_permutation(saved.settings.begin(), saved.settings.end(), point.settings.begin(),
                            point.settings.end())) {
      if (!saved.machine.empty() && saved.machine != point.machine) {
        others.push_back(saved.machine);
        continue;
      }
      point.comparisons = means == Means::gpu ? compareSamples(saved.costs, point.costs, plan.compare)
                                              : compareCounts(saved.costs, point.costs, plan.compare);
      return conclude(point);
    }
  note(point, Verdict::inconclusive,
       others.empty() ? "the baseline has no such settings"
                      : "the baseline is of " + llvm::join(others, " and of ") + ", this is of " + point.machine);
}

/// Clocks in steps of 50 MHz: what moves by less is not another machine.
static std::string describeMachine(Means means, const std::string &device, const std::string &driver,
                                   const std::vector<DeviceState> &states) {
  if (means != Means::gpu)
    return getText(means) + ", " + getVersion();
  std::string gpu = getGpuClass(device), text = (gpu.empty() ? device : gpu) + ", driver " + driver;
  if (!states.empty() && states.front().lockedClock)
    text += ", locked at " + std::to_string(*states.front().lockedClock) + " MHz";
  else if (!states.empty() && states.front().memoryClock)
    text += ", memory at " + std::to_string((*states.front().memoryClock + 25) / 50 * 50) + " MHz";
  return text;
}

/// A runner knows the program by its artifact: the same estimates, but not those of an older version of it.
static void takeEstimates(Program &program, bench::Measurement &measured) {
  for (bench::Cost &cost : measured.costs.kernels)
    if (!cost.estimate)
      cost.estimate = program.estimate(cost.kernel);
}

/// Measures, alone or beside the baseline, and says what that means.
int Measuring::measure(const PlannedPoint &planned, LoadedProgram &loaded, BenchPoint &point, Means means) {
  std::unique_ptr<LoadedProgram> before;
  if (baseline && baseline->program())
    before = loadBaseline(planned, point);
  bench::MeasurementOptions options = makeOptions(means, point.declared ? &*point.declared : nullptr);
  bool isRemote = runner && means != Means::model;
  Result<bench::Measurement> measured =
      isRemote ? runner->measure(loaded, before.get(), options, plan.device, command.isFresh, point.cachedMs)
               : bench::measure(*loaded.program, before ? before->program.get() : nullptr, options);
  clearProgress();
  if (!measured)
    return note(point, Verdict::infrastructure, measured.problem().detail);
  if (isRemote)
    takeEstimates(*loaded.program, *measured);
  point.costs = std::move(measured->costs);
  point.states = std::move(measured->states);
  point.whyNoCounters = std::move(measured->whyNoCounters);
  point.machine = describeMachine(means, measured->device, measured->driver, point.states);
  for (bench::Cost &cost : point.costs.kernels) {
    std::string what = loaded.program->describeKernel(cost.kernel);
    cost.digest = artifact::digestOf(llvm::arrayRefFromStringRef(what));
  }
  if (point.declared)
    point.declared->samples = std::move(measured->callSamples);
  if (point.costs.isWrong)
    return noteWrong(loaded, point);
  if (point.costs.kernels.empty())
    return note(point, Verdict::inconclusive,
                command.kernels.empty() ? "the program launches no kernel"
                                        : "the program launches none of these kernels");
  if (measured->before) {
    point.comparisons = means == Means::gpu
                            ? compareTimes(*measured->before, point.costs, measured->paired, plan.compare)
                            : compareCounts(*measured->before, point.costs, plan.compare);
    conclude(point);
  } else if (baseline && !baseline->program() && baseline->peer().empty()) {
    compareWithSaved(point, means);
  }
  return isInterrupted() ? exitInterrupted : exitOk;
}

int Measuring::run(const PlannedPoint &planned, BenchPoint &point, std::unique_ptr<LoadedProgram> loaded) {
  if (planned.declared)
    return runDeclared(planned, point);
  const BenchSettings &settings = planned.settings;
  point.settings = settings;
  int code = loaded ? exitOk : loadBench(command.source, settings, /*isBaseline=*/false, loaded);
  if (loaded)
    for (const Diagnostic &diagnostic : loaded->program->diagnostics())
      if (diagnostic.severity != Severity::remark)
        log.add(diagnostic, loaded->name);
  if (code != exitOk)
    return code;
  showProgress(command.source.file + (settings.empty() ? "" : " " + describeSettings(point)));
  return measure(planned, *loaded, point, plan.means);
}

int Measuring::noteWrong(LoadedProgram &loaded, BenchPoint &point) {
  loaded.print(point.costs.diagnostics);
  log.add(point.costs.diagnostics, loaded.name);
  std::string why =
      point.costs.diagnostics.empty() ? "a check of the program fails" : point.costs.diagnostics.front().message;
  return note(point, Verdict::wrong, why);
}

//===-- declared benchmarks ----------------------------------------------------------------------------------===//

/// Why a point has nothing to be measured. What we lack is its provider's fate; any other error is the file's own.
void Measuring::explain(const LoadedProgram &loaded, DeclaredPoint &declared) {
  for (const Diagnostic &diagnostic : loaded.program->diagnostics()) {
    if (diagnostic.severity != Severity::error)
      continue;
    if (declared.reason.empty())
      declared.reason = diagnostic.message;
    if (diagnostic.id == DiagnosticId::notSupported || diagnostic.id == DiagnosticId::unknownModule)
      continue;
    broken = true;
    if (llvm::is_contained(told, diagnostic.message))
      continue;
    told.push_back(diagnostic.message);
    loaded.print(diagnostic);
    log.add(diagnostic, loaded.name);
  }
}

/// The emulator runs some ten million instructions of threads a second: half a minute of that is enough for one point
/// of many. By the model alone, so that a file gets the same table everywhere.
bool Measuring::isTooLarge(Program &program, const DeclaredPoint &declared) const {
  static constexpr double mostBytes = 16 << 20, mostOperations = 5e8;
  if (!plan.isBounded || plan.means != Means::emulator)
    return false;
  Result<bench::Measurement> predicted = bench::measure(program, nullptr, makeOptions(Means::model, &declared));
  double bytes = 0, operations = 0;
  for (const bench::Cost &cost : predicted ? predicted->costs.kernels : std::vector<bench::Cost>()) {
    bytes += cost.estimate->memoryBytes;
    operations += cost.estimate->operations;
  }
  return bytes > mostBytes || operations > mostOperations;
}

/// What the function makes of the times: it is evaluated once more, and `do_bench` gives them to it.
static void evaluateReturned(const SourceOptions &source, const PlannedPoint &planned, DeclaredPoint &declared) {
  BenchmarkEvaluation evaluation;
  evaluation.point = planned.declared;
  evaluation.times = declared.samples;
  std::unique_ptr<LoadedProgram> again;
  if (loadBench(source, {}, /*isBaseline=*/false, again, &evaluation) == exitOk)
    declared.returned = evaluation.returned;
}

/// A call's operations of the host are named where kernels are measured beside them.
static void noteHostWork(DeclaredPoint &declared) {
  std::vector<std::string> operations;
  bool launches = false;
  for (const MeasuredCall &call : declared.calls) {
    launches |= call.launches > 0;
    for (const std::string &operation : call.hostOperations)
      if (!llvm::is_contained(operations, operation))
        operations.push_back(operation);
  }
  std::string names = operations.empty() ? "" : "`" + llvm::join(operations, "`, `") + "`";
  if (!launches && declared.calls.empty())
    declared.reason = "it calls no `do_bench`";
  else if (!launches)
    declared.reason = names.empty() ? "it launches no kernel"
                                    : "it launches no kernel: " + names + " of arrays run on the host, not on a GPU";
  else if (!names.empty())
    declared.note = names + " of arrays beside the kernels run on the host and are not in it";
}

/// Whether the baseline measures something at this point.
bool Measuring::isInBaseline(const PlannedPoint &planned, const BenchPoint &point) const {
  if (!baseline->program())
    return llvm::any_of(baseline->saved(), [&](const BenchPoint &saved) {
      return !saved.costs.kernels.empty() && std::is_permutation(saved.settings.begin(), saved.settings.end(),
                                                                 point.settings.begin(), point.settings.end());
    });
  BenchmarkEvaluation evaluation;
  evaluation.point = planned.declared;
  std::unique_ptr<LoadedProgram> before;
  return loadBench(*baseline->program(), {}, /*isBaseline=*/true, before, &evaluation) == exitOk &&
         llvm::any_of(evaluation.calls, [](const MeasuredCall &call) { return call.launches > 0; });
}

/// A point that measures nothing is no news, unless it did before.
int Measuring::conclude(const PlannedPoint &planned, BenchPoint &point) {
  if (baseline && isInBaseline(planned, point))
    return note(point, Verdict::inconclusive, "only the baseline measures it: " + point.declared->reason);
  return isInterrupted() ? exitInterrupted : exitOk;
}

int Measuring::runDeclared(const PlannedPoint &planned, BenchPoint &point) {
  point.settings = planned.settings;
  DeclaredPoint &declared = point.declared.emplace();
  declared.benchmark = planned.benchmark;
  declared.x = planned.x;
  declared.line = planned.line;
  BenchmarkEvaluation evaluation;
  evaluation.point = planned.declared;
  std::unique_ptr<LoadedProgram> loaded;
  showProgress(command.source.file + " " + describeSettings(point));
  int code = loadBench(command.source, {}, /*isBaseline=*/false, loaded, &evaluation);
  clearProgress();
  if (!loaded)
    return code;
  if (code != exitOk) {
    explain(*loaded, declared);
    return conclude(planned, point);
  }
  declared.calls = evaluation.calls;
  noteHostWork(declared);
  if (!declared.reason.empty())
    return conclude(planned, point);
  Means means = plan.means;
  if (isTooLarge(*loaded->program, declared)) {
    means = Means::model;
    declared.note += std::string(declared.note.empty() ? "" : "; ") +
                     "predicted only where it would take the emulator long; `--device emulator` counts all";
  }
  code = measure(planned, *loaded, point, means);
  if (code == exitOk && !declared.samples.empty())
    evaluateReturned(command.source, planned, declared);
  return code;
}
