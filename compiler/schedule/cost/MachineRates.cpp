// SPDX-License-Identifier: Apache-2.0
// The table of cards, and which of them a driver's name means.
#include "compiler/schedule/cost/MachineRates.h"

using namespace tessera;
using namespace tessera::schedule;

// A new card is a row here; of a target's the first is its usual one.
static const MachineRates table[] = {
    // card       target      name               SMs  MHz   wgmma mma   cache memory        capacity
    {{"a100"}, {"sm_80"}, {"A100, 40 GB"}, 108, 1410, 2048, 2048, 40, 1400e3 / 1410, 32e6},
    {{"a100-80gb"}, {"sm_80"}, {"A100, 80 GB"}, 108, 1410, 2048, 2048, 40, 1800e3 / 1410, 32e6},
    {{"h100"}, {"sm_90a"}, {"H100 SXM"}, 132, 1830, 4096, 2540, 48, 3000e3 / 1830, 40e6},
    {{"h100-nvl"}, {"sm_90a"}, {"H100 NVL"}, 132, 1545, 4096, 2540, 48, 3500e3 / 1545, 40e6},
    {{"h100-pcie"}, {"sm_90a"}, {"H100 PCIe"}, 114, 1620, 4096, 2540, 48, 1800e3 / 1620, 40e6},
    {{"h200"}, {"sm_90a"}, {"H200"}, 132, 1830, 4096, 2540, 48, 4140e3 / 1830, 40e6},
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
    llvm::StringRef(rates.card).split(words, '-');
    bool isMeant = rates.target == target &&
                   llvm::all_of(words, [&](llvm::StringRef word) { return device.contains_insensitive(word); });
    if (isMeant && words.size() > most) {
      best = &rates;
      most = words.size();
    }
  }
  return *best;
}
