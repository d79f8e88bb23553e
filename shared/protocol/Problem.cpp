// SPDX-License-Identifier: Apache-2.0
// The list of problem codes as tables, and a problem as RFC 9457's JSON.
#include "shared/protocol/Problem.h"
#include "shared/protocol/Json.h"
#include <iterator>

using namespace tessera;
using namespace tessera::protocol;

namespace {
struct CodeInfo {
  llvm::StringLiteral text;
  int status;
  llvm::StringLiteral title;
};
constexpr CodeInfo codeInfos[] = {
#define TESSERA_PROBLEM(Name, text, status, title) {llvm::StringLiteral(text), status, llvm::StringLiteral(title)},
#include "shared/protocol/ProblemCodes.def"
#undef TESSERA_PROBLEM
};
const CodeInfo &infoOf(ProblemCode code) { return codeInfos[static_cast<size_t>(code)]; }
} // namespace

llvm::StringRef protocol::getText(ProblemCode code) { return infoOf(code).text; }
int protocol::getStatus(ProblemCode code) { return infoOf(code).status; }
llvm::StringRef protocol::getTitle(ProblemCode code) { return infoOf(code).title; }
size_t protocol::countProblemCodes() { return std::size(codeInfos); }

std::optional<ProblemCode> protocol::parseProblemCode(llvm::StringRef text) {
  for (size_t i = 0; i < std::size(codeInfos); ++i)
    if (codeInfos[i].text == text)
      return static_cast<ProblemCode>(i);
  return std::nullopt;
}

llvm::json::Value protocol::toJson(const Problem &problem) {
  llvm::json::Object object{{"type", ("urn:tessera:problem:" + getText(problem.code)).str()},
                            {"title", getTitle(problem.code)},
                            {"status", getStatus(problem.code)},
                            {"detail", toUtf8(problem.detail)},
                            {"code", getText(problem.code)}};
  if (!problem.diagnostics.empty()) {
    llvm::json::Array diagnostics;
    for (const Diagnostic &diagnostic : problem.diagnostics)
      diagnostics.push_back(tessera::toJson(diagnostic));
    object["diagnostics"] = std::move(diagnostics);
  }
  return object;
}
