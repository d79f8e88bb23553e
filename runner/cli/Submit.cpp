// SPDX-License-Identifier: Apache-2.0
// `tessera submit`: freeze, upload, queue, follow. A broken connection is taken up again after the last event; a runner
// that has too many followers is asked for the job now and then. The idempotency key makes sending the job again
// harmless.
#include "runner/cli/Command.h"
#include "runner/cli/Remote.h"
#include "runner/cli/Source.h"
#include "runner/cli/Terminal.h"
#include "runner/jobs/Job.h"
#include "shared/artifact/Artifact.h"
#include "shared/protocol/Json.h"
#include "llvm/ADT/StringExtras.h"
#include <sys/random.h>
#include <thread>

using namespace tessera;
using namespace tessera::runner;
using namespace tessera::runner::cli;

namespace {
struct SubmitCommand {
  SourceOptions source;
  RemoteOptions remote;
  std::string device = "auto", timeline;
  int64_t deadlineMs = 60000, repetitions = 1;
  bool includeSource = false, wait = true;
};

/// Follows one job and remembers what its events said.
class Follower {
public:
  Follower(const SubmitCommand &command, const http::Client &client, std::string id)
      : command(command), client(client), id(std::move(id)) {}

  /// The job in its final state.
  Result<llvm::json::Value> follow();

private:
  void take(const http::ServerEvent &event);
  std::optional<Problem> followEvents(bool &isBusy);
  void printRest(const llvm::json::Value &job) const;
  Problem cancel();

  static constexpr int attempts = 6;

  const SubmitCommand &command;
  const http::Client &client;
  std::string id, lastEvent;
  size_t printed = 0; // bytes of the output
};
} // namespace

static std::string makeKey() {
  uint8_t bytes[16];
  if (getrandom(bytes, sizeof bytes, 0) != sizeof bytes)
    abort(); // only for a kernel without entropy
  return llvm::toHex(bytes, /*LowerCase=*/true);
}

void Follower::take(const http::ServerEvent &event) {
  lastEvent = event.id;
  std::string error;
  std::optional<llvm::json::Value> value = protocol::parseJson(event.data, error);
  const llvm::json::Object *object = value ? value->getAsObject() : nullptr;
  if (!object || command.source.json)
    return;
  if (event.kind == "output") {
    clearProgress();
    llvm::StringRef text = object->getString("text").value_or("");
    printed += text.size();
    print(text);
    flushOutput();
  } else if (event.kind == "progress") {
    showProgress(object->getString("message").value_or(""));
  } else if (event.kind == "state") {
    llvm::StringRef state = object->getString("state").value_or("");
    int64_t position = object->getInteger("position").value_or(0);
    showProgress((id + " is " + state + (position > 0 ? ", " + std::to_string(position) + " before it" : "")).str());
  }
}

/// Waits, a signal excepted.
static void sleepUnlessInterrupted(std::chrono::milliseconds time) {
  for (auto end = std::chrono::steady_clock::now() + time; std::chrono::steady_clock::now() < end && !isInterrupted();)
    std::this_thread::sleep_for(std::chrono::milliseconds(50));
}

/// Until the events end, or the connection. `isBusy`: the runner has none to give now. A problem: it refuses to.
std::optional<Problem> Follower::followEvents(bool &isBusy) {
  http::Headers headers;
  if (!lastEvent.empty())
    headers.emplace_back("Last-Event-ID", lastEvent);
  Result<http::ClientResponse> response = client.follow(
      "/v1/jobs/" + id + "/events", headers, [&](const http::ServerEvent &event) { take(event); }, isInterrupted);
  isBusy = response && response->status == 503;
  if (response && response->status != 200 && !isBusy)
    return readProblem(*response);
  return std::nullopt;
}

/// What the output has beyond what events have told.
void Follower::printRest(const llvm::json::Value &job) const {
  const llvm::json::Object *result = job.getAsObject()->getObject("result");
  llvm::StringRef output = result ? result->getString("output").value_or("") : "";
  if (command.source.json || output.size() <= printed)
    return;
  clearProgress();
  print(output.drop_front(printed));
  flushOutput();
}

Problem Follower::cancel() {
  Result<llvm::json::Value> answer = askRunner(command.remote, "POST", "/v1/jobs/" + id + ":cancel");
  return makeProblem(ProblemCode::timeout,
                     answer ? "interrupted; " + id + " is cancelled"
                            : "interrupted; " + id + " could not be cancelled: " + answer.problem().detail);
}

/// As long as the runner answers, however busy it says to be, the job is waited for.
Result<llvm::json::Value> Follower::follow() {
  for (int failures = 0; failures < attempts && !isInterrupted();) {
    std::string before = lastEvent;
    bool isBusy = false;
    if (std::optional<Problem> refused = followEvents(isBusy))
      return *refused;
    if (isInterrupted())
      break;
    Result<llvm::json::Value> job = askRunner(command.remote, "GET", "/v1/jobs/" + id);
    if (job && job->getAsObject()) {
      std::optional<JobState> state = parseJobState(job->getAsObject()->getString("state").value_or(""));
      if (state && isFinal(*state)) {
        if (isBusy)
          printRest(*job);
        return job;
      }
    }
    bool isThere = lastEvent != before || (isBusy && job);
    failures = isThere ? 0 : failures + 1;
    sleepUnlessInterrupted(std::chrono::milliseconds(isBusy ? 1000 : std::min(100 << failures, 3000)));
  }
  if (isInterrupted())
    return cancel();
  return makeProblem(ProblemCode::unavailable,
                     "the runner stopped answering; " + id + " goes on there: `GET /v1/jobs/" + id + "` has its end");
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

static Result<llvm::json::Value> send(const SubmitCommand &command, const std::vector<uint8_t> &bytes) {
  std::string digest = artifact::digestOf(bytes);
  Result<llvm::json::Value> stored =
      askRunner(command.remote, "PUT", "/v1/artifacts/" + digest, std::string(bytes.begin(), bytes.end()),
                {{"Content-Type", "application/octet-stream"}});
  if (!stored)
    return stored;
  llvm::json::Object options{{"deadlineMs", command.deadlineMs}, {"repetitions", command.repetitions}};
  if (!command.timeline.empty()) // an older runner has no such option
    options["timeline"] = true;
  llvm::json::Value job =
      llvm::json::Object{{"artifact", digest}, {"device", command.device}, {"options", std::move(options)}};
  return askRunner(command.remote, "POST", "/v1/jobs", protocol::toText(job),
                   {{"Content-Type", "application/json"}, {"Idempotency-Key", makeKey()}});
}

/// A line of the program's text and what is wrong there, from a result's JSON.
static void printRemoteDiagnostics(const llvm::json::Object &result, const Modules &texts) {
  const llvm::json::Array *diagnostics = result.getArray("diagnostics");
  for (size_t i = 0; diagnostics && i < diagnostics->size(); ++i) {
    const llvm::json::Object *entry = (*diagnostics)[i].getAsObject();
    if (!entry)
      continue;
    SourceRange range;
    if (const llvm::json::Object *place = entry->getObject("range")) {
      auto position = [&](llvm::StringRef name) {
        const llvm::json::Object *at = place->getObject(name);
        return SourcePosition{static_cast<uint32_t>(at ? at->getInteger("line").value_or(0) : 0),
                              static_cast<uint32_t>(at ? at->getInteger("column").value_or(0) : 0)};
      };
      range = {place->getString("file").value_or("").str(), position("begin"), position("end")};
    }
    // The ids of another version may be unknown here, so the text is laid out by hand where they are.
    llvm::StringRef id = entry->getString("id").value_or("internal-error");
    DiagnosticId known = DiagnosticId::internalError;
    for (size_t number = 0; number <= static_cast<size_t>(DiagnosticId::internalError); ++number)
      if (getText(static_cast<DiagnosticId>(number)) == id)
        known = static_cast<DiagnosticId>(number);
    Diagnostic diagnostic(known, range, entry->getString("message").value_or("").str());
    if (const llvm::json::Array *notes = entry->getArray("notes"))
      for (const llvm::json::Value &note : *notes)
        if (const llvm::json::Object *object = note.getAsObject())
          diagnostic.note(object->getString("message").value_or("").str());
    texts.print(diagnostic);
  }
}

/// A bug of ours is told as such wherever it shows.
static int exitCodeOfResult(const llvm::json::Object &result) {
  if (const llvm::json::Array *diagnostics = result.getArray("diagnostics"))
    for (const llvm::json::Value &entry : *diagnostics)
      if (const llvm::json::Object *diagnostic = entry.getAsObject();
          diagnostic && diagnostic->getString("fault") == "bug" && diagnostic->getString("severity") == "error")
        return exitBug;
  return exitWrongResult;
}

static int conclude(const SubmitCommand &command, const llvm::json::Value &value, const Modules &texts) {
  clearProgress();
  const llvm::json::Object &job = *value.getAsObject();
  if (command.source.json)
    printJson(value);
  if (const llvm::json::Object *result = job.getObject("result"); result && !command.timeline.empty())
    if (Status status = writeTimelines(command.timeline, *result); !status) {
      complain(status.problem());
      return exitInfrastructure;
    }
  std::optional<JobState> state = parseJobState(job.getString("state").value_or(""));
  if (state == JobState::succeeded)
    return exitOk;
  if (const llvm::json::Object *result = job.getObject("result")) {
    if (!command.source.json)
      printRemoteDiagnostics(*result, texts);
    return exitCodeOfResult(*result);
  }
  Problem problem =
      makeProblem(ProblemCode::unavailable, "the job is " + job.getString("state").value_or("nowhere").str());
  if (const llvm::json::Object *told = job.getObject("problem")) {
    problem.code = protocol::parseProblemCode(told->getString("code").value_or("")).value_or(problem.code);
    problem.detail = told->getString("detail").value_or(problem.detail).str();
  }
  complain(problem);
  return exitCodeOf(problem);
}

static int run(const SubmitCommand &command) {
  if (!command.wait && !command.timeline.empty()) {
    complain(
        "`--timeline` writes what the job's result tells, which `--no-wait` does not wait for: leave one of them out");
    return exitUsage;
  }
  if (Result<http::Client> client = makeClient(command.remote); !client) {
    refuse(client.problem(), command.source.json);
    return exitUsage;
  }
  std::vector<uint8_t> bytes;
  std::unique_ptr<Modules> texts;
  if (int code = prepare(command, bytes, texts); code != exitOk)
    return code;
  catchInterrupt();
  Result<llvm::json::Value> job = send(command, bytes);
  if (!job) {
    int code = refuse(job.problem(), command.source.json);
    // As `run` has it: a GPU that is not there is the machine's matter, a name that none has is the command line's.
    bool isGpu = llvm::StringRef(command.device).starts_with("cuda");
    return job.problem().code == ProblemCode::unknownDevice && isGpu ? exitInfrastructure : code;
  }
  std::string id = job->getAsObject() ? job->getAsObject()->getString("id").value_or("").str() : "";
  if (!command.wait) {
    if (command.source.json)
      printJson(*job);
    else
      print(id + "\n");
    flushOutput();
    return exitOk;
  }
  Result<http::Client> client = makeClient(command.remote);
  Result<llvm::json::Value> finished = Follower(command, *client, id).follow();
  if (!finished) {
    int code = refuse(finished.problem(), command.source.json);
    return isInterrupted() ? exitInterrupted : code;
  }
  return conclude(command, *finished, *texts);
}

void cli::addSubmit(CLI::App &app, int &exitCode) {
  auto command = std::make_shared<SubmitCommand>();
  CLI::App *sub = addCommand(app, "submit", "run a program on a runner and follow it", exitCode,
                             [command] { return run(*command); });
  command->source.addTo(*sub, "a Python file, or an artifact");
  command->remote.addTo(*sub, /*required=*/true);
  sub->add_option("--device", command->device, "one of the runner's devices, or auto")->capture_default_str();
  sub->add_option("--deadline-ms", command->deadlineMs, "the job is stopped after this many milliseconds")
      ->check(CLI::PositiveNumber)
      ->capture_default_str();
  sub->add_option("--repetitions", command->repetitions, "timed runs of each launch, on a device that times")
      ->check(CLI::PositiveNumber)
      ->capture_default_str();
  sub->add_option(
      "--timeline", command->timeline,
      "write who did what when as JSON (shared/protocol), of the first blocks of each launch; not of a GPU");
  sub->add_flag("--include-source", command->includeSource,
                "send the source text along, for all who may read the runner");
  sub->add_flag("--wait,!--no-wait", command->wait,
                "follow the job to its end (the default), or print its id and leave");
}
