// SPDX-License-Identifier: Apache-2.0
#include "compiler/schedule/Choices.h"
#include "compiler/schedule/Schedule.h"
#include "compiler/support/PassDiagnostics.h"

using namespace mlir;
using namespace tessera;

ArrayRef<StringLiteral> schedule::getChoiceNames() {
  static constexpr StringLiteral names[] = {"warps", "stages", "tile_m", "tile_n", "tile_k", "consumers", "persistent",
                                            "cluster", "specialize", "group", "tile", "parts", "registers"};
  return names;
}

FailureOr<DictionaryAttr> schedule::parseChoices(MLIRContext *context, StringRef text, std::string &error) {
  SmallVector<NamedAttribute> choices;
  SmallVector<StringRef> entries;
  text.split(entries, ';', -1, /*KeepEmpty=*/false);
  for (StringRef entry : entries) {
    auto [name, value] = entry.split('=');
    int64_t number = 0;
    if (!llvm::is_contained(getChoiceNames(), name)) {
      error = "there is no choice `" + name.str() + "`, expected one of " + llvm::join(getChoiceNames(), ", ");
      return failure();
    }
    if (value.getAsInteger(10, number) || number < 0) {
      error = "`" + name.str() + "` is `" + value.str() + "`, expected a natural number";
      return failure();
    }
    choices.emplace_back(StringAttr::get(context, name), IntegerAttr::get(IntegerType::get(context, 64), number));
  }
  return DictionaryAttr::get(context, choices);
}

std::optional<int64_t> schedule::getChoice(tile::KernelOp kernel, StringRef name) {
  auto choices = kernel->getAttrOfType<DictionaryAttr>(tuneName);
  auto choice = choices ? choices.getAs<IntegerAttr>(name) : IntegerAttr();
  return choice ? std::optional<int64_t>(choice.getInt()) : std::nullopt;
}

void schedule::remarkChoice(Location loc, const Twine &what, const Twine &why) {
  emitDiagnostic(loc, DiagnosticId::scheduleChoice, Severity::remark, what + ": " + why);
}
