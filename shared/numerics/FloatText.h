// SPDX-License-Identifier: Apache-2.0
// Decimal digits of floats: the shortest that read back as the same number, and Python's way to write them.
#pragma once

#include "shared/numerics/DType.h"
#include <string>

namespace tessera::numerics {

/// A finite magnitude as 0.d1d2d3... times ten to the `point`; zero is digits "0", point 1.
struct Decimal {
  std::string digits;
  int point = 1;
  bool negative = false;
};

/// The fewest digits that round to `value` in `type` (a float dtype that holds `value`), the nearest of them.
Decimal shortestDecimal(double value, DType type = DType::float64);
/// `value` rounded to `fraction` decimals, exact ties to even: `printf`'s %.*f.
std::string toFixed(double value, int fraction);

/// Python's `repr(float)`: `0.1`, `1e-05`, `1e+16`, `3.0`, `inf`, `nan`.
std::string toPythonText(double value);
/// The text of a NumPy scalar (`str(np.float32(x))`): like Python's, shortest in `type`, with the exponent form from 1e6 for f32
/// and 1e3 for f16 (NumPy 2.3 and later). bf16 and fp8 have `%.6g`.
std::string toScalarText(double value, DType type);
/// `printf`'s %.6g, as ml_dtypes prints.
std::string toGeneral(double value, int digits);

} // namespace tessera::numerics
