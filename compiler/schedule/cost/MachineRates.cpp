// SPDX-License-Identifier: Apache-2.0
// The cards of the cost model as shared/rates has them, and which of them a driver's name means.
#include "compiler/schedule/cost/MachineRates.h"

using namespace tessera;
using namespace tessera::schedule;

static constexpr llvm::StringRef toRef(std::string_view text) { return {text.data(), text.size()}; }

static constexpr MachineRates view(rates::CardId id) {
  const rates::Card &card = rates::getCard(id);
  const rates::Rates &of = rates::getRates(card.generation);
  double memoryBytes = card.memoryCopy * 1e3 / card.specClock; // GB/s are 1e3 bytes a microsecond
  return {toRef(card.card), toRef(card.target),    toRef(card.name),   static_cast<int64_t>(card.processors),
          card.specClock,   of.tensorOperations16, of.mmaOperations16, of.roughCacheBytes,
          memoryBytes,      of.roughCacheUsable};
}

// A new card is a row here and facts there; of a target's the first is its usual one.
static constexpr MachineRates table[] = {
    view(rates::CardId::a100),     view(rates::CardId::a100_80gb), view(rates::CardId::h100),
    view(rates::CardId::h100_nvl), view(rates::CardId::h100_pcie), view(rates::CardId::h200),
};

llvm::ArrayRef<MachineRates> tessera::schedule::getCards() { return table; }

const MachineRates *tessera::schedule::findCard(llvm::StringRef card, llvm::StringRef target) {
  for (const MachineRates &rates : table)
    if (rates.card == card && rates.target == target)
      return &rates;
  return nullptr;
}

const MachineRates &tessera::schedule::getUsualCard(llvm::StringRef target) {
  for (const MachineRates &rates : table)
    if (rates.target == target)
      return rates;
  return table[std::size(table) - 1];
}

const MachineRates &tessera::schedule::matchCard(llvm::StringRef device, llvm::StringRef target) {
  // A name's words, `h100-pcie`, stand in the driver's in any order; the more words the surer.
  const MachineRates *best = &getUsualCard(target);
  size_t most = 0;
  for (const MachineRates &rates : table) {
    llvm::SmallVector<llvm::StringRef> words;
    rates.card.split(words, '-');
    bool isMeant = rates.target == target &&
                   llvm::all_of(words, [&](llvm::StringRef word) { return device.contains_insensitive(word); });
    if (isMeant && words.size() > most) {
      best = &rates;
      most = words.size();
    }
  }
  return *best;
}
