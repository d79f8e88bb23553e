// SPDX-License-Identifier: Apache-2.0
// `tessera admin`: a runner's tokens, its machines, and the jobs that it has given up.
#include "runner/cli/AdminPlace.h"
#include "runner/cli/Command.h"
#include "runner/cli/JobRows.h"
#include "runner/cli/Terminal.h"
#include "shared/protocol/Json.h"
#include "llvm/Support/FormatVariadic.h"
#include <cerrno>
#include <CLI/Option.hpp>
#include <cstring>
#include <fcntl.h>
#include <unistd.h>

using namespace tessera;
using namespace tessera::runner;
using namespace tessera::runner::cli;

namespace {
struct TokenCommand {
  AdminOptions place;
  std::string name, scope = "submit", expires, grace, secretFile;
  std::optional<int64_t> priority, queued, running, artifactMiB, requests;

  /// The limits that are given, into `body`.
  void addLimits(llvm::json::Object &body) const;
};

/// `drain`, `undrain`, and jobs that are retried or deleted.
struct NamesCommand {
  AdminOptions place;
  std::vector<std::string> names;
};

struct DeadLettersCommand {
  AdminOptions place;
  int64_t limit = 50;
};
} // namespace

/// `90d`, `12h`, `30min`, `45s` in milliseconds.
static std::optional<int64_t> readDuration(llvm::StringRef text) {
  static constexpr std::pair<llvm::StringLiteral, int64_t> units[] = {
      {"d", 86400000}, {"h", 3600000}, {"min", 60000}, {"s", 1000}};
  for (const auto &[unit, milliseconds] : units) {
    int64_t count = 0;
    llvm::StringRef number = text;
    if (number.consume_back(unit) && !number.getAsInteger(10, count) && count >= 0 && count <= 36500)
      return count * milliseconds;
  }
  return std::nullopt;
}

static std::string checkDuration(const std::string &text) {
  return readDuration(text) ? "" : "`" + text + "` is no duration; for example `90d`, `12h`, `30min` or `45s`";
}

static std::string checkTokenName(const std::string &text) {
  return isTokenName(text) ? "" : "`" + text + "` is no token's name: 1 to 64 letters, digits and `_.-`";
}

static llvm::StringRef field(const llvm::json::Object &object, llvm::StringRef name) {
  return object.getString(name).value_or("");
}

/// Asks, and tells the answer as JSON or by `show`.
template <typename Show>
static int answer(const AdminOptions &options, const std::string &method, const std::string &target,
                  std::optional<llvm::json::Value> body, Show show) {
  Result<std::unique_ptr<AdminPlace>> place = AdminPlace::open(options);
  if (!place)
    return refuse(place.problem(), options.json);
  Result<llvm::json::Value> value = (*place)->ask(method, target, std::move(body));
  clearProgress();
  if (!value || !value->getAsObject())
    return refuse(value ? makeProblem(ProblemCode::internal, "the answer is no object") : value.problem(),
                  options.json);
  int code = show(*value->getAsObject());
  if (options.json)
    printJson(*value);
  flushOutput();
  return code;
}

//===-- tokens -------------------------------------------------------------------------------------------------===//

void TokenCommand::addLimits(llvm::json::Object &body) const {
  auto add = [&](llvm::StringRef field, const std::optional<int64_t> &value, int64_t unit = 1) {
    if (value)
      body[field] = *value * unit;
  };
  add("maxPriority", priority);
  add("maxQueued", queued);
  add("maxRunning", running);
  add("maxArtifactBytesPerDay", artifactMiB, int64_t(1) << 20);
  add("maxRequestsPerMinute", requests);
}

/// `priority 5, 100 queued, 4 running`
static std::string describeLimits(const llvm::json::Object &token) {
  std::string text = "priority " + std::to_string(token.getInteger("maxPriority").value_or(0));
  auto add = [&](llvm::StringRef name, int64_t unit, llvm::StringRef meaning) {
    if (int64_t value = token.getInteger(name).value_or(0); value > 0)
      text += (", " + llvm::Twine(value / unit) + meaning).str();
  };
  add("maxQueued", 1, " queued");
  add("maxRunning", 1, " running");
  add("maxArtifactBytesPerDay", int64_t(1) << 20, " MiB of artifacts a day");
  add("maxRequestsPerMinute", 1, " requests a minute");
  return text;
}

static std::string describeEnd(const llvm::json::Object &token) {
  std::string text = field(token, "expiresAt").empty() ? "never ends" : ("until " + field(token, "expiresAt")).str();
  if (!field(token, "previousUntil").empty())
    text += (", the secret before until " + field(token, "previousUntil")).str();
  return text;
}

static int listTokens(const AdminOptions &options) {
  return answer(options, "GET", "/v1/admin/tokens", std::nullopt, [&](const llvm::json::Object &value) {
    const llvm::json::Array *tokens = value.getArray("tokens");
    for (const llvm::json::Value &entry : tokens && !options.json ? *tokens : llvm::json::Array())
      if (const llvm::json::Object *token = entry.getAsObject())
        print(llvm::formatv("{0,-20}  {1,-6}  {2,-7}  {3}; {4}\n", field(*token, "name"), field(*token, "scope"),
                            field(*token, "state"), describeEnd(*token), describeLimits(*token))
                  .str());
    return exitOk;
  });
}

/// Into a new file that nobody else may read, as `--token-file` wants it.
static Status writeSecret(const std::string &path, const std::string &secret) {
  int file = open(path.c_str(), O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0600);
  std::string text = secret + "\n";
  bool isWritten = file >= 0 && write(file, text.data(), text.size()) == static_cast<ssize_t>(text.size());
  std::string reason = std::strerror(errno);
  if (file >= 0)
    isWritten = close(file) == 0 && isWritten;
  if (isWritten)
    return Done();
  return makeProblem(ProblemCode::unavailable, "the secret can't be written to `" + path + "`: " + reason);
}

/// The secret is told here and nowhere else.
static int tellSecret(const TokenCommand &command, llvm::json::Object &value) {
  std::string secret = field(value, "secret").str();
  if (!command.secretFile.empty()) {
    if (Status written = writeSecret(command.secretFile, secret); !written)
      complain(written.problem()); // and then on the terminal: it can't be asked for again
    else {
      value.erase("secret");
      return exitOk;
    }
  }
  if (!command.place.json)
    print(secret + "\n");
  return command.secretFile.empty() ? exitOk : exitInfrastructure;
}

static int createToken(const TokenCommand &command) {
  llvm::json::Object body{{"name", command.name}, {"scope", command.scope}};
  if (!command.expires.empty())
    body["expiresInMs"] = *readDuration(command.expires);
  command.addLimits(body);
  return answer(command.place, "POST", "/v1/admin/tokens", std::move(body),
                [&](llvm::json::Object &value) { return tellSecret(command, value); });
}

static int rotateToken(const TokenCommand &command) {
  llvm::json::Object body;
  if (!command.grace.empty())
    body["graceMs"] = *readDuration(command.grace);
  return answer(command.place, "POST", "/v1/admin/tokens/" + command.name + ":rotate", std::move(body),
                [&](llvm::json::Object &value) { return tellSecret(command, value); });
}

static int limitToken(const TokenCommand &command) {
  llvm::json::Object body;
  command.addLimits(body);
  return answer(command.place, "POST", "/v1/admin/tokens/" + command.name + ":limit", std::move(body),
                [&](const llvm::json::Object &value) {
                  if (const llvm::json::Object *token = value.getObject("token"); token && !command.place.json)
                    print(command.name + ": " + describeLimits(*token) + "\n");
                  return exitOk;
                });
}

static int revokeToken(const TokenCommand &command) {
  return answer(command.place, "POST", "/v1/admin/tokens/" + command.name + ":revoke", std::nullopt,
                [&](const llvm::json::Object &) {
                  if (!command.place.json)
                    print(command.name + " is revoked\n");
                  return exitOk;
                });
}

//===-- machines -----------------------------------------------------------------------------------------------===//

static int listWorkers(const AdminOptions &options) {
  return answer(options, "GET", "/v1/admin/workers", std::nullopt, [&](const llvm::json::Object &value) {
    const llvm::json::Array *workers = value.getArray("workers");
    for (const llvm::json::Value &entry : workers && !options.json ? *workers : llvm::json::Array()) {
      const llvm::json::Object *worker = entry.getAsObject();
      if (!worker)
        continue;
      print((field(*worker, "name") + "  " + field(*worker, "state") + "\n").str());
      const llvm::json::Array *devices = worker->getArray("devices");
      for (const llvm::json::Value &device : devices ? *devices : llvm::json::Array())
        if (const llvm::json::Object *object = device.getAsObject())
          print(llvm::formatv("  {0,-12}  {1}\n", field(*object, "id"), field(*object, "name")).str());
    }
    return exitOk;
  });
}

//===-- several, one after the other ---------------------------------------------------------------------------===//

/// Asks `before + name + after` for each name; what is refused is told, and the rest is done.
static int askForEach(const NamesCommand &command, const std::string &before, const std::string &after,
                      llvm::StringRef done) {
  Result<std::unique_ptr<AdminPlace>> place = AdminPlace::open(command.place);
  if (!place)
    return refuse(place.problem(), command.place.json);
  int code = exitOk;
  llvm::json::Array answers;
  for (const std::string &name : command.names) {
    Result<llvm::json::Value> value = (*place)->ask("POST", before + name + after);
    clearProgress();
    if (!value) {
      complain(value.problem());
      answers.push_back(llvm::json::Object{{"name", name}, {"problem", protocol::toJson(value.problem())}});
      code = exitCodeOf(value.problem());
      continue;
    }
    if (!command.place.json)
      print(name + " " + done.str() + "\n");
    answers.push_back(std::move(*value));
  }
  if (command.place.json)
    printJson(llvm::json::Object{{"ok", code == exitOk}, {"answers", std::move(answers)}});
  flushOutput();
  return code;
}

static int listDeadLetters(const DeadLettersCommand &command) {
  return answer(command.place, "GET", "/v1/admin/dead-letters?limit=" + std::to_string(command.limit), std::nullopt,
                [&](const llvm::json::Object &value) {
                  const llvm::json::Array *jobs = value.getArray("jobs");
                  for (const llvm::json::Value &job : jobs && !command.place.json ? *jobs : llvm::json::Array())
                    if (const llvm::json::Object *object = job.getAsObject())
                      printJobRow(*object);
                  return exitOk;
                });
}

//===-- the commands -------------------------------------------------------------------------------------------===//

static CLI::App *addGroup(CLI::App &app, const std::string &name, const std::string &summary) {
  CLI::App *sub = app.add_subcommand(name, summary);
  sub->require_subcommand(1);
  return sub;
}

static void addTokens(CLI::App &admin, int &exitCode) {
  CLI::App *tokens = addGroup(admin, "tokens", "who may ask the runner, and for what");
  auto list = std::make_shared<AdminOptions>();
  CLI::App *sub = addCommand(*tokens, "list", "list tokens", exitCode, [list] { return listTokens(*list); });
  list->addTo(*sub);
  auto add = [&](const char *name, const char *summary, int (*run)(const TokenCommand &)) {
    auto command = std::make_shared<TokenCommand>();
    sub = addCommand(*tokens, name, summary, exitCode, [command, run] { return run(*command); });
    sub->add_option("NAME", command->name, "the token's name")->required()->check(checkTokenName);
    command->place.addTo(*sub);
    return command;
  };
  auto addSecretFile = [&](TokenCommand &command) {
    sub->add_option("--secret-file", command.secretFile, "put the secret into this new file, for `--token-file`");
  };
  auto addLimits = [&](TokenCommand &command) {
    auto option = [&](const char *name, std::optional<int64_t> &value, int64_t most, const char *meaning) {
      sub->add_option(name, value, meaning)->check(CLI::Range(int64_t(0), most))->group("Limits");
    };
    option("--max-priority", command.priority, greatestPriority,
           "the greatest priority of its jobs (default: 5, of an admin's 9)");
    option("--max-queued", command.queued, 1000000, "jobs that wait; 0: any number");
    option("--max-running", command.running, 1000000, "jobs that run at a time, the others wait; 0: any number");
    option("--artifact-mib-per-day", command.artifactMiB, int64_t(1) << 30, "new artifacts; 0: any number");
    option("--requests-per-minute", command.requests, 1000000, "over all front ends; 0: any number");
  };
  auto create = add("create", "make a token; its secret is printed, this once", createToken);
  sub->add_option("--scope", create->scope, "read: look; submit: have jobs, too; admin: everything")
      ->check(CLI::IsMember({"read", "submit", "admin"}))
      ->capture_default_str();
  sub->add_option("--expires", create->expires, "how long it is taken, for example 90d or 12h (default: for ever)")
      ->check(checkDuration);
  addSecretFile(*create);
  addLimits(*create);
  auto rotate = add("rotate", "give a token another secret, which is printed, this once", rotateToken);
  sub->add_option("--grace", rotate->grace, "how long the secret before is still taken (default: not at all)")
      ->check(checkDuration);
  addSecretFile(*rotate);
  addLimits(*add("limit", "change what a token may have; limits that are not given stay", limitToken));
  add("revoke", "end a token; its jobs go on", revokeToken);
}

static void addNames(CLI::App &app, int &exitCode, const std::string &name, const std::string &summary,
                     const std::string &what, std::string (*check)(const std::string &), std::string before,
                     std::string after, std::string done) {
  auto command = std::make_shared<NamesCommand>();
  CLI::App *sub = addCommand(app, name, summary, exitCode,
                             [command, before, after, done] { return askForEach(*command, before, after, done); });
  sub->add_option(what, command->names)->required()->check(check);
  command->place.addTo(*sub);
}

void cli::addAdmin(CLI::App &app, int &exitCode) {
  CLI::App *admin = addGroup(app, "admin", "a runner's tokens and machines, and jobs that it gave up");
  addTokens(*admin, exitCode);
  auto devices = std::make_shared<AdminOptions>();
  CLI::App *sub = addCommand(*admin, "devices", "list the machines that run jobs, and what they have", exitCode,
                             [devices] { return listWorkers(*devices); });
  devices->addTo(*sub);
  const std::string workers = "/v1/admin/workers/", jobs = "/v1/admin/jobs/";
  addNames(*admin, exitCode, "drain", "let a machine take no further jobs", "WORKER", checkTokenName, workers, ":drain",
           "takes no further jobs");
  addNames(*admin, exitCode, "undrain", "let a machine take jobs again", "WORKER", checkTokenName, workers, ":undrain",
           "takes jobs again");
  CLI::App *letters = addGroup(*admin, "jobs", "dead letters: jobs that were tried too often");
  auto list = std::make_shared<DeadLettersCommand>();
  sub = addCommand(*letters, "list", "list them, newest first", exitCode, [list] { return listDeadLetters(*list); });
  list->place.addTo(*sub);
  sub->add_option("--limit", list->limit, "at most so many")->check(CLI::Range(1, 500))->capture_default_str();
  addNames(*letters, exitCode, "retry", "queue them again", "ID", checkJobId, jobs, ":retry", "is queued again");
  addNames(*letters, exitCode, "delete", "forget them", "ID", checkJobId, jobs, ":delete", "is deleted");
}
