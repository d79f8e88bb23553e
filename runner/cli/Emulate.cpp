// SPDX-License-Identifier: Apache-2.0
// `tessera emulate`: one kernel of a PTX file, run thread by thread on this CPU, under one schedule or many. What the
// kernel prints goes to stdout, what is wrong with it to stderr. Steps of an emulator are no time; `--time` tells what
// a model of a card makes of the launch, and calls it a prediction.
#include "runner/cli/Command.h"
#include "runner/cli/EmulateArguments.h"
#include "runner/cli/EmulateEntries.h"
#include "runner/cli/EmulateMachineCode.h"
#include "runner/cli/EmulateSources.h"
#include "runner/cli/Npy.h"
#include "runner/cli/Source.h"
#include "runner/cli/Terminal.h"
#include "runner/cli/TimeOptions.h"
#include "runner/device/AssembleMap.h"
#include "runner/device/Findings.h"
#include "runner/emulator/ptx/Parser.h"
#include "runner/emulator/trace/TraceJson.h"
#include <CLI/Option.hpp>
#include <set>

using namespace tessera;
using namespace tessera::runner;
using namespace tessera::runner::cli;

namespace {

struct EmulateCommand {
  std::string file, entry, trace, chromeTrace;
  std::string grid = "1", block = "1", cluster;
  uint32_t sharedBytes = 0;
  std::vector<std::string> arguments, saves, expectations;
  uint64_t seed = 0, schedules = 1, limit = 20'000'000'000;
  std::string check;
  bool allowsUninitialized = false, list = false, json = false;
  bool showsMachineCode = false;
  std::string machineMap, savedMap;
  TimeOptions time;
};

/// What the command line asks for, once it is understood.
struct Plan {
  const EmulateCommand &command;
  emulator::LaunchShape shape;
  std::unique_ptr<emulator::Program> program;
  const emulator::Function *entry = nullptr;
  std::vector<EmulateArgument> arguments;
  std::vector<std::pair<size_t, std::string>> saves;
  std::vector<Expectation> expectations;
  std::unique_ptr<LaunchPredictor> time; // null: it is not asked for
};

struct Outcome {
  uint64_t seedsRun = 0, seedsFailed = 0, threadInstructions = 0;
  std::set<size_t> wrongArguments;
  Findings findings;
  std::string output;                  // of the first seed
  llvm::json::Array seeds, comparisons;
};

// --- what the file has

std::string describeSizes(const char *name, const uint32_t (&d)[3]) {
  if (d[0] == 0)
    return "";
  return std::string("  ") + name + " " + std::to_string(d[0]) + "," + std::to_string(std::max(1u, d[1])) + "," + std::to_string(std::max(1u, d[2])) + "\n";
}

int printEntries(const EmulateCommand &command, const emulator::Program &program) {
  if (command.json)
    printJson(llvm::json::Object{{"entries", listEntries(program)}});
  for (const emulator::Function &function : program.functions) {
    if (!function.isEntry || command.json)
      continue;
    print(function.name + "\n");
    for (size_t i = 0; i < function.parameters.size(); ++i)
      print("  " + std::to_string(i) + ": " + describe(function.parameters[i]) + "\n");
    print(describeSizes("threads:", function.syntax->requiredThreads) + describeSizes("at most threads:", function.syntax->maximalThreads) +
          describeSizes("cluster:", function.syntax->requiredCluster));
  }
  flushOutput();
  return exitOk;
}

Result<const emulator::Function *> chooseEntry(const EmulateCommand &command, const emulator::Program &program) {
  const emulator::Function *only = nullptr;
  std::string names;
  size_t count = 0;
  for (const emulator::Function &function : program.functions) {
    if (!function.isEntry)
      continue;
    if (function.name == command.entry)
      return &function;
    only = &function;
    ++count;
    names += (names.empty() ? "`" : ", `") + function.name + "`";
  }
  if (count == 0)
    return makeProblem(ProblemCode::badRequest, "`" + command.file + "` has no kernel (`.entry`)");
  if (!command.entry.empty())
    return makeProblem(ProblemCode::badRequest, "there is no kernel `" + command.entry + "`, but " + names);
  if (count > 1)
    return makeProblem(ProblemCode::badRequest, "`--entry` is needed, one of " + names);
  return only;
}

/// `X`, `X,Y` or `X,Y,Z`; those that are not there are `rest`.
Status readSizes(const char *option, llvm::StringRef text, uint32_t rest, uint32_t (&sizes)[3]) {
  llvm::SmallVector<llvm::StringRef> parts;
  text.split(parts, ',');
  for (size_t d = 0; d < 3; ++d)
    if (sizes[d] = rest; parts.size() > 3 || (d < parts.size() && (parts[d].trim().getAsInteger(10, sizes[d]) || sizes[d] == 0)))
      return makeProblem(ProblemCode::badRequest, "`" + std::string(option) + "` is `" + text.str() + "`, expected X,Y,Z, each 1 or more");
  return Done();
}

Status readShape(Plan &plan) {
  const EmulateCommand &command = plan.command;
  plan.shape.dynamicShared = command.sharedBytes;
  if (Status status = readSizes("--grid", command.grid, 1, plan.shape.grid); !status)
    return status;
  if (Status status = readSizes("--block", command.block, 1, plan.shape.block); !status)
    return status;
  return command.cluster.empty() ? Status(Done()) : readSizes("--cluster", command.cluster, 1, plan.shape.cluster);
}

Status readArguments(Plan &plan) {
  for (const std::string &text : plan.command.arguments) {
    Result<EmulateArgument> argument = parseArgument(text, plan.arguments);
    if (!argument)
      return argument.problem();
    plan.arguments.push_back(std::move(*argument));
  }
  for (const std::string &text : plan.command.saves) {
    Result<std::pair<size_t, std::string>> save = parseSave(text, plan.arguments);
    if (!save)
      return save.problem();
    plan.saves.push_back(*save);
  }
  for (const std::string &text : plan.command.expectations) {
    Result<Expectation> expectation = parseExpectation(text, plan.arguments);
    if (!expectation)
      return expectation.problem();
    plan.expectations.push_back(std::move(*expectation));
  }
  return Done();
}

// --- runs

SourceRange toRange(const Plan &plan, emulator::ptx::Place place) { return emulator::ptx::toRange(plan.program->module, place); }

emulator::RunOptions makeOptions(const EmulateCommand &command, uint64_t seed, bool isFirst, emulator::Trace *trace, Outcome &outcome) {
  emulator::RunOptions options;
  options.seed = seed;
  options.checksRaces = command.check == "race";
  options.checksInitialization = !command.allowsUninitialized;
  options.instructionLimit = command.limit;
  options.trace = trace;
  options.isCancelled = isInterrupted;
  if (isFirst)
    options.print = [&command, &outcome](std::string_view text) {
      if (command.json)
        outcome.output += text;
      else
        print(llvm::StringRef(text));
    };
  return options;
}

/// True when all that is expected is there; each argument is told of once.
bool checkExpectations(const Plan &plan, const PlacedArguments &placed, uint64_t seed, Outcome &outcome, DiagnosticSink &sink) {
  bool allEqual = true;
  for (const Expectation &expectation : plan.expectations) {
    numerics::Array got = placed.read(expectation.argument, plan.arguments);
    Comparison comparison = compare(got, expectation);
    llvm::json::Object object{{"argument", static_cast<int64_t>(expectation.argument)},
                              {"seed", static_cast<int64_t>(seed)},
                              {"elements", got.size()},
                              {"different", comparison.different}};
    if (comparison.different) {
      std::string first = describeElement(got, expectation.wanted, comparison.first);
      char furthest[96];
      std::snprintf(furthest, sizeof furthest, "largest difference %.6g, relative %.6g", comparison.maxAbsolute, comparison.maxRelative);
      object["first"] = first;
      object["maxAbsolute"] = comparison.maxAbsolute;
      object["maxRelative"] = comparison.maxRelative;
      allEqual = false;
      if (outcome.wrongArguments.insert(expectation.argument).second)
        sink.report(DiagnosticId::resultDiffers, toRange(plan, plan.entry->syntax->place),
                    "argument " + std::to_string(expectation.argument) + ": " + std::to_string(comparison.different) + " of " +
                        std::to_string(got.size()) + " elements differ, first " + first + "; " + furthest);
    }
    outcome.comparisons.push_back(std::move(object));
  }
  return allEqual;
}

Status saveResults(const Plan &plan, const PlacedArguments &placed) {
  for (const auto &[argument, file] : plan.saves)
    if (Status status = writeOutput(file, writeNpy(placed.read(argument, plan.arguments))); !status)
      return status;
  return Done();
}

Status saveTraces(const EmulateCommand &command, const emulator::Trace &trace) {
  if (!command.trace.empty())
    if (Status status = writeOutput(command.trace, emulator::toTimelineJson(trace)); !status)
      return status;
  if (!command.chromeTrace.empty())
    return writeOutput(command.chromeTrace, emulator::toChromeTrace(trace));
  return Done();
}

/// One run under the schedule of `seed`, on memory of its own. Files are those of the first.
Status runSeed(const Plan &plan, uint64_t seed, bool isFirst, Outcome &outcome) {
  const EmulateCommand &command = plan.command;
  emulator::GlobalMemory memory;
  emulator::placeVariables(*plan.program, memory);
  PlacedArguments placed(plan.arguments, *plan.entry, memory);
  emulator::Trace trace;
  bool traces = isFirst && (!command.trace.empty() || !command.chromeTrace.empty());
  if (traces && plan.time)
    plan.time->keepTimeline({});
  DiagnosticSink sink;
  emulator::RunOptions options = makeOptions(command, seed, isFirst, traces && !plan.time ? &trace : nullptr, outcome);
  options.skipsValues = plan.command.time.skipsValues;
  if (isFirst && plan.time) {
    plan.time->adapt(plan.shape, options);
    options.observer = plan.time->observer();
  }
  emulator::RunResult result =
      emulator::launch(*plan.program, *plan.entry, plan.shape, placed.parameters(), memory, options, sink);
  bool isRight = result.ok && !sink.hasErrors() && checkExpectations(plan, placed, seed, outcome, sink);
  outcome.findings.add(sink.takeSorted(), seed, command.schedules > 1);
  ++outcome.seedsRun;
  outcome.seedsFailed += !isRight;
  outcome.threadInstructions += result.threadInstructions;
  outcome.seeds.push_back(llvm::json::Object{{"seed", static_cast<int64_t>(seed)},
                                             {"ok", isRight},
                                             {"threadInstructions", static_cast<int64_t>(result.threadInstructions)},
                                             {"warpInstructions", static_cast<int64_t>(result.warpInstructions)}});
  if (!isFirst)
    return Done();
  if (plan.time && result.ok)
    if (Status status = plan.time->finish(plan.shape); !status)
      return status;
  if (traces && (!plan.time || plan.time->getTimeline()))
    if (Status status = saveTraces(command, plan.time ? *plan.time->getTimeline() : trace); !status)
      return status;
  return result.ok ? saveResults(plan, placed) : Status(Done());
}

std::string countOf(uint64_t count, const char *word) { return std::to_string(count) + " " + word + (count == 1 ? "" : "s"); }

void summarize(const Plan &plan, const Outcome &outcome) {
  std::string text = countOf(outcome.threadInstructions, "thread instruction") + ", " + countOf(outcome.seedsRun, "schedule");
  if (outcome.seedsFailed)
    text += ", " + std::to_string(outcome.seedsFailed) + " of them failed";
  text += ", " + countOf(outcome.findings.errors, "error");
  if (outcome.findings.warnings)
    text += ", " + countOf(outcome.findings.warnings, "warning");
  if (!plan.expectations.empty() && outcome.seedsFailed == 0)
    text += ", all results as expected";
  if (plan.command.check == "race")
    text += outcome.findings.errors ? "" : ", no race seen";
  std::fprintf(stderr, "`%s`: %s\n", plan.entry->name.c_str(), text.c_str());
}

int conclude(const Plan &plan, Outcome &outcome, EmulateSources &sources) {
  bool failed = outcome.findings.errors || outcome.seedsFailed;
  int code = failed ? exitCodeOf(outcome.findings.diagnostics, exitWrongResult) : static_cast<int>(exitOk);
  if (plan.command.json) {
    llvm::json::Object answer{{"ok", !failed},
                              {"entry", plan.entry->name},
                              {"threadInstructions", static_cast<int64_t>(outcome.threadInstructions)},
                              {"seeds", std::move(outcome.seeds)},
                              {"comparisons", std::move(outcome.comparisons)},
                              {"output", llvm::json::fixUTF8(outcome.output)},
                              {"diagnostics", cli::toJson(outcome.findings.diagnostics)}};
    if (plan.time && plan.time->isPredicted())
      answer["time"] = plan.time->toJson();
    printJson(std::move(answer));
    flushOutput();
  } else {
    for (const Diagnostic &diagnostic : outcome.findings.diagnostics)
      sources.print(diagnostic);
    summarize(plan, outcome);
    if (plan.time && plan.time->isPredicted())
      std::fputs(plan.time->describe().c_str(), stderr);
  }
  return isInterrupted() ? exitInterrupted : code;
}

int refuse(const EmulateCommand &command, const std::vector<Diagnostic> &diagnostics, EmulateSources &sources) {
  if (command.json) {
    printJson(llvm::json::Object{{"ok", false}, {"diagnostics", cli::toJson(diagnostics)}});
    flushOutput();
  }
  for (const Diagnostic &diagnostic : diagnostics)
    if (!command.json)
      sources.print(diagnostic);
  return exitCodeOf(diagnostics, exitCompileError);
}

int complainOf(const Problem &problem) {
  complain(problem);
  return exitCodeOf(problem);
}

/// The machine code of the file's kernels, or of the one that is asked for. Nothing is run.
int showMachineCode(const EmulateCommand &command, const emulator::Program &program, EmulateSources &sources) {
  if (!command.entry.empty())
    if (Result<const emulator::Function *> entry = chooseEntry(command, program); !entry)
      return complainOf(entry.problem());
  DiagnosticSink sink;
  Result<std::optional<emulator::MachineMap>> map =
      takeMachineMap({command.entry, command.machineMap, command.savedMap}, program.module, sink);
  if (!map)
    return complainOf(map.problem());
  if (!*map)
    return refuse(command, sink.takeSorted(), sources);
  llvm::json::Array kernels;
  for (const emulator::MachineKernel &kernel : (*map)->kernels) {
    if (!command.entry.empty() && kernel.name != command.entry)
      continue;
    if (command.json)
      kernels.push_back(toJson(program.module, **map, kernel));
    else if (command.showsMachineCode)
      print(listMachineCode(program.module, **map, kernel));
  }
  if (command.json)
    printJson(llvm::json::Object{{"ok", true}, {"kernels", std::move(kernels)}});
  flushOutput();
  return exitOk;
}

/// Makes what watches the launch for its time. An exit code where it can't be told.
std::optional<int> prepareTime(Plan &plan, EmulateSources &sources) {
  const EmulateCommand &command = plan.command;
  DiagnosticSink sink;
  Result<std::optional<emulator::MachineMap>> map = std::optional<emulator::MachineMap>();
  if (!command.machineMap.empty())
    map = takeMachineMap({plan.entry->name, command.machineMap, ""}, plan.program->module, sink);
  else if (auto made = findOrder(plan.program->module, command.time.question.usesStandIn, sink); mlir::succeeded(made))
    *map = std::move(*made);
  if (!map)
    return complainOf(map.problem());
  if (!*map)
    return refuse(command, sink.takeSorted(), sources);
  Result<std::unique_ptr<LaunchPredictor>> time =
      LaunchPredictor::make(*plan.program, *plan.entry, command.time.question,
                            std::make_shared<const emulator::MachineMap>(std::move(**map)));
  if (!time)
    return complainOf(time.problem());
  plan.time = std::move(*time);
  return std::nullopt;
}

int run(const EmulateCommand &command) {
  Result<std::string> text = readInput(command.file);
  if (!text)
    return complainOf(text.problem());
  std::string name = command.file == "-" ? "<stdin>" : command.file;
  EmulateSources sources(name, *text);
  DiagnosticSink sink;
  Plan plan{command, {}, emulator::load(*text, name, sink), nullptr, {}, {}, {}, nullptr};
  if (!plan.program)
    return refuse(command, sink.takeSorted(), sources);
  if (command.list)
    return printEntries(command, *plan.program);
  if (!command.machineMap.empty() && !command.showsMachineCode && !command.time.tellsTime)
    return complainOf(makeProblem(ProblemCode::badRequest, "`--machine-map` goes with `--machine-code` or `--time`"));
  if (command.showsMachineCode || !command.savedMap.empty())
    return showMachineCode(command, *plan.program, sources);
  Result<const emulator::Function *> entry = chooseEntry(command, *plan.program);
  if (!entry)
    return complainOf(entry.problem());
  plan.entry = *entry;
  if (Status status = readShape(plan); !status)
    return complainOf(status.problem());
  if (Status status = readArguments(plan); !status)
    return complainOf(status.problem());
  if (Status status = checkArguments(plan.arguments, *plan.entry); !status) {
    refuse(command, {describeMismatch(status.problem(), plan.arguments, *plan.program, *plan.entry)}, sources);
    return exitUsage;
  }
  if (command.time.tellsTime)
    if (std::optional<int> code = prepareTime(plan, sources))
      return *code;
  catchInterrupt();
  Outcome outcome;
  for (uint64_t i = 0; i < command.schedules && !isInterrupted(); ++i)
    if (Status status = runSeed(plan, command.seed + i, i == 0, outcome); !status)
      return complainOf(status.problem());
  if (!command.json)
    flushOutput();
  return conclude(plan, outcome, sources);
}

} // namespace

void cli::addEmulate(CLI::App &app, int &exitCode) {
  auto command = std::make_shared<EmulateCommand>();
  CLI::App *sub = addCommand(app, "emulate", "run a kernel of a PTX file thread by thread on this CPU, and check it", exitCode,
                             [command] { return run(*command); });
  auto addMany = [&](const char *name, std::vector<std::string> &values, const char *help, const char *type) {
    sub->add_option(name, values, help)->type_name(type)->take_all()->allow_extra_args(false);
  };
  auto addSizes = [&](const char *name, std::string &sizes, const char *help) { sub->add_option(name, sizes, help)->type_name("X,Y,Z"); };
  sub->add_option("FILE", command->file, "PTX text of any compiler; - reads standard input")->required();
  sub->add_option("--entry", command->entry, "the kernel's name (default: the only one)");
  addSizes("--grid", command->grid, "CTAs of the launch (default 1,1,1)");
  addSizes("--block", command->block, "threads of a CTA (default 1,1,1)");
  addSizes("--cluster", command->cluster, "CTAs of a cluster (default: what the kernel requires, else 1,1,1)");
  sub->add_option("--smem", command->sharedBytes, "bytes of dynamic shared memory")->capture_default_str();
  addMany("--arg", command->arguments,
          "a kernel's argument, in order: u32=1000, f32[1000]=iota|zeros|empty|random:SEED|full:VALUE|@FILE.npy, @FILE.npy, value f32[3]=…, &N+BYTES, "
          "map(N)=box:64x64,swizzle:128,fill:zero; memory f32[…]=… is no argument, but something to map",
          "SPEC");
  addMany("--save", command->saves, "N=FILE.npy: write argument N after the run (of the first schedule)", "N=FILE");
  addMany("--expect", command->expectations, "N=@FILE.npy,RTOL,ATOL: what argument N must be after every run; without tolerances bit for bit",
          "N=@FILE");
  sub->add_option("--seed", command->seed, "the schedule: 0 (the default) lets asynchronous operations take effect as late as allowed, 1 as early");
  sub->add_option("--schedules", command->schedules, "run under this many schedules, from `--seed` on")->check(CLI::Range(uint64_t(1), uint64_t(1000000)));
  sub->add_option("--check", command->check, "race: also report accesses that nothing orders")->check(CLI::IsMember({"race"}));
  sub->add_flag("--allow-uninitialized", command->allowsUninitialized, "let memory and registers be read that nothing has written");
  sub->add_option("--limit", command->limit, "thread instructions after which the launch is ended")->capture_default_str();
  sub->add_option(
      "--trace", command->trace,
      "write who did what when, in steps, with `--time` in predicted nanoseconds, as JSON (of the first schedule)");
  sub->add_option("--chrome-trace", command->chromeTrace, "the same for chrome://tracing and Perfetto");
  sub->add_flag("--list", command->list, "print the file's kernels and their parameters");
  command->time.addTo(*sub, "predict by a model what the launch takes on a card, what limits it and where warps stand; "
                            "never a measurement");
  sub->add_flag(
      "--machine-code", command->showsMachineCode,
      "print the machine code that `ptxas` makes of the file's kernels, with its control bits and the PTX of each "
      "instruction, and how its blocks match; runs nothing");
  sub->add_option("--machine-map", command->machineMap,
                  "with `--machine-code` or `--time`: take the machine code from this map, without `ptxas`")
      ->type_name("FILE");
  sub->add_option("--save-machine-map", command->savedMap,
                  "write which machine instruction is of which PTX, for where no `ptxas` is; runs nothing")
      ->type_name("FILE");
  sub->add_flag("--json", command->json, "answer in JSON on standard output");
}
