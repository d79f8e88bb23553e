// SPDX-License-Identifier: Apache-2.0
// `numpy.testing.assert_allclose`: whether two arrays agree, and NumPy's words when they don't.
#pragma once

#include "shared/numerics/Array.h"
#include <string>

namespace tessera::numerics {

struct Tolerance {
  double relative = 1e-7, absolute = 0;
  bool equalNan = true;
};

struct Comparison {
  bool passed = false;
  int64_t elements = 0, mismatched = 0;
  double maxAbsolute = 0, maxRelative = 0; // among the elements that violate the tolerance
  std::string message;                     // empty when passed; begins with a newline, as NumPy's does
};

/// Compares `actual` with `desired` (shapes equal, or one of rank 0) in the dtype that NumPy would use: f64 for integers and f64, f32
/// otherwise. `header` replaces the message's first line, `note` is the user's `err_msg`.
Comparison compareClose(const Array &actual, const Array &desired, const Tolerance &tolerance, const std::string &header = {},
                        const std::string &note = {});

} // namespace tessera::numerics
