// SPDX-License-Identifier: Apache-2.0
// `format % values`, and `format.format(...)`.
#pragma once

#include "compiler/frontend/evaluate/Value.h"

namespace tessera::frontend {

/// Python's `%` formatting. A StrObject or TextObject; null with an exception pending.
Value formatPercent(Evaluator &evaluator, llvm::StringRef format, Value values);
/// The same of bytes: a BytesObject as mutable as `format`.
Value formatPercent(Evaluator &evaluator, const BytesObject &format, Value values);
/// `keywords` is the mapping that names are looked up in; null for none.
/// `str.format`: `{}`, `{0}`, `{name}`, `{0.attribute[key]!r:spec}`, nested specs.
Value formatBraces(Evaluator &evaluator, llvm::StringRef format, llvm::ArrayRef<Value> positional, Value keywords);

} // namespace tessera::frontend
