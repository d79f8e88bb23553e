// SPDX-License-Identifier: Apache-2.0
// One job from its artifact to its result. The sandbox is closed before a byte of the artifact is read: those are a
// stranger's, and whatever they make the compiler do happens in this process alone.
#include "runner/worker/WorkerMain.h"
#include "compiler/driver/Compiler.h"
#include "runner/bench/Measurement.h"
#include "runner/device/Cores.h"
#include "runner/device/cuda/Cublas.h"
#include "runner/device/cuda/Cudnn.h"
#include "runner/device/cuda/Driver.h"
#include "runner/device/cuda/Nvml.h"
#include "runner/device/cuda/RangeProfiler.h"
#include "runner/device/NativeCodeGenerator.h"
#include "runner/device/RunOnDevice.h"
#include "runner/Result.h"
#include "runner/worker/EventWriter.h"
#include "runner/worker/ForkServer.h"
#include "runner/worker/HugePages.h"
#include "shared/protocol/Json.h"
#include "llvm/ADT/StringExtras.h"
#include <cerrno>
#include <cstdlib>
#include <cstring>
#include <fcntl.h>
#include <malloc.h>
#include <thread>
#include <unistd.h>

using namespace tessera;
using namespace tessera::runner;

static constexpr uint64_t artifactLimit = uint64_t(64) << 20;
/// Events of a launch's timeline, and of all timelines of a job: about 150 bytes each in the result, which the store
/// keeps.
static constexpr uint64_t timelineLimit = 20'000, timelineTotal = 40'000;

llvm::json::Value runner::makeWorkerJob(const Job &job, llvm::StringRef artifactPath, int64_t memoryBytes,
                                        sandbox::Mode mode, llvm::StringRef baselinePath) {
  llvm::json::Object input{{"protocol", protocol::version},
                           {"artifact", artifactPath.str()}, // `llvm::json` keeps no copy of a `StringRef`
                           {"device", job.request.device},
                           {"deadlineMs", job.request.options.deadlineMs},
                           {"repetitions", job.request.options.repetitions},
                           {"timeline", job.request.options.timeline},
                           {"memoryBytes", memoryBytes},
                           {"sandbox", std::string(sandbox::getText(mode))}};
  std::string ignored; // the text is what the server made of a request
  if (std::optional<llvm::json::Value> bench = protocol::parseJson(job.request.bench.options, ignored))
    input["bench"] = std::move(*bench);
  if (!baselinePath.empty())
    input["baseline"] = baselinePath.str();
  return input;
}

llvm::json::Value runner::makeSandboxProbe(llvm::StringRef device, int64_t memoryBytes, sandbox::Mode mode,
                                           bool notes) {
  return llvm::json::Object{
      {"protocol", protocol::version}, {"probe", true},  {"device", device.str()},
      {"memoryBytes", memoryBytes},    {"notes", notes}, {"sandbox", std::string(sandbox::getText(mode))}};
}

std::vector<std::string> runner::makeWorkerEnvironment() {
  std::vector<std::string> environment{"CUDA_CACHE_DISABLE=1"}; // there is no folder for it to write to
  for (const char *name : {"LD_LIBRARY_PATH", "CUDA_VISIBLE_DEVICES", "CUDA_DEVICE_ORDER"})
    if (const char *value = std::getenv(name))
      environment.push_back(std::string(name) + "=" + value);
  return environment;
}

namespace {
struct WorkerJob {
  std::string artifact, device, baseline;
  std::optional<llvm::json::Object> bench; // what to measure, instead of running
  int64_t deadlineMs = 0, repetitions = 1, memoryBytes = 0;
  bool timeline = false, probe = false, notes = false;
  sandbox::Mode sandbox = sandbox::Mode::require;
};

/// An open file; the sandbox that closes around the process leaves it open.
class OpenFile {
public:
  explicit OpenFile(const std::string &path) : file(open(path.c_str(), O_RDONLY | O_CLOEXEC)), error(errno) {}
  ~OpenFile() {
    if (file >= 0)
      close(file);
  }
  OpenFile(const OpenFile &) = delete;
  OpenFile &operator=(const OpenFile &) = delete;

  Result<std::vector<uint8_t>> readWhole(uint64_t limit) const {
    std::vector<uint8_t> bytes;
    uint8_t chunk[65536];
    for (ssize_t got = 0; file >= 0 && (got = read(file, chunk, sizeof chunk)) != 0;) {
      if (got < 0)
        return makeProblem(ProblemCode::unavailable,
                           std::string("the artifact can't be read: ") + std::strerror(errno));
      if (bytes.size() + static_cast<size_t>(got) > limit)
        return makeProblem(ProblemCode::payloadTooLarge,
                           "the artifact is larger than " + std::to_string(limit) + " bytes");
      bytes.insert(bytes.end(), chunk, chunk + got);
    }
    if (file < 0)
      return makeProblem(ProblemCode::unavailable,
                         std::string("the artifact can't be opened: ") + std::strerror(error));
    return bytes;
  }

private:
  int file, error;
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
    error = "`tessera run-job` is started by `tessera serve` and `tessera worker` and reads a job from it: " +
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
  job.baseline = object->getString("baseline").value_or("").str();
  if (const llvm::json::Object *bench = object->getObject("bench"))
    job.bench = *bench;
  job.deadlineMs = object->getInteger("deadlineMs").value_or(60000);
  job.repetitions = object->getInteger("repetitions").value_or(1);
  job.timeline = object->getBoolean("timeline").value_or(false);
  job.memoryBytes = object->getInteger("memoryBytes").value_or(0);
  job.probe = object->getBoolean("probe").value_or(false);
  job.notes = object->getBoolean("notes").value_or(false);
  job.sandbox = sandbox::parseMode(object->getString("sandbox").value_or("").str()).value_or(sandbox::Mode::require);
  return job;
}

static sandbox::Report enterSandbox(const WorkerJob &job) {
  // The server's end of this is a socket.
  if (int nothing = open("/dev/null", O_RDONLY); nothing > 0) {
    dup2(nothing, 0);
    close(nothing);
  }
  sandbox::Settings settings;
  settings.mode = job.sandbox;
  settings.gpu = llvm::StringRef(job.device).starts_with("cuda");
  if (settings.gpu) {
    settings.libraries = cuda::Driver::preload();
    cuda::Nvml::preload();
    std::optional<llvm::StringRef> peer = job.bench ? job.bench->getString("peer") : std::nullopt;
    if (peer == "cublas")
      cuda::Cublas::preload();
    if (peer == "cudnn")
      cuda::Cudnn::preload();
    if (job.bench && job.bench->get("counters"))
      cuda::RangeProfiler::preload();
  }
  settings.memoryBytes = job.memoryBytes;
  settings.notes = job.notes;
  // All cores count together.
  settings.cpuSeconds = (job.deadlineMs / 1000 + 10) * std::max(1u, std::thread::hardware_concurrency());
  return sandbox::enter(settings);
}

/// `the system calls socket, unlink and the files /etc/hosts`; empty where nothing was refused.
static std::string describe(const sandbox::Refused &refused) {
  std::string text = refused.calls.empty() ? "" : "the system calls " + llvm::join(refused.calls, ", ");
  if (!refused.files.empty())
    text += (text.empty() ? "the files " : " and the files ") + llvm::join(refused.files, ", ");
  return protocol::toUtf8(text);
}

/// What stands, and for a GPU whether its driver works behind it.
static void answerProbe(const WorkerJob &job, const sandbox::Report &report, EventWriter &events) {
  llvm::json::Array walls;
  for (const sandbox::Wall &wall : report.walls)
    walls.push_back(llvm::json::Object{
        {"name", wall.name}, {"holds", wall.holds}, {"matters", wall.matters}, {"why", protocol::toUtf8(wall.why)}});
  std::string error;
  bool opens = openDevice(job.device, error) != nullptr;
  events.finish("result", llvm::json::Object{{"ok", opens && report.holds()},
                                             {"walls", std::move(walls)},
                                             {"refused", job.notes ? describe(sandbox::takeRefused()) : ""},
                                             {"device", opens ? "" : protocol::toUtf8(error)}});
}

namespace {
/// A program out of an artifact's bytes, or what is wrong with them.
using Thawed = Result<std::unique_ptr<Program>>;
} // namespace

static Thawed thaw(Compiler &compiler, const OpenFile &file) {
  Result<std::vector<uint8_t>> bytes = file.readWhole(artifactLimit);
  if (!bytes)
    return bytes.problem();
  std::unique_ptr<Program> program = compiler.thaw(*bytes);
  if (program->ok())
    return program;
  Problem problem = makeProblem(ProblemCode::artifactAltered, "the artifact can't be thawed");
  problem.diagnostics = program->diagnostics().vec();
  if (!problem.diagnostics.empty()) {
    problem.detail = problem.diagnostics.front().message;
    problem.code = protocol::parseProblemCode(getText(problem.diagnostics.front().id)).value_or(problem.code);
  }
  return problem;
}

/// Measures the program, in turn with its baseline where it has one: A and B on the same device, in the same process.
static void measureJob(const WorkerJob &job, Program &program, Program *baseline, EventWriter &events) {
  auto fail = [&](const Problem &problem) { events.finish("problem", toJson(problem)); };
  Result<bench::MeasurementOptions> options = bench::readMeasurementOptions(*job.bench);
  if (!options)
    return fail(options.problem());
  std::string error;
  std::unique_ptr<Device> device = openDevice(job.device, error);
  if (!device)
    return fail(makeProblem(ProblemCode::unknownDevice, error));
  DeviceInfo info = device->info();
  device.reset();
  if (info.kind == "interpreter")
    return fail(makeProblem(ProblemCode::badRequest, "the interpreter neither measures nor counts"));
  options->costs.device = job.device;
  options->costs.means = info.kind == "cuda" ? bench::Means::gpu : bench::Means::emulator;
  Result<bench::Measurement> measured = bench::measure(program, baseline, *options);
  if (!measured)
    return fail(measured.problem());
  llvm::json::Array diagnostics;
  for (const Diagnostic &diagnostic : measured->costs.diagnostics)
    diagnostics.push_back(toJson(diagnostic));
  events.finish("result", llvm::json::Object{{"protocol", protocol::version},
                                             {"ok", !measured->costs.isWrong},
                                             {"device", info.id},
                                             {"deviceNote", info.note},
                                             {"output", ""},
                                             {"diagnostics", std::move(diagnostics)},
                                             {"bench", bench::toJson(*measured)}});
}

/// Runs the job that stdin brings, by a compiler that has seen no other.
static int runJob(Compiler &compiler) {
  EventWriter events(1);
  auto fail = [&](ProblemCode code, std::string detail) {
    events.finish("problem", toJson(makeProblem(code, std::move(detail))));
    return 0;
  };
  std::string error;
  std::optional<WorkerJob> job = readJob(error);
  if (!job)
    return fail(ProblemCode::internal, error);
  OpenFile artifact(job->artifact);
  std::optional<OpenFile> baselineFile;
  if (!job->baseline.empty())
    baselineFile.emplace(job->baseline);
  sandbox::Report report = enterSandbox(*job);
  if (job->probe) {
    answerProbe(*job, report, events);
    return 0;
  }
  if (job->sandbox == sandbox::Mode::require && !report.holds())
    return fail(ProblemCode::unavailable, "the sandbox does not hold: " + report.describeLacking(/*all=*/false));
  Thawed program = thaw(compiler, artifact);
  Thawed baseline = program && baselineFile ? thaw(compiler, *baselineFile) : Thawed(std::unique_ptr<Program>());
  for (const Thawed *thawed : {&program, &baseline})
    if (!*thawed) {
      events.finish("problem", toJson(thawed->problem()));
      return 0;
    }
  if (job->bench) {
    measureJob(*job, **program, baseline->get(), events);
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
  DeviceRun run = runOnDevice(**program, *device, settings, std::move(options));
  events.finish("result", std::move(run.json));
  // All is said, and the process goes with its memory: freeing the program piece by piece would only delay that, and
  // would copy what it shares with the process that it was split off.
  _exit(0);
}

int runner::runWorkerMain() {
  std::unique_ptr<CodeGenerator> generator = makeNativeCodeGenerator();
  Compiler compiler(generator.get());
  return runJob(compiler);
}

/// A program that goes all the way: what it makes the compiler and the emulator load and look up, no job has to.
static constexpr llvm::StringLiteral rehearsal = R"(import numpy as np
import jax
from jax.experimental import pallas as pl

def kernel(x_ref, o_ref):
  o_ref[...] = x_ref[...] * 2 + 1

x = np.arange(256, dtype=np.float32)
print(pl.pallas_call(kernel, out_shape=jax.ShapeDtypeStruct(x.shape, x.dtype))(x))
)";

static void rehearse(Compiler &compiler) {
  std::unique_ptr<Program> program = compiler.compile("rehearsal.py", rehearsal);
  std::string error;
  if (std::unique_ptr<Device> device = openDevice("emulator", error); device && program->ok())
    (void)runOnDevice(*program, *device, DeviceSettings(), interpreter::RunOptions());
}

int runner::runForkServerMain(bool isForSandbox) {
  int kept = -1;
  if (isForSandbox) {
    sandbox::leaveNetwork();
    kept = sandbox::prepare();
  }
  unsetenv("LD_BIND_NOW"); // of this process alone
  std::unique_ptr<CodeGenerator> generator = makeNativeCodeGenerator();
  Compiler compiler(generator.get());
  rehearse(compiler);
  moveCodeToHugePages();
  malloc_trim(0); // what is free is not copied into each process
  if (!serveForks(0, kept))
    return 0;
  _exit(runJob(compiler));
}
