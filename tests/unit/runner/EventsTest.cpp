// SPDX-License-Identifier: Apache-2.0
// A job's events over HTTP: as they come, resumed after the last one seen, ended by the job's end.
#include "tests/unit/runner/ServerFixture.h"

using namespace tessera;
using namespace tessera::runner;
using namespace tessera::runner::test;
using namespace std::chrono_literals;

static JobOutcome succeed() { return {JobState::succeeded, llvm::json::Object{{"ok", true}}, std::nullopt}; }

static std::string eventsRequest(const std::string &id, const std::string &headers = "") {
  return "GET /v1/jobs/" + id + "/events HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n" + headers + "\r\n";
}

TEST_F(ServerTest, EventsComeAsTheyHappenAndEndWithTheJob) {
  start();
  Job job = submit();
  RawClient client(server->port());
  client.send(eventsRequest(job.id));
  EXPECT_NE(client.readUntil("\"queued\"").find("Content-Type: text/event-stream"), std::string::npos);
  Lease held = lease();
  client.readUntil("\"running\"");
  ASSERT_TRUE(store->publish(held, 0, "output", llvm::json::Object{{"text", "line\nbreak"}}));
  EXPECT_NE(client.readUntil("break").find("event: output\ndata: {\"text\":\"line\\nbreak\"}\n\n"), std::string::npos)
      << client.received;
  EXPECT_FALSE(client.ended);
  ASSERT_TRUE(store->finish(held, succeed()));
  std::string text = client.readToEnd();
  EXPECT_TRUE(client.ended);
  EXPECT_LT(text.find("event: result"), text.find("\"succeeded\""));
  EXPECT_TRUE(text.ends_with("0\r\n\r\n")) << "the last chunk says that nothing is missing";
}

TEST_F(ServerTest, EventsResumeAfterTheLastSeen) {
  start();
  Job job = submit();
  Lease held = lease();
  ASSERT_TRUE(store->publish(held, 0, "output", llvm::json::Object{{"text", "one"}}));
  ASSERT_TRUE(store->finish(held, succeed()));
  RawClient client(server->port());
  client.send(eventsRequest(job.id, "Last-Event-ID: 2\r\n"));
  std::string text = client.readToEnd();
  EXPECT_EQ(text.find("id: 2\n"), std::string::npos);
  EXPECT_NE(text.find("id: 3\nevent: output"), std::string::npos) << text;
  EXPECT_NE(text.find("id: 5\nevent: state"), std::string::npos) << text;
  RawClient late(server->port());
  late.send(eventsRequest(job.id, "Last-Event-ID: 5\r\n"));
  EXPECT_EQ(late.readToEnd().find("id: "), std::string::npos) << "nothing new, and the end";
  EXPECT_TRUE(late.ended);
}

TEST_F(ServerTest, QuietStreamsCarryHeartbeats) {
  serverOptions.heartbeat = 30ms;
  start();
  RawClient client(server->port());
  client.send(eventsRequest(submit().id));
  client.readUntil("still here");
  client.received.clear();
  EXPECT_NE(client.readUntil("still here").find(": still here\n\n"), std::string::npos);
}

TEST_F(ServerTest, AFinishedStreamKeepsItsConnection) {
  start();
  Job job = submit();
  ASSERT_TRUE(store->cancel(job.id));
  RawClient client(server->port());
  client.send("GET /v1/jobs/" + job.id + "/events HTTP/1.1\r\nHost: localhost\r\n\r\n");
  client.readUntil("0\r\n\r\n");
  client.send("GET /v1/health/live HTTP/1.1\r\nHost: localhost\r\n\r\n");
  EXPECT_NE(client.readUntil("\"ok\"").find("\"ok\""), std::string::npos);
}

TEST_F(ServerTest, AnOldClientGetsEventsWithoutChunks) {
  start();
  Job job = submit();
  ASSERT_TRUE(store->cancel(job.id));
  RawClient client(server->port());
  client.send("GET /v1/jobs/" + job.id + "/events HTTP/1.0\r\nHost: localhost\r\n\r\n");
  std::string text = client.readToEnd();
  EXPECT_EQ(text.find("chunked"), std::string::npos);
  EXPECT_TRUE(text.ends_with("\n\n")) << text;
}

TEST_F(ServerTest, TooManyFollowersAreRefused) {
  serverOptions.eventStreams = 1;
  start();
  Job job = submit();
  RawClient first(server->port());
  first.send(eventsRequest(job.id));
  first.readUntil("queued");
  RawClient second(server->port());
  second.send(eventsRequest(job.id));
  EXPECT_NE(second.readUntil("unavailable").find("503"), std::string::npos);
}

TEST_F(ServerTest, StoppingEndsStreams) {
  start();
  RawClient client(server->port());
  client.send(eventsRequest(submit().id));
  client.readUntil("queued");
  stop();
  client.readToEnd();
  EXPECT_TRUE(client.ended);
}

TEST_F(ServerTest, AClientThatLeavesFreesItsPlace) {
  serverOptions.heartbeat = 20ms;
  start();
  Job job = submit();
  {
    RawClient client(server->port());
    client.send(eventsRequest(job.id));
    client.readUntil("queued");
  }
  for (int i = 0; i < 500 && services->metrics.eventStreams > 0; ++i)
    std::this_thread::sleep_for(10ms);
  EXPECT_EQ(services->metrics.eventStreams, 0);
}

TEST_F(ServerTest, ManyEventsComeInOrderAndWhole) {
  start();
  Job job = submit();
  Lease held = lease();
  RawClient client(server->port());
  client.send(eventsRequest(job.id));
  for (int i = 0; i < 300; ++i)
    ASSERT_TRUE(store->publish(held, i, "output", llvm::json::Object{{"text", "n" + std::to_string(i) + ";"}}));
  ASSERT_TRUE(store->finish(held, succeed()));
  std::string text = client.readToEnd();
  size_t at = 0;
  for (int i = 0; i < 300; ++i) {
    size_t next = text.find("\"n" + std::to_string(i) + ";\"");
    ASSERT_NE(next, std::string::npos) << i;
    ASSERT_GE(next, at);
    at = next;
  }
  EXPECT_EQ(count(text, "event: output"), 300u);
}
