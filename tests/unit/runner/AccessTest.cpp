// SPDX-License-Identifier: Apache-2.0
// Tokens, pages and names: who is let in, and what a stranger is told.
#include "runner/api/Access.h"
#include "runner/api/Services.h"
#include "tests/unit/runner/Fixture.h"

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

namespace {
class TokenTest : public test::StoreTest {
protected:
  Result<Caller> identify(const std::string &authorization) {
    return api::identify(makeRequest({{"authorization", authorization}}), rules, services->tokens);
  }
  /// Answers the secret.
  std::string create(const std::string &name, Scope scope, std::optional<int64_t> expiresInMs = std::nullopt) {
    std::string secret = makeSecret();
    Result<Token> made = store->createToken({name, scope, hashSecret(secret)}, expiresInMs);
    EXPECT_TRUE(made) << made.problem().detail;
    services->tokens.refresh();
    return secret;
  }

  void SetUp() override {
    test::StoreTest::SetUp();
    services = std::make_unique<Services>(*store, std::vector<DeviceInfo>(), "1.2.3", AccessRules(), Limits());
  }

  AccessRules rules;
  std::unique_ptr<Services> services;
};
} // namespace

TEST_F(TokenTest, TheFilesTokenIsAnAdmins) {
  rules.token = "0123456789abcdef";
  EXPECT_EQ(api::identify(makeRequest({}), rules, services->tokens).problem().code, ProblemCode::unauthorized);
  for (const char *wrong :
       {"Bearer 0123456789abcdeX", "Bearer 0123456789abcdef0", "Bearer", "Basic 0123456789abcdef", "0123456789abcdef"})
    EXPECT_FALSE(identify(wrong)) << wrong;
  Result<Caller> caller = identify("bearer 0123456789abcdef");
  ASSERT_TRUE(caller);
  EXPECT_TRUE(caller->may(Scope::admin));
}

TEST_F(TokenTest, WithoutAnyTokenEverybodyOnLoopbackIsAnAdmin) {
  EXPECT_TRUE(api::identify(makeRequest({}), rules, services->tokens)->may(Scope::admin));
  EXPECT_TRUE(identify("Bearer whatever"));
  rules.loopbackOnly = false;
  EXPECT_FALSE(api::identify(makeRequest({}), rules, services->tokens)) << "others can reach it";
}

TEST_F(TokenTest, ATokenIsWhoItSaysAndMayWhatItsScopeSays) {
  std::string reader = create("board", Scope::read), submitter = create("ci", Scope::submit);
  EXPECT_EQ(reader.size(), 72u);
  Result<Caller> caller = identify("Bearer " + submitter);
  ASSERT_TRUE(caller);
  EXPECT_EQ(caller->name, "ci");
  EXPECT_TRUE(caller->may(Scope::submit) && caller->may(Scope::read) && !caller->may(Scope::admin));
  EXPECT_FALSE(identify("Bearer " + reader)->may(Scope::submit));
  EXPECT_FALSE(identify("Bearer " + hashSecret(submitter))) << "what the database holds opens nothing";
  EXPECT_FALSE(api::identify(makeRequest({}), rules, services->tokens)) << "now that there are tokens";
}

TEST_F(TokenTest, ARotatedTokensOldSecretHasItsGrace) {
  std::string old = create("ci", Scope::submit), secret = makeSecret();
  ASSERT_TRUE(store->rotateToken("ci", hashSecret(secret), 1000));
  services->tokens.refresh();
  EXPECT_TRUE(identify("Bearer " + old));
  EXPECT_TRUE(identify("Bearer " + secret));
  now += 1001;
  services->tokens.refresh();
  EXPECT_FALSE(identify("Bearer " + old));
  EXPECT_TRUE(identify("Bearer " + secret));
}

TEST_F(TokenTest, WhatIsExpiredOrRevokedOpensNothing) {
  std::string brief = create("brief", Scope::admin, 1000), other = create("other", Scope::admin);
  EXPECT_TRUE(identify("Bearer " + brief));
  now += 1000;
  ASSERT_TRUE(store->revokeToken("other"));
  services->tokens.refresh();
  EXPECT_FALSE(identify("Bearer " + brief));
  EXPECT_FALSE(identify("Bearer " + other));
  EXPECT_FALSE(api::identify(makeRequest({}), rules, services->tokens)) << "revoking the last token opens no door";
}
