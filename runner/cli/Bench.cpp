// SPDX-License-Identifier: Apache-2.0
// `tessera bench`: what a program's kernels cost, over a sweep of its settings, and whether they got worse.
#include "runner/cli/Bench.h"
#include "runner/cli/BenchMeasure.h"
#include "runner/cli/Command.h"
#include "runner/cli/Github.h"
#include "runner/cli/Sarif.h"
#include "runner/cli/Terminal.h"
#include "runner/device/DeviceInfo.h"
#include "shared/protocol/Json.h"
#include "llvm/ADT/StringExtras.h"
#include <algorithm>
#include <CLI/Option.hpp>

using namespace tessera;
using namespace tessera::runner;
using namespace tessera::runner::cli;
using bench::Means;
using bench::Verdict;


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
static Result<std::vector<BenchSettings>> readSweeps(const std::vector<std::string> &sweeps) {
  std::vector<BenchSettings> points(1);
  for (const std::string &sweep : sweeps) {
    auto [name, values] = llvm::StringRef(sweep).split('=');
    if (name.empty() || values.empty())
      return makeProblem(ProblemCode::badRequest,
                         "`--sweep` is `" + sweep + "`, expected `NAME=VALUE,VALUE,..`, as in `--sweep M=256,512`");
    std::vector<BenchSettings> longer;
    for (const BenchSettings &point : points)
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
static Result<BenchPlan> makePlan(const BenchCommand &command, BenchRunner *runner) {
  BenchPlan plan;
  plan.compare.countThreshold = command.threshold / 100;
  Result<std::vector<BenchSettings>> points = readSweeps(command.sweeps);
  if (!points)
    return points.problem();
  for (BenchSettings &settings : *points)
    plan.points.push_back({std::move(settings), std::nullopt});
  if (command.time.tellsTime && (runner || command.device == "model"))
    return makeProblem(ProblemCode::badRequest,
                       "`--time` simulates what the emulator executes here" +
                           std::string(runner ? ", not at a runner" : ", and the device is `model`"));
  if (command.device == "model") {
    plan.means = Means::model;
    plan.device = plan.deviceName = "model";
    return plan;
  }
  std::string wanted = command.device;
  Result<std::vector<DeviceInfo>> found = runner ? runner->listDevices() : Result(listDevices());
  if (!found)
    return found.problem();
  std::vector<DeviceInfo> devices = std::move(*found);
  if (wanted == "auto")
    wanted =
        llvm::any_of(devices, [](const DeviceInfo &device) { return device.kind == "cuda"; }) ? "cuda" : "emulator";
  for (const DeviceInfo &device : devices)
    if (device.id == wanted || llvm::is_contained(device.words, wanted) ||
        (wanted == "cuda" && device.kind == "cuda")) {
      if (device.kind == "interpreter")
        return makeProblem(ProblemCode::badRequest, "the interpreter neither measures nor counts; expected `emulator`, "
                                                    "`model`, or a GPU (`cuda`, `cuda:0`)");
      plan.means = device.kind == "cuda" ? Means::gpu : Means::emulator;
      if (command.time.tellsTime && plan.means == Means::gpu)
        return makeProblem(ProblemCode::badRequest, "`--time` simulates what the emulator executes, and `" + device.id +
                                                        "` measures; take `--device emulator`");
      plan.isBounded = command.device == "auto";
      plan.device = runner && device.id != wanted ? wanted : device.id;
      plan.deviceName = device.name;
      return plan;
    }
  return makeProblem(ProblemCode::unknownDevice, "there is no device `" + wanted + "` " +
                                                     (runner ? "at the runner" : "here; `tessera devices` lists them"));
}

/// The points of a file's benchmarks, in its order.
static Result<std::vector<PlannedPoint>> listPoints(const std::vector<DeclaredBenchmark> &declared,
                                                    const std::vector<std::string> &wanted) {
  std::string names;
  for (const DeclaredBenchmark &benchmark : declared)
    names += (names.empty() ? "`" : ", `") + benchmark.name + "`";
  for (const std::string &name : wanted)
    if (llvm::none_of(declared, [&](const DeclaredBenchmark &benchmark) { return benchmark.name == name; }))
      return makeProblem(ProblemCode::badRequest, "no benchmark is called `" + name + "`; there are " + names);
  std::vector<PlannedPoint> points;
  for (size_t index = 0; index < declared.size(); ++index) {
    const DeclaredBenchmark &benchmark = declared[index];
    if (!wanted.empty() && !llvm::is_contained(wanted, benchmark.name))
      continue;
    for (size_t x = 0; x < benchmark.xs.size(); ++x)
      for (size_t line = 0; line < benchmark.lines.size(); ++line) {
        PlannedPoint &point = points.emplace_back();
        point.settings.emplace_back("benchmark", benchmark.name);
        for (size_t i = 0; i < benchmark.xNames.size(); ++i)
          point.settings.emplace_back(benchmark.xNames[i], benchmark.xs[x].values[i]);
        if (!benchmark.lineName.empty())
          point.settings.emplace_back(benchmark.lineName, benchmark.lines[line].label);
        point.declared = BenchmarkPoint{benchmark.name, benchmark.xs[x].values, benchmark.lines[line].label};
        point.benchmark = index;
        point.x = x;
        point.line = line;
      }
  }
  if (points.size() > mostPoints)
    return makeProblem(ProblemCode::badRequest, "the file's benchmarks have more than " + std::to_string(mostPoints) +
                                                    " points; `--benchmark NAME` takes one of " + names);
  return points;
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

/// What a runner keeps has a name that no file and no commit has.
static bool isBaselineName(llvm::StringRef text) {
  return !text.empty() && !bench::isPeer(text) && !text.ends_with(".py") && !text.ends_with(".json") &&
         llvm::all_of(text, [](char c) { return llvm::isAlnum(c) || llvm::StringRef("_.-").contains(c); });
}

static int run(const BenchCommand &command, SarifLog &log) {
  auto refuse = [](const Problem &problem, int code) { return complain(problem), code; };
  std::optional<BenchRunner> runner;
  if (!command.remote.url.empty()) {
    Result<BenchRunner> made = BenchRunner::make(command.remote, command.deadlineMs);
    if (!made)
      return refuse(made.problem(), exitUsage);
    runner.emplace(std::move(*made));
  } else if (!command.saveBaseline.empty() || command.isFresh) {
    return refuse(makeProblem(ProblemCode::badRequest,
                              "`--save-baseline` and `--fresh` are about what a runner keeps: `--runner` names it"),
                  exitUsage);
  }
  catchInterrupt();
  Result<BenchPlan> plan = makePlan(command, runner ? &*runner : nullptr);
  if (!plan) {
    bool isThere = plan.problem().code == ProblemCode::badRequest ||
                   (plan.problem().code == ProblemCode::unknownDevice && !command.device.starts_with("cuda"));
    return refuse(plan.problem(), isThere ? exitUsage : exitInfrastructure);
  }
  std::optional<Baseline> baseline;
  if (bench::isPeer(command.baseline)) {
    if (Status status = bench::checkPeer(command.baseline); !status)
      return refuse(status.problem(), exitUsage);
    if (plan->means != Means::gpu)
      return refuse(makeProblem(ProblemCode::unavailable, "`--baseline " + command.baseline +
                                                              "` times the library's calls on a GPU, but `" +
                                                              plan->device + "` is none"),
                    command.device == "auto" ? exitInfrastructure : exitUsage);
    baseline.emplace(Baseline::ofPeer(command.baseline));
  }
  if (!baseline && runner && isBaselineName(command.baseline)) {
    Result<std::vector<BenchPoint>> kept = runner->readBaseline(command.baseline, command.source.file);
    if (!kept)
      return refuse(kept.problem(),
                    kept.problem().code == ProblemCode::notFound ? exitUsage : exitCodeOf(kept.problem()));
    baseline.emplace(Baseline::ofPoints(std::move(*kept)));
  } else if (!baseline && !command.baseline.empty()) {
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
  std::unique_ptr<LoadedProgram> whole;
  if (command.sweeps.empty() && !command.isWhole) {
    BenchmarkEvaluation evaluation;
    if (int code = loadBench(command.source, {}, /*isBaseline=*/false, whole, &evaluation); code != exitOk) {
      if (whole)
        log.add(whole->program->diagnostics().vec(), whole->name);
      return code;
    }
    report.declared = std::move(evaluation.declared);
  }
  if (report.declared.empty() && !command.benchmarks.empty())
    return refuse(makeProblem(ProblemCode::badRequest,
                              "`" + command.source.file + "` declares no benchmark, but `--benchmark` names one"),
                  exitUsage);
  if (!report.declared.empty()) {
    if (command.source.file == "-")
      return refuse(makeProblem(ProblemCode::badRequest,
                                "standard input is read once, and benchmarks are evaluated point by point: give a "
                                "file, or run the program itself with `--whole`"),
                    exitUsage);
    whole.reset();
    Result<std::vector<PlannedPoint>> points = listPoints(report.declared, command.benchmarks);
    if (!points)
      return refuse(points.problem(), exitUsage);
    plan->points = std::move(*points);
  }
  std::vector<Verdict> verdicts;
  Measuring measuring(command, *plan, baseline ? &*baseline : nullptr, runner ? &*runner : nullptr, log);
  for (const PlannedPoint &planned : plan->points) {
    int code = measuring.run(planned, report.points.emplace_back(), std::move(whole));
    if (code != exitOk)
      return code;
    verdicts.push_back(report.points.back().verdict);
  }
  report.verdict = bench::getWorst(verdicts);
  bool hasNothing = llvm::all_of(report.points, [](const BenchPoint &point) { return point.costs.kernels.empty(); });
  if (!report.declared.empty() && hasNothing && report.verdict == Verdict::same)
    report.verdict = Verdict::inconclusive;
  addVerdicts(log, report);
  if (command.source.json)
    printJson(toJson(report));
  else
    print(command.github ? toGithubCommands(report) + toText(report) : toText(report));
  flushOutput();
  if (Status status = writeForms(command, report); !status)
    return refuse(status.problem(), status.problem().code == ProblemCode::badRequest ? exitUsage : exitInfrastructure);
  if (!command.saveBaseline.empty())
    if (Status status = runner->saveBaseline(command.saveBaseline, report); !status)
      return refuse(status.problem(), exitCodeOf(status.problem()));
  return measuring.isBroken() ? exitCompileError : toExitCode(report.verdict);
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
  sub->add_option("--benchmark", command->benchmarks,
                  "only this one of those that the file declares (`plot_name`); may be given several times")
      ->expected(1)
      ->take_all();
  sub->add_flag("--whole", command->isWhole, "run the program itself, whatever benchmarks it declares; so does --sweep")
      ->excludes(sub->get_option("--benchmark"));
  sub->add_option("--kernel", command->kernels, "only this kernel; may be given several times")
      ->expected(1)
      ->take_all();
  sub->add_option(
      "--baseline", command->baseline,
      "compare with another FILE.py, with the same file at git:COMMIT, with what `--save` wrote (FILE.json), or with "
      "what `--save-baseline` keeps at the runner (NAME), or with cublas or cudnn: the library's call of the same "
      "product or attention, on a GPU");
  command->remote.addTo(*sub, /*required=*/false);
  sub->get_option("--runner")->envname(""); // measuring elsewhere is said where it is done
  sub->add_option("--save-baseline", command->saveBaseline, "keep the measurements at the runner by this name")
      ->check([](const std::string &text) {
        return isBaselineName(text) ? "" : "takes letters, digits and `_.-`, and no name of a file or a library";
      });
  sub->add_option("--deadline-ms", command->deadlineMs, "a point at the runner is stopped after this many milliseconds")
      ->check(CLI::PositiveNumber)
      ->capture_default_str();
  sub->add_flag("--fresh", command->isFresh, "measure again what the runner has the counts of already");
  sub->add_flag("--graphs", command->usesGraphs,
                "on a GPU: time many launches in one CUDA graph, for kernels that take no longer than their launch");
  sub->add_flag("--counters", command->readsCounters,
                "on a GPU: read its counters in one more run (CUPTI): memory, tensor cores, issue slots, warps, bank "
                "conflicts");
  sub->add_flag("--lock-clocks", command->locksClocks, "on a GPU: ask for clocks that stay as they are meanwhile");
  sub->add_option("--check", command->check, "race: on the emulator, races are wrong; none: they are not looked for")
      ->check(CLI::IsMember({"race", "none"}))
      ->capture_default_str();
  command->time.addCardTo(*sub, "on the emulator: simulate how long the kernels would take on a card, by the order of "
                                "their machine code, of a stand-in where there is no ptxas");
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
  file("--svg", command->svg, "draw the sweep, or the benchmarks");
  file("--metric", command->metric,
       "what `--svg` draws: predicted, simulated, time, instructions, global, ..; of a declared benchmark GB/s, "
       "TFLOP/s and "
       "roofline, too (default: the first; what the function returns, where it has times)");
  sub->get_option("--metric")->needs(sub->get_option("--svg"));
  file("--junit", command->junit, "write JUnit's XML");
  file("--gitlab", command->gitlab, "write a code quality report for GitLab");
  file("--markdown", command->markdown, "write the table that `--github` puts into the job's summary");
  addSarifOption(*sub, command->sarif);
  sub->add_flag("--github", command->github,
                "print GitHub's annotations, and append a table to $GITHUB_STEP_SUMMARY where that is set")
      ->group("Outputs");
}
