// SPDX-License-Identifier: Apache-2.0
// Networks and clients as they come: peers that are gone without a word, readers that do not read, names that were
// rebound, disks that are full. The runner gets back what such a connection held, and others do not notice.
#include "tests/unit/runner/ServerFixture.h"
#include <csignal>
#include <fstream>
#include <linux/filter.h>
#include <sys/resource.h>

using namespace tessera;
using namespace tessera::runner;
using namespace tessera::runner::test;
using namespace std::chrono_literals;

namespace {
size_t residentBytes() {
  size_t total = 0, resident = 0;
  std::ifstream("/proc/self/statm") >> total >> resident;
  return resident * static_cast<size_t>(getpagesize());
}

class BadNetworkTest : public ServerTest {
protected:
  template <typename F> bool becomes(F isTrue) {
    for (int i = 0; i < 1000 && !isTrue(); ++i)
      std::this_thread::sleep_for(10ms);
    return isTrue();
  }
  void expectAlive() { EXPECT_NE(get("/v1/health/live").find("200 OK"), std::string::npos); }
  /// A client that asks for `path` and reads nothing of the answer, of which its end takes no more than some KiB.
  std::unique_ptr<RawClient> readSlowly(const std::string &path) {
    auto client = std::make_unique<RawClient>(server->port());
    int small = 4096;
    setsockopt(client->file, SOL_SOCKET, SO_RCVBUF, &small, sizeof small);
    client->send("GET " + path + " HTTP/1.1\r\nHost: localhost\r\n\r\n");
    return client;
  }
  /// A job that has ended with a result of so many bytes.
  std::string finishWith(size_t bytes) {
    std::string id = submit().id;
    llvm::json::Object result{{"ok", true}, {"output", std::string(bytes, 'x')}};
    EXPECT_TRUE(store->finish(lease(), {JobState::succeeded, std::move(result), std::nullopt}));
    return id;
  }
};

/// From now on this end takes no segment and so acknowledges none: to the other it is gone without a word.
void vanish(RawClient &client) {
  sock_filter dropAll[] = {BPF_STMT(BPF_RET | BPF_K, 0)};
  sock_fprog program{1, dropAll};
  ASSERT_EQ(setsockopt(client.file, SOL_SOCKET, SO_ATTACH_FILTER, &program, sizeof program), 0);
}
} // namespace

TEST_F(BadNetworkTest, AFollowerThatIsGoneWithoutAWordGivesItsPlaceBack) {
  serverOptions.heartbeat = 50ms;
  serverOptions.writeTimeout = 500ms;
  start();
  RawClient client(server->port());
  client.send("GET /v1/jobs/" + submit().id + "/events HTTP/1.1\r\nHost: localhost\r\n\r\n");
  client.readUntil("still here");
  EXPECT_EQ(services->metrics.eventStreams, 1);
  vanish(client);
  EXPECT_TRUE(becomes([&] { return services->metrics.connections == 0; }));
  EXPECT_EQ(services->metrics.eventStreams, 0);
}

TEST_F(BadNetworkTest, OneThatWaitsAndIsGoneIsClosedAsIdle) {
  serverOptions.idleTimeout = 200ms;
  start();
  RawClient client(server->port());
  client.send("GET /v1/health/live HTTP/1.1\r\nHost: localhost\r\n\r\n");
  client.readUntil("ok\"}\n");
  vanish(client);
  EXPECT_TRUE(becomes([&] { return services->metrics.connections == 0; }));
}

TEST_F(BadNetworkTest, WhoDoesNotReadEventsIsLeft) {
  serverOptions.writeTimeout = 500ms;
  start();
  std::string id = finishWith(16 << 20);
  auto slow = readSlowly("/v1/jobs/" + id + "/events");
  EXPECT_TRUE(becomes([&] { return services->metrics.eventStreams == 1; }));
  expectAlive();
  EXPECT_TRUE(becomes([&] { return services->metrics.connections == 0; }));
  EXPECT_EQ(services->metrics.eventStreams, 0);
}

TEST_F(BadNetworkTest, ManyWhoDoNotReadEventsHoldNoMoreThanBodiesMay) {
  serverOptions.bodyBytes = 40 << 20;
  start();
  std::string id = finishWith(16 << 20);
  size_t before = residentBytes();
  std::vector<std::unique_ptr<RawClient>> slow;
  for (int i = 0; i < 16; ++i)
    slow.push_back(readSlowly("/v1/jobs/" + id + "/events"));
  std::atomic<int64_t> &sending = services->metrics.connectionsByActivity[4];
  EXPECT_TRUE(becomes([&] { return sending > 0 && services->metrics.connections <= 2; }))
      << "the others may come again";
  EXPECT_LE(sending, 2);
  EXPECT_LT(residentBytes(), before + (180u << 20)) << "40 MiB, and what two threads make of a result in passing";
  expectAlive();
}

TEST_F(BadNetworkTest, WhoDoesNotReadAnAnswerMakesRoomForOthers) {
  serverOptions.bodyBytes = 40 << 20;
  serverOptions.stalled = 100ms;
  start();
  std::string id = finishWith(16 << 20);
  std::vector<std::unique_ptr<RawClient>> slow;
  for (int i = 0; i < 2; ++i) // 32 of the 40 MiB, for the minute that an answer may take
    slow.push_back(readSlowly("/v1/jobs/" + id));
  EXPECT_TRUE(becomes([&] { return services->metrics.connectionsByActivity[4] == 2; }));
  std::this_thread::sleep_for(200ms);
  std::string text = get("/v1/jobs/" + id);
  EXPECT_NE(text.find("200 OK"), std::string::npos) << text.substr(0, 300);
  EXPECT_GT(text.size(), size_t(16) << 20);
  EXPECT_TRUE(becomes([&] { return services->metrics.connections == 1; })) << "one of them sufficed";
}

TEST_F(BadNetworkTest, ANameThatWasReboundToLoopbackIsRefused) {
  start();
  for (const char *host : {"evil.example", "evil.example:8420", "127.0.0.1.evil.example", "localhost.evil.example",
                           "0.0.0.0", "[::ffff:7f00:1]", "192.168.0.1", ""}) {
    RawClient client(server->port());
    client.send("GET /v1/jobs HTTP/1.1\r\nConnection: close\r\nHost: " + std::string(host) + "\r\n\r\n");
    EXPECT_NE(client.readToEnd().find("400 Bad Request"), std::string::npos) << host << client.received;
    EXPECT_EQ(client.received.find("\"jobs\""), std::string::npos) << host;
  }
  EXPECT_NE(get("/v1/jobs").find("\"jobs\""), std::string::npos);
}

TEST_F(BadNetworkTest, AnUploadToAFullDiskIsRefusedAndLeavesNothing) {
  start();
  artifact::Manifest manifest;
  manifest.compiler = "test";
  manifest.target = "sm_90a";
  manifest.fileName = "new.py";
  std::vector<uint8_t> bytes = artifact::write(manifest, std::vector<uint8_t>(1 << 20, 7));
  std::string name = artifact::digestOf(bytes);
  auto put = [&] {
    RawClient client(server->port());
    client.send("PUT /v1/artifacts/" + name + " HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\nContent-Length: " +
                std::to_string(bytes.size()) + "\r\n\r\n" + std::string(bytes.begin(), bytes.end()));
    return client.readToEnd();
  };
  rlimit before{};
  ASSERT_EQ(getrlimit(RLIMIT_FSIZE, &before), 0);
  auto ignored = std::signal(SIGXFSZ, SIG_IGN);
  rlimit small{65536, before.rlim_max}; // as on a disk that is full: no file grows beyond it
  ASSERT_EQ(setrlimit(RLIMIT_FSIZE, &small), 0);
  std::string text = put();
  setrlimit(RLIMIT_FSIZE, &before);
  std::signal(SIGXFSZ, ignored);
  EXPECT_NE(text.find("503 Service Unavailable"), std::string::npos) << text;
  EXPECT_NE(text.find("can't write"), std::string::npos) << text;
  EXPECT_NE(text.find("Retry-After"), std::string::npos) << text;
  size_t files = 0;
  for ([[maybe_unused]] const auto &entry : std::filesystem::directory_iterator(folder.path + "/artifacts"))
    ++files;
  EXPECT_EQ(files, 1u) << "the fixture's own";
  EXPECT_NE(put().find("201 Created"), std::string::npos) << "once there is room";
}
