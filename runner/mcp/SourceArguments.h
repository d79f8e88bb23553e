// SPDX-License-Identifier: Apache-2.0
// The arguments that most tools share: which program, and what of it is chosen.
#pragma once

#include "runner/mcp/Tool.h"

namespace tessera::runner::mcp {

/// The schema of a tool's arguments: `own`, `timeout`, `offset` and `limit`, and where it takes a program `file`,
/// `source`, `name`, and of a Python program `module`, `path`, `target`, `set` and `tune`.
enum class Takes { nothing, text, program };
llvm::json::Object makeInput(Takes takes, llvm::json::Object own, int64_t seconds,
                             llvm::ArrayRef<llvm::StringRef> required = {});

/// `tessera COMMAND OPTION.. -- FILE`: the program and its choices as options. Exactly one of `file`, `source` and
/// `module` must be given.
Result<Plan> planProgram(const llvm::json::Object &arguments, const Place &place, llvm::StringRef command,
                         std::vector<std::string> options);
/// The same for a file without choices: PTX.
Result<Plan> planText(const llvm::json::Object &arguments, const Place &place, llvm::StringRef command,
                      std::vector<std::string> options);
/// A command without a file.
Plan planCommand(const llvm::json::Object &arguments, const Place &place, std::vector<std::string> words);

bool isSet(const llvm::json::Object &arguments, llvm::StringRef name);
std::string textIn(const llvm::json::Object &arguments, llvm::StringRef name);
std::vector<std::string> textsIn(const llvm::json::Object &arguments, llvm::StringRef name);
/// Adds `--option=value` where `name` is given as a text or a number.
void addOption(const llvm::json::Object &arguments, llvm::StringRef name, llvm::StringRef option,
               std::vector<std::string> &options);

} // namespace tessera::runner::mcp
