// SPDX-License-Identifier: Apache-2.0
#include "runner/mcp/OwnRunner.h"
#include "runner/api/Api.h"
#include "shared/protocol/Json.h"
#include <set>

using namespace tessera;
using namespace tessera::runner;
using namespace tessera::runner::mcp;
using llvm::json::Object;
using llvm::json::Value;

/// What `tessera bench` asks a runner for. All else it has no reason to ask.
static bool isNeeded(llvm::StringRef method, llvm::StringRef path) {
  return (method == "GET" && (path == "/v1/devices" || path.starts_with("/v1/jobs/"))) ||
         (method == "PUT" && path.starts_with("/v1/artifacts/")) ||
         (method == "POST" && (path == "/v1/jobs" || (path.starts_with("/v1/jobs/") && path.ends_with(":cancel"))));
}

namespace {
class OwnRunner : public RunnerAccess {
public:
  OwnRunner(api::Services &services, std::function<std::string()> authorization)
      : services(services), authorization(std::move(authorization)) {}
  /// A call that was ended leaves no job behind.
  ~OwnRunner() override {
    for (const std::string &id : jobs)
      ask("POST", "/v1/jobs/" + id + ":cancel", {}, "");
  }
  Frame answer(const Frame &request) override;

private:
  api::Response ask(llvm::StringRef method, llvm::StringRef target, const Object &headers, std::string body);
  void note(llvm::StringRef method, llvm::StringRef path, const api::Response &response);

  api::Services &services;
  std::function<std::string()> authorization;
  std::set<std::string> jobs; // that were begun and whose end was not seen
};
} // namespace

api::Response OwnRunner::ask(llvm::StringRef method, llvm::StringRef target, const Object &headers, std::string body) {
  std::optional<api::Request> request = api::parseTarget(target);
  if (!request || !isNeeded(method, request->path))
    return api::Response::problem(makeProblem(ProblemCode::forbidden, "a call asks for no such thing of its runner"));
  request->method = method.str();
  for (const char *name : {"content-type", "idempotency-key"})
    for (const auto &[given, value] : headers)
      if (llvm::StringRef(given).equals_insensitive(name) && value.getAsString())
        request->headers[name] = value.getAsString()->str();
  request->headers["host"] = "localhost"; // which every runner answers to; the client's own was checked with its call
  if (std::string who = authorization(); !who.empty())
    request->headers["authorization"] = who;
  request->contentLength = body.size();
  if (std::optional<api::Response> refused = api::refuseEarly(*request, services))
    return std::move(*refused);
  request->body = std::move(body);
  api::Response response = api::handle(*request, services);
  if (response.stream || response.content || response.live)
    return api::Response::problem(makeProblem(ProblemCode::unavailable, "this is not told by pipes"));
  note(method, request->path, response);
  return response;
}

void OwnRunner::note(llvm::StringRef method, llvm::StringRef path, const api::Response &response) {
  std::string error;
  std::optional<Value> value = response.status < 300 ? protocol::parseJson(response.body, error) : std::nullopt;
  const Object *job = value ? value->getAsObject() : nullptr;
  if (!job || !path.starts_with("/v1/jobs"))
    return;
  std::string id = job->getString("id").value_or("").str();
  std::optional<JobState> state = parseJobState(job->getString("state").value_or(""));
  if (state && isFinal(*state))
    jobs.erase(id);
  else if (method == "POST" && path == "/v1/jobs" && response.status == 202)
    jobs.insert(id);
}

Frame OwnRunner::answer(const Frame &request) {
  static const Object none;
  const Object *headers = request.head.getObject("headers");
  api::Response response = ask(request.head.getString("method").value_or(""),
                               request.head.getString("target").value_or(""), headers ? *headers : none, request.body);
  Object named;
  for (const auto &[name, value] : response.headers)
    named[name] = value;
  return {Object{{"status", response.status}, {"headers", std::move(named)}}, std::move(response.body)};
}

std::shared_ptr<RunnerAccess> mcp::openOwnRunner(api::Services &services, std::function<std::string()> authorization) {
  return std::make_shared<OwnRunner>(services, std::move(authorization));
}
