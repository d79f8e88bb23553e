// SPDX-License-Identifier: Apache-2.0
// One job from its artifact to its result. The limits are set before the artifact is opened: its bytes are a
// stranger's, and whatever they make the compiler do happens in this process alone.
#include "runner/worker/WorkerMain.h"
#include "compiler/driver/Compiler.h"
#include "runner/device/Cores.h"
#include "runner/device/NativeCodeGenerator.h"
#include "runner/device/RunOnDevice.h"
#include "runner/store/ArtifactFiles.h"
#include "runner/worker/EventWriter.h"
#include "shared/protocol/Json.h"
#include <csignal>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <unistd.h>

using namespace tessera;
using namespace tessera::runner;

static constexpr uint64_t artifactLimit = uint64_t(64) << 20;
/// Events of a launch's timeline, and of all timelines of a job: about 150 bytes each in the result, which the store
/// keeps.
static constexpr uint64_t timelineLimit = 20'000, timelineTotal = 40'000;

llvm::json::Value runner::makeWorkerJob(const Job &job, llvm::StringRef artifactPath, int64_t memoryBytes) {
  return llvm::json::Object{{"protocol", protocol::version},
                            {"artifact", artifactPath.str()}, // `llvm::json` keeps no copy of a `StringRef`
                            {"device", job.request.device},
                            {"deadlineMs", job.request.options.deadlineMs},
                            {"repetitions", job.request.options.repetitions},
                            {"timeline", job.request.options.timeline},
                            {"memoryBytes", memoryBytes}};
}

namespace {
struct WorkerJob {
  std::string artifact, device;
  int64_t deadlineMs = 0, repetitions = 1, memoryBytes = 0;
  bool timeline = false;
};
} // namespace

static std::optional<WorkerJob> readJob(std::string &error) {
  std::string text;
  char chunk[4096];
  for (ssize_t got; text.find('\n') == std::string::npos && (got = read(0, chunk, sizeof chunk)) > 0;)
    text.append(chunk, got);
  std::optional<llvm::json::Value> value = protocol::parseJson(text, error);
  const llvm::json::Object *object = value ? value->getAsObject() : nullptr;
  if (!object) {
    error = "`tessera worker` is started by `tessera serve` and reads a job from it: " +
            (error.empty() ? "not an object" : error);
    return std::nullopt;
  }
  if (object->getInteger("protocol").value_or(0) > protocol::version) {
    error = "the job speaks a newer protocol than this worker; server and worker are of different versions";
    return std::nullopt;
  }
  WorkerJob job;
  job.artifact = object->getString("artifact").value_or("").str();
  job.device = object->getString("device").value_or("").str();
  job.deadlineMs = object->getInteger("deadlineMs").value_or(60000);
  job.repetitions = object->getInteger("repetitions").value_or(1);
  job.timeline = object->getBoolean("timeline").value_or(false);
  job.memoryBytes = object->getInteger("memoryBytes").value_or(0);
  return job;
}

static void limit(int resource, rlim_t most) {
  rlimit limits{};
  if (getrlimit(static_cast<__rlimit_resource>(resource), &limits) != 0)
    return;
  limits.rlim_cur = limits.rlim_max = std::min(most, limits.rlim_max);
  setrlimit(static_cast<__rlimit_resource>(resource), &limits);
}

/// The server's death ends the child; so do too much memory and too much CPU.
static void confine(const WorkerJob &job) {
  prctl(PR_SET_PDEATHSIG, SIGKILL);
  if (getppid() == 1)
    _exit(1); // the server died before the line above
  limit(RLIMIT_CORE, 0);
  limit(RLIMIT_CPU, static_cast<rlim_t>(job.deadlineMs / 1000 + 10));
  // A GPU's driver reserves address space for all of the machine's memory, so the limit is for the CPU's devices.
  if (job.memoryBytes > 0 && job.device == "interpreter")
    limit(RLIMIT_AS, static_cast<rlim_t>(job.memoryBytes) + (rlim_t(2) << 30));
  nice(5); // the server answers first
}

int runner::runWorkerMain() {
  EventWriter events(1);
  auto fail = [&](ProblemCode code, std::string detail) {
    events.finish("problem", toJson(makeProblem(code, std::move(detail))));
    return 0;
  };
  std::string error;
  std::optional<WorkerJob> job = readJob(error);
  if (!job)
    return fail(ProblemCode::internal, error);
  confine(*job);
  Result<std::vector<uint8_t>> bytes = readFileWhole(job->artifact, artifactLimit);
  if (!bytes)
    return fail(bytes.problem().code, bytes.problem().detail);

  std::unique_ptr<CodeGenerator> generator = makeNativeCodeGenerator();
  Compiler compiler(generator.get());
  std::unique_ptr<Program> program = compiler.thaw(*bytes);
  if (!program->ok()) {
    Problem problem = makeProblem(ProblemCode::artifactAltered, "the artifact can't be thawed");
    problem.diagnostics = program->diagnostics().vec();
    if (!problem.diagnostics.empty()) {
      problem.detail = problem.diagnostics.front().message;
      problem.code = protocol::parseProblemCode(getText(problem.diagnostics.front().id)).value_or(problem.code);
    }
    events.finish("problem", toJson(problem));
    return 0;
  }
  std::unique_ptr<Device> device = openDevice(job->device, error);
  if (!device)
    return fail(ProblemCode::unknownDevice, error);
  interpreter::RunOptions options;
  options.shareWork = shareAmongCores;
  options.onOutput = [&](llvm::StringRef text) { events.output(text); };
  options.onProgress = [&](llvm::StringRef kernel, int64_t done, int64_t total) {
    events.progress(kernel, done, total);
  };
  if (job->memoryBytes > 0)
    options.memoryLimit = static_cast<uint64_t>(job->memoryBytes);
  options.warpgroups.tracesTimeline = job->timeline;
  options.warpgroups.timelineLimit = timelineLimit;
  DeviceSettings settings;
  settings.repetitions = job->repetitions;
  settings.tracesTimeline = job->timeline;
  settings.timelineLimit = timelineLimit;
  settings.timelineTotal = timelineTotal;
  DeviceRun run = runOnDevice(*program, *device, settings, std::move(options));
  events.finish("result", std::move(run.json));
  return 0;
}
