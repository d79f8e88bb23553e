// SPDX-License-Identifier: Apache-2.0
// Talking to a runner from the command line.
#pragma once

#include "runner/http/Client.h"
#include "llvm/Support/JSON.h"
#include <CLI/App.hpp>
#include <optional>

namespace tessera::runner::cli {

struct RemoteOptions {
  std::string url, tokenFile, ca;
  std::optional<double> patience; // seconds; see `RemoteRunner`

  /// `--runner` (or `TESSERA_RUNNER`), `--token-file` (or `TESSERA_TOKEN_FILE`), `--ca` and `--wait-for-runner`.
  void addTo(CLI::App &command, bool required);
};

/// The first line of a token file; a problem when it can't be read, is empty, or others may read it.
Result<std::string> readToken(const std::string &file);
/// The problem in a refusal; a made-up one when the answer is none of a runner's.
Problem readProblem(const http::ClientResponse &response);

/// A runner that may be starting, full or gone for a while. A request that it can't take now is sent again, with pauses
/// that grow or are those that it asks for, until the patience ends: what the command line says, else 30 s for one that
/// has answered before and none for one that never did. All requests that we make may be sent twice.
class RemoteRunner {
public:
  static Result<RemoteRunner> make(const RemoteOptions &options);

  /// An answer in JSON. Whatever the runner refuses comes back as its own problem.
  Result<llvm::json::Value> ask(const std::string &method, const std::string &target, const std::string &body = "",
                                const http::Headers &headers = {});
  /// An answer of any type, with `headers` to say which.
  Result<std::string> askText(const std::string &target, const http::Headers &headers = {});
  /// One connection's events, until they end, it breaks, or the command is interrupted.
  Result<http::ClientResponse> follow(const std::string &target, const http::Headers &headers,
                                      const std::function<void(const http::ServerEvent &)> &onEvent);

private:
  RemoteRunner(std::optional<http::Client> client, http::Headers common, std::optional<double> patience)
      : client(std::move(client)), common(std::move(common)), patience(patience) {}

  Result<http::ClientResponse> send(const std::string &method, const std::string &target, const std::string &body,
                                    const http::Headers &headers);

  http::Headers with(const http::Headers &headers) const;

  std::optional<http::Client> client; // nothing: the runner that started this process
  http::Headers common; // of every request: the trace that `TRACEPARENT` names
  std::optional<double> patience;
  bool hasAnswered = false;
};

/// Waits, a signal excepted.
void sleepUnlessInterrupted(std::chrono::milliseconds time);

/// Ends a command that asks a runner: says the problem, with `json` also as `{ok: false, problem}` on stdout, and
/// answers the exit code.
int refuse(const Problem &problem, bool json);

} // namespace tessera::runner::cli
