// SPDX-License-Identifier: Apache-2.0
// A prediction in words and as JSON. Each form says that it is one.
#include "runner/device/LaunchPredictor.h"
#include "llvm/Support/Format.h"
#include "llvm/Support/raw_ostream.h"
#include <algorithm>
#include <map>

using namespace tessera;
using namespace tessera::runner;
using emulator::Stall;
using emulator::TimePrediction;

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

static std::string describeChanges(const std::vector<emulator::RateChange> &changes) {
  std::string text;
  llvm::raw_string_ostream out(text);
  for (const emulator::RateChange &change : changes)
    out << (&change == &changes.front() ? "" : ",") << change.name << llvm::format("=%g", change.value);
  return text;
}

static std::string describeSensitivity(const emulator::Sensitivity &sensitivity, double microseconds) {
  std::string text;
  llvm::raw_string_ostream out(text);
  out << "  the model's rates make it unsure by " << percent(sensitivity.deviation)
      << " (one standard deviation); with each so much smaller and larger it is\n";
  constexpr size_t most = 10;
  for (size_t i = 0; i < std::min(most, sensitivity.effects.size()); ++i) {
    const emulator::RateEffect &effect = sensitivity.effects[i];
    auto change = [&](double other) { return 100 * (other / microseconds - 1); };
    out << llvm::format("    %+6.1f %%, %+6.1f %%  ", change(effect.smaller), change(effect.larger)) << effect.name
        << llvm::format(", %g ", effect.value) << effect.unit << llvm::format(" +- %.0f %%\n", 100 * effect.sigma);
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
  if (p.executed < p.ctas)
    out << "  " << p.executed << " of the CTAs were executed and stand for all: the time may be off by "
        << llvm::format("%.1f %%", 100 * p.sampleDeviation)
        << " for that (one standard deviation; `--all-blocks` executes all)\n";
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
  if (map->isStandIn)
    out << "  in an order that a stand-in for ptxas made: less sure than by real machine code\n";
  if (!p.doubts.empty())
    out << "  doubtful: " << p.doubts << "\n";
  for (size_t i = 0; i < otherwise.size(); ++i)
    out << "  with " << describeChanges(question.whatIf[i])
        << llvm::format(": %.2f us, %+.1f %%\n", otherwise[i], 100 * (otherwise[i] / p.microseconds - 1));
  if (sensitivity)
    out << describeSensitivity(*sensitivity, p.microseconds);
  return text;
}

static llvm::json::Object toJson(const emulator::Sensitivity &sensitivity) {
  llvm::json::Array rates;
  for (const emulator::RateEffect &effect : sensitivity.effects)
    rates.push_back(llvm::json::Object{{"name", llvm::StringRef(effect.name)},
                                       {"unit", llvm::StringRef(effect.unit)},
                                       {"value", effect.value},
                                       {"sigma", effect.sigma},
                                       {"microseconds", llvm::json::Array{effect.smaller, effect.larger}}});
  return llvm::json::Object{{"deviation", sensitivity.deviation}, {"rates", std::move(rates)}};
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
  llvm::json::Object answer{{"isPrediction", true},
                            {"model", llvm::StringRef(emulator::timeModel)},
                            {"card", llvm::StringRef(card.card)},
                            {"microseconds", p.microseconds},
                            {"range", llvm::json::Array{p.low, p.high}},
                            {"cycles", p.cycles},
                            {"clock", p.clock},
                            {"power", p.power > 0 ? llvm::json::Value(p.power) : llvm::json::Value(nullptr)},
                            {"launchMicroseconds", p.launchMicroseconds},
                            {"order", map->isStandIn ? "stand-in" : "ptxas"},
                            {"limit", p.limit},
                            {"limitShare", p.limitShare},
                            {"ctas", static_cast<int64_t>(p.ctas)},
                            {"processors", static_cast<int64_t>(p.processors)},
                            {"residentCtas", p.residency.ctas},
                            {"residencyLimit", p.residency.limit},
                            {"timedCtas", static_cast<int64_t>(p.timed)},
                            {"executedCtas", static_cast<int64_t>(p.executed)},
                            {"sampleDeviation", p.sampleDeviation},
                            {"memoryBytes", p.memoryBytes},
                            {"l2Bytes", p.l2Bytes},
                            {"warpInstructions", static_cast<int64_t>(p.processor.instructions)},
                            {"warpCycles", std::move(stalls)},
                            {"busyCycles", std::move(busy)},
                            {"places", std::move(places)},
                            {"doubts", p.doubts}};
  llvm::json::Array others;
  for (size_t i = 0; i < otherwise.size(); ++i)
    others.push_back(
        llvm::json::Object{{"rates", describeChanges(question.whatIf[i])}, {"microseconds", otherwise[i]}});
  if (!others.empty())
    answer["whatIf"] = std::move(others);
  if (sensitivity)
    answer["sensitivity"] = ::toJson(*sensitivity);
  return answer;
}
