// SPDX-License-Identifier: Apache-2.0
// `pl.pallas_call`: see PallasCall.cpp.
#pragma once

#include "compiler/frontend/evaluate/Evaluator.h"

namespace tessera::frontend {

Value pallasCallHandler(Call &call);

/// The grids of the kernels being recorded, the innermost last: what `program_id` checks its axis against.
struct GridStack {
  std::vector<std::vector<int64_t>> grids;
};

} // namespace tessera::frontend
