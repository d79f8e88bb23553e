// SPDX-License-Identifier: Apache-2.0
// `tessera run`: the program's own output on stdout, what is wrong with it on stderr.
#include "runner/cli/Command.h"
#include "runner/cli/CompareTrace.h"
#include "runner/cli/Sarif.h"
#include "runner/cli/Source.h"
#include "runner/cli/Terminal.h"
#include "runner/cli/TimeOptions.h"
#include "runner/device/Cores.h"
#include "runner/device/PredictProgram.h"
#include "runner/device/RunOnDevice.h"
#include "shared/protocol/Json.h"
#include <filesystem>

using namespace tessera;
using namespace tessera::runner;
using namespace tessera::runner::cli;
namespace fs = std::filesystem;

namespace {
struct RunCommand {
  SourceOptions source;
  std::string device = "interpreter", outputDir;
  std::string check, schedules = "1", timeline, sarif;
  uint64_t seed = 0;
  int64_t repetitions = 1;
  bool verbose = false, compares = false;
  TimeOptions time;
  std::string comparedTrace, overlay;
};

/// How the kernels' schedules are chosen, once the command line is understood.
struct Scheduling {
  uint64_t count = 1;
  bool exhaustive = false;
};
} // namespace

/// At most so many schedules of a kernel are run where all are asked for.
static constexpr uint64_t exhaustiveLimit = 100'000;

static Result<Scheduling> readSchedules(const RunCommand &command) {
  if (command.schedules == "exhaustive") {
    if (command.device != "interpreter")
      return makeProblem(ProblemCode::badRequest,
                         "`--schedules` is `exhaustive`, which the interpreter alone can do; the device is `" +
                             command.device + "`, which draws schedules from a seed: expected a number");
    return Scheduling{exhaustiveLimit, true};
  }
  Scheduling scheduling;
  if (llvm::StringRef(command.schedules).getAsInteger(10, scheduling.count) || scheduling.count == 0 ||
      scheduling.count > 1'000'000)
    return makeProblem(ProblemCode::badRequest, "`--schedules` is `" + command.schedules +
                                                    "`, expected a number from 1 to 1000000, or `exhaustive`");
  return scheduling;
}

/// A GPU chooses its schedule by itself and tells nobody; the emulator alone has what a time is predicted from.
static std::optional<Problem> findUnfit(const RunCommand &command, const Device &device) {
  if (command.time.tellsTime && device.info().kind != "emulator")
    return makeProblem(ProblemCode::badRequest,
                       "`--time` predicts what `--device emulator` executes, but the device is `" + device.info().id +
                           "`" + (device.info().kind == "cuda" ? "; `tessera bench` measures there" : ""));
  if (device.info().kind != "cuda")
    return std::nullopt;
  auto refuse = [&](const char *option, const char *what) {
    return makeProblem(ProblemCode::badRequest, std::string("`") + option + "` " + what +
                                                    " on `interpreter` and `emulator`, but the device is `" +
                                                    device.info().id + "`");
  };
  if (!command.check.empty() && command.check != "none")
    return refuse("--check", "works");
  if (command.seed || command.schedules != "1")
    return refuse(command.seed ? "--seed" : "--schedules", "chooses schedules");
  return command.timeline.empty() ? std::nullopt : std::optional(refuse("--timeline", "is made"));
}

/// The program chose these names, so they stay below `directory`.
static Status writeFiles(const std::map<std::string, std::string> &files, const std::string &directory) {
  for (const auto &[name, text] : files) {
    fs::path relative = fs::path(name).lexically_normal();
    if (relative.empty() || relative.is_absolute() || *relative.begin() == ".." || !relative.has_filename())
      return makeProblem(ProblemCode::unavailable, "the program writes `" + name + "`, which is not below `" +
                                                       directory + "`; it is not written");
    fs::path path = fs::path(directory) / relative;
    std::error_code error;
    fs::create_directories(path.parent_path(), error);
    if (error)
      return makeProblem(ProblemCode::unavailable,
                         "can't create `" + path.parent_path().string() + "`: " + error.message());
    if (Status status = writeOutput(path.string(), text); !status)
      return status;
  }
  return Done();
}

static interpreter::WarpgroupRunOptions makeWarpgroupOptions(const RunCommand &command, const Scheduling &scheduling) {
  interpreter::WarpgroupRunOptions options;
  options.seed = command.seed;
  options.schedules = scheduling.count;
  options.exhaustive = scheduling.exhaustive;
  options.checksRaces = command.check != "none";
  options.tracesTimeline = !command.timeline.empty();
  return options;
}

static DeviceSettings makeDeviceSettings(const RunCommand &command, const Scheduling &scheduling) {
  DeviceSettings settings;
  settings.repetitions = command.repetitions;
  settings.seed = command.seed;
  settings.schedules = scheduling.count;
  settings.checksRaces = command.check == "race";
  settings.tracesTimeline = !command.timeline.empty();
  settings.isCancelled = isInterrupted;
  settings.skipsValues = command.time.skipsValues;
  if (command.time.tellsTime)
    settings.predict = makePredictor(command.time.question);
  return settings;
}

static interpreter::RunOptions makeRunOptions(const RunCommand &command, const Scheduling &scheduling) {
  interpreter::RunOptions options;
  options.shareWork = shareAmongCores;
  options.warpgroups = makeWarpgroupOptions(command, scheduling);
  options.isCancelled = isInterrupted;
  options.comparesDevice = command.compares;
  if (!command.source.json)
    options.onOutput = [](llvm::StringRef text) {
      clearProgress();
      print(text);
      flushOutput();
    };
  options.onProgress = [](llvm::StringRef kernel, int64_t done, int64_t total) {
    if (done < total)
      showProgress((kernel + ": program " + llvm::Twine(done) + " of " + llvm::Twine(total)).str());
    else
      clearProgress();
  };
  return options;
}

static void sayWhatRan(const LoadedProgram &loaded, const Device &device, const interpreter::RunResult &result) {
  char text[256];
  std::snprintf(text, sizeof text, "compiled in %.1f ms; ran %zu launch%s in %.1f ms on ", loaded.milliseconds,
                result.launches.size(), result.launches.size() == 1 ? "" : "es", result.milliseconds);
  std::fprintf(stderr, "%s%s\n", text, device.info().name.c_str());
}

/// Warnings always. Remarks tell how the kernels compile for a GPU: who only wants the numbers here is told that there
/// are some; plans, which every kernel has, are for those who ask.
static void printAdvice(const RunCommand &command, const LoadedProgram &loaded, const Device &device) {
  llvm::SmallVector<Diagnostic> shown;
  size_t remarks = 0;
  for (const Diagnostic &diagnostic : loaded.program->diagnostics()) {
    bool isPlan = diagnostic.id == DiagnosticId::schedulePlan;
    bool hide =
        diagnostic.severity == Severity::remark && !command.verbose && (isPlan || device.info().kind == "interpreter");
    remarks += hide && !isPlan;
    if (!hide)
      shown.push_back(diagnostic);
  }
  loaded.print(shown);
  if (remarks)
    std::fprintf(stderr, "%zu remark%s on how the kernels compile for %s: `--verbose` shows %s\n", remarks,
                 remarks == 1 ? "" : "s", loaded.program->target().str().c_str(), remarks == 1 ? "it" : "them");
}

/// Of the launches, in their order.
static std::vector<PredictedLaunch> listPredictions(const Device &device, const interpreter::RunResult &result) {
  std::vector<PredictedLaunch> predictions;
  std::vector<LaunchObservation> seen = device.observations();
  for (size_t i = 0; i < std::min(seen.size(), result.launches.size()); ++i)
    if (seen[i].time)
      predictions.push_back({result.launches[i].kernel, seen[i].time->toJson().getNumber("microseconds").value_or(0)});
  return predictions;
}

/// Beside a GPU's trace, where one is given: into `json`, or as lines.
static Status compareWithTrace(const RunCommand &command, llvm::ArrayRef<TracedEvent> events,
                               llvm::ArrayRef<PredictedLaunch> predictions, llvm::json::Object &json) {
  std::vector<KernelComparison> compared = compareTrace(events, predictions);
  if (command.source.json)
    json["traceComparison"] = cli::toJson(compared);
  else
    std::fputs(cli::describe(compared, command.comparedTrace).c_str(), stderr);
  return command.overlay.empty() ? Status(Done())
                                 : writeOutput(command.overlay, toOverlay(compared, command.comparedTrace));
}

/// What a model predicts each launch to take, where that was asked for.
static void printTimes(const Device &device) {
  flushOutput();
  for (const LaunchObservation &observation : device.observations())
    if (observation.time)
      std::fputs(observation.time->describe().c_str(), stderr);
}

static int conclude(const RunCommand &command, const interpreter::RunResult &result) {
  if (!command.outputDir.empty()) {
    if (Status status = writeFiles(result.files, command.outputDir); !status) {
      complain(status.problem());
      return exitInfrastructure;
    }
  } else if (!result.files.empty() && !command.source.json) {
    std::fprintf(stderr, "the program wrote %zu file%s; `--output-dir DIR` keeps them\n", result.files.size(),
                 result.files.size() == 1 ? "" : "s");
  }
  if (isInterrupted())
    return exitInterrupted;
  if (result.ok)
    return exitOk;
  // A launch that the device failed is the program's result, not the machine's: 4, unless it is a bug of ours.
  return exitCodeOf(result.diagnostics, exitWrongResult) == exitBug ? exitBug : exitWrongResult;
}

/// A program that does not compile: what it did before the error that ended it, then that error.
static int runRefused(const RunCommand &command, const Scheduling &scheduling, LoadedProgram &loaded, SarifLog &log) {
  catchInterrupt();
  interpreter::RunResult result = loaded.program->run(makeRunOptions(command, scheduling));
  clearProgress();
  log.add(result.diagnostics, loaded.name);
  if (command.source.json)
    printJson(tessera::toJson(result));
  else
    loaded.print(result.diagnostics);
  if (!command.outputDir.empty())
    if (Status status = writeFiles(result.files, command.outputDir); !status) {
      complain(status.problem());
      return exitInfrastructure;
    }
  return isInterrupted() ? exitInterrupted : exitCodeOf(result.diagnostics, exitCompileError);
}

static int run(const RunCommand &command, SarifLog &log) {
  Result<Scheduling> scheduling = readSchedules(command);
  if (!scheduling) {
    complain(scheduling.problem());
    return exitUsage;
  }
  Result<LoadedProgram> loaded = loadProgram(command.source);
  if (!loaded) {
    complain(loaded.problem());
    return exitUsage;
  }
  for (const Diagnostic &diagnostic : loaded->program->diagnostics())
    if (diagnostic.severity != Severity::remark)
      log.add(diagnostic, loaded->name);
  if (!loaded->program->ok())
    return runRefused(command, *scheduling, *loaded, log);
  std::string error;
  std::unique_ptr<Device> device = openDevice(command.device, error);
  if (!device) {
    complain(error);
    return command.device.starts_with("cuda") ? exitInfrastructure : exitUsage;
  }
  if (std::optional<Problem> unfit = findUnfit(command, *device)) {
    complain(*unfit);
    return exitUsage;
  }
  std::vector<TracedEvent> traced;
  if (!command.comparedTrace.empty()) {
    Result<std::string> text = readTraceFile(command.comparedTrace);
    Result<std::vector<TracedEvent>> read = text ? readTraceEvents(*text) : text.problem();
    if (!read) {
      complain(read.problem());
      return exitUsage;
    }
    traced = std::move(*read);
  }
  if (!command.source.json)
    printAdvice(command, *loaded, *device);
  catchInterrupt();
  DeviceRun run = runOnDevice(*loaded->program, *device, makeDeviceSettings(command, *scheduling),
                              makeRunOptions(command, *scheduling));
  clearProgress();
  log.add(run.result.diagnostics, loaded->name);
  if (!command.timeline.empty())
    if (Status status = writeTimelines(command.timeline, run.json); !status) {
      complain(status.problem());
      return exitInfrastructure;
    }
  if (!command.source.json) {
    loaded->print(run.result.diagnostics);
    printTimes(*device);
  }
  if (!command.comparedTrace.empty())
    if (Status status = compareWithTrace(command, traced, listPredictions(*device, run.result), run.json); !status) {
      complain(status.problem());
      return exitInfrastructure;
    }
  if (command.source.json)
    printJson(std::move(run.json));
  if (command.verbose)
    sayWhatRan(*loaded, *device, run.result);
  return conclude(command, run.result);
}

static int run(const RunCommand &command) {
  SarifLog log;
  int code = run(command, log);
  return finishSarif(command.sarif, log, code);
}

void cli::addRun(CLI::App &app, int &exitCode) {
  auto command = std::make_shared<RunCommand>();
  CLI::App *sub =
      addCommand(app, "run", "compile a program and run it here", exitCode, [command] { return run(*command); });
  command->source.addTo(*sub, "a Python file, or an artifact");
  sub->add_option("--device", command->device, "where launches run: interpreter, emulator, cuda, cuda:N, or auto")
      ->capture_default_str();
  sub->add_option("--output-dir", command->outputDir, "write the files that the program writes below this folder");
  sub->add_option("--repetitions", command->repetitions, "timed runs of each launch, on a device that times")
      ->check(CLI::Range(int64_t(1), int64_t(10000)))
      ->capture_default_str();
  sub->add_option("--check", command->check,
                  "race: report accesses that nothing orders (the interpreter does so for kernels of warpgroups "
                  "anyway); none: don't")
      ->check(CLI::IsMember({"race", "none"}));
  sub->add_flag("--compare", command->compares,
                "with another device than the interpreter: each launch runs in both, what differs is an error, and the "
                "program goes on with the interpreter's numbers");
  sub->add_option("--seed", command->seed,
                  "the schedule of kernels of warpgroups and of programs that wait, on the emulator of all kernels; 0 "
                  "(the default) takes turns");
  sub->add_option("--schedules,--seeds", command->schedules,
                  "run each launch under this many schedules, from `--seed` on; `exhaustive`: under every one of a "
                  "small kernel of warpgroups")
      ->capture_default_str();
  sub->add_option("--timeline", command->timeline,
                  "write who did what when as JSON (shared/protocol), of each launch under its first schedule; with "
                  "`--time` in predicted nanoseconds");
  command->time.addTo(*sub,
                      "with `--device emulator`: predict by a model what each launch takes on a card, what limits "
                      "it and where warps stand; never a measurement");
  CLI::Option *compared =
      sub->add_option(
             "--compare-trace", command->comparedTrace,
             "with `--time`: a trace from a GPU in Chrome's format, as Proton, JAX's or PyTorch's profiler writes "
             "it (.json, .json.gz): what each kernel took there beside what is predicted")
          ->type_name("FILE")
          ->needs("--time");
  sub->add_option("--overlay", command->overlay,
                  "with `--compare-trace`: write both as one Chrome trace, measured and predicted one below the other")
      ->type_name("FILE")
      ->needs(compared);
  addSarifOption(*sub, command->sarif);
  sub->add_flag("-v,--verbose", command->verbose, "say on standard error what took how long, and where; show remarks");
}
