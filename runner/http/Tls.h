// SPDX-License-Identifier: Apache-2.0
// TLS by OpenSSL: what a server shows, whom a client believes, and what a failed handshake means in words.
#pragma once

#include "runner/Result.h"
#include <boost/asio/ssl/context.hpp>
#include <memory>
#include <optional>
#include <string>

namespace tessera::runner::http {

/// Shared with the connections that began under it: a server that takes another leaves those alone.
using TlsContext = std::shared_ptr<boost::asio::ssl::context>;

/// A server's certificate with its key, as read from two files.
struct ServerTls {
  TlsContext context;
  std::string names;   // that the certificate is for: "`runner.example.org`, `10.0.0.7`"
  std::string ends;    // the last day that it holds, for people
  bool isOver = false; // it holds no more, or not yet
};

/// Reads PEM files: the certificate with those that lead to its authority, and the key, which nobody else may read.
Result<ServerTls> readServerTls(const std::string &certificateFile, const std::string &keyFile);

/// Believes in the authorities of `caFile`, or where it is empty in this machine's.
Result<TlsContext> makeClientTls(const std::string &caFile);

/// Whom a client's handshake wants to meet, and what was wrong with whom it met.
struct HostCheck {
  std::string host; // a name or an address
  std::optional<Problem> refusal;
};
/// Makes the handshake of `ssl` ask for the host of `check`, which outlives it.
void expectHost(SSL *ssl, HostCheck &check);

/// The other side of a client's handshake does not speak TLS.
bool isPlain(const boost::system::error_code &error);

/// Why a server's handshake failed; `api::tlsFailureTexts` has the words.
enum class TlsFailure { plainHttp, refusedByClient, version, timeout, left, malformed };
TlsFailure classifyTlsFailure(const boost::system::error_code &error);

} // namespace tessera::runner::http
