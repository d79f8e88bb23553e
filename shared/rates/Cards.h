// SPDX-License-Identifier: Apache-2.0
// What differs between cards of one generation: multiprocessors, clocks, memory, what of the L2 cache a launch can
// count on, power. Cards.def lists the facts, in the manner of Rates.h.
//
//   const rates::Card *card = rates::findCard("h200");
//   double share = card->memoryRead / card->memoryPeak;   // of the vendor's number, what a stream of reads reaches
#pragma once

#include "shared/rates/Rates.h"

namespace tessera::rates {

enum class CardId : uint8_t {
#define CARD(id, card, target, name, generation) id,
#include "shared/rates/Cards.def"
};

/// 0 where nobody knows.
struct Card {
  std::string_view card, target, name; // `h200`, `sm_90a`, and for people
  Generation generation = Generation::hopper;
#define CARD_RATE(name, unit, meaning) double name = 0;
#include "shared/rates/Cards.def"
};

constexpr Card makeCard(CardId id) {
  using namespace sources;
  Card made;
#define CARD(id_, card_, target_, name_, generation_)                                                                  \
  if (id == CardId::id_)                                                                                               \
    made.card = card_, made.target = target_, made.name = name_, made.generation = Generation::generation_;
#define CARD_FACT(id_, name, ...)                                                                                      \
  if (id == CardId::id_)                                                                                               \
    made.name = makeFact(__VA_ARGS__).value;
#include "shared/rates/Cards.def"
  return made;
}

inline constexpr Card cards[] = {
#define CARD(id, card, target, name, generation) makeCard(CardId::id),
#include "shared/rates/Cards.def"
};

constexpr const Card &getCard(CardId id) { return cards[static_cast<unsigned>(id)]; }
/// `h100-pcie`; null where there is none of this name.
const Card *findCard(std::string_view card);

struct CardRow {
  CardId card;
  std::string_view name, unit, meaning;
  double Card::*member;
  Fact fact;
};

/// What is known of all cards, card by card.
struct CardRows {
  const CardRow *rows;
  size_t count;
  const CardRow *begin() const { return rows; }
  const CardRow *end() const { return rows + count; }
  size_t size() const { return count; }
};
CardRows listCardRates();

/// False, and nothing is changed, where cards have nothing of this name.
bool setRate(Card &card, std::string_view name, double value);

} // namespace tessera::rates
