// SPDX-License-Identifier: Apache-2.0
// Targets into paths and queries; values and problems into responses.
#include "runner/api/Message.h"
#include "shared/protocol/Json.h"
#include "llvm/ADT/StringExtras.h"

using namespace tessera;
using namespace tessera::runner;
using namespace tessera::runner::api;

static std::optional<std::string> decode(llvm::StringRef text, bool plusIsSpace) {
  std::string decoded;
  for (size_t i = 0; i < text.size(); ++i) {
    if (text[i] == '%') {
      if (i + 2 >= text.size() || !llvm::isHexDigit(text[i + 1]) || !llvm::isHexDigit(text[i + 2]))
        return std::nullopt;
      decoded += static_cast<char>(llvm::hexFromNibbles(text[i + 1], text[i + 2]));
      i += 2;
    } else {
      decoded += plusIsSpace && text[i] == '+' ? ' ' : text[i];
    }
  }
  if (decoded.find('\0') != std::string::npos || !llvm::json::isUTF8(decoded))
    return std::nullopt;
  return decoded;
}

std::optional<Request> api::parseTarget(llvm::StringRef target) {
  if (!target.starts_with("/"))
    return std::nullopt;
  auto [path, query] = target.split('?');
  Request request;
  std::optional<std::string> decoded = decode(path, false);
  if (!decoded)
    return std::nullopt;
  request.path = *decoded;
  while (!query.empty()) {
    auto [field, rest] = query.split('&');
    auto [name, value] = field.split('=');
    std::optional<std::string> decodedName = decode(name, true), decodedValue = decode(value, true);
    if (!decodedName || !decodedValue)
      return std::nullopt;
    if (!decodedName->empty())
      request.query[*decodedName] = *decodedValue;
    query = rest;
  }
  return request;
}

Response Response::json(int status, const llvm::json::Value &value) {
  Response response;
  response.status = status;
  response.headers.emplace_back("Content-Type", "application/json");
  response.body = protocol::toText(value) + "\n";
  return response;
}

Response Response::problem(const Problem &problem, std::optional<int> status) {
  Response response;
  response.status = status.value_or(getStatus(problem.code));
  response.problemCode = problem.code;
  llvm::json::Value json = toJson(problem);
  (*json.getAsObject())["status"] = response.status;
  response.headers.emplace_back("Content-Type", "application/problem+json");
  if (problem.code == ProblemCode::unauthorized)
    response.headers.emplace_back("WWW-Authenticate", "Bearer realm=\"tessera\"");
  if (problem.retryAfterSeconds > 0)
    response.headers.emplace_back("Retry-After", std::to_string(problem.retryAfterSeconds));
  else if (problem.code == ProblemCode::queueFull || problem.code == ProblemCode::unavailable)
    response.headers.emplace_back("Retry-After", "5");
  response.body = protocol::toText(json) + "\n";
  return response;
}
