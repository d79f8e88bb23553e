// SPDX-License-Identifier: Apache-2.0
// What nobody sends by accident: trailers and extensions without end, exceptions out of Beast, and random bytes over
// many sockets. The server outlives all of it, and holds nothing of it afterwards.
#include "tests/unit/runner/ServerFixture.h"
#include <fstream>
#include <random>

using namespace tessera;
using namespace tessera::runner;
using namespace tessera::runner::test;
using namespace std::chrono_literals;

static const std::string chunkedJob = "POST /v1/jobs HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\n"
                                      "Transfer-Encoding: chunked\r\n\r\n";

/// Bytes of memory that this process has in use, as the kernel counts them.
static size_t residentBytes() {
  size_t total = 0, resident = 0;
  std::ifstream("/proc/self/statm") >> total >> resident;
  return resident * static_cast<size_t>(getpagesize());
}

class HostileClientsTest : public ServerTest {
protected:
  void expectAlive() {
    std::string text = get("/v1/health/live");
    EXPECT_NE(text.find("200 OK"), std::string::npos) << text;
  }
  /// Until no connection is left.
  void expectForgotten() {
    for (int i = 0; i < 1000 && services->metrics.connections > 0; ++i)
      std::this_thread::sleep_for(10ms);
    EXPECT_EQ(services->metrics.connections, 0);
  }
};

TEST_F(HostileClientsTest, AHugeTrailerIsRefused) {
  start();
  for (const std::string &trailer : {"X: " + std::string(65536, 'x'), std::string(65536, 'x') + ": x"}) {
    RawClient client(server->port());
    client.send(chunkedJob + "2\r\n{}\r\n0\r\n" + trailer + "\r\n\r\n");
    EXPECT_NE(client.readToEnd().find("HTTP/1.1 431 "), std::string::npos) << client.received;
    EXPECT_NE(client.received.find("\"status\":431"), std::string::npos) << client.received;
  }
  expectAlive();
}

TEST_F(HostileClientsTest, ASmallTrailerIsRead) {
  start();
  RawClient client(server->port());
  client.send(chunkedJob + "2;a=b\r\n{}\r\n0\r\nX-Sum: 1\r\n\r\n");
  EXPECT_NE(client.readUntil("needs `artifact`").find("400 Bad Request"), std::string::npos) << client.received;
}

TEST_F(HostileClientsTest, AHugeChunkExtensionIsRefused) {
  start();
  RawClient client(server->port());
  client.send(chunkedJob + "2;a=" + std::string(65536, 'x') + "\r\n{}\r\n0\r\n\r\n");
  EXPECT_NE(client.readToEnd().find("HTTP/1.1 431 "), std::string::npos) << client.received;
  expectAlive();
}

TEST_F(HostileClientsTest, ExtensionsWithoutEndNeitherGrowTheServerNorGoOn) {
  start();
  size_t before = residentBytes();
  RawClient one(server->port());
  one.send(chunkedJob + "2;");
  std::string piece(1 << 20, 'a');
  for (int i = 0; i < 100 && one.send(piece); ++i) {
  }
  RawClient many(server->port()); // each short, all together long
  many.send(chunkedJob);
  std::string chunks;
  for (int i = 0; i < 100; ++i)
    chunks += "1;a=" + std::string(8000, 'x') + "\r\n \r\n";
  bool open = true;
  for (int i = 0; i < 50 && open; ++i)
    open = many.send(chunks);
  EXPECT_NE(many.readUntil("payload-too-large").find("HTTP/1.1 431 "), std::string::npos) << many.received;
  EXPECT_LT(residentBytes(), before + (20u << 20));
  expectAlive();
}

TEST_F(HostileClientsTest, SmallChunksAreABody) {
  start();
  RawClient client(server->port());
  client.send(chunkedJob);
  for (int i = 0; i < 20000; ++i)
    client.received.empty() && client.send("1\r\n \r\n");
  client.send("0\r\n\r\n");
  EXPECT_NE(client.readUntil("not JSON").find("400 Bad Request"), std::string::npos) << client.received;
}

TEST_F(HostileClientsTest, AnExceptionEndsItsConnectionAlone) {
  serverOptions.headerBytes = 200000; // more than the 65,535 bytes from which on Beast throws out of its handler
  start();
  RawClient bystander(server->port());
  for (int i = 0; i < 3; ++i) {
    RawClient client(server->port());
    client.send("GET /v1/health/live HTTP/1.1\r\nHost: localhost\r\nX: " + std::string(70000, 'x') + "\r\n\r\n");
    client.readToEnd();
    EXPECT_TRUE(client.ended);
    EXPECT_EQ(client.received, "");
  }
  bystander.send("GET /v1/health/live HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n");
  EXPECT_NE(bystander.readToEnd().find("200 OK"), std::string::npos);
  expectAlive();
  expectForgotten();
}

TEST_F(HostileClientsTest, ALineEndInPiecesIsRead) {
  start();
  RawClient client(server->port());
  client.send(chunkedJob);
  for (const char *piece : {"0", "\r", "\n", "\r", "\n"}) { // of which Beast asserts that they come together
    client.send(piece);
    std::this_thread::sleep_for(10ms);
  }
  EXPECT_NE(client.readUntil("not JSON").find("400 Bad Request"), std::string::npos) << client.received;
}

//===-- random requests --------------------------------------------------------------------------------------===//

namespace {
/// Makes requests that are nearly right: whole ones of every address, changed in a few places.
class RequestWriter {
public:
  RequestWriter(uint32_t seed, std::string digest, std::string job)
      : random(seed), digest(std::move(digest)), job(std::move(job)) {}

  size_t below(size_t limit) { return std::uniform_int_distribution<size_t>(0, limit - 1)(random); }
  bool oneIn(size_t times) { return below(times) == 0; }

  std::string write() {
    std::string text = writeHead() + writeBody();
    if (oneIn(2))
      for (size_t times = 1 + below(4); times > 0; --times)
        change(text);
    return text;
  }

private:
  template <size_t N> const char *pick(const char *const (&choices)[N]) { return choices[below(N)]; }

  std::string writeHead() {
    static constexpr const char *methods[] = {"GET", "GET", "POST", "PUT", "HEAD", "OPTIONS", "DELETE", "BREW"};
    static constexpr const char *paths[] = {"/v1/health/live", "/v1/health/ready", "/v1/version", "/v1/devices",
                                            "/v1/jobs",        "/v1/jobs?limit=2", "/metrics",    "/",
                                            "/v1/artifacts/",  "/v1/jobs/",        "*",           "/%00"};
    std::string path = pick(paths);
    if (path == "/v1/artifacts/")
      path += digest;
    if (path == "/v1/jobs/")
      path += job + pick({"", ":cancel", "/events", "/events?lastEventId=1", "/else"});
    std::string head = std::string(pick(methods)) + " " + path + " HTTP/1." + pick({"1", "1", "1", "0"}) + "\r\n";
    head += pick({"Host: localhost\r\n", "Host: localhost\r\n", "Host: 127.0.0.1:8420\r\n", "",
                  "Host: a\r\nHost: localhost\r\n", "Host: example.org\r\n"});
    for (size_t count = below(4); count > 0; --count)
      head += pick({"Accept: text/event-stream\r\n", "Connection: close\r\n", "Connection: keep-alive\r\n",
                    "Expect: 100-continue\r\n", "Last-Event-ID: 99999999999999999999\r\n",
                    "Origin: http://localhost\r\n", "Authorization: Bearer x\r\n", "Upgrade: websocket\r\n",
                    "Content-Type: application/json\r\n", "Idempotency-Key: k\r\n", "Transfer-Encoding: gzip\r\n"});
    if (oneIn(20))
      head += "X-Long: " + std::string(below(80000), 'l') + "\r\n";
    return head;
  }

  std::string writeBody() {
    std::string body = pick({"", "{}", "null", "{\"artifact\":1,\"device\":2}", "[[[[[[[[", "TESSERA\x1a"});
    if (oneIn(10))
      body.append(below(200000), ' ');
    if (oneIn(3))
      return "\r\n" + body; // the next request, if there is no length
    if (oneIn(2))
      return "Content-Length: " + std::to_string(body.size() + below(3) - 1) + "\r\n\r\n" + body;
    std::string text = "Transfer-Encoding: chunked\r\n\r\n";
    for (size_t at = 0; at < body.size();) {
      size_t size = 1 + below(body.size() - at);
      char digits[32];
      std::snprintf(digits, sizeof digits, "%zx", size);
      text +=
          digits + (oneIn(4) ? ";x=" + std::string(below(70000), 'e') : "") + "\r\n" + body.substr(at, size) + "\r\n";
      at += size;
    }
    return text + "0\r\n" + (oneIn(4) ? "X-Trailer: " + std::string(below(70000), 't') + "\r\n" : "") + "\r\n";
  }

  void change(std::string &text) {
    size_t at = below(text.size());
    switch (below(5)) {
    case 0:
      text[at] = static_cast<char>(below(256));
      break;
    case 1:
      text.erase(at, 1 + below(8));
      break;
    case 2:
      text.insert(at, std::string(1 + below(4), static_cast<char>(below(256))));
      break;
    case 3:
      text.insert(at, text.substr(below(text.size()), below(64)));
      break;
    default:
      text.insert(at, "\r\n");
    }
  }

  std::mt19937 random;
  std::string digest, job;
};
} // namespace

/// One client's visit: some requests at once or in pieces, to their end or broken off, with the answers read or not.
static void visit(uint16_t port, RequestWriter &writer) {
  RawClient client(port);
  std::string text;
  for (size_t requests = 1 + writer.below(4); requests > 0; --requests)
    text += writer.write();
  if (writer.oneIn(3))
    text.resize(writer.below(text.size()) + 1);
  if (writer.oneIn(3)) {
    for (size_t at = 0, pieces = 0; at < text.size() && pieces < 20; ++pieces) {
      size_t size = 1 + writer.below(pieces == 19 ? text.size() : 8);
      if (!client.send(text.substr(at, size)))
        return;
      at += size;
      std::this_thread::sleep_for(1ms);
    }
  } else if (!client.send(text)) {
    return;
  }
  if (writer.oneIn(3)) // gone, with answers unread
    return;
  shutdown(client.file, SHUT_WR);
  client.readToEnd();
  EXPECT_TRUE(client.ended);
  EXPECT_EQ(client.received.find("500 Internal"), std::string::npos) << client.received;
}

TEST_F(HostileClientsTest, RandomRequestsOverManySockets) {
  serverOptions.headerTimeout = serverOptions.bodyTimeout = serverOptions.idleTimeout = 500ms;
  serverOptions.heartbeat = 50ms;
  start();
  Job job = submit();
  ASSERT_TRUE(store->cancel(job.id));
  const char *asked = std::getenv("TESSERA_FUZZ_VISITS"); // more of them, for hunting
  int visits = asked ? std::atoi(asked) : 150;
  auto hunt = [&](uint32_t seed) {
    RequestWriter writer(seed, digest, job.id);
    for (int i = 0; i < visits; ++i)
      visit(server->port(), writer);
  };
  hunt(1); // what grows once, grows here
  size_t before = residentBytes();
  std::vector<std::thread> clients;
  for (uint32_t seed = 2; seed < 6; ++seed)
    clients.emplace_back(hunt, seed);
  for (std::thread &client : clients)
    client.join();
  expectAlive();
  expectForgotten();
  EXPECT_LT(residentBytes(), before + (64u << 20));
}
