// SPDX-License-Identifier: Apache-2.0
// The table of opcodes. It is made once, from every family.

#include "runner/emulator/instructions/Families.h"
#include "runner/emulator/program/Builder.h"
#include <algorithm>

namespace tessera::emulator {

void Forms::add(std::string_view opcode, Builder builder, std::string_view when) {
  builders[{std::string(opcode), std::string(when)}] = builder;
}

/// A form with a selecting modifier goes before the one without; of several selectors that are there, the one written last
/// in the text (`cp.async.bulk.tensor` is a tensor copy).
Builder Forms::find(const ptx::Instruction &instruction) const {
  Builder found = nullptr;
  std::string opcode(instruction.opcode);
  if (auto it = builders.find(std::pair(opcode, std::string())); it != builders.end())
    found = it->second;
  for (std::string_view modifier : instruction.modifiers)
    if (auto it = builders.find(std::pair(opcode, std::string(modifier))); it != builders.end())
      found = it->second;
  return found;
}

static size_t editDistance(std::string_view a, std::string_view b) {
  std::vector<size_t> row(b.size() + 1);
  for (size_t j = 0; j <= b.size(); ++j)
    row[j] = j;
  for (size_t i = 1; i <= a.size(); ++i) {
    size_t diagonal = row[0];
    row[0] = i;
    for (size_t j = 1; j <= b.size(); ++j) {
      size_t above = row[j];
      row[j] = std::min({above + 1, row[j - 1] + 1, diagonal + (a[i - 1] != b[j - 1])});
      diagonal = above;
    }
  }
  return row.back();
}

std::vector<std::string> Forms::nearest(std::string_view opcode) const {
  std::vector<std::pair<size_t, std::string>> ranked;
  if (opcode.size() < 64)
    for (const auto &[key, builder] : builders)
      if (key.second.empty())
        if (size_t distance = editDistance(opcode, key.first); distance <= (opcode.size() < 5 ? 1 : 2))
          ranked.emplace_back(distance, key.first);
  std::sort(ranked.begin(), ranked.end());
  std::vector<std::string> names;
  for (size_t i = 0; i < ranked.size() && i < 3; ++i)
    names.push_back(ranked[i].second);
  return names;
}

const Forms &getForms() {
  static const Forms forms = [] {
    Forms all;
    for (auto add : {addMoveForms, addControlForms, addIntegerForms, addBitForms, addFloatForms, addHalfForms, addApproximateForms,
                     addConvertForms, addCompareForms, addAtomicForms, addFenceForms, addWarpForms, addBarrierForms, addClusterForms,
                     addMbarrierForms, addCopyForms, addBulkForms, addTensorCopyForms, addMatrixMoveForms, addMmaForms, addWmmaForms, addWgmmaForms,
                     addHintForms})
      add(all);
    return all;
  }();
  return forms;
}

} // namespace tessera::emulator
