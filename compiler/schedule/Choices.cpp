// SPDX-License-Identifier: Apache-2.0
#include "compiler/schedule/Choices.h"
#include "compiler/schedule/Schedule.h"
#include "compiler/support/PassDiagnostics.h"

using namespace mlir;
using namespace tessera;

ArrayRef<StringLiteral> schedule::getChoiceNames() {
  static constexpr StringLiteral names[] = {"warps",     "stages",     "tile_m",    "tile_n",     "tile_k",
                                            "consumers", "persistent", "cluster",   "specialize", "group",
                                            "tile",      "parts",      "registers", "resize",     "split",
                                            "cut"};
  return names;
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

void schedule::remarkChoice(Location loc, const Twine &what, const Twine &why) {
  emitDiagnostic(loc, DiagnosticId::scheduleChoice, Severity::remark, what + ": " + why);
}
