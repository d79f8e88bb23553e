// SPDX-License-Identifier: Apache-2.0
// Who may ask: the token, the pages (CORS), and the names under which the runner may be addressed.
#pragma once

#include "runner/api/Message.h"

namespace tessera::runner::api {

struct AccessRules {
  std::string token;                       // an admin's, beside those of the store; may be empty
  std::vector<std::string> allowedOrigins; // beside loopback pages; `*` allows every page
  bool loopbackOnly = true; // bound to loopback: then `Host` must name loopback, which defeats DNS rebinding
};

/// The origin's scheme, host and port name a page served from this machine.
bool isLoopbackOrigin(llvm::StringRef origin);
/// The request's page may read the answers: no page at all, the runner's own, a loopback page, or one that is allowed.
bool isAllowedOrigin(const Request &request, const AccessRules &rules);
/// Requests need a token: the runner has one, or has had some, or others can reach it.
bool needsToken(const AccessRules &rules, const TokenBook &tokens);
/// Who asks: the token of `--token-file` is an admin's, and so is everybody where none is needed.
Result<Caller> identify(const Request &request, const AccessRules &rules, const TokenBook &tokens);
/// The request carries one of the runner's tokens.
bool hasToken(const Request &request, const AccessRules &rules, const TokenBook &tokens);
/// Why the request may not be answered whoever asks, if so.
std::optional<Problem> refuseAccess(const Request &request, const AccessRules &rules);
/// Adds the CORS headers for an allowed page.
void addCorsHeaders(const Request &request, const AccessRules &rules, Response &response);

} // namespace tessera::runner::api
