// SPDX-License-Identifier: Apache-2.0
// Reading JSON that a stranger wrote: artifacts' manifests, HTTP bodies, a worker's pipe. `llvm::json::parse` recurses
// once a nesting level, so a megabyte of `[` would end the process; this door counts the nesting first.
#pragma once

#include "llvm/ADT/StringRef.h"
#include "llvm/Support/JSON.h"
#include <optional>
#include <string>

namespace tessera::protocol {

/// The one version number of everything in shared/protocol.
constexpr int64_t version = 1;

/// Deeper values are refused; our own stay under ten.
constexpr unsigned nestingLimit = 64;

/// The value of `text`, or nothing with the reason in `error`: lower case, no full stop.
std::optional<llvm::json::Value> parseJson(llvm::StringRef text, std::string &error);

/// Reads the member `name` into `value`, which stays as it is where there is none; false where it is there and no whole
/// number of at least `least`.
bool readCount(const llvm::json::Object &object, llvm::StringRef name, uint64_t least, uint64_t &value);

/// `value` on one line.
std::string toText(const llvm::json::Value &value);

/// `text` with bytes that are not UTF-8 replaced, so that it may stand in JSON.
std::string toUtf8(llvm::StringRef text);

} // namespace tessera::protocol
