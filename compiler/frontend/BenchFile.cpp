// SPDX-License-Identifier: Apache-2.0
// From a file's declarations to the program of one point. Operations carry marks while they are recorded: those of a
// measured call its number, those of the point's function another. Afterwards
//   - what the file prints and writes goes, and what it checks outside of the point;
//   - then whatever nobody uses, launches too: arrays are values on the host, so nobody can tell;
//   - a kernel that a measured call and somebody else launch becomes two, so that a kernel's name says whose it is.
// Rejected: telling launches apart by an attribute when they run. Estimates, counts, times and a runner's answer all go
// by the kernel's name, and each would have to look at it.
#include "compiler/frontend/BenchFile.h"
#include "compiler/frontend/evaluate/AfterProgram.h"
#include "compiler/frontend/evaluate/Interpretation.h"
#include "compiler/frontend/library/derivatives/Derivatives.h"
#include "compiler/frontend/library/triton/Benchmarks.h"
#include "compiler/frontend/Reached.h"
#include "mlir/Interfaces/SideEffectInterfaces.h"
#include <cmath>

using namespace mlir;
using namespace tessera;
using namespace tessera::frontend;
using PyValue = tessera::frontend::Value;

namespace {
/// A declared benchmark with the objects that calling it takes.
struct Callable {
  DeclaredBenchmark declared;
  PyValue function = nullptr; // null: `Kind::calls`
  std::vector<std::vector<PyValue>> xs;
  std::vector<PyValue> lines;
  std::vector<Keyword> arguments;
};

class Collector {
public:
  Collector(Evaluator &evaluator, BenchmarkState &state) : evaluator(evaluator), state(state) {}
  /// False: an exception is pending.
  bool collect();
  bool callPoint(const BenchmarkPoint &point);
  std::vector<Callable> all;

private:
  bool addReport(const BenchmarkReport &report, RecordObject &record);
  bool addTable(PyValue table);
  bool addEntry(DictObject &entry);
  bool addXs(Callable &benchmark, PyValue names, PyValue values);
  bool addLine(Callable &benchmark, PyValue value, const std::string &label);
  bool addArguments(Callable &benchmark, PyValue arguments, const std::string &what);
  bool readTexts(const std::vector<std::pair<PyValue, std::string *>> &texts);
  void add(Callable benchmark);
  bool refuse(const std::string &why) { return evaluator.raise(DiagnosticId::valueError, why), false; }

  Evaluator &evaluator;
  BenchmarkState &state;
};
} // namespace

//===-- what is declared --------------------------------------------------------------------------------------===//

bool Collector::addXs(Callable &benchmark, PyValue names, PyValue values) {
  std::optional<std::vector<PyValue>> nameList = evaluator.toVector(names);
  std::optional<std::vector<PyValue>> valueList = nameList ? evaluator.toVector(values) : std::nullopt;
  if (!valueList)
    return false;
  DeclaredBenchmark &declared = benchmark.declared;
  for (PyValue name : *nameList) {
    std::optional<std::string> text = evaluator.toString(name, "a name of `x_names`");
    if (!text)
      return false;
    declared.xNames.push_back(*text);
  }
  for (PyValue value : *valueList) {
    std::vector<PyValue> parts(declared.xNames.size(), value);
    if (auto *sequence = llvm::dyn_cast<SequenceObject>(value))
      parts = sequence->items;
    if (parts.size() != declared.xNames.size())
      return refuse("a value of `" + declared.name + "` has " + std::to_string(parts.size()) + " parts for " +
                    std::to_string(declared.xNames.size()) + " names");
    DeclaredBenchmark::X &x = declared.xs.emplace_back();
    for (PyValue part : parts) {
      std::optional<std::string> text = evaluator.repr(part);
      if (!text)
        return false;
      x.values.push_back(*text);
    }
    PyValue first = parts.empty() ? nullptr : parts.front();
    if (first && (llvm::isa<IntObject>(first) || llvm::isa<FloatObject>(first)))
      if (std::optional<double> number = evaluator.toDouble(first, "x"))
        x.place = *number;
    benchmark.xs.push_back(std::move(parts));
  }
  return true;
}

bool Collector::addLine(Callable &benchmark, PyValue value, const std::string &label) {
  std::optional<std::string> text = evaluator.repr(value);
  if (!text)
    return false;
  benchmark.declared.lines.push_back({*text, label, "", ""});
  benchmark.lines.push_back(value);
  return true;
}

bool Collector::addArguments(Callable &benchmark, PyValue arguments, const std::string &what) {
  if (!arguments || isNone(arguments))
    return true;
  auto *dict = llvm::dyn_cast<DictObject>(arguments);
  if (!dict)
    return refuse(what + " is a `" + arguments->typeName(evaluator) + "`, expected a dict");
  for (const auto &entry : dict->table.entries())
    if (auto *name = llvm::dyn_cast_or_null<StrObject>(entry.key))
      benchmark.arguments.emplace_back(name->value, entry.value);
  return true;
}

bool Collector::readTexts(const std::vector<std::pair<PyValue, std::string *>> &texts) {
  for (auto [value, place] : texts) {
    if (!value || isNone(value))
      continue;
    std::optional<std::string> text = evaluator.str(value);
    if (!text)
      return false;
    *place = *text;
  }
  return true;
}

/// Two of one name would be one to who asks for a point.
void Collector::add(Callable benchmark) {
  std::string &name = benchmark.declared.name, given = name;
  for (size_t number = 2; llvm::any_of(all, [&](const Callable &other) { return other.declared.name == name; });
       ++number)
    name = given + " (" + std::to_string(number) + ")";
  all.push_back(std::move(benchmark));
}

static std::string nameOf(PyValue function) {
  auto *plain = llvm::dyn_cast_or_null<FunctionObject>(function);
  return plain ? plain->name : "benchmark";
}

bool Collector::addReport(const BenchmarkReport &report, RecordObject &record) {
  Callable benchmark;
  DeclaredBenchmark &declared = benchmark.declared;
  declared.range = report.range;
  benchmark.function = report.function;
  declared.name = nameOf(report.function);
  PyValue labels = record.field("line_names"), styles = record.field("styles");
  if (!readTexts({{record.field("plot_name"), &declared.name},
                  {record.field("line_arg"), &declared.lineName},
                  {record.field("xlabel"), &declared.xLabel},
                  {record.field("ylabel"), &declared.yLabel}}) ||
      !addXs(benchmark, record.field("x_names"), record.field("x_vals")) ||
      !addArguments(benchmark, record.field("args"), "`args` of `" + declared.name + "`"))
    return false;
  llvm::append_range(benchmark.arguments, report.passed);
  for (auto [field, flag] : {std::pair<const char *, bool *>{"x_log", &declared.xLog}, {"y_log", &declared.yLog}})
    *flag = evaluator.truth(record.field(field)).value_or(false);
  std::optional<std::vector<PyValue>> values = evaluator.toVector(record.field("line_vals")),
                                      names = values ? evaluator.toVector(labels) : std::nullopt;
  if (!names)
    return false;
  if (names->size() != values->size())
    return refuse("`" + declared.name + "` has " + std::to_string(values->size()) + " `line_vals` and " +
                  std::to_string(names->size()) + " `line_names`");
  for (auto [value, name] : llvm::zip(*values, *names)) {
    std::optional<std::string> label = evaluator.str(name);
    if (!label || !addLine(benchmark, value, *label))
      return false;
  }
  if (auto *list = llvm::dyn_cast_or_null<SequenceObject>(styles))
    for (size_t i = 0; i < list->items.size() && i < declared.lines.size(); ++i)
      if (auto *style = llvm::dyn_cast<SequenceObject>(list->items[i]); style && style->items.size() == 2)
        if (!readTexts({{style->items[0], &declared.lines[i].color}, {style->items[1], &declared.lines[i].style}}))
          return false;
  add(std::move(benchmark));
  return true;
}

/// `{"function": f, "x": {"n": [..]}, "lines": {"dtype": [..]}, "args": {..}, "name": ..}`: README of the runner.
bool Collector::addEntry(DictObject &entry) {
  static constexpr llvm::StringLiteral known[] = {"function", "x",      "lines", "args", "name",
                                                  "xlabel",   "ylabel", "x_log", "y_log"};
  for (const auto &field : entry.table.entries()) {
    auto *name = llvm::dyn_cast_or_null<StrObject>(field.key);
    if (field.key && (!name || !llvm::is_contained(known, name->value)))
      return refuse("an entry of `__tessera_bench__` has the key `" + (name ? name->value : "?") + "`; it may have `" +
                    llvm::join(std::begin(known), std::end(known), "`, `") + "`");
  }
  Callable benchmark;
  DeclaredBenchmark &declared = benchmark.declared;
  declared.kind = DeclaredBenchmark::Kind::table;
  benchmark.function = entry.find(evaluator, "function");
  if (!benchmark.function || !evaluator.isCallable(benchmark.function))
    return refuse("an entry of `__tessera_bench__` has no `function` that can be called");
  declared.name = nameOf(benchmark.function);
  declared.range = evaluator.where();
  if (auto *plain = llvm::dyn_cast<FunctionObject>(benchmark.function))
    declared.range = evaluator.where(plain->range());
  if (!readTexts({{entry.find(evaluator, "name"), &declared.name},
                  {entry.find(evaluator, "xlabel"), &declared.xLabel},
                  {entry.find(evaluator, "ylabel"), &declared.yLabel}}))
    return false;
  for (auto [field, flag] : {std::pair<const char *, bool *>{"x_log", &declared.xLog}, {"y_log", &declared.yLog}})
    if (PyValue value = entry.find(evaluator, field))
      *flag = evaluator.truth(value).value_or(false);
  if (!addArguments(benchmark, entry.find(evaluator, "args"), "`args` of `" + declared.name + "`"))
    return false;
  if (PyValue x = entry.find(evaluator, "x")) {
    auto *dict = llvm::dyn_cast<DictObject>(x);
    if (!dict)
      return refuse("`x` of `" + declared.name + "` is a `" + x->typeName(evaluator) +
                    "`, expected a dict from a parameter's name to its values");
    std::vector<PyValue> names;
    std::vector<std::vector<PyValue>> columns;
    for (const auto &field : dict->table.entries()) {
      if (!field.key)
        continue;
      std::optional<std::vector<PyValue>> column = evaluator.toVector(field.value);
      if (!column)
        return false;
      if (!columns.empty() && column->size() != columns.front().size())
        return refuse("the names of `x` of `" + declared.name + "` have different numbers of values");
      names.push_back(field.key);
      columns.push_back(std::move(*column));
    }
    std::vector<PyValue> rows;
    for (size_t row = 0; !columns.empty() && row < columns.front().size(); ++row) {
      std::vector<PyValue> items;
      for (const std::vector<PyValue> &column : columns)
        items.push_back(column[row]);
      rows.push_back(evaluator.tuple(std::move(items)));
    }
    if (!addXs(benchmark, evaluator.list(std::move(names)), evaluator.list(std::move(rows))))
      return false;
  }
  if (PyValue lines = entry.find(evaluator, "lines")) {
    auto *dict = llvm::dyn_cast<DictObject>(lines);
    if (!dict || evaluator.length(lines).value_or(0) != 1)
      return refuse("`lines` of `" + declared.name + "` is no dict of one parameter's name and its values");
    for (const auto &field : dict->table.entries()) {
      if (!field.key)
        continue;
      if (!readTexts({{field.key, &declared.lineName}}))
        return false;
      if (auto *labelled = llvm::dyn_cast<DictObject>(field.value)) {
        for (const auto &line : labelled->table.entries())
          if (std::string label;
              line.key && (!readTexts({{line.key, &label}}) || !addLine(benchmark, line.value, label)))
            return false;
        continue;
      }
      std::optional<std::vector<PyValue>> values = evaluator.toVector(field.value);
      if (!values)
        return false;
      for (PyValue value : *values)
        if (std::string label; !readTexts({{value, &label}}) || !addLine(benchmark, value, label))
          return false;
    }
  }
  add(std::move(benchmark));
  return true;
}

bool Collector::addTable(PyValue table) {
  auto *list = llvm::dyn_cast<SequenceObject>(table);
  if (!list)
    return refuse("`__tessera_bench__` is a `" + table->typeName(evaluator) + "`, expected a list of dicts");
  for (PyValue item : list->items) {
    auto *entry = llvm::dyn_cast<DictObject>(item);
    if (!entry)
      return refuse("an entry of `__tessera_bench__` is a `" + item->typeName(evaluator) + "`, expected a dict");
    if (!addEntry(*entry))
      return false;
  }
  return true;
}

bool Collector::collect() {
  if (!state.evaluation->calls.empty()) {
    Callable &own = all.emplace_back();
    own.declared.kind = DeclaredBenchmark::Kind::calls;
    own.declared.name = BenchmarkState::ownCalls.str();
    own.declared.range = state.evaluation->calls.front().range;
  }
  for (BenchmarkReport *report : state.reports)
    for (PyValue benchmark : report->benchmarks) {
      auto *record = llvm::dyn_cast<RecordObject>(benchmark);
      if (!record)
        return refuse("`perf_report` takes a `triton.testing.Benchmark` or a list of them, not a `" +
                      benchmark->typeName(evaluator) + "`");
      if (!addReport(*report, *record))
        return false;
    }
  PyValue main = Interpretation::of(evaluator).registeredModule("__main__").value_or(nullptr);
  if (main && evaluator.hasAttribute(main, "__tessera_bench__") &&
      !addTable(evaluator.getAttribute(main, "__tessera_bench__")))
    return false;
  for (Callable &benchmark : all) {
    if (benchmark.declared.xs.empty() && benchmark.declared.xNames.empty()) {
      benchmark.declared.xs.emplace_back();
      benchmark.xs.emplace_back();
    }
    if (benchmark.lines.empty() && benchmark.declared.lineName.empty()) {
      benchmark.declared.lines.emplace_back();
      benchmark.lines.push_back(nullptr);
    }
    state.evaluation->declared.push_back(benchmark.declared);
  }
  return true;
}

//===-- a point -----------------------------------------------------------------------------------------------===//

/// The numbers that a point's function gives: one, or a tuple of them.
static std::vector<double> readNumbers(Evaluator &evaluator, PyValue value) {
  std::vector<PyValue> parts = {value};
  if (auto *sequence = llvm::dyn_cast<SequenceObject>(value))
    parts = sequence->items;
  std::vector<double> numbers;
  for (PyValue part : parts)
    if (llvm::isa<IntObject>(part) || llvm::isa<FloatObject>(part))
      if (std::optional<double> number = evaluator.toDouble(part, "what the benchmark gives"))
        numbers.push_back(*number);
  evaluator.clearPending();
  return numbers;
}

bool Collector::callPoint(const BenchmarkPoint &point) {
  auto found = llvm::find_if(all, [&](const Callable &one) { return one.declared.name == point.benchmark; });
  if (found == all.end())
    return true;
  const DeclaredBenchmark &declared = found->declared;
  auto x = llvm::find_if(declared.xs, [&](const DeclaredBenchmark::X &one) { return one.values == point.x; });
  auto line =
      llvm::find_if(declared.lines, [&](const DeclaredBenchmark::Line &one) { return one.label == point.line; });
  if (x == declared.xs.end() || line == declared.lines.end())
    return true;
  state.evaluation->hasPoint = true;
  if (!found->function)
    return true; // the file itself has made the calls
  state.evaluation->calls.clear();
  mlir::Block *main = &evaluator.mainFunction().getBody().front();
  for (Operation &op : *main)
    op.removeDiscardableAttr(BenchmarkState::callName);
  std::vector<Keyword> arguments;
  for (auto [name, value] : llvm::zip(declared.xNames, found->xs[x - declared.xs.begin()]))
    arguments.emplace_back(name, value);
  if (PyValue value = found->lines[line - declared.lines.begin()])
    arguments.emplace_back(declared.lineName, value);
  llvm::append_range(arguments, found->arguments);
  state.isInPoint = true;
  bool done = markOperations(evaluator, BenchmarkState::pointName, 1, [&] {
    PyValue returned = evaluator.call(found->function, {}, arguments);
    if (returned)
      state.evaluation->returned = readNumbers(evaluator, returned);
    return returned != nullptr;
  });
  state.isInPoint = false;
  // Of the table, a function that measures nothing itself is measured.
  if (!done || declared.kind != DeclaredBenchmark::Kind::table || !state.evaluation->calls.empty())
    return done;
  state.evaluation->calls.emplace_back().range = declared.range;
  for (Operation &op : *main)
    if (Attribute mark = op.getDiscardableAttr(BenchmarkState::pointName))
      op.setDiscardableAttr(BenchmarkState::callName, IntegerAttr::get(cast<IntegerAttr>(mark).getType(), 0));
  return true;
}

//===-- the point's program -----------------------------------------------------------------------------------===//

static std::optional<int64_t> getCall(Operation *op) {
  while (op && !isa<func::FuncOp>(op->getParentOp()))
    op = op->getParentOp();
  auto mark = op ? dyn_cast_or_null<IntegerAttr>(op->getDiscardableAttr(BenchmarkState::callName)) : IntegerAttr();
  return mark ? std::optional(mark.getInt()) : std::nullopt;
}

static bool isSeen(Operation &op) {
  return op
      .walk([](Operation *inner) {
        bool does = isa<tile::PrintOp, tile::WriteFileOp, tile::CheckCloseOp, tile::AssertOp, tile::GuardOp>(inner);
        return does ? WalkResult::interrupt() : WalkResult::advance();
      })
      .wasInterrupted();
}

/// Leaves what measured calls do, what the point checks, and what they need.
static void prune(Block &main, bool isWholeFile) {
  for (Operation &op : llvm::make_early_inc_range(llvm::reverse(main))) {
    if (op.hasTrait<OpTrait::IsTerminator>())
      continue;
    bool isOfPoint = isWholeFile || op.hasAttr(BenchmarkState::pointName);
    if (isa<tile::PrintOp, tile::WriteFileOp>(op) ||
        (!isOfPoint && isa<tile::CheckCloseOp, tile::AssertOp, tile::GuardOp>(op)))
      op.erase();
    else if (op.use_empty() && !op.hasAttr(BenchmarkState::callName) && !isSeen(op))
      op.erase();
  }
}

/// A kernel for each call that launches it, and one for all who are not measured.
static void separateKernels(ModuleOp module, func::FuncOp main) {
  llvm::MapVector<Attribute, llvm::MapVector<int64_t, SmallVector<tile::LaunchOp>>> launches; // -1: not measured
  main.walk(
      [&](tile::LaunchOp launch) { launches[launch.getKernelAttr()][getCall(launch).value_or(-1)].push_back(launch); });
  SymbolTable symbols(module);
  for (auto &[name, groups] : launches) {
    auto *kept = groups.begin()->first < 0 && groups.size() > 1 ? std::next(groups.begin()) : groups.begin();
    for (auto group = groups.begin(); group != groups.end(); ++group) {
      if (group == kept)
        continue;
      Operation *copy = symbols.lookup(cast<FlatSymbolRefAttr>(name).getValue())->clone();
      StringAttr own = symbols.insert(copy, std::next(module.getBody()->begin()));
      for (tile::LaunchOp launch : group->second)
        launch.setKernelAttr(FlatSymbolRefAttr::get(own));
    }
  }
}

static void describeCalls(func::FuncOp main, std::vector<MeasuredCall> &calls) {
  for (Operation &op : main.getBody().front()) {
    std::optional<int64_t> number = getCall(&op);
    if (!number || static_cast<size_t>(*number) >= calls.size())
      continue;
    MeasuredCall &call = calls[static_cast<size_t>(*number)];
    bool launches = false;
    op.walk([&](tile::LaunchOp launch) {
      launches = true;
      ++call.launches;
      if (!llvm::is_contained(call.kernels, launch.getKernel()))
        call.kernels.push_back(launch.getKernel().str());
    });
    // What takes no array makes one, and views move nothing.
    bool computes =
        !launches && !isa<tile::ReshapeOp, tile::CheckCloseOp, tile::AssertOp, tile::GuardOp>(op) &&
        llvm::any_of(op.getOperands(), [](mlir::Value value) { return isa<RankedTensorType>(value.getType()); });
    std::string name = op.getName().stripDialect().str();
    if (computes && !llvm::is_contained(call.hostOperations, name))
      call.hostOperations.push_back(name);
  }
}

static void finish(ModuleOp module, BenchmarkEvaluation &evaluation, bool isWholeFile) {
  auto main = module.lookupSymbol<func::FuncOp>("main");
  prune(main.getBody().front(), isWholeFile);
  separateKernels(module, main);
  eraseUnreached(module, main);
  describeCalls(main, evaluation.calls);
  for (Operation &op : main.getBody().front())
    for (llvm::StringLiteral name : {BenchmarkState::callName, BenchmarkState::pointName})
      op.removeDiscardableAttr(name);
}

OwningOpRef<ModuleOp> frontend::evaluateBenchmark(MLIRContext &context, llvm::StringRef fileName,
                                                  llvm::StringRef source, const EvaluateOptions &options,
                                                  BenchmarkEvaluation &evaluation, DiagnosticSink &sink) {
  evaluation.declared.clear();
  evaluation.calls.clear();
  evaluation.returned.clear();
  evaluation.hasPoint = false;
  Evaluator evaluator(context, options, sink);
  auto &state = evaluator.state<BenchmarkState>();
  state.evaluation = &evaluation;
  bool isWholeFile = false;
  evaluator.state<AfterProgram>().run = [&](Evaluator &self) {
    Collector collector(self, state);
    if (!collector.collect() || !evaluation.point || !collector.callPoint(*evaluation.point))
      return;
    auto found = llvm::find_if(collector.all,
                               [&](const Callable &one) { return one.declared.name == evaluation.point->benchmark; });
    isWholeFile = found != collector.all.end() && !found->function;
  };
  if (!evaluator.run(fileName, source))
    return nullptr;
  removeMarkers(evaluator.module());
  OwningOpRef<ModuleOp> module = evaluator.takeModule();
  if (evaluation.point && evaluation.hasPoint)
    finish(*module, evaluation, isWholeFile);
  else
    for (Operation &op : module->lookupSymbol<func::FuncOp>("main").getBody().front())
      op.removeDiscardableAttr(BenchmarkState::callName);
  return module;
}
