// SPDX-License-Identifier: Apache-2.0
// Loops over a grid inside a kernel, and orders of tiles that reuse the cache; in Python.
//
// nd_loop(grid): steps i, i + n, i + 2n, .. of the grid in row-major order are those of the i-th of n programs (or threads) along
// `collective_axes`. With a tiling the grid is gone through tile by tile.
//
// planar_snake cuts the minor axis into strips of `tile_width` and goes through each along the major axis, every other one backwards:
// (4, 4), minor axis 0, strips of 2:    0  2  4  6
//                                       1  3  5  7
//                                      14 12 10  8
//                                      15 13 11  9
#include "compiler/frontend/library/arrays/PythonSource.h"
#include "compiler/frontend/library/mosaic_gpu/Names.h"
#include "compiler/frontend/library/arrays/Operand.h"

using namespace tessera;
using namespace tessera::frontend;

/// Calls the text's function on a function that remarks, and the bound arguments.
Value frontend::gridLoopHandler(Call &call) {
  Evaluator &evaluator = call.evaluator;
  Value function = sourceConstant(call);
  if (!function)
    return nullptr;
  SourceRange place = evaluator.where();
  llvm::SmallVector<Value> arguments = {evaluator.function("remark", [place](Evaluator &e, Arguments &) -> Value {
    if (Diagnostic *remark = reportOnce(e, DiagnosticId::chosenVersion, place, "the body of `plgpu.nd_loop` takes its argument apart as the index, as in releases of 2025", Severity::remark))
      remark->note("today it is a `plgpu.NDLoopInfo`, whose `index` is the index");
    return e.none();
  })};
  arguments.append(call.values.begin(), call.values.end());
  return evaluator.call(function, arguments);
}
