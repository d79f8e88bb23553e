// SPDX-License-Identifier: Apache-2.0
#include "runner/device/LaunchPredictor.h"
#include "runner/device/AssembleMap.h"
#include "runner/device/RunOnDevice.h"
#include "llvm/Support/Format.h"
#include "llvm/Support/FormatVariadic.h"
#include "llvm/Support/raw_ostream.h"
#include <algorithm>
#include <map>

using namespace tessera;
using namespace tessera::runner;
using emulator::Stall;
using emulator::TimePrediction;

static std::string listCards() {
  std::string names;
  for (const rates::Card &card : rates::cards)
    names += (names.empty() ? "" : ", ") + std::string(card.card);
  return names;
}

Result<std::unique_ptr<LaunchPredictor>> LaunchPredictor::make(const emulator::Program &program,
                                                               const emulator::Function &entry,
                                                               const TimeQuestion &question,
                                                               std::shared_ptr<const emulator::MachineMap> map) {
  std::string target(program.module.target);
  const rates::Card *card = nullptr;
  const std::string &name = question.card;
  if (name.empty()) {
    // Code for sm_90 runs on the cards of sm_90a.
    for (const rates::Card &one : rates::cards)
      if (!card && one.target.substr(0, 5) == target.substr(0, 5))
        card = &one;
    if (!card)
      return makeProblem(ProblemCode::badRequest,
                         "the model of time has no card for `" + target + "`; it has " + listCards());
  } else if (!(card = rates::findCard(name))) {
    return makeProblem(ProblemCode::badRequest, "the model of time has no card `" + name + "`; it has " + listCards());
  } else if (card->target.substr(0, 5) != target.substr(0, 5)) {
    return makeProblem(ProblemCode::badRequest, "`" + name + "` is a card of " + std::string(card->target) +
                                                    ", the PTX is for `" + target + "`");
  }
  if (!(question.clock <= card->boostClock)) // what is no number, too
    return makeProblem(ProblemCode::badRequest, llvm::formatv("`--clock` is {0} MHz, and {1} goes to {2} at most",
                                                              question.clock, card->name, card->boostClock));
  if (!map->find(entry.name))
    return makeProblem(ProblemCode::badRequest, "the machine map has no kernel `" + entry.name + "`");
  return std::unique_ptr<LaunchPredictor>(new LaunchPredictor(program, entry, *card, question.clock, std::move(map)));
}

LaunchPredictor::LaunchPredictor(const emulator::Program &program, const emulator::Function &entry,
                                 const rates::Card &card, double clock,
                                 std::shared_ptr<const emulator::MachineMap> made)
    : program(program), entry(entry), card(card), clock(clock), map(std::move(made)),
      plan(program.module, *map->find(entry.name)) {
  emulator::LaunchRecorder::Options options;
  options.wants = [&card](uint64_t cluster, unsigned ctas) { return emulator::isTimed(cluster, ctas, card); };
  options.cacheBytes = card.l2Usable;
  options.processors = static_cast<uint64_t>(card.processors);
  recorder = std::make_unique<emulator::LaunchRecorder>(program, std::move(options));
}

Status LaunchPredictor::finish(const emulator::LaunchShape &shape) {
  auto count = [](const uint32_t (&d)[3]) { return uint64_t(d[0]) * d[1] * d[2]; };
  emulator::Recording recording =
      recorder->take(count(shape.grid), static_cast<uint32_t>(count(shape.block)),
                     emulator::countStaticShared(program.module, *entry.syntax) + shape.dynamicShared);
  std::string error;
  prediction = emulator::predictTime(plan, recording, card, rates::getRates(card.generation), clock, error);
  if (!prediction)
    return makeProblem(ProblemCode::badRequest, error);
  return Done();
}

// --- telling

/// The statements before whose instructions warps stood longest.
std::vector<LaunchPredictor::Place> LaunchPredictor::findPlaces(size_t most) const {
  std::map<uint32_t, double> cycles;
  double all = 0;
  const std::vector<double> &spent = prediction->processor.statementCycles;
  for (uint32_t i = 0; i < spent.size(); ++i) {
    cycles[plan.statementAt(i)] += spent[i];
    all += spent[i];
  }
  std::vector<Place> places;
  for (auto [statement, spentHere] : cycles)
    if (constexpr double least = 0.005; statement != emulator::noStatement && spentHere >= least * all)
      places.push_back({statement, spentHere / all});
  std::sort(places.begin(), places.end(), [](const Place &a, const Place &b) { return a.share > b.share; });
  places.resize(std::min(most, places.size()));
  return places;
}

static std::string percent(double share) {
  std::string text;
  llvm::raw_string_ostream(text) << llvm::format("%.0f %%", 100 * share);
  return text;
}

static const emulator::ptx::Instruction *findInstruction(const emulator::ptx::Module &module, uint32_t statement) {
  std::optional<emulator::Statement> found = emulator::StatementNumbers(module).find(statement);
  return found ? &module.functions[found->function].instructions[found->instruction] : nullptr;
}

/// How many cycles at which clock, and why at this one.
static std::string describeClock(const TimePrediction &p, const rates::Card &card) {
  std::string text;
  llvm::raw_string_ostream out(text);
  out << llvm::format("%.0f cycles at %.0f MHz", p.cycles, p.clock);
  if (p.isFixed) {
    out << ", which was given";
    if (p.power > card.boardPower)
      out << llvm::format(" and that it can't keep: with random numbers it would draw about %.0f W of %.0f", p.power,
                          card.boardPower);
  } else if (p.clock < card.boostClock) {
    out << llvm::format(", as more would draw above its %.0f W with random numbers; %.2f us at %.0f MHz",
                        card.boardPower, p.low, card.boostClock);
  } else {
    if (p.power > 0)
      out << llvm::format(", where it draws about %.0f W of %.0f", p.power, card.boardPower);
    out << llvm::format("; %.2f us at %.0f MHz", p.high, card.specClock);
  }
  return text;
}

std::string LaunchPredictor::describe() const {
  const TimePrediction &p = *prediction;
  std::string text;
  llvm::raw_string_ostream out(text);
  out << "`" << entry.name << "` on " << card.name << llvm::format(": %.2f us", p.microseconds)
      << " predicted by a model, not measured (version " << emulator::timeModel << ")\n";
  out << "  " << describeClock(p, card)
      << llvm::format("; a launch behind another takes about %.1f us more\n", p.launchMicroseconds);
  out << "  limit: " << p.limit << ", busy " << percent(p.limitShare) << " of the time\n";
  out << llvm::format("  memory: %.3f MB, %.0f GB/s; from the L2 cache %.3f MB; ", p.memoryBytes / 1e6,
                      p.memoryBytes / p.microseconds / 1e3, p.l2Bytes / 1e6)
      << "of the L1 cache's sectors "
      << percent(p.processor.l1Sectors
                     ? 1 - static_cast<double>(p.processor.l1Misses) / static_cast<double>(p.processor.l1Sectors)
                     : 0)
      << " hit\n";
  out << "  " << p.ctas << " CTAs on " << p.processors << " multiprocessors, up to " << p.residency.ctas
      << " at once on each (" << p.residency.limit << "); " << p.timed << " of them were timed\n";
  double all = 0;
  for (double cycles : p.processor.warpCycles)
    all += cycles;
  std::vector<std::pair<double, Stall>> stalls;
  for (unsigned stall = 0; stall < emulator::stallCount; ++stall)
    if (p.processor.warpCycles[stall] >= all / 100)
      stalls.emplace_back(p.processor.warpCycles[stall], static_cast<Stall>(stall));
  std::sort(stalls.begin(), stalls.end(), [](const auto &a, const auto &b) { return a.first > b.first; });
  out << "  warps:";
  for (size_t i = 0; i < stalls.size(); ++i)
    out << (i ? ", " : " ") << emulator::getName(stalls[i].second) << " " << percent(stalls[i].first / all);
  out << "\n  where they stand longest:\n";
  for (const Place &place : findPlaces(5))
    if (const emulator::ptx::Instruction *instruction = findInstruction(program.module, place.statement)) {
      out << llvm::right_justify(percent(place.share), 8) << "  " << program.module.fileName << ":"
          << instruction->place.line << ": " << instruction->opcode;
      for (std::string_view modifier : instruction->modifiers)
        out << "." << modifier;
      out << "\n";
    }
  if (!p.doubts.empty())
    out << "  doubtful: " << p.doubts << "\n";
  return text;
}

llvm::json::Object LaunchPredictor::toJson() const {
  const TimePrediction &p = *prediction;
  llvm::json::Object stalls, busy;
  for (unsigned stall = 0; stall < emulator::stallCount; ++stall)
    stalls[llvm::StringRef(emulator::getName(static_cast<Stall>(stall)))] = p.processor.warpCycles[stall];
  for (unsigned unit = 0; unit < emulator::unitCount; ++unit)
    busy[llvm::StringRef(emulator::getName(static_cast<emulator::Unit>(unit)))] = p.processor.busy[unit];
  llvm::json::Array places;
  for (const Place &place : findPlaces(50))
    if (const emulator::ptx::Instruction *instruction = findInstruction(program.module, place.statement))
      places.push_back(llvm::json::Object{{"line", instruction->place.line}, {"share", place.share}});
  return llvm::json::Object{{"isPrediction", true},
                            {"model", llvm::StringRef(emulator::timeModel)},
                            {"card", llvm::StringRef(card.card)},
                            {"microseconds", p.microseconds},
                            {"range", llvm::json::Array{p.low, p.high}},
                            {"cycles", p.cycles},
                            {"clock", p.clock},
                            {"power", p.power > 0 ? llvm::json::Value(p.power) : llvm::json::Value(nullptr)},
                            {"launchMicroseconds", p.launchMicroseconds},
                            {"limit", p.limit},
                            {"limitShare", p.limitShare},
                            {"ctas", static_cast<int64_t>(p.ctas)},
                            {"processors", static_cast<int64_t>(p.processors)},
                            {"residentCtas", p.residency.ctas},
                            {"residencyLimit", p.residency.limit},
                            {"timedCtas", static_cast<int64_t>(p.timed)},
                            {"memoryBytes", p.memoryBytes},
                            {"l2Bytes", p.l2Bytes},
                            {"warpInstructions", static_cast<int64_t>(p.processor.instructions)},
                            {"warpCycles", std::move(stalls)},
                            {"busyCycles", std::move(busy)},
                            {"places", std::move(places)},
                            {"doubts", p.doubts}};
}

// --- whole programs

std::function<Result<std::shared_ptr<LaunchWatcher>>(const emulator::Program &, const emulator::Function &)>
runner::makePredictor(const TimeQuestion &question) {
  // By what the kernel is: a program of another run may stand where one stood.
  using Maps = std::map<std::string, std::shared_ptr<const emulator::MachineMap>>;
  return [question,
          maps = std::make_shared<Maps>()](const emulator::Program &program,
                                           const emulator::Function &entry) -> Result<std::shared_ptr<LaunchWatcher>> {
    std::shared_ptr<const emulator::MachineMap> &map = (*maps)[*program.module.text];
    DiagnosticSink sink;
    if (!map) {
      mlir::FailureOr<emulator::MachineMap> made = assembleMap(program.module, sink);
      if (mlir::failed(made))
        return makeProblem(ProblemCode::unavailable,
                           "a time is predicted from machine code: " + sink.takeSorted().front().message);
      map = std::make_shared<const emulator::MachineMap>(std::move(*made));
    }
    Result<std::unique_ptr<LaunchPredictor>> made = LaunchPredictor::make(program, entry, question, map);
    if (!made)
      return made.problem();
    return std::shared_ptr<LaunchWatcher>(std::move(*made));
  };
}

Result<double> runner::predictKernels(Program &program, Device &emulator, llvm::ArrayRef<std::string> kernels,
                                      const DeviceSettings &settings) {
  interpreter::RunOptions options;
  options.isCancelled = settings.isCancelled;
  DeviceRun run = runOnDevice(program, emulator, settings, options);
  std::vector<LaunchObservation> seen = emulator.observations();
  double microseconds = 0;
  bool isTimed = false;
  auto refuse = [&](const std::string &otherwise) {
    for (const Diagnostic &diagnostic : run.result.diagnostics)
      return makeProblem(ProblemCode::internal, diagnostic.message);
    return makeProblem(ProblemCode::internal, otherwise);
  };
  for (size_t index = 0; index < seen.size() && index < run.result.launches.size(); ++index) {
    if (!llvm::is_contained(kernels, run.result.launches[index].kernel))
      continue;
    std::optional<double> one = seen[index].time ? seen[index].time->toJson().getNumber("microseconds") : std::nullopt;
    if (!one) // the others' sum would be the time of another program
      return refuse("launch " + std::to_string(index + 1) + " has no time");
    microseconds += *one;
    isTimed = true;
  }
  if (isTimed)
    return microseconds / 1e3;
  return refuse("it has no launch");
}
