// SPDX-License-Identifier: Apache-2.0
// What goes wrong between machines, as `application/problem+json`: a closed list of codes, each with its HTTP status.
#pragma once

#include "compiler/support/Diagnostic.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/Support/JSON.h"
#include <optional>
#include <string>
#include <vector>

namespace tessera::protocol {

enum class ProblemCode {
#define TESSERA_PROBLEM(Name, text, status, title) Name,
#include "shared/protocol/ProblemCodes.def"
#undef TESSERA_PROBLEM
};

/// The code as it travels, for example `queue-full`.
llvm::StringRef getText(ProblemCode code);
int getStatus(ProblemCode code);
llvm::StringRef getTitle(ProblemCode code);
std::optional<ProblemCode> parseProblemCode(llvm::StringRef text);
/// How many codes there are, for tests that go through all.
size_t countProblemCodes();

struct Problem {
  ProblemCode code;
  std::string detail; // what was seen, what was expected, what to do
  std::vector<Diagnostic> diagnostics;
  int64_t retryAfterSeconds = 0; // when trying again may help, where that is known
};

llvm::json::Value toJson(const Problem &problem);

} // namespace tessera::protocol
