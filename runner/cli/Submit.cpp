// SPDX-License-Identifier: Apache-2.0
// `tessera submit`: freeze, upload, queue, follow. The idempotency key makes sending the job again harmless.
#include "runner/cli/Command.h"
#include "runner/cli/Follow.h"
#include "runner/cli/Source.h"
#include "runner/cli/Terminal.h"
#include "runner/jobs/Job.h"
#include "shared/artifact/Artifact.h"
#include "shared/protocol/Json.h"
#include "llvm/ADT/StringExtras.h"
#include <sys/random.h>

using namespace tessera;
using namespace tessera::runner;
using namespace tessera::runner::cli;

namespace {
struct SubmitCommand {
  SourceOptions source;
  RemoteOptions remote;
  std::string device = "auto", timeline, key;
  int64_t deadlineMs = 60000, repetitions = 1;
  std::optional<int64_t> priority;
  bool includeSource = false, wait = true;
};
} // namespace

static std::string makeKey() {
  uint8_t bytes[16];
  if (getrandom(bytes, sizeof bytes, 0) != sizeof bytes)
    abort(); // only for a kernel without entropy
  return llvm::toHex(bytes, /*LowerCase=*/true);
}

/// The artifact's bytes: the file's own, or frozen from its program.
static int prepare(const SubmitCommand &command, std::vector<uint8_t> &bytes, std::unique_ptr<Modules> &texts) {
  Result<LoadedProgram> loaded = loadProgram(command.source);
  if (!loaded) {
    refuse(loaded.problem(), command.source.json);
    return exitUsage;
  }
  if (!command.source.json)
    loaded->print(withoutPlans(loaded->program->diagnostics()));
  if (!loaded->program->ok()) {
    if (command.source.json)
      printJson(llvm::json::Object{{"ok", false}, {"diagnostics", cli::toJson(loaded->program->diagnostics())}});
    return exitCodeOf(loaded->program->diagnostics(), exitCompileError);
  }
  if (!loaded->artifact.empty() && command.includeSource) {
    complain("`--include-source` is decided when an artifact is made; `" + command.source.file + "` is one already");
    return exitUsage;
  }
  bytes = loaded->artifact.empty() ? loaded->program->freeze(loaded->freezeOptions(command.includeSource))
                                   : std::move(loaded->artifact);
  texts = std::move(loaded->modules);
  return exitOk;
}

static llvm::json::Value describeJob(const SubmitCommand &command, const std::string &digest) {
  llvm::json::Object options{{"deadlineMs", command.deadlineMs}, {"repetitions", command.repetitions}};
  if (!command.timeline.empty()) // an older runner has no such option
    options["timeline"] = true;
  if (command.priority)
    options["priority"] = *command.priority;
  return llvm::json::Object{{"artifact", digest}, {"device", command.device}, {"options", std::move(options)}};
}

/// Uploads and queues. Both may be sent any number of times: the digest and the key name what is meant.
static Result<llvm::json::Value> send(const SubmitCommand &command, RemoteRunner &runner,
                                      const std::vector<uint8_t> &bytes) {
  std::string digest = artifact::digestOf(bytes);
  for (bool isSecond : {false, true}) {
    Result<llvm::json::Value> stored =
        runner.ask("PUT", "/v1/artifacts/" + digest, std::string(bytes.begin(), bytes.end()),
                   {{"Content-Type", "application/octet-stream"}});
    if (!stored)
      return stored;
    Result<llvm::json::Value> job =
        runner.ask("POST", "/v1/jobs", protocol::toText(describeJob(command, digest)),
                   {{"Content-Type", "application/json"}, {"Idempotency-Key", command.key}});
    // Between the two the artifact may have made room for others, or the runner may have got another folder.
    bool isGone = !job && job.problem().code == ProblemCode::notFound;
    if (!isGone || isSecond)
      return job;
  }
  return makeProblem(ProblemCode::internal, "unreachable");
}

/// Whoever was answered nothing can ask again by the same key.
static int refuseJob(const SubmitCommand &command, Problem problem) {
  bool mayBeThere = problem.code == ProblemCode::unavailable || problem.code == ProblemCode::timeout;
  if (mayBeThere && problem.detail.find("no runner") != 0)
    problem.detail += "; with `--idempotency-key " + command.key + "` the same command goes on with the same job";
  int code = refuse(problem, command.source.json);
  if (isInterrupted())
    return exitInterrupted;
  // As `run` has it: a GPU that is not there is the machine's matter, a name that none has is the command line's.
  bool isGpu = llvm::StringRef(command.device).starts_with("cuda");
  return problem.code == ProblemCode::unknownDevice && isGpu ? exitInfrastructure : code;
}

static int run(SubmitCommand command) {
  if (!command.wait && !command.timeline.empty()) {
    complain(
        "`--timeline` writes what the job's result tells, which `--no-wait` does not wait for: leave one of them out");
    return exitUsage;
  }
  Result<RemoteRunner> runner = RemoteRunner::make(command.remote);
  if (!runner) {
    refuse(runner.problem(), command.source.json);
    return exitUsage;
  }
  std::vector<uint8_t> bytes;
  std::unique_ptr<Modules> texts;
  if (int code = prepare(command, bytes, texts); code != exitOk)
    return code;
  if (command.key.empty())
    command.key = makeKey();
  catchInterrupt();
  Result<llvm::json::Value> job = send(command, *runner, bytes);
  if (!job)
    return refuseJob(command, job.problem());
  std::string id = job->getAsObject() ? job->getAsObject()->getString("id").value_or("").str() : "";
  if (!command.wait) {
    if (command.source.json)
      printJson(*job);
    else
      print(id + "\n");
    flushOutput();
    return exitOk;
  }
  FollowOptions options;
  options.isSilent = command.source.json;
  Result<llvm::json::Value> finished = followJob(*runner, id, options);
  if (!finished) {
    int code = refuse(finished.problem(), command.source.json);
    return isInterrupted() ? exitInterrupted : code;
  }
  return concludeJob(*finished, *texts, command.source.json, command.timeline);
}

void cli::addSubmit(CLI::App &app, int &exitCode) {
  auto command = std::make_shared<SubmitCommand>();
  CLI::App *sub = addCommand(app, "submit", "run a program on a runner and follow it", exitCode,
                             [command] { return run(*command); });
  command->source.addTo(*sub, "a Python file, or an artifact");
  command->remote.addTo(*sub, /*required=*/true);
  sub->add_option(
         "--device", command->device,
         "one of the runner's devices, auto, or what it has to have, for example `h100 or memory>=80GB and lab-1`")
      ->capture_default_str();
  sub->add_option("--deadline-ms", command->deadlineMs, "the job is stopped after this many milliseconds")
      ->check(CLI::PositiveNumber)
      ->capture_default_str();
  sub->add_option("--repetitions", command->repetitions, "timed runs of each launch, on a device that times")
      ->check(CLI::PositiveNumber)
      ->capture_default_str();
  sub->add_option("--priority", command->priority,
                  "0 to 9: jobs of a greater one go first; how great it may be is in the token (default: 5)")
      ->check(CLI::Range(leastPriority, greatestPriority));
  sub->add_option(
      "--timeline", command->timeline,
      "write who did what when as JSON (shared/protocol), of the first blocks of each launch; not of a GPU");
  sub->add_option("--idempotency-key", command->key,
                  "names the job: the same command with the same key goes on with the same job (default: a new one)")
      ->check([](const std::string &text) {
        bool isKey =
            !text.empty() && text.size() <= 255 && llvm::all_of(text, [](char c) { return c > ' ' && c < 0x7F; });
        return isKey ? "" : "takes 1 to 255 visible ASCII characters";
      });
  sub->add_flag("--include-source", command->includeSource,
                "send the source text along, for all who may read the runner");
  sub->add_flag("--wait,!--no-wait", command->wait,
                "follow the job to its end (the default), or print its id and leave");
}
