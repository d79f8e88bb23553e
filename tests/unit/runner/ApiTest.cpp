// SPDX-License-Identifier: Apache-2.0
// Every endpoint, and every problem code that a request can get, without a socket.
#include "runner/api/Api.h"
#include "tests/unit/runner/Fixture.h"
#include <csignal>
#include <sys/resource.h>

using namespace tessera;
using namespace tessera::runner;
using namespace tessera::runner::api;
using namespace tessera::runner::test;

namespace {
class ApiTest : public StoreTest {
protected:
  void SetUp() override {
    StoreTest::SetUp();
    makeServices();
  }
  void makeServices() {
    services =
        std::make_unique<Services>(*store, std::vector<DeviceInfo>{{"interpreter", "interpreter", "CPU", "note"}},
                                   "1.2.3", AccessRules(), Limits());
  }

  Response ask(const std::string &method, const std::string &target, const std::string &body = "",
               std::map<std::string, std::string> headers = {}) {
    Request request = *parseTarget(target);
    request.method = method;
    request.body = body;
    request.headers = std::move(headers);
    request.headers.emplace("host", "localhost");
    if (method == "POST" && !body.empty())
      request.headers.emplace("content-type", "application/json");
    return handle(request, *services);
  }
  static llvm::json::Object read(const Response &response) {
    std::string error;
    auto value = protocol::parseJson(response.body, error);
    EXPECT_TRUE(value && value->getAsObject()) << response.body;
    return value && value->getAsObject() ? *value->getAsObject() : llvm::json::Object();
  }
  static std::string header(const Response &response, const std::string &name) {
    for (const auto &[key, value] : response.headers)
      if (key == name)
        return value;
    return "";
  }
  /// The response is the problem `code`, whole and in shape; its detail holds `part`.
  static void expectProblem(const Response &response, int status, llvm::StringRef code, llvm::StringRef part = "") {
    EXPECT_EQ(response.status, status) << response.body;
    EXPECT_EQ(header(response, "Content-Type"), "application/problem+json");
    llvm::json::Object problem = read(response);
    EXPECT_EQ(problem.getString("code").value_or("").str(), code.str());
    EXPECT_EQ(problem.getString("type").value_or("").str(), "urn:tessera:problem:" + code.str());
    EXPECT_EQ(problem.getInteger("status").value_or(0), status) << "it is the answer's own";
    EXPECT_FALSE(problem.getString("title").value_or("").empty());
    EXPECT_NE(problem.getString("detail").value_or("").find(part), llvm::StringRef::npos) << response.body;
  }
  std::string jobBody(const std::string &device = "interpreter", const std::string &options = "{}") {
    return R"({"artifact":")" + digest + R"(","device":")" + device + R"(","options":)" + options + "}";
  }

  std::unique_ptr<Services> services;
};

std::string toText(const std::vector<uint8_t> &bytes) { return std::string(bytes.begin(), bytes.end()); }
} // namespace

TEST_F(ApiTest, Health) {
  EXPECT_EQ(ask("GET", "/v1/health/live").status, 200);
  EXPECT_EQ(read(ask("GET", "/v1/health/ready")).getString("status"), "ok");
  services->stopping = true;
  expectProblem(ask("GET", "/v1/health/ready"), 503, "unavailable", "stopping");
  EXPECT_EQ(ask("GET", "/v1/health/live").status, 200);
}

TEST_F(ApiTest, AMachineIsAFleetOfOneWorker) {
  services->sandbox = llvm::json::Object{{"holds", true}};
  Job job = submit();
  submit();
  lease();
  llvm::json::Object fleet = read(ask("GET", "/v1/fleet?recent=1"));
  EXPECT_EQ(fleet.getString("kind"), "machine");
  EXPECT_EQ(fleet.getString("at"), toTimeText(now));
  EXPECT_EQ(fleet.getInteger("running"), 1);
  ASSERT_EQ(fleet.getArray("workers")->size(), 1u);
  const llvm::json::Object &worker = *(*fleet.getArray("workers"))[0].getAsObject();
  EXPECT_EQ(worker.get("name"), nullptr);
  EXPECT_EQ(worker.getString("state"), "ready");
  EXPECT_EQ(worker.getString("version"), "1.2.3");
  EXPECT_EQ(worker.getObject("sandbox")->getBoolean("holds"), true);
  const llvm::json::Object &device = *(*worker.getArray("devices"))[0].getAsObject();
  EXPECT_EQ(device.getString("id"), "interpreter");
  EXPECT_EQ(device.getObject("job")->getString("id"), job.id);
  EXPECT_EQ(device.getObject("job")->getString("startedAt"), toTimeText(now));
  ASSERT_EQ(fleet.getArray("queue")->size(), 1u);
  const llvm::json::Object &waiting = *(*fleet.getArray("queue"))[0].getAsObject();
  EXPECT_EQ(waiting.getInteger("jobs"), 1);
  EXPECT_EQ(waiting.getString("oldestAt"), toTimeText(now));
  ASSERT_EQ(fleet.getArray("jobs")->size(), 1u);
  EXPECT_EQ((*fleet.getArray("jobs"))[0].getAsObject()->getString("state"), "queued");
  services->stopping = true;
  fleet = read(ask("GET", "/v1/fleet"));
  EXPECT_EQ((*fleet.getArray("workers"))[0].getAsObject()->getString("state"), "draining");
  EXPECT_EQ(fleet.getArray("jobs")->size(), 2u);
  expectProblem(ask("GET", "/v1/fleet?recent=many"), 400, "bad-request", "from 0 to 200");
  expectProblem(ask("GET", "/v1/fleet?recent=-1"), 400, "bad-request", "from 0 to 200");
}

TEST_F(ApiTest, NotReadyWithoutRoomForAnArtifact) {
  rlimit before{};
  ASSERT_EQ(getrlimit(RLIMIT_FSIZE, &before), 0);
  auto ignored = std::signal(SIGXFSZ, SIG_IGN);
  rlimit small{65536, before.rlim_max}; // as on a disk that is full: no file grows beyond it
  ASSERT_EQ(setrlimit(RLIMIT_FSIZE, &small), 0);
  Response response = ask("GET", "/v1/health/ready");
  setrlimit(RLIMIT_FSIZE, &before);
  std::signal(SIGXFSZ, ignored);
  expectProblem(response, 503, "unavailable", "no room");
  EXPECT_EQ(ask("GET", "/v1/health/ready").status, 200) << "it was the disk, which has room again";
}

TEST_F(ApiTest, NotReadyWhenTheDatabaseIsFull) {
  services.reset();
  options.databaseBytes = 4096; // no page more than there are
  reopen();
  makeServices();
  expectProblem(ask("GET", "/v1/health/ready"), 503, "unavailable", "full");
}

TEST_F(ApiTest, ReadinessLeavesNothingBehind) {
  for (int i = 0; i < 3; ++i)
    EXPECT_EQ(ask("GET", "/v1/health/ready").status, 200);
  EXPECT_FALSE(store->findArtifact("probe"));
  size_t files = 0;
  for ([[maybe_unused]] const auto &entry : std::filesystem::directory_iterator(folder.path + "/artifacts"))
    ++files;
  EXPECT_EQ(files, 1u);
}

TEST_F(ApiTest, VersionAndDevices) {
  llvm::json::Object version = read(ask("GET", "/v1/version"));
  EXPECT_EQ(version.getInteger("protocol"), 1);
  EXPECT_EQ(version.getString("version"), "1.2.3");
  llvm::json::Object devices = read(ask("GET", "/v1/devices"));
  EXPECT_EQ((*devices.getArray("devices"))[0].getAsObject()->getString("id"), "interpreter");
}

TEST_F(ApiTest, Metrics) {
  submit();
  Response response = ask("GET", "/metrics");
  EXPECT_EQ(response.status, 200);
  EXPECT_NE(response.body.find("\ntessera_jobs_queued 1\n"), std::string::npos) << response.body;
}

TEST_F(ApiTest, MetricsHaveEveryValueOfTheirClosedLists) {
  std::string text = ask("GET", "/metrics").body;
  for (const char *cause : failureCauseTexts)
    EXPECT_NE(text.find(std::string("\ntessera_job_failures_total{cause=\"") + cause + "\"} 0\n"), std::string::npos);
  for (const char *cause : tlsFailureTexts)
    EXPECT_NE(text.find(std::string("\ntessera_tls_handshake_failures_total{cause=\"") + cause + "\"} 0\n"),
              std::string::npos);
  for (const char *state : connectionActivityTexts)
    EXPECT_NE(text.find(std::string("{state=\"") + state + "\"} 0\n"), std::string::npos);
  EXPECT_LE(protocol::countProblemCodes(), services->metrics.problems.size());
  for (size_t i = 0; i < protocol::countProblemCodes(); ++i)
    EXPECT_NE(text.find("{code=\"" + protocol::getText(static_cast<ProblemCode>(i)).str() + "\"} 0\n"),
              std::string::npos);
}

TEST_F(ApiTest, AJobHasItsRequestsTraceIfThatIsOne) {
  std::string trace = "00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01";
  EXPECT_EQ(
      read(ask("POST", "/v1/jobs", jobBody(), {{"traceparent", trace}})).getString("traceparent").value_or("").str(),
      trace);
  Response without = ask("POST", "/v1/jobs", jobBody(), {{"traceparent", trace + ",x"}});
  EXPECT_EQ(without.status, 202);
  EXPECT_FALSE(read(without).getString("traceparent"));
}

TEST_F(ApiTest, ArtifactsArePutOnceAndRead) {
  std::vector<uint8_t> bytes = makeArtifact("new.py");
  std::string path = "/v1/artifacts/" + artifact::digestOf(bytes);
  Response created = ask("PUT", path, toText(bytes));
  EXPECT_EQ(created.status, 201) << created.body;
  EXPECT_EQ(header(created, "Location"), path);
  EXPECT_EQ(read(created).getObject("manifest")->getString("fileName"), "new.py");
  EXPECT_EQ(ask("PUT", path, toText(bytes)).status, 200);
  Response got = ask("GET", path);
  ASSERT_TRUE(got.content);
  EXPECT_EQ(got.content->size(), static_cast<int64_t>(bytes.size()));
  Result<std::vector<uint8_t>> piece = got.content->next();
  ASSERT_TRUE(piece);
  EXPECT_EQ(*piece, bytes);
  EXPECT_EQ(header(got, "Content-Type"), "application/octet-stream");
}

TEST_F(ApiTest, BadArtifactsAreRefusedByName) {
  std::vector<uint8_t> bytes = makeArtifact();
  std::string path = "/v1/artifacts/" + digest;
  expectProblem(ask("PUT", path, toText(bytes).substr(0, 60)), 422, "artifact-truncated");
  expectProblem(ask("PUT", path, toText(bytes) + "x"), 422, "artifact-altered");
  expectProblem(ask("PUT", path, ""), 422, "artifact-truncated");
  expectProblem(ask("PUT", path, "PK\x03\x04"), 422, "not-an-artifact");
  bytes[8] = 9;
  Response future = ask("PUT", path, toText(bytes));
  expectProblem(future, 422, "artifact-version", "format version 9");
  EXPECT_EQ((*read(future).getArray("diagnostics"))[0].getAsObject()->getString("id"), "artifact-version");
  expectProblem(ask("PUT", "/v1/artifacts/" + std::string(64, 'a'), toText(makeArtifact())), 422, "digest-mismatch",
                digest);
  expectProblem(ask("PUT", "/v1/artifacts/abc", "x"), 400, "bad-request", "64 lower-case hex digits");
  expectProblem(ask("PUT", path, toText(bytes), {{"content-type", "text/html"}}), 415, "unsupported-media-type",
                "text/html");
  expectProblem(ask("GET", "/v1/artifacts/" + std::string(64, 'a')), 404, "not-found");
}

TEST_F(ApiTest, AJobIsQueuedFoundListedAndCancelled) {
  Response queued = ask("POST", "/v1/jobs", jobBody("auto", R"({"deadlineMs":5000,"repetitions":3})"));
  EXPECT_EQ(queued.status, 202) << queued.body;
  llvm::json::Object job = read(queued);
  EXPECT_EQ(job.getString("state"), "queued");
  EXPECT_EQ(job.getString("device"), "interpreter");
  std::string path = header(queued, "Location");
  EXPECT_EQ(path, "/v1/jobs/" + job.getString("id")->str());
  EXPECT_EQ(read(ask("GET", path)).getString("id"), job.getString("id"));
  EXPECT_EQ(read(ask("GET", "/v1/jobs?limit=1")).getArray("jobs")->size(), 1u);
  EXPECT_EQ(find(job.getString("id")->str()).request.options.deadlineMs, 5000);
  Response cancelled = ask("POST", path + ":cancel");
  EXPECT_EQ(cancelled.status, 202);
  EXPECT_EQ(read(cancelled).getString("state"), "cancelled");
}

TEST_F(ApiTest, BadJobsAreRefused) {
  expectProblem(ask("POST", "/v1/jobs", "{"), 400, "bad-request", "not JSON");
  expectProblem(ask("POST", "/v1/jobs", "[]"), 400, "bad-request", "`artifact`");
  expectProblem(ask("POST", "/v1/jobs", std::string(1000, '[')), 400, "bad-request", "nested");
  expectProblem(ask("POST", "/v1/jobs", R"({"artifact":1,"device":"x"})"), 400, "bad-request");
  expectProblem(ask("POST", "/v1/jobs", jobBody("interpreter", "3")), 400, "bad-request", "`options`");
  expectProblem(ask("POST", "/v1/jobs", jobBody("interpreter", R"({"deadline":1})")), 400, "bad-request", "`deadline`");
  for (const char *value : {"0", "-1", "1.5", "\"10\"", "1e99"})
    expectProblem(ask("POST", "/v1/jobs", jobBody("interpreter", std::string(R"({"deadlineMs":)") + value + "}")), 400,
                  "bad-request", "whole number");
  expectProblem(ask("POST", "/v1/jobs", jobBody("cuda:7")), 422, "unknown-device", "`interpreter`");
  expectProblem(ask("POST", "/v1/jobs", R"({"artifact":"nobody","device":"interpreter"})"), 404, "not-found");
  expectProblem(ask("POST", "/v1/jobs", jobBody(), {{"content-type", "text/plain"}}), 415, "unsupported-media-type");
  expectProblem(ask("POST", "/v1/jobs", jobBody(), {{"idempotency-key", "a b"}}), 400, "bad-request",
                "Idempotency-Key");
  services->stopping = true;
  expectProblem(ask("POST", "/v1/jobs", jobBody()), 503, "unavailable");
}

TEST_F(ApiTest, ATimelineIsAskedForOfDevicesThatMakeOne) {
  services->devices = {
      {"interpreter", "interpreter", "", ""}, {"emulator", "emulator", "", ""}, {"cuda:0", "cuda", "", ""}};
  services->devices[0].timeline = "cycles (model)";
  services->devices[1].timeline = "steps";
  EXPECT_EQ((*read(ask("GET", "/v1/devices")).getArray("devices"))[1].getAsObject()->getString("timeline"), "steps");
  Response queued = ask("POST", "/v1/jobs", jobBody("emulator", R"({"timeline":true})"));
  EXPECT_EQ(queued.status, 202) << queued.body;
  EXPECT_TRUE(find(read(queued).getString("id")->str()).request.options.timeline);
  Response without = ask("POST", "/v1/jobs", jobBody("cuda:0", R"({"timeline":false})"));
  EXPECT_EQ(without.status, 202) << without.body;
  EXPECT_FALSE(find(read(without).getString("id")->str()).request.options.timeline);
  expectProblem(ask("POST", "/v1/jobs", jobBody("cuda:0", R"({"timeline":true})")), 400, "bad-request",
                "`cuda:0` makes no timelines; these devices do: `interpreter`, `emulator`");
  for (const char *value : {"1", "\"true\"", "null", "[]"})
    expectProblem(ask("POST", "/v1/jobs", jobBody("emulator", std::string(R"({"timeline":)") + value + "}")), 400,
                  "bad-request", "expected true or false");
  EXPECT_EQ(ask("POST", "/v1/jobs", jobBody("emulator", R"({"timeline":true})"), {{"idempotency-key", "t"}}).status,
            202);
  expectProblem(ask("POST", "/v1/jobs", jobBody("emulator"), {{"idempotency-key", "t"}}), 409, "idempotency-conflict");
}

TEST_F(ApiTest, IdempotencyKeys) {
  Response first = ask("POST", "/v1/jobs", jobBody(), {{"idempotency-key", "k"}});
  Response again = ask("POST", "/v1/jobs", jobBody(), {{"idempotency-key", "k"}});
  EXPECT_EQ(again.status, 202);
  EXPECT_EQ(read(first).getString("id"), read(again).getString("id"));
  expectProblem(ask("POST", "/v1/jobs", jobBody("interpreter", R"({"repetitions":2})"), {{"idempotency-key", "k"}}),
                409, "idempotency-conflict");
}

TEST_F(ApiTest, AFullQueueSaysWhenToComeBack) {
  options.queueLimit = 1;
  reopen();
  makeServices();
  submit();
  Response full = ask("POST", "/v1/jobs", jobBody());
  expectProblem(full, 429, "queue-full");
  EXPECT_FALSE(header(full, "Retry-After").empty());
}

TEST_F(ApiTest, Events) {
  Job job = submit();
  Response response =
      ask("GET", "/v1/jobs/" + job.id + "/events", "", {{"accept", "text/event-stream"}, {"last-event-id", "7"}});
  ASSERT_TRUE(response.stream);
  EXPECT_EQ(response.stream->after, 7);
  EXPECT_EQ(ask("GET", "/v1/jobs/" + job.id + "/events?lastEventId=3").stream->after, 3);
  expectProblem(ask("GET", "/v1/jobs/nobody/events"), 404, "not-found");
  for (const char *bad : {"x", "-1", "1.5", "99999999999999999999"})
    expectProblem(ask("GET", "/v1/jobs/" + job.id + "/events", "", {{"last-event-id", bad}}), 400, "bad-request", bad);
  expectProblem(ask("GET", "/v1/jobs/" + job.id + "/events", "", {{"accept", "application/json"}}), 406,
                "not-acceptable");
}

TEST_F(ApiTest, UnknownPathsAndMethods) {
  for (const char *path : {"/v1", "/v1/", "/v1/nothing", "/v1/jobs/", "/v1/jobs/a/b", "/v1/jobs/a:b",
                           "/v1/jobs/:cancel", "/v1/artifacts/", "/v2/jobs", "/"})
    expectProblem(ask("GET", path), 404, "not-found");
  expectProblem(ask("GET", "/v1/jobs/nobody"), 404, "not-found");
  expectProblem(ask("POST", "/v1/jobs/nobody:cancel"), 404, "not-found");
  Response wrong = ask("DELETE", "/v1/jobs");
  expectProblem(wrong, 405, "method-not-allowed");
  EXPECT_EQ(header(wrong, "Allow"), "POST, GET, HEAD, OPTIONS");
}

TEST_F(ApiTest, AcceptIsHonoured) {
  for (const char *accept : {"", "*/*", "application/*", "text/html, application/json;q=0.5", "APPLICATION/JSON"})
    EXPECT_EQ(ask("GET", "/v1/version", "", {{"accept", accept}}).status, 200) << accept;
  for (const char *accept : {"text/html", "application/json;q=0", "image/*, text/*"})
    expectProblem(ask("GET", "/v1/version", "", {{"accept", accept}}), 406, "not-acceptable");
}

TEST_F(ApiTest, LargeBodiesAreRefusedFromTheHeadAlone) {
  Request request = *parseTarget("/v1/jobs");
  request.method = "POST";
  request.headers = {{"host", "localhost"}, {"content-type", "application/json"}};
  request.contentLength = (1 << 20) + 1;
  auto refused = refuseEarly(request, *services);
  ASSERT_TRUE(refused);
  expectProblem(*refused, 413, "payload-too-large", "1048577");
  request.contentLength = 1 << 20;
  EXPECT_FALSE(refuseEarly(request, *services));
}

TEST_F(ApiTest, WhatATokenHasNoRoomForIsRefusedFromTheHeadAlone) {
  llvm::json::Object root = read(ask("POST", "/v1/admin/tokens", R"({"name":"root","scope":"admin"})"));
  std::map<std::string, std::string> admin = {
      {"authorization", "Bearer " + root.getString("secret").value_or("").str()}};
  llvm::json::Object made =
      read(ask("POST", "/v1/admin/tokens", R"({"name":"ci","scope":"submit","maxArtifactBytesPerDay":1000})", admin));
  auto put = [&](const std::string &name, std::optional<uint64_t> length) {
    Request request = *parseTarget("/v1/artifacts/" + name);
    request.method = "PUT";
    request.headers = {{"host", "localhost"},
                       {"authorization", "Bearer " + made.getString("secret").value_or("").str()}};
    request.contentLength = length;
    return request;
  };
  std::string unknown(64, 'a');
  Request large = put(unknown, 1001), fits = put(unknown, 1000), chunked = put(unknown, std::nullopt);
  std::optional<Response> refused = refuseEarly(large, *services);
  ASSERT_TRUE(refused);
  expectProblem(*refused, 429, "quota-exceeded", "larger than the 1000 bytes that the token `ci` may still put today");
  EXPECT_FALSE(header(*refused, "Retry-After").empty());
  EXPECT_FALSE(refuseEarly(fits, *services));
  EXPECT_FALSE(refuseEarly(chunked, *services));
  EXPECT_EQ(bodyLimit(chunked, *services), 1000u) << "of a body whose length is not known no more is read";
  EXPECT_EQ(describeTooLarge(chunked, *services).code, ProblemCode::quotaExceeded);
  Request known = put(digest, 5000);
  EXPECT_FALSE(refuseEarly(known, *services)) << "what is there is free";
  EXPECT_TRUE(services->store.chargeUpload("ci", 1000));
  Request none = put(unknown, std::nullopt);
  EXPECT_TRUE(refuseEarly(none, *services)) << "nothing is left";
}

TEST_F(ApiTest, AnArtifactComesPieceByPiece) {
  Response response = ask("GET", "/v1/artifacts/" + digest);
  EXPECT_EQ(response.status, 200);
  ASSERT_TRUE(response.content);
  std::vector<uint8_t> bytes, piece;
  while (!(piece = *response.content->next()).empty())
    bytes.insert(bytes.end(), piece.begin(), piece.end());
  EXPECT_EQ(static_cast<int64_t>(bytes.size()), response.content->size());
  EXPECT_EQ(artifact::digestOf(bytes), digest);
}

TEST_F(ApiTest, HeadIsGet) { EXPECT_EQ(ask("HEAD", "/v1/version").status, 200); }

TEST_F(ApiTest, TokensAndPages) {
  services->access.token = "0123456789abcdef";
  Response refused = ask("GET", "/v1/devices");
  expectProblem(refused, 401, "unauthorized");
  EXPECT_FALSE(header(refused, "WWW-Authenticate").empty());
  EXPECT_EQ(ask("GET", "/v1/devices", "", {{"authorization", "Bearer 0123456789abcdef"}}).status, 200);
  services->access.token.clear();
  Response strange = ask("GET", "/v1/devices", "", {{"origin", "https://evil.example"}});
  expectProblem(strange, 403, "unauthorized");
  EXPECT_EQ(header(strange, "Access-Control-Allow-Origin"), "");
}

TEST_F(ApiTest, ScopesAndWhoseAJobIs) {
  auto make = [&](const std::string &name, const std::string &scope, const std::string &with = "") {
    std::map<std::string, std::string> headers;
    if (!with.empty())
      headers["authorization"] = "Bearer " + with;
    Response made = ask("POST", "/v1/admin/tokens", R"({"name":")" + name + R"(","scope":")" + scope + "\"}", headers);
    EXPECT_EQ(made.status, 201) << made.body;
    EXPECT_EQ(made.body.find("hash"), std::string::npos);
    return read(made).getString("secret").value_or("").str();
  };
  expectProblem(ask("POST", "/v1/admin/tokens", R"({"name":"ci","scope":"submit"})"), 400, "bad-request",
                "a runner's first token is an admin's");
  std::string root = make("root", "admin"), board = make("board", "read", root), one = make("one", "submit", root),
              two = make("two", "submit", root);
  expectProblem(ask("GET", "/v1/jobs"), 401, "unauthorized");
  auto as = [&](const std::string &secret, const std::string &method, const std::string &target,
                const std::string &body = "", std::map<std::string, std::string> headers = {}) {
    headers["authorization"] = "Bearer " + secret;
    return ask(method, target, body, std::move(headers));
  };
  expectProblem(as(board, "POST", "/v1/jobs", jobBody()), 403, "forbidden", "has the scope `read`");
  expectProblem(as(board, "PUT", "/v1/artifacts/" + digest, "x"), 403, "forbidden", "needs `submit`");
  expectProblem(as(one, "GET", "/v1/admin/tokens"), 403, "forbidden", "needs `admin`");
  llvm::json::Object job = read(as(one, "POST", "/v1/jobs", jobBody(), {{"idempotency-key", "build-1"}}));
  EXPECT_EQ(job.getString("owner"), "one");
  std::string id = job.getString("id").value_or("").str(), path = "/v1/jobs/" + id;
  llvm::json::Object other = read(as(two, "POST", "/v1/jobs", jobBody(), {{"idempotency-key", "build-1"}}));
  EXPECT_NE(other.getString("id"), id) << "a key is its token's";
  for (const std::string &knows : {one, root, board})
    EXPECT_EQ(as(knows, "GET", path).status, 200);
  for (const char *part : {"", "/output", "/events"})
    expectProblem(as(two, "GET", path + part), 404, "not-found");
  expectProblem(as(two, "POST", path + ":cancel"), 404, "not-found");
  lease(); // the first one's
  for (const auto &[who, jobs] : std::map<std::string, size_t>{{one, 1}, {two, 1}, {root, 2}, {board, 2}}) {
    llvm::json::Object fleet = read(as(who, "GET", "/v1/fleet"));
    EXPECT_EQ(fleet.getArray("jobs")->size(), jobs) << "others' jobs are none of its business";
    const llvm::json::Object &worker = *(*fleet.getArray("workers"))[0].getAsObject();
    const llvm::json::Object &held = *(*worker.getArray("devices"))[0].getAsObject()->getObject("job");
    EXPECT_EQ(held.getString("id").has_value(), who != two);
  }
  expectProblem(as(board, "POST", path + ":cancel"), 403, "forbidden");
  EXPECT_EQ(read(as(two, "GET", "/v1/jobs")).getArray("jobs")->size(), 1u);
  EXPECT_EQ(read(as(root, "GET", "/v1/jobs")).getArray("jobs")->size(), 2u);
  EXPECT_EQ(as(one, "POST", path + ":cancel").status, 202);
  EXPECT_EQ(as(root, "POST", "/v1/admin/tokens/one:revoke").status, 200);
  expectProblem(as(one, "GET", path), 401, "unauthorized");
  expectProblem(as(root, "POST", "/v1/admin/tokens/one:rotate", "{}"), 400, "bad-request", "is revoked");
  llvm::json::Object turned = read(as(root, "POST", "/v1/admin/tokens/two:rotate", R"({"graceMs":0})"));
  expectProblem(as(two, "GET", "/v1/jobs"), 401, "unauthorized");
  EXPECT_EQ(as(turned.getString("secret").value_or("").str(), "GET", "/v1/jobs").status, 200);
}

TEST_F(ApiTest, TokensThatAreNoneAreRefused) {
  for (const char *body :
       {R"({"name":"a b","scope":"admin"})", R"({"name":"a","scope":"root"})", R"({"scope":"admin"})",
        R"({"name":"a","scope":"admin","expiresInMs":0})", R"({"name":"a","scope":"admin","x":1})", "[]"})
    expectProblem(ask("POST", "/v1/admin/tokens", body), 400, "bad-request");
  EXPECT_EQ(ask("POST", "/v1/admin/tokens", R"({"name":"a","scope":"admin"})").status, 201);
}

TEST_F(ApiTest, QuotasAndRatesOfATokenAre429WithAReason) {
  llvm::json::Object root = read(ask("POST", "/v1/admin/tokens", R"({"name":"root","scope":"admin"})"));
  std::map<std::string, std::string> admin = {
      {"authorization", "Bearer " + root.getString("secret").value_or("").str()}};
  llvm::json::Object made = read(ask(
      "POST", "/v1/admin/tokens", R"({"name":"ci","scope":"submit","maxQueued":1,"maxArtifactBytesPerDay":1})", admin));
  std::map<std::string, std::string> ci = {{"authorization", "Bearer " + made.getString("secret").value_or("").str()}};
  EXPECT_EQ(read(ask("POST", "/v1/jobs", jobBody(), ci)).getInteger("priority"), 5);
  Response full = ask("POST", "/v1/jobs", jobBody(), ci);
  expectProblem(full, 429, "quota-exceeded", "1 jobs of the token `ci` wait");
  EXPECT_EQ(header(full, "Retry-After"), "5");
  expectProblem(ask("POST", "/v1/jobs", jobBody("interpreter", R"({"priority":6})"), ci), 403, "forbidden",
                "may ask for 5 at most");
  expectProblem(ask("POST", "/v1/jobs", jobBody("interpreter", R"({"priority":10})"), ci), 400, "bad-request",
                "from 0 to 9");
  EXPECT_EQ(read(ask("POST", "/v1/jobs", jobBody("interpreter", R"({"priority":9})"), admin)).getInteger("priority"),
            9);
  std::vector<uint8_t> bytes = makeArtifact("another.py");
  Response large = ask("PUT", "/v1/artifacts/" + artifact::digestOf(bytes), toText(bytes), ci);
  expectProblem(large, 429, "quota-exceeded", "that it may put in a day");
  EXPECT_EQ(ask("PUT", "/v1/artifacts/" + digest, toText(makeArtifact()), ci).status, 200) << "what is there is free";
  Response changed = ask("POST", "/v1/admin/tokens/ci:limit", R"({"maxRequestsPerMinute":2})", admin);
  EXPECT_EQ(read(changed).getObject("token")->getInteger("maxQueued"), 1) << "what is not given stays";
  EXPECT_EQ(ask("GET", "/v1/jobs", "", ci).status, 200);
  EXPECT_EQ(ask("GET", "/v1/jobs", "", ci).status, 200);
  Response often = ask("GET", "/v1/jobs", "", ci);
  expectProblem(often, 429, "too-many-requests", "may make 2 requests a minute");
  EXPECT_EQ(header(often, "Retry-After"), "30");
  EXPECT_EQ(ask("GET", "/v1/jobs", "", admin).status, 200);
}

TEST_F(ApiTest, AdminsDrainMachinesAndRetryDeadLetters) {
  llvm::json::Object workers = read(ask("GET", "/v1/admin/workers"));
  const llvm::json::Object *local = workers.getArray("workers")->front().getAsObject();
  EXPECT_EQ(local->getString("name"), "local");
  EXPECT_EQ(local->getArray("devices")->size(), 1u);
  EXPECT_EQ(ask("POST", "/v1/admin/workers/local:drain").status, 200);
  EXPECT_NE(ask("GET", "/v1/admin/workers").body.find(R"("state":"drained")"), std::string::npos);
  EXPECT_EQ(ask("POST", "/v1/admin/workers/local:undrain").status, 200);
  expectProblem(ask("POST", "/v1/admin/workers/gone:drain"), 404, "not-found", "there are `local`");
  std::string id = read(ask("POST", "/v1/jobs", jobBody())).getString("id").value_or("").str();
  expectProblem(ask("POST", "/v1/admin/jobs/" + id + ":retry"), 400, "bad-request", "is queued, no dead letter");
  for (int i = 0; i < 2; ++i)
    EXPECT_TRUE(*store->lose(lease(), LossCause::job, "it crashed"));
  EXPECT_EQ(read(ask("GET", "/v1/admin/dead-letters")).getArray("jobs")->size(), 1u);
  EXPECT_EQ(read(ask("POST", "/v1/admin/jobs/" + id + ":retry")).getString("state"), "queued");
  EXPECT_EQ(read(ask("GET", "/v1/admin/dead-letters")).getArray("jobs")->size(), 0u);
  for (int i = 0; i < 2; ++i)
    EXPECT_TRUE(*store->lose(lease(), LossCause::job, "it crashed"));
  EXPECT_EQ(ask("POST", "/v1/admin/jobs/" + id + ":delete").status, 200);
  expectProblem(ask("GET", "/v1/jobs/" + id), 404, "not-found");
}

TEST_F(ApiTest, CorsLetsLoopbackPagesIn) {
  Response preflight = ask("OPTIONS", "/v1/jobs", "",
                           {{"origin", "http://localhost:5173"},
                            {"access-control-request-method", "POST"},
                            {"access-control-request-private-network", "true"}});
  EXPECT_EQ(preflight.status, 204);
  EXPECT_EQ(header(preflight, "Access-Control-Allow-Origin"), "http://localhost:5173");
  EXPECT_NE(header(preflight, "Access-Control-Allow-Headers").find("Idempotency-Key"), std::string::npos);
  EXPECT_EQ(header(preflight, "Access-Control-Allow-Private-Network"), "true");
  EXPECT_EQ(header(ask("GET", "/v1/jobs", "", {{"origin", "http://localhost:5173"}}), "Access-Control-Allow-Origin"),
            "http://localhost:5173");
}

TEST_F(ApiTest, ListLimits) {
  for (const char *limit : {"0", "501", "x", "-1", "1.5"})
    expectProblem(ask("GET", std::string("/v1/jobs?limit=") + limit), 400, "bad-request", limit);
  expectProblem(ask("GET", "/v1/jobs?before=nobody"), 404, "not-found");
}

TEST_F(ApiTest, AStoreThatFailsIsA5xxAndNotACrash) {
  options.databaseBytes = 1;
  reopen();
  makeServices();
  Response response = ask("POST", "/v1/jobs", jobBody());
  for (int i = 0; i < 2000 && response.status == 202; ++i)
    response = ask("POST", "/v1/jobs", jobBody());
  expectProblem(response, 503, "unavailable", "is full");
}

TEST(Problems, EveryCodeHasATextAStatusAndATitle) {
  for (size_t i = 0; i < protocol::countProblemCodes(); ++i) {
    ProblemCode code = static_cast<ProblemCode>(i);
    EXPECT_EQ(protocol::parseProblemCode(getText(code)), code);
    EXPECT_GE(getStatus(code), 400);
    EXPECT_FALSE(getTitle(code).empty());
  }
  EXPECT_FALSE(protocol::parseProblemCode("nothing"));
}

TEST_F(ApiTest, CountsThatAreThereAreNotCountedAgain) {
  services->devices.push_back({"emulator", "emulator", "PTX emulator", "counts"});
  putArtifact();
  auto post = [&](const std::string &options, const std::string &device = "emulator") {
    return ask("POST", "/v1/jobs", jobBody(device, options));
  };
  std::string id = read(post(R"({"bench":{"blocks":12}})")).getString("id").value_or("").str();
  EXPECT_EQ(store->find(id)->request.bench.options, R"({"blocks":12})");
  EXPECT_EQ(post(R"({"bench":{"blocks":12}})").status, 202) << "one that waits has no result";
  Result<std::optional<Lease>> first = store->lease("emulator", 1000);
  ASSERT_TRUE(first && *first);
  ASSERT_TRUE(*store->finish(**first, {JobState::succeeded, llvm::json::Object{{"ok", true}}, std::nullopt}));
  Response cached = post(R"({"bench":{"blocks":12}})");
  EXPECT_EQ(cached.status, 200);
  EXPECT_EQ(read(cached).getString("id"), llvm::StringRef(id));
  EXPECT_GE(read(cached).getInteger("cachedMs").value_or(-1), 0);
  EXPECT_EQ(post(R"({"bench":{"blocks":12},"fresh":true})").status, 202);
  EXPECT_EQ(post(R"({"bench":{"blocks":13}})").status, 202) << "other options";
  services->version = "1.2.4";
  EXPECT_EQ(post(R"({"bench":{"blocks":12}})").status, 202) << "another version counts differently";
  services->version = "1.2.3";
  EXPECT_EQ(post(R"({"bench":{"blocks":12}})", "interpreter").status, 202) << "only counts are the same each time";
  expectProblem(post(R"({"bench":7})"), 400, "bad-request", "`options.bench` is not an object");
  expectProblem(post(R"({"bench":{"baseline":5}})"), 400, "bad-request", "expected a digest");
  expectProblem(post(R"({"bench":{"blocks":12},"fresh":1})"), 400, "bad-request", "expected true or false");
  expectProblem(post(R"({"bench":{"baseline":"no such"}})"), 404, "not-found", "no such");
}

TEST_F(ApiTest, ShortLinksAreKeptWhereTheRunnerIsAskedTo) {
  auto post = [&](const std::string &link) { return ask("POST", "/v1/links", R"({"link":")" + link + R"("})"); };
  EXPECT_EQ(read(ask("GET", "/v1/version")).get("shortLinks"), nullptr);
  expectProblem(post("v1=abc"), 404, "not-found", "--short-links");
  expectProblem(ask("GET", "/v1/links/aaaaaaaaaa"), 404, "not-found", "--short-links");
  services->limits.links.links = 2;
  EXPECT_EQ(read(ask("GET", "/v1/version")).getObject("shortLinks")->getInteger("maxBytes"), 256 << 10);
  Response made = post("v1=abc_-9");
  EXPECT_EQ(made.status, 201) << made.body;
  // printf %s v1=abc_-9 | sha256sum, in base64url.
  std::string id = "JEC_bEEkno";
  EXPECT_EQ(read(made).getString("id"), id);
  EXPECT_EQ(header(made, "Location"), "/v1/links/" + id);
  EXPECT_EQ(post("v1=abc_-9").status, 200) << "the same text is the same link";
  reopen();
  makeServices();
  services->limits.links.links = 2;
  Response got = ask("GET", "/v1/links/" + id);
  EXPECT_EQ(read(got).getString("link"), "v1=abc_-9");
  expectProblem(ask("GET", "/v1/links/aaaaaaaaaa"), 404, "not-found", "no short link `aaaaaaaaaa`");
  EXPECT_EQ(post("v2=x").status, 201);
  expectProblem(post("v1=third"), 503, "unavailable", "room for 2");
}

TEST_F(ApiTest, ShortLinksAreLinksAndNothingElse) {
  services->limits.links.links = 100;
  services->limits.linkBytes = 20;
  auto post = [&](const std::string &body) { return ask("POST", "/v1/links", body); };
  for (const char *body :
       {"[]", "{}", R"({"link":5})", "nonsense", R"({"link":""})", R"({"link":"v1="})", R"({"link":"abc"})",
        R"({"link":"v=abc"})", R"({"link":"v1=<script>"})", R"({"link":"v1=a b"})", R"({"link":"javascript:1"})"})
    expectProblem(post(body), 400, "bad-request");
  expectProblem(post(R"({"link":"v1=)" + std::string(18, 'a') + "\"}"), 413, "payload-too-large", "at most 20");
  expectProblem(ask("GET", "/v1/links/short"), 400, "bad-request", "names no short link");
  expectProblem(ask("GET", "/v1/links/" + std::string(44, 'a')), 400, "bad-request");
  expectProblem(ask("GET", "/v1/links/aaaaaaaa%2Faa"), 404, "not-found");
  expectProblem(ask("PUT", "/v1/links/aaaaaaaaaa"), 405, "method-not-allowed");
}

TEST_F(ApiTest, ShortLinksAreMadeSoManyAMinute) {
  services->limits.links.links = 1000;
  auto post = [&](int number) { return ask("POST", "/v1/links", R"({"link":"v1=)" + std::to_string(number) + "\"}"); };
  for (int number = 0; number < 60; ++number)
    ASSERT_EQ(post(number).status, 201);
  Response refused = post(60);
  expectProblem(refused, 429, "too-many-requests", "60 short links a minute");
  EXPECT_EQ(header(refused, "Retry-After"), "1");
  LinkRate rate;
  auto now = std::chrono::steady_clock::now();
  for (int number = 0; number < 60; ++number)
    ASSERT_TRUE(rate.take(now));
  EXPECT_FALSE(rate.take(now));
  EXPECT_TRUE(rate.take(now + std::chrono::milliseconds(1500)));
  EXPECT_FALSE(rate.take(now + std::chrono::milliseconds(1500)));
}

TEST_F(ApiTest, ShortLinksAskForTheTokenThatTheRunnerHas) {
  services->limits.links.links = 10;
  services->access.token = "secret";
  expectProblem(ask("POST", "/v1/links", R"({"link":"v1=a"})"), 401, "unauthorized");
  expectProblem(ask("GET", "/v1/links/aaaaaaaaaa"), 401, "unauthorized");
  EXPECT_EQ(ask("POST", "/v1/links", R"({"link":"v1=a"})", {{"authorization", "Bearer secret"}}).status, 201);
  std::string reader = makeSecret();
  ASSERT_TRUE(store->createToken(Token{"reader", Scope::read, hashSecret(reader)}, std::nullopt));
  services->tokens.refresh();
  Response refused = ask("POST", "/v1/links", R"({"link":"v1=a"})", {{"authorization", "Bearer " + reader}});
  expectProblem(refused, 403, "forbidden");
}

TEST_F(ApiTest, BaselinesAreKeptByName) {
  auto put = [&](const std::string &name, const std::string &body) {
    return ask("PUT", "/v1/baselines/" + name, body, {{"content-type", "application/json"}});
  };
  expectProblem(ask("GET", "/v1/baselines/main"), 404, "not-found", "no baseline `main`");
  EXPECT_EQ(put("main", R"({"entries":{"a":{"x":1},"b":{"x":2}}})").status, 200);
  EXPECT_EQ(put("main", R"({"entries":{"b":{"x":3}}})").status, 200);
  EXPECT_EQ(put("other", R"({"entries":{"b":{"x":4}}})").status, 200);
  reopen();
  makeServices();
  llvm::json::Object kept = read(ask("GET", "/v1/baselines/main"));
  const llvm::json::Array &entries = *kept.getArray("entries");
  ASSERT_EQ(entries.size(), 2u);
  EXPECT_EQ(entries[0].getAsObject()->getString("name"), "a");
  EXPECT_EQ(entries[1].getAsObject()->getObject("content")->getInteger("x"), 3);
  expectProblem(put("a%20b", R"({"entries":{"b":{}}})"), 400, "bad-request", "names no baseline");
  expectProblem(put("main", "{}"), 400, "bad-request", "one or more");
  expectProblem(put("main", "nonsense"), 400, "bad-request");
}
