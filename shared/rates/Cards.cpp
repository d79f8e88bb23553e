// SPDX-License-Identifier: Apache-2.0
// The rows of Cards.def, and each by its name.
#include "shared/rates/Cards.h"
#include <algorithm>
#include <iterator>

namespace tessera::rates {

using namespace sources;

namespace {

struct Property {
  std::string_view name, unit, meaning;
  double Card::*member;
};

} // namespace

static constexpr Property properties[] = {
#define CARD_RATE(name, unit, meaning) {#name, unit, meaning, &Card::name},
#include "shared/rates/Cards.def"
};

/// Its place among the properties; as a constant, so that a fact of none does not compile.
static constexpr const Property &getProperty(std::string_view name) {
  unsigned index = 0;
  while (properties[index].name != name)
    ++index;
  return properties[index];
}

static constexpr CardRow makeRow(CardId card, std::string_view name, Fact fact) {
  const Property &property = getProperty(name);
  return {card, property.name, property.unit, property.meaning, property.member, fact};
}

static constexpr CardRow rows[] = {
#define CARD_FACT(id, name, ...) makeRow(CardId::id, #name, makeFact(__VA_ARGS__)),
#include "shared/rates/Cards.def"
};

const Card *findCard(std::string_view name) {
  const Card *card =
      std::find_if(std::begin(cards), std::end(cards), [&](const Card &each) { return each.card == name; });
  return card == std::end(cards) ? nullptr : card;
}

CardRows listCardRates() { return {rows, std::size(rows)}; }

bool setRate(Card &card, std::string_view name, double value) {
  for (const Property &property : properties)
    if (property.name == name)
      return card.*property.member = value, true;
  return false;
}

} // namespace tessera::rates
