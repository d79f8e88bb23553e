// SPDX-License-Identifier: Apache-2.0
// The socket side of the runner: bytes, limits, timeouts and nothing else. What an answer says is `api/`'s business.
#pragma once

#include "runner/api/Services.h"
#include "runner/http/StaticSite.h"
#include <chrono>
#include <memory>

namespace tessera::runner::http {

struct ServerOptions {
  std::string host = "127.0.0.1"; // an address literal, or `localhost`
  uint16_t port = 0;              // 0: any free one
  unsigned threads = 2;
  unsigned connections = 256;           // who waits makes room for more; when all are being answered, more get 503
  unsigned connectionsPerAddress = 128; // 0: any number
  unsigned reservedConnections = 16;    // of `connections`, for those with the token, where there is one
  unsigned eventStreams = 64;
  unsigned requestsPerConnection = 1000;    // then it is closed; a client that has more to ask opens another
  size_t headerBytes = 16384;               // of a head; of what stands around a body's chunks; of trailers
  uint64_t bodyBytes = uint64_t(512) << 20; // of all bodies that come or go at a time
  // A whole head, a whole body and a whole answer each have one deadline, however slowly bytes drip in.
  std::chrono::milliseconds headerTimeout{10000}, bodyTimeout{120000}, idleTimeout{60000}, writeTimeout{60000};
  std::chrono::milliseconds stalled{5000};    // a body or answer that stands still so long goes where others need it
  std::chrono::milliseconds heartbeat{15000}; // of event streams
  std::chrono::milliseconds grace{5000};      // for open answers when stopping
  bool handleSignals = false;                 // SIGINT and SIGTERM stop it, SIGHUP makes it `reload`
  std::string tlsCertificate, tlsKey;         // files in PEM; empty: plain HTTP
};

class Server {
public:
  /// Binds and listens. Refuses an address that others can reach when no token is set. `site` may be null.
  static Result<std::unique_ptr<Server>> open(api::Services &services, const StaticSite *site, ServerOptions options);
  ~Server();

  uint16_t port() const;
  /// For example `http://127.0.0.1:8080`, or `https://..`.
  std::string url() const;
  /// Serves until stopped.
  void run();
  /// From any thread: no new connections, open answers are finished, event streams end.
  void stop();
  /// From any thread: reads the certificate and its key again, for connections that come from now on. Where something
  /// is wrong with the new pair, the old one stays, and the log says why.
  void reload();

private:
  struct Impl;
  explicit Server(std::unique_ptr<Impl> impl);
  std::unique_ptr<Impl> impl;
};

} // namespace tessera::runner::http
