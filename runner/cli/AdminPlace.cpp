// SPDX-License-Identifier: Apache-2.0
// A runner's answers without a runner: the functions that answer HTTP, called on a store that this process opens.
#include "runner/cli/AdminPlace.h"
#include "compiler/driver/Compiler.h"
#include "runner/cli/JobRunner.h"
#include "runner/cli/Terminal.h"
#include "runner/store/FleetStore.h"
#include "runner/store/Store.h"
#include "shared/protocol/Json.h"
#include <CLI/Option.hpp>

using namespace tessera;
using namespace tessera::runner;
using namespace tessera::runner::cli;

void AdminOptions::addTo(CLI::App &command) {
  remote.addTo(command, /*required=*/false);
  CLI::Option *folder =
      command.add_option("--data", data, "in place of a runner: the folder of one that is not running now");
  command
      .add_option("--database", database,
                  "in place of a runner: postgresql://.., a fleet's database; its front ends may be running")
      ->excludes(folder);
  command.add_flag("--json", json, "answer in JSON");
}

static Result<std::unique_ptr<Storage>> openStorage(const AdminOptions &options) {
  if (!options.database.empty()) {
    FleetOptions fleet;
    fleet.url = options.database;
    Result<std::unique_ptr<FleetStore>> store = FleetStore::open(fleet);
    return store ? Result<std::unique_ptr<Storage>>(std::move(*store)) : store.problem();
  }
  StoreOptions folder;
  folder.directory = options.data;
  Result<std::unique_ptr<Store>> store = Store::open(folder);
  if (store)
    return Result<std::unique_ptr<Storage>>(std::move(*store));
  Problem problem = store.problem();
  problem.detail += "; a runner that is running is asked by `--runner`";
  return problem;
}

Result<std::unique_ptr<AdminPlace>> AdminPlace::open(const AdminOptions &options) {
  auto place = std::make_unique<AdminPlace>();
  if (options.data.empty() && options.database.empty()) {
    if (options.remote.url.empty())
      return makeProblem(ProblemCode::badRequest,
                         "say where: `--runner` for a runner, `--data` or `--database` for its store");
    Result<RemoteRunner> runner = RemoteRunner::make(options.remote);
    if (!runner)
      return runner.problem();
    place->runner = std::move(*runner);
    return place;
  }
  Result<std::unique_ptr<Storage>> storage = openStorage(options);
  if (!storage)
    return storage.problem();
  place->storage = std::move(*storage);
  place->services = std::make_unique<api::Services>(
      *place->storage, options.database.empty() ? listDevices() : std::vector<DeviceInfo>(), getVersion(),
      api::AccessRules(), api::Limits());
  place->services->access.token = api::makeSecret(); // whoever may write the store is its admin
  return place;
}

Result<llvm::json::Value> AdminPlace::ask(const std::string &method, const std::string &target,
                                          std::optional<llvm::json::Value> body) {
  std::string text = body ? protocol::toText(*body) : "";
  if (runner)
    return runner->ask(method, target, text, {{"Content-Type", "application/json"}});
  std::optional<api::Request> request = api::parseTarget(target);
  if (!request)
    return makeProblem(ProblemCode::badRequest, "`" + target + "` is no address of a runner");
  request->method = method;
  request->headers = {{"host", "localhost"},
                      {"content-type", "application/json"},
                      {"authorization", "Bearer " + services->access.token}};
  request->body = std::move(text);
  api::Response response = api::handle(*request, *services);
  if (response.status >= 300)
    return readProblem({response.status, {}, response.body});
  std::string error;
  if (std::optional<llvm::json::Value> value = protocol::parseJson(response.body, error))
    return std::move(*value);
  return makeProblem(ProblemCode::internal, "the answer is not JSON: " + error);
}
