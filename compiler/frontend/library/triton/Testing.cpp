// SPDX-License-Identifier: Apache-2.0
// `triton.testing`: what measures, and `assert_close`. A program is evaluated without a device, so nothing is measured
// while it is: `do_bench` runs its function once and gives NaN, never a time of this CPU, and `perf_report` says that
// there are no times. Under `tessera bench` (a `BenchmarkEvaluation`) that one run is recorded as what is to be
// measured; where a GPU has measured it, the file is evaluated once more and `do_bench` gives those times, summarized
// as Triton does.
#include "compiler/frontend/library/arrays/Checks.h"
#include "compiler/frontend/library/triton/Benchmarks.h"
#include "compiler/frontend/library/triton/Jit.h"
#include <algorithm>
#include <cmath>
#include <numeric>

using namespace tessera;
using namespace tessera::frontend;
using llvm::dyn_cast;

//===-- measuring ---------------------------------------------------------------------------------------------===//

static void remarkNoTimes(Evaluator &evaluator, const std::string &what) {
  reportOnce(evaluator, DiagnosticId::notSupported, evaluator.where(), "nothing is measured here: " + what,
             Severity::remark);
}

bool frontend::markOperations(Evaluator &evaluator, llvm::StringRef name, int64_t value,
                              llvm::function_ref<bool()> record) {
  mlir::Block *main = &evaluator.mainFunction().getBody().front();
  mlir::Operation *before = main->empty() ? nullptr : &main->back();
  if (!record())
    return false;
  auto mark = mlir::IntegerAttr::get(mlir::IntegerType::get(evaluator.context(), 64), value);
  for (auto position = before ? std::next(before->getIterator()) : main->begin(); position != main->end(); ++position)
    position->setDiscardableAttr(name, mark);
  return true;
}

bool frontend::recordMeasuredCall(Evaluator &evaluator, MeasuredCall call, llvm::function_ref<bool()> measured) {
  auto &state = evaluator.state<BenchmarkState>();
  if (!state.evaluation || state.isInCall)
    return measured();
  state.isInCall = true;
  auto number = static_cast<int64_t>(state.evaluation->calls.size());
  call.range = evaluator.where();
  state.evaluation->calls.push_back(std::move(call));
  bool done = markOperations(evaluator, BenchmarkState::callName, number, measured);
  state.isInCall = false;
  return done;
}

/// Linear between the two samples around `q`, as Triton has it. `sorted` holds one at least.
static double getQuantile(const std::vector<double> &sorted, double q) {
  double place = q * static_cast<double>(sorted.size() - 1), low = std::floor(place);
  double first = sorted[static_cast<size_t>(low)], second = sorted[static_cast<size_t>(std::ceil(place))];
  return first + (place - low) * (second - first);
}

/// What `do_bench` makes of its samples, which may be one NaN.
static Value summarize(Evaluator &evaluator, std::vector<double> times,
                       const std::optional<std::vector<double>> &quantiles, llvm::StringRef mode) {
  if (mode == "all" && !quantiles) {
    std::vector<Value> all;
    for (double time : times)
      all.push_back(evaluator.floating(time));
    return evaluator.list(std::move(all));
  }
  bool isMeasured = !std::isnan(times.front());
  if (isMeasured)
    std::sort(times.begin(), times.end());
  if (quantiles) {
    std::vector<Value> values;
    for (double q : *quantiles)
      values.push_back(evaluator.floating(isMeasured ? getQuantile(times, q) : NAN));
    return values.size() == 1 ? values.front() : Value(evaluator.list(std::move(values)));
  }
  if (mode == "min")
    return evaluator.floating(times.front());
  if (mode == "max")
    return evaluator.floating(times.back());
  if (mode == "median")
    return evaluator.floating(getQuantile(times, 0.5));
  return evaluator.floating(std::accumulate(times.begin(), times.end(), 0.0) / static_cast<double>(times.size()));
}

static bool readQuantiles(Call &call, std::optional<std::vector<double>> &quantiles) {
  if (isNone(call["quantiles"]))
    return true;
  std::optional<std::vector<Value>> values = call.evaluator.toVector(call["quantiles"]);
  if (!values)
    return false;
  quantiles.emplace();
  for (Value value : *values) {
    std::optional<double> q = call.evaluator.toDouble(value, "quantiles");
    if (!q)
      return false;
    if (!(*q >= 0 && *q <= 1))
      return call.evaluator.raise(DiagnosticId::valueError,
                                  "a quantile lies between 0 and 1, not at " + std::to_string(*q)),
             false;
    quantiles->push_back(*q);
  }
  return true;
}

/// Whose gradients the function shall not add to: they are gone before it runs.
static bool dropGradients(Call &call) {
  if (isNone(call["grad_to_none"]))
    return true;
  std::optional<std::vector<Value>> tensors = call.evaluator.toVector(call["grad_to_none"]);
  return tensors && llvm::all_of(*tensors, [&](Value tensor) {
           return call.evaluator.setAttribute(tensor, "grad", call.evaluator.none());
         });
}

/// Runs the function once, so that its errors are seen.
static Value measure(Call &call, bool isGraph) {
  Evaluator &evaluator = call.evaluator;
  MeasuredCall measured;
  measured.isGraph = isGraph;
  std::optional<double> warmup = isGraph ? 0 : evaluator.toDouble(call["warmup"], "warmup");
  std::optional<double> repetition = warmup ? evaluator.toDouble(call["rep"], "rep") : std::nullopt;
  std::optional<std::string> mode = repetition ? evaluator.toString(call["return_mode"], "return_mode") : std::nullopt;
  std::optional<std::vector<double>> quantiles;
  if (!mode || !readQuantiles(call, quantiles))
    return nullptr;
  if (!llvm::is_contained({"min", "max", "mean", "median", "all"}, *mode))
    return evaluator.raise(DiagnosticId::valueError,
                           "`return_mode` is `" + *mode + "`, expected `min`, `max`, `mean`, `median` or `all`");
  measured.warmup = *warmup;
  measured.repetition = *repetition;
  auto &state = evaluator.state<BenchmarkState>();
  size_t number = state.evaluation ? state.evaluation->calls.size() : 0;
  if (!dropGradients(call) ||
      !recordMeasuredCall(evaluator, measured, [&] { return evaluator.call(call["fn"], {}) != nullptr; }))
    return nullptr;
  std::vector<double> times = {NAN};
  const BenchmarkEvaluation *asked = state.isInCall ? nullptr : state.evaluation;
  bool isOfPoint = asked && asked->point && (state.isInPoint || asked->point->benchmark == BenchmarkState::ownCalls);
  if (isOfPoint && number < asked->times.size() && !asked->times[number].empty())
    times = asked->times[number];
  if (!state.evaluation)
    remarkNoTimes(evaluator, "`" + publicName(call.entry) + "` runs the function once and gives NaN");
  return summarize(evaluator, std::move(times), quantiles, *mode);
}
static Value benchHandler(Call &call) { return measure(call, /*isGraph=*/false); }
static Value graphBenchHandler(Call &call) { return measure(call, /*isGraph=*/true); }

//===-- reports -----------------------------------------------------------------------------------------------===//

static Value benchmarkRecord(Call &call) {
  auto *record = call.evaluator.make<RecordObject>(call.evaluator.libraryClass("triton.testing", "Benchmark"));
  for (auto [index, parameter] : llvm::enumerate(*call.parameters))
    record->set(parameter.name, call[index]);
  record->range = call.evaluator.range();
  return record;
}

const char BenchmarkReport::tag = 0;

std::optional<Value> BenchmarkReport::getAttribute(Evaluator &evaluator, llvm::StringRef name) {
  if (name == "fn")
    return function;
  if (name != "run")
    return std::nullopt;
  BenchmarkReport *self = this;
  // Its options choose between plots, tables and files of times, of which there are none.
  return evaluator.function("run", [self](Evaluator &e, Arguments &arguments) -> Value {
    static constexpr llvm::StringLiteral own[] = {"show_plots", "print_data", "save_path",
                                                  "return_df",  "diff_col",   "save_precision"};
    if (e.state<BenchmarkState>().evaluation) {
      self->passed.clear();
      for (const Keyword &keyword : arguments.keywords)
        if (!llvm::is_contained(own, keyword.first))
          self->passed.push_back(keyword);
      return e.none();
    }
    for (Value benchmark : self->benchmarks) {
      auto *record = dyn_cast<RecordObject>(benchmark);
      Value plot = record ? record->field("plot_name") : nullptr;
      std::string title = plot ? e.str(plot).value_or("benchmark") : "benchmark";
      if (!e.print(e.string(title + ": no time is measured without a GPU\n")))
        return nullptr;
    }
    remarkNoTimes(e, "`perf_report` makes no table and no plot; `tessera bench` does");
    return e.none();
  });
}

static Value perfReportHandler(Call &call) {
  std::vector<Value> benchmarks = {call["benchmarks"]};
  if (auto *sequence = dyn_cast<SequenceObject>(call["benchmarks"]))
    benchmarks = sequence->items;
  SourceRange range = call.evaluator.where();
  return call.evaluator.function("perf_report", [benchmarks, range](Evaluator &e, Arguments &arguments) -> Value {
    if (arguments.positional.size() != 1 || !e.isCallable(arguments.positional[0]))
      return e.raise(DiagnosticId::typeError,
                     "`@triton.testing.perf_report(...)` is a decorator and takes one function");
    auto *report = e.make<BenchmarkReport>(arguments.positional[0], benchmarks, range);
    e.state<BenchmarkState>().reports.push_back(report);
    return report;
  });
}

//===-- comparing ---------------------------------------------------------------------------------------------===//

static Value assertCloseHandler(Call &call) {
  Evaluator &evaluator = call.evaluator;
  CloseOptions options;
  options.rtol = 0;
  options.atol = 1e-2;
  for (auto [name, target] : {std::pair<const char *, double *>{"rtol", &options.rtol}, {"atol", &options.atol}}) {
    if (isNone(call[name]))
      continue;
    std::optional<double> value = evaluator.toDouble(call[name], name);
    if (!value)
      return nullptr;
    *target = *value;
  }
  std::optional<std::string> message = evaluator.toString(call["err_msg"], "err_msg");
  if (!message)
    return nullptr;
  options.message = *message;
  return recordCheckClose(evaluator, call["x"], call["y"], options, publicName(call.entry)) ? evaluator.none()
                                                                                            : nullptr;
}

//===-- the table ---------------------------------------------------------------------------------------------===//

#define TESSERA_FUNCTION(module, name, signature, summary, handler)                                                    \
  {module, name, EntryKind::function, signature, summary, handler}
static const LibraryEntry entries[] = {
    TESSERA_FUNCTION(
        "triton.testing", "do_bench", "(fn, warmup=25, rep=100, grad_to_none=None, quantiles=None, return_mode='mean')",
        "Milliseconds of a function; `tessera bench` measures it, elsewhere it runs once and the result is NaN.",
        benchHandler),
    TESSERA_FUNCTION("triton.testing", "do_bench_cudagraph",
                     "(fn, rep=20, grad_to_none=None, quantiles=None, return_mode='mean')",
                     "Milliseconds of a function in a CUDA graph; `tessera bench` measures it, elsewhere it runs once "
                     "and the result is NaN.",
                     graphBenchHandler),
    {"triton.testing", "perf_report", EntryKind::decorator, "(benchmarks)",
     "A function to be measured over a range of sizes: `tessera bench` does that, elsewhere `run` says that there are "
     "no times.",
     perfReportHandler},
    {"triton.testing", "Benchmark", EntryKind::type,
     "(x_names, x_vals, line_arg, line_vals, line_names, plot_name, args, xlabel='', ylabel='', x_log=False, "
     "y_log=False, styles=None)",
     "What `perf_report` shall measure.", benchmarkRecord},
    TESSERA_FUNCTION("triton.testing", "assert_close", "(x, y, atol=None, rtol=None, err_msg='')",
                     "Fails the run unless |x - y| <= atol + rtol * |y|; atol is 0.01 by default.", assertCloseHandler),
};

void library::registerTritonTesting(LibraryTable &table) {
  static const LibraryModule modules[] = {{"triton.testing", "Measuring and comparing."}};
  table.add(modules, entries);
}
