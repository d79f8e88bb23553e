// SPDX-License-Identifier: Apache-2.0
// Who may ask: the token, the pages (CORS), and the names under which the runner may be addressed.
#pragma once

#include "runner/api/Message.h"

namespace tessera::runner::api {

struct AccessRules {
  std::string token;                       // empty: none is asked for
  std::vector<std::string> allowedOrigins; // beside loopback pages; `*` allows every page
  bool loopbackOnly = true; // bound to loopback: then `Host` must name loopback, which defeats DNS rebinding
};

/// The origin's scheme, host and port name a page served from this machine.
bool isLoopbackOrigin(llvm::StringRef origin);
/// The request's page may read the answers: no page at all, the runner's own, a loopback page, or one that is allowed.
bool isAllowedOrigin(const Request &request, const AccessRules &rules);
/// The request carries the runner's token; false where there is none.
bool hasToken(const Request &request, const AccessRules &rules);
/// Why the request may not be answered at all, if so.
std::optional<Problem> refuseAccess(const Request &request, const AccessRules &rules);
/// Adds the CORS headers for an allowed page.
void addCorsHeaders(const Request &request, const AccessRules &rules, Response &response);

} // namespace tessera::runner::api
