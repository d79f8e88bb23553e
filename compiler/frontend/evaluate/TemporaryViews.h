// SPDX-License-Identifier: Apache-2.0
// `a[key] += x` reads a part of `a`, changes it and writes it back. Nobody else sees that part, so the library need not remember it as a
// view of `a`.
#pragma once

namespace tessera::frontend {

/// The evaluator's `state`: above 0 while such a part is read.
struct TemporaryViews {
  unsigned depth = 0;
};

} // namespace tessera::frontend
