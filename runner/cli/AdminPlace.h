// SPDX-License-Identifier: Apache-2.0
// Where `tessera admin` works: at a runner, or on the store itself, where nobody can be asked for a token yet.
#pragma once

#include "runner/api/Api.h"
#include "runner/cli/Remote.h"

namespace tessera::runner::cli {

struct AdminOptions {
  RemoteOptions remote;
  std::string data, database;
  bool json = false;

  /// `--runner` and its kin, `--data`, `--database` and `--json`.
  void addTo(CLI::App &command);
};

class AdminPlace {
public:
  static Result<std::unique_ptr<AdminPlace>> open(const AdminOptions &options);

  /// The answer in JSON, or what is refused. On the store it is the same code that answers as in a runner.
  Result<llvm::json::Value> ask(const std::string &method, const std::string &target,
                                std::optional<llvm::json::Value> body = std::nullopt);

private:
  std::optional<RemoteRunner> runner;
  std::unique_ptr<Storage> storage;
  std::unique_ptr<api::Services> services;
};

} // namespace tessera::runner::cli
