// SPDX-License-Identifier: Apache-2.0
// Lines of the log, for people or as JSON. A line may carry fields (ids, numbers) beside its words, so that machines
// need not read those. Whatever is logged by spdlog itself goes the same way, without fields.
#pragma once

#include "llvm/Support/JSON.h"
#include <spdlog/spdlog.h>
#include <string>

namespace tessera::runner::log {

enum class Format { text, json };

/// To standard error, with times in UTC.
void start(const std::string &level, Format format);
/// One line. In text the fields follow the words as `name=value`.
void tell(spdlog::level::level_enum level, const std::string &words, const llvm::json::Object &fields);
/// The line of one message without its end, as `start` has it written.
std::string formatLine(Format format, spdlog::log_clock::time_point time, llvm::StringRef level, llvm::StringRef words,
                       const llvm::json::Object &fields);

} // namespace tessera::runner::log
