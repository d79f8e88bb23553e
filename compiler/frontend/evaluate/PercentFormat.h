// SPDX-License-Identifier: Apache-2.0
// `format % values`, and `format.format(...)`.
#pragma once

#include "compiler/frontend/evaluate/Value.h"

namespace tessera::frontend {

/// Python's `%` formatting. A StrObject or TextObject; null with an exception pending.
Value formatPercent(Evaluator &evaluator, llvm::StringRef format, Value values);
/// `str.format`: `{}`, `{0}`, `{name}`, `{0.attribute[key]!r:spec}`, nested specs.
Value formatBraces(Evaluator &evaluator, llvm::StringRef format, llvm::ArrayRef<Value> positional, DictObject *keywords);

} // namespace tessera::frontend
