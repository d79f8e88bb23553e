// SPDX-License-Identifier: Apache-2.0
// Sockets: well-behaved clients are served, ill-behaved ones are refused or dropped, and the server outlives all of
// them.
#include "tests/unit/runner/ServerFixture.h"

using namespace tessera;
using namespace tessera::runner;
using namespace tessera::runner::test;
using namespace std::chrono_literals;

static const std::string live = "GET /v1/health/live HTTP/1.1\r\nHost: localhost\r\n\r\n";

TEST_F(ServerTest, AnswersAndKeepsTheConnection) {
  start();
  RawClient client(server->port());
  for (int i = 1; i <= 3; ++i) {
    client.send(live);
    EXPECT_EQ(count(client.readUntil("ok\"}\n"), "HTTP/1.1 200 OK"), 1u);
    client.received.clear();
  }
}

TEST_F(ServerTest, PipelinedRequestsAreAnsweredInOrder) {
  start();
  RawClient client(server->port());
  client.send(live + "GET /v1/version HTTP/1.1\r\nHost: localhost\r\n\r\nGET /v1/nothing HTTP/1.1\r\nHost: "
                     "localhost\r\nConnection: close\r\n\r\n");
  std::string text = client.readToEnd();
  EXPECT_EQ(count(text, "HTTP/1.1 "), 3u) << text;
  EXPECT_LT(text.find("\"status\":\"ok\""), text.find("\"version\":\"1.2.3\""));
  EXPECT_LT(text.find("1.2.3"), text.find("404 Not Found"));
}

TEST_F(ServerTest, HeadHasLengthAndNoBody) {
  start();
  RawClient client(server->port());
  client.send("HEAD /v1/version HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n");
  std::string text = client.readToEnd();
  EXPECT_NE(text.find("Content-Length: "), std::string::npos) << text;
  EXPECT_TRUE(text.ends_with("\r\n\r\n")) << text;
}

TEST_F(ServerTest, OptionsHasNoBody) {
  start();
  RawClient client(server->port());
  client.send(
      "OPTIONS /v1/jobs HTTP/1.1\r\nHost: localhost\r\nOrigin: http://localhost:1\r\nConnection: close\r\n\r\n");
  std::string text = client.readToEnd();
  EXPECT_NE(text.find("204 No Content"), std::string::npos) << text;
  EXPECT_NE(text.find("Access-Control-Allow-Origin: http://localhost:1"), std::string::npos) << text;
  EXPECT_TRUE(text.ends_with("\r\n\r\n")) << text;
}

TEST_F(ServerTest, NonsenseIsABadRequest) {
  start();
  for (const char *nonsense :
       {"\x16\x03\x01\x02\r\n\r\n", "GET\r\n\r\n", "GET / HTTP/9.9\r\n\r\n", "GET / HTTP/1.1\r\nbad header\r\n\r\n",
        "GET relative HTTP/1.1\r\nHost: localhost\r\n\r\n", "GET /%zz HTTP/1.1\r\nHost: localhost\r\n\r\n",
        "POST /v1/jobs HTTP/1.1\r\nHost: localhost\r\nContent-Length: x\r\n\r\n",
        "POST /v1/jobs HTTP/1.1\r\nHost: localhost\r\nContent-Length: 5\r\nTransfer-Encoding: chunked\r\n\r\n"}) {
    RawClient client(server->port());
    client.send(nonsense);
    std::string text = client.readToEnd();
    EXPECT_TRUE(text.find(" 400 Bad Request") != std::string::npos) << nonsense << " -> " << text;
    EXPECT_TRUE(client.ended);
  }
  EXPECT_NE(get("/v1/health/live").find("200 OK"), std::string::npos);
}

TEST_F(ServerTest, AHeadThatCanBeReadInTwoWaysIsABadRequest) {
  services->access.token = "0123456789abcdef";
  start();
  for (const char *headers :
       {"Host: localhost\r\nHost: localhost\r\n", "", "Host: localhost\r\nTransfer-Encoding: gzip\r\n",
        "Host: localhost\r\nTransfer-Encoding: gzip\r\nTransfer-Encoding: chunked\r\n",
        "Host: localhost\r\nTransfer-Encoding: chunked, gzip\r\n",
        "Host: localhost\r\nAuthorization: Bearer x\r\nAuthorization: Bearer 0123456789abcdef\r\n"}) {
    RawClient client(server->port());
    client.send("POST /v1/health/live HTTP/1.1\r\n" + std::string(headers) + "\r\n");
    EXPECT_NE(client.readToEnd().find(" 400 Bad Request"), std::string::npos) << headers << client.received;
  }
}

TEST_F(ServerTest, AnOldClientNeedsNoHostBeyondLoopback) {
  services->access.token = "0123456789abcdef";
  start();
  services->access.loopbackOnly = false;
  RawClient client(server->port());
  client.send("GET /v1/health/live HTTP/1.0\r\n\r\n");
  EXPECT_NE(client.readToEnd().find("200 OK"), std::string::npos) << client.received;
}

TEST_F(ServerTest, ABrokenChunkIsABadRequest) {
  start();
  RawClient client(server->port());
  client.send("POST /v1/jobs HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\nTransfer-Encoding: "
              "chunked\r\n\r\nZZ\r\n");
  EXPECT_NE(client.readToEnd().find(" 400 Bad Request"), std::string::npos) << client.received;
}

TEST_F(ServerTest, AHugeHeadIsRefused) {
  start();
  RawClient client(server->port());
  client.send("GET / HTTP/1.1\r\nHost: localhost\r\nX: " + std::string(100000, 'x') + "\r\n\r\n");
  EXPECT_NE(client.readToEnd().find("HTTP/1.1 431"), std::string::npos) << client.received;
  EXPECT_NE(client.received.find("\"status\":431"), std::string::npos) << client.received;
}

TEST_F(ServerTest, AnAnnouncedHugeBodyIsRefusedBeforeItIsRead) {
  start();
  RawClient client(server->port());
  client.send("PUT /v1/artifacts/" + digest + " HTTP/1.1\r\nHost: localhost\r\nContent-Length: 99999999999\r\n\r\n");
  EXPECT_NE(client.readUntil("payload-too-large").find("413 Payload Too Large"), std::string::npos) << client.received;
}

TEST_F(ServerTest, AnUnannouncedHugeBodyIsRefusedWhenItGrows) {
  services->limits.jsonBytes = 1000;
  start();
  RawClient client(server->port());
  client.send("POST /v1/jobs HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\nTransfer-Encoding: "
              "chunked\r\n\r\n");
  for (int i = 0; i < 100 && client.send("100\r\n" + std::string(256, 'x') + "\r\n"); ++i) {
  }
  EXPECT_NE(client.readUntil("payload-too-large").find("413"), std::string::npos) << client.received;
}

TEST_F(ServerTest, WithoutATokenNoBodyIsRead) {
  services->access.token = "0123456789abcdef";
  start();
  RawClient client(server->port());
  client.send("PUT /v1/artifacts/" + digest + " HTTP/1.1\r\nHost: localhost\r\nContent-Length: 1000000\r\n\r\n");
  EXPECT_NE(client.readUntil("unauthorized").find("401 Unauthorized"), std::string::npos) << client.received;
}

TEST_F(ServerTest, ContinueIsSaidToThoseWhoAsk) {
  start();
  std::vector<uint8_t> bytes = makeArtifact();
  RawClient client(server->port());
  client.send("PUT /v1/artifacts/" + digest +
              " HTTP/1.1\r\nHost: localhost\r\nExpect: 100-continue\r\nConnection: close\r\nContent-Length: " +
              std::to_string(bytes.size()) + "\r\n\r\n");
  EXPECT_NE(client.readUntil("100 Continue\r\n\r\n").find("100 Continue"), std::string::npos);
  client.send(std::string(bytes.begin(), bytes.end()));
  EXPECT_NE(client.readToEnd().find("200 OK"), std::string::npos) << client.received;
}

TEST_F(ServerTest, ASlowHeadIsDropped) {
  serverOptions.headerTimeout = 200ms;
  start();
  RawClient client(server->port());
  client.send("GET /v1/hea"); // and never the rest
  client.readToEnd();
  EXPECT_TRUE(client.ended);
}

TEST_F(ServerTest, DrippingBytesDoNotExtendTheDeadline) {
  serverOptions.headerTimeout = 300ms;
  start();
  RawClient client(server->port());
  client.send("GET /v1/health/live HTTP/1.1\r\n");
  bool open = true;
  for (int i = 0; i < 200 && open; ++i) {
    open = client.send("X-Drip: 1\r\n");
    std::this_thread::sleep_for(20ms);
  }
  EXPECT_FALSE(open);
}

TEST_F(ServerTest, ASlowBodyIsDropped) {
  serverOptions.bodyTimeout = 200ms;
  start();
  RawClient client(server->port());
  client.send(
      "POST /v1/jobs HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\nContent-Length: 100\r\n\r\n{");
  client.readToEnd();
  EXPECT_TRUE(client.ended);
}

TEST_F(ServerTest, AnIdleConnectionIsClosed) {
  serverOptions.idleTimeout = 200ms;
  start();
  RawClient client(server->port());
  client.readToEnd();
  EXPECT_TRUE(client.ended);
}

TEST_F(ServerTest, TooManyConnectionsAreToldSo) {
  serverOptions.connections = 2;
  start();
  Job job = submit();
  RawClient first(server->port()), second(server->port());
  for (RawClient *client : {&first, &second}) {
    client->send("GET /v1/jobs/" + job.id + "/events HTTP/1.1\r\nHost: localhost\r\n\r\n");
    client->readUntil("queued");
  }
  RawClient third(server->port());
  EXPECT_NE(third.readUntil("unavailable").find("503 Service Unavailable"), std::string::npos) << third.received;
}

TEST_F(ServerTest, AnOpenAddressNeedsAToken) {
  serverOptions.host = "0.0.0.0";
  auto refused = http::Server::open(*services, nullptr, serverOptions);
  ASSERT_FALSE(refused);
  EXPECT_NE(refused.problem().detail.find("--token-file"), std::string::npos);
  services->access.token = "0123456789abcdef";
  EXPECT_TRUE(http::Server::open(*services, nullptr, serverOptions));
  EXPECT_FALSE(services->access.loopbackOnly);
}

TEST_F(ServerTest, ATakenPortAndABadAddressAreNamed) {
  start();
  http::ServerOptions same;
  same.port = server->port();
  auto taken = http::Server::open(*services, nullptr, same);
  ASSERT_FALSE(taken);
  EXPECT_NE(taken.problem().detail.find("in use"), std::string::npos) << taken.problem().detail;
  http::ServerOptions bad;
  bad.host = "example.org";
  EXPECT_FALSE(http::Server::open(*services, nullptr, bad));
}

TEST_F(ServerTest, StoppingClosesIdleConnections) {
  start();
  RawClient client(server->port());
  client.send(live);
  client.readUntil("ok\"}\n");
  stop();
  client.readToEnd();
  EXPECT_TRUE(client.ended);
}

TEST_F(ServerTest, ManyClientsAtOnce) {
  start();
  std::vector<std::thread> clients;
  std::atomic<int> good{0};
  for (int i = 0; i < 16; ++i)
    clients.emplace_back([&] {
      for (int j = 0; j < 10; ++j)
        good += get("/v1/jobs").find("200 OK") != std::string::npos;
    });
  for (std::thread &client : clients)
    client.join();
  EXPECT_EQ(good, 160);
}
