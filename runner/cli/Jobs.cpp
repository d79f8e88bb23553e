// SPDX-License-Identifier: Apache-2.0
// `tessera jobs`, `wait`, `logs` and `cancel`: jobs at a runner after they were submitted, by whomever.
#include "runner/cli/Command.h"
#include "runner/cli/Follow.h"
#include "runner/cli/JobRows.h"
#include "runner/cli/Terminal.h"
#include "runner/jobs/Job.h"
#include "shared/protocol/Json.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/FormatVariadic.h"
#include <CLI/Option.hpp>
#include <cmath>
#include <cstdio>
#include <ctime>

using namespace tessera;
using namespace tessera::runner;
using namespace tessera::runner::cli;

namespace {
struct JobsCommand {
  RemoteOptions remote;
  std::vector<std::string> states;
  int64_t limit = 20;
  bool json = false;
};

/// `wait`, `logs` and `cancel`.
struct JobCommand {
  RemoteOptions remote;
  std::vector<std::string> ids;
  std::string timeline;
  bool follows = false, json = false;
};
} // namespace

std::string cli::checkJobId(const std::string &text) {
  bool isId =
      !text.empty() && text.size() <= 64 && llvm::all_of(text, [](char c) { return llvm::isAlnum(c) || c == '-'; });
  return isId ? "" : "`" + text + "` is no job's id; `tessera jobs` lists them";
}

/// Seconds since 1970 of RFC 3339 in UTC.
static std::optional<double> readTime(std::optional<llvm::StringRef> text) {
  std::tm parts{};
  double fraction = 0;
  std::string copy = text.value_or("").str();
  const char *rest = strptime(copy.c_str(), "%Y-%m-%dT%H:%M:%S", &parts);
  if (!rest)
    return std::nullopt;
  llvm::StringRef(rest).rtrim('Z').getAsDouble(fraction); // leaves 0 where there is none
  return static_cast<double>(timegm(&parts)) + fraction;
}

/// `0.25 s`, `3 s`, `5 min`, `2 h`, `4 d`.
static std::string describeDuration(double seconds) {
  if (seconds < 10) { // three digits, and none that say nothing
    char text[32];
    std::snprintf(text, sizeof text, "%.3g s", seconds > 0 ? seconds : 0.0);
    return text;
  }
  if (seconds < 120)
    return llvm::formatv("{0:F0} s", seconds);
  if (seconds < 7200)
    return llvm::formatv("{0:F0} min", seconds / 60);
  return seconds < 172800 ? llvm::formatv("{0:F0} h", seconds / 3600) : llvm::formatv("{0:F0} d", seconds / 86400);
}

/// What there is to say beside the state: a queue, a duration, losses, the first line of what went wrong.
static std::string describeMore(const llvm::json::Object &job) {
  std::vector<std::string> parts;
  if (int64_t before = job.getInteger("position").value_or(0); before > 0)
    parts.push_back(std::to_string(before) + " before it");
  std::optional<double> started = readTime(job.getString("startedAt")),
                        finished = readTime(job.getString("finishedAt"));
  if (started)
    parts.push_back((finished ? "took " : "since ") +
                    describeDuration(finished.value_or(static_cast<double>(std::time(nullptr))) - *started));
  if (const llvm::json::Array *losses = job.getArray("lostAttempts"))
    parts.push_back(std::to_string(losses->size()) + (losses->size() == 1 ? " attempt" : " attempts") + " lost");
  if (const llvm::json::Object *problem = job.getObject("problem"))
    parts.push_back(problem->getString("detail").value_or("").split('\n').first.take_front(120).str());
  return llvm::join(parts, ", ");
}

void cli::printJobRow(const llvm::json::Object &job) {
  auto field = [&](llvm::StringRef name) { return job.getString(name).value_or("").str(); };
  std::string age;
  if (std::optional<double> created = readTime(job.getString("createdAt")))
    age = describeDuration(std::round(static_cast<double>(std::time(nullptr)) - *created)) + " ago";
  std::string row =
      llvm::formatv("{0,-20}  {1,-9}  {2,-12}  {3,-11}", field("id"), field("state"), field("device"), age).str();
  if (std::string more = describeMore(job); !more.empty())
    row += "  " + more;
  print(llvm::StringRef(row).rtrim().str() + "\n");
}

/// Newest first, page by page, until there are as many as were asked for.
static Result<llvm::json::Array> collectJobs(RemoteRunner &runner, const JobsCommand &command) {
  static constexpr size_t page = 200;
  llvm::json::Array found;
  for (std::string before;;) {
    Result<llvm::json::Value> answer =
        runner.ask("GET", "/v1/jobs?limit=" + std::to_string(page) + (before.empty() ? "" : "&before=" + before));
    if (!answer)
      return answer.problem();
    const llvm::json::Array *jobs = answer->getAsObject() ? answer->getAsObject()->getArray("jobs") : nullptr;
    for (const llvm::json::Value &job : jobs ? *jobs : llvm::json::Array()) {
      const llvm::json::Object *object = job.getAsObject();
      if (!object)
        continue;
      before = object->getString("id").value_or("").str();
      bool isWanted =
          command.states.empty() || llvm::is_contained(command.states, object->getString("state").value_or("").str());
      if (isWanted && static_cast<int64_t>(found.size()) < command.limit)
        found.push_back(job);
    }
    bool isDone = !jobs || jobs->size() < page || static_cast<int64_t>(found.size()) >= command.limit;
    if (isDone || !checkJobId(before).empty())
      return found;
  }
}

static int listJobs(const JobsCommand &command) {
  Result<RemoteRunner> runner = RemoteRunner::make(command.remote);
  if (!runner)
    return refuse(runner.problem(), command.json);
  Result<llvm::json::Array> jobs = collectJobs(*runner, command);
  clearProgress();
  if (!jobs)
    return refuse(jobs.problem(), command.json);
  if (command.json)
    printJson(llvm::json::Object{{"jobs", std::move(*jobs)}});
  else
    for (const llvm::json::Value &job : *jobs)
      printJobRow(*job.getAsObject());
  flushOutput();
  return exitOk;
}

static int refuseFollowed(const Problem &problem, bool json) {
  int code = refuse(problem, json);
  return isInterrupted() ? exitInterrupted : code;
}

static int waitForJob(const JobCommand &command) {
  Result<RemoteRunner> runner = RemoteRunner::make(command.remote);
  if (!runner)
    return refuse(runner.problem(), command.json);
  catchInterrupt();
  FollowOptions options;
  options.isSilent = command.json;
  options.cancelsWhenInterrupted = false;
  Result<llvm::json::Value> job = followJob(*runner, command.ids.front(), options);
  if (!job)
    return refuseFollowed(job.problem(), command.json);
  return concludeJob(*job, Modules(), command.json, command.timeline);
}

/// How the job ends is not this command's: `wait` tells that.
static int printLogs(const JobCommand &command) {
  Result<RemoteRunner> runner = RemoteRunner::make(command.remote);
  if (!runner)
    return refuse(runner.problem(), /*json=*/false);
  const std::string &id = command.ids.front();
  if (command.follows) {
    catchInterrupt();
    FollowOptions options;
    options.cancelsWhenInterrupted = false;
    Result<llvm::json::Value> job = followJob(*runner, id, options);
    clearProgress();
    return job ? exitOk : refuseFollowed(job.problem(), /*json=*/false);
  }
  Result<std::string> output = runner->askText("/v1/jobs/" + id + "/output", {{"Accept", "text/plain"}});
  clearProgress();
  if (!output)
    return refuse(output.problem(), /*json=*/false);
  print(*output);
  flushOutput();
  return exitOk;
}

static int cancelJobs(const JobCommand &command) {
  Result<RemoteRunner> runner = RemoteRunner::make(command.remote);
  if (!runner)
    return refuse(runner.problem(), command.json);
  int code = exitOk;
  llvm::json::Array answers;
  for (const std::string &id : command.ids) {
    Result<llvm::json::Value> job = runner->ask("POST", "/v1/jobs/" + id + ":cancel");
    clearProgress();
    if (!job) {
      complain(job.problem());
      answers.push_back(llvm::json::Object{{"id", id}, {"problem", protocol::toJson(job.problem())}});
      code = exitCodeOf(job.problem());
      continue;
    }
    std::string state = job->getAsObject() ? job->getAsObject()->getString("state").value_or("").str() : std::string();
    if (!command.json)
      print(id +
            (state == "running"     ? " is being stopped"
             : state == "cancelled" ? " is cancelled"
                                    : " had ended already: " + state) +
            "\n");
    answers.push_back(std::move(*job));
  }
  if (command.json)
    printJson(llvm::json::Object{{"ok", code == exitOk}, {"jobs", std::move(answers)}});
  flushOutput();
  return code;
}

static std::shared_ptr<JobCommand> addJobCommand(CLI::App &app, const std::string &name, const std::string &summary,
                                                 int &exitCode, int (*run)(const JobCommand &), int most,
                                                 CLI::App *&sub) {
  auto command = std::make_shared<JobCommand>();
  sub = addCommand(app, name, summary, exitCode, [command, run] { return run(*command); });
  sub->add_option("ID", command->ids, most == 1 ? "a job's id" : "ids of jobs")
      ->required()
      ->expected(1, most)
      ->check(checkJobId);
  command->remote.addTo(*sub, /*required=*/true);
  return command;
}

void cli::addJobs(CLI::App &app, int &exitCode) {
  auto list = std::make_shared<JobsCommand>();
  CLI::App *sub =
      addCommand(app, "jobs", "list a runner's jobs, newest first", exitCode, [list] { return listJobs(*list); });
  list->remote.addTo(*sub, /*required=*/true);
  sub->add_option("--limit", list->limit, "at most so many")->check(CLI::Range(1, 100000))->capture_default_str();
  sub->add_option("--state", list->states,
                  "only those that are queued, running, succeeded, failed, cancelled or timed-out")
      ->delimiter(',')
      ->check([](const std::string &text) { return parseJobState(text) ? "" : "`" + text + "` is no state of a job"; });
  sub->add_flag("--json", list->json, "answer in JSON");

  auto wait = addJobCommand(app, "wait", "follow a job to its end, as submit does", exitCode, waitForJob, 1, sub);
  sub->add_option("--timeline", wait->timeline, "write the timelines that the job was asked for as JSON");
  sub->add_flag("--json", wait->json, "answer in JSON");
  auto logs = addJobCommand(app, "logs", "print what a job has printed", exitCode, printLogs, 1, sub);
  sub->add_flag("--follow,-f", logs->follows, "go on until the job ends");
  auto cancel = addJobCommand(app, "cancel", "cancel jobs", exitCode, cancelJobs, 1000, sub);
  sub->add_flag("--json", cancel->json, "answer in JSON");
}
