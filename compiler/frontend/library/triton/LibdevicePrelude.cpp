// SPDX-License-Identifier: Apache-2.0
// What the functions of libdevice that are written in Python (libdevice.py) need of C++.
#include "compiler/frontend/library/triton/Language.h"

using namespace tessera;
using namespace tessera::frontend;
using llvm::dyn_cast;

/// `_round(nearest, error, mode)`: see roundDirected.
static Value roundHandler(Call &call) {
  auto *nearest = dyn_cast<TritonTensor>(call["nearest"]), *error = dyn_cast<TritonTensor>(call["error"]);
  std::optional<std::string> mode = call.evaluator.toString(call["mode"], "mode");
  std::optional<Shape> shape = nearest && error && mode ? broadcastTriton(call.evaluator, {nearest, error}, "libdevice") : std::nullopt;
  mlir::Value value = shape ? fitTriton(call.evaluator, nearest, nearest->dtype, *shape) : mlir::Value();
  mlir::Value sign = value ? fitTriton(call.evaluator, error, error->dtype, *shape) : mlir::Value();
  if (!sign)
    return nullptr;
  Rounding rounding = *mode == "down" ? Rounding::down : *mode == "up" ? Rounding::up : Rounding::towardZero;
  Emitter emitter = emitterHere(call.evaluator);
  return wrapTriton(call.evaluator, roundDirected(emitter, value, nearest->dtype, sign, error->dtype, rounding), nearest->dtype);
}

void library::registerTritonLibdevicePrelude(LibraryTable &table) {
  static const LibraryEntry entries[] = {
      {"triton.language.extra.libdevice", "_round", EntryKind::function, "(nearest, error, mode)", "For the library itself: a cast with a rounding of its own.", roundHandler},
  };
  table.add({}, entries);
}
