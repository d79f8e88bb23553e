// SPDX-License-Identifier: Apache-2.0
#include "runner/cli/JobRunner.h"
#include "runner/log/Log.h"
#include "runner/worker/WorkerMain.h"
#include <CLI/Option.hpp>
#include <cstdlib>
#include <spdlog/spdlog.h>

using namespace tessera;
using namespace tessera::runner;
using namespace tessera::runner::cli;

void JobRunnerOptions::addTo(CLI::App &command) {
  command.add_option("--memory-mib", memoryMiB, "a job's memory on the interpreter and the emulator")
      ->check(CLI::Range(int64_t(64), int64_t(1) << 20))
      ->capture_default_str();
  command
      .add_option("--sandbox", sandbox,
                  "walls around each job: all that matter, or no start (require); those that this machine has (try); "
                  "none (off)")
      ->check(CLI::IsMember({"require", "try", "off"}))
      ->capture_default_str();
  command.add_option("--log-level", logLevel, "debug, info, warn, err or off")
      ->check(CLI::IsMember({"debug", "info", "warn", "err", "off"}))
      ->capture_default_str();
  command.add_option("--log-format", logFormat, "lines for people (text), or a JSON object each (json)")
      ->check(CLI::IsMember({"text", "json"}))
      ->capture_default_str();
}

CLI::Option *cli::addArtifactsOption(CLI::App &command, std::string &url) {
  return command
      .add_option("--artifacts", url,
                  "a folder that all machines of the fleet see, or an object store's https://host/bucket/prefix: "
                  "artifacts are there and not in the database; the same for all")
      ->envname("TESSERA_ARTIFACTS");
}

/// The loader looks up all functions at once, before the first job, and not each when a job calls it.
static std::vector<std::string> bindAtOnce(std::vector<std::string> environment) {
  environment.push_back("LD_BIND_NOW=1");
  return environment;
}

static std::vector<std::string> getForkArguments(sandbox::Mode mode) {
  std::vector<std::string> arguments{"/proc/self/exe", "run-job", "--forks"};
  if (mode != sandbox::Mode::off)
    arguments.push_back("--sandbox");
  return arguments;
}

JobProcesses::JobProcesses(sandbox::Mode mode)
    : arguments{"/proc/self/exe", "run-job"}, environment(makeWorkerEnvironment()),
      forks(getForkArguments(mode), bindAtOnce(environment),
            [](const std::string &text) { spdlog::warn("{}", text); }) {
  if (Status status = forks.start(); !status)
    spdlog::warn("{}; each job's process is started by itself, which takes longer", status.problem().detail);
}

Dispatcher::RunJob cli::makeRunJob(Storage &storage, JobProcesses &processes, const SandboxState &sandbox,
                                   int64_t memoryBytes, std::function<void()> onFinished) {
  return [&storage, &processes, &sandbox, memoryBytes,
          onFinished](const Job &job, const std::function<bool()> &isCancelled,
                      const std::function<void(const std::string &, const llvm::json::Value &)> &onEvent) {
    Result<std::string> artifact = storage.fetchArtifact(job.request.artifact);
    if (!artifact) { // what is damaged or gone stays so; a full disk or a database that restarts does not
      ProblemCode code = artifact.problem().code;
      bool isLasting = code == ProblemCode::artifactAltered || code == ProblemCode::notFound;
      return JobOutcome{JobState::failed, std::nullopt, artifact.problem(),
                        isLasting ? std::nullopt : std::optional(LossCause::machine)};
    }
    Result<std::string> baseline = job.request.bench.baseline.empty()
                                       ? Result<std::string>(std::string())
                                       : storage.fetchArtifact(job.request.bench.baseline);
    if (!baseline)
      return JobOutcome{JobState::failed, std::nullopt, baseline.problem(), std::nullopt};
    WorkerWatch watch;
    watch.deadlineMs = job.request.options.deadlineMs;
    watch.isCancelled = isCancelled;
    watch.onEvent = onEvent;
    llvm::json::Value input =
        makeWorkerJob(job, *artifact, memoryBytes, sandbox.modeFor(job.request.device), *baseline);
    JobOutcome outcome = runWorker(processes.command(), input, watch);
    if (onFinished && !outcome.loss)
      onFinished();
    return outcome;
  };
}

void cli::startLogging(const JobRunnerOptions &options) {
  log::start(options.logLevel, options.logFormat == "json" ? log::Format::json : log::Format::text);
}

void cli::tellSandbox(const SandboxState &sandbox) {
  spdlog::log(sandbox.holds() ? spdlog::level::info : spdlog::level::warn, "sandbox of jobs: {}", sandbox.describe());
}

std::string cli::getDefaultData() {
  if (const char *state = std::getenv("XDG_STATE_HOME"); state && *state == '/')
    return std::string(state) + "/tessera";
  const char *home = std::getenv("HOME");
  return std::string(home && *home ? home : "/var/lib") + "/.local/state/tessera";
}
