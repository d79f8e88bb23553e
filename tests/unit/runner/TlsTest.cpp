// SPDX-License-Identifier: Apache-2.0
// TLS between the real server and the real client, with certificates that `openssl` makes: who is believed, what is
// said when somebody is not, that limits hold before the handshake is done, and that a certificate can be changed in
// use.
#include "runner/http/Client.h"
#include "tests/unit/runner/ServerFixture.h"
#include <fstream>
#include <openssl/ssl.h>

using namespace tessera;
using namespace tessera::runner;
using namespace tessera::runner::http;
using namespace tessera::runner::test;
using namespace std::chrono_literals;

namespace {
/// An authority of the test's own, in a folder.
class Authority {
public:
  explicit Authority(std::string folder) : folder(std::move(folder)) {
    isThere = run("req -x509 " + newKey + " -nodes -keyout ca.key -out ca.pem -subj '/CN=Test authority' -days 30");
  }
  /// `NAME.pem` and `NAME.key`, for `names` such as `DNS:localhost,IP:127.0.0.1`.
  void certify(const std::string &name, const std::string &names, int days = 30) {
    EXPECT_TRUE(run("req -new " + newKey + " -nodes -keyout " + name + ".key -out " + name + ".csr -subj /CN=" + name));
    std::ofstream(path(name + ".ext")) << "subjectAltName=" << names << "\n";
    EXPECT_TRUE(run("x509 -req -in " + name + ".csr -CA ca.pem -CAkey ca.key -CAcreateserial -days " +
                    std::to_string(days) + " -out " + name + ".pem -extfile " + name + ".ext"));
  }
  std::string path(const std::string &name) const { return folder + "/" + name; }
  bool isThere = false;

private:
  bool run(const std::string &command) const {
    return std::system(("cd '" + folder + "' && openssl " + command + " >log 2>&1").c_str()) == 0;
  }
  std::string folder, newKey = "-newkey ec -pkeyopt ec_paramgen_curve:prime256v1";
};

/// A raw client that speaks TLS; believes everybody.
class RawTlsClient : public RawClient {
public:
  explicit RawTlsClient(uint16_t port, int mostVersion = TLS1_3_VERSION)
      : RawClient(port), context(SSL_CTX_new(TLS_client_method())), ssl(SSL_new(context)) {
    SSL_set_fd(ssl, file);
    SSL_set_security_level(ssl, 0);
    SSL_set_min_proto_version(ssl, TLS1_VERSION);
    SSL_set_max_proto_version(ssl, mostVersion);
    timeval most{10, 0};
    setsockopt(file, SOL_SOCKET, SO_RCVTIMEO, &most, sizeof most);
    isSecure = SSL_connect(ssl) == 1;
  }
  ~RawTlsClient() {
    SSL_free(ssl);
    SSL_CTX_free(context);
  }
  std::string ask(const std::string &request, const std::string &end) {
    SSL_write(ssl, request.data(), static_cast<int>(request.size()));
    std::string text;
    char chunk[4096];
    for (int got; text.find(end) == std::string::npos && (got = SSL_read(ssl, chunk, sizeof chunk)) > 0;)
      text.append(chunk, got);
    return text;
  }
  /// The other side said goodbye, rather than to be cut off.
  bool isEnded() const { return SSL_get_shutdown(ssl) & SSL_RECEIVED_SHUTDOWN; }

  SSL_CTX *context;
  SSL *ssl;
  bool isSecure = false;
};

class TlsTest : public ServerTest {
protected:
  void SetUp() override {
    ServerTest::SetUp();
    if (!authority.isThere)
      GTEST_SKIP() << "there is no `openssl` to make certificates with";
    authority.certify("good", "DNS:localhost,IP:127.0.0.1");
    use("good");
  }
  void use(const std::string &name) {
    for (const char *kind : {".pem", ".key"})
      std::filesystem::copy_file(authority.path(name + kind), authority.path(std::string("server") + kind),
                                 std::filesystem::copy_options::overwrite_existing);
    serverOptions.tlsCertificate = authority.path("server.pem");
    serverOptions.tlsKey = authority.path("server.key");
  }
  std::string url(const std::string &host = "127.0.0.1", const std::string &scheme = "https") {
    return scheme + "://" + host + ":" + std::to_string(server->port());
  }
  Result<ClientResponse> ask(const std::string &address, const std::string &ca = "ca.pem") {
    Result<Client> client = Client::make(*Url::parse(address), "", ca.empty() ? "" : authority.path(ca));
    EXPECT_TRUE(client) << client.problem().detail;
    client->timeout = 5s;
    return client->request("GET", "/v1/health/live");
  }
  /// The problem of a client that asks `address`.
  Problem refusal(const std::string &address, const std::string &ca = "ca.pem") {
    Result<ClientResponse> response = ask(address, ca);
    EXPECT_FALSE(response);
    return response ? makeProblem(ProblemCode::internal, "") : response.problem();
  }
  int64_t failures(TlsFailure cause) { return services->metrics.tlsFailures[static_cast<size_t>(cause)]; }
  void expectFailure(TlsFailure cause) {
    for (int i = 0; i < 500 && failures(cause) == 0; ++i)
      std::this_thread::sleep_for(10ms);
    EXPECT_EQ(failures(cause), 1);
  }

  TemporaryFolder certificates;
  Authority authority{certificates.path};
};

const std::string live = "GET /v1/health/live HTTP/1.1\r\nHost: localhost\r\n\r\n";
const std::string halfHello("\x16\x03\x01\x02\x00\x01", 6);
} // namespace

TEST_F(TlsTest, TheClientAsksAndFollows) {
  start();
  EXPECT_EQ(server->url(), url());
  for (const char *host : {"127.0.0.1", "localhost"}) {
    Result<ClientResponse> response = ask(url(host));
    ASSERT_TRUE(response) << response.problem().detail;
    EXPECT_EQ(response->status, 200);
  }
  Job job = submit();
  ASSERT_TRUE(store->cancel(job.id));
  Result<Client> client = Client::make(*Url::parse(url()), "", authority.path("ca.pem"));
  int events = 0;
  Result<ClientResponse> followed =
      client->follow("/v1/jobs/" + job.id + "/events", {}, [&](const ServerEvent &) { ++events; }, nullptr);
  ASSERT_TRUE(followed) << followed.problem().detail;
  EXPECT_EQ(events, 2);
}

TEST_F(TlsTest, LargeBodiesComeAndGo) {
  start();
  Result<Client> client = Client::make(*Url::parse(url()), "", authority.path("ca.pem"));
  Result<ClientResponse> put = client->request("PUT", "/v1/artifacts/" + digest, std::string(8 << 20, 'x'));
  ASSERT_TRUE(put) << put.problem().detail;
  EXPECT_EQ(put->status, 422);
  services->access.token = "0123456789abcdef"; // refused from the head alone
  Result<ClientResponse> refused = client->request("PUT", "/v1/artifacts/" + digest, std::string(8 << 20, 'x'));
  ASSERT_TRUE(refused) << refused.problem().detail;
  EXPECT_EQ(refused->status, 401);
}

TEST_F(TlsTest, AnEndIsSaid) {
  start();
  RawTlsClient client(server->port());
  EXPECT_NE(client.ask("GET /v1/version HTTP/1.0\r\nHost: localhost\r\n\r\n", "none of it").find("1.2.3"),
            std::string::npos);
  EXPECT_TRUE(client.isEnded());
}

TEST_F(TlsTest, AnotherHostsCertificateIsRefused) {
  authority.certify("other", "DNS:runner.example.org,IP:10.0.0.7,IP:::2");
  use("other");
  start();
  for (const char *host : {"127.0.0.1", "localhost"}) {
    Problem problem = refusal(url(host));
    EXPECT_EQ(problem.code, ProblemCode::badRequest);
    EXPECT_NE(problem.detail.find("`" + url(host) +
                                  "`: its certificate is for `runner.example.org`, `10.0.0.7`, `::2` "
                                  "and not for `" +
                                  host + "`; ask by a name"),
              std::string::npos)
        << problem.detail;
  }
}

TEST_F(TlsTest, AnUnknownAuthorityIsNamedWithTheWayOut) {
  start();
  std::string detail = refusal(url(), "").detail;
  EXPECT_NE(detail.find("is from `CN = Test authority`, an authority that is not known here"), std::string::npos)
      << detail;
  EXPECT_NE(detail.find("`--ca FILE`"), std::string::npos) << detail;
  expectFailure(TlsFailure::refusedByClient);
}

TEST_F(TlsTest, ARunnersOwnCertificateMayBeItsAuthority) {
  start();
  EXPECT_TRUE(ask(url(), "good.pem"));
}

TEST_F(TlsTest, AnEndedCertificateIsRefusedWithItsDate) {
  authority.certify("over", "IP:127.0.0.1", -1);
  use("over");
  start();
  Problem problem = refusal(url());
  EXPECT_EQ(problem.code, ProblemCode::unavailable);
  EXPECT_NE(problem.detail.find("its certificate ended on 20"), std::string::npos) << problem.detail;
}

TEST_F(TlsTest, PlainWordsToTlsAreAnsweredPlainly) {
  start();
  Result<ClientResponse> response = ask(url("127.0.0.1", "http"), "");
  ASSERT_TRUE(response) << response.problem().detail;
  EXPECT_EQ(response->status, 400);
  EXPECT_NE(response->body.find("this runner speaks TLS; ask it by `https://`"), std::string::npos) << response->body;
  expectFailure(TlsFailure::plainHttp);
}

TEST_F(TlsTest, TlsToPlainWordsIsToldSo) {
  serverOptions.tlsCertificate = serverOptions.tlsKey = "";
  start();
  Problem problem = refusal(url());
  EXPECT_EQ(problem.code, ProblemCode::badRequest);
  EXPECT_NE(problem.detail.find("it answers without TLS; ask it by `http://`"), std::string::npos) << problem.detail;
}

TEST_F(TlsTest, AnotherServersAlertIsUnderstood) {
  int listener = socket(AF_INET, SOCK_STREAM, 0);
  sockaddr_in address{};
  address.sin_family = AF_INET;
  address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
  socklen_t size = sizeof address;
  ASSERT_EQ(bind(listener, reinterpret_cast<sockaddr *>(&address), size), 0);
  ASSERT_EQ(listen(listener, 1), 0);
  getsockname(listener, reinterpret_cast<sockaddr *>(&address), &size);
  std::thread other([&] {
    int peer = accept(listener, nullptr, nullptr);
    char request[4096];
    EXPECT_GT(recv(peer, request, sizeof request, 0), 0);
    send(peer, "\x15\x03\x01\x00\x02\x02\x0a", 7, MSG_NOSIGNAL); // fatal, unexpected message
    close(peer);
  });
  std::string detail = refusal("http://127.0.0.1:" + std::to_string(ntohs(address.sin_port)), "").detail;
  other.join();
  close(listener);
  EXPECT_NE(detail.find("it speaks TLS; ask it by `https://`"), std::string::npos) << detail;
}

TEST_F(TlsTest, OldVersionsAreRefused) {
  start();
  EXPECT_FALSE(RawTlsClient(server->port(), TLS1_1_VERSION).isSecure);
  expectFailure(TlsFailure::version);
  EXPECT_TRUE(RawTlsClient(server->port(), TLS1_2_VERSION).isSecure);
}

TEST_F(TlsTest, FilesThatAreNoneAreRefusedByName) {
  authority.certify("other", "DNS:localhost");
  auto openWith = [&](const std::string &certificate, const std::string &key) {
    serverOptions.tlsCertificate = authority.path(certificate);
    serverOptions.tlsKey = authority.path(key);
    auto opened = http::Server::open(*services, nullptr, serverOptions);
    return opened ? "" : opened.problem().detail;
  };
  EXPECT_NE(openWith("good.pem", "other.key").find("it is not the key of the certificate"), std::string::npos);
  EXPECT_NE(openWith("none.pem", "good.key").find("No such file"), std::string::npos);
  EXPECT_NE(openWith("good.key", "good.key").find("no certificate in PEM"), std::string::npos);
  std::filesystem::permissions(authority.path("good.csr"), std::filesystem::perms::owner_read);
  EXPECT_NE(openWith("good.pem", "good.csr").find("no key in PEM"), std::string::npos);
  std::filesystem::permissions(authority.path("good.key"), std::filesystem::perms::others_read,
                               std::filesystem::perm_options::add);
  EXPECT_NE(openWith("good.pem", "good.key").find("everybody on this machine may read the key"), std::string::npos);
  EXPECT_FALSE(Client::make(*Url::parse("https://localhost"), "", authority.path("none.pem")));
  EXPECT_FALSE(Client::make(*Url::parse("https://localhost"), "", authority.path("good.key")));
  EXPECT_FALSE(Client::make(*Url::parse("http://localhost"), "", authority.path("ca.pem")));
}

//===-- limits before the handshake is done ----------------------------------------------------------------------===//

TEST_F(TlsTest, AHandshakeHasADeadline) {
  serverOptions.headerTimeout = 100ms;
  start();
  RawClient client(server->port());
  client.send(halfHello);
  client.readToEnd();
  EXPECT_TRUE(client.ended);
  expectFailure(TlsFailure::timeout);
}

TEST_F(TlsTest, DrippingBytesDoNotExtendIt) {
  serverOptions.headerTimeout = 200ms;
  start();
  RawClient client(server->port());
  client.send(halfHello);
  bool isOpen = true;
  for (int i = 0; i < 200 && isOpen; ++i) {
    std::this_thread::sleep_for(10ms);
    isOpen = client.send("\x01");
  }
  EXPECT_FALSE(isOpen);
}

TEST_F(TlsTest, WhoSaysNothingIsClosedAsIdle) {
  serverOptions.idleTimeout = 100ms;
  start();
  RawClient client(server->port());
  client.readToEnd();
  EXPECT_TRUE(client.ended);
}

TEST_F(TlsTest, SilentOnesAndHalfHandshakesLockNobodyOut) {
  serverOptions.connections = 4;
  start();
  std::vector<std::unique_ptr<RawClient>> crowd;
  for (int i = 0; i < 12; ++i) {
    crowd.push_back(std::make_unique<RawClient>(server->port()));
    if (i % 2)
      crowd.back()->send(halfHello);
  }
  Result<ClientResponse> response = ask(url());
  ASSERT_TRUE(response) << response.problem().detail;
  EXPECT_EQ(response->status, 200);
  EXPECT_GT(services->metrics.connectionsShed, 0);
}

TEST_F(TlsTest, ACrowdOfHandshakesFromOneAddressPaysForItself) {
  serverOptions.connectionsPerAddress = 2;
  start();
  RawClient bystander(server->port(), 2), first(server->port());
  first.send(halfHello);
  RawClient second(server->port()), third(server->port());
  first.readToEnd();
  EXPECT_TRUE(first.ended);
  bystander.send(halfHello);
  EXPECT_EQ(bystander.readUntil("x", 100), "");
  EXPECT_FALSE(bystander.ended);
}

TEST_F(TlsTest, AConnectionTooManyIsToldSoByTls) {
  serverOptions.connections = 1;
  start();
  RawTlsClient follower(server->port());
  follower.ask("GET /v1/jobs/" + submit().id + "/events HTTP/1.1\r\nHost: localhost\r\n\r\n", "queued");
  RawTlsClient other(server->port());
  EXPECT_NE(other.ask(live, "unavailable").find("503 Service Unavailable"), std::string::npos);
}

TEST_F(TlsTest, APartIsKeptForThoseWithTheToken) {
  services->access.token = "0123456789abcdef";
  serverOptions.connections = 4;
  serverOptions.reservedConnections = 2;
  start();
  std::string token = "Host: localhost\r\nAuthorization: Bearer 0123456789abcdef\r\n\r\n", id = submit().id;
  RawTlsClient follower(server->port()), known(server->port()); // the first holds a place that is no longer free
  follower.ask("GET /v1/jobs/" + id + "/events HTTP/1.1\r\n" + token, "queued");
  std::string version = "GET /v1/version HTTP/1.1\r\n" + token;
  EXPECT_NE(known.ask(version, "}\n").find("200 OK"), std::string::npos);
  std::vector<std::unique_ptr<RawClient>> crowd;
  for (int i = 0; i < 5; ++i) {
    crowd.push_back(std::make_unique<RawClient>(server->port()));
    crowd.back()->send(halfHello);
  }
  EXPECT_NE(known.ask(version, "}\n").find("200 OK"), std::string::npos) << "it waits, but not without a token";
  RawTlsClient late(server->port());
  EXPECT_NE(late.ask(version, "}\n").find("200 OK"), std::string::npos);
}

TEST_F(TlsTest, StoppingEndsHandshakes) {
  start();
  RawClient silent(server->port()), half(server->port());
  half.send(halfHello);
  std::this_thread::sleep_for(50ms);
  auto began = std::chrono::steady_clock::now();
  stop();
  EXPECT_LT(std::chrono::steady_clock::now() - began, 3s);
}

//===-- another certificate in use -------------------------------------------------------------------------------===//

TEST_F(TlsTest, ANewPairIsForNewConnectionsAndAWrongOneForNone) {
  start();
  RawTlsClient before(server->port());
  EXPECT_NE(before.ask(live, "ok\"}\n").find("200 OK"), std::string::npos);
  authority.certify("other", "DNS:runner.example.org");
  use("other");
  std::filesystem::copy_file(authority.path("good.key"), serverOptions.tlsKey,
                             std::filesystem::copy_options::overwrite_existing);
  server->reload(); // the new certificate with the old key
  EXPECT_TRUE(ask(url()));
  use("other");
  server->reload();
  EXPECT_NE(refusal(url()).detail.find("`runner.example.org`"), std::string::npos);
  EXPECT_NE(before.ask(live, "ok\"}\n").find("200 OK"), std::string::npos) << "an old connection stays";
  authority.certify("over", "IP:127.0.0.1", -1);
  use("over");
  server->reload();
  EXPECT_NE(refusal(url()).detail.find("`runner.example.org`"), std::string::npos) << "one that has ended is not taken";
}
