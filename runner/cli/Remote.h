// SPDX-License-Identifier: Apache-2.0
// Talking to a runner from the command line.
#pragma once

#include "runner/http/Client.h"
#include "llvm/Support/JSON.h"
#include <CLI/App.hpp>

namespace tessera::runner::cli {

struct RemoteOptions {
  std::string url, tokenFile;

  /// `--runner` (or `TESSERA_RUNNER`) and `--token-file` (or `TESSERA_TOKEN_FILE`).
  void addTo(CLI::App &command, bool required);
};

/// The first line of a token file; a problem when it can't be read, is empty, or others may read it.
Result<std::string> readToken(const std::string &file);
Result<http::Client> makeClient(const RemoteOptions &options);
/// One request whose answer is JSON. Whatever the runner refuses comes back as its own problem.
Result<llvm::json::Value> askRunner(const RemoteOptions &options, const std::string &method, const std::string &target,
                                    const std::string &body = "", const http::Headers &headers = {});
/// The problem in a refusal; a made-up one when the answer is none of a runner's.
Problem readProblem(const http::ClientResponse &response);

/// Ends a command that asks a runner: says the problem, with `json` also as `{ok: false, problem}` on stdout, and
/// answers the exit code.
int refuse(const Problem &problem, bool json);

} // namespace tessera::runner::cli
