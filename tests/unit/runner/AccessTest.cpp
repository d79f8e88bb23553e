// SPDX-License-Identifier: Apache-2.0
// Tokens, pages and names: who is let in, and what a stranger is told.
#include "runner/api/Access.h"
#include "gtest/gtest.h"

using namespace tessera;
using namespace tessera::runner;
using namespace tessera::runner::api;

static Request makeRequest(std::map<std::string, std::string> headers) {
  Request request;
  request.method = "GET";
  request.path = "/v1/jobs";
  request.headers = std::move(headers);
  request.headers.emplace("host", "127.0.0.1:8420");
  return request;
}

TEST(Access, LoopbackPagesAreAllowed) {
  for (const char *origin :
       {"http://localhost:5173", "http://127.0.0.1:8420", "http://[::1]:80", "http://play.localhost"})
    EXPECT_TRUE(isLoopbackOrigin(origin)) << origin;
  for (const char *origin : {"https://evil.example", "http://127.0.0.1.evil.example", "http://localhost.evil.example",
                             "null", "file://", "http://128.0.0.1", "127.0.0.1"})
    EXPECT_FALSE(isLoopbackOrigin(origin)) << origin;
}

TEST(Access, AStrangePageIsRefusedAndTheFlagNamed) {
  auto problem = refuseAccess(makeRequest({{"origin", "https://evil.example"}}), {});
  ASSERT_TRUE(problem);
  EXPECT_NE(problem->detail.find("--allow-origin https://evil.example"), std::string::npos);
  AccessRules rules;
  rules.allowedOrigins = {"https://evil.example"};
  EXPECT_FALSE(refuseAccess(makeRequest({{"origin", "https://evil.example"}}), rules));
  rules.allowedOrigins = {"*"};
  EXPECT_FALSE(refuseAccess(makeRequest({{"origin", "https://any.example"}}), rules));
}

TEST(Access, AReboundNameIsRefused) {
  auto problem = refuseAccess(makeRequest({{"host", "evil.example:8420"}}), {});
  ASSERT_TRUE(problem);
  EXPECT_EQ(problem->code, ProblemCode::badRequest);
  EXPECT_TRUE(refuseAccess(makeRequest({{"host", ""}}), {}));
  EXPECT_TRUE(refuseAccess(makeRequest({{"host", "127.0.0.1.evil.example"}}), {}));
  AccessRules open;
  open.loopbackOnly = false;
  EXPECT_FALSE(refuseAccess(makeRequest({{"host", "gpu.example"}}), open));
}

TEST(Access, ARunnersOwnPageMayAskIt) {
  AccessRules open;
  open.loopbackOnly = false;
  EXPECT_FALSE(refuseAccess(makeRequest({{"host", "gpu.example:80"}, {"origin", "http://gpu.example:80"}}), open));
  EXPECT_TRUE(refuseAccess(makeRequest({{"host", "gpu.example:80"}, {"origin", "http://gpu.example:81"}}), open));
}

TEST(Access, TokensAreAskedForExceptForLiveness) {
  AccessRules rules;
  rules.token = "0123456789abcdef";
  EXPECT_EQ(refuseAccess(makeRequest({}), rules)->code, ProblemCode::unauthorized);
  for (const char *wrong :
       {"Bearer 0123456789abcdeX", "Bearer 0123456789abcdef0", "Bearer", "Basic 0123456789abcdef", "0123456789abcdef"})
    EXPECT_TRUE(refuseAccess(makeRequest({{"authorization", wrong}}), rules)) << wrong;
  EXPECT_FALSE(refuseAccess(makeRequest({{"authorization", "bearer 0123456789abcdef"}}), rules));
  Request live = makeRequest({});
  live.path = "/v1/health/live";
  EXPECT_FALSE(refuseAccess(live, rules));
}
