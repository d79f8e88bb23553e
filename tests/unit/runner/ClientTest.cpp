// SPDX-License-Identifier: Apache-2.0
// The command line's client against the real server, and what it says when there is none.
#include "runner/http/Client.h"
#include "tests/unit/runner/ServerFixture.h"

using namespace tessera;
using namespace tessera::runner;
using namespace tessera::runner::http;
using namespace tessera::runner::test;
using namespace std::chrono_literals;

TEST(Url, PartsAndRefusals) {
  Result<Url> url = Url::parse("http://host:81/base/");
  ASSERT_TRUE(url);
  EXPECT_EQ(url->host, "host");
  EXPECT_EQ(url->port, "81");
  EXPECT_EQ(url->base, "/base");
  EXPECT_EQ(Url::parse("http://[::1]:82")->host, "::1");
  EXPECT_EQ(Url::parse("http://[::1]:82")->port, "82");
  EXPECT_EQ(Url::parse("http://host")->port, "80");
  EXPECT_EQ(Url::parse("https://host")->port, "443");
  EXPECT_EQ(Url::parse("https://host/base/")->text(), "https://host/base");
  for (const char *bad : {"", "host:80", "http://", "http://:80", "http://host:", "http://host:0", "http://host:99999",
                          "ftp://x", "https://", "https://:1"})
    EXPECT_FALSE(Url::parse(bad)) << bad;
}

TEST(EventReader, ReadsTheStandardsForms) {
  std::vector<std::string> seen;
  EventReader reader;
  std::string text =
      ": comment\n\nid: 1\nevent: a\ndata: x\ndata:y\n\ndata: z\r\n\r\nevent: no data\n\nid:2\rdata: w\r\r";
  for (char c : text) // a byte at a time
    reader.feed(std::string_view(&c, 1),
                [&](const ServerEvent &event) { seen.push_back(event.id + "|" + event.kind + "|" + event.data); });
  EXPECT_EQ(seen, (std::vector<std::string>{"1|a|x\ny", "1||z", "2||w"}));
}

TEST_F(ServerTest, TheClientAsksAndFollows) {
  start();
  Client client(*Url::parse(server->url()));
  Result<ClientResponse> response = client.request("GET", "/v1/version");
  ASSERT_TRUE(response) << response.problem().detail;
  EXPECT_EQ(response->status, 200);
  EXPECT_EQ(response->header("content-type"), "application/json");

  Job job = submit();
  std::thread work([&] {
    std::this_thread::sleep_for(50ms);
    Lease held = lease();
    EXPECT_TRUE(store->finish(held, {JobState::succeeded, llvm::json::Object{{"ok", true}}, std::nullopt}));
  });
  std::vector<std::string> kinds;
  Result<ClientResponse> followed = client.follow(
      "/v1/jobs/" + job.id + "/events", {}, [&](const ServerEvent &event) { kinds.push_back(event.id + event.kind); },
      nullptr);
  work.join();
  ASSERT_TRUE(followed) << followed.problem().detail;
  EXPECT_EQ(kinds, (std::vector<std::string>{"1state", "2state", "3result", "4state"}));
  Result<ClientResponse> missing = client.follow("/v1/jobs/nobody/events", {}, [](const ServerEvent &) {}, nullptr);
  ASSERT_TRUE(missing);
  EXPECT_EQ(missing->status, 404);
  EXPECT_NE(missing->body.find("not-found"), std::string::npos);
}

TEST_F(ServerTest, FollowingCanBeCancelled) {
  start();
  Job job = submit();
  Client client(*Url::parse(server->url()));
  int polls = 0;
  (void)client.follow("/v1/jobs/" + job.id + "/events", {}, [](const ServerEvent &) {}, [&] { return ++polls > 2; });
  EXPECT_GT(polls, 2);
}

TEST_F(ServerTest, TheClientLearnsWhyALargeBodyIsRefused) {
  services->access.token = "0123456789abcdef";
  start();
  Client client(*Url::parse(server->url()));
  Result<ClientResponse> response = client.request("PUT", "/v1/artifacts/" + digest, std::string(4 << 20, 'x'));
  ASSERT_TRUE(response) << response.problem().detail;
  EXPECT_EQ(response->status, 401);
}

TEST(Client, ARunnerThatIsNotThere) {
  Client client(*Url::parse("http://127.0.0.1:1"));
  Result<ClientResponse> response = client.request("GET", "/");
  ASSERT_FALSE(response);
  EXPECT_NE(response.problem().detail.find(
                "no runner answers at `http://127.0.0.1:1`: Connection refused; start one with `tessera serve`"),
            std::string::npos)
      << response.problem().detail;
}

TEST(Client, AServerThatNeverAnswers) {
  int listener = socket(AF_INET, SOCK_STREAM, 0);
  sockaddr_in address{};
  address.sin_family = AF_INET;
  address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
  socklen_t size = sizeof address;
  ASSERT_EQ(bind(listener, reinterpret_cast<sockaddr *>(&address), size), 0);
  ASSERT_EQ(listen(listener, 1), 0);
  getsockname(listener, reinterpret_cast<sockaddr *>(&address), &size);
  Client client(*Url::parse("http://127.0.0.1:" + std::to_string(ntohs(address.sin_port))));
  client.timeout = 200ms;
  Result<ClientResponse> response = client.request("GET", "/");
  close(listener);
  ASSERT_FALSE(response);
  EXPECT_EQ(response.problem().code, ProblemCode::timeout);
}
