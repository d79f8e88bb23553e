// SPDX-License-Identifier: Apache-2.0
// Predictions in words, and which line of a program the PTX that they speak of is of.
#pragma once

#include "llvm/ADT/ArrayRef.h"
#include "llvm/Support/JSON.h"
#include <map>
#include <string>
#include <vector>

namespace tessera::runner::mcp {

/// For each line of `ptx`, from 1 on, the line of the program that its `.loc` names; 0 before the first one. Only the
/// PTX's first file counts: lines of others are 0.
std::vector<int64_t> mapLines(llvm::StringRef ptx);

/// Where warps stand, by lines of the program: `places` of a prediction (shared/protocol) added up.
std::map<int64_t, double> shareByLine(const llvm::json::Object &time, llvm::StringRef ptx);

/// What a model predicts of a launch, several lines. `ptx` may be empty.
std::string describeTime(llvm::StringRef kernel, const llvm::json::Object &time, llvm::StringRef ptx);

/// Cards that predictions are made for.
llvm::ArrayRef<llvm::StringRef> cardNames();
/// The target whose code runs on `card`.
std::string targetOf(llvm::StringRef card);

} // namespace tessera::runner::mcp
