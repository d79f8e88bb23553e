// SPDX-License-Identifier: Apache-2.0
// `tessera bench`: what a program's kernels cost, over a sweep of its settings, and whether they got worse.
#include "runner/cli/Bench.h"
#include "runner/cli/BenchBaseline.h"
#include "runner/cli/Command.h"
#include "runner/cli/Github.h"
#include "runner/cli/Sarif.h"
#include "runner/cli/Terminal.h"
#include "runner/device/DeviceInfo.h"
#include "shared/protocol/Json.h"
#include <algorithm>
#include <CLI/Option.hpp>

using namespace tessera;
using namespace tessera::runner;
using namespace tessera::runner::cli;
using bench::Means;
using bench::Verdict;

namespace {
struct BenchCommand {
  SourceOptions source;
  std::vector<std::string> sweeps, kernels; // NAME=V1,V2,.. as given
  std::string device = "auto", baseline, metric, check = "race";
  std::string save, csv, svg, junit, gitlab, markdown, sarif;
  double threshold = 1; // percent, of counts
  int64_t blocks = 150;
  bool github = false;
};

using Settings = std::vector<std::pair<std::string, std::string>>;

/// What is measured and how, once the command line is understood.
struct Plan {
  Means means = Means::emulator;
  std::string device, deviceName;
  std::vector<Settings> points;
  bench::CompareOptions compare;
};
} // namespace

/// Combinations that a command line asks for by mistake stop here.
static constexpr size_t mostPoints = 1000;

/// Values part at commas outside of brackets and quotes: `dtype="f16",shape=(1, 2)` is Python.
static std::vector<std::string> splitValues(llvm::StringRef text) {
  std::vector<std::string> values(1);
  int depth = 0;
  char open = 0;
  for (char c : text) {
    if (open)
      open = c == open ? 0 : open;
    else if (c == '"' || c == '\'')
      open = c;
    else
      depth += llvm::StringRef("([{").contains(c) ? 1 : llvm::StringRef(")]}").contains(c) ? -1 : 0;
    if (c == ',' && depth == 0 && !open)
      values.emplace_back();
    else
      values.back() += c;
  }
  return values;
}

/// Every combination, the last name's values in the inner loop.
static Result<std::vector<Settings>> readSweeps(const std::vector<std::string> &sweeps) {
  std::vector<Settings> points(1);
  for (const std::string &sweep : sweeps) {
    auto [name, values] = llvm::StringRef(sweep).split('=');
    if (name.empty() || values.empty())
      return makeProblem(ProblemCode::badRequest,
                         "`--sweep` is `" + sweep + "`, expected `NAME=VALUE,VALUE,..`, as in `--sweep M=256,512`");
    std::vector<Settings> longer;
    for (const Settings &point : points)
      for (const std::string &value : splitValues(values)) {
        longer.push_back(point);
        longer.back().emplace_back(name.str(), value);
      }
    points = std::move(longer);
    if (points.size() > mostPoints)
      return makeProblem(ProblemCode::badRequest,
                         "the sweeps have more than " + std::to_string(mostPoints) + " combinations");
  }
  return points;
}

/// `auto`: a GPU where there is one, else the emulator.
static Result<Plan> makePlan(const BenchCommand &command) {
  Plan plan;
  plan.compare.countThreshold = command.threshold / 100;
  Result<std::vector<Settings>> points = readSweeps(command.sweeps);
  if (!points)
    return points.problem();
  plan.points = std::move(*points);
  if (command.device == "model") {
    plan.means = Means::model;
    plan.device = plan.deviceName = "model";
    return plan;
  }
  std::string wanted = command.device;
  std::vector<DeviceInfo> devices = listDevices();
  if (wanted == "auto")
    wanted =
        llvm::any_of(devices, [](const DeviceInfo &device) { return device.kind == "cuda"; }) ? "cuda" : "emulator";
  for (const DeviceInfo &device : devices)
    if (device.id == wanted || (wanted == "cuda" && device.kind == "cuda")) {
      if (device.kind == "interpreter")
        return makeProblem(ProblemCode::badRequest, "the interpreter neither measures nor counts; expected `emulator`, "
                                                    "`model`, or a GPU (`cuda`, `cuda:0`)");
      plan.means = device.kind == "cuda" ? Means::gpu : Means::emulator;
      plan.device = device.id;
      plan.deviceName = device.name;
      return plan;
    }
  return makeProblem(ProblemCode::unknownDevice,
                     "there is no device `" + wanted + "` here; `tessera devices` lists them");
}

/// Loads and compiles; what is wrong is told at once. The code is `exitOk` where it compiled.
static int load(SourceOptions source, const Settings &settings, bool isBaseline,
                std::unique_ptr<LoadedProgram> &loaded) {
  for (const auto &[name, value] : settings)
    source.settings.push_back(name + "=" + value);
  Result<LoadedProgram> result = loadProgram(source);
  if (!result) {
    complain((isBaseline ? "the baseline: " : "") + result.problem().detail);
    return exitUsage;
  }
  loaded = std::make_unique<LoadedProgram>(std::move(*result));
  std::vector<Diagnostic> shown;
  for (const Diagnostic &diagnostic : loaded->program->diagnostics())
    if (diagnostic.severity == Severity::error || (diagnostic.severity == Severity::warning && !isBaseline))
      shown.push_back(diagnostic);
  loaded->print(shown);
  if (loaded->program->ok())
    return exitOk;
  return exitCodeOf(loaded->program->diagnostics(), exitCompileError);
}

namespace {
/// One point of the sweep from its program to its verdict.
class Measuring {
public:
  Measuring(const BenchCommand &command, const Plan &plan, const Baseline *baseline, SarifLog &log)
      : command(command), plan(plan), baseline(baseline), log(log) {}

  /// An exit code that ends the command, or `exitOk`.
  int run(const Settings &settings, BenchPoint &point);

private:
  Result<bench::ProgramCosts> getCosts(Program &program) const;
  int compare(const Settings &settings, LoadedProgram &loaded, BenchPoint &point);
  Status time(Program &program, bench::ProgramCosts &costs);
  Status timeInTurn(Program &before, bench::ProgramCosts &old, Program &after, BenchPoint &point);
  void conclude(BenchPoint &point);
  /// A problem of this point only: others go on.
  int note(BenchPoint &point, Verdict verdict, std::string problem);

  const BenchCommand &command;
  const Plan &plan;
  const Baseline *baseline;
  SarifLog &log; // gets what is wrong with the program, not with its baseline
};
} // namespace

Result<bench::ProgramCosts> Measuring::getCosts(Program &program) const {
  Result<bench::ProgramCosts> costs =
      bench::getCosts(program, {plan.means, plan.device, command.check == "race", isInterrupted});
  if (costs && !command.kernels.empty())
    llvm::erase_if(costs->kernels,
                   [&](const bench::Cost &cost) { return !llvm::is_contained(command.kernels, cost.kernel); });
  return costs;
}

int Measuring::note(BenchPoint &point, Verdict verdict, std::string problem) {
  point.verdict = verdict;
  point.problem = std::move(problem);
  return isInterrupted() ? exitInterrupted : exitOk;
}

/// Samples of one program without a baseline that runs beside it: a fixed number.
Status Measuring::time(Program &program, bench::ProgramCosts &costs) {
  static constexpr size_t runs = 30;
  std::string error;
  std::unique_ptr<Device> device = openDevice(plan.device, error);
  if (!device)
    return makeProblem(ProblemCode::unavailable, error);
  for (size_t i = 0; i < runs && !isInterrupted(); ++i) {
    Result<std::vector<double>> times = timeAgain(program, costs, *device, isInterrupted);
    if (!times)
      return times.problem();
    for (size_t k = 0; k < costs.kernels.size(); ++k)
      costs.kernels[k].samples.push_back((*times)[k]);
  }
  return Done();
}

Status Measuring::timeInTurn(Program &before, bench::ProgramCosts &old, Program &after, BenchPoint &point) {
  std::string error;
  std::unique_ptr<Device> devices[2] = {openDevice(plan.device, error), openDevice(plan.device, error)};
  if (!devices[0] || !devices[1])
    return makeProblem(ProblemCode::unavailable, error);
  // Those that both have, in the order of the new program's.
  bench::ProgramCosts both[2];
  for (const bench::Cost &cost : point.costs.kernels)
    for (const bench::Cost &other : old.kernels)
      if (other.kernel == cost.kernel) {
        both[0].kernels.push_back(other);
        both[1].kernels.push_back(cost);
      }
  bench::InterleaveOptions options;
  options.mostBlocks = static_cast<size_t>(command.blocks);
  options.judge = plan.compare.times;
  options.isCancelled = isInterrupted;
  auto measure = [&](bool isB) { return timeAgain(isB ? after : before, both[isB], *devices[isB], isInterrupted); };
  Result<std::vector<bench::PairedTimes>> paired = interleave(both[0].kernels.size(), measure, options);
  if (!paired)
    return paired.problem();
  for (size_t i = 0; i < paired->size(); ++i)
    for (auto [costs, samples] : {std::pair(&old, &(*paired)[i].a), std::pair(&point.costs, &(*paired)[i].b)})
      for (bench::Cost &cost : costs->kernels)
        if (cost.kernel == both[0].kernels[i].kernel)
          cost.samples = *samples;
  point.comparisons = compareTimes(old, point.costs, *paired, plan.compare);
  return Done();
}

void Measuring::conclude(BenchPoint &point) {
  std::vector<Verdict> verdicts;
  for (const bench::Comparison &comparison : point.comparisons)
    verdicts.push_back(comparison.verdict);
  point.verdict = bench::getWorst(verdicts);
}

int Measuring::compare(const Settings &settings, LoadedProgram &loaded, BenchPoint &point) {
  if (!baseline->program()) {
    for (const BenchPoint &saved : baseline->saved())
      if (std::is_permutation(saved.settings.begin(), saved.settings.end(), settings.begin(), settings.end())) {
        point.comparisons = plan.means == Means::gpu ? compareSamples(saved.costs, point.costs, plan.compare)
                                                     : compareCounts(saved.costs, point.costs, plan.compare);
        conclude(point);
        return exitOk;
      }
    return note(point, Verdict::inconclusive, "the baseline has no such settings");
  }
  std::unique_ptr<LoadedProgram> before;
  if (int code = load(*baseline->program(), settings, /*isBaseline=*/true, before); code != exitOk)
    return note(point, Verdict::infrastructure, "the baseline does not compile");
  Result<bench::ProgramCosts> old = getCosts(*before->program);
  if (!old)
    return note(point, Verdict::infrastructure, "the baseline: " + old.problem().detail);
  if (plan.means == Means::gpu) {
    if (Status status = timeInTurn(*before->program, *old, *loaded.program, point); !status)
      return note(point, Verdict::infrastructure, status.problem().detail);
  } else {
    point.comparisons = compareCounts(*old, point.costs, plan.compare);
  }
  conclude(point);
  return exitOk;
}

int Measuring::run(const Settings &settings, BenchPoint &point) {
  point.settings = settings;
  std::unique_ptr<LoadedProgram> loaded;
  int code = load(command.source, settings, /*isBaseline=*/false, loaded);
  if (loaded)
    for (const Diagnostic &diagnostic : loaded->program->diagnostics())
      if (diagnostic.severity != Severity::remark)
        log.add(diagnostic, loaded->name);
  if (code != exitOk)
    return code;
  showProgress(command.source.file + (settings.empty() ? "" : " " + describeSettings(point)));
  Result<bench::ProgramCosts> costs = getCosts(*loaded->program);
  clearProgress();
  if (!costs)
    return note(point, Verdict::infrastructure, costs.problem().detail);
  point.costs = std::move(*costs);
  if (point.costs.isWrong) {
    loaded->print(point.costs.diagnostics);
    log.add(point.costs.diagnostics, loaded->name);
    std::string why =
        point.costs.diagnostics.empty() ? "a check of the program fails" : point.costs.diagnostics.front().message;
    return note(point, Verdict::wrong, why);
  }
  if (point.costs.kernels.empty())
    return note(point, Verdict::inconclusive,
                command.kernels.empty() ? "the program launches no kernel"
                                        : "the program launches none of these kernels");
  bool isInTurn = baseline && baseline->program();
  if (plan.means == Means::gpu && !isInTurn)
    if (Status status = time(*loaded->program, point.costs); !status)
      return note(point, Verdict::infrastructure, status.problem().detail);
  if (baseline)
    return compare(settings, *loaded, point);
  return isInterrupted() ? exitInterrupted : exitOk;
}

static Status writeForms(const BenchCommand &command, const BenchReport &report) {
  std::pair<const std::string &, std::function<Result<std::string>()>> forms[] = {
      {command.save, [&] { return protocol::toText(toJson(report)) + "\n"; }},
      {command.csv, [&] { return toCsv(report); }},
      {command.junit, [&] { return toJunit(report); }},
      {command.gitlab, [&] { return protocol::toText(toGitlab(report)) + "\n"; }},
      {command.markdown, [&] { return toMarkdown(report); }},
      {command.svg, [&] { return toSvg(report, command.metric); }},
  };
  for (const auto &[file, make] : forms) {
    if (file.empty())
      continue;
    Result<std::string> text = make();
    if (!text)
      return text.problem();
    if (Status status = writeOutput(file, *text); !status)
      return status;
  }
  return command.github ? appendGithubSummary(toMarkdown(report)) : Status(Done());
}

static int toExitCode(Verdict verdict) {
  switch (verdict) {
  case Verdict::slower:
    return exitRegression;
  case Verdict::wrong:
    return exitWrongResult;
  case Verdict::infrastructure:
    return exitInfrastructure;
  case Verdict::inconclusive:
    return exitInconclusive;
  default:
    return exitOk;
  }
}

static int run(const BenchCommand &command, SarifLog &log) {
  auto refuse = [](const Problem &problem, int code) { return complain(problem), code; };
  Result<Plan> plan = makePlan(command);
  if (!plan)
    return refuse(plan.problem(), command.device.starts_with("cuda") ? exitInfrastructure : exitUsage);
  catchInterrupt();
  std::optional<Baseline> baseline;
  if (!command.baseline.empty()) {
    Result<Baseline> found = Baseline::find(command.baseline, command.source);
    if (!found)
      return refuse(found.problem(), exitUsage);
    baseline.emplace(std::move(*found));
  }
  BenchReport report;
  report.file = command.source.file;
  report.target = command.source.target.empty() ? CompileOptions().target : command.source.target;
  report.device = plan->deviceName;
  report.baseline = command.baseline;
  report.means = plan->means;
  std::vector<Verdict> verdicts;
  for (const Settings &settings : plan->points) {
    int code =
        Measuring(command, *plan, baseline ? &*baseline : nullptr, log).run(settings, report.points.emplace_back());
    if (code != exitOk)
      return code;
    verdicts.push_back(report.points.back().verdict);
  }
  report.verdict = bench::getWorst(verdicts);
  addVerdicts(log, report);
  if (command.source.json)
    printJson(toJson(report));
  else
    print(command.github ? toGithubCommands(report) + toText(report) : toText(report));
  flushOutput();
  if (Status status = writeForms(command, report); !status)
    return refuse(status.problem(), status.problem().code == ProblemCode::badRequest ? exitUsage : exitInfrastructure);
  return toExitCode(report.verdict);
}

static int run(const BenchCommand &command) {
  SarifLog log;
  int code = run(command, log);
  return finishSarif(command.sarif, log, code);
}

void cli::addBench(CLI::App &app, int &exitCode) {
  auto command = std::make_shared<BenchCommand>();
  CLI::App *sub = addCommand(app, "bench", "what a program's kernels cost, and whether that got worse", exitCode,
                             [command] { return run(*command); });
  command->source.addTo(*sub, "a Python file, or an artifact");
  sub->add_option("--device", command->device,
                  "where launches run: a GPU (cuda, cuda:N) gives times; emulator counts, the same on every machine; "
                  "model predicts and runs nothing; auto: a GPU if there is one, else emulator")
      ->capture_default_str();
  sub->add_option(
         "--sweep", command->sweeps,
         "NAME=VALUE,VALUE,..: run with each of these in place of `--set`'s one; several make all combinations")
      ->expected(1)
      ->take_all();
  sub->add_option("--kernel", command->kernels, "only this kernel; may be given several times")
      ->expected(1)
      ->take_all();
  sub->add_option(
      "--baseline", command->baseline,
      "compare with another FILE.py, with the same file at git:COMMIT, or with what `--save` wrote (FILE.json)");
  sub->add_option("--check", command->check, "race: on the emulator, races are wrong; none: they are not looked for")
      ->check(CLI::IsMember({"race", "none"}))
      ->capture_default_str();
  sub->add_option("--threshold", command->threshold, "percent by which a count or a prediction has to change")
      ->check(CLI::Range(0.0, 1000.0))
      ->capture_default_str();
  sub->add_option("--blocks", command->blocks, "on a GPU: at most so many rounds of A, B, B, A")
      ->check(CLI::Range(12, 10000))
      ->capture_default_str();
  auto file = [&](const char *name, std::string &value, const char *what) {
    sub->add_option(name, value, what)->group("Outputs");
  };
  file("--save", command->save, "write all as JSON, to be a `--baseline` later");
  file("--csv", command->csv, "write a line a metric");
  file("--svg", command->svg, "draw the sweep");
  file("--metric", command->metric, "what `--svg` draws: predicted, instructions, global, ... (default: the first)");
  sub->get_option("--metric")->needs(sub->get_option("--svg"));
  file("--junit", command->junit, "write JUnit's XML");
  file("--gitlab", command->gitlab, "write a code quality report for GitLab");
  file("--markdown", command->markdown, "write the table that `--github` puts into the job's summary");
  addSarifOption(*sub, command->sarif);
  sub->add_flag("--github", command->github,
                "print GitHub's annotations, and append a table to $GITHUB_STEP_SUMMARY where that is set")
      ->group("Outputs");
}
