// SPDX-License-Identifier: Apache-2.0
// The browser's rules matter even on loopback: any page on the web may send requests to 127.0.0.1. A page that is not
// allowed can neither read an answer (CORS) nor change anything (its `Origin` is refused), and a name that was rebound
// to 127.0.0.1 is refused by its `Host`.
#include "runner/api/Access.h"

using namespace tessera;
using namespace tessera::runner;
using namespace tessera::runner::api;

/// `host`, `host:80` and `[::1]:80` without the port.
static llvm::StringRef hostOf(llvm::StringRef authority) {
  if (authority.starts_with("["))
    return authority.take_until([](char c) { return c == ']'; }).drop_front();
  return authority.take_until([](char c) { return c == ':'; });
}

static bool isLoopbackHost(llvm::StringRef host) {
  if (host.equals_insensitive("localhost") || host.ends_with_insensitive(".localhost") || host == "::1")
    return true;
  // A literal address, not a name that begins with 127.
  return host.starts_with("127.") && llvm::all_of(host, [](char c) { return c == '.' || (c >= '0' && c <= '9'); });
}

bool api::isLoopbackOrigin(llvm::StringRef origin) {
  return (origin.consume_front("http://") || origin.consume_front("https://")) && isLoopbackHost(hostOf(origin));
}

bool api::isAllowedOrigin(const Request &request, const AccessRules &rules) {
  llvm::StringRef origin = request.header("origin");
  if (origin.empty() || isLoopbackOrigin(origin))
    return true;
  for (const std::string &allowed : rules.allowedOrigins)
    if (allowed == "*" || origin == allowed)
      return true;
  llvm::StringRef authority = origin;
  return (authority.consume_front("http://") || authority.consume_front("https://")) &&
         authority == request.header("host");
}

bool api::needsToken(const AccessRules &rules, const TokenBook &tokens) {
  return !rules.token.empty() || !rules.loopbackOnly || tokens.isUsed();
}

Result<Caller> api::identify(const Request &request, const AccessRules &rules, const TokenBook &tokens) {
  auto [scheme, secret] = request.header("authorization").split(' ');
  secret = secret.trim();
  if (scheme.equals_insensitive("bearer") && !secret.empty()) {
    if (!rules.token.empty() && isSameSecret(secret, rules.token))
      return Caller{"", Scope::admin, /*hasToken=*/true};
    if (std::optional<Token> token = tokens.find(secret))
      return Caller{token->name, token->scope, /*hasToken=*/true, token->limits};
  }
  if (!needsToken(rules, tokens))
    return Caller();
  if (request.header("authorization").empty())
    return makeProblem(ProblemCode::unauthorized, "this runner asks for a token: send `Authorization: Bearer <token>`");
  return makeProblem(ProblemCode::unauthorized, "the token is not this runner's, or it has expired");
}

bool api::hasToken(const Request &request, const AccessRules &rules, const TokenBook &tokens) {
  Result<Caller> caller = identify(request, rules, tokens);
  return caller && caller->hasToken;
}

std::optional<Problem> api::refuseAccess(const Request &request, const AccessRules &rules) {
  if (rules.loopbackOnly && !isLoopbackHost(hostOf(request.header("host"))))
    return makeProblem(ProblemCode::badRequest,
                       ("the `Host` is `" + request.header("host") +
                        "`, this runner answers to loopback names such as `127.0.0.1` and `localhost`")
                           .str());
  if (!isAllowedOrigin(request, rules))
    return makeProblem(ProblemCode::unauthorized,
                       ("pages from `" + request.header("origin") +
                        "` may not use this runner; start it with `--allow-origin " + request.header("origin") + "`")
                           .str());
  return std::nullopt;
}

void api::addCorsHeaders(const Request &request, const AccessRules &rules, Response &response) {
  llvm::StringRef origin = request.header("origin");
  if (origin.empty())
    return;
  response.headers.emplace_back("Vary", "Origin");
  if (!isAllowedOrigin(request, rules))
    return;
  response.headers.emplace_back("Access-Control-Allow-Origin", origin.str());
  response.headers.emplace_back("Access-Control-Expose-Headers",
                                "Location, Retry-After, ETag, X-Request-Id, Mcp-Session-Id");
  if (request.method != "OPTIONS")
    return;
  response.headers.emplace_back("Access-Control-Allow-Methods", "GET, HEAD, PUT, POST, DELETE, OPTIONS");
  response.headers.emplace_back("Access-Control-Allow-Headers",
                                "Authorization, Content-Type, Accept, Idempotency-Key, Last-Event-ID, traceparent, "
                                "Mcp-Session-Id, MCP-Protocol-Version");
  response.headers.emplace_back("Access-Control-Max-Age", "600");
  if (request.header("access-control-request-private-network") == "true")
    response.headers.emplace_back("Access-Control-Allow-Private-Network", "true");
}
