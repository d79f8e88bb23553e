// SPDX-License-Identifier: Apache-2.0
// What admins do at a runner: its tokens, the machines that run jobs, the jobs that it gave up. All of it asks for the
// scope `admin`.
#include "runner/api/Handlers.h"
#include "shared/protocol/Json.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"

using namespace tessera;
using namespace tessera::runner;
using namespace tessera::runner::api;

static Response refuse(std::string detail) {
  return Response::problem(makeProblem(ProblemCode::badRequest, std::move(detail)));
}

namespace {
/// A limit of a token by its name in the protocol; 0 takes away all but that on priorities.
struct Limit {
  llvm::StringLiteral name;
  int64_t TokenLimits::*field;
  int64_t most;
  bool isPriority = false;
};
} // namespace

static constexpr Limit limits[] = {{"maxPriority", &TokenLimits::priority, greatestPriority, true},
                                   {"maxQueued", &TokenLimits::queued, 1000000},
                                   {"maxRunning", &TokenLimits::running, 1000000},
                                   {"maxArtifactBytesPerDay", &TokenLimits::uploadBytes, int64_t(1) << 50},
                                   {"maxRequestsPerMinute", &TokenLimits::requests, 1000000}};

static llvm::json::Object describe(const Token &token) {
  llvm::json::Object object{{"name", token.name},
                            {"scope", getText(token.scope)},
                            {"state", getText(token.state)},
                            {"createdAt", toTimeText(token.createdAt)}};
  for (const Limit &limit : limits)
    if (int64_t value = token.limits.*limit.field; value > 0 || limit.isPriority)
      object[limit.name] = value;
  if (token.expiresAt)
    object["expiresAt"] = toTimeText(*token.expiresAt);
  if (token.previousUntil)
    object["previousUntil"] = toTimeText(*token.previousUntil);
  return object;
}

/// The body as an object that has no fields but `known`; an empty body is an empty object.
static Result<llvm::json::Object> readBody(const Request &request, llvm::ArrayRef<llvm::StringRef> known) {
  if (request.body.empty())
    return llvm::json::Object();
  std::string error;
  std::optional<llvm::json::Value> value = protocol::parseJson(request.body, error);
  if (!value)
    return makeProblem(ProblemCode::badRequest, "the body is not JSON: " + error);
  llvm::json::Object *object = value->getAsObject();
  if (!object)
    return makeProblem(ProblemCode::badRequest, "the body is not an object");
  for (const auto &[name, ignored] : *object)
    if (!llvm::is_contained(known, llvm::StringRef(name)))
      return makeProblem(ProblemCode::badRequest,
                         ("the body has `" + llvm::StringRef(name) + "`, which is not known here; it may have `" +
                          llvm::join(known, "`, `") + "`")
                             .str());
  return std::move(*object);
}

/// `name` of `object` as a whole number from `least` to `most`; absent leaves `value`.
static std::optional<Problem> readNumber(const llvm::json::Object &object, llvm::StringRef name, int64_t least,
                                         int64_t most, std::optional<int64_t> &value) {
  const llvm::json::Value *field = object.get(name);
  if (!field)
    return std::nullopt;
  value = field->getAsInteger();
  if (value && *value >= least && *value <= most)
    return std::nullopt;
  return makeProblem(ProblemCode::badRequest,
                     ("`" + name + "` is `" + protocol::toText(*field) + "`, expected a whole number from " +
                      llvm::Twine(least) + " to " + llvm::Twine(most))
                         .str());
}

/// Those limits that `body` has; the others stay.
static std::optional<Problem> readLimits(const llvm::json::Object &body, TokenLimits &values) {
  for (const Limit &limit : limits) {
    std::optional<int64_t> value;
    if (auto problem = readNumber(body, limit.name, 0, limit.most, value))
      return problem;
    if (value)
      values.*limit.field = *value;
  }
  return std::nullopt;
}

static constexpr int64_t longestMs = int64_t(100) * 365 * 86400 * 1000;

Response api::listTokens(const Request &, Services &services, llvm::StringRef) {
  Result<std::vector<Token>> tokens = services.store.tokens();
  if (!tokens)
    return Response::problem(tokens.problem());
  llvm::json::Array array;
  for (const Token &token : *tokens)
    array.push_back(describe(token));
  return Response::json(200, llvm::json::Object{{"tokens", std::move(array)}});
}

Response api::createToken(const Request &request, Services &services, llvm::StringRef) {
  Result<llvm::json::Object> body = readBody(request, {"name", "scope", "expiresInMs", "maxPriority", "maxQueued",
                                                       "maxRunning", "maxArtifactBytesPerDay", "maxRequestsPerMinute"});
  if (!body)
    return Response::problem(body.problem());
  Token token;
  token.name = body->getString("name").value_or("").str();
  if (!isTokenName(token.name))
    return refuse("`name` is `" + token.name + "`, expected 1 to 64 letters, digits and `_.-`");
  llvm::StringRef scope = body->getString("scope").value_or("");
  if (std::optional<Scope> known = parseScope(scope))
    token.scope = *known;
  else
    return refuse(("`scope` is `" + scope + "`, expected `read`, `submit` or `admin`").str());
  // Without a token everybody is an admin; with one that is none, nobody would be.
  if (!request.caller.hasToken && token.scope != Scope::admin)
    return refuse("a runner's first token is an admin's: with `" + token.name + "` alone nobody could make another");
  token.limits.priority = token.scope == Scope::admin ? greatestPriority : usualPriority;
  if (auto problem = readLimits(*body, token.limits))
    return Response::problem(*problem);
  std::optional<int64_t> expires;
  if (auto problem = readNumber(*body, "expiresInMs", 1, longestMs, expires))
    return Response::problem(*problem);
  std::string secret = makeSecret();
  token.hash = hashSecret(secret);
  Result<Token> made = services.store.createToken(token, expires);
  if (!made)
    return Response::problem(made.problem());
  services.tokens.refresh();
  return Response::json(201, llvm::json::Object{{"token", describe(*made)}, {"secret", secret}});
}

Response api::rotateToken(const Request &request, Services &services, llvm::StringRef name) {
  Result<llvm::json::Object> body = readBody(request, {"graceMs"});
  if (!body)
    return Response::problem(body.problem());
  std::optional<int64_t> grace;
  if (auto problem = readNumber(*body, "graceMs", 0, longestMs, grace))
    return Response::problem(*problem);
  std::string secret = makeSecret();
  Result<Token> token = services.store.rotateToken(name.str(), hashSecret(secret), grace.value_or(0));
  if (!token)
    return Response::problem(token.problem());
  services.tokens.refresh();
  return Response::json(200, llvm::json::Object{{"token", describe(*token)}, {"secret", secret}});
}

Response api::limitToken(const Request &request, Services &services, llvm::StringRef name) {
  Result<llvm::json::Object> body =
      readBody(request, {"maxPriority", "maxQueued", "maxRunning", "maxArtifactBytesPerDay", "maxRequestsPerMinute"});
  if (!body)
    return Response::problem(body.problem());
  Result<std::vector<Token>> tokens = services.store.tokens();
  if (!tokens)
    return Response::problem(tokens.problem());
  TokenLimits values;
  for (const Token &token : *tokens)
    if (token.name == name)
      values = token.limits;
  if (auto problem = readLimits(*body, values))
    return Response::problem(*problem);
  Result<Token> token = services.store.limitToken(name.str(), values);
  if (!token)
    return Response::problem(token.problem());
  services.tokens.refresh();
  return Response::json(200, llvm::json::Object{{"token", describe(*token)}});
}

Response api::revokeToken(const Request &, Services &services, llvm::StringRef name) {
  Result<Token> token = services.store.revokeToken(name.str());
  if (!token)
    return Response::problem(token.problem());
  services.tokens.refresh();
  return Response::json(200, llvm::json::Object{{"token", describe(*token)}});
}

//===-- machines -----------------------------------------------------------------------------------------------===//

static llvm::json::Object describe(const WorkerInfo &worker, const Services &services) {
  llvm::json::Array devices;
  for (const DeviceInfo &device : worker.devices.empty() ? services.devices : worker.devices)
    devices.push_back(toJson(device));
  return llvm::json::Object{{"name", worker.name},
                            {"state", worker.isDrained ? "drained" : "ready"},
                            {"there", !worker.isSilent},
                            {"devices", std::move(devices)}};
}

/// The fleet's, or the one that this machine is.
static Result<std::vector<WorkerInfo>> findWorkers(const Services &services) {
  Result<std::optional<std::vector<WorkerInfo>>> workers = services.store.workers();
  if (!workers)
    return workers.problem();
  if (*workers)
    return std::move(**workers);
  Result<std::vector<std::string>> drained = services.store.drainedWorkers();
  if (!drained)
    return drained.problem();
  WorkerInfo local;
  local.name = localWorker;
  local.isDrained = !drained->empty();
  return std::vector<WorkerInfo>{std::move(local)};
}

Response api::listWorkers(const Request &, Services &services, llvm::StringRef) {
  Result<std::vector<WorkerInfo>> workers = findWorkers(services);
  if (!workers)
    return Response::problem(workers.problem());
  llvm::json::Array array;
  for (const WorkerInfo &worker : *workers)
    array.push_back(describe(worker, services));
  return Response::json(200, llvm::json::Object{{"workers", std::move(array)}});
}

/// One that is known; `undrain` forgets one that is gone.
static Response setDrained(Services &services, llvm::StringRef name, bool isDrained) {
  Result<std::vector<WorkerInfo>> workers = findWorkers(services);
  if (!workers)
    return Response::problem(workers.problem());
  for (WorkerInfo &worker : *workers) {
    if (worker.name != name)
      continue;
    if (Status status = services.store.setDrained(worker.name, isDrained); !status)
      return Response::problem(status.problem());
    worker.isDrained = isDrained;
    return Response::json(200, llvm::json::Object{{"worker", describe(worker, services)}});
  }
  std::string known;
  for (const WorkerInfo &worker : *workers)
    known += (known.empty() ? "`" : ", `") + worker.name + "`";
  return Response::problem(
      makeProblem(ProblemCode::notFound,
                  ("there is no worker `" + name + "`; there are " + (known.empty() ? "none" : known)).str()));
}

Response api::drainWorker(const Request &, Services &services, llvm::StringRef name) {
  return setDrained(services, name, /*isDrained=*/true);
}

Response api::undrainWorker(const Request &, Services &services, llvm::StringRef name) {
  return setDrained(services, name, /*isDrained=*/false);
}

//===-- dead letters -------------------------------------------------------------------------------------------===//

Response api::retryJob(const Request &, Services &services, llvm::StringRef id) {
  Result<Job> job = services.store.find(id.str());
  if (!job)
    return Response::problem(job.problem());
  if (Result<ArtifactInfo> info = services.store.findArtifact(job->request.artifact); !info) // it made room meanwhile
    return Response::problem(info.problem());
  job = services.store.retry(id.str());
  return job ? Response::json(202, toJson(*job)) : Response::problem(job.problem());
}

Response api::deleteJob(const Request &, Services &services, llvm::StringRef id) {
  Result<Job> job = services.store.remove(id.str());
  return job ? Response::json(200, toJson(*job, /*withResult=*/false)) : Response::problem(job.problem());
}
