// SPDX-License-Identifier: Apache-2.0
// JAX's 64-bit mode: whether 64-bit dtypes stay what they are, and are what numbers and new arrays have. Promotion and every default
// ask it, far from any evaluator, so it is a setting of the thread; it is off again when the evaluator that set it dies.
#pragma once

#include "shared/numerics/DType.h"

namespace tessera::frontend {

class Evaluator;

bool isX64();
void setX64(Evaluator &evaluator, bool on);

inline numerics::DType defaultIntOfJax() { return isX64() ? numerics::DType::int64 : numerics::DType::int32; }
inline numerics::DType defaultFloatOfJax() { return isX64() ? numerics::DType::float64 : numerics::DType::float32; }

} // namespace tessera::frontend
