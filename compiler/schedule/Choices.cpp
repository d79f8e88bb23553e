// SPDX-License-Identifier: Apache-2.0
#include "compiler/schedule/Choices.h"
#include "compiler/schedule/Schedule.h"
#include "compiler/support/PassDiagnostics.h"

using namespace mlir;
using namespace tessera;

ArrayRef<StringLiteral> schedule::getChoiceNames() {
  static constexpr StringLiteral names[] = {"warps",      "stages",  "tile_m",     "tile_n", "tile_k", "consumers",
                                            "persistent", "cluster", "specialize", "group",  "tile",   "parts",
                                            "registers",  "resize",  "split",      "cut",    "turns"};
  return names;
}

ArrayRef<schedule::ChoiceValues> schedule::getChoiceValues() {
  static constexpr int64_t consumers[] = {1, 2, 3}, columns[] = {32, 64, 128, 256},
                           rows[] = {16, 32, 64, 128, 192, 256}, depths[] = {32, 64, 128},
                           stages[] = {1, 2, 3, 4, 5, 6}, yesOrNo[] = {0, 1}, clusters[] = {1, 2},
                           splits[] = {1, 2, 4, 8}, groups[] = {1, 4, 8, 16}, warps[] = {1, 2, 4, 8, 16},
                           tiles[] = {256, 1024, 4096, 16384}, parts[] = {1, 2, 4, 8}, registers[] = {32, 64, 128};
  static const ChoiceValues choices[] = {
      {"consumers", "warpgroups that multiply", consumers},
      {"tile_n", "columns of a product's block", columns},
      {"tile_m", "rows of a product's block", rows},
      {"tile_k", "depth of a product's pass", depths},
      {"stages", "passes whose copies are in flight", stages},
      {"persistent", "a block does one program after the other", yesOrNo},
      {"cluster", "blocks that share what they copy", clusters},
      {"group", "blocks of rows that run together", groups},
      {"warps", "warps of a block program", warps},
      {"specialize", "warpgroups with roles", yesOrNo},
      {"tile", "elements of a tile of a block that is split", tiles},
      {"parts", "blocks that share a program", parts},
      {"registers", "of a thread, for what lives at once", registers},
      {"resize", "programs become one with others, or several", yesOrNo},
      {"split", "blocks of a cluster that share a program's passes", splits},
      {"cut", "loops are cut where a mask begins to matter", yesOrNo},
      {"turns", "consumers begin their products in turns", yesOrNo},
  };
  return choices;
}

FailureOr<DictionaryAttr> schedule::parseChoices(MLIRContext *context, StringRef text, std::string &error) {
  SmallVector<NamedAttribute> choices;
  SmallVector<StringRef> entries;
  text.split(entries, ';', -1, /*KeepEmpty=*/false);
  for (StringRef entry : entries) {
    StringRef place = entry.split('=').first, value = entry.split('=').second;
    StringRef name = place.substr(place.rfind('.') + 1); // after the kernel's, if any
    int64_t number = 0;
    if (!llvm::is_contained(getChoiceNames(), name)) {
      error = "there is no choice `" + name.str() + "`, expected one of " + llvm::join(getChoiceNames(), ", ");
      return failure();
    }
    if (value.getAsInteger(10, number) || number < 0) {
      error = "`" + name.str() + "` is `" + value.str() + "`, expected a natural number";
      return failure();
    }
    llvm::erase_if(choices,
                   [&](NamedAttribute earlier) { return earlier.getName() == place; }); // the last one said counts
    choices.emplace_back(StringAttr::get(context, place), IntegerAttr::get(IntegerType::get(context, 64), number));
  }
  return DictionaryAttr::get(context, choices);
}

std::optional<int64_t> schedule::findChoice(DictionaryAttr choices, StringRef kernel, StringRef name) {
  if (!choices)
    return std::nullopt;
  auto choice = choices.getAs<IntegerAttr>((kernel + "." + name).str());
  if (!choice)
    choice = choices.getAs<IntegerAttr>(name);
  return choice ? std::optional<int64_t>(choice.getInt()) : std::nullopt;
}

std::optional<int64_t> schedule::getChoice(tile::KernelOp kernel, StringRef name) {
  return findChoice(kernel->getAttrOfType<DictionaryAttr>(tuneName), kernel.getSymName(), name);
}

void schedule::remarkChoice(Operation *kernel, const Twine &what, const Twine &why) {
  remarkChoice(kernel, kernel->getLoc(), what, why);
}

void schedule::remarkChoice(Operation *kernel, Location where, const Twine &what, const Twine &why) {
  emitDiagnostic(where, DiagnosticId::schedulePlan, Severity::remark, what + ": " + why);
  tilegpu::addDecision(kernel, {tilegpu::Decision::Kind::choice, where, what.str(), why.str()});
}

void schedule::limitChoice(Operation *kernel, StringRef name, int64_t value, Location where, const Twine &condition,
                           const Twine &remedy) {
  tilegpu::addDecision(kernel, {tilegpu::Decision::Kind::obstacle, where, name.str() + "=" + std::to_string(value),
                                condition.str(), remedy.str(), name.str()});
}

bool schedule::refuseKernel(Operation *kernel, Location where, DiagnosticId id, const Twine &why, const Twine &remedy) {
  emitDiagnostic(where, id, Severity::remark, why).attachNote() << remedy;
  tilegpu::addDecision(kernel, {tilegpu::Decision::Kind::refusal, where, getText(id).str(), why.str(), remedy.str()});
  return false;
}
