// SPDX-License-Identifier: Apache-2.0
// JSON Schema, as far as the tools' arguments need it: one object serves both as what `tools/list` shows and as what
// `tools/call` is checked against, so the two can't differ. Known are type, enum, minimum, maximum, minLength,
// maxLength, maxItems, items, properties, required and additionalProperties (a schema, or false).
#pragma once

#include "llvm/ADT/ArrayRef.h"
#include "llvm/Support/JSON.h"
#include <optional>
#include <string>
#include <vector>

namespace tessera::runner::mcp {

/// Nothing where `value` is what `schema` takes; else what was seen and what was expected, with the path of the place
/// (`set.M`) and the nearest name of one that is unknown. `path` is empty at the top.
std::optional<std::string> findMismatch(const llvm::json::Object &schema, const llvm::json::Value &value,
                                        const std::string &path = "");

/// The one of `names` that is at most a third of `name`, or two letters, away from it; else an empty string.
std::string findNearest(llvm::StringRef name, llvm::ArrayRef<std::string> names);

//===-- writing schemas ----------------------------------------------------------------------------------------===//

llvm::json::Object textOf(llvm::StringRef description);
llvm::json::Object oneOf(llvm::ArrayRef<llvm::StringRef> values, llvm::StringRef description,
                         llvm::StringRef byDefault = "");
llvm::json::Object countOf(llvm::StringRef description, int64_t least, int64_t most,
                           std::optional<int64_t> byDefault = {});
llvm::json::Object flagOf(llvm::StringRef description, bool byDefault = false);
llvm::json::Object listOf(llvm::json::Object items, llvm::StringRef description, int64_t most);
/// An object of exactly these properties.
llvm::json::Object objectOf(llvm::json::Object properties, llvm::ArrayRef<llvm::StringRef> required = {});

} // namespace tessera::runner::mcp
