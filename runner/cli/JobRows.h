// SPDX-License-Identifier: Apache-2.0
// Jobs in lists, one a line.
#pragma once

#include "llvm/Support/JSON.h"
#include <string>

namespace tessera::runner::cli {

/// Id, state, device and age of a job in the protocol's JSON, and what else there is to say of it.
void printJobRow(const llvm::json::Object &job);
/// What is wrong with a job's id, if anything: ids are a part of addresses.
std::string checkJobId(const std::string &text);

} // namespace tessera::runner::cli
