// SPDX-License-Identifier: Apache-2.0
#include "runner/device/LaunchPredictor.h"
#include "runner/emulator/program/NeededValues.h"
#include "llvm/Support/FormatVariadic.h"
#include <algorithm>

using namespace tessera;
using namespace tessera::runner;
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
    for (const rates::Card &one : rates::cards)
      if (!card && runs(one, target))
        card = &one;
    if (!card)
      return makeProblem(ProblemCode::badRequest,
                         "the model of time has no card for `" + target + "`; it has " + listCards());
  } else if (!(card = rates::findCard(name))) {
    return makeProblem(ProblemCode::badRequest, "the model of time has no card `" + name + "`; it has " + listCards());
  } else if (!runs(*card, target)) {
    return makeProblem(ProblemCode::badRequest, "`" + name + "` is a card of " + std::string(card->target) +
                                                    ", the PTX is for `" + target + "`");
  }
  if (!(question.clock <= card->boostClock)) // what is no number, too
    return makeProblem(ProblemCode::badRequest, llvm::formatv("`--clock` is {0} MHz, and {1} goes to {2} at most",
                                                              question.clock, card->name, card->boostClock));
  for (const std::vector<emulator::RateChange> &changes : question.whatIf)
    for (const emulator::RateChange &change : changes) {
      rates::Rates rates;
      rates::Card other;
      if (!emulator::applyChange(change, rates, other))
        return makeProblem(ProblemCode::badRequest,
                           "the model of time has no rate `" + change.name +
                               "`; `shared/rates` lists them, `--sensitivity` those that matter");
    }
  // A recording follows each cache that is asked for, line by line.
  constexpr double mostCache = double(1 << 30), mostWays = 1024;
  for (const emulator::CacheShape &shape :
       emulator::listCaches(*card, rates::getRates(card->generation), question.whatIf, /*asksAll=*/false))
    if (!(shape.bytes >= 0 && shape.bytes <= mostCache) || shape.ways > mostWays)
      return makeProblem(ProblemCode::badRequest,
                         "`--what-if`: an L2 cache has up to 1024 MiB (`l2Size`) and 1024 ways (`l2Ways`) here");
  if (!map->find(entry.name))
    return makeProblem(ProblemCode::badRequest, "the machine map has no kernel `" + entry.name + "`");
  return std::unique_ptr<LaunchPredictor>(new LaunchPredictor(program, entry, *card, question, std::move(map)));
}

LaunchPredictor::LaunchPredictor(const emulator::Program &program, const emulator::Function &entry,
                                 const rates::Card &card, TimeQuestion asked,
                                 std::shared_ptr<const emulator::MachineMap> made)
    : program(program), entry(entry), card(card), question(std::move(asked)), map(std::move(made)),
      plan(program.module, *map->find(entry.name)) {
  emulator::LaunchRecorder::Options options;
  options.wants = [&card](uint64_t cluster, unsigned ctas) { return emulator::isTimed(cluster, ctas, card); };
  options.caches =
      emulator::listCaches(card, rates::getRates(card.generation), question.whatIf, question.tellsSensitivity);
  options.processors = static_cast<uint64_t>(card.processors);
  recorder = std::make_unique<emulator::LaunchRecorder>(program, std::move(options));
}

static uint64_t count(const uint32_t (&sizes)[3]) { return uint64_t(sizes[0]) * sizes[1] * sizes[2]; }

uint32_t LaunchPredictor::countShared(const emulator::LaunchShape &shape) const {
  return emulator::countStaticShared(program.module, *entry.syntax) + shape.dynamicShared;
}

void LaunchPredictor::adapt(const emulator::LaunchShape &shape, emulator::RunOptions &options) {
  emulator::Residency residency =
      emulator::findResidency(rates::getRates(card.generation), static_cast<uint32_t>(count(shape.block)),
                              plan.kernel.registers, countShared(shape));
  clusterCtas = 1;
  for (int d = 0; d < 3; ++d)
    clusterCtas *= std::max({1u, shape.cluster[d], entry.syntax->requiredCluster[d]});
  uint64_t places = std::max<uint64_t>(1, static_cast<uint64_t>(card.processors) / clusterCtas);
  sample.reset();
  recorder->follow(nullptr);
  bool wantsTimeOnly = options.skipsValues && !options.keepsGlobal && !options.checksRaces && !question.executesAll;
  if (wantsTimeOnly && !emulator::NeededValues(program, /*keepsGlobal=*/false).readsGlobal()) {
    sample.emplace(count(shape.grid) / clusterCtas, places, residency.ctas);
    if (sample->leavesOut()) {
      options.wantsCluster = [chosen = *sample](uint64_t cluster) { return chosen.isExecuted(cluster); };
      recorder->follow([chosen = *sample](uint64_t cluster) { return chosen.isFollowed(cluster); });
    }
  }
  options.residentClusters = places * residency.ctas;
  options.startsTogether = true;
  options.turnInstructions = 2000;
}

Status LaunchPredictor::finish(const emulator::LaunchShape &shape) {
  emulator::Recording recording =
      recorder->take(count(shape.grid), static_cast<uint32_t>(count(shape.block)), countShared(shape));
  if (sample && sample->leavesOut()) {
    recording.executed = sample->countExecuted() * clusterCtas;
    recording.followed = sample->countFollowed() * clusterCtas;
  }
  std::string error;
  const rates::Rates &rates = rates::getRates(card.generation);
  prediction = emulator::predictTime(plan, recording, card, rates, question.clock, error);
  if (!prediction)
    return makeProblem(ProblemCode::badRequest, error);
  if (timeline)
    emulator::traceTime(plan, program.module, recording, card, rates, *prediction, *timeline);
  if (question.tellsSensitivity)
    sensitivity = emulator::findSensitivity(plan, recording, card, rates, question.clock, *prediction);
  return askWhatIf(recording);
}

Status LaunchPredictor::askWhatIf(const emulator::Recording &recording) {
  otherwise.clear();
  for (const std::vector<emulator::RateChange> &changes : question.whatIf) {
    rates::Rates rates = rates::getRates(card.generation);
    rates::Card changed = card;
    for (const emulator::RateChange &change : changes)
      emulator::applyChange(change, rates, changed);
    std::string error;
    std::optional<TimePrediction> made = emulator::predictTime(plan, recording, changed, rates, question.clock, error);
    if (!made)
      return makeProblem(ProblemCode::badRequest, error);
    otherwise.push_back(made->microseconds);
  }
  return Done();
}
