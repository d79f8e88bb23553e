// SPDX-License-Identifier: Apache-2.0
// A client of runners, for the command line and the tests: one request at a time, each with a deadline, and a job's
// events.
#pragma once

#include "runner/http/Tls.h"
#include <chrono>
#include <functional>
#include <string>
#include <utility>
#include <vector>

namespace tessera::runner::http {

struct Url {
  std::string host, port, base; // `base` without a slash at the end
  std::string authority;        // for `Host`
  bool isSecure = false;        // https

  std::string text() const { return (isSecure ? "https://" : "http://") + authority + base; }
  static Result<Url> parse(const std::string &text);
};

struct ClientResponse {
  int status = 0;
  std::vector<std::pair<std::string, std::string>> headers;
  std::string body;

  std::string header(const std::string &name) const;
};

/// One server-sent event.
struct ServerEvent {
  std::string id, kind, data;
};

/// Cuts a stream of bytes into events as the HTML standard says.
class EventReader {
public:
  void feed(std::string_view bytes, const std::function<void(const ServerEvent &)> &onEvent);

private:
  void takeLine(std::string_view line, const std::function<void(const ServerEvent &)> &onEvent);

  std::string line, lastId;
  bool skipNewline = false; // the last byte was a carriage return
  ServerEvent event;
};

using Headers = std::vector<std::pair<std::string, std::string>>;

class Client {
public:
  explicit Client(Url url, std::string token = "", TlsContext tls = nullptr)
      : url(std::move(url)), token(std::move(token)), tls(std::move(tls)) {}
  /// `caFile`: the authorities that vouch for the runner; empty: this machine's.
  static Result<Client> make(Url url, std::string token, const std::string &caFile);

  /// `target` begins with `/`. A response of any status is a success here; a problem means that there was none:
  /// `bad-request` where asking again can't help.
  Result<ClientResponse> request(const std::string &method, const std::string &target, const std::string &body = "",
                                 const Headers &headers = {}) const;
  /// Follows events until the server ends them, or `isCancelled`, polled every 100 ms, is true. The response's body is
  /// empty when its status is 200.
  Result<ClientResponse> follow(const std::string &target, const Headers &headers,
                                const std::function<void(const ServerEvent &)> &onEvent,
                                const std::function<bool()> &isCancelled) const;

  std::chrono::milliseconds timeout{30000};

private:
  Url url;
  std::string token;
  TlsContext tls; // there where the address is https
};

} // namespace tessera::runner::http
