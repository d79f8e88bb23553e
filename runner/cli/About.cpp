// SPDX-License-Identifier: Apache-2.0
// `tessera devices` and `tessera version`, and the hidden `worker`.
#include "compiler/driver/Compiler.h"
#include "runner/cli/Command.h"
#include "runner/cli/Remote.h"
#include "runner/cli/Terminal.h"
#include "runner/device/DeviceInfo.h"
#include "runner/emulator/time/Predict.h"
#include "runner/mcp/Session.h"
#include "runner/worker/WorkerMain.h"
#include "shared/artifact/Artifact.h"
#include "shared/protocol/Json.h"
#include "llvm/Config/llvm-config.h"

using namespace tessera;
using namespace tessera::runner;
using namespace tessera::runner::cli;

static void printDevice(const llvm::json::Object &device) {
  auto field = [&](llvm::StringRef name) { return device.getString(name).value_or("").str(); };
  print(field("id") + "\t" + field("name"));
  if (!field("target").empty())
    print(", " + field("target"));
  if (std::optional<int64_t> bytes = device.getInteger("memoryBytes"))
    print(", " + std::to_string(*bytes >> 20) + " MiB");
  if (!field("driver").empty())
    print(", CUDA driver " + field("driver"));
  print("\n\t" + field("note") + "\n");
}

static int listDevicesHere(const RemoteOptions &remote, bool json) {
  llvm::json::Value answer = nullptr;
  if (!remote.url.empty()) {
    Result<RemoteRunner> runner = RemoteRunner::make(remote);
    Result<llvm::json::Value> devices =
        runner ? runner->ask("GET", "/v1/devices") : Result<llvm::json::Value>(runner.problem());
    if (!devices)
      return refuse(devices.problem(), json);
    answer = std::move(*devices);
  } else {
    llvm::json::Array devices;
    for (const DeviceInfo &device : listDevices())
      devices.push_back(runner::toJson(device));
    answer = llvm::json::Object{{"devices", std::move(devices)}};
  }
  if (json) {
    printJson(answer);
    return exitOk;
  }
  if (const llvm::json::Array *devices = answer.getAsObject() ? answer.getAsObject()->getArray("devices") : nullptr)
    for (const llvm::json::Value &device : *devices)
      if (const llvm::json::Object *object = device.getAsObject())
        printDevice(*object);
  flushOutput();
  return exitOk;
}

static int printVersion(bool json) {
  std::vector<std::string> targets = Compiler::targets();
  if (json) {
    llvm::json::Array revisions;
    for (llvm::StringRef revision : mcp::supportedRevisions())
      revisions.push_back(revision.str());
    // What another version of ours, or a tool around it, has to know before it uses this one.
    printJson(
        llvm::json::Object{{"protocol", protocol::version},
                           {"artifact", llvm::json::Object{{"writes", artifact::formatVersion},
                                                           {"reads", llvm::json::Array{artifact::formatVersion}}}},
                           {"version", getVersion()},
                           {"llvm", LLVM_VERSION_STRING},
                           {"timeModel", std::string(emulator::timeModel)},
                           {"languageServer", "3.17"},
                           {"modelContext", std::move(revisions)},
                           {"targets", llvm::json::Array(targets)},
                           {"stages", llvm::json::Array{"tile", "tilegpu", "llvm", "ptx", "sass"}},
                           {"codegen", true}});
    return exitOk;
  }
  std::string list;
  for (const std::string &target : targets)
    list += " " + target;
  print("tessera " + getVersion() + "\ntargets:" + list + "\n");
  flushOutput();
  return exitOk;
}

void cli::addDevices(CLI::App &app, int &exitCode) {
  auto remote = std::make_shared<RemoteOptions>();
  auto json = std::make_shared<bool>(false);
  CLI::App *sub = addCommand(app, "devices", "list what can run kernels here, or at a runner", exitCode,
                             [remote, json] { return listDevicesHere(*remote, *json); });
  remote->addTo(*sub, /*required=*/false);
  sub->add_flag("--json", *json, "answer in JSON");
}

void cli::addVersion(CLI::App &app, int &exitCode) {
  auto json = std::make_shared<bool>(false);
  CLI::App *sub =
      addCommand(app, "version", "print version, commit and targets", exitCode, [json] { return printVersion(*json); });
  sub->add_flag("--json", *json, "answer in JSON");
}

void cli::addRunJob(CLI::App &app, int &exitCode) {
  auto forks = std::make_shared<bool>(false), isForSandbox = std::make_shared<bool>(false);
  CLI::App *sub = addCommand(app, "run-job", "run one job for `tessera serve` or `tessera worker`", exitCode,
                             [=] { return *forks ? runForkServerMain(*isForSandbox) : runWorkerMain(); });
  sub->group("");
  sub->add_flag("--forks", *forks, "split off a process for each job that stdin asks for");
  sub->add_flag("--sandbox", *isForSandbox, "what their sandboxes can share is made once");
}
