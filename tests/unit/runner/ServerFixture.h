// SPDX-License-Identifier: Apache-2.0
// A server on a real loopback socket, and a raw client that may say anything.
#pragma once

#include "runner/http/Server.h"
#include "tests/unit/runner/Fixture.h"
#include <arpa/inet.h>
#include <netinet/in.h>
#include <poll.h>
#include <sys/socket.h>
#include <thread>
#include <unistd.h>

namespace tessera::runner::test {

/// One connection; every wait ends after ten seconds at most.
class RawClient {
public:
  /// `from`: the last number of this end's address, 127.0.0.x.
  explicit RawClient(uint16_t port, uint8_t from = 1) : file(socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0)) {
    sockaddr_in address{};
    address.sin_family = AF_INET;
    address.sin_addr.s_addr = htonl((127u << 24) + from);
    EXPECT_EQ(bind(file, reinterpret_cast<sockaddr *>(&address), sizeof address), 0);
    address.sin_port = htons(port);
    address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
    EXPECT_EQ(connect(file, reinterpret_cast<sockaddr *>(&address), sizeof address), 0);
  }
  ~RawClient() { close(file); }
  /// False when the server no longer reads.
  bool send(const std::string &text) {
    for (size_t at = 0; at < text.size();) {
      ssize_t sent = ::send(file, text.data() + at, text.size() - at, MSG_NOSIGNAL);
      if (sent <= 0)
        return false;
      at += sent;
    }
    return true;
  }
  /// Reads until `text` has come, the connection ends, or the time is up.
  std::string readUntil(const std::string &text, int timeoutMs = 10000) {
    while (text.empty() || received.find(text) == std::string::npos) {
      pollfd wait{file, POLLIN, 0};
      if (poll(&wait, 1, timeoutMs) <= 0)
        break;
      char chunk[65536];
      ssize_t got = recv(file, chunk, sizeof chunk, 0);
      ended = got <= 0;
      if (ended)
        break;
      received.append(chunk, got);
    }
    return received;
  }
  std::string readToEnd() { return readUntil(""); }

  int file;
  bool ended = false;
  std::string received;
};

class ServerTest : public StoreTest {
protected:
  void SetUp() override {
    StoreTest::SetUp();
    services =
        std::make_unique<api::Services>(*store, std::vector<DeviceInfo>{{"interpreter", "interpreter", "CPU", "note"}},
                                        "1.2.3", api::AccessRules(), api::Limits());
  }
  void TearDown() override { stop(); }
  void start() {
    auto opened = http::Server::open(*services, nullptr, serverOptions);
    ASSERT_TRUE(opened) << opened.problem().detail;
    server = std::move(*opened);
    thread = std::thread([this] { server->run(); });
  }
  void stop() {
    if (!thread.joinable())
      return;
    server->stop();
    thread.join();
  }
  std::string get(const std::string &path, const std::string &headers = "") {
    RawClient client(server->port());
    client.send("GET " + path + " HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n" + headers + "\r\n");
    return client.readToEnd();
  }

  http::ServerOptions serverOptions;
  std::unique_ptr<api::Services> services;
  std::unique_ptr<http::Server> server;
  std::thread thread;
};

inline size_t count(const std::string &text, const std::string &part) {
  size_t times = 0;
  for (size_t at = 0; (at = text.find(part, at)) != std::string::npos; at += part.size())
    ++times;
  return times;
}

} // namespace tessera::runner::test
