// SPDX-License-Identifier: Apache-2.0
// Requests to a runner, sent again while it is busy or gone, with its refusals read back into problems.
#include "runner/cli/Remote.h"
#include "runner/api/Trace.h"
#include "runner/cli/Command.h"
#include "runner/cli/Courier.h"
#include "runner/cli/Source.h"
#include "runner/cli/Terminal.h"
#include "shared/protocol/Json.h"
#include "llvm/Support/FormatVariadic.h"
#include <CLI/Option.hpp>
#include <cstdio>
#include <random>
#include <sys/stat.h>
#include <thread>

using namespace tessera;
using namespace tessera::runner;
using namespace tessera::runner::cli;

using Clock = std::chrono::steady_clock;

void RemoteOptions::addTo(CLI::App &command, bool required) {
  command
      .add_option("--runner", url,
                  "the runner's address, for example http://127.0.0.1:8420 or https://runner.example.org")
      ->envname("TESSERA_RUNNER")
      ->required(required);
  command.add_option("--token-file", tokenFile, "a file with the runner's token")->envname("TESSERA_TOKEN_FILE");
  command.add_option("--ca", ca,
                     "a file (PEM) with the authorities that vouch for an https runner, in place of this machine's (or "
                     "TESSERA_CA, where the runner is one)");
  command
      .add_option("--wait-for-runner", patience,
                  "seconds to keep trying while the runner can't be reached or has no room (default: 30 for one that "
                  "has answered, else 0)")
      ->check(CLI::Range(0.0, 86400.0));
}

Result<std::string> cli::readToken(const std::string &file) {
  struct stat status{};
  if (stat(file.c_str(), &status) == 0 && S_ISREG(status.st_mode) && (status.st_mode & 0077))
    return makeProblem(ProblemCode::badRequest,
                       "others on this machine may read the token file `" + file + "`; `chmod 600` it");
  Result<std::string> text = readInput(file);
  if (!text)
    return text.problem();
  llvm::StringRef token = llvm::StringRef(*text).split('\n').first.trim();
  if (token.size() < 16)
    return makeProblem(ProblemCode::badRequest,
                       "the token in `" + file + "` has " + std::to_string(token.size()) +
                           " characters, expected 16 or more; for example `openssl rand -hex 32`");
  if (!llvm::all_of(token, [](char c) { return c > ' ' && c < 0x7F; }))
    return makeProblem(ProblemCode::badRequest,
                       "the token in `" + file + "` holds a character that is not visible ASCII");
  return token.str();
}

/// What a CI's step or another traced program passes on to those that it starts. One that is none is left out, with a
/// remark.
static http::Headers findTrace() {
  const char *text = std::getenv("TRACEPARENT");
  std::string why;
  if (!text || !*text)
    return {};
  if (std::optional<std::string> traceparent = api::readTraceparent(text, why))
    return {{"traceparent", *traceparent}};
  std::fprintf(stderr, "tessera: remark: `TRACEPARENT` is ignored: %s\n", why.c_str());
  return {};
}

Result<RemoteRunner> RemoteRunner::make(const RemoteOptions &options) {
  if (isInherited(options.url))
    return RemoteRunner(std::nullopt, findTrace(), options.patience);
  Result<http::Url> url = http::Url::parse(options.url);
  if (!url)
    return url.problem();
  std::string token;
  if (!options.tokenFile.empty()) {
    Result<std::string> read = readToken(options.tokenFile);
    if (!read)
      return read.problem();
    token = *read;
  }
  const char *known = std::getenv("TESSERA_CA"); // beside an http runner it says nothing
  std::string ca = options.ca.empty() && url->isSecure && known ? known : options.ca;
  Result<http::Client> client = http::Client::make(*url, token, ca);
  if (!client)
    return client.problem();
  return RemoteRunner(std::move(*client), findTrace(), options.patience);
}

Problem cli::readProblem(const http::ClientResponse &response) {
  std::string error;
  std::optional<llvm::json::Value> value = protocol::parseJson(response.body, error);
  const llvm::json::Object *object = value ? value->getAsObject() : nullptr;
  std::optional<llvm::StringRef> code = object ? object->getString("code") : std::nullopt;
  if (!code || !protocol::parseProblemCode(*code))
    return makeProblem(ProblemCode::unavailable,
                       "the address answers " + std::to_string(response.status) + ", but not as a runner does");
  return makeProblem(*protocol::parseProblemCode(*code), object->getString("detail").value_or("").str());
}

void cli::sleepUnlessInterrupted(std::chrono::milliseconds time) {
  for (auto end = Clock::now() + time; Clock::now() < end && !isInterrupted();)
    std::this_thread::sleep_for(std::chrono::milliseconds(50));
}

/// Why `response` is no answer to keep: nobody there, no room, or a proxy that reaches no runner.
static std::optional<Problem> findObstacle(const Result<http::ClientResponse> &response) {
  if (!response)
    return response.problem();
  static constexpr int passing[] = {408, 429, 502, 503, 504};
  return llvm::is_contained(passing, response->status) ? std::optional(readProblem(*response)) : std::nullopt;
}

/// What the runner asks for, a day at most.
static std::chrono::seconds getAskedPause(const Result<http::ClientResponse> &response) {
  int asked = 0;
  if (!response || llvm::StringRef(response->header("Retry-After")).getAsInteger(10, asked))
    return std::chrono::seconds(0);
  return std::chrono::seconds(std::clamp(asked, 0, 86400));
}

/// It knows when there is something to be had again: to ask before would be one more refusal.
static bool isQuota(const Problem &problem) {
  return problem.code == ProblemCode::quotaExceeded || problem.code == ProblemCode::tooManyRequests;
}

/// Tenths of a second to five, a quarter more or less by chance so that clients do not come together, or what the
/// runner asks for.
static std::chrono::milliseconds choosePause(int failures, const Result<http::ClientResponse> &response) {
  static std::minstd_rand random(std::random_device{}());
  int pause = std::min(100 << std::min(failures, 6), 5000);
  pause = pause * 3 / 4 + static_cast<int>(random() % (pause / 2 + 1));
  return std::max<std::chrono::milliseconds>(std::chrono::milliseconds(pause), getAskedPause(response));
}

http::Headers RemoteRunner::with(const http::Headers &headers) const {
  http::Headers all = common;
  all.insert(all.end(), headers.begin(), headers.end());
  return all;
}

Result<http::ClientResponse> RemoteRunner::send(const std::string &method, const std::string &target,
                                                const std::string &body, const http::Headers &headers) {
  auto began = Clock::now();
  for (int failures = 0;; ++failures) {
    Result<http::ClientResponse> response = client ? client->request(method, target, body, with(headers))
                                                   : askInherited(method, target, body, with(headers));
    hasAnswered |= static_cast<bool>(response);
    std::optional<Problem> obstacle = findObstacle(response);
    if (!obstacle || obstacle->code == ProblemCode::badRequest) // which stays so: a certificate for another name, say
      return response;
    std::chrono::duration<double> passed = Clock::now() - began;
    double left = patience.value_or(hasAnswered ? 30 : 0) - passed.count();
    std::chrono::seconds asked = getAskedPause(response);
    bool isTooLong = isQuota(*obstacle) && static_cast<double>(asked.count()) > left;
    if (isTooLong)
      obstacle->detail +=
          llvm::formatv("; it may again in {0} s, `--wait-for-runner {0}` waits for that", asked.count());
    if (left <= 0 || isTooLong || isInterrupted()) {
      if (failures > 0)
        obstacle->detail += llvm::formatv(" (tried {0} times in {1:F0} s)", failures + 1, passed.count()).str();
      return *obstacle;
    }
    showProgress(llvm::formatv("{0}; trying again for {1:F0} s", obstacle->detail, left).str());
    auto most = std::chrono::milliseconds(static_cast<int64_t>(left * 1000) + 1);
    sleepUnlessInterrupted(std::min(choosePause(failures, response), most));
  }
}

Result<llvm::json::Value> RemoteRunner::ask(const std::string &method, const std::string &target,
                                            const std::string &body, const http::Headers &headers) {
  Result<http::ClientResponse> response = send(method, target, body, headers);
  if (!response)
    return response.problem();
  if (response->status >= 300)
    return readProblem(*response);
  std::string error;
  if (std::optional<llvm::json::Value> value = protocol::parseJson(response->body, error))
    return std::move(*value);
  return makeProblem(ProblemCode::unavailable, "the runner's answer is not JSON: " + error);
}

Result<std::string> RemoteRunner::askText(const std::string &target, const http::Headers &headers) {
  Result<http::ClientResponse> response = send("GET", target, "", headers);
  if (!response)
    return response.problem();
  if (response->status >= 300)
    return readProblem(*response);
  return std::move(response->body);
}

Result<http::ClientResponse> RemoteRunner::follow(const std::string &target, const http::Headers &headers,
                                                  const std::function<void(const http::ServerEvent &)> &onEvent) {
  return client ? client->follow(target, with(headers), onEvent, isInterrupted)
                : Result<http::ClientResponse>(refuseToFollow());
}

int cli::refuse(const Problem &problem, bool json) {
  complain(problem);
  if (json)
    printJson(llvm::json::Object{{"ok", false}, {"problem", protocol::toJson(problem)}});
  return exitCodeOf(problem);
}
