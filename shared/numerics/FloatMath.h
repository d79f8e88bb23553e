// SPDX-License-Identifier: Apache-2.0
// Loops of elementary functions over floats: computed in double to about 1e-14, then rounded once, so that all but some ten in a billion
// results are the correctly rounded ones. Without branches and without the C library: vectorized, and the same bits on every machine
// and in the browser.
#pragma once

#include <cstdint>

namespace tessera::numerics {

enum class FloatFunction { exp, exp2, log, log2, log1p, tanh };

using FloatMathLoop = void (*)(const float *in, float *out, int64_t count);
FloatMathLoop getFloatMath(FloatFunction function);

} // namespace tessera::numerics
