// SPDX-License-Identifier: Apache-2.0
// Tools on how fast: predictions, which need no GPU and say that they are none of a GPU's times, and measurements,
// which need one, here or at a runner.
#include "runner/mcp/Describe.h"
#include "runner/mcp/PtxLines.h"
#include "runner/mcp/Schema.h"
#include "runner/mcp/SourceArguments.h"
#include "shared/protocol/Json.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"

using namespace tessera;
using namespace tessera::runner;
using namespace tessera::runner::mcp;
using llvm::json::Array;
using llvm::json::Object;
using llvm::json::Value;

//===-- time ---------------------------------------------------------------------------------------------------===//

static Result<Plan> planTime(const Object &arguments, const Place &place) {
  std::vector<std::string> options = {"--json", "--device=emulator", "--time"};
  if (!isSet(arguments, "exact"))
    options.push_back("--skip-values");
  addOption(arguments, "clock", "--clock", options);
  std::string card = textIn(arguments, "card"), target = textIn(arguments, "target");
  if (!card.empty() && !target.empty() && targetOf(card) != target)
    return makeProblem(ProblemCode::badRequest, "`card` is `" + card + "`, which runs " + targetOf(card) +
                                                    ", but `target` is `" + target + "`; leave `target` out");
  addOption(arguments, "card", "--card", options);
  if (!card.empty() && target.empty())
    options.push_back("--target=" + targetOf(card));
  return planProgram(arguments, place, "run", std::move(options));
}

static Array linesOf(const Object &time, llvm::StringRef ptx) {
  std::vector<std::pair<double, int64_t>> sorted;
  for (const auto &[line, share] : shareByLine(time, ptx))
    sorted.emplace_back(share, line);
  llvm::sort(sorted, std::greater<>());
  Array lines;
  for (const auto &[share, line] : sorted)
    lines.push_back(Object{{"line", line}, {"share", share}});
  return lines;
}

static Answer tellTime(const Ended &ended) {
  const Object &json = answerOf(ended);
  Answer answer;
  std::map<std::string, std::string> ptx; // by kernel
  for (const Value &value : itemsOf(json, "kernels"))
    ptx[fieldOf(objectIn(value), "name")] = fieldOf(objectIn(value), "ptx");
  Array launches;
  double all = 0;
  for (const Value &value : itemsOf(json, "launches")) {
    const Object &launch = objectIn(value);
    const Object *time = launch.getObject("time");
    if (!time)
      continue;
    std::string kernel = fieldOf(launch, "kernel");
    all += time->getNumber("microseconds").value_or(0);
    answer.text += describeTime(kernel, *time, ptx[kernel]);
    Object told = *time;
    told["kernel"] = kernel;
    told["grid"] = Array(itemsOf(launch, "grid"));
    told["lines"] = linesOf(*time, ptx[kernel]);
    launches.push_back(std::move(told));
  }
  Array errors; // a check that fails on values that were left out is none
  for (const Value &value : itemsOf(json, "diagnostics")) {
    const Object &one = objectIn(value);
    if (fieldOf(one, "severity") == "error" &&
        (isSet(ended.arguments, "exact") || fieldOf(one, "id") != "check-failed"))
      errors.push_back(value);
  }
  if (launches.size() > 1)
    answer.text += "all launches: predicted " + formatMicroseconds(all) + "\n";
  if (launches.empty() && errors.empty())
    answer.text += "no launch was timed: the program launches no kernel that has GPU code\n";
  answer.isError = launches.empty() || !errors.empty();
  SourceLines lines(ended.plan, ended.place);
  answer.text += describeAll(errors, lines);
  answer.next = adviseOn(errors);
  answer.facts = Object{{"ok", !answer.isError},
                        {"isPrediction", true},
                        {"microseconds", all},
                        {"launches", std::move(launches)},
                        {"diagnostics", std::move(errors)}};
  return answer;
}

//===-- tune ---------------------------------------------------------------------------------------------------===//

static Result<Plan> planTune(const Object &arguments, const Place &place) {
  std::vector<std::string> options = {"--json", "--no-cache"};
  addOption(arguments, "kernel", "--kernel", options);
  options.push_back("--by=" + (textIn(arguments, "by").empty() ? "model" : textIn(arguments, "by")));
  std::string card = textIn(arguments, "card");
  addOption(arguments, "card", "--card", options);
  if (!card.empty() && textIn(arguments, "target").empty())
    options.push_back("--target=" + targetOf(card));
  addOption(arguments, "budget", "--budget", options);
  addOption(arguments, "candidates", "--candidates", options);
  return planProgram(arguments, place, "tune", std::move(options));
}

/// The time of a candidate that counts: what the model of time predicts, else the cost model's estimate.
static double getMicroseconds(const Object &candidate) {
  if (std::optional<double> predicted = candidate.getNumber("predictedMilliseconds"))
    return *predicted * 1e3;
  const Object *estimate = candidate.getObject("estimate");
  return estimate ? estimate->getNumber("microseconds").value_or(0) : 0;
}

static std::string tellTuned(const Object &kernel) {
  std::string text = "`" + fieldOf(kernel, "name") + "`";
  if (std::string problem = fieldOf(kernel, "problem"); !problem.empty())
    return text + ": not tuned: " + problem + "\n";
  const Array &candidates = itemsOf(kernel, "candidates");
  text += ": " + std::to_string(candidates.size()) + " schedules ranked by the " +
          (fieldOf(kernel, "how") == "predicted" ? "model of time" : "cost model") +
          " (predictions for an order, no GPU's times)\n";
  size_t told = 0;
  for (const Value &value : candidates) {
    const Object &one = objectIn(value);
    bool chosen = one.getBoolean("chosen").value_or(false), own = one.getBoolean("own").value_or(false);
    if (++told > 12 && !chosen && !own)
      continue;
    std::string choices = fieldOf(one, "choices"), config = fieldOf(one, "config");
    text += std::string(chosen ? "* " : "  ") + formatMicroseconds(getMicroseconds(one)) + "  " +
            (choices.empty() ? "the compiler's own choices" : choices) + (config.empty() ? "" : " (" + config + ")") +
            (fieldOf(one, "problem").empty() ? "" : ": " + fieldOf(one, "problem")) + "\n";
  }
  return text;
}

static Answer tellTune(const Ended &ended) {
  const Object &json = answerOf(ended);
  Answer answer;
  const Array &kernels = itemsOf(json, "kernels");
  for (const Value &value : kernels)
    answer.text += tellTuned(objectIn(value));
  std::string tune = fieldOf(json, "tune");
  if (kernels.empty())
    answer.text = "the program launches no kernel: there is nothing to tune\n";
  else if (tune.empty())
    answer.text += "nothing else is predicted clearly faster: the compiler's own choices are taken\n";
  else
    answer.text += "take it with \"tune\": " + protocol::toText(Array{tune}) + "\n";
  answer.facts = Object{{"ok", true}, {"tune", tune.empty() ? Array{} : Array{tune}}, {"kernels", Array(kernels)}};
  return answer;
}

//===-- bench, compare -----------------------------------------------------------------------------------------===//

/// Where the measurement happens, as options: at the runner that the server was given, else on this machine's GPU; the
/// command says so where there is none.
static void addDevice(const Object &arguments, const Place &place, bool &isGpu, std::vector<std::string> &options) {
  std::string device = textIn(arguments, "device");
  bool isAuto = device.empty() || device == "auto";
  isGpu = false;
  if (device == "emulator" || device == "model") {
    options.push_back("--device=" + device);
  } else if (!place.runner.empty() || place.openRunner) {
    options.push_back("--runner=" + (place.openRunner ? std::string(inheritedRunner) : place.runner));
    if (!isAuto)
      options.push_back("--device=" + device);
  } else {
    options.push_back("--device=" + (isAuto ? "cuda" : device));
    isGpu = true;
  }
}

static Result<Plan> planBenchOf(const Object &arguments, const Place &place, std::vector<std::string> options,
                                std::vector<std::shared_ptr<TemporaryFile>> files) {
  bool isGpu = false;
  addDevice(arguments, place, isGpu, options);
  for (const std::string &kernel : textsIn(arguments, "kernels"))
    options.push_back("--kernel=" + kernel);
  for (const std::string &sweep : textsIn(arguments, "sweep"))
    options.push_back("--sweep=" + sweep);
  if (isSet(arguments, "whole"))
    options.push_back("--whole");
  addOption(arguments, "threshold", "--threshold", options);
  Result<Plan> plan = planProgram(arguments, place, "bench", std::move(options));
  if (plan) {
    if (isGpu)
      plan->child.memoryBytes = 0; // its driver reserves address space for all the memory there is
    if (place.openRunner)
      plan->child.runner = place.openRunner();
    if (place.walls) // behind which no file can be opened
      for (const auto &file : files)
        plan->child.walls->preloaded.push_back(file->path());
    plan->files = std::move(files);
  }
  return plan;
}

static Result<Plan> planBench(const Object &arguments, const Place &place) {
  return planBenchOf(arguments, place, {"--json"}, {});
}

static bool isCommit(llvm::StringRef name) {
  return !name.empty() && name.front() != '-' &&
         llvm::all_of(name, [](char c) { return llvm::isAlnum(c) || llvm::StringRef("._/~^-").contains(c); });
}

static Result<Plan> planCompare(const Object &arguments, const Place &place) {
  std::string baseline = textIn(arguments, "baseline");
  std::optional<llvm::StringRef> text = arguments.getString("baselineSource");
  if (baseline.empty() != text.has_value())
    return makeProblem(ProblemCode::badRequest, "expected exactly one of `baseline` and `baselineSource`");
  std::vector<std::shared_ptr<TemporaryFile>> files;
  if (text) {
    Result<std::shared_ptr<TemporaryFile>> file = TemporaryFile::make("baseline.py", *text);
    if (!file)
      return file.problem();
    baseline = (*file)->path();
    files.push_back(std::move(*file));
  } else if (llvm::StringRef commit = baseline; commit.consume_front("git:")) {
    if (!isCommit(commit))
      return makeProblem(ProblemCode::badRequest, "`baseline` is `" + baseline + "`, expected `git:` and a commit");
    if (arguments.get("source"))
      return makeProblem(ProblemCode::badRequest, "a commit has no text that was sent as `source`: give `file`");
  } else {
    Result<std::string> path = place.root.resolve(baseline);
    if (!path)
      return path.problem();
    baseline = (llvm::StringRef(*path).starts_with("-") ? "./" : "") + *path;
  }
  return planBenchOf(arguments, place, {"--json", "--baseline=" + baseline}, std::move(files));
}

static std::string tellCounts(const Object &kernel) {
  std::string text;
  if (const Object *prediction = kernel.getObject("prediction"))
    text += ", predicted " + formatMicroseconds(prediction->getNumber("microseconds").value_or(0)) +
            " by the cost model, limited by " + fieldOf(*prediction, "limit");
  if (const Object *counts = kernel.getObject("counts"))
    text += "; counted: " + std::to_string(countIn(*counts, "warpInstructions")) + " warp instructions, " +
            formatBytes(32.0 * static_cast<double>(countIn(*counts, "globalReadSectors"))) + " read and " +
            formatBytes(32.0 * static_cast<double>(countIn(*counts, "globalWriteSectors"))) + " written, " +
            std::to_string(countIn(*counts, "sharedWavefronts") - countIn(*counts, "sharedIdeal")) +
            " bank conflicts, " + std::to_string(countIn(*counts, "localBytes")) + " bytes of local memory";
  return text;
}

static std::string tellKernel(const Object &kernel) {
  std::string text = "  `" + fieldOf(kernel, "name") + "`: ";
  const Array &samples = itemsOf(kernel, "samples");
  std::vector<double> sorted;
  for (const Value &sample : samples)
    sorted.push_back(sample.getAsNumber().value_or(0));
  llvm::sort(sorted);
  if (!sorted.empty())
    text += "measured " + formatMicroseconds(sorted[sorted.size() / 2] * 1e3) + " (median of " +
            std::to_string(sorted.size()) + ", least " + formatMicroseconds(sorted.front() * 1e3) + ")";
  else
    text += "not measured";
  text += tellCounts(kernel);
  if (const Object *rates = kernel.getObject("rates"))
    text += "; " + formatNumber(rates->getNumber("gigabytesPerSecond").value_or(0)) + " GB/s, " +
            formatNumber(rates->getNumber("teraflopsPerSecond").value_or(0)) + " TFLOP/s, " +
            formatPercent(rates->getNumber("roofline").value_or(0)) + " of the roofline, by the " +
            fieldOf(*rates, "of");
  return text + "\n";
}

static std::string tellComparison(const Object &comparison) {
  std::string text = "  " + fieldOf(comparison, "verdict") + ": `" + fieldOf(comparison, "kernel") + "`";
  if (const Object *ratio = comparison.getObject("ratio"))
    text += ", time after to before " + formatNumber(ratio->getNumber("estimate").value_or(1), 4) + " (99 % between " +
            formatNumber(ratio->getNumber("low").value_or(1), 4) + " and " +
            formatNumber(ratio->getNumber("high").value_or(1), 4) + ")";
  for (const Value &value : itemsOf(comparison, "changes")) {
    const Object &change = objectIn(value);
    text += ", " + fieldOf(change, "name") + " " + formatNumber(change.getNumber("before").value_or(0), 5) + " -> " +
            formatNumber(change.getNumber("after").value_or(0), 5) + " " + fieldOf(change, "unit");
  }
  std::string note = fieldOf(comparison, "note");
  return text + (note.empty() ? "" : ": " + note) + "\n";
}

static Answer tellBench(const Ended &ended) {
  const Object &json = answerOf(ended);
  Answer answer;
  std::string means = fieldOf(json, "means"), verdict = fieldOf(json, "verdict");
  bool isCompared = ended.arguments.get("baseline") || ended.arguments.get("baselineSource");
  answer.text = "by " + fieldOf(json, "device") + " for " + fieldOf(json, "target") +
                (means == "gpu" ? ": times of a GPU\n" : ": counts and predictions, no times of a GPU\n");
  if (isCompared)
    answer.text += "against the baseline: " + verdict + "\n";
  for (const Value &value : itemsOf(json, "points")) {
    const Object &point = objectIn(value);
    if (const Object *settings = point.getObject("settings"); settings && !settings->empty())
      answer.text += "with " + protocol::toText(Object(*settings)) + "\n";
    if (std::string problem = fieldOf(point, "problem"); !problem.empty())
      answer.text += "  not run: " + problem + "\n";
    for (const Value &kernel : itemsOf(point, "kernels"))
      answer.text += tellKernel(objectIn(kernel));
    for (const Value &comparison : itemsOf(point, "comparisons"))
      answer.text += tellComparison(objectIn(comparison));
  }
  answer.isError = verdict == "wrong" || verdict == "infrastructure" || ended.outcome.code == 3;
  if (answer.isError)
    answer.text += protocol::toUtf8(ended.outcome.errors);
  answer.facts = Object(json);
  answer.facts["ok"] = !answer.isError;
  return answer;
}

//===-- the table ----------------------------------------------------------------------------------------------===//

static Object makeBenchInput(Object own, llvm::StringRef what) {
  own["device"] = Object{{"type", "string"},
                         {"maxLength", 200},
                         {"default", "auto"},
                         {"description", (what + " auto: a GPU, here or at the runner; emulator: counts, the same on "
                                                 "every machine; model: predictions; of a runner also what it has to "
                                                 "have, `h100 or memory>=80GB`")
                                             .str()}};
  own["kernels"] = listOf(textOf("a kernel's name"), "only these kernels", 64);
  own["sweep"] =
      listOf(textOf("NAME=VALUE,VALUE,.."), "run with each of these values; several make all combinations", 8);
  own["whole"] = flagOf("the program itself, whatever benchmarks it declares");
  return makeInput(Takes::program, std::move(own), 600);
}

void mcp::addTimeTools(std::vector<Tool> &tools) {
  Object number{{"type", "number"}}, texts{{"type", "array"}, {"items", Object{{"type", "string"}}}};
  tools.push_back(
      {"time", "Predicted time",
       "Predicts by a model of the machine what each launch takes on a card, what limits it, and at which "
       "lines warps wait. Needs no GPU; it is a prediction and never a measurement. Call it before and after "
       "a change.",
       makeInput(Takes::program,
                 Object{{"card", oneOf(cardNames(), "the card; default: the usual one of `target`")},
                        {"clock", countOf("MHz, as of a GPU whose clocks are locked", 1, 10000)},
                        {"exact", flagOf("execute every block with all values, and the program's own checks; "
                                         "else a sample of blocks, which is many times faster")}},
                 300),
       Object{{"isPrediction", Object{{"type", "boolean"}}},
              {"microseconds", Object(number)},
              {"launches", listSchema("{kernel, grid, card, microseconds, range, limit, limitShare, memoryBytes, "
                                      "l2Bytes, warpCycles, lines: [{line, share}]}")}},
       false, planTime, tellTime});
  tools.push_back(
      {"tune", "Tune",
       "Finds better choices of the schedule (tiles, stages, warps, ..) or configurations of "
       "triton.autotune by a model. What it finds goes into `tune` of the other tools.",
       makeInput(Takes::program,
                 Object{{"kernel", textOf("only this kernel")},
                        {"by", oneOf({"model", "time"},
                                     "model: the cost model, fast; time: its best are executed on the emulator "
                                     "and timed by the model of time, slow",
                                     "model")},
                        {"card", oneOf(cardNames(), "the card; default: the usual one of `target`")},
                        {"budget", countOf("schedules to compile for each kernel", 1, 100000, 200)},
                        {"candidates", countOf("how many of the best `by` time looks at", 1, 1000, 8)}},
                 300),
       Object{{"tune", std::move(texts)}, {"kernels", listSchema("{name, tune, candidates}")}}, false, planTune,
       tellTune});
  tools.push_back(
      {"bench", "Benchmark",
       "Measures what a program's kernels cost on a GPU, on this machine or at the runner that the server "
       "was started with. Without a GPU it refuses, unless `device` is emulator, which counts.",
       makeBenchInput(Object{}, "where to measure."),
       Object{{"means", Object{{"type", "string"}}}, {"points", listSchema("as `tessera bench --json` has them")}},
       true, planBench, tellBench});
  tools.push_back(
      {"compare", "Compare with a baseline",
       "Measures a program's kernels against a baseline's, in turns on the same GPU: faster, slower, same or "
       "wrong. Without a GPU it refuses, unless `device` is emulator, which compares counts.",
       makeBenchInput(Object{{"baseline", textOf("another file below the root, or `git:COMMIT` for the same "
                                                 "file there")},
                             {"baselineSource", textOf("the baseline's text, in place of `baseline`")},
                             {"threshold", countOf("percent by which a count has to change", 0, 1000, 1)}},
                      "where to measure."),
       Object{{"verdict", Object{{"type", "string"}}}, {"points", listSchema("with `comparisons`")}}, true, planCompare,
       tellBench});
}
