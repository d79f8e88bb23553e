// SPDX-License-Identifier: Apache-2.0
// Each request has a connection and an event loop of its own: a command line makes a handful, and nothing is shared
// that could go stale. Deadlines are the stream's.
#include "runner/http/Client.h"
#include "runner/http/Stream.h"
#include "llvm/ADT/StringRef.h"
#include <boost/asio/co_spawn.hpp>
#include <boost/asio/detached.hpp>
#include <boost/asio/io_context.hpp>
#include <boost/asio/ip/tcp.hpp>
#include <boost/asio/steady_timer.hpp>
#include <boost/beast/http/buffer_body.hpp>
#include <boost/beast/http/read.hpp>
#include <boost/beast/http/string_body.hpp>
#include <boost/beast/http/write.hpp>

using namespace tessera;
using namespace tessera::runner;
using namespace tessera::runner::http;
namespace asio = boost::asio;
namespace beast = boost::beast;
namespace bhttp = boost::beast::http;

static constexpr auto token = asio::as_tuple(asio::use_awaitable);

Result<Url> Url::parse(const std::string &text) {
  llvm::StringRef rest = text;
  Url url;
  url.isSecure = rest.consume_front("https://");
  if ((!url.isSecure && !rest.consume_front("http://")) || rest.empty())
    return makeProblem(ProblemCode::badRequest,
                       "`" + text + "` is not a runner's address; expected for example `http://127.0.0.1:8420`");
  auto [authority, path] =
      std::pair(rest.take_until([](char c) { return c == '/'; }), rest.drop_until([](char c) { return c == '/'; }));
  url.authority = authority.str();
  url.base = path.rtrim('/').str();
  if (authority.consume_front("[")) {
    url.host = authority.take_until([](char c) { return c == ']'; }).str();
    authority = authority.drop_until([](char c) { return c == ']'; }).drop_front(1);
  } else {
    url.host = authority.take_until([](char c) { return c == ':'; }).str();
    authority = authority.drop_until([](char c) { return c == ':'; });
  }
  url.port = authority.empty() ? (url.isSecure ? "443" : "80") : authority.drop_front(1).str();
  uint16_t port = 0;
  if (url.host.empty() || llvm::StringRef(url.port).getAsInteger(10, port) || port == 0)
    return makeProblem(ProblemCode::badRequest,
                       "`" + text + "` has no valid host and port; expected for example `http://127.0.0.1:8420`");
  return url;
}

std::string ClientResponse::header(const std::string &name) const {
  for (const auto &[key, value] : headers)
    if (llvm::StringRef(key).equals_insensitive(name))
      return value;
  return {};
}

void EventReader::feed(std::string_view bytes, const std::function<void(const ServerEvent &)> &onEvent) {
  for (char c : bytes) {
    if (c == '\n' && skipNewline) {
      skipNewline = false;
      continue;
    }
    skipNewline = c == '\r';
    if (c != '\n' && c != '\r') {
      line += c;
      continue;
    }
    takeLine(line, onEvent);
    line.clear();
  }
}

void EventReader::takeLine(std::string_view text, const std::function<void(const ServerEvent &)> &onEvent) {
  if (text.empty()) {
    if (!event.data.empty()) {
      event.data.pop_back(); // the newline after its last line
      event.id = lastId;
      onEvent(event);
    }
    event = ServerEvent();
    return;
  }
  auto [field, value] = llvm::StringRef(text).split(':');
  value.consume_front(" ");
  if (field == "event")
    event.kind = value.str();
  else if (field == "data")
    event.data += value.str() + "\n";
  else if (field == "id" && !value.contains('\0'))
    lastId = value.str();
}

namespace {
/// One request on its way.
class Exchange {
public:
  Exchange(const Url &url, const TlsContext &tls, std::chrono::milliseconds timeout)
      : url(url), tls(tls), timeout(timeout), host{url.host, std::nullopt}, stream(io), ticker(io) {}

  /// Runs `work` to its end; `isCancelled` may end it early.
  template <typename F> void run(F work, const std::function<bool()> &isCancelled = nullptr) {
    bool finished = false;
    asio::co_spawn(io, work(), [&](std::exception_ptr) {
      finished = true;
      ticker.cancel();
    });
    if (isCancelled)
      asio::co_spawn(
          io,
          [&]() -> asio::awaitable<void> {
            while (!finished && !isCancelled()) {
              ticker.expires_after(std::chrono::milliseconds(100));
              co_await ticker.async_wait(token);
            }
            if (!finished) // perhaps in the middle of a read: closing ends it
              stream.tcp.close();
          },
          asio::detached);
    io.run();
  }

  asio::awaitable<bool> connect() {
    asio::ip::tcp::resolver resolver(io);
    auto [error, endpoints] = co_await resolver.async_resolve(url.host, url.port, token);
    if (error)
      co_return fail("no runner can be found at", error);
    stream.tcp.expires_after(timeout);
    auto [refused, endpoint] = co_await stream.tcp.async_connect(endpoints, token);
    if (refused)
      co_return fail("no runner answers at", refused);
    if (!tls)
      co_return true;
    stream.tcp.expires_after(timeout);
    beast::error_code unsafe = co_await stream.secure(tls, host);
    co_return unsafe ? failHandshake(unsafe) : true;
  }

  bool fail(const char *what, const beast::error_code &error) {
    bool late = error == beast::error::timeout;
    // The first byte of an alert, which is what TLS answers to plain words.
    bool isTls = !url.isSecure && buffer.size() > 0 && *static_cast<const uint8_t *>(buffer.data().data()) == 21;
    if (isTls)
      return explain(what, ProblemCode::badRequest, "it speaks TLS; ask it by `https://`");
    return explain(what, late ? ProblemCode::timeout : ProblemCode::unavailable,
                   error.message() + (late ? "" : "; start one with `tessera serve`"));
  }

  bool failHandshake(const beast::error_code &error) {
    static constexpr const char *what = "no runner is to be trusted at";
    if (host.refusal)
      return explain(what, host.refusal->code, host.refusal->detail);
    if (error == beast::error::timeout)
      return explain(what, ProblemCode::timeout, "the TLS handshake takes too long");
    if (isPlain(error))
      return explain(what, ProblemCode::badRequest,
                     "it answers without TLS; ask it by `http://`, or start it with `--tls-cert` and `--tls-key`");
    return explain(what, ProblemCode::unavailable, "the TLS handshake failed: " + error.message());
  }

  bool explain(const char *what, ProblemCode code, const std::string &why) {
    problem = makeProblem(code, std::string(what) + " `" + url.text() + "`: " + why);
    return false;
  }

  template <typename Message> void takeHead(const Message &message) {
    response.status = message.result_int();
    for (const auto &field : message)
      response.headers.emplace_back(std::string(field.name_string()), std::string(field.value()));
  }

  Result<ClientResponse> conclude() {
    return problem ? Result<ClientResponse>(*problem) : Result<ClientResponse>(std::move(response));
  }

  const Url &url;
  const TlsContext &tls;
  std::chrono::milliseconds timeout;
  HostCheck host;
  asio::io_context io;
  Stream stream;
  beast::flat_buffer buffer;
  asio::steady_timer ticker;
  ClientResponse response;
  std::optional<Problem> problem;
};

bhttp::request<bhttp::string_body> makeMessage(const Url &url, const std::string &token, const std::string &method,
                                               const std::string &target, const std::string &body,
                                               const Headers &headers) {
  bhttp::request<bhttp::string_body> message;
  message.version(11);
  message.method_string(method);
  message.target(url.base + target);
  message.set(bhttp::field::host, url.authority);
  message.set(bhttp::field::user_agent, "tessera");
  if (!token.empty())
    message.set(bhttp::field::authorization, "Bearer " + token);
  for (const auto &[name, value] : headers)
    message.set(name, value);
  message.body() = body;
  message.prepare_payload();
  message.keep_alive(false);
  return message;
}
} // namespace

Result<Client> Client::make(Url url, std::string token, const std::string &caFile) {
  if (!url.isSecure && !caFile.empty())
    return makeProblem(ProblemCode::badRequest,
                       "`--ca` is for runners that speak TLS, `" + url.text() + "` does not; ask it by `https://`");
  if (!url.isSecure)
    return Client(std::move(url), std::move(token));
  Result<TlsContext> tls = makeClientTls(caFile);
  return tls ? Result<Client>(Client(std::move(url), std::move(token), *tls)) : tls.problem();
}

Result<ClientResponse> Client::request(const std::string &method, const std::string &target, const std::string &body,
                                       const Headers &headers) const {
  Exchange exchange(url, tls, timeout);
  bhttp::request<bhttp::string_body> message = makeMessage(url, token, method, target, body, headers);
  exchange.run([&]() -> asio::awaitable<void> {
    if (!co_await exchange.connect())
      co_return;
    exchange.stream.tcp.expires_after(timeout);
    // A refusal may come before all of the body is sent: then writing fails, and reading still succeeds.
    auto [writeError, written] = co_await bhttp::async_write(exchange.stream, message, ::token);
    bhttp::response_parser<bhttp::string_body> parser;
    parser.body_limit(uint64_t(256) << 20);
    parser.skip(method == "HEAD");
    auto [readError, got] = co_await bhttp::async_read(exchange.stream, exchange.buffer, parser, ::token);
    if (readError) {
      exchange.fail("no whole answer comes from", writeError ? writeError : readError);
      co_return;
    }
    exchange.takeHead(parser.get());
    exchange.response.body = std::move(parser.get().body());
  });
  return exchange.conclude();
}

Result<ClientResponse> Client::follow(const std::string &target, const Headers &headers,
                                      const std::function<void(const ServerEvent &)> &onEvent,
                                      const std::function<bool()> &isCancelled) const {
  Exchange exchange(url, tls, timeout);
  Headers all = headers;
  all.emplace_back("Accept", "text/event-stream");
  bhttp::request<bhttp::string_body> message = makeMessage(url, token, "GET", target, "", all);
  EventReader reader;
  exchange.run(
      [&]() -> asio::awaitable<void> {
        if (!co_await exchange.connect())
          co_return;
        exchange.stream.tcp.expires_after(timeout);
        auto [writeError, written] = co_await bhttp::async_write(exchange.stream, message, ::token);
        bhttp::response_parser<bhttp::buffer_body> parser;
        parser.body_limit(boost::none);
        auto [headError, headBytes] =
            co_await bhttp::async_read_header(exchange.stream, exchange.buffer, parser, ::token);
        if (headError) {
          exchange.fail("no events come from", writeError ? writeError : headError);
          co_return;
        }
        exchange.takeHead(parser.get());
        char chunk[16384];
        while (!parser.is_done()) {
          parser.get().body().data = chunk;
          parser.get().body().size = sizeof chunk;
          exchange.stream.tcp.expires_after(timeout + std::chrono::seconds(30)); // heartbeats come sooner
          // `read_some`: an event is told when it comes, not when the buffer is full.
          auto [error, got] = co_await bhttp::async_read_some(exchange.stream, exchange.buffer, parser, ::token);
          std::string_view bytes(chunk, sizeof chunk - parser.get().body().size);
          if (exchange.response.status == 200)
            reader.feed(bytes, onEvent);
          else
            exchange.response.body += bytes;
          if (error && error != bhttp::error::need_buffer) {
            exchange.fail("the events broke off from", error);
            co_return;
          }
        }
      },
      isCancelled);
  return exchange.conclude();
}
