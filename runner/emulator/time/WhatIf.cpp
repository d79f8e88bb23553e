// SPDX-License-Identifier: Apache-2.0
#include "runner/emulator/time/WhatIf.h"
#include <algorithm>
#include <cmath>

namespace tessera::emulator {

bool applyChange(const RateChange &change, rates::Rates &rates, rates::Card &card) {
  return rates::setRate(rates, change.name, change.value) || rates::setRate(card, change.name, change.value);
}

namespace {

bool isUnsure(const rates::Fact &fact, double value) { return fact.isKnown() && fact.sigma > 0 && value != 0; }

/// Round numbers of other models stand in the table, too (`roughLoad`): nothing here reads them.
bool isOfThisModel(std::string_view name) { return name.substr(0, 5) != "rough"; }

class Question {
public:
  Question(const WalkPlan &plan, const Recording &recording, const rates::Card &card, const rates::Rates &rates,
           double clock, const TimePrediction &base)
      : plan(plan), recording(recording), card(card), rates(rates), clock(clock), base(base) {}

  void askAll() {
    // What a multiprocessor takes does not move the clock much, so that each is asked at the one that was found; of
    // what the card draws the clock is all that depends.
    for (const rates::RateRow &row : rates::listRates())
      ask(row.name, row.unit, row.of(card.generation), rates.*row.member,
          row.unit == "V" || row.unit == "MHz" ? clock : base.clock);
    for (const rates::CardRow &row : rates::listCardRates())
      if (rates::getCard(row.card).card == card.card)
        ask(row.name, row.unit, row.fact, card.*row.member, clock);
  }

  Sensitivity answer() {
    std::stable_sort(effects.begin(), effects.end(), [](const auto &a, const auto &b) { return a.first > b.first; });
    Sensitivity made;
    for (const auto &[change, effect] : effects)
      made.effects.push_back(effect);
    made.deviation = std::sqrt(variance);
    return made;
  }

private:
  void ask(std::string_view name, std::string_view unit, const rates::Fact &fact, double value, double atClock) {
    if (!isUnsure(fact, value) || !isOfThisModel(name))
      return;
    RateEffect effect{name, unit, value, fact.sigma, base.microseconds, base.microseconds};
    effect.larger = timeWith(name, value * (1 + fact.sigma), atClock);
    effect.smaller = timeWith(name, value * (1 - fact.sigma), atClock);
    auto change = [&](double microseconds) { return std::abs(microseconds / base.microseconds - 1); };
    double largest = std::max(change(effect.smaller), change(effect.larger));
    if (constexpr double least = 1e-3; largest < least)
      return;
    variance += largest * largest;
    effects.emplace_back(largest, effect);
  }

  double timeWith(std::string_view name, double value, double atClock) const {
    rates::Rates changedRates = rates;
    rates::Card changedCard = card;
    applyChange({std::string(name), value}, changedRates, changedCard);
    std::string error;
    std::optional<TimePrediction> made = predictTime(plan, recording, changedCard, changedRates, atClock, error);
    return made ? made->microseconds : base.microseconds;
  }

  const WalkPlan &plan;
  const Recording &recording;
  const rates::Card &card;
  const rates::Rates &rates;
  const double clock;
  const TimePrediction &base;
  double variance = 0;
  std::vector<std::pair<double, RateEffect>> effects; // with how much the time changes, at most
};

} // namespace

std::vector<CacheShape> listCaches(const rates::Card &card, const rates::Rates &rates,
                                   const std::vector<std::vector<RateChange>> &changes, bool asksAll) {
  std::vector<CacheShape> shapes{getCacheShape(card, rates)};
  auto add = [&](const std::vector<RateChange> &all) {
    rates::Rates changedRates = rates;
    rates::Card changedCard = card;
    for (const RateChange &change : all)
      applyChange(change, changedRates, changedCard);
    CacheShape shape = getCacheShape(changedCard, changedRates);
    if (std::find(shapes.begin(), shapes.end(), shape) == shapes.end())
      shapes.push_back(shape);
  };
  auto addBoth = [&](std::string_view name, const rates::Fact &fact, double value) {
    if (!isUnsure(fact, value))
      return;
    for (double sign : {-1.0, 1.0})
      add({{std::string(name), value * (1 + sign * fact.sigma)}});
  };
  std::for_each(changes.begin(), changes.end(), add);
  if (asksAll) {
    for (const rates::RateRow &row : rates::listRates())
      addBoth(row.name, row.of(card.generation), rates.*row.member);
    for (const rates::CardRow &row : rates::listCardRates())
      if (rates::getCard(row.card).card == card.card)
        addBoth(row.name, row.fact, card.*row.member);
  }
  return shapes;
}

Sensitivity findSensitivity(const WalkPlan &plan, const Recording &recording, const rates::Card &card,
                            const rates::Rates &rates, double fixedClock, const TimePrediction &base) {
  Question question(plan, recording, card, rates, fixedClock, base);
  question.askAll();
  return question.answer();
}

} // namespace tessera::emulator
