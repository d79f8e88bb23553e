// SPDX-License-Identifier: Apache-2.0
// `tessera worker`: a machine of a fleet. It says what it has, takes jobs for that from the database, runs each in a
// process of its own, and finishes what runs when it is asked to end.
#include "compiler/driver/Compiler.h"
#include "runner/cli/Command.h"
#include "runner/cli/JobRunner.h"
#include "runner/cli/Terminal.h"
#include "runner/objects/ObjectPlace.h"
#include "runner/store/FleetStore.h"
#include "llvm/ADT/StringExtras.h"
#include <atomic>
#include <CLI/Option.hpp>
#include <csignal>
#include <future>
#include <mutex>
#include <spdlog/spdlog.h>
#include <sys/prctl.h>
#include <sys/random.h>
#include <thread>
#include <unistd.h>

using namespace tessera;
using namespace tessera::runner;
using namespace tessera::runner::cli;

namespace {
struct WorkerOptions {
  std::string database, artifacts, data, name;
  std::vector<std::string> devices, labels;
  int64_t drainSeconds = 30;
  JobRunnerOptions jobs;
};
} // namespace

/// The machine's name and a number by chance: a worker that starts anew is another one.
static std::string makeName() {
  char host[256] = "worker";
  gethostname(host, sizeof host - 1);
  uint8_t bytes[4];
  if (getrandom(bytes, sizeof bytes, 0) != sizeof bytes)
    abort(); // only for a kernel without entropy
  return std::string(host) + "-" + llvm::toHex(bytes, /*LowerCase=*/true);
}

/// Those of this machine that were asked for, with the words that jobs may ask for them by.
static Result<std::vector<DeviceInfo>> chooseDevices(const WorkerOptions &options) {
  std::vector<DeviceInfo> all = listDevices(), chosen;
  for (DeviceInfo &device : all)
    if (options.devices.empty() || llvm::is_contained(options.devices, device.id) ||
        llvm::is_contained(options.devices, device.kind)) {
      device.words = listWords(device, options.labels);
      chosen.push_back(device);
    }
  for (const std::string &wanted : options.devices)
    if (llvm::none_of(chosen, [&](const DeviceInfo &device) { return device.id == wanted || device.kind == wanted; }))
      return makeProblem(ProblemCode::unknownDevice,
                         "this machine has no device `" + wanted + "`; `tessera devices` lists those that it has");
  return chosen;
}

namespace {
/// Tells the fleet every few seconds that the worker is there, and soon when what it runs changes: not for each of many
/// short jobs, as each time is a write that the database keeps.
class Presence {
public:
  Presence(FleetStore &store, std::string name, std::vector<DeviceInfo> devices, llvm::json::Object sandbox)
      : store(store), name(std::move(name)), devices(std::move(devices)) {
    facts.version = getVersion();
    facts.sandbox = std::move(sandbox);
  }

  /// `runJob`, noted for as long as it takes.
  Dispatcher::RunJob watch(Dispatcher::RunJob runJob) {
    return [this, runJob = std::move(runJob)](const Job &job, const auto &isCancelled, const auto &onEvent) {
      change([&] { facts.running[job.request.device] = job.id; });
      JobOutcome outcome = runJob(job, isCancelled, onEvent);
      change([&] { facts.running.erase(job.request.device); });
      return outcome;
    };
  }
  void drain() {
    change([&] { facts.isDraining = true; });
  }
  void tellUntil(llvm::function_ref<bool()> isOver) {
    static constexpr std::chrono::milliseconds pause(5000), newsPause(500);
    auto told = std::chrono::steady_clock::now() - pause;
    while (!isOver()) {
      if (auto since = std::chrono::steady_clock::now() - told; since >= (isChanged ? newsPause : pause)) {
        isChanged = false;
        told += since;
        WorkerFacts copy;
        change([&] { copy = facts; }, /*isNews=*/false);
        if (Status status = store.announceWorker(name, devices, copy); !status)
          spdlog::warn("{}", status.problem().detail);
      }
      std::this_thread::sleep_for(std::chrono::milliseconds(50));
    }
  }

private:
  void change(llvm::function_ref<void()> action, bool isNews = true) {
    std::lock_guard lock(mutex);
    action();
    if (isNews)
      isChanged = true;
  }

  FleetStore &store;
  std::string name;
  std::vector<DeviceInfo> devices;
  std::mutex mutex;
  WorkerFacts facts; // under `mutex`
  std::atomic<bool> isChanged{false};
};
} // namespace

static int run(const WorkerOptions &options) {
  std::signal(SIGPIPE, SIG_IGN);
  prctl(PR_SET_CHILD_SUBREAPER, 1); // as in `tessera serve`
  startLogging(options.jobs);
  auto refuse = [](const Problem &problem) { return complain(problem), exitCodeOf(problem); };
  Result<std::vector<DeviceInfo>> devices = chooseDevices(options);
  if (!devices)
    return refuse(devices.problem());
  FleetOptions fleet;
  fleet.url = options.database;
  std::string name = options.name.empty() ? makeName() : options.name;
  fleet.worker = name;
  fleet.cache = (options.data.empty() ? getDefaultData() : options.data) + "/cache";
  if (!options.artifacts.empty()) {
    Result<std::shared_ptr<ArtifactPlace>> place = objects::openPlace(options.artifacts);
    if (!place)
      return refuse(place.problem());
    fleet.artifacts = *place;
  }
  Result<std::unique_ptr<FleetStore>> store = FleetStore::open(fleet);
  if (!store)
    return refuse(store.problem());
  sandbox::Mode mode = *sandbox::parseMode(options.jobs.sandbox);
  JobProcesses processes(mode);
  Result<SandboxState> sandbox = findSandboxState(processes.command(), *devices, options.jobs.memoryBytes(), mode);
  if (!sandbox)
    return refuse(sandbox.problem());
  std::vector<std::string> offers;
  for (const DeviceInfo &device : *devices)
    offers.push_back(makeOffer(device));
  catchInterrupt();
  Presence presence(**store, name, *devices, sandbox->toJson());
  Dispatcher dispatcher(
      **store, offers,
      presence.watch(makeRunJob(**store, processes, *sandbox, options.jobs.memoryBytes(), /*onFinished=*/nullptr)));
  spdlog::info("tessera {} is worker {} for {}", getVersion(), name, llvm::join(offers, "; "));
  tellSandbox(*sandbox);
  presence.tellUntil(isInterrupted);
  spdlog::info("ending: no further jobs, {} s for what runs", options.drainSeconds);
  presence.drain();
  std::future<void> drained =
      std::async(std::launch::async, [&] { dispatcher.drain(std::chrono::seconds(options.drainSeconds)); });
  presence.tellUntil([&] { return drained.wait_for(std::chrono::seconds(0)) == std::future_status::ready; });
  (void)(*store)->forgetWorker(name);
  dispatcher.stop();
  spdlog::info("stopped");
  return exitOk;
}

void cli::addWorker(CLI::App &app, int &exitCode) {
  auto options = std::make_shared<WorkerOptions>();
  CLI::App *sub =
      addCommand(app, "worker", "run a fleet's jobs on this machine", exitCode, [options] { return run(*options); });
  sub->add_option("--database", options->database, "postgresql://..: the fleet's, as `tessera serve` has it")
      ->envname("TESSERA_DATABASE")
      ->required();
  addArtifactsOption(*sub, options->artifacts);
  sub->add_option("--device", options->devices,
                  "an id or a kind of device that it offers, may be given several times (default: all)")
      ->expected(1)
      ->take_all();
  sub->add_option("--label", options->labels, "a word that jobs may ask for it by; may be given several times")
      ->expected(1)
      ->take_all()
      ->check([](const std::string &text) {
        return isWord(text) ? "" : "`" + text + "` is no label: letters, digits and `_.:-`, at most 64";
      });
  sub->add_option("--name", options->name, "tells it from other workers (default: the machine's name and a number)")
      ->check([](const std::string &text) {
        return isTokenName(text) ? "" : "`" + text + "` is no worker's name: 1 to 64 letters, digits and `_.-`";
      });
  sub->add_option("--data", options->data, "the folder of its copies of artifacts (default: $XDG_STATE_HOME/tessera)");
  sub->add_option("--drain-s", options->drainSeconds, "at its end, seconds for jobs that run; then they are given back")
      ->check(CLI::Range(int64_t(0), int64_t(86400)))
      ->capture_default_str();
  options->jobs.addTo(*sub);
}
