// SPDX-License-Identifier: Apache-2.0
// The tables of `triton.language`; see Language.cpp.
#pragma once

#include "compiler/frontend/library/triton/Tensor.h"

namespace tessera::frontend {

// Memory.cpp
Value tritonLoad(Call &call);
Value tritonStore(Call &call);

// Functions.cpp
template <Unary op> Value tritonFloatFunction(Call &call);
Value tritonDot(Call &call);
Value tritonReduceSum(Call &call);
Value tritonReduceMax(Call &call);
Value tritonReduceMin(Call &call);
Value tritonReduceXor(Call &call);
Value tritonArgMax(Call &call);
Value tritonArgMin(Call &call);

/// The tensor that a method or function is about.
TritonTensor *tritonReceiver(Call &call);

namespace library {
void registerTritonLanguage(LibraryTable &table);
}

} // namespace tessera::frontend
