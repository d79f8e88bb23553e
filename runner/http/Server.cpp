// SPDX-License-Identifier: Apache-2.0
// Listening, the threads, and stopping: the acceptor closes, waiting connections close, open answers get `grace` to
// finish. An exception (no memory, a limit inside of Beast) ends the connection that it came from and nothing else:
// each holds its place and its memory by objects that go with its coroutine.
#include "runner/http/Server.h"
#include "runner/http/Session.h"
#include <atomic>
#include <boost/asio/as_tuple.hpp>
#include <boost/asio/co_spawn.hpp>
#include <boost/asio/detached.hpp>
#include <boost/asio/io_context.hpp>
#include <boost/asio/signal_set.hpp>
#include <boost/asio/strand.hpp>
#include <boost/asio/use_awaitable.hpp>
#include <netinet/tcp.h>
#include <spdlog/spdlog.h>
#include <thread>

using namespace tessera;
using namespace tessera::runner;
using namespace tessera::runner::http;
namespace asio = boost::asio;
using asio::ip::tcp;

static constexpr auto token = asio::as_tuple(asio::use_awaitable);

struct Server::Impl {
  Impl(api::Services &services, const StaticSite *site, ServerOptions options)
      : services(services), site(site), options(std::move(options)),
        connections(limitsOf(this->options, services), services.metrics.connections, services.metrics.connectionsShed,
                    &services.metrics.connectionsByActivity),
        bodies(this->options.bodyBytes), control(asio::make_strand(io)), acceptor(control), stopTimer(control),
        signals(control) {}

  static ConnectionLimits limitsOf(const ServerOptions &options, const api::Services &services) {
    ConnectionLimits limits;
    limits.total = options.connections;
    limits.perAddress = options.connectionsPerAddress;
    limits.stalled = options.stalled;
    limits.reserved = api::needsToken(services.access, services.tokens) ? options.reservedConnections : 0;
    return limits;
  }

  asio::awaitable<void> accept();
  asio::awaitable<void> finish();
  asio::awaitable<void> obeySignals(Server &server);
  void begin(tcp::socket socket);
  void serve();

  api::Services &services;
  const StaticSite *site;
  ServerOptions options;
  Connections connections; // before `io`, whose end takes the last coroutines along
  ByteBudget bodies;
  asio::io_context io;
  asio::strand<asio::io_context::executor_type> control; // of all that listens and stops: none of it bears two threads
  tcp::acceptor acceptor;
  TlsContext tls;      // of the next connection; null: plain HTTP
  tcp::endpoint bound; // asked for from any thread
  asio::steady_timer stopTimer;
  asio::signal_set signals;
  std::shared_ptr<EventHub> hub = std::make_shared<EventHub>(); // the store's callback may outlive the server
  std::atomic<bool> stopped{false};
};

Server::Server(std::unique_ptr<Impl> impl) : impl(std::move(impl)) {}
Server::~Server() { impl->hub->clear(); }

static Problem describe(const char *doing, const ServerOptions &options, const boost::system::error_code &error) {
  return makeProblem(ProblemCode::unavailable, std::string("can't ") + doing + " " + options.host + " port " +
                                                   std::to_string(options.port) + ": " + error.message());
}

static void tellCertificate(const ServerTls &tls) {
  spdlog::log(tls.isOver ? spdlog::level::warn : spdlog::level::info, "the certificate is for {} and {} on {}",
              tls.names, tls.isOver ? "does not hold now: it ends" : "ends", tls.ends);
}

Result<std::unique_ptr<Server>> Server::open(api::Services &services, const StaticSite *site, ServerOptions options) {
  boost::system::error_code error;
  asio::ip::address address = asio::ip::make_address(options.host == "localhost" ? "127.0.0.1" : options.host, error);
  if (error)
    return makeProblem(ProblemCode::badRequest,
                       "`" + options.host + "` is not an address; use for example `127.0.0.1` or `0.0.0.0`");
  if (!address.is_loopback() && services.access.token.empty() && !services.tokens.isUsed())
    return makeProblem(ProblemCode::badRequest,
                       "others can reach `" + options.host +
                           "`: a runner that is bound to it needs a token; give `--token-file`, or make one with "
                           "`tessera admin tokens create`");
  services.access.loopbackOnly = address.is_loopback();
  auto impl = std::make_unique<Impl>(services, site, std::move(options));
  if (!impl->options.tlsCertificate.empty()) {
    Result<ServerTls> tls = readServerTls(impl->options.tlsCertificate, impl->options.tlsKey);
    if (!tls)
      return tls.problem();
    tellCertificate(*tls);
    impl->tls = tls->context;
  }
  tcp::endpoint endpoint(address, impl->options.port);
  if (impl->acceptor.open(endpoint.protocol(), error); error)
    return describe("open a socket for", impl->options, error);
  impl->acceptor.set_option(tcp::acceptor::reuse_address(true), error);
  if (impl->acceptor.bind(endpoint, error); error)
    return describe("listen on", impl->options, error);
  if (impl->acceptor.listen(asio::socket_base::max_listen_connections, error); error)
    return describe("listen on", impl->options, error);
  impl->bound = impl->acceptor.local_endpoint(error);
  services.store.watch([hub = impl->hub](const std::string &job) { job.empty() ? hub->wakeAll() : hub->wake(job); });
  return std::unique_ptr<Server>(new Server(std::move(impl)));
}

uint16_t Server::port() const { return impl->bound.port(); }

std::string Server::url() const {
  asio::ip::address address = impl->bound.address();
  std::string host = address.is_v6() ? "[" + address.to_string() + "]" : address.to_string();
  return (impl->options.tlsCertificate.empty() ? "http://" : "https://") + host + ":" + std::to_string(port());
}

/// Starts a connection's coroutine on a strand of its own.
void Server::Impl::begin(tcp::socket socket) {
  boost::system::error_code error;
  tcp::endpoint peer = socket.remote_endpoint(error);
  if (error) // gone already
    return;
  // A peer that is gone without a word answers nothing that is written to it. The kernel would try for 15 minutes.
  int most = static_cast<int>(options.writeTimeout.count());
  setsockopt(socket.native_handle(), IPPROTO_TCP, TCP_USER_TIMEOUT, &most, sizeof most);
  auto session =
      std::make_shared<Session>(std::move(socket), SessionContext{services, site, options, *hub, bodies, tls});
  Connections::Admission admission =
      connections.admit(peer.address(), [session = std::weak_ptr(session)](Connections::Ending ending) {
        if (std::shared_ptr<Session> alive = session.lock())
          alive->end(ending);
      });
  if (!admission.refusal.empty())
    ++services.metrics.connectionsRefused;
  if (!admission.place)
    return;
  asio::co_spawn(session->executor(), session->run(std::move(admission)), [session](std::exception_ptr exception) {
    try {
      if (exception)
        std::rethrow_exception(exception);
    } catch (const std::exception &problem) {
      spdlog::error("a connection failed: {}", problem.what());
    }
  });
}

asio::awaitable<void> Server::Impl::accept() {
  while (acceptor.is_open()) {
    auto [error, socket] = co_await acceptor.async_accept(asio::make_strand(io), token);
    if (!error) {
      try {
        begin(std::move(socket));
      } catch (const std::exception &problem) {
        spdlog::error("a connection can't be served: {}", problem.what());
      }
    } else if (error != asio::error::operation_aborted) { // no descriptors left, say
      spdlog::warn("a connection can't be accepted: {}", error.message());
      connections.makeRoom();
      asio::steady_timer pause(control, std::chrono::milliseconds(100));
      co_await pause.async_wait(token);
    }
  }
}

/// Closes what waits, then gives what answers its grace.
asio::awaitable<void> Server::Impl::finish() {
  boost::system::error_code ignored;
  acceptor.close(ignored);
  signals.cancel(ignored);
  hub->wakeAll();
  auto end = std::chrono::steady_clock::now() + options.grace;
  while (std::chrono::steady_clock::now() < end && !connections.empty()) {
    connections.stop();
    stopTimer.expires_after(std::chrono::milliseconds(10));
    co_await stopTimer.async_wait(token);
  }
  io.stop();
}

void Server::stop() {
  if (impl->stopped.exchange(true))
    return;
  impl->services.stopping = true;
  asio::co_spawn(impl->control, impl->finish(), asio::detached);
}

/// One thread's part of the work. What Beast throws inside of a read comes out here: by then the connection's coroutine
/// is on its way out.
void Server::Impl::serve() {
  while (true) {
    try {
      io.run();
      return;
    } catch (const std::exception &problem) {
      spdlog::error("a connection failed: {}", problem.what());
    }
  }
}

void Server::reload() {
  const ServerOptions &options = impl->options;
  if (options.tlsCertificate.empty()) {
    spdlog::info("nothing to read again: this runner speaks no TLS");
    return;
  }
  Result<ServerTls> tls = readServerTls(options.tlsCertificate, options.tlsKey);
  if (!tls || tls->isOver) {
    spdlog::error("the certificate stays as it was: {}",
                  tls ? "the new one does not hold now, it ends on " + tls->ends : tls.problem().detail);
    return;
  }
  tellCertificate(*tls);
  asio::post(impl->control, [this, context = tls->context] { impl->tls = context; });
}

asio::awaitable<void> Server::Impl::obeySignals(Server &server) {
  while (true) {
    auto [error, number] = co_await signals.async_wait(token);
    if (error)
      co_return;
    if (number == SIGHUP) {
      server.reload();
      continue;
    }
    spdlog::info("stopping on {}", number == SIGINT ? "SIGINT" : "SIGTERM");
    server.stop();
    co_return;
  }
}

void Server::run() {
  if (impl->options.handleSignals) {
    for (int number : {SIGINT, SIGTERM, SIGHUP})
      impl->signals.add(number);
    asio::co_spawn(impl->control, impl->obeySignals(*this), asio::detached);
  }
  asio::co_spawn(impl->control, impl->accept(), asio::detached);
  std::vector<std::thread> threads;
  for (unsigned i = 1; i < impl->options.threads; ++i)
    threads.emplace_back([this] { impl->serve(); });
  impl->serve();
  for (std::thread &thread : threads)
    thread.join();
}
