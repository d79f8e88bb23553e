// SPDX-License-Identifier: Apache-2.0
// What can be read without a call: example kernels, the library's reference, guides; and prompts, which are ways to
// begin. All of it is in the binary.
#pragma once

#include "llvm/Support/JSON.h"
#include <optional>
#include <string>

namespace tessera::runner::mcp {

/// As `resources/list` and `resources/templates/list` have them.
llvm::json::Array listResources();
llvm::json::Array listResourceTemplates();
/// `{uri, mimeType, text}`, or nothing with the nearest that there is in `nearest`.
std::optional<llvm::json::Object> readResource(llvm::StringRef uri, std::string &nearest);

/// As `prompts/list` has them.
llvm::json::Array listPrompts(bool hasFiles);
/// The result of `prompts/get`, or nothing with the reason in `error`.
std::optional<llvm::json::Object> getPrompt(llvm::StringRef name, const llvm::json::Object &arguments,
                                            std::string &error);

} // namespace tessera::runner::mcp
