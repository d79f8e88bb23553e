// SPDX-License-Identifier: Apache-2.0
// A connection's bytes, plain or by TLS: server and client read and write one kind of stream and need not know which.
// Deadlines are the socket's below, which TLS reads and writes by, so they hold for a handshake as for all else.
#pragma once

#include "runner/http/Tls.h"
#include <boost/asio/as_tuple.hpp>
#include <boost/asio/awaitable.hpp>
#include <boost/asio/use_awaitable.hpp>
#include <boost/beast/core/flat_buffer.hpp>
#include <boost/beast/core/tcp_stream.hpp>
#include <boost/beast/ssl/ssl_stream.hpp>
#include <chrono>
#include <optional>

namespace tessera::runner::http {

class Stream {
  using Secured = boost::beast::ssl_stream<boost::beast::tcp_stream &>;

public:
  using executor_type = boost::beast::tcp_stream::executor_type;

  explicit Stream(boost::asio::ip::tcp::socket socket) : tcp(std::move(socket)) {}
  explicit Stream(boost::asio::io_context &io) : tcp(io) {}
  executor_type get_executor() { return tcp.get_executor(); }

  template <typename Buffers, typename Token> auto async_read_some(const Buffers &buffers, Token &&token) {
    return boost::asio::async_initiate<Token, void(boost::beast::error_code, size_t)>(
        [this](auto handler, const Buffers &buffers) {
          tls ? tls->async_read_some(buffers, std::move(handler)) : tcp.async_read_some(buffers, std::move(handler));
        },
        token, buffers);
  }
  template <typename Buffers, typename Token> auto async_write_some(const Buffers &buffers, Token &&token) {
    return boost::asio::async_initiate<Token, void(boost::beast::error_code, size_t)>(
        [this](auto handler, const Buffers &buffers) {
          tls ? tls->async_write_some(buffers, std::move(handler)) : tcp.async_write_some(buffers, std::move(handler));
        },
        token, buffers);
  }

  /// A server's handshake, whose first bytes have come into `buffer`.
  boost::asio::awaitable<boost::beast::error_code> accept(TlsContext with, boost::beast::flat_buffer &buffer) {
    begin(std::move(with));
    auto [error, size] = co_await tls->async_handshake(boost::asio::ssl::stream_base::server, buffer.data(), token);
    buffer.consume(buffer.size());
    isOpen = !error;
    co_return error;
  }
  /// A client's handshake with the host of `check`, which outlives the stream.
  boost::asio::awaitable<boost::beast::error_code> secure(TlsContext with, HostCheck &check) {
    begin(std::move(with));
    expectHost(tls->native_handle(), check);
    auto [error] = co_await tls->async_handshake(boost::asio::ssl::stream_base::client, token);
    isOpen = !error;
    co_return error;
  }
  /// Says that nothing more comes: by TLS in its own words, so that nobody can cut an answer short unnoticed. What the
  /// other side sends from now on is read by `tcp`.
  boost::asio::awaitable<void> endSending(std::chrono::milliseconds most) {
    if (isOpen) {
      tcp.expires_after(most);
      isOpen = false;
      co_await tls->async_shutdown(token);
    }
    boost::beast::error_code ignored;
    tcp.socket().shutdown(boost::asio::ip::tcp::socket::shutdown_send, ignored);
  }

  boost::beast::tcp_stream tcp;

private:
  static constexpr auto token = boost::asio::as_tuple(boost::asio::use_awaitable);

  void begin(TlsContext with) {
    context = std::move(with);
    tls.emplace(tcp, *context);
  }

  TlsContext context; // before what is made from it
  std::optional<Secured> tls;
  bool isOpen = false; // the handshake is done, and nobody has said goodbye
};

} // namespace tessera::runner::http
