// SPDX-License-Identifier: Apache-2.0
// Who gets a connection when there are too many: those that only wait make room, a crowd from one address pays for
// itself, and those with the token find a place.
#include "runner/http/Connections.h"
#include "tests/unit/runner/ServerFixture.h"

using namespace tessera;
using namespace tessera::runner;
using namespace tessera::runner::http;
using namespace tessera::runner::test;
using namespace std::chrono_literals;

static const std::string live = "GET /v1/health/live HTTP/1.1\r\nHost: localhost\r\n\r\n";

class ConnectionsTest : public ServerTest {
protected:
  std::unique_ptr<RawClient> connect(uint8_t from = 1) {
    auto client = std::make_unique<RawClient>(server->port(), from);
    settle();
    return client;
  }
  /// Until the server has seen the connection: the kernel accepts before it does.
  void settle() { std::this_thread::sleep_for(20ms); }
  bool isAnswered(RawClient &client) {
    client.received.clear();
    return client.send(live) && client.readUntil("ok\"}\n").find("200 OK") != std::string::npos;
  }
};

TEST_F(ConnectionsTest, SilentOnesLockNobodyOut) {
  serverOptions.connections = 4;
  start();
  std::vector<std::unique_ptr<RawClient>> silent;
  for (int i = 0; i < 12; ++i)
    silent.push_back(connect());
  auto client = connect();
  EXPECT_TRUE(isAnswered(*client)) << client->received;
  silent.front()->readToEnd();
  EXPECT_TRUE(silent.front()->ended) << "the oldest makes room";
}

TEST(Connections, WhoIsToldToGoMayGiveItsPlaceBackAtOnce) {
  std::atomic<int64_t> open{0}, shed{0};
  ConnectionLimits limits;
  limits.total = 1;
  Connections connections(limits, open, shed);
  boost::asio::ip::address address = boost::asio::ip::make_address("127.0.0.1");
  std::shared_ptr<Connections::Place> first;
  first = connections.admit(address, [&](Connections::Ending) { first.reset(); }).place;
  Connections::Admission second = connections.admit(address, [&](Connections::Ending) { second.place.reset(); });
  EXPECT_EQ(first, nullptr);
  EXPECT_TRUE(second.place && second.refusal.empty());
  connections.stop();
  EXPECT_EQ(open, 0);
  EXPECT_EQ(shed, 1);
}

TEST_F(ConnectionsTest, HalfHeadsLockNobodyOut) {
  serverOptions.connections = 4;
  start();
  std::vector<std::unique_ptr<RawClient>> slow;
  for (int i = 0; i < 4; ++i) {
    slow.push_back(connect());
    slow.back()->send("GET /v1/hea");
  }
  settle();
  auto client = connect();
  EXPECT_TRUE(isAnswered(*client)) << client->received;
}

TEST_F(ConnectionsTest, ACrowdFromOneAddressPaysForItself) {
  serverOptions.connectionsPerAddress = 2;
  start();
  auto bystander = connect(2), first = connect(), second = connect(), third = connect();
  first->readToEnd();
  EXPECT_TRUE(first->ended);
  EXPECT_TRUE(isAnswered(*bystander)) << bystander->received;
  EXPECT_TRUE(isAnswered(*second)) << second->received;
  EXPECT_TRUE(isAnswered(*third)) << third->received;
}

TEST_F(ConnectionsTest, AnAddressWhoseConnectionsAreAllAnsweredIsToldSo) {
  serverOptions.connectionsPerAddress = 1;
  start();
  auto follower = connect();
  follower->send("GET /v1/jobs/" + submit().id + "/events HTTP/1.1\r\nHost: localhost\r\n\r\n");
  follower->readUntil("queued");
  EXPECT_NE(connect()->readUntil("from 127.0.0.1").find("503 Service Unavailable"), std::string::npos);
  auto other = connect(2);
  EXPECT_TRUE(isAnswered(*other)) << other->received;
}

TEST_F(ConnectionsTest, OneConnectionAsksSoManyTimes) {
  serverOptions.requestsPerConnection = 2;
  start();
  auto client = connect();
  EXPECT_TRUE(isAnswered(*client));
  EXPECT_TRUE(isAnswered(*client));
  EXPECT_NE(client->readToEnd().find("Connection: close"), std::string::npos) << client->received;
  EXPECT_TRUE(client->ended);
}

TEST_F(ConnectionsTest, BodiesShareWhatThereIs) {
  serverOptions.bodyBytes = 1000;
  start();
  std::string head = "POST /v1/jobs HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\nContent-Length: "
                     "900\r\n\r\n";
  auto first = connect(), second = connect();
  first->send(head + "{");
  settle();
  second->send(head);
  EXPECT_NE(second->readUntil("unavailable").find("503 Service Unavailable"), std::string::npos) << second->received;
  first->send(std::string(899, ' '));
  EXPECT_NE(first->readUntil("bad-request").find("400 Bad Request"), std::string::npos) << first->received;
  auto third = connect();
  third->send(head + std::string(900, ' '));
  EXPECT_NE(third->readUntil("bad-request").find("400 Bad Request"), std::string::npos) << third->received;
}

//===-- the book of connections ------------------------------------------------------------------------------===//

namespace {
using http::Connections;

class BookTest : public testing::Test {
protected:
  /// Those that were told to make room are in `ended`, by number.
  Connections::Admission admit(Connections &book, const char *address = "192.0.2.1") {
    return book.admit(boost::asio::ip::make_address(address),
                      [this, number = ++made](Connections::Ending) { ended.push_back(number); });
  }
  std::atomic<int64_t> open{0}, shed{0};
  std::vector<int> ended;
  int made = 0;
};
} // namespace

TEST_F(BookTest, WhoHasWaitedLongestMakesRoom) {
  Connections book({.total = 2}, open, shed);
  auto first = admit(book), second = admit(book);
  EXPECT_TRUE(first.place->set(Connections::Activity::waiting)); // it has asked something meanwhile
  auto third = admit(book);
  EXPECT_EQ(third.refusal, "");
  EXPECT_EQ(ended, std::vector<int>{2});
  EXPECT_FALSE(second.place->set(Connections::Activity::answering)) << "it must not begin an answer";
  EXPECT_EQ(shed, 1);
}

TEST_F(BookTest, WhoHasTheTokenStaysLonger) {
  Connections book({.total = 2}, open, shed);
  auto first = admit(book), second = admit(book);
  EXPECT_TRUE(first.place->mayAnswer(true));
  auto third = admit(book);
  EXPECT_EQ(ended, std::vector<int>{2});
}

TEST_F(BookTest, WhoIsAnsweredStaysAndOthersAreRefused) {
  Connections book({.total = 1, .refusals = 1}, open, shed);
  auto first = admit(book);
  first.place->set(Connections::Activity::answering);
  auto second = admit(book), third = admit(book);
  EXPECT_NE(second.refusal, "");
  EXPECT_TRUE(second.place) << "there is room to say so";
  EXPECT_FALSE(third.place) << "but not for many";
  EXPECT_EQ(open, 2);
  first.place.reset();
  EXPECT_EQ(admit(book).refusal, "") << "a refusal takes nobody's place";
}

TEST_F(BookTest, APartIsKeptForThoseWithTheToken) {
  Connections book({.total = 3, .reserved = 1}, open, shed);
  std::vector<Connections::Admission> all;
  std::vector<bool> may;
  for (int i = 0; i < 3; ++i) {
    all.push_back(admit(book));
    all.back().place->set(Connections::Activity::answering);
    may.push_back(all.back().place->mayAnswer(false));
  }
  EXPECT_EQ(may, (std::vector<bool>{true, true, false}));
  EXPECT_TRUE(all.back().place->mayAnswer(true));
}

TEST_F(BookTest, ABodyThatStandsStillMakesRoom) {
  Connections patient({.total = 1}, open, shed), strict({.total = 1, .stalled = 0ms}, open, shed);
  for (Connections *book : {&patient, &strict}) {
    auto first = admit(*book);
    first.place->set(Connections::Activity::receiving);
    EXPECT_EQ(admit(*book).refusal.empty(), book == &strict);
  }
}

TEST_F(BookTest, BytesAreFreedByWhoStandsStillAmidThem) {
  Connections book({.stalled = 0ms}, open, shed);
  auto waiting = admit(book), answered = admit(book), sending = admit(book), receiving = admit(book);
  answered.place->set(Connections::Activity::answering);
  EXPECT_FALSE(answered.place->freeBytes()) << "who waits holds none";
  sending.place->set(Connections::Activity::sending);
  receiving.place->set(Connections::Activity::receiving);
  EXPECT_TRUE(answered.place->freeBytes());
  EXPECT_TRUE(answered.place->freeBytes());
  EXPECT_FALSE(answered.place->freeBytes());
  EXPECT_EQ(ended, (std::vector<int>{3, 4}));
}

TEST_F(BookTest, ConnectionsAreCountedByWhatTheyDo) {
  decltype(api::Metrics::connectionsByActivity) active{};
  {
    Connections book({}, open, shed, &active);
    auto first = admit(book), second = admit(book);
    first.place->set(Connections::Activity::sending);
    EXPECT_EQ(active[static_cast<size_t>(Connections::Activity::sending)], 1);
    EXPECT_EQ(active[static_cast<size_t>(Connections::Activity::waiting)], 1);
  }
  for (const std::atomic<int64_t> &count : active)
    EXPECT_EQ(count, 0);
}

TEST_F(BookTest, AnAddressIsAnIpv4AddressOrAnIpv6Network) {
  Connections book({.perAddress = 1}, open, shed);
  auto v4 = admit(book, "192.0.2.1"), mapped = admit(book, "::ffff:192.0.2.1"), other = admit(book, "192.0.2.2");
  EXPECT_EQ(ended, std::vector<int>{1});
  auto v6 = admit(book, "2001:db8:1:2::1"), same = admit(book, "2001:db8:1:2::2"), net = admit(book, "2001:db8:1:3::1");
  EXPECT_EQ(ended, (std::vector<int>{1, 4}));
}
