// SPDX-License-Identifier: Apache-2.0
// Following a job: by its events where the runner has room for that, else by asking for it now and then.
#include "runner/cli/Follow.h"
#include "runner/cli/Command.h"
#include "runner/cli/Source.h"
#include "runner/cli/Terminal.h"
#include "runner/jobs/Job.h"
#include "shared/protocol/Json.h"

using namespace tessera;
using namespace tessera::runner;
using namespace tessera::runner::cli;

namespace {
/// Prints the output of a job whose attempts may begin again.
class Output {
public:
  void begin() { position = 0; }
  void say(llvm::StringRef text);

private:
  std::string told;    // of the attempts so far
  size_t position = 0; // of the present one in it
};

class Follower {
public:
  Follower(RemoteRunner &runner, const std::string &id, const FollowOptions &options)
      : runner(runner), id(id), options(options) {}

  Result<llvm::json::Value> follow();

private:
  void take(const http::ServerEvent &event);
  void takeState(const llvm::json::Object &job);
  std::optional<Problem> followEvents(bool &isBusy);
  void printRest(const llvm::json::Value &job);
  Problem cancel();
  Problem giveUp(const Problem &problem) const;

  RemoteRunner &runner;
  const std::string &id;
  const FollowOptions &options;
  std::string lastEvent;
  int64_t attempt = 0;
  Output output;
};
} // namespace

/// What an earlier attempt has said in the same words is passed over.
void Output::say(llvm::StringRef text) {
  llvm::StringRef known = llvm::StringRef(told).drop_front(position);
  size_t common = std::min(known.size(), text.size());
  if (known.take_front(common) != text.take_front(common)) {
    clearProgress();
    complain("the job began again and prints something else this time; what follows is from there on");
    told.resize(position);
    common = 0;
  }
  position += text.size();
  text = text.drop_front(common);
  if (text.empty())
    return;
  told += text;
  clearProgress();
  print(text);
  flushOutput();
}

void Follower::takeState(const llvm::json::Object &job) {
  llvm::StringRef state = job.getString("state").value_or("");
  int64_t before = job.getInteger("position").value_or(0), number = job.getInteger("attempt").value_or(attempt);
  if (state == "running" && number != attempt)
    output.begin();
  attempt = number;
  std::string text = (id + " is " + state).str();
  if (before > 0)
    text += ", " + std::to_string(before) + " before it";
  const llvm::json::Array *losses = job.getArray("lostAttempts");
  if (const llvm::json::Object *last = losses && !losses->empty() ? losses->back().getAsObject() : nullptr)
    text += (", attempt " + llvm::Twine(last->getInteger("attempt").value_or(0)) +
             " was lost: " + last->getString("reason").value_or(""))
                .str();
  showProgress(text);
}

void Follower::take(const http::ServerEvent &event) {
  lastEvent = event.id;
  std::string error;
  std::optional<llvm::json::Value> value = protocol::parseJson(event.data, error);
  const llvm::json::Object *object = value ? value->getAsObject() : nullptr;
  if (!object || options.isSilent)
    return;
  if (event.kind == "output")
    output.say(object->getString("text").value_or(""));
  else if (event.kind == "progress")
    showProgress(object->getString("message").value_or(""));
  else if (event.kind == "state")
    takeState(*object);
}

/// Until the events end, or the connection. `isBusy`: the runner has none to give now. A problem: it refuses to.
std::optional<Problem> Follower::followEvents(bool &isBusy) {
  http::Headers headers;
  if (!lastEvent.empty())
    headers.emplace_back("Last-Event-ID", lastEvent);
  Result<http::ClientResponse> response =
      runner.follow("/v1/jobs/" + id + "/events", headers, [&](const http::ServerEvent &event) { take(event); });
  isBusy = response && (response->status == 503 || response->status == 429);
  if (response && !isBusy && response->status >= 400 && response->status < 500)
    return readProblem(*response);
  return std::nullopt;
}

/// What the output has beyond what events have told.
void Follower::printRest(const llvm::json::Value &job) {
  const llvm::json::Object *result = job.getAsObject()->getObject("result");
  if (!result || options.isSilent)
    return;
  output.begin();
  output.say(result->getString("output").value_or(""));
}

Problem Follower::cancel() {
  if (!options.cancelsWhenInterrupted)
    return makeProblem(ProblemCode::timeout, "interrupted; " + id + " goes on, `tessera wait " + id + "` follows it");
  Result<llvm::json::Value> answer = runner.ask("POST", "/v1/jobs/" + id + ":cancel");
  return makeProblem(ProblemCode::timeout,
                     answer ? "interrupted; " + id + " is cancelled"
                            : "interrupted; " + id + " could not be cancelled: " + answer.problem().detail);
}

Problem Follower::giveUp(const Problem &problem) const {
  Problem told = problem;
  if (problem.code != ProblemCode::notFound)
    told.detail += "; " + id + " goes on there: `tessera wait " + id + "` has its end";
  return told;
}

Result<llvm::json::Value> Follower::follow() {
  for (int quiet = 0; !isInterrupted(); ++quiet) {
    std::string before = lastEvent;
    bool isBusy = false;
    if (std::optional<Problem> refused = followEvents(isBusy))
      return *refused;
    if (isInterrupted())
      break;
    Result<llvm::json::Value> job = runner.ask("GET", "/v1/jobs/" + id);
    if (!job && isInterrupted())
      break;
    if (!job)
      return giveUp(job.problem());
    std::optional<JobState> state;
    if (const llvm::json::Object *object = job->getAsObject())
      state = parseJobState(object->getString("state").value_or(""));
    if (state && isFinal(*state)) {
      printRest(*job);
      return job;
    }
    quiet = lastEvent != before ? 0 : quiet;
    sleepUnlessInterrupted(std::chrono::milliseconds(isBusy ? 1000 : std::min(100 << std::min(quiet, 5), 3000)));
  }
  return cancel();
}

Result<llvm::json::Value> cli::followJob(RemoteRunner &runner, const std::string &id, const FollowOptions &options) {
  return Follower(runner, id, options).follow();
}

std::vector<Diagnostic> cli::readDiagnostics(const llvm::json::Object &result) {
  std::vector<Diagnostic> read;
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
    diagnostic.severity = entry->getString("severity") == "error"     ? Severity::error
                          : entry->getString("severity") == "warning" ? Severity::warning
                                                                      : Severity::remark;
    read.push_back(std::move(diagnostic));
  }
  return read;
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

Problem cli::readJobProblem(const llvm::json::Object &job) {
  Problem problem =
      makeProblem(ProblemCode::unavailable, "the job is " + job.getString("state").value_or("nowhere").str());
  if (const llvm::json::Object *told = job.getObject("problem")) {
    problem.code = protocol::parseProblemCode(told->getString("code").value_or("")).value_or(problem.code);
    problem.detail = told->getString("detail").value_or(problem.detail).str();
  }
  return problem;
}

int cli::concludeJob(const llvm::json::Value &value, const Modules &texts, bool json, const std::string &timelineFile) {
  clearProgress();
  const llvm::json::Object &job = *value.getAsObject();
  if (json)
    printJson(value);
  if (const llvm::json::Object *result = job.getObject("result"); result && !timelineFile.empty())
    if (Status status = writeTimelines(timelineFile, *result); !status) {
      complain(status.problem());
      return exitInfrastructure;
    }
  std::optional<JobState> state = parseJobState(job.getString("state").value_or(""));
  if (state == JobState::succeeded)
    return exitOk;
  if (const llvm::json::Object *result = job.getObject("result")) {
    if (!json)
      texts.print(readDiagnostics(*result));
    return exitCodeOfResult(*result);
  }
  Problem problem = readJobProblem(job);
  complain(problem);
  return exitCodeOf(problem);
}
