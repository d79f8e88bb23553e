// SPDX-License-Identifier: Apache-2.0
// `/mcp` without a socket: what each answer is made of, which sessions there are, and what a call's child may ask this
// runner for.
#include "runner/api/Api.h"
#include "runner/mcp/HttpSessions.h"
#include "runner/mcp/OwnRunner.h"
#include "shared/protocol/Json.h"
#include "tests/unit/runner/Fixture.h"

using namespace tessera;
using namespace tessera::runner;
using namespace tessera::runner::mcp;
using llvm::json::Object;
using llvm::json::Value;
using Form = api::LiveAnswer::Form;

static const char *const hello = R"({"jsonrpc": "2.0", "id": 0, "method": "initialize",
    "params": {"protocolVersion": "2025-06-18", "capabilities": {}, "clientInfo": {"name": "t", "version": "1"}}})";
static const char *const ping = R"({"jsonrpc": "2.0", "id": 1, "method": "ping"})";

//===-- one answer ---------------------------------------------------------------------------------------------===//

static Value makeAnswer() { return makeResponse(1, Object{}); }
static Value makeNote() { return makeNotification("notifications/progress", Object{}); }

TEST(McpExchange, WhatIsSaidAtOnceIsABody) {
  auto exchange = std::make_shared<Exchange>(std::weak_ptr<Session>(), Accepted{}, /*isBatch=*/false);
  std::shared_ptr<Outlet> outlet = exchange->makeOutlet();
  EXPECT_EQ(exchange->form(), Form::open);
  outlet->send(makeAnswer());
  EXPECT_EQ(exchange->form(), Form::open); // more may come
  outlet.reset();
  EXPECT_EQ(exchange->form(), Form::body);
  EXPECT_FALSE(exchange->isSilent());
  EXPECT_EQ(exchange->takeBody(), protocol::toText(makeAnswer()) + "\n");
}

TEST(McpExchange, ANotificationMakesEventsOfIt) {
  auto exchange = std::make_shared<Exchange>(std::weak_ptr<Session>(), Accepted{}, /*isBatch=*/false);
  int woken = 0;
  exchange->watch([&] { ++woken; });
  std::shared_ptr<Outlet> outlet = exchange->makeOutlet();
  outlet->send(makeNote());
  EXPECT_EQ(exchange->form(), Form::events);
  EXPECT_EQ(woken, 1);
  bool isOver = true;
  EXPECT_EQ(exchange->takeEvents(isOver), "event: message\ndata: " + protocol::toText(makeNote()) + "\n\n");
  EXPECT_FALSE(isOver);
  exchange->watch(nullptr);
  outlet->send(makeAnswer());
  outlet.reset();
  EXPECT_EQ(woken, 1);
  EXPECT_NE(exchange->takeEvents(isOver).find("\"result\""), std::string::npos);
  EXPECT_TRUE(isOver);
}

TEST(McpExchange, WhoTakesNoEventsGetsNoNotification) {
  auto exchange = std::make_shared<Exchange>(std::weak_ptr<Session>(), Accepted{true, false}, /*isBatch=*/false);
  std::shared_ptr<Outlet> outlet = exchange->makeOutlet();
  outlet->send(makeNote());
  exchange->beginEvents();
  EXPECT_EQ(exchange->form(), Form::open);
  outlet.reset();
  EXPECT_EQ(exchange->form(), Form::body);
  EXPECT_NE(exchange->takeBody().find("cancelled"), std::string::npos); // a body has to be something
}

TEST(McpExchange, ABatchIsAnArrayUnlessItIsRefusedWhole) {
  for (bool isRefused : {false, true}) {
    auto exchange = std::make_shared<Exchange>(std::weak_ptr<Session>(), Accepted{}, /*isBatch=*/true);
    exchange->makeOutlet()->send(isRefused ? makeErrorResponse(nullptr, {invalidRequest, "no"}) : makeAnswer());
    EXPECT_EQ(exchange->isRefusal(), isRefused);
    EXPECT_EQ(exchange->takeBody().front(), isRefused ? '{' : '[');
  }
}

//===-- sessions -----------------------------------------------------------------------------------------------===//

class McpHttpTest : public test::StoreTest {
protected:
  void SetUp() override {
    StoreTest::SetUp();
    services =
        std::make_unique<api::Services>(*store, std::vector<DeviceInfo>{{"interpreter", "interpreter", "CPU", "note"}},
                                        "1.2.3", api::AccessRules(), api::Limits());
    services->access.token = "0123456789abcdef";
    limits.sessions = 2;
    open();
  }
  void TearDown() override { agents.reset(); }
  void open() {
    agents.reset();
    agents = std::make_unique<HttpSessions>(*services, limits);
    services->mcp = agents.get();
  }
  api::Response ask(std::string body, std::map<std::string, std::string> headers = {}, std::string method = "POST") {
    api::Request request;
    request.method = std::move(method);
    request.path = "/mcp";
    request.headers = {{"host", "localhost"}, {"authorization", "Bearer 0123456789abcdef"}};
    if (request.method == "POST")
      request.headers["content-type"] = "application/json";
    for (auto &[name, value] : headers)
      request.headers[name] = value;
    request.body = std::move(body);
    return api::handle(request, *services);
  }
  std::string begin() {
    for (const auto &[name, value] : ask(hello).headers)
      if (name == "Mcp-Session-Id")
        return value;
    return "";
  }
  int pingIn(const std::string &id) { return ask(ping, {{"mcp-session-id", id}}).status; }

  HttpLimits limits;
  std::unique_ptr<api::Services> services;
  std::unique_ptr<HttpSessions> agents;
};

TEST_F(McpHttpTest, IdsAreLongAndNeverTheSame) {
  std::set<std::string> ids;
  for (int i = 0; i < 1000; ++i)
    ids.insert(HttpSessions::makeId());
  EXPECT_EQ(ids.size(), 1000u);
  EXPECT_EQ(ids.begin()->size(), 64u);
}

TEST_F(McpHttpTest, TheIdlestSessionMakesRoom) {
  std::string one = begin(), two = begin();
  ASSERT_FALSE(one.empty());
  EXPECT_EQ(pingIn(one), 200); // so the other is idler
  std::string three = begin();
  EXPECT_EQ(pingIn(two), 404);
  EXPECT_EQ(pingIn(one), 200);
  EXPECT_EQ(pingIn(three), 200);
  EXPECT_EQ(services->metrics.mcpSessions, 2);
  EXPECT_EQ(ask("", {{"mcp-session-id", one}}, "DELETE").status, 204);
  EXPECT_EQ(pingIn(one), 404);
  EXPECT_EQ(services->metrics.mcpSessions, 1);
}

TEST_F(McpHttpTest, IdleOnesEnd) {
  limits.idle = std::chrono::milliseconds(1);
  open();
  std::string id = begin();
  for (int i = 0; i < 500 && services->metrics.mcpSessions != 0; ++i)
    std::this_thread::sleep_for(std::chrono::milliseconds(10));
  EXPECT_EQ(pingIn(id), 404);
}

TEST_F(McpHttpTest, WhatEachHeaderMustBe) {
  std::string id = begin();
  EXPECT_EQ(ask(ping).status, 400);
  EXPECT_EQ(ask(ping, {{"mcp-session-id", "nonsense"}}).status, 404);
  EXPECT_EQ(ask(ping, {{"mcp-session-id", id}, {"mcp-protocol-version", "1.0"}}).status, 400);
  EXPECT_EQ(ask(ping, {{"mcp-session-id", id}, {"mcp-protocol-version", "2025-03-26"}}).status, 200);
  EXPECT_EQ(ask(ping, {{"mcp-session-id", id}, {"accept", "text/html"}}).status, 406);
  EXPECT_EQ(ask(ping, {{"mcp-session-id", id}, {"authorization", ""}}).status, 401);
  EXPECT_EQ(ask(ping, {{"mcp-session-id", id}, {"origin", "https://other.example"}}).status, 403);
  EXPECT_EQ(ask("", {}, "GET").status, 405);
  EXPECT_EQ(ask(R"({"jsonrpc": "2.0", "method": "notifications/initialized"})", {{"mcp-session-id", id}}).status, 202);
  services->stopping = true;
  EXPECT_EQ(pingIn(id), 503);
  services->mcp = nullptr;
  EXPECT_EQ(ask(hello).status, 404);
}

//===-- the runner that a child may ask ------------------------------------------------------------------------===//

TEST_F(McpHttpTest, AChildAsksWithItsClientsRightsForWhatItNeeds) {
  std::string who = "Bearer 0123456789abcdef";
  std::shared_ptr<RunnerAccess> runner = openOwnRunner(*services, [&] { return who; });
  auto ask = [&](const char *method, const char *target) {
    return runner->answer({Object{{"method", method}, {"target", target}, {"headers", Object{}}}, ""})
        .head.getInteger("status");
  };
  EXPECT_EQ(ask("GET", "/v1/devices"), 200);
  for (const char *target : {"/v1/admin/tokens", "/metrics", "/mcp", "/v1/artifacts/0", "/v1/jobs", "nonsense", ""})
    EXPECT_EQ(ask("GET", target), 403) << target;
  EXPECT_EQ(ask("POST", "/v1/admin/tokens"), 403);
  EXPECT_EQ(ask("", ""), 403);
  who = "Bearer revoked-revoked-revoked";
  EXPECT_EQ(ask("GET", "/v1/devices"), 401);
}
